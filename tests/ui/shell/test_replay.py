from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexbench.ui.shell.replayer import OVERLAY, ReplayBar
from tests.ui.yard.driver import Player


def _red_turn(player: Player) -> ReplayBar:
    """Red has looked, blue has moved, and red sits down again."""
    player.begin()
    player.window.prefs.change("play.cover_between_players", "always")
    player.drag("r3", "0405")
    player.end()
    player.push("cover.ready")
    return player.window.table.replay


def _drawn_at(player: Player, unit: str) -> str:
    return player.window.desk.at(unit)


def test_who_has_never_looked_is_shown_no_replay(player: Player) -> None:
    bar = _red_turn(player)
    assert bar.isHidden()


def test_after_the_cover_the_other_turn_is_replayed_and_skipped_with_escape(player: Player) -> None:
    bar = _red_turn(player)
    player.drag("b3", "0702")
    player.end()
    player.push("cover.ready")
    assert not bar.isHidden()
    assert bar.playing
    assert _drawn_at(player, "b3") == "0803"
    assert player.window.bridge.prompt.offers == ()
    QTest.keyClick(bar, Qt.Key.Key_End)
    player.settle()
    assert _drawn_at(player, "b3") == "0702"
    QTest.keyClick(bar, Qt.Key.Key_Escape)
    player.settle()
    assert bar.isHidden()
    assert player.window.bridge.prompt.offers


def test_step_by_step_the_way_is_drawn_and_told(player: Player) -> None:
    player.begin(study=True)
    player.drag("r3", "0405")
    player.drag("r2", "0304")
    player.act("game.replay")
    bar = player.window.table.replay
    assert (_drawn_at(player, "r3"), _drawn_at(player, "r2")) == ("0305", "0203")
    QTest.keyClick(bar, Qt.Key.Key_Right)
    assert (_drawn_at(player, "r3"), _drawn_at(player, "r2")) == ("0405", "0203")
    assert "Lancers" in bar.caption.text()
    assert OVERLAY in player.view.map.overlays
    QTest.keyClick(bar, Qt.Key.Key_Right)
    assert _drawn_at(player, "r2") == "0304"
    assert not bar.keys["forward"].isEnabled()
    QTest.keyClick(bar, Qt.Key.Key_Left)
    QTest.keyClick(bar, Qt.Key.Key_Home)
    assert _drawn_at(player, "r3") == "0305"
    assert player.at("r3") == "0405"
    bar.done.click()
    player.settle()
    assert _drawn_at(player, "r3") == "0405"
    assert OVERLAY not in player.view.map.overlays


def test_it_plays_by_itself_at_the_speed_chosen(player: Player, qtbot: QtBot) -> None:
    player.begin(study=True)
    player.drag("r3", "0405")
    player.drag("r2", "0304")
    player.act("game.replay_turn")
    bar = player.window.table.replay
    bar.speed.setCurrentIndex(3)
    QTest.keyClick(bar, Qt.Key.Key_Space)
    assert bar.playing
    qtbot.waitUntil(lambda: not bar.playing, timeout=5000)
    assert bar.at == 1
    assert _drawn_at(player, "r2") == "0304"


def test_the_log_ends_where_one_looks(player: Player) -> None:
    player.begin(study=True)
    player.drag("r3", "0405")
    player.drag("r2", "0304")
    whole = player.window.table.log.lines.lines
    player.act("game.replay")
    QTest.keyClick(player.window.table.replay, Qt.Key.Key_Right)
    assert len(player.window.table.log.lines.lines) < len(whole)
    QTest.keyClick(player.window.table.replay, Qt.Key.Key_Escape)
    assert player.window.table.log.lines.lines == whole


def test_nothing_can_be_done_while_one_looks_back(player: Player) -> None:
    player.begin(study=True)
    player.drag("r3", "0405")
    player.act("game.replay")
    player.drag("r3", "0404")
    player.act("edit.undo")
    player.act("game.default")
    session = player.window.bridge.session
    assert session is not None
    assert session.node == 1
    assert player.at("r3") == "0405"


def test_the_setting_switches_it_off(player: Player) -> None:
    bar = _red_turn(player)
    player.window.prefs.change("play.replay_turns", False)
    player.end()
    player.end()
    player.push("cover.ready")
    assert bar.isHidden()


def test_with_nothing_to_show_it_says_so(player: Player) -> None:
    player.begin()
    player.act("game.replay")
    assert player.window.table.replay.isHidden()
