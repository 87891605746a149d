"""The map with what lies on it, drawn into any rectangle of any painter: of an image, a PDF or a printer.

It has a scene of its own, so that nothing of the window's state gets on paper: no cursor, no lit hexes, no fanned stacks.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from hexbench.atlas.atlas import Atlas
from hexbench.ui.canvas.art import TABLE
from hexbench.ui.canvas.geometry import PITCH
from hexbench.ui.canvas.scene import MapScene
from hexbench.ui.canvas.zoom import FAR
from hexbench.ui.look.palette import Palette
from hexbench.ui.print.sight import Sight

ROOM = 0.75
"""Hexes of room round the hexes of a crop."""


class Scenery:
    """One map in one palette, laid out as on the screen. ``hidden``: layers of the printed map that are left out."""

    def __init__(
        self,
        atlas: Atlas,
        palette: Palette,
        *,
        top: str = "north",
        counter_size: float = 1.0,
        hidden: Iterable[str] = (),
    ) -> None:
        self.scene = MapScene(atlas, palette, top=top)
        self.scene.reduce_motion = True
        self.scene.set_counter_size(counter_size)
        self.geometry = self.scene.geometry
        self.palette = palette
        self._hidden = frozenset(hidden)

    def show(
        self, sight: Sight, *, counters: bool = True, overlays: bool = True, drawings: bool = True
    ) -> None:
        """Lay out this, and nothing of what lay there before."""
        scene = self.scene
        scene.show_faces({})  # stacking order is that of the sight, not of what was here before
        scene.show_faces(sight.faces if counters else {})
        scene.set_chips(sight.chips if counters else ())
        for kind in scene.overlays:
            scene.set_overlay(kind, None)
        for kind, overlay in sight.overlays.items() if overlays else ():
            scene.set_overlay(kind, overlay)
        scene.set_sketches(sight.sketches if drawings else ())
        scene.art.names.stand_aside(scene.pieces())
        for unit in sight.faces if counters else ():
            if scene.where(unit):
                scene.item(unit).sharpen(True)

    @property
    def whole(self) -> QRectF:
        """The whole sheet with a little of its margin."""
        return self.geometry.sheet.adjusted(-12, -12, 12, 12)

    def part(self, box: QRectF) -> QRectF:
        """A crop that lies on the sheet; the whole sheet when nothing of it does."""
        inside = box.intersected(self.whole)
        return inside if inside.width() >= 1 and inside.height() >= 1 else self.whole

    def around(self, hexes: Iterable[str], room: float = ROOM) -> QRectF:
        """The rectangle round some hexes with ``room`` hexes beyond them; empty where none of them is on the map."""
        geometry, box = self.geometry, QRectF()
        for name in hexes:
            if name in geometry.atlas.index:
                box = box.united(geometry.polygon(name).boundingRect())
        if box.isNull():
            return box
        grow = room * PITCH
        return self.part(box.adjusted(-grow, -grow, grow, grow))

    def paint_ground(self, painter: QPainter, target: QRectF, source: QRectF, *, table: bool = False) -> None:
        """Draw the printed map only. ``table``: also what it lies on."""
        art = self.scene.art
        art.hidden = self._hidden if table else self._hidden | {TABLE}
        scale = self._enter(painter, target, source)
        art.draw(painter, source, scale)
        painter.restore()

    def paint_pieces(self, painter: QPainter, target: QRectF, source: QRectF) -> None:
        """Draw what lies on the map, the lowest first."""
        scale = self._enter(painter, target, source)
        self.scene.set_far(scale < FAR)
        order = Qt.SortOrder.AscendingOrder
        for item in self.scene.items(source, Qt.ItemSelectionMode.IntersectsItemBoundingRect, order):
            if not item.isVisible() or item is self.scene.cursor:
                continue
            option = QStyleOptionGraphicsItem()
            way = item.sceneTransform()
            option.exposedRect = way.inverted()[0].mapRect(source).intersected(item.boundingRect())
            painter.save()
            painter.setTransform(way, True)
            item.paint(painter, option, None)
            painter.restore()
        painter.restore()

    def paint(self, painter: QPainter, target: QRectF, source: QRectF, *, table: bool = False) -> None:
        """Draw a part of the map into a rectangle of the same proportions, and nothing beyond it."""
        self.paint_ground(painter, target, source, table=table)
        self.paint_pieces(painter, target, source)

    def picture(self, source: QRectF, width: int, ground: QImage | None = None) -> QImage:
        """A part of the map as a small image, ``width`` pixels wide; ``ground``: the printed map at this size."""
        image = self.ground(source, width) if ground is None else ground.copy()
        painter = QPainter(image)
        self.paint_pieces(painter, QRectF(image.rect()), source)
        painter.end()
        return image

    def ground(self, source: QRectF, width: int) -> QImage:
        """The printed map alone, to draw several positions on (:meth:`picture`)."""
        image = QImage(
            width, max(1, round(width * source.height() / source.width())), QImage.Format.Format_RGB32
        )
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        self.paint_ground(painter, QRectF(image.rect()), source)
        painter.end()
        return image

    @staticmethod
    def _enter(painter: QPainter, target: QRectF, source: QRectF) -> float:
        """Let the painter draw in the map's own units; the scale."""
        scale = target.width() / source.width()
        painter.save()
        painter.setClipRect(target, Qt.ClipOperation.IntersectClip)
        painter.translate(target.topLeft())
        painter.scale(scale, scale)
        painter.translate(-source.topLeft())
        return scale
