"""5.3 and 14.0k-n: German units that leave the map, and the Allied reinforcements withheld because of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from hexbench.atlas.arcs import POINT, points
from hexbench.atlas.atlas import OFF
from hexbench.atlas.reach import NEVER, nearest, walk
from hexbench.engine.board import remembered
from hexbench.engine.events import FactChanged, UnitRemoved
from hexbench.engine.state import Ask, Step
from hexbench.engine.values import Action, Reason, Say, Target, say
from hexbench.engine.verb import LazyTargets, TargetGroups, Verb
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.iron_tide import movement, movers, passage, terrain
from hexbench.games.iron_tide.combatants import commandos, is_regiment
from hexbench.games.iron_tide.movers import MODES, STRATEGIC, TACTICAL, Mover, Moving, Trips
from hexbench.games.iron_tide.pieces import ALLIED, EXITED, GERMAN, WITHHELD

if TYPE_CHECKING:
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat


# ---- leaving -----------------------------------------------------------------------------------------------------------
@remembered
def rim(rules: ItRules) -> dict[int, bool]:
    """The hexes of the map edge -> whether a road leads off the map there."""
    atlas = rules.atlas
    return {
        i: any(j == OFF and (i, direction) in atlas.roads for direction, j in enumerate(around))
        for i, around in enumerate(atlas.around)
        if OFF in around
    }


def price_off(seat: ItSeat, uid: str, one: Mover, i: int, how: str) -> int | None:
    """B57: the cost of the step off the map: one more road hex, or the cost of the edge hex; None when it is not possible.

    A unit that starts in an enemy zone of control pays for leaving it (7.2a), and the first step of a move is always
    possible (5.1f); a unit that has entered such a zone must stop (7.1a).
    """
    rules, printed = seat.rules, seat.s.roster[uid]
    tec, cell = rules.tables.tec, rules.atlas.cells[i]
    if rim(rules)[i]:
        strategically = how == STRATEGIC
        price = tec.strategic_road_cost(printed.side, printed.mobility) if strategically else tec.road_cost()
    else:
        off_road = tec.hex_cost(cell.terrain, cell.features, printed.mobility)
        if off_road is None:
            return None
        price = off_road
    if i != one.start:
        return None if one.ground.zones[i] or seat.s.units[uid].supply == "isolated" else price
    if how == STRATEGIC:
        return price
    shift = one.moods.shift(terrain.FREE, one.ground.zones[i], 0)
    return min(price + (shift[0] if shift else 0), one.budget)


def _to_the_edge(seat: ItSeat, uid: str, how: str) -> list[int]:
    """index -> the cost to the map edge if there were no enemies and every possible bridge existed: a lower bound."""
    side, mobility = seat.s.units[uid].side, seat.s.roster[uid].mobility
    known: dict[tuple[str, str, str], list[int]] = seat.rules.memo.setdefault("to the edge", {})
    far = known.get((side, mobility, how))
    if far is None:
        far = known[side, mobility, how] = nearest(
            seat.rules.prices.best(side, mobility, how), rim(seat.rules)
        )
    return far


def too_far(seat: ItSeat, uid: str, how: str) -> bool:
    """Whether a unit cannot reach and leave the map edge even at that lower bound."""
    unit, printed = seat.s.units[uid], seat.s.roster[uid]
    if how == STRATEGIC:
        budget = movers.budget(seat, uid)
    else:
        budget = movement.allowance(seat, unit, printed) * POINT
    far = _to_the_edge(seat, uid, how)[seat.board.atlas.index[unit.at]]
    return far >= budget  # the step off the map is still to be paid


def ways_out(seat: ItSeat, subject: tuple[str, ...], how: str) -> dict[str, int]:
    """The edge hexes by which units can leave together -> the most that one of them pays, in twelfths."""
    key = ("ways out", how, subject)
    kept: dict[str, int] | None = seat.memo.get(key)
    if kept is not None:
        return kept
    labels = seat.board.atlas.labels
    if any(too_far(seat, uid, how) for uid in subject):
        return {}
    ones, trips = _to_leave(seat, subject, how)
    alike = tuple(dict.fromkeys(ones))
    start = ones[0].start
    out: dict[str, int] = {}
    edge = rim(seat.rules)
    for i in sorted(j for j in (start, *trips.hexes) if j in edge):
        costs = trips.pays(i)
        most = 0
        for uid, one in zip(subject, ones, strict=True):
            price = price_off(seat, uid, one, i, how)
            paid = costs[alike.index(one)] if costs is not None else 0
            if price is None or paid + price > one.budget:
                break
            most = max(most, paid + price)
        else:
            out[labels[i]] = most
    seat.memo[key] = out
    return out


def _to_leave(seat: ItSeat, subject: tuple[str, ...], how: str) -> tuple[list[Mover], Trips]:
    """How units move to leave the map, and the hexes they can reach; complete for those on the way to the edge."""
    key = ("to leave", how, subject)
    found: tuple[list[Mover], Trips] | None = seat.memo.get(key)
    if found is None:
        ones = movement.members(seat, subject, how)
        trips = movers.trips(seat, ones, _to_the_edge(seat, subject[0], how))
        found = seat.memo[key] = (ones, trips)
    return found


def _route_out(seat: ItSeat, subject: tuple[str, ...], how: str, at: str) -> tuple[str, ...]:
    """The cheapest route to an edge hex from which units can leave; empty for units already in it."""
    trip = _to_leave(seat, subject, how)[1].get(seat.board.atlas.index[at])
    return trip.via if trip is not None else ()


def exit_roads(rules: ItRules, at: str) -> tuple[str, ...]:
    """The Victory Point Exit roads that leave the map in a hex."""
    known: dict[str, tuple[str, ...]] | None = rules.memo.get("exit roads")
    if known is None:
        known = rules.memo["exit roads"] = {}
        for road in rules.tables.exit_roads.roads:
            for hex_ in rules.atlas.sheet.zones.get(f"exit.{road.id}", ()):
                if road.id not in known.get(hex_, ()):
                    known[hex_] = (*known.get(hex_, ()), road.id)
    return known.get(at, ())


class Exit(Verb["ItSeat", Any, "ItPlay"]):
    """Leave the map for good."""

    name = "exit"
    label = say("Leave the map")
    help = say("Move to a map-edge hex and off the map; units that leave do not return.")
    subject = "unit"
    object = "hex"
    joins = "stack"
    hows = MODES

    def able(self, seat: ItSeat, step: Any) -> Iterable[str]:
        """German units that may move and are near an edge."""
        if step.who != GERMAN:
            return ()
        hidden = commandos(seat.rules, seat.s.roster)
        return [uid for uid in movement.movable(seat, step) if uid not in hidden]

    def targets(self, seat: ItSeat, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every edge hex they can leave from."""
        if any(self._unfit(seat, step, subject)):
            return ()

        def lot(how: str) -> Sequence[Target]:
            if how == STRATEGIC and any(movers.bars(seat, subject)):
                return ()
            return LazyTargets(list(ways_out(seat, subject, how)), partial(made, how))

        def made(how: str, at: str) -> Target:
            denied = exit_roads(seat.rules, at)
            says = (say("Victory Point Exit: {road}.", road=denied[0]),) if denied else ()
            via, most = _route_out(seat, subject, how, at), ways_out(seat, subject, how)[at]
            return Target(at, how, via, most, says, ("20.0f",) if denied else ("B57",))

        return TargetGroups([partial(lot, how) for how in MODES])

    def _unfit(self, seat: ItSeat, step: Any | None, subject: tuple[str, ...]) -> Iterator[Reason]:
        for uid in subject:
            if uid in seat.s.units:
                name = seat.called(uid)
                if seat.s.units[uid].side == ALLIED:
                    yield Reason(
                        "5.3a", say("Only German units may leave the map; {unit} is Allied.", unit=name)
                    )
                if seat.s.roster[uid].commando:
                    yield Reason("16.4i", say("{unit} may not leave the map.", unit=name))
        if step is None:
            yield Reason("5.3a", say("Units may leave the map only in a Movement Phase or a Reserve Phase."))
        yield from movement.unfit(seat, step, subject)

    def reasons(self, seat: ItSeat, step: Any | None, action: Action) -> Iterator[Reason]:
        """5.3a, B57, and whatever stops the units from reaching the edge."""
        bad = list(self._unfit(seat, step, action.subject))
        yield from bad
        index, how, at = seat.board.atlas.index, action.how or TACTICAL, action.object
        if how not in MODES:
            yield Reason("5.1a", say("There is no {how} movement.", how=how))
            return
        if at not in index:
            yield Reason("B57", say("{hex} is not a hex of this map.", hex=at or "-"))
            return
        if index[at] not in rim(seat.rules):
            yield Reason("B57", say("{hex} is not on the map edge.", hex=at), (at,))
            return
        if bad:
            return
        subject = action.subject
        if how == STRATEGIC:
            barred = list(movers.bars(seat, subject))
            yield from barred
            if barred:
                return
        if action.via:
            yield from self._route(seat, action, how)
        elif at not in ways_out(seat, subject, how):
            start = seat.s.units[subject[0]].at
            move = Action("move", subject, at, how)
            no_way = [] if at == start else list(movement.why_not(seat, step, move))
            yield from no_way or [self._too_dear(seat, subject, at, how)]

    def _too_dear(self, seat: ItSeat, subject: Sequence[str], at: str, how: str) -> Reason:
        ones = movement.members(seat, tuple(subject), how)
        i = seat.board.atlas.index[at]
        if ones[0].ground.zones[i]:
            return Reason(
                "7.1a", say("The units must stop in the enemy zone of control in {hex}.", hex=at), (at,)
            )
        text = say("Not all units have the movement points to leave the map from {hex}.", hex=at)
        return Reason("B57", text, (at,))

    def _route(self, seat: ItSeat, action: Action, how: str) -> Iterator[Reason]:
        """A route the player plotted, with the step off the map at its end."""
        subject = action.subject
        ones = movement.members(seat, subject, how)
        faults = list(movement.route(seat, subject, ones, action, how))
        yield from faults
        if faults:
            return
        index = seat.board.atlas.index
        way = [index[at] for at in action.via]
        for uid, one in zip(subject, ones, strict=True):
            paid = (
                walk(one.arcs, one.ground, one.moods, one.start, way, one.budget, first=one.first)
                .steps[-1]
                .cost
            )
            price = price_off(seat, uid, one, way[-1], how)
            if price is None or paid + price > one.budget:
                text = say(
                    "{unit} has only {left} MP left and cannot leave the map.",
                    unit=seat.called(uid),
                    left=points(one.budget - paid),
                )
                yield Reason("B57", text, (action.object,))

    def settle(self, seat: ItSeat, step: Any, action: Action) -> Action:
        """Fill in the mode, and the cheapest route when none was given."""
        how = action.how or TACTICAL
        subject = seat.board.in_order(action.subject)
        via = action.via or _route_out(seat, subject, how, action.object)
        return Action(self.name, subject, action.object, how, via)

    def do(self, play: ItPlay, step: Any, action: Action) -> None:
        """Walk to the edge, then leave."""
        start = play.units[action.subject[0]].at
        step.begin(play, start)
        walking = Moving(units=action.subject, path=action.via, walked=(start,), how=action.how)
        play.push(walking, Leaving(units=action.subject, hex=action.object))


