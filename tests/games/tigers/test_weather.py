"""The weather: automatic, rolled, prayed for, and what it lets fly (TG-WEA)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import FactChanged
from hexbench.games.tigers import air
from tests.games.tigers.field import ALLIED, GERMAN, PLAIN, Situation, campaign, country, inf, position, pz
from tests.games.tigers.shipped import TABLES

EARLY = ("Clear", "Fog", "Fog", "Snow", "Snow", "Snow")
LATE = ("Clear", "Clear", "Fog", "Fog", "Snow", "Snow")


def morning(turn: int, rules: Any = PLAIN, **state: Any) -> Situation:
    """The start of a game turn."""
    return position({"g": inf("1410"), "a": inf("102", ALLIED)}, rules, turn=turn, phase="weather", **state)


@pytest.mark.rule("tigers", "TG-WEA-01")
@pytest.mark.parametrize("turn", [1, 2])
def test_the_first_two_turns_are_snow_and_nobody_rolls(turn: int) -> None:
    now = morning(turn, weather="Clear")
    assert now.s.weather == "Snow"
    assert now.step == (GERMAN, "ruthlessness")
    assert [e.now for e in now.told(FactChanged) if e.name == "weather"] == ["Snow"]


@pytest.mark.rule("tigers", "TG-WEA-02", "TG-GEN-02")
@pytest.mark.parametrize("turn", range(3, 13))
@pytest.mark.parametrize("row", range(1, 7))
def test_the_cells_of_both_groups(turn: int, row: int) -> None:
    now = morning(turn)
    assert now.step == (ALLIED, "weather")
    expected = (EARLY if turn <= 8 else LATE)[row - 1]
    assert now.act("roll_weather", numbers=(row,)).s.weather == expected


@pytest.mark.rule("tigers", "TG-GEN-01", "TG-GEN-02", "AMB-01")
@pytest.mark.parametrize("face", range(1, 7))
def test_index_b_is_the_mirror_of_index_a(face: int) -> None:
    now = morning(5, country(die_index="B"))
    assert now.act("roll_weather", numbers=(face,)).s.weather == EARLY[6 - face]


@pytest.mark.rule("tigers", "TG-WEA-03", "AMB-83")
@pytest.mark.parametrize(
    ("face", "weather"), [(1, "Clear"), (2, "Clear"), (3, "Fog"), (4, "Fog"), (5, "Snow")]
)
def test_the_prayer_is_one_row_better_and_row_1_the_best(face: int, weather: str) -> None:
    now = morning(4).act("pray", numbers=(face,))
    assert now.s.weather == weather
    assert now.s.prayed == 4


@pytest.mark.rule("tigers", "TG-WEA-03")
def test_the_prayer_by_index_b_makes_the_die_one_higher() -> None:
    now = morning(4, country(die_index="B"))
    assert now.act("pray", numbers=(5,)).s.weather == "Clear"  # row 2 becomes row 1


@pytest.mark.rule("tigers", "TG-WEA-03", "AMB-83")
def test_the_prayer_is_said_once_a_game_and_only_before_a_roll() -> None:
    now = morning(5, prayed=4)
    assert now.step == (GERMAN, "ruthlessness")  # rolled without a question
    assert now.refused("pray")[-2:] == ["TG-WEA-03", "AMB-83"]
    assert "AMB-83" in morning(1).refused("pray")


@pytest.mark.rule("tigers", "TG-WEA-04", "TG-WEA-05", "TG-WEA-06", "TG-AIR-29", "TG-AIR-30")
@pytest.mark.parametrize(("weather", "usaaf", "luftwaffe"), [("Snow", 0, 1), ("Fog", 4, 2), ("Clear", 8, 2)])
def test_how_many_may_fly(weather: str, usaaf: int, luftwaffe: int) -> None:
    now = position({"p": pz("805"), "x": inf("1005", ALLIED)}, turn=9, weather=weather, phase="weather")
    for side, most in ((ALLIED, usaaf), (GERMAN, luftwaffe)):
        s = now.s
        flown = 0
        while found := air.fresh(now.rules, s, side):
            key = next(iter(found.values()))
            s = fly(s, key)
            flown += 1
        assert flown == most


def fly(s: Any, key: str) -> Any:
    """The same with an air unit that has had its mission."""
    from msgspec.structs import replace

    return replace(s, air={**s.air, key: replace(s.air[key], flown=True)})


@pytest.mark.rule("tigers", "TG-AIR-30")
def test_the_air_forces_of_the_order_of_battle() -> None:
    kinds: list[tuple[str, str]] = [(unit.side, unit.type) for unit in TABLES.air_units.values()]
    assert kinds.count((GERMAN, "FW-190")) == 2
    usaaf = [kind for side, kind in kinds if side == ALLIED]
    assert len(usaaf) > 4
    assert set(usaaf) == {"P-47", "P-51"}
    assert len(kinds) == len(usaaf) + 2


def test_a_game_begins_in_snow() -> None:
    now = campaign().until(GERMAN, "ruthlessness")
    assert (now.s.turn, now.s.weather) == (1, "Snow")
