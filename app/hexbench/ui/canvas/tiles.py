"""The map as image tiles: kept for a few scales, drawn in small slices of time, never blocking a frame."""

from __future__ import annotations

import time
from collections import OrderedDict

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QImage, QPainter

from hexbench.ui.canvas.art import MapArt
from hexbench.ui.look.palette import colour

_TILE = 256
"""Side of a tile in logical pixels."""
_MIPS = (0.25, 0.5, 1.0, 2.0)
SLICE = 0.012
"""Seconds of drawing before events are served again."""
_KEEP = 300
"""Tiles in memory at most, at one device pixel per pixel (a quarter MB each)."""
Key = tuple[float, int, int]


class TileStore(QObject):
    """Tiles of one map by (scale, column, row); what is missing is drawn by and by."""

    drawn = Signal()
    """More tiles are ready."""

    def __init__(self, art: MapArt, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.art = art
        self._tiles: OrderedDict[Key, QImage] = OrderedDict()
        self._wanted: dict[Key, None] = {}
        self._stale: set[Key] = set()
        """Tiles of a map that has changed since: shown until they are drawn anew."""
        self._ratio = 1.0
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._on_idle)

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
        """The map has changed here and there: every tile is drawn anew when it is next seen, and shown until then."""
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
        while self._wanted and time.perf_counter() < until:
            self._draw(next(iter(self._wanted)))
        if not self._wanted:
            self._timer.stop()
        self.drawn.emit()

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
