"""A seat: offers, targets, refusals, and nothing but a view."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.display import Form
from hexbench.engine.state import Dice
from hexbench.engine.values import Action, Offer, Prompt, say
from tests.engine import mini


@pytest.fixture
def rules() -> mini.MiniRules:
    return mini.rules()


@pytest.fixture
def state(rules: mini.MiniRules) -> mini.MiniState:
    found: mini.MiniState = rules.new(0, seed=5).state
    return found


def rules_of(seat: Any, action: Action) -> list[tuple[str, str]]:
    return [(r.rule, str(r.text)) for r in seat.refuse(action)]


def test_the_prompt_of_the_side_that_decides(rules: mini.MiniRules, state: mini.MiniState) -> None:
    prompt = rules.seat(state, "red").prompt
    offers = (Offer("add"), Offer("stop"))
    assert prompt == Prompt("red", "counting", say("Add something."), offers, Action("stop"))


def test_the_other_side_sees_the_question_without_offers(
    rules: mini.MiniRules, state: mini.MiniState
) -> None:
    seat = rules.seat(state, "blue")
    assert seat.prompt == Prompt("red", "counting", say("Add something."))
    assert seat.targets("add") == ()
    assert rules_of(seat, Action("stop")) == [("1.0", "This decision is not yours.")]


def test_the_umpire_may_answer_for_anybody(rules: mini.MiniRules, state: mini.MiniState) -> None:
    seat = rules.seat(state, None)
    assert seat.decides
    assert len(seat.prompt.offers) == 2
    assert seat.s.dice == Dice(5)
    assert rules.seat(state, "red").s.dice == Dice()


def test_a_step_without_a_phase_goes_by_its_tag(rules: mini.MiniRules, state: mini.MiniState) -> None:
    after = rules.apply(rules.apply(state, Action("stop")).state, Action("stop")).state
    assert rules.seat(after, "red").prompt.step == "basket"


def test_answers_are_worked_out_once(rules: mini.MiniRules, state: mini.MiniState) -> None:
    seat = rules.seat(state, "red")
    assert seat.targets("add") is seat.targets("add")
    assert seat.prompt is seat.prompt


def test_all_reasons_are_given_once_each(rules: mini.MiniRules, state: mini.MiniState) -> None:
    assert rules_of(rules.seat(state, "red"), Action("add", (), "9")) == [("1.1", "Only one or two.")]


def test_out_of_its_time_a_verb_is_asked_without_a_step(rules: mini.MiniRules, state: mini.MiniState) -> None:
    after = rules.apply(rules.apply(state, Action("stop")).state, Action("stop")).state
    assert rules_of(rules.seat(after, "blue"), Action("add", (), "9")) == [
        ("1.0", "This decision is not yours."),
        ("1.0", "Add is not possible now."),
        ("1.1", "Only one or two."),
        ("1.2", "Not now."),
    ]


def test_what_no_use_of_a_verb_has_is_refused(rules: mini.MiniRules, state: mini.MiniState) -> None:
    seat = rules.seat(state, "red")
    assert rules_of(seat, Action("stop", (), "1")) == [("1.0", "Stop does not take a target.")]
    assert rules_of(seat, Action("stop", ("a",))) == [("1.0", "Stop does not take units.")]
    assert rules_of(seat, Action("stop", (), "", "fast")) == [("1.0", "Stop cannot be done this way: fast.")]
    assert rules_of(seat, Action("add", (), "1", "upwards")) == [
        ("1.0", "Add cannot be done this way: upwards.")
    ]
    assert rules_of(seat, Action("add", (), "1", "fast")) == []
    assert rules_of(seat, Action("add", (), "1", "fast", ("2", "1"))) == []
    assert rules_of(seat, Action("stop", via=("1",))) == [("1.0", "Stop does not take a route.")]
    assert rules_of(seat, Action("fly")) == [
        ("1.0", 'There is no verb "fly"; the game\'s description lists its verbs.')
    ]
    assert rules_of(seat, Action("ad")) == [("1.0", 'There is no verb "ad". Did you mean "add"?')]
    assert seat.targets("stop", ("a",)) == ()


def test_a_subject_named_twice_is_refused(rules: mini.MiniRules, state: mini.MiniState) -> None:
    after = rules.apply(rules.apply(state, Action("stop")).state, Action("stop")).state
    seat = rules.seat(after, "red")
    assert rules_of(seat, Action("pick", ("a", "a"))) == [("1.0", "The same thing is named twice.")]
    assert seat.targets("pick", ("a",))
    assert not seat.targets("pick", ("a", "a")), "nothing is offered that is refused"


def test_when_the_game_is_over_nothing_can_be_done(rules: mini.MiniRules, state: mini.MiniState) -> None:
    over = rules.apply(
        rules.apply(rules.apply(state, Action("stop")).state, Action("stop")).state, Action("close"), [1, 1]
    ).state
    for side in ("red", None):
        seat = rules.seat(over, side)
        assert seat.prompt == Prompt(None, "over", say("The game is over."))
        assert not seat.decides
        assert seat.step is None
        assert seat.targets("add") == ()
        assert rules_of(seat, Action("stop")) == [("1.0", "The game is over.")]


def test_a_seat_shows_nothing_of_its_own(rules: mini.MiniRules, state: mini.MiniState) -> None:
    seat = rules.seat(state, "red")
    assert list(seat.faces()) == []
    assert (seat.chips(), seat.panels(), seat.overlays()) == ((), (), ())
    assert seat.facts("a") is seat.overlay("zones") is seat.forecast(Action("stop")) is None
    assert seat.forecast(Form("attack", say("What if"), ())) is None
