"""The lesson editors: opened from the menu, and what goes between them and the table: trying a lesson, taking a position."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from hexbench.store.strict import BadFile
from hexbench.ui.look.language import tr, why

if TYPE_CHECKING:
    from hexbench.session.editor.journal import Left
    from hexbench.session.editor.lesson_doc import LessonDraft
    from hexbench.ui.editor.choosing import LessonChooser
    from hexbench.ui.editor.lesson_window import LessonEditor
    from hexbench.ui.shell.window import Window

KIND = "lesson"
"""Of the journals of lessons."""
COMBAT = "game.combat"
"""The dock that games put in while something is fought: no table has it from the beginning."""


class Lessons(QObject):
    """Bound to one window of games; it keeps the lesson editors that were opened from it."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        self.editors: list[LessonEditor] = []
        self.chooser: LessonChooser | None = None
        window.acts["tools.lesson"].triggered.connect(self.choose)

    # ---- opening
    def choose(self) -> None:
        """Ask which lesson to edit, or what a new one begins with."""
        from hexbench.ui.editor.choosing import LessonChooser

        window = self.window
        session, game = window.bridge.session, window.game_at_hand
        taken = frozenset(editor.journal.path for editor in self.editors if editor.journal is not None)
        self.chooser = LessonChooser(window.catalogue, game, taken, window, position=session is not None)
        self.chooser.file_chosen.connect(self._on_file)
        self.chooser.left_chosen.connect(self.recover)
        self.chooser.scenario_chosen.connect(self.new_on_scenario)
        self.chooser.position_chosen.connect(self.new_on_position)
        self.chooser.open()

    def edit(self, path: Path) -> LessonEditor | None:
        """Open a lesson; one that is open already comes to the front."""
        from hexbench.session.editor.lesson_doc import open_lesson

        for editor in self.editors:
            if editor.draft.path == path:
                editor.raise_()
                editor.activateWindow()
                return editor
        return self.open(lambda: open_lesson(self.window.catalogue, path))

    def new_on_scenario(self, game: str, scenario: str) -> LessonEditor | None:
        """A new lesson that begins as a scenario does."""
        from hexbench.session.editor.lesson_doc import lesson_on_scenario

        return self.open(lambda: lesson_on_scenario(self.window.catalogue, game, scenario))

    def new_on_position(self) -> LessonEditor | None:
        """A new lesson on the position of the game on the table."""
        from hexbench.session.editor.lesson_doc import lesson_on_position

        session = self.window.bridge.session
        if session is None:
            self.window.say_wrong(tr("No game is open."))
            return None
        return self.open(lambda: lesson_on_position(self.window.catalogue, session))

    def recover(self, left: Left) -> LessonEditor | None:
        """Go on where a crash broke off."""
        from hexbench.session.editor.journal import recovered
        from hexbench.session.editor.lesson_doc import LessonDraft

        catalogue = self.window.catalogue
        return self.open(
            lambda: recovered(left, lambda start, path: LessonDraft(catalogue, start, path)), left
        )

    def open(self, make: Callable[[], LessonDraft], left: Left | None = None) -> LessonEditor | None:
        """A window for a lesson; None, and a sentence about why, when it cannot be opened."""
        from hexbench.session.editor.journal import Journal
        from hexbench.store.lessons import FOLDER
        from hexbench.ui.editor.lesson_window import LessonEditor

        catalogue = self.window.catalogue
        try:
            draft = make()
            kept = Journal(catalogue.places, draft, KIND, left)
            folder = catalogue.places.data / "scenarios" / draft.game.key / FOLDER
            palette = self.window.palette_of(draft.game.key)
            editor = LessonEditor(draft, palette, folder, self._docks(), kept)
        except (BadFile, ValueError) as fault:
            self.window.say_wrong(why(fault))
            return None
        editor.new_asked.connect(self.choose)
        editor.open_asked.connect(self._on_file)
        editor.try_asked.connect(self.try_it)
        editor.position_asked.connect(self.give_position)
        editor.closed.connect(self._on_closed)
        self.editors.append(editor)
        editor.show()
        return editor

    def _docks(self) -> tuple[tuple[str, str], ...]:
        """(key, title) of the docks that a step may bring to the front."""
        docks = self.window.table.docking.docks
        found = {key: dock.windowTitle() for key, dock in docks.items() if not key.startswith("game.")}
        return (*found.items(), (COMBAT, tr("Combat")))

    def _on_file(self, path: str) -> None:
        self.edit(Path(path))

    def _on_closed(self, editor: LessonEditor) -> None:
        if editor in self.editors:
            self.editors.remove(editor)

    # ---- to the table and back
    def try_it(self, editor: LessonEditor) -> None:
        """Play a lesson as it stands from the step in hand, in the window of games."""
        try:
            run = editor.draft.run(editor.desk.step)
        except BadFile as fault:
            editor.fail(editor.desk.why(fault))
            editor.docks.front("problems")
            return
        editor.tried = run
        self.window.learning.take_up(run)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def give_position(self, editor: LessonEditor) -> None:
        """The position of the game on the table becomes the one a lesson begins at."""
        from hexbench.session.editor.starting import from_position

        session = self.window.bridge.session
        if session is None:
            editor.fail(tr("No game is open."))
            return
        editor.desk.attempt(
            lambda: editor.draft.take_position(from_position(self.window.catalogue, session).document)
        )

    # ---- all of them
    def dress(self) -> None:
        """Other colours from now on, in every lesson editor."""
        for editor in self.editors:
            editor.desk.dress(self.window.palette_of(editor.draft.game.key))

    def close_all(self) -> bool:
        """Close every lesson editor; False when one of them stays."""
        return all(editor.close() for editor in tuple(self.editors))
