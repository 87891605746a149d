"""Which figures of a squad take part in an attack (C.4, T2): the owner may leave any of them out (TI-RNG-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hexbench.engine.values import Action, Reason, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.tide_of_iron.strength import Part, Scene, bands, scene
from hexbench.games.tide_of_iron.volley import allowed

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.attack_draft import AttackDraft
    from hexbench.games.tide_of_iron.hands import TiPlay, TiSeat


class DraftVerb(Verb["TiSeat", "AttackDraft", "TiPlay"]):
    """What the verbs of the draft share."""

    def one(self, seat: TiSeat, action: Action) -> Iterator[Reason]:
        """There is one unit, and it exists."""
        if len(action.subject) != 1:
            yield Reason("TI-CF-02", say("Name one unit."))
        elif action.subject[0] not in seat.s.units:
            yield seat.rules.missing(f"unit {action.subject[0]}")

    def bare(self, action: Action) -> Iterator[Reason]:
        """There is nothing but the verb."""
        if action.subject or action.object or action.how:
            yield Reason("TI-ATK-09", say("{verb} needs nothing else.", verb=self.label))


class TakeFigure(DraftVerb):
    """One more figure of a squad takes part (TI-RNG-08)."""

    name = "take_figure"
    label = say("Let a figure fire")
    help = say("One more figure of the squad takes part in the attack.")
    subject = "unit"
    object = "choice"

    def able(self, seat: TiSeat, step: AttackDraft) -> Iterable[str]:
        """The squads with figures left that could."""
        return (p.unit for p in step.parts if any(self._left(scene(seat), step, p)))

    def _left(self, sc: Scene, step: AttackDraft, part: Part) -> Iterator[str]:
        unit = sc.s.units[part.unit]
        if unit.squad and any(n > part.figures.get(kind, 0) for kind, n in unit.figures.items()):
            for kind, band in bands(sc, part.unit, step.aim).items():
                if allowed(step.aim, band) and unit.figures[kind] > part.figures.get(kind, 0):
                    yield kind

    def targets(self, seat: TiSeat, step: AttackDraft, subject: tuple[str, ...]) -> Iterable[Target]:
        """The kinds of figure."""
        for part in step.parts:
            if subject == (part.unit,):
                for kind in self._left(scene(seat), step, part):
                    yield Target(kind, rules=("TI-RNG-08",))

    def reasons(self, seat: TiSeat, step: AttackDraft | None, action: Action) -> Iterator[Reason]:
        """It must be there, and able to reach the target."""
        wrong = tuple(self.one(seat, action))
        yield from wrong
        if wrong or step is None:
            return
        part = next((p for p in step.parts if action.subject == (p.unit,)), None)
        if part is None:
            yield Reason("TI-CF-02", say("That unit takes no part."))
            return
        sc = scene(seat)
        if action.object in self._left(sc, step, part):
            return
        unit = seat.s.units[part.unit]
        left = unit.figures.get(action.object, 0) - part.figures.get(action.object, 0)
        if left <= 0:
            yield Reason("TI-RNG-08", say("No more figures of that kind are left."))
            return
        band = bands(sc, part.unit, step.aim).get(action.object)
        if band is None:
            yield Reason("TI-ABL-14", say("Mortars never fire together with other figures."))
        else:
            rule = "TI-RNG-06" if band == "out" else "TI-ACT-11"
            yield Reason(rule, say("The target is too far away for that figure."))

    def do(self, play: TiPlay, step: AttackDraft, action: Action) -> None:
        """It is in."""
        play.swap(parts=step.with_figure(play.units[action.subject[0]].figures, action, 1))


class DropFigure(DraftVerb):
    """A figure does not fire (TI-RNG-08)."""

    name = "drop_figure"
    label = say("Hold a figure back")
    help = say("One figure of the squad does not fire, and adds nothing to the strength.")
    subject = "unit"
    object = "choice"
    back = True

    def able(self, seat: TiSeat, step: AttackDraft) -> Iterable[str]:
        """The squads with more than one figure in it."""
        return (p.unit for p in step.parts if sum(p.figures.values()) > 1)

    def targets(self, seat: TiSeat, step: AttackDraft, subject: tuple[str, ...]) -> Iterable[Target]:
        """The kinds that take part."""
        for part in step.parts:
            if subject == (part.unit,) and sum(part.figures.values()) > 1:
                for kind in part.figures:
                    yield Target(kind, rules=("TI-RNG-08",))

    def reasons(self, seat: TiSeat, step: AttackDraft | None, action: Action) -> Iterator[Reason]:
        """One that takes part, and not the last."""
        wrong = tuple(self.one(seat, action))
        yield from wrong
        if wrong or step is None:
            return
        part = next((p for p in step.parts if action.subject == (p.unit,)), None)
        if part is None or action.object not in part.figures:
            yield Reason("TI-RNG-08", say("No such figure takes part."))
        elif sum(part.figures.values()) == 1:
            yield Reason("TI-ATK-03", say("At least one figure must take part."))

    def do(self, play: TiPlay, step: AttackDraft, action: Action) -> None:
        """It is out."""
        play.swap(parts=step.with_figure(play.units[action.subject[0]].figures, action, -1))


TAKE, DROP = TakeFigure(), DropFigure()
