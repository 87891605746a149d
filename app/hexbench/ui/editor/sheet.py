"""The order of battle and the other tables of a scenario, edited like a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QBrush, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCompleter,
    QHeaderView,
    QInputDialog,
    QLineEdit,
    QStyleOptionViewItem,
    QTableView,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.values import counted, say
from hexbench.session.editor.listing import cells, parsed, paste_csv, shown, write_csv
from hexbench.ui.editor.designer import CounterButton
from hexbench.ui.editor.desk import EditDesk, EditPanel
from hexbench.ui.editor.fields import ChoiceDelegate, RowsDialog, at_path, choices_of, hint_of, rows_said
from hexbench.ui.look.language import as_it_is, mark, tell, tr, why
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.choices import is_key, is_typed
from hexbench.ui.widgets.parts import (
    NOWHERE,
    Index,
    WrappedRow,
    flush,
    laid,
    named,
    search_line,
    tool,
    wrapped_label,
)

if TYPE_CHECKING:
    from hexbench.engine.documents.editing import DataTable, Field


# A table of the document as a Qt model: a row for each entry, a column for each field; cells are edited in
# place.

_SORT: Final = Qt.ItemDataRole.UserRole + 1
ID: Final = "id"
SIDE: Final = "side"
PLACE: Final = "place"
ICON: Final = 26
"""Width in pixels of the counter in front of its id."""


class _RollModel(QAbstractTableModel):
    """The entries of one roll. Columns are ``id``, for counters ``side`` and ``place``, then the fields."""

    def __init__(self, desk: EditDesk, roll: DataTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk, self.roll = desk, roll
        told = any(field.path[-1] == SIDE for field in roll.fields)
        own: tuple[str, ...] = () if not roll.counters else (PLACE,) if told else (SIDE, PLACE)
        self.columns: tuple[str | Field, ...] = (ID, *own, *roll.fields)
        self.entries: dict[str, dict[str, Any]] = {}
        self.ids: tuple[str, ...] = ()
        self.wrong: dict[str, tuple[str, list[str]]] = {}
        """id -> the worst level among its findings, and all their sentences."""

    # ---- what is shown
    def refresh(self) -> None:
        """Reload from the document."""
        entries = self.desk.entries if self.roll.counters else self.desk.draft.entries(self.roll)
        ids = tuple(entries)
        if ids != self.ids:
            self.beginResetModel()
            self.entries, self.ids = entries, ids
            self.endResetModel()
            return
        changed = [n for n, one in enumerate(ids) if entries[one] != self.entries.get(one)]
        self.entries = entries
        if changed or self.roll.counters:
            last = self.index(len(ids) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def show_findings(self) -> None:
        """Mark the rows that have findings."""
        self.wrong = {}
        for one in self.desk.findings:
            # A finding without units is about those in its hexes.
            there = () if one.units else tuple(u for at in one.hexes for u in self.desk.stacks.get(at, ()))
            for ref in one.units or there:
                if ref in self.entries:
                    level, texts = self.wrong.setdefault(ref, (one.level, []))
                    texts.append(tell(one.text))
                    if one.level == "error" and level != "error":
                        self.wrong[ref] = ("error", texts)
        if self.ids:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.ids) - 1, 0))

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.ids)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def row_of(self, one: str) -> int:
        """The row of an id; -1 if it has none."""
        return self.ids.index(one) if one in self.entries else -1

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return section + 1 if role == Qt.ItemDataRole.DisplayRole else None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            if isinstance(column, str):
                return {ID: tr("Id"), SIDE: tr("Side"), PLACE: tr("Place")}[column]
            return tell(column.name)
        if role == Qt.ItemDataRole.ToolTipRole:
            if isinstance(column, str):
                return {
                    ID: tr(
                        "Its unique name in the file. If you change it, every reference to it is changed too"
                    ),
                    SIDE: tr("The side the counter belongs to"),
                    PLACE: tr("A hex, a box or the turn it arrives on; empty if it is not placed yet"),
                }[column]
            return hint_of(column)
        return None

    def text(self, row: int, column: str | Field) -> str:
        """The text of a cell."""
        one = self.ids[row]
        if column == ID:
            return one
        if column == SIDE:
            return self.desk.side_name(self.desk.side_of(one))
        if column == PLACE:
            at = self.desk.at(one)
            return self.desk.place_name(at) if at.startswith("#") else at
        assert not isinstance(column, str), "the columns without a field are named above"
        return shown(column, self.value(row, column))

    def value(self, row: int, field: Field) -> Any:
        """The value of a field in an entry."""
        return at_path(self.entries[self.ids[row]], field.path, field.blank)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = index.row(), self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(row, column)
        if role == Qt.ItemDataRole.EditRole:
            return self.text(row, column)
        if role == _SORT:
            return self._key(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_it_is(self._tip(row, column))
        if role == Qt.ItemDataRole.DecorationRole and column == ID and self.roll.counters:
            face = self.desk.face(self.ids[row])
            return None if face is None else self.desk.pictures.pixmap(face, ICON, 1.0)
        if role == Qt.ItemDataRole.ForegroundRole and column == ID and self.ids[row] in self.wrong:
            chrome = self.desk.palette.chrome
            return QBrush(colour(chrome.bad if self.wrong[self.ids[row]][0] == "error" else chrome.warn))
        if role == Qt.ItemDataRole.TextAlignmentRole and self._is_number(column):
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def _is_number(self, column: str | Field) -> bool:
        return not isinstance(column, str) and column.kind == "number"

    def _shown(self, row: int, column: str | Field) -> str:
        text = self.text(row, column)
        if column == ID and self.ids[row] in self.wrong:
            return f"! {text}"
        if isinstance(column, str):
            return text
        if column.kind == "rows":
            return rows_said(column, self.value(row, column))
        if column.kind == "flag":
            return "✓" if self.value(row, column) else ""
        names = dict(choices_of(column, self.desk)) if column.kind in ("choice", "turn") else {}
        return names.get(text, text)

    def _key(self, row: int, column: str | Field) -> tuple[int, float, str]:
        text = self.text(row, column)
        number = text.lstrip("-").isdecimal()
        return (0 if number else 1, float(text) if number else 0.0, text.casefold())

    def _tip(self, row: int, column: str | Field) -> str:
        if column == ID and self.ids[row] in self.wrong:
            return "\n".join(self.wrong[self.ids[row]][1])
        return self._shown(row, column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        column = self.columns[index.column()] if index.isValid() else ID
        fixed = column == SIDE or (column == ID and not self.roll.keyed)
        return flags if fixed else flags | Qt.ItemFlag.ItemIsEditable

    # ---- editing
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        return self.fill((index.row(),), self.columns[index.column()], str(value))

    def fill(self, rows: Sequence[int], column: str | Field, text: str) -> bool:
        """Write the same text into a column of several rows, as one edit."""
        draft, ids = self.desk.draft, tuple(self.ids[row] for row in rows)
        if column == ID:
            return self.rename(ids, text.strip())
        if column == PLACE:
            at = self.place(text)
            moved = tuple(one for one in ids if self.desk.at(one) != at)
            return bool(moved) and self.desk.attempt(lambda: draft.place(moved, at))
        if isinstance(column, str):
            return False
        try:
            value = parsed(column, text)
        except ValueError as fault:
            self.desk.failed.emit(why(fault))
            return False
        return self.write(rows, column, value)

    def write(self, rows: Sequence[int], field: Field, value: Any) -> bool:
        """Put a value into a field of several rows, as one edit."""
        if all(self.value(row, field) == value for row in rows):
            return False
        draft, ids = self.desk.draft, tuple(self.ids[row] for row in rows)
        return self.desk.attempt(lambda: draft.set_field(self.roll, ids, field, value))

    def rename(self, ids: Sequence[str], new: str) -> bool:
        """Give one entry another id and update all references to it."""
        if not self.roll.keyed or new == ids[0]:
            return False
        if len(ids) > 1:
            self.desk.failed.emit(tr("Each row needs its own id: change one at a time."))
            return False
        draft = self.desk.draft
        if not self.desk.attempt(lambda: draft.rename(ids[0], new, self.roll)):
            return False
        if self.roll.counters:
            self.desk.choose((new,))
        return True

    def place(self, text: str) -> str:
        """A place from its text: a hex, or a box by key or name."""
        text = text.strip()
        return next((key for key, name in self.desk.boxes.items() if text in (key, name)), text)


class _Sorted(QSortFilterProxyModel):
    """Rows that contain every word, sorted by a column: numbers numerically."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.words: list[str] = []
        self.setSortRole(_SORT)

    def narrow(self, text: str) -> None:
        """Show only rows with these words."""
        self.words = text.casefold().split()
        self.invalidate()

    def filterAcceptsRow(self, row: int, above: Index) -> bool:
        if not self.words:
            return True
        model = self.sourceModel()
        line = " ".join(str(model.index(row, c, above).data() or "") for c in range(model.columnCount(above)))
        return all(word in line.casefold() for word in self.words)

    def lessThan(self, left: Index, right: Index) -> bool:
        return bool(left.data(_SORT) < right.data(_SORT))


