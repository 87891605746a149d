"""Allocation of ground attacks (P_ALLOC; TG-ATK): put together, taken back, and binding once every duty is met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from hexbench.engine.events import Declared
from hexbench.engine.forecast import Forecast
from hexbench.engine.state import Draft
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.tigers import duty
from hexbench.games.tigers.combat_forecast import foresee, too_weak
from hexbench.games.tigers.fighters import (
    able,
    gaps,
    markers_short,
    out_of_touch,
    over_rivers,
    target,
    unfit,
)
from hexbench.games.tigers.works import Attack

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay, TgSeat


def plan_on(plans: Sequence[Attack], at: str) -> Attack | None:
    """The attack on a hex."""
    return next((plan for plan in plans if at in plan.targets), None)


def plan_with(plans: Sequence[Attack], uid: str) -> Attack | None:
    """The attack a unit makes."""
    return next((plan for plan in plans if uid in plan.attackers), None)


def joined(plans: Sequence[Attack], units: tuple[str, ...], at: str) -> tuple[Attack, ...]:
    """The attacks with these units in the one on ``at``, which they begin if there is none."""
    old = plan_on(plans, at)
    if old is None:
        return (*plans, Attack(attackers=units, targets=(at,)))
    return tuple(replace(p, attackers=(*p.attackers, *units)) if p is old else p for p in plans)


def merged(plans: Sequence[Attack], plan: Attack, at: str) -> Attack:
    """An attack with one more hex, and with the attack on that hex if there is one."""
    other = plan_on(plans, at)
    if other is None:
        return replace(plan, targets=(*plan.targets, at))
    return Attack(attackers=(*plan.attackers, *other.attackers), targets=(*plan.targets, *other.targets))


def bridges_for(seat: TgSeat, plans: Iterable[Attack]) -> Iterator[str]:
    """The hexsides that need an engineer bridge for these attacks (TG-BRG-06)."""
    for plan in plans:
        yield from gaps(seat.rules, seat.s, plan.attackers, plan.targets)


def nobody_there(seat: TgSeat, side: str, at: str) -> Iterator[Reason]:
    """Why a hex is no target of ``side``."""
    if not target(seat.s, seat.board, side, at):
        yield Reason("TG-ATK-01", say("There is no enemy to attack in {hex}.", hex=at), (at,))


def against(seat: TgSeat, side: str, units: Sequence[str], hexes: Sequence[str]) -> Iterator[Reason]:
    """Every reason against an attack of these units on these hexes, duties and odds apart."""
    for uid in units:
        if seat.s.units[uid].side != side:
            name = seat.rules.title(seat.s.roster[uid])
            yield Reason("TG-SEQ-03", say("{unit} belongs to the other player.", unit=name))
        yield from unfit(seat.rules, seat.s, uid)
    for at in hexes:
        yield from nobody_there(seat, side, at)
    yield from out_of_touch(seat.rules, seat.s, units, hexes)
    yield from over_rivers(seat.rules, seat.s, units, hexes)


def open_duties(seat: TgSeat, step: Allocate) -> tuple[Reason, ...]:
    """What keeps the attacks from being binding: duties that nobody meets, and odds below 1:5 (AMB-93, AMB-03)."""
    key = ("open duties", step.plans)
    found: tuple[Reason, ...] | None = seat.memo.get(key)
    if found is None:
        rules, s, board = seat.rules, seat.s, seat.board
        weak = [
            reason for plan in step.plans for reason in too_weak(seat, step.who, plan.attackers, plan.targets)
        ]
        found = seat.memo[key] = (
            *duty.unmet(rules, s, board, step.who, step.plans),
            *weak,
            *dump_owed(seat, step),
        )
    return found


def dump_owed(seat: TgSeat, step: Allocate) -> Iterator[Reason]:
    """AMB-78: who came upon the fuel dump must attack it, if it may and would not have to attack others with it."""
    rules, s = seat.rules, seat.s
    for uid, unit in s.units.items():
        if not unit.stumbled or unit.side != step.who:
            continue
        plan = plan_with(step.plans, uid)
        alone = Attack(attackers=(uid,), targets=(s.dump,))
        if (plan is not None and s.dump in plan.targets) or any(against(seat, step.who, (uid,), (s.dump,))):
            continue
        if not duty.needed(rules, s, seat.board, step.who, alone):
            text = say("{unit} came upon the fuel dump and must attack it.", unit=rules.title(s.roster[uid]))
            yield Reason("AMB-78", text, (s.dump, unit.at))


class Launch(Verb["TgSeat", "Allocate", "TgPlay"]):
    """Units attack a hex, joining those that attack it already."""

    name = "attack"
    label = say("Attack")
    help = say("Drag units onto an adjacent enemy hex; they join the attack on it.")
    subject = "unit"
    object = "hex"

    def offer(self, seat: TgSeat, step: Allocate) -> Offer | None:
        """Whoever is next to an enemy, may attack and does not do so yet."""
        busy = {u for plan in step.plans for u in plan.attackers}
        found = tuple(u for u in able(seat.rules, seat.s, seat.board, step.who) if u not in busy)
        return Offer(self.name, found, joins="any") if found else None

    def targets(self, seat: TgSeat, step: Allocate, subject: tuple[str, ...]) -> Iterable[Target]:
        """The enemy hexes all of them may attack."""
        units = seat.s.units
        if not subject or any(u not in units or not units[u].on_map for u in subject):
            return
        for at in seat.rules.atlas.near[units[subject[0]].at]:
            if target(seat.s, seat.board, step.who, at) and not any(
                self.reasons(seat, step, Action(self.name, subject, at))
            ):
                yield Target(at, says=tuple(self._warnings(seat, subject, at)), rules=("TG-ATK-01",))

    def _warnings(self, seat: TgSeat, subject: tuple[str, ...], at: str) -> Iterator[Say]:
        for name in gaps(seat.rules, seat.s, subject, (at,)):
            yield say("Needs an engineer bridge at {side}: one chance in two.", side=name)

    def reasons(self, seat: TgSeat, step: Allocate | None, action: Action) -> Iterator[Reason]:
        """Every clause of TG-ATK against it."""
        if action.how or action.via:
            yield Reason("TG-ATK-01", say("An attack needs the units and the hex only."))
        if not action.subject:
            yield Reason("TG-ATK-01", say("Name the units that attack."))
            return
        for uid in action.subject:
            if uid not in seat.s.units:
                yield seat.rules.missing(f"unit {uid}")
                return
        at = action.object
        if at not in seat.rules.atlas.index:
            yield seat.rules.missing(f"hex {at or '-'}")
            return
        if len(set(action.subject)) != len(action.subject):
            yield Reason("TG-ATK-02", say("A unit is named twice."))
        side = step.who if step is not None else seat.s.units[action.subject[0]].side
        plans = step.plans if step is not None else ()
        old = plan_on(plans, at)
        yield from against(seat, side, action.subject, old.targets if old is not None else (at,))
        for uid in action.subject:
            busy = plan_with(plans, uid)
            if busy is not None:
                name = seat.rules.title(seat.s.roster[uid])
                yield Reason("TG-ATK-02", say("{unit} attacks already.", unit=name), busy.targets)
        after = joined(plans, action.subject, at)
        yield from markers_short(seat.rules, seat.s, side, bridges_for(seat, after))

    def forecast(self, seat: TgSeat, action: Action) -> Forecast | None:
        """The odds with those that attack the hex already."""
        step = seat.step
        old = plan_on(step.plans, action.object) if isinstance(step, Allocate) else None
        units = tuple(dict.fromkeys((*(old.attackers if old else ()), *action.subject)))
        return foresee(seat, units, old.targets if old else (action.object,))

    def do(self, play: TgPlay, step: Allocate, action: Action) -> None:
        """They join the attack on that hex, or begin it."""
        play.swap(plans=joined(step.plans, action.subject, action.object))


class Widen(Verb["TgSeat", "Allocate", "TgPlay"]):
    """An attack takes in one more hex: one ratio and one die against all of them (AMB-92, AMB-115)."""

    name = "widen"
    label = say("Attack both hexes together")
    help = say("Take another enemy hex into an attack whose units are all next to it.")
    subject = "hex"
    object = "hex"

    def offer(self, seat: TgSeat, step: Allocate) -> Offer | None:
        """The attacks that could take in another hex, by their first hex."""
        found = tuple(plan.targets[0] for plan in step.plans if self._hexes(seat, step, plan))
        return Offer(self.name, found) if found else None

    def _hexes(self, seat: TgSeat, step: Allocate, plan: Attack) -> list[str]:
        return [
            at
            for at in seat.rules.atlas.near[seat.s.units[plan.attackers[0]].at]
            if target(seat.s, seat.board, step.who, at)
            and not any(self.reasons(seat, step, Action(self.name, (plan.targets[0],), at)))
        ]

    def targets(self, seat: TgSeat, step: Allocate, subject: tuple[str, ...]) -> Iterable[Target]:
        """The further hexes all its attackers are next to."""
        plan = plan_on(step.plans, subject[0]) if len(subject) == 1 else None
        if plan is not None and plan.targets[0] == subject[0]:
            for at in self._hexes(seat, step, plan):
                yield Target(at, rules=("AMB-92",))

    def reasons(self, seat: TgSeat, step: Allocate | None, action: Action) -> Iterator[Reason]:
        """Everybody of both attacks is next to all the hexes."""
        if action.how or action.via or len(action.subject) != 1:
            yield Reason("AMB-92", say("Name an attack by its first hex, and the hex it takes in."))
            return
        at = action.object
        if at not in seat.rules.atlas.index:
            yield seat.rules.missing(f"hex {at or '-'}")
            return
        if step is None:
            return
        plan = plan_on(step.plans, action.subject[0])
        if plan is None or plan.targets[0] != action.subject[0]:
            yield Reason("AMB-92", say("No such attack is allocated."))
            return
        if at in plan.targets:
            yield Reason("AMB-92", say("The attack is on {hex} already.", hex=at), (at,))
            return
        wide = merged(step.plans, plan, at)
        yield from against(seat, step.who, wide.attackers, wide.targets)
        other = plan_on(step.plans, at)
        after = (wide, *(p for p in step.plans if p is not plan and p is not other))
        yield from markers_short(seat.rules, seat.s, step.who, bridges_for(seat, after))

    def forecast(self, seat: TgSeat, action: Action) -> Forecast | None:
        """The odds against both."""
        step = seat.step
        plan = (
            plan_on(step.plans, action.subject[0]) if isinstance(step, Allocate) and action.subject else None
        )
        if plan is None or action.object in plan.targets:
            return None
        wide = merged(step.plans, plan, action.object)
        return foresee(seat, wide.attackers, wide.targets)

    def do(self, play: TgPlay, step: Allocate, action: Action) -> None:
        """One combat from now on."""
        plan = plan_on(step.plans, action.subject[0])
        assert plan is not None, "judged before"
        other = plan_on(step.plans, action.object)
        wide = merged(step.plans, plan, action.object)
        play.swap(plans=tuple(wide if p is plan else p for p in step.plans if p is not other))


class TakeBack(Verb["TgSeat", "Allocate", "TgPlay"]):
    """Take units out of the attacks allocated so far."""

    name = "back"
    label = say("Take back")
    help = say("These units do not attack after all.")
    subject = "unit"

    def offer(self, seat: TgSeat, step: Allocate) -> Offer | None:
        """Everybody who attacks."""
        found = tuple(u for plan in step.plans for u in plan.attackers)
        return Offer(self.name, found, joins="any", back=True) if found else None

    def targets(self, seat: TgSeat, step: Allocate, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing more to choose."""
        if not any(self.reasons(seat, step, Action(self.name, subject))):
            yield Target()

    def reasons(self, seat: TgSeat, step: Allocate | None, action: Action) -> Iterator[Reason]:
        """Only what was allocated can be taken back."""
        if action.object or action.how or action.via or not action.subject:
            yield Reason("TG-ATK-01", say("Name the units that shall not attack."))
        if step is not None and any(plan_with(step.plans, u) is None for u in action.subject):
            yield Reason("TG-ATK-01", say("No such attack is allocated."))

    def do(self, play: TgPlay, step: Allocate, action: Action) -> None:
        """An attack without attackers is none."""
        left = (
            replace(p, attackers=tuple(u for u in p.attackers if u not in action.subject)) for p in step.plans
        )
        play.swap(plans=tuple(plan for plan in left if plan.attackers))


