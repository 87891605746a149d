"""Facts kept from one position to the next: each says what it is made of, and stays until some of that is another.

Positions are values that share whatever did not change: the next one has the same dict of bridges when no bridge fell, and
a board the same *mark* of a side when none of its units went anywhere (:attr:`~hexbench.engine.board.Board.places`,
:attr:`~hexbench.engine.board.Board.troops`). So "is it still made of the same things?" costs a comparison of identities,
and a seat, a play or a thought begins with what the former knew, whichever way the game went meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Facts:
    """What was worked out last, one answer to each question. There is one of it in every Rules."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[tuple[Any, ...], Any]] = {}

    def get(
        self,
        what: Hashable,
        of: tuple[Any, ...],
        make: Callable[[], T],
        mend: Callable[[tuple[Any, ...], T], T | None] | None = None,
    ) -> T:
        """The answer to ``what``, which depends on the parts ``of`` and on nothing else that ever changes.

        Parts are the same when they are equal; whatever is the same object costs nothing to compare, so pass dicts of the
        state (but ``units``, which a play changes in place: the board has marks of them), numbers and words, and of a large
        thing the part that counts. An answer is shared: it is
        never written to. ``mend`` may make the new answer of the old parts and the old answer where little has changed,
        or say None: too much did. Law: what is kept or mended equals what is made.
        """
        kept = self._kept.get(what)
        if kept is not None:
            if kept[0] == of:
                found: T = kept[1]
                return found
            if mend is not None:
                mended = mend(kept[0], kept[1])
                if mended is not None:
                    self._kept[what] = (of, mended)
                    return mended
        found = make()
        self._kept[what] = (of, found)
        return found


class Doubted(Facts):
    """Facts that are made anew whenever they are asked for, to hold what was kept against them. For laws."""

    __slots__ = ("checked", "wrong")

    def __init__(self) -> None:
        super().__init__()
        self.checked = 0
        """How often a kept answer was held against a fresh one."""
        self.wrong: list[str] = []
        """The questions whose kept answer was another than the fresh one."""

    def get(
        self,
        what: Hashable,
        of: tuple[Any, ...],
        make: Callable[[], T],
        mend: Callable[[tuple[Any, ...], T], T | None] | None = None,
    ) -> T:
        """The answer made anew; a kept or mended one that differs is written down."""
        fresh = make()
        known = True

        def give() -> T:
            nonlocal known
            known = False
            return fresh

        found = super().get(what, of, give, mend)
        if known:
            self.checked += 1
            if plain(found) != plain(fresh):
                self.wrong.append(f"{what} is kept as {found} and would be made {fresh}")
        self._kept[what] = (of, fresh)
        return fresh


def plain(value: Any) -> Any:
    """A value that can be compared: what has no equality of its own says what it comes to by ``compared()``."""
    compared = getattr(value, "compared", None)
    return value if compared is None else compared()
