"""Axial hex coordinates and what can be calculated from them alone.

A hex is a pair ``(q, r)`` of ints; the third cube coordinate is ``-q - r``. Pixel ``y`` grows downwards, so on a
pointy-top sheet direction 0 is east and directions go on counter-clockwise (north-east, north-west, west, ...); on a
flat-top sheet direction 0 is south-east and direction 2 is north. Source: Red Blob Games, "Hexagonal Grids".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

Axial = tuple[int, int]

DIRECTIONS: Final[tuple[Axial, ...]] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
POINTY_NAMES: Final = ("E", "NE", "NW", "W", "SW", "SE")
FLAT_NAMES: Final = ("SE", "NE", "N", "NW", "SW", "S")


def neighbour(a: Axial, direction: int) -> Axial:
    """The hex adjacent to ``a`` in direction 0..5."""
    dq, dr = DIRECTIONS[direction]
    return a[0] + dq, a[1] + dr


def neighbours(a: Axial) -> tuple[Axial, ...]:
    """The six hexes adjacent to ``a``, in the order of the directions."""
    q, r = a
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def distance(a: Axial, b: Axial) -> int:
    """Hexes from ``a`` to ``b``: the last one counts, the first does not; adjacent is 1."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def direction_to(a: Axial, b: Axial) -> int | None:
    """The direction 0..5 from ``a`` to an adjacent ``b``, or None if they are not adjacent."""
    step = (b[0] - a[0], b[1] - a[1])
    return DIRECTIONS.index(step) if step in DIRECTIONS else None


def opposite(direction: int) -> int:
    """The opposite direction."""
    return (direction + 3) % 6


def ring(centre: Axial, radius: int) -> Iterator[Axial]:
    """The hexes at exactly ``radius`` from ``centre``, each once; radius 0 is the centre itself."""
    if radius == 0:
        yield centre
        return
    q, r = centre[0] + DIRECTIONS[4][0] * radius, centre[1] + DIRECTIONS[4][1] * radius
    for dq, dr in DIRECTIONS:
        for _ in range(radius):
            yield q, r
            q, r = q + dq, r + dr


def disk(centre: Axial, radius: int) -> Iterator[Axial]:
    """The hexes within ``radius`` of ``centre``, nearest first."""
    for k in range(radius + 1):
        yield from ring(centre, k)


def nearest(q: float, r: float) -> Axial:
    """The hex that contains the fractional axial point ``(q, r)`` (cube rounding)."""
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    eq, er, es = abs(rq - q), abs(rr - r), abs(rs - s)
    if eq > er and eq > es:
        rq = -rr - rs
    elif er > es:
        rr = -rq - rs
    return rq, rr


def line(a: Axial, b: Axial) -> list[Axial]:
    """The hexes that a straight line of sight from centre to centre passes through, including both ends.

    Where the line runs exactly along a hexside, a tiny constant offset decides for one side, so that the answer never
    depends on rounding; rules for which such ties matter use the geometry themselves.
    """
    n = distance(a, b)
    if n == 0:
        return [a]
    aq, ar, bq, br = a[0] + 1e-6, a[1] + 2e-6, b[0] + 1e-6, b[1] + 2e-6
    return [nearest(aq + (bq - aq) * i / n, ar + (br - ar) * i / n) for i in range(n + 1)]


def corner(a: Axial, direction: int) -> Axial:
    """A name for the corner of ``a`` between ``direction`` and the next one: the same from all three hexes.

    It is the sum of the three hexes that meet there (three times their centre), so it needs no floating point.
    """
    d1, d2 = DIRECTIONS[direction], DIRECTIONS[(direction + 1) % 6]
    return 3 * a[0] + d1[0] + d2[0], 3 * a[1] + d1[1] + d2[1]


def side_corners(a: Axial, direction: int) -> tuple[Axial, Axial]:
    """The two ends of the hexside of ``a`` in ``direction``, as corner names."""
    return corner(a, (direction + 5) % 6), corner(a, direction)