_FIRST_WIDTH = 150
WIDEST = 220
_MEASURED = 40
"""Rows that decide on the width of a column."""


class _CellEditors(ChoiceDelegate):
    """Edits with a list where there are choices, otherwise with a line of text; the value goes into every
    selected row of the column.
    """

    def __init__(self, view: SheetView) -> None:
        super().__init__(view)
        self.view = view

    def createEditor(  # type: ignore[override]  # without an editor Qt leaves the cell alone
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QWidget | None:
        column = self.view.column_at(index)
        if not isinstance(column, str) and column.kind == "rows":
            self.view.open_rows(index, column)  # a table needs more room than a cell: it gets a dialog
            return None
        known = () if isinstance(column, str) else choices_of(column, self.view.roll.desk)
        if not isinstance(column, str) and column.kind == "flag":
            known = (("yes", tr("Yes")), ("no", tr("No")))
        if known:
            return self.choice(parent, known)
        line = QLineEdit(parent)
        if column == PLACE:
            words = [*self.view.roll.desk.boxes.values()]
            completer = QCompleter(words, line)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            line.setCompleter(completer)
        return line

    def setModelData(self, editor: QWidget, model: object, index: Index) -> None:
        text = self.written(editor)
        if text != str(index.data(Qt.ItemDataRole.EditRole) or "") or len(self.view.rows_of(index)) > 1:
            self.view.roll.fill(self.view.rows_of(index), self.view.column_at(index), text)


class SheetView(QTableView):
    """One table. Ctrl+C and Ctrl+V copy and paste cells as in any spreadsheet; Del clears them."""

    def __init__(self, desk: EditDesk, roll: DataTable) -> None:
        super().__init__()
        self.roll = _RollModel(desk, roll, self)
        self.sorted = _Sorted(self)
        self.sorted.setSourceModel(self.roll)
        self.setModel(self.sorted)
        self.setItemDelegate(_CellEditors(self))
        self.setSortingEnabled(True)
        self.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setWordWrap(False)
        self.setAlternatingRowColors(True)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        head = self.horizontalHeader()
        head.setResizeContentsPrecision(_MEASURED)
        head.setSectionsMovable(True)
        head.setStretchLastSection(True)
        rows = self.verticalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(30 if roll.counters else self.fontMetrics().height() + 10)
        self.setObjectName(f"edit.sheet.{roll.key}")
        self.setAccessibleName(tell(roll.name))
        self._fitted = False
        self.rows: RowsDialog | None = None
        self._rows_of = -1

    def open_rows(self, index: Index, field: Field) -> None:
        """Edit the rows inside an entry in a dialog, as one edit."""
        row = self.sorted.mapToSource(index).row()
        dialog = RowsDialog(field, self.roll.desk, self.roll.value(row, field) or (), self)
        dialog.accepted.connect(self._on_rows)
        self.rows, self._rows_of = dialog, row
        dialog.open()

    def _on_rows(self) -> None:
        dialog = self.rows
        if dialog is not None:
            self.rows = None
            self.roll.write((self._rows_of,), dialog.field, dialog.value)

    def fit_columns(self) -> None:
        """Fit the column widths to their contents, once."""
        if self._fitted or not self.roll.ids:
            return
        self._fitted = True
        head, fonts = self.horizontalHeader(), self.fontMetrics()
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        rows = range(min(self.sorted.rowCount(), _MEASURED))
        for c in range(len(self.roll.columns)):
            # A size of every cell asks the model for eight things each: only that of the widest text is asked for.
            cells = [self.sorted.index(row, c) for row in rows]
            widest = max(cells, key=lambda cell: fonts.horizontalAdvance(str(cell.data())), default=None)
            width = 0 if widest is None else self.itemDelegate().sizeHint(option, widest).width() + 1
            width = max(width, head.sectionSizeHint(c))
            least = _FIRST_WIDTH if c == 0 else 56
            self.setColumnWidth(c, max(least, min(width + 8, WIDEST)))

    def column_at(self, index: Index) -> str | Field:
        """The column at a view index."""
        return self.roll.columns[index.column()]

    def rows_of(self, index: Index) -> tuple[int, ...]:
        """The rows an edit of this cell applies to: all selected ones of its column if this one is among
        them.
        """
        chosen = [i for i in self.selectedIndexes() if i.column() == index.column()]
        cells = chosen if any(i.row() == index.row() for i in chosen) else [index]
        return tuple(sorted({self.sorted.mapToSource(i).row() for i in cells}))

    @property
    def chosen(self) -> tuple[str, ...]:
        """The ids of the rows with a selected cell."""
        rows = {self.sorted.mapToSource(i).row() for i in self.selectedIndexes()}
        return tuple(self.roll.ids[row] for row in sorted(rows))

    def choose(self, ids: tuple[str, ...]) -> None:
        """Select whole rows, and bring the first into view."""
        wanted = QItemSelection()
        first: QModelIndex | None = None
        last = self.sorted.columnCount() - 1
        for one in ids:
            row = self.roll.row_of(one)
            left = self.sorted.mapFromSource(self.roll.index(row, 0)) if row >= 0 else QModelIndex()
            if left.isValid():
                wanted.select(left, self.sorted.index(left.row(), last))
                first = first or left
        self.selectionModel().select(wanted, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if first is not None:
            self.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.scrollTo(first)

    # ---- like a spreadsheet
    def copy_cells(self) -> None:
        """Copy the selected cells to the clipboard, separated by tabs."""
        cells = self.selectedIndexes()
        if not cells:
            return
        rows, columns = sorted({i.row() for i in cells}), sorted({i.column() for i in cells})
        text = {(i.row(), i.column()): str(i.data(Qt.ItemDataRole.EditRole) or "") for i in cells}
        lines = ["\t".join(text.get((r, c), "") for c in columns) for r in rows]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def paste_cells(self, text: str) -> bool:
        """Paste cells from the clipboard, starting at the current cell; False if it is a whole table with a
        header.
        """
        lines = [line.split("\t") for line in text.replace("\r\n", "\n").rstrip("\n").split("\n")]
        if not lines or lines[0][0].strip().casefold() == ID:
            return False
        if len(lines) == 1 and len(lines[0]) == 1:
            self._write(self._selected(), lines[0][0])
            return True
        start = self.currentIndex()
        targets = [
            (self.sorted.mapToSource(self.sorted.index(start.row() + r, 0)).row(), start.column() + c, word)
            for r, line in enumerate(lines)
            for c, word in enumerate(line)
            if start.isValid()
            and start.row() + r < self.sorted.rowCount()
            and start.column() + c < len(self.roll.columns)
        ]
        # Ids come last: until the edit is made, the rows are found by their old ones.
        targets.sort(key=lambda target: self.roll.columns[target[1]] == ID)
        count = len(targets)
        what = counted(count, say("Paste 1 cell"), say("Paste {n} cells", n=count))
        with self.roll.desk.draft.together(what):
            for row, column, word in targets:
                self.roll.fill((row,), self.roll.columns[column], word)
        return True

    def clear_cells(self) -> None:
        """Clear the selected cells."""
        cells = self._selected()
        # no entry is without an id
        self._write({c: rows for c, rows in cells.items() if self.roll.columns[c] != ID}, "")

    def _selected(self) -> dict[int, list[int]]:
        """column -> its selected rows; the id column last, since rows are found by id."""
        cells: dict[int, list[int]] = {}
        for i in self.selectedIndexes():
            cells.setdefault(i.column(), []).append(self.sorted.mapToSource(i).row())
        return {c: sorted(cells[c]) for c in sorted(cells, key=lambda c: (self.roll.columns[c] == ID, c))}

    def _write(self, cells: Mapping[int, Sequence[int]], text: str) -> None:
        """Write the same text into cells of several columns, as one edit."""
        count = sum(map(len, cells.values()))
        what = counted(count, say("Change 1 cell"), say("Change {n} cells", n=count))
        with self.roll.desk.draft.together(what):
            for column, rows in cells.items():
                self.roll.fill(rows, self.roll.columns[column], text)

    def event(self, event: QEvent) -> bool:
        """Letters go into cells and Backspace clears them, even if menu actions have these keys."""
        if is_typed(event) or is_key(event, Qt.Key.Key_Backspace):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.clear_cells()
        elif (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and self.state() != QAbstractItemView.State.EditingState
        ):
            if self.currentIndex().isValid():
                self.edit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class SheetPanel(EditPanel[EditDesk]):
    """All tables of the document as tabs, the counters first."""

    key: ClassVar[str] = "tables"
    title: ClassVar[str] = mark("Tables")
    help: ClassVar[str] = mark(
        "The order of battle and the other tables of the scenario, edited like a spreadsheet"
    )

    def __init__(self, desk: EditDesk) -> None:
        super().__init__(desk)
        self.tabs = named(QTabWidget(), title=tr(self.title))
        self.tabs.setDocumentMode(True)
        self.filter = search_line(
            "edit.filter",
            tr("Filter"),
            self._on_filter,
            tip=tr("Only rows that contain all of these words are listed"),
        )
        self.new = tool(
            "edit.row_new",
            tr("New row"),
            tr("Add a complete, valid entry at the end, ready to edit"),
            self._on_new,
        )
        self.counter = CounterButton(
            desk,
            "sheet_counter",
            tr(
                "Add a complete, valid counter beside the map, ready to edit; the arrow lets "
                "you choose its side"
            ),
            str,
            self.catch_up,
        )
        self.drop = tool(
            "edit.row_delete",
            tr("Delete rows"),
            tr("Remove the selected entries from the scenario"),
            self._on_drop,
        )
        self.copy = tool(
            "edit.copy_csv",
            tr("Copy table"),
            tr("Copy the whole table to the clipboard, for any spreadsheet (CSV with tabs)"),
            self._on_copy,
        )
        self.paste = tool(
            "edit.paste_csv",
            tr("Paste table"),
            tr(
                "Paste rows from the clipboard by their ids: new ones are added, existing "
                "ones changed; a report lists what was not understood"
            ),
            self._on_paste,
        )
        head = WrappedRow(
            (self.filter, self.counter, self.new, self.drop, self.copy, self.paste), self.filter
        )
        self.report = named(wrapped_label(), "edit.report")
        self.report.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.report.hide()
        laid(self.box, head, (self.tabs, 1), self.report)
        self.views: list[SheetView] = []
        self._quiet = False
        self._lay()
        desk.units_changed.connect(self._on_units)
        desk.found.connect(self._on_found)

    def _lay(self) -> None:
        rolls = sorted(self.desk.draft.rolls, key=lambda roll: not roll.counters)
        for roll in rolls:
            view = SheetView(self.desk, roll)
            view.selectionModel().selectionChanged.connect(self._on_selected)
            page = QWidget()
            laid(flush(QVBoxLayout(page)), view)
            self.views.append(view)
            self.tabs.addTab(page, tell(roll.name))
            help_ = tell(roll.help) or tr("One row for each; double-click or type to change a cell")
            self.tabs.setTabToolTip(self.tabs.count() - 1, help_)
        self.tabs.currentChanged.connect(self._on_filter)
        self._on_filter()

    @property
    def view(self) -> SheetView:
        """The table in front."""
        return self.views[self.tabs.currentIndex()]

    def refresh(self) -> None:
        """Reload from the document."""
        self._quiet = True
        for view in self.views:
            view.roll.refresh()
            view.fit_columns()
        self._quiet = False
        self._on_units()

    def _on_filter(self, _: object = None) -> None:
        counters = self.view.roll.roll.counters
        self.counter.setVisible(counters)
        self.new.setVisible(not counters)
        self.view.sorted.narrow(self.filter.text())

    def _on_new(self) -> None:
        view, draft = self.view, self.desk.draft
        name = self._name(view)
        if name is not None:
            self.desk.attempt(lambda: draft.add_entry(view.roll.roll, {}, name))

    def _name(self, view: SheetView) -> str | None:
        """The id of a new row, asked for if the table has ids; None if cancelled."""
        if not view.roll.roll.keyed:
            return ""
        text, ok = QInputDialog.getText(self, tr("New row"), tr("Its id:"))
        return text.strip() if ok else None

    def _on_drop(self) -> None:
        view, ids = self.view, self.view.chosen
        if ids and view.roll.roll.counters:
            self.desk.attempt(lambda: self.desk.draft.remove(ids))
        elif ids:
            self.desk.attempt(lambda: self.desk.draft.remove_entries(view.roll.roll, ids))

    # ---- a whole table
    def _on_copy(self) -> None:
        rows = list(csv.reader(io.StringIO(write_csv(self.desk.draft, self.view.roll.roll))))
        out = io.StringIO()
        csv.writer(out, delimiter="\t", lineterminator="\n").writerows(rows)
        QGuiApplication.clipboard().setText(out.getvalue())
        self.tell(tr("Rows on the clipboard: {n}.", n=max(0, len(rows) - 1)))

    def _on_paste(self) -> None:
        self.paste_table(QGuiApplication.clipboard().text())

    def paste_table(self, text: str) -> None:
        """Paste a table with commas, semicolons or tabs between cells; the report is shown below the table."""
        roll = self.view.roll.roll
        try:
            found = paste_csv(self.desk.draft, roll, _as_csv(text))
        except ValueError as fault:
            self.tell(why(fault), bad=True)
            return
        lines = [tr("{added} added, {changed} changed.", added=len(found.added), changed=len(found.changed))]
        self.tell("\n".join((*lines, *map(tell, found.problems))), bad=bool(found.problems))

    def tell(self, text: str, *, bad: bool = False) -> None:
        """Show a message below the table."""
        self.report.setProperty("role", "bad" if bad else "muted")
        self.report.style().polish(self.report)
        self.report.setText(text)
        self.report.setVisible(bool(text))

    # ---- selection
    def _on_selected(self) -> None:
        if not self._quiet and self.view.roll.roll.counters:
            self._quiet = True
            self.desk.choose(self.view.chosen)
            self._quiet = False

    def _on_units(self) -> None:
        counters = next((view for view in self.views if view.roll.roll.counters), None)
        if self._quiet or counters is None or counters.chosen == self.desk.units:
            return
        self._quiet = True
        counters.choose(self.desk.units)
        self._quiet = False

    def _on_found(self) -> None:
        for view in self.views:
            view.roll.show_findings()


def _as_csv(text: str) -> str:
    """The table with commas as delimiters, whatever they were before."""
    first = next(iter(text.splitlines()), "")
    mark = max(("\t", ";", ","), key=first.count)
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(cells(text, mark))
    return out.getvalue()
