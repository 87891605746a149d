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
    Act(
        "file.new",
        "File",
        "&New game…",
        "Ctrl+N",
        "always",
        help="Choose a game, a scenario and its options; the game that is open is saved already",
    ),
    Act(
        "file.open",
        "File",
        "&Open…",
        "Ctrl+O",
        "always",
        help="Go on with a saved game, or begin a scenario from a file",
    ),
    "File",
    Act(
        "file.save_as",
        "File",
        "Save &as…",
        "Ctrl+Shift+S",
        help="The game is saved by itself; this gives it a file of your own",
    ),
    Act(
        "file.mail",
        "File",
        "Play by &mail…",
        "Ctrl+M",
        "always",
        help="Two players, one sealed file to and fro: invite, answer, open and write letters",
    ),
    Act(
        "file.close",
        "File",
        "&Close the game",
        "Ctrl+W",
        help="Back to the start screen; everything is in the game's file already",
    ),
    "File",
    Act(
        "file.quit",
        "File",
        "&Quit",
        "Ctrl+Q",
        "always",
        help="Nothing is lost: the next start goes on where you are",
    ),
    Act(
        "edit.undo",
        "Edit",
        "&Undo",
        "Ctrl+Z",
        help="Take back the last action, as far as the last dice, test or hand-over",
    ),
    Act("edit.redo", "Edit", "&Redo", "Ctrl+Shift+Z Ctrl+Y", help="Do again what was taken back"),
    "Edit",
    Act("edit.select_stack", "Edit", "Select the &stack", "Ctrl+A", help="Every unit of the hex you look at"),
    Act(
        "edit.band",
        "Edit",
        "&Gather with a band",
        "G",
        check=True,
        help="Draw a frame over the map: your counters in it are selected, or all where none is yours. By key: Enter at two corners",
    ),
    Act(
        "edit.pick_next",
        "Edit",
        "Next in the s&tack",
        "]",
        help="The next counter of the stack that is selected, or under the cursor or the pointer",
    ),
    Act(
        "edit.pick_previous",
        "Edit",
        "Pre&vious in the stack",
        "[",
        help="The counter before it in the stack that is selected, or under the cursor or the pointer",
    ),
    Act("edit.deselect", "Edit", "&Deselect", "Ctrl+D", help="No unit is selected any more"),
    "Edit",
    Act(
        "edit.settings",
        "Edit",
        "Se&ttings…",
        "Ctrl+,",
        "always",
        help="Looks, sizes, what is asked before a phase ends, when the screen is covered",
    ),
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
    Act(
        "view.zoom_in",
        "View",
        "Zoom &in",
        "Ctrl++ Ctrl+=",
        help="Nearer, about the middle of the map; the wheel does it about the pointer",
    ),
    Act(
        "view.zoom_out",
        "View",
        "Zoom &out",
        "Ctrl+-",
        help="Farther away, about the middle of the map; the wheel does it about the pointer",
    ),
    Act("view.zoom_real", "View", "&Full size", "Ctrl+1", help="Counters as large as they were drawn"),
    Act("view.fit", "View", "&Whole map", "Ctrl+0", help="The map from edge to edge"),
    Act("view.fit_selection", "View", "&Selection", "Ctrl+9", help="Bring the selected units into view"),
    "View",
    Act(
        "view.night",
        "View",
        "&Night colours",
        "Ctrl+Shift+N",
        "always",
        check=True,
        help="Dark colours for dark rooms, on the map as well",
    ),
    Act(
        "view.reduce_motion",
        "View",
        "&Reduce motion",
        "",
        "always",
        check=True,
        help="Nothing glides: what moves is there at once",
    ),
    Act(
        "view.full_screen",
        "View",
        "F&ull screen",
        "F11",
        "always",
        check=True,
        help="The window without its frame, as large as the screen",
    ),
    "View",
    Act(
        "view.overlays_off",
        "View",
        "&Clear all overlays",
        "Ctrl+Backspace",
        help="Whatever is drawn over the map goes; the map's own layers stay",
    ),
    Act(
        "view.counters",
        "View",
        "Show &counters",
        "Ctrl+H",
        check=True,
        help="All counters and markers on the map; H takes them off while it is held",
    ),
    Act(
        "view.next_pane",
        "View",
        "Ne&xt pane",
        "F6",
        help="The keyboard goes round map, framed button and docks",
    ),
    Act("view.last_pane", "View", "&Previous pane", "Shift+F6", help="The keyboard goes round the other way"),
    Act(
        "view.reset",
        "View",
        "Put the docks &back in order",
        "",
        help="Every dock where it was when the program was new",
    ),
    Act(
        "draw.pin",
        "Draw",
        "Drop &pins",
        "Ctrl+Shift+P",
        check=True,
        help="A click, or Enter at the cursor, drops a pin; only you see what you draw",
    ),
    Act(
        "draw.note",
        "Draw",
        "Write &notes",
        "Ctrl+Shift+T",
        check=True,
        help="A click, or Enter at the cursor, writes a note in that hex, or changes the one there",
    ),
    Act(
        "draw.arrow",
        "Draw",
        "Draw &arrows",
        "Ctrl+Shift+A",
        check=True,
        help="Drag from hex to hex; by key Enter at both ends",
    ),
    Act(
        "draw.erase",
        "Draw",
        "&Erase",
        "Ctrl+Shift+E",
        check=True,
        help="A click, or Enter at the cursor, erases what was drawn last in that hex",
    ),
    "Draw",
    Act("draw.undo", "Draw", "&Undo drawing", "Ctrl+Alt+Z", help="Take back what was drawn or erased last"),
    Act("draw.redo", "Draw", "&Redo drawing", "Ctrl+Alt+Y", help="Draw again what was taken back"),
    Act("draw.clear", "Draw", "Erase a&ll", "", help="Erase everything you see drawn; it can be taken back"),
    "Draw",
    Act(
        "draw.show",
        "Draw",
        "&Show drawings",
        "Ctrl+Shift+D",
        check=True,
        help="Show pins, notes and arrows, or leave them off the map",
    ),
    Act(
        "game.default",
        "Game",
        "&End the phase",
        "Ctrl+Return Ctrl+Enter",
        help="The framed button: the plainest legal answer",
    ),
    Act(
        "game.checklist",
        "Game",
        "&What is still open…",
        "Ctrl+L",
        help="What this phase would be ended without: duties, units, points, stacks",
    ),
    Act(
        "game.finish",
        "Game",
        "&Finish for me…",
        "Ctrl+Shift+F",
        help="The default answers to the end of the phase, the player turn or the next real choice; shown first, undone as one",
    ),
    "Game",
    Act(
        "game.next",
        "Game",
        "&Next unit that can act",
        "N",
        help="Select it and bring it into view; units that are held are passed over",
    ),
    Act(
        "game.previous",
        "Game",
        "&Previous unit that can act",
        "Shift+N",
        help="Select it and bring it into view, going backwards",
    ),
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
    Act(
        "game.replay_turn",
        "Game",
        "Replay this &turn…",
        "Ctrl+Shift+R",
        help="What happened since this player turn began, step by step",
    ),
    Act(
        "game.combat",
        "Game",
        "&Combat",
        "K",
        help="Go to the combat at hand, to the button that brings it on; from there back to the map",
    ),
    Act(
        "game.dice",
        "Game",
        "&Dice and luck…",
        "",
        help="The commitment to the dice of this game, a check of every roll, and what luck there was",
    ),
    "Game",
    Act(
        "game.attacks",
        "Game",
        "Possible &attacks…",
        "Ctrl+Shift+B",
        help="Every attack a side could make, the best first",
    ),
    Act(
        "game.suppose",
        "Game",
        "&Build an attack here",
        "Ctrl+B",
        help="An attack that is only thought of, on the hex pointed at, in any phase: odds, shifts and chances",
    ),
    "Game",
    Act(
        "game.tape",
        "Game",
        "Distance &tape",
        "T",
        check=True,
        help="Drag over the map: hexes and kilometres from here to there",
    ),
    Act(
        "game.sight",
        "Game",
        "&Line of sight",
        "L",
        check=True,
        help="Two hexes: whether one is seen from the other, and what hinders it",
    ),
    Act(
        "game.umpire",
        "Game",
        "&Umpire's hand…",
        "Ctrl+Shift+U",
        check=True,
        help="Move any counter anywhere, change steps, states, markers and numbers: recorded, flagged, and undone at will",
    ),
    Act(
        "game.study",
        "Game",
        "&Study mode",
        "",
        check=True,
        help="See everything, decide for every side, undo without limit",
    ),
    Act(
        "help.manual",
        "Help",
        "&Manual",
        "F1",
        "always",
        help="Pages about everything one can do here, searched by words, with the rules of every game",
    ),
    Act(
        "help.tour",
        "Help",
        "&Tour of the window",
        "",
        "always",
        help="Six steps over the open game, each with a light on what it speaks of",
    ),
    Act(
        "help.keys",
        "Help",
        "&Keys and mouse",
        "Shift+F1",
        "always",
        help="Every gesture and every key on one page, as they are now",
    ),
    Act(
        "help.walk",
        "Help",
        "A turn, &walked through",
        "",
        "always",
        help="A whole turn of a game in pictures, as two players at one screen see it",
    ),
    Act("help.rules", "Help", "&Rules", "F2", help="The rules of this game, searched by words or by number"),
    Act("help.about", "Help", "&About Hexbench", "", "always", help="Version, games, licences"),
)
"""A bare name in the table is a line in that menu."""
MENUS = ("File", "Edit", "View", "Draw", "Game", "Help")
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
