"""The tray: units that wait beside the map and may be put on it now. They are dragged from here onto the map."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QListView, QWidget

from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.panel import DeskPanel
from hexbench.ui.docks.stack import place_name
from hexbench.ui.docks.units import COUNTER, UnitsView

READY = "Ready to place"
CELL = 236
"""Width of one unit in the tray."""


class TrayPanel(DeskPanel):
    """One box at a time, or all units that may be placed. ``counted(n)``: how many may be placed now."""

    key: ClassVar[str] = "tray"
    title: ClassVar[str] = "Tray"
    counted = Signal(int)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.ready: tuple[str, ...] = ()
        self.boxes = QComboBox()
        self.boxes.setObjectName("tray.boxes")
        self.boxes.setAccessibleName("Box")
        self.boxes.currentIndexChanged.connect(self._on_box)
        self.hint = QLabel()
        self.hint.setProperty("role", "muted")
        self.hint.setWordWrap(True)
        head = QHBoxLayout()
        head.addWidget(self.boxes)
        head.addWidget(self.hint, 1)
        self.box.addLayout(head)
        self.list = UnitsView(desk)
        self.list.setObjectName("tray.list")
        self.list.setAccessibleName("Units beside the map")
        self.list.setFlow(QListView.Flow.LeftToRight)
        self.list.setWrapping(True)
        self.list.setGridSize(QSize(CELL, COUNTER + 10))
        self.list.selectionModel().selectionChanged.connect(self._on_selection)
        self.box.addWidget(self.list, 1)
        self._quiet = False
        desk.units_changed.connect(self._on_units)

    def show_ready(self, units: tuple[str, ...]) -> None:
        """These units, which stand in boxes, may be dragged onto the map now."""
        if units != self.ready:
            began = units and not self.ready
            self.ready = units
            self.refresh()
            if began:
                self.boxes.setCurrentIndex(max(0, self.boxes.findData("")))
                self.counted.emit(len(units))
        self.renew()

    def refresh(self) -> None:
        """List the boxes, and the units of the one chosen."""
        desk = self.desk
        boxes = [at for at in desk.bridge.stacks if at.startswith("#")]
        names = [(READY, "")] if self.ready else []
        names += [(f"{place_name(at)} ({len(desk.units_at(at))})", at) for at in boxes]
        before = self.boxes.currentData()
        self._quiet = True
        shown = [(self.boxes.itemText(i), self.boxes.itemData(i)) for i in range(self.boxes.count())]
        if shown != names:
            self.boxes.clear()
            for text, at in names:
                self.boxes.addItem(text, at)
            found = self.boxes.findData(before)
            self.boxes.setCurrentIndex(max(0, found))
        self._quiet = False
        self._list()

    def _list(self) -> None:
        desk = self.desk
        at = self.boxes.currentData()
        units = self.ready if at == "" else desk.units_at(at or "")
        faces = [face for uid in units if (face := desk.face(uid)) is not None]
        self.list.units.draggable = frozenset(self.ready)
        self.list.units.show_faces(faces)
        self.boxes.setVisible(self.boxes.count() > 0)
        if self.ready:
            self.hint.setText(
                "Drag a unit onto the map; or select it, put the cursor on a hex and press Enter."
            )
        elif self.boxes.count():
            self.hint.setText("Nobody here can be placed now.")
        else:
            self.hint.setText("No units beside the map.")

    def _on_box(self) -> None:
        if not self._quiet:
            self._list()

    def _on_selection(self) -> None:
        if not self._quiet:
            self._quiet = True
            self.desk.choose(self.list.chosen())
            self._quiet = False

    def _on_units(self) -> None:
        if not self._quiet and not set(self.list.chosen()) <= set(self.desk.units):
            self._quiet = True
            self.list.clearSelection()
            self._quiet = False
