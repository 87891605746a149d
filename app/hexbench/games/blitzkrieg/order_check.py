"""Whether tables and scenario fit the map: hexes that exist, zones that hold their units, room where units start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.documents.fields import MOST
from hexbench.games.blitzkrieg.pieces import ALLIED, SIDES
from hexbench.games.blitzkrieg.placing import ways_in
from hexbench.games.blitzkrieg.positions import check_printed
from hexbench.games.blitzkrieg.refusals import LIMIT
from hexbench.games.blitzkrieg.setup import order_of
from hexbench.games.blitzkrieg.tables_check import unit_faults

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.setup import Scenario


def check(rules: BkRules, scenario: Scenario) -> Iterator[str]:
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
        if at not in index and scenario.order == "tables":  # what a map of one's own has not is not there
            yield f"{what}: {at} is not a hex of this map."
    yield from _units(rules, scenario)
    yield from _own(rules, scenario)
    for side, ends in scenario.blown.items():
        if side not in rules.bridges or not set(ends) <= set(side.split("/")):
            yield f"blown: there is no such bridge or end at {side}."
    for name in scenario.goal:
        if name not in ("antwerp", "liege", *tables.cities.major) and name not in index:
            yield f"goal: {name} is no city of victory."
    last = scenario.last_turn or rules.last_turn
    if not 1 <= scenario.first_turn <= last:
        yield f"first_turn: give a round from 1 to {last}."


def _own(rules: BkRules, scenario: Scenario) -> Iterator[str]:
    """What a scenario brings itself."""
    index = rules.atlas.index
    for uid, printed in scenario.units.items():
        path = f'units["{uid}"]'
        if not uid or uid.startswith("#") or uid in index:
            yield f"{path}: a unit needs a name that is neither a hex nor a box."
        try:
            check_printed(rules, printed, path)
        except ValueError as fault:
            yield str(fault)
        yield from unit_faults(path, printed, rules.tables.entries, index)
    for key, dump in scenario.dumps.items():
        if dump.hex not in index:
            yield f"dumps.{key}: {dump.hex} is not a hex of this map."
    for turn in scenario.weather:
        if not turn.isdigit() or not int(turn) % 2:
            yield f"weather: {turn} is no AM round; the weather is that of a whole day."
    if not 0 <= scenario.last_turn <= MOST:
        yield f"last_turn: give a round from 1 to {MOST}, or 0."


def _units(rules: BkRules, scenario: Scenario) -> Iterator[str]:
    stacks: Counter[tuple[str, str]] = Counter()
    for uid, printed in order_of(rules.tables, rules.options, scenario).items():
        if printed.turn > 1 and printed.type not in ("air", "v2") and not ways_in(rules, printed):
            yield f"units.{uid}: it can never come in, for no way leads onto this map by {printed.at or 'nothing'}."
        if printed.turn > 1 or not printed.at.isdigit():
            continue
        if printed.at not in rules.atlas.index:
            yield f"units.{uid}: {printed.at} is not a hex of this map."
            continue
        stacks[printed.at, printed.side] += 1
        if printed.side == ALLIED and rules.terrain(printed.at) == "siegfried":
            yield f"units.{uid}: no Allied unit may stand in the Siegfried line."
        if printed.zone and printed.at not in rules.zones.get(printed.zone, ()):
            yield f"units.{uid}: {printed.at} is not in the zone {printed.zone}."
    for (at, _), n in stacks.items():
        if n > LIMIT:
            yield f"units: {n} units start in {at}, where {LIMIT} may stand."
        if all((at, side) in stacks for side in SIDES):
            yield f"units: both sides start in {at}."
