"""The few icons of the window, drawn as paths in the ink of the palette."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap

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


PATHS = {"undo": _arrow_back, "redo": _arrow_on}


def icon(name: str, ink: str, muted: str) -> QIcon:
    """An icon in two inks: for use, and for when it cannot be used."""
    out = QIcon()
    for mode, text in ((QIcon.Mode.Normal, ink), (QIcon.Mode.Disabled, muted)):
        pixmap = QPixmap(SIZE, SIZE)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(text), 3.4)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        path = QPainterPath()
        PATHS[name](path)
        painter.drawPath(path)
        painter.end()
        out.addPixmap(pixmap, mode)
    return out


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
