"""Built-up places: blocks along streets for towns and cities, forts and dragon's teeth for works in a hex."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from hexbench.ui.canvas.geometry import Geometry, noise
from hexbench.ui.look.palette import Feature, Palette, colour

# kind -> (how far blocks reach from the middle, width of a block, chance that a plot is built on)
SIZES = {"city": (33.0, 9.0, 0.94), "town": (22.0, 7.6, 0.82), "village": (18.0, 6.2, 0.86)}
DOTS = {"city": 8.5, "town": 6.0}


class Towns:
    """Draws features that stand on hexes, and villages that are only places."""

    def __init__(self, geometry: Geometry, palette: Palette) -> None:
        self._geometry = geometry
        self._palette = palette
        self._places: list[tuple[int, QPointF, Feature]] = []
        self._built: dict[int, tuple[QPainterPath, QPainterPath]] = {}
        self._works: list[tuple[int, str, Feature]] = []
        atlas = geometry.atlas
        for i, cell in enumerate(atlas.cells):
            built = ""
            for name in cell.features:
                style = palette.feature(name)
                if style is None:
                    continue
                if style.draw in SIZES:
                    built = built or name
                else:
                    self._works.append((i, name, style))
            if not built:
                here = atlas.places_at.get(atlas.labels[i], ())
                built = "village" if any(p.kind in ("village", "town") for p in here) else ""
            style = palette.feature(built) if built else None
            if style is not None:
                self._places.append((i, QPointF(*geometry.middles[i]), style))

    def _town(self, i: int, style: Feature) -> tuple[QPainterPath, QPainterPath]:
        """The paved ground and the blocks of a place; made when it is first seen."""
        found = self._built.get(i)
        if found is None:
            apron = QPainterPath() if style.draw == "village" else self._apron(i, style)
            found = self._built[i] = (apron, self._blocks(i, style))
        return found

    def _apron(self, i: int, style: Feature) -> QPainterPath:
        """An uneven round patch."""
        label = self._geometry.atlas.labels[i]
        x, y = self._geometry.middles[i]
        reach = SIZES[style.draw][0]
        apron = QPainterPath()
        m = 14
        rim = [reach * (1.12 + 0.13 * noise("apron", label, k)) for k in range(m)]
        points = [
            (x + r * math.cos(k * math.tau / m), y + r * math.sin(k * math.tau / m))
            for k, r in enumerate(rim)
        ]
        apron.moveTo((points[-1][0] + points[0][0]) / 2, (points[-1][1] + points[0][1]) / 2)
        for k in range(m):
            p, q = points[k], points[(k + 1) % m]
            apron.quadTo(QPointF(*p), QPointF((p[0] + q[0]) / 2, (p[1] + q[1]) / 2))
        return apron

    def _blocks(self, i: int, style: Feature) -> QPainterPath:
        """Rows of blocks, turned a little, thinner towards the rim, the streets and the market place left free."""
        label = self._geometry.atlas.labels[i]
        x, y = self._geometry.middles[i]
        reach, size, chance = SIZES[style.draw]
        turn = math.radians(14 * noise("turn", label) + (0 if self._geometry.pointy else 30))
        cos, sin = math.cos(turn), math.sin(turn)
        gap = size + 2.2
        n = math.ceil(reach / gap)
        path = QPainterPath()
        for row in range(-n, n + 1):
            for column in range(-n, n + 1):
                u = (column + 0.12 * noise("u", label, row, column)) * gap
                v = (row + 0.12 * noise("v", label, row, column)) * gap
                away = math.hypot(u, v)
                if away > reach or (row == 0 and column == 0 and style.draw != "village"):
                    continue
                if self._on_road(i, u * cos - v * sin, u * sin + v * cos, size * 0.5 + 1.4):
                    continue
                if (noise("plot", label, row, column) + 1) / 2 > chance - 0.3 * (away / reach) ** 2:
                    continue
                w = size * (0.8 + 0.2 * noise("w", label, row, column))
                h = size * (0.66 + 0.24 * noise("h", label, row, column))
                corners = [
                    (u - w / 2, v - h / 2),
                    (u + w / 2, v - h / 2),
                    (u + w / 2, v + h / 2),
                    (u - w / 2, v + h / 2),
                ]
                turned = [QPointF(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in corners]
                path.moveTo(turned[0])
                for turn_point in turned[1:]:
                    path.lineTo(turn_point)
                path.closeSubpath()
        return path

    def _on_road(self, i: int, u: float, v: float, near: float) -> bool:
        """A plot ``(u, v)`` from the middle of hex ``i`` lies on a street."""
        x, y = self._geometry.middles[i]
        for direction in range(6):
            if (i, direction) not in self._geometry.atlas.roads:
                continue
            mx, my = self._geometry.side_middle(i, direction)
            length = math.hypot(mx - x, my - y)
            ex, ey = (mx - x) / length, (my - y) / length
            if u * ex + v * ey > 0 and abs(u * ey - v * ex) < near:
                return True
        return False

    def draw_ground(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        """What lies below the roads: the paved ground of places, and works."""
        painter.setPen(Qt.PenStyle.NoPen)
        for i, _, style in self._works:
            if rect.adjusted(-50, -50, 50, 50).contains(QPointF(*self._geometry.middles[i])):
                self._draw_work(painter, i, style, lod)
        if lod < 0.5:
            return
        for i, town in self._near(rect):
            painter.fillPath(self._town(i, town)[0], colour(town.ground, 215))

    def _near(self, rect: QRectF) -> list[tuple[int, Feature]]:
        """The places that may reach into a rectangle."""
        wide = rect.adjusted(-50, -50, 50, 50)
        return [(i, style) for i, middle, style in self._places if wide.contains(middle)]

    def draw(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        """The houses; from afar a sign of the right size."""
        for i, style in self._near(rect):
            if lod >= 0.5:
                painter.setPen(QPen(colour(style.edge), 0.8))
                painter.setBrush(colour(style.ink))
                painter.drawPath(self._town(i, style)[1])
            elif style.draw != "village":
                r = DOTS[style.draw] * 1.9
                x, y = self._geometry.middles[i]
                painter.setPen(QPen(colour(style.ink if self._palette.dark else style.edge), 4.0))
                painter.setBrush(colour(style.ground))
                box = QRectF(x - r, y - r, 2 * r, 2 * r)
                if style.draw == "city":
                    painter.drawRect(box)
                else:
                    painter.drawEllipse(box)

    def _draw_work(self, painter: QPainter, i: int, style: Feature, lod: float) -> None:
        x, y = self._geometry.middles[i]
        if style.draw == "teeth":
            self._draw_teeth(painter, i, x, y, style, lod)
            return
        painter.setPen(QPen(colour(style.edge), 2.0))
        painter.setBrush(colour(style.ink))
        star = QPainterPath()
        for k in range(16):
            r = 16.0 if k % 2 == 0 else 11.0
            p = QPointF(x + r * math.cos(k * math.tau / 16), y + r * math.sin(k * math.tau / 16))
            if k == 0:
                star.moveTo(p)
            else:
                star.lineTo(p)
        star.closeSubpath()
        painter.drawPath(star)
        painter.setPen(Qt.PenStyle.NoPen)

    def _draw_teeth(self, painter: QPainter, i: int, x: float, y: float, style: Feature, lod: float) -> None:
        """Two staggered rows of dragon's teeth across the hex, along the belt its neighbours of the same kind form."""
        atlas, name = self._geometry.atlas, ""
        for feature in atlas.cells[i].features:
            if self._palette.feature(feature) is style:
                name = feature
        ways = [d for d, j in enumerate(atlas.around[i]) if j >= 0 and name in atlas.cells[j].features]
        painter.setBrush(colour(style.ink))
        painter.setPen(QPen(colour(style.edge), 0.9))
        size = 4.4 if lod >= 0.5 else 7.5
        drawn = [d for d in ways if d < 3 or (d + 3) % 6 not in ways] or [1, 4]
        for d in drawn if len(ways) <= 2 else ways[:]:
            mx, my = self._geometry.side_middle(i, d)
            dx, dy = mx - x, my - y
            length = math.hypot(dx, dy)
            dx, dy = dx / length, dy / length
            n = 3 if lod >= 0.5 else 2
            for row in (-1, 1):
                for k in range(n):
                    t = length * (k + (0.25 if row < 0 else 0.75)) / n
                    px, py = x + dx * t - dy * 5 * row, y + dy * t + dx * 5 * row
                    painter.drawPolygon(
                        [
                            QPointF(px - size, py + size * 0.7),
                            QPointF(px, py - size),
                            QPointF(px + size, py + size * 0.7),
                        ]
                    )
        painter.setPen(Qt.PenStyle.NoPen)
