"""The seat of Blitzkrieg at the Ardennes: typed access to its view, and what the display modules make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.seat import Seat

if TYPE_CHECKING:
    from hexbench.engine.display import Chip, Combat, Face, Facts, Form, Overlay, OverlayKind, Panel
    from hexbench.engine.forecast import Forecast
    from hexbench.engine.supposed import Possible, Supposed
    from hexbench.engine.values import Prompt, Say
    from hexbench.games.blitzkrieg.board import BkBoard
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.state import Blitzkrieg


class BkSeat(Seat):
    """What one side may know and do. Displays are imported when first asked for."""

    s: Blitzkrieg
    board: BkBoard
    rules: BkRules

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

    # ---- engagements that are only thought of
    def aims(self, side: str, *, far: bool = False) -> tuple[str, ...]:
        """The hexes a side might engage."""
        from hexbench.games.blitzkrieg import supposing

        return supposing.aims(self, side, far=far)

    def attacks_on(self, side: str, aim: str, *, far: bool = False) -> tuple[Possible, ...]:
        """The engagement of one of them by all who can."""
        from hexbench.games.blitzkrieg import supposing

        return supposing.attacks_on(self, side, aim, far=far)

    def suppose(self, what: Supposed) -> Combat | None:
        """An engagement that is only thought of."""
        from hexbench.games.blitzkrieg import supposing

        return supposing.combat(self, what)

    def begin_supposing(self, at: str, units: tuple[str, ...]) -> Supposed | None:
        """A thought to begin with."""
        from hexbench.games.blitzkrieg import supposing

        return supposing.begin(self, at, units)

    def face(self, unit: str) -> Face | None:
        """The counter of a unit."""
        from hexbench.games.blitzkrieg import display

        return display.face(self, unit)

    def headline(self) -> Say:
        """Date, half day and weather (BK-UI-09)."""
        from hexbench.games.blitzkrieg import display

        return display.headline(self)

    def chips(self) -> tuple[Chip, ...]:
        """The markers on the map."""
        from hexbench.games.blitzkrieg import display

        return display.chips(self)

    def facts(self, ref: str) -> Facts | None:
        """About a hex or a unit."""
        from hexbench.games.blitzkrieg import inspect

        return inspect.facts(self, ref)

    def panels(self) -> tuple[Panel, ...]:
        """Engagements, the raster, calendar, dumps, tables, the order of battle."""
        from hexbench.games.blitzkrieg import panels

        return panels.panels(self)

    def overlays(self) -> tuple[OverlayKind, ...]:
        """What can be drawn over the map."""
        from hexbench.games.blitzkrieg import overlays

        return overlays.KINDS

    def overlay(self, kind: str, subject: str = "") -> Overlay | None:
        """One overlay."""
        from hexbench.games.blitzkrieg import overlays

        return overlays.overlay(self, kind, subject)
