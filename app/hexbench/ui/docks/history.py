"""The history: every position of the line one stands on, its bookmarks, comments and branches. From here one goes to any."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec
from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from hexbench.ui.docks.comparison import Comparing
from hexbench.ui.docks.desk import DeskPanel
from hexbench.ui.look.language import as_it_is, mark, tell, tr, word
from hexbench.ui.widgets.choices import DropDown, WrappedList
from hexbench.ui.widgets.icons import draw_icon, icon
from hexbench.ui.widgets.parts import NOWHERE, Index, WrappedRow, laid, named, panes, push

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hexbench.engine.values import Say
    from hexbench.session.branches import Branch, Moment
    from hexbench.session.session import Session

ROW = Qt.ItemDataRole.UserRole + 1
EVERYTHING, MARKED, FORKS = mark("Everything"), mark("Bookmarks and comments"), mark("Branches")
START = mark("The beginning")
_BARRIERS = {"dice": mark("dice"), "seen": mark("something hidden was tested"), "handover": mark("hand-over")}


class Row(msgspec.Struct, frozen=True):
    """One line of the list: a heading, a moment, or a branch that leaves the position before it."""

    text: str
    moment: Moment | None = None
    branch: Branch | None = None
    here: bool = False

    @property
    def node(self) -> int | None:
        """Where it leads; None for a heading."""
        if self.branch is not None:
            return self.branch.last
        return None if self.moment is None else self.moment.node

    @property
    def signs(self) -> tuple[str, ...]:
        """Icons before its text: another branch, a bookmark."""
        if self.branch is not None:
            return ("branch",)
        if self.moment is None:
            return ()
        return ("star",) * bool(self.moment.mark) + ("branch",) * bool(self.moment.name)

    @property
    def ahead(self) -> bool:
        """It was undone or left."""
        return self.branch is not None or (self.moment is not None and self.moment.ahead)


_Worded = dict[tuple["Say | None", str, str], str]
"""What was said of a moment before: what happened, the name of its branch, and what was noted -> its words."""


def rows_of(moments: Iterable[Moment], here: int, kind: str, worded: _Worded | None = None) -> list[Row]:
    """The rows of a list, with a heading wherever the turn or the phase changes; what is ``worded`` is not told anew."""
    out: list[Row] = []
    known: _Worded = {} if worded is None else worded
    head = ""
    heads: dict[tuple[str, str], str] = {}
    for moment in moments:
        branches = [Row(_branch_text(b), branch=b) for b in moment.branches]
        wanted = (
            kind == EVERYTHING
            or (kind == MARKED and (moment.mark or moment.note))
            or (kind == FORKS and (moment.name or branches))
            or moment.node == here
        )
        when = moment.turn, moment.phase
        if when not in heads:
            heads[when] = " · ".join(x for x in (tell(moment.turn), word(moment.phase, first=True)) if x)
        now = heads[when]
        if wanted and now and now != head:
            head = now
            out.append(Row(now))
        if kind != MARKED:
            out += branches
        if wanted:
            key = moment.text, moment.name, moment.note
            if key not in known:
                known[key] = _moment_text(moment)
            out.append(Row(known[key], moment=moment, here=moment.node == here))
    return out


def _moment_text(moment: Moment) -> str:
    text = tr(START) if moment.text is None else tell(moment.text)
    if moment.name:
        text = f"{moment.name}: {text}"
    if moment.note:
        text += "\n" + tr("Note: {text}", text=tell(moment.note))
    return text


def _branch_text(branch: Branch) -> str:
    number = tr("1 action") if branch.actions == 1 else tr("{actions} actions", actions=branch.actions)
    name = branch.name or ("" if branch.text is None else tell(branch.text))
    return f"{name} ({number})" if name else number


MANY = 40
"""Rows that changed among those there were, beyond which the list is made anew."""


class _HistoryModel(QAbstractListModel):
    """The rows; a list that only grew at its end is not reset."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []

    def show_rows(self, rows: list[Row]) -> None:
        """Show these; only what is another than before is told to the list."""
        old, count = self.rows, min(len(rows), len(self.rows))
        changed = [k for k in range(count) if rows[k] != old[k]]
        if len(changed) > MANY:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()
            return
        self.rows = [*rows[:count], *old[count:]]
        for k in changed:
            self.dataChanged.emit(self.index(k), self.index(k))
        if len(old) > count:
            self.beginRemoveRows(QModelIndex(), count, len(old) - 1)
            self.rows = rows
            self.endRemoveRows()
        elif len(rows) > count:
            self.beginInsertRows(QModelIndex(), count, len(rows) - 1)
            self.rows = rows
            self.endInsertRows()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ": ".join((*(tr(SIGNS[sign]) for sign in row.signs), row.text))
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.ToolTipRole and row.moment is not None and row.moment.barrier:
            return tr(
                "During play, nothing before this can be undone: {why}.",
                why=tr(_BARRIERS[row.moment.barrier]),
            )
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and self.rows[index.row()].node is None:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)


