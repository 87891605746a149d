"""Why not? for any counter and any hex: the key, the long press, the nearest way instead, and Enter that takes it."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from hexbench import bootstrap
from hexbench.ui.shell.overmap import INSTEAD, OverMap
from hexbench.ui.tools.hands import LONG_MS
from tests.ui.yard.driver import LEFT, NONE, PLAIN, Player, player_at


def over(player: Player) -> OverMap:
    found = player.window.table.over
    assert found is not None
    return found


def press(player: Player, name: str, ms: int = LONG_MS + 150) -> None:
    """Press on a hex or a unit, rest there, let go."""
    at = player.spot(name)
    player._send(QEvent.Type.MouseButtonPress, at, LEFT, LEFT, PLAIN)
    QTest.qWait(ms)
    player._send(QEvent.Type.MouseButtonRelease, at, LEFT, NONE, PLAIN)
    player.settle()


def test_the_nearest_way_is_named_lit_and_taken_with_enter(player: Player) -> None:
    player.begin()
    player.click("r4")
    player.hover("1206")
    player.act("game.why")
    hand = player.window.table.acting.hand
    assert hand is not None
    way = hand.instead(("r4",), "1206")
    assert way is not None
    atlas = player.view.map.atlas
    to = way.target.object
    assert all(atlas.distance("1206", to) <= atlas.distance("1206", at) for at in hand.ways(("r4",)))
    button = player.window.findChild(QPushButton, "whynot.instead")
    assert button is not None
    assert button.isVisible()
    assert to in button.text()
    lit = player.view.map.overlays[INSTEAD]
    assert lit.shades[0].hex == to
    assert lit.trails[0].hexes[0] == player.at("r4")
    player.view.setFocus()
    player.keys("Return")
    assert player.at("r4") == to
    assert not over(player).whynot.isVisible()
    assert INSTEAD not in player.view.map.overlays


def test_a_refused_drop_offers_it_as_well_and_the_button_takes_it(player: Player) -> None:
    player.begin()
    player.drag("r4", "0903")
    assert over(player).whynot.isVisible()
    to = player.view.map.overlays[INSTEAD].shades[0].hex
    player.push("whynot.instead")
    assert player.at("r4") == to


def test_enter_elsewhere_takes_nothing(player: Player) -> None:
    player.begin()
    start = player.at("r4")
    player.click("r4")
    player.hover("1206")
    player.act("game.why")
    player.view.set_cursor("0101")
    player.view.setFocus()
    player.keys("Return")
    assert player.at("r4") == start


def test_escape_puts_it_all_out(player: Player) -> None:
    player.begin()
    player.click("r4")
    player.hover("1206")
    player.act("game.why")
    player.view.setFocus()
    player.keys("Esc")
    assert not over(player).whynot.isVisible()
    assert INSTEAD not in player.view.map.overlays


def test_a_long_press_on_a_hex_asks_about_the_selected_units(player: Player) -> None:
    player.begin()
    player.click("r4")
    press(player, "1206")
    assert player.window.desk.units == ("r4",), "still selected"
    assert over(player).whynot.isVisible()
    assert {r.rule for _, reasons in player.window.desk.why for r in reasons} >= {"Y2.1"}


def test_a_long_press_on_a_counter_asks_about_its_hex_and_selects_nothing_new(player: Player) -> None:
    player.begin()
    player.click("r4")
    press(player, "b4")
    assert player.window.desk.units == ("r4",)
    assert over(player).whynot.isVisible()
    assert any(player.at("b4") in tried for tried, _ in player.window.desk.why)


def test_a_long_press_on_an_enemy_with_nothing_selected_says_why_he_cannot_act(player: Player) -> None:
    player.begin()
    assert not player.window.desk.units
    press(player, "b4")
    assert over(player).whynot.isVisible()
    assert all(reasons for _, reasons in player.window.desk.why)


def test_an_enemy_is_asked_about_like_any_other(player: Player) -> None:
    player.begin()
    player.click("b4")
    player.hover("0903")
    player.act("game.why")
    assert over(player).whynot.isVisible()
    assert all(r.rule for _, reasons in player.window.desk.why for r in reasons)
    assert INSTEAD not in player.view.map.overlays, "there is nothing he may do now"


def test_a_short_press_and_one_that_moves_ask_nothing(player: Player) -> None:
    player.begin()
    player.click("r4")
    press(player, "r4", 50)
    assert not over(player).whynot.isVisible()
    player.drag("r4", "0903", drop=False)
    QTest.qWait(LONG_MS + 150)
    assert not over(player).whynot.isVisible()
    player.view_hands_off()


def test_a_drag_far_inland_is_answered_for_the_move_and_not_for_leaving_the_map(qapp: object) -> None:
    """To leave the map has a single reason against it there, and the move has several: it was the move that was meant."""
    with player_at(bootstrap.catalogue(), (1280, 800)) as player:
        player.window.open_reference("iron_tide/17_december")
        player.settle()
        hand = player.window.table.acting.hand
        assert hand is not None
        told = hand.why_not(("G-Lehr-PG902",), "2844", "PG902")
        assert len(told) > 2
        assert told[0][0].startswith("Move: ")
        assert min(len(reasons) for _, reasons in told) < len(told[0][1])


def test_what_floats_over_the_map_does_not_come_back_behind_the_cover(player: Player) -> None:
    player.begin(fog=True)
    window = player.window
    player.drag("r3", "1106")
    assert over(player).whynot.isVisible()
    window.hand_over("blue")
    player.push("cover.ready")
    assert window.bridge.viewer == "blue"
    assert not over(player).whynot.isVisible()
    window.bridge.look("red")
    player.act("game.checklist")
    checklist = window.commands.phase_end.list
    assert checklist is not None
    assert checklist.isVisible()
    window.hand_over("blue")
    player.push("cover.ready")
    assert not checklist.isVisible()
