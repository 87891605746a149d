"""The terrain of each hex, by the share of its area that woods, rough ground and marsh cover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from hexbench.atlas.atlas import OFF
from hexbench.mapmaker.frame import Frame, Geography
from hexbench.mapmaker.plane import Floats, Georeference
from hexbench.mapmaker.recipe import TerrainSpec


class Shares(NamedTuple):
    """What covers a hex, each 0..1 in hundredths."""

    woods: float
    rough: float
    marsh: float


def cover(frame: Frame, shapes: Sequence[BaseGeometry]) -> Floats:
    """The share of every hex that the shapes cover together, in hundredths."""
    if not shapes:
        return np.zeros(len(frame.labels))
    whole = shapely.union_all(np.array([shapely.buffer(s, 0) for s in shapes]))
    parts = shapely.get_parts(whole)
    tree = shapely.STRtree(parts)
    hexes, found = tree.query(frame.polygons, predicate="intersects")
    areas = shapely.area(shapely.intersection(frame.polygons[hexes], parts[found]))
    total = np.zeros(len(frame.labels))
    np.add.at(total, hexes, areas)
    share: Floats = np.round(total / shapely.area(frame.polygons[0]), 2)
    return share


def find_shares(frame: Frame, reference: Georeference, geography: Geography) -> tuple[Shares, ...]:
    """What covers each hex, by index."""
    woods = [reference.shape(s.shape) for s in geography.layer("woods")]
    grounds = geography.layer("rough")
    rough = [reference.shape(s.shape) for s in grounds if s.kind == "rough"]
    marsh = [reference.shape(s.shape) for s in grounds if s.kind == "marsh"]
    columns = [cover(frame, shapes).tolist() for shapes in (woods, rough, marsh)]
    return tuple(Shares(*row) for row in zip(*columns, strict=True))


def find_terrain(frame: Frame, shares: Sequence[Shares], spec: TerrainSpec) -> list[str]:
    """The terrain of every hex. Beyond the edge of the map the woods are assumed to continue."""
    wooded = [s.woods >= spec.woods for s in shares]
    depth = [sum(j == OFF or wooded[j] for j in around) for around in frame.atlas.around]
    return [terrain_of(s, deep, spec) for s, deep in zip(shares, depth, strict=True)]


def terrain_of(shares: Shares, depth: int, spec: TerrainSpec) -> str:
    """The name of the terrain that those shares make in a hex with ``depth`` adjacent wooded hexes."""
    woods, rough, marsh = shares
    if marsh >= spec.marsh:
        return "marsh"
    deep = woods >= spec.heavy_woods and depth >= spec.heavy_depth
    if deep or (woods >= spec.heavy_with_rough and rough >= spec.rough_with_heavy):
        return "heavy_woods"
    if woods >= spec.woods:
        return "woods"
    if rough >= spec.rough:
        return "rough"
    if woods + rough >= spec.mixed:
        return "woods" if woods >= rough else "rough"
    return "clear"
