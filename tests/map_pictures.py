"""The situations of the map editor shown in the documentation, reached with mouse and keys like all the others."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen
from PySide6.QtWidgets import QWidget

from hexbench.ui.editor.desk import Ink
from hexbench.ui.shell.editing import Editing
from tests.ui.editor.map_driver import MapHand
from tests.ui.yard.driver import Player

SIZE = (1600, 1000)


def _open(player: Player, key: str, game: str) -> MapHand:
    editing = player.window.findChild(Editing)
    assert isinstance(editing, Editing)
    editor = editing.maps.edit(player.window.catalogue.map_path(key), game)
    assert editor is not None
    editor.ask_first = False
    editor.resize(*SIZE)
    hand = MapHand(editor)
    hand.settle()
    return hand


def _painted(player: Player) -> QWidget:
    """Marsh painted round St. Vith, a river drawn through it, and the problem this causes."""
    hand = _open(player, "iron_tide", "iron_tide")
    hand.near("3041", 0.85)
    hand.desk.take(Ink("terrain", "marsh"))
    hand.act("size_1")
    hand.drag("2939", "2840", "2741")
    hand.front("inks")
    hand.desk.take(Ink("side", "river"))
    hand.window.inks.name.setText("Braunlauf")
    hand.drag(hand.corner("2939/2940", 0), hand.spot("2741"), hand.corner("2643/2743", 0))
    hand.window.problems.check_all()
    hand.near("2840", 0.85)
    return hand.window


def _zoned(player: Player) -> QWidget:
    """Zones of Tigers, and what differs from the map as it was opened."""
    hand = _open(player, "tigers", "tigers")
    hand.near("806", 0.8)
    hand.front("zones")
    hand.desk.show_zones(dict.fromkeys(("german_side", "edge_w", "british_entry")))
    hand.desk.take(Ink("zone", "british_entry"))
    hand.drag("309", "409")
    hand.desk.take(Ink("terrain", "forest"))
    hand.drag("906", "1005")
    hand.front("compare")
    hand.window.compare.list.setCurrentRow(0)
    hand.settle()
    return hand.window


def _traced(player: Player) -> QWidget:
    """A half-transparent scan over a map of Noville."""
    hand = _open(player, "tide_of_iron_noville", "tide_of_iron")
    view = hand.window.canvas.view
    view.fit_map()
    sheet = hand.window.canvas.scene.geometry.sheet
    image = QImage(1000, round(1000 * sheet.height() / sheet.width()), QImage.Format.Format_RGB32)
    image.fill(QColor("#e9dfc3"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("#2a6fb0"), 9, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPolyline([_at(60, 560), _at(300, 610), _at(520, 570), _at(800, 640), _at(960, 600)])
    painter.setPen(QPen(QColor("#8a3a1f"), 6))
    painter.drawPolyline([_at(480, 0), _at(500, 300), _at(560, 690)])
    painter.drawPolyline([_at(0, 330), _at(300, 360), _at(500, 310), _at(1000, 260)])
    painter.setPen(QColor("#3a2a10"))
    painter.setFont(QFont("IBM Plex Sans Condensed", 26))
    painter.drawText(520, 290, "Noville")
    painter.end()
    folder = player.window.catalogue.places.data
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "noville_1944.png"
    assert image.save(str(path))
    hand.front("trace")
    assert hand.window.trace.load(path)
    hand.window.trace.opacity.setValue(55)
    hand.desk.take(Ink("terrain", "stream_shallow"))
    hand.settle()
    return hand.window


def _at(x: int, y: int) -> QPoint:
    return QPoint(x, y)


SCENES: dict[str, Callable[[Player], QWidget]] = {
    "map_paint": _painted,
    "map_zones": _zoned,
    "map_trace": _traced,
}
"""Name of the picture -> the function that leads to it."""
