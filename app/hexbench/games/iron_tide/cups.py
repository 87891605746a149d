"""The two cups of strength chits as piles to be drawn from (9.0), as far as a side may know what is left in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.display import Pile, Token
from hexbench.engine.values import say
from hexbench.games.iron_tide import chits

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItSeat
    from hexbench.games.iron_tide.tables import ChitKind


def piles(seat: ItSeat) -> tuple[Pile, ...]:
    """Each cup. What is in it can be told as long as every chit out of it was seen (9.0d); else only how many there are."""
    unseen = [seat.s.roster[uid].cup for uid in chits.blanks(seat.s)]
    return tuple(_pile(seat, colour, unseen.count(colour)) for colour in chits.COLOURS)


def _pile(seat: ItSeat, colour: str, unseen: int) -> Pile:
    left = seat.s.cups.get(colour, ())
    title = say("Strength chits: {cup} cup", cup=colour)
    if unseen:
        return Pile(colour, title, unknown=sum(left) - unseen, colour=colour)
    table = seat.rules.tables.chits
    kinds = enumerate(zip(chits.kinds(table, colour), left, strict=False))
    tokens = [(_token(chits.chit_name(table, colour, n), colour, kind), count) for n, (kind, count) in kinds]
    return Pile(colour, title, tuple((token, count) for token, count in tokens if count), colour=colour)


def _token(name: str, colour: str, kind: ChitKind) -> Token:
    full = (f"A {kind.a_full}", f"B {kind.b_full}", f"C {kind.c_full}")
    reduced = (f"A {kind.a_reduced}", f"B {kind.b_reduced}", f"C {kind.c_reduced}")
    return Token(
        "-".join(part[2:] for part in (*full, *reduced)), say("{chit}", chit=name), (full, reduced), colour
    )
