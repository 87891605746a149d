"""Every control of the scenario editor says what it is for, has a name for screen readers, and is reached by keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRegularExpression
from PySide6.QtWidgets import QMenu, QWidget

from hexbench import bootstrap
from hexbench.engine.documents.editing import editing_of
from hexbench.ui.editor.choosing import Chooser
from hexbench.ui.editor.designer import Designer
from tests.ui.editor.driver import Hand, editor_on
from tests.ui.editor.test_scenario_window import opened, peopled
from tests.ui.yard.teaching import silent_actions, silent_controls, silent_tabs

CATALOGUE = bootstrap.catalogue()
GAMES = tuple(key for key, game in CATALOGUE.games.items() if editing_of(game) is not None)


@pytest.fixture(params=GAMES)
def hand(request: pytest.FixtureRequest, qapp: object, tmp_path: Path) -> Iterator[Hand]:
    """An editor on a document of each game."""
    with editor_on(peopled(opened(request.param)), tmp_path) as found:
        yield found


def nameless(root: QWidget) -> list[str]:
    """Controls without words of their own and without a name for screen readers."""
    from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLineEdit, QSpinBox

    kinds = (QComboBox, QLineEdit, QSpinBox, QAbstractItemView)
    return [
        f"{type(w).__name__} {w.objectName()!r}"
        for w in root.findChildren(QWidget)
        if isinstance(w, kinds) and w.objectName().startswith(("edit.", "field.")) and not w.accessibleName()
    ]


def test_every_control_tab_and_menu_entry_says_more_than_its_name(hand: Hand) -> None:
    window = hand.window
    unit = next(iter(hand.desk.counters))
    hand.desk.choose((unit,))
    for key in window.docks.docks:
        hand.front(key)
    assert not set(silent_controls(window))
    assert not set(silent_tabs(window))
    assert not nameless(window)
    for menu in window.menuBar().findChildren(QMenu, QRegularExpression("^edit[.]menu")):
        assert not set(silent_actions(menu)), menu.objectName()
        assert menu.toolTipsVisible()
        assert all(a.objectName() for a in menu.actions() if not a.isSeparator() and a.menu() is None)


def test_so_do_the_counter_designer_and_the_chooser(hand: Hand) -> None:
    unit = next(iter(hand.desk.counters))
    for dialog in (
        Designer(hand.desk, unit, hand.window),
        Chooser(CATALOGUE, (), hand.draft.game.key, hand.window),
    ):
        dialog.show()
        hand.settle()
        assert not set(silent_controls(dialog))
        assert not nameless(dialog)
        dialog.close()
        dialog.deleteLater()
