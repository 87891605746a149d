"""Going through the history: what the history dock and the log ask for is done here, and refusals are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from hexbench.session.session import Stopped
from hexbench.store.saves import Note
from hexbench.store.strict import BadFile

if TYPE_CHECKING:
    from hexbench.ui.shell.window import Window


class Historian(QObject):
    """Bound to one window for as long as it has a table."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        table = window.table
        table.history.go_asked.connect(self.go)
        table.history.note_asked.connect(self._on_note)
        table.history.name_asked.connect(self._on_name)
        table.log.moment_asked.connect(self.go)

    def go(self, node: int) -> None:
        """Stand at a position, or say why that cannot be."""
        session = self.window.bridge.session
        if session is not None and node != session.node:
            self._try(lambda: session.go(node))

    def _on_note(self, node: int, text: str, mark: bool) -> None:
        session = self.window.bridge.session
        if session is not None:
            self._try(lambda: session.note(node, Note(text, mark)))
            self.window.table.history.refresh()

    def _on_name(self, node: int, name: str) -> None:
        session = self.window.bridge.session
        if session is not None:
            self._try(lambda: session.name_branch(node, name))
            self.window.table.history.refresh()

    def _try(self, step: Callable[[], None]) -> None:
        try:
            step()
        except Stopped as stopped:
            self.window.table.tell(str(stopped.say))
        except BadFile as fault:
            self.window.say_wrong(str(fault))
