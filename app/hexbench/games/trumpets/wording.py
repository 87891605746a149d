"""What the log says of A Time for Trumpets where an event holds codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.values import Say, say

if TYPE_CHECKING:
    from hexbench.games.trumpets.seat import TtSeat

_POSITIONS: Final = {
    "IP5": say("an improved position (ER 5)"),
    "IP6": say("an improved position (ER 6)"),
    "SP": say("a strong point"),
    "FT": say("a fort"),
    "RB": say("a road block"),
}
_WORDS: Final = {
    ("UnitChanged", "engaged", "yes"): say("{unit} is engaged."),
    ("UnitChanged", "engaged", ""): say("{unit} is no longer engaged."),
    ("UnitChanged", "supply", "yes"): say("{unit} is in supply again."),
    ("UnitChanged", "supply", "out"): say("{unit} is out of supply."),
    ("UnitChanged", "communication", "yes"): say("{unit} is in communication again."),
    ("UnitChanged", "communication", "out"): say("{unit} is out of communication."),
    ("UnitRemoved", "eliminated", ""): say("{unit} is eliminated."),
    ("UnitRemoved", "exited", ""): say("{unit} has left the map."),
    ("MarkerChanged", "position", ""): say("The position in {hex} is gone."),
    ("MarkerChanged", "road_block", "yes"): say("There is a road block in {hex}."),
    ("MarkerChanged", "road_block", ""): say("The road block in {hex} is gone."),
    ("MarkerChanged", "building", ""): say("Nothing is being built in {hex} any more."),
    ("Declared", "normal", "one"): say("{units} attacks {object}."),
    ("Declared", "normal", "many"): say("{units} attack {object}."),
    ("Declared", "ardennes_44", "one"): say("{units} makes an Ardennes '44 attack on {object}."),
    ("Declared", "ardennes_44", "many"): say("{units} make an Ardennes '44 attack on {object}."),
    ("Declared", "tigers_in_the_mist", "one"): say("{units} makes a Tigers in the Mist attack on {object}."),
    ("Declared", "tigers_in_the_mist", "many"): say("{units} make a Tigers in the Mist attack on {object}."),
    ("Declared", "support", "one"): say("{units} supports the combat on {object}."),
    ("Declared", "support", "many"): say("{units} support the combat on {object}."),
}


def wording(seat: TtSeat, kind: str, what: str, now: str) -> Say:
    """A sentence for an event: see :meth:`hexbench.engine.seat.Seat.wording`."""
    built = _POSITIONS.get(now)
    if built is not None and (kind, what) == ("UnitChanged", "builds"):
        return say("{unit} begins to build {position}.", position=built)
    if built is not None and (kind, what) == ("MarkerChanged", "building"):
        return say("In {hex} {position} is being built.", position=built)
    if built is not None and (kind, what) == ("MarkerChanged", "position"):
        return say("In {hex} stands {position}.", position=built)
    return _WORDS.get((kind, what, now), Say(""))
