"""Rivers as unbroken chains of hexsides, each tributary ending on the chain of its main river; lakes and fords on them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import shapely
from shapely.geometry import LineString, MultiLineString
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from hexbench.hexes.layout import Point
from hexbench.mapmaker.chains import LEFT, RIGHT, Chain, Course, hug
from hexbench.mapmaker.frame import Corner, Frame, Geography
from hexbench.mapmaker.plane import Georeference
from hexbench.mapmaker.recipe import FordSpec, LakeSpec, RiverSpec

_MOUTH = 0.4
"""A river whose last point is this near another (hexes) flows into it."""
SHORTEST = 0.9
"""Pieces shorter than this (where a river cuts a corner of the map) are omitted."""
_SIDE_RUN = 0.5
"""How far (hexes) a chain gets with one hexside: a hexside is 0.58 long, and a chain zigzags."""


class River(NamedTuple):
    """One river on the grid."""

    spec: RiverSpec
    line: LineString
    chains: tuple[Chain, ...]
    into: str
    """The river it flows into; empty if it leaves the map or ends there."""

    @property
    def sides(self) -> tuple[str, ...]:
        """All its hexsides, source first."""
        return tuple(name for chain in self.chains for name in chain.sides)


def river_line(spec: RiverSpec, reference: Georeference, geography: Geography) -> LineString:
    """The course of a river in grid coordinates, source to mouth, its pieces joined."""
    points: list[tuple[float, float]] = [reference.point(*p) for p in spec.before]
    for name in spec.lines:
        piece = [
            (float(x), float(y)) for x, y in reference.shape(geography.named("rivers", name).shape).coords
        ]
        points += piece[1:] if points and points[-1] == piece[0] else piece
    points += [reference.point(*p) for p in spec.after]
    line = LineString(points)
    if spec.source is not None:
        start = line.project(ShapelyPoint(reference.point(*spec.source)))
        line = LineString(substring(line, start, line.length).coords)
    return line


def pieces_of(shape: BaseGeometry) -> list[LineString]:
    """The separate lines of a clipped one, in the order in which they run."""
    if isinstance(shape, LineString):
        return [] if shape.is_empty else [shape]
    if isinstance(shape, MultiLineString):
        merged = shapely.line_merge(shape)
        parts = [merged] if isinstance(merged, LineString) else list(shapely.get_parts(merged))
        return [p for p in parts if isinstance(p, LineString)]
    return [p for p in shapely.get_parts(shape) if isinstance(p, LineString)]


def main_rivers(lines: Mapping[str, LineString]) -> dict[str, str]:
    """river -> the river it flows into, or an empty string."""
    out: dict[str, str] = {}
    for name, line in lines.items():
        mouth = ShapelyPoint(line.coords[-1])
        near = sorted((round(other.distance(mouth), 6), n) for n, other in lines.items() if n != name)
        out[name] = near[0][1] if near and near[0][0] < _MOUTH else ""
    return out


def flow_order(into: Mapping[str, str]) -> list[str]:
    """Main rivers before their tributaries. Raises ValueError if rivers flow into each other in a cycle."""
    done: list[str] = []
    while len(done) < len(into):
        ready = [n for n in into if n not in done and (not into[n] or into[n] in done)]
        if not ready:
            raise ValueError("Some rivers flow into each other in a ring.")
        done += ready
    return done


def lay_rivers(
    frame: Frame,
    reference: Georeference,
    geography: Geography,
    specs: Sequence[RiverSpec],
    spots: Mapping[int, Point],
    problems: list[str],
) -> dict[str, River]:
    """name -> river, in the order of the recipe. What cannot be laid is reported in ``problems``."""
    by_name = {spec.name: spec for spec in specs}
    lines = {spec.name: river_line(spec, reference, geography) for spec in specs}
    into = main_rivers(lines)
    laid: dict[str, River] = {}
    for name in flow_order(into):
        taken = frozenset(c for river in laid.values() for chain in river.chains for c in chain.corners)
        laid[name] = _lay(frame, by_name[name], lines[name], laid.get(into[name]), taken, spots, problems)
    return {spec.name: laid[spec.name] for spec in specs}


def _lay(
    frame: Frame,
    spec: RiverSpec,
    line: LineString,
    main: River | None,
    taken: frozenset[Corner],
    spots: Mapping[int, Point],
    problems: list[str],
) -> River:
    chains: list[Chain] = []
    for piece in pieces_of(line.intersection(frame.outline)):
        if piece.length < SHORTEST:
            continue
        # An end that was cut off at the outline may leave anywhere on it; a mouth is on the main river.
        whole_start = piece.coords[0] == line.coords[0]
        whole_end = piece.coords[-1] == line.coords[-1]
        main_corners = frozenset(c for chain in main.chains for c in chain.corners) if main else frozenset()
        held = {frame.atlas.index[h]: LEFT for spec_ in spec.banks for h in spec_.left}
        held |= {frame.atlas.index[h]: RIGHT for spec_ in spec.banks for h in spec_.right}
        course = Course(
            piece,
            spots,
            held,
            firm=spots.keys(),
            starts=None if whole_start and not spec.on_rim else frame.rim,
            ends=(main_corners or None) if whole_end else frame.rim,
            shun=taken,
        )
        chain = hug(frame, course)
        if chain is None:
            problems.append(f"River {spec.name}: no way for a piece of {piece.length:.1f} hexes.")
            continue
        chains.append(chain)
    if not chains:
        problems.append(f"River {spec.name} is nowhere on the map.")
    return River(spec, line, tuple(chains), main.spec.name if main else "")


def lake_sides(
    frame: Frame,
    reference: Georeference,
    geography: Geography,
    spec: LakeSpec,
    river: River,
) -> tuple[str, ...]:
    """The hexsides of a river that a reservoir fills: as many in a row as it is long, the nearest, and at least one."""
    water = reference.shape(geography.named("water", spec.name).shape)
    (ax, ay), (bx, by), (cx, cy) = shapely.get_coordinates(shapely.oriented_envelope(water))[:3]
    length = max(math.hypot(bx - ax, by - ay), math.hypot(cx - bx, cy - by))
    count = max(1, min(round(length / _SIDE_RUN), len(river.sides)))
    away = [float(shapely.distance(ShapelyPoint(frame.middle(frame.sides[n])), water)) for n in river.sides]
    first = min(
        range(len(away) - count + 1), key=lambda k: (round(sum(away[k : k + count]), 6), river.sides[k])
    )
    return river.sides[first : first + count]


def ford_side(frame: Frame, reference: Georeference, spec: FordSpec, river: River) -> str:
    """The hexside of a river nearest to a ford."""
    x, y = reference.point(*spec.at)

    def away(name: str) -> float:
        mx, my = frame.middle(frame.sides[name])
        return round((mx - x) ** 2 + (my - y) ** 2, 6)

    return min(river.sides, key=lambda name: (away(name), name))
