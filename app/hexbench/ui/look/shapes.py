"""Small shapes: state marks, side emblems and counter frames, as paths about (0, 0) within -1..1."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from hexbench.engine.display import Tag
from hexbench.ui.look.contrast import ink_on
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.palette import MarkStyle, RingStyle, colour


def polygon(*points: tuple[float, float]) -> QPainterPath:
    """A closed path through points."""
    path = QPainterPath(QPointF(*points[0]))
    for point in points[1:]:
        path.lineTo(*point)
    path.closeSubpath()
    return path


def _star(points: int, inner: float) -> QPainterPath:
    turn = math.pi / points
    corners = []
    for i in range(2 * points):
        r = 1.0 if i % 2 == 0 else inner
        corners.append((r * math.sin(i * turn), -r * math.cos(i * turn)))
    return polygon(*corners)


def _rounded(r: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(-1, -1, 2, 2), r, r)
    return path


@cache
def mark_path(shape: str) -> QPainterPath:
    """The outline of a mark; an unknown shape is a circle. Shared: never change it."""
    k = math.tan(math.pi / 8)
    if shape == "diamond":
        return polygon((0, -1.15), (1.15, 0), (0, 1.15), (-1.15, 0))
    if shape == "octagon":
        return polygon((-k, -1), (k, -1), (1, -k), (1, k), (k, 1), (-k, 1), (-1, k), (-1, -k))
    if shape == "square":
        return _rounded(0.16)
    if shape == "triangle":
        return polygon((0, -1.15), (1.1, 0.9), (-1.1, 0.9))
    if shape == "star":
        return _star(5, 0.55)
    if shape == "bar":
        return polygon((-1.1, -0.66), (1.1, -0.66), (1.1, 0.66), (-1.1, 0.66))
    if shape == "arrow":
        return polygon((-1, -0.8), (0.3, -0.8), (1.1, 0), (0.3, 0.8), (-1, 0.8))
    path = QPainterPath()
    if shape == "drop":
        path.moveTo(0, -1.25)
        path.cubicTo(0.35, -0.6, 1, -0.2, 1, 0.25)
        path.arcTo(QRectF(-1, -0.75, 2, 2), 0, -180)
        path.cubicTo(-1, -0.2, -0.35, -0.6, 0, -1.25)
    elif shape == "shield":
        path.moveTo(-0.95, -0.95)
        path.lineTo(0.95, -0.95)
        path.lineTo(0.95, 0.1)
        path.quadTo(0.85, 0.85, 0, 1.15)
        path.quadTo(-0.85, 0.85, -0.95, 0.1)
        path.closeSubpath()
    else:
        path.addEllipse(QRectF(-1, -1, 2, 2))
    return path


def paint_mark(painter: QPainter, style: MarkStyle, letter: str, middle: QPointF, radius: float) -> None:
    """Draw a state mark: shape, ground and letter, outlined in its ink so that it shows on every counter."""
    painter.save()
    painter.translate(middle)
    painter.scale(radius, radius)
    path = mark_path(style.shape)
    rim = ink_on(style.ground)
    painter.setPen(QPen(colour(ink_on(rim)), 0.52))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.setPen(QPen(colour(rim), 0.17))
    painter.setBrush(colour(style.ground))
    painter.drawPath(path)
    if letter:
        # Fonts are drawn ten times larger and scaled down: their sizes are whole pixels.
        painter.scale(0.1, 0.1)
        size = 14.5 if len(letter) == 1 else 10.5
        painter.setPen(colour(style.ink))
        painter.setFont(face_font(size, 700))
        drop = 1.6 if style.shape in ("triangle", "drop") else 0.0
        painter.drawText(QRectF(-12, -11 + drop, 24, 22), Qt.AlignmentFlag.AlignCenter, letter)
    painter.restore()


@cache
def frame_path(shape: str, half: float) -> QPainterPath:
    """The outline of a counter ``2 * half`` wide: ``round``, ``cut`` (bevelled corners) or ``square``."""
    if shape == "cut":
        c = half * 0.2
        return polygon(
            (-half + c, -half), (half - c, -half), (half, -half + c), (half, half - c),
            (half - c, half), (-half + c, half), (-half, half - c), (-half, -half + c),
        )  # fmt: skip
    path = QPainterPath()
    r = half * (0.3 if shape == "round" else 0.07)
    path.addRoundedRect(QRectF(-half, -half, 2 * half, 2 * half), r, r)
    return path


@cache
def emblem_path(key: str) -> QPainterPath:
    """A side's emblem: cross, star, roundel, disc, bars, chevron. Shared: never change it."""
    path = QPainterPath()
    if key == "cross":
        a, b = 0.2, 1.0
        flare = 0.42
        path = polygon(
            (-flare, -b), (flare, -b), (a, -a), (b, -flare), (b, flare), (a, a), (flare, b), (-flare, b),
            (-a, a), (-b, flare), (-b, -flare), (-a, -a),
        )  # fmt: skip
    elif key == "star":
        path = _star(5, 0.382)
    elif key == "roundel":
        path.addEllipse(QRectF(-1, -1, 2, 2))
        path.addEllipse(QRectF(-0.62, -0.62, 1.24, 1.24))
        path.addEllipse(QRectF(-0.3, -0.3, 0.6, 0.6))
    elif key == "bars":
        for y in (-0.8, -0.15, 0.5):
            path.addRect(QRectF(-0.9, y, 1.8, 0.35))
    elif key == "chevron":
        path = polygon((0, -0.9), (1, 0.2), (1, 0.9), (0, -0.1), (-1, 0.9), (-1, 0.2))
    else:
        path.addEllipse(QRectF(-0.8, -0.8, 1.6, 1.6))
    return path


