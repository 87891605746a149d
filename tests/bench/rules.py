"""Rules at work on the real campaign: reach against networkx, supply, random play, copying a position."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import networkx as nx
from msgspec.structs import replace

from hexbench import bootstrap
from hexbench.atlas.reach import reach
from hexbench.engine.opponent import RandomOpponent
from hexbench.games.iron_tide import movement
from tests.bench._timing import median_us, record

GAME = "iron_tide"
POSITION = "17_december"


class _Chance:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def number(self, n: int) -> int:
        return self._random.randint(1, n)

    def cancelled(self) -> bool:
        return False


def measure() -> Iterator[dict[str, object]]:
    """Every figure of the rules."""
    loaded = bootstrap.catalogue().load_scenario(GAME, POSITION)
    rules = loaded.rules
    state = loaded.begin(seed=1).state
    side = rules.decider(state)
    seat = rules.seat(state, side)
    able = [u for u in seat.prompt.offers[0].subjects if seat.targets("move", (u,))]
    movers = [movement.mover(seat, u) for u in able]

    def fast() -> None:
        for m in movers:
            reach(m.arcs, m.ground, m.moods, m.start, m.budget, first=m.first)

    fast_us = median_us(fast) / len(movers)
    yield record("reach_us", fast_us, "us", f"one unit on {len(rules.atlas.labels)} hexes, {len(movers)} units of the position")
    slow_us = _networkx_us(rules, movers[:40])
    yield record("reach_ratio_networkx", slow_us / fast_us, "x", "networkx single_source_dijkstra with a weight callable, same queries")

    def whole_side() -> None:
        fresh = rules.seat(state, side)
        for u in able:
            fresh.targets("move", (u,))

    yield record("reach_side_ms", median_us(whole_side, runs=5) / 1000, "ms", f"targets of {len(able)} units, seat made anew")

    def supply_all() -> None:
        fresh = rules.seat(state, side)
        for each in rules.sides:
            fresh.supply(each).states()

    yield record("supply_all_ms", median_us(supply_all) / 1000, "ms", "both sides, all units")
    uid = able[0]
    yield record(
        "state_copy_us",
        median_us(lambda: replace(state, units={**state.units, uid: replace(state.units[uid], moved=True)})),
        "us",
        f"a position of {len(state.units)} units with one of them changed",
    )
    yield from _random_play(rules, loaded)


def _networkx_us(rules: object, movers: list[movement.Mover]) -> float:
    """The same reach on the graph of record, by networkx with a weight callable that knows zones of control."""
    graph = rules.atlas.graph  # type: ignore[attr-defined]
    index = rules.atlas.index  # type: ignore[attr-defined]
    labels = rules.atlas.labels  # type: ignore[attr-defined]

    def one(m: movement.Mover) -> None:
        zones, entry = m.ground.zones, m.ground.entry
        first = {f.end: f.cost for f in m.first}

        def weight(a: str, b: str, _: dict[str, object]) -> int | None:
            i, j = index[a], index[b]
            if entry[j] < 0 or (zones[i] and (i != m.start or entry[j])):
                return None
            return first.get(j) if i == m.start else m.arcs.between(i, j)

        nx.single_source_dijkstra_path_length(graph, labels[m.start], cutoff=m.budget, weight=weight)

    return median_us(lambda: [one(m) for m in movers], runs=5) / len(movers)


def _random_play(rules: object, loaded: object) -> Iterator[dict[str, object]]:
    """Random legal play with view, prompt and targets at each step."""
    actions = games = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < 8:
        state = loaded.begin(seed=games).state  # type: ignore[attr-defined]
        player, chance = RandomOpponent(), _Chance(games)
        while (side := rules.decider(state)) is not None:  # type: ignore[attr-defined]
            seat = rules.seat(state, side)  # type: ignore[attr-defined]
            action, _ = player.choose(seat, chance)
            state = rules.apply(state, action, trusted=True).state  # type: ignore[attr-defined]
            actions += 1
        games += 1
    spent = time.perf_counter() - begin
    note = f"{games} random games from {POSITION}, {actions / games:.0f} actions a game"
    yield record(f"random_actions_per_s.{GAME}", actions / spent, "1/s", note)
    yield record(f"random_games_per_s.{GAME}", games / spent, "1/s", note)
