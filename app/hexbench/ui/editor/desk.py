"""State shared by the panels of the editors: the open draft, the selection, and requests to show something.

Panels know this desk but not the window. Every edit goes through :meth:`DraftDesk.attempt`, so that an
impossible one is reported in one sentence and nothing is left half done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFormLayout, QListWidget, QVBoxLayout, QWidget

from hexbench.session.editor.map_doc import ground_of, widened
from hexbench.session.editor.naming import keys_said, why_said
from hexbench.store.strict import BadFile
from hexbench.ui.docks.units import CounterPictures
from hexbench.ui.look.language import tell, tr, why, word
from hexbench.ui.widgets.background import LatePanel, Later
from hexbench.ui.widgets.parts import heading, named, scrolled, wrapped_label

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet
    from hexbench.engine.display import Face
    from hexbench.engine.documents.editing import DataTable, MapVocabulary, Turn
    from hexbench.engine.seat import Seat
    from hexbench.engine.values import Say
    from hexbench.session.editor.document import Key
    from hexbench.session.editor.draft import Draft, Edited, Finding
    from hexbench.session.editor.map_doc import MapDraft
    from hexbench.session.editor.scenario import ScenarioDraft
    from hexbench.session.game import Catalogue
    from hexbench.ui.look.palette import Palette


class DraftDesk(QObject):
    """What the desks of all editors have: an open draft, a hex under the cursor, findings, and one way to
    edit.

    Signals, all sent after the fact: ``changed(Edited)``: the draft was edited; ``hex_changed()``: the cursor
    is in another hex; ``found()``: other findings; ``dressed()``: other colours. Requests:
    ``hexes_lit(tuple)``, ``place_asked(hex, box or unit)``, ``told(sentence)``, ``failed(sentence)``.
    """

    changed = Signal(object)
    hex_changed = Signal()
    found = Signal()
    dressed = Signal()
    hexes_lit = Signal(object)
    place_asked = Signal(str)
    told = Signal(str)
    failed = Signal(str)

    def __init__(self, draft: Draft, palette: Palette, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.draft = draft
        self.palette = palette
        self.later = Later(self)
        self.hex = ""
        self.findings: tuple[Finding, ...] = ()
        draft.listeners.append(self._on_edited)

    def attempt(self, edit: Callable[[], Any]) -> bool:
        """Make an edit; False, after reporting why, if it is impossible."""
        try:
            edit()
        except (BadFile, ValueError) as fault:
            self.failed.emit(self.why(fault))
            return False
        return True

    def why(self, fault: Exception) -> str:
        """The reason something is impossible, in the chosen language."""
        return why(fault)

    def called(self, keys: Sequence[Key]) -> str:
        """The name shown for a place in the document; empty if it has none."""
        return ""

    def study(self, at: str) -> None:
        """Record the hex under the cursor."""
        if at != self.hex:
            self.hex = at
            self.hex_changed.emit()

    def find(self, findings: tuple[Finding, ...]) -> None:
        """Replace the findings."""
        if findings != self.findings:
            self.findings = findings
            self.found.emit()

    def dress(self, palette: Palette) -> None:
        """Use other colours from now on."""
        self.palette = palette
        self.dressed.emit()

    def leave(self) -> None:
        """Stop listening to the draft."""
        if self._on_edited in self.draft.listeners:
            self.draft.listeners.remove(self._on_edited)

    def _on_edited(self, edited: Edited) -> None:
        self.changed.emit(edited)


class EditDesk(DraftDesk):
    """The scenario editor's desk. ``units_changed()``: the selection has changed."""

    draft: ScenarioDraft
    units_changed = Signal()

    def __init__(self, draft: ScenarioDraft, palette: Palette, parent: QObject | None = None) -> None:
        super().__init__(draft, palette, parent)
        self.pictures = CounterPictures(palette)
        self.units: tuple[str, ...] = ()
        self._faces: dict[str, tuple[Face, str]] | None = None
        self._entries: dict[str, dict[str, Any]] | None = None
        self._stacks: dict[str, tuple[str, ...]] | None = None
        self._ground: dict[str, str] | None = None

    # ---- what there is
    @property
    def seat(self) -> Seat | None:
        """The umpire's seat at the opening position, or at the last one that could be begun."""
        return self.draft.seat

    @property
    def counters(self) -> dict[str, tuple[Face, str]]:
        """unit -> its counter and its place (empty: not placed), in document order."""
        if self._faces is None:
            self._faces = self.draft.faces()
        return self._faces

    @property
    def entries(self) -> dict[str, dict[str, Any]]:
        """Every counter's entry by its id."""
        if self._entries is None:
            self._entries = self.draft.entries()
        return self._entries

    def side_of(self, unit: str) -> str:
        """Whose a counter is. Raises KeyError."""
        return self.draft.editing.side_of(self.draft.kind, self.entries[unit], unit)

    @property
    def stacks(self) -> Mapping[str, tuple[str, ...]]:
        """hex, box or empty string (not placed) -> the units there."""
        if self._stacks is None:
            rows: dict[str, list[str]] = {}
            for uid, (_, at) in self.counters.items():
                rows.setdefault(at, []).append(uid)
            self._stacks = {at: tuple(units) for at, units in rows.items()}
        return self._stacks

    @property
    def roll(self) -> DataTable:
        """The table of the counters."""
        return self.draft.counters

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the scenario."""
        return self.draft.turns

    def face(self, unit: str) -> Face | None:
        """The counter of a unit."""
        found = self.counters.get(unit)
        return None if found is None else found[0]

    def at(self, unit: str) -> str:
        """The place of a unit; empty if not placed."""
        found = self.counters.get(unit)
        return "" if found is None else found[1]

    @property
    def boxes(self) -> dict[str, str]:
        """box -> its name."""
        return {key: tell(name) for key, name in self.draft.boxes}

    def place_name(self, at: str) -> str:
        """The name of a place."""
        if not at:
            return tr("Not placed")
        if not at.startswith("#"):
            return at
        return self.boxes.get(at) or " ".join(
            word(part, first=not n) for n, part in enumerate(at[1:].split("/"))
        )

    def ground_words(self, keys: Iterable[str]) -> list[str]:
        """The names of kinds of terrain and features."""
        if self._ground is None:
            ground = ground_of(self.draft.game, self.draft.rules.tables)
            self._ground = {key: tell(name) for key, name in (*ground.terrains, *ground.features)}
        return [self._ground.get(key, "") or key.replace("_", " ") for key in keys if key]

    def side_name(self, side: str) -> str:
        """What a side is called."""
        return tell(self.draft.rules.side_name(side)) if side else ""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the game."""
        return tuple(self.draft.game.sides)

    def called(self, keys: Sequence[Key]) -> str:
        """The names of the counter and the field."""
        where = keys_said(self.draft, keys)
        return tell(where) if where is not None else ""

    # ---- doing
    def why(self, fault: Exception) -> str:
        """The reason, with the names of counter and field that the window uses."""
        return tell(why_said(self.draft, fault))

    def choose(self, units: Iterable[str]) -> None:
        """Select units."""
        wanted = tuple(units)
        if wanted != self.units:
            self.units = wanted
            self.units_changed.emit()

    def dress(self, palette: Palette) -> None:
        """Other colours from now on."""
        self.pictures = CounterPictures(palette)
        super().dress(palette)

    def _on_edited(self, edited: Edited) -> None:
        self._faces = self._stacks = self._entries = None
        gone = [uid for uid in self.units if uid not in self.counters]
        if gone:
            self.choose(uid for uid in self.units if uid not in gone)
        super()._on_edited(edited)


