"""The position builder itself, and the audit of what is built with it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hexbench.engine.documents.reading import read
from hexbench.games.trumpets.battlefield import water_between
from hexbench.games.trumpets.combat import Counter
from hexbench.games.trumpets.losses import Loss
from hexbench.games.trumpets.mission import Building, Works
from hexbench.games.trumpets.pieces import Printed, Template, Unit
from hexbench.games.trumpets.retreat import Retreat
from hexbench.games.trumpets.state import Trumpets
from tests.games.trumpets.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    cavalry,
    compose,
    country,
    engineer,
    guns,
    hq,
    inf,
    position,
    stug,
    tank,
    unit,
)
from tests.games.trumpets.shipped import losheim_gap, scenario

TWO = {"a": inf("1412"), "d": inf("1612", ALLIED)}


def problems(units: dict[str, Any], **state: Any) -> list[str]:
    """The ids of the clauses against a position."""
    now = position(units, sound=False, **state)
    return [p.rule for p in now.rules.audit(now.state)]


def test_a_position_knows_its_units_turn_and_weather() -> None:
    now = position({**TWO, "late": tank("1412", turn="16EV", er=7)}, turn="16AF", weather="Fog")
    assert now.step == ("german", "movement")
    assert now["late"].at == "#due/16EV"
    assert now.state.mission.units["late"].er == 7
    assert now.state.mission.turns[now.state.turn - 1] == "16AF"
    assert now.state.weather == "Fog"


@pytest.mark.parametrize("name", ["losheim", "rocherath"])
def test_the_scenarios_are_sound(name: str) -> None:
    rules = losheim_gap()
    outcome = rules.new(scenario(name))
    assert [str(p) for p in rules.audit(outcome.state)] == []


@pytest.mark.rule("trumpets", "TT-REC-02")
def test_the_audit_finds_too_many_in_a_hex() -> None:
    assert problems({f"u{n}": inf("1412") for n in range(3)}) == []
    assert problems({f"u{n}": inf("1412") for n in range(4)}) == ["TT-REC-02"]
    others = {"e": engineer("1412"), "g": guns("1412"), "h": hq("1412"), "s": stug("1412")}
    assert problems(others) == []
    assert problems({**others, "f": unit("flak_lt", "1412")}) == ["TT-REC-02"]


@pytest.mark.parametrize(
    ("units", "state", "rule"),
    [
        ({"a": inf("1412"), "d": inf("1412", ALLIED)}, {}, "position"),
        ({"a": inf("9999")}, {}, "position"),
        ({"a": inf("1412")}, {"area": ("1512",)}, "position"),
        ({"a": inf("1412", lost=3)}, {}, "TT-LOSS-03"),
        ({"a": inf("#eliminated", lost=2)}, {}, "TT-LOSS-03"),
        ({"a": inf("1412", spent=9)}, {}, "TT-REC-03"),
        ({"a": inf("1412", fired=True)}, {}, "TT-REC-08"),
        ({"a": guns("1412", tot_day=16)}, {}, "TT-REC-08"),
        ({"a": inf("1412", engaged=("b",)), "b": inf("1512")}, {}, "TT-ENG-01"),
        ({"a": inf("1412")}, {"works": {"1412": Works(road_block=True)}}, "TT-DEF-HEX-RB"),
        ({"a": inf("1412")}, {"works": {"1412": Works(owner="german")}}, "TT-DEF-21"),
        ({"a": inf("1412")}, {"building": {"1412": Building(kind="IP5", builder="x", since=1)}}, "TT-DEF-20"),
        ({"a": inf("1412")}, {"building": {"1412": Building(kind="IP5", builder="a", since=2)}}, "TT-REC-15"),
        (
            {"a": inf("1512"), "b": inf("1412")},
            {"building": {"1412": Building(kind="IP5", builder="a", since=1)}},
            "TT-DEF-20",
        ),
        (
            {"a": inf("1412", ALLIED)},
            {"building": {"1412": Building(kind="IP5", builder="a", since=1)}},
            "TT-REC-15",
        ),
        (
            {"a": inf("1412"), "b": engineer("1412")},
            {
                "building": {
                    "1412": Building(
                        kind="IP5", builder="a", since=1, beside=Building(kind="IP6", builder="b", since=1)
                    )
                }
            },
            "TT-DEF-21",
        ),
        (
            {"a": engineer("1412")},
            {"building": {"1412": Building(kind="IP5", builder="a", since=1)}},
            "TT-DEF-BUILD-IP5",
        ),
        (
            {"a": inf("1412")},
            {"building": {"1412": Building(kind="IP6", builder="a", since=1)}},
            "TT-DEF-BUILD-IP6",
        ),
        (
            {"a": engineer("1412")},
            {"building": {"1412": Building(kind="FT", builder="a", since=1)}},
            "TT-DEF-BUILD-FT",
        ),
        (
            {"a": engineer("1412")},
            {"building": {"1412": Building(kind="RB", builder="a", since=1)}},
            "TT-DEF-HEX-RB",
        ),
        (
            {"a": engineer("1412")},
            {"building": {"1412": Building(kind="SP", builder="a", since=1)}},
            "TT-DEF-HEX-SP",
        ),
        (
            {"a": engineer("1412")},
            {"building": {"1412": Building(kind="RB", builder="a", since=1, clears=True)}},
            "TT-REC-16",
        ),
        (
            {"a": inf("1412")},
            {
                "works": {"1412": Works(main="SP", owner="german")},
                "building": {"1412": Building(kind="IP5", builder="a", since=1)},
            },
            "TT-DEF-21",
        ),
        ({"a": inf("1412")}, {"held": {"1412": "german"}}, "TT-REC-19"),
        ({"a": inf("1412")}, {"attacked": ("9912",)}, "TT-REC-06"),
        ({"a": inf("1412")}, {"steps_lost": {"german": -1}}, "position"),
        ({"a": cavalry("1412")}, {"player_turn": 0}, "position"),
    ],
)
def test_the_audit_names_what_is_wrong(units: dict[str, Any], state: dict[str, Any], rule: str) -> None:
    assert problems(units, **state) == [rule]


def test_a_country_has_what_it_was_given() -> None:
    rules = country(woods="1412", town="1512", roads=("1412 1512",), stream="1412/1312", bridge="1412/1312")
    assert rules.atlas.cell("1412").terrain == "woods"
    assert rules.atlas.cell("1512").features == ("town",)
    assert rules.road_at("1512")
    assert not rules.road_at("1612")
    assert rules.atlas.kinds("1312", "1412") == ("stream", "bridge")


@pytest.mark.rule("trumpets", "TT-TER-28")
def test_the_water_that_an_attack_crosses_is_read_off_the_map() -> None:
    rules = country(stream="1412/1512", river="1512/1612", bridge="1412/1512 1512/1612")
    assert water_between(rules, "1412", "1512") == water_between(rules, "1512", "1412") == "stream"
    assert water_between(rules, "1512", "1612") == "river"
    assert water_between(rules, "1312", "1412") == ""


STACK = [{"step": "campaign", "at": 2}, {"step": "player_turn", "side": "german", "at": 4}]


@pytest.mark.parametrize(
    ("stack", "said"),
    [
        ([*STACK, {"step": "moving", "who": "german"}], ""),
        ([*STACK, {"step": "declare", "who": "german", "plan": {"hex": "1512", "units": ["a"]}}], ""),
        ([{"step": "moving", "who": "german"}], "does not belong there"),
        ([*STACK, {"step": "retreat", "who": "allied", "units": ["d"], "n": 1}], "does not belong there"),
        ([*STACK, {"step": "moving", "who": "nobody"}], "not a side"),
        ([{"step": "campaign", "at": 9}], "stages are numbered 0 to 4"),
        ([*STACK, {"step": "declare", "who": "german", "plan": {"hex": "1512", "units": ["x"]}}], "unit x"),
        ([*STACK, {"step": "declare", "who": "german", "plan": {"hex": "9999", "units": ["a"]}}], "9999"),
    ],
)
def test_a_stack_that_was_written_by_hand(stack: list[dict[str, Any]], said: str) -> None:
    rules = country()
    made = read(msgspec.to_builtins(compose(TWO)) | {"stack": stack}, Trumpets, "position")
    found = [str(p) for p in rules.audit(made)]
    assert any(said in one for one in found) if said else found == []


# ---- what verbs and units are when nothing is said -----------------------------------------------------------------------
def test_what_the_verbs_declare_of_themselves() -> None:
    """Which a plain drag means, which end a step, which only take back, which are used by several units at once."""
    verbs = PLAIN.verbs
    assert {n for n, verb in verbs.items() if verb.plain} == {"advance", "attack", "move", "retreat"}
    assert {n for n, verb in verbs.items() if verb.ends} == {"commit", "decline", "end"}
    back = {"back", "clear", "kind", "stop_building", "withhold"}
    assert {n for n, verb in verbs.items() if verb.back} == back
    assert {n: verb.joins for n, verb in verbs.items() if verb.joins} == {"attack": "any"}
    walls = {n: (verb.barrier, verb.risk) for n, verb in verbs.items() if verb.barrier or verb.risk}
    assert walls == {"end": ("", "handover"), "fight": ("", "dice"), "commit": ("dice", "")}
    assert not any(verb.gives_up for verb in verbs.values())
    assert Retreat.auto
    assert not any(step.open_table for step in (Retreat, Loss, Counter))


def test_a_unit_of_which_nothing_is_said_is_whole_and_fresh() -> None:
    unit = Unit(side=GERMAN, at="1412")
    assert (unit.supplied, unit.linked, unit.lost, unit.spent, unit.engaged) == (True, True, 0, 0, ())
    marks = ("strayed", "attacked", "fired", "retreated", "tot_day", "engaged_turn")
    assert not any(getattr(unit, mark) for mark in marks)
    plain = Template(category="hq", tags=(), mf=8, steps=1, move="wheeled")
    assert (plain.af, plain.df, plain.fa, plain.nw, plain.range) == (0, 0, 0, 0, 0)
    printed = Printed(side=GERMAN, nation="german", name="x", type="hq", division="", er=5)
    assert (printed.at, printed.turn, printed.tot) == ("", "", False)
