"""TI-FORT, TI-SPC-05..08 and rulings B-MOV-5..7, B-FORT: fortifications, wire, traps, mines, digging."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hexbench.games.tide_of_iron.pieces import NONE
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle
from tests.games.tide_of_iron.moves import TWO, against


def at_work(works: Mapping[str, Any], more: Mapping[str, Any] | None = None, **state: Any) -> field.Situation:
    """An American squad, engineers and a tank beside C6, where ``works`` lie."""
    units = {
        "a1": squad("C5"),
        "a2": squad("D5", specialization="engineer"),
        "a9": squad("A1"),
        "av1": vehicle("B5", "m4a1_sherman", "american"),
        "av2": vehicle("D6", "m3a1_halftrack", "american"),
        "g9": squad("N12", "german"),
        **(more or {}),
    }
    return field.position(units, mission=TWO, works={"C6": works}, **state)


# ---- fortifications
@pytest.mark.rule("tide_of_iron", "TI-FORT-01")
@pytest.mark.rule("tide_of_iron", "TI-FORT-02")
@pytest.mark.rule("tide_of_iron", "TI-FORT-03")
@pytest.mark.rule("tide_of_iron", "B-FORT-1")
def test_one_squad_goes_in_and_out_for_a_point_each() -> None:
    now = at_work({"entrenchment": 1}).act("advance", "a1", "C6")
    assert now.targets("enter_fort", "a1", how="entrenchment")[""].cost == 12
    now = now.act("enter_fort", "a1", how="entrenchment")
    assert now["a1"].shelter == "entrenchment"
    assert now.seat.step.left == 24
    assert now.targets("go", "a1")["C7"].cost == 24, "out of it first"
    out = now.act("leave_fort", "a1")
    assert out["a1"].shelter == ""
    assert out.seat.step.left == 12
    gone = now.act("go", "a1", "C7")
    assert (gone["a1"].at, gone["a1"].shelter) == ("C7", "")
    full = at_work({"entrenchment": 1}, {"a3": squad("C6", shelter="entrenchment")}).act(
        "advance", "a1", "C6"
    )
    assert full.refused("enter_fort", "a1", how="entrenchment") == ["TI-FORT-01"]
    assert full.refused("enter_fort", "a1", how="pillbox") == ["TI-FORT-01"]


@pytest.mark.rule("tide_of_iron", "B-FORT-1")
def test_coming_out_takes_a_point_of_the_move() -> None:
    now = at_work({"pillbox": 1}, {"a1": squad("C6", shelter="pillbox")})
    assert now.targets("advance", "a1")["C9"].cost == 48
    assert now.refused("advance", "a1", "C10") == ["TI-ACT-01"]
    assert now.act("advance", "a1", "C9")["a1"].shelter == ""


@pytest.mark.rule("tide_of_iron", "TI-FORT-04")
def test_coming_out_draws_fire() -> None:
    now = at_work(
        {"entrenchment": 1},
        {"a1": squad("C6", shelter="entrenchment"), "g1": squad("C9", "german", token="op_fire")},
    )
    now = now.act("advance", "a1", "C5")
    assert now.step == ("german", "op_fire")
    assert (now["a1"].at, now["a1"].shelter) == ("C6", "")


@pytest.mark.rule("tide_of_iron", "TI-FORT-05")
def test_vehicles_do_not_go_in() -> None:
    now = at_work({"entrenchment": 1}).act("advance", "av1", "C6")
    assert now.refused("enter_fort", "av1", how="entrenchment") == ["TI-FORT-05"]


@pytest.mark.rule("tide_of_iron", "M-11")
def test_anybody_may_use_an_empty_one() -> None:
    now = field.position(
        {"g1": squad("C5", "german"), "a9": squad("A1")}, works={"C6": {"pillbox": 1}}, initiative="german"
    ).act("advance", "g1", "C6")
    assert now.act("enter_fort", "g1", how="pillbox")["g1"].shelter == "pillbox"


# ---- razor wire
@pytest.mark.rule("tide_of_iron", "TI-FORT-09")
@pytest.mark.rule("tide_of_iron", "TI-FORT-10")
@pytest.mark.rule("tide_of_iron", "B-MOV-7")
def test_wire_stops_squads_and_light_vehicles_but_not_engineers_and_tanks() -> None:
    wired = at_work({"razor_wire": True})
    assert against(wired, "advance", "a1", "C7", "C6 C7") == ["TI-FORT-09"]
    assert against(wired, "advance", "av2", "C7", "C6 C7") == ["TI-FORT-10"]
    assert against(wired, "advance", "a2", "C7", "C6 C7") == []
    assert against(wired, "advance", "av1", "C7", "C6 C7") == []
    caught = wired.act("advance", "a1", "C6")
    assert (caught["a1"].at, caught["a1"].token) == ("C6", "fatigued")
    assert caught.seat.prompt.step == "turn"
    leaving = at_work({"razor_wire": True}, {"a1": squad("C6")})
    assert leaving.targets("advance", "a1")["C10"].cost == 48, "leaving is free"


@pytest.mark.rule("tide_of_iron", "TI-FORT-12")
@pytest.mark.rule("tide_of_iron", "B-MOV-7")
def test_tanks_and_engineers_clear_wire_for_two_points_and_go_on() -> None:
    now = at_work({"razor_wire": True}).act("advance", "a2", "C6")
    assert now.targets("clear_wire", "a2")[""].cost == 24
    now = now.act("clear_wire", "a2")
    assert now.state.works == {}
    assert now.seat.step.left == 12
    tank = at_work({"razor_wire": True}).act("advance", "av1", "C6").act("clear_wire", "av1")
    assert tank.state.works == {}
    assert tank.seat.step.left == 36
    squad_there = (
        at_work({"razor_wire": True}, {"a1": squad("C6")})
        .act("activate", "a1", how="fire_move")
        .act("march_here")
    )
    assert squad_there.refused("clear_wire", "a1") == ["TI-FORT-12"]
    nothing = at_work({}).act("advance", "a2", "C6")
    assert nothing.refused("clear_wire", "a2") == ["TI-FORT-12"]


# ---- tank traps
@pytest.mark.rule("tide_of_iron", "TI-FORT-15")
@pytest.mark.rule("tide_of_iron", "TI-FORT-16")
@pytest.mark.rule("tide_of_iron", "B-MOV-10")
def test_a_vehicle_enters_traps_only_from_beside_them_and_stops() -> None:
    now = at_work({"tank_trap": True})
    assert against(now, "advance", "av1", "C7", "C6 C7") == ["TI-FORT-16"]
    stopped = now.act("advance", "av1", "C6")
    assert stopped["av1"].at == "C6"
    assert stopped["av1"].token == "fatigued"
    far = at_work({"tank_trap": True}, {"av1": vehicle("C3", "m4a1_sherman", "american")})
    assert "C6" not in far.targets("advance", "av1")
    assert far.refused("advance", "av1", "C6") == ["TI-FORT-15"]
    assert against(now, "advance", "a1", "C7", "C6 C7") == [], "squads walk through"


# ---- mines
@pytest.mark.rule("tide_of_iron", "TI-FORT-19")
@pytest.mark.rule("tide_of_iron", "TI-FORT-20")
@pytest.mark.rule("tide_of_iron", "TI-FORT-21")
@pytest.mark.rule("tide_of_iron", "B-MOV-5")
def test_mines_stop_fatigue_and_roll_four_dice() -> None:
    now = at_work({"minefield": True})
    assert against(now, "advance", "a1", "C7", "C6 C7") == ["TI-FORT-19"]
    hit = now.act("advance", "a1", "C6", numbers=(4, 3, 6, 1))
    assert (hit["a1"].at, hit["a1"].men, hit["a1"].token) == ("C6", 2, "fatigued")
    tank = now.act("advance", "av1", "C6", numbers=(5, 1, 1, 1))
    assert (tank["av1"].damage, tank["av1"].token) == ("light", "fatigued")
    dead = now.act("advance", "a1", "C6", numbers=(4, 4, 4, 4))
    assert dead["a1"].at == "#destroyed"


@pytest.mark.rule("tide_of_iron", "B-MOV-5")
def test_the_owner_picks_who_falls_and_passengers_are_spared() -> None:
    now = at_work({"minefield": True}, {"a1": squad("C5", figures={"regular": 2, "elite": 2})})
    asked = now.act("advance", "a1", "C6", numbers=(6, 1, 1, 1))
    assert asked.seat.prompt.step == "casualties"
    assert asked["a1"].token == ""
    after = asked.act("lose", "a1", "elite")
    assert after["a1"].figures == {"regular": 2, "elite": 1}
    assert after["a1"].token == "fatigued"
    truck = at_work(
        {"minefield": True}, {"av2": vehicle("D5", "gmc_cckw_353", "american"), "a3": squad("#aboard/av2")}
    )
    hurt = truck.act("advance", "av2", "C6", numbers=(6, 1, 1, 1))
    assert (hurt["av2"].damage, hurt["a3"].men) == ("light", 4)
    gone = truck.act("advance", "av2", "C6", numbers=(6, 6, 6, 1))
    assert gone["a3"].at == "#destroyed", "fragile"


@pytest.mark.rule("tide_of_iron", "TI-FORT-22")
def test_engineers_find_their_way_but_are_stopped_and_fatigued() -> None:
    now = at_work({"minefield": True})
    assert against(now, "advance", "a2", "C7", "C6 C7") == ["TI-FORT-19"]
    after = now.act("advance", "a2", "C6", numbers=())
    assert (after["a2"].at, after["a2"].men, after["a2"].token) == ("C6", 4, "fatigued")


@pytest.mark.rule("tide_of_iron", "TI-FORT-24")
@pytest.mark.rule("tide_of_iron", "B-MOV-6")
def test_out_of_a_minefield_it_is_one_hex_only() -> None:
    now = at_work({"minefield": True}, {"a1": squad("C6"), "g1": squad("C8", "german")})
    assert set(now.targets("advance", "a1")) == set(now.rules.atlas.near["C6"])
    assert now.refused("advance", "a1", "D8") == ["TI-FORT-24"]
    assert against(now, "advance", "a1", "D7", "C7 D7") == ["TI-FORT-24"]
    there = now.act("assault", "a1", "C7")
    assert there.seat.prompt.step == "assault_draft", "its assault stays open"
    firing = now.act("fire_move", "a1", "C7")
    assert firing.offered("engage") == ("a1",)


# ---- digging
@pytest.mark.rule("tide_of_iron", "TI-SPC-05")
@pytest.mark.rule("tide_of_iron", "TI-SPC-07")
@pytest.mark.rule("tide_of_iron", "TI-ACT-22")
def test_engineers_dig_for_an_action_and_may_go_in() -> None:
    now = at_work({})
    assert now.offered("dig") == ("a2",)
    dug = now.act("dig", "a2", how="enter")
    assert dug.state.works["D5"].entrenchment == 1
    assert (dug["a2"].shelter, dug["a2"].token) == ("entrenchment", "fatigued")
    assert dug.seat.step.left == 1
    stay = now.act("dig", "a2", how="stay")
    assert (stay["a2"].shelter, stay["a2"].token) == ("", "fatigued")
    assert now.refused("dig", "a1", how="enter") == ["TI-SPC-05"]
    assert now.refused("dig", "a2") == ["TI-SPC-07"]
    inside = at_work({}, {"a2": squad("C6", specialization="engineer", shelter="entrenchment")}, sound=False)
    assert inside.refused("dig", "a2", how="enter") == ["TI-FORT-01"]


@pytest.mark.rule("tide_of_iron", "TI-SPC-06")
@pytest.mark.rule("tide_of_iron", "B-FORT-2")
@pytest.mark.parametrize("token", ["s0", "d0", "x0", "b0"])
def test_nobody_digs_in_water_or_buildings(token: str) -> None:
    now = field.position(
        {"a2": squad("D5", specialization="engineer"), "g9": squad("N12", "german")},
        field.spotted({"D5": token}),
    )
    assert now.refused("dig", "a2", how="enter") == ["TI-SPC-06"]


@pytest.mark.rule("tide_of_iron", "TI-SPC-08")
@pytest.mark.rule("tide_of_iron", "TI-FORT-06")
def test_three_fortifications_fill_a_hex() -> None:
    now = at_work({"entrenchment": 2, "pillbox": 1}, {"a2": squad("C6", specialization="engineer")})
    assert now.refused("dig", "a2", how="stay") == ["TI-SPC-08"]
    two = at_work({"entrenchment": 2}, {"a2": squad("C6", specialization="engineer")})
    assert two.act("dig", "a2", how="enter").state.works["C6"].entrenchment == 3


@pytest.mark.rule("tide_of_iron", "TI-SPC-04")
@pytest.mark.rule("tide_of_iron", "TI-CON-03")
@pytest.mark.rule("tide_of_iron", "TI-CON-05")
def test_pinned_and_disrupted_engineers_do_not_dig() -> None:
    pinned = at_work({}, {"a2": squad("D5", specialization="engineer", condition="pinned")})
    assert pinned.refused("dig", "a2", how="enter") == ["TI-CON-03", "TI-SPC-04"]
    worse = at_work({}, {"a2": squad("D5", specialization="engineer", condition="disrupted")})
    assert worse.refused("dig", "a2", how="enter") == ["TI-CON-05", "TI-SPC-04"]


@pytest.mark.rule("tide_of_iron", "TI-SET-06")
def test_frozen_ground_forbids_digging() -> None:
    forces = {"american": {"bases": 0, "pool": {}, "operations": ["frozen-ground"]}}
    now = field.position(
        {"a2": squad("D5", specialization="engineer"), "g9": squad("N12", "german")},
        mission={"forces": forces},
    )
    assert now.refused("dig", "a2", how="enter") == ["TI-SET-06"]


def test_cleared_wire_leaves_other_markers() -> None:
    now = at_work({"razor_wire": True, "entrenchment": 1}).act("advance", "a2", "C6").act("clear_wire", "a2")
    assert now.state.works["C6"].entrenchment == 1
    assert now.state.works.get("C5", NONE) == NONE
