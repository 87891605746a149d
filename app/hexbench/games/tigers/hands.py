"""The typed Play and Seat of Tigers in the Ardennes: what its verbs and stages read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from hexbench.engine.play import Play
from hexbench.games.tigers import dump, holding
from hexbench.games.tigers.seat import TgSeat

if TYPE_CHECKING:
    from hexbench.games.tigers.board import TgBoard
    from hexbench.games.tigers.pieces import Unit
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.state import Tigers

    class _Fields(Play, Tigers, frozen=True):
        """A play has every field of the position, with its newest value."""

        stack: list[Any]  # type: ignore[assignment]
else:
    _Fields = Play

__all__ = ["Position", "TgPlay", "TgSeat"]


class TgPlay(_Fields):  # type: ignore[misc]
    """A position of Tigers being changed."""

    rules: TgRules
    board: TgBoard
    __init__ = Play.__init__

    def put(self, uid: str, **changes: Any) -> Unit:
        """Change a unit; a unit that comes into a hex holds it, and finds or takes the dump (AMB-86, TG-FUL-04)."""
        unit: Unit = super().put(uid, **changes)
        if "at" in changes and unit.on_map:
            holding.occupy(self, uid, (unit.at,))
            dump.entered(self, uid, unit.at)
        return unit


if TYPE_CHECKING:
    Position: TypeAlias = Tigers | TgPlay
    """A position to read from: a State, a view, or a Play. Functions that only read take this and the rules or board."""
