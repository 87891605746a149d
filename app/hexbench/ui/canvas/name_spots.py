"""Where a name may stand beside its place, and what each spot costs: printed maps try the same few, and so does this.

A spot is paid for by what it lies on: counters most, then bridges, then the numbers of hexes; and by how far it is from the
usual one. Names never lie on one another.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QRectF

COUNTER_COST, BRIDGE_COST, NUMBER_COST = 12.0, 5.0, 3.0
"""What it costs to lie wholly on such things."""
STEP_COST = 0.06
"""What each spot costs more than the one before it."""
LED_COST = 1.2
"""What it costs to stand so far away that a line must lead to the place."""


class Spot(NamedTuple):
    """The middle of a name, from that of its place; ``led``: so far that a line leads to it."""

    dx: float
    dy: float
    led: bool = False


def spots(width: float, height: float, gap: float, *, region: bool, beyond: float) -> list[Spot]:
    """The usual spots round a place, the best first. ``gap``: how far above and below; ``beyond``: how far those spots lie
    that a line leads to (0: none).
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


class Boxes:
    """Rectangles kept by squares, to find those near another quickly."""

    def __init__(self, size: float, boxes: Iterable[QRectF] = ()) -> None:
        self._size = size
        self._squares: dict[tuple[int, int], list[QRectF]] = {}
        for box in boxes:
            self.add(box)

    def _over(self, box: QRectF) -> list[tuple[int, int]]:
        s = self._size
        return [
            (x, y)
            for x in range(int(box.left() // s), int(box.right() // s) + 1)
            for y in range(int(box.top() // s), int(box.bottom() // s) + 1)
        ]

    def add(self, box: QRectF) -> None:
        """Put one more there."""
        for square in self._over(box):
            self._squares.setdefault(square, []).append(box)

    def near(self, box: QRectF) -> list[QRectF]:
        """Those that lie on ``box``, each once."""
        found = {
            id(other): other
            for square in self._over(box)
            for other in self._squares.get(square, ())
            if other.intersects(box)
        }
        return list(found.values())

    def free(self, box: QRectF) -> bool:
        """Whether none lies on ``box``."""
        return not any(
            other.intersects(box) for square in self._over(box) for other in self._squares.get(square, ())
        )


def covered(box: QRectF, others: Iterable[QRectF]) -> float:
    """Which part of a box others cover, 0..1; where those lie on one another, more than all of it counts as all."""
    area = box.width() * box.height()
    sum_ = 0.0
    for other in others:
        both = box.intersected(other)
        sum_ += both.width() * both.height()
    return min(1.0, sum_ / area) if area > 0 else 0.0
