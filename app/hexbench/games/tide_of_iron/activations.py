"""Actions that move a unit: Advance, Fire and Movement (a move and an attack in either order, each of which may be left
out), Assault (TI-ACT-01, -02, -06..18).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import Declared, Noted
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Action, Check, Offer, Reason, Say, Target, say
from hexbench.engine.verb import AnyVerb, Verb
from hexbench.engine.verbs.kinds import Press
from hexbench.games.tide_of_iron import (
    assault,
    attack_draft,
    checklist,
    concealment,
    firing,
    movement,
    passage,
)
from hexbench.games.tide_of_iron.acting import present, spend
from hexbench.games.tide_of_iron.active import KINDS, Kind, barred, finish, less, ready, start_for
from hexbench.games.tide_of_iron.pieces import Side
from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat
from hexbench.games.tide_of_iron.strength import Aim, scene

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.games.tide_of_iron.actions import Turn


# ---- choosing the action
class _SetOut(Verb["TiSeat", "Turn", "TiPlay"]):
    """Choose an action that moves a unit, and its first destination; the move may continue from there."""

    subject = "unit"
    object = "hex"
    kind: ClassVar[Kind]
    clauses: ClassVar[tuple[str, ...]] = ()

    def offer(self, seat: TiSeat, step: Turn) -> Offer | None:
        able = ready(seat, self.kind, step.who)
        return Offer(self.name, able) if able else None

    def targets(self, seat: TiSeat, step: Turn, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex within reach."""
        if len(subject) == 1 and subject[0] in ready(seat, self.kind, step.who):
            extra = movement.leaving(seat.s.units[subject[0]])
            start = start_for(seat, self.kind, subject[0])
            return passage.way_targets(seat, subject[0], start, extra, self.clauses)
        return ()

    def reasons(self, seat: TiSeat, step: Turn | None, action: Action) -> Iterator[Reason]:
        """Why this unit may not act, and why it cannot go there."""
        yield from barred(seat, step, self.kind, action.subject)
        unit = seat.s.units.get(action.subject[0]) if len(action.subject) == 1 else None
        if unit is not None and present(seat.s, unit) and not (unit.condition or unit.damage == "heavy"):
            start = start_for(seat, self.kind, action.subject[0])
            extra = movement.leaving(unit)
            yield from passage.way_reasons(seat, action.subject[0], start, action, extra)

    def settle(self, seat: TiSeat, step: Turn, action: Action) -> Action:
        """Fill in the cheapest route if the action names none."""
        return passage.with_route(
            seat, action.subject[0], start_for(seat, self.kind, action.subject[0]), action
        )

    def do(self, play: TiPlay, step: Turn, action: Action) -> None:
        """Activate the unit and start its move."""
        begin(play, self.kind, action.subject[0], action.via or (action.object,))


class _AdvanceUnit(_SetOut):
    """TI-ACT-01."""

    name = "advance"
    label = say("Advance")
    help = say("Move the unit. The enemy may fire at it on the way.")
    kind = "advance"
    plain = True
    clauses = ("TI-ACT-01", "TI-ACT-02")


class _FireAndMove(_SetOut):
    """TI-ACT-06, moving first; to fire first choose it with :class:`_InPlace`."""

    name = "fire_move"
    label = say("Fire and Movement")
    help = say("Move with fewer movement points and attack at half firepower before or after the move.")
    kind = "fire_move"
    clauses = ("TI-ACT-06", "TI-ACT-13")


class _AssaultUnit(_SetOut):
    """TI-ACT-15."""

    name = "assault"
    label = say("Assault")
    help = say("Move with 1 movement point less, then assault an adjacent hex.")
    kind = "assault"
    clauses = ("TI-ACT-15", "TI-ACT-16")


class _InPlace(Verb["TiSeat", "Turn", "TiPlay"]):
    """Choose an action that moves a unit without moving yet: to fire first, board, take cover or assault at once."""

    name = "activate"
    label = say("Activate")
    help = say("Choose the action first, then move, fire, board, take cover or assault step by step.")
    subject = "unit"
    hows = KINDS

    def offer(self, seat: TiSeat, step: Turn) -> Offer | None:
        able = ready(seat, "advance", step.who)
        return Offer(self.name, able) if able else None

    def targets(self, seat: TiSeat, step: Turn, subject: tuple[str, ...]) -> Iterable[Target]:
        """Each action it may choose."""
        if len(subject) == 1:
            for kind in KINDS:
                if subject[0] in ready(seat, kind, step.who):
                    yield Target("", kind, (), None, (WORDS[kind].label,), WORDS[kind].clauses)

    def reasons(self, seat: TiSeat, step: Turn | None, action: Action) -> Iterator[Reason]:
        kind = next((k for k in KINDS if k == action.how), None)
        if kind is None:
            yield Reason("TI-SEQ-05", say("Specify the action: Advance, Fire and Movement or Assault."))
        else:
            yield from barred(seat, step, kind, action.subject)

    def do(self, play: TiPlay, step: Turn, action: Action) -> None:
        """Activate the unit."""
        begin(play, next(k for k in KINDS if k == action.how), action.subject[0], ())


