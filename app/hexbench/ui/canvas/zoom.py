"""Base class of the map view: its scale, the visible part of the map, and drawing from tiles.

While the scale changes, the map is drawn from tiles of round scales and counters from cached images; 150 ms
after it stops, both are drawn exactly, a few at a time.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPixmapCache, QResizeEvent, QTransform
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from hexbench.ui.canvas.art import MapArt
from hexbench.ui.canvas.scene import MapScene
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.background import every, once

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
        self._settle = once(self, self._on_settled, _SETTLE_MS)
        self._idle = once(self, self._on_idle)
        self.setScene(scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        # The map fills it: the background need not be painted first.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
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
        """The scrollable area: the sheet and half a window round it, so that every hex can be centred."""
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

    def _on_tiles(self, keys: Sequence[Key]) -> None:
        """Paint only finished tiles; a tile of another scale may stand in anywhere."""
        port, zoom = self.viewportTransform(), self.zoom
        if not self._exact or any(scale != zoom for scale, _, _ in keys):
            self.viewport().update()
            return
        for _, column, row in keys:
            spot = QRectF(column * _TILE + port.dx(), row * _TILE + port.dy(), _TILE, _TILE)
            self.viewport().update(spot.toAlignedRect())

    def rest(self) -> None:
        """The scale stays as it is: draw exactly from now on, and not from tiles of a round scale first."""
        if self._settle.isActive():
            self._settle.stop()
            self._on_settled()

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
        """The map's look changed (palette, hidden layers): redraw it."""
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


_TILE = 256
"""Side of a tile in logical pixels."""
_MIPS = (0.25, 0.5, 1.0, 2.0)
SLICE = 0.012
"""Seconds of drawing before events are served again."""
_KEEP = 300
"""Tiles in memory at most, at one device pixel per pixel (a quarter MB each)."""
Key = tuple[float, int, int]


