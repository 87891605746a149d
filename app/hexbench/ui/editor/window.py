"""The scenario editor: the map with its counters in the middle, tables, record and tray below, everything
else on the right.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from hexbench.ui.docks.minimap import MinimapView
from hexbench.ui.docks.units import TrayView, units_of
from hexbench.ui.editor.acts import SCENARIO, SCENARIO_MENUS, EditActs
from hexbench.ui.editor.board import Board
from hexbench.ui.editor.commands import Commands
from hexbench.ui.editor.designer import CounterButton
from hexbench.ui.editor.desk import EditDesk, EditPanel
from hexbench.ui.editor.frame import BOTTOM, RIGHT, EditDocks, EditFrame, Files, file_name
from hexbench.ui.editor.inspector import FormsPanel, HeaderPanel, InspectorPanel
from hexbench.ui.editor.problems import PastPanel, ProblemsPanel
from hexbench.ui.editor.record import RecordPanel
from hexbench.ui.editor.sheet import SheetPanel
from hexbench.ui.editor.trying import TryPanel
from hexbench.ui.editor.zones import ZonesPanel
from hexbench.ui.look.language import as_it_is, mark, tell, tr
from hexbench.ui.widgets.choices import ChoiceBox
from hexbench.ui.widgets.parts import PlainLabel, WrappedRow, named, resize_within, wrapped_label

if TYPE_CHECKING:
    from hexbench.session.editor.draft import Edited
    from hexbench.session.editor.journal import Journal
    from hexbench.session.editor.scenario import ScenarioDraft
    from hexbench.ui.canvas.view import MapView
    from hexbench.ui.look.palette import Palette


class EditorWindow(EditFrame):
    """One open document. ``play_asked(window)``, ``new_asked()``, ``new_here_asked(window)``,
    ``open_asked(path)``, ``map_asked(map)``, ``replay_asked(path)``, ``saved(path)`` and
    ``closed(window)`` are signals for the owner of the window.
    """

    play_asked = Signal(object)
    new_asked = Signal()
    map_asked = Signal(str)
    new_here_asked = Signal(object)
    replay_asked = Signal(str)

    name = "editor"
    files = Files(mark("Open a scenario"), mark("Save the scenario"), mark("Scenarios (*.json)"))
    draft: ScenarioDraft
    desk: EditDesk

    def __init__(
        self,
        draft: ScenarioDraft,
        palette: Palette,
        folder: Path,
        journal: Journal | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """``folder``: where new documents of its game are saved. ``journal`` keeps every edit on disk until
        it is saved.
        """
        super().__init__(journal, parent)
        self.draft, self.folder = draft, folder
        self.desk = EditDesk(draft, palette, self)
        self.acts = EditActs(self, SCENARIO_MENUS, SCENARIO)
        self.board = Board(self.desk)
        self.setCentralWidget(self.board)
        self.docks = EditDocks(self)
        self.commands = Commands(self)
        self._make_panels()
        self._make_status()
        self._connect()
        resize_within(self, 1500, 950)
        self.board.refresh()
        self.zones.refresh()
        self.retitle()
        self._opening.start()

    def _make_panels(self) -> None:
        desk, put = self.desk, self.docks.put
        self.inspector = put("inspector", InspectorPanel(desk, self.commands.design), RIGHT)
        self.zones = put("zones", ZonesPanel(desk, self.board), RIGHT, "inspector")
        self.header = put("header", HeaderPanel(desk), RIGHT, "inspector")
        self.forms = put("forms", FormsPanel(desk), RIGHT, "inspector")
        self.problems = put("problems", ProblemsPanel(desk), RIGHT)
        self.past = put("past", PastPanel(desk), RIGHT, "problems")
        self.sheets = put("tables", SheetPanel(desk), BOTTOM)
        self.record = put("record", RecordPanel(desk), BOTTOM, "tables")
        self.tray = put("tray", TrayPanel(desk), BOTTOM, "tables")
        self.trying = put("trying", TryPanel(desk), BOTTOM, "tables")
        self.minimap = MinimapView(desk)
        about = tr("The whole map in miniature; click, drag or use the arrow keys to bring a place into view")
        self.minimap.setToolTip(as_it_is(about))
        self.docks.add("minimap", tr("Minimap"), about, self.minimap, RIGHT, "problems")
        self.arrange()

    def arrange(self) -> None:
        """Restore the default arrangement."""
        docks = self.docks
        for key in ("problems", "inspector", "tables"):
            docks.front(key)
        self.resizeDocks([docks.docks["inspector"]], [400], Qt.Orientation.Horizontal)
        self.resizeDocks([docks.docks["tables"]], [300], Qt.Orientation.Vertical)
        right = [docks.docks["inspector"], docks.docks["problems"]]
        self.resizeDocks(right, [560, 330], Qt.Orientation.Vertical)

    def _make_status(self) -> None:
        self.where = named(PlainLabel(), "edit.where")
        self.count = named(PlainLabel(), "edit.count")
        self.statusBar().addPermanentWidget(self.count)
        self.statusBar().addPermanentWidget(self.where)

    def _connect(self) -> None:
        desk, board = self.desk, self.board
        desk.changed.connect(self._on_changed)
        desk.units_changed.connect(self._show_count)
        desk.units_changed.connect(self._tell_selected)
        desk.told.connect(self.tell)
        desk.failed.connect(self.fail)
        desk.place_asked.connect(self._on_place)
        board.pointed.connect(self._on_pointed)
        board.laid.connect(self._on_laid)
        self.zones.painting.connect(self._on_painting)
        self.trying.replay_asked.connect(self.replay_asked)
        self._wire(
            {
                "new": self.new_asked.emit,
                "pass_on": self.pass_on,
                "play": self._on_play,
                "map": self._on_map,
                "new_here": self._on_new_here,
                "zoom_real": self._on_zoom_real,
                "fit_selection": self._on_fit_selection,
                "check": self._on_check,
                "try": self._on_try,
                "brush": self.zones.brush.toggle,
            }
        )
        self._on_laid()

    @property
    def view(self) -> MapView | None:
        """The map view; None if its file cannot be read."""
        return self.board.view

    @property
    def _home(self) -> Path:
        return self.folder

    def _file_name(self) -> str:
        return file_name(str(self.draft.get("title") or "scenario"))

    def _on_opened(self) -> None:
        self.problems.check_all()
        self._show_count()

    # ---- what it says of itself
    def _words(self) -> tuple[str, str, str]:
        editor = tr("Scenario editor")
        title = str(self.draft.get("title") or tr("Untitled"))
        return title, f"{self.draft.game.title} – {editor}", editor

    def _tell_selected(self) -> None:
        """Announce the selection to screen readers: the first counter by name, as in the table."""
        units = self.desk.units
        face = self.desk.face(units[0]) if units else None
        if face is None:
            return
        first, n = tell(face.title), len(units) - 1
        words = tr("{first} and {n} more", first=first, n=n) if n else first
        self.announce(tr("Selected: {units}", units=words), "selected")

    def _show_count(self) -> None:
        placed = sum(1 for _, at in self.desk.counters.values() if at and not at.startswith("#"))
        n = len(self.desk.counters)
        text = tr(
            "1 counter, {placed} on the map" if n == 1 else "{n} counters, {placed} on the map",
            n=n,
            placed=placed,
        )
        parts = [text]
        if self.desk.units:
            parts.append(tr("{n} selected", n=len(self.desk.units)))
        self.count.setText(" · ".join(parts))
        for name in ("duplicate", "unplace"):
            self.acts[name].setEnabled(bool(self.desk.units))
        self.acts["design"].setEnabled(len(self.desk.units) == 1)

    def _on_pointed(self, at: str) -> None:
        self.where.setText(self.board.describe(at) if at else "")

    def _on_changed(self, edited: Edited) -> None:
        self.board.refresh()
        self.retitle()
        self._show_count()

    def _on_laid(self) -> None:
        view = self.board.view
        self.minimap.show_view(view)
        if view is not None:
            view.setFocus()
        if self.board.hands is not None:
            self.board.hands.outside = self._on_outside

    def _on_outside(self, units: tuple[str, ...], spot: QPoint) -> bool:
        """Counters from the map were dropped outside it: the turn record or the tray takes them."""
        key = self.docks.at(spot)
        if key == "record":
            return self.record.take(units, spot)
        return self.tray.take(units, spot) if key == "tray" else False

    def _on_place(self, place: str) -> None:
        at = self.desk.at(place) if place in self.desk.counters else place
        if at in {turn.box for turn in self.desk.turns if turn.box}:
            self.docks.front("record")
        elif not at or at.startswith("#"):
            self.docks.front("tray")
            self.tray.show_box(at)

    def _on_painting(self, on: bool) -> None:
        if on:
            self.docks.front("zones")
            if self.board.view is not None:
                self.board.view.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.zones.put_away():
            return
        super().keyPressEvent(event)

    # ---- the map
    def _on_zoom_real(self) -> None:
        if self.board.view is not None:
            self.board.view.set_zoom(1.0)

    def _on_fit_selection(self) -> None:
        if self.board.view is not None:
            self.board.view.fit_selection()

    def _on_check(self) -> None:
        self.docks.front("problems")
        self.problems.check_all()

    def _on_try(self) -> None:
        self.docks.front("trying")

    def _on_map(self) -> None:
        map_ = self.draft.map_key
        if map_:
            self.map_asked.emit(map_)
        else:
            self.fail(tr("The map is part of this document: it has no file for the map editor to open."))

    def _on_new_here(self) -> None:
        self.new_here_asked.emit(self)

    # ---- files
    def draft_ships(self, path: Path) -> bool:
        """Whether it is a scenario of the program, or of a game that brings its own."""
        return self.draft.catalogue.ships(path)

    def _on_play(self) -> None:
        if self.settle_fields():
            self.play_asked.emit(self)

    def _put_away(self) -> None:
        self.problems.stop()
        self.trying.stop()
        self.desk.leave()
        self.board.close_map()


CELL, BOX = 210, 240


class TrayPanel(EditPanel[EditDesk]):
    """Shows one box at a time. Counters dropped here from the map or the turn record go into the box that is
    shown.
    """

    key: ClassVar[str] = "tray"
    title: ClassVar[str] = mark("Tray")
    help: ClassVar[str] = mark(
        "Counters beside the map: not placed yet, or in a box; drag them onto the map and back"
    )

    def __init__(self, desk: EditDesk) -> None:
        super().__init__(desk)
        self.setAcceptDrops(True)

    def lay_out(self) -> None:
        desk = self.desk
        self.boxes = named(
            ChoiceBox(),
            "edit.tray.boxes",
            tr("Off-map box"),
            tr("Which box beside the map to show; counters dropped on the tray go there"),
        )
        self.boxes.setMinimumWidth(BOX)
        self.boxes.currentIndexChanged.connect(self._on_box)
        self.hint = named(
            wrapped_label(
                tr(
                    "Drag counters onto the map; or select them here, put the "
                    "cursor on a hex and press Enter."
                )
            ),
            role="muted",
        )
        self.counter = CounterButton(
            desk,
            "tray_counter",
            tr("Add a counter to the box shown, ready to edit; the arrow lets you choose its side"),
            self._new_place,
            self.catch_up,
        )
        self.box.addWidget(WrappedRow((self.boxes, self.counter, self.hint), self.hint))
        self.list = TrayView(desk, "edit.tray.list", tr("Counters beside the map"), CELL)
        self.box.addWidget(self.list, 1)

    @property
    def at(self) -> str:
        """The box that is shown."""
        return str(self.boxes.currentData() or "")

    def _new_place(self) -> str:
        return self.at

    def show_box(self, at: str) -> None:
        """Show a box."""
        self.refresh()
        row = self.boxes.findData(at)
        if row >= 0:
            self.boxes.setCurrentIndex(row)

    def refresh(self) -> None:
        """List the boxes, and the counters in the one that is shown."""
        desk, before = self.desk, self.boxes.currentData()
        known = dict.fromkeys(("", *desk.boxes, *(at for at in desk.stacks if at.startswith("#"))))
        with QSignalBlocker(self.boxes):
            self.boxes.clear()
            for at in known:
                count = len(desk.stacks.get(at, ()))
                name = desk.place_name(at)
                self.boxes.addItem(f"{name} ({count})" if count else name, at)
            self.boxes.setCurrentIndex(max(0, self.boxes.findData(before)))
        self._list()

    def _list(self) -> None:
        desk = self.desk
        units = desk.stacks.get(self.at, ())
        faces = [face for u in units if (face := desk.face(u)) is not None]
        self.list.show_units(faces, units)

    def take(self, units: tuple[str, ...], spot: QPoint) -> bool:
        """Counters were dropped on the tray: move them into its box."""
        at = self.at
        return self.desk.attempt(lambda: self.desk.draft.place(units, at))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if units_of(event.mimeData()) and event.source() is not self.list:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.take(units_of(event.mimeData()), self.mapToGlobal(event.position().toPoint()))
        event.acceptProposedAction()

    def _on_box(self) -> None:
        self._list()
