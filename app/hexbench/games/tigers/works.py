"""What is not a ground unit: bridges, air units, planned attacks, the fuel dump."""

from __future__ import annotations

from typing import Literal

from hexbench.engine.values import Value
from hexbench.games.tigers.pieces import Side

DumpState = Literal["none", "hidden", "found", "taken", "destroyed"]
"""none: it is not placed, or there is none; hidden: only the Allies know where it is; found: everybody knows; taken: Germans have occupied it (TG-FUL-04)."""


class Bridge(Value, frozen=True, kw_only=True):
    """A bridge over a river hexside as it stands; hexsides without any are not in ``Tigers.bridges``."""

    owner: Side
    marker: bool = False
    """An engineer bridge marker, else a bridge that was there (TG-BRG-01, TG-BRG-02)."""
    intact: bool = True
    maker: Side | None = None
    """Whose marker it is when the other side has captured it (TG-BRG-10)."""

    @property
    def pool(self) -> Side:
        """The side whose markers it is one of."""
        return self.maker or self.owner


class AirUnit(Value, frozen=True, kw_only=True):
    """A USAAF group or a Luftwaffe unit."""

    side: Side
    type: Literal["P-47", "P-51", "FW-190"]
    from_turn: int = 1
    flown: bool = False
    """It has had its mission in this game turn (TG-AIR-01)."""
    again: int = 0
    """Ground attacks it may still make on the mission it is flying (TG-WEA-07)."""
    back: int = 0
    """The turn in which a group that was shot down returns (TG-AIR-13); 0: it is there."""
    lost: bool = False
    """Shot down for good (TG-AIR-23)."""


class Attack(Value, frozen=True, kw_only=True):
    """One ground attack as allocated (TG-ATK-01): who attacks which hexes."""

    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    bridged: tuple[str, ...] = ()
    """Hexsides where an engineer bridge stands for it (TG-BRG-06)."""
    needs: tuple[str, ...] = ()
    """Other hexes that had to be attacked because of it when attacks were allocated (TG-ATK-07, AMB-93)."""
