"""The docks: created, arranged, remembered for each game, reset, and reached by key."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar

from hexbench.engine.display import Cards, CombatBoard, Facts, Panel, Pool, Roster, Table, Track, Workshop
from hexbench.ui.docks.desk import Desk, DeskPanel
from hexbench.ui.docks.game import GamePanel, panel_key
from hexbench.ui.docks.tips import about_dock
from hexbench.ui.look.language import tell
from hexbench.ui.shell.folding import Folding
from hexbench.ui.widgets.docks import Docks, first_focus
from hexbench.ui.widgets.parts import in_sight

VERSION = 3
"""Of the arrangement: a remembered one of another version is not used."""
TAB = 17
"""What a tab is wider than its name, in pixels."""
ASKED = ("sight", "umpire", "hint", "study")
"""Docks that are not there until somebody asks for what they show."""
NARROW = 290
"""The least width of the column at the right, in pixels."""
LEFT, RIGHT, BOTTOM = (
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)


class Docking(Docks):
    """The docks of the table. ``changed()``: the set of docks has changed."""

    changed = Signal()
    map_alone = Signal(bool)
    """The map has the window to itself from now on, or no longer."""

    def __init__(self, window: QMainWindow, desk: Desk) -> None:
        super().__init__(window, ("dock.", "dock.go."), VERSION)
        self.desk = desk
        self.game: dict[str, GamePanel] = {}
        self._kinds: dict[str, type] = {}
        self._news: dict[str, tuple[bool, bool]] = {}
        """dock -> whether it held (or lit) anything, whether a combat was being fought, when last looked at."""
        self._lent: QDockWidget | None = None
        """What was in front of the dock that came to the front automatically."""
        self._floating: list[QDockWidget] = []
        self._away: list[QDockWidget] = []
        """What was there before the map had the window to itself."""
        self.folding = Folding(self)
        desk.dressed.connect(self._later.start)  # tabs of another size need another width
        desk.refreshed.connect(self.folding.moved_on)
        for news in (desk.units_changed, desk.hex_changed, desk.why_changed):
            news.connect(self.folding.later)
        window.setCorner(Qt.Corner.BottomLeftCorner, LEFT)

    def add(self, panel: DeskPanel, key: str, title: str) -> QDockWidget:
        """Give a panel a dock."""
        kind = self._kinds.get(key.removeprefix("game.")) if key.startswith("game.") else None
        dock = self.make(key, title, about_dock(key, kind), panel)
        dock.hide()  # else it is shown with its window, in no area yet, and laid out anew for all that is changed on it
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetClosable
            | QDockWidget.DockWidgetFeature.DockWidgetMovable
            | QDockWidget.DockWidgetFeature.DockWidgetFloatable
        )
        dock.visibilityChanged.connect(panel.come_up)
        dock.visibilityChanged.connect(self.folding.later)  # with its widgets it may need more room
        self.folding.take(dock)
        panel.says_changed.connect(self.folding.later)
        self._number()
        return dock

    def _number(self) -> None:
        """Alt+1 to Alt+9 go to the first nine."""
        for n, action in enumerate(self.actions.values(), start=1):
            action.setShortcut(QKeySequence(f"Alt+{n}") if n <= 9 else QKeySequence())

    def show_game(self, panels: tuple[Panel, ...]) -> None:
        """Make the docks of a game's own panels; those of the game before go."""
        for key in list(self.game):
            self._drop(f"game.{key}")
        self.game = {}
        self._kinds = {}
        self._news = {}
        for panel in panels:
            key = panel_key(panel)
            if key in self.game:
                continue
            widget = GamePanel(self.desk, key, tell(panel.title))
            self.game[key] = widget
            self._kinds[key] = type(panel)
            self.add(widget, f"game.{key}", tell(panel.title))
        self.changed.emit()

    def _drop(self, key: str) -> None:
        dock = self.docks.pop(key)
        if dock is self._lent:
            self._lent = None
        self.actions.pop(key).deleteLater()
        self.window.removeDockWidget(dock)
        # Until it is deleted it must not be taken for the dock of the same name in the next game. It stays a child of the
        # window, which has hidden it: without a parent it would be styled once more, with all that is in it.
        dock.setObjectName("")
        dock.deleteLater()

    # ---- arranging
    def arrange(self) -> None:
        """The arrangement one begins with: one column at the right, all the width of the map below it; what has nothing to say
        is folded.
        """
        window, docks = self.window, self.docks
        self.map_only(False)
        self.folding.open_all()
        self.folding.take_words(())
        for dock in docks.values():
            dock.setFloating(False)
            window.removeDockWidget(dock)
        window.addDockWidget(RIGHT, docks["minimap"])
        window.addDockWidget(RIGHT, docks["stack"])
        window.splitDockWidget(docks["minimap"], docks["stack"], Qt.Orientation.Vertical)
        window.addDockWidget(RIGHT, docks["log"])
        window.splitDockWidget(docks["stack"], docks["log"], Qt.Orientation.Vertical)
        for key in ("hex", "tray"):
            window.tabifyDockWidget(docks["stack"], docks[key])
        for key in ("history", "layers", "rules", *ASKED):
            if key in docks:
                window.tabifyDockWidget(docks["log"], docks[key])
        below: list[QDockWidget] = []
        hidden = [docks[key] for key in ASKED if key in docks]
        for key, kind in self._kinds.items():
            dock = docks[f"game.{key}"]
            if issubclass(kind, Track | Table | Cards | Workshop | Facts | Pool):
                below.append(dock)  # these are wide, or small
            elif issubclass(kind, Roster):
                window.tabifyDockWidget(docks["stack"], dock)
            elif issubclass(kind, CombatBoard):
                window.tabifyDockWidget(docks["log"], dock)
            else:
                window.tabifyDockWidget(docks["log"], dock)
                hidden.append(dock)
        below += [docks[key] for key in ("attacks",) if key in docks]
        for dock in below[:1]:
            window.addDockWidget(BOTTOM, dock)
        for dock in below[1:]:
            window.tabifyDockWidget(below[0], dock)
        self._bring_out(hidden, [docks["minimap"], *(below if len(below) == 1 else ())])
        for first in (docks["log"], docks["stack"], *below[:1]):
            first.raise_()
        self.tidy()
        wide = max(window.width(), 900)
        window.resizeDocks([docks["log"]], [max(NARROW, wide * 17 // 100)], Qt.Orientation.Horizontal)
        self.folding.share_all()
        self.folding.settle()

    def _bring_out(self, hidden: list[QDockWidget], alone: list[QDockWidget]) -> None:
        """Show all docks but some; ``alone`` are those that lie behind no tabs."""
        seen = [dock for dock in self.docks.values() if dock not in hidden]
        for dock in seen:
            if dock not in alone:
                self.bare(dock)  # while they are hidden: later the window would be laid out anew for each
        for dock in seen:
            dock.show()
        for dock in hidden:
            dock.hide()

    def lies_below(self, dock: QDockWidget) -> bool:
        """Whether a dock is below the map."""
        return not dock.isFloating() and not dock.isHidden() and self.window.dockWidgetArea(dock) == BOTTOM

    def map_only(self, on: bool) -> None:
        """Give the map the whole window: hide every dock, or restore them where they were."""
        if on and not self._away:
            self._away = [dock for dock in self.docks.values() if not dock.isHidden()]
            for dock in self._away:
                dock.hide()
            self.map_alone.emit(True)
        elif not on and self._away:
            away, self._away = self._away, []
            for dock in away:
                if dock in self.docks.values():
                    dock.show()
            self.folding.share_all()
            self.folding.later()
            self.map_alone.emit(False)

    @property
    def alone(self) -> bool:
        """Whether the map has the window to itself."""
        return bool(self._away)

    def restore(self, state: QByteArray) -> bool:
        """Arrange as remembered; False when that is not possible."""
        self.map_only(False)
        self.folding.open_all()
        for dock in () if state.isEmpty() else self.docks.values():
            self.bare(dock)  # most lie behind tabs; while they are hidden it costs nothing
        if not super().restore(state):
            return False
        for dock in self.docks.values():  # what the game shows now and did not show then
            if (
                not dock.isFloating()
                and self.window.dockWidgetArea(dock) == Qt.DockWidgetArea.NoDockWidgetArea
            ):
                self.window.tabifyDockWidget(self.docks["log"], dock)
                dock.setVisible(all(dock is not self.docks.get(key) for key in ("umpire", "hint", "study")))
        self.tidy()
        self.folding.share_all()
        self.folding.settle()
        return True

    def settle_tabs(self, rows: Iterable[QTabBar]) -> None:
        """And if there is too little room, put the names closer together."""
        self.folding.even_out()
        super().settle_tabs(rows)
        own = self.rows()
        self.folding.watch(own)
        for tabs in own:
            _tighten(tabs)

    def tip(self, title: str) -> str:
        """What a tab says of its dock, and of its group being folded."""
        return self.folding.tip(title, self.words.get(title, ""))

    def show_news(self, panels: tuple[Panel, ...]) -> None:
        """Bring a combat dock or a workshop to the front when there is something in it that was not there before, and so a
        table that begins to be lit; one that was closed stays closed.
        """
        for panel in panels:
            if isinstance(panel, CombatBoard):
                now = any(combat.status == "now" for combat in panel.combats)
                found = (bool(panel.combats or panel.choices), now)
            elif isinstance(panel, Table):
                found = (bool(panel.lights), False)
            elif isinstance(panel, Workshop):
                found = (bool(panel.rows), False)
            else:
                continue
            before = self._news.get(panel.key, (False, False))
            self._news[panel.key] = found
            dock = self.docks.get(f"game.{panel.key}")
            new = any(is_ and not was for is_, was in zip(found, before, strict=True))
            if new and dock is not None and dock.toggleViewAction().isChecked():
                dock.raise_()
        self.folding.later()

    @property
    def combat(self) -> str:
        """The dock of the game's combats; empty: it has none."""
        found = (key for key, kind in self._kinds.items() if issubclass(kind, CombatBoard))
        return next((f"game.{key}" for key in found), "")

    # ---- reaching
    def go(self, key: str) -> None:
        """Show a dock, bring it to the front and give it the keyboard."""
        dock = self.docks.get(key)
        if dock is not None:
            self.map_only(False)
            dock.show()
            self.folding.open(key, keep=True)
            dock.raise_()
            first_focus(dock).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def front(self, key: str) -> None:
        """Show a dock and bring it to the front; the keyboard stays where it is."""
        dock = self.docks.get(key)
        if dock is not None and not self.alone:
            dock.show()
            self.folding.open(key)
            dock.raise_()

    def lend(self, key: str) -> None:
        """Bring a dock to the front temporarily; remember the one in front of it."""
        dock = self.docks[key]
        others = self.beside(dock)
        if self._lent is None and others:
            self._lent = next((d for d in others if in_sight(d)), others[0])
        self.front(key)

    def give_back(self, key: str) -> None:
        """Bring back to the front what :meth:`lend` covered, unless something else is in front by now."""
        lent, self._lent = self._lent, None
        dock = self.docks[key]
        if lent is None or lent not in self.docks.values() or not lent.toggleViewAction().isChecked():
            return
        if in_sight(dock) and lent in self.beside(dock):
            lent.raise_()

    def reach(self, key: str) -> None:
        """Go to a dock; from there, hide it."""
        dock, focus = self.docks[key], self.window.focusWidget()
        within = bool(focus) and dock.isAncestorOf(focus)
        if dock.isVisible() and within and not self.folding.folded(key):
            self.folding.kept.discard(key)
            dock.hide()
        else:
            self.go(key)

    def visible(self) -> list[QDockWidget]:
        """The visible docks, in order."""
        return [dock for key, dock in self.docks.items() if in_sight(dock) and not self.folding.folded(key)]

    def come_up(self) -> None:
        """What can be seen has its widgets from now on: called before the first paint of a game."""
        for dock in self.visible():
            panel = dock.widget()
            if isinstance(panel, DeskPanel):
                panel.come_up(shown=True)

    def hide_floating(self) -> None:
        """Take floating docks off the screen: they are windows of their own and would stay above a cover."""
        self._floating = [dock for dock in self.docks.values() if dock.isFloating() and dock.isVisible()]
        for dock in self._floating:
            dock.hide()

    def show_floating(self) -> None:
        """Show again what :meth:`hide_floating` took away."""
        for dock in self._floating:
            dock.show()
        self._floating = []


def _tighten(tabs: QTabBar) -> None:
    """If a row of tabs has too little room, its names move closer together."""
    tight = bool(tabs.property("tight"))
    names = [tabs.fontMetrics().horizontalAdvance(tabs.tabText(n)) for n in range(tabs.count())]
    full = sum(names) + tabs.count() * TAB + TAB // 2  # the name in front is in bold
    if tight != (full > tabs.width()):
        tabs.setProperty("tight", not tight)
        tabs.style().unpolish(tabs)
        tabs.style().polish(tabs)
        QCoreApplication.sendEvent(tabs, QEvent(QEvent.Type.StyleChange))  # they are laid out anew
