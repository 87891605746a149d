"""Scenarios of ours whose victory is balanced by play: two middle computer players win about as often from either side.

``make test`` plays no more games than show that neither side always wins; ``make fuzz`` plays what the figure is made of.
"""

from __future__ import annotations

from collections import Counter

import pytest

from hexbench.bootstrap import catalogue
from hexbench.study.playout import make_opponents
from tests.arena import play
from tests.sizes import FULL, sized

GAMES = sized(4, 100)
SOONEST = {"blitzkrieg/bastogne": (9000, 9005), "trumpets/losheim": (9000, 9006)}
"""Short games that one side wins and the other: the first to be asked. The rest follow where they no longer say enough."""
SEED = 9000
LEAST, MOST = (0.35, 0.65) if FULL else (0.1, 0.9)


@pytest.mark.parametrize("name", ["trumpets/losheim", "trumpets/rocherath", "blitzkrieg/bastogne"])
def test_both_sides_win_when_equals_play(name: str) -> None:
    game, _, scenario = name.partition("/")
    loaded = catalogue().load_scenario(game, scenario)
    won: Counter[str | None] = Counter()
    for seed in list(dict.fromkeys((*sized(SOONEST.get(name, ()), ()), *range(SEED, SEED + GAMES))))[:GAMES]:
        if not FULL and all(won[side] for side in loaded.rules.sides):
            return  # four games cannot say more than that each side has won one
        won[play(loaded, make_opponents(loaded.game, ("middle", "middle")), seed).winner] += 1
    for side in loaded.rules.sides:
        assert LEAST <= won[side] / GAMES <= MOST, dict(won)
