"""Random legal play of whole games, from set-up to the end: a view, a prompt and a choice at every step."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

from hexbench import bootstrap
from hexbench.engine.opponent import RandomOpponent
from tests.bench._chance import QuickChance
from tests.bench._timing import record


def measure(game: str, games: int) -> Iterator[dict[str, object]]:
    """Actions per second of processor time: over all games of all scenarios, and the median game of each scenario."""
    catalogue = bootstrap.catalogue()
    actions, spent = 0, 0.0
    for info in catalogue.scenarios(game):
        loaded = catalogue.load_scenario(game, info.name)
        rates: list[float] = []
        counts: list[int] = []
        for seed in range(games):
            begin = time.process_time()
            counts.append(play_one(loaded, seed))
            took = time.process_time() - begin
            rates.append(counts[-1] / took)
            spent += took
        actions += sum(counts)
        note = (
            f"processor time, median of {games} random games, slowest {min(rates):.0f} and fastest {max(rates):.0f},"
            f" {sum(counts) / games:.0f} actions a game"
        )
        yield record(f"random_actions_per_s.{game}.{info.name}", statistics.median(rates), "1/s", note)
    note = f"processor time, {actions} actions of whole random games of every scenario"
    yield record(f"random_actions_per_s.{game}", actions / spent, "1/s", note)


def play_one(loaded: Any, seed: int) -> int:
    """One whole random game; returns the number of its actions."""
    rules = loaded.rules
    state = loaded.begin(seed=seed).state
    player, chance = RandomOpponent(), QuickChance(seed)
    count = 0
    while (side := rules.decider(state)) is not None:
        seat = rules.seat(state, side)
        action, _ = player.choose(seat, chance)
        state = rules.apply(state, action, trusted=True).state
        count += 1
    return count
