"""The base of the editors' panels, shown anew after every edit; and the buttons they have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QPushButton, QToolButton, QWidget

from hexbench.ui.editor.desk import EditDesk
from hexbench.ui.look.language import as_it_is
from hexbench.ui.widgets.late import LatePanel


class EditPanel(LatePanel):
    """One panel of an editor."""

    room: ClassVar[str] = "edit"

    def __init__(self, desk: EditDesk, title: str, help_: str, parent: QWidget | None = None) -> None:
        super().__init__(desk, title, parent)
        self.desk = desk
        self.title, self.help = title, help_
        desk.changed.connect(self._on_changed)

    def _on_changed(self, _: object) -> None:
        self.renew()


class GoList(QListWidget):
    """Enter goes where a click goes, or does what a double click does."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            self.itemActivated.emit(item)
        else:
            super().keyPressEvent(event)


def tool(
    name: str, text: str, help_: str, slot: Callable[..., object], *, check: bool = False
) -> QToolButton:
    """A small button that says what it is for; Tab reaches it."""
    button = QToolButton()
    button.setObjectName(f"edit.{name}")
    button.setText(text)
    button.setAccessibleName(text)
    button.setToolTip(as_it_is(help_))
    button.setCheckable(check)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    (button.toggled if check else button.clicked).connect(slot)
    return button


def push(name: str, text: str, help_: str, slot: Callable[..., object]) -> QPushButton:
    """A button that says what it is for."""
    button = QPushButton(text)
    button.setObjectName(f"edit.{name}")
    button.setToolTip(as_it_is(help_))
    button.setAutoDefault(False)
    button.clicked.connect(slot)
    return button
