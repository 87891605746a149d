"""From longitude and latitude to the grid: a local plane, a similarity fitted to pinned towns, and a rubber sheet.

The similarity places the grid on the ground as regular hexes. The rubber sheet (a thin-plate spline, without any
shift on a ring round the map) then moves each pinned town just far enough to be well inside its hex, and bends
rivers, roads and woods with it: so a town stays on its road and on its bank, which a table of exceptions would not
achieve.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from hexbench.hexes.layout import Point
from hexbench.mapmaker.frame import Frame

# A thin-plate spline: the smoothest surface through given heights, like a rubber sheet that is pinned.


class _ThinPlate:
    """The spline with r^2 log r and a plane, exact at every point it was made from (Duchon 1977; Wahba 1990, 2.4)."""

    def __init__(self, points: Floats, values: Floats) -> None:
        """``points`` (n, 2), no two equal and not all on a line; ``values`` (n, k). Raises ValueError if they are."""
        self._points = points
        # The system is solved in a box of -1..1: r^2 log r of numbers in the hundreds would cost half the digits.
        low, high = points.min(axis=0), points.max(axis=0)
        self._middle = (low + high) / 2
        self._half = np.where(high > low, (high - low) / 2, 1.0)
        n = len(points)
        system = np.zeros((n + 3, n + 3))
        system[:n, :n] = _bend(points, points)
        system[:n, n:] = self._plane(points)
        system[n:, :n] = system[:n, n:].T
        right = np.vstack([values, np.zeros((3, values.shape[1]))])
        try:
            self._weights: Floats = np.asarray(np.linalg.solve(system, right), np.float64)
        except np.linalg.LinAlgError:
            raise ValueError("a rubber sheet needs three pins that are not on one line, each once") from None

    def __call__(self, points: Floats) -> Floats:
        """(m, 2) places -> (m, k) values."""
        out: Floats = np.hstack([_bend(points, self._points), self._plane(points)]) @ self._weights
        return out

    def _plane(self, points: Floats) -> Floats:
        return np.column_stack([np.ones(len(points)), (points - self._middle) / self._half])


def _bend(a: Floats, b: Floats) -> Floats:
    """(m, 2), (n, 2) -> (m, n): r^2 log r of the distances, 0 at 0."""
    square = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
    safe = np.where(square > 0, square, 1.0)
    out: Floats = 0.5 * square * np.log(safe)
    return out


KILOMETRES = 111.195
"""One degree of latitude."""
_DIGITS = 6
"""Grid coordinates are rounded to a millionth of a hex, so that the last bit of a library's result never affects the map."""

Floats = npt.NDArray[np.float64]


class Plane(NamedTuple):
    """A flat piece of the world round one point. x grows to the east, y to the south, in kilometres."""

    longitude: float
    latitude: float

    def kilometres(self, points: Floats) -> Floats:
        """(n, 2) longitudes and latitudes -> (n, 2) kilometres."""
        shrink = math.cos(math.radians(self.latitude))
        x = (points[:, 0] - self.longitude) * KILOMETRES * shrink
        y = (self.latitude - points[:, 1]) * KILOMETRES
        return np.column_stack([x, y])


class Similarity(NamedTuple):
    """Rotation and scaling without distortion: (x, y) -> (a x - b y + east, b x + a y + south)."""

    a: float
    b: float
    east: float
    south: float

    @property
    def spacing(self) -> float:
        """Kilometres between the centres of adjacent hexes."""
        return 1 / math.hypot(self.a, self.b)

    @property
    def rotation(self) -> float:
        """Degrees by which the grid's north is west of true north."""
        return math.degrees(math.atan2(self.b, self.a))

    def apply(self, points: Floats) -> Floats:
        """(n, 2) kilometres -> (n, 2) grid coordinates."""
        x, y = points[:, 0], points[:, 1]
        return np.column_stack([self.a * x - self.b * y + self.east, self.b * x + self.a * y + self.south])


def fit_similarity(ground: Floats, sheet: Floats) -> Similarity:
    """The least-squares similarity that takes the points on the ground to those on the sheet.

    Raises ValueError for fewer than two points.
    """
    if len(ground) < 2:
        raise ValueError("A similarity needs at least two pinned places.")
    g0, s0 = ground.mean(axis=0), sheet.mean(axis=0)
    g, s = ground - g0, sheet - s0
    size = float((g**2).sum())
    a = float((g * s).sum()) / size
    b = float((g[:, 0] * s[:, 1] - g[:, 1] * s[:, 0]).sum()) / size
    east = float(s0[0] - a * g0[0] + b * g0[1])
    south = float(s0[1] - b * g0[0] - a * g0[1])
    return Similarity(*(round(value, 9) for value in (a, b, east, south)))


class Anchor(NamedTuple):
    """A place that must be within ``keep`` of a point of the grid: 1.0 is from a centre to the hexside."""

    name: str
    longitude: float
    latitude: float
    hex: str
    target: Point
    keep: float
    fits: bool
    """Whether it influences the similarity, or only bends the rubber sheet."""


