"""What can be drawn over the map: three turns' reach, the way and its costs, threat, the front, supply and its cut."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.atlas.arcs import points
from hexbench.engine.display import Overlay
from hexbench.engine.overlays import TONES, TURNS
from hexbench.games.iron_tide import movement, overlays
from tests.games.iron_tide.field import (
    ALLIED,
    Situation,
    battalion,
    country,
    foot,
    grenadiers,
    position,
    tanks,
)


def drawn(now: Situation, kind: str, subject: str = "") -> Overlay:
    found = now.seat.overlay(kind, subject)
    assert found is not None
    return found


def words(found: Overlay) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(str(f.label), str(f.value), f.rules) for f in found.facts]


def step_by_step(now: Situation, uid: str) -> dict[str, int]:
    """hex -> turn, by putting the unit into every hex it can reach and asking again."""
    out = {now[uid].at: 1}
    fresh = [now[uid].at]
    for turn in range(1, TURNS + 1):
        ends: dict[str, None] = {}
        for at in fresh:
            units = {**now.state.units, uid: replace(now.state.units[uid], at=at)}
            seat = now.rules.seat(replace(now.state, units=units), None)
            ends |= dict.fromkeys(seat.board.atlas.labels[i] for i in movement.joint_reach(seat, (uid,)))
        fresh = [at for at in ends if at not in out]
        out.update(dict.fromkeys(fresh, turn))
    return out


@pytest.mark.parametrize(
    ("unit", "rules"),
    [
        (foot("3444"), country()),
        (foot("3444"), country(river="3444/3445 3445/3545 3446/3447", woods="3544 3545 3546")),
        (battalion("3450"), country(woods=" ".join(f"34{c}" for c in range(41, 58)))),
        (foot("3444", supply="isolated"), country()),
    ],
    ids=["clear", "rivers", "woods", "isolated"],
)
def test_reach_of_later_turns_is_what_moving_turn_by_turn_gives(unit: dict[str, Any], rules: Any) -> None:
    now = position({"x": unit, "e1": foot("3447", ALLIED), "e2": foot("3247", ALLIED)}, rules, sound=False)
    found = overlays.ItOverlays(now.seat).turns("x")
    labels = now.seat.board.atlas.labels
    assert {labels[i]: turn for i, (turn, _) in found.items()} == step_by_step(now, "x")


def test_reach_is_drawn_in_three_shades_for_friend_and_foe() -> None:
    now = position({"x": foot("3444"), "e": foot("3454", ALLIED)})
    for uid in ("x", "e"):
        found = drawn(now, "reach", uid)
        tones = {s.hex: (s.tone, s.text) for s in found.shades}
        assert {tone for tone, _ in tones.values()} == set(TONES)
        assert [line.tone for line in found.legend] == list(TONES)
    assert tones["3450"] == ("reach", "4"), "the enemy's"
    assert tones["3449"] == ("reach_far", "")
    assert now.seat.overlay("reach", "nobody") is None


def test_reach_says_what_keeps_a_unit_back_today() -> None:
    now = position({"x": foot("3444", frozen=True), "e": foot("3454", ALLIED)}, sound=False)
    assert ("This turn", "Regiment 1 took a replacement and may not move.", ("5.0e",)) in words(
        drawn(now, "reach", "x")
    )


def told(now: Situation, *via: str) -> list[tuple[str, list[str], tuple[str, ...]]]:
    """(what has been paid, the words, the clauses) of each step of a way of x."""
    steps = overlays.explain(now.seat, "x", via)
    return [(points(s.total), [str(text) for text, _ in s.whys], s.fact.rules) for s in steps]


def test_the_way_tells_each_step_with_its_clause() -> None:
    rules = country(woods="3446 3447", roads=("3444 3445 3446",), ford="3447/3448")
    now = position({"x": foot("3444", mf=12)}, rules)
    steps = told(now, "3445", "3446", "3447", "3448")
    assert steps[0] == ("1", ["road 1"], ("5.1b",))
    assert steps[1] == ("2", ["road 1"], ("5.1b",)), "the road cancels the woods"
    assert steps[2] == ("4", ["woods 2"], ("5.1a",))
    assert steps[3][1][0] == "clear ground 1"
    assert steps[3][1][1].startswith("ford +")
    assert steps[3][2] == ("5.1a", "R04")
    found = drawn(now, "route", "x 3446")
    assert found.trails[0].hexes == ("3444", "3445", "3446")
    assert found.trails[0].texts == ("", "1", "2")
    assert found.trails[0].tone == "route"
    assert words(found) == [
        ("to 3445", "1 in all: road 1", ("5.1b",)),
        ("to 3446", "2 in all: road 1", ("5.1b",)),
    ]


def test_the_way_tells_zones_rivers_and_the_free_first_hex() -> None:
    now = position({"x": foot("3445", mf=6), "e": foot("3447", ALLIED)})
    assert words(drawn(now, "route", "x 3446"))[-1][2] == ("5.1a", "7.1a")
    inside = position({"x": foot("3446", mf=6), "e": foot("3447", ALLIED)})
    left = words(drawn(inside, "route", "x 3444"))
    assert left[0][2] == ("5.1a", "7.2a")
    assert "leaving an enemy zone +" in left[0][1]
    river = position({"x": foot("3444", mf=4)}, country(river="3444/3445"))
    crossed = told(river, "3445")
    assert crossed == [("4", ["unbridged river: the whole movement factor, 4"], ("5.1d",))]
    dear = position({"x": foot("3444", mf=1)}, country(heavy_woods="3445"))
    assert words(drawn(dear, "route", "x 3445"))[0][2] == ("5.1f",)


def test_a_way_out_of_reach_is_drawn_in_another_tone() -> None:
    now = position({"x": foot("3444")})
    assert drawn(now, "route", "x 3450").trails[0].tone == "route_bad"
    assert now.seat.overlay("route", "x 3444") is None
    assert now.seat.overlay("route", "nobody 3445") is None


@pytest.mark.parametrize("kind", ["foot", "tanks"])
def test_what_the_way_says_adds_up_to_what_is_paid(kind: str) -> None:
    make = foot if kind == "foot" else tanks
    rules = country(woods="3446 3546", rough="3346", roads=("3444 3445 3446 3447",), ford="3447/3448")
    now = position({"x": make("3445"), "e": foot("3245", ALLIED)}, rules)
    labels = now.seat.board.atlas.labels
    for i, trip in movement.joint_reach(now.seat, ("x",)).items():
        steps = list(overlays.explain(now.seat, "x", trip.via))
        assert [step.hex for step in steps] == list(trip.via), labels[i]
        assert steps[-1].total == trip.costs[0]
        assert all(step.whys and step.fact.rules for step in steps)


def test_threat_names_those_that_can_come_next_to_a_hex_and_their_factors() -> None:
    now = position(
        {
            "x": foot("3445"),
            "e1": battalion("3446", ALLIED),
            "e2": battalion("3449", ALLIED),
            "e3": battalion("3455", ALLIED),
            "e4": grenadiers("3349", ALLIED),
        }
    )
    found = drawn(now, "threat", "3445")
    shown = {s.hex: s.text for s in found.shades}
    assert shown["3446"] == "2"
    assert shown["3449"] == "2"
    assert "3455" not in shown, "too far on foot"
    assert shown["3349"] == "1?", "its chit is not drawn"
    assert shown["3445"] == "4 + 1?"
    assert {trail.hexes[0] for trail in found.trails} == {"3449", "3349"}
    assert all(trail.hexes[-1] == "3445" for trail in found.trails)
    assert words(found)[0] == ("Threat to 3445", "3 units, 4 + 1? in all", ("11.0a",))
    theirs = {s.hex for s in drawn(now, "threat", "3446").shades}
    assert theirs == {"3445", "3446"}, "what the Germans could do to the Allied hex"
    assert now.seat.overlay("threat", "9999") is None


def test_threat_ends_at_a_lake() -> None:
    now = position({"x": foot("3445"), "e": battalion("3446", ALLIED)}, country(lake="3445/3446"))
    assert "3446" not in {trail.hexes[-2] for trail in drawn(now, "threat", "3445").trails}


def test_the_front_runs_between_the_units() -> None:
    now = position({"x": foot("3445"), "e": foot("3448", ALLIED)})
    found = drawn(now, "front")
    assert ("3446/3447", "front") in found.sides
    assert found.legend[0].tone == "front"


def test_supply_names_the_hex_of_the_cut_and_who_cuts() -> None:
    rules = country(
        german_edge="3459",
        allied_edge="3440",
        roads=("3450 3451 3452 3453 3454 3455 3456 3457 3458 3459 3459/E",),
    )
    units = {"x": battalion("3450"), "e": foot("3453", ALLIED, printed={"name": "12"})}
    now = position(units, rules, sound=False, turn="19AM")
    found = drawn(now, "supply_unit", "x")
    assert found.trails[0].broken
    lines = words(found)
    cut = next(line for line in lines if line[0].startswith("Cut at"))
    assert cut[0] == f"Cut at {found.trails[0].broken}"
    assert "Regiment 12" in cut[1]
    assert cut[2] == ("12.1b",)
    free = position({"x": battalion("3450")}, rules, sound=False, turn="19AM")
    assert ("Path", "0 hexes to the road or edge", ("12.1a",)) in words(drawn(free, "supply_unit", "x"))
