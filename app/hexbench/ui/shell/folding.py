"""Docks with nothing to show fold to their row of tabs and open when they have something, leaving room for the map.

A *group* is the docks behind one row of tabs, or a single dock with its title. When it is folded, only that row
is left; clicking a tab opens it, clicking the front tab folds it. What the player opened or folded stays that
way: the program opens a group the player folded only when something in it calls for attention, and never folds
one the player is working in.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QStyle, QTabBar, QWidget

from hexbench.ui.docks.desk import DeskPanel
from hexbench.ui.look.language import tr
from hexbench.ui.widgets.background import once
from hexbench.ui.widgets.docks import Docks
from hexbench.ui.widgets.parts import in_sight

_BELOW = Qt.DockWidgetArea.BottomDockWidgetArea
_SIDES = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)
_NO_LIMIT = 16777215
"""Qt's own greatest size of a widget."""
_LOW = 60
"""A group lower than this, in pixels, was hardly meant to be so: opened, it gets its share."""
REST_MS = 60
"""How long the button of the mouse must be up before anything folds or comes."""
LEAST = (220, 84)
"""How narrow and how low an open panel may become, in pixels: else the fullest would decide how large the window must be."""
MORE = 9
"""Lines of text that an open panel has room for where, beside the map, its buttons would have none otherwise."""
MOST = 225
"""And no more pixels than that, however large text is: there are others beside it on a small screen."""
_USUAL = {"minimap": 22, "stack": 34, "log": 44}
"""First dock of a group at the side -> its usual height, in hundredths of the table's."""
Group = tuple[str, ...]


