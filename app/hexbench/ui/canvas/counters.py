"""The counters of a scene: where they are, how stacks are fanned out and folded, and which are being dragged.

Dicts record which counters are where; the graphics scene is never asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from hexbench.atlas.atlas import Atlas
from hexbench.engine.display import Face
from hexbench.ui.canvas.counter import BadgeItem, CounterItem, PanelItem, Pictures
from hexbench.ui.canvas.geometry import COUNTER, Geometry
from hexbench.ui.look.contrast import ink_on
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.palette import Palette, colour

# Which counters lie on which hex, bottom to top. Plain dicts: never asked of the scene.

SHOWN = 3
"""Counters of a stack that are drawn; those below them only count."""
STEP = 5.0
"""How far each counter of a stack lies up and to the right of the one below."""
GAP = 5.0
"""Between the counters of a fanned-out stack."""


class Change(NamedTuple):
    """What an update did: hexes whose stack changed, units removed, units added, units whose face changed."""

    hexes: dict[str, None]
    gone: list[str]
    came: list[str]
    turned: list[str]


class Stacks:
    """unit -> face and hex, hex -> units. New arrivals go on top; the order of the others does not change by
    itself.
    """

    def __init__(self) -> None:
        self.faces: dict[str, Face] = {}
        self.at: dict[str, str] = {}
        self._units: dict[str, list[str]] = {}

    def on(self, name: str) -> tuple[str, ...]:
        """The units of a hex, bottom to top."""
        return tuple(self._units.get(name, ()))

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes that hold units."""
        return tuple(self._units)

    def update(self, changed: Mapping[str, tuple[Face, str] | None], known: Mapping[str, int]) -> Change:
        """Put units where they are now; None, or a place that is not in ``known``: they are not on the map."""
        out = Change({}, [], [], [])
        for unit, new in changed.items():
            face, at = new if new is not None and new[1] in known else (None, "")
            before = self.at.get(unit, "")
            if face is None:
                if before:
                    self._take(unit, before, out)
                    del self.at[unit], self.faces[unit]
                    out.gone.append(unit)
                continue
            if before != at:
                if before:
                    self._take(unit, before, out)
                else:
                    out.came.append(unit)
                self._units.setdefault(at, []).append(unit)
                self.at[unit] = at
                out.hexes[at] = None
            if self.faces.get(unit) != face:
                self.faces[unit] = face
                out.turned.append(unit)
        return out

    def _take(self, unit: str, at: str, out: Change) -> None:
        units = self._units[at]
        units.remove(unit)
        if not units:
            del self._units[at]
        out.hexes[at] = None

    def raise_unit(self, unit: str) -> str:
        """Lay a unit on top of its stack; returns its hex."""
        at = self.at[unit]
        units = self._units[at]
        units.remove(unit)
        units.append(unit)
        return at

    def turn(self, name: str, step: int) -> tuple[str, ...]:
        """Go through a stack: ``step`` 1 puts the top counter at the bottom, -1 the bottom one on top."""
        units = self._units.get(name)
        if units and len(units) > 1:
            if step > 0:
                units.insert(0, units.pop())
            else:
                units.append(units.pop(0))
        return self.on(name)


def fan_columns(count: int) -> int:
    """How many counters stand side by side when a stack is fanned out."""
    if count <= 5:
        return count
    return (count + 1) // 2 if count <= 8 else 5 if count <= 15 else 6


# Losses shown on the counters: a mark over a unit that took a loss, which fades by itself.

_FADE_MS: Final = 1800
"""How long a mark stays, the fading included."""
SIZE: Final = 58.0
"""Scene units: a counter and its rim."""
_Z_LOSS: Final = 310


class Loss(NamedTuple):
    """A unit's loss: unit, hex, and the text of the badge; empty: no badge, as for a state without a number."""

    unit: str
    at: str
    text: str


