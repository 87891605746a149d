"""What a step of Tide of Iron would be ended without: listed, never framed, and never lost by one stroke of the key."""

from __future__ import annotations

import pytest

from hexbench.engine.values import Action
from tests.games.tide_of_iron import field, shipped
from tests.games.tide_of_iron.field import squad
from tests.games.tide_of_iron.small import begin, mission


def lines(now: field.Situation) -> list[tuple[str, str, str]]:
    """(kind, sentence, clause) of everything that would be left undone."""
    return [(check.kind, str(check.say), check.rule) for check in now.seat.checklist()]


# ---- the Action Phase -----------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-SEQ-10", "TI-SEQ-06")
def test_the_end_of_the_phase_lists_fresh_units_cards_and_actions() -> None:
    now = field.position(
        {"a1": squad("C5"), "a2": squad("C6"), "g1": squad("K5", "german")},
        command={"american": 9},
        hands={"american": ("mo-seize",)},
        mission={"actions_per_turn": {"american": 3, "german": 3}},
    )
    assert now.seat.prompt.default == Action("end_phase")
    assert now.seat.ending is not None
    assert now.seat.ending.name == "end_phase"
    found = lines(now)
    assert ("unit", "2 units are fresh and may still act.", "TI-SEQ-06") in found
    assert ("offer", "Play a card: Seize the Moment.", "TI-CARD-16") in found
    assert found[-1] == (
        "point",
        "3 actions are left in this turn; they are lost along with all later turns of this phase.",
        "TI-SEQ-10",
    )
    assert now.seat.framed is None
    fresh = next(check for check in now.seat.checklist() if check.rule == "TI-SEQ-06")
    assert (fresh.units, fresh.hexes) == (("a1", "a2"), ("C5", "C6"))
    now = now.act("fatigue", "a1")
    assert ("unit", "a2 is fresh and may still act.", "TI-SEQ-06") in lines(now)
    assert "2 actions are left" in lines(now)[-1][1]


@pytest.mark.rule("tide_of_iron", "TI-SEQ-10", "TI-SEQ-11", "TI-CON-08")
def test_who_is_alone_with_a_unit_that_can_only_be_fatigued_loses_nothing() -> None:
    units = {
        "a1": squad("C5", condition="pinned"),
        "g1": squad("K5", "german", condition="pinned"),
        "g2": squad("K6", "german"),
    }
    now = field.position(units)
    assert [rule for _, _, rule in lines(now)] == ["TI-SEQ-10"], "an action is a move in hand"
    now = now.act("fatigue", "a1")
    now = now.act("fatigue", "g2")
    assert now.step == ("german", "turn")
    assert now.top.alone
    assert lines(now) == []
    assert now.seat.framed == Action("end_phase")


@pytest.mark.rule("tide_of_iron", "TI-ACT-06", "TI-ACT-07", "TI-ACT-10")
def test_fire_and_movement_is_not_ended_unasked_before_both_parts_are_made() -> None:
    now = field.position({"a1": squad("C5"), "g1": squad("E5", "german")})
    now = now.act("activate", "a1", how="fire_move")
    assert [rule for _, _, rule in lines(now)] == ["TI-ACT-10", "TI-ACT-07"]
    assert now.seat.framed is None
    now = now.act("march", "a1", "C4")
    if now.step[1] == "move":
        assert lines(now) == [], "it has gone somewhere, and may have meant to go no farther"
        now = now.act("stop")
    assert [rule for _, _, rule in lines(now)] == ["TI-ACT-10"]


@pytest.mark.rule("tide_of_iron", "TI-ACT-02")
def test_a_move_that_has_gone_nowhere_is_not_ended_unasked() -> None:
    now = field.position({"a1": squad("C5"), "g1": squad("K5", "german")})
    now = now.act("activate", "a1", how="advance")
    assert now.step[1] == "move"
    assert lines(now) == [("unit", "a1 has not left C5 and still may.", "TI-ACT-02")]
    assert now.seat.framed is None
    now = now.act("go", "a1", "C4")
    assert lines(now) == []
    assert now.seat.framed == Action("stop")


