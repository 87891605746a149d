"""A picture under or over a map, to be traced: its placement is fixed by three of its points whose hexes are
known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, dist, pi, sin
from pathlib import Path
from statistics import median

import msgspec

from hexbench.engine.values import Wrong, say
from hexbench.hexes.layout import Point
from hexbench.store import canon
from hexbench.store.strict import BadFile, convert, read_raw

FLAT = 1e-6
"""Three points are on one line if they span less than this part of the square of their longest side."""


class Affine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The transformation from picture to map: x' = a x + b y + dx, y' = c x + d y + dy."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    dx: float = 0.0
    dy: float = 0.0

    def point(self, x: float, y: float) -> Point:
        """Where a point of the picture is on the map."""
        return self.a * x + self.b * y + self.dx, self.c * x + self.d * y + self.dy

    def back(self, x: float, y: float) -> Point:
        """The point of the picture at a point of the map. Raises ValueError if the picture has no area."""
        det = self.a * self.d - self.b * self.c
        if not det:
            raise Wrong(say("The picture has no width or no height."))
        x, y = x - self.dx, y - self.dy
        return (self.d * x - self.b * y) / det, (self.a * y - self.c * x) / det


def fit(pairs: Sequence[tuple[Point, Point]]) -> Affine:
    """The transformation that takes three points of the picture to three of the map. Raises ValueError (one
    sentence) for another number of points, or for three on one line.
    """
    if len(pairs) != 3:
        raise Wrong(say("Three points are needed, in three hexes far apart."))
    (p0, q0), (p1, q1), (p2, q2) = pairs
    ux, uy, vx, vy = p1[0] - p0[0], p1[1] - p0[1], p2[0] - p0[0], p2[1] - p0[1]
    det = ux * vy - uy * vx
    longest = max(ux * ux + uy * uy, vx * vx + vy * vy, (ux - vx) ** 2 + (uy - vy) ** 2)
    if abs(det) <= FLAT * longest:
        raise Wrong(say("The three points lie on a straight line: choose one that does not."))
    rows = []
    for k in (0, 1):
        s, t = q1[k] - q0[k], q2[k] - q0[k]
        rows.append(((s * vy - t * uy) / det, (t * ux - s * vx) / det))
    (a, b), (c, d) = rows
    return Affine(a, b, c, d, q0[0] - a * p0[0] - b * p0[1], q0[1] - c * p0[0] - d * p0[1])


class Trace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One picture and its placement. ``over``: drawn above the map, otherwise below. ``owner``: the module it
    was taken from, if it belongs to someone else; such a picture is never passed on.
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
    """The file that stores which picture a map is traced from."""
    return data / "traces" / f"{key}.json"


def read_trace(data: Path, key: str) -> Trace | None:
    """The picture of a map; None if there is none or its record cannot be read."""
    path = trace_path(data, key)
    try:
        return convert(read_raw(path), Trace, str(path)) if path.is_file() else None
    except BadFile:
        return None


def write_trace(data: Path, key: str, trace: Trace | None) -> None:
    """Store the picture of a map; None removes it. Raises CannotWrite."""
    path = trace_path(data, key)
    if trace is None:
        path.unlink(missing_ok=True)
    else:
        canon.write(path, trace)


# Terrain proposed from the colours of a traced picture: hexes of similar colour are grouped into clusters,
# and those between two clusters are doubtful.
#
# Clusters are found by k-means (Lloyd 1982) in CIE L*a*b*, where equal distances look about equally large.
# The first centre is the median of all colours, each further one the colour farthest from the existing
# centres, so no randomness is involved.

Colour = tuple[float, float, float]
"""Red, green, blue from 0 to 255."""
Lab = tuple[float, float, float]
RINGS = (0.3, 0.6)
"""Part of the way from the centre of a hex to its side at which its colour is sampled, away from the printed
edge.
"""
_DOUBT = 0.6
"""A colour closer than this to its own cluster's centre, as part of the way to the next, is not doubtful."""
_ROUNDS = 40
_WHITE = (0.95047, 1.0, 1.08883)


