"""Layouts in layouts leave no wrappers of their items behind: those crashed the program."""

from __future__ import annotations

import subprocess
import sys

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from hexbench.ui.widgets.parts import flush, inside, laid, nest
from tests.leaks import layout_items

CRASHING = """
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget
from hexbench.ui.widgets.parts import inside, nest
app = QApplication(["test", "-platform", "offscreen"])
window = QWidget()
outer, inner = QVBoxLayout(window), QHBoxLayout()
labels = [QLabel("one") for _ in range(300)]
for label in labels:
    inner.addWidget(label)
nest(outer, inner)
assert inside(inner) == labels
for label in labels:
    label.deleteLater()
app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
view = QListWidget()
for _ in range(10):
    for _ in range(3000):
        view.addItem(QListWidgetItem("one"))
    view.clear()
"""
"""Lists whose items come to lie where the items of a layout lay."""


def test_nothing_is_kept_of_the_items_of_a_nested_layout(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    outer, middle, inner = QVBoxLayout(window), QGridLayout(), QHBoxLayout()
    labels = [QLabel(word) for word in ("first", "second")]
    for label in labels:
        inner.addWidget(label)
    inner.addStretch(1)
    middle.addWidget(QLabel("beside"), 0, 0)
    middle.addItem(inner, 0, 1)
    nest(outer, middle, 1)
    assert layout_items() == []
    assert inside(inner) == labels
    assert layout_items() == []


def test_a_layout_comes_last_or_where_it_is_put(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    outer, first, last = QVBoxLayout(window), QHBoxLayout(), QHBoxLayout()
    nest(outer, last, 3)
    nest(outer, first, at=0)
    assert [outer.itemAt(0), outer.itemAt(1)] == [first, last]
    assert (outer.stretch(0), outer.stretch(1)) == (0, 3)


def test_lists_live_on_after_a_nested_layout_lost_its_widgets() -> None:
    run = subprocess.run([sys.executable, "-c", CRASHING], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_parts_are_laid_in_their_order_each_with_its_stretch_and_place(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    first, wide, above = QLabel("first"), QLabel("wide"), QLabel("above")
    row = laid(QHBoxLayout(), first, (wide, 2), None, (above, 0, Qt.AlignmentFlag.AlignTop))
    column = laid(flush(QVBoxLayout(window), 7), row, (laid(QVBoxLayout(), QLabel("below")), 3))
    assert [row.stretch(n) for n in range(row.count())] == [0, 2, 1, 0]
    assert inside(row) == [first, wide, above]
    assert [column.stretch(n) for n in range(column.count())] == [0, 3]
    assert column.contentsMargins().isNull()
    assert column.spacing() == 7
    last = row.itemAt(3)
    assert last is not None
    assert last.alignment() == Qt.AlignmentFlag.AlignTop
    assert [label.parent() for label in (first, wide, above)] == [window] * 3


def test_a_row_without_margins_keeps_the_spacing_of_the_style() -> None:
    assert flush(QHBoxLayout()).spacing() == QHBoxLayout().spacing()
