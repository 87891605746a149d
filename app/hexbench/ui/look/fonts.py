"""The bundled font, so that a counter looks the same on every machine."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

FAMILY = "IBM Plex Sans Condensed"
"""Condensed, with figures of one width; SIL Open Font License, see resources/fonts."""


def load_fonts(folder: Path) -> int:
    """Make every font of a folder known to Qt; needs a QGuiApplication. Returns how many were loaded.

    Raises FileNotFoundError when the folder holds none, and OSError for a file that is no font.
    """
    files = sorted(folder.glob("*.ttf"))
    if not files:
        raise FileNotFoundError(f"There are no fonts in {folder}.")
    if QFontDatabase.hasFamily(FAMILY):
        return len(files)
    for file in files:
        if QFontDatabase.addApplicationFont(str(file)) < 0:
            raise OSError(f"{file} is not a font.")
    return len(files)


@cache
def face_font(pixels: float, weight: int = 500, italic: bool = False) -> QFont:
    """The bundled font at a size in scene units or pixels, unhinted so that it scales evenly. Shared: never change it."""
    font = QFont(FAMILY)
    font.setPixelSize(max(1, round(pixels)))
    font.setWeight(QFont.Weight(weight))
    font.setItalic(italic)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setStyleStrategy(QFont.StyleStrategy.PreferAntialias | QFont.StyleStrategy.NoSubpixelAntialias)
    return font


@cache
def text_width(text: str, pixels: float, weight: int = 500, italic: bool = False) -> float:
    """How long a text is in :func:`face_font`."""
    return QFontMetricsF(face_font(pixels, weight, italic)).horizontalAdvance(text)


def bold(font: QFont) -> QFont:
    """The same font, half bold: headings within what a widget paints."""
    out = QFont(font)
    out.setWeight(QFont.Weight.DemiBold)
    return out
