"""17.3 and 17.4: who may not stand together, and what becomes of those who do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    battalion,
    commando,
    country,
    foot,
    near,
    position,
)

ROAD = country(roads=(f"{along('3440', '3459')} 3459/E",))


def allied(units: dict[str, Any], turn: str = "21AM", **state: Any) -> Situation:
    """An Allied Movement Phase."""
    return position(units, ROAD, turn=turn, phasing=ALLIED, **state)


def british(at: str, make: Any = foot, **facts: Any) -> dict[str, Any]:
    """A British unit."""
    return dict(make(at, ALLIED, printed={"nationality": "british", "army": "BR"}, **facts))


def american(at: str, nation: str = "us", **facts: Any) -> dict[str, Any]:
    """An American unit, or one that counts as American."""
    return foot(at, ALLIED, printed={"nationality": nation, "army": "1A"}, **facts)


@pytest.mark.rule("iron_tide", "17.3a", "B45")
def test_british_and_americans_may_pass_each_other_but_not_stay_together() -> None:
    now = allied({"b": british("3444"), "a": american("3445")})
    assert "3446" in now.reach("b")  # passing through
    assert now.targets("move", "b")["3445"].rules == ("17.3a",)
    joined = now.move("b", "3445").end()
    assert joined.step == (ALLIED, "joint_stack")
    one = joined.act("eliminate", "b")
    assert one["b"].at == "#eliminated"
    assert one["a"].at == "3445"
    assert one.step[1] != "joint_stack"


@pytest.mark.rule("iron_tide", "17.3a", "B45")
def test_they_may_stand_together_while_the_phase_lasts() -> None:
    now = allied({"b": british("3444"), "a": american("3445")}).move("b", "3445").move("a", "3446")
    assert now.end().step == (ALLIED, "combat")


@pytest.mark.rule("iron_tide", "17.3a", "B45")
@pytest.mark.parametrize("nation", ["belgian", "norwegian"])
def test_minor_allies_count_as_american(nation: str) -> None:
    us = allied({"m": american("3444", nation), "a": american("3445")}).move("m", "3445").end()
    assert us.step == (ALLIED, "combat")
    mixed = allied({"m": american("3444", nation), "b": british("3445")}).move("m", "3445").end()
    assert mixed.step == (ALLIED, "joint_stack")


@pytest.mark.rule("iron_tide", "17.3a", "6.0f")
def test_joint_stacks_are_judged_after_the_reserve_phase_too() -> None:
    units = {"b": british("3444", reserve=True), "a": american("3445")}
    now = position(units, ROAD, turn="21AM", phasing=ALLIED, phase="reserve").move("b", "3445").end()
    assert now.step == (ALLIED, "joint_stack")


@pytest.mark.rule("iron_tide", "17.3b")
def test_those_a_retreat_has_joined_part_as_soon_as_they_can() -> None:
    units = {"b": british("3445"), "a": american("3445")}
    after = position(units, ROAD, turn="21AM", phasing=ALLIED, phase="reserve").end()
    assert after.step == (ALLIED, "engineering")  # spared when the Reserve Phase ends
    stayed = allied(units).end()
    assert stayed.step == (ALLIED, "joint_stack")  # they could have parted in their Movement Phase
    parted = allied(units).move("b", "3446").end()
    assert parted.step == (ALLIED, "combat")


@pytest.mark.rule("iron_tide", "17.3b", "7.3a")
def test_those_who_cannot_leave_may_stay_together() -> None:
    ring = {"g": foot("3547"), "h": foot("3344"), "i": foot("3443")}
    units = {"b": british("3445"), "a": american("3445")}
    free = set(position({**units, **ring}, ROAD, phasing=ALLIED).reach("b"))
    walls = {f"w{n}": battalion(at) for n, at in enumerate(sorted(h for h in free if h in near("3445")))}
    now = position({**units, **ring, **walls}, ROAD, turn="21AM", phasing=ALLIED)
    assert not now.reach("b")
    assert not now.reach("a")
    assert now.end().step == (ALLIED, "combat")


ARMIES = country(roads=(along("3440", "3459"),), army_rule=True)


@pytest.mark.rule("iron_tide", "17.4a")
def test_under_the_army_rule_armies_keep_apart_on_both_sides() -> None:
    first, third = {"army": "1A"}, {"army": "3A"}
    units = {"a": foot("3444", ALLIED, printed=first), "b": foot("3445", ALLIED, printed=third)}
    now = position(units, ARMIES, phasing=ALLIED)
    assert now.targets("move", "a")["3445"].rules == ("17.4a",)
    assert now.move("a", "3445").end().step == (ALLIED, "joint_stack")
    same = {**units, "b": foot("3445", ALLIED, printed=first)}
    assert position(same, ARMIES, phasing=ALLIED).move("a", "3445").end().step == (ALLIED, "combat")
    german = {"a": foot("3444", printed={"army": "5P"}), "b": foot("3445", printed={"army": "6P"})}
    assert position(german, ARMIES).move("a", "3445").end().step == (GERMAN, "joint_stack")
    assert position(german, ROAD).move("a", "3445").end().step != (GERMAN, "joint_stack")


@pytest.mark.rule("iron_tide", "17.4a", "17.3a")
def test_without_the_army_rule_american_armies_mix() -> None:
    units = {
        "a": foot("3444", ALLIED, printed={"army": "1A"}),
        "b": foot("3445", ALLIED, printed={"army": "3A"}),
    }
    assert allied(units).move("a", "3445").end().step == (ALLIED, "combat")


@pytest.mark.rule("iron_tide", "B36", "17.4a")
def test_a_commando_belongs_to_no_army() -> None:
    units = {"c": commando("3444", printed={"army": "6P"}), "b": foot("3445", printed={"army": "5P"})}
    assert position(units, ARMIES).move("c", "3445").end().step != (GERMAN, "joint_stack")


@pytest.mark.rule("iron_tide", "SEQ.DEFAULT", "17.3a")
def test_the_default_gives_up_the_smaller_part_of_a_joint_stack() -> None:
    units = {"b": british("3444"), "a": american("3445"), "a2": american("3445")}
    now = allied(units).move("b", "3445").end()
    default = now.seat.prompt.default
    assert default is not None
    assert default.subject == ("b",)
