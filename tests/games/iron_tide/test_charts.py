"""The Combat Results Table and the Terrain Effects Chart: the shipped values and how they are read."""

from __future__ import annotations

from collections import Counter

import pytest

from hexbench.engine import results as ladder
from hexbench.games.iron_tide.charts import CombatResult, read_result, rung, twelfths
from hexbench.games.iron_tide.pieces import Mobility, Side
from tests.games.iron_tide.shipped import TABLES

# --------------------------------------------------------------------------------------------------- combat results


def chances(column: int) -> tuple[int, int, int, float, float]:
    """Of 36: how often D, B and A come up in a column; mean steps the defender and the attacker must lose."""
    hits: Counter[str] = Counter()
    lost = {"D": 0, "A": 0}
    for total, ways in ladder.ways(2):
        result = TABLES.crt.result(column, total)
        hits[result.hit] += ways
        for side in lost:
            if result.hit in (side, "B"):
                lost[side] += ways * result.losses
    return hits["D"], hits["B"], hits["A"], lost["D"] / 36, lost["A"] / 36


@pytest.mark.parametrize(
    ("column", "hits", "defender", "attacker"),
    [
        (0, (0, 1, 35), 0.03, 0.94),
        (1, (1, 2, 33), 0.06, 0.81),
        (2, (3, 7, 26), 0.22, 0.61),
        (3, (6, 15, 15), 0.44, 0.58),
        (4, (15, 11, 10), 0.39, 0.39),
        (5, (26, 7, 3), 0.50, 0.22),
        (6, (30, 5, 1), 0.58, 0.14),
        (7, (33, 3, 0), 0.75, 0.08),
        (8, (35, 1, 0), 0.92, 0.03),
        (9, (36, 0, 0), 1.11, 0.00),
        (10, (36, 0, 0), 1.33, 0.00),
        (11, (36, 0, 0), 1.56, 0.00),
        (12, (36, 0, 0), 1.72, 0.00),
    ],
)
def test_the_chances_of_each_column(
    column: int, hits: tuple[int, int, int], defender: float, attacker: float
) -> None:
    d, b, a, d_loss, a_loss = chances(column)
    assert (d, b, a) == hits
    assert d_loss == pytest.approx(defender, abs=0.005)
    assert a_loss == pytest.approx(attacker, abs=0.005)


def harm(result: CombatResult) -> int:
    """How good a result is for the attacker, as one number."""
    sign = {"D": 1, "B": 0, "A": -1}[result.hit]
    return sign * (10 + result.retreat + 3 * result.losses)


def test_more_odds_and_lower_rolls_never_hurt_the_attacker() -> None:
    worth = [[harm(TABLES.crt.result(column, total)) for column in range(13)] for total in range(2, 13)]
    for row in worth:
        assert row == sorted(row)
    for column in zip(*worth, strict=True):
        assert list(column) == sorted(column, reverse=True)


@pytest.mark.rule("iron_tide", "11.75a")
@pytest.mark.parametrize(
    ("row", "odds", "column"),
    [
        ("clear", "1-4", 0),
        ("clear", "1-1", 3),
        ("rough", "1-1", 2),
        ("woods", "1-1", 1),
        ("heavy_woods", "4-1", 3),
    ],
)
def test_the_odds_are_looked_up_in_the_row_of_the_terrain(row: str, odds: str, column: int) -> None:
    assert TABLES.crt.column(row, rung(odds)) == (column, False)
    assert TABLES.crt.odds[row][column] == odds


@pytest.mark.parametrize(
    ("row", "odds", "column"),
    [("clear", "1-9", 0), ("heavy_woods", "1-2", 0), ("clear", "11-1", 12), ("rough", "99-1", 12)],
)
def test_odds_beyond_the_row_use_the_column_at_its_end(row: str, odds: str, column: int) -> None:
    assert TABLES.crt.column(row, rung(odds)) == (column, True)


def test_the_cell_of_the_example_of_combat() -> None:
    column, clamped = TABLES.crt.column("rough", rung("4-1"))
    assert not clamped
    assert TABLES.crt.result(column, 4) == CombatResult("D1-(1)", "D", 1, 1)


@pytest.mark.parametrize(
    ("name", "hit", "retreat", "losses"),
    [
        ("A1", "A", 1, 0),
        ("D2", "D", 2, 0),
        ("B1-(1)", "B", 1, 1),
        ("D4-(2)", "D", 4, 2),
        ("A2-(1)", "A", 2, 1),
    ],
)
def test_reading_a_result(name: str, hit: str, retreat: int, losses: int) -> None:
    result = read_result(name)
    assert (result.name, result.hit, result.retreat, result.losses) == (name, hit, retreat, losses)


@pytest.mark.parametrize("name", ["", "C1", "D", "D1-1", "D1-(1", "1-1"])
def test_what_is_no_result_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not a combat result"):
        read_result(name)


def test_the_row_best_for_the_defender() -> None:
    assert TABLES.crt.best_row({"rough", "clear"}) == "rough"
    assert TABLES.crt.best_row({"woods", "heavy_woods", "clear"}) == "heavy_woods"


# --------------------------------------------------------------------------------------------------- terrain effects


@pytest.mark.parametrize(
    ("terrain", "features", "mobility", "cost"),
    [
        ("clear", (), "N", 12),
        ("woods", (), "M", 48),
        ("heavy_woods", (), "MI", 72),
        ("heavy_woods", (), "M", None),
        ("heavy_woods", ("town",), "M", 12),
        ("marsh", ("city",), "M", 12),
        ("rough", ("westwall",), "N", 24),
    ],
)
def test_hex_costs_in_twelfths(
    terrain: str, features: tuple[str, ...], mobility: Mobility, cost: int | None
) -> None:
    assert TABLES.tec.hex_cost(terrain, features, mobility) == cost


@pytest.mark.parametrize(
    ("side", "mobility", "cost"),
    [("german", "N", 6), ("allied", "N", 2), ("german", "MI", 4), ("german", "M", 4), ("allied", "M", 4)],
)
def test_strategic_road_costs_are_exact(side: Side, mobility: Mobility, cost: int) -> None:
    assert TABLES.tec.strategic_road_cost(side, mobility) == cost


def test_other_prices() -> None:
    tec = TABLES.tec
    classes: tuple[Mobility, ...] = ("N", "MI", "M")
    assert tec.road_cost() == 12
    assert tec.westwall_cost() == 12
    assert [tec.disengage_cost(each) for each in classes] == [12, 36, 36]
    assert [tec.ford_cost(each) for each in classes] == [12, 24, 36]
    assert [tec.river_cost(each) for each in classes] == ["ALL", "ALL", None]
    assert tec.shift_left(("town", "city")) == 1
    assert tec.shift_left(("westwall",)) == 0
    assert tec.crt_row("marsh") == "rough"


def test_a_price_that_is_no_twelfth_or_no_number_is_refused() -> None:
    assert twelfths("1/6") == 2
    assert twelfths("P") is None
    with pytest.raises(ValueError, match="not a whole number of twelfths"):
        twelfths("1/7")
    with pytest.raises(ValueError, match="ALL"):
        twelfths("ALL")
