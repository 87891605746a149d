"""Entrenchment gained in a player's own supply phase (TG-TER-01, TG-TER-05, AMB-52)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.values import Action, Reason, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.tigers import harm

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import Position, TgPlay, TgSeat
    from hexbench.games.tigers.rules import TgRules


def against(rules: TgRules, s: Position, side: str, uid: str) -> Iterator[Reason]:
    """Why a unit may not dig in now."""
    unit, printed = s.units[uid], s.roster[uid]
    name = rules.title(printed)
    if unit.side != side:
        yield Reason("TG-SEQ-08", say("{unit} belongs to the other player.", unit=name), unit.spot)
        return
    if not unit.on_map:
        yield Reason("TG-TER-01", say("{unit} is not on the map.", unit=name))
        return
    if not printed.foot or printed.size != "div":
        text = say("{unit} is no division of infantry, parachutists or panzer grenadiers.", unit=name)
        yield Reason("TG-TER-05", text, unit.spot)
    if unit.entrenched:
        yield Reason("TG-TER-01", say("{unit} is entrenched.", unit=name), unit.spot)
    if unit.disrupted:
        yield Reason("TG-TER-01", say("{unit} is disrupted and does not dig in.", unit=name), unit.spot)
    if unit.moved or unit.spent or unit.attacks or unit.advanced or unit.retreated:
        text = say("{unit} has moved or attacked in this turn.", unit=name)
        yield Reason("AMB-52", text, unit.spot)


def digging_in(s: Position, uid: str) -> Iterator[Reason]:
    """Why a unit cannot be entrenched, whatever it did (TG-TER-01, TG-TER-05)."""
    printed, unit = s.roster[uid], s.units[uid]
    if printed.size != "div" or not printed.foot:
        yield Reason(
            "TG-TER-05",
            say("Only divisions of infantry, airborne and panzer grenadiers are entrenched."),
            unit.spot,
        )
    if unit.disrupted:
        yield Reason("TG-DIS-02", say("A disrupted unit is not entrenched."), unit.spot)


class Entrench(Pick["TgSeat", Any, "TgPlay"]):
    """A division digs in."""

    name = "entrench"
    label = say("Entrench")
    help = say(
        "A division on foot that has done nothing in this turn: one factor more on defense until it is disrupted or leaves."
    )
    rule = "TG-TER-01"

    def among(self, seat: TgSeat, step: Any) -> Sequence[str]:
        """Divisions that have not moved and are fit to dig."""
        return [
            uid
            for uid, unit in seat.s.units.items()
            if unit.side == step.who
            and unit.on_map
            and not (unit.disrupted or unit.entrenched or unit.moved)
            and not any(against(seat.rules, seat.s, step.who, uid))
        ]

    def unfit(self, seat: TgSeat, step: Any | None, ref: str) -> Iterable[Reason]:
        """Why it may not dig in."""
        who = step.who if step is not None else seat.s.phasing
        return against(seat.rules, seat.s, who, ref)

    def cites(self, seat: TgSeat, step: Any) -> tuple[str, ...]:
        """How, and what it brings."""
        return ("TG-TER-01", "TG-TER-02")

    def do(self, play: TgPlay, step: Any, action: Action) -> None:
        """It is done."""
        harm.entrench(play, action.subject[0])


ENTRENCH: Final = Entrench()
