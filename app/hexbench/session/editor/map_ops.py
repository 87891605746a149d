"""Operations on a map: each returns a new map and knows nothing about its caller.

None of them raises for a hex or hexside that is not on the map: it is ignored, because a stroke that goes
over the edge means only what is on the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from hexbench.atlas.atlas import side_name
from hexbench.atlas.sheet import Cell, Correction, Hexside, Line, MapSheet, Place, Road
from hexbench.engine.values import Wrong, say
from hexbench.hexes.coords import DIRECTIONS, Axial
from hexbench.hexes.grid import Grid, GridSpec
from hexbench.session.editor.map_difference import Difference, tells_of, told, with_rows


# ---- hexes -----------------------------------------------------------------------------------------------------------
def _cells(sheet: MapSheet, changed: Mapping[str, Cell]) -> MapSheet:
    return replace(sheet, cells={**sheet.cells, **changed}) if changed else sheet


def paint(sheet: MapSheet, hexes: Iterable[str], terrain: str) -> MapSheet:
    """Give these hexes a terrain; their features stay."""
    cells = sheet.cells
    return _cells(
        sheet,
        {n: replace(cells[n], terrain=terrain) for n in hexes if n in cells and cells[n].terrain != terrain},
    )


def feature(sheet: MapSheet, hexes: Iterable[str], name: str, on: bool) -> MapSheet:
    """Add a feature (a town, a wall) to these hexes, or remove it."""
    changed: dict[str, Cell] = {}
    for at in hexes:
        cell = sheet.cells.get(at)
        if cell is not None and (name in cell.features) != on:
            names = {*cell.features, name} if on else set(cell.features) - {name}
            changed[at] = replace(cell, features=tuple(sorted(names)))
    return _cells(sheet, changed)


def raised(sheet: MapSheet, hexes: Iterable[str], by: int, least: int, most: int) -> MapSheet:
    """Raise or lower these hexes by some levels, within the game's range."""
    changed: dict[str, Cell] = {}
    for at in hexes:
        cell = sheet.cells.get(at)
        if cell is not None:
            level = min(most, max(least, cell.elevation + by))
            if level != cell.elevation:
                changed[at] = replace(cell, elevation=level)
    return _cells(sheet, changed)


def level(sheet: MapSheet, hexes: Iterable[str], height: int) -> MapSheet:
    """Set these hexes to one level."""
    cells = sheet.cells
    return _cells(
        sheet,
        {
            n: replace(cells[n], elevation=height)
            for n in hexes
            if n in cells and cells[n].elevation != height
        },
    )


# ---- hexsides --------------------------------------------------------------------------------------------------------
def put_sides(sheet: MapSheet, sides: Iterable[str], kinds: Sequence[str], name: str = "") -> MapSheet:
    """Add kinds to hexsides, next to what runs there already; ``name`` renames what is there."""
    known = {row.side: row for row in sheet.hexsides}
    wanted: dict[str, Any] = {}
    for side in sides:
        old = known.get(side)
        have = old.kinds if old is not None else ()
        new = Hexside(
            side, (*have, *(k for k in kinds if k not in have)), name or (old.name if old is not None else "")
        )
        if new != old:
            wanted[side] = new
    return _rows(sheet, "hexsides", wanted)


def drop_sides(sheet: MapSheet, sides: Iterable[str], kinds: Sequence[str] = ()) -> MapSheet:
    """Remove kinds from hexsides; without kinds, everything that runs there. An empty hexside is removed."""
    known = {row.side: row for row in sheet.hexsides}
    wanted: dict[str, Any] = {}
    for side in sides:
        old = known.get(side)
        if old is None:
            continue
        left = tuple(k for k in old.kinds if kinds and k not in kinds)
        if left != old.kinds:
            wanted[side] = replace(old, kinds=left) if left else None
    return _rows(sheet, "hexsides", wanted)


def name_sides(sheet: MapSheet, sides: Iterable[str], name: str) -> MapSheet:
    """Give what runs along these hexsides a name; an empty one removes it."""
    chosen = set(sides)
    wanted = {
        row.side: replace(row, name=name) for row in sheet.hexsides if row.side in chosen and row.name != name
    }
    return _rows(sheet, "hexsides", wanted)


def _rows(sheet: MapSheet, part: str, wanted: Mapping[str, Any]) -> MapSheet:
    return replace(sheet, **{part: with_rows(getattr(sheet, part), part, wanted)}) if wanted else sheet


# ---- roads -----------------------------------------------------------------------------------------------------------
def put_roads(sheet: MapSheet, sides: Iterable[str], kind: str) -> MapSheet:
    """Place roads of one kind across these hexsides."""
    known = {row.side: row for row in sheet.roads}
    wanted = {s: Road(s, kind) for s in sides if s not in known or known[s].kind != kind}
    return _rows(sheet, "roads", wanted)


def drop_roads(sheet: MapSheet, sides: Iterable[str]) -> MapSheet:
    """Remove the roads across these hexsides."""
    known = {row.side for row in sheet.roads}
    return _rows(sheet, "roads", {s: None for s in sides if s in known})


