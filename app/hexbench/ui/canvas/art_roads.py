"""Roads as smooth lines from hex to hex, and named lines (a front, a wall) along hexsides."""

from __future__ import annotations

import itertools
import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from hexbench.hexes.coords import Axial, side_corners
from hexbench.ui.canvas.geometry import Chunks, Geometry, Point, noise
from hexbench.ui.look.palette import Palette, colour

_SWAY = 5.0
"""How far a road's points stray from the middles, so that it does not run like a ruler."""


class Roads:
    """Draws the road net of a map into any rectangle."""

    def __init__(self, geometry: Geometry, palette: Palette) -> None:
        self._geometry = geometry
        self._palette = palette
        self._chunks = Chunks()
        atlas = geometry.atlas
        self._places = atlas.places_at
        self._ranks = {kind: palette.road(kind).rank for kind in set(atlas.roads.values())}
        self._crossings: dict[tuple[int, int], Point] = {}
        """Where roads go through hexsides, by both hexes of the side."""
        arms: dict[int, list[tuple[int, str]]] = {}
        for (i, direction), kind in atlas.roads.items():
            arms.setdefault(i, []).append((direction, kind))
        for i in sorted(arms):
            self._join(i, sorted(arms[i]))
        self._crossings = {}

    def _crossing(self, i: int, direction: int) -> Point:
        """Where a road crosses a hexside; computed once for both hexes."""
        found = self._crossings.get((i, direction))
        if found is None:
            found = self._made_crossing(i, direction)
            self._crossings[self._geometry.atlas.around[i][direction], (direction + 3) % 6] = found
        return found

    def _made_crossing(self, i: int, direction: int) -> Point:
        """Near the middle of the side, exactly there on water."""
        atlas = self._geometry.atlas
        x, y = self._geometry.side_middle(i, direction)
        if (i, direction) in atlas.side_kinds:
            return x, y
        (ax, ay), (bx, by) = self._geometry.side_ends(i, direction)
        t = 0.16 * noise("road", atlas.side_of(i, direction))
        # Both hexes must find the same point: the side is named, and its ends are put in one order.
        if (ax, ay) > (bx, by):
            (ax, ay), (bx, by) = (bx, by), (ax, ay)
        return x + (bx - ax) * t, y + (by - ay) * t

    def _middle(self, i: int) -> Point:
        x, y = self._geometry.middles[i]
        name = self._geometry.atlas.labels[i]
        if name in self._places:
            return x, y
        return x + _SWAY * noise("rx", name), y + _SWAY * noise("ry", name)

    def _join(self, i: int, arms: list[tuple[int, str]]) -> None:
        """The curves of one hex: the straightest pair of the best kind runs through, the others meet it."""
        middle, ranks = self._middle(i), self._ranks
        left = list(arms)
        joint = middle
        first = True
        while len(left) >= 2:
            pair = (left[0], left[1])
            if len(left) > 2:
                pair = min(
                    ((a, b) for k, a in enumerate(left) for b in left[k + 1 :]),
                    key=lambda ab: (ranks[ab[0][1]] + ranks[ab[1][1]], abs(3 - (ab[1][0] - ab[0][0]) % 6)),
                )
            if not first and abs(3 - (pair[1][0] - pair[0][0]) % 6) > 0:
                break
            (da, ka), (db, kb) = pair
            a, b = self._crossing(i, da), self._crossing(i, db)
            here = ((a[0] + 2 * middle[0] + b[0]) / 4, (a[1] + 2 * middle[1] + b[1]) / 4)
            if first:
                joint = here
            if ranks[ka] == ranks[kb]:
                path = self._chunks.at(ka, middle)
                path.moveTo(*a)
                path.quadTo(*middle, *b)
            else:
                for end, kind in ((a, ka), (b, kb)):
                    self._half(end, here, middle, kind)
            left.remove(pair[0])
            left.remove(pair[1])
            first = False
        for direction, kind in left:
            self._half(self._crossing(i, direction), joint, middle, kind)

    def _half(self, end: Point, joint: Point, middle: Point, kind: str) -> None:
        path = self._chunks.at(kind, middle)
        path.moveTo(*end)
        path.quadTo((end[0] + middle[0]) / 2, (end[1] + middle[1]) / 2, *joint)

    def draw(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        """The roads within ``rect``: edges, casings and fills in this order, better roads on top."""
        swell = {0.25: 1.7, 0.5: 1.25}.get(lod, 1.0)
        kinds = sorted((str(k) for k in self._chunks.keys), key=lambda k: -self._palette.road(k).rank)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for layer in ("casing", "fill") if lod < 0.5 else ("edge", "casing", "fill"):
            for kind in kinds:
                style = self._palette.road(kind)
                width = style.width * swell
                if layer == "edge":
                    width += 2.8
                elif layer == "casing":
                    if style.casing == style.edge and lod >= 0.5:
                        continue
                    width += 1.6
                pen = QPen(colour(getattr(style, layer)), width)
                pen.setCapStyle(
                    Qt.PenCapStyle.FlatCap if style.dash and layer == "fill" else Qt.PenCapStyle.RoundCap
                )
                if style.dash and layer == "fill":
                    pen.setDashPattern(list(style.dash))
                painter.setPen(pen)
                for path in self._chunks.near(kind, rect):
                    painter.drawPath(path)


class Lines:
    """Draws the named lines of a map along their hexsides."""

    def __init__(self, geometry: Geometry, palette: Palette) -> None:
        self._palette = palette
        self._paths: list[tuple[str, QPainterPath]] = []
        self._teeth: list[tuple[str, QPointF, float]] = []
        standing = {name for cell in geometry.atlas.cells for name in cell.features}
        for line in geometry.atlas.sheet.lines:
            if line.kind in standing or palette.line(line.kind).style == "none":
                # What stands in the hexes themselves is not drawn a second time along them.
                continue
            for chain in _chains(geometry, line.sides):
                points = [geometry.layout.corner_point(c) for c in chain]
                path = _rounded(points, closed=chain[0] == chain[-1] and len(chain) > 3)
                self._paths.append((line.kind, path))
                if palette.line(line.kind).style == "teeth":
                    self._sow(line.kind, path)

    def _sow(self, kind: str, path: QPainterPath) -> None:
        length = path.length()
        n = max(2, round(length / 12))
        for k in range(n):
            t = (k + 0.5) / n
            turn = -path.angleAtPercent(t)
            self._teeth.append((kind, path.pointAtPercent(t), turn))

    def draw(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        """The lines within ``rect``."""
        swell = {0.25: 2.0, 0.5: 1.4}.get(lod, 1.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for kind, path in self._paths:
            style = self._palette.line(kind)
            if style.style == "teeth" or not path.boundingRect().adjusted(-9, -9, 9, 9).intersects(rect):
                continue
            width = style.width * swell
            halo = QPen(colour(style.halo, 190), width + 3.2)
            pen = QPen(colour(style.colour), width)
            for p in (halo, pen):
                p.setCapStyle(Qt.PenCapStyle.FlatCap)
                p.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            dashes = {"dash": [3.2, 1.6], "dashdot": [5.0, 2.0, 1.0, 2.0], "dot": [1.2, 1.6]}.get(style.style)
            if dashes is not None:
                pen.setDashPattern(dashes)
            painter.setPen(halo)
            painter.drawPath(path)
            painter.setPen(pen)
            painter.drawPath(path)
        self._draw_teeth(painter, rect, swell)

    def _draw_teeth(self, painter: QPainter, rect: QRectF, swell: float) -> None:
        wide = rect.adjusted(-12, -12, 12, 12)
        for kind, point, turn in self._teeth:
            if not wide.contains(point):
                continue
            style = self._palette.line(kind)
            painter.save()
            painter.translate(point)
            painter.rotate(turn)
            painter.scale(swell, swell)
            painter.setPen(QPen(colour(style.halo), 1.4))
            painter.setBrush(colour(style.colour))
            painter.drawPolygon([QPointF(-4.6, 3.2), QPointF(0, -5.2), QPointF(4.6, 3.2)])
            painter.restore()


def _chains(geometry: Geometry, sides: tuple[str, ...]) -> list[list[Axial]]:
    """Corner by corner along the given hexsides; a gap starts a new chain."""
    atlas, out = geometry.atlas, []
    chain: list[Axial] = []
    for name in sides:
        i, direction = atlas.side_keys(name)[0]
        a, b = side_corners(atlas.axial[i], direction)
        if chain and chain[-1] in (a, b):
            chain.append(b if chain[-1] == a else a)
        elif len(chain) == 2 and chain[0] in (a, b):
            chain.reverse()
            chain.append(b if chain[-1] == a else a)
        else:
            if chain:
                out.append(chain)
            chain = [a, b]
    if chain:
        out.append(chain)
    return out


def _rounded(points: list[Point], *, closed: bool) -> QPainterPath:
    """A line through the middles of its legs with rounded corners."""
    path = QPainterPath(QPointF(*points[0]))
    if closed:
        path.moveTo((points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2)
    for (bx, by), (cx, cy) in itertools.pairwise(points[1:]):
        path.quadTo(bx, by, (bx + cx) / 2, (by + cy) / 2)
    if closed:
        path.quadTo(QPointF(*points[-1]), path.elementAt(0))
    else:
        path.lineTo(*points[-1])
    return path


def turn_of(a: Point, b: Point) -> float:
    """The direction from ``a`` to ``b`` in degrees, clockwise from east."""
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
