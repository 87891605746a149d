"""What the panels of the map editor share: the open map, the ink in the hand, how it is laid on, and what to look at.

Panels know this desk and nothing of the window. Every edit goes through :meth:`MapDesk.attempt`, so that what cannot be
done is said in one sentence and nothing is left half done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from PySide6.QtCore import QObject, Signal

from hexbench.session.editor.map_ground import ground_of, widened
from hexbench.store.strict import BadFile
from hexbench.ui.editor.desk import DraftDesk
from hexbench.ui.look.language import tell, tr

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet
    from hexbench.engine.documents.editing import Ground
    from hexbench.session.editor.map_doc import MapDraft
    from hexbench.session.game import Catalogue
    from hexbench.ui.look.palette import Palette

Part = Literal["look", "terrain", "feature", "height", "outline", "side", "road", "place", "zone", "line"]
Shape = Literal["brush", "row", "box", "fill"]
AREAS = ("terrain", "feature", "height", "outline", "zone")
"""Inks that are laid on hexes."""


class Ink(NamedTuple):
    """What the hand lays on: terrain, a feature, a level, a kind of hexside, ... ``key`` says which."""

    part: Part = "look"
    key: str = ""


class MapDesk(DraftDesk):
    """That of the map editor. ``hand_changed()``: another ink, shape or size; ``zones_shown()``: other zones are shown."""

    hand_changed = Signal()
    zones_shown = Signal()

    def __init__(
        self, draft: MapDraft, catalogue: Catalogue, palette: Palette, parent: QObject | None = None
    ) -> None:
        super().__init__(draft, palette, parent)
        self.draft = draft
        self.catalogue = catalogue
        self.ink = Ink()
        self.shape: Shape = "brush"
        self.radius = 0
        self.erasing = False
        self.banks = False
        """Filling stops at water."""
        self.name = ""
        """What rivers that are drawn are called."""
        self.shown_zones: dict[str, None] = {}
        self.counters: dict[str, object] = {}
        """A map has none; the panels the two editors share ask."""
        self._ground: tuple[MapSheet, Ground] | None = None
        self._base: Ground | None = None

    # ---- what there is
    @property
    def game(self) -> Any:
        """The game whose map it is; None: nobody's."""
        return self.catalogue.games.get(self.draft.game)

    @property
    def ground(self) -> Ground:
        """What may be on this map: what the game knows, and what is there already."""
        sheet = self.draft.sheet
        if self._ground is None or self._ground[0] is not sheet:
            if self._base is None:
                self._base = base_ground(self.catalogue, self.draft.game, sheet)
            self._ground = (sheet, widened(self._base, sheet))
        return self._ground[1]

    @property
    def base(self) -> Ground:
        """What the game knows, whatever is on the map."""
        _ = self.ground
        assert self._base is not None, "made with the ground"
        return self._base

    def kind_name(self, part: str, key: str) -> str:
        """What a kind is called."""
        rows = {
            "terrain": self.ground.terrains,
            "feature": self.ground.features,
            "side": self.ground.hexsides,
            "road": self.ground.roads,
            "line": self.ground.lines,
        }.get(part, ())
        found = next((tell(name) for one, name in rows if one == key), "")
        return capital(found or key.replace("_", " "))

    def at(self, _: str) -> str:
        """A map has no counters that could be anywhere."""
        return ""

    def choose(self, _: object) -> None:
        """Nor any to be chosen."""

    # ---- doing
    def take(self, ink: Ink, *, erasing: bool | None = None) -> None:
        """Take an ink in hand."""
        before = (self.ink, self.erasing)
        self.ink = ink
        if erasing is not None:
            self.erasing = erasing
        if (self.ink, self.erasing) != before:
            self.hand_changed.emit()

    def set_hand(
        self, *, shape: Shape | None = None, radius: int | None = None, erasing: bool | None = None
    ) -> None:
        """Lay it on otherwise: by brush of a size, in a row, in a box, by filling; or rub it out."""
        before = (self.shape, self.radius, self.erasing)
        self.shape = shape or self.shape
        self.radius = self.radius if radius is None else radius
        self.erasing = self.erasing if erasing is None else erasing
        if (self.shape, self.radius, self.erasing) != before:
            self.hand_changed.emit()

    def show_zones(self, names: dict[str, None]) -> None:
        """Show these zones on the map."""
        if names != self.shown_zones:
            self.shown_zones = names
            self.zones_shown.emit()


def capital(text: str) -> str:
    """The same with a capital letter at its beginning: games name kinds as they stand in a sentence."""
    return text[:1].upper() + text[1:]


def count_hexes(n: int) -> str:
    """So many hexes."""
    return tr("1 hex" if n == 1 else "{n} hexes", n=n)


def count_sides(n: int) -> str:
    """So many hexsides."""
    return tr("1 hexside" if n == 1 else "{n} hexsides", n=n)


def count_roads(n: int) -> str:
    """So many stretches of road."""
    return tr("1 road" if n == 1 else "{n} roads", n=n)


def count_places(n: int) -> str:
    """So many places with a name."""
    return tr("1 place" if n == 1 else "{n} places", n=n)


def base_ground(catalogue: Catalogue, game: str, sheet: MapSheet | None = None) -> Ground:
    """What a map of a game may hold."""
    tables = tables_of(catalogue, game)
    # A game none of whose scenarios can be opened is no help.
    found = catalogue.games.get(game) if tables is not None else None
    return ground_of(found, tables, [] if sheet is None or not sheet.cells else [sheet])


def tables_of(catalogue: Catalogue, game: str) -> Any:
    """The tables of a game; None where none can be had."""
    if game not in catalogue.games:
        return None
    for info in catalogue.scenarios(game):
        try:
            return catalogue.load_scenario(game, info.name).bound.rules.tables
        except BadFile:
            continue
    return None


def hand_words(desk: MapDesk) -> str:
    """The hand in words, for the status bar."""
    ink = desk.ink
    if ink.part == "look":
        return tr("Look: a click shows the hex")
    what = {
        "height": {"up": tr("higher"), "down": tr("lower")}.get(ink.key, tr("level {n}", n=ink.key)),
        "outline": tr("outline of the map"),
        "place": tr("places"),
        "zone": tr("zone {name}", name=ink.key),
        "line": tr("line {name}", name=ink.key),
    }.get(ink.part) or desk.kind_name(ink.part, ink.key)
    if desk.erasing:
        return tr("Rub out: {what}", what=what)
    return tr("Draw: {what}", what=what)
