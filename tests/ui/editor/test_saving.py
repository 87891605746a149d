"""Saving at the windows of all editors, by their own dialogs: where a file lands, what it holds, and what it does not write over."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMessageBox,
    QSpinBox,
    QTableWidget,
    QWidget,
)

from hexbench import bootstrap
from hexbench.atlas.sheet import Place
from hexbench.engine.values import say
from hexbench.session.editor import map_ops
from hexbench.store import canon
from hexbench.ui.editor.fields import Lines, at_path
from hexbench.ui.editor.frame import EditFrame
from hexbench.ui.editor.map_dialogs import AboutMapDialog, NewMapDialog
from hexbench.ui.editor.map_window import MapEditor
from hexbench.ui.editor.window import EditorWindow
from hexbench.ui.shell.editing import Editing
from tests.ui.editor.driver import Hand, unseen_editors
from tests.ui.editor.test_editing import editing
from tests.ui.yard.driver import Player, player_at


@pytest.fixture
def player(qapp: object) -> Iterator[Player]:
    """A player at the real installation, with a home of the test's own."""
    with player_at(bootstrap.catalogue(), (1280, 800)) as found, unseen_editors():
        yield found
        for editor in open_editors(editing(found)):
            editor.ask_first = False
            editor.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def open_editors(at: Editing) -> list[EditFrame]:
    """Every editor that is open."""
    return [*at.editors, *at.maps.editors, *at.lessons.editors]


def scenario(player: Player, game: str = "tigers", name: str = "24_december") -> EditFrame:
    """The editor of a shipped scenario."""
    return opened(player, player.window.catalogue.scenario_path(game, name))


def opened(player: Player, path: Path) -> EditFrame:
    """The editor of a scenario's file."""
    editor = editing(player).edit_file(path)
    assert editor is not None
    player.settle()
    return editor


def sheet(player: Player, key: str = "trumpets") -> EditFrame:
    """The editor of a map."""
    editor = editing(player).maps.edit(player.window.catalogue.map_path(key))
    assert editor is not None
    player.settle()
    return editor


def lesson(player: Player, game: str = "trumpets") -> EditFrame:
    """The editor of a shipped lesson."""
    folder = player.window.catalogue.places.scenarios / game / "lessons"
    editor = editing(player).lessons.edit(min(folder.glob("*.toml")))
    assert editor is not None
    player.settle()
    return editor


@contextmanager
def answering(*answers: Callable[[QWidget], None]) -> Iterator[None]:
    """Answer the dialogs that come up meanwhile, one after the other; one too many is closed, and fails."""
    left, unasked = list(answers), list[str]()

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is not None and left:
            left.pop(0)(dialog)
        elif dialog is not None:
            unasked.append(type(dialog).__name__)
            dialog.close()

    timer = QTimer()
    timer.timeout.connect(answer)
    timer.start(40)
    yield
    timer.stop()
    assert (left, unasked) == ([], [])


def as_offered(dialog: QWidget) -> None:
    """Take the name that a dialog offers."""
    assert isinstance(dialog, QDialog)
    dialog.accept()


def named(name: str) -> Callable[[QWidget], None]:
    """Type a name and take it."""

    def answer(dialog: QWidget) -> None:
        assert isinstance(dialog, QFileDialog)
        field = dialog.findChild(QLineEdit, "fileNameEdit")
        assert field is not None
        field.setText(name)
        dialog.accept()

    return answer


def do(player: Player, editor: EditFrame, act: str, *answers: Callable[[QWidget], None]) -> str:
    """Trigger an action, answering what it asks; what is said at the bottom then."""
    editor.statusBar().clearMessage()
    with answering(*answers):
        editor.acts[act].trigger()
    player.settle()
    return editor.statusBar().currentMessage()


def test_what_is_saved_as_offered_lands_among_the_players_own(player: Player) -> None:
    catalogue = player.window.catalogue
    home = catalogue.places.data
    own = scenario(player)
    do(player, own, "save", as_offered)
    assert own.draft.path is not None
    assert own.draft.path.parent == home / "scenarios" / "tigers"
    assert own.draft.path in [info.path for info in catalogue.scenarios("tigers")]
    map_ = sheet(player)
    do(player, map_, "save_as", named("east_half.json"))
    assert map_.draft.path == home / "maps" / "east_half.json"
    course = lesson(player)
    do(player, course, "save", as_offered)
    assert course.draft.path is not None
    assert course.draft.path.parent == home / "scenarios" / "trumpets" / "lessons"
    assert json.loads(own.draft.path.read_text())["name"] == own.draft.path.stem


