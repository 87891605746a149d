"""The order of battle as a tree: side, army, division, unit; where each is and how it is. A click finds it on the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from PySide6.QtCore import (
    QAbstractItemModel,
    QMimeData,
    QModelIndex,
    QPoint,
    QSize,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QDrag, QFont
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
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.parts import NOWHERE, Index, flush, laid, named

UNIT = Qt.ItemDataRole.UserRole + 1
WHOLE = Qt.ItemDataRole.AccessibleTextRole
"""The unit's whole title: the row has room for its name only, and the heading above says whose it is."""
ICON = 24
ANY = mark("Any state")
WHERE, STATE = 46, 58
"""Widths of the narrow columns; what does not fit is in the tooltip."""


class Row:
    """A unit, or the heading of a side, an army, a division."""

    __slots__ = ("above", "below", "cells", "face", "number", "place", "tip", "title", "unit")

    def __init__(self, above: Row | None, place: int, number: int, unit: str = "") -> None:
        self.above, self.place, self.number = above, place, number
        self.below: list[Row] = []
        self.unit = unit
        self.cells = ("", "", "")
        self.title = ""
        """The unit's whole title, for screen readers; a heading has none."""
        self.tip = ""
        self.face: Face | None = None
        """The counter that is shown before the name."""


class Rows(QAbstractItemModel):
    """Headings and units as a tree of three columns. A counter is painted when its row is first seen.

    A model of our own where QStandardItemModel would do: a roster has hundreds of rows of which few are seen, and Qt is handed
    numbers only.
    """

    def __init__(self, roster: RosterView) -> None:
        super().__init__(roster)
        self._roster = roster
        self._top = Row(None, 0, 0)
        self._all = [self._top]
        self._heads = (tr("Unit"), tr("Where"), tr("State"))
        self._bold = QFont()
        self._bold.setBold(True)

    # ---- what the roster writes
    def rebuild(
        self, units: Iterable[tuple[str, tuple[str, ...]]]
    ) -> tuple[dict[str, Row], dict[tuple[str, ...], Row]]:
        """Rows for these units below the headings of their paths, in this order: units, and headings."""
        self.beginResetModel()
        self._all = [Row(None, 0, 0)]
        self._top = self._all[0]
        rows: dict[str, Row] = {}
        heads: dict[tuple[str, ...], Row] = {}
        for unit, path in units:
            above = self._top
            for n in range(1, len(path) + 1):
                above = heads.get(path[:n]) or heads.setdefault(path[:n], self._new(above))
            rows[unit] = self._new(above, unit)
        self.endResetModel()
        return rows, heads

    def _new(self, above: Row, unit: str = "") -> Row:
        row = Row(above, len(above.below), len(self._all), unit)
        above.below.append(row)
        self._all.append(row)
        return row

    def write(
        self, row: Row, cells: tuple[str, str, str], tip: str, title: str = "", face: Face | None = None
    ) -> None:
        """Let a row say this; what it says already costs nothing."""
        now = (row.cells, row.tip, row.title)
        if now != (cells, tip, title) or (row.face is not face and row.face != face):
            row.cells, row.tip, row.title, row.face = cells, tip, title, face
            self.dataChanged.emit(self.index_of(row), self.index_of(row, len(cells) - 1))

    # ---- where a row is
    def index_of(self, row: Row, column: int = 0) -> QModelIndex:
        """The index of a row's cell."""
        return self.createIndex(row.place, column, row.number)

    def row_at(self, index: Index) -> Row:
        """The row of a cell; what is above all rows for an index of nothing."""
        return self._all[index.internalId()] if index.isValid() else self._top

    # ---- what Qt asks
    def index(self, row: int, column: int, parent: Index = NOWHERE) -> QModelIndex:
        below = self.row_at(parent).below
        if parent.column() > 0 or not (0 <= row < len(below) and 0 <= column < len(self._heads)):
            return QModelIndex()
        return self.index_of(below[row], column)

    def parent(self, index: Index = NOWHERE) -> QModelIndex:  # type: ignore[override] # QObject's has no index
        above = self.row_at(index).above
        return QModelIndex() if above is None or above is self._top else self.index_of(above)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.column() > 0 else len(self.row_at(parent).below)

    def columnCount(self, _parent: Index = NOWHERE) -> int:
        return len(self._heads)

    def headerData(
        self, section: int, along: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if along == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if self.row_at(index).unit else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row, column = self.row_at(index), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return row.cells[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.tip
        if column:
            return None
        if role == UNIT:
            return row.unit
        if role == WHOLE:
            return row.title or None
        if role == Qt.ItemDataRole.DecorationRole and row.face is not None:
            return self._roster.desk.pictures.pixmap(row.face, ICON, self._roster.devicePixelRatioF())
        if role == Qt.ItemDataRole.SizeHintRole and not row.unit:
            return QSize(40, ICON + 3)
        if role == Qt.ItemDataRole.FontRole and row.above is self._top and not row.unit:
            return self._bold
        return None


class Found(QSortFilterProxyModel):
    """The rows that hold every word, in the row itself or in a heading above it, and are in the state asked for."""

    def __init__(self, rows: Rows, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows = rows
        self._words: list[str] = []
        self._state = ""
        self.setRecursiveFilteringEnabled(True)
        self.setSourceModel(rows)

    def narrow(self, words: str, state: str | None) -> None:
        """Show only these; empty: all."""
        self._words, self._state = words.casefold().split(), state or ""
        self.invalidate()

    def filterAcceptsRow(self, row: int, above: Index) -> bool:
        head: Row | None = self._rows.row_at(above)
        assert head is not None
        mine = head.below[row]
        if not mine.unit:
            return not self._words and not self._state  # a heading is there for the sake of its units
        if self._state and mine.cells[2] != self._state:
            return False
        text = [*mine.cells, mine.title]
        while head is not None:
            text.append(head.cells[0])
            head = head.above
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
        self._rows: dict[str, Row] = {}
        self._faces: dict[str, Face | None] = {}
        """Unit -> its counter as its row shows it."""
        self._entries: dict[str, RosterEntry] = {}
        self._groups: dict[tuple[str, ...], Row] = {}
        self.words = QLineEdit(self)  # of the three the first that Tab comes to
        self.words.setPlaceholderText(tr("Filter"))
        self.words.setToolTip(
            tr("Words from a name, place or state: only units that match them all are listed")
        )
        self.words.setClearButtonEnabled(True)
        self.words.setObjectName("roster.filter")
        self.words.setAccessibleName(tr("Filter the order of battle"))
        self.model = Rows(self)
        self.found = Found(self.model, self)
        self.words.textChanged.connect(self._on_words)
        self.states = named(DropDown(self), "roster.states", tr("Filter by state"))
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
        laid(flush(QVBoxLayout(self)), laid(QHBoxLayout(), (self.words, 1), self.states), (self.tree, 1))
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

    def _build(self, entries: tuple[RosterEntry, ...]) -> None:
        self._rows, self._groups = self.model.rebuild((e.unit, e.path) for e in entries)
        self._faces = {}
        for entry in entries:
            self._fill(entry)
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
            faces = [face for e in mine if (face := self.desk.face(e.unit)) is not None]
            now, full = sum(f.steps[0] for f in faces), sum(f.steps[1] for f in faces)
            there = sum(1 for e in mine if not e.at.startswith("#"))
            name = (side_title(path[0]) if len(path) == 1 else tell(path[-1])) or tr("Others")
            words = Counter(tell(e.status) for e in mine if tell(e.status))
            said = "\n".join(
                (
                    tr(
                        "{name}: 1 unit, {there} on the map; {now} of {full} steps"
                        if len(mine) == 1
                        else "{name}: {n} units, {there} on the map; {now} of {full} steps",
                        name=name,
                        n=len(mine),
                        there=there,
                        now=now,
                        full=full,
                    ),
                    *(f"{state}: {n}" for state, n in sorted(words.items())),
                )
            )
            cells = (f"{name}  ({len(mine)})", tr("{there} on map", there=there), f"{now}/{full}")
            self.model.write(self._groups[path], cells, as_it_is(said))

    def _fill(self, entry: RosterEntry) -> None:
        face = self._faces[entry.unit] = self.desk.face(entry.unit)
        text = entry.unit if face is None else tell(face.title)
        short = text if face is None else face.name or text
        place = place_name(entry.at, self.desk.seat) if entry.at.startswith("#") else entry.at
        state = tell(entry.status)
        tip = as_it_is("\n".join(x for x in (text, place_name(entry.at, self.desk.seat), state) if x))
        self.model.write(self._rows[entry.unit], (short, place, state), tip, text, face)

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
                last = self.found.mapFromSource(self.model.index_of(row))
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
