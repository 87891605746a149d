from __future__ import annotations

import gc
import weakref

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from hexbench.ui.canvas.scene import MapScene
from hexbench.ui.canvas.view import MapView
from hexbench.ui.tools.hands import Hands
from tests.ui.canvas.stage import a_face, palette, pixel, small_atlas, stage, turn_wheel

K = Qt.Key


def press(view, *keys):
    for key in keys:
        if isinstance(key, str):
            QTest.keyClicks(view, key)
        else:
            QTest.keyClick(view, key)


def test_the_wheel_zooms_about_the_mouse(qtbot):
    _scene, view = stage(qtbot)
    at = QPoint(500, 200)
    before = view.mapToScene(at)
    turn_wheel(view, at, 2)
    assert view.zoom == pytest.approx(2**0.5)
    after = view.mapToScene(at)
    assert abs(after.x() - before.x()) < 1.5
    assert abs(after.y() - before.y()) < 1.5


def test_the_zoom_has_its_bounds(qtbot):
    scene, view = stage(qtbot)
    for _ in range(40):
        turn_wheel(view, QPoint(400, 300), 3)
    assert view.zoom == 4.0
    for _ in range(60):
        turn_wheel(view, QPoint(400, 300), -3)
    assert view.zoom == pytest.approx(view.least)
    assert view.mapToScene(view.viewport().rect()).boundingRect().intersects(scene.geometry.sheet)


def test_after_the_wheel_stops_everything_is_drawn_exactly(qtbot):
    scene, view = stage(qtbot)
    scene.show_faces({u: (a_face(u), "0606") for u in "ab"})
    turn_wheel(view, QPoint(400, 300), 1)
    assert scene.unsharp
    qtbot.waitUntil(lambda: not scene.unsharp and not view.tiles.pending and view._exact)


def test_fitting_shows_the_map_or_the_hexes_asked_for(qtbot):
    scene, view = stage(qtbot)
    view.fit_map()
    assert view.seen.contains(scene.geometry.sheet)
    view.fit_hexes(["0606", "0607"])
    assert view.seen.contains(scene.geometry.polygon("0607").boundingRect())
    scene.show_faces({"a": (a_face("a"), "0202")})
    scene.select(["a"])
    view.fit_selection()
    assert view.seen.contains(scene.geometry.centre("0202"))


def test_a_view_opens_on_the_whole_map_and_keeps_its_middle_when_resized(qtbot):
    scene = MapScene(small_atlas(), palette())
    view = MapView(scene)
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    qtbot.waitExposed(view)
    assert view.seen.contains(scene.geometry.sheet)
    view.set_zoom(2.0)
    view.centre_on("0606")
    view.resize(700, 500)
    assert scene.hex_at(view.mapToScene(view.viewport().rect().center())) == "0606"
    view.finish()
    view.tiles.stop()


def test_arrows_move_the_cursor_by_direction(qtbot):
    scene, view = stage(qtbot)
    view.set_cursor("0606")
    seen: list[str] = []
    view.cursor_moved.connect(seen.append)
    press(view, K.Key_Right, K.Key_Left, K.Key_Up, K.Key_Up, K.Key_Down, K.Key_Down)
    assert seen == ["0607", "0606", "0706", "0806", "0706", "0606"]
    press(view, "q")
    assert scene.atlas.direction("0606", view.cursor_hex) == 2
    press(view, "c")
    assert view.cursor_hex == "0606"
    for key, direction in (("e", 1), ("z", 4), ("a", 3), ("d", 0)):
        before = view.cursor_hex
        press(view, key)
        assert scene.atlas.direction(before, view.cursor_hex) == direction


def test_on_a_flat_sheet_the_six_letters_are_the_six_directions(qtbot):
    scene, view = stage(qtbot, "flat")
    for key, direction in (("w", 2), ("s", 5), ("q", 3), ("d", 0), ("e", 1), ("a", 4)):
        view.set_cursor("0606")
        press(view, key)
        assert scene.atlas.direction("0606", view.cursor_hex) == direction
    view.set_cursor("0606")
    press(view, K.Key_Right, K.Key_Left)
    assert view.cursor_hex == "0606"


def test_the_cursor_begins_in_the_middle_of_the_view_and_stops_at_the_rim(qtbot):
    _scene, view = stage(qtbot)
    press(view, K.Key_Right)
    assert view.cursor_hex == "0606"
    view.set_cursor("0101")
    press(view, K.Key_Left, K.Key_Down)
    assert view.cursor_hex == "0101"


def test_a_typed_number_jumps_and_scrolls_there(qtbot):
    scene, view = stage(qtbot)
    view.set_zoom(3.0)
    press(view, "1012")
    assert view.cursor_hex == "1012"
    assert view.seen.contains(scene.geometry.centre("1012"))
    press(view, "9999", "0203")
    assert view.cursor_hex == "0203"


def test_keys_go_through_a_stack_and_fan_it(qtbot):
    scene, view = stage(qtbot)
    scene.show_faces({u: (a_face(u), "0606") for u in "abc"})
    view.set_cursor("0606")
    press(view, "]")
    assert scene.stack("0606") == ("c", "a", "b")
    press(view, "[")
    assert scene.stack("0606") == ("a", "b", "c")
    press(view, "f")
    assert scene.fanned == "0606"
    press(view, K.Key_Escape)
    assert scene.fanned == ""


