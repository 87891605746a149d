"""Opens a VASSAL saved game in the window; reports what was found before anything is played or corrected."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.values import say
from hexbench.exchange.position_in import Saved, place, read_save
from hexbench.session.editor.document import MAIN, Document
from hexbench.session.editor.problems import findings
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.editor.starting import editing_refusal, own_tables_left, position_document
from hexbench.session.opening import begun
from hexbench.store import customs
from hexbench.store.strict import BadFile
from hexbench.ui.look.language import as_it_is, tell, tr, why
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.parts import PlainLabel, laid, named, push, wrapped_label

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue
    from hexbench.session.session import Session
    from hexbench.ui.shell.pieces import Pieces

OPEN = ""
"""In the list of what it can be read onto: the game on the table. All others are "game/scenario"."""


@dataclass(frozen=True)
class Brought:
    """A saved game applied to a base position: the document, how many units have a place, and notes."""

    draft: ScenarioDraft
    placed: int
    of: int
    notes: tuple[str, ...]
    faults: tuple[str, ...]
    """Sentences of the strict reader and the audit, with their clauses."""

    @property
    def playable(self) -> bool:
        """Whether a game can begin from it without changes."""
        draft = self.draft
        return draft.fault is None and not draft.complaints and not draft.problems


class Bringing(QObject):
    """One per window. ``mend_asked(draft)``: the player wants to correct a position in the scenario editor."""

    mend_asked = Signal(object)

    def __init__(self, at: Pieces) -> None:
        super().__init__(at.window)
        self.window, self.catalogue = at.window, at.catalogue
        self.bridge, self.say_wrong = at.bridge, at.say_wrong
        self.dialog: BringDialog | None = None

    def look_at(self, path: Path) -> None:
        """Show what is in a saved game of VASSAL."""
        try:
            saved = read_save(customs.take(path))
            dialog = BringDialog(self.catalogue, saved, path.name, self._table(saved), self.window)
        except BadFile as fault:
            self.say_wrong(f"{path.name}: {tell(fault.because)}")
            return
        self.dialog = dialog
        dialog.play_asked.connect(self._on_play)
        dialog.mend_asked.connect(self._on_mend)
        dialog.finished.connect(self._on_closed)
        dialog.open()

    def _table(self, saved: Saved) -> Session | None:
        """The game on the table, where a position of it may be seen whole and the save may be of it."""
        session = self.bridge.session
        if session is None or editing_refusal(session) is not None:
            return None
        return session if saved.source.partition("/")[0] in ("", session.game.key) else None

    def _on_closed(self) -> None:
        self.dialog = None

    def _on_mend(self) -> None:
        dialog = self.dialog
        if dialog is not None and dialog.brought is not None:
            draft = dialog.brought.draft
            dialog.accept()
            self.mend_asked.emit(draft)

    def _on_play(self) -> None:
        from hexbench.session.opening import autosave_path, begin, new_seed

        dialog, catalogue = self.dialog, self.catalogue
        if dialog is None or dialog.brought is None:
            return
        try:
            loaded = dialog.brought.draft.begin_play()
            where = autosave_path(catalogue, loaded.game.key, loaded.info.name)
            session = begin(loaded, new_seed(), where=where, or_beside=True, catalogue=catalogue)
        except BadFile as fault:
            self.say_wrong(why(fault))
            return
        dialog.accept()
        self.window.show_session(session)


class BringDialog(QDialog):
    """Shows what a VASSAL saved game becomes on a base position of the player's choice. ``play_asked()``,
    ``mend_asked()``.
    """

    play_asked = Signal()
    mend_asked = Signal()

    def __init__(
        self, catalogue: Catalogue, saved: Saved, name: str, table: Session | None, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.catalogue, self.saved, self.name, self.session = catalogue, saved, name, table
        self.brought: Brought | None = None
        self.setObjectName("bring")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("VASSAL saved game"))
        self.onto = named(
            DropDown(),
            "bring.onto",
            tr("Base position"),
            tr(
                "The position that supplies the turn, phase, markers and hidden things: a "
                "VASSAL saved game contains none of them"
            ),
        )
        self.said = named(wrapped_label(), "bring.said")
        self.list = named(
            QListWidget(),
            "bring.list",
            tr("Points to note"),
            tr("Units with no certain place, and what the rules do not allow; nothing was guessed"),
        )
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        form = QFormLayout()
        label = PlainLabel(tr("&Base position"))
        label.setBuddy(self.onto)
        form.addRow(label, self.onto)
        self.play = push(
            "edit.bring.play", tr("&Open"), tr("Play and study from this position"), self.play_asked.emit
        )
        self.mend = push(
            "edit.bring.mend",
            tr("&Fix in the scenario editor…"),
            tr("See every fault on the map and correct it; then play"),
            self.mend_asked.emit,
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setToolTip(tr("Close without opening it"))
        buttons.addButton(self.mend, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.play, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        laid(QVBoxLayout(self), form, self.said, (self.list, 1), buttons)
        self.resize(680, 480)
        self._offer()
        self.onto.currentIndexChanged.connect(self.look)
        self.look()

    def _offer(self) -> None:
        """What it can be read onto, what it was made of first. Raises BadFile where that is nothing."""
        if self.session is not None:
            self.onto.addItem(tr("The game on the table: {title}", title=self.session.title), OPEN)
        game, _, scenario = self.saved.source.partition("/")
        for key in (game,) if game in self.catalogue.games else tuple(self.catalogue.games):
            for info in self.catalogue.scenarios(key):
                self.onto.addItem(f"{self.catalogue.games[key].title}: {info.title}", f"{key}/{info.name}")
        if not self.onto.count():
            raise BadFile(say("there is no position here to base it on."), self.name)
        meant = self.onto.findData(f"{game}/{scenario}")
        same = self.session is not None and (meant < 0 or self.session.scenario == scenario)
        self.onto.setCurrentIndex(0 if same else max(0, meant))

    def look(self) -> None:
        """Apply the saved game to the chosen base position, and show the result."""
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            self.brought, wrong = self._read(), ""
        except (BadFile, ValueError) as fault:
            self.brought, wrong = None, why(fault)
        finally:
            QApplication.restoreOverrideCursor()
        found = self.brought
        self.list.clear()
        if found is None:
            self.said.setText(wrong)
        else:
            self.said.setText(
                tr(
                    "{name}: units placed with certainty: {placed} of {of}.",
                    name=self.name,
                    placed=found.placed,
                    of=found.of,
                )
            )
            self._list(tr("Against the rules:"), found.faults)
            self._list(tr("Points to note:"), found.notes)
        sound = found is not None and found.playable
        self.play.setEnabled(sound)
        self.mend.setEnabled(found is not None)
        (self.play if sound else self.mend).setDefault(True)

    def _list(self, head: str, lines: tuple[str, ...]) -> None:
        if not lines:
            return
        item = QListWidgetItem(head)
        font = item.font()
        font.setBold(True)
        item.setFont(font)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        self.list.addItem(item)
        for line in lines:
            row = QListWidgetItem(line)
            row.setToolTip(as_it_is(line))
            self.list.addItem(row)

    def _read(self) -> Brought:
        name = str(self.onto.currentData())
        game, _, scenario = name.partition("/")
        if name == OPEN and self.session is not None:
            opened: AbstractContextManager[Session] = nullcontext(self.session)
        else:
            opened = begun(self.catalogue, game, scenario)
        with opened as session:
            return brought(self.catalogue, self.saved, session)


def brought(catalogue: Catalogue, saved: Saved, session: Session) -> Brought:
    """A saved game of VASSAL on the position of a session, as a draft. Raises BadFile."""
    from hexbench.engine.documents.editing import editing_of

    editing = editing_of(session.game)
    if editing is None:
        raise BadFile(say("{title} has no position files.", title=session.game.title))
    made = place(saved, session.seat(None), editing)
    about = f"Read from a VASSAL saved game into {session.title}."
    draft = ScenarioDraft(catalogue, Document({MAIN: position_document(session, made.content, "", about)}))
    faults = tuple(
        tell(one.text) if not one.rule else f"[{one.rule}] {tell(one.text)}"
        for one in findings(draft)
        if one.level == "error"
    )
    left = own_tables_left(session)
    notes = made.notes if left is None else (left, *made.notes)
    return Brought(draft, made.placed, len(session.state.units), tuple(map(tell, notes)), faults)
