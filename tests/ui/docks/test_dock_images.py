"""What the docks of both games and every kind of counter look like, kept as pictures, at the screen's scale and at twice it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QScrollArea

from hexbench import bootstrap
from hexbench.engine.display import Face
from hexbench.ui.canvas.counter import BOX, paint_counter
from tests import tide_pictures, walkthrough
from tests.ui.canvas.pictures import check
from tests.ui.docks.real import open_scenario
from tests.ui.yard.driver import Player, player_at

SIZE = QSize(420, 300)
WIDE = QSize(760, 220)
COLUMNS = 12


@pytest.fixture
def player(qapp: object) -> Iterator[Player]:
    """A player at the real installation."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as found:
        yield found
        found.view_hands_off()


def _morning(player: Player) -> None:
    open_scenario(player, "17_december")


SITUATIONS: dict[str, Callable[[Player], object]] = {
    "morning": _morning,
    "result": walkthrough.result,
    "squads": tide_pictures.SCENES["tide_squads"],
    "fire": tide_pictures.SCENES["tide_fire"],
    "sight": tide_pictures.SCENES["tide_sight"],
}
DOCKS = {
    "morning": {
        "game.turn_record": WIDE,
        "game.order_of_battle": SIZE,
        "game.air": SIZE,
        "stack": SIZE,
        "hex": SIZE,
        "layers": SIZE,
        "log": SIZE,
        "history": SIZE,
        "rules": SIZE,
        "tray": WIDE,
    },
    "result": {"game.combat": QSize(320, 620), "game.crt": WIDE},
    "squads": {"game.building": WIDE},
    "fire": {"game.combat": QSize(320, 620), "game.hand.german": WIDE},
    "sight": {"sight": SIZE},
}


@pytest.mark.parametrize("situation", DOCKS)
def test_docks(player: Player, situation: str) -> None:
    SITUATIONS[situation](player)
    player.look()
    table = player.window.table
    if situation == "morning":
        player.window.desk.choose((next(iter(player.view.map.stack("1742"))),))
        player.window.desk.study("1742")
        player.window.desk.rule_asked.emit("7.3a")
    for key, size in DOCKS[situation].items():
        dock = table.docking.docks[key]
        table.docking.front(key)
        player.settle()
        dock.setFloating(True)
        dock.resize(size)
        player.settle()
        for area in dock.findChildren(QScrollArea):
            area.verticalScrollBar().setValue(0)  # what was pressed on the way may have lain further down
        for scale in (1, 2):
            image = QImage(dock.widget().size() * scale, QImage.Format.Format_RGB32)
            image.setDevicePixelRatio(scale)
            painter = QPainter(image)
            dock.widget().render(painter, QPoint())
            painter.end()
            check(image, f"dock_{situation}_{key.removeprefix('game.')}_{scale}")
        dock.setFloating(False)


def kinds(player: Player) -> list[Face]:
    """One counter of every kind there is on the table: colours, sign, size, strength and side up."""
    found: dict[object, Face] = {}
    for face, _ in player.window.bridge.counters.values():
        sign = (face.side, face.colour, face.symbol, face.echelon, face.back, bool(face.bar), face.letter)
        look = (sign, face.steps, tuple(mark.key for mark in face.marks))
        found.setdefault(look, face)
    return [found[look] for look in sorted(found, key=repr)]


@pytest.mark.parametrize("game", ["iron_tide", "tide_of_iron"])
def test_every_kind_of_counter_and_a_piece_of_each_map(player: Player, game: str) -> None:
    SITUATIONS["morning" if game == "iron_tide" else "fire"](player)
    _counters(player, game)
    _piece(player, game)


def _counters(player: Player, game: str) -> None:
    faces = kinds(player)
    assert len(faces) > 9
    for scale in (1.0, 2.0):
        side = round(BOX.width() * scale)
        lines = -(-len(faces) // COLUMNS)
        image = QImage(side * COLUMNS, side * lines, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.lightGray)
        painter = QPainter(image)
        for k, face in enumerate(faces):
            painter.save()
            painter.translate(k % COLUMNS * side, k // COLUMNS * side)
            painter.scale(scale, scale)
            painter.translate(-BOX.topLeft())
            paint_counter(painter, face, player.window.desk.palette, scale)
            painter.restore()
        painter.end()
        check(image, f"kinds_{game}_{scale}")


def _piece(player: Player, game: str) -> None:
    scene = player.view.map
    player.window.desk.choose(())
    at = "1742" if game == "iron_tide" else "K7"
    player.view.set_zoom(1.0)
    player.view.centre_on(at)
    player.view.finish()  # counters are drawn sharp where one looks
    player.settle()
    middle = scene.geometry.centre(at)
    source = QRectF(0, 0, 420, 300)
    source.moveCenter(middle)
    for scale in (1, 2):
        image = QImage(420 * scale, 300 * scale, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        scene.render(painter, QRectF(image.rect()), source)
        painter.end()
        check(image, f"piece_{game}_{scale}")