def test_keys_zoom_pan_and_fit(qtbot):
    scene, view = stage(qtbot)
    press(view, K.Key_Plus)
    assert view.zoom == pytest.approx(2**0.25)
    press(view, K.Key_Minus)
    assert view.zoom == pytest.approx(1.0)
    before = view.mapToScene(0, 0)
    QTest.keyClick(view, K.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert view.mapToScene(0, 0).x() == pytest.approx(before.x() + 120)
    press(view, K.Key_Home)
    assert view.seen.contains(scene.geometry.sheet)


def test_a_key_that_means_nothing_here_is_left_to_others(qtbot):
    _scene, view = stage(qtbot)
    view.set_cursor("0606")
    QTest.keyClick(view, K.Key_E, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(view, K.Key_F5)
    assert view.cursor_hex == "0606"


def test_the_mouse_tells_what_it_is_over(qtbot):
    scene, view = stage(qtbot)
    scene.show_faces({"a": (a_face("a"), "0606")})
    hexes: list[str] = []
    units: list[str] = []
    view.hex_hovered.connect(hexes.append)
    view.unit_hovered.connect(units.append)
    for name in ("0607", "0606", "0605"):
        QTest.mouseMove(view.viewport(), pixel(view, name))
    assert hexes[-3:] == ["0607", "0606", "0605"]
    assert units == ["a", ""]


def test_a_stack_fans_out_when_the_mouse_rests_and_folds_when_it_leaves(qtbot):
    scene, view = stage(qtbot)
    scene.show_faces({u: (a_face(u), "0606") for u in "ab"})
    QTest.mouseMove(view.viewport(), pixel(view, "0607"))
    QTest.mouseMove(view.viewport(), pixel(view, "0606"))
    qtbot.waitUntil(lambda: scene.fanned == "0606")
    QTest.mouseMove(view.viewport(), view.mapFromScene(scene.item("a").pos()))
    assert scene.fanned == "0606"
    QTest.mouseMove(view.viewport(), pixel(view, "0303"))
    assert scene.fanned == ""


def test_the_context_menu_is_asked_for_by_mouse_and_key(qtbot):
    scene, view = stage(qtbot)
    scene.show_faces({"a": (a_face("a"), "0606")})
    asked = []
    view.menu_asked.connect(lambda name, unit, _: asked.append((name, unit)))
    reason = QContextMenuEvent.Reason
    for how, at in ((reason.Mouse, pixel(view, "0606")), (reason.Mouse, pixel(view, "0607"))):
        QApplication.sendEvent(view.viewport(), QContextMenuEvent(how, at, view.viewport().mapToGlobal(at)))
    view.set_cursor("0606")
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(reason.Keyboard, QPoint(), QPoint()))
    assert asked == [("0606", "a"), ("0607", ""), ("0606", "a")]


def test_the_view_can_be_named_by_a_screen_reader(qtbot):
    _scene, view = stage(qtbot)
    assert view.accessibleName() == "Map"
    assert "cursor" in view.accessibleDescription()
    asked: list[str] = []

    def describe(name: str) -> str:
        asked.append(name)
        return f"hex {name}"

    view.describe = describe
    view.set_cursor("0505")
    assert asked == ["0505"]


def test_tiles_show_what_the_map_itself_would(qtbot):
    """Cut into tiles or drawn whole: the same picture, without a seam."""
    scene, view = stage(qtbot)
    if scene.names is not None:
        scene.names.hide()  # they are no part of the printed map
    whole = view.grab().toImage()
    port = view.mapToScene(view.viewport().rect()).boundingRect()
    corner = view.mapToScene(0, 0)
    port.moveTopLeft(corner)
    straight = scene.art.picture(1.0, port)
    wrong = sum(
        abs(whole.pixelColor(x, y).lightness() - straight.pixelColor(x, y).lightness()) > 8
        for x in range(0, 800, 3)
        for y in range(0, 600, 3)
    )
    assert wrong <= 20


def test_hidden_layers_are_drawn_no_more(qtbot):
    scene, view = stage(qtbot)
    before = view.grab().toImage()
    scene.hide_layers({"numbers", "roads"})
    view.finish()
    assert view.grab().toImage() != before
    scene.hide_layers(())
    view.finish()
    assert view.grab().toImage() == before


def test_a_view_that_is_closed_is_gone_with_all_its_parts(qtbot):
    class Rules:
        def may_lift(self, units):
            return True

        def targets(self, units):
            return {}

        def drop(self, units, at, target):
            return False

        def hover(self, units, at, target):
            pass

    scene = MapScene(small_atlas(), palette())
    scene.show_faces({"a": (a_face("a"), "0606")})
    view = MapView(scene)
    hands = Hands(view, Rules())
    view.show()
    view.finish()
    gone = [weakref.ref(x) for x in (scene, view, hands, view.tiles)]
    shiboken6.delete(view)
    del scene, view, hands
    gc.collect()
    assert [x() for x in gone] == [None] * 4
