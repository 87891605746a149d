"""12.1-12.3: supply sources, how supply is traced, what cuts it, and which units are out of supply or isolated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hexbench.atlas import trace
from hexbench.atlas.atlas import OFF
from hexbench.atlas.hexset import Links, bits_of, holds, named
from hexbench.engine.events import UnitChanged
from hexbench.engine.overlays import Supplies
from hexbench.games.iron_tide.pieces import FOE, SIDES, SupplyState, Unit
from hexbench.games.iron_tide.restricted import AM19, PM17, parachutists

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.seat import ItPlay
    from hexbench.games.iron_tide.state import BridgeState
    from hexbench.games.iron_tide.terrain import Prices

LIMIT: Final = 5
"""12.1a: hexes from the supply road or the map edge."""
NEAR: Final = 3
"""12.3a: a supplied friendly unit this close keeps a surrounded unit from being isolated."""
EDGES: Final = {"german": "edge.german", "allied": "edge.allied"}
"""12.1c-d: the zones of the map that hold each side's friendly edge hexes."""


class Edge(NamedTuple):
    """The hexes by which supply comes to a side, by index."""

    hexes: tuple[int, ...]
    """Its friendly edge."""
    heads: tuple[int, ...]
    """Those of them where a road leaves the map."""
    friendly: frozenset[int]
    bits: int
    head_bits: int
    """The same as sets."""


@lru_cache(maxsize=8)
def _steps(atlas: Atlas) -> trace.Ways:
    """The steps off the road from every hex of a map."""
    return tuple(tuple((j, 1) for j in around if j != OFF) for around in atlas.around)


@lru_cache(maxsize=8)
def _on_road(atlas: Atlas) -> frozenset[int]:
    """The hexes of a map with a road in them."""
    return frozenset(i for i, _ in atlas.roads)


class Lines:
    """The supply lines of one side as the bridges and exits stand, units left out.

    Sets of hexes tell where supply reaches; the path is found on demand with :mod:`hexbench.atlas.trace`. There a hex is
    two nodes: hex ``i`` off the road is node ``i``, the supply road in it is node ``size + i``. Each step off the road or
    onto it counts; steps along the road do not, and a path never leaves the road again (12.1a).
    """

    def __init__(self, atlas: Atlas, roads: Links, edge: Edge, open_: int = 0) -> None:
        """``roads`` are the steps along roads that carry supply (12.1f); ``open_`` what the lines before say is :meth:`still` open."""
        self.atlas = atlas
        self.size = len(atlas.labels)
        self._roads = roads
        self._edge = edge
        self.edge = edge.friendly
        """The friendly edge hexes, by hex index."""
        self._open = open_
        """The hexes that :meth:`_road` found last."""

    def still(self, roads: Links, edge: Edge) -> int:
        """The hexes of roads found open last, for lines with other ``roads``; none where a step between them is gone."""
        return self._open if edge is self._edge and roads.keeps(self._roads, self._open) else 0

    def _road(self, free: int) -> int:
        """The hexes of roads that supply reaches. A road that was open and is still free of the enemy leads to its source as
        before, so the search continues from there: three times in four that is all of them, in one round instead of thirty.
        """
        begun = self._edge.head_bits | (0 if self._open & ~free else self._open)
        self._open = self._roads.spread(begun, free)
        return self._open

    def reached(self, free: int, far: int = LIMIT) -> int:
        """Every hex from which a path of at most five hexes (``far``) leads to a supply road or a friendly edge hex."""
        held = self._road(free) | self._edge.bits & free
        for _ in range(far):
            held = self.atlas.steps.grown(held) & free
        return held

    def within(self, free: int) -> int:
        """Every hex from which a path would lead if that hex were free too: the hexes reached, and those one step from a reached
        road or from a reached hex that leaves a step to spare.
        """
        road = self._road(free)
        steps = self.atlas.steps
        held = road | self._edge.bits & free
        for _ in range(LIMIT - 1):
            held = steps.grown(held) & free
        return steps.grown(held) | self._roads.grown(road) | self._edge.bits | self._edge.head_bits

    @cached_property
    def back(self) -> trace.Ways:
        """The ways to the sources, seen from their far ends."""
        size, atlas = self.size, self.atlas
        near = _steps(atlas)
        roads = {i: tuple([(size + j, 0) for j in ends]) for i, ends in self._roads.all_ends().items()}
        on_road = _on_road(atlas)
        return (
            *near,
            *((*roads.get(i, ()), *near[i]) if i in on_road else () for i in range(size)),
        )

    @property
    def sources(self) -> tuple[int, ...]:
        """Roads that leave the map over a friendly edge, then the friendly edge hexes, as nodes."""
        return (*(self.size + i for i in self._edge.heads), *self._edge.hexes)

    @cached_property
    def everywhere(self) -> trace.Flood:
        """Where supply would reach if there were no enemy; used to find what cuts a path."""
        return trace.flood(self.back, self.sources, limit=LIMIT)