ADVANCE, FIRE_MOVE, ASSAULT, IN_PLACE = _AdvanceUnit(), _FireAndMove(), _AssaultUnit(), _InPlace()
WORDS: Final[dict[Kind, _SetOut]] = {"advance": ADVANCE, "fire_move": FIRE_MOVE, "assault": ASSAULT}


def begin(play: TiPlay, kind: Kind, uid: str, way: tuple[str, ...]) -> None:
    """Make a unit the active unit; the Turn must be on top of the stack. ``way``: the hexes it enters first."""
    spend(play)
    unit = play.units[uid]
    handle = concealment.handle_of(play, uid)
    told = Declared(kind, (uid,), "")
    if handle:
        play.tell_only(unit.side, told, Declared(kind, (handle,), ""))
    else:
        play.tell(told)
    if kind == "advance":
        play.push(Advance(who=unit.side, unit=uid, way=way))
    elif kind == "assault":
        play.push(Storm(who=unit.side, unit=uid, way=way))
    else:
        play.push(FireMove(who=unit.side, unit=uid, moved=bool(way)))
        if way:
            movement.begin(play, uid, less(kind, unit), way)


# ---- the actions
class Activation(Script, frozen=True, kw_only=True):
    """Common state of the actions that move a unit: the unit, and how its move ended."""

    who: Side
    unit: str
    way: tuple[str, ...] = ()
    """The hexes it enters first."""
    halted: bool = False
    """It was fatigued during the move, or eliminated."""
    hazard: bool = False
    """It entered a minefield or razor wire."""
    start: str = ""
    fired: bool = False

    def masked(self, side: str) -> Activation:
        """Nothing to mask: the intended route is private, but the move starts at once, so ``way`` is never visible."""
        return self


def march(play: TiPlay, step: Activation) -> None:
    """Start the move, with the MP the action allows."""
    kind: Kind = "assault" if isinstance(step, Storm) else "advance"
    play.swap(way=())
    movement.begin(play, step.unit, less(kind, play.units[step.unit]), step.way)


def storm(play: TiPlay, step: Activation) -> None:
    """The assault step, unless the move ended the activation or led into mines or wire (B-OPF-13, TI-ASL-05)."""
    unit = play.units[step.unit]
    if not step.halted and not step.hazard and unit.on_map:
        assault.begin(play, who=step.who, squad=step.unit)


def close(play: TiPlay, step: Activation) -> None:
    """The end of the action."""
    finish(play, step.unit)


class Advance(Activation, frozen=True, kw_only=True):
    """A3."""

    stages: ClassVar[tuple[Callable[[TiPlay, Advance], None], ...]] = (march, close)


class Storm(Activation, frozen=True, kw_only=True):
    """A6: an Assault."""

    stages: ClassVar[tuple[Callable[[TiPlay, Storm], None], ...]] = (march, storm, close)


