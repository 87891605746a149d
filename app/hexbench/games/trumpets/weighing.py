"""What lights up in the charts while an attack is weighed: the results table, and the ground it goes against (TT-TER, TT-DEF)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.display import Light
from hexbench.engine.values import Action
from hexbench.engine.weighing import joined, read_in
from hexbench.games.trumpets import ground
from hexbench.games.trumpets.battlefield import fight_of
from hexbench.games.trumpets.declare import Preparing

if TYPE_CHECKING:
    from hexbench.games.trumpets.fight import Fight
    from hexbench.games.trumpets.seat import TtSeat
    from hexbench.games.trumpets.tables import Tables

DAY, NIGHT, ATTACK, DEFENCE, ARMS, ASSAULT = range(6)
"""Columns of the terrain chart."""


def weighed(seat: TtSeat, action: Action) -> Mapping[str, tuple[Light, ...]]:
    """The lit cells for a legal action; moves are read in no chart of this game."""
    lights, step = read_in(seat, action), seat.step
    if action.verb != "attack" or not lights or not isinstance(step, Preparing):
        return lights
    plan = replace(step.plan, hex=action.object, units=(*step.plan.units, *action.subject))
    fight = fight_of(seat.rules, seat.s, seat.board, step.who, plan)
    tables = seat.rules.tables
    works = list(tables.positions)
    built = tuple(Light(-1, works.index(kind), "to") for kind in fight.positions)
    return joined(joined(lights, "terrain", _terrain(fight, tables)), "positions", built)


def _terrain(fight: Fight, tables: Tables) -> tuple[Light, ...]:
    column = DAY if not fight.night else NIGHT
    if ground.superior_attack(fight, tables):
        column = ATTACK
    elif ground.superior_defence(fight, tables):
        column = DEFENCE
    rows = list(tables.terrain)
    out = [Light(rows.index(key), column, "to") for key in ground.rows(fight)]
    for at, counts in ((ARMS, ground.combined_arms(fight, tables)), (ASSAULT, ground.assault(fight, tables))):
        if counts:
            out.append(Light(rows.index(fight.base), at, "to"))
    return tuple(out)
