from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from hexbench.session.game import Catalogue
from hexbench.ui.shell.finder import entries
from hexbench.ui.shell.help import keys_html
from hexbench.ui.shell.settings import ShortcutsDialog
from tests.ui.yard.driver import Player, player_at

CTRL = Qt.KeyboardModifier.ControlModifier


def _open(player: Player) -> ShortcutsDialog:
    player.act("edit.keys")
    found = player.window.findChild(ShortcutsDialog)
    assert found is not None
    return found


def _press(
    dialog: ShortcutsDialog,
    name: str,
    key: Qt.Key,
    mods: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> str:
    dialog.tree.setCurrentItem(dialog.rows[name])
    QTest.keyClick(dialog.press, key, mods)
    return dialog.verdict.text()


def test_every_action_is_listed_with_its_keys(player: Player) -> None:
    dialog = _open(player)
    assert set(dialog.rows) == set(player.window.acts.by_name)
    assert dialog.rows["edit.redo"].text(1) == "Ctrl+Shift+Z, Ctrl+Y"
    assert dialog.rows["edit.keys"].text(1) == "—"


def test_a_new_key_works_at_once_and_menu_tooltip_finder_and_page_follow(player: Player) -> None:
    player.begin()
    player.drag("r3", "0405")
    dialog = _open(player)
    assert _press(dialog, "edit.undo", Qt.Key.Key_U, CTRL) == "Ctrl+U is free."
    dialog.use.click()
    dialog.close()
    player.window.activateWindow()
    player.settle()
    player.keys("Ctrl+Z", to=player.view)
    assert player.at("r3") == "0405"
    player.keys("Ctrl+U", to=player.view)
    assert player.at("r3") == "0305"
    acts = player.window.acts
    player.drag("r3", "0405")
    assert "Ctrl+U" in acts["edit.undo"].toolTip()
    assert "Ctrl+Z" not in acts["edit.undo"].toolTip()
    assert next(e.hint for e in entries(player.window) if e.text.startswith("Undo")) == "Ctrl+U"
    assert "Ctrl+U" in keys_html(acts)


def test_the_button_that_ends_a_phase_names_the_key_it_has_now(player: Player) -> None:
    player.begin()
    default = player.window.table.prompt.default
    assert default is not None
    assert "Ctrl+Return" in default.toolTip()
    dialog = _open(player)
    _press(dialog, "game.default", Qt.Key.Key_F9)
    dialog.use.click()
    assert default.toolTip().endswith("F9")
    assert "Ctrl+Return" not in default.toolTip()


def test_a_key_in_use_is_named_and_taken_over(player: Player) -> None:
    dialog = _open(player)
    said = _press(dialog, "view.fit", Qt.Key.Key_Y, CTRL)
    assert said == "Ctrl+Y is the key of “Redo”; if used here, it is removed there."
    dialog.add.click()
    acts = player.window.acts
    assert acts.keys("view.fit") == ("Ctrl+0", "Ctrl+Y")
    assert acts.keys("edit.redo") == ("Ctrl+Shift+Z",)


def test_keys_of_the_map_and_of_docks_cannot_be_taken(player: Player) -> None:
    player.begin()
    dialog = _open(player)
    assert "moves the hex cursor" in _press(dialog, "view.fit", Qt.Key.Key_Q)
    assert not dialog.use.isEnabled()
    assert not dialog.add.isEnabled()
    assert "goes to the dock" in _press(dialog, "view.fit", Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    assert not dialog.use.isEnabled()


def test_words_and_keys_filter_the_list(player: Player) -> None:
    dialog = _open(player)
    for words, names in (("selec map", set()), ("ctrl+y", {"edit.redo"}), ("view night", {"view.night"})):
        dialog.words.setText(words)
        assert {name for name, row in dialog.rows.items() if not row.isHidden()} == names
    heads = [dialog.tree.topLevelItem(i) for i in range(dialog.tree.topLevelItemCount())]
    assert [h.text(0) for h in heads if h is not None and not h.isHidden()] == ["View"]


def test_keys_are_kept_for_the_next_time_and_put_back(qapp: QApplication, catalogue: Catalogue) -> None:
    with player_at(catalogue) as player:
        dialog = _open(player)
        _press(dialog, "view.fit", Qt.Key.Key_Comma, CTRL)
        dialog.use.click()
        dialog.tree.setCurrentItem(dialog.rows["game.next"])
        dialog.none.click()
    with player_at(catalogue) as player:
        acts = player.window.acts
        assert acts.keys("view.fit") == ("Ctrl+,",)
        assert acts.keys("edit.settings") == ()
        assert acts.keys("game.next") == ()
        dialog = _open(player)
        dialog.tree.setCurrentItem(dialog.rows["game.next"])
        dialog.usual.click()
        assert acts.keys("game.next") == ("N",)
        assert acts.keys("view.fit") == ("Ctrl+,",)
        dialog.all.click()
        assert all(acts.keys(name) == keys for name, keys in acts.usual.items())
    with player_at(catalogue) as player:
        assert player.window.acts.keys("edit.settings") == ("Ctrl+,",)
