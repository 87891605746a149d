"""Brush and pen on a map: the hexes or hexsides that a mouse gesture covers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final

from hexbench.atlas.atlas import OFF, Atlas, side_name
from hexbench.hexes.coords import Axial, disk, line, side_corners
from hexbench.hexes.layout import Layout, Point

SIZES: Final = (1, 7, 19, 37)
"""Number of hexes under a brush, by its radius."""
_FILL_MOST: Final = 4000
"""Number of hexes at which a fill stops."""


def brush(atlas: Atlas, at: str, radius: int) -> tuple[str, ...]:
    """The hexes of the map under a brush."""
    if at not in atlas.index:
        return ()
    label = atlas.grid.label
    found = (label.get(a) for a in disk(atlas.axial[atlas.index[at]], radius))
    return tuple(name for name in found if name is not None and name in atlas.index)


def row(atlas: Atlas, a: str, b: str) -> tuple[str, ...]:
    """The hexes in a straight line from one to another, both included."""
    if a not in atlas.index or b not in atlas.index:
        return ()
    ends = atlas.axial[atlas.index[a]], atlas.axial[atlas.index[b]]
    names = (atlas.grid.label.get(at) for at in line(*ends))
    return tuple(name for name in names if name is not None and name in atlas.index)


def stroke(atlas: Atlas, hexes: Sequence[str], radius: int) -> tuple[str, ...]:
    """All hexes under a brush drawn over these hexes; gaps left by a fast movement are closed."""
    out: dict[str, None] = dict.fromkeys(brush(atlas, hexes[0], radius)) if hexes else {}
    for a, b in pairwise(hexes):
        for at in row(atlas, a, b):
            out.update(dict.fromkeys(brush(atlas, at, radius)))
    return tuple(out)


def rectangle(atlas: Atlas, a: str, b: str) -> tuple[str, ...]:
    """The hexes between two columns and two rows."""
    if a not in atlas.index or b not in atlas.index:
        return ()
    offset = atlas.grid.offset_of
    (c0, r0), (c1, r1) = (offset(atlas.axial[atlas.index[name]]) for name in (a, b))
    columns, rows = range(min(c0, c1), max(c0, c1) + 1), range(min(r0, r1), max(r0, r1) + 1)
    names = (atlas.grid.label.get(atlas.grid.axial_of(c, r)) for r in rows for c in columns)
    return tuple(name for name in names if name is not None and name in atlas.index)


def alike(
    atlas: Atlas,
    at: str,
    most: int = _FILL_MOST,
    walls: Iterable[str] = (),
    within: Iterable[str] | None = None,
) -> tuple[str, ...]:
    """The connected hexes with the same terrain as ``at``, nearest first. Hexsides with a kind in ``walls``
    are not crossed; the fill stays in ``within`` and stops at ``most`` hexes.
    """
    if at not in atlas.index:
        return ()
    shut = frozenset(walls)
    bounds = None if within is None else {atlas.index[name] for name in within if name in atlas.index}
    first = atlas.index[at]
    terrain = atlas.cells[first].terrain
    found, front = {first: None}, [first]
    while front and len(found) < most:
        onward: list[int] = []
        for i in front:
            for direction, j in enumerate(atlas.around[i]):
                if (
                    j != OFF
                    and j not in found
                    and atlas.cells[j].terrain == terrain
                    and (bounds is None or j in bounds)
                    and not shut.intersection(atlas.side_kinds.get((i, direction), ()))
                    and len(found) < most
                ):
                    found[j] = None
                    onward.append(j)
        front = onward
    return tuple(atlas.labels[i] for i in found)


def road_sides(atlas: Atlas, hexes: Sequence[str]) -> tuple[str, ...]:
    """The hexsides crossed by a road drawn over these hexes; gaps are closed by straight lines."""
    out: dict[str, None] = {}
    for a, b in pairwise(hexes):
        for x, y in pairwise(row(atlas, a, b)):
            direction = atlas.direction(x, y)
            if direction is not None:
                out[atlas.side_of(atlas.index[x], direction)] = None
    return tuple(out)


def rim_side(atlas: Atlas, at: str, way: Point) -> str:
    """The edge hexside by which a road leaves hex ``at`` in direction ``way`` (pixels from its centre); empty
    if there is none.
    """
    i = atlas.index.get(at, OFF)
    if i == OFF:
        return ""
    layout = Layout(atlas.sheet.grid.orientation, 1.0)
    best, name = -9.0, ""
    for direction, j in enumerate(atlas.around[i]):
        if j != OFF:
            continue
        (ax, ay), (bx, by) = layout.side(atlas.axial[i], direction)
        x, y = layout.centre(atlas.axial[i])
        toward = ((ax + bx) / 2 - x) * way[0] + ((ay + by) / 2 - y) * way[1]
        if toward > best:
            best, name = toward, atlas.side_of(i, direction)
    return name


class Vertices:
    """The corners of a map and the hexsides between them, which a river's pen snaps to and follows."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        self.ways = _ways(atlas.labels, atlas.axial, atlas.around, atlas.grid.directions)
        """corner -> (the next corner, the hexside between)."""

    def near(self, layout: Layout, point: Point) -> Axial | None:
        """The corner nearest to a point of the scene; None off the map."""
        centre = layout.at(*point)
        best: tuple[float, Axial] | None = None
        for at in disk(centre, 1):
            for direction in range(6):
                for corner in side_corners(at, direction):
                    if corner in self.ways:
                        x, y = layout.corner_point(corner)
                        far = math.hypot(x - point[0], y - point[1])
                        if best is None or (far, corner) < best:
                            best = (far, corner)
        return None if best is None or best[0] > layout.pitch * 1.2 else best[1]

    def chain(self, a: Axial, b: Axial) -> tuple[str, ...]:
        """The hexsides from corner to corner along the straightest way; empty if there is none."""
        layout = Layout(self.atlas.sheet.grid.orientation, 1.0)
        end, start = layout.corner_point(b), layout.corner_point(a)
        length = math.dist(start, end) or 1.0

        def lie(corner: Axial) -> tuple[float, float]:
            """How far a corner is off the straight line, and from its end: worked out once, a corner is met up to three times."""
            found = known.get(corner)
            if found is None:
                x, y = spot = layout.corner_point(corner)
                aside = (end[0] - start[0]) * (start[1] - y) - (start[0] - x) * (end[1] - start[1])
                found = known[corner] = abs(aside) / length, math.dist(spot, end)
            return found

        known: dict[Axial, tuple[float, float]] = {}
        queue: list[tuple[float, float, Axial]] = [(0.0, 0.0, a)]
        best: dict[Axial, float] = {a: 0.0}
        before: dict[Axial, tuple[Axial, str]] = {}
        while queue:
            _, cost, here = heappop(queue)
            if here == b:
                out: list[str] = []
                while here != a:
                    here, name = before[here]
                    out.append(name)
                return tuple(reversed(out))
            if cost > best[here]:
                continue
            for there, name in self.ways.get(here, ()):
                off, left = lie(there)
                total = cost + 0.578 + 0.2 * off
                if total < best.get(there, 1e9) - 1e-9:
                    best[there] = total
                    before[there] = (here, name)
                    heappush(queue, (total + left, total, there))
        return ()

    def ends(self, side: str) -> tuple[Axial, Axial]:
        """The two corners of a hexside. Raises ValueError for a bad name."""
        i, direction = self.atlas.side_keys(side)[0]
        return side_corners(self.atlas.axial[i], direction)


