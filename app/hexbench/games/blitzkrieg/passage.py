"""The cost of a step and where a unit of one class can go (Table 9, BK-MOV): bridges, rivers, the line,
enemies in the way.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import Arcs, Price, compile_arcs
from hexbench.atlas.atlas import OFF, Link
from hexbench.atlas.reach import NEVER, First, Moods, Obstacles, Reach, Shift, Walk, reach, walk
from hexbench.engine.board import remembered
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, Class, Side

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkBoard, Position

HALF: Final = 6
"""Half a movement point in twelfths."""
STOPS: Final = Moods(((((0, 0), (0, 1)), ((0, 0), (0, 1))), ((None, None), (None, None))))
"""Entering a hex next to an enemy ends the move; beginning in one does not (BK-MOV-04, BK-MOV-06)."""
_ANY: Final = bytes(1) + b"\x01" * 255
"""A number of enemies -> whether there are any."""
_GROUNDS: Final = 8
_REACHES: Final = 1500
"""Cache sizes: reaches per position, and positions; one reach takes about fifteen kilobytes."""
FREE: Final = Moods((((((0, 0)), (0, 0)), ((0, 0), (0, 0))),))
"""Infiltrators do not stop for any unit (BK-MOV-05)."""


Entry = tuple[int, int, bool]
"""The cost of a step in halves as the first step of a move, the hex it leaves, and whether it costs the same
later in a move.
"""


class Entries(dict[int, tuple[Entry, ...]]):
    """Hex -> the steps into it, each worked out when first asked for. Those that ``arcs`` no longer contains
    are removed.
    """

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
    """The steps of one map with their costs for each side and class, cached for the present state of the
    bridges.
    """

    def __init__(self, rules: BkRules) -> None:
        self._rules = rules
        self._now: dict[tuple[Side, str, bool], tuple[Mapping[str, tuple[str, ...]], Arcs]] = {}
        self._entries: dict[tuple[Side, str, bool], Entries] = {}

    def arcs(
        self, side: Side, kind: str, blown: Mapping[str, tuple[str, ...]], *, wading: bool = False
    ) -> Arcs:
        """The steps of a class. ``wading``: rivers without bridges are crossed at once, as after a battle
        (BK-MOV-15).
        """
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
                (i, direction): price(atlas.link(i, direction))
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
        """The steps into every hex from its neighbours, including those only possible as the first of a move,
        cheapest first.
        """
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
    """The steps and costs of a map, created once."""
    return _Passages(rules)


def open_bridge(rules: BkRules, s: Position, side: str) -> bool:
    """Whether a hexside has an intact bridge (BK-MAP-06)."""
    return side in rules.bridges and not s.blown.get(side)


def points(rules: BkRules, s: Position, uid: str) -> int:
    """The current movement points of a unit, in halves: reduced by Table 7, rounded down to the half
    (BK-MOV-18, BK-SUP-17, BK-SUP-25).
    """
    unit, printed = s.units[uid], s.roster[uid]
    whole = 2 * printed.mp
    if not unit.isolated:
        return whole
    lost = rules.isolation(printed).movement[min(unit.isolated, 3) - 1]
    if lost in ("nr", "all"):
        return whole if lost == "nr" else 0
    return int(whole * (1 - Fraction(lost)))


class Stand(Obstacles):
    """The obstacles of a side, with a cache of where its units can go while bridges are ``blown`` as given."""

    __slots__ = ("blown", "comers", "reaches")

    def __init__(self, zones: Sequence[int], closed: Collection[int]) -> None:
        super().__init__(zones, closed)
        self.blown: Mapping[str, tuple[str, ...]] = {}
        self.reaches: dict[tuple[Side, Class, int, int], Reach] = {}
        self.comers: dict[tuple[Side, Class, int], tuple[int, dict[int, int]]] = {}

    def begin(self, rules: BkRules, blown: Mapping[str, tuple[str, ...]]) -> None:
        """Set a new state of the bridges and forget everything that involved an end of one that has changed."""
        if self.blown is blown or self.blown == blown:
            return
        changed = {name for name, _ in self.blown.items() ^ blown.items()}
        self.blown = dict(blown)
        ends = frozenset(i for name in changed for i, _ in rules.atlas.side_keys(name))
        self.reaches = {key: one for key, one in self.reaches.items() if ends.isdisjoint(one.costs)}
        self.comers = {key: one for key, one in self.comers.items() if ends.isdisjoint(one[1])}


def ground(rules: BkRules, s: Position, board: BkBoard, side: Side, *, shut: Collection[int] = ()) -> Stand:
    """The zones and closed hexes for ground units of a side: enemies are obstacles, infiltrators are not
    (BK-MOV-10).

    ``shut`` are further hexes closed to it. Equal results are the same object, since the enemy hardly ever
    moves in one's own turn.
    """
    if not shut:
        # asked at every step and for many units, with nearly always the same answer: so it is cached by the
        # mark of the enemy's places
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
            kept.pop(next(iter(kept))).reaches = {}  # a cycle: it would wait for the garbage collector
    kept[key] = found  # the least recently used is dropped first
    return found


def occupied(board: BkBoard, side: Side) -> list[str]:
    """The hexes that contain ground units of a side."""
    labels = board.atlas.labels
    return [labels[i] for i in board.stand[side]]


def first_steps(
    rules: BkRules, s: Position, side: Side, kind: Class, start: int, arcs: Arcs
) -> tuple[First, ...]:
    """The steps out of the hex in which a unit began its turn, where it may cross an unbridged river, except
    armor (BK-MOV-12, BK-MOV-14).
    """
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
    """The cost of beginning a move over a river without a bridge into a hex; None if that is not allowed."""
    terrain = rules.atlas.cells[i].terrain
    if kind == "armor" or (side == ALLIED and terrain == "siegfried"):
        return None
    return HALF * rules.tables.movement[kind][terrain]


def comers(
    rules: BkRules, s: Position, board: BkBoard, side: Side, kind: Class, to: int, halves: int
) -> Mapping[int, int]:
    """Hex -> the cost in halves for ground units that begin their turn there to reach a given hex with
    enemies in the way, for all that can do so with the given points. One search backwards from that hex, with
    the same result as the units' own reaches.
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
    """The search of :func:`comers`. Which of equally cheap routes is found first does not matter: only costs
    are returned.
    """
    side, kind, to = key
    into, entry = passages(rules).entries(side, kind, s.blown), stand.entry
    began: dict[int, int] = {to: 0}
    left: dict[int, int] = {
        to: 0
    }  # only as a first step: a move that had entered this hex, next to an enemy, would have ended there
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
    """The hexes a unit could walk to from a hex given unlimited time, without enemies: no Allied unit gets
    through the Siegfried line, no armor over a river without a bridge (BK-MOV-11, BK-MOV-14). ``within``:
    only through these hexes.
    """
    arcs = passages(rules).arcs(s.units[uid].side, s.roster[uid].type, s.blown, wading=True)
    return linked(rules, arcs, start, within)


