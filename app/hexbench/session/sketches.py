"""What players draw on the map: each side sees its own, in study mode everything is seen; taken back and drawn again."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexbench.store.saves import Drawn, Sketch

UMPIRE = ""
"""Who draws when nobody's seat is shown."""
LONGEST = 200
"""Letters of a note."""

Step = tuple[tuple[int, Drawn | None, Drawn | None], ...]
"""One thing done: (number, what was there, what is there now) for each drawing it changed."""


class Sketchbook:
    """The drawings of one game. Every change is written first; CannotWrite: nothing has changed.

    ``owner`` is a side, None the umpire. In ``study`` mode everybody sees and may change everything.
    """

    def __init__(self, there: Mapping[int, Drawn], write: Callable[[int, Drawn | None], None]) -> None:
        self.all: dict[int, Drawn] = dict(there)
        self._write = write
        self._next = max(there, default=0) + 1
        self._back: dict[str, list[Step]] = {}
        self._on: dict[str, list[Step]] = {}

    def seen(self, owner: str | None, *, study: bool = False) -> dict[int, Sketch]:
        """number -> drawing, of those that may be seen from a seat, in the order drawn."""
        return {n: one for n, (who, one) in self.all.items() if study or who == (owner or UMPIRE)}

    def draw(self, owner: str | None, sketch: Sketch) -> int:
        """Draw something; its number."""
        n, self._next = self._next, self._next + 1
        self._do(owner, ((n, None, (owner or UMPIRE, sketch)),))
        return n

    def change(self, owner: str | None, n: int, sketch: Sketch) -> None:
        """Put another drawing in the place of one; it stays whose it was."""
        before = self.all[n]
        self._do(owner, ((n, before, (before[0], sketch)),))

    def erase(self, owner: str | None, *numbers: int) -> None:
        """Take drawings away."""
        if numbers:
            self._do(owner, tuple((n, self.all[n], None) for n in numbers))

    def can_undo(self, owner: str | None) -> bool:
        """Whether there is something of this seat's to take back."""
        return bool(self._back.get(owner or UMPIRE))

    def can_redo(self, owner: str | None) -> bool:
        """Whether there is something to draw again."""
        return bool(self._on.get(owner or UMPIRE))

    def undo(self, owner: str | None) -> None:
        """Take back what was drawn, changed or erased last from this seat."""
        step = self._back[owner or UMPIRE][-1]
        self._put(tuple((n, after, before) for n, before, after in step))
        self._on.setdefault(owner or UMPIRE, []).append(self._back[owner or UMPIRE].pop())

    def redo(self, owner: str | None) -> None:
        """Do it again."""
        step = self._on[owner or UMPIRE][-1]
        self._put(step)
        self._back.setdefault(owner or UMPIRE, []).append(self._on[owner or UMPIRE].pop())

    def _do(self, owner: str | None, step: Step) -> None:
        self._put(step)
        self._back.setdefault(owner or UMPIRE, []).append(step)
        self._on.pop(owner or UMPIRE, None)

    def _put(self, step: Step) -> None:
        for n, _, after in step:
            self._write(n, after)
            if after is None:
                self.all.pop(n, None)
            else:
                self.all[n] = after
        self.all = dict(sorted(self.all.items()))
