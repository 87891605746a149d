"""What a game is opened at, everybody in sight or as many as can still be read; and what is brought into view later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QKeyEvent

from hexbench.engine.display import Combat
from hexbench.ui.canvas.view import MapView
from hexbench.ui.docks.layers import LayersPanel

if TYPE_CHECKING:
    from hexbench.ui.shell.table import Table


READABLE = 0.42
"""The smallest scale a game is opened at: counters can still be read."""
EDGE = 90
"""How far from the edge of the map a combat must lie to be well in view, in pixels."""


def first_look(view: MapView, able: Sequence[str]) -> None:
    """Show where everybody stands; where that is too small, begin in the middle of the units that are ``able`` to act."""
    hexes = view.map.stacks.hexes
    view.fit_hexes(hexes)
    if view.zoom < READABLE:
        # From there no counter could be read.
        there = [at for u in able if (at := view.map.where(u))]
        places = [view.map.geometry.centre(at) for at in there or hexes]
        view.set_zoom(READABLE)
        if places:
            middle = len(places) // 2
            xs, ys = sorted(p.x() for p in places), sorted(p.y() for p in places)
            view.centerOn(xs[middle], ys[middle])
    # Nothing beyond the sheet is shown where the sheet can fill the window; else it lies in the middle.
    seen, sheet = view.seen, view.map.geometry.bounds
    inside = QRectF(seen)
    inside.moveCenter(sheet.center())
    if seen.width() <= sheet.width():
        inside.moveLeft(max(sheet.left(), min(seen.left(), sheet.right() - seen.width())))
    if seen.height() <= sheet.height():
        inside.moveTop(max(sheet.top(), min(seen.top(), sheet.bottom() - seen.height())))
    view.centerOn(inside.center())


def well_in_view(view: MapView, hexes: Sequence[str]) -> Iterator[bool]:
    """For each hex whether it can be seen, not too near the rim of the window."""
    inner = view.viewport().rect().adjusted(EDGE, EDGE, -EDGE, -EDGE)
    for at in hexes:
        yield inner.contains(view.mapFromScene(view.map.geometry.centre(at)))


def bring_waiting(view: MapView, combats: Sequence[Combat]) -> None:
    """Where one of several combats is to be chosen and none is in view, bring the first of them there."""
    asked = [at for c in combats if c.status == "waiting" and c.choices for at in c.hexes]
    if asked and not any(well_in_view(view, asked)):
        view.centre_on(asked[0])


# The map lies with another side at the top: laid anew at the same scale about the same hex, with the same
# selection.


def turn_map(table: Table) -> None:
    """Lay the map of the table as the settings say, if it lies otherwise."""
    view = table.view
    if view is None or view.map.geometry.top == table.settings.get("map.top"):
        return
    zoom, middle, units = view.zoom, view.map.hex_at(view.seen.center()), table.desk.units
    cursor = view.cursor_hex
    table.lay(view.map.colours, again=True)
    table.show_all()
    turned = table.view
    if turned is None:
        return
    # it fits the whole map when it first gets its size
    table.column.activate()
    turned.show()
    turned.set_zoom(zoom)
    if cursor:
        turned.set_cursor(cursor)
    if middle:
        turned.centre_on(middle)
    table.desk.choose(units)


# A look at the ground: while H is held down over the map, no counter is drawn.

ENDS = (QEvent.Type.FocusOut, QEvent.Type.Hide)


class Peek(QObject):
    """Listens at one view; when it ends, the counters are as the layers say."""

    def __init__(self, view: MapView, layers: LayersPanel) -> None:
        super().__init__(view)
        self.view, self.layers = view, layers
        self.on = False
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in ENDS:
            self._show()
        elif isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_H and not event.modifiers():
            if event.type() == QEvent.Type.KeyPress:
                if not self.on and not self.view.map.carried:
                    self.on = True
                    self.view.map.set_hidden(True)
                return True
            if event.type() == QEvent.Type.KeyRelease:
                if not event.isAutoRepeat():
                    self._show()
                return True
        return False

    def _show(self) -> None:
        if self.on:
            self.on = False
            self.view.map.set_hidden("counters" in self.layers.hidden)