# ---- names -----------------------------------------------------------------------------------------------------------
def put_place(sheet: MapSheet, place: Place, instead: str = "") -> MapSheet:
    """Add a place or replace another. Raises ValueError (one sentence) for a name that is taken or empty."""
    if not place.name.strip():
        raise Wrong(say("A place needs a name."))
    if not place.hexes:
        raise Wrong(say("A place needs at least one hex."))
    rows = list(sheet.places)
    if place.name != instead and any(row.name == place.name for row in rows):
        raise Wrong(say("There is already a place named {name}.", name=place.name))
    at = next((k for k, row in enumerate(rows) if instead and row.name == instead), None)
    if at is None:
        rows.append(place)
    else:
        rows[at] = place
    return replace(sheet, places=tuple(rows))


def drop_places(sheet: MapSheet, names: Iterable[str]) -> MapSheet:
    """Remove these places."""
    gone = set(names)
    kept = tuple(row for row in sheet.places if row.name not in gone)
    return sheet if len(kept) == len(sheet.places) else replace(sheet, places=kept)


# ---- zones -----------------------------------------------------------------------------------------------------------
def zone(sheet: MapSheet, name: str, add: Iterable[str] = (), drop: Iterable[str] = ()) -> MapSheet:
    """Add hexes to a zone or remove them; its hexes stay in map order. A new zone starts empty."""
    if not name.strip():
        raise Wrong(say("A zone needs a name."))
    gone = set(drop)
    have = {at: None for at in sheet.zones.get(name, ()) if at not in gone}
    come = [at for at in add if at in sheet.cells and at not in have]
    hexes = tuple(have)
    if come:
        order = {at: i for i, at in enumerate(Grid(sheet.grid).axial)}
        hexes = tuple(sorted((*have, *come), key=lambda at: (order.get(at, -1), at)))
    if name in sheet.zones and hexes == sheet.zones[name]:
        return sheet
    return replace(sheet, zones={**sheet.zones, name: hexes})


def rename_zone(sheet: MapSheet, old: str, new: str) -> MapSheet:
    """Rename a zone. Raises ValueError (one sentence) for a name that is taken or empty."""
    if not new.strip():
        raise Wrong(say("A zone needs a name."))
    if new != old and new in sheet.zones:
        raise Wrong(say("There is already a zone named {name}.", name=new))
    return replace(sheet, zones={new if name == old else name: hexes for name, hexes in sheet.zones.items()})


def drop_zone(sheet: MapSheet, name: str) -> MapSheet:
    """Remove a zone."""
    return replace(sheet, zones={key: hexes for key, hexes in sheet.zones.items() if key != name})


# ---- lines and the rest ----------------------------------------------------------------------------------------------
def put_line(sheet: MapSheet, line: Line) -> MapSheet:
    """Add a named line along hexsides, or replace the one of that name; a line without hexsides is removed."""
    if not line.name.strip():
        raise Wrong(say("A line needs a name."))
    return _rows(sheet, "lines", {line.name: line if line.sides else None})


def correct(sheet: MapSheet, what: str, why: str) -> MapSheet:
    """Record a correction: what was changed by hand, and why; an empty ``why`` removes it."""
    return _rows(sheet, "corrections", {what: Correction(what, why) if why else None})


def correct_difference(sheet: MapSheet, one: Difference, why: str) -> MapSheet:
    """Record a difference as a correction, in place of what the list already says about the same thing."""
    new, rows = Correction(str(told(one)), why), list[Correction]()
    for row in sheet.corrections:
        if not tells_of(row.what, one):
            rows.append(row)
        elif new not in rows:
            rows.append(new)
    return replace(sheet, corrections=tuple(rows if new in rows else [*rows, new]))


def head(sheet: MapSheet, **fields: Any) -> MapSheet:
    """Title, key, provenance and the like."""
    return replace(sheet, **fields)


# Changes to the outline and numbering of a map with everything on it: grow, shrink, renumber, remove hexes,
# change the offset.

T = TypeVar("T")


class Lost(NamedTuple):
    """What a new outline left no room for."""

    hexes: int
    places: tuple[str, ...]
    hexsides: int
    roads: int

    @property
    def nothing(self) -> bool:
        """Whether nothing was lost."""
        return not (self.hexes or self.places or self.hexsides or self.roads)


def regrid(
    sheet: MapSheet, spec: GridSpec, terrain: str, *, by: tuple[int, int] = (0, 0), keep_missing: bool = True
) -> tuple[MapSheet, Lost]:
    """The map on another grid.

    A hex goes to its old column and row, moved by ``by`` columns and rows; new hexes are ``terrain``. Hexes
    within the old grid that were not on the map stay off it with ``keep_missing``. If the grid has the same
    shape, hexsides and roads move along; if not (another orientation or offset), only those between hexes
    that are still adjacent. Raises ValueError (one sentence) for a contradictory grid.
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
    """Add rows and columns on each edge, or remove them for negative numbers; the first column and row keep
    their numbers.
    """
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
    """The map with missing hexes of the grid restored."""
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
    """Everything that names hexes, rewritten for the new grid."""

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
    """Sorted by name if it was sorted before."""
    return tuple(rows[s] for s in (sorted(rows) if before == sorted(before) else rows))


def _side(name: str, old: Grid, new: Grid, where: Mapping[str, str], cells: Mapping[str, Cell]) -> str | None:
    """The new name of a hexside; None if it has no room."""
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
        # One of its hexes is now off the map, so it is on the edge of the other.
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
    """The name of a hexside, given a hex and direction: between two hexes of the map, or on its edge."""
    dq, dr = DIRECTIONS[direction]
    mine, there = new.label[at], new.label.get((at[0] + dq, at[1] + dr))
    return (
        side_name(mine, there)
        if there is not None and there in cells
        else f"{mine}/{new.directions[direction]}"
    )
