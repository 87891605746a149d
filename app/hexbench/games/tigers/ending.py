"""Ending a phase or a question: one verb for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Target, say
from hexbench.engine.verb import Verb

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay, TgSeat


class Phase(Ask, frozen=True, kw_only=True):
    """A question or a phase that its player ends himself."""

    def duties(self, seat: TgSeat) -> Iterator[Reason]:
        """What must be done before it can end."""
        return iter(())

    def close(self, play: TgPlay) -> None:
        """What happens when it ends: here it leaves the stack."""
        play.pop()


class End(Verb["TgSeat", Phase, "TgPlay"]):
    """End the phase."""

    name = "end"
    label = say("Done")
    ends = True
    risk = "handover"
    help = say("End this phase and go on to the next; it may not be taken up again.")

    def offer(self, seat: TgSeat, step: Phase) -> Offer | None:
        """Once nothing is left that must be done."""
        return None if any(self.reasons(seat, step, Action(self.name))) else Offer(self.name)

    def targets(self, seat: TgSeat, step: Phase, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing to choose."""
        if not subject and not any(self.reasons(seat, step, Action(self.name))):
            yield Target(rules=("TG-SEQ-01",))

    def reasons(self, seat: TgSeat, step: Phase | None, action: Action) -> Iterator[Reason]:
        """It takes no subject and no object, and some phases have duties."""
        if action.subject or action.object or action.how or action.via:
            yield Reason("TG-SEQ-01", say("Ending a phase needs no unit and no target."))
        if step is not None:
            yield from step.duties(seat)

    def do(self, play: TgPlay, step: Phase, action: Action) -> None:
        """Close it."""
        step.close(play)


END = End()
