"""A new map from a module of VASSAL: one of its boards under a grid of the size, orientation and numbers it has there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QLineEdit, QWidget

from hexbench.exchange.module_in import Board, BoardGrid, picture, read_module
from hexbench.hexes.grid import Grid
from hexbench.session.editor.map_doc import MapDraft, new_map
from hexbench.session.editor.map_trace import Trace, fit, write_trace
from hexbench.store import canon, customs
from hexbench.store.strict import BadFile
from hexbench.ui.canvas.geometry import Geometry
from hexbench.ui.editor.desk import base_ground
from hexbench.ui.editor.map_dialogs import AskDialog, choice, good_key, usual_map
from hexbench.ui.editor.map_tracing import LARGEST
from hexbench.ui.look.language import tell, tr
from hexbench.ui.widgets.parts import named, wrapped_label

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue

LARGEST_MODULE = 512 * 2**20
"""Bytes of a module."""
_ENDINGS = {b"\x89P": ".png", b"GI": ".gif", b"\xff\xd8": ".jpg"}


class ModuleMapDialog(AskDialog):
    """Which board of a module, for which game; accepted: the draft is made and the picture lies under it. Raises BadFile."""

    def __init__(self, catalogue: Catalogue, game: str, path: Path, parent: QWidget | None = None) -> None:
        self.catalogue = catalogue
        self.draft: MapDraft | None = None
        try:
            self._data = customs.take(path, LARGEST_MODULE)
            self.module = read_module(self._data)
        except BadFile as fault:
            raise BadFile(fault.reason, str(path)) from None
        boards = [(board, grid) for board in self.module.boards for grid in board.grids]
        if not boards:
            refused = [why for board in self.module.boards for why in board.refused]
            raise BadFile(
                refused[0] if refused else "no board of this module has a grid of hexes.", str(path)
            )
        super().__init__("module_map", tr("New map from a VASSAL module"), parent)
        self.boards: list[tuple[Board, BoardGrid]] = boards
        self.board = QComboBox()
        for board, grid in boards:
            name = f"{board.name}: {grid.zone}" if grid.zone else board.name
            count = len(Grid(grid.spec).axial)
            self.board.addItem(tr("{name} (hexes: {n})", name=name, n=count))
        self.game = choice(tuple((key, found.title) for key, found in catalogue.games.items()), game)
        self.title = QLineEdit()
        self.key = QLineEdit("my_board")
        self.kilometres = QDoubleSpinBox()
        self.kilometres.setRange(0.001, 999)
        self.kilometres.setDecimals(3)
        self.kilometres.setValue(1.0)
        self.row(
            "module_board", tr("&Board"), self.board, tr("Boards and zones of the module that have hexes")
        )
        self.row(
            "module_game",
            tr("&Game"),
            self.game,
            tr("The game whose terrain, hexsides and zones the map may hold"),
        )
        self.row("module_title", tr("Tit&le"), self.title, tr("What the map is called"))
        self.row(
            "module_key",
            tr("&Key"),
            self.key,
            tr("Its short name: small letters, digits and _; the name of its file"),
        )
        self.row(
            "module_km",
            tr("K&ilometres per hex"),
            self.kilometres,
            tr("From the middle of a hex to that of the next"),
        )
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
                "The picture is traced: terrain is painted by hand, or proposed by its colours (Map, Terrain from the picture)."
            ),
            tr(
                "It belongs to whoever published {module}. It stays in your own folder: no pack and no export carries it.",
                module=self.module.name or tr("the module"),
            ),
        ]
        self.said.setText("\n".join(lines))

    def make(self) -> None:
        """The map and its picture. Raises ValueError, BadFile."""
        key = good_key(self.catalogue, self.key.text())
        places = self.catalogue.places
        if (places.maps / f"{key}.json").is_file():
            raise ValueError(tr("You have a map called {key}: choose another key.", key=key))
        board, grid = self.boards[self.board.currentIndex()]
        game = self.game.currentData()
        ground = base_ground(self.catalogue, game, usual_map(self.catalogue, game))
        title = self.title.text().strip() or key
        kilometres = round(self.kilometres.value(), 3)
        draft = new_map(key, title, grid.spec, ground, game=game, kilometres=kilometres)
        data = picture(self._data, board.image)
        path = places.data / "pictures" / f"{key}{_ENDINGS.get(data[:2], '.png')}"
        # A picture that is larger than the editor shows is made smaller when it is read, and its points with it.
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
