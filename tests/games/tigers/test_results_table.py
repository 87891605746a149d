"""TG-CRT-01 and the columns of the odds: every cell by both indices, the ladder, the ends of the table."""

from __future__ import annotations

import pytest

from hexbench.engine.events import Line, Resolved
from hexbench.games.tigers.odds import column, ladder, ratio
from tests.games.tigers.field import ALLIED, Situation, country, inf, pz, unit
from tests.games.tigers.melee import drafted, fight, reckoning, result, stand
from tests.games.tigers.shipped import TABLES

STRENGTHS = {
    "1:5": (1, 5),
    "1:4": (1, 4),
    "1:3": (1, 3),
    "1:2": (2, 4),
    "1:1": (3, 3),
    "3:2": (3, 2),
    "2:1": (4, 2),
    "3:1": (6, 2),
    "4:1": (8, 2),
    "5:1": (10, 2),
    "6:1": (12, 2),
    "7:1": (14, 2),
}
COLUMNS = list(STRENGTHS)
TABLE = """
D/AE D    D    D2   D2   D2 D2 D3 DE DE DE DE
AE   AD   -    D1   D1   D1 D2 D2 D3 DE DE DE
AE   D/AE AD   -    D    D1 D1 D2 D2 D3 DE DE
AE   AE   D/AE AD   -    D  D1 D1 D2 D2 DE DE
AE   AE   AE   D/AE AD   -  D  D1 D1 D2 D3 DE
AE   AE   AE   AE   D/AE AD -  D  D1 D1 D2 DE
"""
CELLS = TABLE.split()


def duel(attack: int, defence: int, index: str = "A") -> Situation:
    """One unit against one, with these factors."""
    units = {"a": inf("805", factor=attack), "x": inf("806", ALLIED, factor=defence)}
    return stand(units, country(die_index=index))


@pytest.mark.rule("tigers", "TG-CRT-01")
@pytest.mark.rule("tigers", "TG-GEN-01")
@pytest.mark.rule("tigers", "TG-GEN-02")
@pytest.mark.rule("tigers", "AMB-01")
@pytest.mark.parametrize("index", ["A", "B"])
@pytest.mark.parametrize("name", COLUMNS)
def test_every_cell_by_both_indices(name: str, index: str) -> None:
    """All 72 cells, fought: row n of index A is number n, of index B number 7 - n."""
    for row in range(1, 7):
        die = row if index == "A" else 7 - row
        now = fight(duel(*STRENGTHS[name], index), "a > 806", die)
        assert result(now) == CELLS[12 * (row - 1) + COLUMNS.index(name)], (name, row)


@pytest.mark.rule("tigers", "AMB-02")
@pytest.mark.rule("tigers", "TG-ODD-01")
@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [
        (7, 4, "3:2"),
        (4, 3, "1:1"),
        (2, 3, "1:2"),
        (3, 4, "1:2"),
        (5, 3, "3:2"),
        (6, 3, "2:1"),
        (11, 4, "2:1"),
        (4, 9, "1:3"),
        (1, 6, "1:6"),
        (1, 7, "1:7"),
        (16, 2, "8:1"),
        (19, 2, "9:1"),
        (3, 2, "3:2"),
        (5, 5, "1:1"),
    ],
)
def test_odds_between_columns_favour_the_defender(attack: int, defence: int, name: str) -> None:
    """A ratio that is not printed drops to the next column in the defender's favour."""
    assert ratio(ladder(attack, defence)) == name
    assert reckoning(duel(attack, defence), "a", "806").ladder == ladder(attack, defence)


@pytest.mark.rule("tigers", "AMB-03")
def test_the_axis_runs_on_by_whole_odds_at_both_ends() -> None:
    """1:6 is one column below the first, 9:1 two beyond the last."""
    assert [ladder(1, n) for n in (5, 6, 7, 8)] == [0, -1, -2, -3]
    assert [ladder(n, 1) for n in (7, 8, 9)] == [11, 12, 13]


