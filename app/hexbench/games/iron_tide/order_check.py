"""Whether an order of battle makes sense, held against the map and the tables: one sentence for each thing that does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.documents.fields import MOST
from hexbench.games.iron_tide.chits import COLOURS, kinds
from hexbench.games.iron_tide.fields import LETTERS
from hexbench.games.iron_tide.pieces import ALLIED, Printed
from hexbench.games.iron_tide.positions import check_printed
from hexbench.games.iron_tide.setup import Scenario, start_hex
from hexbench.games.iron_tide.stacking import LIMIT

if TYPE_CHECKING:
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.state import IronTide


def check(rules: ItRules, scenario: Scenario) -> Iterator[str]:
    """Every problem of a scenario, units first."""
    for uid, printed in scenario.units.items():
        yield from _unit(rules, uid, printed)
    yield from _together(rules, scenario)
    yield from _cups(rules, scenario)
    yield from _markers(rules, scenario)


def _unit(rules: ItRules, uid: str, printed: Printed) -> Iterator[str]:
    name = f'units["{uid}"]'
    if not uid or uid.startswith("#") or uid in rules.atlas.index:
        yield f"{name}: a unit needs a name that is neither a hex nor a box."
    try:
        check_printed(rules, printed, name)
    except ValueError as fault:
        yield str(fault)
        return
    if printed.size == "regiment":
        if printed.cup not in COLOURS:
            yield f"{name}.cup: a regiment draws its chits from the red or the blue cup (2.31b)."
        if printed.letter not in LETTERS:
            yield f"{name}.letter: a regiment has the letter A, B or C (2.31c)."
    elif printed.cup or printed.letter:
        yield f"{name}: chits are given to regiments only (2.33a)."
    for key, at in (("hex", printed.hex), ("drop", printed.drop)):
        if at and at not in rules.atlas.index:
            yield f"{name}.{key}: {at} is not a hex of this map."
    if printed.arrives == "16AM":
        if not printed.free and start_hex(rules, printed) not in rules.atlas.index:
            yield f"{name}: it is there from the start, and has neither a hex nor a place on this map."
    elif printed.side == ALLIED and not rules.atlas.sheet.zones.get(f"entry.{printed.entry}"):
        letters = ", ".join(road.letter for road in rules.tables.entry_roads.roads)
        yield f"{name}.entry: it arrives later and needs one of the entry roads {letters} (14.0c)."


def _together(rules: ItRules, scenario: Scenario) -> Iterator[str]:
    """3.0b: nobody may begin in a hex that is full, or that the enemy begins in."""
    starts = [
        (start_hex(rules, printed), printed.side)
        for printed in scenario.units.values()
        if printed.arrives == "16AM" and not printed.free
    ]
    for (at, side), n in Counter(starts).items():
        if n > LIMIT:
            yield f"units: {n} units of one side have the starting hex {at}, and it holds {LIMIT} (8.1a)."
        if side == ALLIED and any(there == at and other != ALLIED for there, other in starts):
            yield f"units: both sides have a unit with the starting hex {at} (8.1b)."


def _cups(rules: ItRules, scenario: Scenario) -> Iterator[str]:
    """B29: there must be a chit for every regiment."""
    for colour in COLOURS:
        regiments = sum(p.size == "regiment" and p.cup == colour for p in scenario.units.values())
        chits = sum(kind.count for kind in kinds(rules.tables.chits, colour))
        if chits <= regiments:
            yield f"chits: {regiments} regiments draw {colour} chits, and there are {chits}: at least one more is needed."


def turn_faults(rules: ItRules, s: Scenario | IronTide) -> Iterator[str]:
    """What does not make sense in the changes of the Turn Record."""
    names = [turn.id for turn in rules.tables.turn_record.turns]
    for key, by_turn in (
        ("weather", s.weather),
        ("air_points", s.air_points),
        ("replacements", s.replacements),
    ):
        for name in by_turn:
            if name not in names:
                yield f"{key}: there is no game turn {name}."
    for key, points in (("air_points", s.air_points), ("replacements", s.replacements)):
        if any(not 0 <= n <= MOST for by_side in points.values() for n in by_side.values()):
            yield f"{key}: give numbers from 0 to {MOST}."


def _markers(rules: ItRules, scenario: Scenario) -> Iterator[str]:
    names = [turn.id for turn in rules.tables.turn_record.turns]
    if scenario.last_turn not in names:
        yield f"last_turn: there is no game turn {scenario.last_turn}."
    yield from turn_faults(rules, scenario)
    for side in scenario.bridges_destroyed:
        try:
            keys = rules.atlas.side_keys(side)
        except ValueError:
            keys = ()
        if not any("bridge" in rules.atlas.side_kinds.get(key, ()) for key in keys):
            yield f"bridges_destroyed: no bridge is printed at {side}."
    for at in scenario.entrenchments:
        if at not in rules.atlas.index:
            yield f"entrenchments: {at} is not a hex of this map."
    if rules.atlas.sheet.key != rules.key:
        return  # a map of a player's own may be of another country: what is not on it is not there
    for group in rules.tables.depots.groups:
        for place in group.places:
            if place.hex not in rules.atlas.index:
                yield f"depots: {place.hex} ({place.place}) is not a hex of this map."
