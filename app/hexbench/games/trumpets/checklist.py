"""What a player may have forgotten before ending a step: units not moved, attacks not made, support
withheld.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.checklist import offered, units_left
from hexbench.engine.values import Check, counted, say
from hexbench.games.trumpets import building

if TYPE_CHECKING:
    from hexbench.games.trumpets.seat import TtSeat


def movement_left(seat: TtSeat) -> Iterator[Check]:
    """Before combat: units that have not moved, and units that could build (TT-REC-03, TT-REC-15)."""
    s, who = seat.s, seat.s.phasing
    built = {begun.builder for _, begun in building.under_way(s)}
    still = [u for u in offered(seat, "move") if not s.units[u].spent and u not in built]
    one, many = say("{unit} has not moved."), say("{n} units have not moved.")
    yield from units_left(seat, still, one, many, "TT-REC-03")
    able = [u for u in offered(seat, "build") if s.units[u].side == who and not s.units[u].spent]
    one, many = say("{unit} could build."), say("{n} units that have not moved could build.")
    yield from units_left(seat, able, one, many, "TT-REC-15")


def combat_left(seat: TtSeat) -> Iterator[Check]:
    """Before the segment ends: attacks that could be made, and air points that can no longer be used this
    turn (TT-REC-06, TT-REC-10). An attack in preparation is a duty instead.
    """
    s = seat.s
    able = [u for u in offered(seat, "attack") if not any(building.lost_by_attacking(seat, (u,)))]
    one, many = say("{unit} could attack."), say("{n} units could attack.")
    yield from units_left(seat, able, one, many, "TT-REC-06")
    left = s.air_left.get(s.phasing, 0)
    if left and s.phasing != s.mission.first:
        text = counted(
            left,
            say("An air point has not been used this turn."),
            say("{n} air points have not been used this turn.", n=left),
        )
        yield Check("point", text, "TT-REC-10")


def defence_left(seat: TtSeat, air: int) -> Iterator[Check]:
    """Before the dice: artillery in range that does not fire, and ``air`` points that could fly (TT-REC-08, TT-REC-10)."""
    one, many = (
        say("{unit} is in range but is not firing."),
        say("{n} artillery units in range are not firing."),
    )
    yield from units_left(seat, offered(seat, "support"), one, many, "TT-REC-08")
    if air > 0 and any(offer.verb == "fly" for offer in seat.prompt.offers):
        text = counted(air, say("An air point could be sent."), say("{n} air points could be sent.", n=air))
        yield Check("point", text, "TT-REC-10")


def counter_left(seat: TtSeat) -> Iterator[Check]:
    """Before the retreat: units that could counterattack (TT-CA-02)."""
    one, many = say("{unit} could counterattack."), say("{n} units could counterattack.")
    yield from units_left(seat, offered(seat, "attack"), one, many, "TT-CA-02")


def advance_left(seat: TtSeat) -> Iterator[Check]:
    """Units that could still advance (TT-ADV-09)."""
    one, many = say("{unit} could advance."), say("{n} units could advance.")
    yield from units_left(seat, offered(seat, "advance"), one, many, "TT-ADV-09")
