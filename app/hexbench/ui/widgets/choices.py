"""Drop-down lists and number fields for docks that scroll, in a window whose actions have single-letter keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QPaintEvent, QPalette, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QListView,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

if TYPE_CHECKING:  # of Qt's classes a class has one above it: what several of them share is of none
    _Any = QWidget
else:
    _Any = object
_COMMANDS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)
"""With one of these a letter is a command, and no text."""
_MARGIN: Final = 4
"""Pixels that styles leave between an icon and the text beside it."""


def is_typed(event: QEvent) -> bool:
    """Whether a key that an action would take is a letter or digit meant for the focused widget."""
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


class _Still(_Any):
    """The wheel scrolls the enclosing area, unless this widget has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel does not bring the keyboard here

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class DropDown(_Still, QComboBox):
    """A drop-down list. Text that does not fit is cut and ends in dots."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """As Qt paints it, which would cut the text off in the middle of a letter. (What a style is told of a list is asked for ten
        times as often as it is painted: it is no place for this.)
        """
        option = self._option()
        if self.currentIndex() < 0:
            faint = self.palette().brush(QPalette.ColorRole.PlaceholderText)
            option.palette.setBrush(QPalette.ColorRole.ButtonText, faint)
        painter = QStylePainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def shown_text(self) -> str:
        """What is seen of the text that is chosen, or of that which stands for none."""
        return self._option().currentText

    def _option(self) -> QStyleOptionComboBox:
        """What a style is told when it is painted: the text is cut to its room."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        room = field.width() - 2
        if not option.currentIcon.isNull():
            room -= option.iconSize.width() + _MARGIN
        text = self.placeholderText() if self.currentIndex() < 0 else option.currentText
        option.currentText = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
        return option


class ChoiceBox(DropDown):
    """A list of a form that is filled in: when it has the keyboard a letter chooses what begins with it, whatever action has that
    letter for its key.
    """

    def event(self, event: QEvent) -> bool:
        if is_typed(event):
            event.accept()
            return True
        return super().event(event)


class NumberBox(_Still, QSpinBox):
    """A number that is typed or stepped up and down."""


class FractionBox(_Still, QDoubleSpinBox):
    """The same for a number with decimals."""


# Lists whose rows break their lines: laid out anew when they become narrower or wider.


class WrappedList(QListView):
    """A list from top to bottom. Qt lays such a list out anew when its height changes, and not when its width does: when
    the bar beside it appears, rows that now need a line more would be drawn over each other.

    ``keeps_end``: if the last row is visible, it stays visible.
    """

    keeps_end = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._at_end = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.oldSize().width() != event.size().width():
            bar = self.verticalScrollBar()
            self._at_end = self.keeps_end and bar.value() == bar.maximum()
            self.scheduleDelayedItemsLayout()
        super().resizeEvent(event)

    def doItemsLayout(self) -> None:
        super().doItemsLayout()
        if self._at_end:
            self._at_end = False
            self.scrollToBottom()
