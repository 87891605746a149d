"""The counters of Blitzkrieg at the Ardennes: classes, printed values, current state, and the boxes they can
be in.
"""

from __future__ import annotations

from typing import Final, Literal

from hexbench.engine.state import Piece
from hexbench.engine.values import Value

GERMAN: Final = "german"
ALLIED: Final = "allied"
SIDES: Final[tuple[Side, Side]] = (GERMAN, ALLIED)
Side = Literal["german", "allied"]
FOE: Final[dict[str, Side]] = {GERMAN: ALLIED, ALLIED: GERMAN}

Class = Literal[
    "armor", "motor_inf", "artillery", "infantry", "volkswerfer", "paratrooper", "infiltrator", "air", "v2"
]
GROUND: Final = ("armor", "motor_inf", "artillery", "infantry", "volkswerfer", "paratrooper")
"""Classes that fight and need supply; infiltrators are in hexes too, but do neither (BK-INF-12, BK-INF-14)."""

GERMAN_ONLY: Final = ("volkswerfer", "infiltrator", "v2")
"""Classes that the Allies do not have (BK-MIS-04)."""

ELIMINATED: Final = "#eliminated"
MERGED: Final = "#merged"
"""Units whose whole strength was given to another (BK-JOIN-09)."""
RASTER: Final = {GERMAN: "#raster/german", ALLIED: "#raster/allied"}
"""Units picked up, and reinforcements that are due; their order is in ``Blitzkrieg.raster`` (BK-UI-13)."""
SKY: Final = {GERMAN: "#air/german", ALLIED: "#air/allied"}
"""Air units (BK-AIR-10)."""
BATTERY: Final = "#v2"


def due(turn: int) -> str:
    """The box of the reinforcements of a round, counted from 1 (16 December AM)."""
    return f"#due/{turn}"


class Printed(Value, frozen=True, kw_only=True):
    """The printed values of a counter. They never change during a game (options are applied at the start)."""

    side: Side
    name: str
    """The designation on the counter."""
    formation: str
    """The division or brigade it belongs to."""
    type: Class
    """Its class: decides how it fights and moves and whether it needs supply."""
    strength: int
    """Attack strength in supply; 0 for infiltrators, aircraft and V2."""
    mp: int
    """Movement points, a whole number."""
    turn: int = 1
    """Round of arrival; 1: at the start."""
    at: str = ""
    """Starting hex, `zone` (anywhere in a German zone), `drop`, or the name of the entry it arrives by."""
    zone: str = ""
    """The zone of the map a German unit starts in: `german.6`, `german.5`, `german.7` (BK-REC-02); none: in any of them."""


class Unit(Piece, frozen=True, kw_only=True):
    """The current state of a counter. ``at`` is a hex or a box."""

    side: Side
    strength: int = 0
    """Current attack strength; isolation may have lowered it (BK-SUP-14)."""
    base: int = 0
    """While isolated: the strength it will regain, less damage taken (BK-SUP-16, BK-SUP-19). 0: it is in supply."""
    whole: int = 0
    """While isolated: the strength it had when it was cut off, to which Table 7 applies its fractions (BK-AMB-37). 0: its base"""
    isolated: int = 0
    """Consecutive turns of its own side for which it has been isolated (BK-SUP-21)."""
    start: str = ""
    """The hex in which it began its side's turn, or was first placed (BK-MOV-07, BK-BEG-03)."""
    fixed: bool = False
    """It can no longer be picked up this turn (BK-MOV-17)."""
    within: int = 0
    """How many turns an infiltrator has been in its present hex with Allied units (BK-INF-18)."""
    arrived: bool = False
    """It arrived on the map this turn: it cannot demolish or build yet (BK-BRG-02, BK-SUP-22)."""
    used: bool = False
    """An air unit that has attacked this turn (BK-AIR-09), or an infiltrator that entered a hex with Allied units this turn (BK-INF-04)."""

    @property
    def defence(self) -> int:
        """The strength that defends: isolation does not lower it (BK-SUP-14); before class and terrain."""
        return self.base or self.strength


# What is not a unit: engagements, dumps.

COLOURS = 12
"""Border colours of engagements (BK-ENG-11)."""


class Engagement(Value, frozen=True, kw_only=True):
    """One engagement: a central hex and up to six neighbours (BK-ENG-08)."""

    number: int
    """Its identity in this turn; the colour is the number modulo :data:`COLOURS` (BK-ENG-12)."""
    centre: str
    attackers: tuple[str, ...]
    hexes: tuple[str, ...]
    """The defending hexes; all units in them defend (BK-ENG-05)."""
    defenders: tuple[str, ...] = ()
    """The defending units, fixed when RESOLVE begins: units that enter these hexes later take no part (BK-RES-31)."""


class Dump(Value, frozen=True, kw_only=True):
    """A fuel dump. ``number`` is its supply number; 0: permanently destroyed (BK-SUP-03..06, BK-SUP-23)."""

    hex: str
    owner: Side
    """The side it supplies while no unit of the other side is in its hex (BK-SUP-10..12)."""
    number: int
