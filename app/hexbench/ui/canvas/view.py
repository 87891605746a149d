"""The view of the map: panning, zooming, the hex cursor, and signals for mouse and keyboard. It knows no rules.

How a shell uses the canvas (this and ``scene.py`` are all it needs, with ``ui/tools/hands.py`` for the gestures):

    scene = MapScene(atlas, palette, parent)         # what is shown, see scene.py
    view = MapView(scene, parent)                    # keeps the scene alive
    hands = Hands(view, rules)                       # select, drag (mouse and keys), pan, measure; see tools/hands.py

    scene.show_faces({unit: (face, place)}); scene.update_faces({unit: (face, place) | None})
    scene.set_chips(chips); scene.set_overlay(kind, overlay | None); scene.light(hexes); scene.select(units)
    view.fit_map(); view.fit_hexes(hexes); view.show_hex(name); view.set_zoom(1.0); view.set_cursor(name)

Signals of the view: ``hex_hovered(hex)`` (empty: off the map), ``unit_hovered(unit)``, ``hex_clicked(hex)``,
``unit_clicked(unit)``, ``unit_activated(unit)`` (double click, or Enter on one that may not be lifted),
``selection_changed(tuple)``, ``cursor_moved(hex)``, ``menu_asked(hex, unit, global point)``, ``zoom_changed(float)``,
``view_moved()``. ``view.describe`` may be set to a function hex -> sentence: it is announced to screen readers when the
cursor moves.

Keys: arrows and Q W E A D Z C S move the cursor by direction, a typed hex number jumps, ``[`` ``]`` go through the stack,
F fans it, + and - zoom, Home fits the map, Ctrl+arrows pan, Esc cancels; Enter belongs to the gestures.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from hexbench.ui.canvas.cursor import Cursor
from hexbench.ui.canvas.geometry import PITCH
from hexbench.ui.canvas.scene import MapScene
from hexbench.ui.canvas.zoom import ZoomView
from hexbench.ui.look.language import paragraph, tr
from hexbench.ui.widgets.background import once
from hexbench.ui.widgets.focus_ring import POINTED
from hexbench.ui.widgets.screen_reader import ScreenReader

_BY_KEYS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
"""These focus reasons mean that the player uses the keyboard,"""
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
"""and so do these keys; single-letter keys are also pressed beside the mouse."""

# What the view passes to a gesture: the pointer's position, and what is there.


class Touch(msgspec.Struct, frozen=True):
    """One touch of the mouse: scene point, point in the viewport, the hex and the counter under it, button, modifiers."""

    point: QPointF
    pixel: QPoint
    hex: str
    unit: str
    button: Qt.MouseButton
    modifiers: Qt.KeyboardModifier

    @property
    def adding(self) -> bool:
        """Ctrl is held: add to what is selected."""
        return bool(self.modifiers & Qt.KeyboardModifier.ControlModifier)

    @property
    def whole(self) -> bool:
        """Shift is held: the whole stack."""
        return bool(self.modifiers & Qt.KeyboardModifier.ShiftModifier)


class Gestures(Protocol):
    """Handles the mouse and the keys on the map. Each method returns True if it consumed the event."""

    def press(self, touch: Touch) -> bool:
        """A button went down."""

    def move(self, touch: Touch) -> bool:
        """The mouse moved, with or without a button."""

    def release(self, touch: Touch) -> bool:
        """A button went up."""

    def double(self, touch: Touch) -> bool:
        """A button went down for the second time at once."""

    def lost(self) -> None:
        """The button was released elsewhere: a menu that opened meanwhile received the event."""

    def key(self, key: int, modifiers: Qt.KeyboardModifier, text: str) -> bool:
        """A key went down."""

    def key_up(self, key: int) -> bool:
        """A key went up."""

    def cancel(self) -> None:
        """Cancel whatever is going on."""


# The map scrolls while the pointer rests at an edge of the view: one hex at a time, in that direction (a
# setting).

EDGE = 10
"""So many pixels at each side are the edge."""
FIRST_MS, NEXT_MS = 250, 180
"""Before the first hex, and between two: a pointer that only passes the edge on its way out moves nothing."""


class _EdgeScroll(QObject):
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


_HOVER_MS = 450
"""A stack fans out when the mouse rests on it this long."""


class MapView(ZoomView):
    """A view of a :class:`MapScene` that a hand and a keyboard can work with."""

    hex_hovered = Signal(str)
    unit_hovered = Signal(str)
    hex_clicked = Signal(str)
    unit_clicked = Signal(str)
    unit_activated = Signal(str)
    selection_changed = Signal(tuple)
    cursor_moved = Signal(str)
    menu_asked = Signal(str, str, QPoint)

    def __init__(self, scene: MapScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.gestures: Gestures | None = None
        self.describe: Callable[[str], str] | None = None
        self.tips: Callable[[str], str] | None = None
        """The tooltip of the hex under the pointer."""
        self.screen_reader = ScreenReader(self._self, self)
        """The screen reader interface; a shell replaces it with its own."""
        self.fan_on_hover = True
        self.wheel_zooms = True
        """False: the wheel moves the map (sideways with Shift), and zooms with Ctrl."""
        self._hex = ""
        self._unit = ""
        self._pressed = False
        """A button was pressed here and, as far as known, not released."""
        self.keys = Cursor(self)
        self.edges = _EdgeScroll(self)
        self._rest = once(self, self._on_rest, _HOVER_MS)
        self.setObjectName("map")
        self.setAccessibleName(tr("Map"))
        self.setAccessibleDescription(
            tr(
                "The map. Arrow keys move the hex cursor, Enter picks up and drops, typing a "
                "hex number jumps to that hex."
            )
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    # ---- cursor -----------------------------------------------------------------------------------------------------
    @property
    def cursor_hex(self) -> str:
        """The hex of the keyboard's cursor; empty when there is none."""
        return self.keys.at

    def set_cursor(self, name: str) -> None:
        """Move the hex cursor (empty: hide it), bring it into view and announce it."""
        if self.keys.put(name):
            if name:
                self.show_hex(name)
                self.announce(self.describe(name) if self.describe is not None else name, "cursor")
            self.cursor_moved.emit(name)

    def announce(self, sentence: str, topic: str = "") -> None:
        """Have a sentence read out by a screen reader; a newer one of the same topic takes its place."""
        self.screen_reader.say(sentence, topic)

    def _self(self) -> QWidget:
        return self

    def viewportEvent(self, event: QEvent) -> bool:
        """A tip is about the hex under the pointer, whatever counters are on it."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self.tips is not None:
            words = self.tips(self.map.hex_at(self.mapToScene(event.pos())))
            if words:
                QToolTip.showText(event.globalPos(), paragraph(words), self.viewport())
                return True
        return super().viewportEvent(event)

    # ---- fanning ----------------------------------------------------------------------------------------------------
    def fan(self, name: str) -> bool:
        """Spread the stack of a hex, or close it when it is spread already."""
        if self.map.fanned == name:
            self.map.fold()
            return False
        return self.map.fan(name, self.zoom, self.seen)

    def _on_rest(self) -> None:
        """The mouse rests: fan the stack under it."""
        if self._hex and not self.map.fanned and not self.map.carried and len(self.map.stack(self._hex)) > 1:
            self.map.fan(self._hex, self.zoom, self.seen)

    def _hover(self, touch: Touch) -> None:
        inside = bool(self.map.fanned) and self.map.fan_box().contains(touch.point)
        name = self.map.fanned if inside else touch.hex
        if (
            self.map.fanned
            and not inside
            and touch.hex != self.map.fanned
            and touch.button == Qt.MouseButton.NoButton
        ):
            self.map.fold()
        if name != self._hex:
            self._hex = name
            self.hex_hovered.emit(name)
        if touch.unit != self._unit:
            self._unit = touch.unit
            self.unit_hovered.emit(touch.unit)
        if (
            self.fan_on_hover
            and touch.button == Qt.MouseButton.NoButton
            and touch.unit
            and not self.map.fanned
        ):
            self._rest.start()
        else:
            self._rest.stop()

    # ---- events -----------------------------------------------------------------------------------------------------
    def touch_at(
        self,
        pixel: QPoint,
        button: Qt.MouseButton = Qt.MouseButton.NoButton,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> Touch:
        """What is under a point of the viewport."""
        point = self.mapToScene(pixel)
        return Touch(point, pixel, self.map.hex_at(point), self.map.unit_at(point), button, modifiers)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._come_to(event.reason() not in _BY_KEYS)
        super().focusInEvent(event)

    def _come_to(self, pointed: bool) -> None:
        """Note how the focus came here: if by keyboard, the focused item is framed."""
        if self.property(POINTED) is not pointed:
            self.setProperty(POINTED, pointed)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._come_to(True)
        self._rest.stop()
        self._pressed = True
        touch = self.touch_at(event.position().toPoint(), event.button(), event.modifiers())
        if self.gestures is not None and self.gestures.press(touch):
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        held = event.buttons()
        button = next((b for b in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton) if held & b), None)
        touch = self.touch_at(
            event.position().toPoint(), button or Qt.MouseButton.NoButton, event.modifiers()
        )
        self._hover(touch)
        if self._pressed and held == Qt.MouseButton.NoButton:
            self._pressed = False
            if self.gestures is not None:
                self.gestures.lost()
        if self.gestures is not None and self.gestures.move(touch):
            event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.buttons() != Qt.MouseButton.NoButton
        touch = self.touch_at(event.position().toPoint(), event.button(), event.modifiers())
        if self.gestures is not None and self.gestures.release(touch):
            event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._pressed = True
        touch = self.touch_at(event.position().toPoint(), event.button(), event.modifiers())
        if self.gestures is not None and self.gestures.double(touch):
            event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.cursor_hex:
            units = self.map.stack(self.cursor_hex)
            spot = self.mapFromScene(self.map.geometry.centre(self.cursor_hex))
            self.menu_asked.emit(
                self.cursor_hex, units[-1] if units else "", self.viewport().mapToGlobal(spot)
            )
        else:
            touch = self.touch_at(event.pos())
            self.menu_asked.emit(touch.hex, touch.unit, event.globalPos())
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self._rest.stop()
        self.map.fold()
        if self._hex:
            self._hex = ""
            self.hex_hovered.emit("")
        if self._unit:
            self._unit = ""
            self.unit_hovered.emit("")
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if not self.wheel_zooms and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            way = event.angleDelta()
            aside = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.pan(*((way.y(), way.x()) if aside else (way.x(), way.y())))
        elif turned:
            self.set_zoom(self.zoom * 2 ** (turned / 480), event.position().toPoint())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        if key in _ARROWS:
            self._come_to(False)
        if (
            self.gestures is not None
            and not event.isAutoRepeat()
            and self.gestures.key(key, modifiers, event.text())
        ) or self.keys.key(key, modifiers, event.text()):
            event.accept()
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if self.gestures is not None and not event.isAutoRepeat() and self.gestures.key_up(event.key()):
            event.accept()
        else:
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if self.gestures is not None:
            self.gestures.key_up(Qt.Key.Key_Space)  # the release is sent to whatever has the focus by then
            if event.reason() == Qt.FocusReason.ActiveWindowFocusReason:
                self.gestures.cancel()
        super().focusOutEvent(event)
