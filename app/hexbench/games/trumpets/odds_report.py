"""A reckoning as display values: accounts with their clauses, exact chances, and tables with highlighted
cells.
"""

# Its plain words are all for the screen.
from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine.display import Account, Bar, Clause, Factor, Light, Spread, Table
from hexbench.engine.forecast import Forecast, OddsLine, Shift, Tally, Term
from hexbench.engine.values import Say, say
from hexbench.games.trumpets import charts
from hexbench.games.trumpets.battlefield import NONE, Backing, Plan, fight_of
from hexbench.games.trumpets.fight import Fight, is_blitz
from hexbench.games.trumpets.resolution import (
    BLITZ_HIGHEST,
    BLITZ_LOWEST,
    HIGHEST,
    LOWEST,
    Outcome,
    blitz_chances,
    chances,
)
from hexbench.games.trumpets.results import BLITZ, COMBAT
from hexbench.games.trumpets.strength import COLUMNS, Reckoning, name_of, reckon

if TYPE_CHECKING:
    from hexbench.games.trumpets.pieces import Side
    from hexbench.games.trumpets.rules import Options
    from hexbench.games.trumpets.seat import TtSeat
    from hexbench.games.trumpets.strength import Line
    from hexbench.games.trumpets.tables import Tables


BLITZ_COLUMNS: Final = ("2-1", "3-1", "4-1", "5-1+")
_NAMES: Final = {
    "": say("no result"),
    "1": say("defender loses a step"),
    "1*": say("defender loses an AFV step"),
    "Eng": say("engaged"),
    "CA": say("counterattack"),
    "DE": say("defenders eliminated"),
    "AE": say("attackers eliminated"),
    "-": say("no result"),
}


def accounts(f: Fight, found: Reckoning) -> tuple[Account, ...]:
    """Both strengths, the shifts and the modifiers, with the odds before and after."""
    sides = (f.attackers[0].side if f.attackers else "", f.defenders[0].side if f.defenders else "")
    return (
        Account(say=say("Attack"), lines=_lines(found, "attack"), total=str(found.attack), side=sides[0]),
        Account(say=say("Defence"), lines=_lines(found, "defence"), total=str(found.defence), side=sides[1]),
        Account(
            say=say("Column shifts from {odds}", odds=found.odds),
            lines=_lines(found, "shift"),
            total=f"{charts.columns(found.shift) or '0'} → {final(f, found)}",
        ),
        Account(say=say("Die modifiers"), lines=_lines(found, "drm"), total=f"{found.drm:+d}"),
    )


def final(f: Fight, found: Reckoning) -> str:
    """The name of the final column; for odds beyond the table also the original odds."""
    name = COLUMNS[found.column]
    if is_blitz(f):
        name = "below 2-1" if found.blitz_column is None else BLITZ_COLUMNS[found.blitz_column]
    reached = name_of(found.reaches) if abs(found.reaches) < 90 else name
    return name if reached in (name, "5-1") and name != "below 2-1" else f"{name} ({reached})"


def _lines(found: Reckoning, of: str) -> tuple[Factor, ...]:
    return tuple(
        Factor(
            say=line.text,
            amount=_amount(line),
            clauses=(Clause(Say(""), line.rule),),
            unit=line.unit,
        )
        for line in found.lines
        if line.of == of
    )


def _amount(line: Line) -> str:
    if line.of == "shift":
        return charts.columns(line.amount) or "0"
    return f"{line.amount:+d}" if line.of == "drm" else str(line.amount)


# ---- chances ----------------------------------------------------------------------------------------------------------
def result_name(code: str) -> Say:
    """A combat result in a few words, with its code."""
    if code in ("", "-"):
        return _NAMES[code]
    if code in _NAMES:
        return say("{code}: {text}", code=code, text=_NAMES[code])
    if code.startswith("Adv"):
        return say("{code}: attackers advance {n}", code=code, n=code[3:])
    if code in ("A1", "A2"):
        return say("{code}: attackers retreat {n}", code=code, n=code[1:])
    who = say("defenders retreat") if "DR" in code else say("attackers retreat")
    if code[0] == "1":
        return say("{code}: a step lost, {who} {n}", code=code, who=who, n=code[-1])
    return say("{code}: {who} {n}", code=code, who=who, n=code[-1])


