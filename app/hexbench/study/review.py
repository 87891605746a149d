"""The review of a game: its value turn by turn, how much of it was luck and how much decisions, and which decisions cost most.

The game is replayed from its records. Luck is how much more the dice of an action gave than was to be expected of
them; decisions are the rest of the change in value. One decision is everything a side did in one phase: the computer
plays the same phase from the same position several times, with its luck taken off too, and the difference is what the
decision cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from msgspec.structs import replace

from hexbench.engine.events import TurnBegan
from hexbench.engine.rules import GameDef, Rules
from hexbench.engine.state import Declaration, Dice
from hexbench.engine.values import Action, BadNumbers, NeedDice, Refused, Say, Value, Wrong, counted, say
from hexbench.staff.aims import Aims
from hexbench.study.playing import mean_and_error
from hexbench.study.playout import Chance

# The value of a position, and what was to be expected of dice before they were rolled: this tells luck from decisions.
#
# The value is the planner's if the game has declared its aims, otherwise the lead in the game's score; both count for
# the first side of the game and are in the unit of its score. A position inside a combat is valued after defaults
# have carried it on until the next dice, so that a forced retreat does not count as a decision.

Scale = Literal["aims", "score"]

MOST_LEAVES: Final = 64
"""The most outcomes of an action's dice that are all tried; if there are more, this many are drawn."""
DRAWN: Final = 40
LONGEST: Final = 40
"""Answers after which a combat is valued as it stands."""
NO_VALUE: Final = say(
    "This game defines neither aims nor a score: there is no way to value a position, so its "
    "games cannot be reviewed."
)


def aims_of(game: GameDef) -> Aims | None:
    """The aims a game has declared to the planner, taken from its levels."""
    for maker in game.opponents.values():
        for part in (*getattr(maker, "args", ()), *getattr(maker, "keywords", {}).values()):
            if isinstance(part, Aims):
                return part
    return None


def scale_of(game: GameDef, rules: AnyRules, state: Any) -> Scale | None:
    """What the positions of a game are valued by; None: nothing can value them (:data:`NO_VALUE`)."""
    if aims_of(game) is not None:
        return "aims"
    return "score" if rules.verdict(state).score else None


def _phases_of(game: GameDef, rules: AnyRules) -> frozenset[str]:
    """The phases of the sequence of play, as steps name them."""
    return frozenset((*(phase.rpartition(".")[2] for phase in game.phases), *rules.fights))


class Expected(NamedTuple):
    """The expected value of an action; ``error`` is the standard error if the dice were drawn, 0 if all outcomes were tried."""

    mean: float
    error: float
    ways: int


class Valuer:
    """Values the positions of one game for its first side, as ``side`` sees them; None: as they are."""

    def __init__(self, game: GameDef, rules: AnyRules, side: str | None = None) -> None:
        self.rules, self.side = rules, side
        self.phases = _phases_of(game, rules)
        self.hides = side is not None and type(rules).hide is not Rules.hide
        """Whether something has to be imagined."""
        self._value = self._by(aims_of(game))
        self._known: dict[str, float] = {}

    def _by(self, aims: Aims | None) -> Callable[[Any], float]:
        rules = self.rules
        if aims is None:
            return self._lead
        from hexbench.staff.value import Scales  # a start that values nothing need not import numpy

        scales, first = Scales(rules, aims), rules.sides[0]
        return lambda s: scales.value(s, first)

    def _lead(self, s: Any) -> float:
        points = dict(self.rules.verdict(s).score)
        first, *others = self.rules.sides
        return float(points.get(first, 0) - max((points.get(one, 0) for one in others), default=0))

    # ---- positions
    def value(self, state: Any) -> float:
        """The value of a position for the first side."""
        seen = self.rules.view(state, self.side) if self.hides else state
        key = self.rules.digest(replace(seen, dice=Dice(), stack=()))
        if key not in self._known:
            self._known[key] = self._value(seen)
        return self._known[key]

    def settled(self, state: Any) -> Any:
        """The position after defaults have carried the current combat on, up to the next dice."""
        rules = self.rules
        for _ in range(LONGEST):
            side = rules.decider(state)
            top = state.stack[-1] if state.stack else None
            if side is None or top is None or top.phase in self.phases or isinstance(top, Declaration):
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
        """A position to try something in: the position itself, or if something is hidden one that looks the same to the side."""
        if not self.hides or self.side is None:
            return state
        chance = Chance(seed)
        return self.rules.imagine(self.rules.view(state, self.side), self.side, chance.number)

    # ---- dice
    def luck(self, before: Any, action: Action, after: Any, seed: int = 0) -> tuple[float, Expected] | None:
        """(how much more the dice of an action gave the first side than was to be expected, what was to be expected).

        None if it cannot be told: the action met something hidden, so that it is impossible in a world imagined
        before it.
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
        """The mean value over all outcomes of an action's dice: exact if there are few, otherwise from a sample."""
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
        """Every outcome of the dice with its chance; one more than :data:`MOST_LEAVES` if there are more."""
        state = replace(state, dice=Dice())
        todo: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
        found = 0
        while todo and found <= MOST_LEAVES:
            share, numbers = todo.pop()
            try:
                out = self.rules.apply(state, action, numbers, trusted=True)
            except NeedDice as need:
                if len(todo) + need.faces > 4 * MOST_LEAVES:
                    # there are too many to try all; the caller draws
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
            "Value: the computer opponent's assessment of the position, in points of the "
            "game's score: the score so far, places likely to be held, surviving strength "
            "and strength at risk."
        )
    return say("Value: the lead in the game's own score, because this game declares no aims to the planner.")


