"""TI-OPF, B.3: units in op fire mode may fire at an enemy that moves in their sight and range."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.events import Noted
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Check, Reason, Say, say
from hexbench.engine.verb import AnyVerb, Verb
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.tide_of_iron import attack_draft, casualties, checklist, firing, sight
from hexbench.games.tide_of_iron.acting import DONE, Stage
from hexbench.games.tide_of_iron.pieces import FOE, Side
from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat
from hexbench.games.tide_of_iron.strength import Aim, scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.movement import Move
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.rules import TiRules


def shooters(reader: TiSeat | TiPlay, mover: str) -> tuple[str, ...]:
    """The units that could lead op fire at a unit where it is now, in order."""
    sc = scene(reader)
    target = sc.s.units[mover]
    if not target.on_map or target.concealed:
        return ()
    side, aim = FOE[target.side], Aim(kind="op_fire", target=mover, hex=target.at)
    return tuple(
        x
        for x, u in sc.s.units.items()
        if u.token == "op_fire"
        and u.side == side
        and u.on_map
        and u.figures.keys() != {"mortar"}
        and sight.sees(sc.rules, sc.s, u.at, target.at)
        and not any(firing.bars(sc, x, aim, "lead"))
    )


def _might(rules: TiRules, play: TiPlay, unit: Unit, target: Unit) -> bool:
    """Whether a concealed squad in op fire mode could fire as far as the other side can tell."""
    guns = [f.inf if target.squad else f.veh for f in rules.tables.nations[unit.side].figures.values()]
    farthest = 2 * (max(gun.range for gun in guns if gun is not None) + 1)
    near = rules.atlas.distance(unit.at, target.at) <= farthest
    return near and sight.sees(rules, play, unit.at, target.at)


def opens(play: TiPlay, mover: str, hex_: str, shot: tuple[str, ...]) -> bool:
    """Whether to ask the other side: a unit can fire, or a concealed squad might be able to (B-OPF-8)."""
    target = play.units[mover]
    if hex_ in shot or not target.on_map or target.concealed:
        return False
    waiting = [u for u in play.units.values() if u.token == "op_fire" and u.side != target.side and u.on_map]
    if not waiting:
        return False
    if play.handles and any(u.concealed and _might(play.rules, play, u, target) for u in waiting):
        return True
    return any(not play.handles or not play.units[x].concealed for x in shooters(play, mover))


def open_window(play: TiPlay, mover: str) -> None:
    """Ask the other side if any of its units might fire at ``mover`` where it is; the Move is on top of the stack."""
    step: Move = play.top
    if opens(play, mover, step.path[-1], step.shot):
        play.push(Window(who=FOE[play.units[mover].side], mover=mover))


class Shoot(Pick["TiSeat", "Window", "TiPlay"]):
    """Fire at the moving unit; the firing side chooses the leader (B-OPF-8)."""

    name = "shoot"
    label = say("Opportunity fire")
    help = say("Make one attack on the moving unit in this hex. Units that take part are fatigued.")
    rule = "TI-OPF-01"

    def among(self, seat: TiSeat, step: Window) -> Sequence[str]:
        """The units with the mover in sight and in range."""
        key = ("shooters", step.mover)
        if key not in seat.memo:
            seat.memo[key] = shooters(seat, step.mover)
        found: tuple[str, ...] = seat.memo[key]
        return found

    def unfit(self, seat: TiSeat, step: Window | None, ref: str) -> Iterator[Reason]:
        """Why the unit cannot fire at the mover."""
        if step is None:
            return
        unit = seat.s.units[ref]
        if unit.side != step.who:
            yield Reason("TI-OPF-01", say("{unit} belongs to the other side.", unit=seat.rules.title(unit)))
            return
        aim = Aim(kind="op_fire", target=step.mover, hex=seat.s.units[step.mover].at)
        found = list(firing.bars(scene(seat), ref, aim, "lead"))
        yield from found
        if not found and ref not in self.among(seat, step):
            yield Reason(
                "TI-OPF-01", say("{unit} cannot fire at the moving unit.", unit=seat.rules.title(unit))
            )

    def cites(self, seat: TiSeat, step: Window) -> tuple[str, ...]:
        """The attack, and that it fatigues."""
        return ("TI-OPF-01", "TI-OPF-04")

    def do(self, play: TiPlay, step: Window, action: Action) -> None:
        """Start drafting the attack on top of the window, which stays open until the dice are rolled."""
        attack_draft.begin(play, who=step.who, kind="op_fire", leader=action.subject[0], target=step.mover)


class Hold(Verb["TiSeat", "Window", "TiPlay"]):
    """Let the unit pass."""

    name = "hold"
    barrier = "seen"
    label = say("Hold fire")
    help = say("Let the unit pass. No unit fires, and all stay in op fire mode.")

    def do(self, play: TiPlay, step: Window, action: Action) -> None:
        """Nothing happens, but the mover's next step reveals its intention, so this cannot be undone."""
        play.saw()
        play.tell(Noted("B-OPF-8", say("The {side} player holds fire.", side=play.rules.side_name(step.who))))
        play.pop()


