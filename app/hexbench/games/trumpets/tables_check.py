"""Whether the tables make sense: one sentence for each thing that does not. Decoding has seen to names and kinds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.games.trumpets.conditions import ATTACKER, DEFENDER, when
from hexbench.games.trumpets.map_check import BASES, FEATURES
from hexbench.games.trumpets.reckoning import COLUMNS
from hexbench.games.trumpets.works import KINDS

if TYPE_CHECKING:
    from hexbench.games.trumpets.tables import Crt, Tables

_CELL: Final = re.compile(r"^(-|1\*?/|(1\*?)?/(1\*?|1?DR[1-4]|DE|1AR1|AR[1-3]|AE|Eng|CA))$")
_WITH_TABLES: Final = ("er", "german_surprise", "american_not_4id", "tiger_scare")
"""Conditions that look at the tables besides the fight."""
_BLITZ: Final = re.compile(r"^(-|Adv[1-4]|Eng|A[12])$")
_BLITZ_COLUMNS: Final = ("2-1", "3-1", "4-1", "5-1+")
_ADVANCES: Final = ("DE", "STEP", "D1", "D2", "D3", "D4")
_TURN: Final = re.compile(r"^[1-9][0-9]?(PD|MO|AF|EV)$")


def problems(tables: Tables) -> Iterator[str]:
    """Every problem of the tables."""
    yield from _weapons(tables)
    yield from _results("crt", tables.crt, COLUMNS, [*map(str, range(-3, 10)), "10+"], _CELL)
    yield from _results("blitz", tables.blitz, _BLITZ_COLUMNS, [*map(str, range(-2, 10))], _BLITZ)
    yield from _ground(tables)
    yield from _units(tables)
    for row in _ADVANCES:
        if row not in tables.advance.rows:
            yield f"advance.rows: the row {row} must be there."
    for name in (tables.tiger_scare.first, tables.tiger_scare.last, tables.surprise):
        if not _TURN.match(name):
            yield f'tiger_scare, surprise: "{name}" is no turn.'
            return
    if when(tables.tiger_scare.first) > when(tables.tiger_scare.last):
        yield "tiger_scare: it ends before it begins."


def _weapons(tables: Tables) -> Iterator[str]:
    seen: set[str] = set()
    for row in tables.weapons:
        if row.id in seen:
            yield f"weapons: the row {row.id} is given twice."
        seen.add(row.id)
        if row.attacker not in (*ATTACKER, *_WITH_TABLES):
            yield f'weapons {row.id}: there is no condition "{row.attacker}" of an attacker.'
        if row.defender not in (*DEFENDER, *_WITH_TABLES):
            yield f'weapons {row.id}: there is no condition "{row.defender}" of a defender.'


def _results(
    name: str, table: Crt, columns: tuple[str, ...], rows: list[str], cell: re.Pattern[str]
) -> Iterator[str]:
    if table.columns != columns:
        yield f"{name}.columns: they are {', '.join(columns)}."
    if list(table.rows) != rows:
        yield f"{name}.rows: the rows {rows[0]} to {rows[-1]} must each be there once, in order."
    for row, cells in table.rows.items():
        if len(cells) != len(columns):
            yield f"{name}.rows: row {row} has {len(cells)} results for {len(columns)} columns."
        for found in cells:
            if not cell.match(found):
                yield f'{name}.rows: row {row} holds "{found}", which is no result.'


def _ground(tables: Tables) -> Iterator[str]:
    rows = (*BASES, "stream", "river", *FEATURES)
    for row in rows:
        if row not in tables.terrain:
            yield f"terrain: the row {row} must be there."
    for row in (*BASES, *FEATURES, "road"):
        cost = tables.costs.get(row)
        if cost is None:
            yield f"costs: the row {row} must be there."
        elif any(n is not None and not 1 <= n <= 40 for n in (cost.foot, cost.wheeled, cost.tracked)):
            yield f"costs: {row} costs from 1 to 40 halves of a movement factor."
    for key in KINDS:
        if key not in tables.positions:
            yield f"positions: the column {key} must be there."
        elif tables.positions[key].hit_from and tables.positions[key].hit_from not in COLUMNS:
            yield f"positions.{key}.hit_from: {tables.positions[key].hit_from} is no column."
    for kind, n in tables.stream.items():
        if n < 0:
            yield f"stream: a stream cannot cost {n} for {kind} units."


def _units(tables: Tables) -> Iterator[str]:
    for key, one in tables.templates.items():
        if one.steps < 1 or one.mf < 1 or min(one.af, one.df, one.fa, one.nw, one.range) < 0:
            yield f"templates.{key}: it needs a step and an MF, and no factor is below zero."
        guns = one.category == "artillery"
        if guns != bool(one.fa or one.nw) or (guns and not one.range):
            yield f"templates.{key}: artillery, and nothing else, has a factor FA or NW and a range."
    for name in ("stack_front", "stack_other", "supply_reach", "comm_day", "comm_night"):
        if getattr(tables, name) < 0:
            yield f"{name}: this cannot be below zero."
