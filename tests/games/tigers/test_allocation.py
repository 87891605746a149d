"""Who may attack what, which enemies must be attacked, and what can be called off (TG-ATK, AMB-92 to AMB-97)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import Declared
from hexbench.games.tigers.allocate import Allocate
from hexbench.games.tigers.pieces import Attack
from tests.games.tigers.field import (
    ALLIED,
    abn,
    arm,
    cav,
    cc,
    country,
    inf,
    pz,
    unit,
)
from tests.games.tigers.melee import allocated, drafted, fight, rolled, stand

# 805 has the neighbours 806, 906, 905, 804, 705, 706: even columns lie half a hex north
TWO = {"a": inf("805", factor=9), "x": inf("806", ALLIED), "y": inf("905", ALLIED)}


# ---- who -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ATK-01", "TG-SEQ-03")
def test_attacks_are_allocated_and_announced_before_any_is_resolved() -> None:
    """The draft is secret; allocated it is told to all."""
    now = drafted(stand({"a": inf("805"), "x": inf("806", ALLIED)}), "a > 806")
    assert now.s.attacks == ()
    step = now.of(ALLIED).step
    assert isinstance(step, Allocate)
    assert step.plans == ()
    now = now.act("allocate")
    assert now.told(Declared)[0].refs == ("a",)
    assert now.s.attacks == (Attack(attackers=("a",), targets=("806",)),)


@pytest.mark.rule("tigers", "TG-ATK-01")
def test_what_is_no_attack() -> None:
    """Nobody there, too far, the other player's unit, no such hex."""
    now = stand({"a": inf("805"), "x": inf("806", ALLIED), "z": inf("808", ALLIED)})
    assert now.refused("attack", "a", "804") == ["TG-ATK-01"]
    assert now.refused("attack", "a", "808") == ["AMB-92"]
    assert now.refused("attack", "x", "806") == ["TG-SEQ-03", "AMB-92"]
    assert now.refused("attack", "a", "9999") == ["TG-SEQ-01"]
    assert now.refused("attack", "a a", "806") == ["TG-ATK-02"]


@pytest.mark.rule("tigers", "TG-ATK-02")
def test_one_attack_a_unit() -> None:
    """Neither twice in one allocation nor twice in a turn."""
    now = drafted(stand(TWO), "a > 806")
    assert now.refused("attack", "a", "905") == ["TG-ATK-02"]
    now = stand(TWO | {"a": inf("805", attacks=1)})
    assert now.refused("attack", "a", "806") == ["TG-ATK-02"]
    assert now.offered("attack") == ()


@pytest.mark.rule("tigers", "TG-ATK-04", "TG-DIS-04")
def test_disrupted_units_do_not_attack() -> None:
    """In their own turn."""
    now = stand(TWO | {"a": inf("805", disrupted=True)})
    assert now.refused("attack", "a", "806") == ["TG-ATK-04"]


@pytest.mark.rule("tigers", "TG-ATK-13", "TG-MOV-06", "TG-MOV-20", "TG-ZOC-35")
def test_who_used_the_bonus_or_the_road_at_last_does_not_attack() -> None:
    """Both bar an attack."""
    now = stand(TWO | {"a": inf("805", moved=True, bonus=True)})
    assert now.refused("attack", "a", "806") == ["TG-ATK-13"]
    now = stand(TWO | {"a": pz("805", moved=True, road_mode=True)})
    assert now.refused("attack", "a", "806") == ["TG-ATK-13"]
    assert stand(TWO | {"a": pz("805", moved=True)}).targets("attack", "a")


@pytest.mark.rule("tigers", "TG-VDH-06", "AMB-82")
def test_von_der_heydte_neither_attacks_nor_is_attacked() -> None:
    """He has no strength, and a hex with him alone is no target."""
    now = stand({"vdH": "805", "x": inf("806", ALLIED)})
    assert now.refused("attack", "vdH", "806") == ["TG-VDH-06"]
    now = stand({"vdH": "805", "x": inf("806", ALLIED)}, phasing=ALLIED)
    assert now.refused("attack", "x", "805") == ["AMB-82"]


@pytest.mark.rule("tigers", "AMB-96", "TG-SEQ-16")
def test_second_pass_for_those_who_neither_moved_nor_attacked() -> None:
    """And nobody joins them who did."""
    units = TWO | {"a": inf("805", factor=9, acted=True, moved=True), "b": inf("706", factor=9, moved=True)}
    now = stand(units, round=2)
    assert now.refused("attack", "a", "806") == ["AMB-96"]
    assert set(now.targets("attack", "b")) == {"806"}


