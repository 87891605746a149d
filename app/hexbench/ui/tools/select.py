"""Select: which counters are meant by a click or a key."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QRubberBand

from hexbench.ui.canvas.view import MapView, Touch


class SelectTool:
    """Click: one counter. Ctrl-click: add or leave out. Shift-click or double click: the whole stack.

    By keyboard: Enter at the cursor takes the counter on top, Shift+Enter the stack; ``[`` and ``]`` go through it.
    """

    def __init__(self, view: MapView) -> None:
        self._view = view
        self.together: Callable[[tuple[str, ...]], bool] | None = None
        """Whether counters of several hexes may be taken somewhere together."""

    def press(self, touch: Touch) -> None:
        """A counter is touched: nothing changes yet if it is selected, for it may be dragged with the others."""
        scene = self._view.map
        if touch.unit in scene.selected or touch.adding:
            return
        self.choose(scene.stack(scene.where(touch.unit)) if touch.whole else (touch.unit,))

    def click(self, touch: Touch) -> None:
        """The touch was a click: on a counter it selects, on the empty map it clears."""
        view, scene = self._view, self._view.map
        if touch.unit:
            if touch.adding:
                left = [u for u in scene.selected if u != touch.unit]
                self.choose(left if touch.unit in scene.selected else [*scene.selected, touch.unit])
            elif touch.whole:
                self.choose(scene.stack(scene.where(touch.unit)))
            else:
                self.choose((touch.unit,))
            if touch.hex:
                view.set_cursor(scene.where(touch.unit))
            view.unit_clicked.emit(touch.unit)
            return
        if not touch.adding:
            self.choose(())
        if touch.hex:
            view.set_cursor(touch.hex)
            view.hex_clicked.emit(touch.hex)

    def grip(self, touch: Touch) -> tuple[str, ...]:
        """What a drag that began at this touch lifts: the selected counters of that hex, bottom to top.

        Where the rules take all that is selected together, from several hexes, it lifts them all.
        """
        scene = self._view.map
        if touch.unit not in scene.selected:
            self.choose(scene.stack(scene.where(touch.unit)) if touch.whole else (touch.unit,))
        chosen = scene.selected
        if len({scene.where(u) for u in chosen}) > 1 and self.together is not None and self.together(chosen):
            return (touch.unit, *(u for u in chosen if u != touch.unit))
        here = scene.stack(scene.where(touch.unit))
        return tuple(u for u in here if u in chosen)

    def take_band(self, units: tuple[str, ...], adding: bool) -> None:
        """Select what lies in a band, or add it to what is selected."""
        before = self._view.map.selected if adding else ()
        self.choose(tuple(dict.fromkeys((*before, *units))))

    def take_stack(self, touch: Touch) -> None:
        """Select the whole stack of the touched counter."""
        scene = self._view.map
        self.choose(scene.stack(scene.where(touch.unit)))

    def take_at(self, name: str, *, whole: bool = False) -> tuple[str, ...]:
        """What Enter takes at a hex: what is selected there, else the counter on top, or (``whole``) the stack.

        Where the rules take all that is selected together, from several hexes, it takes them all.
        """
        scene = self._view.map
        here = scene.stack(name)
        chosen = tuple(u for u in here if u in scene.selected)
        others = tuple(u for u in scene.selected if u not in here)
        if chosen and others and not whole and self.together is not None and self.together(chosen + others):
            return chosen + others
        units = here if whole else chosen or here[-1:]
        self.choose(units)
        return units

    def cancel(self) -> None:
        """Select nothing."""
        self.choose(())

    def choose(self, units: tuple[str, ...] | list[str]) -> None:
        """Select exactly these counters."""
        scene = self._view.map
        before = scene.selected
        scene.select(units)
        if scene.selected != before:
            self._view.selection_changed.emit(scene.selected)


# Band: a frame drawn over the map selects the counters in it.

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
    """``drawn(units, adding)``: these counters are inside it. ``ended()``: the tool was put away."""

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
        self.by_key = False
        self._adding = False
        self._frame = Frame(QRubberBand.Shape.Rectangle, view.viewport())
        self._frame.hide()

    @property
    def active(self) -> bool:
        """A band is being drawn."""
        return self._from is not None

    def activate(self) -> None:
        """Activate it."""
        self.armed = True
        self._view.viewport().setCursor(Qt.CursorShape.CrossCursor)

    def press(self, touch: Touch) -> bool:
        """Begin at a point of the map."""
        if self.by_key:
            self.cancel()
        self._adding = touch.adding
        self._from = self._to = touch.point
        return True

    def move(self, touch: Touch) -> bool:
        """Draw on."""
        if self._from is None or self.by_key:
            return False
        self._stretch(touch.point)
        return True

    def mark(self, name: str) -> None:
        """By key: the first corner, then the other."""
        if not name:
            return
        spot = self._view.map.geometry.centre(name)
        if self._from is None:
            self.by_key, self._adding = True, False
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
        return box.adjusted(-ROOM, -ROOM, ROOM, ROOM) if self.by_key else box

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
        if self.by_key and self._from is not None:
            self._view.cursor_moved.disconnect(self._on_cursor)
        self._from, self.by_key = None, False
        self._frame.hide()
        if self.armed:
            self.armed, self.frames = False, None
            self._view.viewport().unsetCursor()
            self.ended.emit()
