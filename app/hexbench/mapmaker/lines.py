"""Named lines along hexsides from one edge of the map to another, and the parts into which they divide it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from shapely.geometry import LineString

from hexbench.hexes.layout import Point
from hexbench.mapmaker.chains import LEFT, RIGHT, Chain, Course, banks_of_chain, hug
from hexbench.mapmaker.frame import Frame, Geography
from hexbench.mapmaker.plane import Georeference
from hexbench.mapmaker.recipe import LineSpec
from hexbench.mapmaker.rivers import River, pieces_of


class Divide(NamedTuple):
    """A line on the grid. ``east`` and ``west`` are indices of hexes, in order; empty if the recipe asks for none."""

    spec: LineSpec
    chain: Chain
    east: tuple[int, ...]
    west: tuple[int, ...]
    belt: tuple[int, ...]
    """The hexes adjacent to it on the east."""


def _true_line(spec: LineSpec, reference: Georeference, geography: Geography) -> LineString:
    """The course of a line in grid coordinates: its points, then its pieces, end to end."""
    points: list[Point] = [reference.point(*p) for p in spec.points]
    for name in spec.pieces:
        shape = reference.shape(geography.named("lines", name).shape)
        piece = [(float(x), float(y)) for x, y in shape.coords]
        points += piece[1:] if points and points[-1] == piece[0] else piece
    return LineString(points)


def lay_line(
    frame: Frame,
    reference: Georeference,
    geography: Geography,
    spec: LineSpec,
    rivers: Mapping[str, River],
    eastern: Mapping[int, bool],
) -> Divide:
    """Lay a line and divide the map along it. ``eastern`` are hexes that must be east of it (True) or west.

    Raises ValueError if it has a gap or does not divide the map.
    """
    if spec.river:
        chain = _one_chain(spec, rivers[spec.river])
    else:
        chain = _hugged(frame, _true_line(spec, reference, geography), spec, rivers, eastern)
    if not (spec.east or spec.west or spec.belt):
        return Divide(spec, chain, (), (), ())
    parts = _parts(frame, chain)
    east = tuple(i for i in range(len(frame.labels)) if parts[i] == "east")
    west = tuple(i for i in range(len(frame.labels)) if parts[i] == "west")
    touching = {i for name in chain.sides for i in frame.sides[name].hexes if parts[i] == "east"}
    return Divide(spec, chain, east, west, tuple(sorted(touching)))


def _one_chain(spec: LineSpec, river: River) -> Chain:
    if len(river.chains) != 1:
        raise ValueError(
            f"The line {spec.name} needs river {spec.river} in one piece, not {len(river.chains)}."
        )
    return river.chains[0]


def _hugged(
    frame: Frame, line: LineString, spec: LineSpec, rivers: Mapping[str, River], eastern: Mapping[int, bool]
) -> Chain:
    inside = sorted(pieces_of(line.intersection(frame.outline)), key=lambda p: -p.length)
    if not inside:
        raise ValueError(f"The line {spec.name} is nowhere on the map.")
    along = frozenset(name for river in spec.along for name in rivers[river].sides)
    east = LEFT if inside[0].coords[-1][1] > inside[0].coords[0][1] else RIGHT
    held = {i: east if is_east else -east for i, is_east in eastern.items()}
    course = Course(inside[0], {}, held, (), frame.rim, frame.rim, along=along)
    chain = hug(frame, course)
    if chain is None:
        raise ValueError(f"The line {spec.name} finds no path across the map.")
    return chain


def _parts(frame: Frame, chain: Chain) -> dict[int, str]:
    """Every hex -> "east" or "west": the part with the easternmost hex beside the chain is the east."""
    beside = sorted({i for name in chain.sides for i in frame.sides[name].hexes})
    x = [frame.centres[i][0] for i in beside]
    first = beside[x.index(max(x))]
    walls: Collection[str] = chain.sides
    east = banks_of_chain(frame, walls, {"east": first})
    rest = [i for i in beside if i not in east]
    if not rest:
        raise ValueError("A line does not divide the map.")
    parts = {**east, **banks_of_chain(frame, walls, {"west": rest[0]})}
    if len(parts) != len(frame.labels):
        raise ValueError("A line divides the map into more than two parts.")
    return parts
