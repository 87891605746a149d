"""The seat of Tigers in the Ardennes: typed access to its view, and what the display modules make of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hexbench.engine.seat import Seat

if TYPE_CHECKING:
    from hexbench.engine.display import Form
    from hexbench.engine.forecast import Forecast
    from hexbench.games.tigers.board import TgBoard
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.state import Tigers


class TgSeat(Seat):
    """What one side may know and do. Displays are imported when first asked for."""

    s: Tigers
    board: TgBoard
    rules: TgRules

    made_in = {
        "what_if": "supposing.WHAT_IF",
        "risks": "risking.RISKS",
        "wording": "wording.wording",
        "face": "display.face",
        "headline": "display.headline",
        "chips": "display.chips",
        "result": "results.result",
        "facts": "inspect.facts",
        "panels": "panels.panels",
        "overlays": "overlays.KINDS",
        "overlay": "overlays.overlay",
        "weighed": "weighing.weighed",
    }

    def sides_of(self, unit: str) -> tuple[Mapping[str, Any], ...]:
        """In good order and disrupted (TG-DIS)."""
        return ({"disrupted": False}, {"disrupted": True})

    def forecast_form(self, form: Form) -> Forecast | None:
        """The odds of an attack that stands on no map."""
        from hexbench.games.tigers import combat_forecast

        return (
            combat_forecast.foresee_form(self.rules.tables.results, form) if form.key == "what_if" else None
        )
