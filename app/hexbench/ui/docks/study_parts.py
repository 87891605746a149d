"""What the pages of the study dock have in common: what is asked for, a bar while it is worked out, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.language import as_it_is, number, tell, tr
from hexbench.ui.widgets.page import Page
from hexbench.ui.widgets.parts import text_label

BAR_CELLS = 24
"""Blanks of a bar on a page."""


class Lines(QListWidget):
    """What stands on a page line by line. ``dropped(row)``: Delete takes that line out."""

    dropped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete, or on."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.dropped.emit(self.currentRow())
        else:
            super().keyPressEvent(event)


class StudyPage(QWidget):
    """One question of a kind. ``asked()``: work it out; ``stop_asked()``: end with what there is."""

    asked = Signal()
    stop_asked = Signal()
    key = ""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.busy = False
        self.setObjectName(f"study.{self.key}")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(6, 6, 6, 6)
        self.column.setSpacing(5)
        self.run = self.button("run", tr("Work it out"), tr("Work it out from the position as it is now"))
        self.run.clicked.connect(self.asked)
        self.stop = self.button("stop", tr("Stop"), tr("Stop here; what was found so far stays"))
        self.stop.clicked.connect(self.stop_asked)
        self.bar = QProgressBar()
        self.bar.setObjectName(f"study.{self.key}.bar")
        self.bar.setAccessibleName(tr("How far it has come"))
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(10)
        self.note = text_label(f"study.{self.key}.note")
        self.note.setProperty("role", "muted")
        self.page = Page()
        self.page.setObjectName(f"study.{self.key}.page")
        self.page.hexes_asked.connect(desk.hexes_lit)
        self.page.rule_asked.connect(desk.rule_asked)

    def work_row(self) -> QHBoxLayout:
        """The button that begins, the bar and the button that ends it."""
        row = QHBoxLayout()
        row.addWidget(self.run)
        row.addWidget(self.bar, 1)
        row.addWidget(self.stop)
        return row

    def button(self, name: str, text: str, tip: str) -> QPushButton:
        """A button of this page."""
        button = QPushButton(text)
        button.setMinimumWidth(40)
        button.setObjectName(f"study.{self.key}.{name}")
        button.setToolTip(as_it_is(tip))
        button.setAutoDefault(False)
        return button

    def choice(self, name: str, words: str, tip: str) -> QComboBox:
        """A box to choose from."""
        box = QComboBox()
        box.setObjectName(f"study.{self.key}.{name}")
        box.setAccessibleName(words)
        box.setToolTip(as_it_is(tip))
        box.setMinimumContentsLength(6)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        return box

    def be_busy(self, busy: bool) -> None:
        """It is being worked out, or no more."""
        self.busy = busy
        if busy:
            self.bar.setRange(0, 0)
        self.follow()

    def show_progress(self, done: int, total: int) -> None:
        """So far it has come."""
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(min(done, total))

    def say(self, text: str) -> None:
        """What there is to tell beside the findings."""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def follow(self) -> None:
        """What may be pressed now."""
        free = self.desk.seat is not None and self.desk.bridge.past is None
        self.run.setEnabled(free and not self.busy)
        self.bar.setVisible(self.busy)
        self.stop.setVisible(self.busy)

    def clear(self) -> None:
        """Nothing found is shown any more: the position or who looks is another."""
        self.page.clear()
        self.say("")


def per_cent(share: float, places: int = 1) -> str:
    """A chance as people read it."""
    return f"{number(100 * share, places)}\u00a0%"


def between(low: float, high: float) -> str:
    """The bounds of a chance."""
    return tr("{low} to {high}", low=per_cent(low), high=per_cent(high))


def buttons(parts: Sequence[QWidget], across: int = 2) -> QGridLayout:
    """Buttons below one another, so many across: a dock is narrow."""
    grid = QGridLayout()
    grid.setSpacing(4)
    for n, part in enumerate(parts):
        grid.addWidget(part, n // across, n % across)
    return grid


def chance_row(name: str, share: float, more: str, desk: Desk) -> str:
    """A chance on a page: its name, a bar and the figure; ``more`` (bounds, a fraction) in a line of its own."""
    chrome = desk.palette.chrome
    return (
        f"<tr><td style='padding-right:8px'>{escape(name)}</td>"
        f"<td style='padding-right:8px'>{bar_html(share, chrome.accent, chrome.border)}</td>"
        f"<td align='right'><b>{escape(per_cent(share))}</b></td></tr>"
        + (
            f"<tr><td></td><td colspan='2' style='color:{chrome.muted}'>{escape(more)}</td></tr>"
            if more
            else ""
        )
    )


def bar_html(share: float, ink: str, muted: str) -> str:
    """A chance as a row of coloured blanks, for eyes; the figure stands beside it."""
    full = round(BAR_CELLS * max(0.0, min(1.0, share)))
    parts = ((full, ink), (BAR_CELLS - full, muted))
    return "".join(
        f'<span style="background-color:{tone}">{"&nbsp;" * count}</span>' for count, tone in parts if count
    )


def head_html(text: str) -> str:
    """A heading on a page."""
    return f"<p style='font-weight:600; margin:8px 0 2px 0'>{escape(text)}</p>"


def notes_html(notes: Iterable[object], muted: str) -> str:
    """Remarks below what was found."""
    return "".join(
        f'<p style="color:{muted}; margin:4px 0 0 0">{escape(tell(str(one) if not hasattr(one, "template") else one))}</p>'  # type: ignore[arg-type]
        for one in notes
    )
