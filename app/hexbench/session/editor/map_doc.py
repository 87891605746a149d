"""An open map: its file as a document, the map it means, and edits that are the difference between two maps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import Cell, MapSheet
from hexbench.engine.documents.editing import Ground
from hexbench.engine.values import Say, say
from hexbench.hexes.grid import Grid, GridSpec
from hexbench.session.editor.document import MAIN, Document
from hexbench.session.editor.draft import Draft
from hexbench.session.editor.map_difference import Difference, differences, patches, taken_back, told
from hexbench.store.maps import FORMAT, VERSION
from hexbench.store.strict import BadFile, check_header, convert, read_raw

FOLDER: Final = "maps"
"""Under the player's data: where maps of one's own lie."""


class MapDraft(Draft):
    """A map under edit. ``game``: whose ground it is drawn with; empty for none."""

    def __init__(self, start: Document, path: Path | None = None, game: str = "") -> None:
        """Raises BadFile when the document is no map at all."""
        super().__init__(start, path)
        self.game = game
        self._made: tuple[Document, MapSheet] | None = None
        self._atlas: tuple[MapSheet, Atlas] | None = None
        self.opened = self.sheet
        """The map as it was opened."""

    @property
    def sheet(self) -> MapSheet:
        """The map the document means. Raises BadFile."""
        document = self.document
        if self._made is None or self._made[0] is not document:
            file = str(self.path) if self.path is not None else ""
            self._made = (document, convert(document.main, MapSheet, file))
        return self._made[1]

    @property
    def atlas(self) -> Atlas:
        """The map ready to be asked; what is not on its grid is left out (the checks tell it). Raises BadFile."""
        sheet = self.sheet
        if self._atlas is None or self._atlas[0] is not sheet:
            before = self._atlas[1] if self._atlas is not None else None
            self._atlas = (sheet, atlas_of(sheet, before))
        return self._atlas[1]

    # ---- editing
    def change(self, what: Say, sheet: MapSheet) -> bool:
        """Make this the map, as one edit; False: that is how it was."""
        made = patches(self.sheet, sheet, self.document.main)
        return self.do(what, made) if made else False

    def edit(self, what: Say, *steps: Callable[[MapSheet], MapSheet]) -> bool:
        """Do operations one after the other, as one edit. Raises ValueError (one sentence); nothing has changed then."""
        sheet = self.sheet
        for step in steps:
            sheet = step(sheet)
        return self.change(what, sheet)

    def take_back(self, changes: Iterable[Difference]) -> bool:
        """Let what was old in these differences stand again, as one edit."""
        chosen = tuple(changes)
        if not chosen:
            return False
        what = told(chosen[0]) if len(chosen) == 1 else say("{n} differences", n=len(chosen))
        return self.change(say("Take back: {what}", what=what), taken_back(self.sheet, chosen))

    @property
    def changed(self) -> tuple[Difference, ...]:
        """Everything that is not as it was opened."""
        return differences(self.opened, self.sheet)


def atlas_of(sheet: MapSheet, before: Atlas | None = None) -> Atlas:
    """An atlas of a map that may be unsound: what is not on the grid is left out. Raises BadFile for a bad grid.

    ``before`` is an atlas of the same outline, whose neighbourhoods are taken over; of another one, its grid where that is
    the same.
    """
    try:
        if (
            before is not None
            and before.sheet.grid == sheet.grid
            and before.sheet.cells.keys() == sheet.cells.keys()
        ):
            return before.revised(sound(sheet, before))
        bare = replace(sheet, hexsides=(), roads=(), places=(), zones={}, lines=())
        known = before.grid if before is not None else None
        grid = known if known is not None and known.spec == sheet.grid else Grid(sheet.grid)
        bare = replace(bare, cells={name: cell for name, cell in sheet.cells.items() if name in grid.axial})
        atlas = Atlas(bare, grid)
        return atlas.revised(sound(replace(sheet, cells=bare.cells), atlas))
    except ValueError as fault:
        raise BadFile(str(fault), "", "grid", ("grid",)) from None


def sound(sheet: MapSheet, atlas: Atlas) -> MapSheet:
    """The same map without what lies off it."""
    index = atlas.index
    known = {row.side for row in atlas.sheet.hexsides} | {row.side for row in atlas.sheet.roads}

    def on(side: str) -> bool:
        if side in known:
            return True
        try:
            return bool(atlas.side_keys(side))
        except ValueError:
            return False

    hexsides, roads = (
        tuple(r for r in sheet.hexsides if on(r.side)),
        tuple(r for r in sheet.roads if on(r.side)),
    )
    places = tuple(p for p in sheet.places if p.hexes and all(h in index for h in p.hexes))
    zones = {name: tuple(h for h in hexes if h in index) for name, hexes in sheet.zones.items()}
    lines = tuple(replace(row, sides=tuple(s for s in row.sides if on(s))) for row in sheet.lines)
    kept = {
        "hexsides": hexsides if len(hexsides) != len(sheet.hexsides) else sheet.hexsides,
        "roads": roads if len(roads) != len(sheet.roads) else sheet.roads,
        "places": places if len(places) != len(sheet.places) else sheet.places,
        "lines": lines if lines != sheet.lines else sheet.lines,
        "zones": zones if zones != sheet.zones else sheet.zones,
    }
    return sheet if all(getattr(sheet, part) is row for part, row in kept.items()) else replace(sheet, **kept)


# ---- beginning -------------------------------------------------------------------------------------------------------
def open_map(path: Path, game: str = "") -> MapDraft:
    """A map from its file. Raises BadFile."""
    raw = read_raw(path)
    check_header(raw, (FORMAT,), VERSION, str(path))
    return MapDraft(Document({MAIN: raw}), path, game)


def new_map(
    key: str, title: str, spec: GridSpec, ground: Ground, *, game: str = "", kilometres: float = 1.0
) -> MapDraft:
    """A map from nothing: every hex the ground's first terrain, at its lowest level, every zone of the game empty.

    Raises ValueError (one sentence) for a grid that contradicts itself.
    """
    terrain, low = ground.terrains[0][0], max(0, ground.elevations[0])
    sheet = MapSheet(
        format="hexbench-map",
        version=1,
        key=key,
        title=title,
        source="reconstruction",
        provenance="Drawn by hand.",
        kilometres_per_hex=kilometres,
        grid=spec,
        cells={name: Cell(terrain, (), low) for name in Grid(spec).axial},
        zones={name: () for name, _ in ground.zones.names},
    )
    return MapDraft(Document({MAIN: plain(sheet)}), None, game)


def plain(sheet: MapSheet) -> dict[str, Any]:
    """A map as its file holds it."""
    made: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(sheet))
    return made