@pytest.mark.rule("tigers", "AMB-96", "TG-SEQ-06")
def test_what_was_done_in_the_first_pass_is_marked_as_the_second_begins() -> None:
    """By attacking alone too."""
    units = {"a": inf("805", factor=30), "b": inf("204"), "x": inf("806", ALLIED)}
    now = fight(stand(units), "a > 806", 1)
    now = now.act("stay") if now.step[1] == "advance" and "stay" in now.verbs else now.default()
    now = now.until("german", "combat")
    assert now.s.round == 2
    assert (now["a"].acted, now["b"].acted) == (True, False)


@pytest.mark.rule("tigers", "AMB-92", "TG-ATK-15")
def test_one_combat_on_several_hexes_if_all_attackers_touch_all() -> None:
    """Who joins must be next to both, and both must be next to everybody."""
    units = TWO | {"b": inf("906"), "c": inf("805")}
    now = drafted(stand(units), "a c > 806 905")
    assert now.top.plans == (Attack(attackers=("a", "c"), targets=("806", "905")),)
    assert drafted(stand(units | {"b": inf("706")}), "a > 806 905").refused("attack", "b", "806") == [
        "AMB-92"
    ]
    now = drafted(stand(units | {"b": inf("706")}), "b > 806", "a > 905")
    assert now.refused("widen", "806", "905") == ["AMB-92"]


@pytest.mark.rule("tigers", "AMB-92", "TG-ATK-14")
def test_units_of_one_hex_may_join_different_combats() -> None:
    """A stack is attacked as a whole, but need not attack as one."""
    now = drafted(stand(TWO | {"b": inf("805", factor=9)}), "a > 806", "b > 905")
    assert len(now.act("allocate").s.attacks) == 2


@pytest.mark.rule("tigers", "TG-ATK-03")
def test_a_unit_defends_as_often_as_it_is_attacked() -> None:
    """Attacked and driven back in the first pass it may be attacked again in the second."""
    units = {"a": inf("805", factor=6), "b": inf("805", factor=6), "x": inf("806", ALLIED)}
    now = allocated(stand(units), "a > 806")
    now = rolled(now, "806", 6)  # 2:1: nothing happens
    now = now.until("german", "combat")
    assert now.s.round == 2
    assert set(now.targets("attack", "b")) == {"806"}


# ---- duties ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ATK-05", "TG-ATK-07", "TG-ZOC-37")
def test_every_strong_enemy_next_to_an_attacker_must_be_attacked() -> None:
    """The refusal names the hex."""
    now = drafted(stand(TWO), "a > 806")
    reasons = now.reasons("allocate")
    assert [r.rule for r in reasons] == ["TG-ATK-07"]
    assert reasons[0].hexes == ("905", "805")
    assert "allocate" not in now.verbs
    assert now.seat.prompt.default is not None
    assert now.seat.prompt.default.verb == "clear"


STRONG = {
    "division": {"y": inf("905", ALLIED)},
    "two brigades": {"y": cc("905"), "z": cav("905")},
}
FREE = {
    "disrupted division": {"y": inf("905", ALLIED, disrupted=True)},
    "one brigade": {"y": cav("905")},
    "a command with a disrupted one": {"y": cc("905"), "z": cc("905", disrupted=True)},
    "disrupted brigades": {"y": cc("905", disrupted=True), "z": cav("905", disrupted=True)},
}


@pytest.mark.rule("tigers", "TG-ATK-07", "TG-ATK-08")
@pytest.mark.parametrize("name", [*STRONG, *FREE])
def test_who_obliges(name: str) -> None:
    """Strong zones alone."""
    units = {"a": inf("805", factor=9), "x": inf("806", ALLIED)} | (STRONG | FREE)[name]
    assert bool(drafted(stand(units), "a > 806").reasons("allocate")) == (name in STRONG)


@pytest.mark.rule("tigers", "TG-ATK-06")
def test_an_enemy_over_the_river_need_not_be_attacked() -> None:
    """When the target is on the attacker's side."""
    now = drafted(stand(TWO, country(river="805/905")), "a > 806")
    assert not now.reasons("allocate")
    now = drafted(stand(TWO, country(river="805/905", roads=("805 905",))), "a > 806")
    assert not now.reasons("allocate"), "a bridge does not matter (AMB-41)"


@pytest.mark.rule("tigers", "TG-ATK-09")
def test_both_over_the_river_oblige() -> None:
    """And one on the near side when the target is over it."""
    now = drafted(stand(TWO, country(river="805/905 805/806")), "a > 806")
    assert now.refused("allocate") == ["TG-ATK-07"]
    now = drafted(stand(TWO, country(river="805/806")), "a > 806")
    assert now.refused("allocate") == ["TG-ATK-07"]