class Roads(NamedTuple):
    """The steps along the roads of a map with the bridges as printed; the same for both sides and constant."""

    printed: Links
    rims: tuple[int, ...]
    """The hexes where a road leaves the map."""


def make_roads(atlas: Atlas, prices: Prices) -> Roads:
    """The roads of a map as printed."""
    steps: list[tuple[int, int]] = []
    rims: dict[int, None] = {}
    for i, direction in sorted(atlas.roads):
        j = atlas.around[i][direction]
        if j == OFF:
            rims[i] = None
        elif prices.carries_supply(prices.link(i, direction), {}):
            steps.append((i, j))
    return Roads(Links(steps), tuple(rims))


def roads_now(
    atlas: Atlas,
    prices: Prices,
    roads: Links,
    before: Mapping[str, BridgeState],
    bridges: Mapping[str, BridgeState],
) -> Links:
    """12.1f: the steps along roads that carry supply; ``roads`` are those of the bridges as they were ``before``."""
    shut: list[tuple[int, int]] = []
    opened: list[tuple[int, int]] = []
    for name in sorted({name for name, _ in before.items() ^ bridges.items()}):
        for i, direction in atlas.side_keys(name):
            link = prices.link(i, direction)
            (opened if prices.carries_supply(link, bridges) else shut).append((i, link.end))
    return roads.changed(shut, opened)


def friendly_edge(atlas: Atlas, rims: Sequence[int], side: str, closed_exits: Sequence[str]) -> Edge:
    """The friendly edges (12.1c, 12.1d), without the roads by which a German has left (12.1g)."""
    closed = {at for name in closed_exits for at in atlas.sheet.zones.get(f"exit.{name}", ())}
    hexes = tuple(atlas.index[at] for at in atlas.sheet.zones.get(EDGES[side], ()) if at not in closed)
    friendly = frozenset(hexes)
    heads = tuple(i for i in rims if i in friendly)
    return Edge(hexes, heads, friendly, bits_of(hexes), bits_of(heads))


def free_hexes(board: ItBoard, side: str) -> int:
    """12.1b, 7.6c: hexes without enemy units and out of their zones, or with a friendly unit to cancel the zone."""
    foe = FOE[side]
    everywhere = (1 << len(board.atlas.labels)) - 1
    return everywhere & ~board.hexes_held(foe) & (~board.zone_of(foe) | board.hexes_held(side))


