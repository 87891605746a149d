"""The log: what this side was told, moment by moment. A click shows where it happened, a double click
goes back to that moment.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QCursor,
    QFont,
    QFontInfo,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPalette,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from hexbench.ui.docks.desk import DeskPanel
from hexbench.ui.look.language import mark, tell, tr, word
from hexbench.ui.widgets.choices import DropDown, WrappedList
from hexbench.ui.widgets.page import rule_link
from hexbench.ui.widgets.parts import NOWHERE, Index, laid, named, search_line

if TYPE_CHECKING:
    from hexbench.session.log import LogLine

LINE, HEAD, KIND, MARK = (Qt.ItemDataRole.UserRole + n for n in range(1, 5))
SMALL = 0.85
"""The size of a rule's number behind a line, as a part of that of the line."""
EVERYTHING, OTHER = mark("Everything"), mark("Other")
_HEADINGS = ("TurnBegan", "PhaseBegan")
"""What stands in the log as a heading."""
_PASSED = "Passed"
"""A phase that passed by itself."""
KINDS = {
    **dict.fromkeys(("UnitMoved", "UnitStopped", "UnitPlaced"), mark("Movement")),
    **dict.fromkeys(("Declared", "Resolved", "DiceRolled"), mark("Combat and dice")),
    **dict.fromkeys(("StepLost", "StepRegained", "UnitRemoved"), mark("Losses and gains")),
    **dict.fromkeys(("UnitChanged", "MarkerChanged", "FactChanged", "Drawn", "Revealed"), mark("Conditions")),
}
"""What happened -> the kind a reader filters by."""


class _LogModel(QAbstractListModel):
    """Lines with a heading wherever the turn or the phase changes. New lines at the end are appended, not reset."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[LogLine, ...] = ()
        self.rows: list[tuple[str, LogLine | None]] = []
        """(heading, None) or ("", line); both of a phase that passed by itself."""
        self.clause: Callable[[str], str] = lambda _rule: ""
        """Rule -> its clause, told while the pointer rests on a line that cites it."""
        self._words: dict[int, str] = {}
        """row -> its sentence: a list asks for it again and again, and telling it is dear."""

    def show_lines(self, lines: tuple[LogLine, ...]) -> tuple[LogLine, ...]:
        """Show these; the lines that were not shown before."""
        old = self.lines
        new = lines
        if len(lines) >= len(old) and lines[: len(old)] == old:
            new = lines[len(old) :]
            added = self._rows(new, self._moment(old))
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
        return new

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
            if line.kind == _PASSED and out and out[-1][1] is None:
                out[-1] = (out[-1][0], line)  # a phase in which nothing happened is one line, and no heading
            elif line.kind not in _HEADINGS:
                out.append(("", line))
        return out

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        head, line = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            words = self._words.get(index.row())
            if words is None:
                words = head if line is None else tell(line.text)
                if line is not None and head:
                    words = tr(
                        "{phase}. There was nothing to do, so it was skipped automatically.", phase=head
                    )
                if line is not None and line.rule:
                    words += f" {_clause_mark(line.rule)}"
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
        if role == MARK:
            return _clause_mark(line.rule) if line is not None and line.rule else ""
        if role == KIND:
            return "" if line is None else KINDS.get(line.kind, OTHER)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and self.rows[index.row()][1] is None:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)


def _clause_mark(rule: str) -> str:
    """A rule's number as it stands behind a line."""
    return f"§\u202f{rule}"


def moment(line: LogLine) -> str:
    """The heading a line stands under: its turn and its phase."""
    return " · ".join(x for x in (tell(line.turn), word(line.phase, first=True)) if x)


class _LogFilter(QSortFilterProxyModel):
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
    """Wrapped lines, the number of the rule small behind them; headings in bold with a line under them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heights: dict[tuple[str, int, bool], int] = {}

    def _font(self, option: QStyleOptionViewItem, head: bool) -> QFont:
        font = QFont(option.font)
        if head:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def _laid(self, option: QStyleOptionViewItem, index: Index, width: int) -> QTextLayout:
        """The words of a row, broken to a width; a rule's number behind them is small and looks like what it is, a link."""
        head, mark = index.data(LINE) is None, str(index.data(MARK) or "")
        text = str(index.data())
        layout = QTextLayout(text, self._font(option, head))
        wrapping = QTextOption()
        wrapping.setWrapMode(QTextOption.WrapMode.WordWrap)
        layout.setTextOption(wrapping)
        if mark:
            span = QTextLayout.FormatRange()
            span.start, span.length = len(text) - len(mark), len(mark)
            style = QTextCharFormat()
            style.setFontPointSize(max(6.0, QFontInfo(option.font).pointSizeF() * SMALL))
            if not option.state & QStyle.StateFlag.State_Selected:
                style.setForeground(option.palette.color(QPalette.ColorRole.Link))
            span.format = style
            layout.setFormats([span])
        layout.beginLayout()
        down = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, down))
            down += line.height()
        layout.endLayout()
        return layout

    @staticmethod
    def _box(rect: QRect, head: bool) -> QRect:
        """Where the words of a row lie."""
        return rect.adjusted(6 if head else 12, 7 if head else 2, -6, -2)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = option.widget
        width = view.viewport().width() if isinstance(view, QAbstractItemView) else option.rect.width()
        head = index.data(LINE) is None
        key = (str(index.data()), width, head)
        height = self._heights.get(key)
        if height is None:
            box = self._laid(option, index, max(40, width - 18)).boundingRect()
            height = math.ceil(box.height()) + (12 if head else 5)
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
        box = self._box(option.rect, head)
        self._laid(option, index, self._width(box, head)).draw(painter, QPointF(box.topLeft()))
        if head:
            painter.setPen(option.palette.color(QPalette.ColorRole.Mid))
            painter.drawLine(
                option.rect.left() + 6, option.rect.bottom(), option.rect.right() - 6, option.rect.bottom()
            )
        painter.restore()

    @staticmethod
    def _width(box: QRect, head: bool) -> int:
        """The width words are broken to: for headings too that of :meth:`sizeHint`."""
        return max(40, box.width() - (6 if head else 0))

    def rule_at(self, option: QStyleOptionViewItem, index: Index, point: QPoint) -> str:
        """The rule whose number lies under a point of a row drawn in ``option.rect``; empty: none does."""
        line, mark = index.data(LINE), str(index.data(MARK) or "")
        if line is None or not mark:
            return ""
        box, text = self._box(option.rect, False), str(index.data())
        layout = self._laid(option, index, self._width(box, False))
        at = QPointF(point - box.topLeft())
        for n in range(layout.lineCount()):
            row: Any = layout.lineAt(n)
            if row.y() <= at.y() <= row.y() + row.height():
                first = max(row.textStart(), len(text) - len(mark))
                last = row.textStart() + row.textLength()
                if first < last and row.cursorToX(first)[0] <= at.x() <= row.cursorToX(last)[0]:
                    return str(line.rule)
        return ""


