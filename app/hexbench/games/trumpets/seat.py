"""The seat of A Time for Trumpets: typed access to its view, and what the display modules make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.seat import Seat

if TYPE_CHECKING:
    from hexbench.engine.display import Chip, Combat, Face, Facts, Overlay, OverlayKind, Panel
    from hexbench.engine.supposed import Possible, Supposed
    from hexbench.engine.values import Say
    from hexbench.games.trumpets.board import TtBoard
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.state import Trumpets


class TtSeat(Seat):
    """What one side may know and do. Displays are imported when first asked for."""

    s: Trumpets
    board: TtBoard
    rules: TtRules

    def aims(self, side: str, *, far: bool = False) -> tuple[str, ...]:
        """The enemy hexes a side might attack."""
        from hexbench.games.trumpets import supposing

        return supposing.aims(self, side, far=far)

    def attacks_on(self, side: str, aim: str, *, far: bool = False) -> tuple[Possible, ...]:
        """The attacks a side could make on one of them."""
        from hexbench.games.trumpets import supposing

        return supposing.attacks_on(self, side, aim, far=far)

    def suppose(self, what: Supposed) -> Combat | None:
        """An attack that is only thought of."""
        from hexbench.games.trumpets import supposing

        return supposing.combat(self, what)

    def begin_supposing(self, at: str, units: tuple[str, ...]) -> Supposed | None:
        """An attack to begin with."""
        from hexbench.games.trumpets import supposing

        return supposing.begin(self, at, units)

    def face(self, unit: str) -> Face | None:
        """The counter of a unit."""
        from hexbench.games.trumpets import display

        return display.face(self, unit)

    def headline(self) -> Say:
        """Date, part of the day and weather (TT-REC-14)."""
        from hexbench.games.trumpets import display

        return display.headline(self)

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
