"""The door to screen readers: once, in order, not too often, and as an announcement of Qt."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

from hexbench.ui.widgets.screen_reader import AT_ONCE, MOST_MS, REST_MS, ScreenReader


class Told(ScreenReader):
    """A screen_reader that remembers what it told."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(lambda: widget, widget)
        self.told: list[tuple[str, bool]] = []
        self.heard.connect(self._on_heard)

    def _on_heard(self, text: str, urgent: bool) -> None:
        self.told.append((text, urgent))


@pytest.fixture
def screen_reader(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    return Told(widget)


def test_what_is_said_together_is_told_in_one_breath_and_in_order(screen_reader):
    screen_reader.say("Red moved")
    screen_reader.say("Blue to decide.")
    assert screen_reader.told == []
    screen_reader.flush()
    assert screen_reader.told == [("Red moved. Blue to decide.", False)]


def test_it_is_told_by_itself_after_a_short_rest(screen_reader, qtbot):
    assert REST_MS < MOST_MS
    with qtbot.waitSignal(screen_reader.heard):
        screen_reader.say("One")
    assert screen_reader.told == [("One.", False)]


def test_of_one_topic_only_the_newest_is_told(screen_reader):
    for hex_ in ("0101", "0102", "0103"):
        screen_reader.say(hex_, "cursor")
    screen_reader.say("Overlay on")
    screen_reader.flush()
    assert screen_reader.told == [("0103. Overlay on.", False)]


def test_nothing_is_told_twice_in_a_breath(screen_reader):
    for text in ("You move", "Blue decides: You move", "You move"):
        screen_reader.say(text)
    screen_reader.flush()
    assert screen_reader.told == [("Blue decides: You move.", False)]


def test_once_means_until_the_topic_says_something_else(screen_reader):
    for text in ("Move", "Move", "Fight", "Move"):
        screen_reader.say(text, "prompt", once=True)
        screen_reader.flush()
    assert [text for text, _ in screen_reader.told] == ["Move.", "Fight.", "Move."]


def test_one_urgent_sentence_makes_the_whole_urgent(screen_reader):
    screen_reader.say("0101", "cursor")
    screen_reader.say("Not possible", urgent=True)
    screen_reader.flush()
    assert screen_reader.told == [("0101. Not possible.", True)]


def test_of_very_many_the_last_are_told_and_how_many_came_before(screen_reader):
    for n in range(AT_ONCE + 5):
        screen_reader.say(f"Line {n:02d}")
    screen_reader.flush()
    ((text, _),) = screen_reader.told
    assert text.startswith("(5 more). Line 05.")
    assert text.endswith(f"Line {AT_ONCE + 4:02d}.")


def test_who_wants_to_hear_nothing_hears_nothing(screen_reader):
    screen_reader.words = "nothing"
    screen_reader.say("Anything", urgent=True)
    screen_reader.flush()
    assert screen_reader.told == []


def test_what_waits_can_be_forgotten(screen_reader):
    screen_reader.say("A secret")
    screen_reader.forget()
    screen_reader.flush()
    assert screen_reader.told == []


def test_it_is_an_announcement_of_qt_with_its_politeness(screen_reader, monkeypatch):
    sent = []
    monkeypatch.setattr("hexbench.ui.widgets.screen_reader.takes_announcements", lambda: True)
    monkeypatch.setattr(QAccessible, "isActive", staticmethod(lambda: True))
    monkeypatch.setattr(
        QAccessible,
        "updateAccessibility",
        staticmethod(lambda e: sent.append((e.message(), e.politeness()))),
    )
    screen_reader.say("Red moved")
    screen_reader.flush()
    screen_reader.say("Rule 2.1: no", urgent=True)
    screen_reader.flush()
    polite = QAccessible.AnnouncementPoliteness
    assert sent == [("Red moved.", polite.Polite), ("Rule 2.1: no.", polite.Assertive)]


def test_without_a_reader_qt_is_not_troubled(screen_reader, monkeypatch):
    monkeypatch.setattr(QAccessible, "isActive", staticmethod(lambda: False))
    monkeypatch.setattr(QAccessible, "updateAccessibility", staticmethod(lambda e: pytest.fail("told")))
    screen_reader.say("Red moved")
    screen_reader.flush()
    assert screen_reader.told
    assert QApplication.instance() is not None
