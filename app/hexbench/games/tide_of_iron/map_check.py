"""Whether a map is one that Tide of Iron can be played on (ledger A.2): every word on it must mean something in the rules."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.games.tide_of_iron.tables import Tables

LEVELS: Final = (0, 1, 2)
"""TI-LOS-08."""
WET: Final = ("stream_shallow", "stream_deep", "stream_flooded", "pond")


def check_map(atlas: Atlas, tables: Tables) -> None:
    """Raise ValueError, the path and one sentence, for what the rules do not know or forbid."""
    sheet = atlas.sheet
    if not sheet.cells:
        raise ValueError("map.cells: a map needs at least one hex.")
    for name, cell in sheet.cells.items():
        if cell.terrain not in tables.terrain:
            raise _unknown(f'map.cells["{name}"].terrain', "terrain", cell.terrain, tables.terrain)
        if cell.features:
            raise _unknown(f'map.cells["{name}"].features', "feature", cell.features[0], ())
        if cell.elevation not in LEVELS:
            raise ValueError(
                f'map.cells["{name}"].elevation: the levels are 0, 1 and 2, not {cell.elevation}.'
            )
    _cliffs(atlas)
    for i, road in enumerate(sheet.roads):
        path = f"map.roads[{i}]"
        if _drop(atlas, road.side) > 1:
            raise ValueError(f"{path}: no road crosses the cliff {road.side}.")
        wet = [h for h in road.side.split("/") if h in atlas.index and atlas.cell(h).terrain in WET]
        if wet:
            raise ValueError(f"{path}: the road goes into the water of {wet[0]}; it needs a bridge there.")


def _cliffs(atlas: Atlas) -> None:
    """A cliff lies between levels 0 and 2, and nowhere else (TI-TER-15)."""
    cliffs = set()
    for i, side in enumerate(atlas.sheet.hexsides):
        for kind in side.kinds:
            if kind != "cliff":
                raise _unknown(f"map.hexsides[{i}].kinds", "kind of hexside", kind, ("cliff",))
        if _drop(atlas, side.side) < 2:
            raise ValueError(
                f"map.hexsides[{i}]: {side.side} is no cliff: a cliff lies between levels 0 and 2."
            )
        cliffs.add(side.side)
    for name in atlas.labels:
        for near in atlas.near[name]:
            if name < near and _drop(atlas, f"{name}/{near}") > 1 and f"{name}/{near}" not in cliffs:
                raise ValueError(
                    f'map.hexsides: {name}/{near} lies between levels 0 and 2: it needs "cliff".'
                )


def _drop(atlas: Atlas, side: str) -> int:
    """Levels between the two hexes of a hexside; none on the rim."""
    a, b = side.split("/")
    if a not in atlas.index or b not in atlas.index:
        return 0
    return abs(atlas.cell(a).elevation - atlas.cell(b).elevation)


def _unknown(path: str, what: str, name: str, known: Collection[str]) -> ValueError:
    there = f"there are {', '.join(known)}" if known else "there are none"
    return ValueError(f'{path}: there is no {what} "{name}" in this game; {there}.')