@pytest.mark.rule("tigers", "AMB-93")
def test_the_river_is_judged_attacker_by_attacker() -> None:
    """What is exempt for one is not for another."""
    units = TWO | {"b": inf("906", factor=9)}  # beside 806 and 905, on their side
    ground = country(river="805/905 805/806")
    assert (
        drafted(stand(TWO | {"b": inf("906", factor=9)}, country(river="805/905")), "a > 806").reasons(
            "allocate"
        )
        == ()
    )
    now = drafted(stand(units, ground), "b > 806")
    assert now.refused("allocate") == ["TG-ATK-07"]


@pytest.mark.rule("tigers", "TG-ATK-10", "AMB-93")
def test_anybody_meets_the_duty_and_takes_on_his_own() -> None:
    """The attackers of the second hex oblige in their turn, until nothing is left."""
    units = TWO | {"b": inf("904", factor=9), "z": inf("1004", ALLIED)}
    now = drafted(stand(units), "a > 806", "b > 905")
    assert [r.hexes[0] for r in now.reasons("allocate")] == ["1004"]
    now = drafted(stand(units | {"c": inf("1003", factor=9)}), "a > 806", "b > 905", "c > 1004")
    assert not now.reasons("allocate")


@pytest.mark.rule("tigers", "AMB-116")
@pytest.mark.parametrize("option", [False, True])
def test_panzers_facing_the_forest(option: bool) -> None:
    """Their zone is weak there and does not oblige, unless the option says that divisions always do."""
    units = {"a": inf("805", ALLIED, factor=9), "x": inf("806"), "y": pz("905")}
    ground = country(forest="805", forest_panzers_oblige=option)
    now = drafted(stand(units, ground, phasing=ALLIED), "a > 806")
    assert bool(now.reasons("allocate")) == option
    assert drafted(
        stand(units, country(forest="805", roads=("805 905",)), phasing=ALLIED), "a > 806"
    ).reasons("allocate")


@pytest.mark.rule("tigers", "TG-ATK-12")
def test_obligations_are_those_of_the_moment() -> None:
    """In the second pass a hex that was attacked in the first obliges anew."""
    units = TWO | {"a": inf("805", factor=9, acted=True, attacks=1), "b": inf("906", factor=9)}
    now = stand(units, round=2)
    assert drafted(now, "b > 806").refused("allocate") == ["TG-ATK-07"]


# ---- what is released and called off ----------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ATK-11", "AMB-93")
def test_calling_off_an_attack_takes_those_with_it_that_needed_it() -> None:
    """Their units have not attacked."""
    now = allocated(stand(TWO | {"b": inf("906", factor=9)}), "a > 806", "b > 905")
    assert [a.needs for a in now.s.attacks] == [("905",), ("806",)]
    now = now.act("call_off", "905")
    assert now.s.attacks == ()
    assert now["a"].attacks == 0


@pytest.mark.rule("tigers", "TG-ATK-11")
def test_what_a_resolved_attack_requires_is_not_called_off() -> None:
    """The first attack is over, the second must follow."""
    now = allocated(stand(TWO | {"b": inf("906", factor=9)}), "a > 806", "b > 905")
    now = rolled(now, "806", 6)  # 3:1: D
    while now.step[1] != "resolution":
        now = now.default()
    assert now.refused("call_off", "905") == ["TG-ATK-11"]
    assert now.offered("resolve") == ("905",)


@pytest.mark.rule("tigers", "TG-ATK-11", "AMB-94")
def test_a_division_disrupted_from_the_air_obliges_no_more() -> None:
    """Then the attack on it may be dropped alone."""
    now = allocated(stand(TWO | {"b": inf("906", factor=9)}), "a > 806", "b > 905")
    now = now.do(lambda play: play.put("y", disrupted=True))
    now = now.act("call_off", "905")
    assert [a.targets for a in now.s.attacks] == [("806",)]


@pytest.mark.rule("tigers", "AMB-93")
def test_a_strong_hex_that_becomes_adjacent_later_adds_nothing() -> None:
    """Only what was owed at allocation is owed."""
    now = allocated(
        stand({"a": inf("805", factor=9), "x": inf("806", ALLIED), "y": inf("908", ALLIED)}), "a > 806"
    )
    now = now.do(lambda play: play.put("y", at="905"))
    now = now.run(
        lambda play: __import__("hexbench.games.tigers.allocate", fromlist=["settle"]).settle(play, "german")
    )
    assert [a.targets for a in now.s.attacks] == [("806",)]


