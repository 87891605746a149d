"""Chapter 3 of Patrol: advancing hex by hex. The rest of the route is on the stack, so that fire can come in between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.atlas.arcs import POINT
from hexbench.atlas.reach import FREE, Obstacles, Reach, reach, walk
from hexbench.engine.events import Revealed, UnitMoved, UnitStopped
from hexbench.engine.state import Step
from hexbench.engine.values import Action, Offer, Reason, Target, say
from hexbench.engine.verb import Verb
from tests.toys.patrol.acting import fresh, spend, unfit
from tests.toys.patrol.fire import open_window
from tests.toys.patrol.kit import PatrolPlay, PatrolSeat
from tests.toys.patrol.pieces import Squad, foe

if TYPE_CHECKING:
    from tests.toys.patrol.sequence import Activation

BUDGET = 4 * POINT
"""Twelfths a squad may spend [3.1]."""


class AdvanceSquad(Verb["PatrolSeat", "Activation", "PatrolPlay"]):
    """Advance a squad [3.1]."""

    name = "advance"
    label = say("Advance")
    subject = "unit"
    object = "hex"

    def offer(self, seat: PatrolSeat, step: Activation) -> Offer | None:
        """The fresh squads."""
        ready = fresh(seat, step.who)
        return Offer(self.name, ready) if ready else None

    def reach(self, seat: PatrolSeat, unit: Squad) -> Reach:
        """Where a squad can go, as far as this seat knows."""
        key = ("reach", unit.side, unit.at)
        found: Reach | None = seat.memo.get(key)
        if found is None:
            start = seat.rules.atlas.index[unit.at]
            found = reach(seat.rules.arcs, self._ground(seat, unit.side), FREE, start, BUDGET)
            seat.memo[key] = found
        return found

    def _ground(self, seat: PatrolSeat, side: str) -> Obstacles:
        atlas = seat.rules.atlas
        shut = [i for i, h in enumerate(atlas.labels) if seat.enemy_in_sight(side, h) or seat.full(side, h)]
        return Obstacles(bytes(len(atlas.labels)), shut)

    def targets(self, seat: PatrolSeat, step: Activation, subject: tuple[str, ...]) -> Iterator[Target]:
        """Every hex within reach."""
        if any(unfit(seat, step.who, subject)):
            return
        labels = seat.rules.atlas.labels
        found = self.reach(seat, seat.s.units[subject[0]])
        for i, path in found.paths().items():
            if path:
                yield Target(labels[i], "", tuple([labels[j] for j in path]), found.costs[i])

    def settle(self, seat: PatrolSeat, step: Activation, action: Action) -> Action:
        """The cheapest route, if none was given."""
        if action.via:
            return action
        atlas = seat.rules.atlas
        path = self.reach(seat, seat.s.units[action.subject[0]]).path(atlas.index[action.object])
        return replace(action, via=tuple(atlas.labels[i] for i in path))

    def reasons(self, seat: PatrolSeat, step: Activation | None, action: Action) -> Iterator[Reason]:
        """Why a squad may not, or not there."""
        yield from unfit(seat, step.who if step else None, action.subject)
        atlas, to = seat.rules.atlas, action.object
        unknown = [h for h in (to, *action.via) if h not in atlas.index]
        if unknown:
            yield seat.rules.missing(f"hex {unknown[0]}")
            return
        unit = seat.s.units.get(action.subject[0]) if action.subject else None
        if unit is None or not unit.on_map:
            return
        if to == unit.at:
            yield Reason("3.1", say("It is already in that hex."), (to,))
        elif seat.enemy_in_sight(unit.side, to):
            yield Reason("3.2", say("An enemy is in sight there."), (to,))
        elif seat.full(unit.side, to):
            yield Reason("3.2", say("There is no more room."), (to,))
        elif action.via:
            yield from self._bad_way(seat, unit, action)
        elif atlas.index[to] not in self.reach(seat, unit):
            yield Reason("3.1", say("It lies beyond four points."), (to,))

    def _bad_way(self, seat: PatrolSeat, unit: Squad, action: Action) -> Iterator[Reason]:
        atlas = seat.rules.atlas
        way = [atlas.index[h] for h in action.via]
        found = walk(seat.rules.arcs, self._ground(seat, unit.side), FREE, atlas.index[unit.at], way, BUDGET)
        if action.via[-1] != action.object:
            yield Reason("3.1", say("The way ends elsewhere."), (action.via[-1],))
        elif found.refused is not None:
            rule = "3.2" if found.halt == "closed" else "3.1"
            yield Reason(rule, say("The way is not open."), (atlas.labels[found.refused],))

    def do(self, play: PatrolPlay, step: Activation, action: Action) -> None:
        """It begins to move, visibly."""
        spend(play)
        uid = action.subject[0]
        if play.units[uid].hidden:
            play.tell(Revealed(uid, play.units[uid].at))
        play.put(uid, hidden=False, tired=True)
        play.push(Moving(who=step.who, unit=uid, path=action.via))


ADVANCE = AdvanceSquad()


class Moving(Step, frozen=True, kw_only=True):
    """A moving squad of ``who``. ``path`` is the rest of its route."""

    who: str
    unit: str
    path: tuple[str, ...]

    def masked(self, side: str) -> Moving:
        """Only its own side knows where it is going [5.2]."""
        return self if side == self.who else replace(self, path=())

    def run(self, play: PatrolPlay) -> None:
        """Enter one hex, or end."""
        unit = play.units[self.unit]
        if not self.path or not unit.on_map:
            play.pop()
            return
        ahead = self.path[0]
        if play.has_hidden(foe(unit.side)):
            play.saw()  # a moving squad looks, even where there is nobody [2.3, 2.4]
        met = play.foes_at(unit.side, ahead)
        if met:
            for x in met:
                reveal(play, x)
            play.tell(
                UnitStopped(self.unit, unit.at, "2.4", say("It has met the enemy in {hex}.", hex=ahead))
            )
            play.pop()
            return
        play.put(self.unit, at=ahead)
        play.tell(UnitMoved(self.unit, (unit.at, ahead), "advance"))
        for hex_ in play.rules.atlas.near[ahead]:
            if play.rules.atlas.cell(hex_).terrain == "grass":
                for x in play.foes_at(unit.side, hex_):
                    reveal(play, x)
        play.swap(path=self.path[1:])
        open_window(play, self.unit)


def reveal(play: PatrolPlay, uid: str) -> None:
    """A hidden squad is revealed."""
    if play.units[uid].hidden:
        play.put(uid, hidden=False)
        play.tell(Revealed(uid, play.units[uid].at))
