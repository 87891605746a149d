from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest

from hexbench.session.opening import open_file
from hexbench.ui.docks.history import FORKS, MARKED, HistoryPanel
from tests.ui.yard.driver import Player


def _panel(player: Player) -> HistoryPanel:
    panel = player.window.table.history
    player.window.table.docking.go("history")
    player.settle()
    return panel


def _texts(panel: HistoryPanel) -> list[str]:
    return [row.text for row in panel.rows.rows]


def _row(panel: HistoryPanel, words: str) -> QModelIndex:
    place = next(i for i, row in enumerate(panel.rows.rows) if words in row.text)
    return panel.rows.index(place)


def test_the_history_lists_every_action_and_marks_where_we_stand(player: Player) -> None:
    player.begin(study=True)
    player.drag("r3", "0405")
    panel = _panel(player)
    moved = "Lancers (Red Army/Horse) moved from 0305 to 0405."
    assert moved in _texts(panel)
    assert [row.text for row in panel.rows.rows if row.here] == [moved]
    player.act("edit.undo")
    assert [row.here for row in panel.rows.rows if row.text == moved] == [False]
    assert [row.ahead for row in panel.rows.rows if row.text == moved] == [True]


def test_enter_goes_to_a_position_and_a_branch_remembers_the_other_line(player: Player) -> None:
    player.begin(study=True)
    player.drag("r3", "0405")
    player.drag("r2", "0304")
    panel = _panel(player)
    panel.list.setCurrentIndex(_row(panel, "moved from 0305 to 0405"))
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    player.settle()
    assert (player.at("r3"), player.at("r2")) == ("0405", "0203")
    player.drag("r1", "0304")
    branch = next(row for row in panel.rows.rows if row.branch is not None)
    assert "1 action" in branch.text
    panel.list.setCurrentIndex(_row(panel, "(1 action)"))
    panel.words.setText("The wood first")
    QTest.keyClick(panel.words, Qt.Key.Key_Return)
    assert any("The wood first (1 action)" in text for text in _texts(panel))
    panel.list.setCurrentIndex(_row(panel, "The wood first"))
    player.push("history.go")
    player.settle()
    assert (player.at("r2"), player.at("r1")) == ("0304", "0203")
    panel.kinds.setCurrentText(FORKS)
    assert any(row.branch is not None for row in panel.rows.rows)


def test_bookmarks_and_comments_are_shown_filtered_and_saved(player: Player) -> None:
    player.begin(study=True)
    player.drag("r3", "0405")
    panel = _panel(player)
    panel.list.setCurrentIndex(_row(panel, "The beginning"))
    QTest.keyClick(panel.list, Qt.Key.Key_B)
    panel.list.setCurrentIndex(_row(panel, "moved from"))
    panel.words.setText("Too early?")
    QTest.keyClick(panel.words, Qt.Key.Key_Return)
    assert [row.signs for row in panel.rows.rows if row.text == "The beginning"] == [("star",)]
    panel.kinds.setCurrentText(MARKED)
    shown = [row.text for row in panel.rows.rows if row.node is not None]
    assert shown == ["The beginning", "Lancers (Red Army/Horse) moved from 0305 to 0405.\nNote: Too early?"]
    named = _row(panel, "The beginning").data(Qt.ItemDataRole.AccessibleTextRole)
    assert named == "Bookmark: The beginning", "a screen reader is told what the others see drawn"
    session = player.window.bridge.session
    assert session is not None
    path = session.path
    assert isinstance(path, Path)
    player.window.show_start()
    again, _ = open_file(player.window.catalogue, path)
    assert {node: (note.mark, note.text) for node, note in again.notes.items()} == {
        0: (True, ""),
        1: (False, "Too early?"),
    }
    again.close()


def test_two_positions_are_compared(player: Player) -> None:
    player.begin(study=True)
    player.drag("r3", "0405")
    panel = _panel(player)
    panel.list.setCurrentIndex(_row(panel, "The beginning"))
    player.push("history.compare")
    panel.comparing.finish()
    player.settle()
    text = panel.page.toPlainText()
    assert "Lancers" in text
    assert "0305 → 0405" in text
    assert "Red counters on the map" in text


def test_a_barrier_stops_the_way_back_and_says_why(player: Player) -> None:
    player.begin()
    player.push("verb.pray")
    panel = _panel(player)
    panel.list.setCurrentIndex(_row(panel, "The beginning"))
    assert not panel.go.isEnabled()
    assert "Dice have been rolled" in panel.go.toolTip()


