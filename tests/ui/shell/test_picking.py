"""Several counters at once, and one of a stack, by mouse and by key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from hexbench import bootstrap
from hexbench.ui.shell.help import keys_html
from tests.ui.yard.commander import Commander
from tests.ui.yard.driver import LEFT, NONE, PLAIN, Player, player_at

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def band(player: Player, start: str, end: str, mods: Qt.KeyboardModifier = SHIFT) -> None:
    """Draw a band from well beside one hex to the middle of another and a little further."""
    a, b = player.spot(start) - QPoint(14, 14), player.spot(end) + QPoint(14, 14)
    player._send(QEvent.Type.MouseButtonPress, a, LEFT, LEFT, mods)
    for k in range(1, 9):
        player._send(QEvent.Type.MouseMove, a + (b - a) * k / 8, NONE, LEFT, mods)
    player._send(QEvent.Type.MouseButtonRelease, b, LEFT, NONE, mods)
    player.settle()


def test_a_band_over_the_ground_selects_the_own_counters_in_it(player: Player) -> None:
    player.begin()
    band(player, "0102", "0407")
    assert set(player.window.desk.units) == {"r1", "r2", "r3", "r4", "r5", "r6"}
    band(player, "0903", "1307")
    assert set(player.window.desk.units) == {"b1", "b2", "b4", "b5"}
    band(player, "0101", "0101")
    assert player.window.desk.units == ()


def test_ctrl_adds_what_a_band_holds(player: Player) -> None:
    player.begin()
    player.click("r5")
    assert player.window.desk.units == ("r5",)
    band(player, "0102", "0204", CTRL)
    assert set(player.window.desk.units) == {"r5", "r1", "r2", "r4"}


def test_without_a_modifier_the_ground_is_dragged_and_esc_selects_nothing(player: Player) -> None:
    player.begin()
    player.click("r5")
    before = player.view.mapToScene(0, 0)
    player.view.set_zoom(2.0)
    before = player.view.mapToScene(0, 0)
    band(player, "0205", "0306", PLAIN)
    assert player.view.mapToScene(0, 0) != before
    player.click("r3")
    player.keys("Esc", to=player.view)
    assert player.window.desk.units == ()


def test_the_band_in_hand_works_by_mouse_and_by_key_alone(player: Player) -> None:
    player.begin()
    player.act("edit.band")
    assert player.window.acts["edit.band"].isChecked()
    band(player, "0102", "0305", PLAIN)
    assert set(player.window.desk.units) == {"r1", "r2", "r3", "r4"}
    assert not player.window.acts["edit.band"].isChecked()
    player.view.setFocus()
    player.keys("Esc", "G", to=player.view)
    player.view.set_cursor("0203")
    player.keys("Return", to=player.view)
    player.view.set_cursor("0204")
    player.keys("Return", to=player.view)
    assert set(player.window.desk.units) == {"r1", "r2", "r4"}
    assert not player.window.acts["edit.band"].isChecked()


def test_brackets_go_through_the_stack_that_is_selected_pointed_at_or_in_a_box(player: Player) -> None:
    player.begin("muster")
    player.hover("0203")
    player.act("edit.pick_next")
    first = player.window.desk.units
    assert first in (("r1",), ("r2",))
    player.act("edit.pick_next")
    assert set(player.window.desk.units + first) == {"r1", "r2"}
    assert player.view.map.stack("0203")[-1] == player.window.desk.units[0]
    player.act("edit.pick_previous")
    assert player.window.desk.units == first
    player.window.desk.choose(("r5",))
    player.keys("]", to=player.window.table.stack.list)
    assert player.window.desk.units == ("r6",)


def test_the_wheel_over_the_stack_list_goes_through_it(player: Player) -> None:
    player.begin()
    player.click("0203")
    stack = player.window.table.stack.list
    first = player.window.desk.units[-1]

    def turn(way: int) -> None:
        middle = QPointF(stack.viewport().rect().center())
        event = QWheelEvent(
            middle,
            QPointF(stack.viewport().mapToGlobal(middle.toPoint())),
            QPoint(),
            QPoint(0, -120 * way),
            NONE,
            PLAIN,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(stack.viewport(), event)
        player.settle()

    turn(1)
    second = player.window.desk.units
    assert len(second) == 1
    assert second[0] != first
    turn(-1)
    assert player.window.desk.units == (first,)


def test_several_dig_in_with_one_press_and_one_undo_takes_it_back(player: Player) -> None:
    player.begin()
    session = player.window.bridge.session
    assert session is not None
    band(player, "0102", "0305")
    assert len(player.window.desk.units) == 4
    player.push("unit.dig")
    assert [uid for uid, unit in session.state.units.items() if unit.dug] == ["r1", "r2", "r3", "r4"]
    player.act("edit.undo")
    assert session.node == 0
    player.act("edit.redo")
    assert sum(unit.dug for unit in session.state.units.values()) == 4


def test_help_lists_the_keys_of_boxes_record_and_band(player: Player) -> None:
    text = keys_html(player.window.acts)
    for words in (
        "In boxes of points",
        "On the turn record",
        "Page Up",
        "in a frame",
        "wheel over the stack",
    ):
        assert words in text


@pytest.fixture
def leader(qapp: object, hexbench_home: Path) -> Iterator[Commander]:
    """A commander at a window on the real map."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as found:
        yield Commander(found)


def test_units_of_several_real_hexes_are_dragged_into_one_attack(leader: Commander) -> None:
    leader.open("campaign", 1944, until="combat")
    desk = leader.window.desk
    units = ("G-26VG-39F", "G-26VG-77")
    assert len({desk.at(u) for u in units}) == 2
    desk.choose(units)
    leader.player.view.centre_on("1742")
    leader.player.settle()
    leader.player.drag("G-26VG-77", "1742", drop=False)
    assert set(leader.player.view.map.carried) == set(units)
    leader.player.drop("1742")
    assert set(units) <= {line.unit for account in leader.combat.accounts for line in account.lines}
    assert leader.hexes == ["1742"]


def test_units_of_several_real_hexes_attack_together_by_key(leader: Commander) -> None:
    leader.open("campaign", 1944, until="combat")
    desk, view = leader.window.desk, leader.player.view
    units = ("G-26VG-39F", "G-26VG-77")
    desk.choose(units)
    view.set_cursor(desk.at(units[0]))
    view.setFocus()
    leader.player.keys("Return", to=view)
    assert set(view.map.carried) == set(units)
    view.set_cursor("1742")
    leader.player.keys("Return", to=view)
    assert set(units) <= {line.unit for account in leader.combat.accounts for line in account.lines}
