"""The window's few icons, drawn as paths in the palette's ink, and the sign on a button that cannot be undone: dice,
a hidden test, a hand-over.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap

from hexbench.ui.look.language import mark, tr
from hexbench.ui.look.palette import colour

if TYPE_CHECKING:
    from hexbench.engine.values import Barrier


SIZE = 40
"""Pixels an icon is drawn at; Qt makes it smaller."""


def _arrow_back(path: QPainterPath) -> None:
    path.moveTo(10, 16)
    path.lineTo(24, 16)
    path.arcTo(QRectF(16, 16, 16, 16), 90, -180)
    path.lineTo(14, 32)
    path.moveTo(17, 9)
    path.lineTo(9.5, 16)
    path.lineTo(17, 23)


def _arrow_on(path: QPainterPath) -> None:
    path.moveTo(30, 16)
    path.lineTo(16, 16)
    path.arcTo(QRectF(8, 16, 16, 16), 90, 180)
    path.lineTo(26, 32)
    path.moveTo(23, 9)
    path.lineTo(30.5, 16)
    path.lineTo(23, 23)


def _branch(path: QPainterPath) -> None:
    path.moveTo(12, 34)
    path.lineTo(12, 6)
    path.moveTo(12, 26)
    path.cubicTo(12, 17, 28, 21, 28, 8)
    path.moveTo(22, 13)
    path.lineTo(28, 7)
    path.lineTo(34, 13)


def _star(path: QPainterPath) -> None:
    for k in range(10):
        far = 16.0 if k % 2 == 0 else 6.6
        turn = math.pi * k / 5
        x, y = 20 + far * math.sin(turn), 21 - far * math.cos(turn)
        (path.lineTo if k else path.moveTo)(x, y)
    path.closeSubpath()


def _plus(path: QPainterPath) -> None:
    path.moveTo(20, 8)
    path.lineTo(20, 32)
    path.moveTo(8, 20)
    path.lineTo(32, 20)


def _cross(path: QPainterPath) -> None:
    path.moveTo(11, 11)
    path.lineTo(29, 29)
    path.moveTo(29, 11)
    path.lineTo(11, 29)


def _window(path: QPainterPath) -> None:
    path.addRect(QRectF(6, 15, 19, 19))
    path.moveTo(15, 9)
    path.lineTo(15, 6)
    path.lineTo(34, 6)
    path.lineTo(34, 25)
    path.lineTo(31, 25)


def _warning(path: QPainterPath) -> None:
    path.moveTo(20, 5)
    path.lineTo(37, 34)
    path.lineTo(3, 34)
    path.closeSubpath()
    path.moveTo(20, 15)
    path.lineTo(20, 23)
    path.moveTo(20, 29)
    path.lineTo(20, 29.2)


PATHS = {
    "undo": _arrow_back,
    "redo": _arrow_on,
    "branch": _branch,
    "star": _star,
    "plus": _plus,
    "cross": _cross,
    "warning": _warning,
    "window": _window,
}


def draw_icon(painter: QPainter, name: str, ink: QColor, box: QRectF) -> None:
    """Draw an icon into a box: what no font has to have."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(ink, 3.4)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.translate(box.topLeft())
    painter.scale(box.width() / SIZE, box.height() / SIZE)
    path = QPainterPath()
    PATHS[name](path)
    painter.drawPath(path)
    painter.restore()


def icon_pixmap(name: str, ink: str) -> QPixmap:
    """An icon in one ink."""
    pixmap = QPixmap(SIZE, SIZE)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    draw_icon(painter, name, QColor(ink), QRectF(0, 0, SIZE, SIZE))
    painter.end()
    return pixmap


def icon(name: str, ink: str, muted: str) -> QIcon:
    """An icon in two inks: for use, and for when it cannot be used."""
    out = QIcon()
    for mode, text in ((QIcon.Mode.Normal, ink), (QIcon.Mode.Disabled, muted)):
        out.addPixmap(icon_pixmap(name, text), mode)
    return out


def icon_image(name: str, ink: str, size: int = 12) -> str:
    """An icon as a picture in rich text."""
    return html_image(icon_pixmap(name, ink), size)


def html_image(pixmap: QPixmap, size: int) -> str:
    """A picture in rich text, in pixels."""
    held = QByteArray()
    device = QBuffer(held)
    device.open(QIODevice.OpenModeFlag.WriteOnly)
    pixmap.save(device, "PNG")
    return f'<img src="data:image/png;base64,{held.toBase64().toStdString()}" width="{size}" height="{size}">'


def app_icon(ground: str, ink: str, rim: str) -> QIcon:
    """The program's own: a hex with a counter in it."""
    pixmap = QPixmap(128, 128)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    hexagon = QPainterPath(QPointF(64, 4))
    for x, y in ((116, 34), (116, 94), (64, 124), (12, 94), (12, 34)):
        hexagon.lineTo(x, y)
    hexagon.closeSubpath()
    painter.setPen(QPen(QColor(rim), 6))
    painter.setBrush(QColor(ground))
    painter.drawPath(hexagon)
    painter.setPen(QPen(QColor(ink), 7))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(34, 44, 60, 42))
    painter.drawLine(QPointF(34, 44), QPointF(94, 86))
    painter.drawLine(QPointF(34, 86), QPointF(94, 44))
    painter.end()
    return QIcon(pixmap)


CERTAIN: dict[str, str] = {
    "dice": mark("Rolls dice: cannot be undone."),
    "seen": mark("Tests something hidden: cannot be undone."),
    "handover": mark("Hands over to the other side: cannot be undone."),
}
POSSIBLE: dict[str, str] = {
    "dice": mark("May roll dice: then it cannot be undone."),
    "seen": mark("May test something hidden: then it cannot be undone."),
    "handover": mark("May hand over to the other side: then it cannot be undone."),
}
SIGN = 18


def barrier_words(barrier: Barrier, certain: bool) -> str:
    """The warning as a sentence; empty if there is none."""
    return tr((CERTAIN if certain else POSSIBLE).get(barrier, ""))


def barrier_icon(barrier: Barrier, certain: bool, ink: str, ratio: float) -> QIcon:
    """A small sign: a die, an eye, an arrow to the other side; drawn in outline when it is only possible."""
    pixmap = QPixmap(round(SIGN * ratio), round(SIGN * ratio))
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
    return html_image(barrier_icon(barrier, certain, ink, 1.0).pixmap(SIGN, SIGN), 13)


def _fill(painter: QPainter, ink: str, spots: tuple[tuple[float, float], ...], radius: float) -> None:
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(ink))
    for x, y in spots:
        painter.drawEllipse(QPointF(x, y), radius, radius)
    painter.restore()
