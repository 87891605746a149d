"""The hand on the map of the map editor: presses, drags and keys become strokes, and a stroke becomes one edit.

Every gesture has a twin on the keyboard: the hex cursor goes by its keys, Enter draws there. What needs two points (a row, a
box, a hexside between two hexes, a road) takes Enter twice; a road and a row of hexsides go on from the second point. Esc
gives up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QPainterPath, QPolygonF

from hexbench.session.editor import map_pen
from hexbench.ui.canvas.hand import Touch
from hexbench.ui.editor.map_desk import AREAS, Ink
from hexbench.ui.editor.map_strokes import HexStroke, RoadStroke, SideStroke, Stroke
from hexbench.ui.tools.pan import PanTool

if TYPE_CHECKING:
    from hexbench.ui.editor.map_canvas import EditView, MapCanvas
    from hexbench.ui.editor.map_desk import MapDesk

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class MapHands(QObject):
    """The gestures of the view. ``place_touched(hex, moved from)``: somebody wants a place here, or drags one here."""

    place_touched = Signal(str, str)
    looked = Signal(str)
    point_touched = Signal(QPointF)
    """While a picture is being laid: a point of the scene."""

    def __init__(self, desk: MapDesk, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self.desk = desk
        self.canvas = canvas
        self.stroke: Stroke | None = None
        self.pointing = False
        """The next clicks are points for somebody else."""
        self._mark = ""
        self._from_place = ""
        self._by_key = False
        self.pan: PanTool
        self._bind()
        canvas.rebuilt.connect(self._bind)
        desk.hand_changed.connect(self.cancel)

    def _bind(self) -> None:
        self.stroke, self._mark = None, ""
        self.pan = PanTool(self.canvas.view)
        self.canvas.view.gestures = self
        self.canvas.view.cursor_moved.connect(self._on_cursor)

    @property
    def view(self) -> EditView:
        """The view of the moment."""
        return self.canvas.view

    # ---- the mouse
    def press(self, touch: Touch) -> bool:
        """Begin a stroke; the middle button moves the map, the right one asks for the menu."""
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
        """Go on with the stroke, or show where one would begin."""
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

    # ---- the keyboard
    def key(self, key: int, modifiers: Qt.KeyboardModifier, text: str) -> bool:
        """Enter draws at the cursor; Esc gives up; Backspace undoes nothing here."""
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
        """Nothing is held."""
        return False

    def draw_at(self, at: str, *, rubbing: bool) -> None:
        """What Enter does at a hex with the ink in hand."""
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
        """The second point of what needs two."""
        start, part = self._mark, self.desk.ink.part
        stroke = self._begin(rubbing=rubbing)
        self._mark = ""
        if stroke is None:
            return
        self.stroke = stroke
        if isinstance(stroke, SideStroke):
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
    def _begin(self, *, rubbing: bool) -> Stroke | None:
        desk, ink = self.desk, self.desk.ink
        if ink.part in AREAS:
            if ink.part == "terrain" and rubbing:
                ink = Ink("terrain", desk.ground.terrains[0][0])
            return HexStroke(desk, self.canvas, ink, rubbing=rubbing)
        if ink.part in ("side", "line"):
            return SideStroke(desk, self.canvas, ink, rubbing=rubbing)
        if ink.part == "road":
            return RoadStroke(desk, self.canvas, ink, rubbing=rubbing)
        return None

    def end(self) -> None:
        """Make the stroke an edit."""
        stroke, self.stroke = self.stroke, None
        self.canvas.drawing = False
        if stroke is None:
            return
        before = self.desk.draft.history.here
        self.desk.attempt(stroke.commit)
        if self.desk.draft.history.here == before:
            self.canvas.stroke.clear()

    def cancel(self) -> None:
        """Give up what was begun."""
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
