"""How far a unit can move: cheapest paths within a budget, over hexes and moods, on priced adjacency.

A *mood* is what a move has done so far that decides what it may still do: it has left an enemy zone of control, has
entered one, has used its bonus. A *zone class* is what a hex does to a unit passing through: 0 nothing, 1 an enemy
zone of control, and so on. The :class:`Moods` table says, for a mood and the zone classes of the hex left and the hex
entered, what the step costs beyond its price and which mood follows, or that it is not allowed. The game writes the
table; the search does not know what its moods mean.

Ties are settled so that every process finds the same path: the lowest cost; then the fewest hexes; then, from the end
backwards, the predecessor with the lowest mood and, in that mood, the one that comes first in reading order.

The search is a bucket queue: every step costs at least one twelfth, so a bucket never grows while it is read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from operator import mul
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from hexbench.atlas.arcs import Arcs, check_price
from hexbench.atlas.atlas import OFF

NEVER: Final = 1 << 30
"""More than any cost."""

T = TypeVar("T")
Shift: TypeAlias = tuple[int, int] | None
"""(extra cost in twelfths, next mood), or None if the step is not allowed."""


class Moods:
    """What a step between two zone classes does to a move: ``table[mood][zone left][zone entered]``.

    Raises ValueError if the table is not ``moods x classes x classes`` or names a mood it does not have.
    """

    __slots__ = ("classes", "plain", "quick", "rows", "size")

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
            # The last column is for hexes that may not be entered; a row that allows no step at all is None.
            rows.append(tuple((*row, None) if any(s is not None for s in row) else None for row in block))
            quick.append(
                tuple(row and tuple(True if s == (0, mood) else s for s in row) for row in rows[mood])
            )
        self.rows = tuple(rows)
        """mood, zone class left -> what each zone class entered does, and None for a closed hex; None: no step is allowed."""
        self.quick = tuple(quick)
        """The same for the search, with True for the commonest entry: no extra cost, and the mood stays."""
        self.plain = self.quick == (((True, None),),)
        """Whether zones have no effect, so that only prices and closed hexes matter."""

    def shift(self, mood: int, left: int, entered: int) -> Shift:
        """What a step does; None if it is not allowed."""
        row = self.rows[mood][left]
        return None if row is None else row[entered]


FREE: Final = Moods((((((0, 0)),),),))
"""The table of a move without zones: one mood, one zone class."""


class Obstacles:
    """The obstacles of one position: the zone class of each hex, and the hexes that may not be entered.

    Built once for a position and a side, then shared by every search.
    """

    __slots__ = ("_bare", "_closed", "entry", "zones")

    def __init__(self, zones: Sequence[int], closed: Collection[int] = ()) -> None:
        self.zones: Sequence[int] = zones
        """index -> zone class of the hex when it is left."""
        entry = list(zones)
        for i in closed:
            entry[i] = -1
        self.entry: list[int] = entry
        """index -> zone class of the hex when it is entered; -1 if it may not be entered."""
        self._closed = closed
        self._bare: list[int] | None = None

    @classmethod
    def empty(cls, size: int) -> Obstacles:
        """No obstacles on a map of ``size`` hexes."""
        return cls(bytes(size))

    def compared(self) -> tuple[list[int], list[int]]:
        """What is compared to find out whether two of them are equal."""
        return list(self.zones), self.entry

    def bare(self) -> list[int]:
        """index -> NEVER, or -1 in a closed hex: the starting values of a search without zones, to be copied."""
        if self._bare is None:
            self._bare = [NEVER] * len(self.entry)
            for i in self._closed:
                self._bare[i] = -1
        return self._bare


class First(NamedTuple):
    """One step a unit may take out of its start hex, instead of the ordinary ones."""

    end: int
    cost: int
    absorbs: bool = False
    """The cost already includes whatever the mood table would add (a river that costs the whole movement allowance)."""


class Reach:
    """Where one unit can go. Costs are in twelfths; the start hex costs 0. Paths are worked out when requested."""

    __slots__ = ("_begun", "_best", "_known", "_query", "_size", "_span", "budget", "costs", "mood", "start")

    def __init__(
        self,
        query: _Query,
        budget: int,
        costs: dict[int, int],
        best: list[dict[int, int]],
        begun: dict[int, int],
    ) -> None:
        self.start = query.start
        self.mood = query.mood
        self.budget = budget
        self.costs = costs
        """index -> lowest cost over all moods, for every hex within the budget, cheapest first."""
        self._query = query
        self._best = best
        """mood -> index -> lowest cost at which the unit can be there in that mood."""
        self._begun = begun
        """state -> its cost as the first of a path."""
        self._size = len(query.arcs)
        self._span = self._size * len(best) + 1
        self._known: dict[int, int] = {self._span - 1: -self._span if query.first is None else 0}
        """state -> number of hexes so far and the preceding state in one number: the smaller, the better among equal
        costs. The last number of all stands for what precedes the first state of a path.
        """

    def __contains__(self, index: object) -> bool:
        return index in self.costs

    def __iter__(self) -> Iterator[int]:
        return iter(self.costs)

    def __len__(self) -> int:
        return len(self.costs)

    def moods_at(self, index: int) -> dict[int, int]:
        """mood -> lowest cost at which the unit can be there in it; empty if it cannot."""
        found = {m: best[index] for m, best in enumerate(self._best) if index in best}
        if index == self.start:
            found[self.mood] = 0
        return found

    def mood_at(self, index: int) -> int:
        """The mood of the cheapest path there (then of the fewest hexes, then the lowest). Raises KeyError out of reach."""
        if index == self.start:
            return self.mood
        cost = self.costs[index]
        moods = [m for m, best in enumerate(self._best) if best.get(index) == cost]
        if len(moods) == 1:
            return moods[0]
        return min((self._rank(m * self._size + index) // self._span, m) for m in moods)[1]

    def path(self, index: int, mood: int | None = None) -> tuple[int, ...]:
        """The hexes entered on the cheapest path, in order, without the start and with the end.

        ``mood`` asks for the path that ends in that mood. Raises KeyError if there is none.
        """
        if index == self.start and mood in (None, self.mood):
            return ()
        m = self.mood_at(index) if mood is None else mood
        if not 0 <= m < len(self._best) or index not in self._best[m]:
            raise KeyError(index)
        out: list[int] = []
        source = self._span - 1
        state = m * self._size + index
        while state != source:
            out.append(state % self._size)
            state = self._rank(state) % self._span
        if self._query.first is None:
            out.pop()
        return tuple(reversed(out))

    def paths(self) -> dict[int, tuple[int, ...]]:
        """index -> :meth:`path` for every hex in reach, cheapest first: paths share their beginnings, which saves work."""
        start: dict[int, tuple[int, ...]] = {self.start: ()} if self.start in self.costs else {}
        return start | self.routes(range(self._size))

    def routes(self, names: Sequence[T]) -> dict[int, tuple[T, ...]]:
        """Like :meth:`paths` without the start hex, each hex of a path by its entry in ``names``."""
        known: dict[int, tuple[T, ...]] = {}
        return {index: self.route(index, names, known) for index in self.costs if index != self.start}

    def route(self, index: int, names: Sequence[T], known: dict[int, tuple[T, ...]]) -> tuple[T, ...]:
        """One of :meth:`routes`; ``known`` keeps what was found for others and is empty at first. Raises KeyError out of reach."""
        size, span = self._size, self._span
        source = span - 1
        if not known and self._query.first is None:
            known[self.mood * size + self.start] = ()
        state = index if len(self._best) == 1 else self.mood_at(index) * size + index
        fresh: list[int] = []
        way = known.get(state)
        while way is None:
            fresh.append(state)
            state = self._rank(state) % span
            way = () if state == source else known.get(state)
        for state in reversed(fresh):
            way = known[state] = (*way, names[state % size])
        return way

    def _rank(self, wanted: int) -> int:
        """The number of hexes of the best path to a state in reach, and the preceding state, in one number."""
        known, span = self._known, self._span
        waiting = [] if wanted in known else [(wanted, self._before(wanted))]
        while waiting:
            state, before = waiting[-1]
            fresh = [s for s in before if s not in known]
            if fresh:
                waiting += [(s, self._before(s)) for s in fresh]
            else:
                known[state] = min([(known[s] // span + 1) * span + s for s in before])
                waiting.pop()
        return known[wanted]

    def _before(self, state: int) -> list[int]:
        """The states from which one step leads to a state at its lowest cost."""
        arcs, ground, moods, *_ = self._query
        size, zones = self._size, ground.zones
        mood, here = divmod(state, size)
        cost, entry = self._best[mood][here], ground.entry[here]
        out = [self._span - 1] if self._begun.get(state) == cost else []
        for m, best in enumerate(self._best):
            rows = moods.rows[m]
            for price, there in arcs.into(here):
                known = best.get(there, NEVER)
                if known + price <= cost:
                    row = rows[zones[there]]
                    shift = None if row is None else row[entry]
                    if shift is not None and known + price + shift[0] == cost and shift[1] == mood:
                        out.append(m * size + there)
        return out


class _Query(NamedTuple):
    """The arguments of the search."""

    arcs: Arcs
    ground: Obstacles
    moods: Moods
    start: int
    mood: int
    first: Sequence[First] | None


def reach(
    arcs: Arcs,
    ground: Obstacles,
    moods: Moods,
    start: int,
    budget: int,
    *,
    mood: int = 0,
    first: Sequence[First] | None = None,
    left: Sequence[int] | None = None,
) -> Reach:
    """Every hex a unit can get to from ``start`` within ``budget`` twelfths, each at its lowest cost.

    ``first``, if given, replaces the steps out of the start hex: the move begins with one of them and continues at
    the ordinary prices. They obey the mood table and the closed hexes like any other step. A move that begins off the
    map has OFF for its start and must have first steps.

    ``left`` (index -> the least that any path from there to some goal costs, as found by :func:`nearest`) is for
    callers that need only hexes from which the goal can still be reached for less than the rest of the budget: all of
    those are found, and of other hexes whichever happen to be. Raises ValueError for a first step below one twelfth.
    """
    size = len(arcs)
    query = _Query(arcs, ground, moods, start, mood, first)
    # Lists are read and written faster than arrays of numbers, although those are filled in no time: 1.03 times in
    # whole games on the largest maps. They are dropped afterwards; what was found is kept in dicts, a fifth of their
    # size.
    best = [ground.bare()[:]] if moods.plain else [[NEVER] * size for _ in range(moods.size)]
    known: list[dict[int, int]] = [{} for _ in best]
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    begun: dict[int, int] = {}
    if first is None:
        best[mood][start] = 0
        begun[mood * size + start] = 0
        buckets[0].append(mood * size + start)
    else:
        row = moods.rows[mood][0 if start == OFF else ground.zones[start]]
        for end, price, absorbs in first:
            check_price(price)
            shift = None if row is None else row[ground.entry[end]]
            if shift is None:
                continue
            extra, after = shift
            total = price if absorbs else price + extra
            if total <= budget and total < best[after][end]:
                best[after][end] = begun[after * size + end] = total
                buckets[total].append(after * size + end)
    costs: dict[int, int] = {} if start == OFF else {start: 0}
    if moods.plain:
        _search_plain(arcs, buckets, best[0], known[0], left)
        if first is None or start == OFF:
            costs = known[0]
        else:
            costs |= known[0]
            costs[start] = 0  # a move may come back to its start
    else:
        _search(query, buckets, best, known, costs, left)
    return Reach(query, budget, costs, known, begun)


def _search(
    query: _Query,
    buckets: list[list[int]],
    best: list[list[int]],
    known: list[dict[int, int]],
    costs: dict[int, int],
    left: Sequence[int] | None,
) -> None:
    """Empty the buckets, cheapest first: the inner loop."""
    arcs, ground, moods, *_ = query
    out, zones, entry = arcs.out, ground.zones, ground.entry
    size, budget = len(arcs), len(buckets) - 1
    layers = list(zip(best, known, moods.quick, range(0, size * moods.size, size), strict=True))
    for cost, bucket in enumerate(buckets):
        room = budget - cost
        for state in bucket:
            best_m, settled, rows, base = layers[state // size]
            here = state - base
            if best_m[here] != cost:
                continue  # a cheaper way was found after it was queued
            settled[here] = cost
            if here not in costs:
                costs[here] = cost
            quick = rows[zones[here]]
            if quick is None or (left is not None and left[here] >= room):
                continue
            for price, there in out[here]:
                if price > room:
                    break  # so do all that follow
                total = cost + price
                effect = quick[entry[there]]
                if effect is True:
                    if total < best_m[there]:
                        best_m[there] = total
                        buckets[total].append(base + there)
                elif effect is not None:
                    extra, after = effect
                    total += extra
                    if total <= budget and total < best[after][there]:
                        best[after][there] = total
                        buckets[total].append(after * size + there)


def _search_plain(
    arcs: Arcs,
    buckets: list[list[int]],
    best: list[int],
    costs: dict[int, int],
    left: Sequence[int] | None,
) -> None:
    """The same without zones: a closed hex is marked as cheaper than any path to it."""
    out, budget = arcs.out, len(buckets) - 1
    for cost, bucket in enumerate(buckets):
        room = budget - cost
        for here in bucket:
            if best[here] != cost:
                continue
            costs[here] = cost
            if left is not None and left[here] >= room:
                continue
            for price, there in out[here]:
                if price > room:
                    break  # so do all that follow
                total = cost + price
                if total < best[there]:
                    best[there] = total
                    buckets[total].append(there)


def nearest(arcs: Arcs, goals: Iterable[int]) -> list[int]:
    """index -> the cost of the cheapest path to one of the goals without obstacles; NEVER if there is none."""
    best = [NEVER] * len(arcs)
    buckets: list[list[int]] = [[]]
    for goal in goals:
        best[goal] = 0
        buckets[0].append(goal)
    cost = 0
    while cost < len(buckets):
        for here in buckets[cost]:
            if best[here] == cost:
                for price, there in arcs.into(here):
                    total = cost + price
                    if total < best[there]:
                        best[there] = total
                        buckets += [[] for _ in range(total + 1 - len(buckets))]
                        buckets[total].append(there)
        cost += 1
    return best


# Following a route hex by hex, at the prices and by the table of `hexbench.atlas.reach.reach`.

Halt = Literal["apart", "price", "closed", "mood", "budget"]
"""Why a route breaks off: hexes not adjacent; no price through that hexside; a closed hex; the mood table; too expensive."""


class Step(msgspec.Struct, frozen=True):
    """One hex of a route."""

    index: int
    cost: int
    """The cost of the whole move up to this hex, in twelfths."""
    mood: int


class Walk(NamedTuple):
    """A route as far as it can be followed, and why it breaks off."""

    steps: tuple[Step, ...]
    halt: Halt | None = None
    """None if the whole route can be followed."""
    refused: int | None = None
    """The hex that could not be entered."""
    short: int = 0
    """For ``budget``: how many twelfths are missing."""


def walk(
    arcs: Arcs,
    ground: Obstacles,
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
    """The prices of a step, each with whether it includes what the mood table adds; none if there is no step."""
    if first is not None:
        return [(f.cost, f.absorbs) for f in first if f.end == there]
    price = arcs.between(here, there)
    return [] if price is None else [(price, False)]


class Party(NamedTuple):
    """One member of a stack: the arguments with which :func:`hexbench.atlas.reach.reach` is called."""

    arcs: Arcs
    ground: Obstacles
    moods: Moods
    budget: int
    first: tuple[First, ...]
    """The steps it may take out of the start hex."""


class Joint(NamedTuple):
    """A hex the whole stack can get to: what each member pays, in twelfths, and the route without the start."""

    costs: tuple[int, ...]
    path: tuple[int, ...]


Costs = tuple[int, ...]
_Stand = tuple[int, Costs]
"""A hex and each member's mood there."""
_Label = tuple[int, int, tuple[int, ...], int, Costs]
"""Total cost, number of hexes, route, what each has paid (:class:`_Purse`), each member's mood."""
_Ahead = tuple[_Stand, int, int]
"""Where a step leads, what each member pays for it, and the total."""


