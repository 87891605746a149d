"""What is drawn at the edges of a counter: a group's border, the strength that is left, small squares.

In the counter's own units: 100 wide about (0, 0).
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from hexbench.engine.display import Tag
from hexbench.ui.look.contrast import ink_on
from hexbench.ui.look.palette import RingStyle, colour
from hexbench.ui.look.shapes import frame_path

HALF: Final = 50.0
OUT: Final = 1.6
"""How far outside the frame a border runs, so that nothing is hidden by it."""
SHARE: Final = QRectF(-44.5, -38.0, 5.5, 80.0)
"""Where the bar of the strength that is left stands."""
TAGS: Final = {"corner": QRectF(31.0, -47.0, 16.0, 16.0), "edge": QRectF(33.0, -25.0, 16.0, 16.0)}


def paint_ring(painter: QPainter, style: RingStyle, frame: str, width: float, out: float = OUT) -> None:
    """A border along a counter's frame: the colour in its dashes, and between them what stands out against it."""
    path = frame_path(frame, HALF + out)
    under = ink_on(style.colour)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(under), width + 2.0))
    painter.drawPath(path)
    pen = QPen(colour(style.colour), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if style.dash:
        pen.setDashPattern(list(style.dash))
    painter.setPen(pen)
    painter.drawPath(path)


def paint_share(painter: QPainter, percent: int) -> None:
    """A bar up the left edge: as much of it is filled as is left of the full strength."""
    painter.fillRect(SHARE.adjusted(-1.2, -1.2, 1.2, 1.2), colour("#101010"))
    painter.fillRect(SHARE, colour("#5c5f5a"))
    left = SHARE.height() * min(100, percent) / 100
    tone = "#7be35a" if percent > 66 else "#ffd83a" if percent > 33 else "#ff5a3c"
    painter.fillRect(QRectF(SHARE.left(), SHARE.bottom() - left, SHARE.width(), left), colour(tone))


def paint_tag(painter: QPainter, tag: Tag, style: RingStyle) -> None:
    """A square in a group's colour, or plain."""
    box = TAGS[tag.at]
    painter.setPen(QPen(colour(ink_on(style.colour)), 2.2))
    painter.setBrush(colour(style.colour))
    painter.drawRect(box)
    painter.setBrush(Qt.BrushStyle.NoBrush)
