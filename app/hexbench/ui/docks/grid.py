"""A printed table with its lights: the row one reads along, the columns before and after shifts, the cell that was hit."""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.display import Light, Table
from hexbench.engine.results import first_words, of_cell
from hexbench.engine.seat import Seat
from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.contrast import ink_on
from hexbench.ui.look.language import as_it_is, tell
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.parts import markup_label

ORDER = ("band", "from", "to", "hit")
"""Lights from the weakest to the strongest: where two meet the stronger shows."""


class Cell(QTableWidgetItem):
    """A cell that says what its result means and what lights it, when it is asked: there are hundreds, and few are."""

    def __init__(self, text: str, view: GridView, row: int, column: int) -> None:
        super().__init__(text)
        self._view, self._row, self._column = view, row, column
        self.tone = ""
        """The light on it."""
        self.setTextAlignment(Qt.AlignmentFlag.AlignCenter)

    def light(self, tone: str, tones: dict[str, str]) -> None:
        """Put a light on it; empty: put it out."""
        if tone == self.tone:
            return
        self.tone = tone
        if not tone:
            for role in (
                Qt.ItemDataRole.BackgroundRole,
                Qt.ItemDataRole.ForegroundRole,
                Qt.ItemDataRole.FontRole,
            ):
                self.setData(role, None)
            return
        self.setBackground(colour(tones[tone]))
        self.setForeground(colour(ink_on(tones[tone])))
        font = self.font()
        font.setBold(tone != "band")
        self.setFont(font)

    def data(self, role: int) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_it_is("\n".join((*self._meaning(), *self._lit())))
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return "; ".join((*self._lit(), *self._meaning()))
        return super().data(role)

    def _meaning(self) -> tuple[str, ...]:
        seat, table, row, column = self._view.seat, self._view.table, self._row, self._column
        if seat is None or table is None:
            return ()
        words = of_cell(seat, table, row, column)
        return (tell(first_words(words, table.rows[row][1][column])),) if words.template else ()

    def _lit(self) -> tuple[str, ...]:
        table = self._view.table
        lights = () if table is None else _lights(table, self._row, self._column)
        return tuple(said for one in lights if (said := tell(one.say)))


class GridView(QWidget):
    """One :class:`Table` and a line that says what its lights mean."""

    def __init__(self, desk: Desk, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.table: Table | None = None
        self.seat: Seat | None = None
        """Whoever says what the results mean."""
        self._printed: object = None
        """What is printed in the grid, and the colours of its lights."""
        self._cells: list[Cell] = []
        self._at: QTableWidgetItem | None = None
        """The strongest light, which is kept in view."""
        self.grid = QTableWidget()
        self.grid.setTabKeyNavigation(False)  # the arrow keys go from cell to cell; Tab must lead out again
        self.grid.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.grid.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.grid.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.grid.verticalHeader().setMinimumSectionSize(10)
        self.grid.setAccessibleName(title)
        self.legend = markup_label("table.legend")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.grid, 1)
        column.addWidget(self.legend)

    def tones(self) -> dict[str, str]:
        """The ground of each light in the colours of now."""
        chrome = self.desk.palette.chrome
        return {
            "band": _mixed(chrome.highlight, chrome.base, 0.18),
            "from": _mixed(chrome.warn, chrome.base, 0.45),
            "to": chrome.highlight,
            "hit": chrome.bad,
        }

    def show_table(self, table: Table | None) -> None:
        """Show this table, scrolled to what is lit; None: nothing. Where the same is printed only lights change."""
        self.table, self.seat = table, self.desk.seat
        self._at = None
        if table is None:
            self._printed, self._cells = None, []
            self.grid.clear()
            self.grid.setRowCount(0)
            self.grid.setColumnCount(0)
            self.legend.hide()
            return
        tones = self.tones()
        printed = (table.columns, table.rows, tones, self.grid.fontMetrics().height())
        if printed != self._printed:
            self._print(table)
            self._printed = printed
        strongest = 0
        cells = iter(self._cells)
        changed: list[tuple[Cell, str]] = []
        for r, (_, texts) in enumerate(table.rows):
            for c in range(len(texts)):
                item = next(cells)
                tone = lit_as(table, r, c)
                if tone != item.tone:
                    changed.append((item, tone))
                if tone and ORDER.index(tone) > strongest:
                    self._at, strongest = item, ORDER.index(tone)
        if changed:
            self._light(changed, tones)
        self._legend(table.lights, tones)
        self._scroll()

    def _light(self, changed: list[tuple[Cell, str]], tones: dict[str, str]) -> None:
        """Put lights on and out. The columns are measured once for all of them, and not for each cell that becomes bold."""
        header = self.grid.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for item, tone in changed:
            item.light(tone, tones)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)

    def _print(self, table: Table) -> None:
        grid = self.grid
        grid.clear()
        grid.setColumnCount(len(table.columns))
        grid.setRowCount(len(table.rows))
        grid.setHorizontalHeaderLabels([tell(name) for name in table.columns])
        grid.setVerticalHeaderLabels([tell(name) for name, _ in table.rows])
        grid.verticalHeader().setDefaultSectionSize(grid.fontMetrics().height() + 5)
        self._cells = []
        for r, (_, texts) in enumerate(table.rows):
            for c, text in enumerate(texts):
                item = Cell(tell(text), self, r, c)
                grid.setItem(r, c, item)
                self._cells.append(item)

    def _scroll(self) -> None:
        if self._at is not None:
            self.grid.scrollToItem(self._at, QAbstractItemView.ScrollHint.PositionAtCenter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is lit stays in the middle when the dock takes another size."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._scroll)

    def _legend(self, lights: tuple[Light, ...], tones: dict[str, str]) -> None:
        parts = [
            f'<span style="background:{tones[one.tone]}; color:{ink_on(tones[one.tone])}">&nbsp;{escape(tell(one.say))}'
            "&nbsp;</span>"
            for one in lights
            if tell(one.say)
        ]
        self.legend.setText(" &nbsp;".join(parts))
        self.legend.setVisible(bool(parts))


def lit_as(table: Table, row: int, column: int) -> str:
    """The strongest light on a cell; empty when it is not lit."""
    found = max((one.tone for one in _lights(table, row, column)), key=ORDER.index, default="")
    return found or ("to" if (row, column) in table.lit else "")


def _lights(table: Table, row: int, column: int) -> list[Light]:
    """The lights that fall on a cell."""
    return [one for one in table.lights if one.row in (row, -1) and one.column in (column, -1)]


def _mixed(over: str, under: str, share: float) -> str:
    a, b = QColor(over), QColor(under)
    parts = ((a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()))
    return "#" + "".join(f"{round(x * share + y * (1 - share)):02x}" for x, y in parts)
