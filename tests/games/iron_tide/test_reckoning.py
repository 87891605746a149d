"""What the reckoning of a combat shows: the lights of the results table, the chances, the range of odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from hexbench.atlas.arcs import points
from hexbench.engine.display import Spread
from hexbench.engine.forecast import Forecast, OddsLine
from hexbench.engine.results import result_ways, signed, ways
from hexbench.games.iron_tide import results
from hexbench.games.iron_tide.combatants import Fight
from hexbench.games.iron_tide.odds_report import favour, lights_of, likeliest, odds, shifts, spreads
from tests.games.iron_tide.battlefield import bn, combat
from tests.games.iron_tide.field import ALLIED
from tests.games.iron_tide.shipped import TABLES

CRT = TABLES.crt
NOW = combat({"a": bn("3440"), "d": bn("3441", ALLIED)})


def line(row: str, before: str, after: str, **facts: Any) -> OddsLine:
    """A line of odds in a row of the table."""
    column = CRT.odds[row].index(after)
    results = result_ways([(n, CRT.results[str(n)][column]) for n in range(2, 13)], 2)
    return OddsLine(
        attack=1, defence=1, ratio=before, row=row, column=after, results=results, ways=36, **facts
    )


@pytest.mark.rule("iron_tide", "11.75a", "11.76b", "11.76c", "11.77a")
@pytest.mark.parametrize("row", CRT.defence_rank)
def test_the_row_the_columns_and_the_cell_are_lit(row: str) -> None:
    """Every pair of columns before and after the shifts, every sum of the dice; odds beyond an end light that end."""
    headers = CRT.odds[row]
    pairs = [(b, b, a) for b, a in product(headers, headers)]
    pairs += [
        ("99-1", headers[-1], headers[-2]),
        ("1-99", headers[0], headers[1]),
        ("1-99", headers[0], headers[0]),
    ]
    at = CRT.defence_rank.index(row)
    for ratio, before, after in pairs:
        first, column = headers.index(before), headers.index(after)
        shifted = first != column
        text = f"{after} after the shifts" if shifted else after
        wanted: list[Any] = [(at, -1, "band", ""), (-1, column, "band", "")]
        wanted += [(at, first, "from", f"{before} before the shifts")] if shifted else []
        for dice, sure in ((0, True), (0, False), (2, True), (7, True), (12, True)):
            told = [(at, column, "to", text if sure else f"{text}: likeliest")]
            if dice:
                result = CRT.results[str(dice)][column]
                told.append(
                    (
                        len(CRT.defence_rank) + dice - 2,
                        column,
                        "hit",
                        f"dice {dice}: {results.combat(result)} ({result})",
                    )
                )
            found = lights_of(NOW.seat, line(row, ratio, after), dice, sure)
            assert [(x.row, x.column, x.tone, str(x.say)) for x in found] == [*wanted, *told]


def chances(spread: Spread) -> dict[str, Fraction]:
    """Each bar by name -> its chance."""
    whole = sum(bar.weight for bar in spread.bars)
    assert all(bar.weight > 0 and not bar.lit for bar in spread.bars)
    return {str(bar.say): Fraction(bar.weight, whole) for bar in spread.bars}


MIXED = Forecast(
    (
        (3, line("clear", "2-1", "2-1")),
        (1, line("clear", "1-1", "3-1")),
        (4, line("clear", "1-1", "1-1")),
        (2, line("clear", "1-1", "2-1")),
    )
)


@pytest.mark.rule("iron_tide", "11.77a")
def test_the_chances_of_a_mixture_are_the_mean_of_its_lines() -> None:
    results, columns = spreads(NOW.seat, MIXED)
    wanted = Counter[str]()
    for weight, one in MIXED.lines:
        column = CRT.odds["clear"].index(one.column)
        for total, n in ways(2):
            wanted[CRT.results[str(total)][column]] += weight * n
    assert chances(results) == {name: Fraction(n, 360) for name, n in wanted.items()}
    assert [str(bar.say) for bar in results.bars] == sorted(wanted, key=favour)
    assert chances(columns) == {"1-1": Fraction(4, 10), "2-1": Fraction(5, 10), "3-1": Fraction(1, 10)}
    assert [str(bar.say) for bar in columns.bars] == ["1-1", "2-1", "3-1"]
    (only,) = spreads(NOW.seat, Forecast((MIXED.lines[0],)))
    assert sum(chances(only).values()) == 1


def test_the_likeliest_column_is_that_of_most_weight_and_its_line_the_likeliest_in_it() -> None:
    assert likeliest(MIXED) == (MIXED.lines[0][1], False)
    assert likeliest(Forecast((MIXED.lines[1],))) == (MIXED.lines[1][1], True)
    assert likeliest(Forecast(())) == (None, False)


def test_results_are_listed_from_the_best_for_the_attacker_to_the_worst() -> None:
    names = ["A2-(1)", "D1", "B1-(1)", "D4-(2)", "A1", "D2", "D1-(1)", "A2"]
    assert sorted(names, key=favour) == ["D4-(2)", "D1-(1)", "D2", "D1", "B1-(1)", "A1", "A2", "A2-(1)"]


@pytest.mark.rule("iron_tide", "11.74a", "11.76b", "11.76c", "11.23b")
def test_the_account_of_the_odds_is_a_range_where_something_is_not_known() -> None:
    fight = Fight(side="german", attackers=("a",), stands=())
    (account,) = odds(NOW.seat, MIXED, fight)
    assert [(str(row.say), row.amount, row.was) for row in account.lines] == [
        ("Odds before shifts", "1-1 … 2-1", ""),
        ("Row: Clear", "", ""),
        ("Column after the shifts", "1-1 … 3-1", "1-1 … 2-1"),
    ]
    assert [c.rule for c in account.lines[-1].clauses] == ["11.76b"]
    (account,) = odds(NOW.seat, Forecast(((1, line("clear", "2-1", "3-1", clamped=True)),)), fight)
    assert [(str(row.say), row.amount, row.was) for row in account.lines] == [
        ("Attack to defence", "1 : 1", ""),
        ("Odds before shifts", "2-1", ""),
        ("Row: Clear", "", ""),
        ("Column after the shifts", "3-1", "2-1"),
    ]
    assert [(str(c.say), c.rule) for c in account.lines[-1].clauses] == [("the end of the row", "11.76c")]
    assert odds(NOW.seat, None, fight) == odds(NOW.seat, Forecast(()), fight) == ()


@pytest.mark.parametrize(("n", "text"), [(0, "0"), (2, "+2"), (-1, "-1")])
def test_a_shift_is_written_with_its_sign(n: int, text: str) -> None:
    assert signed(n) == text


@pytest.mark.parametrize("twelfths", range(1, 49))
def test_every_number_of_twelfths_is_written_in_lowest_terms_or_in_twelfths(twelfths: int) -> None:
    parts = points(twelfths).split()
    assert sum(Fraction(part) for part in parts) == Fraction(twelfths, 12)
    assert len(parts) == 1 + (twelfths > 12 and twelfths % 12 > 0)
    assert all("/" not in part for part in parts[:-1])


@pytest.mark.rule("iron_tide", "11.5e", "11.5f")
def test_a_shift_by_guns_lights_the_guns_of_its_own_side() -> None:
    """Also when both sides have one: each line leads to those who gave it."""
    units = {"a": bn("3446", factor=4), "d": bn("3445", ALLIED, 4)}
    units |= {"g": bn("3448", type="artillery"), "h": bn("3442", ALLIED, type="artillery")}
    asked = combat(units, turn="20AM").attack("a").resolve().act("support", "g").act("commit")
    both = asked.act("support", "h")
    fight = both.top.fight(both.state, both.top.guns, False)
    account = shifts(both.seat, fight, None)[0]
    lit = {line.clauses[0].rule: (line.amount, line.hexes) for line in account.lines}
    assert lit["11.5f"] == ("+1", ("3448",))
    assert lit["11.5e"] == ("-1", ("3442",))
