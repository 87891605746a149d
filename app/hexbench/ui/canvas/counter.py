"""The things that lie on the map: counters, stack badges and the panel under a fanned-out stack."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hexbench.engine.display import Face
from hexbench.ui.canvas.face import HALF, detail_of, paint_face
from hexbench.ui.canvas.geometry import COUNTER
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.palette import Palette, colour
from hexbench.ui.look.shapes import frame_path, paint_ring

PAD = 4.0
"""Room round a counter for its shadow and its selection frame."""
BOX = QRectF(-COUNTER / 2 - PAD, -COUNTER / 2 - PAD, COUNTER + 2 * PAD, COUNTER + 2 * PAD)
BODY = QRectF(-COUNTER / 2, -COUNTER / 2, COUNTER, COUNTER)
_WITHIN = 3.4
"""Width of a group's border within the frame of a selected counter, in the counter's own units."""
UNIT = 1002
"""``item.type()`` of a counter."""


class Pictures:
    """Counters as images at a few sizes, shared by equal faces; shown while the scale changes."""

    SCALES: ClassVar[tuple[float, ...]] = (0.25, 0.5, 1.0)

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self._images: dict[tuple[Face, float], QImage] = {}

    def ready(self, face: Face, scale: float) -> QImage | None:
        """The image that fits a scale best, if one was made already; never makes one."""
        for size in self.SCALES:
            if size >= scale * 0.99:
                found = self._images.get((face, size))
                if found is not None:
                    return found
        return next((im for size in reversed(self.SCALES) if (im := self._images.get((face, size)))), None)

    def has(self, face: Face, scale: float) -> bool:
        """An image of exactly this size exists."""
        return (face, scale) in self._images

    def forget(self) -> None:
        """Drop every image: the palette changed."""
        self._images.clear()

    def make(self, face: Face, scale: float) -> None:
        """Make sure an image for a scale exists; about 0.3 ms."""
        size = next((s for s in self.SCALES if s >= scale * 0.99), self.SCALES[-1])
        key = (face, size)
        if key in self._images:
            return
        if len(self._images) > 4000:
            self._images.clear()
        side = round(BOX.width() * size)
        image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.scale(side / BOX.width(), side / BOX.height())
        painter.translate(-BOX.topLeft())
        paint_counter(painter, face, self.palette, size)
        painter.end()
        self._images[key] = image


def paint_counter(painter: QPainter, face: Face, palette: Palette, scale: float) -> None:
    """A counter with its shadow in scene units about (0, 0), in the detail that ``scale`` allows."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.save()
    painter.scale(COUNTER / (2 * HALF), COUNTER / (2 * HALF))
    frame = palette.side(face.side).frame
    if scale >= 0.4:
        for grow, alpha in ((2.2, 40), (0.8, 60)):
            painter.fillPath(
                QTransform.fromTranslate(1.6 + grow / 2, 2.4 + grow / 2).map(frame_path(frame, HALF + grow)),
                colour(palette.map.shadow, alpha),
            )
    paint_face(painter, face, palette, detail_of(COUNTER * scale))
    painter.restore()


class CounterItem(QGraphicsItem):
    """One counter. Its rectangle never changes; its picture is cached in device pixels and redrawn only if
    necessary.
    """

    def __init__(self, face: Face, pictures: Pictures) -> None:
        super().__init__()
        self.face = face
        self.pictures = pictures
        self.chosen = False
        """It is selected."""
        self.sharp = False
        """Whether it is drawn from its paths; else, while the scale changes, from a cached image."""
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def type(self) -> int:
        return UNIT

    def boundingRect(self) -> QRectF:
        return BOX

    def show_face(self, face: Face) -> None:
        """Show another state of the same unit."""
        if face != self.face:
            self.face = face
            self.update()

    def choose(self, chosen: bool) -> None:
        """Draw the frame of a selected counter, or leave it off."""
        if chosen != self.chosen:
            self.chosen = chosen
            self.update()

    def sharpen(self, sharp: bool) -> None:
        """Draw from paths from now on (True), or from a cached image at the next change of scale (False)."""
        if sharp and not self.sharp:
            self.sharp = True
            self.update()
        elif not sharp:
            self.sharp = False

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        transform = painter.worldTransform()
        scale = option.levelOfDetailFromTransform(transform)
        if widget is not None:
            scale *= widget.devicePixelRatioF()
        image = None if self.sharp else self.pictures.ready(self.face, scale)
        if image is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(BOX, image)
        elif self.sharp or scale >= 3:
            paint_counter(painter, self.face, self.pictures.palette, scale)
        else:
            style = self.pictures.palette.counter(self.face.colour)
            painter.fillRect(BODY, colour(style.ground))
        if self.chosen:
            self._frame(painter, scale)

    def _frame(self, painter: QPainter, scale: float) -> None:
        look = self.pictures.palette.map
        thin = max(2.6, 2.4 / scale)
        width = thin * self.pictures.palette.bold
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        path = frame_path(
            self.pictures.palette.side(self.face.side).frame, COUNTER / 2 + 1.2 + (width - thin) / 2
        )
        painter.setPen(QPen(colour(look.selection_casing), width + 1.8))
        painter.drawPath(path)
        painter.setPen(QPen(colour(look.selection), width))
        painter.drawPath(path)
        if self.face.ring:
            # the frame lies over the border of its group, which is drawn again within
            palette = self.pictures.palette
            painter.scale(COUNTER / (2 * HALF), COUNTER / (2 * HALF))
            frame = palette.side(self.face.side).frame
            paint_ring(painter, palette.ring(self.face.ring), frame, _WITHIN, -_WITHIN)


class BadgeItem(QGraphicsItem):
    """How many counters a stack holds, in its upper left corner."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.palette = palette
        self.count = 0
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return QRectF(-18, -18, 36, 36)

    def show_count(self, count: int) -> None:
        """Show another number."""
        if count != self.count:
            self.count = count
            self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = option.levelOfDetailFromTransform(painter.worldTransform())
        r = 9.5 if scale >= 0.6 else 14.5 if scale >= 0.3 else 16.5
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour("#ffffff"), 1.8))
        painter.setBrush(colour("#1d2226"))
        painter.drawEllipse(QPointF(0, 0), r, r)
        painter.setFont(face_font(r * 1.4, 700))
        painter.drawText(QRectF(-r, -r, 2 * r, 2 * r), Qt.AlignmentFlag.AlignCenter, str(self.count))


class PanelItem(QGraphicsItem):
    """The sheet under a fanned-out stack."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.palette = palette
        self._box = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def cover(self, box: QRectF) -> None:
        """Lie under this rectangle (in the item's own units)."""
        self.prepareGeometryChange()
        self._box = box

    def boundingRect(self) -> QRectF:
        return self._box.adjusted(-8, -8, 10, 12)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        look = self.palette.map
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for grow, alpha in ((6, 22), (4, 30), (2, 44)):
            painter.setBrush(colour(look.shadow, alpha))
            painter.drawRoundedRect(self._box.adjusted(-grow + 2, -grow + 3, grow + 2, grow + 3), 9, 9)
        painter.setPen(QPen(colour(look.panel_border), 1.4))
        painter.setBrush(colour(look.panel, 242))
        painter.drawRoundedRect(self._box, 8, 8)
