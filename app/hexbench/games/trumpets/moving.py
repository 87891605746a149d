"""Movement and building of one side (MOVE; TT-REC-03..07, TT-REC-15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.values import Action, Check, Offer, Reason, Say, Target, say
from hexbench.engine.verb import LazyTargets, Verb
from hexbench.engine.verbs.kinds import END, Phase
from hexbench.games.trumpets import building, casualties, checklist
from hexbench.games.trumpets.moving_ways import (
    any_movable,
    go,
    movable,
    places,
    target,
    why_not_move,
    why_not_there,
)

if TYPE_CHECKING:
    from hexbench.games.trumpets.seat import TtPlay, TtSeat


class Moving(Phase, frozen=True, kw_only=True):
    """Movement and building of one side (MOVE; TT-REC-03..07, TT-REC-15)."""

    phase: ClassVar[str] = "movement"

    def unfinished(self, seat: TtSeat) -> Iterable[Check]:
        """Units that have not moved, and units that could build."""
        return checklist.movement_left(seat)

    def say(self, seat: TtSeat) -> Say:
        """The prompt of the movement segment."""
        return say("Move units and build positions.")

    def default(self, seat: TtSeat) -> Action | None:
        """End movement and go on to combat."""
        return Action(END.name)


class Move(Verb["TtSeat", Moving, "TtPlay"]):
    """Move units of one hex together, each paying for itself; what is left may be spent later in the segment."""

    name = "move"
    label = say("Move")
    help = say(
        "Drag units from one hex to any hex they can reach; they may use whatever MF they have left later."
    )
    subject = "unit"
    object = "hex"
    plain = True

    def offer(self, seat: TtSeat, step: Moving) -> Offer | None:
        """Every unit that can still move."""
        able = movable(seat, step.who)
        return Offer(self.name, able, joins="stack") if able else None

    def may(self, seat: TtSeat, step: Moving) -> bool:
        """Whether any unit can move; stops at the first."""
        return any_movable(seat, step.who)

    def targets(self, seat: TtSeat, step: Moving, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex that all of the units can reach and stack in."""
        if not subject or any(why_not_move(seat, step.who, subject)):
            return ()
        return LazyTargets(places(seat, subject), lambda i: target(seat, subject, i))

    def reasons(self, seat: TtSeat, step: Moving | None, action: Action) -> Iterator[Reason]:
        """Every rule that forbids this move."""
        who = step.who if step is not None else seat.s.phasing
        bars = list(why_not_move(seat, who, action.subject))
        yield from bars
        if action.how:
            yield Reason("TT-SEQ-02", say("There is only one way to move."))
        if not any(bar.rule == "TT-SEQ-02" for bar in bars):
            yield from why_not_there(seat, who, action.subject, action.object, action.via)

    def settle(self, seat: TtSeat, step: Moving, action: Action) -> Action:
        """Sort the units in order of battle order, and fill in the route of a single unit."""
        subject = seat.board.in_order(action.subject)
        via = action.via or target(seat, subject, seat.rules.atlas.index[action.object]).via
        return Action(self.name, subject, action.object, "", via)

    def do(self, play: TtPlay, step: Moving, action: Action) -> None:
        """Move each unit and charge its cost."""
        for uid in action.subject:
            go(play, uid, action.object, action.via)
        casualties.tidy_engaged(play)


MOVE: Final = Move()
Moving.verbs = (MOVE, *building.VERBS, END)
