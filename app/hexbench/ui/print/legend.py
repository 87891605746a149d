"""What stands below a map on paper: what its shading means, how long a kilometre is, and what is to be known of it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from hexbench.engine.display import Overlay
from hexbench.ui.canvas.geometry import PITCH
from hexbench.ui.look.fonts import face_font, text_width
from hexbench.ui.look.language import tell, tr
from hexbench.ui.look.palette import Palette, colour
from hexbench.ui.look.patterns import hatch
from hexbench.ui.print.sheets import INK, MM
from hexbench.ui.print.sight import Sight
from hexbench.ui.print.words import Words

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
