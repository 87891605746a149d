"""Entries inside an entry, such as the squads of a reinforcement: a small table of their own, made into one edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QVBoxLayout,
    QWidget,
)

from hexbench.session.editor.document import inside, put
from hexbench.session.editor.scenario import unsaid
from hexbench.ui.editor.fields import FieldEditor
from hexbench.ui.editor.panel import push, tool
from hexbench.ui.look.language import tell, tr
from hexbench.ui.widgets.parts import PlainLabel

if TYPE_CHECKING:
    from hexbench.engine.documents.editing import Field
    from hexbench.ui.editor.desk import EditDesk

LEAST: Final = 74
"""Pixels of a column."""


def rows_said(field: Field, value: Any) -> str:
    """The rows of a field in a few words: each by what it is called, or by what it has."""
    found = [_row_said(field, row) for row in value or () if isinstance(row, Mapping)]
    return "; ".join(found)


def _row_said(field: Field, row: Mapping[str, Any]) -> str:
    parts: list[str] = []
    for one in field.rows:
        value = inside(row, one.path, one.blank)
        if value in (None, one.blank):
            continue
        if one.kind == "text":
            return str(value)
        names = dict(one.choices)
        parts.append(
            f"{value} {tell(one.name)}" if one.kind == "number" else tell(names.get(value, str(value)))
        )
    return ", ".join(parts) or "–"


class RowsDialog(QDialog):
    """``value`` is the list as it is to be; it is accepted as a whole or not at all."""

    def __init__(
        self, field: Field, desk: EditDesk, value: Sequence[Any], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("edit.rows")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tell(field.name))
        self.field, self.desk = field, desk
        self.value: list[dict[str, Any]] = [dict(row) for row in value or () if isinstance(row, Mapping)]
        self.list = QTableWidget(0, len(field.rows))
        self.list.setObjectName("edit.rows.list")
        self.list.setAccessibleName(tell(field.name))
        self.list.setToolTip(tr("A row for each; Tab goes on to the next cell"))
        self.list.setHorizontalHeaderLabels([tell(one.name) for one in field.rows])
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.setTabKeyNavigation(False)
        head = self.list.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setMinimumSectionSize(LEAST)
        head.setStretchLastSection(True)
        self.new = tool("rows_new", tr("New row"), tr("One more, to be changed"), self.add)
        self.drop = tool(
            "rows_delete", tr("Delete row"), tr("Take the row away in which the cursor is"), self.remove
        )
        self.wrong = PlainLabel()
        self.wrong.setObjectName("edit.rows.wrong")
        self.wrong.setProperty("role", "bad")
        self.wrong.setWordWrap(True)
        above = QHBoxLayout()
        above.addWidget(self.new)
        above.addWidget(self.drop)
        above.addStretch(1)
        buttons = QDialogButtonBox()
        self.ok = push("rows.take", tr("Take over"), tr("Write these rows, as one edit"), self.accept)
        buttons.addButton(self.ok, QDialogButtonBox.ButtonRole.AcceptRole)
        cancel = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        cancel.setToolTip(tr("Leave them as they were"))
        cancel.setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(above)
        column.addWidget(self.list, 1)
        column.addWidget(self.wrong)
        column.addWidget(buttons)
        self._lay()
        self.resize(QSize(min(1000, 120 + 110 * len(field.rows)), 360))

    def _lay(self) -> None:
        self.list.setRowCount(len(self.value))
        for row, entry in enumerate(self.value):
            for column, one in enumerate(self.field.rows):
                editor = FieldEditor(one, self.desk, f"edit.rows.{row}.{one.key}")
                editor.show_value(inside(entry, one.path, one.blank))
                editor.setProperty("row", row)
                editor.edited.connect(self._on_edited)
                editor.wrong.connect(self.wrong.setText)
                self.list.setCellWidget(row, column, editor)
        self.drop.setEnabled(bool(self.value))

    def _on_edited(self, value: object) -> None:
        editor = self.sender()
        if isinstance(editor, FieldEditor):
            row = int(editor.property("row"))
            self.wrong.setText("")
            self.value[row] = put(self.value[row], editor.field.path, unsaid(editor.field, value))
            editor.show_value(value)
            self.list.setCurrentCell(row, self.list.currentColumn())

    def add(self) -> None:
        """One more at the end."""
        self.value.append(dict(self.field.fresh or {}))
        self._lay()
        self.list.setCurrentCell(len(self.value) - 1, 0)
        first = self.list.cellWidget(len(self.value) - 1, 0)
        if first is not None:
            first.setFocus()

    def remove(self) -> None:
        """Take one away: that of the cursor, else the last."""
        if not self.value:
            return
        row = self.list.currentRow()
        del self.value[row if 0 <= row < len(self.value) else -1]
        self._lay()
