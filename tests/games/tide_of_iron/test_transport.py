"""TI-TRN and rulings B-TRN: squads in vehicles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle
from tests.games.tide_of_iron.moves import TWO, shoot


def convoy(more: Mapping[str, Any] | None = None, **state: Any) -> field.Situation:
    """A truck and two squads in C5, a half-track beside them."""
    units = {
        "a1": squad("C5"),
        "a2": squad("C5"),
        "a9": squad("A1"),
        "av1": vehicle("C5", "gmc_cckw_353", "american"),
        "av2": vehicle("D5", "m3a1_halftrack", "american"),
        "g9": squad("N12", "german"),
        **(more or {}),
    }
    return field.position(units, mission=TWO, **state)


@pytest.mark.rule("tide_of_iron", "TI-TRN-02")
@pytest.mark.rule("tide_of_iron", "TI-TRN-03")
@pytest.mark.rule("tide_of_iron", "TI-TRN-14")
def test_boarding_costs_two_points_fatigues_and_ends_the_action() -> None:
    now = convoy().act("activate", "a1", how="advance")
    assert now.targets("board", "a1")["av1"].cost == 24
    now = now.act("board", "a1", "av1")
    assert now["a1"].inside == "av1"
    assert now["a1"].token == "fatigued"
    assert now["av1"].token == ""
    assert now.seat.prompt.step == "turn"
    walked = convoy().act("advance", "a1", "C8")
    assert walked.refused("board", "a1", "av1") == ["TI-TRN-02", "TI-TRN-02"], (
        "it is elsewhere, and 1 MP is left"
    )


@pytest.mark.rule("tide_of_iron", "TI-TRN-01")
def test_only_transport_carries_squads_and_only_so_many() -> None:
    now = convoy(
        {
            "a3": squad("#aboard/av1"),
            "a4": squad("#aboard/av1"),
            "a2": squad("D5"),
            "a5": squad("#aboard/av2"),
        }
    )
    assert now.act("activate", "a1", how="advance").refused("board", "a1", "av1") == ["TI-TRN-01"]
    other = now.act("activate", "a2", how="advance")
    assert other.refused("board", "a2", "av2") == ["TI-TRN-01"], "a half-track takes one"
    tank = convoy({"av2": vehicle("C5", "m4a1_sherman", "american"), "a2": squad("D5")}).act(
        "activate", "a1", how="advance"
    )
    assert tank.refused("board", "a1", "av2") == ["TI-TRN-01"]
    truck = convoy({"av2": vehicle("C5", "m3a1_halftrack", "american"), "a2": squad("D5")}).act(
        "activate", "av2", how="advance"
    )
    assert "TI-TRN-01" in truck.refused("board", "av2", "av1")


@pytest.mark.rule("tide_of_iron", "TI-TRN-04")
@pytest.mark.rule("tide_of_iron", "TI-TRN-11")
@pytest.mark.rule("tide_of_iron", "TI-TRN-05")
def test_a_fresh_squad_inside_may_be_activated_and_leave_but_not_fire() -> None:
    now = convoy({"a1": squad("#aboard/av1"), "g1": squad("C8", "german")})
    assert "a1" in now.offered("advance")
    assert "a1" not in now.offered("fire")
    assert now.refused("fire", "a1", "g1")
    inside = now.act("activate", "a1", how="advance")
    assert inside.targets("leave", "a1")[""].cost == 24
    out = inside.act("leave", "a1")
    assert out["a1"].at == "C5"
    assert out.seat.step.left == 24
    assert out.act("go", "a1", "C7")["a1"].at == "C7"


def test_a_drag_takes_a_squad_out_of_its_vehicle_and_on() -> None:
    now = convoy({"a1": squad("#aboard/av1")})
    assert now.targets("advance", "a1")["C7"].cost == 48
    assert now.act("advance", "a1", "C7")["a1"].at == "C7"
    assert now.refused("advance", "a1", "C8") == ["TI-ACT-01"]
    assert now.act("advance", "a1", "C5")["a1"].at == "C5"


@pytest.mark.rule("tide_of_iron", "TI-TRN-06")
def test_abilities_do_not_work_inside() -> None:
    led = {"regular": 2, "officer": 1}
    now = convoy({"a1": squad("#aboard/av1", figures=led), "a2": squad("C5", specialization="engineer")})
    assert now.act("activate", "a1", how="advance").seat.step.left == 48, "no point for the officer"
    digging = convoy({"a1": squad("#aboard/av1", specialization="engineer")})
    assert "TI-TRN-06" in digging.refused("dig", "a1", how="enter")


@pytest.mark.rule("tide_of_iron", "TI-TRN-07")
def test_a_vehicle_gains_nothing_from_an_officer_inside() -> None:
    now = convoy({"a1": squad("#aboard/av2", figures={"regular": 2, "officer": 1})})
    assert now.act("activate", "av2", how="advance").seat.step.left == 7 * 12


@pytest.mark.rule("tide_of_iron", "TI-TRN-08")
@pytest.mark.rule("tide_of_iron", "TI-TRN-09")
@pytest.mark.rule("tide_of_iron", "B-OPF-10")
def test_damage_short_of_destruction_leaves_those_inside_alone() -> None:
    units = {"a1": squad("#aboard/av2"), "gv1": vehicle("D9", "panzer_iv", token="op_fire")}
    now = convoy(units).act("advance", "av2", "D6")
    assert now.step == ("german", "op_fire")
    assert "TI-TRN-08" in [r.rule for r in now.reasons("fire", "gv1", "a1")]
    now = shoot(now, "gv1", (6, *(1,) * 9, 1), "normal")
    assert now["av2"].damage == "light"
    assert (now["a1"].inside, now["a1"].men, now["a1"].token) == ("av2", 4, "")


@pytest.mark.rule("tide_of_iron", "TI-TRN-10")
def test_a_destroyed_vehicle_takes_everybody_along() -> None:
    units = {"a1": squad("#aboard/av2"), "gv1": vehicle("D9", "panzer_iv", token="op_fire")}
    now = convoy(units).act("advance", "av2", "D6")
    now = shoot(now, "gv1", (*(6,) * 6, *(1,) * 4, 1), "normal")
    assert now["av2"].at == "#destroyed"
    assert now["a1"].at == "#destroyed"


@pytest.mark.rule("tide_of_iron", "TI-TRN-12")
@pytest.mark.rule("tide_of_iron", "TI-STK-07")
def test_there_must_be_room_to_get_out() -> None:
    full = {"a1": squad("#aboard/av1"), "a2": squad("C5"), "a3": squad("C5")}
    now = convoy(full)
    inside = now.act("activate", "a1", how="advance")
    assert inside.refused("leave", "a1") == ["TI-TRN-12"]
    assert now.targets("advance", "a1") == {}
    assert now.refused("advance", "a1", "C6") == ["TI-TRN-12"]


@pytest.mark.rule("tide_of_iron", "TI-TRN-13")
@pytest.mark.rule("tide_of_iron", "B-OPF-1")
def test_getting_out_draws_fire_and_getting_in_does_not() -> None:
    watcher = {"g1": squad("C8", "german", token="op_fire")}
    now = (
        convoy({"a1": squad("#aboard/av1"), **watcher})
        .act("activate", "a1", how="advance")
        .act("leave", "a1")
    )
    assert now.step == ("german", "op_fire")
    boarding = convoy(watcher).act("activate", "a1", how="advance").act("board", "a1", "av1")
    assert boarding.seat.prompt.step == "turn"


@pytest.mark.rule("tide_of_iron", "B-TRN-1")
def test_pinned_squads_neither_board_nor_leave() -> None:
    units = {"a1": squad("#aboard/av1", condition="pinned"), "a2": squad("C5", condition="disrupted")}
    now = convoy(units, sound=False)
    assert now.refused("activate", "a1", how="advance") == ["TI-CON-01"]
    assert now.refused("activate", "a2", how="advance") == ["TI-CON-05"]
    assert now.refused("board", "a2", "av1") == ["TI-SEQ-01", "TI-MOV-01"]


@pytest.mark.rule("tide_of_iron", "B-TRN-2")
def test_a_fatigued_or_damaged_vehicle_does_not_hold_its_passengers() -> None:
    now = convoy(
        {
            "av2": vehicle("D5", "m3a1_halftrack", "american", token="fatigued", damage="heavy"),
            "a1": squad("#aboard/av2"),
        }
    )
    assert now.act("activate", "a1", how="advance").act("leave", "a1")["a1"].at == "D5"


@pytest.mark.rule("tide_of_iron", "TI-TRN-04")
def test_passengers_go_where_their_vehicle_goes() -> None:
    now = convoy({"a1": squad("#aboard/av2")}).act("advance", "av2", "D8").act("stop")
    assert now["av2"].at == "D8"
    assert now["a1"].inside == "av2"
    assert now["a1"].token == ""
    assert now.act("activate", "a1", how="advance").act("leave", "a1")["a1"].at == "D8"


@pytest.mark.rule("tide_of_iron", "B-ASL-7")
def test_a_squad_may_get_out_and_assault() -> None:
    now = convoy({"a1": squad("#aboard/av1"), "g1": squad("C6", "german")})
    out = now.act("activate", "a1", how="assault").act("leave", "a1")
    assert out.seat.step.left == 12, "4 less 1 less 2"
    assert out.act("stop").seat.prompt.step == "assault_draft"


@pytest.mark.rule("tide_of_iron", "TI-ABL-25")
def test_a_half_track_is_a_light_vehicle_for_one_squad_and_pays_roads_like_any() -> None:
    rules = field.spotted({}, ("D5 D6 D7",))
    now = field.position(
        {"av2": vehicle("D5", "m3a1_halftrack", "american"), "g9": squad("N12", "german")}, rules
    )
    assert now.targets("advance", "av2")["D7"].cost == 24
    printed = now.rules.vehicle(now["av2"])
    assert (printed.transport, printed.weight, printed.abilities) == (1, "light", ())
