"""The seat of Tide of Iron: typed access to its view, and what the display modules make of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hexbench.engine.seat import Seat

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.board import TiBoard
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron


class TiSeat(Seat):
    """What one side may know and do. Displays are imported when first asked for."""

    s: TideOfIron
    board: TiBoard
    rules: TiRules

    made_in = {
        "what_if": "supposing.WHAT_IF",
        "risks": "risking.RISKS",
        "wording": "wording.wording",
        "face": "display.face",
        "chips": "display.chips",
        "result": "results.meaning",
        "facts": "inspect.facts",
        "panels": "panels.panels",
        "piles": "cards_display.piles",
        "overlays": "overlays.KINDS",
        "overlay": "overlays.overlay",
        "weighed": "weighing.weighed",
    }

    def sides_of(self, unit: str) -> tuple[Mapping[str, Any], ...]:
        """Of a squad: not suppressed, pinned, disrupted (TI-SUP-01); of a vehicle: its damage (TI-ATK-17)."""
        if self.s.units[unit].squad:
            return ({"condition": ""}, {"condition": "pinned"}, {"condition": "disrupted"})
        return ({"damage": ""}, {"damage": "light"}, {"damage": "heavy"})
