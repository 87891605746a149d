"""Docks round a window's central widget, by key: shared by the table and the editors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from PySide6.QtCore import QByteArray, QObject, QSignalBlocker, Qt
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QAbstractButton, QDockWidget, QMainWindow, QTabBar, QTabWidget, QWidget
from shiboken6 import isValid

from hexbench.ui.look.language import as_it_is, tr
from hexbench.ui.widgets.background import once
from hexbench.ui.widgets.icons import icon
from hexbench.ui.widgets.parts import in_sight, named, stops

_AWAY = 500
"""Pixels beyond the corner of a window, where Qt as well leaves the rows of tabs that it has no use for."""


class Docks(QObject):
    """The docks of one window. ``version``: of their arrangement; a saved one of another version is ignored."""

    def __init__(self, window: QMainWindow, prefixes: tuple[str, str], version: int) -> None:
        """``prefixes``: with what the names of docks and of their actions, as objects, begin."""
        super().__init__(window)
        self.window, self.version = window, version
        self._prefixes = prefixes
        self.docks: dict[str, QDockWidget] = {}
        self.actions: dict[str, QAction] = {}
        self.words: dict[str, str] = {}
        """Title of a dock -> what it is for."""
        self._signs: dict[tuple[str, str, str], QIcon] = {}
        """The icons of title bars by name and colours."""
        self._later = once(self, self.tidy)
        window.setAnimated(False)
        window.setDockNestingEnabled(True)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)

    def make(self, key: str, title: str, help_: str, widget: QWidget) -> QDockWidget:
        """A dock with a widget, not yet in any area, and the action that leads to it."""
        dock = QDockWidget(title, self.window)
        dock.setObjectName(self._prefixes[0] + key)
        dock.setWidget(widget)
        for moved in (dock.dockLocationChanged, dock.topLevelChanged, dock.visibilityChanged):
            moved.connect(self._on_moved)
        self.docks[key] = dock
        self.words[title] = help_
        action = QAction(title, self)
        action.setObjectName(self._prefixes[1] + key)
        action.triggered.connect(self._on_go)
        action.setToolTip(as_it_is("\n".join(x for x in (help_, tr("Go there; from there, hide it")) if x)))
        self.actions[key] = action
        return dock

    def state(self) -> QByteArray:
        """The arrangement, to be remembered."""
        return self.window.saveState(self.version)

    def restore(self, state: QByteArray) -> bool:
        """Arrange as remembered; False when that is not possible."""
        if state.isEmpty():
            return False
        # Qt makes new rows of tabs for what it restores and forgets the old ones, which stay on the window with their tabs. They may not be
        # deleted, for some lie in a pool it takes from; whatever is used again is filled and shown anew.
        for tabs in self.rows():
            _put_away(tabs)
        return self.window.restoreState(state, self.version)

    def put_old_rows_away(self) -> None:
        """Where Qt makes a group of docks within others it copies it twice, and each copy leaves its row of tabs on the window.
        Of the rows with the same dock the last is the one in use.
        """
        seen: set[str] = set()
        for tabs in reversed(self.rows()):
            names = {tabs.tabText(n) for n in range(tabs.count())}
            if names & seen:
                _put_away(tabs)
            seen |= names

    def visible(self) -> list[QDockWidget]:
        """The docks one can see now, in order."""
        return [dock for dock in self.docks.values() if in_sight(dock)]

    def go_round(self, first: Sequence[QWidget], step: int) -> None:
        """F6: the keyboard goes ``step`` places on in the ring of what is given first and every dock that can be seen."""
        ring = [*first, *(first_focus(dock) for dock in self.visible())]
        if not ring:  # a lesson without a position has no map, and all docks may be hidden
            return
        now = self.window.focusWidget()
        at = next((i for i, w in enumerate(ring) if w is now or w.isAncestorOf(now)), -1)
        ring[(at + step) % len(ring)].setFocus(Qt.FocusReason.TabFocusReason)

    def reach(self, key: str) -> None:
        """What the action of a dock does."""

    def _on_go(self) -> None:
        self.reach(self.sender().objectName().removeprefix(self._prefixes[1]))

    def _on_moved(self, _: object = None) -> None:
        self._later.start()

    def beside(self, dock: QDockWidget) -> list[QDockWidget]:
        """The docks that share a row of tabs with a dock."""
        return self.window.tabifiedDockWidgets(dock)

    def pass_by(self, step: Callable[[], bool]) -> bool:
        """Let the Tab key make a step past what lies behind a tab or is folded, and past rows of tabs that are in use no more:
        all of that is shown, far outside the window, and Qt would stop there.
        """
        rows = self.window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        away: list[QWidget] = [tabs for tabs in rows if not in_sight(tabs)]
        for dock in self.docks.values():
            if dock.isVisible() and not in_sight(dock.widget()):
                away += stops(dock)
        # One that hands the keyboard on is no stop, and would hand on what is set here as well.
        policies = [(part, part.focusPolicy()) for part in away if part.focusProxy() is None]
        for part, _ in policies:
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        try:
            return step()
        finally:
            for part, policy in policies:
                if isValid(part):
                    part.setFocusPolicy(policy)

    def bare(self, dock: QDockWidget) -> None:
        """Take the title bar off a dock."""
        if dock.titleBarWidget() is None:
            dock.setTitleBarWidget(QWidget(dock))

    def tidy(self) -> None:
        """A dock behind tabs has its name on its tab: it needs no title bar as well."""
        for dock in self.docks.values():
            tabbed = not dock.isFloating() and bool(self.beside(dock))
            bare = dock.titleBarWidget() is not None
            if tabbed:
                self.bare(dock)
            elif bare and not tabbed:
                bar = dock.titleBarWidget()
                dock.setTitleBarWidget(None)  # type: ignore[arg-type]
                bar.deleteLater()
            self._sign(dock)
        self.settle_tabs(self.rows())

    def _sign(self, dock: QDockWidget) -> None:
        """Signs and words for the buttons of a title bar. Qt gives them faint ones, and its own again whenever something changes
        about the dock.
        """
        chrome = dock.palette()
        ink, muted = chrome.windowText().color().name(), chrome.placeholderText().color().name()
        buttons = {
            "floatbutton": ("window", tr("Float"), tr("Make it a separate window, or dock it again")),
            "closebutton": ("cross", tr("Close"), tr("Close it; the View menu brings it back")),
        }
        for name, (sign, title, tip) in buttons.items():
            button = dock.findChild(QAbstractButton, f"qt_dockwidget_{name}")
            if button is not None:
                button.setIcon(self._icon(sign, ink, muted))
                named(button, title=title, tip=tip)

    def _icon(self, sign: str, ink: str, muted: str) -> QIcon:
        """An icon of title bars, drawn once: every dock has it, and it is set again whenever one is moved or shown."""
        found = self._signs.get((sign, ink, muted))
        if found is None:
            found = self._signs[sign, ink, muted] = icon(sign, ink, muted)
        return found

    def settle_tabs(self, rows: Iterable[QTabBar]) -> None:
        """Let every tab show its full name, with a tooltip."""
        for tabs in rows:
            tabs.setUsesScrollButtons(True)
            tabs.setElideMode(Qt.TextElideMode.ElideNone)
            tabs.setExpanding(False)
            for n in range(tabs.count()):
                tabs.setTabToolTip(n, as_it_is(self.tip(tabs.tabText(n))))

    def tip(self, title: str) -> str:
        """The tooltip of a dock's tab."""
        return self.words.get(title, title)

    def rows(self) -> list[QTabBar]:
        """The rows of tabs, one for each group of docks."""
        found = self.window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return [tabs for tabs in found if tabs.count()]


def first_focus(dock: QDockWidget) -> QWidget:
    """The widget of a dock that takes the keyboard: its list or page, else the first that Tab stops at."""
    panel = dock.widget()
    favourite = getattr(panel, "list", None) or getattr(panel, "page", None) or getattr(panel, "words", None)
    if isinstance(favourite, QWidget) and favourite.isVisible():
        return favourite
    free = {part for part in stops(panel) if part.isVisible() and part.isEnabled()}
    return next((part for part in _in_tab_order(panel) if part in free), panel)


def _in_tab_order(panel: QWidget) -> Iterator[QWidget]:
    """What the Tab key comes past after a panel: what is listed anew is made last and may still come first."""
    part = panel.nextInFocusChain()
    while part is not None and part is not panel:
        yield part
        part = part.nextInFocusChain()


def _put_away(tabs: QTabBar) -> None:
    """Empty a row of tabs that is in use no more, and take it out of sight: hidden alone it is shown again with its window, and
    a line is seen where it lies.
    """
    with QSignalBlocker(tabs):
        while tabs.count():
            tabs.removeTab(0)
    tabs.hide()
    tabs.move(-tabs.width() - _AWAY, -tabs.height() - _AWAY)
