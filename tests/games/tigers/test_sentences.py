"""Sentences with counts: one thing is told as one."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tigers import inspect, walking
from hexbench.games.tigers.fighters import markers_short
from tests.games.tigers.field import ALLIED, GERMAN, PLAIN, Situation, country, inf, position
from tests.games.tigers.melee import fight, stand


def stack_of(*uids: str) -> str:
    """What the inspector says of the stack in a hex."""
    now = position({uid: inf("805") for uid in uids})
    page = inspect.facts(now.seat, "805")
    assert page is not None
    return next(str(fact.value) for fact in page.facts if str(fact.label) == "Stack")


def test_a_stack_of_one() -> None:
    assert stack_of("a") == "one unit, within the limit"
    assert stack_of("a", "b") == "2 units, within the limit"


@pytest.mark.parametrize(
    ("thirds", "words"),
    [
        (3, "one movement factor"),
        (6, "2 movement factors"),
        (1, "1/3 movement factors"),
        (4, "1 1/3 movement factors"),
    ],
)
def test_movement_factors_in_words(thirds: int, words: str) -> None:
    assert str(walking.in_words(thirds)) == words


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["805/806"], "An engineer bridge is needed, and none is free."),
        (["805/806", "706/806"], "2 engineer bridges are needed; free: 0."),
    ],
)
def test_engineer_bridges_that_are_short(names: list[str], words: str) -> None:
    now = position({"a": inf("805")}, markers={GERMAN: 0, ALLIED: 0})
    (reason,) = markers_short(now.rules, now.s, GERMAN, names)
    assert str(reason.text) == words


def prompt(now: Situation) -> str:
    return str(now.seat.prompt.say)


@pytest.mark.parametrize(
    ("dry", "words"), [("805", "one unit is out of supply"), ("805 705", "2 units are out of supply")]
)
def test_units_out_of_supply(dry: str, words: str) -> None:
    units: dict[str, Any] = {f"u{at}": inf(at) for at in dry.split()}
    now = position(units, PLAIN, phase="supply")
    assert prompt(now).endswith(f"{words}.")


def test_losses_and_duties_of_one_factor() -> None:
    wet = country(river="805/806 706/806")
    units = {"a": inf("805", factor=1), "b": inf("706", factor=1), "x": inf("806", ALLIED, factor=1)}
    now = fight(stand(units, wet, dry="805"), "a b > 806", 6)
    assert prompt(now) == "German attackers of one factor are lost: which?"
    won = fight(stand({"a": inf("805", factor=8), "x": inf("806", ALLIED, factor=1)}), "a > 806", 1)
    assert [str(one.text) for one in won.reasons("stay")] == [
        "Attackers of one factor must advance through 806."
    ]
