"""Tiger battalions break down (TG-TIG)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, UnitStopped
from tests.games.tigers.field import ALLIED, ARDENNES, Situation, country, inf, position, pz, tiger


def open_ground(**units: Any) -> Situation:
    return position({"t": tiger("802"), **units}, country(forest="906"))


@pytest.mark.rule("tigers", "TG-TIG-01", "TG-TIG-02", "TG-DIS-15")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_roll_below_the_factors_spent_leaves_it_where_it_had_spent_so_many(die: int) -> None:
    now = open_ground().act("move", "t", "805", numbers=(die,))
    assert [roll.rule for roll in now.told(DiceRolled)] == ["TG-TIG-01"]
    broken = die < 3
    assert now["t"].at == (f"80{2 + die}" if broken else "805")
    assert now["t"].disrupted is broken
    assert now["t"].moved
    assert [stop.rule for stop in now.told(UnitStopped)] == (["TG-TIG-02"] if broken else [])


@pytest.mark.rule("tigers", "TG-TIG-03")
def test_one_factor_never_breaks_it_down_and_is_not_rolled_for() -> None:
    now = open_ground().act("move", "t", "803", numbers=())
    assert now["t"].at == "803"
    assert not now["t"].disrupted


@pytest.mark.rule("tigers", "TG-TIG-02")
def test_thirds_are_exact() -> None:
    rules = country(roads=("802 803 804 805 806 807",))
    now = position({"t": tiger("802")}, rules)
    # 3 hexes by road and a full step: 3/3 + 1; the last hex with no more than 1 spent is the third
    after = now.act("move", "t", "806", numbers=(1,))
    assert after["t"].at == "805"
    assert after["t"].disrupted
    fine = now.act("move", "t", "806", numbers=(2,))
    assert fine["t"].at == "806"


@pytest.mark.rule("tigers", "TG-TIG-02")
def test_it_does_not_even_start_into_a_hex_that_costs_more_than_the_roll() -> None:
    now = position({"t": tiger("806")}, country(forest="807"))
    after = now.act("move", "t", "807", via="807", numbers=(1,))
    assert after["t"].at == "806"
    assert after["t"].disrupted
    assert after["t"].moved


@pytest.mark.rule("tigers", "TG-TIG-05")
def test_the_bonus_carries_no_risk() -> None:
    now = open_ground()
    after = now.act("move", "t", "808", numbers=(4,))
    assert after["t"].at == "808"
    assert after["t"].bonus
    assert not after["t"].disrupted
    assert now.act("move", "t", "808", numbers=(3,))["t"].at == "805"


@pytest.mark.rule("tigers", "TG-TIG-02")
def test_the_others_of_its_stack_go_on_without_it() -> None:
    now = position({"t": tiger("802"), "p": pz("802")}).act("move", "p t", "805", numbers=(1,))
    assert (now["t"].at, now["p"].at) == ("803", "805")
    assert now["t"].disrupted
    assert not now["p"].disrupted


@pytest.mark.rule("tigers", "TG-TIG-01")
def test_the_risk_is_told_beforehand() -> None:
    now = open_ground()
    assert "TG-TIG-01" in now.targets("move", "t")["805"].rules
    assert "TG-TIG-01" not in now.targets("move", "t")["803"].rules


@pytest.mark.rule("tigers", "TG-TIG-04", "TG-KGP-01", "AMB-25")
def test_with_peiper_it_is_rolled_before_he_starts_and_he_may_go_on_without_it() -> None:
    now = position({"KGPeiper": "1204", "501SS": "1204"}, ARDENNES)
    short = now.act("move", "KGPeiper 501SS", "1305", numbers=(2,))  # rolled though it spends little
    assert short["501SS"].pips == 2
    assert short["501SS"].at == "1305"
    far = now.act("move", "KGPeiper 501SS", "1505", via="1305 1405 1505", numbers=(1,))
    assert far["KGPeiper"].at == "1505"
    assert far["501SS"].at == "1405"  # two road hexes are two thirds; the full step would have been too much
    assert far["501SS"].disrupted
    alone = now.act("move", "KGPeiper", "1505", numbers=())
    assert alone["501SS"].at == "1204"


@pytest.mark.rule("tigers", "TG-SPC-03")
def test_one_that_broke_down_does_not_attack() -> None:
    now = position({"t": tiger("802"), "p": pz("804"), "x": inf("805", ALLIED)}).act(
        "move", "t", "804", numbers=(1,)
    )
    assert now["t"].disrupted
    assert "t" not in now.end().offered("attack")
