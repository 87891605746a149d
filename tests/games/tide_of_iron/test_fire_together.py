"""TI-CF, TI-OPF, TI-ACT, TI-CON, TI-CNC: who may fire when, who may support whom, and who is fatigued by it."""

from __future__ import annotations

import pytest

from hexbench.engine.events import Declared, Revealed
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.shots import (
    AMERICAN,
    GERMAN,
    aim,
    black,
    duel,
    hit,
    rules_of,
    squad,
    top,
    vehicle,
    why,
    wins,
)

RALLY = {"officer": 1, "regular": 3}


@pytest.mark.rule("tide_of_iron", "TI-ACT-03")
@pytest.mark.rule("tide_of_iron", "TI-ATK-09")
def test_a_concentrated_attack_is_one_action_of_one_fresh_unit() -> None:
    now = duel(squad("C5"), squad("C7", GERMAN), {"a2": squad("D5", token="fatigued"), "a3": squad("C4")})
    assert now.offered("fire") == ("a1", "a3")
    assert now.refused("fire", "a2", "g1") == ["TI-SEQ-08"]
    left = top(now).left
    now = hit(now.act("fire", "a1", "g1"), 0)
    assert now["a1"].token == "fatigued"
    assert now["a1"].at == "C5"
    assert top(now).left == left - 1


@pytest.mark.rule("tide_of_iron", "TI-ACT-04")
@pytest.mark.rule("tide_of_iron", "TI-CF-02")
@pytest.mark.rule("tide_of_iron", "TI-CF-06")
def test_fresh_friends_support_and_are_fatigued_with_the_leader() -> None:
    more = {
        "a2": squad("D5"),
        "a3": squad("D4", token="fatigued"),
        "a4": squad("C4", token="op_fire"),
        "a5": squad("B5"),
        "g2": squad("D7", GERMAN),
    }
    now = duel(squad("C5"), squad("C7", GERMAN), more).act("fire", "a1", "g1")
    assert now.offered("support") == ("a2", "a5")
    assert now.refused("support", "a3") == ["TI-CF-02"]
    assert now.refused("support", "a4") == ["TI-CF-02"]
    assert now.refused("support", "a1") == ["TI-CF-02"]
    assert now.refused("support", "g2")[0] == "TI-CF-02"
    now = now.act("support", "a2").act("support", "a5").act("dismiss", "a5")
    assert black(now) == 4 + 2
    now = hit(now, 0)
    assert [now[x].token for x in ("a1", "a2", "a5")] == ["fatigued", "fatigued", ""]


@pytest.mark.rule("tide_of_iron", "TI-CF-03")
@pytest.mark.rule("tide_of_iron", "TI-CF-02")
def test_a_supporter_needs_range_and_sight_of_its_own() -> None:
    rules = field.spotted({"D6": "w0", "E6": "w0", "F6": "w0"})
    more = {"a2": squad("G5"), "a3": squad("N12")}
    now = aim(duel(squad("C5"), squad("C7", GERMAN), more, rules=rules))
    assert now.refused("support", "a2") == ["TI-LOS-01"]
    assert now.refused("support", "a3")[0] == "TI-RNG-06"


@pytest.mark.rule("tide_of_iron", "TI-CF-01")
@pytest.mark.rule("tide_of_iron", "TI-ACT-12")
@pytest.mark.rule("tide_of_iron", "TI-ACT-11")
def test_nobody_supports_fire_and_movement_and_it_reaches_no_further_than_its_range() -> None:
    now = duel(squad("C5"), squad("C7", GERMAN), {"a2": squad("D5"), "g2": squad("C10", GERMAN)})
    drafted = aim(now, kind="fire_move")
    assert drafted.offered("support") == ()
    assert drafted.refused("support", "a2") == ["TI-ACT-12"]
    assert why(now, "a1", "g2", "fire_move") == ["TI-ACT-11"]
    assert why(now, "a1", "g2") == []


@pytest.mark.rule("tide_of_iron", "TI-ACT-11")
@pytest.mark.rule("tide_of_iron", "TI-ACT-10")
def test_on_the_move_only_the_figures_in_normal_range_fire_at_half() -> None:
    """Five hexes: machine guns reach, riflemen would fire at long range."""
    now = aim(duel(squad("C1", figures={"regular": 2, "mg": 1}), squad("C6", GERMAN)), kind="fire_move")
    assert (black(now), wins(now)) == (2, (5, 6))
    assert now.refused("take_figure", "a1", "regular") == ["TI-ACT-11"]
    after = hit(now, 0)
    assert after["a1"].fresh, "it may still have to move (T8)"


