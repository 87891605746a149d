"""A player of A Time for Trumpets: a few units of the real order of battle placed next to each other, and the hands of a commander."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexbench.session.opening import begin
from tests.ui.yard.commander import Commander


class Trumpeter(Commander):
    """Nothing here uses the rules: it presses, drags and reads what is on the screen."""

    GAME = "trumpets"

    def set_up(
        self,
        units: Mapping[str, Mapping[str, Any]],
        turn: str,
        seed: int,
        options: Mapping[str, Any] | None = None,
        **state: Any,
    ) -> None:
        """Units of the Losheim gap at the start of a German combat segment, with known dice."""
        position = {"turn": turn, "phase": "combat", "units": dict(units), "seed": seed, **state}
        loaded = self.window.catalogue.load_position("trumpets", position, base="losheim", options=options)
        self.window.show_session(begin(loaded, seed))
        self.player.settle()
        self.window.table.docking.front("game.combat")
        self.player.settle()

    def fight(self, most: int = 40) -> list[str]:
        """Press Fight, then whatever is suggested until the combat is over; returns the steps that were asked, in order."""
        self.press("Fight")
        asked: list[str] = []
        for _ in range(most):
            if self.step in ("combat", "movement", "over") or not self.at_hand:
                return asked
            if not asked or asked[-1] != self.step:
                asked.append(self.step)
            self.go_on()
        raise AssertionError(f"still {self.step} after {most} answers")

    @property
    def at_hand(self) -> bool:
        """Whether a combat is being fought, or the seat is changing hands."""
        return self.step == "cover" or any(one.status == "now" for one in self.window.desk.combats)

    @property
    def told(self) -> list[str]:
        """The log."""
        return [str(line.text) for line in self.window.bridge.log]
