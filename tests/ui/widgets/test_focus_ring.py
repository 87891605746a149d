"""The ring round what has the keyboard: on everything, in every light, thicker in high contrast, and it holds nothing alive."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QLineEdit,
    QListWidget,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSlider,
    QTabBar,
    QTextBrowser,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.ui.look.contrast import ratio
from hexbench.ui.look.palette import LIGHTS, chrome_palette, style_sheet
from hexbench.ui.widgets.focus_ring import OUT, THICK, FocusRing
from tests.ui.look.wardrobe import worn

KINDS = (
    *(QPushButton, QToolButton, QCheckBox, QRadioButton, QComboBox, QLineEdit, QSlider, QListWidget),
    *(QTextBrowser, QTabBar),
)


class Desk(QWidget):
    """A window with controls and a ring."""

    controls: list[QWidget]
    ring: FocusRing


@pytest.fixture
def desk(qtbot):
    """A window with one of every kind of control, and its ring."""
    window = Desk()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    column.setContentsMargins(12, 12, 12, 12)
    window.controls = [kind() for kind in KINDS]
    for control in window.controls:
        control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if isinstance(control, QTabBar):
            control.addTab("One")
        column.addWidget(control)
    window.ring = FocusRing(window)
    window.resize(360, 700)
    window.show()
    window.activateWindow()
    qtbot.waitExposed(window)
    return window


def _settle() -> None:
    for _ in range(3):
        QApplication.processEvents()


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_control_shows_that_it_has_the_keyboard(desk, light, kind):
    palette = worn(light)
    desk.setPalette(chrome_palette(palette))
    desk.setStyleSheet(style_sheet(palette))
    desk.ring.dress(palette.chrome.focus, palette.bold)
    control = desk.controls[KINDS.index(kind)]
    desk.controls[KINDS.index(kind) - 1].setFocus()
    _settle()
    before = desk.grab().toImage()
    control.setFocus(Qt.FocusReason.TabFocusReason)
    _settle()
    after = desk.grab().toImage()
    box = QRect(control.pos(), control.size()).adjusted(-OUT, -OUT, OUT - 1, OUT - 1)
    rim = [(x, box.top()) for x in range(box.left(), box.right(), 7)]
    rim += [(box.left(), y) for y in range(box.top(), box.bottom(), 7)]
    for x, y in rim:
        assert after.pixelColor(x, y).name() == palette.chrome.focus, (x, y)
        assert ratio(after.pixelColor(x, y).name(), before.pixelColor(x, y).name()) >= palette.least_mark


def test_it_is_thicker_in_high_contrast(desk):
    thick = {}
    for light in ("day", "contrast"):
        palette = worn(light)
        desk.ring.dress(palette.chrome.focus, palette.bold)
        desk.controls[0].setFocus()
        _settle()
        image: QImage = desk.grab().toImage()
        row = desk.controls[0].y() + 4
        left = desk.controls[0].x() - OUT
        thick[light] = sum(image.pixelColor(left + k, row).name() == palette.chrome.focus for k in range(12))
    assert thick["day"] == THICK
    assert thick["contrast"] > THICK


def test_it_goes_with_its_widget_and_into_dialogs_and_away(desk, qtbot):
    desk.controls[0].setFocus()
    _settle()
    before = desk.ring.ring.geometry()
    desk.resize(500, 760)
    _settle()
    assert desk.ring.ring.geometry() != before
    dialog = QDialog(desk)
    line = QLineEdit(dialog)
    dialog.show()
    line.setFocus()
    _settle()
    assert desk.ring.ring is not None
    assert desk.ring.ring.parent() is dialog
    dialog.setParent(None)
    dialog.deleteLater()
    desk.activateWindow()
    desk.controls[1].setFocus()
    _settle()
    assert desk.ring.ring.parent() is desk
    desk.controls[1].hide()
    desk.setFocus()
    desk.clearFocus()
    _settle()
    assert desk.ring.ring is None


def test_of_what_is_scrolled_away_only_the_part_that_is_seen_has_a_ring(desk):
    area = QScrollArea(desk)
    inner = QLineEdit()
    inner.setFixedSize(600, 40)
    area.setWidget(inner)
    area.setGeometry(20, 20, 200, 100)
    area.show()
    area.raise_()
    inner.setFocus()
    _settle()
    assert desk.ring.ring.geometry().right() <= area.geometry().right() + OUT + 1


def test_what_its_content_covers_has_a_ring_too(desk):
    """As the map does its view, and any scrolled page without a frame."""
    area = QScrollArea(desk)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    page = QTextBrowser()
    area.setWidget(page)
    area.setGeometry(20, 20, 200, 100)
    area.show()
    area.raise_()
    area.setFocus()
    _settle()
    assert area.visibleRegion().isEmpty()
    assert desk.ring.ring.geometry() == area.geometry().adjusted(-OUT, -OUT, OUT, OUT)


def test_what_gets_the_keyboard_is_scrolled_to_once(desk):
    column = QWidget()
    fields = QVBoxLayout(column)
    lines = [QLineEdit() for _ in range(12)]
    for line in lines:
        fields.addWidget(line)
    area = QScrollArea(desk)
    area.setWidgetResizable(True)
    area.setWidget(column)
    area.setGeometry(20, 20, 200, 100)
    area.show()
    area.raise_()
    desk.controls[-1].setFocus()
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    _settle()
    lines[0].setFocus(Qt.FocusReason.TabFocusReason)  # from outside, as Tab comes round
    _settle()
    assert not lines[0].visibleRegion().isEmpty()
    assert desk.ring.ring is not None
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    column.resize(column.width(), column.height() + 1)
    _settle()
    assert lines[0].visibleRegion().isEmpty()  # a reader may look elsewhere
    assert desk.ring.ring is None


def test_the_mouse_goes_through_it(desk, qtbot):
    pressed = []
    desk.controls[0].clicked.connect(lambda: pressed.append(1))
    desk.controls[0].setFocus()
    _settle()
    QTest.mouseClick(desk.childAt(desk.controls[0].geometry().topLeft()) or desk, Qt.MouseButton.LeftButton)
    assert desk.ring.ring.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    assert desk.childAt(desk.controls[0].geometry().topLeft()) is desk.controls[0]
    assert pressed
