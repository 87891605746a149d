"""TI-ABL-18..23 and rulings B-OPF-9, B-MOV-10, B-MOV-11, B-CNC-4: tanks roll through enemies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hexbench.engine.events import UnitMoved
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle
from tests.games.tide_of_iron.moves import against, shoot


def tank(more: Mapping[str, Any] | None = None, **state: Any) -> field.Situation:
    """A Sherman in C5, Germans in C6, another American far away."""
    units = {
        "av1": vehicle("C5", "m4a1_sherman", "american"),
        "a9": squad("A1"),
        "g1": squad("C6", "german"),
        "g9": squad("N12", "german"),
        **(more or {}),
    }
    return field.position(units, **state)


@pytest.mark.rule("tide_of_iron", "TI-ABL-18")
@pytest.mark.rule("tide_of_iron", "TI-MOV-02")
def test_a_tank_passes_through_enemies_for_a_point_each() -> None:
    now = tank({"g2": squad("C6", "german")})
    assert now.targets("advance", "av1")["C6"].cost == 36
    straight = now.act("advance", "av1", "C7", via="C6 C7")
    assert straight["av1"].at == "C7"
    assert straight.seat.step.left == (6 - 3 - 1) * 12
    assert now.refused("advance", "a9", "C6")


@pytest.mark.rule("tide_of_iron", "TI-ABL-18")
@pytest.mark.rule("tide_of_iron", "B-MOV-11")
def test_it_may_not_stop_there_and_needs_the_points_to_go_on() -> None:
    there = tank().act("advance", "av1", "C6")
    assert there.refused("stop") == ["B-MOV-11"]
    default = there.seat.prompt.default
    assert default is not None
    assert default.verb == "go"
    rules = field.spotted(dict.fromkeys(("B5", "B6", "C7", "D5", "D6", "B4", "D4"), "f0"))
    boxed = field.position(
        {
            "av1": vehicle("C5", "m4a1_sherman", "american"),
            "g1": squad("C6", "german"),
            "g9": squad("N12", "german"),
        },
        rules,
    )
    assert "C6" in boxed.targets("advance", "av1"), "it can come back to where it was"
    far = field.position(
        {
            "av1": vehicle("C3", "m4a1_sherman", "american"),
            "g1": squad("C6", "german"),
            "g2": squad("C6", "german"),
            "g3": squad("C6", "german"),
            "g9": squad("N12", "german"),
        }
    )
    assert "C6" not in far.targets("advance", "av1"), "2 to get near, 4 to enter: nothing is left"
    assert far.refused("advance", "av1", "C6") == ["B-MOV-11"]


@pytest.mark.rule("tide_of_iron", "TI-ABL-19")
@pytest.mark.rule("tide_of_iron", "TI-CON-09")
@pytest.mark.rule("tide_of_iron", "B-OPF-9")
def test_leaving_pins_the_squads_there_before_anybody_fires_in_the_next_hex() -> None:
    now = tank(
        {"g2": squad("C6", "german", token="op_fire"), "gv1": vehicle("C11", "panzer_iv", token="op_fire")}
    )
    now = now.act("advance", "av1", "C7", via="C6 C7")
    assert now.step == ("german", "op_fire")
    assert now["av1"].at == "C6"
    assert now["g2"].condition == ""
    now = now.act("hold")
    assert (now["g1"].condition, now["g1"].token) == ("pinned", "")
    assert (now["g2"].condition, now["g2"].token) == ("pinned", "fatigued"), "it was in op fire mode"
    assert now.step == ("german", "op_fire")
    assert now["av1"].at == "C7"
    assert now.offered("shoot") == ("gv1",)


@pytest.mark.rule("tide_of_iron", "TI-ABL-20")
def test_vehicles_passengers_and_squads_in_fortifications_are_spared() -> None:
    now = tank(
        {
            "g1": squad("C6", "german", shelter="entrenchment"),
            "g2": squad("#aboard/gv1", "german"),
            "gv1": vehicle("C6", "sdkfz_251"),
        },
        works={"C6": {"entrenchment": 1}},
    )
    now = now.act("advance", "av1", "C7", via="C6 C7")
    assert now["g1"].condition == ""
    assert now["g2"].condition == ""
    assert now["gv1"].damage == ""


@pytest.mark.rule("tide_of_iron", "TI-ABL-21")
def test_who_is_pinned_or_disrupted_stays_so() -> None:
    now = tank(
        {"g1": squad("C6", "german", condition="disrupted"), "g2": squad("C6", "german", condition="pinned")}
    )
    now = now.act("advance", "av1", "C7", via="C6 C7")
    assert now["g1"].condition == "disrupted"
    assert now["g2"].condition == "pinned"


@pytest.mark.rule("tide_of_iron", "TI-ABL-22")
@pytest.mark.rule("tide_of_iron", "B-RNG-2")
def test_the_squads_it_rolls_over_may_fire_at_it() -> None:
    now = tank({"g1": squad("C6", "german", token="op_fire", specialization="anti_tank")}).act(
        "advance", "av1", "C6"
    )
    assert now.step == ("german", "op_fire")
    assert now.offered("shoot") == ("g1",)


@pytest.mark.rule("tide_of_iron", "TI-ABL-23")
@pytest.mark.rule("tide_of_iron", "B-MOV-11")
def test_a_tank_that_is_stopped_there_goes_back_fatigued_and_pins_nobody() -> None:
    now = tank(
        {
            "av1": vehicle("C4", "m4a1_sherman", "american", damage="light"),
            "g1": squad("C6", "german", token="op_fire", specialization="anti_tank"),
        }
    ).act("advance", "av1", "C7", via="C5 C6 C7")
    if now.step[1] == "op_fire" and now["av1"].at == "C5":
        now = now.act("hold")
    assert now["av1"].at == "C6"
    now = shoot(now, "g1", (6, *(1,) * 6, *(1,) * 3), "normal")
    assert now["av1"].damage == "heavy"
    assert (now["av1"].at, now["av1"].token) == ("C5", "fatigued")
    assert now["g1"].condition == ""
    assert now.told(UnitMoved)[-1] == UnitMoved("av1", ("C6", "C5"), "back")


@pytest.mark.rule("tide_of_iron", "B-MOV-10")
def test_traps_and_mines_among_enemies_cannot_be_overrun() -> None:
    for kind in ("minefield", "tank_trap"):
        now = tank(works={"C6": {kind: True}})
        assert now.refused("advance", "av1", "C6") == ["B-MOV-10"]
    wired = tank(works={"C6": {"razor_wire": True}})
    assert "C6" in wired.targets("advance", "av1"), "wire does not stop a tank"


@pytest.mark.rule("tide_of_iron", "TI-CNC-04")
@pytest.mark.rule("tide_of_iron", "B-CNC-4")
def test_concealed_squads_cost_nothing_and_are_not_pinned() -> None:
    rules = field.spotted({"C6": "w0"})
    units = {
        "av1": vehicle("C5", "m4a1_sherman", "american"),
        "g1": squad("C6", "german", concealed=True),
        "g9": squad("N12", "german"),
    }
    now = field.position(units, rules)
    assert now.targets("advance", "av1")["C6"].cost == 36, "the woods alone"
    mixed = field.position({**units, "g2": squad("C6", "german")}, rules)
    assert mixed.targets("advance", "av1")["C6"].cost == 48
    now = mixed.act("advance", "av1", "C7", via="C6 C7")
    assert now["g1"].condition == ""
    assert now["g2"].condition == "pinned"


def test_a_way_through_enemies_is_explained() -> None:
    now = tank({"av1": vehicle("C5", "m3a1_halftrack", "american")})
    assert against(now, "advance", "av1", "C7", "C6 C7") == ["TI-MOV-02"]


@pytest.mark.rule("tide_of_iron", "TI-ABL-23")
@pytest.mark.rule("tide_of_iron", "B-MOV-11")
@pytest.mark.rule("tide_of_iron", "B-OPF-11")
def test_a_tank_whose_last_point_is_shot_away_goes_back_and_cannot_fire_any_more() -> None:
    gun = squad("C6", "german", token="op_fire", specialization="anti_tank")
    now = tank({"av1": vehicle("C4", "m4a1_sherman", "american"), "g1": gun, "g2": squad("F5", "german")})
    now = now.act("fire_move", "av1", "C6", via="C5 C6").act("hold")
    assert (now["av1"].at, now.step[1]) == ("C6", "op_fire")
    now = shoot(now, "g1", (6, *(1,) * 6, *(1,) * 4), "normal")
    assert now["av1"].damage == "light"
    assert (now["av1"].at, now["av1"].token) == ("C5", "fatigued")
    assert now["g1"].condition == ""
    assert now.seat.prompt.step == "turn"
