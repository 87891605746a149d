"""The picture of one counter, painted from a Face and a palette: sharp at any scale, simpler from afar.

The counter is drawn in its own units, 100 wide about (0, 0); ``paint_face`` scales them to its target. A side is
marked by colour and frame shape, a formation by its bar, a state by shape, colour and letter.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QLinearGradient, QPainter, QPen

from hexbench.engine.display import Face
from hexbench.ui.look.contrast import grey, ink_on, luminance, mix
from hexbench.ui.look.figures import paint_crew, paint_vehicle
from hexbench.ui.look.fonts import face_font, text_width
from hexbench.ui.look.palette import CounterStyle, Palette, SideStyle, colour
from hexbench.ui.look.shapes import emblem_path, frame_path, paint_mark, paint_ring, paint_share, paint_tag
from hexbench.ui.look.symbols import paint_echelon, paint_symbol

_Detail = Literal["block", "sign", "full"]
"""How much is drawn: a coloured block with its symbol's silhouette; symbol and factors; everything."""
SIGN_FROM, FULL_FROM = 20.0, 36.0
"""Widths on the screen, in pixels, from which a counter shows its sign and everything."""
HALF = 50.0


def detail_of(pixels: float) -> _Detail:
    """How much of a counter ``pixels`` wide is worth drawing."""
    return "block" if pixels < SIGN_FROM else "sign" if pixels < FULL_FROM else "full"


@cache
def _grounds(style: CounterStyle, spent: bool) -> tuple[str, str, str, str]:
    """Ground, its light and its dark edge, and the symbol's field; a spent unit's lean to grey but keep their contrast."""
    ground, field = style.ground, style.field
    if spent:
        ground, field = mix(grey(ground), ground, 0.25), mix(grey(field), field, 0.25)
    return ground, mix(ground, "#ffffff", 0.38), mix(ground, "#000000", 0.34), field


def _text(
    painter: QPainter, box: QRectF, text: str, size: float, weight: int, align: Qt.AlignmentFlag
) -> None:
    """Write on one line, made narrower when it would not fit."""
    painter.setFont(face_font(size, weight))
    width = text_width(text, round(size), weight)
    flags = align | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip | Qt.TextFlag.TextSingleLine
    if width > box.width() * 1.6 and " " in text:
        text = " ".join(word[:3] for word in text.split())
        width = text_width(text, round(size), weight)
    if width <= box.width():
        painter.drawText(box, flags, text)
        return
    squeeze = box.width() / width
    painter.save()
    painter.translate(box.left(), box.center().y())
    painter.scale(squeeze, max(squeeze, 0.9))
    painter.drawText(QRectF(0, -box.height() / 2, width, box.height()), flags, text)
    painter.restore()


