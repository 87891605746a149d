"""Error reports: one dialog, one plain sentence, details to copy. The game is already on disk."""

from __future__ import annotations

import platform
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.ui.bridge import Bridge
from hexbench.ui.look.language import as_it_is, mark, tell, tr
from hexbench.ui.widgets.background import every
from hexbench.ui.widgets.parts import PlainLabel, laid, named, push, wrapped_label

if TYPE_CHECKING:
    from hexbench.engine.values import Say
    from hexbench.ui.shell.pieces import TablePieces


_Hook = Callable[[type[BaseException], BaseException, TracebackType | None], object]
_SENTENCE = mark(
    "Something went wrong inside the program. Your last action may not have been done; "
    "nothing before it is lost."
)
SAVED = mark("The game is saved in “{name}” up to its last action: it is safe to continue or to close.")
_UNSAVED = mark("No action has been taken in this game yet, so there is nothing to lose.")
_PAINTING = frozenset({"paint", "paintEvent", "drawBackground", "drawForeground", "data", "sizeHint"})
"""Functions that Qt calls again and again: what goes wrong in them is told once."""
MOST = 20
"""Errors whose details are kept in one dialog."""


class ErrorDialog(QDialog):
    """The sentence, what it means for the game, and the details as plain text that can be copied."""

    def __init__(self, sentence: str, details: str, saved: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("error")
        self.setWindowTitle("Hexbench")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.told = 1
        from PySide6.QtWidgets import QStyle  # to load it costs more than all the rest of this module

        icon = PlainLabel()
        style = self.style()
        icon.setPixmap(style.standardIcon(QStyle.StandardPixmap.SP_MessageBoxWarning).pixmap(40, 40))
        self.sentence = named(wrapped_label(sentence), "error.sentence")
        self.sentence.setMinimumWidth(430)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.saved = named(wrapped_label(saved), "error.saved", role="muted")
        self.saved.setVisible(bool(saved))
        self.count = named(wrapped_label(), "error.count", role="muted")
        self.count.hide()
        words = laid(QVBoxLayout(), self.sentence, self.saved, self.count)
        head = QHBoxLayout()
        head.setSpacing(14)
        laid(head, (icon, 0, Qt.AlignmentFlag.AlignTop), (words, 1))
        column = laid(QVBoxLayout(self), head)
        self.details = named(QPlainTextEdit(details), "error.details", tr("Details"))
        self.details.setReadOnly(True)
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.details.setMinimumHeight(160)
        self.details.setVisible(bool(details))
        column.addWidget(self.details, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        self.copy = push("error.copy", tr("Copy the details"), slot=self._on_copy)
        self.copy.setVisible(bool(details))
        buttons.addButton(self.copy, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.button(QDialogButtonBox.StandardButton.Close).setDefault(True)
        column.addWidget(buttons)
        self.resize(620, 360 if details else 120)

    def add(self, sentence: str, details: str) -> None:
        """Another error occurred while the dialog is open: count it, and append its details."""
        self.told += 1
        said = self.sentence.text()
        if sentence not in said:
            self.sentence.setText(f"{said} {sentence}")
        times = self.told - 1
        self.count.setText(
            tr("Since then 1 more error has been caught.")
            if times == 1
            else tr("Since then {n} more errors have been caught.", n=times)
        )
        self.count.show()
        known = self.details.toPlainText()
        if details and details not in known and self.told <= MOST:
            self.details.appendPlainText(f"\n{details}" if known else details)
            self.details.show()
            self.copy.show()
            self.resize(self.width(), max(self.height(), 360))

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details.toPlainText())


class Teller(QObject):
    """Reports errors to the player: one dialog at a time, and each painting error only once."""

    def __init__(self, bridge: Bridge, window: QWidget) -> None:
        super().__init__(window)
        self.bridge, self.window = bridge, window
        self.dialog: ErrorDialog | None = None

    def tell(self, sentence: str, details: str = "") -> None:
        """Open the dialog, or add to the one that is open."""
        if self.bridge.covered:
            details = ""  # what is copied may be read by the other player
        if self.dialog is not None:
            self.dialog.add(sentence, details)
            return
        saved = self._saved() if details else ""
        self.dialog = ErrorDialog(sentence, details, saved, self.window)
        self.dialog.finished.connect(self._on_closed)
        self.dialog.setWindowModality(Qt.WindowModality.WindowModal)
        self.dialog.open()

    def _saved(self) -> str:
        session = self.bridge.session
        if session is None:
            return ""
        return tr(_UNSAVED) if session.path is None else tr(SAVED, name=session.path.name)

    def _on_closed(self) -> None:
        self.dialog = None


class ErrorHook(QObject):
    """Handles uncaught exceptions of any thread, from :meth:`install` to :meth:`remove`.

    ``caught(sentence, details)`` notifies the window; never during a paint, only once the event loop is reached.
    """

    caught = Signal(str, str)
    _seen = Signal(str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self._before: _Hook | None = None
        self._thread_before: Callable[[threading.ExceptHookArgs], object] | None = None
        self._painted: set[tuple[str, int]] = set()
        self._seen.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Install the exception hooks."""
        if self._before is None:
            self._before, self._thread_before = sys.excepthook, threading.excepthook
            sys.excepthook = self._on_error
            threading.excepthook = self._on_thread_error

    def remove(self) -> None:
        """Restore the previous hooks."""
        if self._before is not None and self._thread_before is not None:
            sys.excepthook, threading.excepthook = self._before, self._thread_before
            self._before = self._thread_before = None

    def _on_thread_error(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
            self._on_error(args.exc_type, args.exc_value, args.exc_traceback)

    def _on_error(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt) or self._before is None:
            sys.__excepthook__(kind, error, trace)
            return
        if self._painted_before(trace):
            return
        sys.stderr.write(describe(kind, error, trace))
        self._seen.emit(describe(kind, error, trace, discreet=self.bridge.hides))

    def _painted_before(self, trace: TracebackType | None) -> bool:
        """Whether this painting error was already reported: Qt paints again and again, so it would never end."""
        frames = traceback.extract_tb(trace)
        if not frames or not any(f.name in _PAINTING for f in frames):
            return False
        place = frames[-1].filename, frames[-1].lineno or 0
        before = place in self._painted
        self._painted.add(place)
        return before

    def _tell(self, details: str) -> None:
        self.caught.emit(tr(_SENTENCE), details)


def describe(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None, *, discreet: bool = False
) -> str:
    """Error, traceback, versions and platform as text for a report.

    ``discreet``: leave out the error's message, which may contain what a side must not know.
    """
    from hexbench.session.about import versions

    known = " · ".join(f"{name} {number}" for name, number in versions())
    where = f"{known} · Qt {qVersion()} · {platform.platform()}\n"
    if not discreet:
        return where + "".join(traceback.format_exception(kind, error, trace))
    lines = [f"  {f.filename}, line {f.lineno}, in {f.name}\n" for f in traceback.extract_tb(trace)]
    return tr(
        "{where}{name__} (its message is left out, because this game keeps secrets)\n{join}",
        where=where,
        name__=kind.__name__,
        join="".join(lines),
    )


# The bar over the map that says that the game's file is missing or was replaced, and offers another place for
# the game.

_LOOK_EVERY_MS = 2000
"""How often the file is checked while nothing is done; a check takes a few microseconds."""


class LostBar(QFrame):
    """Says what happened to the file, and offers two ways to continue."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lost.bar")
        self.setAccessibleName(tr("The game's file"))
        self.setAutoFillBackground(True)
        self.words = named(wrapped_label(), "lost.words", role="bad")
        font = self.words.font()
        font.setBold(True)
        self.words.setFont(font)
        self.keep = named(
            QPushButton(tr("&Keep it among my games")),
            "lost.keep",
            tip=tr("Write the whole game again to your games folder, and continue there"),
        )
        self.elsewhere = named(
            QPushButton(tr("&Another place…")),
            "lost.elsewhere",
            tip=tr("Choose where to write the whole game again, and continue there"),
        )
        self.words.setMinimumHeight(3 * self.words.fontMetrics().lineSpacing())
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(10)
        laid(row, (self.words, 1), self.keep, self.elsewhere)
        self.hide()

    def show_lost(self, lost: Say | None, path: Path | None) -> None:
        """Show that the file is lost; None: hide the bar."""
        self.setVisible(lost is not None)
        if lost is not None:
            self.words.setText(
                tr("{what} Nothing can be done until the game has another place.", what=tell(lost))
            )
            self.words.setToolTip(as_it_is("" if path is None else str(path)))


class FileWatch(QObject):
    """Checks the file of the open game, regularly and when asked. One per window, as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.window, self.catalogue, self.bridge = at.window, at.catalogue, at.bridge
        self.bar = LostBar(at.table.middle)
        at.table.column.insertWidget(0, self.bar)
        self.bar.keep.clicked.connect(self.keep)
        self.bar.elsewhere.clicked.connect(at.window.save_as)
        self.timer = every(self, self.look, _LOOK_EVERY_MS)
        at.bridge.saved.connect(self.look)
        at.bridge.closed.connect(self.look)
        at.window.shown_game.connect(self.look)

    def look(self) -> bool:
        """Check the file; True: it is lost, and the bar says so."""
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
        """Continue in a new file in the player's games folder."""
        session = self.bridge.session
        if session is not None:
            from hexbench.session.opening import autosave_path

            self.window.save_to(autosave_path(self.catalogue, session.game.key, session.scenario))
