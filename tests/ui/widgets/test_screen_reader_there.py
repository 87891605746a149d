"""What is said reaches a reader that knows announcements, and one that does not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from hexbench.ui.widgets import screen_reader
from hexbench.ui.widgets.screen_reader import ScreenReader, takes_announcements


@pytest.fixture
def listened(qapp: QApplication) -> Iterator[None]:
    """As if a reader were there."""
    before = QAccessible.isActive()
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(before)


def test_a_reader_without_announcements_is_told_by_the_description_of_what_has_the_keyboard(
    listened: None, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screen_reader, "takes_announcements", lambda: False)
    window = QWidget()
    column = QVBoxLayout(window)
    one, other = QLineEdit(), QLineEdit()
    for field in (one, other):
        field.setAccessibleDescription("its own")
        column.addWidget(field)
    window.show()
    window.activateWindow()
    one.setFocus()
    qapp.processEvents()
    speaker = ScreenReader(lambda: window)
    speaker.say("2341, rough.")
    speaker.flush()
    first = one.accessibleDescription()
    speaker.say("2341, rough.")
    speaker.flush()
    assert first == "2341, rough."
    assert one.accessibleDescription() != first, (
        "what is said again is another description, or it goes unread"
    )
    assert one.accessibleDescription().strip() == first
    other.setFocus()
    qapp.processEvents()
    assert one.accessibleDescription() == "its own"
    speaker.say("Selected: PG156.")
    speaker.flush()
    assert other.accessibleDescription() == "Selected: PG156."
    window.deleteLater()


@pytest.mark.parametrize(
    ("said", "takes"),
    [("43.1", False), ("44.0", False), ("45.2", True), ("3.38.2", False), ("nothing", True)],
)
def test_orca_takes_announcements_from_45_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, takes: bool
) -> None:
    orca = tmp_path / "orca"
    orca.write_text(f"#!/bin/sh\necho {said}\n", encoding="utf-8")
    orca.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    monkeypatch.setattr("sys.platform", "linux")
    takes_announcements.cache_clear()
    try:
        assert takes_announcements() is takes
    finally:
        takes_announcements.cache_clear()


def test_without_orca_announcements_are_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    takes_announcements.cache_clear()
    try:
        assert takes_announcements() is True
    finally:
        takes_announcements.cache_clear()
