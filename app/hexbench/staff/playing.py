"""Playing on: what a leader of a question is worth when both sides go on after it in imagined worlds, each by a player that thinks
little, until the other side has had its turn too and the question comes again.

The value of a position does not know who will be fired at before it comes to that; two cheap players who go on from there show
it. One such end says little, so the leaders are halved: all are played on a few times, and the better half of them again.
Rivals are played on in the same worlds with the same dice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from hexbench.engine.play import seeded
from hexbench.engine.values import Action, Refused, Target, action_of
from hexbench.staff.trying import Purse, Trials, reflex
from hexbench.staff.value import Field, Scales

_ANSWERS: Final = 120
"""Answers of both sides after which a position is valued wherever it is."""
_PICKS: Final = 3
"""Answers of which whoever plays on takes the best."""
_STEPS: Final = 30
"""Reflexes until one of them is valued."""
PRIOR: Final = 40
"""Worlds that what a leader was worth before counts for: ends of a turn of both sides differ by some four points, leaders by less
than one.
"""


def _numbers(seed: int) -> Callable[[int], int]:
    """Numbers for the players of one world, always the same."""
    drawn = 0

    def number(n: int) -> int:
        nonlocal drawn
        drawn += 1
        return seeded(seed, drawn, n)

    return number


class PlayedOn:
    """The leaders of one question, played on."""

    def __init__(
        self, scales: Scales, seat: Any, number: Callable[[int], int], purse: Purse, base: Field
    ) -> None:
        """``base``: the sums of the position as it is."""
        self.scales, self.seat, self.number, self.purse, self.base = scales, seat, number, purse, base
        self.kind = type(seat.step)
        self._worlds: list[tuple[Any, int]] = []
        self._found: dict[Action, list[float]] = {}

    def worth(self, action: Action, worlds: int) -> float | None:
        """What an action leads to, the mean of the first so many worlds; None: it cannot be done in one of them, or the purse is
        empty.
        """
        found = self._found.setdefault(action, [])
        for number in range(len(found), worlds):
            end = self._after(action, number)
            if end is None:
                return None
            found.append(Field(self.scales, end, self.base).value * self.scales.sign(self.seat.side))
        return sum(found[:worlds]) / worlds

    def best(self, leaders: Sequence[tuple[float, Action]], worlds: int) -> Action:
        """The best of some leaders, the best of them first, halved from so many worlds on until one is left."""
        left = list(leaders)
        while len(left) > 1:
            ranked = []
            for i, (before, action) in enumerate(left):
                found = self.worth(action, worlds)
                if found is not None:
                    ranked.append((-(PRIOR * before + worlds * found) / (PRIOR + worlds), i))
            if self.purse.left <= 0 or not ranked:
                break
            left = [left[i] for _, i in sorted(ranked)[: (len(ranked) + 1) // 2]]
            worlds *= 2
        return left[0][1]

    def _world(self, number: int) -> tuple[Any, int]:
        while len(self._worlds) <= number:
            world = self.seat.rules.imagine(self.seat.s, self.seat.side, self.number)
            self._worlds.append((world, self.number(2**31)))
        return self._worlds[number]

    def _after(self, action: Action, number: int) -> Any:
        rules, purse = self.seat.rules, self.purse
        s, seed = self._world(number)
        if not purse.pay():
            return None
        try:
            s = rules.apply(s, action).state
        except Refused:  # what is hidden stands in the way in this world
            return None
        chance, away = _numbers(seed), False
        for _ in range(_ANSWERS):
            side = rules.decider(s)
            if side is None:
                break
            seat, asked = rules.seat(s, side), type(s.stack[-1]) is self.kind
            if asked and side != self.seat.side:
                away = True
            elif asked and away:
                break
            answer = self._choice(seat, chance) if asked else reflex(self.scales, seat, self.base)
            if answer is None or not purse.pay():
                return None
            s = rules.apply(s, rules.verbs[answer.verb].settle(seat, seat.step, answer), trusted=True).state
        return s

    # ---- who plays on
    def _choice(self, seat: Any, number: Callable[[int], int]) -> Action | None:
        """The best of a few answers picked by chance, each tried once with other dice."""
        offers = [o for o in seat.prompt.offers if not o.back and o.verb not in self.scales.aims.never]
        pairs: list[tuple[str, tuple[str, ...]]] = [(o.verb, (one,)) for o in offers for one in o.subjects]
        pairs += [(o.verb, ()) for o in offers if not o.subjects]
        found: list[Action] = []
        while pairs and len(found) < _PICKS:
            verb, subject = pairs.pop(number(len(pairs)) - 1)
            target = self._target(seat, verb, subject, number)
            if target is not None:
                action = action_of(verb, subject, target)
                if action not in found and not seat.refuse(action):
                    found.append(action)
        if len(found) < 2:
            default: Action | None = seat.prompt.default
            return found[0] if found else default
        world = seat.rules.imagine(seat.s, seat.side, number)
        trials = Trials(self.scales, seat, (world,), _STEPS, self.purse, None, self.base)
        tried = [(trials.worth(one), -i) for i, one in enumerate(found)]
        worths = [(worth, i) for worth, i in tried if worth is not None]
        return found[-max(worths)[1]] if worths else found[0]

    def _target(
        self, seat: Any, verb: str, subject: tuple[str, ...], number: Callable[[int], int]
    ) -> Target | None:
        """One of the two best places for a unit, else any."""
        targets, index = list(seat.targets(verb, subject)), self.scales.index
        ends = [t for t in targets if t.object in index]
        if len(ends) > 2 and subject and subject[0] in seat.s.units:
            worth = Field(self.scales, seat.s, self.base).moved(subject[0], [index[t.object] for t in ends])
            targets = [ends[j] for j in sorted(range(len(ends)), key=lambda j: -worth[j])[:2]]
        return targets[number(len(targets)) - 1] if targets else None
