"""Prepare Op Fire (TI-ACT-05) and the engineers' digging (TI-SPC-05..08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine.values import Action, Reason, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.tide_of_iron import concealment, effects, ground, harm, operations
from hexbench.games.tide_of_iron.acting import present, spend, spot, unfit
from hexbench.games.tide_of_iron.active import finish
from hexbench.games.tide_of_iron.readiness import useless
from hexbench.games.tide_of_iron.works import NONE

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.actions import Turn
    from hexbench.games.tide_of_iron.hands import TiPlay, TiSeat

ENTER: Final = "enter"
STAY: Final = "stay"


class Prepare(Pick["TiSeat", "Turn", "TiPlay"]):
    """TI-ACT-05: an op fire token in place of a fatigued one."""

    name = "prepare"
    label = say("Prepare op fire")
    help = say("It may fire at enemies that come by, and can do nothing else in this phase.")
    rule = "TI-ACT-05"
    one_rule = "TI-SEQ-06"

    def among(self, seat: TiSeat, step: Turn) -> Sequence[str]:
        """Fresh units that can fire as others come by."""
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
        """Who cannot."""
        yield from unfit(seat, step, (ref,))
        unit = seat.s.units[ref]
        if present(seat.s, unit):
            yield from useless(seat.rules, unit)

    def cites(self, seat: TiSeat, step: Turn) -> tuple[str, ...]:
        """The action, and that it is one."""
        return ("TI-ACT-05", "TI-SEQ-07")

    def do(self, play: TiPlay, step: Turn, action: Action) -> None:
        """The token."""
        spend(play)
        uid = action.subject[0]
        harm.set_token(play, uid, "op_fire")
        effects.spent(play, uid, "activation")
        concealment.check(play)


class Dig(Verb["TiSeat", "Turn", "TiPlay"]):
    """TI-SPC-05: engineers make an entrenchment in their hex; ``how``: whether they go into it (TI-SPC-07)."""

    name = "dig"
    label = say("Dig in")
    help = say("The squad is fatigued; a new entrenchment lies in its hex.")
    subject = "unit"
    hows = (ENTER, STAY)

    def able(self, seat: TiSeat, step: Turn) -> Iterable[str]:
        """Engineers that can."""
        return (
            x
            for x, u in seat.s.units.items()
            if u.specialization and u.side == step.who and not any(self._bars(seat, step, (x,)))
        )

    def targets(self, seat: TiSeat, step: Turn, subject: tuple[str, ...]) -> Iterable[Target]:
        """Go in, or leave it to others."""
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
            yield Reason("TI-SPC-05", say("{unit} are no engineers.", unit=name), spot(unit))
        if unit.condition:
            rule = "TI-CON-03" if unit.condition == "pinned" else "TI-CON-05"
            yield Reason(rule, say("{unit} is pinned or disrupted.", unit=name), spot(unit))
            yield Reason("TI-SPC-04", say("{unit} cannot use its abilities now.", unit=name), spot(unit))
        if unit.inside:
            yield Reason("TI-TRN-06", say("{unit} is in a vehicle.", unit=name))
        if not unit.on_map:
            return
        key = rules.atlas.cell(unit.at).terrain
        if key in ground.WATER or key == "building":
            title = ground.terrain(rules, s, unit.at).title
            yield Reason("TI-SPC-06", say("Nobody can dig here: {terrain}.", terrain=title), spot(unit))
        if s.works.get(unit.at, NONE).forts >= rules.tables.fort_limit:
            yield Reason("TI-SPC-08", say("{hex} holds no more fortifications.", hex=unit.at), spot(unit))
        card = operations.forbids(rules, s, "dig_entrenchment", unit.side)
        if card is not None:
            yield Reason("TI-SET-06", say("{card} forbids digging.", card=card))

    def reasons(self, seat: TiSeat, step: Turn | None, action: Action) -> Iterator[Reason]:
        """No engineers, no ground for it, no room."""
        yield from self._bars(seat, step, action.subject)
        unit = seat.s.units.get(action.subject[0]) if len(action.subject) == 1 else None
        if action.how not in self.hows:
            yield Reason("TI-SPC-07", say("Say whether they enter it: enter or stay."))
        elif action.how == ENTER and unit is not None and unit.shelter:
            yield Reason("TI-FORT-01", say("They are in a fortification already."), spot(unit))

    def do(self, play: TiPlay, step: Turn, action: Action) -> None:
        """The entrenchment, and who goes in."""
        spend(play)
        uid = action.subject[0]
        at = play.units[uid].at
        now = play.works.get(at, NONE)
        harm.set_works(play, at, replace(now, entrenchment=now.entrenchment + 1))
        if action.how == ENTER:
            play.put(uid, shelter="entrenchment")
            harm.tell_changed(play, uid, "shelter", "entrenchment")
        finish(play, uid)


PREPARE, DIG = Prepare(), Dig()
