"""The seat of A Time for Trumpets: typed access to its view, and what the display modules make of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hexbench.engine.seat import Seat

if TYPE_CHECKING:
    from hexbench.games.trumpets.board import TtBoard
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.state import Trumpets


class TtSeat(Seat):
    """What one side may know and do. Displays are imported when first asked for."""

    s: Trumpets
    board: TtBoard
    rules: TtRules

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
        """Every number of steps lost short of all of them (TT-REC-11)."""
        steps = self.rules.template(self.s.mission.units[unit]).steps
        return tuple({"lost": lost} for lost in range(steps)) if steps > 1 else ()
