"""The sign on a button after which there is no way back: dice, something hidden that is tested, a hand-over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPainterPath, QPen, QPixmap

from hexbench.ui.look.language import mark, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.icons import html_image

if TYPE_CHECKING:
    from hexbench.engine.values import Barrier

CERTAIN: dict[str, str] = {
    "dice": mark("Rolls dice: no way back."),
    "seen": mark("Tests something hidden: no way back."),
    "handover": mark("Hands over to the other side: no way back."),
}
POSSIBLE: dict[str, str] = {
    "dice": mark("May roll dice: then there is no way back."),
    "seen": mark("May test something hidden: then there is no way back."),
    "handover": mark("May hand over to the other side: then there is no way back."),
}
SIZE = 18


def barrier_words(barrier: Barrier, certain: bool) -> str:
    """The warning in words; empty when there is nothing to warn of."""
    return tr((CERTAIN if certain else POSSIBLE).get(barrier, ""))


def barrier_icon(barrier: Barrier, certain: bool, ink: str, ratio: float) -> QIcon:
    """A small sign: a die, an eye, an arrow to the other side; drawn in outline when it is only possible."""
    pixmap = QPixmap(round(SIZE * ratio), round(SIZE * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(colour(ink), 1.6)
    pen.setStyle(Qt.PenStyle.SolidLine if certain else Qt.PenStyle.DotLine)
    painter.setPen(pen)
    if barrier == "dice":
        painter.drawRoundedRect(QRectF(2, 2, 14, 14), 3, 3)
        spots = ((5.6, 5.6), (12.4, 5.6), (9, 9), (5.6, 12.4), (12.4, 12.4))
        _fill(painter, ink, spots, 1.5)
    elif barrier == "seen":
        path = QPainterPath(QPointF(1.5, 9))
        path.quadTo(9, 1.5, 16.5, 9)
        path.quadTo(9, 16.5, 1.5, 9)
        painter.drawPath(path)
        _fill(painter, ink, ((9, 9),), 2.6)
    else:
        painter.drawLine(QPointF(2, 9), QPointF(11, 9))
        path = QPainterPath(QPointF(16.5, 9))
        path.lineTo(10, 4.5)
        path.lineTo(10, 13.5)
        path.closeSubpath()
        painter.fillPath(path, colour(ink))
    painter.end()
    return QIcon(pixmap)


def barrier_image(barrier: Barrier, certain: bool, ink: str) -> str:
    """The sign as a picture in rich text; empty when there is nothing to warn of."""
    if not barrier_words(barrier, certain):
        return ""
    return html_image(barrier_icon(barrier, certain, ink, 1.0).pixmap(SIZE, SIZE), 13)


def _fill(painter: QPainter, ink: str, spots: tuple[tuple[float, float], ...], radius: float) -> None:
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(ink))
    for x, y in spots:
        painter.drawEllipse(QPointF(x, y), radius, radius)
    painter.restore()
