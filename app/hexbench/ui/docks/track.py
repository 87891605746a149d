"""A track as a panel: its boxes with a scroll bar, the box of now in sight, and the details of the box that was chosen."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygon,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QToolButton, QToolTip, QVBoxLayout, QWidget

from hexbench.engine.display import Box, Facts, Item, Track
from hexbench.engine.values import Say
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.units import UnitsView
from hexbench.ui.look.chips import paint_sign
from hexbench.ui.look.contrast import mix
from hexbench.ui.look.fonts import bold
from hexbench.ui.look.language import as_it_is, tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.page import Page, facts_html
from hexbench.ui.widgets.parts import PlainLabel, flush, laid, named, panes

# Where everything of a track lies: one row a box where there is height, one column a box where there is
# width alone.

COUNTER, SIGN = 29, 16
"""Size of a counter and of a sign."""
MARKER, ABOVE = 14, 10
"""Room for the marker: left of a row, above a column."""
PAD, GAP = 6, 3
TITLE = 50
"""Least width of the title of a row."""
NARROW, WIDE = 104, 640
"""Least and greatest width of a column."""
LINES = 5
"""Lines of counters a box shows; its details show all."""
_COLUMN = 380
"""Rows stand side by side from twice this width on."""
FLAT = 300
"""A panel lower than this is filled with columns."""


class Placed(NamedTuple):
    """One thing in a box: the item or the unit with its place, and where it is drawn."""

    kind: str
    """item, unit or more."""
    n: int
    """Which item or unit; of those that have no room: how many."""
    spot: QRect


class Spot(NamedTuple):
    """One box: its frame, where its title stands, and what lies in it."""

    frame: QRect
    title: QRect
    things: tuple[Placed, ...]


class Plan(NamedTuple):
    """A whole track: its boxes, its size, and whether it runs from left to right."""

    spots: tuple[Spot, ...]
    size: QSize
    flat: bool


def _items_of(box: Box) -> tuple[Item, ...]:
    """What a box shows in signs and words: plain lines are items without a sign."""
    return (*(Item("", line) for line in box.lines), *box.items)


def is_flat(size: QSize) -> bool:
    """Whether there is room from left to right, and none from top to bottom."""
    return size.height() < FLAT and size.width() > 1.5 * size.height()


def plan(track: Track, port: QSize, font: QFont, *, flat: bool) -> Plan:
    """Lay a track out for a window of this size: ``flat`` in columns, else in rows."""
    return _columns(track, port, font) if flat else _rows(track, port, font)


def _flow(
    box: Box, left: int, top: int, width: int, font: QFont, most: int, room: int = 0
) -> tuple[list[Placed], int]:
    """Items, then counters, in lines of a width; and where the next line would begin.

    ``most`` lines of counters are shown, and no more than a height of ``room`` holds (0: any); the rest is counted.
    """
    metrics = QFontMetrics(font)
    line = max(SIGN, metrics.height()) + 2
    out: list[Placed] = []
    x, y = left, top
    for n, item in enumerate(_items_of(box)):
        wide = metrics.horizontalAdvance(tell(item.text)) + (SIGN + 3 if item.sign else 0)
        wide = min(wide, width)
        if x > left and x + wide > left + width:
            x, y = left, y + line
        out.append(Placed("item", n, QRect(x, y, wide, line - 2)))
        x += wide + 10
    if out:
        y += line + 1
    if not box.units:
        return out, y
    across = max(1, (width + 2) // (COUNTER + 2))
    lines = min(most, -(-len(box.units) // across))
    if room:
        lines = max(1, min(lines, (room - (y - top)) // (COUNTER + 2)))
    fit = lines * across
    shown = len(box.units) if fit >= len(box.units) else max(0, fit - 1)
    for n in range(shown):
        row, column = divmod(n, across)
        spot = QRect(left + column * (COUNTER + 2), y + row * (COUNTER + 2), COUNTER, COUNTER)
        out.append(Placed("unit", n, spot))
    if shown < len(box.units):
        row, column = divmod(shown, across)
        spot = QRect(left + column * (COUNTER + 2), y + row * (COUNTER + 2), COUNTER, COUNTER)
        out.append(Placed("more", len(box.units) - shown, spot))
    return out, y + lines * (COUNTER + 2) + 1


def _rows(track: Track, port: QSize, font: QFont) -> Plan:
    heavy = QFontMetrics(bold(font))
    titles = max((heavy.horizontalAdvance(tell(box.title)) for box in track.boxes), default=0)
    title = min(max(TITLE, titles + 8), port.width() // 2)
    across = max(1, port.width() // _COLUMN)
    across = min(across, max(1, len(track.boxes)))
    wide = (port.width() - 2) // across
    spots: list[Spot] = []
    y = 2
    for start in range(0, len(track.boxes), across):
        line: list[tuple[QRect, list[Placed], int]] = []
        for column, box in enumerate(track.boxes[start : start + across]):
            left = 2 + column * wide + MARKER
            things, end = _flow(box, left + title, y + 4, wide - MARKER - title - PAD - 2, font, LINES)
            line.append((QRect(left + PAD, y + 4, title - PAD, heavy.height()), things, end))
        high = max(heavy.height() + 8, *(end - y + 2 for _, _, end in line))
        for column, (name, things, _) in enumerate(line):
            frame = QRect(2 + column * wide + MARKER, y, wide - MARKER - 2, high)
            spots.append(Spot(frame, name, tuple(things)))
        y += high + GAP
    return Plan(tuple(spots), QSize(port.width(), y + 2), False)


def _columns(track: Track, port: QSize, font: QFont) -> Plan:
    heavy = QFontMetrics(bold(font))
    high = max(60, port.height() - ABOVE - 3)
    top = ABOVE + 1
    spots: list[Spot] = []
    x = 3
    for box in track.boxes:
        wide = max(NARROW, heavy.horizontalAdvance(tell(box.title)) + 2 * PAD + 6)
        while True:
            frame = QRect(x, top, wide, high)
            title = QRect(x + PAD, top + 4, wide - 2 * PAD, heavy.height())
            below = title.bottom() + 3
            room = frame.bottom() - below - 2
            things, _ = _flow(box, x + PAD, below, title.width(), font, LINES, room)
            lost = [t for t in things if t.kind == "more" or t.spot.bottom() >= frame.bottom()]
            if wide >= WIDE or not lost:
                break
            wide += COUNTER + 2
        beside = title.left() + heavy.horizontalAdvance(tell(box.title)) + 8
        spots.append(Spot(frame, title, _kept(things, frame, QRect(beside, title.top(), 40, title.height()))))
        x += wide + GAP
    return Plan(tuple(spots), QSize(x + 2, port.height()), True)


def _kept(things: list[Placed], frame: QRect, beside: QRect) -> tuple[Placed, ...]:
    """What has room in a column; counters that have none are counted beside its title."""
    kept = [t for t in things if t.spot.bottom() < frame.bottom()]
    gone = [t for t in things if t not in kept and t.kind in ("unit", "more")]
    n = sum(t.n if t.kind == "more" else 1 for t in gone)
    if n:
        kept.append(Placed("more", n, beside))
    return tuple(kept)


# The boxes of a track, painted: title, signs and words, the counters that stand in it, and the marker on
# the box of now.

NOTHING = Plan((), QSize(0, 0), False)
NAMES = 24
"""Names a tooltip gives."""


class _TrackView(QWidget):
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
        items = _items_of(box)
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
        for item in _items_of(box):
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


LEAD = 44
"""How much of what comes before the box of now stays in sight."""


class _Strip(QScrollArea):
    """The boxes; laid out anew whenever the window is another size."""

    def __init__(self, view: _TrackView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(view)
        view.moved.connect(self._on_moved)

    def lay(self) -> None:
        """Lay the boxes out for the room there is, scroll bars left out."""
        bar = self.style().pixelMetric(self.style().PixelMetric.PM_ScrollBarExtent)
        room = self.size()
        # The bar that will be needed is left out from the start, so that showing it changes nothing.
        self.view.fit(QSize(room.width() - bar - 2, room.height() - bar - 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay()
        self.show_best()

    def show_best(self) -> None:
        """Bring into sight what is read: the box whose details are open, else that of now."""
        if self.view.chosen >= 0:
            self.show_box(self.view.chosen)
        else:
            self.show_now()

    def show_box(self, index: int) -> None:
        """Bring a box into sight."""
        spot = self.view.box(index)
        if not spot.isNull():
            for corner in (spot.bottomRight(), spot.topLeft()):  # the beginning of a long one, if need be
                self.ensureVisible(corner.x(), corner.y(), 8, 8)

    def show_now(self) -> None:
        """Bring the box of now into sight, with a little of what was before."""
        spot = self.view.now_box()
        if spot.isNull():
            return
        if self.view.plan.flat:
            self.horizontalScrollBar().setValue(spot.left() - LEAD)
        else:
            self.verticalScrollBar().setValue(spot.top() - LEAD)

    def _on_moved(self) -> None:
        self.show_box(self.view.at)


class Details(QWidget):
    """Everything about one box: its facts with their rules, and its units."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.title = named(PlainLabel(), "track.title")
        self.title.setFont(bold(self.title.font()))
        self.shut = named(QToolButton(), "track.shut", tr("Close the details"), tr("Close (Esc)"))
        self.shut.setText("×")
        self.page = named(Page(), "track.page", tr("The selected box"))
        self.page.rule_asked.connect(desk.rule_asked)
        self.page.hexes_asked.connect(desk.hexes_lit)
        self.list = named(UnitsView(desk), "track.units", tr("Units in this box"))
        self.list.selectionModel().selectionChanged.connect(self._on_selection)
        head = laid(QHBoxLayout(), (self.title, 1), self.shut)
        self.split = panes(Qt.Orientation.Vertical, self.page, self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 2, 2, 2)
        column.setSpacing(2)
        laid(column, head, (self.split, 1))
        self.page.setMinimumHeight(40)
        self.list.setMinimumHeight(40)

    def show_box(self, box: Box | None) -> None:
        """Show this box; None: nothing."""
        if box is None:
            self.title.clear()
            self.page.clear()
            self.list.units.show_faces([])
            return
        self.title.setText(tell(box.title))
        muted = self.desk.palette.chrome.muted
        self.page.show_html(facts_html(Facts(Say(box.title), box.facts), muted, heading=False))
        faces = [face for unit in box.units if (face := self.desk.face(unit)) is not None]
        self.list.units.show_faces(faces)
        self.list.setVisible(bool(faces))
        self.page.setVisible(bool(box.facts) or not faces)

    def _on_selection(self) -> None:
        units = self.list.chosen()
        if units:
            self.desk.choose(units)


