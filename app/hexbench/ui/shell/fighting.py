"""A combat as a moment: one key to it, the map goes to it when it is resolved, and its losses are seen on the counters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from hexbench.engine.display import Combat
from hexbench.engine.events import AnyEvent, Resolved, StepLost, UnitChanged, UnitRemoved
from hexbench.ui.canvas.counters import Loss
from hexbench.ui.docks.combat import CombatView
from hexbench.ui.look.language import tr
from hexbench.ui.shell.cover import READABLE, well_in_view

if TYPE_CHECKING:
    from hexbench.ui.bridge import Shift
    from hexbench.ui.canvas.view import MapView
    from hexbench.ui.shell.table import Table


def to_combat(table: Table) -> None:
    """Bring the game's combat dock to the front and give the keyboard to its main button; from inside it, to the map."""
    docking = table.docking
    key = docking.combat
    if not key:
        table.tell(tr("This game has no combat dock."))
        return
    dock, focus = docking.docks[key], QApplication.focusWidget()
    if isinstance(focus, QWidget) and dock.isAncestorOf(focus) and table.view is not None:
        table.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return
    docking.front(key)
    view = docking.game[key.removeprefix("game.")].view
    if not isinstance(view, CombatView) or not view.take_keyboard():
        docking.go(key)


LESS, GONE = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"
"""What stands on the counter of a unit that lost something, and of one that lost all."""


class CombatFrame:
    """Where the combats in hand are, both sides of them; a combat that is resolved out of sight is brought into view."""

    def __init__(self) -> None:
        self._places: dict[str, tuple[str, ...]] = {}
        """Hex under attack -> it and every hex whose units take part."""

    def remember(self, combats: Iterable[Combat]) -> None:
        """These are in hand now: what is resolved next is one of them."""
        found = [
            (one, tuple(dict.fromkeys((*one.hexes, *_factor_hexes(one)))))
            for one in combats
            if one.status in ("now", "waiting", "draft")
        ]
        if found:
            self._places = {at: places for one, places in found for at in one.hexes}

    def go(self, view: MapView, events: Sequence[AnyEvent]) -> None:
        """Frame the combat that these events resolved, unless all of it is well in view; counters stay readable."""
        told = [one for one in events if isinstance(one, Resolved) and one.object]
        if not told:
            return
        at = view.map.where(told[-1].object) or told[-1].object.partition(",")[0]
        index = view.map.atlas.index
        places = [name for name in self._places.get(at, (at,)) if name in index]
        if not places or all(well_in_view(view, places)):
            return
        before = view.zoom
        view.fit_hexes(places)
        if view.zoom > before:
            view.set_zoom(before)  # one goes to a combat, not nearer than one was
        elif view.zoom < READABLE:
            view.set_zoom(READABLE)
            view.centre_on(places[0])


def _factor_hexes(combat: Combat) -> Iterable[str]:
    return (at for account in combat.accounts for line in account.lines if line.unit for at in line.hexes)


def losses_of(shift: Shift, harms: Sequence[str], where: Callable[[str], str]) -> tuple[Loss, ...]:
    """What units lost in a shift, with the hexes they were in until now; ``harms`` are the changes that a game calls losses."""
    out: dict[str, Loss] = {}
    for one in shift.events:
        if isinstance(one, StepLost):
            out[one.unit] = Loss(one.unit, where(one.unit), LESS if one.left else GONE)
        elif isinstance(one, UnitRemoved):
            if any(isinstance(other, Resolved | StepLost) for other in shift.events):
                out[one.unit] = Loss(one.unit, where(one.unit), GONE)
        elif isinstance(one, UnitChanged) and one.what in harms and one.now:
            out.setdefault(one.unit, Loss(one.unit, where(one.unit), ""))
    return tuple(out.values())
