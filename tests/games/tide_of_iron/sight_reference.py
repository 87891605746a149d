"""Line of sight written a second time, slowly and with fractions, to hold the game's own against (rulings B-LOS-1 to B-LOS-12).

Nothing of the game is used here: hexes are (column, row) counted from 0, columns 1, 3, 5, ... half a hex further south.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from functools import cache
from itertools import pairwise

Cube = tuple[int, int, int]


def cube(label: str) -> Cube:
    """The cube coordinates of "C7"."""
    column, row = ord(label[0]) - ord("A"), int(label[1:]) - 1
    z = row - (column - column % 2) // 2
    return column, -column - z, z


def apart(a: Cube, b: Cube) -> int:
    """Hexes from one to the other."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2]))


def inside(point: Cube, parts: int, h: Cube) -> int:
    """1 inside a hex, 0 on its border, -1 outside; the point is given in so many parts of a hex."""
    x, y, z = point[0] - parts * h[0], point[1] - parts * h[1], point[2] - parts * h[2]
    widest = max(abs(x - y), abs(y - z), abs(z - x))
    return (widest < parts) - (widest > parts)


def on_line(a: Cube, b: Cube, t: Fraction) -> tuple[Cube, int]:
    """The point of the line at t, in whole parts of a hex, and how many parts a hex has: exact, as fractions would be."""
    n, parts = t.numerator, t.denominator
    return (
        parts * a[0] + n * (b[0] - a[0]),
        parts * a[1] + n * (b[1] - a[1]),
        parts * a[2] + n * (b[2] - a[2]),
    ), parts


def items(a: Cube, b: Cube) -> list[tuple[Cube, ...]]:
    """What the line meets, ends left out."""
    away = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    return [tuple((a[0] + x, a[1] + y, a[2] + z) for x, y, z in item) for item in from_origin(away)]


@cache
def from_origin(b: Cube) -> tuple[tuple[Cube, ...], ...]:
    """Cut the line at every border it can cross, and ask of the middle of each piece which hexes hold it."""
    a: Cube = (0, 0, 0)
    cuts = {Fraction(0), Fraction(1)}
    for i, j in ((0, 1), (1, 2), (2, 0)):
        start, end = a[i] - a[j], b[i] - b[j]
        if start != end:
            for border in range(min(start, end) - 1, max(start, end) + 2):
                t = Fraction(border - start, end - start)
                if 0 < t < 1:
                    cuts.add(t)
    found: list[tuple[Cube, ...]] = []
    ordered = sorted(cuts)
    for t0, t1 in pairwise(ordered):
        middle, parts = on_line(a, b, (t0 + t1) / 2)
        near = [(2 * c + parts) // (2 * parts) for c in middle]
        holds: dict[int, list[Cube]] = {0: [], 1: []}
        for x in range(near[0] - 2, near[0] + 3):
            for y in range(near[1] - 2, near[1] + 3):
                h = (x, y, -x - y)
                where = inside(middle, parts, h)
                if where >= 0:
                    holds[where].append(h)
        item = tuple(holds[1] or sorted(holds[0]))
        if item and item not in found and item not in ((a,), (b,)):
            found.append(item)
    return tuple(found)


def sees(
    a: Cube,
    b: Cube,
    level: Callable[[Cube], int],
    blocks: Callable[[Cube], bool],
    on_map: Callable[[Cube], bool],
    smoke: Collection[Cube] = (),
) -> bool:
    """Whether two hexes see each other under the default rulings."""
    if apart(a, b) <= 1:
        return True

    def top(h: Cube) -> int:
        return level(h) + (blocks(h) or h in smoke) if on_map(h) else 0

    def ground(h: Cube) -> int:
        return level(h) if on_map(h) else 0

    between = items(a, b)
    if level(a) == level(b):
        return not any(min(top(h) for h in item) > level(a) for item in between)
    high, low = (a, b) if level(a) > level(b) else (b, a)
    for item in between:
        if apart(item[0], high) == 1 and min(ground(h) for h in item) >= level(high):
            return False
        if min(top(h) for h in item) > level(high):
            return False
    blind = {1: 2, 2: 1}[level(high) - level(low)]
    return not any(
        min(top(h) for h in item) > level(low) and apart(item[0], low) <= blind for item in between
    )
