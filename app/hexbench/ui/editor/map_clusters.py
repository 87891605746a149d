"""Terrain out of the picture that is traced: its colours put together, each given a terrain, the doubtful hexes lit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPixmap
from PySide6.QtWidgets import QComboBox, QGridLayout, QScrollArea, QSpinBox, QWidget

from hexbench.engine.values import say
from hexbench.session.editor import map_ops
from hexbench.session.editor.map_trace import Cluster, Colour, clusters, colour_of, doubtful, nearest, spots
from hexbench.ui.canvas.geometry import PITCH
from hexbench.ui.editor.desk import MapDesk, count_hexes
from hexbench.ui.editor.map_dialogs import AskDialog
from hexbench.ui.look.language import tr
from hexbench.ui.widgets.parts import PlainLabel, named, wrapped_label

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet
    from hexbench.session.editor.map_trace import Trace
    from hexbench.ui.canvas.geometry import Geometry

USUAL, MOST = 6, 16
"""Colours a map is taken apart into."""
_SWATCH = 28


def colours_of(image: QImage, trace: Trace, geometry: Geometry, hexes: tuple[str, ...]) -> dict[str, Colour]:
    """Hex -> the colour of the picture in it; hexes that do not lie wholly within the picture are left out."""
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
    """A row for each colour: how it looks, how many hexes have it, and what terrain it is. Raises ValueError where the
    picture lies under no hex.
    """

    def __init__(self, desk: MapDesk, colours: dict[str, Colour], parent: QWidget | None = None) -> None:
        if not colours:
            raise ValueError(tr("The picture lies under no hex of the map: align it first."))
        super().__init__("clusters", tr("Terrain from the picture"), parent)
        self.desk, self.colours = desk, colours
        self.found: tuple[Cluster, ...] = ()
        self.choices: list[QComboBox] = []
        self.count = QSpinBox()
        self.count.setRange(2, MOST)
        self.count.setValue(USUAL)
        self.count.valueChanged.connect(self._on_count)
        self.row(
            "clusters_count",
            tr("&Colours"),
            self.count,
            tr("Into how many colours the picture is taken apart; more than one may be the same terrain"),
        )
        self.said = named(wrapped_label(), "edit.clusters_said")
        self.said.setText(
            tr(
                "Each hex has the colour that most of it shows. Give each colour its terrain; hexes between two of them are lit afterwards, to be looked at."
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
                QComboBox(),
                f"edit.clusters_{n}",
                tr("Terrain of colour {n}", n=n + 1),
                tr("What the hexes of this colour are"),
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
        """Lay the terrain on, as one stroke, and light what is doubtful."""
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
                    tr("{hexes}: doubtful, and lit: look at them.", hexes=count_hexes(len(unsure)))
                )
            else:
                self.desk.told.emit(tr("No hex is doubtful."))
