"""Supply lines: from a unit over at most so many hexes to a road, and along it to a dump (BK-SUP-03..12, BK-SUP-24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.atlas.arcs import Link, link_of
from hexbench.atlas.trace import Cut, Flood, Ways, cut, flood, reversed_ways, ways
from hexbench.engine.supply import Supplies
from hexbench.games.blitzkrieg import dumps, passage
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GROUND, Side

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.games.blitzkrieg.board import BkBoard
    from hexbench.games.blitzkrieg.hands import Position
    from hexbench.games.blitzkrieg.rules import BkRules

BEYOND: Final = 99
"""More hexes than any supply number."""


class Line(NamedTuple):
    """A supply line: the hexes from the unit to the dump, both in, how many of its steps are off the road, and the dump."""

    path: tuple[str, ...]
    off_road: int
    dump: str


class Ban(NamedTuple):
    """A supply line that is cut: as it would go, where, and from which dump."""

    path: tuple[str, ...]
    at: tuple[str, ...]
    dump: str


class Net(NamedTuple):
    """The ways of supply on a map as its bridges stand: hexes off the road first, then the same hexes on it."""

    towards: Ways
    back: Ways


def net(rules: BkRules, side: Side, blown: Mapping[str, tuple[str, ...]]) -> Net:
    """The ways of a side's supply. A step off the road counts one hex, one along it none (BK-SUP-03, BK-SUP-07)."""
    key = ("supply", side)
    kept: tuple[Mapping[str, tuple[str, ...]], Net] | None = rules.kept.get(key)
    if kept is not None and kept[0] == blown:
        return kept[1]
    if kept is None:
        towards = _towards(rules, side, blown)
        made = Net(towards, reversed_ways(towards))
    else:
        made = _patched(rules, side, blown, kept[1], {name for name, _ in kept[0].items() ^ blown.items()})
    rules.kept[key] = (dict(blown), made)
    return made


def _dry(rules: BkRules, side: Side, blown: Mapping[str, tuple[str, ...]], link: Link) -> bool:
    """Whether supply may take a step: over rivers by whole bridges alone, and Allied supply not into the line (BK-MAP-06)."""
    if side == ALLIED and "siegfried" in (link.enters.terrain, link.leaves.terrain):
        return False
    if "river" not in link.kinds:
        return True
    name = rules.atlas.side_of(link.start, link.direction)
    return name in rules.bridges and not blown.get(name)


def _towards(rules: BkRules, side: Side, blown: Mapping[str, tuple[str, ...]]) -> Ways:
    """A hex off the road leads to its neighbours and onto its road; a hex on it along the road."""
    atlas, size = rules.atlas, len(rules.atlas.labels)
    walked = ways(atlas, lambda link: 1 if _dry(rules, side, blown, link) else None)
    driven: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for i, direction in atlas.roads:
        if _dry(rules, side, blown, link_of(atlas, i, direction)):
            driven[i].append((size + atlas.around[i][direction], 0))
    # a hex without a road leads nowhere on that layer, unless a dump is in it
    return (*(((size + i, 0), *row) for i, row in enumerate(walked)), *(tuple(row) for row in driven))


def _patched(
    rules: BkRules, side: Side, blown: Mapping[str, tuple[str, ...]], old: Net, names: Iterable[str]
) -> Net:
    """The same ways where bridges have been blown or built. Bridges are roads: both layers lead over them, in one order."""
    atlas, size = rules.atlas, len(rules.atlas.labels)
    towards, back = list(old.towards), list(old.back)
    for name in sorted(names):
        for i, direction in atlas.side_keys(name):
            j = atlas.around[i][direction]
            open_now = _dry(rules, side, blown, link_of(atlas, i, direction))
            for start, end, count in ((i, j, 1), (size + i, size + j, 0)):
                others = [way for way in back[end] if way[0] != start]
                back[end] = tuple(sorted([*others, (start, count)])) if open_now else tuple(others)
                left = [way for way in towards[start] if way[0] != end]
                towards[start] = tuple(_ordered(atlas, [*left, (end, count)], i)) if open_now else tuple(left)
    return Net(tuple(towards), tuple(back))


def _ordered(atlas: Atlas, row: list[tuple[int, int]], i: int) -> list[tuple[int, int]]:
    """The ways out of a hex as :func:`_towards` has them: onto its road, then by direction; on it in the order of the roads."""
    size, around = len(atlas.labels), atlas.around[i]
    driven = {size + around[d]: n for n, (k, d) in enumerate(atlas.roads) if k == i}
    return sorted(row, key=lambda way: around.index(way[0]) if way[0] < size else driven.get(way[0], -1))


