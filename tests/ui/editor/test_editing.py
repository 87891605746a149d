"""From the window of games to the scenario editor and back: chosen, made from nothing, played, recovered after a crash."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QPushButton

from hexbench import bootstrap
from hexbench.session.opening import begin
from hexbench.ui.editor.window import EditorWindow
from hexbench.ui.shell import app
from hexbench.ui.shell.editing import Editing
from hexbench.ui.shell.errors import ErrorDialog
from tests.sizes import sized
from tests.ui.editor.driver import Hand, unseen_editors
from tests.ui.yard.driver import Player, player_at


@pytest.fixture
def player(qapp: object) -> Iterator[Player]:
    """A player at the real installation, with a home of the test's own."""
    with player_at(bootstrap.catalogue(), (1280, 800), start=True) as found, unseen_editors():
        yield found
        for editor in editing(found).editors[:]:
            editor.ask_first = False
            editor.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def editing(player: Player) -> Editing:
    """What opens the editors."""
    found = player.window.findChild(Editing)
    assert found is not None
    return found


def chosen(player: Player, game: str, row: int, title: str = "", map_: str = "") -> Hand:
    """Choose a line of the chooser, as a player does; the editor that opens."""
    player.act("tools.scenario")
    chooser = editing(player).chooser
    assert chooser is not None
    chooser.games.setCurrentIndex(chooser.games.findData(game))
    chooser.list.setCurrentRow(row)
    chooser.title.setText(title)
    if map_:
        chooser.maps.setCurrentIndex(chooser.maps.findData(map_))
    button = chooser.findChild(QPushButton, "edit.chooser.open")
    assert button is not None
    button.click()
    player.settle()
    hand = Hand(editing(player).editors[-1])
    hand.settle()
    return hand


def test_the_start_screen_and_the_menu_open_the_chooser(player: Player) -> None:
    player.window.start.edit.click()
    player.settle()
    chooser = editing(player).chooser
    assert chooser is not None
    assert chooser.isVisible()
    assert [chooser.games.itemData(n) for n in range(chooser.games.count())] == list(
        player.window.catalogue.games
    )
    chooser.reject()
    player.settle()
    assert not editing(player).editors


