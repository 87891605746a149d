"""How far several units can go as one stack, when each pays its own price for every hex out of its own budget.

One route must serve all of them, so the cheapest way of one may be too dear for another: the search keeps, for each
hex, every combination of costs that no other combination beats for all members at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from operator import le
from typing import NamedTuple

from hexbench.atlas.arcs import Arcs
from hexbench.atlas.atlas import OFF
from hexbench.atlas.reach import First, Ground, Moods


class Party(NamedTuple):
    """One member: what :func:`hexbench.atlas.reach.reach` is asked with."""

    arcs: Arcs
    ground: Ground
    moods: Moods
    budget: int
    first: tuple[First, ...]
    """The steps it may take out of the start hex."""


class Joint(NamedTuple):
    """A hex the whole stack can get to: what each member pays, in twelfths, and the route, the start left out."""

    costs: tuple[int, ...]
    path: tuple[int, ...]


Costs = tuple[int, ...]
_Label = tuple[int, int, tuple[int, ...], Costs, tuple[int, ...]]
"""Total cost, hexes, route, each member's cost, each member's mood."""


def reach_together(parties: Sequence[Party], start: int) -> dict[int, Joint]:
    """Every hex the stack can get to as a whole, start left out, each by the route of the lowest total cost.

    A stack that comes from off the map has OFF for its start. Ties: the fewest hexes, then the smallest route by index. Members stay together all the way.
    """
    walkers = [_Walker(party) for party in parties]
    queue: list[_Label] = []
    queued: dict[tuple[int, tuple[int, ...]], list[tuple[Costs, int, tuple[int, ...]]]] = {}
    kept: dict[tuple[int, tuple[int, ...]], list[Costs]] = {}
    found: dict[int, Joint] = {}
    label: _Label = (0, 0, (), (0,) * len(walkers), (0,) * len(walkers))
    while True:
        _, length, path, costs, moods = label
        here = path[-1] if path else start
        seen = kept.setdefault((here, moods), [])
        if not any(all(map(le, old, costs)) for old in seen):
            seen.append(costs)
            if path and here != start and here not in found:
                found[here] = Joint(costs, path)
            length += 1
            for end, paid, after in _ahead(walkers, here, costs, moods, not path):
                waiting = queued.setdefault((end, after), [])
                route = (*path, end)
                # whatever another label beats that comes to its turn earlier need not wait
                if not any(
                    all(map(le, old, paid)) and (old != paid or (hexes, way) <= (length, route))
                    for old, hexes, way in waiting
                ):
                    waiting.append((paid, length, route))
                    heappush(queue, (sum(paid), length, route, paid, after))
        if not queue:
            return found
        label = heappop(queue)


class _Walker:
    """One member, and what it pays for the steps out of each hex it has come to."""

    __slots__ = ("_prices", "party")

    def __init__(self, party: Party) -> None:
        self.party = party
        self._prices: dict[int, dict[int, int]] = {}

    def prices(self, here: int) -> dict[int, int]:
        """next hex -> price, cheapest first."""
        found = self._prices.get(here)
        if found is None:
            found = self._prices[here] = {j: price for price, j in self.party.arcs.out[here]}
        return found

    def steps(self, here: int, cost: int, mood: int, begins: bool) -> dict[int, tuple[int, int]]:
        """next hex -> (cost so far, mood)."""
        _, ground, moods, budget, first = self.party
        row = moods.rows[mood][0 if here == OFF else ground.zones[here]]
        out: dict[int, tuple[int, int]] = {}
        if row is None:
            return out
        entry = ground.entry
        if not begins:
            for end, price in self.prices(here).items():
                if cost + price > budget:
                    break
                shift = row[entry[end]]
                if shift is not None and cost + price + shift[0] <= budget:
                    out[end] = (cost + price + shift[0], shift[1])
            return out
        for end, price, absorbs in first:
            shift = row[entry[end]]
            if shift is None:
                continue
            total = cost + price + (0 if absorbs else shift[0])
            if total <= budget and (end not in out or total < out[end][0]):
                out[end] = (total, shift[1])
        return out


def _ahead(
    walkers: Sequence[_Walker], here: int, costs: Costs, moods: tuple[int, ...], begins: bool
) -> Iterator[tuple[int, Costs, tuple[int, ...]]]:
    """The hexes all of them can go on to: each member's cost so far and mood there."""
    ways = []
    for walker, cost, mood in zip(walkers, costs, moods, strict=True):
        steps = walker.steps(here, cost, mood, begins)
        if not steps:
            return
        ways.append(steps)
    others = ways[1:]
    for end, (cost, mood) in ways[0].items():
        if all(end in steps for steps in others):
            both = [steps[end] for steps in others]
            yield end, (cost, *[c for c, _ in both]), (mood, *[m for _, m in both])
