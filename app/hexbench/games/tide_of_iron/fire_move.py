"""Fire and Movement (TI-ACT-06..14): a move and an attack in either order, each of which may be left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.events import Noted
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Check, Offer, Reason, Say, Target, say
from hexbench.engine.verb import AnyVerb, Verb
from hexbench.engine.verbs.kinds import Press
from hexbench.games.tide_of_iron import attack, checklist, concealment, firing, movement, passage
from hexbench.games.tide_of_iron.active import finish, less, start_for
from hexbench.games.tide_of_iron.pieces import Side
from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat
from hexbench.games.tide_of_iron.strength import Aim, scene

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast


class Engage(Verb["TiSeat", "FireMove", "TiPlay"]):
    """The attack of Fire and Movement: half strength, no long range, no support (TI-ACT-10..12)."""

    name = "engage"
    label = say("Attack")
    help = say("Fire at half strength, at no long range and without support.")
    subject = "unit"
    object = "unit"

    def offer(self, seat: TiSeat, step: FireMove) -> Offer | None:
        """Once, when there is somebody to fire at."""
        if step.fired or not firing.any_mark(seat, step.unit, "fire_move"):
            return None
        return Offer(self.name, (step.unit,))

    def targets(self, seat: TiSeat, step: FireMove, subject: tuple[str, ...]) -> Iterable[Target]:
        """Whoever can be hit."""
        if subject == (step.unit,) and not step.fired:
            for foe in firing.marks(seat, step.unit, "fire_move"):
                yield Target(foe, rules=("TI-ACT-06", "TI-ACT-10"))

    def reasons(self, seat: TiSeat, step: FireMove | None, action: Action) -> Iterator[Reason]:
        """It has attacked, or cannot attack that."""
        if len(action.subject) != 1 or action.subject[0] not in seat.s.units:
            yield Reason("TI-ACT-06", say("Name the active unit."))
            return
        if step is not None and action.subject != (step.unit,):
            yield Reason("TI-ACT-06", say("Another unit is active."))
            return
        if step is not None and step.fired:
            yield Reason("TI-ACT-06", say("It has made its attack."))
        target = seat.s.units.get(action.object)
        if target is None:
            yield seat.rules.missing(f"unit {action.object}")
            return
        aim = Aim(kind="fire_move", target=action.object, hex=target.at)
        yield from firing.bars(scene(seat), action.subject[0], aim, "lead")

    def forecast(self, seat: TiSeat, action: Action) -> Forecast | None:
        """The odds, as for any attack."""
        from hexbench.games.tide_of_iron.concentrated import FIRE

        return FIRE.forecast(seat, Action("fire", action.subject, action.object, "fire_move"))

    def do(self, play: TiPlay, step: FireMove, action: Action) -> None:
        """The attack is put together."""
        play.swap(ready=False)
        attack.begin(play, who=step.who, kind="fire_move", leader=step.unit, target=action.object)


class MoveNow(Verb["TiSeat", "FireMove", "TiPlay"]):
    """The move of Fire and Movement, after the attack or before it; in one piece (TI-ACT-07)."""

    name = "march"
    label = say("Move")
    help = say("Drag the unit: the move comes in one piece, before or after the attack.")
    subject = "unit"
    object = "hex"

    def offer(self, seat: TiSeat, step: FireMove) -> Offer | None:
        """Once."""
        return None if step.moved else Offer(self.name, (step.unit,))

    def targets(self, seat: TiSeat, step: FireMove, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex within reach; or begin where it stands."""
        if subject == (step.unit,) and not step.moved:
            start = start_for(seat, "fire_move", step.unit)
            return passage.way_targets(seat, step.unit, start, movement.leaving(seat.s.units[step.unit]))
        return ()

    def reasons(self, seat: TiSeat, step: FireMove | None, action: Action) -> Iterator[Reason]:
        """It has moved, or cannot go there."""
        if len(action.subject) != 1 or action.subject[0] not in seat.s.units:
            yield Reason("TI-ACT-06", say("Name the active unit."))
            return
        if step is None:
            return
        if action.subject != (step.unit,):
            yield Reason("TI-ACT-06", say("Another unit is active."))
            return
        if step.moved:
            yield Reason("TI-ACT-07", say("It has made its move."))
        start = start_for(seat, "fire_move", step.unit)
        extra = movement.leaving(seat.s.units[step.unit])
        yield from passage.way_reasons(seat, step.unit, start, action, extra)

    def settle(self, seat: TiSeat, step: FireMove, action: Action) -> Action:
        """The cheapest way, when the hand named none."""
        return passage.with_route(seat, step.unit, start_for(seat, "fire_move", step.unit), action)

    def do(self, play: TiPlay, step: FireMove, action: Action) -> None:
        """It sets out."""
        _march(play, step, action.via or (action.object,))


