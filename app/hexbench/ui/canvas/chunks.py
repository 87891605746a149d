"""Painter paths sorted into squares of the sheet, so that a small tile draws only what lies near it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

SIZE = 480.0


class Chunks:
    """key -> square -> one path. A piece lies in the square of the middle of its bounding box."""

    def __init__(self, reach: float = 60.0) -> None:
        """``reach``: how far a piece, with its pen, may stick out of its square."""
        self._reach = reach
        self._paths: dict[Hashable, dict[tuple[int, int], QPainterPath]] = {}

    def add(self, key: Hashable, piece: QPainterPath) -> None:
        """Take a piece in."""
        middle = piece.boundingRect().center()
        square = (int(middle.x() // SIZE), int(middle.y() // SIZE))
        squares = self._paths.setdefault(key, {})
        found = squares.get(square)
        if found is None:
            squares[square] = QPainterPath(piece)
        else:
            found.addPath(piece)

    @property
    def keys(self) -> tuple[Hashable, ...]:
        """All keys in the order of their first piece."""
        return tuple(self._paths)

    def near(self, key: Hashable, rect: QRectF) -> Iterator[QPainterPath]:
        """The paths of a key whose squares touch a rectangle."""
        squares = self._paths.get(key)
        if not squares:
            return
        wide = rect.adjusted(-self._reach, -self._reach, self._reach, self._reach)
        for x in range(int(wide.left() // SIZE), int(wide.right() // SIZE) + 1):
            for y in range(int(wide.top() // SIZE), int(wide.bottom() // SIZE) + 1):
                found = squares.get((x, y))
                if found is not None:
                    yield found
