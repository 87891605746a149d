"""Heights in levels: tinted steps with contours lit from the north-west, cliffs, and the level's figure in each hex."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from hexbench.hexes.coords import Axial
from hexbench.ui.canvas.geometry import Geometry, Point, noise
from hexbench.ui.look.contrast import mix
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.palette import Palette, colour

CLIFF = "cliff"
Smooth = Callable[[list[tuple[Axial, Point]], float], QPainterPath]


class Heights:
    """Draws the relief of a map whose hexes have levels; nothing at all on a flat one."""

    def __init__(self, geometry: Geometry, palette: Palette, smooth: Smooth) -> None:
        self._geometry = geometry
        self._dark = palette.dark
        self._brown = "#c9a06a" if palette.dark else "#6b4a1e"
        self._paper = palette.map.paper
        atlas = geometry.atlas
        self.levels = sorted({cell.elevation for cell in atlas.cells})
        self._steps: list[QPainterPath] = []
        for level in self.levels[1:]:
            members = {i for i, cell in enumerate(atlas.cells) if cell.elevation >= level}
            path = QPainterPath()
            for loop in geometry.loops(members):
                path.addPath(smooth(loop, 5.0))
            self._steps.append(path)
        self._cliffs = self._find_cliffs()

    def _find_cliffs(self) -> list[tuple[Point, Point, Point]]:
        """The ends of each cliff and a point on its low side."""
        atlas, out = self._geometry.atlas, []
        for side in atlas.sheet.hexsides:
            if CLIFF not in side.kinds:
                continue
            keys = atlas.side_keys(side.side)
            i, direction = min(keys, key=lambda key: atlas.cells[key[0]].elevation)
            a, b = self._geometry.side_ends(i, direction)
            out.append((a, b, self._geometry.middles[i]))
        return out

    def draw(self, painter: QPainter, lod: float) -> None:
        """The ground of the steps from the lowest up; each throws a shade to the south-east."""
        painter.setPen(Qt.PenStyle.NoPen)
        for k, path in enumerate(self._steps, 1):
            if lod >= 0.5:
                for far, alpha in ((8.0, 14), (5.0, 20), (2.6, 26)):
                    painter.fillPath(path.translated(far * 0.7, far), colour("#000000", alpha))
            painter.fillPath(path, colour(mix(self._paper, self._brown, min(0.75, 0.17 * k))))

    def draw_over(self, painter: QPainter) -> None:
        """Over woods and fields: a breath of the same tint, and contours lit from the north-west."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for path in self._steps:
            painter.fillPath(path, colour(self._brown, 20))
            painter.setPen(QPen(colour("#ffffff", 26 if self._dark else 90), 2.2))
            painter.drawPath(path.translated(1.4, 1.7))
            painter.setPen(QPen(colour(self._brown, 190), 1.8))
            painter.drawPath(path)

    def draw_cliffs(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        """A thick edge with teeth that point down."""
        ink = "#4a2f10" if not self._dark else "#e0b887"
        for (ax, ay), (bx, by), (lx, ly) in self._cliffs:
            mx, my = (ax + bx) / 2, (ay + by) / 2
            if not rect.adjusted(-60, -60, 60, 60).contains(QPointF(mx, my)):
                continue
            painter.setPen(QPen(colour(ink), 4.0))
            painter.drawLine(QLineF(ax, ay, bx, by))
            far = math.hypot(lx - mx, ly - my)
            dx, dy = (lx - mx) / far * 8, (ly - my) / far * 8
            painter.setPen(QPen(colour(ink), 1.8))
            n = 8 if lod >= 0.5 else 4
            for k in range(n):
                t = (k + 0.5) / n
                x, y = ax + (bx - ax) * t, ay + (by - ay) * t
                reach = 1.0 + 0.25 * noise("tooth", round(x), round(y))
                painter.drawLine(QLineF(x, y, x + dx * reach, y + dy * reach))

    def draw_levels(self, painter: QPainter, rect: QRectF) -> None:
        """The level of each raised hex, small, in a corner."""
        if not self._steps:
            return
        painter.setFont(face_font(10.5, 600))
        painter.setPen(colour(self._brown, 235))
        # In the lower left corner, where no neighbour writes its number.
        dx, dy = (-24.0, 20.0) if self._geometry.pointy else (-19.0, 32.0)
        for i in self._geometry.near_point(rect):
            level = self._geometry.atlas.cells[i].elevation
            if level:
                x, y = self._geometry.middles[i]
                box = QRectF(x + dx - 20, y + dy - 7, 40, 14)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"↑{level}")
