"""Positions from their description, and the sentences of those that cannot be read."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hexbench.games.tide_of_iron import GAME, checks, setup
from hexbench.games.tide_of_iron.pieces import Unit, Works
from tests.games.tide_of_iron import field, shipped
from tests.games.tide_of_iron.field import squad, vehicle
from tests.games.tide_of_iron.small import mission

BASE = mission(
    reinforcements=[
        {"side": "german", "round": 2, "zone": "german_reinforce", "squads": [{"figures": {"elite": 4}}]}
    ]
)


def compose(raw: dict[str, Any], base: Any = BASE) -> Any:
    return GAME.compose(field.PLAIN, raw, base)


def test_a_unit_of_the_scenario_comes_built_and_says_only_what_differs() -> None:
    state = compose({"units": {"a1": "C3", "a3": {"at": "C4", "condition": "pinned"}, "gv1": "C9"}})
    assert list(state.units) == ["a1", "a3", "gv1"]
    assert state.units["a1"].figures == {"regular": 3, "elite": 1}
    assert state.units["a1"].specialization == "engineer"
    assert (state.units["a3"].name, state.units["a3"].condition) == ("Third", "pinned")
    assert state.units["gv1"].type == "panzer_iv"
    assert state.pool == state.markers_left == {}
    assert state.command == {"american": 0, "german": 0}
    assert state.initiative == "german"


def test_a_unit_of_another_type_has_nothing_of_the_scenarios_but_its_side_and_its_box() -> None:
    tank = compose({"units": {"a1": {"at": "C3", "type": "m4a1_sherman"}}}).units["a1"]
    assert (tank.side, tank.type, tank.name) == ("american", "m4a1_sherman", "M4A1 Sherman")
    assert (tank.figures, tank.specialization) == ({}, "")
    late = compose({"units": {"g2": {"type": "tiger_i"}}})
    assert (late.units["g2"].at, late.units["g2"].name) == ("#due/german/2", "Tiger I")


def test_strangers_say_whose_they_are() -> None:
    state = compose(
        {
            "units": {
                "new": squad("C3", figures={"officer": 1, "regular": 2}),
                "tank": vehicle("C4", "tiger_i"),
            }
        }
    )
    assert list(state.units["new"].figures) == ["regular", "officer"]  # in the one order they are kept in
    assert state.units["tank"].name == "Tiger I"
    assert state.units["new"].name == "new"


def test_who_is_not_named_is_absent_or_still_due() -> None:
    assert list(compose({"units": {"a1": "C3"}}).units) == ["a1"]
    due = compose({"units": {"a1": "C3"}, "rest": "due"})
    assert {uid: u.at for uid, u in due.units.items()} == {"a1": "C3", "g2": "#due/german/2"}


def test_without_a_scenario_there_is_a_plain_mission_and_keys_of_it_may_be_given() -> None:
    state = compose({"units": {"a1": squad("C3")}, "mission": {"rounds": 3}}, None)
    assert state.mission.rounds == 3
    assert state.mission.actions_per_turn == {"american": 3, "german": 3}
    assert state.decks == {}
    assert state.initiative == "american"


def test_numbers_of_one_side_leave_the_other_as_it_was() -> None:
    state = compose({"units": {}, "command": {"german": 3}, "vp": {"american": 2}, "seed": 7, "round": 2})
    assert state.command == {"american": 0, "german": 3}
    assert state.vp == {"american": 2, "german": 0}
    assert (state.dice.seed, state.round) == (7, 2)


def test_works_of_the_position_go_before_those_of_the_scenario() -> None:
    base = GAME.Scenario(
        mission=BASE.mission, works={"C3": field_works(smoke=True), "C4": field_works(minefield=True)}
    )
    state = compose({"works": {"C3": {}, "C5": {"pillbox": 1}}}, base)
    assert set(state.works) == {"C4", "C5"}
    assert set(base.works) == {"C3", "C4"}  # the scenario itself stays as it is


def field_works(**markers: Any) -> Any:
    from hexbench.games.tide_of_iron.pieces import Works

    return Works(**markers)


def test_set_up_begins_with_the_whole_box() -> None:
    state = compose({"phase": "set_up"})
    assert {u.at for u in state.units.values()} == {"#tray/american", "#tray/german", "#due/german/2"}
    assert state.units["a1"].figures == {}
    assert state.pool["german"] == {"regular": 4}


def test_a_state_can_be_loaded_again_with_its_stack() -> None:
    import msgspec

    now = field.scenario("noville").default(3)
    raw = {key: value for key, value in msgspec.to_builtins(now.state).items() if key != "dice"}
    again = GAME.compose(now.rules, raw, None)
    assert again.stack == now.state.stack
    assert again.units == now.state.units
    assert again.mission == now.state.mission


@pytest.mark.rule("tide_of_iron", "TI-SEQ-02")
def test_what_a_state_does_not_say_is_not_as_its_scenario_begins() -> None:
    """The Germans no longer hold the initiative, the smoke is gone, nobody has a marker on the farm, a base is empty."""
    farm = {"id": "farm", "hex": "C5", "control_start": "german"}
    base = replace(
        mission(objectives=[farm], german={"decks": {"morale": 1}}),
        works={"C7": Works(smoke=True, entrenchment=1)},
    )
    begun = compose({"units": {"a1": "C3"}}, base)
    assert (begun.initiative, begun.control, begun.works) == ("german", {"farm": "german"}, base.works)
    assert (begun.units["a1"].specialization, list(begun.decks)) == ("engineer", ["german/morale"])
    empty = Unit(side="american", at="#lost", name="First")
    now = replace(begun, initiative="american", control={}, works={}, decks={}, units={"a1": empty})
    for state in (now, replace(now, works={"C7": Works(entrenchment=1)})):
        raw = json.loads(msgspec.json.encode(state))
        assert "initiative" not in raw
        assert compose(raw, base) == state


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ({"unit": {}}, 'position.unit: there is no such key. Did you mean "units"?'),
        (
            {"phase": "night"},
            "position.phase: There is no phase 'night'; the phases are set_up, action, command, status.",
        ),
        ({"phase": "action", "stack": []}, "position.phase: give a phase or a stack, not both."),
        ({"rest": "soon"}, 'position.rest: "soon" is not one of the values allowed here: absent, due.'),
        ({"units": {"x": "C3"}}, "position.units.x.side: this key is missing."),
        ({"units": {"x": {"side": "german"}}}, "position.units.x.at: this key is missing."),
        ({"units": {"C3": "C3"}}, "position.units.C3: a unit needs a name that is neither a hex nor a box."),
        (
            {"units": {"a1": 3}},
            "position.units.a1: give a hex or a box as text, or a set of keys and values.",
        ),
        (
            {"units": {"a1": {"at": "C3", "tokn": "fatigued"}}},
            'position.units.a1.tokn: there is no such key. Did you mean "token"?',
        ),
        (
            {"units": {"a1": {"at": "C3", "token": "tired"}}},
            'position.units.a1.token: "tired" is not one of the values allowed here: "", fatigued, op_fire.',
        ),
        (
            {"units": {"x": vehicle("C3", "panzer_iv", "american")}},
            'position.units.x.type: "panzer_iv" is not one of the values allowed here: squad, gmc_cckw_353, m3a1_halftrack, m4a1_sherman.',
        ),
        (
            {"units": {"x": squad("C3", figures={"cook": 1})}},
            'position.units.x.figures: "cook" is not one of the values allowed here: regular, elite, officer, mg, mortar.',
        ),
        (
            {"units": {"x": squad("C3", figures={"mg": -1})}},
            "position.units.x.figures: a squad cannot have -1 of mg.",
        ),
        (
            {"works": {"C3": {"moat": 1}}},
            "position.works.C3.moat: there is no such key; the keys are entrenchment, pillbox, razor_wire, tank_trap, minefield, smoke.",
        ),
        ({"round": "two"}, "position.round: this value must be a whole number, not text."),
        (
            {"mission": {"rounds": "all"}},
            "position.mission.rounds: this value must be a whole number, not text.",
        ),
        ({"seed": 1.5}, "position.seed: this value must be a whole number, not a fraction."),
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence(raw: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as wrong:
        compose(raw)
    assert str(wrong.value) == sentence


def test_a_position_of_a_scenario_that_ships_can_be_played() -> None:
    base = shipped.scenario("stoumont")
    units = {"a1": "F4", "av1": "G6", "g1": "#aboard/gv5", "gv5": "M6", "gv7": "N6"}
    now = field.position(units, shipped.rules("stoumont"), base=base, round=2, rest="due", sight_limit=0)
    assert now["gv7"].name == "Tiger I"
    assert now["a8"].at == "#due/american/2"
    later = field.position(units, shipped.rules("stoumont"), base=base, round=3, rest="due", sight_limit=0)
    assert "a8" not in later.state.units, "its round is over"
    assert now.step[1] == "turn"


@pytest.mark.rule("tide_of_iron", "TI-SET-09")
def test_figures_of_which_there_are_none_may_be_written_down() -> None:
    figures = {"mg": 0, "regular": 2}
    assert compose({"units": {"x": squad("C3", figures=figures)}}).units["x"].figures == {"regular": 2}
    standing = replace(BASE, units={"x": Unit(side="german", at="C3", figures=figures)})
    assert list(checks.sentences(field.PLAIN, standing)) == []
    assert setup.begin(field.PLAIN, standing, 0).units["x"].figures == {"regular": 2}


def test_who_gives_the_figures_of_a_squad_gives_its_specialization_too() -> None:
    assert compose({"units": {"a1": "C3"}}).units["a1"].specialization == "engineer"
    assert (
        compose({"units": {"a1": {"at": "C3", "figures": {"regular": 4}}}}).units["a1"].specialization == ""
    )


def test_squads_that_are_being_built_have_no_figures_but_their_own() -> None:
    now = field.Situation(field.PLAIN, field.PLAIN.new(BASE, 1))
    raw = json.loads(msgspec.json.encode(now.state))
    assert compose(raw) == now.state
    assert compose({"units": {"a1": "#destroyed"}}).units["a1"].figures == {}
