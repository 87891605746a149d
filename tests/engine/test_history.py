"""What was done, as a tree."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.history import KEEP_EVERY, KEEP_LAST, Diverged, History, Record
from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.values import Action, NeedDice, Refused
from tests.engine import mini
from tests.laws.walk import Chance

FAST, SLOW = Action("add", (), "1", "fast"), Action("add", (), "2", "slowly")


class Short(History[Any]):
    """Keeps little, so that tests need not be long."""

    keep_every = 4
    keep_last = 2


def long_game(kind: type[History[Any]] = History, actions: int = 100) -> tuple[History[Any], list[str]]:
    """A game of the mini rules without end, and the digest after each action."""
    rules = mini.rules()
    opening = rules.new(10_000, seed=3)
    history = kind(rules, opening.state, opening.told)
    player, chance = RandomOpponent(), Chance(5)
    digests = [rules.digest(opening.state)]
    for _ in range(actions):
        side = rules.decider(history.state)
        action, _why = player.choose(rules.seat(history.state, side), chance)
        history.do(action)
        digests.append(rules.digest(history.state))
    return history, digests


def new() -> History[Any]:
    rules = mini.rules()
    return History(rules, rules.new(0, seed=3).state)


# ---- forward and back
def test_doing_records_who_did_what_with_which_numbers() -> None:
    history = new()
    history.do(Action("add", (), "1"))
    history.do(Action("stop"))
    out = history.do(Action("close"), [2, 5])
    first, _, last = history.records()
    assert (first.side, first.action) == ("red", Action("add", (), "1", "slowly"))
    assert (last.numbers, last.barrier, last.told) == ((2, 5), "dice", out.told)
    assert last.digest == history.rules.digest(out.state)
    assert history.state == out.state


def test_undo_and_redo_give_the_same_positions() -> None:
    history = new()
    states = [history.state]
    states += [history.do(action).state for action in (FAST, SLOW, Action("pick", ("a",)))]
    for state in states[-2::-1]:
        history.undo()
        assert history.state is state
    assert not history.can_undo
    for state in states[1:]:
        assert history.can_redo
        history.redo()
        assert history.state is state
    assert not history.can_redo


def test_there_is_an_end_on_both_sides() -> None:
    history = new()
    with pytest.raises(IndexError, match="nothing to undo"):
        history.undo()
    with pytest.raises(IndexError, match="nothing to redo"):
        history.redo()
    for number in (-1, 1):
        with pytest.raises(IndexError, match="no position"):
            history.go(number)


def test_undo_tells_what_is_taken_back_and_what_bars_it() -> None:
    history = new()
    history.do(FAST)
    barriers = [history.undo_barrier]
    record = history.undo()
    barriers.append(history.undo_barrier)
    assert record.action == FAST
    assert barriers == ["seen", ""]


def test_a_failed_action_changes_nothing() -> None:
    history = new()
    with pytest.raises(Refused):
        history.do(Action("close"))
    history.do(FAST)
    history.do(SLOW)
    with pytest.raises(NeedDice):
        history.do(Action("close"), [1])
    assert history.here == 2
    assert len(history.nodes) == 3


# ---- branches
def test_doing_something_else_after_undo_begins_a_branch() -> None:
    history = new()
    history.do(FAST)
    history.undo()
    history.do(SLOW)
    assert history.node.parent == 0
    assert history.nodes[0].children == [1, 2]
    assert [record.action for record in history.records()] == [SLOW]
    history.undo()
    history.redo()
    assert history.here == 2


def test_redo_follows_the_line_one_came_from() -> None:
    history = new()
    history.do(FAST)
    history.do(FAST)  # 2
    history.go(1)
    history.do(SLOW)  # 3, another end
    history.go(2)
    history.undo()
    history.undo()
    history.redo()
    history.redo()
    assert history.here == 2
    history.go(3)
    history.go(0)
    history.redo()
    history.redo()
    assert history.here == 3


def test_a_line_runs_from_the_root() -> None:
    history = new()
    history.do(FAST)
    history.do(FAST)
    history.go(1)
    history.do(SLOW)
    assert [node.number for node in history.line()] == [0, 1, 3]
    assert [node.number for node in history.line(2)] == [0, 1, 2]
    assert [node.depth for node in history.line()] == [0, 1, 2]


# ---- forgetting and finding again
def test_positions_are_dropped_and_found_again() -> None:
    history, digests = long_game()
    kept = [node.number for node in history.nodes if node.state is not None]
    assert set(range(0, 101, KEEP_EVERY)) <= set(kept)
    assert set(range(101 - KEEP_LAST, 101)) <= set(kept)
    assert len(kept) < 80
    for number, digest in enumerate(digests):
        assert history.rules.digest(history.state_at(number)) == digest


def test_little_is_kept_however_much_is_looked_at() -> None:
    history, digests = long_game(Short, 60)
    for number in [*range(60), *range(59, -1, -1)]:
        assert history.rules.digest(history.state_at(number)) == digests[number]
    kept = [node.depth for node in history.nodes if node.state is not None]
    assert sum(depth % Short.keep_every != 0 for depth in kept) <= Short.keep_last + 1
    assert history.node.state is not None


def test_positions_on_the_way_are_kept_when_a_long_way_is_replayed() -> None:
    long, digests = long_game(actions=50)
    again: History[Any] = History(long.rules, long.nodes[0].state)
    for node in long.line()[1:]:
        assert node.record is not None
        again.add(node.record, None)
    assert again.rules.digest(again.state) == digests[-1]
    assert [node.depth for node in again.nodes if node.state is not None] == [0, 16, 32, 48, 50]


def test_replay_uses_the_recorded_numbers_and_not_the_seed() -> None:
    history = Short(mini.rules(), mini.rules().new(10_000, seed=3).state)
    for _ in range(6):
        history.do(FAST)
        history.do(SLOW)
        history.do(Action("close"), [6, 6])
    state = history.state
    history.go(1)
    for number in (5, 9, 13):
        history.state_at(number)
    assert history.nodes[18].state is None
    assert history.state_at(18) == state


# ---- when the rules have changed
def test_a_changed_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    history, _ = long_game(Short, 30)

    def roll_and_say(play: Any, step: Any) -> None:
        mini.roll(play, step)
        play.set(word="new")

    monkeypatch.setattr(mini.Round, "stages", (*mini.Round.stages[:-2], roll_and_say, mini.again))
    changed = next(n.number for n in history.nodes if n.record is not None and n.record.numbers)
    for node in history.nodes[1:]:
        node.state = None
    with pytest.raises(Diverged) as diverged:
        history.state_at(30)
    assert diverged.value.node == changed
    assert f"Action {changed} (close)" in str(diverged.value)
    assert history.state_at(changed - 1) is not None


def test_an_action_that_leads_nowhere_any_more_is_noticed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    history, _ = long_game(Short, 12)
    for node in history.nodes[1:]:
        node.state = None

    def more_dice(play: Any, step: Any) -> None:
        play.number("one more", 6)
        mini.roll(play, step)

    monkeypatch.setattr(mini.Round, "stages", (*mini.Round.stages[:-2], more_dice, mini.again))
    with pytest.raises(Diverged) as diverged:
        history.state_at(12)
    assert isinstance(diverged.value.__cause__, NeedDice)


def test_a_record_without_a_digest_is_taken_on_trust() -> None:
    history = new()
    history.add(Record(side="red", action=FAST), None)
    assert history.state.stack[0].total == 1