def test_a_shipped_scenario_is_never_written_over(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = player.window.catalogue
    path = catalogue.scenarios("trumpets")[0].path
    editor = editing(player).edit_file(path)
    assert editor is not None
    monkeypatch.setattr(EditorWindow, "save_to", lambda self, path: pytest.fail("written over"))
    monkeypatch.setattr(EditorWindow, "save_as", lambda self: True)
    assert editor.save()


def test_a_position_of_a_running_game_is_edited_and_played_on(player: Player) -> None:
    loaded = player.window.catalogue.load_scenario("trumpets", "losheim")
    player.window.show_session(begin(loaded, 1944, study=True))
    player.settle()
    session = player.window.bridge.session
    assert session is not None
    for _ in range(5):
        default = session.prompt.default
        assert default is not None
        session.do(default)
    state = session.state
    player.act("tools.position")
    (editor,) = editing(player).editors
    hand = Hand(editor)
    hand.settle()
    assert hand.draft.kind == "position"
    assert {u: at for u, (_, at) in hand.desk.counters.items()} == {
        u: unit.at for u, unit in state.units.items()
    }
    hand.act("play")
    again = player.window.bridge.session
    assert again is not None
    assert again is not session
    assert again.state.units == state.units


def test_a_game_in_which_something_is_hidden_is_not_looked_into(player: Player) -> None:
    loaded = player.window.catalogue.load_scenario("iron_tide", "17_december")
    player.window.show_session(begin(loaded, 1944))
    player.settle()
    session = player.window.bridge.session
    assert session is not None
    if session.secret:
        player.act("tools.position")
        assert not editing(player).editors


def test_what_is_not_saved_is_offered_again_after_a_crash(player: Player, tmp_path: Path) -> None:
    hand = chosen(player, "trumpets", 0, "The ford")
    atlas = hand.draft.rules.atlas
    hand.window.commands.add(hand.desk.sides[0], atlas.labels[40])
    (unit,) = hand.desk.units
    document = hand.draft.document
    editor = hand.window
    assert editor.journal is not None
    editor.journal.let_be()  # the program is gone: nobody closes the journal
    editor.journal = None
    editor.ask_first = False
    editor.close()
    player.settle()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    editing(player).refresh()
    assert "(" in player.window.start.edit.text()
    hand = chosen(player, "trumpets", 0)
    assert hand.draft.document == document
    assert hand.desk.at(unit) == atlas.labels[40]
    hand.act("undo")
    assert unit not in hand.desk.counters


def test_the_program_asks_before_it_leaves_edits_behind(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PySide6.QtWidgets import QMessageBox

    hand = chosen(player, "trumpets", 0)
    hand.window.commands.add(hand.desk.sides[0], hand.draft.rules.atlas.labels[40])
    monkeypatch.setattr(EditorWindow, "ask", lambda self: QMessageBox.StandardButton.Cancel)
    player.window.close()
    player.settle()
    assert player.window.isVisible()
    assert hand.window.isVisible()


def test_what_was_not_finished_can_be_forgotten(player: Player) -> None:
    hand = chosen(player, "trumpets", 0, "The ford")
    hand.window.commands.add(hand.desk.sides[0], hand.draft.rules.atlas.labels[40])
    editor = hand.window
    assert editor.journal is not None
    editor.journal.let_be()
    editor.journal = None
    editor.ask_first = False
    editor.close()
    player.act("tools.scenario")
    chooser = editing(player).chooser
    assert chooser is not None
    assert chooser.forget.isVisible()
    chooser.forget.click()
    assert not chooser.forget.isVisible()
    chooser.reject()
    player.settle()
    assert "(" not in player.window.start.edit.text()


def test_the_map_of_a_position_is_that_of_the_scenario_it_is_based_on(player: Player) -> None:
    path = player.window.catalogue.scenario_path("tigers", "24_december")
    editor = editing(player).edit_file(path)
    assert editor is not None
    assert editor.draft.get("map") is None
    Hand(editor).act("map")
    mapper = editing(player).maps.editors[-1]
    assert mapper.draft.path == player.window.catalogue.map_path("tigers")


def test_night_falls_on_the_editor_as_well(player: Player) -> None:
    hand = chosen(player, "trumpets", 2)
    day = hand.desk.palette
    player.act("view.night")
    view = hand.window.board.view
    assert view is not None
    assert view.map.colours is hand.desk.palette
    assert hand.desk.palette.dark != day.dark


@pytest.mark.parametrize("game", sized(("tide_of_iron", "trumpets"), tuple(bootstrap.catalogue().games)))
def test_a_new_scenario_on_this_map_from_the_table_the_start_page_and_both_editors(
    player: Player, game: str
) -> None:
    start, catalogue = player.window.start, player.window.catalogue
    start.new.games.setCurrentRow(
        next(
            n
            for n in range(start.new.games.count())
            if start.new.games.item(n).text() == catalogue.games[game].title
        )
    )
    player.settle()
    name = start.new.scenario
    map_ = catalogue.load_scenario(game, name).bound.map
    start.new.details.on_map.click()
    player.settle()
    first = editing(player).editors[-1]
    assert (first.draft.get("map"), first.draft.game.key) == (map_, game)
    assert not first.desk.counters
    hand = Hand(first)
    hand.act("new_here")
    second = editing(player).editors[-1]
    assert second is not first
    assert (second.draft.get("map"), second.draft.game.key) == (map_, game)
    assert "There are no counters yet, so neither side has anything to play with." in [
        str(one.text) for one in second.desk.findings
    ]
    second.acts["map"].trigger()
    player.settle()
    mapper = editing(player).maps.editors[-1]
    mapper.ask_first = False
    mapper.acts["scenario"].trigger()
    player.settle()
    third = editing(player).editors[-1]
    assert third is not second
    assert third.draft.get("map") == map_
    player.window.show_session(begin(catalogue.load_scenario(game, name), 3))
    player.settle()
    player.act("tools.on_map")
    fourth = editing(player).editors[-1]
    assert fourth is not third
    assert (fourth.draft.get("map"), fourth.draft.game.key) == (map_, game)


def test_an_editor_that_was_closed_is_taken_apart_by_qt_and_not_by_python(player: Player) -> None:
    editor = editing(player).maps.edit(player.window.catalogue.map_path("tigers"))
    assert editor is not None
    gone: list[bool] = []
    editor.destroyed.connect(lambda: gone.append(True))
    editor.close()
    del editor
    gc.collect()
    assert not gone, "its parts would go in any order, and tell each other so"
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert gone


def test_another_language_waits_until_the_editors_are_closed(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet, palette, font = qapp.styleSheet(), qapp.palette(), qapp.font()
    desktop = app.Desktop(bootstrap.catalogue(), "nothing")
    try:
        first = desktop.window
        first.show()
        at = first.findChild(Editing)
        assert at is not None
        editor = at.edit_file(first.catalogue.scenario_path("tide_of_iron", "lanzerath"))
        assert editor is not None
        monkeypatch.setattr(app, "wanted", lambda _: "another")
        for _ in range(2):
            first.language_asked.emit()
            qapp.processEvents()
        told = first.findChildren(ErrorDialog)
        assert [(one.sentence.text(), one.told) for one in told] == [
            ("Editors are open; the new language waits until they are closed.", 1)
        ]
        told[0].close()
        gc.collect()
        assert desktop.window is first
        assert shiboken6.isValid(editor)
        assert editor.isVisible()
        editor.close()
        qapp.processEvents()
        assert desktop.window is not first
    finally:
        desktop.window.close()
        desktop.end()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        qapp.setStyleSheet(sheet)
        qapp.setPalette(palette)
        qapp.setFont(font)