class LogPanel(DeskPanel):
    """Filter on top, lines below, the newest in sight."""

    moment_asked = Signal(int)
    """A line was double-clicked: stand where it was told."""
    key: ClassVar[str] = "log"
    title: ClassVar[str] = mark("Log")

    def lay_out(self) -> None:
        """What narrows it, and the lines."""
        self.words = search_line("log.filter", tr("Filter the log"), self._on_narrow)
        self.kinds = named(DropDown(), "log.kinds", tr("Kind of line"))
        self.kinds.addItem(tr(EVERYTHING), "")
        self.kinds.currentIndexChanged.connect(self._on_narrow)
        laid(self.box, laid(QHBoxLayout(), (self.words, 1), self.kinds))
        self.lines = _LogModel(self)
        self.lines.clause = self.desk.clause
        self.found = _LogFilter(self)
        self.found.setSourceModel(self.lines)
        self.list = WrappedList()
        self.list.keeps_end = True
        self.list.setObjectName("log.list")
        self.list.setAccessibleName(tr("Log"))
        self.list.setModel(self.found)
        self.drawn = LogDelegate(self.list)
        self.list.setItemDelegate(self.drawn)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.clicked.connect(self._on_current)
        self.list.doubleClicked.connect(self._on_double_click)
        self.list.setToolTip(
            tr(
                "Click: show where it happened; click a rule number: open the clause (F4). "
                "Double-click: go back to that moment"
            )
        )
        self.list.setMouseTracking(True)
        self.list.viewport().installEventFilter(self)
        self.list.installEventFilter(self)
        self.box.addWidget(self.list, 1)

    @property
    def says(self) -> bool:
        """What happened is always worth a look."""
        return True

    @property
    def content(self) -> object:
        """The lines."""
        return self.desk.bridge.log

    def refresh(self) -> None:
        """Show what the viewer was told up to here."""
        added = self.lines.show_lines(self.desk.bridge.log)
        known = [self.kinds.itemData(i) for i in range(self.kinds.count())]
        for kind in dict.fromkeys(
            KINDS.get(line.kind, OTHER) for line in added if line.kind not in _HEADINGS
        ):
            if kind not in known:
                self.kinds.addItem(tr(kind), kind)
        self.list.scrollToBottom()

    def _on_narrow(self) -> None:
        self.found.narrow(self.words.text(), self.kinds.currentData() or "")
        self.list.scrollToBottom()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The number of a rule is a link: the pointer says so, and a click opens the clause."""
        kind = event.type()
        if isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_F4:
            line: LogLine | None = self.list.currentIndex().data(LINE)
            if line is not None and line.rule:
                self.desk.rule_asked.emit(line.rule)
                return True
        if watched is not self.list.viewport() or not isinstance(event, QMouseEvent):
            return super().eventFilter(watched, event)
        if kind in (QEvent.Type.MouseMove, QEvent.Type.MouseButtonRelease):
            rule = self.rule_under(event.position().toPoint())
            if kind == QEvent.Type.MouseMove:
                shape = Qt.CursorShape.PointingHandCursor if rule else Qt.CursorShape.ArrowCursor
                self.list.viewport().setCursor(shape)
            elif rule and event.button() == Qt.MouseButton.LeftButton:
                self.desk.rule_asked.emit(rule)
        return super().eventFilter(watched, event)

    def rule_under(self, point: QPoint) -> str:
        """The rule whose number lies under a point of the list; empty: none does."""
        index = self.list.indexAt(point)
        if not index.isValid():
            return ""
        option = QStyleOptionViewItem()
        option.initFrom(self.list)
        option.font = self.list.font()
        option.rect = self.list.visualRect(index)
        found: str = self.drawn.rule_at(option, index, point)
        return found

    def _on_double_click(self, index: QModelIndex) -> None:
        line: LogLine | None = index.data(LINE)
        if line is not None and not self.rule_under(self.list.viewport().mapFromGlobal(QCursor.pos())):
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
