"""Movement costs and limits: roads, rivers, zones of control, road blocks (TT-REC-03..07, TT-REC-16,
TT-REC-17).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.atlas.arcs import POINT, Arcs, compile_arcs
from hexbench.atlas.atlas import OFF, Link, side_name
from hexbench.atlas.reach import First, Moods, Obstacles, Reach, Walk, reach, walk
from hexbench.engine.board import remembered
from hexbench.games.trumpets.fight import NIGHT
from hexbench.games.trumpets.pieces import FOE

if TYPE_CHECKING:
    from hexbench.games.trumpets.pieces import Move
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.seat import Position, TtBoard


HALF: Final = POINT // 2
"""Half a movement factor in twelfths, the unit in which costs are counted."""
_LANES: Final = 500
"""How many lanes are cached while the enemy does not move; one with its reach takes some ten kilobytes."""
_LEAVING: Final = 2
"""Halves of a movement factor for leaving a zone of control (TT-REC-05)."""
OPEN, ZONE, BLOCK = range(3)
"""What a hex does to a unit passing through: nothing, a zone of control, or an unmanned enemy road block."""
_ON, _STOP = (0, 0), (0, 1)
STOPS: Final = Moods(
    (
        (
            (_ON, _STOP, _STOP),
            ((_LEAVING * HALF, 0), _STOP, (_LEAVING * HALF, 1)),
            (_ON, _STOP, _STOP),
        ),
        ((None,) * 3,) * 3,
    )
)
"""Entering a zone or a road block ends the move; leaving a zone costs extra (TT-REC-05, TT-REC-16)."""
BUILT: Final = ("village", "town", "city")


# ---- prices ----------------------------------------------------------------------------------------------------------
def arcs(rules: TtRules, move: Move, blocked: frozenset[str], *, by_road: bool = False) -> Arcs:
    """Step costs of a movement type. ``blocked``: hexes without road benefit (TT-REC-16); ``by_road``:
    roads only.
    """
    key = ("arcs", move, blocked, by_road)
    found: Arcs | None = rules.memo.get(key)
    if found is not None:
        return found
    if blocked:
        found = arcs(rules, move, frozenset(), by_road=by_road).patched(
            {
                (link.start, link.direction): _price(rules, move, blocked, link, by_road=by_road)
                for at in blocked
                for link in _into(rules, at)
            }
        )
    else:
        found = compile_arcs(rules.atlas, lambda link: _price(rules, move, blocked, link, by_road=by_road))
    rules.memo[key] = found
    return found


def _into(rules: TtRules, at: str) -> Iterator[Link]:
    """The cost of every step into a hex."""
    atlas = rules.atlas
    j = atlas.index[at]
    for direction, i in enumerate(atlas.around[j]):
        if i != OFF:
            yield atlas.link(i, (direction + 3) % 6)


def _price(rules: TtRules, move: Move, blocked: frozenset[str], link: Link, *, by_road: bool) -> int | None:
    """The cost of one step in twelfths of a movement factor; None if it is impossible (TT-REC-03,
    TT-REC-17).
    """
    bridged = "bridge" in link.kinds
    if "river" in link.kinds and not bridged:
        return None
    costs = rules.tables.costs
    if link.road and rules.atlas.labels[link.end] not in blocked:
        price = getattr(costs["road"], move)
        return None if price is None else int(price) * HALF
    if by_road:
        return None
    built = next((one for one in link.enters.features if one in BUILT), link.enters.terrain)
    price = getattr(costs[built], move)
    if price is None:
        return None
    water = rules.tables.stream[move] if "stream" in link.kinds and not bridged else 0
    return (int(price) + water) * HALF


def prohibited(rules: TtRules, move: Move, at: str, to: str, blocked: frozenset[str] = frozenset()) -> bool:
    """Whether a movement type can never take a step between adjacent hexes (TT-RET-02). Road blocks count
    only if given in ``blocked``.
    """
    atlas = rules.atlas
    return arcs(rules, move, blocked).between(atlas.index[at], atlas.index[to]) is None


def road_step(rules: TtRules, at: str, to: str, blocked: frozenset[str] = frozenset()) -> bool:
    """Whether a step between adjacent hexes is along a road."""
    return side_name(at, to) in rules.road_sides and to not in blocked


# ---- zones of control ------------------------------------------------------------------------------------------------
def zoned(rules: TtRules, s: Position, board: TtBoard, side: str) -> frozenset[str]:
    """The hexes in a side's zones of control: around front line units, not across unbridged rivers
    (TT-REC-05).
    """
    out: set[str] = set()
    front = rules.front_units(s.mission)
    for at, here in board.at.items():
        if at[0] != "#" and s.units[here[0]].side == side and not front.isdisjoint(here):
            out.update(around(rules, at))
    return frozenset(out)


@remembered
def around(rules: TtRules, at: str) -> tuple[str, ...]:
    """The adjacent hexes that are not across an unbridged river."""
    atlas = rules.atlas
    return tuple(
        n for n in atlas.near[at] if "river" not in (kinds := atlas.kinds(at, n)) or "bridge" in kinds
    )


class Stand(NamedTuple):
    """The obstacles to one side's movement."""

    ground: Obstacles
    blocked: frozenset[str]
    zones: frozenset[str]

    def compared(self) -> tuple[object, ...]:
        """The values that must be equal for two of them to be equal."""
        return (*self.ground.compared(), self.blocked, self.zones)


