"""Supply by road and by hexes off the road: from where it flows, how far, by which way, and what cuts it.

Supply comes in at *heads* (hexes where a road of the owner leaves the map, or depots) and runs along roads without
limit; from every hex it reaches so, and from *edges*, it goes on off the road for a limited number of hexes. Hexes that
are not *free* stop it. Which hexes are free, and which roads carry, is the game's to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

UNREACHED: Final = -1


class SupplyNet:
    """One flow of supply over a map, by hex index.

    ``off_road[i]`` is how many hexes from a supply road or edge hex ``i`` lies (0: on it), UNREACHED when supply does
    not get there. Ways are the same in every process: fewest hexes off the road, then the order of the heads.
    """

    __slots__ = ("_by_road", "_next", "limit", "off_road")

    def __init__(
        self,
        around: Sequence[Sequence[int]],
        roads: Sequence[Sequence[int]],
        heads: Iterable[int],
        edges: Iterable[int],
        free: Sequence[bool],
        limit: int,
    ) -> None:
        """``around`` and ``roads`` give each hex's neighbours (below 0: none) and those a supply road leads to."""
        size = len(around)
        self.limit = limit
        self.off_road: list[int] = [UNREACHED] * size
        self._next: list[int] = [UNREACHED] * size
        """The next hex towards the source; the hex itself where supply comes in."""
        off, onward = self.off_road, self._next
        flow: list[int] = []
        for i in heads:
            if free[i] and off[i] < 0:
                off[i], onward[i] = 0, i
                flow.append(i)
        for i in flow:  # grows while it is read
            for j in roads[i]:
                if off[j] < 0 and free[j]:
                    off[j], onward[j] = 0, i
                    flow.append(j)
        self._by_road = frozenset(flow)
        for i in edges:
            if free[i] and off[i] < 0:
                off[i], onward[i] = 0, i
                flow.append(i)
        rim = flow
        for far in range(1, limit + 1):
            grown: list[int] = []
            for i in rim:
                for j in around[i]:
                    if j >= 0 and off[j] < 0 and free[j]:
                        off[j], onward[j] = far, i
                        grown.append(j)
            rim = grown

    def supplied(self, i: int) -> bool:
        """Whether supply reaches a hex."""
        return self.off_road[i] >= 0

    def path(self, i: int) -> tuple[int, ...]:
        """The way from a hex to where supply comes in, both ends included. Raises ValueError when there is none."""
        if self.off_road[i] < 0:
            raise ValueError(f"Supply does not reach hex {i}.")
        out = [i]
        while self._next[i] != i:
            i = self._next[i]
            out.append(i)
        return tuple(out)

    def on_road(self, i: int) -> bool:
        """Whether a hex is part of the supply roads."""
        return i in self._by_road


def first_cut(path: Iterable[int], free: Sequence[bool]) -> int | None:
    """The first hex of a way that is not free: what cuts it. None when the whole way is free."""
    return next((i for i in path if not free[i]), None)
