"""Anything laid out on sheets of paper, and how it gets onto a printer or into a small picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter

from hexbench.ui.print.sheets import DPI

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter


class Product(Protocol):
    """Sheets of one size, drawn one by one in dots."""

    @property
    def size(self) -> QSizeF:
        """Of a sheet, in dots."""

    @property
    def pages(self) -> int:
        """How many sheets."""

    def paint(self, painter: QPainter, page: int, /) -> None:
        """Draw a sheet by its number."""

    def pdf(self) -> Iterator[bytes]:
        """The file, a step for each sheet, and at last all of it."""


def thumbnail(product: Product, width: int) -> QImage:
    """The first sheet as a small image."""
    k = width / product.size.width()
    image = QImage(width, max(1, round(product.size.height() * k)), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(k, k)
    product.paint(painter, 0)
    painter.end()
    return image


def make_printer(product: Product) -> QPrinter:
    """A printer set to the sheets of a product; needs a QApplication."""
    from PySide6.QtCore import QMarginsF
    from PySide6.QtGui import QPageLayout, QPageSize
    from PySide6.QtPrintSupport import QPrinter

    printer = QPrinter(QPrinter.PrinterMode.ScreenResolution)
    printer.setResolution(DPI)
    printer.setFullPage(True)
    wide = product.size.width() > product.size.height()
    points = QSizeF(product.size.width() * 72 / DPI, product.size.height() * 72 / DPI)
    form = QPageSize(points.transposed() if wide else points, QPageSize.Unit.Point)
    way = QPageLayout.Orientation.Landscape if wide else QPageLayout.Orientation.Portrait
    printer.setPageLayout(QPageLayout(form, way, QMarginsF()))
    return printer


def print_on(printer: QPrinter, product: Product) -> None:
    """Draw every sheet on a printer; smaller where its paper is smaller than was meant."""
    painter = QPainter(printer)
    paper = QRectF(printer.paperRect(printer.Unit.DevicePixel))
    k = min(paper.width() / product.size.width(), paper.height() / product.size.height())
    first, last = printer.fromPage() or 1, printer.toPage() or product.pages
    begun = False
    for page in range(max(1, first) - 1, min(last, product.pages)):
        if begun:
            printer.newPage()
        begun = True
        painter.save()
        painter.scale(k, k)
        product.paint(painter, page)
        painter.restore()
    painter.end()
