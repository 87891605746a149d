"""How play goes on from a position: the plan of the asking side, who answers what the plan leaves open, and where it ends."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from hexbench.engine.opponent import Opponent
from hexbench.engine.rules import Rules
from hexbench.engine.state import Declaration
from hexbench.engine.values import Action, Wrong, action_of, say
from hexbench.study.playout import Chance

AnyRules = Rules[Any, Any, Any]

_MOST_OPTIONS = 64
"""The most answers to one question that are all tried; if there are more, the default is taken."""
LONGEST = 1000
"""Actions in a row after which a line counts as endless."""
_DIGITS = 6
"""The most digits of a number of actions: nobody looks further ahead, and Python limits the length of a number in text."""
_ECHO = 60
"""The most characters of an unknown word that are repeated in a refusal."""
COMBAT, END = "combat", "end"
"""How far to go on: until the combats are over, or until the game is over."""


# ---- how questions are answered --------------------------------------------------------------------------------------
class Answers:
    """How the decisions of one side are answered; ``best`` 1: as is best for the asking side, -1: as is worst for it,
    0: as its maker or the default says.

    The same view is always answered in the same way, wherever it turns up.
    """

    def __init__(self, maker: Callable[[], Opponent] | None = None, best: int = 0) -> None:
        """``maker`` None: by the default, except that an attack put together in a draft is made binding if that is allowed."""
        self.best = best
        self._maker = maker
        self.crowded = 0
        """The number of questions that had more than :data:`_MOST_OPTIONS` answers."""
        self.given_up = 0
        """The number of drafts that could not be made binding, so that the default took them back."""

    @property
    def thinks(self) -> bool:
        """Whether an opponent's level answers."""
        return self._maker is not None

    def one(self, rules: AnyRules, seat: Any) -> Action:
        """A single answer. Raises RuntimeError if nothing at all can be done."""
        if self._maker is not None:
            view = rules.pack(seat.s)
            found, _ = self._maker().choose(seat, Chance(zlib.crc32(view)))
            return found
        if isinstance(seat.step, Declaration):
            ending = seat.ending
            if ending is not None and not seat.refuse(Action(ending.name)):
                return Action(ending.name)
        default: Action | None = seat.step.default(seat)
        if default is None:
            raise RuntimeError(f"{rules.step_name(seat.step)} has no default")
        if isinstance(seat.step, Declaration):
            offer = seat.offered(default.verb)
            self.given_up += offer is not None and offer.back
        return default

    def all(self, rules: AnyRules, seat: Any) -> tuple[Action, ...]:
        """Every answer that is compared with the others."""
        found: dict[Action, None] = {}
        for action in _every(rules, seat):
            found[action] = None
            if len(found) > _MOST_OPTIONS:
                self.crowded += 1
                return (self.one(rules, seat),)
        return tuple(found) or (self.one(rules, seat),)


def _every(rules: AnyRules, seat: Any) -> Iterable[Action]:
    """Every legal action with a single subject, except those that take something back or give the game up."""
    for offer in seat.prompt.offers:
        if offer.back or rules.verbs[offer.verb].gives_up:
            continue
        subjects: Sequence[tuple[str, ...]] = [(one,) for one in offer.subjects] or [()]
        for subject in subjects:
            for target in seat.targets(offer.verb, subject):
                yield action_of(offer.verb, subject, target)


# ---- the course of play ----------------------------------------------------------------------------------------------
class Look(NamedTuple):
    """What was found about a position: whether it is an end, the plan's next step, and the action if it is one of the plan's.

    ``dropped`` are all steps of the plan so far that could not be done when their time came.
    """

    over: bool
    at: int
    mark: str
    dropped: tuple[int, ...]
    action: Action | None = None


