"""Consistency checks of tables, maps and scenarios: one sentence for each problem.

Decoding has already checked names, types and ranges of single values; here values are checked against each other and
against the rules that fix them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from hexbench.engine.documents.base import check_words, check_zones
from hexbench.engine.documents.fields import MOST
from hexbench.engine.documents.reading import misread
from hexbench.engine.values import complaint, say
from hexbench.games.iron_tide.charts import PROHIBITED, WHOLE, Points, Prices, rung
from hexbench.games.iron_tide.chits import COLOURS, kinds
from hexbench.games.iron_tide.fields import LETTERS
from hexbench.games.iron_tide.pieces import ALLIED, Printed
from hexbench.games.iron_tide.positions import check_printed
from hexbench.games.iron_tide.setup import Scenario, start_hex
from hexbench.games.iron_tide.stacking import LIMIT
from hexbench.games.iron_tide.tables import Tables, Turn

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.state import IronTide


_FIRST_REPLACEMENTS = 7
"""19AM, the turn from which replacements come (15.0a) and fuel is rolled for (12.5a)."""

_RESULTS: Mapping[str, tuple[str, ...]] = {
    "commando_disruption": ("misdirected", "no_effect", "discovered"),
    "demolition_disruption": ("disrupted", "no_effect", "discovered"),
    "air_support": ("arrives", "fails"),
    "air_resupply": ("succeeds", "fails"),
    "brigade_150": ("ignored", "fails"),
    "parachute_landing": ("no_loss", "one_step", "two_steps"),
    "late_divisions": ("10SS", "11Pz", "none"),
}
_DEMOLITION = ("destroyed", "no_effect")


def check(tables: Tables) -> list[str]:
    """Every problem in the tables as one plain sentence; an empty list when there is none."""
    return [
        *_dice(tables),
        *_combat(tables),
        *_terrain(tables),
        *_chits(tables),
        *_turns(tables),
        *_victory(tables),
        *_rim(tables),
    ]


def _dice(tables: Tables) -> Iterator[str]:
    for name, results in _RESULTS.items():
        yield from _die(name, getattr(tables, name).die, results)
    yield from _die("demolition.engineer", tables.demolition.engineer, _DEMOLITION)
    yield from _die("demolition.other", tables.demolition.other, _DEMOLITION)
    yield from _die("depots", {str(n): group.die for n, group in enumerate(tables.depots.groups)}, None)
    for group in tables.depots.groups:
        if len(group.places) != 3:
            yield f"depots: each result must place 3 depots, but one places {len(group.places)}."
    fuel = tables.fuel_shortage
    lowest = min(1, 1 + fuel.all_depots_destroyed)
    if [row.roll for row in fuel.rolls] != list(range(lowest, 7)):
        yield f"fuel_shortage: the rolls {lowest} to 6 must each have one row, in order."
    if any(earlier.formations < later.formations for earlier, later in pairwise(fuel.rolls)):
        yield "fuel_shortage: a higher roll may not be worse for the German player (12.5e)."


def _die(name: str, die: Mapping[str, tuple[int, ...]], results: tuple[str, ...] | None) -> Iterator[str]:
    if results is not None and tuple(die) != results:
        yield f"{name}: the results must be {', '.join(results)}, in this order."
    rolls = sorted(roll for rolls in die.values() for roll in rolls)
    if rolls != [1, 2, 3, 4, 5, 6]:
        yield f"{name}: each roll of 1 to 6 must give exactly one result, but the rolls given are {rolls}."


def _combat(tables: Tables) -> Iterator[str]:
    crt = tables.crt
    if not crt.odds:
        yield "crt: there must be at least one row of odds."
        return
    if sorted(crt.defence_rank) != sorted(crt.odds):
        yield "crt: defence_rank must name each odds row once."
    first, headers = next(iter(crt.odds.items()))
    columns = len(headers)
    if not columns:
        yield f"crt: the odds row {first} has no columns."
    for row, headers in crt.odds.items():
        if len(headers) != columns:
            yield f"crt: the odds row {row} must have {columns} columns, like {first}, but has {len(headers)}."
        if any(rung(right) != rung(left) + 1 for left, right in pairwise(headers)):
            yield f"crt: the odds of row {row} must go up the ladder one step a column."
    if list(crt.results) != [str(total) for total in range(2, 13)]:
        yield "crt: the rolls 2 to 12 must each have one row of results, in order."
    for total, cells in crt.results.items():
        if len(cells) != columns:
            yield f"crt: the row for roll {total} must have {columns} results, but has {len(cells)}."
    for terrain, hexes in tables.tec.hex.items():
        if hexes.crt not in crt.odds:
            yield f"tec: the terrain {terrain} uses the odds row {hexes.crt}, but there is no such row."
    if tables.defence.most < max(
        tables.defence.river,
        tables.defence.entrenchment,
        tables.defence.entrenchment_behind_river,
        tables.defence.westwall_german,
    ):
        yield "defence: no multiplier may be greater than the maximum allowed."


def _terrain(tables: Tables) -> Iterator[str]:
    tec = tables.tec
    numbers: list[tuple[str, Points]] = [
        ("westwall", tec.westwall.allied_mechanized),
        ("road, tactical", tec.road.tactical),
        ("road, strategic, german_foot", tec.road.strategic.german_foot),
        ("road, strategic, allied_foot", tec.road.strategic.allied_foot),
        ("road, strategic, mechanized", tec.road.strategic.mechanized),
    ]
    rows: list[tuple[str, Prices]] = [
        *tec.hex.items(),
        *tec.overlay.items(),
        ("bridge", tec.hexside.bridge),
        ("ford", tec.hexside.ford),
        ("disengage", tec.disengage),
    ]
    for name, prices in rows:
        numbers += [(f"{name}, N", prices.N), (f"{name}, MI", prices.MI), (f"{name}, M", prices.M)]
    for name, price in numbers:
        if price == WHOLE:
            yield f"tec: {name}: only a river may cost the whole movement factor."
        elif price == PROHIBITED and name.split(",")[0] not in tec.hex:
            yield f"tec: {name}: this price must be a number."
    river = tec.hexside.river
    if (river.N, river.MI, river.M) != (WHOLE, WHOLE, PROHIBITED):
        yield "tec: an unbridged river must cost N and MI the whole movement factor and be closed to M (5.1d, 5.1e)."
    if set(tec.overlay) != {"town", "city"}:
        yield "tec: there must be a row for town and one for city."
    if "clear" not in tec.hex:
        yield "tec: there must be a row for clear terrain."


def _chits(tables: Tables) -> Iterator[str]:
    for cup, drawn in (("red", tables.chits.red), ("blue", tables.chits.blue)):
        if not drawn:
            yield f"chits: the {cup} cup is empty."
        for n, chit in enumerate(drawn, start=1):
            if chit.count < 1:
                yield f"chits: {cup} kind {n} has no chits."
            for side, a, b, c in (
                ("full", chit.a_full, chit.b_full, chit.c_full),
                ("reduced", chit.a_reduced, chit.b_reduced, chit.c_reduced),
            ):
                if not a >= b >= c >= 0:
                    yield f"chits: {cup} kind {n}: the {side} side must not rise from A to B to C (2.33c)."
            for letter, full, reduced in (
                ("A", chit.a_full, chit.a_reduced),
                ("B", chit.b_full, chit.b_reduced),
                ("C", chit.c_full, chit.c_reduced),
            ):
                if full < reduced or full < 1:
                    yield f"chits: {cup} kind {n}: line {letter} must be at least 1 and not higher when reduced."


def _turns(tables: Tables) -> Iterator[str]:
    days = [*range(16, 32), 1, 2]
    expected = [f"{day}{half}" for day in days for half in ("AM", "PM")]
    turns = tables.turn_record.turns
    if [turn.id for turn in turns] != expected:
        yield f"turn_record: the turns must be the {len(expected)} from {expected[0]} to {expected[-1]}, in order."
    if [turn.n for turn in turns] != list(range(1, len(turns) + 1)):
        yield "turn_record: the turns must be numbered from 1, in order."
    for turn in turns:
        yield from _turn(turn)


def _turn(turn: Turn) -> Iterator[str]:
    begun = turn.n >= _FIRST_REPLACEMENTS
    if turn.allied_replacements != int(begun):
        yield f"turn_record: {turn.id}: the Allies must have one replacement in every turn from 19AM (15.0a, 15.0b)."
    if turn.german_replacements != int(begun and turn.morning):
        yield f"turn_record: {turn.id}: the Germans must have one replacement in every AM turn from 19AM (15.0a, 15.0c)."
    if turn.fuel_roll != begun:
        yield f"turn_record: {turn.id}: fuel must be rolled for in every turn from 19AM (12.5a)."


def _victory(tables: Tables) -> Iterator[str]:
    places = tables.victory_points.places
    if [place.clause for place in places] != [f"VP.{n:02}" for n in range(1, len(places) + 1)]:
        yield "victory_points: the clauses must run from VP.01, in order."
    if len({place.place for place in places}) != len(places):
        yield "victory_points: a place is named twice."
    for place in places:
        wins = [points == "win" for points in (place.ten, place.twenty, place.campaign)]
        if any(wins) != all(wins):
            yield f"victory_points: {place.place} must win the game in every scenario or in none (20.0e)."
        if place.hexes < 1:
            yield f"victory_points: {place.place} must have at least one hex."
    levels = tables.victory_levels.levels
    for scenario in ("ten", "twenty", "campaign"):
        least = [row.least(scenario) for row in levels]
        if not least or least[0] != 0 or least != sorted(set(least)):
            yield f"victory_levels: the points of {scenario} must begin with 0 and rise from level to level."


def _rim(tables: Tables) -> Iterator[str]:
    entries = tables.entry_roads.roads
    if len({road.letter for road in entries}) != len(entries):
        yield "entry_roads: a letter is given twice."
    for entry in entries:
        along = entry.column if entry.edge in ("north", "south") else entry.row
        if along is None or (entry.column is not None) == (entry.row is not None):
            yield f"entry_roads: {entry.letter} needs a column on the north or south edge, a row on the others."
    exits = tables.exit_roads.roads
    if len({road.id for road in exits}) != len(exits):
        yield "exit_roads: an id is given twice."
    if tables.set_up.held_back.until not in {turn.id for turn in tables.turn_record.turns}:
        yield f"set_up: there is no turn {tables.set_up.held_back.until}."


# Whether Iron Tide can be played on a map: every terrain, feature, hexside and zone on it must be known to the
# rules (2.1, 5.1).

FEATURES: Final = ("town", "city", "westwall")
KINDS: Final = ("river", "major_river", "bridge", "ford", "lake")
ZONES: Final = (
    "edge.german",
    "edge.allied",
    "east_of_westwall",
    "west_of_westwall",
    "westwall",
    "east_of_front",
    "west_of_front",
    "meuse.east",
    "meuse.west",
)
FAMILIES: Final = ("start.", "exit.", "entry.", "vp.", "bridge.")
"""Zones of which there are many: starting places, exit and entry roads, towns and bridges."""


def check_map(sheet: MapSheet, tables: Tables) -> None:
    """Raise ValueError (path and one sentence) for a word the rules do not know."""
    check_words(sheet, tables.tec.hex, FEATURES, KINDS)
    for i, side in enumerate(sheet.hexsides):
        for kind in side.kinds:
            if kind in ("bridge", "ford", "major_river") and "river" not in side.kinds:
                raise misread(
                    f"map.hexsides[{i}].kinds",
                    say('{kind} needs a river: add "river".', kind=f'"{kind}"'),
                )
    check_zones(sheet, ZONES, FAMILIES)


# Checks of an order of battle against the map and the tables: one sentence for each problem.


def check_order(rules: ItRules, scenario: Scenario) -> Iterator[str]:
    """Every problem in a scenario, units first."""
    for uid, printed in scenario.units.items():
        yield from _unit(rules, uid, printed)
    yield from _together(rules, scenario)
    yield from _cups(rules, scenario)
    yield from _markers(rules, scenario)


def _unit(rules: ItRules, uid: str, printed: Printed) -> Iterator[str]:
    name = f'units["{uid}"]'
    if not uid or uid.startswith("#") or uid in rules.atlas.index:
        yield complaint(name, say("a unit needs a name that is neither a hex nor a box."))
    try:
        check_printed(rules, printed, name)
    except ValueError as fault:
        yield str(fault)
        return
    if printed.size == "regiment":
        if printed.cup not in COLOURS:
            yield complaint(
                f"{name}.cup", say("a regiment must draw its chit from the red or the blue cup (2.31b).")
            )
        if printed.letter not in LETTERS:
            yield complaint(f"{name}.letter", say("a regiment must have the letter A, B or C (2.31c)."))
    elif printed.cup or printed.letter:
        yield complaint(name, say("only regiments have strength chits (2.33a)."))
    for key, at in (("hex", printed.hex), ("drop", printed.drop)):
        if at and at not in rules.atlas.index:
            yield complaint(f"{name}.{key}", say("{place} is not a hex of this map.", place=at))
    if printed.arrives == "16AM":
        if not printed.free and start_hex(rules, printed) not in rules.atlas.index:
            yield complaint(
                name, say("it is on the map from the start, but has neither a hex nor a place on this map.")
            )
    elif printed.side == ALLIED and not rules.atlas.sheet.zones.get(f"entry.{printed.entry}"):
        letters = ", ".join(road.letter for road in rules.tables.entry_roads.roads)
        yield complaint(
            f"{name}.entry",
            say("it arrives later and must have one of the entry roads {letters} (14.0c).", letters=letters),
        )


def _together(rules: ItRules, scenario: Scenario) -> Iterator[str]:
    """3.0b: no unit may start in a hex that is full or in which the enemy starts."""
    starts = [
        (start_hex(rules, printed), printed.side)
        for printed in scenario.units.values()
        if printed.arrives == "16AM" and not printed.free
    ]
    for (at, side), n in Counter(starts).items():
        if n > LIMIT:
            yield complaint(
                "units",
                say(
                    "{n} units of one side start in {place}, which holds only {limit} (8.1a).",
                    n=n,
                    place=at,
                    limit=LIMIT,
                ),
            )
        if side == ALLIED and any(there == at and other != ALLIED for there, other in starts):
            yield complaint("units", say("units of both sides start in {place} (8.1b).", place=at))


def _cups(rules: ItRules, scenario: Scenario) -> Iterator[str]:
    """B29: there must be a chit for every regiment."""
    for colour in COLOURS:
        regiments = sum(p.size == "regiment" and p.cup == colour for p in scenario.units.values())
        chits = sum(kind.count for kind in kinds(rules.tables.chits, colour))
        if chits <= regiments:
            yield complaint(
                "chits",
                say(
                    "there must be more {colour} chits ({chits}) than regiments that draw them ({regiments}).",
                    regiments=regiments,
                    colour=colour,
                    chits=chits,
                ),
            )


def _turn_faults(rules: ItRules, s: Scenario | IronTide) -> Iterator[str]:
    """Problems in a scenario's changes to the Turn Record."""
    names = [turn.id for turn in rules.tables.turn_record.turns]
    for key, by_turn in (
        ("weather", s.weather),
        ("air_points", s.air_points),
        ("replacements", s.replacements),
    ):
        for name in by_turn:
            if name not in names:
                yield complaint(key, say("there is no game turn {name}.", name=name))
    for key, points in (("air_points", s.air_points), ("replacements", s.replacements)):
        if any(not 0 <= n <= MOST for by_side in points.values() for n in by_side.values()):
            yield complaint(key, say("use numbers from 0 to {most}.", most=MOST))


def _markers(rules: ItRules, scenario: Scenario) -> Iterator[str]:
    names = [turn.id for turn in rules.tables.turn_record.turns]
    if scenario.last_turn not in names:
        yield complaint("last_turn", say("there is no game turn {last_turn}.", last_turn=scenario.last_turn))
    yield from _turn_faults(rules, scenario)
    for side in scenario.bridges_destroyed:
        try:
            keys = rules.atlas.side_keys(side)
        except ValueError:
            keys = ()
        if not any("bridge" in rules.atlas.side_kinds.get(key, ()) for key in keys):
            yield complaint("bridges_destroyed", say("there is no printed bridge at {side}.", side=side))
    for at in scenario.entrenchments:
        if at not in rules.atlas.index:
            yield complaint("entrenchments", say("{place} is not a hex of this map.", place=at))
    if rules.atlas.sheet.key != rules.key:
        return  # a player's own map may show other ground, without these places
    for group in rules.tables.depots.groups:
        for place in group.places:
            if place.hex not in rules.atlas.index:
                yield complaint(
                    "depots",
                    say("{hex} ({place}) is not a hex of this map.", hex=place.hex, place=place.place),
                )