AnyRules = Rules[Any, Any, Any]
Stop = Callable[[], bool]

DEAREST: Final = 3
"""Decisions of a side that are shown."""
_AGAIN: Final = 4
"""How many more times the computer plays the phases that looked dearest."""
_LOOKED_AT: Final = 2
"""For each decision shown, how many of those that looked dearest are played again."""
_THROWS: Final = 6
"""How many of the rolls with the most luck are shown."""
_MOST_ACTIONS: Final = 200
"""Actions in a phase after which the computer is stopped."""
TOLD_EVERY: Final = 8
LEAST: Final = 0.05
"""What a decision must have cost to be shown: less is noise."""


class Step(NamedTuple):
    """One recorded action of the game."""

    action: Action
    numbers: tuple[int, ...]


class Line(NamedTuple):
    """A game: the packed position it began with, its actions, and the turn it began in."""

    root: bytes
    steps: tuple[Step, ...]
    turn: str = ""


class Turn(Value, frozen=True, kw_only=True):
    """A game turn. ``value`` is the value at its end, for the first side; ``luck`` and ``decisions`` are what changed it.

    ``steps`` are the actions done when it ended, counted from the beginning of the game.
    """

    turn: str
    steps: int
    value: float
    luck: float
    decisions: float


class Throw(Value, frozen=True, kw_only=True):
    """The dice of one action: ``luck`` for the first side. ``step`` counts actions from 0."""

    step: int
    turn: str
    side: str
    action: Action
    numbers: tuple[int, ...]
    expected: float
    luck: float


class Decision(Value, frozen=True, kw_only=True):
    """What a side did in one phase, and what the computer would have done, valued for that side.

    ``step`` is its first action, counted from 0, and ``count`` how many there were; ``gained`` is what they gained
    without the luck; ``would`` is the mean of ``games`` tries of the computer and ``error`` its standard error (None
    after one). ``line`` is the first of these tries, each action with its numbers, and ``world`` the packed position
    it began with: an imagined one if something is hidden.
    """

    side: str
    turn: str
    phase: str
    step: int
    count: int
    gained: float
    would: float
    error: float | None
    games: int
    line: tuple[tuple[Action, tuple[int, ...]], ...]
    world: bytes = b""

    @property
    def cost(self) -> float:
        """How much more the computer would have gained."""
        return self.would - self.gained


class Review(Value, frozen=True, kw_only=True):
    """The review of a game so far. ``side`` None: with everything known; otherwise what that side can know.

    ``done`` of ``total`` pieces of work are finished; ``first`` is the side whose value is given, ``begins`` the
    value at the beginning. ``decisions`` are those that cost most, by side, the dearest first; ``judged`` of
    ``phases`` phases were judged.
    """

    side: str | None
    first: str
    scale: Scale
    level: str
    begins: float
    turns: tuple[Turn, ...]
    throws: tuple[Throw, ...]
    decisions: tuple[Decision, ...]
    judged: int
    phases: int
    done: int
    total: int
    notes: tuple[Say, ...] = ()


def review(
    game: GameDef,
    rules: AnyRules,
    line: Line,
    *,
    side: str | None = None,
    level: str = "",
    since: int = 0,
    seed: int = 0,
    stop: Stop | None = None,
) -> Iterator[Review]:
    """Review a game, and yield the result so far repeatedly; the last one is complete.

    ``side``: as that side saw it; None: with everything known. ``level`` empty: no decisions are judged; otherwise
    those from action ``since`` on. Raises Wrong for a game whose positions nothing values.
    """
    start = rules.unpack(line.root)
    scale = scale_of(game, rules, start)
    if scale is None:
        raise Wrong(NO_VALUE)
    if level and level not in game.opponents:
        raise Wrong(say("There is no opponent called {name} to answer.", name=level))
    yield from _Going(game, rules, line, scale, side, level, since, seed, stop or _never).go()


def _never() -> bool:
    return False


