"""Measure: a tape from hex to hex that shows the distance."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QObject, Qt, Signal

from hexbench.engine.display import Overlay, Trail
from hexbench.engine.values import say
from hexbench.ui.canvas.view import MapView, Touch

TAPE = "measure"
"""Kind of the overlay that is the tape."""


class _HexTool(QObject):
    """A tool that takes hexes one by one: under the mouse, or under the hex cursor."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view

    def press(self, touch: Touch) -> bool:
        """A hex is touched."""
        self.mark(touch.hex)
        return True

    def move(self, touch: Touch) -> bool:
        """What is not fixed yet follows the mouse."""
        self._follow(touch.hex)
        return True

    def mark(self, name: str) -> None:
        """Fix a hex."""
        raise TypeError(f"{type(self).__name__} fixes no hex")

    def _follow(self, name: str) -> None:
        """Move the loose end to a hex."""
        raise TypeError(f"{type(self).__name__} has nothing that follows")

    def _on_cursor(self, name: str) -> None:
        self._follow(name)

    def _take(self) -> None:
        """In the hand now; if there is a hex cursor, it begins there."""
        self._view.viewport().setCursor(Qt.CursorShape.CrossCursor)
        self._view.cursor_moved.connect(self._on_cursor)
        if self._view.cursor_hex:
            self.mark(self._view.cursor_hex)

    def _put_away(self) -> None:
        self._view.cursor_moved.disconnect(self._on_cursor)
        self._view.viewport().unsetCursor()


class MeasureTool(_HexTool):
    """Click sets a point, the mouse pulls the tape on, a double click or Esc ends it. By keyboard: cursor and Enter."""

    measured = Signal(int, float)
    """Hexes and kilometres from the first point to the last."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._marks: list[str] = []
        self.active = False

    def activate(self) -> None:
        """Activate the tape; if there is a hex cursor, it starts there."""
        self.active = True
        self._marks = []
        self._take()

    def mark(self, name: str) -> None:
        """Fix the tape at a hex."""
        if name and (not self._marks or self._marks[-1] != name):
            self._marks.append(name)
            self._follow(name)

    def _follow(self, name: str) -> None:
        if not self._marks or not name:
            return
        atlas = self._view.map.atlas
        points = self._marks if self._marks[-1] == name else [*self._marks, name]
        texts, far = [""], 0
        for a, b in itertools.pairwise(points):
            far += atlas.distance(a, b)
            texts.append(str(far))
        if len(points) < 2:
            self._view.map.set_overlay(TAPE, None)
            return
        trail = Trail(tuple(points), "route", tuple(texts))
        self._view.map.set_overlay(
            TAPE, Overlay(TAPE, say("1 hex" if far == 1 else "{n} hexes", n=far), trails=(trail,))
        )
        self.measured.emit(far, far * atlas.sheet.kilometres_per_hex)

    def finish(self) -> None:
        """Put the tape away."""
        if self.active:
            self.active = False
            self._marks = []
            self._put_away()
            self._view.map.set_overlay(TAPE, None)

    cancel = finish


# Line: from one hex to another, for questions about what is between them: a line of sight.


class LineTool(_HexTool):
    """The first click (or the hex cursor) is one end; the other follows the mouse and the cursor until a second click.

    ``asked(a, b)``: these are the ends now. ``ended()``: the tool was put away.
    """

    asked = Signal(str, str)
    ended = Signal()

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.active = False
        self.start = ""
        self.fixed = False
        """Both ends are set; the next click begins another line."""

    def activate(self) -> None:
        """Activate it; if there is a hex cursor, it starts there."""
        self.active, self.start, self.fixed = True, "", False
        self._take()

    def mark(self, name: str) -> None:
        """Fix an end at a hex."""
        if not name:
            return
        if not self.start or self.fixed:
            self.start, self.fixed = name, False
        elif name != self.start:
            self._follow(name)
            self.fixed = True

    def _follow(self, name: str) -> None:
        if self.start and not self.fixed and name and name != self.start:
            self.asked.emit(self.start, name)

    def finish(self) -> None:
        """Put it away."""
        if self.active:
            self.active = False
            self._put_away()
            self.ended.emit()

    cancel = finish


# Sketch: a pin, a note, an arrow or the eraser in the hand.

KINDS = ("pin", "note", "arrow", "erase")
PREVIEW = "sketch"
"""Kind of the overlay that shows an arrow before it is let go."""


class SketchTool(_HexTool):
    """Pin, note and eraser act on the hex clicked; an arrow is dragged, or clicked from hex to hex. By key: Enter.

    ``made(kind, hexes)``: draw (or erase) this. ``ended()``: the tool was put away.
    """

    made = Signal(str, tuple)
    ended = Signal()

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.kind = ""
        self.start = ""

    @property
    def active(self) -> bool:
        """It is in the hand."""
        return bool(self.kind)

    def activate(self, kind: str) -> None:
        """Activate a drawing tool."""
        if not self.kind:
            self._view.cursor_moved.connect(self._on_cursor)
        self.kind, self.start = kind, ""
        self._view.map.set_overlay(PREVIEW, None)
        self._view.viewport().setCursor(
            Qt.CursorShape.CrossCursor if kind != "erase" else Qt.CursorShape.PointingHandCursor
        )

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

    def _follow(self, name: str) -> None:
        if self.start and name and name != self.start:
            trail = Trail((self.start, name), "route")
            self._view.map.set_overlay(PREVIEW, Overlay(PREVIEW, say("Arrow"), trails=(trail,)))

    def finish(self) -> None:
        """Put it away."""
        if self.kind:
            self.kind, self.start = "", ""
            self._put_away()
            self._view.map.set_overlay(PREVIEW, None)
            self.ended.emit()

    cancel = finish
