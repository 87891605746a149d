"""A map's hexes in VASSAL's terms: the grid in pixels of the exported picture, and how its numbers are printed.

VASSAL uses whole pixels for the first hex and any fraction for the pitch, so the crop of the picture is adjusted. How
rows and columns are counted is not derived but solved for over all hexes, and the result has VASSAL's names.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from hexbench.engine.values import say
from hexbench.hexes.grid import Grid, GridSpec
from hexbench.hexes.layout import Layout
from hexbench.hexes.numbering import parse
from hexbench.store.strict import BadFile

PITCH = 80
"""Pixels between the centres of adjacent hexes: with counters of 58, what VASSAL's players are used to."""
MARGIN = 58
"""Pixels from the edge of the picture to the centres of the first hexes."""
NEAR = 34
"""Pixels from a centre that are certainly still in the hex: its sides are 40 away."""

_ORDER = {
    ("pointy", "RRCC"): ("H", 1, 1),
    ("pointy", "CCRR"): ("V", 1, 1),
    ("pointy", "CRR"): ("V", 1, 0),
    ("pointy", "A1"): ("V", 0, 0),
    ("flat", "RRCC"): ("V", 1, 1),
    ("flat", "CCRR"): ("H", 1, 1),
    ("flat", "CRR"): ("H", 0, 1),
    ("flat", "A1"): ("H", 0, 0),
}
"""(Orientation, numbering) -> what VASSAL prints first, and leading zeros of its H and V. H runs across a grid's lines."""


@dataclass(frozen=True)
class Numbering:
    """VASSAL's HexGridNumbering, by the names of its attributes."""

    first: str
    h_leading: int
    v_leading: int
    h_letters: bool
    v_letters: bool
    h_off: int
    v_off: int
    v_descend: bool
    stagger: bool

    def attributes(self) -> dict[str, str]:
        """The attributes as a module's XML has them."""
        return {
            "first": self.first,
            "sep": "",
            "hType": "A" if self.h_letters else "N",
            "vType": "A" if self.v_letters else "N",
            "hLeading": str(self.h_leading),
            "vLeading": str(self.v_leading),
            "hOff": str(self.h_off),
            "vOff": str(self.v_off),
            "hDescend": "false",
            "vDescend": str(self.v_descend).lower(),
            "stagger": str(self.stagger).lower(),
        }


@dataclass(frozen=True)
class HexGrid:
    """The hexes of one map in a picture of ``width`` by ``height`` pixels, as VASSAL calculates them.

    ``raw``: a hex's number -> (line, place in it), from 0. ``sideways``: corners at the top, lines run across.
    """

    sideways: bool
    x0: int
    y0: int
    dx: float
    dy: float
    width: int
    height: int
    raw: Mapping[str, tuple[int, int]]
    numbering: Numbering

    def centre(self, name: str) -> tuple[int, int]:
        """The pixel of a hex, truncated as in VASSAL: an exported counter is where one would end up after dragging."""
        nx, ny = self.raw[name]
        x, y = self.x0 + nx * self.dx, self.y0 + ny * self.dy + (nx % 2) * self.dy / 2
        return (int(y), int(x)) if self.sideways else (int(x), int(y))

    def at(self, x: int, y: int) -> str | None:
        """The hex a pixel is certainly in; None near a side, or off the map."""
        across, along = (y, x) if self.sideways else (x, y)
        line = round((across - self.x0) / self.dx)
        for nx in (line - 1, line, line + 1):
            ny = round((along - self.y0 - (nx % 2) * self.dy / 2) / self.dy)
            name = self._names.get((nx, ny))
            if name is not None and math.dist(self.centre(name), (x, y)) <= NEAR:
                return name
        return None

    @property
    def _names(self) -> dict[tuple[int, int], str]:
        found: dict[tuple[int, int], str] | None = self.__dict__.get("_kept")
        if found is None:
            found = {raw: name for name, raw in self.raw.items()}
            object.__setattr__(self, "_kept", found)
        return found

    def told(self, nx: int, ny: int) -> str:
        """What VASSAL will print for a line and a place in it (HexGridNumbering, RegularGridNumbering)."""
        n = self.numbering
        h, v = nx, ny
        if n.v_descend and self.sideways:
            h = _rows(self.height, self.dx) - nx
        elif n.v_descend:
            v = _rows(self.height, self.dx) - ny
        if n.stagger and nx % 2:
            v += -1 if n.v_descend and not self.sideways else 1
        names = (
            _printed(h + n.h_off, n.h_letters, n.h_leading),
            _printed(v + n.v_off, n.v_letters, n.v_leading),
        )
        return "".join(names if n.first == "H" else reversed(names))


