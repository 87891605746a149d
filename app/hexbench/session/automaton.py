"""Sides played by the computer: which one must decide now, what it has decided, and when players may look first.

It has no clock and no screen: the caller calls :meth:`Automaton.step` as often as it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from hexbench.engine.opponent import BALANCED, Opponent
from hexbench.engine.outline import levels_of
from hexbench.engine.values import Refused, Say, said, say

if TYPE_CHECKING:
    from hexbench.engine.rules import GameDef
    from hexbench.session.session import Session
    from hexbench.study.thinking import Answered, AnyRules, Makers, Thinker

Mood = Literal["away", "thinking", "resting", "paused"]
"""away: no computer decides; thinking: one is deciding; resting: players may look before it goes on; paused: a player stopped it."""

PLAIN = frozenset({"random", "default"})
"""Opponents that exist to try a game out, not to be played against."""


def levels(game: GameDef) -> tuple[str, ...]:
    """The opponents of a game that a player may choose, the weakest first."""
    return tuple(name for name in levels_of(game) if name not in PLAIN)


def manners(game: GameDef) -> tuple[str, ...]:
    """How daring the opponents of a game may be told to be; empty: they cannot be told."""
    return tuple(getattr(game, "manners", ()))


def adviser(known: Sequence[str]) -> str:
    """The level asked for advice unless another is named: the second if there are several, since the first overlooks
    things and the others take their time; empty: there are none.
    """
    return known[min(1, len(known) - 1)] if known else ""


def makers(game: GameDef) -> dict[str, Callable[[], Opponent]]:
    """Level -> what makes an opponent of it."""
    return {name: game.opponents[name] for name in levels(game)}


class Automaton:
    """Plays the computer's sides of one session. ``reason`` is why it did the last thing it did."""

    def __init__(
        self, session: Session, thinker: Callable[[AnyRules, Makers], Thinker] | None = None
    ) -> None:
        """``thinker`` None: it thinks in a process of its own."""
        if thinker is None:
            from hexbench.study.thinking import Apart  # a list of levels needs no processes

            thinker = Apart
        self.session = session
        self.reason: Say | None = None
        self.fault: Say | str = ""
        """What prevented it from thinking: it then followed a default, or stopped. Empty: nothing, or a player told it to go on."""
        self._make = thinker
        self._thinker: Thinker | None = None
        self._paused = False
        self._once = False
        """A paused computer does one more action."""
        self._asked: int | None = None
        """The node at which it was asked."""
        self._found: Answered | None = None
        """What it is going to do, after players have looked."""

    # ---- who
    @property
    def players(self) -> Mapping[str, str]:
        """side -> the level it is played at; sides played by people are not in it."""
        return self.session.header.players

    @property
    def side(self) -> str | None:
        """The computer's side that decides now; None: no such side does."""
        decider = self.session.decider
        return decider if decider is not None and decider in self.players else None

    @property
    def people(self) -> tuple[str, ...]:
        """The sides that people play."""
        return tuple(side for side in self.session.rules.sides if side not in self.players)

    @property
    def mood(self) -> Mood:
        """What it is doing now."""
        if self.side is None:
            return "away"
        if self._found is not None and self._asked == self.session.node:
            return "resting"
        return "paused" if self._paused else "thinking"

    @property
    def waits(self) -> bool:
        """Whether one more action is on its way although it is paused."""
        return self._once

    # ---- orders of a player
    def pause(self) -> None:
        """Stop after the action just done."""
        self._paused, self._once = True, False
        if self._found is None:
            self._forget()

    def play_on(self) -> None:
        """Continue after a pause or a rest."""
        self._paused, self.fault = False, ""
        self._do_found()

    def once(self) -> None:
        """Do one action and no more."""
        self._paused, self._once, self.fault = True, True, ""
        self._do_found()

    def close(self) -> None:
        """End the process."""
        self._forget()
        if self._thinker is not None:
            self._thinker.close()
            self._thinker = None

    # ---- the clock
    def step(self) -> bool:
        """Ask, check for an answer, act on it; returns whether something was done. Never waits for a thinker in a process of its own."""
        from hexbench.study.thinking import NoAnswer, NotStarted

        side = self.side
        if side is None or self._asked not in (None, self.session.node):
            self._forget()
        if side is None or self._found is not None or (self._paused and not self._once):
            return False
        if self._asked is None:
            self._ask(side)
        try:
            found = None if self._thinker is None else self._thinker.answer()
        except NotStarted as fault:
            self.fault = said(fault)
            self._forget()
            self._paused, self._once = True, False  # a moment later there may be room for it
            return False
        except NoAnswer as fault:
            self.fault = said(fault)
            return self._do_default(side)
        if found is None or found.mark != self.session.node:
            return False
        self._found = found
        if found.rests and self.people and not self._once:
            return False
        return self._do_found()

    def _ask(self, side: str) -> None:
        from hexbench.study.thinking import Question

        session = self.session
        if self._thinker is None:
            self._thinker = self._make(session.rules, makers(session.game))
        view = session.rules.pack(session.rules.view(session.state, side))
        self._asked = session.node
        manner = session.header.manners.get(side, BALANCED)
        self._thinker.ask(Question(session.node, side, self.players[side], view, manner=manner))

    def _do_found(self) -> bool:
        found, side = self._found, self.side
        if found is None or side is None or self._asked != self.session.node:
            return False
        self._forget()
        self._once = False
        try:
            self._do(found)
        except Refused as refused:
            self.fault = said(refused)
            return self._do_default(side)
        return True

    def _do(self, found: Answered) -> None:
        session = self.session
        self.reason = session.why = found.why
        try:
            session.do(found.action)
        finally:
            session.why = None

    def _do_default(self, side: str) -> bool:
        """The opponent has failed: the game goes on with the default, which is always legal."""
        from hexbench.study.thinking import Answered

        default = self.session.seat(side).prompt.default
        self._forget()
        if default is None:
            self._paused = True
            return False
        self._do(Answered(self.session.node, default, say("The default."), rests=False))
        return True

    def _forget(self) -> None:
        if self._asked is not None and self._thinker is not None:
            self._thinker.cancel()
        self._asked = self._found = None
