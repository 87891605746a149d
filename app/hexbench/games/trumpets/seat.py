"""The seat of A Time for Trumpets: typed access to its view, and what the display modules make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
        "face": "display.face",
        "headline": "display.headline",
        "chips": "display.chips",
        "facts": "inspect.facts",
        "panels": "panels.panels",
        "overlays": "overlays.KINDS",
        "overlay": "overlays.overlay",
    }
