"""The forms of the lesson editor: the current step, the little game, and the frame around them, in both
languages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, get_args

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFormLayout,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from hexbench.atlas.sheet import Source
from hexbench.engine.documents.editing import Field
from hexbench.engine.values import Say, say
from hexbench.session.editor.document import inside
from hexbench.session.editor.lesson_doc import NAMES, STEP
from hexbench.ui.editor.desk import EditPanel, family
from hexbench.ui.editor.fields import option_fields
from hexbench.ui.editor.lesson_desk import LessonDesk
from hexbench.ui.editor.lesson_fields import (
    ConditionField,
    ListField,
    PartField,
    PickField,
    RowsField,
    RuleField,
    TextField,
    deed_fields,
)
from hexbench.ui.look.language import mark, tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.parts import HintLabel, WrappedRow, empty, laid, named, tool

if TYPE_CHECKING:
    from hexbench.session.editor.document import Key


NOTHING = ("", say("–"))
"""The empty choice."""
WIDE = (ConditionField, RowsField)
"""Fields that take the whole width below their heading."""


class PartPanel(EditPanel[LessonDesk]):
    """One part of the lesson as a form; each field is an edit of its own."""

    def __init__(self, desk: LessonDesk) -> None:
        super().__init__(desk)
        self._made_for: object = None
        desk.rehearsed.connect(self.renew)

    def lay_out(self) -> None:
        self.rows = self.add_rows()
        self.fields: dict[tuple[str, ...], PartField] = {}

    # ---- a panel fills these in
    def value(self, path: tuple[str, ...]) -> Any:
        """The value at a path of the part."""
        raise TypeError("every part has values")

    def write(self, path: tuple[str, ...], value: Any) -> object:
        """Write a value; None removes it."""
        raise TypeError("every part is written")

    def lay(self) -> None:
        """Create the fields."""
        raise TypeError("every part has fields")

    # ---- what is shown
    def refresh(self) -> None:
        """Show the current values."""
        desk = self.desk
        wanted = desk.verbs, desk.sides, desk.rehearsal.phases, desk.docks
        if self._made_for is None or (self._made_for != wanted and not self._busy()):
            self._made_for = wanted
            empty(self.rows)
            self.fields = {}
            self.lay()
            self.rows.addStretch(1)
        for path, field in self.fields.items():
            field.show_value(self.value(path))

    def _busy(self) -> bool:
        """Whether a field has the focus, so that the fields must not be recreated."""
        return any(one.hasFocus() for one in self.area.findChildren(QWidget))

    def family(self, title: str) -> QFormLayout:
        """A heading, and the form below it."""
        return family(self.rows, title)

    def add(
        self, form: QFormLayout, path: str, make: Callable[[str], PartField], label: Say | None = None
    ) -> None:
        """One field at a path."""
        keys = tuple(path.split("."))
        field = make(f"{self.objectName()}.{path}")
        field.setProperty("path", path)
        field.edited.connect(self._on_edited)
        self.fields[keys] = field
        name = label or NAMES[keys[-1]]
        if isinstance(field, WIDE):
            form.addRow(field)
            return
        words = tr("{field} in German", field=name) if keys[0] == "de" else tell(name)
        form.addRow(HintLabel(words), field)  # the name of an option is a sentence

    def line(
        self, form: QFormLayout, path: str, kind: Any = "text", *, tall: bool = False, **more: Any
    ) -> None:
        """Add a field of the same kind as in the other editors."""
        keys = tuple(path.split("."))
        name = NAMES[keys[-1]]
        if keys[0] == "de":
            name = say("{field} in German", field=name)
        field = Field(path=keys, name=name, kind=kind, **more)
        self.add(form, path, lambda at: TextField(field, self.desk, at, tall=tall))

    def sentences(self, form: QFormLayout, *keys: str) -> None:
        """Add text fields in English and in German, one below the other."""
        for key in keys:
            tall = key != "title"
            self.line(form, key, tall=tall)
            self.line(form, f"de.{key}", tall=tall)

    def lights(self) -> None:
        """Add the fields for what to highlight."""
        desk = self.desk
        form = self.family(tell(NAMES["light"]))
        for key, units in (("units", True), ("hexes", False)):
            field = desk.field(f"light.{key}", "words", blank=[])
            self.add(form, f"light.{key}", lambda at, f=field, u=units: PickField(f, desk, at, units=u))  # type: ignore[misc]
        verbs = desk.field("light.verbs", "words", choices=desk.verbs, blank=[])
        self.add(form, "light.verbs", lambda at: ListField(verbs, desk, at))
        docks = (NOTHING, *((key, say("{word}", word=title)) for key, title in desk.docks))
        self.line(form, "light.dock", "choice", choices=docks)

    def _on_edited(self, value: Any) -> None:
        field = self.sender()
        if not isinstance(field, PartField):
            return
        path = tuple(str(field.property("path")).split("."))
        if not self.desk.attempt(lambda: self.write(path, value)):
            field.show_value(self.value(path))

    def show_field(self, keys: tuple[Key, ...]) -> bool:
        """Bring the field of a path into view and focus it; False if there is none."""
        self.refresh_now()
        words = tuple(str(key) for key in keys if isinstance(key, str))
        for n in range(len(words), 0, -1):
            field = self.fields.get(words[:n])
            if field is not None:
                self.area.ensureWidgetVisible(field)
                field.setFocus()
                return True
        return False


class StepPanel(PartPanel):
    """The current step."""

    key: ClassVar[str] = "lesson.step"
    title: ClassVar[str] = mark("Step")
    help: ClassVar[str] = mark("What this step says, what it highlights, what ends it, and its model")

    def __init__(self, desk: LessonDesk) -> None:
        super().__init__(desk)
        desk.step_changed.connect(self.renew)

    @property
    def n(self) -> int:
        """The current step; the last one while the little game is current."""
        return min(self.desk.step, len(self.desk.draft.steps) - 1)

    def value(self, path: tuple[str, ...]) -> Any:
        return inside(self.desk.draft.steps[self.n], path, "learner" if path == ("hand",) else None)

    def write(self, path: tuple[str, ...], value: Any) -> object:
        if path == ("dice",) and value is not None:
            value = [int(one) if str(one).isdigit() else one for one in value]
            if any(not isinstance(one, int) for one in value):
                raise ValueError(tr("Dice must be numbers separated by spaces."))
        if path == ("hand",) and value == "learner":
            value = None
        return self.desk.draft.set_step(self.n, path, value)

    def lay(self) -> None:
        desk = self.desk
        form = self.family(tr("What it says"))
        self.sentences(form, "title", "text", "why", "well")
        rules = desk.field("rules", "words", blank=[])
        self.add(form, "rules", lambda at: RuleField(rules, desk, at))
        self.lights()
        form = self.family(tell(NAMES["until"]))
        self.add(form, "until", lambda at: ConditionField(desk.field("until"), desk, at))
        form = self.family(tell(NAMES["also"]))
        self.add(form, "also", lambda at: ConditionField(desk.field("also"), desk, at, optional=True))
        form = self.family(tell(NAMES["do"]))
        rows = desk.field("do", "rows", rows=deed_fields(desk))
        self.add(form, "do", lambda at: RowsField(rows, desk, at))
        form = self.family(tr("How it is played"))
        hands = (("learner", say("the learner")), ("lesson", say("the lesson")))
        self.line(form, "hand", "choice", choices=hands, blank="learner")
        self.line(form, "dice", "words", blank=[], help=say("The numbers rolled in this step, in order"))
        free = desk.field("free", "words", choices=desk.verbs, blank=[])
        self.add(form, "free", lambda at: ListField(free, desk, at))
        self.line(
            form, "id", help=say("Lower-case letters, digits and underscores; no two steps may share an id")
        )


class EndPanel(PartPanel):
    """The little game at the end."""

    key: ClassVar[str] = "lesson.end"
    title: ClassVar[str] = mark("Little game")
    help: ClassVar[str] = mark("The game that ends the lesson: its goal, the opponent, and when it is over")

    def value(self, path: tuple[str, ...]) -> Any:
        return inside(self.desk.draft.end, path)

    def write(self, path: tuple[str, ...], value: Any) -> object:
        return self.desk.draft.set_end(path, value)

    def lay(self) -> None:
        desk = self.desk
        form = self.family(tr("What it says"))
        self.sentences(form, "title", "goal")
        self.line(form, "computer", "choice", choices=(NOTHING, *desk.levels))
        rules = desk.field("rules", "words", blank=[])
        self.add(form, "rules", lambda at: RuleField(rules, desk, at))
        self.lights()
        form = self.family(tell(NAMES["until"]))
        self.add(form, "until", lambda at: ConditionField(desk.field("until"), desk, at, hand=False))


class FramePanel(PartPanel):
    """The lesson as a whole."""

    key: ClassVar[str] = "lesson.frame"
    title: ClassVar[str] = mark("Lesson")
    help: ClassVar[str] = mark("Title, blurb, side and seed, and the scenario or map it is based on")

    def value(self, path: tuple[str, ...]) -> Any:
        return self.desk.draft.get(*path)

    def write(self, path: tuple[str, ...], value: Any) -> object:
        field = self.fields[path].field
        if path[0] == "options" and value == field.blank:
            value = None
        return self.desk.draft.set_frame(path, value)

    def lay(self) -> None:
        desk, draft = self.desk, self.desk.draft
        form = self.family(tr("Document"))
        self.sentences(form, "title", "blurb")
        self.line(form, "minutes", "number", least=1, most=60)
        self.line(form, "side", "choice", choices=desk.sides)
        self.line(
            form, "seed", "number", least=0, most=2**31 - 1, help=say("For all dice that no step presets")
        )
        self.line(form, "order", "number", least=-99, most=99)
        sources = get_args(Source.__value__ if hasattr(Source, "__value__") else Source)
        self.line(form, "source", "choice", choices=tuple((one, say("{word}", word=one)) for one in sources))
        self.line(form, "provenance", tall=True)
        form = self.family(tell(NAMES["position"]))
        infos = draft.catalogue.scenarios(draft.game.key)
        bases = ((info.name, say("{title}", title=info.title)) for info in infos)
        self.line(form, "base", "choice", choices=(NOTHING, *bases))
        if not isinstance(draft.get("map"), Mapping):
            maps = ((one, say("{word}", word=one)) for one in draft.catalogue.maps(draft.game.key))
            self.line(form, "map", "choice", choices=(NOTHING, *maps))
        for field in option_fields(draft.game.Options):
            path = ".".join(field.path)
            self.add(form, path, lambda at, f=field: TextField(f, desk, at), field.name)  # type: ignore[misc]


# The list of steps: a click or the arrow keys select one, a drag or Alt with the arrow keys moves it.

SMALL = 24
"""Minimum height of a row, in pixels."""


class _StepList(QListWidget):
    """``moved(row, to)``: a row was moved by mouse or keyboard; ``deleted()``: Delete was pressed."""

    moved = Signal(int, int)
    deleted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setWordWrap(True)

    def dropEvent(self, event: QDropEvent) -> None:
        """Move the step in the document; the list follows."""
        row, to = self.currentRow(), self.place_at(event.position().toPoint().y())
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        self.moved.emit(row, to - 1 if to > row else to)

    def place_at(self, y: int) -> int:
        """The index at which a drop at this height inserts: that of the row which would come after."""
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


class StepsPanel(EditPanel[LessonDesk]):
    """Every step with its title, and the little game at the end; those with problems are marked."""

    key: ClassVar[str] = "lesson.steps"
    title: ClassVar[str] = mark("Steps of the lesson")
    help: ClassVar[str] = mark("The steps in order; drag one to move it, or use Alt with the arrow keys")

    def __init__(self, desk: LessonDesk) -> None:
        super().__init__(desk)
        self.list = named(_StepList(), "edit.lesson.steps.list", tr(self.title), tr(self.help))
        self.new = tool("edit.lesson.steps.new", tr("New"), tr("Add a step after this one"), self.add)
        self.copy = tool(
            "edit.lesson.steps.copy", tr("Duplicate"), tr("Add a copy of this step after it"), self.duplicate
        )
        self.drop = tool(
            "edit.lesson.steps.delete", tr("Delete"), tr("Remove this step from the lesson"), self.remove
        )
        self.up = tool(
            "edit.lesson.steps.up", "↑", tr("Move this step before the one above it"), self.move_up
        )
        self.up.setAccessibleName(tr("Move up"))
        self.down = tool(
            "edit.lesson.steps.down", "↓", tr("Move this step after the one below it"), self.move_down
        )
        self.down.setAccessibleName(tr("Move down"))
        laid(self.box, (self.list, 1), WrappedRow((self.new, self.copy, self.drop, self.up, self.down)))
        self.list.currentRowChanged.connect(self._on_row)
        self.list.moved.connect(self.move_to)
        self.list.deleted.connect(self.remove)
        desk.step_changed.connect(self.renew)
        desk.found.connect(self.renew)

    def refresh(self) -> None:
        """List the steps as they are now."""
        desk = self.desk
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
            item.setForeground(colour(self.desk.palette.chrome.bad))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, tr("{row}: something is wrong here", row=text))
        self.list.addItem(item)
        return item

    def _on_row(self, row: int) -> None:
        if row >= 0:
            self.desk.take(row)

    # ---- doing
    def add(self) -> None:
        """Add a step after the current one, or at the end if the little game is current."""
        desk = self.desk
        at = min(desk.step + 1, len(desk.draft.steps))
        if desk.attempt(lambda: desk.draft.add_step(at)):
            desk.take(at)
            desk.step_changed.emit()

    def duplicate(self) -> None:
        """Duplicate the current step."""
        desk = self.desk
        n = desk.step
        if not desk.in_end and desk.attempt(lambda: desk.draft.duplicate_step(n)):
            desk.take(n + 1)

    def remove(self) -> None:
        """Remove the current step."""
        desk = self.desk
        if not desk.in_end and desk.attempt(lambda: desk.draft.remove_step(desk.step)):
            desk.take(min(desk.step, len(desk.draft.steps) - 1))
            desk.step_changed.emit()

    def move_up(self) -> None:
        """Move the current step up."""
        self.move_to(self.desk.step, self.desk.step - 1)

    def move_down(self) -> None:
        """Move the current step down."""
        self.move_to(self.desk.step, self.desk.step + 1)

    def move_to(self, row: int, to: int) -> None:
        """Move a step to another index and keep it current. One moved below the little game becomes the last
        step.
        """
        desk = self.desk
        last = len(desk.draft.steps) - 1
        if not 0 <= row <= last:
            return
        to = max(0, min(to, last))
        if to != row and desk.attempt(lambda: desk.draft.move_step(row, to)):
            desk.take(to)