SHOOT, HOLD = Shoot(), Hold()


class Window(Ask, frozen=True, kw_only=True):
    """An enemy has entered a hex, or left a vehicle or fortification: fire at it? Asked once (B-OPF-8)."""

    who: Side
    mover: str
    fired: bool = False
    verbs: ClassVar[tuple[AnyVerb, ...]] = (SHOOT, HOLD)
    phase: ClassVar[str] = "op_fire"

    def decider(self, s: object) -> str | None:
        """The firing side, until it has fired."""
        return None if self.fired else self.who

    def run(self, play: TiPlay) -> None:
        """It has fired: no more in this hex (TI-MOV-10, B-OPF-3)."""
        play.pop()
        step: Move = play.top
        play.swap(shot=(*step.shot, step.path[-1]))

    def say(self, seat: TiSeat) -> Say:
        unit = seat.s.units[self.mover]
        return say("{unit} is moving in {hex}. Fire at it?", unit=seat.rules.title(unit), hex=unit.at)


class _MinesFirst(Verb["TiSeat", "Order", "TiPlay"]):
    """The minefield is resolved before op fire."""

    name = "mines_first"
    label = say("Minefield first")
    help = say("Resolve the minefield before op fire.")

    def do(self, play: TiPlay, step: Order, action: Action) -> None:
        play.pop()
        play.swap(todo=("mines", "wreck", "fire", "react"))


class _FireFirst(Verb["TiSeat", "Order", "TiPlay"]):
    """Op fire is resolved before the minefield, the usual order (B-OPF-2)."""

    name = "fire_first"
    label = say("Op fire first")
    help = say("Resolve op fire before the minefield.")

    def do(self, play: TiPlay, step: Order, action: Action) -> None:
        play.saw()
        play.pop()


MINES_FIRST, FIRE_FIRST = _MinesFirst(), _FireFirst()


class Order(Ask, frozen=True, kw_only=True):
    """TI-SEQ-14: a unit has entered a minefield under op fire; the holder of the initiative decides the order."""

    who: Side
    mover: str
    verbs: ClassVar[tuple[AnyVerb, ...]] = (MINES_FIRST, FIRE_FIRST)
    phase: ClassVar[str] = "mines_or_fire"

    def say(self, seat: TiSeat) -> Say:
        unit = seat.called(self.mover)
        return say("{unit} is in a minefield and under op fire: which is resolved first?", unit=unit)


# TI-SET-13, TI-STA-10: units are put in op fire mode during set-up and in every Status Phase, without an action.


def useless(rules: TiRules, unit: Unit) -> Iterator[Reason]:
    """Why a unit cannot be in op fire mode in its present state: B-OPF-12, TI-CON-08."""
    name = rules.title(unit)
    if unit.inside:
        yield Reason("B-OPF-12", say("{unit} is in a vehicle and cannot fire.", unit=name))
    if unit.condition:
        yield Reason("TI-CON-08", say("{unit} is pinned or disrupted.", unit=name), unit.spot)
    if unit.squad:
        if unit.figures and set(unit.figures) == {"mortar"}:
            yield Reason("B-OPF-12", say("Mortars cannot use op fire."), unit.spot)
    else:
        printed = rules.vehicle(unit)
        if not printed.inf.fpr and not printed.veh.fpr:
            yield Reason("B-OPF-12", say("{unit} has no firepower.", unit=name), unit.spot)


