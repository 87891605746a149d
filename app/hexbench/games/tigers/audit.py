"""Checks a position for errors: units, bridges and markers, the dump, who holds what. Positions reached by
play always pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.documents.fields import game_problems
from hexbench.engine.values import Problem, say
from hexbench.games.tigers import victory
from hexbench.games.tigers.arrivals import zone_of
from hexbench.games.tigers.fields import UNITS, boxes, of_the_game
from hexbench.games.tigers.pieces import (
    BROKEN,
    EXITED,
    FOE,
    GERMAN,
    PLANE,
    SIDES,
    TRAYS,
    VDH,
    due_in,
)
from hexbench.games.tigers.supply_phase import digging_in

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import TgBoard
    from hexbench.games.tigers.state import Tigers

POSITION: Final = "position"


def problems(rules: TgRules, s: Tigers) -> Iterator[Problem]:
    """Every problem of a position."""
    yield from _units(rules, s)
    yield from UNITS.problems(s.units)
    yield from _hexes(s, rules.board(s))
    yield from game_problems(of_the_game(rules, s), s)
    yield from _bridges(rules, s)
    yield from _dump(rules, s)
    yield from _records(rules, s)


# ---- units -----------------------------------------------------------------------------------------------------------
def _units(rules: TgRules, s: Tigers) -> Iterator[Problem]:
    if set(s.units) != set(s.roster):
        odd = sorted(set(s.units) ^ set(s.roster))
        yield Problem(POSITION, say("The units and the roster do not list the same units."), tuple(odd))
        return
    known = {at for at, _ in boxes(rules)} | {BROKEN}
    for uid, unit in s.units.items():
        printed, name = s.roster[uid], rules.title(s.roster[uid])
        if unit.side != printed.side:
            yield Problem(POSITION, say("{unit} is on the wrong side.", unit=name), (uid,))
        if unit.on_map:
            if unit.at not in rules.atlas.index:
                yield Problem("TG-DAT-01", say("Hex {hex} is not on this map.", hex=unit.at), (uid,))
        elif (
            unit.at not in known
            or unit.at == TRAYS[FOE[unit.side]]
            or (unit.at == PLANE and printed.type != "vdh")
        ):
            yield Problem(POSITION, say("{unit} is not in any box of this game.", unit=name), (uid,))
        elif due_in(unit.at) and not zone_of(rules, s, uid):
            text = say("{unit} can never enter: no edge of this map is open to it.", unit=name)
            yield Problem("TG-RFT-06", text, (uid,))
        if unit.at == EXITED and unit.side != GERMAN:
            yield Problem("TG-VIC-01", say("Only German units can leave the map by its exits."), (uid,))
        if unit.entrenched:
            if not unit.on_map:
                yield Problem("TG-TER-04", say("{unit} is entrenched but not on the map.", unit=name), (uid,))
            for why in digging_in(s, uid):
                yield Problem(why.rule, why.text, (uid,))
        if unit.lifted and (unit.side == GERMAN or printed.size != "div"):
            yield Problem(
                "TG-MOV-14", say("{unit} is not a division that can be carried by road.", unit=name), (uid,)
            )


def _hexes(s: Tigers, board: TgBoard) -> Iterator[Problem]:
    """AMB-98: enemies never share a hex; von der Heydte may share any hex (AMB-82)."""
    for at, uids in board.at.items():
        if at[:1] != "#" and len({s.units[u].side for u in uids if u != VDH}) > 1:
            yield Problem("AMB-98", say("Both sides have units in {hex}.", hex=at), (at, *uids))


# ---- bridges ---------------------------------------------------------------------------------------------------------
def _bridges(rules: TgRules, s: Tigers) -> Iterator[Problem]:
    rivers = rules.hexsides["river"]
    for side, bridge in s.bridges.items():
        if side not in rivers:
            yield Problem("TG-BRG-01", say("There is no river at {side}.", side=side), tuple(side.split("/")))
        elif not bridge.marker and side not in rules.road_sides:
            text = say("No road crosses the river at {side}.", side=side)
            yield Problem("TG-BRG-01", text, tuple(side.split("/")))
        elif bridge.marker and not bridge.intact:
            text = say("The engineer bridge at {side} is blown and should have been removed.", side=side)
            yield Problem("TG-BRG-14", text, tuple(side.split("/")))
    for side in (*s.tries, *s.refused):
        if side not in rivers:
            yield Problem("TG-BRG-01", say("There is no river at {side}.", side=side), tuple(side.split("/")))
    for name in SIDES:
        built = sum(bridge.marker and bridge.pool == name for bridge in s.bridges.values())
        away = len(s.returning) if name == GERMAN else 0
        hand = s.markers.get(name, 0)
        if hand < 0 or hand + built + away > rules.tables.markers[name]:
            yield Problem(
                "TG-BRG-03",
                say(
                    "The {side} side has only {n} engineer bridges.",
                    side=rules.side_name(name),
                    n=rules.tables.markers[name],
                ),
            )


# ---- the dump --------------------------------------------------------------------------------------------------------
def _dump(rules: TgRules, s: Tigers) -> Iterator[Problem]:
    if (s.dump_state == "none") != (not s.dump):
        yield Problem("TG-FUL-02", say("A fuel dump must have both a hex and a state, or neither."))
    elif s.dump and s.dump not in rules.atlas.index:
        yield Problem("TG-DAT-01", say("Hex {hex} is not on this map.", hex=s.dump), (s.dump,))
    elif s.dump and s.dump not in rules.zones["dump"]:
        yield Problem("TG-FUL-02", say("The fuel dump must be in Spa or an adjacent hex."), (s.dump,))
    if s.dump_state == "hidden" and any(
        s.units[u].side == GERMAN and u != VDH for u in _in(rules, s, s.dump)
    ):
        yield Problem(
            "AMB-78", say("German units are in the hex of the fuel dump but have not found it."), (s.dump,)
        )


def _in(rules: TgRules, s: Tigers, at: str) -> tuple[str, ...]:
    board: TgBoard = rules.board(s)
    return board.units_at(at)


# ---- records ---------------------------------------------------------------------------------------------------------
def _records(rules: TgRules, s: Tigers) -> Iterator[Problem]:
    index, gates = rules.atlas.index, victory.exit_hexes(rules)
    for at, side in s.held.items():
        if at not in index:
            yield Problem("TG-DAT-01", say("Hex {hex} is not on this map.", hex=at))
        elif side == rules.home(at):
            yield Problem(
                "AMB-86", say("{hex} is recorded for the side that holds it by default.", hex=at), (at,)
            )
    for uid, at in s.exited.items():
        if uid not in s.units or s.units[uid].at != EXITED:
            yield Problem(
                "TG-VIC-01", say("A unit is recorded as having left the map but has not left."), (uid,)
            )
        elif at not in gates:
            yield Problem("TG-VIC-01", say("{hex} is not an exit hex.", hex=at), (uid, at))
    yield from _plans(rules, s)
    for uid in s.split:
        if uid not in s.units or s.units[uid].at != BROKEN:
            yield Problem("TG-STK-08", say("A division is recorded as split but is not."), (uid,))
    for at in s.airlifted:
        if at not in index:
            yield Problem("TG-DAT-01", say("Hex {hex} is not on this map.", hex=at))
    days = len(rules.tables.calendar)
    for turn in s.skies:
        if turn not in map(str, range(1, days + 1)):
            text = say("There is no turn {turn}; turns run from 1 to {days}.", turn=turn, days=days)
            yield Problem("TG-VIC-09", text)


def _plans(rules: TgRules, s: Tigers) -> Iterator[Problem]:
    index = rules.atlas.index
    for attack in (*s.attacks, *s.fought):
        if any(u not in s.units for u in attack.attackers) or any(at not in index for at in attack.targets):
            yield Problem("TG-ATK-01", say("An attack names a unit or a hex that does not exist."))
    for key, unit in s.air.items():
        if (unit.type == "FW-190") != (unit.side == GERMAN):
            yield Problem("TG-AIR-30", say("{unit} flies for the wrong side.", unit=key))
