"""The compiled map as data: what ``resources/maps/<key>.json`` contains and the map editor edits. Values only, no searches.

A hex is named by its printed label ("3041"). A hexside is named by its two hexes in label order ("3041/3042"); at the
edge of the map, where one of them is missing, by its hex and the compass direction ("3041/W").
"""

from __future__ import annotations

from typing import Literal

import msgspec

from hexbench.hexes.grid import GridSpec

Source = Literal["rules", "reconstruction"]


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One hex: its base terrain, what is in it (town, city, westwall, ...) and its height in levels."""

    terrain: str
    features: tuple[str, ...] = ()
    elevation: int = 0


class Hexside(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What runs along one hexside: kinds such as river, bridge, ford, lake, cliff; ``name`` of the river or the wall."""

    side: str
    kinds: tuple[str, ...]
    name: str = ""


class Road(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A road that connects two adjacent hexes through their common hexside, or leaves the map through a hexside at its edge."""

    side: str
    kind: str = "main"


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A name on the map. ``rank`` 1 is the most important: names of small rank are still drawn when the map is small."""

    name: str
    kind: Literal["city", "town", "village", "crossroads", "landmark"]
    hexes: tuple[str, ...]
    rank: int = 3


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A named line along hexsides, in order: a front, a fortified line, the line of a rule."""

    name: str
    kind: str
    sides: tuple[str, ...]


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One change made by hand after compiling, and why."""

    what: str
    why: str


class MapSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A whole map. ``zones`` are named sets of hexes (edges, entry roads, exit roads, banks of a river)."""

    format: Literal["hexbench-map"]
    version: Literal[1]
    key: str
    title: str
    source: Source
    provenance: str
    credits: tuple[str, ...] = ()
    kilometres_per_hex: float
    grid: GridSpec
    recipe_digest: str = ""
    """Digest of the recipe and the geography from which it was compiled; empty for a map drawn by hand."""
    cells: dict[str, Cell]
    hexsides: tuple[Hexside, ...] = ()
    roads: tuple[Road, ...] = ()
    places: tuple[Place, ...] = ()
    zones: dict[str, tuple[str, ...]] = {}
    lines: tuple[Line, ...] = ()
    corrections: tuple[Correction, ...] = ()
