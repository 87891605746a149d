"""What the chapters of Patrol work with: its seat and its play, typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexbench.engine.play import Play
from hexbench.engine.seat import Seat
from tests.toys.patrol.pieces import Squad

if TYPE_CHECKING:
    from tests.toys.patrol.game import PatrolRules
    from tests.toys.patrol.state import PatrolState

LIMIT = 2
"""The most squads of a side in a hex [3.2]."""
RANGE = 2
"""The range of fire in hexes [4.1]."""


class PatrolPlay(Play):
    """A position of Patrol being changed."""

    if TYPE_CHECKING:
        rules: PatrolRules
        units: dict[str, Squad]
        round: int
        lost: dict[str, int]

    def foes_at(self, side: str, hex_: str) -> tuple[str, ...]:
        """The enemies of ``side`` in a hex, hidden or not."""
        return tuple(x for x in self.board.units_at(hex_) if self.units[x].side != side)

    def has_hidden(self, side: str) -> bool:
        """Whether a side has hidden squads left: everybody knows this [2.1]."""
        return any(u.side == side and u.hidden for u in self.units.values())


class PatrolSeat(Seat):
    """A seat at Patrol."""

    if TYPE_CHECKING:
        rules: PatrolRules
        s: PatrolState

    def enemy_in_sight(self, side: str, hex_: str) -> bool:
        """Whether an enemy of ``side`` that this seat knows is in a hex and not hidden."""
        return any(
            self.s.units[x].side != side and not self.s.units[x].hidden for x in self.board.units_at(hex_)
        )

    def full(self, side: str, hex_: str) -> bool:
        """Whether there is no more room for a squad of ``side`` [3.2]."""
        return sum(self.s.units[x].side == side for x in self.board.units_at(hex_)) >= LIMIT

    def face(self, unit: str) -> Any:
        """The counter of a squad; none for one that is out of sight."""
        from tests.toys.patrol import display

        return display.face(self, unit)

    def facts(self, ref: str) -> Any:
        """The inspector's page about a hex or a squad."""
        from tests.toys.patrol import display

        return display.facts(self, ref)

    def panels(self) -> Any:
        """Rounds, men lost, the roster."""
        from tests.toys.patrol import display

        return display.panels(self)

    def overlays(self) -> Any:
        """The field of fire."""
        from tests.toys.patrol import display

        return display.OVERLAYS

    def overlay(self, kind: str, subject: str = "") -> Any:
        """One of them."""
        from tests.toys.patrol import display

        return display.overlay(self, kind, subject)
