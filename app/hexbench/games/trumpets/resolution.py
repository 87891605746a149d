"""Reading both tables: the effects of the red and white dice and of the blitz die, all chances exactly, and
from them the value of a combat before the roll.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.strength import Reckoning
    from hexbench.games.trumpets.tables import Tables


LOWEST, HIGHEST = -3, 10
"""Rows of the results table: lower and higher rolls use the ends (TT-ODD-12)."""
BLITZ_LOWEST, BLITZ_HIGHEST = -2, 9
Hit = Literal["", "1", "1*"]
_RIGHT = re.compile(r"^(1?)(DR|AR)([1-4])$")


class Result(NamedTuple):
    """A combat result: the right half of a cell."""

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


NO_COST = (0.0, 0.0, 0.0, 0.0, 0.0)
"""Steps lost in a retreat of 0 to 4 hexes when the way is free."""


class Chances(NamedTuple):
    """A combat in a few exact numbers; chances are 0..1."""

    worn: float
    """Mean steps lost by the attacker, not counting complete elimination."""
    hit: float
    """Mean steps lost by the defender, not counting complete elimination."""
    lost: float
    """The attackers are eliminated."""
    gone: float
    """The defenders are eliminated."""
    back: tuple[float, ...]
    """The defenders retreat n hexes, n from 0 (never) to 4."""
    away: tuple[float, ...]
    """The attackers retreat n hexes."""
    counter: float
    engaged: float
    past: tuple[float, ...]
    """A blitz attack advances n hexes past the defenders."""

    @property
    def taken(self) -> float:
        """The chance that a retreat or elimination leaves the hex to the attacker."""
        return self.gone + sum(self.back)

    @property
    def favour(self) -> float:
        """The chance of any result in the attacker's favour."""
        return min(1.0, self.taken + sum(self.past) + self.counter)


def look(rules: TtRules, found: Reckoning, *, ordinary: bool) -> Chances:
    """The chances of a reckoning; cached, as they depend only on column, modifier and cancelling dice."""
    key = (
        ("chances", found.column, found.drm, found.cancels)
        if ordinary
        else ("blitz chances", found.blitz_column, found.drm)
    )
    kept: Chances | None = rules.memo.get(key)
    if kept is None:
        kept = rules.memo[key] = _ordinary(rules, found) if ordinary else _blitz(rules, found)
    return kept._replace(hit=kept.hit + 1.0) if found.extra_hit and ordinary else kept


def _ordinary(rules: TtRules, found: Reckoning) -> Chances:
    worn = hit = lost = gone = counter = engaged = 0.0
    back, away = [0.0] * 5, [0.0] * 5
    for one, chance in chances(rules.tables, found).items():
        if one.cancelled:
            continue
        p = float(chance)
        what = read(one.result)
        worn += p * ((one.attrition != "") + (what.attacker_hit != ""))
        hit += p * (what.defender_hit != "")
        lost += p * (what.gone == "attacker")
        gone += p * (what.gone == "defender")
        back[what.defender_retreat] += p * (what.defender_retreat > 0)
        away[what.attacker_retreat] += p * (what.attacker_retreat > 0)
        counter += p * what.counterattack
        engaged += p * what.engaged
    return Chances(worn, hit, lost, gone, tuple(back), tuple(away), counter, engaged, (0.0,) * 5)


def _blitz(rules: TtRules, found: Reckoning) -> Chances:
    worn = engaged = 0.0
    past, away = [0.0] * 5, [0.0] * 5
    for code, chance in blitz_chances(rules.tables, found).items():
        p = float(chance)
        if code.startswith("Adv"):
            past[int(code[3])] += p
        elif code == "Eng":
            engaged += p
        elif code in ("A1", "A2"):
            if rules.options.blitz_a == "loss":
                worn += p * int(code[1])
            else:
                away[int(code[1])] += p
    return Chances(worn, 0.0, 0.0, 0.0, (0.0,) * 5, tuple(away), 0.0, engaged, tuple(past))


def steps(
    one: Chances, ours: int, theirs: int, flight: Sequence[float] = NO_COST, ways: float = 1.0
) -> tuple[float, float]:
    """Returns the mean steps lost: (by the defender, by the attacker).

    ``ours`` and ``theirs``: the steps that take part; ``flight``: what a retreat of n hexes costs the defenders altogether;
    ``ways``: of a counterattack counted as a retreat of one hex (TT-CA-02), how often it is one.
    """
    away = sum(p * n for n, p in zip(flight, one.back, strict=True)) + flight[1] * one.counter * ways
    hurt = min(float(theirs), one.hit) + one.gone * theirs + away
    return min(float(theirs), hurt), min(float(ours), one.worn) + one.lost * ours


HEX = 0.5
"""The value in steps of a hex of retreat or breakthrough when attacks are ranked for players."""


def balance(one: Chances, ours: int, theirs: int) -> float:
    """The worth of an attack: steps the enemy is to lose less steps the attacker is to lose, a hex of retreat counted half a
    step for either side, and a hex of a blitz attack's advance likewise.
    """
    gain, price = steps(one, ours, theirs)
    yielded = sum(n * (p + q) for n, (p, q) in enumerate(zip(one.back, one.past, strict=True))) + one.counter
    return gain - price + HEX * (yielded - sum(n * p for n, p in enumerate(one.away)))
