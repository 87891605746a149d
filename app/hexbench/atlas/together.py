"""How far several units can go as one stack, when each pays its own price for every hex out of its own budget.

One route must serve all of them, so the cheapest way of one may be too dear for another: the search keeps, for each
hex, every combination of costs that no other combination beats for all members at once.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
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


def _steps(party: Party, here: int, cost: int, mood: int, begins: bool) -> dict[int, tuple[int, int]]:
    """next hex -> (cost so far, mood) for one member."""
    row = party.moods.rows[mood][0 if here == OFF else party.ground.zones[here]]
    out: dict[int, tuple[int, int]] = {}
    if row is None:
        return out
    ways: Sequence[First] = party.first if begins else [First(j, c) for c, j in party.arcs.out[here]]
    for end, price, absorbs in ways:
        shift = row[party.ground.entry[end]]
        if shift is None:
            continue
        total = cost + price + (0 if absorbs else shift[0])
        if total <= party.budget and (end not in out or total < out[end][0]):
            out[end] = (total, shift[1])
    return out


_Label = tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Total cost, hexes, route, each member's cost, each member's mood."""


def reach_together(parties: Sequence[Party], start: int) -> dict[int, Joint]:
    """Every hex the stack can get to as a whole, start left out, each by the route of the lowest total cost.

    A stack that comes from off the map has OFF for its start. Ties: the fewest hexes, then the smallest route by index. Members stay together all the way.
    """
    queue: list[_Label] = [(0, 0, (), tuple(0 for _ in parties), tuple(0 for _ in parties))]
    kept: dict[tuple[int, tuple[int, ...]], list[tuple[int, ...]]] = {}
    found: dict[int, Joint] = {}
    while queue:
        _, length, path, costs, moods = heapq.heappop(queue)
        here = path[-1] if path else start
        seen = kept.setdefault((here, moods), [])
        if any(all(a <= b for a, b in zip(old, costs, strict=True)) for old in seen):
            continue
        seen.append(costs)
        if path and here != start and here not in found:
            found[here] = Joint(costs, path)
        ways = [_steps(p, here, c, m, not path) for p, c, m in zip(parties, costs, moods, strict=True)]
        for end in ways[0]:
            if all(end in w for w in ways):
                paid = tuple(w[end][0] for w in ways)
                after = tuple(w[end][1] for w in ways)
                heapq.heappush(queue, (sum(paid), length + 1, (*path, end), paid, after))
    return found
