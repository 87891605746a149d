"""Help inside the program: keys and mouse in one page, made from the actions themselves, and what the program is."""

from __future__ import annotations

from html import escape
from importlib import metadata
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from hexbench.ui.shell.actions import MENUS, Actions
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
    ("Double click", "Select the whole stack"),
    ("Drag the ground, middle button, Space", "Move the map"),
    ("Wheel, + and −", "Zoom about the pointer"),
    ("Rest on a stack, F", "Fan it out"),
    ("Right click, Menu", "What can be done here"),
    ("Arrows, Q W E A D Z C S", "Move the hex cursor"),
    ("A hex number", "Jump to that hex"),
    ("Enter", "Pick up at the cursor; drop. With Shift: the whole stack"),
    ("[ and ]", "Go through a stack"),
    ("Hold H", "Look at the ground without its counters"),
    ("Ctrl + arrows", "Move the map"),
    ("Home", "The whole map"),
    ("Esc", "Give up what was begun; close what floats over the map"),
)


class KeysDialog(QDialog):
    """Every gesture and every key."""

    def __init__(self, parent: QWidget, acts: Actions) -> None:
        super().__init__(parent)
        self.setObjectName("keys")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Keys and mouse")
        page = Page()
        page.setHtml(keys_html(acts))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.addWidget(page, 1)
        column.addWidget(buttons)
        self.resize(620, 640)


def keys_html(acts: Actions) -> str:
    """The page."""
    parts = [_section("On the map", ON_THE_MAP)]
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
