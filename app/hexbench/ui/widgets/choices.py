"""Lists and numbers that are chosen from, as they stand in docks that scroll, beside menus whose actions have keys of one letter."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget

_COMMANDS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)
"""With one of these a letter is a command, and no text."""


def is_typed(event: QEvent) -> bool:
    """Whether a key that an action would take is a letter or number meant for the widget it goes to."""
    return (
        event.type() == QEvent.Type.ShortcutOverride
        and isinstance(event, QKeyEvent)
        and not event.modifiers() & _COMMANDS
        and event.text().isprintable()
        and bool(event.text())
    )


def is_key(event: QEvent, key: Qt.Key) -> bool:
    """Whether this very key, with nothing held, is about to be taken by an action."""
    return (
        event.type() == QEvent.Type.ShortcutOverride
        and isinstance(event, QKeyEvent)
        and event.key() == key
        and not event.modifiers()
    )


class ChoiceBox(QComboBox):
    """A list that drops down. The wheel scrolls what it stands in, unless it has the keyboard; then a letter chooses what begins
    with it, whatever action has that letter for its key.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel does not bring the keyboard here

    def event(self, event: QEvent) -> bool:
        if is_typed(event):
            event.accept()
            return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class NumberBox(QSpinBox):
    """A number that is typed or counted up and down. The wheel scrolls what it stands in, unless it has the keyboard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
