"""What the verbs of a turn share: whether a unit may be activated, spending an action, and questions that stay open until
their player is done (set-up, Command Phase, Status Phase).
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
    """Base of the verbs with which an attack or an assault is drafted."""

    named: ClassVar[tuple[str, Say]]
    """The clause and the sentence that refuse anything but exactly one unit."""
    alone: ClassVar[str]
    """The clause cited by verbs that take no unit and no target."""

    def one(self, seat: TiSeat, action: Action) -> Iterator[Reason]:
        """Reasons unless the action names exactly one existing unit."""
        if len(action.subject) != 1:
            yield Reason(*self.named)
        elif action.subject[0] not in seat.s.units:
            yield seat.rules.missing(f"unit {action.subject[0]}")

    def bare(self, action: Action) -> Iterator[Reason]:
        """Reasons if the action names anything besides the verb."""
        if action.subject or action.object or action.how:
            yield Reason(self.alone, say("{verb}: no unit or target is needed.", verb=self.label))


def present(s: Position, unit: Unit) -> bool:
    """Whether a unit is on the map, on its own or in a vehicle there."""
    return unit.on_map or (bool(unit.inside) and s.units[unit.inside].on_map)


def spend(play: TiPlay) -> None:
    """Use up one action of the turn. The Turn must be on top of the stack."""
    turn: Turn = play.top
    play.swap(left=turn.left if turn.alone else turn.left - 1, ready=False)


def in_order(s: Position) -> tuple[Side, Side]:
    """The sides, the holder of the initiative first (TI-SEQ-02)."""
    return s.initiative, FOE[s.initiative]


def guarded(play: TiPlay, side: str) -> bool:
    """Whether a side has squads the other side cannot tell apart; skipping a question could then give them away."""
    return play.rules.options.concealment == "hidden" and any(
        u.side == side and u.concealed for u in play.units.values()
    )


class Stage(Ask, frozen=True, kw_only=True):
    """A question that ends when its player says so, provided nothing mandatory is left to do."""

    who: Side
    rule: ClassVar[str] = "TI-SEQ-01"
    """The clause that requires this step."""

    def left_to_do(self, seat: TiSeat) -> Iterator[Reason]:
        """What still must be done."""
        return iter(())

    def finish(self, play: TiPlay) -> None:
        """End the step: the player is done. It is on top of the stack and must be popped."""
        play.pop()

    def default(self, seat: TiSeat) -> Action | None:
        """Finish the step if that is allowed."""
        done = Action("done")
        return super().default(seat) if any(self.left_to_do(seat)) else done


class Done(Press["TiSeat", "Stage", "TiPlay"]):
    """The verb that ends a Stage."""

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
        """The clause that requires this step."""
        return (step.rule,)

    def do(self, play: TiPlay, step: Stage, action: Action) -> None:
        step.finish(play)


DONE: AnyVerb = Done()