class _LossItem(QGraphicsItem):
    """A ring round a counter, with a badge on its corner."""

    def __init__(self, palette: Palette, text: str) -> None:
        super().__init__()
        self.palette, self.text = palette, text
        self.setZValue(_Z_LOSS)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return QRectF(-SIZE / 2 - 16, -SIZE / 2 - 16, SIZE + 32, SIZE + 32)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        bad = self.palette.chrome.bad
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour(bad), 5.0 * self.palette.bold))
        painter.drawRoundedRect(QRectF(-SIZE / 2, -SIZE / 2, SIZE, SIZE), 7, 7)
        if not self.text:
            return
        badge = QRectF(SIZE / 2 - 18, -SIZE / 2 - 12, 28, 26)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(bad))
        painter.drawRoundedRect(badge, 8, 8)
        painter.setPen(colour(ink_on(bad)))
        painter.setFont(face_font(17, 700))
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, self.text)


class _LossMarks(QObject):
    """The loss marks of one scene. New ones replace those that have not faded yet."""

    def __init__(self, scene: CounterScene) -> None:
        super().__init__(scene)
        self.scene = scene
        self.shown: tuple[Loss, ...] = ()
        self._items: list[_LossItem] = []
        self._fading = QVariantAnimation(self)
        self._fading.setDuration(_FADE_MS)
        self._fading.setStartValue(1.0)
        self._fading.setEndValue(0.0)
        self._fading.valueChanged.connect(self._on_faded)
        self._fading.finished.connect(self.clear)

    def show(self, losses: Iterable[Loss]) -> None:
        """Mark these losses: round the counter if it is on the map, else at the centre of the hex it was in."""
        self.clear()
        scene = self.scene
        for one in losses:
            spot = self._spot(one)
            if spot is None:
                continue
            item = _LossItem(scene.colours, one.text)
            item.setPos(spot)
            scene.addItem(item)
            self._items.append(item)
            self.shown = (*self.shown, one)
        if self._items:
            self._fading.start()

    def _spot(self, one: Loss) -> QPointF | None:
        scene = self.scene
        if scene.where(one.unit) in scene.atlas.index:
            return scene.item(one.unit).pos()
        return scene.geometry.centre(one.at) if one.at in scene.atlas.index else None

    def _on_faded(self, share: float) -> None:
        """With reduced motion nothing fades: the marks stay unchanged and then disappear."""
        for item in self._items:
            item.setOpacity(1.0 if self.scene.reduce_motion else min(1.0, 2 * share))

    def clear(self) -> None:
        """Take all marks away at once."""
        self._fading.stop()
        for item in self._items:
            self.scene.removeItem(item)
        self._items, self.shown = [], ()


# Stacking order: counters from north to south, then badges, and far above them the dragged counters.
Z_COUNTER, Z_BADGE, Z_PANEL, Z_FAN, Z_CARRIED = 100, 300, 900, 910, 1000
_RETURN_MS = 160


