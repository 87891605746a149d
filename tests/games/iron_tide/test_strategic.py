"""5.2: strategic movement."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexbench.engine.events import UnitMoved
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    commando,
    country,
    foot,
    grenadiers,
    guns,
    position,
    ring,
    tanks,
)

STRATEGIC = "strategic"
ROAD = country(roads=(along("3440", "3459"),))


def costs(now: Situation, *units: str) -> dict[str, Fraction]:
    return now.reach(*units, how=STRATEGIC)


@pytest.mark.rule("iron_tide", "5.2a")
def test_no_hex_of_the_move_is_nearer_than_three_hexes_to_an_enemy() -> None:
    now = position({"a": foot("3441", mf=9), "x": foot("3450", ALLIED)}, ROAD)
    assert "3447" in costs(now, "a")  # three hexes away, his own counted
    assert now.refused("a", "3448", how=STRATEGIC) == ["5.2a"]
    assert "3448" in now.reach("a")  # in tactical movement he may go there
    end = now.reasons("move", "a", "3448", how=STRATEGIC)[0]
    assert end.hexes == ("3448", "3450")


@pytest.mark.rule("iron_tide", "5.2a")
def test_strategic_movement_does_not_begin_near_an_enemy() -> None:
    near = position({"a": foot("3448"), "x": foot("3450", ALLIED)}, ROAD)
    assert near.refused("a", "3440", how=STRATEGIC) == ["5.2a"]
    assert not costs(near, "a")
    assert costs(position({"a": foot("3447"), "x": foot("3450", ALLIED)}, ROAD), "a")


@pytest.mark.rule("iron_tide", "5.2a")
def test_strategic_movement_does_not_pass_near_an_enemy() -> None:
    units = {"a": tanks("3444", mf=30), "x": foot("3449", ALLIED, cadre=True)}
    now = position(units, ROAD)
    way = along("3445", "3453")
    assert now.reasons("move", "a", "3453", way, how=STRATEGIC)[0].rule == "5.2a"
    found = now.targets("move", "a", how=STRATEGIC)["3453"]  # round about, three hexes away all the time
    assert all(now.rules.atlas.distance(at, "3449") >= 3 for at in found.via)


@pytest.mark.rule("iron_tide", "5.2a", "B36")
def test_commandos_hinder_no_strategic_movement() -> None:
    units = {"a": foot("3444", ALLIED), "c": commando("3446")}
    assert costs(position(units, ROAD, phasing=ALLIED), "a")["3446"] == Fraction(2, 6)


@pytest.mark.rule("iron_tide", "16.4b", "5.2a")
def test_commandos_move_strategically_among_the_allies() -> None:
    now = position({"c": commando("3444"), "x": foot("3446", ALLIED)}, ROAD)
    assert costs(now, "c")["3446"] == Fraction(2, 3)
    assert costs(now, "c")["3456"] == 4


@pytest.mark.parametrize(
    ("make", "side", "price"),
    [
        pytest.param(foot, GERMAN, Fraction(1, 2), marks=pytest.mark.rule("iron_tide", "5.21a")),
        pytest.param(foot, ALLIED, Fraction(1, 6), marks=pytest.mark.rule("iron_tide", "5.22a")),
        *(
            pytest.param(make, side, Fraction(1, 3), marks=pytest.mark.rule("iron_tide", "5.23a"))
            for make in (grenadiers, tanks, guns)
            for side in (GERMAN, ALLIED)
        ),
    ],
)
def test_the_price_of_a_road_hex(make: Any, side: str, price: Fraction) -> None:
    now = position({"a": make("3444", side, mf=2)}, ROAD, phasing=side)
    reached = costs(now, "a")
    most = int(2 / price)
    assert reached["3445"] == price
    assert reached[f"34{44 + min(most, 15)}"] == price * min(most, 15)
    if most < 15:
        assert now.refused("a", f"34{45 + most}", how=STRATEGIC) == ["5.2c"]


@pytest.mark.rule("iron_tide", "5.2b")
def test_road_hexes_and_others_are_mixed_and_fractions_kept_to_the_end() -> None:
    now = position({"a": foot("3444", ALLIED, mf=2), "g": foot("3444", ALLIED, mf=1)}, ROAD, phasing=ALLIED)
    reached = costs(now, "a")
    assert reached["3449"] == Fraction(5, 6)
    assert reached["3550"] == Fraction(5, 6) + 1  # five road hexes, then clear ground
    assert reached["3551"] == 2  # six road hexes and clear ground: exactly the whole factor
    assert "3552" not in reached
    assert costs(now, "g")["3544"] == 1
    assert "3546" not in costs(now, "g")  # a sixth of a point is missing


@pytest.mark.rule("iron_tide", "5.2b", "5.1b")
def test_off_the_road_the_terrain_is_paid() -> None:
    rules = country(rough="3445", woods="3544", roads=("3440 3441",))
    reached = costs(position({"a": foot("3444")}, rules), "a")
    assert [reached["3445"], reached["3544"], reached["3443"]] == [Fraction(2), Fraction(2), Fraction(1)]


@pytest.mark.rule("iron_tide", "5.2c")
def test_there_is_no_free_first_hex() -> None:
    rules = country(rough="3445")
    now = position({"a": foot("3444", mf=1)}, rules)
    assert "3445" in now.reach("a")
    assert now.refused("a", "3445", how=STRATEGIC) == ["5.2c"]
    assert now.refused("a", "3445", "3445", how=STRATEGIC) == ["5.2c"]


@pytest.mark.rule("iron_tide", "5.24a")
def test_no_german_moves_strategically_on_a_clear_morning() -> None:
    units = {"a": foot("3444"), "x": foot("3444", ALLIED)}
    for turn, free in (("23AM", False), ("23PM", True), ("22AM", True), ("28AM", True), ("24AM", False)):
        now = position({"a": units["a"]}, ROAD, turn=turn)
        assert bool(costs(now, "a")) == free, turn
        if not free:
            assert now.refused("a", "3446", how=STRATEGIC) == ["5.24a"]
    assert costs(position({"x": units["x"]}, ROAD, turn="23AM", phasing=ALLIED), "x")


@pytest.mark.rule("iron_tide", "B07")
def test_no_unbridged_river_is_crossed_strategically() -> None:
    rules = country(roads=(along("3440", "3446"),), river="3443/3444")
    wall = country(roads=(along("3440", "3446"),), bridge="3443/3444")
    now = position({"a": foot("3444", mf=1)}, rules)
    assert "3443" in now.reach("a")
    assert now.refused("a", "3443", "3443", how=STRATEGIC) == ["B07"]
    assert "3443" not in costs(now, "a")
    whole = position({"a": foot("3444", mf=1)}, wall)
    assert costs(whole, "a")["3443"] == Fraction(1, 2)
    down = position({"a": foot("3444", mf=1)}, wall, bridges={"3443/3444": "destroyed"})
    assert "3443" not in costs(down, "a")


@pytest.mark.rule("iron_tide", "5.1e", "5.1g", "B07")
@pytest.mark.parametrize("via", ["", "3445 3446"])
def test_what_closes_a_strategic_way_is_named_for_what_it_is(via: str) -> None:
    """What is closed in any mode (5.1e, 5.1g), and a river without a bridge that is closed in this one (B07)."""
    lake, river, forest = country(lake=ring("3446")), country(river=ring("3446")), country(heavy_woods="3446")
    for rules, unit, rule in (
        (lake, foot("3444"), "5.1g"),
        (forest, tanks("3444"), "5.1g"),
        (river, tanks("3444"), "5.1e"),
        (river, grenadiers("3444"), "B07"),
    ):
        assert position({"a": unit}, rules).refused("a", "3446", via, how=STRATEGIC) == [rule]


@pytest.mark.rule("iron_tide", "12.2c", "B25")
def test_out_of_supply_vehicles_have_half_their_points_in_strategic_movement_too() -> None:
    now = position({"a": tanks("3444", mf=3, supply="out")}, ROAD)
    assert "3450" in costs(now, "a")  # half of three, rounded up
    assert now.refused("a", "3451", how=STRATEGIC) == ["5.2c"]


@pytest.mark.rule("iron_tide", "12.3c")
def test_an_isolated_unit_does_not_move_strategically() -> None:
    now = position({"a": tanks("3444", supply="isolated")}, ROAD)
    assert now.refused("a", "3446", how=STRATEGIC) == ["12.3c"]


@pytest.mark.rule("iron_tide", "16.3b")
def test_the_doubled_factor_of_first_ss_is_no_strategic_one() -> None:
    unit = {"a": tanks("3450", mf=2, printed={"division": "1SS", "factor": 3})}
    rules = country(roads=(along("3440", "3459"),))
    now = position(unit, rules, turn="17AM")
    assert now.reach("a")["3446"] == 4
    assert "3444" in costs(now, "a")
    assert "3443" not in costs(now, "a")


@pytest.mark.rule("iron_tide", "5.0a", "5.2a")
def test_a_strategic_move_is_the_only_move_of_the_phase() -> None:
    now = position({"a": foot("3444")}, ROAD).act("move", "a", "3446", how=STRATEGIC)
    assert now.events[0] == UnitMoved("a", ("3444", "3445", "3446"), STRATEGIC)
    assert now.refused("a", "3447") == ["5.0a"]
    assert now.refused("a", "3447", how=STRATEGIC) == ["5.0a"]


@pytest.mark.rule("iron_tide", "5.0c", "B05", "5.2b")
def test_a_stack_moves_strategically_with_each_member_paying_its_own_price() -> None:
    now = position({"a": foot("3444", mf=4), "b": tanks("3444", mf=2)}, ROAD)
    reached = costs(now, "a", "b")
    assert reached["3450"] == 3  # the foot pays 1/2, the tanks 1/3 for each of six hexes
    assert "3451" not in reached
    assert "3451" in costs(now, "a")


@pytest.mark.rule("iron_tide", "5.2a")
def test_an_unknown_mode_is_refused() -> None:
    now = position({"a": foot("3444")}, ROAD)
    assert next(r.rule for r in now.reasons("move", "a", "3446", how="sideways")) == "5.1a"


@pytest.mark.rule("iron_tide", "5.2a", "5.2c")
def test_a_hex_four_hexes_from_the_enemy_may_be_too_dear_and_is_not_too_near() -> None:
    now = position({"a": foot("3441", mf=2), "x": foot("3458", ALLIED)}, ROAD)
    assert now.refused("a", "3454", how=STRATEGIC) == ["5.2c"]
    assert now.refused("a", "3456", how=STRATEGIC) == ["5.2a"]
