"""The turn record in its dock: boxes beside or below each other, details by click and key, the marker in sight."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from hexbench import bootstrap
from hexbench.engine.display import Box, Item, Track
from hexbench.engine.values import say
from hexbench.ui.docks.track import TrackArea, is_flat, plan
from tests.ui.docks.real import open_position, open_scenario, until
from tests.ui.yard.driver import Player, player_at

LEFT = Qt.MouseButton.LeftButton
UNITS = tuple(f"u{n}" for n in range(40))


def _track(now: int = 3) -> Track:
    items = (
        Item("sun", say("clear")),
        Item("aircraft", say("8"), side="red"),
        Item("fuel", say("fuel roll")),
    )
    boxes = tuple(Box(str(n), f"{n}AM", (), UNITS[: n * 4], "", items) for n in range(10))
    return Track("turns", say("Turns"), boxes, now)


@pytest.mark.parametrize("width", [280, 350, 420])
def test_in_a_tall_dock_every_box_is_a_row_with_room_for_all_its_words(qapp: object, width: int) -> None:
    font = QApplication.font()
    found = plan(_track(), QSize(width, 700), font, flat=is_flat(QSize(width, 700)))
    assert not found.flat
    assert len(found.spots) == 10
    for above, below in zip(found.spots, found.spots[1:], strict=False):
        assert above.frame.bottom() < below.frame.top()
    for spot in found.spots:
        assert spot.frame.right() <= width
        assert sum(thing.kind == "item" for thing in spot.things) == 3
        for thing in spot.things:
            assert spot.frame.contains(thing.spot)
            assert not thing.spot.intersects(spot.title)
        spots = [thing.spot for thing in spot.things]
        assert not any(a.intersects(b) for i, a in enumerate(spots) for b in spots[i + 1 :])


@pytest.mark.parametrize("height", [90, 140, 220])
def test_in_a_flat_dock_the_boxes_stand_side_by_side_and_widen_for_their_counters(
    qapp: object, height: int
) -> None:
    found = plan(_track(), QSize(900, height), QApplication.font(), flat=is_flat(QSize(900, height)))
    assert found.flat
    for left, right in zip(found.spots, found.spots[1:], strict=False):
        assert left.frame.right() < right.frame.left()
    for n, spot in enumerate(found.spots):
        assert spot.frame.bottom() < height
        shown = sum(thing.kind == "unit" for thing in spot.things)
        more = sum(thing.n for thing in spot.things if thing.kind == "more")
        assert shown + more == n * 4, "no counter is left out unseen"
        assert all(thing.spot.bottom() < spot.frame.bottom() for thing in spot.things)


# ---- the real record
@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    """A player of the real game."""
    with player_at(bootstrap.catalogue(), (1280, 800)) as player:
        yield player


def _area(player: Player) -> TrackArea:
    table = player.window.table
    table.docking.go("game.turn_record")
    player.settle()
    area = table.docking.game["turn_record"].view
    assert isinstance(area, TrackArea)
    return area


def _dock_right(player: Player) -> TrackArea:
    table = player.window.table
    dock = table.docking.docks["game.turn_record"]
    table.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    table.tabifyDockWidget(table.docking.docks["log"], dock)
    return _area(player)


def _click(area: TrackArea, spot: QPoint) -> None:
    QTest.mouseClick(area.view, LEFT, pos=spot)


def test_the_record_holds_the_whole_campaign_and_the_marker_is_in_sight(general: Player) -> None:
    open_position(general, morning=True, turn="30AM")
    for area in (_area(general), _dock_right(general)):
        track = area.view.track
        assert track is not None
        assert [box.key for box in track.boxes[:36:35]] == ["16AM", "2PM"]
        now = area.view.now_box()
        assert area.view.visibleRegion().boundingRect().contains(now.center())
    assert not area.view.plan.flat


def test_a_click_shows_the_details_and_another_hides_them(general: Player) -> None:
    open_scenario(general, "17_december")
    area = _dock_right(general)
    assert not area.details.isVisible()
    spot = area.view.plan.spots[2]
    _click(area, spot.title.center())
    assert area.details.isVisible()
    assert area.details.title.text() == "17AM"
    text = area.details.page.toPlainText()
    assert "Von der Heydte must land" in text
    assert "16.2a" in text
    assert len(area.details.list.units.faces) == 15
    _click(area, area.view.plan.spots[2].title.center())
    assert not area.details.isVisible()


def test_in_a_flat_dock_the_details_stand_beside_the_boxes(general: Player) -> None:
    open_scenario(general, "17_december")
    area = _area(general)
    assert area.view.plan.flat
    area.view.choose(2)
    general.settle()
    assert area.view.plan.flat
    assert area.details.x() > area.strip.x()
    assert area.details.width() > area.strip.width()
    assert (
        area.strip.viewport().rect().contains(area.view.box(2).topLeft() + area.view.pos() + QPoint(30, 30))
    )


def test_a_rule_in_the_details_opens_the_rules(general: Player) -> None:
    open_scenario(general, "17_december")
    area = _dock_right(general)
    area.view.choose(2)
    area.details.page.rule_asked.emit("16.2a")
    assert general.window.table.rules.at == "16.2a"


def test_a_click_on_a_counter_selects_its_unit(general: Player) -> None:
    open_scenario(general, "17_december")
    area = _dock_right(general)
    thing = next(t for t in area.view.plan.spots[2].things if t.kind == "unit")
    _click(area, thing.spot.center())
    assert area.view.track is not None
    assert general.window.desk.units == (area.view.track.boxes[2].units[thing.n],)


def test_the_record_is_read_with_keys_alone(general: Player) -> None:
    open_scenario(general, "17_december")
    area = _area(general)
    area.view.setFocus()
    general.keys("Down", "Down", to=area.view)
    assert area.view.at == 3
    general.keys("Return", to=area.view)
    assert area.details.title.text() == "17PM"
    general.keys("End", to=area.view)
    assert area.details.title.text() == "On call"
    general.keys("Esc", to=area.view)
    assert not area.details.isVisible()
    assert "On call" in area.view.accessibleDescription()


def test_resting_on_a_box_tells_all_of_it(general: Player) -> None:
    open_scenario(general, "17_december")
    area = _area(general)
    assert area.view.track is not None
    tip = area.view.tip(area.view.track.boxes[2])
    assert "German: 2 air points" in tip
    assert "[16.2a]" in tip
    assert "150 Pz Bde" in tip


def test_the_record_follows_the_dice_and_the_turns(general: Player) -> None:
    open_scenario(general, "17_december")
    area = _area(general)
    until(general, "german", "movement", 7)
    track = area.view.track
    assert track is not None
    assert track.now == 6
    fuel = next(i for i in track.boxes[6].items if i.rule == "12.5a")
    assert str(fuel.text).startswith("rolled ")
    assert any("late" in str(item.text) for item in track.boxes[6].items)
    area = _area(general)  # the tray came up with the reinforcements
    assert area.view.visibleRegion().boundingRect().contains(area.view.now_box().topLeft() + QPoint(10, 10))


def test_nothing_of_the_record_waits_behind_the_cover(general: Player) -> None:
    open_scenario(general, "17_december", study=False)
    area = _area(general)
    area.view.choose(2)
    general.window.hand_over("allied")
    assert area.view.track is None
    assert area.details.page.toPlainText() == ""
    assert area.details.list.units.faces == []


def test_resting_on_a_box_or_a_counter_shows_its_tooltip(general: Player) -> None:
    open_scenario(general, "17_december")
    view = _dock_right(general).view
    spot = view.plan.spots[2].title.center()
    QApplication.sendEvent(view, QHelpEvent(QEvent.Type.ToolTip, spot, view.mapToGlobal(spot)))
    assert QToolTip.text().startswith("17AM\n")
    assert "Von der Heydte must land" in QToolTip.text()
    thing = next(t for t in view.plan.spots[2].things if t.kind == "unit")
    spot = thing.spot.center()
    QApplication.sendEvent(view, QHelpEvent(QEvent.Type.ToolTip, spot, view.mapToGlobal(spot)))
    assert "150 Pz Bde" in QToolTip.text()
    assert "17AM" not in QToolTip.text()
    QToolTip.hideText()
