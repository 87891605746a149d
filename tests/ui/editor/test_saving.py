"""Saving at the windows of all editors, by their own dialogs: where a file lands, what it holds, and what it does not write over."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit, QWidget

from hexbench import bootstrap
from hexbench.ui.editor.frame import EditFrame
from hexbench.ui.shell.editing import Editing
from tests.ui.editor.test_editing import editing
from tests.ui.yard.driver import Player, player_at


@pytest.fixture
def player(qapp: object) -> Iterator[Player]:
    """A player at the real installation, with a home of the test's own."""
    with player_at(bootstrap.catalogue(), (1280, 800)) as found:
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


def answering(*answers: Callable[[QWidget], None]) -> None:
    """Answer the dialogs that come up, one after the other."""
    if answers:
        QTimer.singleShot(50, lambda: _answer(answers))


def _answer(answers: tuple[Callable[[QWidget], None], ...]) -> None:
    dialog = QApplication.activeModalWidget()
    answering(*(answers[1:] if dialog is not None else ()))
    assert dialog is not None, "no dialog came up"
    answers[0](dialog)


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
    answering(*answers)
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
