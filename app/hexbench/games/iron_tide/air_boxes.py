"""The Air Point track as boxes (10.0): combat support of either side, Allied resupply, and points over the combat at hand.

All of it lies open for everybody (2.32a, 10.0a).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexbench.engine.display import Points, Pool
from hexbench.engine.values import Say, say
from hexbench.games.iron_tide.air import RESUPPLY, Air, AirPoints, box_key, flown_key
from hexbench.games.iron_tide.combat_support import Commit, fight_below
from hexbench.games.iron_tide.pieces import ALLIED, FOE, GERMAN, SIDES

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItSeat

SIGN = "aircraft"


def panel(seat: ItSeat) -> Pool:
    """The boxes with their points, those used face down (10.0c)."""
    s = seat.s
    over = _over_combat(s)
    heaps: list[Points] = []
    for box, side, title, use, rule in (
        (
            GERMAN,
            GERMAN,
            say("German combat support"),
            say("A point shifts the odds of a combat by one column if it arrives, on a die of 1 to 3."),
            "11.6a",
        ),
        (
            ALLIED,
            ALLIED,
            say("Allied combat support"),
            say("A point shifts the odds of a combat by one column if it arrives, on a die of 1 to 3."),
            "11.6a",
        ),
        (
            RESUPPLY,
            ALLIED,
            say("Allied resupply"),
            say(
                "In clear weather a point lifts the units of one hex by one level of supply, on a die of 1 to 5."
            ),
            "12.4c",
        ),
    ):
        points = s.air.get(box, AirPoints())
        flown = 1 if box in over and over[box][1] else 0
        heaps.append(Points(box_key(box), title, points.ready, points.spent - flown, side, SIGN, use, rule))
    for side, (hexes, there) in over.items():
        title = say("{side} aircraft over {hexes}", side=seat.rules.side_name(side), hexes=", ".join(hexes))
        use = say("Each side makes one attempt at air support in a combat.")
        heaps.append(Points(flown_key(side), title, 0, int(there), side, SIGN, use, "11.6c", hexes))
    return Pool("air", say("Air points"), tuple(heaps), "10.0a", _word(seat))


def _over_combat(s: Any) -> dict[str, tuple[tuple[str, ...], bool]]:
    """While support is committed: side -> the hexes under attack, and whether it has sent a point there."""
    step = s.stack[-1] if s.stack else None
    if not isinstance(step, Commit):
        return {}
    fight = fight_below(s.stack)
    sent = dict(zip((fight.side, FOE[fight.side]), fight.air, strict=True)) | {step.who: step.air}
    return {side: (fight.hexes, sent[side]) for side in SIDES if side == step.who or sent[side]}


def _word(seat: ItSeat) -> Say:
    """What is to be said of the points of this game turn."""
    s = seat.s
    if s.stack and isinstance(s.stack[-1], Air):
        return say("The Allied player divides his points now; the division stands for the game turn.")
    if not any(points.ready or points.spent for points in s.air.values()):
        return say("No air points in this game turn.")
    return say("Points that are not used are lost at the end of the game turn.")
