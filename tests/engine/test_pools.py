"""Pools of dice: how they are counted is how they are foretold."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from hexbench.engine.forecast import Clause, Forecast, OddsLine, Pool, Tally, Term, surplus
from hexbench.engine.values import say
from hexbench.session.to_json import plain


@pytest.mark.parametrize("wins", [(), (6,), (5, 6), (4, 5, 6), (1, 2, 3, 4, 5, 6)])
@pytest.mark.parametrize("dice", [0, 1, 3, 4])
@pytest.mark.parametrize("mended", [0, 1])
def test_the_ways_of_a_pool_are_those_of_counting_every_fall(
    wins: tuple[int, ...], dice: int, mended: int
) -> None:
    pool = Pool(say=say("Dice"), dice=dice, wins=wins, mended=mended)
    counted = Counter(pool.count(fall) for fall in product(range(1, 7), repeat=dice))
    ways = pool.ways()
    assert len(ways) == dice + 1
    scale = 6**dice // sum(ways)
    assert {n: way * scale for n, way in enumerate(ways) if way} == dict(counted)


def test_dice_of_any_number_of_faces() -> None:
    pool = Pool(say=say("Dice"), dice=2, wins=(1,), faces=10)
    assert pool.ways() == (81, 18, 1)
    assert pool.count((1, 10)) == 1


def test_the_surplus_never_falls_below_nothing() -> None:
    two, one = Pool(say=say("a"), dice=2, wins=(4, 5, 6)), Pool(say=say("b"), dice=1, wins=(4, 5, 6))
    assert surplus(two.ways(), one.ways()) == (1 + 1 + 2, 1 + 2, 1)


def test_a_tally_is_the_sum_of_its_terms() -> None:
    terms = (
        Term(say=say("a"), amount=5),
        Term(say=say("half"), amount=-2, clauses=(Clause(say("in smoke"), "1.1"),)),
    )
    assert Tally(say=say("Strength"), terms=terms).total == 3


def test_ways_beyond_what_json_readers_take_are_told_as_floats() -> None:
    """Forty dice at one in six have more ways than sixty-four bits hold."""
    pool = Pool(say=say("Dice"), dice=40, wins=(6,))
    ways = pool.ways()
    results = tuple((str(n), way) for n, way in enumerate(ways))
    line = OddsLine(attack=40, defence=0, ratio="", results=results, ways=sum(ways), pools=(pool,))
    told = plain(Forecast(((1, line),)))
    (weight, one), *_ = told["lines"]
    assert (weight, one["ways"]) == (1, float(6**40))
    assert one["results"][40] == ["40", 1]
    assert sum(chance for _, chance in Forecast(((1, line),)).chances()) == pytest.approx(1)
