"""The Status Phase: cards, tokens, conditions, smoke, op fire, the round marker."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from hexbench.engine.events import Noted
from hexbench.games.tide_of_iron import status
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle

DECKS = {
    "american/morale": {"mo-steady": 1, "mo-bold": 1, "mo-dispatch": 1},
    "american/artillery": {"art-smoke": 1},
    "german/morale": {"mo-hold": 1},
}


def phase(units: dict[str, Any] | None = None, **state: Any) -> field.Situation:
    """The Status Phase as it begins."""
    plain = {"a9": squad("N1"), "g9": squad("N12", "german")}
    return field.position({**plain, **(units or {})}, phase="status", **state)


# ---- cards ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-STA-01", "C-D1", "TI-SEQ-13")
def test_each_player_draws_one_card_from_a_deck_he_chooses_the_initiative_first() -> None:
    now = phase(decks=DECKS)
    assert now.step == ("american", "draw_card")
    assert now.refused("draw", to="ground-support") == ["TI-STA-01"]
    assert now.refused("done") == ["TI-STA-01"]
    now = now.act("draw", to="artillery", numbers=[1])
    assert now.state.hands["american"] == ("art-smoke",)
    assert now.step == ("german", "draw_card")
    now = now.act("draw", to="morale", numbers=[1])
    assert now.state.hands["german"] == ("mo-hold",)
    assert now.step == ("american", "set_op_fire")


@pytest.mark.rule("tide_of_iron", "TI-STA-02", "TI-STA-03", "C-D1")
def test_a_first_card_with_a_plus_allows_one_more_and_no_third() -> None:
    first = phase(decks=DECKS).act("draw", to="morale", numbers=[2])
    assert first.state.hands["american"] == ("mo-bold",)
    assert first.step == ("american", "draw_card")
    assert first.act("done").step == ("german", "draw_card")
    assert [one.rule for one in first.told(Noted)] == ["TI-STA-01"]
    second = first.act("draw", to="morale", numbers=[2])  # mo-dispatch has a plus as well
    assert second.state.hands["american"] == ("mo-bold", "mo-dispatch")
    assert second.step == ("german", "draw_card")
    assert [one.rule for one in second.told(Noted)] == ["TI-STA-02"]


@pytest.mark.rule("tide_of_iron", "TI-STA-02")
def test_a_card_without_a_plus_is_the_only_one() -> None:
    now = phase(decks=DECKS).act("draw", to="morale", numbers=[1])
    assert now.state.hands["american"] == ("mo-steady",)
    assert now.step == ("german", "draw_card")


@pytest.mark.rule("tide_of_iron", "B-CARD-5", "C-D1")
def test_an_empty_deck_yields_nothing_and_another_may_be_drawn_from() -> None:
    now = phase(decks={**DECKS, "american/artillery": {}, "german/morale": {}})
    assert now.refused("draw", to="artillery") == ["B-CARD-5"]
    assert now.targets("draw").keys() == {"morale"}
    now = now.act("draw", to="morale", numbers=[1])
    assert now.step == ("american", "set_op_fire")  # the Germans have nothing to draw


# ---- what is taken off ----------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-STA-04", "C-D2")
def test_every_token_leaves_the_board_also_of_squads_in_vehicles() -> None:
    now = phase(
        {
            "a1": squad("A1", token="fatigued"),
            "a2": squad("B1", token="op_fire", figures={"mg": 1}, fired_at=["g9"]),
            "av1": vehicle("C1", "m3a1_halftrack", "american", token="fatigued"),
            "a3": squad("#aboard/av1", token="fatigued"),
        }
    )
    assert {u.token for u in now.state.units.values()} == {""}
    assert now["a2"].fired_at == ()


@pytest.mark.rule("tide_of_iron", "TI-STA-05", "TI-STA-06", "TI-STA-08")
def test_pinned_squads_recover_and_disrupted_ones_become_pinned() -> None:
    now = phase({"a1": squad("A1", condition="pinned"), "g1": squad("A12", "german", condition="disrupted")})
    assert now["a1"].condition == ""
    assert now["g1"].condition == "pinned"


@pytest.mark.rule("tide_of_iron", "TI-STA-07", "TI-ABL-02", "TI-CON-06", "B-CON-1")
def test_beside_an_officer_a_disrupted_squad_recovers_at_once() -> None:
    led = {"regular": 3, "officer": 1}
    now = phase(
        {
            "a1": squad("A1", condition="disrupted"),
            "a2": squad("A1", figures=led),
            "a3": squad("C1", figures=led, condition="disrupted"),
            "a4": squad("E1", condition="disrupted"),
            "a5": squad("E1", figures=led, condition="pinned"),
            "a6": squad("G1", condition="disrupted"),
            "av1": vehicle("G1", "m3a1_halftrack", "american"),
            "a7": squad("#aboard/av1", figures=led),
            "a8": squad("G2", figures=led),
        }
    )
    assert now["a1"].condition == ""
    assert now["a3"].condition == ""  # his own squad
    assert now["a4"].condition == ""  # a pinned officer works
    assert now["a6"].condition == "pinned"  # one in a vehicle, or in the next hex, does not


@pytest.mark.rule("tide_of_iron", "TI-STA-07")
def test_an_enemy_officer_is_no_help() -> None:
    officer = {"officer": 1}
    now = phase(
        {
            "a1": squad("C1", condition="disrupted"),
            "g1": squad("C1", "german", figures=officer, concealed=True),
        },
        rules=field.spotted({"C1": "w0"}),
    )
    assert now["a1"].condition == "pinned"


@pytest.mark.rule("tide_of_iron", "TI-STA-09", "TI-SMK-09", "C-D2")
def test_smoke_goes_and_other_markers_stay() -> None:
    now = phase(works={"D4": {"smoke": True, "razor_wire": True}, "E4": {"smoke": True}})
    assert list(now.state.works) == ["D4"]
    assert not now.state.works["D4"].smoke
    assert now.state.works["D4"].razor_wire


@pytest.mark.rule("tide_of_iron", "TI-STA-09")
def test_cards_whose_time_is_over_go() -> None:
    play = {"german": [{"card": "mo-hold", "expires": 2}, {"card": "art-observer"}]}
    assert [c.card for c in phase(round=1, in_play=play).state.in_play["german"]] == [
        "mo-hold",
        "art-observer",
    ]
    assert [c.card for c in phase(round=2, in_play=play).state.in_play["german"]] == ["art-observer"]


@pytest.mark.rule("tide_of_iron", "TI-STA-09", "B-CNC-2")
def test_when_smoke_goes_concealed_squads_may_be_seen() -> None:
    wall = "\n".join(
        "  ".join(
            "w0" if (r, c) != (4, 3) and abs(c - 3) <= 1 and abs(r - 4) <= 1 else ".0" for c in range(14)
        )
        for r in range(12)
    )
    rules = field.ground(wall)
    units = {"g1": squad("D5", "german", concealed=True), "a1": squad("D1")}
    assert rules.atlas.cell("D5").terrain == "clear"
    hidden = phase(units, rules=rules)
    assert hidden["g1"].concealed  # woods stand between
    seen = phase({**units, "a1": squad("D4")}, rules=rules, works={"D4": {"smoke": True}})
    assert not seen["g1"].concealed


# ---- op fire, the end of the round ----------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-STA-10", "TI-STA-11", "TI-STA-12", "TI-CON-08", "C-D3")
def test_units_in_op_fire_mode_wait_through_the_coming_round() -> None:
    now = phase({"a1": squad("A1", condition="disrupted"), "a2": squad("B1")})
    assert now.step == ("american", "set_op_fire")
    assert now.refused("set_op_fire", "a1") == ["TI-CON-08"]
    assert now.offered("set_op_fire") == ("a9", "a2")
    now = now.act("set_op_fire", "a2").act("done").act("done")
    assert (now.state.round, now.step) == (2, ("american", "turn"))
    assert now["a2"].token == "op_fire"
    assert now.refused("fatigue", "a2") == ["TI-SEQ-08"]


@pytest.mark.rule("tide_of_iron", "TI-CNC-08", "C-D6")
def test_concealed_squads_beside_enemies_are_revealed_as_the_phase_closes() -> None:
    units = {
        "g1": squad("D5", "german", concealed=True),
        "g2": squad("D8", "german", concealed=True),
        "a1": squad("D4"),
    }
    rules = field.spotted({"D5": "w0", "D8": "w0"})
    now = phase(units, rules=rules)
    assert now["g1"].concealed
    now = now.act("done").act("done")
    assert now.state.round == 2
    assert not now["g1"].concealed
    assert now["g2"].concealed


@pytest.mark.rule("tide_of_iron", "TI-STA-20", "TI-STA-21", "C-D6")
def test_the_round_marker_goes_on_beyond_ten() -> None:
    now = phase(round=10, mission={"rounds": 12}).act("done").act("done")
    assert now.state.round == 11
    assert now.step[1] == "turn"


@pytest.mark.rule("tide_of_iron", "TI-STA-22", "C-D7", "B-WIN-1")
def test_after_the_last_round_the_game_is_over() -> None:
    now = phase(round=8).act("done").act("done")
    assert now.step == (None, "over")
    assert now.state.round == 8


@pytest.mark.rule("tide_of_iron", "TI-WIN-02")
@pytest.mark.parametrize(
    ("points", "winner"), [({"american": 3, "german": 2}, "american"), ({"german": 1}, "german")]
)
def test_whoever_has_more_victory_points_wins(points: dict[str, int], winner: str) -> None:
    for holder in ("american", "german"):
        now = phase(round=8, vp=points, initiative=holder).act("done").act("done")
        verdict = now.rules.verdict(now.state)
        assert (verdict.over, verdict.winner, verdict.level) == (True, winner, "points")
        assert dict(verdict.score) == {"american": 0, "german": 0, **points}


@pytest.mark.rule("tide_of_iron", "TI-WIN-03", "B-WIN-1", "C-D7")
def test_a_tie_goes_to_whoever_holds_the_initiative_at_the_end() -> None:
    units = {"a1": squad("A1"), "g1": squad("A12", "german")}
    even = {"american": 2, "german": 2}
    for pools, winner in (({"german": 1}, "german"), ({"american": 1}, "american"), ({}, "german")):
        now = field.position(units, phase="command", round=8, vp=even, pools=pools)
        while now.step[0] is not None:
            now = now.default()
        verdict = now.rules.verdict(now.state)
        assert (verdict.winner, verdict.level) == (winner, "initiative")


@pytest.mark.rule("tide_of_iron", "TI-WIN-01")
def test_before_the_end_there_is_a_score_and_no_winner() -> None:
    now = phase(vp={"american": 5})
    verdict = now.rules.verdict(now.state)
    assert (verdict.over, verdict.winner, dict(verdict.score)) == (False, None, {"american": 5, "german": 0})


@pytest.mark.rule("tide_of_iron", "TI-WIN-01", "TI-CMD-11")
def test_a_destroyed_heavy_vehicle_scores_at_once_where_the_scenario_says_so() -> None:
    from hexbench.games.tide_of_iron import casualties

    worth = {"victory": {"elimination_vp": {"german": {"heavy_vehicle": 1}, "american": {}}}}
    units = {
        "gv1": vehicle("A12", "tiger_i"),
        "gv2": vehicle("B12", "opel_blitz"),
        "av1": vehicle("A1", "m4a1_sherman", "american"),
    }
    now = field.position({**units, "a1": squad("N1")}, mission=worth)
    for uid in ("gv1", "gv2", "av1"):
        now = now.run(partial(casualties.destroy, uid=uid))
    assert now.state.vp == {"american": 1, "german": 0}


@pytest.mark.rule("tide_of_iron", "TI-STA-07", "B-CON-1")
def test_an_officer_with_a_squad_that_has_lost_its_nerve_leads_by_one_reading_and_not_by_the_other() -> None:
    led = {"regular": 3, "officer": 1}
    units = {
        "a1": squad("C5", figures=led, condition="disrupted"),
        "a2": squad("C5", condition="disrupted"),
        "a3": squad("E5", figures=led, condition="pinned"),
        "a4": squad("E5", condition="disrupted"),
        "a5": squad("G5", figures=led),
        "a6": squad("G5", condition="disrupted"),
        "g1": squad("M12", "german"),
    }
    after = [
        field.position(units, field.spotted({}, officers=reading)).run(status.recover)
        for reading in ("always", "steady")
    ]
    now, strict = ({uid: here[uid].condition for uid in units if uid[0] == "a"} for here in after)
    assert set(now.values()) == {""}
    assert strict == {"a1": "pinned", "a2": "pinned", "a3": "", "a4": "pinned", "a5": "", "a6": ""}
