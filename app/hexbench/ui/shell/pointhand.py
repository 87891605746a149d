"""Points of a pool over the map: where one may be let go is lit, and one that is let go there goes to that hex."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint

from hexbench.engine.display import Overlay, Shade
from hexbench.engine.values import say
from hexbench.ui.canvas.view import MapView
from hexbench.ui.docks.boxes import BoxesView
from hexbench.ui.shell.acting import Acting
from hexbench.ui.tools.drag import REACH


class PointHand(QObject):
    """Listens for one view; it is the view's child and goes with it."""

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