@pytest.mark.rule("tigers", "TG-CRT-03")
def test_better_than_seven_to_one_is_resolved_on_seven_to_one() -> None:
    """The last column holds for all that is better."""
    assert column(TABLES.results, 15) == 11
    assert result(fight(duel(20, 1), "a > 806", 6)) == "DE"


@pytest.mark.rule("tigers", "AMB-03")
def test_shifts_come_before_the_cut() -> None:
    """8:1 and one column down is 7:1; 1:6 and one column up is 1:5, which may be attacked."""
    wet = country(river="805/806")
    now = stand({"a": inf("805", factor=8), "x": inf("806", ALLIED, factor=1)}, wet)
    found = reckoning(now, "a", "806")
    assert (found.ladder, found.lower) == (12, 11)
    now = stand({"a": inf("805", factor=1), "x": inf("806", ALLIED, factor=6, disrupted=True)})
    assert reckoning(now, "a", "806").lower == 0
    assert result(fight(now, "a > 806", 1)) == "D/AE"


@pytest.mark.rule("tigers", "TG-CRT-02")
def test_below_one_to_five_after_shifts_no_attack() -> None:
    """The allocation is refused with the odds."""
    now = drafted(stand({"a": inf("805", factor=1), "x": inf("806", ALLIED, factor=6)}), "a > 806")
    assert now.refused("allocate") == ["TG-CRT-02"]
    assert "1:6" in now.sentence("allocate")
    now = drafted(
        stand({"a": inf("805", factor=1), "x": inf("806", ALLIED, factor=5)}, country(river="805/806")),
        "a > 806",
    )
    assert now.refused("allocate") == ["TG-CRT-02"]


@pytest.mark.rule("tigers", "AMB-03")
def test_a_required_attack_below_one_to_five_makes_the_other_illegal() -> None:
    """The weak enemy can be attacked, the strong one next to him cannot, and must be."""
    units = {"a": inf("805", factor=1), "b": inf("705", factor=1), "x": inf("806", ALLIED, factor=1)}
    now = stand(units | {"y": inf("706", ALLIED, factor=9)})
    assert drafted(now, "a > 806").refused("allocate") == ["TG-ATK-07"]
    assert drafted(now, "a > 806", "b > 706").refused("allocate") == ["TG-CRT-02"]


@pytest.mark.rule("tigers", "TG-GEN-04")
@pytest.mark.rule("tigers", "TG-ODD-03")
def test_attackers_count_what_is_printed() -> None:
    """Terrain and works help the defense alone; shifts change the column, not the factors."""
    wooded = country(forest="805 806", town="805")
    found = reckoning(stand({"a": inf("805", entrenched=True), "x": inf("806", ALLIED)}, wooded), "a", "806")
    assert (found.attack, found.defence) == (3, 4)
    now = stand({"a": pz("805"), "x": inf("806", ALLIED, disrupted=True)})
    found = reckoning(now, "a", "806")
    assert (found.attack, found.defence, found.ladder, found.place(elite=False)) == (4, 3, 4, 5)


def test_the_forecast_is_the_column_it_is_resolved_on() -> None:
    """All six rows, from the code that resolves."""
    now = stand({"a": unit("805", "german", "inf", "div", 6, 2, {}), "x": inf("806", ALLIED)})
    from hexbench.engine.values import Action

    forecast = now.seat.forecast(Action("attack", ("a",), "806"))
    assert forecast is not None
    line = forecast.lines[0][1]
    assert (line.ratio, line.column, line.ways) == ("2:1", "2:1", 6)
    assert dict(line.results) == {"D2": 2, "D1": 2, "D": 1, "-": 1}


@pytest.mark.rule("tigers", "TG-ODD-01")
@pytest.mark.parametrize("name", COLUMNS)
def test_a_result_is_told_with_the_sums_and_the_column_it_was_read_by(name: str) -> None:
    attack, defence = STRENGTHS[name]
    (told,) = fight(duel(attack, defence), "a > 806", 6).told(Resolved)
    assert told.line == Line(attack=attack, defence=defence, ratio=name, column=name)
