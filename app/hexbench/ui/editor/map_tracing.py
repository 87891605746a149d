"""A picture to trace: opened, aligned with the map by clicking three hexes, shown under or over it at any
opacity.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QGridLayout,
    QScrollArea,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.values import say
from hexbench.session.editor import map_ops
from hexbench.session.editor.map_trace import (
    Affine,
    Cluster,
    Colour,
    Trace,
    clusters,
    colour_of,
    doubtful,
    fit,
    nearest,
    read_trace,
    spots,
    write_trace,
)
from hexbench.store.strict import BadFile
from hexbench.ui.canvas.geometry import PITCH
from hexbench.ui.editor.desk import EditPanel, MapDesk, count_hexes
from hexbench.ui.editor.map_dialogs import AskDialog
from hexbench.ui.look.language import mark, tr, why
from hexbench.ui.look.pictures import foreign_picture
from hexbench.ui.widgets.choices import ChoiceBox, NumberBox
from hexbench.ui.widgets.parts import (
    PlainLabel,
    WrappedRow,
    flush,
    laid,
    named,
    push,
    scrolled,
    wrapped_label,
)

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet
    from hexbench.ui.canvas.geometry import Geometry
    from hexbench.ui.editor.map_canvas import MapCanvas
    from hexbench.ui.editor.map_hands import MapHands


LARGEST = 6_000
"""Maximum width and height of a picture in pixels; a larger one is scaled down when read."""


class TracePanel(EditPanel[MapDesk]):
    """The picture of one map; its placement is stored with the player's data, not in the map."""

    key: ClassVar[str] = "trace"
    title: ClassVar[str] = mark("Picture")
    help: ClassVar[str] = mark(
        "A picture under or over the map, to be traced: a scan, a photograph, an old map"
    )

    def __init__(self, desk: MapDesk, canvas: MapCanvas, hands: MapHands) -> None:
        super().__init__(desk)
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
                "Click a point in the picture, then the hex it belongs to: three times, far "
                "apart (Esc ends it)"
            ),
            self._on_align,
        )
        self.remove = push(
            "edit.trace_remove", tr("Remove"), tr("Remove the picture; its file is kept"), self._on_remove
        )
        self.state = named(wrapped_label(), "edit.trace_state")
        self.shown = named(
            QCheckBox(tr("Show it")),
            "edit.trace_shown",
            tip=tr("Show the picture, or hide it for a while"),
        )
        self.shown.toggled.connect(self._on_shown)
        self.where = named(
            ChoiceBox(),
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
            tr("How strongly the picture shows"),
        )
        self.opacity.setRange(0, 100)
        self.opacity.valueChanged.connect(self._on_opacity)
        form = QFormLayout()
        form.addRow(self.shown)
        form.addRow(tr("It lies"), self.where)
        form.addRow(tr("Opacity"), self.opacity)
        inner = QWidget()
        laid(
            flush(QVBoxLayout(inner)),
            WrappedRow((self.open, self.align, self.remove)),
            self.state,
            form,
            None,
        )
        area = scrolled(inner)
        self.box.addWidget(area, 1)
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
        """Open a picture; it covers the whole map until it is aligned."""
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
                    tr("{name} cannot be read as a picture: {why}", name=path.name, why=fault.because)
                )
            return False
        self.picture = QPixmap.fromImage(image)
        self.trace = trace or Trace(image=str(path), place=self._whole(), opacity=0.5)
        self._lay()
        return True

    def _whole(self) -> Affine:
        """The placement that covers the whole sheet, with the proportions kept."""
        sheet = self.canvas.scene.geometry.sheet
        k = min(sheet.width() / self.picture.width(), sheet.height() / self.picture.height())
        return Affine(k, 0.0, 0.0, k, sheet.left(), sheet.top())

    def _lay(self) -> None:
        self.canvas.view.show_trace(self.trace, self.picture)

    def rename(self) -> None:
        """The map has a new key: store its picture under that as well."""
        if self.trace is not None:
            self._keep()

    def _keep(self) -> None:
        """Store the placement."""
        self._lay()
        try:
            write_trace(self.desk.catalogue.places.data, self.desk.draft.sheet.key, self.trace)
        except BadFile as fault:
            self.desk.failed.emit(why(fault))
        self.refresh()

    def refresh(self) -> None:
        """Show the state of the picture."""
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
            words.append(tr("The picture is from {module}: it is not passed on.", module=trace.owner))
        self.state.setText("\n".join(words))

    def _words(self) -> str:
        if self.trace is None:
            return tr("No picture. Open one to trace rivers, roads and woods from it.")
        if self.hands.pointing:
            n = len(self.pairs) + 1
            if self._spot is None:
                return tr("Point {n} of 3: click a spot in the picture whose hex you know.", n=n)
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
        """Stop aligning."""
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


