"""GeoJSON placed on an existing grid: which hexes woods cover, along which hexsides rivers run, where roads and towns are.

It uses the same parts as compiling a recipe: a similarity places the geography under the grid, rivers become unbroken
chains that end on each other, and roads go from hex to hex over them. Of the map only the grid is known.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from hexbench.mapmaker import rivers, roads
from hexbench.mapmaker.frame import Frame, Geography, Shape, Step, quiet
from hexbench.mapmaker.geojson import Imported, Pin, Plan, Read, Take, features_of
from hexbench.mapmaker.plane import KILOMETRES, Georeference, Plane, Similarity, fit_similarity
from hexbench.mapmaker.recipe import RiverSpec, RoadSpec
from hexbench.mapmaker.terrain import cover

_RIVERS = 2000
"""The most pieces of rivers: each is compared with every other, so the work grows with the square of their number."""
ROOM = 0.96
"""How much of the grid the geography fills if nothing pins it."""


def bring(plan: Plan, read: Read, step: Step = quiet) -> Imported:
    """Place the geography on the grid. Raises ValueError (one sentence) for files or pins that cannot be used."""
    total = 6
    step(0, total, "Reading the files")
    shapes = _read(plan, read)
    step(1, total, "Laying the grid on the ground")
    frame = Frame(plan.grid)
    reference = refer(frame, plan.pins, [shape.shape for _, shape in shapes])
    problems: list[str] = []
    step(2, total, "Terrain")
    terrain = _terrain(frame, reference, plan, shapes)
    step(3, total, "Rivers")
    streams = _rivers(frame, reference, shapes, problems)
    step(4, total, "Roads")
    net = _roads(frame, reference, shapes, {side for side, _, _ in streams}, problems)
    step(5, total, "Towns")
    places = _places(frame, reference, shapes)
    step(6, total, "Done")
    return Imported(
        terrain=terrain,
        sides=streams,
        roads=net,
        places=places,
        problems=tuple(problems),
        kilometres=round(reference.similarity.spacing, 3),
    )


Taken = tuple[Take, Shape]


def _read(plan: Plan, read: Read) -> list[Taken]:
    wanted = {(take.file, take.kind, take.form): take for take in plan.takes}
    out: list[Taken] = []
    for file in dict.fromkeys(take.file for take in plan.takes):
        for name, kind, form, geometry in features_of(Path(file), read):
            take = wanted.get((file, kind, form))
            if take is None:
                continue
            try:
                shape = shapely.from_geojson(msgspec.json.encode(geometry))
            except (shapely.errors.GEOSException, ValueError, TypeError):
                raise ValueError(f"{Path(file).name}: the shape of {name or kind} cannot be read.") from None
            if shape.is_empty:
                continue
            west, south, east, north = shape.bounds
            if not (-180 <= west <= east <= 180 and -90 <= south <= north <= 90):
                raise ValueError(f"{Path(file).name}: {name or kind} is not in longitude and latitude.")
            out.append((take, Shape(name, take.key, "", shape)))
    if not out:
        raise ValueError("Nothing was selected for import.")
    return out


def refer(frame: Frame, pins: Sequence[Pin], shapes: Sequence[BaseGeometry]) -> Georeference:
    """How the grid is placed on the ground: by its pins (at least two), or so that the geography fills it. Raises ValueError."""
    west, south, east, north = shapely.total_bounds(np.array(list(shapes)))
    plane = Plane(float(west + east) / 2, float(south + north) / 2)
    if pins:
        if len(pins) < 2:
            raise ValueError("The ground needs two pinned hexes at least, or none.")
        off = [pin.hex for pin in pins if pin.hex not in frame.atlas.index]
        if off:
            raise ValueError(f"Hex {off[0]} is not on this map.")
        if len({pin.hex for pin in pins}) < 2:
            raise ValueError("The ground needs two different pinned hexes, or none.")
        ground = plane.kilometres(np.array([(pin.longitude, pin.latitude) for pin in pins]))
        if float(np.ptp(ground, axis=0).max()) <= 0:
            raise ValueError("The pinned hexes lie on the same spot of the ground.")
        sheet = np.array([frame.centres[frame.atlas.index[pin.hex]] for pin in pins])
        return Georeference(frame, plane, fit_similarity(ground, sheet), (), 0.0)
    left, top, right, bottom = shapely.bounds(frame.outline)
    wide = max(1e-6, (east - west) * KILOMETRES * math.cos(math.radians(plane.latitude)))
    high = max(1e-6, (north - south) * KILOMETRES)
    k = ROOM * float(min((right - left) / wide, (bottom - top) / high))
    middle = float(left + right) / 2, float(top + bottom) / 2
    return Georeference(frame, plane, Similarity(round(k, 9), 0.0, *middle), (), 0.0)


def _terrain(frame: Frame, reference: Georeference, plan: Plan, shapes: Iterable[Taken]) -> dict[str, str]:
    areas: dict[str, list[BaseGeometry]] = {}
    for take, shape in shapes:
        if take.part == "terrain" and take.form == "area":
            areas.setdefault(take.key, []).append(reference.shape(shape.shape))
    shares = {key: cover(frame, found) for key, found in areas.items()}
    out: dict[str, str] = {}
    for i, name in enumerate(frame.labels):
        best = max(((float(share[i]), key) for key, share in shares.items()), default=(0.0, ""))
        if best[0] >= plan.share:
            out[name] = best[1]
    return out


class _Gathered(Geography):
    """Shapes of an import as the layers the compiler asks for."""

    def __init__(self, layers: dict[str, tuple[Shape, ...]]) -> None:
        super().__init__(Path())
        self._layers = {"towns": (), "bridges": (), **layers}


def _lines(shapes: Iterable[Taken], part: str) -> list[Shape]:
    """The lines of a part, those of one name and kind joined where they touch; each with a name of its own."""
    by_name: dict[tuple[str, str], list[BaseGeometry]] = {}
    for take, shape in shapes:
        if take.part == part and take.form == "line":
            by_name.setdefault((shape.name, take.key), []).append(shape.shape)
    out: list[Shape] = []
    seen: Counter[str] = Counter()
    for (name, kind), found in by_name.items():
        joined = (
            shapely.line_merge(shapely.union_all(np.array(found)))
            if name
            else shapely.union_all(np.array(found))
        )
        for line in shapely.get_parts(joined):
            if not isinstance(line, LineString) or len(line.coords) < 2:
                continue
            for piece in _opened(line):
                seen[name] += 1
                own = name if name and seen[name] == 1 else f"{name}\0{seen[name]}"
                out.append(Shape(own, kind, "", piece))
    return out


def _opened(line: LineString) -> tuple[LineString, ...]:
    """A line that ends where it begins, as its two halves: no path can be searched from a place to itself."""
    if not line.is_closed or len(line.coords) < 4:
        return (line,)
    middle = len(line.coords) // 2
    return LineString(line.coords[: middle + 1]), LineString(line.coords[middle:])


def _rivers(
    frame: Frame, reference: Georeference, shapes: Sequence[Taken], problems: list[str]
) -> tuple[tuple[str, str, str], ...]:
    lines = _lines(shapes, "side")
    if len(lines) > _RIVERS:
        problems.append(f"Of {len(lines)} pieces of rivers the {_RIVERS} longest were laid.")
        lines = sorted(lines, key=lambda one: -one.shape.length)[:_RIVERS]
    geography = _Gathered({"rivers": tuple(lines)})
    specs = [RiverSpec(name=line.name, lines=(line.name,), kinds=(line.kind,)) for line in lines]
    here: list[str] = []
    try:
        laid = rivers.lay_rivers(frame, reference, geography, specs, {}, here)
    except ValueError:
        # rivers that flow into each other in a cycle are each laid alone
        laid = {}
        for spec in specs:
            laid |= rivers.lay_rivers(frame, reference, geography, [spec], {}, here)
    problems += [_plain(text) for text in here if not text.endswith("is nowhere on the map.")]
    out: dict[str, tuple[str, str, str]] = {}
    for river in laid.values():
        for side in river.sides:
            out.setdefault(side, (side, river.spec.kinds[0], river.spec.name.partition("\0")[0]))
    return tuple(out[side] for side in sorted(out))


def _roads(
    frame: Frame, reference: Georeference, shapes: Sequence[Taken], water: set[str], problems: list[str]
) -> tuple[tuple[str, str], ...]:
    lines = _lines(shapes, "road")
    if not lines:
        return ()
    kinds = tuple(dict.fromkeys(take.key for take, _ in shapes if take.part == "road"))
    geography = _Gathered({"roads": tuple(lines)})
    here: list[str] = []
    plan = roads.stretches(frame, reference, geography, RoadSpec(kinds=kinds), ())
    net = roads.lay_roads(frame, plan, water, (), {}, here)
    roads.untangle(frame, net, frozenset())
    problems += [_plain(text) for text in here]
    return tuple(sorted(net.kinds.items()))


def _places(
    frame: Frame, reference: Georeference, shapes: Iterable[Taken]
) -> tuple[tuple[str, str, str], ...]:
    out: dict[str, tuple[str, str, str]] = {}
    for take, shape in shapes:
        if take.part != "place" or not shape.name:
            continue
        spot = shape.shape.centroid
        i = frame.at(reference.point(spot.x, spot.y))
        if i is not None:
            out.setdefault(shape.name, (shape.name, take.key, frame.labels[i]))
    return tuple(out.values())


def _plain(text: str) -> str:
    return text.replace("\0", " ")
