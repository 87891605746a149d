"""A map on paper: title, the map or a crop of it, and a footer, on one sheet or cut into several.

Laid out once as one large picture in dots; each sheet is a window on it that overlaps its neighbours, with cutting
marks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

from hexbench.engine.display import Overlay
from hexbench.ui.canvas.geometry import PITCH
from hexbench.ui.look.fonts import face_font, text_width
from hexbench.ui.look.language import tell, tr
from hexbench.ui.look.palette import Palette, colour
from hexbench.ui.look.patterns import hatch
from hexbench.ui.print.scenery import Scenery, Sight
from hexbench.ui.print.sheets import INK, MARGIN, MM, MUTED, Words, paper, pdf, usable

# What stands below a map on paper: what its shading means, how long a kilometre is, and what is to be known
# of it.

SWATCH = 7.0 * MM
TYPE = 16


def _tones(overlay: Overlay) -> set[str]:
    """What of an overlay is really drawn."""
    return {
        *(shade.tone for shade in overlay.shades),
        *(trail.tone for trail in overlay.trails),
        *(tone for _, tone in overlay.sides),
    }


class Footer:
    """The lines under a map drawn ``scale`` dots to the scene unit, laid out ``width`` dots wide."""

    def __init__(
        self, sight: Sight, palette: Palette, width: float, scale: float, km: float, *, legend: bool
    ) -> None:
        self._palette, self._scale, self._km = palette, scale, km
        self._items: list[tuple[QPointF, str, str]] = []
        y = 3 * MM
        self._bar = QRectF(0, y, self._bar_length(width * 0.4), 2.2 * MM)
        x, row = self._bar.width() + 42 * MM, 5.5 * MM
        seen: dict[tuple[str, str], None] = {}
        for overlay in sight.overlays.values() if legend else ():
            drawn = _tones(overlay)
            lines = (line for line in overlay.legend if line.tone in drawn)
            seen.update(dict.fromkeys((line.tone, tell(line.text)) for line in lines))
        for tone, text in seen:
            need = SWATCH + 2 * MM + text_width(text, TYPE) + 6 * MM
            if x + need > width:
                x, y = 0.0, y + row
                if not self._items:
                    y += 2 * MM
            self._items.append((QPointF(x, y), tone, text))
            x += need
        y += row + 0.5 * MM
        notes = "".join(f"<p class='muted'>{escape(note)}</p>" for note in sight.notes) if legend else ""
        self._notes = Words(notes, width, 14) if notes else None
        self._notes_at = QPointF(0, y)
        self.height = y + (self._notes.height if self._notes is not None else 0)

    def _bar_length(self, most: float) -> float:
        """A round number of hexes that fills some of the room."""
        hexes = 1
        for n in (2, 5, 10, 20, 50):
            if n * PITCH * self._scale <= min(most, 60 * MM):
                hexes = n
        self._hexes = hexes
        return hexes * PITCH * self._scale

    @property
    def _bar_words(self) -> str:
        far = self._hexes * self._km
        length = tr("{n} km", n=f"{far:.3g}") if far >= 1 else tr("{n} m", n=f"{far * 1000:.0f}")
        if self._hexes == 1:
            return tr("1 hex = {length}", length=length)
        return tr("{n} hexes = {length}", n=self._hexes, length=length)

    def paint(self, painter: QPainter, at: QPointF) -> None:
        """Draw it with its upper left corner at a point."""
        painter.save()
        painter.translate(at)
        painter.setFont(face_font(TYPE))
        cells = min(self._hexes, 5)
        for n in range(cells):
            box = QRectF(
                self._bar.left() + n * self._bar.width() / cells,
                self._bar.top(),
                self._bar.width() / cells,
                self._bar.height(),
            )
            painter.setPen(QPen(QColor(INK), 1.0))
            painter.setBrush(QColor(INK) if n % 2 == 0 else QColor("#ffffff"))
            painter.drawRect(box)
        painter.setPen(QColor(INK))
        words = QRectF(self._bar.right() + 2 * MM, self._bar.center().y() - 12, 44 * MM, 24)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self._bar_words)
        for spot, tone, text in self._items:
            self._swatch(painter, QRectF(spot.x(), spot.y() - 0.8 * MM, SWATCH, 4 * MM), tone)
            painter.setPen(QColor(INK))
            painter.drawText(
                QRectF(spot.x() + SWATCH + 1.5 * MM, spot.y() + 1.2 * MM - 14, 1000, 28),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
                text,
            )
        painter.restore()
        if self._notes is not None:
            self._notes.paint(painter, at + self._notes_at)

    def _swatch(self, painter: QPainter, box: QRectF, tone: str) -> None:
        style = self._palette.tone(tone)
        area = QPainterPath()
        area.addRect(box)
        painter.fillPath(area, colour(self._palette.map.paper))
        painter.fillPath(area, colour(style.fill, max(style.alpha, 120)))
        painter.save()
        painter.translate(box.topLeft())
        hatch(painter, area.translated(-box.topLeft()), style.pattern, colour(style.ink, 190), 1.0)
        painter.restore()
        painter.setPen(QPen(colour(style.ink), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)


OVERLAP = 10 * MM
"""What two neighbouring sheets have in common."""
_NARROWEST = 90 * MM
"""Of title and legend."""
AS_LARGE = "map"
"""Key of the paper that is as large as the map."""
LONGEST = 5000 * MM
"""The side of the largest page that readers of PDF open."""


@dataclass(frozen=True)
class Wish:
    """How to lay out a map. ``part``: which part, in scene units. ``across``: sheets side by side; 1 fits it on one.

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
        width = max(width, _NARROWEST)  # text needs more room than a narrow strip of map gives
        self._width = width
        self.scale = across / wish.part.width()
        about = " · ".join(x for x in (sight.about, sight.whose) if x)
        self._head = Words(f"<h1>{escape(sight.title)}</h1><p class='muted'>{escape(about)}</p>", width)
        km = self._scenery.geometry.atlas.sheet.kilometres_per_hex
        # On a map cut into sheets the footer is on the first of them, so that no line is cut.
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
        for _ in range(4):  # title and footer grow when the map gets narrower
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
        """The part of the whole on each sheet."""
        room = usable(self.size)
        step = QSizeF(room.width() - OVERLAP, room.height() - OVERLAP)
        return [
            QRectF(column * step.width(), row * step.height(), room.width(), room.height())
            for row in range(self.down)
            for column in range(self.across)
        ]

    @property
    def whole(self) -> QRectF:
        """Draw title, map and footer."""
        return QRectF(0, 0, self._width, self._height)

    @property
    def map(self) -> QRectF:
        """The map's place in the whole."""
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
            "{title} · row {row} of {rows}, column {column} of {columns} · cut along the "
            "marks, or overlap the sheets",
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


