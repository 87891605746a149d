"""Panels behind tabs: drawn anew one by one when the window has nothing better to do, so that what is seen comes first."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, QTimer

REST_MS = 40
"""How long nothing must have changed before unseen panels are seen to."""


class Panel(Protocol):
    """What can be out of date."""

    def catch_up(self) -> None:
        """Be so no longer."""


class Later(QObject):
    """The panels that wait, in the order they asked."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[Panel, None] = {}
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_time)

    def add(self, panel: Panel) -> None:
        """See to a panel when all has been quiet for a moment."""
        self._waiting[panel] = None
        self._timer.start(REST_MS)

    def first(self, panel: Panel) -> None:
        """See to a panel before all others, as soon as this event is over."""
        self._waiting = {panel: None, **self._waiting}
        self._timer.start(0)

    def finish(self) -> None:
        """See to all of them now."""
        while self._waiting:
            self._on_time()

    def _on_time(self) -> None:
        """One at a time: between two of them the window answers."""
        if self._waiting:
            panel = next(iter(self._waiting))
            del self._waiting[panel]
            panel.catch_up()
        if self._waiting:
            self._timer.start(0)
        else:
            self._timer.stop()
