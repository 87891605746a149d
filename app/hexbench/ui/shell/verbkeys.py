"""Keys for what a game offers: Alt, Shift and a letter of the verb's name, the same all game long, shown beside it."""

from __future__ import annotations

import string
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from hexbench.engine.seat import Seat
from hexbench.ui.look.language import as_it_is, tell
from hexbench.ui.shell.acting import Acting

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
    return {name: WITH + c for name, c in letters((n, tell(v.label)) for n, v in verbs.items()).items()}


def show_keys(widget: QWidget, seat: Seat | None) -> None:
    """Write its key beside every verb of a menu, or into the tip of its button."""
    keys = keys_of(seat)
    if isinstance(widget, QMenu):
        for action in widget.actions():
            key = keys.get(action.objectName().removeprefix("verb."))
            if key is not None and action.objectName().startswith("verb."):
                action.setText(f"{action.text()}\t{key}")
        return
    for button in widget.findChildren(QPushButton):
        _, dot, verb = button.objectName().partition(".")
        if dot and verb in keys and keys[verb] not in button.toolTip():
            button.setToolTip(as_it_is(f"{button.toolTip()}\n{keys[verb]}".strip()))


class VerbKeys(QObject):
    """The keys of what is offered now; a key does what the button of its verb does."""

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
