"""The levels a game has by its declaration."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from hexbench.staff.aims import Aims

LEVELS = ("quick",)
"""The weakest first; a level is offered when it has been measured to beat the one before."""


def players(aims: Aims) -> dict[str, Callable[[], Any]]:
    """Level -> what makes a player of it, the weakest first; for ``GameDef.opponents``.

    What makes one can be sent to another process.
    """
    return {level: partial(_player, aims, level) for level in LEVELS}


def _player(aims: Aims, level: str) -> Any:
    from hexbench.staff.planner import (  # numpy costs a start that nobody plays against nothing
        BUDGETS,
        Planner,
    )

    return Planner(aims, BUDGETS[level])
