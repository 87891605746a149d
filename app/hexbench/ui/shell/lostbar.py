"""The bar over the map that says that the game's file is gone or was exchanged, and offers another place for the game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from hexbench.session.opening import autosave_path
from hexbench.ui.look.language import as_it_is, tell, tr
from hexbench.ui.widgets.parts import PlainLabel

if TYPE_CHECKING:
    from hexbench.engine.values import Say
    from hexbench.ui.shell.pieces import TablePieces

LOOK_EVERY_MS = 2000
"""How often the file is looked at while nothing is done: one look is a few microseconds."""


class LostBar(QFrame):
    """What has happened, and the two ways out."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lost.bar")
        self.setAccessibleName(tr("The game's file"))
        self.setAutoFillBackground(True)
        self.words = PlainLabel()
        self.words.setObjectName("lost.words")
        self.words.setProperty("role", "bad")
        self.words.setWordWrap(True)
        font = self.words.font()
        font.setBold(True)
        self.words.setFont(font)
        self.keep = QPushButton(tr("&Keep it among my games"))
        self.keep.setObjectName("lost.keep")
        self.keep.setToolTip(tr("Write the whole game anew into the folder of your games, and go on there"))
        self.elsewhere = QPushButton(tr("&Another place…"))
        self.elsewhere.setObjectName("lost.elsewhere")
        self.elsewhere.setToolTip(tr("Choose where the whole game is written anew, and go on there"))
        self.words.setMinimumHeight(3 * self.words.fontMetrics().lineSpacing())
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(10)
        row.addWidget(self.words, 1)
        row.addWidget(self.keep)
        row.addWidget(self.elsewhere)
        self.hide()

    def show_lost(self, lost: Say | None, path: Path | None) -> None:
        """Say that a file is lost; None: say nothing."""
        self.setVisible(lost is not None)
        if lost is not None:
            self.words.setText(
                tr("{what} Until the game has another place nothing can be done.", what=tell(lost))
            )
            self.words.setToolTip(as_it_is("" if path is None else str(path)))


class FileWatch(QObject):
    """Bound to one window for as long as it has a table: looks at the file of the open game, now and then and when asked."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.window, self.catalogue, self.bridge = at.window, at.catalogue, at.bridge
        self.bar = LostBar(at.table.middle)
        at.table.column.insertWidget(0, self.bar)
        self.bar.keep.clicked.connect(self.keep)
        self.bar.elsewhere.clicked.connect(at.window.save_as)
        self.timer = QTimer(self)
        self.timer.setInterval(LOOK_EVERY_MS)
        self.timer.timeout.connect(self.look)
        at.bridge.saved.connect(self.look)
        at.bridge.closed.connect(self.look)
        at.window.shown_game.connect(self.look)

    def look(self) -> bool:
        """Look at the file; True: it is lost, and the bar says so."""
        session = self.bridge.session
        if session is None:
            self.timer.stop()
            self.bar.show_lost(None, None)
            return False
        if not self.timer.isActive():
            self.timer.start()
        lost = session.lost
        self.bar.show_lost(lost, session.path)
        return lost is not None

    def keep(self) -> None:
        """Go on in a new file among the player's games."""
        session = self.bridge.session
        if session is not None:
            self.window.save_to(autosave_path(self.catalogue, session.game.key, session.scenario))
