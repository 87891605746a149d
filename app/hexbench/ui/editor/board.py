"""The map in the middle of the scenario editor, with its counters and zones, and the drops it accepts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QDropEvent, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QVBoxLayout, QWidget

from hexbench.engine.values import Target
from hexbench.ui.canvas.scene import MapScene
from hexbench.ui.canvas.view import MapView, Touch
from hexbench.ui.docks.units import units_of
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.language import tell, tr, why
from hexbench.ui.look.palette import colour
from hexbench.ui.tools.hands import LEFT, Hands
from hexbench.ui.widgets.parts import PlainLabel, flush, laid

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.ui.canvas.geometry import Geometry
    from hexbench.ui.editor.desk import EditDesk


# Mouse and keyboard in the editor: counters can go anywhere, Ctrl leaves copies behind, and with a brush a
# drag paints hexes.

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Anywhere(Mapping[str, Target]):
    """Every hex is a target, and none is shaded."""

    def __getitem__(self, at: str) -> Target:
        return Target(at)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class Moving:
    """The drag gesture's rules: every counter can be lifted and dropped anywhere, several at once in their
    formation.
    """

    def __init__(self, desk: EditDesk, view: MapView) -> None:
        self.desk, self.view = desk, view
        self.copying = False
        """The counters stay where they are and copies are dropped."""

    def may_lift(self, units: tuple[str, ...]) -> bool:
        """Always."""
        return True

    def targets(self, units: tuple[str, ...]) -> Mapping[str, Target]:
        """Anywhere."""
        return Anywhere()

    def hover(self, units: tuple[str, ...], at: str, target: Target | None) -> None:
        """Nothing to show on the way."""

    def drop(self, units: tuple[str, ...], at: str, target: Target | None) -> bool:
        """Drop counters; off the map they go beside it, unplaced."""
        return self.put(units, at, copy=self.copying)

    def put(self, units: tuple[str, ...], at: str, *, copy: bool = False) -> bool:
        """Place counters, or copies of them; those from several hexes keep their relative positions."""
        draft = self.desk.draft
        try:
            places = self.places(units, at)
        except ValueError as fault:
            self.desk.failed.emit(why(fault))
            return False
        if copy:
            made: list[str] = []
            if self.desk.attempt(lambda: made.extend(draft.copy(places))):
                self.desk.choose(made)
                return True
            return False
        return self.desk.attempt(lambda: draft.move(places))

    def places(self, units: tuple[str, ...], at: str) -> dict[str, str]:
        """unit -> its new place. Raises ValueError if one of them would leave the map."""
        scene = self.view.map
        return shifted(scene.atlas, {unit: scene.where(unit) for unit in units}, at)


def shifted(atlas: Atlas, here: Mapping[str, str], at: str) -> dict[str, str]:
    """New places for counters, the first at ``at`` and the others at the same relative positions; if they
    were not all on the map, all go to ``at``. Raises ValueError if one of them would leave the map.
    """
    old = list(here.values())
    if not at or at.startswith("#") or len(set(old)) <= 1 or any(one not in atlas.index for one in old):
        return dict.fromkeys(here, at)
    label = {axial: name for name, axial in zip(atlas.labels, atlas.axial, strict=True)}
    aq, ar = atlas.axial[atlas.index[old[0]]]
    bq, br = atlas.axial[atlas.index[at]]
    out: dict[str, str] = {}
    for unit, one in here.items():
        q, r = atlas.axial[atlas.index[one]]
        new = label.get((q + bq - aq, r + br - ar))
        if new is None:
            raise ValueError(tr("One of the counters would end up off the map."))
        out[unit] = new
    return out


class Brush(Protocol):
    """Receives the hexes that a drag passes over."""

    def begin(self, at: str) -> None:
        """The first hex."""

    def go_on(self, at: str) -> None:
        """Another hex of the same stroke."""

    def end(self) -> None:
        """The stroke is over."""


class _EditHands(Hands):
    """The gestures of the game window, except that everything can be moved anywhere; with a ``brush``, a drag
    paints.
    """

    def __init__(self, view: MapView, moving: Moving) -> None:
        super().__init__(view, moving)
        self.moving = moving
        self.asks = False
        self.select.together = _always
        self.brush: Brush | None = None
        self.outside: Callable[[tuple[str, ...], QPoint], bool] | None = None
        """Called with counters dropped outside the map: returns whether a panel there took them."""
        self._painting = False

    # ---- mouse
    def press(self, touch: Touch) -> bool:
        """With a brush the left button begins a stroke."""
        if self.brush is not None and touch.button == LEFT and not self._space:
            self.view.setFocus(Qt.FocusReason.MouseFocusReason)
            if touch.hex:
                self._painting = True
                self.brush.begin(touch.hex)
                self.view.set_cursor(touch.hex)
            return True
        self.moving.copying = touch.adding
        return super().press(touch)

    def move(self, touch: Touch) -> bool:
        """Continue painting, or handle the move as usual."""
        if self._painting:
            if self.brush is not None and touch.hex:
                self.brush.go_on(touch.hex)
            return True
        if self.drag.active:
            self.moving.copying = touch.adding
        return super().move(touch)

    def release(self, touch: Touch) -> bool:
        """End a stroke, or drop what is being dragged on the map or on a panel beside it."""
        if self._painting:
            self._end_stroke()
            return True
        if self.drag.active and not self.drag.by_key:
            self.moving.copying = touch.adding
            if not self.view.viewport().rect().contains(touch.pixel):
                units, spot = self.drag.units, self.view.viewport().mapToGlobal(touch.pixel)
                self._start = None
                self.drag.cancel()
                if self.outside is not None:
                    self.outside(units, spot)
                return True
        return super().release(touch)

    def lost(self) -> None:
        """End the stroke where it is."""
        if self._painting:
            self._end_stroke()
        super().lost()

    # ---- keys
    def key(self, key: int, modifiers: Qt.KeyboardModifier, text: str) -> bool:
        """Enter paints with a brush; with Ctrl it drops a copy; with nothing being dragged it places selected
        counters that wait beside the map.
        """
        at = self.view.cursor_hex
        if key in ENTER:
            self.moving.copying = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
            if self.brush is not None and at:
                self.brush.begin(at)
                self.brush.end()
                return True
            waiting = tuple(u for u in self.moving.desk.units if not self.view.map.where(u))
            if waiting and at and not self.drag.active:
                return self.moving.put(waiting, at)
        return super().key(key, modifiers, text)

    def cancel(self) -> None:
        """Cancel; a stroke ends where it is."""
        if self._painting:
            self._end_stroke()
        super().cancel()

    def _end_stroke(self) -> None:
        self._painting = False
        if self.brush is not None:
            self.brush.end()


def _always(_: tuple[str, ...]) -> bool:
    """Counters from any hexes can be moved anywhere together."""
    return True


DRAGS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)
INKS = ("#1f6fb2", "#b23a1f", "#2c7a3f", "#8a4aa8", "#b08400", "#00808a", "#a02060", "#5a5a20")
"""The colours of zones in turn; each zone also shows its name."""
_Z_ZONE = 5
_TYPE = (15, 700)
"""Size and weight of zone names."""
WIDE = 0.3
"""From this share of the map on, a zone is not filled."""


def zone_ink(place: int) -> str:
    """The colour of the zone at an index of the list."""
    return INKS[place % len(INKS)]


class ZoneItem(QGraphicsItem):
    """One named set of hexes with a light fill, an outline and its name."""

    def __init__(
        self, geometry: Geometry, name: str, hexes: Iterable[str], ink: str, *, strong: bool
    ) -> None:
        super().__init__()
        known = [at for at in hexes if at in geometry.atlas.index]
        self.name, self.ink, self.strong = name, ink, strong
        self.path: QPainterPath = geometry.outline(known)
        self.spots = [geometry.centre(at) for at in known]
        self.wide = len(known) > WIDE * len(geometry.atlas.labels)
        self.label = self._label()
        """The rectangle of its name."""
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def _label(self) -> QRectF:
        """A box as wide as the name, below the hex nearest the centre; empty without hexes."""
        if not self.spots:
            return QRectF()
        middle = self.path.boundingRect().center()
        spot = min(self.spots, key=lambda p: (p - middle).manhattanLength())
        size = QFontMetricsF(face_font(*_TYPE)).size(0, self.name)
        box = QRectF(0, 0, size.width() + 10, size.height() + 2)
        box.moveCenter(spot + QPointF(0, 26))
        return box

    def boundingRect(self) -> QRectF:
        return self.path.boundingRect().adjusted(-8, -8, 8, 8).united(self.label)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # A zone that covers most of the map is outlined only: a tint over everything would show nothing.
        if self.strong or not self.wide:
            painter.setBrush(colour(self.ink, 92 if self.strong else 46))
        pen = QPen(colour(self.ink), 5.0 if self.strong else 3.0)
        pen.setStyle(Qt.PenStyle.SolidLine if self.strong else Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawPath(self.path)
        if not self.spots:
            return
        painter.setFont(face_font(*_TYPE))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("#ffffff", 225))
        painter.drawRoundedRect(self.label, 4, 4)
        painter.setPen(colour(self.ink))
        painter.drawText(self.label, Qt.AlignmentFlag.AlignCenter, self.name)


class Board(QWidget):
    """The canvas. Signals: ``pointed(hex)``; ``menu_asked(hex, unit, point)``; ``zoomed(float)``; ``laid()``
    when the view has been replaced.
    """

    pointed = Signal(str)
    menu_asked = Signal(str, str, QPoint)
    activated = Signal(str)
    zoomed = Signal(float)
    laid = Signal()

    def __init__(self, desk: EditDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.view: MapView | None = None
        self.hands: _EditHands | None = None
        self.moving: Moving | None = None
        self._atlas: Atlas | None = None
        self._zones: dict[str, ZoneItem] = {}
        self.nothing = PlainLabel(tr("There is no map to show: choose one in the Scenario dock."))
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setWordWrap(True)
        self.column = laid(flush(QVBoxLayout(self)), (self.nothing, 1))
        desk.units_changed.connect(self._on_units)
        desk.hexes_lit.connect(self.light)
        desk.place_asked.connect(self.go_to)
        desk.dressed.connect(self._on_dressed)

    # ---- the map
    def lay(self) -> None:
        """Show the map of the draft, if it is not the one already shown."""
        rules = self.desk.draft.rules
        atlas = rules.atlas if rules is not None else None
        if atlas is None or atlas is self._atlas:
            return
        self._take_away()
        self._atlas = atlas
        scene = MapScene(atlas, self.desk.palette)
        view = MapView(scene, self)
        scene.setParent(view)
        self.view, self.moving = view, Moving(self.desk, view)
        self.hands = _EditHands(view, self.moving)
        view.setAccessibleName(tr("Map of the scenario"))
        view.describe = self.describe
        view.viewport().setAcceptDrops(True)
        view.viewport().installEventFilter(self)
        view.selection_changed.connect(self.desk.choose)
        view.cursor_moved.connect(self._on_cursor)
        view.hex_hovered.connect(self.pointed)
        view.menu_asked.connect(self.menu_asked)
        view.unit_activated.connect(self.activated)
        view.zoom_changed.connect(self.zoomed)
        self.nothing.hide()
        self.column.addWidget(view, 1)
        self.laid.emit()

    def _take_away(self) -> None:
        view, self.view = self.view, None
        self._zones.clear()
        if view is None:
            return
        if self.hands is not None:
            self.hands.cancel()
        self.hands = self.moving = None
        view.describe = None
        view.gestures = None
        self.column.removeWidget(view)
        view.hide()
        view.setParent(None)
        view.deleteLater()

    def refresh(self) -> None:
        """Show the counters as they are in the document."""
        self.lay()
        view = self.view
        if view is None:
            return
        if self.hands is not None and not self.desk.counters.keys() >= set(self.hands.drag.units):
            self.hands.cancel()  # what is being dragged has been removed in the meantime
        view.map.show_faces(self.desk.counters)
        view.map.set_chips(self.desk.draft.chips())
        view.map.select(self.desk.units)

    def show_zones(self, zones: Mapping[str, tuple[str, Iterable[str], str]], strong: str = "") -> None:
        """Show these zones: key -> (name, hexes, colour); ``strong`` is the key of the one being painted."""
        view = self.view
        if view is None:
            return
        for item in self._zones.values():
            view.map.removeItem(item)
        self._zones = {}
        for key, (name, hexes, ink) in zones.items():
            item = ZoneItem(view.map.geometry, name, hexes, ink, strong=key == strong)
            if item.spots:
                item.setZValue(_Z_ZONE + (1 if key == strong else 0))
                view.map.addItem(item)
                self._zones[key] = item

    @property
    def zones(self) -> tuple[str, ...]:
        """The keys of the zones that are shown."""
        return tuple(self._zones)

    # ---- going there
    def light(self, hexes: Iterable[str]) -> None:
        """Highlight hexes and bring the first into view."""
        if self.view is None:
            return
        known = [at for at in hexes if at in self.view.map.atlas.index]
        self.view.map.light(known)
        if known:
            self.view.set_cursor(known[0])
            self.view.show_hex(known[0])

    def go_to(self, place: str) -> None:
        """Bring a hex or a counter into view."""
        if self.view is None:
            return
        at = self.desk.at(place) if place in self.desk.counters else place
        if at in self.view.map.atlas.index:
            self.view.set_cursor(at)
            self.view.show_hex(at)
            if place in self.desk.counters:
                self.view.map.bring_up(place)

    def describe(self, at: str) -> str:
        """A description of a hex for screen readers."""
        if self.view is None or at not in self.view.map.atlas.index:
            return ""
        cell = self.view.map.atlas.cell(at)
        units = [tell(f.title) for u in self.desk.stacks.get(at, ()) if (f := self.desk.face(u)) is not None]
        return ", ".join((at, *self.desk.ground_words((cell.terrain, *cell.features)), *units))

    def _on_cursor(self, at: str) -> None:
        self.desk.study(at)

    def _on_units(self) -> None:
        if self.view is not None:
            self.view.map.select(self.desk.units)
            if len(self.desk.units) == 1 and not self.view.map.fanned:
                self.view.map.bring_up(self.desk.units[0])

    def _on_dressed(self) -> None:
        if self.view is not None:
            self.view.map.set_palette(self.desk.palette)

    # ---- drops from panels
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        view = self.view
        if view is None or event.type() not in DRAGS or not isinstance(event, QDropEvent):
            return False
        units = units_of(event.mimeData())
        if not units:
            return False
        at = view.map.hex_at(view.mapToScene(event.position().toPoint()))
        if event.type() == QEvent.Type.Drop and self.moving is not None and at:
            copy = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.moving.put(units, at, copy=copy)
            self.desk.choose(units if not copy else self.desk.units)
        event.acceptProposedAction()
        return True

    def spot(self, at: str) -> QPoint:
        """Where a hex is on the screen. Raises KeyError off the map."""
        assert self.view is not None, "asked only while there is a map"
        point: QPointF = self.view.map.geometry.centre(at)
        return self.view.viewport().mapToGlobal(self.view.mapFromScene(point))

    def close_map(self) -> None:
        """Remove the map for good."""
        self._take_away()
        self._atlas = None
