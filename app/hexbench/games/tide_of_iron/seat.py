"""The seat of Tide of Iron: typed access to its view, and what the display modules make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.seat import Seat

if TYPE_CHECKING:
    from hexbench.engine.display import Chip, Combat, Face, Facts, Overlay, OverlayKind, Panel
    from hexbench.engine.supposed import Possible, Supposed
    from hexbench.games.tide_of_iron.board import TiBoard
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron


class TiSeat(Seat):
    """What one side may know and do. Displays are imported when first asked for."""

    s: TideOfIron
    board: TiBoard
    rules: TiRules

    def aims(self, side: str, *, far: bool = False) -> tuple[str, ...]:
        """The known enemies of a side, and what its mortars reach."""
        from hexbench.games.tide_of_iron import possible

        return possible.aims(self, side)

    def attacks_on(self, side: str, aim: str, *, far: bool = False) -> tuple[Possible, ...]:
        """The attacks a side could make on one of them."""
        from hexbench.games.tide_of_iron import possible

        return possible.attacks_on(self, side, aim, far=far)

    def suppose(self, what: Supposed) -> Combat | None:
        """An attack that is only thought of."""
        from hexbench.games.tide_of_iron import supposing

        return supposing.combat(self, what)

    def begin_supposing(self, at: str, units: tuple[str, ...]) -> Supposed | None:
        """An attack to begin with."""
        from hexbench.games.tide_of_iron import supposing

        return supposing.begin(self, at, units)

    def face(self, unit: str) -> Face | None:
        """The counter of a unit."""
        from hexbench.games.tide_of_iron import display

        return display.face(self, unit)

    def chips(self) -> tuple[Chip, ...]:
        """The markers on the map."""
        from hexbench.games.tide_of_iron import display

        return display.chips(self)

    def facts(self, ref: str) -> Facts | None:
        """About a hex or a unit."""
        from hexbench.games.tide_of_iron import inspect

        return inspect.facts(self, ref)

    def panels(self) -> tuple[Panel, ...]:
        """Round track, cards, command, the attack, squads."""
        from hexbench.games.tide_of_iron import panels

        return panels.panels(self)

    def overlays(self) -> tuple[OverlayKind, ...]:
        """What can be drawn over the map."""
        from hexbench.games.tide_of_iron import overlays

        return overlays.KINDS

    def overlay(self, kind: str, subject: str = "") -> Overlay | None:
        """One overlay."""
        from hexbench.games.tide_of_iron import overlays

        return overlays.overlay(self, kind, subject)
