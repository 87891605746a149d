"""Chapter 3 and 4 of Ridge: moving units and stacks through zones of control."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hexbench.atlas.arcs import POINT
from hexbench.atlas.reach import FREE, Moods, Reach, reach, walk
from hexbench.engine.events import UnitMoved
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from tests.toys.ridge.kit import LIMIT, RidgePlay, RidgeSeat
from tests.toys.ridge.pieces import Unit, foe
from tests.toys.ridge.victory import take_hill

_OPEN, _OUT = (0, 0), (POINT, 0)
ZONES = Moods((((_OPEN, (0, 1)), (_OUT, None)), ((None, None), (None, None))))
"""Mood 0 goes on, mood 1 has entered an enemy zone and stops [4.2]; leaving one costs a point [4.3], never to another [4.4]."""
_FAR = 99 * POINT


def points(twelfths: int) -> str:
    """A cost as players write it: 18 twelfths are "1 1/2"."""
    whole, rest = divmod(twelfths, POINT)
    half = "1/2" if rest else ""
    return f"{whole or ''} {half}".strip() or "0"


class MoveUnits(Verb["RidgeSeat", "Movement", "RidgePlay"]):
    """Move a unit or a stack [3.1]."""

    name = "move"
    label = say("Move")
    help = say("Move a unit, or a stack from one hex.")
    subject = "unit"
    object = "hex"

    def offer(self, seat: RidgeSeat, step: Movement) -> Offer | None:
        """The units on the map that have not moved."""
        ready = tuple(x for x, u in seat.s.units.items() if u.side == step.who and u.on_map and not u.moved)
        return Offer(self.name, ready, joins="stack") if ready else None

    def targets(self, seat: RidgeSeat, step: Movement, subject: tuple[str, ...]) -> Iterator[Target]:
        """Every hex within reach that has room."""
        if any(self._unfit(seat, step, subject)):
            return
        labels = seat.rules.atlas.labels
        found = self.reach(seat, subject)
        room = LIMIT - len(subject)
        for i, path in found.paths().items():
            to = labels[i]
            if path and len(seat.board.units_at(to)) <= room:
                yield Target(to, "", tuple([labels[j] for j in path]), found.costs[i])

    def reach(self, seat: RidgeSeat, subject: tuple[str, ...]) -> Reach:
        """Where the slowest unit of ``subject`` can go."""
        slow = min((seat.s.units[x] for x in subject), key=lambda u: u.mf)
        key = ("reach", slow.side, slow.at, slow.mf)
        found: Reach | None = seat.memo.get(key)
        if found is None:
            start = seat.rules.atlas.index[slow.at]
            found = reach(seat.rules.arcs, seat.ground(slow.side), ZONES, start, slow.mf * POINT)
            seat.memo[key] = found
        return found

    def settle(self, seat: RidgeSeat, step: Movement, action: Action) -> Action:
        """The cheapest route, if none was given."""
        if action.via:
            return action
        atlas = seat.rules.atlas
        path = self.reach(seat, action.subject).path(atlas.index[action.object])
        return replace(action, via=tuple(atlas.labels[i] for i in path))

    def _unfit(self, seat: RidgeSeat, step: Movement | None, subject: tuple[str, ...]) -> Iterator[Reason]:
        units = [seat.s.units.get(x) for x in subject]
        if not units:
            yield seat.rules.missing("unit named")
        for x, unit in zip(subject, units, strict=True):
            if unit is None:
                yield seat.rules.missing(f"unit {x}")
                continue
            if not unit.on_map:
                yield Reason("3.1", say("{unit} is not on the map.", unit=unit.name))
            if step is not None and unit.side != step.who:
                yield Reason("3.1", say("{unit} belongs to the other side.", unit=unit.name))
            if unit.moved:
                yield Reason("3.1", say("{unit} has moved already.", unit=unit.name))
        if len({u.at for u in units if u is not None}) > 1:
            yield Reason("3.1", say("A stack begins its move in one hex."))

    def reasons(self, seat: RidgeSeat, step: Movement | None, action: Action) -> Iterator[Reason]:
        """Why units may not move, or not there."""
        unfit = tuple(self._unfit(seat, step, action.subject))
        yield from unfit
        if action.object not in seat.rules.atlas.index:
            yield seat.rules.missing(f"hex {action.object}")
            return
        units = [seat.s.units[x] for x in action.subject if x in seat.s.units]
        if (
            len(units) < len(action.subject)
            or not units
            or not all(u.on_map and u.at == units[0].at for u in units)
        ):
            return
        if action.object == units[0].at:
            yield Reason("3.4", say("They stand there already."), (action.object,))
            return
        yield from self._not_there(seat, units, action)

    def _not_there(self, seat: RidgeSeat, units: list[Unit], action: Action) -> Iterator[Reason]:
        to, side = action.object, units[0].side
        if seat.holder(to) == foe(side):
            yield Reason("2.2", say("An enemy unit is in that hex."), (to,))
            return
        if len(seat.board.units_at(to)) + len(units) > LIMIT:
            yield Reason("2.1", say("No more than {limit} units may stand there.", limit=LIMIT), (to,))
        slow = min(units, key=lambda u: u.mf)
        if action.via:
            yield from self._bad_route(seat, slow, action)
        elif seat.rules.atlas.index[to] not in self.reach(seat, action.subject):
            yield from self._out_of_reach(seat, slow, to)

    def _out_of_reach(self, seat: RidgeSeat, slow: Unit, to: str) -> Iterator[Reason]:
        """Find the rule by removing first the limit and then the zones."""
        atlas, arcs = seat.rules.atlas, seat.rules.arcs
        start, end = atlas.index[slow.at], atlas.index[to]
        far = reach(arcs, seat.ground(slow.side), ZONES, start, _FAR)
        price = far.costs.get(end)
        if price is None:
            held = tuple(h for h in atlas.near[to] if seat.in_zone(h, foe(slow.side)))
            price = reach(arcs, seat.ground(slow.side, zones=False), FREE, start, _FAR).costs.get(end)
            if price is None:
                yield Reason("2.2", say("Enemy units block every route to that hex."), (to,))
                return
            yield Reason("4.4", say("Enemy zones of control block every route to that hex."), held)
        if price > slow.mf * POINT:
            yield Reason("3.3", _dear(price, slow.mf), (to,))

    def _bad_route(self, seat: RidgeSeat, slow: Unit, action: Action) -> Iterator[Reason]:
        """Why the player's own route is not possible."""
        atlas = seat.rules.atlas
        unknown = [h for h in action.via if h not in atlas.index]
        if unknown:
            yield seat.rules.missing(f"hex {unknown[0]}")
            return
        if action.via[-1] != action.object:
            yield Reason("3.4", say("The route does not end in {to}.", to=action.object), (action.via[-1],))
            return
        route = [atlas.index[h] for h in action.via]
        start = atlas.index[slow.at]
        found = walk(seat.rules.arcs, seat.ground(slow.side), ZONES, start, route, slow.mf * POINT)
        if found.halt is None or found.refused is None:
            return
        here = (atlas.labels[found.refused],)
        if found.halt == "apart":
            yield Reason("3.4", say("The route leaps to {to}.", to=here[0]), here)
        elif found.halt == "closed":
            yield Reason("2.2", say("An enemy stands on the route."), here)
        elif found.halt == "mood":
            stopped = bool(found.steps) and found.steps[-1].mood == 1
            yield Reason("4.2" if stopped else "4.4", say("An enemy zone of control cuts the route."), here)
        else:
            yield Reason("3.3", _dear(slow.mf * POINT + found.short, slow.mf), here)

    def do(self, play: RidgePlay, step: Movement, action: Action) -> None:
        """They are at the end of the route."""
        for x in action.subject:
            start = play.units[x].at
            play.put(x, at=action.object, moved=True)
            play.tell(UnitMoved(x, (start, *action.via)))
        take_hill(play, action.object)


def _dear(price: int, mf: int) -> Say:
    return say("The way costs {price} of {mf} movement points.", price=points(price), mf=mf)


class EndMovement(Verb["RidgeSeat", "Movement", "RidgePlay"]):
    """End the movement phase [1.1]."""

    name = "end_movement"
    label = say("End movement")
    ends = True

    def do(self, play: RidgePlay, step: Movement, action: Action) -> None:
        """The player turn continues."""
        play.pop()


MOVE, END_MOVEMENT = MoveUnits(), EndMovement()


class Movement(Ask, frozen=True, kw_only=True):
    """The movement phase of a side."""

    verbs = (MOVE, END_MOVEMENT)
    phase = "movement"

    def say(self, seat: RidgeSeat) -> Say:
        """The prompt."""
        return say("Move your units.")
