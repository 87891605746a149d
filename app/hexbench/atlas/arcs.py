"""Priced adjacency: what one step between adjacent hexes costs, calculated once for a mobility, a weather and a map.

Prices are whole twelfths of a movement point, so that halves, thirds, quarters and sixths add up exactly. A price of
None means that the step is not allowed at all. Every allowed step costs at least one twelfth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd
from operator import itemgetter
from typing import Final, TypeAlias

from hexbench.atlas.atlas import OFF, Atlas, Link

POINT: Final = 12
"""One movement point, in the units of every price."""

Way = tuple[int, int]
"""(price, index of the next hex)."""


def points(twelfths: int) -> str:
    """Twelfths as players write movement points: 18 -> "1 1/2"."""
    whole, rest = divmod(twelfths, POINT)
    if not rest:
        return str(whole)
    shared = gcd(rest, POINT)
    part = f"{rest // shared}/{POINT // shared}"
    return f"{whole} {part}" if whole else part


Price: TypeAlias = Callable[[Link], int | None]
"""What a step costs in twelfths, or None if it is not allowed."""


class Arcs:
    """The priced steps of one map. A value: :meth:`patched` makes another that shares everything unchanged."""

    __slots__ = ("_costs", "_into", "_made", "_odd", "_odd_into", "around", "out")

    def __init__(
        self,
        around: tuple[tuple[int, ...], ...],
        costs: list[tuple[int | None, ...]],
        out: list[tuple[Way, ...]] | None = None,
    ) -> None:
        """``around`` and ``costs`` have six entries per hex, by direction. ``out`` is for :meth:`patched` alone."""
        self.around = around
        self._costs = costs
        self._odd: dict[int, tuple[int | None, ...]] = {}
        """index -> its prices, where they differ from those in ``_costs``. ``_costs`` and ``_into`` are shared by all
        values patched from the same one. In games where a bridge falls or is built at every tenth action, copying
        both slowed the whole game by a twentieth, mostly in the garbage collector, which goes through everything new.
        """
        self._odd_into: dict[int, tuple[Way, ...] | None] = {}
        """index -> the steps into it, where they differ from those in ``_into``; None: not calculated yet."""
        self.out: list[tuple[Way, ...]] = [self._ways(i) for i in range(len(around))] if out is None else out
        """index -> the allowed steps out of that hex, cheapest first, then by direction."""
        self._made: dict[tuple[int, tuple[int | None, ...]], tuple[Way, ...]] = {}
        """(index, prices) -> the steps of ``out``, for hexes whose prices were changed: the same changes come and go."""
        self._into: dict[int, tuple[Way, ...]] = {}

    def __len__(self) -> int:
        return len(self.around)

    def prices(self, i: int) -> tuple[int | None, ...]:
        """The prices of the six steps out of a hex, by direction; None where a step is not allowed or the map ends."""
        return self._odd.get(i) or self._costs[i]

    def _ways(self, i: int) -> tuple[Way, ...]:
        prices = zip(self.prices(i), self.around[i], strict=True)
        ways = [(c, j) for c, j in prices if c is not None and j != OFF]
        ways.sort(key=itemgetter(0))  # stable: equal prices stay in the order of the directions
        return tuple(ways)

    def into(self, i: int) -> tuple[Way, ...]:
        """The allowed steps into a hex, by direction: (price, index of the hex before)."""
        kept: dict[int, tuple[Way, ...] | None] = self._odd_into if i in self._odd_into else self._into  # type: ignore[assignment]
        found = kept.get(i)
        if found is None:
            around = enumerate(self.around[i])
            prices = ((self.prices(j)[direction - 3], j) for direction, j in around if j != OFF)
            found = kept[i] = tuple((price, j) for price, j in prices if price is not None)
        return found

    def cost(self, i: int, direction: int) -> int | None:
        """The price of the step out of ``i`` in ``direction``; None if it is not allowed or leaves the map."""
        return self.prices(i)[direction] if self.around[i][direction] != OFF else None

    def between(self, i: int, j: int) -> int | None:
        """The price of the step from ``i`` to ``j``; None if it is not allowed or they are not adjacent."""
        around = self.around[i]
        return self.prices(i)[around.index(j)] if j != OFF and j in around else None

    def patched(self, changes: Mapping[tuple[int, int], int | None]) -> Arcs:
        """The same steps with some prices changed: (index, direction) -> new price or None. Each direction of a
        hexside is given separately.
        """
        fresh = Arcs(self.around, self._costs, list(self.out))
        fresh._into, fresh._odd, fresh._odd_into = self._into, dict(self._odd), dict(self._odd_into)
        made = fresh._made = self._made
        for (i, direction), cost in changes.items():
            check_price(cost)
            row = fresh.prices(i)
            fresh._odd[i] = (*row[:direction], cost, *row[direction + 1 :])
            fresh._odd_into[self.around[i][direction]] = None
        for i in {i for i, _ in changes}:
            key = (i, fresh._odd[i])
            ways = made.get(key)
            if ways is None:
                ways = made[key] = fresh._ways(i)
            fresh.out[i] = ways
        return fresh


def check_price(cost: int | None) -> None:
    """Raise ValueError for a price below one twelfth: the searches rely on every step costing something."""
    if cost is not None and cost < 1:
        raise ValueError(f"A step costs at least one twelfth of a movement point, not {cost}.")


def compile_arcs(atlas: Atlas, price: Price) -> Arcs:
    """Price every step of a map once. Raises ValueError for a price below one twelfth."""
    costs: list[list[int | None]] = [[None] * 6 for _ in atlas.labels]
    for link in atlas.links:
        cost = price(link)
        if cost is not None and cost < 1:
            check_price(cost)
        costs[link.start][link.direction] = cost
    return Arcs(atlas.around, [tuple(row) for row in costs])
