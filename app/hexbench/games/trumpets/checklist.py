"""What each step of A Time for Trumpets would be ended without: units that stand still, attacks not made, support withheld."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hexbench.engine.values import Check, Say, counted, say
from hexbench.games.trumpets import building

if TYPE_CHECKING:
    from hexbench.games.trumpets.seat import TtSeat


def _offered(seat: TtSeat, verb: str) -> tuple[str, ...]:
    return next((offer.subjects for offer in seat.prompt.offers if offer.verb == verb), ())


def _line(seat: TtSeat, units: Sequence[str], one: str, many: Say, rule: str) -> Iterator[Check]:
    """A line about some units, nothing where there are none; ``one`` is the sentence about one of them."""
    if units:
        hexes = tuple(dict.fromkeys(at for u in units for at in seat.s.units[u].spot))
        first = seat.rules.title(seat.s.mission.units[units[0]])
        text = counted(len(units), Say(one, (("unit", first),)), many)
        yield Check("unit", text, rule, tuple(units), hexes)


def movement_left(seat: TtSeat) -> Iterator[Check]:
    """Before combat: who has not moved, and who could build (TT-REC-03, TT-REC-15)."""
    s, who = seat.s, seat.s.phasing
    built = {begun.builder for _, begun in building.under_way(s)}
    still = [u for u in _offered(seat, "move") if not s.units[u].spent and u not in built]
    many = say("{n} units have not moved.", n=len(still))
    yield from _line(seat, still, say("{unit} has not moved.").template, many, "TT-REC-03")
    able = [u for u in _offered(seat, "build") if s.units[u].side == who and not s.units[u].spent]
    many = say("{n} units that have not moved could build.", n=len(able))
    yield from _line(seat, able, say("{unit} could build.").template, many, "TT-REC-15")


def combat_left(seat: TtSeat) -> Iterator[Check]:
    """Before the segment ends: attacks that could be made, and air points that nobody can use any more in this turn
    (TT-REC-06, TT-REC-10). What is prepared is a duty.
    """
    s = seat.s
    able = [u for u in _offered(seat, "attack") if not any(building.lost_by_attacking(seat, (u,)))]
    many = say("{n} units could attack.", n=len(able))
    yield from _line(seat, able, say("{unit} could attack.").template, many, "TT-REC-06")
    left = s.air_left.get(s.phasing, 0)
    if left and s.phasing != s.mission.first:
        text = counted(
            left,
            say("An air point of this turn is not used."),
            say("{n} air points of this turn are not used.", n=left),
        )
        yield Check("point", text, "TT-REC-10")


def defence_left(seat: TtSeat, air: int) -> Iterator[Check]:
    """Before the dice: artillery in range that does not fire, and ``air`` points that could fly (TT-REC-08, TT-REC-10)."""
    able = _offered(seat, "support")
    many = say("{n} units of artillery in range do not fire.", n=len(able))
    yield from _line(seat, able, say("{unit} is in range and does not fire.").template, many, "TT-REC-08")
    if air > 0 and any(offer.verb == "fly" for offer in seat.prompt.offers):
        text = counted(air, say("An air point could fly."), say("{n} air points could fly.", n=air))
        yield Check("point", text, "TT-REC-10")


def counter_left(seat: TtSeat) -> Iterator[Check]:
    """Before the retreat: units that could strike back (TT-CA-02)."""
    able = _offered(seat, "attack")
    many = say("{n} units could counterattack.", n=len(able))
    yield from _line(seat, able, say("{unit} could counterattack.").template, many, "TT-CA-02")


def advance_left(seat: TtSeat) -> Iterator[Check]:
    """Units that could still advance (TT-ADV-09)."""
    able = _offered(seat, "advance")
    many = say("{n} units could advance.", n=len(able))
    yield from _line(seat, able, say("{unit} could advance.").template, many, "TT-ADV-09")
