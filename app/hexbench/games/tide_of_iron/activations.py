"""Actions that move a unit: Advance, Fire and Movement, Assault (TI-ACT-01, -02, -06..18)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from hexbench.atlas.arcs import POINT
from hexbench.engine.events import Declared
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import AnyVerb, Verb
from hexbench.games.tide_of_iron import (
    assault,
    attack,
    concealment,
    effects,
    firing,
    harm,
    movement,
    movement_verbs,
    passage,
    veil,
)
from hexbench.games.tide_of_iron.acting import spend, spot, unfit
from hexbench.games.tide_of_iron.hands import TiPlay, TiSeat
from hexbench.games.tide_of_iron.passage import Start
from hexbench.games.tide_of_iron.pieces import Side
from hexbench.games.tide_of_iron.strength import Aim, scene
from hexbench.games.tide_of_iron.works import NONE

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.games.tide_of_iron.actions import Turn
    from hexbench.games.tide_of_iron.pieces import Unit

Kind = Literal["advance", "fire_move", "assault"]
KINDS: Final[tuple[Kind, ...]] = ("advance", "fire_move", "assault")


def less(kind: Kind, unit: Unit) -> int:
    """The MPs an action takes off a unit's movement (TI-ACT-08, TI-ACT-09, TI-ACT-15)."""
    if kind == "fire_move":
        return 1 if unit.squad else 2
    return 1 if kind == "assault" else 0


def unable(seat: TiSeat, kind: Kind, uid: str) -> Iterator[Reason]:
    """Why a unit of ours that is fresh cannot choose an action that moves it."""
    unit = seat.s.units[uid]
    name = seat.rules.title(unit)
    if unit.condition == "pinned":
        yield Reason("TI-CON-01", say("{unit} is pinned and cannot move.", unit=name), spot(unit))
    elif unit.condition == "disrupted":
        yield Reason("TI-CON-05", say("{unit} is disrupted and cannot act.", unit=name), spot(unit))
    if unit.damage == "heavy":
        yield Reason("TI-MOV-11", say("{unit} is too heavily damaged to move.", unit=name), spot(unit))
    if kind == "assault" and not unit.squad:
        yield Reason("TI-ACT-17", say("Vehicles do not assault."), spot(unit))
    if kind != "advance" and unit.heavy_weapon:
        rule = "TI-ACT-14" if kind == "fire_move" else "TI-ACT-18"
        yield Reason(rule, say("{unit} carries a heavy weapon.", unit=name), spot(unit))


def start_for(seat: TiSeat, kind: Kind, uid: str) -> Start:
    """Where a unit that is not yet on the move would start from under an action."""
    sc, unit = scene(seat), seat.s.units[uid]
    at = movement.spot(sc, uid)
    left = max(0, passage.allowance(seat.rules, sc, uid) - less(kind, unit) * POINT) - movement.leaving(unit)
    return Start(at, left, at, seat.s.works.get(at, NONE).minefield)


def ready(seat: TiSeat, kind: Kind, who: Side) -> tuple[str, ...]:
    """The units of a side that may choose an action; worked out once for a position."""
    key = ("ready", kind, who)
    if key not in seat.memo:
        seat.memo[key] = tuple(
            x
            for x, u in seat.s.units.items()
            if u.side == who and u.fresh and (u.on_map or u.inside) and not any(unable(seat, kind, x))
        )
    found: tuple[str, ...] = seat.memo[key]
    return found


def barred(seat: TiSeat, step: Turn | None, kind: Kind, subject: tuple[str, ...]) -> Iterator[Reason]:
    """Everything against choosing an action with a unit, wherever it means to go."""
    yield from unfit(seat, step, subject)
    unit = seat.s.units.get(subject[0]) if len(subject) == 1 else None
    if unit is not None and (unit.on_map or unit.inside):
        yield from unable(seat, kind, subject[0])


