"""Studies that take time, each in a process of its own that returns findings repeatedly until it is done.

A task is a value that names everything it needs and yields its findings one after another; the last is the complete
result. Whoever waits may ask at any time and may stop it: findings returned before remain valid.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple, Protocol

from hexbench.engine.opponent import Opponent
from hexbench.engine.rules import GameDef, Rules
from hexbench.engine.values import Action, Refused, Say, Wrong, say
from hexbench.study.odds import Odds, Question, odds
from hexbench.study.playing import Played, Start, one_game, world_of
from hexbench.study.playout import Done, Stoppable
from hexbench.study.review import Line, Review, review
from hexbench.study.severing import MOST_CUTS, Cut, cut_most
from hexbench.study.thinking import OtherProcess, unstarted

AnyRules = Rules[Any, Any, Any]
Stop = Callable[[], bool]
EVERY: Final = 0.2
"""Seconds between two findings that only report progress."""


class Progress(NamedTuple):
    """Progress of the odds of a plan: the share of all chances that is settled, and the actions tried."""

    settled: float
    tried: int


class Task(Protocol):
    """What is to be found out."""

    def findings(self, rules: AnyRules, stop: Stop) -> Iterator[Any]:
        """The findings one after another. Raises Refused or Wrong if it cannot be done."""
        ...


class OddsTask(NamedTuple):
    """The odds of a plan (:func:`hexbench.study.odds.odds`): :class:`Progress`, and :class:`Odds` at the end."""

    game: GameDef
    view: bytes
    side: str
    questions: tuple[Question, ...]
    plan: tuple[Action, ...]
    options: Mapping[str, Any]
    whole: bool = False

    def findings(self, rules: AnyRules, stop: Stop) -> Iterator[Progress | Odds]:
        """See :class:`Task`."""
        yield odds(
            self.game,
            rules,
            rules.unpack(self.view),
            self.side,
            self.questions,
            self.plan,
            whole=self.whole,
            stop=stop,
            **self.options,
        )


class GamesTask(NamedTuple):
    """Games from one position, or from each of several with the same dice: (index of the position, :class:`Played`), in order."""

    makers: Mapping[str, Callable[[], Opponent]]
    starts: Sequence[Start]
    numbers: Sequence[int]
    most: int

    def findings(self, rules: AnyRules, stop: Stop) -> Iterator[tuple[int, Played]]:
        """See :class:`Task`."""
        for number in self.numbers:
            for place, start in enumerate(self.starts):
                found = one_game(rules, self.makers, start, number, self.most, stop)
                if found is None:
                    return
                yield place, found


class GameLine(NamedTuple):
    """A game that was played once more: the packed position it began with, and every action with its numbers."""

    number: int
    world: bytes
    line: tuple[tuple[Action, tuple[int, ...]], ...]


class GameTask(NamedTuple):
    """Plays game ``number`` from a position once more, to be looked at: yields a :class:`GameLine`, or nothing if it was stopped."""

    makers: Mapping[str, Callable[[], Opponent]]
    start: Start
    number: int
    most: int

    def findings(self, rules: AnyRules, stop: Stop) -> Iterator[GameLine]:
        """See :class:`Task`."""
        world = world_of(rules, self.start, Stoppable(self.number, stop))
        line: list[tuple[Action, tuple[int, ...]]] = []

        def each(done: Done) -> None:
            line.append((done.action, tuple(done.out.numbers)))

        if one_game(rules, self.makers, self.start, self.number, self.most, stop, each) is not None:
            yield GameLine(self.number, rules.pack(world), tuple(line))


class CutsTask(NamedTuple):
    """The hexes that cut off most (:func:`hexbench.study.severing.cut_most`): all of them at the end."""

    view: bytes
    side: str
    most: int = MOST_CUTS

    def findings(self, rules: AnyRules, stop: Stop) -> Iterator[tuple[Cut, ...]]:
        """See :class:`Task`."""
        yield cut_most(rules, rules.unpack(self.view), self.side, most=self.most, stop=stop)


class ReviewTask(NamedTuple):
    """The review of a game: a :class:`Review` repeatedly, each more complete."""

    game: GameDef
    line: Line
    side: str | None
    level: str
    since: int = 0

    def findings(self, rules: AnyRules, stop: Stop) -> Iterator[Review]:
        """See :class:`Task`."""
        yield from review(
            self.game, rules, self.line, side=self.side, level=self.level, since=self.since, stop=stop
        )


class Failed(Exception):
    """The task could not be done; the sentence says why."""

    def __init__(self, text: Say) -> None:
        super().__init__(str(text))
        self.say = text


class Work:
    """One running task. ``take`` returns what was found since the last call; ``over`` is True when there will be no more."""

    def __init__(self, rules: AnyRules, task: Task) -> None:
        """Start it. Raises Failed if the system has no room for a process."""
        parts = (type(rules), rules.atlas, rules.tables, rules.options)
        self._far = OtherProcess()
        try:
            self._line = self._far.start(_serve, *parts, task)
        except OSError as fault:
            raise Failed(unstarted(fault)) from None
        self.over = False

    def take(self) -> list[Any]:
        """What was found since the last call. Raises Failed."""
        out: list[Any] = []
        try:
            while not self.over and self._line.poll():
                kind, found = self._line.recv()
                if kind == "found":
                    out.append(found)
                    continue
                self.close()
                if kind == "failed":
                    raise Failed(found)
        except (EOFError, OSError):
            self.close()
            raise Failed(say("The process doing the calculation has ended unexpectedly.")) from None
        return out

    def stop(self) -> None:
        """Ask it to end with what it has: findings may still come."""
        with contextlib.suppress(OSError):
            self._line.send(None)

    def close(self) -> None:
        """End it at once."""
        self.over = True
        self._far.end()


class WorkHere:
    """The same in this process, one finding for each ``take``: for tests, and where no window has to stay responsive."""

    def __init__(self, rules: AnyRules, task: Task) -> None:
        self._stopped = False
        self._findings = task.findings(rules, lambda: self._stopped)
        self.over = False

    def take(self) -> list[Any]:
        """The next finding. Raises Failed."""
        try:
            found = next(self._findings, None)
        except (Refused, Wrong) as fault:
            self.over = True
            raise Failed(_sentence(fault)) from None
        if found is None:
            self.over = True
            return []
        return [found]

    def stop(self) -> None:
        """End with what there is."""
        self._stopped = True

    def close(self) -> None:
        """Drop the rest."""
        self.over = True


def _sentence(fault: Exception) -> Say:
    if isinstance(fault, Refused) and fault.reasons:
        return fault.reasons[0].text
    if isinstance(fault, Wrong):
        return fault.say
    return say("The calculation failed ({fault}).", fault=f"{type(fault).__name__}: {fault}")


def _serve(
    line: Connection, kind: Callable[..., AnyRules], atlas: Any, tables: Any, options: Any, task: Task
) -> None:
    """The work of the other process."""
    rules = kind(atlas, tables, options)
    told = 0.0

    def stop() -> bool:
        return line.poll()

    def watch(settled: float, tried: int) -> None:
        nonlocal told
        if time.monotonic() - told > EVERY:
            told = time.monotonic()
            line.send(("found", Progress(settled, tried)))

    if isinstance(task, OddsTask):
        task = task._replace(options={**task.options, "watch": watch})
    with contextlib.suppress(EOFError, OSError):
        try:
            for found in task.findings(rules, stop):
                line.send(("found", found))
            line.send(("over", None))
        except (EOFError, OSError):
            raise
        except Exception as fault:  # noqa: BLE001 - whoever asked is told
            line.send(("failed", _sentence(fault)))
        # whoever asked closes the connection after reading everything
        while True:
            line.recv()
