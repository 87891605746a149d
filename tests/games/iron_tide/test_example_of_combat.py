"""The rules' example of combat, played through as the shipped position with its own chits and dice."""

from __future__ import annotations

from typing import cast

import pytest

from hexbench.engine.events import Noted, Resolved, Revealed
from hexbench.engine.rules import GameDef
from hexbench.games.iron_tide import GAME, chits
from hexbench.games.iron_tide.rules import ItRules
from hexbench.session.library import Library
from hexbench.store.paths import find_places
from tests.games.iron_tide.battlefield import Combat, kind, number_of, shifts
from tests.games.iron_tide.field import ALLIED, GERMAN
from tests.games.iron_tide.shipped import TABLES

A, B, C, D, E = "3941", "4040", "3943", "3940", "4038"
"""The hexes of the example."""
ATTACKERS = "G-3FJ-5 G-3FJ-8 G-667 G-3FJ-Pi"


@pytest.fixture(scope="module")
def opened() -> Combat:
    """The shipped position, at the declaration."""
    loaded = Library((cast("GameDef", GAME),), find_places()).load_scenario("iron_tide", "example_of_play")
    return Combat(cast("ItRules", loaded.rules), loaded.begin())


@pytest.fixture(scope="module")
def supported(opened: Combat) -> Combat:
    """Both sides have committed their artillery; the chits are still to be drawn."""
    now = opened.attack(ATTACKERS, D)
    assert now.unmet() == []
    asked = now.resolve()
    assert asked.step == (GERMAN, "commit")
    defence = asked.act("support", "G-388VAK G-4VW").act("commit")
    assert defence.step == (ALLIED, "commit")
    return defence.act("support", "A-406FA")


def numbers() -> list[int]:
    """The chits of the example: 6 and 5 on the B line for the attackers, 11 on the A line for the defender; dice 1 and 3."""
    cup = chits.full_cups(TABLES.chits)["red"]
    out: list[int] = []
    for chit in (kind(6), kind(5), kind(11, "red", "A")):
        out.append(number_of(cup, chit))
        cup = chits.changed(cup, chit, -1)
    return [*out, 1, 3]


@pytest.fixture(scope="module")
def fought(supported: Combat) -> Combat:
    """The dice are cast."""
    return supported.act("commit", numbers=numbers())


@pytest.mark.rule("iron_tide", "EX.a")
def test_the_situation(opened: Combat) -> None:
    rules, atlas = opened.rules, opened.rules.atlas
    assert rules.turn(opened.state.turn).weather == "overcast"
    assert all(points.ready == 0 for points in opened.state.air.values())
    assert atlas.cell(D).terrain == "rough"
    assert opened.at(D) == ("A-1-16",)
    assert opened.at(A) == ("G-3FJ-5", "G-3FJ-Pi", "G-667")
    assert opened.at(B) == ("G-3FJ-8", "G-3FJ-9")
    assert opened.at(C) == ("G-388VAK", "G-4VW")
    assert opened.at(E) == ("A-406FA",)
    assert {A, B} <= set(atlas.near[D])


@pytest.mark.rule("iron_tide", "EX.b")
def test_one_american_artillery_unit_supports_the_defence(fought: Combat) -> None:
    assert fought.rules.atlas.distance(E, D) <= 3
    assert shifts(fought.fought)["11.5e"] == -1


@pytest.mark.rule("iron_tide", "EX.c")
def test_two_german_artillery_units_support_the_attack(opened: Combat, fought: Combat) -> None:
    asked = opened.attack(ATTACKERS, D).resolve()
    assert asked.offered("support") == ("G-388VAK", "G-4VW")
    assert not asked.act("support", "G-388VAK G-4VW").is_offered("support")
    assert shifts(fought.fought)["11.5f"] == 2


@pytest.mark.rule("iron_tide", "EX.d")
def test_all_three_regiments_give_integrity_though_two_attack(opened: Combat, fought: Combat) -> None:
    assert shifts(fought.fought)["11.3e"] == 1
    assert opened.attack(ATTACKERS, D).rules_against("attack", "G-3FJ-9", D) == ["8.3a"]


@pytest.mark.rule("iron_tide", "EX.e")
def test_hex_a_has_combined_arms_and_hex_b_has_none(fought: Combat) -> None:
    assert shifts(fought.fought)["11.41b"] == 1


@pytest.mark.rule("iron_tide", "EX.f")
@pytest.mark.rule("iron_tide", "EX.g")
@pytest.mark.rule("iron_tide", "EX.h")
def test_the_chits_and_the_sums(fought: Combat) -> None:
    shown = {e.ref: e.what.split(",")[0] for e in fought.events if isinstance(e, Revealed)}
    assert shown == {"G-3FJ-5": "6", "G-3FJ-8": "5", "A-1-16": "11"}
    counted = dict(fought.below.fought.counted[0])
    assert counted["G-3FJ-5"] + counted["G-667"] + counted["G-3FJ-Pi"] == 8
    assert counted["G-3FJ-8"] == 5
    assert "G-3FJ-9" not in counted
    line = fought.fought
    assert (line.attack, line.defence, line.ratio) == (13, 11, "1-1")


@pytest.mark.rule("iron_tide", "EX.i")
@pytest.mark.rule("iron_tide", "SEQ.C.odds")
def test_the_net_shift_moves_the_odds_to_4_to_1_in_the_rough(fought: Combat) -> None:
    line = fought.fought
    assert shifts(line) == {"11.41b": 1, "11.5f": 2, "11.5e": -1, "11.3e": 1}
    assert sum(shift.by for shift in line.shifts) == 3
    assert (line.row, line.column, line.clamped) == ("rough", "4-1", False)
    logged = [e.rule for e in fought.events if isinstance(e, Noted)]
    assert {*shifts(line), "11.76b"} <= set(logged)
    (told,) = (e.line for e in fought.events if isinstance(e, Resolved))
    assert told is not None, "the result says what it was read by"
    assert (told.attack, told.defence, told.ratio) == (line.attack, line.defence, line.ratio)
    assert (told.row, told.column, dict(told.shifts)) == ("rough", "4-1", shifts(line))


@pytest.mark.rule("iron_tide", "EX.j")
def test_a_4_is_a_step_and_a_retreat_and_three_units_may_follow(fought: Combat) -> None:
    assert [e.result for e in fought.events if isinstance(e, Resolved)] == ["D1-(1)"]
    assert fought["A-1-16"].reduced  # the only unit there is: no question
    assert fought.step == (ALLIED, "retreat")
    assert "A-1-16" in fought.offered("pay")
    fled = fought.act("retreat", "", "3939")
    assert fled.step == (GERMAN, "advance")
    assert set(fled.offered("advance")) == {"G-3FJ-5", "G-667", "G-3FJ-Pi", "G-3FJ-8", "G-3FJ-9"}
    assert fled.seat.board.in_zoc(GERMAN, D)
    inside = fled.act("advance", "G-667", D).act("advance", "G-3FJ-5", D).act("advance", "G-3FJ-9", D)
    assert inside.at(D) == ("G-3FJ-5", "G-3FJ-9", "G-667")
    assert inside.step[1] != "advance"


@pytest.mark.rule("iron_tide", "EX.j")
def test_who_loses_another_step_stays(fought: Combat) -> None:
    stays = fought.act("pay", "A-1-16")
    assert (stays["A-1-16"].at, stays["A-1-16"].cadre) == (D, True)
    assert stays.step[1] == "reserve"


def test_it_can_be_played_to_its_end_by_the_defaults(opened: Combat) -> None:
    assert opened.until(None, "over").state.stack == ()
