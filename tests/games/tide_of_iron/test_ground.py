"""TI-TER and rulings B-MOV-1 to B-MOV-4, B-MOV-9: what a step costs, and cover."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hexbench.games.tide_of_iron import ground
from hexbench.games.tide_of_iron.rules import TiRules
from tests.games.tide_of_iron import field

SQUAD = field.squad("A1")
TANK = field.vehicle("A1", "panzer_iv")
TRUCK = field.vehicle("A1", "opel_blitz")


def cost(rules: TiRules, unit: Mapping[str, Any], start: str, end: str) -> int | None:
    """Twelfths for one step."""
    now = field.position({"x1": {**unit, "at": start}}, rules, sound=False)
    return ground.cost_twelfths(rules, now.state, now["x1"], start, end)


def entering(token: str, unit: Mapping[str, Any]) -> int | None:
    """Twelfths to enter that terrain from the clear hex north of it."""
    return cost(field.spotted({"C5": token}), unit, "C4", "C5")


@pytest.mark.parametrize(
    ("token", "squad", "vehicle", "cover"),
    [
        pytest.param(".0", 12, 12, 0, marks=pytest.mark.rule("tide_of_iron", "TI-TER-01")),
        pytest.param(
            "r0",
            24,
            12,
            1,
            marks=[
                pytest.mark.rule("tide_of_iron", "TI-TER-02"),
                pytest.mark.rule("tide_of_iron", "B-MOV-9"),
            ],
        ),
        pytest.param("w0", 24, 36, 2, marks=pytest.mark.rule("tide_of_iron", "TI-TER-03")),
        pytest.param(
            "s0",
            24,
            48,
            0,
            marks=[
                pytest.mark.rule("tide_of_iron", "TI-TER-08"),
                pytest.mark.rule("tide_of_iron", "TI-TER-07"),
            ],
        ),
        pytest.param("d0", 36, None, 0, marks=pytest.mark.rule("tide_of_iron", "TI-TER-09")),
        pytest.param("f0", None, None, 0, marks=pytest.mark.rule("tide_of_iron", "TI-TER-10")),
        pytest.param("p0", None, None, 0, marks=pytest.mark.rule("tide_of_iron", "TI-TER-11")),
        pytest.param("x0", 12, 12, 1, marks=pytest.mark.rule("tide_of_iron", "TI-TER-12")),
        pytest.param("b0", 24, 24, 3, marks=pytest.mark.rule("tide_of_iron", "TI-TER-17")),
    ],
)
def test_terrain(token: str, squad: int | None, vehicle: int | None, cover: int) -> None:
    assert entering(token, SQUAD) == squad
    assert entering(token, TANK) == vehicle
    rules = field.spotted({"C5": token})
    now = field.position({}, rules)
    assert ground.cover(rules, now.state, "C5") == cover
    assert ground.terrain(rules, now.state, "C5").blocks == (token[0] in "wb")


@pytest.mark.rule("tide_of_iron", "TI-MOV-03")
def test_the_hex_entered_counts_not_the_one_left() -> None:
    rules = field.spotted({"C5": "w0"})
    assert cost(rules, SQUAD, "C5", "C6") == 12
    assert cost(rules, SQUAD, "C6", "C5") == 24


@pytest.mark.rule("tide_of_iron", "TI-TER-05")
@pytest.mark.rule("tide_of_iron", "TI-TER-06")
@pytest.mark.rule("tide_of_iron", "TI-TER-04")
def test_a_road_helps_only_along_its_links() -> None:
    rules = field.spotted({"C5": "w0", "C6": "w0"}, ("C4 C5 C6",))
    now = field.position({}, rules)
    assert cost(rules, TANK, "C4", "C5") == 12
    assert cost(rules, TANK, "C6", "C5") == 12
    assert cost(rules, TANK, "D5", "C6") == 36, "from beside the road"
    assert ground.cover(rules, now.state, "C5") == 2
    apart = field.spotted({"C5": "w0", "C6": "w0"}, ("C4 C5", "C6 C7"))
    assert cost(apart, TANK, "C5", "C6") == 36, "two road hexes side by side without a link"


@pytest.mark.rule("tide_of_iron", "TI-TER-13")
@pytest.mark.rule("tide_of_iron", "TI-TER-14")
@pytest.mark.rule("tide_of_iron", "B-MOV-1")
def test_uphill_costs_two_and_never_adds_to_dearer_ground() -> None:
    rules = field.spotted({"C5": ".1", "C6": ".1", "D5": "w1", "C4": "r1"})
    assert cost(rules, TANK, "B5", "C5") == 24
    assert cost(rules, TANK, "C5", "C6") == 12
    assert cost(rules, TANK, "C6", "C7") == 12, "downhill"
    assert cost(rules, TANK, "E6", "D5") == 36
    assert cost(rules, TANK, "C3", "C4") == 24, "rough is cheap for vehicles, the slope is not"
    assert cost(rules, SQUAD, "E6", "D5") == 24


@pytest.mark.rule("tide_of_iron", "B-MOV-2")
@pytest.mark.rule("tide_of_iron", "TI-TER-18")
def test_a_road_makes_a_slope_easy_but_not_a_building() -> None:
    rules = field.spotted({"C5": ".1", "C6": "b1"}, ("C4 C5 C6",))
    assert cost(rules, TANK, "C4", "C5") == 12
    assert cost(rules, TANK, "C5", "C6") == 24
    assert cost(rules, SQUAD, "C5", "C6") == 24


@pytest.mark.rule("tide_of_iron", "TI-TER-15")
@pytest.mark.rule("tide_of_iron", "B-MOV-3")
def test_cliffs_cannot_be_crossed_either_way() -> None:
    rules = field.spotted({"C5": ".2"})
    assert cost(rules, SQUAD, "C4", "C5") is None
    assert cost(rules, SQUAD, "C5", "C4") is None
    now = field.position({"a1": field.squad("C4")}, rules)
    assert now.refused("advance", "a1", "C5") == ["TI-TER-15"]


@pytest.mark.rule("tide_of_iron", "TI-TER-10", "TI-TER-15")
@pytest.mark.parametrize("level", [0, 1, 2])
def test_what_cannot_be_entered_on_high_ground_is_no_cliff(level: int) -> None:
    """Two hexes of one level, however high."""
    now = field.position({"a1": field.squad("C4")}, field.spotted({"C4": f".{level}", "C5": f"f{level}"}))
    assert now.refused("advance", "a1", "C5") == ["TI-TER-10"]


@pytest.mark.rule("tide_of_iron", "TI-ABL-17")
@pytest.mark.rule("tide_of_iron", "B-MOV-4")
def test_trucks_run_along_roads_for_a_third() -> None:
    rules = field.spotted({"C6": "b0", "C7": "x0", "C8": "r0"}, ("C4 C5 C6 C7 C8",))
    assert cost(rules, TRUCK, "C4", "C5") == 4
    assert cost(rules, TRUCK, "C5", "C6") == 24, "a building"
    assert cost(rules, TRUCK, "C6", "C7") == 4, "a bridge on the road"
    assert cost(rules, TRUCK, "B5", "C5") == 12, "from beside the road"
    assert cost(rules, TANK, "C4", "C5") == 12


@pytest.mark.rule("tide_of_iron", "TI-TER-16")
def test_hills_give_no_cover() -> None:
    rules = field.spotted({"C5": ".2"})
    assert ground.cover(rules, field.position({}, rules).state, "C5") == 0
    assert ground.level(rules, "C5") == 2


@pytest.mark.rule("tide_of_iron", "TI-SET-06")
def test_frozen_ground_changes_what_streams_cost() -> None:
    rules = field.spotted({"C5": "s0"})
    mission = {"forces": {"american": {"bases": 0, "pool": {}, "operations": ["frozen-ground"]}}}
    now = field.position({"a1": field.squad("C4")}, rules, mission=mission)
    assert now.targets("advance", "a1")["C5"].cost == 12
    plain = field.position({"a1": field.squad("C4")}, rules)
    assert plain.targets("advance", "a1")["C5"].cost == 24
