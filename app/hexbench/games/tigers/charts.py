"""The printed tables as display values: weather, air operations, movement and the order of battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Light, Roster, RosterEntry, Table
from hexbench.engine.results import joined, read_in
from hexbench.engine.values import Action, Say, say
from hexbench.games.tigers import cells, results, walking
from hexbench.games.tigers.display import GROUPS
from hexbench.games.tigers.pieces import BROKEN, ELIMINATED, EXITED, PLANE, SUBSTITUTES, TRAYS
from hexbench.games.tigers.weather import certain

if TYPE_CHECKING:
    from hexbench.games.tigers.seat import TgSeat


AIR_WORDS: Final = {
    "BUST": "destroyed",
    "DEF_DOWN": "defender down",
    "INTERCEPTED": "turned back",
    "ATT_DOWN_IF_NOT_P47_TARGET": "attacker down, not FW-190 by P-47",
    "ATT_DOWN": "attacker down",
    "SUPPLIED": "supplied",
}


def die(seat: TgSeat, row: int) -> str:
    """The face of the die that a row is read on, by the index of this game (AMB-01)."""
    return str(row if seat.rules.options.die_index == "A" else 7 - row)


def weather_table(seat: TgSeat) -> Table:
    """TG-WEA-02: both groups of turns; the one of now is lit."""
    table, s = seat.rules.tables.weather, seat.s
    rows = tuple((die(seat, n), (table.early[str(n)], table.late[str(n)])) for n in range(1, 7))
    columns = (f"Turns 3 to {table.late_from - 1}", f"Turns {table.late_from} to {s.last_turn}")
    now = int(s.turn >= table.late_from)
    sure = certain(seat.rules, s, s.turn) is not None
    lights = () if sure else (Light(-1, now, "band", say("turn {turn}", turn=s.turn)),)
    return Table("weather", say("Weather"), columns, rows, rule="TG-WEA-02", lights=lights)


def air_table(seat: TgSeat) -> Table:
    """TG-AIR-05..26."""
    columns = (
        "Bridge, dump",
        "Clear, town, armor on road",
        "City, forest, entrenched",
        "Interception",
        "Supply",
    )
    rows = []
    for n in range(1, 7):
        row = seat.rules.tables.air[str(n)]
        cells = (row.bridge, row.open, row.cover, row.intercept, row.resupply)
        rows.append((die(seat, n), tuple(AIR_WORDS.get(cell, cell) for cell in cells)))
    kinds = (results.RAID, results.STRIKE, results.STRIKE, results.INTERCEPTION, results.RESUPPLY)
    return Table("air_table", say("Air operations"), columns, tuple(rows), rule="TG-AIR-05", results=kinds)


def movement_table(seat: TgSeat) -> Table:
    """TG-MOV-03..11, TG-RIV-01..04: what each class of unit may spend and pays."""
    no, road = "1/3", "-"
    rows = (
        ("Infantry", ("2", "1", "1", "1", road, "+1")),
        ("Parachute, airborne", ("3", "1", "1", "1", road, "+1")),
        ("Panzer grenadier", ("3", "1", "2", "3", no, "+2, bridge")),
        ("US armor, cavalry", ("4", "1", "2", "3", no, "+2, bridge")),
        ("Panzer, Tiger", ("4", "1", "2", "3", no, "no")),
        ("Skorzeny", ("4", "1", "2", "3", no, "+2, bridge")),
    )
    columns = ("Factor", "Clear, town, city", "Forest", "Venn", "Road", "River")
    return Table("movement", say("Movement"), columns, rows, rule="TG-MOV-03")


def order_of_battle(seat: TgSeat) -> Roster:
    """Every unit by side and branch, with where it is and how."""
    s = seat.s
    entries = []
    for uid, unit in s.units.items():
        path = (seat.rules.side_name(unit.side), str(GROUPS[s.roster[uid].type]).capitalize())
        entries.append(RosterEntry(uid, unit.at, status(seat, uid), path))
    return Roster("order_of_battle", say("Order of battle"), tuple(entries))


_BOXES: Final = {
    ELIMINATED: say("eliminated"),
    EXITED: say("left the map"),
    BROKEN: say("split into combat commands"),
    SUBSTITUTES: say("not in use"),
    PLANE: say("waits for the drop"),
    **dict.fromkeys(TRAYS.values(), say("to be placed")),
}


def status(seat: TgSeat, uid: str) -> Say:
    """How a unit is, in a word or two."""
    unit = seat.s.units[uid]
    if unit.at in _BOXES:
        return _BOXES[unit.at]
    if unit.at.startswith("#due/"):
        return say("due in turn {turn}", turn=unit.at.rpartition("/")[2])
    if unit.disrupted:
        return say("disrupted")
    return say("entrenched") if unit.entrenched else say("ready")


# What lights up in the zones table while a move is weighed: the cells its steps fall under (TG-ZOC-20..33,
# TG-ZOC-36).

ENTER, LEAVE, GAP, SLIDE = range(4)
"""Rows of the table."""
STRONG, WEAK = 0, 1
CELLS: Final = {
    "TG-ZOC-20": (ENTER, STRONG),
    "TG-ZOC-21": (ENTER, STRONG),
    "TG-ZOC-23": (LEAVE, STRONG),
    "TG-ZOC-24": (GAP, STRONG),
    "TG-ZOC-25": (GAP, STRONG),
    "TG-ZOC-27": (SLIDE, STRONG),
    "TG-ZOC-28": (SLIDE, STRONG),
    "TG-ZOC-29": (ENTER, WEAK),
    "TG-ZOC-31": (GAP, WEAK),
    "TG-ZOC-32": (SLIDE, WEAK),
    "TG-ZOC-33": (SLIDE, WEAK),
}
"""Clause -> (row, column) of its cell."""


def weighed(seat: TgSeat, action: Action) -> Mapping[str, tuple[Light, ...]]:
    """The lit cells of the zones table for a legal move, and those of the results table for an attack."""
    lights = read_in(seat, action)
    if action.verb != "move" or not action.subject or seat.step is None:
        return lights
    settled = action if action.via else seat.rules.verbs["move"].settle(seat, seat.step, action)
    rules, s, board = seat.rules, seat.s, seat.board
    group = walking.party(rules, s, board, settled.subject)
    stages, _ = walking.follow(rules, s, board, group, settled.via)
    clauses = dict.fromkeys(clause for stage in stages for clause in stage.effect.clauses)
    zones = tuple(Light(*CELLS[clause], "to", cells.WORDS[clause]) for clause in clauses)
    return joined(lights, "zones", zones)
