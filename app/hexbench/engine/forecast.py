"""Forecasts: exact odds as a distribution, made by the code that resolves. Nothing here is estimated."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb, gcd

from hexbench.engine.display import Clause, Light
from hexbench.engine.values import Say, Value

__all__ = ["Clause", "Fan", "Forecast", "OddsLine", "Pool", "Shift", "Tally", "Term", "surplus"]


class Shift(Value, frozen=True):
    """One shift of columns or modifier of a die, with the rule it comes from. Positive favours the attacker."""

    rule: str
    say: Say
    by: int


class Term(Value, frozen=True, kw_only=True):
    """One line of a sum: what counts, how much (possibly negative), and by which rules. ``unit``: the unit it belongs to."""

    say: Say
    amount: int
    clauses: tuple[Clause, ...] = ()
    unit: str = ""


class Tally(Value, frozen=True, kw_only=True):
    """A sum with its terms: a strength, a number of dice."""

    say: Say
    terms: tuple[Term, ...] = ()
    side: str = ""

    @property
    def total(self) -> int:
        """The sum of the terms."""
        return sum(term.amount for term in self.terms)


class Pool(Value, frozen=True, kw_only=True):
    """Dice that are rolled together and counted individually: a die that shows one of ``wins`` is a success.

    ``mended``: how many failed dice count as successes after all.
    """

    say: Say
    dice: int
    wins: tuple[int, ...]
    faces: int = 6
    mended: int = 0

    def count(self, rolled: Sequence[int]) -> int:
        """The successes among the faces rolled."""
        found = sum(face in self.wins for face in rolled)
        return min(len(rolled), found + self.mended)

    def ways(self) -> tuple[int, ...]:
        """The number of ways to get 0, 1, 2, ... successes, in lowest terms."""
        return _pool_ways(self.dice, len(self.wins), self.faces, self.mended)


@lru_cache(maxsize=1024)
def _pool_ways(dice: int, wins: int, faces: int, mended: int) -> tuple[int, ...]:
    common = gcd(wins, faces)
    win, lose = wins // common, (faces - wins) // common
    out = [0] * (dice + 1)
    for n in range(dice + 1):
        out[min(dice, n + mended)] += comb(dice, n) * win**n * lose ** (dice - n)
    return tuple(out)


def surplus(attack: Sequence[int], defence: Sequence[int]) -> tuple[int, ...]:
    """The ways to get a surplus of 0, 1, 2, ..., from the ways of two numbers; a deficit counts as 0."""
    out = [0] * len(attack)
    for a, ways in enumerate(attack):
        for d, others in enumerate(defence):
            out[max(0, a - d)] += ways * others
    return tuple(out)


class Fan(Value, frozen=True, kw_only=True):
    """One further thing that a combat decides, such as the fate of one of several units: (result, ways), out of ``ways``."""

    say: Say
    results: tuple[tuple[str, int], ...]
    ways: int
    unit: str = ""


class OddsLine(Value, frozen=True, kw_only=True):
    """One combat as far as it can be calculated before the dice: strengths, ratio, shifts, column, and its results.

    ``results`` pairs each result with the number of ways the dice give it, of ``ways`` in all. ``tallies`` show how
    the strengths come about. A game without an odds table has no ratio: ``pools`` are rolled, and ``fans`` show what
    else they decide (the hits, or the fate of one of several units).
    """

    attack: int
    defence: int
    ratio: str
    row: str = ""
    shifts: tuple[Shift, ...] = ()
    column: str = ""
    clamped: bool = False
    results: tuple[tuple[str, int], ...] = ()
    ways: int = 1
    tallies: tuple[Tally, ...] = ()
    pools: tuple[Pool, ...] = ()
    fans: tuple[Fan, ...] = ()


class Forecast(Value, frozen=True):
    """A distribution over odds lines: a single line if everything is known, the exact mixture if something is unseen.

    Each line comes with its weight; the chance of a line is its weight over ``total``.
    """

    lines: tuple[tuple[int, OddsLine], ...]
    what: str = ""
    """The kind of the results, by which they are put into words (:meth:`hexbench.engine.seat.Seat.result`); empty:
    they are words already.
    """
    lights: tuple[tuple[str, tuple[Light, ...]], ...] = ()
    """(key of a table, where the dice would be read in it: the column and the possible cells)."""

    @property
    def total(self) -> int:
        """The sum of the weights."""
        return sum(weight for weight, _ in self.lines)

    def chances(self) -> tuple[tuple[str, float], ...]:
        """result -> chance over all lines, in the order results first occur."""
        out: dict[str, float] = {}
        total = self.total
        for weight, line in self.lines:
            for result, ways in line.results:
                out[result] = out.get(result, 0.0) + weight / total * ways / line.ways
        return tuple(out.items())
