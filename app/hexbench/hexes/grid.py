"""A sheet of hexes as it is printed: which columns and rows there are, which are offset, and how they are numbered."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import msgspec

from hexbench.hexes.coords import DIRECTIONS, FLAT_NAMES, POINTY_NAMES, Axial
from hexbench.hexes.numbering import Numbering, column_text, parse, row_text

LARGEST = 100_000
"""The most hexes on one sheet: more than any printed map has, few enough to be searched."""


class GridSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The grid of one map, as data.

    ``columns`` and ``rows`` are the first and last number, counted from the west and from ``rows_from``. On a
    pointy-top sheet the ``pushed`` (odd or even) rows are half a hex towards ``push`` (east or west); on a flat-top
    sheet the pushed columns are half a hex towards ``push`` (north or south). ``absent`` hexes are not on the map.
    """

    orientation: Literal["pointy", "flat"]
    columns: tuple[int, int]
    rows: tuple[int, int]
    rows_from: Literal["south", "north"]
    pushed: Literal["odd", "even"]
    push: Literal["east", "west", "north", "south"]
    numbering: Numbering
    absent: tuple[str, ...] = ()


class Grid:
    """Label <-> (column, row) <-> axial for one GridSpec. Labels come in reading order: row by row from the north."""

    def __init__(self, spec: GridSpec) -> None:
        """Raises ValueError (one sentence) if the spec contradicts itself."""
        fits = ("east", "west") if spec.orientation == "pointy" else ("north", "south")
        if spec.push not in fits:
            raise ValueError(
                f"A {spec.orientation}-top grid is pushed {fits[0]} or {fits[1]}, not {spec.push}."
            )
        if spec.columns[0] > spec.columns[1] or spec.rows[0] > spec.rows[1]:
            raise ValueError("A grid's first column and row may not come after its last.")
        if (spec.columns[1] - spec.columns[0] + 1) * (spec.rows[1] - spec.rows[0] + 1) > LARGEST:
            raise ValueError(f"A grid has at most {LARGEST} hexes.")
        self.spec = spec
        self._down = spec.rows_from == "north"
        # A push to the west is a push to the east of the other parity, with the whole sheet shifted; the same holds
        # for north and south.
        self._parity = (spec.pushed == "odd") == (spec.push in ("east", "south"))
        self._even = 0 if self._parity else 1

    @cached_property
    def axial(self) -> dict[str, Axial]:
        """label -> axial for every hex of the sheet, in reading order."""
        (c0, c1), (r0, r1) = self.spec.columns, self.spec.rows
        absent = frozenset(self.spec.absent)
        rows = range(r0, r1 + 1) if self._down else range(r1, r0 - 1, -1)
        # Written out for speed: a map is made anew whenever its outline is being drawn.
        numbering = self.spec.numbering
        columns = [(c, column_text(numbering, c)) for c in range(c0, c1 + 1)]
        out: dict[str, Axial] = {}
        for row in rows:
            down = row_text(numbering, row)
            if self.spec.orientation == "pointy":
                q, r = self.axial_of(0, row)
                across = [(text, (c + q, r)) for c, text in columns]
            else:
                across = [(text, self.axial_of(c, row)) for c, text in columns]
            if numbering == "RRCC":
                out.update((down + text, at) for text, at in across)
            else:
                out.update((text + down, at) for text, at in across)
        for name in absent:
            out.pop(name, None)
        return out

    @cached_property
    def label(self) -> dict[Axial, str]:
        """axial -> label for every hex of the sheet."""
        return {a: name for name, a in self.axial.items()}

    @property
    def directions(self) -> tuple[str, ...]:
        """The compass names of directions 0..5."""
        return POINTY_NAMES if self.spec.orientation == "pointy" else FLAT_NAMES

    def axial_of(self, column: int, row: int) -> Axial:
        """Axial coordinates of a column and row, on the sheet or off it."""
        y = row if self._down else -row
        # In half hexes a pushed line is at 2 * n + 1; ``_even`` keeps that congruent with axial's 2 * q + r.
        if self.spec.orientation == "pointy":
            return (2 * column + self._pushed(row) + self._even - y) // 2, y
        return column, (2 * y + self._pushed(column) + self._even - column) // 2

    def offset_of(self, a: Axial) -> tuple[int, int]:
        """(column, row) of an axial coordinate, on the sheet or off it."""
        q, r = a
        if self.spec.orientation == "pointy":
            row = r if self._down else -r
            return (2 * q + r - self._even - self._pushed(row)) // 2, row
        y = (2 * r + q - self._even - self._pushed(q)) // 2
        return q, (y if self._down else -y)

    def _pushed(self, line: int) -> int:
        return 1 if (line & 1) == self._parity else 0

    def number(self, text: str) -> Axial:
        """Axial of a label that is on the sheet. Raises ValueError (one sentence) if it is not."""
        found = self.axial.get(text)
        if found is None:
            parse(self.spec.numbering, text)
            raise ValueError(f"Hex {text} is not on this map.")
        return found

    def neighbours(self, name: str) -> tuple[str | None, ...]:
        """The labels of the six adjacent hexes in the order of the directions; None where the sheet ends."""
        q, r = self.axial[name]
        get = self.label.get
        return tuple(get((q + dq, r + dr)) for dq, dr in DIRECTIONS)
