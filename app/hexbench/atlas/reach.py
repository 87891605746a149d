"""How far a unit can go: cheapest paths within a budget, over hexes and moods, on priced adjacency.

A *mood* is what a move has done so far that decides what it may still do: it has left an enemy zone of control, has
entered one, has used its bonus. A *zone class* is what a hex does to whoever passes: 0 nothing, 1 an enemy zone of
control, and so on. The :class:`Moods` table says, for a mood and the zone classes of the hex left and the hex entered,
what the step costs beyond its price and which mood comes next, or that it may not be taken. The game writes the table;
the search knows none of its words.

Ties are settled so that every process finds the same path: the lowest cost; then the fewest hexes; then, from the end
backwards, the predecessor with the lowest mood and, in that mood, the one that comes first in reading order.

The search is a bucket queue: every step costs at least one twelfth, so a bucket never grows while it is read.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from hexbench.atlas.arcs import Arcs, check_price
from hexbench.atlas.atlas import OFF

NEVER: Final = 1 << 30
"""More than any cost."""
_NEVER: Final = array("i", [NEVER])

T = TypeVar("T")
Shift: TypeAlias = tuple[int, int] | None
"""(extra cost in twelfths, next mood), or None when the step may not be taken."""


class Moods:
    """What a step between two zone classes does to a move: ``table[mood][zone left][zone entered]``.

    Raises ValueError when the table is not ``moods x classes x classes`` or names a mood it does not have.
    """

    __slots__ = ("classes", "quick", "rows", "size")

    def __init__(self, table: Sequence[Sequence[Sequence[Shift]]]) -> None:
        self.size = len(table)
        self.classes = len(table[0]) if table else 0
        if not self.classes:
            raise ValueError("A mood table has at least one mood and one zone class.")
        rows: list[tuple[tuple[Shift, ...] | None, ...]] = []
        quick: list[tuple[tuple[Shift | Literal[True], ...] | None, ...]] = []
        for mood, block in enumerate(table):
            if len(block) != self.classes or any(len(row) != self.classes for row in block):
                raise ValueError(f"Mood {mood} does not have {self.classes} x {self.classes} entries.")
            for shift in (shift for row in block for shift in row if shift is not None):
                if shift[0] < 0 or not 0 <= shift[1] < self.size:
                    raise ValueError(f"Mood {mood} has an entry {shift} that cannot be.")
            # The last column is for hexes that may not be entered; a row with no way on at all is None.
            rows.append(tuple((*row, None) if any(s is not None for s in row) else None for row in block))
            quick.append(
                tuple(row and tuple(True if s == (0, mood) else s for s in row) for row in rows[mood])
            )
        self.rows = tuple(rows)
        """mood, zone class left -> what each zone class entered does, and None for a closed hex; None: no way on."""
        self.quick = tuple(quick)
        """The same for the search, with True for the commonest entry: nothing extra, and the mood stays."""

    def shift(self, mood: int, left: int, entered: int) -> Shift:
        """What a step does; None when it may not be taken."""
        row = self.rows[mood][left]
        return None if row is None else row[entered]


FREE: Final = Moods((((((0, 0)),),),))
"""The table of a move that nothing hinders: one mood, one zone class."""


class Ground:
    """What stands in the way at one moment: the zone class of each hex, and the hexes that may not be entered.

    Built once for a position and a side, then shared by every search.
    """

    __slots__ = ("entry", "zones")

    def __init__(self, zones: Sequence[int], closed: Collection[int] = ()) -> None:
        self.zones: Sequence[int] = zones
        """index -> zone class of a hex that is left."""
        entry = list(zones)
        for i in closed:
            entry[i] = -1
        self.entry: list[int] = entry
        """index -> zone class of a hex that is entered; -1 where none may enter."""

    @classmethod
    def empty(cls, size: int) -> Ground:
        """Nothing stands in the way on a map of ``size`` hexes."""
        return cls(bytes(size))


class First(NamedTuple):
    """One step a unit may take out of its start hex, in place of the ordinary ones."""

    end: int
    cost: int
    absorbs: bool = False
    """The cost already holds whatever the mood table would add (a river at the whole movement factor)."""


class Reach:
    """Where one unit can go. Costs are in twelfths; the start hex costs 0."""

    __slots__ = ("_best", "_first", "_rank", "_size", "_span", "budget", "costs", "mood", "start")

    def __init__(
        self,
        start: int,
        mood: int,
        budget: int,
        costs: dict[int, int],
        best: list[array[int]],
        rank: list[dict[int, int]],
        first: bool,
    ) -> None:
        self.start = start
        self.mood = mood
        self.budget = budget
        self.costs = costs
        """index -> lowest cost over all moods, for every hex within the budget, cheapest first."""
        self._best = best
        self._rank = rank
        self._size = len(best[0])
        self._span = self._size * len(best) + 1
        self._first = first

    def __contains__(self, index: object) -> bool:
        return index in self.costs

    def __iter__(self) -> Iterator[int]:
        return iter(self.costs)

    def __len__(self) -> int:
        return len(self.costs)

    def moods_at(self, index: int) -> dict[int, int]:
        """mood -> lowest cost in which the unit can stand there; empty when it cannot."""
        found = {m: best[index] for m, best in enumerate(self._best) if best[index] < NEVER}
        if index == self.start:
            found[self.mood] = 0
        return found

    def mood_at(self, index: int) -> int:
        """The mood of the cheapest way there (then of fewest hexes, then the lowest). Raises KeyError out of reach."""
        if index == self.start:
            return self.mood
        cost = self.costs[index]
        return min(
            (rank[index] // self._span, m)
            for m, (best, rank) in enumerate(zip(self._best, self._rank, strict=True))
            if best[index] == cost
        )[1]

    def path(self, index: int, mood: int | None = None) -> tuple[int, ...]:
        """The hexes entered on the cheapest way, in order: the start is left out, the end is in.

        ``mood`` asks for the way that ends in that mood. Raises KeyError when there is none.
        """
        if index == self.start and mood in (None, self.mood):
            return ()
        m = self.mood_at(index) if mood is None else mood
        if not 0 <= m < len(self._best) or self._best[m][index] >= NEVER:
            raise KeyError(index)
        out: list[int] = []
        source = self._span - 1
        while True:
            out.append(index)
            before = self._rank[m][index] % self._span
            if before == source:
                break
            m, index = divmod(before, self._size)
        if not self._first:
            out.pop()
        return tuple(reversed(out))

    def paths(self) -> dict[int, tuple[int, ...]]:
        """index -> :meth:`path` for every hex in reach, cheapest first: ways share their beginnings, and so does the work."""
        start: dict[int, tuple[int, ...]] = {self.start: ()} if self.start in self.costs else {}
        return start | self.routes(range(self._size))

    def routes(self, names: Sequence[T]) -> dict[int, tuple[T, ...]]:
        """As :meth:`paths`, the start hex left out, each hex of a way by what ``names`` calls its index."""
        size, span, rank = self._size, self._span, self._rank
        source = span - 1
        known: dict[int, tuple[T, ...]] = {} if self._first else {self.mood * size + self.start: ()}
        out: dict[int, tuple[T, ...]] = {}
        for index in self.costs:
            if index == self.start:
                continue
            state = index if len(rank) == 1 else self.mood_at(index) * size + index
            fresh: list[int] = []
            route = known.get(state)
            while route is None:
                fresh.append(state)
                state = rank[state // size][state % size] % span
                route = () if state == source else known.get(state)
            for state in reversed(fresh):
                route = known[state] = (*route, names[state % size])
            out[index] = route
        return out


def reach(  # noqa: C901, PLR0912 - one hot loop: a call for each arc would triple its time
    arcs: Arcs,
    ground: Ground,
    moods: Moods,
    start: int,
    budget: int,
    *,
    mood: int = 0,
    first: Sequence[First] | None = None,
) -> Reach:
    """Every hex a unit can get to from ``start`` within ``budget`` twelfths, each at its lowest cost.

    ``first``, when given, replaces the steps out of the start hex: the move begins with one of them and goes on with
    the ordinary prices. They obey the mood table and the closed hexes like any other step. A move that begins off the
    map has OFF for its start and must have first steps.
    Raises ValueError for a first step below one twelfth.
    """
    size = len(arcs)
    source = size * moods.size
    span = source + 1
    out, zones, entry = arcs.out, ground.zones, ground.entry
    # arrays, because they are filled in a fifth of a microsecond where a list of this length takes six
    best = [_NEVER * size for _ in range(moods.size)]
    rank: list[dict[int, int]] = [{} for _ in range(moods.size)]
    layers = list(zip(best, rank, moods.quick, range(0, source, size), strict=True))
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    costs = {} if start == OFF else {start: 0}
    if first is None:
        best[mood][start] = 0
        rank[mood][start] = source
        buckets[0].append(mood * size + start)
    else:
        row = moods.rows[mood][0 if start == OFF else zones[start]]
        for end, price, absorbs in first:
            check_price(price)
            shift = None if row is None else row[entry[end]]
            if shift is None:
                continue
            extra, after = shift
            total = price if absorbs else price + extra
            if total <= budget and total < best[after][end]:
                best[after][end] = total
                rank[after][end] = span + source
                buckets[total].append(after * size + end)
    for cost, bucket in enumerate(buckets):
        for state in bucket:
            best_m, rank_m, rows, base = layers[state // size]
            here = state - base
            if best_m[here] != cost:
                continue  # a cheaper way was found after it was queued
            if here not in costs:
                costs[here] = cost
            quick = rows[zones[here]]
            if quick is None:
                continue
            # hexes so far and predecessor in one number: the smaller, the better among equal costs
            mine = (rank_m[here] // span + 1) * span + state
            for price, there in out[here]:
                total = cost + price
                if total > budget:
                    break
                effect = quick[entry[there]]
                if effect is True:
                    known = best_m[there]
                    if total < known:
                        best_m[there] = total
                        rank_m[there] = mine
                        buckets[total].append(base + there)
                    elif total == known and mine < rank_m[there]:
                        rank_m[there] = mine
                elif effect is not None:
                    extra, after = effect
                    total += extra
                    if total > budget:
                        continue
                    known = best[after][there]
                    if total < known:
                        best[after][there] = total
                        rank[after][there] = mine
                        buckets[total].append(after * size + there)
                    elif total == known and mine < rank[after][there]:
                        rank[after][there] = mine
    return Reach(start, mood, budget, costs, best, rank, first is not None)


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
