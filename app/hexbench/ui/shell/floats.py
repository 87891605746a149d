"""What floats over the map: the answer to "why not?", a list to choose from, dice results, and a line of news
that disappears by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.language import tr
from hexbench.ui.look.palette import Palette
from hexbench.ui.shell.hand import Way, Why
from hexbench.ui.widgets.background import once
from hexbench.ui.widgets.page import Page, reasons_html
from hexbench.ui.widgets.parts import PlainLabel, laid, named, wrapped_label

WIDE = 420
"""Width of a bubble and of a list to choose from."""
_NEWS_MS = 6000
"""How long a line of news stays."""


class Float(QFrame):
    """A framed panel over the map, in the colours of the desktop."""

    def __init__(self, over: QWidget, desk: Desk) -> None:
        super().__init__(over)
        self.over = over
        self.desk = desk
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAutoFillBackground(True)
        self._dress()
        desk.dressed.connect(self._dress)
        self.hide()

    def _dress(self) -> None:
        c = self.desk.palette.chrome
        self.setObjectName(type(self).__name__.lower())
        self.setStyleSheet(
            f"#{self.objectName()} {{ background: {c.base}; border: 2px solid {self.rim(self.desk.palette)};"
            f" border-radius: 6px; }}"
        )

    def rim(self, palette: Palette) -> str:
        """The colour of the frame."""
        return palette.chrome.border

    def put_near(self, spot: QPoint, clear: Sequence[QRect] = (), gap: int = 46) -> None:
        """Lie near a point of the map without covering it or leaving the window; where it can, ``clear`` of some places."""
        room = self.over.rect().adjusted(8, 8, -8, -8)
        self.adjustSize()
        size = self.size()
        middle = QPoint(spot.x() - size.width() // 2, spot.y() - size.height() // 2)
        beside = [spot.x() + gap, spot.x() - gap - size.width()]
        above = [spot.y() - gap - size.height(), spot.y() + gap]
        corners = [room.topLeft(), QPoint(room.right() - size.width(), room.top())]
        corners += [QPoint(c.x(), room.bottom() - size.height()) for c in corners]
        places = [QPoint(x, middle.y()) for x in beside] + [QPoint(middle.x(), y) for y in above]
        for one in clear:
            places += [QPoint(one.right() + 6, middle.y()), QPoint(one.left() - 6 - size.width(), middle.y())]
            places += [
                QPoint(middle.x(), one.top() - 6 - size.height()),
                QPoint(middle.x(), one.bottom() + 6),
            ]
        places += corners
        around = QRect(spot.x() - gap // 2, spot.y() - gap // 2, gap, gap)

        def fitted(at: QPoint) -> QRect:
            left = max(room.left(), min(at.x(), room.right() - size.width()))
            top = max(room.top(), min(at.y(), room.bottom() - size.height()))
            return QRect(QPoint(left, top), size)

        def badness(box: QRect) -> tuple[int, int]:
            hidden = sum(box.intersects(one) for one in (around, *clear))
            return hidden, (box.center() - spot).manhattanLength()

        best = min((fitted(at) for at in places), key=badness)
        self.move(best.topLeft())


class WhyNot(Float):
    """All reasons with their rules, and what may be done instead. ``closed()``: clear the lit hexes.
    ``taken()``: do it.
    """

    closed = Signal()
    taken = Signal()

    def __init__(self, over: QWidget, desk: Desk) -> None:
        super().__init__(over, desk)
        self.page = named(Page(), "whynot.page", tr("Why not"))
        self.page.rule_asked.connect(desk.rule_asked)
        self.page.hexes_asked.connect(desk.hexes_lit)
        self.page.more_asked.connect(lambda: self._show(folded=False))
        self.page.clause = desk.clause
        self._why: tuple[Why, QPoint, tuple[QRect, ...], str] = ((), QPoint(), (), "")
        close = named(QToolButton(), title=tr("Close"), tip=tr("Close (Esc)"))
        close.setText("×")
        close.clicked.connect(self.dismiss)
        self.instead = named(QPushButton(), "whynot.instead", tip=tr("Enter"))
        self.instead.setDefault(True)
        self.instead.clicked.connect(self.taken)
        row = laid(QHBoxLayout(), (self.page, 1), (close, 0, Qt.AlignmentFlag.AlignTop))
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 4, 8)
        laid(column, (row, 1), self.instead)

    def rim(self, palette: Palette) -> str:
        return palette.chrome.bad

    def show_why(self, why: Why, spot: QPoint, clear: Sequence[QRect] = (), instead: str = "") -> None:
        """Show these reasons near a point of the map, clear of the hexes they mention; ``instead``: what may
        be done.
        """
        self._why = (why, spot, tuple(clear), instead)
        self._show(folded=len(why) > 1)

    def _show(self, *, folded: bool) -> None:
        """Show the reasons; ``folded``: the other meanings of the gesture are one line that unfolds."""
        why, spot, clear, instead = self._why
        chrome = self.desk.palette.chrome
        parts = [
            f'<p style="font-weight:600; margin:0 0 3px 0">{escape(tried)}</p>'
            + reasons_html(reasons, chrome.muted)
            for tried, reasons in (why[:1] if folded else why)
        ]
        if folded:
            others = tr("Also not possible: {others}", others="; ".join(tried for tried, _ in why[1:]))
            parts.append(
                f'<p style="margin:5px 0 0 0"><a href="more:" style="text-decoration:none">{escape(others)} …</a></p>'
            )
        self.page.show_html("".join(parts))
        document = self.page.document()
        document.setTextWidth(WIDE - 60)
        most = max(120, self.over.height() - 60)
        metrics = self.instead.fontMetrics()
        words = metrics.elidedText(f"{instead}  ↲", Qt.TextElideMode.ElideMiddle, WIDE - 50)
        self.instead.setText(words if instead else "")
        self.instead.setAccessibleName(instead)
        self.instead.setVisible(bool(instead))
        more = self.instead.sizeHint().height() + 8 if instead else 0
        self.setFixedSize(QSize(WIDE, min(most, round(document.size().height()) + 22 + more)))
        self.put_near(spot, clear)
        self.show()
        self.raise_()

    def dismiss(self) -> None:
        """Hide, even while the map is hidden: else it would reappear with the map, perhaps for the other
        player.
        """
        if not self.isHidden():
            self.hide()
            self.closed.emit()


class Chooser(Float):
    """A list of ways to complete an action. ``chosen(Way)``; ``pointed(Way)`` while hovering;
    ``cancelled()``.
    """

    chosen = Signal(object)
    pointed = Signal(object)
    cancelled = Signal()

    def __init__(self, over: QWidget, desk: Desk) -> None:
        super().__init__(over, desk)
        self.ways: tuple[Way, ...] = ()
        self.heading = PlainLabel()
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self.hint = named(wrapped_label(), role="muted")
        self.list = named(QListWidget(), "chooser.list", tr("Choose one"))
        self.list.currentRowChanged.connect(self._on_row)
        self.list.itemActivated.connect(self._on_take)
        self.take = named(
            QPushButton(tr("Choose")),
            "chooser.take",
            tip=tr("Do it this way (Enter); Esc leaves everything as it is"),
        )
        self.take.setDefault(True)
        self.take.clicked.connect(self._on_take)
        stop = named(QPushButton(tr("Cancel")), "chooser.cancel", tip=tr("Esc"))
        stop.clicked.connect(self.cancel)
        buttons = laid(QHBoxLayout(), None, stop, self.take)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        laid(column, self.heading, self.hint, (self.list, 1), buttons)

    def rim(self, palette: Palette) -> str:
        return palette.chrome.highlight

    def ask(self, title: str, help_: str, ways: tuple[Way, ...], texts: list[str], *, on_map: bool) -> None:
        """Offer these; ``on_map``: they are places, which may be clicked on the map as well."""
        self.ways = ways
        self.heading.setText(title)
        hint = " ".join(
            x for x in (help_, tr("Choose from the list, or click a lit hex.") if on_map else "") if x
        )
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))
        self.list.clear()
        for text in texts:
            self.list.addItem(QListWidgetItem(text))
        rows = min(9, max(2, len(texts)))
        high = rows * (self.list.sizeHintForRow(0) + 2) + 8
        self.setFixedWidth(WIDE)
        self.list.setFixedHeight(high)
        self.adjustSize()
        self.move(self.over.width() - self.width() - 14, 14)
        self.show()
        self.raise_()
        self.list.setCurrentRow(0)
        self.list.setFocus()

    def avoid(self, spot: QPoint) -> None:
        """Go to the other side of the map when a point is hidden beneath."""
        if self.geometry().adjusted(-40, -40, 40, 40).contains(spot):
            right = self.over.width() - self.width() - 14
            self.move(14 if self.x() > right // 2 else right, 14)

    def take_place(self, at: str) -> bool:
        """A hex was clicked: choose what lies there; False when nothing offered does."""
        for row, way in enumerate(self.ways):
            if at and at in (way.target.object or "").split("/"):
                self.list.setCurrentRow(row)
                self._on_take()
                return True
        return False

    def cancel(self) -> None:
        """Choose nothing; also while the map itself is not seen."""
        if not self.isHidden():
            self._end()
            self.cancelled.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_take()
        else:
            super().keyPressEvent(event)

    def _end(self) -> None:
        self.hide()
        self.ways = ()
        self.list.clear()

    def _on_row(self, row: int) -> None:
        if 0 <= row < len(self.ways):
            self.pointed.emit(self.ways[row])

    def _on_take(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self.ways):
            way = self.ways[row]
            self._end()
            self.chosen.emit(way)


class News(Float):
    """One sentence over the map that disappears by itself."""

    def __init__(self, over: QWidget, desk: Desk) -> None:
        super().__init__(over, desk)
        self.text = named(wrapped_label(), "news.text")
        self.text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.clear: tuple[QPoint, ...] = ()
        """Places of the map that are kept free where that can be: what the news is about."""
        self.dice = DiceRow()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 8)
        laid(column, (self.dice, 0, Qt.AlignmentFlag.AlignHCenter), self.text)
        self.timer = once(self, self.hide, _NEWS_MS)

    def rim(self, palette: Palette) -> str:
        return palette.chrome.highlight

    def tell(
        self, sentence: str, *, more: bool = False, dice: Sequence[int] = (), tumble: int = 0, stay: int = 0
    ) -> None:
        """Say it; ``more``: beneath what is being said. ``dice`` are drawn above, tumbling for so many milliseconds, and
        it is there for ``stay`` milliseconds longer than its lines need.
        """
        over = self.over
        more = more and self.isVisible() and bool(self.text.text())
        if not more:
            self.dice.show_faces(dice, tumble)
        else:
            sentence = f"{self.text.text()}\n{sentence}"
        self.text.setMinimumSize(0, 0)  # what it was fixed at for longer words would be the answer
        self.text.setText(sentence)
        wide = min(560, over.width() - 40)
        lines = sentence.split("\n")
        need = max(self.text.fontMetrics().horizontalAdvance(line) for line in lines) + 40
        width = min(wide, max(need, self.dice.sizeHint().width()))
        self.text.setFixedSize(
            width, self.text.heightForWidth(width)
        )  # left to itself it asks for a line too few
        self.adjustSize()
        left = (over.width() - self.width()) // 2
        top = QRect(left, 12, self.width(), self.height())
        below = over.height() - self.height() - 12
        self.move(left, below if any(top.contains(spot) for spot in self.clear) else 12)
        self.show()
        self.raise_()
        self.timer.start(_NEWS_MS + stay + 1500 * (len(lines) - 1))


SIDE: Final = 34
GAP: Final = 7
MOST: Final = 14
"""Dice in one row; those of bigger pools are told in words alone."""
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a face are, in thirds of its half side."""
TURNS: Final = 7
"""Faces a die shows while it tumbles."""


