"""What the panels of the lesson editor share: the open draft, the step in hand, its rehearsed position, and who takes clicks on the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from hexbench.engine.documents.editing import Field
from hexbench.engine.values import Say, say
from hexbench.session.automaton import levels
from hexbench.session.editor.lesson_doc import NAMES, Rehearsal, called, findings, played_parts
from hexbench.ui.editor.desk import DraftDesk
from hexbench.ui.look.language import tell, why
from hexbench.ui.widgets.chore import Chore

if TYPE_CHECKING:
    from hexbench.engine.documents.editing import Turn
    from hexbench.engine.ledger import Ledger
    from hexbench.engine.seat import Seat
    from hexbench.session.editor.document import Key
    from hexbench.session.editor.draft import Edited
    from hexbench.session.editor.lesson_doc import LessonDraft
    from hexbench.ui.look.palette import Palette

REST_MS = 250
"""The hand must rest so long before the model is played again."""


class LessonDesk(DraftDesk):
    """``step_changed()``: another step is in hand; ``rehearsed()``: the model was played again; ``picked(hex, unit)``: a click on
    the map while a field takes clicks; ``picker_changed()``: another field does, or none; ``field_asked(keys)``: show this field.
    """

    step_changed = Signal()
    rehearsed = Signal()
    picked = Signal(str, str)
    picker_changed = Signal()
    field_asked = Signal(object)

    def __init__(
        self,
        draft: LessonDraft,
        palette: Palette,
        docks: Sequence[tuple[str, str]] = (),
        parent: QObject | None = None,
    ) -> None:
        """``docks``: (key, title) of the docks of a table, for what a step brings to the front."""
        super().__init__(draft, palette, parent)
        self.draft = draft
        self.docks = tuple(docks)
        self.step = 0
        """The step in hand; the number of the steps is the little game."""
        self.picker: object | None = None
        """The field that takes clicks on the map."""
        self.ledger: Ledger = draft.catalogue.rules_text(draft.game.key)
        self.rehearsal = Rehearsal(draft)
        self._played = played_parts(draft)
        self.chore = Chore(self)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.rehearse)
        self.chore.ended.connect(self._on_rehearsed)

    # ---- what fields ask
    @property
    def turns(self) -> tuple[Turn, ...]:
        """A lesson has no turns of its own."""
        return ()

    @property
    def rules(self) -> Any:
        """The rules on the lesson's map; None where its position cannot be begun."""
        return None if self.rehearsal.run is None else self.rehearsal.run.session.rules

    @property
    def seat(self) -> Seat | None:
        """The umpire's seat at the position that the step in hand begins at."""
        return self.rehearsal.seat(self.step)

    @property
    def in_end(self) -> bool:
        """Whether the little game is in hand."""
        return self.step >= len(self.draft.steps)

    @property
    def verbs(self) -> tuple[tuple[str, Say], ...]:
        """(key, name) of everything that can be done in this game: what its button says, with the key where others say so too."""
        known = {} if self.rules is None else {key: verb.label for key, verb in self.rules.verbs.items()}
        often = Counter(str(label) for label in known.values())
        return tuple(
            (
                key,
                label
                if often[str(label)] == 1 and str(label)
                else say("{label} ({key})", label=label, key=key),
            )
            for key, label in known.items()
        )

    @property
    def sides(self) -> tuple[tuple[str, Say], ...]:
        """(key, name) of the sides."""
        rules = self.rules
        return tuple(
            (side, rules.side_name(side) if rules is not None else say("{word}", word=side))
            for side in self.draft.game.sides
        )

    @property
    def levels(self) -> tuple[tuple[str, Say], ...]:
        """(key, name) of the opponents that the little game may be played against."""
        return tuple((level, say("{word}", word=level)) for level in levels(self.draft.game))

    def field(self, key: str, kind: Any = "text", **more: Any) -> Field:
        """A field by its key in the lesson, named as everywhere."""
        path = tuple(key.split("."))
        return Field(path=path, name=NAMES[path[-1]], kind=kind, **more)

    # ---- the step in hand
    def take(self, step: int) -> None:
        """Take a step in hand."""
        wanted = max(0, min(step, len(self.draft.steps)))
        if wanted != self.step:
            self.step = wanted
            self.pick_for(None)
            self.step_changed.emit()

    def pick_for(self, field: object | None) -> None:
        """From now on clicks on the map are for this field; None: for nobody."""
        if field is not self.picker:
            self.picker = field
            self.picker_changed.emit()

    # ---- the model
    def rehearse(self) -> None:
        """Play the model from the beginning, a step at a time."""
        self._rest.stop()
        self.chore.stop()
        self.rehearsal.close()
        self.rehearsal, self._played = Rehearsal(self.draft), played_parts(self.draft)
        self.chore.begin(self.rehearsal.steps())

    def rehearse_now(self) -> None:
        """The same at once."""
        self.rehearse()
        self.chore.finish()

    def _on_rehearsed(self, whole: bool) -> None:
        if whole:
            self.check()
            self.rehearsed.emit()

    def check(self) -> None:
        """Look for what is wrong."""
        self.find(findings(self.draft, self.rehearsal))

    def _on_edited(self, edited: Edited) -> None:
        last = len(self.draft.steps)
        if self.step > last:
            self.take(last)
        if played_parts(self.draft) != self._played:
            self.chore.stop()
            self._rest.start()
        super()._on_edited(edited)

    def leave(self) -> None:
        self._rest.stop()
        self.chore.stop()
        self.rehearsal.close()
        super().leave()

    # ---- words
    def called(self, keys: Sequence[Key]) -> str:
        """The step and the field."""
        where = called(self.draft, tuple(keys))
        return tell(where) if where is not None else ""

    def why(self, fault: Exception) -> str:
        return why(fault)
