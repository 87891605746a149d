"""Set-up, third part: units are placed in their zones, and put in op fire mode."""

from __future__ import annotations

import pytest

from hexbench.engine.events import UnitPlaced
from tests.games.tide_of_iron import field, shipped
from tests.games.tide_of_iron.small import FORCES, ZONES, built, deployed, mission

TRUCKS = {"vehicles": {"opel_blitz": 1, "sdkfz_251": 1, "panzer_iv": 1}}
DUG_IN = {"operations": ["field-fortified"], "markers": {"entrenchment": 1, "pillbox": 1}}


@pytest.mark.rule("tide_of_iron", "TI-SET-11", "C-S4", "TI-CMD-09")
def test_units_are_placed_in_their_own_zone_in_the_order_of_the_initiative() -> None:
    prize = [{"id": "prize", "hex": "B10"}]
    now = built(mission(objectives=prize))
    assert now.step == ("german", "deploy")
    assert now.targets("place", "g1").keys() == {"A10", "B10", "C10"}
    assert now.refused("place", "g1", "A1") == ["TI-SET-11"]
    assert now.refused("place", "a1", "A1") == ["TI-SET-11"]
    now = now.act("place", "g1", "B10")  # an objective in its own zone
    assert now.told(UnitPlaced) == [UnitPlaced("g1", "B10")]
    assert now.refused("place", "g1", "B10") == ["TI-SET-11"]
    assert now.refused("done") == ["TI-SET-11"]
    now = now.act("place", "gv1", "A10").act("place", "g1", "C10").act("done")
    assert now.step == ("american", "deploy")
    assert now["g1"].at == "C10"


@pytest.mark.rule("tide_of_iron", "TI-STK-01", "TI-STK-02")
def test_a_hex_holds_three_units_and_two_vehicles_at_set_up() -> None:
    zones = {**ZONES, "german_deploy": ["A10", "B10"]}
    many = {**FORCES["german"], "bases": 3, "pool": {"regular": 12}, "vehicles": {"panzer_iv": 3}}
    many["default_build"] = [{"figures": {"regular": 4}}] * 3
    now = built(mission(german=many, zones=zones))
    now = now.act("place", "gv1", "A10").act("place", "gv2", "A10")
    assert now.refused("place", "gv3", "A10") == ["TI-STK-02"]
    now = now.act("place", "g1", "A10")
    assert now.refused("place", "g2", "A10") == ["TI-STK-01"]
    assert now.refused("place", "gv3", "A10") == ["TI-STK-01", "TI-STK-02"]
    now = now.act("place", "gv3", "B10").act("place", "g2", "B10").act("place", "g3", "B10")
    assert now.act("done").step == ("american", "deploy")


@pytest.mark.rule("tide_of_iron", "TI-SET-12", "TI-TRN-01", "TI-STK-06", "TI-TRN-14")
def test_squads_may_begin_loaded_and_take_no_room_in_the_hex() -> None:
    now = built(mission(german={**TRUCKS, "bases": 4, "pool": {"regular": 16}}))
    assert now.refused("load", "g1", "gv3") == ["TI-TRN-01"]
    assert now.refused("load", "gv3", "gv1") == ["TI-TRN-01"]
    now = now.act("load", "g1", "gv2")
    assert now["g1"].at == "#aboard/gv2"
    assert now.refused("load", "g2", "gv2") == ["TI-TRN-01"]
    now = now.act("load", "g2", "gv1").act("load", "g3", "gv1")
    assert now.refused("load", "g4", "gv1") == ["TI-TRN-01"]
    now = now.act("place", "gv1", "A10").act("place", "gv2", "A10").act("place", "g4", "A10")
    assert now.refused("place", "gv3", "A10") == ["TI-STK-01", "TI-STK-02"]
    now = now.act("place", "g2", "B10")  # and out again
    assert now.state.units["g2"].at == "B10"
    assert [str(p) for p in now.rules.audit(now.state)] == []


