"""Planted faults in the engine's building blocks: verbs of a kind, planned attacks, marches, boards with zones of control."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexbench.engine.board import Board, ZoneBoard
from hexbench.engine.values import Action, Reason, Target, say
from hexbench.engine.verbs import planning
from hexbench.engine.verbs.kinds import Choose, Pick, Press
from hexbench.engine.verbs.march import March
from tests.laws.agreement import Agreement
from tests.laws.faults.plant import fault, patched
from tests.laws.hidden import Silence
from tests.laws.sound import Boards, Defaults

CASE = "crossroads/village"


def _none(*_given: Any, **_named: Any) -> Iterator[Any]:
    return iter(())


def _plain(self: Any, *_given: Any) -> Iterator[Target]:
    yield Target(rules=(self.rule,))


# ---- press, pick, choose ----------------------------------------------------------------------------------------------
@fault("a button may name a unit", CASE, Agreement)
def press_names_units() -> Iterator[None]:
    """The check is missing, and the target is given for any subject."""
    with patched(Press, subject="unit", targets=_plain, reasons=_none):
        yield


@fault("whoever is on the map may be picked", CASE, Agreement)
def pick_anybody() -> Iterator[None]:
    """It is not checked who may be named."""
    with patched(Pick, unfit=_none):
        yield


@fault("several may be picked where one may", CASE, Agreement)
def pick_several() -> Iterator[None]:
    """The number is not checked."""
    honest = Pick.reasons

    def reasons(self: Any, seat: Any, step: Any, action: Action) -> Iterator[Any]:
        for uid in action.subject:
            yield from honest(
                self, seat, step, Action(self.name, (uid,), action.object, action.how, action.via)
            )

    with patched(Pick, reasons=reasons):
        yield


@fault("anything may be chosen", CASE, Agreement)
def choose_anything() -> Iterator[None]:
    """What is not among the choices is not refused."""
    with patched(Choose, unfit=_none):
        yield


@fault("a choice is left out", CASE, Agreement)
def choose_all_but_one() -> Iterator[None]:
    """The targets are fewer than the choices."""
    honest = Choose.targets
    with patched(Choose, targets=lambda self, *given: tuple(honest(self, *given))[1:]):
        yield


# ---- planned attacks ----------------------------------------------------------------------------------------------------
@fault("an attack is put together that the rules refuse", CASE, Agreement)
def attack_not_judged() -> Iterator[None]:
    """Targets are not compared with the reasons."""

    def targets(self: Any, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterator[Target]:
        if subject and seat.s.units[subject[0]].on_map:
            for at in seat.rules.atlas.near[seat.s.units[subject[0]].at]:
                yield Target(at)

    with patched(planning.Attack, targets=targets):
        yield


@fault("an attack can be taken back that there is not", CASE, Agreement)
def taken_back_from_nothing() -> Iterator[None]:
    """It is not checked whether there is one."""
    with patched(planning.TakeBack, reasons=_none):
        yield


@fault("the other side sees attacks that are not declared", CASE, Silence)
def plans_seen() -> Iterator[None]:
    """The plans are not masked."""
    with patched(planning.Planning, masked=lambda self, side: self):
        yield


@fault("declaring is the default where it may not be done", CASE, Defaults)
def default_clears_for_ever() -> Iterator[None]:
    """It clears for ever: the game never ends."""
    with patched(planning.Planning, default=lambda self, seat: Action("clear")):
        yield


@fault("an attack is widened to a hex that some attacker is not next to", CASE, Agreement)
def widened_too_far() -> Iterator[None]:
    """Refusals allow what no target offers."""
    with patched(planning.Widen, reasons=_none):
        yield


# ---- marches --------------------------------------------------------------------------------------------------------------
@fault("a march ends in a full hex", CASE, Agreement)
def march_without_room() -> Iterator[None]:
    """Targets ignore stacking."""

    def targets(self: Any, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterator[Target]:
        if len(subject) == 1 and subject[0] in seat.s.units and not any(self.unfit(seat, step, subject[0])):
            labels, found = seat.rules.atlas.labels, self.reach(seat, subject[0])
            for i, path in found.paths().items():
                if path:
                    yield Target(labels[i], via=tuple(labels[j] for j in path))

    with patched(March, targets=targets):
        yield


@fault("a march that is too far is not refused", CASE, Agreement)
def march_too_far() -> Iterator[None]:
    """Out of reach is not a reason."""
    with patched(March, _not_there=_none):
        yield


@fault("a route of the player's own is not looked at", CASE, Agreement)
def march_any_route() -> Iterator[None]:
    """Any route is accepted."""
    with patched(March, _off_route=_none):
        yield


@fault("a march that a target offers is refused", CASE, Agreement)
def march_refused() -> Iterator[None]:
    """Every hex is too far."""

    def not_there(self: Any, seat: Any, uid: str, action: Action) -> Iterator[Reason]:
        yield Reason("CR-MOV-03", say("It is too far."))

    with patched(March, _not_there=not_there):
        yield


@fault("zones of control are not in the way of the reach", CASE, Agreement)
def march_through_zones() -> Iterator[None]:
    """Targets lead through them, and the refusal forbids it."""
    honest = March.reach

    def targets(self: Any, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterator[Target]:
        if len(subject) == 1 and subject[0] in seat.s.units and not any(self.unfit(seat, step, subject[0])):
            labels, found = seat.rules.atlas.labels, honest(self, seat, subject[0], zones=False)
            for i, path in found.paths().items():
                if path and self.room(seat, subject[0], labels[i]):
                    yield Target(labels[i], via=tuple(labels[j] for j in path))

    with patched(March, targets=targets):
        yield


# ---- boards with zones ------------------------------------------------------------------------------------------------------
@fault("zones are not patched when a unit moves", CASE, Boards)
def zones_stay() -> Iterator[None]:
    """Only the stacks are patched."""
    with patched(ZoneBoard, patch=Board.patch):
        yield


@fault("zones are shared with the next position", CASE, Boards)
def zones_shared() -> Iterator[None]:
    """The copy is shallow."""

    def copy(self: Any) -> Any:
        new = Board.copy(self)
        new.zones = self.zones
        return new

    with patched(ZoneBoard, copy=copy):
        yield


def _patched_by(old_by: int, new_by: int, *, always: bool = False) -> Any:
    def patch(self: Any, uid: str, old: Any, new: Any) -> None:
        Board.patch(self, uid, old, new)
        for unit, by in ((old, old_by), (new, new_by)):
            if by and unit is not None and self.exerts(uid, unit):
                zone = self.zones[unit.side if not always else next(iter(self.zones))]
                zone.shift(zone.atlas.index[unit.at], by)

    return patch


@fault("a zone stays where a unit was", CASE, Boards)
def zone_left_behind() -> Iterator[None]:
    """What it leaves is not updated."""
    with patched(ZoneBoard, patch=_patched_by(0, 1)):
        yield


@fault("a unit takes no zone along", CASE, Boards)
def zone_not_taken_along() -> Iterator[None]:
    """Where it arrives is not updated."""
    with patched(ZoneBoard, patch=_patched_by(-1, 0)):
        yield


@fault("every zone is one side's", CASE, Boards)
def zone_of_the_wrong_side() -> Iterator[None]:
    """The side is ignored."""
    with patched(ZoneBoard, patch=_patched_by(-1, 1, always=True)):
        yield
