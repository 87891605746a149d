"""The watch that fails a test for what it leaves alive: it must see each kind, and clean up after it."""

from __future__ import annotations

import subprocess
import sys
import threading

from PySide6.QtCore import Qt, QThread, QTimer, QVariantAnimation
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.leaks import Watch


def test_nothing_left_is_nothing_said() -> None:
    assert Watch().left() == []


def test_a_widget_left_open(qtbot: QtBot) -> None:
    watch = Watch()
    widget = QLabel("left")
    widget.setObjectName("forgotten")
    assert watch.left() == ["widget QLabel 'forgotten'"]
    assert watch.left() == []


def test_a_widget_that_goes_with_its_parent_or_its_last_name_is_none(qtbot: QtBot) -> None:
    watch = Watch()
    parent = QWidget()
    QLabel("inside", parent)
    parent.deleteLater()
    assert watch.left() == []


def test_a_widget_that_was_there_before_is_not_this_tests(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    assert Watch().left() == []


def test_the_wrappers_that_a_layout_leaves_when_it_is_put_into_another(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    watch = Watch()
    outer, inner = QVBoxLayout(widget), QHBoxLayout()
    inner.addWidget(QLabel("inside"))
    outer.addLayout(inner)
    assert watch.left() == ["wrapper of a QWidgetItem"]
    assert watch.left() == []


def test_a_running_timer_and_not_a_stopped_one(qtbot: QtBot) -> None:
    watch = Watch()
    running, stopped = QTimer(), QTimer()
    running.start(60_000)
    stopped.start(60_000)
    stopped.stop()
    assert watch.left() == ["running QTimer ''"]
    assert not running.isActive()


def test_a_running_animation(qtbot: QtBot) -> None:
    watch = Watch()
    animation = QVariantAnimation()
    animation.setStartValue(0.0)
    animation.setEndValue(1.0)
    animation.setDuration(60_000)
    animation.start()
    assert watch.left() == ["running QVariantAnimation ''"]


def test_a_mouse_button_that_is_held_down(qtbot: QtBot) -> None:
    watch = Watch()
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    QTest.mousePress(widget, Qt.MouseButton.RightButton)
    assert "a mouse button that is down" in watch.left()
    assert QApplication.mouseButtons() == Qt.MouseButton.NoButton


def test_a_running_qt_thread(qtbot: QtBot) -> None:
    watch = Watch()
    thread = QThread()
    thread.start()
    assert watch.left() == ["running QThread ''"]
    assert thread.isFinished()


def test_a_python_thread() -> None:
    watch = Watch()
    bell = threading.Event()
    thread = threading.Thread(target=bell.wait, name="waiting")
    thread.start()
    try:
        assert watch.left(patience=0.05) == ["thread waiting"]
    finally:
        bell.set()
        thread.join()
    assert watch.left() == []


def test_a_child_process() -> None:
    watch = Watch()
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as child:
        (found,) = watch.left(patience=0.05)
        assert "time.sleep(60)" in found
        assert child.wait() != 0
