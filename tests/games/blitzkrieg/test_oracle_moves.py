"""Movement and supply on the shipped map against plain searches that know nothing of ours."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

import networkx as nx
import pytest
from msgspec.structs import replace

from hexbench.games.blitzkrieg.passage import comers, points, reach_of
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GERMAN, GROUND, Side
from hexbench.games.blitzkrieg.rules import BkRules
from hexbench.games.blitzkrieg.seat import BkBoard
from hexbench.games.blitzkrieg.state import Blitzkrieg, Scenario, begin
from hexbench.games.blitzkrieg.supply import Supply
from tests.games.blitzkrieg.shipped import ardennes
from tests.sizes import sized

SEEDS = range(2)


def scattered(rules: BkRules, seed: int) -> Blitzkrieg:
    """Both armies strewn over the map, some of the bridges blown, some dumps hit."""
    rng = Random(seed)
    s = begin(rules, Scenario(deployed=True), seed)
    free = [at for at in rules.atlas.labels if rules.terrain(at) != "siegfried"]
    rng.shuffle(free)
    units = {}
    for uid, unit in s.units.items():
        if s.roster[uid].type in ("air", "v2"):
            units[uid] = unit
        elif rng.random() < 0.15:
            at = free.pop()
            units[uid] = replace(unit, at=at, start=at)
        else:
            units[uid] = replace(unit, at="#eliminated", start="", strength=0)
    bridges = sorted(rules.bridges)
    blown = {b: (b.split("/")[rng.randrange(2)],) for b in rng.sample(bridges, len(bridges) // 5)}
    dumps = {key: replace(d, number=rng.choice((1, 4, 4, 6))) for key, d in s.dumps.items()}
    return replace(s, units=units, blown=blown, dumps=dumps)


def held(s: Blitzkrieg, side: str) -> set[str]:
    """The hexes of ground units of a side."""
    return {
        u.at for uid, u in s.units.items() if u.side == side and u.on_map and s.roster[uid].type in GROUND
    }


def around(rules: BkRules, hexes: set[str]) -> set[str]:
    """The hexes next to some."""
    return {n for at in hexes for n in rules.atlas.near[at]}


def dry(rules: BkRules, s: Blitzkrieg, a: str, b: str) -> bool:
    """Whether no river parts two hexes, or a whole bridge spans it."""
    if "river" not in rules.atlas.kinds(a, b):
        return True
    return bool(rules.atlas.road(a, b)) and "/".join(sorted((a, b))) not in s.blown


def ways(rules: BkRules, s: Blitzkrieg, uid: str) -> dict[str, int]:
    """Where a unit gets and for how many half points, by Dijkstra's book."""
    unit, kind = s.units[uid], s.roster[uid].type
    foes = held(s, FOE[unit.side])
    zones = around(rules, foes)
    budget = points(rules, s, uid)
    best = {unit.at: 0}
    heap = [(0, unit.at)]
    while heap:
        paid, at = heappop(heap)
        if paid > best[at] or (at != unit.at and kind != "infiltrator" and at in zones):
            continue
        for to in rules.atlas.near[at]:
            if (to in foes and kind != "infiltrator") or (
                unit.side == ALLIED and rules.terrain(to) == "siegfried"
            ):
                continue
            open_way = dry(rules, s, at, to)
            if not open_way and (kind == "armor" or at != unit.at):
                continue
            costs = rules.tables.movement[kind]
            cost = costs["road"] if open_way and rules.atlas.road(at, to) else costs[rules.terrain(to)]
            total = paid + cost
            if total <= budget and total < best.get(to, 1 << 20):
                best[to] = total
                heappush(heap, (total, to))
    return best


