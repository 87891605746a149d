"""Prepare Op Fire (TI-ACT-05), digging by engineers (TI-SPC-05..08) and healing by medics (TI-SPC-15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine.events import DiceRolled
from hexbench.engine.forecast import Forecast, OddsLine, Pool
from hexbench.engine.values import Action, Reason, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.tide_of_iron import casualties, concealment, effects, ground
from hexbench.games.tide_of_iron.acting import present, spend, unfit
from hexbench.games.tide_of_iron.active import finish
from hexbench.games.tide_of_iron.opfire import useless
from hexbench.games.tide_of_iron.pieces import NONE, SLOTS
from hexbench.games.tide_of_iron.strength import Scene, able, scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.actions import Turn
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat


ENTER: Final = "enter"
STAY: Final = "stay"


class Prepare(Pick["TiSeat", "Turn", "TiPlay"]):
    """TI-ACT-05: an op fire token instead of a fatigued one."""

    name = "prepare"
    label = say("Prepare op fire")
    help = say("The unit may fire at enemies that move, and can do nothing else this phase.")
    rule = "TI-ACT-05"
    one_rule = "TI-SEQ-06"

    def among(self, seat: TiSeat, step: Turn) -> Sequence[str]:
        """Fresh units that can use op fire."""
        key = ("prepare", step.who)
        if key not in seat.memo:
            seat.memo[key] = tuple(
                x
                for x, u in seat.s.units.items()
                if u.side == step.who and u.fresh and u.on_map and not any(useless(seat.rules, u))
            )
        able: tuple[str, ...] = seat.memo[key]
        return able

    def unfit(self, seat: TiSeat, step: Turn | None, ref: str) -> Iterator[Reason]:
        yield from unfit(seat, step, (ref,))
        unit = seat.s.units[ref]
        if present(seat.s, unit):
            yield from useless(seat.rules, unit)

    def cites(self, seat: TiSeat, step: Turn) -> tuple[str, ...]:
        """The action, and that the unit is not fatigued by it."""
        return ("TI-ACT-05", "TI-SEQ-07")

    def do(self, play: TiPlay, step: Turn, action: Action) -> None:
        spend(play)
        uid = action.subject[0]
        casualties.set_token(play, uid, "op_fire")
        effects.spent(play, uid, "activation")
        concealment.check(play)


def _unable(sc: Scene, unit: Unit) -> Iterator[Reason]:
    """Why a specialized squad cannot use its abilities now."""
    name = sc.rules.title(unit)
    if not able(unit):
        rule = "TI-CON-03" if unit.condition == "pinned" else "TI-CON-05"
        yield Reason(rule, say("{unit} is pinned or disrupted.", unit=name), unit.spot)
        yield Reason("TI-SPC-04", say("{unit} cannot use its abilities now.", unit=name), unit.spot)


class Dig(Verb["TiSeat", "Turn", "TiPlay"]):
    """TI-SPC-05: engineers dig an entrenchment in their hex; ``how``: whether they enter it (TI-SPC-07)."""

    name = "dig"
    label = say("Dig in")
    help = say("Place a new entrenchment in the squad's hex. The squad is fatigued.")
    subject = "unit"
    hows = (ENTER, STAY)

    def able(self, seat: TiSeat, step: Turn) -> Iterable[str]:
        return (
            x
            for x, u in seat.s.units.items()
            if u.specialization and u.side == step.who and not any(self._bars(seat, step, (x,)))
        )

    def targets(self, seat: TiSeat, step: Turn, subject: tuple[str, ...]) -> Iterable[Target]:
        """Enter it, or leave it empty."""
        for how in self.hows:
            if not any(self.reasons(seat, step, Action(self.name, subject, "", how))):
                yield Target("", how, rules=("TI-SPC-05", "TI-SPC-07"))

    def _bars(self, seat: TiSeat, step: Turn | None, subject: tuple[str, ...]) -> Iterator[Reason]:
        rules, s = seat.rules, seat.s
        yield from unfit(seat, step, subject)
        unit = s.units.get(subject[0]) if len(subject) == 1 else None
        if unit is None:
            return
        special = rules.tables.specializations.get(unit.specialization)
        name = rules.title(unit)
        if special is None or "dig_entrenchment" not in special.abilities:
            yield Reason("TI-SPC-05", say("{unit} is not an engineer squad.", unit=name), unit.spot)
        yield from _unable(scene(seat), unit)
        if unit.inside:
            yield Reason("TI-TRN-06", say("{unit} is in a vehicle.", unit=name))
        if not unit.on_map:
            return
        key = rules.atlas.cell(unit.at).terrain
        if key in ground.WATER or key == "building":
            title = ground.terrain(rules, s, unit.at).title
            yield Reason(
                "TI-SPC-06", say("No entrenchment can be dug here: {terrain}.", terrain=title), unit.spot
            )
        if s.works.get(unit.at, NONE).forts >= rules.tables.fort_limit:
            yield Reason(
                "TI-SPC-08", say("{hex} cannot hold any more fortifications.", hex=unit.at), unit.spot
            )
        card = effects.forbids(rules, s, "dig_entrenchment", unit.side)
        if card is not None:
            yield Reason("TI-SET-06", say("{card} forbids digging.", card=card))

    def reasons(self, seat: TiSeat, step: Turn | None, action: Action) -> Iterator[Reason]:
        """Not engineers, unsuitable terrain, or no room."""
        yield from self._bars(seat, step, action.subject)
        unit = seat.s.units.get(action.subject[0]) if len(action.subject) == 1 else None
        if action.how not in self.hows:
            yield Reason("TI-SPC-07", say("Specify whether the squad enters it: enter or stay."))
        elif action.how == ENTER and unit is not None and unit.shelter:
            yield Reason("TI-FORT-01", say("The squad is already in a fortification."), unit.spot)

    def do(self, play: TiPlay, step: Turn, action: Action) -> None:
        """Place the entrenchment; the squad enters it if it chose to."""
        spend(play)
        uid = action.subject[0]
        at = play.units[uid].at
        now = play.works.get(at, NONE)
        casualties.set_works(play, at, replace(now, entrenchment=now.entrenchment + 1))
        if action.how == ENTER:
            play.put(uid, shelter="entrenchment")
            casualties.tell_changed(play, uid, "shelter", "entrenchment")
        finish(play, uid)


PREPARE, DIG = Prepare(), Dig()


# Heal (TI-SPC-15, B-ATK-11): a medic squad returns one lost figure to a squad in its hex.


def faces(sc: Scene, unit: Unit) -> tuple[int, ...]:
    """The die results on which a squad heals; empty if it is not a medic squad."""
    return sc.rules.tables.specializations[unit.specialization].heal_on if unit.specialization else ()


def _healer_bars(sc: Scene, uid: str) -> Iterator[Reason]:
    """Why a unit cannot heal."""
    unit = sc.s.units[uid]
    name = sc.rules.title(unit)
    if not faces(sc, unit):
        yield Reason("TI-SPC-15", say("{unit} is not a medic squad.", unit=name), unit.spot)
    if unit.inside:
        yield Reason("TI-TRN-06", say("{unit} is inside a vehicle.", unit=name))
    yield from _unable(sc, unit)


def _patient_bars(sc: Scene, uid: str, other: str) -> Iterator[Reason]:
    """Why a squad cannot be healed by another."""
    unit, patient = sc.s.units[uid], sc.s.units[other]
    name = sc.rules.title(patient)
    if patient.side != unit.side or not patient.squad:
        yield Reason("TI-SPC-15", say("{unit} is not one of your squads.", unit=name), patient.spot)
        return
    if patient.at != unit.at or not unit.on_map:
        yield Reason("TI-SPC-15", say("{unit} is not in the same hex.", unit=name), patient.spot)
    if not patient.lost:
        yield Reason("B-ATK-11", say("{unit} has not lost any figures.", unit=name), patient.spot)
    elif room(sc, patient) < 1:
        yield Reason("B-ATK-11", say("{unit} has no room for another figure.", unit=name), patient.spot)


def room(sc: Scene, unit: Unit) -> int:
    """Free slots on a squad base (M-01)."""
    printed = sc.rules.tables.nations[unit.side].figures
    return SLOTS - sum(n * printed[kind].slots for kind, n in unit.figures.items())


class Heal(Verb["TiSeat", "Turn", "TiPlay"]):
    """Roll for a regular figure to come back."""

    name = "heal"
    barrier = "dice"
    label = say("Heal")
    help = say(
        "Fatigue the medics and roll a die: on 4 or more, one regular figure returns to a squad in their hex."
    )
    subject = "unit"
    object = "unit"

    def _patients(self, seat: TiSeat, uid: str) -> tuple[str, ...]:
        sc, unit = scene(seat), seat.s.units[uid]
        if not unit.specialization or not unit.on_map or any(_healer_bars(sc, uid)):
            return ()
        return tuple(x for x in sc.board.units_at(unit.at) if not any(_patient_bars(sc, uid, x)))

    def able(self, seat: TiSeat, step: Turn) -> Iterable[str]:
        """The fresh medic squads with a squad to heal."""
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
        """Why the unit may not heal, or not that squad."""
        yield from unfit(seat, step, action.subject)
        if len(action.subject) != 1 or action.subject[0] not in seat.s.units:
            return
        if action.object not in seat.s.units:
            yield seat.rules.missing(f"unit {action.object}")
            return
        yield from _healer_bars(scene(seat), action.subject[0])
        yield from _patient_bars(scene(seat), action.subject[0], action.object)

    def forecast(self, seat: TiSeat, action: Action) -> Forecast | None:
        """The chance that a figure returns."""
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
        rolled = DiceRolled(say("Heal {unit}", unit=name), (face,), "TI-SPC-15")
        if concealment.handle_of(play, other):
            play.tell_only(play.units[other].side, rolled, replace(rolled, why=say("Heal")))
        else:
            play.tell(rolled)
        if face in wins:
            casualties.add_figure(play, other, "regular")
        finish(play, uid)


HEAL = Heal()
