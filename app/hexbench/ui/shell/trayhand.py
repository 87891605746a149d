"""Placing units from a tray onto the map, by mouse and keyboard; also Esc, which first closes what floats
over the map.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QKeyEvent

from hexbench.engine.display import Overlay, Shade
from hexbench.engine.values import say
from hexbench.ui.canvas.view import MapView
from hexbench.ui.docks.boxes import BoxesView
from hexbench.ui.docks.tray import TrayPanel
from hexbench.ui.docks.units import units_of
from hexbench.ui.look.language import tr
from hexbench.ui.shell.acting import Acting
from hexbench.ui.shell.overmap import OverMap
from hexbench.ui.tools.drag import REACH, cost_text

DRAGS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)


class TrayHand(QObject):
    """Filters the events of one view before the view handles them."""

    def __init__(self, view: MapView, acting: Acting, tray: TrayPanel, over: OverMap) -> None:
        super().__init__(view)
        self.view, self.acting, self.tray, self.over = view, acting, tray, over
        view.viewport().setAcceptDrops(True)
        view.viewport().installEventFilter(self)
        view.installEventFilter(self)
        tray.home_asked.connect(self._on_home)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.KeyPress and watched is self.view and isinstance(event, QKeyEvent):
            return self._key(event)
        if kind in DRAGS and isinstance(event, QDropEvent):
            return self._drag(event)
        if kind == QEvent.Type.DragLeave:
            self.view.map.set_overlay(REACH, None)
            return True
        return False

    def _key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            if REACH in self.view.map.overlays and not self.view.map.carried:
                self.view.map.set_overlay(REACH, None)
                return True
            return self.over.escape()
        waiting = tuple(u for u in self.acting.desk.units if u in self.tray.ready)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and waiting and self.view.cursor_hex:
            self.view.map.set_overlay(REACH, None)
            self.acting.put(waiting, self.view.cursor_hex)
            return True
        return False

    def _on_home(self, units: tuple[str, ...]) -> None:
        """Show where waiting units can be placed; the next gesture or Esc removes the overlay."""
        hand = self.acting.hand
        ways = {} if hand is None else hand.ways(units)
        if not ways:
            self.acting.told.emit(tr("There is no hex where these units can be placed now."))
            return
        self._light({at: found[0].target.cost for at, found in ways.items()})
        self.view.fit_hexes(ways)
        self.view.set_cursor(next(iter(ways)))
        self.view.setFocus()

    def _light(self, costs: Mapping[str, int | None]) -> None:
        shades = tuple(Shade(h, "reach", "" if c is None else cost_text(c)) for h, c in costs.items())
        self.view.map.set_overlay(REACH, Overlay(REACH, say("Where it can go"), shades))

    def _drag(self, event: QDropEvent) -> bool:
        view, hand = self.view, self.acting.hand
        units = units_of(event.mimeData())
        if hand is None or not units:
            return False
        ways = hand.ways(units)
        at = view.map.hex_at(view.mapToScene(event.position().toPoint()))
        if isinstance(event, QDragEnterEvent):
            self._light({h: found[0].target.cost for h, found in ways.items()})
        elif isinstance(event, QDragMoveEvent):
            self.acting.hover(units, at, ways[at][0].target if at in ways else None)
        else:
            view.map.set_overlay(REACH, None)
            self.acting.drop(units, at, None)
        event.acceptProposedAction()
        return True


# Points of a pool over the map: hexes that accept one are lit, and one dropped there goes to that hex.


class PointHand(QObject):
    """Handles points for one view; a child of the view, deleted with it."""

    def __init__(self, view: MapView, acting: Acting) -> None:
        super().__init__(view)
        self.view, self.acting = view, acting
        desk = acting.desk
        desk.told.connect(acting.told)
        desk.points_held.connect(self._on_held)
        desk.point_dropped.connect(self._on_dropped)

    def _on_held(self, hexes: tuple[str, ...]) -> None:
        shades = tuple(Shade(at, "reach") for at in hexes if at in self.view.map.atlas.index)
        overlay = Overlay(REACH, say("Where it can go"), shades) if shades else None
        self.view.map.set_overlay(REACH, overlay)
        if not hexes:
            self.view.map.light(())

    def _on_dropped(self, boxes: BoxesView, point: QPoint) -> None:
        port = self.view.viewport()
        spot = port.mapFromGlobal(point)
        if self.view.isVisible() and port.rect().contains(spot):
            at = self.view.map.hex_at(self.view.mapToScene(spot))
            if at:
                boxes.put(at)
