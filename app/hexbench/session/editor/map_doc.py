"""An open map: its file as a document, the map it describes, and edits as differences between two maps."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import Cell, MapSheet
from hexbench.engine.documents.editing import MapVocabulary, Zones, editing_of
from hexbench.engine.values import Say, Wrong, say
from hexbench.hexes.grid import Grid, GridSpec
from hexbench.session.editor.document import MAIN, Document, Patch
from hexbench.session.editor.draft import Draft
from hexbench.session.editor.map_difference import Difference, differences, patches, taken_back, told
from hexbench.session.game import Catalogue
from hexbench.store.maps import FORMAT, VERSION
from hexbench.store.strict import BadFile, CannotWrite, check_header, convert, read_raw

FOLDER: Final = "maps"
"""The folder of the player's own maps within the player's data."""
_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
"""The letters allowed in a map's key."""


class MapDraft(Draft):
    """A map being edited. ``game``: the game whose vocabulary it uses; empty for none."""

    def __init__(self, start: Document, path: Path | None = None, game: str = "") -> None:
        """Raises BadFile if the document is not a map."""
        super().__init__(start, path)
        self.game = game
        self.catalogue: Catalogue | None = None
        """The catalogue whose own maps it may become one of; None: it keeps its key wherever it is saved."""
        self._made: tuple[Document, MapSheet] | None = None
        self._atlas: tuple[MapSheet, Atlas] | None = None
        self.opened = self.sheet
        """The map as it was opened."""

    @property
    def sheet(self) -> MapSheet:
        """The map described by the document. Raises BadFile."""
        document = self.document
        if self._made is None or self._made[0] is not document:
            file = str(self.path) if self.path is not None else ""
            self._made = (document, convert(document.main, MapSheet, file))
        return self._made[1]

    @property
    def atlas(self) -> Atlas:
        """The map ready for queries; anything off its grid is left out (the checks report it). Raises
        BadFile.
        """
        sheet = self.sheet
        if self._atlas is None or self._atlas[0] is not sheet:
            before = self._atlas[1] if self._atlas is not None else None
            self._atlas = (sheet, atlas_of(sheet, before))
        return self._atlas[1]

    # ---- editing
    def change(self, what: Say, sheet: MapSheet) -> bool:
        """Replace the map as one edit; False if nothing changes."""
        made = patches(self.sheet, sheet, self.document.main)
        return self.do(what, made) if made else False

    def edit(self, what: Say, *steps: Callable[[MapSheet], MapSheet]) -> bool:
        """Apply operations in order as one edit. Raises ValueError (one sentence), leaving the map unchanged."""
        sheet = self.sheet
        for step in steps:
            sheet = step(sheet)
        return self.change(what, sheet)

    def take_back(self, changes: Iterable[Difference]) -> bool:
        """Revert these differences to their old values, as one edit."""
        chosen = tuple(changes)
        if not chosen:
            return False
        what = told(chosen[0]) if len(chosen) == 1 else say("{n} differences", n=len(chosen))
        return self.change(say("Revert: {what}", what=what), taken_back(self.sheet, chosen))

    # ---- files
    def _named_for(self, target: Path) -> tuple[Say, tuple[Patch, ...]]:
        """Give a map saved among the player's own the name of its file as its key, because that is how it is
        looked up. It may not have the key of a supplied map, which would hide it.
        """
        what = say("Rename to {name}", name=target.stem)
        if not self.among_own(target) or self.catalogue is None:
            return what, ()
        try:
            key = good_key(self.catalogue, target.stem)
        except Wrong as fault:
            raise CannotWrite(fault.say, str(target)) from None
        return what, () if self.sheet.key == key else (Patch(keys=("key",), value=key),)

    def among_own(self, path: Path | None) -> bool:
        """Whether a file is one of the player's own maps."""
        return path is not None and self.catalogue is not None and path.parent == self.catalogue.places.maps

    @property
    def changed(self) -> tuple[Difference, ...]:
        """Everything that differs from the map as it was opened."""
        return differences(self.opened, self.sheet)


def atlas_of(sheet: MapSheet, before: Atlas | None = None) -> Atlas:
    """An atlas of a map that may be inconsistent: anything off the grid is left out. Raises BadFile for a bad
    grid.

    ``before`` is an earlier atlas. If it has the same outline its adjacency tables are reused; otherwise its
    grid, if that is the same.
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
    """The same map without anything that is off it."""
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
    key: str, title: str, spec: GridSpec, ground: MapVocabulary, *, game: str = "", kilometres: float = 1.0
) -> MapDraft:
    """A new map: every hex has the first terrain at the lowest level, and every zone of the game is empty.
    Raises ValueError (one sentence) for a contradictory grid.
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
    """A map as the plain content of its file."""
    made: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(sheet))
    return made


# ---- names -----------------------------------------------------------------------------------------------------------
def good_key(catalogue: Catalogue, text: str) -> str:
    """The key typed for one of the player's own maps, checked. Raises Wrong."""
    key = text.strip()
    if not key or not set(key) <= _LETTERS:
        raise Wrong(say("A key consists of lower-case letters, digits and _, such as my_map."))
    path = _known(catalogue, key)
    if path is not None and catalogue.ships(path):
        raise Wrong(say("A map that comes with the program already has this key: choose another one."))
    return key


