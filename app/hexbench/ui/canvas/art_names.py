"""Names on the map: places beside their hexes without collisions, rivers along their course, hex numbers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QTransform

from hexbench.ui.canvas.geometry import Geometry, Point
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.palette import Palette, colour
from hexbench.ui.look.patterns import keeps_lines

# Where a name may stand beside its place, and what each spot costs: printed maps try the same few, and so
# does this.

COUNTER_COST, BRIDGE_COST, NUMBER_COST = 12.0, 5.0, 3.0
"""What it costs to lie wholly on such things."""
_STEP_COST = 0.06
"""What each spot costs more than the one before it."""
_LED_COST = 1.2
"""What it costs to stand so far away that a line must lead to the place."""


class Spot(NamedTuple):
    """The middle of a name, from that of its place; ``led``: so far that a line leads to it."""

    dx: float
    dy: float
    led: bool = False


def spots(width: float, height: float, gap: float, *, region: bool, beyond: float) -> list[Spot]:
    """The usual spots round a place, best first. ``gap``: distance above and below; ``beyond``: distance of the spots
    connected by a line (0: none).
    """
    side = 34.0
    out = [
        Spot(0.0, gap), Spot(0.0, -gap), Spot(side + width / 2, 0.0), Spot(-side - width / 2, 0.0),
        Spot(side / 2 + width / 2, gap * 0.8), Spot(-side / 2 - width / 2, gap * 0.8),
        Spot(side / 2 + width / 2, -gap * 0.8), Spot(-side / 2 - width / 2, -gap * 0.8),
        Spot(width / 4, gap), Spot(-width / 4, gap), Spot(width / 4, -gap), Spot(-width / 4, -gap),
        Spot(side + width / 2, gap / 3), Spot(-side - width / 2, gap / 3),
        Spot(side + width / 2, -gap / 3), Spot(-side - width / 2, -gap / 3),
    ]  # fmt: skip
    if region:
        out.insert(0, Spot(0.0, 0.0))
    if beyond:
        up, far = beyond, beyond + width / 2
        out += [
            Spot(0.0, up, True), Spot(0.0, -up, True), Spot(far, 0.0, True), Spot(-far, 0.0, True),
            Spot(far * 0.8, up * 0.7, True), Spot(-far * 0.8, up * 0.7, True),
            Spot(far * 0.8, -up * 0.7, True), Spot(-far * 0.8, -up * 0.7, True),
            Spot(0.0, 1.6 * up, True), Spot(0.0, -1.6 * up, True),
            Spot(far + 0.7 * up, 0.0, True), Spot(-far - 0.7 * up, 0.0, True),
        ]  # fmt: skip
    return out


Square = tuple[int, int]
Known = dict[int, tuple[QRectF, list[Square]]]
"""The number of a box -> the box, which keeps its number as long as it is here, and its squares."""


class Boxes:
    """Rectangles kept by squares, to find those near another quickly."""

    def __init__(self, size: float, boxes: Iterable[QRectF] = (), known: Known | None = None) -> None:
        """``known`` remembers the squares of boxes that come again and again, by what they are and not by where they lie."""
        self._size = size
        self._known = known
        self._squares: dict[Square, list[QRectF]] = {}
        for box in boxes:
            self.add(box)

    def _over(self, box: QRectF) -> list[Square]:
        s = self._size
        corners: Any = box.getCoords()  # four numbers, though the stub has no word of it
        left, top, right, bottom = corners
        return [
            (x, y)
            for x in range(int(left // s), int(right // s) + 1)
            for y in range(int(top // s), int(bottom // s) + 1)
        ]

    def _over_again(self, box: QRectF) -> list[Square]:
        """The squares of a box that is likely to be asked for again."""
        known = self._known
        if known is None:
            return self._over(box)
        found = known.get(id(box))
        if found is None:
            if len(known) > KEPT:
                known.clear()
            found = known[id(box)] = box, self._over(box)
        return found[1]

    def add(self, box: QRectF) -> None:
        """Put one more there."""
        for square in self._over_again(box):
            self._squares.setdefault(square, []).append(box)

    def near(self, box: QRectF) -> list[QRectF]:
        """The rectangles that overlap ``box``, each once."""
        found = {
            id(other): other
            for square in self._over(box)
            for other in self._squares.get(square, ())
            if other.intersects(box)
        }
        return list(found.values())

    def touches(self, box: QRectF) -> bool:
        """Whether any overlaps a box that is likely to be asked for again."""
        squares = self._squares
        for square in self._over_again(box):
            for other in squares.get(square, ()):
                if other.intersects(box):
                    return True
        return False

    def free(self, box: QRectF) -> bool:
        """Whether none overlaps ``box``."""
        return not any(
            other.intersects(box) for square in self._over(box) for other in self._squares.get(square, ())
        )


def covered(box: QRectF, others: Iterable[QRectF]) -> float:
    """The share of a box that others cover, 0..1; overlaps are counted twice, and the sum is capped at 1."""
    area = box.width() * box.height()
    sum_ = 0.0
    for other in others:
        both = box.intersected(other)
        sum_ += both.width() * both.height()
    return min(1.0, sum_ / area) if area > 0 else 0.0


LODS = (0.25, 0.5, 1.0, 2.0)
"""Levels of detail: the scales a map is drawn for."""
# kind -> (size on the screen at scale 1, weight, italic)
TYPE = {
    "city": (17.0, 700, False),
    "town": (13.0, 600, False),
    "village": (11.0, 500, False),
    "crossroads": (10.5, 500, True),
    "landmark": (13.0, 500, True),
}
RANKS = {0.25: 2, 0.5: 2, 1.0: 9, 2.0: 9}
"""The last rank still named at each level of detail."""
_SHRINK = {0.25: 0.8, 0.5: 0.9, 1.0: 1.0, 2.0: 1.45}
"""How large type is on the screen at each level, against scale 1."""
_THIN = "\u2009"
"""A thin space: river names are spaced with it."""
BEYOND = 62.0
"""How far from its place a name goes that finds no room beside it."""
KEPT_STAMPS = 600
"""Names kept as images; one is some twenty kilobytes."""
KEPT = 4000
"""Answers kept of where a name goes."""
FEW = 14
"""Names shown at least, however far away: a small map, or one of the player's own, may have no important places."""
BELOW = 37.0
"""From the middle of a hex to its name: just below a counter."""


