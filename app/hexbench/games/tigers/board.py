"""Who stands where. Ground units only; von der Heydte is among them and mostly ignored (AMB-82)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from hexbench.engine.board import Board
from hexbench.games.tigers.pieces import PEIPER

if TYPE_CHECKING:
    from hexbench.games.tigers.pieces import Unit


class TgBoard(Board):
    """The board of a position. ``memo`` keeps what was worked out from where units stand, how, and with what behind them."""

    __slots__ = ("memo",)

    def __init__(self, units: Mapping[str, Unit]) -> None:
        super().__init__(units)
        self.memo: dict[Any, Any] = {}

    def copy(self) -> Self:
        """An independent copy; what was worked out stays true until something is patched."""
        new = super().copy()
        new.memo = dict(self.memo)
        return new

    def patch(self, uid: str, old: Any, new: Any) -> None:
        """One unit changed."""
        fought = uid == PEIPER and old is not None and old.attacks != new.attacks  # its zone is weak then
        if fought or old is None or (old.at, old.disrupted) != (new.at, new.disrupted):
            self.memo = {}
        super().patch(uid, old, new)
