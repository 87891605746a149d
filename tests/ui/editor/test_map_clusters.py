"""Terrain out of a picture at the map editor: colours put together, given their terrain, one stroke, doubt lit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from hexbench import bootstrap
from hexbench.engine.values import say
from hexbench.session.editor import map_ops
from hexbench.session.editor.map_doc import open_map
from hexbench.ui.canvas.geometry import PITCH
from hexbench.ui.editor.map_tracing import ClustersDialog
from tests.ui.editor.map_driver import MapHand, map_editor_on


@pytest.fixture
def hand(qapp: object, hexbench_home: Path) -> Iterator[MapHand]:
    catalogue = bootstrap.catalogue()
    path = catalogue.places.resources / "maps" / "trumpets.json"
    with map_editor_on(open_map(path, "trumpets"), catalogue) as found:
        yield found


def scan(hand: MapHand, folder: Path, between: str) -> Path:
    """The map as a picture: every hex in the colour of its terrain, a little paler or darker, with a black number; one hex
    half way between two terrains.
    """
    geometry, palette = hand.window.canvas.scene.geometry, hand.window.desk.palette
    sheet = geometry.sheet
    image = QImage(round(sheet.width()), round(sheet.height()), QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    for n, (at, cell) in enumerate(hand.window.draft.sheet.cells.items()):
        colour = QColor(palette.terrain(cell.terrain).ground)
        r, g, b = (min(255, max(0, v + n % 5 - 2)) for v in (colour.red(), colour.green(), colour.blue()))
        if at == between:
            one, other = (QColor(palette.terrain(key).ground) for key in ("clear", "woods"))
            r, g, b = (
                (x + y) // 2
                for x, y in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]
            )
        middle = geometry.centre(at) - sheet.topLeft()
        painter.setBrush(QColor(r, g, b))
        painter.drawEllipse(QPointF(middle), 0.45 * PITCH, 0.45 * PITCH)
        painter.drawText(QPointF(middle), at)
    painter.end()
    path = folder / "scan.png"
    assert image.save(str(path))
    return path


def test_the_terrain_of_a_scanned_map_comes_back_as_one_stroke(hand: MapHand, tmp_path: Path) -> None:
    window = hand.window
    before = window.draft.sheet
    kinds = {cell.terrain for cell in before.cells.values()}
    between = next(at for at, cell in list(before.cells.items())[40:] if cell.terrain == "clear")
    assert window.trace.load(scan(hand, tmp_path, between))
    bare = map_ops.paint(before, before.cells, "clear")
    window.draft.edit(say("Bare"), lambda _: bare)
    hand.act("clusters")
    dialog = window.commands.dialog
    assert isinstance(dialog, ClustersDialog)
    dialog.count.setValue(len(kinds) + 1)
    assert sum(len(one.hexes) for one in dialog.found) == len(before.cells)
    dialog._on_ok()
    hand.settle()
    cells = window.draft.sheet.cells
    wrong = [at for at in cells if at != between and cells[at].terrain != before.cells[at].terrain]
    assert wrong == []
    window.draft.undo()
    assert window.draft.sheet == bare, "one stroke"


def test_doubtful_hexes_are_lit_and_a_colour_can_be_left(hand: MapHand, tmp_path: Path) -> None:
    window = hand.window
    before = window.draft.sheet
    kinds = {cell.terrain for cell in before.cells.values()}
    between = next(at for at, cell in list(before.cells.items())[40:] if cell.terrain == "clear")
    assert window.trace.load(scan(hand, tmp_path, between))
    lit: list[tuple[str, ...]] = []
    told: list[str] = []
    window.desk.hexes_lit.connect(lit.append)
    window.desk.told.connect(told.append)
    hand.act("clusters")
    dialog = window.commands.dialog
    assert isinstance(dialog, ClustersDialog)
    dialog.count.setValue(len(kinds))
    dialog._on_ok()
    hand.settle()
    assert between in lit[-1]
    assert len(lit[-1]) < len(before.cells) / 20
    assert "Doubtful" in told[-1]
    now = window.draft.sheet
    hand.act("clusters")
    dialog = window.commands.dialog
    assert isinstance(dialog, ClustersDialog)
    for box in dialog.choices:
        box.setCurrentIndex(0)
    dialog._on_ok()
    hand.settle()
    assert window.draft.sheet == now


def test_without_a_picture_it_says_where_to_get_one(hand: MapHand) -> None:
    told: list[str] = []
    hand.window.desk.told.connect(told.append)
    hand.act("clusters")
    assert hand.window.commands.dialog is None
    assert "Picture dock" in told[-1]
