"""The units of Ridge and the words for its sides and boxes."""

from __future__ import annotations

from hexbench.engine.state import Piece

RED, BLUE = "red", "blue"
SIDES = (RED, BLUE)
ELIMINATED = "#eliminated"


def foe(side: str) -> str:
    """The other side."""
    return BLUE if side == RED else RED


class Unit(Piece, frozen=True, kw_only=True):
    """One unit. ``mf`` is in movement points; ``drawn`` says that there is a chit under it, which everybody sees.

    ``chit`` is that chit's number: None if there is none, and in the view of a side that may not look.
    """

    name: str
    mf: int
    guard: bool = False
    steps: int = 2
    drawn: bool = False
    chit: int | None = None
    moved: bool = False


def strength(unit: Unit, chit: int) -> int:
    """The strength of a unit with a chit [6.4]."""
    return max(0, chit - 2 * (2 - unit.steps))
