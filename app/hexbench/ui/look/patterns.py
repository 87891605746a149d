"""Overlay patterns: small seamless tiles in one ink, so that tones can be told apart without colour."""

from __future__ import annotations

import math
from functools import cache

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPaintEngine, QPainter, QPainterPath, QPen

STEP = 12
"""Size of a pattern tile in screen pixels."""


def _dots(painter: QPainter, ink: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for x, y in ((3.0, 3.0), (9.0, 9.0)):
        painter.drawEllipse(QPointF(x, y), 1.25, 1.25)


def _dots_wide(painter: QPainter, ink: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawEllipse(QPointF(6.0, 6.0), 1.5, 1.5)


def _strokes(painter: QPainter, ink: QColor, *lines: tuple[float, float, float, float]) -> None:
    painter.setPen(QPen(ink, 1.3))
    for line in lines:
        painter.drawLine(QLineF(*line))


def _diagonal(painter: QPainter, ink: QColor) -> None:
    _strokes(painter, ink, (-2, 8, 8, -2), (4, 14, 14, 4), (-2, 14, 14, -2))


def _back_diagonal(painter: QPainter, ink: QColor) -> None:
    _strokes(painter, ink, (4, -2, 14, 8), (-2, 4, 8, 14), (-2, -2, 14, 14))


def _horizontal(painter: QPainter, ink: QColor) -> None:
    _strokes(painter, ink, (0, 3, 12, 3), (0, 9, 12, 9))


def _vertical(painter: QPainter, ink: QColor) -> None:
    _strokes(painter, ink, (3, 0, 3, 12), (9, 0, 9, 12))


def _cross(painter: QPainter, ink: QColor) -> None:
    _strokes(painter, ink, (-2, -2, 14, 14), (-2, 14, 14, -2))


PATTERNS = {
    "dots": _dots,
    "dots_wide": _dots_wide,
    "diagonal": _diagonal,
    "back_diagonal": _back_diagonal,
    "horizontal": _horizontal,
    "vertical": _vertical,
    "cross": _cross,
}


@cache
def pattern_tile(name: str, ink: str, alpha: int, ratio: float = 1.0, under: int = 0) -> QImage | None:
    """The tile of a pattern; None for ``solid``. ``ratio`` is the screen's device pixel ratio, ``under`` a QRgb below it."""
    draw = PATTERNS.get(name)
    if draw is None:
        return None
    side = round(STEP * ratio)
    tile = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    tile.fill(QColor.fromRgba(under))
    painter = QPainter(tile)
    painter.scale(tile.width() / STEP, tile.height() / STEP)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(QRectF(0, 0, STEP, STEP))
    tone = QColor(ink)
    tone.setAlpha(alpha)
    draw(painter, tone)
    painter.end()
    return tile


def pattern_brush(
    name: str, ink: str, alpha: int, scale: float, ratio: float = 1.0, under: QColor | None = None
) -> QBrush:
    """A brush whose pattern keeps its size on the screen when the painter is scaled by ``scale``.

    With ``under`` the pattern lies on that colour; a ``solid`` one is the colour alone, or nothing without it.
    """
    tile = pattern_tile(name, ink, alpha, ratio, under.rgba() if under is not None else 0)
    if tile is None:
        return QBrush(under) if under is not None else QBrush(Qt.BrushStyle.NoBrush)
    brush = QBrush(tile)
    if scale * ratio != 1.0:
        transform = brush.transform()
        transform.scale(1 / (scale * ratio), 1 / (scale * ratio))
        brush.setTransform(transform)
    return brush


def hatch(painter: QPainter, area: QPainterPath, name: str, ink: QColor, unit: float) -> None:
    """Fill an area with a pattern drawn as lines, for paper; ``unit``: how long a pixel of the screen is there.

    The pattern hangs on the origin, so that areas side by side match. ``solid`` draws nothing.
    """
    if name not in PATTERNS:
        return
    painter.save()
    painter.setClipPath(area, Qt.ClipOperation.IntersectClip)
    if name.startswith("dots"):
        dots = _dotted(area, name, unit)
        if not dots.isEmpty():
            painter.fillPath(dots, ink)
    else:
        painter.setPen(QPen(ink, 1.3 * unit))
        painter.drawLines(_lined(area.boundingRect(), name, STEP * unit))
    painter.restore()


def _dotted(area: QPainterPath, name: str, unit: float) -> QPainterPath:
    """The dots of a pattern that lie in an area."""
    step, box = STEP * unit, area.boundingRect()
    spots, size = (((0.5, 0.5),), 1.5) if name == "dots_wide" else (((0.25, 0.25), (0.75, 0.75)), 1.25)
    dots = QPainterPath()
    dots.setFillRule(Qt.FillRule.WindingFill)
    for column in range(math.floor(box.left() / step), math.ceil(box.right() / step)):
        for row in range(math.floor(box.top() / step), math.ceil(box.bottom() / step)):
            cell = QRectF(column * step, row * step, step, step)
            if not area.intersects(cell):
                continue
            for x, y in spots:
                dots.addEllipse(cell.topLeft() + QPointF(x * step, y * step), size * unit, size * unit)
    return dots


def _lined(box: QRectF, name: str, step: float) -> list[QLineF]:
    """The lines of a pattern that cross a box."""
    lines: list[QLineF] = []
    gap = step if name == "cross" else step / 2
    left, right, top, bottom, high = box.left(), box.right(), box.top(), box.bottom(), box.height()
    if name == "vertical":
        lines = [QLineF(k * gap, top, k * gap, bottom) for k in _between(left, right, gap)]
    if name == "horizontal":
        lines = [QLineF(left, k * gap, right, k * gap) for k in _between(top, bottom, gap)]
    if name in ("diagonal", "cross"):  # x + y is the same along a line
        for k in _between(left + top, right + bottom, gap):
            lines.append(QLineF(k * gap - top, top, k * gap - top - high, bottom))
    if name in ("back_diagonal", "cross"):  # x - y is
        for k in _between(left - bottom, right - top, gap):
            lines.append(QLineF(k * gap + top, top, k * gap + top + high, bottom))
    return lines


def _between(least: float, most: float, gap: float) -> range:
    return range(math.floor(least / gap), math.ceil(most / gap))


# What a painter draws on: dots, or lines that stay lines (a PDF, a printer, its preview).

_DOTS = (QPaintEngine.Type.Raster, QPaintEngine.Type.OpenGL, QPaintEngine.Type.OpenGL2)


def keeps_lines(painter: QPainter) -> bool:
    """Whether what is drawn stays lines and letters: then nothing is drawn through an image kept for speed."""
    return painter.paintEngine().type() not in _DOTS
