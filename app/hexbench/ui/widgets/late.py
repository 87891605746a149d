"""Panels that are drawn anew when something changed: at once where they are seen, behind a tab when the window has time."""

from __future__ import annotations

from typing import ClassVar, Protocol

import shiboken6
from PySide6.QtCore import QObject, QTimer, SignalInstance
from PySide6.QtGui import QPaintEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

REST_MS = 40
"""How long nothing must have changed before unseen panels are seen to."""


class Later(QObject):
    """The panels that wait, in the order they asked: one by one when the window has nothing better to do."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[LatePanel, None] = {}
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_time)

    def add(self, panel: LatePanel) -> None:
        """See to a panel when all has been quiet for a moment."""
        self._waiting[panel] = None
        self._timer.start(REST_MS)

    def first(self, panel: LatePanel) -> None:
        """See to a panel before all others, as soon as this event is over."""
        self._waiting = {panel: None, **self._waiting}
        self._timer.start(0)

    @property
    def waiting(self) -> bool:
        """Whether anybody waits."""
        return bool(self._waiting)

    def finish(self) -> None:
        """See to all of them now."""
        while self._waiting:
            self._on_time()

    def _on_time(self) -> None:
        """One at a time: between two of them the window answers."""
        if self._waiting:
            panel = next(iter(self._waiting))
            del self._waiting[panel]
            # The docks of a game go with it, and Qt deletes them when it will: whoever waits here may be gone by now.
            if shiboken6.isValid(panel):
                panel.catch_up()
        if self._waiting:
            self._timer.start(0)
        else:
            self._timer.stop()


class Desklike(Protocol):
    """What such a panel needs of the desk it shows something of."""

    later: Later

    @property
    def dressed(self) -> SignalInstance:
        """Emitted when there are other colours."""


class LatePanel(QWidget):
    """One panel. Subclasses lay their widgets out in ``self.box`` and say in :meth:`refresh` what they show."""

    key: ClassVar[str] = ""
    """Name of the dock in settings and of the widget in tests."""
    room: ClassVar[str] = "panel"
    """What the name of the widget begins with."""

    def __init__(self, desk: Desklike, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._queue = desk.later
        self.stale = True
        if self.key:
            self.setObjectName(f"{self.room}.{self.key}")
        if title:
            self.setAccessibleName(title)
        desk.dressed.connect(self.renew)
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(8, 8, 8, 8)
        self.box.setSpacing(6)

    def refresh(self) -> None:
        """Show what there is now."""

    def renew(self) -> None:
        """Draw anew now if it is seen; behind a tab when the window has time for it; else when it is shown."""
        if self.isVisible() and not self.visibleRegion().isEmpty():
            self.refresh_now()
        else:
            self.stale = True
            if self.isVisible():
                self._queue.add(self)

    def refresh_now(self) -> None:
        """Draw anew, seen or unseen."""
        self.stale = False
        self.refresh()

    def catch_up(self) -> None:
        """Draw what is out of date and could be seen."""
        if self.stale and self.isVisible():
            self.refresh_now()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Whoever has just been brought to the front is out of date no longer than that."""
        super().paintEvent(event)
        if self.stale:
            self._queue.first(self)

    def showEvent(self, event: QShowEvent) -> None:
        """A whole arrangement may be shown at once: one after another is drawn, those that are painted first."""
        super().showEvent(event)
        if self.stale:
            self._queue.first(self)
