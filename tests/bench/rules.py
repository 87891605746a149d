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
    yield record(
        "reach_us",
        fast_us,
        "us",
        f"one unit on {len(rules.atlas.labels)} hexes, {len(movers)} units of the position",
    )
    slow_us = _networkx_us(rules, movers)
    yield record(
        "reach_ratio_networkx",
        slow_us / fast_us,
        "x",
        "networkx single_source_dijkstra over (hex, mood) with a weight callable, same queries and answers",
    )

    def whole_side() -> None:
        fresh = rules.seat(state, side)
        for u in able:
            fresh.targets("move", (u,))

    yield record(
        "reach_side_ms",
        median_us(whole_side, runs=5) / 1000,
        "ms",
        f"targets of {len(able)} units, seat made anew",
    )

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
    """The same question put to networkx: cheapest ways over (hex, mood), the prices and the mood table in a callable."""
    atlas = rules.atlas  # type: ignore[attr-defined]
    steps = [(atlas.index[a], atlas.index[b]) for a, b in atlas.graph.edges]
    moods = range(max(m.moods.size for m in movers))
    graph = nx.DiGraph([((i, x), (j, y)) for i, j in steps for x in moods for y in moods])

    def one(m: movement.Mover) -> set[int]:
        zones, entry, table = m.ground.zones, m.ground.entry, m.moods
        first = {f.end: f for f in m.first}

        def weight(a: tuple[int, int], b: tuple[int, int], _: dict[str, object]) -> int | None:
            (i, x), (j, y) = a, b
            shift = table.shift(x, zones[i], entry[j]) if entry[j] >= 0 and x < table.size else None
            if shift is None or shift[1] != y:
                return None
            if i == m.start and x == 0:
                return None if j not in first else first[j].cost + (0 if first[j].absorbs else shift[0])
            price = m.arcs.between(i, j)
            return None if price is None else price + shift[0]

        costs = nx.single_source_dijkstra(graph, (m.start, 0), cutoff=m.budget, weight=weight)[0]
        assert isinstance(costs, dict)
        return {i for i, _ in costs}

    for m in movers:
        found = reach(m.arcs, m.ground, m.moods, m.start, m.budget, first=m.first)
        assert one(m) == set(found), "both give the same answer"
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
