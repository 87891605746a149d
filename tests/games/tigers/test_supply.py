"""Supply lines and what being without one does (TG-SUP, TG-ZOC-38..40, AMB-45..51)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.atlas.atlas import side_name
from hexbench.games.tigers import supply
from hexbench.games.tigers.seat import TgPlay
from tests.games.tigers.field import (
    ALLIED,
    ARDENNES,
    GERMAN,
    HEXES,
    Situation,
    cc,
    country,
    inf,
    position,
    pz,
    pzbde,
    ring,
    tiger,
)

# a road along column 8 from the southern edge to 805; nothing else is a road
ROAD = country(roads=("801 802 803 804 805",))


def ok(now: Situation, uid: str = "a") -> bool:
    return supply.supplied(now.rules, now.s, now.board, uid)


def path(now: Situation, uid: str = "a") -> tuple[str, ...]:
    unit = now[uid]
    return supply.trace(now.rules, now.s, now.board, unit.side, unit.at).path


def allied(at: str, **units: Any) -> Situation:
    rules = units.pop("rules", ROAD)
    bridges = units.pop("bridges", None)
    more = {} if bridges is None else {"bridges": bridges}
    return position({"a": inf(at, ALLIED), **units}, rules, phasing=ALLIED, sound=False, **more)


# ---- the line --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-SUP-01", "AMB-46")
def test_four_hexes_to_a_road_that_leads_to_an_edge() -> None:
    assert path(allied("805")) == ("805", "804", "803", "802", "801")
    assert path(allied("809"))[:5] == ("809", "808", "807", "806", "805")
    assert ok(allied("809"))
    assert not ok(allied("810"))


@pytest.mark.rule("tigers", "TG-SUP-01")
def test_a_road_that_leads_nowhere_supplies_nobody() -> None:
    inland = country(roads=("804 805 806",))
    assert not ok(allied("805", rules=inland))


@pytest.mark.rule("tigers", "TG-SUP-01", "TG-SUP-03")
@pytest.mark.parametrize(
    ("road", "at", "side"),
    [
        ("108 208 308", "308", ALLIED),
        ("511 510 509", "509", ALLIED),
        ("601 602 603", "603", ALLIED),
        ("1508 1407 1307", "1307", GERMAN),
    ],
)
def test_each_side_has_edges_of_its_own(road: str, at: str, side: str) -> None:
    rules = country(roads=(road,))
    for who in (GERMAN, ALLIED):
        now = position({"a": inf(at, who)}, rules, phasing=who, sound=False)
        assert ok(now) is (who == side)


@pytest.mark.rule("tigers", "TG-SUP-01", "TG-SUP-03")
def test_edge_hexes_beyond_the_starting_front_are_the_enemys() -> None:
    rules = country(roads=("1401 1402",))
    assert not ok(position({"a": inf("1402", ALLIED)}, rules, phasing=ALLIED, sound=False))
    assert not ok(position({"a": inf("1402")}, rules, sound=False))  # a southern edge is no German one


@pytest.mark.rule("tigers", "TG-SUP-02")
@pytest.mark.parametrize(("edge", "unit"), [("102", "201"), ("1302", "1202")])
def test_102_and_1302_are_southern_edge_hexes(edge: str, unit: str) -> None:
    now = position({"1ID": unit}, ARDENNES, phasing=ALLIED)
    assert edge in supply.goals(ARDENNES, ALLIED)
    assert ok(now, "1ID")


@pytest.mark.rule("tigers", "TG-SUP-04", "TG-RIV-07")
def test_a_river_without_a_bridge_counts_one_more() -> None:
    rules = country(roads=("801 802 803 804 805",), river=" ".join(_wall()))
    assert ok(allied("808", rules=rules))  # 3 hexes and the river
    assert not ok(allied("809", rules=rules))
    for owner in (GERMAN, ALLIED):
        bridge = {"805/806": {"owner": owner, "marker": True}}
        assert ok(allied("809", rules=rules, bridges=bridge))
    blown = {"805/806": {"owner": "allied", "intact": False}}
    assert not ok(allied("809", rules=rules, bridges=blown))


def _wall() -> list[str]:
    """The hexsides between 805, with what lies as far south, and 806, with what lies as far north."""
    north = {at for at in HEXES if 2 * int(at[-2:]) + (int(at[:-2]) % 2 == 0) > 11}
    return [side_name(at, other) for at in north for other in ring(at) if other not in north]


@pytest.mark.rule("tigers", "AMB-47")
def test_a_road_over_a_river_needs_its_bridge_whoever_owns_it() -> None:
    rules = country(roads=("801 802 803 804 805",), river="803/804")
    whole = allied("808", rules=rules, bridges={"803/804": {"owner": "german"}})
    assert ok(whole)
    blown = allied("808", rules=rules, bridges={"803/804": {"owner": "allied", "intact": False}})
    assert not ok(blown)


# ---- what cuts it ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-SUP-05", "TG-ZOC-38")
def test_a_strong_zone_cuts_unless_a_ready_friend_is_in_the_hex() -> None:
    enemy = {"x": inf("703"), "y": inf("903")}
    assert not ok(allied("805", **enemy))
    now = allied("805", **enemy, f=inf("803", ALLIED), g=inf("804", ALLIED), h=inf("802", ALLIED))
    assert ok(now)
    shaken = allied(
        "805", **enemy, f=inf("803", ALLIED, disrupted=True), g=inf("804", ALLIED), h=inf("802", ALLIED)
    )
    assert not ok(shaken)


@pytest.mark.rule("tigers", "TG-ZOC-39")
def test_a_weak_zone_cuts_unless_any_friend_is_there_or_a_river_is_between() -> None:
    enemy = {"x": pzbde("703")}
    assert not ok(allied("805", **enemy))
    friends = {
        "f": inf("803", ALLIED, disrupted=True),
        "g": inf("804", ALLIED, disrupted=True),
        "h": inf("802", ALLIED),
    }
    assert ok(allied("805", **enemy, **friends))
    behind = country(roads=("801 802 803 804 805",), river="703/803 703/802")
    assert ok(allied("805", **enemy, rules=behind))
    assert not ok(allied("805", x=inf("703"), rules=behind))  # a strong one reaches over the river


@pytest.mark.rule("tigers", "TG-ZOC-40")
def test_a_unit_without_a_zone_cuts_only_its_own_hex() -> None:
    assert ok(allied("809", x=tiger("703")))
    assert not ok(allied("809", x=tiger("803")))


@pytest.mark.rule("tigers", "AMB-45")
def test_the_units_own_hex_is_never_blocked_but_every_other_is() -> None:
    now = allied("805", x=inf("706", GERMAN))
    assert ok(now)  # its own hex lies in the zone
    assert path(now)[0] == "805"
    off_road = allied("807", x=inf("806"))
    assert not ok(off_road)


@pytest.mark.rule("tigers", "AMB-48")
def test_an_edge_hex_in_enemy_hands_or_zones_is_of_no_use() -> None:
    assert not ok(allied("805", x=tiger("801")))
    assert not ok(allied("806", x=inf("902")))
    assert ok(allied("806", x=inf("1002")))


@pytest.mark.rule("tigers", "TG-SUP-11", "TG-VDH-07")
def test_von_der_heydte_blocks_allied_lines_through_his_own_hex_only() -> None:
    def at(place: str) -> Situation:
        return position({"1ID": "1302", "4ID": "1105", "vdH": place}, ARDENNES, phasing=ALLIED, sound=False)

    lines = {place: path(at(place), "4ID") for place in ("1001", "1103")}
    assert "1103" in lines["1001"]
    assert "1103" not in lines["1103"]
    assert lines["1103"][0] == "1105"  # by another way: the hexes round him are open
    germans = position({"2Pz": "1305", "vdH": "1405"}, ARDENNES, sound=False)
    assert "1405" in path(germans, "2Pz")  # he is no hindrance to his own side


@pytest.mark.rule("tigers", "AMB-82")
def test_von_der_heydte_needs_no_supply() -> None:
    assert ok(position({"vdH": "1008"}, ARDENNES, sound=False), "vdH")


# ---- when it matters -------------------------------------------------------------------------------------------------
CUT = {"a": inf("810", ALLIED), "b": inf("805", ALLIED)}


@pytest.mark.rule("tigers", "TG-SUP-09", "TG-DIS-11")
def test_units_out_of_supply_are_disrupted_as_their_own_supply_phase_ends() -> None:
    now = position({**CUT, "x": pz("1405")}, ROAD, phasing=ALLIED, phase="supply", sound=False)
    assert now.step == (ALLIED, "supply")
    assert not now["a"].disrupted
    after = now.end()
    assert after["a"].disrupted
    assert not after["b"].disrupted
    assert not after["x"].disrupted  # it is not its phase


@pytest.mark.rule("tigers", "AMB-51", "TG-AIR-24")
def test_what_is_flown_in_lasts_until_the_next_own_supply_phase() -> None:
    lifted: dict[str, Any] = {"airlifted": {"810": "allied"}}
    now = position(CUT, ROAD, phasing=ALLIED, sound=False, **lifted)
    assert ok(now)
    later = position(CUT, ROAD, phasing=ALLIED, phase="supply", sound=False, **lifted)
    assert later.s.airlifted == {}
    assert later.end()["a"].disrupted
    german = position({**CUT, "x": pz("1405")}, ROAD, phase="supply", sound=False, **lifted)
    assert german.s.airlifted == {"810": "allied"}


@pytest.mark.rule("tigers", "AMB-50", "TG-SUP-08")
def test_supply_is_what_it_is_at_the_moment() -> None:
    now = allied("809", x=tiger("703"))
    seen: list[bool] = []

    def go_and_see(play: TgPlay) -> None:
        for at in ("703", "803", "703"):
            play.put("x", at=at)
            seen.append(supply.supplied(play.rules, play, play.board, "a"))

    now.do(go_and_see)
    assert seen == [True, False, True]


@pytest.mark.rule("tigers", "AMB-49")
def test_units_of_one_hex_share_their_supply() -> None:
    now = allied("805", b=cc("805"))
    assert ok(now, "a") is ok(now, "b") is True
