"""Ways on the map: turns to a place for each way of moving, and the hexes at each distance. No position changes them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexbench.atlas.arcs import POINT, Arcs
from hexbench.atlas.atlas import Atlas
from hexbench.staff.aims import Aims

Floats = NDArray[np.float64]
FAR = 99.0
"""Turns to a hex that cannot be reached."""
_CLOSED = 1 << 30
_Steps = Sequence[Sequence[tuple[int, int]]]
"""hex -> (price, the hex before) of every step into it."""
_LEFTS = 3
"""Different numbers of remaining turns whose shares are kept at once: a try runs into the next turn, and none before
the current one comes back.
"""


def steps_into(atlas: Atlas, arcs: Arcs | None) -> _Steps:
    """The steps into each hex; without prices each costs a point."""
    if arcs is not None:
        return [arcs.into(i) for i in range(len(atlas.labels))]
    return [[(POINT, j) for j in around if j >= 0] for around in atlas.around]


def points_to(steps: _Steps, goal: int) -> Floats:
    """[hex] -> movement points of the cheapest way from there to ``goal``; infinite if there is none."""
    cost = [_CLOSED] * len(steps)
    cost[goal] = 0
    # one bucket for each price: prices are small whole numbers, and this is asked for every place and way of moving
    # on maps of thousands of hexes
    buckets: dict[int, list[int]] = {0: [goal]}
    price, last = 0, 0
    while price <= last:
        for i in buckets.pop(price, ()):
            if price > cost[i]:
                continue
            for step, j in steps[i]:
                total = price + step
                if total < cost[j]:
                    cost[j] = total
                    if total in buckets:
                        buckets[total].append(j)
                    else:
                        buckets[total] = [j]
                        last = max(last, total)
        price += 1
    out = np.array(cost, dtype=float)
    found: Floats = np.where(out >= _CLOSED, np.inf, out / POINT)
    return found


def rings(atlas: Atlas, far: int) -> NDArray[np.int64]:
    """[hex, n] -> the hexes at a distance; off the map: the number of hexes on it."""
    size, inner = len(atlas.labels), [{i} for i in range(len(atlas.labels))]
    rows = [{j for j in atlas.around[i] if j >= 0} for i in range(size)]
    for _ in range(far - 1):
        wider = [{j for k in row for j in atlas.around[k] if j >= 0} for row in rows]
        inner = [a | b for a, b in zip(inner, rows, strict=True)]
        rows = [a - b for a, b in zip(wider, inner, strict=True)]
    out = np.full((size, 6 * far), size)
    for i, row in enumerate(rows):
        out[i, : len(row)] = sorted(row)
    return out


def grounds(rules: Any, aims: Aims, ring: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Both for [hex, n], with ``ring`` the neighbours of each hex: the share of a neighbour's strength that counts
    against the hex, and the share of strength in the hex that counts against the neighbour.
    """
    against, out = np.ones(ring.shape), np.ones(ring.shape)
    if not aims.ground or type(aims).shelter is Aims.shelter:
        return against, out
    # found once for all players of a game on a map
    kept: dict[Any, tuple[Floats, Floats]] = rules.memo
    key = ("grounds", type(aims), aims.ground)
    if key not in kept:
        labels = rules.atlas.labels
        pairs = [
            (i, n, j) for i, row in enumerate(ring.tolist()) for n, j in enumerate(row) if j < len(labels)
        ]
        shares = {(i, j): aims.shelter(rules, labels[i], labels[j]) ** -aims.ground for i, _, j in pairs}
        for i, n, j in pairs:
            against[i, n], out[i, n] = shares[i, j], shares[j, i]
        kept[key] = against, out
    return kept[key]


class Shares(dict[tuple[Hashable, float], Floats]):
    """Way of moving -> shares for some places, calculated when first requested.

    Places are named by the dozen: to look up a share for each of some hundred units, the places are looked up once.
    """

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[tuple[Hashable, float]], Floats]) -> None:
        self._make = make

    def __missing__(self, way: tuple[Hashable, float]) -> Floats:
        found = self[way] = self._make(way)
        return found


class Ways:
    """What is left of an influence on the way to places, kept for one game on one map."""

    def __init__(self, rules: Any, aims: Aims) -> None:
        self.rules, self.aims = rules, aims
        # found once for all players of a game on a map, whatever their weights
        self._points: dict[tuple[Hashable, str], Floats] = rules.memo.setdefault(("ways", type(aims)), {})
        self._steps: dict[Hashable, _Steps] = rules.memo.setdefault(("steps", type(aims)), {})
        self._within: dict[tuple[str, ...], Shares] = {}
        self._near: dict[float, dict[tuple[str, ...], Shares]] = {}

    def turns(self, way: tuple[Hashable, float], at: str) -> Floats:
        """[hex] -> turns from there to a place, for a unit that moves that way."""
        kind, speed = way
        points = self._points.get((kind, at))
        if points is None:
            atlas, steps = self.rules.atlas, self._steps.get(kind)
            if steps is None:
                steps = self._steps[kind] = steps_into(atlas, self.aims.arcs(self.rules, kind))
            points = self._points[kind, at] = points_to(steps, atlas.index[at])
        found: Floats = np.minimum(points / max(speed, 0.5), FAR)
        return found

    def within(self, hexes: tuple[str, ...]) -> Shares:
        """Way of moving -> [place, hex] -> 1 if a unit that moves that way gets to the place within a turn; a last
        column stands for off the map.
        """
        found = self._within.get(hexes)
        if found is None:

            def make(way: tuple[Hashable, float]) -> Floats:
                return self._edged((self._turns(way, hexes) <= 1.0).astype(float))

            found = self._within[hexes] = Shares(make)
        return found

    def near(self, hexes: tuple[str, ...], left: float = FAR) -> Shares:
        """Way of moving -> [place, hex] -> what is left of an influence from there with so many turns to go; a last
        column of zeros stands for off the map.
        """
        kept = self._near.get(left)
        if kept is None:
            kept = self._near[left] = {}
            if len(self._near) > _LEFTS:
                del self._near[next(iter(self._near))]
        found = kept.get(hexes)
        if found is None:

            def make(way: tuple[Hashable, float]) -> Floats:
                turns = self._turns(way, hexes)
                shares = np.power(self.aims.decay, turns)
                return self._edged(np.where(turns > left, shares * self.aims.late, shares))

            found = kept[hexes] = Shares(make)
        return found

    def _turns(self, way: tuple[Hashable, float], hexes: tuple[str, ...]) -> Floats:
        size = len(self.rules.atlas.labels)
        return np.array([self.turns(way, at) for at in hexes]).reshape(len(hexes), size)

    @staticmethod
    def _edged(shares: Floats) -> Floats:
        found: Floats = np.hstack([shares, np.zeros((len(shares), 1))])
        return found
