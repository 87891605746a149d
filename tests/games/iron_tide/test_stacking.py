"""8.1 and 8.2: three units in a hex, when that is checked, and what becomes of the surplus."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import UnitRemoved
from hexbench.games.iron_tide.pieces import ELIMINATED, LOST
from tests.games.iron_tide.field import ALLIED, GERMAN, battalion, commando, foot, guns, position, tanks


def stack(at: str, n: int, side: str = GERMAN, make: Any = foot) -> dict[str, Any]:
    return {f"{side[0]}{i}": make(at, side) for i in range(n)}


@pytest.mark.rule("iron_tide", "8.1a")
@pytest.mark.parametrize("make", [foot, battalion, tanks, guns])
def test_three_units_of_any_size_may_share_a_hex_and_four_may_not(make: Any) -> None:
    three = position({**stack("3445", 2, make=make), "x": foot("3444")}).move("x", "3445").end()
    assert three.step == (GERMAN, "combat")
    four = position({**stack("3445", 3, make=make), "x": foot("3444")}).move("x", "3445").end()
    assert four.step == (GERMAN, "overstack")


@pytest.mark.rule("iron_tide", "8.1a", "B36")
def test_a_commando_counts_with_the_germans() -> None:
    now = position({**stack("3445", 3), "c": commando("3444")}).move("c", "3445").end()
    assert now.step == (GERMAN, "overstack")
    assert set(now.seat.prompt.offers[0].subjects) == {"g0", "g1", "g2", "c"}


@pytest.mark.rule("iron_tide", "8.1a", "B36")
def test_a_commando_does_not_count_with_the_allies() -> None:
    units = {**stack("3445", 2, ALLIED), "c": commando("3445"), "x": foot("3444", ALLIED)}
    now = position(units, phasing=ALLIED).move("x", "3445").end()
    assert now.step == (ALLIED, "combat")


@pytest.mark.rule("iron_tide", "8.1b")
def test_enemies_never_share_a_hex() -> None:
    now = position({"x": foot("3444"), "e": battalion("3445", ALLIED)})
    assert now.refused("x", "3445") == ["8.1b"]
    assert now.refused("x", "3446", "3445 3446") == ["8.1b"]
    assert "Enemy units are in 3445" in now.sentence("x", "3445")
    walled = position(
        {
            "x": foot("3440"),
            **{f"e{i}": battalion(h, ALLIED) for i, h in enumerate(("3441", "3540", "3541", "3340", "3341"))},
        }
    )
    assert walled.refused("x", "3443") == ["8.1b"]
    assert "block every route" in walled.sentence("x", "3443")


@pytest.mark.rule("iron_tide", "8.1c", "8.2a", "R01")
def test_passing_through_a_full_hex_is_free_and_the_limit_is_judged_at_the_end() -> None:
    now = position({**stack("3445", 3), "x": foot("3444")})
    assert now.reasons("move", "x", "3446", "3445 3446") == ()
    target = now.targets("move", "x")["3445"]
    assert target.rules == ("8.1c",)
    assert "4 units would be stacked here" in str(target.says[0])
    over = now.move("x", "3445")
    assert [str(p) for p in over.rules.audit(over.state)] == []  # the phase is not over
    cured = over.move("g0", "3446")
    assert cured.end().step == (GERMAN, "combat")
    assert over.end().step == (GERMAN, "overstack")


@pytest.mark.rule("iron_tide", "8.1c")
def test_only_the_owner_s_phases_check_his_stacks() -> None:
    units = {**stack("3445", 4, ALLIED), "x": foot("3451")}
    now = position(units, phase="movement", phasing=GERMAN, sound=False)
    assert now.end().step == (GERMAN, "combat")
    assert now.until(ALLIED, "movement").end().step == (ALLIED, "overstack")


@pytest.mark.rule("iron_tide", "8.1c")
def test_the_limit_is_checked_again_when_the_reserve_phase_ends() -> None:
    now = position(stack("3445", 4), phase="reserve", sound=False)
    assert now.step == (GERMAN, "reserve")
    assert now.end().step == (GERMAN, "overstack")


@pytest.mark.rule("iron_tide", "8.1d")
def test_the_owner_chooses_who_is_eliminated() -> None:
    now = position({**stack("3445", 4), "y": foot("3650"), "z": foot("3245", ALLIED)}).end()
    assert now.step == (GERMAN, "overstack")
    assert now.refused("y", "", verb="eliminate") == ["8.1d"]
    assert now.refused("z", "", verb="eliminate") == ["8.1d"]
    assert now.refused("g0 g1", "", verb="eliminate") == ["8.1d"]
    assert "4.1c" in now.refused("g0", "3446")
    assert "4.1c" in now.refused("", "", verb="end")
    after = now.act("eliminate", "g2")
    assert after["g2"].at == ELIMINATED
    assert UnitRemoved("g2", ELIMINATED) in after.events
    assert after.step == (GERMAN, "combat")


@pytest.mark.rule("iron_tide", "8.1d")
def test_every_overstacked_hex_is_asked_for_until_three_are_left() -> None:
    units = {**stack("3445", 3), **{f"h{i}": foot("3645") for i in range(3)}}
    units.update({"a": foot("3444"), "b": foot("3444"), "c": foot("3646")})
    now = position(units).move("a b", "3445").move("c", "3645").end()
    assert "3645 has one unit too many" in str(now.seat.prompt.say)
    now = now.act("eliminate", "h0")
    assert "3445 has 2 units too many" in str(now.seat.prompt.say)
    assert now.refused("h1", "", verb="eliminate") == ["8.1d"]
    now = now.act("eliminate", "g0").act("eliminate", "g1")
    assert now.step == (GERMAN, "combat")


@pytest.mark.rule("iron_tide", "8.1d")
def test_the_default_gives_up_the_weakest() -> None:
    now = position({**stack("3445", 3), "b": battalion("3445")}, phase="reserve", sound=False).end()
    default = now.seat.prompt.default
    assert default is not None
    assert default.subject == ("b",)


@pytest.mark.rule("iron_tide", "12.3d")
def test_who_is_eliminated_while_isolated_is_kept_apart() -> None:
    units = {**stack("3445", 3), "x": foot("3445", supply="isolated")}
    now = position(units, sound=False).end().act("eliminate", "x")
    assert now["x"].at == LOST
    assert [str(p) for p in now.rules.audit(now.state)] == []


# ---- overstacked by a retreat -----------------------------------------------------------------------------------------
def retreated(side: str = GERMAN) -> dict[str, Any]:
    return {**stack("3445", 3, side), "r": foot("3445", side, retreated=True)}


@pytest.mark.rule("iron_tide", "8.2a", "8.1a")
def test_an_audit_tells_an_overstack_from_one_made_by_a_retreat() -> None:
    position(retreated(), phase="combat")
    bad = position(stack("3445", 4), phase="combat", sound=False)
    assert [p.rule for p in bad.rules.audit(bad.state)] == ["8.1a"]


@pytest.mark.rule("iron_tide", "8.2c", "8.1d", "R09")
def test_a_retreat_has_until_the_next_own_movement_phase_ends() -> None:
    now = position(retreated(), phase="combat")
    through = now.until(GERMAN, "reserve").end()
    assert through.step == (GERMAN, "engineering")  # not at the Reserve Phase of the same player turn
    allied = through.until(ALLIED, "movement").end()
    assert allied.step == (ALLIED, "combat")
    own = allied.until(GERMAN, "movement")
    assert len(own.seat.board.units_at("3445")) == 4
    asked = own.end()
    assert asked.step == (GERMAN, "overstack")
    assert set(asked.seat.prompt.offers[0].subjects) == {"g0", "g1", "g2", "r"}  # units of his choice
    assert asked.act("eliminate", "g1").step == (GERMAN, "combat")


@pytest.mark.rule("iron_tide", "8.2c")
def test_an_overstack_is_put_right_by_moving_anybody_out_and_the_mark_goes() -> None:
    now = position(retreated())
    one_of_the_old = now.move("g0", "3446")
    assert not one_of_the_old["r"].retreated
    assert one_of_the_old.end().step == (GERMAN, "combat")
    itself = now.move("r", "3446")
    assert not itself["r"].retreated
    assert itself.end().step == (GERMAN, "combat")
    still = position({**retreated(), "q": foot("3445", retreated=True)}).move("r", "3446")
    assert still["q"].retreated
    assert not still["r"].retreated


@pytest.mark.rule("iron_tide", "8.1d")
def test_the_mark_is_dropped_when_the_surplus_is_eliminated() -> None:
    now = position(retreated()).end().act("eliminate", "g0")
    assert not now["r"].retreated


def test_surplus_is_no_matter_out_of_time() -> None:
    now = position({"x": foot("3445")})
    assert now.refused("x", "", verb="eliminate") == ["4.1c", "8.1c"]
