"""Movement, engagements, artillery targets, demolition and building: in any order until RESOLVE (MOVE;
BK-MOV, BK-UI-12..25).

A drag is collect and deposit in one gesture; both can also be done separately, through the raster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.values import Action, Barrier, Check, Reason, Say, Target, say
from hexbench.engine.verb import LazyTargets, Verb
from hexbench.engine.verbs.kinds import Phase
from hexbench.games.blitzkrieg import bridging, checklist, engage, joining, raster
from hexbench.games.blitzkrieg.aim import AIM, STOP_AIMING
from hexbench.games.blitzkrieg.defining import DEFINE
from hexbench.games.blitzkrieg.moving_ways import go, places, reach_now, take_up, target
from hexbench.games.blitzkrieg.raster import COLLECT, DEPOSIT, NEXT, ROOM, chance
from hexbench.games.blitzkrieg.refusals import movable, why_not_by, why_not_collect, why_not_there

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.pieces import Unit
    from hexbench.games.blitzkrieg.seat import BkPlay, BkSeat

__all__ = [
    "COLLECT",
    "DEPOSIT",
    "MOVE",
    "MOVE_AGAIN",
    "NEXT",
    "ROOM",
    "VERBS",
    "Move",
    "MoveAgain",
    "Moving",
    "places",
    "reach_now",
    "target",
]


class Moving(Phase, frozen=True, kw_only=True):
    """The movement phase of one side."""

    phase: ClassVar[str] = "movement"

    def duties(self, seat: BkSeat) -> Iterator[Reason]:
        """The raster must be empty (BK-UI-31); held reinforcements wait in its box but are not in it."""
        if n := len(seat.s.raster):
            yield Reason("BK-UI-31", say("Place the units in the raster first: {n}.", n=n))
        yield from engage.owed(seat, self.who)

    def unfinished(self, seat: BkSeat) -> Iterable[Check]:
        """Units that have not moved, guns that are silent, what could be built or demolished."""
        return checklist.movement_left(seat)

    def say(self, seat: BkSeat) -> Say:
        """The prompt, with the number of units in the raster."""
        if n := len(seat.s.raster):
            return say("Place the units in the raster ({n}); move, engage, then resolve.", n=n)
        return say("Move, engage every enemy next to your units and aim artillery; then resolve.")

    def default(self, seat: BkSeat) -> Action | None:
        """Place the units in the raster, engage every contact, then resolve."""
        for uid in reversed(seat.s.raster):
            for found in DEPOSIT.targets(seat, self, (uid,)):
                return Action(DEPOSIT.name, (uid,), found.object, "", found.via)
        return engage.next_of_cover(seat, self.who) or Action(engage.RESOLVE.name)


# ---- verbs -----------------------------------------------------------------------------------------------------------
class Move(Verb["BkSeat", Moving, "BkPlay"]):
    """Collect and deposit in one gesture: units move from where they began the turn to a hex within reach."""

    name = "move"
    label = say("Move")
    help = say("Drag units to any hex they can reach from where they began the turn, as often as you like.")
    subject = "unit"
    object = "hex"
    joins = "stack"
    plain = True
    risk: ClassVar[Barrier] = "dice"
    back: ClassVar[bool] = False
    other: ClassVar[Say] = say("This unit has already moved this turn: use Move again.")

    def undo_barrier(self, seat: BkSeat, step: Moving) -> tuple[Barrier, bool]:
        """Infiltrators may call for dice (BK-INF-03, BK-INF-06, BK-INF-10)."""
        return chance(seat, step.who)

    def able(self, seat: BkSeat, step: Moving) -> Iterable[str]:
        """Every unit on the map that may be picked up and is where it began the turn."""
        units = seat.s.units
        return (u for u in movable(seat, step.who) if self.mine(units[u]))

    def mine(self, unit: Unit) -> bool:
        """Whether this verb is the one that moves the unit: its first move of the turn."""
        return unit.at == unit.start

    def targets(self, seat: BkSeat, step: Moving, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex with room that all of them can reach."""
        if any(self._bars(seat, step, subject)):
            return ()
        return LazyTargets(places(seat, subject), lambda i: target(seat, subject, i))

    def reasons(self, seat: BkSeat, step: Moving | None, action: Action) -> Iterator[Reason]:
        """Every rule that forbids this move."""
        yield from self._bars(seat, step, action.subject)
        yield from why_not_there(seat, action.subject, action.object)
        yield from why_not_by(seat, action.subject, action.object, action.via)

    def _bars(self, seat: BkSeat, step: Moving | None, subject: tuple[str, ...]) -> Iterator[Reason]:
        who = step.who if step is not None else seat.s.phasing
        if not subject:
            yield Reason("BK-MOV-07", say("Name the units that move."))
        known = [seat.s.units[u] for u in subject if u in seat.s.units]
        if len({unit.at for unit in known}) > 1:
            yield Reason("BK-MOV-07", say("Only units in the same hex can move together."))
        for uid in subject:
            yield from why_not_collect(seat, who, uid)
        for unit in known:
            if unit.on_map and not self.mine(unit):
                yield Reason("BK-MOV-07", self.other, unit.spot)

    def settle(self, seat: BkSeat, step: Moving, action: Action) -> Action:
        """Fill in the route of a single unit, if none was given, and put the units into the sequence of the
        order of battle.
        """
        subject = seat.board.in_order(action.subject)
        via = action.via or target(seat, subject, seat.rules.atlas.index[action.object]).via
        return Action(self.name, subject, action.object, "", via)

    def do(self, play: BkPlay, step: Moving, action: Action) -> None:
        """Place the units one by one; units that were engaged or aiming no longer are (BK-MOV-21).

        An infiltrator may lead some of them astray; the others still move (BK-INF-06, BK-INF-10).
        """
        for uid in action.subject:
            if take_up(play, uid):
                go(play, uid, action.object, action.via)


class MoveAgain(Move):
    """The same for units that have already moved: as often as the player wants (BK-MOV-07)."""

    name = "move_again"
    label = say("Move again")
    help = say(
        "Move a unit that has already moved: back to the hex where it began the turn, or to "
        "any hex it can reach from there."
    )
    back = True
    other = say("This unit has not moved yet this turn.")

    def mine(self, unit: Unit) -> bool:
        """Units that have left the hex in which they began the turn."""
        return unit.at != unit.start


MOVE: Final = Move()
MOVE_AGAIN: Final = MoveAgain()
VERBS: Final = (
    MOVE,
    MOVE_AGAIN,
    *raster.VERBS,
    *joining.VERBS,
    *bridging.VERBS,
    AIM,
    STOP_AIMING,
    DEFINE,
    *engage.VERBS,
)
Moving.verbs = VERBS
