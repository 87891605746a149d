from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from hexbench.ui.shell.finder import Finder
from tests.ui.yard.driver import Player


def _finder(player: Player) -> Finder:
    player.act("edit.find")
    found = player.window.findChild(Finder)
    assert found is not None
    return found


def _lines(finder: Finder) -> list[str]:
    return [finder.list.item(i).text() for i in range(finder.list.count())]


def test_a_unit_is_found_by_half_its_name_and_enter_goes_there(player: Player) -> None:
    player.begin()
    finder = _finder(player)
    QTest.keyClicks(finder.words, "lanc")
    assert _lines(finder)[0].startswith("Unit · Lancers (Red Army/Horse)")
    QTest.keyClick(finder.words, Qt.Key.Key_Return)
    player.settle()
    assert player.window.desk.units == ("r3",)
    assert player.view.cursor_hex == "0305"


def test_words_in_any_order_find_an_action_and_do_it(player: Player) -> None:
    player.begin()
    finder = _finder(player)
    QTest.keyClicks(finder.words, "colours night")
    assert _lines(finder)[0].startswith("View · Night colours")
    QTest.keyClick(finder.words, Qt.Key.Key_Return)
    assert player.window.settings.get("look.palette") == "night"


def test_a_hex_number_goes_to_the_hex(player: Player) -> None:
    player.begin()
    finder = _finder(player)
    QTest.keyClicks(finder.words, "0506")
    QTest.keyClick(finder.words, Qt.Key.Key_Return)
    player.settle()
    assert player.view.cursor_hex == "0506"


def test_a_rule_opens_in_the_rules_dock(player: Player) -> None:
    player.begin()
    finder = _finder(player)
    QTest.keyClicks(finder.words, "Y2.1")
    assert _lines(finder)[0].startswith("Rule · Y2.1")
    QTest.keyClick(finder.words, Qt.Key.Key_Return)
    assert player.window.table.rules.at == "Y2.1"


def test_the_arrows_go_through_what_was_found(player: Player) -> None:
    player.begin()
    finder = _finder(player)
    QTest.keyClick(finder.words, Qt.Key.Key_Down)
    QTest.keyClick(finder.words, Qt.Key.Key_Down)
    assert finder.list.currentRow() == 2
    QTest.keyClick(finder.words, Qt.Key.Key_Up)
    assert finder.list.currentRow() == 1


def test_on_the_start_screen_only_the_menus_are_found(player: Player) -> None:
    finder = _finder(player)
    assert {entry.sort for entry in finder.every} <= {"File", "Edit", "View", "Game", "Tools", "Help"}


def test_under_the_cover_nothing_can_be_found(player: Player) -> None:
    player.begin()
    player.window.prefs.change("play.cover_between_players", "always")
    player.drag("r3", "0405")
    player.end()
    player.act("edit.find")
    assert player.window.findChild(Finder) is None


def test_letters_typed_before_its_window_has_the_keyboard_are_not_lost_and_never_reach_the_map(
    player: Player,
) -> None:
    player.begin()
    behind = player.window.windowHandle()
    assert behind is not None
    player.view.setFocus()
    player.window.acts["edit.find"].trigger()  # and nothing is given time: the window system is slow
    cursor, zoom = player.view.cursor_hex, player.view.zoom
    for key in (Qt.Key.Key_L, Qt.Key.Key_A, Qt.Key.Key_N, Qt.Key.Key_C):
        QTest.keyClick(behind, key)
    finder = player.window.findChild(Finder)
    assert finder is not None
    assert finder.words.text() == "lanc"
    assert (player.view.cursor_hex, player.view.zoom) == (cursor, zoom)
    player.settle()
    QTest.keyClick(behind, Qt.Key.Key_Return)
    player.settle()
    assert player.window.desk.units == ("r3",)
    assert not any(f.isVisible() for f in player.window.findChildren(Finder)), "and keys are the map's again"