class _Key(NamedTuple):
    """What stays the same during one decision."""

    turn: str
    phase: str
    who: str


@dataclass
class _Phase:
    """The actions from ``first`` up to but not including ``end``, which share one key; ``luck`` is what their dice gave the first side."""

    key: _Key
    side: str
    first: int
    end: int = 0
    luck: float = 0.0
    tries: list[float] = field(default_factory=list)
    line: tuple[tuple[Action, tuple[int, ...]], ...] = ()
    world: bytes = b""


class _Going:
    def __init__(
        self,
        game: GameDef,
        rules: AnyRules,
        line: Line,
        scale: Scale,
        side: str | None,
        level: str,
        since: int,
        seed: int,
        stop: Stop,
    ) -> None:
        self.game, self.rules, self.line, self.scale = game, rules, line, scale
        self.side, self.level, self.since, self.seed, self.stop = side, level, since, seed, stop
        self.valuer = Valuer(game, rules, side)
        self.states: list[Any] = []
        self.values: list[float] = []
        self.turn_at: list[str] = []
        self.lucks: dict[int, float] = {}
        self.throws: list[Throw] = []
        self.unclear = 0
        self.drawn = 0
        self.phases: list[_Phase] = []
        self.judged: list[_Phase] = []
        self.done = 0
        self.broken: Say | None = None

    # ---- the whole review
    def go(self) -> Iterator[Review]:
        yield from self._walk()
        self._divide()
        yield self._told()
        if self.level and not self.stop():
            yield from self._judge()
        yield self._told(over=True)

    @property
    def total(self) -> int:
        more = len(self.phases) if self.level else 0
        return (
            len(self.line.steps)
            + more
            + (len(self.rules.sides) * DEAREST * _LOOKED_AT * _AGAIN if self.level else 0)
        )

    # ---- replaying the line
    def _walk(self) -> Iterator[Review]:
        rules = self.rules
        state = rules.unpack(self.line.root)
        turn = self.line.turn
        self._stand(state, turn)
        for number, step in enumerate(self.line.steps):
            if self.stop():
                return
            side = rules.decider(state) or ""
            try:
                out = rules.apply(state, step.action, step.numbers, trusted=True)
            except Exception:  # noqa: BLE001 - under changed rules an old action may trip over anything
                self.broken = say(
                    "The rules have changed since: the game could not be reviewed from action {n} on.",
                    n=number + 1,
                )
                return
            if step.numbers:
                self._throw(number, turn, side, state, step, out.state)
            turn = next((str(one.all.turn) for one in out.told if isinstance(one.all, TurnBegan)), turn)
            state = out.state
            self._stand(state, turn)
            self.done = number + 1
            if self.done % TOLD_EVERY == 0:
                yield self._told()

    def _stand(self, state: Any, turn: str) -> None:
        self.states.append(state)
        self.values.append(self.valuer.value(state))
        self.turn_at.append(turn)

    def _throw(self, number: int, turn: str, side: str, before: Any, step: Step, after: Any) -> None:
        if self.valuer.hides and side != self.side:
            self.unclear += 1
            return
        found = self.valuer.luck(before, step.action, after, self.seed + number)
        if found is None:
            self.unclear += 1
            return
        luck, expected = found
        self.drawn += expected.error > 0
        self.lucks[number] = luck
        self.throws.append(
            Throw(
                step=number,
                turn=turn,
                side=side,
                action=step.action,
                numbers=step.numbers,
                expected=expected.mean,
                luck=luck,
            )
        )

    # ---- phases
    def _key(self, state: Any, turn: str) -> _Key:
        step = next((one for one in reversed(state.stack) if one.phase in self.valuer.phases), None)
        if step is None:
            return _Key(turn, "", "")
        return _Key(turn, str(step.phase), str(getattr(step, "who", "")))

    def _divide(self) -> None:
        for number in range(len(self.states) - 1):
            state = self.states[number]
            key = self._key(state, self.turn_at[number])
            if not self.phases or self.phases[-1].key != key:
                owner = key.who if key.who in self.rules.sides else self.rules.decider(state) or ""
                self.phases.append(_Phase(key, owner, number))
            last = self.phases[-1]
            last.end = number + 1
            last.luck += self.lucks.get(number, 0.0)
        keep = [one for one in self.phases if one.first >= self.since and one.key.phase]
        if self.valuer.hides:
            keep = [one for one in keep if one.side == self.side]
        self.phases = keep

    # ---- what the computer would have done
    def _judge(self) -> Iterator[Review]:
        for one in self.phases:
            if self.stop():
                return
            self._try(one)
            self.judged.append(one)
            self.done += 1
            yield self._told()
        for side in self.rules.sides:
            for one in self._dear(side)[: DEAREST * _LOOKED_AT]:
                for _ in range(_AGAIN):
                    if self.stop():
                        return
                    self._try(one)
                    self.done += 1
                    yield self._told()

    def _try(self, one: _Phase) -> None:
        """Let the computer play the phase once more."""
        rules, number = self.rules, len(one.tries)
        seed = self.seed * 1_000_003 + one.first * 101 + number
        chance = Chance(seed)
        start = self.states[one.first]
        state = replace(self.valuer.world(start, seed), dice=Dice(seed=chance.number(2**31)))
        if number == 0:
            one.world = rules.pack(state)
        opponents = {side: self.game.opponents[self.level]() for side in rules.sides}
        turn, luck, done = self.turn_at[one.first], 0.0, []
        for _ in range(_MOST_ACTIONS):
            side = rules.decider(state)
            if side is None or self._key(state, turn) != one.key or self.stop():
                break
            seat = rules.seat(state, side)
            action, _why = opponents[side].choose(seat, chance)
            action = rules.verbs[action.verb].settle(seat, seat.step, action)
            out = rules.apply(state, action, trusted=True)
            if out.numbers:
                found = self.valuer.luck(state, action, out.state, seed)
                luck += found[0] if found is not None else 0.0
            turn = next((str(t.all.turn) for t in out.told if isinstance(t.all, TurnBegan)), turn)
            done.append((action, out.numbers))
            state = out.state
        one.tries.append(self.valuer.value(state) - self.valuer.value(start) - luck)
        if number == 0:
            one.line = tuple(done)

    def _dear(self, side: str) -> list[_Phase]:
        sign = self._sign(side)
        mine = [one for one in self.judged if one.side == side and one.tries]
        gap = {id(one): sign * (mean_and_error(one.tries)[0] - self._gained(one)) for one in mine}
        dear = [one for one in mine if gap[id(one)] > LEAST and not self._same(one)]
        return sorted(dear, key=lambda one: -gap[id(one)])

    def _sign(self, side: str) -> float:
        return 1.0 if side == self.rules.sides[0] else -1.0

    def _gained(self, one: _Phase) -> float:
        return self.values[one.end] - self.values[one.first] - one.luck

    def _same(self, one: _Phase) -> bool:
        return [action for action, _ in one.line] == [
            step.action for step in self.line.steps[one.first : one.end]
        ]

    def _decision(self, one: _Phase) -> Decision:
        sign = self._sign(one.side)
        mean, error = mean_and_error(one.tries)
        return Decision(
            side=one.side,
            turn=one.key.turn,
            phase=one.key.phase,
            step=one.first,
            count=one.end - one.first,
            gained=sign * self._gained(one),
            would=sign * mean,
            error=error,
            games=len(one.tries),
            line=one.line,
            world=one.world,
        )

    # ---- results
    def _turns(self) -> Iterator[Turn]:
        last = len(self.states) - 1
        begins = 0
        for number in range(1, last + 1):
            if number < last and self.turn_at[number] == self.turn_at[number - 1]:
                continue
            luck = sum(self.lucks.get(step, 0.0) for step in range(begins, number))
            yield Turn(
                turn=self.turn_at[number - 1],
                steps=number,
                value=self.values[number],
                luck=luck,
                decisions=self.values[number] - self.values[begins] - luck,
            )
            begins = number

    def _notes(self) -> Iterator[Say]:
        yield told(self.scale)
        if self.broken is not None:
            yield self.broken
        if self.valuer.hides:
            yield say(
                "Only what this side can know: the enemy's dice are counted under decisions, "
                "and hidden information was filled in."
            )
        if self.unclear:
            yield counted(
                self.unclear,
                say("For one action, luck could not be separated from the decision."),
                say("For {n} actions, luck could not be separated from the decisions.", n=self.unclear),
            )
        if self.drawn:
            yield counted(
                self.drawn,
                say(
                    "The dice of one action have too many possible results: their expected value was sampled."
                ),
                say(
                    "The dice of {n} actions have too many possible results: their expected "
                    "value was sampled.",
                    n=self.drawn,
                ),
            )

    def _told(self, *, over: bool = False) -> Review:
        found: list[Decision] = []
        for side in self.rules.sides:
            found += [self._decision(one) for one in self._dear(side)[:DEAREST]]
        throws: Sequence[Throw] = sorted(self.throws, key=lambda one: -abs(one.luck))[:_THROWS]
        return Review(
            side=self.side,
            first=self.rules.sides[0],
            scale=self.scale,
            level=self.level,
            begins=self.values[0],
            turns=tuple(self._turns()),
            throws=tuple(throws),
            decisions=tuple(found),
            judged=len(self.judged),
            phases=len(self.phases) if self.level else 0,
            done=self.total if over else self.done,
            total=self.total,
            notes=tuple(self._notes()),
        )