# ---- op fire ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-OPF-01")
@pytest.mark.rule("tide_of_iron", "TI-OPF-03")
@pytest.mark.rule("tide_of_iron", "B-OPF-5")
@pytest.mark.rule("tide_of_iron", "TI-OPF-04")
def test_op_fire_is_for_units_in_op_fire_mode_alone() -> None:
    more = {
        "g2": squad("D7", GERMAN, token="op_fire"),
        "g3": squad("D8", GERMAN),
        "g4": squad("C8", GERMAN, token="fatigued"),
    }
    now = duel(squad("C5"), squad("C7", GERMAN, token="op_fire"), more)
    assert why(now, "g3", "a1", "op_fire") == ["TI-OPF-01"]
    drafted = aim(now, "g1", "a1", "op_fire")
    assert drafted.offered("support") == ("g2",)
    assert drafted.refused("support", "g3") == ["TI-OPF-03"]
    assert drafted.refused("support", "g4") == ["TI-OPF-03"]
    after = hit(drafted.act("support", "g2"), 0)
    assert [after[x].token for x in ("g1", "g2", "g3")] == ["fatigued", "fatigued", ""]


@pytest.mark.rule("tide_of_iron", "TI-OPF-01")
def test_op_fire_needs_range_and_sight() -> None:
    rules = field.spotted({"C6": "w0"})
    more = {"g2": squad("N12", GERMAN, token="op_fire")}
    now = duel(squad("C5"), squad("C7", GERMAN, token="op_fire"), more, rules=rules)
    assert why(now, "g1", "a1", "op_fire") == ["TI-LOS-01"]
    assert "TI-RNG-06" in why(now, "g2", "a1", "op_fire")


@pytest.mark.rule("tide_of_iron", "TI-ABL-07")
@pytest.mark.rule("tide_of_iron", "TI-ABL-08")
@pytest.mark.rule("tide_of_iron", "B-OPF-7")
def test_machine_guns_alone_keep_op_fire_but_not_twice_at_the_same_unit() -> None:
    guns = squad("C9", GERMAN, {"regular": 2, "mg": 1}, token="op_fire")
    now = duel(squad("C5"), guns, {"a2": squad("D5")})
    first = aim(now, "g1", "a1", "op_fire")
    assert black(first) == 6
    with_rifles = hit(first, 0)
    assert with_rifles["g1"].token == "fatigued"
    alone = hit(first.act("drop_figure", "g1", "regular").act("drop_figure", "g1", "regular"), 0)
    assert (alone["g1"].token, alone["g1"].fired_at) == ("op_fire", ("a1",))
    assert why(alone, "g1", "a1", "op_fire") == ["TI-ABL-08"]
    assert why(alone, "g1", "a2", "op_fire") == []
    again = aim(alone, "g1", "a2", "op_fire")
    twice = hit(again.act("drop_figure", "g1", "regular").act("drop_figure", "g1", "regular"), 0)
    assert (twice["g1"].token, twice["g1"].fired_at) == ("op_fire", ("a1", "a2"))


@pytest.mark.rule("tide_of_iron", "B-OPF-7")
def test_a_supporting_machine_gun_keeps_op_fire_too_and_a_concentrated_one_is_fatigued() -> None:
    more = {"g2": squad("D8", GERMAN, {"mg": 1}, token="op_fire")}
    now = duel(squad("C5"), squad("C9", GERMAN, token="op_fire"), more)
    after = hit(aim(now, "g1", "a1", "op_fire").act("support", "g2"), 0)
    assert (after["g1"].token, after["g2"].token) == ("fatigued", "op_fire")
    turn = duel(squad("C5", figures={"mg": 1}), squad("C9", GERMAN))
    assert hit(aim(turn), 0)["a1"].token == "fatigued"


@pytest.mark.rule("tide_of_iron", "TI-ABL-14")
def test_mortars_take_no_part_in_op_fire() -> None:
    now = duel(squad("C5"), squad("C8", GERMAN, {"regular": 1, "mortar": 1}, token="op_fire"))
    drafted = aim(now, "g1", "a1", "op_fire")
    assert black(drafted) == 1
    assert drafted.refused("take_figure", "g1", "mortar") == ["TI-ABL-14"]
    only = duel(squad("C5"), squad("C8", GERMAN, {"mortar": 2}, token="op_fire"))
    assert why(only, "g1", "a1", "op_fire") == ["TI-ABL-09"]
    assert why(only, "g1", "C5", "op_fire")[-1] == "TI-ABL-14"


