"""How many units a hex holds (TG-STK-01 to TG-STK-04, AMB-90, AMB-91, AMB-113)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tigers import stacking
from tests.games.tigers.field import (
    ALLIED,
    ARDENNES,
    abn,
    arm,
    cav,
    cc,
    inf,
    para,
    position,
    pz,
    pzbde,
    tiger,
)


def against(*units: Any, **named: Any) -> list[str]:
    """The clauses against these units together in 805."""
    crowd = {f"u{n}": {**unit, "at": "805"} for n, unit in enumerate(units)}
    crowd |= dict.fromkeys(named.get("oob", ()), "805")
    now = position(crowd, ARDENNES)
    found = list(stacking.faults(now.s, crowd, "805"))
    assert stacking.fits(now.s, crowd) == (not found)
    assert all(reason.hexes == ("805",) for reason in found)
    return [reason.rule for reason in found]


FOOT = inf("805")


@pytest.mark.rule("tigers", "TG-STK-01")
def test_two_divisions_or_brigades() -> None:
    assert against(FOOT, FOOT) == []
    assert against(FOOT, para("805"), FOOT) == ["TG-STK-01"]
    assert against(FOOT, inf("805", size="bde")) == []
    assert against(FOOT, FOOT, inf("805", size="bde")) == ["TG-STK-01"]
    assert against(abn("805"), cav("805"), inf("805", ALLIED)) == ["TG-STK-01"]


@pytest.mark.rule("tigers", "TG-STK-02", "AMB-90")
def test_a_tiger_battalion_or_skorzeny_more() -> None:
    assert against(FOOT, FOOT, tiger("805")) == []
    assert against(FOOT, FOOT, oob=["Skorzeny"]) == []
    assert against(FOOT, tiger("805"), oob=["Skorzeny"]) == ["TG-STK-02"]
    assert against(oob=["501SS", "506Pz"]) == ["TG-STK-02"]


@pytest.mark.rule("tigers", "AMB-90")
def test_peiper_takes_both_with_him() -> None:
    group = ["KGPeiper", "501SS", "Skorzeny"]
    assert against(oob=group) == []
    assert against(FOOT, oob=group) == []
    assert against(oob=[*group, "506Pz"]) == ["TG-STK-02"]
    assert against(oob=["KGPeiper", "506Pz", "Skorzeny"]) == ["TG-STK-02"]


@pytest.mark.rule("tigers", "TG-STK-03")
def test_one_of_the_two_may_be_armor() -> None:
    assert against(FOOT, pz("805")) == []
    assert against(FOOT, pz("805"), tiger("805")) == []  # the battalion is neither of the two
    assert against(pz("805"), pzbde("805")) == ["TG-STK-03"]
    assert against(arm("805"), arm("805")) == ["TG-STK-03"]
    assert against(arm("805"), cav("805")) == []


@pytest.mark.rule("tigers", "TG-STK-04", "AMB-91")
def test_three_combat_commands_are_a_division() -> None:
    command = cc("805")
    assert against(command, command, command, inf("805", ALLIED)) == []
    assert against(command, inf("805", ALLIED), inf("805", ALLIED)) == ["TG-STK-01"]
    assert against(*[command] * 4) == ["TG-STK-03"]
    assert against(command, arm("805")) == ["TG-STK-03"]
    assert against(*[command] * 4, inf("805", ALLIED)) == ["TG-STK-01", "TG-STK-03"]


@pytest.mark.rule("tigers", "AMB-113")
def test_peiper_and_the_rest_of_his_division_are_one() -> None:
    assert against(FOOT, oob=["KGPeiper", "1SSPz"]) == []
    assert against(pz("805"), oob=["KGPeiper"]) == ["TG-STK-03"]
    assert against(pz("805"), oob=["KGPeiper", "1SSPz"]) == ["TG-STK-03"]
    assert against(FOOT, FOOT, oob=["KGPeiper", "1SSPz"]) == ["TG-STK-01"]


@pytest.mark.rule("tigers", "AMB-82")
def test_von_der_heydte_takes_up_no_room() -> None:
    assert against(FOOT, FOOT, oob=["vdH"]) == []
