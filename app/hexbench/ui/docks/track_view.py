"""The boxes of a track, painted: title, signs and words, the counters that stand in it, and the marker on the box of now."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygon,
)
from PySide6.QtWidgets import QToolTip, QWidget

from hexbench.engine.display import Box, Item, Track
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.track_plan import SIGN, Placed, Plan, Spot, items_of, plan
from hexbench.ui.look.contrast import mix
from hexbench.ui.look.fonts import bold
from hexbench.ui.look.language import as_it_is, tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.look.signs import paint_sign

NOTHING = Plan((), QSize(0, 0), False)
NAMES = 24
"""Names a tooltip gives."""


class TrackView(QWidget):
    """``asked(index)``: a box was chosen, by a click or by its key (-1: none any more). ``moved()``: the cursor is elsewhere."""

    asked = Signal(int)
    moved = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.track: Track | None = None
        self.plan = NOTHING
        self.at = -1
        """The box of the keyboard's cursor."""
        self.chosen = -1
        """The box whose details are shown."""
        self.flat = False
        """Whether the boxes stand side by side."""
        self._over = -1
        self._port = QSize()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def show_track(self, track: Track | None) -> None:
        """Show this track; None: nothing."""
        if track == self.track:
            return
        self.track = track
        boxes = 0 if track is None else len(track.boxes)
        self.at = min(self.at, boxes - 1)
        self.chosen = min(self.chosen, boxes - 1)
        self._over = -1
        self.fit(self._port)
        self.setAccessibleName("" if track is None else tell(track.title))
        self._describe()

    def fit(self, port: QSize) -> None:
        """Lay the boxes out for a window of this size."""
        self._port = port
        track = self.track
        if track is None or not track.boxes or port.isEmpty():
            self.plan = NOTHING
        else:
            self.plan = plan(track, port, self.font(), flat=self.flat)
        self.resize(self.plan.size.expandedTo(QSize(1, 1)))
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit(self._port)

    # ---- where things are
    def now_box(self) -> QRect:
        """The box the marker stands on; empty when there is none."""
        return self.box(self.track.now) if self.track is not None else QRect()

    def box(self, index: int) -> QRect:
        """The frame of a box; empty when there is none."""
        return self.plan.spots[index].frame if 0 <= index < len(self.plan.spots) else QRect()

    def box_at(self, point: QPoint) -> int:
        """The box under a point, -1 when there is none."""
        return next((i for i, spot in enumerate(self.plan.spots) if spot.frame.contains(point)), -1)

    def thing_at(self, point: QPoint) -> tuple[int, Placed | None]:
        """The box under a point, and what lies in it there."""
        index = self.box_at(point)
        if index < 0:
            return -1, None
        found = next((t for t in self.plan.spots[index].things if t.spot.contains(point)), None)
        return index, found

    # ---- drawing
    def paintEvent(self, event: QPaintEvent) -> None:
        track = self.track
        if track is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        seen = event.rect()
        for i, (box, spot) in enumerate(zip(track.boxes, self.plan.spots, strict=False)):
            if spot.frame.adjusted(-20, -20, 20, 20).intersects(seen):
                self._paint_box(painter, track, i, box, spot)
        painter.end()

    def _paint_box(self, painter: QPainter, track: Track, i: int, box: Box, spot: Spot) -> None:
        chrome = self.desk.palette.chrome
        now, past = i == track.now, i < track.now
        ground = mix(chrome.base, chrome.window, 0.8) if past else chrome.base
        if box.tone:
            ground = mix(ground, self.desk.palette.tone(box.tone).fill, 0.14 if past else 0.3)
        if i == self._over:
            ground = mix(ground, chrome.highlight, 0.08)
        strong = i == self.chosen or (self.hasFocus() and i == self.at)
        painter.setBrush(colour(ground))
        rim = chrome.highlight if now or strong else chrome.border
        pen = QPen(colour(rim), 2.4 if now or strong else 1)
        if strong and not now:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(spot.frame.adjusted(1, 1, -1, -1), 4, 4)
        ink = self.palette().color(QPalette.ColorRole.Text)
        muted = self.palette().color(QPalette.ColorRole.PlaceholderText)
        painter.setFont(bold(self.font()))
        painter.setPen(muted if past else ink)
        title = painter.fontMetrics().elidedText(
            tell(box.title), Qt.TextElideMode.ElideRight, spot.title.width()
        )
        painter.drawText(spot.title, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, title)
        painter.setFont(self.font())
        items = items_of(box)
        for thing in spot.things:
            if thing.kind == "item":
                self._paint_item(painter, items[thing.n], thing.spot, ground, past)
            elif thing.kind == "unit":
                self._paint_unit(painter, box.units[thing.n], thing.spot)
            else:
                painter.setPen(ink)
                painter.drawText(thing.spot, Qt.AlignmentFlag.AlignCenter, f"+{thing.n}")
        if now:
            self._paint_marker(painter, spot.frame)

    def _paint_item(self, painter: QPainter, item: Item, spot: QRect, ground: str, past: bool) -> None:
        palette = self.desk.palette
        chrome = palette.chrome
        text = spot
        ink = chrome.warn if item.lit else chrome.muted if past or item.done else chrome.text
        if item.sign:
            square = QRectF(spot.left(), spot.center().y() - SIGN / 2 + 1, SIGN, SIGN)
            look = palette.side(item.side) if item.side else None
            if look is not None:  # a small plate in the side's colours
                painter.setOpacity(0.5 if past or item.done else 1.0)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colour(look.ground))
                painter.drawRoundedRect(square, 3, 3)
                paint_sign(painter, square.adjusted(2.4, 2.4, -2.4, -2.4), item.sign, look.ink, look.ground)
                painter.setOpacity(1.0)
            else:
                paint_sign(painter, square, item.sign, ink, ground)
            text = spot.adjusted(SIGN + 3, 0, 0, 0)
        painter.setPen(colour(ink))
        words = painter.fontMetrics().elidedText(
            tell(item.text), Qt.TextElideMode.ElideRight, text.width() + 1
        )
        painter.drawText(text, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_unit(self, painter: QPainter, unit: str, spot: QRect) -> None:
        face = self.desk.face(unit)
        if face is None:
            return
        picture = self.desk.pictures.pixmap(face, spot.width(), self.devicePixelRatioF())
        painter.drawPixmap(spot.topLeft(), picture)
        if unit in self.desk.units:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour(self.desk.palette.chrome.highlight), 2.4))
            painter.drawRoundedRect(spot.adjusted(0, 0, -1, -1), 4, 4)

    def _paint_marker(self, painter: QPainter, frame: QRect) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(self.desk.palette.chrome.highlight))
        if self.plan.flat:
            x, y = frame.left() + 26, frame.top()
            points = [QPoint(x - 9, y - 9), QPoint(x + 9, y - 9), QPoint(x, y + 2)]
        else:
            x, y = frame.left(), frame.top() + min(14, frame.height() // 2)
            points = [QPoint(x - 12, y - 8), QPoint(x - 12, y + 8), QPoint(x + 1, y)]
        painter.drawPolygon(QPolygon(points))

    # ---- hand
    def choose(self, index: int) -> None:
        """Show the details of a box; -1: of none."""
        if index != self.chosen:
            self.chosen = index
            self.update()
            self.asked.emit(index)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        index, thing = self.thing_at(event.position().toPoint())
        if index < 0 or self.track is None:
            return
        self.at = index
        if thing is not None and thing.kind == "unit":
            self.desk.choose((self.track.boxes[index].units[thing.n],))
            self.choose(index)
        else:
            self.choose(-1 if index == self.chosen else index)
        self._describe()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self.box_at(event.position().toPoint())
        if over != self._over:
            self._over = over
            self.setCursor(Qt.CursorShape.PointingHandCursor if over >= 0 else Qt.CursorShape.ArrowCursor)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._over = -1
        self.update()
        super().leaveEvent(event)

    # ---- keys
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, track = event.key(), self.track
        if track is None or not track.boxes:
            super().keyPressEvent(event)
            return
        here = self.at if self.at >= 0 else max(0, track.now)
        last = len(track.boxes) - 1
        ways = {
            Qt.Key.Key_Left: here - 1,
            Qt.Key.Key_Up: here - 1,
            Qt.Key.Key_Right: here + 1,
            Qt.Key.Key_Down: here + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
            Qt.Key.Key_PageUp: here - 6,
            Qt.Key.Key_PageDown: here + 6,
        }
        if key in ways:
            self.at = max(0, min(last, ways[Qt.Key(key)] if self.at >= 0 else here))
            if self.chosen >= 0:
                self.choose(self.at)
            self._describe()
            self.update()
            self.moved.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.at = here
            self.choose(-1 if self.chosen == here else here)
        elif key == Qt.Key.Key_Escape and self.chosen >= 0:
            self.choose(-1)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _describe(self) -> None:
        track = self.track
        if track is None or not track.boxes:
            self.setAccessibleDescription("")
            return
        # After the last turn the marker is beyond the last box.
        index = self.at if self.at >= 0 else min(max(0, track.now), len(track.boxes) - 1)
        self.setAccessibleDescription(self.tip(track.boxes[index]).replace("\n", "; "))

    # ---- words
    def tip(self, box: Box) -> str:
        """What resting on a box tells."""
        lines = [tell(box.title)]
        for item in items_of(box):
            words = tell(item.say) or tell(item.text)
            lines.append(f"{words}  [{item.rule}]" if item.rule else words)
        names = [tell(face.title) for unit in box.units if (face := self.desk.face(unit)) is not None]
        lines += names[:NAMES]
        if len(names) > NAMES:
            lines.append(tr("and {n} more", n=len(names) - NAMES))
        return "\n".join(lines)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self.track is not None:
            index, thing = self.thing_at(event.pos())
            if index < 0:
                QToolTip.hideText()
                return True
            box = self.track.boxes[index]
            text = self.tip(box)
            if thing is not None and thing.kind == "unit":
                face = self.desk.face(box.units[thing.n])
                text = text if face is None else tell(face.title)
            QToolTip.showText(event.globalPos(), as_it_is(text), self)
            return True
        return super().event(event)