SIGNS = {"branch": mark("Branch"), "star": mark("Bookmark")}
"""What the icons before a row say."""
SIGN = 18
"""Room for an icon before the text of a row, in pixels."""


class _HistoryDelegate(QStyledItemDelegate):
    """Headings in bold, what lies ahead and other branches paler and slanted, the place one stands at with a bar."""

    def _font(self, option: QStyleOptionViewItem, row: Row) -> QFont:
        font = QFont(option.font)
        if row.node is None or row.here:
            font.setWeight(QFont.Weight.DemiBold)
        font.setItalic(row.ahead)
        return font

    def _left(self, row: Row) -> int:
        """Where the text of a row begins: behind its icons."""
        return (6 if row.node is None else 14) + SIGN * len(row.signs)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: Row = index.data(ROW)
        view = option.widget
        width = view.viewport().width() if isinstance(view, QAbstractItemView) else option.rect.width()
        metrics = QFontMetrics(self._font(option, row))
        flags = Qt.TextFlag.TextWordWrap
        wide = width - 6 - self._left(row)
        height = metrics.boundingRect(QRect(0, 0, max(40, wide), 10_000), flags, row.text).height()
        return QSize(40, height + (12 if row.node is None else 5))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row = index.data(ROW)
        head = row.node is None
        painter.save()
        if not head:
            option.widget.style().drawPrimitive(
                QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget
            )
        chosen = bool(option.state & QStyle.StateFlag.State_Selected) and not head
        look = option.palette
        if row.here:
            painter.fillRect(option.rect.left(), option.rect.top(), 4, option.rect.height(), look.highlight())
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        painter.setPen(look.color(role))
        if row.ahead and not chosen:
            painter.setPen(look.color(QPalette.ColorRole.PlaceholderText))
        painter.setFont(self._font(option, row))
        for n, sign in enumerate(row.signs):
            spot = QRectF(option.rect.left() + 12 + SIGN * n, option.rect.top() + 4, SIGN - 3, SIGN - 3)
            draw_icon(painter, sign, painter.pen().color(), spot)
        box = option.rect.adjusted(self._left(row), 7 if head else 2, -6, -2)
        painter.drawText(box, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop, row.text)
        if head:
            painter.setPen(look.color(QPalette.ColorRole.Mid))
            painter.drawLine(
                option.rect.left() + 6, option.rect.bottom(), option.rect.right() - 6, option.rect.bottom()
            )
        painter.restore()


class _HistoryList(WrappedList):
    """``go_asked()``: Enter; ``mark_asked()``: B."""

    go_asked = Signal()
    mark_asked = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.go_asked.emit()
        elif event.key() == Qt.Key.Key_B and not event.modifiers():
            self.mark_asked.emit()
        else:
            super().keyPressEvent(event)


