from __future__ import annotations

from PySide6.QtCore import QUrl

from hexbench.ui.shell.fighting import LINE
from tests.ui.yard.driver import Player


def test_two_clicks_lay_a_line_that_the_rules_judge(player: Player) -> None:
    player.begin()
    player.act("game.sight")
    player.click("0405")
    player.click("0507")
    panel = player.window.table.sight
    assert panel.head.text() == "0405 sees 0507"
    overlay = player.view.map.overlays[LINE]
    assert overlay.trails[0].hexes == ("0405", "0507")
    assert panel.profile.profile is not None
    assert player.window.desk.units == ()


def test_the_free_end_follows_the_mouse_and_blocked_lines_say_why(player: Player) -> None:
    player.begin()
    player.act("game.sight")
    player.click("0405")
    player.hover("0506")
    panel = player.window.table.sight
    assert panel.head.text() == "0405 does not see 0506"
    panel.page.anchorClicked.emit(QUrl("rule:Y2.1"))
    assert player.window.table.rules.at == "Y2.1"


def test_by_keyboard_it_begins_at_the_cursor_and_escape_puts_it_away(player: Player) -> None:
    player.begin()
    player.view.set_cursor("0405")
    player.view.setFocus()
    player.act("game.sight")
    player.view.set_cursor("0507")
    assert player.window.table.sight.head.text() == "0405 sees 0507"
    player.keys("Return", to=player.view)
    player.view.set_cursor("0506")
    assert player.window.table.sight.head.text() == "0405 sees 0507"
    player.keys("Esc", to=player.view)
    assert not player.window.acts["game.sight"].isChecked()
    assert LINE not in player.view.map.overlays


def test_it_is_no_overlay_to_be_switched_on(player: Player) -> None:
    player.begin()
    assert "line" not in [choice.key for choice in player.window.table.overlays.choices]
