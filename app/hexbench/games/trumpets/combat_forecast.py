"""The exact odds of an attack before the dice, from the reckoning and the tables that resolve it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.forecast import Clause, Forecast, OddsLine, Shift, Tally, Term
from hexbench.engine.values import Say, say
from hexbench.games.trumpets.battlefield import NONE, Backing, Plan, fight_of
from hexbench.games.trumpets.fight import Fight
from hexbench.games.trumpets.reckoning import COLUMNS, Reckoning, reckon
from hexbench.games.trumpets.resolution import Outcome, blitz_chances, chances
from hexbench.games.trumpets.results import BLITZ, COMBAT

if TYPE_CHECKING:
    from hexbench.games.trumpets.pieces import Side
    from hexbench.games.trumpets.rules import Options
    from hexbench.games.trumpets.seat import TtSeat
    from hexbench.games.trumpets.tables import Tables


def of_plan(seat: TtSeat, side: Side, plan: Plan, defence: Backing = NONE) -> Forecast:
    """The forecast of an attack of the map."""
    return forecast(
        fight_of(seat.rules, seat.s, seat.board, side, plan, defence), seat.rules.tables, seat.rules.options
    )


def forecast(fight: Fight, t: Tables, o: Options) -> Forecast:
    """The forecast of a combat: one line, everything is known. A blitz attack whose odds are too low goes as it would be
    rolled: as an ordinary one (TT-BLZ-07).
    """
    from hexbench.games.trumpets.reckoned import lit_by

    found, ordinary = rolled(fight, t, o)
    lights = lit_by(replace(fight, kind="normal") if ordinary else fight, t, found)
    return Forecast(((1, line(found, t, ordinary=ordinary)),), COMBAT if ordinary else BLITZ, lights)


def rolled(fight: Fight, t: Tables, o: Options) -> tuple[Reckoning, bool]:
    """(the reckoning that counts, whether the results table is rolled on)."""
    found = reckon(fight, t, o)
    if fight.kind == "normal":
        return found, True
    if found.blitz_column is not None:
        return found, False
    return reckon(replace(fight, kind="normal"), t, o), True


def line(found: Reckoning, t: Tables, *, ordinary: bool) -> OddsLine:
    """A reckoning as the engine's forecasts tell it. Shifts favour the attacker when positive, drm when negative."""
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
    spread = named(chances(t, found)) if ordinary else blitz_named(t, found)
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


def blitz_named(t: Tables, found: Reckoning) -> dict[str, Fraction]:
    """The results of a blitz attack."""
    return dict(blitz_chances(t, found))
