"""Dice as they fell: faces with pips for six sides, numbers for any others. They tumble for a moment and are never waited for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

SIDE: Final = 34
GAP: Final = 7
MOST: Final = 14
"""Dice in one row; those of bigger pools are told in words alone."""
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a face are, in thirds of its half side."""
TURNS: Final = 7
"""Faces a die shows while it tumbles."""


class DiceRow(QWidget):
    """A row of dice. ``faces`` is what they show in the end, from the first moment on, whatever is drawn meanwhile."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("dice")
        self.faces: tuple[int, ...] = ()
        self._share = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._tumble = QVariantAnimation(self)
        self._tumble.setStartValue(0.0)
        self._tumble.setEndValue(1.0)
        self._tumble.valueChanged.connect(self._on_tumble)
        self.hide()

    def show_faces(self, faces: Sequence[int], tumble: int = 0) -> None:
        """Show these; they tumble for so many milliseconds before. None, or more than fit: nothing is shown."""
        self._tumble.stop()
        self.faces = tuple(faces) if len(faces) <= MOST else ()
        self._share = 1.0
        self.setAccessibleName(", ".join(map(str, self.faces)))
        self.setFixedSize(self.sizeHint())
        self.setVisible(bool(self.faces))
        if self.faces and tumble > 0:
            self._tumble.setDuration(tumble)
            self._tumble.start()
        self.update()

    def sizeHint(self) -> QSize:
        n = len(self.faces)
        return QSize(n * SIDE + max(0, n - 1) * GAP + 4, SIDE + 4)

    def _on_tumble(self, share: float) -> None:
        self._share = share
        self.update()

    def shown(self, n: int) -> int:
        """What a die shows at this moment: other faces while it tumbles, its own in the end."""
        face = self.faces[n]
        left = round((1.0 - self._share) * TURNS)
        return face if not left else (face + n + left * 5) % max(6, *self.faces) + 1

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pips = all(1 <= face <= 6 for face in self.faces)
        paper = self.palette().color(QPalette.ColorRole.Base)
        ink = self.palette().color(QPalette.ColorRole.Text)
        for n in range(len(self.faces)):
            box = QRectF(2 + n * (SIDE + GAP), 2, SIDE, SIDE)
            painter.setPen(QPen(ink, 1.6))
            painter.setBrush(paper)
            painter.drawRoundedRect(box, 7, 7)
            if pips:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(ink)
                for x, y in _PIPS[self.shown(n)]:
                    painter.drawEllipse(box.center() + QPointF(x, y) * SIDE * 0.27, SIDE * 0.1, SIDE * 0.1)
            else:
                painter.setPen(ink)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(self.shown(n)))
        painter.end()
