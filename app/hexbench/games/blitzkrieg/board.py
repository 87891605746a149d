"""Who stands where, and whom other units must stop for: ground units next to a hex, infiltrators left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from hexbench.engine.board import Board
from hexbench.engine.zones import ZoneCounts
from hexbench.games.blitzkrieg.pieces import SIDES

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.games.blitzkrieg.pieces import Printed, Unit


class BkBoard(Board):
    """The board of a position. ``near[side]`` counts the ground units of a side next to each hex (BK-MOV-04, BK-INF-15)."""

    __slots__ = ("atlas", "near", "roster")

    def __init__(self, atlas: Atlas, units: Mapping[str, Unit], roster: Mapping[str, Printed]) -> None:
        super().__init__(units)
        self.atlas = atlas
        self.roster = roster
        index = atlas.index
        self.near: dict[str, ZoneCounts] = {
            side: ZoneCounts(
                atlas,
                (
                    index[unit.at]
                    for uid, unit in units.items()
                    if unit.side == side and unit.on_map and roster[uid].type != "infiltrator"
                ),
            )
            for side in SIDES
        }

    def copy(self) -> Self:
        """An independent copy."""
        new = super().copy()
        new.atlas, new.roster = self.atlas, self.roster
        new.near = {side: counts.copy() for side, counts in self.near.items()}
        return new

    def patch(self, uid: str, old: Any, new: Any) -> None:
        """One unit changed."""
        super().patch(uid, old, new)
        if (old is not None and old.at == new.at) or self.roster[uid].type == "infiltrator":
            return
        counts, index = self.near[new.side], self.atlas.index
        if old is not None and old.on_map:
            counts.shift(index[old.at], -1)
        if new.on_map:
            counts.shift(index[new.at], 1)

    def compared(self) -> dict[str, Any]:
        """Everything that must be equal to a board built anew."""
        return {**super().compared(), "near": {side: bytes(c.counts) for side, c in self.near.items()}}
