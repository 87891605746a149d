"""Heal (TI-SPC-15, B-ATK-11): a medic squad gives a squad in its hex one of its fallen men back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hexbench.engine.events import DiceRolled, StepRegained
from hexbench.engine.forecast import Forecast, OddsLine, Pool
from hexbench.engine.values import Action, Reason, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.tide_of_iron import harm
from hexbench.games.tide_of_iron.acting import spend, spot, unfit
from hexbench.games.tide_of_iron.pieces import SLOTS, figures_of
from hexbench.games.tide_of_iron.strength import Scene, able, scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.actions import Turn
    from hexbench.games.tide_of_iron.hands import TiPlay, TiSeat
    from hexbench.games.tide_of_iron.pieces import Unit


def faces(sc: Scene, unit: Unit) -> tuple[int, ...]:
    """On what a squad heals; nothing when it has no medics."""
    return sc.rules.tables.specializations[unit.specialization].heal_on if unit.specialization else ()


def healer_bars(sc: Scene, uid: str) -> Iterator[Reason]:
    """Why a unit cannot heal anybody."""
    unit = sc.s.units[uid]
    name = sc.rules.title(unit)
    if not faces(sc, unit):
        yield Reason("TI-SPC-15", say("{unit} has no medics.", unit=name), spot(unit))
    if unit.inside:
        yield Reason("TI-TRN-06", say("{unit} is inside a vehicle.", unit=name))
    if not able(unit):
        yield Reason(
            "TI-SPC-04", say("{unit} is {what}.", unit=name, what=say("{c}", c=unit.condition)), spot(unit)
        )


def patient_bars(sc: Scene, uid: str, other: str) -> Iterator[Reason]:
    """Why a squad cannot be healed by another."""
    unit, patient = sc.s.units[uid], sc.s.units[other]
    name = sc.rules.title(patient)
    if patient.side != unit.side or not patient.squad:
        yield Reason("TI-SPC-15", say("{unit} is no squad of your own.", unit=name), spot(patient))
        return
    if patient.at != unit.at or not unit.on_map:
        yield Reason("TI-SPC-15", say("{unit} is not in the same hex.", unit=name), spot(patient))
    if not patient.lost:
        yield Reason("B-ATK-11", say("{unit} has lost nobody.", unit=name), spot(patient))
    elif room(sc, patient) < 1:
        yield Reason("B-ATK-11", say("{unit} has no room for another figure.", unit=name), spot(patient))


def room(sc: Scene, unit: Unit) -> int:
    """Free room on a squad base (M-01)."""
    printed = sc.rules.tables.nations[unit.side].figures
    return SLOTS - sum(n * printed[kind].slots for kind, n in unit.figures.items())


class Heal(Verb["TiSeat", "Turn", "TiPlay"]):
    """Roll for a regular figure to come back."""

    name = "heal"
    barrier = "dice"
    label = say("Heal")
    help = say(
        "Fatigue the medics and roll: on a 4 or more one regular figure comes back to a squad in their hex."
    )
    subject = "unit"
    object = "unit"

    def _patients(self, seat: TiSeat, uid: str) -> tuple[str, ...]:
        sc, unit = scene(seat), seat.s.units[uid]
        if not unit.specialization or not unit.on_map or any(healer_bars(sc, uid)):
            return ()
        return tuple(x for x in sc.board.units_at(unit.at) if not any(patient_bars(sc, uid, x)))

    def able(self, seat: TiSeat, step: Turn) -> Iterable[str]:
        """The fresh medic squads with somebody to heal."""
        return (
            x
            for x, u in seat.s.units.items()
            if u.specialization and u.side == step.who and u.fresh and self._patients(seat, x)
        )

    def targets(self, seat: TiSeat, step: Turn, subject: tuple[str, ...]) -> Iterable[Target]:
        """The squads in the hex that have lost figures."""
        if not any(unfit(seat, step, subject)):
            for x in self._patients(seat, subject[0]):
                yield Target(x, rules=("TI-SPC-15",))

    def reasons(self, seat: TiSeat, step: Turn | None, action: Action) -> Iterator[Reason]:
        """Who may not, and whom."""
        yield from unfit(seat, step, action.subject)
        if len(action.subject) != 1 or action.subject[0] not in seat.s.units:
            return
        if action.object not in seat.s.units:
            yield seat.rules.missing(f"unit {action.object}")
            return
        yield from healer_bars(scene(seat), action.subject[0])
        yield from patient_bars(scene(seat), action.subject[0], action.object)

    def forecast(self, seat: TiSeat, action: Action) -> Forecast | None:
        """The chance that he comes back."""
        if len(action.subject) != 1 or action.subject[0] not in seat.s.units:
            return None
        wins = faces(scene(seat), seat.s.units[action.subject[0]])
        if not wins:
            return None
        pool = Pool(say=say("Heal"), dice=1, wins=wins)
        failed, healed = pool.ways()
        results = (("healed", healed), ("no effect", failed))
        line = OddsLine(
            attack=1, defence=0, ratio="", row="heal", results=results, ways=healed + failed, pools=(pool,)
        )
        return Forecast(((1, line),), "heal")

    def do(self, play: TiPlay, step: Turn, action: Action) -> None:
        """The medics are fatigued in any case (B-ATK-11)."""
        spend(play)
        uid, other = action.subject[0], action.object
        wins = faces(scene(play), play.units[uid])
        name = play.rules.title(play.units[other])
        face = play.number(say("Heal"), 6)
        play.tell(DiceRolled(say("Heal {unit}", unit=name), (face,), "TI-SPC-15"))
        if face in wins:
            patient = play.units[other]
            figures = figures_of({**patient.figures, "regular": patient.figures.get("regular", 0) + 1})
            now = play.put(other, figures=figures, lost=patient.lost - 1)
            play.tell(StepRegained(other, now.men))
        harm.fatigue(play, uid)


HEAL = Heal()
