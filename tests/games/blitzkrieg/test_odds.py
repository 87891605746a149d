"""BK-ODD: strengths, terrain, classes, rivers, and the column they come to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexbench.engine.events import DiceRolled
from hexbench.games.blitzkrieg import odds
from hexbench.games.blitzkrieg.odds import Odds, amount, column_of
from tests.games.blitzkrieg.field import (
    ALLIED,
    PLAIN,
    country,
    guns,
    inf,
    motor,
    para,
    position,
    ring,
    spy,
    tank,
    werfer,
)
from tests.games.blitzkrieg.shipped import TABLES

COLUMNS = TABLES.combat.columns


def reckon(units: dict[str, Any], rules: Any = PLAIN, hexes: str = "1512", phasing: str = "german") -> Odds:
    """The odds of every unit named a... against the hexes."""
    now = position(units, rules, phasing=phasing, sound=False)
    attackers = tuple(u for u in units if u.startswith("a"))
    return odds.odds(rules, now.state, now.seat.board, attackers, tuple(hexes.split()))


# ---- strengths ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-ODD-01")
def test_attack_is_the_sum_of_current_strengths_whatever_the_ground() -> None:
    units = {"a1": tank("1412", now=7), "a2": inf("1411"), "a3": guns("1411"), "d": inf("1512", ALLIED)}
    assert reckon(units).attack == 7 + 4 + 9
    assert reckon(units, country(forest="1412 1411", mountain="1411")).attack == 20


@pytest.mark.rule("blitzkrieg", "BK-ODD-02")
@pytest.mark.rule("blitzkrieg", "BK-ODD-04")
@pytest.mark.rule("blitzkrieg", "BK-ODD-09")
@pytest.mark.rule("blitzkrieg", "BK-TAB-08")
@pytest.mark.parametrize(
    ("one", "forest", "mountain", "city"),
    [(tank, 1, 2, 2), (motor, 2, 2, 2), (inf, 3, 2, 2), (para, 3, 2, 2)],
)
def test_terrain_multiplies_the_defence_by_class(one: Any, forest: int, mountain: int, city: int) -> None:
    units = {"a": tank("1412"), "d": one("1512", ALLIED, 4)}
    assert reckon(units).defence == 4
    assert reckon(units, country(forest="1512")).defence == 4 * forest
    assert reckon(units, country(mountain="1512")).defence == 4 * mountain
    assert reckon(units, country(city="1512")).defence == 4 * city
    face = position(units, country(city="1512")).seat.face("d")
    assert face is not None
    assert face.left == "4", "the marker does not show the terrain"


@pytest.mark.rule("blitzkrieg", "BK-ODD-02")
def test_each_defender_is_multiplied_by_its_own_ground_and_all_are_summed() -> None:
    units = {
        "a": tank("1412"),
        "d": inf("1512", ALLIED, 4),
        "e": tank("1512", ALLIED, 6),
        "f": inf("1312", ALLIED, 5),
    }
    assert reckon(units, country(forest="1512"), "1512 1312").defence == 12 + 6 + 5


@pytest.mark.rule("blitzkrieg", "BK-ODD-03")
@pytest.mark.rule("blitzkrieg", "BK-ART-06")
def test_artillery_defends_with_half_and_volkswerfer_with_a_quarter() -> None:
    now = reckon({"a": tank("1412"), "d": guns("1512", ALLIED, 9)})
    assert now.defence == Fraction(9, 2)
    units = {"a": tank("1412", ALLIED), "d": werfer("1512", 13), "g": guns("1512", strength=8)}
    assert reckon(units, phasing="allied").defence == Fraction(13, 4) + 4
    assert reckon(units, country(mountain="1512"), phasing="allied").defence == Fraction(13, 2) + 8


@pytest.mark.rule("blitzkrieg", "BK-ODD-03")
def test_they_attack_with_all_of_it() -> None:
    assert reckon({"a1": guns("1412"), "a2": werfer("1412", 13), "d": inf("1512", ALLIED)}).attack == 22


@pytest.mark.rule("blitzkrieg", "BK-ODD-08")
@pytest.mark.parametrize("one", [tank, motor, inf, para, guns])
def test_germans_in_the_siegfried_line_are_tripled_whatever_their_class(one: Any) -> None:
    units = {"a": tank("1412", ALLIED), "d": one("1512", strength=4)}
    share = Fraction(1, 2) if one is guns else 1
    assert reckon(units, country(siegfried="1512"), phasing="allied").defence == 12 * share


@pytest.mark.rule("blitzkrieg", "BK-SUP-14")
def test_isolation_lowers_the_attack_and_never_the_defence() -> None:
    one = inf("1412", strength=6, now=4, base=6, isolated=2)
    assert reckon({"a": one, "d": inf("1512", ALLIED)}).attack == 4
    assert reckon({"a": tank("1512", ALLIED), "d": one}, hexes="1412", phasing="allied").defence == 6


@pytest.mark.rule("blitzkrieg", "BK-ENG-18")
def test_infiltrators_add_nothing() -> None:
    units = {"a": tank("1412", ALLIED), "d": inf("1512"), "s": spy("1512")}
    assert reckon(units, phasing="allied").defence == 4


# ---- rivers ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-ODD-05")
def test_the_defence_doubles_when_all_attackers_are_across_a_river_from_all_defenders() -> None:
    rules = country(river=ring("1512"))
    units = {"a1": inf("1412"), "a2": inf("1511"), "d": inf("1512", ALLIED), "e": inf("1512", ALLIED, 2)}
    now = reckon(units, rules)
    assert now.doubled
    assert now.defence == 12
    partly = country(river="1412/1512")
    assert not reckon(units, partly).doubled, "a2 is on the defenders' side"
    assert reckon(units, partly).defence == 6
    assert reckon({**units, "a2": inf("1412")}, partly).defence == 12


@pytest.mark.rule("blitzkrieg", "BK-ODD-05")
def test_one_defender_on_this_side_of_the_river_removes_the_doubling() -> None:
    units = {"a": inf("1412"), "d": inf("1512", ALLIED), "e": inf("1312", ALLIED)}
    rules = country(river="1412/1512")
    assert reckon(units, rules, "1512").defence == 8
    assert reckon(units, rules, "1512 1312").defence == 8
    assert reckon(units, country(river="1412/1512 1312/1412"), "1512 1312").defence == 16


@pytest.mark.rule("blitzkrieg", "BK-ODD-06")
@pytest.mark.rule("blitzkrieg", "BK-AMB-06")
def test_a_bridge_does_not_cancel_the_river() -> None:
    rules = country(river="1412/1512", roads=("1412 1512",))
    assert reckon({"a": tank("1412"), "d": inf("1512", ALLIED)}, rules).defence == 8


@pytest.mark.rule("blitzkrieg", "BK-ODD-07")
@pytest.mark.rule("blitzkrieg", "BK-AMB-05")
def test_river_and_terrain_multiply_or_the_better_counts() -> None:
    units = {"a": tank("1412"), "d": inf("1512", ALLIED), "e": tank("1512", ALLIED, 5)}
    assert reckon(units, country(river="1412/1512", forest="1512")).defence == 24 + 10
    other = country(river="1412/1512", forest="1512", river_stack="max")
    assert reckon(units, other).defence == 12 + 10
    assert reckon(units, country(river="1412/1512", mountain="1512", river_stack="max")).defence == 8 + 10


# ---- the column -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-ODD-10")
@pytest.mark.rule("blitzkrieg", "BK-ODD-11")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (30, 10, "3-1"),
        (10, 30, "1-3"),
        (10, 10, "1-1"),
        (19, 10, "1-1"),
        (20, 10, "2-1"),
        (29, 10, "2-1"),
        (9, 10, "1-2"),
        (5, 10, "1-2"),
        (4, 10, "1-3"),
        (3, 10, "1-4"),
        (1, 99, "1-4"),
        (59, 10, "5-1"),
        (60, 10, "6-1"),
        (99, 1, "6-1"),
    ],
)
def test_odds_are_rounded_for_the_defender_and_limited(attack: int, defence: int, column: str) -> None:
    assert COLUMNS[column_of(attack, Fraction(defence))] == column


@pytest.mark.rule("blitzkrieg", "BK-ODD-11")
def test_fractions_of_points_are_kept_until_the_ratio_is_formed() -> None:
    assert COLUMNS[column_of(13, Fraction(13, 2))] == "2-1"
    assert COLUMNS[column_of(13, Fraction(27, 4))] == "1-1"
    units = {"a": tank("1412", strength=12), "d": guns("1512", ALLIED, 5), "e": guns("1512", ALLIED, 3)}
    assert COLUMNS[reckon(units).column] == "3-1", "2 1/2 and 1 1/2 are 4"


@pytest.mark.rule("blitzkrieg", "BK-ODD-12")
def test_no_defence_at_all_is_six_to_one() -> None:
    assert COLUMNS[column_of(1, Fraction(0))] == "6-1"


@pytest.mark.rule("blitzkrieg", "BK-ODD-13")
@pytest.mark.rule("blitzkrieg", "BK-ART-19")
def test_odds_are_reckoned_again_after_the_guns() -> None:
    units = {"a": tank("1412"), "g": guns("1212", strength=12), "d": inf("1512", ALLIED, 4)}
    now = position(units).act("engage", "a", "1512").act("aim", "g", "d")
    assert COLUMNS[odds.of(now.rules, now.state, now.seat.board, now.state.engagements[0]).column] == "2-1"
    now = now.act("resolve", numbers=[6])
    assert now["d"].strength == 2
    now = now.act("fight", "a", numbers=[2])
    rolled = [str(e.why) for e in now.events if isinstance(e, DiceRolled)]
    assert rolled == ["10 to 2, column 5-1"]


# ---- the lines --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-ODD-02")
def test_every_line_has_its_clause_and_they_sum_to_the_total() -> None:
    units = {"a": tank("1412"), "d": guns("1512", ALLIED, 9), "e": inf("1512", ALLIED)}
    now = reckon(units, country(forest="1512", river="1412/1512"))
    assert [(line.unit, line.rule, amount(line.amount)) for line in now.lines] == [
        ("a", "BK-ODD-01", "10"),
        ("d", "BK-ODD-02", "9"),
        ("d", "BK-ODD-03", "-4 1/2"),
        ("d", "BK-ODD-02", "4 1/2"),
        ("d", "BK-ODD-05", "9"),
        ("e", "BK-ODD-02", "4"),
        ("e", "BK-ODD-02", "8"),
        ("e", "BK-ODD-05", "12"),
    ]
    assert sum(line.amount for line in now.lines if line.of == "defence") == now.defence == 42


# ---- rulings that may be read otherwise -----------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-SUP-14", "BK-AMB-20")
@pytest.mark.parametrize(("reading", "defence", "shown"), [("unreduced", 10, "10"), ("reduced", 3, "3")])
def test_an_isolated_unit_defends_whole_or_as_weak_as_it_is(reading: str, defence: int, shown: str) -> None:
    """The odds, their line, the counter and the inspector say the same; in supply nothing changes."""
    units = {"a": tank("1412"), "d": tank("1512", ALLIED, 10, now=3, base=10, isolated=3)}
    rules = country(isolated_defence=reading)
    now = position(units, rules)
    found = odds.odds(rules, now.state, now.rules.board(now.state), ("a",), ("1512",))
    assert found.defence == defence
    assert [line.amount for line in found.lines if line.of == "defence"] == [defence]
    face = now.rules.seat(now.state, None).face("d")
    assert face is not None
    assert face.left == shown
    fit = position({"a": tank("1412"), "d": tank("1512", ALLIED, 10)}, rules)
    assert odds.odds(rules, fit.state, fit.rules.board(fit.state), ("a",), ("1512",)).defence == 10


@pytest.mark.rule("blitzkrieg", "BK-ODD-06", "BK-AMB-06")
@pytest.mark.parametrize(
    ("bridged", "blown", "doubled"),
    [(True, False, True), (True, True, True), (False, False, False), (False, True, True)],
)
def test_a_whole_bridge_cancels_the_doubling_by_the_option(bridged: bool, blown: bool, doubled: bool) -> None:
    rules = country(river="1412/1512", roads=("1412 1512",), bridged_river=bridged)
    units = {"a": tank("1412"), "d": inf("1512", ALLIED, 4)}
    now = position(units, rules, blown={"1412/1512": ("1412", "1512")} if blown else {})
    found = odds.odds(rules, now.state, now.rules.board(now.state), ("a",), ("1512",))
    assert found.doubled is doubled
    assert found.defence == (8 if doubled else 4)
