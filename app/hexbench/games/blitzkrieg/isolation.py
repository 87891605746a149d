"""Supply lines and what isolation does (BK-SUP)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import BkPlay, Position
    from hexbench.games.blitzkrieg.rules import BkRules


def judge(play: BkPlay, side: str) -> None:
    """Supply of the side that plays next, Table 7 (BK-SUP-02, BK-SUP-15)."""


def movement(rules: BkRules, s: Position, uid: str) -> int:
    """Movement points in halves after Table 7, rounded down to the half point (BK-SUP-17, BK-SUP-25)."""
    unit, printed = s.units[uid], s.roster[uid]
    whole = 2 * printed.mp
    if not unit.isolated:
        return whole
    lost = rules.isolation(printed).movement[min(unit.isolated, 3) - 1]
    if lost in ("nr", "all"):
        return whole if lost == "nr" else 0
    return int(whole * (1 - Fraction(lost)))
