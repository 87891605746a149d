"""A track as it is printed: a row of boxes, the marker on the box of now, its texts and the counters that stand in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygon,
    QResizeEvent,
)
from PySide6.QtWidgets import QScrollArea, QToolTip, QWidget

from hexbench.engine.display import Track
from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.contrast import mix
from hexbench.ui.look.palette import colour

LEAST, MARKER, COUNTER = 62, 9, 26
"""Narrowest box, height of the marker above it, size of its counters."""
ROWS = 3
"""Most rows of text in a box."""


class TrackView(QWidget):
    """The boxes, painted; in as many rows as the width asks for."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.track: Track | None = None
        self._boxes: list[QRect] = []
        self.setMouseTracking(True)

    def show_track(self, track: Track | None) -> None:
        """Show this track; None: nothing."""
        if track == self.track:
            return
        self.track = track
        self._arrange()
        self.setAccessibleName("" if track is None else str(track.title))
        there = track is not None and 0 <= track.now < len(track.boxes)
        self.setAccessibleDescription(track.boxes[track.now].title if track is not None and there else "")
        self.update()

    def now_box(self) -> QRect:
        """The box the marker stands on; empty when there is none."""
        track = self.track
        if track is None or not 0 <= track.now < len(self._boxes):
            return QRect()
        return self._boxes[track.now]

    def _arrange(self) -> None:
        track = self.track
        self._boxes = []
        if track is None or not track.boxes:
            self.setMinimumHeight(0)
            return
        metrics = self.fontMetrics()
        bold = QFontMetrics(_bold(self.font()))
        widest = max(bold.horizontalAdvance(b.title) for b in track.boxes) + 14
        wide = max(LEAST, min(widest, 130))
        lines = min(ROWS, max(len(b.lines) for b in track.boxes))
        counters = any(b.units for b in track.boxes)
        high = bold.height() + 8 + lines * (metrics.height() + 1) + (COUNTER + 4 if counters else 0)
        across = max(1, self.width() // (wide + 3))
        rows = -(-len(track.boxes) // across)
        across = -(-len(track.boxes) // rows)
        wide = max(wide, (self.width() - 3) // across - 3)
        wide = min(wide, 150)
        for i in range(len(track.boxes)):
            row, column = divmod(i, across)
            self._boxes.append(QRect(3 + column * (wide + 3), MARKER + row * (high + MARKER + 2), wide, high))
        self.setMinimumHeight(MARKER + rows * (high + MARKER + 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(300, self.minimumHeight())

    def paintEvent(self, event: QPaintEvent) -> None:
        track = self.track
        if track is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for i, (box, spot) in enumerate(zip(track.boxes, self._boxes, strict=True)):
            self._paint_box(painter, track, i, box.tone, spot)
        painter.end()

    def _paint_box(self, painter: QPainter, track: Track, i: int, tone: str, spot: QRect) -> None:
        chrome = self.desk.palette.chrome
        box = track.boxes[i]
        now, past = i == track.now, i < track.now
        ground = chrome.base if not past else mix(chrome.base, chrome.window, 0.8)
        if tone:
            ground = mix(ground, self.desk.palette.tone(tone).fill, 0.32)
        painter.setBrush(colour(ground))
        painter.setPen(QPen(colour(chrome.highlight if now else chrome.border), 2.2 if now else 1))
        painter.drawRoundedRect(spot.adjusted(1, 1, -1, -1), 3, 3)
        ink = self.palette().color(QPalette.ColorRole.Text)
        muted = self.palette().color(QPalette.ColorRole.PlaceholderText)
        bold = _bold(self.font())
        metrics = QFontMetrics(bold)
        inner = spot.adjusted(6, 3, -4, -3)
        painter.setFont(bold)
        painter.setPen(muted if past else ink)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.drawText(
            inner, flags, metrics.elidedText(box.title, Qt.TextElideMode.ElideRight, inner.width())
        )
        painter.setFont(self.font())
        y = inner.top() + metrics.height() + 1
        for line in box.lines[:ROWS]:
            text = self.fontMetrics().elidedText(str(line), Qt.TextElideMode.ElideRight, inner.width())
            painter.setPen(muted)
            painter.drawText(QRect(inner.left(), y, inner.width(), self.fontMetrics().height()), flags, text)
            y += self.fontMetrics().height() + 1
        self._paint_units(painter, box.units, inner)
        if now:
            middle = spot.center().x()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(chrome.highlight))
            top = spot.top()
            painter.drawPolygon(
                QPolygon([QPoint(middle - 8, top - 8), QPoint(middle + 8, top - 8), QPoint(middle, top + 2)])
            )

    def _paint_units(self, painter: QPainter, units: tuple[str, ...], inner: QRect) -> None:
        if not units:
            return
        room = max(1, inner.width() // (COUNTER + 2))
        shown = units if len(units) <= room else units[: room - 1]
        x, y = inner.left(), inner.bottom() - COUNTER + 2
        for unit in shown:
            face = self.desk.face(unit)
            if face is not None:
                painter.drawPixmap(x, y, self.desk.pictures.pixmap(face, COUNTER, self.devicePixelRatioF()))
                x += COUNTER + 2
        if len(shown) < len(units):
            painter.setPen(self.palette().color(QPalette.ColorRole.Text))
            painter.drawText(x + 2, y + COUNTER - 8, f"+{len(units) - len(shown)}")

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self.track is not None:
            for box, spot in zip(self.track.boxes, self._boxes, strict=True):
                if spot.contains(event.pos()):
                    names = [str(f.title) for u in box.units if (f := self.desk.face(u)) is not None]
                    lines = [box.title, *map(str, box.lines), *names[:20]]
                    QToolTip.showText(event.globalPos(), "\n".join(lines), self)
                    return True
            QToolTip.hideText()
            return True
        return super().event(event)


class TrackArea(QScrollArea):
    """A track with a scroll bar; the box of now is kept in sight."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view = TrackView(desk)
        self.setWidget(self.view)

    def show_track(self, track: Track | None) -> None:
        """Show this track."""
        self.view.show_track(track)
        spot = self.view.now_box()
        if not spot.isNull():
            self.ensureVisible(spot.center().x(), spot.center().y(), 40, 60)


def _bold(font: QFont) -> QFont:
    out = QFont(font)
    out.setWeight(QFont.Weight.DemiBold)
    return out
