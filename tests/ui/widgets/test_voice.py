"""The door to screen readers: once, in order, not too often, and as an announcement of Qt."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

from hexbench.ui.widgets.voice import AT_ONCE, MOST_MS, REST_MS, Voice


class Told(Voice):
    """A voice that remembers what it told."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(lambda: widget, widget)
        self.told: list[tuple[str, bool]] = []
        self.heard.connect(self._on_heard)

    def _on_heard(self, text: str, urgent: bool) -> None:
        self.told.append((text, urgent))


@pytest.fixture
def voice(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    return Told(widget)


def test_what_is_said_together_is_told_in_one_breath_and_in_order(voice):
    voice.say("Red moved")
    voice.say("Blue to decide.")
    assert voice.told == []
    voice.flush()
    assert voice.told == [("Red moved. Blue to decide.", False)]


def test_it_is_told_by_itself_after_a_short_rest(voice, qtbot):
    assert REST_MS < MOST_MS
    with qtbot.waitSignal(voice.heard):
        voice.say("One")
    assert voice.told == [("One.", False)]


def test_of_one_topic_only_the_newest_is_told(voice):
    for hex_ in ("0101", "0102", "0103"):
        voice.say(hex_, "cursor")
    voice.say("Overlay on")
    voice.flush()
    assert voice.told == [("0103. Overlay on.", False)]


def test_nothing_is_told_twice_in_a_breath(voice):
    for text in ("You move", "Blue decides: You move", "You move"):
        voice.say(text)
    voice.flush()
    assert voice.told == [("Blue decides: You move.", False)]


def test_once_means_until_the_topic_says_something_else(voice):
    for text in ("Move", "Move", "Fight", "Move"):
        voice.say(text, "prompt", once=True)
        voice.flush()
    assert [text for text, _ in voice.told] == ["Move.", "Fight.", "Move."]


def test_one_urgent_sentence_makes_the_whole_urgent(voice):
    voice.say("0101", "cursor")
    voice.say("Not possible", urgent=True)
    voice.flush()
    assert voice.told == [("0101. Not possible.", True)]


def test_of_very_many_the_last_are_told_and_how_many_came_before(voice):
    for n in range(AT_ONCE + 5):
        voice.say(f"Line {n:02d}")
    voice.flush()
    ((text, _),) = voice.told
    assert text.startswith("(5 more). Line 05.")
    assert text.endswith(f"Line {AT_ONCE + 4:02d}.")


def test_who_wants_to_hear_nothing_hears_nothing(voice):
    voice.words = "nothing"
    voice.say("Anything", urgent=True)
    voice.flush()
    assert voice.told == []


def test_what_waits_can_be_forgotten(voice):
    voice.say("A secret")
    voice.forget()
    voice.flush()
    assert voice.told == []


def test_it_is_an_announcement_of_qt_with_its_politeness(voice, monkeypatch):
    sent = []
    monkeypatch.setattr("hexbench.ui.widgets.voice.takes_announcements", lambda: True)
    monkeypatch.setattr(QAccessible, "isActive", staticmethod(lambda: True))
    monkeypatch.setattr(
        QAccessible,
        "updateAccessibility",
        staticmethod(lambda e: sent.append((e.message(), e.politeness()))),
    )
    voice.say("Red moved")
    voice.flush()
    voice.say("Rule 2.1: no", urgent=True)
    voice.flush()
    polite = QAccessible.AnnouncementPoliteness
    assert sent == [("Red moved.", polite.Polite), ("Rule 2.1: no.", polite.Assertive)]


def test_without_a_reader_qt_is_not_troubled(voice, monkeypatch):
    monkeypatch.setattr(QAccessible, "isActive", staticmethod(lambda: False))
    monkeypatch.setattr(QAccessible, "updateAccessibility", staticmethod(lambda e: pytest.fail("told")))
    voice.say("Red moved")
    voice.flush()
    assert voice.told
    assert QApplication.instance() is not None
