"""What a position is worth to a side: its score, the strength alive, how likely each place is to be held in the end, and who
stands where he will be beaten.

A place falls to whoever has more strength near it: P = A² / (A² + B²), with A and B each side's strength times
:attr:`Aims.decay` for every turn of way. All ends of a unit's move are valued in one product of arrays.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexbench.atlas.arcs import POINT, Arcs
from hexbench.atlas.atlas import Atlas
from hexbench.staff.aims import Aims

Floats = NDArray[np.float64]
FAR = 99.0
"""Turns of way to where nobody can go."""
FARTHEST = 3
"""Hexes at which an enemy still counts against a stack, where a game says that any does beyond those next to it."""
_NOBODY = 0.5
"""Strength that both are given, so that no chance is ever 0 or 1."""
_DRIVEN = 0.6
"""Share of its influence that a stack loses when it is driven out of its hex: some of it goes on living near by."""
_HALF = 4.0
"""Square of the odds at which half of what is at stake counts as lost."""


def turns_to(atlas: Atlas, arcs: Arcs | None, speed: float, goal: int) -> Floats:
    """[hex] -> turns of way from there to ``goal`` for somebody with ``speed`` movement points."""
    cost: dict[int, int] = {goal: 0}
    heap = [(0, goal)]
    while heap:
        price, i = heappop(heap)
        if price > cost[i]:
            continue
        ways = arcs.into(i) if arcs is not None else ((POINT, j) for j in atlas.around[i] if j >= 0)
        for step, j in ways:
            if price + step < cost.get(j, 1 << 30):
                cost[j] = price + step
                heappush(heap, (price + step, j))
    out = np.full(len(atlas.labels), FAR)
    out[list(cost)] = np.fromiter(cost.values(), float) / (POINT * max(speed, 0.5))
    found: Floats = np.minimum(out, FAR)
    return found


def _ring(atlas: Atlas, far: int) -> NDArray[np.int64]:
    """[hex, n] -> the hexes at a distance; off the map: one more than there are."""
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


class Looks(NamedTuple):
    """What a unit comes to."""

    power: float
    bulk: float
    way: tuple[Any, float]


class Scales:
    """The values of one game on one map. It keeps the ways to all places, which no position changes."""

    def __init__(self, rules: Any, aims: Aims) -> None:
        self.rules, self.aims = rules, aims
        atlas: Atlas = rules.atlas
        self.index = atlas.index
        self.size = len(atlas.labels)
        self.rings = tuple(
            (aims.threat ** (far - 1), _ring(atlas, far))
            for far in range(1, FARTHEST + 1)
            if far == 1 or aims.threat
        )
        """For each distance at which an enemy counts: by how much, and [hex, n] -> the hexes so far away; off the map: one more
        than there are.
        """
        self._near: dict[tuple[Any, float, tuple[str, ...], float], Floats] = {}
        self._way: dict[tuple[Any, float, str], Floats] = {}
        self._looks: dict[str, tuple[Any, Any, Looks]] = {}

    def near(self, way: tuple[Any, float], hexes: tuple[str, ...], left: float = FAR) -> Floats:
        """[place, hex] -> what is left of a unit's influence from there with so many turns to go; a last column of nothing stands
        for off the map.
        """
        found = self._near.get((*way, hexes, left))
        if found is None:
            turns = np.array([self._turns(way, at) for at in hexes]).reshape(len(hexes), self.size)
            shares = np.power(self.aims.decay, turns)
            shares = np.where(turns > left, shares * self.aims.late, shares)
            found = self._near[*way, hexes, left] = np.hstack([shares, np.zeros((len(hexes), 1))])
        return found

    def _turns(self, way: tuple[Any, float], at: str) -> Floats:
        found = self._way.get((*way, at))
        if found is None:
            arcs = self.aims.arcs(self.rules, way[0])
            found = self._way[*way, at] = turns_to(self.rules.atlas, arcs, way[1], self.index[at])
        return found

    def looks(self, s: Any, uid: str) -> Looks:
        """What a unit comes to, kept while it stands unchanged (and while what is known of it does)."""
        unit, known = s.units[uid], getattr(s, "chits", {}).get(uid)
        kept = self._looks.get(uid)
        if kept is not None and kept[0] is unit and kept[1] == known:
            return kept[2]
        aims, rules = self.aims, self.rules
        found = Looks(aims.power(rules, s, uid), aims.bulk(rules, s, uid), aims.kind(rules, s, uid))
        self._looks[uid] = (unit, known, found)
        return found

    def against(self, power: Floats) -> Floats:
        """[hex] -> what can be brought against it from strength by hex: all of it next to it, a share from farther away."""
        total: Floats = sum((share * power[ring].sum(1) for share, ring in self.rings), np.zeros(self.size))
        return total

    def sign(self, side: str) -> float:
        """By what a value for the first side is multiplied for this one."""
        return 1.0 if side == self.aims.first else -1.0

    def value(self, s: Any, side: str) -> float:
        """What a position is worth to a side."""
        return Field(self, s).value * self.sign(side)


def beaten(odds: Floats) -> Floats:
    """Share of what is at stake that counts as lost at these odds: 0.2 at one to one, half at two to one, 0.8 at four to one."""
    square = odds * odds
    return square / (square + _HALF)


class _Army:
    """One side of a field: strength and worth by hex."""

    def __init__(self, scales: Scales, held: Floats) -> None:
        self.power = np.zeros(scales.size + 1)
        self.bulk = np.zeros(scales.size + 1)
        self.pull = np.zeros(len(held))
        self.held = held
        self.stand = _NOBODY + scales.aims.standing * held


class Field:
    """The sums of one position, ready for moves to be weighed."""

    def __init__(self, scales: Scales, s: Any) -> None:
        self.scales, self.s = scales, s
        rules, aims = scales.rules, scales.aims
        board = rules.board(s)
        self.left = aims.left(s)
        goals = [goal for goal in aims.goals(rules, s, board) if goal.hex in scales.index]
        self.hexes = tuple(goal.hex for goal in goals)
        self._at = np.array([scales.index[goal.hex] if goal.taken else -1 for goal in goals], dtype=np.int64)
        """[place] -> its hex, of those that are had by coming there."""
        self.worth = np.array([[goal.first, goal.second] for goal in goals]).reshape(-1, 2)
        self.armies = {
            side: _Army(scales, np.array([float(goal.held == side) for goal in goals]))
            for side in (aims.first, aims.second)
        }
        alive = 0.0
        columns: dict[tuple[str, tuple[Any, float]], Floats] = {}
        for uid, unit in s.units.items():
            army = self.armies.get(unit.side)
            if army is None or unit.at[:1] in ("", "#"):
                continue
            power, bulk, way = scales.looks(s, uid)
            alive += bulk * scales.sign(unit.side)
            i = scales.index.get(unit.at)
            if i is None:
                continue
            army.power[i] += power
            army.bulk[i] += bulk
            if power:
                key = (unit.side, way)
                if key not in columns:
                    columns[key] = np.zeros(scales.size + 1)
                columns[key][i] += power
        for (side, way), column in columns.items():
            self.armies[side].pull += scales.near(way, self.hexes, self.left) @ column
        self.rest = aims.score(rules, s, board) + aims.bulk_worth * alive
        self._danger = self._peril()
        self.value = float(self.rest + self._held() + self._danger)

    def army(self, side: str) -> tuple[_Army, _Army]:
        """A side and its enemy."""
        first, second = self.scales.aims.first, self.scales.aims.second
        return self.armies[side], self.armies[second if side == first else first]

    # ---- places
    def _held(self) -> float:
        first, second = self.armies.values()
        return float(self._hold(first.pull[:, None], second.pull[:, None])[0])

    def _hold(self, first: Floats, second: Floats) -> Floats:
        """[try] -> worth of the places, from [place, try] strength of both sides."""
        one, two = self.armies.values()
        a, b = (first + one.stand[:, None]) ** 2, (second + two.stand[:, None]) ** 2
        chance = a / (a + b)
        found: Floats = self.worth[:, 0] @ chance - self.worth[:, 1] @ (1 - chance)
        return found

    # ---- who will be beaten
    def _stake(self, side: str) -> float:
        """By what the coin multiplies what the enemy may beat of a side: the one who thinks next strikes first."""
        aims = self.scales.aims
        phasing = getattr(self.s, "phasing", "")
        return aims.bulk_worth * (aims.caution if side == phasing else aims.boldness)

    def _peril(self) -> float:
        total = 0.0
        for side in self.armies:
            own, foe = self.army(side)
            where = np.flatnonzero(own.bulk)
            odds = self.scales.against(foe.power)[where] / np.maximum(own.power[where], 0.3)
            total -= self.scales.sign(side) * self._stake(side) * float(own.bulk[where] @ beaten(odds))
        return total

    # ---- a move
    def moved(self, uid: str, to: list[int]) -> Floats:
        """What the position would be worth to the unit's side with it in each of these hexes."""
        scales, unit = self.scales, self.s.units[uid]
        side = unit.side
        power, bulk, way = scales.looks(self.s, uid)
        near = scales.near(way, self.hexes, self.left)
        here = scales.index.get(unit.at, scales.size)
        own, foe = self.army(side)
        pull = (own.pull - power * near[:, here])[:, None] + power * near[:, to]
        still = np.repeat(foe.pull[:, None], len(to), 1)
        if scales.aims.takes(self.s, uid):
            # whoever comes into a place has it: its holder loses what standing there was worth, and the unit's side wins it
            ends = np.array(to)[None, :]
            comes = scales.aims.standing * ((self._at[:, None] == ends) & (ends != here))
            pull += comes * (1.0 - own.held)[:, None]
            still -= comes * foe.held[:, None]
        held = self._hold(pull, still) if side == scales.aims.first else self._hold(still, pull)
        gain = scales.sign(side) * (self.rest + held)
        return gain + self._perils(side, own, foe, power, bulk, here, np.array(to))

    def _perils(
        self, side: str, own: _Army, foe: _Army, power: float, bulk: float, here: int, to: NDArray[np.int64]
    ) -> Floats:
        """[try] -> what is at stake with a unit in another hex, for its side."""
        scales, size = self.scales, self.scales.size
        strength, worth = own.power.copy(), own.bulk.copy()
        strength[here] -= power
        worth[here] -= bulk
        strength[size] = worth[size] = 0.0
        where = np.flatnonzero(worth > 1e-9)
        against = scales.against(foe.power)
        fixed = worth[where] @ beaten(against[where] / np.maximum(strength[where], 0.3))
        before = worth[to] * beaten(against[to] / np.maximum(strength[to], 0.3))
        after = (worth[to] + bulk) * beaten(against[to] / np.maximum(strength[to] + power, 0.3))
        lost = fixed - before + after
        beside = scales.against(strength)
        held = np.flatnonzero(foe.bulk)
        guard = np.maximum(foe.power[held], 0.3)
        prey = foe.bulk[held] * beaten(beside[held] / guard)
        won = np.full(len(to), prey.sum())
        for share, ring in scales.rings:
            more = np.zeros(size + 1)
            more[held] = foe.bulk[held] * beaten((beside[held] + share * power) / guard) - prey
            won += more[ring[to]].sum(1)
        enemy = next(one for one in self.armies if one != side)
        found: Floats = self._stake(enemy) * won - self._stake(side) * lost
        return found

    # ---- an attack that comes off
    def taken(self, at: str, uid: str) -> float:
        """What the position would be worth to a unit's side with the enemy driven out of a hex and the unit in it."""
        scales, unit = self.scales, self.s.units[uid]
        side = unit.side
        own, foe = self.army(side)
        i, here = scales.index[at], scales.index.get(unit.at, scales.size)
        lost = np.zeros(len(self.hexes))
        for other in scales.rules.board(self.s).units_at(at):
            if self.s.units[other].side != side:
                looks = scales.looks(self.s, other)
                lost += looks.power * scales.near(looks.way, self.hexes, self.left)[:, i]
        looks = scales.looks(self.s, uid)
        near = scales.near(looks.way, self.hexes, self.left)
        pull = (own.pull + looks.power * (near[:, i] - near[:, here]))[:, None]
        rest = np.maximum(foe.pull - lost * _DRIVEN, 0.0)[:, None]
        # whoever stands in a place when it is fought for has it no longer
        lit = np.array([float(where == at) for where in self.hexes])
        stood = own.stand, foe.stand
        hold = scales.aims.standing * lit
        own.stand, foe.stand = own.stand + hold, np.maximum(foe.stand - hold, _NOBODY)
        held = self._hold(pull, rest) if side == scales.aims.first else self._hold(rest, pull)
        own.stand, foe.stand = stood
        return float(scales.sign(side) * (self.rest + held[0] + self._danger))
