"""Band: a frame drawn over the map selects the counters in it.

Shift or Ctrl and a drag on empty map, or with the tool in hand any drag. By keyboard: Enter at one corner, the cursor to
the other, Enter again.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QRubberBand

from hexbench.ui.canvas.hand import Touch
from hexbench.ui.canvas.view import MapView

ROOM = 20.0
"""How far beyond the middles of its corner hexes a band drawn by key reaches, in the map's own units."""


class Frame(QRubberBand):
    """The band itself: a thin veil in the highlight colour, so that what lies in it stays readable."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ink = self.palette().color(QPalette.ColorRole.Highlight)
        veil = QColor(ink)
        veil.setAlpha(36)
        painter.fillRect(self.rect(), veil)
        painter.setPen(QPen(ink, 2))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()


class BandTool(QObject):
    """``drawn(units, adding)``: these counters lie in it. ``ended()``: it is put away."""

    drawn = Signal(tuple, bool)
    ended = Signal()

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self.armed = False
        """In hand: the next drag, or the next two hexes marked, draw it."""
        self.keeps: Callable[[tuple[str, ...]], tuple[str, ...]] | None = None
        """Which of the counters in the band are meant, where that is not all of them."""
        self.frames: Callable[[QRectF], None] | None = None
        """Who wants the frame itself, in the map's own units: then nothing is selected. Asked once."""
        self._from: QPointF | None = None
        self._to = QPointF()
        self._by_key = False
        self._adding = False
        self._frame = Frame(QRubberBand.Shape.Rectangle, view.viewport())
        self._frame.hide()

    @property
    def active(self) -> bool:
        """A band is being drawn."""
        return self._from is not None

    def activate(self) -> None:
        """Take it in hand."""
        self.armed = True
        self._view.viewport().setCursor(Qt.CursorShape.CrossCursor)

    def press(self, touch: Touch) -> bool:
        """Begin at a point of the map."""
        if self._by_key:
            self.cancel()
        self._adding = touch.adding
        self._from = self._to = touch.point
        return True

    def move(self, touch: Touch) -> bool:
        """Draw on."""
        if self._from is None or self._by_key:
            return False
        self._stretch(touch.point)
        return True

    def mark(self, name: str) -> None:
        """By key: the first corner, then the other."""
        if not name:
            return
        spot = self._view.map.geometry.centre(name)
        if self._from is None:
            self._by_key, self._adding = True, False
            self._from = spot
            self._view.cursor_moved.connect(self._on_cursor)
            self._stretch(spot)
        else:
            self._stretch(spot)
            self.finish()

    def _on_cursor(self, name: str) -> None:
        if name:
            self._stretch(self._view.map.geometry.centre(name))

    def _stretch(self, point: QPointF) -> None:
        self._to = point
        box = self.box
        corners = (self._view.mapFromScene(box.topLeft()), self._view.mapFromScene(box.bottomRight()))
        self._frame.setGeometry(QRect(*corners))
        self._frame.show()

    @property
    def box(self) -> QRectF:
        """What the band encloses, on the map."""
        if self._from is None:
            return QRectF()
        box = QRectF(self._from, self._to).normalized()
        return box.adjusted(-ROOM, -ROOM, ROOM, ROOM) if self._by_key else box

    @property
    def units(self) -> tuple[str, ...]:
        """The counters meant, of every hex whose middle it encloses."""
        scene, box = self._view.map, self.box
        hexes = [at for at in scene.stacks.hexes if box.contains(scene.geometry.centre(at))]
        hexes.sort(key=scene.atlas.index.__getitem__)
        found = tuple(unit for at in hexes for unit in scene.stack(at))
        return self.keeps(found) if self.keeps is not None else found

    def finish(self) -> None:
        """Select what is in it and put it away."""
        if self._from is not None:
            found, adding, box, frames = self.units, self._adding, self.box, self.frames
            self.cancel()
            if frames is not None:
                frames(box)
            else:
                self.drawn.emit(found, adding)

    def cancel(self) -> None:
        """Put it away."""
        if self._by_key and self._from is not None:
            self._view.cursor_moved.disconnect(self._on_cursor)
        self._from, self._by_key = None, False
        self._frame.hide()
        if self.armed:
            self.armed, self.frames = False, None
            self._view.viewport().unsetCursor()
            self.ended.emit()
