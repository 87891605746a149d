"""Maps charted hex by hex on a known projection: ``resources/maps/<key>.chart.toml``, and what is made of it.

The terrain of every hex is given row by row. Rivers follow the geography (or a course of their own where it does not
reach) as chains of hexsides; roads run from place to place by the way that keeps nearest to the straight line and
crosses no river without need. For maps whose hexes are known and whose lines are not.
"""

from __future__ import annotations

import hashlib
import tomllib
from heapq import heappop, heappush
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry import Point as ShapelyPoint

from hexbench.atlas.atlas import OFF
from hexbench.atlas.sheet import Cell, Correction, Hexside, MapSheet, Place, Road, Source
from hexbench.hexes.grid import GridSpec
from hexbench.hexes.numbering import label
from hexbench.mapmaker import fixes, rivers
from hexbench.mapmaker.frame import Frame, Geography
from hexbench.mapmaker.plane import Georeference, Plane, Similarity
from hexbench.mapmaker.recipe import RiverSpec, SideFix

VERSION = 1
SUFFIX = ".chart.toml"

_STRAY = 0.35
"""What a hex of road costs more for each hex that it lies off the straight line."""
_CROSSING = 1.6
"""What crossing a river costs, in hexes of road."""


class Projection(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the grid lies on the ground: the corner north and west of the first hex, and the kilometres of a degree."""

    latitude: float
    longitude: float
    scale_latitude: float
    """Where degrees of longitude have the length that is used for the whole map."""
    pitch: float
    """Kilometres from a hex to the next."""


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
    """The map a chart makes. Raises ValueError or msgspec.ValidationError, one sentence, for what cannot be made."""
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
    """Lay the grid on the ground by its projection: the centre of the first hex lies half a hex from the corner."""
    plane = Plane(spec.longitude, spec.scale_latitude)
    first = plane.kilometres(np.array([(spec.longitude, spec.latitude)]))[0]
    x, y = frame.centres[0]
    scale = 1 / spec.pitch
    # a hex is one pitch wide; rows lie a pitch times cos 30 degrees apart, and the corner half a row above the first
    east = x - 0.5 - scale * float(first[0])
    south = y - 0.4330127 - scale * float(first[1])
    return Georeference(frame, plane, Similarity(scale, 0.0, east, south), (), 0.0)


def make_cells(chart: Chart) -> dict[str, Cell]:
    """The hexes as the rows give them. Raises ValueError for a letter or a length that does not fit."""
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
    """hexside -> kind of road; the first that runs there gives the kind. Raises ValueError for an unknown place."""
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
    """The hexsides of a road from one hex to another: near the straight line, over as few rivers as may be."""
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
