"""Resolution of ground attacks, in any order the phasing player chooses (P_RESOLVE; TG-SEQ-05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hexbench.engine.events import Declared, Noted
from hexbench.engine.forecast import Forecast
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.tigers import allocate
from hexbench.games.tigers.allocate import plan_on
from hexbench.games.tigers.battle import Battle, drop
from hexbench.games.tigers.odds_report import foresee

if TYPE_CHECKING:
    from hexbench.games.tigers.seat import TgPlay, TgSeat


class Fight(Pick["TgSeat", "Resolve", "TgPlay"]):
    """Resolve one of the allocated attacks, named by its first hex."""

    name = "resolve"
    risk = "handover"
    label = say("Resolve")
    help = say("Resolve the attack on this hex next. You may resolve attacks in any order.")
    subject = "hex"
    rule = "TG-SEQ-05"
    other = say("No such attack is waiting to be resolved.")

    def among(self, seat: TgSeat, step: Resolve) -> Sequence[str]:
        """The unresolved attacks, by their first hex."""
        return [attack.targets[0] for attack in seat.s.attacks]

    def forecast(self, seat: TgSeat, action: Action) -> Forecast | None:
        """Its odds as they stand now."""
        found = plan_on(seat.s.attacks, action.subject[0]) if len(action.subject) == 1 else None
        return foresee(seat, found.attackers, found.targets) if found is not None else None

    def do(self, play: TgPlay, step: Resolve, action: Action) -> None:
        attack = plan_on(play.attacks, action.subject[0])
        assert attack is not None, "judged before"
        play.tell(Declared("combat", attack.attackers, attack.targets[0]))
        play.push(Battle(side=play.phasing, attack=attack))


def _named(seat: TgSeat, step: Any, action: Action, rule: str) -> Iterator[Reason]:
    if action.object or action.how or action.via or len(action.subject) != 1:
        yield Reason(rule, say("Choose an attack by its first hex."))
    elif step is not None and action.subject[0] not in [a.targets[0] for a in seat.s.attacks]:
        yield Reason(rule, say("No such attack is waiting to be resolved."))


class _CallOff(Pick["TgSeat", Any, "TgPlay"]):
    """Call off an attack that nothing requires (TG-ATK-11, AMB-78). Its units have not attacked."""

    name = "call_off"
    label = say("Call off")
    help = say("Cancel this attack. Attacks that require it are called off too.")
    subject = "hex"
    rule = "TG-ATK-11"
    back = True

    def among(self, seat: TgSeat, step: Any) -> Sequence[str]:
        """The attacks that nothing requires, by their first hex."""
        return [
            a.targets[0]
            for a in seat.s.attacks
            if not allocate.bound(seat.rules, seat.s, seat.board, seat.s.phasing, a)
        ]

    def unfit(self, seat: TgSeat, step: Any, ref: str) -> Iterator[Reason]:
        """The attack must be unresolved, and nothing may require it."""
        found = next((a for a in seat.s.attacks if a.targets[0] == ref), None)
        if found is None:
            yield Reason("TG-ATK-11", say("No such attack is waiting to be resolved."))
        else:
            yield from allocate.binding(seat.rules, seat.s, seat.board, seat.s.phasing, found)

    def do(self, play: TgPlay, step: Any, action: Action) -> None:
        """Drop the attack, with every attack that needed it (AMB-93)."""
        attack = plan_on(play.attacks, action.subject[0])
        assert attack is not None, "judged before"
        hexes = ", ".join(attack.targets)
        play.tell(
            Noted("TG-ATK-11", say("The attack on {hexes} is called off.", hexes=hexes), attack.targets)
        )
        drop(play, attack)
        allocate.settle(play, play.phasing)


RESOLVE, CALL_OFF = Fight(), _CallOff()


class Resolve(Ask, frozen=True, kw_only=True):
    """The step in which the allocated attacks are resolved one by one."""

    phase = "resolution"
    verbs: ClassVar = (CALL_OFF, RESOLVE)
    open_table: ClassVar = True

    def decider(self, s: Any) -> str | None:
        """The phasing player, while attacks are unresolved."""
        return self.who if s.attacks else None

    def say(self, seat: TgSeat) -> Say:
        side = seat.rules.side_name(self.who)
        if len(seat.s.attacks) == 1:
            return say("{side} ground combat: one attack to resolve.", side=side)
        return say("{side} ground combat: {n} attacks to resolve.", side=side, n=len(seat.s.attacks))
