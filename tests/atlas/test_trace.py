from __future__ import annotations

from itertools import combinations, pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.trace import NOWHERE, Ways, cut, flood, reversed_ways, ways
from tests.atlas import maps

Query = tuple[Ways, list[int], frozenset[int], int | None]


@st.composite
def nets(draw: st.DrawFn) -> Query:
    """Ways between a few nodes at random, sources, closed nodes, and a limit."""
    size = draw(st.integers(1, 12))
    node = st.integers(0, size - 1)
    row = st.lists(st.tuples(node, st.integers(0, 2)), max_size=4, unique_by=lambda way: way[0])
    towards = draw(st.lists(row, min_size=size, max_size=size))
    sources = draw(st.lists(node, max_size=3))
    closed = frozenset(draw(st.sets(node, max_size=size // 2)))
    return towards, sources, closed, draw(st.none() | st.integers(0, 6))


def record(query: Query) -> dict[int, int]:
    """node -> fewest steps to a source, by networkx."""
    towards, sources, closed, limit = query
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(n for n in range(len(towards)) if n not in closed)
    for node, row in enumerate(towards):
        for end, steps in row:
            if node not in closed and end not in closed:
                graph.add_edge(end, node, weight=steps)
    starts = {s for s in sources if s not in closed}
    if not starts:
        return {}
    found = nx.multi_source_dijkstra_path_length(graph, starts, cutoff=limit, weight="weight")
    return {node: int(steps) for node, steps in found.items()}


@given(nets())
def test_the_flood_agrees_with_networkx_and_its_paths_hold(query: Query) -> None:
    towards, sources, closed, limit = query
    found = flood(reversed_ways(towards), sources, closed=closed, limit=limit)
    wanted = record(query)
    for node in range(len(towards)):
        assert found.steps[node] == wanted.get(node, NOWHERE)
        assert (node in found) == (node in wanted)
        path = found.path(node)
        if node not in wanted:
            assert path == ()
            assert found.source(node) is None
            continue
        assert path[0] == node
        assert path[-1] == found.source(node)
        assert path[-1] in sources
        assert not closed & set(path)
        steps = [dict(towards[a])[b] for a, b in pairwise(path)]
        assert sum(steps) == found.steps[node]


@given(nets(), st.integers(0, 11))
def test_a_cut_names_the_fewest_closed_nodes_within_the_limit(query: Query, node: int) -> None:
    towards, sources, closed, limit = query
    node %= len(towards)
    served = node in record(query)
    found = cut(towards, sources, node, closed=closed, limit=limit)
    if served:
        assert found is None
        return
    open_to = record((towards, sources, frozenset(), limit))
    assert (found is None) == (node not in open_to)
    if found is None:
        return
    path, met = found
    assert path[0] == node
    assert path[-1] in sources
    steps = sum(dict(towards[a])[b] for a, b in pairwise(path))
    assert limit is None or steps <= limit
    assert met == tuple(n for n in path if n in closed)
    assert met
    # opening what it names lets the line through; opening fewer of any kind does not
    assert node in record((towards, sources, closed - set(met), limit))
    for size in range(len(set(met))):
        for some in _subsets(sorted(closed), size):
            assert node not in record((towards, sources, closed - some, limit))


def _subsets(items: list[int], size: int) -> list[frozenset[int]]:
    return [frozenset(some) for some in combinations(items, size)]


@given(maps.atlases(), st.integers(1, 4))
def test_ways_of_a_map_follow_its_graph(atlas: Atlas, limit: int) -> None:
    towards = ways(atlas, lambda link: None if "river" in link.kinds else 1)
    graph = nx.DiGraph((a, b) for a, b, data in atlas.graph.edges(data=True) if "river" not in data["kinds"])
    graph.add_nodes_from(atlas.labels)
    found = flood(reversed_ways(towards), [0], limit=limit)
    wanted = nx.single_source_shortest_path_length(graph.reverse(), atlas.labels[0], cutoff=limit)
    assert {atlas.labels[n] for n in range(len(atlas.labels)) if n in found} == set(wanted)


def test_five_hexes_and_then_any_length_of_road() -> None:
    """Nodes 0..9 are hexes off the road, 10..19 the same hexes on it; the road leads from 14 to its end in 19."""
    off = [[(k + 1, 1)] if k < 9 else [] for k in range(10)]
    off[4].append((14, 0))
    on = [[(k + 1, 0)] if 14 <= k < 19 else [] for k in range(10, 20)]
    net = flood(reversed_ways([*off, *on]), [19], limit=5)
    assert net.steps[:6] == [4, 3, 2, 1, 0, NOWHERE]
    assert net.path(2) == (2, 3, 4, 14, 15, 16, 17, 18, 19)
    shut = flood(reversed_ways([*off, *on]), [19], limit=5, closed={16})
    assert 2 not in shut
    found = cut([*off, *on], [19], 2, closed={16, 7}, limit=5)
    assert found is not None
    assert found.closed == (16,)


def test_a_longer_line_with_fewer_closed_nodes_is_preferred_while_the_limit_allows() -> None:
    towards = [[(1, 1), (3, 1)], [(2, 1)], [], [(4, 1)], [(2, 1)]]
    closed = {1, 2}
    assert cut(towards, [2], 0, closed=closed, limit=3) == ((0, 3, 4, 2), (2,))
    assert cut(towards, [2], 0, closed=closed, limit=2) == ((0, 1, 2), (1, 2))
    assert cut(towards, [2], 0, closed=closed, limit=1) is None


def test_a_way_never_takes_steps_back() -> None:
    atlas = maps.corner()
    with pytest.raises(ValueError, match="at least no steps"):
        ways(atlas, lambda link: -1)
