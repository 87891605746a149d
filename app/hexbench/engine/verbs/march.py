"""Moving one unit through enemy zones: one verb for every game that moves units one by one. Games supply prices and limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from hexbench.atlas.arcs import POINT
from hexbench.atlas.reach import FREE, Moods, Obstacles, Reach, reach, walk
from hexbench.engine.events import UnitMoved
from hexbench.engine.values import Action, Offer, Reason, Target, counted, say
from hexbench.engine.verb import Verb

STOP: Moods = Moods(((((0, 0), (0, 1)), ((0, 0), None)), ((None, None), (None, None))))
"""The commonest table: an enemy zone ends the move, and no step leads from zone to zone."""
_FAR = 999 * POINT


class March(Verb[Any, Any, Any]):
    """Move one unit. ``rules`` names the clauses: who, far, zone, enemy, room, route."""

    name = "move"
    label = say("Move")
    subject = "unit"
    object = "hex"
    moods: ClassVar[Moods] = STOP
    rules: ClassVar[Mapping[str, str]]

    # ---- supplied by the game
    def unfit(self, seat: Any, step: Any, uid: str) -> Iterator[Reason]:
        """Why a unit may not move at all."""
        return iter(())

    def budget(self, seat: Any, uid: str) -> int:
        """Twelfths it may spend."""
        raise TypeError("a march has a budget")

    def room(self, seat: Any, uid: str, at: str) -> bool:
        """Whether there is room for it to end in a hex."""
        return True

    def moved(self, play: Any, uid: str, action: Action) -> None:
        """It is there: mark it as moved, and do whatever else depends on it."""

    # ---- the same in every game
    def reach(self, seat: Any, uid: str, *, zones: bool = True, far: bool = False) -> Reach:
        """Where a unit can go; ``zones=False`` and ``far`` remove an obstacle, to find the clause to name."""
        key = ("march", uid, zones, far)
        found: Reach | None = seat.memo.get(key)
        if found is None:
            start = seat.rules.atlas.index[seat.s.units[uid].at]
            moods, budget = self.moods if zones else FREE, _FAR if far else self.budget(seat, uid)
            found = seat.memo[key] = reach(
                seat.rules.arcs, self.ground(seat, uid, zones), moods, start, budget
            )
        return found

    def ground(self, seat: Any, uid: str, zones: bool = True) -> Obstacles:
        """Enemy zones are class 1, enemy units close a hex; the same for all units of a side."""
        side = seat.s.units[uid].side
        key = ("march ground", side, zones)
        found: Obstacles | None = seat.memo.get(key)
        if found is None:
            found = seat.memo[key] = self._ground(seat, side, zones)
        return found

    def _ground(self, seat: Any, side: str, zones: bool) -> Obstacles:
        index, units = seat.rules.atlas.index, seat.s.units.values()
        closed = [index[u.at] for u in units if u.side != side and u.on_map]
        return Obstacles(
            [int(zones and seat.board.in_enemy_zone(side, i)) for i in range(len(index))], closed
        )

    def offer(self, seat: Any, step: Any) -> Offer | None:
        """The units that are fit."""
        able = tuple(u for u in seat.s.units if not any(self.unfit(seat, step, u)))
        return Offer(self.name, able) if able else None

    def targets(self, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex in reach with room."""
        if len(subject) == 1 and subject[0] in seat.s.units and not any(self.unfit(seat, step, subject[0])):
            labels, found = seat.rules.atlas.labels, self.reach(seat, subject[0])
            for i, path in found.paths().items():
                if path and self.room(seat, subject[0], labels[i]):
                    yield Target(labels[i], via=tuple(labels[j] for j in path), cost=found.costs[i])

    def reasons(self, seat: Any, step: Any, action: Action) -> Iterator[Reason]:
        """Why a unit may not move, or not there."""
        unknown = next((f"unit {u}" for u in action.subject if u not in seat.s.units), "")
        if action.object not in seat.rules.atlas.index:
            unknown = unknown or f"hex {action.object or '-'}"
        if len(action.subject) != 1:
            yield Reason(self.rules["who"], say("Units move one at a time."))
        elif unknown:
            yield seat.rules.missing(unknown)
        else:
            unfit = tuple(self.unfit(seat, step, action.subject[0]))
            yield from unfit or self._not_there(seat, action.subject[0], action)

    def _not_there(self, seat: Any, uid: str, action: Action) -> Iterator[Reason]:
        """Find the clause by removing first the limit and then the zones."""
        to, unit, i = action.object, seat.s.units[uid], seat.rules.atlas.index[action.object]
        here = seat.board.units_at(to)
        if to == unit.at:
            yield Reason(self.rules["who"], say("It is already in that hex."), (to,))
        elif here and seat.s.units[here[0]].side != unit.side:
            yield Reason(self.rules["enemy"], say("An enemy unit is in that hex."), (to,))
        elif not self.room(seat, uid, to):
            yield Reason(self.rules["room"], say("There is no room in that hex."), (to,))
        elif action.via:
            yield from self._off_route(seat, uid, action)
        elif i in self.reach(seat, uid, far=True):
            if i not in self.reach(seat, uid):
                points = self.budget(seat, uid) // POINT
                text = counted(
                    points,
                    say("It is too far away for 1 movement point."),
                    say("It is too far away for {n} movement points.", n=points),
                )
                yield Reason(self.rules["far"], text, (to,))
        elif i in self.reach(seat, uid, zones=False, far=True):
            yield Reason(
                self.rules["zone"], say("Enemy zones of control block every route to that hex."), (to,)
            )
        else:
            yield Reason(self.rules["enemy"], say("Enemy units block every route to that hex."), (to,))

    def _off_route(self, seat: Any, uid: str, action: Action) -> Iterator[Reason]:
        index = seat.rules.atlas.index
        if any(at not in index for at in action.via) or action.via[-1] != action.object:
            yield Reason(self.rules["route"], say("The route does not lead to that hex."))
            return
        route, start = [index[at] for at in action.via], index[seat.s.units[uid].at]
        found = walk(
            seat.rules.arcs, self.ground(seat, uid), self.moods, start, route, self.budget(seat, uid)
        )
        if found.halt is not None and found.refused is not None:
            which = {"apart": "route", "price": "route", "closed": "enemy", "mood": "zone", "budget": "far"}[
                found.halt
            ]
            at = seat.rules.atlas.labels[found.refused]
            yield Reason(self.rules[which], say("The route is blocked at {at}.", at=at), (at,))

    def settle(self, seat: Any, step: Any, action: Action) -> Action:
        """The cheapest route."""
        atlas = seat.rules.atlas
        path = self.reach(seat, action.subject[0]).path(atlas.index[action.object])
        return replace(action, via=action.via or tuple(atlas.labels[i] for i in path))

    def do(self, play: Any, step: Any, action: Action) -> None:
        """Carry out the move."""
        uid = action.subject[0]
        start = play.units[uid].at
        play.put(uid, at=action.object)
        play.tell(UnitMoved(uid, (start, *action.via)))
        self.moved(play, uid, action)
