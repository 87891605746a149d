"""Zones of control as counts: how many units of a side put each hex into their zone. Counts can be patched, sets cannot."""

from __future__ import annotations

from collections.abc import Iterable

from hexbench.atlas.atlas import OFF, Atlas


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
