"""The units of A Time for Trumpets: categories, capability tags, printed facts and current state."""

from __future__ import annotations

from math import ceil
from typing import Final, Literal

from hexbench.engine.state import Piece
from hexbench.engine.values import Value

GERMAN: Final = "german"
ALLIED: Final = "allied"
SIDES: Final = (GERMAN, ALLIED)
Side = Literal["german", "allied"]
FOE: Final[dict[str, Side]] = {GERMAN: ALLIED, ALLIED: GERMAN}

Category = Literal["front_line", "combat_support", "artillery", "hq"]
"""A unit is in exactly one of them (TT-GEN-03)."""
Nation = Literal["german", "american", "british"]
Move = Literal["foot", "wheeled", "tracked"]

ELIMINATED: Final = "#eliminated"
EXITED: Final = "#exited"


def due(turn: str) -> str:
    """The box of the reinforcements of a turn ("16AF")."""
    return f"#due/{turn}"


class Template(Value, frozen=True, kw_only=True):
    """A type of unit: its category, tags and factors at full steps (13)."""

    category: Category
    tags: tuple[str, ...]
    af: int = 0
    df: int = 0
    fa: int = 0
    nw: int = 0
    mf: int
    steps: int
    range: int = 0
    move: Move


class Printed(Value, frozen=True, kw_only=True):
    """What is printed on a counter; it never changes. Its factors are those of its type."""

    side: Side
    nation: Nation
    """Nationality, which decides the colour of the counter."""
    name: str
    """The designation on the counter."""
    type: str
    """A key of the table `templates` such as `inf_bn`, `pz_bn`, `eng_co`, `fa_105`."""
    division: str
    """The division or corps it belongs to."""
    er: int
    """Efficiency rating."""
    at: str = ""
    """Starting hex, or entry hex."""
    turn: str = ""
    """The turn of arrival; empty if it is on the map from the start."""
    tot: bool = False
    """It may fire time on target (TT-REC-08)."""


class Unit(Piece, frozen=True, kw_only=True):
    """The current state of a unit. ``at`` is a hex or a box."""

    side: Side
    lost: int = 0
    """Steps lost."""
    spent: int = 0
    """Halves of a movement factor spent in this player turn."""
    strayed: bool = False
    """It has left the roads in this player turn (TT-REC-07)."""
    attacked: bool = False
    """It has attacked in this segment (TT-REC-06)."""
    fired: bool = False
    """Artillery that has fired in this turn (TT-REC-08)."""
    tot_day: int = 0
    """The day of its last time on target; 0: none yet (TT-REC-08)."""
    engaged: tuple[str, ...] = ()
    """The enemies it is engaged with (TT-ENG-01)."""
    engaged_turn: int = 0
    """The player turn in which the marker was placed, which decides when it is removed (TT-ENG-04)."""
    supplied: bool = True
    """As found at the start of the turn (TT-REC-12)."""
    linked: bool = True
    """In communication, as found at the start of the turn (TT-REC-13)."""
    retreated: bool = False
    """It has retreated this turn, so it may not build (TT-REC-15)."""
    arrived: bool = False
    """It arrived this player turn, later than its counter says, so it may not build (TT-DEF-20)."""


def scaled(printed: int, left: int, full: int) -> int:
    """A factor of a reduced unit, rounded up (TT-REC-11)."""
    return ceil(printed * left / full) if full else 0
