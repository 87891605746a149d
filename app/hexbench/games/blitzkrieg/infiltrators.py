"""Infiltrators: whether they are recognised, and where they lead Allied units astray when they are not
(BK-INF).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.events import Noted, UnitPlaced, UnitStopped
from hexbench.engine.values import Wrong, say
from hexbench.games.blitzkrieg import casualties, passage
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GROUND
from hexbench.games.blitzkrieg.refusals import LIMIT

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkBoard, BkPlay, Position

ASTRAY: Final = 3
"""Allied units are led to a hex within this distance of the infiltrator (BK-INF-08)."""
LONG: Final = 3
"""From this turn in a hex onwards, the second column of Table 3 is used (BK-INF-05)."""


# ---- readers ---------------------------------------------------------------------------------------------------------
def spies_at(s: Position, board: BkBoard, at: str) -> tuple[str, ...]:
    """The infiltrators in a hex."""
    return tuple(u for u in board.at.get(at, ()) if s.roster[u].type == "infiltrator")


def among_allies(s: Position, board: BkBoard, at: str) -> bool:
    """Whether Allied ground units stand in a hex."""
    return any(s.units[u].side == ALLIED and s.roster[u].type in GROUND for u in board.at.get(at, ()))


def turns_among(s: Position, board: BkBoard, spy: str) -> int:
    """The number of turns an infiltrator has been in its hex; 0 if no Allied unit is there now, even if some
    were before (BK-AMB-23).
    """
    unit = s.units[spy]
    return unit.within if among_allies(s, board, unit.at) else 0


def column(turns: int) -> str:
    """The column of Table 3 after some turns in the hex (BK-INF-05)."""
    return "3+" if turns >= LONG else "1-2"


def chances(rules: BkRules, turns: int) -> int:
    """On how many of the six rolls an infiltrator is recognised after the given turns in the hex."""
    return sum(rules.tables.recognition.cell(roll, column(turns)) for roll in range(1, 7))


def refuges(rules: BkRules, s: Position, board: BkBoard, uid: str, spot: str) -> list[str]:
    """The hexes an Allied unit may be led to by an infiltrator in ``spot``, in the map's order (BK-INF-08, BK-INF-09)."""
    near = [
        at
        for at in rules.atlas.labels
        if at not in (spot, s.units[uid].at) and rules.atlas.distance(spot, at) <= ASTRAY
    ]
    walked = passage.walked(rules, s, uid, spot, {*near, spot, s.units[uid].at})
    return [at for at in near if at in walked and _takes(rules, s, board, uid, at)]


def refuge(rules: BkRules, s: Position, board: BkBoard, uid: str) -> str:
    """Where a unit of the raster is placed if it has no room anywhere in reach: the nearest hex with room
    that it could walk to and back from (BK-UI-31, BK-AMB-36); only if there is none, the nearest hex with room.
    """
    start = s.units[uid].start
    walked = passage.walked(rules, s, uid, start)
    cut_off = ""
    for at in rules.atlas.nearest_first(start):
        if _takes(rules, s, board, uid, at):
            if at in walked:
                return at
            cut_off = cut_off or at
    if cut_off:
        return cut_off
    raise Wrong(say("The map is full of units."))


def _takes(rules: BkRules, s: Position, board: BkBoard, uid: str, at: str) -> bool:
    """Whether a hex has room for a unit, contains no enemy, and is not closed to it by the Siegfried line."""
    side = s.units[uid].side
    here = [u for u in board.at.get(at, ()) if u != uid]
    enemies = any(s.units[u].side == FOE[side] and s.roster[u].type in GROUND for u in here)
    return len(here) < LIMIT and not enemies and (side != ALLIED or rules.terrain(at) != "siegfried")


# ---- rolls -----------------------------------------------------------------------------------------------------------
def recognised(play: BkPlay, spy: str, turns: int, rule: str) -> bool:
    """Roll one die on Table 3; a recognised infiltrator is eliminated (BK-INF-05, BK-INF-07)."""
    where = column(turns)
    name = play.rules.title(play.roster[spy])
    roll = play.roll(say("{unit}: recognition, turns {column}", unit=name, column=where), 1, rule)
    found = play.rules.tables.recognition.cell(roll, where)
    text = say("{unit} is recognised and eliminated.", unit=name) if found else None
    play.tell(Noted(rule, text or say("{unit} is not recognised.", unit=name), (spy, play.units[spy].at)))
    if found:
        casualties.eliminate(play, spy)
    return found


def entered(play: BkPlay, spy: str) -> None:
    """An infiltrator has entered a hex: if Allied units are there the die is rolled (BK-INF-03)."""
    if among_allies(play, play.board, play.units[spy].at):
        play.put(spy, used=True)
        recognised(play, spy, 1, "BK-INF-03")


def end_of_turn(play: BkPlay) -> None:
    """Count the turns in hexes with Allied units, and roll again for infiltrators that did not arrive this
    turn (BK-INF-04, BK-INF-18).
    """
    for uid, unit in list(play.units.items()):
        if not unit.on_map or play.roster[uid].type != "infiltrator":
            continue
        if not among_allies(play, play.board, unit.at):
            if unit.within:
                play.put(uid, within=0)
        elif unit.at != unit.start or (unit.used and not unit.within):
            play.put(uid, within=1)
        else:
            turns = unit.within + 1
            play.put(uid, within=turns)
            recognised(play, uid, turns, "BK-INF-04")


def gets_past(play: BkPlay, uid: str, at: str, rule: str) -> bool:
    """An Allied unit is picked up in a hex or is about to enter it: every infiltrator there must be
    recognised.

    Returns False if one was not, and has led the unit astray (BK-INF-06..10).
    """
    if play.units[uid].side != ALLIED:
        return True
    for spy in spies_at(play, play.board, at):
        if not recognised(play, spy, turns_among(play, play.board, spy), rule):
            _lead_astray(play, uid, at)
            return False
    return True


def _lead_astray(play: BkPlay, uid: str, spot: str) -> None:
    """Move a unit to a random hex and immobilise it. It stays where it is if no hex can take it (BK-INF-08,
    BK-INF-09); from the raster it returns to where it began the turn, or to the nearest room if others have
    filled that hex (BK-AMB-36).
    """
    name = play.rules.title(play.roster[uid])
    found = refuges(play.rules, play, play.board, uid, spot)
    in_hand = not play.units[uid].on_map
    casualties.drop_from_engagements(play, uid)
    if found:
        to = found[play.number(say("where {unit} is led", unit=play.roster[uid].name), len(found)) - 1]
    elif in_hand:
        to = refuge(play.rules, play, play.board, uid)
    else:
        to = play.units[uid].at
    if uid in play.raster:
        play.set(raster=tuple(u for u in play.raster if u != uid))
    if to != play.units[uid].at:
        play.put(uid, at=to)
        play.tell(UnitPlaced(uid, to))
    if found:
        text = say("{unit} is led astray to {hex}.", unit=name, hex=to)
    elif in_hand:
        text = say("{unit} is led astray but has nowhere to go: it is put back in {hex}.", unit=name, hex=to)
    else:
        text = say("{unit} is led astray but has nowhere to go.", unit=name)
    play.tell(UnitStopped(uid, to, "BK-INF-08" if found else "BK-INF-09", text))
    casualties.fix(play, uid)
