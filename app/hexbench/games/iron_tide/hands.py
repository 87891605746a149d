"""The typed Play and Seat of Iron Tide: what its verbs and stages read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexbench.engine.play import Play
from hexbench.games.iron_tide.seat import ItSeat

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.state import IronTide

    class _Fields(Play, IronTide, frozen=True):
        """A play has every field of the position, with its newest value."""

        stack: list[Any]  # type: ignore[assignment]
else:
    _Fields = Play

__all__ = ["ItPlay", "ItSeat"]


class ItPlay(_Fields):  # type: ignore[misc]
    """A position of IronTide being changed."""

    rules: ItRules
    board: ItBoard
    __init__ = Play.__init__
