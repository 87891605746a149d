"""TI-MOV, TI-STK, TI-ACT-01, TI-ACT-02 and rulings B-MOV-8, B-MOV-11: moving hex by hex."""

from __future__ import annotations

import pytest

from hexbench.engine.events import UnitMoved
from hexbench.engine.values import Action
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle
from tests.games.tide_of_iron.moves import TWO, against, moving, shoot


@pytest.mark.rule("tide_of_iron", "TI-ACT-01")
def test_an_advance_goes_as_far_as_its_points_and_no_farther() -> None:
    now = field.position({"a1": squad("C5"), "g1": squad("N12", "german")})
    reach = now.targets("advance", "a1")
    assert reach["C9"].cost == 48
    assert reach["C9"].via == ("C6", "C7", "C8", "C9")
    assert "C10" not in reach
    assert now.refused("advance", "a1", "C10") == ["TI-ACT-01"]
    then = now.act("advance", "a1", "C9")
    assert then["a1"].at == "C9"
    assert then["a1"].token == "fatigued"
    assert then.step == ("german", "turn")


@pytest.mark.rule("tide_of_iron", "TI-SEQ-07")
@pytest.mark.rule("tide_of_iron", "TI-MOV-01")
def test_a_drag_can_be_gone_on_with_and_stopped() -> None:
    now = field.position({"a1": squad("C5"), "g1": squad("N12", "german")})
    there = now.act("advance", "a1", "C6")
    assert there.step == ("american", "move")
    assert there["a1"].token == ""
    assert there.targets("go", "a1")["C9"].cost == 36
    assert "C10" not in there.targets("go", "a1")
    stopped = there.act("stop")
    assert stopped["a1"].token == "fatigued"
    assert stopped["a1"].at == "C6"
    assert now.refused("go", "a1", "C6") == ["TI-SEQ-01", "TI-MOV-01"]


def test_a_way_of_ones_own_is_kept_and_told_hex_by_hex() -> None:
    now = field.position({"a1": squad("C5"), "g1": squad("N12", "german")})
    there = now.act("advance", "a1", "C7", via="D5 D6 C7")
    assert [e.path for e in there.told(UnitMoved)] == [("C5", "D5"), ("D5", "D6"), ("D6", "C7")]
    assert against(now, "advance", "a1", "C9", "C7 C8 C9") == ["TI-MOV-03"]
    assert against(now, "advance", "a1", "C8", "C6 C7") == ["TI-ACT-01"]
    assert against(now, "advance", "a1", "C7", "D5 E6 E7 D7 C7") == ["TI-ACT-01"]
    assert now.sentence("advance", "a1", "Z9") == "There is no hex Z9."


@pytest.mark.rule("tide_of_iron", "TI-MOV-02")
def test_nobody_enters_or_crosses_a_hex_with_an_enemy() -> None:
    now = field.position(
        {"a1": squad("C5"), "av1": vehicle("D5", "m3a1_halftrack", "american"), "g1": squad("C6", "german")}
    )
    assert "C6" not in now.targets("advance", "a1")
    assert now.refused("advance", "a1", "C6") == ["TI-MOV-02"]
    assert now.refused("advance", "av1", "C6") == ["TI-MOV-02"]
    assert against(now, "advance", "a1", "C7", "C6 C7") == ["TI-MOV-02"]
    assert now.targets("advance", "a1")["C7"].via != ("C6", "C7")


@pytest.mark.rule("tide_of_iron", "TI-MOV-04")
def test_there_is_nothing_beyond_the_whole_hexes_of_the_map() -> None:
    now = field.position({"a1": squad("A1"), "g1": squad("N12", "german")})
    assert set(now.targets("advance", "a1")) <= set(now.rules.atlas.labels)
    assert [r.rule for r in now.reasons("advance", "a1", "A0")] == [now.rules.sequence_rule]


@pytest.mark.rule("tide_of_iron", "B-MOV-8")
def test_there_is_no_guaranteed_minimum_move() -> None:
    rules = field.spotted(dict.fromkeys(("B4", "B5", "C4", "C6", "D4", "D5"), "s0"))
    now = field.position(
        {"gv1": vehicle("C5", "opel_blitz", damage="light"), "a1": squad("N12")}, rules, initiative="german"
    )
    assert now.targets("advance", "gv1") == {}
    assert now.refused("advance", "gv1", "C6") == ["TI-ACT-01"]


@pytest.mark.rule("tide_of_iron", "TI-MOV-11")
@pytest.mark.rule("tide_of_iron", "TI-CON-01")
@pytest.mark.rule("tide_of_iron", "TI-CON-05")
@pytest.mark.rule("tide_of_iron", "TI-ATK-24")
def test_pinned_disrupted_and_heavily_damaged_units_do_not_move() -> None:
    now = field.position(
        {
            "a1": squad("C5", condition="pinned"),
            "a2": squad("D5", condition="disrupted"),
            "a3": squad("E5"),
            "av1": vehicle("F5", "m4a1_sherman", "american", damage="heavy"),
            "g1": squad("N12", "german"),
        }
    )
    assert now.offered("advance") == ("a3",)
    assert now.refused("advance", "a1", "C6") == ["TI-CON-01"]
    assert now.refused("advance", "a2", "D6") == ["TI-CON-05"]
    assert now.refused("advance", "av1", "F6") == ["TI-MOV-11"]
    assert now.refused("fire_move", "av1", "F6") == ["TI-MOV-11"]
    assert now.refused("activate", "a1", how="assault") == ["TI-CON-01"]


