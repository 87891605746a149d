"""Every action of the window: its name, text, keys and menu, declared in one table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QIcon, QKeySequence
from PySide6.QtWidgets import QMainWindow

from hexbench.ui.look.language import as_it_is, mark, tr
from hexbench.ui.shell.memory import Memory
from hexbench.ui.widgets.acts import Act, acts_of, first_key, keys_of, menus_of

# Every action of the window as a row: menu, text, keys, and what it is for.

TABLE: tuple[Act | str, ...] = (
    Act("file.new", "File", "&New game…", "Ctrl+N", "always", help="Choose a game, a scenario and its options; the game now open is already saved"),
    Act("file.open", "File", "&Open…", "Ctrl+O", "always", help="Continue a saved game, or start a scenario from a file"),
    "File",
    Act("file.save_as", "File", "Save &as…", "Ctrl+Shift+S", help="The game is saved automatically; this saves it to a file of your choice"),
    Act("file.mail", "File", "Play by &mail…", "Ctrl+M", "always", help="Two players send one sealed file back and forth: invite, answer, open and write letters"),
    Act("file.pass_on", "File", "Pa&ss on…", "", "always", help="Put your own scenarios, maps and tables, with everything they need, into one file for somebody else"),
    Act("file.close", "File", "&Close the game", "Ctrl+W", help="Return to the start page; everything is already in the game's file"),
    "File",
    Act("file.quit", "File", "&Quit", "Ctrl+Q", "always", help="Nothing is lost: next time you continue where you left off"),
    Act("edit.undo", "Edit", "&Undo", "Ctrl+Z", help="Undo the last action, as far back as the last die roll, test or hand-over"),
    Act("edit.redo", "Edit", "&Redo", "Ctrl+Shift+Z Ctrl+Y", help="Redo what was undone"),
    "Edit",
    Act("edit.select_stack", "Edit", "Select the &stack", "Ctrl+A", help="Select every unit in the hex you are looking at"),
    Act("edit.band", "Edit", "Ru&bber-band select", "G", check=True, help="Draw a frame over the map to select your counters in it, or all counters if none is yours. By keyboard: Enter at two corners"),
    Act("edit.pick_next", "Edit", "Next in the s&tack", "]", help="Select the next counter in the stack that is selected, or under the cursor or the pointer"),
    Act("edit.pick_previous", "Edit", "Pre&vious in the stack", "[", help="Select the previous counter in the stack that is selected, or under the cursor or the pointer"),
    Act("edit.deselect", "Edit", "&Deselect", "Ctrl+D", help="Clear the selection"),
    "Edit",
    Act("edit.settings", "Edit", "Sett&ings…", "Ctrl+,", "always", help="Appearance, sizes, what to check before a phase ends, when to cover the screen"),
    Act("edit.keys", "Edit", "&Keyboard shortcuts…", "", "always", help="Give any action the key you want"),
    Act("edit.find", "Edit", "&Find anything…", "Ctrl+K Ctrl+F", "always", help="Find an action, a unit, a town, a hex or a rule by a few letters of its name"),
    Act("view.zoom_in", "View", "Zoom &in", "Ctrl++ Ctrl+=", help="Zoom in on the centre of the view; the mouse wheel zooms about the pointer"),
    Act("view.zoom_out", "View", "Zoom &out", "Ctrl+-", help="Zoom out from the centre of the view; the mouse wheel zooms about the pointer"),
    Act("view.zoom_real", "View", "&Full size", "Ctrl+1", help="Counters as large as they were drawn"),
    Act("view.fit", "View", "&Whole map", "Ctrl+0", help="The map from edge to edge"),
    Act("view.fit_selection", "View", "&Selection", "Ctrl+9", help="Bring the selected units into view"),
    "View",
    Act("view.night", "View", "&Night colours", "Ctrl+Shift+N", "always", check=True, help="Dark colours for dark rooms, on the map as well"),
    Act("view.contrast", "View", "&High contrast", "Ctrl+Shift+H", "always", check=True, help="Bright symbols on black, thick outlines, a thick cursor: contrast of seven to one for all text, on the map as well"),
    Act("view.safe_colours", "View", "Colour-&blind safe", "", "always", check=True, help="Orange and blue instead of red and green for counters, overlays and results; works with day, night and high contrast"),
    Act("view.text_larger", "View", "&Larger text", "Ctrl+Alt++ Ctrl+Alt+=", "always", help="Enlarge the text of menus and docks by one point, up to twice its size"),
    Act("view.text_smaller", "View", "S&maller text", "Ctrl+Alt+-", "always", help="Shrink the text of menus and docks by one point, down to the system's size"),
    Act("view.reduce_motion", "View", "&Reduce motion", "", "always", check=True, help="No animation: whatever moves arrives at once"),
    Act("view.full_screen", "View", "F&ull screen", "F11", "always", check=True, help="Fill the screen with the window, without its frame"),
    Act("view.map_only", "View", "Map onl&y", "F9", check=True, help="Hide every dock to give the map their space; the same key brings them back as they were"),
    "View",
    Act("view.risk", "View", "Ris&k to the selected unit", "R", help="Every hex the selected unit can end in, coloured by how likely it is to be attacked there next turn, with the odds"),
    Act("view.foe_reach", "View", "Reach of &the selected enemy", "Shift+R", help="Its reach in its next turn: shown first with your zones of control, then without them, then cleared"),
    Act("view.overlays_off", "View", "Clear &all overlays", "Ctrl+Backspace", help="Remove every overlay from the map; the map's own layers stay"),
    Act("view.counters", "View", "Show &counters", "Ctrl+H", check=True, help="Show all counters and markers on the map; hold H to hide them for a moment"),
    Act("view.next_pane", "View", "Ne&xt pane", "F6", help="Move the keyboard focus round the map, the framed button and the docks"),
    Act("view.last_pane", "View", "&Previous pane", "Shift+F6", help="Move the keyboard focus round the other way"),
    Act("view.reset", "View", "R&eset the dock layout", "", help="Return every dock to its original place"),
    Act("draw.pin", "Draw", "Drop &pins", "Ctrl+Shift+P", check=True, help="Click, or press Enter at the cursor, to drop a pin; only you see what you draw"),
    Act("draw.note", "Draw", "Write &notes", "Ctrl+Shift+T", check=True, help="Click, or press Enter at the cursor, to write a note in that hex or change the one there"),
    Act("draw.arrow", "Draw", "Draw &arrows", "Ctrl+Shift+A", check=True, help="Drag from hex to hex; by keyboard, press Enter at both ends"),
    Act("draw.erase", "Draw", "&Erase", "Ctrl+Shift+E", check=True, help="Click, or press Enter at the cursor, to erase what was drawn last in that hex"),
    "Draw",
    Act("draw.undo", "Draw", "&Undo drawing", "Ctrl+Alt+Z", help="Undo what was last drawn or erased"),
    Act("draw.redo", "Draw", "&Redo drawing", "Ctrl+Alt+Y", help="Redo what was last undone in the drawing"),
    Act("draw.clear", "Draw", "Erase a&ll", "", help="Erase every drawing you see; this can be undone"),
    "Draw",
    Act("draw.show", "Draw", "&Show drawings", "Ctrl+Shift+D", check=True, help="Show or hide pins, notes and arrows"),
    Act("game.default", "Game", "&End the phase", "Ctrl+Return Ctrl+Enter", help="Press the framed button: the plainest legal answer"),
    Act("game.checklist", "Game", "&What is left to do…", "Ctrl+L", help="What you would leave undone by ending this phase: duties, units, points, stacks"),
    Act("game.finish", "Game", "&Finish for me…", "Ctrl+Shift+F", help="Give the default answers up to the end of the phase or player turn, or to the next real choice; listed first, undone together"),
    Act("game.hint", "Game", "&Give me a hint…", "Ctrl+G", help="What a computer opponent would do in your place, with its reasons and arrows; carried out only when you say so"),
    "Game",
    Act("game.next", "Game", "&Next unit that can act", "N", help="Select it and bring it into view; held units are skipped"),
    Act("game.previous", "Game", "&Previous unit that can act", "Shift+N", help="Select it and bring it into view, going backwards"),
    Act("game.why", "Game", "Wh&y not here?", "? Shift+?", help="Why the selected units may not go to the hex under the pointer"),
    Act("game.read_hex", "Game", "Read out the he&x", "Ctrl+I", help="Have a screen reader describe the hex under the cursor in full: terrain, units with their factors, roads, rivers, overlays"),
    Act("game.read_prompt", "Game", "Read &out the prompt", "Ctrl+Shift+I", help="Have a screen reader say whose decision it is, what can be done and how many units can act"),
    "Game",
    Act("game.replay", "Game", "&Replay the game…", "Ctrl+R", help="Every action from the beginning, step by step"),
    Act("game.replay_turn", "Game", "Replay t&his turn…", "Ctrl+Shift+R", help="Everything since this player turn began, step by step"),
    Act("game.combat", "Game", "&Combat", "K", help="Go to the current combat, to the button that takes it further; from there, back to the map"),
    Act("game.dice", "Game", "Dice and luc&k…", "", help="The commitment to this game's dice, a check of every roll, and how lucky each side was"),
    "Game",
    Act("game.attacks", "Game", "Possible &attacks…", "Ctrl+Shift+B", help="Every attack a side could make, best first"),
    Act("game.suppose", "Game", "Build an attack here", "Ctrl+B", help="Try out a hypothetical attack on the hex you point at, in any phase: odds, shifts and chances"),
    Act("game.study_dock", "Game", "Study a &question…", "Ctrl+J", help="Odds of the planned turn, the chance to win, what-if questions: all from what your side sees"),
    Act("game.review", "Game", "Rev&iew the game so far…", "", help="The game turn by turn: who stood better, luck separated from decisions, and the costliest decisions"),
    "Game",
    Act("game.tape", "Game", "&Tape measure", "T", check=True, help="Drag over the map to measure a distance in hexes and kilometres"),
    Act("game.sight", "Game", "&Line of sight", "L", check=True, help="Choose two hexes: whether one can be seen from the other, and what blocks the view"),
    Act("game.umpire", "Game", "&Umpire's hand…", "Ctrl+Shift+U", check=True, help="Move any counter anywhere, change steps, states, markers and numbers; every change is recorded, flagged and can be undone"),
    Act("game.study", "Game", "&Study mode", "", check=True, help="See everything, decide for every side, undo without limit"),
    Act("game.calculator", "Game", "Co&mbat calculator…", "", "always", help="Put a combat together by hand, without a map: every shift with its clause, exact chances, the program's dice or yours"),
    Act("tools.scenario", "Tools", "&Scenario editor…", "Ctrl+Shift+O", "always", help="Make your own scenarios and positions: from scratch, from an existing one, or by continuing an unfinished one"),
    Act("tools.on_map", "Tools", "&New scenario on this map…", "", "always", help="Start a scenario from scratch on this game's map, or on that of the scenario chosen on the start page"),
    Act("tools.position", "Tools", "Edit this &position…", "", help="Open this game's position in the scenario editor: change it, save it, and play on from there"),
    Act("tools.map", "Tools", "&Map editor…", "", "always", help="Paint terrain, rivers, roads, towns and zones on a map of your own or an existing one"),
    Act("tools.lesson", "Tools", "&Lesson editor…", "", "always", help="Write lessons for Learn by playing: from an existing one, a scenario, or the position on the table"),
    Act("help.manual", "Help", "&Manual", "F1", "always", help="Pages about everything you can do here, with the rules of every game; searchable"),
    Act("help.learn", "Help", "Learn by &playing…", "Ctrl+Shift+L", "always", help="A guided first battle for every game: what to do, why, and by which rule"),
    Act("help.tour", "Help", "&Tour of the window", "", "always", help="Six steps over the open game, each lighting up what it describes"),
    Act("help.keys", "Help", "&Keys and mouse", "Shift+F1", "always", help="Every gesture and every key on one page, as currently set"),
    Act("help.walk", "Help", "Turn &walkthrough", "", "always", help="A whole turn of a game in pictures, as two players at one screen see it"),
    Act("help.rules", "Help", "&Rules", "F2", help="The rules of this game, searchable by words or by number"),
    Act("help.licences", "Help", "&Licences", "", "always", help="Everything Hexbench is made of, each part with its licence and the licence's text"),
    Act("help.about", "Help", "&About Hexbench", "", "always", help="Version, games, licences"),
)  # fmt: skip
"""A bare name in the table is a line in that menu."""
MENUS = {
    "File": mark("&File"),
    "Edit": mark("&Edit"),
    "View": mark("&View"),
    "Draw": mark("&Draw"),
    "Game": mark("&Game"),
    "Tools": mark("&Tools"),
    "Help": mark("&Help"),
}
"""Name of a menu -> its text, in the order of the menu bar."""


# The actions that print or export something, as rows of the table of all actions; they are in a submenu of
# File.

PAPER: tuple[Act, ...] = (
    Act("paper.picture", "File", "&Map as a picture…", help="A PNG of what the window shows, of the whole map or of a frame you draw, at the scale you choose"),
    Act("paper.chart", "File", "Map as a &PDF…", help="The map or a part of it with its counters, as vector graphics: one sheet, a poster of several, or one large page"),
    Act("paper.study", "File", "&Study sheet…", help="A PDF of the place you are looking at: the map, the combat with its chances, notes, units, the last lines of the log"),
    Act("paper.cards", "File", "Set-up &cards…", help="A PDF of cards to cut out: every formation with its counters and their set-up hexes or turns of entry"),
    Act("paper.log", "File", "&Log with maps…", help="What your side was told, turn by turn, with a small map for each turn, as Markdown or as an HTML page"),
    Act("paper.module", "File", "&VASSAL module…", help="Map, counters, tables and turns, as your side knows them, as a module for VASSAL"),
    Act("paper.saved", "File", "VASSAL saved &game…", help="The position as a saved game for its VASSAL module: play on there, and open it here again with File > Open"),
    Act("paper.steps", "File", "VASSAL l&og…", help="The game so far as a log that VASSAL can step through, with the sentences of this log, and the module it needs"),
    Act("file.print", "File", "&Print…", "Ctrl+P", help="Print the map or a part of it, with a preview of the sheets"),
)  # fmt: skip
EXPORTS = (
    "paper.picture",
    "paper.chart",
    "paper.study",
    "paper.cards",
    "paper.log",
    "paper.module",
    "paper.saved",
    "paper.steps",
)
"""Those that write a file, in the order of their menu."""


_NO_KEY = "none"
"""Stored for an action that the player has left without any key."""


class Actions(QObject):
    """The actions by name, in their menus. ``keys_changed()``: the keys of an action have changed."""

    keys_changed = Signal()

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.menus = menus_of(window, MENUS, "menu.")
        self.by_name: dict[str, QAction] = {}
        self.usual: dict[str, tuple[str, ...]] = {}
        """name -> its default keys, in Qt's portable text."""
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
        """The text of an action in the table, independent of what it would do now."""
        return self._titles[name]

    def rest(self, name: str) -> None:
        """Reset an action to its text in the table, so that it does not reveal what it would do now."""
        action = self[name]
        action.setText(tr(next(row.text for row in TABLE if not isinstance(row, str) and row.name == name)))
        action.setIcon(QIcon())
        self._put(name, self.keys(name))

    def holder(self, key: str) -> str:
        """The action that has a key; empty: none has."""
        return next((name for name in self.by_name if key in self.keys(name)), "")

    def set_keys(self, name: str, keys: Sequence[str], memory: Memory | None = None) -> None:
        """Give an action these keys; other actions lose them. ``memory``: save all of it there."""
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
        """Apply the saved keys; text that is not a key is skipped."""
        for name in self.by_name:
            words = memory.words(f"keys/{name}")
            if words:
                self._put(name, [key for w in words if w != _NO_KEY and (key := _portable(w))])
        self.keys_changed.emit()

    def _keep(self, name: str, memory: Memory | None) -> None:
        if memory is None:
            return
        keys = self.keys(name)
        if keys == self.usual[name]:
            memory.forget(f"keys/{name}")
        else:
            memory.keep(f"keys/{name}", list(keys) or [_NO_KEY])

    def _put(self, name: str, keys: Sequence[str]) -> None:
        action = self[name]
        action.setShortcuts([QKeySequence(k) for k in keys])
        said = self._help[name] or self._titles[name]
        action.setToolTip(as_it_is("\n".join(x for x in (said, self.key_text(name)) if x)))


def _portable(key: str | QKeySequence) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)