EXIT = Exit()


class Leaving(Step, frozen=True, kw_only=True):
    """Units on the map edge leave the map, unless something stopped them on the way."""

    units: tuple[str, ...]
    hex: str

    def run(self, play: ItPlay) -> None:
        """Remove the units, close exit roads to the Allies and start the withholding of reinforcements."""
        play.pop()
        gone = [uid for uid in self.units if play.units[uid].at == self.hex]
        if not gone:
            return
        for uid in gone:
            passage.leave(play, uid)
            play.put(uid, at=EXITED, reserve=False)
            play.edit("exited")[uid] = self.hex
            play.tell(UnitRemoved(uid, EXITED))
        roads = exit_roads(play.rules, self.hex)
        if not roads:
            return
        passage.cross_meuse(play)
        closed = tuple(road for road in roads if road not in play.closed_exits)
        if closed:
            play.set(closed_exits=(*play.closed_exits, *closed))
            text = say("Roads closed to the Allies: {roads}.", roads=", ".join(closed))
            play.tell(FactChanged("closed_exits", " ".join(play.closed_exits), text))
        edge = next(road.edge for road in play.rules.tables.exit_roads.roads if road.id == roads[0])
        regiments = tuple(is_regiment(play.units[uid], play.roster[uid]) for uid in gone)
        play.push(Denying(edge=edge, regiments=regiments))


