"""What the panels of the scenario editor share: the open draft, what is selected, and what somebody asks to see.

Panels know this desk and nothing of the window. Every edit goes through :meth:`EditDesk.attempt`, so that what cannot be
done is said in one sentence and nothing is left half done.
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
    """What the desks of both editors are: an open draft, a hex under the cursor, findings, and one way to edit.

    Signals, all of them after the fact: ``changed(Edited)`` the draft is another; ``hex_changed()`` another hex under the
    cursor; ``found()`` other findings; ``dressed()`` other colours. And wishes: ``hexes_lit(tuple)``, ``place_asked(hex, box
    or unit)``, ``told(sentence)``, ``failed(sentence)``.
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
        """Make an edit; False, and a sentence about why, when it cannot be made."""
        try:
            edit()
        except (BadFile, ValueError) as fault:
            self.failed.emit(self.why(fault))
            return False
        return True

    def why(self, fault: Exception) -> str:
        """Why something cannot be done, in the language chosen."""
        return why(fault)

    def called(self, keys: Sequence[Key]) -> str:
        """What a place of the document is called in the window; nothing where it has no name of its own."""
        return ""

    def study(self, at: str) -> None:
        """Put the cursor's hex on record."""
        if at != self.hex:
            self.hex = at
            self.hex_changed.emit()

    def find(self, findings: tuple[Finding, ...]) -> None:
        """Other findings."""
        if findings != self.findings:
            self.findings = findings
            self.found.emit()

    def dress(self, palette: Palette) -> None:
        """Other colours from now on."""
        self.palette = palette
        self.dressed.emit()

    def leave(self) -> None:
        """Let go of the draft."""
        if self._on_edited in self.draft.listeners:
            self.draft.listeners.remove(self._on_edited)

    def _on_edited(self, edited: Edited) -> None:
        self.changed.emit(edited)


class EditDesk(DraftDesk):
    """That of the scenario editor. ``units_changed()``: another selection."""

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
        """unit -> its counter and its place (empty: nowhere yet), in the order of the document."""
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
        """hex, box or nowhere -> the units there."""
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
        """The place of a unit; empty: nowhere."""
        found = self.counters.get(unit)
        return "" if found is None else found[1]

    @property
    def boxes(self) -> dict[str, str]:
        """box -> what it is called."""
        return {key: tell(name) for key, name in self.draft.boxes}

    def place_name(self, at: str) -> str:
        """What a place is called."""
        if not at:
            return tr("Not placed")
        if not at.startswith("#"):
            return at
        return self.boxes.get(at) or " ".join(
            word(part, first=not n) for n, part in enumerate(at[1:].split("/"))
        )

    def ground_words(self, keys: Iterable[str]) -> list[str]:
        """What kinds of terrain and what else is in a hex are called."""
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
        """The counter and the field."""
        where = keys_said(self.draft, keys)
        return tell(where) if where is not None else ""

    # ---- doing
    def why(self, fault: Exception) -> str:
        """The counter and the field are named as the window names them."""
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


# What the panels of the map editor share: the open map, the ink in the hand, how it is laid on, and what to
# look at.

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
        """Filling stops at water."""
        self.name = ""
        """What rivers that are drawn are called."""
        self.shown_zones: dict[str, None] = {}
        self.counters: dict[str, object] = {}
        """A map has none; the panels the two editors share ask."""
        self._ground: tuple[MapSheet, MapVocabulary] | None = None
        self._base: MapVocabulary | None = None

    # ---- what there is
    @property
    def game(self) -> Any:
        """The game whose map it is; None: nobody's."""
        return self.catalogue.games.get(self.draft.game)

    @property
    def ground(self) -> MapVocabulary:
        """What may be on this map: what the game knows, and what is there already."""
        sheet = self.draft.sheet
        if self._ground is None or self._ground[0] is not sheet:
            if self._base is None:
                self._base = base_ground(self.catalogue, self.draft.game, sheet)
            self._ground = (sheet, widened(self._base, sheet))
        return self._ground[1]

    @property
    def base(self) -> MapVocabulary:
        """What the game knows, whatever is on the map."""
        _ = self.ground
        assert self._base is not None, "made with the ground"
        return self._base

    def kinds(self, part: str) -> tuple[tuple[str, Say], ...]:
        """(its key, what it is called) of every kind that may be on this map."""
        return {
            "terrain": self.ground.terrains,
            "feature": self.ground.features,
            "side": self.ground.hexsides,
            "road": self.ground.roads,
            "line": self.ground.lines,
        }.get(part, ())

    def kind_word(self, part: str, key: str) -> str:
        """What a kind is called within a sentence."""
        return next((tell(name) for one, name in self.kinds(part) if one == key), "") or key.replace("_", " ")

    def kind_name(self, part: str, key: str) -> str:
        """What a kind is called."""
        return capital(self.kind_word(part, key))

    def kind_key(self, part: str, text: str) -> str:
        """The key of a kind from what it is called, or from the key itself. Raises ValueError (one sentence) for none on this map."""
        wanted = text.strip().casefold()
        for key, name in self.kinds(part):
            if wanted in (key, key.replace("_", " "), tell(name).casefold()):
                return key
        known = ", ".join(self.kind_word(part, key) for key, _ in self.kinds(part)) or tr("none")
        raise ValueError(tr("There is no {kind} on this map. Known kinds: {known}.", kind=text, known=known))

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


def base_ground(catalogue: Catalogue, game: str, sheet: MapSheet | None = None) -> MapVocabulary:
    """What a map of a game may hold."""
    tables = _tables_of(catalogue, game)
    # A game none of whose scenarios can be opened is no help.
    found = catalogue.games.get(game) if tables is not None else None
    return ground_of(found, tables, [] if sheet is None or not sheet.cells else [sheet])


def _tables_of(catalogue: Catalogue, game: str) -> Any:
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
        return tr("Erase: {what}", what=what)
    return tr("Draw: {what}", what=what)


D = TypeVar("D", bound=DraftDesk)


class EditPanel(LatePanel, Generic[D]):
    """One panel of an editor, whose class says what it is called and what it is for."""

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
        """A column in the room that the panel has left, scrolled in ``area`` where it is higher."""
        inner = QWidget()
        rows = QVBoxLayout(inner)
        rows.setContentsMargins(0, 0, 6, 0)
        self.area = scrolled(inner)
        self.box.addWidget(self.area, 1)
        return rows


def family(rows: QVBoxLayout, title: str, about: str = "") -> QFormLayout:
    """A form at the end of a column, below its heading and a few words about it."""
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
    """Enter goes where a click goes, or does what a double click does."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            self.itemActivated.emit(item)
        else:
            super().keyPressEvent(event)
