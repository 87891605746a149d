"""Markers on hexes and hexsides."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hexbench.engine.display import Chip
from hexbench.ui.look.chips import chip_width, paint_chip
from hexbench.ui.look.palette import Palette

SPOTS = ((0.0, -38.0), (0.0, 38.0), (-31.0, -24.0), (31.0, -24.0), (-34.0, 6.0), (34.0, 6.0))
"""Where the markers of one hex lie: first in the corners that no counter reaches, its own and its neighbours' alike."""
FLAT = ((-38.0, 0.0), (38.0, 0.0), (-21.0, -35.0), (21.0, -35.0), (-21.0, 35.0), (21.0, 35.0))
"""The same in hexes whose corners point to the sides."""


def chip_spot(n: int, *, pointy: bool = True) -> QPointF:
    """The place of the n-th marker of a hex, from its middle."""
    spots = SPOTS if pointy else FLAT
    return QPointF(*spots[n % len(spots)])


class ChipItem(QGraphicsItem):
    """One marker. From afar it is drawn a little larger than it is, but not over the name of a counter one can read."""

    def __init__(self, chip: Chip, palette: Palette) -> None:
        super().__init__()
        self.chip = chip
        self._style = palette.chip(chip.key)
        self.beside = False
        """Whether it lies beside a counter."""
        half = chip_width(self._style, chip.text) / 2 * 1.6 + 4
        self._box = QRectF(-half, -20, 2 * half, 40)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._box

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = option.levelOfDetailFromTransform(painter.worldTransform())
        grow = 1.6 if scale < 0.4 else 1.2 if scale < 0.7 and not self.beside else 1.0
        painter.scale(grow, grow)
        paint_chip(painter, self._style, self.chip.text)
