"""The computer opponent in the campaign as it ships: both sides, every action judged as a player's would be."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from functools import cache

import pytest

from hexbench.bootstrap import catalogue
from hexbench.engine.opponent import Opponent
from hexbench.games.blitzkrieg.game import GAME
from hexbench.session.automaton import Automaton, levels
from hexbench.session.opening import begin
from hexbench.study.playout import Chance
from hexbench.study.thinking import Here
from tests.sizes import sized

ROUNDS = 3
TURNS = 4
"""Player turns that somebody else begins with, too: a fair part of the shortest game."""


def play(seed: int, rounds: int) -> tuple[list[str], list[tuple[str, str, str]]]:
    """(digest after each round, (side, verb, reason) of each action) of the first rounds with the computer on both sides."""
    loaded = catalogue().load_scenario("blitzkrieg", "campaign")
    rules, state = loaded.rules, loaded.begin(seed).state
    players: dict[str, Opponent] = {side: GAME.opponents["quick"]() for side in GAME.sides}
    chance, done, digests = Chance(seed), list[tuple[str, str, str]](), list[str]()
    while state.turn <= rounds:
        side = rules.decider(state)
        assert side is not None
        seat = rules.seat(state, side)
        action, why = players[side].choose(seat, chance)
        turn, state = (
            state.turn,
            rules.apply(state, action).state,
        )  # raises Refused for what a player might not do
        assert rules.audit(state) == ()
        done.append((side, action.verb, str(why)))
        if state.turn > turn:
            digests.append(rules.digest(state))
    return digests, done


@cache
def played(seed: int) -> tuple[list[str], list[tuple[str, str, str]]]:
    """All of them."""
    return play(seed, ROUNDS)


@pytest.mark.rule("blitzkrieg", "BK-AI-01")
@pytest.mark.rule("blitzkrieg", "BK-AI-02")
def test_both_sides_are_played_by_the_rules_with_everything_a_player_has() -> None:
    _, done = played(3)
    used = Counter((side, verb) for side, verb, _ in done)
    common = {"move", "engage", "aim", "resolve", "fight", "fall_back", "end"}
    for side in GAME.sides:
        assert common <= {verb for who, verb in used if who == side}
    assert {"place_all", "launch", "advance"} <= {verb for who, verb in used if who == "german"}
    assert {"place", "support", "demolish"} <= {verb for who, verb in used if who == "allied"}


@pytest.mark.rule("blitzkrieg", "BK-AI-07")
def test_every_contact_is_engaged_when_it_resolves() -> None:
    # apply() judges: an unengaged contact would have been refused
    _, done = played(3)
    assert Counter(side for side, verb, _ in done if verb == "resolve") == {
        "german": ROUNDS,
        "allied": ROUNDS,
    }


def test_every_order_has_a_reason() -> None:
    _, done = played(3)
    assert all(why.endswith(".") and len(why) > 10 for _, _, why in done)
    assert len({why for _, _, why in done}) > 50


@pytest.mark.rule("blitzkrieg", "BK-AI-08")
def test_the_same_seed_gives_the_same_orders() -> None:
    digests, done = played(3)
    again = play(3, sized(1, ROUNDS))
    assert again == (digests[: len(again[0])], done[: len(again[1])])
    assert again[0]


_ALONE = """
from hexbench.bootstrap import catalogue
from hexbench.engine.opponent import Opponent
from hexbench.games.blitzkrieg.game import GAME
from hexbench.study.playout import Chance
loaded = catalogue().load_scenario("blitzkrieg", "campaign")
rules, state = loaded.rules, loaded.begin(5).state
player, chance = GAME.opponents["quick"](), Chance(5)
while rules.decider(state) == "german" and state.phasing == "german":
    action, _ = player.choose(rules.seat(state, "german"), chance)
    state = rules.apply(state, action).state
print(rules.digest(state))
"""


@pytest.mark.rule("blitzkrieg", "BK-AI-08")
def test_another_process_with_other_hashes_gives_the_same_orders() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", _ALONE],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
    assert found != {""}


def test_its_levels_can_be_chosen_weakest_first() -> None:
    assert levels(GAME) == ("quick", "middle", "strong")  # type: ignore[arg-type]


@pytest.mark.rule("blitzkrieg", "BK-AI-03")
@pytest.mark.rule("blitzkrieg", "BK-AI-04")
def test_a_player_looks_at_the_engagements_and_answers_in_the_computers_turn() -> None:
    session = begin(catalogue().load_scenario("blitzkrieg", "campaign"), 3)
    session.set_players({"german": "quick"})
    automaton = Automaton(session, Here)
    for _ in range(400):
        if not automaton.step():
            break
    assert automaton.mood == "resting"
    assert session.state.phasing == "german"
    assert session.state.engagements
    assert session.state.stack[-1].phase == "movement"
    before = session.node
    assert not automaton.step()
    assert session.node == before
    automaton.play_on()
    for _ in range(400):
        if not automaton.step():
            break
    # the German turn is not over, and the Allied player is asked where his beaten units go
    assert session.decider == "allied"
    assert session.state.phasing == "german"
    assert session.seat("allied").prompt.offers
    assert [line for line in session.log(None) if line.kind == "Reason"]


@pytest.mark.rule("blitzkrieg", "BK-AI-02")
@pytest.mark.rule("blitzkrieg", "BK-AI-08")
def test_the_strong_player_ends_a_game_and_takes_every_turn_up_from_nothing() -> None:
    """On either side every order is one a player might give, and whoever begins with a turn gives the same as who has played all."""
    loaded = catalogue().load_scenario("blitzkrieg", "bastogne")
    rules, state = loaded.rules, loaded.begin(3).state
    players: dict[str, Opponent] = {side: GAME.opponents["strong"]() for side in GAME.sides}
    begun: set[tuple[int, str]] = set()
    while (side := rules.decider(state)) is not None:
        seat = rules.seat(state, side)
        action, _ = players[side].choose(seat, Chance(3))
        turn = (state.turn, state.phasing)
        if side == state.phasing and turn not in begun and len(begun) < TURNS:
            begun.add(turn)
            assert GAME.opponents["strong"]().choose(rules.seat(state, side), Chance(8))[0] == action
        state = rules.apply(state, action).state  # raises Refused for what a player might not do
    assert rules.verdict(state).over
    assert len(begun) == TURNS
