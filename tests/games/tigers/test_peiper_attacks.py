"""KG Peiper attacks, goes on and attacks again (TG-KGP-02 to TG-KGP-11, AMB-27 to AMB-31, AMB-120)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tigers import zoc
from hexbench.games.tigers.battle import Battle
from tests.games.tigers.field import ALLIED, GERMAN, Situation, cc, country, inf
from tests.games.tigers.melee import allocated, drafted, fight, result, rolled, shifts, stand

# 805 is next to 806, 906, 905, 804, 705, 706
UNITS = {"KGPeiper": "805", "h": inf("805", factor=9), "x": inf("806", ALLIED, factor=1)}


def won(die: int = 1, **more: Any) -> Situation:
    """KG Peiper and infantry have eliminated 806 and are asked to advance."""
    state = {k: more.pop(k) for k in ("turn", "ruthless", "round") if k in more}
    now = fight(stand(UNITS | more, **state), "KGPeiper h > 806", die)
    assert result(now) == "DE"
    return supplied(now.act("advance", "KGPeiper", "806").act("stay"))


def supplied(now: Situation) -> Situation:
    """Supplies have been dropped where it is now."""
    at = now["KGPeiper"].at
    return now.do(lambda play: play.edit("airlifted").update({at: GERMAN}))


@pytest.mark.rule("tigers", "TG-KGP-03", "AMB-27", "TG-KGP-09")
def test_after_a_combat_it_may_go_on() -> None:
    """It has paid for the advance and is not disrupted yet."""
    now = won()
    assert now.step == (GERMAN, "continue")
    assert now.verbs[:1] == ("move",)
    assert (now["KGPeiper"].spent, now["KGPeiper"].disrupted) == (3, False)
    assert not now.targets("move", "h")


@pytest.mark.rule("tigers", "TG-KGP-02", "AMB-27")
def test_a_second_attack_is_fought_at_once_and_a_third_refused() -> None:
    """By the group alone."""
    now = won(y=inf("807", ALLIED, factor=1), z=cc("707"))
    assert {"807"} <= set(now.targets("strike", "KGPeiper"))
    now = now.act("strike", "KGPeiper", "807")
    assert now.step == (ALLIED, "no_retreat")
    now = now.act("order", to="free", numbers=[4])  # 2:1
    assert result(now) == "D1"
    now = now.act("length", to="0").act("further", to="0")
    assert now["KGPeiper"].attacks == 2
    assert now.refused("strike", "KGPeiper", "707") == ["TG-KGP-02"]


@pytest.mark.rule("tigers", "TG-KGP-11", "TG-KGP-09", "TG-DIS-10")
def test_when_it_stops_it_is_disrupted_if_it_advanced() -> None:
    """And not if it did not."""
    now = won().act("end", numbers=())
    assert now["KGPeiper"].disrupted
    now = (
        fight(stand(UNITS), "KGPeiper h > 806", 1)
        .act("advance", "h", "806")
        .act("stay")
        .act("end", numbers=())
    )
    assert not now["KGPeiper"].disrupted


@pytest.mark.rule("tigers", "TG-KGP-04", "AMB-28")
@pytest.mark.parametrize(
    ("die", "code", "goes_on"), [(3, "D", True), (4, "-", True), (5, "AD", False), (6, "D/AE", False)]
)
def test_an_adverse_result_stops_it(die: int, code: str, goes_on: bool) -> None:
    """AD, AE and D/AE do, "-" does not."""
    now = fight(stand({"KGPeiper": "805", "x": inf("806", ALLIED, factor=2)}), "KGPeiper > 806", die)
    assert result(now) == code
    while now.step[1] in ("farther", "advance"):
        now = now.default()
    assert ("strike" in now.verbs) == goes_on


@pytest.mark.rule("tigers", "TG-KGP-04")
def test_stopped_after_an_advance_the_disruption_comes_at_once() -> None:
    """Advanced in the first attack, thrown back in the second."""
    now = (
        won(y=inf("807", ALLIED, factor=2))
        .act("strike", "KGPeiper", "807")
        .act("order", to="free", numbers=[5])
    )
    assert (result(now), now["KGPeiper"].disrupted) == ("AD", True)


@pytest.mark.rule("tigers", "TG-KGP-05", "TG-KGP-06", "TG-SPC-09")
@pytest.mark.parametrize("ruthless", [3, 1])
def test_after_ruthlessness_any_number_each_for_one_more_movement_factor(ruthless: int) -> None:
    """In its turn and in all later ones."""
    now = won(y=inf("807", ALLIED, factor=1), z=inf("908", ALLIED, factor=1), ruthless=ruthless)
    now = now.act("strike", "KGPeiper", "807").act("order", to="free", numbers=[1])
    while now.step[1] in ("how_far", "retreat", "farther", "losses"):
        now = now.default()
    now = now.act("advance", "KGPeiper", "807") if now.step[1] == "advance" else now
    assert now["KGPeiper"].attacks == 2
    assert now.s.units["KGPeiper"].spent >= 6
    assert "908" in now.targets("strike", "KGPeiper")


@pytest.mark.rule("tigers", "TG-KGP-05")
def test_without_a_further_movement_factor_no_third_attack() -> None:
    """It stayed where it was."""
    units = UNITS | {"y": cc("906", factor=2), "z": cc("705", factor=2)}
    now = fight(stand(units, ruthless=1), "KGPeiper h > 806", 1).act("advance", "h", "806").act("stay")
    now = now.act("strike", "KGPeiper", "906").act(
        "order", to="free", numbers=[3]
    )  # 1:1, one down for Malmedy
    assert result(now) == "-"
    assert "TG-KGP-05" in now.refused("strike", "KGPeiper", "705")


@pytest.mark.rule("tigers", "TG-KGP-10", "TG-ZOC-08", "AMB-120")
def test_its_zone_is_weak_from_its_first_attack() -> None:
    """Strong before, weak after, whether it advanced or not."""
    now = stand({"KGPeiper": "805", "x": inf("806", ALLIED, factor=2)})
    assert zoc.strength(now.rules, now.s, now.board, "805", "905") == "Strong"
    now = fight(now, "KGPeiper > 806", 4)
    assert zoc.strength(now.rules, now.s, now.board, "805", "905") == "Weak"


@pytest.mark.rule("tigers", "AMB-29")
def test_it_acts_in_one_pass_only() -> None:
    """Having attacked in the first it rests in the second."""
    now = won().act("end", numbers=()).until(GERMAN, "combat")
    assert now.s.round == 2
    assert "AMB-96" in now.refused("attack", "KGPeiper", "807")


@pytest.mark.rule("tigers", "AMB-30", "TG-FT1-02")
def test_in_turn_1_it_attacks_from_where_it_stands_and_goes_on() -> None:
    """With its whole movement factor."""
    now = won(turn=1)
    assert now.verbs[:1] == ("move",)
    assert max(t.cost or 0 for t in now.seat.targets("move", ("KGPeiper",))) == 36


@pytest.mark.rule("tigers", "AMB-31")
def test_it_uses_no_bonus_where_it_attacks() -> None:
    """Three movement factors are left after an advance of one hex, and no more can be spent."""
    now = won()
    assert max(t.cost or 0 for t in now.seat.targets("move", ("KGPeiper",))) <= 36
    used = stand({"KGPeiper": {"at": "805", "moved": True, "bonus": True}, "x": inf("806", ALLIED)})
    assert used.refused("attack", "KGPeiper", "806") == ["TG-ATK-13"]


@pytest.mark.rule("tigers", "AMB-27", "TG-ATK-07")
def test_its_own_attack_has_the_normal_obligations() -> None:
    """A strong enemy beside it is attacked with the other, unless somebody attacks him."""
    now = won(y=inf("807", ALLIED, factor=1), z=inf("907", ALLIED, factor=1))
    now = now.act("strike", "KGPeiper", "807")
    battle = now.s.stack[-2]
    assert isinstance(battle, Battle)
    assert set(battle.attack.targets) == {"807", "907"}


@pytest.mark.rule("tigers", "TG-ATK-11", "AMB-27")
def test_an_attack_that_peipers_own_relies_on_cannot_be_called_off() -> None:
    """It waits on the other strong hex."""
    units = UNITS | {"y": inf("907", ALLIED, factor=2), "z": cc("807"), "b": inf("908", factor=9)}
    now = allocated(stand(units), "KGPeiper h > 806", "b > 907")
    now = rolled(now, "806", 1)
    now = supplied(now.act("advance", "KGPeiper", "806").act("stay"))
    assert now.do(lambda play: play.pop()).s.attacks, "until it attacks the other may be called off"
    now = now.act("strike", "KGPeiper", "807").act("order", to="free", numbers=[4])
    while now.step[1] != "resolution":
        now = now.default(numbers=None)
    assert now.refused("call_off", "907") == ["TG-ATK-11"]


@pytest.mark.rule("tigers", "TG-KGP-01")
def test_the_ss_tigers_share_its_second_attack_and_its_luck() -> None:
    """Tiger Fright in both."""
    units = {
        "KGPeiper": "805",
        "501SS": "805",
        "h": inf("805", factor=9),
        "x": inf("806", ALLIED, factor=1),
        "y": inf("807", ALLIED),
    }
    now = fight(stand(units), "KGPeiper 501SS h > 806", 1)
    now = now.act("advance", "KGPeiper", "806").act("advance", "501SS", "806").act("stay")
    assert now.offered("strike") == ("KGPeiper", "501SS")
    assert shifts(now, "KGPeiper 501SS", "807").get("TG-ODD-10") == 1
    assert not now["501SS"].disrupted
    now = now.act("end", numbers=())
    assert now["501SS"].disrupted


@pytest.mark.rule("tigers", "TG-KGP-02", "TG-ATK-02")
def test_in_one_allocation_it_attacks_once() -> None:
    """Like everybody."""
    units = {"KGPeiper": "805", "x": inf("806", ALLIED), "y": inf("905", ALLIED)}
    assert drafted(stand(units), "KGPeiper > 806").refused("attack", "KGPeiper", "905") == ["TG-ATK-02"]


@pytest.mark.rule("tigers", "AMB-104")
def test_under_the_fuel_limit_it_has_less_to_go_on_with() -> None:
    """Two movement factors, one of them spent in the advance."""
    now = won(turn=7)
    assert max(t.cost or 0 for t in now.seat.targets("move", ("KGPeiper",))) <= 12


def test_a_river_that_cannot_be_bridged_bars_its_attack() -> None:
    """The roll fails, and it cannot try again."""
    units = UNITS | {"y": inf("807", ALLIED, factor=1)}
    now = fight(stand(units, country(river="806/807")), "KGPeiper h > 806", 1)
    now = now.act("advance", "KGPeiper", "806").act("stay")
    now = now.act("strike", "KGPeiper", "807", numbers=[6])
    assert now.refused("strike", "KGPeiper", "807") == ["AMB-59"]
