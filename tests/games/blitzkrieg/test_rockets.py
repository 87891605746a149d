"""BK-V2: rockets at Liège and Antwerp."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hexbench.engine.events import DiceRolled
from hexbench.engine.values import Action
from hexbench.games.blitzkrieg.pieces import Engagement
from tests.games.blitzkrieg.field import ALLIED, Situation, country, dump, inf, position, tank

DUMPS = {"liege": dump("2015"), "antwerp": dump("2218"), "bastogne": dump("1220")}
UNITS = {"a": tank("1412"), "d": inf("1512", ALLIED), "e": inf("2015", ALLIED, 8)}


def fired(rules: Any = None, units: Mapping[str, Any] | None = None, **state: Any) -> Situation:
    """After the artillery of a German turn."""
    found = {"dumps": DUMPS, **state}
    now = position(units or UNITS, rules or country(), **found)
    return now.act("engage", "a", "1512").act("resolve")


@pytest.mark.rule("blitzkrieg", "BK-V2-01")
@pytest.mark.rule("blitzkrieg", "BK-V2-03")
def test_one_rocket_a_turn_after_artillery_and_before_battles() -> None:
    now = fired()
    assert now.step == ("german", "rockets")
    assert set(now.targets("launch")) == {"2015", "2218"}
    assert now.refused("", "1220", verb="launch") == ["BK-V2-01"]
    now = now.act("launch", "", "2218", numbers=[5])
    assert now.step == ("german", "battles")
    allied = position({"a": tank("1412"), "d": inf("1512", ALLIED)}, phasing="allied", dumps=DUMPS)
    assert allied.act("engage", "d", "1412").act("resolve").step == ("allied", "battles")


@pytest.mark.rule("blitzkrieg", "BK-V2-02")
@pytest.mark.rule("blitzkrieg", "BK-V2-03")
@pytest.mark.rule("blitzkrieg", "BK-AMB-27")
@pytest.mark.parametrize(("roll", "number"), [(1, 4), (2, 4), (3, 4), (4, 4), (5, 4), (6, 3)])
def test_a_six_hits_and_lowers_the_number_by_one(roll: int, number: int) -> None:
    now = fired().act("launch", "", "2015", numbers=[roll])
    assert now.state.dumps["liege"].number == number
    assert now.state.dumps["antwerp"].number == 4
    assert len([e for e in now.events if isinstance(e, DiceRolled)]) == 1


@pytest.mark.rule("blitzkrieg", "BK-V2-03")
@pytest.mark.parametrize("n", [0, 2, 3])
def test_the_number_of_rockets_is_an_option(n: int) -> None:
    now = fired(country(rockets=n))
    for _ in range(n):
        assert now.step == ("german", "rockets")
        now = now.act("launch", "", "2015", numbers=[1])
    assert now.step == ("german", "battles")


@pytest.mark.rule("blitzkrieg", "BK-V2-03")
@pytest.mark.parametrize("phase", ["fire", "rockets"])
def test_rockets_launched_in_this_turn_are_not_launched_again(phase: str) -> None:
    rules = country(rockets=2)
    engaged = (Engagement(number=0, centre="1512", attackers=("a",), hexes=("1512",)),)
    state: dict[str, Any] = {"dumps": DUMPS, "engagements": engaged, "next_engagement": 1}
    now = position(UNITS, rules, phase=phase, rockets=1, **state)
    assert now.step == ("german", "rockets")
    assert now.act("launch", "", "2015", numbers=[1]).step == ("german", "battles")
    assert position(UNITS, rules, phase=phase, rockets=2, **state).step == ("german", "battles")


@pytest.mark.rule("blitzkrieg", "BK-AMB-43")
@pytest.mark.rule("blitzkrieg", "BK-V2-01")
def test_the_default_is_to_launch_and_nobody_has_to() -> None:
    now = fired()
    assert now.seat.prompt.default == Action("launch", (), "2015")
    assert now.act("end", numbers=[]).step == ("german", "battles")


@pytest.mark.rule("blitzkrieg", "BK-V2-04")
@pytest.mark.parametrize(("turn", "sky"), [(17, True), (18, True), (1, False), (2, False)])
def test_neither_weather_nor_the_time_of_day_matters(turn: int, sky: bool) -> None:
    assert fired(turn=turn, clear=sky).step == ("german", "rockets")


@pytest.mark.rule("blitzkrieg", "BK-V2-05")
def test_rockets_do_not_hurt_units() -> None:
    now = fired().act("launch", "", "2015", numbers=[6])
    assert now["e"].strength == 8


@pytest.mark.rule("blitzkrieg", "BK-V2-06")
def test_a_city_without_a_dump_is_no_target_and_without_both_none_is_launched() -> None:
    one = fired(dumps={**DUMPS, "liege": dump("2015", ALLIED, 0)})
    assert set(one.targets("launch")) == {"2218"}
    assert one.refused("", "2015", verb="launch") == ["BK-V2-06"]
    gone = {**DUMPS, "liege": dump("2015", ALLIED, 0), "antwerp": dump("2218", ALLIED, 0)}
    assert fired(dumps=gone).step == ("german", "battles")
    last = fired(country(rockets=2), dumps={"liege": dump("2015", ALLIED, 1)})
    assert last.act("launch", "", "2015", numbers=[6]).step == ("german", "battles"), (
        "the second has no target"
    )


def test_the_forecast_of_a_rocket() -> None:
    ahead = fired().seat.forecast(Action("launch", (), "2015"))
    assert ahead is not None
    assert dict(ahead.lines[0][1].results) == {"hit": 1, "miss": 5}


@pytest.mark.rule("blitzkrieg", "BK-V2-01", "BK-AMB-43")
@pytest.mark.parametrize("duty", [False, True])
def test_a_rocket_may_be_kept_unless_the_option_forbids_it(duty: bool) -> None:
    now = fired(country(rockets=2, rockets_duty=duty))
    assert ("end" in now.verbs) is not duty
    if not duty:
        assert now.act("end").step == ("german", "battles")
        return
    assert [r.rule for r in now.seat.refuse(Action("end"))] == ["BK-V2-01"]
    once = now.act("launch", "", "2015", numbers=[1])
    assert once.step == ("german", "rockets")
    assert "end" not in once.verbs
    assert once.act("launch", "", "2015", numbers=[1]).step == ("german", "battles")