# State shared by the panels of the map editor: the open map, the current ink, how it is drawn, and what to
# show.

Part = Literal["look", "terrain", "feature", "height", "outline", "side", "road", "place", "zone", "line"]
Shape = Literal["brush", "row", "box", "fill"]
AREAS = ("terrain", "feature", "height", "outline", "zone")
"""Inks that apply to hexes."""


class Ink(NamedTuple):
    """What is drawn with: terrain, a feature, a level, a kind of hexside, ... ``key`` says which."""

    part: Part = "look"
    key: str = ""


class MapDesk(DraftDesk):
    """The map editor's desk. ``hand_changed()``: another ink, shape or size; ``zones_shown()``: other zones
    are shown.
    """

    draft: MapDraft
    hand_changed = Signal()
    zones_shown = Signal()

    def __init__(
        self, draft: MapDraft, catalogue: Catalogue, palette: Palette, parent: QObject | None = None
    ) -> None:
        super().__init__(draft, palette, parent)
        self.catalogue = catalogue
        self.ink = Ink()
        self.shape: Shape = "brush"
        self.radius = 0
        self.erasing = False
        self.banks = False
        """Whether filling stops at water."""
        self.name = ""
        """The name given to rivers being drawn."""
        self.shown_zones: dict[str, None] = {}
        self.counters: dict[str, object] = {}
        """Always empty for a map; the panels shared with the scenario editor ask for it."""
        self._ground: tuple[MapSheet, MapVocabulary] | None = None
        self._base: MapVocabulary | None = None

    # ---- what there is
    @property
    def game(self) -> Any:
        """The game of the map; None if it belongs to none."""
        return self.catalogue.games.get(self.draft.game)

    @property
    def ground(self) -> MapVocabulary:
        """What may be on this map: what the game knows, and what is already there."""
        sheet = self.draft.sheet
        if self._ground is None or self._ground[0] is not sheet:
            if self._base is None:
                self._base = base_ground(self.catalogue, self.draft.game, sheet)
            self._ground = (sheet, widened(self._base, sheet))
        return self._ground[1]

    @property
    def base(self) -> MapVocabulary:
        """What the game knows, regardless of the map."""
        _ = self.ground
        assert self._base is not None, "made with the ground"
        return self._base

    def kinds(self, part: str) -> tuple[tuple[str, Say], ...]:
        """(key, name) of every kind that may be on this map."""
        return {
            "terrain": self.ground.terrains,
            "feature": self.ground.features,
            "side": self.ground.hexsides,
            "road": self.ground.roads,
            "line": self.ground.lines,
        }.get(part, ())

    def kind_word(self, part: str, key: str) -> str:
        """The name of a kind within a sentence."""
        return next((tell(name) for one, name in self.kinds(part) if one == key), "") or key.replace("_", " ")

    def kind_name(self, part: str, key: str) -> str:
        """The name of a kind."""
        return capital(self.kind_word(part, key))

    def kind_key(self, part: str, text: str) -> str:
        """The key of a kind, from its name or from the key itself. Raises ValueError (one sentence) if it is
        not on this map.
        """
        wanted = text.strip().casefold()
        for key, name in self.kinds(part):
            if wanted in (key, key.replace("_", " "), tell(name).casefold()):
                return key
        known = ", ".join(self.kind_word(part, key) for key, _ in self.kinds(part)) or tr("none")
        raise ValueError(tr("There is no {kind} on this map. Known kinds: {known}.", kind=text, known=known))

    def at(self, _: str) -> str:
        """Always empty: a map has no counters."""
        return ""

    def choose(self, _: object) -> None:
        """Does nothing: a map has no counters."""

    # ---- doing
    def take(self, ink: Ink, *, erasing: bool | None = None) -> None:
        """Make an ink the current one."""
        before = (self.ink, self.erasing)
        self.ink = ink
        if erasing is not None:
            self.erasing = erasing
        if (self.ink, self.erasing) != before:
            self.hand_changed.emit()

    def set_hand(
        self, *, shape: Shape | None = None, radius: int | None = None, erasing: bool | None = None
    ) -> None:
        """Change how to draw: with a brush of a size, in a row, in a box, by filling; or erase."""
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
    """The text with a capital initial: games name kinds as they are within a sentence."""
    return text[:1].upper() + text[1:]


