"""12.0 to 12.3: supply paths, what cuts them, and what lack of supply does to movement."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hexbench.engine.events import UnitChanged
from hexbench.games.iron_tide.supply import EDGES, Supply
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    along,
    battalion,
    commando,
    country,
    foot,
    grenadiers,
    guns,
    near,
    position,
    ring,
    tanks,
)

EDGE = country(german_edge="3459", allied_edge="3440")
ROAD = country(german_edge="3459", allied_edge="3440", roads=("3459/E " + along("3459", "3450"),))


def checked(units: dict[str, Any], rules: Any = EDGE, turn: str = "20AM", **state: Any) -> dict[str, str]:
    """What a Supply Phase finds for each unit."""
    now = position(units, rules, turn=turn, phase="supply", **state)
    return {uid: now[uid].supply for uid in units}


def supply(units: dict[str, Any], rules: Any = EDGE, side: str = GERMAN, **state: Any) -> Supply:
    """The supply of a side as it stands."""
    return position(units, rules, turn="20AM", **state).seat.supply(side)


# ---- the path ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "12.0a", "12.1a", "12.2a", "R05")
def test_the_path_to_a_friendly_edge_is_five_hexes_at_most() -> None:
    found = checked({"at": foot("3459"), "five": foot("3454"), "six": foot("3453")})
    assert found == {"at": "supplied", "five": "supplied", "six": "out"}
    now = supply({"five": foot("3454"), "six": foot("3453")})
    assert now.path("3454") == ("3454", "3455", "3456", "3457", "3458", "3459")
    assert now.distance("3454") == 5
    assert now.path("3453") == ()
    assert now.cut("3453") == ((), None)


@pytest.mark.rule("iron_tide", "12.1a", "12.2a")
def test_the_path_to_a_supply_road_is_five_hexes_and_the_road_as_long_as_it_is() -> None:
    found = checked({"on": foot("3450"), "five": foot("3445"), "six": foot("3444")}, ROAD)
    assert found == {"on": "supplied", "five": "supplied", "six": "out"}
    now = supply({"five": foot("3445")}, ROAD)
    assert now.path("3445") == tuple(along("3445", "3459").split())
    assert now.distance("3450") == 0
    assert [at for at in now.atlas.labels if now.on_road(at)] == sorted(along("3450", "3459").split())


@pytest.mark.rule("iron_tide", "12.1a")
def test_a_road_that_leaves_the_map_elsewhere_or_nowhere_gives_no_supply() -> None:
    nowhere = country(german_edge="3459", allied_edge="3440", roads=(along("3450", "3456"),))
    assert checked({"x": foot("3450")}, nowhere) == {"x": "out"}
    enemy_edge = country(german_edge="3459", allied_edge="3440", roads=("3440/W " + along("3440", "3450"),))
    assert checked({"x": foot("3450")}, enemy_edge) == {"x": "out"}
    assert checked({"x": foot("3450", ALLIED)}, enemy_edge) == {"x": "supplied"}


@pytest.mark.rule("iron_tide", "12.1a")
def test_a_path_does_not_leave_the_supply_road_for_another() -> None:
    # A road off the edge, a gap of one hex, another road: the second carries nothing beyond five hexes of the first.
    gap = country(german_edge="3459", roads=("3459/E " + along("3459", "3455"), along("3453", "3441")))
    assert checked({"x": foot("3450"), "y": foot("3449")}, gap) == {"x": "supplied", "y": "out"}


@pytest.mark.rule("iron_tide", "12.1b", "7.6b")
def test_an_enemy_unit_or_zone_on_the_path_cuts_it() -> None:
    lonely = country(german_edge="3459")
    wall = {f"e{r}": battalion(f"{r}57", ALLIED) for r in range(28, 42)}
    assert checked({"x": foot("3455"), **wall}, lonely)["x"] == "out"
    gap = {k: v for k, v in wall.items() if k != "e34"}
    assert checked({"x": foot("3455"), **gap}, lonely)["x"] == "supplied"
    zoned = {f"e{r}": foot(f"{r}57", ALLIED) for r in (30, 32, 36, 38)}
    assert checked({"x": foot("3455"), **zoned}, lonely)["x"] == "supplied"
    shut = {**zoned, "e35": foot("3558", ALLIED), "e33": foot("3358", ALLIED)}
    assert checked({"x": foot("3455"), **shut}, lonely)["x"] == "out"


@pytest.mark.rule("iron_tide", "12.1b", "B24")
def test_the_supply_road_must_be_free_of_enemies_and_zones_for_its_whole_length() -> None:
    assert checked({"x": foot("3445"), "e": battalion("3456", ALLIED)}, ROAD)["x"] == "out"
    assert checked({"x": foot("3445"), "e": foot("3557", ALLIED)}, ROAD)["x"] == "out"
    assert checked({"x": foot("3445"), "e": battalion("3557", ALLIED)}, ROAD)["x"] == "supplied"
    path, cut = supply({"x": foot("3445"), "e": foot("3557", ALLIED)}, ROAD).cut("3445")
    assert cut in ("3456", "3457")
    assert path[0] == "3445"
    assert path[-1] == "3459"


@pytest.mark.rule("iron_tide", "7.6c", "12.1b", "B24")
def test_a_friendly_unit_on_the_way_cancels_the_zone_there_for_supply() -> None:
    foe = {"e": foot("3557", ALLIED)}  # its zone lies on 3456 and 3457 of the road
    one = checked({"x": foot("3445"), "f": battalion("3456"), **foe}, ROAD)
    assert one["x"] == "out"
    both = checked({"x": foot("3445"), "f": battalion("3456"), "g": battalion("3457"), **foe}, ROAD)
    assert both["x"] == "supplied"
    mere_zone = checked({"x": foot("3445"), "f": foot("3356"), "g": foot("3358"), **foe}, ROAD)
    assert mere_zone["x"] == "out"


@pytest.mark.rule("iron_tide", "7.6c")
def test_the_unit_itself_cancels_the_zone_in_its_own_hex() -> None:
    assert checked({"x": foot("3445"), "e": foot("3444", ALLIED)}, ROAD)["x"] == "supplied"


@pytest.mark.rule("iron_tide", "12.1b", "B36", "R07")
def test_a_commando_cuts_nothing_and_opens_nothing_and_wants_nothing() -> None:
    allied_road = country(german_edge="3459", allied_edge="3440", roads=("3440/W " + along("3440", "3452"),))
    assert checked({"a": foot("3452", ALLIED), "c": commando("3445")}, allied_road) == {
        "a": "supplied",
        "c": "supplied",
    }
    foe = {"e": foot("3557", ALLIED)}
    assert (
        checked({"x": foot("3445"), "c": commando("3456"), "d": commando("3457"), **foe}, ROAD)["x"] == "out"
    )
    ringed = {"x": foot("3445"), "c": commando("3446"), "d": commando("3448"), **foes(*SURROUND)}
    found = checked(ringed, EDGE)
    assert (found["x"], found["c"], found["d"]) == ("isolated", "supplied", "supplied")


@pytest.mark.rule("iron_tide", "12.1c", "12.1d")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_each_side_draws_on_its_own_edges_only(side: str) -> None:
    rules = country()
    other = {GERMAN: ALLIED, ALLIED: GERMAN}[side]
    for at in rules.zones[EDGES[side]]:
        assert supply({"x": foot(at, side)}, rules, side).path(at) == (at,)
    foreign = [
        at
        for at in rules.zones[EDGES[other]]
        if all(far not in rules.zones[EDGES[side]] for far in near(at, 5))
    ]
    assert foreign
    for at in foreign:
        assert not supply({"x": foot(at, side)}, rules, side).traces(at)


@pytest.mark.rule("iron_tide", "12.1e", "R11")
@pytest.mark.parametrize(
    "features",
    [
        {"river": ring("3458")},
        {"lake": ring("3456")},
        {"heavy_woods": along("3454", "3459")},
        {"marsh": along("3454", "3459")},
        {"westwall": along("3454", "3459"), "rough": along("3454", "3459")},
    ],
    ids=["river", "lake", "heavy woods", "marsh", "westwall"],
)
def test_the_path_crosses_any_terrain(features: dict[str, str]) -> None:
    rules = country(german_edge="3459", **features)
    assert checked({"x": tanks("3454")}, rules) == {"x": "supplied"}


@pytest.mark.rule("iron_tide", "12.1f", "R04")
def test_the_supply_road_needs_a_bridge_at_every_river() -> None:
    chain = "3459/E " + along("3459", "3446")
    x = {"x": foot("3447")}

    def found(rules: Any, **state: Any) -> str:
        return checked(x, rules, **state)["x"]

    assert found(country(german_edge="3459", roads=(chain,), bridge="3452/3453")) == "supplied"
    assert found(country(german_edge="3459", roads=(chain,), river="3452/3453")) == "out"
    assert found(country(german_edge="3459", roads=(chain,), ford="3452/3453")) == "out"
    assert found(country(german_edge="3459", roads=(chain,), lake="3452/3453")) == "out"
    bridge = country(german_edge="3459", roads=(chain,), bridge="3452/3453")
    assert found(bridge, bridges={"3452/3453": "destroyed"}) == "out"
    assert found(bridge, bridges={"3452/3453": "built"}) == "supplied"
    assert found(bridge, bridges={"3452/3453": "building"}) == "out"
    near_bank = checked({"x": foot("3448")}, bridge, bridges={"3452/3453": "destroyed"})
    assert near_bank == {"x": "supplied"}  # five hexes off the road, and those may cross the river


@pytest.mark.rule("iron_tide", "12.1g", "R06")
def test_the_allies_lose_the_exit_road_the_germans_left_by() -> None:
    rules = country(
        allied_edge="3440 2840",
        roads=("3440/W " + along("3440", "3450"),),
        exits=(("X1", "3440"), ("X2", "2840")),
    )
    x = {"x": foot("3450", ALLIED), "y": foot("3442", ALLIED)}
    assert checked(x, rules) == {"x": "supplied", "y": "supplied"}
    assert checked(x, rules, closed_exits=["X1"]) == {"x": "out", "y": "out"}
    assert checked(x, rules, closed_exits=["X2"]) == {"x": "supplied", "y": "supplied"}


# ---- who is checked, and when -----------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "12.0b", "12.0c")
@pytest.mark.parametrize(
    ("turn", "state"), [("16PM", "supplied"), ("18PM", "supplied"), ("19AM", "out"), ("19PM", "out")]
)
def test_germans_are_checked_from_19am(turn: str, state: str) -> None:
    assert checked({"x": foot("3448")}, turn=turn) == {"x": state}


@pytest.mark.rule("iron_tide", "12.0c")
def test_allies_are_checked_from_the_first_turn() -> None:
    assert checked({"x": foot("3448", ALLIED)}, turn="16AM") == {"x": "out"}


def foes(*hexes: str, side: str = ALLIED) -> dict[str, Any]:
    return {f"e{at}": foot(at, side) for at in hexes}


SURROUND = tuple(near("3445")[i] for i in (0, 2, 4))  # three regiments whose zones close all six neighbours


@pytest.mark.rule("iron_tide", "12.0b", "B26")
def test_a_surrounded_german_is_checked_before_19am() -> None:
    found = checked({"x": foot("3445"), **foes(*SURROUND)}, turn="17AM")
    assert found["x"] == "isolated"
    nearly = checked({"x": foot("3445"), **foes(*SURROUND[:2])}, turn="17AM")
    assert nearly["x"] == "supplied"


@pytest.mark.rule("iron_tide", "16.2d", "12.0c")
@pytest.mark.parametrize(("turn", "state"), [("17AM", "supplied"), ("17PM", "out"), ("18AM", "out")])
def test_the_parachutists_trace_supply_from_17pm(turn: str, state: str) -> None:
    assert checked({"x": foot("3448", printed={"restriction": ["16.2"]}), "y": foot("3648")}, turn=turn) == {
        "x": state,
        "y": "supplied",
    }


@pytest.mark.rule("iron_tide", "4.22a")
def test_both_players_check_in_the_supply_phase_of_each() -> None:
    units = {"g": foot("3450", supply="out"), "a": foot("3448", ALLIED)}
    for phasing in (GERMAN, ALLIED):
        now = position(units, ROAD, turn="20AM", phase="supply", phasing=phasing)
        assert now["g"].supply == "supplied"
        assert now["a"].supply == "out"
        assert UnitChanged("g", "supply", "supplied") in now.events
        assert UnitChanged("a", "supply", "out") in now.events


@pytest.mark.rule("iron_tide", "4.22a", "B04")
def test_a_status_stands_until_the_next_supply_phase() -> None:
    now = position({"x": tanks("3450", supply="out"), "a": foot("3442", ALLIED)}, ROAD, turn="20AM")
    assert now.seat.supply(GERMAN).traces("3450")  # it would be found in supply
    assert now["x"].supply == "out"
    assert max(now.reach("x").values()) <= 5  # half of nine
    assert now.until(ALLIED, "movement")["x"].supply == "supplied"


# ---- out of supply ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "12.2b")
@pytest.mark.parametrize("state", ["supplied", "out"])
def test_foot_out_of_supply_moves_as_ever(state: str) -> None:
    now = position({"x": foot("3444", supply=state)})
    assert "3448" in now.reach("x")
    assert "3449" not in now.reach("x")


@pytest.mark.rule("iron_tide", "12.2c", "B25")
@pytest.mark.parametrize(
    ("make", "mf", "half"), [(tanks, 9, 5), (tanks, 10, 5), (grenadiers, 9, 5), (guns, 7, 4), (tanks, 1, 1)]
)
def test_vehicles_out_of_supply_have_half_their_movement_rounded_up(make: Any, mf: int, half: int) -> None:
    road = country(roads=(along("3442", "3456"),))
    now = position({"x": make("3442", mf=mf, supply="out")}, road)
    assert max(now.reach("x").values()) == half
    assert f"34{42 + half}" in now.reach("x")
    assert "12.2c" in now.refused("x", f"34{43 + half}")
    assert "is out of supply" in now.sentence("x", f"34{43 + half}")


@pytest.mark.rule("iron_tide", "12.2d")
def test_one_movement_point_is_always_left() -> None:
    now = position(
        {"x": tanks("3444", mf=1, supply="out"), "i": foot("3644", mf=1, supply="isolated")},
        country(roads=(along("3444", "3446"),)),
    )
    assert now.reach("x")["3445"] == 1
    assert "3645" in now.reach("i")


# ---- isolation --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "12.3a")
def test_isolation_takes_both_a_closed_ring_and_no_supplied_friend_within_three_hexes() -> None:
    lonely = {"x": foot("3445", ALLIED), **foes(*SURROUND, side=GERMAN)}
    rules = country(
        german_edge="3459", allied_edge="3440 4159 4059", roads=("4059/E " + along("4059", "4050"),)
    )
    assert checked(lonely, rules)["x"] == "isolated"
    friend = checked({**lonely, "f": battalion("3442", ALLIED)}, rules)  # three hexes away, in supply
    assert (friend["x"], friend["f"]) == ("out", "supplied")
    assert checked({**lonely, "f": battalion("3441", ALLIED)}, rules)["x"] == "isolated"  # four
    unsupplied = checked({**lonely, "f": battalion("3448", ALLIED)}, rules)
    assert unsupplied["f"] == "out"
    assert unsupplied["x"] == "isolated"  # near enough, but not in supply itself


@pytest.mark.rule("iron_tide", "12.3a", "12.2a")
def test_who_has_a_way_out_is_not_isolated_however_far_from_supply() -> None:
    rules = country(german_edge="3459", allied_edge="3440")
    open_ring = {"x": foot("3452", ALLIED), **foes(*[near("3452")[i] for i in (0, 2)], side=GERMAN)}
    assert checked(open_ring, rules)["x"] == "out"


@pytest.mark.rule("iron_tide", "B26")
def test_a_friend_next_door_keeps_the_ring_open() -> None:
    rules = country(german_edge="3459", allied_edge="3440")
    ringed = {"x": foot("3445"), **foes("3444", "3546", "3346")}
    assert checked(ringed, rules)["x"] == "isolated"
    found = checked({**ringed, "f": battalion("3446")}, rules)
    assert (found["x"], found["f"]) == ("out", "out")


@pytest.mark.rule("iron_tide", "B26", "R05")
def test_at_the_rim_the_map_edge_is_a_wall_unless_it_is_friendly() -> None:
    rules = country(german_edge="3459", allied_edge="3440")
    in_corner = {"x": foot("2850"), **foes("2849", "2851")}
    assert set(near("2850")) == {"2849", "2851", "2950", "2951"}
    assert checked(in_corner, rules)["x"] == "isolated"
    friendly = country(german_edge="3459 2850", allied_edge="3440")
    assert checked(in_corner, friendly)["x"] == "supplied"
    assert supply(in_corner, rules).surrounded("2850")
    assert not supply(in_corner, friendly).surrounded("2850")
    assert checked(in_corner, friendly, turn="17AM")["x"] == "supplied"


@pytest.mark.rule("iron_tide", "B59")
def test_supply_is_found_for_all_before_isolation_for_anybody() -> None:
    # Two surrounded units next to each other: neither is in supply, so neither saves the other.
    rules = country(german_edge="3459", allied_edge="3440")
    ringing = foes("3444", "3546", "3346", "3448")
    both = checked({"x": foot("3445"), "y": foot("3445"), **ringing}, rules)
    assert (both["x"], both["y"]) == ("isolated", "isolated")
    first, second = {"x": foot("3445"), "y": battalion("3650")}, {"y": battalion("3650"), "x": foot("3445")}
    for units in (first, second):
        found = checked({**units, **foes("3444", "3546", "3346")}, rules)
        assert found["x"] == "isolated"
        assert found["y"] == "out"


@pytest.mark.rule("iron_tide", "12.3c")
@pytest.mark.parametrize("make", [foot, grenadiers, tanks])
def test_an_isolated_unit_moves_one_hex_whatever_it_costs(make: Any) -> None:
    now = position(
        {"x": make("3445", supply="isolated")}, country(rough="3446", roads=(along("3440", "3445"),))
    )
    assert set(now.reach("x")) == set(near("3445"))
    assert now.refused("x", "3443") == ["12.3c"]
    assert now.refused("x", "3443", "3444 3443") == ["12.3c"]
    assert "may move only one hex" in now.sentence("x", "3443")


@pytest.mark.rule("iron_tide", "12.3c")
def test_an_isolated_unit_obeys_terrain_rivers_and_zones() -> None:
    rules = country(heavy_woods="3446", lake="3345/3445", river="3444/3445")
    now = position({"x": tanks("3445", supply="isolated")}, rules)
    assert now.refused("x", "3446") == ["5.1g"]
    assert now.refused("x", "3345") == ["5.1g"]
    assert now.refused("x", "3444") == ["5.1e"]
    walker = position({"x": foot("3445", supply="isolated")}, rules)
    assert "3446" in walker.reach("x")
    assert "3444" in walker.reach("x")
    zoned = position({"x": foot("3445", supply="isolated"), "e": foot("3446", ALLIED)})
    assert zoned.refused("x", "3546") == ["7.3a"]
    assert set(zoned.reach("x")) == {"3444", "3545", "3345"}
    entering = position({"x": foot("3445", supply="isolated"), "e": foot("3447", ALLIED)})
    assert "3446" in entering.reach("x")


# ---- explaining -------------------------------------------------------------------------------------------------------
def test_what_cuts_a_unit_off_is_the_first_enemy_on_the_way_it_would_have() -> None:
    units = {"x": foot("3445"), "e": battalion("3455", ALLIED), **foes("3457")}
    path, cut = supply(units, ROAD).cut("3445")
    assert path == tuple(along("3445", "3459").split())
    assert cut == "3455"
    zone = supply({"x": foot("3445"), **foes("3457")}, ROAD).cut("3445")
    assert zone == (path, "3456")


def test_a_supplied_hex_is_not_cut() -> None:
    assert supply({"x": foot("3445")}, ROAD).cut("3445") == ((), None)


@pytest.mark.rule("iron_tide", "12.1a", "12.1b", "11.8f")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("left", ["", "3452"])
def test_where_supply_would_reach_is_what_it_reaches_with_that_hex_free(seed: int, left: str) -> None:
    """Against the position with the hex free, hex by hex, for many units thrown over the map."""
    chance = Random(seed)
    labels = ROAD.atlas.labels
    places = chance.sample(sorted(set(labels) - {left}), 52)
    units = {f"u{n}": foot(at, GERMAN if n < 12 else ALLIED) for n, at in enumerate(places)}
    now = supply(units, ROAD)
    index = ROAD.atlas.index
    free = now.free & ~(1 << index[left]) if left else now.free
    for at in labels:
        if at != left:
            asked = now.lines.reached(free | 1 << index[at]) >> index[at] & 1
            assert now.would_trace(at, left) == bool(asked), at
