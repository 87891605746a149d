"""Cards for units (ledger A.5): rally, refresh, changes of numbers, pins, repairs, replacements, concealment."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import StepRegained
from hexbench.games.tide_of_iron import casualties, effects
from hexbench.games.tide_of_iron.card_words import unfit
from hexbench.games.tide_of_iron.decks import Effect, Filter
from hexbench.games.tide_of_iron.strength import scene
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.card_play import holding, played, turn

FAR = {"g1": field.squad("M12", "german")}


def bonus(now: field.Situation, uid: str, cls: str) -> int:
    return sum(by for by, _ in effects.fpr_bonus(now.state, uid, cls))


def chosen(card: str, uid: str, units: dict[str, Any], **more: Any) -> field.Situation:
    """The card has been played on that unit."""
    numbers = more.pop("numbers", ())
    return played(card, units, **more).act("card_unit", "", uid, numbers=numbers)


# ---- rally, refresh --------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "M-05")
def test_steady_on_the_line_lifts_a_pin_and_no_disruption() -> None:
    units = {
        "a1": field.squad("C5", condition="pinned"),
        "a2": field.squad("C6", condition="disrupted"),
        "a3": field.squad("C7"),
        "av1": field.vehicle("D9", "m4a1_sherman", "american"),
        "g1": field.squad("M12", "german", condition="pinned"),
    }
    now = played("mo-steady", units)
    assert set(now.targets("card_unit")) == {"a1"}
    for other in ("a2", "a3", "av1", "g1"):
        assert now.refused("card_unit", "", other) == ["M-05"]
    now = now.act("card_unit", "", "a1")
    assert now["a1"].condition == ""
    assert now.step == ("american", "turn")


@pytest.mark.rule("tide_of_iron", "TI-ACT-19")
def test_a_card_with_nothing_to_be_used_on_is_not_offered() -> None:
    now = holding("mo-steady", {"a1": field.squad("C5", condition="disrupted")})
    assert now.offered("play_card") == ()
    assert now.refused("play_card", "mo-steady") == ["M-05"]


@pytest.mark.rule("tide_of_iron", "M-05")
def test_regroup_on_me_betters_every_squad_of_one_hex_by_a_step() -> None:
    units = {
        "a1": field.squad("C5", condition="pinned"),
        "a2": field.squad("C5", condition="disrupted"),
        "a3": field.squad("C6", condition="disrupted"),
    }
    now = played("mo-regroup", units, phase="command")
    assert set(now.targets("card_hex")) == {"C5", "C6"}
    assert now.refused("card_hex", "", "C7") == ["M-05"]
    now = now.act("card_hex", "", "C5")
    assert [now[x].condition for x in ("a1", "a2", "a3")] == ["", "pinned", "disrupted"]
    assert now.step == ("american", "spend")


@pytest.mark.rule("tide_of_iron", "M-05", "TI-SEQ-06")
def test_second_wind_makes_a_fatigued_squad_fresh() -> None:
    units = {
        "a1": field.squad("C5", token="fatigued"),
        "a2": field.squad("C6", token="op_fire"),
        "a3": field.squad("C7", token="fatigued", condition="pinned"),
        "av1": field.vehicle("D9", "m4a1_sherman", "american", token="fatigued"),
    }
    now = played("mo-second-wind", units)
    assert set(now.targets("card_unit")) == {"a1"}
    now = now.act("card_unit", "", "a1")
    assert now["a1"].fresh


@pytest.mark.rule("tide_of_iron", "M-05", "TI-SEQ-03")
def test_seize_the_moment_gives_two_more_actions() -> None:
    now = holding("mo-seize", {"a1": field.squad("C5"), "a2": field.squad("C6")})
    left = turn(now).left
    assert turn(now.act("play_card", "mo-seize")).left == left + 1
    last = now.swapped(stack=(*now.state.stack[:-1], _with(now, left=1)))
    last = last.act("play_card", "mo-seize")
    assert last.step == ("american", "turn")
    assert turn(last).left == 2


def _with(now: field.Situation, **changes: Any) -> Any:
    from msgspec.structs import replace

    return replace(turn(now), **changes)


@pytest.mark.rule("tide_of_iron", "TI-SEQ-11")
def test_more_actions_are_of_no_use_when_the_other_side_is_out() -> None:
    now = holding("mo-seize", {"a1": field.squad("C5")})
    alone = now.swapped(stack=(*now.state.stack[:-1], _with(now, left=0, alone=True)))
    assert alone.refused("play_card", "mo-seize") == ["TI-SEQ-11"]


# ---- changes of numbers ----------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "M-05", "B-FPR-1")
def test_bandoliers_add_two_against_squads_in_the_next_attack() -> None:
    units = {"a1": field.squad("C5"), "a2": field.squad("C6"), "g1": field.squad("C7", "german")}
    now = chosen("gs-bandoliers", "a1", units)
    assert (bonus(now, "a1", "inf"), bonus(now, "a1", "veh"), bonus(now, "a2", "inf")) == (2, 0, 0)
    over = now.run(lambda play: effects.spent(play, "a1", "activation"))
    assert bonus(over, "a1", "inf") == 2
    over = now.run(lambda play: effects.spent(play, "a2", "attack"))
    assert bonus(over, "a1", "inf") == 2
    over = now.run(lambda play: effects.spent(play, "a1", "attack"))
    assert bonus(over, "a1", "inf") == 0
    assert now.state.effects[0].expires == now.state.round


@pytest.mark.rule("tide_of_iron", "M-05")
def test_launchers_give_range_two_and_two_dice_against_vehicles_for_the_round() -> None:
    now = chosen("gs-launchers", "a1", {"a1": field.squad("C5"), "a2": field.squad("C6"), **FAR})
    assert effects.veh_base_range(now.state, "a1") == 2
    assert effects.veh_base_range(now.state, "a2") is None
    assert (bonus(now, "a1", "veh"), bonus(now, "a1", "inf"), bonus(now, "a2", "veh")) == (2, 0, 0)
    after = now.run(lambda play: effects.spent(play, "a1", "attack"))
    assert bonus(after, "a1", "veh") == 2, "for the round, however often it fires"
    assert {e.expires for e in now.state.effects} == {1}


@pytest.mark.rule("tide_of_iron", "M-05")
def test_press_the_attack_adds_two_mp_to_the_next_activation() -> None:
    now = chosen("mo-press", "a1", {"a1": field.squad("C5"), "a2": field.squad("C6"), **FAR})
    assert effects.mp_delta(now.rules, now.state, "a1") == 2
    assert effects.mp_delta(now.rules, now.state, "a2") == 0
    assert effects.mp_delta(now.rules, now.run(lambda p: effects.spent(p, "a1", "attack")).state, "a1") == 2
    assert (
        effects.mp_delta(now.rules, now.run(lambda p: effects.spent(p, "a1", "activation")).state, "a1") == 0
    )


@pytest.mark.rule("tide_of_iron", "M-05")
def test_hold_at_all_costs_covers_our_squads_on_objectives() -> None:
    mission = {"objectives": [{"id": "farm", "hex": "C5"}]}
    units = {
        "a1": field.squad("C5"),
        "a2": field.squad("C6"),
        "av1": field.vehicle("C5", "m4a1_sherman", "american"),
        "g1": field.squad("M12", "german"),
    }
    now = played("mo-hold", units, phase="command", mission=mission)
    covers = {x: effects.cover_vs_suppressive(now.state, now.rules, x) for x in units}
    assert covers == {"a1": 1, "a2": 0, "av1": 0, "g1": 0}
    moved = now.run(lambda play: play.put("a2", at="C5"))
    assert effects.cover_vs_suppressive(moved.state, moved.rules, "a2") == 1


@pytest.mark.rule("tide_of_iron", "M-05")
def test_a_change_played_in_the_command_phase_lasts_through_the_next_action_phase() -> None:
    now = played("art-observer", {"a1": field.squad("C5")}, phase="command")
    assert [(e.card, e.expires) for e in now.state.effects] == [("art-observer", 0)]
    assert isinstance(now.state.effects[0], Effect)


# ---- pins ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "M-05", "TI-SUP-02")
@pytest.mark.parametrize(("die", "found"), [(3, ""), (4, "pinned"), (6, "pinned")])
def test_shaken_pins_on_four_to_six(die: int, found: str) -> None:
    now = chosen(
        "mo-shaken", "g1", {"a1": field.squad("C5"), "g1": field.squad("F6", "german")}, numbers=(die,)
    )
    assert now["g1"].condition == found


@pytest.mark.rule("tide_of_iron", "M-05", "TI-CON-07")
def test_shaken_takes_op_fire_away() -> None:
    units = {"a1": field.squad("C5"), "g1": field.squad("F6", "german", token="op_fire")}
    now = chosen("mo-shaken", "g1", units, numbers=(5,))
    assert now["g1"].token == "fatigued"


@pytest.mark.rule("tide_of_iron", "M-05")
def test_shaken_needs_a_normal_squad_in_sight_of_one_that_is_not_fatigued() -> None:
    units = {
        "a1": field.squad("C5", token="op_fire"),
        "a2": field.squad("L2", token="fatigued"),
        "g1": field.squad("D5", "german"),
        "g2": field.squad("L3", "german"),
        "g3": field.squad("D6", "german", condition="pinned"),
        "g4": field.squad("C6", "german", concealed=True),
        "gv1": field.vehicle("D7", "panzer_iv"),
    }
    wall = {f"{c}{r}": "w0" for c in "HI" for r in range(1, 13)}
    now = played("mo-shaken", units, field.spotted({**wall, "C6": "w0"}), sound=False)
    assert set(now.targets("card_unit")) == {"g1"}
    assert now.refused("card_unit", "", "g4") == ["TI-CNC-02"]
    assert now.refused("card_unit", "", "a1") == ["M-05"]


# ---- repairs, replacements -------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "M-05", "TI-ATK-23", "TI-ATK-24")
@pytest.mark.parametrize(("now_", "then"), [("heavy", "light"), ("light", "")])
def test_recovery_crew_repairs_one_step(now_: str, then: str) -> None:
    units = {
        "av1": field.vehicle("C5", "m4a1_sherman", "american", damage=now_),
        "av2": field.vehicle("C7", "m4a1_sherman", "american"),
        "av3": field.vehicle("F6", "m4a1_sherman", "american", damage="light"),
        "g1": field.squad("F7", "german"),
    }
    now = played("gs-mechanics", units, phase="command")
    assert set(now.targets("card_unit")) == {"av1"}
    assert now.refused("card_unit", "", "av3") == ["M-05"]
    assert now.act("card_unit", "", "av1")["av1"].damage == then


@pytest.mark.rule("tide_of_iron", "M-05", "M-01")
def test_replacements_fill_free_slots_near_an_officer() -> None:
    units = {
        "a1": field.squad("C5", figures={"regular": 1, "officer": 1}, lost=2),
        "a2": field.squad("C6", figures={"regular": 1, "mg": 1}),
        "a3": field.squad("C6", figures={"regular": 4}),
        "a4": field.squad("C8", figures={"regular": 1}),
        "a5": field.squad("C4", figures={"regular": 1}, condition="pinned"),
    }
    now = played("gs-replacements", units, phase="command")
    assert set(now.targets("card_unit")) == {"a1", "a2"}
    assert now.refused("card_unit", "", "a3") == ["M-01"]
    assert now.refused("card_unit", "", "a4") == ["M-05"]
    now = now.act("card_unit", "", "a2")
    assert now["a2"].figures == {"regular": 2, "mg": 1}
    assert now.told(StepRegained) == [StepRegained("a2", 3)]
    assert now.refused("card_unit", "", "a2") == ["M-01"]
    now = now.act("card_unit", "", "a1")
    assert (now["a1"].figures, now["a1"].lost) == ({"regular": 2, "officer": 1}, 1)
    assert now.step == ("american", "spend")


@pytest.mark.rule("tide_of_iron", "M-05", "M-01")
def test_a_filter_for_free_slots_passes_over_full_squads_whatever_the_card_does() -> None:
    units = {"a1": field.squad("C5"), "a2": field.squad("C6", figures={"regular": 3})}
    sc = scene(holding("", units).seat)
    asked = Filter(kind="squad", free_slots=True)
    assert [reason.rule for reason in unfit(sc, "american", asked, "a1")] == ["M-01"]
    assert not any(unfit(sc, "american", asked, "a2"))
    assert not any(unfit(sc, "american", Filter(kind="squad"), "a1"))


@pytest.mark.rule("tide_of_iron", "M-05", "TI-LOS-01")
def test_a_card_for_squads_in_sight_names_what_stands_in_the_way() -> None:
    rules = field.spotted({"E5": "w0"})
    units = {"a1": field.squad("C5"), "g1": field.squad("G5", "german"), "g2": field.squad("C7", "german")}
    now = played("mo-shaken", units, rules)
    assert now.refused("card_unit", "", "g1") == ["M-05"]
    (reason,) = now.reasons("card_unit", "", "g1")
    assert str(reason.text) == "No unfatigued friendly unit sees g1. From C5: E5 blocks the line."
    assert reason.hexes == ("E5", "G5")


@pytest.mark.rule("tide_of_iron", "M-05")
def test_replacements_end_when_no_slot_is_left() -> None:
    units = {"a1": field.squad("C5", figures={"regular": 2, "officer": 1})}
    now = chosen("gs-replacements", "a1", units, phase="command")
    assert now.step == ("american", "spend")
    assert now["a1"].men == 4


# ---- concealment -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "M-05", "TI-CNC-01")
def test_into_the_firs_conceals_a_squad_in_cover_away_from_the_enemy() -> None:
    rules = field.spotted({"C5": "w0", "F6": "w0"})
    units = {
        "a1": field.squad("C5"),
        "a2": field.squad("C7"),
        "a3": field.squad("F6"),
        "a4": field.squad("C5", concealed=True),
        "g1": field.squad("F7", "german"),
    }
    now = played("mo-vanish", units, rules, phase="command")
    assert set(now.targets("card_unit")) == {"a1"}
    assert now.refused("card_unit", "", "a2") == ["M-05"]
    assert now.refused("card_unit", "", "a3") == ["M-05"]
    assert now.refused("card_unit", "", "a4") == ["TI-CNC-01"]
    assert now.act("card_unit", "", "a1")["a1"].concealed


@pytest.mark.rule("tide_of_iron", "M-05", "TI-TRN-08")
def test_what_depends_on_a_place_is_not_for_passengers() -> None:
    units = {
        "a1": field.squad("#aboard/av1", figures={"regular": 2}),
        "av1": field.vehicle("C5", "gmc_cckw_353", "american"),
        "a2": field.squad("C5", figures={"regular": 1, "officer": 1}),
    }
    now = played("gs-replacements", units, phase="command")
    assert now.refused("card_unit", "", "a1") == ["TI-TRN-08"]
    assert set(now.targets("card_unit")) == {"a2"}


@pytest.mark.rule("tide_of_iron", "TI-ACT-19")
def test_the_default_answers_end_every_question() -> None:
    for card in ("mo-steady", "mo-second-wind", "gs-bandoliers", "mo-press", "gs-launchers"):
        units = {
            "a1": field.squad("C5", condition="pinned"),
            "a2": field.squad("C6", token="fatigued"),
            **FAR,
        }
        assert played(card, units).default().step == ("american", "turn")


@pytest.mark.rule("tide_of_iron", "TI-SPC-15", "M-01")
def test_a_figure_that_joins_by_a_card_makes_up_for_one_that_fell() -> None:
    now = field.position(
        {"a1": field.squad("C5", figures={"regular": 3}, lost=1), "g1": field.squad("M12", "german")}
    )
    joined = now.run(lambda play: casualties.add_figure(play, "a1", "regular"))
    assert (joined["a1"].men, joined["a1"].lost) == (4, 0)
    small = field.position(
        {"a1": field.squad("C5", figures={"regular": 2}), "g1": field.squad("M12", "german")}
    )
    assert small.run(lambda play: casualties.add_figure(play, "a1", "regular"))["a1"].lost == 0
