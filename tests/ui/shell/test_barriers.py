"""The sign of a barrier is on every button and menu entry alike, and one key leads to the combat and back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QTabBar

from hexbench import bootstrap
from hexbench.ui.shell.unitbar import MapMenu
from hexbench.ui.widgets.icons import CERTAIN, POSSIBLE, barrier_image
from tests import tide_pictures, walkthrough
from tests.ui.yard.driver import Player, player_at
from tests.ui.yard.tide import Squadleader

WORDS = {*CERTAIN.values(), *POSSIBLE.values()}


@pytest.fixture
def player(qapp: object) -> Iterator[Player]:
    """A player at the real installation."""
    with player_at(bootstrap.catalogue(), (1280, 800)) as found:
        yield found
        found.view_hands_off()


def warning(thing: QAbstractButton) -> str:
    """The warning on a button, which has a sign if and only if it has one."""
    found = next((line for line in thing.toolTip().split("\n") if line in WORDS), "")
    assert bool(found) is not thing.icon().isNull(), thing.text()
    assert thing.accessibleDescription() == found
    return found


def test_the_combat_dock_warns_of_what_the_prompt_warns_of(player: Player) -> None:
    tide_pictures.SCENES["tide_fire"](player)
    roll = player.window.findChild(QPushButton, "combat.answer.roll_attack") or next(
        b
        for b in player.window.findChildren(QPushButton)
        if b.objectName().startswith("combat.") and b.text() == "Roll"
    )
    again = player.window.table.prompt.default
    assert again is not None
    assert warning(roll) == warning(again) == CERTAIN["dice"]


def test_support_by_air_and_a_hand_over_are_told_apart(player: Player) -> None:
    walkthrough.result(player)
    dock = player.window.table.docking.docks["game.combat"]
    found = {
        b.text(): warning(b)
        for b in dock.findChildren(QPushButton)
        if b.objectName().startswith("combat.answer")
    }
    assert POSSIBLE["handover"] in found.values()
    assert len(found) >= 3


def test_the_bar_at_the_foot_of_the_map_and_the_menus_say_the_same(player: Player) -> None:
    leader = Squadleader(player)
    leader.open("stoumont", 1944, until="turn")
    table = player.window.table
    seen = 0
    for unit in leader.ready[:6]:
        player.window.desk.choose((unit,))
        player.settle()
        menu = MapMenu(table, player.window.desk.at(unit))
        entries = {a.objectName().removeprefix("verb."): a for a in menu.actions()}
        for button in table.over.unitbar.findChildren(QPushButton) if table.over else ():
            said = warning(button)
            entry = entries[button.objectName().removeprefix("unit.")]
            assert entry.icon().isNull() is (said == "")
            assert said in entry.toolTip()
            seen += bool(said)
        menu.deleteLater()
    assert seen


def test_the_end_of_the_phase_warns_in_its_menu_too(player: Player) -> None:
    player.window.begin("iron_tide", "17_december", {}, study=False)
    player.settle()
    default = player.window.acts["game.default"]
    assert not default.icon().isNull()
    assert CERTAIN["dice"] in default.toolTip()
    player.act("game.study")
    assert default.icon().isNull()


def test_the_sign_can_stand_in_text() -> None:
    assert barrier_image("dice", True, "#804000").startswith('<img src="data:image/png;base64,')
    assert barrier_image("", True, "#804000") == ""


def test_one_key_goes_to_the_main_button_of_the_combat_and_back(player: Player) -> None:
    walkthrough.drafted(player)
    view, table = player.view, player.window.table
    table.docking.front("log")
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_K)
    player.settle()
    focus = QApplication.focusWidget()
    assert isinstance(focus, QPushButton)
    assert focus.text() == "Declare the attack"
    assert focus.isVisible()
    QTest.keyClick(focus, Qt.Key.Key_K)
    player.settle()
    assert QApplication.focusWidget() is view


def test_the_tray_gives_back_the_place_it_took(player: Player) -> None:
    tide_pictures.SCENES["tide_op_fire"](player)
    docks = player.window.table.docking.docks
    assert docks["tray"].visibleRegion().isEmpty()
    assert any(
        not docks[k].visibleRegion().isEmpty()
        for k in docks
        if player.window.table.tabifiedDockWidgets(docks["tray"]).count(docks[k])
    )


@pytest.mark.parametrize(("game", "name"), [("iron_tide", "17_december"), ("tide_of_iron", "stoumont")])
def test_every_row_of_tabs_has_room_at_1280(player: Player, game: str, name: str) -> None:
    player.window.begin(game, name, {}, study=False)
    player.settle()
    table = player.window.table
    bars = [bar for bar in table.findChildren(QTabBar) if bar.parent() is table and bar.isVisible()]
    assert len(bars) == 3  # two in the column at the right, one below the map
    for bar in bars:
        assert bar.tabRect(bar.count() - 1).right() <= bar.width(), bar.tabText(0)
