"""The file of the open game is taken away, exchanged or cut: a bar says so at once and offers another place."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel

from hexbench.session.session import Session
from hexbench.ui.shell.errors import ErrorDialog, LostBar
from tests.ui.yard.driver import Player


def playing(player: Player) -> tuple[Session, Path]:
    """A game with an action in its file."""
    player.begin()
    player.push("verb.pray")
    session = player.window.bridge.session
    assert session is not None
    assert session.path is not None
    assert session.path.is_file()
    return session, session.path


def bar_of(player: Player) -> LostBar:
    return player.window.file_watch.bar


def exchange(path: Path) -> None:
    part = path.with_name("part")
    shutil.copyfile(path, part)
    part.replace(path)


def cut(path: Path) -> None:
    os.truncate(path, 100)


@pytest.mark.parametrize(
    ("deed", "told"), [(Path.unlink, "is gone"), (exchange, "replaced by another file"), (cut, "cut short")]
)
def test_an_action_that_cannot_be_kept_is_not_done_and_the_bar_offers_another_place(
    player: Player, deed: Callable[[Path], None], told: str
) -> None:
    session, path = playing(player)
    assert not bar_of(player).isVisible()
    deed(path)
    node = session.node
    player.push("verb.pray")
    assert session.node == node, "nothing is confirmed that is not on the disk"
    assert bar_of(player).isVisible()
    assert told in bar_of(player).words.text()
    assert path.name in bar_of(player).words.toolTip()
    assert not [one for one in player.window.findChildren(ErrorDialog) if one.isVisible()]
    player.push("lost.keep")
    assert not bar_of(player).isVisible()
    assert session.path is not None
    assert session.path.is_file()
    assert session.lost is None
    player.push("verb.pray")
    assert session.node == node + 1


def test_the_bar_comes_without_anything_being_done_and_goes_when_the_file_is_back(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, path = playing(player)
    away = path.with_name("away")
    path.rename(away)
    assert player.window.file_watch.timer.isActive()
    player.window.file_watch.timer.timeout.emit()
    assert bar_of(player).isVisible()
    away.rename(path)
    player.window.file_watch.timer.timeout.emit()
    assert not bar_of(player).isVisible()
    path.rename(away)
    player.window.file_watch.timer.timeout.emit()
    chosen = tmp_path / "chosen.hexgame"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen), ""))
    player.push("lost.elsewhere")
    assert session.path == chosen
    assert not bar_of(player).isVisible()
    player.window.show_start()
    player.window.file_watch.timer.timeout.emit()
    assert not player.window.file_watch.timer.isActive()


def test_opening_the_game_on_the_table_is_no_fault(player: Player) -> None:
    session, path = playing(player)
    player.window.open_path(str(path))
    player.settle()
    assert player.window.bridge.session is session
    assert not [one for one in player.window.findChildren(ErrorDialog) if one.isVisible()]
    player.push("verb.pray")
    assert session.lost is None


EVIL = "<b>Evil</b><!-- hidden"


def test_what_somebody_else_wrote_is_shown_as_it_stands(player: Player) -> None:
    """Marks in a title or a file's name are no marks of ours: nothing behind them may be hidden."""
    session, _ = playing(player)
    session.rename(EVIL)
    player.window.say_wrong(f"{EVIL}: there is no such file.")
    player.window.table.tell(EVIL)
    player.window.status.show_hint(EVIL)
    player.window.start.new.details.title.setText(EVIL)
    labels = [one for one in player.window.findChildren(QLabel) if "Evil" in one.text()]
    assert len(labels) >= 4
    for label in labels:
        escaped = "&lt;b&gt;" in label.text()
        assert escaped or label.textFormat() == Qt.TextFormat.PlainText, label.objectName()
    for dialog in player.window.findChildren(ErrorDialog):
        dialog.close()
    player.settle()