def _not_ready(seat: TiSeat, step: SetOpFire | None, subject: tuple[str, ...]) -> Iterator[Reason]:
    """Every reason against putting a unit in op fire mode in set-up or the Status Phase."""
    rule = step.rule if step is not None else "TI-STA-10"
    if len(subject) != 1:
        yield Reason(rule, say("Select one unit at a time."))
        return
    unit = seat.s.units.get(subject[0])
    if unit is None:
        yield seat.rules.missing(f"unit {subject[0]}")
        return
    name = seat.rules.title(unit)
    if step is not None and unit.side != step.who:
        yield Reason(rule, say("{unit} belongs to the other side.", unit=name))
        return
    if not unit.on_map and not unit.inside:
        yield Reason(rule, say("{unit} is not on the map.", unit=name))
        return
    if unit.token:
        yield Reason(rule, say("{unit} already has an activation token.", unit=name), unit.spot)
    yield from useless(seat.rules, unit)


class _SetUnit(Pick["TiSeat", "SetOpFire", "TiPlay"]):
    """Put an op fire token on a unit."""

    name = "set_op_fire"
    label = say("Op fire mode")
    help = say("Instead of acting, the unit waits for enemy units to move and may then fire at them.")
    rule = "TI-STA-10"

    def among(self, seat: TiSeat, step: SetOpFire) -> Sequence[str]:
        units = seat.s.units.items()
        return [x for x, u in units if u.side == step.who and not any(_not_ready(seat, step, (x,)))]

    def unfit(self, seat: TiSeat, step: SetOpFire | None, ref: str) -> Iterable[Reason]:
        return _not_ready(seat, step, (ref,))

    def cites(self, seat: TiSeat, step: SetOpFire) -> tuple[str, ...]:
        """The clause that allows this step."""
        return (step.rule,)

    def do(self, play: TiPlay, step: SetOpFire, action: Action) -> None:
        casualties.set_token(play, action.subject[0], "op_fire")


class _ClearUnit(Pick["TiSeat", "SetOpFire", "TiPlay"]):
    """Remove the token again."""

    name = "clear_op_fire"
    label = say("Cancel op fire mode")
    help = say("The unit can act this round after all.")
    rule = "TI-STA-10"
    back = True

    def among(self, seat: TiSeat, step: SetOpFire) -> Sequence[str]:
        return [x for x, u in seat.s.units.items() if u.side == step.who and u.token == "op_fire"]

    def unfit(self, seat: TiSeat, step: SetOpFire | None, ref: str) -> Iterator[Reason]:
        unit = seat.s.units[ref]
        if (step is not None and unit.side != step.who) or unit.token != "op_fire":
            name = seat.rules.title(unit)
            rule = step.rule if step is not None else self.rule
            yield Reason(rule, say("{unit} is not one of your units in op fire mode.", unit=name))

    def cites(self, seat: TiSeat, step: SetOpFire) -> tuple[str, ...]:
        """The clause that allows this step."""
        return (step.rule,)

    def do(self, play: TiPlay, step: SetOpFire, action: Action) -> None:
        casualties.set_token(play, action.subject[0], "")


SET_OP_FIRE, CLEAR_OP_FIRE = _SetUnit(), _ClearUnit()


class SetOpFire(Stage, frozen=True, kw_only=True):
    """Put any number of friendly units in op fire mode for the coming round."""

    phase: ClassVar[str] = "set_op_fire"
    rule: ClassVar[str] = "TI-STA-10"
    verbs: ClassVar[tuple[AnyVerb, ...]] = (SET_OP_FIRE, CLEAR_OP_FIRE, DONE)

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        """Units that could be in op fire mode, if none is."""
        return checklist.op_fire_left(seat, self)

    def say(self, seat: TiSeat) -> Say:
        side = seat.rules.side_name(self.who)
        return say("{side}: put any number of units in op fire mode.", side=side)


class FirstOpFire(SetOpFire, frozen=True, kw_only=True):
    """The same at set-up, before the first round (TI-SET-13)."""

    rule: ClassVar[str] = "TI-SET-13"