def count_hexes(n: int) -> str:
    """A number of hexes, in words."""
    return tr("1 hex" if n == 1 else "{n} hexes", n=n)


def count_sides(n: int) -> str:
    """A number of hexsides, in words."""
    return tr("1 hexside" if n == 1 else "{n} hexsides", n=n)


def count_roads(n: int) -> str:
    """A number of stretches of road, in words."""
    return tr("1 road" if n == 1 else "{n} roads", n=n)


def count_places(n: int) -> str:
    """A number of named places, in words."""
    return tr("1 place" if n == 1 else "{n} places", n=n)


def base_ground(catalogue: Catalogue, game: str, sheet: MapSheet | None = None) -> MapVocabulary:
    """What a map of a game may contain."""
    tables = _tables_of(catalogue, game)
    # A game without a scenario that can be opened is no help.
    found = catalogue.games.get(game) if tables is not None else None
    return ground_of(found, tables, [] if sheet is None or not sheet.cells else [sheet])


def _tables_of(catalogue: Catalogue, game: str) -> Any:
    """The tables of a game; None if they cannot be loaded."""
    if game not in catalogue.games:
        return None
    for info in catalogue.scenarios(game):
        try:
            return catalogue.load_scenario(game, info.name).bound.rules.tables
        except BadFile:
            continue
    return None


