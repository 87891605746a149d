"""Cards laid out side by side, each with its text and a button for everything that can be done with it now."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.display import Card, Cards
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.walls import warn
from hexbench.ui.look.contrast import ink_on
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.language import as_it_is, tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.parts import PlainLabel, empty, heading, named, text_label

WIDE = 216
"""The least width of a card, in pixels."""


class Price(QWidget):
    """What a card costs, in a disc."""

    def __init__(self, desk: Desk, text: str, side: str) -> None:
        super().__init__()
        self.desk, self.text, self.side = desk, text, side
        self.setFixedSize(28, 28)
        self.setToolTip(as_it_is(tr("Costs {words}", words=text)))
        self.setAccessibleName(tr("Costs {words}", words=text))

    def paintEvent(self, event: QPaintEvent) -> None:
        ground = self.desk.palette.side(self.side).ground if self.side else self.desk.palette.chrome.accent
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(ground))
        painter.drawEllipse(1, 1, 26, 26)
        painter.setPen(colour(ink_on(ground)))
        painter.setFont(face_font(16, 700))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text)
        painter.end()


class CardFrame(QFrame):
    """One card."""

    def __init__(self, desk: Desk, card: Card, side: str) -> None:
        super().__init__()
        self.desk, self.card = desk, card
        self.setObjectName("card")
        self.setAccessibleName(f"{tell(card.title)}. {tell(card.text)}")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        chrome = desk.palette.chrome
        rim = chrome.good if card.usable or card.choices else chrome.border
        self.setStyleSheet(
            f"QFrame#card {{ background: {chrome.base}; border: 2px solid {rim}; border-radius: 7px; }}"
        )
        head = QHBoxLayout()
        head.addWidget(heading(tell(card.title)), 1)
        if card.cost:
            head.addWidget(Price(desk, card.cost, side), 0, Qt.AlignmentFlag.AlignTop)
        text = text_label("card.text")
        text.setText(tell(card.text))
        column = QVBoxLayout(self)
        column.setContentsMargins(9, 7, 9, 8)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(text, 1)
        self.buttons: list[QPushButton] = []
        for choice in card.choices:
            button = named(QPushButton(tell(choice.say)), f"card.{choice.action.verb}", tip=tell(choice.help))
            warn(button, desk, choice.action.verb)
            button.setAutoDefault(False)
            button.clicked.connect(self._on_pressed)
            self.buttons.append(button)
            column.addWidget(button)

    def _on_pressed(self) -> None:
        pressed = self.sender()
        for button, choice in zip(self.buttons, self.card.choices, strict=True):
            if button is pressed:
                self.desk.action_asked.emit(choice.action)


class CardsView(QScrollArea):
    """Shows :class:`Cards`, as many beside each other as there is room for."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.cards: Cards | None = None
        self.frames: list[CardFrame] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget()
        self.grid = QGridLayout(inside)
        self.grid.setContentsMargins(0, 0, 4, 0)
        self.grid.setSpacing(6)
        self.setWidget(inside)

    def show_cards(self, cards: Cards | None) -> None:
        """Show these; None: no game."""
        self.cards = cards
        empty(self.grid)
        self.frames = [CardFrame(self.desk, card, cards.side) for card in cards.cards] if cards else []
        self._lay()

    def _lay(self) -> None:
        columns = max(1, self.viewport().width() // WIDE)
        while self.grid.count():
            self.grid.takeAt(0)
        for k in range(self.grid.rowCount()):
            self.grid.setRowStretch(k, 0)
        for k in range(self.grid.columnCount()):
            self.grid.setColumnStretch(k, 0)
        for k, frame in enumerate(self.frames):
            self.grid.addWidget(frame, k // columns, k % columns)
        if not self.frames and self.cards is not None:
            none = PlainLabel(tr("No cards."))
            none.setProperty("role", "muted")
            self.grid.addWidget(none, 0, 0)
        for k in range(columns):
            self.grid.setColumnStretch(k, 1)
        self.grid.setRowStretch(max(1, -(-len(self.frames) // columns)), 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.frames and event.size().width() // WIDE != event.oldSize().width() // WIDE:
            self._lay()
