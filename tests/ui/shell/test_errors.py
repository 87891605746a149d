"""Whatever breaks, and wherever: one dialog, and the game is on the disk as it stood."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGraphicsItem, QLabel, QStyleOptionGraphicsItem, QWidget

from hexbench.session.opening import open_file
from hexbench.ui.shell.errors import ErrorDialog, ErrorHook
from tests.ui.yard.driver import Player


@pytest.fixture
def playing(player: Player) -> Iterator[Player]:
    """A game with one move done, and the hook that the program installs."""
    hook = ErrorHook(player.window.bridge, player.window)
    hook.caught.connect(player.window.say_wrong)
    player.begin()
    player.drag("r3", "0405")
    hook.install()
    try:
        yield player
    finally:
        hook.remove()


def _dialogs(player: Player) -> list[ErrorDialog]:
    player.settle()
    return [d for d in player.window.findChildren(ErrorDialog) if d.isVisible()]


def _close(player: Player) -> None:
    for dialog in _dialogs(player):
        dialog.close()
    player.settle()


def _on_disk(player: Player, unit: str) -> str:
    """Where the file has a unit, read afresh."""
    session = player.window.bridge.session
    assert session is not None
    assert session.path is not None
    copy = session.path.with_name("copy.hexgame")
    copy.write_bytes(session.path.read_bytes())
    wal = Path(f"{session.path}-wal")
    if wal.exists():
        Path(f"{copy}-wal").write_bytes(wal.read_bytes())
    again, _ = open_file(player.window.catalogue, copy)
    try:
        return str(again.state.units[unit].at)
    finally:
        again.close()


def _goes_on(player: Player) -> None:
    """The next move is done and kept like any other."""
    player.drag("r2", "0303")
    assert player.at("r2") == "0303"
    assert _on_disk(player, "r2") == "0303"


def _by_qt(player: Player, gesture: Callable[[], object]) -> None:
    """Let Qt's own loop make the gesture, so that a fault ends where it does in the program."""
    QTimer.singleShot(0, gesture)
    player.settle()


def _fail(*_: object) -> None:
    raise ZeroDivisionError("a fault for the test")


class Plate(QWidget):
    """Something that cannot paint itself."""

    painted = 0

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt names it
        self.painted += 1
        _fail()


def test_a_fault_in_a_slot(playing: Player) -> None:
    playing.window.acts["edit.deselect"].triggered.connect(_fail)
    playing.act("edit.deselect")
    (dialog,) = _dialogs(playing)
    assert "test_errors.py" in dialog.details.toPlainText()
    session = playing.window.bridge.session
    assert session is not None
    assert session.path is not None
    assert session.path.name in dialog.saved.text()
    _close(playing)
    assert _on_disk(playing, "r3") == "0405"
    _goes_on(playing)


def test_a_second_fault_is_added_to_the_dialog_that_is_open(playing: Player) -> None:
    playing.window.acts["edit.deselect"].triggered.connect(_fail)
    for _ in range(3):
        playing.act("edit.deselect")
    (dialog,) = _dialogs(playing)
    count = dialog.findChild(QLabel, "error.count")
    assert count is not None
    assert "2 more errors" in count.text()
    _close(playing)
    playing.act("edit.deselect")
    assert len(_dialogs(playing)) == 1
    _close(playing)


def test_a_fault_in_a_paint_is_told_once(playing: Player) -> None:
    playing.look()
    plate = Plate(playing.window)
    plate.show()
    playing.settle()
    assert len(_dialogs(playing)) == 1
    _close(playing)
    for _ in range(3):
        plate.update()
        playing.settle()
    assert plate.painted > 1
    assert not _dialogs(playing)
    plate.hide()
    assert _on_disk(playing, "r3") == "0405"
    _goes_on(playing)


class Smudge(QGraphicsItem):
    """Something on the map that cannot be painted."""

    painted = 0

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt names it
        return QRectF(-20, -20, 40, 40)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        self.painted += 1
        _fail()


def test_a_fault_in_the_painting_of_the_map_leaves_it_usable(playing: Player) -> None:
    playing.look()
    smudge = Smudge()
    smudge.setPos(playing.view.map.item("r3").pos())
    playing.view.map.addItem(smudge)
    playing.settle()
    assert len(_dialogs(playing)) == 1
    _close(playing)
    _by_qt(playing, lambda: playing.drag("r2", "0303"))
    smudge.update()
    assert not _dialogs(playing)
    assert smudge.painted > 1
    playing.view.map.removeItem(smudge)
    assert playing.at("r2") == "0303"
    assert _on_disk(playing, "r2") == "0303"


def test_a_fault_in_another_thread_is_told_in_the_window(playing: Player) -> None:
    worker = threading.Thread(target=_fail, name="worker")
    worker.start()
    worker.join()
    (dialog,) = _dialogs(playing)
    assert dialog.thread() is playing.window.thread()
    assert "in _fail" in dialog.details.toPlainText()
    _close(playing)
    assert _on_disk(playing, "r3") == "0405"
    _goes_on(playing)


def test_a_fault_nobody_thought_of_while_saving(playing: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    session = playing.window.bridge.session
    assert session is not None
    with monkeypatch.context() as broken:
        broken.setattr(session, "_write", _fail)
        _by_qt(playing, lambda: playing.drag("r2", "0303"))
        assert len(_dialogs(playing)) == 1
        _close(playing)
    assert playing.at("r2") == "0203"
    assert playing.view.map.where("r2") == "0203"
    assert _on_disk(playing, "r2") == "0203"
    assert _on_disk(playing, "r3") == "0405"
    _goes_on(playing)
