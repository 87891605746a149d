"""Whole games of every scenario, with opponents that follow the defaults and that do anything at all: all of them end."""

from __future__ import annotations

from functools import cache

import pytest

from hexbench.engine.opponent import DefaultOpponent, Opponent, RandomOpponent
from tests.games.tide_of_iron import cases, shipped
from tests.laws.case import Case, load_case
from tests.laws.walk import Chance

NAMES = (*(f"tide_of_iron/{name}" for name in shipped.SCENARIOS), *cases.names())
PAIRS: dict[str, tuple[type[Opponent], type[Opponent]]] = {
    "default": (DefaultOpponent, DefaultOpponent),
    "random first": (RandomOpponent, DefaultOpponent),
    "random second": (DefaultOpponent, RandomOpponent),
    "random": (RandomOpponent, RandomOpponent),
}
MOST = 3_000


@cache
def opened(name: str) -> Case:
    """The lines of sight of a map are worked out once."""
    return load_case(name)


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("name", NAMES)
def test_a_game_ends_soundly_with_a_winner(name: str, pair: str) -> None:
    case = opened(name)
    rules, chance = case.rules, Chance(f"{name} {pair}")
    players = dict(zip(rules.sides, (kind() for kind in PAIRS[pair]), strict=True))
    state = case.begin(11).state
    for _ in range(MOST):
        side = rules.decider(state)
        if side is None:
            break
        action, _why = players[side].choose(rules.seat(state, side), chance)
        state = rules.apply(state, action).state  # judged by apply as anybody's action is
    assert not state.stack
    assert not rules.audit(state)
    verdict = rules.verdict(state)
    assert verdict.over
    assert verdict.winner in rules.sides, "a tie goes to the holder of the initiative (TI-WIN-03)"
    assert state.round == state.mission.rounds
