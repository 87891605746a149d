"""The line tool in use: its line on the map, its judgement in the dock, its key in the menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from hexbench.ui.docks.sightline import NONE, pair_kind
from hexbench.ui.look.language import tell, tr

if TYPE_CHECKING:
    from hexbench.ui.shell.window import Window

LINE = "line"
"""Kind of the overlay that is the line."""


class Sighting(QObject):
    """Bound to one window for as long as it has a table."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        self.action = window.acts["game.sight"]
        self.action.triggered.connect(self._on_triggered)
        window.shown_game.connect(self._on_game)

    def _on_game(self) -> None:
        table = self.window.table
        table.sight.forget()
        if table.hands is not None:
            table.hands.line.asked.connect(self._on_asked)
            table.hands.line.ended.connect(self._on_ended)

    def _on_triggered(self, on: bool) -> None:
        table = self.window.table
        if table.hands is None:
            return
        if not on:
            table.hands.line.finish()
        elif not pair_kind(self.window.desk):
            self.action.setChecked(False)
            table.tell(tr(NONE))
        else:
            table.hands.measure.cancel()
            table.docking.front("sight")
            table.hands.line.activate()

    def _on_asked(self, a: str, b: str) -> None:
        table = self.window.table
        overlay = table.sight.judge(a, b)
        if table.view is not None:
            table.view.map.set_overlay(LINE, overlay)
            if overlay is not None:
                table.view.announce(tell(overlay.title))

    def _on_ended(self) -> None:
        self.action.setChecked(False)
        view = self.window.table.view
        if view is not None:
            view.map.set_overlay(LINE, None)
