"""The ground of the map: terrain as natural masses that flow over hexsides, with textures drawn once."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Hashable, Iterator
from functools import cached_property, lru_cache

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QTransform

from hexbench.hexes.coords import Axial
from hexbench.ui.canvas import art_towns, art_water
from hexbench.ui.canvas.geometry import Geometry, Point, noise
from hexbench.ui.look.contrast import mix
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.palette import Palette, Terrain, colour
from hexbench.ui.look.patterns import keeps_lines

# Heights in levels: tinted steps with contours lit from the north-west, cliffs, and the level's figure in
# each hex.

_CLIFF = "cliff"
_Smooth = Callable[[list[tuple[Axial, Point]], float], QPainterPath]


class Heights:
    """Draws the relief of a map whose hexes have levels; nothing at all on a flat one."""

    def __init__(self, geometry: Geometry, palette: Palette, smooth: _Smooth) -> None:
        self._geometry = geometry
        self._dark = palette.dark
        self._brown = "#c9a06a" if palette.dark else "#6b4a1e"
        self._paper = palette.map.paper
        atlas = geometry.atlas
        self.levels = sorted({cell.elevation for cell in atlas.cells})
        self._steps: list[QPainterPath] = []
        for level in self.levels[1:]:
            members = {i for i, cell in enumerate(atlas.cells) if cell.elevation >= level}
            path = QPainterPath()
            for loop in geometry.loops(members):
                path.addPath(smooth(loop, 5.0))
            self._steps.append(path)
        self._cliffs = self._find_cliffs()

    def _find_cliffs(self) -> list[tuple[Point, Point, Point]]:
        """The ends of each cliff and a point on its low side."""
        atlas, out = self._geometry.atlas, []
        for side in atlas.sheet.hexsides:
            if _CLIFF not in side.kinds:
                continue
            keys = atlas.side_keys(side.side)
            i, direction = min(keys, key=lambda key: atlas.cells[key[0]].elevation)
            a, b = self._geometry.side_ends(i, direction)
            out.append((a, b, self._geometry.middles[i]))
        return out

    def draw(self, painter: QPainter, lod: float) -> None:
        """The ground of the steps from the lowest up; each throws a shade to the south-east."""
        painter.setPen(Qt.PenStyle.NoPen)
        for k, path in enumerate(self._steps, 1):
            if lod >= 0.5:
                for far, alpha in ((8.0, 14), (5.0, 20), (2.6, 26)):
                    painter.fillPath(path.translated(far * 0.7, far), colour("#000000", alpha))
            painter.fillPath(path, colour(mix(self._paper, self._brown, min(0.75, 0.17 * k))))

    def draw_over(self, painter: QPainter) -> None:
        """Over woods and fields: a breath of the same tint, and contours lit from the north-west."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for path in self._steps:
            painter.fillPath(path, colour(self._brown, 20))
            painter.setPen(QPen(colour("#ffffff", 26 if self._dark else 90), 2.2))
            painter.drawPath(path.translated(1.4, 1.7))
            painter.setPen(QPen(colour(self._brown, 190), 1.8))
            painter.drawPath(path)

    def draw_cliffs(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        """A thick edge with teeth that point down."""
        ink = "#4a2f10" if not self._dark else "#e0b887"
        for (ax, ay), (bx, by), (lx, ly) in self._cliffs:
            mx, my = (ax + bx) / 2, (ay + by) / 2
            if not rect.adjusted(-60, -60, 60, 60).contains(QPointF(mx, my)):
                continue
            painter.setPen(QPen(colour(ink), 4.0))
            painter.drawLine(QLineF(ax, ay, bx, by))
            far = math.hypot(lx - mx, ly - my)
            dx, dy = (lx - mx) / far * 8, (ly - my) / far * 8
            painter.setPen(QPen(colour(ink), 1.8))
            n = 8 if lod >= 0.5 else 4
            for k in range(n):
                t = (k + 0.5) / n
                x, y = ax + (bx - ax) * t, ay + (by - ay) * t
                reach = 1.0 + 0.25 * noise("tooth", round(x), round(y))
                painter.drawLine(QLineF(x, y, x + dx * reach, y + dy * reach))

    def draw_levels(self, painter: QPainter, rect: QRectF) -> None:
        """The level of each raised hex, small, in a corner."""
        if not self._steps:
            return
        painter.setFont(face_font(10.5, 600))
        painter.setPen(colour(self._brown, 235))
        # In the lower left corner, where no neighbour writes its number.
        dx, dy = (-24.0, 20.0) if self._geometry.pointy else (-19.0, 32.0)
        for i in self._geometry.near_point(rect):
            level = self._geometry.atlas.cells[i].elevation
            if level:
                x, y = self._geometry.middles[i]
                box = QRectF(x + dx - 20, y + dy - 7, 40, 14)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"↑{level}")


