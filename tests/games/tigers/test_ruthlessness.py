"""Waffen-SS Ruthlessness: when it may be invoked (TG-SPC-07)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.values import Action
from hexbench.games.tigers import odds
from tests.games.tigers.field import ALLIED, GERMAN, Situation, inf, para, position, ss


def asked(**state: Any) -> Situation:
    """The start of a German player turn."""
    units = {"s": ss("1410"), "a": inf("102", ALLIED), "9SSPz": "#due/4", "246VG": "#due/5"}
    return position(units, phase="ruthlessness", **state)


@pytest.mark.rule("tigers", "TG-SPC-07", "AMB-32")
def test_it_is_asked_before_the_reinforcements_of_every_german_turn_until_it_is_used() -> None:
    now = asked(turn=4)
    assert now.step == (GERMAN, "ruthlessness")
    assert set(now.verbs) == {"invoke_ruthlessness", "end"}
    used = now.act("invoke_ruthlessness")
    assert used.s.ruthless == 4
    assert used.step == (GERMAN, "reinforcements")
    kept = now.end()
    assert kept.s.ruthless == 0
    assert kept.step == (GERMAN, "reinforcements")
    later = asked(turn=5, ruthless=4)
    assert later.step == (GERMAN, "reinforcements")


@pytest.mark.rule("tigers", "TG-SPC-07", "AMB-32")
def test_it_is_invoked_once_and_in_its_time() -> None:
    later = asked(turn=5, ruthless=4)
    assert later.refused("invoke_ruthlessness")[-2:] == ["TG-SPC-07", "AMB-32"]
    assert "AMB-32" in position({"s": ss("1410")}, turn=5).refused("invoke_ruthlessness")


@pytest.mark.rule("tigers", "TG-SPC-10")
def test_it_need_not_be_invoked() -> None:
    now = asked(turn=4)
    assert now.seat.prompt.default == Action("end")
    assert now.seat.checklist() == ()


# ---- what it does to attacks ------------------------------------------------------------------------------------------
def shifts(units: dict[str, Any], attackers: str, **state: Any) -> set[str]:
    """The shifts of an attack on an American division in 906 that have to do with Ruthlessness."""
    now = position({"a": inf("906", ALLIED), **units}, phase="combat", **state)
    found = odds.reckon(now.rules, now.s, now.board, GERMAN, attackers.split(), ("906",))
    names = ("TG-ODD-12", "TG-ODD-13", "TG-SPC-12")
    assert all(abs(shift.by) == 1 for shift in found.shifts)
    return {f"{'+' if shift.by > 0 else '-'} {shift.rule}" for shift in found.shifts if shift.rule in names}


@pytest.mark.rule("tigers", "TG-SPC-08", "TG-ODD-12", "TG-SPC-10", "TG-ODD-02")
def test_in_the_turn_itself_attacks_with_ss_gain_a_column() -> None:
    units = {"s": ss("806"), "i": inf("805")}
    assert shifts(units, "s i", turn=4, ruthless=4) == {"+ TG-ODD-12"}
    assert shifts(units, "s", turn=4, ruthless=4, round=2) == {"+ TG-ODD-12"}
    assert shifts(units, "i", turn=4, ruthless=4) == set()
    assert shifts(units, "s i", turn=4) == set()  # never invoked


@pytest.mark.rule("tigers", "TG-SPC-11", "TG-ODD-13", "TG-SPC-10")
@pytest.mark.parametrize("turn", [5, 12])
def test_in_every_later_turn_they_lose_one(turn: int) -> None:
    units = {"s": ss("806"), "i": inf("905")}
    assert shifts(units, "s i", turn=turn, ruthless=4) == {"- TG-ODD-13"}
    assert shifts(units, "i", turn=turn, ruthless=4) == set()
    assert shifts(units, "s i", turn=turn) == set()


@pytest.mark.rule("tigers", "AMB-33", "TG-SPC-06")
@pytest.mark.parametrize(
    ("uid", "counts"),
    [
        ("501SS", True),
        ("KGPeiper", True),
        ("1SSPz", True),
        ("506Pz", False),
        ("Skorzeny", False),
        ("FuhBegBde", False),
        ("FuhGrenBde", False),
    ],
)
def test_who_is_ss(uid: str, counts: bool) -> None:
    assert shifts({uid: "806"}, uid, turn=4, ruthless=4) == ({"+ TG-ODD-12"} if counts else set())
    assert shifts({uid: "806"}, uid, turn=5, ruthless=4) == ({"- TG-ODD-13"} if counts else set())


@pytest.mark.rule("tigers", "TG-SPC-12", "AMB-34")
def test_parachutists_with_or_beside_ss_lose_the_column_too() -> None:
    together = {"p": para("806"), "s": ss("806")}
    beside = {"p": para("806"), "s": ss("805")}
    apart = {"p": para("806"), "s": ss("803")}
    later: dict[str, Any] = {"turn": 5, "ruthless": 4}
    assert shifts(together, "p", **later) == {"- TG-SPC-12"}
    assert shifts(beside, "p", **later) == {"- TG-SPC-12"}
    assert shifts(apart, "p", **later) == set()
    assert shifts(together, "p s", **later) == {"- TG-ODD-13"}  # one column, not two
    assert shifts(together, "p", turn=4, ruthless=4) == set()  # no gain for parachutists
    assert shifts({"i": inf("806"), "s": ss("806")}, "i", **later) == set()


@pytest.mark.rule("tigers", "TG-SPC-13")
def test_the_reckoning_says_the_phrase() -> None:
    now = position({"a": inf("906", ALLIED), "s": ss("806")}, phase="combat", turn=5, ruthless=4)
    found = odds.reckon(now.rules, now.s, now.board, GERMAN, ("s",), ("906",))
    assert [str(s.say) for s in found.shifts if s.rule == "TG-ODD-13"] == ["Remember Malmedy!"]
