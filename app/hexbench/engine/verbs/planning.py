"""Attacks put together before they are binding: five verbs for every game that declares all its attacks first.

A game says in its :class:`Planner` who may attack whom and what still must be attacked; adding, widening, taking back,
clearing and making binding are the same everywhere. A plan is the game's own struct of attackers and hexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from hexbench.engine.events import Declared
from hexbench.engine.forecast import Forecast
from hexbench.engine.state import Declaration
from hexbench.engine.values import Action, Barrier, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb


class Planner:
    """How one game plans its attacks. ``seat`` and ``play`` are the game's own; ``step`` is None out of time."""

    plan: ClassVar[type]
    """The struct of a plan: ``attackers`` and, under the name in :attr:`aims`, hexes."""
    aims: ClassVar[str] = "hexes"
    what: ClassVar[str] = "attack"
    """What :class:`Declared` calls it."""
    attack_rule: ClassVar[str]
    once_rule: ClassVar[str]
    """The clause that no unit attacks twice."""
    wide_rule: ClassVar[str]
    back_rule: ClassVar[str]
    done: ClassVar[tuple[str, Say, Say, str]]
    """Name, label, help and rule of the verb that makes the plans binding."""

    # ---- supplied by the game
    def able(self, seat: Any, side: str) -> Iterable[str]:
        """The units that may attack, whether or not they already do."""
        raise TypeError(f"{type(self).__name__} does not say who may attack")

    def enemy(self, seat: Any, side: str, at: str) -> bool:
        """Whether a hex contains something that ``side`` could attack."""
        raise TypeError(f"{type(self).__name__} does not say whom to attack")

    def unfit(self, seat: Any, step: Any, uid: str) -> Iterator[Reason]:
        """Why a unit may not attack at all."""
        return iter(())

    def against(
        self, seat: Any, step: Any, side: str, units: Sequence[str], plan: Any, at: str
    ) -> Iterator[Reason]:
        """Every reason against ``plan``, which ``units`` join or ``at`` widens."""
        return iter(())

    def unmet(self, seat: Any, step: Any) -> Iterable[Reason]:
        """Reasons for everything that must still be attacked."""
        return ()

    def warnings(self, seat: Any, units: Sequence[str], at: str) -> Iterable[Say]:
        """Consequences worth knowing."""
        return ()

    def foresee(self, seat: Any, attackers: tuple[str, ...], hexes: tuple[str, ...]) -> Forecast | None:
        """The odds of one plan."""
        return None

    def bind(self, play: Any, step: Any) -> None:
        """The plans are binding: by default they are passed to the step below."""
        play.answer(plans=step.plans)

    # ---- plans
    def hexes(self, plan: Any) -> tuple[str, ...]:
        """The hexes that a plan attacks."""
        found: tuple[str, ...] = getattr(plan, self.aims)
        return found

    def plan_on(self, plans: Sequence[Any], at: str) -> Any:
        """The plan that attacks a hex, or None."""
        return next((plan for plan in plans if at in self.hexes(plan)), None)

    def plan_with(self, plans: Sequence[Any], uid: str) -> Any:
        """The plan a unit attacks in, or None."""
        return next((plan for plan in plans if uid in plan.attackers), None)

    def joined(self, plans: Sequence[Any], units: tuple[str, ...], at: str) -> tuple[Any, tuple[Any, ...]]:
        """(the plan on ``at`` with these units added, the resulting list of plans)."""
        old = self.plan_on(plans, at)
        if old is None:
            new = self.plan(**{"attackers": units, self.aims: (at,)})
            return new, (*plans, new)
        new = replace(old, attackers=(*old.attackers, *units))
        return new, tuple(new if plan is old else plan for plan in plans)

    def merged(self, plans: Sequence[Any], plan: Any, at: str) -> tuple[Any, tuple[Any, ...]]:
        """(the plan with one more hex and the units already attacking that hex, the resulting list of plans)."""
        other = self.plan_on(plans, at)
        hexes, more = (self.hexes(other), other.attackers) if other is not None else ((at,), ())
        wide = replace(plan, attackers=(*plan.attackers, *more), **{self.aims: (*self.hexes(plan), *hexes)})
        return wide, tuple(wide if one is plan else one for one in plans if one is not other)

    def verbs(self) -> tuple[Verb[Any, Any, Any], ...]:
        """The five verbs, in the order of the buttons."""
        return Attack(self), Widen(self), TakeBack(self), Clear(self), Bind(self)


class _Planned(Verb[Any, Any, Any]):
    def __init__(self, planner: Planner) -> None:
        self.planner = planner

    def _shape(
        self, seat: Any, action: Action, rule: str, text: Say, *, object_: bool = False
    ) -> Iterator[Reason]:
        if (
            action.how
            or action.via
            or (action.object and not object_)
            or (action.subject and not self.subject)
        ):
            yield Reason(rule, text)


