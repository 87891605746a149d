"""What the log says of Blitzkrieg where an event holds codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.values import Say, counted, say

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat

_WORDS: Final = {
    ("UnitChanged", "fixed", "yes"): say("{unit} has come to rest and moves no farther in this turn."),
    ("UnitChanged", "used", "yes"): say("{unit} has flown and is used up in this turn."),
    ("UnitRemoved", "eliminated", ""): say("{unit} is eliminated."),
    ("UnitRemoved", "merged", ""): say("{unit} has been taken into another unit."),
    ("Declared", "engagement", "one"): say("{units} engages the enemy in {object}."),
    ("Declared", "engagement", "many"): say("{units} engage the enemy in {object}."),
    ("Declared", "artillery", "one"): say("{units} aims at {object}."),
    ("Declared", "artillery", "many"): say("{units} aim at {object}."),
    ("Declared", "support", "one"): say("{units} supports the engagement against {object}."),
    ("Declared", "support", "many"): say("{units} support the engagement against {object}."),
}


def wording(seat: BkSeat, kind: str, what: str, now: str) -> Say:
    """A sentence for an event: see :meth:`hexbench.engine.seat.Seat.wording`."""
    if kind == "UnitPlaced" and what.startswith("raster"):
        return say("{unit} was put on the raster.")
    if kind == "UnitChanged" and what == "isolated":
        if now == "0":
            return say("{unit} is no longer isolated.")
        n = int(now)
        return counted(
            n,
            say("{unit} has been isolated for 1 turn.", n=1),
            say("{unit} has been isolated for {n} turns.", n=n),
        )
    if kind == "MarkerChanged" and what == "bridge":
        return say("The bridge at {hex} is destroyed.") if now else say("The bridge at {hex} stands again.")
    return _WORDS.get((kind, what, now), Say(""))
