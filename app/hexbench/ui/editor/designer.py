"""The counter designer: the printed values of a counter, with a preview in two sizes as the game draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.values import say
from hexbench.session.editor.document import put
from hexbench.store.strict import BadFile
from hexbench.ui.canvas.counter import paint_counter
from hexbench.ui.canvas.geometry import COUNTER
from hexbench.ui.editor.desk import EditDesk
from hexbench.ui.editor.fields import FieldEditor, at_path
from hexbench.ui.look.language import as_it_is, tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.background import BackgroundTask
from hexbench.ui.widgets.parts import Role, answers, breakable, laid, named, push, scrolled, wrapped_label

if TYPE_CHECKING:
    from hexbench.engine.display import Face
    from hexbench.engine.documents.editing import Field


SCALES = (1.0, 2.0)
ICON, MOST = 28, 60
"""Size in pixels of a counter in a list of choices, and maximum number of choices drawn."""


class Preview(QWidget):
    """A counter at full size and at twice that size, on the colour of the map."""

    def __init__(self, desk: EditDesk) -> None:
        super().__init__()
        self.desk = desk
        self.face: Face | None = None
        self.setAccessibleName(tr("The counter as it will look"))
        self.setToolTip(tr("The counter as the game draws it, at full map size and at twice that size"))
        self.setFixedSize(QSize(250, 170))

    def show_face(self, face: Face | None) -> None:
        """Show this counter; None if the game does not hold it yet."""
        self.face = face
        self.setAccessibleDescription(tell(face.title) if face is not None else "")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self.desk.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), colour(palette.terrain("clear").ground))
        x = 18.0
        for scale in SCALES:
            side = COUNTER * scale
            if self.face is not None:
                painter.save()
                painter.translate(x + side / 2, self.height() / 2)
                painter.scale(scale, scale)
                paint_counter(painter, self.face, palette, scale)
                painter.restore()
            else:
                painter.setPen(colour(palette.map.label))
                painter.drawRect(QRectF(x, (self.height() - side) / 2, side, side))
            x += side + 26
        painter.end()


class Designer(QDialog):
    """Designs one counter. The result is one edit of it, or a new counter in the same place."""

    def __init__(self, desk: EditDesk, unit: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("edit.designer")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.desk, self.unit = desk, unit
        self.entry: dict[str, Any] = dict(desk.entries[unit])
        self.changes: dict[str, Any] = {}
        self.editors: dict[str, FieldEditor] = {}
        self.made: str = ""
        """The id of the counter that was changed or made."""
        self.setWindowTitle(tr("Counter designer: {unit}", unit=unit))
        printed = [f for f in desk.roll.fields if f.face]
        others = [
            f for f in desk.roll.fields if not f.face and f.kind in ("choice", "number", "flag", "text")
        ]
        left = QVBoxLayout()
        self.preview = Preview(desk)
        left.addWidget(self.preview)
        self.words = named(wrapped_label(), "edit.designer.words")
        left.addWidget(self.words)
        self.wrong = named(wrapped_label(), "edit.designer.wrong", role="bad")
        laid(left, self.wrong, None)
        form_box = QWidget()
        form = QFormLayout(form_box)
        form.setVerticalSpacing(4)
        self._rows(form, printed)
        if not printed:
            self._rows(form, others)
        area = scrolled(form_box)
        area.setMinimumWidth(340)
        row = laid(QHBoxLayout(), left, (area, 1))
        self.change = push(
            "edit.designer.change",
            tr("Change it"),
            tr("Use this design and these factors for the counter from now on, as one edit"),
            self._on_change,
        )
        self.new = push(
            "edit.designer.new",
            tr("Add as new"),
            tr("Leave the counter as it is and add a new one like this in the same place"),
            self._on_new,
        )
        buttons = answers(
            self,
            tr("Leave everything as it is"),
            (self.change, Role.AcceptRole),
            (self.new, Role.ActionRole),
        )
        self.change.setDefault(True)
        laid(QVBoxLayout(self), (row, 1), buttons)
        self.resize(680, 460)
        self.show_entry()
        self.drawing = BackgroundTask(self)
        self.drawing.begin(self._draw_choices())
        self.finished.connect(self.drawing.stop)

    def _draw_choices(self) -> Iterator[None]:
        """Draw the counter with every available choice, one at a time in the background."""
        entry, desk = dict(self.entry), self.desk
        for editor in self.editors.values():
            field = editor.field
            for value, _ in field.choices[:MOST] if field.kind == "choice" else ():
                yield
                try:
                    face = desk.draft.face_with(self.unit, put(entry, field.path, value or None))
                except (BadFile, ValueError):
                    continue
                if face is not None:
                    picture = desk.pictures.pixmap(face, ICON, self.devicePixelRatioF())
                    editor.show_icon(value, QIcon(picture))

    def _rows(self, form: QFormLayout, fields: list[Field]) -> None:
        for field in fields:
            editor = FieldEditor(field, self.desk, f"edit.design.{field.key}")
            editor.edited.connect(self._on_edited)
            editor.wrong.connect(self.wrong.setText)
            self.editors[field.key] = editor
            form.addRow(tell(field.name), editor)

    def show_entry(self) -> None:
        """Show the entry being designed, and how the game draws it."""
        for editor in self.editors.values():
            editor.show_value(at_path(self.entry, editor.field.path, editor.field.blank))
        try:
            face = (
                self.desk.draft.face_with(self.unit, self.entry)
                if self.changes
                else self.desk.face(self.unit)
            )
        except (BadFile, ValueError) as fault:
            self.wrong.setText(self.desk.why(fault))
            self.change.setEnabled(False)
            self.new.setEnabled(False)
            return
        self.wrong.setText("")
        self.change.setEnabled(bool(self.changes))
        self.new.setEnabled(True)
        self.preview.show_face(face)
        self.words.setText(breakable(tell(face.title)) if face is not None else "")

    def _on_edited(self, value: object) -> None:
        editor = self.sender()
        if isinstance(editor, FieldEditor):
            self.changes[editor.field.key] = value
            self.entry = put(self.entry, editor.field.path, value)
            self.show_entry()

    def _on_change(self) -> None:
        desk, changes = self.desk, dict(self.changes)
        what = say("Design {who}", who=self.unit)
        if not changes or desk.attempt(lambda: desk.draft.set_entries(what, desk.roll, {self.unit: changes})):
            self.made = self.unit
            self.accept()

    def _on_new(self) -> None:
        desk = self.desk
        made: list[str] = []

        def edit() -> None:
            with desk.draft.together(say("New counter from {who}", who=self.unit)):
                made.extend(desk.draft.copy((self.unit,)))
                what = say("Design {who}", who=made[0])
                desk.draft.set_entries(what, desk.roll, {made[0]: dict(self.changes)})

        if desk.attempt(edit):
            self.made = made[0]
            desk.choose(made)
            self.accept()


# The button that adds a counter: a click adds one of the current side, its arrow opens a menu of sides.

ARROW: Final = 18
"""Width in pixels of the arrow that opens the menu of sides."""


def side_in_hand(desk: EditDesk) -> str:
    """The side of the selected counter; otherwise the first side."""
    unit = next((u for u in desk.units if u in desk.entries), "")
    return (desk.side_of(unit) if unit else "") or desk.sides[0]


def add_counter(desk: EditDesk, side: str, at: str) -> str:
    """Add a counter in a place and select it; its id, or an empty string if it cannot be added."""
    made: list[str] = []
    if not desk.attempt(lambda: made.append(desk.draft.add(side, at))):
        return ""
    desk.choose(made)
    return made[0]


class CounterButton(QToolButton):
    """``place`` returns where the counter goes; empty: beside the map. ``done`` is called afterwards."""

    def __init__(
        self, desk: EditDesk, name: str, help_: str, place: Callable[[], str], done: Callable[[], object]
    ) -> None:
        super().__init__()
        self.desk, self.place, self.done = desk, place, done
        self.setObjectName(f"edit.{name}")
        self.setText(tr("New counter"))
        self.setAccessibleName(tr("New counter"))
        self.setToolTip(as_it_is(help_))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.clicked.connect(self._on_click)
        menu = QMenu(self)
        menu.setObjectName(f"edit.{name}.sides")
        menu.setToolTipsVisible(True)
        for side in desk.sides:
            action = QAction(desk.side_name(side), menu)
            action.setObjectName(f"edit.{name}.{side}")
            action.setData(side)
            action.setToolTip(tr("Add a counter of this side"))
            menu.addAction(action)
        menu.triggered.connect(self._on_side)
        self.setMenu(menu)

    def sizeHint(self) -> QSize:
        """With room for the arrow next to the text."""
        return super().sizeHint() + QSize(ARROW, 0)

    def _on_click(self) -> None:
        self._add(side_in_hand(self.desk))

    def _on_side(self, action: QAction) -> None:
        self._add(str(action.data()))

    def _add(self, side: str) -> None:
        if add_counter(self.desk, side, self.place()):
            self.done()
