"""What a player does in the yard: one verb of every kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from hexbench.engine.events import FactChanged, Noted, UnitChanged, UnitMoved, UnitPlaced
from hexbench.engine.values import TWELFTHS, Action, Offer, Reason, Target, say
from hexbench.engine.verb import Verb
from tests.ui.yard.pieces import FOE

LIMIT = 2
PLANS = ("attack", "hold")


def price(atlas: Any, a: str, b: str) -> int:
    """The cost of a step between adjacent hexes, in twelfths."""
    if atlas.road(a, b):
        return TWELFTHS // 2
    base = {"forest": 2, "rough": 2}.get(atlas.cell(b).terrain, 1) * TWELFTHS
    return base + (TWELFTHS if "river" in atlas.kinds(a, b) else 0)


def ways(seat: Any, uid: str) -> dict[str, tuple[int, tuple[str, ...]]]:
    """hex -> (cost, path without the start) for one unit; enemy units close a hex."""
    kept: dict[str, tuple[int, tuple[str, ...]]] | None = seat.memo.get(("ways", uid))
    if kept is not None:
        return kept
    unit, atlas, board = seat.s.units[uid], seat.rules.atlas, seat.board
    found: dict[str, tuple[int, tuple[str, ...]]] = {unit.at: (0, ())}
    open_ = [unit.at]
    while open_:
        open_.sort(key=lambda h: found[h][0])
        at = open_.pop(0)
        cost, path = found[at]
        for onward in atlas.near[at]:
            foes = [u for u in board.units_at(onward) if seat.s.units[u].side != unit.side]
            total = cost + price(atlas, at, onward)
            if foes or total > unit.moves * TWELFTHS or total >= found.get(onward, (10**9, ()))[0]:
                continue
            found[onward] = (total, (*path, onward))
            open_.append(onward)
    del found[unit.at]
    seat.memo["ways", uid] = found
    return found


class March(Verb[Any, Any, Any]):
    """Units of one hex move to another."""

    name = "march"
    label = say("Move")
    help = say("Drag a counter to a lit hex.")
    subject = "unit"
    object = "hex"

    def offer(self, seat: Any, step: Any) -> Offer | None:
        """Units that have not acted."""
        free = tuple(
            u for u, m in seat.s.units.items() if m.side == step.who and m.on_map and not m.acted and m.moves
        )
        return Offer(self.name, free, "stack") if free else None

    def targets(self, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """What all of them can reach and have room in."""
        if not subject:
            return
        lead = min(subject, key=lambda u: seat.s.units[u].moves)
        for at, (cost, path) in ways(seat, lead).items():
            if next(self.reasons(seat, step, Action(self.name, subject, at)), None) is None:
                says = (say("Crosses the Run."),) if self._wet(seat, lead, path) else ()
                yield Target(at, via=path, cost=cost, says=says, rules=("Y2.1",))

    def _wet(self, seat: Any, uid: str, path: tuple[str, ...]) -> bool:
        line = (seat.s.units[uid].at, *path)
        return any(seat.rules.atlas.kinds(a, b) for a, b in pairwise(line))

    def reasons(self, seat: Any, step: Any, action: Action) -> Iterator[Reason]:
        """Everything against it."""
        units, at = seat.s.units, action.object
        if any(u not in units for u in action.subject) or not action.subject:
            yield Reason("Y1.1", say("There is no such unit."))
            return
        for uid in action.subject:
            man = units[uid]
            if step is not None and man.side != step.who:
                yield Reason("Y1.2", say("{unit} is not yours.", unit=man.name))
            if man.acted:
                yield Reason("Y1.3", say("{unit} has already acted in this phase.", unit=man.name))
            if not man.moves:
                yield Reason("Y1.5", say("{unit} cannot move.", unit=man.name))
        here = seat.board.units_at(at)
        if [u for u in here if units[u].side != units[action.subject[0]].side]:
            yield Reason("Y2.2", say("An enemy unit stands in {hex}.", hex=at), (at,))
        friends = [u for u in here if u not in action.subject]
        if len(friends) + len(action.subject) > LIMIT:
            yield Reason("Y3.1", say("No more than {n} units may stand in one hex.", n=LIMIT), (at,))
        if not units[action.subject[0]].on_map:
            yield Reason("Y1.4", say("{unit} is not on the map.", unit=units[action.subject[0]].name))
            return
        slow = [u for u in action.subject if at not in ways(seat, u)]
        for uid in slow:
            yield Reason("Y2.1", say("{unit} cannot reach {hex}.", unit=units[uid].name, hex=at))

    def settle(self, seat: Any, step: Any, action: Action) -> Action:
        """Fill in the route."""
        lead = min(action.subject, key=lambda u: seat.s.units[u].moves)
        return Action(self.name, action.subject, action.object, via=ways(seat, lead)[action.object][1])

    def do(self, play: Any, step: Any, action: Action) -> None:
        """Carry out the move."""
        for uid in action.subject:
            start = play.units[uid].at
            play.put(uid, at=action.object, acted=True)
            play.tell(UnitMoved(uid, (start, *action.via)))


class SetUp(Verb[Any, Any, Any]):
    """A unit in the tray is placed."""

    name = "set_up"
    label = say("Place")
    subject = "unit"
    object = "hex"

    def offer(self, seat: Any, step: Any) -> Offer | None:
        """The units in the tray, and those placed from it."""
        own = tuple(u for u, m in seat.s.units.items() if m.side == step.who and m.at.startswith("#tray"))
        return Offer(self.name, own) if own else None

    def targets(self, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """The three western columns."""
        for at in seat.rules.atlas.labels:
            if next(self.reasons(seat, step, Action(self.name, subject, at)), None) is None:
                yield Target(at)

    def reasons(self, seat: Any, step: Any, action: Action) -> Iterator[Reason]:
        """Room and place."""
        if any(u not in seat.s.units for u in action.subject):
            yield Reason("Y1.1", say("There is no such unit."))
            return
        if int(action.object[:2]) > 3:
            yield Reason("Y4.1", say("{hex} is not within three columns of the west rim.", hex=action.object))
        if len(seat.board.units_at(action.object)) >= LIMIT:
            yield Reason(
                "Y3.1", say("No more than {n} units may stand in one hex.", n=LIMIT), (action.object,)
            )

    def do(self, play: Any, step: Any, action: Action) -> None:
        """Place it."""
        for uid in action.subject:
            play.put(uid, at=action.object)
            play.tell(UnitPlaced(uid, action.object))


class Dig(Verb[Any, Any, Any]):
    """A unit digs in: a unit and nothing else."""

    name = "dig"
    label = say("Dig in")
    help = say("The unit may not move in this phase.")
    subject = "unit"

    def offer(self, seat: Any, step: Any) -> Offer | None:
        """The units that may."""
        free = tuple(
            u for u, m in seat.s.units.items() if m.side == step.who and m.on_map and not (m.acted or m.dug)
        )
        return Offer(self.name, free) if free else None

    def reasons(self, seat: Any, step: Any, action: Action) -> Iterator[Reason]:
        """Why a unit may not."""
        for uid in action.subject:
            if seat.s.units[uid].acted:
                yield Reason(
                    "Y1.3", say("{unit} has already acted in this phase.", unit=seat.s.units[uid].name)
                )

    def targets(self, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """One way, when it may."""
        if next(self.reasons(seat, step, Action(self.name, subject)), None) is None:
            yield Target()

    def do(self, play: Any, step: Any, action: Action) -> None:
        """Dig."""
        for uid in action.subject:
            play.put(uid, acted=True, dug=True)
            play.tell(UnitChanged(uid, "dug", "yes"))


class Span(Verb[Any, Any, Any]):
    """A bridge is built over a hexside: no subject, a hexside as object."""

    name = "span"
    label = say("Build a bridge")
    object = "side"

    def offer(self, seat: Any, step: Any) -> Offer | None:
        """Once a turn."""
        return Offer(self.name) if not seat.s.spans else None

    def targets(self, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """Over the river."""
        for side in seat.rules.atlas.sheet.hexsides:
            yield Target(side.side)

    def do(self, play: Any, step: Any, action: Action) -> None:
        """Build it."""
        play.set(spans=(*play.spans, action.object))
        play.tell(
            Noted("Y5.1", say("There is already a bridge at {side}.", side=action.object), (action.object,))
        )


class Pray(Verb[Any, Any, Any]):
    """A die is rolled: no subject, no object, and no undo."""

    name = "pray"
    label = say("Roll for luck")

    def do(self, play: Any, step: Any, action: Action) -> None:
        """Roll."""
        found = play.roll(say("Luck"), rule="Y6.1")
        luck = play.edit("luck")
        luck[step.who] += found
        play.tell(
            FactChanged(f"luck/{step.who}", str(luck[step.who]), say("Luck is now {n}.", n=luck[step.who]))
        )


class Plan(Verb[Any, Any, Any]):
    """A word is chosen: no subject, a choice as object. Only its side learns it if information is hidden."""

    name = "plan"
    label = say("Choose a plan")
    object = "choice"

    def offer(self, seat: Any, step: Any) -> Offer | None:
        """Once a turn."""
        return Offer(self.name) if step.who not in seat.s.plans else None

    def targets(self, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """Attack or hold."""
        for word in PLANS:
            yield Target(word)

    def do(self, play: Any, step: Any, action: Action) -> None:
        """Keep it."""
        play.edit("plans")[step.who] = action.object
        told = Noted("Y7.1", say("The plan is to {plan}.", plan=action.object))
        if play.rules.options.fog:
            play.tell_only(step.who, told)
        else:
            play.tell(told)


class Done(Verb[Any, Any, Any]):
    """The phase ends."""

    name = "end"
    label = say("End phase")
    ends = True

    def do(self, play: Any, step: Any, action: Action) -> None:
        """Go on to the next phase, turn, or the end."""
        play.rules.onward(play, FOE[step.who])
