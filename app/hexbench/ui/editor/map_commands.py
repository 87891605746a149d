"""The menu commands of the map editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QDialog, QInputDialog, QMenu

from hexbench.engine.values import say
from hexbench.session.editor import map_ops, map_pen
from hexbench.ui.editor.desk import Ink, Shape
from hexbench.ui.editor.map_dialogs import AboutMapDialog, GridDialog
from hexbench.ui.editor.map_import import ImportDialog
from hexbench.ui.editor.map_places import ask_place, move_place
from hexbench.ui.editor.map_tracing import ClustersDialog, colours_of
from hexbench.ui.look.language import tr

if TYPE_CHECKING:
    from hexbench.ui.editor.map_window import MapEditor

SHAPES: tuple[Shape, ...] = ("brush", "row", "box", "fill")
LAYERS = ("grid", "numbers", "names", "roads", "lines")


class MapCommands(QObject):
    """The commands of one window."""

    def __init__(self, window: MapEditor) -> None:
        super().__init__(window)
        self.window = window
        self.desk, self.acts = window.desk, window.acts
        self.canvas, self.hands, self.docks = window.canvas, window.hands, window.docks
        self.inks, self.trace, self.problems = window.inks, window.trace, window.problems
        self.dialog: QDialog | None = None
        acts = window.acts
        slots = {
            "place": self._on_place,
            "pick": self._on_pick,
            "chain": self._on_chain,
            "look": self._on_look,
            "ink": self._on_ink,
            "rub": self._on_rub,
            "grid": self._on_grid,
            "back": self._on_back,
            "steep": self._on_steep,
            "clusters": self._on_clusters,
            "about": self._on_about,
            "import": self._on_import,
            "compile": self._on_compile,
            "check": self._on_check,
        }
        for name, slot in slots.items():
            acts[name].triggered.connect(slot)
        for shape in SHAPES:
            acts[shape].triggered.connect(self._on_shape)
        for radius in range(4):
            acts[f"size_{radius}"].triggered.connect(self._on_size)
        acts["banks"].toggled.connect(self._on_banks)
        for layer in LAYERS:
            acts[f"layer_{layer}"].setChecked(True)
            acts[f"layer_{layer}"].toggled.connect(self._on_layer)
        window.hands.place_touched.connect(self._on_place_touched)
        window.hands.looked.connect(self._on_looked)

    # ---- places and inks
    def _on_place(self) -> None:
        self._ask_place(self.desk.hex)

    def _on_place_touched(self, at: str, start: str) -> None:
        if at != start and move_place(self.desk, start, at):
            return
        self._ask_place(at)

    def _ask_place(self, at: str) -> None:
        self.dialog = ask_place(self.desk, at, self.window)
        if self.dialog is not None:
            self.dialog.finished.connect(self._on_answered)

    def _on_answered(self) -> None:
        self.dialog = None  # it deletes itself

    def _on_looked(self, at: str) -> None:
        if at:
            self.docks.front("hex")

    def _on_pick(self) -> None:
        cell = self.desk.draft.sheet.cells.get(self.desk.hex)
        if cell is None:
            self.desk.told.emit(tr("Put the cursor on a hex first."))
        else:
            self.desk.take(Ink("terrain", cell.terrain), erasing=False)

    def _on_chain(self) -> None:
        sides = self._chain()
        if not sides:
            self.desk.told.emit(tr("Nothing runs along the hex under the cursor."))
            return
        old = next(row.name for row in self.desk.draft.sheet.hexsides if row.side == sides[0])
        name, ok = QInputDialog.getText(
            self.window, tr("Name what runs here"), tr("Name, such as Our"), text=old
        )
        if ok:
            self.name_chain(name.strip())

    def _chain(self) -> tuple[str, ...]:
        """The connected hexsides of one name, starting from one of the hex under the cursor."""
        atlas, at = self.desk.draft.atlas, self.desk.hex
        if at not in atlas.index:
            return ()
        rows = {row.side: row for row in atlas.sheet.hexsides}
        mine = (atlas.side_of(atlas.index[at], direction) for direction in range(6))
        first = next((side for side in mine if side in rows), "")
        if not first:
            return ()
        ends = self.canvas.vertices.ends
        wanted = (rows[first].name, rows[first].kinds[:1])
        same = [side for side, row in rows.items() if (row.name, row.kinds[:1]) == wanted]
        meeting: dict[object, list[str]] = {}
        for side in same:
            for end in ends(side):
                meeting.setdefault(end, []).append(side)
        found, todo = {first: None}, [first]
        while todo:
            for end in ends(todo.pop()):
                for side in meeting[end]:
                    if side not in found:
                        found[side] = None
                        todo.append(side)
        return tuple(found)

    def name_chain(self, name: str) -> None:
        """Name what runs along the hex under the cursor, from end to end."""
        sides = self._chain()
        what = say("Name it {name}", name=name) if name else say("Remove a name")
        self.desk.attempt(lambda: self.desk.draft.edit(what, lambda s: map_ops.name_sides(s, sides, name)))

    def _on_banks(self, on: bool) -> None:
        self.desk.banks = on

    def _on_menu(self, at: str, _: str, point: QPoint) -> None:
        """The context menu of a hex."""
        if at:
            self.canvas.view.set_cursor(at)
            self.desk.study(at)
        menu = QMenu(self.window)
        menu.setToolTipsVisible(True)
        for name in ("pick", "place", "chain", "", "rub", "look", "", "undo"):
            if name:
                menu.addAction(self.acts[name])
            else:
                menu.addSeparator()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(point)

    def follow_view(self) -> None:
        """Connect to the context menu of the current view."""
        self.canvas.view.menu_asked.connect(self._on_menu)

    def close(self) -> None:
        """Close open dialogs."""
        if self.dialog is not None:
            self.dialog.reject()

    def _on_look(self) -> None:
        self.desk.take(Ink(), erasing=False)

    def _on_ink(self) -> None:
        self.docks.front("inks")
        self.inks.list.setFocus()

    def _on_rub(self) -> None:
        self.desk.set_hand(erasing=not self.desk.erasing)

    def _on_shape(self) -> None:
        name = self.sender().objectName().removeprefix("edit.")
        self.desk.set_hand(shape=next(shape for shape in SHAPES if shape == name))

    def _on_size(self) -> None:
        self.desk.set_hand(shape="brush", radius=int(self.sender().objectName()[-1]))

    # ---- looking
    def _on_layer(self) -> None:
        hidden = [layer for layer in LAYERS if not self.acts[f"layer_{layer}"].isChecked()]
        self.canvas.scene.hide_layers(hidden)

    # ---- the whole map
    def _open(self, dialog: QDialog) -> None:
        self.dialog = dialog
        dialog.finished.connect(self._on_closed)
        dialog.open()

    def _on_closed(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.deleteLater()

    def _on_grid(self) -> None:
        self._open(GridDialog(self.desk, self.window))

    def _on_about(self) -> None:
        self._open(AboutMapDialog(self.desk, self.window))

    def _on_import(self) -> None:
        self._open(ImportDialog(self.desk, self.window))

    def _on_compile(self) -> None:
        self.window.recompile.begin()

    def _on_back(self) -> None:
        sheet = self.desk.draft.sheet
        missing = map_ops.missing(sheet)
        if not missing:
            self.desk.told.emit(tr("Every hex of the grid is already on the map."))
            return
        terrain = self.desk.ground.terrains[0][0]
        self.desk.attempt(
            lambda: self.desk.draft.edit(
                say(
                    "Restore 1 hex" if len(missing) == 1 else "Restore {n} hexes",
                    n=len(missing),
                ),
                lambda s: map_ops.with_hexes(s, missing, terrain),
            )
        )

    def _on_clusters(self) -> None:
        trace, picture = self.trace.trace, self.trace.picture
        if trace is None or picture.isNull():
            self.desk.told.emit(tr("There is no picture to take terrain from: open one in the Picture dock."))
            return
        hexes = tuple(self.desk.draft.sheet.cells)
        colours = colours_of(picture.toImage(), trace, self.canvas.scene.geometry, hexes)
        try:
            self.dialog = ClustersDialog(self.desk, colours, self.window)
        except ValueError as fault:
            self.desk.failed.emit(self.desk.why(fault))
            return
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog.finished.connect(self._on_answered)
        self.dialog.open()

    def _on_steep(self) -> None:
        kinds = [key for key, _ in self.desk.ground.hexsides]
        low, high = self.desk.ground.elevations
        if not kinds or high <= low:
            self.desk.told.emit(tr("This map has no levels, or nothing that runs along hexsides."))
            return
        names = [self.desk.kind_name("side", key) for key in kinds]
        chosen = kinds.index("cliff") if "cliff" in kinds else 0
        name, ok = QInputDialog.getItem(
            self.window, tr("Where it is steep"), tr("What runs there"), names, chosen, False
        )
        if not ok:
            return
        drop, ok = QInputDialog.getInt(
            self.window, tr("Where it is steep"), tr("Levels between the two hexes"), 2, 1, high - low
        )
        if ok:
            self.steep(kinds[names.index(name)], drop)

    def steep(self, kind: str, drop: int) -> None:
        """Place a kind of hexside where levels differ by this much, and remove it elsewhere."""
        sides = tuple(map_pen.steep_sides(self.desk.draft.atlas, drop))
        there = [row.side for row in self.desk.draft.sheet.hexsides if kind in row.kinds]
        gone = [side for side in there if side not in sides]
        name, n = self.desk.kind_name("side", kind), len(sides)
        what = say("{kind} on 1 hexside" if n == 1 else "{kind} on {n} hexsides", kind=name, n=n)
        self.desk.attempt(
            lambda: self.desk.draft.edit(
                what,
                lambda s: map_ops.drop_sides(s, gone, [kind]),
                lambda s: map_ops.put_sides(s, sides, [kind]),
            )
        )

    def _on_check(self) -> None:
        self.docks.front("problems")
        self.problems.check_all()
