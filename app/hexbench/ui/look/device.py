"""What a painter draws on: dots, or lines that stay lines (a PDF, a printer, its preview)."""

from __future__ import annotations

from PySide6.QtGui import QPaintEngine, QPainter

_DOTS = (QPaintEngine.Type.Raster, QPaintEngine.Type.OpenGL, QPaintEngine.Type.OpenGL2)


def keeps_lines(painter: QPainter) -> bool:
    """Whether what is drawn stays lines and letters: then nothing is drawn through an image kept for speed."""
    return painter.paintEngine().type() not in _DOTS
