"""The minimap's dock: the whole map small. A click, a drag or the arrow keys move the view."""

from __future__ import annotations

from typing import ClassVar, Protocol

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from hexbench.ui.canvas.view import MapView
from hexbench.ui.docks.desk import Desk, DeskPanel
from hexbench.ui.look.contrast import ink_on
from hexbench.ui.look.language import mark, tr
from hexbench.ui.look.palette import Palette, colour

STEP = 0.15
"""Part of the view that an arrow key moves it by."""


class Seated(Protocol):
    """Who has colours, and may see something: with no seat nothing is drawn."""

    @property
    def palette(self) -> Palette:
        """The colours of now."""

    @property
    def seat(self) -> object:
        """Whose eyes are looked through."""


class MinimapView(QWidget):
    """The widget; what is drawn on it is the canvas's. ``moved()``: the view shows another part of the map."""

    moved = Signal()

    def __init__(self, desk: Seated, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.view: MapView | None = None
        self._map: Minimap | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Minimap"))
        self.setObjectName("minimap")
        self.setMinimumSize(120, 90)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_view(self, view: MapView | None) -> None:
        """Follow this view; None: nothing."""
        self.view = view
        self._map = None if view is None else Minimap(view)
        if view is not None:
            view.view_moved.connect(self.update)
            view.view_moved.connect(self.moved)
            view.map.changed_counters.connect(self.update)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(280, 220)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._map is None or self.desk.seat is None:
            return
        painter = QPainter(self)
        self._map.paint(painter, QRectF(self.rect()))
        if self.hasFocus():
            painter.setPen(QPen(colour(self.desk.palette.chrome.highlight), 2))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _go(self, point: QPointF) -> None:
        if self.view is not None and self._map is not None:
            self.view.centerOn(self._map.scene_point(QRectF(self.rect()), point))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = {
            Qt.Key.Key_Left: (STEP, 0.0),
            Qt.Key.Key_Right: (-STEP, 0.0),
            Qt.Key.Key_Up: (0.0, STEP),
            Qt.Key.Key_Down: (0.0, -STEP),
        }
        way = ways.get(Qt.Key(event.key()))
        if way is None or self.view is None:
            super().keyPressEvent(event)
            return
        self.view.pan(way[0] * self.view.width(), way[1] * self.view.height())


class MinimapPanel(DeskPanel):
    """The dock of the minimap."""

    key: ClassVar[str] = "minimap"
    title: ClassVar[str] = mark("Minimap")
    least_lines: ClassVar[int] = 0

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.box.setContentsMargins(0, 0, 0, 0)
        self.list = MinimapView(desk)
        self.box.addWidget(self.list)
        self.list.moved.connect(self.says_changed)

    @property
    def says(self) -> bool:
        """A map that is seen whole needs no small one beside it."""
        view = self.list.view
        return view is not None and not view.seen.contains(view.map.geometry.sheet)

    def refresh(self) -> None:
        """Draw it anew."""
        self.list.update()


class Minimap:
    """Draws the minimap of a view into any rectangle."""

    def __init__(self, view: MapView) -> None:
        self._view = view
        self._image: QImage | None = None
        self._made_for: object = None

    def frame(self, rect: QRectF) -> QRectF:
        """Where the map lies within a rectangle: as large as fits, its proportions kept."""
        bounds = self._view.map.geometry.bounds
        k = min(rect.width() / bounds.width(), rect.height() / bounds.height())
        out = QRectF(0, 0, bounds.width() * k, bounds.height() * k)
        out.moveCenter(rect.center())
        return out

    def scene_point(self, rect: QRectF, point: QPointF) -> QPointF:
        """The scene point under a point of the minimap painted into ``rect``."""
        bounds, frame = self._view.map.geometry.bounds, self.frame(rect)
        k = bounds.width() / frame.width()
        return QPointF(
            bounds.left() + (point.x() - frame.left()) * k, bounds.top() + (point.y() - frame.top()) * k
        )

    def paint(self, painter: QPainter, rect: QRectF) -> None:
        """Draw map, counters and frame."""
        scene, frame = self._view.map, self.frame(rect)
        bounds = scene.geometry.bounds
        k = frame.width() / bounds.width()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(frame, self._map(k, painter.device().devicePixelRatioF()))
        painter.setClipRect(frame)
        side = max(2.5, 46.0 * k)
        for name in scene.stacks.hexes:
            at = scene.geometry.centre(name)
            face = scene.stacks.faces[scene.stack(name)[-1]]
            look = scene.colours.side(face.side)
            spot = QPointF(
                frame.left() + (at.x() - bounds.left()) * k, frame.top() + (at.y() - bounds.top()) * k
            )
            painter.setPen(QPen(colour(ink_on(look.ground)), 0.6))
            painter.setBrush(colour(look.ground))
            box = QRectF(spot.x() - side / 2, spot.y() - side / 2, side, side)
            if look.frame == "round":
                painter.drawEllipse(box)
            else:
                painter.drawRect(box)
        seen = self._view.seen
        port = QRectF(
            frame.left() + (seen.left() - bounds.left()) * k,
            frame.top() + (seen.top() - bounds.top()) * k,
            seen.width() * k,
            seen.height() * k,
        ).intersected(frame.adjusted(1, 1, -1, -1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for text, width in ((scene.colours.map.selection_casing, 3.4), (scene.colours.map.selection, 1.6)):
            painter.setPen(QPen(colour(text), width))
            painter.drawRect(port)
        painter.restore()

    def _map(self, k: float, ratio: float) -> QImage:
        """The map's picture; drawn anew only for another palette or a much larger size."""
        scale = k * ratio
        art = self._view.map.art
        key = (art, art.hidden, art.revision)
        if (
            self._image is None
            or self._made_for != key
            or self._image.width() < 0.8 * scale * self._bounds_width
        ):
            hidden, art.hidden = art.hidden, art.hidden | {"names", "grid"}
            self._image = art.picture(scale)
            art.hidden = hidden
            self._made_for = key
        return self._image

    @property
    def _bounds_width(self) -> float:
        return self._view.map.geometry.bounds.width()
