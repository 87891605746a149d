"""The units of Crossroads, and its sides."""

from __future__ import annotations

from typing import Final, Literal

from hexbench.engine.state import Piece

SIDES: Final = ("german", "american")
FOE: Final = {"german": "american", "american": "german"}
ELIMINATED: Final = "#eliminated"
LIMIT: Final = 2
"""The most units in a hex (CR-STK-01)."""


class Unit(Piece, frozen=True, kw_only=True):
    """One battalion: its name, combat factor and movement factor, and whether it has moved in this player turn."""

    side: Literal["german", "american"]
    name: str
    factor: int
    mf: int
    moved: bool = False