@pytest.mark.parametrize("seed", SEEDS)
def test_every_unit_gets_where_a_plain_search_says(seed: int) -> None:
    rules = ardennes()
    s = scattered(rules, seed)
    board = rules.make_board(s)
    labels = rules.atlas.labels
    for uid, unit in s.units.items():
        if unit.on_map:
            found = reach_of(rules, s, board, uid, unit.at)
            assert {labels[i]: cost // 6 for i, cost in found.costs.items()} == ways(rules, s, uid), uid


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_a_search_from_its_end_finds_all_who_reach_a_hex(side: Side) -> None:
    rules = ardennes()
    s = scattered(rules, 0)
    board = rules.make_board(s)
    index = rules.atlas.index
    mine = [uid for uid in board.lists[side, "ground"] if s.roster[uid].type in ("armor", "infantry")]
    ends = [list(reach_of(rules, s, board, uid, s.units[uid].at).costs)[-1] for uid in mine[::4]]
    reached = 0
    for uid in mine:
        kind, halves, here = s.roster[uid].type, points(rules, s, uid), index[s.units[uid].at]
        costs = reach_of(rules, s, board, uid, s.units[uid].at).costs
        for end in ends:
            back = comers(rules, s, board, side, kind, end, 2 * s.roster[uid].mp)
            cost = back.get(here)
            assert (6 * cost if cost is not None and cost <= halves else None) == costs.get(end), uid
            reached += end in costs and end != here
    assert reached


def test_what_a_fallen_bridge_touches_is_searched_again_and_nothing_else() -> None:
    rules = ardennes()
    s = scattered(rules, 1)
    board = rules.make_board(s)
    mine = board.lists[GERMAN, "ground"]
    before = {uid: reach_of(rules, s, board, uid, s.units[uid].at) for uid in mine}
    bridge = sorted(rules.bridges - s.blown.keys())[len(rules.bridges) // 2]
    one = replace(s, blown={b: ends for b, ends in s.blown.items() if b != min(s.blown)})
    for now in (replace(s, blown={**s.blown, bridge: (bridge.split("/")[0],)}), s, one):
        kept = 0
        for uid in mine:
            found = reach_of(rules, now, board, uid, now.units[uid].at)
            assert {rules.atlas.labels[i]: c // 6 for i, c in found.costs.items()} == ways(rules, now, uid)
            kept += found is before[uid]
        assert kept > len(mine) // 2


def supplied(rules: BkRules, s: Blitzkrieg, side: Side, some: list[str]) -> set[str]:
    """Those of some hexes in which a unit of a side would be in supply, dump by dump and hex by hex."""
    foes = held(s, FOE[side])
    shut = foes | around(rules, foes)
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(rules.atlas.labels)
    for at in rules.atlas.labels:
        for to in rules.atlas.near[at]:
            wall = side == ALLIED and "siegfried" in (rules.terrain(at), rules.terrain(to))
            if dry(rules, s, at, to) and not wall:
                graph.add_edge(at, to, road=bool(rules.atlas.road(at, to)))
    out: set[str] = set()
    for dump in s.dumps.values():
        foe = FOE[dump.owner]
        owner = foe if dump.hex in held(s, foe) else dump.owner
        if not dump.number or owner != side:
            continue
        for at in some:
            mine = graph.subgraph([n for n in graph if n not in shut or n == at])
            if dump.hex not in mine or at not in mine:
                continue
            roads = nx.Graph(e for e in mine.edges if mine.edges[e]["road"])
            roads.add_node(dump.hex)
            served = nx.node_connected_component(roads, dump.hex)
            near = nx.single_source_shortest_path_length(mine, at, cutoff=dump.number)
            if any(h in near for h in served):
                out.add(at)
    return out


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_units_are_in_supply_where_a_plain_search_says(seed: int, side: Side) -> None:
    rules = ardennes()
    s = scattered(rules, seed)
    board = BkBoard(rules.atlas, s.units, s.roster)
    lines = Supply(rules, s, board, side)
    some = Random(seed).sample(rules.atlas.labels, sized(10, 25))
    found = {at for at in some if lines.steps(at) is not None}
    assert found == supplied(rules, s, side, some) == {at for at in some if lines.serves(at)}
    assert 0 < len(found) < len(some)
    for at in some:
        line = lines.line(at)
        if line is not None:
            assert (line.path[0], line.path[-1]) == (at, s.dumps[line.dump].hex)
            assert all(b in rules.atlas.near[a] for a, b in zip(line.path, line.path[1:], strict=False))
            assert not lines.closed & {rules.atlas.index[h] for h in line.path[1:]}
            assert line.off_road <= s.dumps[line.dump].number
