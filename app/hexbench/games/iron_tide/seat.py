"""The seat of Iron Tide: typed access to its view; displays are built from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hexbench.engine.board import remembered
from hexbench.engine.play import Play
from hexbench.engine.seat import USUAL, Seat

if TYPE_CHECKING:
    from hexbench.engine.display import Form
    from hexbench.engine.forecast import Forecast
    from hexbench.engine.values import Say
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.state import IronTide
    from hexbench.games.iron_tide.supply import Supply


class ItSeat(Seat):
    """What one side may know and do. Displays are made in :mod:`display` and imported when first asked for."""

    s: IronTide
    board: ItBoard
    rules: ItRules

    made_in = {
        **USUAL,
        "faces": "display.faces",
        "headline": "display.headline",
        "piles": "panels.piles",
        "weighed": "charts.weighed",
    }

    def called(self, unit: str) -> Say:
        """The unit's name as printed on its counter."""
        from hexbench.games.iron_tide.names import called

        return called(self.s.roster[unit])

    def sides_of(self, unit: str) -> tuple[Mapping[str, Any], ...]:
        """The sides of a counter: full, reduced and cadre for a regiment (11.78f-h); empty for units of one step (11.78j)."""
        if self.s.roster[unit].size != "regiment":
            return ()
        return (
            {"reduced": False, "cadre": False},
            {"reduced": True, "cadre": False},
            {"reduced": False, "cadre": True},
        )

    @remembered
    def supply(self, side: str) -> Supply:
        """The supply of a side if it were checked now."""
        from hexbench.games.iron_tide.supply import Supply

        lines = self.rules.lines(side, self.s.bridges, self.s.closed_exits)
        return Supply(self.s, self.board, side, lines)

    def forecast_form(self, form: Form) -> Forecast | None:
        """The odds of an attack that is not on the map."""
        from hexbench.games.iron_tide.odds_report import foresee_form

        return foresee_form(self.rules.tables.crt, form) if form.key == "what_if" else None


# The typed Play and Seat of Iron Tide: what its verbs and stages read and write.

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.state import IronTide

    class _Fields(Play, IronTide, frozen=True):
        """A play has every field of the position, with its current value."""

        stack: list[Any]  # type: ignore[assignment]
else:
    _Fields = Play


class ItPlay(_Fields):  # type: ignore[misc]
    """A position of IronTide being changed."""

    rules: ItRules
    board: ItBoard
    __init__ = Play.__init__
