"""The typed Play and Seat of Blitzkrieg at the Ardennes: what its verbs and stages read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from hexbench.engine.play import Play
from hexbench.games.blitzkrieg.seat import BkSeat

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.board import BkBoard
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.state import Blitzkrieg

    class _Fields(Play, Blitzkrieg, frozen=True):
        """A play has every field of the position, with its newest value."""

        stack: list[Any]  # type: ignore[assignment]
else:
    _Fields = Play

__all__ = ["Position", "BkPlay", "BkSeat"]


class BkPlay(_Fields):  # type: ignore[misc]
    """A position of Blitzkrieg being changed."""

    rules: BkRules
    board: BkBoard
    __init__ = Play.__init__


if TYPE_CHECKING:
    Position: TypeAlias = Blitzkrieg | BkPlay
    """A position to read from: a State, a view, or a Play. Functions that only read take this and the rules or board."""
