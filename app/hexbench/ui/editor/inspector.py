"""The inspector: the fields of the selected counters; several can be changed at once, and mixed values are
shown as such.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, get_args

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from hexbench.atlas.sheet import Source
from hexbench.engine.documents.editing import Field, Form
from hexbench.engine.documents.fields import AT, YES
from hexbench.engine.values import Say, say
from hexbench.session.editor.naming import HEADER
from hexbench.ui.editor.designer import CounterButton
from hexbench.ui.editor.desk import EditDesk, EditPanel, family
from hexbench.ui.editor.fields import MIXED, FieldEditor, at_path, common, option_fields, show_flag
from hexbench.ui.look.language import mark, tell, tr
from hexbench.ui.widgets.choices import ChoiceBox, NumberBox
from hexbench.ui.widgets.parts import (
    HintLabel,
    PlainLabel,
    breakable,
    empty,
    heading,
    laid,
    markup_label,
    named,
    push,
)

if TYPE_CHECKING:
    from hexbench.engine.documents.fields import FieldValue, Subject
    from hexbench.session.editor.scenario import ScenarioDraft


PICTURE = 64


class InspectorPanel(EditPanel[EditDesk]):
    """Counter and place at the top, then its fields, then states and markers that only a position has."""

    key: ClassVar[str] = "inspector"
    title: ClassVar[str] = mark("Inspector")
    help: ClassVar[str] = mark(
        "The fields of the selected counters; you can change several at once, and … marks where they differ"
    )

    def __init__(self, desk: EditDesk, design: Any) -> None:
        super().__init__(desk)
        self.picture = PlainLabel()
        self.picture.setFixedSize(PICTURE + 4, PICTURE + 4)
        self.head = markup_label("edit.inspector.head")
        self.place = named(
            QLineEdit(),
            "edit.place",
            tr("Place"),
            tr(
                "A hex, or a box or turn by name; empty if not placed yet. Enter places all "
                "selected counters there"
            ),
        )
        self.place.editingFinished.connect(self._on_place)
        self.design = push(
            "edit.design",
            tr("Design…"),
            tr("Symbol, size, factors and colours of this counter, with a live preview"),
            design,
        )
        self.id = named(
            QLineEdit(),
            "edit.id",
            tr("Id"),
            tr("Its unique name in the file. If you change it, every reference to it is changed too"),
        )
        self.id.editingFinished.connect(self._on_id)
        self.counter = CounterButton(
            desk,
            "inspector_counter",
            tr(
                "Add a counter in the hex under the cursor, ready to edit; the arrow lets you choose its side"
            ),
            self._new_place,
            self.catch_up,
        )
        named_by = laid(QHBoxLayout(), PlainLabel(tr("Id")), (self.id, 1), self.counter)
        placed = laid(QHBoxLayout(), PlainLabel(tr("Place")), (self.place, 1), self.design)
        words = laid(QVBoxLayout(), self.head, named_by, placed)
        laid(self.box, laid(QHBoxLayout(), (self.picture, 0, Qt.AlignmentFlag.AlignTop), (words, 1)))
        self.form = self.add_rows()
        self.editors: list[FieldEditor] = []
        self.state_form: QFormLayout | None = None
        self._made_for: object = None
        desk.units_changed.connect(self.renew)
        desk.hex_changed.connect(self.renew)

    # ---- the fields
    def _lay(self) -> None:
        roll = self.desk.roll
        turns = tuple(turn.id for turn in self.desk.turns)
        # In a position, the place above is all that "at" says; in a scenario it may be the entry hex of a
        # late counter.
        standing = self.desk.draft.kind == "position"
        if self._made_for == (roll, turns):
            return
        self._made_for = (roll, turns)
        empty(self.form)
        self.editors = []
        for title, fields in (
            (tr("Printed on the counter"), [f for f in roll.fields if f.face]),
            (
                tr("In the scenario"),
                [f for f in roll.fields if not f.face and not (standing and f.path == (AT,))],
            ),
        ):
            if fields:
                laid(self.form, heading(title), self._rows(fields))
        self.states = heading(tr("States and markers"))
        self.form.addWidget(self.states)
        holder = QWidget()
        self.state_form = QFormLayout(holder)
        self.state_form.setContentsMargins(0, 0, 0, 0)
        laid(self.form, holder, None)

    def _rows(self, fields: list[Field]) -> QWidget:
        holder = QWidget()
        form = QFormLayout(holder)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(3)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for field in fields:
            editor = FieldEditor(field, self.desk, f"edit.field.{field.key}")
            editor.edited.connect(self._on_edited)
            editor.wrong.connect(self.desk.failed)
            self.editors.append(editor)
            label = HintLabel(tell(field.name))
            label.setBuddy(editor)
            form.addRow(label, editor)
        return holder

    def refresh(self) -> None:
        """Show the selected counters; without any, the hex under the cursor."""
        self._lay()
        desk = self.desk
        units = tuple(u for u in desk.units if u in desk.entries)
        self.design.setEnabled(len(units) == 1)
        self.place.setEnabled(bool(units))
        self.id.setEnabled(len(units) == 1)
        self.id.setText(units[0] if len(units) == 1 else "")
        self.id.setModified(False)
        faces = [face for u in units if (face := desk.face(u)) is not None]
        if faces:
            self.picture.setPixmap(desk.pictures.pixmap(faces[0], PICTURE, self.devicePixelRatioF()))
        else:
            self.picture.clear()
        if len(units) == 1:
            self.head.setText(f"<b>{escape(breakable(tell(faces[0].title)))}</b>")
        elif units:
            self.head.setText(f"<b>{escape(tr('{n} counters', n=len(units)))}</b>")
        elif desk.hex:
            self.head.setText(tr("<b>Hex {at}</b><br>No counter is selected.", at=escape(desk.hex)))
        else:
            self.head.setText(tr("No counter is selected."))
        at = common([desk.at(u) for u in units])
        self.place.setPlaceholderText(tr("(mixed)") if at is MIXED else "")
        self.place.setText("" if at in (MIXED, None) else desk.place_name(at) if at else "")
        self.place.setModified(False)
        entries = [desk.entries[u] for u in units]
        for editor in self.editors:
            field = editor.field
            editor.setEnabled(bool(units))
            editor.show_value(common([at_path(e, field.path, field.blank) for e in entries]))
        self._show_states(units)

    # ---- states and markers of a position
    def _show_states(self, units: tuple[str, ...]) -> None:
        form = self.state_form
        assert form is not None, "laid out before"
        while form.rowCount():
            form.removeRow(0)
        of: Subject = "unit" if units else "hex" if self.desk.hex else "game"
        refs = units or ((self.desk.hex,) if self.desk.hex else ("",))
        draft = self.desk.draft
        found = {ref: {k.key: k for k in draft.editable(of, ref) if k.key != AT} for ref in refs}
        # What is among the fields above is not offered twice.
        above = (
            {word for f in self.desk.roll.fields for word in (f.path[-1], tell(f.name))} if units else set()
        )
        shared = [
            key
            for key, field in found[refs[0]].items()
            if all(key in one for one in found.values()) and above.isdisjoint((key, tell(field.say)))
        ]
        self.states.setVisible(bool(shared))
        for key in shared:
            field = found[refs[0]][key]
            value = common([found[ref][key].value for ref in refs])
            form.addRow(HintLabel(tell(field.say)), self._state_widget(field, value, refs))

    def _state_widget(self, field: FieldValue, value: Any, refs: tuple[str, ...]) -> QWidget:
        widget: QCheckBox | QComboBox | QSpinBox
        pull = self._puller(field.key, refs)
        if field.kind == "flag":
            widget = QCheckBox()
            show_flag(widget, value)
            widget.clicked.connect(lambda on: pull(YES if on else ""))
        elif field.kind == "choice":
            widget = ChoiceBox()
            widget.setPlaceholderText(tr("(mixed)"))
            for one, name in field.choices:
                widget.addItem(tell(name) or "–", one)
            widget.setCurrentIndex(-1 if value is MIXED else widget.findData(value))
            combo = widget
            widget.activated.connect(lambda _: pull(str(combo.currentData())))
        else:
            widget = NumberBox()
            held = int(value) if value is not MIXED and value else field.least
            widget.setRange(min(field.least, held), max(field.most, held))
            widget.setValue(held)
            widget.setKeyboardTracking(False)
            widget.valueChanged.connect(lambda n: pull(str(n)))
        widget.setObjectName(f"edit.state.{field.key}")
        widget.setAccessibleName(tell(field.say))
        widget.setToolTip(tr("Set this for everything selected; it can be undone"))
        return widget

    def _puller(self, key: str, refs: tuple[str, ...]) -> Any:
        desk = self.desk
        return lambda value: desk.attempt(lambda: desk.draft.pull(key, refs, value))

    # ---- doing
    def _on_edited(self, value: object) -> None:
        editor = self.sender()
        if isinstance(editor, FieldEditor) and self.desk.units:
            desk, field = self.desk, editor.field
            desk.attempt(lambda: desk.draft.set_field(desk.roll, desk.units, field, value))

    def _new_place(self) -> str:
        return self.desk.hex

    def _on_id(self) -> None:
        if not self.id.isModified() or len(self.desk.units) != 1:
            return
        self.id.setModified(False)
        desk, old, new = self.desk, self.desk.units[0], self.id.text().strip()
        if desk.attempt(lambda: desk.draft.rename(old, new)):
            desk.choose((new,))
        self.renew()

    def _on_place(self) -> None:
        if not self.place.isModified():
            return
        self.place.setModified(False)
        desk, text = self.desk, self.place.text().strip()
        at = next((key for key, name in desk.boxes.items() if text in (key, name)), text)
        if not desk.attempt(lambda: desk.draft.place(desk.units, at)):
            self.renew()


# What else a scenario holds: title, notes and sources, turns and options, victory, resources.

TALL = ("blurb", "provenance")


def _header_fields(draft: ScenarioDraft) -> tuple[Field, ...]:
    """The fields every document has; paths start at the document itself."""
    maps = draft.catalogue.maps(draft.game.key) if hasattr(draft.catalogue, "maps") else ()
    sources = tuple(
        (one, say("{word}", word=one))
        for one in get_args(Source.__value__ if hasattr(Source, "__value__") else Source)
    )
    fields = (
        Field(path=("title",), name=HEADER["title"], needed=True, help=Say(tr("The title shown in lists"))),
        Field(path=("blurb",), name=HEADER["blurb"], help=Say(tr("A few sentences for players choosing it"))),
        Field(
            path=("source",),
            name=HEADER["source"],
            kind="choice",
            choices=sources,
            help=Say(tr("Where its facts come from")),
        ),
        Field(
            path=("provenance",),
            name=HEADER["provenance"],
            help=Say(tr("Which facts come from which source, and which were made up")),
        ),
        Field(
            path=("first_turn",),
            name=HEADER["first_turn"],
            help=Say(tr("As shown in lists of scenarios")),
        ),
        Field(
            path=("last_turn",),
            name=HEADER["last_turn"],
            help=Say(tr("As shown in lists of scenarios")),
        ),
        Field(path=("map",), name=HEADER["map"], help=Say(tr("The key of a map of this game"))),
    )
    if not maps:
        return fields if isinstance(draft.get("map"), str) else fields[:-1]
    known = tuple((one, say("{word}", word=Path(one).stem.replace("_", " "))) for one in maps)
    return (*fields[:-1], replace(fields[-1], kind="choice", choices=known))


class FormsPanel(EditPanel[EditDesk]):
    """A family of forms below one another: here those the game declares."""

    key: ClassVar[str] = "forms"
    title: ClassVar[str] = mark("Turns and victory")
    help: ClassVar[str] = mark("Turns, victory conditions and anything else the game keeps in its scenarios")

    def __init__(self, desk: EditDesk) -> None:
        super().__init__(desk)
        self._made_for: object = None

    def lay_out(self) -> None:
        self.rows = self.add_rows()
        self.editors: dict[tuple[str, ...], FieldEditor] = {}

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms to show."""
        return self.desk.draft.forms

    def refresh(self) -> None:
        """Show the current values."""
        forms, turns = self.forms, tuple(turn.id for turn in self.desk.turns)
        if self._made_for != (forms, turns):
            self._made_for = (forms, turns)
            self._lay(forms)
        for editor in self.editors.values():
            editor.show_value(self._value(editor.field))

    def _lay(self, forms: tuple[Form, ...]) -> None:
        empty(self.rows)
        self.editors = {}
        for form in forms:
            lay = family(self.rows, tell(form.name), tell(form.help))
            for field in form.fields:
                editor = FieldEditor(
                    field,
                    self.desk,
                    f"edit.{form.key}.{field.key}",
                    tall=field.key in TALL or field.kind == "data",
                )
                editor.edited.connect(self._on_edited)
                editor.wrong.connect(self.desk.failed)
                self.editors[field.path] = editor
                lay.addRow(HintLabel(tell(field.name)), editor)
        if not forms:
            none = PlainLabel(tr("This game keeps nothing else in its documents."))
            none.setWordWrap(True)
            self.rows.addWidget(none)
        self.rows.addStretch(1)

    def _value(self, field: Field) -> Any:
        return self.desk.draft.value(field)

    def _write(self, field: Field, value: object) -> object:
        return self.desk.draft.set_form(field, value)

    def _on_edited(self, value: object) -> None:
        editor = self.sender()
        if not isinstance(editor, FieldEditor):
            return
        field = editor.field
        if not self.desk.attempt(lambda: self._write(field, value)):
            editor.show_value(self._value(field))


class HeaderPanel(FormsPanel):
    """The header of the document and the options of the game."""

    key: ClassVar[str] = "header"
    title: ClassVar[str] = mark("Scenario")
    help: ClassVar[str] = mark("Title, notes and sources, and the map and options it is played with")

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms to show."""
        draft = self.desk.draft
        options = option_fields(draft.game.Options)
        return (
            Form(key="header", name=Say(tr("Document")), fields=_header_fields(draft)),
            *((Form(key="options", name=Say(tr("Options")), fields=options),) if options else ()),
        )

    def _value(self, field: Field) -> Any:
        return self.desk.draft.get(*field.path, default=field.blank)

    def _write(self, field: Field, value: object) -> object:
        draft = self.desk.draft
        if field.path[0] == "options":
            return draft.set_option(field.path[1], None if value == field.blank else value)
        return draft.set_header(field.path[0], value)


def title_of(draft: ScenarioDraft) -> Say:
    """The title of the document."""
    return say("{title}", title=str(draft.get("title") or tr("Untitled")))
