"""Bookmarks and comments: each seat reads its own, and whoever may know all reads those of all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hexbench.store.saves import Note, Notes

UMPIRE: Final = ""
EVERYBODY: Final = "*"
"""The owner of notes made before they were kept apart."""


class Remarks:
    """The notes of one game. A change is written first; CannotWrite: nothing has changed."""

    def __init__(self, there: Notes, write: Callable[[int, str, Note], None]) -> None:
        self.all: dict[tuple[int, str], Note] = dict(there)
        self._write = write

    def seen(self, viewer: str | None, *, study: bool = False) -> dict[int, Note]:
        """node -> what stands there for a viewer (None: the umpire): his own first, those of others joined to it."""
        whole = study or viewer is None
        out: dict[int, Note] = {}
        mine = viewer or UMPIRE
        for (node, owner), note in sorted(self.all.items(), key=lambda item: item[0][1] != mine):
            if whole or owner in (mine, EVERYBODY):
                before = out.get(node)
                out[node] = note if before is None else _joined(before, note)
        return out

    def put(self, viewer: str | None, node: int, note: Note, *, study: bool = False) -> None:
        """Put a note in the place of what the viewer reads at a position; an empty one takes that away. What takes the
        place of everybody's is everybody's.
        """
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
