"""How fast the computer's players think: positions of a game between them, each asked again of new players."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from hexbench import bootstrap
from hexbench.study.playout import Chance, Done, make_opponents, play_out
from tests.bench._timing import record

GAMES = {"iron_tide/ten_turn": (5, 900, 14), "tigers/19_december": (3, 600, 10)}
"""game/scenario -> the seed of the game, how many actions of it, and the number of actions between two questions."""
LEVELS = ("middle", "strong")
ROUNDS = 2
"""How often each position is asked about after a first time; the quickest counts."""


def measure() -> Iterator[dict[str, object]]:
    """Processor time of all answers of a level together."""
    for name, (seed, most, every) in GAMES.items():
        game, _, scenario = name.partition("/")
        loaded = bootstrap.catalogue().load_scenario(game, scenario)
        positions = _played(loaded, seed, most, every)
        for level in LEVELS:
            best = [min(times) for times in zip(*_asked(loaded, level, positions), strict=True)]
            note = f"processor time of {len(best)} answers together, the best of {ROUNDS}, dearest {max(best) * 1e3:.0f}"
            yield record(f"thinking_ms.{game}.{level}", sum(best) * 1e3, "ms", note)


def _played(loaded: Any, seed: int, most: int, every: int) -> list[Any]:
    """Some positions of a game of middle against itself."""
    found: list[Any] = []
    count = 0

    def watch(done: Done) -> None:
        nonlocal count
        count += 1
        if count % every == 0 and loaded.rules.decider(done.out.state) is not None:
            found.append(done.out.state)

    players = make_opponents(loaded.game, ("middle", "middle"))
    play_out(loaded.rules, loaded.begin(seed), players, Chance(seed), most=most, watch=watch)
    return found


def _asked(loaded: Any, level: str, positions: list[Any]) -> Iterator[list[float]]:
    """Seconds of each answer, round by round."""
    rules = loaded.rules
    players = make_opponents(loaded.game, (level, level))
    for number in range(ROUNDS + 1):
        spent = []
        for i, state in enumerate(positions):
            side = rules.decider(state)
            assert side is not None
            seat = rules.seat(state, side)
            begun = time.process_time()
            players[side].choose(seat, Chance(i))
            spent.append(time.process_time() - begun)
        if number:
            yield spent
