"""Opening a long game: its progress in a small dialog that stops it, shown only when it takes its time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressDialog, QWidget

from hexbench.session.opening import autosave_path, begin, new_seed, open_file
from hexbench.ui.look.language import tr

if TYPE_CHECKING:
    from hexbench.engine.values import Say
    from hexbench.session.game import Catalogue
    from hexbench.session.session import Session

_SHOWN_AFTER_MS = 300
"""What is quicker needs no progress."""


class _GivenUp(Exception):
    """The player did not want to wait."""


def open_watched(catalogue: Catalogue, path: Path, over: QWidget) -> tuple[Session, tuple[Say, ...]] | None:
    """Go on with a saved game, or begin a scenario from its file; None when the player stopped it. Raises BadFile."""
    if path.suffix == ".json":
        loaded = catalogue.load_file(path)
        where = autosave_path(catalogue, loaded.game.key, loaded.info.name)
        return begin(loaded, new_seed(), where=where, catalogue=catalogue), ()
    dialog = QProgressDialog(tr("Opening {name}", name=path.name), tr("Stop"), 0, 0, over)
    dialog.setObjectName("opening")
    dialog.setWindowTitle(tr("Opening a game"))
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.setMinimumDuration(_SHOWN_AFTER_MS)
    dialog.setAutoReset(False)

    def watch(done: int, total: int) -> None:
        dialog.setMaximum(total)
        dialog.setValue(done)
        if dialog.wasCanceled():
            raise _GivenUp

    try:
        return open_file(catalogue, path, watch)
    except _GivenUp:
        return None
    finally:
        dialog.reset()
        dialog.hide()
        dialog.deleteLater()
