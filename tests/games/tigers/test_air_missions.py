"""Interception, bridge raids and raids on the fuel dump (TG-AIR-05, TG-AIR-18 to TG-AIR-23, TG-FUL-07)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import Resolved, Revealed
from hexbench.games.tigers.rules import TgRules
from tests.games.tigers.field import ALLIED, GERMAN, Situation, country, inf, para, position, pz
from tests.games.tigers.skies import LUFTWAFFE, USAAF, fleet, hit, sky

RIVER = country(river="805/905 704/804", roads=("805 905",))
BRIDGE = "805/905"


# ---- interception -----------------------------------------------------------------------------------------------------
def attacked(how: str = "P-47", weather: str = "Fog", **state: Any) -> Situation:
    """An American group on its way to a German division, with both FW-190s there."""
    now = sky({"p": pz("805")}, weather=weather, air=state.pop("air", fleet()), **state)
    return now.act("bomb", to="805", how=how)


def raided(weather: str = "Fog") -> Situation:
    """An FW-190 on its way to an American division, with all of the USAAF there."""
    now = sky({"a": inf("805", ALLIED)}, phasing=GERMAN, weather=weather, air=fleet())
    return now.act("bomb", to="805", how="FW-190")


@pytest.mark.rule(
    "tigers", "TG-AIR-18", "TG-AIR-19", "TG-AIR-20", "TG-AIR-21", "TG-AIR-22", "TG-AIR-23", "AMB-75"
)
@pytest.mark.parametrize(
    ("row", "group", "fighter"),
    [(1, "down", ""), (2, "down", ""), (3, "back", ""), (4, "", ""), (5, "", ""), (6, "", "down")],
)
def test_fw_190_against_p_47(row: int, group: str, fighter: str) -> None:
    now = attacked()
    assert now.step == (GERMAN, "intercepting")
    after = now.act("intercept", to="FW-190", numbers=(row,))
    s = after.s
    assert (s.air["365FG"].back == 11) == (group == "down")
    assert s.air["FW190-1"].lost == (fighter == "down")
    assert s.air["FW190-1"].flown
    assert s.air["365FG"].flown
    if group:
        assert after.step == (ALLIED, "air")
        assert not after["p"].disrupted
    else:
        assert after.step == (GERMAN, "intercepting")  # the other one may try as well
        assert after.end(numbers=(1,))["p"].disrupted


@pytest.mark.rule("tigers", "TG-AIR-21")
@pytest.mark.parametrize(("how", "lost"), [("P-47", False), ("P-51", True)])
def test_row_5_spares_an_fw_190_that_intercepts_a_p_47(how: str, lost: bool) -> None:
    after = attacked(how).act("intercept", to="FW-190", numbers=(5,))
    assert after.s.air["FW190-1"].lost == lost


@pytest.mark.rule("tigers", "TG-AIR-21", "TG-AIR-22", "TG-AIR-13")
@pytest.mark.parametrize("how", ["P-47", "P-51"])
@pytest.mark.parametrize("row", [5, 6])
def test_a_group_that_intercepts_an_fw_190_is_shot_down_on_5_and_6(how: str, row: int) -> None:
    after = raided().act("intercept", to=how, numbers=(row,))
    key = "365FG" if how == "P-47" else "352FG"
    assert after.s.air[key].back == 11


@pytest.mark.rule("tigers", "TG-AIR-18", "TG-AIR-23")
def test_an_intercepted_fw_190_is_lost() -> None:
    after = raided().act("intercept", to="P-47", numbers=(2,))
    assert after.s.air["FW190-1"].lost
    assert not after["a"].disrupted


@pytest.mark.rule("tigers", "AMB-71", "TG-AIR-04", "TG-AIR-20")
def test_interceptors_come_one_after_the_other_and_each_rolls_once() -> None:
    now = attacked().act("intercept", to="FW-190", numbers=(4,))
    now = now.act("intercept", to="FW-190", numbers=(4, 2))  # nobody is left, so the attack goes on
    assert now.step == (ALLIED, "air")
    assert now["p"].disrupted
    assert [e.what for e in now.told(Resolved)] == ["interception", "air attack"]


@pytest.mark.rule("tigers", "AMB-100", "TG-WEA-04", "TG-AIR-29", "TG-AIR-01")
def test_the_weather_and_the_one_mission_bind_interceptors_too() -> None:
    snow = sky({"a": inf("805", ALLIED)}, phasing=GERMAN, weather="Snow", air=fleet())
    after = snow.act("bomb", to="805", how="FW-190", numbers=(4,))
    assert after.step[1] != "intercepting"  # no USAAF in snow
    one_left = attacked(air=fleet("FW190-1")).act("intercept", to="FW-190", numbers=(4, 4))
    assert one_left.step == (ALLIED, "air")
    fog = sky({"a": inf("805", ALLIED)}, phasing=GERMAN, air=fleet(*USAAF[:3]))
    now = fog.act("bomb", to="805", how="FW-190")
    assert now.act("intercept", to="P-47", numbers=(4, 4)).step[1] != "intercepting"  # the fourth of four
    assert now.refused("intercept", to="FW-190") == ["TG-AIR-30"]


@pytest.mark.rule("tigers", "AMB-75")
def test_one_turned_back_is_used_for_the_turn() -> None:
    after = attacked(weather="Clear").act("intercept", to="FW-190", numbers=(3,))
    unit = after.s.air["365FG"]
    assert (unit.flown, unit.again, unit.back) == (True, 0, 0)


@pytest.mark.rule("tigers", "AMB-75", "TG-WEA-07")
def test_the_second_attack_of_a_mission_is_not_intercepted() -> None:
    now = attacked(weather="Clear").end(numbers=(4,))
    assert now.step == (ALLIED, "air")
    again = now.act("bomb", to="805", how="P-47", numbers=(4,))
    assert again.step == (ALLIED, "air")
    assert again.act("bomb", to="805", how="P-47").step == (GERMAN, "intercepting")  # another group


@pytest.mark.rule("tigers", "TG-AIR-18", "TG-AIR-27")
def test_there_must_be_something_to_intercept() -> None:
    now = sky({"p": pz("805")}, air=fleet())
    assert "TG-AIR-27" in now.of(GERMAN).refuse(_intercept())[-1].rule


def _intercept() -> Any:
    from hexbench.engine.values import Action

    return Action("intercept", object="FW-190")


# ---- bridges ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-AIR-05", "TG-BRG-15")
@pytest.mark.parametrize("row", range(1, 7))
def test_a_raid_destroys_a_bridge_on_1_and_2(row: int) -> None:
    now = sky({"g": inf("1410")}, RIVER)
    assert set(now.targets("raid")) == {BRIDGE}
    after = now.act("raid", to=BRIDGE, how="P-47", numbers=(row,))
    assert after.s.bridges[BRIDGE].intact == (row > 2)
    assert after.s.air["365FG"].back == 0  # nobody shoots


@pytest.mark.rule("tigers", "AMB-73", "TG-AIR-11", "TG-AIR-14")
@pytest.mark.parametrize(
    ("unit", "how", "row", "down"),
    [
        (para("905"), "P-47", 6, True),
        (para("905"), "P-47", 5, False),
        (para("905"), "P-51", 5, True),
        (para("806"), "P-47", 6, False),  # not in a hex of that hexside
        (inf("905"), "P-47", 6, False),
        (para("905"), "P-47", 4, False),
    ],
)
def test_guns_at_a_bridge(unit: Any, how: str, row: int, down: bool) -> None:
    after = sky({"u": unit}, RIVER).act("raid", to=BRIDGE, how=how, numbers=(row,))
    assert any(a.back for a in after.s.air.values()) == down


@pytest.mark.rule("tigers", "AMB-77", "AMB-73", "TG-AIR-17")
def test_the_luftwaffe_raids_bridges_and_is_not_shot_at() -> None:
    now = sky({"a": inf("905", ALLIED), "p": pz("805")}, RIVER, phasing=GERMAN)
    assert now.act("raid", to=BRIDGE, how="FW-190", numbers=(1,)).s.bridges[BRIDGE].intact is False
    assert not now.act("raid", to=BRIDGE, how="FW-190", numbers=(6,)).s.air["FW190-1"].lost


def test_only_standing_bridges_are_raided() -> None:
    now = sky({"p": pz("805")}, RIVER, bridges={BRIDGE: {"owner": "allied", "intact": False}})
    assert "raid" not in now.verbs
    assert now.refused("raid", to=BRIDGE, how="P-47") == ["TG-AIR-05"]
    assert now.refused("raid", to="704/804", how="P-47") == ["TG-AIR-05"]


@pytest.mark.rule("tigers", "TG-BRG-14", "TG-BRG-02", "TG-RFT-02", "TG-RFT-03")
@pytest.mark.parametrize(("owner", "left", "returning"), [("allied", 13, ()), ("german", 6, (13,))])
def test_a_destroyed_marker_comes_back(owner: str, left: int, returning: tuple[int, ...]) -> None:
    marker = {"owner": owner, "marker": True}
    now = sky(
        {"g": inf("1410")},
        RIVER,
        bridges={"704/804": marker, BRIDGE: {**marker}},
        markers={owner: {"allied": 12, "german": 6}[owner]},
    )
    after = now.act("raid", to="704/804", how="P-47", numbers=(1,)).s
    assert (after.markers[owner], after.returning) == (left, returning)
    assert "704/804" not in after.bridges  # never a bridge of a road
    road = now.act("raid", to=BRIDGE, how="P-47", numbers=(1,)).s.bridges[BRIDGE]
    assert (road.intact, road.marker) == (False, False)


# ---- the fuel dump ------------------------------------------------------------------------------------------------------
def dump(rules: TgRules = RIVER, **state: Any) -> Situation:
    """The air step of the Allied player, who has a fuel dump in 1008."""
    return sky({"g": inf("1410"), "a": inf("1008", ALLIED)}, rules, dump="1008", **state)


@pytest.mark.rule("tigers", "TG-FUL-07")
@pytest.mark.parametrize("row", range(1, 7))
@pytest.mark.parametrize("how", ["P-47", "P-51"])
def test_a_raid_destroys_the_dump_on_1_and_2_under_fire(how: str, row: int) -> None:
    after = dump().act("burn_dump", to="1008", how=how, numbers=(row,))
    assert (after.s.dump_state == "destroyed") == (row <= 2)
    shot = any(a.back for a in after.s.air.values())
    assert shot == (row == 6 or (row == 5 and how == "P-51"))


@pytest.mark.rule("tigers", "TG-FUL-07", "TG-FUL-02")
def test_a_raid_tells_where_the_dump_is() -> None:
    now = dump()
    assert now.of(GERMAN).s.dump == ""
    after = now.act("burn_dump", to="1008", how="P-47", numbers=(4,))
    assert after.s.dump_state == "found"
    assert after.of(GERMAN).s.dump == "1008"
    assert [e.ref for e in after.told(Revealed)] == ["1008"]
    again = dump(dump_state="taken").act("burn_dump", to="1008", how="P-47", numbers=(3,))
    assert again.s.dump_state == "taken"


@pytest.mark.rule("tigers", "TG-FUL-07")
def test_who_may_bomb_it_and_where() -> None:
    now = dump()
    assert now.refused("burn_dump", to="1009", how="P-47") == ["TG-FUL-07"]
    gone = dump(dump_state="destroyed")
    assert "burn_dump" not in gone.verbs
    assert gone.refused("burn_dump", to="1008", how="P-47") == ["TG-FUL-07"]
    german = sky({"p": pz("805"), "a": inf("905", ALLIED)}, phasing=GERMAN, dump="1008", dump_state="found")
    assert "TG-FUL-07" in german.refused("burn_dump", to="1008", how="FW-190")


@pytest.mark.rule("tigers", "TG-AIR-27")
def test_every_mission_may_be_intercepted() -> None:
    now = dump(air=fleet())
    assert now.act("burn_dump", to="1008", how="P-47").step == (GERMAN, "intercepting")
    raid = now.act("raid", to=BRIDGE, how="P-47")
    assert raid.step == (GERMAN, "intercepting")
    stopped = raid.act("intercept", to="FW-190", numbers=(3,))
    assert stopped.s.bridges[BRIDGE].intact


def test_the_air_step_is_left_out_when_nobody_can_fly() -> None:
    now = position({"p": pz("805")}, phase="air", phasing=ALLIED, weather="Snow")
    assert now.step[1] != "air"
    assert sky({"p": pz("805")}, air=fleet(*USAAF, *LUFTWAFFE), weather="Clear").step[1] != "air"


def test_an_attack_left_to_make_is_on_the_checklist() -> None:
    now = sky({"i": inf("805")}, weather="Clear")
    assert now.seat.checklist() == ()
    (check,) = hit(now, "i", "P-47", 4).seat.checklist()
    assert (check.rule, check.bars) == ("TG-WEA-07", False)
