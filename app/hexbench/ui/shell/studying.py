"""Studying attacks: the ranked list, the builder in the combat dock, and their keys and menu lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from hexbench.ui.docks.attacks import AttacksPanel

if TYPE_CHECKING:
    from hexbench.engine.supposed import Supposed
    from hexbench.ui.shell.window import Window

WHERE = "Point at an enemy first: an attack is built on whoever stands there."
NO_DOCK = "This game has no combat dock to build an attack in."


class Studying(QObject):
    """Bound to one window for as long as it has a table."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        table = window.table
        self.attacks = AttacksPanel(window.desk)
        table.docking.add(self.attacks, self.attacks.key, self.attacks.title)
        self.attacks.build_asked.connect(self.build)
        table.docking.changed.emit()
        window.acts["game.attacks"].triggered.connect(self._on_attacks)
        window.acts["game.suppose"].triggered.connect(self._on_suppose)
        table.suppose_asked.connect(self.begin)

    def _on_attacks(self) -> None:
        self.window.table.docking.go(self.attacks.key)

    def _on_suppose(self) -> None:
        """Build an attack on the hex under the pointer, the cursor or the hex under study, by the selected units."""
        table, desk = self.window.table, self.window.desk
        view = table.view
        places = (table.hover, "" if view is None else view.cursor_hex, desk.hex)
        for at in dict.fromkeys(place for place in places if place):
            if self._tried(at):
                return
        table.tell(WHERE)

    def begin(self, at: str) -> None:
        """Build an attack on a hex, or say that nobody is there."""
        if not self._tried(at):
            self.window.table.tell(WHERE)

    def _tried(self, at: str) -> bool:
        desk = self.window.desk
        mine = tuple(u for u in desk.units if desk.at(u) != at)
        if not self._front():
            return True
        return desk.thought.begin(at, mine) or bool(mine and desk.thought.begin(at))

    def build(self, what: Supposed) -> None:
        """Open an attack in the builder."""
        if self._front():
            self.window.desk.thought.think(what)

    def _front(self) -> bool:
        """Bring the combat dock up, if the game has one."""
        desk, table = self.window.desk, self.window.table
        if not desk.boards:
            table.tell(NO_DOCK)
            return False
        table.docking.front(f"game.{desk.boards[0].key}")
        return True
