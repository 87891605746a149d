"""Help in the program: keys and mouse on one page, generated from the actions, and the about and licence
dialogs.
"""

from __future__ import annotations

import platform
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from hexbench import __version__
from hexbench.session.about import SAVES, Part, libraries
from hexbench.ui.look.language import mark, tr
from hexbench.ui.shell.actions import MENUS, Actions
from hexbench.ui.widgets.page import Page
from hexbench.ui.widgets.parts import MarkupLabel, laid, named, resize_within, scrolled

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue

ON_THE_MAP = (
    (
        mark("Drag a counter"),
        mark("Move it; its reach, route and cost are shown. Drop it where it may not go to see why."),
    ),
    (mark("Shift + drag"), mark("The whole stack")),
    (mark("Ctrl + click"), mark("Add a counter to the selection, or remove it")),
    (
        mark("Shift + drag on the ground, G"),
        mark(
            "Select all counters in a frame, yours if there are any; with Ctrl, add them. By "
            "keyboard: Enter twice"
        ),
    ),
    (mark("Double click"), mark("Select the whole stack")),
    (mark("Drag the ground, middle button, Space"), mark("Move the map")),
    (mark("Wheel, + and −"), mark("Zoom about the pointer")),
    (mark("Hover over a stack, F"), mark("Fan it out")),
    (mark("Right click, Menu"), mark("Show what can be done here")),
    (mark("Arrows, Q W E A D Z C S"), mark("Move the hex cursor")),
    (mark("A hex number"), mark("Jump to that hex")),
    (mark("Enter"), mark("Pick up at the cursor; drop. With Shift: the whole stack")),
    (
        mark("[ and ], wheel over the stack list"),
        mark("Step through the stack that is selected or pointed at"),
    ),
    (mark("Hold H"), mark("Look at the ground without its counters")),
    (mark("Ctrl + arrows"), mark("Move the map")),
    (mark("Home"), mark("The whole map")),
    (mark("Esc"), mark("Cancel what you have begun; close what floats over the map; then deselect")),
)
_DRAWING = (
    (mark("Click, Enter"), mark("With pin, note or eraser: use it in that hex")),
    (mark("Drag, or Enter twice"), mark("With the arrow: draw it from hex to hex")),
    (mark("Esc, double click"), mark("Put the tool away")),
)
_IN_BOXES = (
    ("← → ↑ ↓", mark("Go from box to box; while holding a point, to the boxes that accept it")),
    (mark("Enter, Space"), mark("Take a point from the box; put it down. With Shift: all of them")),
    (
        mark("Drag, double click"),
        mark("The same with the mouse; if only one box accepts it, a double click sends it there"),
    ),
    (mark("Esc"), mark("Put the point back")),
)
_ON_THE_RECORD = (
    ("← → ↑ ↓", mark("Go from box to box")),
    (mark("Page Up, Page Down, Home, End"), mark("Six boxes back or forward; the first and the last")),
    (mark("Enter, Space, click"), mark("Open the details of the box; close them again")),
    (mark("Esc"), mark("Close it")),
)
_IN_LISTS = (
    (mark("Enter, double click in the history"), mark("Go to that position")),
    (mark("B in the history"), mark("Set or remove a bookmark")),
    (mark("Click in the log"), mark("Show where it happened; a double click goes back to that moment")),
    (mark("F4, click on its number"), mark("Open the clause that a line of the log cites")),
    (mark("← → ↑ ↓ in the minimap"), mark("Move the map")),
)

_IN_A_REPLAY = (
    (mark("Left and Right"), mark("A step back or forward: by action, phase or turn, as chosen in the bar")),
    (mark("Page Up and Page Down"), mark("A phase back or forward; with Ctrl: a turn")),
    (mark("Home and End"), mark("The first and the last picture")),
    (mark("Space"), mark("Play, pause")),
    (mark("Esc"), mark("Back to the current position")),
)
_IN_LISTS_OF_ATTACKS = (
    (mark("Click, arrows"), mark("Highlight an attack and show its column shifts")),
    (mark("Double click, Enter"), mark("Build it in the combat dock, in any phase")),
)


_LINE = 75
"""Characters in a line of comfortable length."""
_EDGES = 40
"""Margin round the text, in pixels."""


class KeysDialog(QDialog):
    """Every gesture and every key."""

    def __init__(self, parent: QWidget, acts: Actions) -> None:
        super().__init__(parent)
        self.setObjectName("keys")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Keys and mouse"))
        self.page = page = Page()
        page.setObjectName("keys.page")
        page.setAccessibleName(tr("Keys and mouse"))
        page.setHtml(keys_html(acts))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        laid(QVBoxLayout(self), (page, 1), buttons)
        self.resize(620, 640)


