"""Little pictures of men and vehicles in silhouette, for counters of tactical games: what stands on a squad's base.

A man is drawn within -11..11 by -20..20; a crew-served weapon with its crew takes the room of two men; a vehicle within
-36..36 by -17..17, its gun to the left. All are plain filled paths, so that they stay sharp at any scale.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPainterPathStroker, QPolygonF, QTransform

from hexbench.ui.look.palette import colour

_MAN = 22.0
"""Width of one slot."""
TALL = 40.0


class Figure(NamedTuple):
    """What is filled with ink, what is then filled with the light of the field, and how many slots it takes."""

    solid: QPainterPath
    light: QPainterPath
    slots: int


def _poly(*points: tuple[float, float]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(*p) for p in points]))
    path.closeSubpath()
    return path


def _stroke(width: float, *points: tuple[float, float]) -> QPainterPath:
    line = QPainterPath(QPointF(*points[0]))
    for point in points[1:]:
        line.lineTo(*point)
    pen = QPainterPathStroker()
    pen.setWidth(width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen.createStroke(line)


def _round(x: float, y: float, rx: float, ry: float | None = None) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), rx, rx if ry is None else ry)
    return path


def _join(*paths: QPainterPath) -> QPainterPath:
    out = QPainterPath()
    for path in paths:
        out = out.united(path)
    return out


def _helmet(x: float, y: float) -> QPainterPath:
    dome = QPainterPath(QPointF(x - 5.6, y))
    dome.arcTo(QRectF(x - 5.2, y - 5.4, 10.4, 10.8), 180, -180)
    dome.closeSubpath()
    return _join(dome, _poly((x - 6.4, y - 0.4), (x + 6.4, y - 0.4), (x + 6.0, y + 1.4), (x - 6.0, y + 1.4)))


def _body() -> QPainterPath:
    """Head to feet, without what is worn on the head and held in the hands."""
    return _join(
        _round(0, -11.4, 3.7, 4.0),
        _poly((-5.6, -7.4), (5.6, -7.4), (6.6, -1.5), (4.4, 5.2), (-4.4, 5.2), (-6.6, -1.5)),
        _poly((-4.5, 4.6), (-0.2, 4.6), (-1.6, 18.6), (-6.6, 18.6), (-4.4, 11.5)),
        _poly((0.2, 4.6), (4.5, 4.6), (5.0, 11.5), (7.2, 18.6), (2.4, 18.6)),
    )


def _regular() -> Figure:
    rifle = _join(
        _stroke(2.3, (-9.4, 5.6), (-2.0, -0.4), (10.2, -9.6)), _stroke(3.6, (-9.2, 5.4), (-5.0, 2.0))
    )
    return Figure(_join(_helmet(0, -13.4), _body(), rifle), QPainterPath(), 1)


def _elite() -> Figure:
    gun = _join(_stroke(2.6, (-7.6, 1.6), (10.4, -3.4)), _stroke(2.6, (3.0, -1.2), (4.2, 5.0)))
    stripes = _join(
        _stroke(1.5, (-3.4, -5.2), (0, -2.8), (3.4, -5.2)), _stroke(1.5, (-3.4, -1.8), (0, 0.6), (3.4, -1.8))
    )
    return Figure(_join(_helmet(0, -13.4), _body(), gun), stripes, 1)


def _officer() -> Figure:
    cap = _join(
        _poly((-5.2, -14.0), (5.2, -14.0), (6.8, -19.0), (-6.8, -18.2)),
        _poly((-6.6, -14.2), (5.4, -14.2), (5.4, -12.4), (-8.6, -11.8)),
    )
    arm = _join(_stroke(3.0, (-5.0, -5.6), (-10.0, -9.2)), _stroke(2.0, (-9.6, -9.4), (-10.4, -13.0)))
    star = _star(1.2, -2.0, 3.5)
    return Figure(_join(cap, _body(), arm), star, 1)


def _star(x: float, y: float, r: float) -> QPainterPath:
    points = []
    for k in range(10):
        far = r if k % 2 == 0 else r * 0.42
        angle = -math.pi / 2 + k * math.pi / 5
        points.append((x + far * math.cos(angle), y + far * math.sin(angle)))
    return _poly(*points)


def _prone(x: float, y: float) -> QPainterPath:
    """A man lying behind a gun at his left."""
    return _join(
        _helmet(x - 4.0, y - 6.4),
        _round(x - 4.0, y - 4.6, 3.4),
        _poly(
            (x - 2.5, y - 4.0),
            (x + 3.0, y - 5.4),
            (x + 18.0, y + 3.0),
            (x + 18.0, y + 7.0),
            (x - 1.0, y + 6.2),
        ),
        _stroke(3.0, (x - 1.0, y - 1.0), (x - 9.0, y - 1.0)),
    )


def _mg() -> Figure:
    gun = _join(
        _stroke(2.8, (-20.0, 4.6), (-2.0, 4.6)),
        _stroke(4.2, (-11.0, 4.6), (-4.0, 4.6)),
        _stroke(1.9, (-14.0, 5.0), (-18.0, 16.0)),
        _stroke(1.9, (-14.0, 5.0), (-9.6, 16.0)),
        _poly((-8.6, 5.0), (-3.8, 5.0), (-3.8, 10.6), (-8.6, 10.6)),
    )
    return Figure(_join(gun, _prone(2.0, 9.0)), QPainterPath(), 2)


def _mortar() -> Figure:
    tube = _join(
        _stroke(4.4, (-15.6, -14.0), (-6.6, 13.4)),
        _stroke(2.0, (-13.4, -5.0), (-19.2, 16.4)),
        _stroke(2.0, (-13.4, -5.0), (-13.0, 16.4)),
        _poly((-11.0, 13.0), (-1.6, 13.0), (-1.6, 17.6), (-11.0, 17.6)),
    )
    loader = QTransform.fromTranslate(11.0, 0).map(_join(_helmet(0, -13.4), _body()))
    arms = _join(_stroke(2.6, (7.0, -4.6), (-4.0, -9.0)), _round(-6.0, -11.4, 2.4, 3.4))
    return Figure(_join(tube, loader, arms), QPainterPath(), 2)


def _pawn() -> Figure:
    return Figure(_join(_round(0, -10, 5.0), _poly((-3, -6), (3, -6), (7, 18), (-7, 18))), QPainterPath(), 1)


def _road_wheels(left: float, right: float, y: float, r: float, n: int) -> QPainterPath:
    step = (right - left - 2 * r) / (n - 1)
    return _join(*(_round(left + r + k * step, y, r * 0.78) for k in range(n)))


def _tracks(left: float, right: float, top: float, bottom: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(left, top, right - left, bottom - top), (bottom - top) / 2, (bottom - top) / 2)
    return path


def _tank(turret: QPainterPath, gun: QPainterPath, hull: QPainterPath, n: int) -> Figure:
    tracks = _tracks(-31, 31, 3.4, 16.4)
    return Figure(_join(tracks, hull, turret, gun), _road_wheels(-29, 29, 10.0, 5.2, n), 1)


def _sherman() -> Figure:
    hull = _poly((-27, 5), (-24, -3.6), (-15, -5.6), (22, -5.6), (28, 5))
    turret = _join(
        _poly((-11, -5.6), (-9, -13.6), (8, -14.6), (13, -5.6)),
        _poly((-1, -14), (5, -14), (5, -16.8), (-1, -16.8)),
    )
    return _tank(turret, _stroke(2.6, (-9, -10), (-29, -10.4)), hull, 6)


def _panzer() -> Figure:
    hull = _poly((-29, 5), (-27, -2), (-18, -5.4), (25, -5.4), (29, -1), (29, 5))
    turret = _join(
        _poly((-12, -5.4), (-9, -13.4), (14, -13.4), (16, -5.4)),
        _poly((4, -13.4), (11, -13.4), (11, -16.8), (4, -16.8)),
    )
    gun = _join(
        _stroke(2.2, (-9, -9.6), (-33, -9.6)), _poly((-36, -11.6), (-31.5, -11.6), (-31.5, -7.6), (-36, -7.6))
    )
    return _tank(turret, gun, hull, 8)


def _tiger() -> Figure:
    hull = _poly((-30, 5), (-30, -5.2), (28, -5.2), (30, 5))
    turret = _join(
        _poly((-12, -5.2), (-11, -15.2), (14, -15.2), (17, -5.2)),
        _poly((6, -15), (12, -15), (12, -17), (6, -17)),
    )
    gun = _join(
        _stroke(3.0, (-10, -10.6), (-32, -10.6)), _poly((-36, -13.0), (-31, -13.0), (-31, -8.2), (-36, -8.2))
    )
    return _tank(turret, gun, hull, 5)


def _halftrack() -> Figure:
    body = _poly((-31, 6), (-31, -1.6), (-17, -4.4), (-12, -11.6), (30, -11.6), (31, 6))
    gun = _join(_stroke(2.2, (-2, -14.6), (-15, -15.2)), _stroke(2.4, (0, -11.6), (0, -15.0)))
    wheels = _join(_round(-22.5, 9.4, 7.0), _tracks(-7, 28, 3.4, 16.4))
    return Figure(
        _join(body, gun, wheels), _join(_round(-22.5, 9.4, 3.0), _road_wheels(-5, 26, 10.0, 4.8, 4)), 1
    )


def _truck() -> Figure:
    bonnet = _poly((-32, 7), (-32, -2.4), (-21, -3.6), (-17, -11.6), (-8, -11.6), (-8, 7))
    load = QPainterPath(QPointF(-6.4, 7))
    load.lineTo(-6.4, -11)
    load.cubicTo(-4, -17, 28, -17, 31, -11)
    load.lineTo(31, 7)
    load.closeSubpath()
    wheels = _join(_round(-23, 10, 6.6), _round(9, 10, 6.6), _round(23.5, 10, 6.6))
    hubs = _join(_round(-23, 10, 2.6), _round(9, 10, 2.6), _round(23.5, 10, 2.6))
    window = _poly((-18.2, -4.2), (-15.2, -9.6), (-10.4, -9.6), (-10.4, -4.2))
    return Figure(_join(bonnet, load, wheels), _join(hubs, window), 1)


DRAWINGS = {
    "regular": _regular,
    "elite": _elite,
    "officer": _officer,
    "mg": _mg,
    "mortar": _mortar,
}
VEHICLES = {
    "medium_tank": _sherman,
    "long_gun_tank": _panzer,
    "heavy_tank": _tiger,
    "half_track": _halftrack,
    "lorry": _truck,
}


@cache
def figure(key: str) -> Figure:
    """The drawing of a man or a crew; an unknown key is a pawn. Shared: never change it."""
    return DRAWINGS.get(key, _pawn)()


@cache
def vehicle(key: str) -> Figure | None:
    """The drawing of a vehicle, or None: it has no picture and is shown by its symbol."""
    return VEHICLES[key]() if key in VEHICLES else None


def paint_crew(
    painter: QPainter, crew: tuple[str, ...], room: int, box: QRectF, ink: str, field: str
) -> None:
    """Men side by side on a base of ``room`` slots that fills ``box``; the slots nobody stands on are outlined."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(field))
    painter.drawRoundedRect(box, 4, 4)
    slots = max(room, sum(figure(key).slots for key in crew), 1)
    scale = min(box.width() / (slots * _MAN), box.height() / (TALL + 3))
    painter.translate(box.center())
    painter.scale(scale, scale)
    x = -slots * _MAN / 2
    for key in crew:
        found = figure(key)
        width = found.slots * _MAN
        painter.save()
        painter.translate(x + width / 2, 0.8)
        painter.fillPath(found.solid, colour(ink))
        if not found.light.isEmpty():
            painter.fillPath(found.light, colour(field))
        painter.restore()
        x += width
    painter.setBrush(colour(ink, 70))
    while x < slots * _MAN / 2 - 0.5:
        painter.drawEllipse(QPointF(x + _MAN / 2, 17.5), 6.5, 2.0)
        x += _MAN
    painter.restore()


def paint_vehicle(painter: QPainter, key: str, box: QRectF, ink: str, field: str) -> bool:
    """Draw a vehicle into ``box``; False when there is no picture of it."""
    found = vehicle(key)
    if found is None:
        return False
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(field))
    painter.drawRoundedRect(box, 4, 4)
    scale = min(box.width() / 76, box.height() / 38)
    painter.translate(box.center())
    painter.scale(scale, scale)
    painter.fillPath(found.solid, colour(ink))
    if not found.light.isEmpty():
        painter.fillPath(found.light, colour(field))
    painter.restore()
    return True