def new_key(catalogue: Catalogue, text: str) -> str:
    """The same for a map that has no file yet: its key must not be that of another own map either. Raises
    Wrong.
    """
    key = good_key(catalogue, text)
    if _known(catalogue, key) is not None:
        raise Wrong(say("You already have a map with this key: choose another one."))
    return key


def free_key(catalogue: Catalogue, like: str) -> str:
    """A key that no map has: this one, with a number appended if necessary."""
    keys = (f"{like}_{n}" if n > 1 else like for n in itertools.count(1))
    return next(key for key in keys if _known(catalogue, key) is None)


def _known(catalogue: Catalogue, key: str) -> Path | None:
    """The file of a map; None if no map has this key."""
    try:
        return catalogue.map_path(key)
    except BadFile:
        return None


# What a map of a game may contain: as declared by the game, or collected from maps if it declares nothing.

Words = tuple[tuple[str, Say], ...]
GENERAL = MapVocabulary(
    terrains=(
        ("clear", say("Clear")),
        ("woods", say("Woods")),
        ("rough", say("Rough")),
        ("marsh", say("Marsh")),
    ),
    features=(("town", say("Town")), ("city", say("City"))),
    hexsides=(
        ("river", say("River")),
        ("bridge", say("Bridge")),
        ("ford", say("Ford")),
        ("cliff", say("Cliff")),
    ),
    with_=(("bridge", "river"), ("ford", "river")),
    roads=(("main", say("Main road")), ("second", say("Secondary road"))),
    lines=(("front", say("Front")), ("border", say("Border"))),
    elevations=(0, 4),
)
"""What most maps contain, for a game that declares nothing."""


def named(key: str) -> Say:
    """A key of a map turned into a name."""
    return say("{key}", key=key.replace("_", " ").replace(".", " ").capitalize())


def ground_of(game: Any, tables: Any = None, sheets: Iterable[MapSheet] = ()) -> MapVocabulary:
    """The vocabulary for maps of a game; without a declaration, what these maps contain and what most maps
    do.
    """
    editing = editing_of(game) if game is not None else None
    if editing is not None:
        return editing.ground(tables)
    found = tuple(sheets)
    return gathered(found) if found else GENERAL


def gathered(sheets: Iterable[MapSheet]) -> MapVocabulary:
    """The vocabulary collected from maps."""
    terrains, features, sides, roads, lines = ({} for _ in range(5))  # type: ignore[var-annotated]
    zones: dict[str, None] = {}
    with_: dict[tuple[str, str], None] = {}
    heights = {0}
    for sheet in sheets:
        # A map of thousands of hexes consists of few kinds of cell.
        for terrain, on, height in {(c.terrain, c.features, c.elevation) for c in sheet.cells.values()}:
            terrains[terrain] = None
            features.update(dict.fromkeys(on))
            heights.add(height)
        for side in sheet.hexsides:
            sides.update(dict.fromkeys(side.kinds))
            with_.update(
                {(k, "river"): None for k in side.kinds if k in ("bridge", "ford") and "river" in side.kinds}
            )
        roads.update({road.kind: None for road in sheet.roads})
        lines.update({line.kind: None for line in sheet.lines})
        zones.update(dict.fromkeys(sheet.zones))

    def words(kinds: Iterable[str]) -> Words:
        return tuple((kind, named(kind)) for kind in kinds)

    ordered = sorted(terrains, key=lambda kind: (kind != "clear", kind))
    return MapVocabulary(
        terrains=words(ordered) or GENERAL.terrains,
        features=words(sorted(features)),
        hexsides=words(sorted(sides)),
        with_=tuple(sorted(with_)),
        roads=words(sorted(roads)),
        lines=words(sorted(lines)),
        elevations=(min(heights), max(heights)),
        zones=Zones(
            path=("zones",),
            names=words(sorted(name for name in zones if "." not in name)),
            families=words(sorted({f"{name.partition('.')[0]}." for name in zones if "." in name})),
        ),
    )


def widened(ground: MapVocabulary, sheet: MapSheet) -> MapVocabulary:
    """The vocabulary extended by what is on a map, so that everything there can be edited."""
    mine = gathered([sheet])

    def joined(a: Words, b: Words) -> Words:
        have = {key for key, _ in a}
        return (*a, *(row for row in b if row[0] not in have))

    low, high = (min(ground.elevations[0], mine.elevations[0]), max(ground.elevations[1], mine.elevations[1]))
    return MapVocabulary(
        terrains=joined(ground.terrains, tuple(r for r in mine.terrains if sheet.cells)),
        features=joined(ground.features, mine.features),
        hexsides=joined(ground.hexsides, mine.hexsides),
        with_=ground.with_,
        roads=joined(ground.roads, mine.roads),
        lines=joined(ground.lines, mine.lines),
        elevations=(low, high),
        zones=ground.zones,
    )


def same_hexside(ground: MapVocabulary, kind: str) -> tuple[str, ...]:
    """The kinds a kind depends on: one of them must run along the hexside first (a bridge needs a river)."""
    return tuple(other for one, other in ground.with_ if one == kind)
