"""Whose units are whose: colours, shades, tanks, and how many sides there are."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.games.tide_of_iron import GAME
from tests.games.tide_of_iron import field, shipped

BOTH = ("american", "german")


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of "#rrggbb"."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue


@pytest.mark.rule("tide_of_iron", "TI-SET-02")
@pytest.mark.parametrize("part", ["side", "counter"])
def test_americans_are_green_and_germans_grey(part: str) -> None:
    colours = bootstrap.catalogue().palette("tide_of_iron")[part]
    red, green, blue = channels(colours["american"]["ground"])
    assert green > red > blue
    assert green - blue > 40
    grey = channels(colours["german"]["ground"])
    assert max(grey) - min(grey) < 20


@pytest.mark.rule("tide_of_iron", "TI-SET-03")
@pytest.mark.parametrize("name", shipped.SCENARIOS)
def test_all_bases_of_a_nation_look_alike_and_no_base_has_a_shade(name: str) -> None:
    assert set(bootstrap.catalogue().palette("tide_of_iron")["counter"]) == set(BOTH)
    now = field.scenario(name)
    for side in BOTH:
        faces = [now.of(None).face(uid) for uid, u in now.state.units.items() if u.side == side]
        assert {face.colour for face in faces if face} == {side}
    shaded: dict[str, Any] = {"a1": {**field.squad("C3"), "shade": "dark"}}
    with pytest.raises(ValueError, match=r"position\.units\.a1\.shade: there is no such key"):
        GAME.compose(field.PLAIN, {"units": shaded}, None)


@pytest.mark.rule("tide_of_iron", "M-13")
def test_there_are_three_tanks_and_the_scenarios_make_do_with_them() -> None:
    tanks = {
        side: [key for key, one in nation.vehicles.items() if one.tank]
        for side, nation in shipped.TABLES.nations.items()
    }
    assert tanks == {"american": ["m4a1_sherman"], "german": ["panzer_iv", "tiger_i"]}
    for name in shipped.SCENARIOS:
        for unit in field.scenario(name).state.units.values():
            nation = shipped.TABLES.nations[unit.side]
            assert unit.squad or unit.type in nation.vehicles
    with pytest.raises(ValueError, match="panther"):
        GAME.compose(field.PLAIN, {"units": {"gv1": field.vehicle("C3", "panther")}}, None)


@pytest.mark.rule("tide_of_iron", "M-14")
def test_two_sides_play_and_there_is_no_third() -> None:
    assert tuple(shipped.TABLES.nations) == BOTH
    for name in shipped.SCENARIOS:
        assert set(field.scenario(name).state.mission.forces) == set(BOTH)
    with pytest.raises(ValueError, match=r"position\.units\.b1\.side"):
        GAME.compose(field.PLAIN, {"units": {"b1": field.squad("C3", "british")}}, None)
