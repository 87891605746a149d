"""What a side may not know it cannot find out: not from views, offers, refusals, odds, events or barriers."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hexbench.engine.checklist import passed_by
from hexbench.engine.rules import Outcome
from hexbench.engine.seat import Seat
from hexbench.engine.state import Dice
from hexbench.engine.values import Action, Target, action_of
from hexbench.study import playout
from tests.laws.agreement import places
from tests.laws.case import Case
from tests.laws.walk import Chance, Law, Moment, pack

UNFREE = ("dice", "seen")
"""Barriers where something may have been revealed."""


def told_to(outcome: Outcome, side: str) -> bytes:
    """What one side was told, in order."""
    return pack([event for t in outcome.told if (event := t.to(side)) is not None])


def leaves_no_choice(seat: Seat) -> bool:
    """Whether a session would answer this prompt for the player."""
    offers = seat.prompt.offers
    if len(offers) != 1 or len(offers[0].subjects) > 1:
        return False
    return len(seat.targets(offers[0].verb, offers[0].subjects)) == 1


def passed(rules: Any, state: Any) -> bool:
    """Whether a session would pass the current step: nothing can be done in it, and undo would not stop behind it."""
    action = passed_by(rules, state)
    return action is not None and rules.apply(state, action, trusted=True).barrier not in UNFREE


class Views(Law):
    """A view has no dice, hiding it again changes nothing, and it is all that a seat needs."""

    name = "views hold what they show"

    def step(self, m: Moment) -> None:
        """Look at the views of all sides after the step."""
        rules, state = m.rules, m.outcome.state
        before = rules.pack(state)
        for side in rules.sides:
            view = rules.view(state, side)
            data = rules.pack(view)
            self.hold(view.dice == Dice(), f"the view of {side} holds the dice")
            self.hold(rules.pack(rules.view(view, side)) == data, f"the view of a view of {side} is another")
            self.hold(rules.decider(view) == rules.decider(state), f"{side} takes another side to decide")
            here, there = rules.seat(state, side), rules.seat(rules.unpack(data), side)
            self.hold(
                pack(here.prompt) == pack(there.prompt), f"{side} is asked something else from its view alone"
            )
        self.hold(rules.pack(state) == before, "looking at a position changed it")


class Twins(Law):
    """Two worlds that look alike to a side go on looking alike to it, until an event tells it otherwise.

    A companion world follows the game for each side as long as it looks the same; and at every step a new one is
    imagined. Where events distinguish them, undo must stop.
    """

    name = "twin worlds look alike"

    def begin(self, case: Case, opening: Outcome, chance: Chance) -> None:
        """No companions yet."""
        self.companions: dict[str, Any] = dict.fromkeys(case.rules.sides)

    def step(self, m: Moment) -> None:
        """Compare the position with its twins, take the step in both, and compare again."""
        for side in m.rules.sides:
            old = self.companions[side]
            if old is not None and m.rules.pack(m.rules.view(old, side)) != m.rules.pack(
                m.rules.view(m.state, side)
            ):
                old = None  # some steps were not checked
            new = self._imagine(m, side)
            grown = self._go_on(m, side, new)
            aged = self._go_on(m, side, old) if old is not None else None
            self.companions[side] = aged if aged is not None and m.chance.once_in(2) else grown

    def _imagine(self, m: Moment, side: str) -> Any:
        rules = m.rules
        twin, wrong = playout.imagined(rules, m.state, side, m.chance.number)
        self.none(wrong)
        return twin

    def _go_on(self, m: Moment, side: str, twin: Any) -> Any:
        """The twin after the same step, or None if the two have diverged."""
        rules = m.rules
        twin = replace(twin, dice=m.state.dice)
        self.hold(rules.decider(twin) == m.side, f"who decides depends on what {side} cannot see")
        self._same_seat(m, side, twin)
        if m.seat.step.auto:
            alone = (leaves_no_choice(m.seat), leaves_no_choice(rules.seat(twin, m.side)))
            self.hold(alone[0] == alone[1], f"{side} can tell by whether {m.side} was answered for")
        alone = (passed(rules, m.state), passed(rules, twin))
        self.hold(alone[0] == alone[1], f"{side} can tell by whether a step of {m.side} passed by itself")
        why = rules.seat(twin, m.side).refuse(m.action)
        if why and m.side != side:
            return None  # the other side could not do this there: there is nothing to compare
        self.hold(
            not why, lambda: f"whether {side} may {m.action.verb} depends on what it cannot see: {why[0]}"
        )
        out = rules.apply(twin, m.action, trusted=True)
        if told_to(out, side) == told_to(m.outcome, side):
            self._alike(m, side, out)
            return out.state
        bars = (m.outcome.barrier, out.barrier)
        # what the other side shows of its own accord it may take back: only that side can lose by it
        self.hold(
            m.side != side or all(bar in UNFREE for bar in bars),
            f"{side} learns from its own {m.action.verb} and it can be undone {bars}",
        )
        return None

    def _alike(self, m: Moment, side: str, out: Outcome) -> None:
        self.none(playout.same_breaches(m.rules, side, m.side, m.outcome, out))

    # ---- everything a seat answers
    def _same_seat(self, m: Moment, side: str, twin: Any) -> None:
        here, there = m.rules.seat(m.state, side), m.rules.seat(twin, side)
        self._equal(side, "prompts", here.prompt, there.prompt)
        for offer in here.prompt.offers:
            subjects: list[tuple[str, ...]] = [(x,) for x in m.chance.sample(offer.subjects, 3)]
            for subject in subjects or [()]:
                found = here.targets(offer.verb, subject)
                self._equal(side, f"targets of {offer.verb}", found, there.targets(offer.verb, subject))
                self._forecasts(m, side, here, there, offer.verb, subject, found)
        for verb in m.chance.sample(tuple(m.rules.verbs.values()), 3):
            subject = tuple(m.chance.sample(places(here, verb.subject), 1))
            for to in m.chance.sample(places(here, verb.object), 3) or [""]:
                action = Action(verb.name, subject, to)
                self._equal(side, f"refusals of {verb.name}", here.refuse(action), there.refuse(action))
        self._equal(side, "checklists", here.checklist(), there.checklist())
        self._displays(m, side, here, there)

    def _forecasts(
        self,
        m: Moment,
        side: str,
        here: Seat,
        there: Seat,
        verb: str,
        subject: tuple[str, ...],
        found: tuple[Target, ...],
    ) -> None:
        for target in m.chance.sample(found, 2):
            action = action_of(verb, subject, target)
            a, b = here.forecast(action), there.forecast(action)
            # compared as values: the ways of many dice are more than can be packed
            self.hold(a == b, f"odds of {verb} depend on what {side} cannot see")
            if a is not None:
                total = sum(chance for _, chance in a.chances())
                self.hold(abs(total - 1) < 1e-9, f"the odds of {verb} add up to {total}")

    def _displays(self, m: Moment, side: str, here: Seat, there: Seat) -> None:
        if not m.chance.once_in(4):
            return
        self._equal(side, "counters", list(here.faces()), list(there.faces()))
        self._equal(side, "markers", here.chips(), there.chips())
        self._equal(side, "panels", here.panels(), there.panels())
        refs = (*m.chance.sample(tuple(here.s.units), 3), *m.chance.sample(m.rules.atlas.labels, 3))
        for ref in refs:
            self._equal(side, f"facts of {ref}", here.facts(ref), there.facts(ref))
        for kind in here.overlays():
            for subject in m.chance.sample(places(here, kind.subject), 1) or [""]:
                a, b = here.overlay(kind.kind, subject), there.overlay(kind.kind, subject)
                self._equal(side, f"overlay {kind.kind}", a, b)

    def _equal(self, side: str, what: str, a: Any, b: Any) -> None:
        self.hold(pack(a) == pack(b), f"{what} depend on what {side} cannot see")


class Silence(Law):
    """What a side is told is all it learns: two actions reported alike to it leave it the same view."""

    name = "events tell all there is"
    actions = 4

    def step(self, m: Moment) -> None:
        """Let the side that decides do something else, and compare what the others are told."""
        rules, chance = m.rules, m.chance
        offers = [o for o in m.seat.prompt.offers if not o.back]
        for offer in chance.sample(offers, self.actions):
            for subject in self._subjects(m, offer.subjects):
                for target in chance.sample(m.seat.targets(offer.verb, subject), 2):
                    other = action_of(offer.verb, subject, target)
                    out = rules.apply(m.state, other, trusted=True)
                    for side in rules.sides:
                        if side != m.side and told_to(out, side) == told_to(m.outcome, side):
                            self._alike(m, side, other, out)

    def _subjects(self, m: Moment, subjects: tuple[str, ...]) -> list[tuple[str, ...]]:
        return [(x,) for x in m.chance.sample(subjects, 2)] if subjects else [()]

    def _alike(self, m: Moment, side: str, other: Action, out: Outcome) -> None:
        rules = m.rules
        same = pack(rules.view(m.outcome.state, side)) == pack(rules.view(out.state, side))
        self.hold(same, lambda: f"{side} can tell {m.action} from {other}, though told the same")
