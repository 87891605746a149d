"""Blocks set in columns: each knows its height, none is cut in two, and what has no room goes to the next column or page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter


class Block(Protocol):
    """Something of a fixed height, as wide as its column."""

    @property
    def height(self) -> float:
        """In dots."""

    def paint(self, painter: QPainter, at: QPointF) -> None:
        """Draw it with its upper left corner at a point."""


@dataclass(frozen=True)
class Placed:
    """A block where it came to lie."""

    block: Block
    page: int
    at: QPointF


class Flow:
    """Fills columns from top to bottom. ``pages`` are the columns of each page; all later pages are like the last of them."""

    def __init__(self, pages: Iterable[tuple[QRectF, ...]], gap: float) -> None:
        self._pages, self._gap = tuple(pages), gap
        self.placed: list[Placed] = []
        self._page, self._column, self._y = 0, 0, 0.0

    @property
    def _columns(self) -> tuple[QRectF, ...]:
        return self._pages[min(self._page, len(self._pages) - 1)]

    @property
    def pages(self) -> int:
        """How many pages are used."""
        return max((one.page for one in self.placed), default=0) + 1

    @property
    def here(self) -> int:
        """The page where the next block will lie, if it fits."""
        return self._page

    @property
    def room(self) -> float:
        """What is left of the column at hand."""
        return self._columns[self._column].height() - self._y

    def add(self, block: Block, keep: float = 0.0) -> None:
        """Place a block; ``keep``: it is a heading, and so much of what follows must fit below it."""
        if self._y > 0 and block.height + keep > self.room:
            self.turn()
        box = self._columns[self._column]
        self.placed.append(Placed(block, self._page, QPointF(box.left(), box.top() + self._y)))
        self._y += block.height + self._gap

    def turn(self) -> None:
        """Go on at the top of the next column."""
        self._column, self._y = self._column + 1, 0.0
        if self._column == len(self._columns):
            self._page, self._column = self._page + 1, 0

    def space(self, height: float) -> None:
        """Leave something free, but not at the top of a column."""
        if self._y > 0:
            self._y += height

    def paint(self, painter: QPainter, page: int) -> None:
        """Draw the blocks of a page."""
        for one in self.placed:
            if one.page == page:
                one.block.paint(painter, one.at)


def columns(box: QRectF, count: int, gap: float) -> tuple[QRectF, ...]:
    """A box in columns of the same width."""
    width = (box.width() - (count - 1) * gap) / count
    return tuple(QRectF(box.left() + n * (width + gap), box.top(), width, box.height()) for n in range(count))