PERIOD = 240.0
"""Scene units after which a texture repeats."""
_GRAIN = 72
"""Pixels of the paper's texture along one side."""
_MASSES = ("trees", "trees_dense", "scrub")
"""Patterns whose outline is drawn as a mass of crowns."""
OWN = (*art_water.PATTERNS, art_towns.PATTERN)
"""Patterns that others draw hex by hex; the ground below them is paper."""


def _smooth_loop(loop: list[tuple[Axial, Point]], sway: float) -> QPainterPath:
    """A closed curve through the middles of the hexsides, led by their corners, each shifted a little by its own noise."""
    n = len(loop)
    points = [(x + sway * noise("x", name), y + sway * noise("y", name)) for name, (x, y) in loop]
    middles = [
        ((points[k][0] + points[(k + 1) % n][0]) / 2, (points[k][1] + points[(k + 1) % n][1]) / 2)
        for k in range(n)
    ]
    path = QPainterPath(QPointF(*middles[-1]))
    for k in range(n):
        path.quadTo(QPointF(*points[k]), QPointF(*middles[k]))
    path.closeSubpath()
    return path


def _scalloped(path: QPainterPath, step: float = 11.0, bulge: float = 5.5) -> QPainterPath:
    """The same outline as a row of round crowns that swell outwards."""
    out = QPainterPath()
    for polygon in path.toSubpathPolygons():
        points = [(p.x(), p.y()) for p in polygon.toList()]
        walked = _even(points, step)
        if len(walked) < 4:
            continue
        out.moveTo(*walked[0])
        for k in range(len(walked)):
            (ax, ay), (bx, by) = walked[k], walked[(k + 1) % len(walked)]
            dx, dy = bx - ax, by - ay
            length = math.hypot(dx, dy) or 1.0
            swell = bulge * (1.0 + 0.35 * noise(round(ax), round(ay)))
            # Loops run with the region on their right in screen sense, so outside is (dy, -dx).
            nx, ny = dy / length * swell, -dx / length * swell
            out.cubicTo(ax + nx * 1.3, ay + ny * 1.3, bx + nx * 1.3, by + ny * 1.3, bx, by)
        out.closeSubpath()
    return out


def _even(points: list[Point], step: float) -> list[Point]:
    """Points about ``step`` apart along a closed line."""
    total = sum(math.dist(a, b) for a, b in itertools.pairwise(points))
    count = max(3, round(total / step))
    gap, travelled, due = total / count, 0.0, 0.0
    out: list[Point] = []
    for a, b in itertools.pairwise(points):
        length = math.dist(a, b)
        while length > 0 and due <= travelled + length and len(out) < count:
            t = (due - travelled) / length
            out.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
            due += gap
        travelled += length
    return out


# ---- textures -------------------------------------------------------------------------------------------------------
_Stamp = Callable[[QPainter, float, float, Terrain, int], None]


def _crown(painter: QPainter, x: float, y: float, style: Terrain, k: int, *, radius: float) -> None:
    r = radius * (1 + 0.32 * noise("r", k))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(mix(style.ink, "#000000", 0.3), 90))
    painter.drawEllipse(QPointF(x + r * 0.28, y + r * 0.34), r, r)
    painter.setBrush(colour(mix(style.ground, style.ink, 0.42 + 0.22 * noise("t", k))))
    painter.drawEllipse(QPointF(x, y), r, r)
    painter.setBrush(colour(mix(style.ground, "#ffffff", 0.18), 120))
    painter.drawEllipse(QPointF(x - r * 0.28, y - r * 0.3), r * 0.5, r * 0.5)


