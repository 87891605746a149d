from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QFileDialog, QLabel, QMessageBox, QSpinBox

from hexbench.session.game import Catalogue
from hexbench.ui.shell.window import Window
from tests.ui.yard.driver import Player, player_at


def test_the_start_screen_lists_games_scenarios_and_practice_positions(player: Player) -> None:
    new = player.window.start.new
    assert [new.games.item(r).text() for r in range(new.games.count())] == ["The Yard"]
    lines = [new.names.item(r).text() for r in range(new.names.count())]
    assert lines == [
        "Scenarios",
        "Meeting at the gate\nTurn 1 to Turn 4",
        "The muster\nTurn 1 to Turn 4",
        "Practice positions",
        "The second turn\nTurn 2",
    ]
    assert not player.window.acts["game.default"].isEnabled()
    assert player.window.acts["file.open"].isEnabled()


@pytest.mark.usefixtures("start_page")
def test_a_reconstruction_is_marked_with_its_provenance(player: Player) -> None:
    new = player.window.start.new
    assert not new.details.source.isVisible()
    new.choose_scenario("muster")
    assert new.details.source.isVisible()
    assert new.details.source.text() == "Reconstruction: drawn for the tests"
    assert "Red comes from the west" in new.details.blurb.text()


def test_options_are_made_from_the_games_own_type_and_given_to_it(player: Player) -> None:
    form = player.window.start.new.details.options
    fog, weather, turns = (form.fields[name] for name in ("fog", "weather", "turns"))
    assert isinstance(fog, QCheckBox)
    assert isinstance(weather, QComboBox)
    assert isinstance(turns, QSpinBox)
    assert fog.text() == "Fog"
    assert (turns.minimum(), turns.maximum(), turns.value()) == (1, 9, 4)
    assert form.values == {}
    fog.setChecked(True)
    weather.setCurrentIndex(1)
    turns.setValue(7)
    assert form.values == {"fog": True, "weather": "rain", "turns": 7}
    player.push("new.start")
    session = player.window.bridge.session
    assert session is not None
    assert (session.rules.options.fog, session.rules.options.weather, session.state.turns) == (
        True,
        "rain",
        7,
    )


def test_a_game_is_begun_by_keyboard(player: Player) -> None:
    names = player.window.start.new.names
    names.setFocus()
    player.keys("Down", "Return", to=names)
    session = player.window.bridge.session
    assert session is not None
    assert session.scenario == "muster"
    assert player.window.pages.currentWidget() is player.window.table
    assert "The muster" in player.window.windowTitle()


def test_study_mode_shows_the_umpires_seat_and_undoes_without_limit(player: Player) -> None:
    new = player.window.start.new
    new.details.study.setChecked(True)
    player.push("new.start")
    session = player.window.bridge.session
    assert session is not None
    assert session.study
    assert player.window.bridge.viewer is None
    player.push("verb.pray")
    player.act("edit.undo")
    assert session.node == 0
    player.end()
    assert player.window.bridge.decider == "blue"
    assert player.window.pages.currentWidget() is player.window.table
    player.act("edit.undo")
    assert player.window.bridge.decider == "red"


def test_a_game_goes_on_where_it_was_left(qapp: object, catalogue: Catalogue) -> None:
    with player_at(catalogue, start=True) as player:
        player.begin()
        player.drag("r3", "0405")
    with player_at(catalogue, start=True) as player:
        start = player.window.start
        assert start.go_on.isVisible()
        assert "Meeting at the gate" in start.go_on.text()
        assert not start.recent.isVisible()
        player.push("start.continue")
        assert player.at("r3") == "0405"
        player.act("edit.undo")
        assert player.at("r3") == "0305"


def test_recent_games_stand_below_the_last_one(qapp: object, catalogue: Catalogue) -> None:
    with player_at(catalogue, start=True) as player:
        for name, unit, to in (("meeting", "r3", "0405"), ("second_turn", "r3", "0406")):
            player.begin(name)
            player.drag(unit, to)
            player.act("file.close")
        start = player.window.start
        assert "The second turn" in start.go_on.text()
        assert start.recent.count() == 1
        start.recent.itemActivated.emit(start.recent.item(0))
        player.settle()
        assert player.at("r3") == "0405"


def test_save_as_and_open_again(qapp: object, catalogue: Catalogue, tmp_path: Path) -> None:
    with player_at(catalogue, start=True) as player:
        player.begin()
        player.drag("r3", "0405")
        player.window.save_to(tmp_path / "mine.hexgame")
        assert player.window.status.saved.text() == "Saved in mine.hexgame"
        player.drag("r4", "0205")
        player.act("file.close")
        player.window.open_path(str(tmp_path / "mine.hexgame"))
        player.settle()
        assert (player.at("r3"), player.at("r4")) == ("0405", "0205")


@pytest.mark.usefixtures("start_page")
def test_a_file_that_is_no_game_is_told_in_one_sentence(player: Player, tmp_path: Path) -> None:
    bad = tmp_path / "bad.hexgame"
    bad.write_bytes(b"this is no game")
    player.window.open_path(str(bad))
    player.settle()
    dialog = player.window.findChild(QDialog, "error")
    assert dialog is not None
    sentence = dialog.findChild(QLabel, "error.sentence")
    assert sentence is not None
    assert str(bad) in sentence.text()
    assert "Traceback" not in sentence.text()
    dialog.close()
    player.settle()
    assert player.window.pages.currentWidget() is player.window.start
    assert bad.read_bytes() == b"this is no game"


