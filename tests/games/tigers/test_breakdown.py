"""Armored divisions as combat commands and back (TG-STK-08 to TG-STK-11, AMB-121)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tigers.pieces import BROKEN, SUBSTITUTES
from tests.games.tigers.field import ALLIED, ARDENNES, GERMAN, Situation, position

SPARE = {f"CC{n}": SUBSTITUTES for n in range(1, 4)}


def allies(units: dict[str, Any], **state: Any) -> Situation:
    """At the Allied reinforcements."""
    return position(units, ARDENNES, phase="reinforcements", phasing=ALLIED, turn=4, **state)


@pytest.mark.rule("tigers", "TG-STK-08")
def test_a_division_becomes_three_combat_commands_in_its_hex() -> None:
    now = allies({"7ArmDiv": "1107", **SPARE}).act("split", "7ArmDiv")
    assert {now[f"CC{n}"].at for n in range(1, 4)} == {"1107"}
    assert now["7ArmDiv"].at == BROKEN
    assert now.s.split == {"7ArmDiv": ("CC1", "CC2", "CC3")}
    assert not now["CC1"].disrupted


@pytest.mark.rule("tigers", "AMB-121")
def test_they_have_the_state_of_their_division() -> None:
    now = allies({"7ArmDiv": {"at": "1107", "disrupted": True}, **SPARE}).act("split", "7ArmDiv")
    assert all(now[uid].disrupted for uid in SPARE)


@pytest.mark.rule("tigers", "TG-STK-08")
def test_three_of_them_must_be_spare() -> None:
    units = {"7ArmDiv": "1107", "9ArmDiv": SUBSTITUTES}
    units |= {"CC1": SUBSTITUTES, "CC2": SUBSTITUTES, "CC3": "1207"}
    now = position(units, ARDENNES, phase="reinforcements", phasing=ALLIED, turn=4)
    assert now.step[1] != "reinforcements"  # there is nothing to ask
    now = allies({**units, "CC4": "1207", "CC5": "1207"})
    assert now.refused("split", "7ArmDiv") == ["TG-STK-08"]


@pytest.mark.rule("tigers", "TG-STK-11", "TG-STK-08")
@pytest.mark.parametrize(("unit", "rule"), [("BrGdsArmDiv", "TG-STK-11"), ("30ID", "TG-STK-08")])
def test_only_american_armor_is_split(unit: str, rule: str) -> None:
    now = allies({unit: "1107", "7ArmDiv": "1007", **SPARE})
    assert now.offered("split") == ("7ArmDiv",)
    assert now.refused("split", unit) == [rule]


@pytest.mark.rule("tigers", "TG-STK-08")
def test_it_is_the_allied_reinforcement_phase_only() -> None:
    now = position({"7ArmDiv": "1107", **SPARE, "2Pz": "1407"}, ARDENNES, turn=4, phasing=ALLIED)
    assert "TG-SEQ-01" in [r.rule for r in now.reasons("split", "7ArmDiv")]


@pytest.mark.rule("tigers", "TG-STK-09", "AMB-121")
def test_any_three_in_a_hex_become_a_division_that_is_split() -> None:
    units = {"7ArmDiv": BROKEN, "10ArmDiv": BROKEN, "3ArmDiv": "810", "9ArmDiv": SUBSTITUTES}
    commands = {"9ArmCCA": "1107", "CC1": "1107", "CC2": "1107", "CC3": "1207"}
    now = allies({**units, **commands})
    assert set(now.offered("join")) == {"9ArmCCA", "CC1", "CC2"}
    assert set(now.targets("join", "9ArmCCA CC1 CC2")) == {"7ArmDiv", "10ArmDiv", "9ArmDiv"}
    assert now.refused("join", "9ArmCCA CC1 CC3", "7ArmDiv") == ["TG-STK-09"]
    assert now.refused("join", "CC1 CC2", "7ArmDiv") == ["TG-STK-09"]
    assert now.refused("join", "9ArmCCA CC1 CC2", "3ArmDiv") == ["AMB-121"]
    after = now.act("join", "9ArmCCA CC1 CC2", "10ArmDiv")
    assert after["10ArmDiv"].at == "1107"
    assert not after["10ArmDiv"].disrupted
    assert {after[uid].at for uid in ("9ArmCCA", "CC1", "CC2")} == {SUBSTITUTES}


@pytest.mark.rule("tigers", "AMB-121", "TG-STK-10")
def test_the_ninth_comes_from_its_own_commands_disrupted_if_any_is() -> None:
    units = {"9ArmDiv": SUBSTITUTES, "9ArmCCA": "1107", "9ArmCCB": "1107"}
    now = allies({**units, "9ArmCCR": {"at": "1107", "disrupted": True}})
    now = now.act("join", "9ArmCCA 9ArmCCB 9ArmCCR", "9ArmDiv")
    assert now["9ArmDiv"].disrupted
    assert not now["9ArmCCR"].disrupted


@pytest.mark.rule("tigers", "TG-STK-10")
def test_named_commands_serve_as_substitutes() -> None:
    boxes = {"9ArmCCA": SUBSTITUTES, "9ArmCCB": SUBSTITUTES, "9ArmCCR": SUBSTITUTES}
    now = allies({"7ArmDiv": "1107", **boxes}).act("split", "7ArmDiv")
    assert {now[uid].at for uid in boxes} == {"1107"}


@pytest.mark.rule("tigers", "TG-STK-08")
def test_the_entry_a_division_has_paid_for_stays_paid() -> None:
    now = allies({"3ArmDiv": "#due/4", **SPARE}).act("enter", "3ArmDiv", "711").act("split", "3ArmDiv")
    assert {now[uid].spent for uid in SPARE} == {3}


def test_germans_are_not_asked_about_it() -> None:
    now = position({"2Pz": "1407", **SPARE, "7ArmDiv": "1107"}, ARDENNES, phase="reinforcements", turn=4)
    assert now.step == (GERMAN, "movement")


def test_only_arrivals_are_left_undone_when_the_phase_is_ended() -> None:
    now = allies({"7ArmDiv": "1107", "3ArmDiv": "#due/4", **SPARE})
    (check,) = now.seat.checklist()
    assert (check.kind, check.units) == ("unit", ("3ArmDiv",))
    assert now.act("enter", "3ArmDiv", "810").seat.checklist() == ()


@pytest.mark.rule("tigers", "TG-STK-08", "TG-STK-09", "TG-SEQ-09")
def test_the_other_player_neither_splits_nor_joins_them() -> None:
    """In the reinforcement phase of the Germans, with everything at hand that it takes, they are offered neither, and refused both."""
    three = {"9ArmCCA": "1007", "CC4": "1007", "CC5": "1007"}
    units = {"3PzGr": "#due/2", "7ArmDiv": "1107", "10ArmDiv": BROKEN, **three, **SPARE}
    now = position(units, ARDENNES, phase="reinforcements", turn=2)
    assert now.step == (GERMAN, "reinforcements")
    assert now.verbs == ("enter", "end")
    assert now.refused("split", "7ArmDiv") == ["TG-STK-08"]
    assert set(now.refused("join", "9ArmCCA CC4 CC5", "10ArmDiv")) == {"TG-STK-09"}
    assert now.sentence("split", "7ArmDiv") == "7th Armored Division is not yours."


@pytest.mark.rule("tigers", "TG-STK-08")
def test_it_is_not_offered_while_too_few_are_spare() -> None:
    """Another decision keeps the phase open: an arrival."""
    units = {"7ArmDiv": "1107", "3ArmDiv": "#due/4", "CC1": SUBSTITUTES, "CC2": SUBSTITUTES}
    now = allies(units)
    assert now.offered("split") == ()
    assert allies({**units, "CC3": SUBSTITUTES}).offered("split") == ("7ArmDiv",)
