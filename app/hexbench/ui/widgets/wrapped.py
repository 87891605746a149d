"""Lists whose rows break their lines: laid out anew when they become narrower or wider."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListView, QWidget


class WrappedList(QListView):
    """A list from top to bottom. Qt lays such a list out anew when its height changes, and not when its width does: when
    the bar beside it appears, rows that now need a line more would be drawn over each other.

    ``keeps_end``: who looks at the last row goes on looking at it.
    """

    keeps_end = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._at_end = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.oldSize().width() != event.size().width():
            bar = self.verticalScrollBar()
            self._at_end = self.keeps_end and bar.value() == bar.maximum()
            self.scheduleDelayedItemsLayout()
        super().resizeEvent(event)

    def doItemsLayout(self) -> None:
        super().doItemsLayout()
        if self._at_end:
            self._at_end = False
            self.scrollToBottom()
