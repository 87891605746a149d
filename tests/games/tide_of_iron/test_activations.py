"""TI-ACT-06..18 and rulings B-OPF-11, B-OPF-13: Fire and Movement, Assault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hexbench.games.tide_of_iron.decks import Effect, Modify
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle
from tests.games.tide_of_iron.moves import TWO, shoot

MG = {"regular": 2, "mg": 1}
MORTAR = {"regular": 2, "mortar": 1}


def front(more: Mapping[str, Any] | None = None, **state: Any) -> field.Situation:
    """An American squad and a tank in C5 and D5, a German squad in C8."""
    units = {
        "a1": squad("C5"),
        "a9": squad("A1"),
        "av1": vehicle("D5", "m4a1_sherman", "american"),
        "g1": squad("C8", "german"),
        "g9": squad("N12", "german"),
        **(more or {}),
    }
    return field.position(units, mission=TWO, **state)


@pytest.mark.rule("tide_of_iron", "TI-ACT-06")
@pytest.mark.rule("tide_of_iron", "TI-ACT-07")
def test_move_then_attack_or_attack_then_move_each_once() -> None:
    moved = front().act("fire_move", "a1", "C6").act("stop")
    assert moved.step == ("american", "fire_and_movement")
    assert moved.refused("march", "a1", "C7")[0] == "TI-ACT-07"
    assert moved.verbs == ("engage", "end_action")
    fired = moved.act("engage", "a1", "g1").act("roll", numbers=(1, 1))
    assert fired["a1"].token == "fatigued"
    assert fired["a1"].at == "C6"
    first = (
        front().act("activate", "a1", how="fire_move").act("engage", "a1", "g1").act("roll", numbers=(1, 1))
    )
    assert first.step == ("american", "fire_and_movement")
    assert first["a1"].token == "", "it still has to move"
    assert first.verbs == ("march", "march_here", "end_action")
    assert first.refused("engage", "a1", "g1")[0] == "TI-ACT-06"
    after = first.act("march", "a1", "C2")
    assert (after["a1"].at, after["a1"].token) == ("C2", "fatigued")
    moving = front().act("fire_move", "a1", "C6")
    assert moving.refused("engage", "a1", "g1") == ["TI-SEQ-01", "TI-ACT-07"], "not in the middle of a move"


@pytest.mark.rule("tide_of_iron", "TI-ACT-08")
@pytest.mark.rule("tide_of_iron", "TI-ACT-09")
@pytest.mark.rule("tide_of_iron", "TI-ACT-13")
def test_squads_lose_one_point_and_vehicles_two_whether_they_fire_or_not() -> None:
    now = front()
    assert "C2" in now.targets("fire_move", "a1")
    assert now.refused("fire_move", "a1", "C1") == ["TI-ACT-01"]
    assert now.targets("fire_move", "av1")["D1"].cost == 48
    assert now.act("activate", "av1", how="fire_move").act("march_here").seat.step.left == 48
    assert now.act("activate", "a1", how="fire_move").act("march_here").seat.step.left == 36


@pytest.mark.rule("tide_of_iron", "TI-ACT-10")
def test_the_attack_is_at_half_strength() -> None:
    now = front().act("activate", "a1", how="fire_move").act("engage", "a1", "g1")
    assert len(now.act("roll", numbers=(1, 1)).numbers) == 2, "4 regulars: 4, halved"


@pytest.mark.rule("tide_of_iron", "TI-ACT-11")
def test_no_long_range() -> None:
    now = front({"g1": squad("C10", "german")}).act("activate", "a1", how="fire_move")
    assert now.offered("engage") == ()
    assert "TI-ACT-11" in now.refused("engage", "a1", "g1")
    assert "g1" in front({"g1": squad("C10", "german")}).targets("fire", "a1")


@pytest.mark.rule("tide_of_iron", "TI-ACT-12")
def test_nobody_supports() -> None:
    now = front({"a2": squad("C6")}).act("activate", "a1", how="fire_move").act("engage", "a1", "g1")
    assert now.offered("support") == ()
    assert "TI-ACT-12" in now.refused("support", "a2")


@pytest.mark.rule("tide_of_iron", "TI-ACT-14")
@pytest.mark.rule("tide_of_iron", "TI-ACT-18")
@pytest.mark.rule("tide_of_iron", "TI-ABL-06")
@pytest.mark.parametrize(
    "figures",
    [MG, pytest.param(MORTAR, marks=pytest.mark.rule("tide_of_iron", "TI-ABL-09"))],
    ids=["mg", "mortar"],
)
def test_squads_with_heavy_weapons_only_advance(figures: dict[str, int]) -> None:
    now = front({"a1": squad("C5", figures=figures)})
    assert "C6" in now.targets("advance", "a1")
    assert now.refused("fire_move", "a1", "C6") == ["TI-ACT-14"]
    assert now.refused("assault", "a1", "C6") == ["TI-ACT-18"]
    assert now.hows("activate", "a1") == {"advance"}


@pytest.mark.rule("tide_of_iron", "TI-ACT-17")
def test_vehicles_do_not_assault() -> None:
    now = front()
    assert now.refused("assault", "av1", "D6") == ["TI-ACT-17"]
    assert now.refused("activate", "av1", how="assault") == ["TI-ACT-17"]
    assert now.hows("activate", "av1") == {"advance", "fire_move"}


@pytest.mark.rule("tide_of_iron", "TI-ACT-15")
@pytest.mark.rule("tide_of_iron", "TI-ACT-16")
def test_an_assault_moves_with_a_point_less_and_then_attacks() -> None:
    now = front()
    assert now.refused("assault", "a1", "C1") == ["TI-ACT-01"]
    there = now.act("assault", "a1", "C7").act("stop")
    assert there.seat.prompt.step == "assault_draft"
    assert there["a1"].token == ""
    declined = there.act("decline_assault")
    assert declined["a1"].token == "fatigued"
    away = now.act("assault", "a1", "C2")
    assert away["a1"].token == "fatigued", "nobody there to assault"
    assert now.act("activate", "a1", how="assault").seat.step.left == 36


@pytest.mark.rule("tide_of_iron", "B-OPF-11")
def test_a_unit_stopped_on_the_move_loses_its_attack() -> None:
    watcher = {"g1": squad("C8", "german", token="op_fire"), "g2": squad("D9", "german")}
    now = front(watcher).act("fire_move", "a1", "C6")
    now = shoot(now, "g1", (6, 6, 1, 1))
    assert now["a1"].token == "fatigued"
    assert now.seat.prompt.step == "turn"
    missed = shoot(front(watcher).act("fire_move", "a1", "C6"), "g1", (1, 1, 1, 1)).act("stop")
    assert missed.offered("engage") == ("a1",)


@pytest.mark.rule("tide_of_iron", "B-OPF-13")
@pytest.mark.rule("tide_of_iron", "TI-ASL-05")
def test_no_assault_after_fatigue_mines_or_wire() -> None:
    watcher = {"g1": squad("C7", "german", token="op_fire")}
    now = shoot(front(watcher).act("assault", "a1", "C6"), "g1", (6, 6, 1, 1))
    assert now.seat.prompt.step == "turn"
    assert now["a1"].condition == "pinned"
    near = {"g1": squad("C7", "german")}
    wired = front(near, works={"C6": {"razor_wire": True}}).act("assault", "a1", "C6")
    assert wired.seat.prompt.step == "turn"
    mined = front(near, works={"C6": {"minefield": True}}).act("assault", "a1", "C6", numbers=(1, 1, 1, 1))
    assert mined.seat.prompt.step == "turn"
    engineer = {"g1": squad("C7", "german"), "a1": squad("C5", specialization="engineer")}
    through = front(engineer, works={"C6": {"razor_wire": True}}).act("assault", "a1", "C6").act("stop")
    assert through.seat.prompt.step == "turn", "engineers have entered wire all the same"


@pytest.mark.rule("tide_of_iron", "TI-MOV-01")
def test_a_move_may_begin_in_place() -> None:
    now = front({"a1": squad("C5")}, works={"C5": {"entrenchment": 1}})
    inside = (
        now.act("activate", "a1", how="fire_move")
        .act("march_here")
        .act("enter_fort", "a1", how="entrenchment")
    )
    assert inside["a1"].shelter == "entrenchment"
    done = inside.act("stop").act("end_action")
    assert done["a1"].token == "fatigued"
    assert now.refused("activate", "a1") == ["TI-SEQ-05"]


@pytest.mark.rule("tide_of_iron", "TI-SEQ-08")
def test_fatigued_units_and_units_in_op_fire_mode_are_not_activated() -> None:
    now = front({"a1": squad("C5", token="fatigued"), "a2": squad("E5", token="op_fire")})
    for uid, to in (("a1", "C6"), ("a2", "E6")):
        for verb in ("advance", "fire_move", "assault"):
            assert now.refused(verb, uid, to) == ["TI-SEQ-08"]
    assert now.refused("prepare", "a1") == ["TI-SEQ-08"]
    assert now.refused("advance", "g1", "C7")[0] == "TI-SEQ-03"


def pressed_on(now: field.Situation, *units: str) -> field.Situation:
    """Press the Attack has been played on these units."""
    press = now.rules.card("mo-press").ops[0]
    assert isinstance(press, Modify)
    return now.swapped(
        effects=tuple(Effect(card="mo-press", side="american", change=press, units=(x,)) for x in units)
    )


@pytest.mark.rule("tide_of_iron", "M-05")
def test_points_from_a_card_are_used_up_with_the_activation() -> None:
    now = front()
    pressed = pressed_on(now, "a1")
    assert "I5" not in now.targets("advance", "a1")
    assert pressed.targets("advance", "a1")["I5"].cost == 72
    after = pressed.act("advance", "a1", "B2").act("stop")
    assert after.state.effects == ()


@pytest.mark.rule("tide_of_iron", "M-05", "TI-ACT-03", "TI-ACT-21", "TI-SPC-15")
def test_points_from_a_card_are_used_up_with_an_activation_that_does_not_move() -> None:
    medic = squad("C5", figures={"regular": 3}, specialization="medic", lost=1)
    now = pressed_on(front({"a1": medic, "a2": squad("D5"), "av1": squad("E5")}), "a1", "a2")
    (left,) = now.act("heal", "a1", "a1", numbers=(1,)).state.effects
    assert left.units == ("a2",)
    (left,) = now.act("fatigue", "a1").state.effects
    assert left.units == ("a2",)
    fired = now.act("fire", "a1", "g1").act("support", "a2").act("roll", numbers=(1, 1, 1, 1, 1))
    assert (fired["a1"].token, fired["a2"].token) == ("fatigued", "fatigued")
    (left,) = fired.state.effects
    assert left.units == ("a2",), "who supports is not activated"


@pytest.mark.rule("tide_of_iron", "TI-ACT-06")
def test_after_the_move_nobody_is_asked_about_an_attack_that_cannot_be_made() -> None:
    now = front({"g1": squad("N10", "german")})
    assert now.act("fire_move", "a1", "C2")["a1"].token == "fatigued"
    assert front().act("fire_move", "a1", "C7").act("stop").step == ("american", "fire_and_movement")
