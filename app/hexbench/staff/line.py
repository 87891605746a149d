"""A line: how long the enemy takes past ours to what is worth having, made of one search from all his units at once.

Whoever comes by has to stop next to us, and to fight. So a step next to a stack costs him time, the more the better it can be
defended, and the worth of a line is how late he comes to every place, weighed by what that place is worth (ADR 0013).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any, Final

from hexbench.atlas.arcs import POINT, Arcs
from hexbench.staff.value import Field
from hexbench.staff.ways import Floats

_TURN: Final = 24
"""A turn of way, in what is counted here."""
_HORIZON: Final = 6 * _TURN
"""How far ahead is looked."""
_FADE: Final = 2.0 * _TURN
"""The delay after which the danger to a place is down to a third."""
_STOP: Final = 0.35
"""Share of a turn that it costs to come next to anybody at all."""
_SLOW: Final = _TURN // 3
"""How much later those start who are slower than the quickest."""
_SAFE: Final = tuple(1.0 - exp(-cost / _FADE) for cost in range(_HORIZON + 1))


class Line:
    """The ways of the enemy of one side at one position, asked about many lines."""

    def __init__(self, field: Field, side: str) -> None:
        """``field``: the sums of the position."""
        self.scales, self.s, self.side = field.scales, field.s, side
        scales, s, aims = self.scales, self.s, self.scales.aims
        sign = scales.sign(side)
        _, foe = field.army(side)
        self._places = [
            (scales.index[at], float(first + second))
            for at, (first, second), held in zip(field.hexes, field.worth, foe.held, strict=True)
            if not held
        ]
        self._last = min(_HORIZON, int(field.left * _TURN))
        self._start: dict[int, int] = {}
        self._known: dict[tuple[tuple[int, float], ...], float] = {}
        self.guard: dict[int, float] = {}
        """Hex -> what can be defended there by those who stand in it."""
        powers: dict[Any, float] = {}
        stacks: dict[int, float] = {}
        for uid, unit in s.units.items():
            i = scales.index.get(unit.at)
            if i is None or not (power := scales.looks(s, uid).power):
                continue
            if scales.sign(unit.side) == sign:
                if aims.bars(scales.rules, s, uid):
                    self.guard[i] = self.guard.get(i, 0.0) + power
            else:
                way = scales.looks(s, uid).way
                powers[way] = powers.get(way, 0.0) + power
                stacks[i] = stacks.get(i, 0.0) + power
        self._mean = max(1.0, sum(stacks.values()) / max(1, len(stacks)))
        self._way = max(powers, key=lambda way: (powers[way] * way[1], str(way)), default=None)
        if self._way is None or not self._places:
            self._places = []
            return
        for uid, unit in s.units.items():
            i = scales.index.get(unit.at)
            if i in stacks and scales.sign(unit.side) != sign and scales.looks(s, uid).power:
                late = 0 if scales.looks(s, uid).way[1] >= self._way[1] else _SLOW
                self._start[i] = min(late, self._start.get(i, late))
        self._out = _steps(scales.rules, aims.arcs(scales.rules, self._way[0]), self._way)

    def gains(self, uid: str, ends: Sequence[int], worth: Floats, most: int) -> dict[int, float]:
        """Number of an end -> what the line gains by a unit's going there, of no more than ``most`` ends: the best by ``worth``, and
        those in the enemy's ways. Nothing where nobody is to be held up.
        """
        scales, s = self.scales, self.s
        power, here = scales.looks(s, uid).power, scales.index.get(s.units[uid].at)
        if not self._places or not power or not scales.aims.bars(scales.rules, s, uid):
            return {}
        now, rest = self.worth(self.guard), dict(self.guard)
        if here is not None:
            rest[here] -= power
            if rest[here] <= 1e-9:
                del rest[here]
        press = self.press(rest)
        best = sorted(range(len(ends)), key=lambda j: (-worth[j], j))[: most // 2]
        ways = [j for j in range(len(ends)) if ends[j] in press]
        ways.sort(key=lambda j: (-press[ends[j]], -worth[j], j))
        return {
            j: self.worth({**rest, ends[j]: rest.get(ends[j], 0.0) + power}) - now
            for j in dict.fromkeys((*best, *ways[: most - len(best)]))
        }

    def worth(self, guard: Mapping[int, float]) -> float:
        """What a line is worth: the places, weighed by how late the enemy is there."""
        key = tuple(sorted(guard.items()))
        found = self._known.get(key)
        if found is None:
            costs, _ = self._search(guard)
            found = self._known[key] = sum(
                prize * (_SAFE[costs[i]] if costs[i] <= self._last else 1.0) for i, prize in self._places
            )
        return found

    def press(self, guard: Mapping[int, float]) -> dict[int, float]:
        """Hex -> what a little delay there is worth: only where his best ways lead."""
        costs, before = self._search(guard)
        out: dict[int, float] = {}
        for i, prize in self._places:
            if costs[i] > self._last:
                continue
            gain, here = prize * (1.0 - _SAFE[costs[i]]), i
            while here >= 0:
                out[here] = out.get(here, 0.0) + gain
                here = before[here]
        return out

    def _search(self, guard: Mapping[int, float]) -> tuple[list[int], list[int]]:
        """hex -> until the first enemy is there; and the hex he comes from."""
        around, size = self.scales.rules.atlas.around, self.scales.size
        extra = [0] * size
        for i, power in guard.items():
            strong = min(1.0, power / (2.0 * self._mean))
            stop = int(_TURN * (_STOP + (1.0 - _STOP) * strong))
            for j in around[i]:
                if j >= 0:
                    extra[j] = max(extra[j], stop)
        for i, power in guard.items():
            extra[i] = int(_TURN * (_STOP + 2.0 * min(1.0, power / (2.0 * self._mean))))
        best, before = [self._last + 1] * size, [-1] * size
        buckets: list[list[int]] = [[] for _ in range(self._last + 1)]
        for i, cost in self._start.items():
            if cost <= self._last:
                best[i] = cost
                buckets[cost].append(i)
        for cost, bucket in enumerate(buckets):
            for here in bucket:
                if best[here] != cost:
                    continue
                for price, j in self._out[here]:
                    total = cost + price + extra[j]
                    if total < best[j]:
                        best[j] = total
                        before[j] = here
                        buckets[total].append(j)
        return best, before


def _steps(rules: Any, arcs: Arcs | None, way: tuple[Any, float]) -> list[tuple[tuple[int, int], ...]]:
    """hex -> (part of a turn, hex next to it), kept for a map."""
    kept = getattr(rules, "kept", {})
    found: list[tuple[tuple[int, int], ...]] | None = kept.get(("line", way))
    if found is None:
        per = _TURN / (POINT * max(way[1], 0.5))
        rows = (
            arcs.out
            if arcs is not None
            else [tuple((POINT, j) for j in row if j >= 0) for row in rules.atlas.around]
        )
        found = kept["line", way] = [
            tuple((max(1, round(price * per)), j) for price, j in row) for row in rows
        ]
    return found
