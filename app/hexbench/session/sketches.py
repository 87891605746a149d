"""What players draw on the map and write beside a game: each side sees its own; drawing can be undone and redone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from hexbench.store.saves import Drawn, Note, Notes, Sketch

UMPIRE: Final = ""
"""The owner of what is drawn or written when nobody's seat is shown."""
LONGEST = 200
"""The most letters of a note."""

Step = tuple[tuple[int, Drawn | None, Drawn | None], ...]
"""One change: (number, what was there, what is there now) for each drawing affected."""


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
        """number -> drawing, for those that may be seen from a seat, in the order drawn."""
        return {n: one for n, (who, one) in self.all.items() if study or who == (owner or UMPIRE)}

    def draw(self, owner: str | None, sketch: Sketch) -> int:
        """Draw something; returns its number."""
        n, self._next = self._next, self._next + 1
        self._do(owner, ((n, None, (owner or UMPIRE, sketch)),))
        return n

    def change(self, owner: str | None, n: int, sketch: Sketch) -> None:
        """Replace a drawing by another; it keeps its owner."""
        before = self.all[n]
        self._do(owner, ((n, before, (before[0], sketch)),))

    def erase(self, owner: str | None, *numbers: int) -> None:
        """Remove drawings."""
        if numbers:
            self._do(owner, tuple((n, self.all[n], None) for n in numbers))

    def can_undo(self, owner: str | None) -> bool:
        """Whether this seat has anything to undo."""
        return bool(self._back.get(owner or UMPIRE))

    def can_redo(self, owner: str | None) -> bool:
        """Whether this seat has anything to redo."""
        return bool(self._on.get(owner or UMPIRE))

    def undo(self, owner: str | None) -> None:
        """Undo what was last drawn, changed or erased from this seat."""
        step = self._back[owner or UMPIRE][-1]
        self._put(tuple((n, after, before) for n, before, after in step))
        self._on.setdefault(owner or UMPIRE, []).append(self._back[owner or UMPIRE].pop())

    def redo(self, owner: str | None) -> None:
        """Redo it."""
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


# Bookmarks and comments: each seat reads its own, and those who may know everything read those of all.

EVERYBODY: Final = "*"
"""The owner of notes made before each seat had its own."""


class Remarks:
    """The notes of one game. A change is written first; CannotWrite: nothing has changed."""

    def __init__(self, there: Notes, write: Callable[[int, str, Note], None]) -> None:
        self.all: dict[tuple[int, str], Note] = dict(there)
        self._write = write

    def seen(self, viewer: str | None, *, study: bool = False) -> dict[int, Note]:
        """node -> the notes there for a viewer (None: the umpire): the viewer's own first, followed by those of others."""
        whole = study or viewer is None
        out: dict[int, Note] = {}
        mine = viewer or UMPIRE
        for (node, owner), note in sorted(self.all.items(), key=lambda item: item[0][1] != mine):
            if whole or owner in (mine, EVERYBODY):
                before = out.get(node)
                out[node] = note if before is None else _joined(before, note)
        return out

    def put(self, viewer: str | None, node: int, note: Note, *, study: bool = False) -> None:
        """Replace what the viewer reads at a position by a note; an empty one removes it. What replaces everybody's note is everybody's."""
        whole = study or viewer is None
        mine = (viewer or UMPIRE, EVERYBODY)
        gone = [key for key in self.all if key[0] == node and (whole or key[1] in mine)]
        owner = EVERYBODY if whole and any(key[1] != UMPIRE for key in gone) else mine[0]
        for _, whose in gone:
            self._write(node, whose, Note())
        if note != Note():
            self._write(node, owner, note)
        for key in gone:
            del self.all[key]
        if note != Note():
            self.all[node, owner] = note


def _joined(first: Note, more: Note) -> Note:
    text = first.text if more.text in first.text else f"{first.text}\n{more.text}".strip()
    return Note(text, first.mark or more.mark)
