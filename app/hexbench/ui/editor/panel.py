"""The base of the editor's panels: shown anew after every edit, at once where they are seen, else when they are shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QPushButton, QToolButton, QVBoxLayout, QWidget

from hexbench.ui.editor.desk import EditDesk


class EditPanel(QWidget):
    """One panel. Subclasses lay out their widgets in ``self.box`` and show the draft in :meth:`refresh`."""

    key: ClassVar[str] = ""

    def __init__(self, desk: EditDesk, title: str, help_: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.title, self.help = title, help_
        self.stale = True
        self.setObjectName(f"edit.{self.key}")
        self.setAccessibleName(title)
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(8, 8, 8, 8)
        self.box.setSpacing(6)
        desk.changed.connect(self._on_changed)
        desk.dressed.connect(self.renew)

    def refresh(self) -> None:
        """Show the draft as it is now."""

    def renew(self) -> None:
        """Show it anew: now if it is seen, else when it is."""
        if self.isVisible() and not self.visibleRegion().isEmpty():
            self.stale = False
            self.refresh()
        else:
            self.stale = True
            if self.isVisible():
                self.desk.later.add(self)

    def catch_up(self) -> None:
        """Show what is out of date and could be seen."""
        if self.stale and self.isVisible():
            self.stale = False
            self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.stale:
            self.desk.later.first(self)

    def _on_changed(self, _: object) -> None:
        self.renew()


def tool(
    name: str, text: str, help_: str, slot: Callable[..., object], *, check: bool = False
) -> QToolButton:
    """A small button that says what it is for; Tab reaches it."""
    button = QToolButton()
    button.setObjectName(f"edit.{name}")
    button.setText(text)
    button.setAccessibleName(text)
    button.setToolTip(help_)
    button.setCheckable(check)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    (button.toggled if check else button.clicked).connect(slot)
    return button


def push(name: str, text: str, help_: str, slot: Callable[..., object]) -> QPushButton:
    """A button that says what it is for."""
    button = QPushButton(text)
    button.setObjectName(f"edit.{name}")
    button.setToolTip(help_)
    button.setAutoDefault(False)
    button.clicked.connect(slot)
    return button
