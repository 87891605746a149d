"""The tables as data: strict decoding, the sense of the values, and what play reads from them."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import msgspec
import pytest

from hexbench.games.iron_tide.checks import check
from hexbench.games.iron_tide.tables import Scenario
from tests.games.iron_tide.shipped import RAW, TABLES, decode

SOURCED = [name for name, value in RAW.items() if isinstance(value, dict)]


def changed(path: str, value: Any) -> dict[str, Any]:
    """The raw tables with one value replaced; ``path`` is dotted, numbers are places in a list."""
    raw = copy.deepcopy(RAW)
    *way, last = [
        int(word) if word.isdigit() and "results." not in path else word for word in path.split(".")
    ]
    at: Any = raw
    for word in way:
        at = at[word]
    at[last] = value
    return raw


# --------------------------------------------------------------------------------------------------------- the file


def test_the_shipped_tables_have_no_problem() -> None:
    assert check(TABLES) == []


@pytest.mark.parametrize("name", SOURCED)
def test_every_table_says_where_it_comes_from(name: str) -> None:
    table = getattr(TABLES, name)
    assert table.source in ("rules", "reconstruction")
    assert table.provenance.endswith(".")


@pytest.mark.rule("iron_tide", "2.2a")
def test_every_chart_of_the_game_is_data() -> None:
    assert {
        "tec", "crt", "demolition", "commando_disruption", "turn_record", "fuel_shortage", "set_up",
    } <= set(SOURCED)  # fmt: skip
    assert {"weather", "allied_air", "german_air", "allied_replacements", "german_replacements"} <= set(
        type(TABLES.turn_record.turns[0]).__struct_fields__
    )


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("crt.sauce", "rules", "unknown field `sauce` - at `$.crt`"),
        ("crt.source", "memory", "Invalid enum value 'memory' - at `$.crt.source`"),
        ("crt.provenance", "", "at `$.crt.provenance`"),
        ("tec.hex.clear.N", "lots", "at `$.tec.hex[...].N`"),
        ("tec.hex.clear.N", -1, "at `$.tec.hex[...].N`"),
        ("tec.hex.clear.N", 1.5, "at `$.tec.hex[...].N`"),
        ("air_support.die.arrives", [1, 2, 7], "at `$.air_support.die[...][2]`"),
        ("turn_record.turns.0", [1, "16AM", "fog", 0, 0, 0, 0, False], "at `$.turn_record.turns[0][2]`"),
        (
            "turn_record.turns.0",
            [1, "16AM", "snow", 0, 0, 0, 0, False, 1],
            "got 9 - at `$.turn_record.turns[0]`",
        ),
        ("chits.red.0", [6, 12, 7, 8, 5, 6], "got 6 - at `$.chits.red[0]`"),
        ("version", 2, "Invalid enum value 2 - at `$.version`"),
    ],
)
def test_decoding_is_strict(path: str, value: Any, sentence: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        decode(changed(path, value))
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("air_support.die.arrives", [1, 2], "air_support: each roll of 1 to 6 must give exactly one result"),
        (
            "air_support.die.fails",
            [3, 4, 5, 6],
            "air_support: each roll of 1 to 6 must give exactly one result",
        ),
        (
            "air_support.die",
            {"yes": [1, 2, 3], "no": [4, 5, 6]},
            "air_support: the results must be arrives, fails",
        ),
        ("demolition.engineer.destroyed", [1], "demolition.engineer: each roll of 1 to 6"),
        ("depots.groups.0.die", [1], "depots: each roll of 1 to 6"),
        ("depots.groups.0.places", [], "depots: each result must place 3 depots, but one places 0."),
        (
            "fuel_shortage.rolls.0.roll",
            1,
            "fuel_shortage: the rolls 0 to 6 must each have one row, in order.",
        ),
        ("fuel_shortage.rolls.6.formations", 4, "fuel_shortage: a higher roll may not be worse"),
        ("crt.odds.rough", ["1-1"] * 13, "crt: the odds of row rough must go up the ladder"),
        (
            "crt.odds.rough",
            ["1-1"],
            "crt: the odds row rough must have 13 columns, like clear, but has 1.",
        ),
        ("crt.results.7", ["A1"], "crt: the row for roll 7 must have 13 results, but has 1."),
        ("crt.odds", {}, "crt: there must be at least one row of odds."),
        ("crt.results", {"two": ["A1"] * 13}, "crt: the rolls 2 to 12 must each have one row of results"),
        ("crt.defence_rank", ["clear"], "crt: defence_rank must name each odds row once."),
        ("tec.hex.clear.crt", "mud", "tec: the terrain clear uses the odds row mud"),
        ("tec.hex.clear.N", "ALL", "tec: clear, N: only a river may cost the whole movement factor."),
        ("tec.hexside.ford.N", "P", "tec: ford, N: this price must be a number."),
        ("tec.hexside.river.N", 3, "tec: an unbridged river must cost N and MI the whole movement factor"),
        ("defence.most", 2, "defence: no multiplier may be greater"),
        (
            "chits.red.0",
            [6, 12, 7, 13, 5, 6, 3],
            "chits: red kind 1: the full side must not rise from A to B to C",
        ),
        ("chits.blue.1", [8, 8, 5, 5, 6, 4, 2], "chits: blue kind 2: line B must be at least 1"),
        ("chits.blue.1", [0, 8, 5, 5, 3, 4, 2], "chits: blue kind 2 has no chits."),
        (
            "turn_record.turns.0",
            [1, "15PM", "snow", 0, 0, 0, 0, False],
            "turn_record: the turns must be the 36",
        ),
        (
            "turn_record.turns.0",
            [2, "16AM", "snow", 0, 0, 0, 0, False],
            "turn_record: the turns must be numbered",
        ),
        (
            "turn_record.turns.0",
            [1, "16AM", "snow", 0, 0, 1, 0, False],
            "turn_record: 16AM: the Allies must have one",
        ),
        (
            "turn_record.turns.7",
            [8, "19PM", "snow", 0, 0, 1, 1, True],
            "turn_record: 19PM: the Germans must have one",
        ),
        (
            "turn_record.turns.7",
            [8, "19PM", "snow", 0, 0, 1, 0, False],
            "turn_record: 19PM: fuel must be rolled for",
        ),
        ("victory_points.places.1.1", "Ettelbruck", "victory_points: a place is named twice."),
        (
            "victory_points.places.33.3",
            9,
            "victory_points: Liege must win the game in every scenario or in none",
        ),
        ("victory_points.places.0.0", "VP.02", "victory_points: the clauses must run from VP.01, in order."),
        ("victory_levels.levels.1.ten", 9, "victory_levels: the points of ten must begin with 0"),
        ("entry_roads.roads.1.letter", "A", "entry_roads: a letter is given twice."),
        ("entry_roads.roads.0.edge", "west", "entry_roads: A needs a column on the north or south edge"),
        ("exit_roads.roads.1.id", "X1", "exit_roads: an id is given twice."),
        ("set_up.held_back.until", "18MO", "set_up: there is no turn 18MO."),
    ],
)
def test_what_makes_no_sense_together_is_told_in_a_sentence(path: str, value: Any, sentence: str) -> None:
    problems = check(decode(changed(path, value)))
    assert any(problem.startswith(sentence) for problem in problems), problems


# ------------------------------------------------------------------------------------------------------ small tables


def test_one_die_tables_give_one_result_for_each_roll() -> None:
    assert [TABLES.air_support.result(roll) for roll in range(1, 7)] == ["arrives"] * 3 + ["fails"] * 3
    assert [TABLES.demolition.result(roll, engineer=True) for roll in (1, 3, 4)] == [
        "destroyed", "destroyed", "no_effect",
    ]  # fmt: skip
    assert [TABLES.demolition.result(roll, engineer=False) for roll in (1, 2)] == ["destroyed", "no_effect"]
    assert TABLES.parachute_landing.result(4) == "two_steps"


@pytest.mark.parametrize(
    ("rolls", "hexes"),
    [
        ((1, 2), ["4133", "3041", "3129"]),
        ((3, 4), ["2625", "1729", "3035"]),
        ((5, 6), ["3645", "3628", "0829"]),
    ],
)
def test_the_depot_die(rolls: tuple[int, ...], hexes: list[str]) -> None:
    for roll in rolls:
        assert [place.hex for place in TABLES.depots.places(roll)] == hexes


def test_fuel_shortage_and_its_modifier() -> None:
    fuel = TABLES.fuel_shortage
    assert [fuel.formations(roll, depots_destroyed=False) for roll in range(1, 7)] == [4, 3, 2, 1, 0, 0]
    assert [fuel.formations(roll, depots_destroyed=True) for roll in range(1, 7)] == [5, 4, 3, 2, 1, 0]


@pytest.mark.rule("iron_tide", "2.33c")
def test_on_every_chit_a_is_at_least_b_and_b_at_least_c() -> None:
    for chit in (*TABLES.chits.red, *TABLES.chits.blue):
        for reduced in (False, True):
            a, b, c = (chit.strength(letter, reduced=reduced) for letter in ("A", "B", "C"))
            assert a >= b >= c >= 0


@pytest.mark.parametrize(
    ("cup", "count", "means"),
    [("red", 120, [8.9, 4.9, 5.7, 3.1, 4.0, 1.8]), ("blue", 80, [6.3, 3.5, 4.1, 2.1, 2.7, 0.9])],
)
def test_the_two_cups(cup: str, count: int, means: list[float]) -> None:
    chits = getattr(TABLES.chits, cup)
    assert sum(chit.count for chit in chits) == count
    found = [
        sum(chit.count * chit.strength(letter, reduced=reduced) for chit in chits) / count
        for letter in ("A", "B", "C")
        for reduced in (False, True)
    ]
    assert found == pytest.approx(means, abs=0.051)


def test_the_chits_of_the_example_of_combat_exist() -> None:
    red = TABLES.chits.red
    assert {6, 5} <= {chit.strength("B") for chit in red}
    assert 11 in {chit.strength("A") for chit in red}


@pytest.mark.rule("iron_tide", "2.4b")
def test_thirty_six_turns_from_16am_to_2pm_alternate() -> None:
    turns = TABLES.turn_record.turns
    assert len(turns) == 36
    assert (turns[0].id, turns[9].id, turns[19].id, turns[35].id) == ("16AM", "20PM", "25PM", "2PM")
    assert [turn.morning for turn in turns] == [True, False] * 18
    assert TABLES.turn_record.turn("31PM").n == 32
    with pytest.raises(KeyError):
        TABLES.turn_record.turn("15AM")


def test_weather_and_air_points() -> None:
    turns = TABLES.turn_record.turns
    assert Counter(turn.weather for turn in turns) == {"clear": 14, "overcast": 19, "snow": 3}
    assert sum(turn.allied_air for turn in turns) == 68
    assert sum(turn.german_air for turn in turns) == 14


# ----------------------------------------------------------------------------------------------------------- victory


@pytest.mark.parametrize(
    ("scenario", "historical", "others", "level"),
    [("ten", 19, 57, "German Marginal"), ("twenty", 16, 43, "Draw"), ("campaign", 18, 46, "Draw")],
)
def test_the_sums_of_the_victory_point_list(
    scenario: Scenario, historical: int, others: int, level: str
) -> None:
    taken, rest = 0, 0
    for place in TABLES.victory_points.places:
        points = place.points(scenario)
        if points == "win":
            assert place.place == "Liege"
        elif place.historical:
            taken += points
        else:
            rest += points
    assert (taken, rest) == (historical, others)
    assert TABLES.victory_levels.level(scenario, taken) == level


NAMES = [
    "Allied Strategic", "Allied Substantial", "Allied Marginal", "Draw",
    "German Marginal", "German Substantial", "German Strategic",
]  # fmt: skip


def levels(scenario: Scenario) -> dict[str, tuple[int, int]]:
    """For each level the least and greatest points up to 40."""
    found: dict[str, list[int]] = {}
    for points in range(41):
        found.setdefault(TABLES.victory_levels.level(scenario, points), []).append(points)
    return {level: (points[0], points[-1]) for level, points in found.items()}


@pytest.mark.rule("iron_tide", "20.0h")
def test_levels_of_the_ten_turn_scenario() -> None:
    bounds = [(0, 4), (5, 8), (9, 12), (13, 18), (19, 24), (25, 29), (30, 40)]
    assert levels("ten") == dict(zip(NAMES, bounds, strict=True))


@pytest.mark.rule("iron_tide", "20.0i")
def test_levels_of_the_twenty_turn_scenario_and_the_campaign() -> None:
    bounds = [(0, 6), (7, 10), (11, 15), (16, 19), (20, 24), (25, 29), (30, 40)]
    assert levels("twenty") == levels("campaign") == dict(zip(NAMES, bounds, strict=True))


def test_a_step_moves_one_level_toward_the_german_player_and_not_beyond_his_best() -> None:
    assert TABLES.victory_levels.level("ten", 13, steps=1) == "German Marginal"
    assert TABLES.victory_levels.level("ten", 50, steps=1) == "German Strategic"
