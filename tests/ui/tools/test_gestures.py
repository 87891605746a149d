"""Select, drag, pan and measure, with the real mouse events and keys, and the keyboard's twins."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from hexbench.engine.values import Target
from hexbench.ui.canvas.scene import MapScene
from hexbench.ui.tools.drag import REACH, ROUTE, cost_text
from hexbench.ui.tools.hands import Hands
from hexbench.ui.tools.measure import TAPE
from tests.ui.canvas.stage import a_face, pixel, stage

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
K = Qt.Key


class Rules:
    """Lets a counter go to two hexes east of 0606, and remembers what it was asked."""

    def __init__(self, scene: MapScene) -> None:
        self.scene = scene
        self.liftable = True
        self.drops: list[tuple[tuple[str, ...], str, str]] = []
        self.hovers: list[tuple[str, bool]] = []

    def may_lift(self, units):
        return self.liftable

    def targets(self, units):
        return {
            "0607": Target("0607", via=("0607",), cost=6),
            "0608": Target("0608", via=("0607", "0608"), cost=18),
        }

    def drop(self, units, at, target):
        self.drops.append((units, at, target.object if target is not None else "refused"))
        if target is not None:
            self.scene.update_faces({u: (a_face(u), at) for u in units})
        return target is not None

    def hover(self, units, at, target):
        self.hovers.append((at, target is not None))


@pytest.fixture
def desk(qtbot):
    scene, view = stage(qtbot)
    scene.show_faces({u: (a_face(u), at) for u, at in (("a", "0606"), ("b", "0606"), ("c", "0505"))})
    rules = Rules(scene)
    hands = Hands(view, rules)
    view.fan_on_hover = False
    return scene, view, hands, rules


def drag(view, start: QPoint, *way: QPoint, drop=True):
    port = view.viewport()
    QTest.mousePress(port, LEFT, NONE, start)
    for point in way:
        # A move without buttons is what QTest sends; the view must know that the button is down.
        move(view, point)
    if drop:
        QTest.mouseRelease(port, LEFT, NONE, way[-1])


def let_go(view):
    QTest.mouseRelease(view.viewport(), LEFT, NONE, QPoint(5, 5))


def move(view, point: QPoint, buttons=LEFT):
    spot = QPointF(point)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        spot,
        QPointF(view.viewport().mapToGlobal(point)),
        Qt.MouseButton.NoButton,
        buttons,
        NONE,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_a_drag_shows_reach_and_route_and_drops(desk):
    scene, view, hands, rules = desk
    drag(view, pixel(view, "0606"), pixel(view, "0607"), pixel(view, "0608"), drop=False)
    assert hands.drag.units == ("b",)
    assert {shade.hex: shade.text for shade in scene.overlays[REACH].shades} == {"0607": "½", "0608": "1½"}
    assert scene.overlays[ROUTE].trails[0].hexes == ("0606", "0607", "0608")
    assert scene.overlays[ROUTE].trails[0].texts == ("", "½", "1½")
    assert scene.hex_at(scene.item("b").pos()) == "0608"
    QTest.mouseRelease(view.viewport(), LEFT, NONE, pixel(view, "0608"))
    assert rules.drops == [(("b",), "0608", "0608")]
    assert scene.where("b") == "0608"
    assert scene.overlays == {}
    assert rules.hovers == [("0607", True), ("0608", True), ("", False)]  # and the hand is empty


def test_a_counter_follows_the_mouse(desk):
    scene, view, _, _ = desk
    spot = pixel(view, "0607") + QPoint(7, 9)
    drag(view, pixel(view, "0606"), spot, drop=False)
    at = scene.item("b").pos()
    assert view.mapFromScene(at) == spot
    QTest.keyClick(view, K.Key_Escape)
    QTest.mouseRelease(view.viewport(), LEFT, NONE, spot)


def test_a_drop_that_is_refused_goes_back_and_is_told(desk):
    scene, view, _, rules = desk
    home = scene.item("b").pos()
    drag(view, pixel(view, "0606"), pixel(view, "0506"), drop=False)
    assert scene.overlays[ROUTE].trails[0].broken == "0506"
    QTest.mouseRelease(view.viewport(), LEFT, NONE, pixel(view, "0506"))
    assert rules.drops == [(("b",), "0506", "refused")]
    assert scene.item("b").pos() == home
    assert scene.where("b") == "0606"


def test_a_drop_where_it_came_from_asks_nobody(desk):
    scene, view, _, rules = desk
    drag(view, pixel(view, "0606"), pixel(view, "0607"), pixel(view, "0606"))
    assert rules.drops == []
    assert scene.carried == ()


@pytest.mark.parametrize("how", ["escape", "right button"])
def test_a_drag_can_be_given_up(desk, how):
    scene, view, hands, rules = desk
    drag(view, pixel(view, "0606"), pixel(view, "0607"), drop=False)
    if how == "escape":
        QTest.keyClick(view, K.Key_Escape)
    else:
        QTest.mousePress(view.viewport(), RIGHT, NONE, pixel(view, "0607"))
        QTest.mouseRelease(view.viewport(), RIGHT, NONE, pixel(view, "0607"))
    assert not hands.drag.active
    assert scene.carried == ()
    assert scene.overlays == {}
    QTest.mouseRelease(view.viewport(), LEFT, NONE, pixel(view, "0607"))
    assert rules.drops == []


def test_what_may_not_be_lifted_stays(desk):
    scene, view, hands, rules = desk
    rules.liftable = False
    drag(view, pixel(view, "0606"), pixel(view, "0607"))
    assert scene.carried == ()
    rules.liftable = True
    hands.enabled = False
    drag(view, pixel(view, "0606"), pixel(view, "0607"))
    assert rules.drops == []


def test_shift_drags_the_whole_stack(desk):
    scene, view, _hands, rules = desk
    QTest.mouseClick(view.viewport(), LEFT, SHIFT, pixel(view, "0606"))
    assert scene.selected == ("a", "b")
    drag(view, pixel(view, "0606"), pixel(view, "0607"))
    assert rules.drops == [(("a", "b"), "0607", "0607")]


def test_a_fanned_counter_is_dragged_by_itself(desk):
    scene, view, _, rules = desk
    view.fan("0606")
    drag(view, view.mapFromScene(scene.item("a").pos()), pixel(view, "0607"), pixel(view, "0608"))
    assert rules.drops == [(("a",), "0608", "0608")]


def test_clicks_select(desk, qtbot):
    scene, view, _, _ = desk
    port = view.viewport()
    with qtbot.waitSignals([view.selection_changed, view.unit_clicked]):
        QTest.mouseClick(port, LEFT, NONE, pixel(view, "0606"))
    assert scene.selected == ("b",)
    assert view.cursor_hex == "0606"
    QTest.mouseClick(port, LEFT, CTRL, pixel(view, "0505"))
    assert scene.selected == ("b", "c")
    QTest.mouseClick(port, LEFT, CTRL, pixel(view, "0606"))
    assert scene.selected == ("c",)
    with qtbot.waitSignal(view.hex_clicked) as seen:
        QTest.mouseClick(port, LEFT, NONE, pixel(view, "0608"))
    assert seen.args == ["0608"]
    assert scene.selected == ()


def test_a_double_click_takes_the_stack_and_asks_for_the_counter(desk, qtbot):
    scene, view, _, _ = desk
    with qtbot.waitSignal(view.unit_activated) as seen:
        QTest.mouseDClick(view.viewport(), LEFT, NONE, pixel(view, "0606"))
    QTest.mouseRelease(view.viewport(), LEFT, NONE, pixel(view, "0606"))
    assert seen.args == ["b"]
    assert scene.selected == ("a", "b")


@pytest.mark.parametrize("button", [LEFT, MIDDLE])
def test_the_map_is_panned_by_dragging_it(desk, button):
    scene, view, hands, _ = desk
    start = pixel(view, "0608")
    before = view.mapToScene(start)
    QTest.mousePress(view.viewport(), button, NONE, start)
    for k in range(1, 5):
        move(view, start + QPoint(10 * k, 5 * k), button)
    QTest.mouseRelease(view.viewport(), button, NONE, start + QPoint(40, 20))
    after = view.mapToScene(start + QPoint(40, 20))
    assert (after - before).manhattanLength() <= 1.5
    assert not hands.pan.active
    assert scene.selected == ()


def test_space_pans_over_counters_too(desk):
    scene, view, _hands, rules = desk
    QTest.keyPress(view, K.Key_Space)
    drag(view, pixel(view, "0606"), pixel(view, "0606") + QPoint(30, 0), pixel(view, "0606") + QPoint(60, 0))
    QTest.keyRelease(view, K.Key_Space)
    assert rules.drops == []
    assert scene.selected == ()


def test_space_that_is_let_go_elsewhere_pans_no_longer(desk):
    _, view, hands, _ = desk
    QTest.keyPress(view, K.Key_Space)
    QApplication.sendEvent(view, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.PopupFocusReason))
    drag(view, pixel(view, "0606"), pixel(view, "0607"), drop=False)
    assert not hands.pan.active
    assert hands.drag.units == ("b",)
    let_go(view)


def test_a_button_that_comes_up_elsewhere_ends_what_it_began(desk):
    scene, view, hands, rules = desk
    spot = pixel(view, "0202")
    drag(view, spot, spot + QPoint(30, 0), spot + QPoint(60, 0), drop=False)
    assert hands.pan.active
    before = view.mapToScene(QPoint(5, 5))
    move(view, spot + QPoint(120, 40), Qt.MouseButton.NoButton)  # a menu took the release
    assert not hands.pan.active
    assert view.mapToScene(QPoint(5, 5)) == before

    drag(view, pixel(view, "0606"), pixel(view, "0607"), drop=False)
    assert hands.drag.active
    move(view, pixel(view, "0608"), Qt.MouseButton.NoButton)
    assert not hands.drag.active
    assert rules.drops == []
    assert scene.where("b") == "0606"

    hands.band.activate()
    drag(view, pixel(view, "0505"), pixel(view, "0707"), drop=False)
    assert hands.band.active
    move(view, pixel(view, "0708"), Qt.MouseButton.NoButton)
    assert not hands.band.active
    let_go(view)


def test_what_is_in_the_hand_by_key_stays_there_although_a_button_comes_up_elsewhere(desk):
    _, view, hands, _ = desk
    view.set_cursor("0606")
    QTest.mousePress(view.viewport(), LEFT, NONE, pixel(view, "0202"))
    QTest.keyClick(view, K.Key_Return)
    move(view, pixel(view, "0608"), Qt.MouseButton.NoButton)
    assert hands.drag.active
    let_go(view)


def test_the_keyboard_drags_too(desk, qtbot):
    scene, view, hands, rules = desk
    view.set_cursor("0606")
    QTest.keyClick(view, K.Key_Return)
    assert hands.drag.active
    QTest.keyClick(view, K.Key_Right)
    assert scene.item("b").pos() == scene.geometry.centre("0607")
    QTest.keyClick(view, K.Key_Right)
    assert scene.overlays[ROUTE].trails[0].texts[-1] == "1½"
    QTest.keyClick(view, K.Key_Return)
    assert rules.drops == [(("b",), "0608", "0608")]
    assert scene.where("b") == "0608"


def test_shift_and_enter_lift_the_stack_and_escape_brings_it_home(desk):
    scene, view, hands, rules = desk
    view.set_cursor("0606")
    QTest.keyClick(view, K.Key_Return, SHIFT)
    assert hands.drag.units == ("a", "b")
    QTest.keyClick(view, K.Key_Left)
    QTest.keyClick(view, K.Key_Escape)
    assert view.cursor_hex == "0606"
    assert scene.carried == ()
    assert rules.drops == []


def test_a_refused_drop_by_key_brings_the_cursor_home(desk):
    _scene, view, _hands, rules = desk
    view.set_cursor("0606")
    QTest.keyClick(view, K.Key_Return)
    QTest.keyClick(view, K.Key_Left)
    QTest.keyClick(view, K.Key_Return)
    assert rules.drops == [(("b",), "0605", "refused")]
    assert view.cursor_hex == "0606"


def test_enter_on_an_empty_hex_or_a_counter_that_stays_asks_for_it(desk, qtbot):
    _scene, view, _hands, rules = desk
    view.set_cursor("0608")
    with qtbot.waitSignal(view.hex_clicked):
        QTest.keyClick(view, K.Key_Return)
    rules.liftable = False
    view.set_cursor("0505")
    with qtbot.waitSignal(view.unit_activated) as seen:
        QTest.keyClick(view, K.Key_Return)
    assert seen.args == ["c"]


def test_a_tape_measures_from_hex_to_hex(desk, qtbot):
    scene, view, hands, _ = desk
    seen = []
    hands.measure.measured.connect(lambda hexes, far: seen.append((hexes, far)))
    hands.measure.activate()
    QTest.mouseClick(view.viewport(), LEFT, NONE, pixel(view, "0606"))
    move(view, pixel(view, "0609"), Qt.MouseButton.NoButton)
    assert seen[-1] == (3, 7.5)
    assert scene.overlays[TAPE].trails[0].texts == ("", "3")
    QTest.mouseClick(view.viewport(), LEFT, NONE, pixel(view, "0609"))
    move(view, pixel(view, "0709"), Qt.MouseButton.NoButton)
    assert seen[-1] == (4, 10.0)
    QTest.keyClick(view, K.Key_Escape)
    assert not hands.measure.active
    assert TAPE not in scene.overlays


def test_the_tape_works_by_key(desk):
    scene, view, hands, _ = desk
    view.set_cursor("0606")
    hands.measure.activate()
    QTest.keyClick(view, K.Key_Right)
    QTest.keyClick(view, K.Key_Return)
    QTest.keyClick(view, K.Key_Right)
    assert scene.overlays[TAPE].trails[0].texts == ("", "1", "2")
    hands.cancel()


@pytest.mark.parametrize(
    ("twelfths", "text"),
    [(0, "0"), (12, "1"), (6, "½"), (18, "1½"), (4, "⅓"), (40, "3⅓"), (7, "7/12"), (19, "1 7/12")],
)
def test_costs_are_written_as_players_do(twelfths, text):
    assert cost_text(twelfths) == text
