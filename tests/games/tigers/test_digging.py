"""Entrenchment (TG-TER-01..05, AMB-52)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tigers import casualties
from tests.games.tigers.field import (
    ALLIED,
    GERMAN,
    Situation,
    abn,
    arm,
    cav,
    cc,
    inf,
    para,
    position,
    pz,
    pzbde,
    pzgren,
    tiger,
)


def supply(side: str = GERMAN, **units: Any) -> Situation:
    return position(units, phase="supply", phasing=side, sound=False)


@pytest.mark.rule("tigers", "TG-TER-01")
@pytest.mark.parametrize("make", [inf, para, pzgren])
def test_divisions_on_foot_that_did_nothing_may_dig_in(make: Any) -> None:
    now = supply(a=make("805"))
    assert now.offered("entrench") == ("a",)
    assert now.act("entrench", "a")["a"].entrenched
    assert now.act("entrench", "a").refused("entrench", "a") == ["TG-TER-01"]


@pytest.mark.rule("tigers", "TG-TER-01")
def test_so_may_the_airborne() -> None:
    assert supply(ALLIED, a=abn("805")).offered("entrench") == ("a",)


@pytest.mark.rule("tigers", "TG-TER-05")
@pytest.mark.parametrize("make", [pz, pzbde, tiger])
def test_panzers_may_not(make: Any) -> None:
    assert supply(a=make("805"), b=inf("1005")).refused("entrench", "a") == ["TG-TER-05"]


@pytest.mark.rule("tigers", "TG-TER-05")
@pytest.mark.parametrize("make", [arm, cc, cav])
def test_armor_commands_and_cavalry_may_not(make: Any) -> None:
    assert supply(ALLIED, a=make("805"), b=abn("1005")).refused("entrench", "a") == ["TG-TER-05"]


@pytest.mark.rule("tigers", "TG-TER-05")
def test_a_brigade_on_foot_may_not() -> None:
    assert supply(a=inf("805", size="bde"), b=inf("1005")).refused("entrench", "a") == ["TG-TER-05"]


@pytest.mark.rule("tigers", "TG-TER-01")
def test_disrupted_units_may_not() -> None:
    assert supply(a=inf("805", disrupted=True), b=inf("1005")).refused("entrench", "a") == ["TG-TER-01"]


@pytest.mark.rule("tigers", "TG-TER-01", "AMB-52")
@pytest.mark.parametrize(
    "done", [{"moved": True}, {"attacks": 1}, {"advanced": True}, {"retreated": True}, {"spent": 3}]
)
def test_who_moved_attacked_advanced_or_retreated_in_this_turn_may_not(done: dict[str, Any]) -> None:
    now = supply(a={**inf("805"), **done}, b=inf("1005"))
    assert now.refused("entrench", "a") == ["AMB-52"]
    assert now.sentence("entrench", "a").endswith(
        "has already moved, attacked, advanced or retreated this turn."
    )


@pytest.mark.rule("tigers", "AMB-52")
def test_it_is_offered_in_the_owners_supply_phase_only() -> None:
    now = supply(a=inf("805"), x=abn("1005"))
    assert "TG-SEQ-08" in now.refused("entrench", "x")
    moving = position({"a": inf("805")})
    assert "TG-SEQ-01" in moving.refused("entrench", "a")


@pytest.mark.rule("tigers", "AMB-52")
def test_a_retreat_in_the_german_player_turn_counts_for_the_allied_supply_phase_of_the_same_turn() -> None:
    units = {"a": {**inf("805", ALLIED), "retreated": True}, "b": abn("1005"), "g": inf("1405")}
    now = position(units, phase="supply", phasing=GERMAN, sound=False)
    later = now.until(ALLIED, "supply")
    assert later.offered("entrench") == ("b",)
    next_turn = later.until(GERMAN, "supply")
    assert not next_turn["a"].retreated


@pytest.mark.rule("tigers", "TG-TER-03", "TG-DIS-02")
@pytest.mark.parametrize("by_air", [False, True])
def test_disruption_takes_it_whatever_the_cause(by_air: bool) -> None:
    now = supply(a=inf("805", entrenched=True)).do(lambda play: casualties.disrupt(play, "a", by_air=by_air))
    assert not now["a"].entrenched
    assert now["a"].disrupted


@pytest.mark.rule("tigers", "TG-TER-04")
def test_it_belongs_to_the_unit_and_not_to_the_hex() -> None:
    now = position({"a": inf("805", entrenched=True), "b": inf("806")}).act("move", "a", "804")
    now = now.act("move", "b", "805")
    assert not now["a"].entrenched
    assert not now["b"].entrenched


@pytest.mark.rule("tigers", "TG-TER-04")
def test_attacking_without_advancing_does_not_take_it() -> None:
    """AMB-52: what was dug stays while the unit stays."""
    now = position({"a": inf("805", entrenched=True), "x": cc("806")}, phase="combat", sound=False)
    now = now.act("attack", "a", "806").act("allocate")
    assert now["a"].entrenched
