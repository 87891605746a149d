"""Where everything of a track lies: one row a box where there is height, one column a box where there is width alone."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QFont, QFontMetrics

from hexbench.engine.display import Box, Item, Track
from hexbench.ui.look.fonts import bold
from hexbench.ui.look.language import tell

COUNTER, SIGN = 29, 16
"""Size of a counter and of a sign."""
MARKER, ABOVE = 14, 10
"""Room for the marker: left of a row, above a column."""
PAD, GAP = 6, 3
TITLE = 50
"""Least width of the title of a row."""
NARROW, WIDE = 104, 640
"""Least and greatest width of a column."""
LINES = 5
"""Lines of counters a box shows; its details show all."""
COLUMN = 380
"""Rows stand side by side from twice this width on."""
FLAT = 300
"""A panel lower than this is filled with columns."""


class Placed(NamedTuple):
    """One thing in a box: the item or the unit with its place, and where it is drawn."""

    kind: str
    """item, unit or more."""
    n: int
    """Which item or unit; of those that have no room: how many."""
    spot: QRect


class Spot(NamedTuple):
    """One box: its frame, where its title stands, and what lies in it."""

    frame: QRect
    title: QRect
    things: tuple[Placed, ...]


class Plan(NamedTuple):
    """A whole track: its boxes, its size, and whether it runs from left to right."""

    spots: tuple[Spot, ...]
    size: QSize
    flat: bool


def items_of(box: Box) -> tuple[Item, ...]:
    """What a box shows in signs and words: plain lines are items without a sign."""
    return (*(Item("", line) for line in box.lines), *box.items)


def is_flat(size: QSize) -> bool:
    """Whether there is room from left to right, and none from top to bottom."""
    return size.height() < FLAT and size.width() > 1.5 * size.height()


def plan(track: Track, port: QSize, font: QFont, *, flat: bool) -> Plan:
    """Lay a track out for a window of this size: ``flat`` in columns, else in rows."""
    return _columns(track, port, font) if flat else _rows(track, port, font)


def _flow(
    box: Box, left: int, top: int, width: int, font: QFont, most: int, room: int = 0
) -> tuple[list[Placed], int]:
    """Items, then counters, in lines of a width; and where the next line would begin.

    ``most`` lines of counters are shown, and no more than a height of ``room`` holds (0: any); the rest is counted.
    """
    metrics = QFontMetrics(font)
    line = max(SIGN, metrics.height()) + 2
    out: list[Placed] = []
    x, y = left, top
    for n, item in enumerate(items_of(box)):
        wide = metrics.horizontalAdvance(tell(item.text)) + (SIGN + 3 if item.sign else 0)
        wide = min(wide, width)
        if x > left and x + wide > left + width:
            x, y = left, y + line
        out.append(Placed("item", n, QRect(x, y, wide, line - 2)))
        x += wide + 10
    if out:
        y += line + 1
    if not box.units:
        return out, y
    across = max(1, (width + 2) // (COUNTER + 2))
    lines = min(most, -(-len(box.units) // across))
    if room:
        lines = max(1, min(lines, (room - (y - top)) // (COUNTER + 2)))
    fit = lines * across
    shown = len(box.units) if fit >= len(box.units) else max(0, fit - 1)
    for n in range(shown):
        row, column = divmod(n, across)
        spot = QRect(left + column * (COUNTER + 2), y + row * (COUNTER + 2), COUNTER, COUNTER)
        out.append(Placed("unit", n, spot))
    if shown < len(box.units):
        row, column = divmod(shown, across)
        spot = QRect(left + column * (COUNTER + 2), y + row * (COUNTER + 2), COUNTER, COUNTER)
        out.append(Placed("more", len(box.units) - shown, spot))
    return out, y + lines * (COUNTER + 2) + 1


def _rows(track: Track, port: QSize, font: QFont) -> Plan:
    heavy = QFontMetrics(bold(font))
    titles = max((heavy.horizontalAdvance(tell(box.title)) for box in track.boxes), default=0)
    title = min(max(TITLE, titles + 8), port.width() // 2)
    across = max(1, port.width() // COLUMN)
    across = min(across, max(1, len(track.boxes)))
    wide = (port.width() - 2) // across
    spots: list[Spot] = []
    y = 2
    for start in range(0, len(track.boxes), across):
        line: list[tuple[QRect, list[Placed], int]] = []
        for column, box in enumerate(track.boxes[start : start + across]):
            left = 2 + column * wide + MARKER
            things, end = _flow(box, left + title, y + 4, wide - MARKER - title - PAD - 2, font, LINES)
            line.append((QRect(left + PAD, y + 4, title - PAD, heavy.height()), things, end))
        high = max(heavy.height() + 8, *(end - y + 2 for _, _, end in line))
        for column, (name, things, _) in enumerate(line):
            frame = QRect(2 + column * wide + MARKER, y, wide - MARKER - 2, high)
            spots.append(Spot(frame, name, tuple(things)))
        y += high + GAP
    return Plan(tuple(spots), QSize(port.width(), y + 2), False)


def _columns(track: Track, port: QSize, font: QFont) -> Plan:
    heavy = QFontMetrics(bold(font))
    high = max(60, port.height() - ABOVE - 3)
    top = ABOVE + 1
    spots: list[Spot] = []
    x = 3
    for box in track.boxes:
        wide = max(NARROW, heavy.horizontalAdvance(tell(box.title)) + 2 * PAD + 6)
        while True:
            frame = QRect(x, top, wide, high)
            title = QRect(x + PAD, top + 4, wide - 2 * PAD, heavy.height())
            below = title.bottom() + 3
            room = frame.bottom() - below - 2
            things, _ = _flow(box, x + PAD, below, title.width(), font, LINES, room)
            lost = [t for t in things if t.kind == "more" or t.spot.bottom() >= frame.bottom()]
            if wide >= WIDE or not lost:
                break
            wide += COUNTER + 2
        beside = title.left() + heavy.horizontalAdvance(tell(box.title)) + 8
        spots.append(Spot(frame, title, _kept(things, frame, QRect(beside, title.top(), 40, title.height()))))
        x += wide + GAP
    return Plan(tuple(spots), QSize(x + 2, port.height()), True)


def _kept(things: list[Placed], frame: QRect, beside: QRect) -> tuple[Placed, ...]:
    """What has room in a column; counters that have none are counted beside its title."""
    kept = [t for t in things if t.spot.bottom() < frame.bottom()]
    gone = [t for t in things if t not in kept and t.kind in ("unit", "more")]
    n = sum(t.n if t.kind == "more" else 1 for t in gone)
    if n:
        kept.append(Placed("more", n, beside))
    return tuple(kept)
