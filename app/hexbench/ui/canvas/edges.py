"""The map scrolls while the pointer rests at an edge of the view: one hex at a time, in that direction (a setting)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer
from PySide6.QtGui import QMouseEvent

from hexbench.ui.canvas.geometry import PITCH

if TYPE_CHECKING:
    from hexbench.ui.canvas.view import MapView

EDGE = 10
"""So many pixels at each side are the edge."""
FIRST_MS, NEXT_MS = 250, 180
"""Before the first hex, and between two: a pointer that only passes the edge on its way out moves nothing."""


class EdgeScroll(QObject):
    """Watches the pointer over one view. ``on`` False: it does nothing."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self.on = False
        self._way = (0, 0)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.scroll)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            self._at(event.position().toPoint())
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.Hide):
            self._go((0, 0))
        return False

    def _at(self, pixel: QPoint) -> None:
        """The pointer is there."""
        box = self._view.viewport().rect()
        across = -1 if pixel.x() < EDGE else 1 if pixel.x() >= box.width() - EDGE else 0
        down = -1 if pixel.y() < EDGE else 1 if pixel.y() >= box.height() - EDGE else 0
        self._go((across, down) if self.on else (0, 0))

    def _go(self, way: tuple[int, int]) -> None:
        if way == self._way:
            return
        self._way = way
        if way == (0, 0):
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start(FIRST_MS)

    def scroll(self) -> None:
        """One hex that way."""
        self._timer.setInterval(NEXT_MS)
        step = PITCH * self._view.zoom
        self._view.pan(-self._way[0] * step, -self._way[1] * step)
