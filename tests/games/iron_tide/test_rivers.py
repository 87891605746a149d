"""5.1: rivers, bridges, fords and lakes in tactical movement."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    along,
    commando,
    cost,
    country,
    foot,
    grenadiers,
    guns,
    position,
    ring,
    tanks,
)

ISLAND = country(river=ring("3446"))


@pytest.mark.rule("iron_tide", "5.1d", "B07")
@pytest.mark.parametrize("make", [foot, grenadiers])
def test_an_unbridged_river_takes_the_whole_factor_of_foot_and_mechanized_infantry(make: Any) -> None:
    now = position({"x": make("3445")}, ISLAND)
    factor = {foot: 4, grenadiers: 9}[make]
    assert now.reach("x")["3446"] == factor
    assert "5.1d" in now.refused("x", "3447", "3446 3447")
    after = now.move("x", "3446")
    assert after["x"].at == "3446"


@pytest.mark.rule("iron_tide", "5.1d", "B07")
def test_the_river_can_only_be_the_first_hex_of_a_move() -> None:
    # The river closes off a peninsula, so that there is no way round.
    now = position({"x": grenadiers("3444"), "y": foot("3544")}, ISLAND)
    assert now.refused("x", "3446") == ["5.1d"]
    assert now.refused("x", "3446", "3445 3446") == ["5.1d"]
    assert now.refused("y", "3446") == ["5.1d"]
    assert "both the first hex of a move and the last" in now.sentence("x", "3446")
    assert position({"x": grenadiers("3445")}, ISLAND).reach("x")["3446"] == 9


@pytest.mark.rule("iron_tide", "5.1d", "12.2c", "R14")
def test_a_halved_factor_still_takes_mechanized_infantry_over_the_river() -> None:
    now = position({"x": grenadiers("3445", supply="out")}, ISLAND)
    assert now.reach("x")["3446"] == 5


@pytest.mark.rule("iron_tide", "5.1d", "B07")
def test_crossing_takes_in_the_cost_of_disengagement() -> None:
    now = position(
        {"x": grenadiers("3445"), "e": foot("3444", ALLIED)}, ISLAND
    )  # starts in a zone of control
    assert now.seat.board.in_zoc(GERMAN, "3445")
    assert not now.seat.board.in_zoc(GERMAN, "3446")
    assert now.reach("x")["3446"] == 9


@pytest.mark.rule("iron_tide", "B07", "7.3a")
def test_the_hex_beyond_the_river_must_obey_the_rule_of_disengagement() -> None:
    now = position({"x": foot("3445"), "e": foot("3346", ALLIED)}, ISLAND)
    assert now.seat.board.in_zoc(GERMAN, "3446")
    assert now.refused("x", "3446") == ["7.3a"]
    free = position(
        {"x": foot("3445"), "e": foot("3447", ALLIED)}, ISLAND
    )  # not from zone to zone: entered and stopped
    assert free.reach("x")["3446"] == 4


@pytest.mark.rule("iron_tide", "5.1e", "5.1g")
@pytest.mark.parametrize("make", [tanks, guns, commando])
def test_other_vehicles_never_cross_an_unbridged_river(make: Any) -> None:
    now = position({"x": make("3445")}, ISLAND)
    assert now.refused("x", "3446") == ["5.1e"]
    assert now.refused("x", "3446", "3446") == ["5.1e"]


@pytest.mark.rule("iron_tide", "5.1d", "5.1e")
def test_a_bridge_opens_its_hexside_and_no_other() -> None:
    rest = ring("3446").replace("3445/3446", "")
    with_road = country(river=rest, bridge="3445/3446", roads=(along("3443", "3447"),), woods="3446")
    assert cost(tanks("3445"), "3446", with_road) == 1
    without_road = country(river=rest, bridge="3445/3446", woods="3446")
    assert cost(tanks("3445"), "3446", without_road) == 4
    assert cost(foot("3445"), "3446", without_road) == 2  # the woods, not the whole factor
    now = position({"x": tanks("3546")}, with_road)
    assert now.reach("x")["3446"] == 3  # round by the bridge, not over 3446/3546


@pytest.mark.rule("iron_tide", "5.1d", "5.1e", "5.1c")
def test_a_blown_bridge_is_an_unbridged_river_and_its_road_helps_nobody() -> None:
    rest = ring("3446").replace("3445/3446", "")
    rules = country(river=rest, bridge="3445/3446", roads=(along("3443", "3449"),))
    whole = position({"m": tanks("3445"), "n": foot("3445")}, rules)
    now = position({"m": tanks("3445"), "n": foot("3445")}, rules, bridges={"3445/3446": "destroyed"})
    assert now.refused("m", "3446") == ["5.1e"]
    assert now.reach("n")["3446"] == 4
    # and back again once it is whole: prices follow the position, not the other way round
    assert whole.reach("m")["3446"] == 1


@pytest.mark.rule("iron_tide", "5.1d")
def test_a_bridge_built_by_engineers_serves_like_a_printed_one_and_one_under_way_does_not() -> None:
    assert cost(tanks("3445"), "3446", ISLAND, bridges={"3445/3446": "built"}) == 2
    assert cost(tanks("3445"), "3446", ISLAND, bridges={"3445/3446": "building"}) is None


@pytest.mark.rule("iron_tide", "5.1a", "R04")
def test_a_ford_adds_its_price_and_needs_no_whole_factor() -> None:
    rest = ring("3446").replace("3445/3446", "")
    rules = country(ford="3445/3446", river=rest)
    assert cost(foot("3445"), "3446", rules) == 2
    assert cost(grenadiers("3445"), "3446", rules) == 4
    assert cost(tanks("3445"), "3446", rules) == 5
    assert cost(foot("3444"), "3446", rules) == 3  # a ford may be waded anywhere on the way
    road = country(ford="3445/3446", river=rest, roads=(along("3444", "3447"),))
    assert cost(tanks("3445"), "3446", road) == 4
    assert cost(tanks("3445"), "3446", road, bridges={"3445/3446": "built"}) == 1


@pytest.mark.rule("iron_tide", "5.1g", "R11")
@pytest.mark.parametrize("make", [foot, grenadiers, tanks])
def test_a_lake_lets_nobody_across(make: Any) -> None:
    now = position({"x": make("3445")}, country(lake="3445/3446"))
    assert now.reach("x").get("3446", 99) > 1  # round it, or not at all
    assert now.refused("x", "3446", "3446") == ["5.1g"]
    assert position({"x": make("3445")}, country(lake=ring("3446"))).refused("x", "3446") == ["5.1g"]
