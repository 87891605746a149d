"""What the view tells a gesture: where the hand is, and what lies there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, Qt


@dataclass(frozen=True)
class Touch:
    """One touch of the mouse: scene point, point in the viewport, the hex and the counter under it, button, modifiers."""

    point: QPointF
    pixel: QPoint
    hex: str
    unit: str
    button: Qt.MouseButton
    modifiers: Qt.KeyboardModifier

    @property
    def adding(self) -> bool:
        """Ctrl is held: add to what is selected."""
        return bool(self.modifiers & Qt.KeyboardModifier.ControlModifier)

    @property
    def whole(self) -> bool:
        """Shift is held: the whole stack."""
        return bool(self.modifiers & Qt.KeyboardModifier.ShiftModifier)


class Gestures(Protocol):
    """Who answers the mouse and the keys on the map. Each returns True when it used the event up."""

    def press(self, touch: Touch) -> bool:
        """A button went down."""

    def move(self, touch: Touch) -> bool:
        """The mouse moved, with or without a button."""

    def release(self, touch: Touch) -> bool:
        """A button went up."""

    def double(self, touch: Touch) -> bool:
        """A button went down for the second time at once."""

    def key(self, key: int, modifiers: Qt.KeyboardModifier, text: str) -> bool:
        """A key went down."""

    def key_up(self, key: int) -> bool:
        """A key went up."""

    def cancel(self) -> None:
        """Give up whatever is going on."""
