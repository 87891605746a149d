"""Positions from their description, and the sentences of those that cannot be read."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.iron_tide import GAME
from hexbench.games.iron_tide.pieces import Printed
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    Situation,
    battalion,
    foot,
    grenadiers,
    position,
)

BASE = GAME.Scenario(
    units={
        "A-1": Printed(**{**foot("3444", ALLIED)["printed"], "hex": "3444"}),
        "G-1": Printed(**{**grenadiers("3450")["printed"], "hex": "3450"}),
        "G-2": Printed(**{**foot("3450")["printed"], "arrives": "18AM"}),
        "G-3": Printed(**{**foot("3450")["printed"], "arrives": "COND"}),
    },
    last_turn="20PM",
)


def compose(raw: dict[str, Any], base: Any = BASE) -> Any:
    return GAME.compose(PLAIN, raw, base)


def test_units_of_the_order_of_battle_need_only_say_where_they_stand() -> None:
    state = compose({"turn": "17AM", "units": {"G-1": "3451", "A-1": {"at": "3444", "supply": "out"}}})
    assert list(state.units) == ["A-1", "G-1"]  # in the order of the order of battle
    assert state.units["G-1"].at == "3451"
    assert state.units["A-1"].supply == "out"
    assert state.roster["G-1"] is BASE.units["G-1"]
    assert (state.turn, state.last_turn) == (3, 10)


def test_facts_of_a_counter_may_differ_from_the_order_of_battle() -> None:
    state = compose({"units": {"G-1": {"at": "3451", "printed": {"movement": 3}}}})
    assert state.roster["G-1"].movement == 3
    assert state.roster["G-1"].mobility == "MI"


def test_strangers_bring_their_counters_along() -> None:
    state = compose({"units": {"new": battalion("3452"), "A-1": "3444"}})
    assert list(state.units) == ["A-1", "new"]
    assert state.roster["new"].type == "infantry"


def test_who_is_not_named_is_absent_or_still_due() -> None:
    gone = compose({"turn": "17AM", "units": {"G-1": "3451"}})
    assert list(gone.units) == ["G-1"]
    due = compose({"turn": "17AM", "units": {"G-1": "3451"}, "rest": "due"})
    assert {u: due.units[u].at for u in due.units} == {"G-1": "3451", "G-2": "#due/18AM", "G-3": "#due/COND"}
    late = compose({"turn": "19AM", "units": {"G-1": "3451"}, "rest": "due"})
    assert list(late.units) == ["G-1", "G-3"]


@pytest.mark.parametrize(
    "phase", ["air", "supply", "replacement", "movement", "combat", "reserve", "engineering"]
)
def test_a_phase_stands_for_the_stack(phase: str) -> None:
    now = position({"x": foot("3444")}, phase=phase, turn="17AM" if phase == "air" else "18AM")
    expected = "replacement" if phase == "supply" else phase
    assert now.step == (ALLIED if phase == "air" else GERMAN, expected)


def test_a_position_in_the_middle_of_movement_keeps_who_has_moved() -> None:
    now = position({"x": foot("3444", moved=True), "y": foot("3446")})
    assert now.refused("x", "3443") == ["5.0a"]


def test_a_stack_written_out_is_taken_as_it_is() -> None:
    now = position({"x": foot("3444"), "y": foot("3446", moved=True)})
    raw = PLAIN.unpack(PLAIN.pack(now.state))
    assert raw == now.state
    import msgspec

    stack = msgspec.to_builtins(now.state.stack)
    state = compose({"units": {"x": foot("3444")}, "stack": stack}, None)
    assert state.stack == now.state.stack


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ({"tea": 1}, "position: unknown key 'tea'."),
        ({"turn": "40AM"}, "There is no game turn '40AM'."),
        ({"turn": 1.5}, 'position.turn: give a turn such as "17AM" or its number.'),
        ({"units": []}, "position.units: give an object of units by id."),
        (
            {"units": {"Q": "3444"}},
            "there is no such unit in the order of battle; describe it under 'printed'.",
        ),
        ({"units": {"G-1": 3}}, 'position.units["G-1"]: give a hex, or an object.'),
        ({"units": {"G-1": {"att": "3444"}}}, "position.units[\"G-1\"]: unknown key 'att'."),
        ({"units": {"G-1": {"supply": "low"}}}, "position.units[\"G-1\"].supply: Invalid enum value 'low'."),
        (
            {"units": {"G-1": {"printed": {"movement": "4"}}}},
            'position.units["G-1"].printed.movement: Expected `int`',
        ),
        ({"rest": "home"}, 'position.rest: give "due" or "absent".'),
        ({"bridges": {"3444/3445": "gone"}}, "position.bridges[...]: Invalid enum value 'gone'."),
        ({"phase": "tea"}, "There is no phase 'tea'"),
        (
            {"phase": "air", "phasing": "allied"},
            "The Air Phase comes only in the German player turn (4.21a).",
        ),
        ({"stack": [{"step": "tea"}]}, "position.stack[0].step: Invalid value 'tea'."),
    ],
)
def test_what_cannot_be_read_is_named_in_one_sentence(raw: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as wrong:
        compose(raw)
    text = str(wrong.value)
    assert sentence in text
    assert "\n" not in text


def test_a_described_position_is_packed_and_played_like_any_other() -> None:
    now = position({"x": foot("3444"), "e": foot("3450", ALLIED)}, seed=7)
    assert now.state.dice.seed == 7
    again = Situation(PLAIN, PLAIN.resume(PLAIN.unpack(PLAIN.pack(now.state))))
    assert again.reach("x") == now.reach("x")
