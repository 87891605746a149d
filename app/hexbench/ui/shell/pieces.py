"""What the window passes to its parts: game, desk, settings and memory, actions, and where to report errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject

from hexbench.ui.look.language import tr
from hexbench.ui.widgets.background import every

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue
    from hexbench.store.settings import Settings
    from hexbench.ui.bridge import Bridge, Shift
    from hexbench.ui.docks.desk import Desk, DeskPanel
    from hexbench.ui.shell.actions import Actions
    from hexbench.ui.shell.memory import Memory
    from hexbench.ui.shell.status import StatusBar
    from hexbench.ui.shell.table import Table
    from hexbench.ui.shell.window import Window


class Wishes(msgspec.Struct):
    """How the next game is to start, beyond the arguments of :meth:`Window.begin`; the start page fills them
    in.
    """

    players: dict[str, str] = {}
    """side -> level of the computer."""
    manners: dict[str, str] = {}
    """side -> how daring it is there."""
    words: bool = False
    """Each side seals the game with a password."""
    letters: bool = False
    """Each side types letters into the seed."""


class Pieces(msgspec.Struct, frozen=True):
    """The pieces that exist from the start. A part takes only what it needs from them."""

    window: Window
    """For what only the window does: games opened and closed, its pages and its title; and to lay dialogs over."""
    catalogue: Catalogue
    settings: Settings
    memory: Memory
    bridge: Bridge
    desk: Desk
    acts: Actions
    status: StatusBar
    say_wrong: Callable[[str], None]
    """One sentence about what went wrong, in a dialog."""

    def at(self, table: Table) -> TablePieces:
        """The same at a table."""
        return TablePieces(**{name: getattr(self, name) for name in Pieces.__struct_fields__}, table=table)


class TablePieces(Pieces, frozen=True):
    """The pieces that exist once the table has been laid."""

    table: Table


# A dock whose answers are worked out while the window stays responsive: a timer polls for results.


class DockWork(QObject):
    """Work for a dock. One per window, as long as it has a table; subclasses say what is searched, and what
    ends it.
    """

    def __init__(self, at: TablePieces, panel: DeskPanel, poll: int) -> None:
        """``poll``: milliseconds between two looks, while ``timer`` runs."""
        super().__init__(at.window)
        self.bridge, self.desk, self.table, self.say_wrong = at.bridge, at.desk, at.table, at.say_wrong
        self.dock = at.table.docking.add(panel, panel.key, tr(panel.title))
        at.table.docking.changed.emit()
        self.timer = every(self, self._on_tick, poll)
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
