"""Sets of hexes as whole numbers: bit ``i`` stands for hex index ``i``.

A whole map fits into a few hundred bytes, and growing a set by its adjacent hexes takes a handful of shifts:
microseconds instead of the milliseconds of a search. It tells how far something reaches, but not by which route.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Final, TypeVar

T = TypeVar("T")

_DIGITS = bytes((48, *([49] * 255)))
"""A count of 0 becomes the digit 0, any other the digit 1."""

_VALUES = bytes.maketrans(b"01", b"\0\1")


def bits_of(hexes: Iterable[int]) -> int:
    """The set of hexes with these indices."""
    found = 0
    for i in hexes:
        found |= 1 << i
    return found


def bits_where(counts: Sequence[int]) -> int:
    """The set of hexes whose count is not 0; counts are from 0 to 255."""
    return int(bytes(counts)[::-1].translate(_DIGITS), 2) if len(counts) else 0


def holds(held: int, i: int) -> bool:
    """Whether hex ``i`` is in a set."""
    return bool(held >> i & 1)


_INDICES: Final[list[int]] = []
"""0, 1, 2, ... as far as needed so far: making them anew takes as long as the rest of :func:`members`."""


def members(held: int) -> list[int]:
    """The indices of the hexes in a set, in order."""
    if held.bit_length() > len(_INDICES):
        _INDICES.extend(range(len(_INDICES), held.bit_length()))
    return named(held, _INDICES)


def named(held: int, names: Sequence[T]) -> list[T]:
    """The hexes of a set, in order, each by its entry in ``names``."""
    return list(compress(names, bin(held)[:1:-1].encode().translate(_VALUES)))


class Links:
    """Steps between hexes, grouped by the difference of their indices: on a grid there are few differences."""

    __slots__ = ("_masks",)

    def __init__(self, steps: Iterable[tuple[int, int]]) -> None:
        """``steps`` are pairs of hex indices, from and to."""
        self._masks: dict[int, int] = {}
        found: dict[int, list[int]] = {}
        for i, j in steps:
            found.setdefault(j - i, []).append(i)
        for offset, starts in found.items():
            self._masks[offset] = bits_of(starts)

    def changed(self, shut: Iterable[tuple[int, int]], opened: Iterable[tuple[int, int]]) -> Links:
        """The same with some steps removed and some added."""
        new = object.__new__(Links)
        masks = new._masks = dict(self._masks)
        for i, j in shut:
            masks[j - i] = masks.get(j - i, 0) & ~(1 << i)
        for i, j in opened:
            masks[j - i] = masks.get(j - i, 0) | 1 << i
        return new

    def keeps(self, before: Links, held: int) -> bool:
        """Whether every step of ``before`` out of a set of hexes is still there."""
        now = self._masks
        return not any(held & mask & ~now.get(offset, 0) for offset, mask in before._masks.items())

    def compared(self) -> dict[int, int]:
        """What is compared to find out whether two of them are equal."""
        return {offset: mask for offset, mask in self._masks.items() if mask}

    def grown(self, held: int) -> int:
        """A set together with every hex that is one step away from it."""
        out = held
        for offset, mask in self._masks.items():
            moved = held & mask
            if moved:
                out |= moved << offset if offset > 0 else moved >> -offset
        return out

    def ends(self, i: int) -> list[int]:
        """Where the steps from one hex lead, in order of the indices."""
        return sorted([i + offset for offset, mask in self._masks.items() if mask >> i & 1])

    def all_ends(self) -> dict[int, list[int]]:
        """:meth:`ends` of every hex that has any."""
        out: dict[int, list[int]] = {}
        for offset in sorted(self._masks):
            for i in members(self._masks[offset]):
                out.setdefault(i, []).append(i + offset)
        return out

    def spread(self, held: int, free: int) -> int:
        """All hexes that any number of steps lead to through hexes in ``free``, including the part of ``held`` in ``free``."""
        held &= free
        steps = list(self._masks.items())
        while True:
            out = held
            for offset, mask in steps:
                moved = out & mask  # what this round has added is extended in the same round
                if moved:
                    out |= (moved << offset if offset > 0 else moved >> -offset) & free
            if out == held:
                return held
            held = out
