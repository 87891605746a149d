"""TI-STK: how many units a hex holds. A vehicle and the squads inside it are one unit, for those are not in the hex."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hexbench.engine.board import Board
    from hexbench.games.tide_of_iron.pieces import Unit

UNITS: Final = 3
"""TI-STK-01."""
VEHICLES: Final = 2
"""TI-STK-02."""


def room(board: Board, units: Mapping[str, Unit], hex_: str, unit: Unit) -> bool:
    """Whether ``unit`` may stay in a hex as far as its own side's units go; itself it does not count."""
    count = vehicles = 0
    for uid in board.at.get(hex_, ()):
        other = units[uid]
        if other is not unit and other.side == unit.side:
            count += 1
            vehicles += not other.squad
    return count < UNITS and (unit.squad or vehicles < VEHICLES)
