"""Movement, engagements, artillery targets, works: freely interleaved until RESOLVE (MOVE; BK-MOV, BK-UI-12..25).

A drag is collect and deposit in one gesture; both can also be done by themselves, through the raster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import UnitMoved, UnitPlaced
from hexbench.engine.phases import Phase
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.ways import Ways
from hexbench.games.blitzkrieg import engage, harm, passage
from hexbench.games.blitzkrieg.aim import AIM, STOP_AIMING
from hexbench.games.blitzkrieg.pieces import RASTER
from hexbench.games.blitzkrieg.refusals import LIMIT, movable, why_not_collect, why_not_there

if TYPE_CHECKING:
    from hexbench.atlas.reach import Reach
    from hexbench.games.blitzkrieg.hands import BkPlay, BkSeat
    from hexbench.games.blitzkrieg.pieces import Unit

ROOM: Final = 27
"""Units the raster holds (BK-UI-13)."""


class Moving(Phase, frozen=True, kw_only=True):
    """The movement phase of one side."""

    phase: ClassVar[str] = "movement"

    def duties(self, seat: BkSeat) -> Iterator[Reason]:
        """The raster must be empty but for held reinforcements (BK-UI-31)."""
        waiting = [u for u in seat.s.raster if u not in seat.s.held]
        if waiting:
            yield Reason(
                "BK-UI-31",
                say("{n} units are still in the raster: put them down first.", n=len(waiting)),
            )
        yield from engage.missing(seat.rules, seat.s, seat.board, self.who)

    def default(self, seat: BkSeat) -> Action | None:
        """Put down what is in the raster, engage every contact, then resolve."""
        for uid in reversed(seat.s.raster):
            for found in DEPOSIT.targets(seat, self, (uid,)):
                return Action(DEPOSIT.name, (uid,), found.object, "", found.via)
        return engage.next_of_cover(seat, self.who) or Action(engage.RESOLVE.name)


# ---- where a unit can go ---------------------------------------------------------------------------------------------
def reach_now(seat: BkSeat, uid: str) -> Reach:
    """Where a unit can go from the hex it began its turn in."""
    found: Reach | None = seat.memo.get(("reach", uid))
    if found is None:
        side = seat.s.units[uid].side
        ground = seat.memo.get(("ground", side))
        if ground is None:
            ground = seat.memo["ground", side] = passage.ground(seat.rules, seat.s, seat.board, side)
        start = seat.s.units[uid].start
        found = seat.memo["reach", uid] = passage.reach_of(
            seat.rules, seat.s, seat.board, uid, start, shared=ground
        )
    return found


def places(seat: BkSeat, subject: tuple[str, ...]) -> list[int]:
    """The hexes where all of them can be put down, cheapest first for the first of them (BK-MOV-08, BK-MOV-09)."""
    if not subject:
        return []
    reaches = [reach_now(seat, uid) for uid in subject]
    index = seat.rules.atlas.index
    here = {index[seat.s.units[uid].at] for uid in subject if seat.s.units[uid].on_map}
    labels = seat.rules.atlas.labels
    found = []
    for i in reaches[0]:
        if i in here and len(here) == 1:
            continue
        if any(i not in reach for reach in reaches[1:]):
            continue
        others = [u for u in seat.board.at.get(labels[i], ()) if u not in subject]
        if len(others) + len(subject) <= LIMIT:
            found.append(i)
    return found


def target(seat: BkSeat, subject: tuple[str, ...], i: int) -> Target:
    """One hex they can be put down in."""
    reach = reach_now(seat, subject[0])
    labels = seat.rules.atlas.labels
    cost = max(reach_now(seat, uid).costs[i] for uid in subject)
    via = tuple(labels[j] for j in reach.path(i)) if len(subject) == 1 else ()
    return Target(labels[i], "", via, cost)


# ---- verbs -----------------------------------------------------------------------------------------------------------
class Move(Verb["BkSeat", Moving, "BkPlay"]):
    """Collect and deposit in one gesture: units go from where they began the turn to a hex in their reach."""

    name = "move"
    label = say("Move")
    help = say("Drag units to any hex they can reach from where they began the turn, as often as you like.")
    subject = "unit"
    object = "hex"
    back: ClassVar[bool] = False
    other: ClassVar[Say] = say("It has moved in this turn: it can be moved again.")

    def offer(self, seat: BkSeat, step: Moving) -> Offer | None:
        """Every unit on the map that may be taken up and stands where it began the turn."""
        units = seat.s.units
        able = tuple(u for u in movable(seat, step.who) if self.mine(units[u]))
        return Offer(self.name, able, joins="stack", back=self.back) if able else None

    def mine(self, unit: Unit) -> bool:
        """Whether this verb is the one that moves it: its first move of the turn."""
        return unit.at == unit.start

    def targets(self, seat: BkSeat, step: Moving, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex within reach of all of them with room."""
        if any(self._bars(seat, step, subject)):
            return ()
        return Ways(places(seat, subject), lambda i: target(seat, subject, i))

    def reasons(self, seat: BkSeat, step: Moving | None, action: Action) -> Iterator[Reason]:
        """Every rule that forbids this move."""
        yield from self._bars(seat, step, action.subject)
        yield from why_not_there(seat, action.subject, action.object)

    def _bars(self, seat: BkSeat, step: Moving | None, subject: tuple[str, ...]) -> Iterator[Reason]:
        who = step.who if step is not None else seat.s.phasing
        if not subject:
            yield Reason("BK-MOV-07", say("Name the units that move."))
        known = [seat.s.units[u] for u in subject if u in seat.s.units]
        if len({unit.at for unit in known}) > 1:
            yield Reason("BK-MOV-07", say("Only units of one hex move together."))
        for uid in subject:
            yield from why_not_collect(seat, who, uid)
        for unit in known:
            if unit.on_map and not self.mine(unit):
                yield Reason("BK-MOV-07", self.other, unit.spot)

    def settle(self, seat: BkSeat, step: Moving, action: Action) -> Action:
        """The route of a single unit, and the order of battle's order."""
        order = seat.board.rank
        subject = tuple(sorted(action.subject, key=order.__getitem__))
        via = target(seat, subject, seat.rules.atlas.index[action.object]).via
        return Action(self.name, subject, action.object, "", via)

    def do(self, play: BkPlay, step: Moving, action: Action) -> None:
        """Put them down; whoever was engaged or aiming is so no longer (BK-MOV-21)."""
        for uid in action.subject:
            harm.drop_from_engagements(play, uid)
            unit = play.units[uid]
            path = (unit.start, *action.via) if action.via else (unit.at, action.object)
            play.put(uid, at=action.object)
            play.tell(UnitMoved(uid, path))