# every dialog of VASSAL's files asks when it is opened, every export, and every moment of a log
@lru_cache(maxsize=8)
def hex_grid(spec: GridSpec) -> HexGrid:
    """The grid of a map; the answer is shared. Raises BadFile for numbers that VASSAL cannot express."""
    pointy, down = spec.orientation == "pointy", spec.rows_from == "north"
    layout = Layout(spec.orientation, PITCH)
    middles = {name: layout.centre(axial) for name, axial in Grid(spec).axial.items()}
    lines = {name: (y, x) if pointy else (x, y) for name, (x, y) in middles.items()}
    dx, dy = PITCH * math.sqrt(3) / 2, float(PITCH)
    u0, v0 = min(u for u, _ in lines.values()), min(v for _, v in lines.values())
    # VASSAL's even lines are those that are not offset; where ours are, all begin half a hex earlier.
    pushed = {round((u - u0) / dx) % 2 == 0 for u, v in lines.values() if 0.25 < (v - v0) / dy % 1 < 0.75}
    early = dy / 2 if True in pushed else 0.0
    raw = {}
    for name, (u, v) in lines.items():
        nx = round((u - u0) / dx)
        raw[name] = nx, round((v - v0 + early - (nx % 2) * dy / 2) / dy)
    across = math.ceil(max(u for u, _ in lines.values()) - u0) + 2 * MARGIN
    along = math.ceil(max(v for _, v in lines.values()) - v0) + 2 * MARGIN
    width, height = (along, across) if pointy else (across, along)
    numbering = _numbering(spec, raw, down, _rows(height, dx))
    grid = HexGrid(pointy, MARGIN, MARGIN - int(early), dx, dy, width, height, raw, numbering)
    if any(grid.told(*place) != name for name, place in raw.items()):
        raise _untold()
    return grid


def _numbering(spec: GridSpec, raw: Mapping[str, tuple[int, int]], down: bool, rows: int) -> Numbering:
    """The offsets that fit all hexes, with VASSAL's stagger or without. Raises BadFile if there are none."""
    pointy = spec.orientation == "pointy"
    first, h_leading, v_leading = _ORDER[spec.orientation, spec.numbering]
    letters = spec.numbering == "A1"
    for stagger in (False, True):
        found = set()
        for name, (nx, ny) in raw.items():
            column, row = parse(spec.numbering, name)
            step = (stagger and nx % 2) * (1 if pointy or down else -1)
            h = rows - nx if pointy and not down else nx
            v = (ny if pointy or down else rows - ny) + step
            found.add((row - h, column - v) if pointy else (column - h, row - v))
        if len(found) == 1:
            h_off, v_off = found.pop()
            h_letters, v_letters = letters and not pointy, letters and pointy
            offsets = h_off - h_letters, v_off - v_letters  # VASSAL's A is 0
            return Numbering(first, h_leading, v_leading, h_letters, v_letters, *offsets, not down, stagger)
    raise _untold()


def _untold() -> BadFile:
    return BadFile(say("The hexes of this map are numbered in a way that VASSAL cannot represent."))


def _rows(height: int, dx: float) -> int:
    """HexGridNumbering.getMaxRows: it counts lines even where rows are meant, whichever way the grid is turned."""
    return math.floor(height / dx + 0.5)


def _printed(value: int, letters: bool, leading: int) -> str:
    """RegularGridNumbering.getName: zeros up to as many digits as asked for beyond one; after Z come AA, BB, CC."""
    if letters:
        return chr(ord("A") + value % 26) * (value // 26 + 1) if value >= 0 else "?"
    return ("-" if value < 0 else "") + str(abs(value)).zfill(leading + 1)
