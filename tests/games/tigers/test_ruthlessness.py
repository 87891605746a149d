"""Waffen-SS Ruthlessness: when it may be invoked (TG-SPC-07)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.values import Action
from tests.games.tigers.field import ALLIED, GERMAN, Situation, inf, position, ss


def asked(**state: Any) -> Situation:
    """The start of a German player turn."""
    return position({"s": ss("1410"), "a": inf("102", ALLIED)}, phase="ruthlessness", **state)


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
