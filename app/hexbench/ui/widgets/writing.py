"""Asking where to write a file, and whether to overwrite an existing one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from hexbench.ui.look.language import as_it_is, tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def where_to_write(parent: QWidget, title: str, start: str, kinds: str, ending: str) -> Path | None:
    """Ask for the name of a file; None: none is to be written. The ending is added where it was left out.

    The dialog asks before the file of the name that was typed is written over; of the name with its ending it knows
    nothing, so that is asked here.
    """
    from PySide6.QtWidgets import (
        QFileDialog,  # loaded when it is used: each dialog of Qt brings its own lists of names
    )

    while True:
        name, _ = QFileDialog.getSaveFileName(parent, title, start, kinds)
        if not name or name.lower().endswith(ending):
            return Path(name) if name else None
        path = Path(f"{name}{ending}")
        if not path.exists() or may_replace(
            parent, tr("There is already a file called {name}.", name=path.name)
        ):
            return path
        start = str(path)


def may_replace(parent: QWidget, because: str) -> bool:
    """Ask whether a file may be overwritten; ``because`` says what would be lost."""
    from PySide6.QtWidgets import QMessageBox

    ask = QMessageBox(parent)
    ask.setObjectName("write.over")
    ask.setIcon(QMessageBox.Icon.Warning)
    ask.setTextFormat(Qt.TextFormat.PlainText)
    ask.setWindowTitle(parent.window().windowTitle().replace("[*]", ""))
    ask.setText(because)
    over = ask.addButton(tr("Overwrite it"), QMessageBox.ButtonRole.DestructiveRole)
    over.setObjectName("write.over.yes")
    over.setToolTip(as_it_is(tr("The file's present contents are lost")))
    keep = ask.addButton(QMessageBox.StandardButton.Cancel)
    keep.setToolTip(as_it_is(tr("Leave the file as it is")))
    ask.setDefaultButton(QMessageBox.StandardButton.Cancel)
    ask.exec()
    answer = ask.clickedButton() is over
    ask.deleteLater()
    return answer