class Clear(Verb["TgSeat", "Allocate", "TgPlay"]):
    """Take every attack back."""

    name = "clear"
    label = say("Clear all")
    help = say("Take back all attacks allocated so far.")

    def offer(self, seat: TgSeat, step: Allocate) -> Offer | None:
        """When there is one."""
        return Offer(self.name, back=True) if step.plans else None

    def targets(self, seat: TgSeat, step: Allocate, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing more to choose."""
        if step.plans and not subject:
            yield Target()

    def reasons(self, seat: TgSeat, step: Allocate | None, action: Action) -> Iterator[Reason]:
        """There must be something to take back."""
        if action.subject or action.object or action.how or action.via:
            yield Reason("TG-ATK-01", say("Clearing needs no unit and no hex."))
        if step is not None and not step.plans:
            yield Reason("TG-ATK-01", say("No attack is allocated."))

    def do(self, play: TgPlay, step: Allocate, action: Action) -> None:
        """Begin again."""
        play.swap(plans=())


class Done(Verb["TgSeat", "Allocate", "TgPlay"]):
    """Make the attacks binding."""

    name = "allocate"
    risk = "seen"
    label = say("Allocate the attacks")
    ends = True
    help = say("The attacks are binding from now on. Without any this pass has no ground combat.")

    def offer(self, seat: TgSeat, step: Allocate) -> Offer | None:
        """When every duty is met."""
        return None if open_duties(seat, step) else Offer(self.name)

    def targets(self, seat: TgSeat, step: Allocate, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing more to choose."""
        if not subject and not open_duties(seat, step):
            yield Target(rules=("TG-ATK-10",))

    def reasons(self, seat: TgSeat, step: Allocate | None, action: Action) -> Iterator[Reason]:
        """Every unmet duty, with its hex."""
        if action.subject or action.object or action.how or action.via:
            yield Reason("TG-ATK-01", say("Allocating needs no unit and no hex."))
        if step is not None:
            yield from open_duties(seat, step)

    def do(self, play: TgPlay, step: Allocate, action: Action) -> None:
        """Everybody hears of them: there is no way back."""
        play.pop()
        bind(play, step.plans)


def bind(play: TgPlay, plans: Sequence[Attack]) -> None:
    """These attacks are allocated, each with the others it needs (AMB-93)."""
    attacks: list[Attack] = []
    for plan in plans:
        play.saw()
        play.tell(Declared("attack", plan.attackers, ", ".join(plan.targets)))
        needs = duty.needed(play.rules, play, play.board, play.phasing, plan)
        attacks.append(replace(plan, needs=tuple(needs)))
    play.set(attacks=(*play.attacks, *attacks))


ATTACK, WIDEN, TAKE_BACK, CLEAR, ALLOCATE = Launch(), Widen(), TakeBack(), Clear(), Done()


class Allocate(Draft, frozen=True, kw_only=True):
    """The ground attacks of a pass are put together."""

    plans: tuple[Attack, ...] = ()
    phase = "combat"
    verbs: ClassVar = (ATTACK, WIDEN, TAKE_BACK, CLEAR, ALLOCATE)

    def masked(self, side: str) -> Allocate:
        """The other player hears of attacks when they are binding."""
        return self if side == self.who else replace(self, plans=())

    def say(self, seat: TgSeat) -> Say:
        """Whose, and how many so far."""
        side = seat.rules.side_name(self.who)
        if not self.plans:
            return say("{side} ground attacks: allocate them, or none.", side=side)
        if len(self.plans) == 1:
            return say("{side} ground attacks: one so far.", side=side)
        return say("{side} ground attacks: {n} so far.", side=side, n=len(self.plans))

    def default(self, seat: TgSeat) -> Action | None:
        """Allocate what there is; if a duty is unmet, begin again, with the attack on the fuel dump if that is it."""
        if not open_duties(seat, self):
            return Action("allocate")
        for uid in [u for u, unit in seat.s.units.items() if unit.stumbled]:
            action = Action("attack", (uid,), seat.s.dump)
            if not seat.refuse(action):
                return action
        return Action("clear")
