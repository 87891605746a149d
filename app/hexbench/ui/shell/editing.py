"""Opens the editors from the menu and the start page, and switches between editing and playing, and between
lessons and the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, Signal

from hexbench.store.paths import DRAFT
from hexbench.store.strict import BadFile
from hexbench.ui.look.language import tell, tr, why

if TYPE_CHECKING:
    from hexbench.session.editor.journal import Left
    from hexbench.session.editor.lesson_doc import LessonDraft
    from hexbench.session.editor.map_doc import MapDraft
    from hexbench.session.editor.scenario import ScenarioDraft
    from hexbench.ui.editor.choosing import Chooser, LessonChooser, MapChooser
    from hexbench.ui.editor.frame import EditFrame
    from hexbench.ui.editor.lesson_window import LessonEditor
    from hexbench.ui.editor.map_dialogs import NewMapDialog
    from hexbench.ui.editor.map_import import ModuleMapDialog
    from hexbench.ui.editor.map_window import MapEditor
    from hexbench.ui.editor.window import EditorWindow
    from hexbench.ui.shell.pieces import Pieces
    from hexbench.ui.shell.start import StartScreen


E = TypeVar("E", bound="EditFrame")
HEARD = "hear.words"
"""The setting of how much screen readers are told."""


def _at_work_on(path: Path, editors: Sequence[E]) -> E | None:
    """The editor that has a file open already, brought to the front."""
    found = next((editor for editor in editors if editor.is_on(path)), None)
    if found is not None:
        found.come_forward()
    return found


# The map editors opened from one window: chosen, made, recovered after a crash, and closed with it.

KIND = "map"
"""Of the journals of maps; after a dash the game follows."""


class Maps(QObject):
    """One per game window; owns the map editors opened from it. ``saved(path)``: an editor wrote its map.
    ``scenario_asked(map, game)``: a new scenario on a map is wanted. ``closed()``: an editor was closed.
    """

    saved = Signal(str)
    scenario_asked = Signal(str, str)
    closed = Signal()

    def __init__(self, at: Pieces) -> None:
        super().__init__(at.window)
        self.palette_of = at.window.palette_of
        self.settings = at.settings
        self.window, self.catalogue, self.bridge = at.window, at.catalogue, at.bridge
        self.say_wrong = at.say_wrong
        self.editors: list[MapEditor] = []
        self.chooser: MapChooser | None = None
        self.asking: NewMapDialog | ModuleMapDialog | None = None

    # ---- which
    def choose(self) -> None:
        """Ask which map."""
        from hexbench.ui.editor.choosing import MapChooser

        taken = frozenset(e.journal.path for e in self.editors if e.journal is not None)
        self.chooser = MapChooser(self.catalogue, taken, self.window)
        self.chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.chooser.map_chosen.connect(self._on_chosen)
        self.chooser.left_chosen.connect(self.recover)
        self.chooser.new_chosen.connect(self.ask_new)
        self.chooser.module_chosen.connect(self.ask_module)
        self.chooser.open()

    def _on_chosen(self, path: str, game: str) -> None:
        self.edit(Path(path), game)

    def ask_new(self) -> None:
        """Ask about a new map."""
        from hexbench.ui.editor.map_dialogs import NewMapDialog

        game = self.window.game_at_hand
        self.asking = NewMapDialog(self.catalogue, game, self.window)
        self.asking.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.asking.accepted.connect(self._on_made)
        self.asking.open()

    def ask_module(self, path: str) -> None:
        """Ask which board of a module a new map is to be made from."""
        from hexbench.ui.editor.map_import import ModuleMapDialog

        game = self.window.game_at_hand
        try:
            self.asking = ModuleMapDialog(self.catalogue, game, Path(path), self.window)
        except BadFile as fault:
            self.say_wrong(why(fault))
            return
        self.asking.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.asking.accepted.connect(self._on_made)
        self.asking.open()

    def _on_made(self) -> None:
        asking, self.asking = self.asking, None
        draft = asking.draft if asking is not None else None
        if draft is not None:
            self.open(lambda: draft)

    # ---- opening
    def edit(self, path: Path, game: str = "") -> MapEditor | None:
        """Open a map; if it is already open, bring it to the front."""
        from hexbench.session.editor.map_doc import open_map
        from hexbench.ui.editor.map_window import game_of

        there = _at_work_on(path, self.editors)
        if there is not None:
            return there
        return self.open(lambda: open_map(path, game or game_of(self.catalogue, path)))

    def recover(self, left: Left) -> MapEditor | None:
        """Recover what a crash interrupted."""
        from hexbench.session.editor.journal import recovered
        from hexbench.session.editor.map_doc import MapDraft
        from hexbench.ui.editor.map_window import game_of

        game = left.kind.partition("-")[2]
        if not game and left.file is not None:
            game = game_of(self.catalogue, left.file)
        return self.open(lambda: recovered(left, lambda start, path: MapDraft(start, path, game)), left)

    def open(self, make: Callable[[], MapDraft], left: Left | None = None) -> MapEditor | None:
        """A window for a map; None, and a sentence about why, when it cannot be opened."""
        from hexbench.session.editor.journal import Journal
        from hexbench.ui.editor.map_window import MapEditor

        catalogue = self.catalogue
        try:
            draft = make()
            kept = Journal(catalogue.places, draft, f"{KIND}-{draft.game}" if draft.game else KIND, left)
            editor = MapEditor(draft, catalogue, self.palette_of(draft.game), kept)
        except (BadFile, ValueError) as fault:
            self.say_wrong(why(fault))
            return None
        editor.new_asked.connect(self._on_new)
        editor.open_asked.connect(self._on_open)
        editor.scenario_asked.connect(self.scenario_asked)
        editor.pass_asked.connect(self.window.passing.ask_for)
        editor.saved.connect(self.saved)
        editor.closed.connect(self._on_closed)
        self.editors.append(editor)
        editor.hear(self.settings.get(HEARD))
        editor.show()
        return editor

    def _on_new(self, draft: MapDraft) -> None:
        self.open(lambda: draft)

    def _on_open(self, path: str) -> None:
        self.edit(Path(path))

    def _on_closed(self, editor: MapEditor) -> None:
        if editor in self.editors:
            self.editors.remove(editor)
        self.closed.emit()

    def dress(self) -> None:
        """Other colours from now on, in every map editor."""
        for editor in self.editors:
            editor.desk.dress(self.palette_of(editor.draft.game))

    def close_all(self) -> bool:
        """Close every map editor; False when one of them stays."""
        return all(editor.close() for editor in tuple(self.editors))


DOCKS = "editor/docks"
"""Where the arrangement of the editor's docks is remembered."""


