"""Odds, ladders, ways."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexbench.engine.results import clamp, odds, ratio_name, result_ways, rung, ways


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (25, 12, (2, 1)),
        (24, 12, (2, 1)),
        (23, 12, (1, 1)),
        (12, 12, (1, 1)),
        (11, 12, (1, 2)),
        (12, 25, (1, 3)),
        (12, 24, (1, 2)),
        (1, 99, (1, 99)),
        (7, 0, (99, 1)),
        (0, 7, (1, 99)),
        (0, 0, (1, 1)),
        (-3, 5, (1, 99)),
    ],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, expected: tuple[int, int]) -> None:
    assert odds(attack, defence) == expected


@given(st.integers(0, 300), st.integers(0, 300))
def test_odds_are_the_best_ratio_that_is_really_there(attack: int, defence: int) -> None:
    a, d = odds(attack, defence)
    assert min(a, d) == 1
    if attack and defence:
        assert Fraction(attack, defence) >= Fraction(a, d)
        better = Fraction(a + 1, 1) if d == 1 else Fraction(1, d - 1)
        assert Fraction(attack, defence) < better


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 10))
def test_more_attack_never_hurts(attack: int, defence: int, more: int) -> None:
    assert rung(odds(attack + more, defence)) >= rung(odds(attack, defence)) or (attack, defence) == (0, 0)
    assert rung(odds(attack, defence + more)) <= rung(odds(attack, defence)) or defence == 0


def test_the_ladder_has_no_gap() -> None:
    names = ["1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1"]
    ratios = [(1, 4), (1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1)]
    assert [rung(r) for r in ratios] == [-3, -2, -1, 0, 1, 2, 3]
    assert [ratio_name(rung(r)) for r in ratios] == names


def test_places_beyond_the_ends_are_brought_in() -> None:
    assert clamp(7, -2, 4) == (4, True)
    assert clamp(-9, -2, 4) == (-2, True)
    assert clamp(4, -2, 4) == (4, False)


def test_sums_of_dice() -> None:
    assert ways(1) == ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1))
    two = dict(ways(2))
    assert (two[2], two[7], two[12], sum(two.values())) == (1, 6, 1, 36)
    assert sum(n for _, n in ways(3, 4)) == 64


def test_results_are_weighed_by_the_dice() -> None:
    column = [(total, "miss" if total < 9 else "hit") for total in range(2, 13)]
    assert result_ways(column, 2) == (("miss", 26), ("hit", 10))
    assert result_ways([(1, "A"), (2, "A"), (3, "B"), (99, "C")], 1) == (("A", 2), ("B", 1), ("C", 0))
