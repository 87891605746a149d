"""What each phase of Iron Tide would be ended without."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.values import Check
from hexbench.games.iron_tide import GAME
from hexbench.games.iron_tide.pieces import Printed
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    battalion,
    country,
    foot,
    near,
    position,
    unit,
)

ROAD = country(roads=(along("3440", "3459"),), zones=(("entry.A", "3440"), ("entry.german", "3459")))
ARMIES = country(army_rule=True)


def checks(now: Situation) -> dict[str, Check]:
    """rule -> the line about it; one line a rule in these positions."""
    found = now.seat.checklist()
    assert len({check.rule for check in found}) == len(found)
    return {check.rule: check for check in found}


def sapper(at: str, **facts: Any) -> dict[str, Any]:
    return unit(at, GERMAN, "engineer", "battalion", "N", 4, {"printed": {"factor": 1}, **facts})


@pytest.mark.rule("iron_tide", "5.0d")
def test_units_that_have_not_moved_are_listed_until_they_have() -> None:
    now = position({"a": foot("3450"), "b": foot("3452"), "e": foot("3441", ALLIED)})
    assert checks(now)["5.0d"].units == ("a", "b")
    moved = now.move("a", "3350")
    assert checks(moved)["5.0d"].units == ("b",)
    assert str(checks(moved)["5.0d"].say).endswith("has not moved and still may.")
    assert not any(check.bars for check in moved.seat.checklist())


@pytest.mark.rule("iron_tide", "8.1c", "8.1d")
def test_a_stack_too_high_is_listed_with_what_it_will_cost() -> None:
    units = {f"u{n}": battalion("3450") for n in range(3)} | {"x": battalion("3452")}
    now = position(units)
    assert "8.1d" not in checks(now)
    crowd = now.move("x", "3450")
    line = checks(crowd)["8.1d"]
    assert (line.kind, line.hexes) == ("stack", ("3450",))
    assert "one of them will be eliminated" in str(line.say)
    assert crowd.end().step == (GERMAN, "overstack"), "what it said comes true"


@pytest.mark.rule("iron_tide", "14.0a")
def test_reinforcements_that_may_enter_are_listed() -> None:
    units = {"g": foot("3450"), "r": foot("#due/18AM", ALLIED, printed={"arrives": "18AM", "entry": "A"})}
    now = position(units, ROAD, turn="18AM", phasing=ALLIED)
    assert checks(now)["14.0a"].units == ("r",)
    assert "14.0a" not in checks(now.act("enter", "r", "3440"))


@pytest.mark.rule("iron_tide", "6.0a")
def test_reserve_markers_that_are_left_are_listed() -> None:
    now = position({"a": foot("3450"), "b": foot("3452"), "e": foot("3441", ALLIED)})
    assert str(checks(now)["6.0a"].say) == "5 of 5 Reserve markers can still be placed."
    assert str(checks(now.act("reserve", "a"))["6.0a"].say) == "4 of 5 Reserve markers can still be placed."


@pytest.mark.rule("iron_tide", "18.0c")
def test_on_16am_the_one_allied_mover_is_listed_until_it_is_chosen() -> None:
    units = {
        "a": foot("3441", ALLIED),
        "b": foot("3443", ALLIED),
        "hurt": foot("3641", ALLIED, attacked=True),
    }
    now = position({**units, "g": foot("3455")}, turn="16AM", phasing=ALLIED)
    assert checks(now)["18.0c"].units == ("a", "b")
    assert checks(now)["5.0d"].units == ("hurt",)
    assert "you choose it by moving it" in str(now.seat.prompt.say)
    moved = now.move("a", "3341")
    assert "18.0c" not in checks(moved)
    assert "has been chosen to move" in str(moved.seat.prompt.say)


@pytest.mark.rule("iron_tide", "16.2a")
def test_the_landing_is_a_duty_that_bars_the_end() -> None:
    vdh = {"restriction": ("16.2",), "arrives": "17AM", "drop": "3445"}
    now = position({"v": foot("#due/17AM", printed=vdh), "g": foot("3455")}, turn="17AM")
    line = checks(now)["16.2a"]
    assert line.bars
    assert line.kind == "duty"
    assert [r.rule for r in now.reasons("end", ())] == ["16.2a"]


@pytest.mark.rule("iron_tide", "15.0l")
def test_a_replacement_that_would_be_lost_is_listed_only_when_somebody_can_take_it() -> None:
    whole: dict[str, Any] = {"printed": {"division": "3VG", "cup": "blue", "letter": "B"}}
    able = {
        "w": foot("3455", **whole),
        "c": foot("3457", cadre=True, **whole),
        "e": foot("3441", ALLIED),
    }
    now = position(able, turn="21AM", phase="replacement")
    assert checks(now)["15.0l"].kind == "point"
    assert checks(now)["15.0h"].units == ("c",)
    alone = position({"w": foot("3455", **whole)}, turn="21AM", phase="replacement")
    assert alone.seat.checklist() == ()


@pytest.mark.rule("iron_tide", "17.4a")
def test_a_stack_of_two_armies_is_listed_before_it_costs_units() -> None:
    units = {
        "a": foot("3444", ALLIED, printed={"army": "1A"}),
        "b": foot("3445", ALLIED, printed={"army": "3A"}),
    }
    now = position({**units, "g": foot("3455")}, ARMIES, phasing=ALLIED)
    assert "17.4a" not in checks(now)
    line = checks(now.move("a", "3445"))["17.4a"]
    assert (line.kind, line.hexes) == ("stack", ("3445",))
    assert set(line.units) == {"a", "b"}


@pytest.mark.rule("iron_tide", "13.3a")
def test_engineers_that_could_begin_something_are_listed() -> None:
    units = {"p": sapper("3455"), "i": foot("3455"), "e": foot("3441", ALLIED)}
    now = position(units, phase="engineering")
    assert checks(now)["13.3a"].units == ("p",)
    assert "13.3a" not in checks(now.act("entrench", "p"))


@pytest.mark.rule("iron_tide", "4.26a")
def test_units_in_reserve_that_may_still_move_are_listed() -> None:
    units = {"r": foot("3450", reserve=True), "n": foot("3452"), "e": foot("3441", ALLIED)}
    now = position(units, phase="reserve")
    assert checks(now)["4.26a"].units == ("r",)


@pytest.mark.rule("iron_tide", "12.4b")
def test_air_points_for_resupply_that_are_not_flown_are_listed() -> None:
    units = {"a": foot("3450", ALLIED), **{f"g{n}": foot(at) for n, at in enumerate(near("3450", 2))}}
    air = {"resupply": {"ready": 2}}
    now = position(units, turn="23AM", phase="supply", air=air, sound=False)
    assert now.step == (ALLIED, "resupply")
    line = checks(now)["12.4b"]
    assert (line.kind, line.hexes) == ("point", ("3450",))


@pytest.mark.rule("iron_tide", "3.0h")
def test_set_up_is_ended_without_a_word_when_everybody_is_placed() -> None:
    scenario = GAME.Scenario(
        units={
            "A-1": Printed(**foot("3446", ALLIED)["printed"], hex="3446"),
            "A-2": Printed(**battalion("3444", ALLIED)["printed"], free=True),
            "G-1": Printed(**foot("3455")["printed"], hex="3455"),
        }
    )
    now = Situation(ROAD, ROAD.new(scenario, seed=1, numbers=[1]))
    duties = now.seat.checklist()
    assert [(check.rule, check.bars) for check in duties if check.bars] == [("3.0h", True)]
    assert now.act("place_rest").seat.checklist() == ()


def test_the_other_player_has_no_list() -> None:
    now = position({"a": foot("3450"), "e": foot("3441", ALLIED)})
    assert now.rules.seat(now.state, ALLIED).checklist() == ()
    assert now.rules.seat(now.state, GERMAN).checklist() == now.seat.checklist()
