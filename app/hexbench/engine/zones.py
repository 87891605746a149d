"""Zones of control as counts: how many units of a side put each hex into their zone. Counts can be patched, sets cannot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from hexbench.atlas.atlas import OFF, Atlas
from hexbench.engine.board import Board


class ZoneCounts:
    """One side's zones of control on one map: ``counts[i]`` exerting units reach hex index ``i``."""

    __slots__ = ("atlas", "counts")

    def __init__(self, atlas: Atlas, hexes: Iterable[int] = ()) -> None:
        """``hexes`` are the indices of the hexes that exerting units stand in, one for each unit."""
        self.atlas = atlas
        self.counts = bytearray(len(atlas.labels))
        for i in hexes:
            self.shift(i, 1)

    def copy(self) -> ZoneCounts:
        """An independent copy."""
        new = object.__new__(ZoneCounts)
        new.atlas, new.counts = self.atlas, self.counts.copy()
        return new

    def shift(self, i: int, by: int) -> None:
        """An exerting unit came to (+1) or left (-1) hex ``i``: its six neighbours change."""
        counts = self.counts
        for j in self.atlas.around[i]:
            if j != OFF:
                counts[j] += by

    def holds(self, i: int) -> bool:
        """Whether hex ``i`` lies in the zone."""
        return self.counts[i] > 0


class ZoneBoard(Board):
    """Who stands where, and the zones of control of every side, patched unit by unit. A game says who exerts one.

    ``roster``: what is printed on the counters, where that decides who does.
    """

    __slots__ = ("atlas", "roster", "zones")

    def __init__(
        self,
        units: Mapping[str, Any],
        atlas: Atlas,
        sides: Sequence[str],
        roster: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(units)
        self.atlas, self.roster = atlas, roster or {}
        self.zones = {side: ZoneCounts(atlas) for side in sides}
        for uid, unit in units.items():
            self._shift(uid, unit, 1)

    def exerts(self, uid: str, unit: Any) -> bool:
        """Whether a unit has a zone: here, every unit on the map."""
        return bool(unit.on_map)

    def in_enemy_zone(self, side: str, i: int) -> bool:
        """Whether hex index ``i`` lies in the zone of another side."""
        return any(zone.holds(i) for of, zone in self.zones.items() if of != side)

    def copy(self) -> Self:
        """An independent copy."""
        new = super().copy()
        new.atlas, new.roster = self.atlas, self.roster
        new.zones = {side: zone.copy() for side, zone in self.zones.items()}
        return new

    def patch(self, uid: str, old: Any, new: Any) -> None:
        """One unit changed, or came into the game (``old`` None)."""
        super().patch(uid, old, new)
        if old is not None:
            exerts = self.exerts(uid, old), self.exerts(uid, new)
            if (old.at, old.side, exerts[0]) == (new.at, new.side, exerts[1]):
                return
            self._shift(uid, old, -1)
        self._shift(uid, new, 1)

    def _shift(self, uid: str, unit: Any, by: int) -> None:
        """A unit came (+1), or left (-1). One in a hex that the map does not have is the audit's matter, not the board's."""
        i = self.atlas.index.get(unit.at)
        if i is not None and self.exerts(uid, unit):
            self.zones[unit.side].shift(i, by)

    def compared(self) -> dict[str, Any]:
        """What must equal a board built anew."""
        return {**super().compared(), "zones": {side: zone.counts for side, zone in self.zones.items()}}
