"""Rules: what every game shares."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from hexbench.engine.state import Dice
from hexbench.engine.values import Action, NeedDice, Reason, Refused, say
from tests.engine import mini
from tests.laws.case import load_case
from tests.laws.exact import every_fall
from tests.toys.ridge.pieces import SIDES


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    rules = mini.rules()
    state = rules.new(0).state
    before = rules.pack(state)
    with pytest.raises(Refused) as refused:
        rules.apply(state, Action("add", (), "7"))
    assert refused.value.reasons == (Reason("1.1", say("Only one or two.")),)
    assert rules.pack(state) == before


def test_settling_fills_in_what_was_left_open() -> None:
    rules = mini.rules()
    state = rules.new(0).state
    assert rules.settle(state, Action("add", (), "1")) == Action("add", (), "1", "slowly")
    assert rules.apply(state, Action("add", (), "1")).action == Action("add", (), "1", "slowly")
    with pytest.raises(Refused):
        rules.settle(state, Action("close"))


def test_a_trusted_action_is_not_judged_again() -> None:
    rules = mini.rules()
    state = rules.new(0).state
    out = rules.apply(state, Action("add", (), "2", "fast"), trusted=True)
    assert out.state.stack[0].total == 2


def test_a_position_set_up_by_hand_is_run_to_its_first_question() -> None:
    rules = mini.rules()
    by_hand = replace(mini.start(), stack=(mini.Round(at=3, total=4),))
    assert rules.resume(by_hand).state.stack == (mini.Round(at=4, total=4), mini.Basket(who="red"))


def test_an_opening_may_need_numbers() -> None:
    """Ridge's guards draw their chits before the first turn."""
    case = load_case("ridge/contact")
    scenario = case.begin.args[0]  # type: ignore[attr-defined]
    out = case.rules.new(scenario, seed=3)
    assert len(out.numbers) == 4
    assert case.rules.new(scenario, seed=3, numbers=out.numbers).state == out.state
    with pytest.raises(NeedDice) as need:
        case.rules.new(scenario, numbers=out.numbers[:2])
    assert need.value.faces == 10


def test_bytes_are_canonical_and_strict() -> None:
    rules = mini.rules()
    state = rules.new(0).state
    raw = msgspec.msgpack.decode(rules.pack(state))
    raw["colour"] = "red"
    with pytest.raises(msgspec.ValidationError, match="colour"):
        rules.unpack(msgspec.msgpack.encode(raw))


def test_an_unknown_step_cannot_be_unpacked() -> None:
    rules = mini.rules()
    raw = msgspec.msgpack.decode(rules.pack(rules.new(0).state))
    raw["stack"][0]["step"] = "no_such_step"
    with pytest.raises(msgspec.ValidationError, match="no_such_step"):
        rules.unpack(msgspec.msgpack.encode(raw))


def test_order_of_units_is_part_of_the_bytes() -> None:
    rules = mini.rules()
    state = rules.new(0).state
    turned = replace(state, units=dict(reversed(state.units.items())))
    assert turned == state
    assert rules.digest(turned) != rules.digest(state)


def test_the_base_says_what_a_game_lacks() -> None:
    rules = mini.rules()
    with pytest.raises(TypeError, match="mini has no phases"):
        rules.enter(mini.start(), "movement")
    assert rules.audit(mini.start()) == ()
    assert rules.missing("unit x") == Reason("1.0", say("There is no {what}.", what="unit x"))


def test_a_view_of_nothing_hidden_differs_in_the_dice_alone() -> None:
    rules = mini.rules()
    state = rules.new(0, seed=4).state
    assert rules.view(state, None) is state
    view = rules.view(state, "red")
    assert view == replace(state, dice=Dice())
    assert view.units is state.units
    assert rules.board(view) is rules.board(state)


def test_an_imagined_world_has_dice_of_its_own() -> None:
    rules = mini.rules()
    view = rules.view(rules.new(0, seed=4).state, "red")
    assert rules.imagine(view, "red", lambda n: 77).dice == Dice(77)


@pytest.mark.parametrize("name", ["ridge/meeting", "patrol/crossroads"])
def test_every_phase_can_be_entered(name: str) -> None:
    case = load_case(name)
    state = case.begin(1).state
    for phase in case.phases:
        entered = case.rules.resume(case.rules.enter(state, phase)).state
        assert case.rules.decider(entered) == phase.partition(".")[0]
        assert case.rules.audit(entered) == ()
    with pytest.raises(ValueError, match="no phase 'tea'"):
        case.rules.enter(state, "tea")


def test_boards_are_not_mixed_up_between_positions() -> None:
    case = load_case("ridge/meeting")
    states = [case.begin(seed).state for seed in range(20)]
    for state in states:
        moved = case.rules.apply(state, Action("move", ("r1",), "0201")).state
        assert case.rules.board(state).units_at("0201") == ()
        assert case.rules.board(moved).units_at("0201") == ("r1",)
        for side in SIDES:
            assert case.rules.seat(moved, side).board.units_at("0201") == ("r1",)


def test_every_fall_of_two_dice_is_found_once() -> None:
    """The tool that proves forecasts is itself right."""
    rules = mini.rules()
    state = rules.resume(replace(mini.start(), stack=(mini.Round(at=3),))).state
    falls = [
        (chance, out.numbers)
        for chance, out in every_fall(lambda numbers: rules.apply(state, Action("close"), numbers))
    ]
    assert len(falls) == 36
    assert sum(chance for chance, _ in falls) == 1
    assert len({numbers for _, numbers in falls}) == 36