@pytest.mark.rule("tide_of_iron", "TI-ATK-23")
def test_light_damage_takes_a_movement_point() -> None:
    now = field.position(
        {"av1": vehicle("C5", "m4a1_sherman", "american", damage="light"), "g1": squad("N12", "german")}
    )
    assert now.targets("advance", "av1")["C10"].cost == 60
    assert "C11" not in now.targets("advance", "av1")


@pytest.mark.rule("tide_of_iron", "TI-ABL-05")
def test_officers_add_one_point_and_only_one() -> None:
    led = {"regular": 2, "officer": 2}
    now = field.position({"a1": squad("C5", figures=led), "a2": squad("E5"), "g1": squad("N12", "german")})
    assert now.targets("advance", "a1")["C10"].cost == 60
    assert "C11" not in now.targets("advance", "a1")
    assert "E10" not in now.targets("advance", "a2")


# ---- stacking
@pytest.mark.rule("tide_of_iron", "TI-STK-01")
@pytest.mark.rule("tide_of_iron", "TI-STK-03")
@pytest.mark.rule("tide_of_iron", "TI-STK-04")
@pytest.mark.rule("tide_of_iron", "B-MOV-11")
def test_a_full_hex_may_be_passed_but_not_stopped_in() -> None:
    full = {f"a{n}": squad("C6") for n in (2, 3, 4)}
    now = field.position({"a1": squad("C5"), **full, "g1": squad("N12", "german")})
    there = now.act("advance", "a1", "C6")
    assert there.step == ("american", "move")
    assert there.refused("stop") == ["TI-STK-04"]
    assert there.seat.prompt.default == Action("go", ("a1",), "B5", "", ("B5",))
    assert there.act("go", "a1", "C7").act("stop")["a1"].at == "C7"
    straight = now.act("advance", "a1", "C7", via="C6 C7")
    assert straight["a1"].at == "C7"


@pytest.mark.rule("tide_of_iron", "TI-STK-04")
@pytest.mark.rule("tide_of_iron", "B-MOV-11")
def test_a_full_hex_is_not_offered_without_a_way_on() -> None:
    rules = field.spotted(dict.fromkeys(("B4", "B5", "B6", "C4", "D4", "D5", "D6"), "f0"))
    full = {f"a{n}": squad("C9") for n in (2, 3, 4)}
    now = field.position({"a1": squad("C5"), **full, "g1": squad("N12", "german")}, rules)
    assert "C8" in now.targets("advance", "a1")
    assert "C9" not in now.targets("advance", "a1")
    assert now.refused("advance", "a1", "C9") == ["TI-STK-04", "B-MOV-11"]
    assert against(now, "advance", "a1", "C9", "C6 C7 C8 C9") == ["TI-STK-04", "B-MOV-11"]


@pytest.mark.rule("tide_of_iron", "TI-STK-02")
@pytest.mark.rule("tide_of_iron", "TI-STK-06")
def test_two_vehicles_fill_a_hex_for_vehicles_and_passengers_do_not_count() -> None:
    now = field.position(
        {
            "av1": vehicle("C6", "gmc_cckw_353", "american"),
            "av2": vehicle("C6", "m4a1_sherman", "american"),
            "av3": vehicle("C5", "m4a1_sherman", "american"),
            "a1": squad("#aboard/av1"),
            "a2": squad("#aboard/av1"),
            "a3": squad("C5"),
            "g1": squad("N12", "german"),
        }
    )
    assert now.act("advance", "av3", "C6").refused("stop") == ["TI-STK-04"]
    joined = now.act("advance", "a3", "C6").act("stop")
    assert joined["a3"].at == "C6"


@pytest.mark.rule("tide_of_iron", "TI-STK-05")
@pytest.mark.rule("tide_of_iron", "B-OPF-6")
@pytest.mark.rule("tide_of_iron", "TI-MOV-06")
def test_who_is_stopped_in_a_full_hex_goes_back_along_its_path() -> None:
    full = {f"a{n}": squad("C7") for n in (2, 3, 4)}
    now = field.position({"a1": squad("C5"), **full, "g1": squad("C9", "german", token="op_fire")})
    first = now.act("advance", "a1", "C8", via="C6 C7 C8")
    assert first.step == ("german", "op_fire")
    second = first.act("hold")
    assert second["a1"].at == "C7"
    after = shoot(second, "g1", (6, 1, 1, 1))
    assert after["a1"].at == "C6"
    assert after["a1"].condition == "pinned"
    assert after["a1"].token == "fatigued"
    assert after.told(UnitMoved)[-1] == UnitMoved("a1", ("C7", "C6"), "back")
    assert after.seat.prompt.step == "turn"


# ---- the end of a move
def test_a_unit_that_can_do_no_more_is_not_asked() -> None:
    now = field.position({"a1": squad("C5"), "g1": squad("N12", "german")})
    assert now.act("advance", "a1", "C9").step == ("german", "turn")


@pytest.mark.rule("tide_of_iron", "TI-ACT-22")
@pytest.mark.rule("tide_of_iron", "TI-SEQ-03")
def test_an_advance_is_one_action() -> None:
    now = field.position({"a1": squad("C5"), "a2": squad("D5"), "g1": squad("N12", "german")}, mission=TWO)
    left = now.seat.step.left
    assert now.act("advance", "a1", "C9").seat.step.left == left - 1


def test_the_way_still_to_go_is_hidden_from_the_other_side() -> None:
    now = field.position({"a1": squad("C5"), "g1": squad("C9", "german", token="op_fire")})
    waiting = now.act("advance", "a1", "C7")
    assert waiting.step == ("german", "op_fire")
    assert moving(waiting, "american").way == ("C7",)
    assert moving(waiting, "german").way == ()
