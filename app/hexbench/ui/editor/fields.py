"""Editors for the fields a game declares: one kind of widget for each kind of field, with mixed values shown
as such.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import inspect
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QStyledItemDelegate,
    QTableWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.documents.editing import Field
from hexbench.engine.options import Option, options_of
from hexbench.engine.values import say
from hexbench.session.editor.document import inside, put
from hexbench.session.editor.listing import parsed, shown
from hexbench.session.editor.scenario import unsaid
from hexbench.ui.look.language import as_it_is, tell, tr, why
from hexbench.ui.widgets.choices import ChoiceBox, NumberBox
from hexbench.ui.widgets.parts import Role, answers, flush, laid, named, push, tool, wrapped_label

if TYPE_CHECKING:
    from hexbench.ui.editor.desk import EditDesk


MIXED: Final = object()
"""The value of several entries that differ."""
PICKED = ("hex", "hexes")
WORDY = 24
"""From this length on, a choice is taken to be a sentence."""


def at_path(entry: Any, path: Sequence[str], blank: Any = None) -> Any:
    """The value at a path of an entry, or ``blank``."""
    for key in path:
        if not isinstance(entry, dict) or key not in entry:
            return blank
        entry = entry[key]
    return entry


def common(values: Sequence[Any]) -> Any:
    """The common value; MIXED if they differ."""
    first = values[0] if values else None
    return first if all(value == first for value in values) else MIXED


def choices_of(field: Field, desk: EditDesk) -> tuple[tuple[str, str], ...]:
    """(value, name) of everything a field may be, if that is a list; empty if it is typed."""
    if field.kind == "turn":
        return tuple((turn.id, tell(turn.name)) for turn in desk.turns)
    if field.kind == "hexes":  # the names of zones that may replace a list
        return ()
    return tuple((value, tell(name)) for value, name in field.choices)


def hint_of(field: Field) -> str:
    """The tooltip of a field: its help, and how it is entered."""
    said = tell(field.help)
    how = {
        "number": tr("A number from {least} to {most}", least=field.least, most=field.most),
        "flag": tr("Yes or no"),
        "words": tr("Words separated by spaces"),
        "hex": tr("A hex number; the button inserts the hex under the cursor"),
        "hexes": tr("Hex numbers separated by spaces; the button adds the hex under the cursor"),
        "side": tr("A hexside: two hexes separated by a slash, such as 0101/0102"),
        "turn": tr("A turn of the scenario"),
        "unit": tr("The id of a counter"),
        "rows": tr("Contains rows of its own; press Enter to open them"),
        "data": tr("As written in the file (JSON)"),
        "choice": tr("A choice from a list"),
    }.get(field.kind, tr("Text; leave it empty to omit the field"))
    return f"{said}\n{how}" if said else how


class FieldEditor(QWidget):
    """One field of one or more entries. ``edited(value)``: the user changed it; ``wrong(sentence)``: the text
    cannot be read.
    """

    edited = Signal(object)
    wrong = Signal(str)

    def __init__(self, field: Field, desk: EditDesk, name: str = "", *, tall: bool = False) -> None:
        super().__init__()
        self.field, self.desk = field, desk
        self._value: Any = None
        self.icons: dict[str, QIcon] = {}
        """Choice -> its icon in the list."""
        row = flush(QHBoxLayout(self), 2)
        self._choices = choices_of(field, desk)
        self.widget: QCheckBox | QComboBox | QSpinBox | QLineEdit | Lines
        if field.kind == "flag":
            self.widget = QCheckBox()
            self.widget.clicked.connect(self._on_flag)
        elif self._choices:
            self.widget = ChoiceBox()
            self.widget.setPlaceholderText(tr("(mixed)"))
            self.widget.setIconSize(QSize(28, 28))
            if any(
                len(name) > WORDY for _, name in self._choices
            ):  # sentences: the form must not grow as wide as they are
                fit = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
                self.widget.setSizeAdjustPolicy(fit)
                self.widget.setMinimumContentsLength(WORDY)
            self.widget.activated.connect(self._on_choice)
        elif field.kind == "number":
            self.widget = NumberBox()
            self._range(self.widget, field.least)
            self.widget.setSpecialValueText("–")
            self.widget.setKeyboardTracking(False)
            self.widget.valueChanged.connect(self._on_number)
        elif tall:
            self.widget = Lines()
            self.widget.left.connect(self._on_lines)
        else:
            self.widget = QLineEdit()
            self.widget.editingFinished.connect(self._on_text)
        self.widget.setObjectName(name or f"field.{field.key}")
        self.widget.setAccessibleName(tell(field.name))
        self.widget.setToolTip(as_it_is(hint_of(field)))
        row.addWidget(self.widget, 1)
        if field.kind in PICKED and isinstance(self.widget, QLineEdit):
            here = named(
                QToolButton(),
                f"{self.widget.objectName()}.here",
                tr("The hex under the cursor"),
                tr("Insert the number of the hex under the map cursor"),
            )
            here.setText(tr("Here"))
            here.clicked.connect(self._on_here)
            row.addWidget(here)
        self.setFocusProxy(self.widget)

    def show_value(self, value: Any) -> None:
        """Show a value; MIXED if entries differ, None if nothing is written."""
        self._value = value
        widget = self.widget
        with QSignalBlocker(widget):
            if isinstance(widget, QCheckBox):
                show_flag(widget, value)
            elif isinstance(widget, QComboBox):
                self._list(widget, value)
            elif isinstance(widget, QSpinBox):
                known = isinstance(value, int) and not isinstance(value, bool)
                self._range(widget, value if known else self.field.least)
                widget.setSpecialValueText("…" if value is MIXED else "–")
                widget.setValue(value if known else widget.minimum())
            elif isinstance(widget, Lines):
                widget.show_text("" if value is MIXED else shown(self.field, value))
            else:
                widget.setPlaceholderText(tr("(mixed)") if value is MIXED else "")
                widget.setText("" if value is MIXED else shown(self.field, value))
                widget.setModified(False)

    def _range(self, box: QSpinBox, held: int) -> None:
        """Allow the bounds of the field, and one value below them that means nothing is written. A number
        beyond the bounds that a document already holds is shown as it is.
        """
        least, most = self.field.least, max(self.field.most, self.field.least)
        box.setRange(min(least, held) - 1, max(most, held))

    def show_icon(self, choice: str, icon: QIcon) -> None:
        """Give a choice an icon in the list."""
        self.icons[choice] = icon
        if isinstance(self.widget, QComboBox):
            row = self.widget.findData(choice)
            if row >= 0:
                self.widget.setItemIcon(row, icon)

    def _list(self, combo: QComboBox, value: Any) -> None:
        combo.clear()
        for one, name in self._choices:
            combo.addItem(self.icons.get(one, QIcon()), name or "–", one)
        if value is MIXED:
            combo.setCurrentIndex(-1)
            return
        wanted = "" if value is None else shown(self.field, value)
        row = next((n for n, (one, _) in enumerate(self._choices) if one == wanted), -1)
        if row < 0:  # the written value is not one of the game's choices, or nothing is written
            combo.insertItem(0, wanted or "–", wanted)
            row = 0
        combo.setCurrentIndex(row)

    def _send(self, text: str) -> None:
        try:
            value = parsed(self.field, text)
        except ValueError as fault:
            self.wrong.emit(why(fault))
            self.show_value(self._value)
            return
        if self._value is MIXED or value != self._value:
            self.edited.emit(value)

    def _on_flag(self) -> None:
        assert isinstance(self.widget, QCheckBox), "only a box is ticked"
        self.edited.emit(self.widget.checkState() != Qt.CheckState.Unchecked)

    def _on_choice(self) -> None:
        assert isinstance(self.widget, QComboBox), "only a list is chosen from"
        self._send(str(self.widget.currentData() or ""))

    def _on_number(self, number: int) -> None:
        assert isinstance(self.widget, QSpinBox), "only a number counts"
        self._send("" if number == self.widget.minimum() else str(number))

    def _on_text(self) -> None:
        widget = self.widget
        if isinstance(widget, QLineEdit) and widget.isModified():
            widget.setModified(False)
            self._send(widget.text())

    def _on_lines(self, text: str) -> None:
        self._send(text)

    def _on_here(self) -> None:
        widget, at = self.widget, self.desk.hex
        if not at or not isinstance(widget, QLineEdit):
            self.wrong.emit(tr("Put the cursor on a hex first."))
            return
        words = widget.text().split() if self.field.kind == "hexes" else []
        self._send(" ".join(dict.fromkeys((*words, at))))


class Lines(QPlainTextEdit):
    """Several lines of text. ``left(text)``: it was changed and has lost the keyboard focus."""

    left = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setMaximumHeight(5 * self.fontMetrics().height() + 12)
        self._shown = ""

    def show_text(self, text: str) -> None:
        """Show this."""
        self._shown = text
        if self.toPlainText() != text:
            self.setPlainText(text)

    def focusOutEvent(self, event: Any) -> None:
        super().focusOutEvent(event)
        if self.toPlainText() != self._shown:
            self._shown = self.toPlainText()
            self.left.emit(self._shown)


# Entries inside an entry, such as the squads of a reinforcement: a small table of their own, changed by one
# edit.

LEAST: Final = 74
"""Minimum width of a column, in pixels."""


def rows_said(field: Field, value: Any) -> str:
    """The rows of a field in short: each by its name, or by its values."""
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


def show_flag(box: QCheckBox, value: Any) -> None:
    """Show yes, no or MIXED."""
    states = Qt.CheckState
    box.setTristate(value is MIXED)
    box.setCheckState(
        states.PartiallyChecked if value is MIXED else states.Checked if value else states.Unchecked
    )


def rows_table(field: Field, name: str, last: QHeaderView.ResizeMode) -> QTableWidget:
    """An empty table for the entries of a field, with a column for each of their parts."""
    table = named(
        QTableWidget(0, len(field.rows)),
        f"{name}.list",
        tell(field.name),
        tr("One row for each; Tab moves to the next cell"),
    )
    table.setHorizontalHeaderLabels([tell(one.name) for one in field.rows])
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setTabKeyNavigation(False)
    table.horizontalHeader().setSectionResizeMode(last)
    table.horizontalHeader().setMinimumSectionSize(LEAST)
    return table


def rows_buttons(
    name: str, add: Callable[[], None], remove: Callable[[], None]
) -> tuple[QToolButton, QToolButton]:
    """The buttons of such a table: add a row, and delete the current one."""
    return (
        tool(f"{name}new", tr("New row"), tr("Add a row, ready to edit"), add),
        tool(f"{name}delete", tr("Delete row"), tr("Delete the row that contains the cursor"), remove),
    )


class ChoiceDelegate(QStyledItemDelegate):
    """Edits cells with a list of choices or a line of text."""

    def choice(self, parent: QWidget, known: Iterable[tuple[str, str]]) -> QComboBox:
        """A list of choices that commits the choice at once."""
        combo = ChoiceBox(parent)
        for value, name in known:
            combo.addItem(name or "–", value)
        combo.activated.connect(lambda _=0: self._commit(combo))
        return combo

    def _commit(self, combo: QComboBox) -> None:
        self.commitData.emit(combo)
        self.closeEditor.emit(combo)

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        text = str(index.data(Qt.ItemDataRole.EditRole) or "")
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(0, editor.findData(text)))
            editor.showPopup()
        elif isinstance(editor, QLineEdit):
            editor.setText(text)
            editor.selectAll()

    @staticmethod
    def written(editor: QWidget) -> str:
        """What was chosen or typed."""
        return str(editor.currentData() if isinstance(editor, QComboBox) else editor.property("text"))


def fill_rows(
    table: QTableWidget,
    field: Field,
    desk: Any,
    rows: Sequence[Mapping[str, Any]],
    *,
    name: str,
    edited: Callable[[Any], None],
    wrong: Callable[[str], None],
) -> None:
    """Put an editor, with its row number, into each cell of a table of rows."""
    # What is typed in a cell being removed no longer belongs to any row.
    for cell in table.findChildren(FieldEditor):
        cell.blockSignals(True)
    table.setRowCount(len(rows))
    for n, entry in enumerate(rows):
        for column, one in enumerate(field.rows):
            editor = FieldEditor(one, desk, f"{name}.{n}.{one.key}")
            editor.show_value(inside(entry, one.path, one.blank))
            editor.setProperty("row", n)
            editor.edited.connect(edited)
            editor.wrong.connect(wrong)
            table.setCellWidget(n, column, editor)


def row_in_hand(table: QTableWidget) -> int:
    """The row with the keyboard focus, otherwise the current row; -1 if none."""
    focus = QApplication.focusWidget()
    if focus is not None and table.isAncestorOf(focus):
        for n, k in itertools.product(range(table.rowCount()), range(table.columnCount())):
            cell = table.cellWidget(n, k)
            if cell is focus or cell.isAncestorOf(focus):
                return n
    return table.currentRow()


def leave_cell(table: QTableWidget) -> None:
    """Commit what is being typed in a cell, as if it had lost the focus."""
    focus = QApplication.focusWidget()
    if focus is not None and table.isAncestorOf(focus):
        focus.clearFocus()


def to_last_row(table: QTableWidget) -> None:
    """Continue in the row that was just added."""
    last = table.rowCount() - 1
    table.setCurrentCell(last, 0)
    first = table.cellWidget(last, 0)
    if first is not None:
        first.setFocus()


class RowsDialog(QDialog):
    """``value`` is the resulting list; it is accepted as a whole or not at all."""

    def __init__(
        self, field: Field, desk: EditDesk, value: Sequence[Any], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("edit.rows")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tell(field.name))
        self.field, self.desk = field, desk
        self.value: list[dict[str, Any]] = [dict(row) for row in value or () if isinstance(row, Mapping)]
        self.list = rows_table(field, "edit.rows", QHeaderView.ResizeMode.ResizeToContents)
        self.list.horizontalHeader().setStretchLastSection(True)
        self.new, self.drop = rows_buttons("edit.rows_", self.add, self.remove)
        self.wrong = named(wrapped_label(), "edit.rows.wrong", role="bad")
        above = laid(QHBoxLayout(), self.new, self.drop, None)
        self.ok = push("edit.rows.take", tr("Apply"), tr("Apply these rows as one edit"), self.accept)
        buttons = answers(self, tr("Leave them unchanged"), (self.ok, Role.AcceptRole))
        laid(QVBoxLayout(self), above, (self.list, 1), self.wrong, buttons)
        self._lay()
        self.resize(QSize(min(1000, 120 + 110 * len(field.rows)), 360))

    def _lay(self) -> None:
        fill_rows(
            self.list,
            self.field,
            self.desk,
            self.value,
            name="edit.rows",
            edited=self._on_edited,
            wrong=self.wrong.setText,
        )
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
        """Add a row at the end."""
        leave_cell(self.list)
        self.value.append(dict(self.field.fresh or {}))
        self._lay()
        to_last_row(self.list)

    def remove(self) -> None:
        """Delete the row with the focus or the current one, otherwise the last."""
        if not self.value:
            return
        row = row_in_hand(self.list)
        del self.value[row if 0 <= row < len(self.value) else -1]
        self._lay()


# The options of a game as fields, derived from their type.

MOST = 999


def option_fields(kind: type) -> tuple[Field, ...]:
    """A field for every option that is text, a number or a flag; paths begin with ``options``."""
    return tuple(field for option in options_of(kind) if (field := _field(option)) is not None)


def _field(option: Option) -> Field | None:
    kind, title = option.type, option.title[:1].upper() + option.title[1:]
    common: dict[str, Any] = {
        "path": ("options", option.key),
        "name": say("{word}", word=title),
        "help": say("{word}", word=option.text),
        "blank": option.default,
    }
    if isinstance(kind, inspect.BoolType):
        if option.readings:
            common["help"] = say("No: {no} Yes: {yes}", no=option.reading(False), yes=option.reading(True))
        return Field(kind="flag", **common)
    if isinstance(kind, inspect.LiteralType):
        values = tuple(
            (str(v), say("{word}", word=option.reading(v) or str(v).replace("_", " "))) for v in option.values
        )
        return Field(kind="choice", choices=values, **common)
    if isinstance(kind, inspect.IntType):
        least = kind.ge if kind.ge is not None else 0
        return Field(
            kind="number", least=int(least), most=int(kind.le if kind.le is not None else MOST), **common
        )
    return Field(kind="text", **common) if isinstance(kind, inspect.StrType) else None
