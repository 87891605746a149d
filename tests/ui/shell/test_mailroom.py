"""Play by mail through two windows, each in a home of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel, QWidget

from hexbench.session.mailing import MailSession
from hexbench.store import letters
from hexbench.ui.shell.errors import ErrorDialog
from hexbench.ui.shell.mailroom import AnswerDialog, InviteDialog, MailDialog
from tests.ui.yard.driver import Player, player_at, yard_catalogue


class Post:
    """Where the files are that the dialogs would ask for."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.next = ""
        patch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(folder / self.next), ""))
        patch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(folder / self.next), ""))

    def path(self, name: str) -> str:
        return str(self.folder / name)


@pytest.fixture
def two(qapp: object, tmp_path: Path) -> Iterator[tuple[Player, Player]]:
    with ExitStack() as stack:
        yield (
            stack.enter_context(player_at(yard_catalogue(tmp_path / "one"))),
            stack.enter_context(player_at(yard_catalogue(tmp_path / "two"))),
        )


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Post:
    folder = tmp_path / "post"
    folder.mkdir()
    return Post(folder, monkeypatch)


def shown(player: Player, kind: type[QWidget]) -> QWidget:
    found = [w for w in player.window.findChildren(kind) if w.isVisible()]
    assert len(found) == 1, kind
    return found[0]


def session_of(player: Player) -> MailSession:
    session = player.window.bridge.session
    assert isinstance(session, MailSession)
    return session


def wrong(player: Player) -> str:
    """The sentence of the dialog that tells what went wrong, which is closed."""
    dialog = shown(player, ErrorDialog)
    assert isinstance(dialog, ErrorDialog)
    text = dialog.sentence.text()
    dialog.close()
    player.settle()
    return text


def begin(red: Player, blue: Player, post: Post) -> None:
    """An invitation, its answer, and the answer opened."""
    red.act("file.mail")
    post.next = "0.hexmail"
    red.push("mail.invite")
    dialog = shown(red, InviteDialog)
    assert isinstance(dialog, InviteDialog)
    assert dialog.sides.currentText() == "Red"
    red.push("invite.write")
    listed = shown(red, MailDialog)
    assert isinstance(listed, MailDialog)
    assert "Waiting for the answer" in listed.list.item(0).text()
    assert not listed.go.isEnabled()
    listed.close()
    blue.window.open_path(post.path("0.hexmail"))
    blue.settle()
    offer = shown(blue, AnswerDialog)
    assert isinstance(offer, AnswerDialog)
    assert offer.words.text() == "You are invited to play Blue in Meeting at the gate (The Yard) by mail."
    post.next = "1.hexmail"
    blue.push("answer.take")
    closing = shown(blue, MailDialog)
    assert isinstance(closing, MailDialog)
    closing.close()
    red.window.open_path(post.path("1.hexmail"))
    red.settle()


def test_a_game_goes_to_and_fro_and_each_window_shows_its_own_side(
    two: tuple[Player, Player], post: Post
) -> None:
    red, blue = two
    begin(red, blue, post)
    session: Any = session_of(red)
    bar = red.window.mailroom.bar
    assert session.owner == "red"
    assert red.window.bridge.viewer == "red"
    assert not bar.isVisible()
    red.push("verb.pray")
    assert session.pending is not None
    assert session.node == 0
    assert bar.isVisible()
    assert "the dice come with the answer" in bar.words.text()
    assert red.window.findChild(QLabel, "mail.words") is bar.words
    red.act("edit.undo")
    assert session.pending is None
    assert not bar.isVisible()
    red.push("verb.pray")
    post.next = "2.hexmail"
    red.push("mail.write")
    assert "Waiting for letter 3" in bar.words.text()
    assert not bar.send.isVisible()
    assert red.window.bridge.undo_refusal is not None
    assert red.window.pages.currentWidget() is red.window.table, "no cover: the other player sits elsewhere"
    post.next = "2.hexmail"
    blue.act("file.mail")
    blue.push("mail.letter")
    theirs = session_of(blue)
    record = theirs.history.node.record
    assert record is not None
    assert (record.side, len(record.numbers)) == ("red", 1)
    assert blue.window.bridge.viewer == "blue"
    assert "Send letter 3" in blue.window.mailroom.bar.words.text()
    post.next = "3.hexmail"
    blue.push("mail.write")
    post.next = "3.hexmail"
    red.push("mail.open_here")
    mine = session_of(red)
    assert mine is not session
    assert mine.history.node.record == record
    assert not red.window.mailroom.bar.isVisible()


def test_old_changed_and_foreign_letters_are_told_in_a_sentence(
    two: tuple[Player, Player], post: Post
) -> None:
    red, blue = two
    begin(red, blue, post)
    session = session_of(red)
    red.window.open_path(post.path("1.hexmail"))
    assert "already been opened; number 2 comes next" in wrong(red)
    assert session_of(red) is session, "the game is still on the table"
    red.push("verb.pray")
    post.next = "2.hexmail"
    red.push("mail.write")
    red.window.open_path(post.path("2.hexmail"))
    assert "you wrote yourself" in wrong(red)
    data = bytearray(Path(post.path("2.hexmail")).read_bytes())
    data[-40] ^= 1
    Path(post.path("bad.hexmail")).write_bytes(data)
    blue.window.open_path(post.path("bad.hexmail"))
    assert "altered on its way" in wrong(blue)
    assert blue.window.bridge.session is None


def test_neither_study_nor_another_file_opens_the_other_side(two: tuple[Player, Player], post: Post) -> None:
    red, blue = two
    begin(red, blue, post)
    red.act("game.study")
    assert "one seat only" in wrong(red)
    assert not red.window.acts["game.study"].isChecked()
    assert red.window.bridge.viewer == "red"
    post.next = "open.hexgame"
    red.act("file.save_as")
    assert "only its letters are sent" in wrong(red)
    assert not Path(post.path("open.hexgame")).exists()


def test_the_game_goes_on_tomorrow_and_a_lost_letter_is_written_again(
    two: tuple[Player, Player], post: Post
) -> None:
    red, blue = two
    begin(red, blue, post)
    red.push("verb.pray")
    post.next = "2.hexmail"
    red.push("mail.write")
    red.act("file.close")
    assert red.window.bridge.session is None
    red.act("file.mail")
    listed = shown(red, MailDialog)
    assert isinstance(listed, MailDialog)
    assert "Waiting for letter 3" in listed.list.item(0).text()
    assert "Fingerprints" in listed.prints.text()
    post.next = "again.hexmail"
    red.push("mail.again")
    assert Path(post.path("again.hexmail")).read_bytes() == Path(post.path("2.hexmail")).read_bytes()
    red.push("mail.go")
    assert session_of(red).pending is not None
    red.act("file.close")
    red.push("start.continue")
    assert session_of(red).pending is not None, "the start page goes on with it, too"


def test_a_game_whose_key_is_lost_is_listed_with_its_reason(two: tuple[Player, Player], post: Post) -> None:
    red, blue = two
    begin(red, blue, post)
    red.act("file.close")
    (desk, _), *_ = red.window.mailroom.desks()
    letters.key_path(desk).unlink()
    red.act("file.mail")
    listed = shown(red, MailDialog)
    assert isinstance(listed, MailDialog)
    assert listed.list.count() == 1
    assert "the key of this seat is missing" in listed.list.item(0).text()
    assert not listed.go.isEnabled()
    assert not listed.again.isEnabled()
