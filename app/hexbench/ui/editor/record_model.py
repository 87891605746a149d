"""The turns of a scenario as a table: who arrives, and what stands in every track, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from hexbench.session.editor.listing import parsed, shown
from hexbench.ui.editor.fields import choices_of, hint_of
from hexbench.ui.look.language import as_it_is, tell, tr, why

if TYPE_CHECKING:
    from hexbench.engine.display import Face
    from hexbench.engine.documents.editing import Track, Turn
    from hexbench.ui.editor.desk import EditDesk

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
FACES = Qt.ItemDataRole.UserRole + 1
ARRIVALS = 0


class Lane(NamedTuple):
    """A column of the record: a track, and the side it is about where it is told by side."""

    track: Track
    side: str


class RecordModel(QAbstractTableModel):
    """Column 0 holds the counters that arrive, the others what stands in the tracks."""

    def __init__(self, desk: EditDesk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.turns: tuple[Turn, ...] = ()
        self.lanes: tuple[Lane, ...] = ()

    def refresh(self) -> None:
        """Take over the document as it is now."""
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

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.turns)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
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
                    "Counters that come on this turn: drag them between turns, from the map or the tray"
                )
            return hint_of(lane.track.value)
        return None

    def value(self, index: Index) -> Any:
        """What stands in a cell of a track."""
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
