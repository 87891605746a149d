"""Finish for me: the defaults, one after another, worked out ahead as far as the next dice and then done as one step for undo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, Literal

from hexbench.engine.events import Broadcast, GameEnded, PhaseBegan, TurnBegan
from hexbench.engine.values import Action, Barrier, NeedDice, Refused, Say, Value, said, say

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat
    from hexbench.session.session import Session


Goal = Literal["choice", "phase", "turn"]
"""How far: to the next decision with a real choice, to the end of the phase, to the end of the player turn."""
MOST: Final = 2000
"""Actions after which it always stops."""

OVER: Final = say("The game is over.")
NOTHING: Final = say("There is nothing to decide here.")
ENOUGH: Final = say("It stops here because there were too many actions.")
UNSEEN: Final = say("What follows depends on dice or hidden information and cannot be predicted.")
BEFORE: Final[dict[str, Say]] = {
    "dice": say("It stops before dice are rolled."),
    "seen": say("It stops before anything hidden is tested."),
}


class Planned(Value, frozen=True, kw_only=True):
    """One action it would do, in words, and what it would mean for undo."""

    action: Action
    text: Say
    barrier: Barrier = ""


class Plan:
    """What would be done for the side that decides, worked out step by step by :meth:`go_on`; nothing is done yet.

    It never looks past dice: ``beyond`` says that there is more that cannot be foreseen, ``stop`` why it ends.
    """

    def __init__(self, session: Session, goal: Goal, *, careful: bool = True) -> None:
        """``careful``: stop before dice and before anything hidden is tested."""
        self.goal, self.careful = goal, careful
        self.node = session.node
        self.side = session.decider
        self.steps: list[Planned] = []
        self.stop: Say | None = None
        self.beyond = False
        self._rules = session.rules
        self._state = session.state

    def go_on(self) -> bool:
        """Work out one more action; False: that was all."""
        if self.stop is not None:
            return False
        rules, state = self._rules, self._state
        seat: Seat = rules.seat(state, rules.decider(state))
        self.stop = _why_stop(rules, state, seat, self.side, self.goal, len(self.steps))
        default = seat.prompt.default
        if self.stop is not None or default is None:
            return False
        wall, _ = rules.verbs[default.verb].undo_barrier(seat, seat.step)
        if wall in BEFORE:
            return self._at_wall(wall)
        action = rules.settle(state, default, seat)
        out = rules.apply(state, action, trusted=True)
        if out.barrier in BEFORE:
            return self._at_wall(out.barrier)
        self.steps.append(Planned(action=action, text=words(seat, action), barrier=out.barrier))
        self._state = out.state
        self.stop = reached(rules, out.told, self.side, self.goal)
        return self.stop is None

    def _at_wall(self, barrier: str) -> bool:
        self.beyond = not self.careful
        self.stop = UNSEEN if self.beyond else BEFORE[barrier]
        return False


class Finish:
    """A plan carried out, one action at each :meth:`go_on`; listeners are told at :meth:`end`."""

    def __init__(self, session: Session, plan: Plan) -> None:
        if session.node != plan.node:
            raise ValueError("The plan was made for a different position.")
        self.session, self.plan = session, plan
        self.done = 0
        self.stop: Say | None = None
        self._told: list[Broadcast] = []

    def go_on(self) -> bool:
        """Do one more action; False: that was all. ``stop`` says what stopped it early; what was done stands."""
        if self.stop is not None:
            return False
        action = self._next()
        if action is None:
            return False
        try:
            out = self.session.do_quietly(action, follows=self.done > 0)
        except (Refused, NeedDice) as fault:
            self.stop = said(fault)
            return False
        self.done += 1
        self._told += out.told
        if self.done >= len(self.plan.steps):
            self.stop = reached(self.session.rules, out.told, self.plan.side, self.plan.goal)
        return self.stop is None

    def _next(self) -> Action | None:
        plan, session = self.plan, self.session
        if self.done < len(plan.steps):
            return plan.steps[self.done].action
        if not plan.beyond:
            self.stop = plan.stop
            return None
        seat = session.seat(session.decider)
        self.stop = _why_stop(session.rules, session.state, seat, plan.side, plan.goal, self.done)
        return None if self.stop is not None else seat.prompt.default

    def end(self) -> None:
        """Finish or give up: what was done is announced."""
        if self.done:
            self.session.announce_done((*self._told, *self.session.answer_forced()))


def _why_stop(rules: Any, state: Any, seat: Seat, side: str | None, goal: Goal, done: int) -> Say | None:
    """Why nothing more is done from a position; None: continue."""
    passed = passed_on(rules, state, side)
    if passed is not None:
        return passed
    if seat.prompt.default is None:
        return NOTHING
    if done >= MOST:
        return ENOUGH
    if goal == "choice" and done and has_choice(seat):
        return say("There is a choice: {prompt}", prompt=seat.prompt.say)
    return None


def passed_on(rules: Any, state: Any, side: str | None) -> Say | None:
    """Why ``side`` has nothing to decide in a position; None: it decides."""
    now = rules.decider(state)
    if now is None:
        return OVER
    if now != side:
        known = rules.seat(
            state, side
        ).prompt.say  # in the words of the side that asks, not of the one that decides
        return say("The other side decides next. {prompt}", prompt=known)
    return None


def reached(rules: Any, told: Iterable[Broadcast], side: str | None, goal: Goal) -> Say | None:
    """Whether an action reached the goal, judged by what was reported of it."""
    for one in told:
        event = one.to(None)
        if isinstance(event, GameEnded):
            return OVER
        if goal == "choice":
            continue
        if isinstance(event, TurnBegan):
            return say("A new game turn begins: {turn}.", turn=event.turn)
        if isinstance(event, PhaseBegan) and (goal == "phase" or event.side not in (None, side)):
            return say("The next phase begins: {phase}.", phase=event.say)
    return None


def has_choice(seat: Seat) -> bool:
    """Whether there is more than one answer, not counting those that only take something back."""
    found = 0
    for offer in seat.prompt.offers:
        if offer.back:
            continue
        subjects: list[tuple[str, ...]] = [(one,) for one in offer.subjects]
        for subject in subjects or [()]:
            found += len(seat.ways(offer.verb, subject))
            if found > 1:
                return True
    return False


def words(seat: Seat, action: Action) -> Say:
    """An action in words, before it is done."""
    label = seat.rules.verbs[action.verb].label
    names: Say | str = ""
    for uid in action.subject:
        face = seat.face(uid) if uid in seat.s.units else None
        name = face.title if face is not None else uid
        names = say("{first}, {next}", first=names, next=name) if names else name
    where: Say | str = action.object.lstrip("#").replace("_", " ")
    aim = seat.face(action.object) if action.object in seat.s.units else None
    if aim is not None:
        where = aim.title
    if names and where:
        return say("{verb}: {units}, {object}", verb=label, units=names, object=where)
    if names or where:
        return say("{verb}: {units}", verb=label, units=names or where)
    return say("{verb}", verb=label)
