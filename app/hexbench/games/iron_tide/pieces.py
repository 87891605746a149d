"""The counters of Iron Tide: what is printed on them, how they stand, and the boxes they can lie in."""

from __future__ import annotations

from typing import Final, Literal

from hexbench.engine.state import Piece
from hexbench.engine.values import Value

GERMAN: Final = "german"
ALLIED: Final = "allied"
SIDES: Final = (GERMAN, ALLIED)
FOE: Final = {GERMAN: ALLIED, ALLIED: GERMAN}

Side = Literal["german", "allied"]
Size = Literal["regiment", "battalion", "artillery"]
Mobility = Literal["N", "MI", "M"]
"""Non-mechanized, mechanized infantry, every other mechanized unit (TEC)."""
SupplyState = Literal["supplied", "out", "isolated"]

ELIMINATED: Final = "#eliminated"
LOST: Final = "#eliminated/isolated"
"""Eliminated while isolated: never to be rebuilt (12.3d)."""
EXITED: Final = "#exited"
WITHHELD: Final = "#withheld"
"""Allied reinforcements that never come (14.0k)."""
DUE: Final = "#due/"
"""What the boxes of arrivals begin with; the name of a game turn follows (14.0a)."""
CONDITIONAL: Final = "COND"
"""The turn of arrival of units that come only when something has happened (17.2)."""
TRAYS: Final = {GERMAN: "#tray/german", ALLIED: "#tray/allied"}


class Printed(Value, frozen=True, kw_only=True):
    """What is printed on a counter and on its line of the order of battle; it never changes."""

    side: Side
    name: str
    """The designation on the counter."""
    nationality: str
    """It colours the counter (2.31a)."""
    type: str
    """A unit of the type `commando` is a commando (16.4b, B36)."""
    size: Size
    """A regiment draws strength chits and has a zone of control (7.0a); the others have none (7.4a)."""
    mobility: Mobility
    """Non-mechanized, mechanized infantry, other mechanized: the column of the Terrain Effects Chart (B50)."""
    movement: int
    """Movement factor; a unit always has at least 1 (12.2d)."""
    service: str = ""
    """Branch of a German unit, which colours its counter: `army`, `ss`, `luftwaffe`, `grossdeutschland` (2.31a)."""
    army: str = ""
    """`5P`, `6P`, `7A`, `1A`, `3A`, `BR`."""
    division: str = ""
    """Such as `2Pz`, `106`, `1SS`, `12SS`, `Lehr`; the last three are held back (18.0g), and `1SS` has 16.3 on 17AM."""
    integrity: bool = False
    """Counts for divisional integrity (11.3)."""
    cup: str = ""
    """The cup a regiment draws its chit from (2.31b)."""
    letter: str = ""
    """The line of its chit that a regiment reads (2.31c)."""
    factor: int = 0
    """Combat factor of a battalion or artillery unit."""
    cadre_factor: int = 0
    """Combat factor of a regiment that is a cadre."""
    elite: bool = False
    """At its first combat it draws two chits and keeps the stronger (9.1b)."""
    arrives: str = "16AM"
    """A turn by name, or `COND`: on a condition."""
    entry: str = ""
    """Lettered entry road, `A` to `H`, or `east` for the German edge."""
    drop: str = ""
    """The hex around which a parachute unit lands (16.2a)."""
    hex: str = ""
    """Fixed starting hex."""
    place: str = ""
    """Starting place by name, with a zone `start.NAME` on the map."""
    free: bool = False
    """Placed freely by its owner; `place` is only a suggestion (3.0h)."""
    restriction: tuple[str, ...] = ()
    """List of rules the unit is under: `16.2` is von der Heydte (16.2c, 16.2d); `16.1` the 150th Panzer Brigade; `16.4` a
    commando; `17.1:type1`, `17.1:type2` restricted at the Meuse; `17.2:10SS`, `17.2:11Pz` late divisions; `until:25AM` the
    release."""
    temporary_zoc: bool = False
    """One of the battalions of 7.4b."""
    starts_reduced: bool = False
    """Its chit is reduced side up from the start."""

    @property
    def commando(self) -> bool:
        """A commando: ignored by nearly everything (16.4, B36)."""
        return self.type == "commando"


class Unit(Piece, frozen=True, kw_only=True):
    """A unit as it stands. ``at`` is a hex or a box."""

    side: Side
    cadre: bool = False
    """A regiment down to its last step: no zone of control, no chit (11.78g)."""
    drawn: bool = False
    """There is a strength chit under it; those who may know find which one in `chits` (9.0d)."""
    reduced: bool = False
    """Its chit is reduced side up (11.78f)."""
    zoc: bool = False
    """Under a temporary ZOC marker: one of the battalions of 7.4b still in its starting hex; its counter needs
    `temporary_zoc`."""
    supply: SupplyState = "supplied"
    """As determined in the last Supply Phase; movement depends on this (B04)."""
    moved: bool = False
    """It has moved in this Movement or Reserve Phase."""
    reserve: bool = False
    """Under a Reserve marker (6.0)."""
    released: bool = False
    """A German has been within two hexes of it: its restriction is gone (17.12a)."""
    delayed: int = 0
    """The first game turn in which its entry road was blocked; 0: never (14.0g)."""
    tricked: bool = False
    """A commando that has rolled for a misdirection in this game turn (16.4i)."""
    attacked: bool = False
    """It was attacked in this game turn (11.0d, 18.0c)."""
    fired: bool = False
    """Artillery that has supported a combat in this Combat Phase (11.5h)."""
    fell_back: bool = False
    """It retreated in this Combat Phase and does not count for the divisional integrity of others (11.3g)."""
    retreated: bool = False
    """Part of a retreat that overstacked its hex (8.2b, B20)."""
    frozen: bool = False
    """It took a replacement in this player turn (5.0e)."""
    short: bool = False
    """Short of fuel until the next German Supply Phase (12.5a)."""
