"""The seats of an open game: made when they are asked for, the last few kept, as panels ask for them again and again."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexbench.engine.history import History
    from hexbench.engine.rules import Rules
    from hexbench.engine.seat import Seat

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
