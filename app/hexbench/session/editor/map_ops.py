"""What may be done to a map: each operation makes a new map of an old one and knows nothing of who asked.

Nothing here raises for a hex or hexside that is not on the map: it is left out, because a hand that paints over the
rim means what lies on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from hexbench.atlas.sheet import Cell, Correction, Hexside, Line, MapSheet, Place, Road
from hexbench.engine.values import Wrong, say
from hexbench.hexes.grid import Grid
from hexbench.session.editor.map_difference import with_rows


# ---- hexes -----------------------------------------------------------------------------------------------------------
def _cells(sheet: MapSheet, changed: Mapping[str, Cell]) -> MapSheet:
    return replace(sheet, cells={**sheet.cells, **changed}) if changed else sheet


def paint(sheet: MapSheet, hexes: Iterable[str], terrain: str) -> MapSheet:
    """These hexes are that terrain; what stands on them stays."""
    cells = sheet.cells
    return _cells(
        sheet,
        {n: replace(cells[n], terrain=terrain) for n in hexes if n in cells and cells[n].terrain != terrain},
    )


def feature(sheet: MapSheet, hexes: Iterable[str], name: str, on: bool) -> MapSheet:
    """Something stands on these hexes (a town, a wall), or no longer does."""
    changed: dict[str, Cell] = {}
    for at in hexes:
        cell = sheet.cells.get(at)
        if cell is not None and (name in cell.features) != on:
            names = {*cell.features, name} if on else set(cell.features) - {name}
            changed[at] = replace(cell, features=tuple(sorted(names)))
    return _cells(sheet, changed)


def raised(sheet: MapSheet, hexes: Iterable[str], by: int, least: int, most: int) -> MapSheet:
    """These hexes some levels higher or lower, within what the game knows."""
    changed: dict[str, Cell] = {}
    for at in hexes:
        cell = sheet.cells.get(at)
        if cell is not None:
            level = min(most, max(least, cell.elevation + by))
            if level != cell.elevation:
                changed[at] = replace(cell, elevation=level)
    return _cells(sheet, changed)


def level(sheet: MapSheet, hexes: Iterable[str], height: int) -> MapSheet:
    """These hexes all at one level."""
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
    """Kinds laid along hexsides, beside what runs there; a ``name`` renames what is there."""
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
    """Kinds taken off hexsides; without kinds, all that runs there. A hexside with nothing left is plain again."""
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
    """What runs along these hexsides has that name; empty: none."""
    chosen = set(sides)
    wanted = {
        row.side: replace(row, name=name) for row in sheet.hexsides if row.side in chosen and row.name != name
    }
    return _rows(sheet, "hexsides", wanted)


def _rows(sheet: MapSheet, part: str, wanted: Mapping[str, Any]) -> MapSheet:
    return replace(sheet, **{part: with_rows(getattr(sheet, part), part, wanted)}) if wanted else sheet


# ---- roads -----------------------------------------------------------------------------------------------------------
def put_roads(sheet: MapSheet, sides: Iterable[str], kind: str) -> MapSheet:
    """Roads of one kind through these hexsides."""
    known = {row.side: row for row in sheet.roads}
    wanted = {s: Road(s, kind) for s in sides if s not in known or known[s].kind != kind}
    return _rows(sheet, "roads", wanted)


def drop_roads(sheet: MapSheet, sides: Iterable[str]) -> MapSheet:
    """No road through these hexsides."""
    known = {row.side for row in sheet.roads}
    return _rows(sheet, "roads", {s: None for s in sides if s in known})


# ---- names -----------------------------------------------------------------------------------------------------------
def put_place(sheet: MapSheet, place: Place, instead: str = "") -> MapSheet:
    """A place, new or in the stead of another. Raises ValueError (one sentence) for a name that is taken or empty."""
    if not place.name.strip():
        raise Wrong(say("A place needs a name."))
    if not place.hexes:
        raise Wrong(say("A place lies in at least one hex."))
    rows = list(sheet.places)
    if place.name != instead and any(row.name == place.name for row in rows):
        raise Wrong(say("There is a place named {name} already.", name=place.name))
    at = next((k for k, row in enumerate(rows) if instead and row.name == instead), None)
    if at is None:
        rows.append(place)
    else:
        rows[at] = place
    return replace(sheet, places=tuple(rows))


def drop_places(sheet: MapSheet, names: Iterable[str]) -> MapSheet:
    """These places are gone."""
    gone = set(names)
    kept = tuple(row for row in sheet.places if row.name not in gone)
    return sheet if len(kept) == len(sheet.places) else replace(sheet, places=kept)


# ---- zones -----------------------------------------------------------------------------------------------------------
def zone(sheet: MapSheet, name: str, add: Iterable[str] = (), drop: Iterable[str] = ()) -> MapSheet:
    """Hexes taken into a zone or out of it; in the order of the map. A zone that is new begins empty."""
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
    """Another name for a zone. Raises ValueError (one sentence) for a name that is taken or empty."""
    if not new.strip():
        raise Wrong(say("A zone needs a name."))
    if new != old and new in sheet.zones:
        raise Wrong(say("There is a zone named {name} already.", name=new))
    return replace(sheet, zones={new if name == old else name: hexes for name, hexes in sheet.zones.items()})


def drop_zone(sheet: MapSheet, name: str) -> MapSheet:
    """No such zone."""
    return replace(sheet, zones={key: hexes for key, hexes in sheet.zones.items() if key != name})


# ---- lines and the rest ----------------------------------------------------------------------------------------------
def put_line(sheet: MapSheet, line: Line) -> MapSheet:
    """A named line along hexsides, new or in the stead of the one of that name; one without hexsides is gone."""
    if not line.name.strip():
        raise Wrong(say("A line needs a name."))
    return _rows(sheet, "lines", {line.name: line if line.sides else None})


def correct(sheet: MapSheet, what: str, why: str) -> MapSheet:
    """A correction told: what a hand changed, and why; an empty ``why`` takes it away."""
    return _rows(sheet, "corrections", {what: Correction(what, why) if why else None})


def head(sheet: MapSheet, **fields: Any) -> MapSheet:
    """Title, key, provenance and the like."""
    return replace(sheet, **fields)
