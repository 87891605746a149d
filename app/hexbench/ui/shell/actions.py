"""Every action of the window: its name, words, key and menu, declared in one table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QIcon, QKeySequence
from PySide6.QtWidgets import QMainWindow

from hexbench.ui.look.language import as_it_is, mark, tr
from hexbench.ui.shell.memory import Memory
from hexbench.ui.widgets.acts import Act, acts_of, first_key, keys_of, menus_of

# Every action of the window as a row: menu, words, keys, and what it is for.

TABLE: tuple[Act | str, ...] = (
    Act("file.new", "File", "&New game…", "Ctrl+N", "always", help="Choose a game, a scenario and its options; the game that is open is saved already"),
    Act("file.open", "File", "&Open…", "Ctrl+O", "always", help="Go on with a saved game, or begin a scenario from a file"),
    "File",
    Act("file.save_as", "File", "Save &as…", "Ctrl+Shift+S", help="The game is saved by itself; this gives it a file of your own"),
    Act("file.mail", "File", "Play by &mail…", "Ctrl+M", "always", help="Two players, one sealed file to and fro: invite, answer, open and write letters"),
    Act("file.pass_on", "File", "Pa&ss on…", "", "always", help="Your own scenarios, maps and tables as one file for somebody else, with all that they need"),
    Act("file.close", "File", "&Close the game", "Ctrl+W", help="Back to the start screen; everything is in the game's file already"),
    "File",
    Act("file.quit", "File", "&Quit", "Ctrl+Q", "always", help="Nothing is lost: the next start goes on where you are"),
    Act("edit.undo", "Edit", "&Undo", "Ctrl+Z", help="Take back the last action, as far as the last dice, test or hand-over"),
    Act("edit.redo", "Edit", "&Redo", "Ctrl+Shift+Z Ctrl+Y", help="Do again what was taken back"),
    "Edit",
    Act("edit.select_stack", "Edit", "Select the &stack", "Ctrl+A", help="Every unit of the hex you look at"),
    Act("edit.band", "Edit", "&Gather with a band", "G", check=True, help="Draw a frame over the map: your counters in it are selected, or all where none is yours. By key: Enter at two corners"),
    Act("edit.pick_next", "Edit", "Next in the s&tack", "]", help="The next counter of the stack that is selected, or under the cursor or the pointer"),
    Act("edit.pick_previous", "Edit", "Pre&vious in the stack", "[", help="The counter before it in the stack that is selected, or under the cursor or the pointer"),
    Act("edit.deselect", "Edit", "&Deselect", "Ctrl+D", help="No unit is selected any more"),
    "Edit",
    Act("edit.settings", "Edit", "Sett&ings…", "Ctrl+,", "always", help="Looks, sizes, what is asked before a phase ends, when the screen is covered"),
    Act("edit.keys", "Edit", "&Keyboard shortcuts…", "", "always", help="Give every action the key you want"),
    Act("edit.find", "Edit", "&Find anything…", "Ctrl+K Ctrl+F", "always", help="An action, a unit, a town, a hex or a rule, by a few letters of its name"),
    Act("view.zoom_in", "View", "Zoom &in", "Ctrl++ Ctrl+=", help="Nearer, about the middle of the map; the wheel does it about the pointer"),
    Act("view.zoom_out", "View", "Zoom &out", "Ctrl+-", help="Farther away, about the middle of the map; the wheel does it about the pointer"),
    Act("view.zoom_real", "View", "&Full size", "Ctrl+1", help="Counters as large as they were drawn"),
    Act("view.fit", "View", "&Whole map", "Ctrl+0", help="The map from edge to edge"),
    Act("view.fit_selection", "View", "&Selection", "Ctrl+9", help="Bring the selected units into view"),
    "View",
    Act("view.night", "View", "&Night colours", "Ctrl+Shift+N", "always", check=True, help="Dark colours for dark rooms, on the map as well"),
    Act("view.contrast", "View", "&High contrast", "Ctrl+Shift+H", "always", check=True, help="Bright signs on black, thick outlines and cursor: seven to one for every text, on the map as well"),
    Act("view.safe_colours", "View", "Colour-blind saf&e", "", "always", check=True, help="Orange and blue instead of red and green, for counters, overlays and results; goes with every light"),
    Act("view.text_larger", "View", "&Larger text", "Ctrl+Alt++ Ctrl+Alt+=", "always", help="The text of menus and docks, a point at a time, up to twice its size"),
    Act("view.text_smaller", "View", "S&maller text", "Ctrl+Alt+-", "always", help="The text of menus and docks, a point at a time, down to what the system has"),
    Act("view.reduce_motion", "View", "&Reduce motion", "", "always", check=True, help=("No animation: whatever moves arrives at once")),
    Act("view.full_screen", "View", "F&ull screen", "F11", "always", check=True, help="The window without its frame, as large as the screen"),
    Act("view.map_only", "View", "Map onl&y", "F9", check=True, help="Every dock goes, and the map has their room; the same key brings them back as they were"),
    "View",
    Act("view.risk", "View", "Ris&k to the selected unit", "R", help="Every hex the selected unit can end in, coloured by how likely it is attacked there next turn, with the odds"),
    Act("view.foe_reach", "View", "How far &the selected enemy gets", "Shift+R", help="Its reach in its next turn: first with our zones of control, then without, then nothing"),
    Act("view.overlays_off", "View", "Clear &all overlays", "Ctrl+Backspace", help="Whatever is drawn over the map goes; the map's own layers stay"),
    Act("view.counters", "View", "Show &counters", "Ctrl+H", check=True, help="All counters and markers on the map; H takes them off while it is held"),
    Act("view.next_pane", "View", "Ne&xt pane", "F6", help="The keyboard goes round map, framed button and docks"),
    Act("view.last_pane", "View", "&Previous pane", "Shift+F6", help="The keyboard goes round the other way"),
    Act("view.reset", "View", "Put the docks &back in order", "", help="Every dock where it was when the program was new"),
    Act("draw.pin", "Draw", "Drop &pins", "Ctrl+Shift+P", check=True, help="A click, or Enter at the cursor, drops a pin; only you see what you draw"),
    Act("draw.note", "Draw", "Write &notes", "Ctrl+Shift+T", check=True, help="A click, or Enter at the cursor, writes a note in that hex, or changes the one there"),
    Act("draw.arrow", "Draw", "Draw &arrows", "Ctrl+Shift+A", check=True, help="Drag from hex to hex; by key Enter at both ends"),
    Act("draw.erase", "Draw", "&Erase", "Ctrl+Shift+E", check=True, help="A click, or Enter at the cursor, erases what was drawn last in that hex"),
    "Draw",
    Act("draw.undo", "Draw", "&Undo drawing", "Ctrl+Alt+Z", help="Take back what was drawn or erased last"),
    Act("draw.redo", "Draw", "&Redo drawing", "Ctrl+Alt+Y", help="Draw again what was taken back"),
    Act("draw.clear", "Draw", "Erase a&ll", "", help="Erase everything you see drawn; it can be taken back"),
    "Draw",
    Act("draw.show", "Draw", "&Show drawings", "Ctrl+Shift+D", check=True, help="Show pins, notes and arrows, or leave them off the map"),
    Act("game.default", "Game", "&End the phase", "Ctrl+Return Ctrl+Enter", help="The framed button: the plainest legal answer"),
    Act("game.checklist", "Game", "&What is still open…", "Ctrl+L", help="What this phase would be ended without: duties, units, points, stacks"),
    Act("game.finish", "Game", "&Finish for me…", "Ctrl+Shift+F", help="The default answers to the end of the phase, the player turn or the next real choice; shown first, undone as one"),
    Act("game.hint", "Game", "&Give me a hint…", "Ctrl+G", help="What a computer opponent would do in your place, with its reasons and arrows; taken over only when you say so"),
    "Game",
    Act("game.next", "Game", "&Next unit that can act", "N", help="Select it and bring it into view; units that are held are passed over"),
    Act("game.previous", "Game", "&Previous unit that can act", "Shift+N", help="Select it and bring it into view, going backwards"),
    Act("game.why", "Game", "Wh&y not here?", "? Shift+?", help="Why the selected units may not go to the hex under the pointer"),
    Act("game.read_hex", "Game", "Read out the he&x", "Ctrl+I", help="A screen reader tells all of the hex under the cursor: terrain, units with their factors, roads, rivers, overlays"),
    Act("game.read_prompt", "Game", "Read &out what is asked", "Ctrl+Shift+I", help="A screen reader tells whose decision it is, what can be done, and how many units can act"),
    "Game",
    Act("game.replay", "Game", "&Replay the game…", "Ctrl+R", help="Every action from the beginning, step by step"),
    Act("game.replay_turn", "Game", "Replay t&his turn…", "Ctrl+Shift+R", help="What happened since this player turn began, step by step"),
    Act("game.combat", "Game", "&Combat", "K", help="Go to the combat at hand, to the button that brings it on; from there back to the map"),
    Act("game.dice", "Game", "Dice and luc&k…", "", help="The commitment to the dice of this game, a check of every roll, and what luck there was"),
    "Game",
    Act("game.attacks", "Game", "Possible &attacks…", "Ctrl+Shift+B", help="Every attack a side could make, the best first"),
    Act("game.suppose", "Game", "Bu&ild an attack here", "Ctrl+B", help="An attack that is only thought of, on the hex pointed at, in any phase: odds, shifts and chances"),
    Act("game.study_dock", "Game", "Study a &question…", "Ctrl+J", help="Odds of the planned turn, the chance to win, what if: all from what your side sees"),
    Act("game.review", "Game", "&Judge the game so far…", "", help="The game so far: its value turn by turn, luck apart from decisions, and what cost most"),
    "Game",
    Act("game.tape", "Game", "Distance &tape", "T", check=True, help="Drag over the map: hexes and kilometres from here to there"),
    Act("game.sight", "Game", "&Line of sight", "L", check=True, help="Two hexes: whether one is seen from the other, and what hinders it"),
    Act("game.umpire", "Game", "&Umpire's hand…", "Ctrl+Shift+U", check=True, help="Move any counter anywhere, change steps, states, markers and numbers: recorded, flagged, and undone at will"),
    Act("game.study", "Game", "&Study mode", "", check=True, help="See everything, decide for every side, undo without limit"),
    Act("game.calculator", "Game", "Co&mbat calculator…", "", "always", help="Put a combat together by hand, with no map: every shift with its clause, exact chances, both dice"),
    Act("tools.scenario", "Tools", "&Scenario editor…", "Ctrl+Shift+O", "always", help="Make scenarios and positions of your own: from nothing, from those there are, or go on with one not finished"),
    Act("tools.on_map", "Tools", "&New scenario on this map…", "", "always", help="A scenario from nothing on the map of this game, or of the scenario chosen on the start page"),
    Act("tools.position", "Tools", "Edit this &position…", "", help="The position of this game in the scenario editor: change it, save it, and play on from there"),
    Act("tools.map", "Tools", "&Map editor…", "", "always", help="Paint terrain, rivers, roads, towns and zones of a map of your own, or of one there is"),
    Act("tools.lesson", "Tools", "&Lesson editor…", "", "always", help="Write lessons for Learn by playing: from one there is, on a scenario, or on the position on the table"),
    Act("help.manual", "Help", "&Manual", "F1", "always", help="Pages about everything one can do here, searched by words, with the rules of every game"),
    Act("help.learn", "Help", "Learn by &playing…", "Ctrl+Shift+L", "always", help="A guided first battle for every game: what to do, why, and by which rule"),
    Act("help.tour", "Help", "&Tour of the window", "", "always", help="Six steps over the open game, each with a light on what it speaks of"),
    Act("help.keys", "Help", "&Keys and mouse", "Shift+F1", "always", help="Every gesture and every key on one page, as they are now"),
    Act("help.walk", "Help", "A turn, &walked through", "", "always", help="A whole turn of a game in pictures, as two players at one screen see it"),
    Act("help.rules", "Help", "&Rules", "F2", help="The rules of this game, searched by words or by number"),
    Act("help.licences", "Help", "&Licences", "", "always", help="All that Hexbench is made of, each with its licence and that licence's text"),
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
"""Name of a menu -> its words, in the order of the bar."""


# The actions that put something on paper, as rows of the table of all actions; they stand in a menu below
# File.

PAPER: tuple[Act, ...] = (
    Act("paper.picture", "File", "&Map as a picture…", help="A PNG of what the window shows, of the whole map or of a frame, at the scale you choose"),
    Act("paper.chart", "File", "Map as a &PDF…", help="The map or a crop with its counters, as lines and letters: one sheet, a poster of several, or one large page"),
    Act("paper.study", "File", "&Study sheet…", help="A PDF of the place you look at: the map, the combat with its chances, notes, units, the last lines of the log"),
    Act("paper.cards", "File", "Set-up &cards…", help="A PDF of cards to cut out: every formation with its counters and their set-up hexes or turns of entry"),
    Act("paper.log", "File", "&Log with maps…", help="What your side was told, turn by turn with a small map of each, as Markdown or as a page of HTML"),
    Act("paper.module", "File", "&VASSAL module…", help="Map, counters, tables and turns as a module that VASSAL opens, as your side knows them"),
    Act("paper.saved", "File", "VASSAL saved &game…", help="The position as a saved game of its VASSAL module, to be played on there and opened here again by File > Open"),
    Act("paper.steps", "File", "VASSAL l&og…", help="The game so far as a log that VASSAL steps through, with the sentences of the log, and the module it goes with"),
    Act("file.print", "File", "&Print…", "Ctrl+P", help="The map or a part of it on paper, with a look at the sheets before they are printed"),
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
