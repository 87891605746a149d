"""Import of GeoJSON onto the grid of the open map, and recompiling the map's own recipe; both with progress."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from hexbench.engine.values import say
from hexbench.exchange.module_in import Board, BoardGrid, picture, read_module
from hexbench.hexes.grid import Grid
from hexbench.mapmaker.geojson import Found, Pin, Plan, Take, scan
from hexbench.session.editor.map_compile import Importing, Work, foreign, with_imported
from hexbench.session.editor.map_doc import MapDraft, new_key, new_map
from hexbench.session.editor.map_trace import Trace, fit, write_trace
from hexbench.store import canon, customs
from hexbench.store.strict import BadFile
from hexbench.ui.canvas.geometry import Geometry
from hexbench.ui.editor.desk import (
    MapDesk,
    base_ground,
    capital,
    count_hexes,
    count_places,
    count_roads,
    count_sides,
)
from hexbench.ui.editor.map_dialogs import AskDialog, AskNewMap, usual_map
from hexbench.ui.editor.map_places import KINDS, kind_words
from hexbench.ui.editor.map_tracing import LARGEST
from hexbench.ui.look.language import as_it_is, tell, tr, why
from hexbench.ui.widgets.background import every
from hexbench.ui.widgets.choices import DropDown, NumberBox
from hexbench.ui.widgets.parts import PlainLabel, flush, laid, named, nest, push, wrapped_label

if TYPE_CHECKING:
    from hexbench.engine.documents.editing import MapVocabulary
    from hexbench.session.game import Catalogue


_POLL_MS = 80
FOUND = Qt.ItemDataRole.UserRole + 1
_LIKE: Final[dict[str, tuple[str, ...]]] = {
    "wood": ("wood", "forest", "trees"),
    "forest": ("forest", "wood"),
    "marsh": ("marsh", "swamp", "venn", "wetland"),
    "wetland": ("marsh", "swamp", "venn"),
    "rough": ("rough", "broken", "hill"),
    "major": ("river",),
    "river": ("river", "stream"),
    "minor": ("stream", "river"),
    "stream": ("stream", "river"),
    "canal": ("canal", "river"),
    "primary": ("main", "road", "primary"),
    "motorway": ("main", "road", "primary"),
    "main": ("main", "road", "primary"),
    "second": ("second", "secondary", "track", "road"),
    "track": ("track", "second", "road"),
    "hamlet": ("village",),
}
"""Words for features in the files -> words a game may have for them, the best first."""


def choices(ground: MapVocabulary, form: str) -> list[tuple[str, str, str]]:
    """What features of a form may become: (part, key, name)."""
    rows = {
        "area": [("terrain", key, capital(tell(name))) for key, name in ground.terrains],
        "line": [
            *(("side", key, capital(tell(name))) for key, name in ground.hexsides),
            *(("road", key, capital(tell(name))) for key, name in ground.roads),
        ],
        "point": [("place", kind, kind_words(kind)) for kind in KINDS],
    }
    return rows[form]


def guess(ground: MapVocabulary, found: Found) -> int:
    """The most likely choice for a kind of feature; -1 if none."""
    rows, kind = choices(ground, found.form), found.kind.lower()
    wanted = [kind, *next((words for word, words in _LIKE.items() if word in kind), ())]
    for word in wanted:
        for n, (_, key, _) in enumerate(rows):
            if key == word or word in key.split("_"):
                return n
    return -1


def read_pins(text: str) -> tuple[Pin, ...]:
    """Pins from lines such as "3041 = 50.281, 6.127" (latitude, longitude). Raises ValueError (one sentence)."""
    out: list[Pin] = []
    for line in text.splitlines():
        if not line.strip():
            continue
        match = re.fullmatch(r"\s*(\w+)\s*[=:]\s*(-?\d+(?:\.\d+)?)\s*[,; ]\s*(-?\d+(?:\.\d+)?)\s*", line)
        if match is None:
            raise ValueError(
                tr(
                    "“{line}” is not a pin: write hex = latitude, longitude, such as 3041 = 50.281, 6.127.",
                    line=line.strip(),
                )
            )
        out.append(Pin(match[1], float(match[3]), float(match[2])))
    return tuple(out)


class WorkBar(QWidget):
    """Progress of work in another process, with a button that stops it. ``ended(work)``: it has finished or
    was stopped.
    """

    ended = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("edit.work")
        self.work: Work | None = None
        self.text = PlainLabel()
        self.bar = named(QProgressBar(), title=tr("Progress"), tip=tr("How far the work has got"))
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(12)
        self.bar.setMinimumWidth(120)
        self.cancel = push("edit.work_stop", tr("Stop"), tr("Stop; the map stays as it is"), self.stop)
        laid(flush(QHBoxLayout(self)), self.text, (self.bar, 1), self.cancel)
        self._timer = every(self, self._on_time, _POLL_MS)
        self.hide()

    def begin(self, work: Work) -> None:
        """Start it and show its progress."""
        self.stop()
        self.work = work
        work.start()
        self.text.setText(tr("Starting…"))
        self.bar.setRange(0, 0)
        self.show()
        self._timer.start()

    def _on_time(self) -> None:
        work = self.work
        if work is None or not work.poll():
            return
        self.text.setText(_step_words(work.what))
        self.bar.setRange(0, work.total)
        self.bar.setValue(work.done)
        if not work.running:
            self._end()

    def stop(self) -> None:
        """Stop it before it is done."""
        if self.work is not None:
            self.work.stop()
            self._end()

    def _end(self) -> None:
        self._timer.stop()
        self.hide()
        work, self.work = self.work, None
        if work is not None:
            self.ended.emit(work)


def _step_words(what: str) -> str:
    """The name of a step of the map compiler."""
    return {
        "Reading the files": tr("Reading the files"),
        "Laying the grid on the ground": tr("Laying the grid on the ground"),
        "Terrain": tr("Terrain"),
        "Rivers": tr("Rivers"),
        "Roads": tr("Roads"),
        "Towns": tr("Towns"),
        "Lines": tr("Lines"),
        "Zones": tr("Zones"),
        "Done": tr("Done"),
    }.get(what, what)


class ImportDialog(AskDialog):
    """Which files, what their contents become, and where the grid lies."""

    def __init__(self, desk: MapDesk, parent: QWidget | None = None) -> None:
        super().__init__("import_dialog", tr("Import GeoJSON"), parent)
        self.desk = desk
        self.files = QPushButton(tr("Files…"))
        self.files.setAutoDefault(False)
        self.files.clicked.connect(self._on_files)
        self.row(
            "import_files",
            tr("Impor&t from"),
            self.files,
            tr("GeoJSON files in longitude and latitude: rivers, roads, woods, towns"),
        )
        self.table = named(
            QTableWidget(0, 4),
            "edit.import_table",
            tr("What is in the files"),
            tr("Each kind of feature and what it becomes on this map"),
        )
        self.table.setHorizontalHeaderLabels(
            [tr("In the file"), tr("How many"), tr("Such as"), tr("Becomes")]
        )
        self.table.verticalHeader().hide()
        self.table.setTabKeyNavigation(False)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.table.setMinimumSize(640, 220)
        self.column.insertWidget(1, self.table)
        self.found: list[tuple[Found, QComboBox]] = []
        self.share = named(
            NumberBox(), "edit.import_share", tip=tr("A hex becomes whatever covers at least this much of it")
        )
        self.share.setRange(5, 100)
        self.share.setValue(50)
        self.share.setSuffix(" %")
        self.pins = named(
            QPlainTextEdit(),
            "edit.import_pins",
            tr("Pins"),
            tr(
                "Where the grid lies: one line for each known hex with its latitude and "
                "longitude, at least two. With none, the imported area fills the map"
            ),
        )
        self.pins.setTabChangesFocus(True)
        self.pins.setPlaceholderText("3041 = 50.281, 6.127\n1729 = 50.000, 5.716")
        self.pins.setFixedHeight(70)
        self.instead = named(
            QCheckBox(tr("Replace the existing rivers, roads and places")),
            "edit.import_instead",
            tip=tr(
                "Otherwise what is imported is added to what is there; terrain is painted over in either case"
            ),
        )
        lower = QFormLayout()
        lower.addRow(tr("Co&verage"), self.share)
        lower.addRow(tr("&Pins (hex = latitude, longitude)"), self.pins)
        lower.addRow(self.instead)
        nest(self.column, lower, at=2)
        self.progress = WorkBar()
        self.progress.ended.connect(self._on_ended)
        self.column.insertWidget(3, self.progress)

    # ---- files
    def _on_files(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(
            self, tr("Geographic data files"), "", tr("GeoJSON (*.geojson *.json)")
        )
        self.add_files([Path(name) for name in names])

    def add_files(self, paths: list[Path]) -> None:
        """Scan files and list what is in them."""
        self.fault.setText("")
        for path in paths:
            try:
                rows = scan(path, foreign)
            except ValueError as fault:
                self.fault.setText(why(fault))
                continue
            known = {found.file for found, _ in self.found}
            if str(path) not in known:
                for found in rows:
                    self._list(found)

    def _list(self, found: Found) -> None:
        row = self.table.rowCount()
        self.table.setRowCount(row + 1)
        forms = {"area": tr("areas"), "line": tr("lines"), "point": tr("points")}
        texts = (
            f"{Path(found.file).name}: {found.kind}",
            f"{forms[found.form]}: {found.count}",
            ", ".join(found.names),
        )
        for column, text in enumerate(texts):
            item = QTableWidgetItem(text)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            item.setToolTip(as_it_is(text))
            self.table.setItem(row, column, item)
        box = named(
            DropDown(),
            f"edit.import_{row}",
            tr("What {kind} becomes", kind=found.kind),
            tr("What these features become on this map"),
        )
        box.addItem(tr("nothing"), None)
        for part, key, words in choices(self.desk.ground, found.form):
            box.addItem(words, (part, key))
        box.setCurrentIndex(guess(self.desk.ground, found) + 1)
        self.table.setCellWidget(row, 3, box)
        self.found.append((found, box))

    # ---- doing it
    @property
    def plan(self) -> Plan:
        """The import as specified. Raises ValueError (one sentence)."""
        takes = [
            Take(found.file, found.kind, found.form, box.currentData()[0], box.currentData()[1])
            for found, box in self.found
            if box.currentData() is not None
        ]
        if not takes:
            raise ValueError(tr("Choose files, and what their contents are to become."))
        return Plan(
            grid=self.desk.draft.sheet.grid,
            takes=tuple(takes),
            pins=read_pins(self.pins.toPlainText()),
            share=self.share.value() / 100,
        )

    def _on_ok(self) -> None:
        try:
            plan = self.plan
        except ValueError as fault:
            self.fault.setText(why(fault))
            return
        self.fault.setText("")
        self._enable(on=False)
        self.progress.begin(Importing(plan))

    def _enable(self, *, on: bool) -> None:
        for widget in (self.files, self.table, self.share, self.pins, self.instead, self.buttons):
            widget.setEnabled(on)

    def _on_ended(self, work: Importing) -> None:
        self._enable(on=True)
        found = work.imported
        if found is None:
            self.fault.setText(tell(work.fault) or tr("The import was stopped; the map is unchanged."))
            return
        desk, instead = self.desk, self.instead.isChecked()
        what = say("Import GeoJSON")
        desk.attempt(
            lambda: desk.draft.edit(what, lambda s: with_imported(s, found, desk.base, instead=instead))
        )
        desk.told.emit(
            tr(
                "Imported: {hexes} with terrain, {sides}, {roads}, {places}; {km} km from hex to hex. {more}",
                hexes=count_hexes(len(found.terrain)),
                sides=count_sides(len(found.sides)),
                roads=count_roads(len(found.roads)),
                places=count_places(len(found.places)),
                km=found.kilometres,
                more=" ".join(found.problems[:2]),
            ).strip()
        )
        self.accept()

    def reject(self) -> None:
        """Closing stops running work."""
        self.progress.stop()
        super().reject()


class Recompile(QObject):
    """Recompiles the recipe of the open map, with progress in the status bar. ``compiled(sheet)``."""

    compiled = Signal(object)

    def __init__(self, desk: MapDesk, bar: WorkBar) -> None:
        super().__init__(bar)
        self.desk, self.bar = desk, bar
        bar.ended.connect(self._on_ended)

    def begin(self) -> bool:
        """Start; False if the map has no recipe or other work is running."""
        from hexbench.session.editor.map_compile import Compiling, has_recipe

        resources, key = self.desk.catalogue.places.resources, self.desk.draft.sheet.key
        if not has_recipe(resources, key):
            self.desk.told.emit(tr("The map {key} has no recipe: it was drawn by hand.", key=key))
            return False
        if self.bar.work is not None:
            return False
        self.bar.begin(Compiling(resources, key))
        return True

    def _on_ended(self, work: Work) -> None:
        from hexbench.session.editor.map_compile import Compiling

        if not isinstance(work, Compiling):
            return
        sheet = work.sheet
        if sheet is not None:
            self.compiled.emit(sheet)
        elif work.fault:
            self.desk.failed.emit(tell(work.fault))


# A new map from a VASSAL module: one of its boards, with a grid of the same size, orientation and numbering.

LARGEST_MODULE = 512 * 2**20
"""Maximum size of a module, in bytes."""
_ENDINGS = {b"\x89P": ".png", b"GI": ".gif", b"\xff\xd8": ".jpg"}


class ModuleMapDialog(AskNewMap):
    """Which board of a module, and for which game. When accepted, the draft has been made with the picture
    under it. Raises BadFile.
    """

    def __init__(self, catalogue: Catalogue, game: str, path: Path, parent: QWidget | None = None) -> None:
        self.catalogue = catalogue
        self.draft: MapDraft | None = None
        try:
            self._data = customs.take(path, LARGEST_MODULE)
            self.module = read_module(self._data)
        except BadFile as fault:
            raise BadFile(fault.because, str(path)) from None
        boards = [(board, grid) for board in self.module.boards for grid in board.grids]
        if not boards:
            refused = [why for board in self.module.boards for why in board.refused]
            raise BadFile(
                refused[0] if refused else say("no board in this module has a hex grid."), str(path)
            )
        super().__init__("module_map", tr("New map from a VASSAL module"), parent)
        self.boards: list[tuple[Board, BoardGrid]] = boards
        self.board = DropDown()
        for board, grid in boards:
            name = f"{board.name}: {grid.zone}" if grid.zone else board.name
            count = len(Grid(grid.spec).axial)
            self.board.addItem(tr("{name} (hexes: {n})", name=name, n=count))
        self.row(
            "module_board", tr("&Board"), self.board, tr("Boards and zones of the module that have hexes")
        )
        self.ask_head("module", catalogue, game, "my_board")
        self.said = named(wrapped_label(), "edit.module_said")
        self.column.insertWidget(1, self.said)
        self.board.currentIndexChanged.connect(self._on_board)
        self.resize(560, 380)
        self._on_board()

    def _on_board(self) -> None:
        board, grid = self.boards[self.board.currentIndex()]
        self.title.setText(board.name or self.module.name)
        lines = [tr("{width} × {height} pixels", width=board.size[0], height=board.size[1])]
        lines += [tell(note) for note in grid.notes]
        lines += [
            tr(
                "Trace the picture: paint terrain by hand, or have it proposed from the "
                "colours (Map, Terrain from the picture)."
            ),
            tr(
                "It belongs to the publisher of {module}. It stays in your own folder: packs "
                "and exports never include it.",
                module=self.module.name or tr("the module"),
            ),
        ]
        self.said.setText("\n".join(lines))

    def make(self) -> None:
        """Create the map and its picture. Raises ValueError, BadFile."""
        key = new_key(self.catalogue, self.key.text())
        places = self.catalogue.places
        board, grid = self.boards[self.board.currentIndex()]
        game = self.game.currentData()
        ground = base_ground(self.catalogue, game, usual_map(self.catalogue, game))
        title = self.title.text().strip() or key
        kilometres = round(self.kilometres.value(), 3)
        draft = new_map(key, title, grid.spec, ground, game=game, kilometres=kilometres)
        data = picture(self._data, board.image)
        path = places.data / "pictures" / f"{key}{_ENDINGS.get(data[:2], '.png')}"
        # A picture larger than the editor shows is scaled down when read, and so are its points.
        scale = min(1.0, LARGEST / max(board.size))
        geometry = Geometry(draft.atlas)
        pairs = []
        for (x, y), name in grid.pairs:
            middle = geometry.centre(name)
            pairs.append(((x * scale, y * scale), (middle.x(), middle.y())))
        place = fit(pairs)
        canon.write_bytes(path, data)
        write_trace(
            places.data,
            key,
            Trace(image=str(path), place=place, opacity=0.6, owner=self.module.name or path.name),
        )
        self.draft = draft
