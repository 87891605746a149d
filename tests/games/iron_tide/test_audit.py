"""What an audit finds wrong with a position set up by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.games.iron_tide import GAME
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    battalion,
    commando,
    country,
    foot,
    position,
    unit,
)


def problems(units: dict[str, Any], **state: Any) -> list[str]:
    """The problems of a position, as the player reads them."""
    now = position(units, country(exits=(("X1", "3440"),)), sound=False, **state)
    return [str(p) for p in now.rules.audit(now.state)]


def test_a_sound_position_has_no_problems() -> None:
    assert (
        problems(
            {"x": foot("3444"), "e": foot("3445", ALLIED), "d": foot("#eliminated"), "o": foot("#exited")}
        )
        == []
    )


@pytest.mark.rule("iron_tide", "14.0b", "14.0c", "16.2a")
@pytest.mark.parametrize(
    ("side", "printed", "lost"),
    [
        (ALLIED, {}, True),
        (ALLIED, {"entry": "Q"}, True),
        (ALLIED, {"entry": "D"}, True),
        (ALLIED, {"entry": "A"}, False),
        (GERMAN, {}, False),
        (GERMAN, {"restriction": ["16.2"]}, True),
        (GERMAN, {"restriction": ["16.2"], "drop": "3450"}, False),
    ],
)
def test_whoever_can_never_come_in_is_found(side: str, printed: dict[str, Any], lost: bool) -> None:
    """No letter, none that there is, a road this map has not, no hex to land in: such a unit would wait for ever."""
    door = country(zones=(("entry.A", "4145"),))
    now = position({"x": foot("#due/20AM", side, printed=printed)}, door, sound=False)
    found = [str(problem) for problem in now.rules.audit(now.state)]
    assert found == ["[14.0b] Unit x can never enter play: it has no way onto this map."] * lost


@pytest.mark.rule("iron_tide", "8.1b")
def test_enemies_in_one_hex() -> None:
    assert problems({"x": foot("3444"), "e": foot("3444", ALLIED)}) == [
        "[8.1b] Units of both sides are in 3444."
    ]
    assert problems({"c": commando("3444"), "e": foot("3444", ALLIED)}) == []


@pytest.mark.rule("iron_tide", "8.1a")
def test_four_units_in_a_hex() -> None:
    four = {f"x{i}": battalion("3444") for i in range(4)}
    assert problems(four, phase="combat") == ["[8.1a] There are 4 German units in 3444."]
    assert problems(four, phase="movement") == []  # it may be cured before the phase ends
    assert problems(four, phase="movement", phasing=ALLIED) == ["[8.1a] There are 4 German units in 3444."]


def test_units_that_are_nowhere() -> None:
    assert problems({"x": foot("9999")}) == ["[position] Unit x is in 9999, which is not on the map."]
    assert problems({"x": foot("#moon")}) == [
        "[position] Unit x is in #moon, which is not a box of this game."
    ]
    assert problems({"x": foot("#due/40AM")}) == [
        "[position] Unit x is in #due/40AM, which is not a box of this game."
    ]
    assert problems({"x": foot("#due/20AM"), "y": foot("#due/COND"), "z": foot("#tray/german")}) == []


def test_everything_that_is_wrong_is_told_at_once() -> None:
    found = problems({"a": foot("9999"), "x": foot("3444"), "e": foot("3444", ALLIED)})
    assert [text.split("]")[0] for text in found] == ["[position", "[8.1b"]


def test_units_that_cannot_be_so() -> None:
    assert problems({"x": battalion("3444", cadre=True)}) == [
        "[11.78j] Unit x has only one step and cannot be a cadre."
    ]
    assert problems({"x": battalion("3444", zoc=True)}) == [
        "[7.4b] Unit x cannot have a temporary zone of control."
    ]
    wrong = foot("3444")
    wrong["side"] = ALLIED
    assert problems({"x": wrong}) == ["[position] Unit x is on the wrong side."]


def test_markers_that_lie_nowhere() -> None:
    x = {"x": foot("3444")}
    assert problems(x, bridges={"3444/3446": "built"}) == [
        "[position] 3444/3446 is not a hexside of this map."
    ]
    assert problems(x, bridges={"3444/3445": "built"}) == [
        "[position] There is no river along 3444/3445, so no bridge can be there."
    ]
    assert problems(x, depots={"9999": "stocked"}) == ["[position] 9999 is not a hex of this map."]
    assert problems(x, entrenchments={"9999": "allied"}) == ["[position] 9999 is not a hex of this map."]
    assert problems(x, closed_exits=["X9"]) == ["[12.1g] There is no Victory Point Exit road X9 on this map."]
    assert problems(x, closed_exits=["X1"]) == []
    assert problems(x, first_mover="y") == ["[18.0c] There is no unit y to be the first unit to move."]
    assert problems(x, first_mover="x") == ["[18.0c] The first unit to move must be Allied; x is not."]


@pytest.mark.parametrize(("phase", "sound"), [("movement", True), ("reserve", True), ("combat", False)])
def test_a_hex_may_be_overfull_as_soon_as_movement_is_about_to_begin(phase: str, sound: bool) -> None:
    four = {f"x{i}": battalion("3444") for i in range(4)}
    state = GAME.compose(PLAIN, {"turn": "18AM", "phase": phase, "units": four}, None)
    assert (not PLAIN.audit(state)) is sound


@pytest.mark.rule("iron_tide", "R01")
def test_a_hex_stays_overfull_while_somebody_is_asked_in_the_middle_of_a_move() -> None:
    """The state between can be loaded again like any other: for a commando, and for an exit."""
    road = country(
        roads=("3440/W 3440 3441 3442 3443 3444",), exits=(("X4", "3440"),), zones=(("entry.D", "3440"),)
    )
    four = {f"x{i}": battalion("3144", ALLIED) for i in range(3)} | {"y": battalion("3143", ALLIED)}
    units = {**four, "a": foot("3444", ALLIED), "c": commando("3443")}
    asked = position(units, road, phasing=ALLIED).move("y", "3144").move("a", "3442")
    assert asked.step == (GERMAN, "misdirecting")
    assert not asked.rules.audit(asked.state)
    due = foot("#due/20AM", ALLIED, printed={"entry": "D", "arrives": "20AM"})
    crowd = {f"x{i}": battalion("3144") for i in range(3)} | {
        "y": battalion("3143"),
        "g": foot("3441"),
        "d": due,
    }
    gone = position(crowd, road).move("y", "3144").act("exit", "g", "3440")
    assert gone.step == (ALLIED, "withholding")
    assert not gone.rules.audit(gone.state)


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ({"step": "movement", "who": "soviet"}, "soviet is not a side."),
        ({"step": "campaign", "at": 99}, "its stages are numbered 0 to 7."),
        ({"step": "player_turn", "side": "german", "at": -1}, "its stages are numbered 0 to 15."),
        ({"step": "campaign"}, "x sets up at the start, but has no starting hex on this map."),
        (
            {"step": "moving", "units": ["x"], "path": ["9999"], "walked": ["3444"]},
            "a move must use hexes of this map.",
        ),
        (
            {"step": "moving", "units": ["x"], "path": [], "walked": []},
            "a move must use hexes of this map.",
        ),
        (
            {"step": "moving", "units": ["x"], "path": [], "walked": ["3445"]},
            "the moving units must be in 3445.",
        ),
        ({"step": "overstack", "who": "german", "hex": "3445"}, "3445 is not overstacked."),
        ({"step": "overstack", "who": "german", "hex": "9999"}, "9999 is not overstacked."),
        (
            {"step": "replacements", "who": "german", "left": -1},
            "the number of replacements cannot be negative.",
        ),
    ],
)
def test_a_stack_that_speaks_of_what_is_not_there(step: dict[str, Any], sentence: str) -> None:
    state = GAME.compose(PLAIN, {"units": {"x": foot("3444")}, "stack": [step]}, None)
    assert [str(p) for p in PLAIN.audit(state)] == [f"[position] Step 0 of the stack: {sentence}"]


@pytest.mark.parametrize(
    ("state", "rule", "words"),
    [
        ({"exited": {"nobody": "3440"}}, "5.3c", "nobody is not a German unit that has left the map"),
        ({"exited": {"g": "3440"}}, "5.3c", "g is not a German unit that has left the map"),
        ({"exited": {"x": "9999"}}, "5.3c", "9999 is not a hex"),
        (
            {"air": {"bombers": {"ready": 1}}},
            "10.0a",
            "There is no air point box bombers; the boxes are german, allied, resupply.",
        ),
        (
            {"air": {"german": {"ready": -1}}},
            "10.0a",
            "German air points ready must be a number from 0 to 99.",
        ),
        (
            {"air": {"german": {"ready": 1, "spent": -1}}},
            "10.0a",
            "The number of air points spent from box german cannot be negative.",
        ),
        ({"weather": {"33XM": "clear"}}, "4.21b", "There is no game turn 33XM."),
        ({"air_points": {"AM": {"german": 1}}}, "10.0a", "There is no game turn AM."),
        (
            {"air_points": {"18PM": {"german": 1, "allied": -2}}},
            "10.0a",
            "The number of air points on 18PM cannot be negative.",
        ),
        ({"replacements": {"zz": {"german": 1}}}, "15.0a", "There is no game turn zz."),
        (
            {"replacements": {"20AM": {"german": -1}}},
            "15.0a",
            "The number of replacements on 20AM cannot be negative.",
        ),
        ({"fuel_rolls": {"x": {"came": "none"}}}, "12.5a", "There is no game turn x."),
        ({"german_bridges": ["foo"]}, "13.1k", "foo is not a hexside of this map."),
        ({"german_bridges": ["3444/3445"]}, "13.1k", "There is no river along 3444/3445"),
        ({"queues": {"9999": 1}}, "14.0e", "A queue of 1 at 9999 is not possible"),
        ({"queues": {"3440": -1}}, "14.0e", "A queue of -1 at 3440"),
        ({"late": ["12SS"]}, "17.2a", "no late division 12SS"),
        ({"resupplied": ["9999"]}, "12.4d", "9999 is not a hex"),
        (
            {"meuse_crossed": 99},
            "position",
            "Game turn in which the Meuse was crossed must be a number from 0 to 36.",
        ),
        ({"infiltrated": -1}, "position", "Game turn of the infiltration must be a number from 0 to 36."),
        ({"allied_losses": -1}, "position", "Allied units lost must be a number from 0 to 999."),
        ({"fuel_skipped": -1}, "position", "Fuel rolls put off must be a number from 0 to 99."),
        (
            {"mech_replacement": -1},
            "position",
            "Game turn of the last mechanized replacement must be a number from 0 to 36.",
        ),
        (
            {"works": {"3450": {"side": "allied", "engineer": "p", "left": 1}}},
            "13.1h",
            "No engineers are at work on the construction at 3450",
        ),
        (
            {"works": {"3450": {"side": "german", "engineer": "p", "left": 0}}},
            "13.1h",
            "No engineers are at work",
        ),
    ],
    ids=str,
)
def test_accounts_that_cannot_be(state: dict[str, Any], rule: str, words: str) -> None:
    units = {
        "g": foot("3444"),
        "x": foot("#exited"),
        "p": unit("3450", GERMAN, "engineer", "battalion", "N", 4, {"printed": {"factor": 1}}),
    }
    raw = {"turn": "18AM", "phase": "movement", "units": units, **state}
    found = PLAIN.audit(GAME.compose(PLAIN, raw, None))
    assert [p.rule for p in found] == [rule]
    assert words in str(found[0])


@pytest.mark.rule("iron_tide", "9.0a", "2.33a")
def test_a_chit_under_nobody_and_under_who_has_no_cup() -> None:
    units = {"k": commando("3444"), "e": foot("3459", ALLIED)}
    now = position(units, sound=False)
    for uid in ("nobody", "k"):
        found = now.rules.audit(replace(now.state, chits={uid: 0}))
        assert f"[9.0a] {uid} cannot have a strength chit." in [str(problem) for problem in found]