class Supply:
    """The supply of one side in a position, as if it were checked now."""

    def __init__(self, s: Any, board: ItBoard, side: str, lines: Lines) -> None:
        self.s = s
        self.board = board
        self.side = side
        self.lines = lines
        self.atlas = board.atlas
        self.free = free_hexes(board, side)
        """The hexes supply may pass, as a set (:mod:`hexbench.atlas.hexset`)."""
        self._reached = lines.reached(self.free)
        self._within: dict[str, int] = {}
        """hex left -> the hexes that :meth:`would_trace` finds supply for."""

    @cached_property
    def _flood(self) -> trace.Flood:
        """The paths, calculated on demand."""
        size = self.lines.size
        shut = [i for i in range(size) if not holds(self.free, i)]
        closed = frozenset((*shut, *(size + i for i in shut)))
        return trace.flood(self.lines.back, self.lines.sources, closed=closed, limit=LIMIT)

    def distance(self, at: str) -> int | None:
        """How many hexes from a supply road or a friendly edge hex a supplied hex lies (0: on it); None: no supply."""
        node = self._node(at, self._flood)
        return None if node is None else self._flood.steps[node]

    def reached(self) -> dict[str, int]:
        """Every hex supply reaches -> hexes from the supply road or the friendly edge."""
        far = {at: self.distance(at) for at in self.atlas.labels}
        return {at: n for at, n in far.items() if n is not None}

    def opened(self) -> dict[str, int]:
        """Every hex in an enemy zone that a friendly unit in it would open to supply -> its distance (12.1b)."""
        zones = self.board.zone_of(FOE[self.side]) & ~self.board.hexes_held(FOE[self.side]) & ~self.free
        found = named(zones, self.atlas.labels)
        return {at: self._opened(at) for at in found if self.would_trace(at)}

    def _opened(self, at: str) -> int:
        i = self.atlas.index[at]
        free = self.free | 1 << i
        return next(n for n in range(LIMIT + 1) if holds(self.lines.reached(free, n), i))

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
        """Whether a supply path leads from a hex."""
        return holds(self._reached, self.atlas.index[at])

    def would_trace(self, at: str, left: str = "") -> bool:
        """Whether a supply path would lead from a hex if friendly units were in it and no longer in the hex ``left``, which only
        they had kept free.
        """
        free = self.free & ~(1 << self.atlas.index[left]) if left else self.free
        within = self._within.get(left)
        if within is None:
            within = self._within[left] = self.lines.within(free)
        return holds(within, self.atlas.index[at])

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
        closed = next((i for i in path if not holds(self.free, i)), None)
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
            elif holds(self.free, j):
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
        units, present = self.s.units, self.board.present[self.side]
        out: dict[str, SupplyState] = dict.fromkeys(present, "supplied")
        far = frozenset(named(self.board.hexes_held(self.side) & ~self._reached, self.atlas.labels))
        waiting = [uid for uid in present if units[uid].at in far and self.checked(uid, units[uid])]
        if waiting:
            out.update(dict.fromkeys(waiting, "out"))
            self._isolate(out, waiting)
        for uid in [uid for uid in present if units[uid].short]:
            if out[uid] == "supplied":
                out[uid] = "out"  # 12.2a, B60: a shortage of fuel, after all else was found (B59)
        return out

    def _isolate(self, out: dict[str, SupplyState], waiting: Sequence[str]) -> None:
        """12.3a: of the units that are out of supply some are isolated."""
        units, roster = self.s.units, self.s.roster
        supplied_at = {
            units[uid].at for uid, state in out.items() if state == "supplied" and not roster[uid].commando
        }
        for uid in waiting:
            at = units[uid].at
            if self.surrounded(at) and not self._friend_near(at, supplied_at):
                out[uid] = "isolated"

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


class ItSupplies(Supplies):
    """The interface to supply that :mod:`hexbench.study` uses."""

    def __init__(self, s: Any, board: ItBoard, side: str, lines: Lines) -> None:
        self.supply = Supply(s, board, side, lines)

    def fed(self) -> dict[str, bool]:
        """All of its units on the map; those that are not checked yet are in supply (12.0b)."""
        return {uid: state == "supplied" for uid, state in self.supply.states().items()}

    def line(self, uid: str) -> tuple[str, ...]:
        """Over at most five hexes to a supply road or the friendly edge, and along the road."""
        return self.supply.path(self.supply.s.units[uid].at)


def check_supply(play: ItPlay) -> None:
    """4.22a: both players check all their units; the status stands until the next Supply Phase (B04)."""
    for side in SIDES:
        found = Supply(
            play, play.board, side, play.rules.lines(side, play.bridges, play.closed_exits)
        ).states()
        units = play.units
        for uid, state in [one for one in found.items() if units[one[0]].supply != one[1]]:
            play.put(uid, supply=state)
            play.tell(UnitChanged(uid, "supply", state))
