"""The docks round the map of the scenario editor: arranged, kept, and reached by key."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from hexbench.ui.widgets.docks import Docks

VERSION = 1
"""Of the arrangement: a remembered one of another version is not used."""
RIGHT, BOTTOM = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea


class EditDocks(Docks):
    """The docks of one editor by key."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window, ("edit.dock.", "edit.go."), VERSION)

    def add(
        self, key: str, title: str, help_: str, widget: QWidget, area: Qt.DockWidgetArea, with_: str = ""
    ) -> QDockWidget:
        """Give a panel a dock, behind a tab with the dock ``with_``, or below all others of its area."""
        dock = self.make(key, title, help_, widget)
        self.window.addDockWidget(area, dock)
        if with_:
            self.window.tabifyDockWidget(self.docks[with_], dock)
        if len(self.docks) < 10:
            self.actions[key].setShortcut(QKeySequence(f"Alt+{len(self.docks)}"))
        return dock

    def front(self, key: str) -> None:
        """Show a dock and bring it to the front."""
        self.docks[key].show()
        self.docks[key].raise_()

    def at(self, spot: QPoint) -> str:
        """The dock at a point of the screen; empty: none."""
        for key, dock in self.docks.items():
            inside = dock.rect().contains(dock.mapFromGlobal(spot))
            if inside and dock.isVisible() and not dock.visibleRegion().isEmpty():
                return key
        return ""

    def reach(self, key: str) -> None:
        """Go to a dock; from there, hide it."""
        dock = self.docks[key]
        if dock.isVisible() and any(w.hasFocus() for w in dock.findChildren(QWidget)):
            dock.hide()
            return
        self.front(key)
        inner = next(
            (
                w
                for w in dock.widget().findChildren(QWidget)
                if w.isVisible() and w.isEnabled() and w.focusPolicy() & Qt.FocusPolicy.TabFocus
            ),
            dock.widget(),
        )
        inner.setFocus(Qt.FocusReason.ShortcutFocusReason)