class _Glyph(NamedTuple):
    """A piece of a name: its text, where its first letter stands, and its turn in degrees."""

    text: str
    x: float
    y: float
    turn: float


class Label:
    """A name: its pieces, position, ink and halo width. Its outlines are made when first drawn."""

    def __init__(
        self,
        glyphs: list[_Glyph],
        font: QFont,
        size: float,
        box: QRectF,
        ink: str,
        halo: float,
        anchor: QPointF | None = None,
        *,
        region: bool = False,
        led: bool = False,
    ) -> None:
        self.glyphs = glyphs
        self.anchor = anchor
        """The centre of its place; None: the name follows a river or crosses a wood, and cannot move."""
        self.region = region
        self.led = led
        """It is so far from its place that a line leads there."""
        self.size = size
        self.box = box
        self.ink = ink
        self.halo = halo
        self._font = font
        self._scale = size / 100

    def at(self, middle: QPointF, *, led: bool = False) -> Label:
        """The same name, centred elsewhere."""
        way = middle - self.box.center()
        glyphs = [_Glyph(g.text, g.x + way.x(), g.y + way.y(), g.turn) for g in self.glyphs]
        box = self.box.translated(way)
        return Label(
            glyphs, self._font, self.size, box, self.ink, self.halo, self.anchor, region=self.region, led=led
        )

    @property
    def line(self) -> tuple[QPointF, QPointF] | None:
        """From the nearest point of the name to its place, where it stands away from it."""
        if not self.led or self.anchor is None:
            return None
        x = max(self.box.left(), min(self.anchor.x(), self.box.right()))
        y = max(self.box.top(), min(self.anchor.y(), self.box.bottom()))
        return QPointF(x, y), self.anchor

    @property
    def reach(self) -> QRectF:
        """All that is drawn of it."""
        box = self.box.adjusted(-9, -9, 9, 9)
        return (
            box
            if self.line is None or self.anchor is None
            else box.united(QRectF(self.anchor.x() - 6, self.anchor.y() - 6, 12, 12))
        )

    @cached_property
    def text(self) -> str:
        """The name."""
        return "".join(glyph.text for glyph in self.glyphs).replace(_THIN, "")

    @cached_property
    def path(self) -> QPainterPath:
        """The outlines in scene units."""
        out = QPainterPath()
        for glyph in self.glyphs:
            path = QPainterPath()
            path.addText(0, 0, self._font, glyph.text)
            way = (
                QTransform.fromTranslate(glyph.x, glyph.y).rotate(glyph.turn).scale(self._scale, self._scale)
            )
            out.addPath(way.map(path))
        return out

    def draw_halo(self, painter: QPainter, ink: QColor) -> None:
        """The outlines of its letters, thick, so that it can be read on any ground."""
        pen = QPen(ink, self.halo)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPath(self.path)

    def write(self, painter: QPainter) -> None:
        """The name as text, letter by letter where it is bent: for paper, where words can be searched and copied."""
        painter.setFont(self._font)
        painter.setPen(colour(self.ink))
        for glyph in self.glyphs:
            if glyph.text == _THIN:
                continue
            painter.save()
            painter.translate(glyph.x, glyph.y)
            painter.rotate(glyph.turn)
            painter.scale(self._scale, self._scale)
            painter.drawText(QPointF(0, 0), glyph.text)
            painter.restore()


