"""A map on paper: its title, the map or a crop of it, and what stands below, on one sheet or cut into several.

Laid out once as one large picture in dots; each sheet is a window on it, overlapping its neighbours, with marks to cut by.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from hexbench.ui.canvas.geometry import PITCH
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.language import tr
from hexbench.ui.print.legend import Footer
from hexbench.ui.print.scenery import Scenery
from hexbench.ui.print.sheets import MARGIN, MM, MUTED, paper, pdf, usable
from hexbench.ui.print.sight import Sight
from hexbench.ui.print.words import Words

OVERLAP = 10 * MM
"""What two neighbouring sheets have in common."""
NARROWEST = 90 * MM
"""Of title and legend."""
AS_LARGE = "map"
"""Key of the paper that is as large as the map."""
LONGEST = 5000 * MM
"""The side of the largest page that readers of PDF open."""


@dataclass(frozen=True)
class Wish:
    """How a map is wanted. ``part``: what of it, in the scene's units. ``across``: sheets side by side, 1 fits it on one.

    ``pitch``: millimetres from the middle of a hex to the next, for paper as large as the map.
    """

    part: QRectF
    paper: str = "A4"
    across: int = 1
    pitch: float = 14.0
    legend: bool = True


class Chart:
    """A map laid out for paper. ``pages`` sheets of ``size`` dots; ``across`` by ``down`` of them make the whole."""

    def __init__(self, scenery: Scenery, sight: Sight, wish: Wish) -> None:
        self._scenery, self._sight, self._wish = scenery, sight, wish
        if wish.paper == AS_LARGE:
            self._lay(wish.part.width() * wish.pitch * MM / PITCH)
            whole = QSizeF(self._width + 2 * MARGIN, self._height + 2 * MARGIN)
            self.size, self.across, self.down = whole, 1, 1
            return
        form = paper(wish.paper)
        upright, wide = QSizeF(form.width, form.height), QSizeF(form.height, form.width)
        if wish.across == 1:
            self.size = max(upright, wide, key=self._fit)
            self._fit(self.size)
            self.across = self.down = 1
        else:
            self.size = min(upright, wide, key=self._poster)
            self._poster(self.size)

    # ---- laying out
    def _lay(self, width: float) -> None:
        """Everything, with a map so many dots wide."""
        wish, sight, across = self._wish, self._sight, width
        width = max(width, NARROWEST)  # words need more room than a narrow strip of map gives
        self._width = width
        self.scale = across / wish.part.width()
        about = " · ".join(x for x in (sight.about, sight.whose) if x)
        self._head = Words(f"<h1>{escape(sight.title)}</h1><p class='muted'>{escape(about)}</p>", width)
        km = self._scenery.geometry.atlas.sheet.kilometres_per_hex
        # Of a map cut into sheets what stands below is on the first of them, so that no line is cut.
        below = min(width, self._single) if wish.across > 1 else width
        self._foot = Footer(sight, self._scenery.palette, below, self.scale, km, legend=wish.legend)
        self._map = QRectF(
            (width - across) / 2, self._head.height + 1.5 * MM, across, wish.part.height() * self.scale
        )
        self._height = self._map.bottom() + self._foot.height

    def _fit(self, sheet: QSizeF) -> float:
        """As large as one sheet takes; the scale."""
        room = usable(sheet)
        part = self._wish.part
        width = room.width()
        for _ in range(4):  # what stands above and below grows when the map gets narrower
            self._lay(width)
            if self._height <= room.height():
                break
            left = room.height() - (self._height - self._map.height())
            width = max(2 * MM, min(room.width(), left * part.width() / part.height()))
        return self.scale

    def _poster(self, sheet: QSizeF) -> int:
        """So many sheets wide; how many it takes in all."""
        room, across = usable(sheet), self._wish.across
        self._single = room.width() - OVERLAP
        self._lay(across * room.width() - (across - 1) * OVERLAP)
        self.across = across
        self.down = max(1, math.ceil((self._height - OVERLAP) / (room.height() - OVERLAP) - 1e-6))
        return self.across * self.down

    @property
    def pages(self) -> int:
        """How many sheets it takes."""
        return self.across * self.down

    @property
    def pitch(self) -> float:
        """Millimetres from the middle of a hex to the next."""
        return self.scale * PITCH / MM

    @property
    def too_large(self) -> bool:
        """No reader of PDF would open such a page."""
        return max(self.size.width(), self.size.height()) > LONGEST

    def windows(self) -> list[QRectF]:
        """What of the whole lies on each sheet."""
        room = usable(self.size)
        step = QSizeF(room.width() - OVERLAP, room.height() - OVERLAP)
        return [
            QRectF(column * step.width(), row * step.height(), room.width(), room.height())
            for row in range(self.down)
            for column in range(self.across)
        ]

    @property
    def whole(self) -> QRectF:
        """Title, map and what stands below."""
        return QRectF(0, 0, self._width, self._height)

    @property
    def map(self) -> QRectF:
        """Where in the whole the map lies."""
        return self._map

    # ---- drawing
    def paint(self, painter: QPainter, page: int) -> None:
        """Draw one sheet."""
        room, window = usable(self.size), self.windows()[page]
        painter.save()
        painter.setClipRect(room)
        painter.translate(room.topLeft() - window.topLeft())
        if self.pages == 1:  # in the middle of its sheet
            painter.translate((room.width() - self._width) / 2, 0)
        self.paint_whole(painter, window)
        painter.restore()
        if self.pages > 1:
            self._marks(painter, room, page)

    def paint_whole(self, painter: QPainter, window: QRectF) -> None:
        """Draw what of the whole lies in a window, where it lies in the whole."""
        if window.top() < self._map.top():
            self._head.paint(painter, QPointF(0, 0))
        shown = self._map if self.pages == 1 else self._map.intersected(window.adjusted(-2, -2, 2, 2))
        if not shown.isEmpty():
            k, part = 1 / self.scale, self._wish.part
            source = QRectF(
                part.left() + (shown.left() - self._map.left()) * k,
                part.top() + (shown.top() - self._map.top()) * k,
                shown.width() * k,
                shown.height() * k,
            )
            self._scenery.paint(painter, shown, source)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(MUTED), 1.2))
            painter.drawRect(self._map)
        if window.bottom() > self._map.bottom():
            self._foot.paint(painter, QPointF(0, self._map.bottom()))

    def _marks(self, painter: QPainter, room: QRectF, page: int) -> None:
        """Where the neighbours begin: strokes in the margin to cut by, and which sheet this is."""
        row, column = divmod(page, self.across)
        painter.setPen(QPen(QColor(MUTED), 1.2))
        tick, gap = 5 * MM, 1.5 * MM
        down = [room.left() + OVERLAP] * (column > 0) + [room.right() - OVERLAP] * (column < self.across - 1)
        across = [room.top() + OVERLAP] * (row > 0) + [room.bottom() - OVERLAP] * (row < self.down - 1)
        for x in down:
            painter.drawLine(QLineF(x, room.top() - gap, x, room.top() - gap - tick))
            painter.drawLine(QLineF(x, room.bottom() + gap, x, room.bottom() + gap + tick))
        for y in across:
            painter.drawLine(QLineF(room.left() - gap, y, room.left() - gap - tick, y))
            painter.drawLine(QLineF(room.right() + gap, y, room.right() + gap + tick, y))
        dashed = QPen(QColor(MUTED), 0.8, Qt.PenStyle.DashLine)
        painter.setPen(dashed)
        for x in down:
            painter.drawLine(QLineF(x, room.top(), x, room.bottom()))
        for y in across:
            painter.drawLine(QLineF(room.left(), y, room.right(), y))
        painter.setPen(QColor(MUTED))
        painter.setFont(face_font(13))
        words = tr(
            "{title} · row {row} of {rows}, column {column} of {columns} · cut at the strokes, or lay one over the other",
            title=self._sight.title,
            row=row + 1,
            rows=self.down,
            column=column + 1,
            columns=self.across,
        )
        box = QRectF(room.left() + OVERLAP + 2 * MM, room.bottom() + gap, room.width() - 2 * OVERLAP, 5 * MM)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, words)

    def pdf(self) -> Iterator[bytes]:
        """The file, sheet by sheet (see :func:`hexbench.ui.print.sheets.pdf`)."""
        return pdf(self._sight.title, self.size, self.pages, self.paint)
