"""The two tables read: what red and white die bring, what one die of a blitz attack brings, and every chance exactly."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from hexbench.games.trumpets.strength import Reckoning
    from hexbench.games.trumpets.tables import Tables

LOWEST, HIGHEST = -3, 10
"""Rows of the results table: lower and higher rolls use the ends (TT-ODD-12)."""
BLITZ_LOWEST, BLITZ_HIGHEST = -2, 9
Hit = Literal["", "1", "1*"]
_RIGHT = re.compile(r"^(1?)(DR|AR)([1-4])$")


class Result(NamedTuple):
    """What the combat result is, the right half of a cell."""

    code: str
    """As printed: "1DR2", "CA", "" for nothing."""
    defender_hit: Hit = ""
    attacker_hit: Hit = ""
    defender_retreat: int = 0
    attacker_retreat: int = 0
    gone: Literal["", "attacker", "defender"] = ""
    engaged: bool = False
    counterattack: bool = False


def row_of(roll: int) -> str:
    """The row of a modified roll (TT-ODD-12)."""
    row = min(max(roll, LOWEST), HIGHEST)
    return "10+" if row == HIGHEST else str(row)


def halves(t: Tables, roll: int, column: int) -> tuple[str, str]:
    """The cell of a modified roll: left and right half, each empty where nothing is printed (TT-ODD-17)."""
    cell = t.crt.rows[row_of(roll)][column]
    if cell == "-":
        return "", ""
    left, _, right = cell.partition("/")
    return left, right


def attrition(t: Tables, red: int, column: int) -> Hit:
    """What the red die does to the attacker (TT-ODD-13)."""
    left = halves(t, red, column)[0]
    return "1*" if left == "1*" else "1" if left == "1" else ""


def result(t: Tables, white: int, column: int) -> Result:
    """What the white die does (TT-ODD-14)."""
    return read(halves(t, white, column)[1])


def read(right: str) -> Result:
    """A combat result as printed (TT-CRT-03..13)."""
    if right in ("1", "1*"):
        return Result(right, defender_hit="1" if right == "1" else "1*")
    if right == "DE":
        return Result(right, gone="defender")
    if right == "AE":
        return Result(right, gone="attacker")
    if right == "Eng":
        return Result(right, engaged=True)
    if right == "CA":
        return Result(right, counterattack=True)
    found = _RIGHT.match(right)
    if found is None:
        return Result(right)
    hit: Hit = "1" if found[1] else ""
    if found[2] == "DR":
        return Result(right, defender_hit=hit, defender_retreat=int(found[3]))
    return Result(right, attacker_hit=hit, attacker_retreat=int(found[3]))


def blitz_code(t: Tables, roll: int, column: int) -> str:
    """The cell of the Blitzkrieg table for a modified roll: "Adv2", "A1", "Eng", "-" (TT-BLZ-05, TT-BLZ-06)."""
    row = min(max(roll, BLITZ_LOWEST), BLITZ_HIGHEST)
    return t.blitz.rows[str(row)][column]


def cancelled(reckoning: Reckoning, red: int, white: int) -> bool:
    """Whether the natural dice cancel the attack (TT-CAN-01, TT-CAN-02, TT-CAN-04)."""
    if reckoning.cancels == "doubles":
        return red == white
    return reckoning.cancels == "boxcars" and red == white == 6


class Outcome(NamedTuple):
    """One of the joint outcomes of both dice: the attrition of the attacker and the combat result."""

    cancelled: bool
    attrition: Hit
    result: str


def chances(t: Tables, reckoning: Reckoning) -> dict[Outcome, Fraction]:
    """The exact joint distribution of an ordinary attack over its 36 pairs of dice."""
    out: dict[Outcome, Fraction] = {}
    for red in range(1, 7):
        for white in range(1, 7):
            if cancelled(reckoning, red, white):
                key = Outcome(True, "", "")
            else:
                key = Outcome(
                    False,
                    attrition(t, red + reckoning.drm, reckoning.column),
                    result(t, white + reckoning.drm, reckoning.column).code,
                )
            out[key] = out.get(key, Fraction(0)) + Fraction(1, 36)
    return out


def blitz_chances(t: Tables, reckoning: Reckoning) -> dict[str, Fraction]:
    """The exact distribution of a blitz attack over its one die. Raises ValueError when the odds are too low for one."""
    if reckoning.blitz_column is None:
        raise ValueError("The odds are below 2-1: there is no blitz attack (TT-BLZ-07).")
    out: dict[str, Fraction] = {}
    for roll in range(1, 7):
        key = blitz_code(t, roll + reckoning.drm, reckoning.blitz_column)
        out[key] = out.get(key, Fraction(0)) + Fraction(1, 6)
    return out
