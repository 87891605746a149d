"""A list of units: counter, name, formation, states. What the stack inspector and the trays are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QMimeData,
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    QSize,
    Qt,
    SignalInstance,
)
from PySide6.QtGui import QDrag, QFont, QFontMetrics, QPainter, QPalette, QPixmap, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from hexbench.engine.display import Face
from hexbench.ui.canvas.face import HALF, detail_of, paint_face
from hexbench.ui.look.language import as_it_is, tell
from hexbench.ui.look.palette import Palette
from hexbench.ui.look.shapes import paint_mark
from hexbench.ui.widgets.parts import NOWHERE, Index

# Counters as pixmaps for lists and trays, kept while their faces stay the same.


class Dressed(Protocol):
    """Who has colours, and counters drawn in them: the desk of the table and that of the editor."""

    palette: Palette

    @property
    def pictures(self) -> CounterPictures:
        """Pictures of counters in those colours."""
        ...


MOST = 3000
"""Pictures kept; then all are made anew."""


class CounterPictures:
    """Face -> pixmap of a size, sharp on the screen it is for."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self._kept: dict[tuple[Face, int, float], QPixmap] = {}

    def pixmap(self, face: Face, size: int, ratio: float = 1.0) -> QPixmap:
        """The counter ``size`` pixels wide, for a screen of ``ratio`` device pixels a pixel."""
        key = (face, size, ratio)
        found = self._kept.get(key)
        if found is not None:
            return found
        if len(self._kept) >= MOST:
            self._kept.clear()
        found = QPixmap(round(size * ratio), round(size * ratio))
        found.setDevicePixelRatio(ratio)
        found.fill(Qt.GlobalColor.transparent)
        painter = QPainter(found)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(size / 2, size / 2)
        scale = (size - 2) / (2 * HALF)
        painter.scale(scale, scale)
        paint_face(painter, face, self.palette, detail_of(size * ratio))
        painter.end()
        self._kept[key] = found
        return found


MIME = "application/x-hexbench-units"
UNIT, FACE = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2
COUNTER, GAP = 48, 6


