"""The map with its counters, markers and overlays: what is shown, and nothing about rules.

    scene = MapScene(atlas, palette)
    scene.show_faces({"G-1SS-PG1": (face, "3349"), ...})     # all of them; places that are no hex are left out
    scene.update_faces({"G-1SS-PG1": (face, "3250"), "US-5": None})
    scene.set_chips(chips)
    scene.set_overlay("reach", overlay); scene.set_overlay("reach", None)
    scene.legends                                            # of the overlays on show, for a dock
    scene.light(hexes); scene.select(units); scene.set_hidden(True)
    scene.set_palette(palette); scene.hide_layers({"numbers", "roads"})

Questions are answered from dicts: ``stack(hex)``, ``where(unit)``, ``face(unit)``, ``unit_at(point)``, ``hex_at(point)``.
``fan(hex)`` spreads a stack, ``fold()`` closes it. ``lift(units)``, ``carry(point)``, ``put_back()`` and ``put_down()`` are
for the drag gesture. ``changed_counters`` is emitted after every change of counters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QVariantAnimation, Signal
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hexbench.atlas.atlas import Atlas
from hexbench.engine.display import Chip, Legend, Overlay
from hexbench.ui.canvas.art import MapArt
from hexbench.ui.canvas.art_names import Label, Stamps, lod_of
from hexbench.ui.canvas.counters import CounterScene
from hexbench.ui.canvas.geometry import COUNTER, Geometry
from hexbench.ui.canvas.overlay import ChipItem, CursorItem, LitItem, chip_spot, overlay_items
from hexbench.ui.canvas.sketch import SketchItem
from hexbench.ui.look.palette import Palette

if TYPE_CHECKING:
    from hexbench.store.saves import Sketch


# Stacking order of the items; the counters' own z values are in counters.py.
_Z_NAMES = 5
Z_SHADE, Z_CHIP, Z_TRAIL, Z_SKETCH, Z_LIT, Z_CURSOR = 10, 320, 400, 410, 420, 430
ENDS = 0.3
"""How far from a hexside a marker lies that belongs to one of its hexes, of the way to the middle."""

_PALE = 0.42
"""How much is seen of an overlay that lies behind another."""


class MapScene(CounterScene):
    """One map and everything on it."""

    changed_overlays = Signal()
    """Overlays or their legends changed."""
    look_changed = Signal()
    """The printed map changed: views redraw it."""

    def __init__(
        self, atlas: Atlas, palette: Palette, parent: QObject | None = None, top: str = "north"
    ) -> None:
        """``top``: the direction at the top, one of :data:`hexbench.ui.canvas.geometry.TOPS`."""
        super().__init__(atlas, palette, parent, top)
        self.art = MapArt(self.geometry, palette)
        self._chips: tuple[Chip, ...] = ()
        self._chip_items: list[ChipItem] = []
        self._chips_keep = True
        """Whether markers that stay lie where they should: not on a map that has changed."""
        self._pieces: dict[tuple[str, bool, float], QRectF] = {}
        self._overlays: dict[str, Overlay] = {}
        self._overlay_items: dict[str, list[QGraphicsItem]] = {}
        self._pale: set[str] = set()
        self._sketches: tuple[Sketch, ...] = ()
        self._sketch_items: list[SketchItem] = []
        self._sketches_shown = True
        self._lit: LitItem | None = None
        self._lit_hexes: tuple[str, ...] = ()
        self._pulse: QVariantAnimation | None = None
        self.cursor = CursorItem(self.geometry, palette)
        self.cursor.setZValue(Z_CURSOR)
        self.cursor.hide()
        self.addItem(self.cursor)
        self.setSceneRect(self.geometry.bounds)
        self.names: NamesItem | None = None
        """The names, if they are drawn separately from the map."""

    def lift_names(self) -> None:
        """Draw the names over the printed map from now on, so that they can give way to what is moved on it."""
        if self.names is None:
            self.names = NamesItem(self)
            self.names.setZValue(_Z_NAMES)
            self.addItem(self.names)
            self.art.names_apart = True
            self.changed_counters.connect(self.names.follow)

    def pieces(self) -> list[QRectF]:
        """What names give way to: the counters of every hex, and the markers. Nothing while they are not shown."""
        if self._counters_hidden:
            return []
        on = self.stacks.on
        out = [self._piece(name, len(on(name)) > 1) for name in self.stacks.hexes]
        out += [item.sceneBoundingRect() for item in self._chip_items]
        return out

    def _piece(self, name: str, several: bool) -> QRectF:
        """What the counters of a hex take up, the same object each time: after an action one or two of hundreds differ."""
        key = (name, several, self.counter_size)
        found = self._pieces.get(key)
        if found is None:
            at, half, more = self.geometry.centre(name), COUNTER / 2 * self.counter_size, 4.0 * several
            found = QRectF(at.x() - half, at.y() - half - more, 2 * half + more, 2 * half + more)
            self._pieces[key] = found
        return found

    def revise(self, atlas: Atlas) -> None:
        """Another map with the same outline: what shows of it is made anew by ``art.renewal``, as the caller has time."""
        self.atlas = atlas
        self.geometry.atlas = atlas
        self._chips_keep = False

    def reshape(self, atlas: Atlas) -> None:
        """A map with another outline, its hexes standing the same way. What is drawn stays on show until every layer of
        the picture was made anew by ``art.renewal``; whatever else was laid over the map by its geometry is the caller's.
        """
        if self.names is not None:
            self.names.prepareGeometryChange()
        self.atlas = atlas
        self.geometry = Geometry(atlas, self.geometry.top)
        self._pieces = {}
        self._chips_keep = False
        self.art.reshape(self.geometry)
        self.setSceneRect(self.geometry.bounds)

    def set_hidden(self, hidden: bool) -> None:
        """Take all counters and markers off the view (as long as a key is held), or show them again."""
        super().set_hidden(hidden)
        for item in self._chip_items:
            item.setVisible(not hidden)
        if self.names is not None:
            self.names.follow()

    # ---- markers and overlays ---------------------------------------------------------------------------------------
    def set_chips(self, chips: Iterable[Chip]) -> None:
        """Show exactly these markers; one whose place is not on the map is left out. Those that stay are left where they are."""
        wanted = tuple(chips)
        if wanted == self._chips:
            return
        stay = Counter(wanted) if self._chips and self._chips_keep else Counter()
        left: list[ChipItem] = []
        changed: dict[str, None] = {}
        for item in self._chip_items:
            if stay[item.chip] > 0:
                stay[item.chip] -= 1
                left.append(item)
            else:
                changed[item.chip.at] = None
                self.removeItem(item)
        self._chips, self._chip_items, self._chips_keep = wanted, [], True
        left.reverse()
        for chip in wanted:
            if left and left[-1].chip == chip:
                self._chip_items.append(left.pop())
                continue
            made = self._new_chip(chip, left)
            if made is not None:
                changed[chip.at] = None
                self._chip_items.append(made)
        for item in left:  # their order is another: they were made anew
            self.removeItem(item)
        for name in changed:
            if name in self.atlas.index:
                self._lay_chips(name)
        if self.names is not None:
            self.names.follow()

    def _new_chip(self, chip: Chip, before: Sequence[ChipItem]) -> ChipItem | None:
        """A marker on the map, beneath the last of ``before``; None where its place is not there."""
        try:
            at = self.geometry.place(chip.at)
        except (KeyError, ValueError):
            return None
        item = ChipItem(chip, self.colours)
        if chip.toward in self.atlas.index:
            at += (self.geometry.centre(chip.toward) - at) * ENDS
        item.setPos(at)
        item.setZValue(Z_CHIP)
        self.addItem(item)
        if before:
            item.stackBefore(before[-1])
        return item

    def _lay(self, name: str) -> None:
        super()._lay(name)
        self._lay_chips(name)

    def _lay_chips(self, name: str) -> None:
        """Markers lie round the counters of their hex; on an empty hex the first lies in the middle."""
        here = [item for item in self._chip_items if item.chip.at == name]
        first = 0 if self.stacks.on(name) else -1
        for n, item in enumerate(here, first):
            item.beside = first == 0
            spot = chip_spot(n, pointy=self.geometry.pointy) if n >= 0 else QPointF()
            item.setPos(self.geometry.centre(name) + spot)

    def chips_at(self, name: str) -> tuple[Chip, ...]:
        """The markers on a hex or on one of its hexsides."""
        return tuple(c for c in self._chips if name in c.at.split("/"))

    def set_overlay(self, kind: str, overlay: Overlay | None, *, pale: bool = False) -> None:
        """Show, exchange or (None) take away the overlay of a kind; ``pale``: behind another that matters more now."""
        if self._overlays.get(kind) == overlay and pale == (kind in self._pale):
            return
        for item in self._overlay_items.pop(kind, ()):
            self.removeItem(item)
        self._overlays.pop(kind, None)
        self._pale.discard(kind)
        if overlay is not None:
            self._overlays[kind] = overlay
            if pale:
                self._pale.add(kind)
            below, above = overlay_items(self.geometry, self.colours, overlay)
            for item in below:
                item.setZValue(Z_SHADE)
            for item in above:
                item.setZValue(Z_TRAIL)
            self._overlay_items[kind] = [*below, *above]
            for item in self._overlay_items[kind]:
                item.setOpacity(_PALE if pale else 1.0)
                self.addItem(item)
        self.changed_overlays.emit()

    @property
    def overlays(self) -> dict[str, Overlay]:
        """The overlays on show by kind."""
        return dict(self._overlays)

    @property
    def legends(self) -> dict[str, tuple[Legend, ...]]:
        """kind -> the legend of each overlay on show."""
        return {kind: overlay.legend for kind, overlay in self._overlays.items() if overlay.legend}

    def set_sketches(self, sketches: Iterable[Sketch]) -> None:
        """Show exactly these drawings; one whose hexes are not on the map is left out."""
        wanted = tuple(sketches)
        if wanted == self._sketches:
            return
        self._sketches = wanted
        for item in self._sketch_items:
            self.removeItem(item)
        known = [s for s in wanted if s.hexes and all(name in self.atlas.index for name in s.hexes)]
        self._sketch_items = [SketchItem(self.geometry, sketch) for sketch in known]
        for item in self._sketch_items:
            item.setZValue(Z_SKETCH)
            item.setVisible(self._sketches_shown)
            self.addItem(item)

    def show_sketches(self, shown: bool) -> None:
        """Show the drawings, or leave them off."""
        self._sketches_shown = shown
        for item in self._sketch_items:
            item.setVisible(shown)

    @property
    def sketches(self) -> tuple[Sketch, ...]:
        """The drawings that can be seen."""
        return tuple(item.sketch for item in self._sketch_items) if self._sketches_shown else ()

    def show_own(self, shown: bool) -> None:
        """Show or hide what lies over the map for one player only: overlays, drawings, lit hexes."""
        items: list[QGraphicsItem] = [item for found in self._overlay_items.values() for item in found]
        items += self._sketch_items if self._sketches_shown else ()
        items += [] if self._lit is None else [self._lit]
        for item in items:
            item.setVisible(shown)

    def light(self, hexes: Iterable[str]) -> None:
        """Light hexes (those at fault); an empty list puts the light out. It pulses three times unless motion is reduced."""
        wanted = tuple(name for name in hexes if name in self.atlas.index)
        if wanted == self._lit_hexes:
            return
        self._lit_hexes = wanted
        if self._pulse is not None:
            self._pulse.stop()
            self._pulse.deleteLater()
            self._pulse = None
        if self._lit is not None:
            self.removeItem(self._lit)
            self._lit = None
        if not wanted:
            return
        self._lit = LitItem(self.geometry, self.colours, wanted)
        self._lit.setZValue(Z_LIT)
        self.addItem(self._lit)
        if not self.reduce_motion:
            pulse = QVariantAnimation(self)
            pulse.setDuration(1200)
            for k in range(7):
                pulse.setKeyValueAt(k / 6, 1.0 if k % 2 == 0 else 0.35)
            pulse.valueChanged.connect(self._on_pulse)
            self._pulse = pulse
            pulse.start()

    def _on_pulse(self, value: float) -> None:
        if self._lit is not None:
            self._lit.setOpacity(value)

    @property
    def lit(self) -> tuple[str, ...]:
        """The hexes that are lit."""
        return self._lit_hexes

    # ---- looks ------------------------------------------------------------------------------------------------------
    def set_palette(self, palette: Palette) -> None:
        """Draw everything in other colours."""
        self.colours = palette
        hidden = self.art.hidden
        self.art = MapArt(self.geometry, palette)
        self.art.hidden = hidden
        self.art.names_apart = self.names is not None
        if self.names is not None:
            self.names.follow()
        self.pictures.palette = palette
        self.pictures.forget()
        self._panel.palette = palette
        self.cursor.palette = palette
        for item in self._items.values():
            item.update()
        for badge in self._badges.values():
            badge.update()
        chips, self._chips = self._chips, ()
        self.set_chips(chips)
        overlays = dict(self._overlays)
        for kind, overlay in overlays.items():
            pale = kind in self._pale
            self.set_overlay(kind, None)
            self.set_overlay(kind, overlay, pale=pale)
        lit, self._lit_hexes = self._lit_hexes, ()
        self.light(lit)
        self.look_changed.emit()
        self.update()

    def hide_layers(self, names: Iterable[str]) -> None:
        """Leave layers of the printed map out: grid, numbers, roads, names, lines."""
        hidden = frozenset(names)
        if hidden != self.art.hidden:
            self.art.hidden = hidden
            if self.names is not None:
                self.names.update()
            self.look_changed.emit()

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """The map from its lines: for paper and pictures. The view draws it from tiles."""
        transform = painter.worldTransform()
        self.art.draw(painter, QRectF(rect), (transform.m11() ** 2 + transform.m12() ** 2) ** 0.5)


class NamesItem(QGraphicsItem):
    """All the names of one map. They make way for what is on the map, and only what changes is redrawn."""

    def __init__(self, scene: MapScene) -> None:
        super().__init__()
        self._map = scene
        self._lod = 0.0
        self._shown: list[Label] = []
        self._stamps = Stamps()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # what is exposed, exactly

    def boundingRect(self) -> QRectF:
        return self._map.geometry.bounds

    def shape(self) -> QPainterPath:
        return QPainterPath()  # names cannot be pointed at: the pointer means what is beneath

    def follow(self) -> None:
        """Something moved: let the names that it now covers, or no longer covers, change place."""
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
        art.names.draw(painter, option.exposedRect, self._lod, self._stamps)
