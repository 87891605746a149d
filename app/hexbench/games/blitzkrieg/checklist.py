"""What would be left undone if a step of Blitzkrieg at the Ardennes ended now: idle units, silent guns,
unused rockets.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.checklist import offered, units_left
from hexbench.engine.values import Check, counted, say
from hexbench.games.blitzkrieg import engage

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat

WORKS: Final = {"demolish": "BK-BRG-03", "bridge": "BK-BRG-08"}
"""Verb of demolition or building -> its clause."""


def movement_left(seat: BkSeat) -> Iterator[Check]:
    """Before RESOLVE: units that have neither moved nor fought, silent guns, possible demolition and
    building. Units that must be engaged or placed are a duty instead (BK-ENG-02, BK-UI-31).
    """
    s = seat.s
    idle = [u for u in offered(seat, "move") if engage.belongs(s, seat.board, u) is None and u not in s.fire]
    silent = [u for u in offered(seat, "aim") if engage.belongs(s, seat.board, u) is None and u not in s.fire]
    still = [u for u in idle if u not in silent]
    one, many = say("{unit} has not moved."), say("{n} units have not moved.")
    yield from units_left(seat, still, one, many, "BK-MOV-07")
    one = say("{unit} could fire but has no target.")
    many = say("{n} artillery units could fire but have no target.")
    yield from units_left(seat, silent, one, many, "BK-ART-02")
    for verb, rule in WORKS.items():
        label = seat.rules.verbs[verb].label
        one = say("{verb}: {unit} could still try this.", verb=label)
        many = say("{verb}: {n} units could still try this.", verb=label)
        yield from units_left(seat, offered(seat, verb), one, many, rule)


def bombing_left(seat: BkSeat) -> Iterator[Check]:
    """Air units that have not attacked; this is their only chance this turn (BK-AIR-09)."""
    one, many = say("{unit} has not attacked."), say("{n} air units have not attacked.")
    yield from units_left(seat, offered(seat, "bomb"), one, many, "BK-AIR-09")


def rockets_left(left: int) -> Iterator[Check]:
    """Rockets that would be lost (BK-V2-01, BK-AMB-43)."""
    if left:
        text = counted(
            left, say("A rocket has not been launched."), say("{n} rockets have not been launched.", n=left)
        )
        yield Check("point", text, "BK-V2-01")


def advance_left(seat: BkSeat) -> Iterator[Check]:
    """Units that could still advance (BK-RES-15, BK-RES-20)."""
    one, many = say("{unit} could advance."), say("{n} units could advance.")
    yield from units_left(seat, offered(seat, "advance"), one, many, "BK-RES-20")


def support_left(seat: BkSeat) -> Iterator[Check]:
    """Artillery that is not protecting any unit (BK-ART-14)."""
    one, many = (
        say("{unit} is not protecting any unit."),
        say("{n} artillery units are not protecting any unit."),
    )
    yield from units_left(
        seat, [u for u in offered(seat, "support") if u not in seat.s.support], one, many, "BK-ART-14"
    )
