"""A label of HTML says how high it is for a width without laying its words out again, and never what was true of others."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from hexbench.ui.widgets.parts import MarkupLabel, markup_label

WORDS = "<b>An account</b> of a combat, <i>line by line</i>, with the clauses that are read. "


@pytest.fixture
def label(qtbot: QtBot) -> MarkupLabel:
    made = markup_label("label")
    assert isinstance(made, MarkupLabel)
    qtbot.addWidget(made)
    made.setText(WORDS * 4)
    return made


def test_words_are_laid_out_once_for_each_width(label: MarkupLabel, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    plain = QLabel.heightForWidth

    def counted(self: QLabel, width: int) -> int:
        asked.append(width)
        return plain(self, width)

    monkeypatch.setattr(QLabel, "heightForWidth", counted)
    heights = [label.heightForWidth(width) for width in (200, 300, 200, 300, 200)]
    assert heights[:2] * 2 == heights[:4]
    assert asked == [200, 300]


def test_other_words_another_font_and_another_least_width_have_their_own_height(label: MarkupLabel) -> None:
    def as_qt_has_it() -> bool:
        return all(label.heightForWidth(w) == QLabel.heightForWidth(label, w) for w in (120, 200, 400))

    assert as_qt_has_it()
    before = label.heightForWidth(200)
    label.setText(WORDS * 9)
    assert label.heightForWidth(200) > before
    assert as_qt_has_it()
    font = label.font()
    font.setPointSize(font.pointSize() * 2)
    before = label.heightForWidth(200)
    label.setFont(font)
    assert label.heightForWidth(200) > before
    assert as_qt_has_it()
    label.setStyleSheet("font-size: 7pt")
    assert as_qt_has_it()
    label.setMinimumWidth(350)
    assert as_qt_has_it()
    label.clear()
    assert as_qt_has_it()
