"""The typed Play and Seat of A Time for Trumpets: what its verbs and stages read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from hexbench.engine.play import Play
from hexbench.games.trumpets.seat import TtSeat

if TYPE_CHECKING:
    from hexbench.games.trumpets.board import TtBoard
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.state import Trumpets

    class _Fields(Play, Trumpets, frozen=True):
        """A play has every field of the position, with its newest value."""

        stack: list[Any]  # type: ignore[assignment]
else:
    _Fields = Play

__all__ = ["Position", "TtPlay", "TtSeat"]


class TtPlay(_Fields):  # type: ignore[misc]
    """A position of Trumpets being changed."""

    rules: TtRules
    board: TtBoard
    __init__ = Play.__init__


if TYPE_CHECKING:
    Position: TypeAlias = Trumpets | TtPlay
    """A position to read from: a State, a view, or a Play. Functions that only read take this and the rules or board."""
