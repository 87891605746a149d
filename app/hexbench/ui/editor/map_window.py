"""The map editor: the map in the middle, inks at the left, the hex and everything else at the right."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from hexbench.session.editor.map_doc import free_key
from hexbench.ui.editor.acts import MAP, MAP_MENUS, EditActs
from hexbench.ui.editor.desk import MapDesk, hand_words
from hexbench.ui.editor.frame import MIDDLE, RIGHT, EditDocks, EditFrame, Files
from hexbench.ui.editor.map_canvas import MapCanvas
from hexbench.ui.editor.map_commands import MapCommands
from hexbench.ui.editor.map_compare import ComparePanel, CorrectionsPanel
from hexbench.ui.editor.map_dialogs import NewMapDialog
from hexbench.ui.editor.map_hands import MapHands
from hexbench.ui.editor.map_hex import HexPanel
from hexbench.ui.editor.map_import import Recompile, WorkBar
from hexbench.ui.editor.map_inks import InksPanel
from hexbench.ui.editor.map_places import PlacesPanel
from hexbench.ui.editor.map_tracing import TracePanel
from hexbench.ui.editor.map_zones import MapZonesPanel
from hexbench.ui.editor.problems import MapProblemsPanel, PastPanel
from hexbench.ui.look.language import mark, tr
from hexbench.ui.look.palette import Palette
from hexbench.ui.widgets.parts import PlainLabel, named, resize_within
from hexbench.ui.widgets.writing import where_to_write

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet
    from hexbench.session.editor.draft import Edited
    from hexbench.session.editor.map_doc import MapDraft
    from hexbench.session.game import Catalogue
    from hexbench.ui.canvas.view import MapView

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea


class MapEditor(EditFrame):
    """One open map. ``new_asked(draft)``, ``scenario_asked(map, game)``, ``open_asked(path)``,
    ``saved(path)`` and ``closed(window)`` are signals for the owner of the window.
    """

    new_asked = Signal(object)
    scenario_asked = Signal(str, str)

    name = "mapedit"
    files = Files(mark("Open a map"), mark("Save the map"), mark("Maps (*.json)"))
    draft: MapDraft
    desk: MapDesk

    def __init__(
        self,
        draft: MapDraft,
        catalogue: Catalogue,
        palette: Palette,
        journal: Any = None,
        parent: QWidget | None = None,
    ) -> None:
        """``journal`` keeps every edit on disk until it is saved."""
        super().__init__(journal, parent)
        self.draft, self.catalogue = draft, catalogue
        draft.catalogue = catalogue
        self.desk = MapDesk(draft, catalogue, palette, self)
        self.acts = EditActs(self, MAP_MENUS, MAP)
        self.canvas = MapCanvas(self.desk)
        self.canvas.setMinimumWidth(MIDDLE)
        self.setCentralWidget(self.canvas)
        self.hands = MapHands(self.desk, self.canvas)
        self.docks = EditDocks(self)
        self._make_panels()
        self.commands = MapCommands(self)
        self._make_status()
        self._connect()
        resize_within(self, 1500, 950)
        self.retitle()
        self._opening.start()

    def _make_panels(self) -> None:
        desk, put = self.desk, self.docks.put
        self.inks = put("inks", InksPanel(desk), LEFT)
        self.hex = put("hex", HexPanel(desk), RIGHT)
        self.places = put("places", PlacesPanel(desk), RIGHT, "hex")
        self.zones = put("zones", MapZonesPanel(desk), RIGHT, "hex")
        self.trace = put("trace", TracePanel(desk, self.canvas, self.hands), RIGHT, "hex")
        self.problems = put("problems", MapProblemsPanel(desk), RIGHT)
        self.compare = put("compare", ComparePanel(desk), RIGHT, "problems")
        self.corrections = put("corrections", CorrectionsPanel(desk), RIGHT, "problems")
        self.past = put("past", PastPanel(desk), RIGHT, "problems")
        for key in ("hex", "problems"):
            self.docks.front(key)
        docks = self.docks.docks
        self.resizeDocks([docks["inks"], docks["hex"]], [250, 390], Qt.Orientation.Horizontal)
        self.resizeDocks([docks["hex"], docks["problems"]], [540, 340], Qt.Orientation.Vertical)

    def _make_status(self) -> None:
        self.hand = named(PlainLabel(), "edit.hand")
        self.where = named(PlainLabel(), "edit.where")
        self.work = WorkBar()
        self.recompile = Recompile(self.desk, self.work)
        self.recompile.compiled.connect(self._on_compiled)
        self.statusBar().addPermanentWidget(self.work)
        self.statusBar().addPermanentWidget(self.where)
        self.statusBar().addPermanentWidget(self.hand)

    def _connect(self) -> None:
        desk = self.desk
        desk.changed.connect(self._on_changed)
        desk.hand_changed.connect(self._show_hand)
        desk.told.connect(self.tell)
        desk.failed.connect(self.fail)
        desk.place_asked.connect(self.canvas.go)
        self.canvas.rebuilt.connect(self._on_rebuilt)
        self._wire(
            {
                "new": self._on_new,
                "scenario": self._on_scenario,
                "pass_on": self.pass_on,
                "picture": self._on_picture,
            }
        )
        self._on_rebuilt()
        self._show_hand()

    def _on_rebuilt(self) -> None:
        view = self.canvas.view
        view.describe = self.describe
        view.hex_hovered.connect(self._on_hovered)
        self.commands.follow_view()
        view.setFocus()

    def _on_opened(self) -> None:
        self.problems.check()
        # Keep the garbage collector out of games, maps and modules while the user draws: it took longer than
        # a frame.
        gc.freeze()

    @property
    def view(self) -> MapView:
        """The map in the middle."""
        return self.canvas.view

    @property
    def _home(self) -> Path:
        return self.folder

    def _file_name(self) -> str:
        key = self.draft.sheet.key
        path = self.draft.path
        return free_key(self.catalogue, key) if path is None or self.draft_ships(path) else key

    def _on_undo(self) -> None:
        self.hands.cancel()
        super()._on_undo()

    def _on_redo(self) -> None:
        self.hands.cancel()
        super()._on_redo()

    # ---- what it says of itself
    def _words(self) -> tuple[str, str, str]:
        editor = tr("Map editor")
        return self.draft.sheet.title or tr("Untitled"), editor, editor

    def describe(self, at: str) -> str:
        """A short description of a hex, for the status bar and screen readers."""
        cell = self.draft.sheet.cells.get(at)
        if cell is None:
            return ""
        parts = [at, self.desk.kind_name("terrain", cell.terrain)]
        parts += [self.desk.kind_name("feature", key) for key in cell.features]
        if cell.elevation:
            parts.append(tr("level {n}", n=cell.elevation))
        parts += [place.name for place in self.draft.atlas.places_at.get(at, ())]
        return " · ".join(parts)

    def _show_hand(self) -> None:
        self.hand.setText(hand_words(self.desk))
        cross = self.desk.ink.part != "look"
        port = self.canvas.view.viewport()
        port.setCursor(Qt.CursorShape.CrossCursor) if cross else port.unsetCursor()

    def _on_hovered(self, at: str) -> None:
        self.where.setText(self.describe(at) if at else "")

    def _on_changed(self, _: Edited) -> None:
        self.retitle()

    def _on_compiled(self, sheet: MapSheet) -> None:
        self.docks.front("compare")
        self.compare.hold_against(sheet, tr("As compiled from its recipe now"))
        self.tell(tr("Recompiled. Differences are listed; you can revert them to the recipe's version."))

    # ---- files
    @property
    def folder(self) -> Path:
        """The folder of the player's own maps."""
        return self.catalogue.places.maps

    def _on_new(self) -> None:
        dialog = NewMapDialog(self.catalogue, self.draft.game, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.asking: NewMapDialog | None = dialog
        dialog.accepted.connect(self._on_made)
        dialog.open()

    def _on_made(self) -> None:
        asking, self.asking = self.asking, None
        if asking is not None and asking.draft is not None:
            self.new_asked.emit(asking.draft)

    def save(self) -> bool:
        """Save the file; a new map is saved among the player's own, a supplied map asks for a name first."""
        if not self.settle_fields():
            return False
        if self.draft.path is None:
            return self.save_to(self.folder / f"{self._file_name()}.json")
        return super().save()

    def save_to(self, path: Path) -> bool:
        """Save to a file and continue with it; what is stored under the map's key moves along."""
        key = self.draft.sheet.key
        saved = super().save_to(path)
        if self.draft.sheet.key != key:
            self.trace.rename()
        return saved

    def draft_ships(self, path: Path) -> bool:
        """Whether it is a map of the program, or of a game that brings its own."""
        return self.catalogue.ships(path)

    def _on_scenario(self) -> None:
        """Start a scenario on the map. It uses the map's file, so changes are saved first."""
        if not self.settle_fields():
            return
        path = self.draft.path
        if path is None or self.draft.dirty:
            if not self.save():
                return
            path = self.draft.path
        assert path is not None, "what was saved has a file"
        if not (self.draft_ships(path) or self.draft.among_own(path)):
            self.fail(
                tr("Scenarios can find a map only in {folder}: save it there first.", folder=self.folder)
            )
            return
        self.scenario_asked.emit(self.draft.sheet.key, self.draft.game)

    def _on_picture(self) -> None:
        start = str(self.folder / f"{self.draft.sheet.key}.png")
        path = where_to_write(self, tr("Save a picture"), start, tr("Pictures (*.png)"), ".png")
        if path is not None:
            self.canvas.finish()
            if not self.canvas.scene.art.picture(1.0).save(str(path)):
                self.fail(tr("{path} could not be written.", path=path))

    def _put_away(self) -> None:
        gc.unfreeze()
        self.commands.close()
        self.work.stop()
        self.hands.cancel()
        self.problems.stop()
        self._opening.stop()
        self.desk.leave()
        self.canvas.close_map()


def game_of(catalogue: Catalogue, path: Path) -> str:
    """The game of a map, by its file name or by which game can open it; empty if there is none."""
    key = path.stem
    named = [game for game in catalogue.games if key == game or key.startswith(f"{game}_")]
    if named:
        return max(named, key=len)
    return next((game for game in catalogue.games if key in catalogue.maps(game)), "")


def map_palette(catalogue: Catalogue, game: str, look: str) -> Palette:
    """The colours a map of a game is drawn in. Raises BadFile."""
    own = catalogue.palette(game) if game in catalogue.games else None
    return Palette.load(catalogue.places.resources / "palettes" / f"{look}.toml", own)