def _ground(
    painter: QPainter, side: SideStyle, style: CounterStyle, spent: bool, detail: _Detail, bold: float
) -> None:
    """The body: a lit upper left and a shaded lower right edge, and for a cut frame an inner line."""
    base, light, dark, _ = _grounds(style, spent)
    frame = frame_path(side.frame, HALF)
    if detail == "full":
        sheen = QLinearGradient(QPointF(-HALF, -HALF), QPointF(HALF, HALF))
        sheen.setColorAt(0.0, colour(light))
        sheen.setColorAt(0.5, colour(base))
        sheen.setColorAt(1.0, colour(dark))
        painter.fillPath(frame, sheen)
        painter.fillPath(frame_path(side.frame, HALF - 3.2), colour(base))
    else:
        painter.fillPath(frame, colour(base))
    rim = "#000000" if luminance(style.ground) > 0.05 else "#a8a498"
    if bold > 1.0:
        # in high contrast a rim of ink, and round it one of what the ink stands out against
        painter.setPen(QPen(colour(ink_on(style.ink, "#000000", "#ffffff")), 7.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(frame)
        rim = style.ink
    painter.setPen(QPen(colour(rim, 215 if bold <= 1.0 else 255), (1.8 if detail == "full" else 3.5) * bold))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(frame)


def _hatch(painter: QPainter, frame: str, ink: str) -> None:
    """Fine slanted lines over a spent counter, so that a paler colour is not the only sign."""
    painter.save()
    painter.setClipPath(frame_path(frame, HALF - 3.2), Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(colour(ink, 52), 2.0))
    for x in range(-100, 100, 11):
        painter.drawLine(QLineF(x, HALF, x + 100, -HALF))
    painter.restore()


def _paint_back(painter: QPainter, side: SideStyle, detail: _Detail, bold: float) -> None:
    """A hidden counter: the side's emblem on its ground."""
    style = CounterStyle(ground=side.ground, ink=side.ink, field=side.ground)
    _ground(painter, side, style, False, detail, bold)
    if detail == "full":
        painter.setPen(QPen(colour(side.ink, 110), 2.0))
        painter.drawPath(frame_path(side.frame, HALF - 8))
    painter.save()
    painter.scale(27, 27)
    painter.fillPath(emblem_path(side.emblem), colour(side.ink))
    painter.restore()


def _paint_block(painter: QPainter, face: Face, style: CounterStyle) -> None:
    """From afar: the symbol's lines only, as large as they go."""
    field = _grounds(style, face.spent)[3]
    if not paint_vehicle(painter, face.symbol, QRectF(-40, -23, 80, 46), style.ink, field):
        paint_symbol(painter, face.symbol, QRectF(-34, -23, 68, 46), style.ink, field)


def _paint_sign(painter: QPainter, face: Face, detail: _Detail, ink: str, field: str) -> None:
    """Men on their base or a vehicle's silhouette, if the face has them; else the symbol."""
    full = detail == "full"
    wide = QRectF(-41, -32, 82, 44) if full else QRectF(-44, -44, 88, 52)
    if face.crew:
        paint_crew(painter, face.crew, face.room, wide, ink, field)
    elif not paint_vehicle(painter, face.symbol, wide, ink, field):
        box = QRectF(-24, -21.5, 48, 31.7) if full else QRectF(-34, -38, 68, 45)
        paint_symbol(painter, face.symbol, box, ink, field)


def _paint_bar(painter: QPainter, palette: Palette, key: str, box: QRectF) -> None:
    """The formation's bar, one to three colours from top to bottom."""
    colours = palette.bar(key)
    height = box.height() / len(colours)
    painter.fillRect(box.adjusted(-1.6, -1.6, 1.6, 1.6), colour("#101010"))
    painter.fillRect(box.adjusted(-0.8, -0.8, 0.8, 0.8), colour("#f4f0e4"))
    for k, text in enumerate(colours):
        painter.fillRect(QRectF(box.left(), box.top() + k * height, box.width(), height), colour(text))


def paint_face(painter: QPainter, face: Face, palette: Palette, detail: _Detail = "full") -> None:
    """Paint a counter into -50..50; the painter decides where that is."""
    side, style = palette.side(face.side), palette.counter(face.colour)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    if face.hidden:
        _paint_back(painter, side, detail, palette.bold)
        return
    _ground(painter, side, style, face.spent, detail, palette.bold)
    ink = style.ink
    if face.back:
        _paint_stripe(painter, side, ink)
    if detail == "block":
        _paint_block(painter, face, style)
        _paint_edges(painter, face, palette, 9.0)
        if face.marks:
            paint_mark(painter, palette.mark(face.marks[0].key), "", QPointF(33, -33), 15)
        return
    if face.spent and detail == "full":
        _hatch(painter, side.frame, ink)
    _paint_factors(painter, face, ink, detail)
    field = _grounds(style, face.spent)[3]
    if detail == "sign":
        _paint_sign(painter, face, detail, ink, field)
        _paint_edges(painter, face, palette, 8.0)
        # Beside two figures there is room between them; long ones leave it only in the upper corners.
        crowded = text_width(face.left, 34, 700) > 30 or text_width(face.right, 34, 700) > 30
        spots = (QPointF(36, -36), QPointF(-36, -36)) if crowded else (QPointF(0, 24), QPointF(36, -36))
        for mark, spot in zip(face.marks, spots, strict=False):
            paint_mark(painter, palette.mark(mark.key), mark.letter, spot, 13)
        return
    _paint_sign(painter, face, detail, ink, field)
    paint_echelon(painter, face.echelon, QPointF(0, -28.2), 7.4, ink)
    _paint_texts(painter, face, palette, ink)
    if face.steps[1] > 1:
        # a long factor reaches under the middle: then the pips stand above it
        _paint_steps(painter, face.steps, ink, 42.5 if text_width(face.left, 29, 700) <= 36 else 14.4)
    _paint_edges(painter, face, palette, 6.4)
    _paint_marks(painter, face, palette)


def _paint_edges(painter: QPainter, face: Face, palette: Palette, width: float) -> None:
    """The border of the group it is in, what is left of it, and its squares."""
    if face.share >= 0:
        paint_share(painter, face.share)
    if face.ring:
        paint_ring(painter, palette.ring(face.ring), palette.side(face.side).frame, width)
    for tag in face.tags:
        paint_tag(painter, tag, palette.ring(tag.key))


def _paint_stripe(painter: QPainter, side: SideStyle, ink: str) -> None:
    """The reduced side: a broad pale stripe behind the symbol."""
    light = ink_on(ink)
    painter.save()
    painter.setClipPath(frame_path(side.frame, HALF - 3.2), Qt.ClipOperation.IntersectClip)
    painter.fillRect(QRectF(-HALF, -17, 2 * HALF, 22), colour(light, 120))
    painter.setPen(QPen(colour(ink, 160), 1.4))
    painter.drawLine(QLineF(-HALF, -17, HALF, -17))
    painter.drawLine(QLineF(-HALF, 5, HALF, 5))
    painter.restore()


def _paint_factors(painter: QPainter, face: Face, ink: str, detail: _Detail) -> None:
    painter.setPen(colour(ink))
    size = 29.0 if detail == "full" else 34.0
    y, height = (13.0, 34.0) if detail == "full" else (9.0, 40.0)
    barred = 6.0 if face.share >= 0 else 0.0
    room = (40.0 if face.right else 86.0) - barred
    if face.left:
        _text(
            painter, QRectF(-43 + barred, y, room, height), face.left, size, 700, Qt.AlignmentFlag.AlignLeft
        )
    if face.right:
        _text(painter, QRectF(3 if face.left else -43, y, 40 if face.left else 86, height), face.right, size, 700,
              Qt.AlignmentFlag.AlignRight)  # fmt: skip


def _paint_texts(painter: QPainter, face: Face, palette: Palette, ink: str) -> None:
    """Designation on top, the letter's box at its right, the formation upright at the left, its bar at the right."""
    painter.setPen(colour(ink))
    lettered = bool(face.letter)
    short = lettered or any(tag.at == "corner" for tag in face.tags)
    if face.name:
        _text(painter, QRectF(-42, -48.5, 63 if lettered else 71 if short else 84, 15), face.name, 14.5, 600,
              Qt.AlignmentFlag.AlignLeft if short else Qt.AlignmentFlag.AlignHCenter)  # fmt: skip
    if lettered:
        style = palette.box(face.box) if face.box else None
        box = QRectF(24, -46.5, 19, 17)
        if style is not None:
            painter.setPen(QPen(colour("#101010"), 1.2))
            painter.setBrush(colour(style.ground))
            painter.drawRect(box)
            painter.setPen(colour(style.ink))
        _text(painter, box, face.letter, 16, 700, Qt.AlignmentFlag.AlignHCenter)
        painter.setPen(colour(ink))
    if face.parent:
        painter.save()
        painter.translate(-35.5 if face.share < 0 else -31.5, -6)
        painter.rotate(-90)
        _text(painter, QRectF(-17, -8, 34, 16), face.parent, 13.5, 600, Qt.AlignmentFlag.AlignHCenter)
        painter.restore()
    if face.bar:
        _paint_bar(painter, palette, face.bar, QRectF(32, -21, 10, 30))


def _paint_steps(painter: QPainter, steps: tuple[int, int], ink: str, y: float) -> None:
    """One pip a step below the symbol, ``y`` below the middle; lost ones are hollow."""
    now, full = steps
    shown = min(full, 6)
    painter.setPen(QPen(colour(ink), 1.3))
    for k in range(shown):
        painter.setBrush(colour(ink) if k < now else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF((k - (shown - 1) / 2) * 7.0, y), 2.2, 2.2)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_marks(painter: QPainter, face: Face, palette: Palette) -> None:
    """State marks side by side between the factors; those that find no room there go beside the symbol."""
    left = -44 + (min(text_width(face.left, 29, 700), 40.0) + 3 if face.left else 4)
    right = 44 - (min(text_width(face.right, 29, 700), 40.0) + 3 if face.right else 4)
    n = min(len(face.marks), max(1, int((right - left) // 16)))
    radius = min(10.5, (right - left) / (2 * n) - 0.8) if n else 0.0
    radius = max(7.5, radius)
    middle = (left + right) / 2
    spots = [QPointF(middle + (k - (n - 1) / 2) * (2 * radius + 1.4), 28) for k in range(n)]
    spots += [QPointF(-27, 8), QPointF(27, 8), QPointF(-27, -20), QPointF(27, -20)]
    for mark, spot in zip(face.marks, spots, strict=False):
        paint_mark(painter, palette.mark(mark.key), mark.letter, spot, radius)
