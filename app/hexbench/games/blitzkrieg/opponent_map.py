"""What an opponent works out about the map and the units on it: routes to places, which units can reach what,
threats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

from hexbench.atlas.atlas import OFF, side_name
from hexbench.atlas.reach import FREE, Obstacles, reach
from hexbench.engine.board import remembered
from hexbench.games.blitzkrieg import odds, passage
from hexbench.games.blitzkrieg.odds import defends_with, factor, terrain_factor
from hexbench.games.blitzkrieg.pieces import FOE, GROUND, Side

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkBoard, Position

QUARTERS = 4
"""Defence is counted in quarters of a point, so that every class factor is a whole number (BK-ODD-03)."""
FAR: Final = 600
"""The cost in twelfths beyond which no route is searched: fifty movement points."""
_SHARE: Final = 9
"""How many attackers on one hex count for a threat: a full stack on each of three sides."""
_DOUBTFUL: Final = 0.5
"""The share that counts of an attacker which would first have to get past our units."""


def quarters_of(rules: BkRules, s: Position, uid: str, at: str) -> int:
    """What a unit would defend with in a hex, in quarters of a point, without rivers (BK-ODD-02, BK-ODD-03)."""
    kind = s.roster[uid].type
    own = QUARTERS * defends_with(rules, s.units[uid]) * factor(rules, kind)
    return int(own * terrain_factor(rules, kind, at))


class Ways:
    """Distances to places for each class on an empty map; cached for the current state of the bridges."""

    def __init__(self, rules: BkRules) -> None:
        self._rules = rules
        self._blown: Mapping[str, tuple[str, ...]] = {}
        self._known: dict[tuple[Side, str, int], Sequence[int]] = {}

    def to(self, side: Side, kind: str, place: int, blown: Mapping[str, tuple[str, ...]]) -> Sequence[int]:
        """index -> approximate cost in twelfths from there to a place, at most :data:`FAR`. Approximate,
        because steps are priced in the opposite direction.
        """
        if blown != self._blown:
            self._blown = blown
            self._known.clear()
        key = (side, kind, place)
        found = self._known.get(key)
        if found is None:
            size = len(self._rules.atlas.labels)
            arcs = passage.passages(self._rules).arcs(side, kind, blown, wading=True)
            costs = reach(arcs, Obstacles.empty(size), FREE, place, FAR).costs
            line = [FAR] * size
            for i, cost in costs.items():
                line[i] = cost
            found = self._known[key] = line
        return found


@remembered
def ways(rules: BkRules) -> Ways:
    """The distances of a map, created once."""
    return Ways(rules)


class Field:
    """A position as one side sees it; hexes are indices throughout."""

    def __init__(self, rules: BkRules, s: Position, board: BkBoard, side: Side) -> None:
        self.rules, self.s, self.board, self.side = rules, s, board, side
        self.foe: Side = FOE[side]
        atlas = rules.atlas
        self.index = atlas.index
        self.labels = atlas.labels
        self.around: tuple[tuple[int, ...], ...] = _neighbours(rules)
        self.mine = self._ground_units(side)
        self.theirs = self._ground_units(self.foe)
        self.enemies: dict[int, list[str]] = {}
        """hex -> the enemy ground units in it."""
        for uid in self.theirs:
            self.enemies.setdefault(self.index[s.units[uid].at], []).append(uid)
        self.guard: dict[int, int] = {
            i: sum(quarters_of(rules, s, uid, self.labels[i]) for uid in units)
            for i, units in self.enemies.items()
        }
        """enemy hex -> its defence in quarters of a point, without rivers."""
        self.behind_river: dict[int, int] = {
            i: 2 * n if rules.options.river_stack == "multiply" else self._river_guard(i)
            for i, n in self.guard.items()
        }
        """The same with a river between it and all attackers (BK-ODD-05, BK-ODD-07)."""
        self.touching: dict[int, tuple[int, ...]] = {}
        """hex -> the adjacent enemy hexes, if there are any."""
        for i in self.enemies:
            for n in self.around[i]:
                self.touching[n] = (*self.touching.get(n, ()), i)
        self._ground = passage.ground(rules, s, board, side)
        self._reach: dict[tuple[str, str, int], dict[int, int]] = {}
        self._threat: list[int] | None = None

    def _ground_units(self, side: str) -> list[str]:
        s = self.s
        return [
            uid
            for uid, unit in s.units.items()
            if unit.side == side and unit.on_map and s.roster[uid].type in GROUND
        ]

    def _river_guard(self, i: int) -> int:
        found = (odds.defence_of(self.rules, self.s, uid, doubled=True) for uid in self.enemies[i])
        return int(QUARTERS * sum(found))

    def at(self, uid: str) -> int:
        """The hex index of a unit on the map."""
        return self.index[self.s.units[uid].at]

    def reach(self, uid: str) -> dict[int, int]:
        """hex -> cost of reaching it this turn, including the starting hex; only that hex for an immobilised
        unit.
        """
        unit = self.s.units[uid]
        here = self.index[unit.start or unit.at]
        if unit.fixed or not unit.start:
            return {self.at(uid): 0}
        halves = passage.points(self.rules, self.s, uid)
        key = (self.s.roster[uid].type, unit.start, halves)
        found = self._reach.get(key)
        if found is None:
            costs = passage.reach_of(
                self.rules, self.s, self.board, uid, unit.start, shared=self._ground
            ).costs
            found = self._reach[key] = {here: 0, **costs}
        return found

    def threat(self) -> list[int]:
        """hex -> the strength with which the enemy could attack it next turn; rivers are not counted as an
        obstacle.
        """
        if self._threat is None:
            self._threat = self._threats()
        return self._threat

    def _threats(self) -> list[int]:
        rules, s = self.rules, self.s
        hits: list[list[float]] = [[] for _ in self.labels]
        anywhere = Obstacles.empty(len(self.labels))
        stopped = passage.ground(rules, s, self.board, self.foe)
        kept: dict[tuple[str, int, int], dict[int, float]] = {}
        for uid in self.theirs:
            unit, kind = s.units[uid], s.roster[uid].type
            halves = passage.points(rules, s, uid)
            key = (kind, self.index[unit.at], halves)
            near = kept.get(key)
            if near is None:
                arcs = passage.passages(rules).arcs(self.foe, kind, s.blown, wading=True)
                budget = halves * passage.HALF
                near = kept[key] = {}
                # we stop the enemy where we are now, but we may not stay there
                for costs, share in (
                    (reach(arcs, anywhere, FREE, key[1], budget).costs, _DOUBTFUL),
                    (reach(arcs, stopped, passage.STOPS, key[1], budget).costs, 1.0),
                ):
                    for i in costs:
                        for n in self.around[i]:
                            near[n] = share
            for i, share in near.items():
                hits[i].append(unit.strength * share)
        return [int(sum(sorted(found, reverse=True)[:_SHARE])) for found in hits]

    def near_enemy(self) -> list[int]:
        """hex -> cost in twelfths from the nearest enemy at armor costs with no units in the way; at most
        :data:`FAR`.
        """
        arcs = passage.passages(self.rules).arcs(self.foe, "armor", self.s.blown, wading=True)
        line = [FAR] * len(self.labels)
        queue = [(0, i) for i in sorted(self.enemies)]
        for _, i in queue:
            line[i] = 0
        while queue:
            cost, i = heappop(queue)
            if cost > line[i]:
                continue
            for price, j in arcs.out[i]:
                if cost + price < line[j]:
                    line[j] = cost + price
                    heappush(queue, (cost + price, j))
        return line

    def rivers(self, a: int, b: int) -> bool:
        """Whether a river between two adjacent hexes doubles a defence (BK-ODD-05, BK-ODD-06)."""
        if (a, b) not in _river_pairs(self.rules):
            return False
        return self.rules.options.bridged_river or odds.doubles(
            self.rules, self.s, side_name(self.labels[a], self.labels[b])
        )

    def within_two(self, i: int) -> frozenset[int]:
        """The other hexes within a distance of two."""
        known: dict[int, frozenset[int]] = self.rules.memo.setdefault("within two", {})
        found = known.get(i)
        if found is None:
            ring = self.around[i]
            found = known[i] = frozenset(k for j in ring for k in (j, *self.around[j])) - {i}
        return found

    def places(self, names: Iterable[str]) -> list[int]:
        """The indices of hexes, from their labels."""
        return [self.index[name] for name in names]


@remembered
def _neighbours(rules: BkRules) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(j for j in row if j != OFF) for row in rules.atlas.around)


@remembered
def _river_pairs(rules: BkRules) -> frozenset[tuple[int, int]]:
    index = rules.atlas.index
    pairs = set()
    for side in rules.rivers:
        a, _, b = side.partition("/")
        if a in index and b in index:
            pairs |= {(index[a], index[b]), (index[b], index[a])}
    return frozenset(pairs)
