"""Rivers and bridges on the move (TG-RIV, TG-BRG-08..10, AMB-57, AMB-60, AMB-63, AMB-112)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tigers.pieces import SIDES, Bridge
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
    pzbde,
    pzgren,
    tiger,
)

SIDE = "805/806"
RIVER = country(river=SIDE)
ROAD = country(river=SIDE, roads=("803 804 805 806 807",))


def at_river(unit: Any, rules: Any = RIVER, **more: Any) -> Situation:
    side = unit["printed"]["side"]
    return position({"a": unit}, rules, phasing=side, **more)


def bridge(owner: str, **facts: Any) -> dict[str, Any]:
    return {SIDE: {"owner": owner, **facts}}


# ---- without a bridge ------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-RIV-02", "AMB-112")
@pytest.mark.parametrize("unit", [inf("805"), para("805"), inf("805", ALLIED), abn("805")])
def test_units_on_foot_wade_for_one_factor_more_and_need_no_marker(unit: Any) -> None:
    now = at_river(unit, markers={"german": 0, "allied": 0})
    assert now.targets("move", "a")["806"].cost == 2 * MF
    after = now.act("move", "a", "806", via="806")
    assert after["a"].spent == 6
    assert after.s.bridges == {}


@pytest.mark.rule("tigers", "TG-RIV-03", "AMB-57", "AMB-63")
@pytest.mark.parametrize(
    "unit", [arm("805"), cc("805"), cav("805"), arm("805", nation="british"), pzgren("805")]
)
def test_others_pay_two_more_and_lay_an_engineer_bridge(unit: Any) -> None:
    side = unit["printed"]["side"]
    now = at_river(unit)
    before = now.s.markers[side]
    after = now.act("move", "a", "806", via="806")  # without a die
    assert after["a"].spent == 9
    assert after.s.bridges == {SIDE: Bridge(owner=side, marker=True)}
    assert after.s.markers[side] == before - 1


@pytest.mark.rule("tigers", "TG-RIV-03", "TG-MOV-18", "AMB-119")
def test_skorzeny_crosses_as_panzer_grenadiers_do() -> None:
    now = position({"Skorzeny": "1204"}, ARDENNES)
    after = now.act("move", "Skorzeny", "1105", via="1105")
    assert after["Skorzeny"].spent == 9
    assert after.s.markers["german"] == 7
    assert after.s.bridges["1105/1204"] == Bridge(owner="german", marker=True)
    assert after["Skorzeny"].at == "1105"


@pytest.mark.rule("tigers", "TG-RIV-03", "AMB-63")
def test_without_a_marker_they_do_not_cross() -> None:
    now = at_river(pzgren("805"), markers={"german": 0, "allied": 14})
    assert now.refused("move", "a", "806", via="806") == ["TG-RIV-03"]


@pytest.mark.rule("tigers", "AMB-63")
def test_one_marker_does_not_cross_two_rivers() -> None:
    rules = country(river="805/806 806/807")
    one = at_river(arm("805"), rules, markers={"german": 8, "allied": 1})
    assert one.refused("move", "a", "807", via="806 807") == ["TG-RIV-03"]
    two = at_river(arm("805"), rules, markers={"german": 8, "allied": 2})
    assert two.act("move", "a", "807", via="806 807").s.markers["allied"] == 0


@pytest.mark.rule("tigers", "TG-RIV-04", "AMB-57", "AMB-119")
@pytest.mark.parametrize("unit", [pz("805"), pzbde("805"), tiger("805")])
def test_panzers_do_not_cross_without_a_bridge(unit: Any) -> None:
    now = at_river(unit)
    assert now.refused("move", "a", "806", via="806") == ["TG-RIV-04"]


@pytest.mark.rule("tigers", "TG-RIV-04")
def test_nor_does_kg_peiper() -> None:
    now = position({"KGPeiper": "1204"}, ARDENNES)
    assert now.refused("move", "KGPeiper", "1105", via="1105") == ["TG-RIV-04"]


@pytest.mark.rule("tigers", "AMB-112")
def test_the_option_makes_units_on_foot_use_a_marker_too() -> None:
    rules = country(river=SIDE, marker_for_all=True)
    after = at_river(inf("805"), rules).act("move", "a", "806")
    assert after["a"].spent == 6
    assert after.s.markers["german"] == 7
    none = at_river(inf("805"), rules, markers={"german": 0, "allied": 14})
    assert none.refused("move", "a", "806", via="806") == ["AMB-112"]


def test_a_stack_pays_each_its_own_and_lays_one_bridge() -> None:
    now = position({"a": pzgren("805"), "b": inf("805")}, RIVER).act("move", "a b", "806", via="806")
    assert (now["a"].spent, now["b"].spent) == (9, 6)
    assert now.s.markers["german"] == 7


# ---- bridges ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-RIV-01")
@pytest.mark.parametrize("marker", [False, True])
def test_a_bridge_of_ones_own_costs_nothing(marker: bool) -> None:
    now = at_river(
        pz("805"), ROAD, bridges=bridge("german", marker=marker), markers={"german": 7, "allied": 14}
    )
    assert now.targets("move", "a", "")["806"].cost == MF
    assert now.targets("move", "a", "road_mode")["807"].cost == 2 * MF // 3
    assert now.act("move", "a", "806").outcome.barrier == ""


@pytest.mark.rule("tigers", "TG-BRG-02", "TG-RIV-04")
def test_a_blown_bridge_is_none() -> None:
    now = at_river(pz("805"), ROAD, bridges=bridge("german", intact=False))
    assert now.refused("move", "a", "806", via="806") == ["TG-RIV-04"]


@pytest.mark.rule("tigers", "TG-BRG-08")
@pytest.mark.parametrize(("turn", "highest"), [(1, 4), (2, 3), (3, 2), (9, 2)])
def test_germans_take_an_allied_bridge_with_a_roll(turn: int, highest: int) -> None:
    now = at_river(pz("805"), ROAD, bridges=bridge("allied"), turn=turn, round=2, limit=99)
    for die in range(1, 7):
        after = now.act("move", "a", "806", numbers=(die,))
        assert (after["a"].at == "806") is (die <= highest)
        assert after.s.bridges[SIDE].intact is (die <= highest)
        assert after.s.bridges[SIDE].owner == ("german" if die <= highest else "allied")


@pytest.mark.rule("tigers", "TG-BRG-09")
@pytest.mark.parametrize("turn", [1, 2, 5])
@pytest.mark.parametrize("nation", ["us", "british"])
def test_the_allies_take_a_german_bridge_on_one_and_two(turn: int, nation: str) -> None:
    now = at_river(arm("805", nation=nation), ROAD, bridges=bridge("german"), turn=turn)
    assert [now.act("move", "a", "806", numbers=(n,))["a"].at == "806" for n in range(1, 7)] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]


@pytest.mark.rule("tigers", "TG-BRG-10")
def test_a_bridge_once_taken_needs_no_roll_any_more() -> None:
    now = position({"a": pz("805"), "b": pz("804")}, ROAD, bridges=bridge("allied"))
    after = now.act("move", "a", "807", numbers=(1,)).act("move", "b", "806", numbers=())
    assert after["b"].at == "806"


@pytest.mark.rule("tigers", "AMB-60")
def test_who_fails_stays_with_his_factors_and_may_go_elsewhere() -> None:
    now = position({"a": pz("803"), "b": pz("1003")}, ROAD, bridges=bridge("allied"))
    stuck = now.act("move", "a", "807", numbers=(6,))
    assert stuck["a"].at == "805"
    assert stuck["a"].spent == 2
    assert not stuck["a"].disrupted
    assert SIDE in stuck.s.refused
    assert stuck.step == (GERMAN, "movement")
    on = stuck.act("move", "a", "705")
    assert on["a"].at == "705"
    assert on["a"].spent == 5
    assert on.refused("move", "a", "704") == ["TG-MOV-01"]


@pytest.mark.rule("tigers", "AMB-60", "TG-DIS-12")
def test_a_move_that_is_not_taken_up_again_ends_where_it_was_interrupted() -> None:
    now = position({"a": pz("803"), "b": pz("805")}, ROAD, bridges=bridge("allied"))
    by_road = now.act("move", "a", "807", numbers=(6,)).end()
    assert by_road["a"].disrupted  # its last step was at road rate
    at_once = now.act("move", "b", "807", numbers=(6,)).end()
    assert not at_once["b"].disrupted
    assert not at_once["b"].moved


@pytest.mark.rule("tigers", "AMB-60")
def test_an_interrupted_move_remembers_the_zones_it_has_left() -> None:
    # 905 lies in the zone of 906: the move begins there, leaves it, is interrupted at the bridge and goes on into 704's
    rules = country(river="804/805", roads=("904 804 805",))
    units = {"a": pz("905"), "x": inf("906", ALLIED), "y": inf("702", ALLIED)}
    now = position(units, rules, bridges={"804/805": {"owner": "allied"}})
    stuck = now.act("move", "a", "805", via="904 804 805", numbers=(6,))
    assert stuck["a"].at == "804"
    on = stuck.act("move", "a", "703")
    assert on["a"].disrupted  # from zone to zone, though in two goes


@pytest.mark.rule("tigers", "TG-BRG-08")
def test_the_chance_is_told_beforehand() -> None:
    now = at_river(pz("805"), ROAD, bridges=bridge("allied"), turn=4)
    told = now.targets("move", "a")["806"]
    assert "TG-BRG-08" in told.rules
    assert any("2 in six" in str(text) for text in told.says)


@pytest.mark.rule("tigers", "TG-BRG-14", "TG-BRG-10")
def test_an_engineer_bridge_that_is_taken_and_blown_goes_back_to_its_makers() -> None:
    now = at_river(
        pz("805"), ROAD, bridges=bridge("allied", marker=True), markers={"german": 8, "allied": 13}
    )
    taken = now.act("move", "a", "806", numbers=(1,))
    assert taken.s.bridges[SIDE] == Bridge(owner="german", marker=True, maker="allied")
    blown = now.act("move", "a", "806", numbers=(6,))
    assert blown.s.markers == {"german": 8, "allied": 14}
    assert not blown.s.bridges[SIDE].intact
    assert all(blown.s.markers[side] <= now.rules.tables.markers[side] for side in SIDES)


@pytest.mark.rule("tigers", "TG-BRG-10")
@pytest.mark.parametrize(
    ("old", "now"),
    [
        ({"owner": "allied"}, Bridge(owner="german")),
        ({"owner": "allied", "marker": True}, Bridge(owner="german", marker=True, maker="allied")),
        ({"owner": "allied", "marker": True, "maker": "german"}, Bridge(owner="german", marker=True)),
    ],
)
def test_only_a_marker_in_strange_hands_remembers_its_makers(old: dict[str, Any], now: Bridge) -> None:
    """The road's own bridge is nobody's marker, and one that is taken back is its owner's own again."""
    before = at_river(pz("805"), ROAD, bridges={SIDE: old}, markers={"german": 8, "allied": 13}, sound=False)
    assert before.act("move", "a", "806", numbers=(1,)).s.bridges[SIDE] == now
