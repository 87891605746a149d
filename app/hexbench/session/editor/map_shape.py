"""The outline and the numbers of a map changed with all that is on it: grow, shrink, renumber, cut hexes out, turn the push.

What is on the map keeps its place on the ground: hexes are carried over by where they lie, and every label that speaks of
them (hexsides, roads, places, zones, lines) is written anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from hexbench.atlas.atlas import side_name
from hexbench.atlas.sheet import Cell, MapSheet
from hexbench.hexes.coords import DIRECTIONS, Axial
from hexbench.hexes.grid import Grid, GridSpec

T = TypeVar("T")


class Lost(NamedTuple):
    """What a new outline left no room for."""

    hexes: int
    places: tuple[str, ...]
    hexsides: int
    roads: int

    @property
    def nothing(self) -> bool:
        """Everything found its place."""
        return not (self.hexes or self.places or self.hexsides or self.roads)


def regrid(
    sheet: MapSheet, spec: GridSpec, terrain: str, *, by: tuple[int, int] = (0, 0), keep_missing: bool = True
) -> tuple[MapSheet, Lost]:
    """The map on another grid.

    A hex goes to the column and row it had, ``by`` columns and rows further; hexes that are new are ``terrain``. Hexes
    within the old grid that were not on the map stay off it with ``keep_missing``. Where the shape of the grid is the
    same, hexsides and roads go along; where it is not (another orientation or push), those between hexes that are
    adjacent still. Raises ValueError (one sentence) for a grid that contradicts itself.
    """
    old, new = Grid(replace(sheet.grid, absent=())), Grid(replace(spec, absent=()))
    where: dict[str, str] = {}
    off: set[str] = set()
    for name, axial in old.axial.items():
        column, row = old.offset_of(axial)
        there = new.label.get(new.axial_of(column + by[0], row + by[1]))
        if there is not None:
            if name in sheet.cells:
                where[name] = there
            else:
                off.add(there)
    back = {there: name for name, there in where.items()}
    cells: dict[str, Cell] = {}
    for name in new.axial:
        if name in back:
            cells[name] = sheet.cells[back[name]]
        elif not (keep_missing and name in off):
            cells[name] = Cell(terrain)
    if sheet.grid.absent:
        spec = replace(spec, absent=tuple(name for name in new.axial if name not in cells))
    return _carried(replace(sheet, grid=spec), old, sheet, new, where, cells)


def grown(
    sheet: MapSheet, terrain: str, *, north: int = 0, south: int = 0, west: int = 0, east: int = 0
) -> tuple[MapSheet, Lost]:
    """Rows and columns more on each edge, or with negative numbers fewer; the first column and row keep their numbers."""
    spec = sheet.grid
    (c0, c1), (r0, r1) = spec.columns, spec.rows
    down = spec.rows_from == "north"
    by = (west, north if down else south)
    shifted = by[1] if spec.orientation == "pointy" else by[0]
    pushed = spec.pushed if shifted % 2 == 0 else ("even" if spec.pushed == "odd" else "odd")
    new = replace(
        spec, columns=(c0, c1 + west + east), rows=(r0, r1 + north + south), pushed=pushed, absent=()
    )
    return regrid(sheet, new, terrain, by=by)


def without(sheet: MapSheet, hexes: Iterable[str]) -> tuple[MapSheet, Lost]:
    """The map without these hexes."""
    gone = set(hexes)
    grid = Grid(sheet.grid)
    cells = {name: cell for name, cell in sheet.cells.items() if name not in gone}
    return _carried(sheet, grid, sheet, grid, {name: name for name in cells}, cells)


def missing(sheet: MapSheet) -> tuple[str, ...]:
    """The hexes of the whole grid that are not on the map, in reading order."""
    return tuple(name for name in Grid(replace(sheet.grid, absent=())).axial if name not in sheet.cells)


def with_hexes(sheet: MapSheet, hexes: Iterable[str], terrain: str) -> MapSheet:
    """The map with hexes of the grid that were missing."""
    whole = Grid(replace(sheet.grid, absent=()))
    new = {name for name in hexes if name in whole.axial and name not in sheet.cells}
    if not new:
        return sheet
    spec = replace(sheet.grid, absent=tuple(name for name in sheet.grid.absent if name not in new))
    cells = {
        name: sheet.cells.get(name, Cell(terrain))
        for name in whole.axial
        if name in new or name in sheet.cells
    }
    here = {name: name for name in sheet.cells}
    return _carried(replace(sheet, grid=spec), Grid(sheet.grid), sheet, Grid(spec), here, cells)[0]


def _carried(
    onto: MapSheet, old: Grid, sheet: MapSheet, new: Grid, where: Mapping[str, str], cells: dict[str, Cell]
) -> tuple[MapSheet, Lost]:
    """Everything that names hexes, written for the new grid."""

    def side(name: str) -> str | None:
        return _side(name, old, new, where, cells)

    hexsides = [(row, side(row.side)) for row in sheet.hexsides]
    roads = [(row, side(row.side)) for row in sheet.roads]
    kept_sides = {s: replace(row, side=s) for row, s in hexsides if s}
    kept_roads = {s: replace(row, side=s) for row, s in roads if s}
    places = [(p, tuple(where[h] for h in p.hexes if where.get(h) in cells)) for p in sheet.places]
    zones = {name: tuple(where[h] for h in z if where.get(h) in cells) for name, z in sheet.zones.items()}
    lines = [replace(row, sides=tuple(s for s in map(side, row.sides) if s)) for row in sheet.lines]
    lost = Lost(
        sum(where.get(name) not in cells for name in sheet.cells),
        tuple(p.name for p, hexes in places if not hexes),
        len(sheet.hexsides) - len(kept_sides),
        len(sheet.roads) - len(kept_roads),
    )
    made = replace(
        onto,
        cells=cells,
        hexsides=_ordered(kept_sides, [row.side for row in sheet.hexsides]),
        roads=_ordered(kept_roads, [row.side for row in sheet.roads]),
        places=tuple(replace(p, hexes=hexes) for p, hexes in places if hexes),
        zones=zones,
        lines=tuple(row for row in lines if row.sides),
    )
    return made, lost


def _ordered(rows: Mapping[str, T], before: list[str]) -> tuple[T, ...]:
    """In the order of their names where they were so before."""
    return tuple(rows[s] for s in (sorted(rows) if before == sorted(before) else rows))


def _side(name: str, old: Grid, new: Grid, where: Mapping[str, str], cells: Mapping[str, Cell]) -> str | None:
    """A hexside under its new name; None where it has no room."""
    first, _, second = name.partition("/")
    if second in old.directions:
        inner, direction = first, old.directions.index(second)
        if inner not in old.axial or where.get(inner) not in cells:
            return None
        if old.spec.orientation != new.spec.orientation:
            return None
        return _named(new, cells, new.axial[where[inner]], direction)
    ends = [where[n] for n in (first, second) if where.get(n) in cells]
    if len(ends) == 2:
        a, b = (new.axial[n] for n in ends)
        return side_name(*ends) if (b[0] - a[0], b[1] - a[1]) in DIRECTIONS else None
    if len(ends) == 1 and first in old.axial and second in old.axial:
        # One of its hexes is off the map now: it lies on the rim of the other.
        if old.spec.orientation != new.spec.orientation:
            return None
        inner, outer = (first, second) if where.get(first) in cells else (second, first)
        a, b = old.axial[inner], old.axial[outer]
        step = (b[0] - a[0], b[1] - a[1])
        if step not in DIRECTIONS:
            return None
        return _named(new, cells, new.axial[where[inner]], DIRECTIONS.index(step))
    return None


def _named(new: Grid, cells: Mapping[str, Cell], at: Axial, direction: int) -> str:
    """A hexside of a hex by direction: between two hexes of the map, or on its rim."""
    dq, dr = DIRECTIONS[direction]
    mine, there = new.label[at], new.label.get((at[0] + dq, at[1] + dr))
    return (
        side_name(mine, there)
        if there is not None and there in cells
        else f"{mine}/{new.directions[direction]}"
    )
