"""The order of battle as a tree: side, army, division, unit; where each is and how it is. A click finds it on the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QModelIndex, QSize, QSortFilterProxyModel, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLineEdit, QTreeView, QVBoxLayout, QWidget

from hexbench.engine.display import Face, Roster, RosterEntry
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.names import side_title
from hexbench.ui.docks.stack import place_name

UNIT = Qt.ItemDataRole.UserRole + 1
ICON = 24
WHERE, STATE = 54, 66
"""Widths of the narrow columns; what does not fit is in the tooltip."""


class UnitItem(QStandardItem):
    """A unit's first cell. Its counter is painted when the row is first seen: there may be hundreds."""

    def __init__(self, roster: RosterView) -> None:
        super().__init__()
        self._roster = roster
        self.face: Face | None = None

    def show_face(self, face: Face) -> None:
        """Show this counter."""
        self.face = face
        self.emitDataChanged()

    def data(self, role: int = Qt.ItemDataRole.UserRole + 1) -> object:
        if role == Qt.ItemDataRole.DecorationRole and self.face is not None:
            roster = self._roster
            return roster.desk.pictures.pixmap(self.face, ICON, roster.devicePixelRatioF())
        return super().data(role)


class RosterView(QWidget):
    """A filter over a tree. Selecting rows selects units; a double click or Enter shows them on the map."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.roster: Roster | None = None
        self._rows: dict[str, tuple[UnitItem, QStandardItem, QStandardItem]] = {}
        self._entries: dict[str, RosterEntry] = {}
        self.words = QLineEdit()
        self.words.setPlaceholderText("Filter by name, place or state")
        self.words.setClearButtonEnabled(True)
        self.words.setObjectName("roster.filter")
        self.words.setAccessibleName("Filter the order of battle")
        self.model = QStandardItemModel(0, 3, self)
        self.model.setHorizontalHeaderLabels(["Unit", "Where", "State"])
        self.found = QSortFilterProxyModel(self)
        self.found.setSourceModel(self.model)
        self.found.setRecursiveFilteringEnabled(True)
        self.found.setAutoAcceptChildRows(True)
        self.found.setFilterKeyColumn(-1)
        self.found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.words.textChanged.connect(self._on_words)
        self.tree = QTreeView()
        self.tree.setObjectName("roster.tree")
        self.tree.setAccessibleName("Order of battle")
        self.tree.setModel(self.found)
        self.tree.setIconSize(QSize(ICON, ICON))
        self.tree.setUniformRowHeights(True)
        self.tree.setAlternatingRowColors(True)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Interactive)
        self.tree.header().setSectionResizeMode(2, QHeaderView.ResizeMode.Interactive)
        self.tree.header().setMinimumSectionSize(40)
        self.tree.header().resizeSection(1, WHERE)
        self.tree.header().resizeSection(2, STATE)
        self.tree.setIndentation(14)
        self.tree.header().setStretchLastSection(False)
        self.tree.selectionModel().selectionChanged.connect(self._on_selection)
        self.tree.activated.connect(self._on_activated)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.words)
        column.addWidget(self.tree, 1)
        desk.units_changed.connect(self._on_units)
        desk.dressed.connect(self._on_dressed)
        self._quiet = False

    def show_roster(self, roster: Roster | None) -> None:
        """Show this; what stays the same is left alone."""
        entries = () if roster is None else roster.entries
        old = self._entries
        self._quiet = True
        if [(e.unit, e.path) for e in entries] != [(e.unit, e.path) for e in old.values()]:
            self._build(entries)
        else:
            for entry in entries:
                self._fill(entry)
        self._entries = {e.unit: e for e in entries}
        self.roster = roster
        self._quiet = False
        self._on_units()

    def _build(self, entries: Iterable[RosterEntry]) -> None:
        self.model.removeRows(0, self.model.rowCount())
        self._rows = {}
        groups: dict[tuple[str, ...], QStandardItem] = {}
        for entry in entries:
            row = (UnitItem(self), QStandardItem(), QStandardItem())
            row[0].setData(entry.unit, UNIT)
            self._rows[entry.unit] = row
            self._group(groups, entry.path).appendRow(list(row))
            self._fill(entry)
        for path, item in groups.items():
            count = sum(1 for e in entries if e.path[: len(path)] == path)
            item.setText(f"{item.text()}  ({count})")
        self.tree.expandToDepth(0)

    def _group(self, groups: dict[tuple[str, ...], QStandardItem], path: tuple[str, ...]) -> QStandardItem:
        if not path:
            return self.model.invisibleRootItem()
        found = groups.get(path)
        if found is None:
            name = side_title(path[0]) if len(path) == 1 else path[-1]
            found = groups[path] = QStandardItem(name or "Others")
            found.setSizeHint(QSize(40, ICON + 3))
            font = found.font()
            font.setBold(len(path) == 1)
            found.setFont(font)
            self._group(groups, path[:-1]).appendRow([found, QStandardItem(), QStandardItem()])
        return found

    def _fill(self, entry: RosterEntry) -> None:
        name, where, status = self._rows[entry.unit]
        face = self.desk.face(entry.unit)
        text = entry.unit if face is None else str(face.title)
        if name.text() != text:
            name.setText(text)
        if face is not None and face != name.face:
            name.show_face(face)
        place = place_name(entry.at).removeprefix("Hex ")
        if where.text() != place:
            where.setText(place)
        for item in (name, where, status):
            item.setToolTip("\n".join(x for x in (text, place_name(entry.at), str(entry.status)) if x))
        state = str(entry.status)
        if status.text() != state:
            status.setText(state)

    # ---- selection
    def _units(self, index: QModelIndex) -> Iterator[str]:
        """The unit of a row, or all units below a heading."""
        unit = index.siblingAtColumn(0).data(UNIT)
        if unit:
            yield unit
        else:
            first = index.siblingAtColumn(0)
            for row in range(self.found.rowCount(first)):
                yield from self._units(self.found.index(row, 0, first))

    def _on_selection(self) -> None:
        if self._quiet:
            return
        rows = self.tree.selectionModel().selectedRows(0)
        units = tuple(dict.fromkeys(u for row in rows for u in self._units(row)))
        self._quiet = True
        self.desk.choose(tuple(u for u in units if self.desk.face(u) is not None))
        self._quiet = False

    def _on_activated(self, index: QModelIndex) -> None:
        unit = next(self._units(index), "")
        at = self.desk.at(unit)
        if at:
            self.desk.place_asked.emit(at)

    def _on_units(self) -> None:
        if self._quiet:
            return
        self._quiet = True
        model = self.tree.selectionModel()
        model.clearSelection()
        flags = model.SelectionFlag.Select | model.SelectionFlag.Rows
        last = QModelIndex()
        for unit in self.desk.units:
            row = self._rows.get(unit)
            if row is not None:
                last = self.found.mapFromSource(row[0].index())
                model.select(last, flags)
        if last.isValid() and self.isVisible():
            self.tree.scrollTo(last)
        self._quiet = False

    def _on_words(self, words: str) -> None:
        self._quiet = True  # rows that are filtered out are still selected units
        self.found.setFilterFixedString(words)
        if words:
            self.tree.expandAll()
        else:
            self.tree.collapseAll()
            self.tree.expandToDepth(0)
        self._quiet = False
        self._on_units()

    def _on_dressed(self) -> None:
        self.tree.viewport().update()