@pytest.mark.rule("tide_of_iron", "TI-ACT-16")
def test_an_assault_is_not_declined_unasked() -> None:
    now = field.position({"a1": squad("C5", figures={"regular": 1}), "g1": squad("C6", "german")})
    now = now.act("activate", "a1", how="assault")
    assert now.seat.prompt.step == "move"
    assert lines(now) == [], "whoever assaults the next hex stays where he is"
    now = now.act("stop")
    assert now.step[1] == "assault_draft"
    assert now.seat.prompt.default == Action("decline_assault")
    assert lines(now) == [("unit", "a1 may still assault; its action is spent either way.", "TI-ACT-16")]
    assert now.seat.framed is None


# ---- set-up ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "C-S2", "M-01")
def test_a_mortar_that_no_squad_has_room_for_is_not_lost_unasked() -> None:
    now = field.scenario("stoumont").until("german", "build_squads").act("build_default")
    assert now.seat.framed == Action("done"), "the suggested squads use everything"
    now = now.act("take_from_base", "g8", how="mortar")
    now = now.act("take_from_base", "g1", how="elite").act("add_to_base", "g8", how="elite")
    assert now.seat.prompt.default == Action("done"), "no squad has room for it: the rules let one go on"
    assert (
        "unit",
        "No squad has room for these figures, so they leave the game: 1 mortar.",
        "C-S2",
    ) in lines(now)
    assert now.seat.framed is None


@pytest.mark.rule("tide_of_iron", "C-S2", "TI-STA-19")
def test_tokens_and_empty_bases_are_listed_before_they_leave_the_game() -> None:
    now = begin().act("build_default").act("done").act("build_default")
    assert lines(now) == [("unit", "1 specialization token leaves the game: medics.", "C-S2")]
    now = now.act("take_from_base", "a3", how="officer").act("take_from_base", "a3", how="regular")
    now = now.act("take_from_base", "a3", how="regular")
    assert [check.bars for check in now.seat.checklist()] == [True], "the figures left are a duty"
    assert now.act("build_rest")["a3"].figures == {"regular": 2, "officer": 1}
    raw = {"bases": 3, "pool": {"regular": 4}, "specializations": {}, "default_build": []}
    now = begin(mission(american=raw)).act("build_default").act("done").act("build_default")
    assert lines(now) == [("unit", "2 squads have no figures and leave the game.", "TI-STA-19")]


@pytest.mark.rule("tide_of_iron", "C-S2", "TI-SET-09")
def test_no_default_undoes_squads_put_together_by_hand() -> None:
    now = begin().act("build_default").act("done")
    assert now.seat.prompt.default == Action("build_default"), "nobody has begun"
    now = now.act("add_to_base", "a2", how="elite").act("specialize", "a2", how="medic")
    assert now.seat.prompt.default == Action("build_rest")
    now = now.act("build_rest")
    assert now["a2"].figures["elite"] == 1
    assert now["a2"].specialization == "medic"
    assert sum(n for u in ("a1", "a2", "a3") for n in now[u].figures.values()) == 9
    assert now.refused("build_rest") == ["TI-SET-09"]
    assert "done" in now.verbs


@pytest.mark.rule("tide_of_iron", "M-10", "C-S4")
def test_squads_that_may_be_concealed_are_listed_before_deployment_is_done() -> None:
    now = begin(mission(american={"concealed": 2})).until("american", "deploy").act("place_rest")
    assert [(text, rule) for _, text, rule in lines(now)] == [("2 more squads may be concealed.", "M-10")]
    now = now.act("place", "a1", now["a1"].at, how="concealed")
    assert lines(now)[0][1] == "1 more squad may be concealed."
    now = now.act("place", "a2", now["a2"].at, how="concealed")
    assert lines(now) == []