def spreads(f: Fight, t: Tables, found: Reckoning, rolled: Outcome | str | None = None) -> tuple[Spread, ...]:
    """The exact distributions of each die and of both together. ``rolled``: the outcome of the dice, if
    any.
    """
    if is_blitz(f):
        if found.blitz_column is None:
            return ()
        ways = blitz_chances(t, found)
        named: dict[object, tuple[Say, Fraction]] = {c: (result_name(c), p) for c, p in ways.items()}
        return (_spread(say("Result, 6 rolls"), named, rolled),)
    joint = chances(t, found)
    left: dict[str, Fraction] = {}
    right: dict[str, Fraction] = {}
    for out, p in joint.items():
        a, b = ("x", "x") if out.cancelled else (out.attrition, out.result)
        left[a] = left.get(a, Fraction(0)) + p
        right[b] = right.get(b, Fraction(0)) + p
    was = rolled if isinstance(rolled, Outcome) else None
    lit = (None, None) if was is None else ("x", "x") if was.cancelled else (was.attrition, was.result)
    both: dict[object, tuple[Say, Fraction]] = {out: (_both(out), p) for out, p in joint.items()}
    return (
        _spread(say("White die: combat result"), {k: (_right(k), p) for k, p in right.items()}, lit[1]),
        _spread(
            say("Red die: attackers' attrition"), {k: (_attrition(k), p) for k, p in left.items()}, lit[0]
        ),
        _spread(say("Both dice together, 36 rolls"), both, was),
    )


def _both(out: Outcome) -> Say:
    if out.cancelled:
        return say("attack cancelled")
    return say("{a}; {b}", a=_attrition(out.attrition), b=_right(out.result))


def _right(code: str) -> Say:
    return say("attack cancelled") if code == "x" else result_name(code)


def _attrition(code: str) -> Say:
    if code == "x":
        return say("cancelled")
    return {
        "": say("no attrition"),
        "1": say("1: attacker loses a step"),
        "1*": say("1*: attacker loses an AFV step"),
    }[code]


def _spread(title: Say, ways: Mapping[object, tuple[Say, Fraction]], lit: object) -> Spread:
    """Bars sorted by decreasing chance."""
    common = lcm(*(p.denominator for _, p in ways.values()))
    order = sorted(ways.items(), key=lambda item: -item[1][1])
    return Spread(title, tuple(Bar(text, int(p * common), key == lit) for key, (text, p) in order))


# ---- tables -----------------------------------------------------------------------------------------------------------
def lit_table(f: Fight, t: Tables, found: Reckoning, dice: tuple[int, ...] = ()) -> Table:
    """The table used for the combat, highlighting the column before and after shifts and the cells rolled."""
    if is_blitz(f):
        return _lit_blitz(t, found, dice)
    rows = list(t.crt.rows)
    lights = []
    start = min(max(found.begins, 0), len(COLUMNS) - 1)
    if start != found.column:
        lights.append(Light(-1, start, "from", say("odds {odds}", odds=found.odds)))
    lights += _column(found.column, COLUMNS[found.column], found.drm, (LOWEST, HIGHEST), dice)
    if len(dice) == 2:
        for name, roll in ((say("red"), dice[0]), (say("white"), dice[1])):
            row = min(max(roll + found.drm, LOWEST), HIGHEST) - LOWEST
            text = say("{die} die {roll}, row {row}", die=name, roll=roll, row=rows[row])
            lights.append(Light(row, -1, "band"))
            lights.append(Light(row, found.column, "hit", text))
    return charts.results(t, tuple(lights))


def _column(column: int, odds: str, drm: int, rows: tuple[int, int], dice: tuple[int, ...]) -> list[Light]:
    """Highlights the final column and, before the roll, the cells in it that a modified die can reach."""
    text = say("after shifts {odds}", odds=odds)
    if dice:
        return [Light(-1, column, "to", text)]
    hit = dict.fromkeys(min(max(die + drm, rows[0]), rows[1]) - rows[0] for die in range(1, 7))
    return [Light(-1, column, "band", text), *(Light(row, column, "to") for row in hit)]


