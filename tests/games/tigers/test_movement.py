"""Operational movement: factors, prices, road rate, the bonus (TG-MOV)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import UnitMoved
from tests.games.tigers.field import (
    ALLIED,
    ARDENNES,
    GERMAN,
    MF,
    Situation,
    abn,
    arm,
    cav,
    cc,
    country,
    inf,
    para,
    position,
    pz,
    pzgren,
    tiger,
)

HERE = "805"
ROAD = country(roads=("801 802 803 804 805 806 807 808 809 810",))


def cost(now: Situation, to: str, how: str = "", units: str = "a") -> int:
    """What a move costs, in twelfths."""
    found = now.targets("move", units, how)[to].cost
    assert found is not None
    return found


def far(now: Situation, units: str = "a", how: str = "") -> int:
    """The longest straight way north that is offered."""
    return max(int(at[1:]) - 5 for at in now.targets("move", units, how) if at[0] == "8" and len(at) == 3)


# ---- factors ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-MOV-03", "TG-MOV-04", "TG-MOV-05")
@pytest.mark.parametrize(
    ("make", "omf"),
    [(inf, 2), (para, 3), (pzgren, 3), (pz, 4), (tiger, 4), (arm, 4), (cav, 4), (cc, 4), (abn, 3)],
)
def test_factors_in_the_open_and_the_bonus_of_two(make: Any, omf: int) -> None:
    side = ALLIED if make in (arm, cav, cc, abn) else GERMAN
    now = position({"a": make("801")}, phasing=side)
    assert cost(now, "802") == MF
    reached = {at: t for at, t in now.targets("move", "a").items() if at.startswith("8") and len(at) == 3}
    assert max(int(at[1:]) for at in reached) == 1 + omf + 2
    plain = [at for at, t in reached.items() if "TG-ATK-13" not in t.rules]
    assert max(int(at[1:]) for at in plain) == 1 + omf


@pytest.mark.rule("tigers", "TG-MOV-05")
def test_what_costs_more_than_factor_and_bonus_is_refused() -> None:
    now = position({"a": inf(HERE)})
    assert now.refused("move", "a", "810") == ["TG-MOV-05"]
    assert "5" in now.sentence("move", "a", "810")


@pytest.mark.rule("tigers", "TG-MOV-06", "TG-MOV-20", "TG-ATK-13")
def test_who_used_the_bonus_does_not_attack_and_who_did_not_may() -> None:
    now = position({"a": inf(HERE), "x": inf("810", ALLIED), "y": inf("603", ALLIED)}, turn=3)
    fresh = now.act("move", "a", "807")
    assert not fresh["a"].bonus
    used = now.act("move", "a", "808")
    assert used["a"].bonus
    beside = position(
        {"a": {**inf("809"), "bonus": True, "moved": True}, "x": inf("810", ALLIED)}, phase="combat"
    )
    assert "TG-ATK-13" in beside.refused("attack", "a", "810")


@pytest.mark.rule("tigers", "TG-MOV-07")
def test_the_second_pass_takes_one_off_the_factor_and_nothing_off_the_bonus() -> None:
    now = position({"a": inf("801")}, round=2)
    plain = {at for at, t in now.targets("move", "a").items() if "TG-ATK-13" not in t.rules}
    assert "802" in plain
    assert "803" not in plain
    assert "804" in now.targets("move", "a")
    assert "805" not in now.targets("move", "a")


@pytest.mark.rule("tigers", "TG-MOV-17", "AMB-80")
def test_fuel_second_pass_and_bonus_combine_in_that_order() -> None:
    def reach(**facts: Any) -> tuple[int, int]:
        now = position({"a": pz("801"), "p": para("901"), "i": inf("1001")}, turn=6, sound=False, **facts)
        found = now.targets("move", "a")
        plain = [at for at, t in found.items() if "TG-ATK-13" not in t.rules]
        straight = [at for at in found if at.startswith("8") and len(at) == 3]
        return (
            max(int(at[1:]) - 1 for at in plain if at.startswith("8") and len(at) == 3),
            max(int(at[1:]) - 1 for at in straight),
        )

    assert reach() == (2, 4)
    assert reach(round=2) == (1, 3)
    assert reach(limit=9) == (4, 6)
    assert reach(fueled=True) == (4, 6)


@pytest.mark.rule("tigers", "TG-MOV-17")
def test_fuel_does_not_limit_the_allies() -> None:
    now = position({"a": arm("801")}, turn=8, phasing=ALLIED)
    assert "805" in {at for at, t in now.targets("move", "a").items() if "TG-ATK-13" not in t.rules}


# ---- prices ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-MOV-08", "TG-MOV-09")
@pytest.mark.parametrize("make", [pz, pzgren, tiger, arm, cav, cc])
def test_forest_and_venn_are_dear_to_the_road_rate_class(make: Any) -> None:
    side = ALLIED if make in (arm, cav, cc) else GERMAN
    now = position({"a": make(HERE)}, country(forest="806", venn="804"), phasing=side)
    assert cost(now, "806") == 2 * MF
    assert cost(now, "804") == 3 * MF


@pytest.mark.rule("tigers", "TG-MOV-10", "AMB-66")
@pytest.mark.parametrize("make", [inf, para])
def test_everything_costs_one_on_foot(make: Any) -> None:
    now = position({"a": make(HERE)}, country(forest="806", venn="804"))
    assert cost(now, "806") == cost(now, "804") == cost(now, "705") == MF


@pytest.mark.rule("tigers", "TG-MOV-08", "TG-MOV-09")
def test_a_connecting_road_makes_forest_and_venn_cheap_and_another_does_not() -> None:
    now = position({"a": pz(HERE)}, country(forest="806", venn="804", roads=("804 805 806",)))
    assert cost(now, "806") == cost(now, "804") == MF
    assert cost(now, "806", "road_mode") == cost(now, "804", "road_mode") == MF // 3
    past = position({"a": pz(HERE)}, country(forest="806", roads=("706 806 907",)))
    assert cost(past, "806") == 2 * MF


@pytest.mark.rule("tigers", "TG-MOV-11", "AMB-64")
def test_road_hexes_before_the_last_cost_a_third_each() -> None:
    now = position({"a": pz("801")}, ROAD)
    assert cost(now, "803") == MF // 3 + MF
    assert cost(now, "807") == 5 * MF // 3 + MF
    after = now.act("move", "a", "807")
    assert after["a"].spent == 5 + 3
    assert after.told(UnitMoved)[0].path == ("801", "802", "803", "804", "805", "806", "807")
    assert after.told(UnitMoved)[0].cost == 32


@pytest.mark.rule("tigers", "AMB-64")
def test_road_and_open_hexes_mix_exactly() -> None:
    now = position({"a": pz("801")}, country(roads=("801 802 803 804",)))
    assert cost(now, "806") == 3 * MF // 3 + 2 * MF  # three thirds, then open ground twice
    # 12 thirds: 3 by road, 9 in the open
    plain = {at for at, t in now.targets("move", "a").items() if "TG-ATK-13" not in t.rules}
    assert "807" in plain
    assert "808" not in plain


@pytest.mark.rule("tigers", "TG-MOV-21", "TG-DIS-12")
def test_a_last_step_at_road_rate_disrupts_and_one_at_full_rate_does_not() -> None:
    now = position({"a": pz("801")}, ROAD)
    assert cost(now, "803", "road_mode") == 2 * MF // 3
    after = now.act("move", "a", "803", "road_mode")
    assert after["a"].disrupted
    assert after["a"].road_mode
    after = now.act("move", "a", "803")
    assert not after["a"].disrupted
    assert not after["a"].road_mode


@pytest.mark.rule("tigers", "TG-MOV-13")
def test_the_step_made_in_order_to_attack_is_not_at_road_rate() -> None:
    now = position({"a": pz("801"), "x": cc("807")}, ROAD)
    road = now.act("move", "a", "806", "road_mode")
    assert road["a"].disrupted
    full = now.act("move", "a", "806")
    assert cost(now, "806") - cost(now, "806", "road_mode") == 8
    assert not full["a"].disrupted
    assert "a" in full.end().offered("attack")
    assert "a" not in road.end().offered("attack")


@pytest.mark.rule("tigers", "TG-MOV-12")
def test_the_step_into_a_zone_that_stops_is_not_at_road_rate() -> None:
    now = position(
        {"a": pz("801"), "x": inf("808", ALLIED)},
        country(forest="807", roads=("801 802 803 804 805 806 807",)),
    )
    assert cost(now, "807") == 5 * MF // 3 + MF  # the road still spares it the forest
    assert now.refused("move", "a", "807", "road_mode") == ["TG-MOV-12"]


@pytest.mark.rule("tigers", "TG-MOV-12")
def test_a_weak_zone_does_not_stop_and_may_be_entered_at_road_rate() -> None:
    now = position({"a": pz("801"), "x": cc("807")}, ROAD)
    assert cost(now, "806", "road_mode") == 5 * MF // 3


@pytest.mark.rule("tigers", "TG-MOV-11")
def test_road_mode_needs_a_road() -> None:
    now = position({"a": pz("801")})
    assert now.refused("move", "a", "802", "road_mode") == ["TG-MOV-11"]


@pytest.mark.rule("tigers", "TG-MOV-15")
@pytest.mark.parametrize("make", [inf, para])
def test_germans_on_foot_never_use_road_rate(make: Any) -> None:
    now = position({"a": make("801")}, ROAD)
    assert cost(now, "803") == 2 * MF
    assert now.refused("move", "a", "803", "lift") == ["TG-MOV-15"]
    assert now.hows("move", "a", to="803") == {""}
    assert now.refused("move", "a", "803", "road_mode") == ["TG-MOV-11"]


# ---- the lift --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-MOV-14")
@pytest.mark.parametrize("make", [inf, abn])
def test_allied_divisions_on_foot_may_be_carried_by_road(make: Any) -> None:
    unit = make("801") if make is abn else inf("801", ALLIED)
    now = position({"a": unit}, ROAD, phasing=ALLIED)
    assert cost(now, "806", "lift") == 4 * MF // 3 + MF
    after = now.act("move", "a", "806", "lift")
    assert after["a"].lifted
    assert not after["a"].disrupted
    assert not now.act("move", "a", "803")["a"].lifted


@pytest.mark.rule("tigers", "TG-MOV-21")
def test_carried_divisions_that_end_in_road_mode_are_disrupted_too() -> None:
    now = position({"a": inf("801", ALLIED)}, ROAD, phasing=ALLIED)
    after = now.act("move", "a", "807", "lift_road_mode")
    assert after["a"].disrupted
    assert after["a"].lifted


@pytest.mark.rule("tigers", "TG-MOV-14", "AMB-65")
def test_two_divisions_are_carried_in_a_turn_british_ones_too_and_in_both_passes() -> None:
    units = {name: inf(at, ALLIED) for name, at in (("a", "801"), ("b", "802"), ("c", "803"))}
    units["d"] = inf("804", ALLIED, nation="british")
    now = position(units, ROAD, phasing=ALLIED, sound=False)
    now = now.act("move", "a", "806", "lift").act("move", "d", "809", "lift")
    assert now.refused("move", "b", "806", "lift") == ["AMB-65"]
    assert now.refused("move", "c", "806", "lift") == ["AMB-65"]
    assert now.hows("move", "b", to="804") == {""}
    second = position({**units, "a": {**units["a"], "lifted": True}}, ROAD, phasing=ALLIED, round=2)
    assert second.hows("move", "b", to="805") == {"", "lift", "lift_road_mode"}
    done = second.act("move", "b", "805", "lift")
    assert done.refused("move", "c", "807", "lift") == ["AMB-65"]


@pytest.mark.rule("tigers", "TG-MOV-14", "AMB-65")
def test_a_ride_tells_how_many_are_left_after_it() -> None:
    """For one, for two at once, and for one who rides on in the second pass and counts no second time."""

    def told(now: Situation, units: str, to: str) -> list[str]:
        return [str(text) for text in now.targets("move", units, "lift")[to].says if "Carried" in str(text)]

    units = {"a": inf("801", ALLIED), "b": inf("801", ALLIED), "m": arm("801")}
    now = position(units, ROAD, phasing=ALLIED, sound=False)
    assert told(now, "a", "806") == ["Carried by road; left this turn: 1 of 2."]
    assert told(now, "a m", "806") == ["Carried by road; left this turn: 1 of 2."]
    assert told(now, "a b", "806") == ["Carried by road; left this turn: 0 of 2."]
    ridden = position(
        {**units, "a": {**units["a"], "lifted": True}}, ROAD, phasing=ALLIED, round=2, sound=False
    )
    assert told(ridden, "a", "805") == ["Carried by road; left this turn: 1 of 2."]
    assert told(ridden, "b", "805") == ["Carried by road; left this turn: 0 of 2."]


@pytest.mark.rule("tigers", "TG-MOV-14")
def test_only_divisions_on_foot_are_carried() -> None:
    now = position({"a": arm("801"), "b": inf("802", ALLIED, size="bde")}, ROAD, phasing=ALLIED)
    assert now.refused("move", "a", "805", "lift") == ["TG-MOV-14"]
    assert now.refused("move", "b", "805", "lift") == ["TG-MOV-14"]


@pytest.mark.rule("tigers", "AMB-65")
def test_a_way_without_a_road_carries_nobody() -> None:
    now = position({"a": inf("801", ALLIED)}, country(roads=("801 802",)), phasing=ALLIED)
    assert now.refused("move", "a", "701", "lift")
    assert "TG-MOV-14" in now.refused("move", "a", "802", "lift")


# ---- who may move ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-MOV-01", "TG-SEQ-14")
def test_a_unit_moves_once() -> None:
    now = position({"a": pz("801"), "b": pz("1001")}).act("move", "a", "802")
    assert now["a"].moved
    assert now.refused("move", "a", "803") == ["TG-MOV-01"]
    assert now.offered("move") == ("b",)


@pytest.mark.rule("tigers", "TG-MOV-02", "TG-RET-12", "TG-ADV-12")
def test_retreats_and_advances_are_no_operational_moves() -> None:
    now = position({"a": {**pz("801"), "retreated": True}, "b": {**pz("1001"), "advanced": True}})
    assert now.offered("move") == ("a", "b")


@pytest.mark.rule("tigers", "TG-MOV-16", "TG-DIS-03")
def test_disrupted_units_do_not_move() -> None:
    now = position({"a": pz("801", disrupted=True), "b": pz("1001")})
    assert now.refused("move", "a", "802") == ["TG-DIS-03"]
    assert now.offered("move") == ("b",)


@pytest.mark.rule("tigers", "TG-SEQ-16", "TG-SEQ-06")
@pytest.mark.parametrize("done", [{"moved": True}, {"attacks": 1}])
def test_who_moved_or_attacked_in_the_first_pass_does_not_move_in_the_second(done: dict[str, Any]) -> None:
    now = position({"a": {**pz("801"), **done, "acted": True}, "b": pz("1001")}, round=2)
    assert now.refused("move", "a", "802") == ["TG-SEQ-16"]
    assert now.offered("move") == ("b",)


@pytest.mark.rule("tigers", "TG-MOV-19", "TG-VDH-06")
def test_von_der_heydte_never_moves() -> None:
    now = position({"vdH": "1008", "a": pz("1401")}, ARDENNES)
    assert now.refused("move", "vdH", "1009") == ["TG-MOV-19"]


def test_the_enemys_units_and_strangers_are_not_moved() -> None:
    now = position({"a": pz("801"), "x": inf("1005", ALLIED)})
    assert now.refused("move", "x", "1006") == ["TG-SEQ-03"]
    assert now.refused("move", "zz", "1006") == ["TG-SEQ-01"]
    assert now.refused("move", "a", "9999") == ["TG-SEQ-01"]


@pytest.mark.rule("tigers", "AMB-98", "TG-VDH-08")
def test_enemy_hexes_are_never_entered_but_von_der_heydtes_is() -> None:
    now = position({"a": pz("805"), "x": {**cc("806"), "disrupted": True}})
    assert now.refused("move", "a", "806") == ["AMB-98"]
    assert "807" not in {at for at, t in now.targets("move", "a").items() if "806" in t.via}
    allies = position({"vdH": "1008", "1ID": "1010"}, ARDENNES, phasing=ALLIED)
    through = allies.act("move", "1ID", "1007", via="1009 1008 1007")
    assert through["vdH"].at == "1008"
    there = allies.act("move", "1ID", "1008")
    assert there["vdH"].at == "#eliminated"
    assert there["1ID"].at == "1008"


@pytest.mark.rule("tigers", "TG-VDH-08")
@pytest.mark.parametrize(("goes", "men"), [(False, "#eliminated"), (True, "810")])
def test_an_arrival_that_stays_on_von_der_heydtes_hex_rounds_him_up(goes: bool, men: str) -> None:
    """When movement ends: until then it may move on and has passed through."""
    units = {"vdH": "810", "3ArmDiv": "#due/4", "2Pz": "1105"}
    now = position(units, ARDENNES, phase="reinforcements", phasing=ALLIED, turn=4)
    now = now.act("enter", "3ArmDiv", "810").end()
    if goes:
        now = now.act("move", "3ArmDiv", "809")
    assert now["vdH"].at == "810"
    assert now.end()["vdH"].at == men


# ---- routes and stacks -----------------------------------------------------------------------------------------------
def test_a_route_of_ones_own_is_followed_and_a_broken_one_refused() -> None:
    now = position({"a": pz("805")})
    after = now.act("move", "a", "807", via="706 707 807")
    assert after["a"].spent == 9
    assert now.refused("move", "a", "807", via="807") == ["TG-MOV-04"]
    assert now.refused("move", "a", "807", via="806") == ["TG-MOV-04"]
    assert now.refused("move", "a", "805") == ["TG-MOV-04"]


def test_units_of_one_hex_move_together_each_at_its_own_price() -> None:
    now = position({"a": pz("805"), "b": inf("805")}, country(forest="806"))
    assert cost(now, "806", units="a b") == 2 * MF
    after = now.act("move", "a b", "806")
    assert after["a"].spent == 6
    assert after["b"].spent == 3
    assert now.refused("move", "a b", "810") == ["TG-MOV-05"]


def test_units_of_two_hexes_do_not_move_together() -> None:
    now = position({"a": pz("805"), "b": inf("1005")})
    assert "TG-MOV-01" in now.refused("move", "a b", "806")


@pytest.mark.rule("tigers", "TG-TER-04")
def test_an_entrenched_unit_that_moves_off_leaves_its_works() -> None:
    now = position({"a": inf("805", entrenched=True)}).act("move", "a", "806")
    assert not now["a"].entrenched


@pytest.mark.rule("tigers", "TG-MOV-22", "TG-BRG-16")
@pytest.mark.parametrize(
    ("ours", "theirs", "side"), [("1204", "1105", "1105/1204"), ("1303", "1302", "1302/1303")]
)
def test_the_two_cut_roads_are_whole_again_once_bridged(ours: str, theirs: str, side: str) -> None:
    now = position({"PzLehr": ours}, ARDENNES)
    assert now.refused("move", "PzLehr", theirs, via=theirs) == ["TG-RIV-04"]
    built = position(
        {"PzLehr": ours},
        ARDENNES,
        bridges={side: {"owner": "german", "marker": True}},
        markers={"german": 7, "allied": 14},
    )
    assert cost(built, theirs, "road_mode", "PzLehr") == MF // 3


@pytest.mark.rule("tigers", "AMB-84")
def test_leaving_costs_one_factor_or_a_third_by_road() -> None:
    now = position({"PzLehr": "410", "2Pz": "210"}, ARDENNES)
    assert cost(now, "410", "exit", "PzLehr") == MF // 3
    assert cost(now, "210", "exit", "2Pz") == MF
    gone = now.act("move", "PzLehr", "410", "exit")
    assert gone["PzLehr"].at == "#exited"
    assert now.refused("move", "PzLehr", "409", "exit") == ["TG-VIC-01"]
    allies = position({"1ID": "410"}, ARDENNES, phasing=ALLIED)
    assert "TG-VIC-01" in allies.refused("move", "1ID", "410", "exit")
