"""11.0 and 11.1: attacks are put together, taken back, and made binding once every duty is met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from hexbench.engine.events import Declared
from hexbench.engine.forecast import Forecast
from hexbench.engine.state import Draft
from hexbench.engine.values import Action, Barrier, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.iron_tide.combat_duty import unmet
from hexbench.games.iron_tide.combat_forecast import foresee, thought_of
from hexbench.games.iron_tide.combatants import MOST, Plan, by_hex, commands, is_regiment, targets_in
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import FOE

if TYPE_CHECKING:
    from hexbench.games.iron_tide.hands import ItPlay, ItSeat


def plan_on(plans: Sequence[Plan], at: str) -> Plan | None:
    """The declared combat that attacks a hex."""
    return next((plan for plan in plans if at in plan.hexes), None)


def plan_with(plans: Sequence[Plan], uid: str) -> Plan | None:
    """The declared combat a unit attacks in."""
    return next((plan for plan in plans if uid in plan.attackers), None)


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
        yield Reason("16.4i", say("{unit} is a commando and does not attack.", unit=name), unit.spot)
    if unit.reserve:
        yield Reason("6.0d", say("{unit} is in reserve and does not attack.", unit=name), unit.spot)
    if seat.board.enemy_near(unit.side, unit.at) is None:
        yield Reason("11.0a", say("No enemy is next to {unit}.", unit=name), unit.spot)
    if step is None:
        return
    if unit.side != step.who:
        yield Reason("4.25a", say("{unit} belongs to the other player.", unit=name))
        return
    plan = plan_with(step.plans, uid)
    if plan is not None:
        yield Reason("11.0c", say("{unit} attacks already.", unit=name), plan.hexes)


def regiments_out(seat: ItSeat, plans: Sequence[Plan], units: Sequence[str]) -> Iterator[Reason]:
    """8.3a, 11.1b, 11.1f: at most one regiment and three units attack out of a hex, in all its combats."""
    s = seat.s
    everybody = dict.fromkeys((*(u for plan in plans for u in plan.attackers), *units))
    for at, out in by_hex(everybody, s).items():
        if not any(u in out for u in units):
            continue
        if sum(is_regiment(s.units[u], s.roster[u]) for u in out) > 1:
            yield Reason("8.3a", say("Only one regiment attacks out of {hex}.", hex=at), (at,))
        if len(out) > MOST:
            yield Reason("11.1f", say("More than three units attack out of {hex}.", hex=at), (at,))


def one_command(seat: ItSeat, units: Iterable[str]) -> Iterator[Reason]:
    """17.3a, 17.4a: units of different commands do not attack together."""
    army_rule = seat.rules.options.army_rule
    found = commands(army_rule, seat.s.roster, units)
    if len(found) > 1:
        if army_rule:
            yield Reason("17.4a", say("Units of different armies do not attack together."))
        else:
            yield Reason("17.3a", say("British and American units do not attack together."))


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
                text = say("{unit} is not next to {hex}.", unit=name, hex=at)
                yield Reason("11.1c", text, (unit.at, at))


def nobody_there(seat: ItSeat, side: str, at: str) -> Iterator[Reason]:
    """Why a hex is no target of ``side``."""
    if targets_in(seat.s, seat.board, FOE[side], at):
        return
    if seat.board.enemy_in(side, at):
        text = say("The units in {hex} were attacked in this phase.", hex=at)
        yield Reason("11.0d", text, (at,))
    else:
        yield Reason("11.0a", say("There is no enemy in {hex}.", hex=at), (at,))


class Attack(Verb["ItSeat", "Declare", "ItPlay"]):
    """Units attack a hex, joining those that attack it already."""

    name = "attack"
    label = say("Attack")
    help = say("Drag units onto an adjacent enemy hex; they join the attack on it.")
    subject = "unit"
    object = "hex"

    def offer(self, seat: ItSeat, step: Declare) -> Offer | None:
        """Whoever is next to an enemy and does not attack yet."""
        s, board = seat.s, seat.board
        near, index = board.hexes_held(FOE[step.who], 1), board.atlas.index
        busy = {u for plan in step.plans for u in plan.attackers}
        able = tuple(
            uid
            for uid in board.present[step.who]
            if near >> index[(unit := s.units[uid]).at] & 1
            and uid not in busy
            and not unit.reserve
            and not s.roster[uid].commando
        )
        return Offer(self.name, able, joins="any") if able else None

    def targets(self, seat: ItSeat, step: Declare, subject: tuple[str, ...]) -> Iterable[Target]:
        """The enemy hexes all of them may attack."""
        units = seat.s.units
        if not subject or any(u not in units or not units[u].on_map for u in subject):
            return
        for at in seat.board.atlas.near[units[subject[0]].at]:
            action = Action(self.name, subject, at)
            if seat.board.enemy_in(step.who, at) and not any(self.reasons(seat, step, action)):
                yield Target(at, rules=("11.0a",))

    def reasons(self, seat: ItSeat, step: Declare | None, action: Action) -> Iterator[Reason]:
        """Every clause of 11.0 and 11.1 against it."""
        if action.how or action.via:
            yield Reason("11.0a", say("An attack needs the units and the hex only."))
        if not action.subject:
            yield Reason("11.0a", say("Name the units that attack."))
            return
        for uid in action.subject:
            if uid not in seat.s.units:
                yield seat.rules.missing(f"unit {uid}")
                return
        at = action.object
        if at not in seat.board.atlas.index:
            yield seat.rules.missing(f"hex {at or '-'}")
            return
        if len(set(action.subject)) != len(action.subject):
            yield Reason("11.1a", say("A unit is named twice."))
        for uid in action.subject:
            yield from unfit(seat, step, uid)
        side = step.who if step is not None else seat.s.units[action.subject[0]].side
        yield from nobody_there(seat, side, at)
        plans = step.plans if step is not None else ()
        joined = plan_on(plans, at)
        hexes = joined.hexes if joined is not None else (at,)
        yield from out_of_touch(seat, action.subject, hexes)
        yield from regiments_out(seat, plans, action.subject)
        yield from one_command(seat, (*(joined.attackers if joined else ()), *action.subject))

    def forecast(self, seat: ItSeat, action: Action) -> Forecast | None:
        """The odds with those that attack the hex already, against the likeliest defenders, without support."""
        step = seat.step
        joined = plan_on(step.plans, action.object) if isinstance(step, Declare) else None
        attackers = (*(joined.attackers if joined else ()), *action.subject)
        hexes = joined.hexes if joined else (action.object, *action.via)
        if any(at not in seat.board.atlas.index for at in hexes):
            return None
        fight = thought_of(seat, tuple(dict.fromkeys(attackers)), hexes)
        return foresee(seat, fight) if fight is not None else None

    def do(self, play: ItPlay, step: Declare, action: Action) -> None:
        """They join the attack on that hex, or begin it."""
        old = plan_on(step.plans, action.object)
        if old is None:
            play.swap(plans=(*step.plans, Plan((action.object,), action.subject)))
        else:
            new = Plan(old.hexes, (*old.attackers, *action.subject))
            play.swap(plans=tuple(new if plan is old else plan for plan in step.plans))


class Widen(Verb["ItSeat", "Declare", "ItPlay"]):
    """An attack takes in one more hex: its defenders fight with their sum (11.1d). Two attacks may become one."""

    name = "widen"
    label = say("Attack both hexes together")
    help = say("Take another enemy hex into an attack whose units are all next to it.")
    subject = "hex"
    object = "hex"

    def offer(self, seat: ItSeat, step: Declare) -> Offer | None:
        """The attacks that could take in another hex, by their first hex."""
        able = tuple(plan.hexes[0] for plan in step.plans if self._hexes(seat, step, plan))
        return Offer(self.name, able) if able else None

    def _hexes(self, seat: ItSeat, step: Declare, plan: Plan) -> list[str]:
        near = seat.board.atlas.near[seat.s.units[plan.attackers[0]].at]
        return [
            at
            for at in near
            if seat.board.enemy_in(step.who, at)
            and not any(self.reasons(seat, step, Action(self.name, (plan.hexes[0],), at)))
        ]

    def targets(self, seat: ItSeat, step: Declare, subject: tuple[str, ...]) -> Iterable[Target]:
        """The further hexes all its attackers are next to."""
        plan = plan_on(step.plans, subject[0]) if len(subject) == 1 else None
        if plan is not None and plan.hexes[0] == subject[0]:
            for at in self._hexes(seat, step, plan):
                yield Target(at, rules=("11.1d",))

    def reasons(self, seat: ItSeat, step: Declare | None, action: Action) -> Iterator[Reason]:
        """Adjacency, and one command when two attacks become one."""
        if action.how or action.via or len(action.subject) != 1:
            yield Reason("11.1d", say("Name an attack by its first hex, and the hex it takes in."))
            return
        at = action.object
        if at not in seat.board.atlas.index:
            yield seat.rules.missing(f"hex {at or '-'}")
            return
        if step is None:
            return
        plan = plan_on(step.plans, action.subject[0])
        if plan is None or plan.hexes[0] != action.subject[0]:
            yield Reason("11.1d", say("No such attack is declared."))
            return
        if at in plan.hexes:
            yield Reason("11.1d", say("The attack is on {hex} already.", hex=at), (at,))
            return
        yield from nobody_there(seat, step.who, at)
        other = plan_on(step.plans, at)
        yield from out_of_touch(seat, plan.attackers, other.hexes if other else (at,))
        if other is not None:
            yield from out_of_touch(seat, other.attackers, plan.hexes)
            yield from one_command(seat, (*plan.attackers, *other.attackers))

    def forecast(self, seat: ItSeat, action: Action) -> Forecast | None:
        """The odds against both."""
        step = seat.step
        plan = (
            plan_on(step.plans, action.subject[0]) if isinstance(step, Declare) and action.subject else None
        )
        if plan is None or action.object not in seat.board.atlas.index:
            return None
        wide = merged(step.plans, plan, action.object)
        fight = thought_of(seat, wide.attackers, wide.hexes)
        return foresee(seat, fight) if fight is not None else None

    def do(self, play: ItPlay, step: Declare, action: Action) -> None:
        """One combat from now on."""
        plan = plan_on(step.plans, action.subject[0])
        assert plan is not None, "judged before"
        other = plan_on(step.plans, action.object)
        wide = merged(step.plans, plan, action.object)
        play.swap(plans=tuple(wide if p is plan else p for p in step.plans if p is not other))


def merged(plans: Sequence[Plan], plan: Plan, at: str) -> Plan:
    """A combat with one more hex, and with the attack on it if there is one."""
    other = plan_on(plans, at)
    if other is None:
        return Plan((*plan.hexes, at), plan.attackers)
    return Plan((*plan.hexes, *other.hexes), (*plan.attackers, *other.attackers))


class TakeBack(Verb["ItSeat", "Declare", "ItPlay"]):
    """Take units out of the attacks declared so far."""

    name = "back"
    label = say("Take back")
    help = say("These units do not attack after all.")
    subject = "unit"

    def offer(self, seat: ItSeat, step: Declare) -> Offer | None:
        """Everybody who attacks."""
        found = tuple(u for plan in step.plans for u in plan.attackers)
        return Offer(self.name, found, joins="any", back=True) if found else None

    def targets(self, seat: ItSeat, step: Declare, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing more to choose."""
        if not any(self.reasons(seat, step, Action(self.name, subject))):
            yield Target()

    def reasons(self, seat: ItSeat, step: Declare | None, action: Action) -> Iterator[Reason]:
        """Only what was declared can be taken back."""
        if action.object or action.how or action.via or not action.subject:
            yield Reason("B10", say("Name the units that shall not attack."))
        if step is not None:
            busy = [u for plan in step.plans for u in plan.attackers]
            if any(u not in busy for u in action.subject):
                yield Reason("B10", say("No such attack is declared."))

    def do(self, play: ItPlay, step: Declare, action: Action) -> None:
        """An attack without attackers is none."""
        left = (
            Plan(plan.hexes, tuple(u for u in plan.attackers if u not in action.subject))
            for plan in step.plans
        )
        play.swap(plans=tuple(plan for plan in left if plan.attackers))


