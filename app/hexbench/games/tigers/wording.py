"""What the log says of Tigers in the Ardennes where an event holds codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.values import Say, say

if TYPE_CHECKING:
    from hexbench.games.tigers.seat import TgSeat

_WORDS: Final = {
    ("UnitChanged", "disrupted", "yes"): say("{unit} is disrupted."),
    ("UnitChanged", "disrupted", ""): say("{unit} has recovered."),
    ("UnitChanged", "entrenched", "yes"): say("{unit} is entrenched."),
    ("UnitChanged", "entrenched", ""): say("{unit} is no longer entrenched."),
    ("UnitRemoved", "eliminated", ""): say("{unit} is eliminated."),
    ("UnitRemoved", "exited", ""): say("{unit} has left the map."),
    ("UnitRemoved", "broken", ""): say("{unit} has been broken down into its parts."),
    ("UnitRemoved", "substitutes", ""): say("{unit} gives way to what stands for it."),
    ("MarkerChanged", "dump", "found"): say("The fuel dump in {hex} is found."),
    ("MarkerChanged", "dump", "taken"): say("The fuel dump in {hex} is taken."),
    ("MarkerChanged", "dump", "hidden"): say("The fuel dump is hidden in {hex}."),
    ("MarkerChanged", "bridge", ""): say("There is no bridge any more at {hex}."),
    ("Declared", "attack", "one"): say("{units} is to attack {object}."),
    ("Declared", "attack", "many"): say("{units} are to attack {object}."),
    ("Declared", "combat", "one"): say("{units} attacks {object}."),
    ("Declared", "combat", "many"): say("{units} attack {object}."),
    ("Declared", "drop", "one"): say("{units} drops on {object}."),
    ("Declared", "drop", "many"): say("{units} drop on {object}."),
    ("Revealed", "", "fuel dump"): say("The fuel dump shows itself in {what}."),
    ("GameEnded", "Strategic Victory", ""): say("Strategic Victory"),
    ("GameEnded", "Historic Victory", ""): say("Historic Victory"),
}


def wording(seat: TgSeat, kind: str, what: str, now: str) -> Say:
    """A sentence for an event: see :meth:`hexbench.engine.seat.Seat.wording`."""
    if kind == "UnitPlaced" and what.startswith("tray/"):
        return say("{unit} has arrived and waits beside the map.")
    if kind == "MarkerChanged" and what == "bridge" and now:
        owner, _, rest = now.partition(" ")
        side = seat.rules.side_name(owner)
        if rest.endswith("blown"):
            return say("The {side} bridge at {hex} is blown.", side=side)
        if rest.startswith("engineer"):
            return say("There is a bridge of {side} engineers at {hex}.", side=side)
        return say("The bridge at {hex} is in {side} hands.", side=side)
    if kind == "Declared" and " by " in what:
        mission, _, unit = what.partition(" by ")
        return say("{air} flies against {object}: {mission}.", air=unit, mission=Say(mission))
    return _WORDS.get((kind, what, now), Say(""))
