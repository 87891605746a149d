"""Positions of the real games for the planner's tests, reached by some random play and always the same."""

from __future__ import annotations

from functools import cache
from typing import Any

from hexbench.bootstrap import catalogue
from hexbench.engine.opponent import RandomOpponent
from hexbench.staff.aims import Aims
from hexbench.staff.levels import every
from hexbench.staff.planner import Planner
from hexbench.staff.value import Scales
from hexbench.study.playout import Chance

SCENARIOS = {"iron_tide": "ten_turn", "tigers": "19_december", "tide_of_iron": "lanzerath"}
"""Game with a declaration -> a scenario of it that is soon played."""


@cache
def loaded(game: str) -> Any:
    """The scenario of a game."""
    return catalogue().load_scenario(game, SCENARIOS[game], {})


def planner(game: str, level: str = "middle") -> Planner:
    """A fresh player of a level, offered or not."""
    made = every(aims(game))[level]()
    assert isinstance(made, Planner)
    return made


@cache
def scales(game: str) -> Scales:
    """The measure of a game on its map."""
    return Scales(loaded(game).rules, aims(game))


def aims(game: str) -> Aims:
    """The declaration of a game."""
    made = catalogue().games[game].opponents["quick"]()
    assert isinstance(made, Planner)
    return made.aims


@cache
def positions(game: str, count: int = 4, apart: int = 45, seed: int = 3) -> tuple[Any, ...]:
    """Positions of a random game, some actions apart; the game is still on in all of them."""
    rules, chance = loaded(game).rules, Chance(seed)
    out: list[Any] = []
    state = loaded(game).begin(seed).state
    anybody = RandomOpponent()
    while len(out) < count:
        for _ in range(apart):
            side = rules.decider(state)
            if side is None:
                return tuple(out)
            seat = rules.seat(state, side)
            action, _ = anybody.choose(seat, chance)
            state = rules.apply(state, action).state
        out.append(state)
    return tuple(out)
