"""Clauses 6.4 to 6.6 of Ridge: strengths, column, results; and the forecast, which uses the same code for every possible chit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine import results
from hexbench.engine.display import Form
from hexbench.engine.forecast import Forecast, OddsLine, Shift
from hexbench.engine.values import say
from tests.toys.ridge.pieces import Unit, strength

if TYPE_CHECKING:
    from tests.toys.ridge.kit import RidgeSeat
    from tests.toys.ridge.state import RidgeTables

Strengths = tuple[int, int]
"""(attack, defence)."""


def odds_line(crt: RidgeTables, sums: Strengths, wood: bool, support: Strengths) -> OddsLine:
    """One combat up to the die [6.5]. ``support`` is (attacker's, defender's)."""
    shifts = [
        Shift("6.5", say("Support of the attacker"), support[0]),
        Shift("6.5", say("Support of the defender"), -support[1]),
        Shift("6.5", say("Wood"), -1 if wood else 0),
    ]
    ratio = results.rung(results.odds(*sums))
    first = crt.first
    place, clamped = results.clamp(ratio + sum(s.by for s in shifts), first, first + len(crt.columns) - 1)
    column = crt.columns[place - first]
    return OddsLine(
        attack=sums[0],
        defence=sums[1],
        ratio=results.ratio_name(ratio),
        row="wood" if wood else "clear",
        shifts=tuple(s for s in shifts if s.by),
        column=column.name,
        clamped=clamped,
        results=results.result_ways(tuple(enumerate(column.results, start=1)), 1),
        ways=6,
    )


def result_of(crt: RidgeTables, line: OddsLine, die: int) -> str:
    """The result of the die in the column of a line [6.6]."""
    return next(c for c in crt.columns if c.name == line.column).results[die - 1]


def _deals(cup: Counter[int], count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way to draw ``count`` chits in order, with the number of ways the cup gives it."""
    if not count:
        yield (), 1
        return
    for chit, left in sorted(cup.items()):
        if left:
            rest = cup.copy()
            rest[chit] -= 1
            for more, ways in _deals(rest, count - 1):
                yield (chit, *more), left * ways


def _sums(cup: Counter[int], attackers: list[Unit], defenders: list[Unit]) -> Counter[Strengths]:
    """(attack, defence) -> number of ways, over every chit that may be under the units or be drawn for them."""
    blank = sum(u.chit is None for u in (*attackers, *defenders))
    out: Counter[Strengths] = Counter()
    for dealt, ways in _deals(cup, blank):
        chits = iter(dealt)
        attack, defence = (
            sum(strength(u, next(chits) if u.chit is None else u.chit) for u in side)
            for side in (attackers, defenders)
        )
        out[attack, defence] += ways
    return out


def foresee(seat: RidgeSeat, attackers: tuple[str, ...], target: str, support: Strengths) -> Forecast:
    """The exact odds of a combat as far as this seat knows the chits: unseen ones are dealt from what it has not seen."""
    units, rules = seat.s.units, seat.rules
    wood = rules.atlas.cell(target).terrain == "wood"
    sums = _sums(
        Counter(seat.s.cup),
        [units[x] for x in attackers],
        [units[x] for x in seat.board.units_at(target)],
    )
    lines: dict[OddsLine, int] = {}
    for pair, ways in sums.items():
        line = odds_line(rules.tables, pair, wood, support)
        lines[line] = lines.get(line, 0) + ways
    return Forecast(tuple((weight, line) for line, weight in lines.items()))


def foresee_form(crt: RidgeTables, form: Form) -> Forecast:
    """The odds of an attack without a map. Fields: attack, defence, terrain, support, against."""
    value = {f.key: f.value for f in form.fields}
    line = odds_line(
        crt,
        (int(value["attack"]), int(value["defence"])),
        value["terrain"] == "wood",
        (int(value["support"]), int(value["against"])),
    )
    return Forecast(((1, line),))
