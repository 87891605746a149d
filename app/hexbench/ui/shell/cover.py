"""The cover between two players: nothing of the game but whose seat it is."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.language import tr
from hexbench.ui.look.palette import colour
from hexbench.ui.look.shapes import emblem_path
from hexbench.ui.widgets.parts import PlainLabel


class Emblem(QWidget):
    """A side's emblem on a disc of its colour."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.side = ""
        self.setFixedSize(120, 120)

    def sizeHint(self) -> QSize:
        return QSize(120, 120)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.side:
            return
        look = self.desk.palette.side(self.side)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(look.ground))
        painter.drawEllipse(QPointF(60, 60), 58, 58)
        painter.setBrush(colour(look.ink))
        painter.translate(60, 60)
        painter.scale(32, 32)
        painter.drawPath(emblem_path(look.emblem))
        painter.end()


class Cover(QWidget):
    """``accepted()``: the player whose seat it is sits down."""

    accepted = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cover")
        self.emblem = Emblem(desk)
        self.who = PlainLabel()
        self.who.setObjectName("cover.who")
        self.who.setProperty("role", "title")
        self.who.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words = PlainLabel(tr("The other player looks away now. Nothing of the game is on the screen."))
        self.words.setProperty("role", "muted")
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.ready = QPushButton()
        self.ready.setObjectName("cover.ready")
        self.ready.setDefault(True)
        self.ready.setAutoDefault(True)
        self.ready.clicked.connect(self.accepted)
        column = QVBoxLayout(self)
        column.setSpacing(14)
        column.addStretch(2)
        column.addWidget(self.emblem, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.who)
        column.addWidget(self.words)
        column.addSpacing(8)
        column.addWidget(self.ready, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def show_side(self, side: str, name: str) -> None:
        """Wait for this side's player; ``name`` is what the side is called."""
        self.emblem.side = side
        self.emblem.update()
        self.who.setText(tr("{name} to decide", name=name))
        self.ready.setText(tr("I am the {name} player", name=name))
        self.setAccessibleName(tr("{name} to decide", name=name))
