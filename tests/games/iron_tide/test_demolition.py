"""13.1a-g, 13.2, 16.4c-d, 16.4i: bridges and depots blown up, and the commandos that interfere."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.iron_tide import GAME
from hexbench.games.iron_tide.rules import ItRules
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    battalion,
    commando,
    country,
    foot,
    guns,
    position,
)
from tests.games.iron_tide.test_engineers import pioneers

BRIDGE, OTHER, THIRD = "3450/3451", "3350/3351", "3550/3551"
BRIDGES = country(
    bridge=f"{BRIDGE} {OTHER} {THIRD}", river="3651/3652", roads=("3440/W " + along("3440", "3449"),)
)
FOE = {"g": foot("3453")}


def engineering(units: dict[str, Any], side: str = ALLIED, turn: str = "18AM", **more: Any) -> Situation:
    return position(units, more.pop("rules", BRIDGES), turn=turn, phase="engineering", phasing=side, **more)


@pytest.mark.rule("iron_tide", "13.1a", "B74")
def test_an_enemy_must_be_within_four_hexes_of_the_bridge() -> None:
    for at, able in (("3454", True), ("3455", False)):  # 3451 counts 1, 3454 counts 4 (B74)
        now = engineering({"a": battalion("3449", ALLIED), "g": foot(at)})
        assert (BRIDGE in now.targets("demolish", "a")) is able, at
        if not able:
            assert now.refused("a", BRIDGE, verb="demolish") == ["13.1a"]


@pytest.mark.rule("iron_tide", "13.1b", "B74")
def test_a_path_of_five_hexes_joins_it_to_a_unit_in_supply() -> None:
    for at, able in (("3446", True), ("3445", False)):  # 3450 counts 1, 3446 counts 5
        now = engineering({"a": battalion(at, ALLIED), **FOE})
        assert (BRIDGE in now.targets("demolish", "a")) is able, at
        if not able:
            assert now.refused("a", BRIDGE, verb="demolish") == ["13.1b"]
    out = engineering({"a": battalion("3449", ALLIED, supply="out"), **FOE})
    assert out.refused("a", BRIDGE, verb="demolish") == ["13.1b"]
    beside = {"a": battalion("3446", ALLIED), "g": battalion("3549")}
    assert BRIDGE in engineering(beside).targets("demolish", "a")
    zone = {"a": battalion("3446", ALLIED), "g": foot("3549")}  # the way round its zone is six hexes long
    assert engineering(zone).refused("a", BRIDGE, verb="demolish") == ["13.1b"]
    friends = {**zone, "f": battalion("3448", ALLIED), "e": battalion("3449", ALLIED)}
    assert BRIDGE in engineering(friends).targets("demolish", "a"), "a supply line (7.6c, R30)"
    for make in (foot, guns, pioneers):
        assert engineering({"a": make("3449", ALLIED), **FOE}).offered("demolish") == ("a",)


@pytest.mark.rule("iron_tide", "13.1c", "13.0a")
def test_engineers_succeed_on_1_to_3_and_others_on_1() -> None:
    table = BRIDGES.tables.demolition
    for make, engineer in ((battalion, False), (pioneers, True)):
        now = engineering({"a": make("3449", ALLIED), **FOE})
        for die in range(1, 7):
            done = now.act("demolish", "a", BRIDGE, numbers=[die])
            gone = table.result(die, engineer=engineer) == "destroyed"
            assert done.state.bridges == ({BRIDGE: "destroyed"} if gone else {}), (make, die)


@pytest.mark.rule("iron_tide", "13.1c", "13.1d", "B33")
def test_a_unit_tries_two_different_bridges_and_each_unit_each_bridge_once() -> None:
    now = engineering({"a": battalion("3449", ALLIED), "b": battalion("3449", ALLIED), **FOE})
    once = now.act("demolish", "a", BRIDGE, numbers=[6])
    assert once.refused("a", BRIDGE, verb="demolish") == ["13.1c"]
    assert BRIDGE in once.targets("demolish", "b")
    twice = once.act("demolish", "a", OTHER, numbers=[6])
    assert twice.refused("a", THIRD, verb="demolish") == ["13.1d"]
    assert twice.offered("demolish") == ("b",)
    again = twice.end().until(ALLIED, "engineering")
    assert BRIDGE in again.targets("demolish", "a")


@pytest.mark.rule("iron_tide", "13.0b", "13.1d", "B33", "B68", "B33")
def test_engineers_try_once() -> None:
    now = engineering({"a": pioneers("3449", ALLIED), "i": foot("3449", ALLIED), **FOE})
    once = now.act("demolish", "a", BRIDGE, numbers=[6])
    assert "13.0b" in once.refused("a", OTHER, verb="demolish")
    assert once.refused("a", verb="entrench") == ["13.0b"]
    dug = now.act("entrench", "a")
    assert dug.refused("a", BRIDGE, verb="demolish") == ["13.0b"]


def test_under_the_later_errata_a_bridge_has_one_roll_and_a_unit_one_attempt() -> None:
    """B33: the option publisher_errata."""
    rules = ItRules(BRIDGES.atlas, BRIDGES.tables, GAME.Options(publisher_errata=True))
    units = {"a": battalion("3449", ALLIED), "b": battalion("3449", ALLIED), **FOE}
    once = engineering(units, rules=rules).act("demolish", "a", BRIDGE, numbers=[6])
    assert once.refused("a", OTHER, verb="demolish") == ["B33"]
    assert once.refused("b", BRIDGE, verb="demolish") == ["B33"]
    assert OTHER in once.targets("demolish", "b")


@pytest.mark.rule("iron_tide", "13.1e")
def test_a_destroyed_bridge_is_an_unbridged_river() -> None:
    units = {"t": guns("3450"), "a": foot("3041", ALLIED)}
    assert "3451" in position(units, BRIDGES).reach("t")
    down = position(units, BRIDGES, bridges={BRIDGE: "destroyed"})
    assert "3451" not in down.reach("t") or down.reach("t")["3451"] > 2
    assert engineering({"a": battalion("3449", ALLIED), **FOE}, bridges={BRIDGE: "destroyed"}).refused(
        "a", BRIDGE, verb="demolish"
    ) == ["13.1c"]
    road = country(bridge="3455/3456", roads=("3459/E 3459 3458 3457 3456 3455 3454 3453 3452 3451 3450",))
    for bridges, traced in (({}, True), ({"3455/3456": "destroyed"}, False)):
        now = position({"g": foot("3450"), "a": foot("3041", ALLIED)}, road, turn="20AM", bridges=bridges)
        assert now.seat.supply(GERMAN).traces("3450") is traced


@pytest.mark.rule("iron_tide", "13.1f", "4.27a")
def test_both_sides_destroy_bridges_but_only_the_phasing_player() -> None:
    units = {"a": battalion("3449", ALLIED), "g": battalion("3453")}
    allied = engineering(units)
    assert allied.offered("demolish") == ("a",)
    assert allied.refused("g", BRIDGE, verb="demolish") == ["4.27a"]
    german = engineering(units, GERMAN)
    assert german.offered("demolish") == ("g",)
    assert german.act("demolish", "g", BRIDGE, numbers=[1]).state.bridges == {BRIDGE: "destroyed"}
    assert "4.27a" in position(units, BRIDGES, phasing=ALLIED).refused("a", BRIDGE, verb="demolish")


@pytest.mark.rule("iron_tide", "18.0d", "13.1f", "13.2a", "B71")
def test_on_16am_the_allies_destroy_depots_but_no_bridges() -> None:
    units = {"a": battalion("3449", ALLIED), "g": battalion("3453")}
    now = engineering(units, turn="16AM", depots={"3449": "stocked"})
    assert now.refused("a", BRIDGE, verb="demolish") == ["18.0d"]
    assert now.offered("demolish") == ()
    assert now.offered("burn") == ("a",)  # B71
    assert engineering(units, GERMAN, "16AM").offered("demolish") == ("g",)


@pytest.mark.rule("iron_tide", "13.1g")
def test_commandos_are_no_enemy_nearby_and_destroy_nothing() -> None:
    far = engineering({"a": battalion("3449", ALLIED), "k": commando("3453"), "g": foot("3959")})
    assert far.refused("a", BRIDGE, verb="demolish") == ["13.1a"]
    spies = engineering({"a": foot("3447", ALLIED), "k": commando("3452")}, GERMAN)
    assert spies.refused("k", BRIDGE, verb="demolish") == ["13.1g"]
    assert spies.offered("demolish") == ()


# ---- depots ------------------------------------------------------------------------------------------------------------
DEPOT = {"3450": "stocked"}


@pytest.mark.rule("iron_tide", "13.2a")
def test_a_depot_is_destroyed_like_a_bridge_under_the_same_conditions() -> None:
    for foe, own, able in (("3454", "3445", True), ("3455", "3445", False), ("3454", "3444", False)):
        now = engineering({"a": battalion(own, ALLIED), "g": battalion(foe)}, depots=DEPOT)
        assert ("3450" in now.targets("burn", "a")) is able, (foe, own)
    now = engineering({"a": battalion("3449", ALLIED), "e": pioneers("3449", ALLIED), **FOE}, depots=DEPOT)
    assert now.act("burn", "a", "3450", numbers=[2]).state.depots == DEPOT
    assert now.act("burn", "e", "3450", numbers=[3]).state.depots == {"3450": "destroyed"}
    tried = now.act("burn", "a", "3450", numbers=[6])
    assert tried.refused("a", "3450", verb="burn") == ["13.1c"]
    two = tried.act("demolish", "a", BRIDGE, numbers=[6])
    assert two.refused("a", OTHER, verb="demolish") == ["13.1d"]  # depots and bridges together
    for code in ("destroyed", "no_effect"):
        assert "bridge" not in str(now.seat.result("demolition", code))


@pytest.mark.rule("iron_tide", "13.2c")
def test_a_destroyed_depot_stays_destroyed() -> None:
    now = engineering({"a": battalion("3449", ALLIED), **FOE}, depots={"3450": "destroyed"})
    assert now.refused("a", "3450", verb="burn") == ["13.2a"]
    later = now.end().until(ALLIED, "engineering")
    assert later.state.depots == {"3450": "destroyed"}
    assert [chip.key for chip in later.seat.chips()] == ["depot_destroyed"]


@pytest.mark.rule("iron_tide", "13.2d", "4.27a")
def test_the_germans_destroy_no_depots() -> None:
    now = engineering({"a": battalion("3447", ALLIED), "g": battalion("3451")}, GERMAN, depots=DEPOT)
    assert now.refused("g", "3450", verb="burn") == ["13.2d"]
    assert now.offered("burn") == ()


# ---- commandos ---------------------------------------------------------------------------------------------------------
def announced(spy: str, target: str = BRIDGE, **facts: Any) -> Situation:
    units = {"a": battalion("3449", ALLIED), "k": commando(spy, **facts), **FOE}
    now = engineering(units, depots=DEPOT)
    action = "demolish" if "/" in target else "burn"
    return now.act(action, "a", target, numbers=[] if not facts.get("tricked") and spy != "3453" else [6])


@pytest.mark.rule("iron_tide", "16.4c", "13.2b", "B74", "SEQ.ENG.disrupt")
@pytest.mark.parametrize(("spy", "target"), [("3450", BRIDGE), ("3451", BRIDGE), ("3450", "3450")])
def test_a_commando_beside_the_bridge_or_with_the_depot_may_interfere(spy: str, target: str) -> None:
    now = announced(spy, target)
    assert now.step == (GERMAN, "disrupting")
    assert now.act("let_blow", numbers=[6]).step == (ALLIED, "engineering")
    assert announced("3453", target).step == (ALLIED, "engineering")  # not beside it


@pytest.mark.rule("iron_tide", "16.4d", "B40")
def test_disruption_succeeds_on_1_or_2_and_the_commando_is_lost_on_5_or_6() -> None:
    for die in (1, 2):
        done = announced("3450").act("disrupt", "k", numbers=[die])
        assert done.state.bridges == {}
        assert done["k"].on_map
        assert done.refused("a", BRIDGE, verb="demolish") == ["13.1c"]  # the attempt counts (B40)
    for die in (3, 4):
        done = announced("3450").act("disrupt", "k", numbers=[die, 1])
        assert done.state.bridges == {BRIDGE: "destroyed"}
        assert done["k"].on_map
    for die in (5, 6):
        done = announced("3450").act("disrupt", "k", numbers=[die, 1])
        assert done.state.bridges == {BRIDGE: "destroyed"}
        assert done["k"].at == "#eliminated"


@pytest.mark.rule("iron_tide", "16.4c", "B40")
def test_each_commando_rolls_once_for_an_attempt() -> None:
    units = {"a": battalion("3449", ALLIED), "k": commando("3450"), "l": commando("3451"), **FOE}
    now = engineering(units).act("demolish", "a", BRIDGE, numbers=[])
    first = now.act("disrupt", "k", numbers=[3])
    assert first.step == (GERMAN, "disrupting")
    assert first.refused("k", verb="disrupt") == ["16.4c"]
    assert first.act("disrupt", "l", numbers=[2]).state.bridges == {}


@pytest.mark.rule("iron_tide", "16.4i")
def test_a_commando_that_rolled_for_a_misdirection_does_not_disrupt_in_that_turn() -> None:
    assert announced("3450", tricked=True).step == (ALLIED, "engineering")


@pytest.mark.rule("iron_tide", "13.1c")
@pytest.mark.parametrize("verb", ["demolish", "burn"])
def test_one_unit_is_named_for_an_attempt(verb: str) -> None:
    now = position(
        {"a": foot("3444", ALLIED), "b": foot("3444", ALLIED)}, phase="engineering", phasing=ALLIED
    )
    assert [r.rule for r in now.reasons(verb, "", "3444/3445")] == ["13.1c"]
    assert [r.rule for r in now.reasons(verb, "a b", "3444/3445")] == ["13.1c"]
    assert [r.rule for r in now.reasons(verb, "a", "3444/3445", how="fast")] == ["13.1c"]