def test_a_double_click_in_the_log_goes_back_to_that_moment(player: Player) -> None:
    player.begin(study=True)
    player.drag("r3", "0405")
    player.drag("r2", "0304")
    log = player.window.table.log
    place = next(r for r in range(log.found.rowCount()) if "Lancers" in str(log.found.index(r, 0).data()))
    log.list.doubleClicked.emit(log.found.index(place, 0))
    player.settle()
    assert (player.at("r3"), player.at("r2")) == ("0405", "0203")


def test_under_the_cover_the_history_is_empty(player: Player) -> None:
    player.begin()
    player.window.prefs.change("play.cover_between_players", "always")
    player.drag("r3", "0405")
    panel = _panel(player)
    player.end()
    assert panel.rows.rows == []


def test_the_front_of_both_positions_lies_over_the_map_while_they_are_compared(player: Player) -> None:
    player.begin(study=True)
    player.drag("r3", "0405")
    panel = _panel(player)
    panel.list.setCurrentIndex(_row(panel, "The beginning"))
    player.push("history.compare")
    panel.comparing.finish()
    player.settle()
    found = player.view.map.overlays["compare"]
    assert {tone for _, tone in found.sides} == {"front", "front_before"}
    assert "front there" in panel.page.toPlainText()
    player.push("history.compare")
    assert "compare" not in player.view.map.overlays
    assert not panel.page.isVisible()


def test_comparing_is_stopped_and_nothing_is_kept_under_the_cover(player: Player) -> None:
    player.begin()
    player.window.prefs.change("play.cover_between_players", "always")
    player.drag("r3", "0405")
    panel = _panel(player)
    panel.list.setCurrentIndex(_row(panel, "The beginning"))
    player.push("history.compare")
    panel.comparing.finish()
    assert panel.page.toPlainText()
    player.end()
    assert panel.page.toPlainText() == ""
    assert "compare" not in player.view.map.overlays


def _chosen(panel: HistoryPanel) -> str:
    assert panel.row is not None
    return panel.row.text


def test_what_is_put_to_an_earlier_position_leaves_it_chosen(player: Player) -> None:
    player.begin(study=True)
    player.drag("r3", "0405")
    player.drag("r2", "0304")
    panel = _panel(player)
    session = player.window.bridge.playing
    panel.list.setFocus()
    panel.list.setCurrentIndex(_row(panel, "from 0305"))
    QTest.keyClick(panel.list, Qt.Key.Key_B)
    player.settle()
    assert "from 0305" in _chosen(panel)
    assert [note.mark for note in session.notes.values()] == [True]
    QTest.keyClick(panel.list, Qt.Key.Key_B)
    player.settle()
    assert session.notes == {}
    panel.words.setText("Too early?")
    QTest.keyClick(panel.words, Qt.Key.Key_Return)
    player.settle()
    assert "Note: Too early?" in _chosen(panel)


def test_what_is_being_typed_is_kept_for_its_position_whatever_happens(player: Player) -> None:
    player.begin(study=True)
    player.drag("r3", "0405")
    panel = _panel(player)
    session = player.window.bridge.playing
    panel.list.setCurrentIndex(_row(panel, "The beginning"))
    panel.words.setFocus()
    QTest.keyClicks(panel.words, "Half a though")
    session.do(session.seat(session.decider).prompt.default)  # type: ignore[arg-type]
    player.settle()
    assert (panel.words.text(), _chosen(panel)) == ("Half a though", "The beginning")
    QTest.keyClicks(panel.words, "t")
    QTest.keyClick(panel.words, Qt.Key.Key_Return)
    player.settle()
    assert {node: note.text for node, note in session.notes.items()} == {0: "Half a thought"}
    player.window.table.view.setFocus()  # type: ignore[union-attr]
    session.do(session.seat(session.decider).prompt.default)  # type: ignore[arg-type]
    player.settle()
    assert panel.node == session.node, "nobody is busy with it any more"


def test_who_goes_through_the_history_stays_where_he_is_while_the_game_goes_on(player: Player) -> None:
    player.begin(study=True)
    player.drag("r3", "0405")
    panel = _panel(player)
    session = player.window.bridge.playing
    panel.list.setFocus()
    panel.list.setCurrentIndex(_row(panel, "The beginning"))
    session.do(session.seat(session.decider).prompt.default)  # type: ignore[arg-type]
    player.settle()
    assert panel.node == 0
    panel.list.setCurrentIndex(_row(panel, panel.rows.rows[-1].text))
    player.act("edit.undo")
    assert panel.node == session.node


def test_what_one_side_was_typing_is_nobody_elses(player: Player) -> None:
    player.begin()
    panel = _panel(player)
    panel.words.setFocus()
    QTest.keyClicks(panel.words, "The mill")
    session = player.window.bridge.playing
    session.do(session.seat(session.decider).prompt.default)  # type: ignore[arg-type]
    player.settle()
    assert session.viewer == "blue"
    assert panel.words.text() == ""
