"""16.2, 16.3 and 18.0: what the first turns forbid and what they allow."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.iron_tide.restricted import HELD_BACK
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    along,
    battalion,
    country,
    foot,
    grenadiers,
    position,
    ring,
    tanks,
)
from tests.games.iron_tide.shipped import TABLES


def of(division: str, unit: dict[str, Any]) -> dict[str, Any]:
    """The same unit, of a division."""
    return {**unit, "printed": {**unit["printed"], "division": division}}


# ---- 18.0 -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "18.0a", "4.1d")
def test_no_german_moves_on_16am() -> None:
    now = position({"x": foot("3450"), "y": tanks("3550")}, turn="16AM")
    assert now.refused("x", "3451") == ["18.0a"]
    assert now.refused("y", "3551") == ["18.0a"]
    assert [o.verb for o in now.seat.prompt.offers] == ["end"]
    assert "16AM no German unit may move" in str(now.seat.prompt.say)
    later = position({"x": foot("3450")}, turn="16PM")
    assert later.reasons("move", "x", "3451") == ()


@pytest.mark.rule("iron_tide", "18.0c", "4.1d", "SEQ.A.MOVE.one", "R02")
def test_one_allied_unit_of_choice_moves_on_16am() -> None:
    units = {"a": foot("3444", ALLIED), "b": foot("3644", ALLIED), "c": foot("3244", ALLIED)}
    now = position(units, turn="16AM", phasing=ALLIED)
    assert set(now.seat.prompt.offers[0].subjects) == {"a", "b", "c"}
    after = now.move("b", "3645")
    assert after.state.first_mover == "b"
    assert after.refused("a", "3445") == ["18.0c"]
    assert after.refused("c", "3245") == ["18.0c"]
    assert [o.verb for o in after.seat.prompt.offers] == ["end"]
    assert "Regiment 1 was chosen" in after.sentence("a", "3445")
    later = position(units, turn="16PM", phasing=ALLIED).move("b", "3645")
    assert later.reasons("move", "a", "3445") == ()


@pytest.mark.rule("iron_tide", "18.0c")
def test_a_stack_is_not_one_unit() -> None:
    now = position({"a": foot("3444", ALLIED), "b": foot("3444", ALLIED)}, turn="16AM", phasing=ALLIED)
    assert now.refused("a b", "3445") == ["18.0c"]
    assert now.reasons("move", "a", "3445") == ()


@pytest.mark.rule("iron_tide", "18.0c", "B53", "R02")
def test_units_that_were_attacked_move_besides_even_if_they_retreated() -> None:
    units = {
        "a": foot("3444", ALLIED, attacked=True),
        "b": foot("3444", ALLIED, attacked=True),
        "c": foot("3444", ALLIED),
        "d": foot("3644", ALLIED),
        "r": foot("3244", ALLIED, attacked=True, retreated=True),
    }
    now = position(units, turn="16AM", phasing=ALLIED)
    both = now.move("a b", "3445")
    assert both.state.first_mover == ""  # the choice is still free
    third = both.move("r", "3245")
    assert third.reasons("move", "c", "3445") == ()
    chosen = third.move("d", "3645")
    assert chosen.refused("c", "3445") == ["18.0c"]
    together = now.move("a b c", "3445")  # those attacked take the chosen one along
    assert together.state.first_mover == "c"
    assert together.refused("d", "3645") == ["18.0c"]
    assert together.reasons("move", "r", "3245") == ()


@pytest.mark.rule("iron_tide", "18.0c")
def test_a_choice_once_made_is_over_with_the_turn() -> None:
    now = position({"a": foot("3444", ALLIED), "b": foot("3644", ALLIED)}, turn="16AM", phasing=ALLIED)
    later = now.move("a", "3445").until(GERMAN, "movement").until(ALLIED, "movement")
    assert later.state.turn == 2
    assert later.state.first_mover == ""
    assert later.reasons("move", "b", "3645") == ()
    assert not later["a"].attacked


@pytest.mark.rule("iron_tide", "18.0f", "6.1b")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_there_is_no_reserve_phase_on_16am(side: str) -> None:
    units = {"x": foot("3450"), "a": foot("3444", ALLIED)}
    assert position(units, turn="16AM", phase="combat", phasing=side).end().step == (side, "engineering")
    assert position(units, turn="16PM", phase="combat", phasing=side).end().step == (side, "reserve")


@pytest.mark.rule("iron_tide", "18.0g", "4.1d", "3.0d")
@pytest.mark.parametrize("division", HELD_BACK)
def test_three_panzer_divisions_wait_for_17am(division: str) -> None:
    units = {
        "r": of(division, grenadiers("3450")),
        "b": of(division, tanks("3550")),
        "o": of("2Pz", tanks("3650")),
    }
    first = position(units, turn="16AM")
    assert set(first.refused("r", "3451")) == {"18.0a", "18.0g"}
    second = position(units, turn="16PM")
    assert second.refused("r", "3451") == ["18.0g"]
    assert second.refused("b", "3551") == ["18.0g"]
    assert second.reasons("move", "o", "3651") == ()
    assert second.seat.prompt.offers[0].subjects == ("o",)
    third = position(units, turn="17AM")
    assert third.reasons("move", "r", "3451") == ()
    assert third.reasons("move", "b", "3551") == ()


@pytest.mark.rule("iron_tide", "18.0g")
def test_the_divisions_held_back_are_those_of_the_table() -> None:
    assert set(HELD_BACK) == set(TABLES.set_up.held_back.divisions)
    assert TABLES.set_up.held_back.until == "17AM"


# ---- 16.2 -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "16.2c")
def test_the_parachutists_stay_until_17pm() -> None:
    jumped = foot("3444", printed={"restriction": ["16.2"], "name": "vdHeydte"})
    now = position({"x": jumped}, turn="17AM")
    assert now.refused("x", "3445") == ["16.2c"]
    assert now.sentence("x", "3445") == "vdHeydte may not move before 17PM."
    assert position({"x": jumped}, turn="17PM").reasons("move", "x", "3445") == ()


# ---- 16.3 -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "16.3a", "B62")
def test_first_ss_ignores_zones_on_17am_battalions_included() -> None:
    foes = {"e": foot("3445", ALLIED), "f": foot("3545", ALLIED)}
    units = {
        "r": of("1SS", grenadiers("3444")),
        "b": of("1SS", tanks("3444")),
        "o": of("2SS", tanks("3444")),
        **foes,
    }
    now = position(units, turn="17AM")
    for uid, extra in (("r", 0), ("b", 0)):
        assert now.reach(uid)["3345"] == 2 + extra  # from zone to zone, no cost of leaving
        assert now.reach(uid)["3346"] == 4  # and on
    assert "7.3a" in now.refused("o", "3345")
    assert now.refused("r", "3445") == ["8.1b"]  # hexes with enemy units stay closed
    assert now.refused("r", "3446", "3445 3446") == ["8.1b"]


@pytest.mark.rule("iron_tide", "16.3a", "B62")
def test_a_stack_of_first_ss_and_others_is_held_by_the_others() -> None:
    units = {"r": of("1SS", grenadiers("3443")), "o": grenadiers("3443"), "e": foot("3445", ALLIED)}
    now = position(units, turn="17AM")
    assert "3345" in now.reach("r")
    assert now.refused("r o", "3345", "3444 3345") == ["7.1a"]


@pytest.mark.rule("iron_tide", "16.3b", "R10")
def test_first_ss_from_3450_has_its_factor_doubled_on_17am() -> None:
    rules = country(roads=(along("3459", "3440"), "3550 3450"))
    units = {
        "r": of("1SS", tanks("3450", mf=7)),
        "s": of("1SS", tanks("3550", mf=7)),
        "o": tanks("3450", mf=7),
    }
    now = position(units, rules, turn="17AM")
    assert max(now.reach("r").values()) == 14
    assert now.reach("r")["3440"] == 10
    assert max(now.reach("s").values()) == 7
    assert max(now.reach("o").values()) == 7


@pytest.mark.rule("iron_tide", "16.3b", "5.1d", "R14")
def test_a_river_takes_the_whole_doubled_factor() -> None:
    now = position({"r": of("1SS", grenadiers("3450"))}, country(river=ring("3451")), turn="17AM")
    assert now.reach("r")["3451"] == 18


@pytest.mark.rule("iron_tide", "16.3a", "16.3b", "16.3c")
@pytest.mark.parametrize("turn", ["17PM", "18AM"])
def test_both_powers_end_with_17am(turn: str) -> None:
    units = {"r": of("1SS", grenadiers("3450")), "e": foot("3451", ALLIED)}
    now = position(units, turn=turn)
    assert "7.3a" in now.refused("r", "3551")
    far = position({"r": of("1SS", grenadiers("3450"))}, turn=turn)
    assert max(far.reach("r").values()) == 8  # four clear hexes out of nine points


@pytest.mark.rule("iron_tide", "16.3a")
def test_the_power_belongs_to_the_german_division_alone() -> None:
    now = position(
        {"a": of("1SS", battalion("3444", ALLIED)), "e": foot("3445")}, turn="17AM", phasing=ALLIED
    )
    assert now.refused("a", "3545") == ["7.3a"]
