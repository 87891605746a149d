"""A map ready for use: fast look-ups by label and by index, and the networkx graph that is the model of record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from hexbench.atlas.hexset import Links, holds, members
from hexbench.atlas.sheet import Cell, MapSheet, Place
from hexbench.hexes.coords import Axial, distance
from hexbench.hexes.grid import Grid

if TYPE_CHECKING:
    import networkx as nx

OFF = -1
"""The index of an adjacent hex that is not on the map."""


def side_name(a: str, b: str) -> str:
    """The name of the hexside between two adjacent hexes, whichever comes first."""
    return f"{a}/{b}" if a < b else f"{b}/{a}"


def folded(word: str) -> str:
    """A name without what people leave out or write differently: capitals, leading zeros of a number, spaces for strokes."""
    plain = "_".join(word.replace("_", " ").split()).casefold()
    return plain.lstrip("0") if plain.isdecimal() else plain


def by_fold(names: Iterable[str]) -> dict[str, str]:
    """folded name -> the name that folds to it; folded names that several names share are left out."""
    found: dict[str, str] = {}
    shared = set()
    for name in names:
        key = folded(name)
        if found.setdefault(key, name) != name:
            shared.add(key)
    return {key: name for key, name in found.items() if key not in shared}


def _ring(q: int, r: int, far: int) -> Iterator[tuple[int, int]]:
    """The axial coordinates at one distance."""
    for x in range(-far, far + 1):
        low, high = max(-far, -x - far), min(far, far - x)
        if abs(x) == far:
            yield from ((q + x, r + y) for y in range(low, high + 1))
        else:
            yield q + x, r + low
            yield q + x, r + high


class Link(NamedTuple):
    """One step from a hex to an adjacent one, as a price function sees it."""

    start: int
    end: int
    direction: int
    """0..5, as in :data:`hexbench.hexes.coords.DIRECTIONS`."""
    kinds: tuple[str, ...]
    """What runs along the hexside: river, bridge, ..."""
    road: str
    """The kind of the road through the hexside, or an empty string."""
    leaves: Cell
    enters: Cell


class Atlas:
    """One map. Hexes have a label ("3041") and an index 0..n-1 in reading order; fast searches use indices."""

    def __init__(self, sheet: MapSheet, grid: Grid | None = None) -> None:
        """``grid``: the grid of the sheet, if it exists already.

        Raises ValueError (one sentence) for a cell, hexside, road, place, zone or line that is not on the grid.
        """
        self.sheet = sheet
        self.grid = grid if grid is not None and grid.spec == sheet.grid else Grid(sheet.grid)
        self.labels: tuple[str, ...] = tuple(name for name in self.grid.axial if name in sheet.cells)
        self.index: dict[str, int] = {name: i for i, name in enumerate(self.labels)}
        self.axial: tuple[Axial, ...] = tuple(self.grid.axial[name] for name in self.labels)
        for name in sheet.cells:
            if name not in self.index:
                raise ValueError(f"Hex {name} is not on the grid of map {sheet.key}.")
        self.cells: tuple[Cell, ...] = tuple(sheet.cells[name] for name in self.labels)
        index = self.index
        at = {axial: i for i, axial in enumerate(self.axial)}
        self.around: tuple[tuple[int, ...], ...] = tuple(
            (
                at.get((q + 1, r), OFF),
                at.get((q + 1, r - 1), OFF),
                at.get((q, r - 1), OFF),
                at.get((q - 1, r), OFF),
                at.get((q - 1, r + 1), OFF),
                at.get((q, r + 1), OFF),
            )  # DIRECTIONS, written out for speed: maps are rebuilt while their outline is being drawn
            for q, r in self.axial
        )
        """index -> the indices of the six adjacent hexes by direction, OFF where the map ends."""
        self._keys: dict[str, tuple[tuple[int, int], ...]] = {}
        """The keys of the hexsides asked for so far: they are valid as long as the outline is unchanged."""
        self.side_kinds: dict[tuple[int, int], tuple[str, ...]] = {}
        """(index, direction) -> kinds of that hexside; listed from both hexes; a plain hexside is left out."""
        self.side_names: dict[tuple[int, int], str] = {}
        self.roads: dict[tuple[int, int], str] = {}
        """(index, direction) -> kind of road through that hexside; listed from both hexes."""
        for side in sheet.hexsides:
            for key in self.side_keys(side.side):
                self.side_kinds[key] = side.kinds
                if side.name:
                    self.side_names[key] = side.name
        for road in sheet.roads:
            for key in self.side_keys(road.side):
                self.roads[key] = road.kind
        for what, names in (
            *((f"place {p.name}", p.hexes) for p in sheet.places),
            *((f"zone {z}", hexes) for z, hexes in sheet.zones.items()),
        ):
            for name in names:
                if name not in index:
                    raise ValueError(f"Hex {name} of {what} is not on map {sheet.key}.")
        for line in sheet.lines:
            for name in line.sides:
                self.side_keys(name)

    def revised(self, sheet: MapSheet) -> Atlas:
        """The atlas of a map with the same outline and different contents: whatever depends on the outline alone is shared.

        Raises ValueError (one sentence) if the outline differs, and for whatever ``Atlas`` itself refuses.
        """
        if sheet.grid != self.sheet.grid or sheet.cells.keys() != self.sheet.cells.keys():
            raise ValueError(f"The outline of map {sheet.key} has changed.")
        new = copy(self)
        for cached in ("places", "places_at", "graph", "links", "_link_at"):
            new.__dict__.pop(cached, None)
        new.sheet = sheet
        new.cells = tuple(sheet.cells[name] for name in self.labels)
        if sheet.hexsides is not self.sheet.hexsides:
            self._revise_sides(new)
        if sheet.roads is not self.sheet.roads:
            self._revise_roads(new)
        return new

    def _revise_sides(self, new: Atlas) -> None:
        """Enter the hexsides of ``new``'s sheet."""
        new.side_kinds, new.side_names = dict(self.side_kinds), dict(self.side_names)
        before, after = ({side.side: side for side in s.hexsides} for s in (self.sheet, new.sheet))
        for name in before.keys() - after.keys():
            for key in self.side_keys(name):
                new.side_kinds.pop(key, None)
                new.side_names.pop(key, None)
        for name, side in after.items():
            if before.get(name) != side:
                for key in self.side_keys(name):
                    new.side_kinds[key] = side.kinds
                    new.side_names.pop(key, None)
                    if side.name:
                        new.side_names[key] = side.name

    def _revise_roads(self, new: Atlas) -> None:
        """Enter the roads of ``new``'s sheet."""
        new.roads = dict(self.roads)
        before, after = ({road.side: road.kind for road in s.roads} for s in (self.sheet, new.sheet))
        for name in before.keys() - after.keys():
            for key in self.side_keys(name):
                new.roads.pop(key, None)
        for name, kind in after.items():
            if before.get(name) != kind:
                new.roads.update(dict.fromkeys(self.side_keys(name), kind))

    def side_keys(self, name: str) -> tuple[tuple[int, int], ...]:
        """The (index, direction) keys of a hexside: two, or one at the edge of the map. Raises ValueError for a bad name."""
        found = self._keys.get(name)
        if found is not None:
            return found
        first, _, second = name.partition("/")
        i, j = self.index.get(first, OFF), self.index.get(second, OFF)
        if i != OFF and j != OFF and first < second and j in self.around[i]:
            direction = self.around[i].index(j)
            found = self._keys[name] = (i, direction), (j, (direction + 3) % 6)
            return found
        if i != OFF and second in self.grid.directions:
            direction = self.grid.directions.index(second)
            if self.around[i][direction] == OFF:
                found = self._keys[name] = ((i, direction),)
                return found
        raise ValueError(f"{name!r} is not a hexside of map {self.sheet.key}.")

    @cached_property
    def _folded(self) -> dict[str, str]:
        return by_fold(self.labels)

    def meant(self, word: str) -> str:
        """The hex or hexside meant by a word that spells it differently: with other capitals or zeros, or from the other hex.

        Returns the word unchanged if it is a name already, or fits none or several.
        """
        if word in self.index or word in self._keys:
            return word
        first, stroke, second = word.partition("/")
        a = first if first in self.index else self._folded.get(folded(first), "")
        if not stroke:
            return a or word
        b = second if second in self.index else self._folded.get(folded(second), "")
        if a and b:
            return side_name(a, b)
        compass = second.strip().upper()
        return f"{a}/{compass}" if a and compass in self.grid.directions else word

    def side_of(self, i: int, direction: int) -> str:
        """The name of the hexside of hex ``i`` in ``direction``."""
        j = self.around[i][direction]
        if j == OFF:
            return f"{self.labels[i]}/{self.grid.directions[direction]}"
        return side_name(self.labels[i], self.labels[j])

    def link(self, i: int, direction: int) -> Link:
        """The step out of hex ``i`` in ``direction``. The adjacent hex must be on the map."""
        key = (i, direction)
        found = self._link_at.get(key)
        if found is None:
            j = self.around[i][direction]
            kinds, road = self.side_kinds.get(key, ()), self.roads.get(key, "")
            found = self._link_at[key] = Link(i, j, direction, kinds, road, self.cells[i], self.cells[j])
        return found

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Every step between two adjacent hexes, by index, then by direction."""
        return tuple(
            self.link(i, direction)
            for i, around in enumerate(self.around)
            for direction, j in enumerate(around)
            if j != OFF
        )

    @cached_property
    def _link_at(self) -> dict[tuple[int, int], Link]:
        return {}

    def direction(self, a: str, b: str) -> int | None:
        """The direction from ``a`` to an adjacent ``b``; None if they are not adjacent or not on the map."""
        i, j = self.index.get(a, OFF), self.index.get(b, OFF)
        if i == OFF or j == OFF or j not in self.around[i]:
            return None
        return self.around[i].index(j)

    def distance(self, a: str, b: str) -> int:
        """Hexes from ``a`` to ``b``, counting ``b``: adjacent is 1. Raises KeyError off the map."""
        return distance(self.axial[self.index[a]], self.axial[self.index[b]])

    def cell(self, name: str) -> Cell:
        """The terrain of a hex. Raises KeyError off the map."""
        return self.cells[self.index[name]]

    def kinds(self, a: str, b: str) -> tuple[str, ...]:
        """What runs along the hexside between two adjacent hexes. Raises KeyError if they are not adjacent."""
        direction = self.direction(a, b)
        if direction is None:
            raise KeyError(f"{a} and {b} are not adjacent")
        return self.side_kinds.get((self.index[a], direction), ())

    def road(self, a: str, b: str) -> str:
        """The kind of the road that connects two adjacent hexes, or an empty string."""
        direction = self.direction(a, b)
        return "" if direction is None else self.roads.get((self.index[a], direction), "")

    @cached_property
    def near(self) -> dict[str, tuple[str, ...]]:
        """label -> labels of the adjacent hexes on the map, by direction."""
        labels = self.labels
        return {
            name: tuple([labels[n] for n in around if n != OFF])
            for name, around in zip(labels, self.around, strict=True)
        }

    @cached_property
    def steps(self) -> Links:
        """Every step between adjacent hexes, for growing sets of hexes (:mod:`hexbench.atlas.hexset`)."""
        return Links((i, j) for i, around in enumerate(self.around) for j in around if j != OFF)

    def nearest_first(self, a: str) -> Iterator[str]:
        """All hexes by their distance from ``a``, then in reading order. Raises KeyError off the map."""
        q, r = self.axial[self.index[a]]
        left, far = len(self.labels), 0
        while left:
            ring = sorted(i for i in map(self._by_axial.get, _ring(q, r, far)) if i is not None)
            yield from (self.labels[i] for i in ring)
            left -= len(ring)
            far += 1

    @cached_property
    def _by_axial(self) -> dict[tuple[int, int], int]:
        return {(q, r): i for i, (q, r) in enumerate(self.axial)}

    @cached_property
    def places(self) -> dict[str, Place]:
        """name -> place."""
        return {p.name: p for p in self.sheet.places}

    @cached_property
    def places_at(self) -> dict[str, tuple[Place, ...]]:
        """label -> the places in that hex, most important first."""
        out: dict[str, list[Place]] = {}
        for place in sorted(self.sheet.places, key=lambda p: (p.rank, p.name)):
            for name in place.hexes:
                out.setdefault(name, []).append(place)
        return {name: tuple(found) for name, found in out.items()}

    @cached_property
    def graph(self) -> nx.DiGraph[str]:
        """The model of record: one node per hex (terrain, features, elevation), one edge per step between adjacent hexes.

        Edge attributes: ``direction`` 0..5, ``kinds`` of the hexside, ``road`` kind or "". networkx is imported here,
        on first use.
        """
        import networkx as nx  # slow to import: only when the graph is needed

        graph: nx.DiGraph[str] = nx.DiGraph()
        for name, cell in zip(self.labels, self.cells, strict=True):
            graph.add_node(name, terrain=cell.terrain, features=cell.features, elevation=cell.elevation)
        for i, around in enumerate(self.around):
            for direction, j in enumerate(around):
                if j != OFF:
                    graph.add_edge(
                        self.labels[i],
                        self.labels[j],
                        direction=direction,
                        kinds=self.side_kinds.get((i, direction), ()),
                        road=self.roads.get((i, direction), ""),
                    )
        return graph


# The line between two sides: each hex belongs to the side nearer to it.


def nearer(atlas: Atlas, ours: int, theirs: int, within: int) -> tuple[int, int, int]:
    """The hexes nearer to ours, those nearer to theirs, and those equally near to both, as sets (:mod:`hexbench.atlas.hexset`).

    ``ours`` and ``theirs`` are sets of hexes; a hex farther than ``within`` from both is in none of the three.
    """
    a, b, both = ours & ~theirs, theirs & ~ours, ours & theirs
    for _ in range(within):
        ours, theirs = atlas.steps.grown(ours), atlas.steps.grown(theirs)
        fresh = (ours | theirs) & ~(a | b | both)
        a |= fresh & ours & ~theirs
        b |= fresh & theirs & ~ours
        both |= fresh & ours & theirs
    return a, b, both


def front(atlas: Atlas, ours: int, theirs: int, within: int) -> tuple[str, ...]:
    """The hexsides between hexes that are nearer to ours and those that are not, within ``within`` hexes of either."""
    a, b, both = nearer(atlas, ours, theirs, within)
    beyond = b | both
    out: dict[str, None] = {}
    for i in members(a & atlas.steps.grown(beyond)):
        for direction, j in enumerate(atlas.around[i]):
            if j != OFF and holds(beyond, j):
                out[atlas.side_of(i, direction)] = None
    return tuple(out)
