"""Supply lines: from a unit over a limited number of hexes to a road, and along it to a dump (BK-SUP-03..12,
BK-SUP-24).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec.structs import replace

from hexbench.atlas.atlas import Link
from hexbench.atlas.hexset import Links, bits_of, bits_where, holds, members
from hexbench.atlas.trace import Cut, Flood, Ways, cut, flood, reversed_ways, ways
from hexbench.engine.board import remembered
from hexbench.engine.events import FactChanged, StepLost, StepRegained, UnitChanged
from hexbench.engine.overlays import Supplies
from hexbench.engine.values import counted, say
from hexbench.games.blitzkrieg import casualties
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GERMAN, GROUND, Side

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkBoard, BkPlay, Position


# Fuel dumps: hits, destruction, and which side they supply (BK-SUP-04..13, BK-SUP-22, BK-SUP-23).


def dump_at(s: Position, at: str) -> str:
    """The key of the undestroyed dump in a hex; empty if there is none."""
    return next((key for key, dump in s.dumps.items() if dump.hex == at and dump.number), "")


def supplies(s: Position, board: BkBoard, key: str) -> Side:
    """The side a dump supplies: its owner, or the other side if it has units there; infiltrators do not count
    (BK-SUP-10..13).
    """
    dump = s.dumps[key]
    foe = FOE[dump.owner]
    taken = any(s.units[u].side == foe and s.roster[u].type in GROUND for u in board.at.get(dump.hex, ()))
    return foe if taken else dump.owner


def place(rules: BkRules, at: str) -> str:
    """The name of a place, or its hex if it has no name."""
    found = rules.atlas.places_at.get(at, ())
    return found[0].name if found else at


def hit(play: BkPlay, key: str) -> None:
    """One hit lowers the supply number; below 1 the dump is destroyed (BK-SUP-05, BK-SUP-06)."""
    _set_number(play, key, max(0, play.dumps[key].number - 1))


def destroy(play: BkPlay, key: str) -> None:
    """A demolished dump is permanently destroyed (BK-SUP-22, BK-SUP-23)."""
    _set_number(play, key, 0)


def _set_number(play: BkPlay, key: str, now: int) -> None:
    """Set the supply number of a dump and report it."""
    dumps = play.edit("dumps")
    dumps[key] = replace(dumps[key], number=now)
    name = place(play.rules, dumps[key].hex)
    text = (
        counted(
            now,
            say("The dump at {place} now supplies up to 1 hex from its roads.", place=name),
            say("The dump at {place} now supplies up to {n} hexes from its roads.", place=name, n=now),
        )
        if now
        else say("The dump at {place} is destroyed.", place=name)
    )
    play.tell(FactChanged(f"dumps.{key}", str(now), text))


BEYOND: Final = 99
"""A number of hexes higher than any supply number."""


class Line(NamedTuple):
    """A supply line: the hexes from the unit to the dump, both included, the number of its steps off the
    road, and the dump.
    """

    path: tuple[str, ...]
    off_road: int
    dump: str


class _Ban(NamedTuple):
    """A supply line that is cut: its hexes, where it is cut, and the dump it comes from."""

    path: tuple[str, ...]
    at: tuple[str, ...]
    dump: str


class Net(NamedTuple):
    """The supply network of a map with its bridges as they are: one node for each hex off the road, then one
    for each on it.
    """

    towards: Ways
    back: Ways


def net(rules: BkRules, side: Side, blown: Mapping[str, tuple[str, ...]]) -> Net:
    """The supply network of a side. A step off the road counts one hex, a step along it none (BK-SUP-03,
    BK-SUP-07).
    """
    key = ("supply", side)
    kept: tuple[Mapping[str, tuple[str, ...]], Net] | None = rules.memo.get(key)
    if kept is not None and kept[0] == blown:
        return kept[1]
    if kept is None:
        towards = _towards(rules, side, blown)
        made = Net(towards, reversed_ways(towards))
    else:
        made = _patched(rules, side, blown, kept[1], {name for name, _ in kept[0].items() ^ blown.items()})
    rules.memo[key] = (dict(blown), made)
    return made


class Steps(NamedTuple):
    """The steps of supply with the bridges as they are, valid in both directions: off the road, and along it."""

    fields: Links
    roads: Links

    def compared(self) -> tuple[dict[int, int], dict[int, int]]:
        """What two equal ones have in common."""
        return self.fields.compared(), self.roads.compared()


class Reached(NamedTuple):
    """What the dumps serve, as sets of hexes."""

    steps: Steps
    driven: int
    """The hexes along whose roads a line leads to a dump."""
    served: int
    """All hexes from which a line leads to a dump."""
    nearer: int
    """Those of them from which a line may be one hex longer."""


def links(rules: BkRules, side: Side, blown: Mapping[str, tuple[str, ...]]) -> Steps:
    """The steps of a side's supply with the bridges as they are (BK-SUP-03, BK-SUP-07)."""
    atlas = rules.atlas

    def make() -> Steps:
        return mend(({},), _all_whole(rules, side))

    def mend(was: tuple[Any, ...], old: Steps) -> Steps:
        shut: list[tuple[int, int]] = []
        opened: list[tuple[int, int]] = []
        for name in sorted({name for name, _ in was[0].items() ^ blown.items()}):
            for i, direction in atlas.side_keys(name):
                link = atlas.link(i, direction)
                (opened if _dry(rules, side, blown, link) else shut).append((link.start, link.end))
        return Steps(*(one.changed(shut, opened) for one in old))

    return rules.facts.get(("supply links", side), (blown,), make, mend)


