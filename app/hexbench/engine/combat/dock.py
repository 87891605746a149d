"""The combat dock, as far as it is the same in every game: the stages of a combat, the buttons that answer its
questions, the units that could join it, and attacks while they are put together.

A game says what its combats are, what their stages are called and how its sums are made. Everything is read from a
seat, so nothing is shown that the seat does not know; a button need not be legal, because the rules answer with their
reasons.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, TypeVar

from hexbench.engine.display import (
    Account,
    Choice,
    Clause,
    Combat,
    CombatBoard,
    Factor,
    Legend,
    Light,
    Overlay,
    Spread,
    Stage,
    Trail,
)
from hexbench.engine.seat import Seat
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verbs.planning import Planner

SeatT = TypeVar("SeatT", bound=Seat)

MOST_ANSWERS: Final = 16
"""The most buttons for the answers to one question; if there are more, the map is the better place to choose."""

Lights = tuple[tuple[str, tuple[Light, ...]], ...]
"""What a combat lights up in the tables: see :class:`~hexbench.engine.display.Combat`."""


# ---- the stages of a combat ------------------------------------------------------------------------------------------
class Point(NamedTuple):
    """One stage of a combat: its title, who decides in it (0 the attacker, 1 the defender, -1 nobody), and the clause."""

    say: Say
    who: int
    rule: str


def stages(
    points: Sequence[Point],
    now: int,
    *,
    sides: Callable[[int], str] | tuple[str, str],
    found: Callable[[int], Say],
    has: Callable[[int], bool] | None = None,
    open_: bool = False,
) -> Iterator[Stage]:
    """The stages of a combat that is now at stage ``now``; those it does not have are omitted.

    ``sides`` are the attacker and the defender, or a function that gives the side deciding in a stage. ``found``
    gives the result of a stage: it is called for those that are over, and if ``open_`` for the current one as well.
    """
    for n, point in enumerate(points):
        if has is not None and not has(n):
            continue
        state: Literal["done", "now", "ahead"] = "done" if n < now else "now" if n == now else "ahead"
        yield Stage(
            say=point.say,
            state=state,
            side=sides(n) if callable(sides) else "" if point.who < 0 else sides[point.who],
            found=found(n) if n < now or (open_ and n == now) else Say(""),
            rule=point.rule,
        )


# ---- the dock --------------------------------------------------------------------------------------------------------
class Dock(ABC, Generic[SeatT]):
    """The dock of one game. It holds no state: one object serves all positions."""

    title: ClassVar[Say] = say("Combat")
    asks: ClassVar[Collection[str]] = ()
    """The verbs that answer the questions of a combat."""
    words: ClassVar[Mapping[str, Say]] = {}
    """Verb -> the text of a button that answers with it; {unit} and {hex} are those of the answer."""
    verb: ClassVar[str] = "attack"
    """The verb that adds a unit to an attack."""

    # ---- supplied by the game
    @abstractmethod
    def combats(self, seat: SeatT) -> Iterable[Combat]:
        """Every combat in progress, the current one first."""

    def choices(self, seat: SeatT) -> Iterable[Choice]:
        """The buttons that apply to all of them."""
        return ()

    @abstractmethod
    def nothing(self, seat: SeatT) -> Say:
        """What to say if there are none."""

    def amount(self, seat: SeatT, uid: str) -> str:
        """What a unit would contribute, shown beside its line; empty: nothing is shown."""
        return ""

    def price(self, seat: SeatT, uid: str) -> tuple[Clause, ...]:
        """What a unit would give up by joining."""
        return ()

    def asked(self, offer: Offer) -> bool:
        """Whether an offer answers a question of the combat."""
        return offer.verb in self.asks

    def subjects(self, offer: Offer) -> Sequence[tuple[str, ...]]:
        """The subjects an answer can name: one by one."""
        return [(one,) for one in offer.subjects] or [()]

    def answer(self, seat: SeatT, action: Action, target: Target) -> Say:
        """The text of an answer's button: that in :attr:`words`, or the verb's own label."""
        told = self.words.get(action.verb)
        if told is None:
            return seat.rules.verbs[action.verb].label  # type: ignore[no-any-return]
        unit = seat.called(action.subject[0]) if action.subject else Say("")
        known = (("unit", unit), ("hex", action.object))
        return Say(
            told.template, tuple((key, value) for key, value in known if f"{{{key}}}" in told.template)
        )

    def note(self, seat: SeatT, action: Action, target: Target) -> Say:
        """What is worth knowing before it is given."""
        return target.says[0] if target.says else Say("")

    def main(self, seat: SeatT, action: Action) -> bool:
        """Whether an answer is the default."""
        return action == seat.prompt.default

    def back(self, offer: Offer) -> bool:
        """Whether an answer only takes something back."""
        return False

    def many(self, found: Sequence[Choice]) -> tuple[Choice, ...]:
        """What remains of the answers if there are too many of them."""
        return ()

    # ---- the same in every game
    def board(self, seat: SeatT) -> CombatBoard:
        """The dock as this seat may see it."""
        return CombatBoard(
            key="combat",
            title=self.title,
            combats=tuple(self.combats(seat)),
            choices=tuple(self.choices(seat)),
            nothing=self.nothing(seat),
        )

    def answers(self, seat: SeatT) -> tuple[Choice, ...]:
        """Every answer to the current question as a button, the default marked; none for a side that is not asked."""
        if not seat.decides:
            return ()
        out: list[Choice] = []
        for offer in seat.prompt.offers:
            if not self.asked(offer):
                continue
            for subject in self.subjects(offer):
                for target in seat.targets(offer.verb, subject):
                    action = Action(offer.verb, subject, target.object, target.how, target.via)
                    text, note = self.answer(seat, action, target), self.note(seat, action, target)
                    out.append(Choice(text, action, note, self.main(seat, action), self.back(offer)))
        return tuple(out) if len(out) <= MOST_ANSWERS else self.many(out)

    def could(self, seat: SeatT) -> Mapping[str, tuple[str, ...]]:
        """Enemy hex -> the units that could join the attack on it, each judged alone."""
        found: dict[str, tuple[str, ...]] | None = seat.memo.get(("could", self.verb))
        if found is None:
            offer = seat.offered(self.verb)
            out: dict[str, list[str]] = {}
            for uid in offer.subjects if offer is not None else ():
                for target in seat.targets(self.verb, (uid,)):
                    out.setdefault(target.object, []).append(uid)
            found = seat.memo["could", self.verb] = {at: tuple(out[at]) for at in sorted(out)}
        return found

    def line(self, seat: SeatT, uid: str, choice: Choice, at: str = "") -> Factor:
        """A unit that does not take part yet, with its place and its button."""
        here = at or str(seat.s.units[uid].at)
        return Factor(
            say=say("{unit} in {hex}", unit=seat.called(uid), hex=here),
            amount=self.amount(seat, uid),
            unit=uid,
            hexes=(here,),
            clauses=self.price(seat, uid),
            choices=(choice,),
        )

    def candidates(
        self, seat: SeatT, units: Iterable[str], at: str = "", verb: str = ""
    ) -> tuple[Factor, ...]:
        """The units that could join the attack on a hex, each with the button that adds it."""
        verb = verb or self.verb
        return tuple(self.line(seat, uid, Choice(say("Add"), Action(verb, (uid,), at))) for uid in units)


# ---- attacks put together before they are binding ----------------------------------------------------------------------
class Weighed(NamedTuple):
    """What the dock shows of an attack's strength and odds."""

    accounts: tuple[Account, ...] = ()
    """That of the attackers first."""
    spreads: tuple[Spread, ...] = ()
    lights: Lights = ()


