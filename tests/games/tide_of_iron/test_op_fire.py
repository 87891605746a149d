"""TI-OPF, TI-MOV-05..10, TI-ACT-02, TI-ACT-05 and rulings B-OPF: fire at whoever comes by."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tide_of_iron import opfire
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle
from tests.games.tide_of_iron.moves import TWO, shoot

MG = {"regular": 2, "mg": 1}


def watched(at: str = "C5", figures: dict[str, int] | None = None, **shooter: Any) -> field.Situation:
    """An American squad in ``at`` and a German one in C9 that waits for it; both sides have another squad far away."""
    return field.position(
        {
            "a1": squad(at),
            "a9": squad("A1"),
            "g1": squad("C9", "german", figures, **{"token": "op_fire", **shooter}),
            "g9": squad("N12", "german"),
        }
    )


# ---- who is asked, and when
@pytest.mark.rule("tide_of_iron", "TI-ACT-02")
@pytest.mark.rule("tide_of_iron", "TI-MOV-05")
@pytest.mark.rule("tide_of_iron", "TI-OPF-01")
@pytest.mark.rule("tide_of_iron", "TI-OPF-02")
def test_every_hex_entered_in_range_and_sight_opens_a_window_before_the_move_goes_on() -> None:
    now = watched().act("advance", "a1", "C7")
    assert now.step == ("german", "op_fire")
    assert now["a1"].at == "C6"
    assert now.offered("shoot") == ("g1",)
    now = now.act("hold")
    assert now.step == ("german", "op_fire")
    assert now["a1"].at == "C7"
    now = now.act("hold")
    assert now.step == ("american", "move")


@pytest.mark.rule("tide_of_iron", "TI-OPF-01")
def test_without_range_sight_or_token_nobody_is_asked() -> None:
    assert watched("N1").act("advance", "a1", "N2").step == ("american", "move")
    hidden = field.position(
        {"a1": squad("C5"), "g1": squad("C9", "german", token="op_fire")},
        field.spotted({"C7": "w0", "C8": "w0"}),
    )
    assert hidden.act("advance", "a1", "C6").step == ("american", "move")
    for token in ("", "fatigued"):
        assert watched(token=token).act("advance", "a1", "C6").step == ("american", "move")


@pytest.mark.rule("tide_of_iron", "B-OPF-1")
@pytest.mark.rule("tide_of_iron", "TI-OPF-08")
def test_firing_and_taking_cover_draw_no_fire_but_leaving_cover_does() -> None:
    units = {"a1": squad("C6"), "g1": squad("C9", "german", token="op_fire"), "g9": squad("N12", "german")}
    now = field.position(units, works={"C6": {"entrenchment": 1}}).act("activate", "a1", how="advance")
    inside = now.act("enter_fort", "a1", how="entrenchment")
    assert inside.step == ("american", "move")
    assert inside.act("leave_fort", "a1").step == ("german", "op_fire")
    fired = (
        field.position(units)
        .act("activate", "a1", how="fire_move")
        .act("engage", "a1", "g1")
        .act("roll", numbers=None)
    )
    assert fired.step[1] != "op_fire"


@pytest.mark.rule("tide_of_iron", "TI-MOV-10")
@pytest.mark.rule("tide_of_iron", "B-OPF-3")
def test_one_attack_in_a_hex_even_if_it_misses_and_others_in_later_hexes() -> None:
    now = field.position(
        {
            "a1": squad("C5"),
            "g1": squad("C9", "german", token="op_fire"),
            "g2": squad("D9", "german", token="op_fire"),
            "g9": squad("N12", "german"),
        },
        works={"C6": {"entrenchment": 1}},
    ).act("advance", "a1", "C6")
    now = shoot(now, "g1", (1, 1, 1, 1))
    assert now["g1"].token == "fatigued"
    assert now.step == ("american", "move"), "g2 may not try as well"
    now = now.act("enter_fort", "a1", how="entrenchment").act("leave_fort", "a1")
    assert now.step == ("american", "move"), "the hex has been fired at"
    now = now.act("go", "a1", "C7")
    assert now.step == ("german", "op_fire")
    assert now.offered("shoot") == ("g2",)


@pytest.mark.rule("tide_of_iron", "B-OPF-8")
def test_the_window_waits_until_the_dice_fall_and_closes_with_one_no() -> None:
    now = watched().act("advance", "a1", "C6")
    back = now.act("shoot", "g1").act("cancel_attack")
    assert back.step == ("german", "op_fire")
    assert back["g1"].token == "op_fire"
    assert back.act("hold").step == ("american", "move")


@pytest.mark.rule("tide_of_iron", "B-OPF-4")
def test_range_is_counted_to_the_hex_just_entered() -> None:
    now = watched("C2").act("advance", "a1", "C3")
    assert now.step == ("german", "op_fire"), "6 hexes: long range"
    assert watched("B1").act("advance", "a1", "B2").step == ("german", "op_fire")
    far = field.position(
        {"a1": squad("A1"), "g1": squad("K8", "german", token="op_fire"), "g9": squad("N12", "german")}
    )
    assert far.rules.atlas.distance("B1", "K8") > 2 * 4
    assert far.act("advance", "a1", "B1").step == ("american", "move")


# ---- what it does
@pytest.mark.rule("tide_of_iron", "TI-MOV-06")
@pytest.mark.rule("tide_of_iron", "TI-OPF-06")
@pytest.mark.rule("tide_of_iron", "TI-CON-07")
def test_a_squad_pinned_on_the_move_is_fatigued_and_stops() -> None:
    now = shoot(watched().act("advance", "a1", "C7"), "g1", (6, 6, 1, 1))
    assert (now["a1"].at, now["a1"].condition, now["a1"].token) == ("C6", "pinned", "fatigued")
    assert now.seat.prompt.step == "turn"
    worse = shoot(watched().act("advance", "a1", "C7"), "g1", (6, 6, 6, 1))
    assert (worse["a1"].condition, worse["a1"].token) == ("disrupted", "fatigued")


@pytest.mark.rule("tide_of_iron", "TI-MOV-08")
def test_without_hits_it_goes_on() -> None:
    now = shoot(watched().act("advance", "a1", "C7"), "g1", (1, 2, 3, 4))
    assert now["a1"].at == "C7"
    assert now["a1"].token == ""


@pytest.mark.rule("tide_of_iron", "TI-MOV-09")
def test_figures_lost_do_not_stop_a_squad() -> None:
    now = shoot(watched().act("advance", "a1", "C7"), "g1", (6, 6, 1, 1), "normal")
    assert now["a1"].men == 2
    assert now["a1"].at == "C7"
    assert now.step == ("american", "move")


def test_a_squad_that_is_wiped_out_on_the_move_ends_the_action() -> None:
    now = field.position(
        {
            "a1": squad("C5", figures={"regular": 1}),
            "a9": squad("A1"),
            "g1": squad("C9", "german", token="op_fire"),
            "g9": squad("N12", "german"),
        }
    )
    now = shoot(now.act("advance", "a1", "C7"), "g1", (6, 6, 1, 1), "normal")
    assert now["a1"].at == "#destroyed"
    assert now.seat.prompt.step == "turn"


@pytest.mark.rule("tide_of_iron", "TI-MOV-07")
def test_a_damaged_vehicle_is_fatigued_and_stops() -> None:
    now = field.position(
        {
            "av1": vehicle("C5", "m3a1_halftrack", "american"),
            "a9": squad("A1"),
            "gv1": vehicle("C9", "panzer_iv", token="op_fire"),
            "g9": squad("N12", "german"),
        }
    ).act("advance", "av1", "C7")
    now = shoot(now, "gv1", (6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), "normal")
    assert (now["av1"].at, now["av1"].damage, now["av1"].token) == ("C6", "light", "fatigued")


@pytest.mark.rule("tide_of_iron", "TI-ABL-15")
@pytest.mark.rule("tide_of_iron", "B-ATK-7")
def test_a_sturdy_tank_goes_on_with_a_point_less_but_not_when_hit_again() -> None:
    now = field.position(
        {
            "av1": vehicle("C4", "m4a1_sherman", "american"),
            "a9": squad("A1"),
            "gv1": vehicle("C10", "panzer_iv", token="op_fire"),
            "gv2": vehicle("D10", "panzer_iv", token="op_fire"),
            "g9": squad("N12", "german"),
        }
    ).act("advance", "av1", "C5")
    now = shoot(now, "gv1", (6, *(1,) * 9, *(1,) * 4), "normal")
    assert (now["av1"].damage, now["av1"].token) == ("light", "")
    assert now.step == ("american", "move")
    assert now.seat.step.left == 4 * 12, "6 less the step less 1"
    now = shoot(now.act("go", "av1", "C6"), "gv2", (6, *(1,) * 9, *(1,) * 3), "normal")
    assert (now["av1"].at, now["av1"].damage, now["av1"].token) == ("C6", "heavy", "fatigued")


# ---- who shoots
@pytest.mark.rule("tide_of_iron", "TI-OPF-03")
@pytest.mark.rule("tide_of_iron", "B-OPF-5")
@pytest.mark.rule("tide_of_iron", "TI-OPF-04")
def test_only_friends_in_op_fire_mode_support_and_all_are_fatigued() -> None:
    now = field.position(
        {
            "a1": squad("C5"),
            "a9": squad("A1"),
            "g1": squad("C9", "german", token="op_fire"),
            "g2": squad("D8", "german", token="op_fire"),
            "g3": squad("B8", "german"),
            "g9": squad("N12", "german"),
        }
    ).act("advance", "a1", "C6")
    draft = now.act("shoot", "g1")
    assert draft.offered("support") == ("g2",)
    assert "TI-OPF-03" in draft.refused("support", "g3")
    after = draft.act("support", "g2").act("roll", numbers=(1, 1, 1, 1, 1, 1))
    assert (after["g1"].token, after["g2"].token, after["g3"].token) == ("fatigued", "fatigued", "")


@pytest.mark.rule("tide_of_iron", "TI-OPF-05")
@pytest.mark.rule("tide_of_iron", "TI-OPF-07")
@pytest.mark.rule("tide_of_iron", "TI-CON-08")
def test_pinned_squads_are_not_in_op_fire_mode_and_cannot_be_put_in_it() -> None:
    now = field.position(
        {
            "a1": squad("C8"),
            "a2": squad("C5", condition="pinned"),
            "g1": squad("C9", "german", token="op_fire"),
            "g9": squad("N12", "german"),
        }
    )
    assert now.refused("prepare", "a2") == ["TI-CON-08"]
    now = now.act("fire", "a1", "g1").act("attack_type", to="suppressive").act("roll", numbers=(6, 6, 1, 1))
    assert (now["g1"].condition, now["g1"].token) == ("pinned", "fatigued")


@pytest.mark.rule("tide_of_iron", "TI-ACT-05")
@pytest.mark.rule("tide_of_iron", "TI-SEQ-08")
@pytest.mark.rule("tide_of_iron", "B-OPF-12")
def test_preparing_puts_the_token_and_only_on_units_that_can_use_it() -> None:
    now = field.position(
        {
            "a1": squad("C5"),
            "a2": squad("D5", figures={"mortar": 2}),
            "a3": squad("#aboard/av1"),
            "a4": squad("E5", figures={"regular": 2, "mortar": 1}),
            "av1": vehicle("F5", "gmc_cckw_353", "american"),
            "av2": vehicle("F5", "m4a1_sherman", "american"),
            "g1": squad("N12", "german"),
        },
        mission=TWO,
    )
    assert now.offered("prepare") == ("a1", "a4", "av2")
    assert now.refused("prepare", "a2") == ["B-OPF-12"]
    assert now.refused("prepare", "a3") == ["B-OPF-12"]
    assert now.refused("prepare", "av1") == ["B-OPF-12"]
    after = now.act("prepare", "a1")
    assert after["a1"].token == "op_fire"
    assert after.seat.step.left == 1
    assert after.refused("advance", "a1", "C6")[0] == "TI-SEQ-08"


@pytest.mark.rule("tide_of_iron", "TI-ABL-07")
@pytest.mark.rule("tide_of_iron", "TI-ABL-08")
@pytest.mark.rule("tide_of_iron", "B-OPF-7")
def test_machine_guns_alone_keep_the_token_but_not_for_the_same_target() -> None:
    now = watched(figures=MG).act("advance", "a1", "C8", via="C6 C7 C8")
    draft = now.act("shoot", "g1")
    for _ in range(2):
        draft = draft.act("drop_figure", "g1", "regular")
    after = draft.act("roll", numbers=(1, 1, 1, 1))
    assert after["g1"].token == "op_fire"
    assert after["g1"].fired_at == ("a1",)
    assert after["a1"].at == "C8", "no window at the same target again"
    again = after.run(lambda play: opfire.open_window(play, "a1"))
    assert again.step[1] != "op_fire"


@pytest.mark.rule("tide_of_iron", "TI-ABL-14")
def test_mortars_take_no_part() -> None:
    assert watched(figures={"mortar": 2}).act("advance", "a1", "C6").step == ("american", "move")


def test_reasons_against_a_shot_name_every_clause() -> None:
    now = field.position(
        {
            "a1": squad("C5"),
            "a9": squad("A1"),
            "g1": squad("C9", "german", token="op_fire"),
            "g2": squad("D9", "german"),
            "g3": squad("N11", "german", token="op_fire"),
        }
    ).act("advance", "a1", "C6")
    assert "TI-OPF-03" in now.refused("shoot", "g2") or "TI-OPF-01" in now.refused("shoot", "g2")
    assert now.refused("shoot", "g3")
    assert now.refused("shoot", "a9") == ["TI-OPF-01"]
    assert now.refused("shoot") == ["TI-OPF-01"]
    assert now.sentence("shoot", "zz") == "There is no unit zz."


# ---- mines and fire
@pytest.mark.rule("tide_of_iron", "TI-SEQ-14")
@pytest.mark.rule("tide_of_iron", "B-OPF-2")
def test_the_initiative_holder_orders_mines_and_fire() -> None:
    def mined(initiative: str) -> field.Situation:
        units = {
            "a1": squad("C5"),
            "a9": squad("A1"),
            "g1": squad("C9", "german", token="op_fire"),
            "g9": squad("N12", "german"),
        }
        now = field.position(units, works={"C6": {"minefield": True}}, initiative=initiative)
        return now if initiative == "american" else now.act("fatigue", "g9")

    now = mined("american").act("advance", "a1", "C6")
    assert now.step == ("american", "mines_or_fire")
    assert mined("german").act("advance", "a1", "C6").step == ("german", "mines_or_fire")
    mines = now.act("mines_first", numbers=(6, 1, 1, 1))
    assert mines["a1"].men == 3
    assert mines["a1"].token == "fatigued"
    assert mines.step == ("german", "op_fire")
    assert mines.act("hold").seat.prompt.step == "turn"
    fire = now.act("fire_first")
    assert fire.step == ("german", "op_fire")
    after = shoot(fire, "g1", (6, 1, 1, 1, 6, 6, 1, 1))
    assert after["a1"].condition == "pinned"
    assert after["a1"].men == 2, "stopped by fire, and still in the mines"


def test_nobody_orders_anything_when_only_mines_go_off() -> None:
    now = field.position(
        {"a1": squad("C5"), "g9": squad("N12", "german")}, works={"C6": {"minefield": True}}
    ).act("advance", "a1", "C6", numbers=(1, 1, 1, 1))
    assert now.step == ("german", "turn")
