"""Sheets of paper and lengths on them. Everything on paper is reckoned in dots, ``DPI`` to the inch, whatever the printer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPageLayout, QPageSize, QPainter, QPdfWriter, QPen

DPI = 144
"""Dots to the inch: half points, so that type of nine points is eighteen dots high."""
MM = DPI / 25.4
"""Dots to the millimetre."""
MARGIN = 10 * MM
INK, MUTED, RULE, WASH = "#1c1b18", "#5f5a50", "#b9b09a", "#f3eee0"
"""On paper: words, lesser words, lines and pale grounds."""
CREATOR = "Hexbench"


class Paper(NamedTuple):
    """A format of paper, upright: its key and its sides in dots."""

    key: str
    width: float
    height: float


PAPERS = (
    Paper("A4", 210 * MM, 297 * MM),
    Paper("A3", 297 * MM, 420 * MM),
    Paper("Letter", 215.9 * MM, 279.4 * MM),
)


def paper(key: str) -> Paper:
    """A format by its key. Raises KeyError."""
    return {one.key: one for one in PAPERS}[key]


def usable(sheet: QSizeF) -> QRectF:
    """What of a sheet is printed on."""
    return QRectF(MARGIN, MARGIN, sheet.width() - 2 * MARGIN, sheet.height() - 2 * MARGIN)


def pdf(title: str, size: QSizeF, pages: int, paint: Callable[[QPainter, int], None]) -> Iterator[bytes]:
    """Write a PDF page by page: yields nothing after each page, and at the end the whole file.

    ``paint`` draws a page by its number; the painter's units are dots, (0, 0) is the corner of the sheet.
    """
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator(CREATOR)
    writer.setResolution(DPI)
    points = QSizeF(size.width() * 72 / DPI, size.height() * 72 / DPI)
    page = QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    painter = QPainter(writer)
    try:
        for n in range(pages):
            if n:
                writer.newPage()
            painter.save()
            paint(painter, n)
            painter.restore()
            yield b""
    finally:
        painter.end()
        buffer.close()
    yield bytes(data.data())


def last(steps: Iterator[bytes]) -> bytes:
    """Do all the steps at once; what the last of them gives."""
    return list(steps)[-1]


def rule_line(painter: QPainter, x: float, y: float, width: float) -> None:
    """A fine line across."""
    painter.setPen(QPen(QColor(RULE), 1.0))
    painter.drawLine(QRectF(x, y, width, 0).topLeft(), QRectF(x, y, width, 0).topRight())
