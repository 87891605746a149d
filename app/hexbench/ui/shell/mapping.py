"""The map editors opened from one window: chosen, made, recovered after a crash, and closed with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from hexbench.session.editor.journal import Journal, Left, recovered
from hexbench.session.editor.map_doc import MapDraft, open_map
from hexbench.store.strict import BadFile
from hexbench.ui.look.language import why

if TYPE_CHECKING:
    from hexbench.ui.editor.map_choosing import MapChooser
    from hexbench.ui.editor.map_dialogs import NewMapDialog
    from hexbench.ui.editor.map_module import ModuleMapDialog
    from hexbench.ui.editor.map_window import MapEditor
    from hexbench.ui.shell.pieces import Pieces

KIND = "map"
"""Of the journals of maps; after a dash the game follows."""


class Maps(QObject):
    """Bound to one window of games; it keeps the map editors that were opened from it. ``saved(path)``: one wrote its map;
    ``scenario_asked(map, game)``: a new scenario is wanted on one.
    """

    saved = Signal(str)
    scenario_asked = Signal(str, str)

    def __init__(self, at: Pieces) -> None:
        super().__init__(at.window)
        self.palette_of = at.window.palette_of
        self.window, self.catalogue, self.bridge = at.window, at.catalogue, at.bridge
        self.start, self.say_wrong = at.start, at.say_wrong
        self.editors: list[MapEditor] = []
        self.chooser: MapChooser | None = None
        self.asking: NewMapDialog | ModuleMapDialog | None = None

    # ---- which
    def choose(self) -> None:
        """Ask which map."""
        from hexbench.ui.editor.map_choosing import MapChooser

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

        session = self.bridge.session
        game = session.game.key if session is not None else self.start.new.game
        self.asking = NewMapDialog(self.catalogue, game, self.window)
        self.asking.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.asking.accepted.connect(self._on_made)
        self.asking.open()

    def ask_module(self, path: str) -> None:
        """Ask which board of a module a new map is to be made from."""
        from hexbench.ui.editor.map_module import ModuleMapDialog

        session = self.bridge.session
        game = session.game.key if session is not None else self.start.new.game
        try:
            self.asking = ModuleMapDialog(self.catalogue, game, Path(path), self.window)
        except BadFile as fault:
            self.say_wrong(str(fault))
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
        """Open a map; one that is open already comes to the front."""
        from hexbench.ui.editor.map_window import game_of

        for editor in self.editors:
            if editor.draft.path == path:
                editor.raise_()
                editor.activateWindow()
                return editor
        return self.open(lambda: open_map(path, game or game_of(self.catalogue, path)))

    def recover(self, left: Left) -> MapEditor | None:
        """Go on where a crash broke off."""
        from hexbench.ui.editor.map_window import game_of

        game = left.kind.partition("-")[2]
        if not game and left.file is not None:
            game = game_of(self.catalogue, left.file)
        return self.open(lambda: recovered(left, lambda start, path: MapDraft(start, path, game)), left)

    def open(self, make: Callable[[], MapDraft], left: Left | None = None) -> MapEditor | None:
        """A window for a map; None, and a sentence about why, when it cannot be opened."""
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
        editor.show()
        return editor

    def _on_new(self, draft: MapDraft) -> None:
        self.open(lambda: draft)

    def _on_open(self, path: str) -> None:
        self.edit(Path(path))

    def _on_closed(self, editor: MapEditor) -> None:
        if editor in self.editors:
            self.editors.remove(editor)

    def dress(self) -> None:
        """Other colours from now on, in every map editor."""
        for editor in self.editors:
            editor.desk.dress(self.palette_of(editor.draft.game))

    def close_all(self) -> bool:
        """Close every map editor; False when one of them stays."""
        return all(editor.close() for editor in tuple(self.editors))
