"""Studying attacks: the ranked list, the builder in the combat dock, and their keys and menu lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from hexbench.engine.display import Legend, Overlay, Shade, Trail
from hexbench.engine.values import say
from hexbench.ui.docks.attacks import AttacksPanel
from hexbench.ui.look.language import mark, tr

if TYPE_CHECKING:
    from hexbench.engine.what_if import Supposed
    from hexbench.ui.shell.pieces import TablePieces

THOUGHT = "thought"
"""Kind of the overlay that shows the attack that is thought of."""
WHERE = mark("Point at an enemy first: an attack is built on whoever stands there.")
_NO_DOCK = mark("This game has no combat dock to build an attack in.")


class Studying(QObject):
    """Bound to one window for as long as it has a table."""

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

    def _draw(self) -> None:
        """Arrows for the attack that is thought of: from where everybody is, by where he would stand, onto the hexes."""
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
        legend = (Legend("attack", say("an attack that is only thought of")),)
        return Overlay(THOUGHT, say("Supposed attack"), shades, trails, legend=legend)

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
        """Build an attack on a hex, or say that nobody is there."""
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
        """Bring the combat dock up, if the game has one."""
        desk, table = self.desk, self.table
        if not desk.boards:
            table.tell(tr(_NO_DOCK))
            return False
        table.docking.front(f"game.{desk.boards[0].key}")
        return True