class Editing(QObject):
    """One per game window; owns the editors opened from it. ``emptied()``: the last of them was closed."""

    emptied = Signal()

    def __init__(self, at: Pieces) -> None:
        super().__init__(at.window)
        self.palette_of = at.window.palette_of
        self.window, self.catalogue, self.memory, self.bridge = at.window, at.catalogue, at.memory, at.bridge
        self.settings = at.settings
        self.acts, self.say_wrong = at.acts, at.say_wrong
        self.editors: list[EditorWindow] = []
        self.maps = Maps(at)
        self.maps.saved.connect(self._on_map_saved)
        self.maps.scenario_asked.connect(self.new_scenario_on)
        self.lessons = Lessons(at)
        self.maps.closed.connect(self._on_gone)
        self.lessons.closed.connect(self._on_gone)
        self.chooser: Chooser | None = None
        acts = at.acts
        acts["tools.scenario"].triggered.connect(self.choose)
        acts["tools.position"].triggered.connect(self.edit_position)
        acts["tools.on_map"].triggered.connect(self.new_on_map)
        acts["tools.map"].triggered.connect(self.maps.choose)
        at.window.pages.currentChanged.connect(self.refresh)
        at.desk.dressed.connect(self._on_dressed)
        at.window.prefs.followed.connect(self._on_settings)
        at.window.mend_asked.connect(self.edit_draft)
        at.window.installEventFilter(self)
        self.refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The program is not left behind an editor's back: what is not saved is asked about first."""
        if event.type() == QEvent.Type.Close and not self.close_all():
            event.ignore()
            return True
        return False

    def refresh(self) -> None:
        """Say on the start page whether something was left unfinished."""
        if self._start is not None:
            self._start.show_unfinished(len(self._unfinished()))

    @property
    def _start(self) -> StartScreen | None:
        """The start page, where it is the page that is shown."""
        window = self.window
        return window.start if window.at_start else None

    def _unfinished(self) -> tuple[Left, ...]:
        if next(self.catalogue.places.drafts.glob(f"*{DRAFT}"), None) is None:
            return ()  # the start page need not wait for the editors' code
        from hexbench.session.editor.journal import unfinished

        mine = {editor.journal.path for editor in self.editors if editor.journal is not None}
        found = unfinished(self.catalogue.places)
        return tuple(one for one in found if one.kind == "scenario" and one.path not in mine)

    # ---- opening
    def choose(self, _: object = None, map_: str = "") -> None:
        """Ask what to edit; ``map_`` is that of a new scenario."""
        from hexbench.ui.editor.choosing import Chooser

        left = self._unfinished()
        self.chooser = Chooser(self.catalogue, left, self.window.game_at_hand, self.window, map_)
        self.chooser.finished.connect(self._on_chosen)
        self.chooser.open()

    def _on_chosen(self) -> None:
        chooser, self.chooser = self.chooser, None
        if chooser is None:
            return
        choice = chooser.choice
        game, map_, title = chooser.game, str(chooser.maps.currentData() or ""), chooser.title.text().strip()
        chooser.deleteLater()
        self.refresh()
        if choice is None:
            return
        from hexbench.session.editor.journal import recover
        from hexbench.session.editor.starting import new_scenario

        kind, what = choice
        if kind == "new":
            self._open(lambda: new_scenario(self.catalogue, game, map_, what, title))
        elif kind == "file":
            self.edit_file(Path(what))
        else:
            self._open(lambda: recover(self.catalogue, what), what)

    def edit_file(self, path: Path) -> EditorWindow | None:
        """Edit a scenario or position from its file; if it is already open, bring it to the front."""
        from hexbench.session.editor.starting import open_scenario

        there = _at_work_on(path, self.editors)
        if there is not None:
            return there
        return self._open(lambda: open_scenario(self.catalogue, path))

    def new_on_map(self) -> None:
        """A new scenario on the map of the game on the table, or of the scenario chosen on the start page."""
        session = self.bridge.session
        start = self._start
        if session is not None and start is None:
            sheet = session.bound.sheet
            if sheet is not None:
                self.say_wrong(
                    tr(
                        "The map of this game is part of its own file; open that file in the "
                        "scenario editor instead."
                    )
                )
                return
            self.new_scenario_on(session.bound.map, session.game.key)
            return
        game, chosen = ("", "") if start is None else (start.new.game, start.new.scenario)
        if not chosen:
            self.choose()
            return
        try:
            loaded = self.catalogue.load_scenario(game, chosen)
        except BadFile as fault:
            self.say_wrong(why(fault))
            return
        self.new_scenario_on(loaded.bound.map, game)

    def _on_new_here(self, editor: EditorWindow) -> None:
        map_ = editor.draft.map_key
        if map_:
            self.new_scenario_on(map_, editor.draft.game.key)
        else:
            editor.fail(
                tr(
                    "The map is part of this document and has no name by which "
                    "another document could refer to it."
                )
            )

    def new_scenario_on(self, map_: str, game: str) -> None:
        """A new scenario on a map; asks for the game if it is not known."""
        from hexbench.session.editor.starting import new_scenario

        catalogue = self.catalogue
        if game in catalogue.games and map_ in catalogue.maps(game):
            self._open(lambda: new_scenario(catalogue, game, map_))
        elif any(map_ in catalogue.maps(key) for key in catalogue.games):
            self.choose(map_=map_)
        else:
            self.say_wrong(
                tr(
                    "No game can be played on this map yet: check its problems, and save it "
                    "among your own maps."
                )
            )

    def edit_position(self) -> EditorWindow | None:
        """Edit the position of the game on the table."""
        from hexbench.session.editor.starting import editing_refusal, from_position

        session = self.bridge.session
        if session is None:
            self.say_wrong(tr("No game is open: open one, or edit a scenario."))
            return None
        why = editing_refusal(session)
        if why is not None:
            self.say_wrong(tell(why))
            return None
        return self._open(lambda: from_position(self.catalogue, session))

    def edit_draft(self, draft: ScenarioDraft) -> EditorWindow | None:
        """Edit a document that is in no file yet."""
        return self._open(lambda: draft)

    def _open(self, make: Callable[[], ScenarioDraft], left: Left | None = None) -> EditorWindow | None:
        from hexbench.session.editor.journal import Journal
        from hexbench.ui.editor.window import EditorWindow

        places = self.catalogue.places
        try:
            draft = make()
            kept = Journal(places, draft, "scenario", left)
        except (BadFile, ValueError) as fault:
            self.say_wrong(why(fault))
            return None
        game = draft.game.key
        folder = places.data / "scenarios" / game
        editor = EditorWindow(draft, self.palette_of(game), folder, kept)
        editor.play_asked.connect(self._on_play)
        editor.new_asked.connect(self.choose)
        editor.new_here_asked.connect(self._on_new_here)
        editor.open_asked.connect(self._on_open)
        editor.map_asked.connect(self.edit_map)
        editor.pass_asked.connect(self.window.passing.ask_for)
        editor.replay_asked.connect(self._on_replay)
        editor.saved.connect(self._on_saved)
        editor.closed.connect(self._on_closed)
        editor.docks.restore(self.memory.data(DOCKS))
        self.editors.append(editor)
        editor.hear(self.settings.get(HEARD))
        editor.show()
        return editor

    def _on_dressed(self) -> None:
        for editor in self.editors:
            editor.desk.dress(self.palette_of(editor.draft.game.key))
        self.maps.dress()
        self.lessons.dress()

    def _on_settings(self) -> None:
        for editor in (*self.editors, *self.maps.editors, *self.lessons.editors):
            editor.hear(self.settings.get(HEARD))

    def _on_open(self, path: str) -> None:
        self.edit_file(Path(path))

    def _on_closed(self, editor: EditorWindow) -> None:
        if editor in self.editors:
            self.editors.remove(editor)
            self.memory.keep(DOCKS, editor.docks.state())
        self.refresh()
        self._on_gone()

    @property
    def at_work(self) -> bool:
        """Whether an editor of any kind is open."""
        return bool(self.editors or self.maps.editors or self.lessons.editors)

    def _on_gone(self) -> None:
        if not self.at_work:
            self.emptied.emit()

    def _on_saved(self, path: str) -> None:
        if self._start is not None:
            self._start.refresh()

    # ---- from editing to playing
    def _on_play(self, editor: EditorWindow) -> None:
        """Start a game from the document in its current state."""
        from hexbench.session.opening import autosave_path, begin, new_seed

        catalogue = self.catalogue
        try:
            loaded = editor.draft.begin_play()
            where = autosave_path(catalogue, loaded.game.key, str(editor.draft.get("name") or "untitled"))
            session = begin(loaded, new_seed(), where=where, or_beside=True, catalogue=catalogue)
        except BadFile as fault:
            editor.fail(editor.desk.why(fault))
            editor.docks.front("problems")
            return
        self.window.show_session(session)
        self.window.come_forward()

    def _on_replay(self, path: str) -> None:
        self.window.open_path(path)
        self.window.come_forward()
        if self.bridge.session is not None:
            self.acts["game.replay"].trigger()

    # ---- maps
    def edit_map(self, map_: str) -> None:
        """Open the map of a scenario in the map editor."""
        try:
            self.maps.edit(self.catalogue.map_path(map_))
        except BadFile as fault:
            self.say_wrong(why(fault))

    def _on_map_saved(self, _: str) -> None:
        """Scenarios that are open look at their maps again."""
        for editor in self.editors:
            editor.draft.refresh()

    def close_all(self) -> bool:
        """Close every editor; False when one of them stays."""
        mine = all(editor.close() for editor in tuple(self.editors))
        return mine and self.maps.close_all() and self.lessons.close_all()


