"""Attacks of mechanized units over rivers: engineer bridges, their rolls and their loss (TG-BRG-04 to TG-BRG-07)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, Noted
from hexbench.games.tigers import allocate
from hexbench.games.tigers.pieces import Attack
from tests.games.tigers.field import ALLIED, GERMAN, arm, cav, country, inf, para, pz, pzgren, tiger
from tests.games.tigers.melee import allocated, drafted, fight, result, rolled, stand

WET = country(river="805/806")
X = {"x": inf("806", ALLIED, factor=2)}
SIDE = "805/806"


@pytest.mark.rule("tigers", "TG-BRG-04")
@pytest.mark.parametrize("make", [pz, pzgren, tiger])
def test_who_has_moved_does_not_attack_over_an_unbridged_river(make: Any) -> None:
    """Mechanized units; over a bridge they do, and infantry does anyway."""
    now = stand(X | {"a": make("805", moved=True)}, WET)
    assert now.refused("attack", "a", "806") == ["TG-BRG-04"]
    assert stand(X | {"a": make("805")}, WET).targets("attack", "a")
    bridged = country(river="805/806", roads=("805 806",))
    assert stand(X | {"a": make("805", moved=True)}, bridged).targets("attack", "a")
    assert stand(X | {"a": inf("805", moved=True)}, WET).targets("attack", "a")
    assert stand(X | {"a": para("805", moved=True)}, WET).targets("attack", "a")


@pytest.mark.rule("tigers", "TG-BRG-04", "AMB-119")
def test_armor_cavalry_and_skorzeny_too() -> None:
    """By class."""
    foe = {"x": inf("806")}
    for make in (arm, cav):
        assert stand(foe | {"a": make("805", moved=True)}, WET, phasing=ALLIED).refused(
            "attack", "a", "806"
        ) == ["TG-BRG-04"]
    now = stand(X | {"Skorzeny": {"at": "805", "moved": True}}, WET)
    assert now.refused("attack", "Skorzeny", "806") == ["TG-BRG-04"]


@pytest.mark.rule("tigers", "TG-BRG-05", "AMB-59", "TG-GEN-03")
@pytest.mark.parametrize("row", range(1, 7))
def test_one_roll_in_two_bridges_the_river(row: int) -> None:
    """The marker stays; those who have no bridge do not attack, and their attack is void."""
    now = allocated(stand(X | {"a": pz("805")}, WET), "a > 806", numbers=[row])
    if row <= 3:
        assert now.s.attacks[0].bridged == (SIDE,)
        assert (now.s.bridges[SIDE].owner, now.s.bridges[SIDE].marker, now.s.bridges[SIDE].intact) == (
            GERMAN,
            True,
            True,
        )
        assert now.s.markers[GERMAN] == 7
    else:
        assert now.s.attacks == ()
        assert SIDE not in now.s.bridges
        assert (now.s.markers[GERMAN], now["a"].attacks) == (8, 0)


@pytest.mark.rule("tigers", "AMB-59", "TG-BRG-05")
def test_one_roll_for_each_hexside_and_the_others_attack_without_them() -> None:
    """Two panzers at one hexside share a roll; infantry goes on alone."""
    units = X | {"a": pz("805"), "b": pz("805"), "i": inf("805", factor=6), "c": pz("706")}
    ground = country(river="805/806 706/806")
    now = drafted(stand(units, ground), "a b i c > 806").act("allocate", numbers=[6, 1])
    assert len(now.told(DiceRolled)) == 2
    now = now.end(()) if now.step[1] == "air" else now
    assert now.s.attacks[0].attackers == ("i", "c")
    assert now.s.attacks[0].bridged == ("706/806",)


@pytest.mark.rule("tigers", "AMB-59", "AMB-93")
def test_a_failed_roll_calls_off_what_needed_the_attack() -> None:
    """The panzers were to attack the strong enemy next to the infantry's target."""
    units = {
        "i": inf("805", factor=6),
        "p": pz("906"),
        "x": inf("806", ALLIED, factor=2),
        "y": inf("905", ALLIED, factor=2),
    }
    ground = country(river="906/905 906/806")
    now = drafted(stand(units, ground), "i > 806", "p > 905").act("allocate", numbers=[6])
    assert now.s.attacks == ()
    assert now["i"].attacks == 0


