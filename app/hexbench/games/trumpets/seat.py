"""The seat of A Time for Trumpets: typed access to its view, and what the display modules make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.seat import Seat

if TYPE_CHECKING:
    from hexbench.engine.display import Chip, Face, Facts, Overlay, OverlayKind, Panel
    from hexbench.games.trumpets.board import TtBoard
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.state import Trumpets


class TtSeat(Seat):
    """What one side may know and do. Displays are imported when first asked for."""

    s: Trumpets
    board: TtBoard
    rules: TtRules

    def face(self, unit: str) -> Face | None:
        """The counter of a unit."""
        from hexbench.games.trumpets import display

        return display.face(self, unit)

    def chips(self) -> tuple[Chip, ...]:
        """The markers on the map."""
        from hexbench.games.trumpets import display

        return display.chips(self)

    def facts(self, ref: str) -> Facts | None:
        """About a hex or a unit."""
        from hexbench.games.trumpets import inspect

        return inspect.facts(self, ref)

    def panels(self) -> tuple[Panel, ...]:
        """The combat, the turn record, the charts, the order of battle."""
        from hexbench.games.trumpets import panels

        return panels.panels(self)

    def overlays(self) -> tuple[OverlayKind, ...]:
        """What can be drawn over the map."""
        from hexbench.games.trumpets import overlays

        return overlays.KINDS

    def overlay(self, kind: str, subject: str = "") -> Overlay | None:
        """One overlay."""
        from hexbench.games.trumpets import overlays

        return overlays.overlay(self, kind, subject)
