"""Rounds, phases and turns: who acts when, and when it is over."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import GameEnded, Noted, PhaseBegan, TurnBegan
from hexbench.games.tide_of_iron import casualties
from tests.games.tide_of_iron import field, shipped
from tests.games.tide_of_iron.field import squad, vehicle


def many(n: int = 4, **state: Any) -> field.Situation:
    """So many fresh squads on each side, far apart."""
    units = {f"a{i}": squad(f"{c}1") for i, c in enumerate("ABCDEF"[:n], 1)}
    units |= {f"g{i}": squad(f"{c}12", "german") for i, c in enumerate("ABCDEF"[:n], 1)}
    return field.position(units, **state)


@pytest.mark.rule("tide_of_iron", "TI-SEQ-03", "C-A1", "C-A8", "M-09")
def test_players_alternate_turns_of_as_many_actions_as_the_scenario_gives() -> None:
    now = many(mission={"actions_per_turn": {"american": 1, "german": 2}})
    order = []
    for _ in range(6):
        order.append(now.step[0])
        now = now.act("fatigue", now.offered("fatigue")[0])
    assert order == ["american", "german", "german", "american", "german", "german"]


@pytest.mark.rule("tide_of_iron", "TI-SEQ-02", "C-A0")
@pytest.mark.parametrize("holder", ["american", "german"])
def test_the_holder_of_the_initiative_starts_the_action_phase(holder: str) -> None:
    now = many(initiative=holder)
    assert now.step == (holder, "turn")
    assert now.refused("fatigue", "g1" if holder == "american" else "a1") == ["TI-SEQ-03"]


@pytest.mark.rule("tide_of_iron", "TI-SEQ-10", "TI-SEQ-11", "B-SEQ-1", "C-A9")
def test_a_player_may_end_his_phase_and_the_other_goes_on_without_limit() -> None:
    now = many(6, initiative="german").act("end_phase")
    assert now.told(Noted)[0].rule == "TI-SEQ-10"
    for n in range(1, 7):
        assert now.step == ("american", "turn")
        now = now.act("fatigue", f"a{n}")
    assert now.step[1] != "turn"


@pytest.mark.rule("tide_of_iron", "B-SEQ-1", "TI-SEQ-10")
def test_the_phase_may_be_ended_in_mid_turn_and_the_rest_of_the_turn_is_lost() -> None:
    now = many().act("fatigue", "a1").act("end_phase")
    assert now.step == ("german", "turn")
    now = now.act("end_phase")
    assert now.step[1] != "turn"
    assert now["a2"].token == ""


@pytest.mark.rule("tide_of_iron", "TI-SEQ-09", "TI-SEQ-11", "C-A8")
def test_who_has_nothing_left_to_do_is_out_by_himself() -> None:
    now = field.position({"a1": squad("A1"), "g1": squad("A12", "german"), "g2": squad("B12", "german")})
    now = now.act("fatigue", "a1")
    assert now.told(Noted)[0].rule == "TI-SEQ-09"
    now = now.act("fatigue", "g1").act("fatigue", "g2")
    assert now.step[1] != "turn"


@pytest.mark.rule("tide_of_iron", "TI-SEQ-09", "B-SEQ-1")
def test_a_card_counts_as_something_to_do_only_if_it_can_be_paid() -> None:
    units = {"a1": squad("A1", token="fatigued", condition="pinned"), "g1": squad("A12", "german")}
    hand = {"american": ["mo-steady"]}
    poor = field.position(units, hands=hand, command={"american": 0})
    assert poor.step == ("german", "turn")
    rich = field.position(units, hands=hand, command={"american": 1})
    assert rich.step == ("american", "turn")
    assert rich.offered("fatigue") == ()


@pytest.mark.rule("tide_of_iron", "B-SEQ-2")
def test_who_is_out_stays_out_even_with_a_fresh_unit() -> None:
    now = many(3).act("end_phase")
    assert now["a1"].fresh
    for n in (1, 2, 3):
        now = now.act("fatigue", f"g{n}")
    assert now.step[1] != "turn"


@pytest.mark.rule("tide_of_iron", "TI-SEQ-06", "TI-SEQ-08", "TI-ACT-21", "B-CON-3")
def test_only_a_fresh_unit_on_the_map_can_be_fatigued() -> None:
    units = {
        "a1": squad("A1", token="fatigued"),
        "a2": squad("B1", token="op_fire"),
        "a3": squad("C1", condition="disrupted"),
        "a4": squad("#due/american/3"),
        "a5": squad("#aboard/av1"),
        "av1": vehicle("D1", "gmc_cckw_353", "american"),
        "g1": squad("A12", "german"),
    }
    now = field.position(units, mission={"zones": {"american_reinforce": ["A1"]}})
    assert now.refused("fatigue", "a1") == ["TI-SEQ-08"]
    assert now.refused("fatigue", "a2") == ["TI-SEQ-08"]
    assert now.refused("fatigue", "a4") == ["TI-SEQ-06"]
    assert now.refused("fatigue", "a3 a5") == ["TI-SEQ-06"]
    assert now.offered("fatigue") == ("a3", "a5", "av1")
    now = now.act("fatigue", "a3").act("fatigue", "a5")
    assert now["a3"].token == now["a5"].token == "fatigued"
    assert now.step == ("american", "turn")  # two of three actions are spent
    assert now.top.left == 1


@pytest.mark.rule("tide_of_iron", "TI-SEQ-01", "TI-SEQ-12", "TI-SEQ-13", "TI-STA-20")
def test_a_round_goes_from_action_to_command_to_status_and_the_next_begins() -> None:
    now = many(2, command={"american": 1, "german": 1}, mission={"rounds": 2})
    steps: list[str] = []
    began: list[str] = []
    while now.state.round == 1:
        began += [e.phase for e in now.told(PhaseBegan)]
        if not steps or steps[-1] != now.step[1]:
            steps.append(now.step[1])
        now = now.default()
    assert steps == ["turn", "spend", "set_op_fire"]
    assert began == ["action", "command", "status"]
    assert now.told(TurnBegan) == [TurnBegan("Round 2")]
    assert now.step == (now.state.initiative, "turn")


@pytest.mark.rule("tide_of_iron", "TI-STA-22", "C-D7", "TI-WIN-01")
@pytest.mark.parametrize("name", shipped.SCENARIOS)
def test_following_defaults_plays_a_scenario_to_the_end_of_its_last_round(name: str) -> None:
    now = field.scenario(name)
    rounds = [1]
    while now.step[0] is not None:
        now = now.default()
        if now.state.round != rounds[-1]:
            rounds.append(now.state.round)
    assert rounds == list(range(1, shipped.scenario(name).mission.rounds + 1))
    ended = now.told(GameEnded)
    verdict = now.rules.verdict(now.state)
    assert verdict.over
    assert ended == [GameEnded(verdict.winner, verdict.level)]
    assert now.step == (None, "over")


@pytest.mark.rule("tide_of_iron", "TI-SEQ-01")
def test_a_position_begins_in_any_phase_and_in_no_other() -> None:
    for phase, step in (("action", "turn"), ("command", "spend"), ("status", "set_op_fire")):
        assert many(command={"american": 1, "german": 1}, phase=phase).step[1] == step
    with pytest.raises(ValueError, match="There is no phase 'night'"):
        many(phase="night")


@pytest.mark.rule("tide_of_iron", "TI-SEQ-04", "C-A1")
def test_turns_alternate_until_neither_side_has_an_action_left() -> None:
    now = many(2, mission={"actions_per_turn": {"american": 1, "german": 1}})
    order = []
    while now.step[1] == "turn":
        order.append((now.step[0], now.state.stack[-1]))
        now = now.act("fatigue", now.offered("fatigue")[0])
    assert [side for side, _ in order] == ["american", "german", "american", "german"]
    assert all(u.token == "fatigued" for u in now.state.units.values())


@pytest.mark.rule("tide_of_iron", "TI-SEQ-05")
def test_the_eight_kinds_of_action_are_offered() -> None:
    units = {
        "a1": squad("D4"),
        "a2": squad("D5", specialization="engineer"),
        "g1": squad("D6", "german"),
        "g2": squad("N12", "german"),
    }
    hand = {"american": ["mo-seize"]}
    now = field.position(units, hands=hand, command={"american": 3})
    eight = {"advance", "fire", "prepare", "fire_move", "assault", "play_card", "fatigue", "dig"}
    assert eight <= set(now.verbs)


@pytest.mark.rule("tide_of_iron", "M-07")
def test_there_are_tokens_for_everybody() -> None:
    units = {f"a{n}": squad(f"{'ABCDEFGHIJKLMN'[n % 14]}{1 + n // 14}") for n in range(56)}
    now = field.position({**units, "g1": squad("N12", "german")})
    now = now.act("fatigue", "a0").act("fatigue", "a1").act("fatigue", "a2").act("end_phase")
    for n in range(3, 56):
        now = now.act("fatigue", f"a{n}")
    assert all(now[uid].token == "fatigued" for uid in units)


@pytest.mark.rule("tide_of_iron", "M-15", "TI-SET-05")
def test_everything_but_the_dice_is_known_to_both_sides() -> None:
    now = field.scenario("noville").default(6)
    for side in ("american", "german"):
        seen = now.of(side).s
        assert seen.hands == now.state.hands
        assert seen.decks == now.state.decks
        assert seen.units == now.state.units
        assert seen.dice.seed == 0
    assert now.of("american").prompt.say == now.of("german").prompt.say


def test_no_two_verbs_share_a_name() -> None:
    names: dict[str, object] = {}
    for verb in field.PLAIN.all_verbs:
        assert names.setdefault(verb.name, verb) is verb, verb.name
    for step in _steps():
        for verb in step.verbs:
            assert field.PLAIN.verbs.get(verb.name) is verb, (
                f"{verb.name} of {step.__name__} is not in all_verbs"
            )


def _steps() -> list[Any]:
    from typing import get_args

    from hexbench.games.tide_of_iron.sequence import AnyStep

    return list(get_args(AnyStep))


def _refreshed(reading: str, *, declared: bool) -> field.Situation:
    """The Americans are out of the phase, a1 is fresh again, and the Germans have acted once more."""
    units = {"a1": squad("A1"), "a2": squad("B1", token="fatigued")}
    units |= {f"g{n}": squad(f"{c}12", "german") for n, c in enumerate("ABCDEF", 1)}
    rules = field.spotted({}, fresh_again=reading)
    now = field.position(units, rules, mission={"actions_per_turn": {"american": 1, "german": 1}})
    now = now.act("end_phase") if declared else now.act("fatigue", "a1").act("fatigue", "g1")
    assert now.step == ("german", "turn")
    assert now.top.alone
    return now.run(lambda play: casualties.set_token(play, "a1", "")).act("fatigue", "g2")


@pytest.mark.rule("tide_of_iron", "TI-SEQ-09", "TI-SEQ-10", "B-SEQ-2")
def test_a_side_that_has_a_fresh_unit_again_stays_out_or_comes_back() -> None:
    assert _refreshed("out", declared=False).step == ("german", "turn")
    back = _refreshed("back", declared=False)
    assert back.step == ("american", "turn")
    assert (back.top.alone, back.top.left) == (False, 1)
    assert back.offered("fatigue") == ("a1",)
    again = back.act("fatigue", "a1")
    assert again.step == ("german", "turn")
    assert not again.top.alone, "it has not run out of actions yet: it is asked in its turn"
    over = again.act("fatigue", "g3")
    assert over.step == ("german", "turn")
    assert over.top.alone


@pytest.mark.rule("tide_of_iron", "TI-SEQ-10", "B-SEQ-2")
@pytest.mark.parametrize("reading", ["out", "back"])
def test_who_has_declared_his_phase_over_does_not_come_back(reading: str) -> None:
    now = _refreshed(reading, declared=True)
    assert now["a1"].fresh
    assert now.step == ("german", "turn")
    assert now.top.alone
