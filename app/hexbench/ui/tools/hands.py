"""Chooses the gesture: the view forwards every event here, and this picks the tool that handles it.

    hands = Hands(view, rules)      # rules: see DragRules in drag.py
    hands.measure.activate(); hands.cancel(); hands.enabled = False

Left on a counter selects, and drags once the mouse has moved; left on empty map pans, with Shift or Ctrl it draws a band
that selects; middle button or Space pans anywhere; a long press asks why not; Enter at the cursor picks up and drops; Esc
gives up, and with nothing to give up selects nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication

from hexbench.ui.canvas.view import MapView, Touch
from hexbench.ui.tools.drag import DragRules, DragTool
from hexbench.ui.tools.measure import LineTool, MeasureTool, SketchTool
from hexbench.ui.tools.select import BandTool, SelectTool
from hexbench.ui.widgets.background import once

# Pan: the map follows the hand.


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


LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton


LONG_MS = 600
"""A press of the left button that rests so long asks why not."""


class Hands(QObject):
    """The gestures of one view. ``why_asked(units, hex)``: a long press asks why they may not go there."""

    why_asked = Signal(tuple, str)

    def __init__(self, view: MapView, rules: DragRules) -> None:
        super().__init__(view)
        self.view = view
        self.select = SelectTool(view)
        self.drag = DragTool(view, rules)
        self.pan = PanTool(view)
        self.measure = MeasureTool(view)
        self.line = LineTool(view)
        self.sketch = SketchTool(view)
        self.band = BandTool(view)
        self.band.drawn.connect(self.select.take_band)
        self.asks = True
        """A long press asks why not; where nothing is ever refused, it does not."""
        self.enabled = True
        """False: counters may be looked at but not lifted (the other side decides, a replay runs)."""
        self.take_instead: Callable[[], bool] | None = None
        """Called before Enter does anything else: accepts the alternative offered after a refusal."""
        self._start: Touch | None = None
        self._before: tuple[str, ...] = ()
        """What was selected before the press."""
        self._long = once(self, self._on_long, LONG_MS)
        self._space = False
        view.gestures = self

    @property
    def pointer(self) -> MeasureTool | LineTool | SketchTool | None:
        """The active tool that takes clicks on hexes, if any."""
        tools: tuple[MeasureTool | LineTool | SketchTool, ...] = (self.measure, self.line, self.sketch)
        return next((tool for tool in tools if tool.active), None)

    # ---- mouse ------------------------------------------------------------------------------------------------------
    def press(self, touch: Touch) -> bool:
        """Begin a gesture, or only remember where it may begin."""
        self.view.setFocus(Qt.FocusReason.MouseFocusReason)
        if self.drag.active and self.drag.by_key and touch.button == LEFT:
            self.drag.drop(touch.hex)
            return True
        if touch.button == MIDDLE or (touch.button == LEFT and self._space):
            self.pan.activate(touch)
            return True
        if touch.button != LEFT:
            if self.drag.active:
                self.cancel()
            return False
        pointer = self.pointer
        if pointer is not None:
            return pointer.press(touch)
        if self.band.armed:
            return self.band.press(touch)
        self._start = touch
        self._before = tuple(self.view.map.selected)
        if self.asks:
            self._long.start()
        if touch.unit:
            self.select.press(touch)
        return True

    def move(self, touch: Touch) -> bool:
        """Go on with a gesture; far enough from the press it becomes a drag or a pan."""
        if self.pan.active:
            return self.pan.move(touch)
        if self.band.move(touch):
            return True
        pointer = self.pointer
        if pointer is not None and self._start is None:
            return pointer.move(touch)
        if self.drag.active:
            self.drag.over(touch.hex, touch.point)
            return True
        start = self._start
        if start is None or touch.button != LEFT or not _moved(start.pixel, touch.pixel):
            return False
        self._long.stop()
        if not start.unit and (start.adding or start.whole):
            self._start = None
            return self.band.press(start) and self.band.move(touch)
        if not start.unit:
            self.pan.activate(start)
            return self.pan.move(touch)
        if self.enabled and self.drag.begin(self.select.grip(start)):
            self.drag.over(touch.hex, touch.point)
        else:
            self._start = None
        return True

    def release(self, touch: Touch) -> bool:
        """End the gesture; a press that never moved was a click."""
        start, self._start = self._start, None
        self._long.stop()
        if self.pan.active:
            self.pan.finish()
            return True
        if self.sketch.active and touch.button == LEFT:
            return self.sketch.release(touch)
        if self.band.active and touch.button == LEFT:
            self.band.finish()
            return True
        if self.drag.active and not self.drag.by_key:
            self.drag.drop(touch.hex)
            return True
        if start is None or touch.button != LEFT:
            return False
        self.select.click(start)
        return True

    def double(self, touch: Touch) -> bool:
        """A double click: the whole stack, and the counter is asked for."""
        if touch.button != LEFT:
            return self.press(touch)
        pointer = self.pointer
        if pointer is not None:
            pointer.finish()
            return True
        self._start = None
        self._long.stop()
        if touch.unit:
            self.select.take_stack(touch)
            self.view.unit_activated.emit(touch.unit)
        return True

    def lost(self) -> None:
        """Nobody knows where the button was let go: counters go back, the map stays, and a band is none."""
        self._start = None
        self._long.stop()
        self.pan.finish()
        if self.drag.active and not self.drag.by_key:
            self.drag.cancel()
        if self.band.active and not self.band.by_key:
            self.band.cancel()

    def _on_long(self) -> None:
        """The button rests: why may what was selected before not go there? With nothing selected: why may this not act?"""
        start, self._start = self._start, None
        if start is None or self.drag.active or self.pan.active:
            return
        scene = self.view.map
        at = scene.where(start.unit) if start.unit else start.hex
        units = self._before or ((start.unit,) if start.unit else ())
        if units != tuple(scene.selected):
            self.select.choose(units)
        if units and at:
            self.why_asked.emit(units, at)

    # ---- keys -------------------------------------------------------------------------------------------------------
    def key(self, key: int, modifiers: Qt.KeyboardModifier, text: str) -> bool:
        """Enter picks up and drops, Esc gives up, Space gets ready to pan."""
        if key == Qt.Key.Key_Space:
            self._space = True
            self.view.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return self._enter(bool(modifiers & Qt.KeyboardModifier.ShiftModifier))
        if key == Qt.Key.Key_Escape:
            return self._escape()
        return False

    def _escape(self) -> bool:
        """Cancel what was begun; else close the fan (the view does that); else clear the selection."""
        band = self.band.active or self.band.armed
        if band or self.drag.active or self.pointer is not None or self.pan.active:
            self.cancel()
        elif self.view.map.fanned or not self.view.map.selected:
            return False
        else:
            self.select.cancel()
        return True

    def _enter(self, whole: bool) -> bool:
        at = self.view.cursor_hex
        pointer = self.pointer
        if self.take_instead is not None and not self.drag.active and self.take_instead():
            return True
        if pointer is not None:
            pointer.mark(at)
        elif self.band.armed:
            self.band.mark(at)
        elif self.drag.active:
            self.drag.drop(at)
        elif at:
            units = self.select.take_at(at, whole=whole)
            if not units:
                self.view.hex_clicked.emit(at)
            elif not self.enabled or not self.drag.begin(units, by_key=True):
                self.view.unit_activated.emit(units[-1])
        return bool(at)

    def key_up(self, key: int) -> bool:
        """Space was let go."""
        if key != Qt.Key.Key_Space:
            return False
        if self._space:
            self._space = False
            self.view.viewport().unsetCursor()
        return True

    def cancel(self) -> None:
        """Cancel whatever is going on."""
        self._start = None
        self._long.stop()
        self.drag.cancel()
        self.measure.cancel()
        self.line.cancel()
        self.band.cancel()
        self.sketch.cancel()
        self.pan.finish()


def _moved(a: QPoint, b: QPoint) -> bool:
    return (a - b).manhattanLength() >= QApplication.startDragDistance()
