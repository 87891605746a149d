"""What lies over the map while it is edited: the stroke in the hand, before the map is drawn anew; the point of the pen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hexbench.ui.look.palette import colour

if TYPE_CHECKING:
    from hexbench.ui.canvas.geometry import Geometry
    from hexbench.ui.look.palette import Palette

Z_STROKE, Z_PEN = 6, 440


class StrokeItem(QGraphicsItem):
    """Hexes, hexsides and roads just drawn, in their own colours: seen at once, while the map follows."""

    def __init__(self, geometry: Geometry, palette: Palette) -> None:
        super().__init__()
        self._geometry = geometry
        self._palette = palette
        self._fills: dict[str, QPainterPath] = {}
        self._lines: dict[tuple[str, float], list[QLineF]] = {}
        self._box = QRectF()
        self.empty = True
        self.setZValue(Z_STROKE)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._box

    def clear(self) -> None:
        """Show nothing."""
        if not self.empty:
            self.prepareGeometryChange()
            self._fills, self._lines, self._box = {}, {}, QRectF()
            self.empty = True

    def follow(self, geometry: Geometry) -> None:
        """Another outline of the map."""
        self._geometry = geometry

    def add_hexes(self, hexes: Iterable[str], ink: str) -> None:
        """Hexes in a colour; those on show in another stay so below."""
        more = self._geometry.outline(hexes)
        self._fills.setdefault(ink, QPainterPath()).addPath(more)
        self._grow(self._box.united(more.boundingRect()))

    def add_sides(self, sides: Iterable[str], ink: str, width: float) -> None:
        """Hexsides in a colour."""
        self._add_lines([self._side(name) for name in sides], ink, width)

    def add_roads(self, sides: Iterable[str], ink: str, width: float) -> None:
        """Roads through hexsides, from middle to middle."""
        atlas, geometry = self._geometry.atlas, self._geometry
        lines: list[QLineF] = []
        for name in sides:
            keys = atlas.side_keys(name)
            i, direction = keys[0]
            end = geometry.middles[keys[1][0]] if len(keys) == 2 else geometry.side_middle(i, direction)
            lines.append(QLineF(QPointF(*geometry.middles[i]), QPointF(*end)))
        self._add_lines(lines, ink, width)

    def _side(self, name: str) -> QLineF:
        i, direction = self._geometry.atlas.side_keys(name)[0]
        (ax, ay), (bx, by) = self._geometry.side_ends(i, direction)
        return QLineF(ax, ay, bx, by)

    def _add_lines(self, lines: list[QLineF], ink: str, width: float) -> None:
        self._lines.setdefault((ink, width), []).extend(lines)
        box = QRectF(self._box)
        for line in lines:
            box = box.united(QRectF(line.p1(), line.p2()).normalized().adjusted(-width, -width, width, width))
        self._grow(box)

    def _grow(self, box: QRectF) -> None:
        self.prepareGeometryChange()
        self._box = box.adjusted(-2, -2, 2, 2) if not box.isNull() else box
        self.empty = False
        self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(self._palette.map.grid, 120), 1.0))
        for ink, path in self._fills.items():
            painter.setBrush(QBrush(colour(ink, 200)))
            painter.drawPath(path)
        for (ink, width), lines in self._lines.items():
            pen = QPen(colour(ink), width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLines(lines)


class PenItem(QGraphicsItem):
    """Where the pen would touch down: the corner it snaps to, the hexside, or the hexes under the brush."""

    def __init__(self, geometry: Geometry, palette: Palette) -> None:
        super().__init__()
        self._geometry = geometry
        self._palette = palette
        self._path = QPainterPath()
        self._rubbing = False
        self.setZValue(Z_PEN)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._path.boundingRect().adjusted(-5, -5, 5, 5)

    def follow(self, geometry: Geometry) -> None:
        """Another outline of the map."""
        self._geometry = geometry

    def show_at(self, path: QPainterPath, *, rubbing: bool) -> None:
        """Show an outline."""
        if path != self._path or rubbing != self._rubbing:
            self.prepareGeometryChange()
            self._path, self._rubbing = path, rubbing
            self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        look = self._palette.map
        inner = self._palette.chrome.bad if self._rubbing else look.selection
        for ink, width in ((look.selection_casing, 5.0), (inner, 2.4)):
            pen = QPen(colour(ink), width)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            if self._rubbing:
                pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawPath(self._path)