class MoveAgain(Move):
    """The same for units that have moved: as often as their player likes (BK-MOV-07)."""

    name = "move_again"
    label = say("Move again")
    help = say(
        "Put a unit that has moved elsewhere, back where it began the turn, or anywhere in its reach from there."
    )
    back = True
    other = say("It has not moved in this turn yet.")

    def mine(self, unit: Unit) -> bool:
        """Those that have left the hex they began the turn in."""
        return unit.at != unit.start


class Collect(Verb["BkSeat", Moving, "BkPlay"]):
    """BK-UI-12: a unit leaves the map and goes to the raster."""

    name = "collect"
    label = say("Collect")
    help = say("Take a unit up into the raster; it leaves its engagement.")
    subject = "unit"

    def offer(self, seat: BkSeat, step: Moving) -> Offer | None:
        """Units that may be taken up, as long as the raster has room (BK-UI-13)."""
        able = movable(seat, step.who)
        return Offer(self.name, able, back=True) if able and len(seat.s.raster) < ROOM else None

    def targets(self, seat: BkSeat, step: Moving, subject: tuple[str, ...]) -> Iterable[Target]:
        """Into the raster."""
        if len(subject) == 1 and not any(self.reasons(seat, step, Action(self.name, subject))):
            yield Target(rules=("BK-UI-12",))

    def reasons(self, seat: BkSeat, step: Moving | None, action: Action) -> Iterator[Reason]:
        """Why it may not be taken up."""
        who = step.who if step is not None else seat.s.phasing
        if len(action.subject) != 1:
            yield Reason("BK-UI-12", say("Units are collected one by one."))
        for uid in action.subject:
            yield from why_not_collect(seat, who, uid)
        if len(seat.s.raster) >= ROOM:
            yield Reason("BK-UI-13", say("The raster holds {n} units and is full.", n=ROOM))

    def do(self, play: BkPlay, step: Moving, action: Action) -> None:
        """Take it up."""
        uid = action.subject[0]
        harm.drop_from_engagements(play, uid)
        box = RASTER[step.who]
        play.put(uid, at=box)
        play.set(raster=(*play.raster, uid))
        play.tell(UnitPlaced(uid, box))


