"""What an audit finds wrong with a position set up by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.games.blitzkrieg import GAME
from hexbench.games.blitzkrieg.pieces import Engagement
from tests.games.blitzkrieg.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    compose,
    country,
    dump,
    guns,
    inf,
    plane,
    position,
    spy,
    tank,
    werfer,
)

PRUM = (("prum", "1010"),)
"""A way in."""


def problems(units: dict[str, Any], rules: Any = PLAIN, **state: Any) -> list[str]:
    """The problems of a position, as the player reads them."""
    return [str(p) for p in rules.audit(rules.enter(compose(units, **state), "movement"))]


def test_a_sound_position_has_no_problems() -> None:
    units = {
        "x": tank("1412"),
        "e": inf("1512", ALLIED),
        "s": spy("1512"),
        "d": inf("#eliminated", now=0),
        "m": inf("#merged", now=0),
        "r": inf("#due/5", printed={"turn": 5, "at": "prum"}),
        "t": inf("#raster/german", start="1412"),
        "p": plane(),
        "i": inf("1010", now=2, base=4, isolated=2),
    }
    engaged = (Engagement(number=0, centre="1412", attackers=("x",), hexes=("1512",)),)
    assert problems(units, country(entries=PRUM), engagements=engaged, next_engagement=1) == []


@pytest.mark.rule("blitzkrieg", "BK-REC-06", "BK-REC-07", "BK-BEG-02")
@pytest.mark.parametrize(
    "lost",
    [
        inf("#due/5", printed={"turn": 5}),
        inf("#due/5", printed={"turn": 5, "at": "1412"}),
        inf("#due/5", printed={"turn": 5, "at": "zone"}),
        inf("#due/5", printed={"turn": 5, "at": "arlon"}),
        inf("#due/5", ALLIED, printed={"at": "1412"}),
        inf("#raster/german", printed={"turn": 5, "at": "arlon"}),
        spy("#due/5", printed={"turn": 5, "at": "drop"}),
    ],
)
def test_whoever_can_never_come_in_is_found(lost: dict[str, Any]) -> None:
    """No entry, an entry this map has not, no drop zone, a starting hex of the Allies: such a unit would wait for ever."""
    doors = country(entries=(*PRUM, ("arlon", "9999")), zones=(("german.6", "1010"),))
    assert problems({"x": lost}, doors) == [
        "[BK-REC-06] Unit x can never enter play: it has no way onto this map."
    ]


@pytest.mark.rule("blitzkrieg", "BK-BEG-02")
def test_a_german_of_the_start_comes_in_by_his_zone() -> None:
    zone = country(zones=(("german.6", "1010"),))
    assert problems({"x": inf("#raster/german")}, zone) == []
    assert problems({"x": inf("#raster/german")}, PLAIN) != []


@pytest.mark.rule("blitzkrieg", "BK-MOV-10")
def test_enemies_in_one_hex() -> None:
    assert problems({"a": inf("1412"), "b": inf("1412", ALLIED)}) == [
        "[BK-MOV-10] Units of both sides are in 1412."
    ]
    assert problems({"a": spy("1412"), "b": inf("1412", ALLIED)}) == []


@pytest.mark.rule("blitzkrieg", "BK-MOV-08", "BK-INF-13")
def test_four_units_in_a_hex() -> None:
    units = {**{n: inf("1412", ALLIED) for n in "abc"}, "s": spy("1412")}
    assert problems(units) == ["[BK-MOV-08] 4 units are in 1412; the limit is 3."]


@pytest.mark.rule("blitzkrieg", "BK-MOV-11")
def test_an_ally_in_the_siegfried_line() -> None:
    land = country(siegfried="1412")
    assert problems({"a": inf("1412")}, land) == []
    assert problems({"a": inf("1412", ALLIED)}, land)[0].startswith(
        "[BK-MOV-11] Unit a is in the Siegfried line"
    )


def test_units_that_are_nowhere() -> None:
    assert problems({"x": inf("9999", start="")}) == [
        "[BK-MAP-13] Unit x is in 9999, which is not on the map."
    ]
    assert problems({"x": inf("#moon")}) == [
        "[position] Unit x is in #moon, which is not a box it can be in."
    ]
    assert problems({"x": inf("#air/german")}) == [
        "[position] Unit x is in #air/german, which is not a box it can be in."
    ]
    assert problems({"x": inf("#due/x")}) == [
        "[position] Unit x is in #due/x, which is not a box it can be in."
    ]
    assert problems({"x": inf("1412", start="9999")})[0].startswith(
        "[BK-MOV-07] Unit x began the turn in 9999"
    )


@pytest.mark.rule("blitzkrieg", "BK-AIR-10")
def test_air_units_occupy_no_hex() -> None:
    assert problems({"p": {**plane(), "at": "1412"}}) == ["[BK-AIR-10] Unit p cannot occupy a hex."]


@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        (inf("1412", now=0), "BK-RES-12"),
        (inf("1412", now=5), "BK-RES-12"),
        (inf("1412", now=2, base=4), "BK-SUP-16"),
        (inf("1412", now=2, isolated=1), "BK-SUP-16"),
        (inf("1412", now=3, base=2, isolated=1), "BK-SUP-16"),
        (inf("1412", now=3, base=5, isolated=1), "BK-SUP-16"),
        (inf("1412", whole=4), "BK-SUP-16"),
        (inf("1412", now=2, base=3, whole=2, isolated=1), "BK-SUP-16"),
        (inf("1412", now=2, base=3, whole=5, isolated=1), "BK-SUP-16"),
        (spy("1412", now=1), "BK-INF-12"),
        (inf("1412", within=1), "BK-INF-18"),
        (inf("1412", isolated=-1, base=4), "position"),
    ],
)
def test_strengths_and_turns_that_cannot_be(unit: dict[str, Any], rule: str) -> None:
    assert [p.split("]")[0] for p in problems({"x": unit})] == [f"[{rule}"]


@pytest.mark.parametrize(
    ("state", "rule", "words"),
    [
        ({"turn": 40}, "position", "Round (number) must be a number from 1 to"),
        (
            {"level": 5, "level_turn": 1},
            "BK-VIC-07",
            "German victory level reached (0: none) must be a number from 0 to 4.",
        ),
        ({"level": 2}, "BK-VIC-07", "German level 2 does not match round 0"),
        ({"level": 2, "level_turn": 9}, "BK-VIC-07", "cannot have been reached in 20AM"),
        ({"lost": {"nobody": 1}}, "BK-VIC-10", "nobody cannot have lost"),
        ({"lost": {GERMAN: -1}}, "BK-VIC-10", "German strength points lost must be a number from 0 to 999."),
        ({"tried": ("9999",)}, "BK-BRG-04", "9999 is not a hex"),
        ({"built": ("9999",)}, "BK-BRG-08", "9999 is not a hex"),
        ({"holding": ("paris",)}, "BK-VIC-05", "paris is not a victory city"),
        ({"goal": ("paris",)}, "BK-VIC-05", "paris is not a victory city"),
        ({"rockets": -1}, "BK-V2-03", "Rockets launched this turn must be a number from 0 to 99."),
        ({"quit_by": "nobody"}, "BK-UI-27", "nobody is not a side that can have conceded"),
        ({"raster": ("x",)}, "BK-UI-13", "x is not in the raster"),
        ({"raster": ("t", "t")}, "BK-UI-13", "in the raster twice"),
        ({"held": ("x",)}, "BK-UI-26", "x is held"),
        ({"dumps": {"d": dump("9999")}}, "BK-MAP-07", "The dump d is in 9999"),
        ({"dumps": {"d": dump("1010", number=-1)}}, "BK-SUP-06", "below 0"),
        ({"blown": {"1010/1110": ("1010",)}}, "BK-MAP-05", "no bridge at 1010/1110"),
        ({"fire": {"x": "e"}}, "BK-ART-02", "x cannot fire"),
        ({"fire": {"g": "x"}}, "BK-ART-02", "g cannot fire"),
        ({"support": {"g": "e"}}, "BK-ART-14", "g cannot fire"),
    ],
    ids=str,
)
def test_accounts_that_cannot_be(state: dict[str, Any], rule: str, words: str) -> None:
    units = {
        "x": tank("1412"),
        "e": inf("1512", ALLIED),
        "g": guns("1312"),
        "t": inf("#raster/german", start="1412"),
    }
    found = problems(units, **state)
    assert len(found) >= 1
    assert found[0].startswith(f"[{rule}]")
    assert words in found[0]


@pytest.mark.rule("blitzkrieg", "BK-MAP-05")
def test_a_bridge_has_no_other_ends_than_its_banks() -> None:
    land = country(river="1412/1512", roads=("1412 1512",))
    assert problems({}, land, blown={"1412/1512": ("1412", "1512")}) == []
    assert problems({}, land, blown={"1412/1512": ("1413",)}) == [
        "[BK-MAP-05] The bridge at 1412/1512 does not have those ends."
    ]


@pytest.mark.parametrize(
    ("engagements", "rule"),
    [
        ([{"centre": "9999", "attackers": ("x",), "hexes": ("1512",)}], "BK-ENG-08"),
        ([{"centre": "1412", "attackers": ("e",), "hexes": ("1512",)}], "BK-ENG-06"),
        ([{"centre": "1412", "attackers": ("x",), "hexes": ()}], "BK-ENG-20"),
        ([{"centre": "1412", "attackers": ("x", "y"), "hexes": ("1512",)}], "BK-ENG-08"),
        ([{"centre": "1412", "attackers": ("x",), "hexes": ("1612",)}], "BK-ENG-08"),
        ([{"centre": "1412", "attackers": ("x",), "hexes": ("1512",)}] * 2, "BK-ENG-12"),
        (
            [
                {"centre": "1412", "attackers": ("x",), "hexes": ("1512",)},
                {"centre": "1512", "attackers": ("y",), "hexes": ("1512",)},
            ],
            "BK-ENG-04",
        ),
    ],
)
def test_engagements_that_cannot_be(engagements: list[dict[str, Any]], rule: str) -> None:
    units = {"x": tank("1412"), "y": inf("1511"), "e": inf("1512", ALLIED), "f": inf("1612", ALLIED)}
    twins = rule == "BK-ENG-12"
    made = tuple(Engagement(number=0 if twins else n, **e) for n, e in enumerate(engagements))
    found = problems(units, engagements=made, next_engagement=len(made))
    assert f"[{rule}]" in [p.split(" ")[0] for p in found]


@pytest.mark.rule("blitzkrieg", "BK-ENG-20")
def test_every_hex_of_an_engagement_is_defended_until_the_fire_has_emptied_it() -> None:
    units = {"x": tank("1412"), "e": inf("1512", ALLIED)}
    one = Engagement(number=0, centre="1412", attackers=("x",), hexes=("1512", "1413"))
    lacks = "[BK-ENG-20] Engagement 0 lacks attackers or defenders."
    assert problems(units, engagements=(one,), next_engagement=1) == [lacks]
    begun = replace(one, defenders=("e",))
    assert problems(units, engagements=(begun,), next_engagement=1) == []


@pytest.mark.rule("blitzkrieg", "BK-ENG-05", "BK-ENG-18")
def test_only_enemies_in_its_hexes_defend_in_an_engagement() -> None:
    units = {"x": tank("1412"), "e": inf("1512", ALLIED), "s": spy("1512"), "f": inf("2015", ALLIED)}
    fallen = {**units, "f": inf("#eliminated", ALLIED, now=0)}
    one = Engagement(number=0, centre="1412", attackers=("x",), hexes=("1512",), defenders=("e", "f"))
    assert problems(fallen, engagements=(one,), next_engagement=1) == []
    for other in ("f", "x", "s", "nobody"):
        made = (replace(one, defenders=("e", other)),)
        assert problems(units, engagements=made, next_engagement=1) == [
            f"[BK-ENG-05] {other} cannot defend in engagement 0."
        ]


@pytest.mark.rule("blitzkrieg", "BK-ART-01", "BK-ART-05", "BK-ART-17")
def test_guns_that_could_not_have_been_aimed_like_that() -> None:
    units = {
        "g": guns("1412"),
        "x": tank("1512"),
        "e": inf("1612", ALLIED),
        "f": inf("1812", ALLIED),
        "h": guns("1914", ALLIED),
    }
    assert problems(units, fire={"g": "e"}, support={"h": "f"}) == []
    assert problems(units, fire={"g": "f"}) == ["[BK-ART-01] f is out of range of g."]
    assert problems({**units, "h": guns("2014", ALLIED)}, support={"h": "e"}) == [
        "[BK-ART-01] e is out of range of h."
    ]
    assert problems(units, support={"h": "h"}) == ["[BK-ART-17] h cannot protect itself."]
    near = (Engagement(number=0, centre="1512", attackers=("g",), hexes=("1612",)),)
    engaged = {**units, "g": guns("1512")}
    assert problems(engaged, fire={"g": "e"}, engagements=near, next_engagement=1) == [
        "[BK-ART-05] g is in an engagement and cannot fire."
    ]
    assert problems({**units, "e": inf("#eliminated", ALLIED, now=0)}, support={"h": "e"}) == []


@pytest.mark.rule("blitzkrieg", "BK-MIS-04", "BK-ART-06", "BK-INF-12")
def test_the_allies_have_no_volkswerfers_infiltrators_and_rockets() -> None:
    for unit in (werfer("1412"), spy("1412"), {**plane(), "at": "#v2"}):
        kind = {**unit["printed"], "side": ALLIED}
        kind["type"] = "v2" if kind["type"] == "air" else kind["type"]
        assert problems({"x": {**unit, "printed": kind}}) == [
            "[BK-MIS-04] Unit x is Allied but of a class that only the Germans have."
        ]


@pytest.mark.rule("blitzkrieg", "BK-V2-03")
def test_no_more_rockets_are_launched_in_a_turn_than_there_are() -> None:
    units = {"x": tank("1412"), "e": inf("1612", ALLIED)}
    two = country(rockets=2)
    assert problems(units, two, rockets=2) == []
    assert problems(units, two, rockets=3) == ["[BK-V2-03] Rockets launched this turn: 3; the limit is 2."]


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ({"step": "moving", "who": "nobody"}, "nobody is not a side."),
        ({"step": "player_turn", "side": "german", "at": 99}, "its stages are numbered 0 to 10."),
        ({"step": "retreat", "who": "german", "units": ["ghost"], "n": 2}, "there is no unit ghost."),
    ],
)
def test_a_stack_that_speaks_of_what_is_not_there(step: dict[str, Any], sentence: str) -> None:
    state = GAME.compose(PLAIN, {"units": {"x": inf("1412")}, "stack": [step]}, None)
    assert f"[position] Step 0 of the stack: {sentence}" in [str(p) for p in PLAIN.audit(state)]


def test_a_unit_without_its_counter_ends_the_search() -> None:
    now = position({"x": inf("1412")})
    assert [str(p) for p in PLAIN.audit(replace(now.state, roster={}))] == [
        "[position] Unit x is not in the order of battle."
    ]
    assert [str(p) for p in PLAIN.audit(replace(now.state, units={}))] == [
        "[position] Unit x of the order of battle is missing from the position."
    ]