# ---- what is still being typed ---------------------------------------------------------------------------------------
def losheim(player: Player) -> EditorWindow:
    """A scenario of one's own, in its file."""
    editor = scenario(player, "trumpets", "losheim")
    assert isinstance(editor, EditorWindow)
    assert editor.save_to(editor.folder / "mine.json")
    return editor


def typed(player: Player, field: QWidget, text: str) -> QWidget:
    """Type into a field, which has the keyboard afterwards."""
    field.window().activateWindow()
    field.setFocus()
    player.settle()
    QTest.keyClicks(field, text)
    player.settle()
    return field


def written(editor: EditFrame) -> dict[str, Any]:
    """What stands in the file of a document."""
    assert editor.draft.path is not None
    found: dict[str, Any] = json.loads(editor.draft.path.read_text())
    return found


def test_text_still_in_a_field_is_saved(player: Player) -> None:
    editor = losheim(player)
    Hand(editor).front("header")
    title = editor.header.editors["title",].widget
    assert isinstance(title, QLineEdit)
    title.selectAll()
    typed(player, title, "Typed")
    do(player, editor, "save")
    assert written(editor)["title"] == "Typed"
    assert not editor.isWindowModified()
    assert title.hasFocus()  # one goes on where one was
    blurb = editor.header.editors["blurb",].widget
    typed(player, blurb, "A paragraph. ")
    do(player, editor, "save_as", named("other.json"))
    assert written(editor)["blurb"].startswith("A paragraph. ")