@pytest.mark.rule("tide_of_iron", "TI-TER-09", "TI-TER-10", "TI-TER-11")
def test_nobody_is_placed_where_he_could_not_go() -> None:
    now = built(None, field.spotted({"A10": "d0", "B10": "f0", "C10": "p0"}))
    assert now.targets("place", "g1").keys() == {"A10"}
    assert now.refused("place", "gv1", "A10") == ["TI-TER-09"]
    assert now.refused("place", "g1", "B10") == ["TI-TER-10"]
    assert now.refused("place", "g1", "C10") == ["TI-TER-11"]


@pytest.mark.rule("tide_of_iron", "C-S4", "TI-RIF-06")
def test_whom_there_is_no_hex_for_is_lost() -> None:
    now = built(None, field.spotted({"A10": "d0", "B10": "f0", "C10": "p0"}))
    now = now.act("place", "g1", "A10").act("done")
    assert now["gv1"].at == "#lost"
    assert now["g1"].at == "A10"


@pytest.mark.rule("tide_of_iron", "TI-SET-06", "TI-FORT-01", "TI-FORT-05", "C-S4")
def test_an_operations_card_lets_squads_begin_in_fortifications() -> None:
    now = built(mission(german=DUG_IN)).act("place_marker", to="A10", how="entrenchment")
    now = now.act("place_marker", to="B10", how="pillbox").act("done")
    now = now.act("place", "g1", "A10", "entrenchment")
    assert now["g1"].shelter == "entrenchment"
    assert now.refused("place", "gv1", "B10", "pillbox") == ["TI-FORT-05"]
    now = now.act("place", "g1", "B10", "pillbox")
    assert now["g1"].shelter == "pillbox"
    assert now.refused("place", "g1", "A10", "pillbox") == ["TI-FORT-01"]
    now = now.act("place", "g1", "B10")
    assert now["g1"].shelter == ""

    two = {**DUG_IN, "bases": 2, "pool": {"regular": 8}}
    now = (
        built(mission(german=two))
        .act("place_marker", to="A10", how="entrenchment")
        .act("place_markers")
        .act("done")
    )
    now = now.act("place", "g1", "A10", "entrenchment")
    assert now.refused("place", "g2", "A10", "entrenchment") == ["TI-FORT-01"]


@pytest.mark.rule("tide_of_iron", "TI-SET-06")
def test_without_that_card_nobody_begins_in_a_fortification() -> None:
    bare = {**DUG_IN, "operations": []}
    now = (
        built(mission(german=bare))
        .act("place_marker", to="A10", how="entrenchment")
        .act("place_markers")
        .act("done")
    )
    assert now.refused("place", "g1", "A10", "entrenchment") == ["TI-SET-06"]


@pytest.mark.rule("tide_of_iron", "M-10", "TI-CNC-01", "C-S4")
def test_the_scenario_says_how_many_squads_are_concealed() -> None:
    two = {"bases": 2, "pool": {"regular": 8}, "concealed": 1}
    now = built(mission(german=two))
    assert now.refused("place", "gv1", "A10", "concealed") == ["TI-CNC-01"]
    now = now.act("place", "g1", "A10", "concealed")
    assert now["g1"].concealed
    assert now.refused("place", "g2", "B10", "concealed") == ["M-10"]
    now = now.act("place", "g1", "A10").act("place", "g2", "B10", "concealed")
    assert not now["g1"].concealed
    none = built().refused("place", "g1", "A10", "concealed")
    assert none == ["M-10"]


@pytest.mark.rule("tide_of_iron", "TI-CNC-07", "B-CNC-2")
def test_who_lies_in_the_open_is_revealed_when_the_enemy_has_been_placed() -> None:
    scenario = mission(german={"bases": 2, "pool": {"regular": 8}, "concealed": 2})
    rules = field.spotted({"A10": "w0"})
    now = built(scenario, rules).act("place", "g1", "A10", "concealed").act("place", "g2", "C10", "concealed")
    now = now.act("place", "gv1", "B10").act("done")
    assert now["g1"].concealed
    assert now["g2"].concealed
    now = now.default(2)
    assert now.step == ("german", "set_op_fire")
    assert now["g1"].concealed  # in the woods
    assert not now["g2"].concealed


