"""Opponents: programs that answer a prompt. They see a seat, which is what a person in it would see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from hexbench.engine.values import Action, Say, action_of, say

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat

Manner = Literal["cautious", "balanced", "bold"]
MANNERS: Final[tuple[Manner, ...]] = ("cautious", "balanced", "bold")
"""How daring an opponent may be told to be, for ``GameDef.manners``; without a manner it is balanced."""
BALANCED: Final = MANNERS[1]
DARING: Final[Mapping[str, float]] = {"cautious": 0.6, "balanced": 1.0, "bold": 1.6}
"""Manner -> the factor by which it counts what may be won, and divides what may be lost."""


class Think(Protocol):
    """What an opponent may use to think with: random numbers of its own, and when to stop."""

    def number(self, n: int) -> int:
        """A number from 1 to n, from a source that has nothing to do with the game's dice."""
        ...

    def cancelled(self) -> bool:
        """Whether it has been asked to stop."""
        ...


class Opponent(Protocol):
    """Chooses actions for one side."""

    def choose(self, seat: Seat, think: Think) -> tuple[Action, Say]:
        """A legal action for the side that decides, and why, in one sentence."""
        ...


def rests(opponent: Opponent, action: Action) -> bool:
    """Whether players should have time to look before ``action`` is done: if an opponent has a ``rests(action)`` that says so."""
    found = getattr(opponent, "rests", None)
    return found is not None and bool(found(action))


def in_manner(maker: Callable[[], Any], manner: str) -> Any:
    """A new opponent, told its manner if it has a method ``be(manner)``. A balanced one is as its maker makes it."""
    opponent = maker()
    be = getattr(opponent, "be", None)
    if be is not None and manner != BALANCED:
        be(manner)
    return opponent


_ANY: Final = say("Any legal action will do.")
_AFTER: Final = say("The default, after undoing.")
_NOTHING: Final = say("Nothing else is left.")
"""Why a player at random does what he does."""


class RandomOpponent:
    """Plays any legal action. It takes things back only if nothing else is left, and then follows the default."""

    def __init__(self) -> None:
        self._tidying = ""

    def choose(self, seat: Seat, think: Think) -> tuple[Action, Say]:
        """Any legal action, with all offers equally likely."""
        if self._tidying and self._tidying == seat.prompt.step and seat.prompt.default is not None:
            return seat.prompt.default, _AFTER
        self._tidying = ""
        forward = list(seat.forward)  # only one of the offers is needed: the others need not be worked out
        while forward:
            offer = seat.offered(forward.pop(think.number(len(forward)) - 1))
            assert offer is not None, "a law holds the short way of asking against the long one"
            found = self._use(seat, think, offer.verb, list(offer.subjects), offer.joins)
            if found is not None:
                return found, _ANY
        prompt = seat.prompt
        if prompt.default is None:
            raise RuntimeError(f"nothing can be done in {prompt.step}")
        self._tidying = prompt.step
        return prompt.default, _NOTHING

    def _use(self, seat: Seat, think: Think, verb: str, subjects: list[str], joins: str) -> Action | None:
        if not subjects:
            return self._at(seat, think, verb, ())
        for _ in range(min(len(subjects), 8)):
            first = subjects.pop(think.number(len(subjects)) - 1)
            chosen: tuple[str, ...] = (first,)
            if joins and think.number(2) == 1:
                unit = seat.s.units.get(first)
                mates = [x for x in subjects if joins == "any" or (unit and seat.s.units[x].at == unit.at)]
                more = [x for x in mates[:8] if think.number(3) > 1]
                order = seat.board.rank
                chosen = tuple(sorted((first, *more), key=lambda x: order.get(x, 0)))
            found = self._at(seat, think, verb, chosen)
            if found is None and len(chosen) > 1:
                found = self._at(seat, think, verb, (first,))
            if found is not None:
                return found
            if not subjects:
                break
        return None

    def _at(self, seat: Seat, think: Think, verb: str, subject: tuple[str, ...]) -> Action | None:
        target = seat.pick(verb, subject, think.number)
        return None if target is None else action_of(verb, subject, target)


class DefaultOpponent:
    """Always follows the default: the quickest legal way to the end."""

    def choose(self, seat: Seat, think: Think) -> tuple[Action, Say]:
        """The prompt's default."""
        default = seat.prompt.default
        if default is None:
            raise RuntimeError(f"{seat.prompt.step} has no default")
        return default, say("The default.")


class StepByStep:
    """Answers each kind of step by a function of its own, and if there is none or it has no answer, by the default."""

    answers: Mapping[type[Any], Callable[[Any, Any, Think], tuple[Action, Say] | None]]
    """Step -> the function that answers it, called with (opponent, seat, think)."""

    def choose(self, seat: Seat, think: Think) -> tuple[Action, Say]:
        """A legal action and why."""
        answer = self.answers.get(type(seat.step))
        found = None if answer is None else answer(self, seat, think)
        if found is not None:
            return found
        default = seat.prompt.default
        if default is None:
            raise RuntimeError(f"{seat.prompt.step} has no default")
        return default, say("There is nothing better to do.")


PLAYERS: Final[Mapping[str, Callable[[], Any]]] = {"random": RandomOpponent, "default": DefaultOpponent}
"""Level -> what makes a player that every game has, for ``GameDef.opponents``."""
