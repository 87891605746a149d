"""Timers: one that rings once, and one that goes on."""

from __future__ import annotations

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from hexbench.ui.widgets.background import every, once


def test_one_rings_once_and_the_other_until_it_is_stopped(qtbot: QtBot) -> None:
    owner = QObject()
    heard: list[str] = []
    first, again = once(owner, lambda: heard.append("once")), every(owner, lambda: heard.append("every"))
    first.start()
    again.start()
    qtbot.waitUntil(lambda: heard.count("every") > 2)
    assert heard.count("once") == 1
    assert again.isActive()
    assert not first.isActive()


def test_they_are_their_owners_and_wait_as_long_as_they_are_told() -> None:
    owner = QObject()
    made = (
        once(owner, owner.deleteLater, 40),
        every(owner, owner.deleteLater, 50),
        once(owner, owner.deleteLater),
    )
    assert [timer.interval() for timer in made] == [40, 50, 0]
    assert [timer.isSingleShot() for timer in made] == [True, False, True]
    assert all(timer.parent() is owner and not timer.isActive() for timer in made)