@remembered
def _all_whole(rules: BkRules, side: Side) -> Steps:
    """The steps when every bridge is intact. Dry steps are determined once for a map, since that takes twenty
    milliseconds.
    """
    atlas = rules.atlas
    driven = (atlas.link(i, direction) for i, direction in atlas.roads)
    return Steps(
        *(
            Links([(link.start, link.end) for link in some if _dry(rules, side, {}, link)])
            for some in (atlas.links, driven)
        )
    )


def _dry(rules: BkRules, side: Side, blown: Mapping[str, tuple[str, ...]], link: Link) -> bool:
    """Whether supply may take a step: over rivers only by intact bridges, and Allied supply not into the line
    (BK-MAP-06).
    """
    if side == ALLIED and "siegfried" in (link.enters.terrain, link.leaves.terrain):
        return False
    if "river" not in link.kinds:
        return True
    name = rules.atlas.side_of(link.start, link.direction)
    return name in rules.bridges and not blown.get(name)


def _towards(rules: BkRules, side: Side, blown: Mapping[str, tuple[str, ...]]) -> Ways:
    """From a hex off the road: to its neighbours and onto its road. From a hex on the road: along the road."""
    atlas, size = rules.atlas, len(rules.atlas.labels)
    walked = ways(atlas, lambda link: 1 if _dry(rules, side, blown, link) else None)
    driven: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for i, direction in atlas.roads:
        if _dry(rules, side, blown, atlas.link(i, direction)):
            driven[i].append((size + atlas.around[i][direction], 0))
    # a hex without a road leads nowhere on that layer, unless it contains a dump
    return (*(((size + i, 0), *row) for i, row in enumerate(walked)), *(tuple(row) for row in driven))


def _patched(
    rules: BkRules, side: Side, blown: Mapping[str, tuple[str, ...]], old: Net, names: Iterable[str]
) -> Net:
    """The same network after bridges have been blown or built. Bridges are roads: both layers use them, in
    the same order.
    """
    atlas, size = rules.atlas, len(rules.atlas.labels)
    towards, back = list(old.towards), list(old.back)
    for name in sorted(names):
        for i, direction in atlas.side_keys(name):
            j = atlas.around[i][direction]
            open_now = _dry(rules, side, blown, atlas.link(i, direction))
            for start, end, count in ((i, j, 1), (size + i, size + j, 0)):
                others = [way for way in back[end] if way[0] != start]
                back[end] = tuple(sorted([*others, (start, count)])) if open_now else tuple(others)
                left = [way for way in towards[start] if way[0] != end]
                towards[start] = tuple(_ordered(atlas, [*left, (end, count)], i)) if open_now else tuple(left)
    return Net(tuple(towards), tuple(back))


def _ordered(atlas: Atlas, row: list[tuple[int, int]], i: int) -> list[tuple[int, int]]:
    """The steps out of a hex in the order of :func:`_towards`: onto its road, then by direction; on the road
    in the order of roads.
    """
    size, around = len(atlas.labels), atlas.around[i]
    driven = {size + around[d]: n for n, (k, d) in enumerate(atlas.roads) if k == i}
    return sorted(row, key=lambda way: around.index(way[0]) if way[0] < size else driven.get(way[0], -1))


