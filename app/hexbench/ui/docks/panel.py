"""The base of all panels: drawn anew only when something changed; at once where it is seen, behind a tab a little later."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtGui import QPaintEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from hexbench.ui.bridge import Shift
from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.language import tr


class DeskPanel(QWidget):
    """One panel. Subclasses lay their widgets out in ``self.box`` and say in :meth:`refresh` what they show."""

    key: ClassVar[str] = ""
    """Name of the dock in settings and of the widget in tests."""
    title: ClassVar[str] = ""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.stale = True
        if self.key:
            self.setObjectName(f"panel.{self.key}")
        if self.title:
            self.setAccessibleName(tr(self.title))
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(8, 8, 8, 8)
        self.box.setSpacing(6)
        desk.refreshed.connect(self._on_refreshed)
        desk.dressed.connect(self.renew)

    def refresh(self) -> None:
        """Show the position as it is now."""

    def renew(self) -> None:
        """Draw anew now if it is seen; behind a tab when the window has time for it; else when it is shown."""
        if self.isVisible() and not self.visibleRegion().isEmpty():
            self.stale = False
            self.refresh()
        else:
            self.stale = True
            if self.isVisible():
                self.desk.later.add(self)

    def catch_up(self) -> None:
        """Draw what is out of date and could be seen."""
        if self.stale and self.isVisible():
            self.stale = False
            self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Whoever has just been brought to the front is out of date no longer than that."""
        super().paintEvent(event)
        if self.stale:
            self.desk.later.first(self)

    def _on_refreshed(self, shift: Shift) -> None:
        # What must not be seen is taken off at once, seen or unseen: nothing waits behind the cover.
        if self.desk.seat is None:
            self.stale = False
            self.refresh()
        else:
            self.renew()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if (
            self.stale
        ):  # a whole arrangement may be shown at once: one after another, those that are painted first
            self.desk.later.first(self)
