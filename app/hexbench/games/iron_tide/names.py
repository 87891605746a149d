"""What units and terrain are called in the sentences that the game says to its players."""

from __future__ import annotations

import re
from typing import Final

from hexbench.engine.values import Say, say
from hexbench.games.iron_tide.display import division_name
from hexbench.games.iron_tide.pieces import Printed

_WORD: Final = re.compile(r"[A-Za-z]{2}")
_TERRAIN: Final = {
    "clear": say("Clear ground"),
    "rough": say("Rough ground"),
    "woods": say("Woods"),
    "heavy_woods": say("Heavy woods"),
    "marsh": say("Marsh"),
}


def called(printed: Printed) -> Say:
    """A unit in a sentence: "PG304 (2 Pz)", "506 SP", and with its size where the counter has a number alone:
    "Regiment 981 (272 VG)".
    """
    name = printed.name
    division = division_name(printed.division) if printed.division else ""
    if division.isdigit():
        division += " Div"
    named = _WORD.search(name) is not None
    if printed.size == "regiment" and not named:
        return (
            say("Regiment {name} ({division})", name=name, division=division)
            if division
            else say("Regiment {name}", name=name)
        )
    if not named:
        return (
            say("Battalion {name} ({division})", name=name, division=division)
            if division
            else say("Battalion {name}", name=name)
        )
    return say("{name} ({division})", name=name, division=division) if division else Say(name)


def listed(several: list[Printed]) -> Say:
    """Several units in a sentence, with commas."""
    keys = [f"unit{i}" for i in range(len(several))]
    template = ", ".join("{" + key + "}" for key in keys)
    return Say(template, tuple(zip(keys, map(called, several), strict=True)))


def terrain(kind: str) -> Say:
    """A terrain at the beginning of a sentence."""
    return _TERRAIN.get(kind, Say(kind.replace("_", " ").capitalize()))
