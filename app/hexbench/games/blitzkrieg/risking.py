"""The risk a unit runs of being engaged next turn, and the reach of an enemy: see :mod:`hexbench.engine.risk`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from hexbench.engine.risk import RisksBeside
from hexbench.engine.values import say
from hexbench.games.blitzkrieg import passage
from hexbench.games.blitzkrieg.overlay_moves import first_turn, points
from hexbench.games.blitzkrieg.pieces import FOE

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat


class BkRisks(RisksBeside["BkSeat"]):
    """Engagements next to a hex, by whoever gets there in one turn (BK-ENG-01, BK-MOV-07)."""

    notes = (
        say("with the other units where they stand, each enemy coming up by its cheapest way"),
        say("without the guns, rockets and aircraft that fire before"),
    )

    def ends(self, seat: BkSeat, uid: str) -> Iterable[str]:
        """Where it may be put in this turn, or in one begun where it stands."""
        labels = seat.rules.atlas.labels
        return [labels[i] for i in first_turn(seat, uid).reach.costs]

    def coming(self, seat: BkSeat, uid: str, *, zones: bool) -> Mapping[str, str]:
        """By all its movement points from where it stands."""
        rules, s, board = seat.rules, seat.s, seat.board
        unit, labels = s.units[uid], rules.atlas.labels
        stand = None
        if not zones:
            stand = passage.Stand(bytes(len(labels)), frozenset(board.stand[FOE[unit.side]]))
        found = passage.reach_of(rules, s, board, uid, unit.at, shared=stand)
        return {labels[i]: points(cost) for i, cost in found.costs.items()}


RISKS: Final = BkRisks()
