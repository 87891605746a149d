"""The stack: scripts, questions, drafts."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import FactChanged, Noted, Revealed
from hexbench.engine.rules import Outcome
from hexbench.engine.state import Script
from hexbench.engine.values import Action, NeedDice, Refused, say
from tests.engine import mini

ADD1, ADD2 = Action("add", (), "1", "fast"), Action("add", (), "2", "slowly")


def played(rules: mini.MiniRules, state: Any, *actions: Action) -> Outcome:
    out = None
    for action in actions:
        out = rules.apply(state, action)
        state = out.state
    assert out is not None
    return out


def test_a_script_runs_to_its_first_question() -> None:
    rules = mini.rules()
    out = rules.new(0)
    assert out.state.stack == (mini.Round(at=2), mini.Count(who="red"))
    assert [t.all for t in out.told] == [Noted("1.0", say("It begins."))]
    assert (out.action, out.numbers, out.barrier) == (None, (), "")
    assert rules.decider(out.state) == "red"


def test_questions_are_answered_before_the_next_stage() -> None:
    rules = mini.rules()
    out = played(rules, rules.new(0).state, ADD1)
    assert out.state.stack == (mini.Round(at=3, total=1, log=("fast",)), mini.Count(who="blue"))
    assert out.told[0].to("red") == Revealed("a", "ace")
    assert out.told[0].to("blue") == Noted("1.4", say("Red looks."))


def test_steps_pushed_together_run_in_order() -> None:
    """Peek, which the engine runs, comes before the question to blue, and is gone when blue is asked."""
    rules = mini.rules()
    out = played(rules, rules.new(0).state, ADD1)
    assert [type(step).__name__ for step in out.state.stack] == ["Round", "Count"]


def test_a_draft_is_filled_emptied_and_closed() -> None:
    rules = mini.rules()
    state = played(rules, rules.new(0).state, ADD1, ADD2).state
    assert state.stack[-1] == mini.Basket(who="red")
    state = played(rules, state, Action("pick", ("b",))).state
    with pytest.raises(Refused) as refused:
        rules.apply(state, Action("close"))
    assert [r.rule for r in refused.value.reasons] == ["2.1"]
    assert rules.seat(state, "red").prompt.default == Action("empty")
    state = played(rules, state, Action("empty")).state
    assert state.stack[-1].picked == ()
    state = played(rules, state, Action("pick", ("c",)), Action("pick", ("a",))).state
    out = rules.apply(state, Action("close"), [3, 4])
    assert out.state.stack == ()
    assert out.told[-1].all == FactChanged("total", "10", say("{n} at last.", n=10))
    assert rules.verdict(out.state).over


def test_a_script_may_loop() -> None:
    rules = mini.rules()
    state = rules.new(50).state
    for rounds in range(3):
        assert state.stack[0].total == 15 * rounds
        state = played(rules, state, ADD1, ADD2).state
        state = rules.apply(state, Action("close"), [6, 6]).state
    assert state.stack == (
        mini.Round(goal=50, total=45, at=2, log=("fast", "slowly") * 3),
        mini.Count(who="red"),
    )


def test_numbers_are_asked_for_where_they_are_needed() -> None:
    rules = mini.rules()
    state = played(rules, rules.new(0).state, ADD1, ADD2).state
    with pytest.raises(NeedDice) as need:
        rules.apply(state, Action("close"), [3])
    assert (str(need.value.why), need.value.faces) == ("Luck", 6)


def test_barriers_say_why() -> None:
    rules = mini.rules()
    first = rules.new(0).state
    assert rules.apply(first, ADD1).barrier == "seen"
    state = played(rules, first, ADD1, ADD2).state
    assert rules.apply(state, Action("pick", ("a",))).barrier == ""
    assert rules.apply(state, Action("close"), [1, 1]).barrier == "dice"
    stopped = played(rules, first, ADD1).state
    assert rules.apply(stopped, ADD1).barrier == "handover"


def test_a_script_without_stages_leaves_the_stack() -> None:
    rules = mini.rules()
    from hexbench.engine.play import Play

    play = Play(rules, mini.start(), None)
    play.push(Script())
    play.top.run(play)
    assert len(play.stack) == 1


def test_the_stack_survives_packing() -> None:
    rules = mini.rules()
    state = played(rules, rules.new(0).state, ADD1, ADD2, Action("pick", ("b",))).state
    again = rules.unpack(rules.pack(state))
    assert again == state
    assert list(again.units) == list(state.units)
    assert rules.digest(again) == rules.digest(state)


def test_the_default_of_a_step_is_its_last_verb_that_has_a_target() -> None:
    rules = mini.rules()
    state = rules.new(0).state
    assert rules.seat(state, "red").prompt.default == Action("stop")
    state = played(rules, state, ADD1, ADD2).state
    assert rules.seat(state, "red").prompt.default == Action("close")