class Attack(_Planned):
    """Units attack a hex, joining the units that already attack it."""

    name = "attack"
    label = say("Attack")
    help = say("Drag units onto an adjacent enemy hex; they join the attack on it.")
    subject = "unit"
    object = "hex"

    def offer(self, seat: Any, step: Any) -> Offer | None:
        """The units that may attack and do not do so yet."""
        busy = {u for plan in step.plans for u in plan.attackers}
        able = tuple(u for u in self.planner.able(seat, step.who) if u not in busy)
        return Offer(self.name, able, joins="any") if able else None

    def targets(self, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """The enemy hexes that all of these units may attack."""
        units = seat.s.units
        if not subject or any(u not in units or not units[u].on_map for u in subject):
            return
        for at in seat.rules.atlas.near[units[subject[0]].at]:
            if self.planner.enemy(seat, step.who, at) and not any(
                self.reasons(seat, step, Action(self.name, subject, at))
            ):
                yield Target(
                    at,
                    says=tuple(self.planner.warnings(seat, subject, at)),
                    rules=(self.planner.attack_rule,),
                )

    def reasons(self, seat: Any, step: Any, action: Action) -> Iterator[Reason]:
        """All reasons against the action."""
        rule, at = self.planner.attack_rule, action.object
        yield from self._shape(seat, action, rule, say("An attack takes only units and a hex."), object_=True)
        if not action.subject:
            yield Reason(rule, say("Name the units that attack."))
            return
        if (stranger := seat.rules.stranger(seat.s, action.subject, at)) is not None:
            yield stranger
            return
        if len(set(action.subject)) != len(action.subject):
            yield Reason(self.planner.once_rule, say("A unit is named twice."))
        for uid in action.subject:
            yield from self.planner.unfit(seat, step, uid)
        side = step.who if step is not None else seat.s.units[action.subject[0]].side
        new, _ = self.planner.joined(step.plans if step is not None else (), action.subject, at)
        yield from self.planner.against(seat, step, side, action.subject, new, at)

    def forecast(self, seat: Any, action: Action) -> Forecast | None:
        """The odds together with the units that already attack the hex."""
        if action.object not in seat.rules.atlas.index:
            return None
        new, _ = self.planner.joined(getattr(seat.step, "plans", ()), action.subject, action.object)
        return self.planner.foresee(seat, tuple(dict.fromkeys(new.attackers)), self.planner.hexes(new))

    def do(self, play: Any, step: Any, action: Action) -> None:
        """Add the units to the attack on that hex, or start one."""
        play.swap(plans=self.planner.joined(step.plans, action.subject, action.object)[1])


class Widen(_Planned):
    """An attack is extended to one more hex: one combat against all of them. Two attacks may be merged this way."""

    name = "widen"
    label = say("Attack both hexes together")
    help = say("Add another enemy hex to an attack whose units are all adjacent to it.")
    subject = "hex"
    object = "hex"

    def _hexes(self, seat: Any, step: Any, plan: Any) -> list[str]:
        first = self.planner.hexes(plan)[0]
        return [
            at
            for at in seat.rules.atlas.near[seat.s.units[plan.attackers[0]].at]
            if self.planner.enemy(seat, step.who, at)
            and not any(self.reasons(seat, step, Action(self.name, (first,), at)))
        ]

    def offer(self, seat: Any, step: Any) -> Offer | None:
        """The attacks that could take in another hex, by their first hex."""
        able = tuple(self.planner.hexes(plan)[0] for plan in step.plans if self._hexes(seat, step, plan))
        return Offer(self.name, able) if able else None

    def targets(self, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """The other enemy hexes adjacent to all its attackers."""
        plan = self.planner.plan_on(step.plans, subject[0]) if len(subject) == 1 else None
        if plan is not None and self.planner.hexes(plan)[0] == subject[0]:
            for at in self._hexes(seat, step, plan):
                yield Target(at, rules=(self.planner.wide_rule,))

    def reasons(self, seat: Any, step: Any, action: Action) -> Iterator[Reason]:
        """All units of both attacks must be adjacent to all the hexes."""
        rule, at = self.planner.wide_rule, action.object
        if action.how or action.via or len(action.subject) != 1:
            yield Reason(rule, say("Name an attack by its first hex, and the hex to add to it."))
        elif at not in seat.rules.atlas.index:
            yield seat.rules.missing(f"hex {at or '-'}")
        elif step is not None:
            plan = self.planner.plan_on(step.plans, action.subject[0])
            if plan is None or self.planner.hexes(plan)[0] != action.subject[0]:
                yield Reason(rule, say("There is no such attack."))
            elif at in self.planner.hexes(plan):
                yield Reason(rule, say("The attack already includes {hex}.", hex=at), (at,))
            else:
                wide, _ = self.planner.merged(step.plans, plan, at)
                yield from self.planner.against(seat, step, step.who, (), wide, at)

    def forecast(self, seat: Any, action: Action) -> Forecast | None:
        """The odds against both."""
        plans = getattr(seat.step, "plans", ())
        plan = self.planner.plan_on(plans, action.subject[0]) if action.subject else None
        if (
            plan is None
            or action.object in self.planner.hexes(plan)
            or action.object not in seat.rules.atlas.index
        ):
            return None
        wide, _ = self.planner.merged(plans, plan, action.object)
        return self.planner.foresee(seat, wide.attackers, self.planner.hexes(wide))

    def do(self, play: Any, step: Any, action: Action) -> None:
        """Merge them into one combat."""
        play.swap(
            plans=self.planner.merged(
                step.plans, self.planner.plan_on(step.plans, action.subject[0]), action.object
            )[1]
        )


class TakeBack(_Planned):
    """Take units out of the attacks planned so far."""

    name = "back"
    label = say("Take back")
    help = say("Take these units out of the attacks planned so far.")
    subject = "unit"

    def offer(self, seat: Any, step: Any) -> Offer | None:
        """All units that attack."""
        found = tuple(u for plan in step.plans for u in plan.attackers)
        return Offer(self.name, found, joins="any", back=True) if found else None

    def targets(self, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing more to choose."""
        if not any(self.reasons(seat, step, Action(self.name, subject))):
            yield Target()

    def reasons(self, seat: Any, step: Any, action: Action) -> Iterator[Reason]:
        """Only planned attacks can be cancelled."""
        if action.object or action.how or action.via or not action.subject:
            yield Reason(self.planner.back_rule, say("Name the units that are not to attack."))
        if step is not None and any(self.planner.plan_with(step.plans, u) is None for u in action.subject):
            yield Reason(self.planner.back_rule, say("There is no such attack."))

    def do(self, play: Any, step: Any, action: Action) -> None:
        """Remove the units; attacks without attackers disappear."""
        left = (
            replace(p, attackers=tuple(u for u in p.attackers if u not in action.subject)) for p in step.plans
        )
        play.swap(plans=tuple(plan for plan in left if plan.attackers))


class Clear(_Planned):
    """Cancel every attack."""

    name = "clear"
    label = say("Clear all")
    help = say("Cancel all attacks planned so far.")

    def offer(self, seat: Any, step: Any) -> Offer | None:
        """When there is one."""
        return Offer(self.name, back=True) if step.plans else None

    def targets(self, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing more to choose."""
        if step.plans and not subject:
            yield Target()

    def reasons(self, seat: Any, step: Any, action: Action) -> Iterator[Reason]:
        """There must be an attack to cancel."""
        yield from self._shape(
            seat, action, self.planner.back_rule, say("Clearing does not take a unit or a hex.")
        )
        if step is not None and not step.plans:
            yield Reason(self.planner.back_rule, say("There is no such attack."))

    def do(self, play: Any, step: Any, action: Action) -> None:
        """Begin again."""
        play.swap(plans=())


class Bind(_Planned):
    """Make the attacks binding."""

    risk = "seen"
    ends = True

    def __init__(self, planner: Planner) -> None:
        super().__init__(planner)
        self.name, self.label, self.help, self.rule = planner.done  # type: ignore[misc]

    def undo_barrier(self, seat: Any, step: Any) -> tuple[Barrier, bool]:
        """Attacks revealed to the other player cannot be undone; without any, nothing is revealed."""
        return ("seen", True) if step.plans else ("", False)

    def offer(self, seat: Any, step: Any) -> Offer | None:
        """When every duty is met."""
        return None if any(self.planner.unmet(seat, step)) else Offer(self.name)

    def targets(self, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing more to choose."""
        if not subject and not any(self.planner.unmet(seat, step)):
            yield Target(rules=(self.rule,))

    def reasons(self, seat: Any, step: Any, action: Action) -> Iterator[Reason]:
        """Every unmet duty, with its hex."""
        yield from self._shape(seat, action, self.planner.back_rule, say("It does not take a unit or a hex."))
        if step is not None:
            yield from self.planner.unmet(seat, step)

    def do(self, play: Any, step: Any, action: Action) -> None:
        """Announce the attacks to all players; this cannot be undone."""
        for plan in step.plans:
            play.saw()
            play.tell(Declared(self.planner.what, plan.attackers, ", ".join(self.planner.hexes(plan))))
        self.planner.bind(play, step)


class Planning(Declaration, frozen=True, kw_only=True):
    """The step in which the attacks of a phase are planned. Subclasses supply ``verbs`` from their planner, and the prompt."""

    plans: tuple[Any, ...] = ()

    def masked(self, side: str) -> Planning:
        """The other player sees attacks only once they are binding."""
        return self if side == self.who else replace(self, plans=())

    def default(self, seat: Any) -> Action | None:
        """Make the planned attacks binding; if a duty is unmet, clear them."""
        verb: Bind = self.verbs[-1]  # type: ignore[assignment]
        return Action("clear" if seat.offered(verb.name) is None else verb.name)
