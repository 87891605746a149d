"""Whether a scenario makes sense on its map and with its tables: a plain sentence with the path for each thing that does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from hexbench.engine.documents.reading import at
from hexbench.games.trumpets import stacking
from hexbench.games.trumpets.conditions import when
from hexbench.games.trumpets.setup import begin

if TYPE_CHECKING:
    from hexbench.games.trumpets.mission import Mission
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.setup import Scenario

_TURN: Final = re.compile(r"^[1-9][0-9]?(PD|MO|AF|EV)$")
_MOST: Final = 99


def check(rules: TtRules, scenario: Scenario) -> Iterator[str]:
    """Every problem of a scenario."""
    found = list(sentences(rules, scenario.mission))
    yield from found
    if not found:
        yield from _stacks(rules, scenario)


def sentences(rules: TtRules, mission: Mission) -> Iterator[str]:
    """What is wrong with the words, numbers and places; nothing is set up for it."""
    top = "scenario.mission"
    wrong = [name for name in mission.turns if not _TURN.match(name)]
    if wrong or not mission.turns:
        yield f'{top}.turns: give turns such as "16MO" or "17PD", at least one.'
        return
    for early, late in pairwise(mission.turns):
        if when(early) >= when(late):
            yield f"{top}.turns: {late} does not come after {early}."
    yield from _by_turn(mission, top)
    yield from _places(rules, mission, top)
    yield from _units(rules, mission, top)
    levels = mission.levels
    if not levels.german_major >= levels.german_minor >= levels.draw:
        yield f"{top}.levels: a better level needs at least as many points."


def _by_turn(mission: Mission, top: str) -> Iterator[str]:
    for key in ("weather", "squalls", "air"):
        for name in getattr(mission, key):
            if name not in mission.turns:
                yield f"{at(f'{top}.{key}', name)}: there is no such turn."
    for name, points in mission.air.items():
        if any(not 0 <= n <= _MOST for n in points.values()):
            yield f"{at(f'{top}.air', name)}: give air points from 0 to {_MOST}."


def _places(rules: TtRules, mission: Mission, top: str) -> Iterator[str]:
    index = rules.atlas.index
    area = set(mission.area)
    for hex_ in mission.area:
        if hex_ not in index:
            yield f"{top}.area: {hex_} is not a hex of this map."
    named = [
        *((f"{top}.supply.{side}", hex_) for side, hexes in mission.supply.items() for hex_ in hexes),
        *((at(f"{top}.squalls", turn), hex_) for turn, hexes in mission.squalls.items() for hex_ in hexes),
        *((f"{top}.works", hex_) for hex_ in mission.works),
        *((f"{top}.objectives[{i}]", goal.hex) for i, goal in enumerate(mission.objectives)),
    ]
    for path, hex_ in named:
        if hex_ not in index:
            yield f"{path}: {hex_} is not a hex of this map."
        elif area and hex_ not in area:
            yield f"{path}: {hex_} lies outside the area in play."
    for side, hexes in mission.supply.items():
        for hex_ in hexes:
            if hex_ in index and not rules.road_at(hex_):
                yield f"{top}.supply.{side}: no road leads to {hex_}."
    for hex_, works in mission.works.items():
        if hex_ in index and works.road_block and not rules.road_at(hex_):
            yield f"{at(f'{top}.works', hex_)}: there is no road to block."
    goals = [goal.hex for goal in mission.objectives]
    if len(set(goals)) < len(goals):
        yield f"{top}.objectives: a hex is named twice."


def _units(rules: TtRules, mission: Mission, top: str) -> Iterator[str]:
    index, area = rules.atlas.index, set(mission.area)
    for uid, printed in mission.units.items():
        path = at(f"{top}.units", uid)
        if printed.type not in rules.tables.templates:
            yield f'{path}.type: there is no type "{printed.type}".'
            continue
        if printed.turn and printed.turn not in mission.turns:
            yield f"{path}.turn: there is no turn {printed.turn}."
        if not 0 <= printed.er <= _MOST:
            yield f"{path}.er: this must be a number from 0 to {_MOST}."
        if printed.at.startswith("#"):
            continue
        if printed.at not in index:
            yield f"{path}.at: {printed.at or 'nothing'} is not a hex of this map."
        elif area and printed.at not in area:
            yield f"{path}.at: {printed.at} lies outside the area in play."
        if (printed.nation == "german") != (printed.side == "german"):
            yield f"{path}.nation: {printed.nation} units do not fight for the {printed.side} side."
        if printed.tot and rules.template(printed).category != "artillery":
            yield f"{path}.tot: only artillery fires time on target."


def _stacks(rules: TtRules, scenario: Scenario) -> Iterator[str]:
    """Whether everybody has room where he begins (TT-REC-02)."""
    state = begin(rules, scenario, 0)
    for place, here in rules.make_board(state).at.items():
        if place.startswith("#"):
            continue
        if len({state.units[u].side for u in here}) > 1:
            yield f"scenario.mission.units: enemies begin together in {place}."
        front, others = stacking.counted(rules, state, here)
        if front > rules.tables.stack_front or others > rules.tables.stack_other:
            yield f"scenario.mission.units: {front} front line units and {others} others begin in {place}."
