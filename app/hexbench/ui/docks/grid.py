"""A printed table with its lights: the row one reads along, the columns before and after shifts, the cell that was hit."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QAbstractTableModel, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QVBoxLayout, QWidget

from hexbench.engine.display import Light, Table
from hexbench.engine.results import first_words, of_cell
from hexbench.engine.seat import Seat
from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.contrast import ink_on
from hexbench.ui.look.language import as_it_is, tell
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.parts import NOWHERE, Index, flush, laid, markup_label

ORDER = ("band", "from", "to", "hit")
"""Lights from the weakest to the strongest: where two meet the stronger shows."""
LIT = [Qt.ItemDataRole.BackgroundRole, Qt.ItemDataRole.ForegroundRole, Qt.ItemDataRole.FontRole]
"""What a light changes of a cell."""


class Cells(QAbstractTableModel):
    """What is printed, and the lights on it. A cell says what its result means when it is asked: there are hundreds, and few are.

    A model of our own, as the order of battle has one (:class:`~hexbench.ui.docks.roster.Rows`): no object for a cell.
    """

    def __init__(self, view: GridView) -> None:
        super().__init__(view)
        self._view = view
        self._columns: tuple[str, ...] = ()
        self._heads: tuple[str, ...] = ()
        self._texts: list[tuple[str, ...]] = []
        self._tones: list[list[str]] = []
        """[row][column] -> the light on it; empty: none."""
        self._colours: dict[str, tuple[QColor, QColor]] = {}
        """Light -> ground and ink."""
        self._bold = QFont()
        self._bold.setBold(True)

    def write(self, table: Table | None, colours: dict[str, str]) -> None:
        """Print this table, all of it unlit; ``colours``: the ground of each light."""
        self.beginResetModel()
        rows = () if table is None else table.rows
        self._columns = () if table is None else tuple(tell(name) for name in table.columns)
        self._heads = tuple(tell(name) for name, _ in rows)
        self._texts = [tuple(tell(text) for text in texts) for _, texts in rows]
        self._tones = [[""] * len(texts) for texts in self._texts]
        self._colours = {tone: (colour(ground), colour(ink_on(ground))) for tone, ground in colours.items()}
        self.endResetModel()

    def light(self, tones: list[list[str]]) -> None:
        """Put every light where it belongs, and the others out. It is told at once for all of them: told of each colour and
        font by itself, the header would measure its columns anew for every one.
        """
        if tones != self._tones:
            self._tones = tones
            self.dataChanged.emit(self.index(0, 0), self.index(len(tones) - 1, len(self._columns) - 1), LIT)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._texts)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, along: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        names = self._columns if along == Qt.Orientation.Horizontal else self._heads
        return names[section] if role == Qt.ItemDataRole.DisplayRole and section < len(names) else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row, column = index.row(), index.column()
        if not index.isValid() or column >= len(self._texts[row]):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._texts[row][column]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_it_is("\n".join((*self._meaning(row, column), *self._lit(row, column))))
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return "; ".join((*self._lit(row, column), *self._meaning(row, column)))
        tone = self._tones[row][column]
        if not tone:
            return None
        if role == Qt.ItemDataRole.BackgroundRole:
            return self._colours[tone][0]
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._colours[tone][1]
        if role == Qt.ItemDataRole.FontRole and tone != "band":
            return self._bold
        return None

    def _meaning(self, row: int, column: int) -> tuple[str, ...]:
        seat, table = self._view.seat, self._view.table
        if seat is None or table is None:
            return ()
        words = of_cell(seat, table, row, column)
        return (tell(first_words(words, table.rows[row][1][column])),) if words.template else ()

    def _lit(self, row: int, column: int) -> tuple[str, ...]:
        table = self._view.table
        lights = () if table is None else _lights(table, row, column)
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
        self._at: tuple[int, int] | None = None
        """Row and column of the strongest light, which is kept in view."""
        self.grid = QTableView()
        self.cells = Cells(self)
        self.grid.setModel(self.cells)
        self.grid.setTabKeyNavigation(False)  # the arrow keys go from cell to cell; Tab must lead out again
        self.grid.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.grid.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.grid.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.grid.verticalHeader().setMinimumSectionSize(10)
        self.grid.setAccessibleName(title)
        self.legend = markup_label("table.legend")
        laid(flush(QVBoxLayout(self), 4), (self.grid, 1), self.legend)

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
        if table is None:
            self._printed = self._at = None
            self.cells.write(None, {})
            self.legend.hide()
            return
        tones = self.tones()
        printed = (table.columns, table.rows, tones, self.grid.fontMetrics().height())
        if printed != self._printed:
            self.cells.write(table, tones)
            self.grid.verticalHeader().setDefaultSectionSize(self.grid.fontMetrics().height() + 5)
            self._printed = printed
        lit = [[lit_as(table, r, c) for c in range(len(texts))] for r, (_, texts) in enumerate(table.rows)]
        self.cells.light(lit)
        found = [
            (r, c) for r, tones_of in enumerate(lit) for c, tone in enumerate(tones_of) if tone in ORDER[1:]
        ]
        self._at = max(found, key=lambda at: ORDER.index(lit[at[0]][at[1]]), default=None)
        self._legend(table.lights, tones)
        self._scroll()

    def _scroll(self) -> None:
        if self._at is not None:
            self.grid.scrollTo(self.cells.index(*self._at), QAbstractItemView.ScrollHint.PositionAtCenter)

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
