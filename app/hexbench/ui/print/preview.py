"""A small look at what will be on paper: the part of the map that is meant, and how it is cut into sheets."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

from hexbench.ui.look.language import tr

WIDE, HIGH = 330, 300
ROOM = 10.0


class Preview(QWidget):
    """Either a piece of the map, or the first sheets of something that is laid out already."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("paper.preview")
        self.setAccessibleName(tr("Preview"))
        self.setMinimumSize(WIDE, HIGH)
        self._image: QImage | None = None
        self._size = QSizeF()
        self._boxes: tuple[QRectF, ...] = ()

    def sizeHint(self) -> QSize:
        return QSize(WIDE, HIGH)

    @property
    def image(self) -> QImage | None:
        """What is shown."""
        return self._image

    def show_image(self, image: QImage | None, boxes: Iterable[QRectF] = ()) -> None:
        """Show this, framed by ``boxes``: shares of its width and height."""
        self._image, self._boxes = image, tuple(boxes)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Mid))
        image = self._image
        if image is not None and not image.isNull():
            room = QRectF(self.rect()).adjusted(ROOM, ROOM, -ROOM, -ROOM)
            size = QSizeF(image.size()).scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
            box = QRectF(0, 0, size.width(), size.height())
            box.moveCenter(room.center())
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(box, image)
            painter.setPen(QPen(QColor("#c8202f"), 1.6))
            for part in self._boxes:
                painter.drawRect(
                    QRectF(
                        box.left() + part.left() * box.width(),
                        box.top() + part.top() * box.height(),
                        part.width() * box.width(),
                        part.height() * box.height(),
                    )
                )
        painter.end()
