"""Find anything: one line to type into, and below it everything that matches and can be done or shown.

Menu entries, decisions, docks, overlays, units, places and rules; words may be in any order and incomplete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QWindow
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout

from hexbench.ui.docks.stack import place_name
from hexbench.ui.docks.tips import teach
from hexbench.ui.look.language import as_it_is, tell, tr
from hexbench.ui.shell.actions import MENUS
from hexbench.ui.widgets.parts import laid, named

if TYPE_CHECKING:
    from hexbench.ui.shell.window import Window

MOST = 60
"""Entries listed at once."""
KEYS = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride)
_CLAUSE = 90
"""Letters of a rule that are shown."""


@dataclass(frozen=True)
class Entry:
    """One thing to find: its kind, its text, a hint such as its key, and what choosing it does."""

    sort: str
    text: str
    hint: str
    do: Callable[[], object]

    @property
    def line(self) -> str:
        """As the list shows it."""
        return f"{self.sort} · {tell(self.text)}" + (f"    {self.hint}" if self.hint else "")


def entries(window: Window) -> Iterator[Entry]:
    """Everything there is now."""
    yield from _menu(window)
    if window.bridge.session is None or window.bridge.seat is None:
        return
    yield from _decisions(window)
    yield from _views(window)
    yield from _units(window)
    yield from _places(window)
    yield from _rules(window)


def _menu(window: Window) -> Iterator[Entry]:
    for menu, words in MENUS.items():
        title = tr(words).replace("&", "")
        for action in window.acts.of_menu(menu):
            if not action.isEnabled():
                continue
            text = action.text().replace("&", "").rstrip("…")
            yield Entry(title, text, _keys(action), action.trigger)


def _keys(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def _decisions(window: Window) -> Iterator[Entry]:
    table = window.table
    hand = table.acting.hand
    if hand is None:
        return
    for offer in (*hand.plain, *hand.chosen_elsewhere, *hand.about(window.desk.units)):
        yield Entry(tr("Decision"), tell(hand.verb(offer).label), "", partial(table.use, offer.verb))


def _views(window: Window) -> Iterator[Entry]:
    table = window.table
    for key, action in table.docking.actions.items():
        yield Entry(tr("Dock"), action.text(), _keys(action), partial(table.docking.go, key))
    for choice in table.overlays.choices:
        on = choice.key in table.overlays.on
        yield Entry(
            tr("Overlay"),
            choice.title,
            tr("on") if on else "",
            partial(table.overlays.switch, choice.key, not on),
        )


def _units(window: Window) -> Iterator[Entry]:
    desk, table = window.desk, window.table

    def show(unit: str) -> None:
        desk.choose((unit,))
        desk.study(desk.at(unit))
        table.go_to(desk.at(unit))

    for unit, (face, at) in window.bridge.counters.items():
        yield Entry(
            tr("Unit"),
            tell(face.title),
            place_name(at, desk.seat) if at.startswith("#") else at,
            partial(show, unit),
        )


def _places(window: Window) -> Iterator[Entry]:
    view, table = window.table.view, window.table
    if view is None:
        return
    for place in view.map.atlas.sheet.places:
        at = place.hexes[0]
        yield Entry(tr("Place"), place.name, at, partial(table.go_to, at))


def _rules(window: Window) -> Iterator[Entry]:
    ledger, desk = window.desk.ledger, window.desk
    if ledger is None:
        return
    for chapter in ledger.chapters:
        for clause in chapter.clauses:
            text = clause.text if len(clause.text) <= _CLAUSE else clause.text[:_CLAUSE].rstrip() + "…"
            yield Entry(tr("Rule"), f"{clause.id} {text}", "", partial(desk.rule_asked.emit, clause.id))


def find(every: list[Entry], words: str) -> list[Entry]:
    """The entries that contain all words; those that begin with the first word come first."""
    wanted = words.casefold().split()
    if not wanted:
        return every[:MOST]
    found = []
    for place, entry in enumerate(every):
        line = entry.line.casefold()
        if all(word in line for word in wanted):
            text = entry.text.casefold()
            begins = 0 if text.startswith(wanted[0]) else 1 if f" {wanted[0]}" in f" {text}" else 2
            found.append((begins, place, entry))
    return [entry for _, _, entry in sorted(found, key=lambda one: one[:2])[:MOST]]


class Finder(QDialog):
    """Type, choose with the arrows, Enter. Esc leaves everything as it is."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.setObjectName("finder")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Find anything"))
        self.every = list(entries(window))
        self.shown: list[Entry] = []
        self.words = named(QLineEdit(), "finder.words", tr("Find anything"))
        self.words.setPlaceholderText(tr("An action, a unit, a town, a hex, a rule …"))
        self.words.textChanged.connect(self._on_words)
        self.words.returnPressed.connect(self._on_return)
        self.words.installEventFilter(self)
        self.list = named(QListWidget(), "finder.list", tr("Results"))
        self.list.setUniformItemSizes(True)
        self.list.itemActivated.connect(self._on_return)
        self.list.itemClicked.connect(self._on_return)
        laid(QVBoxLayout(self), self.words, (self.list, 1))
        self.resize(620, 460)
        teach(self)
        self._window = window
        self._on_words("")
        # A window system gives a new window the keyboard with a delay, while the player goes on typing.
        # A modal dialog will not do: Qt throws away what is typed into a window behind one.
        app = QApplication.instance()
        assert app is not None, "widgets need an application"
        app.installEventFilter(self)

    def _on_words(self, words: str) -> None:
        self.shown = find(self.every, words)
        at = words.strip().upper()
        view = self._window.table.view if self._window.bridge.session is not None else None
        if view is not None and at in view.map.atlas.index:
            self.shown.insert(0, Entry(tr("Hex"), at, tr("go there"), lambda: self._window.table.go_to(at)))
        self.list.clear()
        for entry in self.shown:
            item = QListWidgetItem(entry.line)
            item.setToolTip(as_it_is(entry.line))  # a line may be longer than the list is wide
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _on_return(self) -> None:
        place = self.list.currentRow()
        if 0 <= place < len(self.shown):
            entry = self.shown[place]
            self.accept()
            entry.do()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys move in the list while typing; keys that still reach the window behind are redirected
        here.
        """
        if isinstance(watched, QWindow) and watched is self._window.windowHandle() and self.isVisible():
            if isinstance(event, QKeyEvent) and event.type() in KEYS:
                event.accept()
                if event.type() == QEvent.Type.KeyPress:
                    QApplication.sendEvent(self.words, event)
                return True
            if event.type() == QEvent.Type.MouseButtonPress:
                self.close()
        if watched is self.words and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
            if event.key() in step and self.shown:
                row = self.list.currentRow() + step[Qt.Key(event.key())]
                self.list.setCurrentRow(max(0, min(len(self.shown) - 1, row)))
                return True
        return super().eventFilter(watched, event)
