"""Every outcome of chance, each with its exact weight: for proving that a forecast is not an estimate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from hexbench.engine.rules import Rules
from hexbench.engine.values import NeedDice

T = TypeVar("T")
Numbers = tuple[int, ...]


def every_fall(run: Callable[[Numbers], T], known: Numbers = ()) -> Iterator[tuple[Fraction, T]]:
    """Run with every sequence of numbers it can ask for; yields (chance, outcome)."""
    try:
        found = run(known)
    except NeedDice as need:
        for value in range(1, need.faces + 1):
            for chance, result in every_fall(run, (*known, value)):
                yield chance / need.faces, result
    else:
        yield Fraction(1), found


def every_world(rules: Rules[Any, Any, Any], view: Any, side: str) -> Iterator[tuple[Fraction, Any]]:
    """Every world that looks like a view, with its chance; seeds of dice are not distinguished."""

    def imagine(numbers: Numbers) -> Any:
        left: list[int] = list(numbers)

        def number(n: int) -> int:
            if n > 1_000:
                return 1
            if not left:
                raise NeedDice("a world", n)
            return left.pop(0)

        return rules.imagine(view, side, number)

    yield from every_fall(imagine)


def distribution(falls: Iterator[tuple[Fraction, T]]) -> dict[T, Fraction]:
    """what -> chance."""
    out: dict[T, Fraction] = {}
    for chance, what in falls:
        out[what] = out.get(what, Fraction(0)) + chance
    return out


def follow(rules: Rules[Any, Any, Any], state: Any, actions: Sequence[Any]) -> Any:
    """The position after some actions."""
    for action in actions:
        state = rules.apply(state, action).state
    return state
