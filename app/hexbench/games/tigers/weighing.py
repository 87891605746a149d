"""What lights up in the zones table while a move is weighed: the cells its steps fall under (TG-ZOC-20..33, TG-ZOC-36)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Light
from hexbench.engine.values import Action
from hexbench.engine.weighing import joined, read_in
from hexbench.games.tigers import cells, walking

if TYPE_CHECKING:
    from hexbench.games.tigers.seat import TgSeat

ENTER, LEAVE, GAP, SLIDE = range(4)
"""Rows of the table."""
STRONG, WEAK = 0, 1
CELLS: Final = {
    "TG-ZOC-20": (ENTER, STRONG),
    "TG-ZOC-21": (ENTER, STRONG),
    "TG-ZOC-23": (LEAVE, STRONG),
    "TG-ZOC-24": (GAP, STRONG),
    "TG-ZOC-25": (GAP, STRONG),
    "TG-ZOC-27": (SLIDE, STRONG),
    "TG-ZOC-28": (SLIDE, STRONG),
    "TG-ZOC-29": (ENTER, WEAK),
    "TG-ZOC-31": (GAP, WEAK),
    "TG-ZOC-32": (SLIDE, WEAK),
    "TG-ZOC-33": (SLIDE, WEAK),
}
"""Clause -> (row, column) of its cell."""


def weighed(seat: TgSeat, action: Action) -> Mapping[str, tuple[Light, ...]]:
    """The lit cells of the zones table for a legal move, and those of the results table for an attack."""
    lights = read_in(seat, action)
    if action.verb != "move" or not action.subject or seat.step is None:
        return lights
    settled = action if action.via else seat.rules.verbs["move"].settle(seat, seat.step, action)
    rules, s, board = seat.rules, seat.s, seat.board
    group = walking.party(rules, s, board, settled.subject)
    stages, _ = walking.follow(rules, s, board, group, settled.via)
    clauses = dict.fromkeys(clause for stage in stages for clause in stage.effect.clauses)
    zones = tuple(Light(*CELLS[clause], "to", cells.WORDS[clause]) for clause in clauses)
    return joined(lights, "zones", zones)
