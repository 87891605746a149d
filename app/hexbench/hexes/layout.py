"""From hexes to pixels: the places of centres, corners and hexsides, and the hex that contains a point. Pixel y grows downwards."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal

from hexbench.hexes.coords import Axial, nearest

Point = tuple[float, float]
_ROOT3 = math.sqrt(3.0)


class Layout:
    """The geometry of one sheet. ``pitch`` is the distance between the centres of adjacent hexes, in pixels.

    ``turn`` is how many quarter turns clockwise the sheet is turned: 1 has its west at the top, 2 its south, 3 its
    east.
    """

    __slots__ = ("_corners", "orientation", "origin", "pitch", "radius", "turn")

    def __init__(
        self,
        orientation: Literal["pointy", "flat"],
        pitch: float,
        origin: Point = (0.0, 0.0),
        turn: int = 0,
    ) -> None:
        self.orientation = orientation
        self.turn = turn % 4
        self.pitch = pitch
        self.radius = pitch / _ROOT3
        """Centre to corner, in pixels."""
        self.origin = origin
        # corner k is between directions k and k + 1
        first = -30.0 if orientation == "pointy" else 0.0
        self._corners = tuple(
            (
                self.radius * math.cos(math.radians(first + 90.0 * self.turn - 60.0 * k)),
                self.radius * math.sin(math.radians(first + 90.0 * self.turn - 60.0 * k)),
            )
            for k in range(6)
        )

    def _turned(self, x: float, y: float, turn: int) -> Point:
        """A point after a number of quarter turns clockwise about (0, 0)."""
        return ((x, y), (-y, x), (-x, -y), (y, -x))[turn % 4]

    def _spot(self, q: float, r: float) -> Point:
        """The point of axial coordinates, before turning."""
        if self.orientation == "pointy":
            x, y = self.pitch * (q + r / 2), self.pitch * _ROOT3 / 2 * r
        else:
            x, y = self.pitch * _ROOT3 / 2 * q, self.pitch * (r + q / 2)
        x, y = self._turned(x, y, self.turn)
        return self.origin[0] + x, self.origin[1] + y

    def centre(self, a: Axial) -> Point:
        """The centre of a hex."""
        return self._spot(*a)

    def centres(self, many: Iterable[Axial]) -> tuple[Point, ...]:
        """The centres of many hexes, each exactly as :meth:`centre` gives it."""
        if self.turn:
            return tuple(self._spot(q, r) for q, r in many)
        # Written out for the sheet as it is printed: a map is laid out anew whenever its outline is being drawn.
        left, top = self.origin
        long, short = self.pitch, self.pitch * _ROOT3 / 2
        if self.orientation == "pointy":
            return tuple([(left + long * (q + r / 2), top + short * r) for q, r in many])
        return tuple([(left + short * q, top + long * (r + q / 2)) for q, r in many])

    def corners(self, a: Axial) -> tuple[Point, ...]:
        """The six corners; corner k is between directions k and k + 1."""
        x, y = self.centre(a)
        return tuple((x + dx, y + dy) for dx, dy in self._corners)

    def side(self, a: Axial, direction: int) -> tuple[Point, Point]:
        """The two ends of the hexside in ``direction``."""
        return self.side_about(self.centre(a), direction)

    def side_about(self, centre: Point, direction: int) -> tuple[Point, Point]:
        """The same, from the centre of the hex, for callers that have it already."""
        x, y = centre
        (ax, ay), (bx, by) = self._corners[(direction + 5) % 6], self._corners[direction]
        return (x + ax, y + ay), (x + bx, y + by)

    def at(self, x: float, y: float) -> Axial:
        """The hex that contains a point."""
        x, y = self._turned(x - self.origin[0], y - self.origin[1], -self.turn)
        x, y = x / self.pitch, y / self.pitch
        if self.orientation == "pointy":
            r = y * 2 / _ROOT3
            return nearest(x - r / 2, r)
        q = x * 2 / _ROOT3
        return nearest(q, y - q / 2)

    def corner_point(self, name: Axial) -> Point:
        """The point of a corner named by :func:`hexbench.hexes.coords.corner`."""
        return self._spot(name[0] / 3, name[1] / 3)
