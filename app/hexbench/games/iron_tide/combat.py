"""11.0, 11.1, 11.77b, 11.78k: the Combat Phase. Attacks are drafted, can be taken back, and become binding once every
mandatory attack is included; then they are resolved one by one, linked ones together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hexbench.engine.events import Noted
from hexbench.engine.forecast import Forecast
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.engine.verbs.planning import Planner, Planning
from hexbench.games.iron_tide.battle import Battle
from hexbench.games.iron_tide.chits import Showing
from hexbench.games.iron_tide.combatants import (
    MOST,
    Fight,
    Plan,
    by_hex,
    commands,
    is_regiment,
    left_out,
    still_attacked,
    still_attacking,
    targets_in,
)
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.odds_report import thought_of, weighed
from hexbench.games.iron_tide.pieces import FOE, GERMAN, Side
from hexbench.games.iron_tide.post_combat import Aftermath, Fought

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat


# ---- the phase: declare, then one combat or linked group after the other -------------------------------------------
def _begin_combats(play: ItPlay, step: Combats) -> None:
    """A new Combat Phase: artillery may fire again (11.5h), and no unit has retreated in it yet (11.3g)."""
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
            text = say("The combat on {hexes} is void: one side has no units left to fight it.", hexes=hexes)
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
    """11.78k: groups of combats linked by attackers from the same hex, in the order declared."""
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
        play.tell(Noted("11.0b", say("The combat on {hexes} is resolved.", hexes=hexes), plan.hexes))
    play.swap(plans=tuple(plan for plan in step.plans if plan not in group))
    beside: tuple[tuple[str, str], ...] = ()
    if len(group) > 1:
        attackers = by_hex((u for plan in group for u in plan.attackers), play)
        beside = left_out(play, play.board, step.side, attackers, step.guests)
    play.push(Engagement(side=step.side, plans=group, left_out=beside))


class Resolve(Pick["ItSeat", "Choose | ChooseResult", "ItPlay"]):
    """Resolve one of the declared combats, named by a hex under attack; combats linked to it are fought with it (11.78k)."""

    name = "resolve"
    risk = "handover"
    label = say("Resolve")
    help = say("Resolve the combat on this hex next.")
    subject = "hex"
    rule = "11.0b"
    other = say("There is no such combat to resolve.")

    def among(self, seat: ItSeat, step: Choose | ChooseResult) -> Sequence[str]:
        """The combats still waiting, by their first hex."""
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
    guests: tuple[str, ...] = ()
    """Units that fought in this phase and then advanced into a hex from which others are still to attack (R31)."""
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
        return say("The dice for all linked combats have been rolled. Choose the result to apply next.")

    def default(self, seat: ItSeat) -> Action | None:
        """In the order they were fought."""
        return Action("resolve", (self.waiting(seat.s.stack[-2])[0],))


class Engagement(Showing, frozen=True, kw_only=True):
    """One combat, or several that are linked by a hex. Chits shown in it lie open until it is over."""

    side: Side
    plans: tuple[Plan, ...] = ()
    fought: tuple[Fought, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    """(hex, unit): the regiments left out of linked combats, since only one may attack from a hex (11.1b, R31)."""
    stages: ClassVar = (_fight_next, _apply_next)


_APPLY_NEXT = Engagement.stages.index(_apply_next)


# 11.0e-g, B09: attacking units must attack every enemy unit adjacent to them.


def exempt(s: Any, board: ItBoard, at: str, side: str) -> bool:
    """11.0f-g: whether units in a hex are exempt: in a city, town or entrenchment, or Germans in the Westwall."""
    features = board.atlas.cell(at).features
    if "city" in features or "town" in features or s.entrenchments.get(at) == side:
        return True
    return side == GERMAN and "westwall" in features


def unmet(seat: ItSeat, step: Declare) -> Iterator[Reason]:
    """Every enemy hex that must still be attacked, each once."""
    s, board = seat.s, seat.board
    attacked = {at for plan in step.plans for at in plan.hexes}
    told: set[str] = set()
    for plan in step.plans:
        for uid in plan.attackers:
            unit = s.units[uid]
            if exempt(s, board, unit.at, step.who):
                continue
            for at in board.atlas.near[unit.at]:
                if at in attacked or at in told or not targets_in(s, board, FOE[step.who], at):
                    continue
                told.add(at)
                name = called(s.roster[uid])
                text = say(
                    "{unit} is attacking and is also adjacent to {hex}, which is not being attacked.",
                    unit=name,
                    hex=at,
                )
                yield Reason("11.0e", text, (at, unit.at))


# ---- who may attack, and what ----------------------------------------------------------------------------------------
def unfit(seat: ItSeat, step: Declare | None, uid: str) -> Iterator[Reason]:
    """Why a unit may not attack at all."""
    s = seat.s
    unit, printed = s.units[uid], s.roster[uid]
    name = called(printed)
    if not unit.on_map:
        yield Reason("11.0a", say("{unit} is not on the map.", unit=name))
        return
    if printed.commando:
        yield Reason("16.4i", say("{unit} is a commando and may not attack.", unit=name), unit.spot)
    if unit.reserve:
        yield Reason("6.0d", say("{unit} is in reserve and may not attack.", unit=name), unit.spot)
    if seat.board.enemy_near(unit.side, unit.at) is None:
        yield Reason("11.0a", say("No enemy unit is adjacent to {unit}.", unit=name), unit.spot)
    if step is None:
        return
    if unit.side != step.who:
        yield Reason("4.25a", say("{unit} belongs to the other player.", unit=name))
        return
    plan = PLANNER.plan_with(step.plans, uid)
    if plan is not None:
        yield Reason("11.0c", say("{unit} is already attacking.", unit=name), plan.hexes)


def regiments_out(seat: ItSeat, plans: Sequence[Plan], units: Sequence[str]) -> Iterator[Reason]:
    """8.3a, 11.1b, 11.1f: at most one regiment and three units attack out of a hex, in all its combats."""
    s = seat.s
    everybody = dict.fromkeys((*(u for plan in plans for u in plan.attackers), *units))
    for at, out in by_hex(everybody, s).items():
        if not any(u in out for u in units):
            continue
        if sum(is_regiment(s.units[u], s.roster[u]) for u in out) > 1:
            yield Reason("8.3a", say("Only one regiment may attack from {hex}.", hex=at), (at,))
        if len(out) > MOST:
            yield Reason("11.1f", say("No more than three units may attack from {hex}.", hex=at), (at,))


def one_command(seat: ItSeat, units: Iterable[str]) -> Iterator[Reason]:
    """17.3a, 17.4a: units of different commands do not attack together."""
    army_rule = seat.rules.options.army_rule
    found = commands(army_rule, seat.s.roster, units)
    if len(found) > 1:
        if army_rule:
            yield Reason("17.4a", say("Units of different armies may not attack together."))
        else:
            yield Reason("17.3a", say("British and American units may not attack together."))


def out_of_touch(seat: ItSeat, units: Iterable[str], hexes: Iterable[str]) -> Iterator[Reason]:
    """11.1c: every attacker is next to every defending hex."""
    s, near = seat.s, seat.board.atlas.near
    for uid in units:
        unit = s.units[uid]
        if not unit.on_map:
            continue
        for at in hexes:
            if at not in near[unit.at]:
                name = called(s.roster[uid])
                text = say("{unit} is not adjacent to {hex}.", unit=name, hex=at)
                yield Reason("11.1c", text, (unit.at, at))


def nobody_there(seat: ItSeat, side: str, at: str) -> Iterator[Reason]:
    """Why a hex is no target of ``side``."""
    if targets_in(seat.s, seat.board, FOE[side], at):
        return
    if seat.board.enemy_in(side, at):
        text = say("The units in {hex} have already been attacked this phase.", hex=at)
        yield Reason("11.0d", text, (at,))
    else:
        yield Reason("11.0a", say("There is no enemy in {hex}.", hex=at), (at,))


class _ItPlanner(Planner):
    """See :class:`hexbench.engine.verbs.planning.Planner`."""

    plan = Plan
    what = "combat"
    once_rule = "11.1a"
    attack_rule, wide_rule, back_rule = "11.0a", "11.1d", "B10"
    done = (
        "declare",
        say("Declare the attacks"),
        say("Make the attacks binding. If there are none, the Combat Phase ends."),
        "11.0e",
    )

    def able(self, seat: ItSeat, side: str) -> Iterable[str]:
        """Units adjacent to an enemy."""
        s, near = seat.s, seat.board.near(FOE[side])
        units = s.units
        for uid in seat.board.present[side]:
            unit = units[uid]
            if unit.at in near and not unit.reserve and not s.roster[uid].commando:
                yield uid

    def enemy(self, seat: ItSeat, side: str, at: str) -> bool:
        """Whether there are enemy units, attacked before or not."""
        return bool(seat.board.enemy_in(side, at))

    def unfit(self, seat: ItSeat, step: Any, uid: str) -> Iterator[Reason]:
        """11.0."""
        return unfit(seat, step, uid)

    def against(
        self, seat: ItSeat, step: Any, side: str, units: Sequence[str], plan: Any, at: str
    ) -> Iterator[Reason]:
        """Every clause of 11.0 and 11.1."""
        yield from nobody_there(seat, side, at)
        yield from out_of_touch(seat, units or plan.attackers, plan.hexes)
        if units:
            yield from regiments_out(seat, step.plans if step is not None else (), units)
        yield from one_command(seat, plan.attackers)

    def unmet(self, seat: ItSeat, step: Any) -> Iterable[Reason]:
        """11.0e-g."""
        return unmet(seat, step)

    def foresee(self, seat: ItSeat, attackers: tuple[str, ...], hexes: tuple[str, ...]) -> Forecast | None:
        """Against the likeliest defenders, without support."""
        fight = thought_of(seat, attackers, hexes)
        return weighed(seat, fight) if fight is not None else None


PLANNER = _ItPlanner()
plan_on = PLANNER.plan_on
ATTACK, WIDEN, TAKE_BACK, CLEAR, DECLARE = PLANNER.verbs()


class Declare(Planning, frozen=True, kw_only=True):
    """4.25a: the attacks of a Combat Phase are put together."""

    plans: tuple[Plan, ...] = ()
    phase = "combat"
    verbs: ClassVar = (ATTACK, WIDEN, TAKE_BACK, CLEAR, DECLARE)

    def say(self, seat: ItSeat) -> Say:
        """Whose, and how many so far."""
        side = seat.rules.side_name(self.who)
        if not self.plans:
            return say("{side} Combat Phase: declare your attacks, if any.", side=side)
        if len(self.plans) == 1:
            return say("{side} Combat Phase: one attack so far.", side=side)
        return say("{side} Combat Phase: {n} attacks so far.", side=side, n=len(self.plans))
