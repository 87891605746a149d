"""Where the units of one hex can move together: a search over hexes and what the move remembers of enemy zones.

Units that move together go the same way; each pays its own price (:mod:`movers`) and the zones of the enemy
(:mod:`cells`) tell what each step does. A way is given with one of two ends: its last step at full rate, or at road rate.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.games.tigers import cells, zoc
from hexbench.games.tigers.cells import Effect
from hexbench.games.tigers.movers import Mover, Way, price_off, prices

if TYPE_CHECKING:
    from hexbench.games.tigers.board import TgBoard
    from hexbench.games.tigers.hands import Position
    from hexbench.games.tigers.rules import TgRules

_MARK: Final = 32
"""One engineer bridge marker is in use on the way; the bits from here on count them."""
_MARKS: Final = 3 * _MARK
_USED: Final = 128
"""Road rate has been used."""


class Party(NamedTuple):
    """Units of one hex that move together."""

    side: str
    start: str
    units: tuple[str, ...]
    movers: tuple[Mover, ...]
    """Different ones, each once."""
    which: tuple[int, ...]
    """unit by unit the number of its mover."""
    mood: int = 0
    fresh: bool = True
    """None of them has moved in this turn, not even by entering the map."""
    markers: int = 0
    """Engineer bridge markers in hand."""
    closed: frozenset[str] = frozenset()
    """Hexes that may not be entered: those of the enemy (AMB-98)."""


class Trip(NamedTuple):
    """A way to a hex: the hexes entered and what each mover pays in all; ``disrupted`` by mover."""

    via: tuple[str, ...]
    costs: tuple[int, ...]
    disrupted: tuple[bool, ...]
    used: bool
    """Road rate is used on it."""


class Trips(NamedTuple):
    """Everywhere a party can go."""

    full: dict[str, Trip]
    """hex -> the best way with the last step at full rate."""
    road: dict[str, Trip]
    """hex -> the best way with the last step at road rate."""
    off: dict[str, Trip]
    """exit hex -> the best way to it and off the map there."""


class Walker:
    """What the search of one party looks up all the time."""

    def __init__(self, rules: TgRules, s: Position, board: TgBoard, party: Party, zones: bool) -> None:
        self.party = party
        self.kinds = cells.kinds(rules, s, board, party.side) if zones else {}
        self._tables = [prices(rules, s, m.kind, m.road) for m in party.movers]
        self.gap = rules.options.zoc_gap == "both"
        self.ready = {
            at: zoc.friends(s, board, party.side, at, party.units) for at in zoc.stands(s, board, party.side)
        }
        self.left = self.ready.get(party.start, zoc.NOBODY)

    def ways(self, at: str, to: str) -> tuple[Way, ...] | None:
        """What each mover pays for a step; None when one of them cannot make it."""
        found = [table[at].get(to) for table in self._tables]
        return None if None in found else tuple(w for w in found if w is not None)

    def effect(self, at: str, to: str, mood: int, first: bool) -> Effect | cells.Forbidden:
        """What zones make of a step."""
        bits = self.kinds.get((at, to), 0)
        if not bits and not mood & cells.PASSING:
            return Effect(mood & 7)
        left = self.left if first else self.ready.get(at, zoc.NOBODY)
        friend = self.ready.get(to, zoc.NOBODY)
        return cells.effect(
            bits, mood, first=first and self.party.fresh, friend=friend, left=left, gap_disrupts=self.gap
        )


def affordable(party: Party, costs: tuple[int, ...], mood: int) -> bool:
    """Whether every mover can pay that much, with its bonus where zones leave it (TG-MOV-05)."""
    hard = mood & cells.HARD
    return all(
        cost <= m.basic or (not hard and cost <= m.basic + m.bonus)
        for cost, m in zip(costs, party.movers, strict=True)
    )


def ends_disrupted(
    party: Party, costs: tuple[int, ...], effect: Effect, roads: tuple[bool, ...]
) -> tuple[bool, ...]:
    """Mover by mover whether the move leaves it disrupted; ``roads``: who ends it at road rate (TG-MOV-21)."""
    soft = effect.mood & cells.SOFT
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
    """Everywhere a party can go. For explanations: without ``zones``, with ``purse`` thirds to spend, or from any of
    ``starts``.
    """
    if purse is not None:
        party = party._replace(movers=tuple(m._replace(basic=purse) for m in party.movers))
    walker = Walker(rules, s, board, party, zones)
    movers, near = party.movers, rules.atlas.near
    begun = starts or (party.start,)
    kept = _Kept(movers, begun)
    nobody = tuple(False for _ in movers)
    zero = tuple(0 for _ in movers)
    heap: list[tuple[int, int, tuple[int, ...], str, int, int]] = [
        (0, 0, zero, party.start, party.mood & 15, 0)
    ]
    seen: dict[tuple[str, int], list[tuple[int, ...]]] = {}
    while heap:
        _, _, costs, here, mood, node = heappop(heap)
        known = seen.setdefault((here, mood), [])
        if any(all(a <= b for a, b in zip(old, costs, strict=True)) for old in known):
            continue
        known.append(costs)
        first = node < len(begun)
        if here in exits:
            fare = tuple(c + price_off(rules, here, m.road) for c, m in zip(costs, movers, strict=True))
            if affordable(party, fare, mood | cells.HARD if mood & cells.PASSING else mood):
                kept.keep(kept.trips.off, here, node, (), fare, nobody, mood)
        for to in near[here]:
            if to in party.closed:
                continue
            ways = walker.ways(here, to)
            step = walker.effect(here, to, mood, first)
            if ways is None or not isinstance(step, Effect) or (step.whole and not first):
                continue
            marks = mood & _MARKS
            if any(w.marker for w in ways):
                marks += _MARK
                if marks // _MARK > party.markers or marks > _MARKS:
                    continue
            full = tuple(c + w.full for c, w in zip(costs, ways, strict=True))
            roads = tuple(bool(w.road) and not step.stop for w in ways)
            cheap = full
            if any(roads):
                cheap = tuple(
                    c + (w.road if on else w.full) for c, w, on in zip(costs, ways, roads, strict=True)
                )
            kept.ends(party, to, node, step, full, cheap, roads, mood)
            if step.stop or step.whole or not affordable(party, cheap, step.mood):
                continue
            onward = step.mood | marks | (_USED if any(roads) else mood & _USED)
            kept.nodes.append((to, node))
            heappush(heap, (sum(cheap), len(kept.nodes), cheap, to, onward, len(kept.nodes) - 1))
    return kept.trips


class _Kept:
    """The best ways found so far, and the hexes of every way that is still being followed."""

    def __init__(self, movers: tuple[Mover, ...], starts: tuple[str, ...]) -> None:
        self.trips = Trips({}, {}, {})
        self.nodes: list[tuple[str, int]] = [(start, -1) for start in starts]
        self._movers = movers
        self._starts = frozenset(starts)
        self._rank: dict[tuple[int, str], tuple[int, int, int]] = {}

    def ends(
        self,
        party: Party,
        to: str,
        node: int,
        step: Effect,
        full: tuple[int, ...],
        cheap: tuple[int, ...],
        roads: tuple[bool, ...],
        mood: int,
    ) -> None:
        """Note that the move may end with this step, at full rate and at road rate."""
        if affordable(party, full, step.mood):
            bad = ends_disrupted(party, full, step, tuple(False for _ in full))
            self.keep(self.trips.full, to, node, (to,), full, bad, mood)
        if any(roads) and affordable(party, cheap, step.mood):
            bad = ends_disrupted(party, cheap, step, roads)
            self.keep(self.trips.road, to, node, (to,), cheap, bad, mood | _USED)

    def keep(
        self,
        where: dict[str, Trip],
        at: str,
        node: int,
        last: tuple[str, ...],
        costs: tuple[int, ...],
        disrupted: tuple[bool, ...],
        mood: int,
    ) -> None:
        """Note a way to ``at`` if it is better than the one known: fewer disrupted, fewer bonuses, cheaper."""
        over = sum(c > m.basic for c, m in zip(costs, self._movers, strict=True))
        quality = (sum(disrupted), over, sum(costs))
        key = (id(where), at)
        if (last and at in self._starts) or (key in self._rank and self._rank[key] <= quality):
            return
        self._rank[key] = quality
        via = list(last)
        name, before = self.nodes[node]
        while before >= 0:
            via.insert(0, name)
            name, before = self.nodes[before]
        where[at] = Trip(tuple(via), costs, disrupted, bool(mood & _USED))
