"""The typed Play and Seat of Tide of Iron: what its verbs and stages read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from hexbench.engine.play import Play
from hexbench.games.tide_of_iron.seat import TiSeat

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.board import TiBoard
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron

    class _Fields(Play, TideOfIron, frozen=True):
        """A play has every field of the position, with its newest value."""

        stack: list[Any]  # type: ignore[assignment]
else:
    _Fields = Play

__all__ = ["Position", "TiPlay", "TiSeat"]


class TiPlay(_Fields):  # type: ignore[misc]
    """A position of TideOfIron being changed."""

    rules: TiRules
    board: TiBoard
    __init__ = Play.__init__


if TYPE_CHECKING:
    Position: TypeAlias = TideOfIron | TiPlay
    """A position to read from: a State, a view, or a Play. Functions that only read take this and the rules or board."""
