"""Built-up places: blocks along streets for towns and cities, forts and dragon's teeth for works in a hex."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from hexbench.ui.canvas.geometry import Geometry, noise
from hexbench.ui.look.contrast import mix
from hexbench.ui.look.palette import Feature, Palette, Terrain, colour

# kind -> (how far blocks reach from the middle, width of a block, chance that a plot is built on)
SIZES = {"city": (33.0, 9.0, 0.94), "town": (22.0, 7.6, 0.82), "village": (18.0, 6.2, 0.86)}
_DOTS = {"city": 8.5, "town": 6.0}


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
        """What is drawn below the roads: the paved ground of places, and works."""
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
                r = _DOTS[style.draw] * 1.9
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


# Single houses of a tactical map: a hex of buildings is a few roofs with their ridges, kept off the
# streets.

PATTERN = "houses"
SPOTS = ((-15.0, -14.0), (15.0, -12.0), (-13.0, 15.0), (16.0, 14.0), (0.0, 0.0))
"""Where houses may stand in a hex, from its middle."""


class _House:
    """One roof: its position, size and rotation."""

    def __init__(self, x: float, y: float, w: float, h: float, turn: float) -> None:
        self.middle = QPointF(x, y)
        self.box = QRectF(-w / 2, -h / 2, w, h)
        self.turn = turn


class Houses:
    """Draws the houses of all hexes whose terrain has the pattern ``houses``."""

    def __init__(self, geometry: Geometry, palette: Palette) -> None:
        self._rows: list[tuple[QPointF, Terrain, list[_House]]] = []
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

    def _near(self, rect: QRectF) -> list[tuple[QPointF, Terrain, list[_House]]]:
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


def _houses(geometry: Geometry, i: int) -> list[_House]:
    """Two to four houses that leave the streets of the hex free, always the same."""
    label = geometry.atlas.labels[i]
    x, y = geometry.middles[i]
    turn = 24.0 * noise("street", label)
    out: list[_House] = []
    for k, (east, south) in enumerate(SPOTS):
        u, v = east + 3 * noise("u", label, k), south + 3 * noise("v", label, k)
        w, h = 21.0 + 5 * noise("w", label, k), 14.5 + 2.5 * noise("h", label, k)
        if _street(geometry, i, u, v) < 15.0 or any(_gap(house, x + u, y + v) < 24.0 for house in out):
            continue
        if len(out) > 1 and noise("plot", label, k) > 0.55:
            continue
        out.append(_House(x + u, y + v, w, h, turn + (90.0 if noise("side", label, k) > 0.2 else 0.0)))
    if not out:
        out.append(_House(x, y, 20.0, 14.0, turn))
    return out


def _gap(house: _House, x: float, y: float) -> float:
    return math.hypot(house.middle.x() - x, house.middle.y() - y)


def _street(geometry: Geometry, i: int, u: float, v: float) -> float:
    """Distance of a point, given from the hex centre, to the nearest road; very large if there is none."""
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
