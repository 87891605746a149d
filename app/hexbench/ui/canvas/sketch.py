"""What a player drew on the map: pins, notes and arrows, cased so that they show on any ground and by night."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hexbench.ui.canvas.geometry import Geometry
from hexbench.ui.look.contrast import ink_on
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.language import as_it_is
from hexbench.ui.look.palette import colour

if TYPE_CHECKING:
    from hexbench.store.saves import Sketch

COLOURS = {
    "red": "#c8202f",
    "orange": "#e8850c",
    "yellow": "#f7d116",
    "green": "#2e8b3d",
    "blue": "#1f62c4",
    "black": "#202020",
}
"""The crayons, by name."""
WIDE = 132.0
"""Of a note, in the map's own units."""
SIZE = 14


class SketchItem(QGraphicsItem):
    """One drawing. From afar it is drawn larger than it is, so that it is seen on the whole map."""

    def __init__(self, geometry: Geometry, sketch: Sketch) -> None:
        super().__init__()
        self.sketch = sketch
        self._fill = COLOURS.get(sketch.colour, COLOURS["red"])
        self._points = [geometry.centre(name) for name in sketch.hexes]
        self._lines = _wrapped(sketch.text) if sketch.kind == "note" else []
        xs, ys = [p.x() for p in self._points], [p.y() for p in self._points]
        self._box = QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys))).adjusted(
            -190, -190, 190, 190
        )
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        if sketch.text:
            self.setToolTip(as_it_is(sketch.text))

    def boundingRect(self) -> QRectF:
        return self._box

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        for point in self._points:
            path.addEllipse(point, 40, 40)
        return path

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = max(0.02, option.levelOfDetailFromTransform(painter.worldTransform()))
        grow = min(2.2, max(1.0, 0.6 / scale))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.sketch.kind == "arrow":
            self._arrow(painter, grow)
            return
        painter.translate(self._points[0])
        painter.scale(grow, grow)
        if self.sketch.kind == "pin":
            self._pin(painter)
        else:
            self._note(painter)

    def _pin(self, painter: QPainter) -> None:
        """A drop whose point stands in the hex, above and right of the counters."""
        path = QPainterPath(QPointF(22, -14))
        path.cubicTo(QPointF(20, -28), QPointF(8, -32), QPointF(8, -46))
        path.arcTo(QRectF(8, -60, 28, 28), 180, -180)
        path.cubicTo(QPointF(36, -32), QPointF(24, -28), QPointF(22, -14))
        casing = ink_on(self._fill)
        painter.setPen(QPen(colour(casing), 2.4))
        painter.setBrush(colour(self._fill))
        painter.drawPath(path)
        painter.setBrush(colour(casing))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QPointF(22, -46), 5, 5)

    def _note(self, painter: QPainter) -> None:
        """A slip of paper beside the counters, its words in lines."""
        font = face_font(SIZE, 600)
        step = QFontMetricsF(font).lineSpacing()
        widest = max(QFontMetricsF(font).horizontalAdvance(line) for line in self._lines)
        box = QRectF(20, -44 - step * len(self._lines), widest + 16, step * len(self._lines) + 10)
        ink = ink_on(self._fill)
        painter.setPen(QPen(colour(ink, 220), 1.6))
        painter.setBrush(colour(self._fill, 240))
        path = QPainterPath()
        path.addRoundedRect(box, 4, 4)
        tail = QPainterPath(QPointF(box.left() + 6, box.bottom() - 1))
        tail.lineTo(12, -16)
        tail.lineTo(box.left() + 22, box.bottom() - 1)
        painter.drawPath(path.united(tail))
        painter.setFont(font)
        painter.setPen(colour(ink))
        for n, line in enumerate(self._lines):
            spot = QRectF(box.left() + 8, box.top() + 5 + n * step, widest + 2, step)
            painter.drawText(spot, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, line)

    def _arrow(self, painter: QPainter, grow: float) -> None:
        """From near the middle of the first hex to near that of the last: counters stay readable."""
        start, end = self._points[0], self._points[-1]
        way = end - start
        length = (way.x() ** 2 + way.y() ** 2) ** 0.5 or 1.0
        one = way / length
        start, end = start + one * min(22.0, length / 4), end - one * min(16.0, length / 4)
        head = 26.0 * grow
        neck = end - one * head * 0.8
        aside = QPointF(-one.y(), one.x()) * head * 0.55
        line, tip = QPainterPath(start), QPainterPath(end)
        line.lineTo(neck)
        tip.lineTo(end - one * head + aside)
        tip.lineTo(end - one * head - aside)
        tip.closeSubpath()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for tone, width in ((ink_on(self._fill), 11.0), (self._fill, 7.0)):
            pen = QPen(colour(tone, 225), width * grow)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPath(line)
            if tone != self._fill:
                pen.setWidthF(4.0 * grow)
                pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
                painter.setPen(pen)
                painter.drawPath(tip)
        painter.fillPath(tip, colour(self._fill))


def _wrapped(text: str, most: int = 4) -> list[str]:
    """The words of a note in up to four lines; what has no room is in the tooltip."""
    metrics = QFontMetricsF(face_font(SIZE, 600))
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and metrics.horizontalAdvance(longer) > WIDE:
            lines.append(word)
        else:
            lines[-1] = longer
    short = [metrics.elidedText(line, Qt.TextElideMode.ElideRight, WIDE + 8) for line in lines[:most]]
    if len(lines) > most:
        short[-1] = f"{short[-1][:-1]}…"
    return short
