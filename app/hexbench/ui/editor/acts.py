"""Every action of the scenario editor: its name, menu, words, key, and what it is for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from hexbench.ui.look.language import as_it_is, tr


class Act(NamedTuple):
    """One action; ``keys`` are separated by blanks. Without a text it is a line in the menu."""

    menu: str
    name: str = ""
    text: str = ""
    keys: str = ""
    help: str = ""


def table() -> tuple[Act, ...]:
    """The actions in the order of their menus, in the language of now."""
    return (
        Act(
            "file",
            "new",
            tr("&New scenario…"),
            "Ctrl+N",
            tr("From nothing: a game, a map, and nobody there yet"),
        ),
        Act(
            "file",
            "new_here",
            tr("New scenario on this &map"),
            "",
            tr("From nothing on the map of this one, in a window of its own"),
        ),
        Act(
            "file",
            "open",
            tr("&Open…"),
            "Ctrl+O",
            tr("A scenario or position from a file, in a window of its own"),
        ),
        Act("file"),
        Act("file", "save", tr("&Save"), "Ctrl+S", tr("Write the file; the first time a name is asked for")),
        Act(
            "file",
            "save_as",
            tr("Save &as…"),
            "Ctrl+Shift+S",
            tr("Write it under another name, and go on there"),
        ),
        Act("file"),
        Act(
            "file",
            "play",
            tr("Pla&y it"),
            "F5",
            tr("Begin a game of the scenario as it stands, in the window of games"),
        ),
        Act("file", "map", tr("Edit &its map…"), "", tr("Open the map of this scenario in the map editor")),
        Act("file"),
        Act(
            "file",
            "pass_on",
            tr("&Pass on…"),
            "",
            tr("Save the scenario and pass it on as one file, with its map and all that it needs"),
        ),
        Act("file"),
        Act(
            "file",
            "close",
            tr("&Close"),
            "Ctrl+W",
            tr("Close the editor; what is not saved is asked about first"),
        ),
        Act(
            "edit",
            "undo",
            tr("&Undo"),
            "Ctrl+Z",
            tr("Take the last edit back, as far as the document as it was opened"),
        ),
        Act(
            "edit",
            "redo",
            tr("&Redo"),
            "Ctrl+Shift+Z Ctrl+Y",
            tr("Do the edit again that was taken back last"),
        ),
        Act("edit"),
        Act(
            "edit", "cut", tr("Cu&t"), "Ctrl+X", tr("Take the selected counters out, to be pasted elsewhere")
        ),
        Act(
            "edit",
            "copy",
            tr("&Copy"),
            "Ctrl+C",
            tr("Remember the selected counters, or cells of a table, to be pasted"),
        ),
        Act(
            "edit",
            "paste",
            tr("&Paste"),
            "Ctrl+V",
            tr("Lay copies of what was remembered on the hex under the cursor, or write cells"),
        ),
        Act(
            "edit",
            "duplicate",
            tr("&Duplicate"),
            "Ctrl+D",
            tr("The selected counters once more, where they are"),
        ),
        Act("edit", "delete", tr("De&lete"), "Del", tr("Take the selected counters out of the scenario")),
        Act(
            "edit",
            "unplace",
            tr("Take off the &map"),
            "Backspace",
            tr("Put the selected counters into the tray, placed nowhere"),
        ),
        Act("edit"),
        Act(
            "edit",
            "stack",
            tr("Select the &stack"),
            "Ctrl+A",
            tr("Every counter of the hex under the cursor"),
        ),
        Act("edit", "none", tr("Select &nothing"), "Ctrl+Shift+A", tr("No counter is selected any more")),
        Act("edit"),
        Act(
            "edit",
            "add",
            tr("Ne&w counter"),
            "Ctrl+Shift+N",
            tr("A new counter on the hex under the cursor: of the side of the selected one"),
        ),
        Act(
            "edit",
            "module_counters",
            tr("Counters &from a VASSAL module…"),
            "",
            tr("New counters with the names of those in a module's palette, placed nowhere yet"),
        ),
        Act(
            "edit",
            "borrow",
            tr("&Borrow counters…"),
            "Ctrl+B",
            tr("Counters of another scenario, or of the position of a saved game, chosen from a list"),
        ),
        Act(
            "edit",
            "design",
            tr("Counter desi&gner…"),
            "Ctrl+E",
            tr("Symbol, size, factors and colours of the selected counter, with a live picture"),
        ),
        Act("view", "zoom_in", tr("Zoom &in"), "Ctrl++ Ctrl+=", tr("Nearer, about the middle of the map")),
        Act("view", "zoom_out", tr("Zoom &out"), "Ctrl+-", tr("Farther away, about the middle of the map")),
        Act("view", "zoom_real", tr("&Full size"), "Ctrl+1", tr("Counters as large as they were drawn")),
        Act("view", "fit", tr("&Whole map"), "Ctrl+0", tr("The map from edge to edge")),
        Act("view", "fit_selection", tr("&Selection"), "Ctrl+9", tr("Bring the selected counters into view")),
        Act("view"),
        Act("scenario", "check", tr("&Check all"), "F7", tr("Run every check now, and show what is wrong")),
        Act(
            "scenario",
            "try",
            tr("&Try it…"),
            "F9",
            tr("Let the computer play games of the scenario, and look at how they end"),
        ),
        Act(
            "scenario",
            "brush",
            tr("&Paint the zone"),
            "B",
            tr("Take the brush for the chosen zone, or put it away"),
        ),
        Act("scenario"),
    )


def menus() -> tuple[tuple[str, str], ...]:
    """(key, title) of the menus in order."""
    return (
        ("file", tr("&File")),
        ("edit", tr("&Edit")),
        ("view", tr("&View")),
        ("scenario", tr("&Scenario")),
    )


class EditActs:
    """The actions of one window by name, in their menus. ``checks`` are those that can be on or off."""

    def __init__(
        self,
        window: QMainWindow,
        menus: Iterable[tuple[str, str]],
        rows: Iterable[Act],
        checks: Collection[str] = (),
    ) -> None:
        self.menus: dict[str, QMenu] = {}
        self.by_name: dict[str, QAction] = {}
        for key, title in menus:
            menu = window.menuBar().addMenu(title)
            menu.setObjectName(f"edit.menu.{key}")
            menu.setToolTipsVisible(True)
            self.menus[key] = menu
        for row in rows:
            if not row.name:
                self.menus[row.menu].addSeparator()
                continue
            action = QAction(row.text, window)
            action.setObjectName(f"edit.{row.name}")
            action.setCheckable(row.name in checks)
            keys = [QKeySequence(key) for key in row.keys.split(" ") if key]
            action.setShortcuts(keys)
            native = keys[0].toString(QKeySequence.SequenceFormat.NativeText) if keys else ""
            action.setToolTip(as_it_is("\n".join(x for x in (row.help, native) if x)))
            self.menus[row.menu].addAction(action)
            self.by_name[row.name] = action

    def __getitem__(self, name: str) -> QAction:
        return self.by_name[name]
