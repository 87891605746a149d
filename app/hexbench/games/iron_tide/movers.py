"""How one unit moves, and how far several units from one hex can move together, in either mode (5.0c, B05); and a move
in progress, hex by hex, with the interruptions that may occur between hexes (SEQ.P.MOVE.step).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.atlas.arcs import POINT, Arcs, points
from hexbench.atlas.atlas import OFF
from hexbench.atlas.reach import FREE, First, Joint, Moods, Obstacles, Party, Reach, reach, reach_together
from hexbench.engine.events import UnitMoved, UnitPlaced
from hexbench.engine.state import Step
from hexbench.engine.values import Reason, Say, say
from hexbench.games.iron_tide import commandos, passage, restricted, special
from hexbench.games.iron_tide.board import REAR
from hexbench.games.iron_tide.names import called, terrain
from hexbench.games.iron_tide.pieces import GERMAN, Printed, Unit
from hexbench.games.iron_tide.stacking import settle_marks
from hexbench.games.iron_tide.terrain import LIFTED

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat


TACTICAL: Final = "tactical"
STRATEGIC: Final = "strategic"
MODES: Final = (TACTICAL, STRATEGIC)
"""The two modes of movement (5.1, 5.2)."""


FAR: Final = 150 * POINT
"""A budget that reaches across any map."""
FARTHER: Final = FAR + 10 * LIFTED
"""The same with room for a few closed steps at their price."""


class Mover(NamedTuple):
    """How one unit moves now: everything a path search needs."""

    start: int
    """Its hex; OFF while it is still to enter the map."""
    budget: int
    """In twelfths of a movement point."""
    arcs: Arcs
    ground: Obstacles
    moods: Moods
    first: tuple[First, ...]

    def party(self) -> Party:
        """As a member of a stack."""
        return Party(self.arcs, self.ground, self.moods, self.budget, self.first)


class Trip(NamedTuple):
    """A hex that units can reach together: what each of them pays, in twelfths, and the route without the start."""

    costs: tuple[int, ...]
    via: tuple[str, ...]


def halved(factor: int, unit: Unit, printed: Printed) -> int:
    """A movement factor, halved, fractions up, for a mechanized unit out of supply (12.2c, B25); at least one (12.2d)."""
    if unit.supply == "out" and printed.mobility != "N":
        factor = -(-factor // 2)
    return max(1, factor)


class Trips(Mapping[int, Trip]):
    """Every hex that units can reach together, by index, cheapest first -> the trip, whose route is found on demand."""

    __slots__ = ("_known", "_labels", "_way", "hexes")

    def __init__(self, way: Reach, labels: Sequence[str]) -> None:
        self._way = way
        self._labels = labels
        self._known: dict[int, tuple[str, ...]] = {}
        self.hexes: list[int] = list(way.costs)
        """The hexes by index, cheapest first."""
        if way.start != OFF:
            del self.hexes[0]

    def __len__(self) -> int:
        return len(self.hexes)

    def __iter__(self) -> Iterator[int]:
        return iter(self.hexes)

    def __contains__(self, index: object) -> bool:
        return index in self._way and index != self._way.start

    def pays(self, index: int) -> tuple[int, ...] | None:
        """What each of them pays to get to a hex, in twelfths; None when they cannot."""
        return (self._way.costs[index],) if index in self else None

    def __getitem__(self, index: int) -> Trip:
        if index == self._way.start:
            raise KeyError(index)
        return Trip((self._way.costs[index],), self._way.route(index, self._labels, self._known))


class _JointTrips(Trips):
    """The same for units with different movement."""

    __slots__ = ("_found",)

    def __init__(self, found: Mapping[int, Joint], labels: Sequence[str]) -> None:
        self._found = found
        self._labels = labels
        self.hexes = list(found)

    def __contains__(self, index: object) -> bool:
        return index in self._found

    def pays(self, index: int) -> tuple[int, ...] | None:
        """What each of them pays to get to a hex, in twelfths; None when they cannot."""
        return self._found[index].costs if index in self._found else None

    def __getitem__(self, index: int) -> Trip:
        joint = self._found[index]
        return Trip(joint.costs, tuple(self._labels[k] for k in joint.path))


def trips(seat: ItSeat, several: Sequence[Mover], left: Sequence[int] | None = None) -> Trips:
    """Every hex that all of them can reach by one route; for a single unit, where it can go. ``left`` is as in
    :func:`~hexbench.atlas.reach.reach`.
    """
    movers = tuple(dict.fromkeys(several))  # units alike pay alike
    found: Trips | None = seat.memo.get(movers)
    if found is None and left is not None:
        return _trips(seat, movers, left)
    if found is None:
        found = seat.memo[movers] = _trips(seat, movers)
    return found


def _trips(seat: ItSeat, movers: tuple[Mover, ...], left: Sequence[int] | None = None) -> Trips:
    labels = seat.board.atlas.labels
    start = movers[0].start
    if len(movers) > 1:
        return _JointTrips(reach_together([m.party() for m in movers], start, left), labels)
    one = movers[0]
    way = reach(one.arcs, one.ground, one.moods, start, one.budget, first=one.first, left=left)
    return Trips(way, labels)


# 5.2: strategic movement, away from the enemy.

APART: Final = 3
"""5.2a: hexes from every enemy unit, his own hex counted."""


def mover(
    seat: ItSeat, uid: str, *, shut: Collection[int] = (), first: tuple[First, ...] | None = None
) -> Mover:
    """How a unit moves strategically: no free first hex (5.2c), no unbridged river (B07), never near the enemy (5.2a).

    ``first`` are the hexes by which it may enter the map.
    """
    s, rules = seat.s, seat.rules
    unit, printed = s.units[uid], s.roster[uid]
    arcs = rules.prices.strategic(unit.side, printed.mobility, s.bridges)
    ground = rules.nothing if printed.commando else seat.board.ground(unit.side, REAR, shut)
    start = seat.board.atlas.index.get(unit.at, OFF)
    steps = first if first is not None else tuple(First(j, cost) for cost, j in arcs.out[start])
    return Mover(start, budget(seat, uid), arcs, ground, FREE, steps)


def budget(seat: ItSeat, uid: str) -> int:
    """What a unit may spend in strategic movement, in twelfths."""
    printed = seat.s.roster[uid]
    return halved(printed.movement, seat.s.units[uid], printed) * POINT


def grounded(seat: ItSeat) -> bool:
    """5.24a: whether this is an AM turn with clear weather, on which no German unit moves strategically."""
    turn = seat.rules.turn(seat.s.turn, seat.s)
    return turn.morning and turn.weather == "clear"


def bars(seat: ItSeat, subject: Sequence[str]) -> Iterator[Reason]:
    """Why units may not move strategically at all, wherever to."""
    s = seat.s
    for uid in subject:
        unit, printed = s.units[uid], s.roster[uid]
        name = called(printed)
        if unit.side == GERMAN and grounded(seat):
            text = say("{unit} may not use strategic movement on an AM turn with clear weather.", unit=name)
            yield Reason("5.24a", text)
        if unit.supply == "isolated":
            yield Reason("12.3c", say("{unit} is isolated and may move only one hex.", unit=name), (unit.at,))
        if printed.commando or not unit.on_map:
            continue
        near = seat.board.enemy_near(unit.side, unit.at, APART - 1)
        if near is not None:
            yield too_near(seat, uid, unit.at)


def too_near(seat: ItSeat, uid: str, at: str) -> Reason:
    """5.2a: the reason for a hex less than three hexes from an enemy unit."""
    side = seat.s.units[uid].side
    near = at if seat.board.enemy_in(side, at) else seat.board.enemy_near(side, at, APART - 1) or at
    text = say(
        "Strategic movement must stay at least three hexes from every enemy unit: {hex} is "
        "too close to {near}.",
        hex=at,
        near=near,
    )
    return Reason("5.2a", text, (at, near))


def closed_step(seat: ItSeat, uid: str, here: int, there: int, how: str = TACTICAL) -> Reason:
    """Why a unit of this class may not take one step of its route; in strategic movement an unbridged river may not be
    crossed even as the only step (B07).
    """
    s, atlas = seat.s, seat.board.atlas
    printed, prices = s.roster[uid], seat.rules.prices
    name = called(printed)
    a, b = atlas.labels[here], atlas.labels[there]
    link = prices.link(here, atlas.around[here].index(there))
    if "lake" in link.kinds:
        return Reason("5.1g", say("A lake lies between {a} and {b}.", a=a, b=b), (a, b))
    if prices.ground_cost(link, printed.side, printed.mobility) is None and not link.road:
        what = terrain(link.enters.terrain)
        text = say(
            "{unit} may enter the {terrain} in {hex} only along a road.", unit=name, terrain=what, hex=b
        )
        return Reason("5.1g", text, (b,))
    if not prices.crossing(link, printed.side, printed.mobility, s.bridges):
        text = say(
            "{unit} may not cross the river between {a} and {b} without a bridge.", unit=name, a=a, b=b
        )
        return Reason("5.1e", text, (a, b))
    if how == STRATEGIC:
        text = say("Strategic movement may not cross a river without a bridge: {a} to {b}.", a=a, b=b)
        return Reason("B07", text, (a, b))
    text = say(
        "Crossing the river between {a} and {b} without a bridge costs {unit} its whole "
        "movement factor: it must be both the first hex of a move and the last.",
        a=a,
        b=b,
        unit=name,
    )
    return Reason("5.1d", text, (a, b))


def closed_steps(
    seat: ItSeat, uid: str, one: Mover, path: Sequence[int], how: str = TACTICAL
) -> Iterator[Reason]:
    """The reasons against every step of a route that a unit of this class may not take."""
    here = one.start
    for there in path:
        if here != OFF and one.arcs.between(here, there) is None:
            yield closed_step(seat, uid, here, there, how)
        here = there


def _closed_way(seat: ItSeat, uid: str, one: Mover, goal: int) -> Iterator[Reason]:
    """Rivers, lakes and prohibited terrain on the strategic route with the fewest of them."""
    s, rules = seat.s, seat.rules
    printed = s.roster[uid]
    arcs = rules.prices.lifted(printed.side, printed.mobility, s.bridges)
    first = one.first if one.start == OFF else None
    way = reach(arcs, rules.nothing, one.moods, one.start, FARTHER, first=first)
    if goal not in way:
        at = seat.board.atlas.labels[goal]
        yield Reason("5.0b", say("There is no route to {hex}.", hex=at), (at,))
        return
    yield from closed_steps(seat, uid, one, way.path(goal), STRATEGIC)


def price(cost: str, have: str, unit: Say) -> tuple[str, Say]:
    """5.2c: the clause and the sentence of a way that costs too much."""
    text = say(
        "The route costs {cost} MP; in strategic movement {unit} has {have} and must pay in "
        "full for every hex.",
        cost=cost,
        unit=unit,
        have=have,
    )
    return "5.2c", text


def out_of_reach(seat: ItSeat, uid: str, one: Mover, goal: int) -> Iterator[Reason]:
    """Why a unit cannot reach a hex strategically: an enemy near it or near every route, or a route that costs too much."""
    labels, board = seat.board.atlas.labels, seat.board
    side = seat.s.units[uid].side
    if goal in reach(one.arcs, one.ground, one.moods, one.start, one.budget, first=one.first):
        return
    if not seat.s.roster[uid].commando and (
        board.enemy_in(side, labels[goal]) or board.enemy_near(side, labels[goal], APART - 1) is not None
    ):
        yield too_near(seat, uid, labels[goal])
        return
    far = reach(one.arcs, one.ground, one.moods, one.start, FAR, first=one.first)
    name = seat.called(uid)
    if goal in far:
        route = tuple(labels[k] for k in far.path(goal))
        yield Reason(*price(points(far.costs[goal]), points(one.budget), name), route)
        return
    bare = seat.rules.nothing
    crossing = reach(one.arcs, bare, one.moods, one.start, FAR, first=one.first)
    if goal in crossing:
        path = crossing.path(goal)
        shut = tuple(labels[k] for k in path if one.ground.entry[k] < 0)
        yield Reason(
            "5.2a",
            say("Every route there for {unit} passes less than three hexes from an enemy unit.", unit=name),
            shut,
        )
        return
    yield from _closed_way(seat, uid, one, goal)


class Moving(Step, frozen=True, kw_only=True):
    """A move in progress: ``path`` are the hexes still to enter, ``walked`` those already entered, the start first.

    A move that enters the map has no start. ``met``: the commandos of the hex have had their say (16.4e); ``tried`` are
    the units they have rolled for on the way.
    """

    units: tuple[str, ...]
    path: tuple[str, ...]
    walked: tuple[str, ...] = ()
    how: str = TACTICAL
    met: bool = False
    tried: tuple[str, ...] = ()

    def run(self, play: ItPlay) -> None:
        """Let commandos interrupt, enter the next hex, or end the move."""
        if not self.path or not self.units:
            play.pop()
            end_move(play, self.units, self.walked, self.how)
            return
        here = self.walked[-1] if self.walked else ""
        if here and not self.met and commandos.meet(play, self.units, here, self.tried):
            return
        # Hexes in which nothing happens are passed through in one go: in random games a move has nine hexes on average,
        # and placing the units in each of them took 7 % of the time. Units that come to the map are seen in their first hex.
        passes = 0
        if self.walked and not restricted.brigade(play, self.units):
            passes = passage.uneventful(play, self.units, self.path)
        at = self.path[passes]
        passage.enter(play, self.units, at)
        if self.walked:
            settle_marks(play, play.units[self.units[0]].side, self.walked[-1])
        else:
            for uid in self.units:
                play.tell(UnitPlaced(uid, at))
        goes = 1 + passes
        play.swap(path=self.path[goes:], walked=(*self.walked, *self.path[:goes]), met=False)
        special.brigade_enters(play, self.units, at, len(self.path) > 1)


def end_move(play: ItPlay, units: Sequence[str], walked: tuple[str, ...], how: str = "move") -> None:
    """The units have moved for this phase."""
    for uid in units:
        play.put(uid, moved=True)
        if len(walked) > 1:
            play.tell(UnitMoved(uid, walked, "move" if how == TACTICAL else how))


def rested(play: ItPlay, side: str) -> None:
    """A new movement phase: no unit of ``side`` has moved yet."""
    for uid in [u for u, unit in play.units.items() if unit.moved and unit.side == side]:
        play.put(uid, moved=False)