LESSON = "lesson"
"""Of the journals of lessons."""
COMBAT = "game.combat"
"""The dock that games put in while something is fought: no table has it from the beginning."""


class Lessons(QObject):
    """One per game window; owns the lesson editors opened from it. ``closed()``: an editor was closed."""

    closed = Signal()

    def __init__(self, at: Pieces) -> None:
        super().__init__(at.window)
        self.settings = at.settings
        self.window, self.catalogue = at.window, at.catalogue
        self.bridge, self.say_wrong = at.bridge, at.say_wrong
        self.editors: list[LessonEditor] = []
        self.chooser: LessonChooser | None = None
        at.acts["tools.lesson"].triggered.connect(self.choose)

    # ---- opening
    def choose(self) -> None:
        """Ask which lesson to edit, or what a new one begins with."""
        from hexbench.ui.editor.choosing import LessonChooser

        session, game = self.bridge.session, self.window.game_at_hand
        taken = frozenset(editor.journal.path for editor in self.editors if editor.journal is not None)
        self.chooser = LessonChooser(self.catalogue, game, taken, self.window, position=session is not None)
        self.chooser.file_chosen.connect(self._on_file)
        self.chooser.left_chosen.connect(self.recover)
        self.chooser.scenario_chosen.connect(self.new_on_scenario)
        self.chooser.position_chosen.connect(self.new_on_position)
        self.chooser.open()

    def edit(self, path: Path) -> LessonEditor | None:
        """Open a lesson; if it is already open, bring it to the front."""
        from hexbench.session.editor.lesson_doc import open_lesson

        there = _at_work_on(path, self.editors)
        if there is not None:
            return there
        return self.open(lambda: open_lesson(self.catalogue, path))

    def new_on_scenario(self, game: str, scenario: str) -> LessonEditor | None:
        """A new lesson that begins as a scenario does."""
        from hexbench.session.editor.lesson_doc import lesson_on_scenario

        return self.open(lambda: lesson_on_scenario(self.catalogue, game, scenario))

    def new_on_position(self) -> LessonEditor | None:
        """A new lesson on the position of the game on the table."""
        from hexbench.session.editor.lesson_doc import lesson_on_position

        session = self.bridge.session
        if session is None:
            self.say_wrong(tr("No game is open."))
            return None
        return self.open(lambda: lesson_on_position(self.catalogue, session))

    def recover(self, left: Left) -> LessonEditor | None:
        """Recover what a crash interrupted."""
        from hexbench.session.editor.journal import recovered
        from hexbench.session.editor.lesson_doc import LessonDraft

        catalogue = self.catalogue
        return self.open(
            lambda: recovered(left, lambda start, path: LessonDraft(catalogue, start, path)), left
        )

    def open(self, make: Callable[[], LessonDraft], left: Left | None = None) -> LessonEditor | None:
        """A window for a lesson; None, and a sentence about why, when it cannot be opened."""
        from hexbench.session.editor.journal import Journal
        from hexbench.store.lessons import FOLDER
        from hexbench.ui.editor.lesson_window import LessonEditor

        catalogue = self.catalogue
        try:
            draft = make()
            kept = Journal(catalogue.places, draft, LESSON, left)
            folder = catalogue.places.data / "scenarios" / draft.game.key / FOLDER
            palette = self.window.palette_of(draft.game.key)
            editor = LessonEditor(draft, palette, folder, self._docks(), kept)
        except (BadFile, ValueError) as fault:
            self.say_wrong(why(fault))
            return None
        editor.new_asked.connect(self.choose)
        editor.open_asked.connect(self._on_file)
        editor.try_asked.connect(self.try_it)
        editor.position_asked.connect(self.give_position)
        editor.closed.connect(self._on_closed)
        self.editors.append(editor)
        editor.hear(self.settings.get(HEARD))
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
        self.closed.emit()

    # ---- to the table and back
    def try_it(self, editor: LessonEditor) -> None:
        """Play the lesson in its current state from the current step, in the game window."""
        try:
            run = editor.draft.run(editor.desk.step)
        except BadFile as fault:
            editor.fail(editor.desk.why(fault))
            editor.docks.front("problems")
            return
        editor.tried = run
        self.window.learning.take_up(run)
        self.window.come_forward()

    def give_position(self, editor: LessonEditor) -> None:
        """The position of the game on the table becomes the one a lesson begins at."""
        from hexbench.session.editor.starting import from_position

        session = self.bridge.session
        if session is None:
            editor.fail(tr("No game is open."))
            return
        editor.desk.attempt(
            lambda: editor.draft.take_position(from_position(self.catalogue, session).document)
        )

    # ---- all of them
    def dress(self) -> None:
        """Other colours from now on, in every lesson editor."""
        for editor in self.editors:
            editor.desk.dress(self.window.palette_of(editor.draft.game.key))

    def close_all(self) -> bool:
        """Close every lesson editor; False when one of them stays."""
        return all(editor.close() for editor in tuple(self.editors))