def test_text_still_in_a_field_is_asked_about_when_it_closes(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = losheim(player)
    Hand(editor).front("header")
    asked: list[str] = []

    def ask(window: EditFrame) -> Any:
        asked.append(window.windowTitle())
        return QMessageBox.StandardButton.Cancel

    monkeypatch.setattr(EditFrame, "ask", ask)
    typed(player, editor.header.editors["blurb",].widget, "A paragraph. ")
    do(player, editor, "close")
    assert len(asked) == 1
    assert editor.isVisible()


def test_a_number_still_in_a_field_is_played_and_what_cannot_be_read_is_not_saved(player: Player) -> None:
    editor = losheim(player)
    unit = next(u for u, (_, at) in editor.desk.counters.items() if at and not at.startswith("#"))
    editor.desk.choose((unit,))
    Hand(editor).front("inspector")
    field = next(one for one in editor.inspector.editors if isinstance(one.widget, QSpinBox))
    assert isinstance(field.widget, QSpinBox)
    field.widget.selectAll()
    typed(player, field.widget, "9")
    do(player, editor, "play")
    assert at_path(editor.desk.entries[unit], field.field.path) == 9
    do(player, editor, "save")
    before = written(editor)
    other = next(one for one in editor.desk.counters if one != unit)
    editor.inspector.id.selectAll()
    typed(player, editor.inspector.id, other)
    assert other in do(player, editor, "save")  # the name is taken: that is told, and nothing is written
    assert written(editor) == before


def test_an_open_cell_and_a_lesson_are_saved_with_what_is_typed(player: Player) -> None:
    editor = sheet(player)
    do(player, editor, "save_as", named("east_half.json"))
    editor.docks.front("places")
    player.settle()
    table = editor.findChild(QTableWidget, "edit.places")
    assert isinstance(table, QTableWidget)
    editor.activateWindow()
    table.setFocus()
    table.setCurrentCell(0, 0)
    item = table.item(0, 0)
    assert item is not None
    table.editItem(item)
    player.settle()
    line = QApplication.focusWidget()
    assert isinstance(line, QLineEdit)
    QTest.keyClicks(line, "Newname")
    do(player, editor, "save")
    assert written(editor)["places"][0]["name"] == "Newname"
    assert table.hasFocus()
    course = lesson(player)
    do(player, course, "save", as_offered)
    assert course.draft.path is not None
    text = next(one for one in course.findChildren(Lines) if one.isVisible())
    typed(player, text, "TYPED ")
    do(player, course, "save")
    assert "TYPED" in course.draft.path.read_text()


@pytest.mark.parametrize("kind", [losheim, lesson])
def test_what_could_not_be_written_bears_the_name_that_it_had(
    player: Player, kind: Callable[[Player], EditFrame]
) -> None:
    editor = kind(player)
    before, undo = editor.draft.document, editor.draft.undo_text
    path = editor.draft.path
    assert not editor.save_to(Path("/proc/x.json"))
    assert "/proc/x.json" in editor.statusBar().currentMessage()
    assert editor.draft.document == before
    assert editor.draft.undo_text == undo
    assert not str(editor.draft.redo_text)
    assert editor.draft.path == path
    assert not editor.isWindowModified()


# ---- maps of one's own -----------------------------------------------------------------------------------------------
def drawn(editor: EditFrame, name: str) -> None:
    """Name a town on a map."""
    assert isinstance(editor, MapEditor)
    at = list(editor.draft.sheet.cells)[10]
    editor.draft.edit(say("Town"), lambda s: map_ops.put_place(s, Place(name, "town", (at,), 1), ""))


def test_a_map_that_ships_is_saved_under_a_name_that_scenarios_find(player: Player) -> None:
    catalogue = player.window.catalogue
    editor = sheet(player)
    drawn(editor, "My own town")
    do(player, editor, "save", as_offered)
    assert editor.draft.path == catalogue.places.maps / "trumpets_2.json"
    assert written(editor)["key"] == "trumpets_2"
    do(player, editor, "save_as", named("east_half.json"))
    assert written(editor)["key"] == "east_half"
    assert isinstance(editor, MapEditor)
    about = AboutMapDialog(editor.desk, editor)
    assert not about.key.isEnabled()  # it is that of the file now
    about.deleteLater()
    assert {"trumpets_2", "east_half"} <= set(catalogue.maps("trumpets"))
    do(player, editor, "scenario")
    made = editing(player).editors[-1].draft
    assert made.get("map") == "east_half"
    assert "My own town" in [one.name for one in made.rules.atlas.sheet.places]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("trumpets.json", "A map that comes with the program already has this key"),
        ("My Map.json", "lower-case letters"),
        ("ünï.json", "lower-case letters"),
        ("a-b.json", "lower-case letters"),
    ],
)
def test_a_map_is_not_saved_under_a_name_no_scenario_would_find(player: Player, name: str, why: str) -> None:
    editor = sheet(player)
    assert why in do(player, editor, "save_as", named(name))
    assert not (player.window.catalogue.places.maps / name).exists()
    assert editor.draft.path == player.window.catalogue.map_path("trumpets")
    assert not editor.isWindowModified()


def test_no_scenario_begins_on_a_map_that_it_would_not_find(player: Player, tmp_path: Path) -> None:
    editor = sheet(player)
    assert editor.save_to(tmp_path / "elsewhere.json")
    assert written(editor)["key"] == "trumpets"  # out there it keeps the key it has
    assert "save it there first" in do(player, editor, "scenario")
    assert not editing(player).editors


def new_map(player: Player, title: str, key: str = "") -> MapEditor:
    """A small new map, as the dialog makes it: under the key it offers, or under another."""
    maps = editing(player).maps
    maps.ask_new()
    dialog = maps.asking
    assert isinstance(dialog, NewMapDialog)
    dialog.title.setText(title)
    dialog.grid.columns.setValue(6)
    dialog.grid.rows.setValue(5)
    if key:
        dialog.key.setText(key)
    count = len(maps.editors)
    dialog.buttons.accepted.emit()
    player.settle()
    if len(maps.editors) == count:
        said = dialog.fault.text()
        dialog.reject()
        raise ValueError(said)
    return maps.editors[-1]


def test_a_second_new_map_leaves_the_first_as_it_is(player: Player) -> None:
    first = new_map(player, "First")
    beside = new_map(player, "Beside it")  # made before the first was saved
    do(player, first, "save")
    do(player, beside, "save")
    second = new_map(player, "Second")
    do(player, second, "save")
    with pytest.raises(ValueError, match="You already have a map with this key"):
        new_map(player, "Third", "my_map")
    folder = player.window.catalogue.places.maps
    titles = {path.name: json.loads(path.read_text())["title"] for path in folder.glob("*.json")}
    assert titles == {"my_map.json": "First", "my_map_2.json": "Beside it", "my_map_3.json": "Second"}


