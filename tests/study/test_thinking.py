"""Thinking in a process of its own."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from typing import Any

import pytest

from hexbench.engine.opponent import DefaultOpponent
from hexbench.engine.values import Action, Say, say
from hexbench.study.thinking import Answered, Apart, Here, NoAnswer, NotStarted, Question, Thinker
from tests.laws.case import toys


class Failing:
    """Cannot think."""

    def choose(self, seat: Any, think: Any) -> tuple[Action, Say]:
        """Never."""
        raise RuntimeError("no idea")


class Waiting(DefaultOpponent):
    """Thinks until it is told to stop."""

    def choose(self, seat: Any, think: Any) -> tuple[Action, Say]:
        """The default, when nobody wants it any more."""
        if not seat.s.dice.drawn and seat.s.stack:
            until = time.monotonic() + 20
            while not think.cancelled() and time.monotonic() < until:
                time.sleep(0.01)
        return super().choose(seat, think)


class Counting(DefaultOpponent):
    """Says how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, seat: Any, think: Any) -> tuple[Action, Say]:
        """The default."""
        self.asked += 1
        return super().choose(seat, think)[0], say("Asked {n} times.", n=self.asked)


MAKERS: dict[str, Callable[[], Any]] = {
    "quick": DefaultOpponent,
    "failing": Failing,
    "waiting": Waiting,
    "counting": Counting,
}


def question(mark: int, level: str = "quick") -> tuple[Any, Question]:
    case = toys()["ridge/meeting"]
    state = case.begin(3).state
    rules = case.rules
    side = rules.decider(state)
    assert side is not None
    return rules, Question(mark, side, level, rules.pack(rules.view(state, side)))


def wait(thinker: Thinker) -> Answered:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        found = thinker.answer()
        if found is not None:
            return found
        time.sleep(0.01)
    raise AssertionError("no answer")


def test_the_other_process_thinks_what_this_one_would() -> None:
    rules, asked = question(7)
    here = Here(rules, MAKERS)
    here.ask(asked)
    apart = Apart(rules, MAKERS)
    try:
        assert apart.answer() is None
        apart.ask(asked)
        assert wait(apart) == wait(here)
        assert apart.answer() is None
    finally:
        apart.close()


def test_a_new_question_makes_an_end_of_the_one_before() -> None:
    rules, first = question(1, "waiting")
    _, second = question(2)
    apart = Apart(rules, MAKERS)
    try:
        apart.ask(first)
        time.sleep(0.05)
        apart.ask(second)
        assert wait(apart).mark == 2
        assert apart.answer() is None
    finally:
        apart.close()


def test_nothing_comes_after_cancel() -> None:
    rules, asked = question(1)
    here = Here(rules, MAKERS)
    here.ask(asked)
    here.cancel()
    assert here.answer() is None
    apart = Apart(rules, MAKERS)
    apart.ask(asked)
    apart.cancel()
    assert apart.answer() is None
    apart.close()


def test_a_fresh_question_goes_to_an_opponent_that_was_asked_nothing_before() -> None:
    rules, asked = question(1, "counting")
    here = Here(rules, MAKERS)
    told = []
    for fresh in (True, False, False, True):
        here.ask(asked._replace(fresh=fresh))
        told.append(str(wait(here).why))
    assert told == [f"Asked {n} times." for n in (1, 2, 3, 1)]


def test_a_failure_is_one_sentence_and_the_process_goes_on() -> None:
    rules, bad = question(1, "failing")
    _, good = question(2)
    apart = Apart(rules, MAKERS)
    try:
        apart.ask(bad)
        with pytest.raises(NoAnswer, match="no idea"):
            wait(apart)
        apart.ask(good)
        assert wait(apart).mark == 2
    finally:
        apart.close()


def test_a_process_that_is_gone_is_told_of_and_another_is_started() -> None:
    rules, asked = question(1)
    apart = Apart(rules, MAKERS)
    try:
        apart.ask(asked)
        process = apart._far._process
        assert process is not None
        process.terminate()
        process.join(5)
        with pytest.raises(NoAnswer, match="ended"):
            wait(apart)
        apart.ask(asked)
        assert wait(apart).mark == 1
    finally:
        apart.close()


def _no_room(*_parts: Any) -> None:
    raise OSError(errno.ENOMEM, "Cannot allocate memory")


def test_a_process_that_cannot_be_started_is_told_of_and_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, asked = question(1)
    apart = Apart(rules, MAKERS)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(SpawnProcess, "start", _no_room)
            apart.ask(asked)
            with pytest.raises(NotStarted, match=r"could not be started \(Cannot allocate memory\)"):
                apart.answer()
            assert apart.answer() is None
            apart.close()
        apart.ask(asked)
        assert wait(apart).mark == 1
    finally:
        apart.close()
