"""Validation of tables, scenarios and maps: one sentence per fault. Names and types have already been checked
by decoding.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Final, get_args

from hexbench.engine.documents.reading import misread
from hexbench.engine.values import complaint, say
from hexbench.games.tigers.pieces import ALLIED, GERMAN, PEIPER, SIDES
from hexbench.games.tigers.setup import order_of
from hexbench.games.tigers.tables import Code, Strength, Weather

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet
    from hexbench.games.tigers.pieces import Printed
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.setup import Scenario
    from hexbench.games.tigers.tables import Tables


ROWS: Final = tuple("123456")
COLUMNS: Final = ("1:5", "1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
EDGES: Final = {"german": ("G",), "us": ("N", "S", "W"), "british": ("BR",)}
RESULTS: Final = {
    "bridge": ("BUST", "-", "AAm", "AA"),
    "open": ("D", "-", "AAm", "AA"),
    "cover": ("D", "-", "AAmc", "AAc"),
    "intercept": ("DEF_DOWN", "INTERCEPTED", "-", "ATT_DOWN_IF_NOT_P47_TARGET", "ATT_DOWN"),
    "resupply": ("SUPPLIED", "-", "AA?"),
}
"""What each column of the air table may hold."""


def check(tables: Tables) -> Iterator[str]:
    """Every fault in the tables."""
    yield from _rows(tables)
    yield from _results(tables)
    yield from _air(tables)
    yield from _calendar(tables)
    yield from _units(tables)
    yield from _numbers(tables)


def _whole(name: str, found: Collection[str], wanted: tuple[str, ...]) -> Iterator[str]:
    missing = [key for key in wanted if key not in found]
    if missing:
        yield f"{name}: {', '.join(missing)} must be there."


def _rows(tables: Tables) -> Iterator[str]:
    weather = tables.weather
    for name, rows in (
        ("results.rows", tables.results.rows),
        ("weather.early", weather.early),
        ("weather.late", weather.late),
        ("air", tables.air),
    ):
        yield from _whole(name, rows, ROWS)
    yield from _whole("zones", tables.zones, get_args(Strength))
    yield from _whole("weather.skies", weather.skies, get_args(Weather))
    for turn in weather.automatic:
        if not turn.isdecimal():
            yield f"weather.automatic: {turn!r} is not a turn."


def _results(tables: Tables) -> Iterator[str]:
    if tables.results.columns != COLUMNS:
        yield f"results.columns: the columns must be {', '.join(COLUMNS)}."
    for row, cells in tables.results.rows.items():
        if len(cells) != len(COLUMNS):
            yield f"results.rows.{row}: it has {len(cells)} cells, not {len(COLUMNS)}."
    if sorted(tables.results.severity) != sorted(get_args(Code)):
        yield "results.severity: give every result once, the best for the attacker first."


def _air(tables: Tables) -> Iterator[str]:
    for row, line in tables.air.items():
        for column, known in RESULTS.items():
            if getattr(line, column) not in known:
                yield f"air.{row}.{column}: {getattr(line, column)!r} is not one of {', '.join(known)}."


def _calendar(tables: Tables) -> Iterator[str]:
    turns = [day.turn for day in tables.calendar]
    if not turns or turns != list(range(1, len(turns) + 1)):
        yield "calendar: list the turns from 1 upwards, in order and once each."


def _units(tables: Tables) -> Iterator[str]:
    yield from _order_faults(tables.units, len(tables.calendar))


def _order_faults(units: Mapping[str, Printed], last: int) -> Iterator[str]:
    """Faults in an order of battle for a game of ``last`` turns."""
    for uid, printed in units.items():
        edges = EDGES[printed.nation]
        if printed.side != (GERMAN if printed.nation == "german" else ALLIED):
            yield complaint(
                f"units.{uid}", say("this nation does not belong to the {side} side.", side=printed.side)
            )
        if printed.hex and printed.turn:
            yield complaint(f"units.{uid}", say("give a hex or a turn, not both."))
        if printed.turn and not 1 <= printed.turn <= last:
            yield complaint(f"units.{uid}.turn", say("turns run from 1 to {last}.", last=last))
        if printed.turn and printed.edge not in edges:
            yield complaint(
                f"units.{uid}.edge", say("its entry edge must be {edges}.", edges=" or ".join(edges))
            )
        if min(printed.factor, printed.omf) < 0:
            yield complaint(f"units.{uid}", say("factors cannot be negative."))
        if printed.size == "kg" and uid != PEIPER:
            yield complaint(f"units.{uid}.size", say("only {peiper} is a Kampfgruppe.", peiper=PEIPER))
        if printed.entrenched and not (printed.foot and printed.size == "div"):
            yield complaint(
                f"units.{uid}.entrenched", say("only divisions of infantry types can be entrenched.")
            )


def _numbers(tables: Tables) -> Iterator[str]:
    for side in SIDES:
        if tables.markers.get(side, -1) < 0:
            yield f"markers.{side}: give the number of engineer bridges."
        chances = tables.capture.get(side, ())
        if not chances or not all(0 <= chance <= 6 for chance in chances):
            yield f"capture.{side}: give at least one row, from 0 to 6."
    if tables.movement_bonus < 0:
        yield "movement_bonus: it cannot be negative."
    for edge in ("N", "S", "W", "BR", "G"):
        if edge not in tables.entry:
            yield f"entry.{edge}: name the zone of its hexes."
    for key, group in tables.air_units.items():
        if (group.type == "FW-190") != (group.side == GERMAN):
            yield f"air_units.{key}: the Germans fly FW-190s, the Americans P-47s and P-51s."


# ---- against a map ---------------------------------------------------------------------------------------------------
def check_places(rules: TgRules, scenario: Scenario | None = None) -> Iterator[str]:
    """Hexes and zones that the tables or the order of battle name but the map does not have."""
    index, zones = rules.atlas.index, rules.zones
    for uid, printed in order_of(rules.tables, scenario).items():
        if printed.hex and printed.hex not in index:
            yield complaint(f"units.{uid}.hex", say("there is no hex {hex} on this map.", hex=printed.hex))
        elif printed.hex and rules.home(printed.hex) != printed.side:
            yield complaint(
                f"units.{uid}.hex", say("{hex} is on the other side of the front.", hex=printed.hex)
            )
    for edge, zone in rules.tables.entry.items():
        if zone not in zones:
            yield complaint(f"entry.{edge}", say("this map has no zone {zone}.", zone=repr(zone)))


def check_scenario(rules: TgRules, scenario: Scenario) -> Iterator[str]:
    """Faults in a scenario."""
    days = len(rules.tables.calendar)
    yield from _order_faults(scenario.units, days)
    for uid in scenario.units:
        if uid.startswith("#") or not uid or uid in rules.atlas.index:
            yield complaint(f'units["{uid}"]', say("a unit needs a name that is neither a hex nor a box."))
    for turn in scenario.weather:
        if not turn.isdigit() or not 1 <= int(turn) <= days:
            yield complaint("weather", say("there is no turn {turn}.", turn=turn))
    for key, group in scenario.air.items():
        if (group.type == "FW-190") != (group.side == GERMAN):
            yield complaint(
                f"air.{key}", say("the Germans fly only FW-190s, the Americans only P-47s and P-51s.")
            )
    if not 1 <= scenario.first_turn <= scenario.last_turn <= days:
        yield complaint(
            "scenario.last_turn",
            say("turns run from 1 to {days}, and the first cannot be after the last.", days=days),
        )
    for side, bridge in scenario.bridges.items():
        if side not in rules.hexsides["river"]:
            yield complaint(f'scenario.bridges["{side}"]', say("there is no river there."))
        elif not bridge.marker and side not in rules.road_sides:
            yield complaint(f'scenario.bridges["{side}"]', say("no road crosses the river there."))
    for name in SIDES:
        built = sum(bridge.marker and bridge.owner == name for bridge in scenario.bridges.values())
        if built > rules.tables.markers[name]:
            yield complaint(
                "scenario.bridges",
                say(
                    "the {name} side has only {count} engineer bridges.",
                    name=name,
                    count=rules.tables.markers[name],
                ),
            )


# Whether a map can be one of this game: the zones the rules name, and terrain they know.

ZONES: Final = (
    "german_side",
    "edge_n",
    "edge_s",
    "edge_w",
    "edge_e",
    "british_entry",
    "exit_nw",
    "exit_w_north",
    "meuse",
    "dump",
    "german_objectives",
    "allied_objectives",
)
TERRAIN: Final = ("clear", "forest", "venn")
HEXSIDES: Final = ("river", "bridge", "siegfried", "front")


def check_map(sheet: MapSheet) -> None:
    """Raise ValueError (the path to the key and one sentence) if the map is not one for this game."""
    for name in ZONES:
        if name not in sheet.zones:
            raise misread(
                "map.zones",
                say('this map has no zone "{name}", so it is not a map for this game.', name=name),
            )
    for at, cell in sheet.cells.items():
        if cell.terrain not in TERRAIN:
            raise misread(
                f"map.cells.{at}",
                say(
                    "the terrain {terrain} is not one of {known}.",
                    terrain=repr(cell.terrain),
                    known=", ".join(TERRAIN),
                ),
            )
    for side in sheet.hexsides:
        for kind in side.kinds:
            if kind not in HEXSIDES:
                raise misread(
                    "map.hexsides",
                    say(
                        "{kind} at {side} is not one of {known}.",
                        kind=repr(kind),
                        side=side.side,
                        known=", ".join(HEXSIDES),
                    ),
                )