# ---- withholding -------------------------------------------------------------------------------------------------------
class Denying(Step, frozen=True, kw_only=True):
    """14.0k: for each unit that left by a Victory Point Exit road one of its size is withheld."""

    edge: str
    regiments: tuple[bool, ...]
    """For each unit that left whether it was a regiment."""

    def run(self, play: ItPlay) -> None:
        """Ask for the next one; nothing is asked when no arrival of that size is left."""
        if not self.regiments:
            play.pop()
            return
        play.swap(regiments=self.regiments[1:])
        units = _next_arrivals(play, self.edge, self.regiments[0])
        if units:
            play.push(Withholding(who=ALLIED, units=units))


def _next_arrivals(play: ItPlay, edge: str, regiment: bool) -> tuple[str, ...]:
    """14.0k-l, B58: the next Allied units of a size due on an edge, or if there are none, the next due anywhere. Units that
    arrive on a condition come last.
    """
    rules = play.rules
    edges = {road.letter: road.edge for road in rules.tables.entry_roads.roads}
    due = [
        uid
        for uid, unit in play.units.items()
        if unit.side == ALLIED
        and unit.at in rules.due_boxes
        and is_regiment(unit, play.roster[uid]) == regiment
    ]
    here = [uid for uid in due if edges.get(play.roster[uid].entry) == edge] or due
    when = {uid: rules.due_boxes[play.units[uid].at] or NEVER for uid in here}
    first = min(when.values(), default=NEVER)
    return tuple(uid for uid in here if when[uid] == first)


