"""The chance to win from a position, and the expected score, found by opponents playing games from it to the end.

All from the view of the asking side: each game is played in a world of its own that looks like the view, with dice of
its own. Game ``n`` depends only on the position, the opponents and ``n``, so the same numbers give the same games in
any number of processes. They are returned in order, so the first so many games are always the same ones too.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from math import sqrt
from typing import Any, NamedTuple

from msgspec.structs import replace

from hexbench.engine.opponent import Opponent
from hexbench.engine.rules import Outcome, Rules
from hexbench.engine.state import Dice
from hexbench.engine.values import Value
from hexbench.processes import spawning
from hexbench.study.playout import MOST, Chance, Done, Stoppable, play_out

# How certain a sampled figure is: bounds that contain the true value in 95 cases out of 100.

SURE = 1.959964
"""Standard deviations to either side that contain 95 %."""


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """The bounds of a chance after ``hits`` in ``tries`` (Wilson 1927): 0 to 1 before anything was tried."""
    if tries == 0:
        return 0.0, 1.0
    share, spare = hits / tries, SURE**2 / tries
    middle = (share + spare / 2) / (1 + spare)
    reach = SURE / (1 + spare) * sqrt(share * (1 - share) / tries + spare / (4 * tries))
    # at both ends the bound is exactly 0 or 1, which floating-point arithmetic narrowly misses
    return (max(0.0, middle - reach) if hits else 0.0), (min(1.0, middle + reach) if hits < tries else 1.0)


def mean_and_error(found: Sequence[float]) -> tuple[float, float | None]:
    """The mean and its standard error: None with fewer than two figures, which say nothing about their spread."""
    if not found:
        return 0.0, None
    mean = sum(found) / len(found)
    if len(found) < 2:
        return mean, None
    spread = sum((one - mean) ** 2 for one in found) / (len(found) - 1)
    return mean, sqrt(spread / len(found))


AnyRules = Rules[Any, Any, Any]
Makers = Mapping[str, Callable[[], Opponent]]
"""Side -> what makes its opponent."""
Stop = Callable[[], bool]


class Played(Value, frozen=True, kw_only=True):
    """One game: its number, who won (None: nobody), the final scores. ``ended`` False: it was cut off for its length."""

    number: int
    winner: str | None
    score: tuple[tuple[str, int], ...]
    actions: int
    ended: bool
    digest: str


class Rate(Value, frozen=True, kw_only=True):
    """How often a side won, with bounds that contain the true chance in 95 cases out of 100 (Wilson); ``side`` None: nobody won."""

    side: str | None
    wins: int
    chance: float
    low: float
    high: float


class Expected(Value, frozen=True, kw_only=True):
    """The mean score of a side and its standard error, None after a single game."""

    side: str
    mean: float
    error: float | None


class Standing(Value, frozen=True, kw_only=True):
    """What the games say so far. ``cut`` of them were cut off: their score counts as it was, and nobody has won them."""

    games: int
    rates: tuple[Rate, ...]
    scores: tuple[Expected, ...]
    cut: int = 0


class Start(NamedTuple):
    """Where the games begin: what a side sees, packed; or with ``side`` None the whole position, for those who may see it all."""

    position: bytes
    side: str | None

    @staticmethod
    def of(rules: AnyRules, view: Any, side: str | None) -> Start:
        """Start from a view of ``side``, or from a whole position."""
        return Start(rules.pack(replace(view, dice=Dice())), side)


def standing(sides: Iterable[str], games: Sequence[Played]) -> Standing:
    """The figures of some games; "nobody" is among the rates if a game had no winner."""
    wins = {side: sum(one.winner == side for one in games) for side in sides}
    drawn = len(games) - sum(wins.values())
    rates = [_rate(side, count, len(games)) for side, count in wins.items()]
    if drawn:
        rates.append(_rate(None, drawn, len(games)))
    keys = dict.fromkeys(side for one in games for side, _ in one.score)
    scores = []
    for side in keys:
        mean, error = mean_and_error([dict(one.score).get(side, 0) for one in games])
        scores.append(Expected(side=side, mean=mean, error=error))
    return Standing(
        games=len(games),
        rates=tuple(rates),
        scores=tuple(scores),
        cut=sum(not one.ended for one in games),
    )


# ---- two positions on common dice ------------------------------------------------------------------------------------
class Gap(Value, frozen=True, kw_only=True):
    """How much more the second position gives a side: the mean over pairs of games, with bounds that contain the true
    value in 95 cases out of 100. ``error`` is the standard error of the pairs, None after one; if all pairs agree the
    bounds are None.
    """

    side: str
    mean: float
    low: float | None = None
    high: float | None = None
    error: float | None = None


class Compared(Value, frozen=True, kw_only=True):
    """Two positions compared by the same games: each by itself, and the differences in chances to win and in scores by side.

    Pair ``n`` is game ``n`` from both, with the same worlds, dice and opponents' numbers as long as they run alike:
    what both share cancels out in the difference. ``turned`` is the number of pairs with different winners.
    """

    pairs: int
    first: Standing
    second: Standing
    chances: tuple[Gap, ...]
    scores: tuple[Gap, ...]
    turned: int = 0


def compared(sides: Iterable[str], first: Sequence[Played], second: Sequence[Played]) -> Compared:
    """The figures of pairs of games: games of the same number are a pair, and a game without a partner is left out."""
    others = {one.number: one for one in second}
    pairs = [(one, others[one.number]) for one in first if one.number in others]
    names = tuple(sides)
    ours, theirs = [a for a, _ in pairs], [b for _, b in pairs]
    keys = dict.fromkeys(side for pair in pairs for one in pair for side, _ in one.score)
    return Compared(
        pairs=len(pairs),
        first=standing(names, ours),
        second=standing(names, theirs),
        chances=tuple(
            _gap(side, [(b.winner == side) - (a.winner == side) for a, b in pairs], most=1.0)
            for side in names
        ),
        scores=tuple(
            _gap(side, [dict(b.score).get(side, 0) - dict(a.score).get(side, 0) for a, b in pairs])
            for side in keys
        ),
        turned=sum(a.winner != b.winner for a, b in pairs),
    )


def _gap(side: str, found: Sequence[float], most: float | None = None) -> Gap:
    mean, error = mean_and_error(found)
    if most is not None:
        # pairs that all agree have no spread, but prove nothing: one more each way is counted, after Agresti and Min (2005)
        shy, spread = mean_and_error([*found, most, -most])
        low, high = shy - SURE * (spread or 0.0), shy + SURE * (spread or 0.0)
        return Gap(side=side, mean=mean, low=max(-most, low), high=min(most, high), error=error)
    if not error:  # one pair, or pairs that all differ by the same: there is no spread, and so no bounds
        return Gap(side=side, mean=mean, error=error)
    return Gap(side=side, mean=mean, low=mean - SURE * error, high=mean + SURE * error, error=error)


def _rate(side: str | None, wins: int, games: int) -> Rate:
    low, high = wilson(wins, games)
    return Rate(side=side, wins=wins, chance=wins / games if games else 0.0, low=low, high=high)


# ---- one game --------------------------------------------------------------------------------------------------------
class _Stopped(Exception):
    """The game is no longer needed."""


def world_of(rules: AnyRules, start: Start, chance: Chance) -> Any:
    """The position a game begins with, imagined with the first numbers of its chance."""
    state = rules.unpack(start.position)
    if start.side is not None:
        state = rules.imagine(state, start.side, chance.number)
    return replace(state, dice=Dice(seed=chance.number(2**31)))


def one_game(
    rules: AnyRules,
    makers: Makers,
    start: Start,
    number: int,
    most: int,
    stop: Stop,
    each: Callable[[Done], None] | None = None,
) -> Played | None:
    """Game ``number`` from a position; None if it was stopped.

    ``each`` is called with every action. The game is the same whenever it is played, so one that was only counted can
    be looked at afterwards.
    """
    chance = Stoppable(number, stop)
    state = world_of(rules, start, chance)
    opponents = {side: maker() for side, maker in makers.items()}

    def watch(done: Done) -> None:
        if stop():
            raise _Stopped
        if each is not None:
            each(done)

    try:
        found = play_out(rules, Outcome(state, None, (), (), ""), opponents, chance, most=most, watch=watch)
    except _Stopped:
        return None
    return Played(
        number=number,
        winner=found.verdict.winner if found.ended else None,
        score=tuple(found.verdict.score),
        actions=found.actions,
        ended=found.ended,
        digest=found.digest,
    )


# ---- many games ------------------------------------------------------------------------------------------------------
def play_games(
    rules: AnyRules,
    makers: Makers,
    start: Start,
    numbers: Iterable[int],
    *,
    processes: int = 1,
    most: int = MOST,
    stop: Stop | None = None,
) -> Iterator[Played]:
    """The games of these numbers in order, each as soon as it is finished, until there are no more or ``stop()`` is true.

    Closing the iterator ends the processes too. Other processes must be able to import ``makers`` under their names.
    Raises ProcessLost.
    """
    stopped = stop or _never
    if processes == 1:
        for number in numbers:
            found = None if stopped() else one_game(rules, makers, start, number, most, stopped)
            if found is None:
                return
            yield found
        return
    yield from _apart(rules, makers, start, iter(numbers), processes, most, stopped)


def usual_processes(games: int) -> int:
    """How many processes play a number of games by default: starting one takes about a second, so there is one for every eight games."""
    free = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(free, games // 8))


class ProcessLost(Exception):
    """A process that played games has ended: killed, or out of memory. Games returned before remain valid."""


def _submit(pool: ProcessPoolExecutor, number: int) -> Future[Played | None]:
    try:
        return pool.submit(_game, number)
    except BrokenProcessPool:
        raise ProcessLost("A process that played games has ended unexpectedly.") from None


def _never() -> bool:
    return False


_PATIENCE = 0.2
"""Seconds between two checks for ``stop`` while waiting for a game."""


def _apart(
    rules: AnyRules,
    makers: Makers,
    start: Start,
    numbers: Iterator[int],
    processes: int,
    most: int,
    stop: Stop,
) -> Iterator[Played]:
    context = spawning()
    halt = context.Event()
    # what a Rules has worked out so far stays here: only what it is made of is sent over
    parts = (type(rules), rules.atlas, rules.tables, rules.options, dict(makers), start, most, halt)
    waiting: deque[Future[Played | None]] = deque()
    with ProcessPoolExecutor(processes, context, initializer=_begin, initargs=parts) as pool:
        try:
            while not stop():
                while len(waiting) < 2 * processes and (number := next(numbers, None)) is not None:
                    waiting.append(_submit(pool, number))
                if not waiting:
                    return
                try:
                    found = waiting[0].result(_PATIENCE)
                except TimeoutError:
                    continue
                except BrokenProcessPool:
                    raise ProcessLost("A process that played games has ended unexpectedly.") from None
                waiting.popleft()
                if found is None:
                    return
                yield found
        finally:
            halt.set()
            pool.shutdown(wait=True, cancel_futures=True)


class _Bound(NamedTuple):
    """What a process plays with."""

    rules: AnyRules
    makers: Makers
    start: Start
    most: int
    stop: Stop


_bound: list[_Bound] = []


def _begin(
    kind: Callable[..., AnyRules],
    atlas: Any,
    tables: Any,
    options: Any,
    makers: Makers,
    start: Start,
    most: int,
    halt: Any,
) -> None:
    """Prepare the other process, once. It ignores an interrupt from the keyboard: that is meant for the process that
    asked, which ends this one.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bound[:] = [_Bound(kind(atlas, tables, options), makers, start, most, halt.is_set)]


def _game(number: int) -> Played | None:
    """Play one game, in the other process."""
    bound = _bound[0]
    return one_game(bound.rules, bound.makers, bound.start, number, bound.most, bound.stop)
