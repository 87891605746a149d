"""12.1-12.3: where supply comes from, how it is traced, what cuts it, and who is out of supply or isolated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hexbench.atlas import trace
from hexbench.atlas.atlas import OFF
from hexbench.engine.events import UnitChanged
from hexbench.games.iron_tide.first_turns import AM19, PM17, parachutists
from hexbench.games.iron_tide.pieces import FOE, SIDES, SupplyState, Unit

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.hands import ItPlay
    from hexbench.games.iron_tide.state import BridgeState
    from hexbench.games.iron_tide.terrain import Prices

LIMIT: Final = 5
"""12.1a: hexes from the supply road or the map edge."""
NEAR: Final = 3
"""12.3a: a supplied friend this near keeps a surrounded unit from being isolated."""
EDGES: Final = {"german": "edge.german", "allied": "edge.allied"}
"""12.1c-d: the zones of the map that hold each side's friendly edge hexes."""


class Lines(NamedTuple):
    """The supply lines of one side as the bridges and exits stand, units left out.

    A hex is two nodes for :mod:`hexbench.atlas.trace`: hex ``i`` off the road is node ``i``, the supply road in it node
    ``size + i``. Going on off the road counts a step and so does reaching a road; along the road no step is counted,
    and nobody leaves the road again (12.1a).
    """

    size: int
    back: trace.Ways
    """The ways to the sources, seen from their far ends."""
    roads: trace.Ways
    """The supply roads alone, hex by hex, reversed."""
    heads: tuple[int, ...]
    """The hexes where they leave the map over a friendly edge."""
    sources: tuple[int, ...]
    """Roads that leave the map over a friendly edge, then the friendly edge hexes."""
    edge: frozenset[int]
    """The friendly edge hexes, by hex index."""
    everywhere: trace.Flood
    """What supply would reach if there were no enemy: what a cut is measured against."""


def make_lines(
    atlas: Atlas, prices: Prices, side: str, bridges: Mapping[str, BridgeState], closed_exits: Sequence[str]
) -> Lines:
    """The roads that carry supply (12.1f), and the friendly edges (12.1c, 12.1d, 12.1g)."""
    size = len(atlas.labels)
    roads: dict[int, list[tuple[int, int]]] = {}
    rims: list[int] = []
    for i, direction in sorted(atlas.roads):
        joined = roads.setdefault(i, [])
        j = atlas.around[i][direction]
        if j == OFF:
            rims.append(i)
        elif prices.carries_supply(prices.link(i, direction), bridges):
            joined.append((size + j, 0))
    shut = {hex_ for name in closed_exits for hex_ in atlas.sheet.zones.get(f"exit.{name}", ())}
    edge = tuple(atlas.index[name] for name in atlas.sheet.zones.get(EDGES[side], ()) if name not in shut)
    friendly = frozenset(edge)
    heads = [i for i in dict.fromkeys(rims) if i in friendly]
    near = [tuple((j, 1) for j in around if j != OFF) for around in atlas.around]
    back = (*near, *((*roads[i], *near[i]) if i in roads else () for i in range(size)))
    sources = (*(size + i for i in heads), *edge)
    alone = tuple(tuple((j - size, 0) for j, _ in roads.get(i, ())) for i in range(size))
    return Lines(size, back, alone, tuple(heads), sources, friendly, trace.flood(back, sources, limit=LIMIT))


def free_hexes(board: ItBoard, side: str) -> list[bool]:
    """12.1b, 7.6c: hexes without enemy units and out of their zones, or with a friendly unit to cancel the zone."""
    foe = FOE[side]
    return [
        not enemy and (not zone or own > 0)
        for enemy, zone, own in zip(board.held[foe], board.zoc[foe].counts, board.held[side], strict=True)
    ]


