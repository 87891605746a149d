"""Air points in their boxes: pushed from box to box, onto a hex and over a combat, by drag and by keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from hexbench import bootstrap
from hexbench.engine.values import Action
from hexbench.ui.docks.boxes import BoxesView, PoolArea
from hexbench.ui.tools.drag import REACH
from tests.ui.docks.real import LEFT, PLAIN, drag, open_position
from tests.ui.yard.driver import Player, player_at

SUPPORT, RESUPPLY = "air.allied", "air.resupply"
AIR = {
    "german": {"ready": 1},
    "allied": {"ready": 3, "spent": 1},
    "resupply": {"ready": 2, "spent": 1},
}


@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    """A player of the real game."""
    with player_at(bootstrap.catalogue(), (1280, 800)) as player:
        yield player


def _area(player: Player) -> PoolArea:
    table = player.window.table
    table.docking.go("game.air")
    player.settle()
    area = table.docking.game["air"].view
    assert isinstance(area, PoolArea)
    return area


def _boxes(player: Player) -> BoxesView:
    return _area(player).view


def _middle(boxes: BoxesView, key: str) -> QPoint:
    return boxes.spot(key).center()


def _counts(boxes: BoxesView) -> dict[str, tuple[int, int]]:
    return {heap.key: (boxes.count(heap), heap.spent) for heap in boxes.heaps}


def _air_phase(player: Player) -> BoxesView:
    # with so few units nobody could do anything in the phases that follow, and the points would be spent at once
    player.window.settings.set("play.pass_idle", False)
    open_position(player, turn="23AM", phase="air", phasing="german")
    return _boxes(player)


def _supply_phase(player: Player) -> BoxesView:
    open_position(player, morning=True, turn="23AM", phase="supply", phasing="german", air=AIR)
    return _boxes(player)


# ---- sharing out
def test_the_boxes_come_up_when_points_are_to_be_shared_out(general: Player) -> None:
    open_position(general, turn="23AM", phase="air", phasing="german")
    dock = general.window.table.docking.docks["game.air"]
    assert dock.isVisible()
    assert not dock.visibleRegion().isEmpty()


def test_points_are_dragged_from_box_to_box_and_shared_out(general: Player) -> None:
    boxes = _air_phase(general)
    assert _counts(boxes) == {"air.german": (1, 0), SUPPORT: (6, 0), RESUPPLY: (0, 0)}
    token = boxes.token_spots(SUPPORT)[0].center()
    drag(boxes, token, _middle(boxes, RESUPPLY))
    drag(boxes, token, _middle(boxes, RESUPPLY))
    assert _counts(boxes)[SUPPORT] == (4, 0)
    assert _counts(boxes)[RESUPPLY] == (2, 0)
    session = general.window.bridge.session
    assert session is not None
    assert session.node == 0, "nothing is done before it is said"
    assert "2 for resupply, 4 for combat support" in _area(general).outcome.text()
    general.push("boxes.done")
    assert session.node == 1
    assert session.state.air["allied"].ready == 4
    assert session.state.air["resupply"].ready == 2


def test_points_are_dragged_back_and_laid_back(general: Player) -> None:
    boxes = _air_phase(general)
    token = boxes.token_spots(SUPPORT)[0].center()
    drag(boxes, token, _middle(boxes, RESUPPLY))
    drag(boxes, boxes.token_spots(RESUPPLY)[0].center(), _middle(boxes, SUPPORT))
    assert _counts(boxes)[SUPPORT] == (6, 0)
    drag(boxes, token, _middle(boxes, RESUPPLY), Qt.KeyboardModifier.ShiftModifier)
    assert _counts(boxes)[RESUPPLY] == (6, 0)
    general.push("boxes.back")
    assert _counts(boxes)[RESUPPLY] == (0, 0)


def test_a_point_whose_button_comes_up_elsewhere_goes_back(general: Player) -> None:
    boxes = _air_phase(general)
    token, end = boxes.token_spots(SUPPORT)[0].center(), _middle(boxes, RESUPPLY)
    drag(boxes, token, end, drop=False)
    assert boxes.held == SUPPORT
    QTest.mouseMove(boxes, end - QPoint(3, 3))  # with no button down: a menu took the release
    general.settle()
    assert not boxes.held
    assert _counts(boxes)[SUPPORT] == (6, 0)
    for at in (token, end):
        QTest.mouseMove(boxes, at)
    assert not boxes.held, "nothing is picked up by pointing"


def test_points_go_nowhere_else_and_say_so(general: Player) -> None:
    boxes = _air_phase(general)
    drag(boxes, boxes.token_spots(SUPPORT)[0].center(), _middle(boxes, "air.german"))
    over = general.window.table.over
    assert over is not None
    assert "cannot go there" in over.news.text.text()
    drag(boxes, boxes.token_spots("air.german")[0].center(), _middle(boxes, RESUPPLY))
    assert "these points cannot be used now" in over.news.text.text()
    assert "11.6a" in over.news.text.text()
    assert _counts(boxes)[SUPPORT] == (6, 0)


def test_points_are_shared_out_by_keys_alone(general: Player) -> None:
    boxes = _air_phase(general)
    boxes.setFocus()
    general.keys("Down", "Return", to=boxes)
    assert boxes.held == SUPPORT
    assert boxes.aim == "Allied resupply"
    general.keys("Return", to=boxes)
    assert _counts(boxes)[RESUPPLY] == (1, 0)
    general.keys("Return", "Esc", to=boxes)
    assert not boxes.held
    assert _counts(boxes)[RESUPPLY] == (1, 0)
    general.keys("Ctrl+Return")
    session = general.window.bridge.session
    assert session is not None
    assert session.state.air["resupply"].ready == 1, "the default goes by what is laid out"


def test_in_bad_weather_no_point_is_for_resupply(general: Player) -> None:
    open_position(general, turn="17AM", phase="air", phasing="german")
    boxes = _boxes(general)
    assert boxes.pushes.to(SUPPORT) == ()
    assert boxes.pushes.done == Action("allot", (), "0")


# ---- onto the map
def test_a_point_is_dragged_onto_a_hex_in_need_and_lies_face_down(general: Player) -> None:
    boxes = _supply_phase(general)
    hexes = boxes.pushes.to(RESUPPLY)
    assert "1742" in hexes
    general.view.set_zoom(0.6)
    general.view.centre_on("1742")
    general.settle()
    port = general.view.viewport()
    end = boxes.mapFromGlobal(port.mapToGlobal(general.spot("1742")))
    drag(boxes, boxes.token_spots(RESUPPLY)[0].center(), end, drop=False)
    assert boxes.held == RESUPPLY
    assert {shade.hex for shade in general.view.map.overlays[REACH].shades} == set(hexes)
    QTest.mouseRelease(boxes, LEFT, PLAIN, end)
    general.settle()
    session = general.window.bridge.session
    assert session is not None
    assert session.state.resupplied == ("1742",)
    assert (session.state.air["resupply"].ready, session.state.air["resupply"].spent) == (1, 2)
    assert REACH not in general.view.map.overlays
    assert _counts(_boxes(general))[RESUPPLY] == (1, 2)


def test_a_point_dropped_on_a_hex_not_in_need_is_refused_with_its_rule(general: Player) -> None:
    boxes = _supply_phase(general)
    general.view.set_zoom(0.6)
    general.view.centre_on("3041")
    general.settle()
    end = boxes.mapFromGlobal(general.view.viewport().mapToGlobal(general.spot("3041")))
    drag(boxes, boxes.token_spots(RESUPPLY)[0].center(), end)
    over = general.window.table.over
    assert over is not None
    assert over.whynot.isVisible()
    assert "B27" in over.whynot.page.toPlainText()
    session = general.window.bridge.session
    assert session is not None
    assert session.node == 0


def test_a_point_is_brought_to_a_hex_by_keys(general: Player) -> None:
    boxes = _supply_phase(general)
    boxes.setFocus()
    general.keys("Up", "Return", to=boxes)
    assert boxes.held == RESUPPLY
    first = boxes.aim
    assert general.view.map.lit == (first.removeprefix("hex "),)
    general.keys("Right", to=boxes)
    assert boxes.aim != first
    target = boxes.aim.removeprefix("hex ")
    assert general.view.map.lit == (target,)
    general.keys("Return", to=boxes)
    session = general.window.bridge.session
    assert session is not None
    assert session.state.resupplied == (target,)


# ---- over a combat
def _combat(player: Player) -> BoxesView:
    open_position(
        player, morning=True, turn="17AM", phase="combat", phasing="german", air={"german": {"ready": 2}}
    )
    session = player.window.bridge.session
    assert session is not None
    seat = session.seat("german")
    offer = next(o for o in seat.prompt.offers if o.verb == "attack")
    for unit in offer.subjects:
        for target in seat.targets("attack", (unit,)):
            after = session.rules.apply(session.state, Action("attack", (unit,), target.object))
            if not session.rules.seat(after.state, "german").refuse(Action("declare")):
                session.do(Action("attack", (unit,), target.object))
                session.do(Action("declare"))
                player.settle()
                return _boxes(player)
    raise AssertionError("somebody can attack one hex alone")


def test_a_point_is_dragged_over_the_combat_at_hand(general: Player) -> None:
    boxes = _combat(general)
    assert general.window.bridge.prompt.step == "commit"
    to = boxes.pushes.to("air.german")
    assert to[-1] == "air.german.flown"
    title = next(str(h.title) for h in boxes.heaps if h.key == "air.german.flown")
    assert to[0] in title
    drag(boxes, boxes.token_spots("air.german")[0].center(), _middle(boxes, "air.german.flown"))
    session = general.window.bridge.session
    assert session is not None
    assert session.state.air["german"].spent == 1
    boxes = _boxes(general)
    assert _counts(boxes)["air.german"] == (1, 0), "the point lies over the combat"
    assert _counts(boxes)["air.german.flown"] == (0, 1)
    assert boxes.pushes.to("air.german") == (), "one attempt in a combat (11.6c)"


def test_nothing_of_the_boxes_waits_behind_the_cover(general: Player) -> None:
    boxes = _air_phase(general)
    drag(boxes, boxes.token_spots(SUPPORT)[0].center(), _middle(boxes, RESUPPLY))
    general.window.hand_over("german")
    assert boxes.heaps == ()
    assert boxes.pushes.laid == {}


def test_resting_on_a_box_says_what_it_is_for(general: Player) -> None:
    boxes = _air_phase(general)
    heap = next(h for h in boxes.heaps if h.key == RESUPPLY)
    assert "improves the supply of the units in one hex by one level" in boxes.tip(heap)
    assert "[12.4c]" in boxes.tip(heap)


def test_a_double_click_pushes_a_point_where_alone_it_can_go(general: Player) -> None:
    boxes = _air_phase(general)
    spot = boxes.token_spots(SUPPORT)[0].center()
    QTest.mouseDClick(boxes, LEFT, pos=spot)
    QTest.mouseRelease(boxes, LEFT, pos=spot)
    assert _counts(boxes)[RESUPPLY] == (1, 0)


def test_resting_on_a_box_shows_its_tooltip(general: Player) -> None:
    boxes = _air_phase(general)
    spot = _middle(boxes, "air.german")
    QApplication.sendEvent(boxes, QHelpEvent(QEvent.Type.ToolTip, spot, boxes.mapToGlobal(spot)))
    assert QToolTip.text().startswith("German combat support\n1 ready")
    QToolTip.hideText()
