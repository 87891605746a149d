from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.yard.driver import Player


def test_counters_are_gone_while_h_is_held(player: Player) -> None:
    player.begin()
    item = player.view.map.item("r3")
    assert item.isVisible()
    QTest.keyPress(player.view, Qt.Key.Key_H)
    assert not item.isVisible()
    QTest.keyRelease(player.view, Qt.Key.Key_H)
    assert item.isVisible()


def test_they_come_back_when_the_map_loses_the_keyboard(player: Player) -> None:
    player.begin()
    player.view.setFocus()
    QTest.keyPress(player.view, Qt.Key.Key_H)
    player.window.table.tray.boxes.setFocus()
    player.window.table.prompt.setFocus()
    player.view.clearFocus()
    assert player.view.map.item("r3").isVisible()


def test_counters_switched_off_stay_off(player: Player) -> None:
    player.begin()
    player.act("view.counters")
    QTest.keyClick(player.view, Qt.Key.Key_H)
    assert not player.view.map.item("r3").isVisible()
    player.act("view.counters")
    assert player.view.map.item("r3").isVisible()
