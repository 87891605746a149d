"""Positions in the scene. The centres of adjacent hexes are ``PITCH`` apart; a counter is ``COUNTER`` wide."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from hexbench.atlas.atlas import OFF, Atlas
from hexbench.hexes.coords import Axial, corner
from hexbench.hexes.layout import Layout

PITCH = 80.0
COUNTER = 58.0
"""The largest square that stays within a hex, and a little."""
MARGIN = 60.0
TOPS = ("north", "west", "south", "east")
"""What may lie at the top, by quarter turns clockwise of the sheet."""
_SHIFT = {"pointy": (0, 1, 3, 4), "flat": (0, 2, 3, 5)}
"""How many directions on the sheet one is seen, by its quarter turns; half a direction is gained with the other look."""
Point = tuple[float, float]


def noise(*keys: object) -> float:
    """A number -1..1 that is always the same for the same keys: natural variety that never changes."""
    # A checksum alone is linear: like keys would give like numbers. The two rounds of mixing break that.
    h = zlib.crc32(repr(keys).encode())
    h = (h ^ (h >> 16)) * 0x85EBCA6B & 0xFFFFFFFF
    h = (h ^ (h >> 13)) * 0xC2B2AE35 & 0xFFFFFFFF
    return ((h ^ (h >> 16)) & 0xFFFFFF) / 0x7FFFFF - 1.0


class _CornerPoints(dict[Axial, Point]):
    """Corner positions, computed on demand: outlines use few of a map's corners."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self._layout = layout

    def __missing__(self, name: Axial) -> Point:
        found = self[name] = self._layout.corner_point(name)
        return found


_AROUND: Final = tuple(corner((0, 0), direction) for direction in range(6))
"""The names of the corners of the hex (0, 0)."""


class _CornerNames(dict[int, tuple[Axial, ...]]):
    """The names of the six corners of a hex by its index, those of the hex (0, 0) moved: worked out as :class:`_CornerPoints`."""

    def __init__(self, axial: Sequence[Axial]) -> None:
        super().__init__()
        self._axial = axial

    def __missing__(self, i: int) -> tuple[Axial, ...]:
        q, r = self._axial[i]
        found = self[i] = tuple((3 * q + a, 3 * r + b) for a, b in _AROUND)
        return found