class CounterScene(QGraphicsScene):
    """The part of :class:`~hexbench.ui.canvas.scene.MapScene` that knows counters."""

    changed_counters = Signal()
    """Counters were added, removed, moved or turned over."""

    def __init__(
        self, atlas: Atlas, palette: Palette, parent: QObject | None = None, top: str = "north"
    ) -> None:
        super().__init__(parent)
        self.atlas = atlas
        self.geometry = Geometry(atlas, top)
        self.colours = palette
        self.reduce_motion = False
        """True: nothing glides or pulses."""
        self.pictures = Pictures(palette)
        self.stacks = Stacks()
        self.unsharp: dict[str, None] = {}
        """Units whose counter waits to be drawn from its lines."""
        self._items: dict[str, CounterItem] = {}
        self._badges: dict[str, BadgeItem] = {}
        self._glide: QVariantAnimation | None = None
        self._gliding: dict[str, tuple[QPointF, QPointF]] = {}
        self._selected: dict[str, None] = {}
        self._carried: dict[str, QPointF] = {}
        self._far = False
        self.counter_size = 1.0
        """How large counters lie on the map; those of a fanned-out stack keep their size."""
        self._counters_hidden = False
        self.fanned = ""
        """The hex whose stack is fanned out, or empty."""
        self._fan_boxes: dict[str, QRectF] = {}
        self.losses = _LossMarks(self)
        self._panel = PanelItem(palette)
        self._panel.setZValue(Z_PANEL)
        self._panel.hide()
        self.addItem(self._panel)

    # ---- counters ---------------------------------------------------------------------------------------------------
    def show_faces(self, faces: Mapping[str, tuple[Face, str]]) -> None:
        """Show exactly these counters: unit -> (face, place). Stacks are in the order given, the last on top."""
        changed: dict[str, tuple[Face, str] | None] = dict.fromkeys(
            u for u in self.stacks.at if u not in faces
        )
        changed.update(faces)
        self.update_faces(changed)

    def update_faces(self, changed: Mapping[str, tuple[Face, str] | None]) -> None:
        """Take over what changed: a new face, another place; None or a box: the counter leaves the map."""
        if self._gliding:
            self._end_glide()
        change = self.stacks.update(changed, self.atlas.index)
        for unit in change.gone:
            self._drop_item(unit)
        for unit in change.came:
            item = CounterItem(self.stacks.faces[unit], self.pictures)
            item.choose(unit in self._selected)
            self._items[unit] = item
            self.unsharp[unit] = None
            self.addItem(item)
        for unit in change.turned:
            self._items[unit].show_face(self.stacks.faces[unit])
        if self.fanned in change.hexes:
            self.fold()
        for name in change.hexes:
            self._lay(name)
        if change.hexes or change.turned:
            self.changed_counters.emit()

    def _drop_item(self, unit: str) -> None:
        item = self._items.pop(unit)
        self.unsharp.pop(unit, None)
        self._carried.pop(unit, None)
        self._selected.pop(unit, None)
        self.removeItem(item)

    def _lay(self, name: str) -> None:
        """Put the counters and the badge of one hex where they belong."""
        units = self.stacks.on(name)
        middle = self.geometry.centre(name)
        depth = Z_COUNTER + self.atlas.index[name] * 0.05
        shown = units[-SHOWN:]
        for unit in units[: len(units) - len(shown)]:
            if unit not in self._carried:
                self._items[unit].hide()
        for k, unit in enumerate(shown):
            item = self._items[unit]
            if unit in self._carried:
                continue
            off = (k - (len(shown) - 1) / 2) * STEP * self.counter_size
            item.setPos(middle.x() + off, middle.y() - off)
            item.setZValue(depth + k * 0.01)
            item.setScale(self.counter_size)
            item.setVisible(not self._counters_hidden)
        self._lay_badge(name, len(units), middle, len(shown))

    def _lay_badge(self, name: str, count: int, middle: QPointF, shown: int) -> None:
        wanted = count > 1 and (count > SHOWN or self._far) and not self._counters_hidden
        badge = self._badges.get(name)
        if not wanted:
            if badge is not None:
                self.removeItem(self._badges.pop(name))
            return
        if badge is None:
            badge = self._badges[name] = BadgeItem(self.colours)
            badge.setZValue(Z_BADGE)
            self.addItem(badge)
        off, half = (shown - 1) / 2 * STEP * self.counter_size, COUNTER / 2 * self.counter_size
        badge.setPos(middle.x() + off - half + 1, middle.y() - off - half + 1)
        badge.show_count(count)

    def set_counter_size(self, size: float) -> None:
        """Counters on the map are ``size`` times as large as they are printed."""
        if size != self.counter_size:
            self.counter_size = size
            self.fold()
            for name in self.stacks.hexes:
                self._lay(name)
                for unit in self.stacks.on(name):
                    self.unsharp[unit] = None
            self.changed_counters.emit()

    def set_far(self, far: bool) -> None:
        """Counters are small on the screen now (or no longer): every stack then shows its number."""
        if far != self._far:
            self._far = far
            for name in self.stacks.hexes:
                units = self.stacks.on(name)
                self._lay_badge(name, len(units), self.geometry.centre(name), min(len(units), SHOWN))

    def set_hidden(self, hidden: bool) -> None:
        """Take all counters off the view (as long as a key is held), or show them again."""
        if hidden != self._counters_hidden:
            self._counters_hidden = hidden
            self.fold()
            for name in self.stacks.hexes:
                self._lay(name)
                for unit in self.stacks.on(name):
                    if hidden:
                        self._items[unit].hide()

    def stack(self, name: str) -> tuple[str, ...]:
        """The units of a hex, bottom to top."""
        return self.stacks.on(name)

    def where(self, unit: str) -> str:
        """The hex of a unit; empty when it is not on the map."""
        return self.stacks.at.get(unit, "")

    def face(self, unit: str) -> Face | None:
        """The face shown for a unit; None when it is not on the map."""
        return self.stacks.faces.get(unit)

    def hex_at(self, point: QPointF) -> str:
        """The hex at a scene point; empty off the map."""
        return self.geometry.at(point)

    def unit_at(self, point: QPointF) -> str:
        """The topmost visible counter at a scene point, or empty."""
        if self.fanned and self.fan_box().contains(point):
            return next((unit for unit, box in self._fan_boxes.items() if box.contains(point)), "")
        name = self.geometry.at(point)
        half = COUNTER / 2 * self.counter_size
        for unit in reversed(self.stacks.on(name)[-SHOWN:]):
            item = self._items[unit]
            if not item.isVisible() or unit in self._carried:
                continue
            at = item.pos()
            if abs(point.x() - at.x()) <= half and abs(point.y() - at.y()) <= half:
                return unit
        return ""

    def bring_up(self, unit: str) -> None:
        """Lay a unit on top of its stack."""
        if unit in self.stacks.at and self.stacks.on(self.stacks.at[unit])[-1] != unit:
            self._lay(self.stacks.raise_unit(unit))
            self.changed_counters.emit()

    def turn_stack(self, name: str, step: int) -> str:
        """Step through a stack (1 or -1); returns the unit now on top, or ""."""
        if self.fanned == name:
            self.fold()
        units = self.stacks.turn(name, step)
        if len(units) > 1:
            self._lay(name)
            self.changed_counters.emit()
        return units[-1] if units else ""

    def item(self, unit: str) -> CounterItem:
        """The item of a unit on the map. Raises KeyError."""
        return self._items[unit]

    # ---- sharpness --------------------------------------------------------------------------------------------------
    def blur(self) -> None:
        """The scale is about to change: draw counters from cached images until they are sharpened again."""
        for unit, item in self._items.items():
            item.sharpen(False)
            self.unsharp[unit] = None

    def sharpen(self, most: int, seen: QRectF | None = None) -> bool:
        """Have up to ``most`` counters drawn from their lines, those within ``seen`` first. True: none is left there."""
        left = most
        for unit in list(self.unsharp):
            item = self._items[unit]
            if not item.isVisible() or (seen is not None and not seen.intersects(item.sceneBoundingRect())):
                continue
            if left == 0:
                return False
            del self.unsharp[unit]
            item.sharpen(True)
            left -= 1
        return True

    # ---- selection --------------------------------------------------------------------------------------------------
    @property
    def selected(self) -> tuple[str, ...]:
        """The selected units, in the order they were chosen."""
        return tuple(self._selected)

    def select(self, units: Iterable[str]) -> None:
        """Mark exactly these units as selected."""
        chosen = dict.fromkeys(u for u in units if u in self._items)
        for unit in self._selected:
            if unit not in chosen and unit in self._items:
                self._items[unit].choose(False)
        for unit in chosen:
            self._items[unit].choose(True)
        self._selected = chosen

    # ---- fanning ----------------------------------------------------------------------------------------------------
    def fan_box(self) -> QRectF:
        """The rectangle of the fanned-out stack's panel; empty when none is."""
        return self._panel.mapRectToScene(self._panel.boundingRect()) if self.fanned else QRectF()

    def fan(self, name: str, scale: float = 1.0, within: QRectF | None = None) -> bool:
        """Spread the stack of a hex so that every counter can be seen and clicked; False when it has fewer than two.

        ``scale`` is the view's: from afar the counters are enlarged to be readable. ``within`` is what the view shows.
        """
        units = tuple(u for u in reversed(self.stacks.on(name)) if u not in self._carried)
        if len(units) < 2 or self._counters_hidden:
            return False
        if self.fanned:
            self.fold()
        self.fanned = name
        grow = max(1.0, 0.9 / scale)
        cell = (COUNTER + GAP) * grow
        columns = fan_columns(len(units))
        rows = -(-len(units) // columns)
        width, height = columns * cell + GAP * grow, rows * cell + GAP * grow
        box = QRectF(0, 0, width, height)
        box.moveCenter(self.geometry.centre(name))
        if within is not None:
            box.moveLeft(max(within.left() + 6, min(box.left(), within.right() - width - 6)))
            box.moveTop(max(within.top() + 6, min(box.top(), within.bottom() - height - 6)))
        self._panel.setScale(grow)
        self._panel.setPos(box.topLeft())
        self._panel.cover(QRectF(0, 0, width / grow, height / grow))
        self._panel.show()
        self._fan_boxes = {}
        for k, unit in enumerate(units):
            row, column = divmod(k, columns)
            spot = QPointF(
                box.left() + GAP * grow / 2 + (column + 0.5) * cell,
                box.top() + GAP * grow / 2 + (row + 0.5) * cell,
            )
            item = self._items[unit]
            item.setPos(spot)
            item.setScale(grow)
            item.setZValue(Z_FAN)
            item.show()
            self.unsharp.pop(unit, None)
            item.sharpen(True)
            half = COUNTER * grow / 2
            self._fan_boxes[unit] = QRectF(spot.x() - half, spot.y() - half, 2 * half, 2 * half)
        if name in self._badges:
            self._badges[name].hide()
        return True

    def fold(self) -> None:
        """Close the fanned-out stack."""
        name, self.fanned = self.fanned, ""
        if not name:
            return
        self._panel.hide()
        self._fan_boxes = {}
        if name in self._badges:
            self._badges[name].show()
        if self.stacks.on(name):
            self._lay(name)

    # ---- carrying ---------------------------------------------------------------------------------------------------
    @property
    def carried(self) -> tuple[str, ...]:
        """The units in the hand."""
        return tuple(self._carried)

    def lift(self, units: Iterable[str]) -> None:
        """Lift counters off the map for dragging; the last one is on top."""
        hexes: dict[str, None] = {}
        self._end_glide()
        self.fold()
        for k, unit in enumerate(u for u in units if u in self._items):
            off = k * STEP * self.counter_size
            self._carried[unit] = QPointF(off, -off)
            item = self._items[unit]
            item.setZValue(Z_CARRIED + k * 0.01)
            item.show()
            hexes[self.stacks.at[unit]] = None
        for name in hexes:
            self._lay_rest(name)

    def _lay_rest(self, name: str) -> None:
        """What stays behind when counters of a hex are in the hand."""
        rest = [u for u in self.stacks.on(name) if u not in self._carried][-SHOWN:]
        for k, unit in enumerate(rest):
            off = (k - (len(rest) - 1) / 2) * STEP * self.counter_size
            item = self._items[unit]
            item.setPos(self.geometry.centre(name) + QPointF(off, -off))
            item.setVisible(not self._counters_hidden)

    def carry(self, point: QPointF) -> None:
        """Hold the lifted counters at a scene point."""
        for unit, off in self._carried.items():
            self._items[unit].setPos(point + off)

    def put_down(self) -> None:
        """Release: the counters appear at once where the stacks say."""
        carried, self._carried = self._carried, {}
        for name in dict.fromkeys(self.stacks.at[u] for u in carried if u in self.stacks.at):
            self._lay(name)

    def put_back(self) -> None:
        """Release: the counters glide back to where they came from (at once with reduced motion)."""
        carried = self._carried
        starts = {u: self._items[u].pos() for u in carried}
        self.put_down()
        if self.reduce_motion or not carried:
            return
        self._gliding = {u: (starts[u], self._items[u].pos()) for u in starts}
        glide = QVariantAnimation(self)
        glide.setDuration(_RETURN_MS)
        glide.setStartValue(0.0)
        glide.setEndValue(1.0)
        glide.setEasingCurve(QEasingCurve.Type.OutCubic)
        glide.valueChanged.connect(self._on_glide)
        glide.finished.connect(self._end_glide)
        self._glide = glide
        self._on_glide(0.0)
        glide.start()

    def _on_glide(self, share: float) -> None:
        for unit, (a, b) in self._gliding.items():
            if unit in self._items:
                self._items[unit].setPos(a + (b - a) * share)

    def _end_glide(self) -> None:
        gliding, self._gliding = self._gliding, {}
        if self._glide is not None:
            glide, self._glide = self._glide, None
            glide.stop()
            glide.deleteLater()
        for unit, (_, end) in gliding.items():
            if unit in self._items:
                self._items[unit].setPos(end)
