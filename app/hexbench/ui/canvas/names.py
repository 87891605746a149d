"""The names of places on a map that is played on: over the printed map, beneath the counters, and out of their way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hexbench.ui.canvas.art_names import Label, lod_of

if TYPE_CHECKING:
    from hexbench.ui.canvas.scene import MapScene


class NamesItem(QGraphicsItem):
    """All the names of one map. They are laid anew round whatever lies on it, and only what changes is drawn anew."""

    def __init__(self, scene: MapScene) -> None:
        super().__init__()
        self._map = scene
        self._lod = 0.0
        self._shown: list[Label] = []
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # what is exposed, exactly

    def boundingRect(self) -> QRectF:
        return self._map.geometry.bounds

    def shape(self) -> QPainterPath:
        return QPainterPath()  # nobody can point at a name: what lies beneath it is meant

    def follow(self) -> None:
        """Something lies elsewhere: let the names that it covers, or no longer covers, step aside."""
        names = self._map.art.names
        if not names.stand_aside(self._map.pieces()) or not self._lod:
            return
        before, self._shown = self._shown, names.labels(self._lod)
        if len(before) != len(self._shown):
            self.update()
            return
        for old, new in zip(before, self._shown, strict=True):
            if old is not new:
                self.update(old.reach)
                self.update(new.reach)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        art = self._map.art
        if "names" in art.hidden:
            return
        art.names.stand_aside(self._map.pieces())  # a map that was changed has other names
        way = painter.worldTransform()
        scale = (way.m11() ** 2 + way.m12() ** 2) ** 0.5
        self._lod = lod_of(scale * painter.device().devicePixelRatioF())
        self._shown = art.names.labels(self._lod)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        art.names.draw(painter, option.exposedRect, self._lod)
