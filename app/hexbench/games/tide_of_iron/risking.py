"""The risk a unit runs of being fired at or stormed, and the reach of an enemy: see :mod:`hexbench.engine.risk`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine.display import Legend
from hexbench.engine.risk import FAIR, GRAVE, POOR, SAFE, Danger, Risks, best
from hexbench.engine.values import say
from hexbench.engine.what_if import seat_of
from hexbench.games.tide_of_iron import active, movement, passage, routing
from hexbench.games.tide_of_iron.acting import present
from hexbench.games.tide_of_iron.overlay_ways import start
from hexbench.games.tide_of_iron.pieces import HANDLE, SIDES
from hexbench.games.tide_of_iron.possible import attacks_on

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.seat import TiSeat


FEW, MANY = 0.5, 1.5
"""Figures that an attack is to be expected to cost: below the first it matters little, from the second on much."""


class TiRisks(Risks["TiSeat"]):
    """Fire at a unit from where the known enemies stand, and assaults by squads that come up by an Advance."""

    notes = (
        say("with the other units where they stand and every known enemy fresh, its tokens gone"),
        say("without cards, and without op fire on the way"),
    )

    legends = (
        Legend(SAFE, say("no known enemy can fire there or storm it")),
        Legend(POOR, say("an attack would cost less than half a figure, or as little of a vehicle")),
        Legend(FAIR, say("it would cost about a figure, or as much of a vehicle: likely")),
        Legend(GRAVE, say("it would cost more than that: very likely")),
    )

    def tone(self, found: Danger) -> str:
        """By the figures it is to be expected to lose: hardly any fire costs the one who fires anything."""
        if found.worth < FEW:
            return POOR
        return GRAVE if found.worth >= MANY else FAIR

    def ends(self, seat: TiSeat, uid: str) -> Iterable[str]:
        """By an Advance, or by the rest of its move."""
        unit = seat.s.units[uid]
        return routing.routes(seat, uid, start(seat, uid)) if _known(seat, uid) and unit.on_map else ()

    def coming(self, seat: TiSeat, uid: str, *, zones: bool) -> Mapping[str, str]:
        """By an Advance; there are no zones of control."""
        if not _known(seat, uid):
            return {}
        extra = movement.leaving(seat.s.units[uid])
        found = routing.routes(seat, uid, active.start_for(seat, "advance", uid))
        return {at: passage.points(cost + extra) for at, (_, cost) in found.items()}

    def dangers(self, seat: TiSeat, uid: str, ends: Sequence[str]) -> Iterator[Danger | None]:
        """The best of all fire and of an assault, hex by hex."""
        units = seat.s.units
        if not _known(seat, uid):
            return
        foes = [side for side in SIDES if side != units[uid].side]
        for at in ends:
            there = seat
            if at != units[uid].at:
                moved = replace(units[uid], at=at, shelter="")
                there = seat_of(seat, replace(seat.s, units={**units, uid: moved}))
            for foe in foes:
                yield best(at, attacks_on(there, foe, uid, far=True))


def _known(seat: TiSeat, uid: str) -> bool:
    unit = seat.s.units[uid]
    return unit.type != HANDLE and present(seat.s, unit)


RISKS: Final = TiRisks()
