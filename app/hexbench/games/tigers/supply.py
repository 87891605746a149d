"""Supply lines (TG-SUP): a short path to a road that leads to a friendly map edge, with no hex of it blocked
by the enemy.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hexbench.engine.board import remembered
from hexbench.engine.overlays import Supplies
from hexbench.games.tigers import ground, zoc
from hexbench.games.tigers.pieces import FOE, GERMAN, VDH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard

REACH: Final = 4
"""The most hexes from a unit to the road; an unbridged river counts as one more (TG-SUP-01, TG-SUP-04)."""
EDGES: Final = {"allied": ("edge_n", "edge_w", "edge_s"), "german": ("edge_e",)}
"""TG-SUP-01, TG-SUP-03; 102 and 1302 are among the southern ones (TG-SUP-02)."""


@dataclass(frozen=True, slots=True)
class Net:
    """The roads that supply a side now."""

    onward: dict[str, str]
    """hex of a usable road -> the next hex towards the map edge; an edge hex maps to itself."""
    blocked: frozenset[str]
    """Hexes that may not be part of a supply line (TG-SUP-05)."""
    whole: frozenset[str]
    """The river hexsides with an intact bridge."""
    supplied: dict[str, bool] = field(default_factory=dict, compare=False)
    """hex -> whether units of the side would be in supply there; filled on demand."""


class Trace(NamedTuple):
    """A supply line: the hexes to the road, then along it to the edge."""

    path: tuple[str, ...]
    """The hexes from the unit's hex to the edge; empty when there is no line."""
    far: int
    """The length of the part up to the road, as counted by AMB-46."""


@remembered
def goals(rules: TgRules, side: str) -> frozenset[str]:
    """The edge hexes of a side that a road reaches, on its own side of the starting front."""
    edge = {at for zone in EDGES[side] for at in rules.zones.get(zone, ())}
    return frozenset(at for at in edge if rules.home(at) == side and ground.on_road(rules, at))


def blocks(rules: TgRules, s: Position, board: TgBoard, side: str) -> frozenset[str]:
    """The hexes that the enemy closes to the supply lines of a side (TG-ZOC-38..40, TG-VDH-07, AMB-45)."""
    of = (board.stance[side], *zoc.projecting(rules, s, board, FOE[side]))
    return rules.facts.get(("blocks", side), of, lambda: _blocks(rules, s, board, side))


def _blocks(rules: TgRules, s: Position, board: TgBoard, side: str) -> frozenset[str]:
    foe = FOE[side]
    out, ours = set(zoc.stands(s, board, foe)), zoc.standing(s, board, side)
    vdh = s.units.get(VDH)
    if side != GERMAN and vdh is not None and vdh.on_map:
        out.add(vdh.at)
    for at, who in zoc.zones(rules, s, board, foe).items():
        if at in out:
            continue
        here = ours.get(at, zoc.NOBODY)
        if here == zoc.READY:
            continue
        for projector, strength in who:
            if strength == zoc.STRONG or (here == zoc.NOBODY and not ground.river(rules, at, projector)):
                out.add(at)
                break
    return frozenset(out)


def net(rules: TgRules, s: Position, board: TgBoard, side: str) -> Net:
    """The roads of a side that lead to its edges now."""
    whole = ground.whole(rules, s)

    def make() -> Net:
        return joined(blocks(rules, s, board, side))

    def mend(was: tuple[Any, ...], old: Net) -> Net:
        """Reuse the old net where possible: most moves leave the same hexes closed, and then the traces stay
        valid too.
        """
        blocked = blocks(rules, s, board, side)
        if blocked == old.blocked and old.whole == whole:
            return old
        return Net(old.onward, blocked, whole) if same_roads(old, blocked) else joined(blocked)

    def same_roads(old: Net, blocked: frozenset[str]) -> bool:
        """Whether no road in use is now closed or broken, and no reopened hex joins a road in use."""
        onward, used = old.onward, old.onward.keys()
        if not used.isdisjoint(blocked):
            return False
        for one in (old.whole ^ whole) & rules.road_sides:
            here, there = one.split("/")
            if one in whole:
                if here in onward or there in onward:
                    return False
            elif onward.get(here) == there or onward.get(there) == here:
                return False
        opened, links = old.blocked - blocked, ground.links(rules, s)
        return opened.isdisjoint(goals(rules, side)) and all(
            used.isdisjoint(links.get(at, ())) for at in opened
        )

    def joined(blocked: frozenset[str]) -> Net:
        starts = sorted(
            (at for at in goals(rules, side) if at not in blocked), key=rules.atlas.index.__getitem__
        )
        onward = {at: at for at in starts}
        queue = deque(starts)
        links = ground.links(rules, s)
        while queue:
            here = queue.popleft()
            for there in links[here]:
                if there not in onward and there not in blocked:
                    onward[there] = here
                    queue.append(there)
        return Net(onward, blocked, whole)

    of = (board.stance[side], board.stance[FOE[side]], s.roster, zoc.peiper_fought(s), whole)
    return rules.facts.get(("net", side), of, make, mend)


def _along(found: Net, at: str) -> tuple[str, ...]:
    """From a hex of a usable road to the edge."""
    path = [at]
    while (onward := found.onward[path[-1]]) != path[-1]:
        path.append(onward)
    return tuple(path)


