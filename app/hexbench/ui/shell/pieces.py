"""What the window hands to its parts: the game and the desk, what is kept, the actions, and where a fault is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue
    from hexbench.store.settings import Settings
    from hexbench.ui.bridge import Bridge
    from hexbench.ui.docks.desk import Desk
    from hexbench.ui.shell.actions import Actions
    from hexbench.ui.shell.memory import Memory
    from hexbench.ui.shell.start import StartScreen
    from hexbench.ui.shell.status import StatusBar
    from hexbench.ui.shell.table import Table
    from hexbench.ui.shell.window import Window


@dataclass(frozen=True)
class Pieces:
    """Those that are there from the beginning. A part takes what it needs of them and keeps nothing else."""

    window: Window
    """For what only the window does: games opened and closed, its pages and its title; and to lay dialogs over."""
    catalogue: Catalogue
    settings: Settings
    memory: Memory
    bridge: Bridge
    desk: Desk
    acts: Actions
    start: StartScreen
    status: StatusBar
    say_wrong: Callable[[str], None]
    """One sentence about what went wrong, in a dialog."""

    def at(self, table: Table) -> TablePieces:
        """The same at a table."""
        return TablePieces(**{one.name: getattr(self, one.name) for one in fields(Pieces)}, table=table)


@dataclass(frozen=True)
class TablePieces(Pieces):
    """Those that are there once the table is laid."""

    table: Table
