"""The meaning of the results of both tables, in a sentence each (TT-CRT-01..14, TT-BLZ-05, TT-CAN-05)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hexbench.engine.results import sentences
from hexbench.engine.values import Say, counted, say

if TYPE_CHECKING:
    from hexbench.games.trumpets.seat import TtSeat


COMBAT: Final = "combat"
BLITZ: Final = "blitz"
"""The kinds of the results of the two tables."""
_CANCELLED: Final = say("The attack is cancelled and has no effect.")
NOTHING: Final = say("Nothing happens to either side.")
_ENGAGED: Final = say("Both sides are engaged.")
_WORN: Final = {"1": say("The attacker loses a step."), "1*": say("The attacker loses an AFV step.")}
"""The left half of a cell, selected by the red die."""
_RIGHT: Final = {
    "1": say("The defender loses a step."),
    "1*": say("The defender loses an AFV step."),
    "DE": say("All defenders are eliminated."),
    "AE": say("All attackers are eliminated."),
    "Eng": _ENGAGED,
    "CA": say("The defender may counterattack."),
}
_MOVES = re.compile(r"^(1?)(DR|AR)([1-9])$")


def result(seat: TtSeat, what: str, code: str) -> Say:
    """The meaning of a result; empty for one that is in no table."""
    if code == "cancelled":
        return _CANCELLED
    if what == BLITZ:
        return blitz(code, loss=seat.rules.options.blitz_a == "loss")
    return combat(code) if what == COMBAT else Say("")


def combat(code: str) -> Say:
    """A cell of the results table, "left/right": what the red die costs the attacker, then the combat result."""
    left, _, right = code.partition("/")
    if code == "-" or not (left or right):
        return NOTHING
    parts = [_WORN[left]] if left in _WORN else []
    parts += _combat_result(right)
    return sentences(parts) if parts and (not left or left in _WORN) else Say("")


def _combat_result(right: str) -> list[Say]:
    if right in _RIGHT:
        return [_RIGHT[right]]
    found = _MOVES.match(right)
    if found is None:
        return []
    n, back = int(found[3]), found[2] == "DR"
    hit = [_RIGHT["1"] if back else _WORN["1"]] if found[1] else []
    if back:
        return [
            *hit,
            counted(n, say("The defender retreats 1 hex."), say("The defender retreats {n} hexes.", n=n)),
        ]
    return [
        *hit,
        counted(n, say("The attacker retreats 1 hex."), say("The attacker retreats {n} hexes.", n=n)),
    ]


def blitz(code: str, *, loss: bool = False) -> Say:
    """A cell of the Blitzkrieg table; ``loss``: A1 and A2 are read as steps lost."""
    if code == "-":
        return NOTHING
    if code == "Eng":
        return _ENGAGED
    ahead = code.startswith("Adv")
    digits = code[3:] if ahead else code[1:]
    if not digits.isdigit() or not code.startswith("A"):
        return Say("")
    n = int(digits)
    if ahead:
        return counted(
            n, say("The attackers may advance 1 hex."), say("The attackers may advance {n} hexes.", n=n)
        )
    if loss:
        return counted(n, say("The attackers lose a step."), say("The attackers lose {n} steps.", n=n))
    return counted(n, say("The attackers retreat 1 hex."), say("The attackers retreat {n} hexes.", n=n))


# What the log says of A Time for Trumpets where an event holds codes.

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
    ("MarkerChanged", "position", ""): say("The position in {hex} is removed."),
    ("MarkerChanged", "road_block", "yes"): say("There is now a road block in {hex}."),
    ("MarkerChanged", "road_block", ""): say("The road block in {hex} is removed."),
    ("MarkerChanged", "building", ""): say("Nothing is being built in {hex} any longer."),
    ("Declared", "normal", "one"): say("{units} attacks {object}."),
    ("Declared", "normal", "many"): say("{units} attack {object}."),
    ("Declared", "ardennes_44", "one"): say("{units} makes an Ardennes 44 attack on {object}."),
    ("Declared", "ardennes_44", "many"): say("{units} make an Ardennes 44 attack on {object}."),
    ("Declared", "tigers_in_the_mist", "one"): say("{units} makes a Tigers in the Mist attack on {object}."),
    ("Declared", "tigers_in_the_mist", "many"): say("{units} make a Tigers in the Mist attack on {object}."),
    ("Declared", "support", "one"): say("{units} supports the combat on {object}."),
    ("Declared", "support", "many"): say("{units} support the combat on {object}."),
}


def wording(seat: TtSeat, kind: str, what: str, now: str) -> Say:
    """A sentence for an event: see :meth:`hexbench.engine.seat.Seat.wording`."""
    built = _POSITIONS.get(now)
    if built is not None and (kind, what) == ("UnitChanged", "builds"):
        return say("{unit} begins building {position}.", position=built)
    if built is not None and (kind, what) == ("MarkerChanged", "building"):
        return say("Under construction in {hex}: {position}.", position=built)
    if built is not None and (kind, what) == ("MarkerChanged", "position"):
        return say("There is now {position} in {hex}.", position=built)
    return _WORDS.get((kind, what, now), Say(""))
