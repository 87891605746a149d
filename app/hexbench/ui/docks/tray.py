"""The tray: units that wait beside the map and may be put on it now. They are dragged from here onto the map."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace
from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QWidget

from hexbench.engine.values import say
from hexbench.ui.docks.desk import Desk, DeskPanel
from hexbench.ui.docks.stack import place_name
from hexbench.ui.docks.units import COUNTER, TrayView
from hexbench.ui.look.language import mark, tr
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.parts import NoteLabel, WrappedRow, laid, named, tool

READY = mark("Ready to place")
CELL = 236
"""Width of one unit in the tray."""


class TrayPanel(DeskPanel):
    """One box at a time, or all units that may be placed. ``counted(n)``: how many may be placed now.
    ``home_asked(units)``: show where these may be put.
    """

    key: ClassVar[str] = "tray"
    title: ClassVar[str] = mark("Tray")
    counted = Signal(int)
    home_asked = Signal(tuple)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.ready: tuple[str, ...] = ()
        self._quiet = False

    def lay_out(self) -> None:
        """The boxes to choose from, what can be done, and the units of one."""
        self.boxes = named(DropDown(), "tray.boxes", tr("Off-map box"))
        self.boxes.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.boxes.setMinimumContentsLength(7)
        self.boxes.currentIndexChanged.connect(self._on_box)
        self.hint = named(NoteLabel(), role="muted")
        self.next = tool(
            "tray.next", tr("Next"), tr("Go to the next waiting unit that is not on hold"), self._on_next
        )
        self.hold = tool(
            "tray.hold",
            tr("Hold"),
            tr("Put the selected units on hold: “Next” skips them"),
            self._on_hold,
        )
        self.hold.setCheckable(True)
        self.home = tool(
            "tray.home",
            tr("Where?"),
            tr("Show the hexes where the selected units may be placed"),
            self._on_home,
        )
        head = WrappedRow((self.boxes, self.next, self.hold, self.home), self.boxes)
        laid(self.box, head, self.hint)
        self.list = TrayView(self.desk, "tray.list", tr("Off-map units"), CELL)
        self.list.setMinimumHeight(COUNTER // 4)  # in a low dock the list gives way, not the buttons
        self.box.addWidget(self.list, 1)
        self.desk.units_changed.connect(self._show_buttons)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.bare:
            self._fit_hint(event.size().height())

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and not self.bare:
            self._fit_hint(self.height())  # what is laid out late is not resized any more
        return done

    def _fit_hint(self, high: int) -> None:
        """The hint has what a whole unit leaves it; without room for one line it goes, and the buttons stay whole."""
        line = self.hint.minimumSizeHint().height()
        least = self.box.minimumSize().height() + self.list.gridSize().height() - self.list.minimumHeight()
        room = high - least - self.box.spacing() if self.hint.isHidden() else high - least + line
        self.hint.setMaximumHeight(max(line, room))
        self.hint.setVisible(room >= line)

    @property
    def calls(self) -> bool:
        """Units wait to be put on the map."""
        return bool(self.ready)

    def show_ready(self, units: tuple[str, ...]) -> None:
        """These units, which stand in boxes, may be dragged onto the map now."""
        if units != self.ready:
            turned = bool(units) != bool(self.ready)
            self.ready = self.desk.ready = units
            self.desk.held &= frozenset(units)
            self.refresh_now()
            if turned:
                if not self.bare:
                    self.boxes.setCurrentIndex(max(0, self.boxes.findData("")))
                self.counted.emit(len(units))

    @property
    def content(self) -> object:
        """Who stands beside the map and how he looks, who may be taken from there, and who of them is kept back."""
        desk = self.desk
        beside = {
            at: [desk.face(u) for u in us] for at, us in desk.bridge.stacks.items() if at.startswith("#")
        }
        return self.ready, desk.held, beside

    def refresh(self) -> None:
        """List the boxes, and the units of the one chosen."""
        desk = self.desk
        boxes = [at for at in desk.bridge.stacks if at.startswith("#")]
        names = [(tr(READY), "")] if self.ready else []
        names += [(f"{place_name(at, desk.seat)} ({len(desk.units_at(at))})", at) for at in boxes]
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
        units = tuple(sorted(units, key=lambda uid: uid in desk.held))
        faces = [
            replace(face, title=say("{unit} (on hold)", unit=face.title)) if uid in desk.held else face
            for uid in units
            if (face := desk.face(uid)) is not None
        ]
        self.list.show_units(faces, self.ready)
        self.boxes.setVisible(self.boxes.count() > 0)
        if self.ready:
            held = tr(" {n} on hold.", n=len(desk.held)) if desk.held else ""
            self.hint.setText(
                tr(
                    "Drag a unit onto the map, or select it, move the cursor to a hex and press Enter.{held}",
                    held=held,
                )
            )
        elif self.boxes.count():
            self.hint.setText(tr("None of these units can be placed now."))
        else:
            self.hint.setText(tr("There are no off-map units."))
        self._show_buttons()

    # ---- units that wait
    @property
    def waiting(self) -> tuple[str, ...]:
        """The selected units that may be placed now."""
        return tuple(u for u in self.desk.units if u in self.ready)

    def _on_next(self) -> None:
        free = [u for u in self.ready if u not in self.desk.held]
        if not free:
            self.desk.told.emit(
                tr("Every waiting unit is on hold.") if self.ready else tr("No unit is waiting.")
            )
            return
        now = next((u for u in reversed(self.desk.units) if u in self.ready), "")
        later = [u for u in self.ready[self.ready.index(now) + 1 :] if u in free] if now else []
        self.boxes.setCurrentIndex(max(0, self.boxes.findData("")))
        self.desk.choose(((later or free)[0],))
        self._show_row()

    def _show_row(self) -> None:
        row = self.list.units.row_of(self.desk.units[0]) if self.desk.units else -1
        if row >= 0:
            self.list.quiet = True
            self.list.setCurrentIndex(self.list.units.index(row))
            self.list.quiet = False

    def _on_hold(self) -> None:
        units = frozenset(self.waiting)
        if self.hold.isChecked():
            self.desk.held |= units
        else:
            self.desk.held -= units
        self._list()
        self._show_row()
        self._show_buttons()

    def _on_home(self) -> None:
        self.home_asked.emit(self.waiting)

    def _show_buttons(self) -> None:
        waiting = self.waiting
        for button in (self.next, self.hold, self.home):
            button.setVisible(bool(self.ready))
        self.hold.setEnabled(bool(waiting))
        self.hold.setChecked(bool(waiting) and set(waiting) <= self.desk.held)
        self.home.setEnabled(bool(waiting))

    def _on_box(self) -> None:
        if not self._quiet:
            self._list()