def stand(rules: TtRules, s: Position, board: TtBoard, side: str) -> Stand:
    """The obstacles to a side: enemy units, their zones of control and road blocks, and the limits of the
    area in play.
    """
    foe = FOE[side]

    index = rules.atlas.index
    # not the works themselves, which a play changes in place
    blocked = frozenset(
        at for at, works in s.works.items() if works.road_block and works.blocker == foe and at in index
    )

    def make() -> Stand:
        units, front = s.units, rules.front_units(s.mission)
        enemies = frozenset(
            (at, not front.isdisjoint(here))
            for at, here in board.at.items()
            if at[0] != "#" and units[here[0]].side == foe
        )
        return _stand(rules, s, enemies, blocked)

    # own units may move freely: as long as no enemy moves, the obstacles stay the same
    return rules.facts.get(("stand", side), (board.places.get(foe), blocked, s.mission), make)


def _stand(
    rules: TtRules, s: Position, enemies: frozenset[tuple[str, bool]], blocked: frozenset[str]
) -> Stand:
    index = rules.atlas.index
    zones = frozenset(n for at, front in enemies if front for n in around(rules, at))
    kinds = bytearray(len(index))
    for at in blocked:
        kinds[index[at]] = BLOCK
    for at in zones:
        kinds[index[at]] = ZONE
    closed = {index[at] for at, _ in enemies}
    return Stand(Ground(kinds, closed | outside(rules, s.mission.area)), blocked, zones)


def outside(rules: TtRules, area: tuple[str, ...]) -> frozenset[int]:
    """The hexes that are not in play."""
    if not area:
        return frozenset()

    def make() -> frozenset[int]:
        inside = set(area)
        return frozenset(i for i, at in enumerate(rules.atlas.labels) if at not in inside)

    return rules.facts.get("outside", (area,), make)


# ---- movement factors ------------------------------------------------------------------------------------------------
class _Allowance(NamedTuple):
    """Halves of MF a unit has in a player turn: in general, and as long as it keeps to roads."""

    halves: int
    by_road: int


def night(s: Position) -> bool:
    """PD and EV are night (TT-GEN-07)."""
    return s.mission.turns[s.turn - 1][-2:] in NIGHT


