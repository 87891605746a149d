"""Recovery of the other side's units in the first pass (TG-DIS-06..08, TG-SUP-10, AMB-08, AMB-102)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tigers import supply_phase
from hexbench.games.tigers.pieces import Attack
from tests.games.tigers.field import ALLIED, GERMAN, Situation, country, inf, position, tiger

ROAD = country(roads=("801 802 803 804 805",))
SHAKEN: dict[str, Any] = {
    "x": inf("805", ALLIED, disrupted=True),
    "y": inf("804", ALLIED, disrupted=True),
    "far": inf("810", ALLIED, disrupted=True),
    "g": inf("1405", disrupted=True),
}


def recovered(side: str = ALLIED, units: dict[str, Any] | None = None, **state: Any) -> Situation:
    now = position(units or SHAKEN, ROAD, phase="combat", sound=False).swapped(**state)
    return now.do(lambda play: supply_phase.recover_all(play, side))


@pytest.mark.rule("tigers", "TG-DIS-06", "TG-SEQ-04", "TG-SEQ-10")
def test_supplied_units_of_the_other_side_recover_and_the_phasing_sides_do_not() -> None:
    now = recovered()
    assert not now["x"].disrupted
    assert not now["y"].disrupted
    assert now["g"].disrupted


@pytest.mark.rule("tigers", "TG-SUP-10", "TG-DIS-08")
def test_nobody_recovers_out_of_supply() -> None:
    now = recovered()
    assert now["far"].disrupted
    assert not now["far"].skipped
    flown_in = recovered(airlifted={"810": "allied"})
    assert not flown_in["far"].disrupted


@pytest.mark.rule("tigers", "TG-DIS-07", "AMB-07")
def test_targets_of_an_attack_do_not_recover_and_are_marked() -> None:
    now = recovered(
        attacks=(Attack(attackers=("t",), targets=("805",)),), units={**SHAKEN, "t": tiger("806")}
    )
    assert now["x"].disrupted
    assert now["x"].skipped
    assert not now["y"].disrupted


@pytest.mark.rule("tigers", "AMB-102")
def test_what_was_disrupted_from_the_air_in_this_pass_stays_so() -> None:
    bombed = {**SHAKEN, "x": inf("805", ALLIED, disrupted=True, bombed=True)}
    assert recovered(units=bombed)["x"].disrupted
    assert not recovered(units=bombed)["y"].disrupted


@pytest.mark.rule("tigers", "AMB-08")
@pytest.mark.parametrize("round_", [1, 2])
def test_the_second_pass_has_no_recovery(round_: int) -> None:
    now = position(SHAKEN, ROAD, phase="movement", round=round_, sound=False)
    assert now.until(GERMAN, "supply")["x"].disrupted is (round_ == 2)


@pytest.mark.rule("tigers", "TG-SEQ-12", "TG-SEQ-11", "TG-SEQ-13")
def test_the_allied_supply_phase_comes_after_both_their_passes_and_before_the_next_turn() -> None:
    now = position({"a": inf("805", ALLIED), "g": inf("1405")}, ROAD, phasing=ALLIED, phase="movement")
    steps = [now.step[1]]
    turn = now.s.turn
    while now.s.turn == turn:
        now = now.default()
        if now.step[1] != steps[-1]:
            steps.append(now.step[1])
    supply = steps.index("supply")
    assert steps[:supply].count("movement") == 2
    assert "movement" not in steps[supply:]
