"""The risk a unit runs of being attacked next turn, and the reach of an enemy: see :mod:`hexbench.engine.risk`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import POINT
from hexbench.engine.risk import RisksBeside
from hexbench.engine.values import say
from hexbench.games.trumpets import moving_ways, passage
from hexbench.games.trumpets.inspect import halves

if TYPE_CHECKING:
    from hexbench.games.trumpets.seat import TtSeat


class TtRisks(RisksBeside["TtSeat"]):
    """Attacks on a hex from those next to it, by whoever gets there in one turn (TT-REC-06)."""

    notes = (
        say("with the other units where they stand, each enemy coming up by its cheapest way"),
        say("with the enemy's artillery in range, without ours and without aircraft"),
    )

    def ends(self, seat: TtSeat, uid: str) -> Iterable[str]:
        """With what it has left in this turn."""
        labels = seat.rules.atlas.labels
        return [labels[i] for i in moving_ways.places(seat, (uid,))]

    def coming(self, seat: TtSeat, uid: str, *, zones: bool) -> Mapping[str, str]:
        """With all it may spend in a turn, off the roads."""
        rules, s, board = seat.rules, seat.s, seat.board
        stand = moving_ways.standing(seat, s.units[uid].side)
        budget = passage.allowance(rules, s, uid).halves
        ways = moving_ways.Ways(rules, passage.lanes(rules, s, board, uid, stand, budget=budget, zones=zones))
        costs = {i: ways.cost(i) or 0 for i in ways.hexes()}
        return {rules.atlas.labels[i]: halves(cost * 2 // POINT) for i, cost in costs.items()}


RISKS: Final = TtRisks()