class _UnitsModel(QAbstractListModel):
    """Units in order. Rows that stay the same are not announced anew, so a view keeps its place and its selection."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.faces: list[Face] = []
        self.draggable: frozenset[str] = frozenset()

    def show_faces(self, faces: list[Face]) -> None:
        """Show these."""
        if [f.unit for f in faces] != [f.unit for f in self.faces]:
            self.beginResetModel()
            self.faces = faces
            self.endResetModel()
            return
        for row, (old, new) in enumerate(zip(self.faces, faces, strict=True)):
            if old != new:
                self.faces[row] = new
                self.dataChanged.emit(self.index(row), self.index(row))

    def row_of(self, unit: str) -> int:
        """The row of a unit, -1 when it is not listed."""
        return next((row for row, face in enumerate(self.faces) if face.unit == unit), -1)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.faces)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        face = self.faces[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return tell(face.title)
        if role == UNIT:
            return face.unit
        if role == FACE:
            return face
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return describe(face)
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_it_is(describe(face))
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        base = super().flags(index)
        if index.isValid() and self.faces[index.row()].unit in self.draggable:
            return base | Qt.ItemFlag.ItemIsDragEnabled
        return base

    def mimeTypes(self) -> list[str]:
        return [MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        units = [self.faces[i.row()].unit for i in sorted(indexes, key=lambda i: i.row())]
        data.setData(MIME, "\n".join(units).encode())
        return data


def units_of(data: QMimeData) -> tuple[str, ...]:
    """The units that are being dragged; empty when something else is."""
    return tuple(bytes(data.data(MIME).data()).decode().split("\n")) if data.hasFormat(MIME) else ()


def _formation(path: str) -> str:
    """A path of formations as a player reads it."""
    return " · ".join(tell(part) for part in path.split("/"))


def describe(face: Face) -> str:
    """A unit in words: tooltips and screen readers."""
    lines = [tell(face.title)]
    if face.group:
        lines.append(_formation(face.group))
    if face.left or face.right:
        lines.append("–".join(x for x in (face.left, face.right) if x))
    lines += [f"{tell(m.say)}" + (f"  [{m.rule}]" if m.rule else "") for m in face.marks if tell(m.say)]
    return "\n".join(lines)


class _UnitDelegate(QStyledItemDelegate):
    """One row: the counter, its name in bold, its formation, its states as small marks with their meaning."""

    def __init__(self, desk: Dressed, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk = desk

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        face: Face = index.data(FACE)
        line = option.fontMetrics.height()
        lines = 2 + len(face.marks)
        grid = option.widget.gridSize() if isinstance(option.widget, QListView) else QSize()
        if not grid.isEmpty():  # cells of one size: what has no room is in the tooltip
            return grid
        return QSize(120, max(COUNTER + 8, lines * (line + 2) + 10))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        face: Face = index.data(FACE)
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        painter.save()
        box = option.rect.adjusted(4, 4, -6, -4)
        ratio = option.widget.devicePixelRatioF()
        painter.drawPixmap(box.topLeft(), self.desk.pictures.pixmap(face, COUNTER, ratio))
        text = QRect(box)
        text.setLeft(box.left() + COUNTER + 8)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        roles = option.palette
        ink = roles.color(QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text)
        faint = ink if chosen else roles.color(QPalette.ColorRole.PlaceholderText)
        bold = QFont(option.font)
        bold.setWeight(QFont.Weight.DemiBold)
        metrics = QFontMetrics(bold)
        line = option.fontMetrics.height() + 2
        factor = "–".join(x for x in (face.left, face.right) if x)
        painter.setFont(bold)
        painter.setPen(ink)
        wide = metrics.horizontalAdvance(factor) + 8 if factor else 0
        painter.drawText(text.left(), text.top() + metrics.ascent(), metrics.elidedText(
            tell(face.title), Qt.TextElideMode.ElideRight, text.width() - wide))  # fmt: skip
        if factor:
            painter.drawText(text.right() - wide + 8, text.top() + metrics.ascent(), factor)
        painter.setFont(option.font)
        painter.setPen(faint)
        y = text.top() + line
        second = _formation(face.group) or face.parent
        painter.drawText(text.left(), y + metrics.ascent(), option.fontMetrics.elidedText(
            second, Qt.TextElideMode.ElideLeft, text.width()))  # fmt: skip
        painter.setPen(ink)
        for mark in face.marks:
            y += line
            if y + line > option.rect.bottom() + 2:
                break
            middle = QPoint(text.left() + 8, y + metrics.height() // 2)
            paint_mark(painter, self.desk.palette.mark(mark.key), mark.letter, middle.toPointF(), 6.5)
            words = f"{tell(mark.say)}" + (f"  [{mark.rule}]" if mark.rule else "")
            painter.setFont(option.font)
            painter.drawText(text.left() + 20, y + metrics.ascent(), option.fontMetrics.elidedText(
                words, Qt.TextElideMode.ElideRight, text.width() - 20))  # fmt: skip
        painter.restore()


class UnitsView(QListView):
    """The list itself. Dragging a row carries its units away (see MIME)."""

    def __init__(self, desk: Dressed, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.units = _UnitsModel(self)
        self.wheel_picks = False
        """Whether the wheel goes through the units, rather than moving the list."""
        self.setModel(self.units)
        self.setItemDelegate(_UnitDelegate(desk, self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setResizeMode(QListView.ResizeMode.Adjust)

    def chosen(self) -> tuple[str, ...]:
        """The units whose rows are selected, in order."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return tuple(self.units.faces[row].unit for row in rows)

    def step(self, way: int) -> None:
        """Select the next (1) or the one before (-1) of the list, round about."""
        count = len(self.units.faces)
        if count:
            rows = [index.row() for index in self.selectionModel().selectedIndexes()]
            row = (max(rows) if way > 0 else min(rows)) + way if rows else (0 if way > 0 else count - 1)
            self.setCurrentIndex(self.units.index(row % count))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Where the wheel picks, it goes from unit to unit, and the list follows."""
        turned = event.angleDelta().y()
        if not self.wheel_picks or not turned:
            super().wheelEvent(event)
            return
        self.step(-1 if turned > 0 else 1)
        event.accept()

    def startDrag(self, supported: Qt.DropAction) -> None:
        indexes = [
            i for i in self.selectedIndexes() if self.units.faces[i.row()].unit in self.units.draggable
        ]
        if not indexes:
            return
        drag = QDrag(self)
        drag.setMimeData(self.units.mimeData(indexes))
        face = self.units.faces[indexes[0].row()]
        drag.setPixmap(self.desk.pictures.pixmap(face, COUNTER, self.devicePixelRatioF()))
        drag.setHotSpot(QPoint(COUNTER // 2, COUNTER // 2))
        drag.exec(supported, Qt.DropAction.MoveAction)


class Choosing(Dressed, Protocol):
    """A desk on which units are selected."""

    units: tuple[str, ...]

    @property
    def units_changed(self) -> SignalInstance:
        """Emitted after another selection."""

    def choose(self, units: tuple[str, ...]) -> None:
        """Select units."""


class TrayView(UnitsView):
    """Units beside the map, from left to right and row by row; who is selected in it is selected on the desk."""

    _cell = 0

    def __init__(self, desk: Choosing, name: str, said: str, cell: int) -> None:
        """``cell``: width of one unit in pixels."""
        super().__init__(desk)
        self.setObjectName(name)
        self.setAccessibleName(said)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self._cell = cell
        self._fit()
        self.quiet = False
        """What is selected now is not to be told to the desk."""
        self._chooser = desk
        self.selectionModel().selectionChanged.connect(self._on_selection)
        desk.units_changed.connect(self._on_units)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if self._cell and event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        """Make a cell as high as a counter and as its two lines of text, however large that is."""
        self.setGridSize(QSize(self._cell, max(COUNTER + 10, 2 * (self.fontMetrics().height() + 2) + 10)))

    def show_units(self, faces: list[Face], draggable: Iterable[str]) -> None:
        """Show these; nobody is selected."""
        before, self.quiet = self.quiet, True
        self.units.draggable = frozenset(draggable)
        self.units.show_faces(faces)
        self.quiet = before

    def _on_selection(self) -> None:
        if not self.quiet:
            self.quiet = True
            self._chooser.choose(self.chosen())
            self.quiet = False

    def _on_units(self) -> None:
        """Others were selected elsewhere: nobody is here any more."""
        if not self.quiet and not set(self.chosen()) <= set(self._chooser.units):
            self.quiet = True
            self.clearSelection()
            self.quiet = False
