"""A picture to be traced: opened, laid on the map by three clicked hexes, shown under or over it as strongly as one likes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QFormLayout, QHBoxLayout, QSlider

from hexbench.session.editor.map_trace import Affine, Trace, fit, read_trace, write_trace
from hexbench.store.strict import BadFile
from hexbench.ui.editor.desk import MapDesk
from hexbench.ui.editor.panel import EditPanel
from hexbench.ui.look.language import tr, why
from hexbench.ui.look.pictures import foreign_picture
from hexbench.ui.widgets.parts import named, push, wrapped_label

if TYPE_CHECKING:
    from hexbench.ui.editor.map_canvas import MapCanvas
    from hexbench.ui.editor.map_hands import MapHands

LARGEST = 6_000
"""Pixels of a side of a picture; a larger one is made smaller as it is read."""


class TracePanel(EditPanel):
    """The picture of one map; how it lies is remembered with the player's data, not in the map."""

    key: ClassVar[str] = "trace"
    desk: MapDesk  # type: ignore[assignment]

    def __init__(self, desk: MapDesk, canvas: MapCanvas, hands: MapHands) -> None:
        super().__init__(
            desk,  # type: ignore[arg-type]
            tr("Picture"),
            tr("A picture under or over the map, to be traced: a scan, a photograph, an old map"),
        )
        self.canvas, self.hands = canvas, hands
        self.trace: Trace | None = None
        self.picture = QPixmap()
        self.pairs: list[tuple[tuple[float, float], tuple[float, float]]] = []
        self._spot: tuple[float, float] | None = None
        self.open = push("edit.trace_open", tr("Open…"), tr("A picture: PNG or JPEG"), self._on_open)
        self.align = push(
            "edit.trace_align",
            tr("Align by three hexes"),
            tr(
                "Click a point of the picture, then the hex it belongs to: three times, far from each other (Esc ends it)"
            ),
            self._on_align,
        )
        self.remove = push(
            "edit.trace_remove", tr("Remove"), tr("Take the picture away; its file stays"), self._on_remove
        )
        row = QHBoxLayout()
        for widget in (self.open, self.align, self.remove):
            row.addWidget(widget)
        row.addStretch(1)
        self.state = named(wrapped_label(), "edit.trace_state")
        self.shown = named(
            QCheckBox(tr("Show it")),
            "edit.trace_shown",
            tip=tr("Show the picture, or leave it off for a while"),
        )
        self.shown.toggled.connect(self._on_shown)
        self.where = named(
            QComboBox(),
            "edit.trace_where",
            tip=tr("Whether the picture lies over the map, or the map over the picture"),
        )
        self.where.addItem(tr("Over the map"), True)
        self.where.addItem(tr("Under the map"), False)
        self.where.activated.connect(self._on_where)
        self.opacity = named(
            QSlider(Qt.Orientation.Horizontal),
            "edit.trace_opacity",
            tr("Opacity"),
            tr("How strongly the picture is seen"),
        )
        self.opacity.setRange(0, 100)
        self.opacity.valueChanged.connect(self._on_opacity)
        form = QFormLayout()
        form.addRow(self.shown)
        form.addRow(tr("It lies"), self.where)
        form.addRow(tr("Opacity"), self.opacity)
        self.box.addLayout(row)
        self.box.addWidget(self.state)
        self.box.addLayout(form)
        self.box.addStretch(1)
        hands.point_touched.connect(self._on_point)
        canvas.rebuilt.connect(self._lay)
        self._remember()

    # ---- the picture
    def _remember(self) -> None:
        trace = read_trace(self.desk.catalogue.places.data, self.desk.draft.sheet.key)
        if trace is not None:
            self._load(Path(trace.image), trace)
        self.refresh()

    def load(self, path: Path) -> bool:
        """Open a picture; it lies over the whole map until it is aligned."""
        if not self._load(path, None):
            return False
        self._keep()
        return True

    def _load(self, path: Path, trace: Trace | None) -> bool:
        try:
            image = foreign_picture(path, LARGEST)
        except BadFile as fault:
            if trace is None:
                self.desk.failed.emit(
                    tr("{name} cannot be read as a picture: {why}", name=path.name, why=fault.reason)
                )
            return False
        self.picture = QPixmap.fromImage(image)
        self.trace = trace or Trace(image=str(path), place=self._whole(), opacity=0.5)
        self._lay()
        return True

    def _whole(self) -> Affine:
        """Over the whole sheet, its proportions kept."""
        sheet = self.canvas.scene.geometry.sheet
        k = min(sheet.width() / self.picture.width(), sheet.height() / self.picture.height())
        return Affine(k, 0.0, 0.0, k, sheet.left(), sheet.top())

    def _lay(self) -> None:
        self.canvas.view.show_trace(self.trace, self.picture)

    def _keep(self) -> None:
        """Remember how it lies."""
        self._lay()
        try:
            write_trace(self.desk.catalogue.places.data, self.desk.draft.sheet.key, self.trace)
        except BadFile as fault:
            self.desk.failed.emit(why(fault))
        self.refresh()

    def refresh(self) -> None:
        """Show how the picture lies."""
        trace = self.trace
        for widget in (self.align, self.remove, self.shown, self.where, self.opacity):
            widget.setEnabled(trace is not None)
            widget.blockSignals(True)
        if trace is not None:
            self.shown.setChecked(trace.shown)
            self.where.setCurrentIndex(0 if trace.over else 1)
            self.opacity.setValue(round(trace.opacity * 100))
        for widget in (self.align, self.remove, self.shown, self.where, self.opacity):
            widget.blockSignals(False)
        words = [self._words()]
        if trace is not None and trace.owner:
            words.append(tr("The picture is out of {module}: it is not passed on.", module=trace.owner))
        self.state.setText("\n".join(words))

    def _words(self) -> str:
        if self.trace is None:
            return tr("No picture. Open one to trace rivers, roads and woods from it.")
        if self.hands.pointing:
            n = len(self.pairs) + 1
            if self._spot is None:
                return tr("Point {n} of 3: click a spot of the picture whose hex you know.", n=n)
            return tr("Point {n} of 3: now click the hex it belongs to.", n=n)
        return Path(self.trace.image).name

    # ---- aligning
    def _on_align(self) -> None:
        self.pairs, self._spot = [], None
        self.hands.pointing = True
        if self.trace is not None and not self.trace.shown:
            self.trace = replace(self.trace, shown=True)
            self._lay()
        self.canvas.view.setFocus()
        self.refresh()

    def stop(self) -> None:
        """Align no more."""
        self.hands.pointing = False
        self.pairs, self._spot = [], None
        self.refresh()

    def _on_point(self, point: QPointF) -> None:
        if self.trace is None:
            self.stop()
            return
        if self._spot is None:
            self._spot = self.trace.place.back(point.x(), point.y())
        else:
            at = self.canvas.scene.hex_at(point)
            if not at:
                self.desk.told.emit(tr("There is no hex there: click the hex the spot belongs to."))
                return
            middle = self.canvas.point_of(at)
            self.pairs.append((self._spot, (middle.x(), middle.y())))
            self._spot = None
        if len(self.pairs) == 3:
            self._align()
        self.refresh()

    def _align(self) -> None:
        try:
            place = fit(self.pairs)
        except ValueError as fault:
            self.desk.failed.emit(why(fault))
            self.pairs.pop()
            return
        assert self.trace is not None, "points are taken of a picture"
        self.trace = replace(self.trace, place=place)
        self.hands.pointing = False
        self.pairs = []
        self._keep()

    # ---- buttons
    def _on_open(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, tr("A picture to trace"), "", tr("Pictures (*.png *.jpg *.jpeg)")
        )
        if name:
            self.load(Path(name))

    def _on_remove(self) -> None:
        self.trace, self.picture = None, QPixmap()
        self.stop()
        self._keep()

    def _on_shown(self, on: bool) -> None:
        self._change(shown=on)

    def _on_where(self, row: int) -> None:
        self._change(over=bool(self.where.itemData(row)))

    def _on_opacity(self, value: int) -> None:
        self._change(opacity=value / 100)

    def _change(self, **fields: object) -> None:
        if self.trace is not None:
            self.trace = replace(self.trace, **fields)
            self._keep()
