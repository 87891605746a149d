"""Targets and refusals agree, in both directions: what is offered is not refused, and what is not offered is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from hexbench.engine.display import Pool
from hexbench.engine.seat import Seat
from hexbench.engine.values import Action, Offer, Target, action_of
from hexbench.engine.verb import AnyVerb, ends
from tests.laws.walk import Chance, Law, Moment

NOBODY = "nobody"
STRANGE = {
    "hex": ("9999", NOBODY, ""),
    "unit": (NOBODY, ""),
    "side": (NOBODY, ""),
    "box": ("#nowhere", ""),
    "choice": ("nothing", "-1", "99", ""),
    "": ("0101", NOBODY),
}
"""Kind of object -> objects that do not exist."""


def places(seat: Seat, kind: str) -> tuple[str, ...]:
    """Everything of a kind there is."""
    if kind == "hex":
        return tuple(seat.rules.atlas.labels)
    if kind == "unit":
        return tuple(seat.s.units)
    if kind == "side":
        return tuple(seat.rules.sides)
    return ()


def place_of(seat: Seat, subject: str) -> str:
    """The place of a unit; any other subject is its own place."""
    unit = seat.s.units.get(subject)
    return subject if unit is None else unit.at


class Offered(Law):
    """Offers are well made: known verbs, one offer each, subjects once each and only where the verb takes them."""

    name = "offers are well made"

    def step(self, m: Moment) -> None:
        """Look at the prompt of the side that decides, and at those of the others."""
        prompt, rules = m.seat.prompt, m.rules
        self.hold(prompt.side == m.side, f"the prompt names {prompt.side}, the position {m.side}")
        names = [o.verb for o in prompt.offers]
        self.hold(len(set(names)) == len(names), f"two offers of one verb in {names}")
        quick = m.other(m.side)  # not asked for its prompt before
        onward = tuple(o.verb for o in prompt.offers if not o.back)
        self.hold(quick.forward == onward, f"asked quickly it offers {quick.forward}, in full {onward}")
        for offer in prompt.offers:
            verb = rules.verbs.get(offer.verb)
            if verb is None:
                raise self.broken(f"{offer.verb} is offered but not among the rules' verbs")
            self.hold(
                verb in m.seat.step.verbs, f"{offer.verb} in the step is another object than in the rules"
            )
            self.hold(len(set(offer.subjects)) == len(offer.subjects), f"{offer.verb} names a subject twice")
            self.hold(
                bool(offer.subjects) == bool(verb.subject),
                f"{offer.verb} takes {verb.subject or 'no subject'} and is offered with {len(offer.subjects)}",
            )
            known = places(m.seat, verb.subject)
            for x in offer.subjects:
                self.hold(verb.subject == "choice" or x in known, f"{offer.verb} is offered with {x}")
        self._texts(m)
        self._checklist(m)
        self._flows(m)
        for side in rules.sides:
            if side != m.side:
                theirs = m.other(side).prompt
                self.hold(
                    not theirs.offers and theirs.default is None, f"{side} is offered what {m.side} decides"
                )
                same = (theirs.side, theirs.step) == (prompt.side, prompt.step)
                self.hold(same, f"{side} sees another question than {m.side}")
                self.hold(bool(m.other(side).refuse(m.action)), f"{side} may do what {m.side} decides")

    def _checklist(self, m: Moment) -> None:
        """What would be left undone: duties bar the end exactly if the rules refuse it, and no other side has a list."""
        seat, clauses = m.seat, m.case.clauses
        verb, checks = seat.ending, seat.checklist()
        if verb is None:
            self.hold(not checks, "something is left undone where nothing can be ended")
            return
        self.hold(not (verb.subject or verb.object), f"{verb.name} ends a step and names something")
        barred = any(check.bars for check in checks)
        why = seat.refuse(Action(verb.name))
        self.hold(barred == bool(why), f"the checklist bars {verb.name}: {barred}; refused: {why}")
        for check in checks:
            self.hold(bool(str(check.say)), f"a {check.kind} is left undone and has nothing to say")
            self.hold(all(u in seat.s.units for u in check.units), f"{check.say} names {check.units}")
            self.hold(all(h in m.rules.atlas.index for h in check.hexes), f"{check.say} lights {check.hexes}")
            known = not check.rule or clauses is None or check.rule in clauses
            self.hold(known, f"{m.case.game} has no clause {check.rule}")
        for side in m.rules.sides:
            if side != m.side:
                self.hold(not m.other(side).checklist(), f"{side} has a checklist when {m.side} decides")

    def _flows(self, m: Moment) -> None:
        """Points are moved out of boxes that are shown, one or more, into such boxes or onto hexes."""
        plain = [offer for offer in m.seat.prompt.offers if not offer.subjects]
        pushing = [(o, t) for o in plain for t in m.seat.targets(o.verb) if t.flow or o.shares]
        if not pushing:
            return
        boxes = {heap.key for p in m.seat.panels() if isinstance(p, Pool) for heap in p.heaps}
        for offer, target in pushing:
            self.hold(set(offer.shares) <= boxes, f"{offer.verb} shares out {offer.shares}, of {boxes}")
            for flow in target.flow:
                known = flow.box in boxes and all(x in boxes or x in m.rules.atlas.index for x in flow.to)
                self.hold(known and flow.n > 0 and bool(flow.to), f"{offer.verb} pushes {flow}, of {boxes}")

    def _texts(self, m: Moment) -> None:
        """Every sentence can be formed."""
        self.hold(bool(str(m.seat.prompt.say)), "an empty prompt")
        for verb in m.rules.verbs.values():
            self.hold(bool(str(verb.label)), f"{verb.name} has no label")


class Agreement(Law):
    """Every target offered is not refused; whatever is not a target is refused, with a reason."""

    name = "targets and refusals agree"
    subjects = 3
    targets = 6

    def step(self, m: Moment) -> None:
        """Sample subjects, targets, non-targets, groups and nonsense."""
        seat, chance = m.seat, m.chance
        for offer in seat.prompt.offers:
            verb = m.rules.verbs[offer.verb]
            for subject in self._subjects(seat, offer, chance):
                self._one_subject(seat, verb, subject, chance)
            self._wrong_subjects(seat, verb, offer, chance)
        offered = [o.verb for o in seat.prompt.offers]
        idle = [v for v in m.rules.verbs.values() if v.name not in offered]
        for verb in chance.sample(idle, 3):
            self._idle(seat, verb, chance)
        self.hold(bool(seat.refuse(Action("no_such_verb"))), "a verb that does not exist is not refused")
        default = seat.prompt.default
        self.hold(default is not None, "no default")
        if default is not None:
            self._allowed(seat, default, "the default")

    # ---- what may be done
    def _subjects(self, seat: Seat, offer: Offer, chance: Chance) -> Iterator[tuple[str, ...]]:
        if not offer.subjects:
            yield ()
            return
        for x in chance.sample(offer.subjects, self.subjects):
            yield (x,)
            if offer.joins:
                here = place_of(seat, x)
                mates = [
                    y
                    for y in offer.subjects
                    if y != x and (offer.joins == "any" or place_of(seat, y) == here)
                ]
                chosen = chance.sample(mates, 1 + chance.number(2))
                if chosen:
                    yield tuple(y for y in offer.subjects if y == x or y in chosen)

    def _one_subject(self, seat: Seat, verb: AnyVerb, subject: tuple[str, ...], chance: Chance) -> None:
        found = seat.targets(verb.name, subject)
        ways = [(t.object, t.how) for t in found]
        self.hold(len(set(ways)) == len(ways), lambda: f"{verb.name} {subject} has two targets alike")
        quick = type(seat)(seat.rules, seat.s, seat.side)  # not asked for all of them before
        picked = quick.pick(verb.name, subject, chance.number)
        self.hold(
            picked in found if found else picked is None, lambda: f"{verb.name} {subject}: {picked} is picked"
        )
        one_by_one = quick.ways(verb.name, subject)
        self.hold(
            len(one_by_one) == len(found) and bool(one_by_one) == bool(found),
            lambda: f"{verb.name} {subject}: {len(one_by_one)} targets to be counted, {len(found)} to be had",
        )
        objects = list(quick.objects(verb.name, subject))
        self.hold(
            objects == [o for o, _ in ways], lambda: f"{verb.name} {subject}: {objects} named, {ways} had"
        )
        said = list(ends(quick.ways(verb.name, subject)))
        self.hold(said == ways, lambda: f"{verb.name} {subject}: {said} said, {ways} had")
        for n in chance.sample(range(len(found)), self.targets):
            self.hold(
                one_by_one[n] == found[n],
                f"{verb.name} {subject}: target {n} of those looked at one by one is another",
            )
        for target in chance.sample(found, self.targets):
            self.hold(
                bool(target.object) == bool(verb.object), f"{verb.name} has the target {target.object!r}"
            )
            self.hold(target.cost is None or target.cost >= 0, f"{verb.name} costs {target.cost}")
            action = action_of(verb.name, subject, target)
            self._allowed(seat, action, "a target")
            bare = replace(action, via=())
            self._allowed(seat, bare, "a target without its route")
            self._broken_route(seat, action, target)
        self._elsewhere(seat, verb, subject, ways, chance)

    def _allowed(self, seat: Seat, action: Action, what: str) -> None:
        why = seat.refuse(action)
        self.hold(not why, lambda: f"{what} is refused: {action}: {[str(r) for r in why]}")
        verb = seat.rules.verbs[action.verb]
        settled = verb.settle(seat, seat.step, action)
        why = seat.refuse(settled)
        self.hold(not why, lambda: f"{what}, settled, is refused: {settled}: {[str(r) for r in why]}")
        again = verb.settle(seat, seat.step, settled)
        self.hold(again == settled, lambda: f"settling twice gives {settled} and then {again}")

    # ---- what may not
    def _refused(self, seat: Seat, action: Action, what: str) -> None:
        self.hold(bool(seat.refuse(action)), lambda: f"{what} is not refused: {action}")

    def _elsewhere(
        self,
        seat: Seat,
        verb: AnyVerb,
        subject: tuple[str, ...],
        ways: Sequence[tuple[str, str]],
        chance: Chance,
    ) -> None:
        objects = {o for o, _ in ways}
        everywhere = [x for x in places(seat, verb.object) if x not in objects]
        for x in (*chance.sample(everywhere, self.targets), *STRANGE[verb.object]):
            if x not in objects:
                self._refused(seat, Action(verb.name, subject, x), "no target")
        for x, how in chance.sample(ways, 2):
            self._refused(seat, Action(verb.name, subject, x, "sideways"), "an unknown way")
            for other in verb.hows:
                if other != how and (x, other) not in ways:
                    self._refused(seat, Action(verb.name, subject, x, other), "a way not offered")
            self._refused(
                seat, Action(verb.name, (*subject, *(subject or (NOBODY,))), x, how), "a subject twice"
            )

    def _broken_route(self, seat: Seat, action: Action, target: Target) -> None:
        atlas, via = seat.rules.atlas, target.via
        for x in via:
            self.hold(x in atlas.index, f"the route of {action} goes by {x}")
        if len(via) > 2 and atlas.distance(via[0], via[2]) > 1:
            leap = replace(action, via=(via[0], *via[2:]))
            self._refused(seat, leap, "a route that leaps")
        if len(via) > 1 and via[-1] == action.object:
            self._refused(seat, replace(action, via=via[:-1]), "a route that ends too early")

    def _wrong_subjects(self, seat: Seat, verb: AnyVerb, offer: Offer, chance: Chance) -> None:
        anywhere = self._any_object(seat, verb, chance)
        strangers = [x for x in places(seat, verb.subject) if x not in offer.subjects]
        for x in (*chance.sample(strangers, 3), NOBODY):
            self.hold(
                not seat.targets(verb.name, (x,)), f"{verb.name} has targets for {x}, which is not offered"
            )
            for to in anywhere:
                self._refused(seat, Action(verb.name, (x,), to), "a subject that is not offered")
        if offer.subjects:
            self.hold(not seat.targets(verb.name, ()), f"{verb.name} has targets for nobody")
            for to in anywhere:
                self._refused(seat, Action(verb.name, (), to), "no subject")
        pairs = [(x, y) for x in offer.subjects[:6] for y in offer.subjects[:6] if x < y]
        for x, y in chance.sample(pairs, 2):
            apart = offer.joins == "stack" and place_of(seat, x) != place_of(seat, y)
            if apart or not offer.joins:
                for to in anywhere:
                    self._refused(seat, Action(verb.name, (x, y), to), "two that may not go together")

    def _any_object(self, seat: Seat, verb: AnyVerb, chance: Chance) -> list[str]:
        return chance.sample(places(seat, verb.object), 2) or ["" if not verb.object else "0"]

    def _idle(self, seat: Seat, verb: AnyVerb, chance: Chance) -> None:
        """A verb that is not offered now is refused, with whatever arguments."""
        subjects: list[tuple[str, ...]] = [(), (NOBODY,)]
        subjects += [(x,) for x in chance.sample(places(seat, verb.subject), 2)]
        for subject in subjects:
            self.hold(
                not seat.targets(verb.name, subject),
                f"{verb.name} is not offered and has targets for {subject}",
            )
            for to in self._any_object(seat, verb, chance):
                self._refused(seat, Action(verb.name, subject, to), "a verb that is not offered")


class Cited(Law):
    """Every rule id that a game names is a clause of its ledger, and every sentence can be formed."""

    name = "rule ids are in the ledger"

    def step(self, m: Moment) -> None:
        """Look at reasons, targets, forecasts, events and problems."""
        clauses, chance, seat = m.case.clauses, m.chance, m.seat
        if clauses is None:
            return
        self._known(m, m.rules.sequence_rule)
        for verb in chance.sample(tuple(m.rules.verbs.values()), 4):
            subject = tuple(chance.sample(places(seat, verb.subject), 1))
            for to in (*chance.sample(places(seat, verb.object), 2), *STRANGE[verb.object]):
                for reason in seat.refuse(Action(verb.name, subject, to)):
                    self._known(m, reason.rule)
                    self.hold(bool(str(reason.text)), f"{reason.rule} has nothing to say")
                    for at in reason.hexes:
                        self.hold(at in m.rules.atlas.index, f"{reason} lights {at!r}")
        for offer in chance.sample(seat.prompt.offers, 2):
            for x in chance.sample(offer.subjects, 2):
                for target in chance.sample(seat.targets(offer.verb, (x,)), 4):
                    for rule in target.rules:
                        self._known(m, rule)
                    for sentence in target.says:
                        self.hold(bool(str(sentence)), "an empty consequence")
        for told in m.outcome.told:
            for event in (told.all, *(e for _, e in told.only)):
                self._event(m, event)

    def _event(self, m: Moment, event: Any) -> None:
        rule = getattr(event, "rule", "")
        if rule:
            self._known(m, rule)
        text = getattr(event, "say", None)
        if text is not None:
            self.hold(bool(str(text)), f"{type(event).__name__} has nothing to say")

    def _known(self, m: Moment, rule: str) -> None:
        self.hold(m.case.clauses is None or rule in m.case.clauses, f"{m.case.game} has no clause {rule}")
