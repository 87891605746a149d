"""What the pages of the study dock have in common: what is asked for, a bar while it is worked out, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QListWidget,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from hexbench.study.review import Turn
from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.language import as_it_is, number, tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.page import Page
from hexbench.ui.widgets.parts import laid, named, push, text_label

_BAR_CELLS = 24
"""Blanks of a bar on a page."""


class Lines(QListWidget):
    """What stands on a page line by line. ``dropped(row)``: Delete takes that line out."""

    dropped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete, or on."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.dropped.emit(self.currentRow())
        else:
            super().keyPressEvent(event)


class StudyPage(QWidget):
    """One question of a kind. ``asked()``: work it out; ``stop_asked()``: end with what there is."""

    asked = Signal()
    stop_asked = Signal()
    key = ""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.busy = False
        self.setObjectName(f"study.{self.key}")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(6, 6, 6, 6)
        self.column.setSpacing(5)
        self.run = self.button("run", tr("Work it out"), tr("Work it out from the current position"))
        self.run.clicked.connect(self.asked)
        self.stop = self.button("stop", tr("Stop"), tr("Stop here and keep what has been found so far"))
        self.stop.clicked.connect(self.stop_asked)
        self.bar = named(QProgressBar(), f"study.{self.key}.bar", tr("Progress"))
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(10)
        self.note = text_label(f"study.{self.key}.note")
        self.note.setProperty("role", "muted")
        self.page = named(Page(), f"study.{self.key}.page")
        self.page.hexes_asked.connect(desk.hexes_lit)
        self.page.rule_asked.connect(desk.rule_asked)

    def work_row(self) -> QHBoxLayout:
        """The button that begins, the bar and the button that ends it."""
        return laid(QHBoxLayout(), self.run, (self.bar, 1), self.stop)

    def button(self, name: str, text: str, tip: str) -> QPushButton:
        """A button of this page."""
        return push(f"study.{self.key}.{name}", text, tip)

    def choice(self, name: str, words: str, tip: str) -> QComboBox:
        """A box to choose from."""
        box = named(DropDown(), f"study.{self.key}.{name}", words, tip)
        box.setMinimumContentsLength(6)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        return box

    def be_busy(self, busy: bool) -> None:
        """It is being worked out, or no more."""
        self.busy = busy
        if busy:
            self.bar.setRange(0, 0)
        self.follow()

    def show_progress(self, done: int, total: int) -> None:
        """So far it has come."""
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(min(done, total))

    def say(self, text: str) -> None:
        """What there is to tell beside the findings."""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def follow(self) -> None:
        """What may be pressed now."""
        free = self.desk.seat is not None and self.desk.bridge.past is None
        self.run.setEnabled(free and not self.busy)
        self.bar.setVisible(self.busy)
        self.stop.setVisible(self.busy)

    def clear(self) -> None:
        """Nothing found is shown any more: the position or who looks is another."""
        self.page.clear()
        self.say("")

    def leave(self) -> None:
        """Somebody else sits here, or another game is shown: what was asked goes as well."""


def per_cent(share: float, places: int = 1) -> str:
    """A chance as people read it."""
    return f"{number(100 * share, places)}\u00a0%"


def between(low: float, high: float) -> str:
    """The bounds of a chance."""
    return tr("{low} to {high}", low=per_cent(low), high=per_cent(high))


def chance_row(name: str, share: float, more: str, desk: Desk) -> str:
    """A chance on a page: its name, a bar and the figure; ``more`` (bounds, a fraction) in a line of its own."""
    chrome = desk.palette.chrome
    return (
        f"<tr><td style='padding-right:8px'>{escape(name)}</td>"
        f"<td style='padding-right:8px'>{_bar_html(share, chrome.accent, chrome.border)}</td>"
        f"<td align='right'><b>{escape(per_cent(share))}</b></td></tr>"
        + (
            f"<tr><td></td><td colspan='2' style='color:{chrome.muted}'>{escape(more)}</td></tr>"
            if more
            else ""
        )
    )


def _bar_html(share: float, ink: str, muted: str) -> str:
    """A chance as a row of coloured blanks, for eyes; the figure stands beside it."""
    full = round(_BAR_CELLS * max(0.0, min(1.0, share)))
    parts = ((full, ink), (_BAR_CELLS - full, muted))
    return "".join(
        f'<span style="background-color:{tone}">{"&nbsp;" * count}</span>' for count, tone in parts if count
    )


def head_html(text: str) -> str:
    """A heading on a page."""
    return f"<p style='font-weight:600; margin:8px 0 2px 0'>{escape(text)}</p>"


def notes_html(notes: Iterable[object], muted: str) -> str:
    """Remarks below what was found."""
    return "".join(
        f'<p style="color:{muted}; margin:4px 0 0 0">{escape(tell(str(one) if not hasattr(one, "template") else one))}</p>'  # type: ignore[arg-type]
        for one in notes
    )


# Drawings of the study dock: how the value went turn by turn, and how a chance gets surer game by game.

EDGE = 6
_DOT = 3.5


class _Plot(QWidget):
    """A drawing with a scale at its left: subclasses draw between ``low`` and ``high``."""

    def __init__(self, desk: Desk, name: str) -> None:
        super().__init__()
        self.desk = desk
        self.setObjectName(name)
        self.low, self.high = 0.0, 1.0
        self.setMinimumHeight(90)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        return QSize(260, 150)

    def scale(self, value: float) -> str:
        """A figure of the scale."""
        return number(value, 0 if self.high - self.low >= 5 else 1)

    @property
    def field(self) -> QRectF:
        """Where is drawn: right of the figures, above the names."""
        metrics = self.fontMetrics()
        left = max(metrics.horizontalAdvance(self.scale(v)) for v in (self.low, self.high)) + 2 * EDGE
        return QRectF(left, EDGE, self.width() - left - EDGE, self.height() - metrics.height() - 2 * EDGE)

    def down(self, value: float) -> float:
        """How far down a figure is drawn."""
        field = self.field
        return field.bottom() - field.height() * (value - self.low) / ((self.high - self.low) or 1.0)

    def begin(self) -> QPainter:
        """A painter, with the frame and the scale drawn."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        field, metrics, chrome = self.field, self.fontMetrics(), self.desk.palette.chrome
        ink = self.palette().color(QPalette.ColorRole.WindowText)
        for value in (self.low, self.high, *((0.0,) if self.low < 0 < self.high else ())):
            line = self.down(value)
            painter.setPen(QPen(colour(chrome.border), 1))
            painter.drawLine(QPointF(field.left(), line), QPointF(field.right(), line))
            near_end = (
                self.low < value < self.high
                and min(abs(line - field.top()), abs(line - field.bottom())) < metrics.height()
            )
            if not near_end:
                painter.setPen(ink)
                box = QRectF(0, line - metrics.height() / 2, field.left() - EDGE, metrics.height())
                box.moveTop(max(0.0, box.top()))
                painter.drawText(
                    box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.scale(value)
                )
        return painter


