"""12.1-12.3: where supply comes from, how it is traced, what cuts it, and who is out of supply or isolated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hexbench.atlas.atlas import OFF
from hexbench.engine.events import UnitChanged
from hexbench.engine.supply import SupplyNet, first_cut
from hexbench.games.iron_tide.first_turns import AM19, PM17, VON_DER_HEYDTE
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
    """The supply lines of one side as the bridges and exits stand, units left out."""

    roads: tuple[tuple[int, ...], ...]
    heads: tuple[int, ...]
    edges: tuple[int, ...]
    everywhere: SupplyNet
    """The flow if there were no enemy: what a cut is measured against."""


def make_lines(
    atlas: Atlas, prices: Prices, side: str, bridges: Mapping[str, BridgeState], closed_exits: Sequence[str]
) -> Lines:
    """The roads that carry supply (12.1f: not over an unbridged river), and the friendly edges (12.1c, 12.1d, 12.1g)."""
    roads: list[list[int]] = [[] for _ in atlas.labels]
    rims: list[int] = []
    for i, direction in atlas.roads:
        j = atlas.around[i][direction]
        if j == OFF:
            rims.append(i)
        elif not prices.unbridged(prices.link(i, direction), bridges):
            roads[i].append(j)
    shut = {hex_ for name in closed_exits for hex_ in atlas.sheet.zones.get(f"exit.{name}", ())}
    edge = [atlas.index[name] for name in atlas.sheet.zones.get(EDGES[side], ())]
    friendly = frozenset(edge)
    heads = tuple(i for i in dict.fromkeys(rims) if i in friendly and atlas.labels[i] not in shut)
    steady = tuple(tuple(row) for row in roads)
    edges = tuple(edge)
    all_free = [True] * len(atlas.labels)
    return Lines(steady, heads, edges, SupplyNet(atlas.around, steady, heads, edges, all_free, LIMIT))


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
        self.net = SupplyNet(self.atlas.around, lines.roads, lines.heads, lines.edges, self.free, LIMIT)
        self._edge = frozenset(lines.edges)

    def traces(self, at: str) -> bool:
        """Whether a supply path leads from a hex."""
        return self.net.supplied(self.atlas.index[at])

    def path(self, at: str) -> tuple[str, ...]:
        """The traced path from a hex to where supply comes in, both ends included; empty when there is none."""
        i = self.atlas.index[at]
        return tuple(self.atlas.labels[k] for k in self.net.path(i)) if self.net.supplied(i) else ()

    def cut(self, at: str) -> tuple[tuple[str, ...], str | None]:
        """For a hex without supply: the path it would have without the enemy, and the first hex that cuts it.

        The path is empty when even then none is short enough; the hex is None in that case.
        """
        i = self.atlas.index[at]
        if not self.lines.everywhere.supplied(i):
            return (), None
        path = self.lines.everywhere.path(i)
        blocked = first_cut(path, self.free)
        return tuple(self.atlas.labels[k] for k in path), None if blocked is None else self.atlas.labels[
            blocked
        ]

    def surrounded(self, at: str) -> bool:
        """B26: every neighbour is held by the enemy or in his zone without a friend; beyond the map only a friendly edge is open."""
        i = self.atlas.index[at]
        for j in self.atlas.around[i]:
            if j == OFF:
                if i in self._edge:
                    return False
            elif self.free[j]:
                return False
        return True

    def checked(self, uid: str, unit: Unit) -> bool:
        """12.0b-c: whether the unit is checked at all: Germans from 19AM, or when surrounded; von der Heydte from 17PM."""
        if self.s.roster[uid].commando:
            return False
        if unit.side != "german" or self.s.turn >= AM19:
            return True
        if uid == VON_DER_HEYDTE and self.s.turn >= PM17:
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
