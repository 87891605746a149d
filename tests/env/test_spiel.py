"""Every game as an OpenSpiel game: its own test, whole games, chance nodes, and its own search against our levels."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hexbench import env
from hexbench.engine.opponent import DefaultOpponent, Opponent
from hexbench.engine.values import Action
from hexbench.env.picks import Picking
from hexbench.study.playout import Chance
from tests.env.test_picks import SCENARIOS
from tests.session import toybox

pyspiel = pytest.importorskip("pyspiel")
if TYPE_CHECKING:
    from hexbench.env.spiel import HexbenchGame, HexbenchState


def played(state: HexbenchState, seed: int) -> HexbenchState:
    """A game of random picks and dice."""
    rng = random.Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            faces = [face for face, _ in state.chance_outcomes()]
            state.apply_action(rng.choice(faces))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_their_own_test_passes(scenario: str) -> None:
    pyspiel.random_sim_test(env.openspiel_game(scenario, most=60), num_sims=1, serialize=False, verbose=False)


def test_a_whole_game_ends_with_a_winner_and_a_loser() -> None:
    state = played(env.openspiel_game("trumpets/losheim").new_initial_state(), 2)
    assert sorted(state.returns()) in ([-1.0, 1.0], [0.0, 0.0])
    assert state.game.rules.decider(state.position) is None


def test_dice_are_chance_nodes_and_the_position_waits_for_the_last() -> None:
    game = env.openspiel_game("trumpets/losheim")
    rng = random.Random(1)
    state = game.new_initial_state()
    while not state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    before = game.rules.digest(state.position)
    outcomes = state.chance_outcomes()
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    copies = []
    for face, _ in outcomes:
        copy = state.clone()
        copy.apply_action(face)
        while copy.is_chance_node():
            assert game.rules.digest(copy.position) == before
            copy.apply_action(0)
        copies.append(game.rules.digest(copy.position))
    assert game.rules.digest(state.position) == before, "a copy leaves the state alone"
    assert len(set(copies)) > 1


def test_a_state_is_told_by_its_history() -> None:
    game = env.openspiel_game("tigers/24_december", most=80)
    state = played(game.new_initial_state(), 3)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    assert again.returns() == state.returns()


def follow(state: HexbenchState, action: Action) -> None:
    """Have an opponent's action picked, place by place."""
    while True:
        picks = state.picking.picks
        for n, pick in enumerate(picks):
            if pick.kind not in ("more", "back", "along"):
                there = state.picking.take(n)
                if there == action or (
                    isinstance(there, Picking)
                    and (there.verb, there.subject) == (action.verb, action.subject)
                ):
                    state.apply_action(n)
                    break
        else:
            assert picks[-1].kind == "more", action
            state.apply_action(len(picks) - 1)
            continue
        if there == action:
            return


def fight(game: HexbenchGame, ours: Opponent, side: int, seed: int, simulations: int) -> float:
    """A game of OpenSpiel's search, which plays ``side``, against one of our opponents; what the search got."""
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    theirs = MCTSBot(
        game,
        uct_c=1.4,
        max_simulations=simulations,
        evaluator=RandomRolloutEvaluator(1, np.random.RandomState(seed)),
        random_state=np.random.RandomState(seed),
    )
    state = game.new_initial_state()
    rng, think = random.Random(seed), Chance(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice([face for face, _ in state.chance_outcomes()]))
        elif state.current_player() == side:
            state.apply_action(theirs.step(state))
        else:
            follow(state, ours.choose(state.picking.seat, think)[0])
    return float(state.returns()[side])


def test_their_search_plays_a_toy_against_our_opponents(tmp_path: Path) -> None:
    game = env.openspiel_game("ridge/meeting", toybox.library(toybox.write_data(tmp_path)), most=160)
    results = [fight(game, DefaultOpponent(), side, seed=7, simulations=4) for side in (0, 1)]
    assert all(result in (-1.0, 0.0, 1.0) for result in results)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"foo": 2}, "There is no parameter 'foo'; there are scenario, places, most, seed."),
        ({"places": 1}, "A list of picks needs two places at least"),
    ],
)
def test_a_parameter_that_may_not_be_is_refused_at_once(words: dict[str, int], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        env.openspiel_game("trumpets/losheim", **words)
