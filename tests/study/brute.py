"""The chances of what a line of play may come to, by trying every sequence of numbers from its beginning: slow, and plain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.state import Declaration, Dice
from hexbench.engine.values import Action, NeedDice
from hexbench.study.playout import Chance
from tests.laws.case import AnyRules, Case

Over = Callable[[Any], bool]


def moments(case: Case, seed: int, most: int = 3000) -> Iterator[tuple[Any, str, Action]]:
    """Positions of a game played at random, with the side that decides and what it does next."""
    rules, chance, opponent = case.rules, Chance(seed), RandomOpponent()
    state = case.begin(seed).state
    for _ in range(most):
        side = rules.decider(state)
        if side is None:
            return
        seat = rules.seat(state, side)
        action, _why = opponent.choose(seat, chance)
        action = rules.verbs[action.verb].settle(seat, seat.step, action)
        yield state, side, action
        state = rules.apply(state, action, trusted=True).state


class More(Exception):
    """A line wants one more number."""

    def __init__(self, faces: int) -> None:
        super().__init__()
        self.faces = faces


def line(rules: AnyRules, start: Any, plan: tuple[Action, ...], over: Over, numbers: tuple[int, ...]) -> Any:
    """The end of a line in which exactly these numbers fall: the plan first, then defaults. Raises More."""
    state, left, todo = replace(start, dice=Dice()), list(numbers), list(plan)
    while (side := rules.decider(state)) is not None and (todo or not over(state)):
        seat = rules.seat(state, side)
        action = todo.pop(0) if todo else _usual(seat)
        for count in range(len(left) + 1):
            try:
                state = rules.apply(state, action, left[:count]).state
            except NeedDice as need:
                if count == len(left):
                    raise More(need.faces) from None
                continue
            left = left[count:]
            break
    assert not left
    return state


def _usual(seat: Any) -> Action:
    """What has been put together is made binding; else the default."""
    if isinstance(seat.step, Declaration):
        for verb in seat.step.verbs:
            if verb.ends and not seat.refuse(Action(verb.name)):
                return Action(verb.name)
    found: Action = seat.prompt.default
    return found


def ends(
    rules: AnyRules, start: Any, plan: tuple[Action, ...], over: Over, most: int = 30_000
) -> Iterator[tuple[Fraction, Any]] | None:
    """Every end with its chance, none put together with another; None when there are more than ``most``."""
    out: list[tuple[Fraction, Any]] = []
    todo: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while todo:
        chance, numbers = todo.pop()
        try:
            out.append((chance, line(rules, start, plan, over, numbers)))
        except More as more:
            todo += [(chance / more.faces, (*numbers, face)) for face in range(1, more.faces + 1)]
        if len(out) + len(todo) > most:
            return None
    return iter(out)
