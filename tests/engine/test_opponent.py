"""Opponents without a plan."""

from __future__ import annotations

import pytest

from hexbench.engine.opponent import DefaultOpponent, RandomOpponent
from hexbench.engine.values import Action
from tests.engine import mini
from tests.laws.case import load_case, toys
from tests.laws.walk import Chance

NAMES = sorted(toys())


@pytest.mark.parametrize("name", NAMES)
def test_any_legal_action_is_legal(name: str) -> None:
    case = load_case(name)
    state, player, chance = case.begin(3).state, RandomOpponent(), Chance(1)
    while (side := case.rules.decider(state)) is not None:
        seat = case.rules.seat(state, side)
        action, why = player.choose(seat, chance)
        assert seat.refuse(action) == ()
        assert str(why)
        state = case.rules.apply(state, action).state


@pytest.mark.parametrize("name", NAMES)
def test_the_same_chance_plays_the_same_game(name: str) -> None:
    case = load_case(name)

    def play() -> list[Action]:
        state, player, chance = case.begin(3).state, RandomOpponent(), Chance(8)
        done = []
        while (side := case.rules.decider(state)) is not None:
            action, _ = player.choose(case.rules.seat(state, side), chance)
            done.append(action)
            state = case.rules.apply(state, action).state
        return done

    assert play() == play()


@pytest.mark.parametrize("name", NAMES)
def test_defaults_end_the_game(name: str) -> None:
    case = load_case(name)
    state, player, chance = case.begin(3).state, DefaultOpponent(), Chance(1)
    for _ in range(200):
        side = case.rules.decider(state)
        if side is None:
            break
        action, _ = player.choose(case.rules.seat(state, side), chance)
        state = case.rules.apply(state, action).state
    assert case.rules.verdict(state).over


def test_what_only_takes_back_is_a_last_resort() -> None:
    """With one thing in the basket closing is refused: sooner or later another is picked or all is emptied."""
    rules = mini.rules()
    player, chance = RandomOpponent(), Chance(2)
    emptied = 0
    for seed in range(30):
        state = rules.new(0, seed=seed).state
        while (side := rules.decider(state)) is not None:
            seat = rules.seat(state, side)
            action, _ = player.choose(seat, chance)
            if action.verb == "empty":
                emptied += 1
                assert not any(seat.targets(o.verb, (x,)) for o in seat.prompt.offers for x in o.subjects)
            state = rules.apply(state, action).state
    assert emptied == 0


def test_nobody_chooses_where_nothing_is_asked() -> None:
    rules = mini.rules()
    seat = rules.seat(rules.new(0).state, "blue")
    with pytest.raises(RuntimeError, match="nothing can be done"):
        RandomOpponent().choose(seat, Chance(1))
    with pytest.raises(RuntimeError, match="has no default"):
        DefaultOpponent().choose(seat, Chance(1))
