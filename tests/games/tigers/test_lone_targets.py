"""Skorzeny alone in a hex, and the fuel dump: targets with rules of their own (TG-SPC-05, TG-FUL-03 to TG-FUL-06, AMB-78)."""

from __future__ import annotations

import pytest

from hexbench.engine.events import DiceRolled, Resolved
from hexbench.engine.values import Action
from tests.games.tigers.field import ALLIED, GERMAN, inf
from tests.games.tigers.melee import allocated, drafted, fight, result, rolled, stand, values


@pytest.mark.rule("tigers", "TG-SPC-05", "AMB-36")
def test_skorzeny_alone_vanishes_without_a_die() -> None:
    """Nobody is asked; the attackers advance as after DE."""
    now = allocated(stand({"Skorzeny": "806", "a": inf("805", ALLIED)}, phasing=ALLIED), "a > 806")
    now = now.act("resolve", "806")
    assert not now["Skorzeny"].on_map
    assert not now.told(DiceRolled)
    assert now.step == (ALLIED, "advance")


@pytest.mark.rule("tigers", "TG-SPC-05")
def test_skorzeny_with_others_defends() -> None:
    """His factor counts."""
    units = {"Skorzeny": "806", "x": inf("806"), "a": inf("805", ALLIED, factor=4)}
    now = fight(stand(units, phasing=ALLIED), "a > 806", 4)  # 4 to 4
    assert (result(now), now["Skorzeny"].on_map) == ("-", True)


@pytest.mark.rule("tigers", "TG-SPC-05", "AMB-36", "AMB-92")
def test_skorzeny_alone_in_one_of_two_hexes() -> None:
    """He vanishes, the die is cast against the other; what the attackers lose is the value of the other."""
    units = {
        "Skorzeny": "806",
        "x": inf("906", factor=3),
        "a": inf("805", ALLIED, factor=1),
        "b": inf("805", ALLIED, factor=2),
    }
    now = fight(stand(units, phasing=ALLIED), "a b > 806 906", 6)  # 3 to 3: D/AE
    assert result(now) == "D/AE"
    assert not now["Skorzeny"].on_map
    assert not now["a"].on_map
    assert not now["b"].on_map
    now = fight(
        stand(units | {"b": inf("805", ALLIED, factor=5)}, phasing=ALLIED), "a b > 806 906", 3
    )  # 2:1: D1
    assert result(now) == "D1"
    now = now.act("length", to="0").act("further", to="0")
    assert now.step == (ALLIED, "advance")
    assert (now.top.owed, [lane.hex for lane in now.top.lanes]) == (1, ["806"])


BOTH = {"Skorzeny": "806", "x": inf("906"), "a": inf("805", ALLIED, factor=7)}


@pytest.mark.rule("tigers", "TG-SPC-05", "TG-ODD-01")
def test_the_odds_leave_him_out_before_the_die_as_they_do_at_it() -> None:
    """7 to 3, not 7 to 4: what is foretold, shown and rolled for."""
    now = allocated(stand(BOTH, phasing=ALLIED), "a > 806 906")
    forecast = now.seat.forecast(Action("resolve", ("806",)))
    assert forecast is not None
    ((_, line),) = forecast.lines
    assert (line.attack, line.defence, line.ratio) == (7, 3, "2:1")
    (told,) = rolled(now, "806", 4).told(Resolved)
    assert (told.line.defence, told.line.ratio, told.line.column) == (3, "2:1", line.column)


@pytest.mark.rule("tigers", "TG-SPC-05", "TG-CRT-02", "AMB-03")
def test_nor_does_he_bring_an_attack_below_1_5() -> None:
    """1 to 5 without him, 1 to 6 with him; neither when it is allocated nor when it is fought."""
    units = {**BOTH, "x": inf("906", factor=5), "a": inf("805", ALLIED, factor=1)}
    now = allocated(stand(units, phasing=ALLIED), "a > 806 906")
    fought = rolled(now, "806", 6)
    assert result(fought) == "AE"
    worse = {**units, "x": inf("906", factor=6)}
    assert drafted(stand(worse, phasing=ALLIED), "a > 806 906").refused("allocate") == ["TG-CRT-02"]


@pytest.mark.rule("tigers", "TG-FUL-03", "TG-FUL-06", "AMB-78")
def test_the_dump_alone_is_attacked_and_gets_no_order() -> None:
    """Its factor is one; D leaves it, D1 and better let the attackers take it."""
    now = stand({"a": inf("1007", factor=1)}, dump="1008", dump_state="found")
    now = allocated(now, "a > 1008")
    held = now.act("resolve", "1008", numbers=[3])
    assert (result(held), held.s.dump_state) == ("D", "found")
    taken = now.act("resolve", "1008", numbers=[2])
    assert (result(taken), taken.step) == ("D1", (GERMAN, "advance"))
    assert taken.refused("stay") == ["TG-ADV-07"]
    taken = taken.act("advance", "a", "1008")
    assert taken.s.dump_state == "taken"


@pytest.mark.rule("tigers", "TG-FUL-04")
def test_the_dump_is_taken_with_the_hex_of_its_defenders() -> None:
    """Hidden until then."""
    now = stand({"a": inf("1007", factor=20), "x": inf("1008", ALLIED, factor=1)}, dump="1008")
    now = fight(now, "a > 1008", 1).act("advance", "a", "1008")
    assert now.s.dump_state == "taken"


@pytest.mark.rule("tigers", "AMB-78")
def test_the_dump_does_not_add_to_the_units_on_it() -> None:
    """Its factor is for the dump alone."""
    now = stand({"a": inf("1007"), "x": inf("1008", ALLIED)}, dump="1008", dump_state="found")
    assert values(now, "a", "1008") == {"x": 3}
