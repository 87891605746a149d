"""A word of each side seals the saved game: asked for twice before it begins, and again by whoever opens it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit

from hexbench.session.session import Session
from hexbench.store import words
from hexbench.ui.shell.wording import NewWords, SavedWords
from tests.ui.yard.driver import Player


@pytest.fixture(autouse=True)
def shut() -> Iterator[None]:
    yield
    words._open.clear()


def table(player: Player) -> Session | None:
    """The game on the table."""
    return player.window.bridge.session


def ask(player: Player) -> NewWords:
    new = player.window.start.new
    new.details.words.setChecked(True)
    new.choose_scenario("meeting")
    new.begin()
    (dialog,) = [one for one in player.window.findChildren(NewWords) if one.isVisible()]
    return dialog


def fill(dialog: NewWords) -> None:
    for side, word in (("red", "guards"), ("blue", "by night")):
        dialog.fields[side].setText(word)
        dialog.again[side].setText(word)


def test_a_sealed_game_is_begun_closed_and_opened_with_its_words(player: Player) -> None:
    dialog = ask(player)
    fields = dialog.findChildren(QLineEdit)
    assert len(fields) == 4
    assert all(field.echoMode() == QLineEdit.EchoMode.Password for field in fields)
    fill(dialog)
    assert dialog.go.isEnabled()
    dialog.accept()
    player.settle()
    session = player.window.bridge.session
    assert session is not None
    assert session.header.sealed is not None
    assert session.header.sealed.sides == ("blue", "red")
    player.end()
    path = session.path
    assert path is not None
    assert b'"verb"' not in path.read_bytes()
    player.window.close_session()
    player.window.show_start()
    player.window.open_path(str(path))
    (asked,) = [one for one in player.window.findChildren(SavedWords) if one.isVisible()]
    asked.fields["red"].setText("guards")
    assert asked.go.text() == "&Open"
    assert not asked.go.isEnabled()
    asked.fields["blue"].setText("by day")
    asked.accept()
    assert asked.isVisible()
    assert "Wrong password" in asked.wrong.text()
    assert table(player) is None
    asked.fields["blue"].setText("by night")
    assert not asked.wrong.text()
    asked.accept()
    player.settle()
    again = table(player)
    assert again is not None
    assert again.path == path
    assert not player.window.wishes.words


@pytest.mark.usefixtures("start_page")
def test_words_that_are_too_few_or_differ_begin_nothing(player: Player) -> None:
    dialog = ask(player)
    assert not dialog.go.isEnabled()
    dialog.fields["red"].setText("abc")
    dialog.again["red"].setText("abc")
    assert not dialog.go.isEnabled()
    dialog.fields["red"].setText("abcd")
    assert not dialog.go.isEnabled()
    assert "differ" in dialog.wrong.text()
    dialog.again["red"].setText("abcd")
    assert dialog.go.isEnabled()  # the other side may leave its word out
    assert "if a password is forgotten, the game is lost" in dialog.findChildren(QLabel)[0].text()
    dialog.reject()
    player.settle()
    assert player.window.pages.currentWidget() is player.window.start
    player.window.start.new.details.words.setChecked(False)
    player.window.start.new.begin()
    player.settle()
    session = player.window.bridge.session
    assert session is not None
    assert session.header.sealed is None


def test_words_go_with_dice_of_ones_own_and_with_letters(player: Player) -> None:
    player.window.start.new.details.letters.setChecked(True)
    dialog = ask(player)
    fill(dialog)
    dialog.accept()
    player.settle()
    from hexbench.ui.shell.dicing import LettersDialog

    (letters,) = [one for one in player.window.findChildren(LettersDialog) if one.isVisible()]
    for side in ("red", "blue"):
        letters.fields[side].setText("abcdef")
    letters.accept()
    player.settle()
    session = player.window.bridge.session
    assert session is not None
    assert session.header.sealed is not None
    assert session.header.letters
