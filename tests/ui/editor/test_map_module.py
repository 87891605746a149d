"""A new map from a module of VASSAL: the grid is the board's, the picture lies under it hex by hex, and stays at home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QFileDialog, QPushButton

from hexbench import bootstrap
from hexbench.exchange.codec import zipped
from hexbench.exchange.grid import HexGrid
from hexbench.exchange.module import build_file
from hexbench.session import packing
from hexbench.session.editor.map_trace import read_trace
from hexbench.ui.editor.map_import import ModuleMapDialog
from hexbench.ui.shell.editing import Editing
from tests.exchange.paint import of_scenario
from tests.ui.editor.driver import unseen_editors
from tests.ui.yard.driver import Player, player_at


@pytest.fixture
def player(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    with player_at(bootstrap.catalogue(), (1440, 900)) as found, unseen_editors():
        found.window.show_start()
        yield found


def board(grid: HexGrid) -> bytes:
    """A picture with a dot in every hex."""
    image = QImage(grid.width, grid.height, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    for name in grid.raw:
        x, y = grid.centre(name)
        painter.fillRect(x - 4, y - 4, 9, 9, QColor("#000000"))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, b"png").write(image)
    return bytes(buffer.data().data())


@pytest.fixture
def module(qapp: object, tmp_path: Path) -> Path:
    made = of_scenario("trumpets/losheim").module
    grid = made.sheets[0].grid
    assert grid is not None
    path = tmp_path / "theirs.vmod"
    path.write_bytes(zipped({"buildFile.xml": build_file(made), "images/map.png": board(grid)}))
    return path


def test_a_board_becomes_a_map_with_its_picture_hex_under_hex(
    player: Player, module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editing = player.window.findChild(Editing)
    assert isinstance(editing, Editing)
    editing.maps.choose()
    chooser = editing.maps.chooser
    assert chooser is not None
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(module), ""))
    button = chooser.findChild(QPushButton, "edit.map_module")
    assert isinstance(button, QPushButton)
    button.click()
    player.settle()
    dialog = editing.maps.asking
    assert isinstance(dialog, ModuleMapDialog)
    assert "Hexbench: trumpets/losheim" in dialog.said.text(), "the window says whose the picture is"
    assert [dialog.board.itemText(n).partition(" (")[0] for n in range(dialog.board.count())] == ["Map"]
    dialog.game.setCurrentIndex(dialog.game.findData("trumpets"))
    dialog.key.setText("their_board")
    dialog._on_ok()
    player.settle()
    (editor,) = editing.maps.editors
    spec = editor.draft.sheet.grid
    theirs = player.window.catalogue.load_scenario("trumpets", "losheim").atlas.sheet.grid
    assert (spec.orientation, spec.numbering, spec.rows_from) == (
        theirs.orientation,
        theirs.numbering,
        theirs.rows_from,
    )
    places = player.window.catalogue.places
    trace = read_trace(places.data, "their_board")
    assert trace is not None
    image = QImage(trace.image)
    geometry = editor.canvas.scene.geometry
    for name in list(editor.draft.sheet.cells)[60::37]:
        if name not in player.window.catalogue.load_scenario("trumpets", "losheim").atlas.index:
            continue
        middle = geometry.centre(name)
        x, y = trace.place.back(middle.x(), middle.y())
        assert image.pixelColor(round(x), round(y)).lightness() == 0, name
        assert image.pixelColor(round(x) + 20, round(y)).lightness() == 255
    saved = editor.draft.save(places.maps / "their_board.json")
    gathered = packing.gather(bootstrap.catalogue(), [saved], pictures=True)
    assert [name for name in gathered.files if not name.startswith("maps/")] == []
    editor.close()


def test_a_module_without_hexes_is_one_sentence(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editing = player.window.findChild(Editing)
    assert isinstance(editing, Editing)
    said: list[str] = []
    monkeypatch.setattr(editing.maps, "say_wrong", said.append)
    path = tmp_path / "empty.vmod"
    for data, words in (
        (zipped({"buildFile.xml": b"<a/>"}), "no board in this module has a hex grid"),
        (b"nothing", "damaged"),
    ):
        path.write_bytes(data)
        editing.maps.ask_module(str(path))
        assert words in said.pop()
