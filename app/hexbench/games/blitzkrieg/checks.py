"""Consistency checks of the tables: one sentence for each thing that is wrong.

Decoding has already checked names, types and ranges of single values; here they are compared with each other
and with the rules that fix them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Final, get_args

from hexbench.engine.documents.base import check_words, check_zones
from hexbench.engine.documents.fields import MOST
from hexbench.engine.documents.reading import misread
from hexbench.engine.values import complaint, counted, say
from hexbench.games.blitzkrieg.pieces import ALLIED, GERMAN_ONLY, GROUND, SIDES, Class, Printed
from hexbench.games.blitzkrieg.placing import ways_in
from hexbench.games.blitzkrieg.positions import check_printed
from hexbench.games.blitzkrieg.refusals import LIMIT
from hexbench.games.blitzkrieg.state import order_of
from hexbench.games.blitzkrieg.tables import Checks, Grid, Tables, Terrain

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.state import Scenario


ROLLS: Final = 6
_SHOTS: Final = ("1-2", "1-1", "2-1", "3-1")
ODDS: Final = ("1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
_LOSS: Final = re.compile(r"^(nr|(A|D|A&D)L[0-9]+/[0-9]+)$")
_PART: Final = re.compile(r"^(AE|DE|[AD][ab][1-9])$")
_FRACTION: Final = re.compile(r"^(nr|all|[0-9]+/[1-9][0-9]*)$")


def check(tables: Tables) -> list[str]:
    """Every problem of the tables as one plain sentence; an empty list if there is none."""
    return [
        *_artillery(tables.artillery),
        *_combat(tables),
        *_checks("recognition", tables.recognition, ("1-2", "3+")),
        *_bombardment(tables),
        *_checks(
            "demolition",
            tables.demolition,
            (
                "ok",
                "infiltrator_in_hex_with_allies",
                "enemy_adjacent",
                "enemy_adjacent_and_infiltrator_in_hex",
            ),
        ),
        *_checks("construction", tables.construction, ("ok", "enemy_adjacent")),
        *_classes(tables),
        *_divisors(tables),
        *_weather(tables.weather),
        *_rockets(tables),
        *_units(tables),
    ]


def _shape(
    name: str, columns: tuple[str, ...], rows: tuple[tuple[object, ...], ...], wanted: tuple[str, ...]
) -> Iterator[str]:
    if columns != wanted:
        yield complaint(name, say("the columns must be {columns}, in this order.", columns=", ".join(wanted)))
    n = len(rows)
    if n != ROLLS:
        text = counted(
            n,
            say("there must be a row for each roll from 1 to 6, but there is only one."),
            say("there must be a row for each roll from 1 to 6, but there are {n}.", n=n),
        )
        yield complaint(name, text)
    for roll, row in enumerate(rows, start=1):
        if len(row) != len(wanted):
            text = say(
                "roll {roll} must have {n} results, but it has {found}.",
                roll=roll,
                n=len(wanted),
                found=len(row),
            )
            yield complaint(name, text)


def _artillery(grid: Grid) -> Iterator[str]:
    yield from _shape("artillery", grid.columns, grid.rows, _SHOTS)
    for roll, row in enumerate(grid.rows, start=1):
        for cell in row:
            if not _FRACTION.match(cell):
                text = say(
                    'roll {roll} has {cell}; give a fraction such as "1/4", or "nr".',
                    roll=roll,
                    cell=repr(cell),
                )
                yield complaint("artillery", text)


def _checks(name: str, table: Checks, wanted: tuple[str, ...]) -> Iterator[str]:
    yield from _shape(name, table.columns, table.rows, wanted)


def _combat(tables: Tables) -> Iterator[str]:
    table = tables.combat
    yield from _shape("combat.losses", table.columns, table.losses, ODDS)
    yield from _shape("combat.moves", table.columns, table.moves, ODDS)
    for roll, row in enumerate(table.losses, start=1):
        for cell in row:
            if not _LOSS.match(cell):
                text = say(
                    'roll {roll} has {cell}; give one such as "DL1/3", "A&DL1/4" or "nr".',
                    roll=roll,
                    cell=repr(cell),
                )
                yield complaint("combat.losses", text)
    for roll, row in enumerate(table.moves, start=1):
        for cell in row:
            parts = cell.split()
            if cell not in ("nm", "blu") and not (parts and all(map(_PART.match, parts))):
                text = say(
                    'roll {roll} has {cell}; give one such as "Db2 Aa1", "AE Da3", "blu" or "nm".',
                    roll=roll,
                    cell=repr(cell),
                )
                yield complaint("combat.moves", text)
            elif len(parts) != len({part[0] for part in parts}):
                text = say(
                    "roll {roll} has {cell}, which gives one side two instructions.",
                    roll=roll,
                    cell=repr(cell),
                )
                yield complaint("combat.moves", text)


def _bombardment(tables: Tables) -> Iterator[str]:
    n = len(tables.bombardment)
    if n != ROLLS:
        text = counted(
            n,
            say("there must be a result for each roll from 1 to 6, but there is only one."),
            say("there must be a result for each roll from 1 to 6, but there are {n}.", n=n),
        )
        yield complaint("bombardment", text)


def _classes(tables: Tables) -> Iterator[str]:
    terrains = get_args(Terrain)
    for name, table, classes, columns in (
        ("isolation", tables.isolation, GROUND, ()),
        ("defence", tables.defence, GROUND, terrains),
        ("movement", tables.movement, (*GROUND, "infiltrator"), (*terrains, "road")),
    ):
        rows: Mapping[str, object] = table
        if sorted(rows) != sorted(classes):
            text = say("there must be a row for each of {classes}.", classes=", ".join(classes))
            yield complaint(name, text)
        for kind, row in rows.items():
            if columns and isinstance(row, dict):
                if sorted(row) != sorted(columns):
                    text = say("there must be a number for each of {columns}.", columns=", ".join(columns))
                    yield complaint(f"{name}.{kind}", text)
                if any(value < 1 for value in row.values()):
                    yield complaint(f"{name}.{kind}", say("every number must be 1 or more."))


def _divisors(tables: Tables) -> Iterator[str]:
    for name in ("artillery", "volkswerfer"):
        if getattr(tables.divisor, name) < 1:
            yield complaint(f"divisor.{name}", say("this must be 1 or more."))


def _weather(days: Mapping[str, int]) -> Iterator[str]:
    for day, least in days.items():
        if not day.isdigit() or not 16 <= int(day) <= 31:
            yield complaint("weather", say("{day} is not a day from 16 to 31 December.", day=day))
        if not 1 <= least <= ROLLS + 1:
            text = say("give the lowest roll for clear weather, 1 to 6, or 7 for never.")
            yield complaint(f"weather.{day}", text)


def _rockets(tables: Tables) -> Iterator[str]:
    if any(not 1 <= face <= ROLLS for face in tables.rocket_hits):
        yield complaint("rocket_hits", say("give faces of a die, 1 to 6."))
    for key in tables.rocket_targets:
        if key not in tables.dumps:
            yield complaint("rocket_targets", say("there is no dump {key}.", key=key))
    if tables.gun_range < 1:
        yield complaint("gun_range", say("this must be 1 or more."))


def _unit_faults(
    path: str, printed: Printed, entries: Collection[str], hexes: Collection[str]
) -> Iterator[str]:
    """What is wrong with one unit; ``hexes`` are those it may be in."""
    places = ("zone", "drop", *entries)
    fights = printed.type in GROUND
    if fights != (printed.strength > 0) or printed.strength < 0:
        yield complaint(
            path, say("ground units must have a strength of 1 or more, and all other units none.")
        )
    if printed.mp < 0 or printed.turn < 1:
        text = say("the movement points must not be negative, and the round of arrival must be 1 or more.")
        yield complaint(path, text)
    if printed.side == "allied" and printed.type in GERMAN_ONLY:
        yield complaint(path, say("only the Germans have units of this class."))
    if printed.type in ("air", "v2"):
        return
    if printed.at not in hexes and printed.at not in places:
        yield complaint(
            path, say('{place} is not a hex, an entry, "zone" or "drop".', place=repr(printed.at))
        )
    elif printed.turn == 1 and printed.side == "allied" and printed.at not in hexes:
        yield complaint(
            path,
            say(
                "an Allied unit that starts on the map must be in a hex, and {place} is not one.",
                place=repr(printed.at),
            ),
        )
    elif printed.turn > 1 and printed.at not in places[1:]:
        yield complaint(
            path,
            say("a reinforcement must arrive by an entry, and {place} is not one.", place=repr(printed.at)),
        )


def _units(tables: Tables) -> Iterator[str]:
    for uid, printed in tables.units.items():
        if not uid or uid.startswith("#"):
            yield complaint("units", say("{unit} cannot be the name of a unit.", unit=repr(uid)))
        hexes = (printed.at,) if printed.at.isdigit() else ()
        yield from _unit_faults(f"units.{uid}", printed, tables.entries, hexes)
    kinds = {printed.type for printed in tables.units.values()}
    missing = [kind for kind in get_args(Class) if kind not in kinds]
    if missing and tables.units:
        yield complaint("units", say("there is no unit of the class {classes}.", classes=", ".join(missing)))


# Whether Blitzkrieg can be played on a map: every word used on it must mean something in the rules
# (BK-MAP).

TERRAINS: Final = get_args(Terrain)
KINDS: Final = ("river", "major_river", "bridge")
ZONES: Final = ("drop",)
FAMILIES: Final = ("german.",)
"""Families of zones, by the beginning of their names: where the German armies start."""


def check_map(sheet: MapSheet) -> None:
    """Raise ValueError, the path and one sentence, for a word the rules do not know."""
    check_words(sheet, TERRAINS, (), KINDS)
    roads = {road.side for road in sheet.roads}
    for i, side in enumerate(sheet.hexsides):
        if "bridge" in side.kinds and not ("river" in side.kinds and side.side in roads):
            raise misread(
                f"map.hexsides[{i}].kinds", say("a bridge must be where a road crosses a river (BK-MAP-05).")
            )
    check_zones(sheet, ZONES, FAMILIES)


# Whether tables and scenario fit the map: hexes that exist, zones that contain their units, room where units
# start.


def check_order(rules: BkRules, scenario: Scenario) -> Iterator[str]:
    """Every problem as one plain sentence."""
    tables, index = rules.tables, rules.atlas.index
    named = [
        *((f"dumps.{key}", dump.hex) for key, dump in tables.dumps.items()),
        *((f"entries.{key}", at) for key, at in tables.entries.items()),
        *(("cities.antwerp", at) for at in tables.cities.antwerp),
        *(("cities.liege", at) for at in tables.cities.liege),
        *((f"cities.major.{name}", at) for name, hexes in tables.cities.major.items() for at in hexes),
    ]
    for what, at in named:
        if at not in index and scenario.order == "tables":  # a map of one's own may lack it
            yield complaint(what, say("{place} is not a hex of this map.", place=at))
    yield from _order_units(rules, scenario)
    yield from _own(rules, scenario)
    for side, ends in scenario.blown.items():
        if side not in rules.bridges or not set(ends) <= set(side.split("/")):
            yield complaint("blown", say("there is no such bridge or end at {side}.", side=side))
    for name in scenario.goal:
        if name not in ("antwerp", "liege", *tables.cities.major) and name not in index:
            yield complaint("goal", say("{name} is not a victory city.", name=name))
    last = scenario.last_turn or rules.last_turn
    if not 1 <= scenario.first_turn <= last:
        yield complaint("first_turn", say("give a round from 1 to {last}.", last=last))


def _own(rules: BkRules, scenario: Scenario) -> Iterator[str]:
    """Problems with what a scenario defines itself."""
    index = rules.atlas.index
    for uid, printed in scenario.units.items():
        path = f'units["{uid}"]'
        if not uid or uid.startswith("#") or uid in index:
            yield complaint(path, say("a unit needs a name that is neither a hex nor a box."))
        try:
            check_printed(rules, printed, path)
        except ValueError as fault:
            yield str(fault)
        yield from _unit_faults(path, printed, rules.tables.entries, index)
    for key, dump in scenario.dumps.items():
        if dump.hex not in index:
            yield complaint(f"dumps.{key}", say("{hex} is not a hex of this map.", hex=dump.hex))
    for turn in scenario.weather:
        if not turn.isdigit() or not int(turn) % 2:
            yield complaint(
                "weather", say("{turn} is not an AM round; the weather is set for a whole day.", turn=turn)
            )
    if not 0 <= scenario.last_turn <= MOST:
        yield complaint("last_turn", say("give a round from 1 to {most}, or 0.", most=MOST))


def _order_units(rules: BkRules, scenario: Scenario) -> Iterator[str]:
    stacks: Counter[tuple[str, str]] = Counter()
    for uid, printed in order_of(rules.tables, rules.options, scenario).items():
        if printed.turn > 1 and printed.type not in ("air", "v2") and not ways_in(rules, printed):
            text = (
                say("it can never arrive: no way leads onto this map by {found}.", found=printed.at)
                if printed.at
                else say("it can never arrive: no entry is given.")
            )
            yield complaint(f"units.{uid}", text)
        if printed.turn > 1 or not printed.at.isdigit():
            continue
        if printed.at not in rules.atlas.index:
            yield complaint(f"units.{uid}", say("{place} is not a hex of this map.", place=printed.at))
            continue
        stacks[printed.at, printed.side] += 1
        if printed.side == ALLIED and rules.terrain(printed.at) == "siegfried":
            yield complaint(f"units.{uid}", say("no Allied unit may be in the Siegfried line."))
        if printed.zone and printed.at not in rules.zones.get(printed.zone, ()):
            yield complaint(
                f"units.{uid}", say("{place} is not in the zone {zone}.", place=printed.at, zone=printed.zone)
            )
    for (at, _), n in stacks.items():
        if n > LIMIT:
            yield complaint(
                "units",
                say("{n} units start in {place}; the limit is {limit}.", n=n, place=at, limit=LIMIT),
            )
        if all((at, side) in stacks for side in SIDES):
            yield complaint("units", say("both sides start in {place}.", place=at))
