"""7.0: zones of control in movement: who has one, where it reaches, and what it does to whoever enters or leaves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    battalion,
    country,
    foot,
    grenadiers,
    guns,
    near,
    position,
    ring,
    tanks,
)


def zone(units: dict[str, Any], side: str = GERMAN, rules: Any = None) -> set[str]:
    """The hexes in the zone of the enemies of ``side``."""
    now = position(units) if rules is None else position(units, rules)
    board = now.seat.board
    return {at for at in board.atlas.labels if board.in_zoc(side, at)}


# ---- who has a zone ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "7.0a")
@pytest.mark.parametrize("make", [foot, grenadiers])
def test_a_regiment_has_a_zone_in_the_six_hexes_around_it(make: Any) -> None:
    assert zone({"e": make("3445", ALLIED)}) == set(near("3445"))
    assert "3445" not in zone({"e": make("3445", ALLIED)})
    assert zone({"e": make("3445", ALLIED)}, ALLIED) == set()


@pytest.mark.rule("iron_tide", "7.0a")
def test_a_zone_ends_with_the_map() -> None:
    assert zone({"e": foot("3440", ALLIED)}) == set(near("3440"))
    assert len(near("3440")) < 6


@pytest.mark.rule("iron_tide", "7.4a")
@pytest.mark.parametrize(
    "unit",
    [
        battalion("3445", ALLIED),
        tanks("3445", ALLIED),
        guns("3445", ALLIED),
        foot("3445", ALLIED, cadre=True),
    ],
    ids=["battalion", "tanks", "artillery", "cadre"],
)
def test_small_units_have_no_zone_and_hinder_only_in_their_own_hex(unit: dict[str, Any]) -> None:
    assert zone({"e": unit}) == set()
    now = position({"x": foot("3444"), "e": unit})
    assert now.reach("x")["3446"] == 3  # round it, hex by hex next to it
    assert now.refused("x", "3445") == ["8.1b"]
    assert now.refused("x", "3446", "3445 3446") == ["8.1b"]


@pytest.mark.rule("iron_tide", "7.4b")
def test_a_battalion_under_a_temporary_marker_has_a_zone() -> None:
    marked = battalion("3445", ALLIED, zoc=True, printed={"factor": 2, "temporary_zoc": True})
    assert zone({"e": marked}) == set(near("3445"))


@pytest.mark.rule("iron_tide", "7.4c")
def test_the_temporary_zone_is_lost_for_good_when_the_battalion_moves() -> None:
    marked = battalion("3445", ALLIED, zoc=True, printed={"factor": 2, "temporary_zoc": True})
    now = position({"e": marked, "x": foot("3451")}, phasing=ALLIED)
    away = now.move("e", "3446")
    assert not away["e"].zoc
    assert not away.seat.board.in_zoc(GERMAN, "3545")
    later = away.until(GERMAN, "movement").until(ALLIED, "movement").move("e", "3445")
    assert not later["e"].zoc
    assert not later.seat.board.in_zoc(GERMAN, "3545")


@pytest.mark.rule("iron_tide", "7.4c")
def test_the_temporary_zone_stays_while_the_battalion_does() -> None:
    marked = battalion("3445", ALLIED, zoc=True, printed={"factor": 2, "temporary_zoc": True})
    now = position({"e": marked, "x": foot("3451")}, phasing=ALLIED).until(GERMAN, "movement")
    assert now["e"].zoc
    assert now.seat.board.in_zoc(GERMAN, "3545")


# ---- entering ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "7.1a")
@pytest.mark.parametrize("make", [foot, grenadiers, tanks, battalion])
def test_whoever_enters_a_zone_stops_there(make: Any) -> None:
    now = position({"x": make("3443"), "e": foot("3446", ALLIED)})
    assert "3445" in now.reach("x")
    assert now.refused("x", "3545", "3444 3445 3545") == ["7.1a"]
    wall = {f"e{r}": foot(f"{r}46", ALLIED) for r in (28, 30, 32, 34, 36, 38, 40)}
    shut = position({"x": make("3443", mf=12), **wall})
    assert "7.1a" in shut.refused("x", "3448")
    assert "must stop" in shut.sentence("x", "3448")


@pytest.mark.rule("iron_tide", "7.1a")
def test_a_zone_entered_costs_nothing_more() -> None:
    assert position({"x": foot("3444"), "e": foot("3446", ALLIED)}).reach("x")["3445"] == 1


# ---- leaving ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "7.2a")
@pytest.mark.parametrize(
    ("make", "extra", "step"), [(foot, 1, 1), (grenadiers, 3, 2), (tanks, 3, 2), (guns, 3, 2)]
)
def test_leaving_a_zone_costs_one_on_foot_and_three_in_vehicles(make: Any, extra: int, step: int) -> None:
    now = position({"x": make("3445"), "e": foot("3446", ALLIED)})
    assert now.reach("x")["3444"] == step + extra
    free = position({"x": make("3445"), "e": battalion("3446", ALLIED)})
    assert free.reach("x")["3444"] == step


@pytest.mark.rule("iron_tide", "7.2a")
def test_the_cost_of_leaving_is_paid_once_and_only_by_who_began_there() -> None:
    now = position({"x": foot("3445"), "e": foot("3446", ALLIED)})
    assert now.reach("x")["3443"] == 3
    assert now.reach("x")["3442"] == 4
    two = position({"x": foot("3445"), "e": foot("3446", ALLIED), "f": foot("3546", ALLIED)})
    assert two.reach("x")["3344"] == 3  # two zones on its hex: one point all the same


@pytest.mark.rule("iron_tide", "7.2a")
def test_the_cost_of_leaving_comes_on_top_of_terrain_and_road() -> None:
    woods = country(woods="3444")
    assert position({"x": foot("3445"), "e": foot("3446", ALLIED)}, woods).reach("x")["3444"] == 3
    road = country(roads=("3445 3444",))
    assert position({"x": tanks("3445"), "e": foot("3446", ALLIED)}, road).reach("x")["3444"] == 4


@pytest.mark.rule("iron_tide", "7.3a")
@pytest.mark.parametrize("make", [foot, grenadiers, tanks])
def test_the_first_hex_of_who_disengages_is_outside_every_zone(make: Any) -> None:
    now = position({"x": make("3445"), "e": foot("3446", ALLIED)})
    assert "7.3a" in now.refused("x", "3546")
    assert "directly from one enemy zone" in next(
        str(r.text) for r in now.reasons("move", "x", "3546") if r.rule == "7.3a"
    )
    assert now.refused("x", "3645", "3546 3645") == ["7.3a"]


@pytest.mark.rule("iron_tide", "7.3a", "7.3c")
def test_a_friendly_unit_in_the_first_hex_does_not_help() -> None:
    now = position({"x": foot("3445"), "f": foot("3546"), "e": foot("3446", ALLIED)})
    assert "7.3a" in now.refused("x", "3546")


@pytest.mark.rule("iron_tide", "7.3a")
def test_who_is_surrounded_by_zones_cannot_disengage() -> None:
    ring_of_foes = {f"e{i}": foot(at, ALLIED) for i, at in enumerate(near("3445")) if i in (0, 2, 4)}
    now = position({"x": foot("3445"), **ring_of_foes})
    assert now.reach("x") == {}


@pytest.mark.rule("iron_tide", "7.3b")
@pytest.mark.parametrize("make", [foot, grenadiers])
def test_after_disengaging_no_zone_is_entered_again(make: Any) -> None:
    now = position({"x": make("3445", mf=12), "e": foot("3446", ALLIED), "f": foot("3441", ALLIED)})
    assert "3443" in now.reach("x")
    assert "7.3b" in now.refused("x", "3442", "3444 3443 3442")
    assert now.refused("x", "3442") == ["7.3b"]
    back = now.refused("x", "3546", "3444 3544 3545 3546")
    assert back == ["7.3b"]  # not even the zone it came from
    fresh = position({"x": make("3444", mf=12), "f": foot("3441", ALLIED)})
    assert "3442" in fresh.reach("x")  # who began outside may enter


@pytest.mark.rule("iron_tide", "7.3c")
def test_a_friend_does_not_cancel_a_zone_for_movement() -> None:
    now = position({"x": foot("3443"), "f": foot("3445"), "e": foot("3446", ALLIED)})
    assert now.reach("x")["3445"] == 2
    assert now.refused("x", "3545", "3444 3445 3545") == ["7.1a"]


# ---- whose zone, and how far ------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "7.5a")
def test_the_own_zone_hinders_nobody() -> None:
    now = position({"x": foot("3444"), "f": foot("3446"), "g": grenadiers("3544")})
    assert now.reach("x")["3448"] == 4
    assert now.reach("x")["3445"] == 1
    assert now.reach("x")["3443"] == 1


@pytest.mark.rule("iron_tide", "7.5b")
def test_zones_of_both_sides_lie_on_one_hex_and_both_work() -> None:
    units = {
        "x": foot("3443"),
        "f": foot("3545"),
        "e": foot("3446", ALLIED),
        "y": battalion("3244", ALLIED, mf=8),
    }
    german, allied = position(units), position(units, phasing=ALLIED)
    assert german.seat.board.in_zoc(GERMAN, "3445")
    assert german.seat.board.in_zoc(ALLIED, "3445")
    assert german.refused("x", "3345", "3444 3445 3345") == ["7.1a"]
    assert allied.refused("y", "3346", "3345 3445 3346") == ["7.1a"]


@pytest.mark.rule("iron_tide", "7.6a")
@pytest.mark.parametrize(
    "features",
    [
        {"river": ring("3445")},
        {"lake": ring("3445")},
        {"heavy_woods": " ".join(near("3445"))},
        {"marsh": " ".join(near("3445")), "westwall": "3445"},
        {"city": "3444 3446"},
    ],
    ids=["river", "lake", "heavy woods", "marsh", "city"],
)
def test_a_zone_reaches_over_every_terrain_and_every_river(features: dict[str, str]) -> None:
    rules = country(**features)
    assert zone({"e": foot("3445", ALLIED)}, rules=rules) == set(near("3445"))
    now = position({"x": foot("3443", mf=9), "e": foot("3445", ALLIED)}, rules)
    assert now.refused("x", "3344", "3444 3344") == ["7.1a"]
