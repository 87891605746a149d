"""The printed tables as display values: weather, air operations, movement and the order of battle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Light, Roster, RosterEntry, Table
from hexbench.engine.values import Say, say
from hexbench.games.tigers import results
from hexbench.games.tigers.display import GROUPS
from hexbench.games.tigers.pieces import BROKEN, ELIMINATED, EXITED, PLANE, SUBSTITUTES, TRAYS
from hexbench.games.tigers.weather import certain

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgSeat

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
