"""Single houses of a tactical map: a hex of buildings is a few roofs with their ridges, kept off the streets."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from hexbench.ui.canvas.geometry import Geometry, noise
from hexbench.ui.look.contrast import mix
from hexbench.ui.look.palette import Palette, Terrain, colour

PATTERN = "houses"
SPOTS = ((-15.0, -14.0), (15.0, -12.0), (-13.0, 15.0), (16.0, 14.0), (0.0, 0.0))
"""Where houses may stand in a hex, from its middle."""


class House:
    """One roof: where it stands, its size and how it is turned."""

    def __init__(self, x: float, y: float, w: float, h: float, turn: float) -> None:
        self.middle = QPointF(x, y)
        self.box = QRectF(-w / 2, -h / 2, w, h)
        self.turn = turn


class Houses:
    """Draws the houses of all hexes whose terrain has the pattern ``houses``."""

    def __init__(self, geometry: Geometry, palette: Palette) -> None:
        self._rows: list[tuple[QPointF, Terrain, list[House]]] = []
        for i, cell in enumerate(geometry.atlas.cells):
            style = palette.terrain(cell.terrain)
            if style.pattern == PATTERN:
                middle = QPointF(*geometry.middles[i])
                self._rows.append((middle, style, _houses(geometry, i)))

    def draw_yards(self, painter: QPainter, rect: QRectF) -> None:
        """The trodden ground about the houses, below the roads."""
        painter.setPen(Qt.PenStyle.NoPen)
        for middle, style, _ in self._near(rect):
            painter.setBrush(colour(style.ground, 150))
            painter.drawEllipse(middle, 34.0, 32.0)

    def draw(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        """The roofs; from afar plain blocks."""
        for _, style, houses in self._near(rect):
            for house in houses:
                painter.save()
                painter.translate(house.middle)
                painter.rotate(house.turn)
                if lod >= 0.5:
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(colour("#000000", 70))
                    painter.drawRect(house.box.translated(2.4, 3.0))
                _roof(painter, house.box, style.ink, lod)
                painter.restore()

    def _near(self, rect: QRectF) -> list[tuple[QPointF, Terrain, list[House]]]:
        wide = rect.adjusted(-50, -50, 50, 50)
        return [row for row in self._rows if wide.contains(row[0])]


def _roof(painter: QPainter, box: QRectF, ink: str, lod: float) -> None:
    lit, shaded = mix(ink, "#ffffff", 0.16), mix(ink, "#000000", 0.2)
    upper = QRectF(box.left(), box.top(), box.width(), box.height() / 2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(lit))
    painter.drawRect(upper)
    painter.setBrush(colour(shaded))
    painter.drawRect(upper.translated(0, box.height() / 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(mix(ink, "#000000", 0.6)), 1.1 if lod >= 0.5 else 2.0))
    painter.drawRect(box)
    if lod >= 0.5:
        painter.drawLine(QLineF(box.left(), 0, box.right(), 0))


def _houses(geometry: Geometry, i: int) -> list[House]:
    """Two to four houses that leave the streets of the hex free, always the same."""
    label = geometry.atlas.labels[i]
    x, y = geometry.middles[i]
    turn = 24.0 * noise("street", label)
    out: list[House] = []
    for k, (east, south) in enumerate(SPOTS):
        u, v = east + 3 * noise("u", label, k), south + 3 * noise("v", label, k)
        w, h = 21.0 + 5 * noise("w", label, k), 14.5 + 2.5 * noise("h", label, k)
        if _street(geometry, i, u, v) < 15.0 or any(_gap(house, x + u, y + v) < 24.0 for house in out):
            continue
        if len(out) > 1 and noise("plot", label, k) > 0.55:
            continue
        out.append(House(x + u, y + v, w, h, turn + (90.0 if noise("side", label, k) > 0.2 else 0.0)))
    if not out:
        out.append(House(x, y, 20.0, 14.0, turn))
    return out


def _gap(house: House, x: float, y: float) -> float:
    return math.hypot(house.middle.x() - x, house.middle.y() - y)


def _street(geometry: Geometry, i: int, u: float, v: float) -> float:
    """How far a point from the middle of a hex lies from its nearest road; far when there is none."""
    x, y = geometry.middles[i]
    best = 99.0
    for direction in range(6):
        if (i, direction) in geometry.atlas.roads:
            mx, my = geometry.side_middle(i, direction)
            length = math.hypot(mx - x, my - y)
            ex, ey = (mx - x) / length, (my - y) / length
            along = u * ex + v * ey
            best = min(best, abs(u * ey - v * ex) if along > 0 else math.hypot(u, v))
    return best
