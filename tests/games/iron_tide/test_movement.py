"""5.0 and 5.1: tactical movement, its prices, its one-hex right, and stacks."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.events import UnitMoved
from hexbench.games.iron_tide import works
from hexbench.games.iron_tide.pieces import SIDES
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    along,
    battalion,
    commando,
    cost,
    country,
    foot,
    grenadiers,
    guns,
    position,
    tanks,
)


# ---- modes, voluntariness, one at a time ------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "5.0a")
def test_a_unit_that_has_moved_does_nothing_more_in_the_phase() -> None:
    after = position({"a": foot("3444")}).move("a", "3445")
    assert "5.0a" in after.refused("a", "3446")
    assert after.seat.prompt.offers[0].verb == "end"
    again = position({"a": foot("3444", moved=True), "b": foot("3644")})
    assert again.seat.prompt.offers[0].subjects == ("b",)


@pytest.mark.rule("iron_tide", "5.0b")
def test_a_path_costs_no_more_than_the_movement_factor() -> None:
    now = position({"a": foot("3444")})
    assert now.reach("a")["3448"] == 4
    assert now.refused("a", "3449") == ["5.0b"]
    assert "costs 5 MP" in now.sentence("a", "3449")
    assert now.reasons("move", "a", "3448", along("3445", "3448")) == ()
    detour = "3545 3545 3546"
    assert "5.0b" in now.refused("a", "3546", detour)


@pytest.mark.rule("iron_tide", "5.0b")
def test_every_hex_of_a_plotted_route_is_paid_even_when_a_shorter_one_exists() -> None:
    now = position({"a": foot("3444")})
    around = "3544 3545 3546 3445"  # four hexes to the neighbour
    assert now.reasons("move", "a", "3445", around) == ()
    assert now.move("a", "3445", around).events[0] == UnitMoved("a", ("3444", *around.split()))
    assert now.refused("a", "3445", "3544 3545 3546 3446 3445") == ["5.0b"]


@pytest.mark.rule("iron_tide", "5.0b")
def test_a_route_goes_from_hex_to_adjacent_hex_and_ends_where_it_says() -> None:
    now = position({"a": foot("3444")})
    assert now.refused("a", "3446", "3446") == ["5.0b"]
    assert "not adjacent" in now.sentence("a", "3446", "3446")
    assert now.refused("a", "3446", "3445") == ["5.0b"]
    assert now.refused("a", "3446", "3445 9999") == ["5.0b"]
    assert now.refused("a", "9999") == ["5.0b"]
    assert now.refused("a", "") == ["5.0b"]
    assert now.refused("a", "3444") == ["5.0b"]


@pytest.mark.rule("iron_tide", "5.0d")
def test_nobody_is_compelled_to_move() -> None:
    now = position({"a": foot("3444"), "b": foot("3445", ALLIED)}, sound=True)
    assert now.reasons("end", "") == ()
    assert now.end().step == (GERMAN, "combat")


@pytest.mark.rule("iron_tide", "5.0e")
def test_a_unit_that_took_a_replacement_stays_for_that_player_turn() -> None:
    now = position({"a": foot("3444", frozen=True), "b": foot("3644")})
    assert now.refused("a", "3445") == ["5.0e"]
    assert "a" not in now.seat.prompt.offers[0].subjects
    later = now.until(ALLIED, "movement")
    assert not later["a"].frozen


@pytest.mark.rule("iron_tide", "4.1b")
def test_only_the_phasing_player_moves() -> None:
    now = position({"a": foot("3444"), "b": foot("3644", ALLIED)})
    assert now.refused("b", "3645") == ["4.1b"]
    assert [o.subjects for o in now.seat.prompt.offers if o.verb == "move"] == [("a",)]


# ---- stacks -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "5.0c")
def test_a_stack_moves_together_only_from_one_hex() -> None:
    now = position({"a": foot("3444"), "b": foot("3445")})
    assert now.refused("a b", "3446") == ["5.0c"]
    assert now.refused("a a", "3445") == ["5.0c"]


@pytest.mark.rule("iron_tide", "5.0c", "B05")
def test_each_member_of_a_stack_pays_its_own_price_out_of_its_own_factor() -> None:
    rules = country(rough="3445", woods="3446")
    now = position({"n": foot("3444"), "mi": grenadiers("3444"), "m": tanks("3444")}, rules)
    via = "3445 3446"  # foot pays 2 and 2 out of 4; the others 3 and 4 out of 9
    after = now.move("n mi m", "3446", via)
    assert {after[u].at for u in ("n", "mi", "m")} == {"3446"}
    assert all(after[u].moved for u in ("n", "mi", "m"))
    assert now.refused("n mi m", "3447", via + " 3447") == ["5.0b"]  # a fifth point for foot
    assert now.refused("mi m", "3448", via + " 3447 3448") == ["5.0b", "5.0b"]  # an eleventh for the others
    assert now.reasons("move", "mi m", "3447", via + " 3447") == ()


@pytest.mark.rule("iron_tide", "5.0c", "B05")
def test_a_stack_goes_only_where_one_route_serves_all() -> None:
    # Foot can cross a long belt of heavy woods and has no time to go round; tanks can only go round, by road.
    belt = " ".join(f"{row}45" for row in range(32, 42))
    rules = country(heavy_woods=belt, roads=("3444 3344 3244 3145 3146 3246 3346 3446",))
    now = position({"n": foot("3444", mf=6), "m": tanks("3444", mf=9)}, rules)
    assert now.reach("n")["3446"] == 4
    assert now.reach("m")["3446"] == 7
    assert now.refused("n m", "3446") == ["5.0c"]
    assert "no single route" in now.sentence("n m", "3446")


@pytest.mark.rule("iron_tide", "B05")
def test_a_unit_dropped_on_the_way_has_ended_its_move_and_none_is_picked_up() -> None:
    now = position({"a": foot("3444"), "b": foot("3444"), "c": foot("3446")})
    dropped = now.move("a", "3445").move("b", "3446", "3445 3446")
    assert dropped["a"].at == "3445"
    assert "5.0a" in dropped.refused("a", "3446")
    assert dropped.refused("b c", "3447") == ["5.0a"]  # b has moved: it cannot take c along


# ---- prices -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "5.1a", "2.1a")
@pytest.mark.parametrize(
    ("kind", "prices"),
    [
        ("woods", (2, 4, 4)),
        ("rough", (2, 3, 3)),
        ("heavy_woods", (3, 6, None)),
        ("marsh", (2, 6, None)),
        ("town", (1, 1, 1)),
        ("city", (1, 1, 1)),
        ("westwall", (1, 2, 2)),
    ],
)
def test_each_terrain_has_its_price(kind: str, prices: tuple[float | None, ...]) -> None:
    rules = country(**{kind: "3445"})
    assert tuple(cost(make("3444"), "3445", rules) for make in (foot, grenadiers, tanks)) == prices
    plain = country()
    assert tuple(cost(make("3444"), "3445", plain) for make in (foot, grenadiers, tanks)) == (1, 2, 2)


@pytest.mark.rule("iron_tide", "5.1a")
def test_a_town_takes_the_place_of_the_woods_around_it() -> None:
    rules = country(heavy_woods="3445", town="3445")
    assert cost(tanks("3444"), "3445", rules) == 1
    assert cost(foot("3444"), "3445", rules) == 1


@pytest.mark.rule("iron_tide", "5.1a")
def test_the_westwall_costs_allied_vehicles_one_more_and_germans_nothing() -> None:
    rules = country(westwall="3445", woods="3445")
    assert cost(tanks("3444", ALLIED), "3445", rules) == 5
    assert cost(grenadiers("3444", ALLIED), "3445", rules) == 5
    assert cost(foot("3444", ALLIED), "3445", rules) == 2
    assert cost(tanks("3444"), "3445", rules) == 4


@pytest.mark.rule("iron_tide", "5.1b", "5.1c")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("make", [foot, grenadiers, tanks, guns])
def test_a_road_costs_one_and_cancels_all_other_terrain(make: Any, side: str) -> None:
    rules = country(
        woods="3445", heavy_woods="3446", marsh="3447", westwall="3446", roads=(along("3444", "3447"),)
    )
    assert cost(make("3444", side), "3445", rules) == 1
    assert cost(make("3444", side), "3446", rules) == 2
    assert cost(make("3444", side), "3447", rules) == 3


@pytest.mark.rule("iron_tide", "5.1b", "B06")
def test_the_road_must_cross_the_hexside_that_is_crossed() -> None:
    # Two roads pass side by side: both hexes have a road, but none joins them.
    side_by_side = (along("3444", "3446"), along("3544", "3545"))
    rules = country(woods="3444 3544", roads=side_by_side)
    now = position({"m": tanks("3444", mf=4)}, rules)
    assert now.refused("m", "3645", "3544 3645") == ["5.0b"]  # 4 for the woods leave nothing
    assert now.reach("m")["3445"] == 1
    joined = country(woods="3444 3544", roads=(*side_by_side, "3444 3544"))
    assert cost(tanks("3444", mf=4), "3544", joined) == 1


@pytest.mark.rule("iron_tide", "5.1b")
def test_a_road_is_not_used_when_it_is_entered_from_the_side() -> None:
    rules = country(woods="3445", roads=("3345 3445 3545",))
    now = position({"m": tanks("3444", mf=3)}, rules)
    assert now.reach("m")["3445"] == 3  # by 3545 or 3345 and the road: 2 and 1
    assert now.refused("m", "3446", "3445 3446") == ["5.0b"]  # straight into the woods: 4


# ---- one hex may always be moved --------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "5.1f", "12.2d")
def test_one_hex_may_always_be_moved_whatever_it_costs() -> None:
    rules = country(heavy_woods="3445")
    now = position({"x": grenadiers("3444", mf=4), "n": foot("3444", mf=2)}, rules)
    assert now.reach("x")["3445"] == 4  # six points in heavy woods
    assert now.reach("n")["3445"] == 2
    assert now.reach("x", "n")["3445"] == 4
    assert "3446" not in now.reach("x")
    assert "5.0b" in now.refused("x", "3446", "3445 3446")


@pytest.mark.rule("iron_tide", "5.1f")
def test_the_one_hex_right_holds_only_for_the_first_hex() -> None:
    rules = country(heavy_woods="3446 3545 3546 3345 3346 3544 3344 3443 3543 3343")
    now = position({"x": grenadiers("3444", mf=7)}, rules)
    assert now.reach("x")["3445"] == 2
    assert now.refused("x", "3446", "3445 3446") == ["5.0b"]


@pytest.mark.rule("iron_tide", "5.1f", "12.2c")
def test_the_one_hex_right_holds_when_the_factor_is_halved() -> None:
    now = position({"x": tanks("3444", mf=6, supply="out")}, country(woods="3445"))
    assert now.reach("x")["3445"] == 3
    assert "12.2c" in now.refused("x", "3447", along("3445", "3447"))


@pytest.mark.rule("iron_tide", "5.1f", "7.2a", "R08")
def test_the_one_hex_right_covers_the_cost_of_disengagement() -> None:
    now = position({"x": tanks("3444", mf=4), "e": foot("3345", ALLIED)})
    assert now.reach("x")["3443"] == 4  # 2 for the hex and 3 to disengage
    assert "5.0b" in now.refused("x", "3442", "3443 3442")


@pytest.mark.rule("iron_tide", "5.1g")
@pytest.mark.parametrize("kind", ["heavy_woods", "marsh"])
def test_the_one_hex_right_opens_no_prohibited_terrain(kind: str) -> None:
    now = position({"x": tanks("3444")}, country(**{kind: "3445"}))
    assert now.refused("x", "3445") == ["5.1g"]
    assert "only along a road" in now.sentence("x", "3445")


@pytest.mark.rule("iron_tide", "5.1g", "7.3a")
@pytest.mark.parametrize("make", [foot, grenadiers, tanks])
def test_the_one_hex_right_never_leads_from_zone_to_zone(make: Any) -> None:
    now = position({"x": make("3444", mf=1), "e": foot("3445", ALLIED)})
    assert now.refused("x", "3445") == ["8.1b"]
    assert now.refused("x", "3545") == ["7.3a"]
    assert now.refused("x", "3345") == ["7.3a"]
    assert set(now.reach("x")) == {"3443", "3544", "3344"}


# ---- commandos, and what is not there yet ---------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "5.1a")
def test_only_tactical_movement_is_known_here() -> None:
    now = position({"x": foot("3444")})
    from hexbench.engine.values import Action

    assert [r.rule for r in now.seat.refuse(Action("move", ("x",), "3445", "flying"))] == ["5.1a"]
    assert now.seat.refuse(Action("move", ("x",), "3445", "tactical")) == ()


@pytest.mark.rule("iron_tide", "2.31h")
def test_the_movement_factor_is_what_a_unit_may_spend() -> None:
    for mf in (1, 5, 12):
        far = max(position({"x": foot("3450", mf=mf)}).reach("x").values())
        assert far == min(mf, 12)


@pytest.mark.rule("iron_tide", "16.4b")
def test_a_commando_goes_through_enemies_and_their_zones_and_may_stop_among_them() -> None:
    enemies = {f"e{c}": foot(f"34{c}", ALLIED) for c in range(45, 48)}
    now = position({"c": commando("3444"), **enemies})
    assert now.reach("c")["3446"] == 4
    assert now.reach("c")["3449"] == 10
    after = now.move("c", "3446")
    assert after["c"].at == "3446"
    assert [str(p) for p in after.rules.audit(after.state)] == []
    among = position({"c": commando("3445"), **enemies})
    assert among.reach("c")["3444"] == 2  # no cost of disengagement, and from zone to zone
    assert among.reach("c")["3544"] == 4


@pytest.mark.rule("iron_tide", "16.4b", "B36")
def test_a_commando_hinders_no_allied_unit() -> None:
    now = position({"a": foot("3444", ALLIED), "c": commando("3445")}, phasing=ALLIED)
    assert now.reach("a")["3445"] == 1
    assert now.reach("a")["3446"] == 2
    full = position(
        {
            "a": foot("3444", ALLIED),
            "c": commando("3445"),
            "x": foot("3445", ALLIED),
            "y": foot("3445", ALLIED),
        },
        phasing=ALLIED,
    )
    met = full.move("a", "3445")
    assert met.end().step == (ALLIED, "combat")  # three Allied units: the commando is none of them


def test_battalion_is_offered_with_its_own_price() -> None:
    assert position({"x": battalion("3444")}).reach("x")["3448"] == 4


@pytest.mark.rule("iron_tide", "7.1a", "5.0b", "8.1b")
@pytest.mark.parametrize(
    ("via", "reason"),
    [
        ("3445 3446 3447 3347", ("7.1a", "Battalion 1 must stop in the first enemy zone of control it enters.", "3447")),
        # a zone farther on has not been come to
        (
            "3445 3446 3447 3347 3348",
            ("7.1a", "Battalion 1 must stop in the first enemy zone of control it enters.", "3447"),
        ),
        ("3445 3447", ("5.0b", "3445 and 3447 are not adjacent.", "3445", "3447")),
        ("3445 3446 3447 3448", ("8.1b", "Enemy units are in 3448.", "3448")),
    ],
)  # fmt: skip
def test_a_route_by_hand_is_told_where_it_breaks_off(via: str, reason: tuple[str, ...]) -> None:
    now = position({"t": tanks("3444"), "d": foot("3448", ALLIED)})
    rule, text, *hexes = reason
    found = [
        (r.rule, str(r.text), r.hexes) for r in now.reasons("move", "t", via.rsplit(maxsplit=1)[-1], via)
    ]
    assert found == [(rule, text, tuple(hexes))]


@pytest.mark.rule("iron_tide", "13.1h", "8.1b")
def test_the_first_hex_of_the_map_is_a_hex_like_any_other() -> None:
    """What is counted from 0 begins with a hex, and is not nothing."""
    rules = country(river="4140/4141")
    first = rules.atlas.labels[0]
    assert first == "4140"
    assert works.rivers(rules, "4141") == works.rivers(rules, first) == ("4140/4141",)
    now = position({"a": foot(first, ALLIED), "b": foot("4142")}, rules)
    assert now.seat.board.enemy_near(GERMAN, "4141") == first
    assert now.seat.board.enemy_near(GERMAN, "4142", 2) == first


def test_a_board_that_follows_a_unit_which_was_not_there_is_that_built_anew() -> None:
    now = position({"a": foot("3444"), "d": foot("3448", ALLIED)})
    units = dict(now.state.units)
    added = units.pop("d")
    board = now.rules.make_board(replace(now.state, units=units))
    board.patch("d", None, added)
    assert board.compared() == now.rules.make_board(now.state).compared()
