"""The map with what lies on it, drawn into any rectangle of any painter: of an image, a PDF or a printer.

It has its own scene, so that none of the window's state gets on paper: no cursor, no lit hexes, no fanned stacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from hexbench.atlas.atlas import Atlas
from hexbench.engine.rules import Rules
from hexbench.ui.canvas.art import TABLE
from hexbench.ui.canvas.geometry import PITCH
from hexbench.ui.canvas.scene import MapScene
from hexbench.ui.canvas.zoom import FAR
from hexbench.ui.docks.desk import side_title
from hexbench.ui.look.language import tell, tr
from hexbench.ui.look.palette import Palette

if TYPE_CHECKING:
    from hexbench.engine.display import Chip, Face, Overlay
    from hexbench.engine.seat import Seat
    from hexbench.session.session import Session
    from hexbench.store.saves import Sketch
    from hexbench.ui.bridge import Bridge


# What is put on paper: one position as one seat sees it, as plain values. Nothing is drawn that is not in here.


@dataclass(frozen=True)
class Sight:
    """One position seen from one seat, with its captions."""

    title: str
    about: str
    """Game, turn, date and weather, in one line."""
    whose: str
    """From whose seat it is seen."""
    notes: tuple[str, ...]
    """Notes: that map or set-up are reconstructions, that the umpire's hand changed it."""
    faces: Mapping[str, tuple[Face, str]]
    chips: tuple[Chip, ...] = ()
    overlays: Mapping[str, Overlay] = field(default_factory=dict)
    sketches: tuple[Sketch, ...] = ()


def _whose_words(session: Session, side: str | None, *, common: bool = False) -> str:
    """Whose view is shown, in words."""
    if common:
        return tr("what both sides know")
    if type(session.rules).hide is Rules.hide:
        return ""  # asked of the rules, not of the position: whether anything is hidden now may itself be a secret
    if side is None:
        return tr("as the umpire sees it: everything")
    return tr("as the {side} side knows it", side=side_title(side, session.seat(side)))


def source_notes(session: Session, source: str) -> tuple[str, ...]:
    """Notes that must accompany map, set-up and tables. ``source`` is the scenario's."""
    sheet = session.rules.atlas.sheet
    out = []
    if sheet.source == "reconstruction":
        out.append(tr("The map is a reconstruction: {why}", why=tell(sheet.provenance)))
    if source == "reconstruction":
        out.append(tr("The set-up is a reconstruction; the rules text does not give it."))
    if session.header.own is not None:
        out.append(tr("Played with a player's own tables."))
    if session.amended:
        out.append(tr("The umpire's hand has changed this game."))
    return tuple(out)


def moment_words(session: Session, seat: Seat, node: int) -> str:
    """Turn and phase after a node, and what the game adds: the date, the weather."""
    turn, phase = session.turn_at(node)
    parts = (
        session.game.title,
        tell(turn),
        tell(phase.replace("_", " ").capitalize()),
        tell(seat.headline()),
    )
    return " · ".join(dict.fromkeys(part for part in parts if part))


def sight_at(
    session: Session, seat: Seat, node: int, notes: tuple[str, ...] = (), *, common: bool = False
) -> Sight:
    """A position from a seat, with no overlays and no drawings."""
    return Sight(
        title=tell(session.title),
        about=moment_words(session, seat, node),
        whose=_whose_words(session, seat.side, common=common),
        notes=notes,
        faces={face.unit: (face, at) for face, at in seat.faces()},
        chips=seat.chips(),
    )


def sight_now(bridge: Bridge, notes: tuple[str, ...] = ()) -> Sight | None:
    """What the seat at the table sees, with its own drawings; None under the cover and without a game."""
    session, seat = bridge.session, bridge.seat
    if session is None or seat is None:
        return None
    node = session.node if bridge.past is None else bridge.past
    common = bridge.open_for is not None
    return Sight(
        title=tell(session.title),
        about=moment_words(session, seat, node),
        whose=_whose_words(session, bridge.viewer, common=common),
        notes=notes,
        faces=dict(bridge.counters),
        chips=seat.chips(),
        sketches=tuple(bridge.sketches.values()),
    )


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
        """The part of a crop that is on the sheet; the whole sheet if none of it is."""
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
        """Draw the printed map only. ``table``: also the table beneath it."""
        art = self.scene.art
        art.hidden = self._hidden if table else self._hidden | {TABLE}
        scale = self._enter(painter, target, source)
        art.draw(painter, source, scale)
        painter.restore()

    def paint_pieces(self, painter: QPainter, target: QRectF, source: QRectF) -> None:
        """Draw what is on the map, lowest first."""
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
