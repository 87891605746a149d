"""BK-MOV: points, prices, enemies in the way, stacking, picking up and putting down."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from hexbench.atlas.atlas import Atlas
from hexbench.engine.events import UnitMoved
from hexbench.games.blitzkrieg.rules import BkRules
from tests.games.blitzkrieg.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    cost,
    country,
    dump,
    guns,
    inf,
    motor,
    near,
    para,
    plane,
    position,
    ring,
    spy,
    tank,
    werfer,
)
from tests.games.blitzkrieg.shipped import TABLES

KINDS = {
    "armor": tank,
    "motor_inf": motor,
    "artillery": guns,
    "infantry": inf,
    "paratrooper": para,
}


# ---- points and prices --------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-MOV-01")
@pytest.mark.rule("blitzkrieg", "BK-MOV-04")
def test_a_unit_may_spend_all_its_points_and_no_more() -> None:
    now = position({"a": inf("1214", mp=3)})
    assert now.reach("a")["1514"] == 3
    assert now.refused("a", "1614") == ["BK-MOV-02"]
    assert now.sentence("a", "1614") == "a needs 4 movement points but has only 3."


@pytest.mark.rule("blitzkrieg", "BK-AMB-26")
@pytest.mark.rule("blitzkrieg", "BK-MOV-02")
@pytest.mark.rule("blitzkrieg", "BK-TAB-09")
@pytest.mark.parametrize(
    ("kind", "forest", "mountain"),
    [("armor", 5, 3), ("motor_inf", 3, 2), ("artillery", 3, 2), ("infantry", 2, 2), ("paratrooper", 2, 2)],
)
def test_every_hex_costs_by_class_and_terrain(kind: str, forest: int, mountain: int) -> None:
    rules = country(forest="1314", mountain="1413", city="1415", siegfried="1315")
    one = KINDS[kind]("1414", mp=8)
    assert cost(one, "1314", rules) == forest
    assert cost(one, "1413", rules) == mountain
    assert cost(one, "1514", rules) == 1
    assert cost(one, "1415", rules) == 1
    assert cost(one, "1315", rules) == 1


@pytest.mark.rule("blitzkrieg", "BK-MOV-02")
def test_volkswerfer_pay_two_for_forest_and_three_for_mountains() -> None:
    rules = country(forest="1314", mountain="1413")
    assert cost(werfer("1414", mp=4), "1314", rules) == 2
    assert cost(werfer("1414", mp=4), "1413", rules) == 3


@pytest.mark.rule("blitzkrieg", "BK-MOV-03")
def test_the_road_cost_is_paid_from_road_hex_to_road_hex_through_a_road_hexside_only() -> None:
    rules = country(forest="1313 1412 1413 1414 1415 1513 1514", roads=("1314 1414 1514", "1412 1413"))
    assert cost(tank("1314"), "1514", rules) == 1
    # 1413 has a road too, but none joins it to 1414
    assert cost(tank("1414"), "1413", rules) == 5
    # the road is left: the forest's own price
    assert cost(tank("1414", mp=5), "1415", rules) == 5


@pytest.mark.rule("blitzkrieg", "BK-MOV-20")
def test_foot_gets_no_bonus_from_roads_but_the_ground_beside_them_costs_it_nothing() -> None:
    rules = country(forest="1414 1514", roads=("1314 1414 1514",))
    for foot in (inf("1314"), para("1314")):
        assert cost(foot, "1414", rules) == 1
        assert cost(foot, "1514", rules) == 2
    assert cost(werfer("1314"), "1514", rules) == 1


@pytest.mark.rule("blitzkrieg", "BK-MOV-19")
def test_there_is_no_guaranteed_step() -> None:
    now = position({"a": tank("1414", mp=4)}, country(forest="1314 1514 1313 1413 1315 1415"))
    assert now.reach("a") == {}
    assert now.refused("a", "1514") == ["BK-MOV-02"]


@pytest.mark.rule("blitzkrieg", "BK-MOV-18")
def test_isolation_takes_movement_points() -> None:
    now = position({"a": tank("1214", now=7, base=10, isolated=1)})
    assert now.reach("a")["1614"] == 4
    assert "BK-MOV-02" in now.refused("a", "1714")


@pytest.mark.rule("blitzkrieg", "BK-MAP-13")
def test_nobody_leaves_the_map() -> None:
    now = position({"a": tank("1014")})
    assert now.refused("a", "0914") == ["BK-MAP-13"]


# ---- enemies in the way ----------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-MOV-04")
def test_entering_a_hex_next_to_an_enemy_ends_the_move() -> None:
    foes = {f"d{i}": inf(f"14{row}", ALLIED) for i, row in enumerate((10, 13, 16, 19, 21))}
    now = position({"a": tank("1214", mp=8), **foes})
    assert now.reach("a")["1313"] == 2
    assert "BK-MOV-04" in now.refused("a", "1614")


@pytest.mark.rule("blitzkrieg", "BK-AMB-02")
@pytest.mark.rule("blitzkrieg", "BK-MOV-05")
def test_infiltrators_stop_for_nobody_and_nobody_stops_for_them() -> None:
    now = position({"i": spy("1214"), "d": inf("1514", ALLIED)})
    assert now.reach("i")["1714"] == 5
    other = position({"a": tank("1214", ALLIED), "i": spy("1513")}, phasing=ALLIED)
    assert other.reach("a")["1714"] == 5


@pytest.mark.rule("blitzkrieg", "BK-MOV-06")
def test_a_unit_that_begins_next_to_an_enemy_moves_until_the_next_hex_next_to_one() -> None:
    now = position({"a": tank("1414"), "d": inf("1514", ALLIED)})
    reach = now.reach("a")
    assert reach["1413"] == 1  # from zone to zone, and no farther
    assert reach["1214"] == 2
    # round the enemy through two hexes next to it there is no way
    assert reach["1614"] > 2


@pytest.mark.rule("blitzkrieg", "BK-MOV-10")
def test_no_unit_enters_a_hex_of_the_enemy_but_infiltrators_do() -> None:
    now = position({"a": tank("1414"), "i": spy("1414"), "d": inf("1514", ALLIED)})
    assert "BK-MOV-10" in now.refused("a", "1514")
    assert "1514" in now.targets("move", "i")
    other = position({"a": inf("1514", ALLIED), "i": spy("1414")}, phasing=ALLIED)
    assert "1414" in other.targets("move", "a")


@pytest.mark.rule("blitzkrieg", "BK-MOV-11")
def test_allies_never_enter_the_siegfried_line_and_germans_do() -> None:
    rules = country(siegfried="1514", roads=("1414 1514",))
    now = position({"a": motor("1414", ALLIED)}, rules, phasing=ALLIED)
    assert "BK-MOV-11" in now.refused("a", "1514")
    assert cost(motor("1414"), "1514", rules) == 0.5


@pytest.mark.rule("blitzkrieg", "BK-MOV-11")
def test_what_lies_behind_the_siegfried_line_is_shut_off_by_it_and_not_by_a_river() -> None:
    line = country(siegfried=" ".join(f"18{row}" for row in range(10, 22)), river="1414/1514")
    now = position({"a": motor("1414", ALLIED), "t": tank("1413", ALLIED)}, line, phasing=ALLIED)
    assert now.refused("a", "2014") == ["BK-MOV-11"]
    assert now.refused("t", "2014") == ["BK-MOV-11"]
    assert now.refused("a", "1814") == ["BK-MOV-11"]
    ringed = country(river=ring("1614"))
    walled = position({"a": motor("1414", ALLIED), "t": tank("1413", ALLIED)}, ringed, phasing=ALLIED)
    assert walled.refused("a", "1614") == ["BK-MOV-12"]
    assert walled.refused("t", "1614") == ["BK-MOV-14"]


@pytest.mark.rule("blitzkrieg", "BK-MAP-13")
def test_no_way_leads_to_a_hex_that_the_map_cuts_off() -> None:
    land = country()
    around = near("2012")
    cells = {at: cell for at, cell in land.atlas.sheet.cells.items() if at not in around}
    island = BkRules(Atlas(replace(land.atlas.sheet, cells=cells)), land.tables, land.options)
    for unit in (inf("1414"), tank("1414", ALLIED)):
        now = position({"a": unit}, island, phasing=unit["printed"]["side"])
        assert now.refused("a", "2012") == ["BK-MAP-13"]


# ---- picking up and putting down ---------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-MOV-07")
def test_legality_is_judged_from_where_the_unit_began_with_all_its_points() -> None:
    now = position({"a": inf("1214", mp=3)}).move("a", "1514")
    assert now["a"].start == "1214"
    assert now.refused("a", "1614", verb="move_again") == ["BK-MOV-02"]
    again = now.act("move_again", "a", "1414").act("move_again", "a", "1214")
    assert again["a"].at == "1214"
    assert again.reach("a")["1514"] == 3


@pytest.mark.rule("blitzkrieg", "BK-MOV-07")
def test_the_way_begins_where_the_turn_began() -> None:
    now = position({"a": inf("1214", mp=3)}).move("a", "1314").act("move_again", "a", "1114")
    assert UnitMoved("a", ("1214", "1114")) in now.events


@pytest.mark.rule("blitzkrieg", "BK-MOV-07")
def test_the_next_turn_begins_where_the_unit_stands() -> None:
    rules = country()
    now = position(
        {"a": inf("1214", mp=3), "d": inf("2020", ALLIED)}, rules, dumps={"x": dump("1210", GERMAN, 8)}
    )
    now = now.move("a", "1514").until(ALLIED, "movement").until(GERMAN, "movement")
    assert now["a"].start == "1514"
    assert now.reach("a")["1814"] == 3


@pytest.mark.rule("blitzkrieg", "BK-MOV-08")
def test_at_most_three_units_in_a_hex_infiltrators_included() -> None:
    now = position({"a": inf("1414"), "b": inf("1514"), "c": inf("1514"), "i": spy("1514")})
    assert now.refused("a", "1514") == ["BK-MOV-08"]
    two = position({"a": inf("1414"), "e": inf("1414"), "b": inf("1514"), "i": spy("1513")})
    assert "1514" in two.targets("move", "a", "e")
    assert two.act("move", "i", "1514").refused("a e", "1514") == ["BK-MOV-08"]


@pytest.mark.rule("blitzkrieg", "BK-MOV-09")
def test_stacking_is_not_tested_while_passing() -> None:
    wall = {f"w{n}": inf("1514") for n in range(3)}
    rules = country(forest="1413 1415 1513 1515", roads=("1414 1514 1614",))
    now = position({"a": inf("1414", mp=2), **wall}, rules)
    assert now.targets("move", "a")["1614"].via == ("1514", "1614")


@pytest.mark.rule("blitzkrieg", "BK-MOV-08")
def test_a_stack_goes_where_all_of_it_can_go() -> None:
    now = position({"a": inf("1214", mp=3), "t": tank("1214", mp=6)})
    assert "1514" in now.targets("move", "a", "t")
    assert "1614" not in now.targets("move", "a", "t")
    assert now.move("a t", "1514").places() == {"a": "1514", "t": "1514"}


def test_only_units_of_one_hex_move_together() -> None:
    now = position({"a": inf("1214"), "b": inf("1314")})
    assert "BK-MOV-07" in now.refused("a b", "1414")


@pytest.mark.rule("blitzkrieg", "BK-MOV-17")
def test_immobilised_units_are_not_taken_up() -> None:
    now = position({"a": inf("1214", fixed=True), "b": inf("1314")})
    assert "a" not in now.offered("move")
    assert now.refused("a", "1114") == ["BK-MOV-17"]
    assert now.refused("a", verb="collect") == ["BK-MOV-17"]


@pytest.mark.rule("blitzkrieg", "BK-MOV-17")
def test_the_next_turn_frees_them() -> None:
    now = position(
        {"a": inf("1214", fixed=True), "d": inf("2020", ALLIED)}, dumps={"x": dump("1210", GERMAN, 8)}
    )
    now = now.until(ALLIED, "movement").until(GERMAN, "movement")
    assert not now["a"].fixed
    assert "a" in now.offered("move")


@pytest.mark.rule("blitzkrieg", "BK-MOV-21")
def test_an_engaged_unit_may_be_taken_up_and_leaves_its_engagement() -> None:
    now = position({"a": inf("1414"), "b": inf("1413"), "d": inf("1514", ALLIED)})
    now = now.act("engage", "a b", "1514")
    left = now.act("move", "a", "1314")
    assert [e.attackers for e in left.state.engagements] == [("b",)]
    gone = left.act("collect", "b")
    assert gone.state.engagements == ()


def test_units_of_the_other_side_or_off_the_map_are_not_moved() -> None:
    now = position({"a": inf("1214"), "d": inf("2020", ALLIED), "p": plane()})
    assert "BK-UI-12" in now.refused("d", "2120")
    assert now.refused("p", "2120") == ["BK-UI-12"], "and not told that it has moved"
    assert "BK-UI-12" in now.refused("nobody", "2120")
    assert now.refused("", "1314") == ["BK-MOV-07"]


def test_every_price_of_table_nine_is_whole_in_half_points() -> None:
    assert all(n >= 1 for row in TABLES.movement.values() for n in row.values())
    now = position({"a": tank("1214", mp=1)}, country(roads=(along("1214", "2014"),)))
    assert now.reach("a")["1314"] == Fraction(1, 2)
    assert now.refused("a", "1514")[0] == "BK-MOV-02"
    assert now.sentence("a", "1514") == "a needs 1 1/2 movement points but has only 1."


@pytest.mark.rule("blitzkrieg", "BK-MOV-02", "BK-MOV-18")
def test_an_isolated_unit_with_half_a_point_lacks_one_movement_point() -> None:
    units = {"a": tank("1412", mp=1, now=7, base=10, isolated=1)}
    now = position(units, country(roads=(along("1412", "1612"),)))
    assert set(now.reach("a")) == {"1512"}
    assert now.sentence("a", "1612") == "a needs 1 movement point but has only 1/2."


# ---- ways that are named ----------------------------------------------------------------------------------------------
def told(now: Situation) -> list[tuple[str, ...]]:
    """The ways units have just gone."""
    return [event.path for event in now.events if isinstance(event, UnitMoved)]


@pytest.mark.rule("blitzkrieg", "BK-MOV-07")
def test_a_way_that_is_named_is_gone() -> None:
    now = position({"a": inf("1414", mp=4), "b": inf("1414", mp=4)})
    round_ = ("1414", "1413", "1513", "1613", "1714")
    assert told(now.move("a", "1714", via="1413 1513 1613 1714")) == [round_]
    assert told(now.move("a b", "1714", via="1413 1513 1613 1714")) == [round_, round_]
    again = now.move("a", "1314").act("move_again", "a", "1714", via="1413 1513 1613 1714")
    assert told(again) == [round_]
    put = now.act("collect", "a").act("deposit", "a", "1714", via="1413 1513 1613 1714")
    assert told(put) == [round_]
    assert told(now.move("a", "1714")) == [("1414", "1514", "1614", "1714")], "else the cheapest"


@pytest.mark.rule("blitzkrieg", "BK-MOV-02")
@pytest.mark.rule("blitzkrieg", "BK-MOV-07")
def test_each_unit_of_a_stack_is_told_to_have_gone_its_own_cheapest_way() -> None:
    now = position({"t": tank("1414"), "i": inf("1414", mp=6)}, country(forest="1514"))
    moved = now.move("t i", "1614")
    assert told(moved) == [told(now.move(uid, "1614"))[0] for uid in "ti"]
    assert told(moved)[0] == ("1414", "1413", "1513", "1614"), "the tank goes round the forest"
    back = moved.act("move_again", "t i", "1413")
    assert told(back) == [("1414", "1413")] * 2


@pytest.mark.rule("blitzkrieg", "BK-MOV-10")
@pytest.mark.rule("blitzkrieg", "BK-MOV-04")
def test_a_way_that_is_named_leads_past_no_enemy() -> None:
    units = {"t": tank("1214", mp=9), "i": spy("1214"), "d": inf("1414", ALLIED)}
    now = position(units)
    assert "1514" in now.targets("move", "t")
    assert now.refused("t", "1514", via="1314 1414 1514") == ["BK-MOV-10"]
    assert now.sentence("t", "1513", via="1213 1313 1413 1513") == "t must stop next to the enemy in 1313."
    assert now.move("i", "1514", via="1314 1414 1514")["i"].at == "1514"


@pytest.mark.rule("blitzkrieg", "BK-MOV-02")
def test_a_way_that_is_named_costs_what_its_hexes_cost() -> None:
    now = position({"t": tank("1414", mp=4), "i": inf("1414", mp=6)}, country(forest="1514"))
    assert "1614" in now.targets("move", "t")
    sentence = "t needs 6 movement points by that route but has only 4."
    assert now.sentence("t", "1614", via="1514 1614") == sentence
    assert now.refused("t", "1614", via="1514 1614") == ["BK-MOV-02"]
    assert now.refused("t i", "1614", via="1514 1614") == ["BK-MOV-02"], "the infantry could"
    assert now.move("i", "1614", via="1514 1614")["i"].at == "1614"


@pytest.mark.rule("blitzkrieg", "BK-MOV-12")
@pytest.mark.rule("blitzkrieg", "BK-MOV-14")
def test_a_way_that_is_named_crosses_no_river_without_a_bridge() -> None:
    wet = country(river="1514/1614")
    now = position({"a": inf("1414", mp=9), "t": tank("1414", mp=9)}, wet)
    assert "1614" in now.targets("move", "a"), "round the end of it"
    assert now.refused("a", "1614", via="1514 1614") == ["BK-MOV-12"]
    assert now.refused("t", "1614", via="1514 1614") == ["BK-MOV-14"]
    bank = position({"a": inf("1514"), "t": tank("1514")}, wet)
    assert bank.move("a", "1614", via="1614")["a"].at == "1614"
    assert bank.refused("t", "1614", via="1614") == ["BK-MOV-14"]


@pytest.mark.rule("blitzkrieg", "BK-MOV-02")
@pytest.mark.rule("blitzkrieg", "BK-MOV-14")
def test_a_way_that_is_named_says_where_it_breaks_off_even_to_a_hex_out_of_reach() -> None:
    wet = country(river="1514/1614")
    now = position({"t": tank("1514", mp=1), "i": inf("1514", mp=1)}, wet)
    assert now.refused("t", "1614") == ["BK-MOV-02"], "round the end of it"
    assert now.refused("t", "1614", via="1614") == ["BK-MOV-02", "BK-MOV-14"]
    assert now.refused("t i", "1614", via="1614") == ["BK-MOV-02", "BK-MOV-14"], "the infantry could"
    assert now.refused("i", "1714", via="1614 1714") == ["BK-MOV-02"], "no step of it is barred"
    shut = position({"a": inf("1514", ALLIED)}, country(siegfried="1614"), phasing=ALLIED)
    assert shut.refused("a", "1614", via="1614") == ["BK-MOV-11"], "said once"


@pytest.mark.rule("blitzkrieg", "BK-MOV-11")
def test_a_way_that_is_named_leads_no_ally_through_the_siegfried_line() -> None:
    line = country(siegfried="1514")
    units = {"a": inf("1414", ALLIED), "g": inf("1414", mp=4)}
    now = position({"a": inf("1414", ALLIED, mp=4)}, line, phasing=ALLIED)
    assert "1614" in now.targets("move", "a")
    assert now.refused("a", "1614", via="1514 1614") == ["BK-MOV-11"]
    assert position({"g": units["g"]}, line).move("g", "1614", via="1514 1614")["g"].at == "1614"
