"""When something goes wrong: one dialog, one plain sentence, the details to copy. The game is on the disk already."""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from hexbench.ui.bridge import Bridge

Hook = Callable[[type[BaseException], BaseException, TracebackType | None], object]
SENTENCE = "Something went wrong inside the program; what you did last may not be done, and nothing before it is lost."
SAVED = "The game is saved after every action, so it is safe to go on or to close."


class ErrorDialog(QDialog):
    """The sentence, what it means for the game, and the details as plain text that can be copied whole."""

    def __init__(
        self, sentence: str, details: str, parent: QWidget | None = None, *, title: str = "Hexbench"
    ) -> None:
        super().__init__(parent)
        self.setObjectName("error")
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        icon = QLabel()
        style = self.style()
        icon.setPixmap(style.standardIcon(QStyle.StandardPixmap.SP_MessageBoxWarning).pixmap(40, 40))
        self.sentence = QLabel(sentence)
        self.sentence.setObjectName("error.sentence")
        self.sentence.setWordWrap(True)
        self.sentence.setMinimumWidth(430)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        saved = QLabel(SAVED)
        saved.setProperty("role", "muted")
        saved.setWordWrap(True)
        words = QVBoxLayout()
        words.addWidget(self.sentence)
        if details:
            words.addWidget(saved)
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(words, 1)
        column = QVBoxLayout(self)
        column.addLayout(head)
        self.details = QPlainTextEdit(details)
        self.details.setObjectName("error.details")
        self.details.setAccessibleName("Details")
        self.details.setReadOnly(True)
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.details.setMinimumHeight(160)
        self.details.setVisible(bool(details))
        column.addWidget(self.details, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        self.copy = QPushButton("Copy the details")
        self.copy.setObjectName("error.copy")
        self.copy.setVisible(bool(details))
        self.copy.clicked.connect(self._on_copy)
        self.copy.setAutoDefault(False)
        buttons.addButton(self.copy, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.button(QDialogButtonBox.StandardButton.Close).setDefault(True)
        column.addWidget(buttons)
        self.resize(620, 360 if details else 120)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details.toPlainText())


class ErrorHook(QObject):
    """Stands in ``sys.excepthook`` from :meth:`install` to :meth:`remove`; ``caught(sentence, details)`` tells the window."""

    caught = Signal(str, str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self._before: Hook | None = None
        self._telling = False

    def install(self) -> None:
        """Catch what nobody caught."""
        if self._before is None:
            self._before = sys.excepthook
            sys.excepthook = self._on_error

    def remove(self) -> None:
        """Put back what was there before."""
        if self._before is not None:
            sys.excepthook = self._before
            self._before = None

    def _on_error(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt) or self._before is None:
            sys.__excepthook__(kind, error, trace)
            return
        sys.stderr.write(describe(kind, error, trace))
        details = describe(kind, error, trace, discreet=self.bridge.hides)
        if self._telling:  # an error while an error is told: one dialog is enough
            return
        self._telling = True
        try:
            self.caught.emit(SENTENCE, details)
        finally:
            self._telling = False


def describe(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None, *, discreet: bool = False
) -> str:
    """What went wrong and where, and what it ran on: for a report.

    ``discreet``: without the words of the error, which may hold what a side must not know.
    """
    where = f"Hexbench {_version()} · Python {platform.python_version()} · Qt {qVersion()} · {platform.platform()}\n"
    if not discreet:
        return where + "".join(traceback.format_exception(kind, error, trace))
    lines = [f"  {f.filename}, line {f.lineno}, in {f.name}\n" for f in traceback.extract_tb(trace)]
    return (
        f"{where}{kind.__name__} (its words are left out, because this game keeps secrets)\n{''.join(lines)}"
    )


def _version() -> str:
    from importlib import metadata  # slow to load, and only wanted when something is wrong

    try:
        return metadata.version("hexbench")
    except metadata.PackageNotFoundError:
        return "?"