class DiceRow(QWidget):
    """A row of dice. ``faces`` is the final result from the start, whatever is drawn during the animation."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("dice")
        self.faces: tuple[int, ...] = ()
        self._share = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._tumble = QVariantAnimation(self)
        self._tumble.setStartValue(0.0)
        self._tumble.setEndValue(1.0)
        self._tumble.valueChanged.connect(self._on_tumble)
        self.hide()

    def show_faces(self, faces: Sequence[int], tumble: int = 0) -> None:
        """Show these; they tumble for so many milliseconds before. None, or more than fit: nothing is shown."""
        self._tumble.stop()
        self.faces = tuple(faces) if len(faces) <= MOST else ()
        self._share = 1.0
        self.setAccessibleName(", ".join(map(str, self.faces)))
        self.setFixedSize(self.sizeHint())
        self.setVisible(bool(self.faces))
        if self.faces and tumble > 0:
            self._tumble.setDuration(tumble)
            self._tumble.start()
        self.update()

    def sizeHint(self) -> QSize:
        n = len(self.faces)
        return QSize(n * SIDE + max(0, n - 1) * GAP + 4, SIDE + 4)

    def _on_tumble(self, share: float) -> None:
        self._share = share
        self.update()

    def shown(self, n: int) -> int:
        """What a die shows at this moment: other faces while it tumbles, its own in the end."""
        face = self.faces[n]
        left = round((1.0 - self._share) * TURNS)
        return face if not left else (face + n + left * 5) % max(6, *self.faces) + 1

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pips = all(1 <= face <= 6 for face in self.faces)
        paper = self.palette().color(QPalette.ColorRole.Base)
        ink = self.palette().color(QPalette.ColorRole.Text)
        for n in range(len(self.faces)):
            box = QRectF(2 + n * (SIDE + GAP), 2, SIDE, SIDE)
            painter.setPen(QPen(ink, 1.6))
            painter.setBrush(paper)
            painter.drawRoundedRect(box, 7, 7)
            if pips:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(ink)
                for x, y in _PIPS[self.shown(n)]:
                    painter.drawEllipse(box.center() + QPointF(x, y) * SIDE * 0.27, SIDE * 0.1, SIDE * 0.1)
            else:
                painter.setPen(ink)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(self.shown(n)))
        painter.end()
