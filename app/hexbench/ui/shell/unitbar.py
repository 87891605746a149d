"""What can be done with the selected units besides dragging them: a row of buttons at the bottom of the map."""

from __future__ import annotations

import string
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from hexbench.engine.seat import Seat
from hexbench.ui.docks.desk import warn
from hexbench.ui.look.language import as_it_is, tell, tr
from hexbench.ui.shell.acting import Acting
from hexbench.ui.shell.floats import Float
from hexbench.ui.widgets.parts import PlainLabel, empty, laid, named

if TYPE_CHECKING:
    from hexbench.ui.shell.table import Table


# Keys for what a game offers: Alt, Shift and a letter of the verb's name, the same all game long, shown
# beside it.

WITH = "Alt+Shift+"


def letters(labels: Iterable[tuple[str, str]]) -> dict[str, str]:
    """verb -> its letter, from (verb, label) in order: the first letter of a word that is free, else any of its letters,
    else any letter; a verb that finds none has no key.
    """
    out: dict[str, str] = {}
    taken: set[str] = set()
    for verb, label in labels:
        words = label.upper().split()
        wanted = [*(word[0] for word in words), *"".join(words), *string.ascii_uppercase]
        found = next((c for c in wanted if c in string.ascii_uppercase and c not in taken), "")
        if found:
            taken.add(found)
            out[verb] = found
    return out


def keys_of(seat: Seat | None) -> dict[str, str]:
    """verb -> its key, for every verb of the game at hand."""
    if seat is None:
        return {}
    verbs: dict[str, Any] = seat.rules.verbs
    return {name: WITH + c for name, c in _letters(tuple((n, tell(v.label)) for n, v in verbs.items()))}


