"""The fields found only in the lesson editor: names picked on the map, rows in place, clauses, and
conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.documents.editing import Field
from hexbench.engine.values import say
from hexbench.session.editor.document import inside, put
from hexbench.session.editor.lesson_doc import HAPPENED, NAMES
from hexbench.ui.editor.fields import (
    FieldEditor,
    fill_rows,
    leave_cell,
    row_in_hand,
    rows_buttons,
    rows_table,
    to_last_row,
)
from hexbench.ui.look.language import tell, tr
from hexbench.ui.widgets.choices import ChoiceBox
from hexbench.ui.widgets.parts import PlainLabel, Role, answers, flush, laid, named, push, tool

if TYPE_CHECKING:
    from hexbench.engine.ledger import Ledger
    from hexbench.ui.editor.lesson_desk import LessonDesk

ID: Final = Qt.ItemDataRole.UserRole + 1
MANY: Final = ("words", "hexes")
LEAST: Final = 70
"""Minimum width of a column, in pixels."""


LETTERS: Final = 18
"""Minimum number of characters visible in a text field."""


class PartField(QWidget):
    """A field of the lesson. ``edited(value)``: the user changed it; None removes it."""

    edited = Signal(object)

    def __init__(self, field: Field, desk: LessonDesk, name: str) -> None:
        super().__init__()
        self.field, self.desk = field, desk
        self.setObjectName(name)
        self.row = flush(QHBoxLayout(self), 2)

    def show_value(self, value: Any) -> None:
        """Show a value; None if nothing is written."""
        raise TypeError("every field shows something")


class TextField(PartField):
    """A field of the same kind as in the other editors."""

    def __init__(self, field: Field, desk: LessonDesk, name: str, *, tall: bool = False) -> None:
        super().__init__(field, desk, name)
        self.editor = FieldEditor(field, desk, f"{name}.edit", tall=tall)  # type: ignore[arg-type]
        self.editor.edited.connect(self._on_edited)
        self.editor.wrong.connect(desk.failed)
        # With less room than this it goes below its label.
        self.editor.setMinimumWidth(LETTERS * self.fontMetrics().averageCharWidth())
        self.row.addWidget(self.editor, 1)
        self.setFocusProxy(self.editor)

    def show_value(self, value: Any) -> None:
        self.editor.show_value(value)

    def _on_edited(self, value: Any) -> None:
        self.edited.emit(None if value in ("", [], None) else value)


class PickField(TextField):
    """Names of units or hexes, typed, or picked on the map while its button is pressed. ``units``: counters,
    not hexes.
    """

    def __init__(self, field: Field, desk: LessonDesk, name: str, *, units: bool) -> None:
        super().__init__(field, desk, name)
        self.units = units
        self._value: Any = None
        self.pick = named(
            QToolButton(),
            f"{name}.pick",
            tr("{field}: on the map", field=field.name),
            tr("While this is pressed, clicking counters on the map adds their names here or removes them")
            if units
            else tr(
                "While this is pressed, clicking hexes on the map adds their numbers here or removes them"
            ),
        )
        self.pick.setText(tr("On the map"))
        self.pick.setCheckable(True)
        self.pick.toggled.connect(self._on_pick)
        self.row.addWidget(self.pick)
        desk.picker_changed.connect(self._on_picker)
        desk.picked.connect(self._on_picked)

    def show_value(self, value: Any) -> None:
        self._value = value
        super().show_value(value)

    def _on_pick(self, down: bool) -> None:
        if down:
            self.desk.pick_for(self)
        elif self.desk.picker is self:
            self.desk.pick_for(None)

    def _on_picker(self) -> None:
        with QSignalBlocker(self.pick):
            self.pick.setChecked(self.desk.picker is self)

    def _on_picked(self, at: str, unit: str) -> None:
        if self.desk.picker is not self:
            return
        found = unit if self.units else at
        if not found:
            self.desk.failed.emit(tr("There is no counter in this hex."))
            return
        if self.field.kind in MANY:
            names = [str(one) for one in self._value or ()]
            names = [one for one in names if one != found] if found in names else [*names, found]
            self.edited.emit(names or None)
        else:
            self.edited.emit(None if found == self._value else found)


class RuleField(TextField):
    """Clauses by number, typed or chosen from the game's rules."""

    def __init__(self, field: Field, desk: LessonDesk, name: str) -> None:
        super().__init__(field, desk, name)
        self._value: Any = None
        self.dialog: ClauseDialog | None = None
        self.choose = tool(
            f"edit.{name.removeprefix('edit.')}.choose",
            tr("Choose…"),
            tr("Find clauses of the rules by their wording"),
            self.ask,
        )
        self.row.addWidget(self.choose)

    def show_value(self, value: Any) -> None:
        self._value = value
        super().show_value(value)

    def ask(self) -> None:
        """Choose them from a list."""
        self.dialog = ClauseDialog(self.desk.ledger, self._value or (), self)
        self.dialog.accepted.connect(self._on_chosen)
        self.dialog.open()

    def _on_chosen(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None and dialog.chosen != list(self._value or ()):
            self.edited.emit(dialog.chosen or None)


class ClauseDialog(QDialog):
    """All clauses of a game with a search line; ``chosen`` are the ticked ones, in the order they were
    ticked.
    """

    def __init__(self, ledger: Ledger, chosen: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("edit.clauses")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Clauses of the rules"))
        self.ledger, self.chosen = ledger, list(chosen)
        self.words = named(
            QLineEdit(),
            "edit.clauses.words",
            tr("Words to search for"),
            tr("Only clauses containing all of these words are listed; ticked ones stay"),
        )
        self.words.setPlaceholderText(tr("Words or a number"))
        self.words.textChanged.connect(self.fill)
        self.list = named(
            QListWidget(),
            "edit.clauses.list",
            tr("Clauses of the rules"),
            tr("Tick the clauses this step is based on; the space bar ticks too"),
        )
        self.list.setWordWrap(True)
        self.list.itemChanged.connect(self._on_ticked)
        self.ok = push("edit.clauses.take", tr("Apply"), tr("Use these clauses for the step"), self.accept)
        self.ok.setDefault(True)
        buttons = answers(self, tr("Leave them unchanged"), (self.ok, Role.AcceptRole))
        laid(QVBoxLayout(self), self.words, (self.list, 1), buttons)
        self.resize(640, 480)
        self.fill()

    def fill(self, _: object = None) -> None:
        """List the ticked clauses, then the search results."""
        words = self.words.text().strip()
        found = self.ledger.search(words) if words else tuple(self.ledger)
        first = [clause for one in self.chosen if (clause := self.ledger.find(one)) is not None]
        with QSignalBlocker(self.list):
            self.list.clear()
            for clause in {one.id: one for one in (*first, *found)}.values():
                item = QListWidgetItem(f"{clause.id}  {clause.text}")
                item.setData(ID, clause.id)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                ticked = clause.id in self.chosen
                item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
                self.list.addItem(item)

    def _on_ticked(self, item: QListWidgetItem) -> None:
        clause = str(item.data(ID))
        if item.checkState() == Qt.CheckState.Checked:
            self.chosen = list(dict.fromkeys((*self.chosen, clause)))
        else:
            self.chosen = [one for one in self.chosen if one != clause]


class RowsField(PartField):
    """Rows edited in place, such as the actions of a model. A row is kept here, unwritten, until its first
    cell is filled.
    """

    def __init__(self, field: Field, desk: LessonDesk, name: str) -> None:
        super().__init__(field, desk, name)
        self.rows: list[dict[str, Any]] = []
        self.list = rows_table(field, name, QHeaderView.ResizeMode.Stretch)
        self.list.verticalHeader().hide()
        self.new, self.drop = rows_buttons(f"{name}.", self.add, self.remove)
        buttons = laid(QHBoxLayout(), self.new, self.drop, None)
        column = QVBoxLayout()
        column.setSpacing(2)
        laid(column, self.list, buttons)
        laid(self.row, (column, 1))
        self.setFocusProxy(self.new)

    def show_value(self, value: Any) -> None:
        rows = [dict(one) for one in value or ()]
        if rows != self._whole():
            self.rows = rows
            self._lay()

    def _whole(self) -> list[dict[str, Any]]:
        """The rows complete enough to be written."""
        first = self.field.rows[0]
        return [row for row in self.rows if inside(row, first.path) not in (None, "", [])]

    def _lay(self) -> None:
        fill_rows(
            self.list,
            self.field,
            self.desk,
            self.rows,
            name=self.objectName(),
            edited=self._on_edited,
            wrong=self.desk.failed.emit,
        )
        for n in range(len(self.rows)):
            self.list.resizeRowToContents(n)
        self.drop.setEnabled(bool(self.rows))
        height = self.list.horizontalHeader().sizeHint().height() + 6
        height += sum(self.list.rowHeight(n) for n in range(min(5, len(self.rows))))
        self.list.setFixedHeight(max(height, 2 * self.list.horizontalHeader().sizeHint().height()))

    def _on_edited(self, value: Any) -> None:
        editor = self.sender()
        if isinstance(editor, FieldEditor):
            n = int(editor.property("row"))
            self.rows[n] = put(self.rows[n], editor.field.path, None if value in ("", [], None) else value)
            editor.show_value(value)
            self._send()

    def _send(self) -> None:
        self.edited.emit(self._whole() or None)

    def add(self) -> None:
        """Add a row at the end."""
        leave_cell(self.list)
        self.rows.append({})
        self._lay()
        to_last_row(self.list)

    def remove(self) -> None:
        """Delete the current row, otherwise the last."""
        if not self.rows:
            return
        row = row_in_hand(self.list)
        del self.rows[row if 0 <= row < len(self.rows) else -1]
        self._lay()
        self._send()


class _MapRowsField(RowsField):
    """Rows written as an object that maps the first cell to the second."""

    def show_value(self, value: Any) -> None:
        first, second = (one.key for one in self.field.rows)
        super().show_value([{first: key, second: self._listed(one)} for key, one in (value or {}).items()])

    def _listed(self, value: Any) -> Any:
        many = self.field.rows[1].kind in MANY
        return [value] if many and isinstance(value, str) else value

    def _send(self) -> None:
        first, second = (one.key for one in self.field.rows)
        made: dict[str, Any] = {}
        for row in self._whole():
            value = row.get(second)
            if isinstance(value, list) and len(value) == 1:
                value = value[0]
            if value:
                made[str(row[first])] = value
        self.edited.emit(made or None)

    def _whole(self) -> list[dict[str, Any]]:
        second = self.field.rows[1].key
        return [row for row in super()._whole() if row.get(second)]


class ConditionField(PartField):
    """What ends a step: a row for each condition, a list to add one, and a button to remove it."""

    def __init__(
        self, field: Field, desk: LessonDesk, name: str, *, hand: bool = True, optional: bool = False
    ) -> None:
        """``hand``: also offer what the user does in the window, not only what happens in the game;
        ``optional``: there may be no condition.
        """
        super().__init__(field, desk, name)
        self.optional = optional
        self.value: dict[str, Any] | None = None
        self.asked: set[str] = set()
        """Conditions that were added but not filled in yet."""
        self.parts: dict[str, PartField] = {}
        self.drops: dict[str, QToolButton] = {}
        self.holders: dict[str, QWidget] = {}
        self.more = named(
            ChoiceBox(),
            f"{name}.more",
            tr("{field}: add a condition", field=field.name),
            tr("Choose another condition; all of them must hold"),
        )
        self.more.activated.connect(self._on_more)
        self.column = QVBoxLayout()
        self.column.setSpacing(3)
        for key, make in _parts(desk, hand=hand).items():
            self._add(key, make(f"{name}.{key}"))
        self.column.addWidget(self.more)
        laid(self.row, (self.column, 1))
        self.setFocusProxy(self.more)

    def _add(self, key: str, part: PartField) -> None:
        holder = QWidget()
        row = flush(QHBoxLayout(holder))
        label = PlainLabel(tell(NAMES[key]))
        label.setMinimumWidth(120)
        drop = tool(
            f"edit.{part.objectName().removeprefix('edit.')}.drop",
            "×",
            tr("Remove this condition"),
            self._on_drop,
        )
        drop.setAccessibleName(tr("{field}: remove this condition", field=NAMES[key]))
        drop.setProperty("part", key)
        laid(row, label, (part, 1), (drop, 0, Qt.AlignmentFlag.AlignTop))
        part.edited.connect(self._on_edited)
        part.setProperty("part", key)
        self.parts[key], self.drops[key], self.holders[key] = part, drop, holder
        self.column.addWidget(holder)

    def show_value(self, value: Any) -> None:
        self.value = value
        found: Mapping[str, Any] = value or {}
        self.asked -= set(found)
        for key, part in self.parts.items():
            part.show_value(found.get(key))
            self.holders[key].setVisible(key in found or key in self.asked)
        with QSignalBlocker(self.more):
            self.more.clear()
            self.more.addItem(tr("Add…"), "")
            for key in self.parts:
                if key not in found and key not in self.asked:
                    self.more.addItem(tell(NAMES[key]), key)

    def _on_more(self) -> None:
        key = str(self.more.currentData() or "")
        if not key:
            return
        if key == "next":
            self._send(key, True)
            return
        self.asked.add(key)
        self.show_value(self.value)
        self.parts[key].setFocus()
        part = self.parts[key]
        if isinstance(part, RowsField):
            part.add()

    def _on_drop(self) -> None:
        key = str(self.sender().property("part"))
        self.asked.discard(key)
        if key in (self.value or {}):
            self._send(key, None)
        else:
            self.show_value(self.value)

    def _on_edited(self, value: Any) -> None:
        self._send(str(self.sender().property("part")), value)

    def _send(self, key: str, value: Any) -> None:
        made = {name: one for name, one in (self.value or {}).items() if name != key}
        if value not in (None, False):
            made[key] = value
            made = {name: made[name] for name in self.parts if name in made} | made
        self.edited.emit(None if self.optional and not made else made)


class _DeedField(PartField):
    """One action, for one that is to be tried."""

    def __init__(self, field: Field, desk: LessonDesk, name: str) -> None:
        super().__init__(field, desk, name)
        self.value: dict[str, Any] = {}
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(2)
        self.parts: dict[str, TextField] = {}
        for one in deed_fields(desk)[:3]:
            pick = {"subject": True, "object": False}.get(one.key)
            inner = f"{name}.{one.key}"
            part = TextField(one, desk, inner) if pick is None else PickField(one, desk, inner, units=pick)
            part.edited.connect(self._on_edited)
            self.parts[one.key] = part
            form.addRow(tell(one.name), part)
        laid(self.row, (form, 1))

    def show_value(self, value: Any) -> None:
        self.value = dict(value or {})
        for key, part in self.parts.items():
            part.show_value(self.value.get(key))

    def _on_edited(self, value: Any) -> None:
        part = self.sender()
        assert isinstance(part, TextField), "only its parts are heard"
        made = put(self.value, part.field.path, value)
        self.edited.emit({"verb": "", **made} if made else None)


def deed_fields(desk: LessonDesk) -> tuple[Field, ...]:
    """The fields of an action."""
    return (
        desk.field("verb", "choice", choices=desk.verbs),
        desk.field("subject", "words", blank=[]),
        desk.field("object"),
        desk.field("how"),
        desk.field("via", "words", blank=[]),
    )


def _parts(desk: LessonDesk, *, hand: bool) -> dict[str, Callable[[str], PartField]]:
    """The conditions available, in the order shown."""

    def text(key: str, kind: str = "text", **more: Any) -> Callable[[str], PartField]:
        return lambda name: TextField(desk.field(key, kind, **more), desk, name)

    def pick(key: str, kind: str, *, units: bool) -> Callable[[str], PartField]:
        blank: dict[str, Any] = {"blank": []} if kind in MANY else {}
        return lambda name: PickField(desk.field(key, kind, **blank), desk, name, units=units)

    def rows(key: str, *fields: Field, whole: bool) -> Callable[[str], PartField]:
        kind = RowsField if whole else _MapRowsField
        return lambda name: kind(desk.field(key, "rows", rows=fields), desk, name)

    unit = Field(path=("unit",), name=say("Unit"))
    places = Field(path=("places",), name=NAMES["hexes"], kind="hexes", blank=[])
    at = Field(path=("at",), name=say("Hex"), kind="hex")
    side = Field(path=("by",), name=say("Side"), kind="choice", choices=desk.sides)
    phases = tuple((one, say("{word}", word=one)) for one in desk.rehearsal.phases)
    of_hand: dict[str, Callable[[str], PartField]] = {
        "next": text("next", "flag", blank=False),
        "selected": pick("selected", "words", units=True),
        "looked_at": pick("looked_at", "text", units=False),
        "refused": lambda name: _DeedField(desk.field("refused"), desk, name),
    }
    of_game: dict[str, Callable[[str], PartField]] = {
        "done": rows("done", *deed_fields(desk)[:4], whole=True),
        "happened": lambda name: ListField(
            desk.field("happened", "words", choices=tuple(HAPPENED.items())), desk, name
        ),
        "unit_in": rows("unit_in", unit, places, whole=False),
        "unit_gone": pick("unit_gone", "words", units=True),
        "hex_held": rows("hex_held", at, side, whole=False),
        "phase_is": text("phase_is", "choice", choices=(("", say("–")), *phases)),
        "side_decides": text("side_decides", "choice", choices=(("", say("–")), *desk.sides)),
        "verb_offered": text("verb_offered", "choice", choices=(("", say("–")), *desk.verbs)),
    }
    return {**of_hand, **of_game} if hand else of_game


class ListField(PartField):
    """Several items of a fixed list, ticked in place."""

    def __init__(self, field: Field, desk: LessonDesk, name: str) -> None:
        super().__init__(field, desk, name)
        self._value: list[str] = []
        self.list = named(
            QListWidget(),
            f"{name}.list",
            tell(field.name),
            tr("Tick the ones you mean; the space bar ticks too"),
        )
        self.list.setMaximumHeight(110)
        for key, said in field.choices:
            words = tell(said)
            item = QListWidgetItem(words[:1].upper() + words[1:])
            item.setData(ID, key)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            self.list.addItem(item)
        self.list.itemChanged.connect(self._on_ticked)
        self.row.addWidget(self.list, 1)
        self.setFocusProxy(self.list)

    def show_value(self, value: Any) -> None:
        self._value = [str(one) for one in value or ()]
        with QSignalBlocker(self.list):
            for n in range(self.list.count()):
                item = self.list.item(n)
                ticked = item.data(ID) in (value or ())
                item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        first = next((n for n in range(self.list.count()) if self.list.item(n).data(ID) in (value or ())), 0)
        if not self.list.hasFocus() and self.list.count():
            self.list.scrollToItem(self.list.item(first), QAbstractItemView.ScrollHint.PositionAtTop)

    def _on_ticked(self, item: QListWidgetItem) -> None:
        """Keep the order of the written values, and values that are not in the list."""
        name = str(item.data(ID))
        names = [one for one in self._value if one != name]
        if item.checkState() == Qt.CheckState.Checked:
            names.append(name)
        self.edited.emit(names or None)
