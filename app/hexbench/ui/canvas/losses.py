"""Losses seen on the counters: a mark over whoever lost something, which fades by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hexbench.ui.look.contrast import ink_on
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.palette import Palette, colour

if TYPE_CHECKING:
    from hexbench.ui.canvas.counters import CounterScene

FADE_MS: Final = 1800
"""How long a mark stays, the fading included."""
SIZE: Final = 58.0
"""Scene units: a counter and its rim."""
Z_LOSS: Final = 310


class Loss(NamedTuple):
    """Who lost something, where, and what its badge says; empty: there is none, as for a state without a number."""

    unit: str
    at: str
    text: str


class LossItem(QGraphicsItem):
    """A ring round a counter, with a badge on its corner."""

    def __init__(self, palette: Palette, text: str) -> None:
        super().__init__()
        self.palette, self.text = palette, text
        self.setZValue(Z_LOSS)
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


class LossMarks(QObject):
    """The marks of one scene. New ones take the place of those that have not faded yet."""

    def __init__(self, scene: CounterScene) -> None:
        super().__init__(scene)
        self.scene = scene
        self.shown: tuple[Loss, ...] = ()
        self._items: list[LossItem] = []
        self._fading = QVariantAnimation(self)
        self._fading.setDuration(FADE_MS)
        self._fading.setStartValue(1.0)
        self._fading.setEndValue(0.0)
        self._fading.valueChanged.connect(self._on_faded)
        self._fading.finished.connect(self.clear)

    def show(self, losses: Iterable[Loss]) -> None:
        """Mark these: round the counter where it lies on the map, else in the middle of the hex where it was."""
        self.clear()
        scene = self.scene
        for one in losses:
            spot = self._spot(one)
            if spot is None:
                continue
            item = LossItem(scene.colours, one.text)
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
        """With motion reduced nothing fades: the marks stay as they are and are gone in the end."""
        for item in self._items:
            item.setOpacity(1.0 if self.scene.reduce_motion else min(1.0, 2 * share))

    def clear(self) -> None:
        """Take all marks away at once."""
        self._fading.stop()
        for item in self._items:
            self.scene.removeItem(item)
        self._items, self.shown = [], ()
