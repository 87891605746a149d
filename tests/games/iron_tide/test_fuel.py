"""12.5 and 12.4: fuel shortage, the depots that put it off, and resupply by air."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, FactChanged
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    Situation,
    battalion,
    commando,
    country,
    foot,
    grenadiers,
    position,
    tanks,
)

DEPOTS = {"3441": "stocked", "3541": "stocked", "3641": "stocked"}


def division(name: str) -> dict[str, Any]:
    """Facts of a unit of a division."""
    return {"printed": {"division": name}}


UNITS: dict[str, Any] = {
    "x1": grenadiers("3457", **division("1SS")),
    "x2": tanks("3457", **division("1SS")),
    "y1": grenadiers("3557", **division("2SS")),
    "inf": foot("3657", **division("3VG")),
    "b1": tanks("3357"),
    "b2": tanks("3357"),
    "b3": tanks("3357"),
    "b4": tanks("3257"),
    "a": foot("3442", ALLIED),
}


def supply_phase(turn: str = "20PM", numbers: list[int] | None = None, **state: Any) -> Situation:
    """The German Supply Phase, with the dice it rolls."""
    units = state.pop("units", UNITS)
    rules = state.pop("rules", country())
    from hexbench.games.iron_tide import GAME

    raw = {"turn": turn, "phase": "supply", "phasing": GERMAN, "units": units, **state}
    return Situation(rules, rules.resume(GAME.compose(rules, raw, None), numbers))


def rolled(now: Situation) -> bool:
    return any(isinstance(e, DiceRolled) and e.rule == "12.5a" for e in now.events)


@pytest.mark.rule("iron_tide", "12.5a")
def test_from_19am_a_die_is_rolled_in_each_german_supply_phase() -> None:
    assert not rolled(supply_phase("18PM", []))
    assert rolled(supply_phase("19AM", [6]))
    assert rolled(supply_phase("2PM", [6]))
    allied = position(UNITS, turn="20PM", phase="supply", phasing=ALLIED)
    assert not rolled(allied)
    assert supply_phase(numbers=[6]).step == (GERMAN, "replacement")


@pytest.mark.rule("iron_tide", "12.5a", "12.2a", "SEQ.G.SUPPLY.FUEL")
def test_low_rolls_take_the_fuel_from_formations_of_the_german_players_choice() -> None:
    now = supply_phase(numbers=[3])  # two formations
    assert now.step == (GERMAN, "rationing")
    assert str(now.seat.prompt.say) == "Fuel shortage: choose 2 formations to go without fuel."
    assert set(now.targets("ration")) == {"1SS", "2SS", "b1"}
    assert now.reasons("ration", "", "3VG")[0].rule == "12.5a"
    after = now.act("ration", to="1SS")
    assert str(after.seat.prompt.say) == "Fuel shortage: choose one formation to go without fuel."
    assert after.reasons("ration", "", "1SS")[0].rule == "12.5a"
    done = after.act("ration", to="b1")
    assert done.step == (GERMAN, "replacement")
    short = [uid for uid, unit in done.state.units.items() if unit.short]
    assert short == ["x1", "x2", "b1", "b2", "b3"]
    assert all(done[uid].supply == "out" for uid in short)
    assert done["y1"].supply == done["b4"].supply == "supplied"
    still = done.until(ALLIED, "movement")  # the Allied Supply Phase changes nothing
    assert still["x1"].supply == "out"
    assert [mark.letter for mark in (still.seat.face("x1") or pytest.fail("no face")).marks] == ["S", "F"]


@pytest.mark.rule("iron_tide", "12.5a", "12.2a", "SEQ.P.SUPPLY")
def test_a_shortage_lasts_until_the_next_german_supply_phase() -> None:
    units = {**UNITS, "x1": {**UNITS["x1"], "short": True, "supply": "out"}}
    fresh = supply_phase(numbers=[6], units=units)
    assert not fresh["x1"].short
    assert fresh["x1"].supply == "supplied"
    again = supply_phase(numbers=[4], units=units)
    assert again.reasons("ration", "", "1SS")[0].rule == "12.5a"  # it went short the last time
    assert set(again.targets("ration")) == {"2SS", "b1"}
    forced = supply_phase(numbers=[2], units=units)  # three formations: all there are
    assert set(forced.act("ration", to="2SS").act("ration", to="b1").targets("ration")) == {"1SS"}


@pytest.mark.rule("iron_tide", "12.2c", "12.5a", "B60")
def test_a_formation_without_fuel_has_half_its_movement() -> None:
    done = supply_phase("20PM", numbers=[4]).act("ration", to="2SS").until(GERMAN, "movement")
    assert max(done.reach("y1").values()) <= 5
    assert max(done.reach("x1").values()) > 5


def test_isolation_is_worse_than_a_shortage() -> None:
    """B60: the worse state applies, and nothing is halved twice."""
    units = {
        "x1": grenadiers("3444", short=True, **division("1SS")),
        **{
            f"a{n}": foot(at, ALLIED) for n, at in enumerate(("3442", "3446", "3643", "3243", "3645", "3245"))
        },
    }
    now = position(units, turn="20PM", phase="supply", phasing=ALLIED)
    assert now["x1"].supply == "isolated"


@pytest.mark.rule("iron_tide", "12.5b", "12.5c", "12.5d", "B28")
@pytest.mark.parametrize(("taken", "off"), [(0, 0), (1, 2), (2, 6)])
def test_captured_depots_put_the_rolls_off(taken: int, off: int) -> None:
    depots = {at: "captured" if n < taken else "stocked" for n, at in enumerate(DEPOTS)}
    for skipped in range(off):
        now = supply_phase(numbers=[], depots=depots, fuel_skipped=skipped)
        assert now.state.fuel_skipped == skipped + 1
        told = [str(e.say) for e in now.events if isinstance(e, FactChanged) and e.now == "put off"]
        assert told == [f"The fuel roll is put off; rolls still to be put off: {off - skipped - 1}."]
    assert rolled(supply_phase(numbers=[6], depots=depots, fuel_skipped=off))
    assert supply_phase("18PM", [], depots=depots).state.fuel_skipped == 0  # no roll due, none put off (B28)


@pytest.mark.rule("iron_tide", "12.5d")
def test_with_all_three_captured_there_are_no_more_rolls() -> None:
    depots = dict.fromkeys(DEPOTS, "captured")
    assert not rolled(supply_phase(numbers=[], depots=depots, fuel_skipped=6))
    assert not rolled(supply_phase("2PM", numbers=[], depots=depots, fuel_skipped=30))


@pytest.mark.rule("iron_tide", "12.5b", "13.2d", "B28")
def test_germans_capture_a_depot_by_entering_it_and_commandos_do_not() -> None:
    units = {"g": battalion("3443"), "k": commando("3542")}
    now = position(units, turn="18AM", depots=DEPOTS)
    assert now.move("g", "3441").state.depots["3441"] == "captured"
    assert now.move("k", "3541").state.depots["3541"] == "stocked"
    gone = position(units, turn="18AM", depots={**DEPOTS, "3441": "destroyed"})
    assert gone.move("g", "3441").state.depots["3441"] == "destroyed"


@pytest.mark.rule("iron_tide", "12.5e", "B28")
def test_with_all_three_destroyed_every_roll_is_one_lower() -> None:
    destroyed = dict.fromkeys(DEPOTS, "destroyed")
    assert supply_phase(numbers=[5], depots=destroyed).step == (GERMAN, "rationing")
    two = {**destroyed, "3641": "stocked"}
    assert supply_phase(numbers=[5], depots=two).step == (GERMAN, "replacement")


# ---- 12.4 ------------------------------------------------------------------------------------------------------------
CUT = country(allied_edge="3440")
"""The Allies have one supply hex only."""
POCKET: dict[str, Any] = {
    "a": foot("3450", ALLIED),
    "b": battalion("3450", ALLIED),
    "c": battalion("3250", ALLIED),
    "g": foot("3857"),
}
AIR = {"german": {}, "allied": {"ready": 1}, "resupply": {"ready": 2}}


def flying(turn: str = "23AM", side: str = ALLIED, **state: Any) -> Situation:
    return position(POCKET, CUT, turn=turn, phase="supply", phasing=side, **{"air": AIR, **state})


@pytest.mark.rule("iron_tide", "12.4a", "4.22b")
def test_supplies_are_flown_in_clear_weather_only() -> None:
    assert flying("23AM").step == (ALLIED, "resupply")
    overcast = flying("30AM")
    assert overcast.step == (ALLIED, "replacement")
    assert "12.4a" in [r.rule for r in overcast.reasons("drop", "", "3450")]


@pytest.mark.rule("iron_tide", "12.4b", "4.22b", "SEQ.P.SUPPLY.resupply")
def test_points_are_used_in_the_supply_phase_of_either_player_turn() -> None:
    german = position(POCKET, CUT, turn="24AM", phase="air")
    allotted = german.act("allot", to="2", numbers=[])
    assert allotted.step == (ALLIED, "resupply")
    assert allotted.state.phasing == GERMAN
    dropped = allotted.act("drop", to="3450", numbers=[6])
    assert dropped.state.air["resupply"].ready == 1
    later = dropped.act("fly_no_more", numbers=[6]).until(ALLIED, "resupply")
    assert later.state.phasing == ALLIED
    none = flying(air={**AIR, "resupply": {}})
    assert none.step == (ALLIED, "replacement")
    assert "12.4b" in [r.rule for r in none.reasons("drop", "", "3450")]


@pytest.mark.rule("iron_tide", "12.4c", "12.4e")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_mission_succeeds_on_1_to_5_and_lifts_the_whole_hex(die: int) -> None:
    now = flying()
    assert now["a"].supply == now["b"].supply == "out"
    done = now.act("drop", to="3450", numbers=[die])
    assert done["a"].supply == done["b"].supply == ("supplied" if die < 6 else "out")
    assert done["c"].supply == "out"


@pytest.mark.rule("iron_tide", "12.4e")
def test_the_isolated_are_lifted_one_level_only() -> None:
    units = {
        "a": foot("3450", ALLIED),
        **{f"g{n}": foot(at) for n, at in enumerate(("3448", "3452", "3649", "3249", "3651", "3251"))},
    }
    now = position(units, CUT, turn="23AM", phase="supply", phasing=ALLIED, air=AIR)
    assert now["a"].supply == "isolated"
    assert now.act("drop", to="3450", numbers=[1])["a"].supply == "out"


@pytest.mark.rule("iron_tide", "12.4d", "B27", "SEQ.GT_START")
def test_each_hex_is_tried_once_in_a_game_turn() -> None:
    done = flying().act("drop", to="3450", numbers=[6])
    assert "12.4d" in done.refused("", "3450", verb="drop")
    assert set(done.targets("drop")) == {"3250"}
    new = done.act("fly_no_more").until(ALLIED, "air")
    assert new.state.resupplied == ()
    fine = position(
        {**POCKET, "d": foot("3441", ALLIED)}, CUT, turn="23AM", phase="supply", phasing=ALLIED, air=AIR
    )
    assert fine.refused("", "3441", verb="drop") == ["B27"]


@pytest.mark.rule("iron_tide", "B27")
def test_what_was_flown_in_lasts_until_the_next_supply_phase() -> None:
    german = position(POCKET, CUT, turn="24AM", phase="air").act("allot", to="2", numbers=[])
    done = german.act("drop", to="3450", numbers=[1])
    assert done["a"].supply == "supplied"
    moving = done.act("fly_no_more", numbers=[6]).until(GERMAN, "movement")
    assert moving["a"].supply == "supplied"
    allied = moving.until(ALLIED, "resupply")
    assert allied["a"].supply == "out"
    assert "12.4d" in allied.refused("", "3450", verb="drop")
