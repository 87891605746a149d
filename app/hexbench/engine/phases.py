"""Phases that their player ends himself, and the one verb that ends them. Games give the duties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Barrier, Offer, Reason, Target, say
from hexbench.engine.verb import Verb

if TYPE_CHECKING:
    from hexbench.engine.play import Play
    from hexbench.engine.seat import Seat


class Phase(Ask, frozen=True, kw_only=True):
    """A question or a phase that its player ends himself, with :data:`END` or a verb like it."""

    def duties(self, seat: Any) -> Iterator[Reason]:
        """What must be done before it can end."""
        return iter(())

    def close(self, play: Any) -> None:
        """What happens when it ends: here it leaves the stack."""
        play.pop()


class End(Verb["Seat", Phase, "Play"]):
    """End the phase. Subclasses may give it another name and label."""

    name = "end"
    label = say("Done")
    ends = True
    risk: ClassVar[Barrier] = "handover"
    help = say("End this phase and go on to the next; it may not be taken up again.")

    def offer(self, seat: Seat, step: Phase) -> Offer | None:
        """Once nothing is left that must be done."""
        return None if any(self.reasons(seat, step, Action(self.name))) else Offer(self.name)

    def targets(self, seat: Seat, step: Phase, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing to choose."""
        if not subject and not any(self.reasons(seat, step, Action(self.name))):
            yield Target(rules=(seat.rules.sequence_rule,))

    def reasons(self, seat: Seat, step: Phase | None, action: Action) -> Iterator[Reason]:
        """It takes no subject and no object, and some phases have duties."""
        if action.subject or action.object or action.how or action.via:
            yield Reason(seat.rules.sequence_rule, say("Ending a phase needs no unit and no target."))
        if step is not None:
            yield from step.duties(seat)

    def do(self, play: Play, step: Phase, action: Action) -> None:
        """Close it."""
        step.close(play)


END = End()