@pytest.mark.rule("tide_of_iron", "C-S4", "TI-RIF-06")
def test_units_without_a_hex_are_listed_before_they_are_lost() -> None:
    zones = {"american_deploy": ["A1"], "german_deploy": ["A10", "B10", "C10"]}
    force = {"bases": 4, "pool": {"regular": 16}, "specializations": {}, "default_build": []}
    now = begin(mission(american=force, zones=zones)).until("american", "deploy").act("place_rest")
    assert lines(now) == [
        ("unit", "There is no hex left for Squad 4, which is lost.", "TI-SET-11"),
    ]
    assert now.seat.framed is None


@pytest.mark.rule("tide_of_iron", "TI-SET-13", "TI-STA-10")
def test_op_fire_is_not_passed_over_unasked_as_long_as_nobody_waits() -> None:
    now = begin().until("german", "set_op_fire")
    assert lines(now) == [("unit", "2 units could be put in op fire mode, but none has been.", "TI-SET-13")]
    now = now.act("set_op_fire", "g1")
    assert lines(now) == [], "whoever has chosen has chosen"


# ---- Command and Status Phase ---------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-CMD-14", "TI-CMD-13")
def test_command_that_is_not_spent_is_listed() -> None:
    units = {"a1": squad("C5"), "g1": squad("K5", "german")}
    now = field.position(units, phase="command", command={"american": 1, "german": 3})
    assert now.step == ("american", "spend")
    assert lines(now) == [("point", "1 command token is unspent and is kept for later rounds.", "TI-CMD-14")]
    now = now.act("done")
    assert "3 command tokens are unspent" in lines(now)[0][1]
    assert now.seat.framed is None
    now = now.act("commit", to="3")
    assert now.step != ("german", "spend") or lines(now) == []


@pytest.mark.rule("tide_of_iron", "TI-STA-01", "TI-STA-02")
def test_the_first_card_is_drawn_without_a_question_and_the_second_is_not_passed_over() -> None:
    units = {"a1": squad("C5"), "g1": squad("K5", "german")}
    plus = next(c.id for d in shipped.TABLES.decks for c in d.cards if c.plus)
    deck = next(d.id for d in shipped.TABLES.decks if any(c.id == plus for c in d.cards))
    decks = {f"american/{deck}": {plus: 2}}
    now = field.position(units, phase="status", decks=decks, sound=False)
    assert now.step == ("american", "draw_card")
    assert now.seat.ending is None
    assert lines(now) == []
    assert now.seat.framed == Action("draw", object=deck)
    now = now.act("draw", to=deck, numbers=None)
    assert now.top.second
    assert lines(now) == [("offer", "You may draw one more card.", "TI-STA-02")]
    assert now.seat.framed == Action("draw", object=deck)


@pytest.mark.rule("tide_of_iron", "TI-STA-13")
def test_figures_that_could_change_squads_are_listed() -> None:
    units = {
        "a1": squad("C5", figures={"regular": 2}),
        "a2": squad("C5", figures={"regular": 3}),
        "g1": squad("K5", "german"),
    }
    now = field.position(units, phase="status").until("american", "transfer")
    assert lines(now) == [("unit", "Transfer a figure: 2 units are still eligible.", "TI-STA-13")]
    assert now.seat.framed is None


# ---- everywhere -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "C-S2", "TI-SEQ-10")
@pytest.mark.parametrize("name", shipped.SCENARIOS)
def test_whatever_ends_a_question_has_a_list_of_its_own(name: str) -> None:
    """Every step met on the way of the defaults through a scenario: what ends it is known, and the first turn is listed."""
    now = field.scenario(name)
    seen: set[str] = set()
    while now.step[0] is not None and now.state.round < 3:
        seat, default = now.seat, now.seat.prompt.default
        assert default is not None
        verb = now.rules.verbs[default.verb]
        others = [o for o in seat.prompt.offers if o.verb != default.verb and not o.back]
        if verb.risk == "handover" and others:
            assert seat.ending is verb, (
                f"{now.step} goes on by {verb.name} with {others} on offer, and has no list"
            )
        if now.step[1] == "turn" and not now.top.alone:
            assert seat.checklist(), "actions are left"
        seen.add(now.step[1])
        now = now.default()
    assert {"build_squads", "deploy", "turn", "set_op_fire"} <= seen