class Deposit(Verb["BkSeat", Moving, "BkPlay"]):
    """BK-UI-14: the last unit of the raster is put down."""

    name = "deposit"
    label = say("Deposit")
    help = say("Put the unit in hand down in a hex it can reach from where it began the turn.")
    subject = "unit"
    object = "hex"

    def offer(self, seat: BkSeat, step: Moving) -> Offer | None:
        """The last unit of the raster; any may be asked for by name, which is Next and Deposit in one."""
        able = tuple(u for u in reversed(seat.s.raster) if u not in seat.s.held and seat.s.units[u].start)
        return Offer(self.name, able) if able else None

    def targets(self, seat: BkSeat, step: Moving, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex within its reach with room."""
        if len(subject) != 1 or any(self._waits(seat, subject)):
            return ()
        return Ways(places(seat, subject), lambda i: target(seat, subject, i))

    def reasons(self, seat: BkSeat, step: Moving | None, action: Action) -> Iterator[Reason]:
        """Why it may not be put down there."""
        if len(action.subject) != 1:
            yield Reason("BK-UI-14", say("Units are put down one by one."))
            return
        yield from self._waits(seat, action.subject)
        yield from why_not_there(seat, action.subject, action.object)

    def _waits(self, seat: BkSeat, subject: tuple[str, ...]) -> Iterator[Reason]:
        for uid in subject:
            if uid not in seat.s.raster or uid in seat.s.held:
                yield Reason("BK-UI-14", say("Only a unit of the raster can be put down."))
            elif not seat.s.units[uid].start:
                yield Reason("BK-UI-26", say("A reinforcement is put down in the reinforcement phase."))

    def settle(self, seat: BkSeat, step: Moving, action: Action) -> Action:
        """Its route."""
        via = target(seat, action.subject, seat.rules.atlas.index[action.object]).via
        return Action(self.name, action.subject, action.object, "", via)

    def do(self, play: BkPlay, step: Moving, action: Action) -> None:
        """Put it down."""
        uid = action.subject[0]
        play.set(raster=tuple(u for u in play.raster if u != uid))
        play.put(uid, at=action.object)
        play.tell(UnitPlaced(uid, action.object))


class Next(Verb["BkSeat", Moving, "BkPlay"]):
    """BK-UI-25: every unit of the raster moves up one place, the last becomes the first."""

    name = "next"
    label = say("Next")
    help = say("Take the next unit of the raster in hand.")

    def offer(self, seat: BkSeat, step: Moving) -> Offer | None:
        """With more than one unit in it."""
        return Offer(self.name, back=True) if len(seat.s.raster) > 1 else None

    def targets(self, seat: BkSeat, step: Moving, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing to choose."""
        if len(seat.s.raster) > 1 and not subject:
            yield Target(rules=("BK-UI-25",))

    def reasons(self, seat: BkSeat, step: Moving | None, action: Action) -> Iterator[Reason]:
        """The raster holds fewer than two."""
        if len(seat.s.raster) < 2:
            yield Reason("BK-UI-25", say("The raster holds no other unit."))

    def do(self, play: BkPlay, step: Moving, action: Action) -> None:
        """Turn the raster."""
        play.set(raster=(play.raster[-1], *play.raster[:-1]))


MOVE = Move()
MOVE_AGAIN = MoveAgain()
COLLECT = Collect()
DEPOSIT = Deposit()
NEXT = Next()
VERBS: Final = (MOVE, MOVE_AGAIN, COLLECT, DEPOSIT, NEXT, AIM, STOP_AIMING, *engage.VERBS)
Moving.verbs = VERBS