@pytest.mark.rule("tigers", "TG-BRG-06", "TG-BRG-03")
def test_no_marker_no_attack() -> None:
    """One for each hexside."""
    ground = country(river="805/806 706/806")
    units = X | {"a": pz("805"), "c": pz("706")}
    now = drafted(stand(units, ground, markers={GERMAN: 1}), "a > 806")
    assert now.refused("attack", "c", "806") == ["TG-BRG-06"]
    assert stand(units, ground, markers={GERMAN: 0}).refused("attack", "a", "806") == ["TG-BRG-06"]


@pytest.mark.rule("tigers", "TG-BRG-06")
def test_without_a_marker_no_die_is_rolled() -> None:
    """Of a position that was written so."""
    now = stand(X | {"a": pz("805")}, WET, markers={GERMAN: 0})
    now = now.swapped(attacks=(Attack(attackers=("a",), targets=("806",)),)).run(allocate.roll_bridges)
    assert not now.told(DiceRolled)
    noted = [(e.rule, str(e.say)) for e in now.told(Noted) if e.refs == ("805", "806")]
    assert noted == [("TG-BRG-06", "No engineer bridge is left for the river at 805/806.")]


@pytest.mark.rule("tigers", "TG-BRG-07", "AMB-61")
@pytest.mark.parametrize(
    ("die", "code", "stands"),
    [(1, "D2", True), (2, "D1", True), (3, "D", True), (4, "-", False), (5, "AD", False)],
)
def test_a_result_worse_than_d_destroys_the_bridge(die: int, code: str, stands: bool) -> None:
    """A German marker comes back in four turns (TG-BRG-14)."""
    units = {"a": pz("805", factor=3), "x": inf("806", ALLIED, factor=2)}
    now = fight(stand(units, WET), "a > 806", die, numbers=[1])  # 3:2, over a river 1:1
    assert result(now) == code
    while now.step[1] in ("how_far", "retreat", "farther", "advance"):
        now = now.default()
    assert (SIDE in now.s.bridges and now.s.bridges[SIDE].intact) == stands
    assert now.s.returning == (() if stands else (7,))


@pytest.mark.rule("tigers", "TG-BRG-07", "AMB-61", "TG-BRG-14")
def test_d_ae_and_ae_destroy_it_too() -> None:
    """An American marker is back at once."""
    units = {"a": arm("805", factor=3), "x": inf("806", factor=2)}
    now = fight(stand(units, WET, phasing=ALLIED), "a > 806", 6, numbers=[1])
    assert result(now) == "D/AE"
    while now.step[1] in ("farther", "retreat"):
        now = now.default()
    assert SIDE not in now.s.bridges
    assert now.s.markers[ALLIED] == 14


@pytest.mark.rule("tigers", "TG-BRG-07")
def test_a_bridge_that_was_there_stays() -> None:
    """Only engineer bridges of the attack are lost."""
    ground = country(river="805/806", roads=("805 806",))
    units = {"a": pz("805", factor=3), "x": inf("806", ALLIED, factor=2)}
    now = fight(stand(units, ground), "a > 806", 5)
    assert result(now) == "AD"
    assert now.s.bridges[SIDE].intact


def test_who_has_lost_his_bridge_before_the_die_is_out() -> None:
    """The infantry attacks without the panzers."""
    units = X | {"a": pz("805"), "i": inf("805", factor=6)}
    now = allocated(stand(units, WET), "a i > 806", numbers=[1])
    now = now.do(lambda play: play.edit("bridges").pop(SIDE))

    def settle(play: Any) -> None:
        from hexbench.games.tigers import allocate

        allocate.settle(play, GERMAN)

    now = now.run(settle)
    assert now.s.attacks[0].attackers == ("i",)
    assert not rolled(now, "806", 4)["a"].attacks
