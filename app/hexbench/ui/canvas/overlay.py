"""Items drawn over the map: shaded regions, lines along hexsides, routes, lit hexes, the hex cursor.

A region is one path however many hexes it has: merged to its outline, filled with colour and pattern.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from hexbench.engine.display import Chip, Overlay, Trail
from hexbench.ui.canvas.art import hexside_line
from hexbench.ui.canvas.geometry import Geometry
from hexbench.ui.look.chips import chip_width, paint_chip
from hexbench.ui.look.contrast import ink_on, mix
from hexbench.ui.look.fonts import face_font, text_width
from hexbench.ui.look.palette import Palette, Tone, colour
from hexbench.ui.look.patterns import hatch, keeps_lines, pattern_brush

_TEXTS_FROM = 0.4
"""The scale from which texts of an overlay are written."""
MANY = 1000
"""Sides of a region from which its rim is drawn the quick way."""
_TEXT_DOWN = 35.0
"""From the middle of a hex to the text about it: just below the counters."""


def _scale(painter: QPainter, option: QStyleOptionGraphicsItem) -> float:
    return max(0.02, option.levelOfDetailFromTransform(painter.worldTransform()))


def _lines(path: QPainterPath) -> list[QLineF]:
    """The sides of all polygons of a path."""
    return [
        QLineF(a, b) for polygon in path.toSubpathPolygons() for a, b in itertools.pairwise(polygon.toList())
    ]


def _dash(pen: QPen, tone: Tone | None) -> None:
    """Give a line its tone's dashes, so that colour is not its only sign; its casing is solid (None)."""
    if tone is not None and tone.dash:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern(list(tone.dash))


class _Drawn(QGraphicsItem):
    """Base of items drawn over the map that take no clicks; ``_box`` is the item's bounding box."""

    _box: QRectF

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._box


class RegionItem(_Drawn):
    """All hexes of one tone: their merged outline, filled with the tone and its pattern, and their texts."""

    def __init__(self, geometry: Geometry, palette: Palette, tone: str, texts: dict[str, str]) -> None:
        super().__init__()
        self._tone = palette.tone(tone)
        self._dark, self._bold = palette.dark, palette.bold
        self._path = geometry.outline(texts)
        self._rim = _lines(self._path)
        self._texts = [(geometry.centre(name), text) for name, text in texts.items() if text]
        self._box = self._path.boundingRect().adjusted(-6, -6, 6, 6)
        self._pills: dict[str, QImage] = {}
        self._pills_for = (0.0, 0.0)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        tone, scale = self._tone, _scale(painter, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ratio = widget.devicePixelRatioF() if widget is not None else 1.0
        lines = keeps_lines(painter)
        if lines:
            painter.fillPath(self._path, colour(tone.fill, tone.alpha))
            hatch(painter, self._path, tone.pattern, colour(tone.ink, 150), 1 / scale)
        else:
            self._fill(painter, ratio)
        # Thousands of single lines are drawn twenty times as fast as the same lines in one path.
        pen = QPen(colour(tone.ink), max(2.0, 1.6 / scale) * self._bold)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        # Of a net over half the map, seen from afar, the rims are too small for their softness to be seen.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(self._rim) < MANY or scale >= _TEXTS_FROM)
        painter.drawLines(self._rim)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if scale >= _TEXTS_FROM and self._texts:
            if lines:
                ground = self._plate
                for middle, text in self._texts:
                    _paint_pill(painter, middle + QPointF(0, _TEXT_DOWN), text, ground, ink_on(ground), 12)
            else:
                self._write(painter, option.exposedRect, scale, ratio)

    @property
    def _plate(self) -> str:
        """The ground of its texts."""
        return mix(self._tone.fill, "#000000" if self._dark else "#ffffff", 0.72)

    def _fill(self, painter: QPainter, ratio: float) -> None:
        """Colour and pattern in one go, in pixels: an unscaled texture is three times faster than a scaled one."""
        tone, way = self._tone, painter.worldTransform()
        brush = pattern_brush(tone.pattern, tone.ink, 150, 1.0, ratio, under=colour(tone.fill, tone.alpha))
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # the rim covers the edge
        # The pattern is anchored to the map, not to the window.
        painter.setBrushOrigin(way.map(QPointF(0, 0)))
        painter.fillPath(way.map(self._path), brush)
        painter.restore()

    def _write(self, painter: QPainter, exposed: QRectF, scale: float, ratio: float) -> None:
        """The texts; each different one is drawn once for a scale and then copied."""
        wide = exposed.adjusted(-60, -60, 60, 60)
        if (scale, ratio) != self._pills_for:
            self._pills, self._pills_for = {}, (scale, ratio)
        way = painter.worldTransform()
        painter.save()
        painter.resetTransform()
        for middle, text in self._texts:
            if wide.contains(middle):
                pill = self._pills.get(text)
                if pill is None:
                    pill = self._pills[text] = self._pill(text, scale, ratio)
                spot = way.map(middle + QPointF(0, _TEXT_DOWN))
                half = pill.deviceIndependentSize() / 2
                painter.drawImage(
                    QPointF(round(spot.x() - half.width()), round(spot.y() - half.height())), pill
                )
        painter.restore()

    def _pill(self, text: str, scale: float, ratio: float) -> QImage:
        """A text on its plate as an image for a scale."""
        ground = self._plate
        wide = text_width(text, 12, 700) + 14
        image = QImage(
            round(wide * scale * ratio), round(20 * scale * ratio), QImage.Format.Format_ARGB32_Premultiplied
        )
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale * ratio, scale * ratio)
        _paint_pill(painter, QPointF(wide / 2, 10), text, ground, ink_on(ground), 12)
        painter.end()
        image.setDevicePixelRatio(ratio)
        return image


