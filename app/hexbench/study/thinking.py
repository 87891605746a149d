"""Opponents that think: asked about a packed view, in this process or in one of their own.

An opponent is given what its side may know and nothing else. The same view in the same game gets the same answer from
the same opponent; its random numbers come from the view, never from the game's dice.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from hexbench.atlas.atlas import Atlas
from hexbench.engine.opponent import BALANCED, Opponent, in_manner, rests
from hexbench.engine.rules import Rules
from hexbench.engine.values import Action, Say, Wrong, say
from hexbench.processes import spawning
from hexbench.study.playout import Stoppable

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

AnyRules = Rules[Any, Any, Any]
Makers = Mapping[str, Callable[[], Opponent]]
"""Level -> what makes an opponent of it."""


def unstarted(fault: OSError) -> Say:
    """The sentence for a process that could not be started."""
    why = fault.strerror or str(fault)
    return say("No process could be started for the calculation ({why}).", why=why)


class OtherProcess:
    """Another process and the connection to it, while there is one."""

    def __init__(self) -> None:
        self._process: Any = None
        self.line: Connection | None = None

    def start(self, target: Callable[..., None], *parts: Any, duplex: bool = True) -> Connection:
        """Run ``target(line, *parts)`` in a process of its own, which ends with this one; returns our end of the connection.

        Raises OSError if the system has no room for one; then there is no process.
        """
        context = spawning()
        line, far = context.Pipe(duplex)
        process = context.Process(target=target, args=(far, *parts), daemon=True)
        try:
            process.start()
        except OSError:
            line.close()
            raise
        finally:
            far.close()
        self.line, self._process = line, process
        return line

    def end(self) -> None:
        """End it at once if it runs."""
        line, self.line = self.line, None
        process, self._process = self._process, None
        if line is not None:
            line.close()
        if process is not None:
            process.terminate()
            process.join(2)


class Question(NamedTuple):
    """Who is asked, and about what. ``mark`` is returned with the answer. ``fresh``: ask an opponent that has been
    asked nothing before, so that its answer depends on the view alone. ``manner``: one of
    :data:`hexbench.engine.opponent.MANNERS`.
    """

    mark: int
    side: str
    level: str
    view: bytes
    fresh: bool = False
    manner: str = BALANCED


class Answered(NamedTuple):
    """What an opponent would do, and why. ``rests``: players should have time to look before it is done."""

    mark: int
    action: Action
    why: Say
    rests: bool


class NoAnswer(Wrong):
    """The opponent failed; the sentence says what went wrong."""


class NotStarted(NoAnswer):
    """No opponent could be asked: the system has no room for a process now, and may have later."""


class Thinker(Protocol):
    """Takes one question at a time; a new question, or ``cancel``, ends the one before."""

    def ask(self, question: Question) -> None:
        """Begin to think."""
        ...

    def answer(self) -> Answered | None:
        """The answer to the last question; None: it is not ready, or nothing was asked. Raises NoAnswer."""
        ...

    def cancel(self) -> None:
        """Stop thinking about the last question."""
        ...

    def close(self) -> None:
        """Release everything."""
        ...


class _Mind:
    """The opponents of one game, each made when it is first asked."""

    def __init__(self, rules: AnyRules, makers: Makers) -> None:
        self._rules = rules
        self._makers = makers
        self._known: dict[tuple[str, str, str], Opponent] = {}

    def think(self, question: Question, cancelled: Callable[[], bool]) -> Answered:
        key = (question.side, question.level, question.manner)
        if question.fresh or key not in self._known:
            self._known[key] = in_manner(self._makers[question.level], question.manner)
        opponent = self._known[key]
        rules = self._rules
        seat = rules.seat_type(rules, rules.unpack(question.view), question.side)
        action, why = opponent.choose(seat, Stoppable(zlib.crc32(question.view), cancelled))
        return Answered(question.mark, action, why, rests(opponent, action))


class Here:
    """Thinks in this process, when the answer is requested: for tests, and where no window has to stay responsive."""

    def __init__(self, rules: AnyRules, makers: Makers) -> None:
        self._mind = _Mind(rules, makers)
        self._question: Question | None = None

    def ask(self, question: Question) -> None:
        """Keep the question."""
        self._question = question

    def answer(self) -> Answered | None:
        """Think now."""
        question, self._question = self._question, None
        return None if question is None else self._mind.think(question, lambda: False)

    def cancel(self) -> None:
        """Forget the question."""
        self._question = None

    def close(self) -> None:
        """There is nothing to release."""


class Apart:
    """Thinks in a process of its own, so that a window stays responsive. The process is started with the first question."""

    def __init__(self, rules: AnyRules, makers: Makers) -> None:
        # what a Rules has worked out so far stays here: only what it is made of is sent over
        self._parts = (type(rules), rules.atlas, rules.tables, rules.options, dict(makers))
        self._far = OtherProcess()
        self._asked: int | None = None
        self._unable: Say | None = None
        """Why there is no process to ask; None: there is one."""

    def ask(self, question: Question) -> None:
        """Send the question over; the one before is abandoned."""
        self._asked, self._unable = question.mark, None
        try:
            line = self._far.line or self._far.start(_serve, *self._parts)
        except OSError as fault:
            self._unable = say(
                "The opponent's process could not be started ({why}).", why=fault.strerror or str(fault)
            )
            return
        with contextlib.suppress(OSError):  # that a process is gone is noticed when the answer is requested
            line.send(tuple(question))

    def answer(self) -> Answered | None:
        """The answer, if it is ready."""
        line = self._far.line
        if self._asked is not None and self._unable is not None:
            self._asked = None
            raise NotStarted(self._unable)
        if self._asked is None or line is None:
            return None
        try:
            while line.poll():
                mark, found, fault = line.recv()
                if mark != self._asked:
                    continue
                self._asked = None
                if found is None:
                    raise NoAnswer(say("{sentence}", sentence=fault))
                return Answered(*found)
        except (EOFError, OSError):
            self.close()
            raise NoAnswer(say("The opponent's process has ended.")) from None
        return None

    def cancel(self) -> None:
        """Stop the thinking."""
        line = self._far.line
        if self._asked is not None and line is not None:
            self._asked = None
            with contextlib.suppress(OSError):
                line.send(None)

    def close(self) -> None:
        """End the process."""
        self._asked = None
        self._far.end()


def _serve(
    line: Connection, kind: Callable[..., AnyRules], atlas: Atlas, tables: Any, options: Any, makers: Makers
) -> None:
    """In the other process: answer questions until the connection is closed."""
    mind = _Mind(kind(atlas, tables, options), makers)
    with contextlib.suppress(EOFError, OSError):
        while True:
            raw = line.recv()
            if raw is None or line.poll():
                continue  # only the newest question is worth an answer
            question = Question(*raw)
            try:
                reply: Any = (question.mark, tuple(mind.think(question, line.poll)), "")
            except Exception as fault:  # noqa: BLE001 - whoever asked is told, and the process goes on
                reply = (question.mark, None, f"The opponent failed ({type(fault).__name__}: {fault}).")
            line.send(reply)
