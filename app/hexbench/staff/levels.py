"""The levels a game gets from its declaration."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from hexbench.staff.aims import Aims

LEVELS = ("quick", "middle", "strong")
"""The weakest first."""


def players(aims: Aims) -> dict[str, Callable[[], Any]]:
    """Level -> what makes a player of it, the weakest first; for ``GameDef.opponents``.

    The weakest is always there; another is offered if it has been measured to beat the one below it: the lower end of
    the interval of its margin is above zero. The makers can be sent to another process.
    """
    made = every(aims)
    return {level: made[level] for level in LEVELS if level == LEVELS[0] or offered(aims, level)}


def offered(aims: Aims, level: str) -> bool:
    """Whether a level has been shown in matches to be stronger than the one below it."""
    return level in aims.shown and aims.shown[level].low > 0


def every(aims: Aims) -> dict[str, Callable[[], Any]]:
    """All levels, including those not shown to be stronger."""
    return {level: partial(_player, aims, level) for level in LEVELS}


def _player(aims: Aims, level: str) -> Any:
    from hexbench.staff.planner import (  # a start without opponents need not import numpy
        BUDGETS,
        Planner,
    )

    return Planner(aims, BUDGETS[level])
