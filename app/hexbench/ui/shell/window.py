"""The window: start page, table or cover, menus above and the status bar below. Opens and closes games."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QWidget

from hexbench.engine.outline import reckons
from hexbench.store.customs import SUFFIX
from hexbench.store.settings import Settings
from hexbench.store.strict import BadFile
from hexbench.ui.bridge import Bridge, Shift
from hexbench.ui.docks.desk import Desk, side_title
from hexbench.ui.docks.tips import teach
from hexbench.ui.look.language import speak, tell, tr, why
from hexbench.ui.look.palette import Palette, dress, look_of
from hexbench.ui.shell.actions import Actions
from hexbench.ui.shell.errors import Teller
from hexbench.ui.shell.memory import Memory, first_geometry, keep_docks, restore_docks
from hexbench.ui.shell.pieces import Pieces, Wishes
from hexbench.ui.shell.prefs import Looks, Preferences, Wardrobe
from hexbench.ui.shell.status import StatusBar
from hexbench.ui.widgets.parts import PlainLabel, named

if TYPE_CHECKING:
    from hexbench.engine.values import Say
    from hexbench.session.game import Catalogue
    from hexbench.session.session import Session
    from hexbench.ui.shell.bringing import Bringing
    from hexbench.ui.shell.calculating import Calculating
    from hexbench.ui.shell.gallery import StartPictures
    from hexbench.ui.shell.learning import Learning
    from hexbench.ui.shell.passing import Passing
    from hexbench.ui.shell.start import StartScreen
    from hexbench.ui.shell.table import Table

NAME = "Hexbench"
VASSAL = ".vsav"
"""What saved games of VASSAL are called."""


class Window(QMainWindow):
    """The program's window. ``shown_game()``: another game is on the table. ``language_asked()``: another language was
    chosen, which needs a new window. ``mend_asked(draft)``: open a draft in the scenario editor.
    """

    shown_game = Signal()
    language_asked = Signal()
    mend_asked = Signal(object)

    def __init__(
        self, catalogue: Catalogue, awaited: Say | str | None = None, parent: QWidget | None = None
    ) -> None:
        """``awaited``: title of what is about to be opened; None: show the start page."""
        super().__init__(parent)
        self.setObjectName("window")
        self.catalogue = catalogue
        places = catalogue.places
        self.settings = Settings(places.config / "settings.json")
        speak(self.settings.get("look.language"), places.resources / "translations")
        self.memory = Memory(places.config)
        self.bridge = Bridge(self)
        self._worn: object = None
        self.system_size = max(QApplication.font().pointSizeF(), 0.0) or 10.0
        self.wardrobe = Wardrobe(self.settings, catalogue)
        palette = self.wardrobe.palette("")
        self._dress_app(palette)  # before any widget is made, so that all take its font
        self.desk = Desk(self.bridge, palette, self)
        self.acts = Actions(self)
        self.acts.recall_keys(self.memory)
        self.pages = QStackedWidget()
        self.setCentralWidget(self.pages)
        self._start: StartScreen | None = None
        self.wishes = Wishes()
        self.status = StatusBar()
        self.setStatusBar(self.status)
        self.bridge.saved.connect(self._on_saved)
        self.teller = Teller(self.bridge, self)
        self.pieces = Pieces(
            window=self,
            catalogue=catalogue,
            settings=self.settings,
            memory=self.memory,
            bridge=self.bridge,
            desk=self.desk,
            acts=self.acts,
            status=self.status,
            say_wrong=self.say_wrong,
        )
        self.prefs = Preferences(self.pieces)
        self.looks = Looks(self.pieces, self.prefs)
        self.acts["game.calculator"].setVisible(any(reckons(game) for game in catalogue.games.values()))
        self.acts["game.calculator"].triggered.connect(self._on_calculate)
        self.acts["help.learn"].triggered.connect(self._on_learn)
        self.acts["file.pass_on"].triggered.connect(self._on_pass_on)
        self._table: Table | None = None
        self._notices = ""
        """Messages about the opened file, held back while the cover is shown."""
        self.waiting: PlainLabel | None = None
        """What is shown while the first game is being opened."""
        self.dress()
        self.prefs.follow()
        self._restore_window()
        if awaited is None:
            self.show_start()
        else:
            self.acts.set_game(False)
            self.retitle()
            self.wait_for(tell(awaited))

    @cached_property
    def pictures(self) -> StartPictures:
        """The pictures of the start page, which games leave theirs in."""
        from hexbench.ui.shell.gallery import StartPictures

        return StartPictures(self.desk, self.catalogue, self)

    @property
    def start(self) -> StartScreen:
        """The start page, created on first use, so that continuing a game need not wait for it."""
        if self._start is None:
            from hexbench.ui.shell.start import StartScreen

            start = self._start = StartScreen(self.desk, self.catalogue, self.pictures, self.wishes)
            self.pages.addWidget(start)
            start.new_asked.connect(self.begin)
            start.open_asked.connect(self.open_path)
            start.browse_asked.connect(self.browse)
            start.begun_here.connect(self._on_begun_here)
            for asked, name in start.doors:
                asked.connect(self.acts[name].trigger)
            teach(start)
        return self._start

    @property
    def at_start(self) -> bool:
        """Whether the start page is the one that is shown."""
        return self._start is not None and self.pages.currentWidget() is self._start

    @property
    def game_at_hand(self) -> str:
        """The key of the game on the table, or of the one chosen to begin with."""
        if self.bridge.session is not None:
            return self.bridge.session.game.key
        return self._start.game if self._start is not None else next(iter(self.catalogue.games), "")

    @cached_property
    def calculating(self) -> Calculating:
        """The combat calculator. Made when first asked for, as those below: the first paint waits for none of them."""
        from hexbench.ui.shell.calculating import Calculating

        return Calculating(self.pieces)

    @cached_property
    def learning(self) -> Learning:
        """The lessons."""
        from hexbench.ui.shell.learning import Learning

        return Learning(self.pieces)

    @cached_property
    def passing(self) -> Passing:
        """What is passed on in packs, and taken in."""
        from hexbench.ui.shell.passing import Passing

        return Passing(self.pieces)

    def _on_calculate(self) -> None:
        self.calculating.show()

    def _on_learn(self) -> None:
        self.learning.show()

    def _on_pass_on(self) -> None:
        self.passing.ask()

    @cached_property
    def bringing(self) -> Bringing:
        """What opens saved games of VASSAL."""
        from hexbench.ui.shell.bringing import Bringing

        found = Bringing(self.pieces)
        found.mend_asked.connect(self.mend_asked)
        return found

    @property
    def table(self) -> Table:
        """The table. It is made when first asked for, so that the start page need not wait for it."""
        if self._table is None:
            self.lay_table()
        assert self._table is not None, "it was just made"
        return self._table

    def lay_table(self) -> None:
        """Make table and cover, and give the menus their meaning."""
        if self._table is not None:
            return
        from hexbench.ui.shell import table as laying
        from hexbench.ui.shell.commands import Commands
        from hexbench.ui.shell.cover import Cover
        from hexbench.ui.shell.dicing import Dicing
        from hexbench.ui.shell.errors import FileWatch
        from hexbench.ui.shell.fighting import Sighting, Studying
        from hexbench.ui.shell.finishing import Finishing
        from hexbench.ui.shell.hinting import Hinting
        from hexbench.ui.shell.machine import MachineBar
        from hexbench.ui.shell.mailroom import MailRoom
        from hexbench.ui.shell.picking import Picking
        from hexbench.ui.shell.replayer import Historian
        from hexbench.ui.shell.seating import Seating
        from hexbench.ui.shell.sketching import Sketching
        from hexbench.ui.shell.speaking import Speaking
        from hexbench.ui.shell.studying_tasks import StudyTasks
        from hexbench.ui.shell.umpiring import Umpiring

        table = laying.Table(self.desk, self.settings, self.acts["edit.undo"], self.acts["edit.redo"])
        self._table = table
        self.cover = Cover(self.desk)
        for page in (table, self.cover):
            self.pages.addWidget(page)
        self.cover.accepted.connect(self._on_accepted)
        table.hovered.connect(self._on_hovered)
        table.zoomed.connect(self.status.show_zoom)
        table.hinted.connect(self.status.show_hint)
        table.fitted.connect(self._on_fitted)
        table.failed.connect(self._on_failed)
        table.prompt.look_asked.connect(self._on_look)
        # Connected after all panels: by the time the seat changes hands they have drawn what happened.
        self.desk.refreshed.connect(self._on_refreshed)
        at = self.pieces.at(table)
        self.seating = Seating(at)
        self.commands = Commands(at)
        self.historian = Historian(at)
        self.dicing = Dicing(at)
        self.mailroom = MailRoom(at)
        self.file_watch = FileWatch(at)
        self.sighting = Sighting(at)
        self.studying = Studying(at)
        self.picking = Picking(at)
        self.finishing = Finishing(at)
        self.hinting = Hinting(at)
        self.study_tasks = StudyTasks(at)
        self.umpiring = Umpiring(at)
        self.sketching = Sketching(at)
        self.machine = MachineBar(self)
        self.speaking = Speaking(at)
        teach(self)

    # ---- looks
    def palette_of(self, game: str) -> Palette:
        """The colours of now, with those that only a game prints."""
        return self.wardrobe.palette(game)

    def dress(self) -> None:
        """Take over palette and text size from the settings."""
        session = self.bridge.session
        palette = self.wardrobe.palette(session.game.key if session is not None else "")
        other = self._dress_app(palette)
        self.looks.follow(palette)
        if other or palette is not self.desk.palette:
            self.desk.dress(palette)

    def _dress_app(self, palette: Palette) -> bool:
        """Give the program look and size of text; True when it had others."""
        app = QApplication.instance()
        size = self.settings.get("look.text_size")
        look = look_of(palette, float(size) or self.system_size)
        if not isinstance(app, QApplication) or self._worn == look:
            return False  # a game's own colours change the map, and not one widget
        self._worn = look
        dress(app, palette, look[2])
        return True

    def follow_settings(self) -> None:
        """Let table, menus and start page show what the settings say."""
        if self.bridge.session is not None:
            self.bridge.session.passes = self.settings.get("play.pass_idle")
        if self._table is not None:
            self._table.apply_settings()
            self.commands.follow_settings()
            self.speaking.follow_settings()
        if self.at_start and self.start.filled:
            self.start.refresh()

    # ---- opening and closing
    def open_reference(self, text: str, tables: str = "") -> None:
        """What stands on the command line: a game, game/scenario, or a file, and the player's own tables."""
        game, slash, name = text.partition("/")
        if text.endswith((SUFFIX, ".hexmail", ".hexdesk", ".hexpack", VASSAL)) or Path(text).is_file():
            self.open_path(text)
        elif slash and game in self.catalogue.games:
            self.begin(game, name, {}, False, tables)
        else:
            self.show_start()
            if game in self.catalogue.games:
                self.start.new.choose_game(game)
            if tables:
                self.start.new.details.tables.choose(tables)

    def open_first(self) -> None:
        """Continue the last game; without one, show the start page."""
        last = self.catalogue.recent.last
        if last is not None:
            self.open_path(last.path)
        else:
            self.show_start()

    def wait_for(self, title: str) -> None:
        """Say what is being opened, until it is there: no other page is shown on the way."""
        if self.waiting is None:
            self.waiting = named(PlainLabel(), "waiting", role="title")
            self.waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
            self.pages.addWidget(self.waiting)
        self.waiting.setText(tr("Opening {name}…", name=title) if title else "")
        self.pages.setCurrentWidget(self.waiting)

    def stop_waiting(self) -> None:
        """What was to be opened is not there: the start page is."""
        if self.waiting is not None and self.pages.currentWidget() is self.waiting:
            self.show_start()

    def _on_begun_here(self) -> None:
        """A new player has started a first game: offer the tour."""
        if self.bridge.session is not None:
            self.commands.tours.offer_once()

    def open_practice(self) -> None:
        """Begin the first practice position there is; without any, stay where we are."""
        for key in self.catalogue.games:
            for info in self.catalogue.scenarios(key):
                if info.is_position:
                    self.begin(key, info.name, {}, study=False)
                    return

    def begin(
        self,
        game: str,
        name: str,
        options: dict[str, Any],
        study: bool,
        tables: str = "",
        typed: bool = False,
    ) -> None:
        """Start a scenario or a position. ``tables``: a file of the player's own; ``typed``: dice are typed in."""
        sealed, self.wishes.words = self.wishes.words, False
        if not sealed:
            self._begin(game, name, options, study, tables, typed, {})
            return
        from hexbench.ui.shell.wording import NewWords

        dialog = NewWords(self.catalogue.games[game].sides, self)
        dialog.accepted.connect(lambda: self._begin(game, name, options, study, tables, typed, dialog.words))
        dialog.open()

    def _begin(
        self,
        game: str,
        name: str,
        options: dict[str, Any],
        study: bool,
        tables: str,
        typed: bool,
        words: dict[str, str],
    ) -> None:
        from hexbench.session.opening import open_new
        from hexbench.store.tables import read_own

        try:
            own = read_own(Path(tables)) if tables else None
            library = self.catalogue.with_own(own, game)
            if typed:
                self.lay_table()
                self.dicing.begin(
                    lambda n: open_new(library, game, name, options, numbers=n, typed=True, words=words)
                )
                return
            lettered, self.wishes.letters = self.wishes.letters, False
            if lettered:
                self._ask_letters(library, game, name, options, study, words)
                return
            session = self._as_asked(open_new(library, game, name, options, words=words), study)
        except BadFile as fault:
            self.say_wrong(why(fault))
            return
        self.show_session(session)
        self.dicing.tell(session)

    def _as_asked(self, session: Session, study: bool) -> Session:
        """A game with study mode and the computer's sides as they were chosen."""
        if study:
            session.set_study(True, session.to_agree)  # chosen for a new game by the player who starts it
        asked, self.wishes.players = self.wishes.players, {}
        if asked:
            session.set_players(asked, self.wishes.manners)
        return session

    def _ask_letters(
        self,
        library: Catalogue,
        game: str,
        name: str,
        options: dict[str, Any],
        study: bool,
        words: dict[str, str],
    ) -> None:
        """Let every side type letters into the seed, and begin then."""
        from hexbench.session.dice import pledge
        from hexbench.session.opening import open_new
        from hexbench.ui.shell.dicing import LettersDialog

        dialog = LettersDialog(pledge(game, name), library.games[game].sides, self)

        def begin() -> None:
            try:
                session = open_new(
                    library,
                    game,
                    name,
                    options,
                    pledged=dialog.pledged,
                    letters=dialog.letters,
                    words=words,
                )
                self.show_session(self._as_asked(session, study))
            except BadFile as fault:
                self.say_wrong(why(fault))

        dialog.accepted.connect(begin)
        dialog.open()

    def open_path(self, path: str) -> None:
        """Continue a saved game, or start a scenario from a file."""
        from hexbench.session.session import same_file
        from hexbench.store.packs import is_pack
        from hexbench.store.words import Locked
        from hexbench.ui.shell.commands import open_watched
        from hexbench.ui.shell.mailroom import is_mail

        session = self.bridge.session
        if session is not None and session.path is not None and same_file(Path(path), session.path):
            self.table.tell(tr("This game is already open."))  # and it alone may write to its file
            return
        if is_pack(Path(path)):
            self.passing.look_at(Path(path))
            return
        if is_mail(Path(path)):
            self.lay_table()
            self.mailroom.open(Path(path))
            return
        if Path(path).suffix.lower() == VASSAL:
            self.bringing.look_at(Path(path))
            return
        try:
            found = open_watched(self.catalogue, Path(path), self)
        except Locked as fault:
            from hexbench.ui.shell.wording import SavedWords

            asked = SavedWords(fault.seal, Path(path), self)
            asked.accepted.connect(lambda: self.open_path(path))
            asked.open()
            return
        except BadFile as fault:
            self.say_wrong(why(fault))
            return
        if found is None:
            return
        session, notices = found
        self.show_session(session)
        self._notices = " ".join(map(tell, notices))
        self._cover_at_first()
        if not self.bridge.covered:
            self._tell_notices()

    def browse(self) -> None:
        """Ask for a file."""
        from PySide6.QtWidgets import QFileDialog

        folder = self.catalogue.places.games
        kinds = tr(
            "Hexbench games and VASSAL saved games (*{suffix} *.hexmail *.hexdesk *.hexpack *.json *.vsav)",
            suffix=SUFFIX,
        )
        path, _ = QFileDialog.getOpenFileName(self, tr("Open a game"), str(folder), kinds)
        if path:
            self.open_path(path)

    def save_as(self) -> None:
        """Ask for a name and go on in that file."""
        from hexbench.store.saves import plain_name
        from hexbench.ui.widgets.writing import where_to_write

        session = self.bridge.session
        if session is None:
            return
        folder = session.path.parent if session.path is not None else self.catalogue.places.games
        folder = folder if folder.is_dir() else self.catalogue.places.games
        name, kinds = f"{plain_name(session.title)}{SUFFIX}", tr("Hexbench games (*{suffix})", suffix=SUFFIX)
        path = where_to_write(self, tr("Save as"), str(folder / name), kinds, SUFFIX)
        if path is not None:
            self.save_to(path)

    def save_to(self, path: Path) -> None:
        """Continue in another file."""
        session = self.bridge.session
        if session is None:
            return
        try:
            session.save_as(path)
        except BadFile as fault:
            self.say_wrong(why(fault))

    def show_session(self, session: Session) -> None:
        """Put a game on the table. Nothing is painted before the map is in its final place."""
        self.pages.setUpdatesEnabled(False)
        try:
            self._put_on_table(session)
        except BaseException:
            self.pages.setUpdatesEnabled(True)
            raise

    def _on_fitted(self) -> None:
        self.pages.setUpdatesEnabled(True)

    def _put_on_table(self, session: Session) -> None:
        self.close_session(session)
        self.lay_table()
        from hexbench.ui.shell.machine import first_viewer

        session.viewer = None if session.study else first_viewer(session)
        session.passes = self.settings.get("play.pass_idle")
        game = session.game.key
        try:
            self.desk.ledger = self.catalogue.rules_text(game)
        except BadFile:  # a game may be played without its rules at hand; `hexbench check` says what is wrong
            self.desk.ledger = None
        self.historian.forget()
        self.bridge.attach(session)
        self.dress()
        self.table.lay(self.desk.palette)
        self.pages.setCurrentWidget(self.table)
        restore_docks(self.memory, self.table, game)
        self.table.show_all()
        self.table.fit()
        self.acts.set_game(True)
        self.retitle()
        self._on_saved()
        if self.table.view is not None:
            self.table.view.setFocus()
        self.shown_game.emit()

    def close_session(self, other: Session | None = None) -> None:
        """Take the game off the table; everything is in its file already. ``other``: the game that takes its place."""
        session, self._notices = self.bridge.session, ""
        if session is None:
            return
        if session.path is not None and self.pages.currentWidget() is self.table:
            self.pictures.keep(session.path, self.table)
        keep_docks(self.memory, self.table, session.game.key)
        self.bridge.detach()
        self.table.clear()
        self.table.docking.show_game(())  # they would be drawn once more, with what is another game's
        self.desk.refreshed.emit(Shift("closed"))
        self.status.empty()
        if other is None or other.header.sealed != session.header.sealed:
            from hexbench.store.words import forget

            forget(session.header.sealed)  # the passwords are asked for again when it is reopened
        try:
            session.close()
        except BadFile as fault:
            self.say_wrong(why(fault))

    def show_start(self) -> None:
        """Show the start page, with whatever game there was closed."""
        self.close_session()
        self.acts.set_game(False)
        self.pages.setCurrentWidget(self.start)
        self.retitle()
        self.start.refresh()

    def retitle(self) -> None:
        """Write the game into the title; nothing of it while the screen is covered."""
        session = self.bridge.session
        if session is None or self.bridge.covered:
            self.status.show_open(False)
            self.setWindowTitle(NAME)
            return
        from hexbench.session.umpired import AMENDED

        mode = (tr(" · study") if session.study else "") + (AMENDED if session.amended else "")
        mode += tr(" · lesson") if session.header.lesson else ""
        self.status.show_open(session.study)
        title, game = tell(session.title), session.game.title
        title = title if game in title else f"{title} · {game}"
        self.setWindowTitle(f"{title}{mode} · {NAME}")

    # ---- the seat changes hands
    @property
    def taught(self) -> bool:
        """Whether a lesson leads: it answers for the other side."""
        return "learning" in self.__dict__ and self.learning.leads

    def _on_refreshed(self) -> None:
        self.commands.refresh()
        if not self.bridge.covered:
            self._on_saved()  # a new game has its file with its first action

    def _on_look(self) -> None:
        """A player at the open table first wants to see what only that side knows."""
        if self.bridge.decider is not None:
            self.hand_over(self.bridge.decider)

    def hand_over(self, side: str) -> None:
        """Cover the screen until the player of ``side`` confirms being present."""
        self.historian.leave()
        self._lay_cover(side)

    def _cover_at_first(self) -> None:
        """Cover an opened game if its seat may not be for the person who opened it."""
        side = self.seating.first_cover()
        if side is not None:
            self._lay_cover(side)

    def _lay_cover(self, side: str) -> None:
        session = self.bridge.session
        name = side_title(side) if session is None else tell(session.rules.side_name(side))
        self.cover.show_side(side, name)
        self.pages.setCurrentWidget(self.cover)
        self.table.docking.hide_floating()
        self.bridge.cover()
        self.acts.set_game(False)
        self.status.empty()
        self.retitle()
        self.cover.ready.setFocus()

    def _tell_notices(self) -> None:
        """Say what there was to say of the file that was opened."""
        if self._notices:
            self.table.tell(self._notices)
        self._notices = ""

    def _on_accepted(self) -> None:
        self.bridge.look(self.cover.side)
        self.pages.setCurrentWidget(self.table)
        self.table.docking.show_floating()
        self.acts.set_game(True)
        self.commands.refresh()
        self._on_saved()
        self.retitle()
        if self.table.view is not None:
            self.table.view.setFocus()
        self.historian.welcome(self.bridge.viewer)
        self._tell_notices()

    # ---- what is remembered
    def _restore_window(self) -> None:
        if not self.restoreGeometry(self.memory.data("window/geometry")):
            screen = QApplication.primaryScreen()
            self.setGeometry(first_geometry(screen.availableGeometry()))

    def _on_saved(self) -> None:
        session = self.bridge.session
        path = session.path if session is not None else None
        self.status.show_saved("" if path is None else tr("Saved in {name}", name=path.name))

    def _on_hovered(self, at: str) -> None:
        self.status.show_place(self.table.describe(at) if at else "")

    # ---- errors and the end
    def _on_failed(self, sentence: str) -> None:
        """Something could not be written. If the file is lost, the bar over the map says so instead of a
        dialog.
        """
        if not self.file_watch.look():
            self.say_wrong(sentence)

    def come_forward(self) -> None:
        """Lie before the other windows of the program, with the keyboard."""
        self.show()
        self.raise_()
        self.activateWindow()

    def say_wrong(self, sentence: str, details: str = "") -> None:
        """One dialog, one sentence, and details to copy where there are any."""
        self.teller.tell(sentence, details)

    def leave(self) -> None:
        """Close the game and remember how the window stood."""
        self.memory.keep("window/geometry", self.saveGeometry())
        self.close_session()
        self.memory.write()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.leave()
        super().closeEvent(event)