def test_a_game_is_begun_with_tables_of_the_players_own(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(
        'format = "hexbench-own-tables"\nversion = 1\ngame = "yard"\ntitle = "Mine"\n'
        "[scenario.units]\nr3 = false\n"
    )
    choice = player.window.start.new.details.tables
    assert choice.name.text() == "The game's own"
    assert not choice.drop.isVisible()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    player.push("new.tables")  # called off: nothing changes
    assert choice.path == ""
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(own), ""))
    player.push("new.tables")
    assert choice.name.text() == "Your own: mine.toml"
    player.push("new.start")
    session = player.window.bridge.session
    assert session is not None
    assert "r3" not in session.state.units
    assert session.header.own is not None
    player.window.show_start()
    player.push("new.tables_drop")
    assert (choice.path, choice.name.text()) == ("", "The game's own")
    player.push("new.start")
    plain = player.window.bridge.session
    assert plain is not None
    assert "r3" in plain.state.units


def test_bad_tables_are_one_sentence_and_no_game(player: Player, tmp_path: Path) -> None:
    own = tmp_path / "bad.toml"
    own.write_text(
        'format = "hexbench-own-tables"\nversion = 1\ngame = "yard"\ntitle = "Bad"\n[tables.crt]\n'
    )
    player.window.start.new.details.tables.choose(str(own))
    player.push("new.start")
    dialog = player.window.findChild(QDialog, "error")
    assert dialog is not None
    sentence = dialog.findChild(QLabel, "error.sentence")
    assert sentence is not None
    assert sentence.text() == f"{own}, tables.crt: this game has no such table."
    dialog.close()
    player.settle()
    assert player.window.bridge.session is None


def test_own_tables_come_by_the_command_line(player: Player, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(
        'format = "hexbench-own-tables"\nversion = 1\ngame = "yard"\ntitle = "Mine"\n'
        "[scenario.units]\nr3 = false\n"
    )
    player.window.open_reference("yard", str(own))
    assert player.window.start.new.details.tables.path == str(own)
    player.window.open_reference("yard/meeting", str(own))
    session = player.window.bridge.session
    assert session is not None
    assert "r3" not in session.state.units


def test_the_command_line_names_a_game_a_scenario_or_a_file(player: Player, tmp_path: Path) -> None:
    window = player.window
    window.open_reference("yard/muster")
    assert _scenario(window) == "muster"
    window.save_to(tmp_path / "m.hexgame")
    window.open_reference("yard")
    assert _scenario(window) == ""
    assert window.pages.currentWidget() is window.start
    window.open_reference(str(tmp_path / "m.hexgame"))
    assert _scenario(window) == "muster"


def _scenario(window: Window) -> str:
    session = window.bridge.session
    return "" if session is None else session.scenario


def test_with_no_game_to_go_on_with_the_start_page_is_shown_and_begins_with_a_practice_position(
    player: Player,
) -> None:
    player.window.open_first()
    player.settle()
    start = player.window.start
    assert player.window.pages.currentWidget() is start
    assert start.pages.currentWidget() is start.gallery
    begin = start.gallery.cards["yard"].begin
    assert player.window.focusWidget() is begin  # one key begins
    player.push(begin.objectName())
    session = player.window.bridge.session
    assert session is not None  # the page of games stood before, so no game was open
    assert session.scenario == "second_turn"


def _deleting(player: Player) -> QMessageBox:
    """The question that is open."""
    player.settle()
    ask = player.window.start.findChild(QMessageBox, "start.deleting")
    assert ask is not None
    return ask


def test_a_saved_game_is_deleted_once_that_has_been_confirmed(player: Player) -> None:
    start, recent = player.window.start, player.window.start.catalogue.recent
    for _ in range(2):
        player.begin()
        player.push("verb.pray")
        player.act("file.close")
    older = Path(recent.games()[1].path)
    assert older.is_file()
    start.recent.setFocus()
    start.recent.setCurrentRow(0)
    start.delete.trigger()
    ask = _deleting(player)
    assert str(older) in ask.informativeText()
    ask.reject()
    player.settle()
    assert older.is_file(), "the answer that comes by itself is to keep it"
    start.delete.trigger()
    ask = _deleting(player)
    next(b for b in ask.buttons() if b.objectName() == "start.deleting.yes").click()
    player.settle()
    assert not older.exists()
    assert len(recent.games()) == 1
    assert start.recent.count() == 0
    start.go_on.setFocus()
    start.delete.trigger()
    next(b for b in _deleting(player).buttons() if b.objectName() == "start.deleting.yes").click()
    player.settle()
    assert recent.games() == ()
    assert not start.go_on.isVisible()


@pytest.mark.usefixtures("start_page")
@pytest.mark.parametrize("larger", [1.0, 1.5, 2.0])
def test_nothing_of_the_start_page_lies_beyond_its_edges_in_a_small_window(
    player: Player, larger: float
) -> None:
    """Neither column scrolls sideways; where the words of a scenario have no room the list of games goes."""
    window = player.window
    window.resize(1024, 700)
    window.prefs.change("look.text_size", round(larger * window.system_size))
    player.settle()
    start = window.start
    left = start.go_on.parentWidget()
    assert left is not None
    around = left.parentWidget()
    assert around is not None
    assert left.width() <= around.width()
    gallery = start.gallery
    cards = gallery.widget()
    assert cards is not None
    assert cards.width() <= gallery.viewport().width()
    start.show_game(start.game)
    player.settle()
    details = start.new.details
    assert details.area.horizontalScrollBar().maximum() == 0
    assert not start.new.games.isVisible()
    window.resize(1900, 900)
    player.settle()
    assert start.new.games.isVisible()
