"""Movement: prices, roads, waters, zones of control, night, stacking (TT-REC-02..07, TT-REC-17)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.atlas.arcs import POINT, compile_arcs
from hexbench.engine.events import UnitMoved
from hexbench.games.trumpets import passage
from tests.games.trumpets.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    along,
    cavalry,
    cost,
    country,
    engineer,
    grenadiers,
    guns,
    hq,
    inf,
    position,
    ring,
    stug,
    tank,
    unit,
)
from tests.games.trumpets.shipped import losheim_gap

ROAD = country(roads=(along("1012", "2412"),))
FOOT, WHEELED, TRACKED = inf("1412"), unit("pzg_bn", "1412"), tank("1412")


@pytest.mark.rule("trumpets", "TT-REC-03")
@pytest.mark.parametrize(
    ("ground", "foot", "wheeled", "tracked"),
    [
        ({}, 1, 2, 1),
        ({"woods": "1512"}, 2, 4, 3),
        ({"broken": "1512"}, 2, 3, 2),
        ({"forest": "1512"}, 3, None, None),
        ({"marsh": "1512"}, 3, None, None),
        ({"village": "1512"}, 1, 1, 1),
        ({"woods": "1512", "village": "1512"}, 1, 1, 1),
        ({"town": "1512"}, 1, 1, 1),
        ({"roads": ("1412 1512",)}, 1, 0.5, 0.5),
        ({"forest": "1512", "roads": ("1412 1512",)}, 1, 0.5, 0.5),
        ({"stream": "1412/1512"}, 2, 4, 2),
        ({"woods": "1512", "stream": "1412/1512"}, 3, 6, 4),
        ({"stream": "1412/1512", "roads": ("1412 1512",)}, 1, 0.5, 0.5),
        ({"river": "1412/1512", "bridge": "1412/1512"}, 1, 2, 1),
    ],
)
def test_what_a_step_costs(ground: dict[str, Any], foot: float, wheeled: float, tracked: float) -> None:
    others = " ".join(side for side in ring("1512").split() if side != "1412/1512")
    rules = country(**{**ground, "river": f"{others} {ground.get('river', '')}"})
    assert [cost(one, "1512", rules) for one in (FOOT, WHEELED, TRACKED)] == [foot, wheeled, tracked]


@pytest.mark.rule("trumpets", "TT-REC-03")
def test_vehicles_enter_forest_and_marsh_only_by_road() -> None:
    for kind in ("forest", "marsh"):
        now = position({"a": WHEELED, "b": TRACKED, "c": FOOT}, country(**{kind: "1512"}))
        assert now.refused("a", "1512") == ["TT-REC-03"]
        assert now.refused("b", "1512") == ["TT-REC-03"]
        assert now.reach("c")["1512"] == 3


@pytest.mark.rule("trumpets", "TT-AMB-33", "TT-REC-03")
def test_what_is_left_may_be_spent_later() -> None:
    now = position({"a": FOOT}).move("a", "1512")
    assert now["a"].spent == 2
    assert set(now.reach("a").values()) == {1, 2, 3}
    now = now.move("a", "1812")
    assert now.refused("a", "1912") == ["TT-REC-03", "TT-REC-03"]
    assert "a" not in now.offered("move")


@pytest.mark.rule("trumpets", "TT-REC-03", "TT-SEQ-02")
def test_the_next_player_turn_gives_everything_back() -> None:
    now = position({"a": FOOT}).move("a", "1812").until(GERMAN, "movement")
    assert now["a"].spent == 0
    assert max(now.reach("a").values()) == 4


@pytest.mark.rule("trumpets", "TT-REC-04")
def test_one_hex_may_always_be_moved() -> None:
    rules = country(woods="1512", stream=ring("1512"), forest="1612")
    now = position({"g": unit("nw_bn", "1412")}, rules)
    assert now.reach("g")["1512"] == 5
    assert now.move("g", "1512")["g"].spent == 10
    assert now.reach("g").get("1312") == 2
    tired = position({"g": unit("nw_bn", "1412", spent=2)}, rules)
    assert tired.refused("g", "1512") == ["TT-REC-03"]
    assert position({"g": guns("1412")}, rules).reach("g")["1512"] == 6


@pytest.mark.rule("trumpets", "TT-REC-04", "TT-REC-03")
def test_but_not_into_what_is_prohibited() -> None:
    now = position({"g": guns("1412")}, country(forest="1512"))
    assert now.refused("g", "1512") == ["TT-REC-03"]
    assert "along a road" in now.sentence("g", "1512")


@pytest.mark.rule("trumpets", "TT-REC-05")
def test_a_zone_of_control_ends_the_move() -> None:
    now = position({"a": TRACKED, "d": inf("1712", ALLIED)})
    assert now.reach("a")["1612"] == 2
    assert "1812" not in now.reach("a") or now.reach("a")["1812"] > 4
    after = now.move("a", "1612")
    assert after["a"].spent == 16
    assert "a" not in after.offered("move")


@pytest.mark.rule("trumpets", "TT-REC-05")
def test_only_front_line_units_have_a_zone() -> None:
    for harmless in (
        guns("1712", ALLIED),
        hq("1712", ALLIED),
        engineer("1712", ALLIED),
        stug("1712", ALLIED),
    ):
        now = position({"a": TRACKED, "d": harmless})
        assert now.move("a", "1612")["a"].spent == 4
    now = position({"a": TRACKED, "d": cavalry("1712")})
    assert now.move("a", "1612")["a"].spent == 16


@pytest.mark.rule("trumpets", "TT-REC-05", "TT-REC-17")
def test_no_zone_over_an_unbridged_river() -> None:
    units = {"a": TRACKED, "d": inf("1712", ALLIED)}
    assert position(units, country(river="1612/1712")).move("a", "1612")["a"].spent == 4
    bridged = country(river="1612/1712", bridge="1612/1712")
    assert position(units, bridged).move("a", "1612")["a"].spent == 16


@pytest.mark.rule("trumpets", "TT-REC-05")
def test_leaving_a_zone_costs_one_more() -> None:
    now = position({"a": tank("1612"), "d": inf("1712", ALLIED)})
    assert now.reach("a")["1512"] == 2
    assert now.reach("a")["1412"] == 3


@pytest.mark.rule("trumpets", "TT-REC-05")
def test_from_zone_to_zone_costs_everything_and_only_at_first() -> None:
    units = {"a": tank("1612"), "d": inf("1712", ALLIED)}
    now = position(units)
    assert now.reach("a")["1611"] == 3  # out of the zone and in again
    assert now.move("a", "1611", "1611")["a"].spent == 16
    walled = {**units, "e": inf("1510", ALLIED)}
    assert position(walled).reach("a")["1611"] == 8
    tired = position({**walled, "a": tank("1612", spent=1)})
    assert tired.refused("a", "1611") == ["TT-REC-05"]
    assert tired.refused("a", "1611", "1611") == ["TT-REC-05"]


@pytest.mark.rule("trumpets", "TT-REC-05")
def test_nobody_passes_through_a_line() -> None:
    line = {f"d{n}": inf(f"17{n}", ALLIED) for n in (10, 12, 14, 16, 18, 20, 21)}
    now = position({"a": cavalry("1412", GERMAN), **line})
    assert now.refused("a", "2012") == ["TT-REC-05"]


@pytest.mark.rule("trumpets", "TT-REC-07")
def test_at_night_the_movement_factor_is_halved_and_rounded_up() -> None:
    for turn in ("16EV", "17PD"):
        now = position({"a": unit("nw_bn", "1412"), "b": inf("1412")}, turn=turn)
        assert max(now.reach("b").values()) == 2
        assert max(now.reach("a").values()) <= 3
        assert now.rules.tables.templates["nw_bn"].mf == 5
        assert now.refused("b", "1712") == ["TT-REC-07"]
    assert max(position({"b": inf("1412")}, turn="17AF").reach("b").values()) == 4


@pytest.mark.rule("trumpets", "TT-AMB-34", "TT-REC-07")
def test_superior_divisions_keep_their_pace_on_roads_at_night() -> None:
    rules = country(roads=(along("1012", "2412"),))
    units = {"ss": tank("1012", division="1SS"), "vg": tank("1012", division="12VG")}
    now = position(units, rules, turn="16EV")
    assert now.reach("vg")["1812"] == 4
    assert "1912" not in now.reach("vg")
    assert now.reach("ss")["2412"] == 7
    assert max(c for at, c in now.reach("ss").items() if at[2:] != "12") <= 4
    by_road = now.move("ss", "2012")
    assert not by_road["ss"].strayed
    assert by_road.reach("ss")["2412"] == 2
    assert all(at[2:] == "12" for at in by_road.reach("ss"))
    strayed = now.move("ss", "1011").reach("ss")
    assert max(strayed.values()) <= 3


@pytest.mark.rule("trumpets", "TT-REC-04", "TT-REC-05", "TT-REC-07")
@pytest.mark.parametrize(
    ("enemy", "supplied", "division", "price"),
    [
        # by road it has 2, which leaving the zone costs; the half would be 1
        ("1312", False, "1SS", 2),
        ("1413", True, "1SS", 4),  # from zone to zone: the whole MF, which by road is not halved
        ("1312", False, "12VG", 1),  # nobody else has more than the half, and one hex may always be moved
        ("1413", True, "12VG", 2),
    ],
)
def test_a_first_hex_by_road_at_night_has_one_price_in_reach_on_the_way_and_when_it_is_paid(
    enemy: str, supplied: bool, division: str, price: int
) -> None:
    now = position(
        {"a": inf("1412", division=division, supplied=supplied), "d": inf(enemy, ALLIED)}, ROAD, turn="16EV"
    )
    assert now.reach("a")["1512"] == price
    way = now.seat.overlay("route", "a 1512")
    assert way is not None
    assert way.trails[0].texts == ("", str(price))
    (moved,) = (e for e in now.move("a", "1512").events if isinstance(e, UnitMoved))
    assert moved.cost == price * POINT
    assert now.move("a", "1512", via="1512")["a"].spent == 2 * price


@pytest.mark.rule("trumpets", "TT-AMB-35", "TT-REC-12")
def test_out_of_supply_the_movement_factor_is_halved() -> None:
    now = position({"a": inf("1412", supplied=False), "b": unit("nw_bn", "1412", supplied=False)})
    assert max(now.reach("a").values()) == 2
    assert max(now.reach("b").values()) <= 3
    night = position({"a": tank("1412", supplied=False)}, turn="16EV")
    assert max(night.reach("a").values()) == 2
    odd = position({"n": unit("nw_bn", "1412", supplied=False)}, ROAD, turn="16EV")
    assert max(odd.reach("n").values()) == 2, "5, then 3, then 2"


@pytest.mark.rule("trumpets", "TT-REC-17")
def test_rivers_are_crossed_only_by_bridge() -> None:
    wall = " ".join(ring("1512").split())
    now = position({"a": FOOT}, country(river=wall))
    assert now.refused("a", "1512") == ["TT-REC-17"]
    now = position({"a": FOOT}, country(river=wall, bridge="1412/1512"))
    assert now.reach("a")["1512"] == 1


@pytest.mark.rule("trumpets", "TT-REC-02")
def test_the_limit_holds_at_the_end_of_a_move_only() -> None:
    friends = {f"f{n}": inf("1512") for n in range(3)}
    now = position({"a": FOOT, **friends})
    assert now.refused("a", "1512") == ["TT-REC-02"]
    assert now.reach("a")["1612"] == 2
    three = position({"a": inf("1412"), "b": inf("1412"), "f": inf("1512"), "g": inf("1512")})
    assert "1512" in three.reach("a")
    assert three.refused("a b", "1512") == ["TT-REC-02"]
    others = {f"g{n}": guns("1512") for n in range(4)}
    assert position({"a": guns("1412"), **others}).refused("a", "1512") == ["TT-REC-02"]
    assert "1512" in position({"a": FOOT, **others}).reach("a")


@pytest.mark.rule("trumpets", "TT-REC-02")
@pytest.mark.parametrize("spent", [0, 4])
def test_a_unit_without_room_anywhere_is_not_offered(spent: int) -> None:
    units = {"a": inf("1412", spent=spent), **{f"f{n}": inf("1512") for n in range(3)}}
    shut = position(units, area=("1412", "1512"))
    assert shut.offered("move") == ("f0", "f1", "f2")
    assert not shut.reach("a")
    beyond = position(units, area=("1412", "1512", "1612"))
    assert "a" in beyond.offered("move")
    assert set(beyond.reach("a")) == {"1612"}


@pytest.mark.rule("trumpets", "TT-DEF-29")
def test_there_is_no_overrun() -> None:
    now = position({"a": TRACKED, "d": hq("1512", ALLIED)})
    assert now.refused("a", "1512") == ["TT-DEF-29"]


@pytest.mark.rule("trumpets", "TT-SEQ-02")
def test_who_may_be_moved() -> None:
    now = position({"a": FOOT, "b": inf("1012"), "d": inf("2012", ALLIED), "late": tank("1412", turn="16EV")})
    assert now.refused("d", "1912") == ["TT-SEQ-02"]
    assert now.refused("late", "1512")[0] == "TT-SEQ-02"
    assert now.refused("a b", "1312") == ["TT-SEQ-02"]
    assert now.refused("a", "1412") == ["TT-SEQ-02"]
    assert now.refused("a", "9999") == ["TT-SEQ-02"]
    assert now.refused("nobody", "1312") == ["TT-SEQ-01"]
    assert position({"a": FOOT}, area=("1412", "1512")).refused("a", "1312") == ["TT-SEQ-02"]


def test_a_stack_moves_as_far_as_its_slowest() -> None:
    now = position({"a": FOOT, "b": TRACKED})
    assert max(now.reach("a", "b").values()) == 4
    assert set(now.reach("a", "b")) == set(now.reach("a"))
    after = now.move("a b", "1512")
    assert (after["a"].at, after["b"].at) == ("1512", "1512")
    assert (after["a"].spent, after["b"].spent) == (2, 2)


def test_a_route_given_by_hand_is_taken_and_paid() -> None:
    now = position({"a": grenadiers("1412")}, PLAIN)
    after = now.move("a", "1512", "1411 1512")
    assert after["a"].spent == 4
    assert now.refused("a", "1512", "1411 1611 1512") == ["TT-SEQ-02"]
    blocked = position({"a": grenadiers("1412"), "d": inf("1511", ALLIED)}, PLAIN)
    assert blocked.refused("a", "1512", "1411 1512") == ["TT-REC-05"]


@pytest.mark.rule("trumpets", "TT-REC-07", "TT-AMB-34")
def test_off_the_road_a_superior_unit_has_nothing_left_of_a_night() -> None:
    now = position(
        {"a": unit("spw_bn", "1412", division="1SS")}, country(roads=(along("1412", "2412"),)), turn="18EV"
    )
    far = along("1512", "2412")
    assert now.reach("a")["2412"] == 5
    assert now.refused("a", "2411", f"{far} 2411") == ["TT-REC-07"]


@pytest.mark.rule("trumpets", "TT-REC-16")
@pytest.mark.parametrize("move", ["foot", "wheeled", "tracked"])
@pytest.mark.parametrize("by_road", [False, True])
def test_prices_patched_for_road_blocks_are_those_of_the_whole_map_priced_anew(
    move: Any, by_road: bool
) -> None:
    rules = losheim_gap()
    blocked = frozenset(("1114", "0612", "1017"))
    found = passage.arcs(rules, move, blocked, by_road=by_road)
    anew = compile_arcs(rules.atlas, lambda link: passage._price(rules, move, blocked, link, by_road=by_road))
    assert found.out == anew.out
    assert [found.into(i) for i in range(len(found))] == [anew.into(i) for i in range(len(anew))]
