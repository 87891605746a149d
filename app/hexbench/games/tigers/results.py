"""The meaning of each table result, in a sentence (TG-CRT-04..17, TG-AIR-05..26), and the wording of log
events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.results import sentences
from hexbench.engine.values import Say, say
from hexbench.games.tigers.air import title

if TYPE_CHECKING:
    from hexbench.games.tigers.seat import TgSeat


ATTACK: Final = "attack"
"""The kind of the results of the Combat Results Table."""
RAID, STRIKE, INTERCEPTION, RESUPPLY = "bridge raid", "air attack", "interception", "air resupply"
"""The kinds of the columns of the air operations table."""
_COMBAT: Final = {
    "DE": say("The defenders are eliminated."),
    "D3": say("The defenders are disrupted and retreat up to 3 hexes, as the attacker chooses."),
    "D2": say("The defenders are disrupted and retreat up to 2 hexes, as the attacker chooses."),
    "D1": say("The defenders are disrupted and retreat 1 hex if the attacker so chooses."),
    "D": say("The defenders are disrupted but need not retreat."),
    "-": say("Nothing happens to either side."),
    "AD": say("The attackers are disrupted."),
    "AE": say(
        "Attackers whose factors total the defense value are eliminated, and the surviving "
        "attackers are disrupted."
    ),
    "D/AE": say(
        "The defenders are disrupted; attackers whose factors total the defense value are "
        "eliminated, and the surviving attackers are disrupted."
    ),
}
_UNHURT: Final = say("Nothing happens.")
_FLAK: Final = say("The unit's flak shoots down an American group.")
_AIR: Final = {
    (RAID, "BUST"): say("The target is destroyed."),
    (RAID, "AA"): say("German flak next to the target shoots down the group."),
    (RAID, "AAm"): say("German flak next to the target shoots down a P-51 group."),
    (STRIKE, "D"): say("The unit is disrupted in place."),
    (STRIKE, "AA"): _FLAK,
    (STRIKE, "AAm"): say("The unit's flak shoots down a P-51 group."),
    (STRIKE, "AAc"): say("In a major city the group is shot down; elsewhere nothing happens."),
    (STRIKE, "AAmc"): say("In a major city a P-51 group is shot down; elsewhere nothing happens."),
    (INTERCEPTION, "DEF_DOWN"): say("The intercepted group is shot down."),
    (INTERCEPTION, "INTERCEPTED"): say("The intercepted group is turned back."),
    (INTERCEPTION, "ATT_DOWN_IF_NOT_P47_TARGET"): say(
        "The interceptor is shot down, unless it is an FW-190 intercepting P-47s."
    ),
    (INTERCEPTION, "ATT_DOWN"): say("The interceptor is shot down."),
    (RESUPPLY, "SUPPLIED"): say("All of the side's units in the hex are in supply."),
    (RESUPPLY, "AA?"): say(
        "The group is shot down if German units with flak are in at least two adjacent "
        "hexes; otherwise nothing happens."
    ),
}


def result(seat: TgSeat, what: str, code: str) -> Say:
    """The meaning of a result; empty if no table has it. A combined result ("D1 / D2 + DE") is explained part
    by part.
    """
    if what == ATTACK:
        return combat(code)
    kind = RAID if what == "fuel dump raid" else what
    if code == "-" and any(of == kind for of, _ in _AIR):
        return _UNHURT
    found = _AIR.get((kind, code))
    if found is None:  # some tables show codes as text
        from hexbench.games.tigers.panels import AIR_WORDS

        found = next((_AIR[of] for of in _AIR if of[0] == kind and AIR_WORDS.get(of[1]) == code), Say(""))
    return found


def combat(code: str) -> Say:
    """The meaning of a Combat Results Table result. Where two columns apply (TG-ODD-06) that of elite
    defenders comes first; where some units cannot retreat (TG-CRT-17) their result follows that of the
    others.
    """
    if code in _COMBAT:
        return _COMBAT[code]
    columns = [column.split(" + ") for column in code.split(" / ")]
    if len(columns) > 2 or any(one not in _COMBAT for column in columns for one in column):
        return Say("")
    if len(columns) == 1:
        return _stuck(columns[0])
    elite, others = (_stuck(column) for column in columns)
    return say("Elite defenders: {elite} Other defenders: {others}", elite=elite, others=others)


def _stuck(column: list[str]) -> Say:
    first = _COMBAT[column[0]]
    if len(column) == 1:
        return first
    rest = sentences([_COMBAT[one] for one in column[1:]])
    return say("{first} For units that cannot retreat: {rest}", first=first, rest=rest)


# Log sentences for events that hold codes.

_WORDS: Final = {
    ("UnitChanged", "disrupted", "yes"): say("{unit} is disrupted."),
    ("UnitChanged", "disrupted", ""): say("{unit} has recovered."),
    ("UnitChanged", "entrenched", "yes"): say("{unit} is entrenched."),
    ("UnitChanged", "entrenched", ""): say("{unit} is no longer entrenched."),
    ("UnitRemoved", "eliminated", ""): say("{unit} is eliminated."),
    ("UnitRemoved", "exited", ""): say("{unit} has left the map."),
    ("UnitRemoved", "broken", ""): say("{unit} has been split into combat commands."),
    ("UnitRemoved", "substitutes", ""): say("{unit} returns to the substitutes."),
    ("MarkerChanged", "dump", "found"): say("The fuel dump in {hex} is found."),
    ("MarkerChanged", "dump", "taken"): say("The fuel dump in {hex} is taken."),
    ("MarkerChanged", "dump", "hidden"): say("The fuel dump is hidden in {hex}."),
    ("MarkerChanged", "bridge", ""): say("There is no longer a bridge at {hex}."),
    ("Declared", "attack", "one"): say("{units} is to attack {object}."),
    ("Declared", "attack", "many"): say("{units} are to attack {object}."),
    ("Declared", "combat", "one"): say("{units} attacks {object}."),
    ("Declared", "combat", "many"): say("{units} attack {object}."),
    ("Declared", "drop", "one"): say("{units} drops on {object}."),
    ("Declared", "drop", "many"): say("{units} drop on {object}."),
    ("Revealed", "", "fuel dump"): say("The fuel dump is revealed in {what}."),
    ("GameEnded", "Strategic Victory", ""): say("Strategic Victory"),
    ("GameEnded", "Historic Victory", ""): say("Historic Victory"),
}


def wording(seat: TgSeat, kind: str, what: str, now: str) -> Say:
    """A sentence for an event: see :meth:`hexbench.engine.seat.Seat.wording`."""
    if kind == "UnitPlaced" and what.startswith("tray/"):
        return say("{unit} has arrived and is waiting to enter.")
    if kind == "MarkerChanged" and what == "bridge" and now:
        owner, _, rest = now.partition(" ")
        side = seat.rules.side_name(owner)
        if rest.endswith("blown"):
            return say("The {side} bridge at {hex} is blown.", side=side)
        if rest.startswith("engineer"):
            return say("The engineer bridge at {hex} is in {side} hands.", side=side)
        return say("The bridge at {hex} is in {side} hands.", side=side)
    if kind == "Declared" and " by " in what:
        mission, _, name = what.partition(" by ")
        titles = (title(key, unit) for key, unit in seat.s.air.items())
        flies = next((found for found in titles if str(found) == name), name)
        return say("{air} flies a mission to {object}: {mission}.", air=flies, mission=Say(mission))
    return _WORDS.get((kind, what, now), Say(""))
