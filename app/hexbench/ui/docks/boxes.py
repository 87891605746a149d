"""The boxes of a pool with their points: face up while they are ready, face down when they are spent. Points are pushed
from box to box, or onto the map, by drag or by keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.display import Points, Pool
from hexbench.engine.values import Action, Target, action_of
from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.chips import paint_point
from hexbench.ui.look.contrast import mix
from hexbench.ui.look.fonts import bold
from hexbench.ui.look.language import as_it_is, tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.parts import NoteLabel, PlainLabel, flush, laid, named, push, scrolled, wrapped_label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hexbench.engine.seat import Seat
    from hexbench.engine.values import Offer, Say
    from hexbench.engine.verb import AnyVerb


# What a hand may push from box to box of a pool: plain questions to a Seat, answered alike for mouse and
# keys.

Laid = dict[tuple[str, str], int]
"""(from box, to box) -> points laid out and not yet shared out."""


class _Pushes:
    """The pushes of one seat. Another seat begins with nothing laid out."""

    def __init__(self, seat: Seat | None) -> None:
        self.seat = seat
        self.laid: Laid = {}
        self._ways: list[tuple[Offer, Target]] | None = None

    @property
    def ways(self) -> list[tuple[Offer, Target]]:
        """Every target that pushes points, and those of verbs that share them out."""
        if self._ways is None:
            self._ways = [] if self.seat is None else list(self._find(self.seat))
        return self._ways

    @staticmethod
    def _find(seat: Seat) -> Iterator[tuple[Offer, Target]]:
        for offer in seat.prompt.offers:
            if offer.subjects:
                continue
            for target in seat.targets(offer.verb):
                if target.flow or offer.shares:
                    yield offer, target

    # ---- where to
    def to(self, box: str) -> tuple[str, ...]:
        """The boxes and hexes a point of ``box`` may be pushed to now, in the order offered."""
        out: dict[str, None] = {}
        for (a, b), n in self.laid.items():
            if b == box and n:
                out[a] = None
        for offer, target in self.ways:
            for flow in target.flow:
                if flow.box == box and (not offer.shares or flow.n > self.laid.get((box, flow.to[0]), 0)):
                    out.update(dict.fromkeys(flow.to))
        return tuple(out)

    def verbs(self, box: str) -> tuple[str, ...]:
        """The verbs that take points out of ``box`` now."""
        return tuple(dict.fromkeys(o.verb for o, t in self.ways for f in t.flow if f.box == box))

    def push(self, box: str, to: str) -> Action | None:
        """Push a point. The action it means; None when it is only laid out, or not possible."""
        if self.laid.get((to, box)):
            self.laid[to, box] -= 1
            return None
        for offer, target in self.ways:
            for flow in target.flow:
                if flow.box != box or to not in flow.to:
                    continue
                if offer.shares:
                    if to in self.to(box):
                        self.laid[box, to] = self.laid.get((box, to), 0) + 1
                    return None
                return action_of(offer.verb, (), target)
        return None

    # ---- sharing out
    @property
    def sharing(self) -> AnyVerb | None:
        """The verb that shares points out now; None: nothing is to be shared out."""
        offer = next((offer for offer, _ in self.ways if offer.shares), None)
        if offer is None or self.seat is None:
            return None
        found: AnyVerb = self.seat.rules.verbs[offer.verb]
        return found

    @property
    def shared(self) -> Target | None:
        """What the points laid out stand for; None: no use of the verb."""
        laid = {way: n for way, n in self.laid.items() if n}
        for offer, target in self.ways:
            if offer.shares and {(f.box, f.to[0]): f.n for f in target.flow} == laid:
                return target
        return None

    @property
    def done(self) -> Action | None:
        """The action that shares the points out as they are laid out."""
        verb, target = self.sharing, self.shared
        return None if verb is None or target is None else action_of(verb.name, (), target)

    @property
    def says(self) -> tuple[Say, ...]:
        """What the points laid out come to."""
        target = self.shared
        return () if target is None else target.says

    def shift(self, box: str) -> int:
        """How many points more (or fewer) lie in ``box`` than the rules have put there."""
        return sum(n * ((b == box) - (a == box)) for (a, b), n in self.laid.items())

    def take_back(self) -> None:
        """Lay everything back."""
        self.laid = {}


POINT, STEP = 24, 27
"""Size of a point, and from one to the next."""
MOST = 40
"""Points drawn one by one; more are written as a number."""
WIDE = 168
"""Narrowest box."""
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_ARROWS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}


class BoxesView(QWidget):
    """The boxes, painted. ``laid()``: points were laid out otherwise, taken up or let go."""

    laid = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.pool: Pool | None = None
        self.pushes = _Pushes(None)
        self.at = 0
        """The box of the keyboard's cursor."""
        self.held = ""
        """The box a point was taken out of; empty: none is held."""
        self.whole = False
        """Every point that may go is held, not one."""
        self._ring: tuple[str, ...] = ()
        self._next = 0
        self._spots: list[QRect] = []
        self._press: QPoint | None = None
        self._by_key = False
        self._ghost: QLabel | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def show_pool(self, pool: Pool | None) -> None:
        """Show these boxes; None: nothing."""
        seat = self.desk.seat if pool is not None else None
        if seat is not self.pushes.seat:
            self.let_go()
            self.pushes = _Pushes(seat)
        if pool != self.pool:
            self.pool = pool
            self.at = min(self.at, max(0, len(pool.heaps) - 1)) if pool is not None else 0
            self.setAccessibleName("" if pool is None else tell(pool.title))
        self._arrange()
        self._describe()
        self.update()

    # ---- what lies where
    @property
    def heaps(self) -> tuple[Points, ...]:
        """The boxes on show."""
        return () if self.pool is None else self.pool.heaps

    def count(self, heap: Points) -> int:
        """Points face up in a box, with those laid out and not shared out yet."""
        return heap.ready + self.pushes.shift(heap.key)

    def spot(self, key: str) -> QRect:
        """Where a box is; empty when there is none."""
        return next((s for h, s in zip(self.heaps, self._spots, strict=True) if h.key == key), QRect())

    def box_at(self, point: QPoint) -> str:
        """The box under a point; empty: none."""
        for heap, spot in zip(self.heaps, self._spots, strict=True):
            if spot.contains(point):
                return heap.key
        return ""

    def token_spots(self, key: str) -> list[QRect]:
        """Where the points of a box lie, those face up first."""
        heap = next((h for h in self.heaps if h.key == key), None)
        if heap is None:
            return []
        spot = self.spot(key)
        many = self.count(heap) + heap.spent
        inner = spot.adjusted(8, self._head(), -8, -6)
        across = max(1, inner.width() // STEP)
        if many > MOST:
            return [QRect(inner.left(), inner.top(), POINT, POINT)]
        return [
            QRect(inner.left() + (i % across) * STEP, inner.top() + (i // across) * STEP, POINT, POINT)
            for i in range(many)
        ]

    def _head(self) -> int:
        return QFontMetrics(bold(self.font())).height() + self.fontMetrics().height() + 10

    def _arrange(self) -> None:
        self._spots = []
        if not self.heaps:
            self.setMinimumHeight(0)
            return
        across = max(1, min(len(self.heaps), (self.width() - 4) // (WIDE + 4)))
        wide = min(300, max(120, (self.width() - 4) // across - 4))
        fit = max(1, (wide - 16) // STEP)
        y, rows = 4, [self.heaps[i : i + across] for i in range(0, len(self.heaps), across)]
        for row in rows:
            deep = max(1, *(-(-min(MOST, self.count(h) + h.spent) // fit) for h in row), 1)
            high = self._head() + deep * STEP + 8
            for column in range(len(row)):
                self._spots.append(QRect(4 + column * (wide + 4), y, wide, high))
            y += high + 4
        self.setMinimumHeight(y)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(300, max(90, self.minimumHeight()))

    # ---- drawing
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        open_ = self.pushes.to(self.held) if self.held else ()
        for i, (heap, spot) in enumerate(zip(self.heaps, self._spots, strict=True)):
            self._paint_box(painter, heap, spot, i, heap.key in open_)
        painter.end()

    def _paint_box(self, painter: QPainter, heap: Points, spot: QRect, i: int, open_: bool) -> None:
        chrome = self.desk.palette.chrome
        ground = chrome.base
        if heap.side:
            ground = mix(ground, self.desk.palette.side(heap.side).ground, 0.16)
        if open_:
            ground = mix(ground, chrome.highlight, 0.22)
        aimed = bool(self._ring) and self._ring[self._next % len(self._ring)] == heap.key
        strong = aimed or (self.hasFocus() and not self._ring and i == self.at)
        painter.setBrush(colour(ground))
        pen = QPen(colour(chrome.highlight if strong or open_ else chrome.border), 2.2 if strong else 1)
        if open_ and not strong:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(spot.adjusted(1, 1, -1, -1), 4, 4)
        inner = spot.adjusted(8, 5, -8, -4)
        painter.setFont(bold(self.font()))
        metrics = QFontMetrics(painter.font())
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        title = metrics.elidedText(tell(heap.title), Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, flags, title)
        painter.setFont(self.font())
        painter.setPen(colour(chrome.muted))
        painter.drawText(inner.translated(0, metrics.height() + 1), flags, self.tally(heap))
        self._paint_points(painter, heap)

    def tally(self, heap: Points) -> str:
        """How many points are ready and spent, in words."""
        parts = [tr("{count} ready", count=self.count(heap))]
        if heap.spent:
            parts.append(tr("{spent} spent", spent=heap.spent))
        shift = self.pushes.shift(heap.key)
        if shift:
            parts.append(tr("{shift} assigned", shift=f"{shift:+d}"))
        return " · ".join(parts)

    def _paint_points(self, painter: QPainter, heap: Points) -> None:
        palette = self.desk.palette
        look = palette.side(heap.side) if heap.side else None
        ground = look.ground if look else palette.chrome.highlight
        ink = look.ink if look else palette.chrome.highlighted_text
        ready, spots = self.count(heap), self.token_spots(heap.key)
        new = max(0, self.pushes.shift(heap.key))
        for n, spot in enumerate(spots):
            down = n >= ready
            if self.held == heap.key and not self._by_key and not down and n == ready - 1:
                painter.setOpacity(0.35)
            paint_point(painter, spot, heap.sign, ground, ink, down=down, back=palette.chrome.muted)
            painter.setOpacity(1.0)
            if not down and n >= ready - new:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(colour(palette.chrome.highlight), 2))
                painter.drawRoundedRect(spot.adjusted(-1, -1, 1, 1), 5, 5)
        if ready + heap.spent > MOST and spots:
            painter.setPen(self.palette().color(QPalette.ColorRole.Text))
            painter.drawText(spots[0].translated(POINT + 6, 16).topLeft(), f"× {ready}")
        if not spots:
            painter.setPen(colour(palette.chrome.muted))
            rest = self.spot(heap.key).adjusted(8, self._head(), -8, -4)
            painter.drawText(rest, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, tr("empty"))

    # ---- taking and putting
    def pick(self, box: str, *, by_key: bool = False, whole: bool = False) -> bool:
        """Take a point out of a box; False, with a word why, when none may go anywhere."""
        heap = next((h for h in self.heaps if h.key == box), None)
        if heap is None:
            return False
        to = self.pushes.to(box) if self.count(heap) > 0 else ()
        if not to:
            rule = f" [{heap.rule}]" if heap.rule else ""
            empty = tr("{title}: no point is ready.{rule}", title=heap.title, rule=rule)
            none = tr("{title}: these points cannot be used now.{rule}", title=heap.title, rule=rule)
            self.desk.told.emit(empty if self.count(heap) <= 0 else none)
            return False
        self.held, self._by_key, self.whole = box, by_key, whole
        self._ring, self._next = (to, 0) if by_key else ((), 0)
        self.desk.points_held.emit(tuple(at for at in to if not self.spot_known(at)))
        self._aim()
        self.update()
        return True

    def spot_known(self, key: str) -> bool:
        """Whether a place is one of the boxes here; else it is on the map."""
        return any(h.key == key for h in self.heaps)

    def put(self, to: str) -> bool:
        """Let the point go over a box or a hex. True: something came of it."""
        box, whole = self.held, self.whole
        verbs = self.pushes.verbs(box)
        may = to in self.pushes.to(box)
        self.let_go()
        if not box or to == box or not to:
            return False
        if not may:
            if self.spot_known(to):
                self.desk.told.emit(tr("Points from this box cannot go there."))
            else:
                for verb in verbs:  # asked for all the same: the refusal names the rules
                    self.desk.action_asked.emit(Action(verb, (), to))
            return False
        action = self.pushes.push(box, to)
        while whole and action is None and to in self.pushes.to(box):
            before = dict(self.pushes.laid)
            action = self.pushes.push(box, to)
            if self.pushes.laid == before:
                break
        if action is not None:
            self.desk.action_asked.emit(action)
        else:
            self._arrange()
            self._describe()
            self.update()
            self.laid.emit()
        return True

    def let_go(self) -> None:
        """Put the point back."""
        if self._ghost is not None:
            self._ghost.hide()
            self._ghost.deleteLater()
            self._ghost = None
        self._press = None
        if self.held:
            self.held = ""
            self._ring = ()
            self.whole = False
            self.unsetCursor()
            self.desk.points_held.emit(())
            self.update()
            self.laid.emit()

    def _aim(self) -> None:
        """Show where the key that puts down would put the point."""
        if self._ring:
            to = self._ring[self._next % len(self._ring)]
            if not self.spot_known(to):
                self.desk.hexes_lit.emit((to,))
        self._describe()
        self.update()
        self.laid.emit()

    @property
    def aim(self) -> str:
        """Where the key that puts down would put the point, in words; empty: none is held by key."""
        if not self._ring:
            return ""
        to = self._ring[self._next % len(self._ring)]
        return next((tell(h.title) for h in self.heaps if h.key == to), tr("hex {to}", to=to))

    def _describe(self) -> None:
        words = [f"{tell(h.title)}: {self.tally(h)}" for h in self.heaps[self.at : self.at + 1]]
        if self._ring:
            words.append(tr("to {aim}", aim=self.aim))
        self.setAccessibleDescription("; ".join(words))

    # ---- mouse
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        spot = event.position().toPoint()
        box = self.box_at(spot)
        if self._by_key and self.held:
            self.put(box)
        elif box:
            self.at = next(i for i, h in enumerate(self.heaps) if h.key == box)
            self._press = spot
            self._describe()
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        spot = event.position().toPoint()
        begun = self._press is not None or self.held
        if begun and not self._by_key and not event.buttons() & Qt.MouseButton.LeftButton:
            self.let_go()  # a menu that opened meanwhile took the release
        if self._press is not None and not self.held:
            if (spot - self._press).manhattanLength() < QApplication.startDragDistance():
                return
            whole = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            box = self.box_at(self._press)
            if not self.pick(box, whole=whole):
                self._press = None
                return
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._ghost = self._make_ghost(box)
        if self._ghost is not None:
            self._ghost.move(self.mapTo(self.window(), spot) - QPoint(POINT // 2, POINT // 2))

    def _make_ghost(self, box: str) -> QLabel:
        heap = next(h for h in self.heaps if h.key == box)
        palette = self.desk.palette
        look = palette.side(heap.side) if heap.side else None
        picture = QPixmap(POINT + 2, POINT + 2)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = look.ground if look else palette.chrome.highlight
        ink = look.ink if look else palette.chrome.highlighted_text
        paint_point(painter, QRect(1, 1, POINT, POINT), heap.sign, ground, ink)
        painter.end()
        ghost = named(PlainLabel(parent=self.window()), "boxes.ghost")
        ghost.setPixmap(picture)
        ghost.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        ghost.adjustSize()
        ghost.show()
        ghost.raise_()
        return ghost

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._press = None
        if not self.held or self._by_key:
            return
        spot = event.position().toPoint()
        box = self.box_at(spot)
        if box:
            self.put(box)
        elif self.rect().contains(spot):
            self.let_go()
        else:
            self.desk.point_dropped.emit(self, event.globalPosition().toPoint())
            self.let_go()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        box = self.box_at(event.position().toPoint())
        to = self.pushes.to(box) if box else ()
        if len(to) == 1 and self.pick(box):
            self.put(to[0])

    # ---- keys
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape and self.held:
            self.let_go()
        elif key in ENTER and self.held and self._ring:
            self.put(self._ring[self._next % len(self._ring)])
        elif key in ENTER and self.heaps:
            whole = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.pick(self.heaps[self.at].key, by_key=True, whole=whole)
        elif key in _ARROWS and self._ring:
            self._next += _ARROWS[Qt.Key(key)]
            self._aim()
        elif key in _ARROWS and self.heaps:
            self.at = (self.at + _ARROWS[Qt.Key(key)]) % len(self.heaps)
            self._describe()
            self.update()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._by_key:
            self.let_go()
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            heap = next((h for h in self.heaps if h.key == self.box_at(event.pos())), None)
            if heap is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), as_it_is(self.tip(heap)), self)
            return True
        return super().event(event)

    def tip(self, heap: Points) -> str:
        """What resting on a box tells."""
        lines = [tell(heap.title), self.tally(heap), tell(heap.say)]
        if heap.rule:
            lines.append(f"[{heap.rule}]")
        return "\n".join(x for x in lines if x)


# A pool as a panel: its boxes, and below them what the points laid out come to, with the button that shares
# them out.


class PoolArea(QWidget):
    """Boxes with a scroll bar and a bar of words and buttons."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.view = BoxesView(desk)
        self.view.setObjectName("boxes")
        self.view.laid.connect(self._bar)
        area = scrolled(self.view)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list = self.view
        self.outcome = named(wrapped_label(), "boxes.outcome")
        self.outcome.setFont(bold(self.outcome.font()))
        self.word = named(NoteLabel(), "boxes.word", role="muted")
        self.back = push("boxes.back", tr("Put back"), slot=self._on_back)
        self.done = push("boxes.done", "", slot=self._on_done)
        laid(
            flush(QVBoxLayout(self)),
            (area, 1),
            self.outcome,
            self.word,
            laid(QHBoxLayout(), None, self.back, self.done),
        )
        self._bar()

    def show_pool(self, pool: Pool | None) -> None:
        """Show this pool; None: nothing."""
        self.view.show_pool(pool)
        self._bar()

    def _bar(self) -> None:
        view = self.view
        pushes, pool = view.pushes, view.pool
        verb = pushes.sharing
        self.done.setVisible(verb is not None)
        self.back.setVisible(verb is not None)
        self.back.setEnabled(any(pushes.laid.values()))
        outcome = ""
        words = [] if pool is None else [tell(pool.say)]
        if verb is not None:
            self.done.setText(tell(verb.label))
            self.done.setEnabled(pushes.done is not None)
            outcome = "; ".join(tell(s) for s in pushes.says)
            words = [tr("Drag points from box to box (with Shift: all), or press Enter on a box.")]
        elif any(pushes.to(heap.key) for heap in view.heaps):
            words.append(tr("Drag a point to where you want it, or press Enter on its box."))
        if view.aim:
            words = [
                tr(
                    "Press Enter to put it here: {aim}. The arrow keys choose another place, "
                    "Esc puts it back.",
                    aim=view.aim,
                )
            ]
        self.outcome.setText(outcome)
        self.outcome.setVisible(bool(outcome))
        self.word.setText(" ".join(w for w in words if w))
        self.word.setVisible(bool(self.word.text()))

    def _on_back(self) -> None:
        self.view.let_go()
        self.view.pushes.take_back()
        self.view.show_pool(self.view.pool)
        self._bar()

    def _on_done(self) -> None:
        action = self.view.pushes.done
        if action is not None:
            self.desk.action_asked.emit(action)
