"""Who stands where. Zones of control are derived from it (TT-REC-05)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hexbench.engine.board import Board

if TYPE_CHECKING:
    from hexbench.games.trumpets.pieces import Unit


class TtBoard(Board):
    """The board of a position."""

    def __init__(self, units: Mapping[str, Unit]) -> None:
        super().__init__(units)
