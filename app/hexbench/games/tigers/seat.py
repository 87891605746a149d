"""The seat of Tigers in the Ardennes: typed access to its view, and what the display modules make of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hexbench.engine.seat import Seat

if TYPE_CHECKING:
    from hexbench.engine.display import Chip, Face, Facts, Form, Light, Overlay, OverlayKind, Panel
    from hexbench.engine.forecast import Forecast
    from hexbench.engine.values import Action
    from hexbench.games.tigers.board import TgBoard
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.state import Tigers


class TgSeat(Seat):
    """What one side may know and do. Displays are imported when first asked for."""

    s: Tigers
    board: TgBoard
    rules: TgRules

    def forecast_form(self, form: Form) -> Forecast | None:
        """The odds of an attack that stands on no map."""
        from hexbench.games.tigers import combat_forecast

        return (
            combat_forecast.foresee_form(self.rules.tables.results, form) if form.key == "what_if" else None
        )

    def face(self, unit: str) -> Face | None:
        """The counter of a unit."""
        from hexbench.games.tigers import display

        return display.face(self, unit)

    def chips(self) -> tuple[Chip, ...]:
        """The markers on the map."""
        from hexbench.games.tigers import display

        return display.chips(self)

    def facts(self, ref: str) -> Facts | None:
        """About a hex or a unit."""
        from hexbench.games.tigers import inspect

        return inspect.facts(self, ref)

    def panels(self) -> tuple[Panel, ...]:
        """The attack, the calendar, air units, bridges in hand, the tables."""
        from hexbench.games.tigers import panels

        return panels.panels(self)

    def overlays(self) -> tuple[OverlayKind, ...]:
        """What can be drawn over the map."""
        from hexbench.games.tigers import overlays

        return overlays.KINDS

    def weighed(self, action: Action) -> Mapping[str, tuple[Light, ...]]:
        """The cells of the zones table that a move falls under."""
        from hexbench.games.tigers import weighing

        return weighing.weighed(self, action)

    def overlay(self, kind: str, subject: str = "") -> Overlay | None:
        """One overlay."""
        from hexbench.games.tigers import overlays

        return overlays.overlay(self, kind, subject)
