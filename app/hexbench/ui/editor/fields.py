"""Editors for what a game declares to be in an entry: one kind of widget for each kind of field, and mixed values shown as such."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QToolButton,
    QWidget,
)

from hexbench.session.editor.listing import parsed, shown
from hexbench.ui.look.language import as_it_is, tell, tr, why

if TYPE_CHECKING:
    from hexbench.engine.documents.editing import Field
    from hexbench.ui.editor.desk import EditDesk

MIXED: Final = object()
"""The value of several entries that do not agree."""
PICKED = ("hex", "hexes")
WORDY = 24
"""Letters from which on a choice is a sentence."""


def at_path(entry: Any, path: Sequence[str], blank: Any = None) -> Any:
    """What stands at a path of an entry; ``blank`` where nothing is written."""
    for key in path:
        if not isinstance(entry, dict) or key not in entry:
            return blank
        entry = entry[key]
    return entry


def common(values: Sequence[Any]) -> Any:
    """What all of these are; MIXED where they differ."""
    first = values[0] if values else None
    return first if all(value == first for value in values) else MIXED


def choices_of(field: Field, desk: EditDesk) -> tuple[tuple[str, str], ...]:
    """(value, its name) of everything a field may be, where that is a list; empty: it is typed."""
    if field.kind == "turn":
        return tuple((turn.id, tell(turn.name)) for turn in desk.turns)
    if field.kind == "hexes":  # names of zones that may stand in their place
        return ()
    return tuple((value, tell(name)) for value, name in field.choices)


def hint_of(field: Field) -> str:
    """What a field is about, for a tooltip: more than its name."""
    said = tell(field.help)
    how = {
        "number": tr("A number from {least} to {most}", least=field.least, most=field.most),
        "flag": tr("Yes or no"),
        "words": tr("Words apart from one another"),
        "hex": tr("The number of a hex; the button takes the hex under the cursor"),
        "hexes": tr("Numbers of hexes, apart from one another; the button adds the hex under the cursor"),
        "side": tr("A hexside: two hexes with a slash, such as 0101/0102"),
        "turn": tr("A turn of the scenario"),
        "unit": tr("The id of a counter"),
        "rows": tr("Rows of their own: Enter opens them"),
        "data": tr("As it stands in the file (JSON)"),
        "choice": tr("One of a list"),
    }.get(field.kind, tr("Words; nothing: it is not written"))
    return f"{said}\n{how}" if said else how


class FieldEditor(QWidget):
    """One field of one or several entries. ``edited(value)``: somebody changed it; ``wrong(sentence)``: it cannot be read."""

    edited = Signal(object)
    wrong = Signal(str)

    def __init__(self, field: Field, desk: EditDesk, name: str = "", *, tall: bool = False) -> None:
        super().__init__()
        self.field, self.desk = field, desk
        self._value: Any = None
        self.icons: dict[str, QIcon] = {}
        """Choice -> its picture in the list."""
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        self._choices = choices_of(field, desk)
        self.widget: QCheckBox | QComboBox | QSpinBox | QLineEdit | Lines
        if field.kind == "flag":
            self.widget = QCheckBox()
            self.widget.clicked.connect(self._on_flag)
        elif self._choices:
            self.widget = QComboBox()
            self.widget.setPlaceholderText(tr("(several)"))
            self.widget.setIconSize(QSize(28, 28))
            if any(
                len(name) > WORDY for _, name in self._choices
            ):  # sentences: the form must not grow with them
                fit = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
                self.widget.setSizeAdjustPolicy(fit)
                self.widget.setMinimumContentsLength(WORDY)
            self.widget.activated.connect(self._on_choice)
        elif field.kind == "number":
            self.widget = QSpinBox()
            self.widget.setRange(field.least - 1, max(field.most, field.least))
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
            here = QToolButton()
            here.setText(tr("Here"))
            here.setObjectName(f"{self.widget.objectName()}.here")
            here.setAccessibleName(tr("The hex under the cursor"))
            here.setToolTip(tr("Write down the number of the hex that the cursor on the map stands on"))
            here.clicked.connect(self._on_here)
            row.addWidget(here)
        self.setFocusProxy(self.widget)

    def show_value(self, value: Any) -> None:
        """Show a value, MIXED, or None for nothing written."""
        self._value = value
        widget = self.widget
        with QSignalBlocker(widget):
            if isinstance(widget, QCheckBox):
                widget.setTristate(value is MIXED)
                widget.setCheckState(
                    Qt.CheckState.PartiallyChecked
                    if value is MIXED
                    else Qt.CheckState.Checked
                    if value
                    else Qt.CheckState.Unchecked
                )
            elif isinstance(widget, QComboBox):
                self._list(widget, value)
            elif isinstance(widget, QSpinBox):
                known = isinstance(value, int) and not isinstance(value, bool)
                widget.setSpecialValueText("…" if value is MIXED else "–")
                widget.setValue(value if known else widget.minimum())
            elif isinstance(widget, Lines):
                widget.show_text("" if value is MIXED else shown(self.field, value))
            else:
                widget.setPlaceholderText(tr("(several)") if value is MIXED else "")
                widget.setText("" if value is MIXED else shown(self.field, value))
                widget.setModified(False)

    def show_icon(self, choice: str, icon: QIcon) -> None:
        """Give a choice of the list a picture."""
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
        if row < 0:  # what is written is no choice of the game's, or nothing is
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
            self.wrong.emit(tr("Put the cursor on a hex of the map first."))
            return
        words = widget.text().split() if self.field.kind == "hexes" else []
        self._send(" ".join(dict.fromkeys((*words, at))))


class Lines(QPlainTextEdit):
    """Several lines of text. ``left(text)``: it was changed and the keyboard has gone elsewhere."""

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