# ---- choosing the action
class SetOut(Verb["TiSeat", "Turn", "TiPlay"]):
    """Choose an action that moves a unit, and where it goes first; the move may go on from there."""

    subject = "unit"
    object = "hex"
    kind: ClassVar[Kind]
    clauses: ClassVar[tuple[str, ...]] = ()

    def offer(self, seat: TiSeat, step: Turn) -> Offer | None:
        """Whoever can."""
        able = ready(seat, self.kind, step.who)
        return Offer(self.name, able) if able else None

    def targets(self, seat: TiSeat, step: Turn, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex within reach."""
        if len(subject) == 1 and subject[0] in ready(seat, self.kind, step.who):
            extra = movement.leaving(seat.s.units[subject[0]])
            start = start_for(seat, self.kind, subject[0])
            for target in movement_verbs.way_targets(seat, subject[0], start, extra):
                yield Target(target.object, "", target.via, target.cost, (), self.clauses)

    def reasons(self, seat: TiSeat, step: Turn | None, action: Action) -> Iterator[Reason]:
        """Who may not, and why not there."""
        yield from barred(seat, step, self.kind, action.subject)
        unit = seat.s.units.get(action.subject[0]) if len(action.subject) == 1 else None
        if (
            unit is not None
            and (unit.on_map or unit.inside)
            and not (unit.condition or unit.damage == "heavy")
        ):
            start = start_for(seat, self.kind, action.subject[0])
            extra = movement.leaving(unit)
            yield from movement_verbs.way_reasons(seat, action.subject[0], start, action, extra)

    def settle(self, seat: TiSeat, step: Turn, action: Action) -> Action:
        """The cheapest way, when the hand named none."""
        return movement_verbs.with_route(
            seat, action.subject[0], start_for(seat, self.kind, action.subject[0]), action
        )

    def do(self, play: TiPlay, step: Turn, action: Action) -> None:
        """The unit is active and sets out."""
        begin(play, self.kind, action.subject[0], action.via or (action.object,))


class AdvanceUnit(SetOut):
    """TI-ACT-01."""

    name = "advance"
    label = say("Advance")
    help = say("Move; the enemy may fire at it on the way.")
    kind = "advance"
    clauses = ("TI-ACT-01", "TI-ACT-02")


class FireAndMove(SetOut):
    """TI-ACT-06, moving first; to fire first choose it with :class:`InPlace`."""

    name = "fire_move"
    label = say("Fire and Movement")
    help = say("Move with fewer points, and attack at half strength before or after it.")
    kind = "fire_move"
    clauses = ("TI-ACT-06", "TI-ACT-13")


class AssaultUnit(SetOut):
    """TI-ACT-15."""

    name = "assault"
    label = say("Assault")
    help = say("Move with one point less, then assault an adjacent hex.")
    kind = "assault"
    clauses = ("TI-ACT-15", "TI-ACT-16")


class InPlace(Verb["TiSeat", "Turn", "TiPlay"]):
    """Choose an action that moves a unit without going anywhere yet: to fire first, board, take cover, assault at once."""

    name = "activate"
    label = say("Activate where it stands")
    subject = "unit"
    hows = KINDS

    def offer(self, seat: TiSeat, step: Turn) -> Offer | None:
        """Whoever can."""
        able = ready(seat, "advance", step.who)
        return Offer(self.name, able) if able else None

    def targets(self, seat: TiSeat, step: Turn, subject: tuple[str, ...]) -> Iterable[Target]:
        """Each action it may choose."""
        if len(subject) == 1:
            for kind in KINDS:
                if subject[0] in ready(seat, kind, step.who):
                    yield Target("", kind, (), None, (WORDS[kind].label,), WORDS[kind].clauses)

    def reasons(self, seat: TiSeat, step: Turn | None, action: Action) -> Iterator[Reason]:
        """Who may not."""
        kind = next((k for k in KINDS if k == action.how), None)
        if kind is None:
            yield Reason("TI-SEQ-05", say("Say which action: advance, fire_move or assault."))
        else:
            yield from barred(seat, step, kind, action.subject)

    def do(self, play: TiPlay, step: Turn, action: Action) -> None:
        """The unit is active."""
        begin(play, next(k for k in KINDS if k == action.how), action.subject[0], ())


ADVANCE, FIRE_MOVE, ASSAULT, IN_PLACE = AdvanceUnit(), FireAndMove(), AssaultUnit(), InPlace()
WORDS: Final[dict[Kind, SetOut]] = {"advance": ADVANCE, "fire_move": FIRE_MOVE, "assault": ASSAULT}


def begin(play: TiPlay, kind: Kind, uid: str, way: tuple[str, ...]) -> None:
    """A unit becomes the active unit; call it with the Turn on top of the stack. ``way``: the hexes it enters first."""
    spend(play)
    unit = play.units[uid]
    handle = veil.handle_of(play, uid)
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


def finish(play: TiPlay, uid: str) -> None:
    """A8: the action of a unit is over; it is fatigued unless it was put in op fire mode, and everybody is looked at."""
    unit = play.units[uid]
    if (unit.on_map or unit.inside) and unit.fresh:
        harm.fatigue(play, uid)
    effects.spent(play, uid, "activation")
    concealment.check(play)


# ---- the actions
class Activation(Script, frozen=True, kw_only=True):
    """What the actions that move a unit have: the unit, and how its move ended."""

    who: Side
    unit: str
    way: tuple[str, ...] = ()
    """The hexes it enters first."""
    halted: bool = False
    """It was fatigued on the move, or is no more."""
    hazard: bool = False
    """It entered a minefield or razor wire."""
    start: str = ""
    fired: bool = False

    def masked(self, side: str) -> Activation:
        """Where it means to go is its own side's business; it is on its way at once, so this never shows."""
        return self


def march(play: TiPlay, step: Activation) -> None:
    """The move, with its MP."""
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


# ---- Fire and Movement
class Engage(Verb["TiSeat", "FireMove", "TiPlay"]):
    """The attack of Fire and Movement: half strength, no long range, no support (TI-ACT-10..12)."""

    name = "engage"
    label = say("Attack")
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
        attack.begin(play, who=step.who, kind="fire_move", leader=step.unit, target=action.object)


class MoveNow(Verb["TiSeat", "FireMove", "TiPlay"]):
    """The move of Fire and Movement, after the attack or before it; in one piece (TI-ACT-07)."""

    name = "march"
    label = say("Move")
    subject = "unit"
    object = "hex"

    def offer(self, seat: TiSeat, step: FireMove) -> Offer | None:
        """Once."""
        return None if step.moved else Offer(self.name, (step.unit,))

    def targets(self, seat: TiSeat, step: FireMove, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex within reach; or begin where it stands."""
        if subject == (step.unit,) and not step.moved:
            start = start_for(seat, "fire_move", step.unit)
            yield from movement_verbs.way_targets(
                seat, step.unit, start, movement.leaving(seat.s.units[step.unit])
            )

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
        yield from movement_verbs.way_reasons(seat, step.unit, start, action, extra)

    def settle(self, seat: TiSeat, step: FireMove, action: Action) -> Action:
        """The cheapest way, when the hand named none."""
        return movement_verbs.with_route(seat, step.unit, start_for(seat, "fire_move", step.unit), action)

    def do(self, play: TiPlay, step: FireMove, action: Action) -> None:
        """It sets out."""
        _march(play, step, action.via or (action.object,))


class MoveHere(Verb["TiSeat", "FireMove", "TiPlay"]):
    """Use the move without going anywhere yet: to board, leave, take cover, clear wire."""

    name = "march_here"
    label = say("Use the move here")

    def offer(self, seat: TiSeat, step: FireMove) -> Offer | None:
        """Once."""
        return None if step.moved else Offer(self.name)

    def targets(self, seat: TiSeat, step: FireMove, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing to choose."""
        if not step.moved:
            yield Target()

    def reasons(self, seat: TiSeat, step: FireMove | None, action: Action) -> Iterator[Reason]:
        """It has moved."""
        if step is not None and step.moved:
            yield Reason("TI-ACT-07", say("It has made its move."))

    def do(self, play: TiPlay, step: FireMove, action: Action) -> None:
        """The move begins."""
        _march(play, step, ())


class EndAction(Verb["TiSeat", "FireMove", "TiPlay"]):
    """Enough; either part may be left out."""

    name = "end_action"
    label = say("End the action")

    def do(self, play: TiPlay, step: FireMove, action: Action) -> None:
        """The action is over."""
        play.swap(over=True)


ENGAGE, MARCH, MARCH_HERE, END_ACTION = Engage(), MoveNow(), MoveHere(), EndAction()


class FireMove(Ask, frozen=True, kw_only=True):
    """A5: a move and an attack, in either order, each of which may be left out."""

    who: Side
    unit: str
    moved: bool = False
    fired: bool = False
    over: bool = False
    halted: bool = False
    hazard: bool = False
    start: str = ""
    verbs: ClassVar[tuple[AnyVerb, ...]] = (ENGAGE, MARCH, MARCH_HERE, END_ACTION)
    phase: ClassVar[str] = "fire_and_movement"

    def decider(self, s: object) -> str | None:
        """Its player, until both parts are made or the unit was stopped (B-OPF-11)."""
        return None if self.over or self.halted or (self.moved and self.fired) else self.who

    def run(self, play: TiPlay) -> None:
        """The end of the action."""
        play.pop()
        finish(play, self.unit)

    def say(self, seat: TiSeat) -> Say:
        """What is left."""
        unit = seat.rules.title(seat.s.units[self.unit])
        if self.moved:
            return say("{unit} has moved and may attack.", unit=unit)
        if self.fired:
            return say("{unit} has attacked and may move.", unit=unit)
        return say("{unit} may move and attack, in either order.", unit=unit)


def _march(play: TiPlay, step: FireMove, way: tuple[str, ...]) -> None:
    play.swap(moved=True)
    movement.begin(play, step.unit, less("fire_move", play.units[step.unit]), way)
