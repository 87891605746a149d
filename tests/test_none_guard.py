"""PySide6 6.12.0 drops a reference to None at every call that returns nothing; CPython before 3.12 dies of it.

A small test suite survives by luck (about five thousand calls), so the fault is asked for here by name. Later Pythons
never free None, and the count stays what it is whatever happens.
"""

from __future__ import annotations

import sys

from PySide6.QtWidgets import QGraphicsRectItem
from pytestqt.qtbot import QtBot

CALLS = 1000


def test_calling_qt_costs_no_reference_to_none(qtbot: QtBot) -> None:
    item = QGraphicsRectItem(0, 0, 10, 10)
    item.setPos(1, 1)
    before = sys.getrefcount(None)
    for x in range(CALLS):
        item.setPos(x, x)
    after = sys.getrefcount(None)
    assert abs(after - before) < CALLS // 10