@cache
def _letters(labels: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """:func:`letters`, found once for each game and language: they are asked for with every row of buttons."""
    return tuple(letters(labels).items())


def show_keys(widget: QWidget, seat: Seat | None) -> None:
    """Write its key beside every verb of a menu, or into the tip of its button."""
    keys = keys_of(seat)
    if isinstance(widget, QMenu):
        for action in widget.actions():
            key = keys.get(action.objectName().removeprefix("verb."))
            if key is not None and action.objectName().startswith("verb."):
                action.setText(f"{action.text()}\t{_native(key)}")
        return
    for button in widget.findChildren(QPushButton):
        _, dot, verb = button.objectName().partition(".")
        if dot and verb in keys and _native(keys[verb]) not in button.toolTip():
            button.setToolTip(as_it_is(f"{button.toolTip()}\n{_native(keys[verb])}".strip()))


def _native(key: str) -> str:
    """A key as menus write it."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


class _VerbKeys(QObject):
    """The keys of the verbs offered now; a key does the same as the verb's button."""

    def __init__(self, over: QWidget, acting: Acting) -> None:
        super().__init__(over)
        self.over = over
        self.acting = acting
        self.shortcuts: dict[str, QShortcut] = {}
        acting.desk.refreshed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Listen to the keys of now."""
        desk = self.acting.desk
        hand, keys = self.acting.hand, keys_of(desk.seat)
        offered = [] if hand is None else [o.verb for o in hand.prompt.offers if o.verb in keys]
        for verb in [v for v in self.shortcuts if v not in offered]:
            old = self.shortcuts.pop(verb)
            old.setEnabled(False)
            old.deleteLater()
        for verb in offered:
            if verb not in self.shortcuts:
                made = QShortcut(QKeySequence(keys[verb]), self.over)
                made.setObjectName(f"key.{verb}")
                made.setContext(Qt.ShortcutContext.WindowShortcut)
                made.activated.connect(self._on_pressed)
                self.shortcuts[verb] = made

    def _on_pressed(self) -> None:
        self.acting.use(self.sender().objectName().removeprefix("key."), self.acting.desk.units)


NAME = 34
"""Most letters of a name beside the buttons."""


class UnitBar(Float):
    """Shown while units are selected for which a verb is offered; the verbs are those of the map's menu."""

    def __init__(self, over: QWidget, acting: Acting) -> None:
        super().__init__(over, acting.desk)
        self.acting = acting
        self.name = PlainLabel()
        self.name.setProperty("role", "now")
        self.row = QHBoxLayout()
        self.row.setSpacing(6)
        line = self.line = QHBoxLayout(self)
        line.setContentsMargins(10, 6, 10, 6)
        line.setSpacing(10)
        laid(line, self.name, self.row)
        acting.desk.units_changed.connect(self.refresh)
        acting.desk.refreshed.connect(self.refresh)
        over.installEventFilter(self)
        self.keys = _VerbKeys(over, acting)

    def refresh(self) -> None:
        """Show the buttons of now."""
        acting, desk = self.acting, self.acting.desk
        seat, offers = desk.seat, acting.unit_offers()
        empty(self.row)
        self.setVisible(bool(offers) and seat is not None)
        if not offers or seat is None:
            self.name.clear()  # what is hidden now may not be read later: the seat may be another's
            self.name.setToolTip("")
            return
        name = acting.name_of(desk.units)
        self.name.setText(name if len(name) <= NAME else f"{name[:NAME].rstrip()}…")
        self.name.setToolTip(as_it_is(name))
        for offer in offers:
            verb = seat.rules.verbs[offer.verb]
            button = named(QPushButton(tell(verb.label)), f"unit.{offer.verb}", tip=tell(verb.help))
            warn(button, desk, offer.verb)
            button.setAutoDefault(False)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(self._on_pressed)
            self.row.addWidget(button)
            button.show()
        show_keys(self, seat)
        self._lay()

    def _lay(self) -> None:
        self.name.setVisible(True)
        self._fit()
        if self.width() > self.over.width() - 16:
            self.name.setVisible(False)
            self._fit()
        self.move(max(8, (self.over.width() - self.width()) // 2), self.over.height() - self.height() - 10)
        self.raise_()

    def _fit(self) -> None:
        """The size of what is shown now, not of what was shown before."""
        for layout in (self.row, self.line):
            layout.invalidate()
        self.line.activate()
        self.resize(self.sizeHint())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._lay()
        return False

    def _on_pressed(self) -> None:
        self.acting.use(self.sender().objectName().removeprefix("unit."), self.acting.desk.units)


# The menu of a hex: what can be done with the units selected and with the place itself.


class MapMenu(QMenu):
    """A context menu for one click; it deletes itself."""

    def __init__(self, table: Table, at: str) -> None:
        super().__init__(table)
        self.table, self.at = table, at
        self.setObjectName("map.menu")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setToolTipsVisible(True)
        desk, acting = table.desk, table.acting
        if desk.units:
            head = self.addAction(acting.name_of(desk.units))
            head.setEnabled(False)
            hand = acting.hand
            for offer in acting.unit_offers():
                verb = desk.seat.rules.verbs[offer.verb] if desk.seat is not None else None
                if verb is not None:
                    warn(self._add(f"verb.{offer.verb}", tell(verb.label), tell(verb.help)), desk, offer.verb)
            if hand is not None and hand.ways(desk.units) and not desk.at(desk.units[0]).startswith("#"):
                self._add("move", tr("{label}: pick up", label=hand.verb(hand.drags[0]).label))
            if at:
                own = at == desk.at(desk.units[0])
                self._add("why", tr("Why not act?") if own else tr("Why not to {at}?", at=at))
            self.addSeparator()
        if at:
            if len(desk.units_at(at)) > 1:
                self._add("stack", tr("Select the stack"))
                self._add("fan", tr("Fan out the stack"))
            if desk.units_at(at):
                self._add("suppose", tr("Build an attack on {at}", at=at))
            self._add("centre", tr("Centre on {at}", at=at))
        self._add("fit", tr("Whole map"))
        show_keys(self, desk.seat)
        self.triggered.connect(self._on_triggered)

    def _add(self, name: str, text: str, help_: str = "") -> QAction:
        action = self.addAction(text)
        action.setToolTip(as_it_is(help_ or text))
        action.setObjectName(name)
        return action

    def _on_triggered(self, action: QObject) -> None:
        table, view, name = self.table, self.table.view, action.objectName()
        if view is None:
            return
        if name.startswith("verb."):
            table.use(name.removeprefix("verb."))
        elif name == "move" and table.hands is not None:
            view.set_cursor(table.desk.at(table.desk.units[0]))
            view.setFocus()
            table.hands.drag.begin(table.desk.units, by_key=True)
        elif name == "why":
            table.acting.ask_why(table.desk.units, self.at)
        elif name == "suppose":
            table.suppose_asked.emit(self.at)
        elif name == "stack":
            table.desk.choose(table.desk.units_at(self.at))
        elif name == "fan":
            view.fan(self.at)
        elif name == "centre":
            view.centre_on(self.at)
        elif name == "fit":
            view.fit_map()


def map_menu(table: Table, at: str) -> QMenu:
    """The menu for a click at a hex (empty: off the map)."""
    return MapMenu(table, at)
