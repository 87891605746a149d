"""Markers on hexes and hexsides."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hexbench.engine.display import Chip
from hexbench.ui.look.chips import chip_width, paint_chip
from hexbench.ui.look.palette import Palette

SPOTS = ((0.0, -36.0), (-29.0, -27.0), (29.0, -27.0), (-34.0, 0.0), (34.0, 0.0), (0.0, 36.0))
"""Where the markers of one hex lie: round its counters."""


def chip_spot(n: int) -> QPointF:
    """The place of the n-th marker of a hex, from its middle."""
    return QPointF(*SPOTS[n % len(SPOTS)])


class ChipItem(QGraphicsItem):
    """One marker. From afar it is drawn a little larger than it is."""

    def __init__(self, chip: Chip, palette: Palette) -> None:
        super().__init__()
        self.chip = chip
        self._style = palette.chip(chip.key)
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
        grow = 1.6 if scale < 0.4 else 1.2 if scale < 0.7 else 1.0
        painter.scale(grow, grow)
        paint_chip(painter, self._style, self.chip.text)
