"""Who stands where; passengers are in the box of their vehicle, not in its hex."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hexbench.engine.board import Board
from hexbench.games.tide_of_iron.pieces import aboard

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.pieces import Unit


class TiBoard(Board):
    """The board of a position."""

    def __init__(self, units: Mapping[str, Unit]) -> None:
        super().__init__(units)

    def passengers(self, vehicle: str) -> tuple[str, ...]:
        """The squads inside a vehicle."""
        return self.at.get(aboard(vehicle), ())
