"""Pan: the map follows the hand."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt

from hexbench.ui.canvas.hand import Touch
from hexbench.ui.canvas.view import MapView


class PanTool:
    """Drags the map. By keyboard: Ctrl and the arrows, answered by the view itself."""

    def __init__(self, view: MapView) -> None:
        self._view = view
        self._last: QPoint | None = None

    @property
    def active(self) -> bool:
        """The map is being dragged."""
        return self._last is not None

    def activate(self, touch: Touch) -> None:
        """Take hold of the map."""
        self._last = touch.pixel
        self._view.map.fold()
        self._view.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def move(self, touch: Touch) -> bool:
        """Follow the hand."""
        if self._last is None:
            return False
        way = touch.pixel - self._last
        self._last = touch.pixel
        self._view.pan(way.x(), way.y())
        return True

    def finish(self) -> None:
        """Let go."""
        if self._last is not None:
            self._last = None
            self._view.viewport().unsetCursor()

    cancel = finish