def allowance(rules: TtRules, s: Position, uid: str) -> _Allowance:
    """The MF of a unit: halved out of supply and halved at night, rounded up each time (TT-REC-07,
    TT-REC-12).
    """
    printed = s.mission.units[uid]
    mf = rules.template(printed).mf
    if not s.units[uid].supplied:
        mf = -(-mf // 2)
    if not night(s):
        return _Allowance(2 * mf, 2 * mf)
    halved = -(-mf // 2)
    superior = printed.division in rules.tables.superior_divisions
    return _Allowance(2 * halved, 2 * (mf if superior else halved))


# ---- reach -----------------------------------------------------------------------------------------------------------
class Ground(Obstacles):
    """Cache of a side's obstacles and of its units' lanes: similar units in one hex move alike, and a unit
    that was asked about usually moves next. Half of all reaches are found here, which saves a tenth of a
    random game.
    """

    __slots__ = ("lanes",)

    def __init__(self, zones: Sequence[int], closed: Collection[int]) -> None:
        super().__init__(zones, closed)
        self.lanes: dict[tuple[Arcs, Arcs | None, int, int, int, bool], Lane] = {}


class Lane:
    """One way of moving: step costs, obstacles, what is left to spend in twelfths, and the first steps."""

    __slots__ = ("_reach", "arcs", "first", "ground", "left", "start")

    def __init__(
        self, arcs: Arcs, ground: Obstacles, start: int, left: int, first: tuple[First, ...]
    ) -> None:
        self.arcs, self.ground, self.start, self.left, self.first = arcs, ground, start, left, first
        self._reach: Reach | None = None

    def reach(self) -> Reach:
        """Every hex within what is left."""
        if self._reach is None:
            self._reach = reach(self.arcs, self.ground, STOPS, self.start, self.left, first=self.first)
        return self._reach

    def walk(self, route: Sequence[int]) -> Walk:
        """Follow a route hex by hex."""
        return walk(self.arcs, self.ground, STOPS, self.start, route, self.left, first=self.first)

    def begins(self) -> Iterator[int]:
        """The hexes of first steps that can be paid for."""
        return (one.end for one in self.first if one.cost <= self.left)


def lanes(
    rules: TtRules,
    s: Position,
    board: TtBoard,
    uid: str,
    here: Stand,
    *,
    budget: int | None = None,
    zones: bool = True,
) -> tuple[Lane, ...]:
    """The lanes of a unit with its remaining MF: one for all terrain and, if that reaches farther, one for
    roads only (TT-REC-07).

    ``budget`` (in halves) and turning off ``zones`` serve explanations.
    """
    unit = s.units[uid]
    have = allowance(rules, s, uid) if budget is None else _Allowance(budget, budget)
    move = rules.template(s.mission.units[uid]).move
    ground = here.ground
    if not zones:
        ground = Obstacles(bytes(len(ground.entry)), [i for i, entry in enumerate(ground.entry) if entry < 0])
    start = rules.atlas.index[unit.at]
    spent, fresh = (0 if budget is not None else unit.spent), not unit.spent
    if zones and is_engaged(rules, s, board, uid):
        return (_withdrawal(rules, s, board, uid, arcs(rules, move, here.blocked), ground, have.halves),)
    anywhere = arcs(rules, move, here.blocked)
    if have.by_road <= have.halves or unit.strayed:
        return (_lane(anywhere, ground, start, have.halves, spent, fresh=fresh),)
    roads = arcs(rules, move, here.blocked, by_road=True)
    return (
        _lane(anywhere, ground, start, have.halves, spent, fresh=fresh, roads=roads),
        _lane(roads, ground, start, have.by_road, spent, fresh=fresh),
    )


def _lane(
    ways: Arcs,
    ground: Obstacles,
    start: int,
    halves: int,
    spent: int,
    *,
    fresh: bool,
    roads: Arcs | None = None,
) -> Lane:
    """``roads``: the steps of the lane that goes by road with more to spend, where there is one.

    What a first hex takes *all* of is then all that the unit has on that road: the whole MF of a superior division at
    night (TT-REC-07, TT-AMB-34), and not the half that it would have off it. So such a step by road belongs to the lane
    of the roads alone: from zone to zone it costs the whole MF (TT-REC-05), and one that the half could not pay for costs
    its price, for TT-REC-04 lets nobody off who can pay. Hence a hex has one price, whichever lane is asked.
    """
    key = (ways, roads, start, halves, spent, fresh)
    kept = ground.lanes if isinstance(ground, Ground) else {}
    if key in kept:
        return kept[key]
    left = max(halves - spent, 0) * HALF
    first: list[First] = []
    for direction, j in enumerate(ways.around[start]):
        price = None if j == OFF else ways.cost(start, direction)
        if price is None or ground.entry[j] < 0:
            continue
        by_road = roads is not None and roads.cost(start, direction) is not None
        leaves = ground.zones[start] == ZONE
        if leaves and ground.entry[j] == ZONE:
            if fresh and not by_road:  # from zone to zone: the first hex of a move, for all of it (TT-REC-05)
                first.append(First(j, left, absorbs=True))
            continue
        total = price + _LEAVING * HALF if leaves else price
        if fresh and total > left:
            if by_road:
                continue
            total = left  # one hex may always be moved (TT-REC-04)
        first.append(First(j, total, absorbs=True))
    if len(kept) >= _LANES:
        kept.clear()
    found = kept[key] = Lane(ways, ground, start, left, tuple(first))
    return found


# ---- engaged ---------------------------------------------------------------------------------------------------------
def is_engaged(rules: TtRules, s: Position, board: TtBoard, uid: str) -> bool:
    """Whether a unit is engaged and an enemy is still adjacent (TT-ENG-02, TT-ENG-04)."""
    unit = s.units[uid]
    return bool(unit.engaged) and next_to_enemy(rules, s, board, unit.side, unit.at)


def next_to_enemy(rules: TtRules, s: Position, board: TtBoard, side: str, at: str) -> bool:
    """Whether an enemy unit of any kind is adjacent."""
    at_hand = board.at
    return any(
        here and s.units[here[0]].side != side for n in rules.atlas.near[at] if (here := at_hand.get(n))
    )


def _withdrawal(
    rules: TtRules, s: Position, board: TtBoard, uid: str, ways: Arcs, ground: Obstacles, halves: int
) -> Lane:
    """The withdrawal of an engaged unit: one hex, with no enemy adjacent, for the whole MF (TT-ENG-02)."""
    unit, atlas = s.units[uid], rules.atlas
    start = atlas.index[unit.at]
    left = halves * HALF
    first = [
        First(j, left, absorbs=True)
        for direction, j in enumerate(atlas.around[start])
        if j != OFF
        and not unit.spent
        and ways.cost(start, direction) is not None
        and ground.entry[j] >= 0
        and not next_to_enemy(rules, s, board, unit.side, atlas.labels[j])
    ]
    return Lane(ways, ground, start, left, tuple(first))


# How many units a hex holds (TT-REC-02): three of the front line and four others.


def room(rules: TtRules, s: Position, board: TtBoard, units: Collection[str], at: str) -> bool:
    """Whether units of one side can stack in a hex with the friendly units that stay there."""
    return fits(rules, s, (*(u for u in board.units_at(at) if u not in units), *units))


def roomy(
    rules: TtRules, s: Position, board: TtBoard, units: Collection[str], hexes: Iterable[int]
) -> list[int]:
    """Those of the given hexes in which there is :func:`room` for the units."""
    front, others = counted(rules, s, units)
    most_front, most_others = rules.tables.stack_front - front, rules.tables.stack_other - others
    if most_front < 0 or most_others < 0:
        return []
    held, labels, guards = board.at, rules.atlas.labels, rules.front_units(s.mission)
    out: list[int] = []
    for i in hexes:
        here = held.get(labels[i])
        if here is not None:
            stay = [u for u in here if u not in units]
            ahead = len(guards.intersection(stay))
            if ahead > most_front or len(stay) - ahead > most_others:
                continue
        out.append(i)
    return out


def fits(rules: TtRules, s: Position, units: Collection[str]) -> bool:
    """Whether units can stack in an otherwise empty hex."""
    front, others = counted(rules, s, units)
    return front <= rules.tables.stack_front and others <= rules.tables.stack_other


def counted(rules: TtRules, s: Position, units: Collection[str]) -> tuple[int, int]:
    """Returns (front line units, other units) in a group."""
    roster = s.mission.units
    front = sum(rules.front_line(roster[u]) for u in units)
    return front, len(units) - front
