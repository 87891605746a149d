"""Every action of the window: its name, words, key and menu, declared in one table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from hexbench.ui.shell.memory import Memory


class Act(NamedTuple):
    """One action. ``keys`` are separated by blanks; ``at`` says when it can be used: always or with a game."""

    name: str
    menu: str
    text: str
    keys: str = ""
    at: str = "game"
    check: bool = False
    help: str = ""


TABLE: tuple[Act | str, ...] = (
    Act("file.new", "File", "&New game…", "Ctrl+N", "always"),
    Act("file.open", "File", "&Open…", "Ctrl+O", "always"),
    "File",
    Act(
        "file.save_as",
        "File",
        "Save &as…",
        "Ctrl+Shift+S",
        help="The game is saved by itself; this gives it a file of your own",
    ),
    Act("file.close", "File", "&Close the game", "Ctrl+W"),
    "File",
    Act("file.quit", "File", "&Quit", "Ctrl+Q", "always"),
    Act("edit.undo", "Edit", "&Undo", "Ctrl+Z"),
    Act("edit.redo", "Edit", "&Redo", "Ctrl+Shift+Z Ctrl+Y"),
    "Edit",
    Act("edit.select_stack", "Edit", "Select the &stack", "Ctrl+A"),
    Act("edit.deselect", "Edit", "&Deselect", "Ctrl+D"),
    "Edit",
    Act("edit.settings", "Edit", "Se&ttings…", "Ctrl+,", "always"),
    Act(
        "edit.keys",
        "Edit",
        "&Keyboard shortcuts…",
        "",
        "always",
        help="Give every action the key you want",
    ),
    Act(
        "edit.find",
        "Edit",
        "&Find anything…",
        "Ctrl+K Ctrl+F",
        "always",
        help="An action, a unit, a town, a hex or a rule, by a few letters of its name",
    ),
    Act("view.zoom_in", "View", "Zoom &in", "Ctrl++ Ctrl+="),
    Act("view.zoom_out", "View", "Zoom &out", "Ctrl+-"),
    Act("view.zoom_real", "View", "&Full size", "Ctrl+1"),
    Act("view.fit", "View", "&Whole map", "Ctrl+0"),
    Act("view.fit_selection", "View", "&Selection", "Ctrl+9"),
    "View",
    Act("view.night", "View", "&Night colours", "Ctrl+Shift+N", "always", check=True),
    Act("view.reduce_motion", "View", "&Reduce motion", "", "always", check=True),
    Act("view.full_screen", "View", "F&ull screen", "F11", "always", check=True),
    "View",
    Act("view.overlays_off", "View", "&Clear all overlays", "Ctrl+Backspace"),
    Act("view.counters", "View", "Show &counters", "Ctrl+H", check=True),
    Act("view.next_pane", "View", "Ne&xt pane", "F6"),
    Act("view.last_pane", "View", "&Previous pane", "Shift+F6"),
    Act("view.reset", "View", "Put the docks &back in order", ""),
    Act("game.default", "Game", "&End the phase", "Ctrl+Return Ctrl+Enter"),
    Act(
        "game.checklist",
        "Game",
        "&What is still open…",
        "Ctrl+L",
        help="What this phase would be ended without: duties, units, points, stacks",
    ),
    "Game",
    Act("game.next", "Game", "&Next unit that can act", "N"),
    Act("game.previous", "Game", "&Previous unit that can act", "Shift+N"),
    Act(
        "game.why",
        "Game",
        "&Why not here?",
        "? Shift+?",
        help="Why the selected units may not go to the hex under the pointer",
    ),
    "Game",
    Act(
        "game.replay",
        "Game",
        "&Replay the game…",
        "Ctrl+R",
        help="Every action from the beginning, step by step",
    ),
    Act("game.replay_turn", "Game", "Replay this &turn…", "Ctrl+Shift+R"),
    Act("game.tape", "Game", "Distance &tape", "T", check=True),
    Act("game.sight", "Game", "&Line of sight", "L", check=True),
    Act(
        "game.study",
        "Game",
        "&Study mode",
        "",
        check=True,
        help="See everything, decide for every side, undo without limit",
    ),
    Act(
        "game.calculator",
        "Game",
        "Combat &calculator…",
        "",
        "always",
        help="Put a combat together by hand, with no map: every shift with its clause, exact chances, both dice",
    ),
    Act("help.keys", "Help", "&Keys and mouse", "F1", "always"),
    Act("help.walk", "Help", "A turn, &walked through", "", "always"),
    Act("help.rules", "Help", "&Rules", "F2"),
    Act("help.about", "Help", "&About Hexbench", "", "always"),
)
"""A bare name in the table is a line in that menu."""
MENUS = ("File", "Edit", "View", "Game", "Help")
NO_KEY = "none"
"""What is remembered of an action whose keys were all taken away."""


class Actions(QObject):
    """The actions by name, in their menus. ``keys_changed()``: one has other keys than before."""

    keys_changed = Signal()

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.menus: dict[str, QMenu] = {}
        self.by_name: dict[str, QAction] = {}
        self.usual: dict[str, tuple[str, ...]] = {}
        """name -> its keys as they come with the program, in Qt's portable text."""
        self.menu_of: dict[str, str] = {}
        self._help: dict[str, str] = {}
        self._titles: dict[str, str] = {}
        self.of_game = QActionGroup(self)
        self.of_game.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        bar = window.menuBar()
        for name in MENUS:
            menu = bar.addMenu(f"&{name}")
            menu.setObjectName(f"menu.{name.lower()}")
            menu.setToolTipsVisible(True)
            self.menus[name] = menu
        for row in TABLE:
            if isinstance(row, str):
                self.menus[row].addSeparator()
                continue
            action = QAction(row.text, window)
            action.setObjectName(row.name)
            action.setCheckable(row.check)
            self.usual[row.name] = tuple(_portable(k) for k in row.keys.split(" ") if k)
            self._help[row.name] = row.help
            self._titles[row.name] = row.text.replace("&", "").rstrip("…")
            self.menu_of[row.name] = row.menu
            if row.at == "game":
                self.of_game.addAction(action)
            self.menus[row.menu].addAction(action)
            self.by_name[row.name] = action
            self._put(row.name, self.usual[row.name])

    def __getitem__(self, name: str) -> QAction:
        return self.by_name[name]

    def set_game(self, there: bool) -> None:
        """A game is on the table, or none is."""
        self.of_game.setEnabled(there)

    # ---- keys
    def keys(self, name: str) -> tuple[str, ...]:
        """The keys of an action now, in Qt's portable text."""
        return tuple(_portable(k) for k in self[name].shortcuts())

    def key_text(self, name: str) -> str:
        """The first key of an action as this system writes it; empty: it has none."""
        return self[name].shortcut().toString(QKeySequence.SequenceFormat.NativeText)

    def title(self, name: str) -> str:
        """The words of an action in the table, whatever it would do just now."""
        return self._titles[name]

    def holder(self, key: str) -> str:
        """The action that has a key; empty: none has."""
        return next((name for name in self.by_name if key in self.keys(name)), "")

    def set_keys(self, name: str, keys: Sequence[str], memory: Memory | None = None) -> None:
        """Give an action these keys; whoever had one of them loses it. ``memory``: and remember it all."""
        for other in self.by_name:
            rest = [k for k in self.keys(other) if k not in keys]
            if other != name and len(rest) < len(self.keys(other)):
                self._put(other, rest)
                self._keep(other, memory)
        self._put(name, tuple(dict.fromkeys(keys)))
        self._keep(name, memory)
        self.keys_changed.emit()

    def reset_keys(self, memory: Memory) -> None:
        """Every action has its usual keys again."""
        for name, keys in self.usual.items():
            self._put(name, keys)
            self._keep(name, memory)
        self.keys_changed.emit()

    def recall_keys(self, memory: Memory) -> None:
        """Take over what is remembered of keys; a word that is no key is left out."""
        for name in self.by_name:
            words = memory.words(f"keys/{name}")
            if words:
                self._put(name, [key for w in words if w != NO_KEY and (key := _portable(w))])
        self.keys_changed.emit()

    def _keep(self, name: str, memory: Memory | None) -> None:
        if memory is None:
            return
        keys = self.keys(name)
        if keys == self.usual[name]:
            memory.forget(f"keys/{name}")
        else:
            memory.keep(f"keys/{name}", list(keys) or [NO_KEY])

    def _put(self, name: str, keys: Sequence[str]) -> None:
        action = self[name]
        action.setShortcuts([QKeySequence(k) for k in keys])
        said = self._help[name] or self._titles[name]
        action.setToolTip("\n".join(x for x in (said, self.key_text(name)) if x))


def _portable(key: str | QKeySequence) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)
