"""The order of battle as a tree: side, army, division, unit; where each is and how it is. A click finds it on the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from PySide6.QtCore import (
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSize,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QDrag, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.display import Face, Roster, RosterEntry
from hexbench.ui.docks.desk import Desk, side_title
from hexbench.ui.docks.stack import place_name
from hexbench.ui.docks.units import COUNTER, MIME, units_of
from hexbench.ui.look.language import as_it_is, mark, tell, tr
from hexbench.ui.widgets.parts import named

UNIT = Qt.ItemDataRole.UserRole + 1
WHOLE = Qt.ItemDataRole.AccessibleTextRole
"""The unit's whole title: the row has room for its name only, and the heading above says whose it is."""
ICON = 24
ANY = mark("Any state")
WHERE, STATE = 46, 58
"""Widths of the narrow columns; what does not fit is in the tooltip."""


class _UnitItem(QStandardItem):
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


class Found(QSortFilterProxyModel):
    """The rows that hold every word, in the row itself or in a heading above it, and are in the state asked for."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._words: list[str] = []
        self._state = ""
        self.setRecursiveFilteringEnabled(True)

    def narrow(self, words: str, state: str | None) -> None:
        """Show only these; empty: all."""
        self._words, self._state = words.casefold().split(), state or ""
        self.invalidate()

    def filterAcceptsRow(self, row: int, above: QModelIndex | QPersistentModelIndex) -> bool:
        model = self.sourceModel()
        cells = [model.index(row, column, above) for column in range(3)]
        if not cells[0].data(UNIT):
            return not self._words and not self._state  # a heading is there for the sake of its units
        if self._state and cells[2].data() != self._state:
            return False
        text = [str(cell.data() or "") for cell in cells] + [str(cells[0].data(WHOLE) or "")]
        while above.isValid():
            text.append(str(above.data() or ""))
            above = above.parent()
        line = " ".join(text).casefold()
        return all(word in line for word in self._words)


class _RosterTree(QTreeView):
    """The tree itself. Units that may be put on the map are dragged from here as from the tray."""

    def __init__(self, roster: RosterView) -> None:
        super().__init__(roster)
        self._roster = roster
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)

    def carried(self) -> QMimeData | None:
        """What a drag takes along: the selected units that may be placed; None: none of them may."""
        desk = self._roster.desk
        units = tuple(u for u in desk.units if u in desk.ready)
        if not units:
            return None
        data = QMimeData()
        data.setData(MIME, "\n".join(units).encode())
        return data

    def startDrag(self, supported: Qt.DropAction) -> None:
        data = self.carried()
        if data is None:
            return
        desk = self._roster.desk
        drag = QDrag(self)
        drag.setMimeData(data)
        face = desk.face(units_of(data)[0])
        if face is not None:
            drag.setPixmap(desk.pictures.pixmap(face, COUNTER, self.devicePixelRatioF()))
            drag.setHotSpot(QPoint(COUNTER // 2, COUNTER // 2))
        drag.exec(Qt.DropAction.MoveAction, Qt.DropAction.MoveAction)


class RosterView(QWidget):
    """A filter over a tree. Selecting rows selects units; a double click or Enter shows them on the map."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.roster: Roster | None = None
        self._rows: dict[str, tuple[_UnitItem, QStandardItem, QStandardItem]] = {}
        self._faces: dict[str, Face | None] = {}
        """Unit -> its counter as its row shows it."""
        self._entries: dict[str, RosterEntry] = {}
        self._groups: dict[tuple[str, ...], QStandardItem] = {}
        self.words = QLineEdit(self)  # of the three the first that Tab comes to
        self.words.setPlaceholderText(tr("Filter"))
        self.words.setToolTip(
            tr("Words of a name, a place or a state: only the units that hold them all are listed")
        )
        self.words.setClearButtonEnabled(True)
        self.words.setObjectName("roster.filter")
        self.words.setAccessibleName(tr("Filter the order of battle"))
        self.model = QStandardItemModel(0, 3, self)
        self.model.setHorizontalHeaderLabels([tr("Unit"), tr("Where"), tr("State")])
        self.found = Found(self)
        self.found.setSourceModel(self.model)
        self.words.textChanged.connect(self._on_words)
        self.states = named(QComboBox(self), "roster.states", tr("Filter by state"))
        self.states.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.states.setMinimumContentsLength(9)
        self.states.addItem(tr(ANY), "")
        self.states.currentIndexChanged.connect(self._on_words)
        self.tree = named(_RosterTree(self), "roster.tree", tr("Order of battle"))
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
        self._fit_heads()
        self.tree.setIndentation(9)
        self.tree.header().setStretchLastSection(False)
        self.tree.selectionModel().selectionChanged.connect(self._on_selection)
        self.tree.activated.connect(self._on_activated)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        filters = QHBoxLayout()
        filters.addWidget(self.words, 1)
        filters.addWidget(self.states)
        column.addLayout(filters)
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
            other = entries
        else:
            other = tuple(e for e in entries if self._is_other(e, old[e.unit]))
            for entry in other:
                self._fill(entry)
        self._entries = {e.unit: e for e in entries}
        if other:
            self._list_states()
            self._sum({e.path[:n] for e in other for n in range(1, len(e.path) + 1)})
        self.roster = roster
        self._quiet = False
        self._on_units()

    def _is_other(self, entry: RosterEntry, old: RosterEntry) -> bool:
        """Whether the row of a unit shows something else now."""
        if entry is not old and entry != old:
            return True
        face, shown = self.desk.face(entry.unit), self._faces.get(entry.unit)
        return face is not shown and face != shown

    def _build(self, entries: Iterable[RosterEntry]) -> None:
        self.model.removeRows(0, self.model.rowCount())
        self._rows, self._faces = {}, {}
        groups: dict[tuple[str, ...], QStandardItem] = {}
        for entry in entries:
            row = (_UnitItem(self), QStandardItem(), QStandardItem())
            row[0].setData(entry.unit, UNIT)
            self._rows[entry.unit] = row
            self._group(groups, entry.path).appendRow(list(row))
            self._fill(entry)
        self._groups = groups
        self.tree.expandToDepth(0)

    def _list_states(self) -> None:
        """Offer every state that a unit is in now."""
        states = sorted({tell(e.status) for e in self._entries.values() if tell(e.status)})
        shown = [self.states.itemData(i) for i in range(1, self.states.count())]
        if shown == states:
            return
        now = self.states.currentData()
        self.states.blockSignals(True)
        self.states.clear()
        self.states.addItem(tr(ANY), "")
        for state in states:
            self.states.addItem(state[:1].upper() + state[1:], state)
        self.states.setCurrentIndex(max(0, self.states.findData(now)))
        self.states.blockSignals(False)
        self.found.narrow(self.words.text(), self.states.currentData())

    def _sum(self, paths: set[tuple[str, ...]]) -> None:
        """Write units and steps beside these headings: those on the map, and in all."""
        below: dict[tuple[str, ...], list[RosterEntry]] = {path: [] for path in self._groups if path in paths}
        for entry in self._entries.values():
            for n in range(1, len(entry.path) + 1):
                if (found := below.get(entry.path[:n])) is not None:
                    found.append(entry)
        for path, mine in below.items():
            item = self._groups[path]
            faces = [face for e in mine if (face := self.desk.face(e.unit)) is not None]
            now, full = sum(f.steps[0] for f in faces), sum(f.steps[1] for f in faces)
            there = sum(1 for e in mine if not e.at.startswith("#"))
            name = (side_title(path[0]) if len(path) == 1 else tell(path[-1])) or tr("Others")
            words = Counter(tell(e.status) for e in mine if tell(e.status))
            said = "\n".join(
                (
                    tr(
                        "{name}: 1 unit, {there} of them on the map; {now} of {full} steps"
                        if len(mine) == 1
                        else "{name}: {n} units, {there} of them on the map; {now} of {full} steps",
                        name=name,
                        n=len(mine),
                        there=there,
                        now=now,
                        full=full,
                    ),
                    *(f"{state}: {n}" for state, n in sorted(words.items())),
                )
            )
            row = (item, *(self._beside(item, column) for column in (1, 2)))
            for cell, text in zip(
                row, (f"{name}  ({len(mine)})", tr("{there} on", there=there), f"{now}/{full}"), strict=True
            ):
                if cell.text() != text:
                    cell.setText(text)
                cell.setToolTip(as_it_is(said))

    def _beside(self, item: QStandardItem, column: int) -> QStandardItem:
        return self.model.itemFromIndex(item.index().siblingAtColumn(column))

    def _group(self, groups: dict[tuple[str, ...], QStandardItem], path: tuple[str, ...]) -> QStandardItem:
        if not path:
            return self.model.invisibleRootItem()
        found = groups.get(path)
        if found is None:
            name = side_title(path[0]) if len(path) == 1 else path[-1]
            found = groups[path] = QStandardItem(tell(name) or tr("Others"))
            found.setSizeHint(QSize(40, ICON + 3))
            font = found.font()
            font.setBold(len(path) == 1)
            found.setFont(font)
            self._group(groups, path[:-1]).appendRow([found, QStandardItem(), QStandardItem()])
        return found

    def _fill(self, entry: RosterEntry) -> None:
        name, where, status = self._rows[entry.unit]
        face = self._faces[entry.unit] = self.desk.face(entry.unit)
        text = entry.unit if face is None else tell(face.title)
        short = text if face is None else face.name or text
        if (name.text(), name.data(WHOLE)) != (short, text):
            name.setText(short)
            name.setData(text, WHOLE)
        if face is not None and face != name.face:
            name.show_face(face)
        place = place_name(entry.at) if entry.at.startswith("#") else entry.at
        if where.text() != place:
            where.setText(place)
        for item in (name, where, status):
            item.setToolTip(
                as_it_is("\n".join(x for x in (text, place_name(entry.at), tell(entry.status)) if x))
            )
        state = tell(entry.status)
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

    def _on_words(self) -> None:
        self._quiet = True  # rows that are filtered out are still selected units
        self.found.narrow(self.words.text(), self.states.currentData())
        if self.words.text() or self.states.currentData():
            self.tree.expandAll()
        else:
            self.tree.collapseAll()
            self.tree.expandToDepth(0)
        self._quiet = False
        self._on_units()

    def _fit_heads(self) -> None:
        """Columns as wide as their usual content, and never narrower than their heads: text may be large."""
        for column, usual in ((1, WHERE), (2, STATE)):
            self.tree.header().resizeSection(column, max(usual, self.tree.header().sectionSizeHint(column)))

    def _on_dressed(self) -> None:
        self._fit_heads()
        self.tree.viewport().update()
