"""What a player leaves behind in the window itself when he looks away, and which is nobody else's business.

The position is hidden by its views. This is the rest: copied text, words typed into filters, rules looked up, dialogs that
list units, and the part of the map he was looking at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, Qt
from PySide6.QtGui import QClipboard, QGuiApplication
from PySide6.QtWidgets import QComboBox, QDialog, QLineEdit, QToolTip

from hexbench.ui.shell.firstlook import first_look
from hexbench.ui.shell.manual import Manual

if TYPE_CHECKING:
    from hexbench.ui.shell.pieces import TablePieces

FILTERS = ("log.kinds", "roster.states", "history.kinds")
"""Lists that narrow what is shown."""


class Secrecy(QObject):
    """Of one window: what each side was looking at, and the forgetting of what it left."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.window, self.table = at.window, at.table
        self._copied = ""
        """What was copied while the program was in front: other programs' text is not ours to forget."""
        QGuiApplication.clipboard().dataChanged.connect(self._on_copied)
        self._looks: dict[str | None, tuple[float, QPointF]] = {}
        """side -> scale and middle of the map as it left them."""

    def leave(self, side: str | None) -> None:
        """The player of ``side`` looks away: keep his view of the map for him, and forget what he left lying about."""
        view = self.table.view
        if view is not None:
            self._looks[side] = view.zoom, view.seen.center()
        self.forget()

    def forget(self) -> None:
        """Forget whatever was copied, typed, looked up or opened."""
        window = self.window
        clipboard = QGuiApplication.clipboard()
        if clipboard.ownsClipboard() or (self._copied and clipboard.text() == self._copied):
            clipboard.clear()
        if clipboard.supportsSelection() and clipboard.ownsSelection():
            clipboard.clear(QClipboard.Mode.Selection)
        QToolTip.hideText()
        table = self.table
        for line in table.findChildren(QLineEdit):
            if line.parent() is not None and not line.isReadOnly() and line.text():
                line.clear()  # what was typed cannot be got back by undo either
                line.setText("")
        for name in FILTERS:
            for box in table.findChildren(QComboBox, name):
                box.setCurrentIndex(0)
        table.rules.forget()
        for dialog in window.findChildren(QDialog):
            if dialog.isVisible() and not isinstance(dialog, Manual) and dialog.objectName() != "error":
                dialog.close()

    def _on_copied(self) -> None:
        active = QGuiApplication.applicationState() == Qt.ApplicationState.ApplicationActive
        self._copied = QGuiApplication.clipboard().text() if active else ""

    def welcome(self, side: str | None) -> None:
        """The player of ``side`` is back: his own view of the map, at the first time everybody's."""
        table = self.table
        view, look = table.view, self._looks.get(side)
        if view is None:
            return
        if look is None:
            hand = table.acting.hand
            first_look(view, hand.able if hand is not None else ())
        else:
            view.set_zoom(look[0])
            view.centerOn(look[1])

    def begin(self) -> None:
        """Another game: nobody has looked at anything of it."""
        self._looks = {}