def _trees(painter: QPainter, x: float, y: float, style: Terrain, k: int) -> None:
    if noise("gap", k) < 0.1:
        _crown(painter, x, y, style, k, radius=4.7)


def _trees_dense(painter: QPainter, x: float, y: float, style: Terrain, k: int) -> None:
    _crown(painter, x, y, style, k, radius=5.3)


def _scrub(painter: QPainter, x: float, y: float, style: Terrain, k: int) -> None:
    if noise("gap", k) < -0.45:
        _crown(painter, x, y, style, k, radius=4.2)


def _hachures(painter: QPainter, x: float, y: float, style: Terrain, k: int) -> None:
    """A little hill: a brow and the strokes that fall from it."""
    if noise("gap", k) > 0.35:
        return
    size = 6.5 * (1 + 0.25 * noise("s", k))
    pen = QPen(colour(style.ink, 205), 1.15)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    for i in range(5):
        t = (i - 2) / 2
        top = QPointF(x + t * size, y - size * (0.55 - 0.4 * t * t))
        painter.drawLine(QLineF(top, QPointF(x + t * size * 1.45, top.y() + size * (0.75 - 0.2 * abs(t)))))


def _marsh(painter: QPainter, x: float, y: float, style: Terrain, k: int) -> None:
    if noise("gap", k) > 0.2:
        return
    pen = QPen(colour(style.ink, 220), 1.2)
    painter.setPen(pen)
    painter.drawLine(QLineF(x - 8, y, x + 8, y))
    painter.drawLine(QLineF(x - 4, y + 3.4, x + 4.5, y + 3.4))
    for dx, lean in ((-3.0, -1.6), (0.0, 0.0), (3.0, 1.6)):
        painter.drawLine(QLineF(x + dx, y, x + dx + lean, y - 5.5))


def _teeth(painter: QPainter, x: float, y: float, style: Terrain, k: int) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.ink, 200))
    painter.drawPolygon([QPointF(x - 4, y + 3), QPointF(x, y - 4), QPointF(x + 4, y + 3)])


