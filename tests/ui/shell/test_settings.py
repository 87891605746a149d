"""The settings dialog: a row for every declared setting, and what is changed there holds at once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QDoubleSpinBox, QScrollArea, QSpinBox

from hexbench.store.settings import TABLE
from hexbench.ui.canvas.geometry import COUNTER
from hexbench.ui.shell.settings import SettingsDialog
from tests.ui.yard.driver import Player


def _open(player: Player) -> SettingsDialog:
    player.act("edit.settings")
    dialog = player.window.prefs.dialog
    assert dialog is not None
    return dialog


def _wheel(player: Player, mods: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    port = player.view.viewport()
    at = QPointF(port.rect().center())
    event = QWheelEvent(
        at, QPointF(port.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton, mods,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(port, event)
    player.settle()


def test_there_is_a_row_for_every_setting_with_the_widget_of_its_type(player: Player) -> None:
    dialog = _open(player)
    assert list(dialog.fields) == [setting.key for setting in TABLE]
    for setting in TABLE:
        widget = dialog.fields[setting.key]
        assert widget.accessibleName() == str(setting.text)
        if setting.choices:
            assert isinstance(widget, QComboBox)
            assert [widget.itemData(i) for i in range(widget.count())] == list(setting.choices)
        elif isinstance(setting.default, bool):
            assert isinstance(widget, QCheckBox)
        elif isinstance(setting.default, int):
            assert isinstance(widget, QSpinBox)
            assert (widget.minimum(), widget.maximum()) == (setting.least, setting.most)
        else:
            assert isinstance(widget, QDoubleSpinBox)
            assert (widget.minimum(), widget.maximum()) == (setting.least, setting.most)
    dialog.close()


def test_a_tip_tells_the_first_value_as_its_row_shows_it(player: Player) -> None:
    dialog = _open(player)
    for key, first in (
        ("look.text_size", "0"),
        ("look.counter_size", "1.00"),
        ("look.reduce_motion", "off"),
        ("map.fan_on_hover", "on"),
        ("look.palette", "Day"),
    ):
        assert f"Default: {first}." in dialog.fields[key].toolTip()
    dialog.close()


@pytest.mark.parametrize("larger", [1.0, 1.5])
def test_no_row_is_wider_than_the_dialog(player: Player, larger: float) -> None:
    window = player.window
    window.prefs.change("look.text_size", round(larger * window.system_size))
    dialog = _open(player)
    area = dialog.findChild(QScrollArea)
    inner = None if area is None else area.widget()
    assert area is not None
    assert inner is not None
    assert inner.width() <= area.viewport().width()
    boxes = [box for box in dialog.fields.values() if isinstance(box, QCheckBox)]
    assert all(box.width() >= box.sizeHint().width() for box in boxes)
    assert all(box.height() >= box.sizeHint().height() for box in boxes)
    assert all(box.text() == box.accessibleName() for box in boxes), "it is whole for whoever hears it"
    dialog.close()


def test_the_dialog_opens_by_its_key_with_and_without_a_game(player: Player) -> None:
    player.keys("Ctrl+,", to=player.window)
    dialog = player.window.prefs.dialog
    assert dialog is not None
    assert dialog.isVisible()
    dialog.close()
    player.settle()
    assert player.window.prefs.dialog is None
    player.begin()
    _open(player).close()


def test_the_palette_and_the_text_size_change_at_once_and_back(player: Player) -> None:
    player.begin()
    size = QApplication.font().pointSizeF()
    dialog = _open(player)
    palette, text = dialog.fields["look.palette"], dialog.fields["look.text_size"]
    assert isinstance(palette, QComboBox)
    assert isinstance(text, QSpinBox)
    palette.setCurrentIndex(palette.findData("night"))
    assert [player.window.desk.palette.dark] == [True]
    assert player.window.acts["view.night"].isChecked()
    text.setValue(14)
    assert QApplication.font().pointSizeF() == 14
    text.setValue(0)
    assert QApplication.font().pointSizeF() == size
    QTest.mouseClick(dialog.reset, Qt.MouseButton.LeftButton)
    assert [player.window.desk.palette.dark] == [False]
    assert palette.currentData() == "day"
    assert player.window.settings.get("look.palette") == "day"
    dialog.close()


def test_counters_are_drawn_and_caught_at_the_size_asked_for(player: Player) -> None:
    player.begin()
    player.view.set_zoom(1.0)
    player.view.centre_on("0305")
    item = player.view.map.item("r3")
    edge = item.pos() + QPointF(COUNTER / 2 - 3, 0)
    assert player.view.map.unit_at(edge) == "r3"
    dialog = _open(player)
    field = dialog.fields["look.counter_size"]
    assert isinstance(field, QDoubleSpinBox)
    field.setValue(0.6)
    assert item.scale() == 0.6
    assert player.view.map.unit_at(edge) == ""
    field.setValue(1.4)
    assert item.scale() == 1.4
    assert player.view.map.unit_at(edge) == "r3"
    assert player.window.settings.get("look.counter_size") == 1.4
    dialog.close()
    player.drag("r3", "0405")
    assert player.at("r3") == "0405"
    assert player.view.map.item("r3").scale() == 1.4


def test_the_size_of_counters_is_kept_for_the_next_game(player: Player) -> None:
    player.window.prefs.change("look.counter_size", 1.2)
    player.begin()
    assert player.view.map.item("r3").scale() == 1.2


def test_the_wheel_zooms_or_scrolls(player: Player) -> None:
    player.begin()
    player.view.set_zoom(2.0)
    player.view.centre_on("0505")
    _wheel(player)
    assert player.view.zoom < 2.0
    dialog = _open(player)
    box = dialog.fields["map.wheel_zooms"]
    assert isinstance(box, QCheckBox)
    box.click()
    zoom, top = player.view.zoom, player.view.seen.top()
    _wheel(player)
    assert player.view.zoom == zoom
    assert player.view.seen.top() > top
    left = player.view.seen.left()
    _wheel(player, Qt.KeyboardModifier.ShiftModifier)
    assert player.view.seen.left() > left
    _wheel(player, Qt.KeyboardModifier.ControlModifier)
    assert player.view.zoom < zoom
    dialog.close()


def test_menus_and_dialog_show_the_same(player: Player) -> None:
    player.begin()
    dialog = _open(player)
    motion = dialog.fields["look.reduce_motion"]
    assert isinstance(motion, QCheckBox)
    player.act("view.reduce_motion")
    assert motion.isChecked() is player.window.settings.get("look.reduce_motion")
    checks = dialog.fields["play.check_unit"]
    assert isinstance(checks, QCheckBox)
    checks.click()
    kinds = {a.objectName(): a for a in player.window.commands.kinds.actions()}
    assert not kinds["play.check_unit"].isChecked()
    covers = {a.data(): a for a in player.window.prefs.covers.actions()}
    covers["never"].trigger()
    cover = dialog.fields["play.cover_between_players"]
    assert isinstance(cover, QComboBox)
    assert cover.currentData() == "never"
    dialog.close()


def test_fewer_recent_games_are_remembered(player: Player) -> None:
    recent = player.window.catalogue.recent
    for to in ("0405", "0304"):
        player.begin()
        player.drag("r3", to)
        player.act("file.close")
    assert len(recent.games()) == 2
    player.window.prefs.change("start.recent_games", 1)
    assert len(recent.games()) == 1
    player.window.prefs.change("start.recent_games", 0)
    assert recent.last is None
    assert not player.window.start.go_on.isVisible()
