"""Maps drawn hex by hex: a recipe that is itself a picture, ``resources/maps/<key>.drawn.toml``, and the map made from it.

Each hex is a token in ``grid``: a letter for its terrain, as ``legend`` explains, and its level. Columns have letters
from the west, rows numbers from the north, and every second column is half a hex further south. A road is a chain of
hexes. If two adjacent hexes differ by ``cliff`` levels or more, the hexside between them is a cliff.
"""

from __future__ import annotations

import hashlib
import tomllib
from itertools import pairwise
from pathlib import Path

import msgspec

from hexbench.atlas.atlas import Atlas, side_name
from hexbench.atlas.sheet import Cell, Hexside, MapSheet, Place, Road, Source
from hexbench.hexes.grid import GridSpec
from hexbench.hexes.numbering import label

VERSION = 1
SUFFIX = ".drawn.toml"


class DrawnRoad(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A named road through adjacent hexes."""

    name: str
    path: tuple[str, ...]
    kind: str = "road"


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The recipe of a drawn map."""

    title: str
    source: Source
    provenance: str
    kilometres_per_hex: float
    legend: dict[str, str]
    cliff: int
    grid: str
    road: tuple[DrawnRoad, ...] = ()
    place: tuple[Place, ...] = ()


def path_of(key: str, resources: Path) -> Path:
    """The recipe of a drawn map."""
    return resources / "maps" / f"{key}{SUFFIX}"


def keys(resources: Path) -> tuple[str, ...]:
    """The drawn maps, by name."""
    return tuple(sorted(p.name.removesuffix(SUFFIX) for p in (resources / "maps").glob(f"*{SUFFIX}")))


def recipe_digest(key: str, resources: Path) -> str:
    """Digest of the recipe and the version of this compiler."""
    data = path_of(key, resources).read_bytes().replace(b"\r\n", b"\n")
    return hashlib.sha256(f"drawn {VERSION}\n".encode() + data).hexdigest()


def build(key: str, resources: Path) -> MapSheet:
    """The map a recipe draws. Raises ValueError or msgspec.ValidationError (one sentence) for what cannot be drawn."""
    raw = tomllib.loads(path_of(key, resources).read_text(encoding="utf-8"))
    drawing = msgspec.convert(raw, Drawing, strict=True)
    cells, columns, rows = _cells(drawing)
    sheet = MapSheet(
        format="hexbench-map",
        version=1,
        key=key,
        title=drawing.title,
        source=drawing.source,
        provenance=drawing.provenance,
        kilometres_per_hex=drawing.kilometres_per_hex,
        grid=GridSpec(
            orientation="flat",
            columns=(1, columns),
            rows=(1, rows),
            rows_from="north",
            pushed="even",
            push="south",
            numbering="A1",
        ),
        recipe_digest=recipe_digest(key, resources),
        cells=cells,
        places=drawing.place,
    )
    atlas = Atlas(sheet)
    return msgspec.structs.replace(
        sheet, hexsides=_cliffs(atlas, drawing.cliff), roads=_roads(atlas, drawing)
    )


def _cells(drawing: Drawing) -> tuple[dict[str, Cell], int, int]:
    lines = [line.split() for line in drawing.grid.strip().splitlines()]
    widths = {len(line) for line in lines}
    if len(widths) != 1:
        raise ValueError("The rows of the grid must be equally long.")
    cells: dict[str, Cell] = {}
    for row, line in enumerate(lines, start=1):
        for column, token in enumerate(line, start=1):
            name = label("A1", column, row)
            terrain = drawing.legend.get(token[0])
            if terrain is None or not token[1:].isdigit():
                raise ValueError(
                    f"Hex {name} is drawn as {token!r}: give a letter of the legend and a level."
                )
            cells[name] = Cell(terrain, (), int(token[1:]))
    return cells, widths.pop(), len(lines)


def _cliffs(atlas: Atlas, least: int) -> tuple[Hexside, ...]:
    return tuple(
        Hexside(side_name(a, b), ("cliff",))
        for a in atlas.labels
        for b in atlas.near[a]
        if a < b and abs(atlas.cell(a).elevation - atlas.cell(b).elevation) >= least
    )


def _roads(atlas: Atlas, drawing: Drawing) -> tuple[Road, ...]:
    out: dict[str, Road] = {}
    for road in drawing.road:
        for a, b in pairwise(road.path):
            if b not in atlas.near.get(a, ()):
                raise ValueError(f"The road {road.name} goes from {a} to {b}, which are not adjacent.")
            out.setdefault(side_name(a, b), Road(side_name(a, b), road.kind))
    return tuple(out.values())
