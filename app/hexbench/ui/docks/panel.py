"""The base of the panels at the table: drawn anew when the position, the viewer or the colours changed."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from hexbench.ui.bridge import Shift
from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.language import tr
from hexbench.ui.widgets.background import LatePanel


class DeskPanel(LatePanel):
    """One panel of the desk. ``says_changed()``: it may have something to say now, or nothing any more."""

    says_changed = Signal()

    title: ClassVar[str] = ""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, tr(self.title) if self.title else "", parent)
        self.desk = desk
        self._drawn: object = object()
        """What :attr:`content` was when it was drawn last."""
        desk.refreshed.connect(self._on_refreshed)

    @property
    def says(self) -> bool:
        """Whether there is anything in it to look at now. Where nothing of a group has, it is folded to its names."""
        return False

    @property
    def calls(self) -> bool:
        """Whether the player is asked for something here: where that begins, the panel comes by itself."""
        return False

    @property
    def content(self) -> object:
        """All that a refresh would draw, to be compared: as long as it is equal, another position draws nothing anew.

        Asked only while there is a seat. By default it is equal to nothing.
        """
        return object()

    def refresh_now(self) -> None:
        """Draw anew, seen or unseen, and remember what was drawn."""
        super().refresh_now()
        self._drawn = object() if self.desk.seat is None else self.content

    def _on_refreshed(self, shift: Shift) -> None:
        # What must not be seen is taken off at once, seen or unseen: nothing waits behind the cover.
        if self.desk.seat is None:
            self.refresh_now()
        elif self.stale or self.content != self._drawn:
            self.renew()