def lit_by(
    f: Fight | None, t: Tables, found: Reckoning | None, dice: tuple[int, ...] = ()
) -> tuple[tuple[str, tuple[Light, ...]], ...]:
    """The highlights of a combat for :class:`~hexbench.engine.display.Combat`: only in the table it uses, and
    none without odds.
    """
    lights = dict.fromkeys((charts.CRT, charts.BLITZ), ())
    if f is None or found is None:
        return tuple(lights.items())
    table = lit_table(f, t, found, dice)
    return tuple((lights | {table.key: table.lights}).items())


def _lit_blitz(t: Tables, found: Reckoning, dice: tuple[int, ...]) -> Table:
    column = found.blitz_column
    if column is None:
        return charts.blitz(t)
    lights = _column(column, BLITZ_COLUMNS[column], found.drm, (BLITZ_LOWEST, BLITZ_HIGHEST), dice)
    if len(dice) == 1:
        row = min(max(dice[0] + found.drm, BLITZ_LOWEST), BLITZ_HIGHEST) - BLITZ_LOWEST
        rows = list(t.blitz.rows)
        lights.append(Light(row, -1, "band"))
        lights.append(Light(row, column, "hit", say("die {roll}, row {row}", roll=dice[0], row=rows[row])))
    return charts.blitz(t, tuple(lights))


# The exact odds of an attack before the dice, from the reckoning and the tables that resolve it.


def of_plan(seat: TtSeat, side: Side, plan: Plan, defence: Backing = NONE) -> Forecast:
    """The forecast of an attack on the map."""
    return forecast(
        fight_of(seat.rules, seat.s, seat.board, side, plan, defence), seat.rules.tables, seat.rules.options
    )


def forecast(fight: Fight, t: Tables, o: Options) -> Forecast:
    """The forecast of a combat: a single line, as nothing is hidden. A blitz attack whose odds are too low is
    treated as an ordinary attack (TT-BLZ-07).
    """
    found, ordinary = rolled(fight, t, o)
    lights = lit_by(replace(fight, kind="normal") if ordinary else fight, t, found)
    return Forecast(((1, line(found, t, ordinary=ordinary)),), COMBAT if ordinary else BLITZ, lights)


def rolled(fight: Fight, t: Tables, o: Options) -> tuple[Reckoning, bool]:
    """Returns (the reckoning to use, whether the results table is used)."""
    found = reckon(fight, t, o)
    if fight.kind == "normal":
        return found, True
    if found.blitz_column is not None:
        return found, False
    return reckon(replace(fight, kind="normal"), t, o), True


def line(found: Reckoning, t: Tables, *, ordinary: bool) -> OddsLine:
    """A reckoning in the engine's forecast format. Positive shifts and negative drm favour the attacker."""
    shifts = tuple(
        Shift(one.rule, one.text, one.amount if one.of == "shift" else -one.amount)
        for one in found.lines
        if one.of in ("shift", "drm")
    )
    tallies = tuple(
        Tally(
            say=title,
            terms=tuple(
                Term(say=one.text, amount=one.amount, clauses=(Clause(Say(""), one.rule),), unit=one.unit)
                for one in found.lines
                if one.of == of
            ),
        )
        for of, title in (("attack", say("Attack")), ("defence", say("Defence")))
    )
    spread = named(chances(t, found)) if ordinary else _blitz_named(t, found)
    ways = lcm(*(chance.denominator for chance in spread.values()))
    blitz = found.blitz_column
    column = COLUMNS[found.column] if ordinary or blitz is None else t.blitz.columns[blitz]
    return OddsLine(
        attack=found.attack,
        defence=found.defence,
        ratio=found.odds,
        shifts=shifts,
        column=column,
        clamped=found.reaches != found.column,
        results=tuple((name, int(chance * ways)) for name, chance in spread.items()),
        ways=ways,
        tallies=tallies,
    )


def word(one: Outcome) -> str:
    """A joint outcome as a short word: "1*/DR2", "-", "cancelled"."""
    if one.cancelled:
        return "cancelled"
    return f"{one.attrition}/{one.result}" if one.attrition or one.result else "-"


def named(spread: Mapping[Outcome, Fraction]) -> dict[str, Fraction]:
    """The joint outcomes by their words."""
    return {word(one): chance for one, chance in spread.items()}


def _blitz_named(t: Tables, found: Reckoning) -> dict[str, Fraction]:
    """The results of a blitz attack."""
    return dict(blitz_chances(t, found))
