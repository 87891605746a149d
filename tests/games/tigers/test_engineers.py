"""Bridges built and demolished in the supply phase (TG-BRG-11..14, TG-BRG-16, AMB-62)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tigers import ground, supply_phase
from hexbench.games.tigers.pieces import Bridge
from tests.games.tigers.field import ALLIED, GERMAN, Situation, cc, country, inf, position, pz
from tests.games.tigers.skies import sky

SIDE = "805/806"
FAR = "1405/1406"
RULES = country(river=f"{SIDE} {FAR} 403/404", roads=("804 805 806 807",))


def supply(side: str = GERMAN, rules: Any = RULES, **more: Any) -> Situation:
    units = more.pop("units", {"a": inf("805", side)})
    return position(units, rules, phase="supply", phasing=side, sound=False, **more)


def bridge(owner: str, **facts: Any) -> dict[str, Any]:
    return {SIDE: {"owner": owner, **facts}}


# ---- building --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-BRG-11", "TG-BRG-02", "TG-BRG-03")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize("die", [1, 5, 6])
def test_a_bridge_is_built_with_five_chances_in_six(side: str, die: int) -> None:
    now = supply(side, bridges=bridge("allied", intact=False))
    before = now.s.markers[side]
    after = now.act("build", to=SIDE, numbers=(die,))
    built = die <= 5
    assert after.s.bridges[SIDE].intact is built
    assert after.s.markers[side] == before - built
    if built:
        assert after.s.bridges[SIDE] == Bridge(owner="german" if side == GERMAN else "allied", marker=True)


@pytest.mark.rule("tigers", "TG-BRG-03", "TG-BRG-11")
def test_building_needs_a_marker_and_a_river_without_a_bridge() -> None:
    assert supply(markers={"german": 0, "allied": 14}).refused("build", to=SIDE) == ["TG-BRG-03", "TG-BRG-11"]
    assert supply(bridges=bridge("allied")).refused("build", to=SIDE) == ["TG-BRG-11"]
    assert supply().refused("build", to="805/804") == ["TG-BRG-11"]


@pytest.mark.rule("tigers", "TG-BRG-11", "TG-AIR-05")
def test_a_hexside_may_be_named_from_either_bank() -> None:
    blown = supply(bridges=bridge("allied", intact=False))
    built = blown.act("build", to="806/805", numbers=(1,))
    assert built.s.bridges[SIDE].marker
    assert built.s.tries == (SIDE,)
    assert built.refused("demolish", to="806/805") == ["AMB-62"]
    gone = supply(bridges=bridge("german")).act("demolish", to="806/805", numbers=(1,))
    assert not gone.s.bridges[SIDE].intact
    raided = sky({"a": inf("805")}, RULES, sound=False, bridges=bridge("allied"))
    assert not raided.act("raid", to="806/805", how="P-47", numbers=(1,)).s.bridges[SIDE].intact


@pytest.mark.rule("tigers", "AMB-62")
def test_a_hexside_is_tried_once_in_a_phase() -> None:
    now = supply(bridges=bridge("allied", intact=False)).act("build", to=SIDE, numbers=(6,))
    assert now.refused("build", to=SIDE) == ["AMB-62"]
    built = supply(bridges=bridge("allied", intact=False)).act("build", to=SIDE, numbers=(1,))
    assert built.refused("demolish", to=SIDE) == ["AMB-62"]
    later = now.end().until(GERMAN, "supply")
    assert later.s.tries == ()


@pytest.mark.rule("tigers", "TG-BRG-12", "AMB-62")
def test_it_lies_next_to_a_unit_or_safely_inside_the_lines() -> None:
    now = supply(units={"a": inf("805")})
    assert now.refused("build", to="403/404") == ["TG-BRG-12"]  # Allied ground
    assert FAR in now.targets("build")  # German ground, nobody near
    near = supply(units={"a": inf("805"), "x": cc("1306")})
    assert near.refused("build", to=FAR) == ["TG-BRG-12"]
    lost = supply(held={"1406": "allied"})
    assert lost.refused("build", to=FAR) == ["TG-BRG-12"]
    assert "403/404" in supply(held={"403": "german", "404": "german"}).targets("build")


@pytest.mark.rule("tigers", "TG-BRG-12", "AMB-82")
def test_von_der_heydte_builds_nothing() -> None:
    from tests.games.tigers.field import ARDENNES

    now = position({"vdH": "1106", "2Pz": "1405"}, ARDENNES, phase="supply", sound=False)
    assert not supply_phase.within_reach(now.rules, now.s, now.board, GERMAN)("1106/1206")
    there = position({"2Pz": "1106"}, ARDENNES, phase="supply", sound=False)
    assert supply_phase.within_reach(there.rules, there.s, there.board, GERMAN)("1106/1206")


@pytest.mark.rule("tigers", "TG-BRG-16")
def test_a_bridge_makes_the_road_whole_again() -> None:
    blown = bridge("allied", intact=False)
    cut = position({"a": pz("805")}, RULES, bridges=blown)
    assert cut.refused("move", "a", "806", via="806") == ["TG-RIV-04"]
    now = supply(units={"a": pz("805")}, bridges=blown).act("build", to=SIDE, numbers=(5,))
    assert ground.road(RULES, now.s, "805", "806")
    assert not ground.road(RULES, cut.s, "805", "806")


# ---- demolishing -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-BRG-11")
@pytest.mark.parametrize("owner", [GERMAN, ALLIED])
@pytest.mark.parametrize("die", [5, 6])
def test_a_bridge_is_demolished_with_five_chances_in_six(owner: str, die: int) -> None:
    after = supply(bridges=bridge(owner)).act("demolish", to=SIDE, numbers=(die,))
    assert after.s.bridges[SIDE].intact is (die == 6)


@pytest.mark.rule("tigers", "TG-BRG-13")
def test_ones_own_engineer_bridge_is_in_hand_again_at_once() -> None:
    markers = {"german": 7, "allied": 14}
    now = supply(bridges=bridge("german", marker=True), markers=markers)
    after = now.act("demolish", to=SIDE, numbers=(1,))
    assert after.s.markers["german"] == 8
    assert after.s.returning == ()
    assert not after.s.bridges[SIDE].intact  # the road's own bridge is still down
    assert now.act("demolish", to=SIDE, numbers=(6,)).s.markers["german"] == 7


@pytest.mark.rule("tigers", "TG-BRG-14")
def test_an_enemys_engineer_bridge_is_destroyed() -> None:
    german = supply(
        ALLIED, bridges=bridge("german", marker=True), markers={"german": 7, "allied": 14}, turn=4
    )
    after = german.act("demolish", to=SIDE, numbers=(1,))
    assert after.s.markers == {"german": 7, "allied": 14}
    assert after.s.returning == (8,)
    allied = supply(GERMAN, bridges=bridge("allied", marker=True), markers={"german": 8, "allied": 13})
    assert allied.act("demolish", to=SIDE, numbers=(1,)).s.markers["allied"] == 14


@pytest.mark.rule("tigers", "TG-BRG-11", "TG-BRG-12")
def test_what_does_not_stand_or_lies_too_far_is_not_demolished() -> None:
    assert supply().refused("demolish", to=FAR) == ["TG-BRG-11"]
    far = {"403/404": {"owner": "allied", "marker": True}}
    assert supply(bridges=far, markers={"german": 8, "allied": 13}).refused("demolish", to="403/404") == [
        "TG-BRG-12"
    ]
    assert supply(bridges=far, markers={"german": 8, "allied": 13}).refused("demolish", to="nowhere") == [
        "TG-BRG-11"
    ]