class Folding(QObject):
    """The groups of one window's docks."""

    def __init__(self, docking: Docks) -> None:
        super().__init__(docking)
        self.docking = docking
        self.kept: set[str] = set()
        """Docks the player opened: their group stays open."""
        self.shut: set[str] = set()
        """Docks of the groups that the player folded."""
        self.heights: dict[str, int] = {}
        """First dock of a group -> how high it was when it was last open, in pixels."""
        self._opened: list[str] = []
        """Docks in the order in which they were asked for, the newest last."""
        self._squeezed: set[str] = set()
        """Docks of the groups that are folded because their column has not room for all of them."""
        self._called: set[str] = set()
        """Docks the program showed since the last move: open until the next."""
        self._calling: set[str] = set()
        """Docks that called when last looked at."""
        self._laid = True
        """The docks have just been laid out: the pointer's position means nothing yet."""
        self._pressed: tuple[QWidget, QPoint | None, str, bool] | None = None
        self._later = once(self, self.settle)

    # ---- groups
    def groups(self) -> list[Group]:
        """Every group that can be seen, as the keys of its docks in order; what floats is none."""
        docks = self.docking.docks
        keys = {dock: key for key, dock in docks.items()}
        out: list[Group] = []
        done: set[str] = set()
        for key, dock in docks.items():
            if key in done or not self._there(dock):
                continue
            mates = [keys[d] for d in self.docking.window.tabifiedDockWidgets(dock) if d in keys]
            group = tuple(k for k in docks if k == key or (k in mates and self._there(docks[k])))
            done.update(group)
            out.append(group)
        return out

    @staticmethod
    def _there(dock: QDockWidget) -> bool:
        return not dock.isFloating() and not dock.isHidden()

    def group_of(self, key: str) -> Group:
        """The group a dock is in; empty for one that floats or is hidden."""
        return next((group for group in self.groups() if key in group), ())

    def folded(self, key: str) -> bool:
        """Whether only the name of a dock is to be seen."""
        dock = self.docking.docks.get(key)
        return dock is not None and dock.widget().maximumHeight() == 0

    # ---- what the docks say
    def _says(self, key: str) -> bool:
        panel = self.docking.docks[key].widget()
        return isinstance(panel, DeskPanel) and panel.says

    def _calls(self, key: str) -> bool:
        panel = self.docking.docks[key].widget()
        return isinstance(panel, DeskPanel) and panel.calls

    def _busy(self, group: Iterable[str]) -> bool:
        """The player is at work in it: the keyboard or the pointer is there."""
        focus = QApplication.focusWidget()
        for key in group:
            dock = self.docking.docks[key]
            panel = dock.widget()
            if panel.underMouse() or (focus is not None and panel.isAncestorOf(focus) and panel.isVisible()):
                return True
        return False

    # ---- folding and coming
    def later(self) -> None:
        """Look at all groups when this event is over."""
        if not self._later.isActive():
            self._later.start(0)

    def moved_on(self) -> None:
        """The position is another: what the program showed for a moment may go again."""
        self._called.clear()
        self.later()

    def settle(self) -> None:
        """Fold what has nothing to say, open what has."""
        if QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._later.start(REST_MS)  # nothing moves under a hand that drags
            return
        calling = {key for key in self.docking.docks if self._calls(key)}
        fresh, self._calling = calling - self._calling, calling
        laid, self._laid = self._laid, False
        groups = self.groups()
        for key in (key for group in groups for key in group if not self.folded(key)):
            _limit(self.docking.docks[key], folded=False)  # what it holds may be more now, or less
        self._squeeze(groups)
        for group in groups:
            if self._squeezed.intersection(group):
                if not self.folded(group[0]):
                    self.fold(group)
                continue
            says = any(self._says(key) or key in calling for key in group)
            stays = says or any(key in self.kept or key in self._called for key in group)
            comes = [key for key in group if key in fresh]
            if self.folded(group[0]):
                if comes or (stays and not self.shut.intersection(group)):
                    self.unfold(group)
                    for key in comes[:1]:
                        self.docking.docks[key].raise_()
            elif not stays and (laid or not self._busy(group)) and self._foldable(group):
                self.fold(group)

    # ---- columns that are too low
    def _squeeze(self, groups: list[Group]) -> None:
        """Say which groups fold because a column at the side has not room for all: those that were asked for last stay. Without
        this the window would grow beyond a small screen, where text is large.
        """
        before, self._squeezed = self._squeezed, set()
        window = self.docking.window
        layout = window.layout()
        fits = layout is None or layout.minimumSize().height() + _above(window) <= window.height()
        if fits and not before:  # as mostly
            return
        for area in _SIDES:
            column = [g for g in groups if window.dockWidgetArea(self.docking.docks[g[0]]) == area]
            wants = [g for g in column if before.intersection(g) or not self.folded(g[0])]
            if self._stands_beside(column):
                continue
            while len(wants) > 1 and self._high(column, wants) > window.height() - _above(window):
                wants.remove(goes := min(wants, key=self._rank))
                self._squeezed.update(goes)

    def _rank(self, group: Group) -> tuple[bool, int, bool, int]:
        """The less it is wanted, the less it is: where one is at work, what was asked for last, what calls, what holds more."""
        asked = max((self._opened.index(key) for key in group if key in self._opened), default=-1)
        return self._busy(group), asked, any(self._calls(key) for key in group), len(group)

    def _high(self, column: list[Group], open_: list[Group]) -> int:
        """How high a column is at least, in pixels, with some of its groups open."""
        gap = self.docking.window.style().pixelMetric(QStyle.PixelMetric.PM_DockWidgetSeparatorExtent)
        return sum(self._least(group, open_=group in open_) for group in column) + gap * (len(column) - 1)

    def _least(self, group: Group, *, open_: bool) -> int:
        """How high a group is at least, in pixels: the row of its tabs or its title, and what it shows."""
        docks = [self.docking.docks[key] for key in group]
        title = docks[0].minimumSizeHint().height() - docks[0].widget().minimumHeight()
        head = self._row_of(group) if len(group) > 1 else max(0, title)
        return head + (max(_low(dock) for dock in docks) if open_ else 0)

    def _stands_beside(self, column: list[Group]) -> bool:
        """Whether groups of a column are side by side: then the height it needs is unknown."""
        lefts = {d.x() for g in column for k in g if in_sight(d := self.docking.docks[k])}
        return len(lefts) > 1

    def least(self) -> int:
        """How high the docks at the sides must be, in pixels, when each column has folded what it can fold."""
        docks, window = self.docking.docks, self.docking.window
        out = 0
        for area in _SIDES:
            column = [g for g in self.groups() if window.dockWidgetArea(docks[g[0]]) == area]
            if self._stands_beside(column):
                return _NO_LIMIT
            one = max((self._least(g, open_=True) - self._least(g, open_=False) for g in column), default=0)
            out = max(out, self._high(column, []) + one)
        return out

    def _foldable(self, group: Group) -> bool:
        """In a column at the side one group stays open: there would be a gap, and no more room for the map."""
        window, docks = self.docking.window, self.docking.docks
        area = window.dockWidgetArea(docks[group[0]])
        if area not in (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea):
            return True
        beside = [g for g in self.groups() if window.dockWidgetArea(docks[g[0]]) == area and g != group]
        return any(not self.folded(g[0]) for g in beside)

    def fold(self, group: Group) -> None:
        """Leave only the names of a group."""
        docks = self.docking.docks
        high = max((docks[key].height() for key in group if in_sight(docks[key])), default=0)
        if high >= _LOW:
            self.heights[group[0]] = high
        for key in group:
            _limit(docks[key], folded=True)
        self._share(group)
        self._mark()

    def unfold(self, group: Group) -> None:
        """Open a group, as high as it was."""
        for key in group:
            _limit(self.docking.docks[key], folded=False)
        self.shut.difference_update(group)
        self._mark()  # the row of a folded group is a pixel higher
        self._share(group)

    def open(self, key: str, *, keep: bool = False) -> None:
        """Open the group of a dock; ``keep``: the player asked for it, so it stays."""
        (self.kept if keep else self._called).add(key)
        self._opened = [*(one for one in self._opened if one != key), key]
        group = self.group_of(key)
        if not group:
            dock = self.docking.docks.get(key)
            if dock is not None:
                _limit(dock, folded=False)
        elif self.folded(group[0]):
            self.unfold(group)
        self.later()  # there may be room for no other beside it

    def toggle(self, key: str) -> None:
        """Fold the group of a dock by hand, or open it."""
        group = self.group_of(key)
        if not group:
            return
        if self.folded(group[0]):
            self.open(key, keep=True)
        elif self._foldable(group):
            self.kept.difference_update(group)
            self._called.difference_update(group)
            self.shut.update(group)
            self._squeezed.difference_update(group)
            self.fold(group)
            self.later()  # another may have room now

    def even_out(self) -> None:
        """After docks were moved: a group of which some are folded is open, and what floats or is gone is not folded."""
        groups = self.groups()
        grouped = {key for group in groups for key in group}
        for group in groups:
            if len({self.folded(key) for key in group}) > 1:
                self.unfold(group)
        for key, dock in self.docking.docks.items():
            if key not in grouped and self.folded(key) and dock.isFloating():
                _limit(dock, folded=False)

    def open_all(self) -> None:
        """As if there were no folding, and as low as can be: before an arrangement is made or put back. On the way the docks
        may stand all above one another, and the window would grow with them.
        """
        for dock in self.docking.docks.values():
            _limit(dock, folded=False)
            dock.widget().setMinimumSize(1, 1)

    def share_all(self) -> None:
        """Give every open group its height."""
        for key, dock in self.docking.docks.items():
            _limit(dock, folded=self.folded(key))
        for group in self.groups():
            self._share(group)

    def _usual_height(self, key: str) -> int:
        """Default height of the group that begins with a dock, in pixels."""
        window = self.docking.window
        high = max(window.height(), 600)
        if window.dockWidgetArea(self.docking.docks[key]) == _BELOW:
            return max(172, high * 20 // 100)
        return high * _USUAL.get(key, 40) // 100

    def _share(self, group: Group) -> None:
        """Give the open groups beside one another the heights they had."""
        window, docks = self.docking.window, self.docking.docks
        area = window.dockWidgetArea(docks[group[0]])
        if area == Qt.DockWidgetArea.NoDockWidgetArea:  # nothing has been arranged yet
            return
        beside = [g for g in self.groups() if window.dockWidgetArea(docks[g[0]]) == area]
        open_ = [g for g in beside if not self.folded(g[0])]
        if not open_:
            return
        if area in (Qt.DockWidgetArea.TopDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea):
            open_ = [g for g in open_ if g == group]
        wanted = [
            self.heights[g[0]] + self._row_of(g) if g[0] in self.heights else self._usual_height(g[0])
            for g in open_
        ]
        window.resizeDocks([docks[g[0]] for g in open_], wanted, Qt.Orientation.Vertical)

    def _row_of(self, group: Group) -> int:
        """How high the row of tabs of a group is. It belongs to the height that Qt is asked for: without it, every game that was opened
        again would have other docks a little higher at its cost.
        """
        if len(group) < 2:
            return 0
        titles = {self.docking.docks[key].windowTitle() for key in group}
        rows = (r for r in self.docking.rows() if {r.tabText(n) for n in range(r.count())} & titles)
        return max((row.sizeHint().height() for row in rows), default=0)

    def stretch(self, key: str) -> None:
        """Fold the highest group that stands in one column with a dock, unless the player opened it: the dock wants the room."""
        group, window, docks = self.group_of(key), self.docking.window, self.docking.docks
        if not group:
            return

        def high(other: Group) -> int:
            return max((docks[k].height() for k in other if in_sight(docks[k])), default=0)

        area = window.dockWidgetArea(docks[group[0]])
        others = [
            other
            for other in self.groups()
            if other != group and not self.folded(other[0]) and window.dockWidgetArea(docks[other[0]]) == area
        ]
        free = [other for other in others if not self.kept.intersection(other) and not self._busy(other)]
        if free:
            highest = max(free, key=high)
            self.shut.update(highest)
            self.fold(highest)

    # ---- what is remembered
    def words(self) -> list[str]:
        """What the player keeps open and folded, and how high groups are, to be remembered."""
        for group in self.groups():
            shown = [d for k in group if in_sight(d := self.docking.docks[k])]
            if shown and not self.folded(group[0]) and shown[0].height() >= _LOW:
                self.heights[group[0]] = shown[0].height()
        return [
            *(f"+{key}" for key in sorted(self.kept)),
            *(f"-{key}" for key in sorted(self.shut)),
            *(f"={high}={key}" for key, high in sorted(self.heights.items())),
        ]

    def take_words(self, words: Iterable[str]) -> None:
        """Apply the remembered state; None: as if nothing had been opened or folded."""
        self.kept, self.shut, self.heights = set(), set(), {}
        self._called.clear()
        self._calling.clear()
        self._laid = True
        for word in words:
            sign, key = word[:1], word[1:]
            if sign == "+":
                self.kept.add(key)
            elif sign == "-":
                self.shut.add(key)
            elif sign == "=" and "=" in key and (high := key.partition("=")[0]).isdigit():
                self.heights[key.partition("=")[2]] = int(high)

    # ---- the hand
    def take(self, dock: QDockWidget) -> None:
        """A new dock, open."""
        _limit(dock, folded=False)

    def watch(self, rows: Iterable[QTabBar]) -> None:
        """Let clicks on a row of tabs, or on the title of a dock alone, fold and open it.

        An event filter is called for every event of a widget; for rows and docks that took a tenth of the time to open
        a game. So a row signals its own clicks and is watched only until the button is released; a dock behind tabs has
        no title.
        """
        for tabs in rows:
            if not tabs.property("folds"):
                tabs.setProperty("folds", True)
                tabs.tabBarClicked.connect(self._on_tab)
        for dock in self.docking.docks.values():
            dock.removeEventFilter(self)
            if dock.titleBarWidget() is None:
                dock.installEventFilter(self)

    def _on_tab(self, tab: int) -> None:
        """A button of the mouse went down on a tab."""
        tabs = self.sender()
        if isinstance(tabs, QTabBar) and tab >= 0:
            key = self._titled(tabs.tabText(tab))
            self._pressed = (tabs, None, key, tab == tabs.currentIndex()) if key else None
            tabs.removeEventFilter(self)
            tabs.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent):
            return False
        spot, kind = event.position().toPoint(), event.type()
        if kind == QEvent.Type.MouseButtonPress and isinstance(watched, QDockWidget):
            key = self._name_on(watched, spot)
            self._pressed = (watched, spot, key, True) if key else None
        elif kind == QEvent.Type.MouseMove and self._pressed is not None and self._pressed[1] is None:
            widget, _, key, front = self._pressed
            self._pressed = (widget, spot, key, front)  # a row does not say where it was clicked
        elif kind == QEvent.Type.MouseButtonRelease:
            if isinstance(watched, QTabBar):
                watched.removeEventFilter(self)
            pressed, self._pressed = self._pressed, None
            if pressed is not None and event.button() == Qt.MouseButton.LeftButton:
                self._on_released(watched, spot, *pressed)
        return False

    def _on_released(
        self, watched: QObject, spot: QPoint, widget: QWidget, start: QPoint | None, key: str, front: bool
    ) -> None:
        """What was pressed is clicked where it is let go of before it was dragged anywhere."""
        way = 0 if start is None else (spot - start).manhattanLength()
        if isinstance(watched, QTabBar) and self._titled(watched.tabText(watched.tabAt(spot))) != key:
            return
        if widget is watched and way < QApplication.startDragDistance():
            if front:
                self.toggle(key)
            else:
                self.open(key, keep=True)

    def _name_on(self, dock: QDockWidget, spot: QPoint) -> str:
        """The dock whose title lies under a point of it; empty: none."""
        title = dock.titleBarWidget() is None and not dock.widget().geometry().contains(spot)
        return next((k for k, d in self.docking.docks.items() if d is dock and title), "")

    def _titled(self, title: str) -> str:
        return next((k for k, d in self.docking.docks.items() if title and d.windowTitle() == title), "")

    def _mark(self) -> None:
        """A row of tabs over nothing shows none of them in front."""
        for tabs in self.docking.rows():
            key = self._titled(tabs.tabText(max(0, tabs.currentIndex())))
            folded = bool(key) and self.folded(key)
            if bool(tabs.property("folded")) != folded:
                tabs.setProperty("folded", folded)
                tabs.style().unpolish(tabs)
                tabs.style().polish(tabs)
                QApplication.sendEvent(tabs, QEvent(QEvent.Type.StyleChange))  # else it keeps its old height

    def tip(self, title: str, words: str) -> str:
        """What a tab says when the pointer rests on it."""
        key = self._titled(title)
        hint = (
            tr("Click to open it")
            if key and self.folded(key)
            else tr("Click the front tab's name to fold it")
        )
        return f"{words}\n{hint}" if words else hint


def _limit(dock: QDockWidget, *, folded: bool) -> None:
    panel = dock.widget()
    panel.setMinimumSize(LEAST[0], 0 if folded else _low(dock))
    panel.setMaximumHeight(0 if folded else _NO_LIMIT)


def _low(dock: QDockWidget) -> int:
    """How low the panel of a dock may become while it is open, in pixels."""
    panel, window = dock.widget(), dock.parentWidget()
    line, layout = panel.fontMetrics().lineSpacing(), panel.layout()
    low = max(LEAST[1], panel.least_lines * line if isinstance(panel, DeskPanel) else 0)
    below = isinstance(window, QMainWindow) and window.dockWidgetArea(dock) == _BELOW
    if layout is not None and not below:  # there the map is above it, and what lies there scrolls
        low = max(low, min(layout.minimumSize().height(), MORE * line, MOST))
    return low


def _above(window: QMainWindow) -> int:
    """How high what stands above the docks of a window is, at the width there is, in pixels."""
    bar = window.menuWidget()
    return 0 if bar is None else max(bar.heightForWidth(window.width()), bar.minimumSizeHint().height())
