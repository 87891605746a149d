"""Military map symbols as painter paths: our own drawing of the NATO signs, in a frame 100 wide and 66 high.

A symbol is a tuple of strokes and fills about the middle (0, 0). ``paint_symbol`` draws it into any rectangle, so the
same path serves a counter, a dock and paper.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from hexbench.ui.look.fonts import face_font, text_width
from hexbench.ui.look.palette import colour

HALF_W, HALF_H = 50.0, 33.0
FRAME = QRectF(-HALF_W, -HALF_H, 2 * HALF_W, 2 * HALF_H)
_STROKE = 6.5
"""Width of the lines, in the symbol's own units."""


class Symbol(NamedTuple):
    """What is stroked, what is filled, and a text for kinds without a symbol."""

    lines: QPainterPath
    solid: QPainterPath
    word: str = ""


def _line(path: QPainterPath, *points: tuple[float, float]) -> None:
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)


def _cross(lines: QPainterPath, _solid: QPainterPath) -> None:
    _line(lines, (-HALF_W, -HALF_H), (HALF_W, HALF_H))
    _line(lines, (-HALF_W, HALF_H), (HALF_W, -HALF_H))


def _oval(lines: QPainterPath, _solid: QPainterPath) -> None:
    lines.addRoundedRect(QRectF(-31, -17, 62, 34), 17, 17)


def _slash(lines: QPainterPath, _solid: QPainterPath) -> None:
    _line(lines, (-HALF_W, HALF_H), (HALF_W, -HALF_H))


def _ball(_lines: QPainterPath, solid: QPainterPath) -> None:
    solid.addEllipse(QPointF(0, 0), 10.5, 10.5)


def _rockets(lines: QPainterPath, solid: QPainterPath) -> None:
    solid.addEllipse(QPointF(0, 14), 9, 9)
    _line(lines, (-15, -3), (0, -15), (15, -3))
    _line(lines, (-15, -13), (0, -25), (15, -13))


def _rocket(_lines: QPainterPath, solid: QPainterPath) -> None:
    _line(solid, (0, -25), (7, -12), (7, 10), (14, 22), (-14, 22), (-7, 10), (-7, -12), (0, -25))


def _comb(lines: QPainterPath, _solid: QPainterPath) -> None:
    _line(lines, (-27, 15), (-27, -13), (27, -13), (27, 15))
    _line(lines, (0, -13), (0, 15))


def _tent(lines: QPainterPath, _solid: QPainterPath) -> None:
    _line(lines, (-HALF_W, HALF_H), (0, -HALF_H), (HALF_W, HALF_H))


def _small_tent(lines: QPainterPath, _solid: QPainterPath) -> None:
    _line(lines, (-24, 14), (0, -14), (24, 14))


def _wings(lines: QPainterPath, _solid: QPainterPath) -> None:
    path = QPainterPath(QPointF(-16, 29))
    path.arcTo(QRectF(-16, 21, 16, 16), 180, -180)
    path.arcTo(QRectF(0, 21, 16, 16), 180, -180)
    lines.addPath(path)


def _glider(lines: QPainterPath, _solid: QPainterPath) -> None:
    _line(lines, (-17, 20), (-11, 27), (11, 27), (17, 20))


def _upright(lines: QPainterPath, _solid: QPainterPath) -> None:
    _line(lines, (0, -HALF_H), (0, HALF_H))


def _dagger(lines: QPainterPath, solid: QPainterPath) -> None:
    _line(solid, (-5, -6), (5, -6), (0, 28), (-5, -6))
    _line(lines, (-15, -6), (15, -6))
    _line(lines, (0, -8), (0, -24))


def _staff(lines: QPainterPath, _solid: QPainterPath) -> None:
    _line(lines, (-HALF_W, -8), (HALF_W, -8))


def _dome(lines: QPainterPath, _solid: QPainterPath) -> None:
    path = QPainterPath(QPointF(-HALF_W, HALF_H))
    path.arcTo(QRectF(-HALF_W, -10, 2 * HALF_W, 86), 180, -180)
    lines.addPath(path)