class _Residual(NamedTuple):
    """How far a pinned place was from where it must be before the rubber sheet, in hexes."""

    name: str
    hex: str
    raw_hex: str
    east: float
    south: float


class Georeference:
    """The transformation from the world to one grid."""

    def __init__(
        self, frame: Frame, plane: Plane, similarity: Similarity, anchors: Sequence[Anchor], margin: float
    ) -> None:
        """``margin`` is how far outside the map (in hexes) the ring is on which nothing is shifted."""
        self.frame = frame
        self.plane = plane
        self.similarity = similarity
        self.residuals: tuple[_Residual, ...] = ()
        self._warp: _ThinPlate | None = None
        if anchors:
            self._stretch(anchors, margin)

    def _stretch(self, anchors: Sequence[Anchor], margin: float) -> None:
        frame = self.frame
        lonlat = np.array([(a.longitude, a.latitude) for a in anchors])
        raw = self.similarity.apply(self.plane.kilometres(lonlat))
        shifts: list[tuple[float, float]] = []
        residuals: list[_Residual] = []
        for anchor, (x, y) in zip(anchors, raw, strict=True):
            dx, dy = anchor.target[0] - float(x), anchor.target[1] - float(y)
            away = hex_norm((dx, dy), frame.layout.orientation == "pointy")
            share = 1 - anchor.keep / away if away > anchor.keep else 0.0
            shifts.append((dx * share, dy * share))
            here = frame.layout.at(float(x), float(y))
            residuals.append(
                _Residual(
                    anchor.name,
                    anchor.hex,
                    frame.atlas.grid.label.get(here, "off the map"),
                    round(-dx, 2),
                    round(-dy, 2),
                )
            )
        self.residuals = tuple(residuals)
        ring = ring_round(frame, margin)
        points = np.vstack([raw, ring])
        moves = np.vstack([np.array(shifts), np.zeros_like(ring)])
        self._warp = _ThinPlate(points, moves)

    def points(self, lonlat: Floats) -> Floats:
        """(n, 2) longitudes and latitudes -> (n, 2) grid coordinates."""
        flat = self.similarity.apply(self.plane.kilometres(lonlat))
        if self._warp is not None and len(flat):
            flat = flat + self._warp(flat)
        return np.round(flat, _DIGITS)

    def point(self, longitude: float, latitude: float) -> Point:
        """The point of one place on the grid."""
        x, y = self.points(np.array([(longitude, latitude)]))[0]
        return float(x), float(y)

    def shape(self, shape: BaseGeometry) -> BaseGeometry:
        """A shape in grid coordinates; long straight pieces are divided first, so that they bend with the sheet."""
        # An area whose outline crosses itself is repaired before it is divided: points on its outline would remove half of it.
        sound = shape if shapely.is_valid(shape) else shapely.make_valid(shape)
        fine = shapely.segmentize(sound, 0.01)

        def move(coordinates: Any) -> Any:
            return self.points(np.asarray(coordinates, dtype=np.float64))

        moved: BaseGeometry = shapely.transform(fine, move)
        return moved if shapely.is_valid(moved) else shapely.make_valid(moved)

    def stretch_factors(self) -> tuple[float, float, float]:
        """(smallest, largest) factor of area and the largest shift in hexes: a fold would show as a factor below 0."""
        if self._warp is None:
            return 1.0, 1.0, 0.0
        at = np.array(self.frame.centres)
        h = 0.05

        def moved(dx: float, dy: float) -> Floats:
            q = at + np.array([dx, dy])
            return np.asarray(q + self._warp(q)) if self._warp is not None else q

        jx = (moved(h, 0) - moved(-h, 0)) / (2 * h)
        jy = (moved(0, h) - moved(0, -h)) / (2 * h)
        area = jx[:, 0] * jy[:, 1] - jx[:, 1] * jy[:, 0]
        shift = np.hypot(*(self._warp(at)).T)
        return round(float(area.min()), 2), round(float(area.max()), 2), round(float(shift.max()), 2)


def hex_norm(offset: Point, pointy: bool) -> float:
    """How far a point is from a hex centre, in hexes of half width: 1.0 is a hexside, whatever the direction."""
    first = 0.0 if pointy else 30.0
    dx, dy = offset
    return 2 * max(
        dx * math.cos(math.radians(first + 60 * k)) + dy * math.sin(math.radians(first + 60 * k))
        for k in range(6)
    )


def ring_round(frame: Frame, margin: float) -> Floats:
    """Points all round the map, ``margin`` hexes outside it."""
    west, north, east, south = shapely.bounds(frame.outline)
    across = np.linspace(west - margin, east + margin, 7)
    down = np.linspace(north - margin, south + margin, 7)
    top = [(x, north - margin) for x in across]
    bottom = [(x, south + margin) for x in across]
    left = [(west - margin, y) for y in down[1:-1]]
    right = [(east + margin, y) for y in down[1:-1]]
    return np.array([*top, *bottom, *left, *right])
