"""11.0b, 11.77b, 11.78k: the Combat Phase: attacks are declared, then fought one by one, linked ones together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hexbench.engine.events import Noted
from hexbench.engine.forecast import Forecast
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Action, Say, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.iron_tide.battle import Battle
from hexbench.games.iron_tide.chits import Showing
from hexbench.games.iron_tide.combat_declare import Declare
from hexbench.games.iron_tide.combatants import (
    Fight,
    Plan,
    still_attacked,
    still_attacking,
)
from hexbench.games.iron_tide.odds_report import thought_of, weighed
from hexbench.games.iron_tide.pieces import Side
from hexbench.games.iron_tide.post_combat import Aftermath, Fought

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat


# ---- the phase: declare, then one combat or linked group after the other -------------------------------------------
def _begin_combats(play: ItPlay, step: Combats) -> None:
    """A new Combat Phase: artillery may fire again (11.5h), nobody has retreated in it yet (11.3g)."""
    for uid, unit in play.units.items():
        if unit.fired or unit.fell_back:
            play.put(uid, fired=False, fell_back=False)


def declare(play: ItPlay, step: Combats) -> None:
    """4.25a, B10: all combats are declared first."""
    play.push(Declare(who=step.side))


def _next_combat(play: ItPlay, step: Combats) -> None:
    """11.0b: the phasing player picks the order; a combat whose defenders are gone is void (B10)."""
    live: list[Plan] = []
    for plan in step.plans:
        if still_attacked(play, play.board, step.side, plan) and still_attacking(play, plan):
            live.append(plan)
        else:
            hexes = ", ".join(plan.hexes)
            text = say("The combat on {hexes} is void: nobody is left to fight it.", hexes=hexes)
            play.tell(Noted("B10", text, plan.hexes))
    play.swap(plans=tuple(live))
    if not live:
        return
    play.swap(at=_NEXT_COMBAT)
    groups = linked(play, live)
    if len(groups) == 1:
        engage(play, groups[0])
    else:
        play.push(Choose(who=step.side))


def linked(s: Any, plans: Iterable[Plan]) -> list[tuple[Plan, ...]]:
    """11.78k: combats with attackers out of one hex belong together; the groups, in the order declared."""
    groups: list[list[Plan]] = []
    for plan in plans:
        homes = {s.units[u].at for u in plan.attackers}
        touching = [g for g in groups if any(s.units[u].at in homes for p in g for u in p.attackers)]
        joined = [p for g in touching for p in g] + [plan]
        groups = [g for g in groups if g not in touching] + [joined]
    return [tuple(group) for group in groups]


def engage(play: ItPlay, group: tuple[Plan, ...]) -> None:
    """Fight these combats; the phase keeps the others."""
    step: Combats = play.top
    for plan in group:
        hexes = ", ".join(plan.hexes)
        play.tell(Noted("11.0b", say("The combat on {hexes} is fought.", hexes=hexes), plan.hexes))
    play.swap(plans=tuple(plan for plan in step.plans if plan not in group))
    play.push(Engagement(side=step.side, plans=group))


class Resolve(Pick["ItSeat", "Choose | ChooseResult", "ItPlay"]):
    """Resolve one of the declared combats, named by a hex under attack; linked ones are fought with it (11.78k)."""

    name = "resolve"
    risk = "handover"
    label = say("Resolve")
    help = say("Resolve the combat on this hex next.")
    subject = "hex"
    rule = "11.0b"
    other = say("No such combat waits.")

    def among(self, seat: ItSeat, step: Choose | ChooseResult) -> Sequence[str]:
        """Those that wait, by their first hex."""
        return step.waiting(seat.s.stack[-2])

    def cites(self, seat: ItSeat, step: Choose | ChooseResult) -> tuple[str, ...]:
        return (step.rule,)

    def forecast(self, seat: ItSeat, action: Action) -> Forecast | None:
        """Its odds without support."""
        phase = seat.s.stack[-2] if len(seat.s.stack) > 1 else None
        if not isinstance(phase, Combats) or len(action.subject) != 1:
            return None
        plan = next((p for p in phase.plans if action.subject[0] in p.hexes), None)
        fight = thought_of(seat, still_attacking(seat.s, plan), plan.hexes) if plan else None
        return weighed(seat, fight) if fight is not None else None

    def do(self, play: ItPlay, step: Choose | ChooseResult, action: Action) -> None:
        play.pop()
        step.take(play, action.subject[0])


RESOLVE = Resolve()


class Choose(Ask, frozen=True, kw_only=True):
    """11.0b: which combat is next."""

    verbs: ClassVar = (RESOLVE,)
    open_table: ClassVar = True
    rule: ClassVar = "11.0b"

    def waiting(self, phase: Any) -> tuple[str, ...]:
        """The combats that wait, by their first hex."""
        return tuple(plan.hexes[0] for plan in phase.plans)

    def take(self, play: ItPlay, at: str) -> None:
        """Fight it, with those linked to it."""
        plans = play.top.plans
        engage(play, next(g for g in linked(play, plans) if any(p.hexes[0] == at for p in g)))

    def say(self, seat: ItSeat) -> Say:
        return say("Choose the combat to resolve next.")

    def default(self, seat: ItSeat) -> Action | None:
        """In the order they were declared."""
        return Action("resolve", (self.waiting(seat.s.stack[-2])[0],))


class Combats(Script, frozen=True, kw_only=True):
    """The Combat Phase of one player."""

    side: Side
    plans: tuple[Plan, ...] = ()
    stages: ClassVar = (_begin_combats, declare, _next_combat)


_NEXT_COMBAT = Combats.stages.index(_next_combat)


# ---- linked combats: all dice first, then the results in the attacker's order (11.78k) -------------------------------
def _fight_next(play: ItPlay, step: Engagement) -> None:
    """Fight every combat of the group up to its dice."""
    if step.plans:
        play.swap(at=0, plans=step.plans[1:])
        plan = step.plans[0]
        hexes = still_attacked(play, play.board, step.side, plan)
        attackers = still_attacking(play, plan)
        play.push(Battle(hexes=hexes, fight=Fight(side=step.side, attackers=attackers, stands=())))


def _apply_next(play: ItPlay, step: Engagement) -> None:
    """11.77b: results are applied at once; of several the attacker chooses the order."""
    if not step.fought:
        return
    play.swap(at=_APPLY_NEXT)
    if len(step.fought) == 1:
        _apply_result(play, step.fought[0])
    else:
        play.push(ChooseResult(who=step.side))


def _apply_result(play: ItPlay, fought: Fought) -> None:
    """One result, losses to advance."""
    if len(play.top.fought) > 1:
        hexes = fought.fight.hexes
        text = say("The result on {hexes} is applied.", hexes=", ".join(hexes))
        play.tell(Noted("11.78k", text, hexes))
    play.swap(fought=tuple(f for f in play.top.fought if f is not fought))
    play.push(Aftermath(fought=fought))


class ChooseResult(Ask, frozen=True, kw_only=True):
    """11.78k: which of several results is applied next."""

    verbs: ClassVar = (RESOLVE,)
    open_table: ClassVar = True
    rule: ClassVar = "11.78k"

    def waiting(self, group: Any) -> tuple[str, ...]:
        """The combats whose results wait, by their first hex."""
        return tuple(fought.fight.hexes[0] for fought in group.fought)

    def take(self, play: ItPlay, at: str) -> None:
        """Apply it."""
        _apply_result(play, next(f for f in play.top.fought if f.fight.hexes[0] == at))

    def say(self, seat: ItSeat) -> Say:
        return say("All dice of the linked combats are cast. Choose the result to apply next.")

    def default(self, seat: ItSeat) -> Action | None:
        """In the order they were fought."""
        return Action("resolve", (self.waiting(seat.s.stack[-2])[0],))


class Engagement(Showing, frozen=True, kw_only=True):
    """One combat, or several that are linked by a hex. Chits shown in it lie open until it is over."""

    side: Side
    plans: tuple[Plan, ...] = ()
    fought: tuple[Fought, ...] = ()
    stages: ClassVar = (_fight_next, _apply_next)


_APPLY_NEXT = Engagement.stages.index(_apply_next)