class PlannedDock(Dock[SeatT], Generic[SeatT]):
    """The dock of a game that declares all its attacks first (:mod:`hexbench.engine.verbs.planning`)."""

    planner: ClassVar[Planner]
    asleep: ClassVar[Say]
    """What to say if there is no attack and none is being put together."""
    awake: ClassVar[Say] = say(
        "No attack yet. Click an enemy hex to see which units could attack it, or drag units onto it."
    )
    """What to say if there is no attack yet while some may be put together."""
    none_help: ClassVar[Say]
    """What happens if the step ends without an attack."""
    wide_help: ClassVar[Say]
    """What one combat against several hexes means."""
    draft_note: ClassVar[Say] = Say("")

    # ---- supplied by the game
    @abstractmethod
    def drafting(self, seat: SeatT) -> Any:
        """The step in which this seat puts attacks together; None: there is none now."""

    @abstractmethod
    def bind(self, n: int) -> Say:
        """The button that makes ``n`` attacks binding."""

    @abstractmethod
    def weigh(self, seat: SeatT, plan: Any, *, removable: bool = False) -> Weighed | None:
        """The figures of a plan; None: it has none. ``removable``: every attacker has a button that removes it."""

    @abstractmethod
    def guards(self, seat: SeatT, beside: tuple[str, ...], at: str) -> Iterable[Account]:
        """The defenders of a hex that nobody attacks, against adjacent units."""

    @abstractmethod
    def lights(self, seat: SeatT) -> Lights:
        """What is lit while there are no odds."""

    @abstractmethod
    def duties(self, seat: SeatT, step: Any) -> Iterable[Reason]:
        """What prevents the attacks from being made binding."""

    @abstractmethod
    def owed(self, duty: Reason) -> bool:
        """Whether a duty is to attack its first hex, which is adjacent to its second."""

    def before(self, seat: SeatT, plan: Any, duties: Sequence[Reason]) -> Iterable[Account]:
        """What must be settled before a plan can be made binding."""
        return ()

    @abstractmethod
    def later(self, seat: SeatT) -> Iterable[Combat]:
        """The combats being fought and waiting, when no attacks are being put together."""

    # ---- the same in every game
    def nothing(self, seat: SeatT) -> Say:
        """Only the side that puts attacks together is told how."""
        return self.asleep if self.drafting(seat) is None else self.awake

    def combats(self, seat: SeatT) -> Iterable[Combat]:
        """The attacks put together and the hexes that could be attacked, or the combats being fought."""
        step = self.drafting(seat)
        return self.later(seat) if step is None else self._drafted(seat, step)

    def choices(self, seat: SeatT) -> Iterator[Choice]:
        """The buttons for the whole draft. Binding may be tried at any time: an unmet duty is then named and lit up."""
        step, verb = self.drafting(seat), self.planner.done[0]
        if step is None:
            return
        if not step.plans:
            yield Choice(say("No attack"), Action(verb), self.none_help, True)
            return
        text = say("Make the attacks binding.")
        yield Choice(self.bind(len(step.plans)), Action(verb), text, True)
        yield Choice(say("Clear all"), Action("clear"), say("Cancel all attacks."), False, True)

    def _drafted(self, seat: SeatT, step: Any) -> Iterator[Combat]:
        duties, could = tuple(self.duties(seat, step)), self.could(seat)
        for plan in reversed(step.plans):
            yield self._draft(seat, plan, duties)
        owed = {duty.hexes[0]: duty for duty in duties if self.owed(duty)}
        for at in dict.fromkeys((*owed, *could)):
            if self.planner.plan_on(step.plans, at) is None:
                yield self._possible(seat, step, at, owed.get(at))

    def _possible(self, seat: SeatT, step: Any, at: str, owed: Reason | None) -> Combat:
        """An enemy hex that nobody attacks: its defenders, the units that could attack it, and the duty to do so, if there is one."""
        able, near = self.could(seat).get(at, ()), seat.rules.atlas.near[at]
        beside = (
            able[:1] or tuple(u for p in step.plans for u in p.attackers if seat.s.units[u].at in near)[:1]
        )
        joining = Account(say=say("Could attack"), lines=self.candidates(seat, able, at), side=step.who)
        choices = (
            self._widen(plan, at, say("Attack together with {hexes}", hexes=self._words(plan)))
            for plan in step.plans
            if at in self._wider(seat, plan)
        )
        return Combat(
            key=f"on/{at}",
            say=say("{hex}: must be attacked", hex=at) if owed else say("{hex}: not attacked", hex=at),
            hexes=(at,),
            status="possible",
            note=owed.text if owed else Say(""),
            accounts=(*self.guards(seat, beside, at), joining),
            choices=tuple(choices),
            verb=self.verb,
            lights=self.lights(seat),
        )

    def _draft(self, seat: SeatT, plan: Any, duties: Sequence[Reason]) -> Combat:
        """An attack being put together: its duties, its sums, the units that could join, how it could be widened."""
        first = self.planner.hexes(plan)[0]
        found = self.weigh(seat, plan, removable=True)
        accounts = list(self.before(seat, plan, duties))
        if found is not None:
            attack, *rest = found.accounts
            joining = [u for u in self.could(seat).get(first, ()) if u not in plan.attackers]
            accounts.append(attack)
            if joining:
                lines = self.candidates(seat, joining, first)
                accounts.append(Account(say=say("Could join"), lines=lines, side=attack.side))
            accounts += rest
        wider = (
            self._widen(plan, at, say("Include {hex} in this attack", hex=at))
            for at in self._wider(seat, plan)
        )
        text = say("Cancel this attack.")
        back = Choice(say("Cancel attack"), Action("back", plan.attackers), text, False, True)
        return Combat(
            key=f"on/{first}",
            say=say("Attack on {hexes}", hexes=self._words(plan)),
            hexes=self.planner.hexes(plan),
            status="draft",
            note=self.draft_note,
            accounts=tuple(accounts),
            spreads=found.spreads if found is not None else (),
            choices=(*wider, back),
            verb=self.verb,
            lights=found.lights if found is not None else self.lights(seat),
        )

    def waiting(self, seat: SeatT, plan: Any, note: Say, choices: Iterable[Choice]) -> Combat:
        """An attack that is binding and has not begun."""
        found = self.weigh(seat, plan)
        return Combat(
            key=f"on/{self.planner.hexes(plan)[0]}",
            say=say("Attack on {hexes}", hexes=self._words(plan)),
            hexes=self.planner.hexes(plan),
            status="waiting",
            note=note,
            accounts=found.accounts if found is not None else (),
            spreads=found.spreads if found is not None else (),
            choices=tuple(choices),
            lights=found.lights if found is not None else self.lights(seat),
        )

    def _words(self, plan: Any) -> str:
        return ", ".join(self.planner.hexes(plan))

    def _widen(self, plan: Any, at: str, text: Say) -> Choice:
        return Choice(text, Action("widen", self.planner.hexes(plan)[:1], at), self.wide_help)

    def _wider(self, seat: SeatT, plan: Any) -> tuple[str, ...]:
        """The hexes by which an attack could be widened."""
        offer, first = seat.offered("widen"), self.planner.hexes(plan)[0]
        if offer is None or first not in offer.subjects:
            return ()
        return tuple(target.object for target in seat.targets("widen", (first,)))


# ---- on the map ------------------------------------------------------------------------------------------------------
def arrows(
    seat: Seat,
    kind: str,
    title: Say,
    legend: Say,
    attacks: Iterable[tuple[Sequence[str], Sequence[str]]],
) -> Overlay:
    """A line from every attacking hex to every adjacent hex that it attacks: ``attacks`` pairs units with hexes."""
    units, near = seat.s.units, seat.rules.atlas.near
    lines = dict.fromkeys(
        (units[u].at, at) for attackers, hexes in attacks for u in attackers for at in hexes
    )
    trails = (Trail(line, "attack", short=True) for line in lines if line[1] in near.get(line[0], ()))
    return Overlay(kind, title, (), tuple(trails), legend=(Legend("attack", legend),))
