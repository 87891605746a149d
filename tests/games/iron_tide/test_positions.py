"""Positions from their description, and the sentences of those that cannot be read."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.iron_tide import GAME, chits, victory
from hexbench.games.iron_tide.pieces import Printed
from tests.games.iron_tide.battlefield import bn, combat, reg
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    Situation,
    battalion,
    commando,
    country,
    foot,
    grenadiers,
    position,
)
from tests.games.iron_tide.shipped import TABLES

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


@pytest.mark.rule("iron_tide", "10.0a", "SEQ.SETUP_A")
def test_a_whole_state_of_the_set_up_has_no_air_points_yet() -> None:
    start = GAME.compose(
        PLAIN, {"units": {"A-1": "3444"}, "stack": [{"step": "set_up", "who": ALLIED}]}, BASE
    )
    assert start.air == {}
    later = {"units": {"A-1": "3444"}, "turn": "17AM"}
    assert compose({**later, "stack": [{"step": "movement", "who": GERMAN}]}).air == compose(later).air != {}


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


FOOT = foot("3444")


def changed(**printed: Any) -> dict[str, Any]:
    """A position with one unit whose counter is changed."""
    return {"units": {"x": {"at": "3444", "printed": {**FOOT["printed"], **printed}}}}


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ({"tea": 1}, "position.tea: there is no such key."),
        ({"unit": {}}, 'position.unit: there is no such key. Did you mean "units"?'),
        ({"turn": "40AM"}, "position.turn: There is no game turn '40AM'."),
        ({"turn": "18am"}, "position.turn: There is no game turn '18am'. Did you mean \"18AM\"?"),
        ({"turn": 1.5}, 'position.turn: give a turn such as "17AM" or its number.'),
        ({"turn": True}, 'position.turn: give a turn such as "17AM" or its number.'),
        ({"turn": 0}, "position.turn: There is no game turn 0; the turns are 1 to 36."),
        (
            {"turn": "18AM", "last_turn": "17AM"},
            "position.last_turn: 17AM comes before the turn of this position.",
        ),
        ({"seed": "x"}, "position.seed: this value must be a whole number, not text."),
        ({"units": []}, "position.units: this value must be a set of keys and values, not a list."),
        (
            {"units": {"Q": "3444"}},
            "position.units.Q.printed: there is no such unit in the order of battle; describe it under 'printed'.",
        ),
        (
            {"units": {"G-1": 3}},
            'position.units["G-1"]: give a hex or a box as text, or a set of keys and values.',
        ),
        (
            {"units": {"G-1": {"att": "3444"}}},
            'position.units["G-1"].att: there is no such key. Did you mean "at"?',
        ),
        (
            {"units": {"G-1": {"movement": 3}}},
            "position.units[\"G-1\"].movement: there is no such key. It belongs under 'printed'.",
        ),
        (
            {"units": {"G-1": {"supply": "low"}}},
            'position.units["G-1"].supply: "low" is not one of the values allowed here: isolated, out, supplied.',
        ),
        (
            {"units": {"G-1": {"at": 3444}}},
            'position.units["G-1"].at: this value must be text, not a whole number.',
        ),
        ({"units": {"x": {"printed": FOOT["printed"]}}}, "position.units.x.at: this key is missing."),
        (
            {"units": {"3444": FOOT}},
            'position.units["3444"]: a unit needs a name that is neither a hex nor a box.',
        ),
        ({"units": {"": FOOT}}, 'position.units[""]: a unit needs a name that is neither a hex nor a box.'),
        (
            {"units": {"G-1": {"printed": {"movement": "4"}}}},
            'position.units["G-1"].printed.movement: this value must be a whole number, not text.',
        ),
        (
            changed(movement=4.5),
            "position.units.x.printed.movement: this value must be a whole number, not a fraction.",
        ),
        (changed(movement=-1), "position.units.x.printed.movement: this must be a number from 0 to 99."),
        (changed(factor=100), "position.units.x.printed.factor: this must be a number from 0 to 99."),
        (changed(speed=3), "position.units.x.printed.speed: there is no such key."),
        (
            changed(type="dragoon"),
            'position.units.x.printed.type: "dragoon" is not one of the values allowed here',
        ),
        (changed(nationality="dutch"), 'position.units.x.printed.nationality: "dutch" is not one'),
        (changed(arrives="40AM"), 'position.units.x.printed.arrives: "40AM" is not one'),
        (
            changed(mobility="foot"),
            'printed.mobility: "foot" is not one of the values allowed here: M, MI, N.',
        ),
        (
            {"units": {"x": {"at": "3444", "printed": {}}}},
            "position.units.x.printed.side: this key is missing.",
        ),
        ({"roster": {"x": {}}}, "position.roster.x.side: this key is missing."),
        ({"rest": "home"}, 'position.rest: "home" is not one of the values allowed here: absent, due.'),
        (
            {"bridges": {"3444/3445": "gone"}},
            'position.bridges["3444/3445"]: "gone" is not one of the values allowed here: building, built, destroyed.',
        ),
        (
            {"bridges": {"3444/3445": "built", "3445/3444": "built"}},
            'position.bridges["3445/3444"]: this hexside is given twice.',
        ),
        (
            {"weather": {"18AM": "clear", "19AM": "fog"}},
            'position.weather["19AM"]: "fog" is not one of the values allowed here: clear, overcast, snow.',
        ),
        (
            {"replacements": {"20AM": {"allied": 1, "germans": 1}}},
            'position.replacements["20AM"].germans: "germans" is not one of the values allowed here: allied, german.',
        ),
        ({"depots": {"3444": 1}}, 'position.depots["3444"]: this value must be text, not a whole number.'),
        ({"closed_exits": "X1"}, "position.closed_exits: this value must be a list, not text."),
        ({"phase": "tea"}, "position.phase: There is no phase 'tea'"),
        ({"phase": ["air"]}, "position.phase: There is no phase ['air']"),
        (
            {"phase": "air", "phasing": "allied"},
            "position.phase: The Air Phase comes only in the German player turn (4.21a).",
        ),
        (
            {"stack": [{"step": "tea"}]},
            'position.stack[0].step: "tea" is not one of the values allowed here: advance, ',
        ),
        ({"stack": [], "phase": "air"}, "position.phase: give a phase or a stack, not both."),
    ],
)
def test_what_cannot_be_read_is_named_in_one_sentence(raw: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as wrong:
        compose(raw)
    text = str(wrong.value)
    assert sentence in text
    assert "\n" not in text


def test_nobody_is_due_without_an_order_of_battle() -> None:
    with pytest.raises(ValueError, match="no units can be due without a base scenario"):
        compose({"rest": "due"}, None)


def test_a_new_counter_need_not_say_what_goes_without_saying() -> None:
    printed = {"type": "infantry", "size": "regiment", "mobility": "N", "movement": 4}
    state = compose({"units": {"Alpha": {"side": "allied", "at": "3444", "printed": printed}}}, None)
    counter = state.roster["Alpha"]
    assert (counter.side, counter.name, counter.nationality) == ("allied", "Alpha", "us")
    printed["side"] = "german"
    assert (
        compose({"units": {"B": {"at": "3444", "printed": printed}}}, None).roster["B"].nationality
        == "german"
    )


def test_a_bridge_may_be_named_from_either_hex() -> None:
    state = compose({"bridges": {"3445/3444": "destroyed"}}, None)
    assert state.bridges == {"3444/3445": "destroyed"}


def test_a_described_position_is_packed_and_played_like_any_other() -> None:
    now = position({"x": foot("3444"), "e": foot("3450", ALLIED)}, seed=7)
    assert now.state.dice.seed == 7
    again = Situation(PLAIN, PLAIN.resume(PLAIN.unpack(PLAIN.pack(now.state))))
    assert again.reach("x") == now.reach("x")


@pytest.mark.rule("iron_tide", "9.0a")
def test_a_regiment_of_which_nothing_is_said_draws_blue_chits_on_the_b_line() -> None:
    now = combat({"a": foot("3446"), "d": bn("3445", ALLIED, 4)})
    assert (now.state.roster["a"].cup, now.state.roster["a"].letter) == ("blue", "B")
    assert (now.state.roster["d"].cup, now.state.roster["d"].letter) == ("", "")
    fought = now.attack("a", "3445").resolve(1, 1, 1)
    assert fought.fought.attack == TABLES.chits.blue[0].b_full
    assert fought.state.chits == {"a": 0}


@pytest.mark.parametrize(("key", "value"), [("cup", "green"), ("letter", "D")])
def test_a_counter_has_no_other_cup_or_letter(key: str, value: str) -> None:
    with pytest.raises(ValueError, match=rf'printed\.{key}: "{value}" is not one of the values allowed here'):
        position({"a": foot("3446", printed={key: value})})


@pytest.mark.rule("iron_tide", "B64", "12.1g", "B28", "17.12a")
def test_what_follows_from_where_units_stand_need_not_be_said() -> None:
    """The Meuse crossed, exit roads closed, depots captured, units of Type 1 near a German; commandos do none of it."""
    banks = (("meuse.west", "3440 3441"), ("meuse.east", "3442 3443 3444 3445"))
    ground = country(exits=(("X4", "3440"),), zones=banks)
    tied = foot("3443", ALLIED, printed={"restriction": ["17.1:type1"]})
    units = {"r": tied, "s": foot("3447", ALLIED, printed={"restriction": ["17.1:type1"]})}
    near = position({**units, "g": foot("3441")}, ground, depots={"3441": "stocked"})
    assert (near.state.meuse_crossed, near.state.depots) == (near.state.turn, {"3441": "captured"})
    assert (near["r"].released, near["s"].released) == (True, False)
    nobody = position({**units, "g": commando("3441")}, ground, depots={"3441": "stocked"})
    assert (nobody.state.meuse_crossed, nobody.state.depots) == (0, {"3441": "stocked"})
    assert not nobody["r"].released
    lost = compose({"units": {"r": {**tied, "at": "9999"}, "g": foot("3441")}})
    assert not lost.units["r"].released  # that no hex is there is for the audit to say
    said = position({"r": {**tied, "released": False}, "g": foot("3441")}, ground, meuse_crossed=0)
    assert (said["r"].released, said.state.meuse_crossed) == (False, 0)
    left = position({"r": tied, "g": {**foot("3441"), "at": "#exited"}}, ground, exited={"g": "3440"})
    assert (left.state.closed_exits, left.state.meuse_crossed) == (("X4",), left.state.turn)


@pytest.mark.rule("iron_tide", "B46")
def test_whoever_stands_in_a_place_holds_it_when_he_goes_on() -> None:
    """He was the last to come; a commando takes nothing, and what is said of a place that stands empty is kept."""
    ground = country(town="3444 3540", zones=(("vp.Bastogne", "3444"),))
    now = position({"g": foot("3444"), "e": foot("3440", ALLIED)}, ground)
    assert now.state.held == {"3444": "german"}
    gone = now.move("g", "3446")
    assert victory.holder(gone.rules, gone.state, gone.seat.board, "3444") == "german"
    nobody = position({"g": commando("3444"), "e": foot("3440", ALLIED)}, ground, held={"3540": "german"})
    assert nobody.state.held == {"3540": "german"}


@pytest.mark.rule("iron_tide", "B48")
def test_allied_units_that_are_eliminated_are_counted_as_lost() -> None:
    lost = {
        "a": {**foot("3444", ALLIED), "at": "#eliminated"},
        "b": {**foot("3444", ALLIED), "at": "#eliminated/isolated"},
        "c": {**foot("3444", ALLIED), "at": "#withheld"},
        "g": {**foot("3444"), "at": "#eliminated"},
    }
    assert position(lost).state.allied_losses == 2
    assert position(lost, allied_losses=64).state.allied_losses == 64  # some of them were rebuilt


@pytest.mark.rule("iron_tide", "3.0a")
def test_a_cup_that_is_left_out_holds_what_lies_under_nobody() -> None:
    blue = chits.full_cups(TABLES.chits)["blue"]
    now = combat({"a": reg("3446", chit=7), "d": bn("3445", ALLIED, 4)}, cups={"blue": blue})
    assert now.state.cups == chits.cups_without(TABLES.chits, now.state.chits, now.state.roster)
