"""What the verbs of a turn share: whether a unit may be activated, that an action is used, and questions that are worked at
until their player is done (set-up, Command Phase, Status Phase).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verb import AnyVerb, Verb
from hexbench.engine.verbs.kinds import Press
from hexbench.games.tide_of_iron.pieces import FOE, Side

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.actions import Turn
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.seat import Position, TiPlay, TiSeat


def unfit(seat: TiSeat, step: Turn | None, subject: tuple[str, ...]) -> Iterator[Reason]:
    """Why a unit may not be activated at all: not one of ours, not in play, not fresh."""
    if len(subject) != 1:
        yield Reason("TI-SEQ-06", say("Only one unit can be activated at a time."))
        return
    unit = seat.s.units.get(subject[0])
    if unit is None:
        yield seat.rules.missing(f"unit {subject[0]}")
        return
    if step is not None and unit.side != step.who:
        yield Reason("TI-SEQ-03", say("{unit} belongs to the other side.", unit=seat.rules.title(unit)))
        return
    if not present(seat.s, unit):
        yield Reason("TI-SEQ-06", say("{unit} is not on the map.", unit=seat.rules.title(unit)))
    elif not unit.fresh:
        what = say("fatigued") if unit.token == "fatigued" else say("in op fire mode")
        yield Reason("TI-SEQ-08", say("{unit} is {what}.", unit=seat.rules.title(unit), what=what), unit.spot)


class DraftVerb(Verb["TiSeat", Any, "TiPlay"]):
    """What the verbs share with which an attack or an assault is put together."""

    named: ClassVar[tuple[str, Say]]
    """The clause and the sentence that ask for one unit."""
    alone: ClassVar[str]
    """The clause of those that need nothing but the verb."""

    def one(self, seat: TiSeat, action: Action) -> Iterator[Reason]:
        """There is one unit, and it exists."""
        if len(action.subject) != 1:
            yield Reason(*self.named)
        elif action.subject[0] not in seat.s.units:
            yield seat.rules.missing(f"unit {action.subject[0]}")

    def bare(self, action: Action) -> Iterator[Reason]:
        """There is nothing but the verb."""
        if action.subject or action.object or action.how:
            yield Reason(self.alone, say("{verb}: no unit or target is needed.", verb=self.label))


def present(s: Position, unit: Unit) -> bool:
    """Whether a unit is on the map, be it in a vehicle there."""
    return unit.on_map or (bool(unit.inside) and s.units[unit.inside].on_map)


def spend(play: TiPlay) -> None:
    """An action of the turn is used. Call it with the Turn on top of the stack."""
    turn: Turn = play.top
    play.swap(left=turn.left if turn.alone else turn.left - 1, ready=False)


def in_order(s: Position) -> tuple[Side, Side]:
    """The sides, the holder of the initiative first (TI-SEQ-02)."""
    return s.initiative, FOE[s.initiative]


def guarded(play: TiPlay, side: str) -> bool:
    """Whether a side has squads that the other cannot tell apart: then nobody may be told by a question left out."""
    return play.rules.options.concealment == "hidden" and any(
        u.side == side and u.concealed for u in play.units.values()
    )


class Stage(Ask, frozen=True, kw_only=True):
    """A question that ends when its player says so and nothing that must be done is left."""

    who: Side
    rule: ClassVar[str] = "TI-SEQ-01"
    """The clause that has the player do this."""

    def left_to_do(self, seat: TiSeat) -> Iterator[Reason]:
        """What still must be done."""
        return iter(())

    def finish(self, play: TiPlay) -> None:
        """The player is done. The step is on top of the stack and must leave it."""
        play.pop()

    def default(self, seat: TiSeat) -> Action | None:
        """Be done, when that is possible."""
        done = Action("done")
        return super().default(seat) if any(self.left_to_do(seat)) else done


class Done(Press["TiSeat", "Stage", "TiPlay"]):
    """Nothing more to do here."""

    name = "done"
    ends = True
    risk = "handover"
    label = say("Done")
    help = say("End this step and continue.")
    rule = "TI-SEQ-01"

    def against(self, seat: TiSeat, step: Stage | None) -> Iterable[Reason]:
        """What must be done first."""
        return step.left_to_do(seat) if step is not None else ()

    def cites(self, seat: TiSeat, step: Stage) -> tuple[str, ...]:
        """The clause that has the player do this."""
        return (step.rule,)

    def do(self, play: TiPlay, step: Stage, action: Action) -> None:
        step.finish(play)


DONE: AnyVerb = Done()
