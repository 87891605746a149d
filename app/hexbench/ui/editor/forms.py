"""What else a scenario says: its title, notes and sources, its turns and options, victory, resources."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, get_args

from PySide6.QtWidgets import QFormLayout, QFrame, QScrollArea, QVBoxLayout, QWidget

from hexbench.atlas.sheet import Source
from hexbench.engine.documents.editing import Field, Form
from hexbench.engine.values import Say, say
from hexbench.session.editor.naming import HEADER
from hexbench.ui.editor.desk import EditDesk
from hexbench.ui.editor.fields import FieldEditor, option_fields
from hexbench.ui.editor.panel import EditPanel
from hexbench.ui.look.language import tell, tr
from hexbench.ui.widgets.parts import PlainLabel, empty, heading, named, wrapped_label

if TYPE_CHECKING:
    from hexbench.session.editor.scenario import ScenarioDraft

TALL = ("blurb", "provenance")


def header_fields(draft: ScenarioDraft) -> tuple[Field, ...]:
    """What is said of any document; paths lead from the document itself."""
    maps = draft.catalogue.maps(draft.game.key) if hasattr(draft.catalogue, "maps") else ()
    sources = tuple(
        (one, say("{word}", word=one))
        for one in get_args(Source.__value__ if hasattr(Source, "__value__") else Source)
    )
    fields = (
        Field(path=("title",), name=HEADER["title"], needed=True, help=Say(tr("What it is called in lists"))),
        Field(path=("blurb",), name=HEADER["blurb"], help=Say(tr("A few sentences for whoever chooses it"))),
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
            help=Say(tr("Which source says what, and what was made up")),
        ),
        Field(
            path=("first_turn",),
            name=HEADER["first_turn"],
            help=Say(tr("As lists of scenarios show it")),
        ),
        Field(
            path=("last_turn",),
            name=HEADER["last_turn"],
            help=Say(tr("As lists of scenarios show it")),
        ),
        Field(path=("map",), name=HEADER["map"], help=Say(tr("The key of a map of this game"))),
    )
    if not maps:
        return fields if isinstance(draft.get("map"), str) else fields[:-1]
    known = tuple((one, say("{word}", word=Path(one).stem.replace("_", " "))) for one in maps)
    return (*fields[:-1], replace(fields[-1], kind="choice", choices=known))


class FormsPanel(EditPanel):
    """The forms of one family below one another: the header with its options, or what the game declares."""

    key: ClassVar[str] = "forms"

    def __init__(self, desk: EditDesk, *, header: bool) -> None:
        title = tr("Scenario") if header else tr("Turns and victory")
        help_ = (
            tr("Title, notes and sources, the map and the options it is played with")
            if header
            else tr("Turns, conditions of victory and whatever else the game keeps in its scenarios")
        )
        super().__init__(desk, title, help_)
        self.header = header
        self.setObjectName("edit.header" if header else "edit.forms")
        self.inner = QWidget()
        self.rows = QVBoxLayout(self.inner)
        self.rows.setContentsMargins(0, 0, 6, 0)
        area = QScrollArea()
        area.setWidget(self.inner)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        self.box.addWidget(area, 1)
        self.editors: dict[tuple[str, ...], FieldEditor] = {}
        self._made_for: object = None

    @property
    def forms(self) -> tuple[Form, ...]:
        """What is asked."""
        draft = self.desk.draft
        if not self.header:
            return draft.forms
        options = option_fields(draft.game.Options)
        return (
            Form(key="header", name=Say(tr("Document")), fields=header_fields(draft)),
            *((Form(key="options", name=Say(tr("Options")), fields=options),) if options else ()),
        )

    def refresh(self) -> None:
        """Show the values as they are now."""
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
            self.rows.addWidget(heading(tell(form.name)))
            if str(form.help):
                words = named(wrapped_label(tell(form.help)), role="muted")
                self.rows.addWidget(words)
            holder = QWidget()
            lay = QFormLayout(holder)
            lay.setContentsMargins(0, 0, 0, 6)
            lay.setVerticalSpacing(3)
            lay.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
            lay.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
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
                lay.addRow(tell(field.name), editor)
            self.rows.addWidget(holder)
        if not forms:
            none = PlainLabel(tr("This game keeps nothing else in its documents."))
            none.setWordWrap(True)
            self.rows.addWidget(none)
        self.rows.addStretch(1)

    def _value(self, field: Field) -> Any:
        draft = self.desk.draft
        if not self.header:
            return draft.value(field)
        return draft.get(*field.path, default=field.blank)

    def _on_edited(self, value: object) -> None:
        editor = self.sender()
        if not isinstance(editor, FieldEditor):
            return
        draft, field = self.desk.draft, editor.field
        if not self.header:
            done = self.desk.attempt(lambda: draft.set_form(field, value))
        elif field.path[0] == "options":
            wanted = None if value == field.blank else value
            done = self.desk.attempt(lambda: draft.set_option(field.path[1], wanted))
        else:
            done = self.desk.attempt(lambda: draft.set_header(field.path[0], value))
        if not done:
            editor.show_value(self._value(field))


def title_of(draft: ScenarioDraft) -> Say:
    """What the document is called."""
    return say("{title}", title=str(draft.get("title") or tr("Untitled")))
