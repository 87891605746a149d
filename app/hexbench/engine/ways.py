"""Targets that are made when somebody looks at them: to choose one of a thousand, nine hundred and ninety-nine need not be."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, overload

from hexbench.engine.values import Target


class Ways(Sequence[Target]):
    """Targets in order, each made from its key when it is asked for, and every time anew."""

    __slots__ = ("_keys", "_make")

    def __init__(self, keys: Sequence[Hashable], make: Callable[[Any], Target]) -> None:
        """``make`` turns one of ``keys`` into its target; it must go on giving the same answer."""
        self._keys = keys
        self._make = make

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, i: int) -> Target: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[Target, ...]: ...
    def __getitem__(self, i: int | slice) -> Target | tuple[Target, ...]:
        if isinstance(i, slice):
            return tuple(map(self._make, self._keys[i]))
        return self._make(self._keys[i])


class Lots(Sequence[Target]):
    """Targets in several lots, such as the modes of a move, each of which is worked out when it is first needed."""

    __slots__ = ("_found", "_lots")

    def __init__(self, lots: Sequence[Callable[[], Sequence[Target]]]) -> None:
        """``lots`` give their targets in order, and would give them again."""
        self._lots = lots
        self._found: dict[int, Sequence[Target]] = {}

    def _lot(self, n: int) -> Sequence[Target]:
        found = self._found.get(n)
        if found is None:
            found = self._found[n] = self._lots[n]()
        return found

    def __len__(self) -> int:
        return sum(len(self._lot(n)) for n in range(len(self._lots)))

    @overload
    def __getitem__(self, i: int) -> Target: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[Target, ...]: ...
    def __getitem__(self, i: int | slice) -> Target | tuple[Target, ...]:
        return tuple(self)[i]

    def __iter__(self) -> Iterator[Target]:
        for n in range(len(self._lots)):
            yield from self._lot(n)

    def pick(self, number: Callable[[int], int]) -> Target | None:
        """A target of a lot that has any: ``number`` (from n it gives 1..n) picks the lot, then the target; or None."""
        left = list(range(len(self._lots)))
        while left:
            lot = self._lot(left.pop(number(len(left)) - 1))
            if lot:
                return lot[number(len(lot)) - 1]
        return None
