"""Markers on the map as small pictures: depots, bridges, trenches, cut supply. Drawn within -10..10."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from hexbench.ui.look.contrast import ink_on
from hexbench.ui.look.fonts import face_font, text_width
from hexbench.ui.look.palette import ChipStyle, colour
from hexbench.ui.look.shapes import mark_path, polygon

Draw = Callable[[QPainter, ChipStyle], None]


def _pen(style: ChipStyle, width: float) -> QPen:
    pen = QPen(colour(style.ink), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _fuel(painter: QPainter, style: ChipStyle) -> None:
    """A jerrycan."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.ink))
    painter.drawPath(polygon((-5, -3.5), (-2, -6.5), (5, -6.5), (5, 7), (-5, 7)))
    painter.setPen(QPen(colour(style.ground), 1.3))
    painter.drawLine(QLineF(-3, -0.5, 3, 5))
    painter.drawLine(QLineF(3, -0.5, -3, 5))


def _fuel_lost(painter: QPainter, style: ChipStyle) -> None:
    """A burning jerrycan."""
    path = QPainterPath(QPointF(0, 7.5))
    path.cubicTo(-8, 6, -6, -1, -2.5, -3)
    path.cubicTo(-2.5, -1, -1, -0.5, -0.5, -1.5)
    path.cubicTo(-1.5, -4.5, 0, -7, 2, -8)
    path.cubicTo(2, -4, 7, -2, 5.5, 3)
    path.cubicTo(5, 6, 3, 7.5, 0, 7.5)
    painter.fillPath(path, colour(style.ink))


def _bridge(painter: QPainter, style: ChipStyle) -> None:
    painter.setPen(_pen(style, 2.0))
    for y in (-1, 1):
        painter.drawLine(QLineF(-4.5, 2.6 * y, 4.5, 2.6 * y))
        painter.drawLine(QLineF(-4.5, 2.6 * y, -7.2, 5.8 * y))
        painter.drawLine(QLineF(4.5, 2.6 * y, 7.2, 5.8 * y))


def _bridge_begun(painter: QPainter, style: ChipStyle) -> None:
    pen = _pen(style, 1.8)
    pen.setDashPattern([1.6, 1.5])
    painter.setPen(pen)
    for y in (-1, 1):
        painter.drawPolyline(
            [QPointF(-7.2, 5.8 * y), QPointF(-4.5, 2.6 * y), QPointF(4.5, 2.6 * y), QPointF(7.2, 5.8 * y)]
        )


def _bridge_lost(painter: QPainter, style: ChipStyle) -> None:
    painter.setPen(_pen(style, 1.9))
    for x in (-1, 1):
        for y in (-1, 1):
            painter.drawPolyline(
                [QPointF(7.4 * x, 5.8 * y), QPointF(5 * x, 2.6 * y), QPointF(2.6 * x, 2.6 * y)]
            )
    painter.setPen(_pen(style, 2.4))
    painter.drawLine(QLineF(-3.4, -3.4, 3.4, 3.4))
    painter.drawLine(QLineF(-3.4, 3.4, 3.4, -3.4))


def _trench(painter: QPainter, style: ChipStyle) -> None:
    painter.setPen(_pen(style, 2.0))
    xs = (-8, -5.2, -5.2, -1.8, -1.8, 1.8, 1.8, 5.2, 5.2, 8)
    ys = (3, 3, -3, -3, 3, 3, -3, -3, 3, 3)
    painter.drawPolyline([QPointF(x, y) for x, y in zip(xs, ys, strict=True)])


def _trench_begun(painter: QPainter, style: ChipStyle) -> None:
    pen = _pen(style, 1.8)
    pen.setDashPattern([1.2, 1.6])
    painter.setPen(pen)
    xs = (-8, -5.2, -5.2, -1.8, -1.8, 1.8, 1.8, 5.2, 5.2, 8)
    ys = (3, 3, -3, -3, 3, 3, -3, -3, 3, 3)
    painter.drawPolyline([QPointF(x, y) for x, y in zip(xs, ys, strict=True)])


def _zone(painter: QPainter, style: ChipStyle) -> None:
    pen = _pen(style, 1.8)
    painter.setPen(pen)
    painter.drawPath(polygon((0, -7), (6, -3.5), (6, 3.5), (0, 7), (-6, 3.5), (-6, -3.5)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.ink))
    painter.drawEllipse(QPointF(0, 0), 2.3, 2.3)


def _cut(painter: QPainter, style: ChipStyle) -> None:
    """A supply line that is broken."""
    painter.setPen(_pen(style, 2.2))
    painter.drawLine(QLineF(-8, 0, -2.8, 0))
    painter.drawLine(QLineF(2.8, 0, 8, 0))
    painter.drawLine(QLineF(-2.4, -4.6, -0.4, -1.4))
    painter.drawLine(QLineF(2.4, 4.6, 0.4, 1.4))


def _drop(painter: QPainter, style: ChipStyle) -> None:
    painter.save()
    painter.scale(5.5, 5.5)
    painter.fillPath(mark_path("drop"), colour(style.ink))
    painter.restore()


def _ring(painter: QPainter, style: ChipStyle) -> None:
    painter.setPen(_pen(style, 2.0))
    painter.drawEllipse(QPointF(0, 0), 6, 6)
    painter.drawLine(QLineF(-2.5, -2.5, 2.5, 2.5))
    painter.drawLine(QLineF(-2.5, 2.5, 2.5, -2.5))


def _aircraft(painter: QPainter, style: ChipStyle) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.ink))
    painter.drawPath(
        polygon((0, -8), (1.4, -5), (1.4, -2), (8, 1.6), (8, 3.4), (1.4, 1.8), (1, 5), (3.2, 7), (-3.2, 7), (-1, 5),
                (-1.4, 1.8), (-8, 3.4), (-8, 1.6), (-1.4, -2), (-1.4, -5))
    )  # fmt: skip


