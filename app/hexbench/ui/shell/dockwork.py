"""A dock at the window whose answers are worked out while the window goes on living: a timer looks for what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from hexbench.ui.look.language import tr

if TYPE_CHECKING:
    from hexbench.ui.bridge import Shift
    from hexbench.ui.docks.panel import DeskPanel
    from hexbench.ui.shell.pieces import TablePieces


class DockWork(QObject):
    """Bound to one window for as long as it has a table; subclasses say what is looked for, and what ends it."""

    def __init__(self, at: TablePieces, panel: DeskPanel, poll: int) -> None:
        """``poll``: milliseconds between two looks, while ``timer`` runs."""
        super().__init__(at.window)
        self.bridge, self.desk, self.table, self.say_wrong = at.bridge, at.desk, at.table, at.say_wrong
        self.dock = at.table.docking.add(panel, panel.key, tr(panel.title))
        at.table.docking.changed.emit()
        self.timer = QTimer(self)
        self.timer.setInterval(poll)
        self.timer.timeout.connect(self._on_tick)
        self.dock.toggleViewAction().toggled.connect(self._on_dock)
        at.desk.refreshed.connect(self._on_refreshed)
        at.bridge.closed.connect(self.close)

    def _on_tick(self) -> None:
        """Look for what was found."""

    def _on_dock(self, shown: bool) -> None:
        """The dock was shown or taken away."""

    def _on_refreshed(self, shift: Shift) -> None:
        """The position or the viewer changed."""

    def close(self) -> None:
        """The game is closed: let go of everything."""
