"""The seat of Iron Tide: typed access to its view, and what display.py makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.seat import Seat

if TYPE_CHECKING:
    from hexbench.engine.display import Chip, Combat, Face, Facts, Form, Overlay, OverlayKind, Panel
    from hexbench.engine.forecast import Forecast
    from hexbench.engine.supposed import Possible, Supposed
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.state import IronTide
    from hexbench.games.iron_tide.supply import Supply


class ItSeat(Seat):
    """What one side may know and do. Displays are made in :mod:`display` and imported when first asked for."""

    s: IronTide
    board: ItBoard
    rules: ItRules

    def supply(self, side: str) -> Supply:
        """The supply of a side as it would be found if it were checked now."""
        from hexbench.games.iron_tide.supply import Supply

        found: Supply | None = self.memo.get(("supply", side))
        if found is None:
            lines = self.rules.lines(side, self.s.bridges, self.s.closed_exits)
            found = self.memo["supply", side] = Supply(self.s, self.board, side, lines)
        return found

    def forecast_form(self, form: Form) -> Forecast | None:
        """The odds of an attack that stands on no map."""
        from hexbench.games.iron_tide.combat_forecast import foresee_form

        return foresee_form(self.rules.tables.crt, form) if form.key == "what_if" else None

    def aims(self, side: str, *, far: bool = False) -> tuple[str, ...]:
        """The enemy hexes a side might attack."""
        from hexbench.games.iron_tide import supposing

        return supposing.aims(self, side, far=far)

    def attacks_on(self, side: str, aim: str, *, far: bool = False) -> tuple[Possible, ...]:
        """The attacks a side could make on one of them."""
        from hexbench.games.iron_tide import supposing

        return supposing.attacks_on(self, side, aim, far=far)

    def suppose(self, what: Supposed) -> Combat | None:
        """An attack that is only thought of."""
        from hexbench.games.iron_tide import supposing

        return supposing.combat(self, what)

    def begin_supposing(self, at: str, units: tuple[str, ...]) -> Supposed | None:
        """An attack to begin with."""
        from hexbench.games.iron_tide import supposing

        return supposing.begin(self, at, units)

    def face(self, unit: str) -> Face | None:
        """The counter of a unit."""
        from hexbench.games.iron_tide import display

        return display.face(self, unit)

    def chips(self) -> tuple[Chip, ...]:
        """The markers on the map."""
        from hexbench.games.iron_tide import display

        return display.chips(self)

    def facts(self, ref: str) -> Facts | None:
        """About a hex or a unit."""
        from hexbench.games.iron_tide import inspect

        return inspect.facts(self, ref)

    def panels(self) -> tuple[Panel, ...]:
        """Turn record, order of battle, terrain chart."""
        from hexbench.games.iron_tide import panels

        return panels.panels(self)

    def overlays(self) -> tuple[OverlayKind, ...]:
        """What can be drawn over the map."""
        from hexbench.games.iron_tide import overlays

        return overlays.KINDS

    def overlay(self, kind: str, subject: str = "") -> Overlay | None:
        """One overlay."""
        from hexbench.games.iron_tide import overlays

        return overlays.overlay(self, kind, subject)