class Supply:
    """The supply of one side at one position, as it would be found if it were checked now."""

    def __init__(self, s: Any, board: ItBoard, side: str, lines: Lines) -> None:
        self.s = s
        self.board = board
        self.side = side
        self.lines = lines
        self.atlas = board.atlas
        self.free = free_hexes(board, side)
        self._shut = [i for i, free in enumerate(self.free) if not free]
        self._traced: dict[int, bool] = {}

    @cached_property
    def _flood(self) -> trace.Flood:
        """Everything supply reaches, with the ways: for paths and displays."""
        size = self.lines.size
        closed = frozenset((*self._shut, *(size + i for i in self._shut)))
        return trace.flood(self.lines.back, self.lines.sources, closed=closed, limit=LIMIT)

    @cached_property
    def _roads(self) -> trace.Flood:
        """The supply roads that are open to their source."""
        return trace.flood(self.lines.roads, self.lines.heads, closed=frozenset(self._shut))

    def distance(self, at: str) -> int | None:
        """How many hexes from a supply road or a friendly edge hex a supplied hex lies (0: on it); None: no supply."""
        node = self._node(at, self._flood)
        return None if node is None else self._flood.steps[node]

    def reached(self) -> dict[str, int]:
        """Every hex supply reaches -> hexes from the supply road or the friendly edge."""
        far = {at: self.distance(at) for at in self.atlas.labels}
        return {at: n for at, n in far.items() if n is not None}

    def on_road(self, at: str) -> bool:
        """Whether a supply road that is open to its source runs through a hex."""
        return self.lines.size + self.atlas.index[at] in self._flood

    def _node(self, at: str, flood: trace.Flood) -> int | None:
        """The node of a hex that supply reaches by the shorter way, the road first; None when it reaches neither."""
        i = self.atlas.index[at]
        reached = [node for node in (self.lines.size + i, i) if node in flood]
        return min(reached, key=flood.steps.__getitem__) if reached else None

    def _path(self, at: str, flood: trace.Flood) -> tuple[int, ...]:
        node = self._node(at, flood)
        return () if node is None else tuple(n % self.lines.size for n in flood.path(node))

    def traces(self, at: str) -> bool:
        """Whether a supply path leads from a hex.

        Asked hex by hex it is found from the hex outwards, because most units stand near a road: a check of all units
        costs a fraction of the whole flood.
        """
        i = self.atlas.index[at]
        found = self._traced.get(i)
        if found is None:
            found = self._traced[i] = self.free[i] and self._search(i)
        return found

    def _search(self, start: int) -> bool:
        """12.1a: an open supply road or a friendly edge within five free hexes."""
        roads, edge, free, around = self._roads.steps, self.lines.edge, self.free, self.atlas.around
        seen = {start}
        rim = [start]
        for far in range(LIMIT + 1):
            grown: list[int] = []
            for i in rim:
                if roads[i] == 0 or i in edge:
                    return True
                if far < LIMIT:
                    for j in around[i]:
                        if j != OFF and j not in seen and free[j]:
                            seen.add(j)
                            grown.append(j)
            rim = grown
        return False

    def path(self, at: str) -> tuple[str, ...]:
        """The traced path from a hex to where supply comes in, both ends included; empty when there is none."""
        return tuple(self.atlas.labels[i] for i in self._path(at, self._flood))

    def cut(self, at: str) -> tuple[tuple[str, ...], str | None]:
        """For a hex without supply: the path it would have without the enemy, and the first hex that cuts it.

        The path is empty when even then none is short enough; the hex is None in that case.
        """
        if self.traces(at):
            return (), None
        path = self._path(at, self.lines.everywhere)
        closed = next((i for i in path if not self.free[i]), None)
        return tuple(self.atlas.labels[i] for i in path), None if closed is None else self.atlas.labels[
            closed
        ]

    def surrounded(self, at: str) -> bool:
        """B26: every neighbour is held by the enemy or in his zone without a friend; beyond the map only a friendly
        edge is open.
        """
        i = self.atlas.index[at]
        for j in self.atlas.around[i]:
            if j == OFF:
                if i in self.lines.edge:
                    return False
            elif self.free[j]:
                return False
        return True

    def checked(self, uid: str, unit: Unit) -> bool:
        """12.0b-c: whether the unit is checked at all: Germans from 19AM, or when surrounded; von der Heydte from 17PM."""
        printed = self.s.roster[uid]
        if printed.commando:
            return False
        if unit.side != "german" or self.s.turn >= AM19:
            return True
        if parachutists(printed) and self.s.turn >= PM17:
            return True
        return self.surrounded(unit.at)

    def states(self) -> dict[str, SupplyState]:
        """unit id -> supply state for every unit of the side on the map (B59: first supply, then isolation)."""
        out: dict[str, SupplyState] = {}
        supplied_at: set[str] = set()
        waiting: list[tuple[str, Unit]] = []
        for uid, unit in self.s.units.items():
            if unit.side != self.side or not unit.on_map:
                continue
            if not self.checked(uid, unit) or self.traces(unit.at):
                out[uid] = "supplied"
                if not self.s.roster[uid].commando:
                    supplied_at.add(unit.at)
            else:
                out[uid] = "out"
                waiting.append((uid, unit))
        for uid, unit in waiting:
            if self.surrounded(unit.at) and not self._friend_near(unit.at, supplied_at):
                out[uid] = "isolated"
        return out

    def _friend_near(self, at: str, supplied_at: set[str]) -> bool:
        """12.3a: another supplied friendly unit within three hexes."""
        labels, around = self.atlas.labels, self.atlas.around
        start = self.atlas.index[at]
        seen = {start}
        rim = [start]
        for far in range(NEAR + 1):
            if any(labels[i] in supplied_at for i in rim):
                return True
            if far < NEAR:
                rim = list(dict.fromkeys(j for i in rim for j in around[i] if j != OFF and j not in seen))
                seen.update(rim)
        return False


def check_supply(play: ItPlay) -> None:
    """4.22a: both players check all their units; the status stands until the next Supply Phase (B04)."""
    for side in SIDES:
        found = Supply(
            play, play.board, side, play.rules.lines(side, play.bridges, play.closed_exits)
        ).states()
        for uid, state in found.items():
            if play.units[uid].supply != state:
                play.put(uid, supply=state)
                play.tell(UnitChanged(uid, "supply", state))
