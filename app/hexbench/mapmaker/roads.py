"""Roads as chains of adjacent hexes from town to town, over the rivers at their bridges, and out of the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

import shapely
from shapely.geometry import LineString
from shapely.geometry import Point as ShapelyPoint

from hexbench.hexes.layout import Point
from hexbench.mapmaker.frame import Frame, Geography, Shape
from hexbench.mapmaker.plane import Georeference
from hexbench.mapmaker.recipe import BridgeSpec, GamePlace, RoadSpec
from hexbench.mapmaker.rivers import River, pieces_of

PULL = 1.6
"""Factor for the square of the distance (hexes) from the true road, for each hex passed."""
SHARED = 0.6
"""Factor for the cost of a step where there is a road already."""
_AT_BRIDGE = 0.3
"""Extra cost for crossing a river where a bridge is known."""
_NO_BRIDGE = 5.0
"""Extra cost for crossing it elsewhere."""
_BRIDGE_REACH = 1.6
"""A known bridge is on a hexside of its river no farther than this."""
SHORTEST = 0.5
"""A stretch shorter than this (hexes) at the outline is not laid."""
_NICK = 4.0
"""Nor is one shorter than this that enters and leaves the map without a stop on it."""


class Stretch(NamedTuple):
    """A road from one stop to the next: towns, or the outline of the map."""

    road: str
    kind: str
    line: LineString
    leaves: tuple[bool, bool]
    """Whether its first and its last point are on the outline, where the road leaves the map."""


class Network(NamedTuple):
    """All roads of a map."""

    kinds: dict[str, str]
    """hexside -> kind of road through it, including the hexsides at the edge through which a road leaves."""
    users: dict[str, int]
    """hexside -> how many stretches use it."""
    exits: dict[str, tuple[str, ...]]
    """road -> the hexsides at the edge of the map by which it leaves."""
    crossings: dict[str, tuple[str, ...]]
    """river hexside -> the roads that cross it."""


def known_bridges(
    frame: Frame,
    reference: Georeference,
    geography: Geography,
    rivers: Mapping[str, River],
    homes: Mapping[str, int],
    given: Mapping[str, str],
) -> dict[str, tuple[str, ...]]:
    """hexside -> names of the real bridges there. A bridge is on its river, preferably beside its own town.

    ``given`` are bridges whose hexside is known.
    """
    by_line = {line: river for river in rivers.values() for line in river.spec.lines}
    found: dict[str, list[str]] = {}
    for bridge, where in sorted(given.items()):
        found.setdefault(where, []).append(bridge)
    for shape in geography.layer("bridges"):
        river = by_line.get(shape.river)
        if river is None or shape.name in given:
            continue
        x, y = reference.point(*_xy(shape))
        home = homes.get(shape.name)
        scored: list[tuple[float, str]] = []
        for name in river.sides:
            side = frame.sides[name]
            mx, my = frame.middle(side)
            away = ((mx - x) ** 2 + (my - y) ** 2) ** 0.5
            if len(side.hexes) == 2 and away <= _BRIDGE_REACH:
                scored.append((round(away - (0.6 if home in side.hexes else 0.0), 6), name))
        if scored:
            found.setdefault(min(scored)[1], []).append(shape.name)
    return {name: tuple(found[name]) for name in sorted(found)}


def _xy(shape: Shape) -> Point:
    (x, y), *_ = shape.shape.coords
    return float(x), float(y)


def stops(geography: Geography, chosen: Sequence[Shape], named: Collection[str]) -> frozenset[Point]:
    """The points whose hex a road must pass through: towns, crossroads, places the game names, and junctions.

    A village with only one road through it merely bends the road.
    """
    passing: Counter[Point] = Counter()
    for road in chosen:
        passing.update({_key(float(x), float(y)) for x, y in road.shape.coords})
    places = (t for t in geography.layer("towns") if t.kind != "village" or t.name in named)
    return frozenset({_key(*_xy(t)) for t in places} | {point for point, n in passing.items() if n > 1})


def stretches(
    frame: Frame, reference: Georeference, geography: Geography, spec: RoadSpec, named: Collection[str]
) -> list[Stretch]:
    """Every stretch of road on the map from stop to stop, main roads first, by name."""
    chosen = [r for r in geography.layer("roads") if r.kind in spec.kinds and r.name not in spec.omit]
    halts = stops(geography, chosen, named)
    out: list[Stretch] = []
    for road in chosen:
        points = [(float(x), float(y)) for x, y in road.shape.coords]
        cuts = [0, *(k for k in range(1, len(points) - 1) if _key(*points[k]) in halts), len(points) - 1]
        for a, b in pairwise(cuts):
            line = LineString(reference.shape(LineString(points[a : b + 1])).coords)
            inside = [p for p in pieces_of(line.intersection(frame.outline)) if worth(p, line)]
            if line.within(frame.outline):
                inside = [LineString(line.coords)]
            out += [
                Stretch(
                    road.name,
                    road.kind,
                    piece,
                    (piece.coords[0] != line.coords[0], piece.coords[-1] != line.coords[-1]),
                )
                for piece in inside
            ]
    return sorted(out, key=lambda s: (s.kind != "main", s.road))


def worth(piece: LineString, line: LineString) -> bool:
    """Whether a clipped stretch is laid: one that only cuts a corner of the map, in and out again, must be longer."""
    cut = (piece.coords[0] != line.coords[0]) + (piece.coords[-1] != line.coords[-1])
    return bool(piece.length >= (_NICK if cut == 2 else SHORTEST))


def _key(x: float, y: float) -> Point:
    return round(x, 4), round(y, 4)


def lay_roads(
    frame: Frame,
    plan: list[Stretch],
    water: Collection[str],
    barred: Collection[str],
    bridges: Collection[str],
    problems: list[str],
) -> Network:
    """Lay every stretch. ``water`` are river hexsides, ``barred`` those no road may cross (lakes)."""
    net = Network({}, {}, {}, {})
    for stretch in plan:
        first, last = (_hex_at(frame, stretch.line.coords[k]) for k in (0, -1))
        path = _route(frame, stretch, first, last, _step_cost(frame, net, water, barred, bridges))
        if path is None:
            problems.append(f"Road {stretch.road}: a stretch of {stretch.line.length:.1f} hexes has no way.")
            continue
        for i, j in pairwise(path):
            name = frame.between(i, j).name
            _use(net, name, stretch.kind)
            if name in water and stretch.road not in net.crossings.get(name, ()):
                net.crossings[name] = (*net.crossings.get(name, ()), stretch.road)
        for leaves, i, k in ((stretch.leaves[0], path[0], 0), (stretch.leaves[1], path[-1], -1)):
            rim = _rim_side(frame, i, stretch.line.coords[k]) if leaves else None
            if rim is not None:
                _use(net, rim, stretch.kind)
                if rim not in net.exits.get(stretch.road, ()):
                    net.exits[stretch.road] = (*net.exits.get(stretch.road, ()), rim)
    return net


def _use(net: Network, name: str, kind: str) -> None:
    if net.kinds.get(name) != "main":
        net.kinds[name] = kind
    net.users[name] = net.users.get(name, 0) + 1


def _hex_at(frame: Frame, point: tuple[float, ...]) -> int:
    found = frame.at((point[0], point[1]))
    return frame.nearest((point[0], point[1])) if found is None else found


def _step_cost(
    frame: Frame,
    net: Network,
    water: Collection[str],
    barred: Collection[str],
    bridges: Collection[str],
) -> Callable[[int, int, float], float | None]:
    def cost(i: int, j: int, away: float) -> float | None:
        name = frame.between(i, j).name
        if name in barred:
            return None
        price = 1 + PULL * away * away
        if name in net.kinds:
            price *= SHARED
        if name in water:
            known = name in bridges or name in net.crossings
            price += _AT_BRIDGE if known else _NO_BRIDGE
        return price

    return cost


def _route(
    frame: Frame, stretch: Stretch, first: int, last: int, cost: Callable[[int, int, float], float | None]
) -> list[int] | None:
    line = stretch.line
    limit = line.length * 0.25 + 2.2
    far: dict[int, float] = {}
    queue: list[tuple[float, int]] = [(0.0, first)]
    best = {first: 0.0}
    before: dict[int, int] = {}
    while queue:
        so_far, here = heappop(queue)
        if here == last:
            path = [here]
            while here != first:
                here = before[here]
                path.append(here)
            return path[::-1]
        if so_far > best[here]:
            continue
        for there in frame.atlas.around[here]:
            if there < 0:
                continue
            if there not in far:
                far[there] = round(float(shapely.distance(line, ShapelyPoint(frame.centres[there]))), 6)
            price = cost(here, there, far[there]) if far[there] <= limit else None
            if price is None:
                continue
            total = round(so_far + price, 6)
            if total < best.get(there, 1e9):
                best[there] = total
                before[there] = here
                heappush(queue, (total, there))
    return None


def named_bridges(
    frame: Frame,
    reference: Georeference,
    specs: Sequence[BridgeSpec],
    listed: Sequence[GamePlace],
    rivers: Mapping[str, River],
    net: Network,
) -> dict[str, str]:
    """place -> the hexside of its bridge: the nearest of the river's hexsides, with one that a road crosses counted a hex nearer.

    Raises ValueError for an unknown place or a hexside that is not the river's.
    """
    points = {p.name: reference.point(p.lon, p.lat) for p in listed}
    out: dict[str, str] = {}
    for spec in specs:
        sides = [
            name
            for name in rivers[spec.river].sides
            if len(frame.sides[name].hexes) == 2
            and spec.side in ("", name)
            and (not spec.hex or spec.hex in name.split("/"))
        ]
        if not sides or spec.place not in points:
            raise ValueError(f"The bridge {spec.place} finds no hexside of the {spec.river}.")
        x, y = points[spec.place]

        def away(name: str, x: float = x, y: float = y) -> tuple[float, str]:
            mx, my = frame.middle(frame.sides[name])
            far = ((mx - x) ** 2 + (my - y) ** 2) ** 0.5
            return round(far - (1.0 if name in net.kinds else 0.0), 6), name

        out[spec.place] = min(sides, key=away)
    return out


def _rim_side(frame: Frame, i: int, point: tuple[float, ...]) -> str | None:
    """The hexside at the edge of the map nearest to where a road leaves it."""
    names = [frame.atlas.side_of(i, direction) for direction, j in enumerate(frame.atlas.around[i]) if j < 0]

    def away(name: str) -> tuple[float, str]:
        x, y = frame.middle(frame.sides[name])
        return round((x - point[0]) ** 2 + (y - point[1]) ** 2, 6), name

    return min(names, key=away, default=None)


def untangle(frame: Frame, net: Network, keep: Collection[str]) -> list[str]:
    """Remove one side of every triangle of roads between three hexes that are all adjacent: two are enough to connect them.

    The least important one is removed: second before main, then the one that fewest stretches use. ``keep`` stays.
    Returns the hexsides whose road was removed.
    """
    gone: list[str] = []
    for corner in sorted(frame.meeting):
        sides = frame.meeting[corner]
        if len(sides) != 3 or any(s.name not in net.kinds for s in sides):
            continue
        loose = [s.name for s in sides if s.name not in keep]
        if not loose:
            continue
        least = min(loose, key=lambda name: (net.kinds[name] == "main", net.users[name], name))
        gone.append(least)
        del net.kinds[least]
        net.crossings.pop(least, None)
    return gone
