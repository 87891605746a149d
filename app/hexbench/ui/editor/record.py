"""The turn record of the editor: reinforcements are dragged between turns and from the map, other values
edited in place.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelectionModel,
    QMimeData,
    QObject,
    QPoint,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QLineEdit,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from hexbench.engine.values import counted, say
from hexbench.session.editor.listing import parsed, shown
from hexbench.ui.docks.units import MIME, units_of
from hexbench.ui.editor.desk import EditDesk, EditPanel
from hexbench.ui.editor.fields import ChoiceDelegate, choices_of, hint_of
from hexbench.ui.look.language import as_it_is, mark, tell, tr, why
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.choices import is_key, is_typed
from hexbench.ui.widgets.parts import NOWHERE, Index, laid, named, wrapped_label

if TYPE_CHECKING:
    from hexbench.engine.display import Face
    from hexbench.engine.documents.editing import Track, Turn


# The turns of a scenario as a table: arrivals, and the value of every track by turn.

FACES = Qt.ItemDataRole.UserRole + 1
ARRIVALS = 0


class Lane(NamedTuple):
    """A column of the record: a track, and the side, if the track is kept by side."""

    track: Track
    side: str


class _RecordModel(QAbstractTableModel):
    """Column 0 holds the counters that arrive, the others the values of the tracks."""

    def __init__(self, desk: EditDesk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.turns: tuple[Turn, ...] = ()
        self.lanes: tuple[Lane, ...] = ()

    def refresh(self) -> None:
        """Reload from the document."""
        draft = self.desk.draft
        tracks = draft.tracks
        lanes = tuple(Lane(t, side) for t in tracks for side in (self.desk.sides if t.by_side else ("",)))
        turns = draft.turns
        if (turns, lanes) != (self.turns, self.lanes):
            self.beginResetModel()
            self.turns, self.lanes = turns, lanes
            self.endResetModel()
        elif turns:
            self.dataChanged.emit(self.index(0, 0), self.index(len(turns) - 1, len(lanes)))

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.turns)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else 1 + len(self.lanes)

    def faces(self, row: int) -> list[Face]:
        """The counters that arrive on a turn."""
        units = self.desk.stacks.get(self.turns[row].box, ()) if self.turns[row].box else ()
        return [face for u in units if (face := self.desk.face(u)) is not None]

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Vertical:
            return tell(self.turns[section].name) if role == Qt.ItemDataRole.DisplayRole else None
        lane = self.lanes[section - 1] if section > ARRIVALS else None
        if role == Qt.ItemDataRole.DisplayRole:
            if lane is None:
                return tr("Arrivals")
            name = tell(lane.track.name)
            return f"{name}\n{self.desk.side_name(lane.side)}" if lane.side else name
        if role == Qt.ItemDataRole.ToolTipRole:
            if lane is None:
                return tr(
                    "Counters that arrive on this turn: drag them between turns, or from the map or the tray"
                )
            return hint_of(lane.track.value)
        return None

    def value(self, index: Index) -> Any:
        """The value in a cell of a track."""
        lane = self.lanes[index.column() - 1]
        return self.desk.draft.track_value(lane.track, self.turns[index.row()].id, lane.side)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if index.column() == ARRIVALS:
            faces = self.faces(index.row())
            if role == FACES:
                return faces
            if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
                titles = "\n".join(tell(face.title) for face in faces)
                return as_it_is(titles) if role == Qt.ItemDataRole.ToolTipRole else titles
            return None
        field = self.lanes[index.column() - 1].track.value
        if role == Qt.ItemDataRole.EditRole:
            return shown(field, self.value(index))
        if role == Qt.ItemDataRole.DisplayRole:
            text = shown(field, self.value(index))
            return dict(choices_of(field, self.desk)).get(text, text)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignCenter)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index) | Qt.ItemFlag.ItemIsDropEnabled
        return flags if index.column() == ARRIVALS else flags | Qt.ItemFlag.ItemIsEditable

    def set_text(self, index: Index, text: str) -> bool:
        """Write into a cell of a track."""
        lane = self.lanes[index.column() - 1]
        try:
            value = parsed(lane.track.value, text)
        except ValueError as fault:
            self.desk.failed.emit(why(fault))
            return False
        turn = self.turns[index.row()].id
        return self.desk.attempt(lambda: self.desk.draft.set_track(lane.track, turn, value, lane.side))


VALUE = "application/x-hexbench-track"
"""The MIME type of a dragged track value: [column, row, text]."""
SIZE, GAP = 34, 3
"""Size of a counter and of the gap between two, in pixels."""


class _ArrivalsDelegate(ChoiceDelegate):
    """The counters of a turn side by side, as many per line as fit."""

    def __init__(self, view: RecordView) -> None:
        super().__init__(view)
        self.view = view

    def across(self, width: int) -> int:
        """Number of counters per line."""
        return max(1, (width - GAP) // (SIZE + GAP))

    def spots(self, box: QRect, count: int) -> list[QRect]:
        """The positions of the counters in a cell."""
        n = self.across(box.width())
        step = SIZE + GAP
        return [
            QRect(box.left() + GAP + k % n * step, box.top() + GAP + k // n * step, SIZE, SIZE)
            for k in range(count)
        ]

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        if index.column() != ARRIVALS:
            return super().sizeHint(option, index)
        n = self.across(self.view.columnWidth(ARRIVALS))
        lines = max(1, -(-len(index.data(FACES)) // n))
        return QSize(SIZE + 2 * GAP, lines * (SIZE + GAP) + GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if index.column() != ARRIVALS:
            super().paint(painter, option, index)
            return
        view = self.view
        view.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, view)
        faces = index.data(FACES)
        for face, spot in zip(faces, self.spots(option.rect, len(faces)), strict=True):
            picture = view.desk.pictures.pixmap(face, SIZE, view.devicePixelRatioF())
            painter.drawPixmap(spot.topLeft(), picture)
            if face.unit in view.desk.units:
                painter.save()
                painter.setPen(colour(view.desk.palette.map.selection))
                painter.drawRect(spot.adjusted(-1, -1, 0, 0))
                painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        field = self.view.record.lanes[index.column() - 1].track.value
        known = choices_of(field, self.view.desk)
        if field.kind == "flag":
            known = (("", tr("No")), ("yes", tr("Yes")))
        if not known:
            return QLineEdit(parent)
        return self.choice(parent, known)

    def setModelData(self, editor: QWidget, model: object, index: Index) -> None:
        text = self.written(editor)
        self.view.write(self.view.cells_of(index), text)


class RecordView(QTableView):
    """The table itself. A counter can be dragged to another turn; a value dragged to another turn of its
    track is swapped with the one there, or copied with Ctrl.
    """

    def __init__(self, desk: EditDesk) -> None:
        super().__init__()
        self.desk = desk
        self.record = _RecordModel(desk, self)
        self.cells = _ArrivalsDelegate(self)
        self.setModel(self.record)
        self.setItemDelegate(self.cells)
        self.setObjectName("edit.record")
        self.setAccessibleName(tr("Turn record"))
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setAcceptDrops(True)
        self.viewport().setAcceptDrops(True)
        self.horizontalHeader().setMinimumSectionSize(48)
        self.horizontalHeader().sectionResized.connect(self._on_resized)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._press: tuple[QPoint, str, Index] | None = None
        self._lines: tuple[int, ...] = ()
        """How many counters arrive on each turn, which determines the row heights."""
        desk.units_changed.connect(self.viewport().update)

    def refresh(self) -> None:
        """Reload from the document."""
        before = self.record.lanes
        self.record.refresh()
        self.horizontalHeader().setSectionResizeMode(ARRIVALS, QHeaderView.ResizeMode.Stretch)
        if before != self.record.lanes:
            for c in range(1, self.record.columnCount()):
                self.resizeColumnToContents(c)
                self.setColumnWidth(c, min(max(64, self.columnWidth(c)), 150))
        lines = tuple(len(self.record.faces(row)) for row in range(self.record.rowCount()))
        if lines != self._lines:
            self._lines = lines
            self.resizeRowsToContents()

    def _on_resized(self, column: int) -> None:
        if column == ARRIVALS:
            self.resizeRowsToContents()

    # ---- where things are
    def unit_at(self, point: QPoint) -> str:
        """The counter under a point of the viewport; empty if none."""
        index = self.indexAt(point)
        if not index.isValid() or index.column() != ARRIVALS:
            return ""
        faces = self.record.faces(index.row())
        spots = self.cells.spots(self.visualRect(index), len(faces))
        return next((face.unit for face, spot in zip(faces, spots, strict=True) if spot.contains(point)), "")

    def row_at(self, point: QPoint) -> int:
        """The turn at a point of the viewport; -1 if none."""
        return self.rowAt(point.y())

    def take(self, units: tuple[str, ...], spot: QPoint) -> bool:
        """Counters were dropped on the record (a point of the screen): they arrive on the turn there."""
        row = self.row_at(self.viewport().mapFromGlobal(spot))
        return row >= 0 and self.bring(units, row)

    def bring(self, units: tuple[str, ...], row: int) -> bool:
        """Make counters arrive on the turn of a row."""
        turn, desk = self.record.turns[row], self.desk
        if not turn.box:
            desk.failed.emit(tr("No counters can arrive on turn {turn}.", turn=str(turn.name)))
            return False
        return bool(units) and desk.attempt(lambda: desk.draft.place(units, turn.box))

    def cells_of(self, index: Index) -> list[Index]:
        """The cells an edit applies to: all selected ones of the column if this one is among them."""
        chosen = [i for i in self.selectedIndexes() if i.column() == index.column()]
        return list(chosen) if any(i.row() == index.row() for i in chosen) else [index]

    def write(self, cells: list[Index], text: str) -> None:
        """Write the same value into cells of tracks, as one edit."""
        told = [
            index
            for index in cells
            if index.column() != ARRIVALS and text != str(index.data(Qt.ItemDataRole.EditRole) or "")
        ]
        what = counted(len(told), say("Change 1 cell"), say("Change {n} cells", n=len(told)))
        with self.desk.draft.together(what):
            for index in told:
                self.record.set_text(index, text)

    def carry(self, start: Index, end: Index, text: str, *, copy: bool) -> None:
        """Move a value to another turn of its track, swapping or copying, as one edit."""
        other = str(end.data(Qt.ItemDataRole.EditRole) or "")
        track = self.record.lanes[start.column() - 1].track.name
        one, two = (self.record.turns[index.row()].name for index in (start, end))
        what = say("Swap {track} of {one} and {other}", track=track, one=one, other=two)
        with self.desk.draft.together(what):
            if self.record.set_text(end, text) and not copy:
                self.record.set_text(start, other)

    # ---- the hand
    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        unit = self.unit_at(point)
        if event.button() == Qt.MouseButton.LeftButton:
            self._press = (point, unit, self.indexAt(point))
        if unit:
            adding = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if adding:
                rest = tuple(u for u in self.desk.units if u != unit)
                self.desk.choose(rest if unit in self.desk.units else (*rest, unit))
            elif unit not in self.desk.units:
                self.desk.choose((unit,))
            self.selectionModel().setCurrentIndex(
                self.indexAt(point), QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
            self.setFocus()
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        press = self._press
        moved = press and (event.position().toPoint() - press[0]).manhattanLength()
        if press is None or not moved or moved < QApplication.startDragDistance():
            return
        self._press = None
        drag = QDrag(self)
        data = QMimeData()
        _, unit, index = press
        if unit:
            units = self.desk.units if unit in self.desk.units else (unit,)
            data.setData(MIME, "\n".join(units).encode())
            face = self.desk.face(unit)
            assert face is not None, "it was painted"
            drag.setPixmap(self.desk.pictures.pixmap(face, 40, self.devicePixelRatioF()))
        elif index.isValid() and index.column() != ARRIVALS:
            text = str(index.data(Qt.ItemDataRole.EditRole) or "")
            data.setData(VALUE, json.dumps([index.column(), index.row(), text]).encode())
            data.setText(text)
        else:
            super().mouseMoveEvent(event)
            return
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction | Qt.DropAction.MoveAction, Qt.DropAction.MoveAction)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._press = None
        super().mouseReleaseEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if units_of(event.mimeData()) or event.mimeData().hasFormat(VALUE):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        point = event.position().toPoint()
        if units_of(event.mimeData()):
            good = self.row_at(point) >= 0
        else:
            column = json.loads(bytes(event.mimeData().data(VALUE).data()))[0]
            good = self.indexAt(point).column() == column
        event.setAccepted(good)

    def dropEvent(self, event: QDropEvent) -> None:
        point, data = event.position().toPoint(), event.mimeData()
        units = units_of(data)
        if units:
            row = self.row_at(point)
            if row >= 0:
                self.bring(units, row)
        elif data.hasFormat(VALUE):
            column, row, text = json.loads(bytes(data.data(VALUE).data()))
            here = self.indexAt(point)
            if here.isValid() and here.column() == column and here.row() != row:
                copy = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
                self.carry(self.record.index(row, column), here, text, copy=copy)
        event.acceptProposedAction()

    # ---- keys
    def copy_cells(self) -> None:
        """Copy the selected value to the clipboard."""
        index = self.currentIndex()
        if index.isValid() and index.column() != ARRIVALS:
            QGuiApplication.clipboard().setText(str(index.data(Qt.ItemDataRole.EditRole) or ""))

    def paste_cells(self, text: str) -> bool:
        """Paste a value into every selected cell."""
        self.write(list(self.selectedIndexes()), text.strip())
        return True

    def clear_cells(self) -> None:
        """Clear the selected cells."""
        self.write(list(self.selectedIndexes()), "")

    def event(self, event: QEvent) -> bool:
        """Letters go into cells and Backspace clears them, even if menu actions have these keys. Only on
        arriving counters does Backspace remove them, as everywhere.
        """
        empties = is_key(event, Qt.Key.Key_Backspace) and self.currentIndex().column() != ARRIVALS
        if empties or is_typed(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            if index.column() == ARRIVALS:
                self.bring(self.desk.units, index.row())
            elif self.state() != QAbstractItemView.State.EditingState:
                self.edit(index)
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.clear_cells()
        else:
            super().keyPressEvent(event)


class RecordPanel(EditPanel[EditDesk]):
    """The dock of the turn record."""

    key: ClassVar[str] = "record"
    title: ClassVar[str] = mark("Turn record")
    help: ClassVar[str] = mark(
        "Turn by turn: arrivals, and weather, air and anything else the game keeps by turns"
    )

    def lay_out(self) -> None:
        self.hint = named(
            wrapped_label(
                tr(
                    "Drag counters between turns, or from the map or the tray; Enter brings "
                    "in the selected ones. Type values, or drag them to another turn (Ctrl "
                    "copies)."
                )
            ),
            role="muted",
        )
        self.view = RecordView(self.desk)
        laid(self.box, (self.view, 1), self.hint)

    def refresh(self) -> None:
        """Take over the document."""
        self.view.refresh()

    def take(self, units: tuple[str, ...], spot: QPoint) -> bool:
        """Counters were dropped on the dock."""
        return self.view.take(units, spot)
