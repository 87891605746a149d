"""The log: what this side was told, moment by moment. A click shows where it happened, a double click
goes back to that moment.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.panel import DeskPanel
from hexbench.ui.look.language import mark, tell, tr, word
from hexbench.ui.widgets.page import rule_link
from hexbench.ui.widgets.wrapped import WrappedList

if TYPE_CHECKING:
    from hexbench.session.log import LogLine

LINE, HEAD, KIND = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2, Qt.ItemDataRole.UserRole + 3
Index = QModelIndex | QPersistentModelIndex
EVERYTHING, OTHER = mark("Everything"), mark("Other")
HEADINGS = ("TurnBegan", "PhaseBegan")
"""What stands in the log as a heading."""
KINDS = {
    **dict.fromkeys(("UnitMoved", "UnitStopped", "UnitPlaced"), mark("Movement")),
    **dict.fromkeys(("Declared", "Resolved", "DiceRolled"), mark("Combat and dice")),
    **dict.fromkeys(("StepLost", "StepRegained", "UnitRemoved"), mark("Losses and gains")),
    **dict.fromkeys(("UnitChanged", "MarkerChanged", "FactChanged", "Drawn", "Revealed"), mark("Conditions")),
}
"""What happened -> the kind a reader filters by."""


class LogModel(QAbstractListModel):
    """Lines with a heading wherever the turn or the phase changes. New lines at the end are appended, not reset."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[LogLine, ...] = ()
        self.rows: list[tuple[str, LogLine | None]] = []
        """(heading, None) or ("", line)."""
        self.clause: Callable[[str], str] = lambda _rule: ""
        """Rule -> its clause, told while the pointer rests on a line that cites it."""
        self._words: dict[int, str] = {}
        """row -> its sentence: a list asks for it again and again, and telling it is dear."""

    def show_lines(self, lines: tuple[LogLine, ...]) -> None:
        """Show these."""
        old = self.lines
        if len(lines) >= len(old) and lines[: len(old)] == old:
            added = self._rows(lines[len(old) :], self._moment(old))
            if added:
                first = len(self.rows)
                self.beginInsertRows(QModelIndex(), first, first + len(added) - 1)
                self.rows += added
                self.endInsertRows()
        else:
            self.beginResetModel()
            self._words.clear()
            self.rows = self._rows(lines, "")
            self.endResetModel()
        self.lines = lines

    @staticmethod
    def _moment(lines: tuple[LogLine, ...]) -> str:
        return moment(lines[-1]) if lines else ""

    @staticmethod
    def _rows(lines: tuple[LogLine, ...], before: str) -> list[tuple[str, LogLine | None]]:
        out: list[tuple[str, LogLine | None]] = []
        for line in lines:
            now = moment(line)
            if now != before:
                before = now
                # A turn that begins with its first phase needs no heading of its own.
                if line.kind == "TurnBegan":
                    continue
                words = [tell(line.turn), tell(line.text)] if line.kind == "PhaseBegan" else [now]
                out.append((" · ".join(x for x in words if x), None))
            if line.kind not in HEADINGS:
                out.append(("", line))
        return out

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        head, line = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            words = self._words.get(index.row())
            if words is None:
                words = (
                    head if line is None else tell(line.text) + (f"  §\u202f{line.rule}" if line.rule else "")
                )
                self._words[index.row()] = words
            return words
        if role == Qt.ItemDataRole.ToolTipRole:
            words = "" if line is None or not line.rule else self.clause(line.rule)
            return (
                f"<p>{rule_link(line.rule)}  {escape(words)}</p>" if line and words else None
            )  # None: what the list says of itself
        if role == LINE:
            return line
        if role == HEAD:
            return head
        if role == KIND:
            return "" if line is None else KINDS.get(line.kind, OTHER)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and self.rows[index.row()][1] is None:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)


def moment(line: LogLine) -> str:
    """The heading a line stands under: its turn and its phase."""
    return " · ".join(x for x in (tell(line.turn), word(line.phase, first=True)) if x)


