"""The printed map: all layers in their order, drawn into any rectangle at any scale. Tiles, minimap and paper use it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen

from hexbench.ui.canvas.art_ground import Ground
from hexbench.ui.canvas.art_names import Names, lod_of
from hexbench.ui.canvas.art_roads import Lines, Roads
from hexbench.ui.canvas.art_towns import Houses, Towns
from hexbench.ui.canvas.art_water import Streams, Waters
from hexbench.ui.canvas.geometry import Geometry
from hexbench.ui.look.palette import Palette, colour

TABLE = "table"
"""The layer that is no part of the map: what it lies on, and its shadow there. On paper there is none."""
LAYERS = ("ground", "waters", "streams", "houses", "roads", "lines", "towns", "names")
"""What a map's picture is made of, each from its atlas."""
GRID = 480.0
"""Side of the squares in which hexsides are kept."""


class MapArt:
    """The picture of one map in one palette. ``layers`` may switch ``grid``, ``numbers``, ``roads``, ``names``, ``lines`` off."""

    def __init__(self, geometry: Geometry, palette: Palette) -> None:
        self.geometry = geometry
        self.palette = palette
        self.hidden: frozenset[str] = frozenset()
        """Names of layers that are not drawn."""
        self.revision = 0
        """How often it was made anew in part."""
        self.names_apart = False
        """The names are drawn elsewhere, over this picture."""
        self._ground = Ground(geometry, palette)
        self._waters = Waters(geometry, palette)
        self._streams = Streams(geometry, palette)
        self._houses = Houses(geometry, palette)
        self._roads = Roads(geometry, palette)
        self._lines = Lines(geometry, palette)
        self._towns = Towns(geometry, palette)
        self._names = Names(geometry, palette, self._waters.courses, self._waters.crossings)
        self._squares: dict[tuple[int, int], list[int]] = {}
        self._grid: dict[tuple[int, int], QPainterPath] = {}
        self._lay_squares()

    def _lay_squares(self) -> None:
        self._squares, self._grid = {}, {}
        for i, (x, y) in enumerate(self.geometry.middles):
            self._squares.setdefault((int(x // GRID), int(y // GRID)), []).append(i)

    def reshape(self, geometry: Geometry) -> None:
        """The outline changed. Existing layers keep showing the old one until :meth:`renewal` has rebuilt
        them all.
        """
        self.geometry = geometry
        self.revision += 1
        self._lay_squares()

    def renewal(self, layers: Collection[str]) -> Iterator[str]:
        """Rebuild some layers after the map has changed: one per step, so that the window stays responsive in
        between.
        """
        geometry, palette = self.geometry, self.palette
        for layer in LAYERS:
            if layer not in layers:
                continue
            self.revision += 1
            if layer == "ground":
                self._ground = Ground(geometry, palette, self._ground)
                yield from self._ground.prepare()
            elif layer == "waters":
                self._waters = Waters(geometry, palette)
            elif layer == "streams":
                self._streams = Streams(geometry, palette)
            elif layer == "houses":
                self._houses = Houses(geometry, palette)
            elif layer == "roads":
                self._roads = Roads(geometry, palette)
            elif layer == "lines":
                self._lines = Lines(geometry, palette)
            elif layer == "towns":
                self._towns = Towns(geometry, palette)
            else:
                self._names = Names(geometry, palette, self._waters.courses, self._waters.crossings)
            yield layer

    @property
    def names(self) -> Names:
        """The names, for callers that need their places."""
        return self._names

    def _hexsides(self, square: tuple[int, int]) -> QPainterPath:
        """The hexsides of one square of the sheet, each once; made when they are first seen."""
        found = self._grid.get(square)
        if found is not None:
            return found
        path = self._grid[square] = QPainterPath()
        around, geometry = self.geometry.atlas.around, self.geometry
        for i in self._squares.get(square, ()):
            for direction, j in enumerate(around[i]):
                if j < i:
                    # Each inner hexside belongs to the later of its two hexes, a rim one to its only hex.
                    (ax, ay), (bx, by) = geometry.side_ends(i, direction)
                    path.moveTo(ax, ay)
                    path.lineTo(bx, by)
        return path

    def _draw_grid(self, painter: QPainter, rect: QRectF, scale: float, lod: float) -> None:
        look = self.palette.map
        alpha = round(look.grid_alpha * {0.25: 0.45, 0.5: 0.8}.get(lod, 1.0))
        painter.setPen(QPen(colour(look.grid, alpha), max(0.9, 0.8 / scale)))
        wide = rect.adjusted(-60, -60, 60, 60)
        for x in range(int(wide.left() // GRID), int(wide.right() // GRID) + 1):
            for y in range(int(wide.top() // GRID), int(wide.bottom() // GRID) + 1):
                sides = self._hexsides((x, y))
                if not sides.isEmpty():  # nothing at all is no path that a PDF may hold
                    painter.drawPath(sides)

    def draw(self, painter: QPainter, rect: QRectF, scale: float) -> None:
        """Draw what lies in ``rect`` (scene units); ``scale`` is device pixels per scene unit and chooses the detail."""
        lod = lod_of(scale)
        hidden, look = self.hidden, self.palette.map
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if TABLE not in hidden:
            painter.fillRect(rect, colour(look.surround))
        self._frame(painter)
        painter.save()
        self._ground.draw(painter, rect, lod)
        self._towns.draw_ground(painter, rect, lod)
        self._houses.draw_yards(painter, rect)
        self._streams.draw(painter, rect, lod)
        self._waters.draw(painter, rect, lod)
        if "grid" not in hidden:
            self._draw_grid(painter, rect, scale, lod)
        self._waters.draw_crossings(painter, rect, lod)
        self._ground.heights.draw_cliffs(painter, rect, lod)
        self._streams.draw_decks(painter, rect, lod)
        if "roads" not in hidden:
            self._roads.draw(painter, rect, lod)
        self._towns.draw(painter, rect, lod)
        self._houses.draw(painter, rect, lod)
        if "lines" not in hidden:
            self._lines.draw(painter, rect, lod)
        painter.restore()
        if "numbers" not in hidden and lod >= 1:
            self._names.draw_numbers(painter, rect, lod)
            self._ground.heights.draw_levels(painter, rect)
        if "names" not in hidden and not self.names_apart:
            self._names.draw(painter, rect, lod)

    def _frame(self, painter: QPainter) -> None:
        """A soft shadow and a fine rim round the sheet, as if it lay on a table."""
        look = self.palette.map
        painter.setBrush(Qt.BrushStyle.NoBrush)
        shadow = () if TABLE in self.hidden else ((26.0, 14), (16.0, 20), (8.0, 34))
        for width, alpha in shadow:
            pen = QPen(colour(look.shadow, alpha), width)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPath(self._ground.sheet)
        painter.setPen(QPen(colour(look.rim), 3.0))
        painter.drawPath(self._ground.sheet)

    def picture(self, scale: float, rect: QRectF | None = None) -> QImage:
        """The map, or a part of it, as an image."""
        rect = rect or self.geometry.bounds
        image = QImage(
            max(1, round(rect.width() * scale)),
            max(1, round(rect.height() * scale)),
            QImage.Format.Format_RGB32,
        )
        # Its size is rounded: the last row may be drawn on in part only.
        image.fill(colour(self.palette.map.surround))
        painter = QPainter(image)
        painter.scale(scale, scale)
        painter.translate(-rect.left(), -rect.top())
        self.draw(painter, rect, scale)
        painter.end()
        return image


def hexside_line(geometry: Geometry, at: str) -> QLineF:
    """A hexside by its name as a line in the scene."""
    i, direction = geometry.atlas.side_keys(at)[0]
    (ax, ay), (bx, by) = geometry.side_ends(i, direction)
    return QLineF(ax, ay, bx, by)