@pytest.mark.rule("tide_of_iron", "M-10", "TI-CNC-01")
def test_with_hidden_concealment_the_enemy_learns_where_but_not_who() -> None:
    rules = field.ground(field.PLAIN_ROWS, concealment="hidden")
    scenario = mission(german={"bases": 2, "pool": {"regular": 8}, "concealed": 1})
    now = built(scenario, rules).act("place", "g2", "B10", "concealed")
    seen = [t.to("american") for t in now.outcome.told]
    assert [e.at for e in seen if isinstance(e, UnitPlaced)] == ["B10"]
    assert all(e.unit != "g2" for e in seen if isinstance(e, UnitPlaced))
    assert now.of("american").s.units["g2"].at == "#unseen"
    assert now.of("german").s.units["g2"].at == "B10"


# ---- op fire at set-up ----------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-SET-13", "C-S6", "TI-STA-12")
def test_after_deployment_each_side_may_put_any_units_in_op_fire_mode() -> None:
    now = deployed()
    assert now.step == ("german", "set_op_fire")
    assert now.refused("set_op_fire", "a1") == ["TI-SET-13"]
    now = now.act("set_op_fire", "g1").act("set_op_fire", "gv1")
    assert {u.token for u in now.state.units.values() if u.side == "german"} == {"op_fire"}
    assert now.refused("set_op_fire", "g1") == ["TI-SET-13"]
    now = now.act("clear_op_fire", "gv1")
    assert now["gv1"].token == ""
    assert now.refused("clear_op_fire", "gv1") == ["TI-SET-13"]
    now = now.act("done")
    assert now.step == ("american", "set_op_fire")
    now = now.act("done")
    assert now.step == ("german", "turn")
    assert now["g1"].token == "op_fire"
    assert now.refused("fatigue", "g1") == ["TI-SEQ-08"]


@pytest.mark.rule("tide_of_iron", "B-OPF-12")
def test_who_could_never_use_it_is_not_put_in_op_fire_mode() -> None:
    force = {**TRUCKS, "bases": 2, "pool": {"mortar": 1, "regular": 2, "officer": 2}}
    force["default_build"] = [{"figures": {"mortar": 1}}, {"figures": {"regular": 2, "officer": 2}}]
    now = built(mission(german=force))
    now = now.act("load", "g2", "gv1").act("place_rest").act("done").default(2)
    assert now.step == ("german", "set_op_fire")
    assert now["g1"].figures == {"mortar": 1}
    assert now.refused("set_op_fire", "g1") == ["B-OPF-12"]
    assert now.refused("set_op_fire", "g2") == ["B-OPF-12"]
    assert now.refused("set_op_fire", "gv1") == ["B-OPF-12"]
    assert now.offered("set_op_fire") == ("gv2", "gv3")


@pytest.mark.rule("tide_of_iron", "TI-SET-11", "TI-STK-01", "TI-STK-02", "TI-CMD-09")
@pytest.mark.parametrize("name", shipped.SCENARIOS)
def test_following_defaults_places_everybody_in_the_scenarios_that_ship(name: str) -> None:
    now = field.scenario(name)
    zones = shipped.scenario(name).mission.zones
    while now.step[1] != "turn":
        now = now.default()
        assert [str(p) for p in now.rules.audit(now.state)] == []
    for unit in now.state.units.values():
        assert unit.at in zones[f"{unit.side}_deploy"] or unit.at.startswith("#due")
    if name == "lanzerath":
        assert sum(u.shelter == "entrenchment" for u in now.state.units.values()) == 5
