"""A table of the document as Qt wants it: a row for each entry, a column for each field; cells are edited in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QBrush

from hexbench.session.editor.listing import parsed, shown
from hexbench.ui.editor.fields import at_path, choices_of, hint_of
from hexbench.ui.editor.rows import rows_said
from hexbench.ui.look.language import as_it_is, tell, tr, why
from hexbench.ui.look.palette import colour

if TYPE_CHECKING:
    from hexbench.engine.documents.editing import DataTable, Field
    from hexbench.ui.editor.desk import EditDesk

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
SORT: Final = Qt.ItemDataRole.UserRole + 1
ID: Final = "id"
SIDE: Final = "side"
PLACE: Final = "place"
ICON: Final = 26
"""Width of the counter in front of its id, in pixels."""


class RollModel(QAbstractTableModel):
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
        """id -> the worst level of what is wrong with it, and every sentence."""

    # ---- what is shown
    def refresh(self) -> None:
        """Take over the document as it is now."""
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
        """Mark the rows that something is wrong with."""
        self.wrong = {}
        for one in self.desk.findings:
            # What names nobody is about whoever stands there.
            there = () if one.units else tuple(u for at in one.hexes for u in self.desk.stacks.get(at, ()))
            for ref in one.units or there:
                if ref in self.entries:
                    level, texts = self.wrong.setdefault(ref, (one.level, []))
                    texts.append(tell(one.text))
                    if one.level == "error" and level != "error":
                        self.wrong[ref] = ("error", texts)
        if self.ids:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.ids) - 1, 0))

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.ids)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def row_of(self, one: str) -> int:
        """The row of an id, -1 when it has none."""
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
                        "The name it has in the file; nothing else has the same. A new one is followed wherever it is named"
                    ),
                    SIDE: tr("Whose counter it is"),
                    PLACE: tr("A hex, a box or a turn it arrives on; nothing: it is not placed yet"),
                }[column]
            return hint_of(column)
        return None

    def text(self, row: int, column: str | Field) -> str:
        """What stands in a cell."""
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
        """What an entry holds in a field."""
        return at_path(self.entries[self.ids[row]], field.path, field.blank)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = index.row(), self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(row, column)
        if role == Qt.ItemDataRole.EditRole:
            return self.text(row, column)
        if role == SORT:
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
        """Write the same into a column of several rows, as one edit."""
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
        """Give one entry another id; whatever names it follows."""
        if not self.roll.keyed or new == ids[0]:
            return False
        if len(ids) > 1:
            self.desk.failed.emit(tr("Every row has an id of its own: change one at a time."))
            return False
        draft = self.desk.draft
        if not self.desk.attempt(lambda: draft.rename(ids[0], new, self.roll)):
            return False
        if self.roll.counters:
            self.desk.choose((new,))
        return True

    def place(self, text: str) -> str:
        """A place from its words: a hex, a box by its key or its name."""
        text = text.strip()
        return next((key for key, name in self.desk.boxes.items() if text in (key, name)), text)


class Sorted(QSortFilterProxyModel):
    """Rows that hold every word, sorted by what stands in a column: numbers as numbers."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.words: list[str] = []
        self.setSortRole(SORT)

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
        return bool(left.data(SORT) < right.data(SORT))