class LogFilter(QSortFilterProxyModel):
    """Lines of a kind that hold some words. Headings stay where no words are looked for."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.words = ""
        self.kind = ""

    def narrow(self, words: str, kind: str) -> None:
        """Look for these from now on."""
        self.words, self.kind = words.casefold().strip(), kind
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        model = self.sourceModel()
        index = model.index(row, 0, parent)
        if index.data(LINE) is None:
            return not self.words and not self.kind
        if self.kind and index.data(KIND) != self.kind:
            return False
        return self.words in str(index.data()).casefold()


class LogDelegate(QStyledItemDelegate):
    """Wrapped lines; headings in bold with a line under them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heights: dict[tuple[str, int, bool], int] = {}

    def _font(self, option: QStyleOptionViewItem, head: bool) -> QFont:
        font = QFont(option.font)
        if head:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = option.widget
        width = view.viewport().width() if isinstance(view, QAbstractItemView) else option.rect.width()
        head = index.data(LINE) is None
        text = str(index.data())
        key = (text, width, head)
        height = self._heights.get(key)
        if height is None:
            metrics = QFontMetrics(self._font(option, head))
            flags = Qt.TextFlag.TextWordWrap
            height = metrics.boundingRect(QRect(0, 0, max(40, width - 18), 10_000), flags, text).height()
            height += 12 if head else 5
            if len(self._heights) > 20_000:
                self._heights.clear()
            self._heights[key] = height
        return QSize(40, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        head = index.data(LINE) is None
        painter.save()
        if not head:
            option.widget.style().drawPrimitive(
                QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget
            )
        chosen = bool(option.state & QStyle.StateFlag.State_Selected) and not head
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        painter.setPen(option.palette.color(role))
        painter.setFont(self._font(option, head))
        box = option.rect.adjusted(6 if head else 12, 7 if head else 2, -6, -2)
        painter.drawText(box, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop, str(index.data()))
        if head:
            painter.setPen(option.palette.color(QPalette.ColorRole.Mid))
            painter.drawLine(
                option.rect.left() + 6, option.rect.bottom(), option.rect.right() - 6, option.rect.bottom()
            )
        painter.restore()


class LogPanel(DeskPanel):
    """Filter on top, lines below, the newest in sight."""

    moment_asked = Signal(int)
    """A line was double-clicked: stand where it was told."""
    key: ClassVar[str] = "log"
    title: ClassVar[str] = mark("Log")

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.words = QLineEdit()
        self.words.setObjectName("log.filter")
        self.words.setPlaceholderText(tr("Filter the log"))
        self.words.setClearButtonEnabled(True)
        self.words.setAccessibleName(tr("Filter the log"))
        self.words.textChanged.connect(self._on_narrow)
        self.kinds = QComboBox()
        self.kinds.setObjectName("log.kinds")
        self.kinds.setAccessibleName(tr("Kind of line"))
        self.kinds.addItem(tr(EVERYTHING), "")
        self.kinds.currentIndexChanged.connect(self._on_narrow)
        head = QHBoxLayout()
        head.addWidget(self.words, 1)
        head.addWidget(self.kinds)
        self.box.addLayout(head)
        self.lines = LogModel(self)
        self.lines.clause = desk.clause
        self.found = LogFilter(self)
        self.found.setSourceModel(self.lines)
        self.list = WrappedList()
        self.list.keeps_end = True
        self.list.setObjectName("log.list")
        self.list.setAccessibleName(tr("Log"))
        self.list.setModel(self.found)
        self.list.setItemDelegate(LogDelegate(self.list))
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.clicked.connect(self._on_current)
        self.list.doubleClicked.connect(self._on_double_click)
        self.list.setToolTip(tr("Click: show where it happened. Double click: go back to that moment"))
        self.box.addWidget(self.list, 1)

    @property
    def says(self) -> bool:
        """What happened is always worth a look."""
        return True

    def refresh(self) -> None:
        """Show what the viewer was told up to here."""
        lines = self.desk.bridge.log
        self.lines.show_lines(lines)
        known = [self.kinds.itemData(i) for i in range(self.kinds.count())]
        for kind in dict.fromkeys(KINDS.get(line.kind, OTHER) for line in lines if line.kind not in HEADINGS):
            if kind not in known:
                self.kinds.addItem(tr(kind), kind)
        self.list.scrollToBottom()

    def _on_narrow(self) -> None:
        self.found.narrow(self.words.text(), self.kinds.currentData() or "")
        self.list.scrollToBottom()

    def _on_double_click(self, index: QModelIndex) -> None:
        line: LogLine | None = index.data(LINE)
        if line is not None:
            self.moment_asked.emit(line.node)

    def _on_current(self, index: QModelIndex) -> None:
        line: LogLine | None = index.data(LINE)
        if line is None:
            return
        desk = self.desk
        units = tuple(ref for ref in line.refs if desk.face(ref) is not None)
        hexes = [ref for ref in line.refs if desk.face(ref) is None]
        hexes += [at for uid in units if (at := desk.at(uid)) and not at.startswith("#")]
        lit = tuple(
            dict.fromkeys(
                part for ref in hexes for part in ref.split("/") if part and not part.startswith("#")
            )
        )
        desk.choose(units)
        if lit:
            desk.hexes_lit.emit(lit)
            desk.place_asked.emit(lit[-1])
