"""Checks of tables, maps and scenarios: a sentence for each fault. Names and types were checked when
decoding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final, get_args

from hexbench.engine.documents.base import check_words
from hexbench.engine.documents.reading import at, misread
from hexbench.engine.values import complaint, say
from hexbench.games.trumpets import passage
from hexbench.games.trumpets.fight import ATTACKER, DEFENDER, when
from hexbench.games.trumpets.mission import KINDS
from hexbench.games.trumpets.pieces import Move
from hexbench.games.trumpets.state import begin
from hexbench.games.trumpets.strength import COLUMNS

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet
    from hexbench.games.trumpets.mission import Mission
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.state import Scenario
    from hexbench.games.trumpets.tables import Crt, Tables


# Whether A Time for Trumpets can be played on a map: every word on it must mean something in the rules
# (TT-TER-35).

BASES: Final = ("clear", "woods", "broken", "forest", "marsh")
"""TT-TER-35: a hex has exactly one of them."""
FEATURES: Final = ("village", "town", "city")
HEXSIDES: Final = ("stream", "river", "bridge")


def check_map(sheet: MapSheet, tables: Tables) -> None:
    """Raise ValueError (path and one sentence) for anything on the map that the rules do not know or
    forbid.
    """
    check_words(sheet, [base for base in BASES if base in tables.costs], FEATURES, HEXSIDES)
    for name, cell in sheet.cells.items():
        if len(cell.features) > 1:
            raise misread(
                f'map.cells["{name}"].features', say("a hex may have only one of village, town and city.")
            )
    for i, side in enumerate(sheet.hexsides):
        path = f"map.hexsides[{i}]"
        if "stream" in side.kinds and "river" in side.kinds:
            raise misread(
                f"{path}.kinds", say("{side} can be a stream or a river, not both.", side=side.side)
            )
        if "bridge" in side.kinds and not {"stream", "river"} & set(side.kinds):
            raise misread(f"{path}.kinds", say('"bridge" needs a stream or a river.'))


_CELL: Final = re.compile(r"^(-|1\*?/|(1\*?)?/(1\*?|1?DR[1-4]|DE|1AR1|AR[1-3]|AE|Eng|CA))$")
_WITH_TABLES: Final = ("er", "german_surprise", "american_not_4id", "tiger_scare")
"""Conditions that need the tables as well as the Fight."""
_BLITZ: Final = re.compile(r"^(-|Adv[1-4]|Eng|A[12])$")
_BLITZ_COLUMNS: Final = ("2-1", "3-1", "4-1", "5-1+")
_ADVANCES: Final = ("DE", "STEP", "D1", "D2", "D3", "D4")
_TURN: Final = re.compile(r"^[1-9][0-9]?(PD|MO|AF|EV)$")


def problems(tables: Tables) -> Iterator[str]:
    """Every fault of the tables."""
    yield from _weapons(tables)
    yield from _results("crt", tables.crt, COLUMNS, [*map(str, range(-3, 10)), "10+"], _CELL)
    yield from _results("blitz", tables.blitz, _BLITZ_COLUMNS, [*map(str, range(-2, 10))], _BLITZ)
    yield from _ground(tables)
    yield from _units(tables)
    for row in _ADVANCES:
        if row not in tables.advance.rows:
            yield f"advance.rows: the row {row} is missing."
    for name in (tables.tiger_scare.first, tables.tiger_scare.last, tables.surprise):
        if not _TURN.match(name):
            yield f'tiger_scare, surprise: "{name}" is not a turn.'
            return
    if when(tables.tiger_scare.first) > when(tables.tiger_scare.last):
        yield "tiger_scare: its last turn comes before its first."


def _weapons(tables: Tables) -> Iterator[str]:
    seen: set[str] = set()
    for row in tables.weapons:
        if row.id in seen:
            yield f"weapons: the row {row.id} is given twice."
        seen.add(row.id)
        if row.attacker not in (*ATTACKER, *_WITH_TABLES):
            yield f'weapons {row.id}: there is no attacker condition "{row.attacker}".'
        if row.defender not in (*DEFENDER, *_WITH_TABLES):
            yield f'weapons {row.id}: there is no defender condition "{row.defender}".'


def _results(
    name: str, table: Crt, columns: tuple[str, ...], rows: list[str], cell: re.Pattern[str]
) -> Iterator[str]:
    if table.columns != columns:
        yield f"{name}.columns: these must be {', '.join(columns)}."
    if list(table.rows) != rows:
        yield f"{name}.rows: there must be one row for each of {rows[0]} to {rows[-1]}, in order."
    for row, cells in table.rows.items():
        if len(cells) != len(columns):
            yield f"{name}.rows: row {row} has {len(cells)} results for {len(columns)} columns."
        for found in cells:
            if not cell.match(found):
                yield f'{name}.rows: row {row} holds "{found}", which is not a result.'


def _ground(tables: Tables) -> Iterator[str]:
    rows = (*BASES, "stream", "river", *FEATURES)
    for row in rows:
        if row not in tables.terrain:
            yield f"terrain: the row {row} is missing."
    for row in (*BASES, *FEATURES, "road"):
        cost = tables.costs.get(row)
        if cost is None:
            yield f"costs: the row {row} is missing."
        elif any(n is not None and not 1 <= n <= 40 for n in (cost.foot, cost.wheeled, cost.tracked)):
            yield f"costs: the cost of {row} must be from 1 to 40 halves of a movement factor."
    for key in KINDS:
        if key not in tables.positions:
            yield f"positions: the column {key} is missing."
        elif tables.positions[key].hit_from and tables.positions[key].hit_from not in COLUMNS:
            yield f"positions.{key}.hit_from: {tables.positions[key].hit_from} is not a column."
    for kind in get_args(Move):
        if kind not in tables.stream:
            yield f"stream: the cost of a stream for {kind} units is missing."
        elif tables.stream[kind] < 0:
            yield f"stream: a stream cannot cost {kind} units {tables.stream[kind]}."


def _units(tables: Tables) -> Iterator[str]:
    for key, one in tables.templates.items():
        if one.steps < 1 or one.mf < 1 or min(one.af, one.df, one.fa, one.nw, one.range) < 0:
            yield f"templates.{key}: it needs at least one step and 1 MF, and no factor may be below zero."
        guns = one.category == "artillery"
        if guns != bool(one.fa or one.nw) or (guns and not one.range):
            yield f"templates.{key}: artillery, and nothing else, must have an FA or NW factor and a range."
    for name in ("stack_front", "stack_other", "supply_reach", "comm_day", "comm_night"):
        if getattr(tables, name) < 0:
            yield f"{name}: this may not be below zero."


# Whether a scenario makes sense with its map and tables: a path and a sentence for each fault.

_MOST: Final = 99


def check(rules: TtRules, scenario: Scenario) -> Iterator[str]:
    """Every fault of a scenario."""
    found = list(sentences(rules, scenario.mission))
    yield from found
    if not found:
        yield from _stacks(rules, scenario)


def sentences(rules: TtRules, mission: Mission) -> Iterator[str]:
    """Faults in words, numbers and places, found without setting up the scenario."""
    top = "scenario.mission"
    wrong = list(turn_sentences(mission))
    if wrong:
        yield from wrong
        return
    yield from _by_turn(mission, top)
    yield from _places(rules, mission, top)
    yield from _mission_units(rules, mission, top)
    levels = mission.levels
    if not levels.german_major >= levels.german_minor >= levels.draw:
        yield complaint(
            f"{top}.levels", say("a better level must need at least as many points as the one below it.")
        )


def turn_sentences(mission: Mission) -> Iterator[str]:
    """Faults in the list of turns, on which all other checks depend."""
    path = "scenario.mission.turns"
    if not mission.turns or not all(map(_TURN.match, mission.turns)):
        yield complaint(path, say('give at least one turn, such as "16MO" or "17PD".'))
        return
    for early, late in pairwise(mission.turns):
        if when(early) >= when(late):
            yield complaint(path, say("{late} does not come after {early}.", late=late, early=early))


def _by_turn(mission: Mission, top: str) -> Iterator[str]:
    for key in ("weather", "squalls", "air"):
        for name in getattr(mission, key):
            if name not in mission.turns:
                yield complaint(at(f"{top}.{key}", name), say("there is no such turn."))
    for name, points in mission.air.items():
        if any(not 0 <= n <= _MOST for n in points.values()):
            yield complaint(at(f"{top}.air", name), say("air points must be from 0 to {most}.", most=_MOST))


def _places(rules: TtRules, mission: Mission, top: str) -> Iterator[str]:
    index = rules.atlas.index
    area = set(mission.area)
    for hex_ in mission.area:
        if hex_ not in index:
            yield complaint(f"{top}.area", say("{hex} is not a hex of this map.", hex=hex_))
    named = [
        *((f"{top}.supply.{side}", hex_) for side, hexes in mission.supply.items() for hex_ in hexes),
        *((at(f"{top}.squalls", turn), hex_) for turn, hexes in mission.squalls.items() for hex_ in hexes),
        *((f"{top}.works", hex_) for hex_ in mission.works),
        *((f"{top}.objectives[{i}]", goal.hex) for i, goal in enumerate(mission.objectives)),
    ]
    for path, hex_ in named:
        if hex_ not in index:
            yield complaint(path, say("{hex} is not a hex of this map.", hex=hex_))
        elif area and hex_ not in area:
            yield complaint(path, say("{hex} is outside the area in play.", hex=hex_))
    for side, hexes in mission.supply.items():
        for hex_ in hexes:
            if hex_ in index and not rules.road_at(hex_):
                yield complaint(f"{top}.supply.{side}", say("there is no road in {hex}.", hex=hex_))
    for hex_, works in mission.works.items():
        if hex_ in index and works.road_block and not rules.road_at(hex_):
            yield complaint(at(f"{top}.works", hex_), say("there is no road to block."))
    goals = [goal.hex for goal in mission.objectives]
    if len(set(goals)) < len(goals):
        yield complaint(f"{top}.objectives", say("a hex is listed twice."))


def _mission_units(rules: TtRules, mission: Mission, top: str) -> Iterator[str]:
    index, area = rules.atlas.index, set(mission.area)
    for uid, printed in mission.units.items():
        path = at(f"{top}.units", uid)
        if printed.type not in rules.tables.templates:
            yield complaint(f"{path}.type", say('there is no unit type "{type}".', type=printed.type))
            continue
        if printed.turn and printed.turn not in mission.turns:
            yield complaint(f"{path}.turn", say("there is no turn {turn}.", turn=printed.turn))
        if not 0 <= printed.er <= _MOST:
            yield complaint(f"{path}.er", say("this must be a number from 0 to {most}.", most=_MOST))
        if printed.at.startswith("#"):
            continue
        if printed.at not in index:
            yield complaint(
                f"{path}.at", say("{found} is not a hex of this map.", found=printed.at or say("nothing"))
            )
        elif area and printed.at not in area:
            yield complaint(f"{path}.at", say("{place} is outside the area in play.", place=printed.at))
        if (printed.nation == "german") != (printed.side == "german"):
            yield complaint(
                f"{path}.nation",
                say(
                    "{nation} units do not fight for the {side} side.",
                    nation=printed.nation,
                    side=printed.side,
                ),
            )
        if printed.tot and rules.template(printed).category != "artillery":
            yield complaint(f"{path}.tot", say("only artillery may fire time on target."))


def _stacks(rules: TtRules, scenario: Scenario) -> Iterator[str]:
    """Whether all units start within the stacking limit (TT-REC-02)."""
    state = begin(rules, scenario, 0)
    for place, here in rules.make_board(state).at.items():
        if place.startswith("#"):
            continue
        if len({state.units[u].side for u in here}) > 1:
            yield complaint(
                "scenario.mission.units", say("units of both sides start in {place}.", place=place)
            )
        front, others = passage.counted(rules, state, here)
        if front > rules.tables.stack_front or others > rules.tables.stack_other:
            yield complaint(
                "scenario.mission.units",
                say(
                    "{front} front line units and {others} others start in {place}, over the stacking limit.",
                    front=front,
                    others=others,
                    place=place,
                ),
            )
