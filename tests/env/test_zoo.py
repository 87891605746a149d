"""Every game as a PettingZoo environment: its own tests, whole games, and what a side may see."""

from __future__ import annotations

import builtins
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hexbench import env
from hexbench.env.picks import KINDS
from tests.env.test_picks import SCENARIOS

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from hexbench.env.zoo import HexbenchEnv


def played(table: HexbenchEnv, seed: int, most: int = 100_000) -> int:
    """A game of random picks; how many picks it took."""
    table.reset(seed)
    rng = np.random.default_rng(seed)
    for n in range(most):
        seen, _, ended, cut, _ = table.last()
        if ended or cut:
            return n
        free = np.flatnonzero(seen["action_mask"])
        table.step(int(rng.choice(free)))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_their_own_tests_pass(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # advice on how a space should be named or shaped
        api_test(env.pettingzoo_env(scenario, most=40), num_cycles=120, verbose_progress=False)
        seed_test(lambda: env.pettingzoo_env(scenario, most=40), num_cycles=40)
    assert "Passed" in capsys.readouterr().out


def test_a_whole_game_ends_with_a_winner_and_a_loser() -> None:
    table = env.pettingzoo_env("trumpets/losheim")
    assert played(table, 4) > 50
    assert set(table.terminations.values()) == {True}
    winner = table.rules.verdict(table._state).winner
    assert winner is not None
    assert table.rewards == {side: 1.0 if side == winner else -1.0 for side in table.possible_agents}


def test_the_score_may_be_the_reward() -> None:
    table = env.pettingzoo_env("trumpets/losheim", reward="score")
    played(table, 4)
    german, allied = (table.rewards[side] for side in table.possible_agents)
    assert german == -allied
    score = dict(table.rules.verdict(table._state).score)
    assert german == score["german"] - score["allied"]


def test_equal_seeds_give_equal_games_and_others_others() -> None:
    ends = []
    for seed in (4, 4, 5):
        table = env.pettingzoo_env("trumpets/losheim", most=150)
        played(table, seed)
        ends.append(table.rules.digest(table._state))
    assert ends[0] == ends[1] != ends[2]


def test_a_game_that_is_cut_off_is_truncated() -> None:
    table = env.pettingzoo_env("tigers/24_december", most=3)
    played(table, 1)
    assert set(table.truncations.values()) == {True}
    assert set(table.terminations.values()) == {False}
    assert set(table.rewards.values()) == {0.0}


def test_places_say_what_they_mean() -> None:
    table = env.pettingzoo_env("tigers/24_december")
    table.reset(0)
    seen = table.observe(table.agent_selection)
    count = int(seen["action_mask"].sum())
    assert len(table.tell()) == count
    kinds = [KINDS[row[0]] for row in seen["picks"][:count]]
    assert set(kinds) <= set(KINDS)
    assert (seen["picks"][count:] == -1).all()
    for row, words in zip(seen["picks"][:count], table.tell(), strict=True):
        if row[1] >= 0:
            assert table.verbs[row[1]] in words
        if row[2] >= 0:
            assert 0 <= row[2] < len(table.hexes)


def test_who_is_not_asked_sees_the_table_and_no_picks() -> None:
    table = env.pettingzoo_env("tigers/24_december")
    table.reset(0)
    other = next(side for side in table.possible_agents if side != table.agent_selection)
    seen = table.observe(other)
    assert seen["action_mask"].sum() == 0
    mine, theirs = (table.observe(side)["observation"] for side in (table.agent_selection, other))
    assert mine[:, 0].sum() == theirs[:, 1].sum() > 0


def test_what_is_hidden_is_not_in_the_numbers() -> None:
    """Two worlds that look alike to a side give it the same observation and the same picks."""
    table = env.pettingzoo_env("iron_tide/17_december")
    table.reset(0)
    rng = np.random.default_rng(1)
    for _ in range(120):
        seen, *_ = table.last()
        table.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    side = table.agent_selection
    rules, state = table.rules, table._state
    other = rules.imagine(rules.seat(state, side).s, side, lambda n: 1 + int(rng.integers(n)))
    assert rules.digest(other) != rules.digest(state)
    views = []
    for world in (state, other):
        table._state = world
        table._ask()
        views.append((table.observe(side), table.tell()))
    (one, told), (two, told_too) = views
    assert told == told_too
    for key in one:
        assert (one[key] == two[key]).all()


@pytest.mark.parametrize(
    ("module", "make", "told"),
    [
        ("hexbench.env.zoo", env.pettingzoo_env, 'PettingZoo is not installed: pip install "hexbench[zoo]".'),
        (
            "hexbench.env.spiel",
            env.openspiel_game,
            'OpenSpiel is not installed: pip install "hexbench[spiel]".',
        ),
    ],
)
def test_a_missing_library_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, module: str, make: Callable[[str], object], told: str
) -> None:
    real = builtins.__import__

    def without(name: str, *words: Any) -> Any:
        if name == module:
            raise ModuleNotFoundError("No module named 'theirs'", name="theirs")
        return real(name, *words)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError) as fault:
        make("trumpets/losheim")
    assert str(fault.value) == told


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"reward": "money"}, "There is no reward 'money'; there are 'win', 'score'."),
        ({"render_mode": "human"}, "There is no render_mode 'human'; there are None, 'ansi'."),
        ({"places": 0}, "A list of picks needs two places at least"),
    ],
)
def test_a_word_that_may_not_be_is_refused_at_once(words: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        env.pettingzoo_env("trumpets/losheim", **words)