class TrackArea(QWidget):
    """A track and the details of a box; these lie below a tall strip and beside a flat one."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.view = _TrackView(desk)
        self.view.setObjectName("track")
        self.list = self.view
        self.strip = _Strip(self.view)
        self.details = Details(desk)
        self.details.hide()
        self.details.shut.clicked.connect(self._on_shut)
        self.split = panes(Qt.Orientation.Vertical, self.strip, self.details)
        self.split.setStretchFactor(0, 3)
        self.split.setStretchFactor(1, 2)
        laid(flush(QVBoxLayout(self)), self.split)
        self.view.asked.connect(self._on_asked)
        desk.units_changed.connect(self.view.update)
        self._now = -1

    def show_track(self, track: Track | None) -> None:
        """Show this track; None: nothing."""
        view = self.view
        view.show_track(track)
        now = -1 if track is None else track.now
        if now != self._now:
            self._now = now
            self.strip.show_now()
        if track is None:
            view.choose(-1)
            self.details.show_box(None)
        elif 0 <= view.chosen < len(track.boxes):
            self.details.show_box(track.boxes[view.chosen])
        view.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        flat = is_flat(self.size())
        if flat == self.view.flat:
            return
        self.view.flat = flat
        way = Qt.Orientation.Horizontal if flat else Qt.Orientation.Vertical
        self.split.setOrientation(way)
        self.details.split.setOrientation(way)
        self._share()
        self.strip.lay()
        self.strip.show_best()

    def _on_asked(self, index: int) -> None:
        track = self.view.track
        there = track is not None and 0 <= index < len(track.boxes)
        was = self.details.isVisibleTo(self)
        self.details.setVisible(there)
        if there and track is not None:
            self.details.show_box(track.boxes[index])
            if not was:
                self._share()
            self.strip.show_box(index)

    def _share(self) -> None:
        """A flat strip leaves the details more than half of its width: they are read in lines."""
        if self.split.orientation() == Qt.Orientation.Horizontal:
            self.split.setSizes([self.width() * 2 // 5, self.width() * 3 // 5])
            self.details.split.setSizes([self.width() // 3, self.width() // 4])
        else:
            self.split.setSizes([self.height() * 3 // 5, self.height() * 2 // 5])

    def _on_shut(self) -> None:
        self.view.choose(-1)
        self.view.setFocus()
