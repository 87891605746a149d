"""Terse ways to shoot at a mover and to ask about a way, for the tests of movement and op fire."""

from __future__ import annotations

from typing import Any

from hexbench.games.tide_of_iron.movement import Move
from tests.games.tide_of_iron.field import Situation

TWO = {"actions_per_turn": {"american": 2, "german": 2}}
"""A mission in which a turn has two actions."""


def shoot(
    now: Situation, leader: str, numbers: tuple[int, ...], mode: str = "suppressive", support: str = ""
) -> Situation:
    """Fire op fire in the open window with exactly these dice, black before red."""
    draft = now.act("shoot", leader)
    for helper in support.split():
        draft = draft.act("support", helper)
    if mode != "normal" and mode in draft.targets("attack_type"):
        draft = draft.act("attack_type", to=mode)
    return draft.act("roll", numbers=numbers)


def against(now: Situation, verb: str, units: str, to: str, via: str = "", how: str = "") -> list[str]:
    """The clauses against a way, which need not be the one offered."""
    return [reason.rule for reason in now.reasons(verb, units, to, how, via)]


def mission(**more: Any) -> dict[str, Any]:
    """Two actions a turn, and what else a test wants of the mission."""
    return {**TWO, **more}


def moving(now: Situation, side: str | None = None) -> Move:
    """The move that is going on, as a side may know it."""
    return next(step for step in now.of(side).s.stack if isinstance(step, Move))
