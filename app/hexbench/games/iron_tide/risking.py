"""The risk a unit runs of being attacked next turn, and the reach of an enemy: see :mod:`hexbench.engine.risk`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import POINT
from hexbench.engine.risk import RisksBeside
from hexbench.engine.values import say
from hexbench.games.iron_tide import movement
from hexbench.games.iron_tide.movers import halved, points, trips

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItSeat


class ItRisks(RisksBeside["ItSeat"]):
    """Combats against a hex from those next to it, by whoever gets there by tactical movement (5.0a, 11.0)."""

    notes = (
        say("with the other units where they stand, each enemy coming up by its cheapest way"),
        say("the likeliest strength behind chits you have not seen; no artillery, no aircraft"),
    )

    def ends(self, seat: ItSeat, uid: str) -> Iterable[str]:
        """By tactical movement."""
        labels = seat.board.atlas.labels
        return [labels[i] for i in movement.joint_reach(seat, (uid,))]

    def coming(self, seat: ItSeat, uid: str, *, zones: bool) -> Mapping[str, str]:
        """By one turn of tactical movement."""
        unit, printed, labels = seat.s.units[uid], seat.s.roster[uid], seat.board.atlas.labels
        ground = movement.way_of(seat, uid)
        if not zones:
            ground = movement.without_zones(seat, ground)
        budget = halved(printed.movement, unit, printed) * POINT
        way = trips(seat, [movement.mover(seat, uid, ground, budget)])
        return {labels[i]: points(paid[0]) for i in way if (paid := way.pays(i)) is not None}


RISKS: Final = ItRisks()
