"""Who stands where, and whom other units must stop for: ground units next to a hex, infiltrators left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from hexbench.engine.board import Board
from hexbench.engine.zones import ZoneCounts
from hexbench.games.blitzkrieg.pieces import SIDES

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.games.blitzkrieg.pieces import Printed, Unit

K = TypeVar("K", str, int)


class BkBoard(Board):
    """The board of a position. ``near[side]`` counts the ground units of a side next to each hex (BK-MOV-04, BK-INF-15),
    ``stand[side]`` those in each, by index, and ``spies`` the infiltrators in each, by label; hexes without any are left out.
    """

    __slots__ = ("atlas", "near", "roster", "spies", "stand")

    def __init__(self, atlas: Atlas, units: Mapping[str, Unit], roster: Mapping[str, Printed]) -> None:
        super().__init__(units)
        self.atlas = atlas
        self.roster = roster
        self.near: dict[str, ZoneCounts] = {side: ZoneCounts(atlas) for side in SIDES}
        self.stand: dict[str, dict[int, int]] = {side: {} for side in SIDES}
        self.spies: dict[str, int] = {}
        for uid, unit in units.items():
            if unit.on_map:
                self._count(uid, unit, 1)

    def copy(self) -> Self:
        """An independent copy."""
        new = super().copy()
        new.atlas, new.roster = self.atlas, self.roster
        new.near = {side: counts.copy() for side, counts in self.near.items()}
        new.stand = {side: dict(counts) for side, counts in self.stand.items()}
        new.spies = dict(self.spies)
        return new

    def patch(self, uid: str, old: Any, new: Any) -> None:
        """One unit changed."""
        super().patch(uid, old, new)
        if old is not None and old.at == new.at:
            return
        if old is not None and old.on_map:
            self._count(uid, old, -1)
        if new.on_map:
            self._count(uid, new, 1)

    def _count(self, uid: str, unit: Any, by: int) -> None:
        """A unit came to a hex (+1), or left it (-1)."""
        if self.roster[uid].type == "infiltrator":
            _add(self.spies, unit.at, by)
            return
        i = self.atlas.index[unit.at]
        self.near[unit.side].shift(i, by)
        _add(self.stand[unit.side], i, by)

    def compared(self) -> dict[str, Any]:
        """Everything that must be equal to a board built anew."""
        near = {side: bytes(c.counts) for side, c in self.near.items()}
        return {**super().compared(), "near": near, "stand": self.stand, "spies": self.spies}


def _add(counts: dict[K, int], key: K, by: int) -> None:
    """Count up or down; what is down to nothing is left out."""
    now = counts.get(key, 0) + by
    if now:
        counts[key] = now
    else:
        del counts[key]
