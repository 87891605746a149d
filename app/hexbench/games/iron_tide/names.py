"""The names of units and terrain in the sentences shown to players."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from hexbench.engine import values
from hexbench.engine.values import Say, say
from hexbench.games.iron_tide.pieces import Printed, Unit

_WORD: Final = re.compile(r"[A-Za-z]{2}")
_TERRAIN: Final = {
    "clear": say("clear ground"),
    "rough": say("rough ground"),
    "woods": say("woods"),
    "heavy_woods": say("heavy woods"),
    "marsh": say("marsh"),
}

ARMS: Final = {
    "infantry": say("infantry"),
    "mech_infantry": say("mechanized infantry"),
    "armor": say("armor"),
    "antitank": say("anti-tank"),
    "recon": say("reconnaissance"),
    "cavalry": say("cavalry"),
    "engineer": say("engineers"),
    "artillery": say("artillery"),
    "security": say("security troops"),
    "commando": say("commando"),
}
_EXTRA_DIVISIONS: Final = {"5BR": "5 Inf (Br)", "GAD": "Guards Armoured"}


def division_name(division: str) -> str:
    """A division as players write it: "272VG" -> "272 VG", "1SS" -> "1 SS", "82AB" -> "82 AB"."""
    if division in _EXTRA_DIVISIONS:
        return _EXTRA_DIVISIONS[division]
    digits = len(division) - len(division.lstrip("0123456789"))
    return f"{division[:digits]} {division[digits:]}".strip() if digits else division


def called(printed: Printed) -> Say:
    """A unit in a sentence: "PG304 (2 Pz)", "506 SP", and with its size where the counter has a number alone:
    "Regiment 981 (272 VG)".
    """
    return _called(printed.name, printed.division, printed.size)


@cache
def _called(name: str, division: str, size: str) -> Say:
    division = division_name(division) if division else ""
    if division.isdigit():
        division += " Div"
    named = _WORD.search(name) is not None
    if size == "regiment" and not named:
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
    return values.listed([called(one) for one in several])


def terrain(kind: str) -> Say:
    """A terrain in a sentence, after "the"."""
    return _TERRAIN.get(kind, Say(kind.replace("_", " ")))


def full_name(printed: Printed, unit: Unit) -> Say:
    """A unit by itself, for titles and tooltips: "Regiment 981 (272 VG), infantry"."""
    arm = ARMS.get(printed.type, Say(printed.type))
    if unit.cadre:
        return say("{unit}, {arm} cadre", unit=called(printed), arm=arm)
    return say("{unit}, {arm}", unit=called(printed), arm=arm)
