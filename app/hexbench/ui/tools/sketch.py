"""Sketch: a pin, a note, an arrow or the eraser in the hand."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal

from hexbench.engine.display import Overlay, Trail
from hexbench.engine.values import say
from hexbench.ui.canvas.view import MapView, Touch

KINDS = ("pin", "note", "arrow", "erase")
PREVIEW = "sketch"
"""Kind of the overlay that shows an arrow before it is let go."""


class SketchTool(QObject):
    """Pin, note and eraser act on the hex clicked; an arrow is dragged, or clicked from hex to hex. By key: Enter.

    ``made(kind, hexes)``: draw (or erase) this. ``ended()``: it is put away.
    """

    made = Signal(str, tuple)
    ended = Signal()

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self.kind = ""
        self.start = ""

    @property
    def active(self) -> bool:
        """It is in the hand."""
        return bool(self.kind)

    def activate(self, kind: str) -> None:
        """Take one in hand."""
        if not self.kind:
            self._view.cursor_moved.connect(self._on_cursor)
        self.kind, self.start = kind, ""
        self._view.map.set_overlay(PREVIEW, None)
        self._view.viewport().setCursor(
            Qt.CursorShape.CrossCursor if kind != "erase" else Qt.CursorShape.PointingHandCursor
        )

    def press(self, touch: Touch) -> bool:
        """A hex is touched: the place, or one end of an arrow."""
        self.mark(touch.hex)
        return True

    def move(self, touch: Touch) -> bool:
        """An arrow follows."""
        self._follow(touch.hex)
        return True

    def release(self, touch: Touch) -> bool:
        """An arrow that was dragged to another hex is let go; one let go where it began waits for a second click."""
        if self.start and touch.hex and touch.hex != self.start:
            self.mark(touch.hex)
        return True

    def mark(self, name: str) -> None:
        """Use it at a hex."""
        if not name:
            return
        if self.kind != "arrow":
            self.made.emit(self.kind, (name,))
        elif not self.start:
            self.start = name
        elif name != self.start:
            hexes = (self.start, name)
            self.start = ""
            self._view.map.set_overlay(PREVIEW, None)
            self.made.emit(self.kind, hexes)

    def _on_cursor(self, name: str) -> None:
        self._follow(name)

    def _follow(self, name: str) -> None:
        if self.start and name and name != self.start:
            trail = Trail((self.start, name), "route")
            self._view.map.set_overlay(PREVIEW, Overlay(PREVIEW, say("Arrow"), trails=(trail,)))

    def finish(self) -> None:
        """Put it away."""
        if self.kind:
            self.kind, self.start = "", ""
            self._view.cursor_moved.disconnect(self._on_cursor)
            self._view.viewport().unsetCursor()
            self._view.map.set_overlay(PREVIEW, None)
            self.ended.emit()

    cancel = finish
