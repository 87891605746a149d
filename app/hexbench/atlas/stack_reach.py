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
from hexbench.atlas.reach import First, Moods, Obstacles, Shift


class Party(NamedTuple):
    """One member: what :func:`hexbench.atlas.reach.reach` is asked with."""

    arcs: Arcs
    ground: Obstacles
    moods: Moods
    budget: int
    first: tuple[First, ...]
    """The steps it may take out of the start hex."""


class Joint(NamedTuple):
    """A hex the whole stack can get to: what each member pays, in twelfths, and the route, the start left out."""

    costs: tuple[int, ...]
    path: tuple[int, ...]


Costs = tuple[int, ...]
_Label = tuple[int, int, tuple[int, ...], Costs, Costs]
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
            ways = _ahead(walkers, here, costs, moods) if path else _begin(walkers, start)
            for end, paid, after in ways:
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

    def begin(self, start: int) -> dict[int, tuple[int, int]]:
        """The first steps: next hex -> (cost, mood)."""
        _, ground, moods, budget, first = self.party
        row = moods.rows[0][0 if start == OFF else ground.zones[start]]
        out: dict[int, tuple[int, int]] = {}
        for end, price, absorbs in first if row is not None else ():
            shift = None if row is None else row[ground.entry[end]]
            if shift is None:
                continue
            total = price if absorbs else price + shift[0]
            if total <= budget and (end not in out or total < out[end][0]):
                out[end] = (total, shift[1])
        return out

    def row(self, here: int, mood: int) -> tuple[Shift, ...] | None:
        """What each zone class entered from a hex does; None: there is no way on."""
        return self.party.moods.rows[mood][self.party.ground.zones[here]]


def _begin(walkers: Sequence[_Walker], start: int) -> Iterator[tuple[int, Costs, Costs]]:
    """The hexes all of them can go to first: each member's cost and mood there."""
    ways = [walker.begin(start) for walker in walkers]
    for end in ways[0]:
        if all(end in steps for steps in ways):
            yield end, tuple(steps[end][0] for steps in ways), tuple(steps[end][1] for steps in ways)


def _ahead(
    walkers: Sequence[_Walker], here: int, costs: Costs, moods: Costs
) -> Iterator[tuple[int, Costs, Costs]]:
    """The hexes all of them can go on to: each member's cost so far and mood there."""
    members = []
    for walker, cost, mood in zip(walkers, costs, moods, strict=True):
        row = walker.row(here, mood)
        if row is None:
            return
        party = walker.party
        members.append((walker.prices(here), cost, row, party.ground.entry, party.budget))
    for end in members[0][0]:
        paid: list[int] = []
        after: list[int] = []
        for prices, cost, row, entry, budget in members:
            price = prices.get(end)
            shift = None if price is None else row[entry[end]]
            if price is None or shift is None or cost + price + shift[0] > budget:
                break
            paid.append(cost + price + shift[0])
            after.append(shift[1])
        else:
            yield end, tuple(paid), tuple(after)
