"""Counters as pixmaps for lists and trays, kept while their faces stay the same."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from hexbench.engine.display import Face
from hexbench.ui.canvas.face import HALF, detail_of, paint_face
from hexbench.ui.look.palette import Palette


class Dressed(Protocol):
    """Who has colours, and counters drawn in them: the desk of the table and that of the editor."""

    palette: Palette
    pictures: CounterPictures


MOST = 3000
"""Pictures kept; then all are made anew."""


class CounterPictures:
    """Face -> pixmap of a size, sharp on the screen it is for."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self._kept: dict[tuple[Face, int, float], QPixmap] = {}

    def pixmap(self, face: Face, size: int, ratio: float = 1.0) -> QPixmap:
        """The counter ``size`` pixels wide, for a screen of ``ratio`` device pixels a pixel."""
        key = (face, size, ratio)
        found = self._kept.get(key)
        if found is not None:
            return found
        if len(self._kept) >= MOST:
            self._kept.clear()
        found = QPixmap(round(size * ratio), round(size * ratio))
        found.setDevicePixelRatio(ratio)
        found.fill(Qt.GlobalColor.transparent)
        painter = QPainter(found)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(size / 2, size / 2)
        scale = (size - 2) / (2 * HALF)
        painter.scale(scale, scale)
        paint_face(painter, face, self.palette, detail_of(size * ratio))
        painter.end()
        self._kept[key] = found
        return found
