"""Positions from descriptions, and what a map, tables and a scenario are checked for."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import Cell, Hexside
from hexbench.games.trumpets import GAME, checks
from hexbench.games.trumpets.mission import Objective, Works
from hexbench.games.trumpets.state import Scenario
from tests.games.trumpets.shipped import RAW, SHEET, TABLES, decode, losheim_gap, scenario

RULES = losheim_gap()
BASE = scenario("losheim")
OWN: dict[str, Any] = {"at": "1412", "printed": {"side": "german", "type": "tank_co", "er": 6}}


def made(**position: Any) -> Any:
    """A position with the scenario of Losheim behind it."""
    return GAME.compose(RULES, position, BASE)


# ---- positions -------------------------------------------------------------------------------------------------------
def test_a_unit_of_the_scenario_needs_only_its_place() -> None:
    state = made(units={"1-394": "1315", "12_Fus": {"at": "1616", "lost": 1}}, turn="16AF", phasing="allied")
    assert list(state.units) == ["1-394", "12_Fus"]
    assert state.units["1-394"].at == "1315"
    assert state.units["12_Fus"].lost == 1
    assert state.mission.units["1-394"].er == 4
    assert (state.turn, state.phasing, state.weather) == (2, "allied", "Overcast")
    assert RULES.resume(state).state.stack[-1].who == "allied"
    assert RULES.audit(state) == ()


def test_who_is_not_named() -> None:
    assert "1-501" not in made(units={}).units
    due = made(units={}, rest="due", turn="16EV").units
    assert due["1-501"].at == "#due/16EV"
    assert "1-394" not in due
    start = made(units={}, rest="start").units
    assert start["1-394"].at == "1114"
    assert len(start) == len(BASE.mission.units)


@pytest.mark.rule("trumpets", "TT-REC-02")
def test_a_unit_still_to_come_needs_a_hex_to_come_in_by() -> None:
    """It was let in and ended the program when its turn came."""
    stranger = {"at": "#due/16EV", "printed": {"side": "german", "type": "tank_co", "er": 6}}
    assert [str(problem) for problem in RULES.audit(made(units={"x": stranger}))] == [
        "[TT-REC-02] Unit x is due to arrive later but has no hex on the map to enter by."
    ]
    stranger["printed"] = {"side": "german", "type": "tank_co", "er": 6, "at": "1412"}
    assert RULES.audit(made(units={"x": stranger})) == ()
    # one of the order of battle comes in by the hex it began in
    assert RULES.audit(made(units={"1-394": "#due/16EV"})) == ()


def test_a_unit_of_ones_own_and_works() -> None:
    state = made(units={"x": OWN}, works={"1412": {"main": "IP5"}, "1114": {"main": "SP", "owner": "allied"}})
    assert state.mission.units["x"].nation == "german"
    assert state.works == {
        "1412": Works(main="IP5", owner="german"),
        "1114": Works(main="SP", owner="allied"),
    }
    assert made(units={}).works["1017"].main == "IP5"
    assert made(units={"1-394": "#eliminated"}).units["1-394"].lost == 3


@pytest.mark.rule("trumpets", "TT-REC-19", "TT-DEF-28", "TT-AMB-39")
def test_who_stands_in_a_hex_has_entered_it() -> None:
    state = made(units={"I-27_Fus": "1114", "1-394": "0713"})
    assert (state.held["1114"], state.held["1017"]) == ("german", "allied")
    assert "1114" not in state.works
    assert state.works["0915"] == Works(main="IP5", owner="allied")
    # whose a position is follows from who begins there, named or not
    attacker = made(units={"I-9_FJR": "1114", "3-394": "1013"})
    assert "1114" not in attacker.works
    fort = made(units={"I-27_Fus": "1114"}, mission={"works": {"1114": {"main": "FT", "road_block": True}}})
    assert fort.works == {"1114": Works(main="FT", road_block=True, owner="allied")}
    free = made(units={"I-27_Fus": "1212"}, mission={"works": {"1212": {"main": "IP6"}}})
    assert free.works == {"1212": Works(main="IP6", owner="german")}


@pytest.mark.rule("trumpets", "TT-REC-19")
def test_what_a_position_names_goes_before_who_stands_there() -> None:
    state = made(
        units={"I-27_Fus": "1114"},
        held={"1114": "allied"},
        works={"1114": {"main": "IP5", "owner": "allied"}},
    )
    assert state.held == {"1114": "allied"}
    assert state.works == {"1114": Works(main="IP5", owner="allied")}


@pytest.mark.rule("trumpets", "TT-REC-19")
@pytest.mark.parametrize(("at", "held"), [("1412", {"1412": "german"}), ("1512", {})])
def test_a_unit_of_ones_own_holds_what_it_stands_in_and_not_where_it_began(
    at: str, held: dict[str, str]
) -> None:
    own = {"at": at, "printed": {**OWN["printed"], "at": "1412" if at != "1412" else "1512"}}
    goals = [{"name": "A", "hex": "1412", "points": 9}]
    state = GAME.compose(RULES, {"units": {"x": own}, "mission": {"objectives": goals}}, None)
    assert state.held == held


CLEAR: Any = {
    "weather": {"16AF": "Clear", "16EV": "Clear"},
    "air": {"16AF": {"german": 2}, "16EV": {"german": 2}},
}


@pytest.mark.rule("trumpets", "TT-REC-14")
@pytest.mark.parametrize(
    ("turn", "weather"),
    [("16MO", "Fog"), ("16AF", "Overcast"), ("17EV", "Fog"), ("17AF", "Overcast"), ("18AF", "Fog")],
)
def test_the_weather_of_a_turn_is_by_custom_unless_something_is_said(turn: str, weather: str) -> None:
    assert GAME.compose(RULES, {"units": {"x": OWN}, "turn": turn}, None).weather == weather


@pytest.mark.rule("trumpets", "TT-REC-10")
def test_a_position_has_the_air_points_of_its_own_weather() -> None:
    foggy = {**CLEAR, "weather": {"16AF": "Fog"}}
    assert made(units={}, turn="16AF", mission=foggy, weather="Clear").air_left == {"german": 2}
    assert made(units={}, turn="16AF", mission=foggy).air_left == {}
    assert made(units={}, turn="16AF", mission=CLEAR, weather="Overcast").air_left == {}
    assert made(units={}, turn="16AF", mission=CLEAR).air_left == {"german": 2}
    assert made(units={}, turn="16EV", mission=CLEAR).air_left == {}


@pytest.mark.parametrize(
    "position",
    [
        {"weather": "Clear", "turn": "16AF"},
        {"works": {}},
        {"air_left": {}, "turn": "16AF", "mission": CLEAR},
        {"held": {}},
        {"phasing": "german", "mission": {"first": "allied"}},
        {"mission": {"area": [], "works": {}}},
    ],
)
def test_a_state_loads_back_as_it_is_over_any_scenario(position: dict[str, Any]) -> None:
    state = made(**{"phase": "combat", "units": {"I-27_Fus": "1214", "1-394": "1114"}, **position})
    for base in (BASE, scenario("rocherath"), None):
        assert GAME.compose(RULES, msgspec.to_builtins(state), base) == state


def test_without_a_scenario() -> None:
    state = GAME.compose(RULES, {"units": {"x": OWN}, "turn": "17AF", "seed": 4}, None)
    assert state.mission.turns[state.turn - 1] == "17AF"
    assert RULES.resume(state).state.stack[-1].phase == "movement"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"unts": {}}, 'position.unts: there is no such key. Did you mean "units"?'),
        ({"turn": "16XX"}, "position.turn: there is no turn 16XX."),
        ({"turn": 9}, "position.turn: there is no turn 9"),
        ({"turn": True}, "position.turn: give a turn"),
        ({"phase": "lunch"}, "position.phase: There is no phase 'lunch'"),
        ({"phase": "movement", "stack": []}, "position.phase: give a phase or a stack"),
        ({"rest": "some"}, "position.rest:"),
        ({"units": {"y": "1412"}}, "position.units.y.printed: there is no such unit"),
        ({"units": {"1-394": 4}}, 'position.units["1-394"]: give a hex'),
        ({"units": {"1-394": {"er": 4}}}, "It belongs under 'printed'."),
        ({"units": {"#x": OWN}}, "a unit needs a name"),
        ({"units": {"y": {**OWN, "printed": {"side": "german", "type": "elephant", "er": 5}}}}, "elephant"),
        (
            {"units": {"y": {**OWN, "printed": {"side": "german", "er": 5}}}},
            "printed.type: this key is missing",
        ),
        ({"works": {"1412": {"main": "XX"}}}, 'position.works["1412"]'),
        ({"mission": {"first": "belgian"}}, "position.mission.first"),
        (
            {"mission": {"turns": []}, "turn": "16MO"},
            "position.mission.turns: give at least one turn, such as",
        ),
        (
            {"mission": {"turns": ["16XX"]}, "rest": "due"},
            "position.mission.turns: give at least one turn, such as",
        ),
        (
            {"mission": {"objectives": [{"name": "A", "hex": "9999", "points": 1}]}},
            "position.mission.objectives[0]",
        ),
    ],
)
def test_what_cannot_be_read_is_one_sentence(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]*$") as fault:
        made(**wrong)
    assert said in str(fault.value)


# ---- the map ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-TER-35")
@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (Cell("swamp"), 'no terrain "swamp"'),
        (Cell("clear", ("castle",)), 'no feature "castle"'),
        (Cell("clear", ("town", "city")), "only one of village, town and city"),
    ],
)
def test_a_map_with_words_the_rules_do_not_know(cell: Cell, said: str) -> None:
    sheet = replace(SHEET, cells={**SHEET.cells, "1412": cell})
    with pytest.raises(ValueError, match=said):
        GAME.open(Atlas(sheet), TABLES, GAME.Options())


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        (("canal",), "canal"),
        (("stream", "river"), "not both"),
        (("bridge",), "needs a stream or a river"),
    ],
)
def test_a_map_with_hexsides_that_cannot_be(kinds: tuple[str, ...], said: str) -> None:
    sheet = replace(SHEET, hexsides=(*SHEET.hexsides, Hexside("1412/1512", kinds)))
    with pytest.raises(ValueError, match=said):
        GAME.open(Atlas(sheet), TABLES, GAME.Options())


# ---- tables ----------------------------------------------------------------------------------------------------------
def test_the_shipped_tables_make_sense() -> None:
    assert list(checks.problems(TABLES)) == []


def _spoil(raw: dict[str, Any], path: str, value: Any) -> None:
    *way, last = path.split("/")
    here: Any = raw
    for key in way:
        here = here[int(key)] if isinstance(here, list) else here[key]
    if isinstance(here, list):
        here[int(last)] = value
    elif value is None:
        del here[last]
    else:
        here[last] = value


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("weapons/1/id", "TT-WPN-01", "given twice"),
        ("weapons/1/attacker", "lucky", 'no attacker condition "lucky"'),
        ("weapons/1/defender", "sleepy", 'no defender condition "sleepy"'),
        ("crt/columns/0", "1-5", "crt.columns"),
        ("crt/rows/5", None, "crt.rows: there must be one row for each of -3 to 10+, in order."),
        ("crt/rows/5/2", "/DR9", 'holds "/DR9"'),
        ("crt/rows/5/2", "2/", 'holds "2/"'),
        ("blitz/rows/3/0", "Adv5", 'holds "Adv5"'),
        ("blitz/rows/3", ["-"], "1 results for 4 columns"),
        ("terrain/marsh", None, "the row marsh"),
        ("costs/road", None, "the row road"),
        ("costs/clear/foot", 0, "the cost of clear"),
        ("positions/RB", None, "the column RB"),
        ("positions/RB/hit_from", "9-1", "9-1 is not a column"),
        ("templates/fa_105/range", 0, "artillery"),
        ("templates/inf_bn/steps", 0, "needs at least one step"),
        ("templates/inf_bn/mf", 0, "needs at least one step and 1 MF"),
        ("advance/rows/D3", None, "the row D3"),
        ("surprise", "16M0", "is not a turn"),
        ("tiger_scare/first", "18AF", "its last turn comes before its first"),
        ("supply_reach", -1, "below zero"),
    ],
)
def test_tables_that_do_not_make_sense(path: str, value: Any, said: str) -> None:
    raw = copy.deepcopy(RAW)
    _spoil(raw, path, value)
    found = list(checks.problems(decode(raw)))
    assert any(said in one for one in found), found


@pytest.mark.rule("trumpets", "TT-GEN-03", "TT-GEN-04")
def test_every_type_has_one_category_and_afv_is_apart_from_it() -> None:
    of = {key: (one.category, "afv" in one.tags) for key, one in TABLES.templates.items()}
    assert {category for category, _ in of.values()} == {"front_line", "combat_support", "artillery", "hq"}
    assert of["pz_bn"] == ("front_line", True)
    assert of["stug_co"] == ("combat_support", True)
    assert of["inf_bn"] == ("front_line", False)
    assert of["eng_co"] == ("combat_support", False)


@pytest.mark.rule("trumpets", "TT-GEN-02")
def test_a_doubtful_icon_is_a_tag_and_can_be_read_otherwise() -> None:
    printed = BASE.mission.units["12_Fus"]
    assert "low_visibility" in RULES.tags(printed)
    other = replace(TABLES, icons={**TABLES.icons, "low_visibility": ("parachute",)})
    read = GAME.open(Atlas(SHEET), other, GAME.Options())
    assert "low_visibility" not in read.tags(printed)
    assert "low_visibility" in read.tags(replace(printed, type="fj_bn"))


# ---- scenarios -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["losheim", "rocherath"])
def test_the_shipped_scenarios_make_sense(name: str) -> None:
    assert list(checks.check(RULES, scenario(name))) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"turns": ("16MO", "16XX")}, 'give at least one turn, such as "16MO"'),
        ({"turns": ("16AF", "16MO")}, "16MO does not come after 16AF"),
        ({"weather": {"19MO": "Fog"}}, "there is no such turn"),
        ({"supply": {"german": ("9999",), "allied": ()}}, "9999 is not a hex"),
        ({"supply": {"german": ("1808",), "allied": ()}}, "there is no road in 1808"),
        ({"works": {"0000": Works(main="IP5")}}, "outside the area"),
        ({"objectives": (Objective(name="A", hex="1114", points=1),) * 2}, "listed twice"),
        ({"levels": {"german_major": 1, "german_minor": 2, "draw": 0}}, "better level"),
    ],
)
def test_scenarios_that_do_not_make_sense(changes: dict[str, Any], said: str) -> None:
    raw = {**msgspec.to_builtins(BASE.mission), **msgspec.to_builtins(changes)}
    found = list(checks.check(RULES, msgspec.convert({"mission": raw}, Scenario)))
    assert any(said in one for one in found), found


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"type": "elephant"}, 'no unit type "elephant"'),
        ({"at": "9999"}, "9999 is not a hex"),
        ({"at": "0000"}, "outside the area"),
        ({"turn": "19MO"}, "there is no turn 19MO"),
        ({"nation": "german"}, "do not fight for the allied side"),
        ({"tot": True}, "only artillery"),
        ({"at": "1616"}, "units of both sides start in"),
    ],
)
def test_units_that_do_not_make_sense(facts: dict[str, Any], said: str) -> None:
    printed = replace(BASE.mission.units["1-394"], **facts)
    mission = replace(BASE.mission, units={**BASE.mission.units, "1-394": printed})
    found = list(checks.check(RULES, Scenario(mission=mission)))
    assert any(said in one for one in found), found


def test_what_was_repaired_ruled_or_looks_wrong_is_noted() -> None:
    kinds = {note.kind for note in TABLES.notes}
    assert kinds == {"repaired", "ruled", "suspect"}
    assert [note.cell for note in TABLES.notes if note.kind == "suspect"] == ["crt 10+ 4-1"]
