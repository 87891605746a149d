"""Every action of the window: its name, words, key and menu, declared in one table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QIcon, QKeySequence
from PySide6.QtWidgets import QMainWindow

from hexbench.ui.look.language import as_it_is, tr
from hexbench.ui.shell.action_table import MENUS, TABLE
from hexbench.ui.shell.memory import Memory
from hexbench.ui.shell.paper_rows import PAPER
from hexbench.ui.widgets.acts import acts_of, first_key, keys_of, menus_of

NO_KEY = "none"
"""What is remembered of an action whose keys were all taken away."""


class Actions(QObject):
    """The actions by name, in their menus. ``keys_changed()``: one has other keys than before."""

    keys_changed = Signal()

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.menus = menus_of(window, MENUS, "menu.")
        self.by_name: dict[str, QAction] = {}
        self.usual: dict[str, tuple[str, ...]] = {}
        """name -> its keys as they come with the program, in Qt's portable text."""
        self.menu_of: dict[str, str] = {}
        self._help: dict[str, str] = {}
        self._titles: dict[str, str] = {}
        self.of_game = QActionGroup(self)
        self.of_game.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        for row, action in acts_of(window, self.menus, (*TABLE, *PAPER)):
            # a key held down must not answer the question that its first press has raised
            action.setAutoRepeat(row.name != "game.default")
            self.usual[row.name] = tuple(map(_portable, keys_of(row.keys)))
            self._help[row.name] = tr(row.help)
            self._titles[row.name] = tr(row.text).replace("&", "").rstrip("…")
            self.menu_of[row.name] = row.menu
            if row.at == "game":
                self.of_game.addAction(action)
            self.by_name[row.name] = action
            self._put(row.name, self.usual[row.name])

    def __getitem__(self, name: str) -> QAction:
        return self.by_name[name]

    def of_menu(self, menu: str) -> list[QAction]:
        """The actions of a menu of the bar, also those in menus below it."""
        return [self.by_name[name] for name, home in self.menu_of.items() if home == menu]

    def set_game(self, there: bool) -> None:
        """A game is on the table, or none is."""
        self.of_game.setEnabled(there)

    # ---- keys
    def keys(self, name: str) -> tuple[str, ...]:
        """The keys of an action now, in Qt's portable text."""
        return tuple(_portable(k) for k in self[name].shortcuts())

    def key_text(self, name: str) -> str:
        """The first key of an action as this system writes it; empty: it has none."""
        return first_key(self[name])

    def title(self, name: str) -> str:
        """The words of an action in the table, whatever it would do just now."""
        return self._titles[name]

    def rest(self, name: str) -> None:
        """Let an action say what it says in the table, and nothing of what it would do just now."""
        action = self[name]
        action.setText(tr(next(row.text for row in TABLE if not isinstance(row, str) and row.name == name)))
        action.setIcon(QIcon())
        self._put(name, self.keys(name))

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
        action.setToolTip(as_it_is("\n".join(x for x in (said, self.key_text(name)) if x)))


def _portable(key: str | QKeySequence) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)