class _Stamp(NamedTuple):
    """A name rasterised for the screen: its position in device pixels from the map's corner, its halo, its
    letters.
    """

    x: int
    y: int
    halo: QImage
    letters: QImage


class Stamps:
    """Names as images of one scale.

    Drawing the halo of one name takes half a millisecond, and a zoomed-out map shows forty names: they took most of
    a frame. A stamp has exactly the pixels that would be drawn, since it is made for the name's subpixel position; a
    new scale or colour rebuilds all of them. Halo and letters are separate: no halo may cover a neighbour's letters.
    """

    def __init__(self) -> None:
        self._scale: tuple[float, ...] = ()
        self._made_for: tuple[float, ...] = ()
        self._stamps: dict[Label, _Stamp] = {}

    def serve(self, painter: QPainter) -> bool:
        """Whether names may be put down as images: on dots, upright, and at the scale of the last time. While one zooms, all are drawn."""
        if keeps_lines(painter):
            return False
        way, ratio = painter.worldTransform(), painter.device().devicePixelRatioF()
        seen, self._scale = self._scale, (way.m11(), way.m22(), ratio)
        return seen == self._scale and not way.isRotating()

    def put(self, painter: QPainter, labels: list[Label], halo: QColor) -> None:
        """Put these names down."""
        ratio = painter.device().devicePixelRatioF()
        way = painter.worldTransform() * QTransform.fromScale(ratio, ratio)
        left, top = math.floor(way.dx()), math.floor(way.dy())
        # Between the dots, to a 64th: a map is moved by whole dots as a rule.
        made_for = (
            *self._scale,
            round((way.dx() - left) * 64),
            round((way.dy() - top) * 64),
            halo.rgba(),
        )
        if made_for != self._made_for or len(self._stamps) > KEPT_STAMPS:
            self._made_for = made_for
            self._stamps = {}
        here = QTransform(way.m11(), 0.0, 0.0, way.m22(), way.dx() - left, way.dy() - top)
        stamps = [self._stamps.get(label) or self._make(label, here, ratio, halo) for label in labels]
        corners = [QPointF(left + stamp.x, top + stamp.y) / ratio for stamp in stamps]
        painter.save()
        painter.resetTransform()
        for corner, stamp in zip(corners, stamps, strict=True):
            painter.drawImage(corner, stamp.halo)
        for corner, stamp in zip(corners, stamps, strict=True):
            painter.drawImage(corner, stamp.letters)
        painter.restore()

    def _make(self, label: Label, here: QTransform, ratio: float, halo: QColor) -> _Stamp:
        edge = label.halo
        area = here.mapRect(label.path.boundingRect().adjusted(-edge, -edge, edge, edge)).toAlignedRect()
        images = []
        for part in ("halo", "letters"):
            image = QImage(area.size(), QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(Qt.GlobalColor.transparent)
            painter = QPainter(image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setTransform(here * QTransform.fromTranslate(-area.x(), -area.y()))
            if part == "halo":
                label.draw_halo(painter, halo)
            else:
                painter.fillPath(label.path, colour(label.ink))
            painter.end()
            image.setDevicePixelRatio(ratio)
            images.append(image)
        stamp = self._stamps[label] = _Stamp(area.x(), area.y(), *images)
        return stamp


def number_depth(geometry: Geometry) -> float:
    """How far above the centre of a hex its number is."""
    return 35.5 if geometry.pointy else 31.0


def _gap(lod: float, height: float) -> float:
    """Distance of a name above or below its place; ``height`` is the height of its capitals."""
    return BELOW if lod >= 1 else 28.0 + height / 2


def lod_of(scale: float) -> float:
    """The level of detail for a scale."""
    return 0.25 if scale < 0.36 else 0.5 if scale < 0.75 else 1.0 if scale < 1.5 else 2.0


class Names:
    """Places the names of a map once for each level of detail and draws them into any rectangle."""

    def __init__(
        self,
        geometry: Geometry,
        palette: Palette,
        courses: dict[str, list[list[Point]]],
        crossings: Iterable[Point] = (),
    ) -> None:
        self._geometry = geometry
        self._palette = palette
        self._courses = courses
        self._bridges = Boxes(130.0, (QRectF(x - 13, y - 13, 26, 26) for x, y in crossings))
        self._laid: dict[float, list[Label]] = {}
        self._taken: dict[float, Boxes] = {}
        """Level of detail -> positions of its names on an empty map."""
        self._pieces: list[QRectF] = []
        self._aside: dict[float, list[Label]] = {}
        self._known: Known = {}
        self._moved: dict[tuple[object, ...], Label] = {}
        """(name, what is near it) -> its position: after a move most of the map is unchanged."""

    def labels(self, lod: float) -> list[Label]:
        """All names of a level, most important first, clear of what is on the map."""
        if lod not in self._laid:
            laid = self._laid[lod] = self._lay(lod)
            self._taken[lod] = Boxes(260.0 if lod < 0.5 else 130.0, (label.box for label in laid))
        if not self._pieces:
            return self._laid[lod]
        if lod not in self._aside:
            self._aside[lod] = self._step_aside(lod)
        return self._aside[lod]

    def stand_aside(self, pieces: list[QRectF]) -> bool:
        """Set the counters and markers that names must avoid. False: nothing changed."""
        if pieces == self._pieces:
            return False
        self._pieces = list(pieces)
        self._aside = {}
        return True

    def _step_aside(self, lod: float) -> list[Label]:
        """Move the names that counters cover to the best spot nearby; the others stay."""
        laid, pieces, taken = self._laid[lod], Boxes(130.0, self._pieces, self._known), self._taken[lod]
        gone = Boxes(260.0 if lod < 0.5 else 130.0)
        out: list[Label] = []
        for label in laid:
            if label.anchor is None or not pieces.touches(label.box):
                out.append(label)
                continue
            best = self._give_way(label, lod, pieces, taken, gone)
            if best is not label:
                gone.add(best.box)
            out.append(best)
        return out

    def _give_way(self, label: Label, lod: float, pieces: Boxes, taken: Boxes, gone: Boxes) -> Label:
        anchor, box = label.anchor, label.box
        assert anchor is not None, "it stands at a place"
        beyond = BEYOND * max(1.0, 0.5 / lod)
        around = QRectF(anchor.x(), anchor.y(), 0, 0).adjusted(
            *(-2 * beyond - box.width(), -2 * beyond, 2 * beyond + box.width(), 2 * beyond)
        )
        near, others = pieces.near(around), gone.near(around)
        key = (lod, id(label), *(b.getRect() for b in near), *(b.getRect() for b in others))
        found = self._moved.get(key)
        if found is None:
            if len(self._moved) > KEPT:
                self._moved.clear()
            mine = Boxes(130.0, near)
            written = [b for b in taken.near(around) if b is not box] + others
            found = self._moved[key] = self._best(label, lod, mine, Boxes(260.0, written), beyond)
        return found

    def _best(self, label: Label, lod: float, pieces: Boxes, written: Boxes, beyond: float) -> Label:
        anchor, box = label.anchor, label.box
        assert anchor is not None, "it stands at a place"
        best, least = label, self._cost(box, lod, pieces) + _STEP_COST
        tried = spots(box.width(), box.height(), _gap(lod, box.height() / 1.5), region=False, beyond=beyond)
        for n, spot in enumerate(tried):
            price = _STEP_COST * n + (_LED_COST if spot.led else 0.0)
            if price >= least:
                continue
            there = QRectF(box)
            there.moveCenter(QPointF(anchor.x() + spot.dx, anchor.y() + spot.dy))
            if not self._geometry.bounds.contains(there) or not written.free(there.adjusted(-2, -2, 2, 2)):
                continue
            price += self._cost(there, lod, pieces)
            if price < least:
                best, least = label.at(there.center(), led=spot.led), price
        return best

    def _cost(self, box: QRectF, lod: float, pieces: Boxes | None = None) -> float:
        """What it costs to write there."""
        cost = BRIDGE_COST * covered(box, self._bridges.near(box)) if lod >= 0.5 else 0.0
        if lod >= 1:
            cost += NUMBER_COST * covered(box, self._numbers_in(box))
        if pieces is not None:
            cost += COUNTER_COST * covered(box, pieces.near(box))
        return cost

    def _numbers_in(self, box: QRectF) -> list[QRectF]:
        """Where the numbers of the hexes about a box stand."""
        return self._numbers.near(box)

    @cached_property
    def _numbers(self) -> Boxes:
        down = number_depth(self._geometry)
        return Boxes(130.0, (QRectF(x - 13, y - down - 5, 26, 10) for x, y in self._geometry.middles))

    def _lay(self, lod: float) -> list[Label]:
        out: list[Label] = []
        taken = Boxes(260.0 if lod < 0.5 else 130.0)
        atlas = self._geometry.atlas
        important = {"city": 0, "town": 1, "crossroads": 2, "village": 3, "landmark": 4}
        places = sorted(atlas.sheet.places, key=lambda p: (p.rank, important[p.kind], p.name))
        shown = 0
        for place in places:
            if place.rank > RANKS[lod] and place.kind != "city" and shown >= FEW:
                continue
            shown += 1
            size, weight, italic = TYPE[place.kind]
            size = size * _SHRINK[lod] / lod
            middle = self._geometry.centre(place.hexes[0])
            if len(place.hexes) > 1:
                points = [self._geometry.centre(name) for name in place.hexes]
                middle = QPointF(
                    sum(p.x() for p in points) / len(points), sum(p.y() for p in points) / len(points)
                )
            region = place.kind == "landmark"
            text = place.name
            label = self._fit(text, middle, size, weight, italic, taken, region=region, lod=lod)
            if label is not None:
                if region and len(place.hexes) > 1:
                    label.anchor = None  # a wood's name runs across the wood, whatever units are in it
                out.append(label)
        if lod >= 0.5:
            for name, courses in sorted(self._courses.items()):
                for course in courses:
                    self._lay_river(name, course, lod, taken, out)
        return out

    def _fit(
        self,
        text: str,
        middle: QPointF,
        size: float,
        weight: int,
        italic: bool,
        taken: Boxes,
        *,
        region: bool,
        lod: float,
    ) -> Label | None:
        """The first of the usual spots round a place that is free; None when there is none."""
        font = face_font(100, weight, italic)
        metrics = QFontMetricsF(font)
        k = size / 100
        width, height = metrics.horizontalAdvance(text) * k, metrics.capHeight() * k
        gap = _gap(lod, height)
        bounds, pad = self._geometry.bounds, 3.0 / min(lod, 1.0)
        best: tuple[float, Spot, QRectF] | None = None
        for n, spot in enumerate(spots(width, height, gap, region=region, beyond=0.0)):
            price = _STEP_COST * n
            if best is not None and price >= best[0]:
                break
            box = QRectF(
                middle.x() + spot.dx - width / 2, middle.y() + spot.dy - height * 0.75, width, height * 1.5
            )
            if not bounds.contains(box) or not taken.free(box.adjusted(-pad, -pad, pad, pad)):
                continue
            price += 0.0 if region else self._cost(box, lod)
            if best is None or price < best[0]:
                best = price, spot, box
        if best is None:
            return None
        _, spot, box = best
        taken.add(box.adjusted(-pad, -pad, pad, pad))
        ink = self._palette.map.label_region if region else self._palette.map.label
        glyph = _Glyph(text, box.left(), middle.y() + spot.dy + height / 2, 0.0)
        return Label([glyph], font, size, box, ink, max(2.6, size * 0.22), middle, region=region)

    def _lay_river(self, name: str, course: list[Point], lod: float, taken: Boxes, out: list[Label]) -> None:
        size = 11.5 * _SHRINK[lod] / lod
        line = _smooth(course)
        spaced = _THIN.join(name)
        font = face_font(100, 500, True)
        metrics, k = QFontMetricsF(font), size / 100
        widths = [metrics.horizontalAdvance(ch) * k for ch in spaced]
        need = sum(widths)
        length = sum(math.dist(a, b) for a, b in itertools.pairwise(line))
        count = max(1, int(length / (1500 if lod >= 1 else 2600)))
        for n in range(count):
            part = line[len(line) * n // count : len(line) * (n + 1) // count]
            found = _straightest(part, need * 1.05)
            if found is None:
                continue
            glyphs = _along(found, spaced, widths, size * 0.62 + 5.0)
            boxes = [QRectF(x - size * 0.4, y - size * 0.6, size * 0.8, size * 1.0) for _, x, y, _ in glyphs]
            if not all(taken.free(box) for box in boxes):
                continue
            for box in boxes:
                taken.add(box)
            pieces = []
            box = boxes[0]
            for (ch, x, y, turn), width, around in zip(glyphs, widths, boxes, strict=True):
                # From the centre of a letter to its position.
                a, dx, dy = math.radians(turn), -width / 2, metrics.capHeight() * k / 2
                pieces.append(
                    _Glyph(
                        ch,
                        x + dx * math.cos(a) - dy * math.sin(a),
                        y + dx * math.sin(a) + dy * math.cos(a),
                        turn,
                    )
                )
                box = box.united(around)
            ink = self._palette.map.label_water
            out.append(Label(pieces, font, size, box, ink, max(2.2, size * 0.2)))

    def draw(self, painter: QPainter, rect: QRectF, lod: float, stamps: Stamps | None = None) -> None:
        """The names that touch ``rect``; with ``stamps`` each is drawn once for a scale, and put down as an image."""
        near = [label for label in self.labels(lod) if label.reach.intersects(rect)]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for label in near:
            ends = label.line
            if ends is not None:
                for ink, width in ((colour(self._palette.map.halo, 225), 3.6), (colour(label.ink), 1.4)):
                    painter.setPen(QPen(ink, width / min(lod, 1.0)))
                    painter.drawLine(*ends)
        halo = colour(self._palette.map.halo, 225)
        if stamps is not None and stamps.serve(painter):
            stamps.put(painter, near, halo)
            return
        for label in near:
            label.draw_halo(painter, halo)
        lines = keeps_lines(painter)
        for label in near:
            if lines:
                label.write(painter)
            else:
                painter.fillPath(label.path, colour(label.ink))

    def draw_numbers(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        """The hex numbers near ``rect``."""
        size = 9.0 if lod < 2 else 8.0
        painter.setFont(face_font(size, 500))
        painter.setPen(colour(self._palette.map.number))
        labels, middles = self._geometry.atlas.labels, self._geometry.middles
        down = number_depth(self._geometry)
        for i in self._geometry.near_point(rect):
            x, y = middles[i]
            painter.drawText(QRectF(x - 20, y - down - 6, 40, 12), Qt.AlignmentFlag.AlignCenter, labels[i])


def _smooth(points: list[Point]) -> list[Point]:
    """Twice corner-cut (Chaikin)."""
    for _ in range(2):
        out = [points[0]]
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            out += [
                (0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by),
                (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by),
            ]
        out.append(points[-1])
        points = out
    return points


def _straightest(line: list[Point], need: float) -> list[Point] | None:
    """The stretch at least ``need`` long that bends least; None when the line is too short or bends too much."""
    best: tuple[float, list[Point]] | None = None
    for start in range(0, len(line) - 1, 3):
        length, end = 0.0, start
        while end + 1 < len(line) and length < need:
            length += math.dist(line[end], line[end + 1])
            end += 1
        if length < need:
            break
        stretch = line[start : end + 1]
        straight = math.dist(stretch[0], stretch[-1]) / length
        if best is None or straight > best[0]:
            best = (straight, stretch)
    return best[1] if best is not None and best[0] > 0.8 else None


def _along(
    line: list[Point], text: str, widths: list[float], lift: float
) -> list[tuple[str, float, float, float]]:
    """Each glyph with its middle and turn along a line, always upright, ``lift`` above it."""
    if line[-1][0] < line[0][0]:
        line.reverse()
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(line)]
    offset = max(0.0, (sum(lengths) - sum(widths)) / 2)
    out, leg, before = [], 0, 0.0
    at = offset
    for ch, width in zip(text, widths, strict=True):
        want = at + width / 2
        while leg < len(lengths) - 1 and before + lengths[leg] < want:
            before += lengths[leg]
            leg += 1
        (ax, ay), (bx, by) = line[leg], line[leg + 1]
        t = (want - before) / (lengths[leg] or 1.0)
        # The turn is taken over a few legs so that letters do not stagger.
        (cx, cy), (dx, dy) = line[max(0, leg - 3)], line[min(len(line) - 1, leg + 4)]
        turn = math.atan2(dy - cy, dx - cx)
        x, y = ax + (bx - ax) * t + math.sin(turn) * lift, ay + (by - ay) * t - math.cos(turn) * lift
        out.append((ch, x, y, math.degrees(turn)))
        at += width
    return out
