"""Buttons in as many rows as there is room for, and buttons whose words go into lines."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from hexbench.ui.widgets.parts import Across, WordyButton
from tests.ui.yard.clipping import clipped


def framed(qtbot: QtBot, part: QWidget) -> QWidget:
    """A narrow place for a part."""
    frame = QWidget()
    QVBoxLayout(frame).addWidget(part)
    qtbot.addWidget(frame)
    frame.show()
    return frame


def test_buttons_stand_in_as_many_rows_as_their_words_need(qtbot: QtBot) -> None:
    buttons = [QPushButton(words) for words in ("Ask about it", "Plan the attack", "Clear")]
    row = Across(buttons)
    frame = framed(qtbot, row)
    found = []
    for width in (600, 230, 130, 600):
        frame.setFixedWidth(width)
        QApplication.processEvents()
        found.append(row.across)
        assert [*clipped(frame)] == []
        assert len({(button.x(), button.y()) for button in buttons}) == len(buttons)
    assert found == [3, 2, 1, 3]


def test_no_more_stand_in_a_row_than_are_wanted(qtbot: QtBot) -> None:
    row = Across([QPushButton(words) for words in "abcd"], 2)
    framed(qtbot, row).setFixedWidth(900)
    QApplication.processEvents()
    assert row.across == 2


@pytest.mark.parametrize("words", ["Attack both hexes together", "Zusammenlegen mit 1308", "One", ""])
def test_a_button_says_at_what_width_its_words_go_into_so_many_lines(qtbot: QtBot, words: str) -> None:
    button = WordyButton(words)
    frame = framed(qtbot, button)
    last = 10_000
    for lines in (1, 2, 3):
        wide = button.wide(lines)
        assert wide <= last
        last = wide
        button.setFixedWidth(wide)
        QApplication.processEvents()
        assert QPushButton.text(button).count("\n") < lines
        assert [*clipped(frame)] == []
    assert button.text() == words
