"""Mouse and keyboard on the map of the map editor: presses, drags and keys become strokes, and a stroke
becomes one edit.

Every gesture has a keyboard equivalent: the keys move the hex cursor, Enter draws there. What needs two
points (a row, a box, a hexside between two hexes, a road) takes Enter twice; a road and a row of hexsides
continue from the second point. Esc cancels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace
from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QPainterPath, QPolygonF

from hexbench.atlas.sheet import Line
from hexbench.engine.values import Say, say
from hexbench.hexes.grid import Grid
from hexbench.session.editor import map_ops, map_pen
from hexbench.session.editor.map_checks import flowing
from hexbench.session.editor.map_doc import same_hexside
from hexbench.ui.canvas.view import Touch
from hexbench.ui.editor.board import zone_ink
from hexbench.ui.editor.desk import AREAS, Ink
from hexbench.ui.tools.hands import PanTool

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet
    from hexbench.hexes.coords import Axial
    from hexbench.ui.editor.desk import MapDesk
    from hexbench.ui.editor.map_canvas import EditView, MapCanvas


# Strokes: what has been drawn so far is shown, and at the end it becomes one edit.

_RUBBED = "#c8c8c8"
"""The colour of what is erased, until the map is redrawn."""


class _Stroke(Protocol):
    """One gesture from press to release."""

    def go(self, point: QPointF, at: str) -> None:
        """Continue to a point of the scene and the hex there (empty off the map)."""

    def commit(self) -> bool:
        """Make it an edit. Raises ValueError (one sentence)."""


class _HexStroke:
    """A stroke over hexes: terrain, features, levels, the outline, zones."""

    def __init__(self, desk: MapDesk, canvas: MapCanvas, ink: Ink, *, rubbing: bool) -> None:
        self.desk, self.canvas, self.ink, self.rubbing = desk, canvas, ink, rubbing
        self.atlas = desk.draft.atlas
        self.start = ""
        self.last = ""
        self.hexes: dict[str, None] = {}

    @property
    def colour(self) -> str:
        """The colour while it is being drawn."""
        palette, ink = self.desk.palette, self.ink
        if ink.part == "terrain":
            return palette.terrain(ink.key).ground
        if self.rubbing or ink.part == "outline":
            return _RUBBED
        if ink.part == "feature":
            found = palette.feature(ink.key)
            return found.ground if found is not None else palette.chrome.highlight
        if ink.part == "zone":
            names = sorted(self.desk.draft.sheet.zones)
            return zone_ink(names.index(ink.key)) if ink.key in names else palette.chrome.highlight
        return "#a9824f"

    def go(self, point: QPointF, at: str) -> None:
        """Add the hexes here and on the way."""
        if self.ink.part == "outline" and self.rubbing:
            self._miss(point)
            return
        if not at:
            return
        desk, new = self.desk, tuple[str, ...]()
        if desk.shape == "brush":
            new = map_pen.stroke(self.atlas, [self.last, at] if self.last else [at], desk.radius)
        elif desk.shape == "fill":
            walls = flowing(desk.ground, self.atlas.sheet) if desk.banks else ()
            new = () if self.last else map_pen.alike(self.atlas, at, walls=walls)
        else:
            self.start = self.start or at
            two = map_pen.row if desk.shape == "row" else map_pen.rectangle
            self.hexes = dict.fromkeys(two(self.atlas, self.start, at))
            self.canvas.stroke.clear()
            self.canvas.stroke.add_hexes(self.hexes, self.colour)
        self.last = at
        fresh = [name for name in new if name not in self.hexes]
        if fresh:
            self.hexes.update(dict.fromkeys(fresh))
            self.canvas.stroke.add_hexes(fresh, self.colour)

    def _miss(self, point: QPointF) -> None:
        """Restore a hex of the grid that is not on the map."""
        axial = self.canvas.scene.geometry.layout.at(point.x(), point.y())
        name = Grid(replace(self.atlas.sheet.grid, absent=())).label.get(axial)
        if name is not None and name not in self.atlas.index:
            self.hexes[name] = None

    def commit(self) -> bool:
        """One edit of all hexes."""
        if not self.hexes:
            return False
        return self.desk.draft.edit(self._says(), self._step)

    def _step(self, sheet: MapSheet) -> MapSheet:
        ink, hexes = self.ink, tuple(self.hexes)
        if ink.part == "terrain":
            return map_ops.paint(sheet, hexes, ink.key)
        if ink.part == "feature":
            return map_ops.feature(sheet, hexes, ink.key, not self.rubbing)
        if ink.part == "zone":
            return map_ops.zone(sheet, ink.key, *(((), hexes) if self.rubbing else (hexes, ())))
        if ink.part == "height":
            low, high = self.desk.ground.elevations
            if ink.key in ("up", "down"):
                by = 1 if (ink.key == "up") != self.rubbing else -1
                return map_ops.raised(sheet, hexes, by, low, high)
            return map_ops.level(sheet, hexes, max(0, low) if self.rubbing else int(ink.key))
        if self.rubbing:
            return map_ops.with_hexes(sheet, hexes, self.desk.ground.terrains[0][0])
        return map_ops.without(sheet, hexes)[0]

    def _says(self) -> Say:
        ink, n = self.ink, len(self.hexes)
        name = self.desk.kind_name(ink.part, ink.key)
        where = say("hex {hex}", hex=next(iter(self.hexes))) if n == 1 else say("{n} hexes", n=n)
        if ink.part == "terrain":
            return say("{kind}: {where}", kind=name, where=where)
        if ink.part == "zone":
            return (
                say("Zone {zone}: remove {where}", zone=ink.key, where=where)
                if self.rubbing
                else say("Zone {zone}: add {where}", zone=ink.key, where=where)
            )
        if ink.part == "height":
            words = {"up": say("Raise {where}", where=where), "down": say("Lower {where}", where=where)}
            return words.get(ink.key) or say("Level {level}: {where}", level=ink.key, where=where)
        if ink.part == "outline":
            return (
                say("Restore {where}", where=where)
                if self.rubbing
                else say("Remove {where} from the map", where=where)
            )
        if self.rubbing:
            return say("Remove {kind}: {where}", kind=name.lower(), where=where)
        return say("{kind}: {where}", kind=name, where=where)


class _SideStroke:
    """A stroke along hexsides. A click means the nearest hexside; a drag runs from corner to corner."""

    def __init__(self, desk: MapDesk, canvas: MapCanvas, ink: Ink, *, rubbing: bool) -> None:
        self.desk, self.canvas, self.ink, self.rubbing = desk, canvas, ink, rubbing
        self.atlas = desk.draft.atlas
        self.layout = canvas.scene.geometry.layout
        self.first = ""
        """The hexside nearest to where it started."""
        self.corner: Axial | None = None
        self.sides: dict[str, None] = {}

    @property
    def single(self) -> bool:
        """Whether the ink is a crossing, which lies on a single hexside, so that a drag takes each one it
        passes.
        """
        return self.ink.part == "side" and bool(same_hexside(self.desk.ground, self.ink.key))

    @property
    def colour(self) -> str:
        """The colour while it is being drawn."""
        if self.rubbing:
            return _RUBBED
        if self.ink.part == "line":
            return self.desk.palette.line(self._line_kind()).colour
        water = self.desk.palette.water(self.ink.key)
        return water.fill if water is not None else "#4a2f10"

    def go(self, point: QPointF, at: str) -> None:
        """Continue to the nearest corner."""
        where = (point.x(), point.y())
        side = map_pen.side_near(self.atlas, self.layout, where)
        if not self.first and side:
            self.first = side
        if self.single:
            self._take((side,) if side else ())
            return
        corner = self.canvas.vertices.near(self.layout, where)
        if corner is None:
            return
        if self.corner is not None and corner != self.corner:
            self._take(self.canvas.vertices.chain(self.corner, corner))
        self.corner = corner

    def between(self, a: str, b: str) -> None:
        """By keyboard: the hexside between two adjacent hexes; for others, the hexsides crossed along the
        way.
        """
        hexes = map_pen.row(self.atlas, a, b)
        self._take(map_pen.road_sides(self.atlas, hexes))

    def _take(self, sides: tuple[str, ...]) -> None:
        fresh = [name for name in sides if name not in self.sides]
        if fresh:
            self.sides.update(dict.fromkeys(fresh))
            self.canvas.stroke.add_sides(fresh, self.colour, 7.0)

    def commit(self) -> bool:
        """One edit of all hexsides; a click without a drag means the hexside it was on."""
        if not self.sides and self.first:
            self._take((self.first,))
        if not self.sides:
            return False
        if self.ink.part == "line":
            return self._commit_line()
        kind, name = self.ink.key, self.desk.kind_name("side", self.ink.key)
        n = len(self.sides)
        where = say("{side}", side=next(iter(self.sides))) if n == 1 else say("{n} hexsides", n=n)
        if self.rubbing:
            return self.desk.draft.edit(
                say("Remove {kind}: {where}", kind=name.lower(), where=where),
                lambda sheet: map_ops.drop_sides(sheet, self.sides, self._gone(kind)),
            )
        called = self.desk.name if not self.single else ""
        return self.desk.draft.edit(
            say("{kind}: {where}", kind=name, where=where),
            lambda sheet: map_ops.put_sides(sheet, self.sides, self._kinds(kind), called),
        )

    def _kinds(self, kind: str) -> tuple[str, ...]:
        """The kind together with the one the game requires for it: a major river is a river, too."""
        others = same_hexside(self.desk.ground, kind)
        if len(others) == 1 and kind not in ("bridge", "ford"):
            return (others[0], kind)
        return (kind,)

    def _gone(self, kind: str) -> tuple[str, ...]:
        """The kind together with those that depend on it: no bridge without its river."""
        return (kind, *(one for one, other in self.desk.ground.with_ if other == kind))

    # ---- named lines
    def _line(self) -> Line | None:
        return next((row for row in self.desk.draft.sheet.lines if row.name == self.ink.key), None)

    def _line_kind(self) -> str:
        found = self._line()
        kinds = self.desk.ground.lines
        return found.kind if found is not None else kinds[0][0] if kinds else "line"

    def _commit_line(self) -> bool:
        old = self._line()
        have = old.sides if old is not None else ()
        if self.rubbing:
            sides = tuple(s for s in have if s not in self.sides)
        else:
            sides = self._joined(have, tuple(s for s in self.sides if s not in have))
        line = replace(old, sides=sides) if old is not None else Line(self.ink.key, self._line_kind(), sides)
        n = len(sides)
        what = say("Line {name}: 1 hexside" if n == 1 else "Line {name}: {n} hexsides", name=line.name, n=n)
        return self.desk.draft.edit(what, lambda sheet: map_ops.put_line(sheet, line))

    def _joined(self, have: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
        """Extend a line at the end that the new piece touches."""
        if not have or not new:
            return have or new
        ends = self.canvas.vertices.ends
        for piece in (new, new[::-1]):
            if set(ends(have[-1])) & set(ends(piece[0])):
                return (*have, *piece)
            if set(ends(have[0])) & set(ends(piece[-1])):
                return (*piece, *have)
        return (*have, *new)


class _RoadStroke:
    """A stroke of road from hex to hex; drawn over the map edge, the road leaves the map."""

    def __init__(self, desk: MapDesk, canvas: MapCanvas, ink: Ink, *, rubbing: bool) -> None:
        self.desk, self.canvas, self.ink, self.rubbing = desk, canvas, ink, rubbing
        self.atlas = desk.draft.atlas
        self.last = ""
        self.sides: dict[str, None] = {}

    def go(self, point: QPointF, at: str) -> None:
        """Continue to the hex that is here now."""
        if not at:
            if self.last:
                middle = self.canvas.point_of(self.last)
                way = (point.x() - middle.x(), point.y() - middle.y())
                self._take((map_pen.rim_side(self.atlas, self.last, way),))
            return
        if self.last and at != self.last:
            self._take(map_pen.road_sides(self.atlas, (self.last, at)))
        self.last = at

    def _take(self, sides: tuple[str, ...]) -> None:
        fresh = [name for name in sides if name and name not in self.sides]
        if fresh:
            self.sides.update(dict.fromkeys(fresh))
            ink = _RUBBED if self.rubbing else self.desk.palette.road(self.ink.key).fill
            self.canvas.stroke.add_roads(fresh, ink, 8.0)

    def commit(self) -> bool:
        """One edit of the whole road. Erasing in a single hex removes all roads of that hex."""
        if self.rubbing and not self.sides and self.last:
            i = self.atlas.index[self.last]
            every = [self.atlas.side_of(i, d) for d in range(6) if (i, d) in self.atlas.roads]
            self.sides.update(dict.fromkeys(every))
        if not self.sides:
            return False
        name = self.desk.kind_name("road", self.ink.key)
        n = len(self.sides)
        if self.rubbing:
            what = (
                say("Remove road across {n} hexsides", n=n)
                if n != 1
                else say("Remove road across {side}", side=next(iter(self.sides)))
            )
            return self.desk.draft.edit(what, lambda sheet: map_ops.drop_roads(sheet, self.sides))
        return self.desk.draft.edit(
            say("{kind} across 1 hexside" if n == 1 else "{kind} across {n} hexsides", kind=name, n=n),
            lambda sheet: map_ops.put_roads(sheet, self.sides, self.ink.key),
        )


ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class MapHands(QObject):
    """The gestures of the view. ``place_touched(hex, moved from)``: a place is to be edited here, or was
    dragged here.
    """

    place_touched = Signal(str, str)
    looked = Signal(str)
    point_touched = Signal(QPointF)
    """While a picture is being aligned: a point of the scene."""

    def __init__(self, desk: MapDesk, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self.desk = desk
        self.canvas = canvas
        self.stroke: _Stroke | None = None
        self.pointing = False
        """Whether the next clicks are points for aligning a picture."""
        self._mark = ""
        self._from_place = ""
        self._by_key = False
        self.pan: PanTool
        self._bind()
        canvas.rebuilt.connect(self._bind)
        desk.hand_changed.connect(self.cancel)

    def _bind(self) -> None:
        self.stroke, self._mark = None, ""
        self.canvas.drawing = False
        self.pan = PanTool(self.canvas.view)
        self.canvas.view.gestures = self
        self.canvas.view.cursor_moved.connect(self._on_cursor)

    @property
    def view(self) -> EditView:
        """The current view."""
        return self.canvas.view

    # ---- the mouse
    def press(self, touch: Touch) -> bool:
        """Begin a stroke; the middle button moves the map, the right one opens the menu."""
        if touch.button == Qt.MouseButton.MiddleButton:
            self.pan.activate(touch)
            return True
        if touch.button != Qt.MouseButton.LeftButton:
            return False
        if self.pointing:
            self.point_touched.emit(touch.point)
            return True
        if touch.hex:
            self.view.set_cursor(touch.hex)
            self.desk.study(touch.hex)
        part = self.desk.ink.part
        if part == "look":
            self.pan.activate(touch)
            self.looked.emit(touch.hex)
            return True
        if part == "place":
            self._from_place = touch.hex
            return True
        self._by_key = False
        self.stroke = self._begin(rubbing=self.desk.erasing != touch.whole)
        if self.stroke is not None:
            self.canvas.drawing = True
            self.stroke.go(touch.point, touch.hex)
        return True

    def move(self, touch: Touch) -> bool:
        """Continue the stroke, or show where one would begin."""
        if self.pan.active:
            return self.pan.move(touch)
        if self.stroke is not None and not self._by_key and touch.button == Qt.MouseButton.LeftButton:
            self.stroke.go(touch.point, touch.hex)
            self.show_pen(touch.point, touch.hex, rubbing=self.desk.erasing != touch.whole)
            return True
        self.show_pen(touch.point, touch.hex, rubbing=self.desk.erasing != touch.whole)
        return False

    def release(self, touch: Touch) -> bool:
        """End the stroke: one edit."""
        if self.pan.active:
            self.pan.finish()
            return True
        if self._from_place:
            start, self._from_place = self._from_place, ""
            self.place_touched.emit(touch.hex or start, start)
            return True
        if self.stroke is not None and not self._by_key:
            self.end()
            return True
        return False

    def double(self, touch: Touch) -> bool:
        """The second press of a double click is a press."""
        return self.press(touch)

    def lost(self) -> None:
        """The stroke ends where it is."""
        self.pan.finish()
        self._from_place = ""
        if self.stroke is not None and not self._by_key:
            self.end()

    # ---- the keyboard
    def key(self, key: int, modifiers: Qt.KeyboardModifier, text: str) -> bool:
        """Enter draws at the cursor; Esc cancels."""
        if key == Qt.Key.Key_Escape:
            if self.stroke is not None or self._mark:
                self.cancel()
                return True
            if self.desk.ink.part != "look":
                self.desk.take(Ink())
                return True
            return False
        if key in ENTER and self.view.cursor_hex:
            self.draw_at(self.view.cursor_hex, rubbing=self.desk.erasing != self._shifted(modifiers))
            return True
        return False

    @staticmethod
    def _shifted(modifiers: Qt.KeyboardModifier) -> bool:
        return bool(modifiers & Qt.KeyboardModifier.ShiftModifier)

    def key_up(self, key: int) -> bool:
        """No key is held."""
        return False

    def draw_at(self, at: str, *, rubbing: bool) -> None:
        """What Enter does at a hex with the current ink."""
        ink, middle = self.desk.ink, self.canvas.point_of(at)
        if self.pointing:
            self.point_touched.emit(middle)
        elif ink.part == "look":
            self.looked.emit(at)
        elif ink.part == "place":
            self.place_touched.emit(at, at)
        elif ink.part in AREAS and self.desk.shape in ("brush", "fill"):
            self.stroke = self._begin(rubbing=rubbing)
            if self.stroke is not None:
                self.stroke.go(middle, at)
                self.end()
        elif not self._mark:
            self._mark = at
            self._by_key = True
            self._on_cursor(at)
        else:
            self._second(at, rubbing=rubbing)

    def _second(self, at: str, *, rubbing: bool) -> None:
        """The second point of a gesture that needs two."""
        start, part = self._mark, self.desk.ink.part
        stroke = self._begin(rubbing=rubbing)
        self._mark = ""
        if stroke is None:
            return
        self.stroke = stroke
        if isinstance(stroke, _SideStroke):
            stroke.between(start, at)
        else:
            stroke.go(self.canvas.point_of(start), start)
            stroke.go(self.canvas.point_of(at), at)
        self.end()
        if part in ("side", "road", "line"):
            self._mark, self._by_key = at, True

    def _on_cursor(self, at: str) -> None:
        self.desk.study(at)
        if at and (self._mark or self.desk.ink.part != "look"):
            self.show_pen(self.canvas.point_of(at), at, rubbing=self.desk.erasing)

    # ---- strokes
    def _begin(self, *, rubbing: bool) -> _Stroke | None:
        desk, ink = self.desk, self.desk.ink
        if ink.part in AREAS:
            if ink.part == "terrain" and rubbing:
                ink = Ink("terrain", desk.ground.terrains[0][0])
            return _HexStroke(desk, self.canvas, ink, rubbing=rubbing)
        if ink.part in ("side", "line"):
            return _SideStroke(desk, self.canvas, ink, rubbing=rubbing)
        if ink.part == "road":
            return _RoadStroke(desk, self.canvas, ink, rubbing=rubbing)
        return None

    def end(self) -> None:
        """Turn the stroke into an edit."""
        stroke, self.stroke = self.stroke, None
        self.canvas.drawing = False
        if stroke is None:
            return
        before = self.desk.draft.history.here
        self.desk.attempt(stroke.commit)
        if self.desk.draft.history.here == before:
            self.canvas.stroke.clear()

    def cancel(self) -> None:
        """Cancel the current stroke."""
        self.pan.cancel()
        self._mark, self._from_place = "", ""
        self.canvas.pen.show_at(QPainterPath(), rubbing=False)
        if self.stroke is not None:
            self.stroke = None
            self.canvas.drawing = False
            self.canvas.stroke.clear()

    # ---- the point of the pen
    def show_pen(self, point: QPointF, at: str, *, rubbing: bool) -> None:
        """Show what would be drawn here."""
        path = QPainterPath()
        desk, canvas = self.desk, self.canvas
        atlas, geometry = desk.draft.atlas, canvas.scene.geometry
        part = desk.ink.part
        if part in AREAS and at:
            hexes = (at,) if desk.shape != "brush" else map_pen.brush(atlas, at, desk.radius)
            if self._mark:
                two = map_pen.row if desk.shape == "row" else map_pen.rectangle
                hexes = two(atlas, self._mark, at)
            path = geometry.outline(hexes)
        elif part in ("road", "place") and at:
            hexes = map_pen.row(atlas, self._mark, at) if self._mark and part == "road" else (at,)
            path = geometry.outline(hexes)
        elif part in ("side", "line"):
            path = self._side_pen(point, at)
        canvas.pen.show_at(path, rubbing=rubbing)

    def _side_pen(self, point: QPointF, at: str) -> QPainterPath:
        path, canvas = QPainterPath(), self.canvas
        geometry = canvas.scene.geometry
        if self._mark and at:
            return geometry.outline((self._mark, at))
        where = (point.x(), point.y())
        side = map_pen.side_near(self.desk.draft.atlas, geometry.layout, where)
        if side:
            i, direction = self.desk.draft.atlas.side_keys(side)[0]
            (ax, ay), (bx, by) = geometry.side_ends(i, direction)
            path.addPolygon(QPolygonF([QPointF(ax, ay), QPointF(bx, by)]))
        corner = canvas.vertices.near(geometry.layout, where)
        if corner is not None:
            path.addEllipse(QPointF(*geometry.layout.corner_point(corner)), 6, 6)
        return path
