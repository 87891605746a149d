"""How the planner answers a question: units go where they are worth most, attacks are judged by the odds, all else is tried out.

It remembers nothing that a position does not show: the same view has the same answer, after a restart and after an undo too.
Units are considered one after another in an order that stays the same through a phase; whoever stands before the last that
has moved has had his turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from hexbench.engine.opponent import Think
from hexbench.engine.state import Draft
from hexbench.engine.supposed import Supposed
from hexbench.engine.values import Action, Offer, Say, Target, action_of, say
from hexbench.engine.what_if import WhatIf
from hexbench.staff.aims import Aims
from hexbench.staff.trying import Purse, Trials, due, groups
from hexbench.staff.value import Field, Scales


class Budget(NamedTuple):
    """How much a level thinks about one question."""

    worlds: int
    """Imagined worlds in which an action is tried."""
    tries: int
    """Actions tried for an answer."""
    steps: int
    """Reflexes until a try is valued, if no pause comes before."""
    applied: int
    """Actions applied in all tries together."""


BUDGETS: Final = {"quick": Budget(worlds=3, tries=12, steps=30, applied=400)}
AnyWhatIf: TypeAlias = WhatIf[Any, Any]
MOST_DUTIES: Final = 12
"""Attacks that one may oblige to."""
LEAST: Final = 0.004
"""What a move or an attack must be worth more than leaving it: what is below is noise of the measure."""
MANY: Final = 6
"""Targets of one subject that are all tried; of more the likeliest."""
STUCK: Final = 90
"""Answers to the same question in one phase after which the default is followed: no duty takes so many."""


class Promise(NamedTuple):
    """What an attack is expected to bring, in the coin of the score, and its odds."""

    gain: float
    odds: str


class Planner:
    """Plays one side of a game with a declaration."""

    def __init__(self, aims: Aims, budget: Budget) -> None:
        self.aims = aims
        self.budget = budget._replace(tries=budget.tries * aims.width, applied=budget.applied * aims.width)
        self._scales: Scales | None = None
        self._asked: tuple[Any, int] = (None, 0)
        self._promises: tuple[bytes, dict[Action, Promise]] = (b"", {})
        self._cleared = b""
        self.resting = False
        """The last answer makes a declaration binding."""

    def rests(self, action: Action) -> bool:
        """Whether players should look before the last answer is done: dice fall for what has been declared."""
        return self.resting

    def choose(self, seat: Any, think: Think) -> tuple[Action, Say]:
        """A legal action, and why."""
        scales = self._scales
        if scales is None or scales.rules is not seat.rules:
            scales = self._scales = Scales(seat.rules, self.aims)
        self.resting = False
        return _Question(self, scales, seat, think).answer()

    def promises(self, key: bytes) -> dict[Action, Promise]:
        """What attacks have been found to promise at a position: looked up again, never remembered."""
        if self._promises[0] != key:
            self._promises = (key, {})
        return self._promises[1]

    def gave_up(self, key: bytes) -> bool:
        """Whether a declaration at this position had to be cleared: it is not begun again."""
        return self._cleared == key

    def give_up(self, key: bytes) -> None:
        """A declaration at this position is being cleared."""
        self._cleared = key

    def repeats(self, seat: Any) -> bool:
        """Whether the same question has been asked so often that something goes round in circles."""
        s = seat.s
        key = (seat.side, seat.prompt.step, *(getattr(s, name, 0) for name in ("turn", "phasing", "round")))
        self._asked = (key, self._asked[1] + 1 if self._asked[0] == key else 1)
        return self._asked[1] > STUCK + 3 * len(seat.board.rank)


class _Question:
    """One question, and everything that is worked out about it."""

    def __init__(self, planner: Planner, scales: Scales, seat: Any, think: Think) -> None:
        self.planner, self.scales, self.seat, self.think = planner, scales, seat, think
        self.aims, self.budget = planner.aims, planner.budget
        self.purse = Purse(planner.budget.applied)
        self._field: Field | None = None
        self._key: bytes | None = None

    @property
    def field(self) -> Field:
        """The sums of the position."""
        if self._field is None:
            self._field = Field(self.scales, self.seat.s)
        return self._field

    @property
    def value(self) -> float:
        """What it is worth to the side that decides."""
        return self.field.value * self.scales.sign(self.seat.side)

    def answer(self) -> tuple[Action, Say]:
        """The action and why."""
        seat, aims = self.seat, self.aims
        default: Action | None = seat.prompt.default
        if default is not None and (seat.prompt.step in aims.simple or self.planner.repeats(seat)):
            return default, say("The usual answer.")
        offers = [o for o in seat.prompt.offers if not o.back and o.verb not in aims.never]
        found = self._move([o for o in offers if o.verb in aims.moves])
        if found is not None:
            return found
        if any(o.verb in aims.attacks for o in offers):
            found = self._attack()
            if found is not None:
                return found
            if default is not None and isinstance(seat.step, Draft):
                if any(o.back for o in seat.prompt.offers if o.verb == default.verb):
                    self.planner.give_up(self.key)
                elif any(o.back for o in seat.prompt.offers):  # something is declared: let players look at it
                    self.planner.resting = True
                return default, say("No other attack is worth it.")
        rest = [o for o in offers if o.verb not in aims.moves | aims.attacks]
        if default is not None and all(o.verb == default.verb and not o.subjects for o in rest):
            return default, say("Nothing else is worth it here.")
        return self._try(rest, default)

    # ---- moves
    def _move(self, offers: list[Offer]) -> tuple[Action, Say] | None:
        if not offers:
            return None
        seat, s = self.seat, self.seat.s
        verbs: dict[str, list[str]] = {}
        for offer in offers:
            for uid in offer.subjects:
                verbs.setdefault(uid, []).append(offer.verb)
        rank = seat.board.rank
        everybody = {
            uid for uid, unit in s.units.items() if unit.side == seat.side and self.aims.moved(s, uid)
        } | {uid for uid in verbs if uid in s.units}
        order = sorted(everybody, key=lambda uid: (-self.scales.looks(s, uid).power, rank[uid]))
        last = max((i for i, uid in enumerate(order) if self.aims.moved(s, uid)), default=-1)
        for uid in order[last + 1 :]:
            best: tuple[float, Action] | None = None
            for verb in verbs.get(uid, ()):
                found = self._best_end(verb, uid)
                if found is not None and (best is None or found[0] > best[0]):
                    best = found
            if best is not None and best[0] > LEAST:
                return best[1], say("It stands better there.")
        return None

    def _best_end(self, verb: str, uid: str) -> tuple[float, Action] | None:
        """(gain, move) of one unit; None: it has nowhere to go."""
        index, room = self.scales.index, self._room
        targets = [t for t in self.seat.targets(verb, (uid,)) if t.object in index and room(uid, t.object)]
        if not targets:
            return None
        worth = self.field.moved(uid, [index[t.object] for t in targets])
        j = int(worth.argmax())
        return float(worth[j]) - self.value, action_of(verb, (uid,), targets[j])

    @property
    def _room(self) -> Callable[[str, str], bool]:
        """Whether a hex would hold one more when limits are tested: stacking is legal until then."""
        seat, aims = self.seat, self.aims

        def room(uid: str, at: str) -> bool:
            here = [u for u in seat.board.units_at(at) if u != uid and seat.s.units[u].side == seat.side]
            return not here or aims.fits(seat, (*here, uid))

        return room

    # ---- attacks
    def _attack(self) -> tuple[Action, Say] | None:
        """The attack that is worth most with all that it obliges to; where there is a duty to fight, the best of those."""
        seat, what = self.seat, self.seat.what_if()
        if not isinstance(what, WhatIf):
            return None
        bound = due(seat)
        if bound:
            best = self._best(what, groups(self.scales, seat, bound))
            return None if best is None else (best, say("Whoever attacks must attack there too."))
        if self.planner.gave_up(self.key):
            return None
        found = {action: self._worth(what, action) for action in groups(self.scales, seat)}
        for action in sorted(found, key=lambda one: -found[one].gain):
            if found[action].gain <= LEAST:
                break
            if self._with_duties(what, action) > LEAST:
                odds = found[action].odds or "?"
                return action, say("At {odds} it promises more than it costs.", odds=odds)
        return None

    def _best(self, what: AnyWhatIf, actions: Iterable[Action]) -> Action | None:
        return max(actions, key=lambda one: self._worth(what, one).gain, default=None)

    def _with_duties(self, what: AnyWhatIf, action: Action) -> float:
        """What an attack is worth together with those that it obliges to; less than nothing where they cannot be made."""
        rules, side = self.seat.rules, self.seat.side
        s, total = self.seat.s, 0.0
        for _ in range(MOST_DUTIES):
            if not self.purse.pay():
                break
            total += self._worth(what, action).gain
            s = rules.apply(
                s, action
            ).state  # declaring throws no dice and needs nothing hidden: a view will do
            seat = rules.seat(s, side)
            bound = due(seat) if rules.decider(s) == side else frozenset()
            if not bound:
                return total
            more = self._best(what, groups(self.scales, seat, bound))
            if more is None:
                break
            action = more
        return -1.0

    def _worth(self, what: AnyWhatIf, action: Action) -> Promise:
        """What an attack promises, from the code that resolves it; nothing where the game makes no attack of it."""
        kept = self.planner.promises(self.key)
        if action not in kept:
            kept[action] = self._promise(what, action)
        return kept[action]

    def _promise(self, what: AnyWhatIf, action: Action) -> Promise:
        seat, aims = self.seat, self.aims
        units = tuple((uid, str(seat.s.units[uid].at)) for uid in action.subject)
        found = what.possible(seat, Supposed(side=seat.side, hexes=(action.object,), units=units))
        if found is None:
            return Promise(-1.0, "")
        losses = aims.bulk_worth * aims.step_worth * found.worth / 100
        chance = max(0, min(100, found.chance)) / 100
        lead = max(action.subject, key=lambda uid: self.scales.looks(seat.s, uid).power)
        ground = (
            self.field.taken(action.object, lead) - self.value if action.object in self.scales.index else 0.0
        )
        return Promise(losses + chance * ground, found.odds)

    @property
    def key(self) -> bytes:
        """The position without the question: what an attack promises does not hang on what else is declared."""
        if self._key is None:
            self._key = self.seat.rules.pack(replace(self.seat.s, stack=()))
        return self._key

    # ---- everything else is tried
    def _try(self, offers: list[Offer], default: Action | None) -> tuple[Action, Say]:
        seat = self.seat
        candidates = self._candidates(offers, default)
        legal = [action for action in candidates if action == default or not seat.refuse(action)]
        if len(legal) == 1:
            return legal[0], say("Nothing else is to be done.")
        number = self.think.number
        worlds = [seat.rules.imagine(seat.s, seat.side, number) for _ in range(self.budget.worlds)]
        trials = Trials(self.scales, seat, worlds, self.budget.steps, self.purse)
        best: tuple[float, Action] | None = None
        for action in legal:
            worth = trials.worth(action)
            if worth is not None and (best is None or worth > best[0] + LEAST / 4):
                best = worth, action
        if best is None:
            chosen = default if default is not None else legal[0]
            return chosen, say("The usual answer.")
        return best[1], say("Of {n} ways tried out it comes to most.", n=len(legal))

    def _candidates(self, offers: list[Offer], default: Action | None) -> list[Action]:
        number, most = self.think.number, self.budget.tries
        found: list[Action] = []
        for offer in offers:
            subjects: list[tuple[str, ...]] = [(one,) for one in offer.subjects] or [()]
            while len(subjects) > 2 * most:
                subjects.pop(number(len(subjects)) - 1)
            for subject in subjects:
                found += [action_of(offer.verb, subject, t) for t in self._likely(offer.verb, subject)]
        while len(found) > most:
            found.pop(number(len(found)) - 1)
        return list(dict.fromkeys(([default] if default is not None else []) + found))

    def _likely(self, verb: str, subject: tuple[str, ...]) -> list[Target]:
        """The targets of one subject that are worth a try: the best places for a unit, else some by chance."""
        seat, index = self.seat, self.scales.index
        targets = list(seat.targets(verb, subject))
        if len(targets) <= MANY:
            return targets
        ends = [t for t in targets if t.object in index]
        if subject and ends and subject[0] in seat.s.units:
            worth = self.field.moved(subject[0], [index[t.object] for t in ends])
            return [ends[j] for j in sorted(range(len(ends)), key=lambda j: -worth[j])[: MANY // 2]]
        while len(targets) > MANY:
            targets.pop(self.think.number(len(targets)) - 1)
        return targets
