"""The map in the middle of the map editor: redrawn in small pieces where it changed, with the current stroke
on top.

An edit is visible at once (:class:`~hexbench.ui.editor.map_canvas._StrokeItem`). The layers it affects are
rebuilt one by one between events, then the tiles; the old ones stay visible until then.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QVBoxLayout, QWidget

from hexbench.session.editor.map_difference import differences
from hexbench.session.editor.map_pen import Vertices
from hexbench.ui.canvas.art import LAYERS
from hexbench.ui.canvas.scene import MapScene
from hexbench.ui.canvas.view import MapView
from hexbench.ui.editor.board import ZoneItem, zone_ink
from hexbench.ui.look.language import tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.background import every
from hexbench.ui.widgets.parts import flush

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hexbench.atlas.sheet import MapSheet
    from hexbench.session.editor.map_difference import Difference
    from hexbench.session.editor.map_trace import Trace
    from hexbench.ui.canvas.geometry import Geometry
    from hexbench.ui.editor.desk import MapDesk
    from hexbench.ui.look.palette import Palette


# Overlays on the map being edited: the current stroke, until the map is redrawn, and the pen point.

Z_STROKE, Z_PEN = 6, 440


class _StrokeItem(QGraphicsItem):
    """Hexes, hexsides and roads just drawn, shown in their colours until the map catches up."""

    def __init__(self, geometry: Geometry, palette: Palette) -> None:
        super().__init__()
        self._geometry = geometry
        self._palette = palette
        self._fills: dict[str, QPainterPath] = {}
        self._lines: dict[tuple[str, float], list[QLineF]] = {}
        self._box = QRectF()
        self.empty = True
        self.setZValue(Z_STROKE)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._box

    def clear(self) -> None:
        """Show nothing."""
        if not self.empty:
            self.prepareGeometryChange()
            self._fills, self._lines, self._box = {}, {}, QRectF()
            self.empty = True

    def follow(self, geometry: Geometry) -> None:
        """Adopt another outline of the map."""
        self._geometry = geometry

    def add_hexes(self, hexes: Iterable[str], ink: str) -> None:
        """Add hexes in a colour, drawn above those shown in another."""
        more = self._geometry.outline(hexes)
        self._fills.setdefault(ink, QPainterPath()).addPath(more)
        self._grow(self._box.united(more.boundingRect()))

    def add_sides(self, sides: Iterable[str], ink: str, width: float) -> None:
        """Hexsides in a colour."""
        self._add_lines([self._side(name) for name in sides], ink, width)

    def add_roads(self, sides: Iterable[str], ink: str, width: float) -> None:
        """Add roads through hexsides, from centre to centre."""
        atlas, geometry = self._geometry.atlas, self._geometry
        lines: list[QLineF] = []
        for name in sides:
            keys = atlas.side_keys(name)
            i, direction = keys[0]
            end = geometry.middles[keys[1][0]] if len(keys) == 2 else geometry.side_middle(i, direction)
            lines.append(QLineF(QPointF(*geometry.middles[i]), QPointF(*end)))
        self._add_lines(lines, ink, width)

    def _side(self, name: str) -> QLineF:
        i, direction = self._geometry.atlas.side_keys(name)[0]
        (ax, ay), (bx, by) = self._geometry.side_ends(i, direction)
        return QLineF(ax, ay, bx, by)

    def _add_lines(self, lines: list[QLineF], ink: str, width: float) -> None:
        self._lines.setdefault((ink, width), []).extend(lines)
        box = QRectF(self._box)
        for line in lines:
            box = box.united(QRectF(line.p1(), line.p2()).normalized().adjusted(-width, -width, width, width))
        self._grow(box)

    def _grow(self, box: QRectF) -> None:
        self.prepareGeometryChange()
        self._box = box.adjusted(-2, -2, 2, 2) if not box.isNull() else box
        self.empty = False
        self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(self._palette.map.grid, 120), 1.0))
        for ink, path in self._fills.items():
            painter.setBrush(QBrush(colour(ink, 200)))
            painter.drawPath(path)
        for (ink, width), lines in self._lines.items():
            pen = QPen(colour(ink), width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLines(lines)


class _PenItem(QGraphicsItem):
    """Where the pen would draw: the corner it snaps to, the hexside, or the hexes under the brush."""

    def __init__(self, geometry: Geometry, palette: Palette) -> None:
        super().__init__()
        self._geometry = geometry
        self._palette = palette
        self._path = QPainterPath()
        self._rubbing = False
        self.setZValue(Z_PEN)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._path.boundingRect().adjusted(-5, -5, 5, 5)

    def follow(self, geometry: Geometry) -> None:
        """Adopt another outline of the map."""
        self._geometry = geometry

    def show_at(self, path: QPainterPath, *, rubbing: bool) -> None:
        """Show an outline."""
        if path != self._path or rubbing != self._rubbing:
            self.prepareGeometryChange()
            self._path, self._rubbing = path, rubbing
            self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        look = self._palette.map
        inner = self._palette.chrome.bad if self._rubbing else look.selection
        for ink, width in ((look.selection_casing, 5.0), (inner, 2.4)):
            pen = QPen(colour(ink), width)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            if self._rubbing:
                pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawPath(self._path)


_TOUCHED: dict[str, tuple[str, ...]] = {
    "terrain": ("ground", "streams", "houses"),
    "elevation": ("ground",),
    "features": ("towns", "lines"),
    "hexsides": ("ground", "waters", "roads", "names"),
    "roads": ("streams", "houses", "roads", "towns"),
    "places": ("roads", "towns", "names"),
    "lines": ("lines",),
}
"""Kind of change -> the layers of the picture that show it."""


def _layers_of(changes: tuple[Difference, ...]) -> tuple[str, ...]:
    """The layers of the picture that these changes affect."""
    out: dict[str, None] = {}
    for one in changes:
        if one.part == "cells":
            for field in ("terrain", "elevation", "features"):
                if getattr(one.old, field) != getattr(one.new, field):
                    out.update(dict.fromkeys(_TOUCHED[field]))
        elif one.part == "hexsides":
            cliffs = any(row is not None and "cliff" in row.kinds for row in (one.old, one.new))
            out.update(dict.fromkeys(_TOUCHED["hexsides"][0 if cliffs else 1 :]))
        else:
            out.update(dict.fromkeys(_TOUCHED.get(one.part, ())))
    return tuple(out)


class EditView(MapView):
    """The view, with a picture to be traced under or over the map."""

    def __init__(self, scene: MapScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.trace: Trace | None = None
        self.picture = QPixmap()

    def show_trace(self, trace: Trace | None, picture: QPixmap) -> None:
        """Show a picture under or over the map; None removes it."""
        self.trace, self.picture = trace, picture
        self.viewport().update()

    @property
    def placing(self) -> QTransform:
        """The transformation from picture to scene."""
        if self.trace is None:
            return QTransform()
        p = self.trace.place
        return QTransform(p.a, p.c, p.b, p.d, p.dx, p.dy)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        trace = self.trace
        if trace is None or not trace.shown or self.picture.isNull():
            super().drawBackground(painter, rect)
            return
        if trace.over:
            super().drawBackground(painter, rect)
            self._draw_picture(painter, trace.opacity)
        else:
            painter.fillRect(QRectF(rect), self.palette().base())
            self._draw_picture(painter, 1.0)
            painter.setOpacity(1.0 - trace.opacity)
            super().drawBackground(painter, rect)
            painter.setOpacity(1.0)

    def _draw_picture(self, painter: QPainter, opacity: float) -> None:
        painter.save()
        painter.setOpacity(opacity)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setTransform(self.placing, True)
        painter.drawPixmap(0, 0, self.picture)
        painter.restore()


class MapCanvas(QWidget):
    """Holds the scene and the view of the open map. ``rebuilt()``: the outline has changed, and the view with
    it.
    """

    rebuilt = Signal()
    quiet = Signal()
    """Signals that everything that changed has been drawn."""

    def __init__(self, desk: MapDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.setObjectName("mapedit.canvas")
        self._box = flush(QVBoxLayout(self))
        self._due: dict[str, None] = {}
        self._work: Iterator[str] | None = None
        """The layer being rebuilt."""
        self.drawing = False
        """A stroke is in progress: what was drawn of it stays."""
        self._timer = every(self, self._on_idle)
        self._zones: list[ZoneItem] = []
        self._vertices: Vertices | None = None
        self.scene: MapScene
        self.view: EditView
        self.stroke: _StrokeItem
        self.pen: _PenItem
        self._shown: MapSheet = desk.draft.atlas.sheet
        self._build()
        desk.changed.connect(self._on_changed)
        desk.dressed.connect(self._on_dressed)
        desk.zones_shown.connect(self._lay_zones)
        desk.hexes_lit.connect(self._on_lit)

    # ---- the scene
    def _build(self) -> None:
        desk = self.desk
        self.scene = MapScene(desk.draft.atlas, desk.palette, self)
        self.scene.reduce_motion = True
        self._shown = desk.draft.atlas.sheet
        self.view = EditView(self.scene, self)
        self.view.setAccessibleName(tr("Map"))
        self.view.setAccessibleDescription(
            tr(
                "The map being edited. Arrow keys move the hex cursor; Enter draws there "
                "with the current ink."
            )
        )
        self.view.fan_on_hover = False
        self.stroke = _StrokeItem(self.scene.geometry, desk.palette)
        self.pen = _PenItem(self.scene.geometry, desk.palette)
        self.scene.addItem(self.stroke)
        self.scene.addItem(self.pen)
        self._vertices = None
        self.view.tiles.drawn.connect(self._on_tiles)
        self._box.addWidget(self.view)
        self._zones = []
        self._lay_zones()
        self.setFocusProxy(self.view)

    def rebuild(self) -> None:
        """Start again with another outline, keeping the same part of the map in view if possible."""
        old_view, old_scene = self.view, self.scene
        centre = old_view.mapToScene(old_view.viewport().rect().center())
        zoom, at, trace, picture = old_view.zoom, old_view.cursor_hex, old_view.trace, old_view.picture
        hidden = old_scene.art.hidden
        self._stop()
        self._box.removeWidget(old_view)
        old_view.hide()
        self._build()
        self.scene.hide_layers(hidden)
        self.view.show_trace(trace, picture)
        self._box.activate()
        self.view.resize(old_view.size())
        self.view.show()  # the first resize fits the whole map: the previous part comes into view after it
        old_view.deleteLater()
        old_scene.deleteLater()
        self.view.set_zoom(zoom)
        self.view.centerOn(centre)
        if at in self.desk.draft.atlas.index:
            self.view.set_cursor(at)
        self.rebuilt.emit()

    def _reshape(self) -> None:
        """Adopt another outline with hexes in the same places: scene and view stay, and all layers are
        rebuilt in turn.
        """
        atlas = self.desk.draft.atlas
        self._shown = atlas.sheet
        self.scene.reshape(atlas)
        self._vertices = None
        for item in (self.stroke, self.pen):
            item.follow(self.scene.geometry)
        self._lay_zones()
        if self.view.cursor_hex not in atlas.index:
            self.view.set_cursor("")
        self._due = dict.fromkeys(LAYERS)
        self._work = None
        self._timer.start()

    @property
    def vertices(self) -> Vertices:
        """The corners a pen snaps to."""
        if self._vertices is None:
            self._vertices = Vertices(self.desk.draft.atlas)
        return self._vertices

    # ---- following the map
    def _on_changed(self, _: object) -> None:
        atlas = self.desk.draft.atlas
        new, old = atlas.sheet, self._shown
        if new.grid.orientation != old.grid.orientation:
            self.rebuild()
            return
        if new.grid != old.grid or new.cells.keys() != old.cells.keys():
            self._reshape()
            return
        changes = differences(old, new)
        self._shown = new
        self.scene.revise(atlas)
        if any(one.part == "zones" for one in changes):
            self._lay_zones()
        layers = _layers_of(changes)
        self._due.update(dict.fromkeys(layers))
        if layers:
            self._work = None
            self._timer.start()
        elif not self._timer.isActive():
            self.stroke.clear()

    def _on_idle(self) -> None:
        """Rebuild one layer; after the last, invalidate the tiles; after the last tile, remove the stroke."""
        if self._work is None and self._due:
            layer = next(one for one in LAYERS if one in self._due)
            del self._due[layer]
            self._work = self.scene.art.renewal((layer,))
        if self._work is not None and next(self._work, None) is None:
            self._work = None
        if self._work is None and not self._due:
            self._timer.stop()
            self.view.tiles.spoil()
            self.view.viewport().update()

    def _on_tiles(self) -> None:
        if not self._timer.isActive() and not self.view.tiles.pending and not self.drawing:
            self.stroke.clear()
            self.quiet.emit()

    @property
    def busy(self) -> bool:
        """Whether something that changed is not drawn yet."""
        return self._timer.isActive() or not self.stroke.empty

    def catch_up(self) -> None:
        """Update the scene with all changes now; its tiles are drawn when needed."""
        while self._timer.isActive():
            self._on_idle()

    def finish(self) -> None:
        """Draw all changes now, for pictures and tests."""
        self.catch_up()
        self.view.finish()
        self.stroke.clear()

    def _stop(self) -> None:
        self._timer.stop()
        self._due, self._work = {}, None

    def _on_dressed(self) -> None:
        self.rebuild()

    def close_map(self) -> None:
        """Stop drawing for good."""
        self._stop()
        self.view.tiles.stop()

    # ---- zones and light
    def _lay_zones(self) -> None:
        for item in self._zones:
            self.scene.removeItem(item)
        self._zones = []
        sheet, ink = self.desk.draft.atlas.sheet, self.desk.ink
        for place, name in enumerate(sorted(sheet.zones)):
            if name in self.desk.shown_zones:
                strong = ink.part == "zone" and ink.key == name
                item = ZoneItem(self.scene.geometry, name, sheet.zones[name], zone_ink(place), strong=strong)
                item.setZValue(5)
                self.scene.addItem(item)
                self._zones.append(item)

    def _on_lit(self, hexes: tuple[str, ...]) -> None:
        self.scene.light(hexes)

    def go(self, at: str) -> None:
        """Bring a hex into view and put the cursor there."""
        if at in self.desk.draft.atlas.index:
            self.view.set_cursor(at)
            self.view.centerOn(self.scene.geometry.centre(at))

    def point_of(self, at: str) -> QPointF:
        """The centre of a hex in the scene."""
        return self.scene.geometry.centre(at)
