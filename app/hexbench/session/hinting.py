"""Hints: what an opponent would do in the place of the side that decides, worked out in a world imagined from its view.

The game itself is not touched: its position, its dice and its file stay as they are. A hint knows only what its side
may know; when it reaches dice or something hidden it goes on with what it imagines, and says from where on.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from hexbench.engine.forecast import Forecast
from hexbench.engine.opponent import BALANCED
from hexbench.engine.values import Action, Barrier, NeedDice, Refused, Say, Value, said, say
from hexbench.session.automaton import levels
from hexbench.session.finishing import passed_on, reached, words
from hexbench.study.playout import Chance
from hexbench.study.thinking import Answered, NoAnswer, Question, Thinker

if TYPE_CHECKING:
    from hexbench.engine.events import Broadcast
    from hexbench.engine.seat import Seat
    from hexbench.session.session import Session

Goal = Literal["phase", "turn"]
MOST: Final = 150
"""Actions after which a hint always ends."""

NOBODY: Final = say("This game has no opponent that can give a hint.")
OVER: Final = say("The game is over.")
NOT_YOURS: Final = say("This decision is not yours.")
MACHINE: Final = say("The computer is making this decision.")
ENOUGH: Final = say("This is as far as the hint goes.")
ELSEWHERE: Final = say("The position has changed.")
OTHERWISE: Final = say("The outcome was different from the one expected.")
STOPPED: Final = say("It was stopped here.")
TAKEN: Final = say("This is the rest of the hint.")


class HintStep(Value, frozen=True, kw_only=True):
    """One action of a hint: in words, with its reason, and what it looks like on the map.

    ``ways`` are the hexes of its units, each with its hex before the action and, for a move, its route; ``aims`` the
    hexes it is about. ``fights``: against enemies there. ``sure`` False: dice or something hidden come before it, and
    were imagined. ``before`` and ``after`` are digests of what the side sees.
    """

    action: Action
    text: Say
    why: Say
    ways: tuple[tuple[str, ...], ...] = ()
    aims: tuple[str, ...] = ()
    fights: bool = False
    forecast: Forecast | None = None
    barrier: Barrier = ""
    sure: bool = True
    before: str
    after: str

    @property
    def starts(self) -> tuple[str, ...]:
        """The hexes its units are in before it."""
        return tuple(dict.fromkeys(way[0] for way in self.ways))


def no_hint(session: Session, side: str | None) -> Say | None:
    """Why ``side`` gets no hint now, in a sentence; None: it may have one. Only a side that a person plays and that
    decides can have one; whether its seat may be shown is for the caller to check.
    """
    decider = session.decider
    if decider is None:
        return OVER
    if not levels(session.game):
        return NOBODY
    if side != decider or (session.owner is not None and session.owner != side):
        return NOT_YOURS
    if session.waits is not None:
        return session.waits
    return MACHINE if side in session.header.players else None


class Hint:
    """What ``level`` would do from here on, to the end of the phase or of the player turn, found out step by step by
    :meth:`go_on`. It always ends when the other side has to answer.

    Raises ValueError if :func:`no_hint` gives a reason, and for a level that the game does not have. With ``planned``
    no opponent is asked: these actions are tried again from the current position, and those that are no longer
    possible are left out.
    """

    def __init__(
        self,
        session: Session,
        thinker: Thinker,
        side: str,
        level: str,
        *,
        goal: Goal = "phase",
        most: int = MOST,
        manner: str = BALANCED,
        planned: Sequence[tuple[Action, Say]] | None = None,
    ) -> None:
        none = no_hint(session, side)
        if none is not None:
            raise ValueError(str(none))
        if level not in levels(session.game):
            raise ValueError(f'There is no level "{level}".')
        rules = session.rules
        view = rules.view(session.state, side)
        self.side, self.level, self.goal, self.most, self.manner = side, level, goal, most, manner
        self.steps: list[HintStep] = []
        self.stop: Say | None = None
        """Why it ends; None: there is more to come."""
        self.done = 0
        """How many of its steps have been done."""
        self._rules: Any = rules
        self._thinker = thinker
        self._planned = None if planned is None else list(planned)
        self._state = rules.imagine(view, side, Chance(zlib.crc32(rules.pack(view))).number)
        self._sure = True
        self._seen = rules.digest(view)
        self._asked = False

    # ---- looking ahead
    def go_on(self) -> bool:
        """Work out one more step, or wait for the opponent; False: that was all, and :attr:`stop` says why."""
        if self.stop is not None:
            return False
        if self._planned is not None:
            self._look_again(self._planned)
        else:
            self._ask()
        return self.stop is None

    def cancel(self) -> None:
        """Stop working it out; what was found stays."""
        if self.stop is None:
            self._thinker.cancel()
            self.stop = STOPPED

    def _ask(self) -> None:
        if not self._asked:
            view = self._rules.pack(self._rules.view(self._state, self.side))
            number, fresh = len(self.steps), not self.steps
            self._thinker.ask(Question(number, self.side, self.level, view, fresh=fresh, manner=self.manner))
            self._asked = True
        try:
            found = self._thinker.answer()
            if found is not None:
                self._asked = False
                self._imagine(found)
        except NoAnswer as fault:
            self.stop = said(fault)
        except Refused as refused:
            self.stop = say(
                "It cannot continue: {why}", why=said(refused)
            )  # a fault of the opponent: the game itself would have refused it as well

    def _imagine(self, found: Answered) -> None:
        rules, state = self._rules, self._state
        seat: Seat = rules.seat(state, self.side)
        action = rules.settle(state, found.action, seat)
        out = rules.apply(state, action, trusted=True)
        self._state = out.state
        before, self._seen = self._seen, rules.digest(rules.view(out.state, self.side))
        forecast = seat.forecast(action)
        aims = aims_of(seat, action)
        fights = _enemies(seat, self.side, aims) and (forecast is not None or not action.via)
        self.steps.append(
            HintStep(
                action=action,
                text=words(seat, action),
                why=found.why,
                ways=ways_of(seat, action, goes=not fights),
                aims=aims,
                fights=fights,
                forecast=forecast,
                barrier=out.barrier,
                sure=self._sure,
                before=before,
                after=self._seen,
            )
        )
        self._sure = self._sure and out.barrier not in ("dice", "seen")
        self.stop = passed_on(rules, out.state, self.side) or reached(rules, out.told, self.side, self.goal)
        if self.stop is None and len(self.steps) >= self.most:
            self.stop = ENOUGH

    def _look_again(self, planned: list[tuple[Action, Say]]) -> None:
        if not planned:
            self.stop = TAKEN
            return
        action, why = planned.pop(0)
        seat: Seat = self._rules.seat(self._state, self.side)
        if not seat.refuse(action):
            self._imagine(Answered(0, action, why, rests=False))

    # ---- taking over
    @property
    def next(self) -> HintStep | None:
        """The next step; None: all are done."""
        return self.steps[self.done] if self.done < len(self.steps) else None

    def follow(self, session: Session) -> bool:
        """Find out how much of the hint has been done in the current position, for :attr:`done`. False: the game has left the hint."""
        if session.decider != self.side and self.stop is None:
            return False
        rules = session.rules
        now = rules.digest(rules.view(session.state, self.side))
        seen = [step.before for step in self.steps[:1]] + [step.after for step in self.steps]
        places = [n for n, digest in enumerate(seen) if digest == now]
        if not places:
            return not self.steps and now == self._seen
        self.done = next((n for n in places if n >= self.done), places[-1])
        return True

    def rest(self, taken: HintStep) -> tuple[tuple[Action, Say], ...]:
        """What remains of it if one step is taken over before its turn."""
        return tuple((step.action, step.why) for step in self.steps[self.done :] if step is not taken)


def aims_of(seat: Seat, action: Action) -> tuple[str, ...]:
    """The hexes on the map that an action goes to or is aimed at."""
    return _on_map(seat, seat.rules.verbs[action.verb].object, (action.object,))


def ways_of(seat: Seat, action: Action, *, goes: bool = True) -> tuple[tuple[str, ...], ...]:
    """The hex of each of an action's units (or hexes) on the map, and for a move that ``goes`` to a hex its route; each once.

    Units from several hexes have no common route: each is then given its own, as if it moved alone.
    """
    verb = seat.rules.verbs[action.verb]
    known = seat.rules.atlas.index
    out: dict[tuple[str, ...], None] = {}
    for ref in action.subject:
        via: tuple[str, ...] = ()
        if goes and verb.object == "hex":
            via = action.via or _own_way(seat, action, ref)
        for start in _on_map(seat, verb.subject, (ref,)):
            out[(start, *(at for at in via if at in known))] = None
    return tuple(out)


def _own_way(seat: Seat, action: Action, ref: str) -> tuple[str, ...]:
    """The route one of several units would take by itself; empty if there is none."""
    found = (t.via for t in seat.targets(action.verb, (ref,)) if t.object == action.object)
    return next(found, ())


def _on_map(seat: Seat, kind: str, refs: Sequence[str]) -> tuple[str, ...]:
    """The hexes on the map of units, hexes or hexsides, each once."""
    if kind == "unit":
        places = [seat.s.units[ref].at for ref in refs if ref in seat.s.units]
    else:
        places = [part for ref in refs for part in ref.split("/")] if kind in ("hex", "side") else []
    return tuple(dict.fromkeys(at for at in places if at in seat.rules.atlas.index))


def _enemies(seat: Seat, side: str, aims: Sequence[str]) -> bool:
    """Whether there are enemies visible to the seat in one of these hexes."""
    there = set(aims)
    return bool(there) and any(
        face.side not in ("", side) and face.side in seat.rules.sides
        for face, at in seat.faces()
        if at in there
    )


class Taking:
    """A hint taken over, one action at each :meth:`go_on`, as one step for undo; :meth:`end` announces it.

    It continues as long as everything happens as imagined and the rules allow the next step.
    """

    def __init__(self, session: Session, hint: Hint) -> None:
        self.session, self.hint = session, hint
        self.count = 0
        """Actions done."""
        self.stop: Say | None = None
        """Why it stopped early; None: it did not."""
        self._told: list[Broadcast] = []
        self._node = session.node

    def go_on(self) -> bool:
        """Do one more action; False: that was all. Raises CannotWrite; what was done before stands."""
        step = self.hint.next
        if self.stop is not None or step is None:
            return False
        if self.session.node != self._node:
            self.stop = ELSEWHERE
            return False
        try:
            out = self.session.do_quietly(step.action, follows=self.count > 0)
        except Refused as refused:
            self.stop = say("{step}: {why}", step=step.text, why=said(refused))
            return False
        except NeedDice:
            self.stop = say("{step}: this needs dice, so it is left to you.", step=step.text)
            return False
        self.count += 1
        self._told += out.told
        self._node = self.session.node
        if not self.hint.follow(self.session):
            self.stop = OTHERWISE
        return self.stop is None and self.hint.next is not None

    def end(self) -> None:
        """Finish or give up: what was done is announced."""
        if self.count:
            self.session.announce_done((*self._told, *self.session.answer_forced()))
