"""The map as the computer sees it: where units can move, how far hexes are, what the enemy can attack with
(TT-REC-18).
"""

from __future__ import annotations

from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.atlas.arcs import POINT
from hexbench.atlas.atlas import OFF
from hexbench.engine.board import remembered
from hexbench.games.trumpets import battlefield, moving_ways, passage
from hexbench.games.trumpets.pieces import FOE, GERMAN

if TYPE_CHECKING:
    from hexbench.games.trumpets.fight import Fighter, Gun
    from hexbench.games.trumpets.pieces import Side
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.seat import TtSeat
    from hexbench.games.trumpets.state import Trumpets

FAR: Final = 9.0
"""The number of turns that stands for "unreachable"."""


class Field:
    """One position as one side sees it, with cached results."""

    def __init__(self, seat: TtSeat, side: Side) -> None:
        self.seat = seat
        self.rules: TtRules = seat.rules
        self.s: Trumpets = seat.s
        self.board = seat.board
        self.side = side
        self.foe: Side = FOE[side]
        atlas = self.rules.atlas
        self.index, self.labels = atlas.index, atlas.labels
        self.around = tuple(tuple(j for j in ring if j != OFF) for ring in atlas.around)
        units = self.s.units
        self.mine = tuple(u for u, unit in units.items() if unit.side == side and unit.on_map)
        self.theirs = tuple(u for u, unit in units.items() if unit.side != side and unit.on_map)
        self.enemies: dict[int, tuple[str, ...]] = {}
        for uid in self.theirs:
            i = self.at(uid)
            self.enemies[i] = (*self.enemies.get(i, ()), uid)
        self.touching: dict[int, tuple[int, ...]] = {}
        """Maps free hexes to the enemy-occupied hexes next to them."""
        for e in self.enemies:
            for i in self.around[e]:
                if i not in self.enemies:
                    self.touching[i] = (*self.touching.get(i, ()), e)
        self._fighters: dict[tuple[str, int, int], Fighter] = {}
        self._reach: dict[str, dict[int, int]] = {}

    # ---- units
    def at(self, uid: str) -> int:
        """The hex of a unit."""
        return self.index[self.s.units[uid].at]

    def tags(self, uid: str) -> frozenset[str]:
        """The tags of a unit, including its category."""
        return self.rules.tags(self.s.mission.units[uid])

    def front(self, uid: str) -> bool:
        """Whether it is a front line unit."""
        return self.rules.front_line(self.s.mission.units[uid])

    def steps(self, uid: str) -> int:
        """Steps a unit has left."""
        return self.rules.steps(self.s.mission.units[uid]) - self.s.units[uid].lost

    @cached_property
    def strength(self) -> dict[str, tuple[int, int]]:
        """Current attack and defence factors of all units on the map."""
        found = (battlefield.fighter(self.rules, self.s, uid) for uid in (*self.mine, *self.theirs))
        return {one.unit: (one.af, one.df) for one in found}

    @cached_property
    def fighters(self) -> frozenset[str]:
        """Units of this side that can attack with their own factor."""
        kinds = {"front_line", "combat_support"}
        return frozenset(u for u in self.mine if kinds & self.tags(u) and self.strength[u][0] > 0)

    def fighter(self, uid: str, at: int, towards: int) -> Fighter:
        """A unit as a Fighter in a hex; a negative ``towards`` means that it defends."""
        key = (uid, at, towards)
        found = self._fighters.get(key)
        if found is None:
            found = self._fighters[key] = self._fighter(uid, at, towards)
        return found

    def _fighter(self, uid: str, at: int, towards: int) -> Fighter:
        here = self.labels[at]
        one = battlefield.fighter(self.rules, self.s, uid)
        if towards < 0:
            return one
        return replace(
            one,
            at=here,
            water=battlefield.water_between(self.rules, here, self.labels[towards]),
            ground=battlefield.base_of(self.rules, here),
        )

    @cached_property
    def guns(self) -> dict[str, tuple[int, int, Gun]]:
        """Maps artillery of both sides that has not fired to (its hex, its range, its Gun)."""
        out = {}
        for uid in (*self.mine, *self.theirs):
            reach = self.rules.template(self.s.mission.units[uid]).range
            if reach and not self.s.units[uid].fired:
                out[uid] = (self.at(uid), reach, battlefield.gun(self.rules, self.s, uid))
        return out

    def far(self, i: int, j: int) -> int:
        """The distance between two hexes."""
        return self.rules.atlas.distance(self.labels[i], self.labels[j])

    # ---- where to
    def reach(self, uid: str) -> dict[int, int]:
        """Maps hexes a unit can reach with its remaining MF (its own included) to the cost in twelfths."""
        found = self._reach.get(uid)
        if found is None:
            found = self._reach[uid] = {self.at(uid): 0}
            if uid in moving_ways.movable(self.seat, self.side):
                for one in moving_ways.ways_of(self.seat, uid).reaches:
                    for i, cost in one.costs.items():
                        found[i] = min(cost, found.get(i, cost))
        return found

    def _next_turn(self, uid: str) -> set[int]:
        """Where a unit could move with its whole movement factor."""
        unit = self.s.units[uid]
        stand = moving_ways.standing(self.seat, unit.side)
        budget = passage.allowance(self.rules, self.s, uid).halves
        lanes = passage.lanes(self.rules, self.s, self.board, uid, stand, budget=budget)
        return {self.at(uid)}.union(*(lane.reach().costs for lane in lanes))

    @cached_property
    def threats(self) -> dict[int, tuple[str, ...]]:
        """Maps hexes to the enemies that could attack them in their next player turn, strongest first."""
        out: dict[int, list[str]] = {}
        kinds = {"front_line", "combat_support"}
        able = [u for u in self.theirs if kinds & self.tags(u) and self.strength[u][0] > 0]
        for uid in sorted(able, key=lambda u: (-self.strength[u][0], u)):
            struck = {j for i in self._next_turn(uid) for j in self.around[i]}
            for i in struck:
                out.setdefault(i, []).append(uid)
        return {i: tuple(found) for i, found in out.items()}

    @cached_property
    def comes(self) -> frozenset[int]:
        """Hexes an enemy could enter in its next player turn."""
        return frozenset().union(*(self._next_turn(uid) for uid in self.theirs))

    # ---- time
    @property
    def own_turns(self) -> int:
        """Player turns this side still has after the current one."""
        ahead = len(self.s.mission.turns) - self.s.turn
        waits = self.s.phasing != self.side and self.side != self.s.mission.first
        return ahead + waits

    @property
    def their_turns(self) -> int:
        """Player turns the enemy still has."""
        ahead = len(self.s.mission.turns) - self.s.turn
        return ahead + (self.foe != self.s.mission.first and self.s.phasing != self.foe)

    def turns(self, uid: str, i: int, goal: int) -> float:
        """Turns a unit takes from one hex to another, disregarding enemies."""
        printed = self.s.mission.units[uid]
        template = self.rules.template(printed)
        cost = travel(self.rules, template.move, goal).get(i)
        return FAR if cost is None else cost / (POINT * max(1.0, 0.75 * template.mf))

    def quickest(self, side: str, goal: int) -> float:
        """The number of turns in which the first front line unit of a side can be in a hex."""
        units = self.mine if side == self.side else self.theirs
        return min((self.turns(u, self.at(u), goal) for u in units if self.front(u)), default=FAR)

    @property
    def attacks(self) -> bool:
        """Whether this side is the one that has to take objectives."""
        return self.side == GERMAN


@remembered
def travel(rules: TtRules, move: str, goal: int) -> dict[int, int]:
    """Maps hexes to the cost in twelfths from there to a hex for a movement type, without enemies; cached
    per map.
    """
    arcs = passage.arcs(rules, move, frozenset())  # type: ignore[arg-type]
    out: dict[int, int] = {}
    heap = [(0, goal)]
    while heap:
        cost, i = heappop(heap)
        if i in out:
            continue
        out[i] = cost
        for price, j in arcs.into(i):
            if j not in out:
                heappush(heap, (cost + price, j))
    return out