# ---- what is there already -------------------------------------------------------------------------------------------
def pressed(words: str, told: list[str] | None = None) -> Callable[[QWidget], None]:
    """Press the button with these words of a question; what it asks goes into the list."""

    def answer(dialog: QWidget) -> None:
        assert isinstance(dialog, QMessageBox)
        if told is not None:
            told.append(dialog.text())
        next(one for one in dialog.buttons() if one.text().replace("&", "") == words).click()

    return answer


def given_up(dialog: QWidget) -> None:
    """Leave a dialog without a name."""
    assert isinstance(dialog, QDialog)
    dialog.reject()


@pytest.mark.parametrize("kind", [scenario, sheet, lesson])
def test_a_name_without_its_ending_does_not_write_over_a_file_unasked(
    player: Player, kind: Callable[[Player], EditFrame]
) -> None:
    editor = kind(player)
    do(player, editor, "save_as", named("mine"))
    path = editor.draft.path
    assert path is not None
    assert path.stem == "mine"
    path.write_text("of somebody's own")
    told: list[str] = []
    do(player, editor, "save_as", named("mine"), pressed("Cancel", told), given_up)
    assert path.name in told[0]
    assert path.read_text() == "of somebody's own"
    do(player, editor, "save_as", named("mine"), pressed("Overwrite it"))
    assert path.read_text() != "of somebody's own"


@pytest.mark.parametrize("kind", [losheim, sheet, lesson])
def test_a_file_that_is_open_comes_to_the_front(player: Player, kind: Callable[[Player], EditFrame]) -> None:
    editor = kind(player)
    do(player, editor, "save_as", named("another"))
    path = editor.draft.path
    assert path is not None
    count = len(open_editors(editing(player)))
    editor.open_asked.emit(str(path.parent / ".." / path.parent.name / path.name))
    player.settle()
    assert len(open_editors(editing(player))) == count


def test_no_editor_writes_over_the_file_of_another(player: Player) -> None:
    editor = losheim(player)
    other = scenario(player, "trumpets", "losheim")
    before = written(editor)
    said = do(player, other, "save_as", named("mine"), pressed("Overwrite it"))
    assert "mine.json is open in another editor" in said
    assert written(editor) == before
    assert other.draft.path == player.window.catalogue.scenario_path("trumpets", "losheim")


def test_what_was_changed_elsewhere_is_not_written_over_unasked(player: Player) -> None:
    editor = losheim(player)
    path = editor.draft.path
    assert path is not None
    canon.write(path, {**written(editor), "title": "Changed elsewhere"})
    editor.draft.set_header("blurb", "Changed here")
    told: list[str] = []
    do(player, editor, "save", pressed("Cancel", told))
    assert told == ["mine.json has been changed elsewhere since it was opened or saved here."]
    assert written(editor)["title"] == "Changed elsewhere"
    assert editor.isWindowModified()
    do(player, editor, "save", pressed("Overwrite it"))
    assert written(editor)["blurb"] == "Changed here"
    do(player, editor, "save")  # nothing is asked twice
    path.unlink()
    do(player, editor, "save")  # nor where there is nothing to be lost
    assert path.is_file()


# ---- where nothing can be kept for a crash ---------------------------------------------------------------------------
def test_one_goes_on_where_no_journal_can_be_written(player: Player) -> None:
    drafts = player.window.catalogue.places.drafts
    drafts.parent.mkdir(parents=True, exist_ok=True)
    drafts.write_text("in the way of the folder")
    editor = scenario(player, "trumpets", "losheim")
    assert isinstance(editor, EditorWindow)
    start = editor.draft.document
    assert editor.desk.attempt(lambda: editor.draft.set_header("title", "Edited"))
    assert str(drafts) in editor.statusBar().currentMessage()
    assert editor.isWindowModified()
    editor.statusBar().clearMessage()
    assert editor.desk.attempt(lambda: editor.draft.set_header("title", "Again"))
    assert not editor.statusBar().currentMessage()  # that is told once
    do(player, editor, "undo")
    do(player, editor, "undo")
    assert editor.draft.document == start
    do(player, editor, "save", named("mine.json"))
    assert written(editor)["name"] == "mine"
    assert editor.close()
    assert not editing(player).editors
    assert player.window.close()
