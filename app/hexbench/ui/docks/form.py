"""A form of a game: numbers and choices to fill in, and what the rules make of them."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.display import Field, Form
from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.language import as_it_is, tell, tr, word
from hexbench.ui.widgets.bars import Bars
from hexbench.ui.widgets.parts import named, wrapped_label

Editor = QSpinBox | QComboBox | QLineEdit


class FormView(QWidget):
    """One :class:`Form`; its odds below it, anew with every change."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.form: Form | None = None
        self.editors: dict[str, Editor] = {}
        self.rows = QFormLayout()
        self.rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.answer = named(wrapped_label(), "form.answer")
        self.bars = Bars()
        self.bars.setObjectName("form.bars")
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self.rows)
        column.addWidget(self.answer)
        column.addWidget(self.bars)
        column.addStretch(1)
        scroll = QScrollArea()  # a low dock shows a part of it, and squeezes nothing
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what lies in it takes the keyboard
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)

    def show_form(self, form: Form | None) -> None:
        """Show this form. One with the same fields keeps what was filled in."""
        before, self.form = self.form, form
        if form is None or before is None or _shape(form) != _shape(before):
            while self.rows.rowCount():
                self.rows.removeRow(0)
            self.editors = {}
            for field in form.fields if form is not None else ():
                editor = self._editor(field)
                editor.setObjectName(f"form.{field.key}")
                editor.setAccessibleName(tell(field.title))
                editor.setToolTip(
                    as_it_is(
                        tr("{title}: change it, and the chances below follow at once", title=field.title)
                    )
                )
                self.editors[field.key] = editor
                self.rows.addRow(tell(field.title), editor)
        self._ask()

    def _editor(self, field: Field) -> Editor:
        if field.choices:
            box = QComboBox()
            box.addItems([word(choice, first=True) for choice in field.choices])
            if field.value in field.choices:
                box.setCurrentIndex(field.choices.index(field.value))
            box.currentIndexChanged.connect(self._ask)
            return box
        if field.most > field.least:
            spin = QSpinBox()
            spin.setRange(field.least, field.most)
            spin.setValue(int(field.value or field.least))
            spin.valueChanged.connect(self._ask)
            return spin
        line = QLineEdit(field.value)
        line.textChanged.connect(self._ask)
        return line

    def filled(self) -> Form | None:
        """The form with what stands in its fields now."""
        if self.form is None:
            return None
        fields = tuple(replace(field, value=self._value(field)) for field in self.form.fields)
        return replace(self.form, fields=fields)

    def _value(self, field: Field) -> str:
        editor = self.editors[field.key]
        if isinstance(editor, QComboBox):
            return field.choices[editor.currentIndex()]
        if isinstance(editor, QSpinBox):
            return str(editor.value())
        return editor.text()

    def _ask(self) -> None:
        form, seat = self.filled(), self.desk.seat
        self.bars.show_rows(())
        self.answer.setText("")
        if form is None or seat is None:
            return
        try:
            found = seat.forecast(form)
        except ValueError as fault:
            self.answer.setText(str(fault))
            return
        if found is None or not found.lines:
            return
        line = found.lines[0][1]
        self.answer.setText(
            tr(
                "{attack} to {defence} is {ratio}; column {column}.",
                attack=line.attack,
                defence=line.defence,
                ratio=line.ratio,
                column=line.column,
            )
        )
        self.bars.show_rows((name, ways, False) for name, ways in line.results)


def _shape(form: Form) -> tuple[object, ...]:
    return (form.key, *((f.key, f.choices, f.least, f.most) for f in form.fields))
