"""Maps whose hexes are known: charted on a known projection (``resources/maps/<key>.chart.toml``), or settled by a game.

For a charted map the terrain of every hex is given row by row. Rivers follow the geography (or a course of their own
where there is none) as chains of hexsides; roads run from place to place as near as possible to the straight line,
crossing no more rivers than necessary. For a settled map rivers, roads, terrain and places are as listed.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry import Point as ShapelyPoint

from hexbench.atlas.atlas import OFF
from hexbench.atlas.sheet import Cell, Correction, Hexside, Line, MapSheet, Place, Road, Source
from hexbench.hexes.grid import GridSpec
from hexbench.hexes.numbering import label
from hexbench.mapmaker import fixes, rivers
from hexbench.mapmaker.chains import Chain
from hexbench.mapmaker.frame import Frame, Geography
from hexbench.mapmaker.places import Spot
from hexbench.mapmaker.plane import Georeference, Plane, Similarity
from hexbench.mapmaker.recipe import RiverSpec, Settled, SideFix
from hexbench.mapmaker.rivers import River
from hexbench.mapmaker.roads import Network

VERSION = 1
SUFFIX = ".chart.toml"

_STRAY = 0.35
"""The extra cost of a hex of road for each hex of distance from the straight line."""
_CROSSING = 1.6
"""The cost of crossing a river, in hexes of road."""


class Projection(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the grid is placed on the ground: the corner north-west of the first hex, and the kilometres of a degree."""

    latitude: float
    longitude: float
    scale_latitude: float
    """The latitude whose length of a degree of longitude is used for the whole map."""
    pitch: float
    """Kilometres between the centres of adjacent hexes."""


