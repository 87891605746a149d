"""The levels a game has by its declaration."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from hexbench.staff.aims import Aims

LEVELS = ("quick", "middle", "strong")
"""The weakest first."""


def players(aims: Aims) -> dict[str, Callable[[], Any]]:
    """Level -> what makes a player of it, the weakest first; for ``GameDef.opponents``.

    The weakest is always there; another is offered when it has been measured to beat the one before: the lower end of the
    interval of its margin is above nothing. What makes a player can be sent to another process.
    """
    made = every(aims)
    return {level: made[level] for level in LEVELS if level == LEVELS[0] or offered(aims, level)}


def offered(aims: Aims, level: str) -> bool:
    """Whether a level has shown in matches that it is stronger than the one before."""
    return level in aims.shown and aims.shown[level].low > 0


def every(aims: Aims) -> dict[str, Callable[[], Any]]:
    """All levels, those among them that nobody has been shown to need."""
    return {level: partial(_player, aims, level) for level in LEVELS}


def _player(aims: Aims, level: str) -> Any:
    from hexbench.staff.planner import (  # numpy costs a start that nobody plays against nothing
        BUDGETS,
        Planner,
    )

    return Planner(aims, BUDGETS[level])
