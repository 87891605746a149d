"""The rulings with an option: each is played both ways, the default and the other reading."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.options import options_of
from hexbench.games.iron_tide import GAME, retreat
from hexbench.games.iron_tide.rules import ItRules
from tests.games.iron_tide.battlefield import NW, Combat, D, E, W, bn, combat
from tests.games.iron_tide.field import (
    ALLIED,
    Situation,
    along,
    battalion,
    commando,
    country,
    foot,
    near,
    position,
    tanks,
)
from tests.games.iron_tide.shipped import FILE
from tests.games.iron_tide.test_demolition import BRIDGE, BRIDGES, engineering
from tests.games.iron_tide.test_retreat import beaten, ways

ROAD = country(roads=(f"{along('3440', '3459')} 3459/E",))


def read(rules: ItRules, **options: Any) -> ItRules:
    """The same game with other readings."""
    return ItRules(rules.atlas, rules.tables, GAME.Options(**options))


CLEAR = read(BRIDGES, demolition_path="clear")


# ---- 13.1b: the path to a bridge or a depot -------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "R30", "13.1b", "7.6c")
def test_a_bridge_between_the_lines_is_blown_by_the_unit_on_it() -> None:
    units = {
        "a": battalion("3450", ALLIED),
        "g": foot("3451"),
    }  # he holds the other end, and his zone is on this one
    now = engineering(units)
    assert BRIDGE in now.targets("demolish", "a")
    assert now.offered("demolish") == ("a",)
    blown = now.act("demolish", "a", BRIDGE, numbers=[1])
    assert blown.state.bridges == {BRIDGE: "destroyed"}
    strict = engineering(units, rules=CLEAR)
    assert strict.refused("a", BRIDGE, verb="demolish") == ["13.1b"]
    assert strict.offered("demolish") == ()


@pytest.mark.rule("iron_tide", "R30", "7.6c")
def test_friends_hold_the_line_to_a_bridge_open_and_zones_alone_do_not() -> None:
    zone = {"a": battalion("3448", ALLIED), "g": foot("3451")}
    assert engineering(zone).refused("a", BRIDGE, verb="demolish") == ["13.1b"], "nobody stands at the bridge"
    held = {**zone, "b": battalion("3450", ALLIED, supply="out")}
    now = engineering(held)
    assert now.offered("demolish") == ("a",), "a unit out of supply holds the hex all the same"
    assert engineering(held, rules=CLEAR).refused("a", BRIDGE, verb="demolish") == ["13.1b"]


@pytest.mark.rule("iron_tide", "R30", "13.2a")
def test_a_depot_is_burnt_by_the_unit_in_it_though_the_enemy_is_next_to_it() -> None:
    units = {"a": battalion("3445", ALLIED), "g": foot("3446")}
    stocked = {"3445": "stocked"}
    now = engineering(units, depots=stocked)
    assert "3445" in now.targets("burn", "a")
    assert now.act("burn", "a", "3445", numbers=[1]).state.depots == {"3445": "destroyed"}
    strict = engineering(units, rules=CLEAR, depots=stocked)
    assert strict.refused("a", "3445", verb="burn") == ["13.1b"]


@pytest.mark.rule("iron_tide", "B74")
def test_hexes_are_counted_from_the_hex_at_the_bridge_or_behind_it() -> None:
    behind = read(BRIDGES, bridge_hexes="uncounted")
    for at, one, none in (("3446", True, True), ("3445", False, True), ("3444", False, False)):
        units = {"a": battalion(at, ALLIED), "g": foot("3453")}
        assert (BRIDGE in engineering(units).targets("demolish", "a")) is one, at
        assert (BRIDGE in engineering(units, rules=behind).targets("demolish", "a")) is none, at
    far = {"a": battalion("3449", ALLIED), "g": foot("3455")}
    assert engineering(far).refused("a", BRIDGE, verb="demolish") == ["13.1a"]
    assert BRIDGE in engineering(far, rules=behind).targets("demolish", "a")


def test_a_refusal_says_that_five_hexes_are_the_most() -> None:
    now = engineering({"a": battalion("3445", ALLIED), "g": foot("3453")})
    assert "No path of up to 5 hexes" in now.sentence("a", BRIDGE, verb="demolish")


@pytest.mark.rule("iron_tide", "B71", "18.0d")
def test_depots_may_be_burnt_on_16am_or_not() -> None:
    units = {"a": battalion("3445", ALLIED), "g": foot("3448")}
    stocked = {"3445": "stocked"}
    assert "3445" in engineering(units, turn="16AM", depots=stocked).targets("burn", "a")
    shut = read(BRIDGES, depots_on_16am=False)
    now = engineering(units, turn="16AM", rules=shut, depots=stocked)
    assert now.refused("a", "3445", verb="burn") == ["B71"]
    assert now.offered("burn") == ()
    assert "3445" in engineering(units, turn="16PM", rules=shut, depots=stocked).targets("burn", "a")


# ---- 18.0g: advance of those held back ------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "B72")
def test_the_divisions_held_back_advance_by_the_other_reading() -> None:
    units = {"a": bn("3446", factor=99, division="12SS"), "d": bn(D, ALLIED, 1)}
    for rules, may in ((country(), False), (read(country(), held_back_advance=True), True)):
        now = combat(units, turn="16PM", rules=rules).attack("a").resolve(6, 6)
        assert ("a" in now.offered("advance")) is may


# ---- 16.4e: a second commando ---------------------------------------------------------------------------------------
def passing(rules: ItRules) -> Situation:
    units = {
        "c": commando("3445"),
        "d": commando("3447"),
        "a": foot("3444", ALLIED, mf=9),
        "b": foot("3444", ALLIED, mf=9),
    }
    return position(units, rules, phasing=ALLIED).act("move", "a b", "3449")


@pytest.mark.rule("iron_tide", "B41", "16.4e")
def test_a_commando_in_a_second_hex_has_an_attempt_of_his_own() -> None:
    once = passing(ROAD).act("misdirect", "c", "a", numbers=[3]).act("let_pass")
    assert once.step == ("german", "misdirecting")
    assert (once["a"].at, once.offered("misdirect")) == ("3447", ("d",))
    assert set(once.targets("misdirect", "d")) == {"a", "b"}


@pytest.mark.rule("iron_tide", "B41", "16.4e")
def test_by_the_other_reading_a_unit_is_tried_once_in_its_move() -> None:
    rules = read(ROAD, misdirection="move")
    once = passing(rules).act("misdirect", "c", "a", numbers=[3]).act("let_pass")
    assert (once["a"].at, set(once.targets("misdirect", "d"))) == ("3447", {"b"}), "nobody tried him"
    twice = passing(rules).act("misdirect", "c", "a", numbers=[3]).act("misdirect", "c", "b", numbers=[3])
    assert twice.step == (ALLIED, "movement")
    assert twice["a"].at == "3449"


# ---- 11.8j: a river behind a mixed stack ----------------------------------------------------------------------------
def cornered(rules: ItRules) -> Combat:
    """Infantry and armor with Germans everywhere but behind them, about to retreat by D1."""
    units: dict[str, Any] = {"i": bn(D, ALLIED, 3), "t": bn(D, ALLIED, 3, type="armor")}
    for n, at in enumerate(at for at in near(D) if at not in (W, E)):
        units[f"g{n}"] = bn(at)
    tried = (beaten(units, a, b, rules=rules) for a in range(1, 7) for b in range(1, 7))
    return next(now for now in tried if now.step == (ALLIED, "retreat"))


@pytest.mark.rule("iron_tide", "B23", "11.8j")
def test_a_mixed_stack_stays_together_at_a_river() -> None:
    now = cornered(country(river=f"{D}/{W}"))
    assert now.step == (ALLIED, "retreat")
    assert W not in ways(now)
    assert not now.is_offered("part")
    assert now.rules_against("part", "", "") == ["B23"]


@pytest.mark.rule("iron_tide", "B23", "11.8j")
def test_by_the_other_reading_infantry_goes_and_armor_pays() -> None:
    now = cornered(read(country(river=f"{D}/{W}"), mixed_retreat="apart"))
    assert now.step == (ALLIED, "retreat")
    apart = now.act("part")
    assert set(ways(apart)) == {W}
    assert "t" not in apart.offered("pay")
    gone = apart.act("retreat", "", W)
    while gone.step == (ALLIED, "retreat") and gone.seat.step.units == ("i",):
        gone = Combat(gone.rules, gone.end().outcome)
    assert gone["i"].at != D
    assert gone.step == (ALLIED, "retreat")
    assert gone.seat.step.units == ("t",)
    assert W not in ways(gone)
    assert gone.offered("pay") == ("t",)
    paid = gone.act("pay", "t")
    assert not paid["t"].on_map
    assert paid.state.units["i"].on_map


@pytest.mark.rule("iron_tide", "B23")
def test_nobody_parts_where_a_bridge_or_nothing_light_is_there() -> None:
    for rules in (country(bridge=f"{D}/{W}"), country()):
        assert not cornered(read(rules, mixed_retreat="apart")).is_offered("part")


@pytest.mark.rule("iron_tide", "B23", "11.8j")
def test_units_that_have_parted_at_a_river_do_not_part_again_over_the_ground_behind_another() -> None:
    units: dict[str, Any] = {
        "i": bn(D, ALLIED, 2),
        "r": bn(D, ALLIED, 2, type="recon"),
        "t": bn(D, ALLIED, 2, type="armor"),
    }
    for n, at in enumerate(at for at in near(D) if at not in (W, NW, E)):
        units[f"g{n}"] = bn(at)
    rules = read(country(river=f"{D}/{NW} {D}/{W}", heavy_woods=W), mixed_retreat="apart")
    tried = (beaten(units, a, b, rules=rules) for a in range(1, 7) for b in range(1, 7))
    now = next(now for now in tried if now.step == (ALLIED, "retreat")).act("part")
    assert now.seat.step.units == ("i", "r")
    assert set(ways(now)) == {NW}
    alone = tuple(way.hex for way in retreat.ranked(now.seat, replace(now.seat.step, units=("i",))))
    assert W in alone, "the woods are closed to the one and not to the other"
    assert not now.is_offered("part")
    assert now.rules_against("part", "", "") == ["B23"]


@pytest.mark.rule("iron_tide", "B23", "11.8j")
@pytest.mark.parametrize(("open_", "woods"), [(NW, W), (W, NW)])
def test_a_river_that_holds_nobody_does_not_hide_one_that_holds_some(open_: str, woods: str) -> None:
    """Whichever of the two rivers is looked at first."""
    units: dict[str, Any] = {"i": bn(D, ALLIED, 3), "r": bn(D, ALLIED, 3, type="recon")}
    for n, at in enumerate(at for at in near(D) if at not in (W, NW, E)):
        units[f"g{n}"] = bn(at)
    rules = read(country(river=f"{D}/{NW} {D}/{W}", heavy_woods=woods), mixed_retreat="apart")
    tried = (beaten(units, a, b, rules=rules) for a in range(1, 7) for b in range(1, 7))
    now = next(now for now in tried if now.step == (ALLIED, "retreat"))
    assert set(ways(now)) == {open_}, "both of them may go there together"
    apart = now.act("part")
    assert apart.seat.step.units == ("i",)
    assert woods in ways(apart)


# ---- R29 and Reserve markers ----------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "R29", "5.0e")
def test_a_replaced_unit_moves_in_the_reserve_phase_by_the_other_reading() -> None:
    units = {"a": foot("3444", reserve=True, frozen=True), "b": foot("3644", reserve=True)}
    rules = read(country(), replaced_in_reserve=True)
    now = position(units, rules, phase="reserve")
    assert now.offered("move") == ("a", "b")
    assert now.act("move", "a", "3445")["a"].at == "3445"
    fresh = position({"a": foot("3444", frozen=True)}, rules)
    assert fresh.refused("a", "3445") == ["5.0e"], "the Movement Phase is closed to it"


@pytest.mark.rule("iron_tide", "R29", "18.0g", "6.0a")
def test_a_reserve_marker_on_a_unit_that_will_not_move_is_warned_of() -> None:
    twelfth = tanks("3452", printed={"factor": 3, "division": "12SS"})
    units = {"a": foot("3444", frozen=True), "b": foot("3644"), "s": twelfth}
    now = position(units, turn="16PM")
    (plain,) = now.seat.targets("reserve", ("b",))
    assert plain.says == ()
    (frozen,) = now.seat.targets("reserve", ("a",))
    assert [str(text) for text in frozen.says] == [
        "Regiment 1 took a replacement: it may not move in the Reserve Phase."
    ]
    assert "R29" in frozen.rules
    (held,) = now.seat.targets("reserve", ("s",))
    assert "may not move before 17AM." in str(held.says[0])
    assert "18.0g" in held.rules
    other = position(units, read(country(), replaced_in_reserve=True), turn="16PM")
    (free,) = other.seat.targets("reserve", ("a",))
    assert free.says == ()


def test_no_option_of_the_ledger_is_called_by_a_name_that_it_has_not() -> None:
    ledger = (FILE.parent / "rules.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\boption ([a-z]+_[a-z_]+)", ledger))
    assert named
    assert named <= {one.key for one in options_of(GAME.Options)}
