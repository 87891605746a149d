"""The bare grid as geometry: centres, hexes, hexsides, and the graph of the corners where hexsides meet.

Everything is measured in hexes: adjacent centres are 1.0 apart, x grows to the east and y to the south, as on screen.
Corners have exact names (:func:`hexbench.hexes.coords.corner`), so that rounding can never confuse two of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from hexbench.atlas.atlas import OFF, Atlas
from hexbench.atlas.sheet import Cell, MapSheet
from hexbench.hexes.coords import Axial, side_corners
from hexbench.hexes.grid import Grid, GridSpec
from hexbench.hexes.layout import Layout, Point

Corner = Axial


class Side(NamedTuple):
    """One hexside: its name, its two corners, and the one or two hexes it belongs to (by index)."""

    name: str
    ends: tuple[Corner, Corner]
    hexes: tuple[int, ...]

    def other(self, corner: Corner) -> Corner:
        """Its other corner."""
        return self.ends[1] if corner == self.ends[0] else self.ends[0]


class Frame:
    """The geometry of one grid."""

    def __init__(self, spec: GridSpec) -> None:
        grid = Grid(spec)
        self.atlas = Atlas(
            MapSheet(
                format="hexbench-map",
                version=1,
                key="frame",
                title="frame",
                source="reconstruction",
                provenance="",
                kilometres_per_hex=1.0,
                grid=spec,
                cells=dict.fromkeys(grid.axial, Cell("clear")),
            )
        )
        self.layout = Layout(spec.orientation, 1.0)
        self.labels: Sequence[str] = self.atlas.labels
        self.centres: tuple[Point, ...] = tuple(self.layout.centre(a) for a in self.atlas.axial)
        self.polygons = np.array([Polygon(self.layout.corners(a)) for a in self.atlas.axial])
        self.outline: BaseGeometry = shapely.union_all(shapely.buffer(self.polygons, 1e-6))
        self.sides: dict[str, Side] = {}
        self.meeting: dict[Corner, list[Side]] = {}
        """corner -> the hexsides that meet there, in the order of their names."""
        for i, a in enumerate(self.atlas.axial):
            for direction in range(6):
                name = self.atlas.side_of(i, direction)
                if name not in self.sides:
                    j = self.atlas.around[i][direction]
                    self.sides[name] = Side(name, side_corners(a, direction), (i,) if j == OFF else (i, j))
        for name in sorted(self.sides):
            side = self.sides[name]
            for end in side.ends:
                self.meeting.setdefault(end, []).append(side)
        self.rim = frozenset(end for s in self.sides.values() if len(s.hexes) == 1 for end in s.ends)
        """The corners on the outline of the map."""

    def point(self, corner: Corner) -> Point:
        """The point of a corner."""
        return self.layout.corner_point(corner)

    def middle(self, side: Side) -> Point:
        """The middle of a hexside."""
        (ax, ay), (bx, by) = self.point(side.ends[0]), self.point(side.ends[1])
        return (ax + bx) / 2, (ay + by) / 2

    def at(self, point: Point) -> int | None:
        """The index of the hex that contains a point; None off the map."""
        label = self.atlas.grid.label.get(self.layout.at(*point))
        return None if label is None else self.atlas.index[label]

    def nearest(self, point: Point) -> int:
        """The index of the hex whose centre is nearest to a point, on the map or off it."""
        x, y = point
        return min(range(len(self.centres)), key=lambda i: (round(_square(self.centres[i], x, y), 9), i))

    def between(self, i: int, j: int) -> Side:
        """The hexside between two adjacent hexes."""
        return self.sides[self.atlas.side_of(i, self.atlas.around[i].index(j))]


def _square(point: Point, x: float, y: float) -> float:
    return (point[0] - x) ** 2 + (point[1] - y) ** 2


# The one vector geography (``resources/geography/*.geojson``, longitude and latitude, WGS 84) as named shapes.

_Layer = Literal["borders", "bridges", "lines", "rivers", "roads", "rough", "towns", "water", "woods"]


class Properties(msgspec.Struct, frozen=True):
    """What the geography says about one shape. ``river`` is what a bridge crosses."""

    name: str
    kind: str
    source: str = ""
    note: str = ""
    river: str = ""


class _Raw(msgspec.Struct, frozen=True):
    properties: Properties
    geometry: Any


class _Collection(msgspec.Struct, frozen=True):
    features: tuple[_Raw, ...]


class Shape(msgspec.Struct, frozen=True):
    """One named shape of a layer, in longitude and latitude."""

    name: str
    kind: str
    river: str
    shape: BaseGeometry


class Geography:
    """The layers of a geography folder, read when first needed, each sorted by name, kind and place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._layers: dict[str, tuple[Shape, ...]] = {}

    def layer(self, name: _Layer) -> tuple[Shape, ...]:
        """The shapes of one layer. Raises OSError or msgspec.DecodeError if the file cannot be read."""
        if name not in self._layers:
            raw = msgspec.json.decode((self.folder / f"{name}.geojson").read_bytes(), type=_Collection)
            shapes = [
                Shape(
                    f.properties.name,
                    f.properties.kind,
                    f.properties.river,
                    shapely.from_geojson(msgspec.json.encode(f.geometry)),
                )
                for f in raw.features
            ]
            self._layers[name] = tuple(sorted(shapes, key=lambda s: (s.name, s.kind, s.shape.bounds)))
        return self._layers[name]

    def named(self, layer: _Layer, name: str) -> Shape:
        """The shape with that name. Raises ValueError (one sentence) if there is none, or more than one."""
        found = [s for s in self.layer(layer) if s.name == name]
        if len(found) != 1:
            raise ValueError(f"The geography has {len(found)} shapes named {name!r} among its {layer}.")
        return found[0]


# Progress of long work.

Step = Callable[[int, int, str], None]
"""Called at every step with (steps done, steps in all, what is done now)."""


def quiet(done: int, total: int, what: str) -> None:
    """Report nothing."""
