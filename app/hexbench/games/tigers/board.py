"""Who stands where. Ground units only; von der Heydte is among them and mostly ignored (AMB-82)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hexbench.engine.board import Board

if TYPE_CHECKING:
    from hexbench.games.tigers.pieces import Unit


class TgBoard(Board):
    """The board of a position."""

    def __init__(self, units: Mapping[str, Unit]) -> None:
        super().__init__(units)