class Course:
    """What leads from one position to the next: the plan of a side, the answers of all sides, and how far play goes.

    ``until`` is :data:`COMBAT` (the end of the current combats, or of the next ones), :data:`END`, a phase (when it
    next comes), or a number of actions as text.
    """

    def __init__(
        self,
        rules: AnyRules,
        phases: Iterable[str],
        side: str,
        plan: Sequence[Action],
        answers: Mapping[str, Answers],
        until: str = COMBAT,
    ) -> None:
        """``phases`` are those of the sequence of play, where necessary with a side before a dot. Raises Wrong if
        ``until`` is none of these.
        """
        self.rules = rules
        self.phases = frozenset((*(phase.rpartition(".")[2] for phase in phases), *rules.fights))
        self.side = side
        self.plan = tuple(plan)
        self.answers = answers
        self.until = until
        self.actions = int(until) if until.isdecimal() and len(until) <= _DIGITS else None
        if until == COMBAT and not rules.fights:
            raise Wrong(
                say("This game does not say in which phases it has combats: name the phase to play on to.")
            )
        if self.actions is None and until not in (COMBAT, END) and until not in self.phases:
            known = ", ".join(sorted(self.phases))
            text = say("There is no phase {name}; there are {known}.", name=until[:_ECHO], known=known)
            raise Wrong(text)

    @property
    def thinks(self) -> bool:
        """Whether an opponent's level answers for a side, which costs some hundred times as much as a default."""
        return any(one.thinks for one in self.answers.values())

    def look(self, state: Any, at: int, mark: str, depth: int, dropped: tuple[int, ...] = ()) -> Look:
        """Whether a position is an end; if not, how the plan stands there."""
        side = self.rules.decider(state)
        if side is None or depth >= (LONGEST if self.actions is None else self.actions):
            return Look(True, at, mark, dropped)
        mark, left = self._marked(state, mark)
        if side == self.side and at < len(self.plan):
            seat = self.rules.seat(state, side)
            while at < len(self.plan) and self.rules.verbs[self.plan[at].verb] in seat.step.verbs:
                action = self.plan[at]
                if seat.refuse(action):
                    dropped = (*dropped, at)
                    at += 1
                    continue
                settled = self.rules.verbs[action.verb].settle(seat, seat.step, action)
                return Look(False, at + 1, "" if left else mark, dropped, settled)
        return Look(left, at, mark, dropped)

    def _marked(self, state: Any, mark: str) -> tuple[str, bool]:
        """(what is remembered of the way here, whether the way ends here unless the plan goes on)."""
        if self.actions is not None or self.until == END:
            return mark, False
        step = next((one for one in reversed(state.stack) if one.phase in self.phases), None)
        if step is None:
            return mark, False
        if self.until != COMBAT:
            return ("away", False) if step.phase != self.until else (mark, mark == "away")
        if step.phase not in self.rules.fights:
            return mark, bool(mark)
        who = getattr(step, "who", step.phase)
        return (mark or who), bool(mark) and mark != who

    def ways(self, state: Any, found: Look) -> tuple[int, tuple[Action, ...]]:
        """(1, -1 or 0: for whom the best of them is sought, the actions that are done here).

        The best is sought only among the answers to a question of a combat. What a phase itself asks (which attacks,
        in which order, which aircraft fly), and what is put together in drafts, belongs to the plan: there are too
        many ways to try.
        """
        if found.action is not None:
            return 0, (found.action,)
        side = self.rules.decider(state)
        assert side is not None, "nobody decides at an end"
        answers = self.answers[side]
        seat = self.rules.seat(state, side)
        verbs, step = self.rules.verbs, seat.step
        if not answers.best or step.phase in self.phases or isinstance(step, Declaration):
            return 0, (verbs[(one := answers.one(self.rules, seat)).verb].settle(seat, step, one),)
        actions = answers.all(self.rules, seat)
        return answers.best, tuple(verbs[one.verb].settle(seat, step, one) for one in actions)

    def one_way(self, state: Any, found: Look) -> Action:
        """The single action of a sampled line; where the best would be sought, the default."""
        if found.action is not None:
            return found.action
        side = self.rules.decider(state)
        assert side is not None, "nobody decides at an end"
        seat = self.rules.seat(state, side)
        action = self.answers[side].one(self.rules, seat)
        return self.rules.verbs[action.verb].settle(seat, seat.step, action)
