"""TI-SET-13, TI-STA-10: units are put in op fire mode at set-up and in every Status Phase, without an action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.values import Action, Check, Reason, Say, say
from hexbench.engine.verb import AnyVerb
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.tide_of_iron import checklist, harm
from hexbench.games.tide_of_iron.acting import spot
from hexbench.games.tide_of_iron.asking import DONE, Stage

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.hands import TiPlay, TiSeat
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.rules import TiRules


def useless(rules: TiRules, unit: Unit) -> Iterator[Reason]:
    """Why a unit can never be in op fire mode as it is: B-OPF-12, TI-CON-08."""
    name = rules.title(unit)
    if unit.inside:
        yield Reason("B-OPF-12", say("{unit} is in a vehicle and cannot fire.", unit=name))
    if unit.condition:
        yield Reason("TI-CON-08", say("{unit} is pinned or disrupted.", unit=name), spot(unit))
    if unit.squad:
        if unit.figures and set(unit.figures) == {"mortar"}:
            yield Reason("B-OPF-12", say("Mortars take no part in op fire."), spot(unit))
    else:
        printed = rules.vehicle(unit)
        if not printed.inf.fpr and not printed.veh.fpr:
            yield Reason("B-OPF-12", say("{unit} has nothing to fire with.", unit=name), spot(unit))


def not_ready(seat: TiSeat, step: SetOpFire | None, subject: tuple[str, ...]) -> Iterator[Reason]:
    """Every reason against putting a unit in op fire mode in these steps."""
    rule = step.rule if step is not None else "TI-STA-10"
    if len(subject) != 1:
        yield Reason(rule, say("One unit at a time."))
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
        yield Reason(rule, say("{unit} has an activation token already.", unit=name), spot(unit))
    yield from useless(seat.rules, unit)


class SetUnit(Pick["TiSeat", "SetOpFire", "TiPlay"]):
    """The op fire token on a unit."""

    name = "set_op_fire"
    label = say("Op fire mode")
    help = say("The unit waits for the enemy to move and may fire at him then, instead of acting.")
    rule = "TI-STA-10"

    def among(self, seat: TiSeat, step: SetOpFire) -> Sequence[str]:
        """Whoever is ready."""
        units = seat.s.units.items()
        return [x for x, u in units if u.side == step.who and not any(not_ready(seat, step, (x,)))]

    def unfit(self, seat: TiSeat, step: SetOpFire | None, ref: str) -> Iterable[Reason]:
        """Who is not."""
        return not_ready(seat, step, (ref,))

    def cites(self, seat: TiSeat, step: SetOpFire) -> tuple[str, ...]:
        """The clause that has the player do this."""
        return (step.rule,)

    def do(self, play: TiPlay, step: SetOpFire, action: Action) -> None:
        """The token."""
        harm.set_token(play, action.subject[0], "op_fire")


class ClearUnit(Pick["TiSeat", "SetOpFire", "TiPlay"]):
    """Take the token off again."""

    name = "clear_op_fire"
    label = say("No op fire after all")
    help = say("The unit acts in this round after all.")
    rule = "TI-STA-10"
    back = True

    def among(self, seat: TiSeat, step: SetOpFire) -> Sequence[str]:
        """Whoever has one."""
        return [x for x, u in seat.s.units.items() if u.side == step.who and u.token == "op_fire"]

    def unfit(self, seat: TiSeat, step: SetOpFire | None, ref: str) -> Iterator[Reason]:
        """Who has none."""
        unit = seat.s.units[ref]
        if (step is not None and unit.side != step.who) or unit.token != "op_fire":
            name = seat.rules.title(unit)
            rule = step.rule if step is not None else self.rule
            yield Reason(rule, say("{unit} is not a unit of ours in op fire mode.", unit=name))

    def cites(self, seat: TiSeat, step: SetOpFire) -> tuple[str, ...]:
        """The clause that has the player do this."""
        return (step.rule,)

    def do(self, play: TiPlay, step: SetOpFire, action: Action) -> None:
        """Off it comes."""
        harm.set_token(play, action.subject[0], "")


SET_OP_FIRE, CLEAR_OP_FIRE = SetUnit(), ClearUnit()


class SetOpFire(Stage, frozen=True, kw_only=True):
    """Put any number of own units in op fire mode for the coming round."""

    phase: ClassVar[str] = "set_op_fire"
    rule: ClassVar[str] = "TI-STA-10"
    verbs: ClassVar[tuple[AnyVerb, ...]] = (SET_OP_FIRE, CLEAR_OP_FIRE, DONE)

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        """Units that could wait, where none does."""
        return checklist.op_fire_left(seat, self)

    def say(self, seat: TiSeat) -> Say:
        """Whose."""
        side = seat.rules.side_name(self.who)
        return say("{side}: put units in op fire mode, as many as you like.", side=side)


class FirstOpFire(SetOpFire, frozen=True, kw_only=True):
    """The same at set-up, before the first round (TI-SET-13)."""

    rule: ClassVar[str] = "TI-SET-13"