class Supply:
    """What a side's dumps serve in one position."""

    def __init__(self, rules: BkRules, s: Position, board: BkBoard, side: Side) -> None:
        self.rules, self.s, self.side = rules, s, side
        self.closed = closed(rules, s, board, side)
        """Indices of hexes no line may pass: enemies stand in them or next to them (BK-SUP-07)."""
        self._size = len(rules.atlas.labels)
        self._net = net(rules, side, s.blown)
        self._barred = frozenset(self.closed | {i + self._size for i in self.closed})
        self.sources = tuple(
            key for key, dump in s.dumps.items() if dump.number and dumps.supplies(s, board, key) == side
        )
        """The dumps that supply it."""
        self._floods: dict[str, Flood] = {}

    def _source(self, dump: str) -> int:
        return self._size + self.rules.atlas.index[self.s.dumps[dump].hex]

    def _flood(self, dump: str) -> Flood:
        found = self._floods.get(dump)
        if found is None:
            number = self.s.dumps[dump].number
            found = flood(self._net.back, (self._source(dump),), closed=self._barred, limit=number)
            self._floods[dump] = found
        return found

    def steps(self, at: str) -> int | None:
        """Hexes off the road of the shortest line of a unit in a hex; None when it has none. Its own hex is exempt (BK-SUP-08)."""
        return min((n for n, _, _ in self._lines(at)), default=None)

    def line(self, at: str) -> Line | None:
        """The line of a unit in a hex: the fewest hexes off the road, then the fewest along it, then the first of the dumps."""
        found = min(self._lines(at), default=None, key=lambda one: (one[0], len(one[2])))
        if found is None:
            return None
        count, dump, path = found
        return Line(tuple(dict.fromkeys(self._labels((self.rules.atlas.index[at], *path)))), count, dump)

    def _labels(self, nodes: tuple[int, ...]) -> Iterator[str]:
        labels = self.rules.atlas.labels
        return (labels[n % self._size] for n in nodes)

    def _lines(self, at: str) -> Iterator[tuple[int, str, tuple[int, ...]]]:
        i = self.rules.atlas.index[at]
        for dump in self.sources:
            served = self._flood(dump)
            if i in served:
                yield served.steps[i], dump, served.path(i)
            elif i in self.closed:
                yield from self._from_ban(i, dump, served)

    def _from_ban(self, i: int, dump: str, served: Flood) -> Iterator[tuple[int, str, tuple[int, ...]]]:
        """A unit next to the enemy: its line begins in the next hex, or with the road or dump under it."""
        source, towards = self._source(dump), self._net.towards
        if i == source - self._size:
            yield 0, dump, (source,)
            return
        best: tuple[int, tuple[int, ...]] | None = None
        road = i + self._size
        for end, count in (*towards[i], *towards[road]):
            if end in served:
                total = count + served.steps[end]
                if total <= self.s.dumps[dump].number and (best is None or total < best[0]):
                    best = total, served.path(end)
        if best is not None:
            yield best[0], dump, best[1]

    def ban(self, at: str) -> Ban | None:
        """What cuts a unit in a hex off; None when it is in supply, or when no dump would reach it even without the enemy."""
        if self.steps(at) is not None:
            return None
        i = self.rules.atlas.index[at]
        barred = self._barred - {i, i + self._size}
        best: tuple[Cut, str] | None = None
        for dump in self.sources:
            number = self.s.dumps[dump].number
            found = cut(self._net.towards, (self._source(dump),), i, closed=barred, limit=number)
            if found is not None and (best is None or len(found.closed) < len(best[0].closed)):
                best = found, dump
        if best is None:
            return None
        return Ban(
            tuple(dict.fromkeys(self._labels(best[0].path))),
            tuple(dict.fromkeys(self._labels(best[0].closed))),
            best[1],
        )

    def served(self) -> dict[str, int]:
        """Every hex lines of this side may pass that is in supply -> hexes off the road; 0: on a supply road."""
        out: dict[str, int] = {}
        for dump in self.sources:
            found = self._flood(dump).steps
            for i, at in enumerate(self.rules.atlas.labels):
                if found[i] >= 0 and found[i] < out.get(at, BEYOND):
                    out[at] = found[i]
        return out


class BkSupplies(Supplies):
    """What :mod:`hexbench.study` asks of it."""

    def __init__(self, rules: BkRules, s: Position, side: Side) -> None:
        self.s, self.side = s, side
        self.supply = Supply(rules, s, rules.board(s), side)

    def fed(self) -> dict[str, bool]:
        """All of its ground units on the map (BK-SUP-01)."""
        return {
            uid: self.supply.steps(unit.at) is not None
            for uid, unit in self.s.units.items()
            if unit.side == self.side and needs(self.s, uid)
        }

    def line(self, uid: str) -> tuple[str, ...]:
        """To the dump, both ends in."""
        found = self.supply.line(self.s.units[uid].at)
        return () if found is None else found.path


def closed(rules: BkRules, s: Position, board: BkBoard, side: Side) -> set[int]:
    """Hexes that no supply line of a side may pass: with enemies or next to them, infiltrators left out (BK-SUP-07..09)."""
    foe, index = FOE[side], rules.atlas.index
    shut = {i for i, n in enumerate(board.near[foe].counts) if n}
    if rules.options.friends_negate:
        shut -= {index[at] for at in passage.occupied(board, side)}
    return shut | {index[at] for at in passage.occupied(board, foe)}


def needs(s: Position, uid: str) -> bool:
    """Whether a unit needs supply: ground units on the map (BK-SUP-01, BK-INF-14, BK-AIR-10)."""
    return s.units[uid].on_map and s.roster[uid].type in GROUND
