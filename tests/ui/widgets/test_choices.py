"""Lists and numbers that are chosen from: what the wheel does over them, and what is shown of a long text."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from hexbench import ui
from hexbench.ui.widgets.choices import DropDown, FractionBox, NumberBox
from tests.ui.yard.driver import turn_wheel

LONG = "Kampfgruppe Peiper and whoever has joined it since"


def drop_down() -> DropDown:
    box = DropDown()
    box.addItems([LONG, "Skorzeny", "Hitzfeld"])
    return box


def number() -> NumberBox:
    box = NumberBox()
    box.setValue(5)
    return box


def fraction() -> FractionBox:
    box = FractionBox()
    box.setValue(5)
    return box


def shown(box: DropDown | NumberBox | FractionBox) -> float:
    return box.currentIndex() if isinstance(box, DropDown) else box.value()


@pytest.mark.parametrize("kind", [drop_down, number, fraction])
def test_the_wheel_scrolls_the_form_and_changes_nothing_until_the_keyboard_is_there(
    qtbot: QtBot, kind: Callable[[], DropDown | NumberBox | FractionBox]
) -> None:
    area, form, box = QScrollArea(), QWidget(), kind()
    rows = QVBoxLayout(form)
    rows.addWidget(box)
    rows.addSpacing(2000)
    area.setWidget(form)
    area.resize(300, 200)
    qtbot.addWidget(area)
    area.show()
    area.setFocus()
    before = shown(box)
    turn_wheel(box)
    assert shown(box) == before
    assert area.verticalScrollBar().value() > 0
    area.verticalScrollBar().setValue(0)
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    turn_wheel(box)
    assert shown(box) != before


@pytest.mark.parametrize("width", [60, 120, 200, 280])
def test_a_text_that_does_not_fit_ends_in_dots_and_fits(qtbot: QtBot, width: int) -> None:
    box = drop_down()
    qtbot.addWidget(box)
    box.setFixedWidth(width)
    box.show()
    text = box.shown_text()
    assert text.endswith("…")
    assert LONG.startswith(text[:-1])
    assert box.fontMetrics().horizontalAdvance(text) < width
    assert box.currentText() == LONG


def test_a_text_that_fits_is_shown_whole(qtbot: QtBot) -> None:
    box = drop_down()
    qtbot.addWidget(box)
    box.show()
    box.resize(box.sizeHint())
    assert box.shown_text() == LONG


def test_where_nothing_is_chosen_the_words_for_that_are_shown(qtbot: QtBot) -> None:
    box = drop_down()
    qtbot.addWidget(box)
    box.setPlaceholderText("(several)")
    box.setFixedWidth(200)
    box.show()
    assert box.shown_text() != "(several)"
    box.setCurrentIndex(-1)
    assert box.shown_text() == "(several)"
    with_words = box.grab().toImage()
    box.setPlaceholderText("")
    assert with_words != box.grab().toImage()


def test_every_list_and_number_of_the_desktop_is_one_of_these() -> None:
    plain = re.compile(r"(?<!\w)(?:QComboBox|QSpinBox|QDoubleSpinBox)\((?!\):)")
    root = Path(ui.__file__).parent
    found = [
        f"{path.relative_to(root)}:{number}"
        for path in sorted(root.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if plain.search(line)
    ]
    assert found == []
