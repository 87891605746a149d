"""Where units of one hex can move together: a search over hexes and what the move remembers of enemy zones.

Units that move together take the same route; each pays its own price (:mod:`movers`), and the enemy zones
(:mod:`zoc`) decide what each step does. A route ends in one of two ways: with its last step at full rate,
or at road rate.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from operator import add, gt, le
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.games.tigers import movers, zoc
from hexbench.games.tigers.movers import Mover, Way, price_off
from hexbench.games.tigers.zoc import HARD, PASSING, SOFT, Effect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard
    from hexbench.games.tigers.zoc import Zones


# The search for units that all move alike, which covers nearly every case: single numbers instead of tuples.

MARK = 32
"""One engineer bridge marker is in use on the way; the bits from here on count them."""
MARKS = 3 * MARK
USED = 128
"""Units on foot have been carried."""
_DISRUPTED, _BONUS = 1 << 12, 1 << 11
_State = tuple[str, int]
"""A hex, and what the move remembers there."""
Note = tuple[int, int, int, bool, bool]
"""A route: its badness, the node before its last hex, its cost, whether it disrupts, whether road rate is
used.
"""
_NO_WAY: Final[Note] = (1 << 30, -1, 0, False, False)
"""Worse than any."""


class Found:
    """The best routes by hex and kind of end, and the hexes of every route that was followed."""

    __slots__ = ("full", "nodes", "off", "road")

    def __init__(self, starts: tuple[str, ...]) -> None:
        self.full: dict[str, Note] = {}
        self.road: dict[str, Note] = {}
        self.off: dict[str, Note] = {}
        self.nodes: list[tuple[str, int]] = [(start, -1) for start in starts]

    def forget(self, starts: tuple[str, ...]) -> None:
        """Remove the starting hexes: a unit does not move to where it already is."""
        for start in starts:
            self.full.pop(start, None)
            self.road.pop(start, None)

    def via(self, node: int, last: tuple[str, ...]) -> tuple[str, ...]:
        """The hexes of a route, without the start."""
        out = list(last)
        name, before = self.nodes[node]
        while before >= 0:
            out.append(name)
            name, before = self.nodes[before]
        if last:
            return (*reversed(out[1:]), out[0])
        return tuple(reversed(out))


def _search_alike(rules: TgRules, walker: Walker, starts: tuple[str, ...], exits: frozenset[str]) -> Found:
    """Everywhere units that move alike can go from any of ``starts``."""
    party, mover = walker.party, walker.party.movers[0]
    found = Found(starts)
    if mover.basic + mover.bonus < 1:
        return found
    begun, mood = len(starts), party.mood & 15
    buckets: list[list[tuple[_State, int]]] = [[] for _ in range(mover.basic + mover.bonus + 1)]
    buckets[0] = [((start, mood), n) for n, start in enumerate(starts)]
    least = {state: 0 for state, _ in buckets[0]}
    for cost, bucket in enumerate(buckets):
        for state, node in bucket:
            if least[state] < cost:
                continue  # a cheaper way was found after it was queued
            here, mood = state
            if here in exits:
                _leave_map(rules, mover, found, (here, mood, node, cost))
            _leave(walker, found, (buckets, least), (here, mood, node, cost), node < begun)
    found.forget(starts)
    return found


def _leave(
    walker: Walker,
    found: Found,
    queue: tuple[list[list[tuple[_State, int]]], dict[_State, int]],
    now: tuple[str, int, int, int],
    first: bool,
) -> None:
    """Try every step out of a hex (the hot loop). ``queue``: for each cost the states to continue from,
    each with its node; and the least cost found for each state.
    """
    (here, mood, node, cost), (buckets, least) = now, queue
    full_ends, road_ends = found.full, found.road
    party, zones = walker.party, walker.zones
    mover = party.movers[0]
    basic, top, closed = mover.basic, len(buckets) - 1, party.closed
    kept, used = mood & (MARKS | USED), bool(mood & USED)
    zoned = mood & PASSING or here in zones
    for to, full, road, marker in walker.out[here]:
        if to in closed:
            continue
        stop = whole = shaken = False
        after, marks = mood & 7, kept
        if zoned or to in zones:
            effect = walker.effect(here, to, mood & 15, first)
            if not isinstance(effect, Effect) or (effect.whole and not first):
                continue
            after, stop, shaken, whole, _ = effect
        if marker:
            marks += MARK
            if (marks & MARKS) // MARK > party.markers or (kept & MARKS) == MARKS:
                continue
        cap = basic if after & HARD else top
        paid = cost + full
        if paid <= cap:
            bonus = _BONUS if paid > basic else 0
            bad = paid + bonus + (_DISRUPTED if shaken or (bonus and after & SOFT) else 0)
            if bad < full_ends.get(to, _NO_WAY)[0]:
                full_ends[to] = (bad, node, paid, bad >= _DISRUPTED, used)
        if road and not stop:
            paid = cost + road
            if paid <= cap:
                bad = paid + (_BONUS + _DISRUPTED if paid > basic else _DISRUPTED)
                if bad < road_ends.get(to, _NO_WAY)[0]:
                    road_ends[to] = (bad, node, paid, True, True)
            marks |= USED if mover.kind == "foot" else 0
        if paid <= cap and not (stop or whole):
            state = (to, after & 15 | marks)
            if least.get(state, paid + 1) > paid:
                least[state] = paid
                found.nodes.append((to, node))
                buckets[paid].append((state, len(found.nodes) - 1))


def _leave_map(rules: TgRules, mover: Mover, found: Found, now: tuple[str, int, int, int]) -> None:
    """The step off the map from an exit hex."""
    here, mood, node, cost = now
    fare = cost + price_off(rules, here, mover.road)
    if fare <= (mover.basic if mood & (HARD | PASSING) else mover.basic + mover.bonus):
        bad = fare + (_BONUS if fare > mover.basic else 0)
        if bad < found.off.get(here, _NO_WAY)[0]:
            found.off[here] = (bad, node, fare, False, bool(mood & USED))


_MARK: Final = 32
"""One engineer bridge marker is in use on the way; the bits from here on count them."""
_MARKS: Final = 3 * _MARK
_USED: Final = 128
"""Road rate has been used."""
_PLAIN: Final = tuple(Effect(mood) for mood in range(8))
"""The effect of a step that touches no zone, for each mood."""
_Step = tuple[str, tuple[int, ...], tuple[int, ...], tuple[bool, ...], bool]
"""Destination; what each mover pays at full rate, and at its best rate; which movers use road rate (empty:
none); whether a marker is used.
"""


class Party(NamedTuple):
    """Units of one hex that move together."""

    side: str
    start: str
    units: tuple[str, ...]
    movers: tuple[Mover, ...]
    """The different movers, each once."""
    which: tuple[int, ...]
    """For each unit, the index of its mover."""
    mood: int
    fresh: bool
    """None of them has moved this turn, not even by entering the map (or, for KG Peiper, since its last
    combat).
    """
    markers: int
    """Engineer bridge markers in hand."""
    closed: frozenset[str]
    """Hexes that may not be entered: those of the enemy (AMB-98)."""


class Trip(NamedTuple):
    """A route to a hex: the hexes entered, the total cost for each mover, and which movers end disrupted."""

    via: tuple[str, ...]
    costs: tuple[int, ...]
    disrupted: tuple[bool, ...]
    used: bool
    """Road rate is used on it."""


class Trips(NamedTuple):
    """Everywhere a party can go."""

    full: Mapping[str, Trip]
    """hex -> the best way with the last step at full rate."""
    road: Mapping[str, Trip]
    """hex -> the best way with the last step at road rate."""
    off: Mapping[str, Trip]
    """exit hex -> the best way to it and off the map there."""


class Walker:
    """Precomputed lookups for the search of one party."""

    def __init__(self, rules: TgRules, s: Position, board: TgBoard, party: Party, zones: bool) -> None:
        self.party = party
        self.kinds = zoc.kinds(rules, s, board, party.side) if zones else None
        self.zones: Zones = {} if self.kinds is None else self.kinds.zones
        """The enemy zones that affect it."""
        steps = [movers.steps(rules, s, m.kind, m.road) for m in party.movers]
        self._tables = [one.ways for one in steps]
        self.out = steps[0].out
        """For a party with one mover: the steps out of each hex."""
        self.gap = rules.options.zoc_gap == "both"
        self.ready = dict(zoc.standing(s, board, party.side))
        for at in {s.units[uid].at for uid in party.units} & self.ready.keys():
            self.ready[at] = zoc.friends(s, board, party.side, at, party.units)
        self.left = self.ready.get(party.start, zoc.NOBODY)
        self._steps: dict[str, list[_Step]] = {}
        self._effects: dict[tuple[int, int, bool, int, int], Effect | zoc.Forbidden] = {}

    def ways(self, at: str, to: str) -> tuple[Way, ...] | None:
        """What each mover pays for a step; None when one of them cannot make it."""
        found = [table[at].get(to) for table in self._tables]
        return None if None in found else tuple(w for w in found if w is not None)

    def steps(self, at: str, near: Iterable[str]) -> list[_Step]:
        """The steps out of a hex that all movers can make, whatever the cost."""
        found = self._steps.get(at)
        if found is None:
            found = self._steps[at] = []
            for to in near:
                ways = None if to in self.party.closed else self.ways(at, to)
                if ways is not None:
                    roads = tuple(bool(w.road) for w in ways)
                    full = tuple(w.full for w in ways)
                    cheap = tuple(w.road or w.full for w in ways)
                    found.append((to, full, cheap, roads if any(roads) else (), any(w.marker for w in ways)))
        return found

    def effect(self, at: str, to: str, mood: int, first: bool) -> Effect | zoc.Forbidden:
        """The effect of enemy zones on a step."""
        bits = self.kinds.of(at, to) if self.kinds is not None else 0
        if not bits and not mood & zoc.PASSING:
            return _PLAIN[mood & 7]
        left = self.left if first else self.ready.get(at, zoc.NOBODY)
        key = (bits, mood, first, self.ready.get(to, zoc.NOBODY), left)
        found = self._effects.get(key)
        if found is None:
            fresh = first and self.party.fresh
            found = zoc.effect(bits, mood, first=fresh, friend=key[3], left=left, gap_disrupts=self.gap)
            self._effects[key] = found
        return found


def affordable(party: Party, costs: tuple[int, ...], mood: int) -> bool:
    """Whether every mover can pay that much, with its bonus where zones allow it (TG-MOV-05)."""
    hard = mood & zoc.HARD
    return all(
        cost <= m.basic or (not hard and cost <= m.basic + m.bonus)
        for cost, m in zip(costs, party.movers, strict=True)
    )


def _ends_disrupted(
    party: Party, costs: tuple[int, ...], effect: Effect, roads: tuple[bool, ...]
) -> tuple[bool, ...]:
    """For each mover, whether the move leaves it disrupted; ``roads``: which movers end it at road rate
    (TG-MOV-21).
    """
    soft = effect.mood & zoc.SOFT
    return tuple(
        effect.disrupted or on_road or bool(soft and cost > m.basic)
        for cost, m, on_road in zip(costs, party.movers, roads, strict=True)
    )


def search(
    rules: TgRules,
    s: Position,
    board: TgBoard,
    party: Party,
    exits: frozenset[str] = frozenset(),
    *,
    zones: bool = True,
    purse: int | None = None,
    starts: tuple[str, ...] = (),
) -> Trips:
    """Everywhere a party can go. For explanations it can also search without ``zones``, with ``purse``
    thirds to spend, or from any of ``starts``.
    """
    if purse is not None:
        party = party._replace(movers=tuple(m._replace(basic=purse) for m in party.movers))
    walker = Walker(rules, s, board, party, zones)
    movers, near = party.movers, rules.atlas.near
    begun = starts or (party.start,)
    if len(movers) == 1:
        return _trips(_search_alike(rules, walker, begun, exits))
    kept = _Kept(movers, begun)
    rides = (
        _USED if any(m.road and m.kind == "foot" for m in movers) else 0
    )  # only carried units need to know whether it was used
    basics = tuple(m.basic for m in movers)
    tops = tuple(m.basic + m.bonus for m in movers)
    nobody = tuple(False for _ in movers)
    everybody = tuple(True for _ in movers)
    zero = tuple(0 for _ in movers)
    heap: list[tuple[int, int, tuple[int, ...], str, int, int]] = [
        (0, n, zero, start, party.mood & 15, n) for n, start in enumerate(begun)
    ]
    seen: dict[tuple[str, int], list[tuple[int, ...]]] = {}
    while heap:
        _, _, costs, here, mood, node = heappop(heap)
        known = seen.setdefault((here, mood), [])
        if any(all(map(le, old, costs)) for old in known):
            continue
        known.append(costs)
        first = node < len(begun)
        if here in exits:
            fare = tuple(c + price_off(rules, here, m.road) for c, m in zip(costs, movers, strict=True))
            if affordable(party, fare, mood | zoc.HARD if mood & zoc.PASSING else mood):
                kept.keep(kept.off, here, node, fare, nobody, mood)
        for to, fulls, cheaps, roads, marker in walker.steps(here, near[here]):
            step = walker.effect(here, to, mood & 15, first)
            if not isinstance(step, Effect) or (step.whole and not first):
                continue
            marks = mood & _MARKS
            if marker:
                marks += _MARK
                if marks // _MARK > party.markers or marks > _MARKS:
                    continue
            full = tuple(map(add, costs, fulls))
            cheap = tuple(map(add, costs, cheaps)) if roads and not step.stop else full
            caps = basics if step.mood & zoc.HARD else tops
            if all(map(le, full, caps)):
                bad = (
                    everybody
                    if step.disrupted
                    else tuple(map(gt, full, basics))
                    if step.mood & zoc.SOFT
                    else nobody
                )
                kept.keep(kept.full, to, node, full, bad, mood)
            if cheap is not full and all(map(le, cheap, caps)):
                kept.keep(
                    kept.road, to, node, cheap, _ends_disrupted(party, cheap, step, roads), mood | _USED
                )
            if step.stop or step.whole or not all(map(le, cheap, caps)):
                continue
            onward = step.mood | marks | (rides if cheap is not full else mood & _USED)
            kept.nodes.append((to, node))
            heappush(heap, (sum(cheap), len(kept.nodes), cheap, to, onward, len(kept.nodes) - 1))
    return kept.trips()


class _Lazy(Mapping[str, Trip]):
    """Routes that are assembled only when they are looked up."""

    __slots__ = ("_found", "_last", "_notes")

    def __init__(self, found: Found, notes: dict[str, Note], *, last: bool) -> None:
        """``last``: the hex is the last of its route; otherwise the route leaves the map from there."""
        self._found, self._notes, self._last = found, notes, last

    def __getitem__(self, at: str) -> Trip:
        _, node, cost, disrupted, used = self._notes[at]
        return Trip(self._found.via(node, (at,) if self._last else ()), (cost,), (disrupted,), used)

    def __iter__(self) -> Iterator[str]:
        return iter(self._notes)

    def __len__(self) -> int:
        return len(self._notes)

    def __contains__(self, at: object) -> bool:
        return at in self._notes

    def riding(self) -> list[str]:
        """The hexes whose route uses road rate."""
        return [at for at, note in self._notes.items() if note[-1]]


def riding(trips: Mapping[str, Trip]) -> list[str]:
    """The hexes whose route uses road rate."""
    if isinstance(trips, _Lazy):
        return trips.riding()
    return [at for at, trip in trips.items() if trip.used]


def _trips(found: Found) -> Trips:
    """The result of a search for one mover."""
    return Trips(
        _Lazy(found, found.full, last=True),
        _Lazy(found, found.road, last=True),
        _Lazy(found, found.off, last=False),
    )


_Note = tuple[tuple[int, int, int], int, tuple[int, ...], tuple[bool, ...], bool]
"""A route: its quality, the node before its last hex, its costs, which movers it disrupts, whether road rate
is used.
"""


class _Kept:
    """The best routes found so far, and the hexes of every route still being followed."""

    def __init__(self, movers: tuple[Mover, ...], starts: tuple[str, ...]) -> None:
        self.full: dict[str, _Note] = {}
        self.road: dict[str, _Note] = {}
        self.off: dict[str, _Note] = {}
        self.nodes: list[tuple[str, int]] = [(start, -1) for start in starts]
        self._basics = tuple(m.basic for m in movers)
        self._starts = frozenset(starts)

    def keep(
        self,
        where: dict[str, _Note],
        at: str,
        node: int,
        costs: tuple[int, ...],
        disrupted: tuple[bool, ...],
        mood: int,
    ) -> None:
        """Keep a route to ``at`` if it is better than the known one: fewer units disrupted, fewer bonuses,
        cheaper.
        """
        if where is not self.off and at in self._starts:
            return
        quality = (sum(disrupted), sum(map(gt, costs, self._basics)), sum(costs))
        old = where.get(at)
        if old is None or quality < old[0]:
            where[at] = (quality, node, costs, disrupted, bool(mood & _USED))

    def trips(self) -> Trips:
        """Everything found, with the routes hex by hex."""
        full = {at: self._trip(note, at) for at, note in self.full.items()}
        road = {at: self._trip(note, at) for at, note in self.road.items()}
        return Trips(full, road, {at: self._trip(note, "") for at, note in self.off.items()})

    def _trip(self, note: _Note, last: str) -> Trip:
        _, node, costs, disrupted, used = note
        via = [last] if last else []
        name, before = self.nodes[node]
        while before >= 0:
            via.append(name)
            name, before = self.nodes[before]
        return Trip(tuple(reversed(via)), costs, disrupted, used)
