"""The turn of a player in the Action Phase: which action, with which unit (C.2, A2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hexbench.engine.events import Noted
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import AnyVerb, Verb
from hexbench.games.tide_of_iron import harm
from hexbench.games.tide_of_iron.acting import spend, spot, unfit
from hexbench.games.tide_of_iron.hands import TiPlay, TiSeat
from hexbench.games.tide_of_iron.pieces import Side

__all__ = ["END_PHASE", "FATIGUE", "Turn", "spend", "spot", "unfit"]


class FatigueUnit(Verb["TiSeat", "Turn", "TiPlay"]):
    """TI-ACT-21: do nothing with a fresh unit; it costs an action (B-CON-3: also when pinned or disrupted)."""

    name = "fatigue"
    label = say("Fatigue unit")
    subject = "unit"

    def offer(self, seat: TiSeat, step: Turn) -> Offer | None:
        """Every fresh unit."""
        ready = tuple(
            x
            for x, u in seat.s.units.items()
            if u.side == step.who and u.fresh and (u.on_map or u.inside)
        )
        return Offer(self.name, ready) if ready else None

    def targets(self, seat: TiSeat, step: Turn, subject: tuple[str, ...]) -> Iterator[Target]:
        """Nothing more to choose."""
        if not any(unfit(seat, step, subject)):
            yield Target(rules=("TI-ACT-21",))

    def reasons(self, seat: TiSeat, step: Turn | None, action: Action) -> Iterator[Reason]:
        """Who may not."""
        yield from unfit(seat, step, action.subject)

    def do(self, play: TiPlay, step: Turn, action: Action) -> None:
        """A fatigued token."""
        spend(play)
        harm.fatigue(play, action.subject[0])


class EndPhase(Verb["TiSeat", "Turn", "TiPlay"]):
    """TI-SEQ-10: declare the Action Phase over for oneself (B-SEQ-1)."""

    name = "end_phase"
    label = say("End my Action Phase")

    def do(self, play: TiPlay, step: Turn, action: Action) -> None:
        """The side is out for the phase."""
        play.tell(Noted("TI-SEQ-10", say("{side} is out of the Action Phase.", side=play.rules.side_name(step.who))))
        play.pop()
        play.swap(done=(*play.top.done, step.who))


FATIGUE, END_PHASE = FatigueUnit(), EndPhase()


class Turn(Ask, frozen=True, kw_only=True):
    """``left`` actions of ``who``; ``alone``: the other side is out and there is no limit (TI-SEQ-11)."""

    who: Side
    left: int
    alone: bool = False
    verbs: ClassVar[tuple[AnyVerb, ...]] = (FATIGUE, END_PHASE)
    phase: ClassVar[str] = "turn"

    def decider(self, s: object) -> str | None:
        """The player, while he has actions left."""
        return self.who if self.left or self.alone else None

    def say(self, seat: TiSeat) -> Say:
        """The prompt."""
        if self.alone:
            return say("Choose an action; the other side is out of the phase.")
        return say("Choose an action; {n} left in this turn.", n=self.left)
