"""What a game is opened at, everybody in sight or as many as can still be read; and what is brought into view later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRectF

from hexbench.engine.display import Combat
from hexbench.ui.canvas.view import MapView

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
