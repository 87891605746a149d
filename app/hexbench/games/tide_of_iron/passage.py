"""Where a unit may move: what blocks it, where it may stop, how far it gets (TI-MOV, TI-FORT, TI-ABL-18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from hexbench.atlas.arcs import POINT, points
from hexbench.atlas.reach import Moods, Obstacles, Reach, reach
from hexbench.engine.values import Action, Reason, Say, Target, say
from hexbench.engine.verb import LazyTargets
from hexbench.games.tide_of_iron import effects, ground
from hexbench.games.tide_of_iron.pieces import NONE
from hexbench.games.tide_of_iron.strength import scene

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.engine.board import Board
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import TiSeat
    from hexbench.games.tide_of_iron.strength import Scene


# TI-STK: how many units a hex holds. A vehicle and the squads inside it are one unit: passengers are not in the hex.

UNITS: Final = 3
"""TI-STK-01."""
VEHICLES: Final = 2
"""TI-STK-02."""


def room(board: Board, units: Mapping[str, Unit], hex_: str, unit: Unit) -> bool:
    """Whether stacking allows ``unit`` to stay in a hex; it is not counted itself."""
    count = vehicles = 0
    for uid in board.at.get(hex_, ()):
        other = units[uid]
        if other is not unit and other.side == unit.side:
            count += 1
            vehicles += not other.squad
    return count < UNITS and (unit.squad or vehicles < VEHICLES)


OVERRUN: Final = POINT
"""What each enemy unit in a hex adds for a tank (TI-ABL-18)."""
FORT_COST: Final = POINT
"""TI-FORT-02, TI-FORT-03."""
RIDE_COST: Final = 2 * POINT
"""TI-TRN-02, TI-TRN-11."""
WIRE_COST: Final = 2 * POINT
"""TI-FORT-12."""
_OPEN, _ENDS = 0, 1
"""Zone classes of the search: nothing special; the move ends there. From 2 on: the number of enemies to overrun, plus 1."""
_CLASSES: Final = 8


def _moods(once: bool) -> Moods:
    after = 1 if once else 0
    row = tuple((max(0, c - 1) * OVERRUN, after) for c in range(_CLASSES))
    shut = (None,) * _CLASSES
    first = tuple(shut if left == _ENDS else row for left in range(_CLASSES))
    return Moods((first, (shut,) * _CLASSES)) if once else Moods((first,))


_FREELY: Final = _moods(once=False)
_ONE_STEP: Final = _moods(once=True)
"""The move of a unit that starts in a minefield (TI-FORT-24)."""


class Start(NamedTuple):
    """The state of a move that decides how it may continue."""

    at: str
    left: int
    """MP left, in twelfths."""
    first: str
    """The hex it began in (B-MOV-10)."""
    once: bool
    """It began in a minefield and may move only one hex."""


def allowance(rules: TiRules, sc: Scene, uid: str) -> int:
    """The movement points of a unit now, in twelfths, before the reduction by its action (TI-MOV-11 is checked elsewhere)."""
    unit = sc.s.units[uid]
    if unit.squad:
        printed = rules.tables.nations[unit.side].figures
        points = min((printed[kind].mv for kind in unit.figures), default=0)
        # a squad in a vehicle can use no abilities (TI-TRN-06)
        if unit.has("officer") and unit.on_map:
            points += 1
    else:
        points = rules.vehicle(unit).mv - (unit.damage == "light")
    return max(0, points + effects.mp_delta(rules, sc.s, uid)) * POINT


# ---- who and what is there
def enemies(sc: Scene, side: str, hex_: str) -> tuple[str, ...]:
    """The unconcealed enemy units of a hex, which block movement (TI-MOV-02, TI-CNC-03)."""
    units = sc.s.units
    here = sc.board.at.get(hex_, ())
    return tuple([x for x in here if units[x].side != side and not units[x].concealed])


def lurkers(sc: Scene, side: str, hex_: str) -> tuple[str, ...]:
    """The concealed enemy squads of a hex."""
    units = sc.s.units
    return tuple(x for x in sc.board.units_at(hex_) if units[x].side != side and units[x].concealed)


def may_stand(sc: Scene, unit: Unit, hex_: str) -> bool:
    """Whether a unit may end its move in a hex: no enemy is there, and there is room (B-MOV-11, B-CNC-1)."""
    here = sc.board.units_at(hex_)
    if not here:
        return True
    units = sc.s.units
    return all(units[x].side == unit.side for x in here) and room(sc.board, units, hex_, unit)


def no_place(sc: Scene, unit: Unit, hex_: str, text: Say) -> Iterator[Reason]:
    """Why a unit may not stop in a hex for which :func:`may_stand` is False; ``text`` comes last (B-MOV-11)."""
    if not room(sc.board, sc.s.units, hex_, unit):
        yield Reason("TI-STK-04", say("There is no room for it in {hex}.", hex=hex_), (hex_,))
    if lurkers(sc, unit.side, hex_):
        why = say("The unit may move through the concealed squads in {hex}, but not stop there.", hex=hex_)
        yield Reason("B-CNC-1", why, (hex_,))
    yield Reason("B-MOV-11", text, (hex_,))


def engineers(rules: TiRules, unit: Unit) -> bool:
    """Whether wire does not stop a squad and mines do not hurt it (TI-FORT-09, TI-FORT-22)."""
    return bool(unit.specialization) and rules.tables.specializations[unit.specialization].wire_exempt


def overruns(rules: TiRules, unit: Unit) -> bool:
    """Whether it may move through enemies (TI-ABL-18)."""
    return not unit.squad and "overrun" in rules.vehicle(unit).abilities


def ends_in(sc: Scene, unit: Unit, hex_: str) -> str:
    """The clause that ends a move on entering a hex; an empty string if none does."""
    works = sc.s.works.get(hex_, NONE)
    if works.minefield:
        return "TI-FORT-19"
    if works.tank_trap and not unit.squad:
        return "TI-FORT-16"
    if works.razor_wire:
        if unit.squad and not engineers(sc.rules, unit):
            return "TI-FORT-09"
        if not unit.squad and sc.rules.vehicle(unit).weight == "light":
            return "TI-FORT-10"
    return ""


def shut(sc: Scene, unit: Unit, first: str, hex_: str) -> Iterator[Reason]:
    """Why a unit may not enter a hex, whatever it costs. ``first`` is the hex its move began in."""
    rules = sc.rules
    foes = enemies(sc, unit.side, hex_)
    ends = ends_in(sc, unit, hex_)
    if foes and not overruns(rules, unit):
        yield Reason("TI-MOV-02", say("There is an enemy unit in {hex}.", hex=hex_), (hex_,))
    elif foes and ends:
        yield Reason(
            "B-MOV-10", say("The unit would have to stop among the enemies in {hex}.", hex=hex_), (hex_,)
        )
    elif ends and not may_stand(sc, unit, hex_):
        yield from no_place(
            sc, unit, hex_, say("The unit would have to stop in {hex}, where it may not stay.", hex=hex_)
        )
    if not unit.squad and sc.s.works.get(hex_, NONE).tank_trap and rules.atlas.distance(first, hex_) != 1:
        text = say("A vehicle can enter tank traps only if its move began in an adjacent hex.")
        yield Reason("TI-FORT-15", text, (hex_,))


def price(sc: Scene, unit: Unit, at: str, hex_: str) -> int | None:
    """The cost of a step in twelfths, including enemies to overrun; None if the terrain bars it."""
    cost = ground.cost_twelfths(sc.rules, sc.s, unit, at, hex_)
    return None if cost is None else cost + OVERRUN * len(enemies(sc, unit.side, hex_))


# ---- how far
def obstacles(sc: Scene, unit: Unit, start: Start) -> Obstacles:
    """The obstacles to a unit, in the form the search needs."""
    rules, index = sc.rules, sc.rules.atlas.index
    zones = [_OPEN] * len(index)
    closed: list[int] = []
    works, tank = sc.s.works, overruns(rules, unit)
    laid = [at for at, w in works.items() if w.minefield or w.razor_wire or w.tank_trap]
    for at in laid:
        i = index[at]
        if any(shut(sc, unit, start.first, at)):
            closed.append(i)
        elif ends_in(sc, unit, at):
            zones[i] = _ENDS
    for at in sc.board.at:
        place = index.get(at)
        if place is None or zones[place] == _ENDS:
            continue
        foes = len(enemies(sc, unit.side, at))
        if foes and not tank:
            closed.append(place)
        elif foes:
            zones[place] = 1 + foes
    here = index[start.at]
    found = Obstacles(zones, closed)
    zones[here] = _OPEN
    return found


def reached(sc: Scene, unit: Unit, start: Start) -> Reach:
    """Every hex a unit can reach, including those where it may not stop."""
    way = ground.arcs(sc.rules, sc.s, unit)
    moods = _ONE_STEP if start.once else _FREELY
    return reach(way, obstacles(sc, unit, start), moods, sc.rules.atlas.index[start.at], max(0, start.left))


def goes_on(sc: Scene, unit: Unit, start: Start) -> bool:
    """Whether the unit can go on to a hex where it may stop (B-MOV-11)."""
    labels = sc.rules.atlas.labels
    return any(labels[i] != start.at and may_stand(sc, unit, labels[i]) for i in reached(sc, unit, start))


class Routes(Mapping[str, tuple[tuple[str, ...], int]]):
    """hex -> (hexes entered, cost), cheapest first; routes are computed on access."""

    __slots__ = ("_found", "_index", "_known", "_labels", "costs")

    def __init__(self, atlas: Atlas, found: Reach | None, costs: dict[str, int]) -> None:
        self.costs = costs
        self._found = found
        self._index, self._labels = atlas.index, atlas.labels
        self._known: dict[int, tuple[str, ...]] = {}

    def __getitem__(self, at: str) -> tuple[tuple[str, ...], int]:
        cost = self.costs[at]
        if self._found is None:
            raise KeyError(at)
        return self._found.route(self._index[at], self._labels, self._known), cost

    def __contains__(self, at: object) -> bool:
        return at in self.costs

    def __iter__(self) -> Iterator[str]:
        return iter(self.costs)

    def __len__(self) -> int:
        return len(self.costs)


def ways(sc: Scene, unit: Unit, start: Start) -> Routes:
    """Every hex a unit may be sent to: one where it may stop, or from which it can go on."""
    found = reached(sc, unit, start)
    atlas, here = sc.rules.atlas, sc.board.at
    labels = atlas.labels
    out: dict[str, int] = {}
    for i, cost in found.costs.items():
        at = labels[i]
        if i == found.start:
            continue
        if at in here and not may_stand(sc, unit, at):
            further = Start(at, start.left - cost, start.first, start.once)
            if start.once or not goes_on(sc, unit, further):
                continue
        out[at] = cost
    return Routes(atlas, found, out)


def follow(sc: Scene, unit: Unit, start: Start, route: tuple[str, ...]) -> Iterator[Reason]:
    """Every reason against moving hex by hex along a route."""
    atlas, at, left, once = sc.rules.atlas, start.at, start.left, start.once
    ended = ""
    for n, hex_ in enumerate(route):
        if hex_ not in atlas.index:
            yield sc.rules.missing(f"hex {hex_}")
            return
        if hex_ not in atlas.near[at]:
            yield Reason("TI-MOV-03", say("{a} and {b} are not adjacent.", a=at, b=hex_), (at, hex_))
            return
        if ended:
            yield Reason(ended, say("The move ends in {hex}.", hex=at), (at,))
        if once and n:
            yield Reason(
                "TI-FORT-24",
                say("A unit that starts its move in a minefield can move only one hex."),
                (hex_,),
            )
        yield from shut(sc, unit, start.first, hex_)
        cost = price(sc, unit, at, hex_)
        if cost is None:
            yield _impassable(sc, unit, at, hex_)
            return
        if cost > left >= 0:
            text = say(
                "{hex} costs {cost} MP; the unit has {left} MP left.",
                hex=hex_,
                cost=points(cost),
                left=points(left),
            )
            yield Reason("TI-ACT-01", text, (hex_,))
        left -= cost
        at, ended = hex_, ends_in(sc, unit, hex_)
    if route and left >= 0 and not ended and not may_stand(sc, unit, at):
        further = Start(at, left, start.first, once)
        if once or not goes_on(sc, unit, further):
            yield from no_place(
                sc, unit, at, say("The unit may not stop in {hex} and cannot move on.", hex=at)
            )


def _impassable(sc: Scene, unit: Unit, at: str, hex_: str) -> Reason:
    """Why the terrain bars a unit from going from a hex to the next."""
    if ground.cliff(sc.rules, at, hex_):
        return Reason("TI-TER-15", say("A cliff lies between {a} and {b}.", a=at, b=hex_), (at, hex_))
    key = sc.rules.atlas.cell(hex_).terrain
    rule = {"stream_deep": "TI-TER-09", "stream_flooded": "TI-TER-10", "pond": "TI-TER-11"}.get(
        key, "TI-MOV-03"
    )
    title = ground.terrain(sc.rules, sc.s, hex_).title
    return Reason(rule, say("The unit cannot enter {hex}: {terrain}.", hex=hex_, terrain=title), (hex_,))


# Destinations of a unit: every hex with its route, reasons against a hex, and filling in the cheapest route.


def routes(seat: TiSeat, uid: str, start: Start) -> Routes:
    """Every hex the unit may be sent to; memoized per position."""
    unit = seat.s.units[uid]
    key = ("routes", uid, start)
    if key not in seat.memo:
        sc = scene(seat)
        if start.left >= 0 and (unit.on_map or may_stand(sc, unit, start.at)):
            seat.memo[key] = ways(sc, unit, start)
        else:
            seat.memo[key] = Routes(sc.rules.atlas, None, {})
    found: Routes = seat.memo[key]
    return found


def way_targets(
    seat: TiSeat, uid: str, start: Start, extra: int, clauses: tuple[str, ...] = ()
) -> Sequence[Target]:
    """Every possible destination; ``extra`` is the cost of first leaving shelter. A passenger may just get out."""
    found = routes(seat, uid, start)
    out = seat.s.units[uid].inside and start.left >= 0 and may_stand(scene(seat), seat.s.units[uid], start.at)

    def target(at: str) -> Target:
        if at == start.at:
            return Target(at, "", (), extra, (), clauses)
        route, cost = found[at]
        return Target(at, "", route, cost + extra, (), clauses)

    return LazyTargets([start.at, *found] if out else list(found), target)


def way_reasons(seat: TiSeat, uid: str, start: Start, action: Action, extra: int) -> Iterator[Reason]:
    """Every reason against moving to ``action.object`` by ``action.via`` or, if that is empty, by any route."""
    unit, sc, to = seat.s.units[uid], scene(seat), action.object
    unknown = [h for h in (to, *action.via) if h not in seat.rules.atlas.index]
    if unknown:
        yield seat.rules.missing(f"hex {unknown[0]}")
        return
    if start.left < 0:
        text = say(
            "The unit must first leave its vehicle or fortification, which costs {n} MP.", n=points(extra)
        )
        yield Reason("TI-FORT-03" if unit.shelter else "TI-TRN-11", text, (start.at,))
    if unit.inside and not may_stand(sc, unit, start.at):
        yield Reason("TI-TRN-12", say("There is no room for the squad in its vehicle's hex."), (start.at,))
    if to == start.at and not action.via:
        if not unit.inside:
            yield Reason("TI-ACT-01", say("It is already in that hex."), (to,))
    elif action.via:
        if action.via[-1] != to:
            yield Reason("TI-ACT-01", say("The route ends in a different hex."), (action.via[-1],))
        yield from follow(sc, unit, start, action.via)
    elif start.left >= 0 and to not in routes(seat, uid, start):
        yield from _unreachable(seat, unit, start, to)


def _unreachable(seat: TiSeat, unit: Unit, start: Start, to: str) -> Iterator[Reason]:
    sc = scene(seat)
    found = list(shut(sc, unit, start.first, to))
    yield from found
    near = seat.rules.atlas.near[to]
    if all(price(sc, unit, at, to) is None for at in near):
        at = start.at if start.at in near else near[0]
        yield _impassable(sc, unit, at, to)
    elif start.at in near:
        yield from (r for r in follow(sc, unit, start, (to,)) if r not in found)
    elif not found and seat.rules.atlas.index[to] in reached(sc, unit, start):
        yield from no_place(sc, unit, to, say("The unit may not stop in {hex} and cannot move on.", hex=to))
    elif not found:
        rule = "TI-FORT-24" if start.once else "TI-ACT-01"
        yield Reason(rule, say("{hex} is out of reach.", hex=to), (to,))


def with_route(seat: TiSeat, uid: str, start: Start, action: Action) -> Action:
    """The action with the cheapest route, unless it names one."""
    if action.via or action.object not in routes(seat, uid, start):
        return action
    return replace(action, via=routes(seat, uid, start)[action.object][0])
