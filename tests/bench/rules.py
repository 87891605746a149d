"""Rules on the real campaign: reach compared with networkx, a whole side's reach, supply, copying a position."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

import networkx as nx
from msgspec.structs import replace

from hexbench import bootstrap
from hexbench.atlas.reach import reach
from hexbench.engine.opponent import RandomOpponent
from hexbench.games.iron_tide import movement
from hexbench.games.iron_tide.movers import STRATEGIC, TACTICAL
from hexbench.games.iron_tide.pieces import GERMAN
from tests.bench._chance import QuickChance
from tests.bench._timing import median_us, record

GAME = "iron_tide"
POSITION = "17_december"
LATE = "21PM"
"""The game turn whose German Movement Phase is measured: cloudy, and all units are checked for supply."""
RUNS = 9


def measure() -> Iterator[dict[str, object]]:
    """Every figure of the rules."""
    yield from _reach()
    loaded = bootstrap.catalogue().load_scenario(GAME, "campaign")
    late = _late(loaded)
    yield from _side(loaded.rules, late)
    yield from _supply(loaded.rules, late)
    uid = next(iter(late.units))
    yield record(
        "state_copy_us",
        median_us(lambda: replace(late, units={**late.units, uid: replace(late.units[uid], moved=True)})),
        "us",
        f"a position of {len(late.units)} units with one of them changed",
    )


def _reach() -> Iterator[dict[str, object]]:
    """The search alone, and the same question put to the model of record."""
    loaded = bootstrap.catalogue().load_scenario(GAME, POSITION)
    rules = loaded.rules
    state = loaded.begin(seed=1).state
    seat = rules.seat(state, rules.decider(state))
    able = [u for u in seat.prompt.offers[0].subjects if seat.targets("move", (u,))]
    movers = [movement.mover(seat, u) for u in able]

    def fast() -> None:
        for m in movers:
            reach(m.arcs, m.ground, m.moods, m.start, m.budget, first=m.first)

    fast_us = median_us(fast) / len(movers)
    note = f"one unit on {len(rules.atlas.labels)} hexes, {len(movers)} units of the position"
    yield record("reach_us", fast_us, "us", note)
    yield record(
        "reach_ratio_networkx",
        _networkx_us(rules, movers) / fast_us,
        "x",
        "networkx single_source_dijkstra over (hex, mood) with a weight callable, same queries and answers",
    )


def _late(loaded: Any) -> Any:
    """A position of the campaign reached by random play: the German Movement Phase of turn LATE."""
    rules = loaded.rules
    turn = rules.turn_number(LATE)
    state = loaded.begin(seed=1).state
    player, chance = RandomOpponent(), QuickChance(1)
    while True:
        side = rules.decider(state)
        assert side is not None, "the campaign goes on for longer"
        seat = rules.seat(state, side)
        if state.turn == turn and side == GERMAN and seat.prompt.step == "movement":
            return state
        action, _ = player.choose(seat, chance)
        state = rules.apply(state, action, trusted=True).state


def _side(rules: Any, late: Any) -> Iterator[dict[str, object]]:
    """Every target of every unit that may move, with its route, from a new seat."""
    able = rules.seat(late, GERMAN).prompt.offers[0].subjects
    for name, how in (("reach_side_ms", TACTICAL), ("reach_side_strategic_ms", STRATEGIC)):
        targets = 0

        def whole_side(how: str = how) -> None:
            nonlocal targets
            seat = rules.seat_type(rules, late, GERMAN)
            targets = sum(
                len(tuple(movement.by_mode(seat, (u,), how, movement.joint_reach, False))) for u in able
            )

        spent = median_us(whole_side, runs=RUNS) / 1000
        note = f"{how} movement of {len(able)} German units on {LATE}: {targets} targets with their routes"
        yield record(name, spent, "ms", note)


def _supply(rules: Any, late: Any) -> Iterator[dict[str, object]]:
    """The German Supply Phase on a position about which nothing is cached: every unit of both sides, isolation, fuel."""
    entered = rules.enter(late, "supply")
    bridges = dict(entered.bridges)
    changed = "built" if bridges.popitem()[1] != "built" else "destroyed"
    others = (dict(entered.bridges), {**bridges, next(reversed(entered.bridges)): changed})
    times: list[float] = []
    for n in range(4 * RUNS):
        fresh = replace(entered, units=dict(entered.units), bridges=others[n % 2])
        begin = time.process_time()
        rules.resume(fresh)
        times.append((time.process_time() - begin) * 1000)
    here = sum(unit.on_map for unit in late.units.values())
    note = (
        f"the Supply Phase of {LATE}: {here} units on the map, {len(bridges) + 1} bridges blown or built, board and"
        " supply roads made anew, isolation, resupply by air, the fuel roll and its formations"
    )
    yield record("supply_all_ms", statistics.median(times), "ms", note)


def _networkx_us(rules: Any, movers: list[movement.Mover]) -> float:
    """The same question put to networkx: cheapest paths over (hex, mood), with the prices and the mood table in a callable."""
    atlas = rules.atlas
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
