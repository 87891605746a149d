"""Actions that move a unit: Advance, Fire and Movement, Assault (TI-ACT-01, -02, -06..18)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import Declared
from hexbench.engine.state import Script
from hexbench.engine.values import Action, Offer, Reason, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.tide_of_iron import assault, concealment, movement, passage
from hexbench.games.tide_of_iron.acting import present, spend
from hexbench.games.tide_of_iron.active import KINDS, Kind, barred, finish, less, ready, start_for
from hexbench.games.tide_of_iron.fire_move import FireMove
from hexbench.games.tide_of_iron.pieces import Side
from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.actions import Turn


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
            return passage.way_targets(seat, subject[0], start, extra, self.clauses)
        return ()

    def reasons(self, seat: TiSeat, step: Turn | None, action: Action) -> Iterator[Reason]:
        """Who may not, and why not there."""
        yield from barred(seat, step, self.kind, action.subject)
        unit = seat.s.units.get(action.subject[0]) if len(action.subject) == 1 else None
        if unit is not None and present(seat.s, unit) and not (unit.condition or unit.damage == "heavy"):
            start = start_for(seat, self.kind, action.subject[0])
            extra = movement.leaving(unit)
            yield from passage.way_reasons(seat, action.subject[0], start, action, extra)

    def settle(self, seat: TiSeat, step: Turn, action: Action) -> Action:
        """The cheapest way, when the hand named none."""
        return passage.with_route(
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
    plain = True
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
    label = say("Activate")
    help = say("Choose the action first: then move, fire, board, take cover or assault step by step.")
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
