"""How the planner answers a question: units go where they are worth most, attacks are judged by the odds, all else is tried out.

It remembers nothing that a position does not show: the same view has the same answer, after a restart and after an
undo too. Units are considered one after another in an order that stays the same throughout a phase; those before the
last one that has moved have had their turn.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from copy import copy
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from hexbench.engine.opponent import DARING, Think
from hexbench.engine.state import Declaration
from hexbench.engine.values import Action, Offer, Say, Target, action_of, say
from hexbench.engine.verb import ends, objects
from hexbench.engine.what_if import Supposed, WhatIf
from hexbench.staff.aims import Aims
from hexbench.staff.contact import Contacts
from hexbench.staff.plans import Plan, Plans
from hexbench.staff.trying import Purse, Trials, due, groups, has_room
from hexbench.staff.value import Field, Scales
from hexbench.staff.ways import Floats


class Budget(NamedTuple):
    """How much a level thinks about one question."""

    worlds: int
    """Imagined worlds in which an action is tried."""
    tries: int
    """Actions tried for an answer."""
    steps: int
    """Reflexes before a try is valued, if no pause comes first."""
    applied: int
    """Actions applied in all tries together."""
    leaders: int = 5
    """The number of the best of them, which are tried in all worlds and compared further."""
    plans: int = 0
    """Hexes against which units are brought up."""
    through: int = 0
    """In games with attacks that can be carried through in tries (:attr:`Aims.through`): a factor for the number of
    alternatives tried, since one of them is the approach to an attack; 0: attacks are left to the default.
    """
    ends: int = 0
    """Hexes considered for the move of one unit, picked at random; 0: all it can reach."""


BUDGETS: Final = {
    "quick": Budget(worlds=1, tries=2, steps=30, applied=100, ends=3),
    "middle": Budget(worlds=3, tries=12, steps=30, applied=400),
    "strong": Budget(worlds=3, tries=12, steps=30, applied=1600, plans=8, through=2),
}
_AnyWhatIf: TypeAlias = WhatIf[Any, Any]
_End: TypeAlias = tuple[int, str, str]
"""One way of a move: its number, its hex, how it is done."""
_MOST_WEIGHED: Final = 6
"""Attacks among which a duty leaves the choice that are judged together with everything due after each."""
_MOST_DUTIES: Final = 12
"""Attacks that one attack may make obligatory."""
LEAST: Final = 0.004
"""How much more a move or an attack must be worth than doing nothing: less is noise."""
MANY: Final = 6
"""Targets of one subject that are all tried; if there are more, the likeliest."""
_STUCK: Final = 90
"""Answers to the same question in one phase after which the default is followed: no duty takes so many."""


class _Promise(NamedTuple):
    """What an attack is expected to gain, in the unit of the score, and its odds."""

    gain: float
    odds: str


class Planner:
    """Plays one side of a game that declares its aims."""

    def __init__(self, aims: Aims, budget: Budget) -> None:
        self.aims, self.level = aims, budget
        self.daring = 1.0
        self.applied = 0
        """Actions applied in tries since it was made."""
        self.through = bool(aims.through and budget.through)
        tries = budget.tries * aims.width * (budget.through if self.through else 1)
        self.budget = budget._replace(tries=tries, applied=budget.applied * aims.width)
        self._scales: Scales | None = None
        self._asked: tuple[Any, int] = (None, 0)
        self._promises: tuple[bytes, dict[Action, _Promise]] = (b"", {})
        self._cleared = b""
        self.resting = False
        """The last answer makes a declaration binding."""

    def be(self, manner: str) -> None:
        """Play more daringly, so that what may be won from enemies counts for more and what may be lost for less, or the reverse."""
        self.aims = copy(self.aims)
        self.daring = DARING[manner]
        # a declaration of its own: those of the game are shared by all players
        for name, value in (
            ("caution", self.aims.caution / self.daring),
            ("boldness", self.aims.boldness * self.daring),
        ):
            setattr(self.aims, name, value)
        self._scales = None

    def rests(self, action: Action) -> bool:
        """Whether players should look before the last answer is carried out: dice are rolled for what has been declared."""
        return self.resting or action.verb in self.aims.shows

    def choose(self, seat: Any, think: Think) -> tuple[Action, Say]:
        """A legal action, and why."""
        scales = self._scales
        if scales is None or scales.rules is not seat.rules:
            scales = self._scales = Scales(seat.rules, self.aims, through=self.through)
        self.resting = False
        question = _Question(self, scales, seat, think)
        found = question.answer()
        self.applied += question.purse.spent
        return found

    def promises(self, key: bytes) -> dict[Action, _Promise]:
        """What attacks were found to promise in a position: a cache, on which no answer depends."""
        if self._promises[0] != key:
            self._promises = (key, {})
        return self._promises[1]

    def gave_up(self, key: bytes) -> bool:
        """Whether a declaration in this position had to be cleared: it is not begun again."""
        return self._cleared == key

    def give_up(self, key: bytes) -> None:
        """Note that a declaration in this position is being cleared."""
        self._cleared = key

    def repeats(self, seat: Any) -> bool:
        """Whether the same question has been asked so often that the answers must go round in circles."""
        s = seat.s
        key = (seat.side, seat.prompt.step, *(getattr(s, name, 0) for name in ("turn", "phasing", "round")))
        self._asked = (key, self._asked[1] + 1 if self._asked[0] == key else 1)
        return self._asked[1] > _STUCK + 3 * len(seat.board.rank)


class _Question:
    """One question, and everything worked out for it."""

    def __init__(self, planner: Planner, scales: Scales, seat: Any, think: Think) -> None:
        self.planner, self.scales, self.seat, self.think = planner, scales, seat, think
        self.aims, self.budget = planner.aims, planner.budget
        self.purse = Purse(planner.budget.applied)
        self._field: Field | None = None
        self._key: bytes | None = None
        self._contacts: Contacts | None = None

    @property
    def field(self) -> Field:
        """The sums of the position."""
        if self._field is None:
            self._field = Field(self.scales, self.seat.s)
        return self._field

    @property
    def value(self) -> float:
        """What it is worth to the deciding side."""
        return self.field.value * self.scales.sign(self.seat.side)

    def answer(self) -> tuple[Action, Say]:
        """The action and why."""
        seat, aims = self.seat, self.aims
        default: Action | None = seat.prompt.default
        if default is not None and (seat.prompt.step in aims.simple or self.planner.repeats(seat)):
            return default, say("The default answer.")
        own = aims.own(seat, self.think, done=False)
        if own is not None:
            return own
        offers = [o for o in seat.prompt.offers if not o.back and o.verb not in aims.never]
        found = self._move([o for o in offers if o.verb in aims.moves])
        if found is not None:
            return found
        if any(o.verb in aims.attacks for o in offers):
            found = self._attack()
            if found is not None:
                return found
            if default is not None and isinstance(seat.step, Declaration):
                if any(o.back for o in seat.prompt.offers if o.verb == default.verb):
                    self.planner.give_up(self.key)
                elif any(o.back for o in seat.prompt.offers):  # something is declared: let players look at it
                    self.planner.resting = True
                return default, say("No other attack is worthwhile.")
        own = aims.own(seat, self.think, done=True)
        if own is not None:
            return own
        rest = [o for o in offers if o.verb not in aims.moves | aims.attacks]
        free = [o for o in map(self._unused, rest) if o is not None]
        if free:
            return self._try(free, default, idle=False)
        if default is not None and all(o.verb == default.verb and not o.subjects for o in rest):
            return default, say("Nothing else is worth doing here.")
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
        free = [uid for uid in order[last + 1 :] if uid in verbs]
        plans = self._plans(free)
        for uid in order[last + 1 :]:
            best: tuple[float, Action] | None = None
            for verb in verbs.get(uid, ()):
                end = self._best_end(verb, uid)
                if end is not None and (best is None or end[0] > best[0]):
                    best = end
            plan = plans.get(uid)
            if plan is not None and (best is None or best[0] < plan.gain):
                found = self._come_up(verbs.get(uid, ()), uid, plan)
                if found is not None:
                    return found
            elif best is not None and best[0] > LEAST:
                return best[1], self._why(uid, best[1].object)
        return None

    def _why(self, uid: str, to: str) -> Say:
        """Why a unit moves, as far as a sentence can say it."""
        scales, field, s = self.scales, self.field, self.seat.s
        here, there = scales.index.get(s.units[uid].at, scales.size), scales.index[to]
        if to in field.hexes:
            name = self._name(to)
            if name:
                return say(
                    "It moves to {place} ({hex}), which counts towards the final result.", place=name, hex=to
                )
            return say("It moves to {hex}, which counts towards the final result.", hex=to)
        foe = field.army(self.seat.side)[1].there[scales.rings[0][1]]
        if here < scales.size and foe[here].any() and not foe[there].any():
            return say("It breaks away from the enemy.")
        looks = scales.looks(s, uid)
        near = scales.near(field.hexes, field.left)[looks.way]
        nearer = (near[:, there] - near[:, here]) * field.worth.sum(1) * looks.power
        if len(nearer) and nearer.max() > 0:
            aim = field.hexes[int(nearer.argmax())]
            name = self._name(aim)
            if name:
                return say("It heads for {place} ({hex}).", place=name, hex=aim)
            return say("It heads for {hex}.", hex=aim)
        return say("It is better placed there.")

    def _name(self, at: str) -> str:
        """The name of a hex on the map; empty if it has none."""
        found = self.seat.rules.atlas.places_at.get(at, ())
        return found[0].name if found else ""

    def _plans(self, free: list[str]) -> dict[str, Plan]:
        what = self.seat.what_if()
        if not self.budget.plans or not isinstance(what, WhatIf):
            return {}
        plans = Plans(
            self.seat,
            what,
            self.field,
            lambda what, thought: self._judge(what, thought).gain,
            self.budget.plans,
        )
        return plans.made(free)

    def _come_up(self, verbs: Iterable[str], uid: str, plan: Plan) -> tuple[Action, Say] | None:
        """The move to a unit's place in a plan; None: it is there already, or cannot go there after all."""
        at = plan.places[uid]
        if self.seat.s.units[uid].at == at:
            return None
        ways = [
            (self.aims.tolls.get(t.how, 0.0), action_of(verb, (uid,), t))
            for verb in verbs
            for n, there in enumerate(self.seat.objects(verb, (uid,)))
            if there == at and (t := self.seat.ways(verb, (uid,))[n]).how not in self.aims.hows
        ]
        if not ways or not self._room(uid, at):
            return None
        return min(ways, key=lambda way: way[0])[1], say("It moves up for an attack on {hex}.", hex=plan.aim)

    def _best_end(self, verb: str, uid: str) -> tuple[float, Action] | None:
        """(gain, move) of one unit; None: it has nowhere to go."""
        index, aims = self.scales.index, self.aims
        ways = self.seat.ways(verb, (uid,))  # a route is made for the one that is chosen, not for a hundred
        every = [(n, at, how) for n, (at, how) in enumerate(ends(ways)) if at in index]
        found = [self._special(action_of(verb, (uid,), ways[n])) for n, _, how in every if how in aims.hows]
        some = self._some([one for one in every if one[2] not in aims.hows])
        room = {at: self._room(uid, at) for at in dict.fromkeys(at for _, at, _ in some)}
        fit = [one for one in some if room[one[1]]]
        if fit:
            bulk = aims.bulk_worth * self.scales.looks(self.seat.s, uid).bulk
            worth = self.field.moved(uid, [index[at] for _, at, _ in fit])
            worth -= [bulk * aims.tolls.get(how, 0.0) for _, _, how in fit]
            worth += self._beside(uid, [at for _, at, _ in fit], worth)
            j = int(worth.argmax())
            gain = float(worth[j]) - self.value + (bulk if self._crowded(uid) else 0.0)
            found.append((gain, action_of(verb, (uid,), ways[fit[j][0]])))
        return max(found, key=lambda one: one[0], default=None)

    def _beside(self, uid: str, ends: list[str], worth: Floats) -> Floats | float:
        """[end] -> what it is worth, besides the sums, that a unit is there instead of where it is now."""
        here = str(self.seat.s.units[uid].at)
        lean = self.aims.lean(self.seat, uid)
        found: Floats | float = 0.0
        if lean is not None:
            index = self.scales.index
            found = lean[[index[at] for at in ends]] - (lean[index[here]] if here in index else 0.0)
        contacts = self.contacts
        if contacts is not None:
            found = found + contacts.worths(uid, ends, worth) - contacts.worth(uid, here)
        return found

    @property
    def contacts(self) -> Contacts | None:
        """The effects of contact, in games where it obliges units to fight."""
        if (
            self._contacts is None
            and self.aims.must_fight
            and isinstance(what := self.seat.what_if(), WhatIf)
        ):
            self._contacts = Contacts(self.seat, self.scales, lambda thought: self._judge(what, thought).gain)
        return self._contacts

    def _some(self, every: list[_End]) -> list[_End]:
        """As many of a unit's ends as the level considers."""
        number, most = self.think.number, self.budget.ends
        if not most or len(every) <= most:
            return every
        return [every.pop(number(len(every)) - 1) for _ in range(most)]

    def _special(self, action: Action) -> tuple[float, Action]:
        """(gain, move) of a move that does more than bring a unit to a hex: it is carried out in an imagined world."""
        seat = self.seat
        world = seat.rules.imagine(seat.s, seat.side, self.think.number)
        worth = Trials(self.scales, seat, (world,), self.budget.steps, self.purse, base=self.field).worth(
            action
        )
        return (-1.0 if worth is None else worth - self.value, action)

    def _room(self, uid: str, at: str) -> bool:
        """Whether a hex could hold one more when stacking is checked: until then, any stacking is legal."""
        return has_room(self.aims, self.seat, uid, at)

    def _crowded(self, uid: str) -> bool:
        """Whether there are more units in a unit's hex than it can hold: one of them is lost unless one leaves."""
        at = self.seat.s.units[uid].at
        return at in self.scales.index and not self._room(uid, at)

    # ---- attacks
    def _attack(self) -> tuple[Action, Say] | None:
        """The attack that is worth most together with all that it obliges to; where there is a duty to fight, the
        best of the obligatory ones.
        """
        seat, what = self.seat, self.seat.what_if()
        if not isinstance(what, WhatIf):
            return None
        bound = due(seat)
        if bound:
            best = self._dutiful(what, bound)
            return None if best is None else (best, say("Units that attack must attack that hex too."))
        if self.planner.gave_up(self.key):
            return None
        found = {action: self._worth(what, action) for action in groups(self.scales, seat)}
        for action in sorted(found, key=lambda one: -found[one].gain):
            if found[action].gain <= LEAST:
                break
            if self._with_duties(what, action) > LEAST:
                odds = found[action].odds or "?"
                return action, say("At {odds} it is expected to gain more than it costs.", odds=odds)
        return None

    def _dutiful(self, what: _AnyWhatIf, bound: Collection[str]) -> Action | None:
        """The attack on one of those hexes that is worth most together with all that must still be attacked after it;
        None: nothing considered meets every duty, and the default does.
        """
        some = sorted(groups(self.scales, self.seat, bound), key=lambda one: -self._worth(what, one).gain)
        found = [
            (self._with_duties(what, action), -i, action) for i, action in enumerate(some[:_MOST_WEIGHED])
        ]
        best = max(found, key=lambda one: one[:2], default=None)
        if best is not None and best[0] > -math.inf:
            return best[2]
        # a declaration that has been begun is never cleared; where engagements are made in a movement phase the
        # default corrects them
        return some[0] if some and isinstance(self.seat.step, Declaration) else None

    def _best(self, what: _AnyWhatIf, actions: Iterable[Action]) -> Action | None:
        return max(actions, key=lambda one: self._worth(what, one).gain, default=None)

    def _with_duties(self, what: _AnyWhatIf, action: Action) -> float:
        """What an attack is worth together with those that it obliges to; minus infinity if they cannot all be made."""
        rules, side = self.seat.rules, self.seat.side
        s, total = self.seat.s, 0.0
        for _ in range(_MOST_DUTIES):
            if not self.purse.pay():
                break
            total += self._worth(what, action).gain
            s = rules.apply(
                s, action
            ).state  # declaring rolls no dice and needs nothing hidden: a view will do
            seat = rules.seat(s, side)
            bound = due(seat) if rules.decider(s) == side else frozenset()
            if not bound:
                return total
            more = self._best(what, groups(self.scales, seat, bound))
            if more is None:
                break
            action = more
        return -math.inf

    def _worth(self, what: _AnyWhatIf, action: Action) -> _Promise:
        """What an attack promises, by the code that resolves it; nothing if the game makes no attack of it."""
        kept = self.planner.promises(self.key)
        if action not in kept:
            kept[action] = self._promise(what, action)
        return kept[action]

    def _promise(self, what: _AnyWhatIf, action: Action) -> _Promise:
        units = tuple((uid, str(self.seat.s.units[uid].at)) for uid in action.subject)
        return self._judge(what, Supposed(side=self.seat.side, hexes=(action.object,), units=units))

    def _judge(self, what: _AnyWhatIf, thought: Supposed) -> _Promise:
        """What a hypothetical attack promises."""
        seat, aims, (aim,) = self.seat, self.aims, thought.hexes
        found = what.possible(seat, thought)
        if found is None:
            return _Promise(-1.0, "")
        losses = aims.bulk_worth * aims.step_worth * found.worth / 100
        chance = max(0, min(100, found.chance)) / 100
        lead = max(thought.names, key=lambda uid: self.scales.looks(seat.s, uid).power)
        ground = self.field.taken(aim, lead) - self.value if aim in self.scales.index else 0.0
        return _Promise(losses + chance * ground * self.planner.daring, found.odds)

    @property
    def key(self) -> bytes:
        """The position without the question: what an attack promises does not depend on what else is declared."""
        if self._key is None:
            self._key = self.seat.rules.pack(replace(self.seat.s, stack=()))
        return self._key

    # ---- everything else is tried
    def _unused(self, offer: Offer) -> Offer | None:
        """The offer of a verb that costs nothing, for the units not used yet; None: there are none."""
        aims, s = self.aims, self.seat.s
        if offer.verb not in aims.free:
            return None
        left = tuple(uid for uid in offer.subjects if not aims.used(s, offer.verb, uid))
        return replace(offer, subjects=left) if left else None

    def _try(self, offers: list[Offer], default: Action | None, *, idle: bool = True) -> tuple[Action, Say]:
        """``idle``: the default may be the answer."""
        seat = self.seat
        candidates = self._candidates(offers, default)
        legal = [action for action in candidates if action == default or not seat.refuse(action)]
        if len(legal) == 1:
            return legal[0], say("There is nothing else to do.")
        number = self.think.number
        worlds = [seat.rules.imagine(seat.s, seat.side, number) for _ in range(self.budget.worlds)]
        ending = default if default in legal else None
        trials = Trials(self.scales, seat, worlds, self.budget.steps, self.purse, ending, self.field)
        if not idle and len(legal) > 1:
            legal = [action for action in legal if action != default]
        leaders = trials.leaders(legal, self.budget.leaders)
        if not leaders:
            chosen = default if default is not None else legal[0]
            return chosen, say("The default answer.")
        return leaders[0][1], say("It has the best outcome of the {n} ways tried.", n=len(legal))

    def _candidates(self, offers: list[Offer], default: Action | None, most: int = 0) -> list[Action]:
        """Some of the offered actions, at most ``most``; 0: as many as the budget allows."""
        number, most = self.think.number, most or self.budget.tries
        found: list[Action] = []
        for offer in offers:
            subjects: list[tuple[str, ...]] = [(one,) for one in offer.subjects] or [()]
            while len(subjects) > 2 * most:
                subjects.pop(number(len(subjects)) - 1)
            for subject in subjects:
                found += [action_of(offer.verb, subject, t) for t in self._likely(offer.verb, subject)]
        while len(found) > most:
            found.pop(number(len(found)) - 1)
        if default is not None and not (found and default.verb in self.aims.never):
            found = [default, *found]
        return list(dict.fromkeys(found))

    def _likely(self, verb: str, subject: tuple[str, ...]) -> list[Target]:
        """The targets of one subject that are worth trying: the best places for a unit, otherwise some at random."""
        seat, index = self.seat, self.scales.index
        ways = seat.ways(verb, subject)
        left = list(enumerate(objects(ways)))
        unit = subject[0] if subject and subject[0] in seat.s.units else ""
        if unit and verb in self.aims.reflexes and verb not in self.aims.musts:
            left = [(n, at) for n, at in left if at not in index or self._room(unit, at)]
        if len(left) > MANY:
            inside = [(n, at) for n, at in left if at in index]
            if unit and inside:
                worth = self.field.moved(unit, [index[at] for _, at in inside])
                left = [inside[j] for j in sorted(range(len(inside)), key=lambda j: -worth[j])[: MANY // 2]]
            while len(left) > MANY:
                left.pop(self.think.number(len(left)) - 1)
        return [ways[n] for n, _ in left]