@pytest.mark.rule("tigers", "AMB-03")
def test_an_attack_pushed_below_one_to_five_later_is_called_off() -> None:
    """It is not required; its unit has not attacked."""
    now = allocated(stand({"a": inf("805", factor=1), "x": inf("806", ALLIED, factor=5)}), "a > 806")
    now = now.do(lambda play: play.put("x", entrenched=True))
    now = now.act("resolve", "806")
    assert now["a"].attacks == 0
    assert now.s.attacks == ()


@pytest.mark.rule("tigers", "AMB-03")
def test_a_required_attack_pushed_below_one_to_five_is_resolved_on_it() -> None:
    """Since the first has been resolved."""
    units = {
        "a": inf("805", factor=9),
        "b": inf("906", factor=1),
        "x": inf("806", ALLIED),
        "y": inf("905", ALLIED, factor=5),
    }
    now = allocated(stand(units), "a > 806", "b > 905")
    now = rolled(now, "806", 6)
    while now.step[1] != "resolution":
        now = now.default()
    now = now.do(lambda play: play.put("y", entrenched=True))
    now = rolled(now, "905", 6)
    assert not now["b"].on_map  # AE on 1:5


@pytest.mark.rule("tigers", "AMB-97", "TG-SEQ-05")
def test_the_phasing_player_picks_the_order() -> None:
    """Either may be first."""
    now = allocated(stand(TWO | {"b": inf("906", factor=9)}), "a > 806", "b > 905")
    assert now.offered("resolve") == ("806", "905")
    assert now.refused("resolve", "804") == ["TG-SEQ-05"]
    assert rolled(now, "905", 6).s.fought[0].targets == ("905",)


# ---- the fuel dump -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "AMB-78")
def test_who_came_upon_the_dump_must_attack_it() -> None:
    """In that phase; the default does it."""
    units = {"p": pz("1007", moved=True, stumbled=True), "q": inf("1007"), "x": inf("1307", ALLIED)}
    now = stand(units, dump="1008", dump_state="found")
    assert now.refused("allocate") == ["AMB-78"]
    assert drafted(now, "q > 1008").refused("allocate") == ["AMB-78"], "it itself must"
    now = now.default()
    assert now.top.plans == (Attack(attackers=("p",), targets=("1008",)),)
    assert not now.reasons("allocate")


@pytest.mark.rule("tigers", "AMB-78")
def test_it_need_not_where_it_cannot_or_would_have_to_attack_others() -> None:
    """Ended at road rate; beside a strong enemy."""
    found: dict[str, Any] = {"dump": "1008", "dump_state": "found"}
    now = stand({"p": pz("1007", moved=True, stumbled=True, bonus=True)}, **found)
    assert not now.reasons("allocate")
    now = stand({"p": pz("1007", moved=True, stumbled=True), "x": inf("1006", ALLIED)}, **found)
    assert not now.reasons("allocate")


# ---- the draft -------------------------------------------------------------------------------------------------------
def test_taking_back_and_clearing() -> None:
    """Nothing is lost and nothing stays."""
    now = drafted(stand(TWO | {"b": inf("906", factor=9)}), "a > 806", "b > 905")
    assert now.act("back", "b").top.plans == (Attack(attackers=("a",), targets=("806",)),)
    assert now.act("clear").top.plans == ()
    assert now.refused("back", "x") == ["TG-ATK-01"]
    assert now.act("clear").refused("clear") == ["TG-ATK-01"]


def test_two_attacks_become_one() -> None:
    """All their units and hexes."""
    units = TWO | {"b": inf("906", factor=9)}
    now = drafted(stand(units), "a > 806", "b > 905").act("widen", "806", "905")
    assert now.top.plans == (Attack(attackers=("a", "b"), targets=("806", "905")),)


@pytest.mark.rule("tigers", "TG-GEN-07")
def test_the_table_of_zones_goes_before_the_general_duty() -> None:
    """An undisrupted armored division whose zone is weak is not required (see AMB-116), two brigades are."""
    units: dict[str, Any] = {"a": inf("805", factor=9), "x": inf("806", ALLIED), "y": arm("905")}
    assert not drafted(stand(units, country(forest="805")), "a > 806").reasons("allocate")
    units["y"] = unit("905", ALLIED, "cav", "bde", 1, 4, {})
    units["z"] = cc("905")
    assert drafted(stand(units, country(forest="805")), "a > 806").reasons("allocate")
    assert drafted(stand(TWO | {"y": abn("905")}), "a > 806").reasons("allocate")
