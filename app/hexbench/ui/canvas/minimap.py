"""The whole map as a small picture with dots for counters and a frame for what the view shows.

A dock keeps one :class:`Minimap`, calls ``paint`` from its paintEvent and ``scene_point`` for a click:

    mini = Minimap(view)
    mini.paint(painter, rect); view.centerOn(mini.scene_point(rect, event.position()))

Repaint when ``scene.changed_counters`` or ``view.view_moved`` is emitted.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen

from hexbench.ui.canvas.view import MapView
from hexbench.ui.look.contrast import ink_on
from hexbench.ui.look.palette import colour


class Minimap:
    """Draws the minimap of a view into any rectangle."""

    def __init__(self, view: MapView) -> None:
        self._view = view
        self._image: QImage | None = None
        self._made_for: object = None

    def frame(self, rect: QRectF) -> QRectF:
        """Where the map lies within a rectangle: as large as fits, its proportions kept."""
        bounds = self._view.map.geometry.bounds
        k = min(rect.width() / bounds.width(), rect.height() / bounds.height())
        out = QRectF(0, 0, bounds.width() * k, bounds.height() * k)
        out.moveCenter(rect.center())
        return out

    def scene_point(self, rect: QRectF, point: QPointF) -> QPointF:
        """The scene point under a point of the minimap painted into ``rect``."""
        bounds, frame = self._view.map.geometry.bounds, self.frame(rect)
        k = bounds.width() / frame.width()
        return QPointF(
            bounds.left() + (point.x() - frame.left()) * k, bounds.top() + (point.y() - frame.top()) * k
        )

    def paint(self, painter: QPainter, rect: QRectF) -> None:
        """Draw map, counters and frame."""
        scene, frame = self._view.map, self.frame(rect)
        bounds = scene.geometry.bounds
        k = frame.width() / bounds.width()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(frame, self._map(k, painter.device().devicePixelRatioF()))
        painter.setClipRect(frame)
        side = max(2.5, 46.0 * k)
        for name in scene.stacks.hexes:
            at = scene.geometry.centre(name)
            face = scene.stacks.faces[scene.stack(name)[-1]]
            look = scene.colours.side(face.side)
            spot = QPointF(
                frame.left() + (at.x() - bounds.left()) * k, frame.top() + (at.y() - bounds.top()) * k
            )
            painter.setPen(QPen(colour(ink_on(look.ground)), 0.6))
            painter.setBrush(colour(look.ground))
            box = QRectF(spot.x() - side / 2, spot.y() - side / 2, side, side)
            if look.frame == "round":
                painter.drawEllipse(box)
            else:
                painter.drawRect(box)
        seen = self._view.seen
        port = QRectF(
            frame.left() + (seen.left() - bounds.left()) * k,
            frame.top() + (seen.top() - bounds.top()) * k,
            seen.width() * k,
            seen.height() * k,
        ).intersected(frame.adjusted(1, 1, -1, -1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for text, width in ((scene.colours.map.selection_casing, 3.4), (scene.colours.map.selection, 1.6)):
            painter.setPen(QPen(colour(text), width))
            painter.drawRect(port)
        painter.restore()

    def _map(self, k: float, ratio: float) -> QImage:
        """The map's picture; drawn anew only for another palette or a much larger size."""
        scale = k * ratio
        art = self._view.map.art
        key = (art, art.hidden, art.revision)
        if (
            self._image is None
            or self._made_for != key
            or self._image.width() < 0.8 * scale * self._bounds_width
        ):
            hidden, art.hidden = art.hidden, art.hidden | {"names", "grid"}
            self._image = art.picture(scale)
            art.hidden = hidden
            self._made_for = key
        return self._image

    @property
    def _bounds_width(self) -> float:
        return self._view.map.geometry.bounds.width()
