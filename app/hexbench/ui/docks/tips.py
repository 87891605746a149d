"""What the controls of the window tell when the pointer rests on them: more than their names. By the names of widgets and docks."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from hexbench.engine.display import (
    Cards,
    CombatBoard,
    Facts,
    Form,
    Pool,
    Profile,
    Roster,
    Table,
    Track,
    Workshop,
)
from hexbench.ui.look.language import as_it_is, mark, tr

TIPS = {
    "boxes.back": mark("Points that are only laid out go back where they were"),
    "boxes.done": mark("Share the points out as they are laid out"),
    "combat.join": mark("Take the selected units into the combat that is shown"),
    "combat.which": mark("The combats of this phase: choose the one to look at"),
    "cover.ready": mark("Uncover the screen, once the other player looks away (Enter)"),
    "hint.level": mark("Which of the computer's levels is asked; the stronger ones think longer"),
    "hint.scope": mark("One order, or everything up to the end of this phase or of your player turn"),
    "history.kinds": mark("List every action, or only bookmarks, comments and branches"),
    "history.words": mark("Write a comment on the chosen position, or a name for its branch; Enter keeps it"),
    "layer.counters": mark("All counters and markers of the map (Ctrl+H; H takes them off while it is held)"),
    "layer.grid": mark("The outlines of the hexes"),
    "layer.lines": mark("Borders, fronts and other lines printed on the map"),
    "layer.names": mark("Towns, rivers and whatever else has a name"),
    "layer.numbers": mark("The number of every hex, by which rules and log speak of it"),
    "layer.sketches": mark("What you have drawn on the map: pins, notes and arrows (Ctrl+Shift+D)"),
    "layer.roads": mark("Roads and tracks; that they are not drawn changes no cost"),
    "log.filter": mark("Words of a line: only the lines that hold them all are shown"),
    "log.kinds": mark("Everything, or only the lines of one kind, such as dice or combats"),
    "machine.speed": mark(
        "The time between two orders of the computer: slow enough to follow, or as fast as it thinks"
    ),
    "new.start": mark("Begin this scenario; from its first action it is saved by itself"),
    "new.study": mark("For trying things out: it can be switched on and off during the game as well"),
    "new.tables_drop": mark("Play with the tables that come with the game again"),
    "replay.speed": mark("How fast one step follows the other"),
    "roster.states": mark("List only units in this state, such as out of supply"),
    "rules.contents": mark("The chapters of the rules"),
    "rules.search": mark("Words of a clause, or its number; Enter opens the first that is found"),
    "start.continue": mark("Go on where you stopped"),
    "start.open": mark("A saved game, or a scenario from a file"),
    "tray.boxes": mark(
        "Which box beside the map to look into: units that wait, that are to come, that are gone"
    ),
    "finder.words": mark("A few letters of each word, in any order; the arrows choose, Enter goes there"),
    "shortcuts.filter": mark("Words of an action, or a key: only the rows that hold them all are listed"),
    "shortcuts.use": mark("The action has this key and no other"),
    "shortcuts.add": mark("The action has this key beside those it has"),
    "shortcuts.none": mark("The action stays in its menu and has no key"),
    "shortcuts.usual": mark("The key that came with the program"),
    "shortcuts.all": mark("Every action has the keys again that came with the program"),
    "settings.reset": mark("Every setting is again what it was when the program was new"),
}
"""Object name -> words."""
DOCKS = {
    "stack": mark(
        "The units of the hex you look at: each with its counter, its marks and the facts about it, with their rules"
    ),
    "hex": mark(
        "The hex you look at: terrain, costs, rivers, zones of control, supply, and the answer to “why not?”"
    ),
    "log": mark(
        "Everything that happened and that your side knows of; a click shows where, a double click goes back to it"
    ),
    "minimap": mark("The whole map; a click or a drag brings a place into view"),
    "layers": mark("What is drawn over the map, with its legend, and what of the map itself is shown"),
    "rules": mark("The rules of this game, searched by words or opened by any rule number"),
    "tray": mark("Units beside the map: those that may be placed now are dragged from here"),
    "history": mark(
        "Every position of this game, with branches, bookmarks and comments; any two can be compared"
    ),
    "attacks": mark(
        "Every attack a side could make, the best first; a click lights it, a double click builds it in thought"
    ),
    "hint": mark(
        "What a computer opponent would do in your place, action by action with its reasons; nothing is done until you say so"
    ),
    "study": mark(
        "Odds of the planned turn, the chance to win, supply if something were otherwise, and the review of the game so far"
    ),
    "umpire": mark(
        "The umpire's hand: change places, steps, states, markers and numbers; all of it is recorded and flagged"
    ),
    "sight": mark("The cut through the ground along a line of sight, and the clause that lets or stops it"),
}
"""Key of a dock of the desktop's own -> what it is for."""
KINDS: tuple[tuple[type, str], ...] = (
    (
        Track,
        mark("The turns of the game: where it is now, what each turn brings, and what was recorded of it"),
    ),
    (
        Roster,
        mark(
            "All units by side, army and division, with where they are and how; filtered, summed up, found on the map"
        ),
    ),
    (
        Table,
        mark(
            "A table of the rules as it is used in play; its rows and cells light up while something is read there"
        ),
    ),
    (
        CombatBoard,
        mark(
            "The combat at hand, step by step: strengths, shifts with their rules, chances, and a button for every answer (K)"
        ),
    ),
    (
        Form,
        mark("Reckon with numbers of your own: the chances follow at once, and nothing is done to the game"),
    ),
    (Profile, mark("A cut through the ground, and what it means")),
    (
        Cards,
        mark("Cards, each with what it does, what it costs, and a button for what can be done with it now"),
    ),
    (
        Pool,
        mark(
            "Points in their boxes: drag one to another box, or choose a box with the arrows and press Enter"
        ),
    ),
    (
        Workshop,
        mark("Units are put together here, part by part; a button that can be pressed is always legal"),
    ),
    (
        Facts,
        mark("How the game stands, line by line with its rules; hexes that are named light up at a click"),
    ),
)
"""What a dock of a game shows -> what it is for."""


def about_dock(key: str, kind: type | None = None) -> str:
    """What a dock is for; of a game's own dock by what it shows."""
    if kind is None:
        return tr(DOCKS.get(key, ""))
    return tr(next((words for of, words in KINDS if issubclass(kind, of)), ""))


def teach(root: QWidget) -> None:
    """Give every control below ``root`` that says nothing of itself the words of this table."""
    # By name: to look at every widget in Python would make an object of Python's for each that Qt has.
    for name, words in TIPS.items():
        for widget in root.findChildren(QWidget, name):
            if not widget.toolTip():
                widget.setToolTip(as_it_is(tr(words)))
