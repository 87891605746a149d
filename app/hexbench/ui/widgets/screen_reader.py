"""The single interface to screen readers: every announcement goes through a :class:`ScreenReader`, once, in order, and
not too often.

Sentences within a short time become one announcement, so that a reader is not interrupted: a newer sentence of the
same ``topic`` replaces the older one (a hex that the cursor has left is no longer announced), and a sentence already
contained in another is dropped.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from functools import cache
from typing import Final, Literal

import msgspec
from PySide6.QtCore import QElapsedTimer, QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from hexbench.ui.widgets.background import once

try:
    from PySide6.QtGui import QAccessibleAnnouncementEvent
except ImportError:  # Qt before 6.8
    QAccessibleAnnouncementEvent = None  # type: ignore[assignment,misc]

Words = Literal["nothing", "brief", "usual", "full"]
REST_MS: Final = 120
"""What follows within this time is told in one breath."""
MOST_MS: Final = 700
"""So long at most a sentence waits for those that follow."""
_ANNOUNCED: Final = 45
"""The first Orca that reads announcements."""
AT_ONCE: Final = 12
"""Sentences of one announcement; of more the last are told, and how many came before."""


class _Said(msgspec.Struct, frozen=True):
    text: str
    topic: str
    urgent: bool


class ScreenReader(QObject):
    """``heard(sentence, urgent)``: this was passed to screen readers. ``words``: the verbosity."""

    heard = Signal(str, bool)

    def __init__(self, source: Callable[[], QWidget | None], parent: QObject | None = None) -> None:
        """``source`` gives the widget that speaks: the one a reader looks at."""
        super().__init__(parent)
        self._source = source
        self.words: Words = "usual"
        self.more: Callable[[int], str] = "({} more)".format
        """Returns the sentence that says how many sentences were left out."""
        self._pending: list[_Said] = []
        self._last: dict[str, str] = {}
        self._described: tuple[QWidget, str] | None = None
        """What had the keyboard when something was said to a reader that knows no announcements, and its own description."""
        self._since = QElapsedTimer()
        self._timer = once(self, self.flush, REST_MS)

    def say(self, sentence: str, topic: str = "", *, urgent: bool = False, once: bool = False) -> None:
        """Have a sentence read out. ``urgent``: it may interrupt. ``once``: not again until its topic says another."""
        text = " ".join(sentence.split())
        if not text or self.words == "nothing":
            return
        if topic:
            waiting = next((s.text for s in self._pending if s.topic == topic), self._last.get(topic))
            if once and waiting == text:
                return
            self._pending = [s for s in self._pending if s.topic != topic]
        self._pending = [s for s in self._pending if s.text != text]
        if not self._pending:
            self._since.start()
        self._pending.append(_Said(text, topic, urgent))
        if self._since.elapsed() >= MOST_MS:
            self.flush()
        else:
            self._timer.start()

    def forget(self) -> None:
        """Discard what is waiting: the present viewer may not know it."""
        self._timer.stop()
        self._pending, self._last = [], {}

    def flush(self) -> None:
        """Say what waits now."""
        self._timer.stop()
        said, self._pending = self._pending, []
        if not said:
            return
        self._last.update({s.topic: s.text for s in said if s.topic})
        texts = [s.text for s in said]
        told = [
            t
            for k, t in enumerate(texts)
            if not any(t.rstrip(".") in x for j, x in enumerate(texts) if j != k)
        ]
        if len(told) > AT_ONCE:
            told = [self.more(len(told) - AT_ONCE), *told[-AT_ONCE:]]
        whole = " ".join(t if t.endswith((".", "!", "?", ":", ";")) else f"{t}." for t in told)
        urgent = any(s.urgent for s in said)
        source = self._source()
        if source is not None and QAccessible.isActive():
            if QAccessibleAnnouncementEvent is not None and takes_announcements():
                event = QAccessibleAnnouncementEvent(source, whole)
                polite = QAccessible.AnnouncementPoliteness
                event.setPoliteness(polite.Assertive if urgent else polite.Polite)
                QAccessible.updateAccessibility(event)
            else:
                self._describe(QApplication.focusWidget() or source, whole)
        self.heard.emit(whole, urgent)

    # ---- readers that know no announcements
    def _describe(self, widget: QWidget, text: str) -> None:
        """Say it as a new description of what has the keyboard, until something else has it: that is read out at once.

        A description that is said again would not be read; a blank at its end makes it another.
        """
        if self._described is None:
            application = QApplication.instance()
            assert isinstance(application, QApplication)
            application.focusChanged.connect(self._on_focus)
        if self._described is None or self._described[0] is not widget:
            self._restore()
            self._described = (widget, widget.accessibleDescription())
        widget.setAccessibleDescription(text if widget.accessibleDescription() != text else f"{text} ")
        # A dock that comes to the front takes such a reader along to its tab, and what is described elsewhere goes unread.
        # Told where the keyboard is once more, it reads name and description there; where it is still there, it does nothing.
        QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.Focus))

    def _on_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        if self._described is not None and new is not self._described[0]:
            self._restore()

    def _restore(self) -> None:
        """Restore a widget's own description, if it still exists."""
        if self._described is not None and isValid(self._described[0]):
            widget, own = self._described
            widget.setAccessibleDescription(own)
            self._described = (widget, own)


@cache
def takes_announcements() -> bool:
    """Whether the screen reader of this system reads announcements out: Orca does from 45 on, and older ones drop them without
    a word (Debian 12 has 43). Asked once, and only when a reader is listening; other systems have readers that do.
    """
    orca = shutil.which("orca") if sys.platform.startswith("linux") else None
    if orca is None:
        return True
    import subprocess  # asked of those alone who have a reader: a start needs no processes

    try:
        said = subprocess.run(  # noqa: S603 - the reader that is installed, and no word of anybody's
            [orca, "--version"], capture_output=True, text=True, timeout=5, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return True
    found = re.search(r"\d+", said)
    return found is None or int(found[0]) >= _ANNOUNCED
