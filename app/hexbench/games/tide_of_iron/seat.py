"""The seat, play and board of Tide of Iron: typed access to a view and to a position being changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from hexbench.engine.board import Board
from hexbench.engine.play import Play
from hexbench.engine.seat import USUAL, Seat
from hexbench.games.tide_of_iron.pieces import aboard

if TYPE_CHECKING:
    from hexbench.engine.values import Say
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron


class TiSeat(Seat):
    """What one side may know and do. Displays are imported when first asked for."""

    s: TideOfIron
    board: TiBoard
    rules: TiRules

    made_in = {
        **USUAL,
        "wording": "names.wording",
        "choice": "names.choice",
        "result": "results.meaning",
        "piles": "panels.piles",
        "weighed": "supposing.weighed",
    }

    def called(self, unit: str) -> Say:
        """The name printed on the unit's counter."""
        return self.rules.title(self.s.units[unit])

    def sides_of(self, unit: str) -> tuple[Mapping[str, Any], ...]:
        """The states shown for a unit: conditions of a squad (TI-SUP-01), damage of a vehicle (TI-ATK-17)."""
        if self.s.units[unit].squad:
            return ({"condition": ""}, {"condition": "pinned"}, {"condition": "disrupted"})
        return ({"damage": ""}, {"damage": "light"}, {"damage": "heavy"})


# The typed Play and Seat of Tide of Iron: what its verbs and stages read and write.

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron

    class _Fields(Play, TideOfIron, frozen=True):
        """A play has every field of the position, with its newest value."""

        stack: list[Any]  # type: ignore[assignment]
else:
    _Fields = Play


class TiPlay(_Fields):  # type: ignore[misc]
    """A position of TideOfIron being changed."""

    rules: TiRules
    board: TiBoard
    __init__ = Play.__init__


if TYPE_CHECKING:
    Position: TypeAlias = TideOfIron | TiPlay
    """A position to read from: a State, a view, or a Play. Functions that only read take this and the rules or board."""


# Which units are where; passengers are in the box of their vehicle, not in its hex.


class TiBoard(Board):
    """The board of a position."""

    def passengers(self, vehicle: str) -> tuple[str, ...]:
        """The squads inside a vehicle."""
        return self.at.get(aboard(vehicle), ())
