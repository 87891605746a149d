"""The Command Phase: control, income, spending, initiative."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.events import FactChanged, MarkerChanged
from hexbench.games.tide_of_iron.command import leader
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle

OBJECTIVES = [
    {"id": "ours", "hex": "A1", "command": {"side": "american", "amount": 2}},
    {"id": "nobody", "hex": "C1", "command": {"side": "neutral", "amount": 1}, "vp_per_round": {"german": 2}},
    {
        "id": "theirs",
        "hex": "E1",
        "command": {"side": "german", "amount": 3},
        "vp_per_round": {"american": 1},
    },
]


def phase(units: dict[str, Any] | None = None, **state: Any) -> field.Situation:
    """The Command Phase as it begins, the objectives on the map."""
    given = {"objectives": OBJECTIVES, "initiative_start": "american", **state.pop("mission", {})}
    plain = {"a9": squad("N11"), "g9": squad("N12", "german")}
    return field.position({**plain, **(units or {})}, phase="command", mission=given, **state)


@pytest.mark.rule("tide_of_iron", "TI-CMD-01", "TI-CMD-04", "TI-CMD-02", "TI-CMD-03", "C-C1")
def test_whoever_has_a_unit_in_the_hex_takes_control() -> None:
    now = phase({"a1": squad("C1"), "g1": vehicle("E1", "opel_blitz")}, control={"nobody": "german"})
    assert now.state.control == {"nobody": "american", "theirs": "german"}
    assert MarkerChanged("control", "C1", "american") in now.events
    again = phase({"a1": squad("C1", condition="disrupted", token="fatigued")}, control={"nobody": "german"})
    assert again.state.control == {"nobody": "american"}


@pytest.mark.rule("tide_of_iron", "TI-CMD-05", "TI-CMD-03", "B-CMD-4")
def test_control_lasts_after_the_units_have_gone() -> None:
    now = phase(control={"nobody": "german", "theirs": "american"})
    assert now.state.control == {"nobody": "german", "theirs": "american"}
    assert now.told(MarkerChanged) == []


@pytest.mark.rule("tide_of_iron", "B-CNC-3", "C-C1")
def test_a_concealed_squad_holds_a_hex_and_the_marker_stays_where_both_sides_are() -> None:
    rules = field.spotted({"C1": "w0"})
    now = phase({"g1": squad("C1", "german", concealed=True)}, rules=rules)
    assert now.state.control["nobody"] == "german"
    both = {"g1": squad("C1", "german", concealed=True), "a1": squad("C1")}
    assert phase(both, rules=rules, control={"nobody": "american"}).state.control["nobody"] == "american"
    assert phase(both, rules=rules).state.control == {}


@pytest.mark.rule("tide_of_iron", "TI-CMD-06", "TI-CMD-07", "TI-CMD-10", "B-CMD-4", "C-C2")
def test_own_and_neutral_objectives_pay_command_and_the_enemys_do_not() -> None:
    all_ours = dict.fromkeys(("ours", "nobody", "theirs"), "american")
    now = phase(control=all_ours, command={"american": 4})
    assert now.state.command == {"american": 7, "german": 0}
    now = phase(control=dict.fromkeys(all_ours, "german"), command={"american": 4})
    assert now.state.command == {"american": 4, "german": 4}
    now = phase(command={"american": 4})
    assert now.state.command == {"american": 4, "german": 0}


@pytest.mark.rule("tide_of_iron", "TI-CMD-11", "C-C2")
def test_objectives_score_for_the_side_the_scenario_names() -> None:
    now = phase(control={"nobody": "german", "theirs": "american"}, vp={"american": 3, "german": 5})
    assert now.state.vp == {"american": 4, "german": 7}
    assert [e.now for e in now.told(FactChanged) if e.name == "vp.german"] == ["7"]
    now = phase(control={"nobody": "american", "theirs": "german"}, vp={"american": 3, "german": 5})
    assert now.state.vp == {"american": 3, "german": 5}


@pytest.mark.rule("tide_of_iron", "TI-CMD-13", "TI-CMD-14", "TI-CMD-18", "TI-CMD-19", "B-CMD-3", "C-C3")
def test_command_goes_on_the_initiative_card_and_what_is_left_is_kept() -> None:
    now = phase(command={"american": 3, "german": 2}, pools={"american": 1})
    assert now.step == ("american", "spend")
    assert now.targets("commit").keys() == {"1", "2", "3"}
    for bad in ("4", "0", "-1", "", "two", "02"):
        assert now.refused("commit", to=bad) == ["TI-CMD-18"]
    now = now.act("commit", to="2")
    assert now.state.command["american"] == 1
    assert now.state.pools["american"] == 3
    assert now.of("german").s.pools["american"] == 3
    now = now.act("done")
    assert now.step == ("german", "spend")
    assert now.state.command["american"] == 1
    now = now.act("commit", to="1").act("done")
    assert now.state.command == {"american": 1, "german": 1}
    assert now.state.pools == {"american": 3, "german": 1}


@pytest.mark.rule("tide_of_iron", "B-CMD-3", "TI-SEQ-02")
def test_the_holder_of_the_initiative_spends_first() -> None:
    assert phase(initiative="german", command={"american": 1, "german": 1}).step == ("german", "spend")


@pytest.mark.rule("tide_of_iron", "TI-CMD-15", "TI-CMD-16", "TI-CMD-17", "C-C3")
def test_cards_of_the_command_phase_are_played_while_they_can_be_paid() -> None:
    hand = {"american": ["mo-bold", "gs-runners", "mo-seize", "gs-shovels"]}
    now = phase(command={"american": 1}, hands=hand)
    names = {t.object for t in now.seat.targets("play_card")} | set(now.offered("play_card"))
    assert {"mo-bold", "gs-runners"} <= names
    assert not {"mo-seize", "gs-shovels"} & names


@pytest.mark.rule("tide_of_iron", "TI-CMD-20", "B-CMD-1", "C-C4")
def test_the_larger_pool_takes_the_initiative_and_stays_as_it_is() -> None:
    now = phase(pools={"american": 1, "german": 2}).act("done").act("done")
    assert now.state.initiative == "german"
    assert now.state.pools == {"american": 1, "german": 2}
    now = phase(pools={"american": 2, "german": 1}).act("done").act("done")
    assert now.state.initiative == "american"


@pytest.mark.rule("tide_of_iron", "TI-CMD-20")
def test_a_side_that_has_never_had_command_has_an_empty_pool() -> None:
    now = phase(pools={"american": 1}, initiative="american")
    assert leader(replace(now.state, pools={"american": 1})) == "american"
    assert leader(replace(now.state, pools={"german": 1})) == "german"


@pytest.mark.rule("tide_of_iron", "TI-CMD-21", "B-CMD-2", "C-C4")
@pytest.mark.parametrize("n", [0, 3])
@pytest.mark.parametrize(("holder", "other"), [("american", "german"), ("german", "american")])
def test_equal_pools_pass_the_initiative_on(n: int, holder: str, other: str) -> None:
    now = phase(pools={"american": n, "german": n}, initiative=holder).act("done").act("done")
    assert now.state.initiative == other


@pytest.mark.rule("tide_of_iron", "B-CMD-6")
def test_the_new_holder_goes_first_in_the_same_status_phase() -> None:
    now = phase(pools={"german": 1}).act("done").act("done")
    assert now.step == ("german", "set_op_fire")


@pytest.mark.rule("tide_of_iron", "B-CMD-6")
def test_an_option_leaves_the_initiative_where_it_was_until_the_round_is_over() -> None:
    rules = field.ground(field.PLAIN_ROWS, initiative_status="old")
    now = phase(pools={"german": 1}, rules=rules).act("done").act("done")
    assert now.step == ("american", "set_op_fire")
    now = now.act("done").act("done")
    assert (now.state.round, now.state.initiative) == (2, "german")
    assert now.step == ("german", "turn")


@pytest.mark.rule("tide_of_iron", "TI-CMD-12")
def test_victory_points_go_beyond_ten() -> None:
    now = phase(control={"nobody": "german"}, vp={"german": 10})
    assert now.state.vp["german"] == 12


# ---- rulings that may be read otherwise --------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "B-CMD-2", "TI-CMD-21")
@pytest.mark.parametrize("holder", ["american", "german"])
def test_an_option_leaves_the_token_where_nobody_has_paid_for_it(holder: str) -> None:
    rules = field.ground(field.PLAIN_ROWS, empty_pools="stay")
    now = phase(initiative=holder, rules=rules).act("done").act("done")
    assert now.state.initiative == holder
    paid = phase(initiative=holder, pools={"american": 2, "german": 2}, rules=rules).act("done").act("done")
    assert paid.state.initiative != holder, "equal pools with something in them pass it on"


@pytest.mark.rule("tide_of_iron", "B-CMD-1", "TI-CMD-19")
def test_an_option_spends_the_pool_that_takes_the_token() -> None:
    rules = field.ground(field.PLAIN_ROWS, pool_of_winner="spent")
    now = phase(pools={"american": 1, "german": 2}, rules=rules).act("done").act("done")
    assert now.state.initiative == "german"
    assert now.state.pools == {"american": 1, "german": 0}
    held = phase(pools={"american": 2, "german": 1}, rules=rules).act("done").act("done")
    assert held.state.pools == {"american": 2, "german": 1}, "whoever keeps it takes nothing"


@pytest.mark.rule("tide_of_iron", "B-CNC-3", "TI-CMD-04")
def test_an_option_leaves_concealed_squads_out_of_control() -> None:
    rules = field.spotted({"C1": "w0"}, concealed_control="apart")
    now = phase({"g1": squad("C1", "german", concealed=True)}, rules=rules)
    assert "nobody" not in now.state.control
    both = {"g1": squad("C1", "german", concealed=True), "a1": squad("C1")}
    assert phase(both, rules=rules).state.control["nobody"] == "american"
