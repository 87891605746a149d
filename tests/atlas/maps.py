"""Small maps for the tests, and the model of record for searches: the product of the networkx graph and the moods."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import networkx as nx
from hypothesis import strategies as st

from hexbench.atlas.arcs import Arcs, compile_arcs
from hexbench.atlas.atlas import OFF, Atlas, Link
from hexbench.atlas.reach import First, Shift
from hexbench.atlas.sheet import Cell, Hexside, MapSheet, Road
from hexbench.hexes.grid import Grid, GridSpec
from tests.hexes.grids import specs

CORNER = GridSpec(
    orientation="pointy",
    columns=(1, 5),
    rows=(1, 4),
    rows_from="south",
    pushed="even",
    push="east",
    numbering="RRCC",
)
TERRAINS = {"clear": 12, "rough": 18, "woods": 24, "marsh": 36, "lake": None}
ROADS = {"main": 4, "second": 6}


def make_sheet(spec: GridSpec, rng: random.Random) -> MapSheet:
    """A map with terrain, rivers and roads strewn at random."""
    grid = Grid(spec)
    names = list(grid.axial)
    sides: dict[str, None] = {}
    for name in names:
        for other in grid.neighbours(name):
            if other is not None:
                sides[min(name, other) + "/" + max(name, other)] = None
    rivers = [s for s in sides if rng.random() < 0.2]
    return MapSheet(
        format="hexbench-map",
        version=1,
        key="test",
        title="Test",
        source="reconstruction",
        provenance="made up",
        kilometres_per_hex=1.0,
        grid=spec,
        cells={name: Cell(rng.choice(list(TERRAINS))) for name in names},
        hexsides=tuple(
            Hexside(s, ("river", "bridge") if rng.random() < 0.3 else ("river",), "Brook") for s in rivers
        ),
        roads=tuple(Road(s, rng.choice(list(ROADS))) for s in sides if rng.random() < 0.3),
    )


def corner() -> Atlas:
    """One small map, always the same."""
    return Atlas(make_sheet(CORNER, random.Random(2)))


def price(link: Link) -> int | None:
    """Roads are cheap, a river without a bridge is closed, the terrain entered has its price."""
    if "river" in link.kinds and "bridge" not in link.kinds:
        return None
    return ROADS[link.road] if link.road else TERRAINS[link.enters.terrain]


@st.composite
def atlases(draw: st.DrawFn, least: int = 2, most: int = 8) -> Atlas:
    """A small map at random."""
    return Atlas(make_sheet(draw(specs(least, most)), random.Random(draw(st.integers(0, 2**32)))))


@st.composite
def tables(draw: st.DrawFn) -> tuple[tuple[tuple[Shift, ...], ...], ...]:
    """A mood table at random: up to three moods and three zone classes."""
    moods, classes = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    shift = st.none() | st.tuples(st.sampled_from([0, 0, 1, 12, 36]), st.integers(0, moods - 1))
    row = st.tuples(*[shift] * classes)
    return draw(st.tuples(*[st.tuples(*[row] * classes)] * moods))


Node = tuple[str, int]
SOURCE: Node = ("source", -1)


def product(
    atlas: Atlas,
    zones: Sequence[int],
    closed: frozenset[int],
    table: Sequence[Sequence[Sequence[Shift]]],
    start: int,
    mood: int,
    first: Sequence[First] | None,
) -> nx.DiGraph[Node]:
    """The model of record: one node for each hex and mood, built from the map's own graph; edges weigh twelfths."""
    graph: nx.DiGraph[Node] = nx.DiGraph()
    graph.add_node(SOURCE)
    index = atlas.index

    def step(tail: Node, left: int, entered: int, at: int, cost: int, absorbs: bool) -> None:
        shift = None if entered in closed else table[at][zones[left]][zones[entered]]
        if shift is not None:
            weight = cost if absorbs else cost + shift[0]
            head = (atlas.labels[entered], shift[1])
            if not graph.has_edge(tail, head) or graph.edges[tail, head]["weight"] > weight:
                graph.add_edge(tail, head, weight=weight)

    for a, b, data in atlas.graph.edges(data=True):
        i, j = index[a], index[b]
        cost = price(
            Link(i, j, data["direction"], data["kinds"], data["road"], atlas.cells[i], atlas.cells[j])
        )
        if cost is None:
            continue
        for m in range(len(table)):
            step((a, m), i, j, m, cost, False)
        if first is None and i == start:
            step(SOURCE, i, j, mood, cost, False)
    for way in first or ():
        step(SOURCE, start, way.end, mood, way.cost, way.absorbs)
    return graph


def costs_of(graph: nx.DiGraph[Node], budget: int) -> dict[Node, int]:
    """(label, mood) -> lowest cost within the budget, by the model of record."""
    found = nx.single_source_dijkstra_path_length(graph, SOURCE, cutoff=budget, weight="weight")
    return {(label, mood): int(cost) for (label, mood), cost in found.items()}


def priced(atlas: Atlas) -> Arcs:
    """The same prices on adjacency tuples."""
    return compile_arcs(atlas, price)


def on_map(atlas: Atlas, i: int) -> list[int]:
    """The neighbours of a hex, by direction."""
    return [j for j in atlas.around[i] if j != OFF]


def cheapest(found: Mapping[Node, int], label: str) -> int | None:
    """The lowest cost over the moods, or None."""
    return min((cost for (name, _), cost in found.items() if name == label), default=None)