class SidesItem(_Drawn):
    """Hexsides of one tone as thick lines."""

    def __init__(self, geometry: Geometry, tone: Tone, sides: Iterable[str]) -> None:
        super().__init__()
        self._tone = tone
        self._path = QPainterPath()
        for name in sides:
            line = hexside_line(geometry, name)
            self._path.moveTo(line.p1())
            self._path.lineTo(line.p2())
        self._box = self._path.boundingRect().adjusted(-8, -8, 8, 8)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = _scale(painter, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for text, width in ((ink_on(self._tone.fill), 9.0), (self._tone.fill, 6.0)):
            pen = QPen(colour(text), max(width, width * 0.4 / scale))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            _dash(pen, self._tone if text == self._tone.fill else None)
            painter.setPen(pen)
            painter.drawPath(self._path)


class TrailItem(_Drawn):
    """A line from hex to hex with an arrow, texts at its hexes, and a red cross where it is broken."""

    def __init__(self, geometry: Geometry, palette: Palette, trail: Trail) -> None:
        super().__init__()
        self._palette = palette
        self._tone = palette.tone(trail.tone)
        points = [geometry.centre(name) for name in trail.hexes if name in geometry.atlas.index]
        if trail.short and len(points) > 1:
            start, end = points[0], points[-1]
            points = [start + (end - start) * 0.28, start + (end - start) * 0.58]
        self._points = points
        self._line = _soft_line(points)
        self._texts = [(p, t) for p, t in zip(points, trail.texts, strict=False) if t]
        self._broken: QPointF | None = None
        if trail.broken:
            self._broken = geometry.place(trail.broken)
        box = self._line.boundingRect()
        if self._broken is not None:
            box = box.united(QRectF(self._broken, self._broken))
        self._box = box.adjusted(-60, -60, 60, 60)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = _scale(painter, option)
        tone = self._tone
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        grow = max(1.0, 0.5 / scale)
        casing = ink_on(tone.fill)
        for text, width in ((casing, 9.0), (tone.fill, 5.6)):
            pen = QPen(colour(text, 235), width * grow)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            _dash(pen, tone if text == tone.fill else None)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPath(self._line)
        if len(self._points) > 1:
            self._arrow(painter, casing, grow)
        if scale >= _TEXTS_FROM:
            size = max(1.0, 0.8 / scale)
            for middle, text in self._texts:
                last = middle == self._points[-1]
                # The sum stands below the counters that lie, or are held, at the end.
                spot = middle + QPointF(0, _TEXT_DOWN + 2) if last else middle
                _paint_pill(painter, spot, text, tone.fill, ink_on(tone.fill), (16 if last else 13.5) * size)
        if self._broken is not None:
            _paint_break(painter, self._palette, self._broken, grow)

    def _arrow(self, painter: QPainter, casing: str, grow: float) -> None:
        tip, before = self._points[-1], self._points[-2]
        way = tip - before
        length = (way.x() ** 2 + way.y() ** 2) ** 0.5 or 1.0
        ux, uy = way.x() / length, way.y() / length
        a = 13.0 * grow
        head = QPainterPath(QPointF(tip.x() + ux * a, tip.y() + uy * a))
        head.lineTo(tip.x() - uy * a * 0.85, tip.y() + ux * a * 0.85)
        head.lineTo(tip.x() + uy * a * 0.85, tip.y() - ux * a * 0.85)
        head.closeSubpath()
        painter.setPen(QPen(colour(casing, 235), 2.0 * grow))
        painter.setBrush(colour(self._tone.fill))
        painter.drawPath(head)


def _soft_line(points: list[QPointF]) -> QPainterPath:
    """A line from point to point with rounded corners."""
    path = QPainterPath()
    if not points:
        return path
    path.moveTo(points[0])
    for before, here, after in zip(points, points[1:-1], points[2:], strict=False):
        path.lineTo(here + (before - here) * 0.3)
        path.quadTo(here, here + (after - here) * 0.3)
    path.lineTo(points[-1])
    return path


def _paint_break(painter: QPainter, palette: Palette, at: QPointF, grow: float) -> None:
    """A cross on a disc: here the line is cut."""
    style = palette.tone("cut")
    r = 13.0 * grow
    painter.setPen(QPen(colour("#ffffff"), 2.4 * grow))
    painter.setBrush(colour(style.fill))
    painter.drawEllipse(at, r, r)
    pen = QPen(colour("#ffffff"), 4.0 * grow)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    k = r * 0.42
    painter.drawLine(at + QPointF(-k, -k), at + QPointF(k, k))
    painter.drawLine(at + QPointF(-k, k), at + QPointF(k, -k))


def _paint_pill(painter: QPainter, middle: QPointF, text: str, ground: str, ink: str, size: float) -> None:
    """A short text on a rounded plate."""
    font = round(size)
    width = max(text_width(text, font, 700) + size * 0.7, size * 1.3)
    box = QRectF(middle.x() - width / 2, middle.y() - size * 0.65, width, size * 1.3)
    painter.setPen(QPen(colour(ink, 200), 1.1))
    painter.setBrush(colour(ground, 238))
    painter.drawRoundedRect(box, size * 0.5, size * 0.5)
    painter.setPen(colour(ink))
    painter.setFont(face_font(font, 700))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


class LitItem(QGraphicsObject):
    """Hexes lit to show where a reason lies: a bright double outline. ``opacity`` may be animated."""

    def __init__(self, geometry: Geometry, palette: Palette, hexes: Iterable[str]) -> None:
        super().__init__()
        self._palette = palette
        self._path = geometry.outline(hexes)
        self._box = self._path.boundingRect().adjusted(-12, -12, 12, 12)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._box

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = _scale(painter, option)
        look = self._palette.map
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.fillPath(self._path, colour(look.lit, 46))
        grow = max(1.0, 0.5 / scale) * self._palette.bold
        for text, width in ((ink_on(look.lit), 8.0), (look.lit, 5.0)):
            pen = QPen(colour(text), width * grow)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPath(self._path)


class CursorItem(_Drawn):
    """The hex cursor of the keyboard: an outline with strong corners."""

    def __init__(self, geometry: Geometry, palette: Palette) -> None:
        super().__init__()
        self.palette = palette
        self._shape = geometry.hexagon
        self._box = self._shape.boundingRect().adjusted(-12, -12, 12, 12)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = _scale(painter, option)
        look = self.palette.map
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        corners = self._shape.toList()
        arms = QPainterPath()
        for k, here in enumerate(corners):
            before, after = corners[k - 1], corners[(k + 1) % len(corners)]
            arms.moveTo(here + (before - here) * 0.26)
            arms.lineTo(here)
            arms.lineTo(here + (after - here) * 0.26)
        grow = max(1.0, 0.55 / scale) * self.palette.bold
        for text, width in ((look.cursor_casing, 8.0), (look.cursor, 4.6)):
            pen = QPen(colour(text), width * grow)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawPath(arms)


def overlay_items(
    geometry: Geometry, palette: Palette, overlay: Overlay
) -> tuple[list[QGraphicsItem], list[QGraphicsItem]]:
    """The items of an overlay: those under the counters, and those over them."""
    shades: dict[str, dict[str, str]] = {}
    for shade in overlay.shades:
        if shade.hex in geometry.atlas.index:
            shades.setdefault(shade.tone, {})[shade.hex] = shade.text
    below: list[QGraphicsItem] = [
        RegionItem(geometry, palette, tone, texts) for tone, texts in shades.items()
    ]
    sides: dict[str, list[str]] = {}
    for name, tone in overlay.sides:
        sides.setdefault(tone, []).append(name)
    below += [SidesItem(geometry, palette.tone(tone), names) for tone, names in sides.items()]
    above: list[QGraphicsItem] = [TrailItem(geometry, palette, trail) for trail in overlay.trails]
    return below, above


# Markers on hexes and hexsides.

SPOTS = ((0.0, -38.0), (0.0, 38.0), (-31.0, -24.0), (31.0, -24.0), (-34.0, 6.0), (34.0, 6.0))
"""Where the markers of one hex lie: first in the corners that no counter reaches, its own and its neighbours' alike."""
FLAT = ((-38.0, 0.0), (38.0, 0.0), (-21.0, -35.0), (21.0, -35.0), (-21.0, 35.0), (21.0, 35.0))
"""The same in hexes whose corners point to the sides."""


def chip_spot(n: int, *, pointy: bool = True) -> QPointF:
    """The place of the n-th marker of a hex, from its middle."""
    spots = SPOTS if pointy else FLAT
    return QPointF(*spots[n % len(spots)])


class ChipItem(_Drawn):
    """One marker. From afar it is drawn a little larger than it is, but not over the name of a counter one can read."""

    def __init__(self, chip: Chip, palette: Palette) -> None:
        super().__init__()
        self.chip = chip
        self._style = palette.chip(chip.key)
        self.beside = False
        """Whether it is beside a counter."""
        half = chip_width(self._style, chip.text) / 2 * 1.6 + 4
        self._box = QRectF(-half, -20, 2 * half, 40)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = option.levelOfDetailFromTransform(painter.worldTransform())
        grow = 1.6 if scale < 0.4 else 1.2 if scale < 0.7 and not self.beside else 1.0
        painter.scale(grow, grow)
        paint_chip(painter, self._style, self.chip.text)
