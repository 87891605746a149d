"""The steps of a lesson in a list: taken in hand by a click or the arrows, moved by a drag or Alt and the arrows."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListWidget, QListWidgetItem

from hexbench.session.editor.lesson_doc import NAMES, STEP
from hexbench.ui.editor.panel import EditPanel
from hexbench.ui.look.language import tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.parts import named, tool

if TYPE_CHECKING:
    from hexbench.ui.editor.lesson_desk import LessonDesk

SMALL = 24
"""Pixels of a row at least: a finger's worth of mouse."""


class StepList(QListWidget):
    """``moved(row, to)``: a row was dragged or carried by keys; ``deleted()``: by the key for it."""

    moved = Signal(int, int)
    deleted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setWordWrap(True)

    def dropEvent(self, event: QDropEvent) -> None:
        """The document is moved, and the list follows it."""
        row, to = self.currentRow(), self.place_at(event.position().toPoint().y())
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        self.moved.emit(row, to - 1 if to > row else to)

    def place_at(self, y: int) -> int:
        """The place between two rows that a height is at: that of the row which would come after."""
        boxes = [self.visualItemRect(self.item(n)) for n in range(self.count())]
        return next((n for n, box in enumerate(boxes) if y < box.center().y()), self.count())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        way = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if alt and way:
            self.moved.emit(self.currentRow(), self.currentRow() + way)
        elif event.key() == Qt.Key.Key_Delete:
            self.deleted.emit()
        else:
            super().keyPressEvent(event)


class StepsPanel(EditPanel):
    """Every step with its title, and the little game at their end; those with something wrong are marked."""

    key: ClassVar[str] = "lesson.steps"

    def __init__(self, desk: LessonDesk) -> None:
        super().__init__(
            desk,  # type: ignore[arg-type]
            tr("Steps of the lesson"),
            tr("The steps in their order; a drag, or Alt with the arrows, moves one"),
        )
        self.lessons = desk
        self.list = named(StepList(), "edit.lesson.steps.list", tr("Steps of the lesson"), self.help)
        self.new = tool("edit.lesson.steps.new", tr("New"), tr("A new step behind this one"), self.add)
        self.copy = tool(
            "edit.lesson.steps.copy", tr("Duplicate"), tr("This step once more, behind it"), self.duplicate
        )
        self.drop = tool(
            "edit.lesson.steps.delete", tr("Delete"), tr("Take this step out of the lesson"), self.remove
        )
        self.up = tool("edit.lesson.steps.up", "↑", tr("This step before the one above it"), self.move_up)
        self.up.setAccessibleName(tr("Move up"))
        self.down = tool(
            "edit.lesson.steps.down", "↓", tr("This step behind the one below it"), self.move_down
        )
        self.down.setAccessibleName(tr("Move down"))
        row = QHBoxLayout()
        for button in (self.new, self.copy, self.drop, self.up, self.down):
            row.addWidget(button)
        row.addStretch(1)
        self.box.addWidget(self.list, 1)
        self.box.addLayout(row)
        self.list.currentRowChanged.connect(self._on_row)
        self.list.moved.connect(self.move_to)
        self.list.deleted.connect(self.remove)
        desk.step_changed.connect(self.renew)
        desk.found.connect(self.renew)

    def refresh(self) -> None:
        """List them as they are now."""
        desk = self.lessons
        steps = desk.draft.steps
        wrong = {one.keys[1] for one in desk.findings if len(one.keys) > 1 and one.keys[0] == STEP}
        ends = any(one.keys and one.keys[0] == "little_game" for one in desk.findings)
        with QSignalBlocker(self.list):
            self.list.clear()
            for n, step in enumerate(steps):
                title = str(step.get("title") or "") or tr("Untitled")
                self._row(f"{n + 1}  {title}", wrong=n in wrong)
            end = self._row(tell(NAMES["little_game"]), wrong=ends)
            end.setFlags(end.flags() & ~Qt.ItemFlag.ItemIsDragEnabled)
            self.list.setCurrentRow(desk.step)
        for button in (self.copy, self.drop):
            button.setEnabled(not desk.in_end)
        self.up.setEnabled(0 < desk.step < len(steps))
        self.down.setEnabled(desk.step < len(steps) - 1)

    def _row(self, text: str, *, wrong: bool) -> QListWidgetItem:
        item = QListWidgetItem(f"{text}  !" if wrong else text)
        item.setSizeHint(QSize(0, SMALL))
        if wrong:
            item.setForeground(colour(self.lessons.palette.chrome.bad))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, tr("{row}: something is wrong here", row=text))
        self.list.addItem(item)
        return item

    def _on_row(self, row: int) -> None:
        if row >= 0:
            self.lessons.take(row)

    # ---- doing
    def add(self) -> None:
        """A new step behind the one in hand; before the little game, the last."""
        desk = self.lessons
        at = min(desk.step + 1, len(desk.draft.steps))
        if desk.attempt(lambda: desk.draft.add_step(at)):
            desk.take(at)
            desk.step_changed.emit()

    def duplicate(self) -> None:
        """The step in hand once more."""
        desk = self.lessons
        n = desk.step
        if not desk.in_end and desk.attempt(lambda: desk.draft.duplicate_step(n)):
            desk.take(n + 1)

    def remove(self) -> None:
        """Take the step in hand out."""
        desk = self.lessons
        if not desk.in_end and desk.attempt(lambda: desk.draft.remove_step(desk.step)):
            desk.take(min(desk.step, len(desk.draft.steps) - 1))
            desk.step_changed.emit()

    def move_up(self) -> None:
        """Before the one above it."""
        self.move_to(self.lessons.step, self.lessons.step - 1)

    def move_down(self) -> None:
        """Behind the one below it."""
        self.move_to(self.lessons.step, self.lessons.step + 1)

    def move_to(self, row: int, to: int) -> None:
        """Put a step at another place; it stays in hand. What would go behind the little game becomes the last step."""
        desk = self.lessons
        last = len(desk.draft.steps) - 1
        if not 0 <= row <= last:
            return
        to = max(0, min(to, last))
        if to != row and desk.attempt(lambda: desk.draft.move_step(row, to)):
            desk.take(to)
