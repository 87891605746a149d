from __future__ import annotations

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QRadioButton, QTabBar, QToolButton

from hexbench.ui.look.contrast import ratio
from hexbench.ui.look.palette import chrome_palette, dress, style_sheet
from tests.ui.canvas.stage import palette


@pytest.mark.parametrize("name", ["day", "night", "contrast"])
def test_windows_take_the_palette(name, qapp):
    found = palette(name)
    look = chrome_palette(found)
    assert look.color(QPalette.ColorRole.Window).name() == found.chrome.window
    assert look.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text).name() == found.chrome.muted
    assert found.chrome.highlight in style_sheet(found)


def test_a_running_program_can_change_its_light(qtbot):
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    before = app.font(), app.palette(), app.styleSheet(), app.style().objectName()
    label = QLabel("Prompt")
    qtbot.addWidget(label)
    label.show()
    for name in ("day", "night", "contrast"):
        dress(app, palette(name))
        assert label.palette().color(QPalette.ColorRole.WindowText).name() == palette(name).chrome.text
        assert app.font().pointSizeF() == before[0].pointSizeF()
    app.setStyleSheet(before[2])
    app.setPalette(before[1])
    app.setFont(before[0])
    app.setStyle(before[3])


@pytest.fixture
def dressed(qtbot):
    """What gives the program a look; it has its own again afterwards."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    before = app.font(), app.palette(), app.styleSheet(), app.style().objectName()
    yield lambda name: dress(app, palette(name))
    app.setStyleSheet(before[2])
    app.setPalette(before[1])
    app.setFont(before[0])
    app.setStyle(before[3])


@pytest.mark.parametrize("name", ["night", "contrast"])
@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_an_empty_box_to_tick_is_seen_on_dark_ground_and_a_ticked_one_is_another(dressed, qtbot, name, kind):
    found = palette(name)
    dressed(name)
    box = kind("")
    qtbot.addWidget(box)
    box.resize(24, 24)
    box.show()
    empty = box.grab().toImage()
    inks = {empty.pixelColor(x, y).name() for x in range(20) for y in range(24)}
    assert max(ratio(ink, found.chrome.window) for ink in inks) >= found.least_mark
    box.setChecked(True)
    assert box.grab().toImage() != empty


@pytest.mark.parametrize("name", ["day", "night", "contrast"])
def test_arrows_beside_a_row_of_tabs_that_is_too_long_can_be_seen(dressed, qtbot, name):
    found = palette(name)
    dressed(name)
    tabs = QTabBar()
    qtbot.addWidget(tabs)
    for n in range(9):
        tabs.addTab(f"Dock number {n}")
    tabs.resize(160, 30)
    tabs.show()
    onward = tabs.findChild(QToolButton, "ScrollRightButton")
    assert onward is not None
    assert onward.isVisible()
    shown = onward.grab().toImage()
    inside = [(x, y) for x in range(2, shown.width() - 2) for y in range(2, shown.height() - 2)]
    dark = [at for at in inside if ratio(shown.pixelColor(*at).name(), found.chrome.button) >= 3]
    assert len(dark) >= 8, "an arrow, and no dot"