def endless(rules: BkRules, side: Side) -> bool:
    """Whether an option keeps a side in supply wherever its units are (BK-OPT-03)."""
    return side == GERMAN and rules.options.german_fuel == "ignored"


class Supply:
    """What a side's dumps supply in one position."""

    def __init__(self, rules: BkRules, s: Position, board: BkBoard, side: Side) -> None:
        self.rules, self.s, self.side = rules, s, side
        self.endless = endless(rules, side)
        """Whether the side needs no supply lines."""
        self.shut = shut(rules, board, side)
        """The hexes no line may pass: enemies are in them or next to them (BK-SUP-07)."""
        self._size = len(rules.atlas.labels)
        self.sources = tuple(
            key for key, dump in s.dumps.items() if dump.number and supplies(s, board, key) == side
        )
        """The dumps that supply the side."""
        self._floods: dict[str, Flood] = {}
        self._reached: Reached | None = None

    @cached_property
    def closed(self) -> frozenset[int]:
        """:attr:`shut` as indices."""
        return frozenset(members(self.shut))

    @cached_property
    def _barred(self) -> frozenset[int]:
        """The nodes no line may pass."""
        return self.closed | {i + self._size for i in self.closed}

    @cached_property
    def _net(self) -> Net:
        return net(self.rules, self.side, self.s.blown)

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
        """The number of hexes off the road in the shortest line from a hex; None if there is no line. The hex
        itself is exempt (BK-SUP-08).
        """
        return min((n for n, _, _ in self._lines(at)), default=None)

    def serves(self, at: str) -> bool:
        """Whether a unit in a hex has a line or needs none. Faster than :meth:`steps` when many units are
        asked about.
        """
        if self.endless:
            return True
        if self._reached is None:
            self._reached = self._reach()
        found, i = self._reached, self.rules.atlas.index[at]
        if not holds(self.shut, i):
            return holds(found.served, i)
        # next to the enemy its line begins in the next hex, or with the road or dump in its own
        if any(i + self._size == self._source(dump) for dump in self.sources):
            return True
        return bool(
            found.steps.fields.grown(1 << i) & found.nearer & ~(1 << i)
            or found.steps.roads.grown(1 << i) & found.driven & ~(1 << i)
        )

    def _reach(self) -> Reached:
        """All hexes the dumps serve, as sets. Judging both sides takes 0.1 ms; with a search over single
        hexes it took 1.2 ms, a tenth of a random game.
        """
        steps = links(self.rules, self.side, self.s.blown)
        free = ~self.shut & (1 << self._size) - 1
        by_number: dict[int, int] = {}
        for dump in self.sources:
            number = self.s.dumps[dump].number
            by_number[number] = by_number.get(number, 0) | 1 << self._source(dump) - self._size
        driven = served = nearer = 0
        for left in range(max(by_number, default=0), -1, -1):
            nearer = served
            served = steps.fields.grown(served) & free
            if left in by_number:
                along = steps.roads.spread(by_number[left], free)
                driven |= along
                served |= along
        return Reached(steps, driven, served, nearer)

    def line(self, at: str) -> Line | None:
        """The line of a unit in a hex: the fewest hexes off the road, then the fewest along it, then the
        first of the dumps.
        """
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
        """The line of a unit next to the enemy: it begins in the next hex, or with the road or dump in its
        own hex.
        """
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

    def ban(self, at: str) -> _Ban | None:
        """What cuts off a unit in a hex; None if it is in supply, or if no dump would reach it even without
        the enemy.
        """
        if self.endless or self.steps(at) is not None:
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
        return _Ban(
            tuple(dict.fromkeys(self._labels(best[0].path))),
            tuple(dict.fromkeys(self._labels(best[0].closed))),
            best[1],
        )

    def served(self) -> dict[str, int]:
        """Every hex in supply that lines of this side may pass -> number of hexes off the road; 0: on a
        supply road.
        """
        out: dict[str, int] = {}
        for dump in self.sources:
            found = self._flood(dump).steps
            for i, at in enumerate(self.rules.atlas.labels):
                if found[i] >= 0 and found[i] < out.get(at, BEYOND):
                    out[at] = found[i]
        return out

    def ends(self) -> dict[str, int]:
        """Every other hex in which a unit of this side would be in supply, as in :meth:`served`: next to
        enemies, where a line may end but not pass (BK-SUP-08), and on an enemy dump that is not occupied
        (BK-SUP-10).
        """
        labels, s = self.rules.atlas.labels, self.s
        held = self.rules.board(s).stand[FOE[self.side]]
        shut = [i for i in members(self.shut) if i not in held and self._opens(labels[i])]
        out = {labels[i]: far for i in shut if (far := self.steps(labels[i])) is not None}
        for key, dump in s.dumps.items():
            i = self.rules.atlas.index[dump.hex]
            if dump.number and key not in self.sources and i not in held and self._opens(dump.hex):
                out[dump.hex] = 0
        return out

    def _opens(self, at: str) -> bool:
        """Whether units of this side may be in a hex at all (BK-MOV-11)."""
        return self.side == GERMAN or self.rules.terrain(at) != "siegfried"


