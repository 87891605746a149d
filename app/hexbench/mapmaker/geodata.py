"""The one vector geography (``resources/geography/*.geojson``, longitude and latitude, WGS 84) as named shapes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

Layer = Literal["borders", "bridges", "lines", "rivers", "roads", "rough", "towns", "water", "woods"]


class Properties(msgspec.Struct, frozen=True):
    """What the geography says about one shape. ``river`` is what a bridge crosses."""

    name: str
    kind: str
    source: str = ""
    note: str = ""
    river: str = ""


class _Raw(msgspec.Struct, frozen=True):
    properties: Properties
    geometry: Any


class _Collection(msgspec.Struct, frozen=True):
    features: tuple[_Raw, ...]


class Shape(msgspec.Struct, frozen=True):
    """One named shape of a layer, in longitude and latitude."""

    name: str
    kind: str
    river: str
    shape: BaseGeometry


class Geography:
    """The layers of a geography folder, read when first asked for, each sorted by name, kind and place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._layers: dict[str, tuple[Shape, ...]] = {}

    def layer(self, name: Layer) -> tuple[Shape, ...]:
        """The shapes of one layer. Raises OSError or msgspec.DecodeError when the file cannot be read."""
        if name not in self._layers:
            raw = msgspec.json.decode((self.folder / f"{name}.geojson").read_bytes(), type=_Collection)
            shapes = [
                Shape(
                    f.properties.name,
                    f.properties.kind,
                    f.properties.river,
                    shapely.from_geojson(msgspec.json.encode(f.geometry)),
                )
                for f in raw.features
            ]
            self._layers[name] = tuple(sorted(shapes, key=lambda s: (s.name, s.kind, s.shape.bounds)))
        return self._layers[name]

    def named(self, layer: Layer, name: str) -> Shape:
        """The shape of that name. Raises ValueError with one sentence when there is none, or more than one."""
        found = [s for s in self.layer(layer) if s.name == name]
        if len(found) != 1:
            raise ValueError(f"The geography has {len(found)} shapes named {name!r} among its {layer}.")
        return found[0]