class HistoryPanel(DeskPanel):
    """List on top; below it what can be done with the chosen position, and a comparison when one is asked for.

    ``go_asked(node)``, ``note_asked(node, text, mark)`` and ``name_asked(node, name)`` are wishes: the window sees to them.
    ``drawn(Overlay | None)``: what a comparison shows on the map.
    """

    key: ClassVar[str] = "history"
    title: ClassVar[str] = mark("History")
    go_asked = Signal(int)
    note_asked = Signal(int, str, bool)
    name_asked = Signal(int, str)
    drawn = Signal(object)

    def lay_out(self) -> None:
        """The list, the page of a comparison, and what can be done with a position."""
        self.kinds = named(DropDown(), "history.kinds", tr("What the history shows"))
        for kind in (EVERYTHING, MARKED, FORKS):
            self.kinds.addItem(tr(kind), kind)
        self.kinds.currentIndexChanged.connect(self.refresh)
        self.rows = _HistoryModel(self)
        self.list = named(_HistoryList(), "history.list", tr("History"))
        self.list.setModel(self.rows)
        self.list.setItemDelegate(_HistoryDelegate(self.list))
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setMinimumHeight(24)  # in a low dock the list gives way, not the buttons
        self.list.doubleClicked.connect(self._on_go)
        self.list.go_asked.connect(self._on_go)
        self.list.mark_asked.connect(self._on_mark)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.comparing = Comparing(self.desk, self)
        self.comparing.drawn.connect(self.drawn)
        self.page = self.comparing.page
        split = panes(Qt.Orientation.Vertical, self.list, self.page)
        self.words = named(QLineEdit(), "history.words")
        self.words.returnPressed.connect(self._on_words)
        self.go = push(
            "history.go",
            tr("Go there"),
            tr("Go to this position (Enter)"),
            self._on_go,
            title=tr("Go to this position (Enter)"),
        )
        self.mark = push("history.mark", "", tr("Bookmark (B)"), self._on_mark, title=tr("Bookmark (B)"))
        self.mark.setCheckable(True)
        self._dress()
        self.desk.dressed.connect(self._dress)
        self.compared = push(
            "history.compare",
            tr("Compare"),
            tr("Show how that position differs from the current one"),
            self._on_compare,
            title=tr("Show how that position differs from the current one"),
        )
        self.compared.setCheckable(True)
        keys = WrappedRow((self.go, self.mark, self.compared))
        laid(self.box, self.kinds, (split, 1), self.comparing.progress, self.words, keys)
        self._worded: _Worded = {}
        self._stood: tuple[Session, str | None, int] | None = None
        """Game, seat and position that were shown last."""
        self._on_current()

    def _dress(self) -> None:
        chrome = self.desk.palette.chrome
        self.mark.setIcon(icon("star", chrome.text, chrome.muted))

    # ---- showing
    def refresh(self) -> None:
        """Show the line we stand on."""
        session, desk = self.desk.bridge.session, self.desk
        if session is None or desk.seat is None or desk.bridge.open_for is not None:
            self.rows.show_rows([])
            self.page.hide()
            self.comparing.clear()
            self.compared.setChecked(False)
            self._on_current()
            return
        from hexbench.session.branches import moments

        kept, typed, cursor = self._kept(session), self._typed(session), self.words.cursorPosition()
        rows = rows_of(moments(session), session.node, self.kinds.currentData(), self._worded)
        self.rows.show_rows(rows)
        self.list.scheduleDelayedItemsLayout()  # a row in bold may need another line
        if kept is None or not self._choose(kept, QAbstractItemView.ScrollHint.EnsureVisible):
            self._choose(session.node)
        if typed and self.node == kept:
            self.words.setText(typed)
            self.words.setCursorPosition(cursor)
            self.words.setModified(True)
        self._stood = session, session.viewer, session.node
        if self.compared.isChecked():
            self._compare()

    def _kept(self, session: Session) -> int | None:
        """The chosen position, where it stays chosen: while nobody has gone elsewhere, it is compared, or somebody is busy with
        it; what the computer does meanwhile takes it out of nobody's hands. None: the one we stand at is chosen.
        """
        node, stood = self.node, self._stood
        if node is None or stood is None or stood[0] is not session:
            return None
        if self.compared.isChecked():
            return node
        if stood[1] != session.viewer:
            return None
        busy = self.words.isModified() or (self.list.hasFocus() and node != stood[2])
        return node if busy or stood[2] == session.node else None

    def _typed(self, session: Session) -> str:
        """What is being typed and not entered yet, by whoever still looks."""
        if self._stood is None or self._stood[0] is not session or self._stood[1] != session.viewer:
            return ""
        return self.words.text() if self.words.isModified() else ""

    def _choose(
        self,
        node: int,
        where: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.PositionAtCenter,
    ) -> bool:
        """Choose the row of a position; False: there is none."""
        for place, row in enumerate(self.rows.rows):
            if row.node == node:
                index = self.rows.index(place)
                self.list.setCurrentIndex(index)
                self.list.scrollTo(index, where)
                return True
        return False

    @property
    def row(self) -> Row | None:
        """The chosen row."""
        row: Row | None = self.list.currentIndex().data(ROW)
        return row

    @property
    def node(self) -> int | None:
        """The chosen position."""
        row = self.row
        return None if row is None else row.node

    def _on_current(self) -> None:
        row, session = self.row, self.desk.bridge.session
        node = None if row is None else row.node
        stop = None if session is None or node is None else session.go_refusal(node)
        there = session is not None and node is not None
        self.go.setEnabled(there and stop is None and session is not None and node != session.node)
        self.go.setToolTip(as_it_is(tell(stop) if stop is not None else tr("Go to this position (Enter)")))
        moment = None if row is None else row.moment
        self.mark.setEnabled(moment is not None)
        self.mark.setChecked(moment is not None and moment.mark)
        self.compared.setEnabled(there)
        self.words.setEnabled(there)
        if row is not None and row.branch is not None:
            self.words.setPlaceholderText(tr("Name of this branch"))
            self.words.setText(row.branch.name)
        else:
            self.words.setPlaceholderText(tr("Comment on this position"))
            self.words.setText("" if moment is None else moment.note)
        self.words.setAccessibleName(self.words.placeholderText())
        if self.compared.isChecked():
            self._compare()

    # ---- doing
    def _on_go(self) -> None:
        node = self.node
        if node is not None and self.go.isEnabled():
            self.go_asked.emit(node)

    def _on_mark(self) -> None:
        moment = None if self.row is None else self.row.moment
        if moment is not None:
            self.note_asked.emit(moment.node, moment.note, not moment.mark)

    def _on_words(self) -> None:
        row, text = self.row, self.words.text().strip()
        if row is None:
            return
        self.words.setModified(False)
        if row.branch is not None:
            self.name_asked.emit(row.branch.first, text)
        elif row.moment is not None:
            self.note_asked.emit(row.moment.node, text, row.moment.mark)

    def _on_compare(self, on: bool) -> None:
        self.page.setVisible(on)
        if on:
            self._compare()
        else:
            self.comparing.clear()

    def _compare(self) -> None:
        self.comparing.show(self.desk.bridge.session, self.node)
