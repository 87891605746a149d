"""What each step of Blitzkrieg at the Ardennes would be ended without: units that stand still, guns that are silent, rockets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.engine.values import Check, Say, counted, say
from hexbench.games.blitzkrieg import engage

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat

WORKS: Final = {"demolish": "BK-BRG-03", "bridge": "BK-BRG-08"}
"""Verb of a work -> its clause."""


def _offered(seat: BkSeat, verb: str) -> tuple[str, ...]:
    return next((offer.subjects for offer in seat.prompt.offers if offer.verb == verb), ())


def _named(seat: BkSeat, units: Sequence[str]) -> Say:
    """The first of them, for the sentence about one."""
    return seat.rules.title(seat.s.roster[units[0]])


def _line(seat: BkSeat, units: Sequence[str], one: Say, many: Say, rule: str) -> Iterator[Check]:
    """A line about some units, nothing where there are none."""
    if units:
        hexes = tuple(dict.fromkeys(at for u in units for at in seat.s.units[u].spot))
        yield Check("unit", counted(len(units), one, many), rule, tuple(units), hexes)


def movement_left(seat: BkSeat) -> Iterator[Check]:
    """Before RESOLVE: who stands where the turn began without fighting, silent guns, works that could be done. Whoever must be
    engaged or put down is a duty (BK-ENG-02, BK-UI-31).
    """
    s = seat.s
    idle = [u for u in _offered(seat, "move") if engage.belongs(s, seat.board, u) is None and u not in s.fire]
    silent = [
        u for u in _offered(seat, "aim") if engage.belongs(s, seat.board, u) is None and u not in s.fire
    ]
    still = [u for u in idle if u not in silent]
    if still:
        one = say("{unit} has not moved.", unit=_named(seat, still))
        many = say("{n} units have not moved.", n=len(still))
        yield from _line(seat, still, one, many, "BK-MOV-07")
    if silent:
        one = say("{unit} could fire and has no target.", unit=_named(seat, silent))
        many = say("{n} units of artillery could fire and have no target.", n=len(silent))
        yield from _line(seat, silent, one, many, "BK-ART-02")
    for verb, rule in WORKS.items():
        able = _offered(seat, verb)
        if able:
            label = seat.rules.verbs[verb].label
            one = say("{verb}: {unit} could do it.", verb=label, unit=_named(seat, able))
            many = say("{verb}: {n} units could do it.", verb=label, n=len(able))
            yield from _line(seat, able, one, many, rule)


def bombing_left(seat: BkSeat) -> Iterator[Check]:
    """Air units that have not attacked; in this turn they do not come again (BK-AIR-09)."""
    left = _offered(seat, "bomb")
    if left:
        one = say("{unit} has not attacked.", unit=_named(seat, left))
        many = say("{n} air units have not attacked.", n=len(left))
        yield from _line(seat, left, one, many, "BK-AIR-09")


def rockets_left(left: int) -> Iterator[Check]:
    """Rockets that would be lost (BK-V2-01, BK-AMB-43)."""
    if left:
        text = counted(left, say("A rocket is not launched."), say("{n} rockets are not launched.", n=left))
        yield Check("point", text, "BK-V2-01")


def advance_left(seat: BkSeat) -> Iterator[Check]:
    """Units that could still advance (BK-RES-15, BK-RES-20)."""
    left = _offered(seat, "advance")
    if left:
        one = say("{unit} could advance.", unit=_named(seat, left))
        many = say("{n} units could advance.", n=len(left))
        yield from _line(seat, left, one, many, "BK-RES-20")


def support_left(seat: BkSeat) -> Iterator[Check]:
    """Artillery that protects nobody (BK-ART-14)."""
    left = [u for u in _offered(seat, "support") if u not in seat.s.support]
    if left:
        one = say("{unit} protects nobody.", unit=_named(seat, left))
        many = say("{n} units of artillery protect nobody.", n=len(left))
        yield from _line(seat, left, one, many, "BK-ART-14")
