"""Forecasts: exact odds as a distribution, made by the code that resolves. Nothing here estimates."""

from __future__ import annotations

from hexbench.engine.values import Say, Value


class Shift(Value, frozen=True):
    """One shift of columns or modifier of a die, with the rule it comes from. Positive favours the attacker."""

    rule: str
    say: Say
    by: int


class OddsLine(Value, frozen=True, kw_only=True):
    """One combat as far as it can be worked out before the dice: strengths, ratio, shifts, column, and its results.

    ``results`` pairs each result with the number of ways the dice give it, of ``ways`` in all.
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


class Forecast(Value, frozen=True):
    """A distribution over odds lines: one line when everything is known, the exact mixture when something is unseen.

    Each line comes with its weight; the chance of a line is its weight over ``total``.
    """

    lines: tuple[tuple[int, OddsLine], ...]

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
