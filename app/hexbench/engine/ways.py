"""Targets that are made when somebody looks at them: to choose one of a thousand, nine hundred and ninety-nine need not be."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
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
