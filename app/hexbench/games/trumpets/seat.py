"""The seat of A Time for Trumpets: typed access to its view, and what the display modules make of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from hexbench.engine.board import Board
from hexbench.engine.play import Play
from hexbench.engine.seat import USUAL, Seat

if TYPE_CHECKING:
    from hexbench.engine.values import Say
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.state import Trumpets


class TtSeat(Seat):
    """What one side may know and do. Display modules are imported on first use."""

    s: Trumpets
    board: TtBoard
    rules: TtRules

    made_in = {**USUAL, "headline": "display.headline", "weighed": "supposing.weighed"}

    def called(self, unit: str) -> Say:
        """The unit's printed facts."""
        return self.rules.title(self.s.mission.units[unit])

    def sides_of(self, unit: str) -> tuple[Mapping[str, Any], ...]:
        """Every possible number of steps lost short of elimination (TT-REC-11)."""
        steps = self.rules.template(self.s.mission.units[unit]).steps
        return tuple({"lost": lost} for lost in range(steps)) if steps > 1 else ()


# The typed Play and Seat of A Time for Trumpets: what its verbs and stages read and write.

if TYPE_CHECKING:
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.state import Trumpets

    class _Fields(Play, Trumpets, frozen=True):
        """A play has every field of the position, with its latest value."""

        stack: list[Any]  # type: ignore[assignment]
else:
    _Fields = Play


class TtPlay(_Fields):  # type: ignore[misc]
    """A position of the game while it is being changed."""

    rules: TtRules
    board: TtBoard
    __init__ = Play.__init__


if TYPE_CHECKING:
    Position: TypeAlias = Trumpets | TtPlay
    """A position to read from: a State, a view, or a Play. Functions that only read take this and the rules or board."""


# Who stands where. Zones of control are derived from it (TT-REC-05).


class TtBoard(Board):
    """The board of a position."""