def _joined(rules: TgRules, s: Position, found: Net, side: str, at: str) -> str:
    """The usable road hex by which a hex, which need not be unblocked itself, is connected; else an empty
    string (AMB-45).
    """
    if at in found.onward:
        return at
    if at in goals(rules, side):
        return at
    for there in rules.atlas.near[at]:
        if there in found.onward and ground.road(rules, s, at, there):
            return there
    return ""


def trace(rules: TgRules, s: Position, board: TgBoard, side: str, at: str) -> Trace:
    """The shortest supply line from a hex with units of ``side``; their own hex is never blocked (AMB-45)."""
    return _traced(rules, s, net(rules, s, board, side), side, at)


def _traced(rules: TgRules, s: Position, found: Net, side: str, at: str) -> Trace:
    by = _joined(rules, s, found, side, at)
    if by:
        path = (at,) if by == at and at not in found.onward else _along(found, by)
        return Trace(path if path[0] == at else (at, *path), 0)
    reached = _reached(rules, s, found, at)
    if reached is None:
        return Trace((), 0)
    before, last, far = reached
    way = [last]
    while before[way[0]]:
        way.insert(0, before[way[0]])
    return Trace((*way[:-1], *_along(found, last)), far)


def _feeds(rules: TgRules, s: Position, found: Net, side: str, at: str) -> bool:
    """Whether :func:`trace` would find a line; cheaper, for checking many hexes without building paths."""
    return bool(_joined(rules, s, found, side, at)) or _reached(rules, s, found, at) is not None


def _reached(rules: TgRules, s: Position, found: Net, at: str) -> tuple[dict[str, str], str, int] | None:
    """The nearest usable road across country: (predecessor of each hex, the road hex, its distance), or
    None.
    """
    onward, blocked, near = found.onward, found.blocked, rules.atlas.near
    before: dict[str, str] = {at: ""}
    best = {at: 0}
    rings: list[list[str]] = [[at], *([] for _ in range(REACH))]
    for far, ring in enumerate(rings):
        for here in ring:
            if best[here] != far:
                continue
            if here in onward:
                return before, here, far
            for there in near[here]:
                if there in blocked:
                    continue
                next_ = far + 1 + (ground.river(rules, here, there) and not ground.bridged(s, here, there))
                if next_ <= REACH and next_ < best.get(there, REACH + 1):
                    best[there] = next_
                    before[there] = here
                    rings[next_].append(there)
    return None


def supplied_at(rules: TgRules, s: Position, board: TgBoard, side: str, at: str) -> bool:
    """Whether the units of a side in a hex are in supply; all units in a hex share this (AMB-49)."""
    return not unsupplied(rules, s, board, side, (at,))


def unsupplied(rules: TgRules, s: Position, board: TgBoard, side: str, hexes: Iterable[str]) -> list[str]:
    """The hexes, among those given, in which units of a side are out of supply."""
    found = net(rules, s, board, side)
    known, airlifted = found.supplied, s.airlifted
    out: list[str] = []
    for at in hexes:
        if airlifted.get(at) == side:
            continue
        if at not in known:
            known[at] = _feeds(rules, s, found, side, at)
        if not known[at]:
            out.append(at)
    return out


def supplied(rules: TgRules, s: Position, board: TgBoard, uid: str) -> bool:
    """Whether a unit is in supply now (TG-SUP-08, AMB-50); von der Heydte and off-map units always are."""
    unit = s.units[uid]
    return not unit.on_map or uid == VDH or supplied_at(rules, s, board, unit.side, unit.at)


class TgSupplies(Supplies):
    """The supply interface used by :mod:`hexbench.study`."""

    def __init__(self, rules: TgRules, s: Position, side: str) -> None:
        self.rules, self.s, self.side = rules, s, side
        self.board: TgBoard = rules.board(s)

    def fed(self) -> dict[str, bool]:
        """Unit -> whether it is in supply, for all units on the map except von der Heydte (AMB-50)."""
        return {
            uid: supplied(self.rules, self.s, self.board, uid)
            for uid, unit in self.s.units.items()
            if unit.side == self.side and unit.on_map and uid != VDH
        }

    def line(self, uid: str) -> tuple[str, ...]:
        """The supply line: at most four hexes to the road, then along it to the edge."""
        return trace(self.rules, self.s, self.board, self.side, self.s.units[uid].at).path


def _open_trace(rules: TgRules, s: Position, side: str, at: str) -> tuple[str, ...]:
    """The line a hex would have without any enemy units, to show where it is cut; empty if there is none at
    all.
    """
    from hexbench.games.tigers.seat import TgBoard

    bare = TgBoard({uid: unit for uid, unit in s.units.items() if unit.side == side})
    return trace(rules, s, bare, side, at).path


def cut(rules: TgRules, s: Position, board: TgBoard, side: str, at: str) -> tuple[tuple[str, ...], str]:
    """(the line an unsupplied hex would have without the enemy, the first hex of it that the enemy blocks)."""
    path = _open_trace(rules, s, side, at)
    blocked = net(rules, s, board, side).blocked
    return path, next((h for h in path[1:] if h in blocked), "")
