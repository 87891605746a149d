"""The base of the editors' panels, shown anew after every edit; and the buttons they have in common."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QWidget

from hexbench.ui.editor.desk import EditDesk
from hexbench.ui.widgets.background import LatePanel


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
