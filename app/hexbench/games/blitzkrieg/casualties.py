"""What happens to units, reported as events: strength loss, elimination, immobilisation. All rules use these."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.events import Noted, StepLost, UnitChanged, UnitRemoved
from hexbench.engine.values import say
from hexbench.games.blitzkrieg import engage
from hexbench.games.blitzkrieg.pieces import ELIMINATED

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkPlay


@lru_cache(maxsize=4096)
def part(strength: int, fraction: str) -> int:
    """A fraction ("1/3", "nr", "all") of a strength, rounded to the nearest whole number, halves up (BK-RES-10)."""
    if fraction == "nr":
        return 0
    share = Fraction(1) if fraction == "all" else Fraction(fraction)
    doubled = 2 * strength * share + 1
    return int(doubled // 2)


def lose(play: BkPlay, uid: str, fraction: str) -> int:
    """A unit loses a fraction of its attack strength; below 1 it is eliminated (BK-RES-10, BK-RES-12).
    Returns the points lost.

    The same points come off the strength an isolated unit will regain (BK-AMB-21); the strength it had when
    it was cut off is remembered for Table 7 (BK-AMB-37).
    """
    unit = play.units[uid]
    points = min(part(unit.strength, fraction), unit.strength)
    if points:
        _count_lost(play, unit.side, points)
        left = unit.strength - points
        base = max(unit.base - points, left) if unit.base else 0
        play.put(uid, strength=left, base=base, whole=unit.whole or unit.base)
        play.tell(StepLost(uid, left))
        if left < 1:
            eliminate(play, uid)
    return points


def eliminate(play: BkPlay, uid: str) -> None:
    """Remove a unit from the game, with all the strength it has or would have regained, and from its
    engagement.
    """
    unit = play.units[uid]
    if unit.defence:
        _count_lost(play, unit.side, unit.defence)
    play.put(uid, at=ELIMINATED, strength=0, base=0, whole=0, isolated=0, fixed=False)
    play.tell(UnitRemoved(uid, ELIMINATED))
    drop_from_engagements(play, uid)


def drop_from_engagements(play: BkPlay, uid: str) -> None:
    """A unit that has left its hex no longer attacks or fires."""
    old = next((e for e in play.engagements if uid in e.attackers), None)
    if old is not None:
        now = replace(old, attackers=tuple(a for a in old.attackers if a != uid))
        # without attackers an engagement ends (BK-ENG-20); after artillery it lapses without a die (BK-RES-35)
        kept = (now if e == old else e for e in play.engagements)
        play.set(engagements=tuple(e for e in kept if e.attackers))
        if now.attackers:
            engage.tell_odds(play, now)
        else:
            rule = "BK-RES-35" if old.defenders else "BK-ENG-20"
            text = say("The engagement on {hexes} has no attackers left.", hexes=", ".join(old.hexes))
            play.tell(Noted(rule, text, (uid,)))
    if uid in play.fire:
        play.edit("fire").pop(uid)


def _count_lost(play: BkPlay, side: str, points: int) -> None:
    """Add to the losses that count for the rating (BK-VIC-10)."""
    play.edit("lost")[side] = play.lost.get(side, 0) + points


def fix(play: BkPlay, uid: str) -> None:
    """The unit can no longer be picked up this turn (BK-MOV-17)."""
    if not play.units[uid].fixed:
        play.put(uid, fixed=True)
        play.tell(UnitChanged(uid, "fixed", "yes"))
