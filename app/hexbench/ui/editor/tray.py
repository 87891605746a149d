"""Counters beside the map: those placed nowhere yet, and every box. They are dragged onto the map, and back into the tray."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QPoint, QSignalBlocker
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout

from hexbench.ui.docks.units import TrayView, units_of
from hexbench.ui.editor.designer import CounterButton
from hexbench.ui.editor.desk import EditDesk
from hexbench.ui.editor.panel import EditPanel
from hexbench.ui.look.language import tr
from hexbench.ui.widgets.parts import named, wrapped_label

CELL, BOX = 210, 240


class TrayPanel(EditPanel):
    """One box at a time. What is dropped here from the map or the turn record goes into the box that is shown."""

    key: ClassVar[str] = "tray"

    def __init__(self, desk: EditDesk) -> None:
        super().__init__(
            desk,
            tr("Tray"),
            tr("Counters beside the map: not placed yet, or in a box; drag them onto the map and back"),
        )
        self.boxes = named(
            QComboBox(),
            "edit.tray.boxes",
            tr("Box beside the map"),
            tr("Which box beside the map to look into; what is dropped on the tray goes there"),
        )
        self.boxes.setMinimumWidth(BOX)
        self.boxes.currentIndexChanged.connect(self._on_box)
        self.hint = named(
            wrapped_label(tr("Drag onto the map; or select here, put the cursor on a hex and press Enter.")),
            role="muted",
        )
        head = QHBoxLayout()
        head.addWidget(self.boxes)
        head.addWidget(self.hint, 1)
        self.counter = CounterButton(
            desk,
            "tray_counter",
            tr("A new counter in the box that is shown, to be changed; the arrow asks of which side"),
            self._new_place,
            self.catch_up,
        )
        head.addWidget(self.counter)
        self.box.addLayout(head)
        self.list = TrayView(desk, "edit.tray.list", tr("Counters beside the map"), CELL)
        self.box.addWidget(self.list, 1)
        self.setAcceptDrops(True)

    @property
    def at(self) -> str:
        """The box that is shown."""
        return str(self.boxes.currentData() or "")

    def _new_place(self) -> str:
        return self.at

    def show_box(self, at: str) -> None:
        """Look into a box."""
        self.refresh()
        row = self.boxes.findData(at)
        if row >= 0:
            self.boxes.setCurrentIndex(row)

    def refresh(self) -> None:
        """List the boxes, and who is in the one that is shown."""
        desk, before = self.desk, self.boxes.currentData()
        known = dict.fromkeys(("", *desk.boxes, *(at for at in desk.stacks if at.startswith("#"))))
        with QSignalBlocker(self.boxes):
            self.boxes.clear()
            for at in known:
                count = len(desk.stacks.get(at, ()))
                name = desk.place_name(at)
                self.boxes.addItem(f"{name} ({count})" if count else name, at)
            self.boxes.setCurrentIndex(max(0, self.boxes.findData(before)))
        self._list()

    def _list(self) -> None:
        desk = self.desk
        units = desk.stacks.get(self.at, ())
        faces = [face for u in units if (face := desk.face(u)) is not None]
        self.list.show_units(faces, units)

    def take(self, units: tuple[str, ...], spot: QPoint) -> bool:
        """Counters were let go over the tray: into its box."""
        at = self.at
        return self.desk.attempt(lambda: self.desk.draft.place(units, at))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if units_of(event.mimeData()) and event.source() is not self.list:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.take(units_of(event.mimeData()), self.mapToGlobal(event.position().toPoint()))
        event.acceptProposedAction()

    def _on_box(self) -> None:
        self._list()
