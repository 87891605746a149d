"""The names on a map: a table edited like a spreadsheet, and a small form for one place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast, get_args, get_type_hints

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from hexbench.atlas.sheet import Place
from hexbench.engine.values import say
from hexbench.session.editor import map_ops
from hexbench.ui.editor.desk import EditPanel, MapDesk
from hexbench.ui.editor.map_dialogs import AskDialog, choice, number
from hexbench.ui.look.language import mark, tr
from hexbench.ui.widgets.parts import laid, named, push, search_line

if TYPE_CHECKING:
    from PySide6.QtWidgets import QPushButton

KINDS: tuple[str, ...] = get_args(get_type_hints(Place)["kind"])
NAME, KIND, HEXES, RANK = range(4)
_OLD = Qt.ItemDataRole.UserRole + 1


def kind_words(kind: str) -> str:
    """The name of a kind of place."""
    return {
        "city": tr("City"),
        "town": tr("Town"),
        "village": tr("Village"),
        "crossroads": tr("Crossroads"),
        "landmark": tr("Landmark"),
    }.get(kind, kind)


def kind_of(text: str) -> str:
    """The kind of place from its name, or from its key in the file. Raises ValueError (one sentence)."""
    wanted = text.strip().casefold()
    for kind in KINDS:
        if wanted in (kind, kind_words(kind).casefold()):
            return kind
    known = ", ".join(kind_words(kind) for kind in KINDS)
    raise ValueError(
        tr("There is no kind {kind}. Known kinds: {known}.", kind=text.strip() or "-", known=known)
    )


class PlacesPanel(EditPanel[MapDesk]):
    """Every place with its kind, hexes and rank."""

    key: ClassVar[str] = "places"
    title: ClassVar[str] = mark("Places")
    help: ClassVar[str] = mark(
        "Towns and other names: rename, move and rank them in the table; double-click a row "
        "header to go there"
    )

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.filling = False
        self.listed: tuple[Place, ...] | None = None

    def lay_out(self) -> None:
        self.filter = search_line(
            "edit.places_filter",
            tr("Filter of places"),
            self._filter,
            tip=tr("Only places whose name, kind or hex contains this text are listed"),
            shown=tr("Filter"),
        )
        self.new = push(
            "edit.place_new", tr("New…"), tr("Name a place in the hex under the cursor"), self._on_new
        )
        self.gone = push(
            "edit.place_drop", tr("Delete"), tr("Remove the selected places from the map"), self._on_drop
        )
        head = laid(QHBoxLayout(), (self.filter, 1), self.new, self.gone)
        self.table = named(
            QTableWidget(0, 4),
            "edit.places",
            tr("Places"),
            tr("Rank 1 is the most important: low ranks are drawn even when the map is small"),
        )
        self.table.setHorizontalHeaderLabels([tr("Name"), tr("Kind"), tr("Hexes"), tr("Rank")])
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        # Fixed widths: columns that fit their contents are measured again for every cell that is written.
        for column, width in ((KIND, 92), (HEXES, 92), (RANK, 52)):
            self.table.setColumnWidth(column, width)
        self.table.verticalHeader().setDefaultSectionSize(24)
        self.table.verticalHeader().sectionDoubleClicked.connect(self._on_go)
        self.table.currentCellChanged.connect(self._on_row)
        self.table.cellChanged.connect(self._on_cell)
        laid(self.box, head, (self.table, 1))

    def refresh(self) -> None:
        """List the places if they have changed."""
        places = self.desk.draft.sheet.places
        if places == self.listed:
            return
        self.filling, self.listed = True, places
        row, column = self.table.currentRow(), self.table.currentColumn()
        self.table.setRowCount(len(places))
        for n, place in enumerate(places):
            for k, text in enumerate(
                (place.name, kind_words(place.kind), " ".join(place.hexes), str(place.rank))
            ):
                item = QTableWidgetItem(text)
                item.setData(_OLD, place.name)
                self.table.setItem(n, k, item)
        if 0 <= row < len(places):
            self.table.setCurrentCell(row, max(0, column))
        self.filling = False
        self._filter()

    def _filter(self) -> None:
        words = self.filter.text().lower()
        for n, place in enumerate(self.desk.draft.sheet.places):
            text = f"{place.name} {kind_words(place.kind)} {' '.join(place.hexes)}".lower()
            self.table.setRowHidden(n, words not in text)

    def _place(self, row: int) -> Place | None:
        places = self.desk.draft.sheet.places
        return places[row] if 0 <= row < len(places) else None

    def _on_row(self, row: int, *_: int) -> None:
        place = self._place(row)
        if place is not None and not self.filling:
            self.desk.hexes_lit.emit(place.hexes)

    def _on_go(self, row: int) -> None:
        place = self._place(row)
        if place is not None:
            self.desk.hexes_lit.emit(place.hexes)
            self.desk.place_asked.emit(place.hexes[0])

    def _on_cell(self, row: int, _: int) -> None:
        old = self._place(row)
        if old is None or self.filling:
            return
        name, kind, hexes, rank = (self._text(row, k) for k in range(4))
        if not self.desk.attempt(lambda: put(self.desk, name, kind, hexes, rank, instead=old.name)):
            self.listed = None
            self.renew()

    def _text(self, row: int, column: int) -> str:
        item = self.table.item(row, column)
        return item.text() if item is not None else ""

    def _on_new(self) -> None:
        ask_place(self.desk, self.desk.hex, self.window())

    def _on_drop(self) -> None:
        rows = sorted({index.row() for index in self.table.selectedIndexes()})
        names = [place.name for row in rows if (place := self._place(row)) is not None]
        if names:
            what = (
                say("Delete {name}", name=names[0])
                if len(names) == 1
                else say("Delete {n} places", n=len(names))
            )
            self.desk.attempt(lambda: self.desk.draft.edit(what, lambda s: map_ops.drop_places(s, names)))


def put(desk: MapDesk, name: str, kind: str, hexes: str, rank: str, instead: str = "") -> None:
    """Add a place given as texts, or replace another. Raises ValueError (one sentence)."""
    key = kind_of(kind)
    index = desk.draft.atlas.index
    named = tuple(hexes.replace(",", " ").split())
    off = [at for at in named if at not in index]
    if off:
        raise ValueError(tr("Hex {hex} is not on this map.", hex=off[0]))
    if not rank.strip().isdecimal() or not 1 <= int(rank) <= 9:
        raise ValueError(tr("A rank must be a number from 1 to 9, not {text}.", text=rank))
    place = Place(name.strip(), cast("Any", key), named, int(rank))
    what = say("Change {name}", name=instead) if instead else say("New place {name}", name=place.name)
    desk.draft.edit(what, lambda sheet: map_ops.put_place(sheet, place, instead))


class PlaceDialog(AskDialog):
    """One place: name, kind, hexes, rank."""

    def __init__(self, desk: MapDesk, place: Place | None, at: str, parent: QWidget) -> None:
        super().__init__(
            "place_dialog",
            tr("Change a place") if place else tr("New place"),
            parent,
            done=tr("Place it on the map"),
            undone=tr("Leave the map as it is"),
        )
        self.desk, self.old = desk, place
        self.name = QLineEdit(place.name if place else "")
        self.kind = choice(tuple((kind, kind_words(kind)) for kind in KINDS), place.kind if place else "town")
        self.hexes = QLineEdit(" ".join(place.hexes) if place else at)
        self.rank = number(1, 9, place.rank if place else 3)
        self.row("place_name", tr("&Name"), self.name, tr("As it is printed on the map"))
        self.row("place_kind", tr("&Kind"), self.kind, tr("Determines the type its name is printed in"))
        self.row("place_hexes", tr("&Hexes"), self.hexes, tr("The hexes it lies in, separated by spaces"))
        important = tr("1 is the most important: low ranks are drawn even when the map is small")
        self.row("place_rank", tr("&Rank"), self.rank, important)
        if place is not None:
            self.drop: QPushButton = self.buttons.addButton(
                tr("Delete"), QDialogButtonBox.ButtonRole.DestructiveRole
            )
            self.drop.setToolTip(tr("Remove this place from the map"))
            self.drop.clicked.connect(self._on_drop)

    def make(self) -> None:
        """Apply it. Raises ValueError."""
        put(
            self.desk,
            self.name.text(),
            self.kind.currentData(),
            self.hexes.text(),
            str(self.rank.value()),
            instead=self.old.name if self.old else "",
        )

    def _on_drop(self) -> None:
        old = self.old
        if old is not None:
            what = say("Delete {name}", name=old.name)
            self.desk.attempt(
                lambda: self.desk.draft.edit(what, lambda s: map_ops.drop_places(s, [old.name]))
            )
        self.accept()


def ask_place(desk: MapDesk, at: str, parent: QWidget) -> PlaceDialog | None:
    """Ask about the place in a hex, or about a new one there."""
    if at not in desk.draft.atlas.index:
        desk.told.emit(tr("Put the cursor on a hex first."))
        return None
    here = desk.draft.atlas.places_at.get(at, ())
    dialog = PlaceDialog(desk, here[0] if here else None, at, parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog


def move_place(desk: MapDesk, start: str, at: str) -> bool:
    """Move the place of a hex to another; False if there is none."""
    here = desk.draft.atlas.places_at.get(start, ())
    if not here:
        return False
    old = here[0]
    hexes = tuple(at if name == start else name for name in old.hexes)
    place = Place(old.name, old.kind, tuple(dict.fromkeys(hexes)), old.rank)
    return desk.attempt(
        lambda: desk.draft.edit(
            say("Move {name} to {hex}", name=old.name, hex=at),
            lambda s: map_ops.put_place(s, place, old.name),
        )
    )