# Terrain from the traced picture: similar colours are grouped, each given a terrain, and doubtful hexes
# highlighted.

USUAL, MOST = 6, 16
"""Number of colours a map is divided into: usually, and at most."""
_SWATCH = 28


def colours_of(image: QImage, trace: Trace, geometry: Geometry, hexes: tuple[str, ...]) -> dict[str, Colour]:
    """Hex -> the colour of the picture in it; hexes that are not completely within the picture are left out."""
    out: dict[str, Colour] = {}
    around = spots(PITCH / 2)
    for at in hexes:
        middle = geometry.centre(at)
        places = [trace.place.back(middle.x() + x, middle.y() + y) for x, y in around]
        pixels = [(int(x), int(y)) for x, y in places if x >= 0 and y >= 0]
        if len(pixels) == len(around) and all(image.valid(x, y) for x, y in pixels):
            seen = [image.pixelColor(x, y) for x, y in pixels]
            out[at] = colour_of([(c.red(), c.green(), c.blue()) for c in seen])
    return out


class ClustersDialog(AskDialog):
    """A row for each colour: how it looks, how many hexes have it, and which terrain it is. Raises ValueError
    if the picture is not under any hex.
    """

    def __init__(self, desk: MapDesk, colours: dict[str, Colour], parent: QWidget | None = None) -> None:
        if not colours:
            raise ValueError(tr("The picture is not under any hex of the map: align it first."))
        super().__init__("clusters", tr("Terrain from the picture"), parent)
        self.desk, self.colours = desk, colours
        self.found: tuple[Cluster, ...] = ()
        self.choices: list[QComboBox] = []
        self.count = NumberBox()
        self.count.setRange(2, MOST)
        self.count.setValue(USUAL)
        self.count.valueChanged.connect(self._on_count)
        self.row(
            "clusters_count",
            tr("&Colours"),
            self.count,
            tr("How many colours the picture is divided into; several may be the same terrain"),
        )
        self.said = named(wrapped_label(), "edit.clusters_said")
        self.said.setText(
            tr(
                "Each hex has the colour that covers most of it. Give each colour its "
                "terrain; borderline hexes are highlighted afterwards for you to check."
            )
        )
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.column.insertWidget(1, self.said)
        self.column.insertWidget(2, self.area, 1)
        self.resize(480, 480)
        self._on_count()

    def _on_count(self) -> None:
        self.found = clusters(self.colours, self.count.value())
        rows = [(key, self.desk.kind_name("terrain", key)) for key, _ in self.desk.ground.terrains]
        grounds = {key: self._ground(key) for key, _ in rows}
        inner = QWidget()
        grid = QGridLayout(inner)
        grid.setColumnStretch(2, 1)
        self.choices = []
        for n, cluster in enumerate(self.found):
            swatch = PlainLabel()
            picture = QPixmap(_SWATCH, _SWATCH)
            picture.fill(QColor(*(round(value) for value in cluster.colour)))
            swatch.setPixmap(picture)
            box = named(
                ChoiceBox(),
                f"edit.clusters_{n}",
                tr("Terrain of colour {n}", n=n + 1),
                tr("The terrain of hexes of this colour"),
            )
            box.addItem(tr("Leave as it is"), "")
            for key, words in rows:
                box.addItem(words, key)
            box.setCurrentIndex(max(0, box.findData(nearest(cluster.colour, grounds))))
            self.choices.append(box)
            grid.addWidget(swatch, n, 0)
            grid.addWidget(PlainLabel(count_hexes(len(cluster.hexes))), n, 1)
            grid.addWidget(box, n, 2)
        grid.setRowStretch(len(self.found), 1)
        grid.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.area.setWidget(inner)

    def _ground(self, key: str) -> Colour:
        colour = QColor(self.desk.palette.terrain(key).ground)
        return colour.red(), colour.green(), colour.blue()

    def make(self) -> None:
        """Apply the terrain as one stroke, and highlight doubtful hexes."""
        meaning = [str(box.currentData()) for box in self.choices]
        unsure = doubtful(self.colours, self.found, meaning)

        def laid(sheet: MapSheet) -> MapSheet:
            for cluster, terrain in zip(self.found, meaning, strict=True):
                if terrain:
                    sheet = map_ops.paint(sheet, cluster.hexes, terrain)
            return sheet

        if self.desk.attempt(lambda: self.desk.draft.edit(say("Terrain from the picture"), laid)):
            self.desk.hexes_lit.emit(unsure)
            if unsure:
                self.desk.told.emit(
                    tr("Doubtful, and highlighted for checking: {hexes}.", hexes=count_hexes(len(unsure)))
                )
            else:
                self.desk.told.emit(tr("No hex is doubtful."))