@lru_cache(maxsize=4)
def _ways(
    labels: tuple[str, ...],
    axial: tuple[Axial, ...],
    around: tuple[tuple[int, ...], ...],
    directions: tuple[str, ...],
) -> dict[Axial, list[tuple[Axial, str]]]:
    """The corner graph of an outline, which is the same for every map with it."""
    out: dict[Axial, list[tuple[Axial, str]]] = {}
    for i, at in enumerate(axial):
        for direction, j in enumerate(around[i]):
            if (
                j < i
            ):  # each inner hexside belongs to the later of its two hexes, one on the edge to its only hex
                a, b = side_corners(at, direction)
                name = f"{labels[i]}/{directions[direction]}" if j == OFF else side_name(labels[i], labels[j])
                out.setdefault(a, []).append((b, name))
                out.setdefault(b, []).append((a, name))
    return out


def side_near(atlas: Atlas, layout: Layout, point: Point) -> str:
    """The hexside nearest to a point of the scene; empty off the map."""
    centre = layout.at(*point)
    best: tuple[float, str] | None = None
    for at in disk(centre, 1):
        name = atlas.grid.label.get(at)
        i = atlas.index.get(name, OFF) if name is not None else OFF
        if i == OFF:
            continue
        for direction in range(6):
            (ax, ay), (bx, by) = layout.side(at, direction)
            far = math.hypot((ax + bx) / 2 - point[0], (ay + by) / 2 - point[1])
            if best is None or far < best[0] - 1e-6:
                best = (far, atlas.side_of(i, direction))
    return best[1] if best is not None and best[0] < layout.pitch else ""


def steep_sides(atlas: Atlas, drop: int) -> Iterator[str]:
    """The hexsides between hexes that differ by at least this many levels."""
    for i, around in enumerate(atlas.around):
        for direction, j in enumerate(around):
            if j > i and abs(atlas.cells[i].elevation - atlas.cells[j].elevation) >= drop:
                yield atlas.side_of(i, direction)
