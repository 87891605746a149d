"""The turn of a player in the Action Phase: which action, with which unit (C.2, A2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.events import Noted
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import AnyVerb, Verb
from hexbench.games.tide_of_iron import harm
from hexbench.games.tide_of_iron.hands import TiPlay, TiSeat
from hexbench.games.tide_of_iron.pieces import Side

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.pieces import Unit


def unfit(seat: TiSeat, step: Turn | None, subject: tuple[str, ...]) -> Iterator[Reason]:
    """Why a unit may not be activated at all: not one of ours, not in play, not fresh."""
    if len(subject) != 1:
        yield Reason("TI-SEQ-06", say("One unit is activated at a time."))
        return
    unit = seat.s.units.get(subject[0])
    if unit is None:
        yield seat.rules.missing(f"unit {subject[0]}")
        return
    if step is not None and unit.side != step.who:
        yield Reason("TI-SEQ-03", say("{unit} belongs to the other side.", unit=seat.rules.title(unit)))
        return
    if not unit.on_map and not unit.inside:
        yield Reason("TI-SEQ-06", say("{unit} is not on the map.", unit=seat.rules.title(unit)))
    elif not unit.fresh:
        what = say("fatigued") if unit.token == "fatigued" else say("in op fire mode")
        yield Reason(
            "TI-SEQ-08", say("{unit} is {what}.", unit=seat.rules.title(unit), what=what), spot(unit)
        )


def spot(unit: Unit) -> tuple[str, ...]:
    """The hex to light when a sentence speaks of a unit."""
    return (unit.at,) if unit.on_map else ()


def spend(play: TiPlay) -> None:
    """An action of the turn is used. Call it with the Turn on top of the stack."""
    turn: Turn = play.top
    if not turn.alone:
        play.swap(left=turn.left - 1)


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
