"""What a position is worth, and what was to be expected of dice before they fell: luck told apart from decisions.

The value is the planner's where a game has declared its aims, else the lead in the game's score; both count for the first
side of the game and are in the coin of its score. A position inside of a combat is valued when the defaults have carried it
on as far as no more dice are asked for, so that a retreat that must follow is not taken for a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from msgspec.structs import replace

from hexbench.engine.rules import GameDef, Rules
from hexbench.engine.state import Dice, Draft
from hexbench.engine.values import Action, BadNumbers, NeedDice, Refused, Say, say
from hexbench.staff.aims import Aims
from hexbench.study.playing import mean_and_error
from hexbench.study.playout import Chance

AnyRules = Rules[Any, Any, Any]
Scale = Literal["aims", "score"]

MOST_LEAVES: Final = 64
"""Ways the dice of one action may fall that are all tried; where there are more, so many are drawn."""
DRAWN: Final = 40
LONGEST: Final = 40
"""Answers after which a combat is valued as it stands."""
NO_VALUE: Final = say(
    "This game has neither aims nor a score: nothing says what a position is worth, so its games cannot be reviewed."
)


def aims_of(game: GameDef) -> Aims | None:
    """What a game has declared to the planner: its levels are made of it."""
    for maker in game.opponents.values():
        for part in (*getattr(maker, "args", ()), *getattr(maker, "keywords", {}).values()):
            if isinstance(part, Aims):
                return part
    return None


def scale_of(game: GameDef, rules: AnyRules, state: Any) -> Scale | None:
    """By what positions of a game are valued; None: by nothing (:data:`NO_VALUE`)."""
    if aims_of(game) is not None:
        return "aims"
    return "score" if rules.verdict(state).score else None


def phases_of(game: GameDef, rules: AnyRules) -> frozenset[str]:
    """The phases of the sequence of play, as steps name them."""
    return frozenset((*(phase.rpartition(".")[2] for phase in game.phases), *rules.fights))


class Expected(NamedTuple):
    """What was to be expected of an action; ``error`` is the standard error where the dice were drawn, 0 where all were tried."""

    mean: float
    error: float
    ways: int


class Valuer:
    """Values positions of one game for its first side, as ``side`` sees them; None: as they are."""

    def __init__(self, game: GameDef, rules: AnyRules, side: str | None = None) -> None:
        self.rules, self.side = rules, side
        self.phases = phases_of(game, rules)
        self.hides = side is not None and type(rules).hide is not Rules.hide
        """Whether something has to be imagined."""
        self._value = self._by(aims_of(game))
        self._known: dict[str, float] = {}

    def _by(self, aims: Aims | None) -> Callable[[Any], float]:
        rules = self.rules
        if aims is None:
            return self._lead
        from hexbench.staff.value import Scales  # numpy costs a start that values nothing nothing

        scales, first = Scales(rules, aims), rules.sides[0]
        return lambda s: scales.value(s, first)

    def _lead(self, s: Any) -> float:
        points = dict(self.rules.verdict(s).score)
        first, *others = self.rules.sides
        return float(points.get(first, 0) - max((points.get(one, 0) for one in others), default=0))

    # ---- positions
    def value(self, state: Any) -> float:
        """What a position is worth to the first side."""
        seen = self.rules.view(state, self.side) if self.hides else state
        key = self.rules.digest(replace(seen, dice=Dice(), stack=()))
        if key not in self._known:
            self._known[key] = self._value(seen)
        return self._known[key]

    def settled(self, state: Any) -> Any:
        """The position when the combat at hand has been carried on by defaults, as far as no dice are asked for."""
        rules = self.rules
        for _ in range(LONGEST):
            side = rules.decider(state)
            top = state.stack[-1] if state.stack else None
            if side is None or top is None or top.phase in self.phases or isinstance(top, Draft):
                break
            default = rules.seat(state, side).prompt.default
            if default is None:
                break
            try:
                state = rules.apply(state, default, (), trusted=False).state
            except (NeedDice, BadNumbers, Refused):
                break
        return state

    def world(self, state: Any, seed: int) -> Any:
        """A position to try something in: itself, or where something is hidden one that looks alike to the side."""
        if not self.hides or self.side is None:
            return state
        chance = Chance(seed)
        return self.rules.imagine(self.rules.view(state, self.side), self.side, chance.number)

    # ---- dice
    def luck(self, before: Any, action: Action, after: Any, seed: int = 0) -> tuple[float, Expected] | None:
        """(what the dice of an action gave the first side beyond what was to be expected, what that was).

        None where it cannot be told: what was hidden was met, so that the action is none in a world imagined before it.
        """
        try:
            found = self.expected(self.world(before, seed), action, seed)
        except Exception:
            if not self.hides:
                raise
            return None
        fell = self.value(self.settled(self.world(after, seed)))
        return fell - found.mean, found

    def expected(self, state: Any, action: Action, seed: int = 0) -> Expected:
        """The mean value over everything the dice of an action may show: exact where there are few ways, else by drawing."""
        ways = list(self._ways(state, action))
        if len(ways) <= MOST_LEAVES:
            mean = sum(float(share) * self.value(self.settled(end)) for share, end in ways)
            return Expected(mean, 0.0, len(ways))
        chance = Chance(seed)
        values = []
        for _ in range(DRAWN):
            seeded = replace(state, dice=Dice(seed=chance.number(2**31)))
            end = self.rules.apply(seeded, action, trusted=True).state
            values.append(self.value(self.settled(end)))
        drawn, error = mean_and_error(values)
        return Expected(drawn, error or 0.0, DRAWN)

    def _ways(self, state: Any, action: Action) -> Iterator[tuple[Fraction, Any]]:
        """Every way the dice may fall, with its chance; one more than :data:`MOST_LEAVES` when there are more."""
        state = replace(state, dice=Dice())
        todo: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
        found = 0
        while todo and found <= MOST_LEAVES:
            share, numbers = todo.pop()
            try:
                out = self.rules.apply(state, action, numbers, trusted=True)
            except NeedDice as need:
                if len(todo) + need.faces > 4 * MOST_LEAVES:
                    # so many are open that they will not be tried; the caller draws
                    for _ in range(found, MOST_LEAVES + 1):
                        yield share, state
                    return
                part = share / need.faces
                todo += [(part, (*numbers, face)) for face in range(need.faces, 0, -1)]
                continue
            found += 1
            yield share, out.state


def told(scale: Scale) -> Say:
    """What the figures are, in a sentence."""
    if scale == "aims":
        return say(
            "Value: what the computer opponent makes of the position, in points of the game's score: the score so far, places likely to be held, strength alive and at risk."
        )
    return say("Value: the lead in the game's own score; this game has declared no aims to the planner.")