def _arrow(lines: QPainterPath, _solid: QPainterPath) -> None:
    _line(lines, (0, 22), (0, -22))
    _line(lines, (-12, -9), (0, -22), (12, -9))


def _mortar(lines: QPainterPath, _solid: QPainterPath) -> None:
    _arrow(lines, _solid)
    lines.addEllipse(QPointF(0, 22), 6, 6)


def _gun(lines: QPainterPath, _solid: QPainterPath) -> None:
    _arrow(lines, _solid)
    _line(lines, (-14, 22), (14, 22))
    _line(lines, (-10, 8), (10, 8))


def _assault(lines: QPainterPath, solid: QPainterPath) -> None:
    _oval(lines, solid)
    _line(lines, (-30, 0), (30, 0))


def _wheels(lines: QPainterPath, _solid: QPainterPath) -> None:
    lines.addEllipse(QPointF(-20, 25), 5.5, 5.5)
    lines.addEllipse(QPointF(20, 25), 5.5, 5.5)


def _bridge(lines: QPainterPath, _solid: QPainterPath) -> None:
    _line(lines, (-28, -18), (-18, -8), (18, -8), (28, -18))
    _line(lines, (-28, 18), (-18, 8), (18, 8), (28, 18))


def _peak(_lines: QPainterPath, solid: QPainterPath) -> None:
    _line(solid, (-12, HALF_H), (0, 12), (12, HALF_H), (-12, HALF_H))


def _medic(lines: QPainterPath, _solid: QPainterPath) -> None:
    _line(lines, (0, -HALF_H), (0, HALF_H))
    _line(lines, (-HALF_W, 0), (HALF_W, 0))


def _signal(lines: QPainterPath, _solid: QPainterPath) -> None:
    _line(lines, (-HALF_W, -HALF_H), (8, 12), (-8, -12), (HALF_W, HALF_H))


def _supply(lines: QPainterPath, _solid: QPainterPath) -> None:
    _line(lines, (-HALF_W, 19), (HALF_W, 19))


def _plane(_lines: QPainterPath, solid: QPainterPath) -> None:
    _line(solid, (0, 0), (-32, -14), (-32, 14), (0, 0), (32, -14), (32, 14), (0, 0))


def _bunker(lines: QPainterPath, _solid: QPainterPath) -> None:
    _line(lines, (-30, 18), (-30, -12), (-15, -12), (-15, -2), (15, -2), (15, -12), (30, -12), (30, 18))


def _person(lines: QPainterPath, solid: QPainterPath) -> None:
    solid.addEllipse(QPointF(0, -12), 8, 8)
    _line(lines, (-17, 20), (-12, 2), (12, 2), (17, 20))


PARTS = {
    "infantry": (_cross,),
    "mech_infantry": (_cross, _oval),
    "motorised": (_cross, _upright),
    "motorized": (_cross, _upright),
    "motorised_infantry": (_cross, _upright),
    "armor": (_oval,),
    "armour": (_oval,),
    "tank": (_oval,),
    "heavy_armor": (_oval, _upright),
    "assault_gun": (_assault,),
    "recon": (_slash, _oval),
    "armored_cavalry": (_slash, _oval),
    "cavalry": (_slash,),
    "engineer": (_comb,),
    "artillery": (_ball,),
    "sp_artillery": (_oval, _ball),
    "rocket_artillery": (_rockets,),
    "v2": (_rocket,),
    "antitank": (_tent,),
    "tank_destroyer": (_oval, _small_tent),
    "antiair": (_dome,),
    "airborne": (_cross, _wings),
    "parachute": (_cross, _wings),
    "glider": (_cross, _glider),
    "commando": (_dagger,),
    "mountain": (_cross, _peak),
    "hq": (_staff,),
    "machine_gun": (_gun,),
    "mortar": (_mortar,),
    "bridge": (_bridge,),
    "medical": (_medic,),
    "signals": (_signal,),
    "supply": (_supply,),
    "truck": (_supply, _wheels),
    "halftrack": (_oval, _wheels),
    "air": (_plane,),
    "fortress": (_bunker,),
    "leader": (_person,),
    "officer": (_person,),
}
WORDS = {"security": "SEC", "police": "MP", "headquarters": "HQ", "sniper": "SN", "train": "TRN"}


