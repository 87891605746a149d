"""Writing a game that has been played so far into a file of its own."""

from __future__ import annotations

import tempfile
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexbench.engine.history import History
from hexbench.engine.rules import Rules
from hexbench.store.saves import Contents, Drawn, Notes, Row, SaveFile, SaveHeader
from hexbench.store.strict import CannotWrite

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat


SNAPSHOT_EVERY = 32
"""Levels of the tree between two positions kept in the file; a multiple of what the history keeps in memory."""


def begin_file(
    path: Path,
    header: SaveHeader,
    rules: Rules[Any, Any, Any],
    history: History[Any],
    answered: Collection[int],
    more: Sequence[Row] = (),
    notes: Notes | None = None,
    sketches: Mapping[int, Drawn] | None = None,
) -> SaveFile:
    """A new save with all that was played, and ``more`` actions that are about to be confirmed. Raises CannotWrite."""
    rows = [
        Row(node.number, node.parent or 0, node.record, node.number in answered)
        for node in history.nodes
        if node.record is not None
    ]
    kept = {
        node.number: rules.pack(history.state_at(node.number))
        for node in history.nodes
        if node.depth % SNAPSHOT_EVERY == 0
    }
    contents = Contents(
        header=header,
        opening=history.opening,
        rows=(*rows, *more),
        here=more[-1].node if more else history.here,
        latest={
            n.number: n.latest for n in history.nodes if n.latest is not None and n.latest != n.children[-1]
        },
        names={node.number: node.name for node in history.nodes if node.name},
        notes=notes or {},
        sketches=sketches or {},
    )
    return SaveFile.create(path, contents, kept)


def write_whole(path: Path, begin: Callable[[Path], SaveFile]) -> None:
    """Write a game that has no file yet under a name, as a whole or not at all. Raises CannotWrite."""
    try:
        with tempfile.TemporaryDirectory(prefix="hexbench-") as folder:
            save = begin(Path(folder) / "whole.hexgame")
            try:
                save.copy_to(path)
            finally:
                save.close()
    except CannotWrite as fault:
        raise CannotWrite(fault.reason, str(path)) from None


# The seats of an open game: made when they are asked for, the last few kept, as panels ask for them again and again.

KEPT = 8


class Seats:
    """The seats at the position a history stands at, and at any other one looks back to."""

    def __init__(self, rules: Rules[Any, Any, Any], history: History[Any]) -> None:
        self._rules = rules
        self._history = history
        self._kept: OrderedDict[tuple[int, str | None, bool], Seat] = OrderedDict()

    def seat(self, side: str | None, *, open_table: bool = False) -> Seat:
        """The seat of a side here, None the umpire's; at an open table it holds what everybody knows."""
        key = (self._history.here, side, open_table)
        found = self._kept.get(key)
        if found is None:
            state = self._history.state
            make = self._rules.open_seat if open_table else self._rules.seat
            found = self._kept[key] = make(state, side)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return found

    def then(self, node: int, side: str | None, *, open_table: bool = False) -> Seat:
        """The seat of a side at any node, to look from and not to act. Raises Unreachable."""
        make = self._rules.open_seat if open_table else self._rules.seat
        seat: Seat = make(self._history.state_at(node), side)
        seat.shut = True
        return seat