class ValuePlot(_Plot):
    """The value at the end of every turn, and beside each turn a bar of its luck and one of its decisions.

    ``turn_chosen(n)``: a turn was clicked, or chosen with the arrow keys; -1 never.
    """

    turn_chosen = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "study.review.plot")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.turns: tuple[Turn, ...] = ()
        self.begins = 0.0
        self.chosen = -1
        self.first = ""

    def show_turns(self, begins: float, turns: Sequence[Turn], first: str) -> None:
        """Draw these; ``first`` is the side the values count for, in words."""
        self.begins, self.turns, self.first = begins, tuple(turns), first
        values = [begins, *(one.value for one in turns), 0.0]
        values += [one.luck for one in turns] + [one.decisions for one in turns]
        room = (max(values) - min(values)) * 0.08 or 1.0
        self.low, self.high = min(values) - room, max(values) + room
        self.chosen = min(self.chosen, len(self.turns) - 1)
        self.setAccessibleName(tr("Value turn by turn for {side}", side=first))
        self.setAccessibleDescription("; ".join(self.words(n) for n in range(len(self.turns))))
        self.update()

    def words(self, n: int) -> str:
        """A turn in words."""
        one = self.turns[n]
        return tr(
            "{turn}: value {value}, luck {luck}, decisions {decisions}",
            turn=tell(one.turn) or tr("At the start"),
            value=number(one.value, 1),
            luck=number(one.luck, 1, sign=True),
            decisions=number(one.decisions, 1, sign=True),
        )

    def choose(self, n: int) -> None:
        """Mark a turn."""
        if n != self.chosen and -1 <= n < len(self.turns):
            self.chosen = n
            self.update()

    def _x(self, n: float) -> float:
        """Where the end of turn ``n`` is; -1 is the beginning."""
        field = self.field
        return field.left() + field.width() * (n + 1) / max(1, len(self.turns))

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.turns:
            return
        painter, chrome, field = self.begin(), self.desk.palette.chrome, self.field
        wide = field.width() / len(self.turns)
        if self.chosen >= 0:
            painter.fillRect(
                QRectF(self._x(self.chosen - 1), field.top(), wide, field.height()),
                colour(chrome.highlight, 60),
            )
        zero = self.down(0.0)
        for n, one in enumerate(self.turns):
            left = self._x(n - 1)
            for place, (value, tone) in enumerate(((one.luck, chrome.warn), (one.decisions, chrome.accent))):
                bar = QRectF(
                    left + wide * (0.2 + 0.3 * place), zero, wide * 0.26, self.down(value) - zero
                ).normalized()
                painter.setPen(QPen(colour(tone), 1))
                # luck is hatched: colour does not stand alone
                hatched = Qt.BrushStyle.BDiagPattern if place == 0 else Qt.BrushStyle.SolidPattern
                painter.setBrush(QBrush(colour(tone, 255 if place == 0 else 150), hatched))
                painter.drawRect(bar)
        points = [QPointF(self._x(-1), self.down(self.begins))]
        points += [QPointF(self._x(n), self.down(one.value)) for n, one in enumerate(self.turns)]
        ink = self.palette().color(QPalette.ColorRole.WindowText)
        painter.setPen(QPen(ink, 2))
        painter.drawPolyline(QPolygonF(points))
        painter.setBrush(ink)
        for point in points:
            painter.drawEllipse(point, _DOT, _DOT)
        self._names(painter, wide)
        painter.end()

    def _names(self, painter: QPainter, wide: float) -> None:
        metrics, field = self.fontMetrics(), self.field
        longest = max(metrics.horizontalAdvance(tell(one.turn)) for one in self.turns) + 8
        every = max(1, -(-longest // max(1, int(wide))))
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        for n, one in enumerate(self.turns):
            if n % every == 0:
                box = QRectF(self._x(n - 1) + 2, field.bottom() + EDGE / 2, wide * every, metrics.height())
                painter.drawText(
                    box,
                    Qt.AlignmentFlag.AlignLeft,
                    metrics.elidedText(tell(one.turn), Qt.TextElideMode.ElideRight, int(box.width())),
                )

    # ---- hand and keys
    def _turn_at(self, x: float) -> int:
        field = self.field
        if not self.turns or not field.left() <= x <= field.right():
            return -1
        return min(len(self.turns) - 1, int((x - field.left()) / field.width() * len(self.turns)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A turn is clicked."""
        self._pick(self._turn_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """What the turn under the pointer was worth."""
        n = self._turn_at(event.position().x())
        if n >= 0:
            QToolTip.showText(event.globalPosition().toPoint(), as_it_is(self.words(n)), self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrow keys go from turn to turn."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None or not self.turns:
            super().keyPressEvent(event)
            return
        self._pick(max(0, min(len(self.turns) - 1, self.chosen + step)))
        self.desk.screen_reader.say(self.words(self.chosen))

    def _pick(self, n: int) -> None:
        if n >= 0:
            self.choose(n)
            self.turn_chosen.emit(n)


class ChancePlot(_Plot):
    """The chance of one side after each game, in the middle of its bounds: they close while one watches."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "study.chance.plot")
        self.rates: list[tuple[float, float, float]] = []

    def show_rates(self, rates: Sequence[tuple[float, float, float]], words: str) -> None:
        """Draw (chance, low, high) after each game; ``words`` say the last."""
        self.rates = list(rates)
        self.setAccessibleName(words)
        self.update()

    def scale(self, value: float) -> str:
        return f"{round(100 * value)} %"

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.rates:
            return
        painter, chrome, field = self.begin(), self.desk.palette.chrome, self.field
        painter.setPen(QPen(colour(chrome.border), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(field.left(), self.down(0.5)), QPointF(field.right(), self.down(0.5)))
        count = len(self.rates)

        def x(n: int) -> float:
            return field.left() + field.width() * n / max(1, count - 1)

        upper = [QPointF(x(n), self.down(high)) for n, (_, _, high) in enumerate(self.rates)]
        lower = [QPointF(x(n), self.down(low)) for n, (_, low, _) in enumerate(self.rates)]
        if count == 1:
            upper.append(QPointF(field.right(), upper[0].y()))
            lower.append(QPointF(field.right(), lower[0].y()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(chrome.accent, 70))
        painter.drawPolygon(QPolygonF([*upper, *reversed(lower)]))
        painter.setPen(QPen(colour(chrome.accent), 2))
        line = [QPointF(x(n), self.down(chance)) for n, (chance, _, _) in enumerate(self.rates)]
        painter.drawPolyline(QPolygonF(line if count > 1 else [*line, QPointF(field.right(), line[0].y())]))
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        box = QRectF(field.left(), field.bottom() + EDGE / 2, field.width(), self.fontMetrics().height())
        painter.drawText(
            box, Qt.AlignmentFlag.AlignRight, tr("1 game" if count == 1 else "{n} games", n=count)
        )
        painter.end()