class LicencesDialog(QDialog):
    """The parts the program is made of, each with its licence and the licence's text."""

    def __init__(self, parent: QWidget, parts: tuple[Part, ...]) -> None:
        super().__init__(parent)
        self.setObjectName("licences")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Licences"))
        self.parts = parts
        self.names = named(
            QListWidget(),
            "licences.names",
            tr("What Hexbench is made of"),
            tr("What Hexbench is made of, with versions; choose one to read its licence"),
        )
        self.names.addItems([f"{part.name} {part.version}".strip() for part in parts])
        self.text = named(QPlainTextEdit(), "licences.text", tr("Licence text"))
        self.text.setReadOnly(True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.names.currentRowChanged.connect(self._on_chosen)
        row = laid(QHBoxLayout(), (self.names, 2), (self.text, 5))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        laid(QVBoxLayout(self), (row, 1), buttons)
        self.names.setCurrentRow(0)
        self.resize(900, 620)

    def _on_chosen(self, row: int) -> None:
        part = self.parts[row]
        head = f"{part.name} {part.version}".strip() + (f": {part.licence}" if part.licence else "")
        text = part.text or tr(
            "No text is included in this installation; see the system's notes on the package."
        )
        self.text.setPlainText(f"{head}\n\n{text}")


def keys_html(acts: Actions) -> str:
    """The page."""
    parts = [
        _section(tr("On the map"), ON_THE_MAP),
        _section(tr("Drawing on the map"), _DRAWING),
        _section(tr("In boxes of points"), _IN_BOXES),
        _section(tr("On the turn record"), _ON_THE_RECORD),
        _section(tr("In lists"), _IN_LISTS),
    ]
    for menu, title in MENUS.items():
        rows = []
        for action in acts.of_menu(menu):
            keys = ", ".join(k.toString(QKeySequence.SequenceFormat.NativeText) for k in action.shortcuts())
            rows.append(
                (
                    keys or "—",
                    acts.title(action.objectName())
                    if action.objectName() in acts.by_name
                    else action.text().replace("&", ""),
                )
            )
        parts.append(_section(tr(title).replace("&", ""), tuple(rows)))
    parts.append(
        _section(
            tr("Docks"),
            ((tr("Alt + 1 to 9"), tr("Go to a dock; from there, hide it")), (tr("F6"), tr("Next pane"))),
        )
    )
    parts.append(_section(tr("In a replay"), _IN_A_REPLAY))
    parts.append(_section(tr("In the list of attacks"), _IN_LISTS_OF_ATTACKS))
    return "".join(parts)


def _section(title: str, rows: tuple[tuple[str, str], ...]) -> str:
    lines = "".join(
        f'<tr><td style="padding:2px 18px 2px 0"><b>{escape(tr(keys))}</b></td><td>{escape(tr(text))}</td></tr>'
        for keys, text in rows
    )
    return f'<h3 style="margin:10px 0 2px 0">{escape(title)}</h3><table cellspacing="0">{lines}</table>'


def _addons(catalogue: Catalogue) -> str:
    """Games from other packages, and those found but left out, as HTML; empty if there are none."""
    rows = []
    for key, source in catalogue.sources.items():
        licence = escape(source.licence) or tr("no licence given")
        package = f"{escape(source.package)} {escape(source.version)}"
        rows.append(f"<b>{escape(catalogue.games[key].title)}</b>: {package}, {licence}")
    words = ""
    if rows:
        risk = tr(
            "Games from other packages. Their code runs with your rights and can do whatever "
            "you can; a setting turns them off."
        )
        words = f"<p>{risk}<br>{'<br>'.join(rows)}</p>"
    left = "<br>".join(escape(sentence) for sentence in catalogue.left_out)
    return words + (f"<p>{left}</p>" if left else "")


class AboutDialog(QDialog):
    """About the program. Its text scrolls if needed: large text can be higher than a small screen."""

    def __init__(self, parent: QWidget, catalogue: Catalogue) -> None:
        super().__init__(parent)
        self.setObjectName("about")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("About Hexbench"))
        self.words = named(MarkupLabel(), "about.words")
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.words.setOpenExternalLinks(True)
        self.words.setText(about_text(catalogue))
        self.area = scrolled(self.words)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.addWidget(self.area, 1)
        column.addWidget(buttons)
        wide = self.fontMetrics().averageCharWidth() * _LINE
        high = self.words.heightForWidth(wide) + buttons.sizeHint().height()
        resize_within(self, wide + _EDGES, high + _EDGES)


def about_text(catalogue: Catalogue) -> str:
    """Name, versions, games and credits, as HTML."""
    games = ", ".join(
        escape(game.title) for key, game in catalogue.games.items() if key not in catalogue.sources
    )
    parts = (
        f"Python {platform.python_version()}",
        tr("Saved games: format {number}", number=SAVES),
        *(f"{name} {number}" for name, number in libraries()),
    )
    numbers = " · ".join(escape(part) for part in parts)
    return (
        f"<h3>Hexbench {escape(__version__)}</h3><p>"
        + tr(
            "A workbench for hex-and-counter wargames: it enforces the rules, explains every refusal, and keeps every game move by move."
        )
        + f"</p><p>{tr('Games: {names}.', names=games)}</p>{_addons(catalogue)}<p>{numbers}</p><p>"
        + tr(
            "MIT licence. Type: IBM Plex Sans Condensed, SIL Open Font License. The texts of all licences are under Help → Licences."
        )
        + "</p><p>"
        + tr(
            'Shown with Qt 6 and Qt for Python (PySide6), © The Qt Company Ltd. and others, under the <a href="https://www.gnu.org/licenses/lgpl-3.0.html">GNU Lesser General Public License</a>, version 3. They are installed beside Hexbench as shared libraries, unchanged: you may replace them with versions of your own. Their sources are <a href="https://download.qt.io">offered by The Qt Company</a>.'
        )
        + "</p><p>"
        + tr('Towns: <a href="https://www.geonames.org">GeoNames</a>, CC BY 4.0.')
        + "<br>"
        + tr(
            "Woodland drawn with the help of Copernicus CORINE Land Cover 2012: © European Union, Copernicus Land Monitoring Service, European Environment Agency (EEA)."
        )
        + "<br>"
        + tr(
            'Borders and the Rhine: made with <a href="https://www.naturalearthdata.com">Natural Earth</a>, public domain. All other geography was drawn for this project.'
        )
        + "</p>"
    )
