"""Chapter 9 of Ridge: victors advance."""

from __future__ import annotations

from collections.abc import Iterator

from hexbench.engine.events import UnitMoved
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from tests.toys.ridge.kit import LIMIT, RidgePlay, RidgeSeat
from tests.toys.ridge.victory import take_hill


def may_advance(view: RidgeSeat | RidgePlay, units: tuple[str, ...], into: str) -> tuple[str, ...]:
    """Those of ``units`` that may still advance [9.1]. A seat and a play both know units and board."""
    if len(view.board.units_at(into)) >= LIMIT:
        return ()
    known = view.s.units if isinstance(view, RidgeSeat) else view.units
    return tuple(x for x in units if known[x].at != into)


class GoIn(Verb["RidgeSeat", "Advance", "RidgePlay"]):
    """Advance a unit [9.1]."""

    name = "advance"
    label = say("Advance")
    subject = "unit"

    def offer(self, seat: RidgeSeat, step: Advance) -> Offer | None:
        """The victors that are not in the hex."""
        return Offer(self.name, may_advance(seat, step.units, step.into))

    def targets(self, seat: RidgeSeat, step: Advance, subject: tuple[str, ...]) -> Iterator[Target]:
        """Nothing more to choose: there is one hex."""
        if not any(self.reasons(seat, step, Action(self.name, subject))):
            yield Target()

    def reasons(self, seat: RidgeSeat, step: Advance | None, action: Action) -> Iterator[Reason]:
        """Only a victor, and only if there is room."""
        fit = action.subject if step is None else may_advance(seat, step.units, step.into)
        if len(action.subject) != 1 or action.subject[0] not in fit:
            yield Reason("9.1", say("Only a victor of this combat may advance, where there is room."))

    def do(self, play: RidgePlay, step: Advance, action: Action) -> None:
        """It takes the hex."""
        uid = action.subject[0]
        start = play.units[uid].at
        play.put(uid, at=step.into)
        play.tell(UnitMoved(uid, (start, step.into), "advance"))
        take_hill(play, step.into)
        if not may_advance(play, step.units, step.into):
            play.pop()


class Stay(Verb["RidgeSeat", "Advance", "RidgePlay"]):
    """Do not advance any more [9.2]."""

    name = "stay"
    label = say("Stay")

    def do(self, play: RidgePlay, step: Advance, action: Action) -> None:
        """The advance is over."""
        play.pop()


GO_IN, STAY = GoIn(), Stay()


class Advance(Ask, frozen=True, kw_only=True):
    """Which unit advances into the vacated hex."""

    units: tuple[str, ...]
    into: str
    verbs = (GO_IN, STAY)

    def say(self, seat: RidgeSeat) -> Say:
        """The prompt."""
        return say("Advance into {hex}?", hex=self.into)