# A preview of what will be on paper: the chosen part of the map, and how it is cut into sheets.

WIDE, HIGH = 330, 300
ROOM = 10.0


class Preview(QWidget):
    """Shows either a piece of the map, or the first sheets of something already laid out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("paper.preview")
        self.setAccessibleName(tr("Preview"))
        self.setMinimumSize(WIDE, HIGH)
        self._image: QImage | None = None
        self._size = QSizeF()
        self._boxes: tuple[QRectF, ...] = ()

    def sizeHint(self) -> QSize:
        return QSize(WIDE, HIGH)

    @property
    def image(self) -> QImage | None:
        """What is shown."""
        return self._image

    def show_image(self, image: QImage | None, boxes: Iterable[QRectF] = ()) -> None:
        """Show this, framed by ``boxes``: shares of its width and height."""
        self._image, self._boxes = image, tuple(boxes)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Mid))
        image = self._image
        if image is not None and not image.isNull():
            room = QRectF(self.rect()).adjusted(ROOM, ROOM, -ROOM, -ROOM)
            size = QSizeF(image.size()).scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
            box = QRectF(0, 0, size.width(), size.height())
            box.moveCenter(room.center())
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(box, image)
            painter.setPen(QPen(QColor("#c8202f"), 1.6))
            for part in self._boxes:
                painter.drawRect(
                    QRectF(
                        box.left() + part.left() * box.width(),
                        box.top() + part.top() * box.height(),
                        part.width() * box.width(),
                        part.height() * box.height(),
                    )
                )
        painter.end()
