"""What counters and the map look like, kept as pictures under tests/ui/images."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from hexbench.engine.display import Chip, Mark, Overlay, Shade, Trail
from hexbench.engine.values import Say
from hexbench.ui.canvas.art import MapArt
from hexbench.ui.canvas.counter import BOX, paint_counter
from hexbench.ui.canvas.geometry import Geometry
from hexbench.ui.docks.minimap import Minimap
from tests.ui.canvas.pictures import FAR, check, rows
from tests.ui.canvas.stage import U_MARK, a_face, palette, small_atlas, stage

ISOLATED = Mark("isolated", "I", Say("Isolated."))
FACES = {
    "regiment": a_face("27F"),
    "elite": a_face(
        "PG1", colour="german.ss", symbol="mech_infantry", letter="A", parent="1 SS", left="", right="9"
    ),
    "battalion": a_face(
        "2/116 Pz", symbol="armor", echelon="II", letter="", box="", bar="", left="2", right="9"
    ),
    "reduced": a_face("110", side="allied", colour="us", back=True, steps=(1, 3), parent="28", bar="bar.20"),
    "spent": a_face("3Para", side="allied", colour="british", symbol="airborne", spent=True, parent="6 AB"),
    "marked": a_face("9 AIB", side="allied", colour="us", symbol="mech_infantry", marks=(U_MARK, ISOLATED)),
    "hidden": a_face("?", hidden=True),
    "hidden_allied": a_face("?", side="allied", hidden=True),
    "long": a_face("150 Pz Brigade", parent="Guards Armoured", symbol="commando", left="12", right="12"),
}


@pytest.mark.parametrize("scale", [0.3, 0.6, 1.0, 2.0])
def test_counters(scale, qapp):
    found = palette()
    side = round(BOX.width() * scale)
    image = QImage(side * len(FACES), side, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.lightGray)
    painter = QPainter(image)
    for k, face in enumerate(FACES.values()):
        painter.save()
        painter.translate(k * side, 0)
        painter.scale(scale, scale)
        painter.translate(-BOX.topLeft())
        paint_counter(painter, face, found, scale)
        painter.restore()
    painter.end()
    check(image, f"counters_{scale}")


@pytest.mark.parametrize("name", ["day", "night"])
@pytest.mark.parametrize("scale", [0.3, 1.0])
def test_a_piece_of_map(name, scale, qapp):
    geometry = Geometry(small_atlas())
    art = MapArt(geometry, palette(name))
    middle = geometry.centre("0506")
    part = QRectF(0, 0, 560, 420) if scale == 1.0 else QRectF(0, 0, 1100, 800)
    part.moveCenter(middle)
    check(art.picture(scale, part), f"map_{name}_{scale}")


def test_a_map_of_flat_top_hexes(qapp):
    geometry = Geometry(small_atlas("flat"))
    check(MapArt(geometry, palette()).picture(0.5), "map_flat_0.5")


def test_everything_on_the_map(qtbot):
    scene, view = stage(qtbot, size=(640, 480))
    scene.show_faces(
        {
            "a": (FACES["regiment"], "0606"),
            "b": (FACES["elite"], "0606"),
            "c": (FACES["reduced"], "0608"),
            **{f"d{k}": (a_face(f"d{k}"), "0705") for k in range(5)},
        }
    )
    scene.set_chips(
        [Chip("depot", "0606"), Chip("bridge_destroyed", "0507/0508"), Chip("entrenchment", "0507")]
    )
    reach = tuple(Shade(n, "reach", "1½" if n == "0604" else "") for n in ("0604", "0605", "0504"))
    zones = tuple(Shade(n, "enemy_zoc") for n in ("0607", "0508"))
    route = Trail(("0606", "0605", "0604"), "route", ("", "½", "1½"))
    cut = Trail(("0705", "0706", "0707"), "supply", broken="0707")
    scene.set_overlay("all", Overlay("all", Say("All"), shades=(*reach, *zones), trails=(route, cut)))
    scene.light(["0406"])
    scene.select(["b"])
    view.set_cursor("0407")
    view.finish()
    check(view.grab().toImage(), "everything")


def test_a_fanned_stack(qtbot):
    scene, view = stage(qtbot, size=(480, 360))
    scene.show_faces({f"{k}": (a_face(f"{k}", bar=f"bar.{k + 1}"), "0606") for k in range(7)})
    view.fan("0606")
    view.finish()
    check(view.grab().toImage(), "fan")


def test_the_minimap_shows_counters_and_the_view(qtbot):
    scene, view = stage(qtbot)
    scene.show_faces({"a": (FACES["regiment"], "0303"), "c": (FACES["reduced"], "0808")})
    mini, rect = Minimap(view), QRectF(0, 0, 260, 200)
    image = QImage(260, 200, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.gray)
    painter = QPainter(image)
    mini.paint(painter, rect)
    painter.end()
    check(image, "minimap")
    frame = mini.frame(rect)
    assert scene.geometry.bounds.center().x() == pytest.approx(mini.scene_point(rect, frame.center()).x())
    assert rect.contains(frame)


def test_a_picture_that_differs_is_noticed(qapp):
    white, black = (QImage(4, 4, QImage.Format.Format_RGB888) for _ in range(2))
    white.fill(Qt.GlobalColor.white)
    black.fill(Qt.GlobalColor.black)
    assert (
        max(
            abs(a - b)
            for x, y in zip(rows(white), rows(black), strict=True)
            for a, b in zip(x, y, strict=True)
        )
        > FAR
    )