# ---- conditions ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-CON-02")
@pytest.mark.rule("tide_of_iron", "TI-CON-04")
@pytest.mark.rule("tide_of_iron", "TI-CON-05")
def test_pinned_squads_do_not_fire_but_by_rally_disrupted_ones_never() -> None:
    more = {"a2": squad("D5", figures={"officer": 1}), "a3": squad("D5", condition="disrupted")}
    now = duel(squad("C5", condition="pinned"), squad("C7", GERMAN), more)
    assert now.refused("fire", "a1", "g1") == ["TI-CON-04"]
    assert now.refused("fire", "a3", "g1") == ["TI-CON-05"]
    for kind in ("op_fire", "fire_move"):
        assert "TI-CON-02" in why(now, "a1", "g1", kind)
    drafted = aim(now, "a2")
    assert drafted.refused("support", "a1") == ["TI-CON-02"]
    assert drafted.refused("support", "a3") == ["TI-CON-05"]


@pytest.mark.rule("tide_of_iron", "TI-ABL-03")
@pytest.mark.rule("tide_of_iron", "TI-CON-04")
@pytest.mark.rule("tide_of_iron", "B-CON-2")
@pytest.mark.rule("tide_of_iron", "TI-ABL-14")
def test_an_officer_in_the_hex_rallies_a_fresh_pinned_squad_to_one_attack_at_half() -> None:
    more = {"a2": squad("C5", figures={"officer": 1}), "a3": squad("D5", figures={"regular": 2})}
    now = duel(squad("C5", condition="pinned"), squad("C7", GERMAN), more)
    drafted = now.act("fire", "a1", "g1")
    assert black(drafted) == 2
    assert rules_of(drafted)["TI-CON-04"] == -2
    assert drafted.offered("support") == ("a2", "a3")
    drafted = drafted.act("support", "a3")
    assert black(drafted) == 2 + 1
    after = hit(drafted, 1)
    assert (after["a1"].condition, after["a1"].token, after["g1"].men) == ("pinned", "fatigued", 3)
    tired = duel(squad("C5", condition="pinned", token="fatigued"), squad("C7", GERMAN), more)
    assert tired.refused("fire", "a1", "g1") == ["TI-SEQ-08"]


@pytest.mark.rule("tide_of_iron", "B-CON-1")
@pytest.mark.parametrize("condition", ["pinned", "disrupted"])
def test_an_officer_works_for_his_own_squad_and_when_pinned_or_disrupted(condition: str) -> None:
    own = duel(squad("C5", figures=RALLY, condition="pinned"), squad("C7", GERMAN))
    assert own.offered("fire") == ("a1",)
    more = {"a2": squad("C5", figures={"officer": 1}, condition=condition)}
    helped = duel(squad("C5", condition="pinned"), squad("C7", GERMAN), more)
    assert "a1" in helped.offered("fire")


@pytest.mark.rule("tide_of_iron", "B-CON-1")
def test_an_officer_in_a_vehicle_or_of_the_enemy_is_no_help() -> None:
    more = {
        "a2": squad("#aboard/av1", figures={"officer": 1}),
        "av1": vehicle("C5", "m3a1_halftrack", AMERICAN),
    }
    now = duel(squad("C5", condition="pinned"), squad("C7", GERMAN), more)
    assert now.refused("fire", "a1", "g1") == ["TI-CON-04"]


# ---- concealment -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-CNC-02")
def test_a_concealed_squad_cannot_be_fired_at() -> None:
    rules = field.spotted({"C7": "w0"})
    now = duel(squad("C5"), squad("C7", GERMAN, concealed=True), {"g2": squad("C8", GERMAN)}, rules=rules)
    assert now.refused("fire", "a1", "g1") == ["TI-CNC-02"]


@pytest.mark.rule("tide_of_iron", "TI-CNC-05")
@pytest.mark.parametrize("concealment", ["text", "hidden"])
def test_who_fires_or_supports_is_concealed_no_longer(concealment: str) -> None:
    rules = field.spotted({"C5": "w0", "D5": "w0"}, concealment=concealment)
    more = {"a2": squad("D5", concealed=True), "a3": squad("D5", concealed=True)}
    handles = {"ah1": "a1", "ah2": "a2", "ah3": "a3"} if concealment == "hidden" else {}
    now = duel(squad("C5", concealed=True), squad("C7", GERMAN), more, rules=rules, handles=handles)
    drafted = now.act("fire", "a1", "g1").act("support", "a2")
    assert drafted["a1"].concealed
    after = hit(drafted, 0)
    assert [after[x].concealed for x in ("a1", "a2", "a3")] == [False, False, True]
    seen = [told.to(GERMAN) for told in after.outcome.told]
    names = [e.ref for e in seen if isinstance(e, Revealed)]
    declared = next(e for e in seen if isinstance(e, Declared))
    assert declared.refs == ("a1", "a2")
    assert names == ([] if concealment == "text" else ["a1", "a2"])
