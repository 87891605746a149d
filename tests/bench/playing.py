"""Random legal play of campaigns, whole games from set-up to the end: a view, a prompt and a choice at every step."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

from hexbench import bootstrap
from hexbench.engine.opponent import RandomOpponent
from tests.bench._chance import QuickChance
from tests.bench._timing import record

SCENARIOS = {"iron_tide": {"campaign": 12, "17_december": 5}, "tigers": {"campaign": 12}}
"""Game -> scenario -> number of games."""
WATCHED = 4
"""Games of a campaign that are played once more, reading the clock before and after every action."""
MODEL = "iron_tide"
"""The game whose steps give their names to the records by themselves."""

Spent = dict[str, list[float]]
"""phase or question -> the seconds of each of its actions."""


def measure() -> Iterator[dict[str, object]]:
    """Actions per second of processor time: the median game; and the time of an action of each phase."""
    for game, scenarios in SCENARIOS.items():
        for scenario, games in scenarios.items():
            yield from _measure(game, scenario, games)


def _measure(game: str, scenario: str, games: int) -> Iterator[dict[str, object]]:
    loaded = bootstrap.catalogue().load_scenario(game, scenario)
    rates: list[float] = []
    actions = 0
    steps: Spent = {}
    for seed in range(games):
        begin = time.process_time()
        count = _game(loaded, seed)
        rates.append(count / (time.process_time() - begin))
        actions += count
    name = game if scenario == "campaign" else f"{game}.{scenario}"
    note = (
        f"processor time, median of {games} random games of {scenario}, slowest {min(rates):.0f} and fastest"
        f" {max(rates):.0f}, {actions / games:.0f} actions a game"
    )
    yield record(f"random_actions_per_s.{name}", statistics.median(rates), "1/s", note)
    if scenario == "campaign":
        watched = sum(_game(loaded, seed, steps) for seed in range(WATCHED))
        yield from _by_step("" if game == MODEL else f"{game}.", steps, watched)


def _game(loaded: Any, seed: int, steps: Spent | None = None) -> int:
    """Play one game; with ``steps`` every action is timed individually, which takes extra time."""
    rules = loaded.rules
    state = loaded.begin(seed=seed).state
    player, chance = RandomOpponent(), QuickChance(seed)
    count = 0
    clock = time.process_time
    while (side := rules.decider(state)) is not None:
        begun = 0.0 if steps is None else clock()
        seat = rules.seat(state, side)
        step = seat.prompt.step
        action, _ = player.choose(seat, chance)
        state = rules.apply(state, action, trusted=True).state
        if steps is not None:
            steps.setdefault(step, []).append(clock() - begun)
        count += 1
    return count


def _by_step(prefix: str, steps: Spent, actions: int) -> Iterator[dict[str, object]]:
    """The steps that take most of the time."""
    heavy = sorted(steps.items(), key=lambda item: -sum(item[1]))[:8]
    whole = sum(sum(times) for times in steps.values())
    for step, times in heavy:
        note = f"one action of this step: {len(times) / actions:.0%} of the actions, {sum(times) / whole:.0%} of the time"
        yield record(f"action_us.{prefix}{step}", statistics.mean(times) * 1e6, "us", note)
