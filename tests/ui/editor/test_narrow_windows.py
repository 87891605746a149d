"""The editors on a small screen with large text: the map keeps its room, and no dock makes the window wider than the screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from hexbench import bootstrap
from hexbench.session.editor.map_doc import open_map
from hexbench.ui.editor.map_dialogs import GridDialog
from hexbench.ui.widgets.parts import WrappedRow, breakable
from tests.ui.editor.driver import editor_on
from tests.ui.editor.map_driver import map_editor_on
from tests.ui.editor.test_scenario_care import opened

CATALOGUE = bootstrap.catalogue()
LOW = 660
"""Pixels of a low screen, less the frame of a window and a bar."""
LARGE = 13.0
"""Points of text on the desktop of somebody who sees badly."""


@pytest.fixture
def large(qapp: QApplication) -> Iterator[None]:
    """Large text in every window that is made now."""
    before = qapp.font()
    font = qapp.font()
    font.setPointSizeF(LARGE)
    qapp.setFont(font)
    yield
    qapp.setFont(before)


def test_the_scenario_editor_goes_into_a_small_screen(large: None, tmp_path: Path) -> None:
    with editor_on(opened("tide_of_iron", "lanzerath"), tmp_path, (1024, 700)) as hand:
        for key in hand.window.docks.docks:
            hand.front(key)
        hand.window.resize(1024, 700)
        hand.settle()
        assert (hand.window.width(), hand.window.height()) == (1024, 700)
        for key in ("tables", "tray", "trying", "problems"):
            assert hand.window.docks.docks[key].widget().minimumSizeHint().width() < 300, key


def test_a_long_name_makes_no_window_wider(qapp: QApplication, tmp_path: Path) -> None:
    with editor_on(opened("trumpets", "losheim"), tmp_path, (1024, 700)) as hand:
        unit = next(iter(hand.desk.entries))
        field = next(f for f in hand.desk.roll.fields if f.key == "name")
        hand.front("inspector")
        hand.desk.choose((unit,))
        hand.settle()
        before = hand.window.minimumSizeHint().width()
        hand.draft.set_field(hand.desk.roll, (unit,), field, "W" * 60)
        hand.settle()
        assert hand.window.minimumSizeHint().width() <= before + 60
        assert hand.window.width() == 1024


def test_the_map_keeps_its_room_in_a_narrow_map_editor(large: None) -> None:
    draft = open_map(CATALOGUE.map_path("iron_tide"), "iron_tide")
    with map_editor_on(draft, CATALOGUE) as hand:
        hand.window.resize(1024, 700)
        hand.settle()
        assert hand.window.canvas.width() >= 340
        assert hand.window.width() == 1024
        assert hand.window.height() == 700
        assert hand.window.hex.minimumSizeHint().height() < 200


def test_size_and_numbers_go_on_a_low_screen_and_what_is_of_a_picture_scrolls(
    qapp: QApplication, large: None
) -> None:
    font = qapp.font()
    font.setPointSizeF(15.5)
    qapp.setFont(font)
    draft = open_map(CATALOGUE.map_path("trumpets"), "trumpets")
    with map_editor_on(draft, CATALOGUE, (1024, 700)) as hand:
        assert GridDialog(hand.desk, hand.window).minimumSizeHint().height() < LOW
        hand.front("trace")
        trace = hand.window.trace
        trace.setFixedHeight(150)
        hand.settle()
        assert min(part.height() - part.sizeHint().height() for part in (trace.open, trace.remove)) >= 0
        row = trace.remove.parentWidget()
        assert row is not None
        assert trace.remove.geometry().bottom() < row.height()


def test_a_row_breaks_into_lines_and_gives_the_rest_to_the_wide_one(qapp: QApplication) -> None:
    field, buttons = QPushButton("Field"), [QPushButton(f"Button {n}") for n in range(4)]
    row = WrappedRow((field, *buttons), field)
    row.resize(2000, 40)
    row.show()
    QApplication.processEvents()
    assert len({part.y() for part in (field, *buttons)}) == 1
    assert field.width() > 1000
    assert buttons[-1].geometry().right() <= 2000
    high = row.heightForWidth(2000)
    row.resize(buttons[0].sizeHint().width() + 10, 400)
    QApplication.processEvents()
    assert len({part.y() for part in buttons}) == 4
    assert row.heightForWidth(row.width()) > 3 * high
    assert not any(_over(a, b) for a in buttons for b in buttons if a is not b)
    for button in buttons[1:]:
        button.hide()
    QApplication.processEvents()
    assert row.heightForWidth(row.width()) < 3 * high
    row.close()


def _over(one: QWidget, other: QWidget) -> bool:
    return one.geometry().intersects(other.geometry())


def test_only_very_long_words_may_be_broken() -> None:
    assert breakable("Kampfgruppe Peiper") == "Kampfgruppe Peiper"
    assert breakable(f"a {'b' * 30}").count("\u200b") == 29
