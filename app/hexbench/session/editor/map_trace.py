"""A picture laid under or over a map to be traced: where it lies is fixed by three of its points that are known hexes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from hexbench.engine.values import Wrong, say
from hexbench.hexes.layout import Point
from hexbench.store import canon
from hexbench.store.strict import BadFile, convert, read_raw

FLAT = 1e-6
"""Three points span less than this (of the square of their longest side): they lie on one line."""


class Affine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From a point of the picture to one of the map: x' = a x + b y + dx, y' = c x + d y + dy."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    dx: float = 0.0
    dy: float = 0.0

    def point(self, x: float, y: float) -> Point:
        """Where a point of the picture lies on the map."""
        return self.a * x + self.b * y + self.dx, self.c * x + self.d * y + self.dy

    def back(self, x: float, y: float) -> Point:
        """The point of the picture that lies at a point of the map. Raises ValueError when the picture is a line."""
        det = self.a * self.d - self.b * self.c
        if not det:
            raise Wrong(say("The picture has no width or no height."))
        x, y = x - self.dx, y - self.dy
        return (self.d * x - self.b * y) / det, (self.a * y - self.c * x) / det


def fit(pairs: Sequence[tuple[Point, Point]]) -> Affine:
    """The map from the picture that takes three of its points to their places on the map.

    Raises ValueError (one sentence) for another number of points, or for three in one line.
    """
    if len(pairs) != 3:
        raise Wrong(say("Three points are needed: three hexes far from each other."))
    (p0, q0), (p1, q1), (p2, q2) = pairs
    ux, uy, vx, vy = p1[0] - p0[0], p1[1] - p0[1], p2[0] - p0[0], p2[1] - p0[1]
    det = ux * vy - uy * vx
    longest = max(ux * ux + uy * uy, vx * vx + vy * vy, (ux - vx) ** 2 + (uy - vy) ** 2)
    if abs(det) <= FLAT * longest:
        raise Wrong(say("The three points lie on one line: choose one off it."))
    rows = []
    for k in (0, 1):
        s, t = q1[k] - q0[k], q2[k] - q0[k]
        rows.append(((s * vy - t * uy) / det, (t * ux - s * vx) / det))
    (a, b), (c, d) = rows
    return Affine(a, b, c, d, q0[0] - a * p0[0] - b * p0[1], q0[1] - c * p0[0] - d * p0[1])


class Trace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One picture and how it lies. ``over``: above the map's own drawing, else below it. ``owner``: what it was taken from,
    where it is somebody else's: it is never passed on.
    """

    format: str = "hexbench-trace"
    version: int = 1
    image: str
    place: Affine = Affine()
    opacity: float = 0.5
    over: bool = True
    shown: bool = True
    owner: str = ""


def trace_path(data: Path, key: str) -> Path:
    """Where it is remembered which picture a map is traced from."""
    return data / "traces" / f"{key}.json"


def read_trace(data: Path, key: str) -> Trace | None:
    """The picture of a map; None when there is none or it cannot be read."""
    path = trace_path(data, key)
    try:
        return convert(read_raw(path), Trace, str(path)) if path.is_file() else None
    except BadFile:
        return None


def write_trace(data: Path, key: str, trace: Trace | None) -> None:
    """Remember the picture of a map; None: there is none. Raises CannotWrite."""
    path = trace_path(data, key)
    if trace is None:
        path.unlink(missing_ok=True)
    else:
        canon.write(path, trace)
