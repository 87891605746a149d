"""The docks of all editors: what lies round their maps, and nothing that lies over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabBar

from hexbench import bootstrap
from hexbench.ui.editor.frame import EditFrame
from hexbench.ui.widgets.parts import in_sight
from tests.ui.editor.test_editing import editing
from tests.ui.editor.test_saving import lesson, open_editors, scenario, sheet
from tests.ui.yard.access import LINKS, nameless, where
from tests.ui.yard.driver import Player, player_at


@pytest.fixture
def player(qapp: object) -> Iterator[Player]:
    """A player at the real installation."""
    with player_at(bootstrap.catalogue(), (1280, 800)) as found:
        yield found
        for editor in open_editors(editing(found)):
            editor.ask_first = False
            editor.close()


@pytest.mark.parametrize("kind", [scenario, sheet, lesson])
def test_no_row_of_tabs_is_left_over_the_map(player: Player, kind: Callable[[Player], EditFrame]) -> None:
    """Qt leaves two behind for each group of docks within others, with the names of its first two docks."""
    editor = kind(player)
    editor.resize(1024, 700)
    player.settle()
    found = editor.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    rows = [row for row in found if row.isVisible() and row.geometry().intersects(editor.rect())]
    names = [row.tabText(n) for row in rows for n in range(row.count())]
    assert names
    assert len(set(names)) == len(names)
    assert all(row.count() > 1 for row in rows)


@pytest.mark.parametrize("kind", [scenario, sheet, lesson])
def test_the_keyboard_goes_round_what_can_be_seen_with_a_ring(
    player: Player, kind: Callable[[Player], EditFrame]
) -> None:
    editor = kind(player)
    for key in editor.docks.docks:
        editor.docks.front(key)
        player.settle()
        assert not list(nameless(editor))
    editor.activateWindow()
    assert editor.view is not None
    editor.view.setFocus()
    QTest.keyClick(editor.view, Qt.Key.Key_Down)
    stops: list[str] = []
    for _ in range(LINKS):
        player.settle()
        focus = editor.focusWidget()
        assert focus is not None
        assert in_sight(focus), where(focus)
        assert editor.ring.ring is not None, where(focus)
        stops.append(where(focus))
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        if editor.focusWidget() is editor.view:
            break
    assert editor.focusWidget() is editor.view, "Tab is caught"
    assert len(stops) > 4
    assert editor.ring.tone == editor.desk.palette.chrome.focus


@pytest.mark.parametrize("kind", [scenario, sheet, lesson])
def test_f6_goes_round_map_and_docks(player: Player, kind: Callable[[Player], EditFrame]) -> None:
    editor = kind(player)
    editor.activateWindow()
    assert editor.view is not None
    editor.view.setFocus()
    player.settle()
    shown = editor.docks.visible()
    assert len(shown) > 1
    passed: list[object] = []
    for _ in range(len(shown) + 1):
        QTest.keyClick(editor, Qt.Key.Key_F6)
        player.settle()
        now = editor.focusWidget()
        passed.append(next((dock for dock in shown if dock.isAncestorOf(now)), now))
    assert passed == [*shown, editor.view]
    QTest.keyClick(editor, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert shown[-1].isAncestorOf(editor.focusWidget())


@pytest.mark.parametrize("kind", [scenario, sheet, lesson])
def test_screen_readers_are_told_as_much_as_the_settings_say(
    player: Player, kind: Callable[[Player], EditFrame]
) -> None:
    player.window.prefs.change("hear.words", "nothing")
    editor = kind(player)
    assert editor.view is not None
    heard: list[str] = []
    editor.view.screen_reader.heard.connect(lambda text, _: heard.append(text))

    def said() -> list[str]:
        heard.clear()
        editor.tell("Saved.")
        assert editor.view is not None
        editor.view.set_cursor(editor.view.map.atlas.labels[0])
        editor.view.screen_reader.flush()
        return list(heard)

    assert said() == []
    player.window.prefs.change("hear.words", "usual")
    assert "Saved." in " ".join(said())


def test_f6_with_nothing_to_go_to_goes_nowhere(player: Player) -> None:
    editor = scenario(player)
    for dock in editor.docks.docks.values():
        dock.hide()
    player.settle()
    editor.docks.go_round([], 1)
    assert editor.docks.visible() == []