class Geometry:
    """The scene geometry of one map: hex to pixels and back, hexsides, and outlines of regions."""

    def __init__(self, atlas: Atlas, top: str = "north") -> None:
        self.atlas = atlas
        self.top = top
        """The direction at the top: one of :data:`TOPS`."""
        turn = TOPS.index(top)
        self.layout = Layout(atlas.sheet.grid.orientation, PITCH, turn=turn)
        self.pointy = (atlas.sheet.grid.orientation == "pointy") == (turn % 2 == 0)
        """Whether hexes have a corner at the top in the present orientation."""
        self.middles: tuple[Point, ...] = self.layout.centres(atlas.axial)
        radius = self.layout.radius
        xs, ys = [p[0] for p in self.middles] or [0.0], [p[1] for p in self.middles] or [0.0]
        self.sheet = QRectF(
            min(xs) - radius, min(ys) - radius, max(xs) - min(xs) + 2 * radius, max(ys) - min(ys) + 2 * radius
        )
        """The hexes' bounding rectangle."""
        self.bounds = self.sheet.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        """The sheet with its margin: what the scene shows."""
        shape = self.layout.corners((0, 0))
        self.hexagon = QPolygonF([QPointF(x, y) for x, y in shape])
        """A hex about (0, 0)."""
        self._label = {a: name for name, a in zip(atlas.labels, atlas.axial, strict=True)}

    def direction(self, seen: int) -> int:
        """The sheet's direction that appears on screen as the given one: E NE NW W SW SE where hexes are now
        pointy, else SE NE N NW SW S.
        """
        return (seen + _SHIFT[self.layout.orientation][self.layout.turn]) % 6

    def centre(self, name: str) -> QPointF:
        """The middle of a hex. Raises KeyError off the map."""
        return QPointF(*self.middles[self.atlas.index[name]])

    def at(self, point: QPointF) -> str:
        """The label of the hex that holds a scene point; empty off the map."""
        return self._label.get(self.layout.at(point.x(), point.y()), "")

    def polygon(self, name: str) -> QPolygonF:
        """The corners of a hex."""
        return self.hexagon.translated(self.centre(name))

    def side_ends(self, i: int, direction: int) -> tuple[Point, Point]:
        """The ends of a hexside of hex ``i``."""
        return self.layout.side_about(self.middles[i], direction)

    def side_middle(self, i: int, direction: int) -> Point:
        """The middle of a hexside of hex ``i``."""
        (ax, ay), (bx, by) = self.side_ends(i, direction)
        return (ax + bx) / 2, (ay + by) / 2

    def place(self, at: str) -> QPointF:
        """The middle of a hex or a hexside by its name. Raises KeyError or ValueError when it is not on the map."""
        if "/" in at:
            i, direction = self.atlas.side_keys(at)[0]
            return QPointF(*self.side_middle(i, direction))
        return self.centre(at)

    def near_point(self, rect: QRectF) -> Iterator[int]:
        """Indices of the hexes whose centre is in a rectangle widened by one hex on all sides."""
        wide = rect.adjusted(-PITCH, -PITCH, PITCH, PITCH)
        left, right, top, bottom = wide.left(), wide.right(), wide.top(), wide.bottom()
        # Hexes come row by row on most sheets; a plain sweep over 3,000 middles is 0.1 ms and always right.
        for i, (x, y) in enumerate(self.middles):
            if left <= x <= right and top <= y <= bottom:
                yield i

    def loops(self, members: Collection[int]) -> list[list[tuple[Axial, Point]]]:
        """The closed outlines of a set of hexes: corner names and points, each hexside of the rim walked once."""
        inside = members if isinstance(members, set | frozenset | dict) else set(members)
        onward: dict[Axial, list[Axial]] = {}
        around, corners, points = self.atlas.around, self._corners, self._points
        for i in sorted(inside):
            for direction, j in enumerate(around[i]):
                if j == OFF or j not in inside:
                    here = corners[i]
                    onward.setdefault(here[direction], []).append(here[direction - 1])
        out: list[list[tuple[Axial, Point]]] = []
        while onward:
            start = next(iter(onward))
            loop, at = [], start
            while True:
                loop.append((at, points[at]))
                ways = onward[at]
                step = ways.pop()
                if not ways:
                    del onward[at]
                at = step
                if at == start:
                    break
            out.append(loop)
        return out

    @cached_property
    def _corners(self) -> _CornerNames:
        return _CornerNames(self.atlas.axial)

    @cached_property
    def _points(self) -> _CornerPoints:
        return _CornerPoints(self.layout)

    def outline(self, names: Iterable[str]) -> QPainterPath:
        """The exact outline of a set of hexes as one path; hexes off the map are left out."""
        path = QPainterPath()
        index = self.atlas.index
        for loop in self.loops({index[n] for n in names if n in index}):
            path.addPolygon(QPolygonF([QPointF(*p) for _, p in loop]))
            path.closeSubpath()
        return path


# Painter paths sorted into squares of the sheet, so that a small tile draws only what lies near it.

SIZE = 480.0


class Chunks:
    """key -> square -> one path. A piece lies in the square of the middle of its bounding box."""

    def __init__(self, reach: float = 60.0) -> None:
        """``reach``: how far a piece, with its pen, may stick out of its square."""
        self._reach = reach
        self._paths: dict[Hashable, dict[tuple[int, int], QPainterPath]] = {}

    def add(self, key: Hashable, piece: QPainterPath) -> None:
        """Take a piece in."""
        middle = piece.boundingRect().center()
        self.at(key, (middle.x(), middle.y())).addPath(piece)

    def at(self, key: Hashable, point: Point) -> QPainterPath:
        """The path of the square round a point, for who draws a small piece of it himself."""
        squares = self._paths.setdefault(key, {})
        square = (int(point[0] // SIZE), int(point[1] // SIZE))
        found = squares.get(square)
        if found is None:
            found = squares[square] = QPainterPath()
        return found

    @property
    def keys(self) -> tuple[Hashable, ...]:
        """All keys in the order of their first piece."""
        return tuple(self._paths)

    def near(self, key: Hashable, rect: QRectF) -> Iterator[QPainterPath]:
        """The paths of a key whose squares touch a rectangle."""
        squares = self._paths.get(key)
        if not squares:
            return
        wide = rect.adjusted(-self._reach, -self._reach, self._reach, self._reach)
        for x in range(int(wide.left() // SIZE), int(wide.right() // SIZE) + 1):
            for y in range(int(wide.top() // SIZE), int(wide.bottom() // SIZE) + 1):
                found = squares.get((x, y))
                if found is not None:
                    yield found