class BkSupplies(Supplies):
    """The interface that :mod:`hexbench.study` uses."""

    def __init__(self, rules: BkRules, s: Position, side: Side) -> None:
        self.s, self.side = s, side
        self.supply = Supply(rules, s, rules.board(s), side)

    def fed(self) -> dict[str, bool]:
        """Whether each of its ground units on the map is in supply (BK-SUP-01)."""
        return {
            uid: self.supply.serves(unit.at)
            for uid, unit in self.s.units.items()
            if unit.side == self.side and needs(self.s, uid)
        }

    def line(self, uid: str) -> tuple[str, ...]:
        """The line to the dump, both ends included."""
        found = self.supply.line(self.s.units[uid].at)
        return () if found is None else found.path


def shut(rules: BkRules, board: BkBoard, side: Side) -> int:
    """The hexes that no supply line of a side may pass: those with enemies and those next to them;
    infiltrators do not count (BK-SUP-07..09).
    """
    foe = FOE[side]
    found = bits_where(board.zones[foe].counts)
    if rules.options.friends_negate:
        found &= ~bits_of(board.stand[side])
    return found | bits_of(board.stand[foe])


def needs(s: Position, uid: str) -> bool:
    """Whether a unit needs supply: ground units on the map (BK-SUP-01, BK-INF-14, BK-AIR-10)."""
    return s.units[uid].on_map and s.roster[uid].type in GROUND


# The effects of isolation on units, by Table 7, and their recovery from it (BK-SUP-14..21).


def judge(play: BkPlay, side: Side) -> None:
    """Judge the supply of the side that plays next, when the other's turn is complete (BK-SUP-02, BK-SUP-21)."""
    rules = play.rules
    supply = None if endless(rules, side) else Supply(rules, play, play.board, side)
    mine = play.board.lists[side, "ground"]
    found = {uid: supply is None or supply.serves(play.units[uid].at) for uid in mine}
    # all are judged before any is eliminated
    for uid, fed in found.items():
        if not fed:
            _isolate(play, uid)
        elif play.units[uid].isolated:
            restore(play, uid)


def _isolate(play: BkPlay, uid: str) -> None:
    """One more turn of isolation: Table 7 applies to the strength it had when it was cut off and is not
    cumulative (BK-SUP-15, BK-SUP-16). No strength returns before it is in supply again (BK-AMB-37).
    """
    unit = play.units[uid]
    base, turns = unit.defence, unit.isolated + 1
    left = min(unit.strength, weakened(play.rules, play, uid, base, turns, unit.whole))
    play.put(uid, strength=left, base=base, isolated=turns)
    play.tell(UnitChanged(uid, "isolated", str(turns)))
    if left != unit.strength:
        play.tell(StepLost(uid, left))
    if left < 1:
        casualties.eliminate(play, uid)  # BK-SUP-18


def weakened(rules: BkRules, s: Position, uid: str, base: int, turns: int, whole: int = 0) -> int:
    """The attack strength of a unit of ``base`` points after the given turns of isolation (Table 7).
    ``whole``: the points it had when it was cut off, if it has been damaged since; damage and isolation may
    together take more than it has.
    """
    if not turns:
        return base
    share = rules.isolation(s.roster[uid]).strength[min(turns, 3) - 1]
    return max(0, base - casualties.part(whole or base, share))


def restore(play: BkPlay, uid: str) -> None:
    """Back in supply: the strength it had when it was isolated, less the damage since (BK-SUP-19)."""
    unit = play.units[uid]
    play.put(uid, strength=unit.defence, base=0, whole=0, isolated=0)
    play.tell(UnitChanged(uid, "isolated", "0"))
    if unit.defence != unit.strength:
        play.tell(StepRegained(uid, unit.defence))
