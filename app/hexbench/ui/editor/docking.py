"""The docks round the map of the scenario editor: arranged, kept, and reached by key."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QTabWidget, QWidget

from hexbench.ui.look.language import as_it_is, tr

VERSION = 1
"""Of the arrangement: a remembered one of another version is not used."""
RIGHT, BOTTOM = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea


class EditDocks(QObject):
    """The docks of one window by key."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.docks: dict[str, QDockWidget] = {}
        self.actions: dict[str, QAction] = {}
        self._words: dict[str, str] = {}
        window.setAnimated(False)
        window.setDockNestingEnabled(True)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self.tidy)

    def add(
        self, key: str, title: str, help_: str, widget: QWidget, area: Qt.DockWidgetArea, with_: str = ""
    ) -> QDockWidget:
        """Give a panel a dock, behind a tab with the dock ``with_``, or below all others of its area."""
        dock = QDockWidget(title, self.window)
        dock.setObjectName(f"edit.dock.{key}")
        dock.setWidget(widget)
        dock.dockLocationChanged.connect(self._on_moved)
        dock.visibilityChanged.connect(self._on_moved)
        dock.topLevelChanged.connect(self._on_moved)
        self.window.addDockWidget(area, dock)
        if with_:
            self.window.tabifyDockWidget(self.docks[with_], dock)
        self.docks[key] = dock
        self._words[title] = help_
        action = QAction(title, self)
        action.setObjectName(f"edit.go.{key}")
        action.setToolTip(as_it_is(f"{help_}\n{tr('Go there; from there, hide it')}"))
        action.setShortcut(QKeySequence(f"Alt+{len(self.docks)}") if len(self.docks) < 10 else QKeySequence())
        action.triggered.connect(self._on_go)
        self.actions[key] = action
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

    def state(self) -> QByteArray:
        """The arrangement, to be remembered."""
        return self.window.saveState(VERSION)

    def restore(self, state: QByteArray) -> bool:
        """Arrange as remembered; False when that is not possible."""
        return not state.isEmpty() and self.window.restoreState(state, VERSION)

    def _on_moved(self, _: object = None) -> None:
        self._later.start()

    def tidy(self) -> None:
        """A dock behind tabs has its name on its tab: it needs no title bar as well."""
        for dock in self.docks.values():
            tabbed = not dock.isFloating() and bool(self.window.tabifiedDockWidgets(dock))
            bare = dock.titleBarWidget() is not None
            if tabbed and not bare:
                dock.setTitleBarWidget(QWidget(dock))
            elif bare and not tabbed:
                bar = dock.titleBarWidget()
                dock.setTitleBarWidget(None)  # type: ignore[arg-type]
                bar.deleteLater()
        for tabs in self.window.findChildren(QTabBar):
            if tabs.parent() is self.window:
                tabs.setExpanding(False)
                tabs.setElideMode(Qt.TextElideMode.ElideNone)
                tabs.setUsesScrollButtons(True)
                for n in range(tabs.count()):
                    tabs.setTabToolTip(n, self._words.get(tabs.tabText(n), tabs.tabText(n)))

    def _on_go(self) -> None:
        key = self.sender().objectName().removeprefix("edit.go.")
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