class Withhold(Pick["ItSeat", "Withholding", "ItPlay"]):
    """Name the reinforcement that will not come."""

    name = "withhold"
    label = say("Withhold")
    help = say("This unit will never enter the map.")
    rule = "14.0k"

    def among(self, seat: ItSeat, step: Withholding) -> Sequence[str]:
        return step.units

    def unfit(self, seat: ItSeat, step: Withholding | None, ref: str) -> Iterator[Reason]:
        """Only one of the next arrivals of the size."""
        if step is None:
            text = say(
                "Reinforcements are withheld only when German units leave by a Victory Point Exit road."
            )
            yield Reason("14.0k", text)
        elif ref not in step.units:
            yield Reason("B58", say("Choose one of the next arrivals of the same size."))

    def do(self, play: ItPlay, step: Withholding, action: Action) -> None:
        """14.0m: for good."""
        play.pop()
        play.put(action.subject[0], at=WITHHELD)
        play.tell(UnitRemoved(action.subject[0], WITHHELD))


WITHHOLD = Withhold()


class Withholding(Ask, frozen=True, kw_only=True):
    """The Allied player names the arrival that is withheld (SEQ.MOVE.withhold)."""

    units: tuple[str, ...]
    verbs: ClassVar = (WITHHOLD,)

    def say(self, seat: ItSeat) -> Say:
        return say("A German unit has left by a Victory Point Exit: choose the reinforcement to be withheld.")
