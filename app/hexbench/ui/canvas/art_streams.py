"""Water that fills hexes in place of hexsides: streams drawn from hex to hex, ponds' mouths, and the decks of bridges."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from hexbench.hexes.coords import opposite
from hexbench.ui.canvas.geometry import Geometry, noise
from hexbench.ui.look.palette import Palette, Terrain, colour

STREAM = "stream"
BRIDGED = "stream_bridge"
PATTERNS = (STREAM, BRIDGED)
"""Patterns of terrain that is drawn as a stream through the hex, not as a mass."""
DECK = 15.0
"""Half the length of a bridge, in scene units."""


class Streams:
    """Draws the streams of a map into any rectangle: one ribbon for each hex, as wide as its terrain says."""

    def __init__(self, geometry: Geometry, palette: Palette) -> None:
        self._geometry = geometry
        self._palette = palette
        atlas = geometry.atlas
        styles = {i: palette.terrain(cell.terrain) for i, cell in enumerate(atlas.cells)}
        self._wet = {i: style for i, style in styles.items() if style.pattern in PATTERNS}
        basins = {i for i, style in styles.items() if style.pattern == "waves"}
        self._links = self._tree(basins)
        self._ribbons = [(i, self._ribbon(i), style) for i, style in self._wet.items()]
        self._decks = [self._deck(i) for i, style in self._wet.items() if style.pattern == BRIDGED]

    def _tree(self, basins: set[int]) -> dict[int, list[int]]:
        """hex -> directions in which its water goes on. A bend of three hexes that touch makes no ring."""
        atlas = self._geometry.atlas
        pairs = []
        for i in self._wet:
            for direction, j in enumerate(atlas.around[i]):
                if (j in self._wet and i < j) or j in basins:
                    crowd = sum(n in self._wet for k in (i, j) for n in atlas.around[k])
                    pairs.append((crowd, i, j, direction))
        root = {i: i for i in (*self._wet, *basins)}

        def top(i: int) -> int:
            while root[i] != i:
                i = root[i]
            return i

        out: dict[int, list[int]] = {i: [] for i in root}
        for _, i, j, direction in sorted(pairs):
            if top(i) != top(j):
                root[top(i)] = top(j)
                out[i].append(direction)
                out[j].append(opposite(direction))
        for i in self._wet:
            ways = out[i]
            if len(ways) == 1 and atlas.around[i][opposite(ways[0])] < 0:
                ways.append(opposite(ways[0]))
            elif len(ways) == 1:
                rim = [d for d, j in enumerate(atlas.around[i]) if j < 0]
                ways.extend(rim[len(rim) // 2 : len(rim) // 2 + 1])
        return out

    def _ribbon(self, i: int) -> QPainterPath:
        """The middle line of a hex's water."""
        label = self._geometry.atlas.labels[i]
        x, y = self._geometry.middles[i]
        bend = QPointF(x + 7 * noise("bend", label), y + 7 * noise("fall", label))
        ends = [QPointF(*self._geometry.side_middle(i, d)) for d in sorted(self._links[i])]
        path = QPainterPath()
        if len(ends) == 2:
            path.moveTo(ends[0])
            path.quadTo(bend, ends[1])
        else:
            for end in ends:
                path.moveTo(end)
                path.lineTo(bend)
        if not ends:
            path.addEllipse(bend, 6, 6)
        return path

    def _deck(self, i: int) -> tuple[QPointF, float]:
        """Where a bridge lies and how it is turned: along its road, or across the water."""
        x, y = self._geometry.middles[i]
        label = self._geometry.atlas.labels[i]
        ways = [d for d in range(6) if (i, d) in self._geometry.atlas.roads]
        across = ways or [(d + 1) % 6 for d in self._links[i]] or [2]
        sx, sy = self._geometry.side_middle(i, across[0])
        return QPointF(x + 3 * noise("bend", label), y), math.degrees(math.atan2(sy - y, sx - x))

    def draw(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        """The water within ``rect``: banks first, so that no bank crosses another hex's water."""
        wide = rect.adjusted(-60, -60, 60, 60)
        near = [r for r in self._ribbons if wide.contains(QPointF(*self._geometry.middles[r[0]]))]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for bank in (True, False):
            for _, path, style in near:
                painter.setPen(_pen(style, bank))
                painter.drawPath(path)
        if lod >= 1:
            for i, path, style in near:
                self._ripples(painter, i, path, style)

    def _ripples(self, painter: QPainter, i: int, path: QPainterPath, style: Terrain) -> None:
        """A few light strokes that follow a wide water."""
        if style.width < 14:
            return
        painter.setPen(QPen(colour("#ffffff", 90), 1.1))
        label = self._geometry.atlas.labels[i]
        for k in range(3):
            p = path.pointAtPercent(0.2 + 0.3 * k)
            slope = math.radians(-path.angleAtPercent(0.2 + 0.3 * k))
            off = style.width * 0.28 * noise("ripple", label, k)
            cos, sin = math.cos(slope), math.sin(slope)
            middle = QPointF(p.x() - off * sin, p.y() + off * cos)
            along = QPointF(5 * cos, 5 * sin)
            painter.drawLine(QLineF(middle - along, middle + along))

    def draw_decks(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        """The bridges, over the roads' ground and below the roads' own line."""
        look = self._palette.bridge
        for middle, turn in self._decks:
            if not rect.adjusted(-40, -40, 40, 40).contains(middle):
                continue
            painter.save()
            painter.translate(middle)
            painter.rotate(turn)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(look.deck))
            painter.drawRect(QRectF(-DECK, -7.5, 2 * DECK, 15))
            painter.setPen(QPen(colour(look.rail), 2.4 if lod >= 0.5 else 3.6))
            for y in (-7.5, 7.5):
                painter.drawLine(QLineF(-DECK, y, DECK, y))
                painter.drawLine(QLineF(-DECK, y, -DECK - 4, y * 1.5))
                painter.drawLine(QLineF(DECK, y, DECK + 4, y * 1.5))
            painter.restore()


def _pen(style: Terrain, bank: bool) -> QPen:
    pen = QPen(colour(style.ink if bank else style.ground), style.width + (3.0 if bank else 0.0))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen
