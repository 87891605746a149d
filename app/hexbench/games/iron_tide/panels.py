"""The docks of Iron Tide: the turn record, the order of battle, the terrain chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Panel, Roster, RosterEntry, Table
from hexbench.engine.values import Say, say
from hexbench.games.iron_tide import air_boxes, combat_display, display, names, turn_record, victory
from hexbench.games.iron_tide.inspect import FEATURES, TERRAIN, box_name
from hexbench.games.iron_tide.movers import points

if TYPE_CHECKING:
    from hexbench.games.iron_tide.pieces import Mobility
    from hexbench.games.iron_tide.seat import ItSeat

_STATES: Final = {"supplied": say("in supply"), "out": say("out of supply"), "isolated": say("isolated")}


def panels(seat: ItSeat) -> tuple[Panel, ...]:
    """Every panel, in the order the docks are listed."""
    return (
        turn_record.panel(seat),
        air_boxes.panel(seat),
        victory.panel(seat),
        *combat_display.panels(seat),
        combat_display.results_table(seat),
        terrain_chart(seat),
        order_of_battle(seat),
    )


def order_of_battle(seat: ItSeat) -> Roster:
    """Every unit by side, army and division, with where it is and how."""
    entries: list[RosterEntry] = []
    for uid, unit in seat.s.units.items():
        printed = seat.s.roster[uid]
        status = _STATES[unit.supply] if unit.on_map else box_name(unit.at)
        path = (
            seat.rules.side_name(unit.side),
            str(display.ARMIES.get(printed.army, printed.army or "-")),
            names.division_name(printed.division) if printed.division else "Army troops",
        )
        entries.append(RosterEntry(uid, unit.at, status, path))
    return Roster("order_of_battle", say("Order of battle"), tuple(entries))


def terrain_chart(seat: ItSeat) -> Table:
    """The Terrain Effects Chart as the game uses it."""
    tec = seat.rules.tables.tec
    kinds: tuple[Mobility, ...] = ("N", "MI", "M")

    def cost(twelfths: int | None) -> str:
        return "closed" if twelfths is None else points(twelfths)

    rows: list[tuple[str, tuple[str, ...]]] = [
        (
            str(TERRAIN.get(name, Say(name))),
            (*(cost(tec.hex_cost(name, (), k)) for k in kinds), row.crt.replace("_", " ")),
        )
        for name, row in tec.hex.items()
    ]
    rows += [
        (
            str(FEATURES[name]).capitalize(),
            (*(cost(tec.hex_cost("clear", (name,), k)) for k in kinds), f"{row.shift_left} left"),
        )
        for name, row in tec.overlay.items()
    ]
    rows.append(("Road hex to road hex", (*(cost(tec.road_cost()) for _ in kinds), "no effect")))
    rows.append(
        ("Unbridged river", (*("all" if tec.river_cost(k) else "closed" for k in kinds), "defence x2"))
    )
    rows.append(("Ford, added", (*(cost(tec.ford_cost(k)) for k in kinds), "as river")))
    rows.append(
        ("Westwall, added", ("0", *(f"Allied {cost(tec.westwall_cost())}" for _ in kinds[1:]), "German x3"))
    )
    rows.append(("Leaving an enemy zone", (*(cost(tec.disengage_cost(k)) for k in kinds), "")))
    columns = ("Foot", "Mech. infantry", "Other mech.", "Combat")
    return Table(
        "terrain", say("Terrain chart"), columns, tuple(rows), (), tec.source, tec.provenance, "5.1a"
    )
