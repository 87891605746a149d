"""Chapter 7 of Ridge: the owner chooses who loses a step."""

from __future__ import annotations

from collections.abc import Iterator

from hexbench.engine.events import FactChanged, StepLost, UnitRemoved
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from tests.toys.ridge.kit import RidgePlay, RidgeSeat
from tests.toys.ridge.pieces import ELIMINATED


def lose_step(play: RidgePlay, uid: str) -> None:
    """A unit loses a step; the last one eliminates it and its chit goes back into the cup [7.2]."""
    unit = play.units[uid]
    lost = play.lost[unit.side] + 1
    play.edit("lost")[unit.side] = lost
    if unit.steps > 1:
        play.put(uid, steps=unit.steps - 1)
        play.tell(StepLost(uid, unit.steps - 1))
    else:
        if unit.chit is not None:
            play.set(cup=tuple(sorted((*play.cup, unit.chit))))
        play.put(uid, at=ELIMINATED, steps=0, drawn=False, chit=None)
        play.tell(UnitRemoved(uid, ELIMINATED))
    play.tell(
        FactChanged(f"lost.{unit.side}", str(lost), say("{side} has lost {n}.", side=unit.side, n=lost))
    )


class Suffer(Verb["RidgeSeat", "TakeLoss", "RidgePlay"]):
    """Take the loss on a unit [7.1]."""

    name = "lose"
    label = say("Lose a step")
    subject = "unit"

    def offer(self, seat: RidgeSeat, step: TakeLoss) -> Offer | None:
        """The units in the combat."""
        return Offer(self.name, step.among)

    def targets(self, seat: RidgeSeat, step: TakeLoss, subject: tuple[str, ...]) -> Iterator[Target]:
        """Nothing more to choose."""
        if not any(self.reasons(seat, step, Action(self.name, subject))):
            yield Target(rules=("7.2",))

    def reasons(self, seat: RidgeSeat, step: TakeLoss | None, action: Action) -> Iterator[Reason]:
        """Only a unit of this combat."""
        if len(action.subject) != 1 or (step is not None and action.subject[0] not in step.among):
            yield Reason("7.1", say("One unit of this combat loses the step."))

    def do(self, play: RidgePlay, step: TakeLoss, action: Action) -> None:
        """It loses the step."""
        play.pop()
        lose_step(play, action.subject[0])


SUFFER = Suffer()


class TakeLoss(Ask, frozen=True, kw_only=True):
    """Which of ``among`` loses the step."""

    among: tuple[str, ...]
    verbs = (SUFFER,)

    def say(self, seat: RidgeSeat) -> Say:
        """The prompt."""
        return say("Choose the unit that loses a step.")
