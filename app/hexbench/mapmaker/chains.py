"""Chains of hexsides that follow a line on the ground: rivers, fronts, fortified lines. A chain has no gaps."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from heapq import heappop, heappush
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry import Point as ShapelyPoint

from hexbench.hexes.layout import Point
from hexbench.mapmaker.frame import Corner, Frame, Side

_SIDE_COST = 0.12
"""The cost of a hexside whatever its distance: it keeps chains short."""
PULL = 2.0
"""Factor for the square of a hexside's distance from the line, in hexes."""
_END_PULL = 4.0
"""The same for the first and the last corner."""
_SAME_BANK = 0.6
"""The extra cost of a hexside with both its hexes on the same bank of the true line."""
_SAME_BANK_TOWN = 2.5
"""The same if there is a town in one of them: a town must not change its bank."""
_SAME_BANK_HELD = 9.0
"""The same if the recipe or a start place says on which bank one of them must be."""
FAR = 1.7
"""Corners farther than this from the line are ignored."""


LEFT, RIGHT = -1, 1
"""The two banks, looking along the line."""


class Chain(NamedTuple):
    """Connected hexsides, with the corners they pass: one corner more than hexsides."""

    sides: tuple[str, ...]
    corners: tuple[Corner, ...]


class Course(NamedTuple):
    """A line to be turned into a chain, and its constraints."""

    line: LineString
    spots: Mapping[int, Point]
    """hex -> the point that decides its bank, for hexes with a town or a start place."""
    held: Mapping[int, int] = MappingProxyType({})
    """hex -> the bank it must be on (see :func:`bank`), wherever it really is."""
    firm: Collection[int] = ()
    """Hexes that count as much as towns."""
    starts: Collection[Corner] | None = None
    """Corners it may begin at; None: those nearest to its first point."""
    ends: Collection[Corner] | None = None
    shun: Collection[Corner] = frozenset()
    """Corners it may not pass (it may begin or end there)."""
    along: Collection[str] = frozenset()
    """Hexsides it prefers to follow."""


class _Banks:
    """On which side of a line each hex is, judged by its town if it has one."""

    def __init__(self, frame: Frame, course: Course, reach: float = 1.4) -> None:
        self._frame, self._line, self._spots, self._reach = frame, course.line, course.spots, reach
        self._known: dict[int, int] = dict(course.held)

    def of(self, i: int) -> int:
        """LEFT or RIGHT, 0 for a hex too far away to matter."""
        if i not in self._known:
            self._known[i] = bank(self._line, self._spots.get(i, self._frame.centres[i]), self._reach)
        return self._known[i]


def bank(line: LineString, point: Point, reach: float) -> int:
    """The side of a line that a point is on, looking along the line: LEFT or RIGHT; 0 beyond ``reach``."""
    spot = ShapelyPoint(point)
    if round(line.distance(spot), 6) > reach:
        return 0
    along = line.project(spot)
    a = line.interpolate(max(along - 0.25, 0.0))
    b = line.interpolate(min(along + 0.25, line.length))
    return RIGHT if round((b.x - a.x) * (point[1] - a.y) - (b.y - a.y) * (point[0] - a.x), 9) > 0 else LEFT


def hug(frame: Frame, course: Course) -> Chain | None:
    """The cheapest chain along a line, or None if there is none. Ties go to the corner whose name comes first."""
    near = _near(frame, course.line)
    costs = _side_costs(frame, course, near)
    first, last = course.line.coords[0], course.line.coords[-1]
    heads = _ends(frame, near, first, course.starts)
    tails = _ends(frame, near, last, course.ends)
    queue: list[tuple[float, Corner]] = []
    best: dict[Corner, float] = {}
    before: dict[Corner, tuple[Corner, str]] = {}
    for corner, price in heads.items():
        best[corner] = price
        heappush(queue, (price, corner))
    goal: tuple[float, Corner] | None = None
    while queue:
        cost, here = heappop(queue)
        if cost > best[here]:
            continue
        if goal is not None and cost >= goal[0]:
            break
        if here in tails and here in before:
            total = round(cost + tails[here], 6)
            if goal is None or (total, here) < goal:
                goal = (total, here)
        if here in course.shun and here in before:
            continue
        for side in frame.meeting[here]:
            price = costs.get(side.name, -1.0)
            there = side.other(here)
            if price < 0:
                continue
            total = round(cost + price, 6)
            if total < best.get(there, 1e9):
                best[there] = total
                before[there] = (here, side.name)
                heappush(queue, (total, there))
    return None if goal is None else _unwind(before, goal[1])


def _unwind(before: Mapping[Corner, tuple[Corner, str]], here: Corner) -> Chain:
    corners, sides = [here], []
    while here in before:
        here, name = before[here]
        corners.append(here)
        sides.append(name)
    return Chain(tuple(reversed(sides)), tuple(reversed(corners)))


def _near(frame: Frame, line: LineString) -> dict[Corner, float]:
    corners = sorted(frame.meeting)
    points = shapely.points(np.array([frame.point(c) for c in corners]))
    far = np.round(shapely.distance(points, line), 6)
    return {c: float(d) for c, d in zip(corners, far, strict=True) if d < FAR}


def _side_costs(frame: Frame, course: Course, near: Mapping[Corner, float]) -> dict[str, float]:
    banks = _Banks(frame, course)
    out: dict[str, float] = {}
    for corner in near:
        for side in frame.meeting[corner]:
            # hexsides along the outline of the map would separate nothing
            if side.name in out or len(side.hexes) == 1 or any(end not in near for end in side.ends):
                continue
            middle = float(shapely.distance(ShapelyPoint(frame.middle(side)), course.line))
            away = (near[side.ends[0]] + near[side.ends[1]] + middle) / 3
            cost = _SIDE_COST + PULL * away * away
            cost = cost * 0.3 if side.name in course.along else cost + _bank_cost(banks, side, course)
            out[side.name] = round(cost, 6)
    return out


def _bank_cost(banks: _Banks, side: Side, course: Course) -> float:
    i, j = side.hexes
    if banks.of(i) * banks.of(j) <= 0:
        return 0.0
    if i in course.held or j in course.held:
        return _SAME_BANK_HELD
    return _SAME_BANK_TOWN if i in course.firm or j in course.firm else _SAME_BANK


def _ends(
    frame: Frame, near: Mapping[Corner, float], point: Sequence[float], allowed: Collection[Corner] | None
) -> dict[Corner, float]:
    def away(corner: Corner) -> float:
        x, y = frame.point(corner)
        return round((x - point[0]) ** 2 + (y - point[1]) ** 2, 6)

    pool = [c for c in near if allowed is None or c in allowed]
    chosen = sorted(pool, key=lambda c: (away(c), c))[: 2 if allowed is None else 4]
    return {c: round(_END_PULL * away(c), 6) for c in chosen}


def banks_of_chain(frame: Frame, sides: Collection[str], seeds: Mapping[str, int]) -> dict[int, str]:
    """Divide the map along a chain: hex -> the name of the seed in whose part it is.

    ``seeds`` names one hex of each part. Raises ValueError if the chain does not separate the parts.
    """
    wall = frozenset(sides)
    found: dict[int, str] = {}
    for name, seed in seeds.items():
        todo = [seed]
        while todo:
            i = todo.pop()
            if i in found:
                if found[i] != name:
                    raise ValueError(f"The parts {found[i]} and {name} are not kept apart.")
                continue
            found[i] = name
            for direction, j in enumerate(frame.atlas.around[i]):
                if j >= 0 and frame.atlas.side_of(i, direction) not in wall and found.get(j) != name:
                    todo.append(j)
    return found