def hand_words(desk: MapDesk) -> str:
    """The current ink and mode in words, for the status bar."""
    ink = desk.ink
    if ink.part == "look":
        return tr("Look: click to show a hex")
    what = {
        "height": {"up": tr("higher"), "down": tr("lower")}.get(ink.key, tr("level {n}", n=ink.key)),
        "outline": tr("outline of the map"),
        "place": tr("places"),
        "zone": tr("zone {name}", name=ink.key),
        "line": tr("line {name}", name=ink.key),
    }.get(ink.part) or desk.kind_name(ink.part, ink.key)
    if desk.erasing:
        return tr("Erase: {what}", what=what)
    return tr("Draw: {what}", what=what)


D = TypeVar("D", bound=DraftDesk)


class EditPanel(LatePanel, Generic[D]):
    """One panel of an editor; the class holds its title and help."""

    room: ClassVar[str] = "edit"
    title: ClassVar[str]
    help: ClassVar[str]

    def __init__(self, desk: D, parent: QWidget | None = None) -> None:
        super().__init__(desk, tr(self.title), parent)
        self.desk = desk
        desk.changed.connect(self._on_changed)

    def _on_changed(self, _: object) -> None:
        self.renew()

    def add_rows(self) -> QVBoxLayout:
        """A column in the rest of the panel, scrolled in ``area`` if it is too high."""
        inner = QWidget()
        rows = QVBoxLayout(inner)
        rows.setContentsMargins(0, 0, 6, 0)
        self.area = scrolled(inner)
        self.box.addWidget(self.area, 1)
        return rows


def family(rows: QVBoxLayout, title: str, about: str = "") -> QFormLayout:
    """A form at the end of a column, below its heading and a short description."""
    rows.addWidget(heading(title))
    if about:
        rows.addWidget(named(wrapped_label(about), role="muted"))
    holder = QWidget()
    form = QFormLayout(holder)
    form.setContentsMargins(0, 0, 0, 6)
    form.setVerticalSpacing(3)
    form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    rows.addWidget(holder)
    return form


class GoList(QListWidget):
    """A list where Enter does the same as a click or a double click."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            self.itemActivated.emit(item)
        else:
            super().keyPressEvent(event)
