"""How many units a hex holds (TT-REC-02): three of the front line and four others."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexbench.games.trumpets.board import TtBoard
    from hexbench.games.trumpets.hands import Position
    from hexbench.games.trumpets.rules import TtRules


def room(rules: TtRules, s: Position, board: TtBoard, units: Collection[str], at: str) -> bool:
    """Whether units, of one side, can stand in a hex together with the friends who are there and stay."""
    return fits(rules, s, (*(u for u in board.units_at(at) if u not in units), *units))


def fits(rules: TtRules, s: Position, units: Collection[str]) -> bool:
    """Whether units can stand in a hex that holds nobody else."""
    front, others = counted(rules, s, units)
    return front <= rules.tables.stack_front and others <= rules.tables.stack_other


def counted(rules: TtRules, s: Position, units: Collection[str]) -> tuple[int, int]:
    """(front line units, others) among units."""
    roster = s.mission.units
    front = sum(rules.front_line(roster[u]) for u in units)
    return front, len(units) - front
