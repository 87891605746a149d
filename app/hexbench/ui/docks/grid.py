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
from hexbench.engine.values import Say
from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.contrast import ink_on
from hexbench.ui.look.language import as_it_is, tell
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.parts import markup_label

ORDER = ("band", "from", "to", "hit")
"""Lights from the weakest to the strongest: where two meet the stronger shows."""


class Cell(QTableWidgetItem):
    """A cell that says what its result means and what lights it, when it is asked: there are hundreds, and few are."""

    def __init__(self, text: str, seat: Seat | None, table: Table, row: int, column: int) -> None:
        super().__init__(text)
        self._of = (seat, table, row, column)

    def data(self, role: int) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_it_is("\n".join((*self._meaning(), *self._lit())))
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return "; ".join((*self._lit(), *self._meaning()))
        return super().data(role)

    def _meaning(self) -> tuple[str, ...]:
        seat, table, row, column = self._of
        words = Say("") if seat is None else of_cell(seat, table, row, column)
        return (tell(first_words(words, table.rows[row][1][column])),) if words.template else ()

    def _lit(self) -> tuple[str, ...]:
        _, table, row, column = self._of
        return tuple(said for one in _lights(table, row, column) if (said := tell(one.say)))


class GridView(QWidget):
    """One :class:`Table` and a line that says what its lights mean."""

    def __init__(self, desk: Desk, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.table: Table | None = None
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
        """Show this table, scrolled to what is lit; None: nothing."""
        self.table = table
        self._at = None
        grid = self.grid
        grid.clear()
        if table is None:
            grid.setRowCount(0)
            grid.setColumnCount(0)
            self.legend.hide()
            return
        grid.setColumnCount(len(table.columns))
        grid.setRowCount(len(table.rows))
        grid.setHorizontalHeaderLabels([tell(name) for name in table.columns])
        grid.setVerticalHeaderLabels([tell(name) for name, _ in table.rows])
        grid.verticalHeader().setDefaultSectionSize(grid.fontMetrics().height() + 5)
        tones = self.tones()
        last: QTableWidgetItem | None = None
        strongest = -1
        for r, (_, cells) in enumerate(table.rows):
            for c, text in enumerate(cells):
                item = Cell(tell(text), self.desk.seat, table, r, c)
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                tone = lit_as(table, r, c)
                if tone:
                    item.setBackground(colour(tones[tone]))
                    item.setForeground(colour(ink_on(tones[tone])))
                    font = item.font()
                    font.setBold(tone != "band")
                    item.setFont(font)
                    if ORDER.index(tone) > max(strongest, 0):
                        last, strongest = item, ORDER.index(tone)
                grid.setItem(r, c, item)
        self._legend(table.lights, tones)
        self._at = last
        self._scroll()

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
    found = [one.tone for one in _lights(table, row, column)]
    if (row, column) in table.lit and not found:
        return "to"
    return max(found, key=ORDER.index, default="")


def _lights(table: Table, row: int, column: int) -> list[Light]:
    """The lights that fall on a cell."""
    return [one for one in table.lights if one.row in (row, -1) and one.column in (column, -1)]


def _mixed(over: str, under: str, share: float) -> str:
    a, b = QColor(over), QColor(under)
    parts = ((a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()))
    return "#" + "".join(f"{round(x * share + y * (1 - share)):02x}" for x, y in parts)