def linked(rules: BkRules, arcs: Arcs, start: str, within: Collection[str] | None = None) -> frozenset[str]:
    """The hexes that steps connect to a hex. ``within``: only through these hexes."""
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
    """Where a unit can go from the hex in which it began its turn, with all its movement points (BK-MOV-07).

    ``budget`` in halves replaces its points; ``shared`` is the ground to use when many units are asked for.
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
    """Where a unit can go with its points from the hex in which it began its turn, and the fewest
    infiltrators it must pass: of two moods of a hex, the lower is that of the route past fewer. ``spied``:
    hex -> its infiltrators.
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
    """:data:`STOPS` extended by a count of infiltrators passed. Mood 2n: n of ``total`` passed and moving on;
    2n+1: stopped. Zone class 2m: m infiltrators, at most ``most``; 2m+1: also next to an enemy.
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
    """Follow a route hex by hex as :func:`reach_of` would with ``budget`` halves: how far it leads, and what
    stops it.
    """
    side, kind = s.units[uid].side, s.roster[uid].type
    index = rules.atlas.index
    here, arcs = index[start], passages(rules).arcs(side, kind, s.blown)
    stand, moods = _hindered(rules, kind, ground(rules, s, board, side))
    first = first_steps(rules, s, side, kind, here, arcs)
    return walk(arcs, stand, moods, here, [index[at] for at in via], budget * HALF, first=first)


def _hindered(rules: BkRules, kind: Class, stand: Obstacles) -> tuple[Obstacles, Moods]:
    """The obstacles of a class and their effect on a move (BK-MOV-04, BK-MOV-05)."""
    if kind == "infiltrator":
        return Obstacles.empty(len(rules.atlas.labels)), FREE
    return stand, STOPS


def _search(rules: BkRules, s: Position, key: tuple[Side, Class, int, int], stand: Obstacles) -> Reach:
    side, kind, here, halves = key
    arcs = passages(rules).arcs(side, kind, s.blown)
    first = first_steps(rules, s, side, kind, here, arcs)
    ground_, moods = _hindered(rules, kind, stand)
    return reach(arcs, ground_, moods, here, halves * HALF, first=first)
