"""Rivers as ribbons along hexsides that grow towards their mouths, lakes, bridges and fords."""

from __future__ import annotations

import math
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from hexbench.hexes.coords import Axial, opposite, side_corners
from hexbench.ui.canvas.geometry import Chunks, Geometry, Point, noise
from hexbench.ui.look.palette import Palette, Terrain, colour

STEPS = 5
"""Widths a ribbon has between source and mouth."""


class Reach(NamedTuple):
    """One hexside of water: its ends as corner names, its middle, kind, name, and 0..1 from source to mouth."""

    ends: tuple[Axial, Axial]
    middle: Point
    kind: str
    name: str
    grown: float


class Waters:
    """Draws the water and crossings of a map into any rectangle; ``courses`` are the rivers' curves for their names."""

    def __init__(self, geometry: Geometry, palette: Palette) -> None:
        self._geometry = geometry
        self._palette = palette
        self._chunks = Chunks()
        self._kinds: dict[str, None] = {}
        self._bridges: list[tuple[Point, float, float]] = []
        self._fords: list[tuple[Point, float]] = []
        self.courses: dict[str, list[list[Point]]] = {}
        sides = self._sides()
        self._curve(self._measure(sides))
        self._crossings()

    def _sides(self) -> list[tuple[tuple[Axial, Axial], Point, str, str]]:
        atlas, out = self._geometry.atlas, []
        for side in atlas.sheet.hexsides:
            found = [(w.width, k) for k in side.kinds if (w := self._palette.water(k)) is not None]
            if not found:
                continue
            kind = max(found)[1]
            i, direction = atlas.side_keys(side.side)[0]
            middle = self._geometry.side_middle(i, direction)
            out.append((side_corners(atlas.axial[i], direction), middle, kind, side.name))
        return out

    def _measure(self, sides: list[tuple[tuple[Axial, Axial], Point, str, str]]) -> list[Reach]:
        """Position of each hexside between source and mouth of its river."""
        names: dict[str, list[int]] = {}
        degree: dict[Axial, int] = {}
        for k, (ends, _, _, name) in enumerate(sides):
            names.setdefault(name, []).append(k)
            for end in ends:
                degree[end] = degree.get(end, 0) + 1
        grown = [0.6] * len(sides)
        for name, members in names.items():
            if not name:
                continue
            at: dict[Axial, list[int]] = {}
            for k in members:
                for end in sides[k][0]:
                    at.setdefault(end, []).append(k)
            tips = [c for c, ks in at.items() if len(ks) == 1]
            # A source is a tip that touches no other water; the walk from it to the far end gives the growth.
            sources = [c for c in tips if degree[c] == 1 and not self._on_rim(c)]
            starts = sources or tips[:1]
            steps = self._walk(starts, at, sides)
            longest = max(steps.values(), default=0) or 1
            for k in members:
                grown[k] = steps.get(k, 0) / longest if sources else 0.75 + 0.25 * steps.get(k, 0) / longest
            self.courses[name] = self._course(members, at, sides)
        return [Reach(*side, g) for side, g in zip(sides, grown, strict=True)]

    def _on_rim(self, corner: Axial) -> bool:
        x, y = self._geometry.layout.corner_point(corner)
        inner = self._geometry.sheet.adjusted(60, 60, -60, -60)
        return not inner.contains(QPointF(x, y))

    @staticmethod
    def _walk(starts: list[Axial], at: dict[Axial, list[int]], sides: list) -> dict[int, int]:
        steps: dict[int, int] = {}
        front = list(starts)
        far = 0
        while front:
            onward = []
            for corner in front:
                for k in at.get(corner, ()):
                    if k not in steps:
                        steps[k] = far
                        a, b = sides[k][0]
                        onward.append(b if a == corner else a)
            front, far = onward, far + 1
        return steps

    @staticmethod
    def _course(members: list[int], at: dict[Axial, list[int]], sides: list) -> list[list[Point]]:
        """The river's middles in order, as one or more lines."""
        left = dict.fromkeys(members)
        out = []
        tips = [c for c, ks in at.items() if len(ks) == 1] or list(at)
        for tip in tips:
            line, corner = [], tip
            while True:
                k = next((k for k in at.get(corner, ()) if k in left), None)
                if k is None:
                    break
                del left[k]
                line.append(sides[k][1])
                a, b = sides[k][0]
                corner = b if a == corner else a
            if len(line) > 1:
                out.append(line)
        return out

    def _curve(self, reaches: list[Reach]) -> None:
        at: dict[Axial, list[Reach]] = {}
        for reach in reaches:
            for end in reach.ends:
                at.setdefault(end, []).append(reach)
        for corner, arms in at.items():
            c = self._geometry.layout.corner_point(corner)
            through = self._through(arms)
            join = c
            if through is not None:
                a, b = through
                path = QPainterPath(QPointF(*a.middle))
                path.quadTo(QPointF(*c), QPointF(*b.middle))
                self._add(a if a.grown < b.grown else b, path)
                join = (
                    (a.middle[0] + 2 * c[0] + b.middle[0]) / 4,
                    (a.middle[1] + 2 * c[1] + b.middle[1]) / 4,
                )
            for arm in arms:
                if through is None or arm not in through:
                    path = QPainterPath(QPointF(*arm.middle))
                    path.lineTo(*join)
                    self._add(arm, path)

    @staticmethod
    def _through(arms: list[Reach]) -> tuple[Reach, Reach] | None:
        """The two arms that form one stream: those with the same name, else the two widest."""
        if len(arms) < 2:
            return None
        for k, a in enumerate(arms):
            for b in arms[k + 1 :]:
                if a.name and a.name == b.name:
                    return a, b
        if len(arms) == 2:
            return arms[0], arms[1]
        best = sorted(arms, key=lambda r: (r.kind != "major_river", -r.grown, r.name))
        return best[0], best[1]

    def _add(self, reach: Reach, path: QPainterPath) -> None:
        self._kinds[reach.kind] = None
        self._chunks.add((reach.kind, round(reach.grown * STEPS)), path)

    def _crossings(self) -> None:
        atlas, geometry = self._geometry.atlas, self._geometry
        for side in atlas.sheet.hexsides:
            kinds = side.kinds
            if "bridge" not in kinds and "ford" not in kinds:
                continue
            i, direction = atlas.side_keys(side.side)[0]
            (ax, ay), (bx, by) = geometry.side_ends(i, direction)
            middle, turn = geometry.side_middle(i, direction), math.degrees(math.atan2(by - ay, bx - ax))
            if "bridge" in kinds:
                water = max(
                    (w.width for k in kinds if (w := self._palette.water(k)) is not None), default=6.0
                )
                self._bridges.append((middle, turn, water))
            else:
                self._fords.append((middle, turn))

    def draw(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        """Draw the water within ``rect``; bridges, which are under the roads, are drawn after it."""
        swell = {0.25: 1.5, 0.5: 1.2}.get(lod, 1.0)
        keys = [(kind, grown) for kind in self._kinds for grown in range(STEPS + 1)]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for bank in (True, False):
            for kind, grown in keys:
                style = self._palette.water(kind)
                if style is None:
                    continue
                share = 1.0 if kind == "lake" else 0.5 + 0.5 * grown / STEPS
                width = style.width * share * swell + (2.4 if bank else 0.0)
                pen = QPen(colour(style.bank if bank else style.fill), width)
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
                painter.setPen(pen)
                for path in self._chunks.near((kind, grown), rect):
                    painter.drawPath(path)

    @property
    def crossings(self) -> list[Point]:
        """The middles of all bridges."""
        return [middle for middle, _, _ in self._bridges]

    def draw_crossings(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        """Bridges and fords within ``rect``."""
        style = self._palette.bridge
        wide = rect.adjusted(-30, -30, 30, 30)
        grow = {0.25: 1.45, 0.5: 1.2}.get(lod, 1.0)
        for (x, y), turn, water in self._bridges:
            if not wide.contains(QPointF(x, y)):
                continue
            painter.save()
            painter.translate(x, y)
            painter.rotate(turn)
            painter.scale(grow, grow)
            half = water / 2 + 4.0
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(style.rail))
            painter.drawRect(QRectF(-7.2, -half, 14.4, 2 * half))
            painter.setBrush(colour(style.deck))
            painter.drawRect(QRectF(-5.2, -half - 0.6, 10.4, 2 * half + 1.2))
            pen = QPen(colour(style.rail), 2.0)
            painter.setPen(pen)
            for sx in (-1, 1):
                for sy in (-1, 1):
                    painter.drawLine(QLineF(sx * 6.2, sy * half, sx * 9.4, sy * (half + 3.2)))
            painter.restore()
        if lod < 0.5:
            return
        pen = QPen(colour(style.ford), 2.2)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        for (x, y), turn in self._fords:
            if not wide.contains(QPointF(x, y)):
                continue
            painter.save()
            painter.translate(x, y)
            painter.rotate(turn)
            for ink, width in ((style.rail, 4.4), (style.ford, 2.2)):
                pen = QPen(colour(ink), width)
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                for dx in (-3.6, 3.6):
                    for dy in (-7.5, -2.5, 2.5, 7.5):
                        painter.drawPoint(QPointF(dx, dy))
            painter.restore()


# Water that fills hexes in place of hexsides: streams drawn from hex to hex, ponds' mouths, and the decks
# of bridges.

STREAM = "stream"
_BRIDGED = "stream_bridge"
PATTERNS = (STREAM, _BRIDGED)
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
        self._decks = [self._deck(i) for i, style in self._wet.items() if style.pattern == _BRIDGED]

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