class _Purse:
    """What each member has paid, in one number: a field of bits for each, with a guard bit above it that shows after
    a subtraction whether it was enough. Sums and comparisons for all members are then one operation.
    """

    __slots__ = ("guards", "limits", "shifts", "width")

    def __init__(self, budgets: Sequence[int]) -> None:
        self.width = (2 * max(budgets)).bit_length() + 1
        self.shifts = [n * self.width for n in range(len(budgets))]
        self.guards = self.packed([1 << self.width - 1] * len(budgets))
        self.limits = self.packed(budgets) | self.guards
        """The most that may be spent: as long as nobody spends more, a subtraction leaves the guard bits set."""

    def packed(self, paid: Sequence[int]) -> int:
        """The costs of all members as one number."""
        found = 0
        for shift, cost in zip(self.shifts, paid, strict=True):
            found |= cost << shift
        return found

    def costs(self, paid: int) -> Costs:
        """The costs of all members from their number."""
        field = (1 << self.width) - 1
        return tuple([paid >> shift & field for shift in self.shifts])


def reach_together(
    parties: Sequence[Party], start: int, left: Sequence[int] | None = None
) -> dict[int, Joint]:
    """Every hex the stack can get to as a whole, without the start, each by the route of the lowest total cost.

    A stack that comes from off the map has OFF for its start. Ties: the fewest hexes, then the smallest route by
    index. The members stay together all the way. ``left`` is as in :func:`reach`, for what the first member pays;
    here every hex is found from which the budget is enough to go on.
    """
    # Members that differ only in their budgets pay the same: the one with the smallest budget stands for all of them.
    # A third of the stacks in random play are of such units (25 of 75).
    least: dict[tuple[Arcs, Obstacles, Moods, tuple[First, ...]], int] = {}
    places: list[int] = []
    for arcs, ground, moods, budget, first in parties:
        alike = (arcs, ground, moods, first)
        least[alike] = min(budget, least.get(alike, budget))
        places.append(list(least).index(alike))
    few = [Party(*alike[:3], budget, alike[3]) for alike, budget in least.items()]
    weights = [places.count(n) for n in range(len(few))]
    purse = _Purse([party.budget for party in few])
    guards, limits = purse.guards, purse.limits
    field, budget = (1 << purse.width) - 1, few[0].budget
    queue: list[_Label] = []
    queued: dict[_Stand, list[tuple[int, int, tuple[int, ...]]]] = {}
    kept: dict[_Stand, list[int]] = {}
    found: dict[int, Joint] = {}
    label: _Label = (0, 0, (), 0, (0,) * len(few))
    while True:
        total, length, path, costs, mood = label
        here = path[-1] if path else start
        stand = (here, mood)
        seen = kept.get(stand)
        if seen is None:
            seen = kept[stand] = []
        guarded = costs | guards
        for old in seen:
            if (guarded - old) & guards == guards:
                break  # this hex was reached before with no member paying more
        else:
            seen.append(costs)
            if path and here != start and here not in found:
                paid = purse.costs(costs)
                found[here] = Joint(tuple([paid[n] for n in places]), path)
            length += 1
            steps = (
                _begin(few, start, purse, weights)
                if not path
                else _ahead(few, here, mood, purse, weights)
                if left is None or left[here] <= budget - (costs & field)
                else ()
            )
            for ahead, price, whole in steps:
                pays = costs + price
                if (limits - pays) & guards != guards:
                    continue
                waiting = queued.get(ahead)
                if waiting is None:
                    waiting = queued[ahead] = []
                # a label that an earlier one in the queue beats need not be queued
                guarded = pays | guards
                for old, hexes, way in waiting:
                    if (guarded - old) & guards == guards and (
                        old != pays or hexes < length or (hexes == length and way <= (*path, ahead[0]))
                    ):
                        break
                else:
                    route = (*path, ahead[0])
                    waiting.append((pays, length, route))
                    heappush(queue, (total + whole, length, route, pays, ahead[1]))
        if not queue:
            return found
        label = heappop(queue)


def _first_steps(party: Party, start: int) -> dict[int, tuple[int, int]]:
    """The first steps of one member: next hex -> (cost, mood)."""
    _, ground, moods, budget, first = party
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


def _begin(parties: Sequence[Party], start: int, purse: _Purse, weights: Sequence[int]) -> list[_Ahead]:
    """The hexes that all members can enter first."""
    ways = [_first_steps(party, start) for party in parties]
    found: list[_Ahead] = []
    for end in ways[0]:
        if all(end in steps for steps in ways):
            paid = [steps[end][0] for steps in ways]
            stand = (end, tuple([steps[end][1] for steps in ways]))
            found.append((stand, purse.packed(paid), sum(map(mul, paid, weights))))
    return found


def _ahead(
    parties: Sequence[Party], here: int, moods: Costs, purse: _Purse, weights: Sequence[int]
) -> list[_Ahead]:
    """The hexes that all members can enter next in these moods."""
    members = []
    for (arcs, ground, table, budget, _), mood, shift, weight in zip(
        parties, moods, purse.shifts, weights, strict=True
    ):
        row = table.rows[mood][ground.zones[here]]
        if row is None:
            return []
        members.append((arcs.prices(here), row, ground.entry, budget, shift, weight))
    found: list[_Ahead] = []
    for direction, end in enumerate(parties[0].arcs.around[here]):
        pays = whole = 0
        after: list[int] = []
        for prices, row, entry, budget, shift, weight in members:
            price = prices[direction]
            change = None if price is None or end == OFF else row[entry[end]]
            if price is None or change is None:
                break
            price += change[0]
            if price > budget:
                break
            pays |= price << shift
            whole += price * weight
            after.append(change[1])
        else:
            found.append(((end, tuple(after)), pays, whole))
    return found