def _flag(painter: QPainter, style: ChipStyle) -> None:
    painter.setPen(_pen(style, 1.8))
    painter.drawLine(QLineF(-4.5, -7, -4.5, 7.5))
    painter.setBrush(colour(style.ink))
    painter.drawPath(polygon((-4.5, -7), (6, -4), (-4.5, -0.5)))


def _smoke(painter: QPainter, style: ChipStyle) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.ink))
    for x, y, r in (
        (-4.5, 3, 3.6),
        (0.5, 3.6, 3.8),
        (5, 2.6, 3.0),
        (-2, -1.6, 3.6),
        (2.8, -2.2, 3.4),
        (0, -5.4, 2.2),
    ):
        painter.drawEllipse(QPointF(x, y), r, r)


def _wire(painter: QPainter, style: ChipStyle) -> None:
    """Two stakes and a coil between them."""
    painter.setPen(_pen(style, 1.6))
    for x in (-7.4, 7.4):
        painter.drawLine(QLineF(x, -5.5, x, 6))
    for x in (-4.8, -1.6, 1.6, 4.8):
        painter.drawEllipse(QPointF(x, 0), 2.9, 4.2)


def _mines(painter: QPainter, style: ChipStyle) -> None:
    painter.setPen(_pen(style, 1.5))
    painter.setBrush(colour(style.ink))
    for x, y in ((-4.6, -3.6), (4.6, -3.6), (0, 3.6)):
        painter.drawEllipse(QPointF(x, y), 2.6, 2.6)
        painter.drawLine(QLineF(x - 2.6, y - 3.4, x - 1.4, y - 1.8))
        painter.drawLine(QLineF(x + 2.6, y - 3.4, x + 1.4, y - 1.8))


def _trap(painter: QPainter, style: ChipStyle) -> None:
    """Steel beams crossed."""
    painter.setPen(_pen(style, 2.6))
    painter.drawLine(QLineF(-6, 6, 5, -6.5))
    painter.drawLine(QLineF(6, 6, -5, -6.5))
    painter.drawLine(QLineF(-7, 1.5, 7, 1.5))


def _pillbox(painter: QPainter, style: ChipStyle) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.ink))
    painter.drawPath(polygon((-8, 6.5), (-7, -3), (-4, -6.5), (4, -6.5), (7, -3), (8, 6.5)))
    painter.setBrush(colour(style.ground))
    painter.drawRect(QRectF(-5, -2.4, 10, 2.8))


def _target(painter: QPainter, style: ChipStyle) -> None:
    painter.setPen(_pen(style, 1.8))
    painter.drawEllipse(QPointF(0, 0), 5, 5)
    for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        painter.drawLine(QLineF(2.6 * x, 2.6 * y, 8 * x, 8 * y))


def _star(painter: QPainter, style: ChipStyle) -> None:
    """An objective."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.ink))
    painter.drawPath(
        polygon((0, -8), (2, -2.6), (7.6, -2.5), (3.2, 1), (4.7, 6.5), (0, 3.3), (-4.7, 6.5), (-3.2, 1), (-7.6, -2.5),
                (-2, -2.6))
    )  # fmt: skip


DRAWINGS: dict[str, Draw] = {
    "fuel": _fuel,
    "fuel_lost": _fuel_lost,
    "bridge": _bridge,
    "bridge_begun": _bridge_begun,
    "bridge_lost": _bridge_lost,
    "trench": _trench,
    "trench_begun": _trench_begun,
    "zone": _zone,
    "cut": _cut,
    "drop": _drop,
    "ring": _ring,
    "aircraft": _aircraft,
    "flag": _flag,
    "smoke": _smoke,
    "wire": _wire,
    "mines": _mines,
    "trap": _trap,
    "pillbox": _pillbox,
    "target": _target,
    "star": _star,
}


def chip_width(style: ChipStyle, text: str) -> float:
    """How wide a marker is: 20, or as long as its text."""
    if style.draw in DRAWINGS:
        return 20.0 + (text_width(text, 11, 700) + 4 if text else 0.0)
    return max(20.0, text_width(text, 12, 700) + 8)


def paint_chip(painter: QPainter, style: ChipStyle, text: str = "") -> None:
    """Draw a marker about (0, 0): a small card with its picture, and its text beside it or alone."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    width = chip_width(style, text)
    card = QRectF(-width / 2, -10, width, 20)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour("#000000", 70))
    painter.drawRoundedRect(card.translated(1.2, 1.8), 4, 4)
    painter.setPen(QPen(colour(ink_on(style.ground)), 1.4))
    painter.setBrush(colour(style.ground))
    painter.drawRoundedRect(card, 4, 4)
    draw = DRAWINGS.get(style.draw)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if draw is not None:
        painter.save()
        painter.translate(card.left() + 10, 0)
        draw(painter, style)
        painter.restore()
        card = card.adjusted(18, 0, 0, 0)
    if text:
        painter.setPen(colour(style.ink))
        painter.setFont(face_font(11 if draw is not None else 12, 700))
        painter.drawText(card, Qt.AlignmentFlag.AlignCenter, text)


# Small pictures for tracks and points: weather, aircraft, fuel, replacements, events. Drawn within -10..10,
# in one ink.


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


def _sign_star(painter: QPainter, style: ChipStyle) -> None:
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


def _sign_drop(painter: QPainter, style: ChipStyle) -> None:
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
    "star": _sign_star,
    "arrow": _arrow,
    "lock": _lock,
    "die": _die,
    "hourglass": _hourglass,
    "drop": _sign_drop,
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