# What is drawn at the edges of a counter: a group's border, the strength that is left, small squares.

HALF: Final = 50.0
OUT: Final = 1.6
"""How far outside the frame a border runs, so that nothing is hidden by it."""
SHARE: Final = QRectF(-44.5, -38.0, 5.5, 80.0)
"""Where the bar of the strength that is left stands."""
TAGS: Final = {"corner": QRectF(31.0, -47.0, 16.0, 16.0), "edge": QRectF(33.0, -25.0, 16.0, 16.0)}


def paint_ring(painter: QPainter, style: RingStyle, frame: str, width: float, out: float = OUT) -> None:
    """A border along a counter's frame: the colour in dashes, with a contrasting colour between them."""
    path = frame_path(frame, HALF + out)
    under = ink_on(style.colour)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(under), width + 2.0))
    painter.drawPath(path)
    pen = QPen(colour(style.colour), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if style.dash:
        pen.setDashPattern(list(style.dash))
    painter.setPen(pen)
    painter.drawPath(path)


def paint_share(painter: QPainter, percent: int) -> None:
    """A bar up the left edge: as much of it is filled as is left of the full strength."""
    painter.fillRect(SHARE.adjusted(-1.2, -1.2, 1.2, 1.2), colour("#101010"))
    painter.fillRect(SHARE, colour("#5c5f5a"))
    left = SHARE.height() * min(100, percent) / 100
    tone = "#7be35a" if percent > 66 else "#ffd83a" if percent > 33 else "#ff5a3c"
    painter.fillRect(QRectF(SHARE.left(), SHARE.bottom() - left, SHARE.width(), left), colour(tone))


def paint_tag(painter: QPainter, tag: Tag, style: RingStyle) -> None:
    """A square in a group's colour, or plain."""
    box = TAGS[tag.at]
    painter.setPen(QPen(colour(ink_on(style.colour)), 2.2))
    painter.setBrush(colour(style.colour))
    painter.drawRect(box)
    painter.setBrush(Qt.BrushStyle.NoBrush)
