"""Combat at the table: a key that leads to it, a map that follows it, losses marked on counters; also studying
attacks beforehand, and lines of sight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from hexbench.engine.display import Combat, Legend, Overlay, Shade, Trail
from hexbench.engine.events import AnyEvent, Resolved, StepLost, UnitChanged, UnitRemoved
from hexbench.engine.values import say
from hexbench.ui.canvas.counters import Loss
from hexbench.ui.docks.attacks import AttacksPanel
from hexbench.ui.docks.combat import CombatView
from hexbench.ui.docks.sightline import NONE, pair_kind
from hexbench.ui.look.language import mark, tell, tr
from hexbench.ui.shell.cover import READABLE, well_in_view

if TYPE_CHECKING:
    from hexbench.engine.what_if import Supposed
    from hexbench.ui.bridge import Shift
    from hexbench.ui.canvas.view import MapView
    from hexbench.ui.shell.pieces import TablePieces
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
"""Shown on the counter of a unit that took a loss, and of one that was eliminated."""


class CombatFrame:
    """Remembers where both sides of the current combats are; brings a combat resolved out of sight into view."""

    def __init__(self) -> None:
        self._places: dict[str, tuple[str, ...]] = {}
        """Attacked hex -> that hex and every hex with participating units."""

    def remember(self, combats: Iterable[Combat]) -> None:
        """Note the current combats: the next one resolved is one of them."""
        found = [
            (one, tuple(dict.fromkeys((*one.hexes, *_factor_hexes(one)))))
            for one in combats
            if one.status in ("now", "waiting", "draft")
        ]
        if found:
            self._places = {at: places for one, places in found for at in one.hexes}

    def go(self, view: MapView, events: Sequence[AnyEvent]) -> None:
        """Bring the combat these events resolved into view, unless it already is; counters stay readable."""
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
            view.set_zoom(before)  # move to a combat, but never zoom in
        elif view.zoom < READABLE:
            view.set_zoom(READABLE)
            view.centre_on(places[0])


def _factor_hexes(combat: Combat) -> Iterable[str]:
    return (at for account in combat.accounts for line in account.lines if line.unit for at in line.hexes)


def losses_of(shift: Shift, harms: Sequence[str], where: Callable[[str], str]) -> tuple[Loss, ...]:
    """What units lost in a shift, with the hexes they were in before; ``harms``: changes that the game calls
    losses.
    """
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


THOUGHT = "thought"
"""Kind of the overlay that shows the hypothetical attack."""
WHERE = mark("Point at an enemy first: the attack is built on the units there.")
_NO_DOCK = mark("This game has no combat dock to build an attack in.")


class Studying(QObject):
    """One per window, as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.bridge, self.desk, self.table = at.bridge, at.desk, at.table
        table = at.table
        self.attacks = AttacksPanel(at.desk)
        table.docking.add(self.attacks, self.attacks.key, tr(self.attacks.title))
        self.attacks.build_asked.connect(self.build)
        table.docking.changed.emit()
        at.acts["game.attacks"].triggered.connect(self._on_attacks)
        at.acts["game.suppose"].triggered.connect(self._on_suppose)
        table.suppose_asked.connect(self.begin)
        at.desk.thought.changed.connect(self._draw)
        at.desk.refreshed.connect(self._draw)
        at.table.laid_anew.connect(self._draw)

    def _draw(self) -> None:
        """Arrows for the hypothetical attack: from each unit's hex, through its attack hex, to the target
        hexes.
        """
        view, desk = self.table.view, self.desk
        if view is None:
            return
        what = None if desk.seat is None or desk.thought.combat is None else desk.thought.what
        view.map.set_overlay(THOUGHT, None if what is None else self._arrows(what))

    def _arrows(self, what: Supposed) -> Overlay:
        ways: dict[tuple[str, ...], bool] = {}
        for unit, place in what.units:
            start = self.desk.at(unit)
            if start != place and start and not start.startswith("#"):
                ways[start, place] = False
            for at in what.hexes:
                ways[place, at] = place in self.bridge.stacks
        trails = tuple(Trail(way, "attack", short=short) for way, short in ways.items() if way[0] != way[1])
        shades = tuple(Shade(at, "target") for at in what.hexes)
        legend = (Legend("attack", say("a hypothetical attack")),)
        return Overlay(THOUGHT, say("Hypothetical attack"), shades, trails, legend=legend)

    def _on_attacks(self) -> None:
        self.table.docking.go(self.attacks.key)

    def _on_suppose(self) -> None:
        """Build an attack on the hex under the pointer, the cursor or the hex under study, by the selected units."""
        table, desk = self.table, self.desk
        view = table.view
        places = (table.hover, "" if view is None else view.cursor_hex, desk.hex)
        for at in dict.fromkeys(place for place in places if place):
            if self._tried(at):
                return
        table.tell(tr(WHERE))

    def begin(self, at: str) -> None:
        """Build an attack on a hex, or say that there is no enemy."""
        if not self._tried(at):
            self.table.tell(tr(WHERE))

    def _tried(self, at: str) -> bool:
        desk = self.desk
        mine = tuple(u for u in desk.units if desk.at(u) != at)
        if not self._front():
            return True
        return desk.thought.begin(at, mine) or bool(mine and desk.thought.begin(at))

    def build(self, what: Supposed) -> None:
        """Open an attack in the builder."""
        if self._front():
            self.desk.thought.think(what)

    def _front(self) -> bool:
        """Bring the combat dock to the front; False: the game has none."""
        desk, table = self.desk, self.table
        if not desk.boards:
            table.tell(tr(_NO_DOCK))
            return False
        table.docking.front(f"game.{desk.boards[0].key}")
        return True


LINE = "line"
"""Kind of the overlay that shows the line of sight."""


class Sighting(QObject):
    """One per window, as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.desk, self.table = at.desk, at.table
        self.action = at.acts["game.sight"]
        self.action.triggered.connect(self._on_triggered)
        at.window.shown_game.connect(self._on_game)
        at.table.laid_anew.connect(self._bind)

    def _on_game(self) -> None:
        self.table.sight.forget()
        self._bind()

    def _bind(self) -> None:
        table = self.table
        if table.hands is not None:
            table.hands.line.asked.connect(self._on_asked)
            table.hands.line.ended.connect(self._on_ended)

    def _on_triggered(self, on: bool) -> None:
        table = self.table
        if table.hands is None:
            return
        if not on:
            table.hands.line.finish()
        elif not pair_kind(self.desk):
            self.action.setChecked(False)
            table.tell(tr(NONE))
        else:
            table.hands.measure.cancel()
            table.docking.front("sight")
            table.hands.line.activate()

    def _on_asked(self, a: str, b: str) -> None:
        table = self.table
        overlay = table.sight.judge(a, b)
        if table.view is not None:
            table.view.map.set_overlay(LINE, overlay)
            if overlay is not None:
                table.view.announce(tell(overlay.title))

    def _on_ended(self) -> None:
        self.action.setChecked(False)
        view = self.table.view
        if view is not None:
            view.map.set_overlay(LINE, None)