def _waves(painter: QPainter, x: float, y: float, style: Terrain, k: int) -> None:
    painter.setPen(QPen(colour(style.ink, 150), 1.1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    path = QPainterPath(QPointF(x - 8, y))
    path.quadTo(x - 4, y - 3.5, x, y)
    path.quadTo(x + 4, y + 3.5, x + 8, y)
    painter.drawPath(path)


def _blocks(painter: QPainter, x: float, y: float, style: Terrain, k: int) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(style.ink, 210))
    painter.drawRect(QRectF(x - 4, y - 3, 6 + 2 * noise("w", k), 5))


_STAMPS: dict[str, tuple[_Stamp, float]] = {
    "trees": (_trees, 12.0),
    "trees_dense": (_trees_dense, 9.6),
    "scrub": (_scrub, 20.0),
    "hachures": (_hachures, 20.0),
    "marsh": (_marsh, 24.0),
    "teeth": (_teeth, 16.0),
    "waves": (_waves, 24.0),
    "blocks": (_blocks, 12.0),
}
"""pattern -> what is stamped, and how far apart."""


@lru_cache(maxsize=24)
def texture(style: Terrain, scale: float, reach: float = PERIOD) -> QImage | None:
    """A seamless image of a terrain's pattern, ``PERIOD`` wide, drawn at ``scale``; None for plain ground. A caller that shows only its
    corner gets it complete as far as ``reach`` from the left and from the top.

    The answer is shared: never change it. Every dialog of paper has a map of its own, which drew the same woods anew.
    """
    if style.pattern not in _STAMPS:
        return None
    stamp, gap = _STAMPS[style.pattern]
    side = round(PERIOD * scale)
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    n = round(PERIOD / gap)
    spots = []
    for k in range(n * n):
        row, column = divmod(k, n)
        x = (column + 0.5 * (row % 2) + 0.5 + 0.52 * noise("px", style.pattern, k)) * gap % PERIOD
        y = (row + 0.5 + 0.52 * noise("py", style.pattern, k)) * gap % PERIOD
        spots.append((y, x, k))
    # From north to south, so that what is nearer hides what is behind it.
    for y, x, k in sorted(spots):
        # Stamps near a rim are drawn again beyond it, so that the image joins itself.
        across, along = (
            [at + more for more in (-PERIOD, 0.0, PERIOD) if -16 < at + more < reach + 16] for at in (x, y)
        )
        for there, down in itertools.product(across, along):
            stamp(painter, there, down, style, k)
    painter.end()
    return image


def grain(ink: str, strength: int) -> QImage:
    """The paper: faint uneven blotches, seamless, one pixel for four scene units."""
    side = _GRAIN
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    values = [[0.0] * side for _ in range(side)]
    for cells, share in ((4, 0.5), (12, 0.3), (36, 0.2)):
        step = side / cells
        for y in range(side):
            for x in range(side):
                gx, gy = x / step, y / step
                ix, iy = int(gx), int(gy)
                fx, fy = gx - ix, gy - iy
                fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
                a, b = _lattice(ix, iy, cells), _lattice(ix + 1, iy, cells)
                c, d = _lattice(ix, iy + 1, cells), _lattice(ix + 1, iy + 1, cells)
                values[y][x] += share * (a + (b - a) * fx + (c - a) * fy + (a - b - c + d) * fx * fy)
    tone = QColor(ink)
    for y in range(side):
        for x in range(side):
            tone.setAlpha(max(0, min(255, round(strength * (0.5 + 0.9 * values[y][x])))))
            image.setPixelColor(x, y, tone)
    return image


@lru_cache(maxsize=4)
def paper(ink: str) -> QImage:
    """The paper of a palette: made once, it takes longer than a frame."""
    return grain(ink, 22)


_VALUES: dict[tuple[int, int, int], float] = {}


def _lattice(x: int, y: int, cells: int) -> float:
    key = (x % cells, y % cells, cells)
    found = _VALUES.get(key)
    if found is None:
        found = _VALUES[key] = noise("grain", key)
    return found


def scaled_brush(image: QImage, period: float) -> QBrush:
    """A brush that repeats an image every ``period`` scene units."""
    brush = QBrush(image)
    k = period / image.width()
    brush.setTransform(QTransform.fromScale(k, k))
    return brush


_FINEST = 3.0
"""Pixels of a pattern per scene unit on paper."""


class Outline:
    """One closed outline of a mass: smooth, and as a row of crowns, which are made when they are first seen."""

    def __init__(self, loop: list[tuple[Axial, Point]], sway: float) -> None:
        self.plain = _smooth_loop(loop, sway)
        self.box = self.plain.boundingRect().adjusted(-14, -14, 14, 14)

    @cached_property
    def crowned(self) -> QPainterPath:
        """The outline of a wood."""
        return _scalloped(self.plain)

    @property
    def ready(self) -> bool:
        """Whether its crowns are made."""
        return "crowned" in self.__dict__


class _Mass:
    """All hexes of one terrain as one body with its outlines."""

    def __init__(self, kind: str, style: Terrain, outlines: list[Outline]) -> None:
        self.kind = kind
        self.style = style
        self.outlines = outlines

    @property
    def wooded(self) -> bool:
        """Its outline is a row of crowns."""
        return self.style.pattern in _MASSES


class Ground:
    """Draws paper, terrain masses and relief of a map into any rectangle."""

    def __init__(self, geometry: Geometry, palette: Palette, before: Ground | None = None) -> None:
        """``before``: the ground of the same sheet in the same colours, whose textures and unchanged outlines are kept."""
        self._geometry = geometry
        self._palette = palette
        self.textures: dict[tuple[str, float], QBrush | None] = before.textures if before else {}
        self._grain: QBrush | None = None
        self.known: dict[Hashable, Outline] = {}
        """Every outline by where it runs."""
        self._kept: dict[Hashable, Outline] = before.known if before else {}
        rim = geometry.outline(geometry.atlas.labels)
        self.sheet = rim
        self.masses = self._masses()
        self._kept = {}
        self.heights = Heights(geometry, palette, _smooth_loop)

    def _masses(self) -> list[_Mass]:
        atlas, palette = self._geometry.atlas, self._palette
        kinds: dict[str, list[int]] = {}
        for i, cell in enumerate(atlas.cells):
            kinds.setdefault(cell.terrain, []).append(i)
        out = []
        order = sorted(kinds, key=lambda k: (palette.terrain(k).weight, k))
        for kind in order:
            style = palette.terrain(kind)
            if style.pattern in OWN or (style.pattern == "plain" and style.ground == palette.map.paper):
                continue
            # A lighter wood continues below the heavier one, so that no gap shows where they meet.
            heavier = [
                k for k in order if style.weight and palette.terrain(k).weight > style.weight and k in kinds
            ]
            members = {i for k in (kind, *heavier) for i in kinds[k]}
            sway = 9.0 if style.pattern in _MASSES else 6.0
            out.append(
                _Mass(kind, style, [self._outline(loop, sway) for loop in self._geometry.loops(members)])
            )
        return out

    def _outline(self, loop: list[tuple[Axial, Point]], sway: float) -> Outline:
        """An outline, the one there was where it runs as it did."""
        key = (sway, *(name for name, _ in loop))
        found = self.known.get(key) or self._kept.get(key)
        if found is None:
            found = Outline(loop, sway)
        self.known[key] = found
        return found

    def prepare(self) -> Iterator[str]:
        """Make the crowns that are missing, an outline at each step."""
        for mass in self.masses:
            for outline in mass.outlines if mass.wooded else ():
                if not outline.ready:
                    _ = outline.crowned
                    yield mass.kind

    def _brush(self, style: Terrain, kind: str, lod: float) -> QBrush | None:
        key = (kind, lod)
        if key not in self.textures:
            image = texture(style, max(lod, 0.5))
            self.textures[key] = None if image is None else scaled_brush(image, PERIOD)
        return self.textures[key]

    def draw(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        """Paper, terrain and contours within ``rect``."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillPath(self.sheet, colour(self._palette.map.paper))
        painter.setClipPath(self.sheet, Qt.ClipOperation.IntersectClip)
        self.heights.draw(painter, lod)
        for mass in self.masses:
            self._draw_mass(painter, mass, rect, lod)
        self.heights.draw_over(painter)
        if lod >= 0.5 and not keeps_lines(painter):  # paper has its own grain
            if self._grain is None:
                self._grain = scaled_brush(paper(self._palette.map.grain), 4.0 * _GRAIN)
            painter.fillRect(rect, self._grain)

    def _draw_mass(self, painter: QPainter, mass: _Mass, rect: QRectF, lod: float) -> None:
        style = mass.style
        body = QPainterPath()
        body.setFillRule(Qt.FillRule.OddEvenFill)
        any_loop = False
        crowned = mass.wooded
        for outline in mass.outlines:
            if outline.box.intersects(rect):
                body.addPath(outline.crowned if crowned and lod >= 0.5 else outline.plain)
                any_loop = True
        if not any_loop:
            return
        if crowned and lod >= 0.5:
            painter.fillPath(body.translated(2.2, 2.8), colour(mix(style.ink, "#000000", 0.45), 70))
        painter.fillPath(body, colour(style.ground))
        # On paper a pattern is looked at much closer than on a screen.
        brush = self._brush(style, mass.kind, _FINEST if keeps_lines(painter) else lod)
        if brush is not None:
            painter.setOpacity(1.0 if lod >= 1 else 0.85 if lod >= 0.5 else 0.6)
            painter.fillPath(body, brush)
            painter.setOpacity(1.0)
        if crowned and lod >= 0.5:
            painter.setPen(QPen(colour(mix(style.ink, "#000000", 0.12), 150), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(body)
            painter.setPen(Qt.PenStyle.NoPen)