@dataclass(frozen=True)
class Cluster:
    """Hexes of similar colour and the centre of the cluster."""

    middle: Lab
    colour: Colour
    hexes: tuple[str, ...]


def lab(colour: Colour) -> Lab:
    """A colour of sRGB in L*a*b* under D65 (CIE 15)."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour))
    xyz = (
        0.4124 * r + 0.3576 * g + 0.1805 * b,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        0.0193 * r + 0.1192 * g + 0.9505 * b,
    )
    x, y, z = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (v / w for v, w in zip(xyz, _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def spots(reach: float) -> tuple[tuple[float, float], ...]:
    """The sampling points of a hex, relative to its centre; ``reach`` is the distance from there to a side."""
    around = [(ring * reach, n * pi / 3) for ring in RINGS for n in range(6)]
    return ((0.0, 0.0), *((far * cos(angle), far * sin(angle)) for far, angle in around))


def colour_of(samples: Sequence[Colour]) -> Colour:
    """The colour of a hex: the median of each channel, which a printed number or road does not affect."""
    r, g, b = (median(channel) for channel in zip(*samples, strict=True))
    return r, g, b


def clusters(colours: Mapping[str, Colour], count: int) -> tuple[Cluster, ...]:
    """At most ``count`` clusters of hexes, the largest first; fewer if there are fewer colours."""
    if not colours:
        return ()
    points = {at: lab(colour) for at, colour in colours.items()}
    middles = _first(tuple(points.values()), count)
    held: dict[str, int] = {}
    for _ in range(_ROUNDS):
        now = {at: _nearest(point, middles) for at, point in points.items()}
        if now == held:
            break
        held = now
        for n in range(len(middles)):
            inside = [points[at] for at, mine in held.items() if mine == n]
            if inside:
                middles[n] = _mean(inside)
    out = []
    for n, middle in enumerate(middles):
        hexes = tuple(at for at, mine in held.items() if mine == n)
        if hexes:
            out.append(Cluster(middle, _mean([colours[at] for at in hexes]), hexes))
    return tuple(sorted(out, key=lambda one: -len(one.hexes)))


def doubtful(
    colours: Mapping[str, Colour], found: Sequence[Cluster], meaning: Sequence[str]
) -> tuple[str, ...]:
    """The hexes whose colour is almost as close to a cluster of another ``meaning`` (one for each cluster) as
    to their own.
    """
    out = []
    for n, cluster in enumerate(found):
        others = [other.middle for m, other in enumerate(found) if meaning[m] != meaning[n]]
        if not others:
            continue
        for at in cluster.hexes:
            point = lab(colours[at])
            if dist(point, cluster.middle) > _DOUBT * min(dist(point, other) for other in others):
                out.append(at)
    return tuple(out)


def nearest(colour: Colour, among: Mapping[str, Colour]) -> str:
    """The key of the most similar colour; empty if there is none."""
    point = lab(colour)
    return min(among, key=lambda key: dist(point, lab(among[key])), default="")


def _first(points: Sequence[Lab], count: int) -> list[Lab]:
    middle = tuple(median(channel) for channel in zip(*points, strict=True))
    start = min(points, key=lambda point: dist(point, middle))
    middles, away = [start], [dist(point, start) for point in points]
    while len(middles) < count and max(away) > 0:
        middles.append(points[away.index(max(away))])
        away = [min(old, dist(point, middles[-1])) for old, point in zip(away, points, strict=True)]
    return middles


def _nearest(point: Lab, middles: Sequence[Lab]) -> int:
    return min(range(len(middles)), key=lambda n: dist(point, middles[n]))


def _mean(points: Sequence[Lab]) -> Lab:
    x, y, z = (sum(channel) / len(points) for channel in zip(*points, strict=True))
    return x, y, z
