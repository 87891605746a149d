"""What a step costs and where a unit of one class can go (Table 9, BK-MOV): bridges, rivers, the line, enemies in the way."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import Arcs, Link, Price, compile_arcs, link_of
from hexbench.atlas.atlas import OFF
from hexbench.atlas.reach import NEVER, First, Moods, Obstacles, Reach, Shift, Walk, reach, walk
from hexbench.engine.board import remembered
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, Class, Side

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkBoard, Position

HALF: Final = 6
"""Half a movement point in twelfths."""
STOPS: Final = Moods(((((0, 0), (0, 1)), ((0, 0), (0, 1))), ((None, None), (None, None))))
"""Entering a hex next to an enemy ends the move; beginning in one does not hinder it (BK-MOV-04, BK-MOV-06)."""
_ANY: Final = bytes(1) + b"\x01" * 255
"""How many -> whether any."""
_GROUNDS: Final = 8
_REACHES: Final = 1500
"""How much is kept: reaches of one moment, and moments; a reach takes some fifteen kilobytes."""
FREE: Final = Moods((((((0, 0)), (0, 0)), ((0, 0), (0, 0))),))
"""Infiltrators stop for nobody (BK-MOV-05)."""


Entry = tuple[int, int, bool]
"""The halves a step costs as the first of a move, the hex it leaves, and whether it costs the same later."""


class Entries(dict[int, tuple[Entry, ...]]):
    """Hex -> the steps into it, each worked out when it is first asked for; what ``arcs`` no longer say is taken out."""

    arcs: Arcs

    def __init__(self, rules: BkRules, side: Side, kind: Class) -> None:
        self._ask = rules, side, kind

    def __missing__(self, i: int) -> tuple[Entry, ...]:
        rules, side, kind = self._ask
        out: list[Entry] = []
        for j in rules.atlas.around[i]:
            price = None if j == OFF else self.arcs.between(j, i)
            first = crossing(rules, side, kind, i) if price is None else price
            if j != OFF and first is not None:
                out.append((first // HALF, j, price is not None))
        out.sort(key=itemgetter(0))
        found = self[i] = tuple(out)
        return found


class _Passages:
    """The priced steps of one map for each side and class, kept for the bridges as they stand."""

    def __init__(self, rules: BkRules) -> None:
        self._rules = rules
        self._now: dict[tuple[Side, str, bool], tuple[Mapping[str, tuple[str, ...]], Arcs]] = {}
        self._entries: dict[tuple[Side, str, bool], Entries] = {}

    def arcs(
        self, side: Side, kind: str, blown: Mapping[str, tuple[str, ...]], *, wading: bool = False
    ) -> Arcs:
        """The steps of a class. ``wading``: rivers without bridges are crossed at once, as after a battle (BK-MOV-15)."""
        key = (side, kind, wading and kind != "armor")
        kept = self._now.get(key)
        if kept is not None and (kept[0] is blown or kept[0] == blown):
            return kept[1]
        atlas = self._rules.atlas
        if kept is None:
            arcs = compile_arcs(atlas, self._price(key, blown))
        else:
            price = self._price(key, blown)
            changes = {
                (i, direction): price(link_of(atlas, i, direction))
                for name in sorted({name for name, _ in kept[0].items() ^ blown.items()})
                for i, direction in atlas.side_keys(name)
            }
            arcs = kept[1].patched(changes)
            entries = self._entries.get(key)
            if entries is not None:
                for i, _ in changes:
                    entries.pop(i, None)
        self._now[key] = (blown, arcs)
        return arcs

    def entries(self, side: Side, kind: Class, blown: Mapping[str, tuple[str, ...]]) -> Entries:
        """The steps into every hex from the hexes around it, those by which a move can only begin among them, cheapest first."""
        arcs, key = self.arcs(side, kind, blown), (side, kind, False)
        found = self._entries.get(key)
        if found is None:
            found = self._entries[key] = Entries(self._rules, side, kind)
        found.arcs = arcs
        return found

    def _price(self, key: tuple[Side, str, bool], blown: Mapping[str, tuple[str, ...]]) -> Price:
        side, kind, wading = key
        rules = self._rules
        costs = rules.tables.movement[kind]

        def price(link: Link) -> int | None:
            if side == ALLIED and link.enters.terrain == "siegfried":
                return None  # BK-MOV-11
            if "river" in link.kinds:
                side_name = rules.atlas.side_of(link.start, link.direction)
                if side_name not in rules.bridges or blown.get(side_name):
                    return HALF * costs[link.enters.terrain] if wading else None  # BK-MOV-12, BK-MAP-06
            return HALF * (costs["road"] if link.road else costs[link.enters.terrain])

        return price


@remembered
def passages(rules: BkRules) -> _Passages:
    """The prices of a map, made once."""
    return _Passages(rules)


def open_bridge(rules: BkRules, s: Position, side: str) -> bool:
    """Whether a hexside carries a whole bridge (BK-MAP-06)."""
    return side in rules.bridges and not s.blown.get(side)


def points(rules: BkRules, s: Position, uid: str) -> int:
    """Movement points of a unit now, in halves: Table 7 takes some off, rounded down to the half (BK-MOV-18, BK-SUP-17, BK-SUP-25)."""
    unit, printed = s.units[uid], s.roster[uid]
    whole = 2 * printed.mp
    if not unit.isolated:
        return whole
    lost = rules.isolation(printed).movement[min(unit.isolated, 3) - 1]
    if lost in ("nr", "all"):
        return whole if lost == "nr" else 0
    return int(whole * (1 - Fraction(lost)))


class Stand(Obstacles):
    """What stands in the way of a side, and where units of it can go then: worked out once, as bridges are ``blown``."""

    __slots__ = ("blown", "comers", "reaches")

    def __init__(self, zones: Sequence[int], closed: Collection[int]) -> None:
        super().__init__(zones, closed)
        self.blown: Mapping[str, tuple[str, ...]] = {}
        self.reaches: dict[tuple[Side, Class, int, int], Reach] = {}
        self.comers: dict[tuple[Side, Class, int], tuple[int, dict[int, int]]] = {}

    def begin(self, rules: BkRules, blown: Mapping[str, tuple[str, ...]]) -> None:
        """From now on bridges stand like this: whatever came to an end of one that has changed is forgotten."""
        if self.blown is blown or self.blown == blown:
            return
        changed = {name for name, _ in self.blown.items() ^ blown.items()}
        self.blown = dict(blown)
        ends = frozenset(i for name in changed for i, _ in rules.atlas.side_keys(name))
        self.reaches = {key: one for key, one in self.reaches.items() if ends.isdisjoint(one.costs)}
        self.comers = {key: one for key, one in self.comers.items() if ends.isdisjoint(one[1])}


def ground(rules: BkRules, s: Position, board: BkBoard, side: Side, *, shut: Collection[int] = ()) -> Stand:
    """Zones and closed hexes of ground units of a side: enemies stand in the way, infiltrators do not (BK-MOV-10).

    ``shut`` are further hexes closed to it. Equal ones are the same: the enemy hardly ever moves in one's own turn.
    """
    if not shut:  # nearly always, and for many units of one position: what is asked for at every step is kept by the mark
        # of the enemy's places
        return rules.facts.get(
            ("ground", side), (board.places[FOE[side]],), lambda: _stand(rules, board, side, ())
        )
    return _stand(rules, board, side, shut)


def _stand(rules: BkRules, board: BkBoard, side: Side, shut: Collection[int]) -> Stand:
    foe = FOE[side]
    kept: dict[tuple[frozenset[int], frozenset[int]], Stand] = rules.memo.setdefault("ground", {})
    key = (frozenset(board.stand[foe]), frozenset(shut))
    found = kept.pop(key, None)
    if found is None:
        found = Stand(board.zones[foe].counts.translate(_ANY), key[0] | key[1])
        if len(kept) >= _GROUNDS:
            kept.pop(next(iter(kept))).reaches = {}  # they know it, and would wait with it for the collector
    kept[key] = found  # the last to be asked for is the last to go
    return found


def occupied(board: BkBoard, side: Side) -> list[str]:
    """The hexes in which ground units of a side stand."""
    labels = board.atlas.labels
    return [labels[i] for i in board.stand[side]]


def first_steps(
    rules: BkRules, s: Position, side: Side, kind: Class, start: int, arcs: Arcs
) -> tuple[First, ...]:
    """The steps out of the hex a unit began its turn in: there an unbridged river may be crossed, not by armor (BK-MOV-12, BK-MOV-14)."""
    out: list[First] = []
    for direction, j in enumerate(rules.atlas.around[start]):
        if j == OFF:
            continue
        price = arcs.cost(start, direction)
        if price is None:
            price = crossing(rules, side, kind, j)
        if price is not None:
            out.append(First(j, price))
    return tuple(out)


def crossing(rules: BkRules, side: Side, kind: Class, i: int) -> int | None:
    """What it costs to begin a move over a river without a bridge into a hex; None where it may not."""
    terrain = rules.atlas.cells[i].terrain
    if kind == "armor" or (side == ALLIED and terrain == "siegfried"):
        return None
    return HALF * rules.tables.movement[kind][terrain]


def comers(
    rules: BkRules, s: Position, board: BkBoard, side: Side, kind: Class, to: int, halves: int
) -> Mapping[int, int]:
    """Hex -> the halves it costs ground units that begin their turn there to get to a hex, enemies in the way, for all who can
    with so many points: what their reaches hold of that hex, in one search from its end.
    """
    stand = ground(rules, s, board, side)
    stand.begin(rules, s.blown)
    key = (side, kind, to)
    kept = stand.comers.get(key)
    if kept is not None and kept[0] >= halves:
        return kept[1]
    if len(stand.comers) >= _REACHES:
        stand.comers = {}
    found = _search_back(rules, s, stand, key, halves)
    stand.comers[key] = halves, found
    return found


def _search_back(
    rules: BkRules, s: Position, stand: Stand, key: tuple[Side, Class, int], budget: int
) -> dict[int, int]:
    """The search of :func:`comers`. Which of equal ways is found first does not matter: only costs are told."""
    side, kind, to = key
    into, entry = passages(rules).entries(side, kind, s.blown), stand.entry
    began: dict[int, int] = {to: 0}
    left: dict[int, int] = {
        to: 0
    }  # from a hex that was entered on the way: next to an enemy the move would have ended
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(to)
    for cost, bucket in enumerate(buckets):
        for i in bucket:
            if left[i] != cost:
                continue
            for price, j, later in into[i]:
                total = cost + price
                if total > budget:
                    break
                if total < began.get(j, NEVER):
                    began[j] = total
                if later and not entry[j] and total < left.get(j, NEVER):
                    left[j] = total
                    buckets[total].append(j)
    return began


def walked(
    rules: BkRules, s: Position, uid: str, start: str, within: Collection[str] | None = None
) -> frozenset[str]:
    """The hexes a unit could walk to from a hex in any time, enemies apart: no Ally gets through the Siegfried line, no armor
    over a river without a bridge (BK-MOV-11, BK-MOV-14). ``within``: on no other hexes than these.
    """
    arcs = passages(rules).arcs(s.units[uid].side, s.roster[uid].type, s.blown, wading=True)
    return linked(rules, arcs, start, within)


def linked(rules: BkRules, arcs: Arcs, start: str, within: Collection[str] | None = None) -> frozenset[str]:
    """The hexes that steps lead to from a hex. ``within``: on no other hexes than these."""
    atlas = rules.atlas
    found, fresh = {start}, [start]
    while fresh:
        for _, j in arcs.out[atlas.index[fresh.pop()]]:
            at = atlas.labels[j]
            if at not in found and (within is None or at in within):
                found.add(at)
                fresh.append(at)
    return frozenset(found)


def reach_of(
    rules: BkRules,
    s: Position,
    board: BkBoard,
    uid: str,
    start: str,
    *,
    budget: int | None = None,
    shut: Collection[int] = (),
    shared: Stand | None = None,
) -> Reach:
    """Where a unit can go from the hex it began its turn in, with all its movement points (BK-MOV-07).

    ``budget`` in halves replaces its points; ``shared`` the ground, when many are asked for.
    """
    unit, printed = s.units[uid], s.roster[uid]
    halves = points(rules, s, uid) if budget is None else budget
    stand = shared if shared is not None else ground(rules, s, board, unit.side, shut=shut)
    stand.begin(rules, s.blown)
    here = rules.atlas.index[start]
    key = (unit.side, printed.type, here, halves)
    found = stand.reaches.get(key)
    if found is None:
        if len(stand.reaches) >= _REACHES:
            stand.reaches = {}
        found = stand.reaches[key] = _search(rules, s, key, stand)
    return found


def reach_past(
    rules: BkRules, s: Position, board: BkBoard, uid: str, start: str, spied: Mapping[int, int]
) -> Reach:
    """Where a unit can go with its points from the hex it began its turn in, and past how few infiltrators: of two moods of a
    hex the lower is that of the way past fewer. ``spied``: hex -> its infiltrators.
    """
    side, kind = s.units[uid].side, s.roster[uid].type
    here, arcs = rules.atlas.index[start], passages(rules).arcs(side, kind, s.blown)
    stand = ground(rules, s, board, side)
    zones = [max(0, zone) for zone in stand.entry]
    for i, n in spied.items():
        zones[i] += 2 * n
    closed = [i for i, zone in enumerate(stand.entry) if zone < 0]
    moods = _counting(sum(spied.values()), max(spied.values(), default=0))
    first = first_steps(rules, s, side, kind, here, arcs)
    return reach(arcs, Obstacles(zones, closed), moods, here, points(rules, s, uid) * HALF, first=first)


@lru_cache(maxsize=64)
def _counting(total: int, most: int) -> Moods:
    """:data:`STOPS` with the infiltrators passed counted: mood 2n has passed n of ``total`` and goes on, 2n+1 has stopped; zone
    class 2m has m infiltrators, ``most`` at most, 2m+1 is next to an enemy as well.
    """
    classes = range(2 * most + 2)

    def enters(passed: int, zone: int) -> Shift:
        after = passed + zone // 2
        return None if after > total else (0, 2 * after + zone % 2)

    def block(mood: int) -> list[list[Shift]]:
        return [[None if mood % 2 else enters(mood // 2, zone) for zone in classes] for _ in classes]

    return Moods([block(mood) for mood in range(2 * total + 2)])


def follow(
    rules: BkRules, s: Position, board: BkBoard, uid: str, start: str, via: Sequence[str], *, budget: int
) -> Walk:
    """A way hex by hex, as :func:`reach_of` would go it with ``budget`` halves: how far it leads, and what breaks it off."""
    side, kind = s.units[uid].side, s.roster[uid].type
    index = rules.atlas.index
    here, arcs = index[start], passages(rules).arcs(side, kind, s.blown)
    stand, moods = _hindered(rules, kind, ground(rules, s, board, side))
    first = first_steps(rules, s, side, kind, here, arcs)
    return walk(arcs, stand, moods, here, [index[at] for at in via], budget * HALF, first=first)


def _hindered(rules: BkRules, kind: Class, stand: Obstacles) -> tuple[Obstacles, Moods]:
    """What stands in the way of a class, and what that does to a move (BK-MOV-04, BK-MOV-05)."""
    if kind == "infiltrator":
        return Obstacles.empty(len(rules.atlas.labels)), FREE
    return stand, STOPS


def _search(rules: BkRules, s: Position, key: tuple[Side, Class, int, int], stand: Obstacles) -> Reach:
    side, kind, here, halves = key
    arcs = passages(rules).arcs(side, kind, s.blown)
    first = first_steps(rules, s, side, kind, here, arcs)
    ground_, moods = _hindered(rules, kind, stand)
    return reach(arcs, ground_, moods, here, halves * HALF, first=first)
