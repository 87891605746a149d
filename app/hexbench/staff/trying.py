"""Trying an action out: it is done in imagined worlds, every side answers by reflex up to the next pause, and the end is valued.

Alternatives are tried in the same worlds with the same dice, and valued at the same pauses, so that luck does not
decide between them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from hexbench.engine.state import Declaration
from hexbench.engine.values import Action, Offer, Refused, action_of
from hexbench.engine.verb import objects
from hexbench.staff.aims import Aims
from hexbench.staff.value import Field, Scales

_MOST_LOOKED_AT = 60
"""Targets of a reflex that are considered."""
FIRST = 3
"""Worlds in which all alternatives are tried."""


class Purse:
    """How much may still be tried, in applied actions; the same position always gets the same purse."""

    def __init__(self, actions: int) -> None:
        self.given = self.left = actions

    def pay(self) -> bool:
        """Take one out; whether there was one."""
        self.left -= 1
        return self.left >= 0

    @property
    def spent(self) -> int:
        """What has been taken out."""
        return self.given - max(self.left, 0)


class Trials:
    """The worlds one question is tried out in."""

    def __init__(
        self,
        scales: Scales,
        seat: Any,
        worlds: Sequence[Any],
        steps: int,
        purse: Purse,
        ending: Action | None = None,
        base: Field | None = None,
    ) -> None:
        """``base``: the sums of the position as it is, from which those of the ends are calculated.

        ``ending``: the answer that ends the question, if it is one of the alternatives. Every other alternative is
        followed by it, so that all are valued at the same moment, after the question; otherwise a try ends when the
        question comes again.
        """
        self.scales, self.aims = scales, scales.aims
        self.seat, self.worlds, self.steps, self.purse = seat, worlds, steps, purse
        self.kind = type(seat.step)
        self.within = frozenset(type(step) for step in seat.s.stack[:-1])
        """The steps within which the question is asked: when one of them asks again, the matter at hand is over, and
        what follows does not count.
        """
        self.ending, self.base = ending, base
        self._bases: dict[int, Field] = {}
        self._found: dict[Action, list[float]] = {}
        self.ends: dict[Action, list[Any]] = {}
        """Alternative -> where it led, world by world."""

    def worth(self, action: Action, worlds: int = 0) -> float | None:
        """What an action leads to, the mean of the first ``worlds`` worlds (0: of all); None: it is impossible in one
        of them, or the purse is empty.
        """
        worlds = worlds or len(self.worlds)
        found = self._found.setdefault(action, [])
        for number in range(len(found), worlds):
            end = self._after(self.worlds[number], action, number)
            if end is None:
                return None
            found.append(self._value(end, number))
            self.ends.setdefault(action, []).append(end)
        return sum(found[:worlds]) / worlds

    def _value(self, end: Any, number: int) -> float:
        return Field(self.scales, end, self._base(number)).value * self.scales.sign(self.seat.side)

    def _base(self, number: int) -> Field:
        """The sums of a world before anything is done in it, so that its hidden units are counted once and not in every try."""
        if number not in self._bases:
            self._bases[number] = Field(self.scales, self.worlds[number], self.base)
        return self._bases[number]

    def leaders(self, actions: Sequence[Action], most: int, first: int = FIRST) -> list[tuple[float, Action]]:
        """The best of some alternatives, at most ``most``, the best of them first; of equals the first.

        All are tried in the first ``first`` worlds, and the leaders in the rest. Fewer at first would save little and
        lose matches: the dice of one world make every attack fail at once, or none.
        """
        left, leaders = list(actions), list[tuple[float, Action]]()
        for worlds in sorted({min(first, len(self.worlds)), len(self.worlds)}):
            found = [(self.worth(one, worlds), i, one) for i, one in enumerate(left)]
            ranked = sorted(
                ((worth, i, one) for worth, i, one in found if worth is not None),
                key=lambda x: (-x[0], x[1]),
            )
            if not ranked:
                break
            leaders = [(worth, one) for worth, _, one in ranked[:most]]
            left = [one for _, one in leaders]
        return leaders

    def _after(self, s: Any, action: Action, number: int) -> Any:
        rules, purse = self.seat.rules, self.purse
        if not purse.pay():
            return None
        try:
            s = rules.apply(s, action).state
        except Refused:  # something hidden stands in the way in this world
            return None
        for _ in range(self.steps):
            side = rules.decider(s)
            if side is None or self._pause(s, side) or not purse.pay():
                break
            seat = rules.seat(s, side)
            reply = reflex(self.scales, seat, self._base(number))
            if reply is None:
                break
            s = rules.apply(s, rules.verbs[reply.verb].settle(seat, seat.step, reply), trusted=True).state
        return s

    def _pause(self, s: Any, side: str) -> bool:
        """Whether alternatives are compared here: the same question again, one within which this one is asked, or a step the game names."""
        top = s.stack[-1]
        if isinstance(top, Declaration):
            return False
        if type(top) is self.kind and side == self.seat.side:
            return self.ending is None
        if type(top) is self.kind:
            return False
        return type(top) in self.within or self.seat.rules.step_name(top) in self.aims.pauses


def due(seat: Any) -> frozenset[str]:
    """Hexes that must still be attacked before the declaration can be ended."""
    return frozenset(at for check in seat.checklist() if check.bars for at in check.hexes)


def has_room(aims: Aims, seat: Any, uid: str, at: str) -> bool:
    """Whether a hex could hold a unit beside those of its side there when stacking is checked."""
    units = seat.s.units
    here = [u for u in seat.board.units_at(at) if u != uid and units[u].side == units[uid].side]
    return not here or aims.fits(seat, (*here, uid))


def reflex(scales: Scales, seat: Any, base: Field | None = None) -> Action | None:
    """A quick answer: a unit goes where it is worth most, duties are met, otherwise the default. ``base``: the sums
    of a similar position.
    """
    aims = scales.aims
    for verb in scales.reflexes:
        offer = seat.offered(verb)
        if offer is not None and not offer.back:
            found = _best_end(scales, seat, offer, verb in aims.musts, base)
            if found is not None:
                return found
    # the default alone: a prompt would make every offer, and this is asked thousands of times a turn
    default: Action | None = seat.step.default(seat) if seat.decides else None
    if default is not None and isinstance(seat.step, Declaration) and _takes_back(seat, default):
        return next(groups(scales, seat, due(seat)), default)
    return default


def _takes_back(seat: Any, action: Action) -> bool:
    return any(offer.back for offer in seat.prompt.offers if offer.verb == action.verb)


def _best_end(
    scales: Scales, seat: Any, offer: Offer, must: bool, base: Field | None = None
) -> Action | None:
    best: tuple[float, Action] | None = None
    field: Field | None = None
    sign = scales.sign(seat.prompt.side)
    subjects: list[tuple[str, ...]] = [(one,) for one in offer.subjects[:6]]
    for subject in subjects or [()]:
        # names first: a route is made for the one that is chosen, not for sixty
        ways = seat.ways(offer.verb, subject)
        names = list(islice(objects(ways), _MOST_LOOKED_AT))
        ends = [n for n, at in enumerate(names) if at in scales.index]
        if subject and ends and subject[0] in seat.s.units and seat.s.units[subject[0]].on_map:
            if not must:
                ends = [n for n in ends if has_room(scales.aims, seat, subject[0], names[n])]
                if not ends:
                    continue
            field = field or Field(scales, seat.s, base)
            worth = field.moved(subject[0], [scales.index[names[n]] for n in ends])
            j = int(worth.argmax())
            gain = float(worth[j]) - sign * field.value
            if best is None or gain > best[0]:
                best = gain, action_of(offer.verb, subject, ways[ends[j]])
        elif names and best is None:
            best = 0.0, action_of(offer.verb, subject, ways[0])
    return best[1] if best is not None and (must or best[0] >= 0) else None


# ---- joint attacks
def groups(scales: Scales, seat: Any, only: Collection[str] | None = None) -> Iterator[Action]:
    """Attacks on each hex by all units that can make them together, the best odds first, and each also by half of them.

    ``only``: on these hexes and no others.
    """
    s, aims, rank = seat.s, scales.aims, seat.board.rank
    for verb in sorted(aims.attacks & set(seat.forward)):
        offer = seat.offered(verb)
        if offer is None or not offer.joins:
            continue
        on: dict[str, list[str]] = {}
        for uid in offer.subjects:
            for at in seat.objects(verb, (uid,)):
                if only is None or at in only:
                    on.setdefault(at, []).append(uid)
        ranked = []
        for at, units in on.items():
            units.sort(key=lambda uid: (-_power(scales, s, uid), rank.get(uid, 0)))
            foe = sum(_power(scales, s, uid) for uid in seat.board.units_at(at))
            ranked.append((-sum(_power(scales, s, uid) for uid in units) / max(foe, 0.5), at, units))
        for _, at, units in sorted(ranked):
            chosen: tuple[str, ...] = ()
            spared = _spared(scales, s, at, on) if only is not None else frozenset()
            for uid in units:
                if uid in spared:
                    continue
                if not seat.refuse(Action(verb, _in_order((*chosen, uid), rank), at)):
                    chosen = (*chosen, uid)
            if chosen:
                yield Action(verb, _in_order(chosen, rank), at)
            if len(chosen) > 2:
                half = Action(verb, _in_order(chosen[: (len(chosen) + 1) // 2], rank), at)
                if not seat.refuse(half):
                    yield half


def _spared(scales: Scales, s: Any, at: str, on: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The units left out of an attack on a hex because other attacks are due and would otherwise have no attacker:
    the weakest of those that could make the other attack, unless this hex has no other attacker.
    """
    here, spared = set(on[at]), set[str]()
    for other in sorted(on):
        able = on[other]
        if other != at and here.issuperset(able) and spared.isdisjoint(able):
            weakest = min(able, key=lambda uid: (_power(scales, s, uid), uid))
            if len(here - spared) > 1:
                spared.add(weakest)
    return frozenset(spared)


def _power(scales: Scales, s: Any, uid: str) -> float:
    return scales.looks(s, uid).power if uid in s.units else 0.0


def _in_order(units: tuple[str, ...], rank: dict[str, int]) -> tuple[str, ...]:
    return tuple(sorted(units, key=lambda uid: rank.get(uid, 0)))
