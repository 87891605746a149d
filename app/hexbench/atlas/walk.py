"""Following a route hex by hex, at the prices and by the table of :func:`hexbench.atlas.reach.reach`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from hexbench.atlas.arcs import Arcs
from hexbench.atlas.atlas import OFF
from hexbench.atlas.reach import First, Ground, Moods

Halt = Literal["apart", "price", "closed", "mood", "budget"]
"""Why a route breaks off: not adjacent; no way through that hexside; a hex none may enter; the mood table; too dear."""


class Step(msgspec.Struct, frozen=True):
    """One hex of a route, entered."""

    index: int
    cost: int
    """What the whole move has cost once the unit stands here, in twelfths."""
    mood: int


class Walk(NamedTuple):
    """A route as far as it can be followed, and why it breaks off."""

    steps: tuple[Step, ...]
    halt: Halt | None = None
    """None when the whole route can be followed."""
    refused: int | None = None
    """The hex that could not be entered."""
    short: int = 0
    """For ``budget``: how many twelfths are missing."""


def walk(
    arcs: Arcs,
    ground: Ground,
    moods: Moods,
    start: int,
    route: Sequence[int],
    budget: int,
    *,
    mood: int = 0,
    first: Sequence[First] | None = None,
) -> Walk:
    """Follow a route hex by hex (the start is not part of it) at the prices and by the table of :func:`reach`."""
    steps: list[Step] = []
    here, cost = start, 0
    for there in route:
        if there not in (arcs.around[here] if here != OFF else [f.end for f in first or ()]):
            return Walk(tuple(steps), "apart", there)
        prices = _prices(arcs, here, there, None if steps else first)
        if not prices:
            return Walk(tuple(steps), "price", there)
        if ground.entry[there] < 0:
            return Walk(tuple(steps), "closed", there)
        shift = moods.shift(mood, 0 if here == OFF else ground.zones[here], ground.entry[there])
        if shift is None:
            return Walk(tuple(steps), "mood", there)
        total = cost + min(price if absorbs else price + shift[0] for price, absorbs in prices)
        if total > budget:
            return Walk(tuple(steps), "budget", there, total - budget)
        here, cost, mood = there, total, shift[1]
        steps.append(Step(here, cost, mood))
    return Walk(tuple(steps))


def _prices(arcs: Arcs, here: int, there: int, first: Sequence[First] | None) -> list[tuple[int, bool]]:
    """The prices of a step, each with whether it absorbs what the mood table adds; none when there is no way."""
    if first is not None:
        return [(f.cost, f.absorbs) for f in first if f.end == there]
    price = arcs.between(here, there)
    return [] if price is None else [(price, False)]
