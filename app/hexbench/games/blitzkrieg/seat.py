"""The seat of Blitzkrieg at the Ardennes: typed access to its view, and what the display modules make of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from hexbench.engine.seat import Seat

if TYPE_CHECKING:
    from hexbench.engine.display import Form
    from hexbench.engine.forecast import Forecast
    from hexbench.engine.values import Prompt
    from hexbench.games.blitzkrieg.board import BkBoard
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.state import Blitzkrieg


class BkSeat(Seat):
    """What one side may know and do. Displays are imported when first asked for."""

    s: Blitzkrieg
    board: BkBoard
    rules: BkRules

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
        """Every strength from what is printed down to one; a counter of no strength has one side."""
        full = int(self.s.roster[unit].strength)
        return tuple({"strength": left} for left in range(full, 0, -1)) if full > 1 else ()

    def forecast_form(self, form: Form) -> Forecast | None:
        """The odds of two strengths that stand on no map."""
        from hexbench.games.blitzkrieg.combat_forecast import foresee_form

        return foresee_form(self.rules, form) if form.key == "what_if" else None

    def _ask(self) -> Prompt:
        """The prompt; when the game is over it tells how it ended and how both sides are rated (BK-VIC-08)."""
        prompt = super()._ask()
        if self.step is not None:
            return prompt
        from hexbench.games.blitzkrieg import victory

        return replace(prompt, say=victory.summary(self.rules, self.s))
