"""The lower half of the map's window: its scale, what part of the map it shows, and the drawing from tiles.

While the scale changes the map comes from tiles of round scales and counters from images at hand; 150 ms after it stops
both are drawn exactly, a few at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmapCache, QResizeEvent, QTransform
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from hexbench.ui.canvas.scene import MapScene
from hexbench.ui.canvas.tiles import TileStore

_CLOSEST = 4.0
"""The largest scale."""
_SETTLE_MS = 150
"""The map is drawn exactly this long after the scale last changed."""
FAR = 0.36
"""Below this scale counters are blocks and every stack shows its number."""
AT_ONCE = 16
"""Counters drawn from their lines in one slice."""


class ZoomView(QGraphicsView):
    """A view of a map that can be moved and zoomed."""

    zoom_changed = Signal(float)
    view_moved = Signal()

    def __init__(self, scene: MapScene, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # The counters of a whole campaign keep their pictures.
        QPixmapCache.setCacheLimit(65536)
        self.map = scene
        scene.lift_names()
        self._exact = True
        self._fitted = False
        self._area = QRectF()
        self.tiles = TileStore(scene.art, self)
        self._settle = single_shot(self, _SETTLE_MS, self._on_settled)
        self._idle = single_shot(self, 0, self._on_idle)
        self.setScene(scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.tiles.drawn.connect(self._on_tiles)
        scene.changed_counters.connect(self._on_counters)
        scene.look_changed.connect(self.refresh)
        self._roam()

    # ---- scale and place --------------------------------------------------------------------------------------------
    @property
    def zoom(self) -> float:
        """Pixels per scene unit."""
        return self.transform().m11()

    @property
    def least(self) -> float:
        """The smallest scale: the whole map, with some room."""
        bounds, port = self.map.geometry.bounds, self.viewport().rect()
        return max(0.05, 0.85 * min(port.width() / bounds.width(), port.height() / bounds.height(), 1.0))

    def set_zoom(self, zoom: float, about: QPoint | None = None) -> None:
        """Change the scale; the point ``about`` of the viewport (its middle when None) stays where it is."""
        zoom = min(_CLOSEST, max(self.least, zoom))
        if abs(zoom / self.zoom - 1) < 1e-4:
            return
        pixel = about if about is not None else self.viewport().rect().center()
        before = self.mapToScene(pixel)
        self._exact = False
        self.tiles.stop()
        self._idle.stop()
        self.map.blur()
        self.map.set_far(zoom < FAR)
        self.setTransform(QTransform.fromScale(zoom, zoom))
        self._roam()
        self._shift(self.mapToScene(pixel) - before)
        self._settle.start()
        self.viewport().update()
        self.zoom_changed.emit(zoom)
        self.view_moved.emit()

    def _shift(self, way: QPointF) -> None:
        """Move the map by a distance in scene units."""
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(round(across.value() - way.x() * self.zoom))
        down.setValue(round(down.value() - way.y() * self.zoom))

    def pan(self, dx: float, dy: float) -> None:
        """Move the map by pixels, as a hand that drags it would."""
        self.horizontalScrollBar().setValue(round(self.horizontalScrollBar().value() - dx))
        self.verticalScrollBar().setValue(round(self.verticalScrollBar().value() - dy))

    def _roam(self) -> None:
        """The area one may scroll in: the sheet and half a window round it, so that every hex can come to the middle."""
        port, zoom = self.viewport().rect(), self.zoom
        dx, dy = 0.5 * port.width() / zoom, 0.5 * port.height() / zoom
        area = self.map.geometry.bounds.adjusted(-dx, -dy, dx, dy)
        if area != self._area:
            self._area = area
            self.setSceneRect(area)

    @property
    def seen(self) -> QRectF:
        """The part of the scene that is in view."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def fit_map(self) -> None:
        """Show the whole map."""
        self._fit(self.map.geometry.bounds)

    def fit_hexes(self, hexes: Iterable[str]) -> None:
        """Show these hexes as large as is sensible; without any, the whole map."""
        box = QRectF()
        for name in hexes:
            if name in self.map.atlas.index:
                box = box.united(self.map.geometry.polygon(name).boundingRect())
        self._fit(box.adjusted(-100, -100, 100, 100) if not box.isNull() else self.map.geometry.bounds)

    def fit_selection(self) -> None:
        """Show the selected units, or the whole map."""
        self.fit_hexes(self.map.where(unit) for unit in self.map.selected)

    def _fit(self, box: QRectF) -> None:
        port = self.viewport().rect()
        zoom = min(port.width() / box.width(), port.height() / box.height())
        self.set_zoom(min(zoom, 1.5))
        self._roam()
        self.centerOn(box.center())
        self.view_moved.emit()

    def centre_on(self, name: str) -> None:
        """Bring a hex to the middle. Raises KeyError off the map."""
        self.centerOn(self.map.geometry.centre(name))

    def show_hex(self, name: str) -> None:
        """Scroll as little as needed to have a hex well in view. Raises KeyError off the map."""
        spot = self.mapFromScene(self.map.geometry.centre(name))
        margin = min(90, self.viewport().width() // 4, self.viewport().height() // 4)
        inner = self.viewport().rect().adjusted(margin, margin, -margin, -margin)
        if not inner.contains(spot):
            near = QPoint(
                max(inner.left(), min(spot.x(), inner.right())),
                max(inner.top(), min(spot.y(), inner.bottom())),
            )
            self.pan(near.x() - spot.x(), near.y() - spot.y())

    # ---- drawing ----------------------------------------------------------------------------------------------------
    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """The map, from tiles."""
        port = self.viewportTransform()
        exposed = port.mapRect(QRectF(rect)).adjusted(-1, -1, 1, 1)
        self.tiles.set_ratio(self.viewport().devicePixelRatioF())
        painter.save()
        painter.resetTransform()
        self.tiles.paint(painter, -port.dx(), -port.dy(), exposed, self.zoom, exact=self._exact)
        painter.restore()

    def _on_tiles(self) -> None:
        self.viewport().update()

    def _on_settled(self) -> None:
        """The scale has stopped changing: draw it exactly."""
        self._exact = True
        self.viewport().update()
        self._idle.start()

    def _on_counters(self) -> None:
        if self.map.unsharp:
            self._idle.start()

    def _on_idle(self) -> None:
        """Draw a few more counters from their lines, then images for the next change of scale."""
        if not self._exact:
            return
        if not self.map.sharpen(AT_ONCE, self.seen) or self._imagine():
            self._idle.start()

    def _imagine(self) -> bool:
        """Make a few images for the next change of scale; False when all are there."""
        made = 0
        for unit in self.map.stacks.at:
            face = self.map.stacks.faces[unit]
            for scale in self.map.pictures.SCALES:
                if self.map.pictures.has(face, scale):
                    continue
                self.map.pictures.make(face, scale)
                made += 1
                if made >= AT_ONCE:
                    return True
        return False

    def finish(self) -> None:
        """Draw everything that is still to be drawn, now: for pictures and tests."""
        self._settle.stop()
        self._idle.stop()
        self._exact = True
        self.map.sharpen(len(self.map.unsharp) + 1, self.seen)
        port = self.viewportTransform()
        self.tiles.set_ratio(self.viewport().devicePixelRatioF())
        self.tiles.finish(-port.dx(), -port.dy(), QRectF(self.viewport().rect()), self.zoom)
        self.viewport().repaint()

    def refresh(self) -> None:
        """The map's look changed (palette, hidden layers): draw it anew."""
        self.tiles.set_art(self.map.art)
        self.viewport().update()

    # ---- events --------------------------------------------------------------------------------------------------
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # A view that is shown again is told that it had no size before.
        before = event.oldSize() if event.oldSize().isValid() else event.size()
        middle = self.mapToScene(QRect(QPoint(0, 0), before).center()) if self._fitted else None
        self._roam()
        if middle is None:
            self._fitted = True
            self.fit_map()
        else:
            self.centerOn(middle)
        if self.zoom < self.least:
            self.set_zoom(self.least)
        self.view_moved.emit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.view_moved.emit()
        if self.map.unsharp:
            self._idle.start()


def single_shot(parent: QObject, ms: int, slot: Callable[[], None]) -> QTimer:
    """A timer that fires once, ``ms`` after it is started."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(ms)
    timer.timeout.connect(slot)
    return timer
