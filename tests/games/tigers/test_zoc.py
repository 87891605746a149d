"""Zones of control: how strong they are, hexside by hexside (TG-ZOC-01..13, AMB-42..44)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tigers import zoc
from hexbench.games.tigers.tables import Strength
from tests.games.tigers.field import (
    ALLIED,
    ARDENNES,
    PLAIN,
    Situation,
    abn,
    arm,
    cav,
    cc,
    country,
    inf,
    para,
    position,
    pz,
    pzbde,
    pzgren,
    ring,
    tiger,
)

HERE = "805"
THERE = "806"
FOREST = country(forest=THERE)
FOREST_ROAD = country(forest=THERE, roads=("805 806",))


def strength(now: Situation, target: str = THERE, projector: str = HERE) -> Strength:
    return zoc.strength(now.rules, now.s, now.board, projector, target)


def of(rules: Any = PLAIN, **units: Any) -> Strength:
    """The strength of the zone of a stack in 805 into 806."""
    return strength(position(units, rules, sound=False))


@pytest.mark.rule("tigers", "TG-ZOC-01")
def test_a_zone_is_the_six_hexes_around_and_not_the_own() -> None:
    now = position({"p": pz(HERE)})
    found = zoc.zones(now.rules, now.s, now.board, "german")
    assert set(found) == set(ring(HERE))
    assert HERE not in found


@pytest.mark.rule("tigers", "TG-ZOC-03")
@pytest.mark.parametrize("make", [inf, para, pz, pzgren])
def test_an_undisrupted_division_is_strong(make: Any) -> None:
    assert of(a=make(HERE)) == "Strong"


@pytest.mark.rule("tigers", "TG-ZOC-07")
@pytest.mark.parametrize("make", [inf, para, pz, pzgren])
def test_a_disrupted_division_is_weak(make: Any) -> None:
    assert of(a=make(HERE, disrupted=True)) == "Weak"


@pytest.mark.rule("tigers", "TG-ZOC-06", "TG-ZOC-11", "AMB-42")
@pytest.mark.parametrize("make", [pzbde, cav, cc])
def test_one_brigade_is_weak_and_a_disrupted_one_nothing(make: Any) -> None:
    assert of(a=make(HERE)) == "Weak"
    assert of(a=make(HERE, disrupted=True)) == "None"


@pytest.mark.rule("tigers", "AMB-42")
def test_the_british_and_fuhrer_brigades_count_as_brigades() -> None:
    assert strength(position({"Br29ArmBde": HERE}, ARDENNES)) == "Weak"
    assert strength(position({"FuhGrenBde": HERE}, ARDENNES)) == "Weak"


@pytest.mark.rule("tigers", "TG-ZOC-05")
def test_two_brigades_or_commands_together_are_strong() -> None:
    assert of(a=cc(HERE), b=cc(HERE)) == "Strong"
    assert of(a=cc(HERE), b=cav(HERE)) == "Strong"
    assert of(a=cc(HERE), b=cc(HERE), c=cc(HERE)) == "Strong"


@pytest.mark.rule("tigers", "TG-ZOC-05", "AMB-43")
def test_a_disrupted_brigade_does_not_count_towards_two() -> None:
    assert of(a=cc(HERE), b=cc(HERE, disrupted=True)) == "Weak"
    assert of(a=cc(HERE, disrupted=True), b=cc(HERE, disrupted=True)) == "None"


@pytest.mark.rule("tigers", "TG-ZOC-09", "TG-ZOC-10", "AMB-43")
def test_tigers_and_skorzeny_project_nothing_and_do_not_count() -> None:
    assert of(a=tiger(HERE)) == "None"
    assert strength(position({"Skorzeny": HERE}, ARDENNES)) == "None"
    assert of(a=pzbde(HERE), b=tiger(HERE)) == "Weak"


@pytest.mark.rule("tigers", "TG-ZOC-04", "TG-ZOC-08")
def test_kg_peiper_is_strong_until_it_attacks_or_is_disrupted() -> None:
    def peiper(**facts: Any) -> Situation:
        return position({"KGPeiper": {"at": HERE, **facts}}, ARDENNES)

    assert strength(peiper()) == "Strong"
    assert strength(peiper(disrupted=True)) == "Weak"
    assert strength(peiper(attacks=1)) == "Weak"


@pytest.mark.rule("tigers", "TG-KGP-10", "AMB-120")
def test_kg_peiper_is_strong_again_in_the_allied_player_turn() -> None:
    now = position({"KGPeiper": {"at": HERE, "attacks": 1}}, ARDENNES, phasing=ALLIED)
    assert strength(now) == "Strong"
    now = position({"KGPeiper": {"at": HERE, "attacks": 1, "disrupted": True}}, ARDENNES, phasing=ALLIED)
    assert strength(now) == "Weak"


@pytest.mark.rule("tigers", "TG-ZOC-02")
def test_a_hex_projects_the_strongest_of_what_it_holds() -> None:
    assert of(a=inf(HERE), b=pzbde(HERE)) == "Strong"
    assert of(a=inf(HERE, disrupted=True), b=pzbde(HERE, disrupted=True)) == "Weak"


@pytest.mark.rule("tigers", "TG-ZOC-12")
def test_armored_divisions_reach_weakly_into_forest() -> None:
    assert of(FOREST, a=pz(HERE)) == "Weak"
    assert of(FOREST, a=arm(HERE)) == "Weak"
    assert of(FOREST, a=pz(HERE, disrupted=True)) == "None"
    now = position({"a": pz(HERE)}, FOREST)
    assert strength(now, "905") == "Strong"  # the hexes beside it are open


@pytest.mark.rule("tigers", "TG-ZOC-12")
@pytest.mark.parametrize("make", [inf, para, pzgren, abn])
def test_divisions_on_foot_are_not_weakened_by_forest(make: Any) -> None:
    assert of(FOREST, a=make(HERE)) == "Strong"


@pytest.mark.rule("tigers", "TG-ZOC-12")
def test_a_road_into_the_forest_keeps_it_strong_while_its_bridge_stands() -> None:
    assert of(FOREST_ROAD, a=pz(HERE)) == "Strong"
    over_river = country(forest=THERE, roads=("805 806",), river="805/806")
    assert of(over_river, a=pz(HERE)) == "Strong"
    blown = {"805/806": {"owner": "allied", "intact": False}}
    assert strength(position({"a": pz(HERE)}, over_river, bridges=blown)) == "Weak"


@pytest.mark.rule("tigers", "TG-ZOC-13")
def test_a_strong_stackmate_on_foot_keeps_the_forest_strong() -> None:
    assert of(FOREST, a=pz(HERE), b=inf(HERE)) == "Strong"
    assert of(FOREST, a=pz(HERE), b=inf(HERE, disrupted=True)) == "Weak"


@pytest.mark.rule("tigers", "AMB-44")
def test_brigades_and_peiper_are_not_weakened_by_forest() -> None:
    assert of(FOREST, a=pzbde(HERE)) == "Weak"
    assert of(FOREST, a=cc(HERE), b=cc(HERE)) == "Strong"
    # 908 is forest, and no road joins it to 909
    now = position({"KGPeiper": "909"}, ARDENNES)
    assert now.rules.atlas.cell("908").terrain == "forest"
    assert strength(now, "908", "909") == "Strong"


def test_zones_follow_units_that_change() -> None:
    now = position({"a": inf(HERE), "x": inf("1005", ALLIED)})

    def shaken(play: Any) -> None:
        zoc.zones(play.rules, play, play.board, "german")
        play.put("a", disrupted=True)

    assert strength(now.do(shaken)) == "Weak"
    assert strength(now) == "Strong"