class MoveHere(Press["TiSeat", "FireMove", "TiPlay"]):
    """Use the move without going anywhere yet: to board, leave, take cover, clear wire."""

    name = "march_here"
    label = say("Use the move here")
    help = say("Begin the move without leaving the hex: board, get out, take cover or clear wire.")
    rule = "TI-ACT-07"

    def against(self, seat: TiSeat, step: FireMove | None) -> Iterator[Reason]:
        """Once only."""
        if step is not None and step.moved:
            yield Reason("TI-ACT-07", say("It has made its move."))

    def do(self, play: TiPlay, step: FireMove, action: Action) -> None:
        """The move begins."""
        play.tell(Noted("TI-ACT-06", say("The active unit uses its move.")))
        _march(play, step, ())


class EndAction(Verb["TiSeat", "FireMove", "TiPlay"]):
    """Enough; either part may be left out."""

    name = "end_action"
    ends = True
    risk = "handover"
    label = say("End the action")
    help = say("Either part may be left out: the unit has done its action.")

    def do(self, play: TiPlay, step: FireMove, action: Action) -> None:
        """The action is over."""
        play.swap(over=True, ready=False)


ENGAGE, MARCH, MARCH_HERE, END_ACTION = Engage(), MoveNow(), MoveHere(), EndAction()


class FireMove(Ask, frozen=True, kw_only=True):
    """A5: a move and an attack, in either order, each of which may be left out."""

    who: Side
    unit: str
    moved: bool = False
    fired: bool = False
    over: bool = False
    ready: bool = False
    """Whether it is known that there is something left to choose."""
    halted: bool = False
    hazard: bool = False
    start: str = ""
    verbs: ClassVar[tuple[AnyVerb, ...]] = (ENGAGE, MARCH, MARCH_HERE, END_ACTION)
    phase: ClassVar[str] = "fire_and_movement"

    def decider(self, s: object) -> str | None:
        """Its player, once it is known that he has something to choose."""
        return self.who if self.ready else None

    def run(self, play: TiPlay) -> None:
        """The end of the action, when both parts are made, the unit was stopped (B-OPF-11), or it has nobody to attack."""
        if self.over or self.halted or (self.moved and (self.fired or self._idle(play))):
            play.pop()
            finish(play, self.unit)
        else:
            play.swap(ready=True)

    def _idle(self, play: TiPlay) -> bool:
        """Whether a unit everybody sees can hit nobody; how far a concealed squad fires is not to be told."""
        return not concealment.handle_of(play, self.unit) and not attack.marks(play, self.unit, "fire_move")

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        """The part that has not been made."""
        return checklist.fire_move_left(seat, self)

    def say(self, seat: TiSeat) -> Say:
        """What is left."""
        unit = seat.rules.title(seat.s.units[self.unit])
        if self.moved:
            return say("{unit} has moved and may attack.", unit=unit)
        if self.fired:
            return say("{unit} has attacked and may move.", unit=unit)
        return say("{unit} may move and attack, in either order.", unit=unit)


def _march(play: TiPlay, step: FireMove, way: tuple[str, ...]) -> None:
    play.swap(moved=True, ready=False)
    movement.begin(play, step.unit, less("fire_move", play.units[step.unit]), way)
