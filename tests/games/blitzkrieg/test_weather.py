"""The calendar and the weather."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hexbench.games.blitzkrieg import weather
from hexbench.games.blitzkrieg.sequence import Campaign
from tests.games.blitzkrieg.field import ALLIED, PLAIN, Situation, compose, country, inf, plane
from tests.games.blitzkrieg.shipped import TABLES


def morning(turn: int, rules: object = PLAIN, numbers: list[int] | None = None, **state: object) -> Situation:
    """A round at its first question."""
    made = compose({"a": inf("1412"), "b": inf("2012", ALLIED), "p": plane()}, turn=turn, **state)
    outcome = rules.resume(replace(made, stack=(Campaign(),)), numbers)  # type: ignore[attr-defined]
    return Situation(rules, outcome)  # type: ignore[arg-type]


@pytest.mark.rule("blitzkrieg", "BK-SEQ-01", "BK-MIS-08")
def test_the_rounds_are_half_days_from_16_december() -> None:
    assert [weather.name(n) for n in (1, 2, 3, 32, 33)] == ["16AM", "16PM", "17AM", "31PM", "01AM"]
    assert str(weather.date(1)) == "16 December 1944, AM"
    assert str(weather.date(33)) == "1 January 1945, AM"
    assert [weather.round_of(weather.name(n)) for n in range(1, 34)] == list(range(1, 34))


@pytest.mark.parametrize("text", ["", "16", "AM", "16XM", "x6AM"])
def test_what_is_no_round(text: str) -> None:
    with pytest.raises(ValueError, match="There is no round"):
        weather.round_of(text)


@pytest.mark.rule("blitzkrieg", "BK-REC-04", "BK-MIS-08", "BK-SEQ-03")
@pytest.mark.parametrize(
    ("turn", "roll", "clear"), [(7, 5, False), (7, 6, True), (15, 1, False), (15, 2, True)]
)
def test_each_day_has_its_own_chance(turn: int, roll: int, clear: bool) -> None:
    assert morning(turn, numbers=[roll]).state.clear is clear


@pytest.mark.rule("blitzkrieg", "BK-REC-04", "BK-MIS-08")
def test_the_first_three_days_are_bad_without_a_roll() -> None:
    for turn in (1, 3, 5):
        assert morning(turn, numbers=[]).state.clear is False
    assert all(TABLES.weather[str(day)] == 7 for day in (16, 17, 18))
    assert all(TABLES.weather[str(day)] == 2 for day in (23, 24, 25, 26))


@pytest.mark.rule("blitzkrieg", "BK-AMB-35")
def test_the_weather_of_the_morning_holds_in_the_afternoon_and_nothing_flies_then() -> None:
    now = morning(16, numbers=[], clear=True)
    assert now.state.clear
    assert now.step[1] == "movement"
    assert morning(15, numbers=[2]).step[1] == "air"


@pytest.mark.rule("blitzkrieg", "BK-REC-04", "BK-OPT-03")
def test_the_option_changes_the_weather() -> None:
    assert morning(1, country(weather="always_clear"), []).state.clear
    assert not morning(15, country(weather="always_bad"), []).state.clear
    assert not morning(1, country(weather="random"), [3]).state.clear
    assert morning(1, country(weather="random"), [4]).state.clear
