"""The desktop application from start to exit.

Boot order: fonts and look, the window with its start page, the first paint; then the requested game, which
loads maps and rules. Heavy libraries are loaded by the functions that need them, long after the window is shown.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from hexbench.ui.look.fonts import load_fonts
from hexbench.ui.look.language import spoken, tr, wanted
from hexbench.ui.shell.errors import ErrorHook
from hexbench.ui.shell.window import Window
from hexbench.ui.widgets.background import once
from hexbench.ui.widgets.parts import keep_until_gone


class Opening(QObject):
    """Opens the requested game or page once the window has been painted for the first time."""

    def __init__(self, window: Window, what: str, tables: str = "") -> None:
        super().__init__(window)
        self.window, self.what, self.tables = window, what, tables
        self.timer = once(self, self._on_painted)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            self.timer.start(0)
        return False

    def _on_painted(self) -> None:
        try:
            self._open()
        finally:
            # Whoever started the desktop may have put it off until now. Window, map and docks stay: looking through them would
            # take two frames, just when the first hand is laid on the map.
            gc.freeze()
            gc.enable()

    def _open(self) -> None:
        self.window.lay_table()
        if self.what:
            self.window.open_reference(self.what, self.tables)
        else:
            self.window.open_first()
        self.window.stop_waiting()


if TYPE_CHECKING:
    from hexbench.engine.values import Say
    from hexbench.session.game import Catalogue


def make_app(argv: Sequence[str] = ()) -> QApplication:
    """The QApplication with its names; there is one at a time."""
    found = QApplication.instance()
    app = (
        found
        if isinstance(found, QApplication)
        else QApplication([sys.argv[0] if sys.argv else "hexbench", *argv])
    )
    app.setApplicationName("Hexbench")
    app.setApplicationDisplayName("Hexbench")
    app.setDesktopFileName("hexbench")
    return app


def make_window(catalogue: Catalogue, awaited: Say | str | None = None) -> Window:
    """The window, not yet shown; see :class:`Window`. Needs a QApplication."""
    from hexbench.ui.shell.editing import Editing

    load_fonts(catalogue.places.resources / "fonts")
    window = Window(catalogue, awaited)
    Editing(window.pieces)
    return window


class Desktop(QObject):
    """The window that is open, and the one that follows it when another language is chosen."""

    def __init__(self, catalogue: Catalogue, what: str = "", tables: str = "") -> None:
        """``what`` names what is opened in the window when it is shown; nothing: the last game, else the start page."""
        super().__init__()
        self.catalogue = catalogue
        self.what, self.tables = what, tables
        self._waits = ""
        """The language that waits for the editors to be closed."""
        last = None if what else catalogue.recent.last
        awaited = what.rpartition("/")[2] if what else None if last is None else last.title
        self.window = make_window(catalogue, awaited)
        self.hook = self._watch()

    def _watch(self) -> ErrorHook:
        hook = ErrorHook(self.window.bridge, self.window)
        hook.caught.connect(self.window.say_wrong)
        hook.install()
        self.window.language_asked.connect(self._on_language, Qt.ConnectionType.QueuedConnection)
        return hook

    def open(self) -> None:
        """Show the window, and open in it what it was made for."""
        # Installed before the window is shown: the first paint may come at once.
        Opening(self.window, self.what, self.tables)
        self.window.show()

    def _on_language(self) -> None:
        """Go on in a window that speaks the language chosen, with the game that is open."""
        old = self.window
        session = old.bridge.session
        path = None if session is None else session.path
        if wanted(old.settings.get("look.language")) == spoken():
            return
        if session is not None and path is None:
            self._tell_later(old)
            return
        if self._edited(old):
            return
        self.hook.remove()
        old.prefs.close()
        old.leave()
        self.window = make_window(self.catalogue)
        self.hook = self._watch()
        self.window.lay_table()
        self.window.show()
        if path is not None:
            self.window.open_path(str(path))
        old.hide()
        keep_until_gone(old)
        old.deleteLater()

    def _edited(self, old: Window) -> bool:
        """Whether editors are open. They belong to the present window: the language changes when the last is
        closed.
        """
        from hexbench.ui.shell.editing import Editing

        editing = old.findChild(Editing)
        if editing is None or not editing.at_work:
            return False
        asked = wanted(old.settings.get("look.language"))
        if asked != self._waits:
            self._waits = asked
            editing.emptied.connect(self._on_emptied, Qt.ConnectionType.QueuedConnection)
            old.say_wrong(tr("Editors are open; the new language waits until they are closed."))
        return True

    def _on_emptied(self) -> None:
        waits, self._waits = self._waits, ""
        if waits and self.window.isVisible():  # it was not closed with its editors
            self._on_language()

    @staticmethod
    def _tell_later(window: Window) -> None:
        window.table.tell(
            tr(
                "A game is first saved when its first action is done; until then the new "
                "language waits for the next start."
            )
        )

    def end(self) -> None:
        """Let everything go."""
        self.hook.remove()
        self.window.deleteLater()
        leave_clipboard()


def leave_clipboard() -> None:
    """Leave only plain text on the clipboard at exit.

    Counters that an editor copies are data made by Python. Qt deletes what is on the clipboard when the process ends, and with
    PySide6 that is after Python has gone: the program would end with a crash.
    """
    clipboard = QGuiApplication.clipboard()
    lies: Any = clipboard.mimeData()  # may be None, although the stub says otherwise
    if lies is not None and shiboken6.createdByPython(lies):
        clipboard.setText(clipboard.text())


def run(catalogue: Catalogue, argv: Sequence[str] = (), open_: str | None = None) -> int:
    """Start the desktop and stay until it is closed; returns the exit code.

    ``open_`` (or the first of ``argv``) names a game, game/scenario or file, the second a file of the player's own tables.
    None: the last game, else the start page.
    """
    app = make_app()
    icon = catalogue.places.resources / "icons" / "hexbench.svg"
    if icon.is_file():  # other data (HEXBENCH_DATA) need not bring one
        app.setWindowIcon(QIcon(str(icon)))
    desktop = Desktop(catalogue, open_ or next(iter(argv), ""), next(iter(argv[1:]), ""))
    try:
        desktop.open()
        return app.exec()
    finally:
        gc.enable()
        desktop.end()