class ChartedRoad(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A named road: places (or hexes) in order."""

    name: str
    places: tuple[str, ...]
    kind: str = "main"


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The recipe of a charted map."""

    title: str
    source: Source
    provenance: str
    credits: tuple[str, ...] = ()
    grid: GridSpec
    projection: Projection
    legend: dict[str, str]
    terrain: tuple[str, ...]
    place: tuple[Place, ...]
    river: tuple[RiverSpec, ...]
    road: tuple[ChartedRoad, ...]
    zones: dict[str, tuple[str, ...]] = {}
    sides: tuple[SideFix, ...] = ()


def path_of(key: str, resources: Path) -> Path:
    """The recipe of a charted map."""
    return resources / "maps" / f"{key}{SUFFIX}"


def keys(resources: Path) -> tuple[str, ...]:
    """The charted maps, by name."""
    return tuple(sorted(p.name.removesuffix(SUFFIX) for p in (resources / "maps").glob(f"*{SUFFIX}")))


def recipe_digest(key: str, resources: Path) -> str:
    """Digest of the recipe, the rivers of the geography and the version of this compiler."""
    digest = hashlib.sha256(f"charted {VERSION}\n".encode())
    for path in (path_of(key, resources), resources / "geography" / "rivers.geojson"):
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def build(key: str, resources: Path) -> MapSheet:
    """The map a chart makes. Raises ValueError or msgspec.ValidationError (one sentence) for what cannot be made."""
    raw = tomllib.loads(path_of(key, resources).read_text(encoding="utf-8"))
    chart = msgspec.convert(raw, Chart, strict=True)
    frame = Frame(chart.grid)
    reference = refer(frame, chart.projection)
    problems: list[str] = []
    spots = {
        frame.atlas.index[name]: frame.centres[frame.atlas.index[name]]
        for place in chart.place
        for name in place.hexes
    }
    streams = rivers.lay_rivers(
        frame, reference, Geography(resources / "geography"), chart.river, spots, problems
    )
    if problems:
        raise ValueError(" ".join(problems))
    sides: dict[str, tuple[tuple[str, ...], str]] = {}
    for river in streams.values():
        for name in river.sides:
            sides.setdefault(name, (river.spec.kinds, river.spec.name))
    fixes.fix_sides(frame, sides, chart.sides)
    water = {name for name, (kinds, _) in sides.items() if "river" in kinds}
    roads = lay_roads(frame, chart, water)
    for name in sorted(roads.keys() & water):
        sides[name] = ((*sides[name][0], "bridge"), sides[name][1])
    return MapSheet(
        format="hexbench-map",
        version=1,
        key=key,
        title=chart.title,
        source=chart.source,
        provenance=chart.provenance,
        credits=chart.credits,
        kilometres_per_hex=chart.projection.pitch,
        grid=chart.grid,
        recipe_digest=recipe_digest(key, resources),
        cells=make_cells(chart),
        hexsides=tuple(Hexside(name, kinds, river) for name, (kinds, river) in sorted(sides.items())),
        roads=tuple(Road(name, kind) for name, kind in sorted(roads.items())),
        places=chart.place,
        zones=chart.zones,
        corrections=(
            *(Correction(f"river {r.name}", r.why) for r in chart.river if r.why),
            *(Correction(fixes.what_side(s), s.why) for s in chart.sides),
        ),
    )


def refer(frame: Frame, spec: Projection) -> Georeference:
    """Place the grid on the ground by its projection: the centre of the first hex is half a hex from the corner."""
    plane = Plane(spec.longitude, spec.scale_latitude)
    first = plane.kilometres(np.array([(spec.longitude, spec.latitude)]))[0]
    x, y = frame.centres[0]
    scale = 1 / spec.pitch
    # a hex is one pitch wide; rows are a pitch times cos 30 degrees apart, and the corner is half a row above the first
    east = x - 0.5 - scale * float(first[0])
    south = y - 0.4330127 - scale * float(first[1])
    return Georeference(frame, plane, Similarity(scale, 0.0, east, south), (), 0.0)


def make_cells(chart: Chart) -> dict[str, Cell]:
    """The hexes according to the rows. Raises ValueError for a letter or a length that does not fit."""
    (first, last), (top, bottom) = chart.grid.columns, chart.grid.rows
    if len(chart.terrain) != bottom - top + 1:
        raise ValueError(f"The chart has {len(chart.terrain)} rows; its grid has {bottom - top + 1}.")
    cells: dict[str, Cell] = {}
    for row, line in enumerate(chart.terrain, start=top):
        if len(line) != last - first + 1:
            raise ValueError(f"Row {row} of the chart has {len(line)} hexes instead of {last - first + 1}.")
        for column, letter in enumerate(line, start=first):
            if letter not in chart.legend:
                raise ValueError(f"Row {row} of the chart has a letter {letter!r} that is not in the legend.")
            cells[label(chart.grid.numbering, column, row)] = Cell(chart.legend[letter])
    terrains = set(chart.legend.values())
    for place in chart.place:
        # where towns are a kind of terrain they are charted as such
        if (
            place.kind in ("village", "town", "city")
            and place.kind not in terrains
            and "city" not in terrains
        ):
            for name in place.hexes:
                cells[name] = Cell(cells[name].terrain, (place.kind,))
    return cells


def lay_roads(frame: Frame, chart: Chart, water: set[str]) -> dict[str, str]:
    """hexside -> kind of road; the first road through it decides. Raises ValueError for an unknown place."""
    known = {place.name: place.hexes[0] for place in chart.place}
    out: dict[str, str] = {}
    for road in chart.road:
        hexes = []
        for name in road.places:
            at = known.get(name, name)
            if at not in frame.atlas.index:
                raise ValueError(f"The road {road.name} goes to {name}, which is not on the map.")
            hexes.append(frame.atlas.index[at])
        for a, b in pairwise(hexes):
            for name in way(frame, a, b, water):
                out.setdefault(name, road.kind)
    return out


def way(frame: Frame, a: int, b: int, water: set[str]) -> list[str]:
    """The hexsides of a road from one hex to another: near the straight line, over as few rivers as possible."""
    line = LineString([frame.centres[a], frame.centres[b]])
    best = {a: 0.0}
    before: dict[int, tuple[int, str]] = {}
    queue = [(0.0, a)]
    while queue:
        cost, here = heappop(queue)
        if here == b:
            break
        if cost > best[here]:
            continue
        for direction, there in enumerate(frame.atlas.around[here]):
            if there == OFF:
                continue
            side = frame.atlas.side_of(here, direction)
            stray = float(shapely.distance(ShapelyPoint(frame.centres[there]), line))
            total = round(cost + 1 + _STRAY * stray * stray + (_CROSSING if side in water else 0.0), 6)
            if total < best.get(there, 1e9):
                best[there] = total
                before[there] = (here, side)
                heappush(queue, (total, there))
    found: list[str] = []
    here = b
    while here != a:
        here, side = before[here]
        found.append(side)
    return found


def side_of(frame: Frame, name: str) -> str:
    """The name of a hexside, in whichever order its two hexes are given. Raises ValueError if it is not on the map."""
    a, _, b = name.partition("/")
    found = next((known for known in (name, f"{b}/{a}") if known in frame.sides), None)
    if found is None:
        raise ValueError(f"The recipe settles {name}, which is not a hexside of the map.")
    return found


# ---- rivers ----------------------------------------------------------------------------------------------------------
def settle_rivers(
    frame: Frame, laid: Mapping[str, River], spec: Settled, told: list[Correction]
) -> dict[str, River]:
    """Every river along its listed hexsides, source first. Raises ValueError for a list with a gap or an unknown river."""
    if set(laid) != set(spec.rivers):
        raise ValueError(f"The recipe settles other rivers than it has: {set(laid) ^ set(spec.rivers)}.")
    out: dict[str, River] = {}
    for name, river in laid.items():
        chain = chain_of(frame, name, [side_of(frame, side) for side in spec.rivers[name]])
        out[name] = river._replace(chains=(chain,))
        told += differences(f"river {name}", chain.sides, river.sides, spec.why)
    return out


def chain_of(frame: Frame, name: str, sides: Sequence[str]) -> Chain:
    """Connected hexsides with their corners."""
    first, second = (frame.sides[side] for side in sides[:2])
    shared = set(first.ends) & set(second.ends)
    if len(shared) != 1:
        raise ValueError(f"The river {name} has a gap at {sides[1]}.")
    corners = [first.other(*shared)]
    for side in sides:
        if corners[-1] not in frame.sides[side].ends:
            raise ValueError(f"The river {name} has a gap at {side}.")
        corners.append(frame.sides[side].other(corners[-1]))
    return Chain(tuple(sides), tuple(corners))


def differences(what: str, listed: Sequence[str], found: Sequence[str], why: str) -> Iterator[Correction]:
    """One correction for hexsides that are listed and not found, and one for those found and not listed."""
    add = [side for side in listed if side not in set(found)]
    drop = [side for side in found if side not in set(listed)]
    if add or drop:
        words = [f"along {', '.join(add)}"] if add else []
        words += [f"not along {', '.join(drop)}"] if drop else []
        yield Correction(f"{what}: {'; '.join(words)}", why)


# ---- roads -----------------------------------------------------------------------------------------------------------
def road_sides(frame: Frame, hexes: Sequence[str]) -> list[str]:
    """The hexsides of a chain of hexes; a hexside at the edge of the map may end it. Raises ValueError for a gap."""
    out = [name for name in hexes if "/" in name]
    for name in out:
        side_of(frame, name)
    for a, b in pairwise(name for name in hexes if "/" not in name):
        out.append(side_of(frame, f"{a}/{b}"))
    return out


def settle_roads(
    frame: Frame, net: Network, water: Mapping[str, object], spec: Settled, told: list[Correction]
) -> None:
    """The listed roads and no others."""
    found = dict(net.kinds)
    listed: dict[str, str] = {}
    for name, hexes in spec.roads.items():
        mine = road_sides(frame, hexes)
        listed |= dict.fromkeys(mine, spec.road_kind)
        missing = [side for side in mine if side not in found]
        if missing:
            told.append(Correction(f"road {name}: over {', '.join(missing)}", spec.why))
    gone = [side for side in sorted(found) if side not in listed]
    if gone:
        told.append(Correction(f"no road over {', '.join(gone)}", spec.why))
    for kept in (net.kinds, net.exits, net.crossings):
        kept.clear()
    net.kinds.update(listed)
    for name, hexes in spec.roads.items():
        for side in road_sides(frame, hexes):
            if len(frame.sides[side].hexes) == 1:
                net.exits[name] = (*net.exits.get(name, ()), side)
            if side in water:
                net.crossings[side] = (*net.crossings.get(side, ()), name)


# ---- terrain and places ----------------------------------------------------------------------------------------------
def settle_cells(frame: Frame, cells: dict[str, Cell], spec: Settled, told: list[Correction]) -> None:
    """Terrain as listed, and towns and cities where their places are."""
    ground = {at: kind for kind, hexes in spec.terrain.items() for at in hexes}
    built = {place.hex: (place.kind,) for place in spec.places if place.kind in ("city", "town")}
    apart: dict[tuple[str, str], list[str]] = {}
    for at in frame.labels:
        kind = ground.get(at, spec.otherwise)
        found = spec.names.get(cells[at].terrain, cells[at].terrain)
        if found != kind:
            apart.setdefault((kind, found), []).append(at)
        cells[at] = Cell(kind, built.get(at, ()))
    for (kind, found), hexes in sorted(apart.items()):
        told.append(Correction(f"{kind} and not {found}: {', '.join(hexes)}", spec.why))


def settle_places(
    frame: Frame, spots: Sequence[Spot], spec: Settled, told: list[Correction]
) -> tuple[Place, ...]:
    """The listed places and no others; those that are really elsewhere are recorded."""
    true = {spot.name: spot.hex for spot in spots}
    out: list[Place] = []
    for place in spec.places:
        here = true.get(place.town or place.name)
        lies = "off the map" if here is None else frame.labels[here]
        if lies != place.hex:
            told.append(Correction(f"{place.name} in {place.hex}, though it lies {_where(lies)}", spec.why))
        out.append(Place(place.name, place.kind, (place.hex,), place.rank))
    return tuple(sorted(out, key=_importance))


def _where(lies: str) -> str:
    return lies if " " in lies else f"in {lies}"


def _importance(place: Place) -> tuple[int, str]:
    return place.rank, place.name


# ---- hexsides --------------------------------------------------------------------------------------------------------
def settle_sides(frame: Frame, sides: dict[str, tuple[tuple[str, ...], str]], spec: Settled) -> None:
    """Further kinds of hexsides, as listed."""
    for kind, names in spec.sides.items():
        for name in names:
            side = side_of(frame, name)
            kinds, river = sides.get(side, ((), ""))
            sides[side] = ((*kinds, kind), river)


def lines_of(frame: Frame, spec: Settled) -> tuple[Line, ...]:
    """The lines to be drawn."""
    return tuple(
        Line(line.name, line.kind, tuple(side_of(frame, side) for side in line.sides)) for line in spec.lines
    )
