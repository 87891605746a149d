"""Line: from one hex to another, for questions about what lies between them: a line of sight."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal

from hexbench.ui.canvas.hand import Touch
from hexbench.ui.canvas.view import MapView


class LineTool(QObject):
    """The first click (or the hex cursor) is one end; the other follows the mouse and the cursor until a second click.

    ``asked(a, b)``: the ends are these now. ``ended()``: it is put away.
    """

    asked = Signal(str, str)
    ended = Signal()

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self.active = False
        self.start = ""
        self.fixed = False
        """Both ends are set; the next click begins another line."""

    def activate(self) -> None:
        """Take it in hand; if there is a hex cursor, it begins there."""
        self.active, self.start, self.fixed = True, "", False
        self._view.viewport().setCursor(Qt.CursorShape.CrossCursor)
        self._view.cursor_moved.connect(self._on_cursor)
        if self._view.cursor_hex:
            self.mark(self._view.cursor_hex)

    def press(self, touch: Touch) -> bool:
        """Set an end."""
        self.mark(touch.hex)
        return True

    def move(self, touch: Touch) -> bool:
        """The free end follows."""
        self._follow(touch.hex)
        return True

    def mark(self, name: str) -> None:
        """Fix an end at a hex."""
        if not name:
            return
        if not self.start or self.fixed:
            self.start, self.fixed = name, False
        elif name != self.start:
            self._follow(name)
            self.fixed = True

    def _on_cursor(self, name: str) -> None:
        self._follow(name)

    def _follow(self, name: str) -> None:
        if self.start and not self.fixed and name and name != self.start:
            self.asked.emit(self.start, name)

    def finish(self) -> None:
        """Put it away."""
        if self.active:
            self.active = False
            self._view.cursor_moved.disconnect(self._on_cursor)
            self._view.viewport().unsetCursor()
            self.ended.emit()

    cancel = finish
