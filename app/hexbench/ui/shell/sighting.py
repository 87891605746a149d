"""The line tool in use: its line on the map, its judgement in the dock, its key in the menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from hexbench.ui.docks.sightline import NONE, pair_kind
from hexbench.ui.look.language import tell, tr

if TYPE_CHECKING:
    from hexbench.ui.shell.pieces import TablePieces

LINE = "line"
"""Kind of the overlay that is the line."""


class Sighting(QObject):
    """Bound to one window for as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.desk, self.table = at.desk, at.table
        self.action = at.acts["game.sight"]
        self.action.triggered.connect(self._on_triggered)
        at.window.shown_game.connect(self._on_game)

    def _on_game(self) -> None:
        table = self.table
        table.sight.forget()
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
