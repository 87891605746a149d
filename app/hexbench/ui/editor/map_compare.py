"""Comparing the map with another version of it (as opened, as supplied, or a file), and the corrections made
by hand.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QInputDialog,
    QListWidget,
    QListWidgetItem,
    QTableWidget,
    QTableWidgetItem,
)

from hexbench.engine.values import say
from hexbench.session.editor import map_ops
from hexbench.session.editor.map_difference import Difference, differences, told
from hexbench.store.maps import map_path, read_map
from hexbench.store.strict import BadFile
from hexbench.ui.editor.desk import EditPanel, MapDesk
from hexbench.ui.look.language import as_it_is, mark, tell, tr
from hexbench.ui.look.language import why as why_of
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.parts import PlainLabel, WrappedRow, laid, named, push

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet

ROW = Qt.ItemDataRole.UserRole + 1
MOST = 600
"""Maximum number of differences listed; an unrelated map has thousands."""


class ComparePanel(EditPanel[MapDesk]):
    """The differences; a click highlights one, and any number of them can be reverted."""

    key: ClassVar[str] = "compare"
    title: ClassVar[str] = mark("Compare")
    help: ClassVar[str] = mark(
        "What differs from the map as it was opened, compiled or saved elsewhere; each "
        "difference can be reverted"
    )

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.other: MapSheet | None = None
        self.other_name = ""
        self.found: tuple[Difference, ...] = ()

    def lay_out(self) -> None:
        self.which = named(
            DropDown(), "edit.compare_with", tr("Compare with"), tr("The version this map is compared with")
        )
        self._choices()
        self.which.activated.connect(self._on_which)
        self.sum = named(PlainLabel(), "edit.compare_sum", role="muted")
        self.list = named(
            QListWidget(),
            "edit.compare",
            tr("Differences"),
            tr("Click to highlight the place; press Enter or double-click to go there"),
        )
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setWordWrap(True)
        self.list.setMinimumHeight(
            2 * self.fontMetrics().height()
        )  # a low window leaves no more beside the buttons
        self.list.currentItemChanged.connect(self._on_row)
        self.list.itemActivated.connect(self._on_go)
        self.all = push(
            "edit.compare_all",
            tr("Select all"),
            tr("Select every listed difference"),
            self.list.selectAll,
        )
        self.light = push(
            "edit.compare_light", tr("Mark all"), tr("Highlight every hex that differs"), self._on_light
        )
        self.back = push(
            "edit.compare_back",
            tr("Revert"),
            tr("Revert the selected differences to the other version"),
            self._on_back,
        )
        self.tell_it = push(
            "edit.compare_tell",
            tr("Log as correction…"),
            tr("Add the selected differences to the map's list of corrections, with the reason"),
            self._on_tell,
        )
        laid(
            self.box,
            self.which,
            self.sum,
            (self.list, 1),
            WrappedRow((self.all, self.light, self.back, self.tell_it)),
        )

    def _choices(self) -> None:
        self.which.clear()
        self.which.addItem(tr("As it was opened"), "opened")
        if self._shipped.is_file():
            self.which.addItem(tr("As supplied with the program"), "shipped")
        if self.other is not None:
            self.which.addItem(self.other_name, "other")
        self.which.addItem(tr("A file…"), "file")

    @property
    def _shipped(self) -> Path:
        """The supplied map that this one was when opened, whatever its key is now."""
        return map_path(self.desk.catalogue.places.resources, self.desk.draft.opened.key)

    def hold_against(self, sheet: MapSheet, name: str) -> None:
        """Compare with this map from now on, for example one just compiled."""
        self.other, self.other_name = sheet, name
        self._choices()
        self.which.setCurrentIndex(self.which.findData("other"))
        self.refresh()

    def reference(self) -> MapSheet:
        """The version to compare with. Raises BadFile."""
        choice = self.which.currentData()
        if choice == "shipped":
            return read_map(self._shipped)
        if choice == "other" and self.other is not None:
            return self.other
        return self.desk.draft.opened

    def _on_which(self) -> None:
        if self.which.currentData() == "file":
            name, _ = QFileDialog.getOpenFileName(self, tr("Compare with a map"), "", tr("Maps (*.json)"))
            try:
                if name:
                    self.hold_against(read_map(Path(name)), Path(name).name)
                    return
            except BadFile as fault:
                self.desk.failed.emit(why_of(fault))
            self.which.setCurrentIndex(0)
        self.refresh()

    def refresh(self) -> None:
        """List the differences."""
        try:
            self.found = differences(self.reference(), self.desk.draft.sheet)
        except BadFile as fault:
            self.found = ()
            self.desk.failed.emit(why_of(fault))
        self.list.blockSignals(True)
        self.list.clear()
        for one in self.found[:MOST]:
            item = QListWidgetItem(tell(told(one)))
            item.setData(ROW, one)
            self.list.addItem(item)
        self.list.blockSignals(False)
        n = len(self.found)
        words = (
            tr("No differences") if not n else tr("1 difference") if n == 1 else tr("{n} differences", n=n)
        )
        self.sum.setText(
            words if n <= MOST else tr("{words}; the first {most} are listed", words=words, most=MOST)
        )
        for widget in (self.all, self.light, self.back, self.tell_it):
            widget.setEnabled(bool(n))

    def chosen(self) -> tuple[Difference, ...]:
        """The differences selected in the list."""
        return tuple(item.data(ROW) for item in self.list.selectedItems())

    def _on_row(self, item: QListWidgetItem | None, _: object = None) -> None:
        if item is not None:
            self.desk.hexes_lit.emit(item.data(ROW).hexes)

    def _on_go(self, item: QListWidgetItem) -> None:
        hexes = item.data(ROW).hexes
        self.desk.hexes_lit.emit(hexes)
        if hexes:
            self.desk.place_asked.emit(hexes[0])

    def _on_light(self) -> None:
        self.desk.hexes_lit.emit(tuple(dict.fromkeys(h for one in self.found for h in one.hexes)))

    def _on_back(self) -> None:
        chosen = self.chosen()
        if chosen:
            self.desk.attempt(lambda: self.desk.draft.take_back(chosen))

    def _on_tell(self) -> None:
        chosen = self.chosen()
        if not chosen:
            self.desk.told.emit(tr("Select the differences first."))
            return
        why, ok = QInputDialog.getText(self, tr("Corrections"), tr("Reason"))
        if ok and why.strip():
            self.tell(chosen, why.strip())

    def tell(self, chosen: tuple[Difference, ...], why: str) -> None:
        """Add differences to the list of corrections."""
        rows = [one for one in chosen if one.part != "corrections"]
        steps = [lambda sheet, one=one: map_ops.correct_difference(sheet, one, why) for one in rows]
        what = say("Record 1 correction" if len(rows) == 1 else "Record {n} corrections", n=len(rows))
        self.desk.attempt(lambda: self.desk.draft.edit(what, *steps))


class CorrectionsPanel(EditPanel[MapDesk]):
    """What was changed by hand after compilation, and why: a table that is saved with the map."""

    key: ClassVar[str] = "corrections"
    title: ClassVar[str] = mark("Corrections")
    help: ClassVar[str] = mark("What was changed by hand on this map, and why; the list is kept in its file")

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.filling = False

    def lay_out(self) -> None:
        self.table = named(
            QTableWidget(0, 2),
            "edit.corrections",
            tr("Corrections"),
            tr("You can change the reason; clearing it removes the correction"),
        )
        self.table.setHorizontalHeaderLabels([tr("What"), tr("Why")])
        self.table.setWordWrap(True)
        self.table.setTabKeyNavigation(False)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.currentCellChanged.connect(self._on_row)
        self.table.cellChanged.connect(self._on_cell)
        self.new = push(
            "edit.correction_new", tr("New…"), tr("Record a correction in your own words"), self._on_new
        )
        laid(self.box, laid(QHBoxLayout(), self.new, None), (self.table, 1))

    def refresh(self) -> None:
        """List the corrections."""
        self.filling = True
        rows = self.desk.draft.sheet.corrections
        self.table.setRowCount(len(rows))
        for n, one in enumerate(rows):
            what = QTableWidgetItem(one.what)
            what.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            what.setToolTip(as_it_is(one.what))
            why = QTableWidgetItem(one.why)
            why.setToolTip(as_it_is(one.why))
            self.table.setItem(n, 0, what)
            self.table.setItem(n, 1, why)
        self.filling = False

    def _on_row(self, row: int, *_: int) -> None:
        from hexbench.session.editor.map_checks import mentioned

        rows = self.desk.draft.sheet.corrections
        if 0 <= row < len(rows) and not self.filling:
            self.desk.hexes_lit.emit(mentioned(rows[row].what, self.desk.draft.atlas))

    def _on_cell(self, row: int, column: int) -> None:
        rows = self.desk.draft.sheet.corrections
        if self.filling or column != 1 or not 0 <= row < len(rows):
            return
        item = self.table.item(row, 1)
        what, why = rows[row].what, item.text().strip() if item is not None else ""
        label = say("Correction: {what}", what=what)
        self.desk.attempt(lambda: self.desk.draft.edit(label, lambda s: map_ops.correct(s, what, why)))

    def _on_new(self) -> None:
        what, ok = QInputDialog.getText(self, tr("Corrections"), tr("What was changed"))
        if not ok or not what.strip():
            return
        why, ok = QInputDialog.getText(self, tr("Corrections"), tr("Reason"))
        if ok and why.strip():
            label = say("Correction: {what}", what=what.strip())
            self.desk.attempt(
                lambda: self.desk.draft.edit(label, lambda s: map_ops.correct(s, what.strip(), why.strip()))
            )
