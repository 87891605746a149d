"""A workshop: units put together from parts, with a pair of buttons for every part that can be added or taken away."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.display import Bench, Choice, Holding, Workshop
from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.language import as_it_is, tell, tr
from hexbench.ui.widgets.parts import PlainLabel, empty, heading, text_label

HIGH = 22
"""Height of a button, in pixels."""


class WorkshopView(QWidget):
    """Shows a :class:`Workshop`. What is pressed in it goes out as a wish of the Desk."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.workshop: Workshop | None = None
        self._acts: list[Choice] = []
        self.note = text_label("workshop.note")
        inside = self.inside = QWidget()
        self._dress()
        desk.dressed.connect(self._dress)
        self.grid = QGridLayout(inside)
        self.grid.setContentsMargins(2, 2, 6, 2)
        self.grid.setHorizontalSpacing(12)
        self.grid.setVerticalSpacing(2)
        self.area = QScrollArea()
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what lies in it takes the keyboard
        self.area.setWidget(inside)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(4)
        outer.addWidget(self.note)
        outer.addWidget(self.area, 1)

    def _dress(self) -> None:
        palette = self.desk.palette
        chrome, off = palette.chrome, "dashed" if palette.bold > 1 else "solid"
        self.inside.setStyleSheet(
            f"QToolButton {{ border: 1px solid {chrome.border}; border-radius: 4px; padding: 0 5px; }}"
            f"QToolButton:enabled {{ background: {chrome.base}; }}"
            f"QToolButton:disabled {{ border-style: {off}; }}"
        )

    @property
    def buttons(self) -> dict[str, QAbstractButton]:
        """What each button that can be pressed means -> the button."""
        found = [b for b in self.area.findChildren(QAbstractButton) if b.accessibleName()]
        return {b.accessibleName(): b for b in found if b.isEnabled() and b.isVisibleTo(self)}

    def show_workshop(self, workshop: Workshop | None) -> None:
        """Show this workshop; None: no game. Whoever pressed a button finds its successor under the keyboard."""
        focus = QApplication.focusWidget()
        pressed = focus.accessibleName() if focus is not None and self.isAncestorOf(focus) else ""
        self.workshop = workshop
        self._acts = []
        empty(self.grid)
        for column in range(self.grid.columnCount()):
            self.grid.setColumnStretch(column, 0)
        for row in range(self.grid.rowCount()):
            self.grid.setRowStretch(row, 0)
        if workshop is None:
            self.note.clear()
            return
        self.note.setText(tell(workshop.note if workshop.rows else workshop.nothing))
        self.note.setVisible(bool(self.note.text()))
        if not workshop.rows:
            return
        for n, title in enumerate(workshop.columns, start=1):
            label = heading(tell(title))
            label.setWordWrap(False)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            self.grid.addWidget(label, 0, n)
        for n, bench in enumerate(workshop.rows, start=1):
            self._row(n, bench, len(workshop.columns))
        self.grid.setColumnStretch(len(workshop.columns) + 2, 1)
        self.grid.setRowStretch(len(workshop.rows) + 1, 1)
        # Shown at once: else they are shown only later, and take no keyboard till then.
        for part in self.inside.findChildren(QWidget):
            part.show()
        if pressed in self.buttons:
            self.buttons[pressed].setFocus()

    def _row(self, n: int, row: Bench, columns: int) -> None:
        name = PlainLabel(tell(row.say))
        name.setToolTip(as_it_is(tell(row.say)))
        self.grid.addWidget(name, n, 0)
        for k, cell in enumerate(row.cells, start=1):
            self.grid.addWidget(self._cell(cell), n, k)
        if row.choices:
            beside = QWidget()
            line = QHBoxLayout(beside)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(4)
            for choice in row.choices:
                button = QToolButton()
                button.setText(tell(choice.say))
                button.setFixedHeight(HIGH)
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                self._ready(button, choice)
                line.addWidget(button)
            line.addStretch(1)
            self.grid.addWidget(beside, n, columns + 1)

    def _cell(self, cell: Holding) -> QWidget:
        out = QWidget()
        line = QHBoxLayout(out)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        both = cell.less is not None or cell.more is not None
        number = PlainLabel(", ".join(tell(part) for part in cell.text.split(", ")))
        number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        number.setMinimumWidth(max(18, number.sizeHint().width()))
        line.addStretch(1)
        if both:
            line.addWidget(self._sign("−", cell.less))
        line.addWidget(number)
        if both:
            line.addWidget(self._sign("+", cell.more))
        line.addStretch(1)
        return out

    def _sign(self, text: str, choice: Choice | None) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setFixedSize(HIGH, HIGH)
        button.setEnabled(choice is not None)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if choice is not None:
            self._ready(button, choice)
        else:
            button.setToolTip(tr("Not possible here now: nothing is left of it, or there is no room"))
        return button

    def _ready(self, button: QAbstractButton, choice: Choice) -> None:
        button.setObjectName(f"workshop.{choice.action.verb}")
        button.setAccessibleName(tell(choice.help) or tell(choice.say))
        button.setToolTip(as_it_is(tell(choice.help) or tell(choice.say)))
        button.setProperty("n", len(self._acts))
        self._acts.append(choice)
        button.clicked.connect(self._on_pressed)

    def _on_pressed(self) -> None:
        n = int(self.sender().property("n"))
        self.desk.action_asked.emit(self._acts[n].action)
