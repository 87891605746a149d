"""Small pictures for tracks and points: weather, aircraft, fuel, replacements, events. Drawn within -10..10, in one ink."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from hexbench.ui.look.chips import DRAWINGS, Draw
from hexbench.ui.look.palette import ChipStyle, colour
from hexbench.ui.look.shapes import mark_path, polygon


def _pen(style: ChipStyle, width: float) -> QPen:
    pen = QPen(colour(style.ink), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _sun(painter: QPainter, style: ChipStyle) -> None:
    painter.setPen(_pen(style, 1.7))
    painter.setBrush(colour(style.ink))
    painter.drawEllipse(QPointF(0, 0), 3.6, 3.6)
    for k in range(8):
        a = k * math.pi / 4
        painter.drawLine(QLineF(5.8 * math.cos(a), 5.8 * math.sin(a), 8.6 * math.cos(a), 8.6 * math.sin(a)))


def _cloud_path() -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for x, y, r in ((-4.6, 1.6, 3.6), (0.2, -1.8, 4.8), (4.8, 1.6, 3.6)):
        path.addEllipse(QPointF(x, y), r, r)
    path.addRect(QRectF(-4.6, 1, 9.4, 4.2))
    return path.simplified()


def _cloud(painter: QPainter, style: ChipStyle) -> None:
    painter.fillPath(_cloud_path(), colour(style.ink))


def _snow(painter: QPainter, style: ChipStyle) -> None:
    painter.setPen(_pen(style, 1.5))
    for k in range(6):
        painter.save()
        painter.rotate(60 * k)
        painter.drawLine(QLineF(0, 0, 0, -8.4))
        painter.drawLine(QLineF(0, -5.2, -2.3, -7.4))
        painter.drawLine(QLineF(0, -5.2, 2.3, -7.4))
        painter.restore()


def _plus(painter: QPainter, style: ChipStyle) -> None:
    """A man more: replacements."""
    painter.setPen(_pen(style, 3.2))
    painter.drawLine(QLineF(-6, 0, 6, 0))
    painter.drawLine(QLineF(0, -6, 0, 6))


def _star(painter: QPainter, style: ChipStyle) -> None:
    points = []
    for k in range(10):
        r, a = (8.6 if k % 2 == 0 else 3.7), math.radians(36 * k - 90)
        points.append((r * math.cos(a), r * math.sin(a)))
    painter.fillPath(polygon(*points), colour(style.ink))


def _arrow(painter: QPainter, style: ChipStyle) -> None:
    """Somebody comes."""
    painter.setPen(_pen(style, 2.6))
    painter.drawLine(QLineF(-8, 0, 6, 0))
    painter.drawLine(QLineF(6, 0, 1.4, -4.6))
    painter.drawLine(QLineF(6, 0, 1.4, 4.6))


def _lock(painter: QPainter, style: ChipStyle) -> None:
    """Somebody may not."""
    painter.setPen(_pen(style, 2.2))
    painter.drawArc(QRectF(-4.4, -8.4, 8.8, 10), 0, 180 * 16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.ink))
    painter.drawRoundedRect(QRectF(-6.6, -2.6, 13.2, 10.4), 1.6, 1.6)


def _die(painter: QPainter, style: ChipStyle) -> None:
    painter.setPen(_pen(style, 1.7))
    painter.drawRoundedRect(QRectF(-7.4, -7.4, 14.8, 14.8), 3, 3)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.ink))
    for x, y in ((-3.4, -3.4), (3.4, -3.4), (0, 0), (-3.4, 3.4), (3.4, 3.4)):
        painter.drawEllipse(QPointF(x, y), 1.5, 1.5)


def _hourglass(painter: QPainter, style: ChipStyle) -> None:
    """Somebody is late."""
    painter.setPen(_pen(style, 1.8))
    painter.setBrush(colour(style.ink))
    painter.drawPath(polygon((-5, -7.5), (5, -7.5), (-5, 7.5), (5, 7.5)))


def _drop(painter: QPainter, style: ChipStyle) -> None:
    painter.save()
    painter.scale(7.5, 7.5)
    painter.fillPath(mark_path("drop"), colour(style.ink))
    painter.restore()


SIGNS: dict[str, Draw] = {
    **DRAWINGS,
    "sun": _sun,
    "cloud": _cloud,
    "snow": _snow,
    "plus": _plus,
    "star": _star,
    "arrow": _arrow,
    "lock": _lock,
    "die": _die,
    "hourglass": _hourglass,
    "drop": _drop,
}


def paint_sign(painter: QPainter, spot: QRectF, sign: str, ink: str, ground: str = "#ffffff") -> bool:
    """Draw a small picture in a square; False when there is none of that name."""
    draw = SIGNS.get(sign)
    if draw is None:
        return False
    painter.save()
    painter.translate(spot.center())
    painter.scale(spot.width() / 20, spot.height() / 20)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    draw(painter, ChipStyle(ground, ink, sign))
    painter.restore()
    return True


def paint_point(
    painter: QPainter, spot: QRect, sign: str, ground: str, ink: str, *, down: bool = False, back: str = ""
) -> None:
    """A point of a pool as a small counter: its picture face up, a hatched back face down."""
    card = QRectF(spot).adjusted(1, 1, -1, -1)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour("#000000", 60))
    painter.drawRoundedRect(card.translated(1, 1.4), 4, 4)
    if down:
        painter.setPen(QPen(colour(back or ground), 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(card, 4, 4)
        painter.save()
        painter.setClipRect(card.adjusted(2, 2, -2, -2), Qt.ClipOperation.IntersectClip)
        for k in range(-4, 9):
            x = card.left() + k * 4.5
            painter.drawLine(QLineF(x, card.bottom(), x + card.height(), card.top()))
        painter.restore()
        return
    painter.setPen(QPen(colour(ink), 1))
    painter.setBrush(colour(ground))
    painter.drawRoundedRect(card, 4, 4)
    inner = card.adjusted(3, 3, -3, -3)
    if not paint_sign(painter, inner, sign, ink, ground):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(ink))
        painter.drawEllipse(card.center(), 4.5, 4.5)