class Engage(Verb["TiSeat", "FireMove", "TiPlay"]):
    """The attack of Fire and Movement: half strength, no long range, no support (TI-ACT-10..12)."""

    name = "engage"
    label = say("Attack")
    help = say("Fire at half firepower, without support and not at long range.")
    subject = "unit"
    object = "unit"

    def offer(self, seat: TiSeat, step: FireMove) -> Offer | None:
        """Offered once, if there is a target."""
        if step.fired or not firing.any_mark(seat, step.unit, "fire_move"):
            return None
        return Offer(self.name, (step.unit,))

    def targets(self, seat: TiSeat, step: FireMove, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every enemy unit that can be fired at."""
        if subject == (step.unit,) and not step.fired:
            for foe in firing.marks(seat, step.unit, "fire_move"):
                yield Target(foe, rules=("TI-ACT-06", "TI-ACT-10"))

    def reasons(self, seat: TiSeat, step: FireMove | None, action: Action) -> Iterator[Reason]:
        """Why the unit may not attack, or not that target."""
        if len(action.subject) != 1 or action.subject[0] not in seat.s.units:
            yield Reason("TI-ACT-06", say("Select the active unit."))
            return
        if step is not None and action.subject != (step.unit,):
            yield Reason("TI-ACT-06", say("Another unit is active."))
            return
        if step is not None and step.fired:
            yield Reason("TI-ACT-06", say("The unit has already attacked."))
        if step is None and any(isinstance(on, movement.Move) for on in seat.s.stack):
            yield Reason("TI-ACT-07", say("A unit cannot fire in the middle of its move."))
        target = seat.s.units.get(action.object)
        if target is None:
            yield seat.rules.missing(f"unit {action.object}")
            return
        aim = Aim(kind="fire_move", target=action.object, hex=target.at)
        yield from firing.bars(scene(seat), action.subject[0], aim, "lead")

    def forecast(self, seat: TiSeat, action: Action) -> Forecast | None:
        """The odds, worked out as for any attack."""
        from hexbench.games.tide_of_iron.concentrated import FIRE

        return FIRE.forecast(seat, Action("fire", action.subject, action.object, "fire_move"))

    def do(self, play: TiPlay, step: FireMove, action: Action) -> None:
        """Start drafting the attack."""
        play.swap(ready=False)
        attack_draft.begin(play, who=step.who, kind="fire_move", leader=step.unit, target=action.object)


class _MoveNow(Verb["TiSeat", "FireMove", "TiPlay"]):
    """The move of Fire and Movement, after the attack or before it; in one piece (TI-ACT-07)."""

    name = "march"
    label = say("Move")
    help = say("Drag the unit to a hex. The whole move comes either before or after the attack.")
    subject = "unit"
    object = "hex"

    def offer(self, seat: TiSeat, step: FireMove) -> Offer | None:
        return None if step.moved else Offer(self.name, (step.unit,))

    def targets(self, seat: TiSeat, step: FireMove, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex within reach."""
        if subject == (step.unit,) and not step.moved:
            start = start_for(seat, "fire_move", step.unit)
            return passage.way_targets(seat, step.unit, start, movement.leaving(seat.s.units[step.unit]))
        return ()

    def reasons(self, seat: TiSeat, step: FireMove | None, action: Action) -> Iterator[Reason]:
        """Why the unit may not move, or not there."""
        if len(action.subject) != 1 or action.subject[0] not in seat.s.units:
            yield Reason("TI-ACT-06", say("Select the active unit."))
            return
        if step is None:
            return
        if action.subject != (step.unit,):
            yield Reason("TI-ACT-06", say("Another unit is active."))
            return
        if step.moved:
            yield Reason("TI-ACT-07", say("The unit has already moved."))
        start = start_for(seat, "fire_move", step.unit)
        extra = movement.leaving(seat.s.units[step.unit])
        yield from passage.way_reasons(seat, step.unit, start, action, extra)

    def settle(self, seat: TiSeat, step: FireMove, action: Action) -> Action:
        """Fill in the cheapest route if the action names none."""
        return passage.with_route(seat, step.unit, start_for(seat, "fire_move", step.unit), action)

    def do(self, play: TiPlay, step: FireMove, action: Action) -> None:
        _march(play, step, action.via or (action.object,))


class _MoveHere(Press["TiSeat", "FireMove", "TiPlay"]):
    """Start the move without leaving the hex: to board, get out, take cover or clear wire."""

    name = "march_here"
    label = say("Use the move here")
    help = say("Start the move without leaving the hex: board or leave a vehicle, take cover or clear wire.")
    rule = "TI-ACT-07"

    def against(self, seat: TiSeat, step: FireMove | None) -> Iterator[Reason]:
        if step is not None and step.moved:
            yield Reason("TI-ACT-07", say("The unit has already moved."))

    def do(self, play: TiPlay, step: FireMove, action: Action) -> None:
        play.tell(Noted("TI-ACT-06", say("The active unit begins its move.")))
        _march(play, step, ())


class _EndAction(Verb["TiSeat", "FireMove", "TiPlay"]):
    """End the action; either part may be left out."""

    name = "end_action"
    ends = True
    risk = "handover"
    label = say("End the action")
    help = say("End the unit's action. Either the move or the attack may be left out.")

    def do(self, play: TiPlay, step: FireMove, action: Action) -> None:
        """The action is over."""
        play.swap(over=True, ready=False)


ENGAGE, MARCH, MARCH_HERE, END_ACTION = Engage(), _MoveNow(), _MoveHere(), _EndAction()


class FireMove(Ask, frozen=True, kw_only=True):
    """A5: a move and an attack, in either order, each of which may be left out."""

    who: Side
    unit: str
    moved: bool = False
    fired: bool = False
    over: bool = False
    ready: bool = False
    """Whether it has been checked that there is something left to choose."""
    halted: bool = False
    hazard: bool = False
    start: str = ""
    verbs: ClassVar[tuple[AnyVerb, ...]] = (ENGAGE, MARCH, MARCH_HERE, END_ACTION)
    phase: ClassVar[str] = "fire_and_movement"

    def decider(self, s: object) -> str | None:
        """The player, once it has been checked that there is something to choose."""
        return self.who if self.ready else None

    def run(self, play: TiPlay) -> None:
        """End the action when both parts are done, the unit was stopped (B-OPF-11) or it has no target; else ask."""
        if self.over or self.halted or (self.moved and (self.fired or self._idle(play))):
            play.pop()
            finish(play, self.unit)
        else:
            play.swap(ready=True)

    def _idle(self, play: TiPlay) -> bool:
        """Whether a visible unit has no target. For a concealed squad False: its range must not be given away."""
        return not concealment.handle_of(play, self.unit) and not attack_draft.marks(
            play, self.unit, "fire_move"
        )

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        """The part that has not been done."""
        return checklist.fire_move_left(seat, self)

    def say(self, seat: TiSeat) -> Say:
        unit = seat.called(self.unit)
        if self.moved:
            return say("{unit} has moved and may attack.", unit=unit)
        if self.fired:
            return say("{unit} has attacked and may move.", unit=unit)
        return say("{unit} may move and attack, in either order.", unit=unit)


def _march(play: TiPlay, step: FireMove, way: tuple[str, ...]) -> None:
    play.swap(moved=True, ready=False)
    movement.begin(play, step.unit, less("fire_move", play.units[step.unit]), way)
