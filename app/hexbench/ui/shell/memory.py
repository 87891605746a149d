"""What a window remembers: its size, its docks for each game, overlays and layers. Never anything of a
position.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRect, QSettings, QSize

if TYPE_CHECKING:
    from hexbench.ui.shell.table import Table


class Memory:
    """One ini file in the player's folder. QSettings returns strings, so every value is read with its type."""

    def __init__(self, folder: Path) -> None:
        with contextlib.suppress(OSError):  # where nothing can be written, nothing is remembered
            folder.mkdir(parents=True, exist_ok=True)
        self._ini = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)

    def data(self, key: str) -> QByteArray:
        """Bytes, empty when there are none."""
        found = self._ini.value(key, QByteArray(), type=QByteArray)
        return found if isinstance(found, QByteArray) else QByteArray()

    def words(self, key: str) -> list[str]:
        """A list of words."""
        text = self._ini.value(key, "", type=str)
        return [word for word in str(text).split(" ") if word]

    def flag(self, key: str, default: bool) -> bool:
        """A yes or no."""
        return bool(self._ini.value(key, default, type=bool))

    def keep(self, key: str, value: QByteArray | list[str] | bool) -> None:
        """Remember a value."""
        self._ini.setValue(key, " ".join(value) if isinstance(value, list) else value)

    def forget(self, key: str) -> None:
        """Forget a value."""
        self._ini.remove(key)

    def write(self) -> None:
        """See that it is on the disk."""
        self._ini.sync()


FRAME = 36
"""What the frame a desktop draws round a window takes above it, in pixels."""
MOST = QSize(2400, 1500)
"""The largest window the program opens by itself."""
_BORDER = 6
"""Pixels a window manager may put beside and below a window."""


def first_geometry(room: QRect) -> QRect:
    """Where the first window lies on a screen whose free part is ``room``: nearly all of it, for the map; never beyond it."""
    box = room.adjusted(_BORDER, min(FRAME, room.height() // 20), -_BORDER, -_BORDER)
    if box.width() > 1600:  # on a large screen something else may be seen beside it
        box = box.adjusted(box.width() // 40, box.height() // 60, -(box.width() // 40), -(box.height() // 40))
    size = box.size().boundedTo(MOST)
    return QRect(box.left() + (box.width() - size.width()) // 2, box.top(), size.width(), size.height())


def restore_docks(memory: Memory, table: Table, game: str) -> None:
    """Arrange docks, layers and overlays as they were when this game was last on the table."""
    docking = table.docking
    docking.folding.take_words(memory.words(f"folding/{game}"))
    if not docking.restore(memory.data(f"docks/{game}")):
        docking.arrange()
    table.layers.show_layers(memory.words("layers/hidden"))
    table.overlays.restore(memory.words(f"overlays/{game}"))


def keep_docks(memory: Memory, table: Table, game: str) -> None:
    """Remember how docks, layers and overlays are arranged."""
    table.docking.map_only(False)
    memory.keep(f"folding/{game}", table.docking.folding.words())
    memory.keep(f"docks/{game}", table.docking.state())
    memory.keep("layers/hidden", table.layers.hidden)
    memory.keep(f"overlays/{game}", list(table.overlays.on))
