"""Help inside the program: keys and mouse in one page, made from the actions themselves, and what the program is."""

from __future__ import annotations

from html import escape
from importlib import metadata
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from hexbench.ui.look.language import tr
from hexbench.ui.shell.action_table import MENUS
from hexbench.ui.shell.actions import Actions
from hexbench.ui.widgets.page import Page

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue

ON_THE_MAP = (
    (
        "Drag a counter",
        "Move it; its reach, route and cost are shown. Drop it where it may not go to hear why.",
    ),
    ("Shift + drag", "The whole stack"),
    ("Ctrl + click", "Add a counter to the selection, or leave it out"),
    (
        "Shift + drag on the ground, G",
        "Select all counters in a band, your own where there are any; with Ctrl add them. By keyboard: Enter twice",
    ),
    ("Double click", "Select the whole stack"),
    ("Drag the ground, middle button, Space", "Move the map"),
    ("Wheel, + and −", "Zoom about the pointer"),
    ("Rest on a stack, F", "Fan it out"),
    ("Right click, Menu", "What can be done here"),
    ("Arrows, Q W E A D Z C S", "Move the hex cursor"),
    ("A hex number", "Jump to that hex"),
    ("Enter", "Pick up at the cursor; drop. With Shift: the whole stack"),
    ("[ and ], wheel over the stack list", "Go through the stack that is selected or pointed at"),
    ("Hold H", "Look at the ground without its counters"),
    ("Ctrl + arrows", "Move the map"),
    ("Home", "The whole map"),
    ("Esc", "Give up what was begun; close what floats over the map; then deselect"),
)
DRAWING = (
    ("Click, Enter", "With pin, note or eraser in hand: in that hex"),
    ("Drag, or Enter twice", "With the arrow in hand: from hex to hex"),
    ("Esc, double click", "Put it away"),
)
IN_BOXES = (
    ("← → ↑ ↓", "Go from box to box; while a point is held, to the boxes that take it"),
    ("Enter, Space", "Take a point of the box; put it down. With Shift: all of them"),
    ("Drag, double click", "The same by mouse; where only one box takes it, a double click sends it there"),
    ("Esc", "Put the point back"),
)
ON_THE_RECORD = (
    ("← → ↑ ↓", "Go from box to box"),
    ("Page Up, Page Down, Home, End", "Six boxes on or back; the first and the last"),
    ("Enter, Space, click", "Open what the box tells; close it again"),
    ("Esc", "Close it"),
)
IN_LISTS = (
    ("Enter, double click in the history", "Stand at that position"),
    ("B in the history", "Set or take away a bookmark"),
    ("Click on the log", "Show where it happened; a double click goes back to that moment"),
    ("← → ↑ ↓ in the minimap", "Move the map"),
)

IN_A_REPLAY = (
    ("Left and Right", "A step back or on: by action, phase or turn, as chosen in the bar"),
    ("Page Up and Page Down", "A phase back or on; with Ctrl: a turn"),
    ("Home and End", "The first and the last picture"),
    ("Space", "Play, pause"),
    ("Esc", "Back to the game as it stands"),
)
IN_LISTS_OF_ATTACKS = (
    ("Click, arrows", "Light an attack and show what shifts it"),
    ("Double click, Enter", "Build it in the combat dock, in any phase"),
)


class KeysDialog(QDialog):
    """Every gesture and every key."""

    def __init__(self, parent: QWidget, acts: Actions) -> None:
        super().__init__(parent)
        self.setObjectName("keys")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Keys and mouse")
        self.page = page = Page()
        page.setObjectName("keys.page")
        page.setAccessibleName(tr("Keys and mouse"))
        page.setHtml(keys_html(acts))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.addWidget(page, 1)
        column.addWidget(buttons)
        self.resize(620, 640)


def keys_html(acts: Actions) -> str:
    """The page."""
    parts = [
        _section("On the map", ON_THE_MAP),
        _section("Drawing on the map", DRAWING),
        _section("In boxes of points", IN_BOXES),
        _section("On the turn record", ON_THE_RECORD),
        _section("In lists", IN_LISTS),
    ]
    for menu in MENUS:
        rows = []
        for action in acts.menus[menu].actions():
            if action.isSeparator() or action.menu() is not None or not action.objectName():
                continue
            keys = ", ".join(k.toString(QKeySequence.SequenceFormat.NativeText) for k in action.shortcuts())
            rows.append((keys or "—", action.text().replace("&", "").partition(":")[0]))
        parts.append(_section(menu, tuple(rows)))
    parts.append(
        _section("Docks", (("Alt + 1 to 9", "Go to a dock; from there, hide it"), ("F6", "Next pane")))
    )
    parts.append(_section("In a replay", IN_A_REPLAY))
    parts.append(_section("In the list of attacks", IN_LISTS_OF_ATTACKS))
    return "".join(parts)


def _section(title: str, rows: tuple[tuple[str, str], ...]) -> str:
    lines = "".join(
        f'<tr><td style="padding:2px 18px 2px 0"><b>{escape(keys)}</b></td><td>{escape(text)}</td></tr>'
        for keys, text in rows
    )
    return f'<h3 style="margin:10px 0 2px 0">{escape(title)}</h3><table cellspacing="0">{lines}</table>'


def about_text(catalogue: Catalogue) -> str:
    """What this is, in which version, with which games."""
    games = ", ".join(escape(game.title) for game in catalogue.games.values())
    return (
        f"<h3>Hexbench {escape(metadata.version('hexbench'))}</h3>"
        "<p>A workbench for hex-and-counter wargames: it enforces the rules, explains every refusal, "
        "and keeps every game move by move.</p>"
        f"<p>Games: {games}.</p><p>MIT licence. Type: IBM Plex Sans Condensed, SIL Open Font License.</p>"
    )