@cache
def symbol(key: str) -> Symbol:
    """The drawing of a symbol; an unknown key is written as a word of up to three letters. Shared: never change it."""
    lines, solid = QPainterPath(), QPainterPath()
    solid.setFillRule(Qt.FillRule.WindingFill)
    for part in PARTS.get(key, ()):
        part(lines, solid)
    if key in PARTS or not key:
        return Symbol(lines, solid)
    return Symbol(lines, solid, WORDS.get(key, key[:3].upper()))


def paint_symbol(painter: QPainter, key: str, box: QRectF, ink: str, field: str) -> None:
    """Draw the framed symbol ``key`` into ``box`` with lines of ``ink`` on ``field``."""
    found = symbol(key)
    painter.save()
    painter.translate(box.center())
    painter.scale(box.width() / FRAME.width(), box.height() / FRAME.height())
    painter.fillRect(FRAME, colour(field))
    pen = QPen(colour(ink), _STROKE)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    if not found.lines.isEmpty():
        painter.save()
        painter.setClipRect(FRAME, Qt.ClipOperation.IntersectClip)  # a crop on paper has its own clip
        painter.drawPath(found.lines)
        painter.restore()
    painter.drawRect(FRAME)
    if not found.solid.isEmpty():
        painter.fillPath(found.solid, colour(ink))
    if found.word:
        painter.setFont(face_font(38, 700))
        painter.drawText(FRAME, Qt.AlignmentFlag.AlignCenter, found.word)
    painter.restore()


ECHELON_BARS = {"I": 1, "II": 2, "III": 3}
ECHELON_CROSSES = {"X": 1, "XX": 2, "XXX": 3, "XXXX": 4, "XXXXX": 5}
_ECHELON_DOTS = {"o": 1, "oo": 2, "ooo": 3, "•": 1, "••": 2, "•••": 3}


@cache
def echelon_path(sign: str) -> QPainterPath:
    """The size sign as a path of lines about (0, 0), 14 high; empty for an unknown sign."""
    path = QPainterPath()
    if sign in ECHELON_BARS:
        n = ECHELON_BARS[sign]
        for i in range(n):
            x = (i - (n - 1) / 2) * 8
            _line(path, (x, -7), (x, 7))
    elif sign in ECHELON_CROSSES:
        n = ECHELON_CROSSES[sign]
        for i in range(n):
            x = (i - (n - 1) / 2) * 14
            _line(path, (x - 5, -6), (x + 5, 6))
            _line(path, (x - 5, 6), (x + 5, -6))
    elif sign in _ECHELON_DOTS:
        n = _ECHELON_DOTS[sign]
        for i in range(n):
            path.addEllipse(QPointF((i - (n - 1) / 2) * 11, 0), 2.2, 2.2)
    return path


def paint_echelon(painter: QPainter, sign: str, middle: QPointF, height: float, ink: str) -> None:
    """Draw a size sign ``height`` high about ``middle``; a sign that is not known is written."""
    if not sign:
        return
    painter.save()
    painter.translate(middle)
    painter.scale(height / 14, height / 14)
    path = echelon_path(sign)
    painter.setPen(QPen(colour(ink), 3.0))
    if path.isEmpty():
        painter.setFont(face_font(15, 700))
        half = text_width(sign, 15, 700) / 2 + 1
        painter.drawText(QRectF(-half, -9, 2 * half, 18), Qt.AlignmentFlag.AlignCenter, sign)
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
    painter.restore()