class Clear(Verb["ItSeat", "Declare", "ItPlay"]):
    """Take every attack back."""

    name = "clear"
    label = say("Clear all")
    help = say("Take back all attacks declared so far.")

    def offer(self, seat: ItSeat, step: Declare) -> Offer | None:
        """When there is one."""
        return Offer(self.name, back=True) if step.plans else None

    def targets(self, seat: ItSeat, step: Declare, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing more to choose."""
        if step.plans and not subject:
            yield Target()

    def reasons(self, seat: ItSeat, step: Declare | None, action: Action) -> Iterator[Reason]:
        """There must be something to take back."""
        if action.subject or action.object or action.how or action.via:
            yield Reason("B10", say("Clearing needs no unit and no hex."))
        if step is not None and not step.plans:
            yield Reason("B10", say("No attack is declared."))

    def do(self, play: ItPlay, step: Declare, action: Action) -> None:
        """Begin again."""
        play.swap(plans=())


class Done(Verb["ItSeat", "Declare", "ItPlay"]):
    """Make the attacks binding; without any this ends the phase."""

    name = "declare"
    risk = "seen"
    label = say("Declare the attacks")
    ends = True
    help = say("The attacks are binding from now on. Without any the Combat Phase is over.")

    def wall(self, seat: ItSeat, step: Declare) -> tuple[Barrier, bool]:
        """Attacks that the other player has heard of stand; where there are none nothing is told."""
        return ("seen", True) if step.plans else ("", False)

    def offer(self, seat: ItSeat, step: Declare) -> Offer | None:
        """When every duty is met."""
        return None if any(unmet(seat, step)) else Offer(self.name)

    def targets(self, seat: ItSeat, step: Declare, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing more to choose."""
        if not subject and not any(unmet(seat, step)):
            yield Target(rules=("11.0e",))

    def reasons(self, seat: ItSeat, step: Declare | None, action: Action) -> Iterator[Reason]:
        """Every unmet duty, with its hex."""
        if action.subject or action.object or action.how or action.via:
            yield Reason("B10", say("Declaring needs no unit and no hex."))
        if step is not None:
            yield from unmet(seat, step)

    def do(self, play: ItPlay, step: Declare, action: Action) -> None:
        """The phase knows the attacks, and so does the other player: there is no way back."""
        for plan in step.plans:
            play.saw()
            play.tell(Declared("combat", plan.attackers, ", ".join(plan.hexes)))
        play.answer(plans=step.plans)


ATTACK, WIDEN, TAKE_BACK, CLEAR, DECLARE = Attack(), Widen(), TakeBack(), Clear(), Done()


class Declare(Draft, frozen=True, kw_only=True):
    """4.25a: the attacks of a Combat Phase are put together."""

    plans: tuple[Plan, ...] = ()
    phase = "combat"
    verbs: ClassVar = (ATTACK, WIDEN, TAKE_BACK, CLEAR, DECLARE)

    def masked(self, side: str) -> Declare:
        """The other player hears of attacks when they are binding."""
        return self if side == self.who else replace(self, plans=())

    def say(self, seat: ItSeat) -> Say:
        """Whose, and how many so far."""
        side = seat.rules.side_name(self.who)
        if not self.plans:
            return say("{side} Combat Phase: declare your attacks, or none.", side=side)
        if len(self.plans) == 1:
            return say("{side} Combat Phase: one attack so far.", side=side)
        return say("{side} Combat Phase: {n} attacks so far.", side=side, n=len(self.plans))

    def default(self, seat: ItSeat) -> Action | None:
        """Declare what there is; if a duty is unmet, begin again."""
        return Action("clear") if any(unmet(seat, self)) else Action("declare")