class TileStore(QObject):
    """Tiles of one map by (scale, column, row); missing ones are drawn gradually."""

    drawn = Signal(list)
    """More tiles are ready: their keys."""

    def __init__(self, art: MapArt, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.art = art
        self._tiles: OrderedDict[Key, QImage] = OrderedDict()
        self._wanted: dict[Key, None] = {}
        self._stale: set[Key] = set()
        """Outdated tiles, shown until they are redrawn."""
        self._ratio = 1.0
        self._timer = every(self, self._on_idle)

    @property
    def pending(self) -> int:
        """Tiles asked for and not drawn yet."""
        return len(self._wanted)

    def set_art(self, art: MapArt) -> None:
        """Another palette or map: every tile is stale."""
        self.art = art
        self.clear()

    def set_ratio(self, ratio: float) -> None:
        """Another screen: tiles are drawn for ``ratio`` device pixels per pixel."""
        if ratio != self._ratio:
            self._ratio = ratio
            self.clear()

    def clear(self) -> None:
        """Forget all tiles."""
        self._tiles.clear()
        self._stale.clear()
        self._wanted.clear()
        self._timer.stop()

    def spoil(self) -> None:
        """The map changed in places: every tile is redrawn when next visible, and shown until then."""
        self._stale.update(self._tiles)

    def stop(self) -> None:
        """Draw no more until asked again."""
        self._wanted.clear()
        self._timer.stop()

    def finish(self, left: float, top: float, port: QRectF, scale: float) -> None:
        """Draw now all that this part of the map needs (see :meth:`paint`): for pictures and tests."""
        self._wanted = {
            (scale, column, row): None
            for row in range(int((top + port.top()) // _TILE), int((top + port.bottom()) // _TILE) + 1)
            for column in range(int((left + port.left()) // _TILE), int((left + port.right()) // _TILE) + 1)
            if (scale, column, row) not in self._tiles or (scale, column, row) in self._stale
        }
        while self._wanted:
            self._draw(next(iter(self._wanted)))
        self._timer.stop()

    def paint(
        self, painter: QPainter, left: float, top: float, exposed: QRectF, scale: float, *, exact: bool
    ) -> None:
        """Draw the part ``exposed`` (logical pixels of the viewport) of the map at ``scale``.

        ``left`` and ``top`` say where the viewport's corner lies in pixels of the scaled map. ``exact`` asks for tiles
        of exactly this scale; else, while the scale changes, tiles of the next round scale do.
        """
        c0, c1 = int((left + exposed.left()) // _TILE), int((left + exposed.right()) // _TILE)
        r0, r1 = int((top + exposed.top()) // _TILE), int((top + exposed.bottom()) // _TILE)
        mip = min((m for m in _MIPS if m >= scale * 0.75), default=_MIPS[-1])
        for row in range(r0, r1 + 1):
            for column in range(c0, c1 + 1):
                target = QRectF(column * _TILE - left, row * _TILE - top, _TILE, _TILE)
                key = (scale, column, row)
                tile = self._tiles.get(key)
                if tile is not None:
                    self._tiles.move_to_end(key)
                    painter.drawImage(target.topLeft(), tile)
                    if key in self._stale and exact:
                        self._wanted[key] = None
                    continue
                self._stand_in(painter, target, key, mip, want=not exact)
                if exact:
                    self._wanted[key] = None
        if self._wanted and not self._timer.isActive():
            self._timer.start()

    def _stand_in(self, painter: QPainter, target: QRectF, key: Key, mip: float, *, want: bool) -> None:
        """Fill a tile's place from tiles of other scales; the nearest round scale is asked for when ``want``."""
        scale, column, row = key
        part = QRectF(column * _TILE / scale, row * _TILE / scale, _TILE / scale, _TILE / scale)
        look = self.art.palette.map
        sheet = self.art.geometry.sheet
        painter.fillRect(target, colour(look.paper if sheet.contains(part) else look.surround))
        best = sorted({k[0] for k in self._tiles if k[0] != scale}, key=lambda s: (abs(s / mip - 1), s))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        todo = [mip] if want else []
        for other in [*todo, *(s for s in best[:3] if s not in todo)]:
            if self._cover(painter, target, part, other, scale, want=want and other == mip):
                return

    def _cover(
        self, painter: QPainter, target: QRectF, part: QRectF, other: float, scale: float, *, want: bool
    ) -> bool:
        """Draw what there is of another scale over a place; True when nothing was missing."""
        size = _TILE / other
        complete = True
        for column in range(int(part.left() // size), int((part.right() - 1e-6) // size) + 1):
            for row in range(int(part.top() // size), int((part.bottom() - 1e-6) // size) + 1):
                tile = self._tiles.get((other, column, row))
                if tile is None:
                    complete = False
                    if want:
                        self._wanted[other, column, row] = None
                    continue
                cell = QRectF(column * size, row * size, size, size).intersected(part)
                source = QRectF(
                    (cell.left() - column * size) * other * self._ratio,
                    (cell.top() - row * size) * other * self._ratio,
                    cell.width() * other * self._ratio,
                    cell.height() * other * self._ratio,
                )
                place = QRectF(
                    target.left() + (cell.left() - part.left()) * scale,
                    target.top() + (cell.top() - part.top()) * scale,
                    cell.width() * scale,
                    cell.height() * scale,
                )
                painter.drawImage(place, tile, source)
        return complete

    def _on_idle(self) -> None:
        """One slice of drawing."""
        until = time.perf_counter() + SLICE
        keys: list[Key] = []
        while self._wanted and time.perf_counter() < until:
            keys.append(next(iter(self._wanted)))
            self._draw(keys[-1])
        if not self._wanted:
            self._timer.stop()
        self.drawn.emit(keys)

    def _draw(self, key: Key) -> None:
        self._wanted.pop(key, None)
        scale, column, row = key
        side = round(_TILE * self._ratio)
        image = QImage(side, side, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        real = scale * self._ratio
        painter.scale(real, real)
        part = QRectF(column * _TILE / scale, row * _TILE / scale, _TILE / scale, _TILE / scale)
        painter.translate(-part.left(), -part.top())
        if part.intersects(self.art.geometry.bounds):
            self.art.draw(painter, part, real)
        else:
            painter.fillRect(part, colour(self.art.palette.map.surround, 255))
        painter.end()
        image.setDevicePixelRatio(self._ratio)
        self._tiles[key] = image
        self._stale.discard(key)
        room = max(80, round(_KEEP / self._ratio**2))
        while len(self._tiles) > room:
            self._stale.discard(self._tiles.popitem(last=False)[0])
