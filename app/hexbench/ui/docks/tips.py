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
    "boxes.back": mark("Return assigned points to where they were"),
    "boxes.done": mark("Confirm the points as they are assigned"),
    "combat.join": mark("Add the selected units to the combat shown"),
    "combat.which": mark("The combats of this phase: choose the one to show"),
    "cover.ready": mark("Uncover the screen once the other player is looking away (Enter)"),
    "hint.level": mark("The computer level to ask; stronger ones think longer"),
    "hint.scope": mark("One order, or everything up to the end of this phase or of your player turn"),
    "history.kinds": mark("List every action, or only bookmarks, comments and branches"),
    "history.words": mark(
        "Write a comment on the selected position, or a name for its branch; press Enter to keep it"
    ),
    "layer.counters": mark("All counters and markers on the map (Ctrl+H; hold H to hide them temporarily)"),
    "layer.grid": mark("The outlines of the hexes"),
    "layer.lines": mark("Borders, fronts and other lines printed on the map"),
    "layer.names": mark("Towns, rivers and other named features"),
    "layer.numbers": mark("The number of every hex, as used in the rules and the log"),
    "layer.sketches": mark("What you have drawn on the map: pins, notes and arrows (Ctrl+Shift+D)"),
    "layer.roads": mark("Roads and tracks; hiding them does not change movement costs"),
    "log.filter": mark("Words from a line: only lines that contain them all are shown"),
    "log.kinds": mark("Everything, or only the lines of one kind, such as dice or combats"),
    "machine.speed": mark(
        "The time between two orders of the computer: slow enough to follow, or as fast as it thinks"
    ),
    "new.start": mark("Begin this scenario; it is saved automatically from the first action onwards"),
    "new.study": mark("For trying things out; you can also switch it on and off during the game"),
    "new.tables_drop": mark("Go back to the tables that come with the game"),
    "replay.speed": mark("How fast one step follows another"),
    "roster.states": mark("List only units in this state, such as out of supply"),
    "rules.contents": mark("The chapters of the rules"),
    "rules.search": mark("Words from a clause, or its number; press Enter to open the first one found"),
    "start.continue": mark("Continue where you left off"),
    "start.open": mark("A saved game, or a scenario from a file"),
    "tray.boxes": mark("Which off-map box to show: units waiting, due to arrive or eliminated"),
    "finder.words": mark(
        "A few letters of each word, in any order; use the arrow keys to choose and Enter to go there"
    ),
    "shortcuts.filter": mark("Words from an action, or a key: only rows that match them all are listed"),
    "shortcuts.use": mark("Make this the action's only key"),
    "shortcuts.add": mark("Add this key to the ones the action already has"),
    "shortcuts.none": mark("Leave the action in its menu without a key"),
    "shortcuts.usual": mark("Restore the original key"),
    "shortcuts.all": mark("Restore the original keys for every action"),
    "settings.reset": mark("Restore the original value of every setting"),
}
"""Object name -> words."""
DOCKS = {
    "stack": mark(
        "The units in the hex you are looking at, each with its counter, its markers and the "
        "facts about it, with the rules they follow from"
    ),
    "hex": mark(
        "The hex you are looking at: terrain, costs, rivers, zones of control, supply, and "
        "the answer to “why not?”"
    ),
    "log": mark(
        "Everything that has happened and that your side knows of; click to see where, "
        "double-click to go back to it"
    ),
    "minimap": mark("The whole map; click or drag to bring a place into view"),
    "layers": mark(
        "What is drawn over the map, with its legend, and which parts of the map itself are shown"
    ),
    "rules": mark("The rules of this game: search for words, or open any rule by its number"),
    "tray": mark("Off-map units: drag the ones that may be placed now from here"),
    "history": mark(
        "Every position of this game, with branches, bookmarks and comments; you can compare any two"
    ),
    "attacks": mark(
        "Every attack a side could make, best first; click to highlight it, double-click to "
        "build it as a hypothetical attack"
    ),
    "hint": mark(
        "What a computer opponent would do in your place, action by action and with its "
        "reasons; nothing happens until you say so"
    ),
    "study": mark(
        "Odds of the planned turn, the chance to win, what-if supply, and a review of the game so far"
    ),
    "umpire": mark(
        "The umpire's hand: change places, steps, states, markers and numbers; every change "
        "is recorded and flagged"
    ),
    "sight": mark(
        "A cross-section of the ground along a line of sight, and the clause that allows or blocks it"
    ),
}
"""Key of a dock of the desktop's own -> what it is for."""
KINDS: tuple[tuple[type, str], ...] = (
    (
        Track,
        mark("The turns of the game: the current one, what each turn brings, and what was recorded of it"),
    ),
    (
        Roster,
        mark(
            "All units by side, army and division, with their place and state: filter them, "
            "total them, find them on the map"
        ),
    ),
    (
        Table,
        mark("A table from the rules, as used in play; its rows and cells light up when they are consulted"),
    ),
    (
        CombatBoard,
        mark(
            "The current combat, step by step: strengths, shifts with their rules, chances, "
            "and a button for every answer (K)"
        ),
    ),
    (
        Form,
        mark("Try out your own numbers: the chances are updated at once, and the game is not affected"),
    ),
    (Profile, mark("A cross-section of the ground, and what it means")),
    (
        Cards,
        mark("Cards, each with its effect, its cost, and a button for what you can do with it now"),
    ),
    (
        Pool,
        mark(
            "Points in their boxes: drag one to another box, or choose a box with the arrow "
            "keys and press Enter"
        ),
    ),
    (
        Workshop,
        mark("Units are put together here, part by part; any button you can press is legal"),
    ),
    (
        Facts,
        mark("The state of the game, line by line with the rules; click a hex number to highlight it"),
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
