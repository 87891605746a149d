"""Counters borrowed from another scenario, or from the position of a saved game: which ones, and where they go."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.values import say
from hexbench.exchange.module_in import Counter, picture, read_module
from hexbench.session.editor.lending import Lent, lendable, lent, taken
from hexbench.session.editor.starting import from_position, open_scenario
from hexbench.session.opening import looked_at
from hexbench.store import customs
from hexbench.store.saves import SUFFIX
from hexbench.store.strict import BadFile
from hexbench.ui.editor.map_dialogs import AskDialog
from hexbench.ui.editor.map_import import LARGEST_MODULE
from hexbench.ui.look.language import as_it_is, tell, tr, why
from hexbench.ui.look.pictures import foreign_picture
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.parts import PlainLabel, Role, answers, laid, named, push, search_line, wrapped_label

if TYPE_CHECKING:
    from hexbench.session.editor.scenario import ScenarioDraft
    from hexbench.ui.editor.desk import EditDesk


UNIT: Final = Qt.ItemDataRole.UserRole + 1
ICON: Final = 26
SIZE: Final = QSize(720, 560)
THEIRS, BESIDE, HERE = "theirs", "beside", "here"


def _source_of(desk: EditDesk, path: Path) -> ScenarioDraft:
    """The scenario or position in a file, or the current position of a saved game. Raises BadFile, and
    ValueError (one sentence).
    """
    catalogue = desk.draft.catalogue
    if path.name.endswith(SUFFIX):
        with looked_at(catalogue, path) as session:
            return from_position(catalogue, session)
    return open_scenario(catalogue, path)


class BorrowDialog(QDialog):
    """A row for each counter of the source; several can be selected. ``made`` are the ids the copies have
    got.
    """

    def __init__(self, desk: EditDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("edit.borrow")
        self.setWindowTitle(tr("Borrow counters"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.desk = desk
        self.source: ScenarioDraft | None = None
        self.made: tuple[str, ...] = ()
        self._counters: dict[str, Lent] = {}
        self._make_sources()
        self._make_table()
        self.where = named(
            DropDown(),
            "edit.borrow.where",
            tr("Where they go"),
            tr("Where the borrowed counters are placed; you can drag them elsewhere afterwards"),
        )
        self.where.addItem(tr("Where they are there"), THEIRS)
        self.where.addItem(tr("Beside the map"), BESIDE)
        if desk.hex:
            self.where.addItem(tr("In hex {at}", at=desk.hex), HERE)
        self.told = named(wrapped_label(), "edit.borrow.told")
        self.borrow = push(
            "edit.borrow.take",
            tr("Borrow"),
            tr("Copy the selected counters into this scenario"),
            self.take,
        )
        buttons = answers(self, tr("Close without borrowing"), (self.borrow, Role.AcceptRole))
        form = QFormLayout()
        form.addRow(tr("Place them"), self.where)
        laid(QVBoxLayout(self), self._head(), (self.list, 1), form, self.told, buttons)
        self.resize(SIZE)
        self._on_source()
        self.filter.setFocus()

    def _make_sources(self) -> None:
        desk = self.desk
        catalogue, game = desk.draft.catalogue, desk.draft.game.key
        self.sources = named(
            DropDown(),
            "edit.borrow.source",
            tr("From"),
            tr("A scenario of this game, or the current position of a saved game"),
        )
        fit = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.sources.setSizeAdjustPolicy(fit)
        self.sources.setMinimumContentsLength(30)
        self.sources.addItem(tr("(choose a scenario or a saved game)"), "")
        for info in catalogue.scenarios(game):
            if info.path != desk.draft.path:
                self.sources.addItem(tell(info.title), str(info.path))
        for one in catalogue.recent.games():
            if one.game == game:
                self.sources.addItem(
                    tr("Saved game: {title}, {turn}", title=tell(one.title), turn=tell(one.turn)), one.path
                )
        self.sources.currentIndexChanged.connect(self._on_source)
        self.browse = push(
            "edit.borrow.browse",
            tr("From a file…"),
            tr("Choose a scenario, position or saved game from any folder"),
            self._on_browse,
        )
        self.filter = search_line(
            "edit.borrow.filter",
            tr("Filter"),
            self._on_filter,
            tip=tr("Only rows that contain all of these words are listed"),
        )
        self.all = push("edit.borrow.all", tr("Select all"), tr("Select every listed counter"), self._on_all)

    def _head(self) -> QVBoxLayout:
        above = laid(QHBoxLayout(), PlainLabel(tr("From")), (self.sources, 1), self.browse)
        return laid(QVBoxLayout(), above, laid(QHBoxLayout(), (self.filter, 1), self.all))

    def _make_table(self) -> None:
        self.list = named(
            QTableWidget(0, 4),
            "edit.borrow.list",
            tr("Counters"),
            tr("Hold Shift or Ctrl to select several; double-click to borrow"),
        )
        self.list.setHorizontalHeaderLabels([tr("Name"), tr("Side"), tr("Steps"), tr("Start hex")])
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setTabKeyNavigation(False)
        self.list.setIconSize(QSize(ICON, ICON))
        self.list.verticalHeader().hide()
        self.list.verticalHeader().setDefaultSectionSize(ICON + 6)
        self.list.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.resizeColumnsToContents()
        self.list.itemSelectionChanged.connect(self._on_chosen)
        self.list.itemDoubleClicked.connect(self.take)

    # ---- where from
    def show_source(self, path: Path) -> bool:
        """List the counters of a file; False, with a message, if there are none available."""
        self.source, self._counters = None, {}
        self.list.setRowCount(0)
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            found = _source_of(self.desk, path)
            if found.game.key != self.desk.draft.game.key:
                self._tell(tr("That file is for {game}.", game=found.game.title), bad=True)
                return False
            self._counters = {one.id: one for one in lent(found, lendable(found))}
        except (BadFile, ValueError) as fault:
            self._tell(why(fault), bad=True)
            return False
        finally:
            QGuiApplication.restoreOverrideCursor()
        self.source = found
        self._fill(found)
        return True

    def _fill(self, source: ScenarioDraft) -> None:
        from hexbench.ui.docks.units import CounterPictures

        pictures = CounterPictures(self.desk.palette)
        boxes = {key: tell(name) for key, name in source.boxes}
        self.list.setRowCount(len(self._counters))
        for row, one in enumerate(self._counters.values()):
            face = source.face(one.id)
            steps = f"{face.steps[0]}/{face.steps[1]}" if face is not None and face.steps[1] > 1 else "1"
            at = boxes.get(one.at, "") or (
                one.at if not one.at.startswith("#") else self.desk.place_name(one.at)
            )
            cells = (
                tell(face.title) if face is not None else one.id,
                self.desk.side_name(one.side),
                steps,
                at or "–",
            )
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setToolTip(as_it_is(f"{text}\n{one.id}" if column == 0 else text))
                item.setData(UNIT, one.id)
                if column == 0 and face is not None:
                    item.setIcon(QIcon(pictures.pixmap(face, ICON, self.devicePixelRatioF())))
                self.list.setItem(row, column, item)
        self.list.resizeColumnsToContents()
        self._on_filter()

    def _on_source(self) -> None:
        path = str(self.sources.currentData() or "")
        if path:
            self.show_source(Path(path))
        else:
            self.list.setRowCount(0)
            self.source, self._counters = None, {}
        self._on_chosen()

    def _on_browse(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self,
            tr("Borrow counters"),
            str(self.desk.draft.catalogue.places.data),
            tr("Scenarios and saved games (*.json *.hexgame)"),
        )
        if path:
            self.sources.addItem(Path(path).name, path)
            self.sources.setCurrentIndex(self.sources.count() - 1)

    # ---- which
    def _on_filter(self) -> None:
        words = self.filter.text().casefold().split()
        for row in range(self.list.rowCount()):
            line = (
                " ".join(self._text(row, c) for c in range(4)).casefold() + " " + self._unit(row).casefold()
            )
            self.list.setRowHidden(row, not all(word in line for word in words))
        self._on_chosen()

    def _text(self, row: int, column: int) -> str:
        item = self.list.item(row, column)
        return item.text() if item is not None else ""

    def _unit(self, row: int) -> str:
        item = self.list.item(row, 0)
        return str(item.data(UNIT)) if item is not None else ""

    @property
    def chosen(self) -> tuple[str, ...]:
        """The counters of the rows that are both selected and visible."""
        rows = sorted({index.row() for index in self.list.selectionModel().selectedRows()})
        return tuple(self._unit(row) for row in rows if not self.list.isRowHidden(row))

    def choose(self, units: Callable[[str], bool]) -> None:
        """Select the rows of some counters."""
        self.list.clearSelection()
        mode = self.list.selectionMode()
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.MultiSelection)
        for row in range(self.list.rowCount()):
            if not self.list.isRowHidden(row) and units(self._unit(row)):
                self.list.selectRow(row)
        self.list.setSelectionMode(mode)

    def _on_all(self) -> None:
        self.choose(lambda _: True)

    def _on_chosen(self) -> None:
        n = len(self.chosen)
        self.borrow.setEnabled(bool(n))
        if self.source is not None:
            shown = sum(not self.list.isRowHidden(row) for row in range(self.list.rowCount()))
            self._tell(tr("Selected: {n} of {of} listed counters.", n=n, of=shown))
        elif not self.sources.currentData():
            self._tell(tr("Choose where to take counters from."))

    def _tell(self, text: str, *, bad: bool = False) -> None:
        self.told.setProperty("role", "bad" if bad else "muted")
        self.told.style().polish(self.told)
        self.told.setText(text)

    # ---- doing
    def take(self) -> None:
        """Copy the selected counters into the document as one edit."""
        chosen = self.chosen
        if not chosen:
            return
        where = str(self.where.currentData())
        at = {BESIDE: "", HERE: self.desk.hex}.get(where)
        places = {} if at is None else dict.fromkeys(chosen, at)
        n = len(chosen)
        what = say("Borrow 1 counter" if n == 1 else "Borrow {n} counters", n=n)
        try:
            self.made = taken(self.desk.draft, [self._counters[uid] for uid in chosen], places, what)
        except (BadFile, ValueError) as fault:
            self._tell(self.desk.why(fault), bad=True)
            return
        self.desk.choose(self.made)
        self.accept()


# Counters borrowed from a VASSAL module: their names become new counters in the tray; their pictures are only
# shown.

_WHICH = Qt.ItemDataRole.UserRole + 1
_THUMB = 96
"""Size in pixels of the picture shown."""
LONGEST_NAME = 40


class ModuleCountersDialog(AskDialog):
    """Which counters of a module to take, and for which side. When accepted, they are in the document,
    unplaced. Raises BadFile.
    """

    def __init__(self, desk: EditDesk, path: Path, parent: QWidget | None = None) -> None:
        try:
            self._data = customs.take(path, LARGEST_MODULE)
            self.module = read_module(self._data)
        except BadFile as fault:
            raise BadFile(fault.because, str(path)) from None
        if not self.module.counters:
            raise BadFile(say("the palettes of this module contain no counters."), str(path))
        super().__init__("module_counters", tr("Counters from a VASSAL module"), parent)
        self.desk = desk
        self.made: tuple[str, ...] = ()
        self.group = DropDown()
        self.group.addItem(tr("All"), None)
        for name in dict.fromkeys(one.group for one in self.module.counters):
            self.group.addItem(name, name)
        self.side = DropDown()
        for side in desk.sides:
            self.side.addItem(desk.side_name(side), side)
        self.row("module_group", tr("&Tab"), self.group, tr("The tabs of the module's palette"))
        self.row(
            "module_side", tr("&Side"), self.side, tr("The side that the selected counters will belong to")
        )
        self.list = named(
            QListWidget(),
            "edit.module_list",
            tr("Counters of the module"),
            tr("Hold Shift or Ctrl to select as many as you like"),
        )
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.shown = named(PlainLabel(), "edit.module_picture")
        self.shown.setFixedHeight(_THUMB)
        said = named(
            wrapped_label(
                tr(
                    "Names are copied; factors appear only in the pictures, so enter them by "
                    "hand. The pictures belong to the publisher of {module}: they are shown "
                    "here but not kept.",
                    module=self.module.name or path.name,
                )
            ),
            "edit.module_whose",
        )
        self.column.insertWidget(1, self.list, 1)
        self.column.insertWidget(2, self.shown)
        self.column.insertWidget(3, said)
        self.resize(560, 620)
        self.group.currentIndexChanged.connect(self._fill)
        self.list.currentItemChanged.connect(self._on_current)
        self._fill()

    def _fill(self) -> None:
        wanted = self.group.currentData()
        self.list.clear()
        for n, one in enumerate(self.module.counters):
            if wanted in (None, one.group):
                item = QListWidgetItem(
                    f"{one.name} ({one.group})" if wanted is None and one.group else one.name
                )
                item.setData(_WHICH, n)
                self.list.addItem(item)

    def _on_current(self, item: QListWidgetItem | None) -> None:
        self.shown.clear()
        one = self.module.counters[item.data(_WHICH)] if item is not None else None
        if one is None or not one.images:
            return
        try:
            with tempfile.TemporaryDirectory(prefix="hexbench-") as folder:
                path = Path(folder) / "counter"
                path.write_bytes(picture(self._data, one.images[0]))
                self.shown.setPixmap(QPixmap.fromImage(foreign_picture(path, _THUMB)))
        except BadFile as fault:
            self.shown.setText(tell(fault.because))

    def make(self) -> None:
        """Add new counters for the selected ones as one edit. Raises ValueError."""
        chosen = [self.module.counters[item.data(_WHICH)] for item in self.list.selectedItems()]
        if not chosen:
            raise ValueError(tr("Select counters first."))
        draft, side = self.desk.draft, str(self.side.currentData())
        name = next((f.key for f in draft.counters.fields if f.key.rpartition(".")[2] == "name"), "")
        entries: dict[str, dict[str, Any]] = {}
        for one in chosen:
            uid = self._id(one, side, entries)
            entries[uid] = draft.made(side, uid, "", {name: one.name[:LONGEST_NAME]} if name else {})
        n = len(entries)
        what = say("Borrow 1 counter" if n == 1 else "Borrow {n} counters", n=n)
        draft.set_entries(what, draft.counters, {}, entries)
        self.made = tuple(entries)

    def _id(self, one: Counter, side: str, also: dict[str, Any]) -> str:
        """A free id that looks like the counter's name."""
        stem = side[:1].upper() + "-" + (re.sub(r"[^A-Za-z0-9]+", "", one.name)[:16] or "unit")
        taken = self.desk.draft.entries()
        uid, n = stem, 1
        while uid in taken or uid in also:
            n += 1
            uid = f"{stem}.{n}"
        return uid
