"""Rows of a list that break their lines: never over each other, whatever width the list has."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QStringListModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hexbench.ui.docks.log import LogDelegate
from hexbench.ui.widgets.choices import WrappedList

LONG = "A sentence of the log that is so long that it just about fills its line and breaks when the line is shorter."


def rows_fit(shown: WrappedList) -> bool:
    """Each row is as high as its text needs at the width there is, and begins where the one before ends."""
    model = shown.model()
    end = None
    for k in range(model.rowCount()):
        index = model.index(k, 0)
        rect = shown.visualRect(index)
        if rect.height() != shown.sizeHintForIndex(index).height():
            return False
        if end is not None and rect.top() != end:
            return False
        end = rect.top() + rect.height()
    return True


@pytest.mark.parametrize("width", range(240, 330, 7))
def test_rows_are_laid_out_anew_when_the_bar_appears_and_when_the_dock_is_made_narrower(
    qtbot: QtBot, width: int
) -> None:
    shown = WrappedList()
    qtbot.addWidget(shown)
    shown.keeps_end = True
    shown.setItemDelegate(LogDelegate(shown))
    model = QStringListModel([LONG[:60]], shown)
    shown.setModel(model)
    shown.resize(width, 120)
    shown.show()
    QTest.qWait(20)
    for n in range(2, 9):  # at one of these the bar appears
        model.setStringList([LONG[: 50 + 7 * k] for k in range(n)])
        shown.scrollToBottom()
        QTest.qWait(10)
        assert rows_fit(shown), n
    bar = shown.verticalScrollBar()
    assert bar.isVisible()
    assert bar.value() == bar.maximum()
    shown.resize(width - 60, 120)
    QTest.qWait(20)
    QApplication.processEvents()
    assert rows_fit(shown)
    assert bar.value() == bar.maximum(), "who reads the end goes on reading it"
