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


def _three_turns(player: Player, *, study: bool) -> ReplayBar:
    """Both sides move once in each of two turns; then the whole game is replayed."""
    player.begin(study=study, fog=True)
    player.window.prefs.change("play.cover_between_players", "never")
    for unit, to in (("r3", "0405"), ("b3", "0702"), ("r2", "0304"), ("b2", "1003")):
        player.drag(unit, to)
        player.end()
    player.act("game.replay")
    return player.window.table.replay


def test_one_goes_through_it_by_action_by_phase_and_by_turn(player: Player) -> None:
    bar = _three_turns(player, study=True)
    moments = [(p.turn, p.phase) for p in bar.pictures]
    turns = [turn for turn, _ in moments]
    assert len(set(turns)) == 2
    bar.steps.setCurrentText("by turn")
    QTest.keyClick(bar, Qt.Key.Key_Right)
    assert bar.at == 0
    QTest.keyClick(bar, Qt.Key.Key_Right)
    assert bar.at == turns.index(turns[-1])
    assert moments[bar.at][0] != moments[bar.at - 1][0]
    QTest.keyClick(bar, Qt.Key.Key_Left)
    assert bar.at == 0
    bar.steps.setCurrentText("by action")
    QTest.keyClick(bar, Qt.Key.Key_Right)
    assert bar.at == 1
    QTest.keyClick(bar, Qt.Key.Key_PageDown)
    assert bar.at == next(i for i in range(2, 99) if moments[i] != moments[i - 1])
    QTest.keyClick(bar, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert bar.at == turns.index(turns[-1])
    QTest.keyClick(bar, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ControlModifier)
    assert bar.at == 0


def test_it_is_seen_with_the_eyes_of_either_side_or_of_the_umpire(player: Player) -> None:
    player.begin(study=True, fog=True)
    player.push("verb.plan")
    player.push("chooser.take")
    player.drag("r3", "0405")
    player.act("game.replay")
    bar = player.window.table.replay
    QTest.keyClick(bar, Qt.Key.Key_End)
    assert bar.eyes.currentText() == "as Umpire saw it"
    told = [line.text for line in player.window.bridge.log]
    assert any("plan is to attack" in str(text) for text in told)
    bar.eyes.setCurrentIndex(bar.eyes.findData("blue"))
    player.settle()
    assert player.window.bridge.viewer == "blue"
    assert player.window.bridge.seat.side == "blue"  # type: ignore[union-attr]
    assert not any("plan is to attack" in str(line.text) for line in player.window.bridge.log)
    assert _drawn_at(player, "r3") == "0405"
    bar.eyes.setCurrentIndex(bar.eyes.findData("red"))
    assert any("plan is to attack" in str(line.text) for line in player.window.bridge.log)
    QTest.keyClick(bar, Qt.Key.Key_Escape)
    player.settle()
    assert player.window.bridge.eyes == "viewer"
    assert player.window.bridge.seat.side is None  # type: ignore[union-attr]


def test_between_two_players_nobody_lends_the_others_eyes(player: Player) -> None:
    bar = _three_turns(player, study=False)
    assert bar.eyes.isHidden()
    player.window.bridge.look_back(bar.pictures[0].node, "blue")
    assert player.window.bridge.viewer == "red"


def test_the_line_is_dragged_to_any_picture(player: Player) -> None:
    bar = _three_turns(player, study=True)
    bar.line.setValue(bar.line.maximum())
    player.settle()
    assert bar.at == len(bar.pictures) - 1
    assert _drawn_at(player, "b2") == "1003"
    bar.line.setValue(0)
    player.settle()
    assert bar.at == -1
    assert _drawn_at(player, "b2") == "1004"
    assert f"0 of {len(bar.pictures)}" in bar.head.text()


def test_who_looked_away_on_another_branch_is_shown_what_came_after_the_parting(player: Player) -> None:
    player.begin(study=True)
    player.drag("r3", "0405")
    player.drag("r2", "0304")
    historian, bar = player.window.historian, player.window.table.replay
    historian.leave()
    session = player.window.bridge.playing
    session.go(1)
    player.settle()
    historian.welcome(session.viewer)
    assert bar.isHidden(), "one stands before what was seen"
    player.drag("r1", "0304")
    historian.welcome(session.viewer)
    assert not bar.isHidden()
    assert [picture.node for picture in bar.pictures] == [3]
    assert (_drawn_at(player, "r3"), _drawn_at(player, "r2"), _drawn_at(player, "r1")) == (
        "0405",
        "0203",
        "0203",
    )
    bar.end()
    player.settle()
