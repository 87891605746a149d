"""The scenario editor where the hand slips: nothing changes that nobody meant to change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QScrollArea, QSpinBox, QWidget

from hexbench import bootstrap
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.editor.starting import open_scenario
from tests.ui.editor.driver import Hand, editor_on

CATALOGUE = bootstrap.catalogue()


def opened(game: str, name: str) -> ScenarioDraft:
    """A shipped document of a game."""
    return open_scenario(CATALOGUE, next(i.path for i in CATALOGUE.scenarios(game) if i.name == name))


@pytest.fixture
def one(qapp: object, tmp_path: Path) -> Iterator[Hand]:
    """An editor on a small scenario."""
    with editor_on(opened("trumpets", "losheim"), tmp_path) as found:
        yield found


def on_map(hand: Hand) -> str:
    """A counter that stands on the map."""
    return next(u for u, (_, at) in hand.desk.counters.items() if at and not at.startswith("#"))


def turn_wheel(over: QWidget) -> None:
    """One notch of the wheel towards oneself, the pointer over a widget."""
    window = over.window()
    spot = over.mapTo(window, over.rect().center())
    QTest.wheelEvent(window.windowHandle(), QPointF(spot), QPoint(0, -120))


def test_the_wheel_scrolls_a_dock_and_changes_nothing_in_it(one: Hand) -> None:
    one.desk.choose((on_map(one),))
    view = one.window.board.view
    assert view is not None
    before = one.draft.document
    seen = 0
    for key in ("inspector", "header", "forms"):
        one.front(key)
        view.setFocus()
        dock = one.window.docks.docks[key]
        area = dock.findChildren(QScrollArea)[0]
        for box in (*dock.findChildren(QComboBox), *dock.findChildren(QSpinBox)):
            area.ensureWidgetVisible(box)
            at = area.verticalScrollBar().value()
            turn_wheel(box)
            one.settle()
            assert one.draft.document == before, box.objectName()
            assert not box.hasFocus()
            bar = area.verticalScrollBar()
            assert bar.value() > at or at == bar.maximum(), box.objectName()
            seen += 1
    assert seen > 5


def test_the_wheel_turns_what_has_the_keyboard(one: Hand) -> None:
    one.desk.choose((on_map(one),))
    one.front("inspector")
    editor = next(
        e
        for e in one.window.inspector.editors
        if isinstance(e.widget, QComboBox)
        and e.isEnabled()
        and 0 <= e.widget.currentIndex() < e.widget.count() - 1
    )
    before = one.draft.document
    one.window.activateWindow()
    editor.widget.setFocus()
    turn_wheel(editor.widget)
    one.settle()
    assert one.draft.document != before
    one.act("undo")
    assert one.draft.document == before
