"""A distribution as bars: one row per outcome, its share as a bar and in per cent."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexbench.engine.display import Bar
from hexbench.engine.forecast import Forecast
from hexbench.engine.results import first_words, of_forecast
from hexbench.engine.seat import Seat
from hexbench.ui.look.language import tell, tr

ROW = 19
"""Height of a row in pixels at the usual size of type."""


_BAR = 40
"""The least room for the bars; longer labels are broken into lines."""
NARROW = 60
"""The least room for labels that are longer."""
GAP = 4
"""Pixels before a label, after it and before its bar."""


class Bars(QWidget):
    """Rows of (label, weight, lit). The lit one is the actual result."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[tuple[str, int, bool], ...] = ()
        self._known: dict[tuple[int, str], tuple[int, int, list[int]]] = {}
        """The places in a width and a font: a layout asks for them again and again."""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_rows(self, rows: Iterable[tuple[str, int, bool]]) -> None:
        """Show these, and say them to a screen reader."""
        self.rows = tuple(rows)
        self._known.clear()
        self.setAccessibleName(", ".join(f"{label} {text}" for label, text, _, _ in self.shares()))
        self.updateGeometry()
        self.update()

    def shares(self) -> list[tuple[str, str, float, bool]]:
        """(label, per cent as it is written, share, lit) of every row."""
        total = sum(weight for _, weight, _ in self.rows) or 1
        return [(label, per_cent(weight / total), weight / total, lit) for label, weight, lit in self.rows]

    def _row(self) -> int:
        return max(ROW, self.fontMetrics().height() + 3)

    def _places(self, width: int) -> tuple[int, int, list[int]]:
        """(width of the labels, width of the per cents, height of each row): a label too long for one line has more."""
        asked = (width, self.font().key())
        known = self._known.get(asked)
        if known is not None:
            return known
        metrics = self.fontMetrics()
        bold = self.font()
        bold.setBold(True)
        of = {False: metrics, True: QFontMetrics(bold)}  # the lit one is bold
        left = max((of[lit].horizontalAdvance(label) for label, _, lit in self.rows), default=0) + 3 * GAP
        right = metrics.horizontalAdvance("100 %") + 8
        left = min(left, max(NARROW, width - right - _BAR))
        wrap = int(Qt.TextFlag.TextWordWrap)
        high = [
            of[lit].boundingRect(0, 0, left - 2 * GAP, 10_000, wrap, label).height() + 3
            for label, _, lit in self.rows
        ]
        found = self._known[asked] = (left, right, [max(self._row(), one) for one in high])
        return found

    def heightForWidth(self, width: int) -> int:
        return sum(self._places(width)[2]) + 2

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self._row() * len(self.rows) + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        shares = self.shares()
        left, right, heights = self._places(self.width())
        most = max((share for *_, share, _ in shares), default=1.0) or 1.0
        room = max(10, self.width() - left - right)
        for n, (label, text, share, lit) in enumerate(shares):
            top, high = sum(heights[:n]), heights[n]
            if lit:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(palette.color(QPalette.ColorRole.Highlight))
                painter.drawRoundedRect(QRectF(0, top, self.width(), high), 3, 3)
            ink = QPalette.ColorRole.HighlightedText if lit else QPalette.ColorRole.WindowText
            painter.setPen(palette.color(ink))
            font = painter.font()
            font.setBold(lit)
            painter.setFont(font)
            painter.drawText(
                QRectF(GAP, top, left - 2 * GAP, high),
                Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap,
                label,
            )
            painter.drawText(
                QRectF(self.width() - right, top, right - 4, high),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
                text,
            )
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.color(ink if lit else QPalette.ColorRole.Highlight))
            thick = self._row() - 8
            painter.drawRect(QRectF(left, top + (high - thick) / 2, max(1.5, room * share / most), thick))
        painter.end()


def per_cent(share: float) -> str:
    """A share in whole per cent, with tiny and near-certain shares distinguished from 0 and 100."""
    if 0 < share < 0.01:
        return "< 1 %"
    if 0.99 < share < 1:
        return "> 99 %"
    return f"{share * 100:.0f} %"


# Forecasts in words.

TOP = 3
"""Results of a forecast that are put in words."""


def forecast_words(forecast: Forecast | None, seat: Seat | None = None) -> str:
    """A forecast in one line: the odds if they are sure, the likeliest results, and with a ``seat`` to ask what the first of
    them means.
    """
    if forecast is None or not forecast.lines:
        return ""
    columns = {line.column for _, line in forecast.lines}
    chances = _likeliest(forecast)
    words = ", ".join(f"{name} {per_cent(share)}" for name, share in chances)
    odds = f"{next(iter(columns))}: {words}" if len(columns) == 1 and "" not in columns else words
    meant = {} if seat is None else dict(of_forecast(seat, forecast))
    first = tell(meant[chances[0][0]]) if chances and chances[0][0] in meant else ""
    return tr("{odds}. Likeliest: {words}", odds=odds, words=first) if first else odds


def forecast_lines(forecast: Forecast | None, seat: Seat) -> str:
    """A forecast with a line for each of its likeliest results: how likely, what it means, its code."""
    if forecast is None or not forecast.lines:
        return ""
    meant = dict(of_forecast(seat, forecast))
    if not meant:
        return forecast_words(forecast)
    columns = {line.column for _, line in forecast.lines}
    lines = [next(iter(columns))] if len(columns) == 1 and "" not in columns else []
    for name, share in _likeliest(forecast):
        words = tell(first_words(meant[name], name)) if name in meant else name
        lines.append(f"{per_cent(share)}: {words}")
    return "\n".join(lines)


def bar_label(bar: Bar) -> str:
    """The label of a bar: an outcome in words, followed by its code."""
    return tell(first_words(bar.words, str(bar.say))) if bar.words.template else tell(bar.say)


def _likeliest(forecast: Forecast) -> list[tuple[str, float]]:
    return sorted(forecast.chances(), key=lambda one: -one[1])[:TOP]
