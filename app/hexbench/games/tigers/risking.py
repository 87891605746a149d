"""The risk a unit runs of being attacked next turn, and the reach of an enemy: see :mod:`hexbench.engine.risk`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from hexbench.engine.risk import RisksBeside
from hexbench.engine.values import say
from hexbench.games.tigers import refusals, walking
from hexbench.games.tigers.overlay_moves import fresh_party
from hexbench.games.tigers.paths import search
from hexbench.games.tigers.pieces import VDH

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgSeat


class TgRisks(RisksBeside["TgSeat"]):
    """Attacks on a hex from those next to it, by whoever gets there in one move without the bonus (TG-ATK-13)."""

    notes = (
        say("with the other units where they stand, each enemy recovered and coming up in one move"),
        say("without aircraft, and without the second pass"),
    )

    def ends(self, seat: TgSeat, uid: str) -> Iterable[str]:
        """In this pass while it may move, else in a turn of its own."""
        if uid == VDH:
            return ()
        rules, s, board = seat.rules, seat.s, seat.board
        may = not any(refusals.unit_reasons(rules, s, s.units[uid].side, uid))
        group = walking.party(rules, s, board, (uid,)) if may else fresh_party(seat, uid)
        found = search(rules, s, board, group)
        return dict.fromkeys((*found.full, *found.road))

    def coming(self, seat: TgSeat, uid: str, *, zones: bool) -> Mapping[str, str]:
        """By all it has, the bonus too."""
        if uid == VDH:
            return {}
        found = search(seat.rules, seat.s, seat.board, fresh_party(seat, uid), zones=zones)
        out: dict[str, int] = {}
        for ends in (found.road, found.full):
            for at, trip in ends.items():
                out[at] = min(out.get(at, trip.costs[0]), trip.costs[0])
        return {at: walking.factors(cost) for at, cost in out.items()}


RISKS: Final = TgRisks()
