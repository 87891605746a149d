"""How long the enemy takes to what is worth having, past a line of ours: what a line is for (BK-AI-06, BK-AI-09).

Whoever comes by has to stop next to us (BK-MOV-04), and to fight. So a step next to a stack costs him time, the more the
better it can be defended, and the worth of a line is the time it takes him to every place, weighed by what that place is
worth. Nobody moves here: it is one search from all his units at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.atlas.arcs import link_of
from hexbench.atlas.atlas import OFF
from hexbench.games.blitzkrieg.opponent_clash import QUARTERS, quarters_of

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.opponent_map import Field
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import Position

_HORIZON: Final = 84
"""How far ahead is looked, in half movement points: some seven turns of armor."""
_TURN: Final = 12
"""Half movement points of a turn of armor."""
_FADE: Final = 2.2 * _TURN
"""The delay after which the danger to a place is down to a third."""
_STOP: Final = 4
"""What it costs him to stop next to a stack, however weak, in half points."""
_MOST: Final = 12
"""What it costs him at most."""
_STRONG: Final = 3
"""Points of defence for each further half point."""
_THROUGH: Final = 8
"""What it costs him besides to go through the stack itself."""
_WADE: Final = 16
"""What it costs him to cross a river without a bridge; armor does not get over it at all (BK-MOV-12, BK-MOV-14)."""
_SLOW: Final = 8
"""How much later those come who have no wheels."""
_QUICK: Final = ("armor", "motor_inf")

_WORTH: Final = tuple(1.0 - exp(-cost / _FADE) for cost in range(_HORIZON + 1))
"""delay -> how safe a place is by it, 0 to 1."""
_PRESSING: Final = tuple(exp(-cost / _FADE) / _FADE for cost in range(_HORIZON + 1))
"""delay -> what half a point more of it is worth."""


class _Delay(NamedTuple):
    """How the enemy fares against a line."""

    worth: float
    """The places, weighed by how safe they are."""
    press: Mapping[int, float]
    """hex -> what half a movement point of delay there is worth: only where his best ways lead."""


class Span(NamedTuple):
    """A bridge by which the enemy comes: its end on his side, that on ours, and what it is worth that it is gone."""

    far: int
    near: int
    worth: float


class Line:
    """The ways of the enemy of one position, asked about many lines."""

    def __init__(self, field: Field, places: Mapping[int, float]) -> None:
        """``places``: hex -> what it is worth that the enemy is not there."""
        self._field = field
        self._out = _steps(field.rules, field.s)
        self._places = [
            (i, worth) for i, worth in sorted(places.items()) if worth > 0 and i not in field.enemies
        ]
        self._sources = [
            (i, 0 if any(field.s.roster[u].type in _QUICK for u in units) else _SLOW)
            for i, units in sorted(field.enemies.items())
        ]
        self._known: dict[tuple[tuple[int, int], ...], float] = {}
        self._stops: dict[tuple[int, tuple[str, ...]], int] = {}

    def stop(self, i: int, units: Sequence[str]) -> int:
        """What it costs the enemy to come next to a stack."""
        key = (i, tuple(units))
        found = self._stops.get(key)
        if found is None:
            field = self._field
            guard = sum(quarters_of(field.rules, field.s, u, field.labels[i]) for u in units) / QUARTERS
            found = self._stops[key] = min(_MOST, _STOP + int(guard) // _STRONG)
        return found

    def spans(self) -> list[Span]:
        """The whole bridges by which he comes, and what it is worth that each is gone (BK-AI-06).

        One bridge is little where others stand beside it: a river is worth the delay when all of them are gone, shared out.
        """
        rules, s = self._field.rules, self._field.s
        index, now = self._field.index, self._judge(self._search(())[0])
        rivers: dict[str, list[tuple[int, int]]] = {}
        for name, river in _bridges(rules):
            if not s.blown.get(name):
                a, _, b = name.partition("/")
                rivers.setdefault(river, []).append((index[a], index[b]))
        out = []
        for whole in rivers.values():
            costs = self._search((), whole)[0]
            gain = (self._judge(costs) - now) / len(whole)
            if gain > 0:
                # his is the bank he is on sooner when none of them stands
                out += [Span(a, b, gain) if costs[a] <= costs[b] else Span(b, a, gain) for a, b in whole]
        return out

    def worth(self, stacks: Mapping[int, Sequence[str]]) -> float:
        """What a line is worth."""
        held = tuple(sorted((i, self.stop(i, units)) for i, units in stacks.items() if units))
        found = self._known.get(held)
        if found is None:
            costs, _ = self._search(held)
            found = self._known[held] = self._judge(costs)
        return found

    def delay(self, stacks: Mapping[int, Sequence[str]]) -> _Delay:
        """What a line is worth, and where more of it would help."""
        held = tuple(sorted((i, self.stop(i, units)) for i, units in stacks.items() if units))
        costs, before = self._search(held)
        self._known[held] = worth = self._judge(costs)
        press: dict[int, float] = {}
        for i, prize in self._places:
            cost = costs[i]
            if cost > _HORIZON:
                continue
            gain = prize * _PRESSING[cost]
            here = i
            while here >= 0:
                press[here] = press.get(here, 0.0) + gain
                here = before[here]
        return _Delay(worth, press)

    def _judge(self, costs: Sequence[int]) -> float:
        return sum(prize * (_WORTH[costs[i]] if costs[i] <= _HORIZON else 1.0) for i, prize in self._places)

    def _search(
        self, held: Sequence[tuple[int, int]], gone: Sequence[tuple[int, int]] = ()
    ) -> tuple[list[int], list[int]]:
        """hex -> half points until the first enemy is there, with some bridges ``gone``; and the hex he comes from."""
        out, around = self._out, self._field.around
        if gone:
            out = list(out)
            for a, b in (*gone, *(pair[::-1] for pair in gone)):
                out[a] = tuple((price + _WADE if j == b else price, j) for price, j in out[a])
        size = len(out)
        extra = [0] * size
        for i, stop in held:
            for j in around[i]:
                extra[j] = max(extra[j], stop)
        for i, stop in held:
            extra[i] = stop + _THROUGH
        best = [_HORIZON + 1] * size
        before = [OFF] * size
        buckets: list[list[int]] = [[] for _ in range(_HORIZON + 1)]
        for i, cost in self._sources:
            best[i] = cost
            buckets[cost].append(i)
        for cost, bucket in enumerate(buckets):
            for here in bucket:
                if best[here] != cost:
                    continue
                for price, j in out[here]:
                    total = cost + price + extra[j]
                    if total < best[j]:
                        best[j] = total
                        before[j] = here
                        buckets[total].append(j)
        return best, before


def _bridges(rules: BkRules) -> tuple[tuple[str, str], ...]:
    """Every bridge with the name of its river."""
    found: tuple[tuple[str, str], ...] | None = rules.kept.get("bridges over")
    if found is None:
        found = rules.kept["bridges over"] = tuple(
            (h.side, h.name) for h in rules.atlas.sheet.hexsides if h.side in rules.bridges
        )
    return found


def _steps(rules: BkRules, s: Position) -> list[tuple[tuple[int, int], ...]]:
    """hex -> (half points, hex next to it) for whoever comes quickest, as bridges stand."""
    kept: tuple[dict[str, tuple[str, ...]], list[tuple[tuple[int, int], ...]]] | None = rules.kept.get(
        "line steps"
    )
    if kept is not None and kept[0] == s.blown:
        return kept[1]
    atlas, table = rules.atlas, rules.tables.movement
    fields = table["armor"], table["motor_inf"]
    out = []
    for i in range(len(atlas.labels)):
        row = []
        for direction, j in enumerate(atlas.around[i]):
            if j == OFF:
                continue
            link = link_of(atlas, i, direction)
            name = atlas.side_of(i, direction)
            dry = "river" not in link.kinds or (name in rules.bridges and not s.blown.get(name))
            if dry and link.road:
                price = min(costs["road"] for costs in fields)
            else:
                price = min(costs[link.enters.terrain] for costs in fields) + (0 if dry else _WADE)
            row.append((price, j))
        out.append(tuple(row))
    rules.kept["line steps"] = (dict(s.blown), out)
    return out
