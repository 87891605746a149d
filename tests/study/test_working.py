"""Tasks in a process of their own tell the same as tasks done here, may be stopped, and say what went wrong."""

from __future__ import annotations

import errno
import multiprocessing
import time
from multiprocessing.context import SpawnProcess
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.opponent import DefaultOpponent, RandomOpponent
from hexbench.engine.state import Dice
from hexbench.study.odds import Odds, Question
from hexbench.study.playing import Start
from hexbench.study.review import Review
from hexbench.study.working import Failed, GamesTask, GameTask, OddsTask, Progress, ReviewTask, Work, WorkHere
from tests.study.test_odds import spot
from tests.study.test_review import game, game_of

PATIENCE = 120
"""Seconds after which a process counts as one that does not answer."""


def all_of(work: Work | WorkHere) -> list[Any]:
    """Everything that is found, until it is over."""
    out: list[Any] = []
    until = time.monotonic() + PATIENCE
    while not work.over:
        assert time.monotonic() < until
        found = work.take()
        out += found
        if not found:
            time.sleep(0.01)
    return out


def odds_task(**options: Any) -> tuple[Any, OddsTask]:
    found = spot("ridge/meeting", 1, 3)
    rules = found.case.rules
    view = rules.pack(replace(rules.view(found.state, found.side), dice=Dice()))
    task = OddsTask(found.game, view, found.side, (Question("score"),), (), {"until": "3", **options})
    return rules, task


def test_odds_worked_out_apart_are_those_worked_out_here() -> None:
    rules, task = odds_task()
    apart = [one for one in all_of(Work(rules, task)) if not isinstance(one, Progress)]
    assert apart == all_of(WorkHere(rules, task))
    assert isinstance(apart[0], Odds)
    assert not multiprocessing.active_children()


def test_games_from_two_positions_come_in_pairs() -> None:
    case, _line, states = game("ridge/meeting", 150, "random", "random")
    starts = [Start.of(case.rules, state, None) for state in (states[0], states[-1])]
    makers: dict[str, Any] = {"red": RandomOpponent, "blue": DefaultOpponent}
    task = GamesTask(
        {side: makers.get(side, RandomOpponent) for side in case.rules.sides}, starts, (3, 4), 500
    )
    apart = all_of(Work(case.rules, task))
    assert [(place, one.number) for place, one in apart] == [(0, 3), (1, 3), (0, 4), (1, 4)]
    assert apart == all_of(WorkHere(case.rules, task))


def test_a_review_is_told_as_it_grows() -> None:
    case, line, _ = game("tigers/19_december", 90, "default", "quick")
    found = all_of(Work(case.rules, ReviewTask(game_of(case), line, None, "")))
    assert all(isinstance(one, Review) for one in found)
    assert [one.done for one in found] == sorted(one.done for one in found)
    assert found[-1].done == found[-1].total


def test_what_is_stopped_ends_with_what_it_has() -> None:
    case, line, _ = game("tigers/19_december", 90, "default", "quick")
    work = Work(case.rules, ReviewTask(game_of(case), line, None, "quick"))
    found: list[Any] = []
    until = time.monotonic() + PATIENCE
    while not any(one.judged for one in found):
        assert time.monotonic() < until
        found += work.take()
        time.sleep(0.01)
    work.stop()
    found += all_of(work)
    assert 0 < found[-1].judged < found[-1].phases


def test_a_game_that_was_counted_is_played_once_more_action_by_action() -> None:
    case, _line, states = game("ridge/meeting", 150, "random", "random")
    start = Start.of(case.rules, states[0], None)
    makers = dict.fromkeys(case.rules.sides, RandomOpponent)
    (counted,) = [one for _, one in all_of(WorkHere(case.rules, GamesTask(makers, (start,), (3,), 500)))]
    (again,) = all_of(Work(case.rules, GameTask(makers, start, 3, 500)))
    state = case.rules.unpack(again.world)
    for action, numbers in again.line:
        state = case.rules.apply(state, action, numbers, trusted=True).state
    assert (again.number, len(again.line)) == (3, counted.actions)
    assert case.rules.digest(state) == counted.digest
    stopped = WorkHere(case.rules, GameTask(makers, start, 3, 500))
    stopped.stop()
    assert all_of(stopped) == []


def test_what_cannot_be_asked_is_told_in_its_sentence() -> None:
    rules, task = odds_task()
    task = task._replace(questions=(Question("hex", "nowhere"),))
    for work in (Work(rules, task), WorkHere(rules, task)):
        with pytest.raises(Failed, match="There is no hex nowhere"):
            all_of(work)
        assert work.over


def test_a_process_that_is_killed_is_told_of() -> None:
    case, line, _ = game("tigers/19_december", 90, "default", "quick")
    work = Work(case.rules, ReviewTask(game_of(case), line, None, "quick"))
    (child,) = multiprocessing.active_children()
    child.kill()
    with pytest.raises(Failed, match="ended unexpectedly"):
        all_of(work)
    assert work.over


def test_a_process_that_cannot_be_started_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_parts: Any) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    rules, task = odds_task()
    monkeypatch.setattr(SpawnProcess, "start", no_room)
    with pytest.raises(Failed, match="No process could be started for the calculation"):
        Work(rules, task)
