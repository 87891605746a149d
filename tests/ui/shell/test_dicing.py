"""Dice in the window: typed in by name, committed to, checked, and reckoned up."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget

from hexbench.session.session import Session
from hexbench.ui.shell.dicing import DiceDialog, NumbersDialog
from tests.ui.yard.driver import Player


def _begin(player: Player) -> Session:
    player.window.start.new.details.typed.setChecked(True)
    player.push("new.start")
    session = player.window.bridge.session
    assert session is not None
    return session


def _numbers(player: Player) -> NumbersDialog:
    dialog = player.window.dicing.dialog
    assert dialog is not None
    return dialog


def _shown(player: Player, kind: type[QWidget]) -> QWidget:
    found = [w for w in player.window.findChildren(kind) if w.isVisible()]
    assert len(found) == 1
    return found[0]


def test_players_who_roll_their_own_dice_are_asked_for_them_by_name(player: Player) -> None:
    session = _begin(player)
    assert session.typed
    player.push("verb.pray")
    dialog = _numbers(player)
    assert session.node == 0
    assert dialog.why.text().endswith(": 1 to 6")
    QTest.keyClicks(dialog.field, "7")
    player.keys("Return", to=dialog.field)
    assert dialog.wrong.text() == "This die has no 7: enter a number from 1 to 6."
    dialog.field.setText("a die")
    player.keys("Return", to=dialog.field)
    assert dialog.wrong.text() == "“a die” is not a number: enter one from 1 to 6."
    assert session.node == 0
    dialog.field.setText("5")
    player.keys("Return", to=dialog.field)
    assert dialog.why.text() == "These are all the dice."
    assert session.node == 0, "the last number may still be taken back"
    player.push("numbers.back")
    player.push("numbers.face.4")
    player.push("numbers.play")
    record = session.history.node.record
    assert record is not None
    assert record.numbers == (4,)
    assert player.window.dicing.dialog is None


def test_escape_takes_the_action_back(player: Player) -> None:
    session = _begin(player)
    player.push("verb.pray")
    dialog = _numbers(player)
    player.push("numbers.face.6")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    player.settle()
    assert session.node == 0
    assert player.window.dicing.dialog is None
    player.push("verb.pray")
    assert _numbers(player).numbers == ()
    player.push("numbers.cancel")


def test_the_commitment_is_shown_copied_and_checked_and_luck_is_written(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.begin()
    session = player.window.bridge.session
    assert session is not None
    code = session.header.commitment
    assert f"commitment {code[:4]} {code[4:8]}" in player.window.status.hint.text()
    player.act("game.dice")
    dialog = _shown(player, DiceDialog)
    assert isinstance(dialog, DiceDialog)
    assert dialog.code.text() == session.header.commitment
    assert "No dice have been rolled yet" in dialog.page.toPlainText()
    assert not dialog.export.isEnabled()
    player.push("dice.copy")
    assert QGuiApplication.clipboard().text() == session.header.commitment
    dialog.close()
    player.settle()
    player.push("verb.pray")
    player.act("game.dice")
    dialog = _shown(player, DiceDialog)
    assert isinstance(dialog, DiceDialog)
    player.push("dice.verify")
    assert "The only roll comes from the seed" in dialog.found.text()
    assert "salt" not in dialog.found.text(), "the seed of a running game stays hidden"
    assert "Red" in dialog.page.toPlainText()
    path = tmp_path / "luck.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    player.push("dice.export")
    assert "95 in 100" in path.read_text(encoding="utf-8")
    dialog.close()
    player.act("game.study")
    player.act("game.dice")
    dialog = _shown(player, DiceDialog)
    assert isinstance(dialog, DiceDialog)
    player.push("dice.verify")
    assert f"salt {session.header.salt}" in dialog.found.text()
    dialog.close()
