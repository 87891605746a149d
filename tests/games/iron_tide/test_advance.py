"""11.9: the advance after combat."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.events import UnitMoved
from hexbench.engine.values import Action
from hexbench.games.iron_tide.advance import Trail
from tests.games.iron_tide.battlefield import NE, NW, SE, SW, Combat, D, E, W, bn, combat, gun, reg, tanks
from tests.games.iron_tide.field import ALLIED, GERMAN, PLAIN, commando, country

DUG: dict[str, Any] = {"entrenchments": {E: GERMAN, SE: GERMAN, "3347": GERMAN}}
"""Attackers that are dug in may leave other enemies alone."""


def follow(now: Combat, *hexes: str) -> Combat:
    """The defender goes where he is told; what he loses is what he misses least."""
    for at in hexes:
        now = now.act("retreat", "", at)
    return now


def reach(now: Combat, uid: str) -> set[str]:
    """The hexes a unit may advance to."""
    assert now.step[1] == "advance"
    return set(now.targets("advance", uid))


def d2(
    attackers: dict[str, Any],
    *path: str,
    defenders: dict[str, Any] | None = None,
    rules: Any = None,
    **facts: Any,
) -> Combat:
    """D2 at even odds, retreated along a path."""
    ours = sum(u["printed"]["factor"] for u in attackers.values())
    units = {
        **attackers,
        "d": bn(D, ALLIED, max(1, ours - 1)),
        "d9": bn(D, ALLIED, 1, type="security"),
        **(defenders or {}),
    }
    now = (
        combat(units, *((rules,) if rules else ()), **{**DUG, **facts})
        .attack(" ".join(attackers))
        .resolve(1, 2)
    )
    assert now.result == "D2"
    return follow(now, *path)


# ---- the path --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.9a")
@pytest.mark.rule("iron_tide", "11.9b")
@pytest.mark.rule("iron_tide", "SEQ.C.apply.advance")
def test_the_victor_may_enter_the_hex_that_was_given_up_first() -> None:
    now = d2({"a": bn(E, factor=3)}, W, "3443")
    assert now.step == (GERMAN, "advance")
    assert reach(now, "a") == {D, W}
    assert now.act("advance", "a", D)["a"].at == D
    assert str(now.seat.prompt.say) == f"German advance into {D}, up to 2 hexes in all?"
    stays = now.act("stay")
    assert (stays["a"].at, stays.step[1]) == (E, "reserve")
    assert now.rules_against("advance", "a", NE) == ["11.9b"]
    assert now.rules_against("advance", "d", W) == ["11.9a"]
    moved = now.act("advance", "a", W)
    assert [e.path for e in moved.events if isinstance(e, UnitMoved)] == [(E, D, W)]


@pytest.mark.rule("iron_tide", "11.9a")
@pytest.mark.rule("iron_tide", "B55")
def test_a_defender_who_won_may_follow_too() -> None:
    units = {
        "a": bn(E, factor=4),
        "a2": bn(E, factor=4),
        "b": bn(SE, factor=1),
        "d": bn(D, ALLIED, 8),
        "d2": bn(D, ALLIED, 1),
    }
    now = combat(units).attack("a a2 b").resolve(4, 4)
    assert now.result == "A1"
    back = now.act("retreat", "", next(iter(now.targets("retreat"))))
    back = back.act("retreat", "", next(iter(back.targets("retreat"))))
    assert back.step == (ALLIED, "advance")
    assert reach(back, "d") == {E, SE}
    first = back.act("advance", "d", E)
    assert reach(first, "d2") == {E}
    assert first.rules_against("advance", "d2", SE) == ["B55"]


@pytest.mark.rule("iron_tide", "11.9c")
@pytest.mark.rule("iron_tide", "11.9d")
def test_an_advance_is_as_long_as_the_retreat_less_the_steps_paid() -> None:
    units = {"a": bn(E, factor=4), "d": bn(D, ALLIED, 4)}
    now = combat(units).attack("a").resolve(1, 2)
    assert now.result == "D2"
    lone = now.act("pay", "d")
    assert lone.top.trails == (Trail(D, (), 1, True),)
    assert reach(lone, "a") == {D}
    half = d2({"a": tanks(E, factor=3)}, W).act("pay", "d9")
    assert half.top.trails == (Trail(D, (W,), 1),)
    assert reach(half, "a") == {D}
    assert half.rules_against("advance", "a", NW) == ["11.9c"]


@pytest.mark.rule("iron_tide", "11.9c")
def test_who_pays_everything_and_stays_gives_up_nothing() -> None:
    units = {"a": bn(E, factor=6), "d": reg(D, ALLIED, chit=6)}
    now = combat(units).attack("a").resolve(1, 3).act("pay", "d")
    assert now.step == (GERMAN, "reserve")
    gone = combat({"a": bn(E, factor=4), "d": bn(D, ALLIED, 4)}).attack("a").resolve(1, 3).act("pay", "d")
    assert gone.step == (GERMAN, "reserve")  # D1 less one step leaves nothing, though the hex is empty


@pytest.mark.rule("iron_tide", "B54")
@pytest.mark.rule("iron_tide", "11.9h")
def test_after_elimination_by_mandatory_losses_the_whole_number_may_be_advanced_anywhere() -> None:
    units = {"a": bn(E, factor=99), "d": bn(D, ALLIED, 1)}
    now = combat(units).attack("a").resolve(4, 6)
    assert now.result == "D2-(1)"
    assert now.top.trails == (Trail(D, (), 2, True),)
    assert reach(now, "a") == {D, W, NW, SW, NE, SE}


@pytest.mark.rule("iron_tide", "11.9e")
@pytest.mark.rule("iron_tide", "11.9f")
def test_the_vacated_hex_is_entered_whatever_the_zones_and_the_next_zone_stops() -> None:
    zones = {"z": reg("3243", ALLIED, 5), "z2": reg("3643", ALLIED, 5), "z3": reg(SW, ALLIED, 5)}
    now = d2({"a": tanks(E, factor=3)}, W, "3443", defenders=zones)
    assert now.seat.board.in_zoc(GERMAN, D)
    assert {D, W} <= reach(now, "a")
    long = (
        combat({"a": tanks(E, factor=99), "d": bn(D, ALLIED, 1), "z": reg("3443", ALLIED, 5)})
        .attack("a")
        .resolve(1, 2)
    )
    assert long.result == "D4-(2)"
    assert long.seat.board.in_zoc(GERMAN, W)
    assert W in reach(long, "a")
    assert "3343" not in {t for t in reach(long, "a") if len(long.targets("advance", "a")[t].via) < 4}
    assert all(
        not long.seat.board.in_zoc(GERMAN, at)
        for t in long.targets("advance", "a").values()
        for at in t.via[1:-1]
    )


@pytest.mark.rule("iron_tide", "16.3a")
@pytest.mark.rule("iron_tide", "11.9f")
def test_the_first_ss_goes_on_through_zones_on_17am() -> None:
    units = {"a": tanks(E, factor=99, division="1SS"), "d": bn(D, ALLIED, 1), "z": reg("3443", ALLIED, 5)}
    on = combat(units, turn="17AM").attack("a").resolve(1, 2)
    off = combat(units, turn="17PM").attack("a").resolve(1, 2)
    assert "3344" in reach(on, "a")
    through = [t.via for t in on.targets("advance", "a").values()]
    assert any(on.seat.board.in_zoc(GERMAN, at) for via in through for at in via[1:-1])
    assert not any(
        off.seat.board.in_zoc(GERMAN, at) for t in off.targets("advance", "a").values() for at in t.via[1:-1]
    )


@pytest.mark.rule("iron_tide", "11.9g")
def test_units_on_foot_follow_the_path() -> None:
    now = d2({"a": bn(E, factor=3)}, W, "3443")
    assert reach(now, "a") == {D, W}
    assert now.rules_against("advance", "a", NW) == ["11.9g"]
    assert "11.9g" in [r.rule for r in now.reasons("advance", "a", W, f"{D} {NW} {W}")]


@pytest.mark.rule("iron_tide", "11.9b", "11.9g")
def test_a_hex_behind_two_that_were_given_up_is_reached_through_either() -> None:
    units = {"a": tanks(E, factor=99), "d": bn(D, ALLIED, 1), "far": bn(NE, ALLIED, 1)}
    now = combat(units).attack("a").act("widen", D, NE).resolve(3, 5)
    assert now.result == "D2-(2)"
    while now.step == (ALLIED, "take_losses"):
        now = now.act("lose", now.offered("lose")[0])
    assert now.step == (GERMAN, "advance")
    ways = [f"{D} {NW}", f"{NE} {NW}"]
    assert " ".join(now.targets("advance", "a")[NW].via) in ways
    for via in ways:
        moved = now.act("advance", "a", NW, via)
        assert [e.path for e in moved.events if isinstance(e, UnitMoved)] == [(E, *via.split())]
    assert [r.rule for r in now.reasons("advance", "a", NW, f"{D} {W} {NW}")] == ["11.9c"]
    assert [r.rule for r in now.reasons("advance", "a", NW, f"{D} {W}")] == ["11.9a"], "it ends elsewhere"


@pytest.mark.rule("iron_tide", "11.9i")
@pytest.mark.parametrize("kind", ["armor", "mech_infantry", "recon", "antitank"])
def test_mechanized_units_may_leave_it_in_any_direction(kind: str) -> None:
    mobility = "MI" if kind == "mech_infantry" else "M"
    now = d2({"a": bn(E, factor=3, type=kind, mobility=mobility)}, W, "3443")
    assert reach(now, "a") == {D, W, NW, SW, NE, SE}


def _far(rules: Any = PLAIN, units: dict[str, Any] | None = None, **facts: Any) -> Combat:
    """A tank and a regiment whose enemy is eliminated by D4-(2), so that they choose their way of four hexes."""
    found = {"a": tanks(E, factor=99), "r": bn(E, factor=1), "d": bn(D, ALLIED, 1), **(units or {})}
    now = combat(found, rules, **facts).attack("a r").resolve(1, 2)
    assert now.result == "D4-(2)"
    return now


@pytest.mark.rule("iron_tide", "11.9h", "11.9i", "B28")
@pytest.mark.parametrize("uid", ["a", "r"])
@pytest.mark.parametrize("via", [f"{D} {W} 3344", f"{D} {SW} 3344", f"{D} {NW} {W} 3344"])
def test_of_several_ways_to_a_hex_the_victor_names_any(uid: str, via: str) -> None:
    now = _far(depots={SW: "stocked"})
    moved = now.act("advance", uid, "3344", via)
    assert [e.path for e in moved.events if isinstance(e, UnitMoved)] == [(E, *via.split())]
    assert moved.state.depots[SW] == ("captured" if SW in via else "stocked")


@pytest.mark.rule("iron_tide", "11.9g", "11.9i")
def test_mechanized_units_name_any_way_beside_the_path_and_others_do_not() -> None:
    units = {"a": tanks(E, factor=30), **{f"d{n}": bn(D, ALLIED, 1) for n in range(3)}, "r": bn(E)}
    now = combat(units).attack("a r").resolve(1, 4)
    assert now.result == "D3-(2)"
    now = follow(now.act("lose", "d0").act("lose", "d1"), W, "3443", "3442")
    for via in (f"{D} {W} 3443", f"{D} {NW} {W}", f"{D} {SW} {W}"):
        assert now.act("advance", "a", via[-4:], via)["a"].at == via[-4:]
    assert now.act("advance", "r", "3443", f"{D} {W} 3443")["r"].at == "3443"
    assert [r.rule for r in now.reasons("advance", "r", W, f"{D} {NW} {W}")] == ["11.9g"]


@pytest.mark.rule("iron_tide", "11.9b", "11.9c", "11.9f", "11.9j", "B23", "8.1b")
def test_a_way_that_is_not_open_is_refused_by_what_is_wrong_with_it() -> None:
    def against(now: Combat, via: str, uid: str = "a") -> list[str]:
        return [r.rule for r in now.reasons("advance", uid, via.rsplit(maxsplit=1)[-1], via)]

    now = _far()
    assert not against(now, f"{D} {W} 3443 3442")
    assert against(now, f"{NE} {NW}") == ["11.9b"]
    assert against(now, f"{D} 3443") == ["11.9a"], "not adjacent"
    assert against(now, f"{D} {W} 3344 {SW} 3344") == ["11.9c"]
    assert against(now, f"{D} 9999 {W}") == ["4.1c"]
    zone = _far(units={"z": reg("3644", ALLIED, 5)})
    assert zone.seat.board.in_zoc(GERMAN, "3544")
    assert against(zone, f"{D} {NW} 3544 3443") == ["11.9f"]
    assert not against(zone, f"{D} {W} 3443")
    held = _far(units={"x": bn(W, ALLIED, 1)})
    assert against(held, f"{D} {W} 3443") == ["8.1b"]
    assert not against(held, f"{D} {NW} 3544 3443")
    wet = _far(country(river=f"{D}/{W}", heavy_woods=NW))
    assert against(wet, f"{D} {W} 3443") == ["11.9j"]
    assert against(wet, f"{D} {NW} {W}") == ["B23"]
    over = _far(country(ford=f"{D}/{E}"))
    assert against(over, f"{D} {W} {D}") == ["11.9j"]


@pytest.mark.rule("iron_tide", "11.9k", "11.9b")
def test_a_way_begins_with_a_hex_that_is_open_to_the_unit() -> None:
    """Of two hexes that were given up one lies over a river: armor may get there, but not first."""
    units = {"a": tanks(E, factor=99), "d": bn(D, ALLIED, 1), "far": bn(NE, ALLIED, 1)}
    now = combat(units, country(river=f"{E}/{NE}")).attack("a").act("widen", D, NE).resolve(3, 5)
    while now.step == (ALLIED, "take_losses"):
        now = now.act("lose", now.offered("lose")[0])
    assert " ".join(now.targets("advance", "a")[NE].via) == f"{D} {NE}"
    assert [r.rule for r in now.reasons("advance", "a", NE, NE)] == ["11.9k"]


# ---- rivers and terrain ----------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.9j")
@pytest.mark.parametrize("kind", ["river", "ford"])
def test_over_a_river_the_advance_is_one_hex(kind: str) -> None:
    rules = country(**{kind: f"{D}/{E}"})
    units = {"a": bn(E, factor=6), "d": bn(D, ALLIED, 2), "d9": bn(D, ALLIED, 1, type="security")}
    now = follow(combat(units, rules).attack("a").resolve(1, 2), W, "3443")
    assert reach(now, "a") == {D}
    assert now.rules_against("advance", "a", W) == ["11.9j"]
    bridged = country(bridge=f"{D}/{E}")
    assert reach(follow(combat(units, bridged).attack("a").resolve(1, 2), W, "3443"), "a") == {D, W}


@pytest.mark.rule("iron_tide", "11.9j")
def test_a_river_farther_on_is_not_crossed() -> None:
    for kind in ("river", "ford"):
        now = d2({"a": bn(E, factor=3)}, W, "3443", rules=country(**{kind: f"{D}/{W}"}))
        assert reach(now, "a") == {D}
    assert reach(d2({"a": bn(E, factor=3)}, W, "3443", rules=country(bridge=f"{D}/{W}")), "a") == {D, W}


@pytest.mark.rule("iron_tide", "11.9k")
def test_armor_crosses_only_at_a_bridge_or_a_ford() -> None:
    units = {
        "a": bn(E, factor=3),
        "t": tanks(E, factor=3),
        "d": bn(D, ALLIED, 2),
        "d9": bn(D, ALLIED, 1, type="security"),
    }
    for kind, may in (("river", False), ("ford", True), ("bridge", True)):
        now = combat(units, country(**{kind: f"{D}/{E}"})).attack("a t").resolve(1, 3)
        while now.step[1] in ("take_losses", "retreat"):
            default = now.seat.prompt.default
            assert default is not None
            now = now.act(default.verb, " ".join(default.subject), default.object)
        assert (D in set(now.targets("advance", "t"))) == may
        if not may:
            assert now.rules_against("advance", "t", D) == ["11.9k"]


@pytest.mark.rule("iron_tide", "B23")
@pytest.mark.rule("iron_tide", "11.9k")
def test_other_mechanized_units_cross_a_river() -> None:
    units = {
        "a": bn(E, factor=6, type="antitank"),
        "d": bn(D, ALLIED, 2),
        "d9": bn(D, ALLIED, 1, type="security"),
    }
    now = follow(combat(units, country(river=f"{D}/{E}")).attack("a").resolve(1, 2), W, "3443")
    assert reach(now, "a") == {D}


@pytest.mark.rule("iron_tide", "B23")
def test_prohibited_terrain_bars_an_advance() -> None:
    rules = country(heavy_woods=D)
    units = {"a": bn(E, factor=2), "t": tanks(E, factor=2), "d": bn(D, ALLIED, 2)}
    now = combat(units, rules).attack("a t").resolve(1, 1)
    while now.step[1] in ("take_losses", "retreat"):
        default = now.seat.prompt.default
        assert default is not None
        now = now.act(default.verb, " ".join(default.subject), default.object)
    assert now.offered("advance") == ("a",)
    assert now.rules_against("advance", "t", D) == ["B23"]


# ---- who, and how many -----------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.9l")
@pytest.mark.rule("iron_tide", "11.5j")
def test_artillery_never_advances() -> None:
    now = d2({"a": bn(E, factor=2), "g": gun(E, factor=2)}, W, "3443")
    assert now.offered("advance") == ("a",)
    assert now.rules_against("advance", "g", D) == ["11.9l"]


@pytest.mark.rule("iron_tide", "11.9m")
@pytest.mark.rule("iron_tide", "11.9e")
def test_regiments_left_out_by_the_stacking_limit_may_go_too_and_three_is_the_most() -> None:
    units = {
        "r": reg(E, chit=7),
        "left": reg(E, chit=7),
        "s": bn(E),
        "b": bn(NE),
        "idle": bn(SE),
        "d": bn(D, ALLIED, 4),
        "d9": bn(D, ALLIED, 4, type="security"),
    }
    now = follow(combat(units).attack("r s b").resolve(1, 2), W, "3443")
    assert now.offered("advance") == ("r", "left", "s", "b")
    assert now.rules_against("advance", "idle", D) == ["11.9a"]
    full = now.act("advance", "left", D).act("advance", "r", D).act("advance", "b", D)
    assert len(full.at(D)) == 3
    assert reach(full, "s") == {W}
    assert full.rules_against("advance", "s", D) == ["11.9m"]


def play_on(now: Combat, *steps: str) -> Combat:
    """Losses and retreats, and other steps that are named, by their defaults."""
    while now.step[1] in ("take_losses", "retreat", *steps):
        default = now.seat.prompt.default
        assert default is not None
        now = now.act(default.verb, " ".join(default.subject), default.object)
    return now


EAST = "3447"
"""The hex behind E, seen from D."""


@pytest.mark.rule("iron_tide", "11.9m", "R31", "11.1b")
@pytest.mark.parametrize("first", [EAST, D])
def test_a_regiment_is_left_out_by_one_that_attacks_in_another_combat_of_its_hex(first: str) -> None:
    units = {
        "r": reg(E, chit=7),
        "left": reg(E, chit=7),
        "b": bn(E, factor=8),
        "d": bn(D, ALLIED, 1),
        "e": bn(EAST, ALLIED, 2),
    }
    now = combat(units).attack("r", D).attack("b", EAST).resolve(3, 3, 1, 3)
    assert now.step[1] == "choose_result"
    now = play_on(now.act("resolve", first))
    both = {D: ("r", "left"), EAST: ("left", "b")}
    assert now.offered("advance") == both[first]
    second = D if first == EAST else EAST
    after = play_on(now.act("stay"))
    assert after.offered("advance") == both[second]
    assert after.act("advance", "left", second)["left"].at == second
    if first == D:  # whoever barred it may have gone already
        gone = play_on(now.act("advance", "r", D).act("stay"))
        assert gone.offered("advance") == ("left", "b")


@pytest.mark.rule("iron_tide", "11.9m", "R31")
def test_a_beaten_regiment_from_elsewhere_is_not_left_out() -> None:
    """Its hex is given up; it falls back upon others, who win a combat of their own afterwards."""
    units = {
        "h": reg(E, chit=3),
        "a": reg(EAST, chit=8),
        "d": bn(D, ALLIED, 4),
        "e": bn("3448", ALLIED, 2),
    }
    shut = country(heavy_woods="", lake=" ".join(f"{E}/{at}" for at in (NE, "3547", SE, "3347")))
    now = combat(units, shut).attack("h", D).attack("a", "3448").act("declare")
    now = now.act("resolve", D, numbers=[3, 4])
    assert now.result == "A1"
    now = play_on(now.act("retreat", "", EAST).act("stay", numbers=[1, 3]))
    assert now.result == "D2-(1)"
    assert now.offered("advance") == ("a",)
    assert now.rules_against("advance", "h", "3448") == ["11.9a"]


@pytest.mark.rule("iron_tide", "11.9m", "R31")
def test_a_regiment_that_fought_elsewhere_is_a_guest_where_it_advanced_to() -> None:
    units = {
        "m": reg(E, chit=8, type="mech_infantry", mobility="MI"),
        "d": bn(D, ALLIED, 1),
        "a": reg(SW, chit=8),
        "left": reg(SW, chit=8),
        "e": bn("3244", ALLIED, 2),
    }
    now = combat(units).attack("m", D).attack("a", "3244").act("declare")
    now = play_on(now.act("resolve", D, numbers=[1, 2]))
    assert now.result == "D3-(2)"
    now = play_on(now.act("advance", "m", SW, f"{D} {SW}", numbers=[1, 3]))
    assert now.result == "D2-(1)"
    assert now.offered("advance") == ("a", "left")


@pytest.mark.rule("iron_tide", "11.9m", "R31", "6.0d")
def test_a_regiment_in_reserve_is_not_left_out() -> None:
    now = d2({"b": bn(E, factor=3)}, W, "3443", defenders={"r": reg(E, chit=7, reserve=True)})
    assert now.offered("advance") == ("b",)
    units = {"r": reg(E, chit=7), "held": reg(E, chit=7, reserve=True), "d": bn(D, ALLIED, 1)}
    assert play_on(combat(units).attack("r").resolve(3, 3)).offered("advance") == ("r",)


@pytest.mark.rule("iron_tide", "11.9m", "R31", "B20", "B70")
@pytest.mark.parametrize(
    ("facts", "may"),
    [({}, True), ({"retreated": True}, False), ({"fell_back": True, "attacked": True}, False)],
)
def test_of_the_defenders_too_only_those_are_left_out_whom_another_regiment_kept_out(
    facts: dict[str, Any], may: bool
) -> None:
    crowd = {"b": bn(D, ALLIED), "c": bn(D, ALLIED)} if "retreated" in facts else {}
    beside = reg(D, ALLIED, chit=8, retreated="retreated" in facts)
    units = {"a": bn(E, factor=4), "d": reg(D, ALLIED, chit=8), "beside": beside, **crowd}
    now = combat(units).attack("a")
    changed = replace(now["beside"], **facts)  # a Combat Phase that begins forgets who fell back before
    state = replace(now.state, units={**now.state.units, "beside": changed})
    now = Combat(now.rules, now.rules.apply(state, Action("declare"), () if may else (4, 4)))
    if may:
        now = now.act("name", "d", numbers=[4, 4])
    now = play_on(now)
    assert now.result.startswith("A")
    assert now.step == (ALLIED, "advance")
    assert ("beside" in now.offered("advance")) == may


@pytest.mark.rule("iron_tide", "11.9m")
def test_small_units_that_chose_to_stand_by_do_not_advance() -> None:
    now = d2({"a": bn(E, factor=3)}, W, "3443", defenders={"idle": bn(E), "regiment": reg(E, chit=7)})
    assert now.offered("advance") == ("a",)


@pytest.mark.rule("iron_tide", "B72")
@pytest.mark.parametrize(("turn", "may"), [("16AM", False), ("16PM", False), ("17AM", True)])
def test_the_divisions_that_are_held_back_fight_but_do_not_advance(turn: str, may: bool) -> None:
    units = {"a": bn(E, factor=99, division="12SS"), "b": bn(SE), "d": bn(D, ALLIED, 1)}
    now = combat(units, turn=turn).attack("a b").resolve(6, 6)
    assert now.result == "D1-(1)"
    assert ("a" in now.offered("advance")) == may
    if not may:
        assert now.rules_against("advance", "a", D) == ["B72"]


@pytest.mark.rule("iron_tide", "16.2c")
def test_von_der_heydte_does_not_advance_before_17pm() -> None:
    units = {"a": reg(E, chit=7, restriction=("16.2",)), "b": bn(SE), "d": bn(D, ALLIED, 1)}
    for turn, may in (("17AM", False), ("17PM", True)):
        now = combat(units, turn=turn).attack("a b").resolve(5, 5)
        assert now.result == "D1-(1)"
        assert ("a" in now.offered("advance")) == may


@pytest.mark.rule("iron_tide", "B45")
@pytest.mark.rule("iron_tide", "17.3a")
def test_british_and_american_units_do_not_advance_into_one_hex() -> None:
    units = {
        "a": bn(E, ALLIED, 3),
        "d": bn(D, GERMAN, 2),
        "d9": bn(D, GERMAN, 1, type="security"),
        "br": bn(W, ALLIED, nation="british"),
    }
    now = combat(units, phasing=ALLIED, entrenchments={W: ALLIED}).attack("a").resolve(1, 2)
    now = now.act("retreat", "", next(iter(now.targets("retreat"))))
    now = now.act("retreat", "", next(iter(now.targets("retreat"))))
    assert W not in reach(now, "a")
    mech = {**units, "a": tanks(E, ALLIED, 3)}
    other = combat(mech, phasing=ALLIED, entrenchments={W: ALLIED}).attack("a").resolve(1, 2)
    for _ in range(2):
        other = other.act("retreat", "", next(iter(other.targets("retreat"))))
    assert other.rules_against("advance", "a", W) == ["B45"]


@pytest.mark.rule("iron_tide", "7.4c")
def test_a_temporary_zone_is_lost_in_an_advance() -> None:
    units = {"a": bn(E, ALLIED, 3, temporary_zoc=True, zoc=True), "d": bn(D, GERMAN, 1)}
    now = combat(units, phasing=ALLIED).attack("a").resolve(1, 1)
    assert now.act("advance", "a", D)["a"].zoc is False


@pytest.mark.rule("iron_tide", "B36")
def test_a_commando_left_behind_keeps_nobody_out() -> None:
    units = {"a": bn(E, ALLIED, 9), "d": bn(D, GERMAN, 1), "c": commando(D)}
    now = combat(units, phasing=ALLIED).attack("a").resolve(1, 1)
    assert now["c"].at == D
    assert now.act("advance", "a", D)["a"].at == D


@pytest.mark.rule("iron_tide", "B55")
@pytest.mark.rule("iron_tide", "11.78a")
def test_every_attacking_hex_retreats_or_pays_after_an_a_result() -> None:
    units = {"a": bn(E, factor=2), "b": bn(SE, factor=2), "d": bn(D, ALLIED, 4)}
    now = combat(units).attack("a b").resolve(4, 4)
    assert (now.result, now.top.start) == ("A1", E)
    then = now.act("pay", "a")
    assert then.top.start == SE
